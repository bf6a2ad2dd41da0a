#include "tools/output.h"

#include <stdlib.h>

#include "base/cleanup.h"
#include "tools/text.h"

void tool_output_init(struct output *output, size_t limit)
{
    *output = (struct output){.head = BUF_LIMITED(limit / 2), .room = limit / 2};
}

void tool_output_clear(struct output *output)
{
    buf_clear(&output->head);
    free(output->tail);
    *output = (struct output){0};
}

static void add_to_tail(struct output *output, struct slice bytes)
{
    if (!output->tail)
        output->tail = malloc(output->room);
    if (!output->tail)
        return;
    if (bytes.size > output->room) {
        bytes.data += bytes.size - output->room;
        bytes.size = output->room;
    }
    while (bytes.size > 0) {
        size_t n = output->room - output->at < bytes.size ? output->room - output->at : bytes.size;
        memcpy(output->tail + output->at, bytes.data, n);
        output->at = (output->at + n) % output->room;
        output->kept = output->kept + n < output->room ? output->kept + n : output->room;
        bytes.data += n;
        bytes.size -= n;
    }
}

void tool_output_add(struct output *output, struct slice bytes)
{
    output->total += bytes.size;
    size_t room = output->head.limit - output->head.size;
    size_t first = bytes.size < room ? bytes.size : room;
    if (first > 0)
        (void)buf_append(&output->head, bytes.data, first);
    if (first < bytes.size)
        add_to_tail(output, (struct slice){bytes.data + first, bytes.size - first});
}

/* Prefers complete lines. */
static struct slice end_with_line(struct slice head)
{
    const char *last = head.size > 0 ? memrchr(head.data, '\n', head.size) : NULL;
    return last ? (struct slice){head.data, (size_t)(last + 1 - head.data)} : text_cut(head, head.size);
}

static struct slice begin_with_line(struct slice tail)
{
    const char *first = tail.size > 0 ? memchr(tail.data, '\n', tail.size) : NULL;
    size_t skip = first && first + 1 < tail.data + tail.size ? (size_t)(first + 1 - tail.data) : 0;
    while (skip < tail.size && skip < 3 && !first && ((unsigned char)tail.data[skip] & 0xc0) == 0x80)
        skip++;
    return (struct slice){tail.data + skip, tail.size - skip};
}

int tool_output_write(const struct output *output, struct buf *out)
{
    struct slice head = buf_slice(&output->head);
    autofree char *straight = output->kept > 0 ? malloc(output->kept) : NULL;
    if (output->kept == 0 || !straight)
        return text_append(out, head);
    size_t begin = (output->at + output->room - output->kept) % output->room;
    size_t first = output->room - begin < output->kept ? output->room - begin : output->kept;
    memcpy(straight, output->tail + begin, first);
    memcpy(straight + first, output->tail, output->kept - first);
    struct slice tail = {straight, output->kept};
    if (output->total > head.size + tail.size) {
        char size[TEXT_SIZE_SIZE];
        head = end_with_line(head);
        tail = begin_with_line(tail);
        (void)text_append(out, head);
        (void)buf_printf(out, "%s[… %s omitted …]\n", head.size > 0 && head.data[head.size - 1] == '\n' ? "" : "\n",
                         text_size(output->total - head.size - tail.size, size));
    } else {
        /* Head and tail are adjacent, and a character may be split between them. */
        struct buf whole = BUF_LIMITED(head.size + tail.size + 1);
        (void)buf_append_slice(&whole, head);
        (void)buf_append_slice(&whole, tail);
        int r = whole.error ? whole.error : text_append(out, buf_slice(&whole));
        buf_clear(&whole);
        return r;
    }
    return text_append(out, tail);
}
