/* The daemon: what it wants to be recorded, and what it hears of it. */
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "capture/capture.h"
#include "rpc/call.h"
#include "rpc/peer.h"

struct capture *capture_of(const struct call *call)
{
    return list_member((struct helper *)call->peer->user, struct capture, helper);
}

/* --- states --- */

/* What a stream needs of the X server besides a connection. */
static const char *find_missing(const struct capture *capture, enum recorder_stream stream)
{
    const struct display_parts *parts = &capture->display.parts;
    if (stream == RECORDER_STREAM_KEYSTROKE && !parts->has_input)
        return "the X server does not report keys: it has no XInput 2.1";
    if (stream == RECORDER_STREAM_CLIPBOARD && !parts->fixes_event)
        return "the X server does not report what is copied: it has no XFixes";
    if (stream == RECORDER_STREAM_FOCUS && !parts->has_screensaver)
        return "the X server does not tell whether somebody is there: it has no MIT-SCREEN-SAVER";
    return NULL;
}

static void write_state(const struct capture *capture, enum recorder_stream stream, struct recorder_stream_state *state)
{
    const struct display *display = &capture->display;
    bool connects = display->is_wanted && !display->is_ready && !display->problem[0];
    const char *error = NULL, *note = NULL;
    *state = (struct recorder_stream_state){.stream = stream};
    if (!capture_wants(capture, stream))
        return;
    if (capture->wayland)
        error = "this is a Wayland session; weir captures X11 only";
    else if (!display->is_wanted)
        error = "there is no X display";
    else if (!display->is_ready)
        error = connects ? NULL : display->problem;
    else
        error = find_missing(capture, stream);
    if (!error && !connects && stream == RECORDER_STREAM_KEYSTROKE && capture->keystroke_text)
        note = !display->parts.keymap      ? "the X server has no XKEYBOARD, so the text of keys is not kept"
               : capture->field.problem[0] ? capture->field.problem
                                           : NULL;
    state->active = !error && !connects;
    state->error = slice_of(error);
    state->error_is = error ? FIELD_SET : FIELD_ABSENT;
    state->note = slice_of(note);
    state->note_is = note ? FIELD_SET : FIELD_ABSENT;
}

/* Remembers what is told. Returns whether it differs from what was told before. */
static bool write_states(struct capture *capture, struct recorder_stream_state states[static CAPTURE_STREAMS])
{
    bool is_new = false;
    for (size_t i = 0; i < CAPTURE_STREAMS; i++) {
        char text[sizeof capture->told[i]];
        write_state(capture, (enum recorder_stream)i, &states[i]);
        (void)snprintf(text, sizeof text, "%d%.*s|%.*s", states[i].active, SLICE_ARG(states[i].error),
                       SLICE_ARG(states[i].note));
        is_new = is_new || strcmp(text, capture->told[i]) != 0;
        memcpy(capture->told[i], text, sizeof text);
    }
    return is_new;
}

void capture_report(struct capture *capture)
{
    struct recorder_stream_state states[CAPTURE_STREAMS];
    if (!capture->helper.daemon || peer_is_over(capture->helper.daemon) || !capture->queue.may_send ||
        !write_states(capture, states))
        return;
    (void)peer_notify(capture->helper.daemon, &recorder_state_method,
                      &(struct recorder_state_params){.streams = {.items = states, .count = CAPTURE_STREAMS}});
}

/* --- recorder.set --- */

void capture_cut(struct capture *capture)
{
    keys_cut(&capture->keys);
    stay_cut(&capture->stay);
}

static void copy(char *to, size_t size, struct slice text)
{
    (void)snprintf(to, size, "%.*s", SLICE_ARG(text));
}

static bool is_one_line(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < 0x20 || text.data[i] == 0x7f)
            return false;
    return true;
}

/* Ends what was recorded under the old wishes, before the new ones hold. */
static void apply(struct capture *capture, unsigned wanted, const struct recorder_set_params *params)
{
    char name[DISPLAY_NAME_MAX], authority[DISPLAY_PATH_MAX];
    const struct recorder_session *session = &params->session;
    bool wants_text = params->keystroke_text && (wanted & CAPTURE_BIT(RECORDER_STREAM_KEYSTROKE));
    bool had_text = capture->keystroke_text;
    copy(name, sizeof name, wanted && !session->wayland ? session->display : (struct slice){0});
    copy(authority, sizeof authority, session->xauthority);
    if (wanted != capture->wanted || wants_text != had_text) {
        keys_forget(&capture->keys);
        capture_cut(capture);
    }
    capture->wanted = wanted;
    capture->wayland = session->wayland;
    capture->keystroke_text = wants_text;
    display_want(&capture->display, name, authority);
    field_want(&capture->field, wants_text);
    keys_select(&capture->keys);
    clipboard_select(&capture->clipboard);
    if (wants_text && !had_text)
        display_refresh(&capture->display); /* with the keymap */
}

int recorder_set(struct call *call, const struct recorder_set_params *params)
{
    struct capture *capture = capture_of(call);
    struct recorder_stream_state states[CAPTURE_STREAMS];
    unsigned wanted = 0;
    for (size_t i = 0; i < params->streams.count; i++)
        wanted |= CAPTURE_BIT(params->streams.items[i]);
    if (!is_one_line(params->session.display))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.session.display", "has a control character");
    apply(capture, wanted, params);
    if (!capture->queue.may_send)
        queue_found(&capture->queue);
    display_flush(&capture->display); /* before the daemon hears of it */
    (void)write_states(capture, states);
    return recorder_set_reply(call,
                              &(struct recorder_set_result){.streams = {.items = states, .count = CAPTURE_STREAMS}});
}

/* --- recorder.flush --- */

static void on_abandoned(struct call *call)
{
    capture_of(call)->flushing = NULL;
}

static void answer_flush(struct capture *capture)
{
    struct call *call = capture->flushing;
    capture->flushing = NULL;
    if (call)
        (void)recorder_flush_reply(call, &(struct recorder_flush_result){.flushed = true});
}

int recorder_flush(struct call *call, const struct recorder_flush_params *params)
{
    struct capture *capture = capture_of(call);
    if (params->abandon) {
        keys_forget(&capture->keys);
        clipboard_down(&capture->clipboard);
    }
    answer_flush(capture); /* one at a time: what an earlier one waits for, this one does too */
    capture_cut(capture);
    if (queue_is_empty(&capture->queue))
        return recorder_flush_reply(call, &(struct recorder_flush_result){.flushed = true});
    int r = call_defer(call, on_abandoned, NULL, &capture->flushing);
    if (r == 0)
        queue_hurry(&capture->queue);
    return r;
}

void capture_flushed(struct capture *capture)
{
    answer_flush(capture);
    helper_leave_step(&capture->helper);
}
