#include "connector/lines.h"

#include <errno.h>

enum { KEEP = 64 << 10 }; /* bytes of memory to keep between lines */

void lines_init(struct lines *lines, size_t limit, bool cuts)
{
    *lines = (struct lines){.rest = BUF_LIMITED(limit), .cuts = cuts};
}

void lines_clear(struct lines *lines)
{
    buf_clear(&lines->rest);
}

static void pass(struct lines *lines, struct slice line, const struct lines_events *events, void *user)
{
    (void)lines;
    if (line.size > 0 && line.data && line.data[line.size - 1] == '\r')
        line.size--;
    events->line(user, line);
}

static void end_skipped(struct lines *lines, const struct lines_events *events, void *user)
{
    if (lines->cuts)
        pass(lines, buf_slice(&lines->rest), events, user);
    if (events->skipped)
        events->skipped(user, lines->skipped);
    lines->skipping = false;
    lines->skipped = 0;
}

/* A part of a line that is not complete, or is longer than the limit. */
static int keep(struct lines *lines, struct slice part)
{
    size_t room = lines->rest.limit - lines->rest.size;
    if (!lines->skipping && part.size <= room)
        return buf_append_slice(&lines->rest, part);
    if (!lines->skipping) {
        lines->skipped = lines->rest.size;
        if (lines->cuts)
            (void)buf_append_slice(&lines->rest, (struct slice){part.data, room});
        else
            buf_reset(&lines->rest, KEEP);
    }
    lines->skipping = true;
    lines->skipped += part.size;
    return 0;
}

int lines_feed(struct lines *lines, struct slice bytes, const struct lines_events *events, void *user)
{
    while (bytes.size > 0) {
        const char *end = memchr(bytes.data, '\n', bytes.size);
        struct slice part = {bytes.data, end ? (size_t)(end - bytes.data) : bytes.size};
        bool is_whole = end && lines->rest.size == 0 && !lines->skipping && part.size <= lines->rest.limit;
        if (is_whole) {
            pass(lines, part, events, user);
        } else {
            int r = keep(lines, part);
            if (r < 0)
                return r;
            if (end && lines->skipping)
                end_skipped(lines, events, user);
            else if (end)
                pass(lines, buf_slice(&lines->rest), events, user);
            if (end)
                buf_reset(&lines->rest, KEEP);
        }
        if (!end)
            return 0;
        bytes = (struct slice){end + 1, bytes.size - part.size - 1};
    }
    return 0;
}

void lines_end(struct lines *lines, const struct lines_events *events, void *user)
{
    if (lines->skipping)
        end_skipped(lines, events, user);
    else if (lines->rest.size > 0)
        pass(lines, buf_slice(&lines->rest), events, user);
    buf_reset(&lines->rest, 0);
}
