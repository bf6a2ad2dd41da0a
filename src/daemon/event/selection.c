/* What event.subscribe and event.list have in common: what of the log is wanted, and from where on. */
#include <errno.h>
#include <stdio.h>

#include "contract/event.h"
#include "daemon/event/internal.h"
#include "rpc/call.h"
#include "json/write.h"

bool event_selection_check(const struct event_selection *selection, struct call *call)
{
    struct store_kinds kinds;
    size_t unknown = 0;
    char path[32], message[256];
    if (!selection->topics || event_topics_find(selection->topics, &kinds, &unknown) == 0)
        return true;
    (void)snprintf(path, sizeof path, "params.topics[%zu]", unknown);
    (void)snprintf(message, sizeof message, "%s: no event is called or begins with \"%.*s\"", path,
                   SLICE_ARG(selection->topics->items[unknown]));
    (void)call_refuse(call, ERROR_INVALID_PARAMS, path, message);
    return false;
}

static int find_session(struct store_tx *tx, struct slice id, struct arena *arena, int64_t *ret_no)
{
    struct store_session session;
    int r = store_session_find(tx, id, arena, &session);
    if (r == 0)
        *ret_no = session.no;
    return r;
}

static int find_task(struct store_tx *tx, struct slice id, struct arena *arena, int64_t *ret_no)
{
    struct store_task task;
    int r = store_task_find(tx, id, arena, &task);
    if (r == 0)
        *ret_no = task.no;
    return r;
}

int event_selection_find(const struct event_selection *selection, struct store_tx *tx, struct arena *arena,
                         struct store_event_filter *ret_filter)
{
    size_t unknown;
    int r = 0;
    *ret_filter = (struct store_event_filter){.all_kinds = !selection->topics};
    if (selection->topics)
        r = event_topics_find(selection->topics, &ret_filter->kinds, &unknown);
    if (r == 0 && selection->session_id.size > 0)
        r = find_session(tx, selection->session_id, arena, &ret_filter->session);
    if (r == 0 && selection->task_id.size > 0)
        r = find_task(tx, selection->task_id, arena, &ret_filter->task);
    return r;
}

void event_selection_fail(const struct event_selection *selection, const struct store_event_filter *found,
                          struct call *call)
{
    if (selection->session_id.size > 0 && found->session == 0)
        (void)call_fail(call, ERROR_SESSION_NOT_FOUND, "there is no session %.*s", SLICE_ARG(selection->session_id));
    else
        (void)call_fail(call, ERROR_TASK_NOT_FOUND, "there is no task %.*s", SLICE_ARG(selection->task_id));
}

bool event_check_epoch(struct call *call, enum field_is is, struct slice epoch, const struct store_position *position)
{
    const struct error_type *type = &contract_errors[ERROR_EPOCH_CHANGED];
    struct buf data = BUF_LIMITED(1024);
    if (is != FIELD_SET || slice_is(epoch, position->epoch))
        return true;
    buf_append_text(&data, "{\"code\":");
    json_write_string(&data, type->word);
    buf_append_text(&data, ",\"epoch\":");
    json_write_string(&data, slice_of(position->epoch));
    buf_printf(&data, ",\"firstSeq\":%lld,\"lastSeq\":%lld}", (long long)position->first, (long long)position->last);
    if (data.error)
        (void)call_fail(call, ERROR_EPOCH_CHANGED, "%.*s", SLICE_ARG(type->message));
    else
        (void)call_fail_text(call, type->code, type->message, buf_slice(&data));
    buf_clear(&data);
    return false;
}

struct event_gap event_begin(const struct store_position *position, int64_t asked, int64_t *ret_from)
{
    struct event_gap gap = {0};
    int64_t from = asked > 1 ? asked : 1;
    if (from < position->first) {
        gap = (struct event_gap){.from_seq = from, .to_seq = position->first - 1};
        from = position->first;
    }
    *ret_from = from <= position->last ? from : position->last + 1;
    return gap;
}
