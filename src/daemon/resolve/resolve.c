#include "daemon/resolve/resolve.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fault.h"
#include "rpc/wakeup.h"

enum { STACK_BYTES = 512 << 10, IDLE_SECONDS = 10 };

/* A lane is in resolver->ready while it waits for a thread, and in no list while a thread works on it. It is
 * freed with its last job. */
struct resolve_lane {
    struct list link; /* in resolver->ready */
    struct list all;  /* in resolver->lanes */
    struct list jobs; /* jobs that wait */
    size_t count;     /* the length of `jobs` */
    bool at_work;     /* a thread runs a job of the lane */
    bool hangs;       /* the running job has exceeded its time limit */
    char key[];
};

struct resolver {
    struct timers *timers;
    struct wakeup wakeup;
    bool gives_up;
    struct list unsettled; /* jobs whose `done` was not called yet */
    /* Protected by the mutex: */
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    pthread_cond_t returned; /* signalled when a job has returned, for resolver_await() */
    struct list lanes, ready, back;
    size_t ready_count; /* the length of `ready` */
    size_t threads, idle;
    bool closed;       /* no results are delivered any more */
    bool is_abandoned; /* the last thread frees the resolver */
};

/* --- threads --- */

/* Call with the mutex locked. NULL: the thread should end. */
static struct resolve_job *next(struct resolver *resolver)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += IDLE_SECONDS;
    while (list_is_empty(&resolver->ready) && !resolver->closed) {
        resolver->idle++;
        int r = pthread_cond_timedwait(&resolver->wake, &resolver->mutex, &until);
        resolver->idle--;
        if (r == ETIMEDOUT)
            break;
    }
    if (list_is_empty(&resolver->ready) || resolver->closed)
        return NULL;
    struct resolve_lane *lane = list_member(resolver->ready.next, struct resolve_lane, link);
    struct resolve_job *job = list_member(lane->jobs.next, struct resolve_job, link);
    list_remove(&lane->link);
    resolver->ready_count--;
    list_remove(&job->link);
    lane->count--;
    lane->at_work = job->at_work = true;
    return job;
}

/* Call with the mutex locked. */
static void lane_continue(struct resolver *resolver, struct resolve_lane *lane)
{
    lane->at_work = lane->hangs = false;
    if (lane->count > 0) {
        list_append(&resolver->ready, &lane->link);
        resolver->ready_count++;
        return;
    }
    list_remove(&lane->all);
    free(lane);
}

/* Call with the mutex locked; unlocks it. */
static void unlock_or_free(struct resolver *resolver)
{
    bool is_last = resolver->is_abandoned && resolver->threads == 0;
    (void)pthread_mutex_unlock(&resolver->mutex);
    if (!is_last)
        return;
    (void)pthread_mutex_destroy(&resolver->mutex);
    (void)pthread_cond_destroy(&resolver->wake);
    (void)pthread_cond_destroy(&resolver->returned);
    free(resolver);
}

static void *serve(void *user)
{
    struct resolver *resolver = user;
    struct resolve_job *job;
    (void)pthread_mutex_lock(&resolver->mutex);
    while ((job = next(resolver))) {
        (void)pthread_mutex_unlock(&resolver->mutex);
        (void)fault_point("resolve.work");
        job->work(job);
        (void)pthread_mutex_lock(&resolver->mutex);
        lane_continue(resolver, job->lane);
        job->lane = NULL;
        list_append(&resolver->back, &job->link);
        (void)pthread_cond_signal(&resolver->returned);
        if (!resolver->closed) /* afterwards the wakeup is closed, and its descriptor number may be reused */
            wakeup_ring(&resolver->wakeup);
    }
    resolver->threads--;
    unlock_or_free(resolver);
    return NULL;
}

/* Call with the mutex locked, before a lane becomes ready. Ensures that an idle or a new thread takes it.
 * Threads block all signals, so that the loop receives them. */
static int ensure_thread(struct resolver *resolver)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    (void)pthread_cond_signal(&resolver->wake);
    if (resolver->idle > resolver->ready_count || resolver->threads == RESOLVE_THREADS)
        return 0;
    (void)sigfillset(&all);
    (void)pthread_attr_init(&attributes);
    (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int r = -pthread_create(&thread, &attributes, serve, resolver);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    resolver->threads += r == 0;
    return r < 0 && resolver->threads == 0 ? r : 0; /* with other threads, one of them will take the job */
}

/* --- loop thread --- */

static void settle(struct resolve_job *job)
{
    job->settled = true;
    list_remove(&job->unsettled);
    timers_unset(job->resolver->timers, &job->deadline);
}

/* Calls `done`. The owner may be freed afterwards. */
static void call_done(struct resolve_job *job, int status)
{
    if (job->settled)
        return;
    settle(job);
    job->done(job, status);
}

static void on_back(void *user)
{
    struct resolver *resolver = user;
    for (;;) {
        struct resolve_job *job = NULL;
        (void)pthread_mutex_lock(&resolver->mutex);
        if (!list_is_empty(&resolver->back)) {
            job = list_member(resolver->back.next, struct resolve_job, link);
            list_remove(&job->link);
        }
        (void)pthread_mutex_unlock(&resolver->mutex);
        if (!job)
            return;
        call_done(job, 0);
        job->release(job);
    }
}

/* Returns true if the job was removed before a thread took it. */
static bool withdraw(struct resolve_job *job, bool hangs)
{
    struct resolver *resolver = job->resolver;
    (void)pthread_mutex_lock(&resolver->mutex);
    struct resolve_lane *lane = job->lane;
    bool waits = lane && !job->at_work;
    if (lane && hangs && lane->at_work)
        lane->hangs = true;
    if (waits) {
        list_remove(&job->link);
        if (--lane->count == 0 && !lane->at_work) {
            list_remove(&lane->link);
            resolver->ready_count--;
            list_remove(&lane->all);
            free(lane);
        }
    }
    (void)pthread_mutex_unlock(&resolver->mutex);
    return waits;
}

static void end(struct resolve_job *job, bool hangs)
{
    bool is_mine = withdraw(job, hangs);
    call_done(job, -ETIMEDOUT);
    if (is_mine)
        job->release(job);
}

static void on_deadline(struct deadline *deadline)
{
    struct resolve_job *job = list_member(deadline, struct resolve_job, deadline);
    end(job, true);
}

/* Call with the mutex locked. A linear search: there are only as many lanes as sessions with lookups in progress. */
static struct resolve_lane *find_lane(struct resolver *resolver, const char *key)
{
    for (struct list *link = resolver->lanes.next; link != &resolver->lanes; link = link->next) {
        struct resolve_lane *lane = list_member(link, struct resolve_lane, all);
        if (strcmp(lane->key, key) == 0)
            return lane;
    }
    size_t size = strlen(key) + 1;
    struct resolve_lane *lane = calloc(1, sizeof *lane + size);
    if (!lane)
        return NULL;
    memcpy(lane->key, key, size);
    list_init(&lane->link);
    list_init(&lane->jobs);
    list_append(&resolver->lanes, &lane->all);
    return lane;
}

/* Call with the mutex locked. */
static int add_to_lane(struct resolver *resolver, const char *key, struct resolve_job *job)
{
    struct resolve_lane *lane = find_lane(resolver, key);
    if (!lane)
        return -ENOMEM;
    if (lane->hangs)
        return -ETIMEDOUT;
    if (lane->count >= RESOLVE_LANE_JOBS)
        return -EBUSY;
    bool is_new = lane->count == 0 && !lane->at_work;
    int r = is_new ? ensure_thread(resolver) : 0;
    if (r < 0) {
        list_remove(&lane->all);
        free(lane);
        return r;
    }
    job->lane = lane;
    list_append(&lane->jobs, &job->link);
    lane->count++;
    if (is_new) {
        list_append(&resolver->ready, &lane->link);
        resolver->ready_count++;
    }
    return 0;
}

int resolver_start(struct resolver *resolver, const char *key, struct resolve_job *job)
{
    if (!resolver || resolver->gives_up)
        return -ESHUTDOWN;
    job->resolver = resolver;
    job->at_work = job->settled = false;
    job->deadline = (struct deadline){.expired = on_deadline};
    list_init(&job->link);
    int r = timers_set(resolver->timers, &job->deadline, RESOLVE_MS);
    if (r < 0)
        return r;
    (void)pthread_mutex_lock(&resolver->mutex);
    r = add_to_lane(resolver, key, job);
    (void)pthread_mutex_unlock(&resolver->mutex);
    if (r < 0)
        timers_unset(resolver->timers, &job->deadline);
    else
        list_append(&resolver->unsettled, &job->unsettled);
    return r;
}

void resolver_await(struct resolve_job *job, unsigned ms)
{
    struct resolver *resolver = job->resolver;
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)ms * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_mutex_lock(&resolver->mutex);
    while (job->lane && pthread_cond_timedwait(&resolver->returned, &resolver->mutex, &until) == 0)
        ;
    bool is_back = !job->lane;
    if (is_back)
        list_remove(&job->link);
    (void)pthread_mutex_unlock(&resolver->mutex);
    if (!is_back)
        return;
    call_done(job, 0);
    job->release(job);
}

void resolver_forget(struct resolve_job *job)
{
    if (job->settled)
        return;
    settle(job);
    if (withdraw(job, false))
        job->release(job);
}

void resolver_give_up(struct resolver *resolver, bool again)
{
    if (!resolver)
        return;
    resolver->gives_up = !again;
    while (!again && !list_is_empty(&resolver->unsettled))
        end(list_member(resolver->unsettled.next, struct resolve_job, unsettled), false);
}

bool resolver_is_idle(const struct resolver *resolver)
{
    return !resolver || list_is_empty(&resolver->unsettled);
}

bool resolver_hangs(struct resolver *resolver)
{
    if (!resolver)
        return false;
    (void)pthread_mutex_lock(&resolver->mutex);
    bool hangs = !list_is_empty(&resolver->lanes);
    (void)pthread_mutex_unlock(&resolver->mutex);
    return hangs;
}

/* --- lifetime --- */

int resolver_new(uv_loop_t *loop, struct timers *timers, struct resolver **ret_resolver)
{
    struct resolver *resolver = calloc(1, sizeof *resolver);
    pthread_condattr_t clock;
    if (!resolver)
        return -ENOMEM;
    int r = wakeup_open(&resolver->wakeup, loop, on_back, resolver);
    if (r < 0) {
        free(resolver);
        return r;
    }
    uv_unref((uv_handle_t *)&resolver->wakeup.poll);
    resolver->timers = timers;
    list_init(&resolver->unsettled);
    list_init(&resolver->lanes);
    list_init(&resolver->ready);
    list_init(&resolver->back);
    (void)pthread_condattr_init(&clock);
    (void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&resolver->wake, &clock);
    (void)pthread_cond_init(&resolver->returned, &clock);
    (void)pthread_condattr_destroy(&clock);
    (void)pthread_mutex_init(&resolver->mutex, NULL);
    *ret_resolver = resolver;
    return 0;
}

static void on_closed(void *user)
{
    struct resolver *resolver = user;
    (void)pthread_mutex_lock(&resolver->mutex);
    resolver->is_abandoned = true;
    unlock_or_free(resolver);
}

struct resolver *resolver_free(struct resolver *resolver)
{
    if (!resolver)
        return NULL;
    resolver_give_up(resolver, false);
    on_back(resolver);
    (void)pthread_mutex_lock(&resolver->mutex);
    resolver->closed = true;
    (void)pthread_cond_broadcast(&resolver->wake);
    (void)pthread_mutex_unlock(&resolver->mutex);
    wakeup_close(&resolver->wakeup, on_closed);
    return NULL;
}
