/* What the person has consented to, and which streams are enabled. Both are rows of the store; the loop has a copy of
 * what was committed last. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/capture/internal.h"
#include "daemon/settings/settings.h"
#include "daemon/store/request.h"
#include "daemon/store/settings.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/encode.h"

enum { AUDIT_DATA_SIZE = 128 };

/* --- streams --- */

/* The defaults are those of settings_read(). */
static const bool defaults[CAPTURE_STREAMS] = {
    [RECORDER_STREAM_WINDOW_TRACKING] = true, [RECORDER_STREAM_FOCUS] = true, [RECORDER_STREAM_BROWSER] = true};

static bool *switch_of(struct app_capture_streams *streams, enum recorder_stream stream)
{
    bool *const switches[CAPTURE_STREAMS] = {[RECORDER_STREAM_WINDOW_TRACKING] = &streams->window_tracking,
                                             [RECORDER_STREAM_KEYSTROKE] = &streams->keystroke,
                                             [RECORDER_STREAM_FOCUS] = &streams->focus,
                                             [RECORDER_STREAM_BROWSER] = &streams->browser,
                                             [RECORDER_STREAM_CLIPBOARD] = &streams->clipboard};
    return switches[stream];
}

unsigned capture_streams_of(const struct app_capture_streams *streams)
{
    struct app_capture_streams copy = *streams;
    unsigned set = 0;
    for (unsigned i = 0; i < CAPTURE_STREAMS; i++)
        set |= *switch_of(&copy, (enum recorder_stream)i) ? CAPTURE_BIT(i) : 0;
    return set;
}

int capture_fail_unknown(const struct capture *capture, struct call *call)
{
    const char *problem = "";
    (void)store_look(capture->store, &problem);
    return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the settings of capture cannot be read%s%s",
                     *problem ? ": " : " yet; try again", problem);
}

int capture_get_stream_config(struct call *call, const struct capture_get_stream_config_params *params)
{
    const struct capture *capture = capture_of(call);
    struct capture_stream_config streams[CAPTURE_STREAMS];
    (void)params;
    if (!capture->known)
        return capture_fail_unknown(capture, call);
    for (unsigned i = 0; i < CAPTURE_STREAMS; i++)
        streams[i] = (struct capture_stream_config){.stream = (enum recorder_stream)i,
                                                    .enabled = (capture->enabled & CAPTURE_BIT(i)) != 0,
                                                    .default_enabled = defaults[i]};
    return capture_get_stream_config_reply(
        call, &(struct capture_get_stream_config_result){.streams = {streams, CAPTURE_STREAMS}});
}

/* --- the session that comes with a request --- */

/* 1: it is acceptable, or there is none. */
static int check_session(struct call *call, const struct recorder_session *session, enum field_is is)
{
    const char *path = "params.session";
    const char *problem = NULL;
    if (is != FIELD_SET)
        return 1;
    if (call->peer->caller == CALLER_BRIDGE)
        problem = "the bridge may not name a session";
    else
        problem = capture_session_check(session, &path);
    return problem ? call_refuse(call, ERROR_INVALID_PARAMS, path, problem) : 1;
}

static int put_session(struct store_tx *tx, const struct recorder_session *session, enum field_is is, int64_t now_ms)
{
    if (is != FIELD_SET)
        return 0;
    return store_setting_put(tx, capture_session_row, &capture_given_session_shape,
                             &(struct capture_given_session){.session = *session, .at = now_ms});
}

static void keep_session(struct capture *capture, const struct recorder_session *session, enum field_is is,
                         int64_t now_ms)
{
    struct recorder_session *copy = is == FIELD_SET ? capture_session_copy(session) : NULL;
    if (!copy)
        return;
    free(capture->given);
    capture->given = copy;
    capture->given_at_ms = now_ms;
}

/* Answers a request that has failed. */
static bool has_failed(const struct store_request *request)
{
    if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the settings of capture: %s", strerror(-request->status));
    return request->status < 0;
}

/* --- capture:toggleStream --- */

struct toggling {
    struct slice user_name; /* of the keeper, which lives longer than the threads of the store */
    int64_t now_ms;
    struct app_settings settings;
};

static int note_toggle(struct store_request *request, struct store_tx *tx)
{
    const struct capture_toggle_stream_params *params = request->call->params;
    char data[AUDIT_DATA_SIZE];
    struct audit_note entry = request->actor;
    int size =
        snprintf(data, sizeof data, "{\"stream\":\"%.*s\",\"enabled\":%s}",
                 SLICE_ARG(recorder_stream_shape.of.words.items[params->stream]), params->enabled ? "true" : "false");
    entry.what = SLICE("capture.stream");
    entry.data = (struct slice){data, (size_t)size};
    return store_audit_add(tx, &entry);
}

static int toggle(struct store_request *request, struct store_tx *tx)
{
    const struct capture_toggle_stream_params *params = request->call->params;
    struct toggling *toggling = request->more;
    int r = settings_read(tx, toggling->user_name, &request->arena, &toggling->settings);
    if (r < 0)
        return r;
    bool *enabled = switch_of(&toggling->settings.capture_streams, params->stream);
    if (*enabled != params->enabled) {
        *enabled = params->enabled;
        r = settings_write_streams(tx, &toggling->settings);
        r = r < 0 ? r : note_toggle(request, tx);
    }
    return r < 0 ? r : put_session(tx, &params->session, params->session_is, toggling->now_ms);
}

static void answer_toggle(struct store_request *request)
{
    const struct capture_toggle_stream_params *params = request->call->params;
    const struct toggling *toggling = request->more;
    struct capture *capture = capture_of(request->call);
    if (has_failed(request))
        return;
    capture->enabled = capture_streams_of(&toggling->settings.capture_streams);
    keep_session(capture, &params->session, params->session_is, toggling->now_ms);
    capture_changed(capture);
    (void)capture_toggle_stream_reply(
        request->call, &(struct capture_toggle_stream_result){
                           .stream = params->stream, .enabled = (capture->enabled & CAPTURE_BIT(params->stream)) != 0});
}

int capture_toggle_stream(struct call *call, const struct capture_toggle_stream_params *params)
{
    const struct capture *capture = capture_of(call);
    const char *name = capture->person->user_name;
    const struct toggling toggling = {.user_name = slice_of(name ? name : ""), .now_ms = clock_epoch_ms()};
    int r = check_session(call, &params->session, params->session_is);
    if (r <= 0)
        return r;
    if (!capture->known)
        return capture_fail_unknown(capture, call);
    return store_request_write_with(call, &toggling, sizeof toggling, toggle, answer_toggle);
}

/* --- capture.consent --- */

int capture_get_consent(struct call *call, const struct capture_get_consent_params *params)
{
    const struct capture *capture = capture_of(call);
    (void)params;
    return capture->known ? capture_get_consent_reply(call, &capture->consent) : capture_fail_unknown(capture, call);
}

struct consenting {
    int64_t now_ms;
    struct capture_consent consent;
    bool is_refused; /* text without recording */
};

static void give(bool *given, int64_t *at, enum field_is *at_is, bool wanted, int64_t now_ms)
{
    if (*given == wanted)
        return;
    *given = wanted;
    *at = wanted ? now_ms : 0;
    *at_is = wanted ? FIELD_SET : FIELD_ABSENT;
}

static int note(struct store_request *request, struct store_tx *tx, const struct capture_consent *consent)
{
    char data[AUDIT_DATA_SIZE];
    struct audit_note entry = request->actor;
    int size = snprintf(data, sizeof data, "{\"recording\":%s,\"keystrokeText\":%s}",
                        consent->recording ? "true" : "false", consent->keystroke_text ? "true" : "false");
    entry.what = SLICE("capture.consent");
    entry.data = (struct slice){data, (size_t)size};
    return store_audit_add(tx, &entry);
}

static int change_consent(struct store_request *request, struct store_tx *tx)
{
    const struct capture_consent_params *params = request->call->params;
    struct consenting *consenting = request->more;
    struct capture_consent before = {0}, *now = &consenting->consent;
    int r = store_setting_get(tx, capture_consent_row, &capture_consent_shape, &request->arena, &before);
    *now = before;
    if (r < 0)
        return r;
    if (params->recording_is == FIELD_SET)
        give(&now->recording, &now->recording_at, &now->recording_at_is, params->recording, consenting->now_ms);
    if (params->keystroke_text_is == FIELD_SET)
        give(&now->keystroke_text, &now->keystroke_text_at, &now->keystroke_text_at_is, params->keystroke_text,
             consenting->now_ms);
    consenting->is_refused = params->keystroke_text_is == FIELD_SET && params->keystroke_text && !now->recording;
    if (consenting->is_refused)
        return 0;
    if (!now->recording)
        give(&now->keystroke_text, &now->keystroke_text_at, &now->keystroke_text_at_is, false, 0);
    if (now->recording != before.recording || now->keystroke_text != before.keystroke_text) {
        r = store_setting_put(tx, capture_consent_row, &capture_consent_shape, now);
        r = r < 0 ? r : note(request, tx, now);
    }
    return r < 0 ? r : put_session(tx, &params->session, params->session_is, consenting->now_ms);
}

static void answer_consent(struct store_request *request)
{
    const struct capture_consent_params *params = request->call->params;
    const struct consenting *consenting = request->more;
    struct capture *capture = capture_of(request->call);
    if (has_failed(request))
        return;
    if (consenting->is_refused) {
        (void)call_refuse(request->call, ERROR_INVALID_PARAMS, "params.keystrokeText",
                          "needs the consent to recording, which nobody has given");
        return;
    }
    capture->consent = consenting->consent;
    keep_session(capture, &params->session, params->session_is, consenting->now_ms);
    if (params->recording_is == FIELD_SET && params->recording)
        capture_retry(capture);
    else
        capture_changed(capture);
    (void)capture_consent_reply(request->call, &consenting->consent);
}

int capture_consent(struct call *call, const struct capture_consent_params *params)
{
    const struct consenting consenting = {.now_ms = clock_epoch_ms()};
    const struct capture *capture = capture_of(call);
    int r = check_session(call, &params->session, params->session_is);
    if (r <= 0)
        return r;
    if (!capture->known)
        return capture_fail_unknown(capture, call);
    return store_request_write_with(call, &consenting, sizeof consenting, change_consent, answer_consent);
}
