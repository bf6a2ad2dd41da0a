#include "daemon/kept/job.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "daemon/daemon.h"
#include "daemon/kept/limits.h"

enum { HIDE_BYTES = 1 << 20 };

/* --- a thread ----------------------------------------------------------------------------- */

static struct kept_job *next(struct kept *kept)
{
    struct kept_job *job = NULL;
    uv_mutex_lock(&kept->mutex);
    while (list_is_empty(&kept->handed) && !kept->closed)
        uv_cond_wait(&kept->wake, &kept->mutex);
    if (!list_is_empty(&kept->handed)) {
        job = list_member(kept->handed.next, struct kept_job, link);
        list_remove(&job->link);
    }
    uv_mutex_unlock(&kept->mutex);
    return job;
}

static void give_back(struct kept *kept, struct kept_job *job)
{
    uv_mutex_lock(&kept->mutex);
    list_append(&kept->done, &job->link);
    uv_mutex_unlock(&kept->mutex);
    (void)uv_async_send(&kept->back);
}

static void work(void *user)
{
    struct kept *kept = user;
    struct kept_job *job;
    while ((job = next(kept))) {
        job->work(job);
        give_back(kept, job);
    }
}

/* Where all have something to do, or are held. Signals are the loop's. Negative: there is none at all. */
static int start_thread(struct kept *kept)
{
    sigset_t all, before;
    if (kept->busy < kept->thread_count || kept->busy - kept->slow >= KEPT_THREADS ||
        kept->thread_count == KEPT_THREADS_ALL)
        return 0;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int r = uv_thread_create(&kept->threads[kept->thread_count], work, kept);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    kept->thread_count += r == 0;
    return kept->thread_count > 0 ? 0 : r;
}

/* --- the queues, on the loop ------------------------------------------------------------------ */

static struct kept_queue *find_queue(const struct daemon *daemon, int64_t session)
{
    const struct list *all = &daemon->kept.queues;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct kept_queue *queue = list_member(link, struct kept_queue, link);
        if (queue->session == session)
            return queue;
    }
    return NULL;
}

static struct kept_queue *make_queue(struct daemon *daemon, int64_t session)
{
    struct kept_queue *queue = find_queue(daemon, session);
    if (queue || !(queue = calloc(1, sizeof *queue)))
        return queue;
    queue->session = session;
    list_init(&queue->waiting);
    list_append(&daemon->kept.queues, &queue->link);
    return queue;
}

static void leave_queue(struct kept_job *job)
{
    struct kept_queue *queue = job->queue;
    job->queue = NULL;
    if (queue->first == job)
        queue->first = NULL;
    if (--queue->count > 0)
        return;
    list_remove(&queue->link);
    free(queue);
}

/* The first that waits of the queue whose turn it is; that queue is the last one then. */
static struct kept_job *next_in_turn(struct kept *kept)
{
    for (struct list *link = kept->queues.next; link != &kept->queues; link = link->next) {
        struct kept_queue *queue = list_member(link, struct kept_queue, link);
        if (queue->first || list_is_empty(&queue->waiting))
            continue;
        struct kept_job *job = queue->first = list_member(queue->waiting.next, struct kept_job, link);
        list_remove(&job->link);
        list_remove(&queue->link);
        list_append(&kept->queues, &queue->link);
        return job;
    }
    return NULL;
}

/* The configuration may be read anew while the thread is at work: it gets a copy. */
static int copy_hidden(struct kept_job *job)
{
    const struct config_settings_view *settings = &job->daemon->config.settings.view;
    job->hide = (struct buf)BUF_LIMITED(HIDE_BYTES);
    for (size_t i = 0; settings->hide_is == FIELD_SET && i < settings->hide.count; i++) {
        (void)buf_append_slice(&job->hide, settings->hide.items[i]);
        (void)buf_append_char(&job->hide, '\0');
    }
    return job->hide.error;
}

static bool has_free_thread(struct kept *kept)
{
    return start_thread(kept) == 0 && kept->busy < kept->thread_count && kept->busy - kept->slow < KEPT_THREADS;
}

static void hand_over(struct kept *kept);

/* Its session waits, and nobody else. */
static void on_slow(struct deadline *deadline)
{
    struct kept_job *job = list_member(deadline, struct kept_job, slow);
    struct kept *kept = &job->daemon->kept;
    job->is_slow = true;
    kept->slow++;
    if (!kept->is_left)
        hand_over(kept);
}

static void hand_over(struct kept *kept)
{
    struct kept_job *job;
    while (has_free_thread(kept) && (job = next_in_turn(kept))) {
        job->status = job->begin ? job->begin(job) : 0;
        if (job->status == 0)
            job->status = copy_hidden(job);
        if (job->status < 0) {
            give_back(kept, job);
            continue;
        }
        job->is_handed = true;
        job->slow.expired = on_slow;
        (void)timers_set(&job->daemon->rpc.timers, &job->slow, KEPT_SLOW_MS);
        kept->busy++;
        uv_mutex_lock(&kept->mutex);
        list_append(&kept->handed, &job->link);
        uv_cond_signal(&kept->wake);
        uv_mutex_unlock(&kept->mutex);
    }
}

static void on_back(uv_async_t *back)
{
    struct daemon *daemon = back->data;
    struct kept *kept = &daemon->kept;
    while (!kept->is_left) {
        struct kept_job *job = NULL;
        uv_mutex_lock(&kept->mutex);
        if (!list_is_empty(&kept->done)) {
            job = list_member(kept->done.next, struct kept_job, link);
            list_remove(&job->link);
        }
        uv_mutex_unlock(&kept->mutex);
        if (!job)
            break;
        kept->at_work--;
        timers_unset(&daemon->rpc.timers, &job->slow);
        kept->busy -= job->is_handed;
        kept->slow -= job->is_slow;
        job->is_handed = job->is_slow = false;
        leave_queue(job);
        buf_clear(&job->hide);
        job->done(job);
    }
    if (!kept->is_left)
        hand_over(kept);
    daemon_stop_step(daemon);
}

int kept_job_start(struct kept_job *job)
{
    struct kept *kept = &job->daemon->kept;
    if (!kept->is_open || kept->is_left || job->daemon->stop_phase >= STOP_STORE)
        return -EAGAIN;
    if (atomic_load(&kept->hurry))
        return -ECANCELED;
    int r = start_thread(kept);
    if (r < 0)
        return r;
    job->queue = make_queue(job->daemon, job->session);
    if (!job->queue)
        return -ENOMEM;
    job->queue->count++;
    kept->at_work++;
    list_append(&job->queue->waiting, &job->link);
    hand_over(kept);
    return 0;
}

bool kept_is_undoing(const struct daemon *daemon, int64_t session)
{
    const struct kept_queue *queue = find_queue(daemon, session);
    return queue && queue->first && queue->first->undoes;
}

bool kept_is_idle(const struct daemon *daemon)
{
    return daemon->kept.at_work == 0 || daemon->kept.is_left;
}

void kept_leave(struct daemon *daemon)
{
    log_warn("stop: the files of %zu tasks are still being looked at, which is left undone", daemon->kept.busy);
    daemon->kept.is_left = true;
}

bool kept_is_left(const struct daemon *daemon)
{
    return daemon->kept.is_left;
}

void kept_hurry(struct daemon *daemon)
{
    struct kept *kept = &daemon->kept;
    atomic_store(&kept->hurry, true);
    if (!kept->is_open)
        return;
    for (struct list *link = kept->queues.next; link != &kept->queues; link = link->next) {
        struct kept_queue *queue = list_member(link, struct kept_queue, link);
        while (!list_is_empty(&queue->waiting)) {
            struct kept_job *job = list_member(queue->waiting.next, struct kept_job, link);
            list_remove(&job->link);
            job->status = -ECANCELED;
            give_back(kept, job);
        }
    }
}

/* --- life --------------------------------------------------------------------------------- */

int kept_init(struct daemon *daemon)
{
    struct kept *kept = &daemon->kept;
    struct list *lists[] = {&kept->handed, &kept->done, &kept->queues, &kept->tasks, &kept->ends};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        list_init(lists[i]);
    int r = uv_mutex_init(&kept->mutex);
    if (r < 0)
        return r;
    r = uv_cond_init(&kept->wake);
    if (r < 0) {
        uv_mutex_destroy(&kept->mutex);
        return r;
    }
    kept->back.data = daemon;
    r = uv_async_init(&daemon->loop, &kept->back, on_back);
    if (r < 0) {
        uv_cond_destroy(&kept->wake);
        uv_mutex_destroy(&kept->mutex);
        return r;
    }
    uv_unref((uv_handle_t *)&kept->back);
    kept->is_open = true;
    return 0;
}

static void end_threads(struct kept *kept)
{
    uv_mutex_lock(&kept->mutex);
    kept->closed = true;
    uv_cond_broadcast(&kept->wake);
    uv_mutex_unlock(&kept->mutex);
    for (size_t i = 0; i < kept->thread_count; i++)
        (void)uv_thread_join(&kept->threads[i]);
}

void kept_close(struct daemon *daemon)
{
    struct kept *kept = &daemon->kept;
    if (!kept->is_open)
        return;
    kept->is_open = false;
    timers_unset(&daemon->rpc.timers, &kept->soon);
    end_threads(kept);
    while (!list_is_empty(&kept->tasks)) {
        struct kept_task *task = list_member(kept->tasks.next, struct kept_task, link);
        list_remove(&task->link);
        free(task);
    }
    uv_close((uv_handle_t *)&kept->back, NULL);
    uv_cond_destroy(&kept->wake);
    uv_mutex_destroy(&kept->mutex);
}

/* --- a new program takes over ---------------------------------------------------------------- */

static int ready(struct daemon *daemon, char problem[static 256])
{
    if (kept_is_idle(daemon) && !daemon->kept.sweeping)
        return 0;
    (void)snprintf(problem, 256, "files of a task are being kept or put back");
    return -EAGAIN;
}

static int write_nothing(struct daemon *daemon, struct handover_out *out, struct buf *json)
{
    (void)daemon;
    (void)out;
    return buf_append_text(json, "{}");
}

static int check_nothing(const yyjson_val *value, struct slice pieces)
{
    (void)value;
    (void)pieces;
    return 0;
}

static int take_nothing(struct daemon *daemon, const yyjson_val *value, struct slice pieces)
{
    (void)daemon;
    (void)value;
    (void)pieces;
    return 0;
}

const struct handover_part kept_handover = {
    .name = "kept", .ready = ready, .write = write_nothing, .check = check_nothing, .take = take_nothing};
