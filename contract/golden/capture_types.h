/* Generated from contract/capture.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"
#include "contract/recorder_types.h"

struct capture_stream_status {
    enum recorder_stream stream;
    /* The setting: recorded once a person has consented. */
    bool enabled;
    /* True: it is being recorded now. */
    bool active;
    /* Why it is not active although it is enabled, or because nobody has consented; a sentence. */
    struct slice error;
    enum field_is error_is;
    /* What is left out although it is active, and why; a sentence. For example the text of keys, which needs the
     * accessibility bus. */
    struct slice note;
    enum field_is note_is;
};

struct capture_stream_config {
    enum recorder_stream stream;
    bool enabled;
    bool default_enabled;
};

/* What a person has consented to. */
struct capture_consent {
    /* The enabled streams are recorded. */
    bool recording;
    /* Since when, epoch milliseconds. */
    int64_t recording_at;
    enum field_is recording_at_is;
    /* The stream keystroke also keeps the text of keys, except in password fields. Without it, keys are only
     * counted. */
    bool keystroke_text;
    /* Since when, epoch milliseconds. */
    int64_t keystroke_text_at;
    enum field_is keystroke_text_at_is;
};

/* The graphical session that a client named last, as the store keeps it. Never sent. */
struct capture_given_session {
    struct recorder_session session;
    int64_t at;
};

/* The last batch of rows that is stored, as the store keeps it, so that a repeated one is not stored twice. Never
 * sent. */
struct capture_progress {
    struct slice recorder_id;
    int64_t sequence;
};

extern const struct shape capture_stream_status_shape;
extern const struct shape capture_stream_config_shape;
extern const struct shape capture_consent_shape;
extern const struct shape capture_given_session_shape;
extern const struct shape capture_progress_shape;
