/* Handlers of db.backup, db.check, db.compact and db.stats. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "contract/db.h"
#include "daemon/client/client.h"
#include "daemon/db/db.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* --- waiting for earlier writes --- */

struct start_request {
    struct store_query query;
    struct db_keeper *keeper;
    struct call *call; /* held */
    bool tolerant;
    void (*start)(struct db_keeper *keeper, struct call *call);
};

static int read_nothing(struct store_query *query, struct store_tx *tx)
{
    (void)query;
    (void)tx;
    return 0;
}

static void on_earlier_writes_done(struct store_query *query)
{
    struct start_request *start_request = list_member(query, struct start_request, query);
    if (query->failed && !start_request->tolerant) {
        (void)store_fail_call(start_request->keeper->store, start_request->call, query->status);
        (void)call_drop(start_request->call);
    } else {
        start_request->start(start_request->keeper, start_request->call);
    }
    free(start_request);
}

/* Defers the call and calls `start` once the store has everything that this connection wrote. If the store does
 * not work, the call fails, unless `tolerant`. */
static int begin_job(struct call *call, bool tolerant, void (*start)(struct db_keeper *keeper, struct call *call))
{
    struct client *client = client_of(call);
    struct db_keeper *keeper = db_keeper_of(call);
    if (!store_is_open(keeper->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    struct start_request *start_request = calloc(1, sizeof *start_request);
    if (!start_request)
        return -ENOMEM;
    *start_request = (struct start_request){
        .query = {.run = read_nothing, .done = on_earlier_writes_done, .after = client->written, .owner = client},
        .keeper = keeper,
        .tolerant = tolerant,
        .start = start};
    int r = call_defer(call, NULL, NULL, &start_request->call);
    if (r < 0) {
        free(start_request);
        return r;
    }
    call_hold(start_request->call);
    store_read(keeper->store, &start_request->query);
    return 0;
}

/* --- jobs --- */

struct job {
    struct store_job job;
    struct db_keeper *keeper;
    struct call *call; /* held */
    void (*answer)(struct call *call, const struct store_job *job);
};

static void on_done(struct store_job *done)
{
    struct job *job = list_member(done, struct job, job);
    job->keeper->busy = false;
    job->call->abandoned = NULL;
    if (done->status == -EINTR)
        (void)call_fail(job->call, ERROR_STOPPING, "the daemon is stopping; try again later");
    else
        job->answer(job->call, done);
    (void)call_drop(job->call);
    free(done->problems);
    free(job);
}

/* The client has gone or cancelled the call. */
static void on_abandoned(struct call *call)
{
    struct job *job = call->user;
    store_job_stop(&job->job);
}

static int try_to_start(struct db_keeper *keeper, struct job *job)
{
    int r = keeper->busy || !store_is_open(keeper->store) ? -EBUSY : job ? 0 : -ENOMEM;
    if (r == 0)
        r = store_job_start(keeper->store, &job->job);
    return r;
}

/* Starts a job of the store. Takes the call that `start` received. `answer` sends the response when the job is
 * done. If the call ends before that, the job is stopped. */
static void start_job(struct db_keeper *keeper, struct call *call, enum store_job_kind kind, struct slice path,
                      void (*answer)(struct call *call, const struct store_job *job))
{
    struct job *job = call->answered ? NULL : calloc(1, sizeof *job);
    if (job)
        *job = (struct job){
            .job = {.kind = kind, .path = path, .done = on_done}, .keeper = keeper, .call = call, .answer = answer};
    int r = try_to_start(keeper, job);
    if (r == 0) {
        keeper->busy = true;
        call->user = job;
        call->abandoned = on_abandoned;
        return;
    }
    free(job);
    if (r == -EBUSY)
        (void)call_fail(call, ERROR_DB_BUSY, "a check, a backup or a compaction is running; try again later");
    else if (r == -ESHUTDOWN)
        (void)call_fail(call, ERROR_STOPPING, "the daemon is stopping; try again later");
    else
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "cannot start the job: %s", strerror(-r));
    (void)call_drop(call);
}

/* --- db.backup --- */

static void answer_backup(struct call *call, const struct store_job *job)
{
    if (job->status < 0)
        (void)call_fail(call, job->status == -EEXIST ? ERROR_FILE_EXISTS : ERROR_FILE_FAILED, "%s", job->message);
    else
        (void)db_backup_reply(call, &(struct db_backup_result){.path = job->path, .bytes = job->bytes});
}

static void start_backup(struct db_keeper *keeper, struct call *call)
{
    const struct db_backup_params *params = call->params;
    start_job(keeper, call, STORE_JOB_BACKUP, params->path, answer_backup);
}

int db_backup(struct call *call, const struct db_backup_params *params)
{
    if (params->path.data[0] != '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.path",
                           "Invalid params: params.path must be an absolute path");
    if (params->path.data[params->path.size - 1] == '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.path",
                           "Invalid params: params.path must be the name of a file");
    return begin_job(call, false, start_backup);
}

/* --- db.check --- */

enum { PROBLEMS_MAX = 128 };

static void answer_check(struct call *call, const struct store_job *job)
{
    struct slice items[PROBLEMS_MAX];
    struct db_check_result_problems problems = {.items = items};
    if (job->status < 0) {
        (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store: %s", job->message);
        return;
    }
    for (const char *at = job->problems; at && *at && problems.count < PROBLEMS_MAX;) {
        size_t length = strcspn(at, "\n");
        items[problems.count++] = (struct slice){at, length};
        at += length + (at[length] == '\n');
    }
    (void)db_check_reply(call, &(struct db_check_result){.ok = problems.count == 0, .problems = problems});
}

static void start_check(struct db_keeper *keeper, struct call *call)
{
    const struct db_check_params *params = call->params;
    start_job(keeper, call, params->quick ? STORE_JOB_QUICK_CHECK : STORE_JOB_CHECK, (struct slice){0}, answer_check);
}

/* Tolerant, because checks are meant for stores that cannot be read. */
int db_check(struct call *call, const struct db_check_params *params)
{
    (void)params;
    return begin_job(call, true, start_check);
}

/* --- db.compact: a sweep without pauses that also returns free pages to the file system --- */

struct compaction {
    struct db_sweep sweep;
    struct store_query query; /* the checkpoint at the end */
    struct call *call;        /* held */
    struct store_sizes before, after;
};

static int64_t bytes(const struct store_sizes *sizes)
{
    return sizes->file_bytes + sizes->wal_bytes;
}

static void end_compaction(struct compaction *compaction)
{
    compaction->sweep.keeper->busy = false;
    (void)call_drop(compaction->call);
    free(compaction);
}

/* --- end of a compaction: the checkpoint copies the log into the file and truncates it --- */

static int finish_compaction(struct store_query *query, struct store_tx *tx)
{
    struct compaction *compaction = list_member(query, struct compaction, query);
    int r = store_checkpoint(tx);
    return r < 0 ? r : store_measure(tx, &compaction->after);
}

static void on_compacted(struct store_query *query)
{
    struct compaction *compaction = list_member(query, struct compaction, query);
    const struct db_sweep *sweep = &compaction->sweep;
    if (query->status < 0)
        (void)store_fail_call(sweep->keeper->store, compaction->call, query->status);
    else
        (void)db_compact_reply(compaction->call, &(struct db_compact_result){
                                                     .before_bytes = bytes(&compaction->before),
                                                     .after_bytes = bytes(&compaction->after),
                                                     .removed_events = sweep->removed.events,
                                                     .removed_tasks = sweep->removed.tasks,
                                                 });
    end_compaction(compaction);
}

/* --- steps of a compaction --- */

static void on_compaction_step(struct db_sweep *sweep)
{
    struct compaction *compaction = list_member(sweep, struct compaction, sweep);
    if (sweep->status < 0) {
        (void)store_fail_call(sweep->keeper->store, compaction->call, sweep->status);
        end_compaction(compaction);
    } else if (compaction->call->answered) { /* the client no longer waits */
        end_compaction(compaction);
    } else if (sweep->phase != SWEEP_DONE) {
        db_sweep_step(sweep);
    } else {
        compaction->query =
            (struct store_query){.run = finish_compaction, .done = on_compacted, .after = sweep->change.ticket};
        store_read(sweep->keeper->store, &compaction->query);
    }
}

static int measure_before(struct store_request *request, struct store_tx *tx)
{
    return store_measure(tx, request->more);
}

static void on_measured_before(struct store_request *request)
{
    const struct store_sizes *before = request->more;
    struct db_keeper *keeper = db_keeper_of(request->call);
    struct compaction *compaction = NULL;
    if (request->call->answered) /* the client no longer waits, and the store may be closing */
        return;
    if (request->status == 0 && !keeper->busy)
        compaction = calloc(1, sizeof *compaction);
    if (!compaction) {
        (void)call_fail(request->call, keeper->busy ? ERROR_DB_BUSY : ERROR_INTERNAL_ERROR, "%s",
                        keeper->busy ? "a check, a backup or a compaction is running; try again later"
                                     : strerror(request->status < 0 ? -request->status : ENOMEM));
        return;
    }
    keeper->busy = true;
    compaction->before = *before;
    compaction->call = store_request_keep_call(request);
    db_sweep_init(&compaction->sweep, keeper, true, on_compaction_step);
    db_sweep_step(&compaction->sweep);
}

int db_compact(struct call *call, const struct db_compact_params *params)
{
    (void)params; /* the method has no params */
    return store_request_read(call, sizeof(struct store_sizes), measure_before, on_measured_before);
}

/* --- db.stats --- */

/* Both are read in one transaction. */
struct measured {
    struct store_sizes sizes;
    struct store_position position;
};

static int measure_now(struct store_request *request, struct store_tx *tx)
{
    struct measured *measured = request->more;
    int r = store_measure(tx, &measured->sizes);
    return r < 0 ? r : store_event_position(tx, &measured->position);
}

static void answer_stats(struct store_request *request)
{
    const struct measured *measured = request->more;
    const struct store_sizes *sizes = &measured->sizes;
    const struct store_position *position = &measured->position;
    const struct store *store = db_keeper_of(request->call)->store;
    struct store_numbers numbers = store_count(store);
    if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "db.stats: %s", strerror(-request->status));
        return;
    }
    (void)db_stats_reply(request->call, &(struct db_stats_result){
                                            .path = slice_of(store_path(store)),
                                            .schema = sizes->schema,
                                            .file_bytes = sizes->file_bytes,
                                            .wal_bytes = sizes->wal_bytes,
                                            .free_bytes = sizes->free_bytes,
                                            .sessions = sizes->sessions,
                                            .tasks = sizes->tasks,
                                            .events = position->last - position->first + 1,
                                            .first_seq = position->first,
                                            .last_seq = position->last,
                                            .epoch = slice_of(position->epoch),
                                            .commits = (int64_t)numbers.commits,
                                            .changes = (int64_t)numbers.changes,
                                        });
}

int db_stats(struct call *call, const struct db_stats_params *params)
{
    (void)params; /* the method has no params */
    return store_request_read(call, sizeof(struct measured), measure_now, answer_stats);
}
