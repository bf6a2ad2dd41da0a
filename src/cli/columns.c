#include "cli/columns.h"

#include <locale.h>
#include <stdio.h>
#include <wchar.h>

#include "cli/ascii.h"

enum { REPLACEMENT = 0xfffd, EMOJI_STYLE = 0xfe0f, WRAP_LEAST = 8, TAB_COLUMNS = 8 };

/* --- one character --- */

/* Takes one code point from the front. Each byte that is not valid UTF-8 becomes U+FFFD. */
static uint32_t take_point(struct slice *rest)
{
    const unsigned char *at = (const unsigned char *)rest->data;
    size_t size = at[0] < 0x80 ? 1 : at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : at[0] >= 0xc2 ? 2 : 0;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t point = size == 1 ? at[0] : at[0] & (0x7fu >> size);
    bool valid = size > 0 && size <= rest->size;
    for (size_t i = 1; valid && i < size; i++) {
        valid = (at[i] & 0xc0) == 0x80;
        point = point << 6 | (at[i] & 0x3f);
    }
    valid = valid && point >= least[size] && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000);
    size_t taken = valid ? size : 1;
    *rest = (struct slice){rest->data + taken, rest->size - taken};
    return valid ? point : REPLACEMENT;
}

/* Control characters, and characters that change the direction of the text. */
static bool is_steering(uint32_t point)
{
    return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x061c || (point >= 0x200e && point <= 0x200f) ||
           (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

/* The width of a visible character. The C library has the table; its C.UTF-8 locale is built in. */
static size_t width_of(uint32_t point)
{
    static locale_t utf8;
    if (point < 0x7f)
        return 1;
    if (point == EMOJI_STYLE)
        return 1; /* widens the preceding character on some terminals only */
    if (!utf8)
        utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!utf8)
        return 1;
    locale_t before = uselocale(utf8);
    int width = wcwidth((wchar_t)point);
    (void)uselocale(before);
    return width < 0 ? 1 : (size_t)width;
}

static size_t write_point(char *to, uint32_t point)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3f));
    to[0] = (char)((0xf00u >> size & 0xffu) | point);
    return size;
}

static void take(struct slice *rest, bool ascii, struct columns_glyph *ret)
{
    uint32_t point = take_point(rest);
    if (point >= 0xe0000 && point < 0xe0080) /* invisible tag characters */
        point = REPLACEMENT;
    ret->point = point;
    if (is_steering(point)) {
        ret->size = ret->width = 6;
        (void)snprintf(ret->text, sizeof ret->text, "\\u%04x", point & 0xffff);
        return;
    }
    if (ascii && point >= 0x7f) {
        ret->size = ret->width = ascii_like(point, ret->text);
        return;
    }
    ret->size = write_point(ret->text, point);
    ret->width = width_of(point);
}

void columns_take(struct slice *rest, struct columns_glyph *ret)
{
    take(rest, ascii_only(), ret);
}

static bool is_blank(uint32_t point)
{
    return point == ' ' || (point >= '\t' && point <= '\r') || point == 0x2028 || point == 0x2029;
}

/* --- one line --- */

/* Like columns_take(), but merges blanks into one. Returns false at the end. */
static bool take_of_line(struct slice *rest, bool first, struct columns_glyph *ret)
{
    bool blank = false;
    while (rest->size > 0) {
        struct slice behind = *rest;
        columns_take(&behind, ret);
        if (!is_blank(ret->point))
            break;
        blank = true;
        *rest = behind;
    }
    if (rest->size == 0)
        return false;
    if (blank && !first)
        *ret = (struct columns_glyph){.point = ' ', .text = " ", .size = 1, .width = 1};
    else
        columns_take(rest, ret);
    return true;
}

size_t columns_append(struct buf *out, struct slice text, size_t limit)
{
    size_t used = 0, cut_size = out->size, cut_used = 0;
    struct columns_glyph glyph;
    for (bool first = true; take_of_line(&text, first, &glyph); first = false) {
        if (glyph.width > limit - used) {
            out->size = cut_size; /* one column before the limit, or at the start */
            if (limit > 0 && buf_append_text(out, ascii_or("…", "+")) == 0)
                cut_used++;
            return cut_used;
        }
        (void)buf_append(out, glyph.text, glyph.size);
        used += glyph.width;
        if (used < limit) {
            cut_size = out->size;
            cut_used = used;
        }
    }
    return used;
}

size_t columns_append_row(struct buf *out, struct slice text, size_t limit)
{
    size_t used = 0, cut_size = out->size, cut_used = 0;
    while (text.size > 0) {
        struct columns_glyph glyph = {.width = TAB_COLUMNS - used % TAB_COLUMNS};
        bool is_tab = text.data[0] == '\t';
        if (is_tab)
            text = (struct slice){text.data + 1, text.size - 1};
        else
            columns_take(&text, &glyph);
        if (glyph.width > limit - used) {
            out->size = cut_size;
            if (limit > 0 && buf_append_text(out, ascii_or("…", "+")) == 0)
                cut_used++;
            return cut_used;
        }
        if (is_tab)
            columns_pad(out, glyph.width);
        else
            (void)buf_append(out, glyph.text, glyph.size);
        used += glyph.width;
        if (used < limit) {
            cut_size = out->size;
            cut_used = used;
        }
    }
    return used;
}

size_t columns_append_end(struct buf *out, struct slice text, size_t limit)
{
    size_t width = columns_width(text);
    struct columns_glyph glyph;
    if (width <= limit || limit == 0)
        return columns_append(out, text, limit);
    for (bool first = true; width > limit - 1 && take_of_line(&text, first, &glyph); first = false)
        width -= glyph.width;
    (void)buf_append_text(out, ascii_or("…", "+"));
    return 1 + columns_append(out, text, limit - 1);
}

size_t columns_width(struct slice text)
{
    size_t used = 0;
    struct columns_glyph glyph;
    for (bool first = true; take_of_line(&text, first, &glyph); first = false)
        used += glyph.width;
    return used;
}

void columns_pad(struct buf *out, size_t count)
{
    static const char blanks[] = "                                ";
    for (size_t step; count > 0 && out->error == 0; count -= step) {
        step = count < sizeof blanks - 1 ? count : sizeof blanks - 1;
        (void)buf_append(out, blanks, step);
    }
}

/* --- several lines --- */

static void append_raw(struct buf *out, struct slice text, bool ascii)
{
    struct columns_glyph glyph;
    while (text.size > 0) {
        take(&text, ascii, &glyph);
        if (glyph.point == '\n' || glyph.point == '\t')
            (void)buf_append_char(out, (char)glyph.point);
        else if (glyph.point != '\r' || text.size == 0 || text.data[0] != '\n')
            (void)buf_append(out, glyph.text, glyph.size);
    }
}

void columns_append_raw(struct buf *out, struct slice text)
{
    append_raw(out, text, ascii_only());
}

void columns_append_verbatim(struct buf *out, struct slice text)
{
    append_raw(out, text, false);
}

/* Takes as much from the front as fits into a line: up to a newline, or to the last blank before the limit. */
static struct slice take_line(struct slice *rest, size_t limit)
{
    struct slice at = *rest, line = *rest;
    struct columns_glyph glyph;
    size_t used = 0, word = 0; /* offset of the last word after a blank */
    while (at.size > 0) {
        size_t offset = rest->size - at.size;
        columns_take(&at, &glyph);
        size_t width = glyph.point == '\t' ? 1 : glyph.width;
        if (glyph.point == '\n') {
            line.size = offset;
            *rest = at;
            return line;
        }
        if (is_blank(glyph.point)) {
            word = rest->size - at.size;
        } else if (width > limit - used) {
            line.size = word > 0 ? word : offset;
            *rest = (struct slice){rest->data + line.size, rest->size - line.size};
            return line;
        }
        used += used < limit ? width : 0; /* trailing blanks may exceed the limit */
    }
    *rest = at;
    return line;
}

static struct slice without_blanks_behind(struct slice text)
{
    while (text.size > 0 && is_blank((unsigned char)text.data[text.size - 1]))
        text.size--;
    return text;
}

void columns_wrap(struct buf *out, struct slice text, const char *indent, size_t limit)
{
    size_t taken = strlen(indent);
    size_t room = limit == COLUMNS_ANY ? limit : limit > taken + WRAP_LEAST ? limit - taken : WRAP_LEAST;
    text = without_blanks_behind(text);
    while (text.size > 0) {
        struct slice line = without_blanks_behind(take_line(&text, room));
        (void)buf_append_text(out, line.size > 0 ? indent : "");
        columns_append_raw(out, line);
        (void)buf_append_char(out, '\n');
    }
}
