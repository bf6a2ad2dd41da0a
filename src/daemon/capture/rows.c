/* What weir-capture reports. It reads what other programs show, so it may have been taken over by one of them: a report
 * that does not fit what it was asked for is refused, and the process ended. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/capture/internal.h"
#include "daemon/store/activity.h"
#include "daemon/store/request.h"
#include "daemon/store/settings.h"
#include "rpc/call.h"
#include "rpc/peer.h"

enum {
    AHEAD_MS = 2000, /* clocks are set */
    DAY_MS = 24 * 60 * 60 * 1000,
    ARENA_BYTES = 64 << 10,
    /* weir-capture keeps 2,048 rows while they cannot be stored, and makes at most 1,500 a minute. */
    ROWS_AT_ONCE = 4096,
    ROWS_A_SECOND = 30,
};

/* --- checks --- */

static const enum recorder_stream streams[ACTIVITY_TYPES] = {
    [CONTEXT_ACTIVITY_TYPE_WINDOW] = RECORDER_STREAM_WINDOW_TRACKING,
    [CONTEXT_ACTIVITY_TYPE_FOCUS] = RECORDER_STREAM_FOCUS,
    [CONTEXT_ACTIVITY_TYPE_KEYSTROKE] = RECORDER_STREAM_KEYSTROKE,
    [CONTEXT_ACTIVITY_TYPE_CLIPBOARD] = RECORDER_STREAM_CLIPBOARD,
    [CONTEXT_ACTIVITY_TYPE_BROWSER] = RECORDER_STREAM_BROWSER,
};

static bool has_controls(struct slice text, bool lines)
{
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if ((c < ' ' && !(lines && (c == '\n' || c == '\t'))) || c == 0x7f)
            return true;
    }
    return false;
}

static const char *check_time(const struct recorder_row *row, int64_t now_ms)
{
    int64_t duration = row->duration_ms_is == FIELD_SET ? row->duration_ms : 0;
    if (row->at > now_ms + AHEAD_MS || duration > now_ms + AHEAD_MS - row->at)
        return "is in the future";
    if (row->at < now_ms - (int64_t)ACTIVITY_KEPT_DAYS * DAY_MS)
        return "is older than records are kept";
    return NULL;
}

static const char *check_fields(const struct recorder_row *row)
{
    enum context_activity_type type = row->type;
    bool is_page = type == CONTEXT_ACTIVITY_TYPE_WINDOW || type == CONTEXT_ACTIVITY_TYPE_BROWSER;
    bool counts = type == CONTEXT_ACTIVITY_TYPE_KEYSTROKE || type == CONTEXT_ACTIVITY_TYPE_CLIPBOARD;
    if (row->url_is == FIELD_SET && !is_page)
        return "has an address, which its type has not";
    if ((row->text_is == FIELD_SET || row->count_is == FIELD_SET) && !counts)
        return "has a text or a count, which its type has not";
    if (row->media_type_is == FIELD_SET && type != CONTEXT_ACTIVITY_TYPE_CLIPBOARD)
        return "has a media type, which its type has not";
    if (has_controls(row->app, false) || has_controls(row->title, false) || has_controls(row->url, false) ||
        has_controls(row->media_type, false) || has_controls(row->text, true))
        return "has control characters";
    return NULL;
}

/* The text of keys that were pressed just before the person withdrew the consent to it is not a lie. It is not stored
 * either: see fill(). */
static const char *check_row(const struct capture *capture, const struct recorder_row *row, int64_t now_ms)
{
    bool may_have_text = row->type != CONTEXT_ACTIVITY_TYPE_KEYSTROKE || capture->consent.keystroke_text ||
                         capture->sets > 0 || capture->flushes > 0;
    if (!(capture_accepted(capture) & CAPTURE_BIT(streams[row->type])))
        return "is of a stream that is not recorded";
    if (row->text_is == FIELD_SET && !may_have_text)
        return "has the text of keys, to which nobody has consented";
    const char *problem = check_time(row, now_ms);
    return problem ? problem : check_fields(row);
}

/* A process that floods the store has been taken over. */
static bool has_credit(struct capture *capture, size_t count)
{
    int64_t now_ms = (int64_t)uv_now(capture->rpc->loop);
    int64_t more = (now_ms - capture->credited_ms) * ROWS_A_SECOND / 1000;
    if (capture->credited_ms == 0 || capture->credit + more >= ROWS_AT_ONCE)
        capture->credit = ROWS_AT_ONCE;
    else
        capture->credit += more;
    if (capture->credited_ms == 0 || more > 0)
        capture->credited_ms = now_ms;
    if (capture->credit < (int64_t)count)
        return false;
    capture->credit -= (int64_t)count;
    return true;
}

/* --- storing --- */

struct storing {
    struct store_change change;
    struct capture *capture;
    struct call *call; /* deferred and held: has the texts */
    int64_t now_ms;
    bool is_repeated; /* it was stored before */
    size_t count;
    struct store_activity rows[];
};

static int store_rows(struct store_change *change, struct store_tx *tx)
{
    struct storing *storing = list_member(change, struct storing, change);
    const struct recorder_rows_params *params = storing->call->params;
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct capture_progress last = {0};
    int r = store_setting_get(tx, capture_progress_row, &capture_progress_shape, &arena, &last);
    storing->is_repeated =
        r > 0 && slice_equal(last.recorder_id, params->recorder_id) && params->sequence <= last.sequence;
    if (r >= 0 && !storing->is_repeated)
        r = store_activity_add(tx, storing->rows, storing->count, storing->now_ms);
    if (r >= 0 && !storing->is_repeated)
        r = store_setting_put(
            tx, capture_progress_row, &capture_progress_shape,
            &(struct capture_progress){.recorder_id = params->recorder_id, .sequence = params->sequence});
    arena_clear(&arena);
    return r < 0 ? r : 0;
}

static void on_stored(struct store_change *change)
{
    struct storing *storing = list_member(change, struct storing, change);
    struct call *call = storing->call;
    if (change->failed || change->status == -ENOMEM)
        (void)store_fail_call(storing->capture->store, call, change->status);
    else if (change->status < 0)
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.rows", strerror(-change->status));
    else
        (void)recorder_rows_reply(call, &(struct recorder_rows_result){.stored = true});
    (void)call_drop(call);
    free(storing);
}

static void fill(const struct capture *capture, const struct recorder_row *row, struct store_activity *ret)
{
    bool drops_text = row->type == CONTEXT_ACTIVITY_TYPE_KEYSTROKE && !capture->consent.keystroke_text;
    *ret = (struct store_activity){.type = row->type,
                                   .at = row->at,
                                   .duration_ms = row->duration_ms_is == FIELD_SET ? row->duration_ms : -1,
                                   .app = row->app,
                                   .title = row->title,
                                   .url = row->url,
                                   .text = drops_text ? SLICE("") : row->text,
                                   .media_type = row->media_type,
                                   .count = row->count_is == FIELD_SET ? row->count : 0};
}

static int refuse(struct capture *capture, struct call *call, size_t at, const char *problem)
{
    char path[64], cause[160];
    (void)snprintf(path, sizeof path, "params.rows[%zu]", at);
    (void)snprintf(cause, sizeof cause, "it has sent a row that %s", problem);
    bool is_present = call->peer == capture->service.peer && capture->service.current;
    int r = call_refuse(call, ERROR_INVALID_PARAMS, path, problem);
    if (is_present)
        service_fail(&capture->service, cause);
    return r;
}

static void note_dropped(int64_t count)
{
    if (count > 0)
        log_warn("capture: dropped %" PRId64 " records: too many came at once, or the store was too slow", count);
}

int recorder_rows(struct call *call, const struct recorder_rows_params *params)
{
    struct capture *capture = capture_of(call);
    int64_t now_ms = clock_epoch_ms();
    size_t count = params->rows.count;
    for (size_t i = 0; i < count; i++) {
        const char *problem = check_row(capture, &params->rows.items[i], now_ms);
        if (problem)
            return refuse(capture, call, i, problem);
    }
    if (count > 0 && !has_credit(capture, count))
        return refuse(capture, call, count - 1, "comes too soon after thousands of others");
    if (!store_is_open(capture->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    struct storing *storing = calloc(1, sizeof *storing + count * sizeof *storing->rows);
    int r = storing ? call_defer(call, NULL, NULL, &call) : -ENOMEM;
    if (r < 0) {
        free(storing);
        return r;
    }
    params = call->params;
    note_dropped(params->dropped);
    storing->capture = capture;
    storing->call = call;
    storing->now_ms = now_ms;
    storing->count = count;
    for (size_t i = 0; i < count; i++)
        fill(capture, &params->rows.items[i], &storing->rows[i]);
    call_hold(call);
    storing->change = (struct store_change){.apply = store_rows, .done = on_stored};
    (void)store_write(capture->store, &storing->change);
    return 0;
}

int recorder_state(struct call *call, const struct recorder_state_params *params)
{
    struct capture *capture = capture_of(call);
    if (call->peer == capture->service.peer && capture->service.current && capture->sets == 0)
        capture_note_reports(capture, params->streams.items, params->streams.count);
    return 0;
}
