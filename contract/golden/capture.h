/* Generated from contract/capture.json by contract/generate; do not edit. */
/* Records what the person does in the graphical session. Nothing is recorded before a person has consented. */
#pragma once

#include "rpc/method.h"
#include "contract/capture_types.h"
#include "contract/recorder_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method capture:getStatus: Get the state of each stream. */

struct capture_get_status_params {
    char unused;
};

struct capture_get_status_result_streams {
    struct capture_stream_status *items;
    size_t count;
};

struct capture_get_status_result {
    struct capture_get_status_result_streams streams;
};

extern const struct shape capture_get_status_params_shape;
extern const struct shape capture_get_status_result_shape;
extern const struct method capture_get_status_method;
int capture_get_status(struct call *call, const struct capture_get_status_params *params);

static inline int capture_get_status_reply(struct call *call, const struct capture_get_status_result *result)
{
    return call_reply(call, result);
}

/* Method capture:toggleStream: Enable or disable a stream.
 *
 * The setting is kept, also while nobody has consented. What the stream has recorded stays: see capture.forget. */

struct capture_toggle_stream_params {
    enum recorder_stream stream;
    bool enabled;
    /* The graphical session to record from now on. Absent: the one that was named last, or that of the daemon's
     * environment. Not from the bridge. */
    struct recorder_session session;
    enum field_is session_is;
};

struct capture_toggle_stream_result {
    enum recorder_stream stream;
    bool enabled;
};

extern const struct shape capture_toggle_stream_params_shape;
extern const struct shape capture_toggle_stream_result_shape;
extern const struct method capture_toggle_stream_method;
int capture_toggle_stream(struct call *call, const struct capture_toggle_stream_params *params);

static inline int capture_toggle_stream_reply(struct call *call, const struct capture_toggle_stream_result *result)
{
    return call_reply(call, result);
}

/* Method capture:getStreamConfig: Get the setting of each stream and its default. */

struct capture_get_stream_config_params {
    char unused;
};

struct capture_get_stream_config_result_streams {
    struct capture_stream_config *items;
    size_t count;
};

struct capture_get_stream_config_result {
    struct capture_get_stream_config_result_streams streams;
};

extern const struct shape capture_get_stream_config_params_shape;
extern const struct shape capture_get_stream_config_result_shape;
extern const struct method capture_get_stream_config_method;
int capture_get_stream_config(struct call *call, const struct capture_get_stream_config_params *params);

static inline int capture_get_stream_config_reply(struct call *call, const struct capture_get_stream_config_result *result)
{
    return call_reply(call, result);
}

/* Method capture.getConsent: Get what a person has consented to. */

struct capture_get_consent_params {
    char unused;
};

extern const struct shape capture_get_consent_params_shape;
extern const struct method capture_get_consent_method;
int capture_get_consent(struct call *call, const struct capture_get_consent_params *params);

static inline int capture_get_consent_reply(struct call *call, const struct capture_consent *result)
{
    return call_reply(call, result);
}

/* Method capture.consent: Give or withdraw the consent of the person at this machine.
 *
 * Call it only after the person has been asked. A field that is absent changes nothing. Withdrawing the consent to
 * recording also withdraws that to the text of keys, and ends recording at once; what was recorded stays until it is
 * 30 days old: see capture.forget. A consent that is given again starts a program again that had failed. */

struct capture_consent_params {
    /* Whether to record the enabled streams. */
    bool recording;
    enum field_is recording_is;
    /* Whether the stream keystroke may keep the text of keys. Needs the consent to recording. */
    bool keystroke_text;
    enum field_is keystroke_text_is;
    /* As in capture:toggleStream. */
    struct recorder_session session;
    enum field_is session_is;
};

extern const struct shape capture_consent_params_shape;
extern const struct method capture_consent_method;
int capture_consent(struct call *call, const struct capture_consent_params *params);

static inline int capture_consent_reply(struct call *call, const struct capture_consent *result)
{
    return call_reply(call, result);
}

/* Method capture.forget: Remove recorded activity.
 *
 * Also removes what is recorded but not stored yet, and the words from the search index, and overwrites them in the
 * database file. Backups keep them. */

struct capture_forget_params {
    /* Remove only what ended later. Absent: everything. */
    struct slice since;
    enum field_is since_is;
    /* Absent: all. */
    enum recorder_stream stream;
    enum field_is stream_is;
    /* True: only count, and remove nothing. */
    bool count;
};

struct capture_forget_result {
    /* Records. */
    int64_t removed;
};

extern const struct shape capture_forget_params_shape;
extern const struct shape capture_forget_result_shape;
extern const struct method capture_forget_method;
int capture_forget(struct call *call, const struct capture_forget_params *params);

static inline int capture_forget_reply(struct call *call, const struct capture_forget_result *result)
{
    return call_reply(call, result);
}

/* Event event.captureChanged: Consent, the setting or the state of a stream has changed, or activity was removed.
 *
 * consent: what the person consented to. streams: a stream was enabled or disabled, or became active or inactive.
 * forgotten: capture.forget removed records. Reported at most once a second. */

enum event_capture_changed_params_change {
    EVENT_CAPTURE_CHANGED_PARAMS_CHANGE_CONSENT = 0,
    EVENT_CAPTURE_CHANGED_PARAMS_CHANGE_STREAMS = 1,
    EVENT_CAPTURE_CHANGED_PARAMS_CHANGE_FORGOTTEN = 2,
};

/* All streams after the change; absent for forgotten. */
struct event_capture_changed_params_streams {
    struct capture_stream_status *items;
    size_t count;
};

struct event_capture_changed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    enum event_capture_changed_params_change change;
    struct capture_consent consent;
    enum field_is consent_is;
    struct event_capture_changed_params_streams streams;
    enum field_is streams_is;
    /* For forgotten: how many records. */
    int64_t removed;
    enum field_is removed_is;
};

extern const struct shape event_capture_changed_params_shape;
extern const struct event_type event_capture_changed_event;
