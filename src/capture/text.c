#include "capture/text.h"

#include <string.h>
#include <strings.h>

#include "base/utf8.h"

enum { REPLACEMENT = 0xfffd, ESCAPE = 0x1b };

/* --- characters --- */

/* The next character of UTF-8, and its size; U+FFFD and 1 for a byte that begins none; 0 if the text was cut inside of
 * its last character. */
static uint32_t decode(struct slice left, size_t *ret_size)
{
    const unsigned char *at = (const unsigned char *)left.data;
    size_t size = at[0] < 0x80 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (size <= left.size && utf8_is_valid((struct slice){left.data, size})) {
        static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
        uint32_t character = at[0] & masks[size];
        for (size_t i = 1; i < size; i++)
            character = character << 6 | (at[i] & 0x3f);
        *ret_size = size;
        return character;
    }
    bool is_cut = at[0] >= 0xc2 && at[0] < 0xf5 && size > left.size;
    for (size_t i = 1; i < left.size && is_cut; i++)
        is_cut = (at[i] & 0xc0) == 0x80;
    *ret_size = is_cut ? left.size : 1;
    return is_cut ? 0 : REPLACEMENT;
}

static size_t encode(uint32_t character, char out[static 4])
{
    if (character < 0x80) {
        out[0] = (char)character;
        return 1;
    }
    size_t size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size; i-- > 1; character >>= 6)
        out[i] = (char)(0x80 | (character & 0x3f));
    out[0] = (char)(marks[size] | character);
    return size;
}

/* Characters that are not seen and change what is: controls, direction marks, joiners between lines, tags. Those that
 * join letters (U+200C and U+200D) belong to some languages and to emoji. */
static bool is_harmful(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},       {0x61c, 0x61c},   {0x180e, 0x180e},
        {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},   {0x2060, 0x206f}, {0xfeff, 0xfeff},
        {0xfff9, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe007f},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

/* --- cleaning --- */

struct cleaning {
    struct buf *out;
    size_t start, most;
    bool has_lines, is_full, was_blank;
};

static int add(struct cleaning *cleaning, uint32_t character)
{
    char bytes[4];
    bool is_blank = character == '\t' || character == '\n' || character == ' ';
    if (is_blank && !cleaning->has_lines) {
        if (cleaning->was_blank)
            return 0;
        character = ' ';
    } else if (!is_blank && is_harmful(character)) {
        return 0;
    }
    size_t size = encode(character, bytes);
    if (cleaning->is_full || cleaning->out->size - cleaning->start + size > cleaning->most) {
        cleaning->is_full = true;
        return 0;
    }
    cleaning->was_blank = is_blank;
    return buf_append(cleaning->out, bytes, size);
}

static int add_utf8(struct cleaning *cleaning, struct slice bytes)
{
    int r = 0;
    while (r == 0 && bytes.size > 0 && !cleaning->is_full) {
        size_t size;
        uint32_t character = decode(bytes, &size);
        bytes = (struct slice){bytes.data + size, bytes.size - size};
        r = add(cleaning, character);
    }
    return r;
}

static int add_latin1(struct cleaning *cleaning, struct slice bytes)
{
    int r = 0;
    for (size_t i = 0; r == 0 && i < bytes.size && !cleaning->is_full; i++)
        r = add(cleaning, (unsigned char)bytes.data[i]);
    return r;
}

/* --- COMPOUND_TEXT --- */

/* The size of an escape sequence at the beginning of `left`: ESC, intermediate bytes, one final byte. */
static size_t escape_size(struct slice left)
{
    size_t size = 1;
    while (size < left.size && left.data[size] >= 0x20 && left.data[size] <= 0x2f)
        size++;
    return size < left.size ? size + 1 : left.size;
}

/* Text up to the next escape sequence, in the sets that are current. A run of bytes of an unknown set becomes one mark.
 */
static int add_segment(struct cleaning *cleaning, struct slice bytes, bool left_is_ascii, bool right_is_latin1)
{
    bool was_unknown = false;
    int r = 0;
    for (size_t i = 0; r == 0 && i < bytes.size && !cleaning->is_full; i++) {
        unsigned char c = (unsigned char)bytes.data[i];
        bool is_unknown = c < 0x80 ? c > ' ' && !left_is_ascii : !right_is_latin1;
        if (!is_unknown || !was_unknown)
            r = add(cleaning, is_unknown ? REPLACEMENT : c);
        was_unknown = is_unknown;
    }
    return r;
}

static int add_compound(struct cleaning *cleaning, struct slice left)
{
    static const struct slice to_utf8 = SLICE_INIT("\x1b%G"), from_utf8 = SLICE_INIT("\x1b%@");
    bool left_is_ascii = true, right_is_latin1 = true;
    int r = 0;
    while (r == 0 && left.size > 0 && !cleaning->is_full) {
        if (slice_starts_with(left, to_utf8)) {
            left = (struct slice){left.data + to_utf8.size, left.size - to_utf8.size};
            const char *end = memmem(left.data, left.size, from_utf8.data, from_utf8.size);
            size_t size = end ? (size_t)(end - left.data) : left.size;
            r = add_utf8(cleaning, (struct slice){left.data, size});
            size += end ? from_utf8.size : 0;
            left = (struct slice){left.data + size, left.size - size};
            continue;
        }
        if (left.data[0] == ESCAPE) {
            size_t size = escape_size(left);
            if (size >= 3 && left.data[1] == '(')
                left_is_ascii = left.data[2] == 'B';
            else if (size >= 3 && left.data[1] == '-')
                right_is_latin1 = left.data[2] == 'A';
            else if (size >= 3 && left.data[1] == '$')
                *(left.size > 2 && left.data[2] == ')' ? &right_is_latin1 : &left_is_ascii) = false;
            left = (struct slice){left.data + size, left.size - size};
            continue;
        }
        const char *end = memchr(left.data, ESCAPE, left.size);
        size_t size = end ? (size_t)(end - left.data) : left.size;
        r = add_segment(cleaning, (struct slice){left.data, size}, left_is_ascii, right_is_latin1);
        left = (struct slice){left.data + size, left.size - size};
    }
    return r;
}

int text_clean(struct buf *out, enum text_encoding encoding, struct slice bytes, size_t most, bool has_lines)
{
    struct cleaning cleaning = {
        .out = out, .start = out->size, .most = most, .has_lines = has_lines, .was_blank = true};
    int r = encoding == TEXT_UTF8     ? add_utf8(&cleaning, bytes)
            : encoding == TEXT_LATIN1 ? add_latin1(&cleaning, bytes)
                                      : add_compound(&cleaning, bytes);
    if (r == 0 && !has_lines && out->size > cleaning.start && out->data[out->size - 1] == ' ')
        out->size--;
    return r;
}

/* --- names --- */

struct slice text_class(struct slice bytes)
{
    const char *end = bytes.size > 0 ? memchr(bytes.data, 0, bytes.size) : NULL;
    if (!end)
        return bytes;
    struct slice first = {bytes.data, (size_t)(end - bytes.data)};
    struct slice second = {end + 1, bytes.size - first.size - 1};
    end = second.size > 0 ? memchr(second.data, 0, second.size) : NULL;
    if (end)
        second.size = (size_t)(end - second.data);
    return second.size > 0 ? second : first;
}

/* Classes of windows, and what these browsers append to the titles of pages. */
static const struct {
    const char *app;
    const char *names[4];
} browsers[] = {
    {"firefox", {"Mozilla Firefox Private Browsing", "Mozilla Firefox", "Firefox"}},
    {"firefox-esr", {"Mozilla Firefox Private Browsing", "Mozilla Firefox", "Firefox"}},
    {"firefox_firefox", {"Mozilla Firefox Private Browsing", "Mozilla Firefox", "Firefox"}},
    {"org.mozilla.firefox", {"Mozilla Firefox Private Browsing", "Mozilla Firefox", "Firefox"}},
    {"Navigator", {"Mozilla Firefox Private Browsing", "Mozilla Firefox", "Firefox"}},
    {"LibreWolf", {"LibreWolf Private Browsing", "LibreWolf"}},
    {"Waterfox", {"Waterfox"}},
    {"Tor Browser", {"Tor Browser"}},
    {"Google-chrome", {"Google Chrome"}},
    {"google-chrome-beta", {"Google Chrome"}},
    {"google-chrome-unstable", {"Google Chrome"}},
    {"Chromium", {"Chromium"}},
    {"Chromium-browser", {"Chromium"}},
    {"Brave-browser", {"Brave"}},
    {"Microsoft-edge", {"Microsoft Edge"}},
    {"Vivaldi-stable", {"Vivaldi"}},
    {"Opera", {"Opera"}},
    {"Epiphany", {"Web"}},
    {"org.gnome.Epiphany", {"Web"}},
    {"konqueror", {"Konqueror"}},
    {"falkon", {"Falkon"}},
    {"qutebrowser", {"qutebrowser"}},
    {"Surf", {NULL}},
};

/* " - NAME", also with longer dashes. */
static bool cut_name(struct slice *title, struct slice name)
{
    static const struct slice dashes[] = {SLICE_INIT(" - "), SLICE_INIT(" \xe2\x80\x93 "),
                                          SLICE_INIT(" \xe2\x80\x94 ")};
    if (slice_equal(*title, name)) {
        title->size = 0;
        return true;
    }
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++) {
        size_t tail = dashes[i].size + name.size;
        if (title->size >= tail && memcmp(title->data + title->size - name.size, name.data, name.size) == 0 &&
            memcmp(title->data + title->size - tail, dashes[i].data, dashes[i].size) == 0) {
            title->size -= tail;
            return true;
        }
    }
    return false;
}

bool text_page(struct slice app, struct slice title, struct slice *ret_page)
{
    for (size_t i = 0; i < sizeof browsers / sizeof *browsers; i++) {
        if (app.size != strlen(browsers[i].app) || strncasecmp(app.data, browsers[i].app, app.size) != 0)
            continue;
        for (size_t j = 0; j < sizeof browsers[i].names / sizeof *browsers[i].names && browsers[i].names[j]; j++)
            if (cut_name(&title, slice_of(browsers[i].names[j])))
                break;
        *ret_page = title;
        return true;
    }
    return false;
}
