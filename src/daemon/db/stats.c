/* db.stats */
#include <errno.h>
#include <string.h>

#include "contract/db.h"
#include "daemon/db/db.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* All of one state of the store. */
struct measured {
    struct store_sizes sizes;
    struct store_position position;
};

static int measure(struct store_request *request, struct store_tx *tx)
{
    struct measured *measured = request->more;
    int r = store_measure(tx, &measured->sizes);
    return r < 0 ? r : store_event_position(tx, &measured->position);
}

static void answer(struct store_request *request)
{
    const struct measured *measured = request->more;
    const struct store_sizes *sizes = &measured->sizes;
    const struct store_position *position = &measured->position;
    const struct store *store = db_keeper_of(request->daemon)->store;
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
    (void)params; /* declared without fields */
    return store_request_read(call, sizeof(struct measured), measure, answer);
}
