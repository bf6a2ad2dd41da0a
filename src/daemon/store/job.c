/* Runs checks and backups, which read the whole file. Each has a thread and a connection of its own, so that
 * neither the loop nor the store's two threads wait for it. Clients can run one at a time; the store's own
 * check after an unclean shutdown does not count. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/store/internal.h"

/* How many instructions SQLite executes between two checks for a stop. */
enum { STEPS_BETWEEN_CHECKS = 20000 };

bool store_job_is_stopped(struct store_job *job)
{
    uv_mutex_lock(&job->lock);
    bool stopped = job->stopped;
    uv_mutex_unlock(&job->lock);
    return stopped;
}

int store_job_fail(struct store_job *job, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(job->message, sizeof job->message, format, arguments);
    va_end(arguments);
    return status;
}

/* --- thread --- */

static int check_stop(void *job)
{
    return store_job_is_stopped(job);
}

static void set_connection(struct store_job *job, sqlite3 *db)
{
    uv_mutex_lock(&job->lock);
    job->db = db;
    uv_mutex_unlock(&job->lock);
}

/* Whether the files at the store's paths were replaced. The job must then neither check nor back up what is
 * there now. */
static bool files_were_replaced(struct store_job *job)
{
    struct store *store = job->store;
    (void)pthread_mutex_lock(&store->lock);
    bool moved = store->moved;
    (void)pthread_mutex_unlock(&store->lock);
    return moved;
}

static int open_connection(struct store_job *job, struct store_tx *tx)
{
    int r = fault_point("store.job_open");
    if (r == 0 && files_were_replaced(job))
        r = -ESTALE;
    if (r == 0)
        r = store_tx_open(tx, job->store->path, false);
    if (!tx->db)
        return r < 0 ? r : -ENOMEM;
    sqlite3_progress_handler(tx->db, STEPS_BETWEEN_CHECKS, check_stop, job);
    set_connection(job, tx->db);
    return store_job_is_stopped(job) ? -EINTR : r;
}

static int work(struct store_job *job)
{
    struct store_tx tx = {0};
    int r = open_connection(job, &tx);
    bool damaged = r == -EUCLEAN;
    if (r < 0 && (!damaged || job->kind == STORE_JOB_BACKUP))
        r = store_job_fail(job, r, "%s", tx.error < 0 ? tx.problem : r == -ESTALE ? job->store->damage : strerror(-r));
    else
        r = job->kind == STORE_JOB_BACKUP ? store_job_backup(job, &tx) : store_job_check(job, &tx);
    set_connection(job, NULL);
    store_tx_close(&tx);
    return r < 0 && store_job_is_stopped(job) ? -EINTR : r;
}

static void job_main(void *user)
{
    struct store_job *job = user;
    (void)fault_point("store.job");
    job->status = work(job);
    (void)uv_async_send(&job->async);
}

/* --- loop --- */

static void on_closed(uv_handle_t *handle)
{
    struct store_job *job = handle->data;
    struct store *store = job->store;
    uv_mutex_destroy(&job->lock);
    if (job == &store->own_check)
        store->own_check_runs = false;
    else
        store->job = NULL;
    if (job->damaged)
        store_forbid_writing(store, "a check has found damage");
    job->done(job);
    if (store->close_waits && !store->job && !store->own_check_runs)
        store_close_threads(store);
}

static void on_ended(uv_async_t *async)
{
    struct store_job *job = async->data;
    if (job->has_thread)
        (void)uv_thread_join(&job->thread);
    uv_close((uv_handle_t *)async, on_closed);
}

int store_job_start(struct store *store, struct store_job *job)
{
    bool own = job == &store->own_check;
    if (store->closes) /* the job would outlive the store */
        return -ESHUTDOWN;
    if (own ? store->own_check_runs : store->job != NULL)
        return -EBUSY;
    int r = uv_mutex_init(&job->lock);
    if (r < 0)
        return r;
    r = uv_async_init(store->options.loop, &job->async, on_ended);
    if (r < 0) {
        uv_mutex_destroy(&job->lock);
        return r;
    }
    job->async.data = job;
    job->store = store;
    if (own)
        store->own_check_runs = true;
    else
        store->job = job;
    r = uv_thread_create(&job->thread, job_main, job);
    job->has_thread = r == 0;
    if (r < 0) {
        job->status = store_job_fail(job, r, "cannot start a thread: %s", uv_strerror(r));
        (void)uv_async_send(&job->async);
    }
    return 0;
}

void store_job_stop(struct store_job *job)
{
    uv_mutex_lock(&job->lock);
    job->stopped = true;
    if (job->db)
        sqlite3_interrupt(job->db);
    uv_mutex_unlock(&job->lock);
}

/* --- check after an unclean shutdown --- */

static void on_checked(struct store_job *job)
{
    bool sound = !job->problems || job->problems[0] == '\0';
    const char *found = sound ? "no problems" : job->problems;
    if (job->status == 0)
        log_write(sound ? LOG_INFO : LOG_ERROR, "store: not closed cleanly; a quick check found %.*s",
                  (int)strcspn(found, "\n"), found);
    else if (job->status != -EINTR)
        log_warn("store: not closed cleanly, and cannot be checked: %s", job->message);
    free(take_pointer(job->problems));
}

void store_check_by_itself(struct store *store)
{
    store->own_check = (struct store_job){.kind = STORE_JOB_QUICK_CHECK, .done = on_checked};
    int r = store_job_start(store, &store->own_check);
    if (r < 0)
        log_warn("store: not closed cleanly, and cannot be checked: %s", strerror(-r));
}
