#include "base/ignore.h"

#include <stdlib.h>

struct rule {
    struct slice pattern; /* without the parts that the flags express */
    bool negated, only_directories;
    bool anchored; /* relative to the directory of its file; otherwise it matches names at any depth */
};

struct ignore {
    const struct ignore *above;
    struct slice directory;
    size_t count;
    struct rule rules[];
};

/* --- parsing --- */

/* Trailing spaces are ignored, unless the last one is escaped with a backslash. */
static struct slice without_end(struct slice line)
{
    if (line.size > 0 && line.data[line.size - 1] == '\r')
        line.size--;
    while (line.size > 0 && line.data[line.size - 1] == ' ' && !(line.size > 1 && line.data[line.size - 2] == '\\'))
        line.size--;
    return line;
}

static void advance(struct slice *text, size_t size)
{
    text->data += size;
    text->size -= size;
}

/* The size of the class that begins here, [a-z] or [!a-z]; 0: it is not terminated. */
static size_t class_size(struct slice pattern)
{
    size_t i = 1;
    i += i < pattern.size && (pattern.data[i] == '!' || pattern.data[i] == '^');
    for (size_t first = i; i < pattern.size; i++) {
        if (pattern.data[i] == ']' && i > first)
            return i + 1;
        i += pattern.data[i] == '\\';
    }
    return 0;
}

/* A pattern with an unterminated class or a trailing backslash matches nothing, as in git. Rejecting it here means that
 * matching never searches for the end of a class in vain. */
static bool is_good(struct slice pattern)
{
    while (pattern.size > 0) {
        size_t size = pattern.data[0] == '[' ? class_size(pattern) : pattern.data[0] == '\\' ? 2 : 1;
        if (size == 0 || size > pattern.size)
            return false;
        advance(&pattern, size);
    }
    return true;
}

/* Returns false if the line has no rule. */
static bool parse(struct slice line, struct rule *ret_rule)
{
    struct rule rule = {0};
    line = without_end(line);
    if (line.size == 0 || line.size > IGNORE_RULE_BYTES_MAX || line.data[0] == '#')
        return false;
    if (line.data[0] == '!') {
        rule.negated = true;
        advance(&line, 1);
    }
    while (line.size > 0 && line.data[line.size - 1] == '/') {
        rule.only_directories = true;
        line.size--;
    }
    if (line.size > 0 && line.data[0] == '/') {
        rule.anchored = true;
        advance(&line, 1);
    }
    rule.anchored = rule.anchored || (line.size > 0 && memchr(line.data, '/', line.size));
    rule.pattern = line;
    *ret_rule = rule;
    return line.size > 0 && is_good(line);
}

static struct slice next_line(struct slice *text)
{
    const char *end = memchr(text->data, '\n', text->size);
    struct slice line = {text->data, end ? (size_t)(end - text->data) : text->size};
    advance(text, line.size + (end ? 1 : 0));
    return line;
}

static size_t count_lines(struct slice text)
{
    size_t count = 0;
    while (text.size > 0 && count < IGNORE_RULES_MAX) {
        (void)next_line(&text);
        count++;
    }
    return count;
}

struct ignore *ignore_new(const struct ignore *above, struct slice directory, struct slice text)
{
    if (text.size > IGNORE_BYTES_MAX)
        text.size = IGNORE_BYTES_MAX;
    size_t lines = count_lines(text), head = sizeof(struct ignore) + lines * sizeof(struct rule);
    struct ignore *ignore = malloc(head + directory.size + text.size);
    if (!ignore)
        return NULL;
    char *copy = (char *)ignore + head;
    slice_copy(copy, directory);
    slice_copy(copy + directory.size, text);
    *ignore = (struct ignore){.above = above, .directory = {copy, directory.size}};
    struct slice left = {copy + directory.size, text.size};
    for (size_t i = 0; i < lines; i++)
        ignore->count += parse(next_line(&left), &ignore->rules[ignore->count]);
    return ignore;
}

struct ignore *ignore_free(struct ignore *ignore)
{
    free(ignore);
    return NULL;
}

/* --- matching --- */

/* The size of the class in the pattern. */
static size_t match_class(struct slice pattern, unsigned char c, bool *ret_matches)
{
    size_t i = 1;
    bool negated = pattern.data[i] == '!' || pattern.data[i] == '^', found = false;
    i += negated;
    for (size_t first = i; pattern.data[i] != ']' || i == first; i++) {
        i += pattern.data[i] == '\\';
        unsigned char low = (unsigned char)pattern.data[i], high = low;
        if (pattern.data[i + 1] == '-' && pattern.data[i + 2] != ']') {
            i += 2;
            i += pattern.data[i] == '\\';
            high = (unsigned char)pattern.data[i];
        }
        found = found || (low <= c && c <= high);
    }
    *ret_matches = found != negated;
    return i + 1;
}

/* The size of the part of the pattern that matches this byte; 0: it does not match. */
static size_t match_byte(struct slice pattern, char c)
{
    bool matches = false;
    if (pattern.size == 0)
        return 0;
    if (pattern.data[0] == '?')
        return 1;
    if (pattern.data[0] == '[') {
        size_t size = match_class(pattern, (unsigned char)c, &matches);
        return matches ? size : 0;
    }
    if (pattern.data[0] == '\\')
        return pattern.data[1] == c ? 2 : 0;
    return pattern.data[0] == c ? 1 : 0;
}

/* Matches a name against a part of a pattern, both without slashes. Backtracks only to the last star: the parts before
 * it have matched at the earliest position. */
static bool match_name(struct slice pattern, struct slice name)
{
    struct slice star = {0}, star_name = {0};
    for (;;) {
        if (pattern.size > 0 && pattern.data[0] == '*') {
            advance(&pattern, 1);
            star = pattern;
            star_name = name;
            continue;
        }
        size_t size = name.size > 0 ? match_byte(pattern, name.data[0]) : 0;
        if (size > 0) {
            advance(&pattern, size);
            advance(&name, 1);
        } else if (name.size == 0 && pattern.size == 0) {
            return true;
        } else if (star.data && star_name.size > 0) {
            advance(&star_name, 1);
            pattern = star;
            name = star_name;
        } else {
            return false;
        }
    }
}

static struct slice next_piece(struct slice *path)
{
    const char *end = memchr(path->data, '/', path->size);
    struct slice piece = {path->data, end ? (size_t)(end - path->data) : path->size};
    advance(path, piece.size + (end ? 1 : 0));
    return piece;
}

/* The same for a pattern: a slash inside a class matches nothing. */
static struct slice next_pattern(struct slice *pattern)
{
    struct slice piece = {pattern->data, 0};
    while (piece.size < pattern->size && pattern->data[piece.size] != '/') {
        struct slice rest = {pattern->data + piece.size, pattern->size - piece.size};
        piece.size += rest.data[0] == '[' ? class_size(rest) : rest.data[0] == '\\' && rest.data[1] != '/' ? 2 : 1;
    }
    advance(pattern, piece.size + (piece.size < pattern->size ? 1 : 0));
    return piece;
}

/* The same for components instead of bytes: ** matches any number of them, at the end at least one. */
static bool match_path(struct slice pattern, struct slice path)
{
    struct slice star = {0}, star_path = {0};
    bool has_star = false;
    for (;;) {
        struct slice rest = pattern, left = path;
        struct slice piece = rest.size > 0 ? next_pattern(&rest) : (struct slice){0};
        if (slice_is(piece, "**")) {
            if (rest.size == 0)
                return path.size > 0;
            pattern = star = rest;
            star_path = path;
            has_star = true;
        } else if (piece.data && path.size > 0 && match_name(piece, next_piece(&left))) {
            pattern = rest;
            path = left;
        } else if (!piece.data && path.size == 0) {
            return true;
        } else if (has_star && star_path.size > 0) {
            (void)next_piece(&star_path);
            pattern = star;
            path = star_path;
        } else {
            return false;
        }
    }
}

static struct slice last_piece(struct slice path)
{
    const char *slash = memrchr(path.data, '/', path.size);
    if (slash)
        advance(&path, (size_t)(slash - path.data) + 1);
    return path;
}

/* The work so far: bytes of patterns that were compared with a path. */
struct work {
    size_t bytes;
    bool (*goes_on)(void *user); /* NULL: never stops */
    void *user;
};

enum { LOOK_BYTES = 8 << 10 }; /* between two calls of goes_on: some milliseconds at most */

static bool may_go_on(struct work *work, const struct rule *rule)
{
    work->bytes += rule->pattern.size;
    if (work->bytes < LOOK_BYTES || !work->goes_on)
        return true;
    work->bytes = 0;
    return work->goes_on(work->user);
}

static enum ignore_verdict judge(const struct ignore *ignore, struct slice path, bool is_directory, struct work *work)
{
    size_t head = ignore->directory.size > 0 ? ignore->directory.size + 1 : 0;
    if (path.size <= head || !slice_starts_with(path, ignore->directory) || (head > 0 && path.data[head - 1] != '/'))
        return IGNORE_SILENT;
    struct slice name = last_piece(path);
    advance(&path, head);
    for (size_t i = ignore->count; i-- > 0;) {
        const struct rule *rule = &ignore->rules[i];
        if (rule->only_directories && !is_directory)
            continue;
        if (!may_go_on(work, rule))
            return IGNORE_STOPPED;
        if (rule->anchored ? match_path(rule->pattern, path) : match_name(rule->pattern, name))
            return rule->negated ? IGNORE_NO : IGNORE_YES;
    }
    return IGNORE_SILENT;
}

enum ignore_verdict ignore_ask_while(const struct ignore *ignore, struct slice path, bool is_directory,
                                     bool (*goes_on)(void *user), void *user)
{
    struct work work = {.goes_on = goes_on, .user = user};
    enum ignore_verdict verdict = IGNORE_SILENT;
    for (; ignore && verdict == IGNORE_SILENT; ignore = ignore->above)
        verdict = judge(ignore, path, is_directory, &work);
    return verdict;
}

enum ignore_verdict ignore_ask(const struct ignore *ignore, struct slice path, bool is_directory)
{
    return ignore_ask_while(ignore, path, is_directory, NULL, NULL);
}
