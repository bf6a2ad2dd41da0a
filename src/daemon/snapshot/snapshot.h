/* What tasks found before they changed it, so that it can be shown and put back.
 *
 * STATE/kept/TASK/ has a manifest `before`, once the task has ended another one, `after`, and the contents that both
 * speak of, under numbers. STATE/kept/pool/ has the same contents once more, as hard links, under the names of the
 * files as the kernel knows them: what did not change since is not copied again for the next task. All work on files is
 * done by the threads of daemon/work. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/list.h"
#include "contract/config.h"
#include "daemon/concern.h"
#include "daemon/options.h"
#include "daemon/store/store.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct snapshots;
struct store_event;

struct snapshots {
    struct work_pool *pool;
    struct store *store;
    struct audit *audit;
    struct sandbox_facts *sandbox;
    struct task_queue *tasks_at_work;
    struct rpc *rpc;
    const struct config_settings *settings;
    int state_fd;
    bool stopping;
    struct list tasks;    /* struct snapshot_task: those of which something is kept and whose end is not taken down */
    struct list ends;     /* struct end of job.c */
    bool sweeping;        /* a sweep is on its way */
    bool spared_said;     /* a sweep has told of what it left */
    struct deadline soon; /* when the next one begins */
    int64_t added;        /* bytes since the last one */
};

/* From a call: daemon/concern.h. */
struct snapshots *snapshot_of(struct daemon *daemon);

/* What it stands on is filled in before. */
void snapshot_init(struct snapshots *snapshots);

/* The store is open: what the daemon before this one left is settled. */
void snapshot_open(struct snapshots *snapshots);

/* A task comes to its end, which nobody knows of yet: where something is kept of it, how things are is taken down
 * first, so that no later change is taken for the task's, and `then` is called; after a while it is called all the
 * same. False: there is nothing to wait for. */
bool snapshot_task_ends(struct snapshots *snapshots, int64_t task, void (*then)(void *user), void *user);

/* Somebody wants the task to stop: its end waits no longer for that than a moment. */
void snapshot_task_stops(struct snapshots *snapshots, int64_t task);

/* Files of the session are being put back: no task of it may begin. task_queue_let_go() is called behind it. */
bool snapshot_is_undoing(const struct snapshots *snapshots, int64_t session);

/* Tasks that have ended otherwise are among them. */
void snapshot_events(struct snapshots *snapshots, const struct store_event *events, size_t count);

/* Something may be there that need not be kept any more. */
void snapshot_sweep_soon(struct snapshots *snapshots);

/* The daemon stops: nothing new is looked for. */
void snapshot_stop(struct snapshots *snapshots);

/* Nothing is at work any more. */
void snapshot_clear(struct snapshots *snapshots);

extern const struct handover_part snapshot_handover;
