#include "base/sse.h"

#include <errno.h>

enum { KEEP = 64 << 10 }; /* bytes of memory to keep between events */

void sse_init(struct sse *sse, size_t limit)
{
    *sse = (struct sse){.line = BUF_LIMITED(limit), .data = BUF_LIMITED(limit), .retry_ms = -1};
}

void sse_resume(struct sse *sse)
{
    buf_reset(&sse->line, 0);
    buf_reset(&sse->data, 0);
    sse->name_size = sse->marks_seen = 0;
    sse->has_data = sse->after_return = false;
    slice_copy(sse->next_id, sse_last_id(sse));
    sse->next_id_size = sse->id_size;
}

void sse_clear(struct sse *sse)
{
    buf_clear(&sse->line);
    buf_clear(&sse->data);
}

static int full(const struct buf *buf)
{
    return buf->error == -ENOBUFS ? -EMSGSIZE : buf->error;
}

static int dispatch(struct sse *sse, sse_event_fn event, void *user)
{
    slice_copy(sse->id, (struct slice){sse->next_id, sse->next_id_size});
    sse->id_size = sse->next_id_size;
    int r = sse->has_data ? event(user, (struct slice){sse->name, sse->name_size}, buf_slice(&sse->data)) : 0;
    buf_reset(&sse->data, KEEP);
    sse->has_data = false;
    sse->name_size = 0;
    return r;
}

/* Joins several lines of data. */
static int add_data(struct sse *sse, struct slice value)
{
    if (sse->has_data)
        buf_append_char(&sse->data, '\n');
    sse->has_data = true;
    return buf_append_slice(&sse->data, value) < 0 ? full(&sse->data) : 0;
}

/* The standard ignores an id with U+0000; one that is too long to keep is ignored as well. */
static void set_id(struct sse *sse, struct slice value)
{
    if (value.size > sizeof sse->next_id || memchr(value.data, '\0', value.size))
        return;
    slice_copy(sse->next_id, value);
    sse->next_id_size = value.size;
}

static void set_retry(struct sse *sse, struct slice value)
{
    int64_t ms = 0;
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] < '0' || value.data[i] > '9')
            return;
        ms = ms * 10 + (value.data[i] - '0');
        ms = ms < SSE_RETRY_MAX_MS ? ms : SSE_RETRY_MAX_MS;
    }
    if (value.size > 0)
        sse->retry_ms = ms;
}

static int take_line(struct sse *sse, struct slice line, sse_event_fn event, void *user)
{
    if (line.size == 0 || !line.data)
        return dispatch(sse, event, user);
    const char *colon = memchr(line.data, ':', line.size);
    struct slice field = {line.data, colon ? (size_t)(colon - line.data) : line.size};
    struct slice value = colon ? (struct slice){colon + 1, line.size - field.size - 1} : SLICE("");
    if (value.size > 0 && value.data[0] == ' ')
        value = (struct slice){value.data + 1, value.size - 1};
    if (slice_is(field, "data"))
        return add_data(sse, value);
    if (slice_is(field, "id"))
        set_id(sse, value);
    else if (slice_is(field, "retry"))
        set_retry(sse, value);
    else if (slice_is(field, "event")) {
        sse->name_size = value.size < sizeof sse->name ? value.size : 0; /* a longer name is not used by any provider */
        slice_copy(sse->name, (struct slice){value.data, sse->name_size});
    }
    return 0; /* a comment or an unknown field */
}

/* Skips a byte order mark at the beginning. */
static struct slice skip_mark(struct sse *sse, struct slice bytes)
{
    static const char mark[] = "\xef\xbb\xbf";
    enum { SIZE = sizeof mark - 1 };
    while (sse->marks_seen < SIZE && bytes.size > 0) {
        if (bytes.data[0] != mark[sse->marks_seen]) {
            /* Not a byte order mark: its bytes belong to the first line. */
            (void)buf_append(&sse->line, mark, sse->marks_seen);
            sse->marks_seen = SIZE;
            break;
        }
        sse->marks_seen++;
        bytes = (struct slice){bytes.data + 1, bytes.size - 1};
    }
    return bytes;
}

static size_t line_end(struct slice bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i] == '\n' || bytes.data[i] == '\r')
            return i;
    return bytes.size;
}

int sse_feed(struct sse *sse, struct slice bytes, sse_event_fn event, void *user)
{
    int r = 0;
    bytes = skip_mark(sse, bytes);
    while (r == 0 && bytes.size > 0) {
        if (sse->after_return && bytes.data[0] == '\n')
            bytes = (struct slice){bytes.data + 1, bytes.size - 1};
        sse->after_return = false;
        size_t size = line_end(bytes);
        struct slice line = {bytes.data, size};
        if (size == bytes.size)
            return buf_append_slice(&sse->line, line) < 0 ? full(&sse->line) : 0;
        sse->after_return = bytes.data[size] == '\r';
        bytes = (struct slice){bytes.data + size + 1, bytes.size - size - 1};
        if (sse->line.size > 0) {
            if (buf_append_slice(&sse->line, line) < 0)
                return full(&sse->line);
            line = buf_slice(&sse->line);
        }
        r = take_line(sse, line, event, user);
        buf_reset(&sse->line, KEEP);
    }
    return r;
}
