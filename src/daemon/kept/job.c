#include "daemon/kept/job.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/daemon.h"

enum { HIDE_BYTES = 1 << 20 };

/* --- the thread ------------------------------------------------------------------------- */

static struct kept_job *next(struct kept *kept)
{
    struct kept_job *job = NULL;
    uv_mutex_lock(&kept->mutex);
    while (list_is_empty(&kept->waiting) && !kept->closed)
        uv_cond_wait(&kept->wake, &kept->mutex);
    if (!list_is_empty(&kept->waiting)) {
        job = list_member(kept->waiting.next, struct kept_job, link);
        list_remove(&job->link);
    }
    uv_mutex_unlock(&kept->mutex);
    return job;
}

static void work(void *user)
{
    struct kept *kept = user;
    struct kept_job *job;
    while ((job = next(kept))) {
        job->work(job);
        uv_mutex_lock(&kept->mutex);
        list_append(&kept->done, &job->link);
        uv_mutex_unlock(&kept->mutex);
        (void)uv_async_send(&kept->back);
    }
}

/* Signals are the loop's. */
static int start_thread(struct kept *kept)
{
    sigset_t all, before;
    if (kept->has_thread)
        return 0;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int r = uv_thread_create(&kept->thread, work, kept);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    kept->has_thread = r == 0;
    return r;
}

/* --- the loop --------------------------------------------------------------------------- */

static void on_back(uv_async_t *back)
{
    struct daemon *daemon = back->data;
    struct kept *kept = &daemon->kept;
    for (;;) {
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
        buf_clear(&job->hide);
        job->done(job);
    }
    daemon_stop_step(daemon);
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

int kept_job_start(struct kept_job *job)
{
    struct kept *kept = &job->daemon->kept;
    if (!kept->is_open || job->daemon->stop_phase >= STOP_STORE)
        return -EAGAIN;
    int r = copy_hidden(job);
    if (r == 0)
        r = start_thread(kept);
    if (r < 0) {
        buf_clear(&job->hide);
        return r;
    }
    kept->at_work++;
    uv_mutex_lock(&kept->mutex);
    list_append(&kept->waiting, &job->link);
    uv_cond_signal(&kept->wake);
    uv_mutex_unlock(&kept->mutex);
    return 0;
}

bool kept_is_idle(const struct daemon *daemon)
{
    return daemon->kept.at_work == 0;
}

void kept_hurry(struct daemon *daemon)
{
    atomic_store(&daemon->kept.hurry, true);
}

/* --- life --------------------------------------------------------------------------------- */

int kept_init(struct daemon *daemon)
{
    struct kept *kept = &daemon->kept;
    list_init(&kept->waiting);
    list_init(&kept->done);
    list_init(&kept->tasks);
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

void kept_close(struct daemon *daemon)
{
    struct kept *kept = &daemon->kept;
    if (!kept->is_open)
        return;
    kept->is_open = false;
    timers_unset(&daemon->rpc.timers, &kept->soon);
    if (kept->has_thread) {
        uv_mutex_lock(&kept->mutex);
        kept->closed = true;
        uv_cond_signal(&kept->wake);
        uv_mutex_unlock(&kept->mutex);
        (void)uv_thread_join(&kept->thread);
    }
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
