/* Generated from contract/recorder.json by contract/generate; do not edit. */
#pragma once

#include "json/shape.h"
#include "contract/context_types.h"

/* window_tracking: which window is in front. focus: how long the person works in one window without a break.
 * browser: the titles of pages. keystroke: how many keys are pressed. clipboard: what is copied. */
enum recorder_stream {
    RECORDER_STREAM_WINDOW_TRACKING = 0,
    RECORDER_STREAM_KEYSTROKE = 1,
    RECORDER_STREAM_FOCUS = 2,
    RECORDER_STREAM_BROWSER = 3,
    RECORDER_STREAM_CLIPBOARD = 4,
};

/* The graphical session to record. weir-capture inherits no environment, so everything that it needs is here. A
 * sandbox shows only the paths of the session that it was started for: another session needs another process. */
struct recorder_session {
    /* The X display. Absent: there is none. */
    struct slice display;
    enum field_is display_is;
    /* The file with the cookie of the display. */
    struct slice xauthority;
    enum field_is xauthority_is;
    /* True: this is a Wayland session. X11 shows only some of its windows, so nothing is recorded. */
    bool wayland;
    /* The address of the session's D-Bus: the socket of the accessibility bus is in a directory beside it. weir-
     * capture itself uses the accessibility bus alone, whose address the X server knows. */
    struct slice bus;
    enum field_is bus_is;
};

struct recorder_stream_state {
    enum recorder_stream stream;
    /* True: it records. */
    bool active;
    /* Why a stream that was asked for is not active; a sentence. Absent: it is about to be. */
    struct slice error;
    enum field_is error_is;
    /* What an active stream leaves out, and why; a sentence. */
    struct slice note;
    enum field_is note_is;
};

/* Something that the person did. Texts are valid UTF-8 without control characters, except for tabs and newlines in
 * text. */
struct recorder_row {
    enum context_activity_type type;
    /* When it began, epoch milliseconds. */
    int64_t at;
    int64_t duration_ms;
    enum field_is duration_ms_is;
    struct slice app;
    enum field_is app_is;
    struct slice title;
    enum field_is title_is;
    struct slice url;
    enum field_is url_is;
    /* Of a keystroke or a clipboard row. */
    struct slice text;
    enum field_is text_is;
    /* Of a clipboard row. */
    struct slice media_type;
    enum field_is media_type_is;
    /* Keys of a keystroke row, bytes of a clipboard row. */
    int64_t count;
    enum field_is count_is;
};

extern const struct shape recorder_stream_shape;
extern const struct shape recorder_session_shape;
extern const struct shape recorder_stream_state_shape;
extern const struct shape recorder_row_shape;
