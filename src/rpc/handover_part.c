#include "rpc/handover_part.h"

#include <errno.h>
#include <stdlib.h>

#include "rpc/handover.h"

void handover_add_fd(struct handover_out *out, int fd)
{
    if (out->fd_count == out->fd_capacity) {
        size_t capacity = out->fd_capacity ? out->fd_capacity * 2 : 64;
        int *fds = realloc(out->fds, capacity * sizeof *fds);
        if (!fds) {
            out->error = -ENOMEM;
            return;
        }
        out->fds = fds;
        out->fd_capacity = capacity;
    }
    out->fds[out->fd_count++] = fd;
}

static void add_fd(void *user, int fd)
{
    handover_add_fd(user, fd);
}

void handover_add_peer(struct handover_out *out, const struct handover_peer *state)
{
    peer_handover_fds(state, add_fd, out);
}

void handover_out_clear(struct handover_out *out)
{
    arena_clear(&out->arena);
    buf_wipe(&out->pieces); /* bytes that connections have read but not handled, or not sent yet */
    buf_clear(&out->pieces);
    free(out->fds);
    *out = (struct handover_out){0};
}
