/* Snapshots: the files that tasks change, as they were before, to show the changes (task.diff) and revert them
 * (task.undo).
 *
 * STATE/kept/TASK/ has the manifest `before`, after the end of the task the manifest `after`, and the contents of both,
 * named by numbers. STATE/kept/pool/ has hard links to the same contents, named by the stamp of the original file, so
 * an unchanged file is not copied again for the next task. The work threads (daemon/work) do all work on files. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/list.h"
#include "contract/config.h"
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
    struct list tasks;    /* struct snapshot_task: tasks with a snapshot whose changes are not recorded yet */
    struct list ends;     /* struct end in job.c */
    bool sweeping;        /* a sweep is running */
    bool spared_logged;   /* a sweep has logged the directories that it kept */
    struct deadline soon; /* when the next sweep starts */
    int64_t added;        /* bytes that were copied since the last sweep */
};

/* The snapshots that serve a call; see daemon/concern.c. */
struct snapshots *snapshot_of(const struct call *call);

/* The caller fills in what the snapshots depend on before this. */
void snapshot_init(struct snapshots *snapshots);

/* The store is open: recovers what the previous daemon left. */
void snapshot_open(struct snapshots *snapshots);

/* A task is about to end. If it has a snapshot, its changes are recorded before anybody learns of the end, so that
 * later changes are not attributed to it. Then `then` is called, or after a time limit. False: there is nothing to wait
 * for. */
bool snapshot_task_ends(struct snapshots *snapshots, int64_t task, void (*then)(void *user), void *user);

/* The task is being stopped: shortens the time limit of snapshot_task_ends(). */
void snapshot_task_stops(struct snapshots *snapshots, int64_t task);

/* Whether files of the session are being reverted, so no task of it may start. task_queue_let_go() is called
 * afterwards. */
bool snapshot_is_undoing(const struct snapshots *snapshots, int64_t session);

/* Records the changes of tasks whose end is among the events and that snapshot_task_ends() has not seen. */
void snapshot_events(struct snapshots *snapshots, const struct store_event *events, size_t count);

/* Schedules a sweep, because snapshots may have become unnecessary. */
void snapshot_sweep_soon(struct snapshots *snapshots);

/* The daemon stops: starts no further sweep. */
void snapshot_stop(struct snapshots *snapshots);

/* Frees everything; all jobs must have ended. */
void snapshot_clear(struct snapshots *snapshots);

extern const struct handover_part snapshot_handover;
