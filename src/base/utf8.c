#include "base/utf8.h"

bool utf8_is_valid(struct slice text)
{
    const unsigned char *at = (const unsigned char *)text.data, *end = at + text.size;
    while (at < end) {
        size_t more = *at < 0x80 ? 0 : *at < 0xc2 ? 4 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : *at < 0xf5 ? 3 : 4;
        unsigned char lead = *at++;
        if (more > 3 || more > (size_t)(end - at))
            return false;
        /* The second byte shows overlong forms, surrogates and values beyond U+10FFFF. */
        if ((lead == 0xe0 && *at < 0xa0) || (lead == 0xed && *at >= 0xa0) || (lead == 0xf0 && *at < 0x90) ||
            (lead == 0xf4 && *at >= 0x90))
            return false;
        for (; more > 0; more--, at++)
            if ((*at & 0xc0) != 0x80)
                return false;
    }
    return true;
}

struct slice utf8_cut(struct slice text, size_t most)
{
    if (text.size <= most)
        return text;
    while (most > 0 && ((unsigned char)text.data[most] & 0xc0) == 0x80)
        most--;
    return (struct slice){text.data, most};
}
