#include "agent/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void text_replace_nul(char *text, size_t size)
{
    for (char *at = text; (at = memchr(at, '\0', size - (size_t)(at - text)));)
        *at = ' ';
}

size_t text_sequence(struct slice text)
{
    const unsigned char *at = (const unsigned char *)text.data;
    if (text.size == 0)
        return 0;
    if (at[0] < 0x80)
        return 1;
    size_t size = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xf4 || size > text.size)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates, and values beyond U+10FFFF. */
    bool bad = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf0 && at[1] < 0x90) ||
               (at[0] == 0xf4 && at[1] > 0x8f);
    return bad ? 0 : size;
}

/* Returns the value of an escape \\uXXXX at the beginning; -1: none. */
static int escape_at(struct slice text)
{
    int value = 0;
    if (text.size < 6 || text.data[0] != '\\' || text.data[1] != 'u')
        return -1;
    for (size_t i = 2; i < 6; i++) {
        char c = text.data[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static bool is_high(int unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low(int unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

int text_mend_json(struct buf *out, struct slice text)
{
    while (text.size > 0) {
        int unit = escape_at(text);
        int next = is_high(unit) ? escape_at((struct slice){text.data + 6, text.size - 6}) : -1;
        size_t used;
        if (is_high(unit) && is_low(next)) {
            used = 12;
            buf_append(out, text.data, used);
        } else if (is_high(unit) || is_low(unit)) {
            used = 6;
            buf_append_text(out, "\\ufffd");
        } else if (text.data[0] == '\\' && text.size > 1) {
            used = 2; /* an escaped backslash */
            buf_append(out, text.data, used);
        } else {
            used = text_sequence(text);
            buf_append_slice(out, used > 0 ? (struct slice){text.data, used} : SLICE("\xef\xbf\xbd"));
            used += used == 0;
        }
        text = (struct slice){text.data + used, text.size - used};
    }
    return out->error;
}
