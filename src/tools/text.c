#include "tools/text.h"

#include <inttypes.h>
#include <stdio.h>

#define REPLACEMENT "\xef\xbf\xbd"

/* The size of the character at the start; 0: not a valid character. */
static size_t character(const unsigned char *at, size_t left)
{
    if (at[0] < 0x80)
        return at[0] != 0;
    size_t size = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xf4 || left < size)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    /* An overlong form, a surrogate, or beyond U+10FFFF. */
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf0 && at[1] < 0x90) ||
        (at[0] == 0xf4 && at[1] > 0x8f))
        return 0;
    return size;
}

int text_append(struct buf *out, struct slice bytes)
{
    const unsigned char *data = (const unsigned char *)bytes.data;
    size_t good = 0;
    for (size_t i = 0; i < bytes.size;) {
        size_t size = character(data + i, bytes.size - i);
        if (size > 0) {
            i += size;
            continue;
        }
        (void)buf_append(out, bytes.data + good, i - good);
        (void)buf_append_text(out, REPLACEMENT);
        good = ++i;
    }
    return good < bytes.size ? buf_append(out, bytes.data + good, bytes.size - good) : out->error;
}

struct slice text_cut(struct slice bytes, size_t limit)
{
    if (bytes.size <= limit)
        return bytes;
    size_t end = limit;
    for (int back = 0; back < 3 && end > 0 && ((unsigned char)bytes.data[end] & 0xc0) == 0x80; back++)
        end--;
    if (((unsigned char)bytes.data[end] & 0xc0) == 0x80)
        end = limit;
    return (struct slice){bytes.data, end};
}

bool text_is_binary(struct slice head)
{
    return head.size > 0 && memchr(head.data, '\0', head.size) != NULL;
}

const char *text_size(uint64_t bytes, char text[static TEXT_SIZE_SIZE])
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double scaled = (double)bytes / 1024;
    size_t unit = 0;
    for (; scaled >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++)
        scaled /= 1024;
    if (bytes < 1024)
        (void)snprintf(text, TEXT_SIZE_SIZE, "%" PRIu64 " byte%s", bytes, bytes == 1 ? "" : "s");
    else
        (void)snprintf(text, TEXT_SIZE_SIZE, "%.1f %s", scaled, units[unit]);
    return text;
}
