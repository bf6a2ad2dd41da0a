/* The bytes and descriptors that wait to be sent on one socket, bounded. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum { RPC_FDS_MAX = 16 }; /* descriptors that one message may carry */

/* The descriptors of one message. */
struct message_fds {
    int fds[RPC_FDS_MAX];
    unsigned count;
};

void message_fds_close(struct message_fds *set);

/* A line that carries descriptors. */
struct output_mark {
    struct output_mark *next;
    size_t start, end; /* the line, in `bytes` */
    struct message_fds set;
};

struct output {
    struct buf bytes;          /* whole lines; its limit is the cap */
    size_t sent;               /* of `bytes` */
    struct output_mark *marks; /* the lines that carry descriptors, in order */
    bool secret;               /* there is a secret among what waits: bytes are wiped when they are sent */
};

void output_clear(struct output *output);

/* What is appended from now on until all is sent may hold a secret. */
void output_keep_secret(struct output *output);

/* Takes back what lies behind the first `size` bytes. */
void output_cut(struct output *output, size_t size);

/* Bytes not yet given to the kernel. */
static inline size_t output_waiting(const struct output *output)
{
    return output->bytes.size - output->sent;
}

/* Binds descriptors to the line [start, end of bytes), which was just appended. Takes them, even on failure. */
int output_attach(struct output *output, size_t start, struct message_fds *set);

/* Sends what the kernel takes now. 0 when all is sent, 1 when some waits, a negative errno when the connection is gone.
 */
int output_flush(struct output *output, int socket);
