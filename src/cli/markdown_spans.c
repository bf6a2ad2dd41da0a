#include <ctype.h>

#include "cli/markdown.h"

enum { HOLD_MAX = 1024, DEPTH_MAX = 6 };

enum found { FOUND, NOT_THERE, NOT_YET };

/* The line that is parsed, and the nesting of spans. */
struct spans {
    struct markdown *markdown;
    struct buf *out;
    unsigned depth;
};

static void take(struct spans *spans, struct slice *text, unsigned style, bool final);

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\0';
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

static struct slice behind(struct slice text, size_t size)
{
    return (struct slice){text.data + size, text.size - size};
}

static struct slice first(struct slice text, size_t size)
{
    return (struct slice){text.data, size};
}

static size_t run_of(struct slice text, char c)
{
    size_t size = 0;
    while (size < text.size && text.data[size] == c)
        size++;
    return size;
}

static void put(struct spans *spans, struct slice *text, size_t size, unsigned style)
{
    prose_slice(&spans->markdown->prose, spans->out, first(*text, size), style);
    spans->markdown->before = text->data[size - 1];
    *text = behind(*text, size);
}

/* --- ends of spans --- */

/* Finds a run of exactly `size` backticks. *ret_at: where it begins. */
static enum found find_ticks(struct slice text, size_t size, bool final, size_t *ret_at)
{
    for (size_t i = 0; i < text.size;) {
        size_t run = run_of(behind(text, i), '`');
        if (run > 0 && i + run == text.size && !final)
            return NOT_YET;
        if (run == size) {
            *ret_at = i;
            return FOUND;
        }
        i += run > 0 ? run : 1;
    }
    return final ? NOT_THERE : NOT_YET;
}

/* Returns the end of a code span at the front, or of its opening run if it is not closed. 0: not decided. */
static size_t skip_code(struct slice text, bool final)
{
    size_t run = run_of(text, '`'), at;
    enum found found = run == text.size && !final ? NOT_YET : find_ticks(behind(text, run), run, final, &at);
    return found == FOUND ? run + at + run : found == NOT_THERE ? run : 0;
}

static bool closes(char mark, char before, char next, size_t run, size_t size)
{
    bool fits = run == size || run == 3 || (run > 3 && size == 3);
    return fits && !is_blank(before) && !(mark == '_' && is_word(next));
}

/* Finds the run that closes emphasis. *ret_at: the length of the text inside. */
static enum found find_closer(struct slice text, char mark, size_t size, bool final, size_t *ret_at)
{
    for (size_t i = 0; i < text.size;) {
        char c = text.data[i];
        if (c == '\\') {
            i += 2;
        } else if (c == '`') {
            size_t skipped = skip_code(behind(text, i), final);
            if (skipped == 0)
                return NOT_YET;
            i += skipped;
        } else if (c == mark) {
            size_t run = run_of(behind(text, i), mark), end = i + run;
            if (end == text.size && !final)
                return NOT_YET;
            if (i > 0 && closes(mark, text.data[i - 1], end < text.size ? text.data[end] : 0, run, size)) {
                *ret_at = end - size;
                return FOUND;
            }
            i = end;
        } else {
            i++;
        }
    }
    return final ? NOT_THERE : NOT_YET;
}

/* Finds an unescaped closing character, and skips nested pairs. */
static enum found find_end(struct slice text, char open, char close, bool final, size_t *ret_at)
{
    size_t depth = 1;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (c == '\\')
            i++;
        else if (c == open)
            depth++;
        else if (c == close && --depth == 0) {
            *ret_at = i;
            return FOUND;
        }
    }
    return final ? NOT_THERE : NOT_YET;
}

/* --- spans: each function takes one from the front, or returns why it cannot --- */

static void inside(struct spans *spans, struct slice text, unsigned style)
{
    if (spans->depth >= DEPTH_MAX) {
        prose_slice(&spans->markdown->prose, spans->out, text, style);
        return;
    }
    spans->depth++;
    spans->markdown->before = 0;
    take(spans, &text, style, true);
    spans->depth--;
}

static enum found take_code(struct spans *spans, struct slice *text, unsigned style, bool final)
{
    size_t run = run_of(*text, '`'), at;
    if (run == text->size && !final)
        return NOT_YET;
    enum found found = find_ticks(behind(*text, run), run, final, &at);
    if (found != FOUND)
        return found;
    struct slice code = first(behind(*text, run), at);
    if (code.size > 2 && code.data[0] == ' ' && code.data[code.size - 1] == ' ')
        code = first(behind(code, 1), code.size - 2);
    prose_slice(&spans->markdown->prose, spans->out, code, style | PROSE_CODE);
    *text = behind(*text, run + at + run);
    spans->markdown->before = '`';
    return FOUND;
}

static enum found take_emphasis(struct spans *spans, struct slice *text, unsigned style, bool final)
{
    char mark = text->data[0], before = spans->markdown->before;
    size_t run = run_of(*text, mark), at;
    if (run == text->size && !final)
        return NOT_YET;
    char next = run < text->size ? text->data[run] : 0;
    if (run > 3 || is_blank(next) || (mark == '_' && is_word(before)) || (mark == '~' && run != 2))
        return NOT_THERE;
    enum found found = find_closer(behind(*text, run), mark, run, final, &at);
    if (found != FOUND)
        return found;
    unsigned added = mark == '~' ? PROSE_STRUCK
                     : run == 1  ? PROSE_ITALIC
                     : run == 2  ? PROSE_BOLD
                                 : PROSE_BOLD | PROSE_ITALIC;
    inside(spans, first(behind(*text, run), at), style | added);
    *text = behind(*text, run + at + run);
    spans->markdown->before = mark;
    return FOUND;
}

/* [text](address), or an image with an exclamation mark before it. */
static enum found take_link(struct spans *spans, struct slice *text, unsigned style, bool final)
{
    size_t mark = text->data[0] == '!', end, size;
    if (text->size == mark)
        return final ? NOT_THERE : NOT_YET;
    if (text->data[mark] != '[')
        return NOT_THERE;
    struct slice label = behind(*text, mark + 1);
    enum found found = find_end(label, '[', ']', final, &end);
    if (found != FOUND)
        return found;
    struct slice address = behind(label, end + 1);
    if (address.size == 0)
        return final ? NOT_THERE : NOT_YET;
    if (address.data[0] != '(')
        return NOT_THERE;
    address = behind(address, 1);
    found = find_end(address, '(', ')', final, &size);
    if (found != FOUND)
        return found;
    label = first(label, end);
    *text = behind(address, size + 1);
    address = first(address, size);
    inside(spans, label, style | PROSE_UNDERLINED);
    if (address.size > 0 && !slice_equal(label, address)) {
        prose_text(&spans->markdown->prose, spans->out, " (", style | PROSE_DIM);
        prose_slice(&spans->markdown->prose, spans->out, address, style | PROSE_DIM);
        prose_text(&spans->markdown->prose, spans->out, ")", style | PROSE_DIM);
    }
    spans->markdown->before = ')';
    return FOUND;
}

/* <https://…> */
static enum found take_address(struct spans *spans, struct slice *text, unsigned style, bool final)
{
    for (size_t i = 1; i < text->size; i++) {
        char c = text->data[i];
        if (is_blank(c) || c == '<' || (c == '>' && !memmem(text->data, i, "://", 3)))
            return NOT_THERE;
        if (c == '>') {
            prose_slice(&spans->markdown->prose, spans->out, first(behind(*text, 1), i - 1), style | PROSE_UNDERLINED);
            *text = behind(*text, i + 1);
            spans->markdown->before = c;
            return FOUND;
        }
    }
    return final ? NOT_THERE : NOT_YET;
}

static enum found take_escape(struct spans *spans, struct slice *text, unsigned style, bool final)
{
    if (text->size < 2)
        return final ? NOT_THERE : NOT_YET;
    if (!ispunct((unsigned char)text->data[1]))
        return NOT_THERE;
    *text = behind(*text, 1);
    put(spans, text, 1, style);
    return FOUND;
}

/* --- text --- */

/* Returns the size of the character at the front. 0: some of its bytes are missing. */
static size_t character_size(struct slice text, bool final)
{
    unsigned char c = (unsigned char)text.data[0];
    size_t size = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf8 ? 4 : 1;
    if (size > text.size && !final)
        return 0;
    struct slice rest = text;
    struct columns_glyph glyph;
    columns_take(&rest, &glyph); /* invalid UTF-8 counts byte by byte */
    return text.size - rest.size;
}

static enum found take_span(struct spans *spans, struct slice *text, unsigned style, bool final)
{
    switch (text->data[0]) {
    case '\\':
        return take_escape(spans, text, style, final);
    case '`':
        return take_code(spans, text, style, final);
    case '*':
    case '_':
    case '~':
        return take_emphasis(spans, text, style, final);
    case '[':
    case '!':
        return take_link(spans, text, style, final);
    case '<':
        return take_address(spans, text, style, final);
    default:
        return NOT_THERE;
    }
}

static void take(struct spans *spans, struct slice *text, unsigned style, bool final)
{
    while (text->size > 0) {
        /* A marker without a matching end is ordinary text. */
        enum found found = take_span(spans, text, style, final || text->size > HOLD_MAX);
        if (found == NOT_YET)
            return;
        if (found == FOUND)
            continue;
        char c = text->data[0];
        size_t size = c == '*' || c == '_' || c == '`' || c == '~' ? run_of(*text, c) : character_size(*text, final);
        if (size == 0)
            return;
        put(spans, text, size, style);
    }
}

void markdown_spans(struct markdown *markdown, struct buf *out, struct slice *text, unsigned style, bool final)
{
    struct spans spans = {.markdown = markdown, .out = out};
    take(&spans, text, style, final);
}
