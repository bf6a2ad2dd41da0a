/* A pattern is a nondeterministic automaton with a state for each position; a bit set holds the current states. Each
 * byte of the text advances all states, 64 at a time, without backtracking. */
#include "judge/pattern.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

enum { ROW_MAX = JUDGE_PATTERN_MAX / 64 + 1 };

enum place {
    PLACE_BYTE,
    PLACE_LEAD, /* for ?: the first byte of a character */
    PLACE_TAIL, /* for ?: the following bytes, if any */
    PLACE_STAR,
    PLACE_STARS,
};

struct judge_pattern {
    size_t count;   /* positions; the state after the last one accepts */
    size_t row;     /* words of a state set */
    size_t prefix;  /* the number of literal bytes at the start */
    bool any_end;   /* only ** follows the prefix */
    char *bytes;    /* the prefix */
    uint64_t *sets; /* state sets: states that stay at a /, at another byte, at a tail byte; states that can be skipped;
                       one set for each class of bytes */
    uint16_t *class_of; /* class of each byte; set together with `sets` */
};

enum { STAY_SLASH, STAY_PLAIN, STAY_TAIL, SKIP, CLASSES };

struct position_list {
    unsigned char kinds[JUDGE_PATTERN_MAX + 1];
    char bytes[JUDGE_PATTERN_MAX + 1];
    size_t count;
};

static bool is_tail(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

static bool is_star(unsigned char kind)
{
    return kind == PLACE_STAR || kind == PLACE_STARS;
}

/* --- parsing --- */

static int put(struct position_list *list, enum place kind, char byte)
{
    if (list->count == JUDGE_PATTERN_MAX)
        return -E2BIG;
    list->kinds[list->count] = (unsigned char)kind;
    list->bytes[list->count++] = byte;
    return 0;
}

/* Two skippable positions never follow each other, so a look-ahead of one is enough: adjacent stars are merged, and a
 * star covers the optional bytes of a ? before it. */
static int put_star(struct position_list *list, enum place kind)
{
    if (list->count > 0) {
        unsigned char *last = &list->kinds[list->count - 1];
        if (*last == PLACE_TAIL)
            list->count--;
        else if (is_star(*last)) {
            *last = *last == PLACE_STARS ? PLACE_STARS : (unsigned char)kind;
            return 0;
        }
    }
    return put(list, kind, 0);
}

static int read_places(struct slice text, struct position_list *list)
{
    int r = 0;
    list->count = 0;
    for (size_t i = 0; i < text.size && r == 0; i++) {
        char c = text.data[i];
        if (c == '*' && i + 1 < text.size && text.data[i + 1] == '*') {
            i++;
            r = put_star(list, PLACE_STARS);
        } else if (c == '*') {
            r = put_star(list, PLACE_STAR);
        } else if (c == '?') {
            r = put(list, PLACE_LEAD, 0);
            if (r == 0)
                r = put(list, PLACE_TAIL, 0);
        } else if (c == '\\') {
            r = ++i < text.size ? put(list, PLACE_BYTE, text.data[i]) : -EINVAL;
        } else {
            r = put(list, PLACE_BYTE, c);
        }
    }
    return r;
}

/* --- compiling --- */

static size_t number_classes(struct judge_pattern *pattern, const struct position_list *list)
{
    bool named[256] = {false};
    size_t count = 2; /* the bytes that the pattern does not name: those that ? matches, and the others */
    for (size_t i = 0; i < list->count; i++)
        if (list->kinds[i] == PLACE_BYTE)
            named[(unsigned char)list->bytes[i]] = true;
    for (size_t c = 0; c < 256; c++) {
        bool fits = c != '/' && !is_tail((unsigned char)c);
        if (!named[c])
            pattern->class_of[c] = fits ? 0 : 1;
        else
            pattern->class_of[c] = (uint16_t)count++;
    }
    return count;
}

static uint64_t *set_of(const struct judge_pattern *pattern, size_t number)
{
    return pattern->sets + number * pattern->row;
}

static void add_place(struct judge_pattern *pattern, const struct position_list *list, size_t at)
{
    size_t word = at / 64;
    uint64_t bit = (uint64_t)1 << at % 64;
    unsigned char kind = list->kinds[at];
    if (kind == PLACE_BYTE) {
        set_of(pattern, CLASSES + pattern->class_of[(unsigned char)list->bytes[at]])[word] |= bit;
    } else if (kind == PLACE_LEAD) {
        set_of(pattern, CLASSES)[word] |= bit;
        for (size_t c = 0; c < 256; c++)
            if (pattern->class_of[c] >= 2 && c != '/' && !is_tail((unsigned char)c))
                set_of(pattern, CLASSES + pattern->class_of[c])[word] |= bit;
    } else {
        set_of(pattern, SKIP)[word] |= bit;
        set_of(pattern, STAY_TAIL)[word] |= bit;
        if (is_star(kind))
            set_of(pattern, STAY_PLAIN)[word] |= bit;
        if (kind == PLACE_STARS)
            set_of(pattern, STAY_SLASH)[word] |= bit;
    }
}

static int fill(struct judge_pattern *pattern, const struct position_list *list)
{
    pattern->count = list->count;
    pattern->row = list->count / 64 + 1;
    while (pattern->prefix < list->count && list->kinds[pattern->prefix] == PLACE_BYTE)
        pattern->prefix++;
    pattern->any_end = pattern->prefix + 1 == list->count && list->kinds[pattern->prefix] == PLACE_STARS;
    pattern->bytes = malloc(pattern->prefix + 1);
    if (!pattern->bytes)
        return -ENOMEM;
    memcpy(pattern->bytes, list->bytes, pattern->prefix);
    pattern->bytes[pattern->prefix] = '\0';
    if (pattern->prefix == list->count || pattern->any_end)
        return 0;
    pattern->class_of = calloc(256, sizeof *pattern->class_of);
    if (!pattern->class_of)
        return -ENOMEM;
    size_t classes = number_classes(pattern, list);
    pattern->sets = calloc((CLASSES + classes) * pattern->row, sizeof *pattern->sets);
    if (!pattern->sets)
        return -ENOMEM;
    for (size_t i = 0; i < list->count; i++)
        add_place(pattern, list, i);
    return 0;
}

int judge_pattern_new(struct slice text, struct judge_pattern **ret_pattern)
{
    struct position_list *list = malloc(sizeof *list);
    struct judge_pattern *pattern = calloc(1, sizeof *pattern);
    int r = list && pattern ? read_places(text, list) : -ENOMEM;
    if (r == 0)
        r = fill(pattern, list);
    free(list);
    if (r < 0) {
        judge_pattern_free(pattern);
        return r;
    }
    *ret_pattern = pattern;
    return 0;
}

struct judge_pattern *judge_pattern_free(struct judge_pattern *pattern)
{
    if (pattern) {
        free(pattern->bytes);
        free(pattern->class_of);
        free(pattern->sets);
        free(pattern);
    }
    return NULL;
}

/* --- matching --- */

/* Adds the successor of every state that can be skipped. */
static void skip_ahead(const struct judge_pattern *pattern, uint64_t *states)
{
    const uint64_t *skip = set_of(pattern, SKIP);
    uint64_t carry = 0;
    for (size_t w = 0; w < pattern->row; w++) {
        uint64_t over = states[w] & skip[w];
        states[w] |= over << 1 | carry;
        carry = over >> 63;
    }
}

static bool move(const struct judge_pattern *pattern, uint64_t *states, unsigned char byte)
{
    const uint64_t *stay = set_of(pattern, byte == '/' ? STAY_SLASH : is_tail(byte) ? STAY_TAIL : STAY_PLAIN);
    const uint64_t *step = set_of(pattern, CLASSES + pattern->class_of[byte]);
    const uint64_t *skip = set_of(pattern, SKIP);
    uint64_t carry = 0, carry_skip = 0, alive = 0;
    for (size_t w = 0; w < pattern->row; w++) {
        uint64_t moved = states[w] & step[w];
        uint64_t next = (states[w] & stay[w]) | moved << 1 | carry;
        uint64_t over = next & skip[w];
        carry = moved >> 63;
        next |= over << 1 | carry_skip;
        carry_skip = over >> 63;
        states[w] = next;
        alive |= next;
    }
    return alive != 0;
}

/* The states after the text, which starts after the prefix. Returns false if there are none. */
static bool run(const struct judge_pattern *pattern, struct slice text, uint64_t *states, size_t *steps)
{
    memset(states, 0, pattern->row * sizeof *states);
    states[pattern->prefix / 64] = (uint64_t)1 << pattern->prefix % 64;
    skip_ahead(pattern, states);
    for (size_t i = 0; i < text.size; i++) {
        *steps += pattern->row;
        if (!move(pattern, states, (unsigned char)text.data[i]))
            return false;
    }
    return true;
}

static bool has_prefix(const struct judge_pattern *pattern, struct slice text)
{
    return text.size >= pattern->prefix &&
           (pattern->prefix == 0 || memcmp(text.data, pattern->bytes, pattern->prefix) == 0);
}

bool judge_pattern_count(const struct judge_pattern *pattern, struct slice text, size_t *steps)
{
    uint64_t states[ROW_MAX];
    if (!has_prefix(pattern, text))
        return false;
    struct slice rest = {text.data + pattern->prefix, text.size - pattern->prefix};
    if (pattern->any_end)
        return true;
    if (!pattern->sets)
        return rest.size == 0;
    return run(pattern, rest, states, steps) && states[pattern->count / 64] >> pattern->count % 64 & 1;
}

bool judge_pattern_matches(const struct judge_pattern *pattern, struct slice text)
{
    size_t steps = 0;
    return judge_pattern_count(pattern, text, &steps);
}

bool judge_pattern_may_begin(const struct judge_pattern *pattern, struct slice text)
{
    uint64_t states[ROW_MAX];
    size_t steps = 0;
    if (text.size <= pattern->prefix)
        return text.size == 0 || memcmp(text.data, pattern->bytes, text.size) == 0;
    if (!has_prefix(pattern, text))
        return false;
    struct slice rest = {text.data + pattern->prefix, text.size - pattern->prefix};
    return pattern->any_end || (pattern->sets && run(pattern, rest, states, &steps));
}

bool judge_pattern_is_plain(const struct judge_pattern *pattern, struct slice *ret_text)
{
    if (pattern->sets || pattern->any_end)
        return false;
    *ret_text = (struct slice){pattern->bytes, pattern->prefix};
    return true;
}
