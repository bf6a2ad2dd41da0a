/* Automation: rules that run tasks, tools and notifications at times and on events, with a receipt for every due time.
 *
 * The store has the truth. What is due, what has ended and what follows is decided in changes on the writer (struct
 * decision), from rows only: a receipt, the task of its first action and the next due time of the rule are written in
 * one transaction. So a crash neither loses a due time nor doubles one. The loop keeps a clock, notices what could be
 * news for a rule, and performs the actions that are not tasks.
 *
 *     automation.c   when to look: the clock, events, results; one look at a time
 *     clock.c        the real-time clock, which can be set
 *     look.c         one look: everything that is to be decided now
 *     due.c          due times, missed and overlapping ones
 *     match.c        events, compared with rules
 *     receipt.c      receipts, and whether a run begins
 *     run.c          a run from its first action to its end
 *     submit.c       the tasks of runs
 *     todo.c         tools and notifications of runs; order.c and tool.c perform them
 *     files.c        rules that wait for files
 *     trigger.c      triggers: checks, and due times
 *     template.c     texts with fields
 *     rules.c, log.c, switch.c, webhook.c   the methods */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

#include "base/id.h"
#include "base/list.h"
#include "contract/config.h"
#include "daemon/key/key.h"
#include "daemon/mcp/mcp.h"
#include "daemon/permission/permission.h"
#include "daemon/session/session.h"
#include "daemon/store/store.h"
#include "daemon/task/task.h"
#include "daemon/watch/watch.h"
#include "rpc/handover_part.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct automation_look;
struct call;
struct clients;
struct peer;
struct zones;

struct automation_clock {
    uv_poll_t poll;
    int fd; /* a timerfd; -1: none */
    bool watched;
    struct deadline fallback; /* without a timerfd, and to look at the offset of tests */
    int64_t offset_ms;        /* set by tests */
    int64_t at_ms;            /* when it is to ring; 0: never */
    void (*rings)(struct automation_clock *clock, bool was_set);
    struct timers *timers;
};

struct automation {
    struct store *store;
    struct session_keeper *sessions;
    struct key_ring *keys;
    struct task_queue *tasks;
    struct watch_hub *watch;
    struct clients *clients;
    struct permissions *permissions;
    struct rpc *rpc;
    const struct config_settings *settings;
    const char *const *program; /* of weird, which can also show a notification */

    struct automation_clock clock;
    struct zones *zones; /* of the writer thread, while the store is open */
    struct deadline retry;
    struct automation_look *look; /* in progress; or NULL */
    bool again;                   /* look once more after it */
    bool clock_was_set;
    bool open, stopping, frozen;
    bool fresh;           /* the first look of this daemon: what was being performed is lost */
    uint64_t wanted[4];   /* the kinds of events that rules wait for (struct store_kinds) */
    struct id_source ids; /* of what is started by hand */
    bool has_runs;        /* runs wait for the ends of tasks */
    size_t calls;         /* of tools that are under way */
    struct peer *line;    /* the daemon's connection to itself, for these calls; or NULL */
    struct list orders;   /* struct automation_order: notifications */
    size_t notifiers;     /* processes that show them */
    struct list results;  /* struct automation_result: not stored yet */
    bool files_reading;   /* which rules wait for files */
    bool files_again;
    bool files_wait;        /* at least one does */
    unsigned files_storing; /* changes of files whose receipts are not stored yet */
};

/* See daemon/concern.c. */
struct automation *automation_of(const struct call *call);

/* The caller fills in what it depends on before this. */
int automation_init(struct automation *automation);
/* The store is open, and so is the queue of tasks. */
void automation_open(struct automation *automation);
/* The daemon stops: nothing starts any more. */
void automation_stop(struct automation *automation);
void automation_clear(struct automation *automation);

/* To be called after each group of writes. */
void automation_events(struct automation *automation, const struct store_event *events, size_t count);

extern const struct handover_part automation_handover;
