#include "mcp/pattern.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

/* A pattern becomes a tree, the tree a program, and all positions that the program can be at move through the text
 * together: each character costs at most one visit of each instruction. */
enum {
    NODES_MAX = 256,
    SETS_MAX = 24,
    RANGES_MAX = 32,
    STEPS_MAX = 512,
    EMITTED_MAX = 4096,
    NESTING_MAX = 24,
    REPEAT_MAX = 256,
    LAST = 0x10ffff,
    STEPS_PER_WORK = 16,
    FOREVER = 0xffff,
};

enum kind { EMPTY, CHARACTER, SET, START, END, WORD_EDGE, WORD_INSIDE, SEQUENCE, CHOICE, REPEAT };

struct node {
    enum kind kind;
    uint32_t c;           /* CHARACTER */
    uint16_t a, b;        /* nodes; SET: a */
    uint16_t least, most; /* REPEAT */
};

struct range {
    uint32_t first, last;
};

struct set {
    struct range ranges[RANGES_MAX];
    size_t count;
    bool negated;
};

enum operation { TAKE_CHARACTER, TAKE_SET, FORK, JUMP, ASSERT, FOUND };

struct step {
    enum operation operation;
    uint32_t c; /* character, set, or kind of the assertion */
    uint16_t a, b;
};

struct regex {
    struct slice left; /* of the pattern */
    struct node nodes[NODES_MAX];
    size_t node_count;
    struct set sets[SETS_MAX];
    size_t set_count;
    size_t nesting;
    struct step steps[STEPS_MAX];
    size_t step_count;
    size_t emitted; /* nodes: repetitions of nothing make no steps */
    bool failed;    /* not a pattern that can be decided here */
};

/* --- characters --- */

/* The text is valid UTF-8; a wrong byte counts as a character. */
static uint32_t take(struct slice *text)
{
    unsigned char c = (unsigned char)text->data[0];
    size_t size = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
    uint32_t value = size == 1 ? c : c & (0xffu >> (size + 1));
    if (size > text->size)
        size = 1;
    for (size_t i = 1; i < size; i++)
        value = value << 6 | ((unsigned char)text->data[i] & 0x3f);
    *text = (struct slice){text->data + size, text->size - size};
    return value;
}

static bool is_word(uint32_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

/* --- parsing --- */

static uint16_t fail(struct regex *regex)
{
    regex->failed = true;
    regex->left.size = 0;
    return 0;
}

static uint16_t add_node(struct regex *regex, struct node node)
{
    if (regex->node_count == NODES_MAX)
        return fail(regex);
    regex->nodes[regex->node_count] = node;
    return (uint16_t)regex->node_count++;
}

static bool next_is(struct regex *regex, char c)
{
    return regex->left.size > 0 && regex->left.data[0] == c;
}

static bool skip(struct regex *regex, char c)
{
    if (!next_is(regex, c))
        return false;
    regex->left = (struct slice){regex->left.data + 1, regex->left.size - 1};
    return true;
}

static void add_range(struct regex *regex, struct set *set, uint32_t first, uint32_t last)
{
    if (set->count == RANGES_MAX || first > last) {
        (void)fail(regex);
        return;
    }
    set->ranges[set->count++] = (struct range){first, last};
}

static const struct range digits[] = {{'0', '9'}}, words[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}},
                          blanks[] = {{'\t', '\r'},     {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680},
                                      {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f},
                                      {0x3000, 0x3000}, {0xfeff, 0xfeff}};

/* \d, \w, \s, and what they leave out. Returns false if it is none of these. */
static bool add_class(struct regex *regex, struct set *set, uint32_t letter)
{
    const struct range *ranges;
    size_t count;
    uint32_t lower = letter | 0x20;
    if (lower == 'd')
        ranges = digits, count = sizeof digits / sizeof *digits;
    else if (lower == 'w')
        ranges = words, count = sizeof words / sizeof *words;
    else if (lower == 's')
        ranges = blanks, count = sizeof blanks / sizeof *blanks;
    else
        return false;
    uint32_t next = 0;
    for (size_t i = 0; i < count; i++) {
        if (letter == lower)
            add_range(regex, set, ranges[i].first, ranges[i].last);
        else
            add_range(regex, set, next, ranges[i].first - 1);
        next = ranges[i].last + 1;
    }
    if (letter != lower)
        add_range(regex, set, next, LAST);
    return true;
}

static uint32_t take_hex(struct regex *regex, size_t count)
{
    uint32_t value = 0;
    for (size_t i = 0; i < count; i++) {
        char c = regex->left.size > 0 ? regex->left.data[0] : 'x';
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit == 16)
            return fail(regex);
        value = value << 4 | digit;
        (void)skip(regex, c);
    }
    return value;
}

/* What follows a backslash and stands for one character. */
static uint32_t escaped(struct regex *regex, uint32_t c)
{
    switch (c) {
    case 't':
        return '\t';
    case 'n':
        return '\n';
    case 'v':
        return '\v';
    case 'f':
        return '\f';
    case 'r':
        return '\r';
    case 'x':
        return take_hex(regex, 2);
    case 'u':
        return next_is(regex, '{') ? fail(regex) : take_hex(regex, 4);
    default:
        /* Other letters and digits have, or may get, a meaning. */
        return is_word(c) ? fail(regex) : c;
    }
}

/* NULL: there are too many. */
static struct set *new_set(struct regex *regex)
{
    if (regex->set_count == SETS_MAX)
        return NULL;
    struct set *set = &regex->sets[regex->set_count++];
    set->count = 0;
    set->negated = false;
    return set;
}

static uint16_t parse_set(struct regex *regex)
{
    struct set *set = new_set(regex);
    if (!set)
        return fail(regex);
    set->negated = skip(regex, '^');
    while (regex->left.size > 0 && !next_is(regex, ']')) {
        uint32_t first = take(&regex->left), last;
        if (first == '\\') {
            first = regex->left.size > 0 ? take(&regex->left) : fail(regex);
            if (add_class(regex, set, first))
                continue;
            first = first == 'b' ? '\b' : first == '-' ? '-' : escaped(regex, first);
        }
        last = first;
        bool is_range = regex->left.size > 1 && next_is(regex, '-') && regex->left.data[1] != ']';
        if (is_range) {
            (void)skip(regex, '-');
            last = take(&regex->left);
            if (last == '\\') {
                last = regex->left.size > 0 ? take(&regex->left) : fail(regex);
                last = last == '-' ? '-' : escaped(regex, last);
            }
        }
        add_range(regex, set, first, last);
    }
    if (!skip(regex, ']'))
        return fail(regex);
    return add_node(regex, (struct node){.kind = SET, .a = (uint16_t)(set - regex->sets)});
}

static uint16_t add_set(struct regex *regex, uint32_t letter)
{
    struct set *set = new_set(regex);
    if (!set)
        return fail(regex);
    if (letter == '.') {
        add_range(regex, set, '\n', '\n');
        add_range(regex, set, '\r', '\r');
        add_range(regex, set, 0x2028, 0x2029);
        set->negated = true;
    } else if (!add_class(regex, set, letter)) {
        regex->set_count--;
        return add_node(regex, (struct node){.kind = CHARACTER, .c = escaped(regex, letter)});
    }
    return add_node(regex, (struct node){.kind = SET, .a = (uint16_t)(set - regex->sets)});
}

static uint16_t parse_choice(struct regex *regex);

static uint16_t parse_group(struct regex *regex)
{
    if (skip(regex, '?')) {
        bool named = skip(regex, '<') && !next_is(regex, '=') && !next_is(regex, '!');
        while (named && regex->left.size > 0 && !next_is(regex, '>'))
            (void)take(&regex->left);
        if (!skip(regex, named ? '>' : ':'))
            return fail(regex);
    }
    if (regex->nesting == NESTING_MAX)
        return fail(regex);
    regex->nesting++;
    uint16_t inner = parse_choice(regex);
    regex->nesting--;
    return skip(regex, ')') ? inner : fail(regex);
}

static uint16_t parse_escape(struct regex *regex)
{
    if (regex->left.size == 0)
        return fail(regex);
    uint32_t c = take(&regex->left);
    if (c == 'b' || c == 'B')
        return add_node(regex, (struct node){.kind = c == 'b' ? WORD_EDGE : WORD_INSIDE});
    return add_set(regex, c);
}

static uint16_t parse_atom(struct regex *regex)
{
    uint32_t c = take(&regex->left);
    switch (c) {
    case '(':
        return parse_group(regex);
    case '[':
        return parse_set(regex);
    case '\\':
        return parse_escape(regex);
    case '.':
        return add_set(regex, '.');
    case '^':
        return add_node(regex, (struct node){.kind = START});
    case '$':
        return add_node(regex, (struct node){.kind = END});
    case '*':
    case '+':
    case '?':
    case '{':
        return fail(regex);
    default:
        return add_node(regex, (struct node){.kind = CHARACTER, .c = c});
    }
}

static uint16_t take_number(struct regex *regex)
{
    unsigned value = 0;
    if (regex->left.size == 0 || regex->left.data[0] < '0' || regex->left.data[0] > '9')
        return fail(regex);
    while (regex->left.size > 0 && regex->left.data[0] >= '0' && regex->left.data[0] <= '9') {
        value = value * 10 + (unsigned)(take(&regex->left) - '0');
        if (value > REPEAT_MAX)
            return fail(regex);
    }
    return (uint16_t)value;
}

static uint16_t parse_repeat(struct regex *regex, uint16_t atom)
{
    struct node node = {.kind = REPEAT, .a = atom, .least = 0, .most = FOREVER};
    if (skip(regex, '+')) {
        node.least = 1;
    } else if (skip(regex, '?')) {
        node.most = 1;
    } else if (skip(regex, '{')) {
        node.least = node.most = take_number(regex);
        if (skip(regex, ','))
            node.most = next_is(regex, '}') ? FOREVER : take_number(regex);
        if (!skip(regex, '}') || node.least > node.most)
            return fail(regex);
    } else if (!skip(regex, '*')) {
        return atom;
    }
    (void)skip(regex, '?'); /* whether it is greedy does not change what is found */
    return add_node(regex, node);
}

static uint16_t parse_sequence(struct regex *regex)
{
    uint16_t all = add_node(regex, (struct node){.kind = EMPTY});
    while (regex->left.size > 0 && !next_is(regex, '|') && !next_is(regex, ')')) {
        uint16_t atom = parse_repeat(regex, parse_atom(regex));
        all = add_node(regex, (struct node){.kind = SEQUENCE, .a = all, .b = atom});
    }
    return all;
}

static uint16_t parse_choice(struct regex *regex)
{
    uint16_t all = parse_sequence(regex);
    while (skip(regex, '|')) {
        uint16_t other = parse_sequence(regex);
        all = add_node(regex, (struct node){.kind = CHOICE, .a = all, .b = other});
    }
    return all;
}

/* --- the program --- */

static size_t add_step(struct regex *regex, struct step step)
{
    if (regex->step_count == STEPS_MAX) {
        regex->failed = true;
        return STEPS_MAX - 1;
    }
    regex->steps[regex->step_count] = step;
    return regex->step_count++;
}

static void emit(struct regex *regex, uint16_t index);

static void emit_repeat(struct regex *regex, const struct node *node)
{
    for (uint16_t i = 0; i < node->least && !regex->failed; i++)
        emit(regex, node->a);
    if (node->most == FOREVER) {
        size_t fork = add_step(regex, (struct step){.operation = FORK});
        regex->steps[fork].a = (uint16_t)regex->step_count;
        emit(regex, node->a);
        (void)add_step(regex, (struct step){.operation = JUMP, .a = (uint16_t)fork});
        regex->steps[fork].b = (uint16_t)regex->step_count;
        return;
    }
    /* Each fork may leave to behind the last repetition; its `b` holds the fork before until that place is known. */
    size_t fork = STEPS_MAX;
    for (uint16_t i = node->least; i < node->most && !regex->failed; i++) {
        size_t before = fork;
        fork = add_step(regex, (struct step){.operation = FORK});
        regex->steps[fork].a = (uint16_t)regex->step_count;
        regex->steps[fork].b = (uint16_t)before;
        emit(regex, node->a);
    }
    while (fork < STEPS_MAX && !regex->failed) {
        size_t before = regex->steps[fork].b;
        regex->steps[fork].b = (uint16_t)regex->step_count;
        fork = before;
    }
}

/* Sequences lean to the left, one node for each atom, so they are walked without recursion: the recursion is as deep as
 * groups are nested, times the choices, which lean to the left as well. */
static void emit_sequence(struct regex *regex, uint16_t index)
{
    uint16_t atoms[NODES_MAX];
    size_t count = 0;
    for (; regex->nodes[index].kind == SEQUENCE; index = regex->nodes[index].a)
        atoms[count++] = regex->nodes[index].b;
    while (count > 0 && !regex->failed)
        emit(regex, atoms[--count]);
}

static void emit_choice(struct regex *regex, const struct node *node)
{
    size_t fork = add_step(regex, (struct step){.operation = FORK});
    regex->steps[fork].a = (uint16_t)regex->step_count;
    emit(regex, node->a);
    size_t jump = add_step(regex, (struct step){.operation = JUMP});
    regex->steps[fork].b = (uint16_t)regex->step_count;
    emit(regex, node->b);
    regex->steps[jump].a = (uint16_t)regex->step_count;
}

static void emit(struct regex *regex, uint16_t index)
{
    const struct node *node = &regex->nodes[index];
    if (regex->emitted++ == EMITTED_MAX)
        regex->failed = true;
    if (regex->failed)
        return;
    switch (node->kind) {
    case EMPTY:
        break;
    case CHARACTER:
        (void)add_step(regex, (struct step){.operation = TAKE_CHARACTER, .c = node->c});
        break;
    case SET:
        (void)add_step(regex, (struct step){.operation = TAKE_SET, .c = node->a});
        break;
    case SEQUENCE:
        emit_sequence(regex, index);
        break;
    case CHOICE:
        emit_choice(regex, node);
        break;
    case REPEAT:
        emit_repeat(regex, node);
        break;
    default:
        (void)add_step(regex, (struct step){.operation = ASSERT, .c = (uint32_t)node->kind});
        break;
    }
}

/* --- the search --- */

enum { NONE = UINT32_MAX }; /* no character: before the first, behind the last */

struct search {
    const struct regex *regex;
    uint16_t list[STEPS_MAX]; /* positions in the program */
    size_t count;
    bool listed[STEPS_MAX];
    uint32_t before, after; /* the characters around the present place */
    bool found;
};

static bool holds(const struct search *search, uint32_t kind)
{
    bool edge =
        (search->before != NONE && is_word(search->before)) != (search->after != NONE && is_word(search->after));
    return kind == START       ? search->before == NONE
           : kind == END       ? search->after == NONE
           : kind == WORD_EDGE ? edge
                               : !edge;
}

/* Adds the position, and those that it leads to without a character. */
static void add_position(struct search *search, uint16_t position)
{
    uint16_t open[STEPS_MAX];
    size_t count = 0;
    if (search->listed[position])
        return;
    search->listed[position] = true;
    open[count++] = position;
    while (count > 0) {
        const struct step *step = &search->regex->steps[position = open[--count]];
        uint16_t next[2] = {0};
        size_t ways = 0;
        if (step->operation == FOUND)
            search->found = true;
        else if (step->operation == FORK)
            next[ways++] = step->a, next[ways++] = step->b;
        else if (step->operation == JUMP)
            next[ways++] = step->a;
        else if (step->operation == ASSERT && holds(search, step->c))
            next[ways++] = (uint16_t)(position + 1);
        else if (step->operation == TAKE_CHARACTER || step->operation == TAKE_SET)
            search->list[search->count++] = position;
        for (size_t i = 0; i < ways; i++)
            if (!search->listed[next[i]]) {
                search->listed[next[i]] = true;
                open[count++] = next[i];
            }
    }
}

static bool takes(const struct regex *regex, const struct step *step, uint32_t c)
{
    if (step->operation == TAKE_CHARACTER)
        return step->c == c;
    const struct set *set = &regex->sets[step->c];
    for (size_t i = 0; i < set->count; i++)
        if (c >= set->ranges[i].first && c <= set->ranges[i].last)
            return !set->negated;
    return set->negated;
}

static int find(const struct regex *regex, struct slice text, size_t *work)
{
    struct search now = {.regex = regex, .before = NONE};
    size_t price = 1 + regex->step_count / STEPS_PER_WORK;
    uint32_t c = text.size > 0 ? take(&text) : NONE;
    now.after = c;
    add_position(&now, 0);
    while (!now.found && c != NONE) {
        if (*work < price)
            return -E2BIG;
        *work -= price;
        struct search next = {.regex = regex, .before = c, .after = text.size > 0 ? take(&text) : NONE};
        for (size_t i = 0; i < now.count; i++)
            if (takes(regex, &regex->steps[now.list[i]], c))
                add_position(&next, (uint16_t)(now.list[i] + 1));
        add_position(&next, 0); /* it may begin anywhere */
        c = next.after;
        now = next;
    }
    return now.found;
}

int mcp_pattern_match(struct slice pattern, struct slice text, size_t *work)
{
    struct regex regex;
    /* The tables need not be cleared. */
    regex.left = pattern;
    regex.node_count = regex.set_count = regex.step_count = regex.nesting = regex.emitted = 0;
    regex.failed = false;
    if (*work < pattern.size / 4 + 8)
        return -E2BIG;
    *work -= pattern.size / 4 + 8;
    uint16_t root = parse_choice(&regex);
    if (regex.left.size > 0) /* a ) without a ( */
        regex.failed = true;
    if (!regex.failed)
        emit(&regex, root);
    (void)add_step(&regex, (struct step){.operation = FOUND});
    return regex.failed ? -ENOTSUP : find(&regex, text, work);
}
