/* What tasks found before they changed it, so that it can be shown and put back.
 *
 * STATE/kept/TASK/ has a manifest `before`, once the task has ended another one, `after`, and the contents that both
 * speak of, under numbers. STATE/kept/pool/ has the same contents once more, as hard links, under the names of the
 * files as the kernel knows them: what did not change since is not copied again for the next task. All work on files is
 * done by a few threads. The jobs of a session are done one after another, so that the end of a task is taken down
 * before the next one of its session is asked what it will change; the sessions take turns. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/list.h"
#include "rpc/timers.h"

struct daemon;
struct store_event;

enum {
    KEPT_THREADS = 4,     /* that work at once */
    KEPT_THREADS_ALL = 64 /* with those that a disk which does not answer holds */
};

struct kept {
    uv_mutex_t mutex;
    uv_cond_t wake;
    uv_thread_t threads[KEPT_THREADS_ALL];
    size_t thread_count; /* each is started when all others have something to do */
    uv_async_t back;
    bool is_open;         /* the handles are there */
    struct list handed;   /* struct kept_job that a thread shall take; behind the mutex */
    struct list done;     /* likewise: those that are back */
    bool closed;          /* likewise: the threads shall end */
    atomic_bool hurry;    /* the daemon stops: what is at work comes to its end */
    struct list queues;   /* struct kept_queue, in the order of their turns */
    bool is_left;         /* those that are at work never come back */
    size_t busy;          /* threads that have a job */
    size_t slow;          /* of them, those that have had it for KEPT_SLOW_MS: others work in their place */
    size_t at_work;       /* jobs that are not back yet */
    struct list tasks;    /* struct kept_task: those of which something is kept and whose end is not taken down */
    struct list ends;     /* struct end of end.c */
    bool sweeping;        /* a sweep is on its way */
    bool spared_said;     /* a sweep has told of what it left */
    struct deadline soon; /* when the next one begins */
    int64_t added;        /* bytes since the last one */
};

int kept_init(struct daemon *daemon);

/* The store is open: what the daemon before this one left is settled. */
void kept_open(struct daemon *daemon);

/* A task comes to its end, which nobody knows of yet: where something is kept of it, how things are is taken down
 * first, so that no later change is taken for the task's, and `then` is called; after a while it is called all the
 * same. False: there is nothing to wait for. */
bool kept_task_ends(struct daemon *daemon, int64_t task, void (*then)(void *user), void *user);

/* Somebody wants the task to stop: its end waits no longer for that than a moment. */
void kept_task_stops(struct daemon *daemon, int64_t task);

/* Files of the session are being put back: no task of it may begin. task_queue_let_go() is called behind it. */
bool kept_is_undoing(const struct daemon *daemon, int64_t session);

/* Tasks that have ended otherwise are among them. */
void kept_events(struct daemon *daemon, const struct store_event *events, size_t count);

/* Something may be there that need not be kept any more. */
void kept_sweep_soon(struct daemon *daemon);

/* The daemon stops: whatever is at work ends soon, and what waits is not begun; daemon_stop_step() is called when
 * nothing is any more. */
void kept_hurry(struct daemon *daemon);
bool kept_is_idle(const struct daemon *daemon);
/* A thread does not come back, since a file system does not answer: nobody hears of its job any more, and it is as
 * idle. The process must be left without kept_close(). */
void kept_leave(struct daemon *daemon);
bool kept_is_left(const struct daemon *daemon);

/* Ends the threads, which must be idle, and begins to close the handles. May be called again. */
void kept_close(struct daemon *daemon);

extern const struct handover_part kept_handover;
