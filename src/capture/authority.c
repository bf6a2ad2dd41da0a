#include "capture/authority.h"

#include <stdint.h>
#include <stdio.h>

enum { FAMILY_LOCAL = 256, FAMILY_WILD = 65535 };

static bool take_number(struct slice *left, unsigned *ret_number)
{
    if (left->size < 2)
        return false;
    *ret_number = (unsigned)(unsigned char)left->data[0] << 8 | (unsigned char)left->data[1];
    *left = (struct slice){left->data + 2, left->size - 2};
    return true;
}

static bool take_text(struct slice *left, struct slice *ret_text)
{
    unsigned size;
    if (!take_number(left, &size) || size > left->size)
        return false;
    *ret_text = (struct slice){left->data, size};
    *left = (struct slice){left->data + size, left->size - size};
    return true;
}

bool authority_find(struct slice file, struct slice host, unsigned number, struct slice *ret_cookie)
{
    char digits[16];
    unsigned family;
    struct slice address, display, name, cookie;
    bool found = false;
    (void)snprintf(digits, sizeof digits, "%u", number);
    while (take_number(&file, &family) && take_text(&file, &address) && take_text(&file, &display) &&
           take_text(&file, &name) && take_text(&file, &cookie)) {
        bool is_ours = (family == FAMILY_LOCAL || family == FAMILY_WILD) &&
                       (display.size == 0 || slice_is(display, digits)) && slice_is(name, "MIT-MAGIC-COOKIE-1") &&
                       cookie.size > 0;
        if (!is_ours)
            continue;
        if (!found)
            *ret_cookie = cookie;
        found = true;
        if (slice_equal(address, host)) {
            *ret_cookie = cookie;
            return true;
        }
    }
    return found;
}
