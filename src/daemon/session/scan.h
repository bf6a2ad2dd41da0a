/* Looking through the directory of a session, or one that is named, for a call: on a thread of the resolver, since the
 * directory may lie on a mount that hangs. */
#pragma once

#include "base/arena.h"
#include "contract/session_types.h"
#include "daemon/resolve/resolve.h"

struct call;

struct session_scan {
    struct resolve_job job;
    struct call *call; /* deferred, and held */
    /* On the thread: fills what lies behind this struct, in the arena. */
    void (*work)(struct session_scan *scan);
    /* On the loop, where status is 0. */
    void (*answer)(struct session_scan *scan);
    struct arena arena;
    int status;                           /* of `work` */
    const struct session_record *session; /* in the arena; NULL: a directory was named */
    char *cwd;                            /* in the arena */
};

/* What is looked for. `lane` names the lane of the resolver, together with the directory. */
struct session_scan_kind {
    const char *lane;
    size_t size; /* of the struct that begins with a session_scan */
    size_t arena_bytes;
    /* Of the call's params: one of both is to be there. */
    void (*where)(const void *params, struct slice *ret_session_id, struct slice *ret_cwd);
    /* Takes from the call's params what the thread needs, before that starts. 1: it has answered the call. */
    int (*fill)(struct session_scan *scan);
    void (*work)(struct session_scan *scan);
    void (*answer)(struct session_scan *scan);
};

/* For handlers. */
int session_scan(struct call *call, const struct session_scan_kind *kind);
