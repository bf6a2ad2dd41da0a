/* Fuzzes the rendering of untrusted Markdown: the output must not depend on how the input is split, and must
 * contain no foreign control sequences. */
#include "cli/markdown.h"
#include "fuzz.h"

/* `seed` determines the sizes of the pieces; 0: all at once. */
static struct buf render(struct slice text, size_t width, uint32_t seed)
{
    struct markdown markdown = {0};
    struct buf out = BUF_LIMITED(256u << 20);
    while (text.size > 0) {
        size_t size = text.size;
        if (seed) {
            seed = seed * 1664525u + 1013904223u;
            size = 1 + (seed >> 16) % (seed & 64 ? 4 : 64);
        }
        struct slice piece = {text.data, size < text.size ? size : text.size};
        text = (struct slice){text.data + piece.size, text.size - piece.size};
        markdown_write(&markdown, &out, piece, width);
        must(markdown.held.error == 0 && markdown.prose.word.error == 0);
    }
    markdown_finish(&markdown, &out);
    must(markdown_is_at_line_start(&markdown) && out.error == 0);
    markdown_clear(&markdown);
    return out;
}

/* Allows only weir's own sequences, newlines, tabs and text. */
static void check(struct slice out)
{
    for (size_t i = 0; i < out.size; i++) {
        unsigned char c = (unsigned char)out.data[i];
        if (c == '\033') {
            must(out.size - i > 3 && memcmp(out.data + i, "\033[0", 3) == 0);
            for (i += 3; i < out.size && strchr(";123469", out.data[i]); i++)
                must(out.data[i] != '\0');
            must(i < out.size && out.data[i] == 'm');
            continue;
        }
        must(c >= 0x20 || c == '\n' || c == '\t');
        must(c != 0x7f && !(c == 0xc2 && i + 1 < out.size && (unsigned char)out.data[i + 1] < 0xa0));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    size_t width = data[0] == 0 ? COLUMNS_ANY : data[0];
    struct slice text = {(const char *)data + 2, size - 2};
    struct buf whole = render(text, width, 0), pieces = render(text, width, data[1] + 1u);
    must(slice_equal(buf_slice(&whole), buf_slice(&pieces)));
    check(buf_slice(&whole));
    buf_clear(&whole);
    buf_clear(&pieces);
    return 0;
}
