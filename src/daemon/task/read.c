/* Handlers of task.get, task.list and task.stats. */
#include <errno.h>
#include <string.h>

#include "contract/task.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

/* The limit of prompts in a page: well below the limit of a message, even if every character must be escaped. */
enum { PAGE_BYTES = 1 << 20 };

/* --- task.get --- */

static int find(struct store_request *request, struct store_tx *tx)
{
    const struct task_get_params *params = request->call->params;
    return store_task_find(tx, params->task_id, &request->arena, request->more);
}

static void answer_found(struct store_request *request)
{
    const struct task_get_params *params = request->call->params;
    const struct store_task *task = request->more;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_TASK_NOT_FOUND, "no such task: %.*s", SLICE_ARG(params->task_id));
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else
        (void)task_get_reply(request->call, &task->record);
}

int task_get(struct call *call, const struct task_get_params *params)
{
    (void)params; /* the call's copy is used later */
    return store_request_read(call, sizeof(struct store_task), find, answer_found);
}

/* --- task.list --- */

static int list(struct store_request *request, struct store_tx *tx)
{
    const struct task_list_params *params = request->call->params;
    struct store_task_filter filter = {
        .has_state = params->state_is == FIELD_SET,
        .state = params->state,
        .limit = params->limit,
        .bytes = PAGE_BYTES,
    };
    if (params->session_id_is == FIELD_SET)
        filter.session_id = params->session_id;
    if (params->cwd_is == FIELD_SET)
        filter.cwd = params->cwd;
    if (params->after_is == FIELD_SET)
        filter.after = params->after;
    return store_task_list(tx, &filter, &request->arena, request->more);
}

static void answer_list(struct store_request *request)
{
    const struct store_tasks *tasks = request->more;
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else
        (void)task_list_reply(request->call, &(struct task_list_result){.items = tasks->items, .count = tasks->count});
}

int task_list(struct call *call, const struct task_list_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct store_tasks), list, answer_list);
}

/* --- task.stats --- */

struct counted {
    int64_t counts[TASK_STATE_COUNT];
};

static int count(struct store_request *request, struct store_tx *tx)
{
    struct counted *counted = request->more;
    return store_task_counts(tx, counted->counts);
}

static void answer_counted(struct store_request *request)
{
    const int64_t *counts = ((const struct counted *)request->more)->counts;
    struct task_stats_result result = {
        .queued = counts[TASK_STATE_QUEUED],
        .completed = counts[TASK_STATE_COMPLETED],
        .failed = counts[TASK_STATE_FAILED],
        .cancelled = counts[TASK_STATE_CANCELLED],
    };
    if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
        return;
    }
    for (unsigned state = 0; state < TASK_STATE_COUNT; state++) {
        result.total += counts[state];
        if (TASK_STATE_BIT(state) & TASK_STATES_ACTIVE)
            result.running += counts[state];
    }
    (void)task_stats_reply(request->call, &result);
}

int task_stats(struct call *call, const struct task_stats_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct counted), count, answer_counted);
}
