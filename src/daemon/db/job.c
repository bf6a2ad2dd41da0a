/* A client's check or backup, from its call to its answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "daemon/client/client.h"
#include "daemon/db/db.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* --- until it can begin ------------------------------------------------------------------- */

struct beginning {
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

static void on_reached(struct store_query *query)
{
    struct beginning *beginning = list_member(query, struct beginning, query);
    if (query->failed && !beginning->tolerant) {
        (void)store_fail_call(beginning->keeper->store, beginning->call, query->status);
        (void)call_drop(beginning->call);
    } else {
        beginning->start(beginning->keeper, beginning->call);
    }
    free(beginning);
}

int db_job_begin(struct call *call, bool tolerant, void (*start)(struct db_keeper *keeper, struct call *call))
{
    struct client *client = client_of(call);
    struct db_keeper *keeper = db_keeper_of(client->daemon);
    if (!store_is_open(keeper->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    struct beginning *beginning = calloc(1, sizeof *beginning);
    if (!beginning)
        return -ENOMEM;
    *beginning = (struct beginning){
        .query = {.run = read_nothing, .done = on_reached, .after = client->written, .owner = client},
        .keeper = keeper,
        .tolerant = tolerant,
        .start = start};
    int r = call_defer(call, NULL, NULL, &beginning->call);
    if (r < 0) {
        free(beginning);
        return r;
    }
    call_hold(beginning->call);
    store_read(keeper->store, &beginning->query);
    return 0;
}

/* --- at work ------------------------------------------------------------------------------ */

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
        (void)call_fail(job->call, ERROR_STOPPING, "the daemon stops");
    else
        job->answer(job->call, done);
    (void)call_drop(job->call);
    free(done->problems);
    free(job);
}

/* Nobody waits for it any more. */
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

void db_job_start(struct db_keeper *keeper, struct call *call, enum store_job_kind kind, struct slice path,
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
        (void)call_fail(call, ERROR_DB_BUSY,
                        "a check, a backup or a compaction is under way; try again when it is over");
    else if (r == -ESHUTDOWN)
        (void)call_fail(call, ERROR_STOPPING, "the daemon stops");
    else
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "cannot be started: %s", strerror(-r));
    (void)call_drop(call);
}
