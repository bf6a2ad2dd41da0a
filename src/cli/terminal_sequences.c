#include "cli/terminal_sequences.h"

#include <stdlib.h>

/* --- keys --- */

/* A program may have enabled unambiguous keys (kitty or modifyOtherKeys); Ctrl-\ is then a sequence. */
static const struct slice prefixes[] = {
    SLICE_INIT("\034"),
    SLICE_INIT("\033[92;5u"),
    SLICE_INIT("\033[27;5;92~"),
};

static struct slice prefix_of(struct slice pressed)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (slice_starts_with(pressed, prefixes[i]))
            return prefixes[i];
    return (struct slice){0};
}

static struct slice behind(struct slice text, size_t size)
{
    return (struct slice){text.data + size, text.size - size};
}

bool terminal_keys_take(struct terminal_keys *keys, struct slice pressed, struct buf *out)
{
    while (pressed.size > 0) {
        struct slice prefix = prefix_of(pressed), first = keys->first;
        keys->first = (struct slice){0};
        if (first.size > 0 && pressed.data[0] == 'd')
            return true;
        if (first.size > 0)
            (void)buf_append_slice(out, first);
        if (prefix.size > 0 && first.size == 0)
            keys->first = prefix;
        if (prefix.size == 0)
            (void)buf_append_char(out, pressed.data[0]);
        pressed = behind(pressed, prefix.size > 0 ? prefix.size : 1);
    }
    return false;
}

/* --- modes --- */

enum { ESCAPE = '\033', BELL = '\a', ENQUIRY = '\005' };

static const struct {
    uint16_t number;
    bool usual; /* the default of terminals */
} known[] = {
    {1, false},    {5, false},    {6, false},    {7, true},     {9, false},    {25, true},    {47, false},
    {66, false},   {1000, false}, {1001, false}, {1002, false}, {1003, false}, {1004, false}, {1005, false},
    {1006, false}, {1007, false}, {1015, false}, {1016, false}, {1047, false}, {1049, false}, {2004, false},
};
enum { KNOWN = sizeof known / sizeof *known };
_Static_assert(KNOWN <= 32, "a bit for each");

/* --- tracking modes --- */

static void set_mode(struct terminal_modes *modes, long number, bool on)
{
    for (size_t i = 0; i < KNOWN; i++)
        if (known[i].number == number)
            modes->changed = on == known[i].usual ? modes->changed & ~(1U << i) : modes->changed | 1U << i;
}

/* "\033[?1049;25h" */
static void end_sequence(struct terminal_modes *modes, char letter)
{
    modes->state = MODES_TEXT;
    if (modes->size == sizeof modes->numbers || modes->size == 0 || modes->numbers[0] != '?' ||
        (letter != 'h' && letter != 'l'))
        return;
    modes->numbers[modes->size] = '\0';
    for (char *at = modes->numbers; *at;) {
        char *end;
        at++;
        set_mode(modes, strtol(at, &end, 10), letter == 'h');
        if (*end != ';')
            return;
        at = end;
    }
}

static void take_byte(struct terminal_modes *modes, char byte)
{
    if (byte == ESCAPE) {
        modes->state = MODES_ESCAPE;
    } else if (modes->state == MODES_ESCAPE) {
        modes->state = byte == '[' ? MODES_SEQUENCE : MODES_TEXT;
        modes->size = 0;
        if (byte == '=' || byte == '>')
            modes->keypad = byte == '=';
        if (byte == 'c') { /* reset to the initial state */
            modes->changed = 0;
            modes->keypad = false;
        }
    } else if (byte >= '@' && byte <= '~') {
        end_sequence(modes, byte);
    } else if (modes->size < sizeof modes->numbers) {
        modes->numbers[modes->size++] = byte;
    }
}

void terminal_modes_feed(struct terminal_modes *modes, struct slice output)
{
    for (const char *at = output.data, *end = at + output.size; at < end; at++) {
        if (modes->state == MODES_TEXT) {
            at = memchr(at, ESCAPE, (size_t)(end - at));
            if (!at)
                return;
        }
        take_byte(modes, *at);
    }
}

/* Leaves the alternate screen last, and enters it first. */
void terminal_modes_undo(const struct terminal_modes *modes, struct buf *out)
{
    (void)buf_append_text(out, modes->keypad ? "\033[0m\033>" : "\033[0m");
    for (size_t i = 0; i < KNOWN; i++)
        if (modes->changed & 1U << i)
            (void)buf_printf(out, "\033[?%d%c", known[i].number, known[i].usual ? 'h' : 'l');
}

void terminal_modes_redo(const struct terminal_modes *modes, struct buf *out)
{
    for (size_t i = KNOWN; i-- > 0;)
        if (modes->changed & 1U << i)
            (void)buf_printf(out, "\033[?%d%c", known[i].number, known[i].usual ? 'l' : 'h');
    (void)buf_append_text(out, modes->keypad ? "\033=" : "");
}

/* --- replaying output --- */

/* Returns the size of the text before the next sequence or ENQ. */
static size_t plain_size(struct slice text)
{
    size_t i = text.data[0] != ENQUIRY ? 0 : 1;
    while (text.data[0] != ENQUIRY && i < text.size && text.data[i] != ESCAPE && text.data[i] != ENQUIRY)
        i++;
    return i;
}

/* Returns the size of the sequence; an incomplete one extends to the end of the text. */
static size_t sequence_size(struct slice text)
{
    size_t i = 2;
    if (text.size < 2)
        return text.size;
    switch (text.data[1]) {
    case '[':
        while (i < text.size && (text.data[i] < '@' || text.data[i] > '~'))
            i++;
        return i < text.size ? i + 1 : i;
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
        for (; i < text.size; i++) {
            if (text.data[i] == BELL)
                return i + 1;
            if (text.data[i] == ESCAPE)
                return i + 1 < text.size && text.data[i + 1] == '\\' ? i + 2 : i;
        }
        return i;
    case ESCAPE:
        return 1;
    default:
        return 2;
    }
}

/* Queries of the terminal's type, cursor position, modes, version, keys, and sizes. */
static bool control_asks(struct slice sequence)
{
    enum { WINDOW_FIRST = 11, WINDOW_LAST = 21 };
    char last = sequence.data[sequence.size - 1], before = sequence.data[sequence.size - 2];
    char first = sequence.size > 2 ? sequence.data[2] : '\0';
    long number = last == 't' ? strtol(sequence.data + 2, NULL, 10) : 0;
    return last == 'c' || last == 'n' || (last == 'x' && before != '$') || (last == 'p' && before == '$') ||
           (last == 'q' && first == '>') || ((last == 'u' || last == 'm') && first == '?') ||
           (number >= WINDOW_FIRST && number <= WINDOW_LAST);
}

static bool ends_with(struct slice text, struct slice end)
{
    return text.size >= end.size && memcmp(text.data + text.size - end.size, end.data, end.size) == 0;
}

static bool asks(struct slice piece)
{
    if (piece.data[0] == ENQUIRY)
        return true;
    if (piece.data[0] != ESCAPE || piece.size < 2)
        return false;
    switch (piece.data[1]) {
    case '[':
        return control_asks(piece);
    case ']': /* queries of colors and the clipboard: "\033]11;?\a" */
        return ends_with(piece, SLICE(";?\a")) || ends_with(piece, SLICE(";?\033\\"));
    case 'P': /* queries of settings */
        return piece.size > 3 && piece.data[3] == 'q' && (piece.data[2] == '+' || piece.data[2] == '$');
    default:
        return piece.data[1] == 'Z';
    }
}

void terminal_modes_replay(struct buf *out, struct slice output)
{
    while (output.size > 0) {
        size_t size = output.data[0] == ESCAPE ? sequence_size(output) : plain_size(output);
        struct slice piece = {output.data, size};
        if (!asks(piece))
            (void)buf_append_slice(out, piece);
        output = (struct slice){output.data + size, output.size - size};
    }
}
