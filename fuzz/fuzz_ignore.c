/* Fuzzes the rules of a .gitignore with a path after a NUL, and compares the result with a backtracking matcher. */
#include "base/ignore.h"
#include "fuzz.h"

enum { PATTERN_SIDE = 64, PATH_SIDE = 64 };

/* --- backtracking matcher for NUL-terminated texts --- */

/* Returns the position after the class; NULL: it is not closed. */
static const char *try_class(const char *at, unsigned char c, bool *ret_fits)
{
    bool negated = at[1] == '!' || at[1] == '^', fits = false;
    at += negated ? 2 : 1;
    for (bool first = true; first || *at != ']'; first = false) {
        if (*at == '\\')
            at++;
        if (*at == '\0')
            return NULL;
        unsigned char low = (unsigned char)*at++, high = low;
        if (at[0] == '-' && at[1] != ']') {
            at += at[1] == '\\' ? 2 : 1;
            if (*at == '\0')
                return NULL;
            high = (unsigned char)*at++;
        }
        fits = fits || (c >= low && c <= high);
    }
    *ret_fits = c != '/' && fits != negated;
    return at + 1;
}

/* Whether the whole pattern is valid. */
static bool is_good(const char *at)
{
    bool fits = false;
    while (at && *at) {
        if (*at == '\\' && at[1] == '\0')
            return false;
        at = *at == '[' ? try_class(at, 'x', &fits) : at + (*at == '\\' ? 2 : 1);
    }
    return at != NULL;
}

static char pattern_text[PATTERN_SIDE + 1], path_text[PATH_SIDE + 1];
static bool failed[2][PATTERN_SIDE + 1][PATH_SIDE + 1]; /* combinations that do not match */

static bool try_here(const char *pattern, const char *path, bool begins);

static bool try(const char *pattern, const char *path, bool begins)
{
    bool *vain = &failed[begins][pattern - pattern_text][path - path_text];
    *vain = *vain || !try_here(pattern, path, begins);
    return !*vain;
}

static bool try_here(const char *pattern, const char *path, bool begins)
{
    bool fits = false;
    if (begins && pattern[0] == '*' && pattern[1] == '*' && pattern[2] == '/') {
        const char *slash = strchr(path, '/');
        return try(pattern + 3, path, true) || (slash && try(pattern, slash + 1, true));
    }
    if (begins && strcmp(pattern, "**") == 0)
        return *path != '\0';
    switch (*pattern) {
    case '\0':
        return *path == '\0';
    case '*':
        return try(pattern + 1, path, false) || (*path && *path != '/' && try(pattern, path + 1, false));
    case '?':
        return *path && *path != '/' && try(pattern + 1, path + 1, false);
    case '[':
        pattern = try_class(pattern, (unsigned char)*path, &fits);
        return *path && fits && try(pattern, path + 1, false);
    case '\\':
        pattern++;
        break;
    default:
        break;
    }
    return *pattern == *path && try(pattern + 1, path + 1, *pattern == '/');
}

/* --- a single rule without flags --- */

static bool is_plain(const char *path)
{
    size_t size = strlen(path);
    return size > 0 && path[0] != '/' && path[size - 1] != '/' && !strstr(path, "//");
}

static void compare(struct slice rule, struct slice path)
{
    char *pattern = pattern_text, *text = path_text;
    if (rule.size == 0 || rule.size > PATTERN_SIDE || path.size > PATH_SIDE || memchr(rule.data, '\n', rule.size) ||
        strchr("#!/", rule.data[0]) || strchr("/ \r", rule.data[rule.size - 1]))
        return;
    memcpy(pattern, rule.data, rule.size);
    pattern[rule.size] = '\0';
    memcpy(text, path.data, path.size);
    text[path.size] = '\0';
    if (strlen(text) != path.size || !is_plain(text) || strstr(pattern, "\\/"))
        return;
    const char *slash = strrchr(text, '/'), *about = strchr(pattern, '/') || !slash ? text : slash + 1;
    struct ignore *ignore = ignore_new(NULL, SLICE(""), rule);
    must(ignore);
    memset(failed, 0, sizeof failed);
    /* Without a slash in the pattern, ** is like *. */
    bool expected = is_good(pattern) && try(pattern, about, strchr(pattern, '/') != NULL);
    must((ignore_ask(ignore, path, false) == IGNORE_YES) == expected);
    ignore_free(ignore);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *all = (const char *)data, *end = size > 0 ? memchr(all, '\0', size) : NULL;
    if (!end)
        return 0;
    struct slice rules = {all, (size_t)(end - all)}, path = {end + 1, size - rules.size - 1};
    struct ignore *above = ignore_new(NULL, SLICE(""), rules), *below = ignore_new(above, SLICE("a"), rules);
    must(above && below);
    (void)ignore_ask(below, path, true);
    (void)ignore_ask(above, path, false);
    ignore_free(below);
    ignore_free(above);
    compare(rules, path);
    return 0;
}
