#include "base/base64.h"

#include <errno.h>
#include <stdint.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

enum { IS_DIGIT = 64 };

/* For each ASCII character, its value and IS_DIGIT, or 0. */
/* clang-format off */
static const uint8_t values[256] = {
      0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0, 126,   0,   0,   0, 127,
    116, 117, 118, 119, 120, 121, 122, 123, 124, 125,   0,   0,   0,   0,   0,   0,
      0,  64,  65,  66,  67,  68,  69,  70,  71,  72,  73,  74,  75,  76,  77,  78,
     79,  80,  81,  82,  83,  84,  85,  86,  87,  88,  89,   0,   0,   0,   0,   0,
      0,  90,  91,  92,  93,  94,  95,  96,  97,  98,  99, 100, 101, 102, 103, 104,
    105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115,   0,   0,   0,   0,   0,
};
/* clang-format on */

void base64_encode(const void *data, size_t size, char *text)
{
    const uint8_t *from = data;
    for (; size >= 3; size -= 3, from += 3) {
        unsigned bits = (unsigned)from[0] << 16 | (unsigned)from[1] << 8 | from[2];
        *text++ = digits[bits >> 18];
        *text++ = digits[bits >> 12 & 63];
        *text++ = digits[bits >> 6 & 63];
        *text++ = digits[bits & 63];
    }
    if (size == 0)
        return;
    unsigned bits = (unsigned)from[0] << 16 | (size == 2 ? (unsigned)from[1] << 8 : 0);
    *text++ = digits[bits >> 18];
    *text++ = digits[bits >> 12 & 63];
    *text++ = size == 2 ? digits[bits >> 6 & 63] : '=';
    *text = '=';
}

/* The last four characters, if one or two of them are padding. */
static int decode_end(const uint8_t *from, uint8_t *to, size_t *ret_size)
{
    uint8_t a = values[from[0]], b = values[from[1]], c = values[from[2]];
    bool two = from[2] != '=';
    if (!(a & b & IS_DIGIT) || (two && !(c & IS_DIGIT)))
        return -EINVAL;
    if (two ? (c & 3) != 0 : (b & 15) != 0) /* bits beyond the last byte */
        return -EINVAL;
    to[0] = (uint8_t)(a << 2 | (b & 63) >> 4);
    if (two)
        to[1] = (uint8_t)(b << 4 | (c & 63) >> 2);
    *ret_size = two ? 2 : 1;
    return 0;
}

int base64_decode(struct slice text, void *data, size_t *ret_size)
{
    const uint8_t *from = (const uint8_t *)text.data;
    uint8_t *to = data;
    size_t groups = text.size / 4, end = 0;
    if (text.size % 4 != 0)
        return -EINVAL;
    bool padded = groups > 0 && from[text.size - 1] == '=';
    for (size_t i = padded ? 1 : 0; i < groups; i++, from += 4, to += 3) {
        uint8_t a = values[from[0]], b = values[from[1]], c = values[from[2]], d = values[from[3]];
        if (!(a & b & c & d & IS_DIGIT))
            return -EINVAL;
        to[0] = (uint8_t)(a << 2 | (b & 63) >> 4);
        to[1] = (uint8_t)(b << 4 | (c & 63) >> 2);
        to[2] = (uint8_t)(c << 6 | (d & 63));
    }
    if (padded && decode_end(from, to, &end) < 0)
        return -EINVAL;
    *ret_size = (size_t)(to - (uint8_t *)data) + end;
    return 0;
}
