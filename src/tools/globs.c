#include "tools/globs.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { PATTERN_MAX = 1024, WORDS = GLOBS_TOKENS_MAX / 64 };

enum kind {
    BYTE,
    ANY,        /* ?: one character */
    CLASS,      /* […] */
    STAR,       /* within a name */
    FOLDERS,    /* ** and a slash: zero or more directories */
    FOLDERS_IN, /* inside one of those directories */
    EVERYTHING, /* ** at the end */
};

/* --- tokens --- */

/* The end of the class that begins at `at`; 0: it is not terminated, and [ is literal. */
static size_t class_end(const char *text, size_t at)
{
    size_t i = at + 1;
    if (text[i] == '!' || text[i] == '^')
        i++;
    if (text[i] == ']')
        i++;
    for (; text[i] && text[i] != ']'; i++)
        if (text[i] == '\\' && text[i + 1])
            i++;
    return text[i] == ']' ? i + 1 : 0;
}

static int add(struct glob_plain *plain, struct glob_token token)
{
    if (plain->count == GLOBS_TOKENS_MAX - 1)
        return -EINVAL;
    plain->tokens[plain->count++] = token;
    return 0;
}

/* Reads the stars at `at`; *ret_next is after them. */
static int add_stars(struct glob_plain *plain, size_t at, size_t *ret_next)
{
    const char *text = plain->text;
    size_t end = at + strspn(text + at, "*");
    bool begins = at == 0 || text[at - 1] == '/';
    *ret_next = end;
    if (end - at == 2 && begins && text[end] == '/') {
        *ret_next = end + 1;
        int r = add(plain, (struct glob_token){.kind = FOLDERS});
        return r < 0 ? r : add(plain, (struct glob_token){.kind = FOLDERS_IN});
    }
    if (end - at == 2 && begins && text[end] == '\0')
        return add(plain, (struct glob_token){.kind = EVERYTHING});
    return add(plain, (struct glob_token){.kind = STAR});
}

static int compile(struct glob_plain *plain, struct slice pattern)
{
    plain->text = pattern.data ? strndup(pattern.data, pattern.size) : NULL;
    plain->tokens = calloc(GLOBS_TOKENS_MAX, sizeof *plain->tokens);
    if (!plain->text || !plain->tokens)
        return -ENOMEM;
    int r = 0;
    for (size_t i = 0; r == 0 && plain->text[i];) {
        char c = plain->text[i];
        size_t end = c == '[' ? class_end(plain->text, i) : 0;
        if (c == '*') {
            r = add_stars(plain, i, &i);
        } else if (end > 0) {
            r = add(plain, (struct glob_token){
                               .kind = CLASS, .from = (unsigned short)(i + 1), .end = (unsigned short)(end - 1)});
            i = end;
        } else if (c == '?') {
            r = add(plain, (struct glob_token){.kind = ANY});
            i++;
        } else {
            i += c == '\\' && plain->text[i + 1];
            r = add(plain, (struct glob_token){.kind = BYTE, .byte = (unsigned char)plain->text[i]});
            i++;
        }
    }
    return r;
}

/* --- braces --- */

/* Finds the first pair of braces. Returns false if there is none. */
static bool find_braces(struct slice text, size_t *ret_from, size_t *ret_end)
{
    int depth = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\\') {
            i++;
        } else if (text.data[i] == '{') {
            if (depth++ == 0)
                *ret_from = i;
        } else if (text.data[i] == '}' && depth > 0 && --depth == 0) {
            *ret_end = i;
            return true;
        }
    }
    return false;
}

/* The end of a part: the comma or the closing brace. */
static size_t part_end(struct slice text, size_t from, size_t end)
{
    int depth = 0;
    for (size_t i = from; i < end; i++) {
        if (text.data[i] == '\\')
            i++;
        else if (text.data[i] == '{')
            depth++;
        else if (text.data[i] == '}')
            depth--;
        else if (text.data[i] == ',' && depth == 0)
            return i;
    }
    return end;
}

static int expand(struct globs *globs, struct slice pattern, bool braces, int depth)
{
    enum { NESTED_MAX = 8 };
    size_t from = 0, end = 0;
    if (pattern.size > PATTERN_MAX || depth > NESTED_MAX)
        return -EINVAL;
    if (!braces || !find_braces(pattern, &from, &end)) {
        if (globs->count == GLOBS_BRACES_MAX)
            return -EINVAL;
        return compile(&globs->items[globs->count++], pattern);
    }
    int r = 0;
    for (size_t at = from + 1; r == 0 && at <= end;) {
        size_t next = part_end(pattern, at, end);
        struct buf one = BUF_LIMITED(PATTERN_MAX + 1);
        (void)buf_append(&one, pattern.data, from);
        (void)buf_append(&one, pattern.data + at, next - at);
        (void)buf_append(&one, pattern.data + end + 1, pattern.size - end - 1);
        r = one.error || !one.data ? -ENOMEM : expand(globs, buf_slice(&one), braces, depth + 1);
        buf_clear(&one);
        at = next + 1;
    }
    return r;
}

int globs_init(struct globs *globs, struct slice pattern, bool braces)
{
    *globs = (struct globs){.by_name = pattern.size > 0 && !memchr(pattern.data, '/', pattern.size)};
    if (pattern.size == 0 || memchr(pattern.data, '\0', pattern.size))
        return -EINVAL;
    while (pattern.size > 0 && pattern.data[0] == '/') {
        pattern.data++;
        pattern.size--;
    }
    int r = expand(globs, pattern, braces, 0);
    if (r < 0)
        globs_clear(globs);
    return r;
}

void globs_clear(struct globs *globs)
{
    for (size_t i = 0; i < globs->count; i++) {
        free(globs->items[i].text);
        free(globs->items[i].tokens);
    }
    *globs = (struct globs){0};
}

/* --- matching, with a set of positions in the pattern --- */

struct positions {
    uint64_t words[WORDS];
};

static bool has(const struct positions *positions, size_t at)
{
    return positions->words[at / 64] >> (at % 64) & 1;
}

/* Adds a position, and those that are reachable from it without input. */
static void set(const struct glob_plain *plain, struct positions *positions, size_t at)
{
    if (has(positions, at))
        return;
    positions->words[at / 64] |= UINT64_C(1) << (at % 64);
    if (at == plain->count)
        return;
    unsigned char kind = plain->tokens[at].kind;
    if (kind == STAR || kind == EVERYTHING) {
        set(plain, positions, at + 1);
    } else if (kind == FOLDERS) {
        set(plain, positions, at + 1);
        set(plain, positions, at + 2);
    }
}

static bool is_in_class(const struct glob_plain *plain, const struct glob_token *token, unsigned char byte)
{
    const unsigned char *text = (const unsigned char *)plain->text;
    size_t i = token->from;
    bool negated = text[i] == '!' || text[i] == '^', found = false;
    for (i += negated; i < token->end; i++) {
        i += text[i] == '\\' && i + 1 < token->end;
        unsigned char low = text[i], high = low;
        if (i + 2 < token->end && text[i + 1] == '-') {
            high = text[i + 2];
            i += 2;
        }
        found = found || (byte >= low && byte <= high);
    }
    return found != negated;
}

static void step(const struct glob_plain *plain, const struct positions *now, struct positions *next,
                 unsigned char byte)
{
    for (size_t i = 0; i <= plain->count; i++) {
        if (!has(now, i))
            continue;
        /* a continuation byte of a character that matched ? */
        if (i > 0 && plain->tokens[i - 1].kind == ANY && (byte & 0xc0) == 0x80)
            set(plain, next, i);
        if (i == plain->count)
            continue;
        const struct glob_token *token = &plain->tokens[i];
        bool is_slash = byte == '/';
        if ((token->kind == BYTE && token->byte == byte) || (token->kind == ANY && !is_slash) ||
            (token->kind == CLASS && !is_slash && is_in_class(plain, token, byte)))
            set(plain, next, i + 1);
        else if ((token->kind == STAR && !is_slash) || token->kind == EVERYTHING)
            set(plain, next, i);
        else if (token->kind == FOLDERS_IN)
            set(plain, next, is_slash ? i - 1 : i);
    }
}

static bool match_one(const struct glob_plain *plain, struct slice text)
{
    struct positions now = {0};
    set(plain, &now, 0);
    for (size_t i = 0; i < text.size; i++) {
        struct positions next = {0};
        step(plain, &now, &next, (unsigned char)text.data[i]);
        now = next;
    }
    return has(&now, plain->count);
}

bool globs_match(const struct globs *globs, struct slice path)
{
    const char *slash = globs->by_name && path.size > 0 ? memrchr(path.data, '/', path.size) : NULL;
    if (slash)
        path = (struct slice){slash + 1, (size_t)(path.data + path.size - slash - 1)};
    for (size_t i = 0; i < globs->count; i++)
        if (match_one(&globs->items[i], path))
            return true;
    return false;
}
