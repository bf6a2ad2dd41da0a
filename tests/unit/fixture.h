/* Implements the methods of the test contract. */
#pragma once

#include <sys/types.h>

#include "contract/daemon_dispatch.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* What happened at one end of a connection; the `user` of its peer. */
struct fixture {
    struct buf notes;  /* the numbers of probe.note, in order: "1 2 3 " */
    size_t deferred;   /* calls that were deferred so far */
    size_t abandoned;  /* of these: cancelled, or their connection was closed */
    size_t closed;     /* how often the peer was closed */
    char reason[128];  /* of the last close */
    size_t unknown;    /* calls without an entry in the dispatch table */
    bool take_unknown; /* handle these by answering with the method's name */
    bool refuse_events;
    bool lazy;         /* do not take received descriptors */
    struct call *last; /* the last deferred call */
};

#define FIXTURE_INIT                                                                                                   \
    {                                                                                                                  \
        .notes = BUF_LIMITED(1 << 20)                                                                                  \
    }

void fixture_clear(struct fixture *fixture);

extern const struct peer_events fixture_events;

/* The n-th deferred call of this peer, from the oldest; NULL if there are fewer. */
struct call *fixture_waiting(struct peer *peer, size_t n);

/* The inode of a descriptor, to identify its file. */
ino_t fixture_inode(int fd);

/* A descriptor of a new, unnamed file. */
int fixture_file(void);
