/* Fuzzes the texts of X windows and clipboards. The first byte says which encoding, the second one how long the result
 * may be. What comes out is valid UTF-8 of at most that size, has no characters that control or hide, and cleaning it
 * again changes nothing. */
#include "base/utf8.h"
#include "capture/text.h"
#include "fuzz.h"

static void check_characters(struct slice text, bool has_lines)
{
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c == 0x7f || (c < 0x20 && !(has_lines && (c == '\t' || c == '\n'))))
            abort();
    }
    if (text.size > 2 &&
        (memmem(text.data, text.size, "\xe2\x80\xae", 3) || memmem(text.data, text.size, "\xe2\x81\xa6", 3)))
        abort();
}

static void check(enum text_encoding encoding, struct slice text, size_t most, bool has_lines)
{
    struct buf once = BUF_LIMITED(1 << 20), twice = BUF_LIMITED(1 << 20);
    if (text_clean(&once, encoding, text, most, has_lines) < 0)
        abort();
    if (once.size > most || (once.size > 0 && !utf8_is_valid(buf_slice(&once))))
        abort();
    check_characters(buf_slice(&once), has_lines);
    if (text_clean(&twice, TEXT_UTF8, buf_slice(&once), most, has_lines) < 0 ||
        !slice_equal(buf_slice(&once), buf_slice(&twice)))
        abort();
    buf_clear(&once);
    buf_clear(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > 64 << 10)
        return 0;
    struct slice text = {(const char *)data + 2, size - 2}, page = {NULL, 0};
    check((enum text_encoding)(data[0] % 3), text, data[1], data[0] >= 128);
    struct slice class = text_class(text);
    if (class.size > text.size ||
        (class.size > 0 && (class.data < text.data || class.data + class.size > text.data + text.size)))
        abort();
    if (text_page(SLICE("firefox"), text, &page) &&
        (page.size > text.size || (page.size > 0 && page.data != text.data)))
        abort();
    (void)text_page(text, SLICE("Title - Chromium"), &page);
    return 0;
}
