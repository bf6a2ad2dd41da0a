/* capture.forget: first the program delivers what it has recorded and not reported yet, then the rows are removed in
 * steps, so that other changes of the store need not wait. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/capture/internal.h"
#include "daemon/store/activity.h"
#include "daemon/store/request.h"
#include "daemon/store/rows.h"
#include "rpc/call.h"

struct forgetting {
    struct list link; /* in capture->forgettings; the first one works */
    struct capture *capture;
    struct call *call; /* deferred and held */
    struct audit_note actor;
    unsigned types;
    int64_t since_ms, removed;
    enum { FORGET_ROWS, FORGET_WORDS, FORGET_NOTES, FORGET_PAGES, FORGET_DONE } phase;
    int64_t step;
    bool more;
    struct store_change change;
    struct store_query query;
    char client[]; /* the text of `actor` */
};

static unsigned types_of(const struct capture_forget_params *params)
{
    static const enum context_activity_type types[CAPTURE_STREAMS] = {
        [RECORDER_STREAM_WINDOW_TRACKING] = CONTEXT_ACTIVITY_TYPE_WINDOW,
        [RECORDER_STREAM_KEYSTROKE] = CONTEXT_ACTIVITY_TYPE_KEYSTROKE,
        [RECORDER_STREAM_FOCUS] = CONTEXT_ACTIVITY_TYPE_FOCUS,
        [RECORDER_STREAM_BROWSER] = CONTEXT_ACTIVITY_TYPE_BROWSER,
        [RECORDER_STREAM_CLIPBOARD] = CONTEXT_ACTIVITY_TYPE_CLIPBOARD,
    };
    return params->stream_is == FIELD_SET ? ACTIVITY_BIT(types[params->stream]) : ACTIVITY_ALL;
}

/* --- counting --- */

struct counting {
    unsigned types;
    int64_t since_ms, count;
};

static int count_rows(struct store_request *request, struct store_tx *tx)
{
    struct counting *counting = request->more;
    return store_activity_count(tx, counting->types, counting->since_ms, &counting->count);
}

static void answer_count(struct store_request *request)
{
    const struct counting *counting = request->more;
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the activity: %s", strerror(-request->status));
    else
        (void)capture_forget_reply(request->call, &(struct capture_forget_result){.removed = counting->count});
}

/* --- removing --- */

static void begin_next(struct capture *capture);
static void on_step(struct store_change *change);

static void finish(struct forgetting *forgetting, int status, bool failed)
{
    struct capture *capture = forgetting->capture;
    if (failed)
        (void)store_fail_call(capture->store, forgetting->call, status);
    else if (status < 0)
        (void)call_fail(forgetting->call, ERROR_INTERNAL_ERROR, "cannot remove all activity: %s", strerror(-status));
    else
        (void)capture_forget_reply(forgetting->call, &(struct capture_forget_result){.removed = forgetting->removed});
    (void)call_drop(forgetting->call);
    list_remove(&forgetting->link);
    free(forgetting);
    begin_next(capture);
}

static int note(struct forgetting *forgetting, struct store_tx *tx)
{
    char data[96];
    struct audit_note entry = forgetting->actor;
    int size = snprintf(data, sizeof data, "{\"removed\":%" PRId64 "}", forgetting->removed);
    const struct event_capture_changed_params params = {.timestamp = clock_epoch_ms(),
                                                        .change = EVENT_CAPTURE_CHANGED_PARAMS_CHANGE_FORGOTTEN,
                                                        .removed = forgetting->removed,
                                                        .removed_is = FIELD_SET};
    entry.what = SLICE("capture.forgotten");
    entry.data = (struct slice){data, (size_t)size};
    int r = store_audit_add(tx, &entry);
    return r < 0 ? r : store_event_add(tx, &event_capture_changed_event, 0, 0, &params);
}

/* May run twice: the writer repeats a group after rolling it back. */
static int apply_step(struct store_change *change, struct store_tx *tx)
{
    struct forgetting *forgetting = list_member(change, struct forgetting, change);
    forgetting->step = 0;
    switch (forgetting->phase) {
    case FORGET_ROWS:
        return store_activity_forget(tx, forgetting->types, forgetting->since_ms, &forgetting->step);
    case FORGET_WORDS:
        forgetting->more = false;
        return store_activity_scrub(tx, &forgetting->more);
    case FORGET_NOTES:
        return note(forgetting, tx);
    case FORGET_PAGES:
        return store_compact(tx, &forgetting->step);
    case FORGET_DONE:
        break;
    }
    return -EINVAL;
}

/* The write-ahead log still has the texts. */
static int empty_log(struct store_query *query, struct store_tx *tx)
{
    (void)query;
    return store_checkpoint(tx);
}

static void on_emptied(struct store_query *query)
{
    struct forgetting *forgetting = list_member(query, struct forgetting, query);
    finish(forgetting, query->status, query->failed);
}

static void go_on(struct forgetting *forgetting)
{
    struct store *store = forgetting->capture->store;
    if (!store_is_open(store)) {
        finish(forgetting, -ESHUTDOWN, true);
        return;
    }
    if (forgetting->phase == FORGET_DONE) {
        forgetting->query = (struct store_query){.run = empty_log, .done = on_emptied, .owner = forgetting->call->rpc};
        store_read(store, &forgetting->query);
        return;
    }
    forgetting->change = (struct store_change){.apply = apply_step, .done = on_step};
    (void)store_write(store, &forgetting->change);
}

static void on_step(struct store_change *change)
{
    struct forgetting *forgetting = list_member(change, struct forgetting, change);
    bool more = forgetting->phase == FORGET_WORDS ? forgetting->more : forgetting->step > 0;
    if (change->status < 0) {
        finish(forgetting, change->status, change->failed);
        return;
    }
    if (forgetting->phase == FORGET_ROWS)
        forgetting->removed += forgetting->step;
    if (!more)
        forgetting->phase++;
    go_on(forgetting);
}

static void on_delivered(void *user, bool flushed)
{
    (void)flushed; /* if not, the program was ended, and what it had with it */
    go_on(user);
}

static void begin_next(struct capture *capture)
{
    if (list_is_empty(&capture->forgettings))
        return;
    struct forgetting *forgetting = list_member(capture->forgettings.next, struct forgetting, link);
    int r = capture_flush(capture, true, on_delivered, forgetting);
    if (r < 0 && r != -ENOTCONN) /* what it has recorded must not be stored later */
        service_fail(&capture->service, "it cannot be asked for what it has recorded");
    if (r < 0)
        go_on(forgetting);
}

void capture_forget_init(struct capture *capture)
{
    list_init(&capture->forgettings);
}

static int begin(struct capture *capture, struct call *call, const struct counting *what)
{
    struct audit_note actor = {0};
    audit_actor(call, &actor);
    struct forgetting *forgetting = calloc(1, sizeof *forgetting + actor.client.size);
    int r = forgetting ? call_defer(call, NULL, NULL, &call) : -ENOMEM;
    if (r < 0) {
        free(forgetting);
        return r;
    }
    call_hold(call);
    forgetting->capture = capture;
    forgetting->call = call;
    forgetting->types = what->types;
    forgetting->since_ms = what->since_ms;
    forgetting->actor = actor;
    slice_copy(forgetting->client, actor.client);
    forgetting->actor.client.data = forgetting->client;
    bool is_first = list_is_empty(&capture->forgettings);
    list_append(&capture->forgettings, &forgetting->link);
    if (is_first)
        begin_next(capture);
    return 0;
}

int capture_forget(struct call *call, const struct capture_forget_params *params)
{
    struct capture *capture = capture_of(call);
    struct counting what = {.types = types_of(params), .since_ms = INT64_MIN};
    if (params->since_is == FIELD_SET && clock_parse_iso(params->since, &what.since_ms) < 0)
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.since", "must be a time, such as 2026-01-31T12:00:00Z");
    if (params->count)
        return store_request_read_with(call, &what, sizeof what, count_rows, answer_count);
    if (!store_is_open(capture->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    return begin(capture, call, &what);
}
