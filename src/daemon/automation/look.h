/* One look at everything that may have become due: a change of the store. */
#pragma once

#include "daemon/automation/internal.h"

struct automation_look {
    struct store_change change;
    struct automation *automation;
    struct arena arena;
    bool clock_was_set, fresh;
    struct list results; /* struct automation_result: what was performed since the last look */
    /* What it has found: */
    bool more;
    bool has_runs;
    int64_t wake; /* when the next rule is to start; 0: never */
    struct store_kinds wanted;
    struct decision decision; /* last: ends in a path */
};

/* Queues it; `done` is called on the loop. NULL: out of memory. */
struct automation_look *automation_look_new(struct automation *automation, void (*done)(struct store_change *change));
struct automation_look *automation_look_free(struct automation_look *look);
