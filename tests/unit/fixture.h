/* The other side of the tests: what the methods of the test contract do. */
#pragma once

#include <sys/types.h>

#include "contract/daemon_dispatch.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* What happened at one end; the `user` of its peer. */
struct fixture {
    struct buf notes;  /* the numbers of probe.note, one behind the other: "1 2 3 " */
    size_t deferred;   /* calls that wait, ever */
    size_t abandoned;  /* of them: cancelled, or their connection ended */
    size_t closed;     /* how often the peer was closed */
    char reason[128];  /* of the last time */
    size_t unknown;    /* calls without an entry in the dispatch table */
    bool take_unknown; /* answers them with their method's name */
    bool refuse_events;
    bool lazy;         /* takes no descriptor that comes */
    struct call *last; /* that was deferred */
};

#define FIXTURE_INIT                                                                                                   \
    {                                                                                                                  \
        .notes = BUF_LIMITED(1 << 20)                                                                                  \
    }

void fixture_clear(struct fixture *fixture);

extern const struct peer_events fixture_events;

/* The n-th call that waits at this peer, the oldest first; NULL behind the last. */
struct call *fixture_waiting(struct peer *peer, size_t n);

/* Which file this is, whatever its descriptor's number. */
ino_t fixture_inode(int fd);

/* A descriptor of a new file that has no name. */
int fixture_file(void);
