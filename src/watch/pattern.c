#include "watch/pattern.h"

#include <errno.h>
#include <stdlib.h>

static const char git[] = ".git";

static bool is_wild(struct slice name)
{
    return name.size > 0 && (memchr(name.data, '*', name.size) || memchr(name.data, '?', name.size));
}

static int add_name(struct watch_pattern *pattern, struct slice text)
{
    if (pattern->count == WATCH_NAMES_MAX)
        return -E2BIG;
    bool is_any_depth = slice_is(text, "**");
    if (is_any_depth && pattern->count > 0 && pattern->names[pattern->count - 1].is_any_depth)
        return 0;
    pattern->names[pattern->count++] = (struct watch_name){text, is_wild(text), is_any_depth};
    return 0;
}

int watch_pattern_init(struct watch_pattern *pattern, struct slice text)
{
    bool has_wildcards = is_wild(text), is_tree = !has_wildcards;
    int r = 0;
    *pattern = (struct watch_pattern){0};
    if (text.size == 0 || text.size > WATCH_PATTERN_MAX || *text.data != '/' || memchr(text.data, '\0', text.size))
        return -EINVAL;
    pattern->text = strndup(text.data, text.size);
    if (!pattern->text)
        return -ENOMEM;
    if (text.data[text.size - 1] == '/')
        is_tree = true;
    for (const char *at = pattern->text; r == 0 && *at;) {
        at += *at == '/';
        size_t size = strcspn(at, "/");
        struct slice name = {at, size};
        if (slice_is(name, ".") || slice_is(name, ".."))
            r = -EINVAL;
        else if (size > 0)
            r = add_name(pattern, name);
        at += size;
    }
    if (r == 0 && is_tree)
        r = add_name(pattern, SLICE("**"));
    if (r < 0)
        watch_pattern_clear(pattern);
    return r;
}

void watch_pattern_clear(struct watch_pattern *pattern)
{
    free(pattern->text);
    *pattern = (struct watch_pattern){0};
}

/* Adds the positions that are reached without a name: behind a **. */
static watch_state close_state(const struct watch_pattern *pattern, watch_state state)
{
    for (size_t i = 0; i < pattern->count; i++)
        if (state >> i & 1 && pattern->names[i].is_any_depth)
            state |= (watch_state)1 << (i + 1);
    return state;
}

watch_state watch_pattern_begin(const struct watch_pattern *pattern)
{
    return close_state(pattern, 1);
}

/* Like wildcard_fits(), with ? for one character. Backtracks only to the last *. */
static bool name_fits(struct slice pattern, struct slice name)
{
    size_t at = 0, i = 0, star = SIZE_MAX, begin = 0;
    while (i < name.size) {
        char c = at < pattern.size ? pattern.data[at] : '\0';
        if (c == '*') {
            star = at++;
            begin = i;
        } else if (c == '?') {
            at++;
            do
                i++;
            while (i < name.size && ((unsigned char)name.data[i] & 0xc0) == 0x80);
        } else if (at < pattern.size && c == name.data[i]) {
            at++;
            i++;
        } else if (star != SIZE_MAX) {
            at = star + 1;
            i = ++begin;
        } else {
            return false;
        }
    }
    while (at < pattern.size && pattern.data[at] == '*')
        at++;
    return at == pattern.size;
}

watch_state watch_pattern_step(const struct watch_pattern *pattern, watch_state state, struct slice name)
{
    watch_state next = 0;
    bool is_git = slice_is(name, git);
    for (size_t i = 0; i < pattern->count; i++) {
        if (!(state >> i & 1))
            continue;
        const struct watch_name *wanted = &pattern->names[i];
        if (wanted->is_any_depth)
            next |= is_git ? 0 : (watch_state)1 << i;
        else if (wanted->is_wild ? !is_git && name_fits(wanted->text, name) : slice_equal(wanted->text, name))
            next |= (watch_state)1 << (i + 1);
    }
    return close_state(pattern, next);
}

bool watch_pattern_fits(const struct watch_pattern *pattern, watch_state state)
{
    return state >> pattern->count & 1;
}

bool watch_pattern_continues(const struct watch_pattern *pattern, watch_state state)
{
    return (state & (((watch_state)1 << pattern->count) - 1)) != 0;
}

bool watch_pattern_only(const struct watch_pattern *pattern, watch_state state, struct slice *ret_name)
{
    size_t found = 0;
    for (size_t i = 0; i < pattern->count; i++) {
        if (!(state >> i & 1))
            continue;
        if (pattern->names[i].is_wild)
            return false;
        *ret_name = pattern->names[i].text;
        found++;
    }
    return found == 1;
}
