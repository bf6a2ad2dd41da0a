/* The queue of bytes and descriptors to send on one socket, with a limit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum { RPC_FDS_MAX = 16 }; /* the most descriptors of one message */

/* The descriptors of one message. */
struct message_fds {
    int fds[RPC_FDS_MAX];
    unsigned count;
};

void message_fds_close(struct message_fds *set);

/* The position of a line that carries descriptors. */
struct output_mark {
    struct output_mark *next;
    size_t start, end; /* the line, in `bytes` */
    struct message_fds set;
};

struct output {
    struct buf bytes;          /* complete lines; its limit is the limit of the queue */
    size_t sent;               /* bytes of it that were sent */
    struct output_mark *marks; /* the lines that carry descriptors, in order */
    bool secret;               /* the queue holds a secret: bytes are wiped when they are sent */
};

void output_clear(struct output *output);

/* Marks everything that is appended until the queue is empty as secret. */
void output_keep_secret(struct output *output);

/* Removes everything after the first `size` bytes. */
void output_cut(struct output *output, size_t size);

/* Bytes not yet given to the kernel. */
static inline size_t output_waiting(const struct output *output)
{
    return output->bytes.size - output->sent;
}

/* Attaches descriptors to the line [start, end of bytes), which was just appended. Takes them, even on failure. */
int output_attach(struct output *output, size_t start, struct message_fds *set);

/* Sends as much as the kernel accepts. Returns 0 when all is sent, 1 when some is left, a negative errno when
 * the connection is closed. */
int output_flush(struct output *output, int socket);
