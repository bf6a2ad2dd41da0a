#include "cli/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/utf8.h"
#include "cli/ascii.h"
#include "cli/columns.h"
#include "json/format.h"

void text_duration(int64_t seconds, char text[static TEXT_DURATION_SIZE])
{
    static const struct {
        int64_t seconds;
        const char *name;
    } units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    size_t i = 0;
    if (seconds < 0)
        seconds = 0;
    while (units[i].seconds > 1 && seconds < units[i].seconds)
        i++;
    long long first = seconds / units[i].seconds;
    if (units[i].seconds == 1) {
        (void)snprintf(text, TEXT_DURATION_SIZE, "%lld s", first);
        return;
    }
    long long second = seconds % units[i].seconds / units[i + 1].seconds;
    (void)snprintf(text, TEXT_DURATION_SIZE, "%lld %s %lld %s", first, units[i].name, second, units[i + 1].name);
}

void text_brief(int64_t seconds, char text[static TEXT_BRIEF_SIZE])
{
    static const struct {
        int64_t seconds;
        char name;
    } units[] = {{86400, 'd'}, {3600, 'h'}, {60, 'm'}, {1, 's'}};
    size_t i = 0;
    if (seconds < 0)
        seconds = 0;
    while (units[i].seconds > 1 && seconds < units[i].seconds)
        i++;
    (void)snprintf(text, TEXT_BRIEF_SIZE, "%lld%c", (long long)(seconds / units[i].seconds), units[i].name);
}

void text_time(int64_t epoch_ms, char text[static TEXT_TIME_SIZE])
{
    time_t time = (time_t)(epoch_ms / 1000);
    struct tm local;
    if (!localtime_r(&time, &local) || strftime(text, TEXT_TIME_SIZE, "%Y-%m-%d %H:%M:%S", &local) == 0)
        (void)snprintf(text, TEXT_TIME_SIZE, "?");
}

int text_parse_time(struct slice text, int64_t *ret_epoch_ms)
{
    char copy[TEXT_TIME_SIZE];
    struct tm utc = {.tm_isdst = 0};
    if (!format_is_date_time(text) || text.size >= sizeof copy || text.data[text.size - 1] != 'Z')
        return -EINVAL;
    slice_copy(copy, text);
    if (!strptime(copy, "%Y-%m-%dT%H:%M:%S", &utc)) /* a fraction of a second is left out */
        return -EINVAL;
    *ret_epoch_ms = (int64_t)timegm(&utc) * 1000;
    return 0;
}

void text_clock(int64_t epoch_ms, char text[static TEXT_TIME_SIZE])
{
    time_t time = (time_t)(epoch_ms / 1000);
    struct tm local;
    if (!localtime_r(&time, &local) || strftime(text, TEXT_TIME_SIZE, "%H:%M:%S", &local) == 0)
        (void)snprintf(text, TEXT_TIME_SIZE, "?");
}

void text_bytes(int64_t bytes, char text[static TEXT_BYTES_SIZE])
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    if (bytes < 1024) {
        (void)snprintf(text, TEXT_BYTES_SIZE, "%lld bytes", (long long)bytes);
        return;
    }
    size_t i = 0;
    for (value /= 1024; value >= 1024 && i + 1 < sizeof units / sizeof *units; i++)
        value /= 1024;
    (void)snprintf(text, TEXT_BYTES_SIZE, "%.1f %s", value, units[i]);
}

/* Characters that change the text direction: U+061C, U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069. */
static unsigned take_turning(const unsigned char *at, size_t left)
{
    if (left >= 2 && at[0] == 0xd8 && at[1] == 0x9c)
        return 0x061c;
    if (left < 3 || at[0] != 0xe2 || (at[1] != 0x80 && at[1] != 0x81) || (at[2] & 0xc0) != 0x80)
        return 0;
    unsigned point = 0x2000u | (at[1] & 0x3fu) << 6 | (at[2] & 0x3fu);
    bool turns = (point >= 0x200e && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
                 (point >= 0x2066 && point <= 0x2069);
    return turns ? point : 0;
}

/* --- untrusted text --- */

/* Appends the non-ASCII characters at the front of the text as ASCII. Returns their size in bytes. */
static size_t append_ascii(struct buf *out, struct slice text)
{
    struct slice rest = text;
    struct columns_glyph glyph;
    while (rest.size > 0 && (unsigned char)rest.data[0] >= 0x80) {
        columns_take(&rest, &glyph);
        (void)buf_append(out, glyph.text, glyph.size);
    }
    return text.size - rest.size;
}

void text_append(struct buf *out, struct slice text)
{
    const unsigned char *data = (const unsigned char *)text.data;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char next = i + 1 < text.size ? data[i + 1] : 0;
        if (ascii_only() && data[i] >= 0x80) {
            i += append_ascii(out, (struct slice){text.data + i, text.size - i}) - 1;
            continue;
        }
        unsigned turning = take_turning(data + i, text.size - i);
        if (turning) {
            buf_printf(out, "\\u%04x", turning);
            i += turning > 0x7ff ? 2 : 1;
            continue;
        }
        if (data[i] < 0x20 || data[i] == 0x7f) {
            buf_printf(out, "\\u%04x", data[i]);
        } else if (data[i] == 0xc2 && next >= 0x80 && next < 0xa0) { /* U+0080 to U+009F are control characters too */
            buf_printf(out, "\\u%04x", next);
            i++;
        } else {
            buf_append_char(out, (char)data[i]);
        }
    }
}

void text_write(FILE *out, struct slice text)
{
    struct buf shown = BUF_LIMITED(256u << 20);
    text_append(&shown, text);
    if (shown.size > 0)
        (void)fwrite(shown.data, 1, shown.size, out);
    buf_clear(&shown);
}

size_t text_width(struct slice text)
{
    size_t width = 0;
    for (size_t i = 0; i < text.size; i++)
        width += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return width;
}

void text_append_short_id(struct buf *out, struct slice id)
{
    enum { TAIL = TEXT_SHORT_ID };
    bool long_enough = id.size > TAIL + 1;
    for (size_t i = 0; i < id.size; i++)
        long_enough = long_enough && (unsigned char)id.data[i] < 0x80;
    if (long_enough) {
        buf_append_text(out, ascii_or("…", ".."));
        id = (struct slice){id.data + id.size - TAIL, TAIL};
    }
    text_append(out, id);
}

bool text_is_utf8(struct slice text)
{
    return utf8_is_valid(text);
}

int text_parse_seconds(const char *text, int64_t *ret_milliseconds)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !(seconds >= 0) || seconds > 1e9 || *text == ' ')
        return -EINVAL;
    *ret_milliseconds = (int64_t)ceil(seconds * 1000);
    return 0;
}

int text_parse_count(const char *text, int64_t max, int64_t *ret_count)
{
    int64_t count = 0;
    if (!*text)
        return -EINVAL;
    for (const char *at = text; *at; at++) {
        if (*at < '0' || *at > '9' || *at - '0' > max || count > (max - (*at - '0')) / 10)
            return -EINVAL;
        count = count * 10 + (*at - '0');
    }
    *ret_count = count;
    return 0;
}

int text_parse_integer(const char *text, int64_t max, int64_t *ret_integer)
{
    int64_t value = 0;
    bool negative = *text == '-';
    int r = text_parse_count(text + negative, max, &value);
    if (r == 0)
        *ret_integer = negative ? -value : value;
    return r;
}

int text_parse_bytes(const char *text, int64_t max, int64_t *ret_bytes)
{
    static const char units[] = "KMGT";
    size_t size = strlen(text);
    char digits[32];
    int64_t count = 0, unit = 1;
    if (size == 0 || size >= sizeof digits)
        return -EINVAL;
    char last = text[size - 1];
    const char *found = strchr(units, last >= 'a' && last <= 'z' ? last - 'a' + 'A' : last);
    for (const char *at = units; found && at <= found; at++)
        unit *= 1024;
    (void)snprintf(digits, sizeof digits, "%.*s", (int)(found ? size - 1 : size), text);
    int r = text_parse_count(digits, max / unit, &count);
    if (r == 0)
        *ret_bytes = count * unit;
    return r;
}

void text_position(struct slice text, size_t offset, size_t *ret_line, size_t *ret_column)
{
    size_t line = 1, start = 0;
    for (size_t i = 0; i < offset && i < text.size; i++)
        if (text.data[i] == '\n') {
            line++;
            start = i + 1;
        }
    *ret_line = line;
    *ret_column = text_width((struct slice){text.data + start, (offset < text.size ? offset : text.size) - start}) + 1;
}
