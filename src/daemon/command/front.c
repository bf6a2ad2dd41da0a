#include "daemon/command/front.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

enum { VALUE_MAX = 4096 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct slice trimmed(struct slice text)
{
    while (text.size > 0 && is_blank(text.data[0]))
        text = (struct slice){text.data + 1, text.size - 1};
    while (text.size > 0 && is_blank(text.data[text.size - 1]))
        text.size--;
    return text;
}

/* Without its newline. */
static struct slice take_line(struct slice *rest)
{
    const char *end = rest->size > 0 ? memchr(rest->data, '\n', rest->size) : NULL;
    struct slice line = {rest->data, end ? (size_t)(end - rest->data) : rest->size};
    size_t taken = line.size + (end ? 1 : 0);
    *rest = (struct slice){rest->data + taken, rest->size - taken};
    return line;
}

static bool is_fence(struct slice line)
{
    return slice_is(trimmed(line), "---") && line.data[0] == '-';
}

static struct slice without_quotes(struct slice value)
{
    bool quoted = value.size > 1 && (value.data[0] == '"' || value.data[0] == '\'') &&
                  value.data[value.size - 1] == value.data[0];
    return quoted ? (struct slice){value.data + 1, value.size - 2} : value;
}

static bool is_folded(struct slice value)
{
    return value.size > 0 && value.size <= 2 && (value.data[0] == '>' || value.data[0] == '|');
}

/* The indented lines that follow, joined by spaces. */
static int join(struct arena *arena, struct slice *rest, struct slice *ret_value)
{
    char *joined = arena_zeroed(arena, VALUE_MAX);
    size_t size = 0;
    if (!joined)
        return -ENOMEM;
    while (rest->size > 0 && (is_blank(rest->data[0]) || rest->data[0] == '\n')) {
        struct slice line = trimmed(take_line(rest));
        if (line.size == 0 || size + line.size + 1 > VALUE_MAX)
            continue;
        if (size > 0)
            joined[size++] = ' ';
        memcpy(joined + size, line.data, line.size);
        size += line.size;
    }
    *ret_value = (struct slice){joined, size};
    return 0;
}

static int take_field(struct arena *arena, struct slice line, struct slice *rest, struct command_front *front)
{
    const struct {
        const char *key;
        struct slice *value;
    } known[] = {{"name", &front->name}, {"description", &front->description}, {"argument-hint", &front->hint}};
    const char *colon = line.size > 0 ? memchr(line.data, ':', line.size) : NULL;
    if (!colon || is_blank(line.data[0]) || line.data[0] == '#')
        return 0;
    struct slice key = trimmed((struct slice){line.data, (size_t)(colon - line.data)});
    struct slice value = trimmed((struct slice){colon + 1, line.size - (size_t)(colon + 1 - line.data)});
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!slice_is(key, known[i].key))
            continue;
        if (is_folded(value))
            return join(arena, rest, known[i].value);
        *known[i].value = without_quotes(value);
    }
    return 0;
}

int command_front_read(struct arena *arena, struct slice text, struct command_front *ret_front)
{
    struct command_front front = {.body = text};
    struct slice rest = text;
    int r = 0;
    if (text.size == 0 || !is_fence(take_line(&rest))) {
        *ret_front = front;
        return 0;
    }
    while (r == 0 && rest.size > 0) {
        struct slice line = take_line(&rest);
        if (line.size > 0 && is_fence(line)) {
            front.body = rest;
            *ret_front = front;
            return 0;
        }
        r = take_field(arena, line, &rest, &front);
    }
    if (r == 0)
        *ret_front = (struct command_front){.body = text}; /* it has no end: it is none */
    return r;
}
