/* db.compact: a sweep without pauses that gives free pages back to the disk too. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "contract/db.h"
#include "daemon/db/db.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

struct compaction {
    struct db_sweep sweep;
    struct store_query query; /* at its end */
    struct call *call;        /* held */
    struct store_sizes before, after;
};

static int64_t bytes(const struct store_sizes *sizes)
{
    return sizes->file_bytes + sizes->wal_bytes;
}

static void end(struct compaction *compaction)
{
    compaction->sweep.keeper->busy = false;
    (void)call_drop(compaction->call);
    free(compaction);
}

/* --- the end: the log's pages go into the file, and the file gets its length ---------------- */

static int finish(struct store_query *query, struct store_tx *tx)
{
    struct compaction *compaction = list_member(query, struct compaction, query);
    int r = store_checkpoint(tx);
    return r < 0 ? r : store_measure(tx, &compaction->after);
}

static void on_finished(struct store_query *query)
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
    end(compaction);
}

/* --- step by step ---------------------------------------------------------------------------- */

static void on_stepped(struct db_sweep *sweep)
{
    struct compaction *compaction = list_member(sweep, struct compaction, sweep);
    if (sweep->status < 0) {
        (void)store_fail_call(sweep->keeper->store, compaction->call, sweep->status);
        end(compaction);
    } else if (compaction->call->answered) { /* nobody waits for it any more */
        end(compaction);
    } else if (sweep->phase != SWEEP_DONE) {
        db_sweep_step(sweep);
    } else {
        compaction->query = (struct store_query){.run = finish, .done = on_finished, .after = sweep->change.ticket};
        store_read(sweep->keeper->store, &compaction->query);
    }
}

static int measure(struct store_request *request, struct store_tx *tx)
{
    return store_measure(tx, request->more);
}

static void on_measured(struct store_request *request)
{
    const struct store_sizes *before = request->more;
    struct db_keeper *keeper = db_keeper_of(request->daemon);
    struct compaction *compaction = NULL;
    if (request->call->answered) /* nobody waits for it any more, and the store may be closing */
        return;
    if (request->status == 0 && !keeper->busy)
        compaction = calloc(1, sizeof *compaction);
    if (!compaction) {
        (void)call_fail(request->call, keeper->busy ? ERROR_DB_BUSY : ERROR_INTERNAL_ERROR, "%s",
                        keeper->busy ? "a check, a backup or a compaction is under way; try again when it is over"
                                     : strerror(request->status < 0 ? -request->status : ENOMEM));
        return;
    }
    keeper->busy = true;
    compaction->before = *before;
    compaction->call = store_request_keep_call(request);
    db_sweep_init(&compaction->sweep, keeper, true, on_stepped);
    db_sweep_step(&compaction->sweep);
}

int db_compact(struct call *call, const struct db_compact_params *params)
{
    (void)params; /* declared without fields */
    return store_request_read(call, sizeof(struct store_sizes), measure, on_measured);
}
