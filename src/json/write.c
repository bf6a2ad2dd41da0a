#include "json/write.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/read.h"

/* The length of the well-formed UTF-8 sequence at `text`, 0 if there is none (RFC 3629). */
static size_t utf8_length(const unsigned char *text, size_t size)
{
    unsigned char c = text[0];
    size_t length = c < 0x80                ? 1
                    : c >= 0xc2 && c < 0xe0 ? 2
                    : c >= 0xe0 && c < 0xf0 ? 3
                    : c >= 0xf0 && c < 0xf5 ? 4
                                            : 0;
    if (length == 0 || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((c == 0xe0 && text[1] < 0xa0) || (c == 0xed && text[1] > 0x9f))
        return 0;
    if ((c == 0xf0 && text[1] < 0x90) || (c == 0xf4 && text[1] > 0x8f))
        return 0;
    return length;
}

static void write_escape(struct buf *out, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    char short_form = 0;
    switch (c) {
    case '"':
    case '\\':
        short_form = (char)c;
        break;
    case '\n':
        short_form = 'n';
        break;
    case '\r':
        short_form = 'r';
        break;
    case '\t':
        short_form = 't';
        break;
    default:
        break;
    }
    if (short_form)
        buf_append(out, (char[]){'\\', short_form}, 2);
    else
        buf_append(out, (char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6);
}

/* Whether none of eight bytes needs a look: no control character, no quote, no backslash, nothing beyond ASCII. A byte
 * that is subtracted from borrows only where one below it did, and then that one is found anyway. */
static bool eight_are_plain(const unsigned char *text)
{
    const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
    uint64_t bytes;
    memcpy(&bytes, text, sizeof bytes);
    uint64_t quote = bytes ^ (ones * '"'), backslash = bytes ^ (ones * '\\');
    uint64_t found = (bytes - ones * 0x20) | (quote - ones) | (backslash - ones) | bytes;
    return (found & tops) == 0;
}

static int write_string(struct buf *out, struct slice text, bool with_nul)
{
    const unsigned char *data = (const unsigned char *)text.data;
    size_t start = 0, at = 0;
    if (buf_reserve(out, text.size + 2) < 0)
        return out->error;
    buf_append_char(out, '"');
    while (at < text.size) {
        while (at + 8 <= text.size && eight_are_plain(data + at))
            at += 8;
        if (at == text.size)
            break;
        unsigned char c = data[at];
        if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
            at++;
            continue;
        }
        size_t length = c >= 0x80 ? utf8_length(data + at, text.size - at) : 0;
        if (length > 0) {
            at += length;
            continue;
        }
        buf_append(out, data + start, at - start);
        if (c >= 0x80 || (c == 0 && !with_nul))
            buf_append_text(out, "\xef\xbf\xbd");
        else
            write_escape(out, c);
        start = ++at;
    }
    if (at > start)
        buf_append(out, data + start, at - start);
    return buf_append_char(out, '"');
}

int json_write_string(struct buf *out, struct slice text)
{
    return write_string(out, text, true);
}

int json_write_text(struct buf *out, struct slice text)
{
    return write_string(out, text, false);
}

int json_write_number(struct buf *out, double number)
{
    if (!isfinite(number))
        return buf_append_text(out, "null");
    /* The shortest form that reads back as the same number. */
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    char *point = text + strcspn(text, ".,"); /* a host program may have set a locale */
    if (*point)
        *point = '.';
    return buf_append_text(out, text);
}

static void write_array(struct buf *out, const yyjson_val *array)
{
    yyjson_arr_iter iter = yyjson_arr_iter_with((yyjson_val *)array);
    const char *separator = "[";
    for (yyjson_val *item; (item = yyjson_arr_iter_next(&iter)); separator = ",") {
        buf_append_text(out, separator);
        json_write_value(out, item);
    }
    buf_append_text(out, *separator == '[' ? "[]" : "]");
}

static void write_object(struct buf *out, const yyjson_val *object)
{
    yyjson_obj_iter iter = yyjson_obj_iter_with((yyjson_val *)object);
    const char *separator = "{";
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter)); separator = ",") {
        buf_append_text(out, separator);
        json_write_value(out, key);
        buf_append_char(out, ':');
        json_write_value(out, yyjson_obj_iter_get_val(key));
    }
    buf_append_text(out, *separator == '{' ? "{}" : "}");
}

int json_write_value(struct buf *out, const yyjson_val *value)
{
    switch (unsafe_yyjson_get_type((yyjson_val *)value)) {
    case YYJSON_TYPE_RAW:
        buf_append(out, value->uni.str, unsafe_yyjson_get_len((yyjson_val *)value));
        break;
    case YYJSON_TYPE_BOOL:
        buf_append_text(out, unsafe_yyjson_is_true((yyjson_val *)value) ? "true" : "false");
        break;
    case YYJSON_TYPE_STR:
        json_write_string(out, (struct slice){value->uni.str, unsafe_yyjson_get_len((yyjson_val *)value)});
        break;
    case YYJSON_TYPE_ARR:
        write_array(out, value);
        break;
    case YYJSON_TYPE_OBJ:
        write_object(out, value);
        break;
    default:
        buf_append_text(out, "null");
        break;
    }
    return out->error;
}

int json_write_any(struct buf *out, const struct json_any *any)
{
    if (any->text.size > 0)
        return buf_append_slice(out, any->text);
    if (any->value)
        return json_write_value(out, any->value);
    return buf_append_text(out, "null");
}

int json_write_stored(struct buf *out, const struct json_any *any)
{
    bool deep = any->text.size > 0 ? json_text_is_deeper(any->text, JSON_STORED_DEPTH_MAX)
                                   : any->value && json_is_deeper(any->value, JSON_STORED_DEPTH_MAX);
    return deep ? buf_append_text(out, JSON_TOO_DEEP) : json_write_any(out, any);
}
