/* Reads one word of a shell text like bash: quotes, escapes and expansions. The command is unclear if bash and other
 * shells could disagree about the end of a word, and if an expansion could evaluate the value of a variable
 * (arithmetic, subscripts, ${!x}, ${x@P}), which may contain a command. */
#include <errno.h>

#include "judge/internal.h"

enum mode { MODE_PLAIN, MODE_DOUBLE, MODE_HEREDOC };

struct text {
    struct judge_found *found;
    char *data;
    size_t size, room;
};

static void put(struct text *text, char c)
{
    if (text->size == text->room) {
        size_t room = text->room ? 2 * text->room : 32;
        char *data = arena_realloc(text->found->arena, text->data, text->room, room);
        if (!data) {
            text->found->error = -ENOMEM;
            return;
        }
        text->data = data;
        text->room = room;
    }
    text->data[text->size++] = c;
}

static bool fail(struct judge_reader *reader)
{
    judge_command_fail(reader);
    return false;
}

static size_t left(const struct judge_reader *reader)
{
    return (size_t)(reader->end - reader->at);
}

static char peek(const struct judge_reader *reader, size_t ahead)
{
    return ahead < left(reader) ? reader->at[ahead] : '\0';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool judge_is_name(struct slice text)
{
    if (text.size == 0 || !is_letter(text.data[0]))
        return false;
    for (size_t i = 1; i < text.size; i++)
        if (!is_letter(text.data[i]) && !is_digit(text.data[i]))
            return false;
    return true;
}

void judge_skip_blanks(struct judge_reader *reader)
{
    for (;;) {
        char c = peek(reader, 0);
        if (c == ' ' || c == '\t')
            reader->at++;
        else if (c == '\\' && peek(reader, 1) == '\n')
            reader->at += 2;
        else
            return;
    }
}

static bool read_dollar(struct judge_reader *reader, struct text *text, struct judge_word *word, enum mode mode);

/* --- `…` --- */

static bool read_backquotes(struct judge_reader *reader, enum mode mode)
{
    struct text inner = {.found = reader->found};
    for (reader->at++;; reader->at++) {
        char c = peek(reader, 0), next = peek(reader, 1);
        if (left(reader) == 0)
            return fail(reader);
        if (c == '`')
            break;
        if (c == '\\' && next == '"' && mode != MODE_PLAIN) {
            if (mode == MODE_HEREDOC)
                return fail(reader);
            reader->at++;
        } else if (c == '\\' && (next == '$' || next == '`' || next == '\\')) {
            reader->at++;
        } else if (c == '\\' && left(reader) > 1) {
            put(&inner, c);
            reader->at++;
        }
        put(&inner, *reader->at);
    }
    reader->at++;
    judge_command_read(reader->found, (struct slice){inner.data, inner.size}, reader->depth + 1);
    return !reader->found->unclear;
}

/* --- $ --- */

/* $((…)): only literal numbers. */
static bool read_arithmetic(struct judge_reader *reader)
{
    size_t open = 0;
    for (reader->at += 3; left(reader) > 0; reader->at++) {
        char c = *reader->at;
        if (c == '(') {
            open++;
        } else if (c == ')' && open > 0) {
            open--;
        } else if (c == ')') {
            if (peek(reader, 1) != ')')
                break;
            reader->at += 2;
            return true;
        } else if (!is_digit(c) && !strchr(" \t+-*/%<>=!&|^~?:,", c)) {
            break;
        }
    }
    return fail(reader);
}

/* After the name in ${name…}: operators that evaluate nothing except $( ) and ` `. */
static bool read_operator(struct judge_reader *reader, struct slice name)
{
    char c = peek(reader, 0);
    if (c == ':') {
        reader->at++;
        c = peek(reader, 0);
        if (c == '\0' || !strchr("-=+?", c))
            return false;
    }
    if (c == '=' && !judge_may_set(name, false))
        return false;
    return c != '\0' && strchr("-=+?#%/^,", c);
}

static struct slice read_parameter(struct judge_reader *reader)
{
    if (peek(reader, 0) == '#' && peek(reader, 1) != '}')
        reader->at++;
    const char *start = reader->at;
    while (is_letter(peek(reader, 0)) || is_digit(peek(reader, 0)))
        reader->at++;
    if (reader->at == start && peek(reader, 0) != '\0' && strchr("@*?$!-#", peek(reader, 0)))
        reader->at++;
    return (struct slice){start, (size_t)(reader->at - start)};
}

static bool read_braces(struct judge_reader *reader, struct judge_word *word)
{
    struct text ignored = {.found = reader->found};
    if (reader->depth >= JUDGE_NESTED)
        return fail(reader);
    reader->depth++;
    reader->at += 2;
    struct slice name = read_parameter(reader);
    if (name.size == 0 || (slice_is(name, "!") && peek(reader, 0) != '}'))
        return fail(reader);
    if (peek(reader, 0) != '}' && !read_operator(reader, name))
        return fail(reader);
    while (left(reader) > 0 && *reader->at != '}') {
        char c = *reader->at;
        if (strchr("'\"\\{(", c))
            return fail(reader);
        if (c == '$') {
            if (!read_dollar(reader, &ignored, word, MODE_DOUBLE))
                return false;
        } else if (c == '`') {
            /* In quotes, dash removes the \ from \" inside it, bash does not. */
            if (!read_backquotes(reader, MODE_HEREDOC))
                return false;
        } else {
            reader->at++;
        }
    }
    if (left(reader) == 0)
        return fail(reader);
    reader->at++;
    reader->depth--;
    return true;
}

static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads the escape after a backslash; -1: not understood. */
static int read_escape(struct judge_reader *reader)
{
    static const char from[] = "abeEfnrtv\\\"?", to[] = "\a\b\033\033\f\n\r\t\v\\\"?";
    char c = peek(reader, 0);
    const char *found = c != '\0' ? strchr(from, c) : NULL;
    int value = 0, digits = 0;
    if (found) {
        reader->at++;
        return (unsigned char)to[found - from];
    }
    if (c == 'x') {
        for (reader->at++; digits < 2 && hex_value(peek(reader, 0)) >= 0; digits++, reader->at++)
            value = value * 16 + hex_value(*reader->at);
    } else {
        for (; digits < 3 && peek(reader, 0) >= '0' && peek(reader, 0) <= '7'; digits++, reader->at++)
            value = value * 8 + (*reader->at - '0');
    }
    return digits > 0 && value > 0 && value < 256 ? value : -1;
}

/* $'…'. A shell without this syntax would end it at the first ', so an escaped quote is not understood. */
static bool read_escaped(struct judge_reader *reader, struct text *text)
{
    reader->at += 2;
    while (left(reader) > 0 && *reader->at != '\'') {
        char c = *reader->at++;
        if (c == '\\') {
            int value = peek(reader, 0) == '\'' ? -1 : read_escape(reader);
            if (value < 0)
                return fail(reader);
            c = (char)value;
        }
        put(text, c);
    }
    if (left(reader) == 0)
        return fail(reader);
    reader->at++;
    return true;
}

static bool read_double(struct judge_reader *reader, struct text *text, struct judge_word *word);

static bool read_dollar(struct judge_reader *reader, struct text *text, struct judge_word *word, enum mode mode)
{
    char next = peek(reader, 1);
    if (next == '\'' && mode == MODE_PLAIN) {
        word->quoted = true;
        return read_escaped(reader, text);
    }
    if (next == '[' || (next == '\\' && peek(reader, 2) == '\n')) /* $[1+1]; a line continued before the ( */
        return fail(reader);
    if (next == '(' || next == '{' || is_letter(next) || is_digit(next) || (next != '\0' && strchr("@*#?-$!", next)) ||
        (next == '"' && mode == MODE_PLAIN)) {
        word->open = true;
    } else {
        put(text, *reader->at++);
        return true;
    }
    if (next == '(') {
        if (peek(reader, 2) == '(')
            return read_arithmetic(reader);
        reader->at += 2;
        judge_command_nested(reader);
        return !reader->found->unclear;
    }
    if (next == '{')
        return read_braces(reader, word);
    reader->at++;
    if (next == '"')
        return read_double(reader, text, word);
    reader->at++;
    while (is_letter(next) && (is_letter(peek(reader, 0)) || is_digit(peek(reader, 0))))
        reader->at++;
    return true;
}

/* --- quotes --- */

static bool read_single(struct judge_reader *reader, struct text *text, struct judge_word *word)
{
    word->quoted = true;
    for (reader->at++; left(reader) > 0 && *reader->at != '\''; reader->at++)
        put(text, *reader->at);
    if (left(reader) == 0)
        return fail(reader);
    reader->at++;
    return true;
}

static bool read_double(struct judge_reader *reader, struct text *text, struct judge_word *word)
{
    word->quoted = true;
    reader->at++;
    while (left(reader) > 0 && *reader->at != '"') {
        char c = *reader->at, next = peek(reader, 1);
        if (c == '$') {
            if (!read_dollar(reader, text, word, MODE_DOUBLE))
                return false;
        } else if (c == '`') {
            word->open = true;
            if (!read_backquotes(reader, MODE_DOUBLE))
                return false;
        } else if (c == '\\' && next == '\n') {
            reader->at += 2;
        } else {
            if (c == '\\' && next != '\0' && strchr("$`\"\\", next))
                reader->at++;
            put(text, *reader->at++);
        }
    }
    if (left(reader) == 0)
        return fail(reader);
    reader->at++;
    return true;
}

/* --- words --- */

static bool ends_word(const struct judge_reader *reader)
{
    char c = peek(reader, 0);
    return left(reader) == 0 || strchr(" \t\n;&|()<>", c);
}

/* ~ and ~/ are the home directory; ~name is known only at run time. */
static void read_tilde(struct judge_reader *reader, struct text *text, struct judge_word *word)
{
    struct slice home = reader->found->home;
    reader->at++;
    if (home.size == 0 || !(ends_word(reader) || *reader->at == '/')) {
        word->open = true;
        put(text, '~');
        return;
    }
    for (size_t i = 0; i < home.size; i++)
        put(text, home.data[i]);
}

/* Characters with a special meaning, whose expansion is known only at run time. */
struct wild {
    bool bracket, brace;
    char last;
};

static void note_wild(struct wild *wild, char c, struct judge_word *word)
{
    if (c == '*' || c == '?' || (c == ']' && wild->bracket) ||
        (wild->brace && (c == ',' || (c == '.' && wild->last == '.'))) ||
        (c == '~' && (wild->last == '=' || wild->last == ':')))
        word->open = true;
    wild->bracket |= c == '[';
    wild->brace |= c == '{';
    wild->last = c;
}

static bool read_piece(struct judge_reader *reader, struct text *text, struct judge_word *word, struct wild *wild)
{
    char c = *reader->at;
    if (c == '\'')
        return read_single(reader, text, word);
    if (c == '"')
        return read_double(reader, text, word);
    if (c == '$')
        return read_dollar(reader, text, word, MODE_PLAIN);
    if (c == '`') {
        word->open = true;
        return read_backquotes(reader, MODE_PLAIN);
    }
    if (c == '<' || c == '>') { /* <(…), checked by the caller */
        word->open = true;
        reader->at += 2;
        judge_command_nested(reader);
        return !reader->found->unclear;
    }
    if (c != '\\') {
        note_wild(wild, c, word);
    } else if (peek(reader, 1) == '\n') {
        word->joined = true;
        reader->at += 2;
        return true;
    } else {
        if (left(reader) < 2)
            return fail(reader);
        reader->at++;
        word->quoted = true;
    }
    put(text, *reader->at++);
    return true;
}

static bool is_substitution(const struct judge_reader *reader)
{
    char c = peek(reader, 0);
    return (c == '<' || c == '>') && peek(reader, 1) == '(';
}

static bool give(const struct text *text, const char *start, struct judge_reader *reader, struct judge_word *word)
{
    word->text = (struct slice){text->data ? text->data : "", text->size};
    word->raw = (struct slice){start, (size_t)(reader->at - start)};
    return text->found->error == 0;
}

bool judge_word_read(struct judge_reader *reader, struct judge_word *ret_word)
{
    struct text text = {.found = reader->found};
    struct judge_word word = {0};
    struct wild wild = {0};
    const char *start = reader->at;
    if (peek(reader, 0) == '~')
        read_tilde(reader, &text, &word);
    while (!ends_word(reader) || is_substitution(reader))
        if (!read_piece(reader, &text, &word, &wild))
            return false;
    *ret_word = word;
    return give(&text, start, reader, ret_word);
}

bool judge_word_read_plain(struct judge_reader *reader, struct judge_word *ret_word)
{
    struct text text = {.found = reader->found};
    struct judge_word word = {0};
    const char *start = reader->at;
    while (!ends_word(reader)) {
        char c = *reader->at;
        if (c == '$' || c == '`' || (c == '\\' && (left(reader) < 2 || reader->at[1] == '\n')))
            return fail(reader);
        if (c == '"') { /* its content must need no further expansion */
            word.quoted = true;
            for (reader->at++; left(reader) > 0 && *reader->at != '"'; reader->at++) {
                if (strchr("$`\\", *reader->at))
                    return fail(reader);
                put(&text, *reader->at);
            }
            if (left(reader) == 0)
                return fail(reader);
            reader->at++;
        } else if (c == '\'') {
            if (!read_single(reader, &text, &word))
                return false;
        } else {
            if (c == '\\') {
                word.quoted = true;
                reader->at++;
            }
            put(&text, *reader->at++);
        }
    }
    *ret_word = word;
    return give(&text, start, reader, ret_word) && ret_word->raw.size > 0;
}

bool judge_word_scan(struct judge_reader *reader, struct slice body)
{
    struct judge_reader inner = {
        .found = reader->found, .at = body.data, .end = body.data + body.size, .depth = reader->depth + 1};
    struct text ignored = {.found = reader->found};
    struct judge_word word = {0};
    while (left(&inner) > 0) {
        char c = *inner.at;
        bool ok = true;
        if (c == '\\' && peek(&inner, 1) == '\n')
            ok = fail(&inner); /* the line that ends the document can be composed this way */
        else if (c == '\\')
            inner.at += left(&inner) > 1 ? 2 : 1;
        else if (c == '$')
            ok = read_dollar(&inner, &ignored, &word, MODE_HEREDOC);
        else if (c == '`')
            ok = read_backquotes(&inner, MODE_HEREDOC);
        else
            inner.at++;
        if (!ok)
            return false;
    }
    return true;
}
