/* Fuzzes the lines of a server's output. The first byte says how they are cut into pieces, and whether long lines are
 * cut or skipped. In one piece they must be the same. */
#include "connector/lines.h"
#include "fuzz.h"

enum { LIMIT = 40 };

static void add_line(void *user, struct slice line)
{
    struct buf *seen = user;
    if (line.size > LIMIT || (line.size > 0 && memchr(line.data, '\n', line.size)))
        abort();
    buf_append_slice(seen, line);
    buf_append_char(seen, '\n');
}

static void add_skipped(void *user, size_t bytes)
{
    if (bytes <= LIMIT)
        abort();
    buf_printf(user, "%zu\n\n", bytes);
}

static void feed(struct slice text, size_t piece, bool cuts, struct buf *seen)
{
    static const struct lines_events events = {.line = add_line, .skipped = add_skipped};
    struct lines lines;
    lines_init(&lines, LIMIT, cuts);
    while (text.size > 0) {
        size_t size = text.size < piece ? text.size : piece;
        if (lines_feed(&lines, (struct slice){text.data, size}, &events, seen) < 0)
            abort();
        text = (struct slice){text.data + size, text.size - size};
    }
    lines_end(&lines, &events, seen);
    lines_clear(&lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf pieces = BUF_LIMITED(1 << 20), whole = BUF_LIMITED(1 << 20);
    if (size == 0 || size > 64 << 10)
        return 0;
    struct slice text = {(const char *)data + 1, size - 1};
    feed(text, 1 + data[0] / 2, data[0] % 2, &pieces);
    feed(text, SIZE_MAX, data[0] % 2, &whole);
    if (!slice_equal(buf_slice(&pieces), buf_slice(&whole)))
        abort();
    buf_clear(&pieces);
    buf_clear(&whole);
    return 0;
}
