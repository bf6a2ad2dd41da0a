#include "rpc/frame.h"

#include <errno.h>

/* Growing without leaving copies in freed memory means copying the buffer, which is slow for long lines.
 * Lines with a secret are shorter than this. */
enum { TRACELESS_MAX = 1 << 20 };

static void drop(struct framer *framer)
{
    if (framer->partial.data && framer->partial.size <= TRACELESS_MAX)
        buf_wipe(&framer->partial);
    buf_reset(&framer->partial, 0);
}

void framer_clear(struct framer *framer)
{
    drop(framer);
}

static struct slice trimmed(struct slice line)
{
    if (line.size > 0 &&
        line.data[line.size - 1] == '\r') // NOLINT(clang-analyzer-core.NullDereference): a size has data
        line.size--;
    return line;
}

static bool is_blank(struct slice line)
{
    for (size_t i = 0; i < line.size; i++)
        if (line.data[i] != ' ' && line.data[i] != '\t' && line.data[i] != '\r')
            return false;
    return true;
}

static enum frame too_long(struct framer *framer, bool ended)
{
    bool memory = framer->partial.error == -ENOMEM;
    drop(framer);
    framer->skipping = !ended;
    return memory ? FRAME_NO_MEMORY : FRAME_TOO_LONG;
}

enum frame framer_next_slow(struct framer *framer, struct slice *input, struct slice *ret_line)
{
    if (framer->complete) {
        buf_reset(&framer->partial, 0);
        framer->complete = false;
    }
    while (input->size > 0) {
        const char *end = memchr(input->data, '\n', input->size);
        struct slice piece = {input->data, end ? (size_t)(end - input->data) : input->size};
        size_t used = piece.size + (end != NULL);
        *input = (struct slice){input->data + used, input->size - used};

        if (framer->skipping) {
            framer->skipping = !end;
            continue;
        }
        if (end && framer->partial.size == 0) {
            if (piece.size > framer->partial.limit)
                return too_long(framer, true);
            *ret_line = trimmed(piece);
            if (!is_blank(*ret_line))
                return FRAME_LINE;
            continue;
        }
        framer->partial.traceless = framer->partial.size < TRACELESS_MAX;
        if (buf_append_slice(&framer->partial, piece) < 0)
            return too_long(framer, end != NULL);
        if (!end)
            continue;
        *ret_line = trimmed(buf_slice(&framer->partial));
        framer->complete = true;
        if (!is_blank(*ret_line))
            return FRAME_LINE;
        buf_reset(&framer->partial, 0);
        framer->complete = false;
    }
    return FRAME_NONE;
}

enum frame framer_finish(struct framer *framer, struct slice *ret_line)
{
    if (!framer_has_rest(framer))
        return FRAME_NONE;
    framer->complete = true;
    *ret_line = trimmed(buf_slice(&framer->partial));
    return is_blank(*ret_line) ? FRAME_NONE : FRAME_LINE;
}

bool framer_take(struct framer *framer, struct buf *ret_line)
{
    if (!framer->complete)
        return false;
    *ret_line = framer->partial;
    framer->partial = (struct buf){.limit = ret_line->limit};
    framer->complete = false;
    return true;
}
