/* Fuzzes framing: the lines must not depend on how the stream is split. */
#include "fuzz.h"
#include "rpc/frame.h"

static bool is_blank(struct slice line)
{
    for (size_t i = 0; i < line.size; i++)
        if (line.data[i] != ' ' && line.data[i] != '\t' && line.data[i] != '\r')
            return false;
    return true;
}

static void note(struct buf *seen, enum frame frame, struct slice line, size_t limit)
{
    must(frame == FRAME_LINE || frame == FRAME_TOO_LONG);
    if (frame == FRAME_TOO_LONG) {
        must(buf_append_text(seen, "too long\n") == 0);
        return;
    }
    must(line.size <= limit);
    must(!memchr(line.data, '\n', line.size));
    must(!is_blank(line));
    must(buf_append_slice(seen, line) == 0 && buf_append_char(seen, '\n') == 0);
}

/* `seed` determines the sizes of the pieces; 0: all at once. */
static struct buf frame_all(struct slice text, size_t limit, uint32_t seed)
{
    struct framer framer = FRAMER_LIMITED(limit);
    struct buf seen = BUF_LIMITED(64u << 20);
    struct slice line;
    enum frame frame;
    while (text.size > 0) {
        size_t size = text.size;
        if (seed) {
            seed = seed * 1664525u + 1013904223u;
            size = 1 + (seed >> 16) % (seed & 64 ? 4 : 64);
        }
        struct slice piece = {text.data, size < text.size ? size : text.size};
        text = (struct slice){text.data + piece.size, text.size - piece.size};
        while ((frame = framer_next(&framer, &piece, &line)) != FRAME_NONE) {
            note(&seen, frame, line, limit);
            if (seed & 1) { /* sometimes take the memory of the line */
                struct buf taken = {0};
                if (frame == FRAME_LINE && framer_take(&framer, &taken))
                    buf_clear(&taken);
            }
        }
        must(piece.size == 0);
    }
    if ((frame = framer_finish(&framer, &line)) != FRAME_NONE)
        note(&seen, frame, line, limit);
    must(framer_finish(&framer, &line) == FRAME_NONE);
    framer_clear(&framer);
    return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4)
        return 0;
    size_t limit = 1 + data[0] + (size_t)(data[1] & 3) * 256;
    uint32_t seed = 1 + data[2] + 256u * data[3];
    struct slice text = {(const char *)data + 4, size - 4};
    struct buf whole = frame_all(text, limit, 0);
    for (uint32_t i = 0; i < 3; i++) {
        struct buf pieces = frame_all(text, limit, seed + 7919 * i);
        must(slice_equal(buf_slice(&whole), buf_slice(&pieces)));
        buf_clear(&pieces);
    }
    buf_clear(&whole);
    return 0;
}
