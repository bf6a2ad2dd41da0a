#include "capture/display.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <xcb/xcbext.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "capture/authority.h"
#include "capture/capture.h"
#include "capture/connect.h"
#include "rpc/rpc.h"

enum {
    RETRY_MS = 250,
    RETRY_MAX_MS = 10000,
    REFRESH_MS = 100, /* a new keymap is several events */
    HANG_MS = 10000,  /* a server that does not answer */
};

static void attempt(struct display *display);

/* --- modules --- */

static void tell_up(struct display *display)
{
    struct capture *capture = display->capture;
    keys_up(&capture->keys);
    front_up(&capture->front);
    idle_up(&capture->idle);
    clipboard_up(&capture->clipboard);
    field_look(&capture->field);
}

static void tell_down(struct display *display)
{
    struct capture *capture = display->capture;
    front_down(&capture->front);
    idle_down(&capture->idle);
    keys_down(&capture->keys);
    clipboard_down(&capture->clipboard);
    field_down(&capture->field);
}

static void dispatch(struct display *display, const xcb_generic_event_t *event)
{
    struct capture *capture = display->capture;
    uint8_t type = event->response_type & 0x7f;
    const struct display_parts *parts = &display->parts;
    bool is_faked = (event->response_type & 0x80) != 0;
    if (type == 0) /* an error of a request without a reply: its window has gone */
        return;
    if (is_faked && type != XCB_SELECTION_NOTIFY) /* clients send that one, and none of the others */
        return;
    if (type == XCB_GE_GENERIC) {
        const xcb_ge_generic_event_t *generic = (const xcb_ge_generic_event_t *)event;
        if (parts->has_input && generic->extension == parts->input_opcode)
            keys_event(&capture->keys, generic->event_type, generic);
        return;
    }
    if (parts->xkb_event && type == parts->xkb_event) {
        keys_map_event(&capture->keys, event);
        return;
    }
    if (parts->fixes_event && type == parts->fixes_event) {
        clipboard_notice(&capture->clipboard, event);
        return;
    }
    if (!clipboard_event(&capture->clipboard, event))
        front_event(&capture->front, event);
}

/* --- the connection --- */

static void on_poll_closed(uv_handle_t *handle)
{
    free(handle);
}

static void disconnect(struct display *display)
{
    if (!display->connection)
        return;
    tell_down(display);
    display->is_ready = false;
    display->count = 0;
    timers_unset(&display->capture->helper.rpc.timers, &display->hang);
    uv_prepare_stop(&display->prepare);
    if (display->poll)
        uv_close((uv_handle_t *)take_pointer(display->poll), on_poll_closed);
    display->parts.keymap = keymap_free(display->parts.keymap);
    xcb_disconnect(take_pointer(display->connection));
}

static void retry_later(struct display *display)
{
    display->retry_ms = display->retry_ms ? 2 * display->retry_ms : RETRY_MS;
    if (display->retry_ms > RETRY_MAX_MS)
        display->retry_ms = RETRY_MAX_MS;
    (void)timers_set(&display->capture->helper.rpc.timers, &display->retry, display->retry_ms);
}

static void lose(struct display *display, const char *problem)
{
    log_info("%s", problem);
    (void)snprintf(display->problem, sizeof display->problem, "%s", problem);
    disconnect(display);
    capture_report(display->capture);
    if (!display->attempt)
        retry_later(display);
}

static void read_replies(struct display *display)
{
    while (display->connection && display->count > 0) {
        struct display_reply reply = display->replies[display->first];
        void *answer = NULL;
        xcb_generic_error_t *error = NULL;
        if (!xcb_poll_for_reply(display->connection, reply.sequence, &answer, &error))
            return;
        free(error);
        display->first = (display->first + 1) % DISPLAY_REPLIES_MAX;
        display->count--;
        timers_unset(&display->capture->helper.rpc.timers, &display->hang);
        if (display->count > 0)
            (void)timers_set(&display->capture->helper.rpc.timers, &display->hang, HANG_MS);
        if (reply.done)
            reply.done(reply.user, answer);
        free(answer);
    }
}

/* Reads from the socket at most once, so that a server which floods does not keep the loop. */
static void drain(struct display *display, bool has_input)
{
    xcb_connection_t *connection = display->connection;
    xcb_generic_event_t *event = has_input ? xcb_poll_for_event(connection) : xcb_poll_for_queued_event(connection);
    for (; event; event = xcb_poll_for_queued_event(connection)) {
        dispatch(display, event);
        free(event);
        if (display->connection != connection)
            return;
    }
    read_replies(display);
    if (display->connection == connection && xcb_connection_has_error(connection)) {
        char problem[DISPLAY_PROBLEM_SIZE];
        (void)snprintf(problem, sizeof problem, "the X server of display %.64s has ended; waiting for it to return",
                       display->name);
        lose(display, problem);
    }
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct display *display = poll->data;
    (void)status, (void)events;
    if (display->connection)
        drain(display, true);
}

/* Requests may have read events and replies too. */
static void on_prepare(uv_prepare_t *prepare)
{
    struct display *display = prepare->data;
    if (!display->connection)
        return;
    (void)xcb_flush(display->connection);
    drain(display, false);
    if (display->connection)
        (void)xcb_flush(display->connection);
}

static void on_hang(struct deadline *deadline)
{
    struct display *display = list_member(deadline, struct display, hang);
    char problem[DISPLAY_PROBLEM_SIZE];
    (void)snprintf(problem, sizeof problem, "the X server of display %.64s does not answer", display->name);
    if (display->attempt)
        attempt_abort(display->attempt);
    if (display->connection)
        lose(display, problem);
}

void display_expect(struct display *display, unsigned sequence, display_reply_fn done, void *user)
{
    if (!display->connection || display->count == DISPLAY_REPLIES_MAX) {
        if (display->connection)
            xcb_discard_reply(display->connection, sequence);
        return;
    }
    if (display->count == 0)
        (void)timers_set(&display->capture->helper.rpc.timers, &display->hang, HANG_MS);
    display->replies[(display->first + display->count++) % DISPLAY_REPLIES_MAX] =
        (struct display_reply){sequence, done, user};
}

void display_forget(struct display *display, void *user)
{
    for (unsigned i = 0; i < display->count; i++) {
        struct display_reply *reply = &display->replies[(display->first + i) % DISPLAY_REPLIES_MAX];
        if (reply->user == user)
            reply->done = NULL;
    }
}

struct slice display_property(const xcb_get_property_reply_t *reply, uint8_t format)
{
    if (!reply || reply->format != format)
        return (struct slice){0};
    size_t size = (size_t)(unsigned)xcb_get_property_value_length(reply), room = (size_t)reply->length * 4;
    return size <= room ? (struct slice){xcb_get_property_value(reply), size} : (struct slice){0};
}

void display_flush(struct display *display)
{
    if (display->connection)
        (void)xcb_flush(display->connection);
}

/* --- attempts --- */

static int watch(struct display *display)
{
    display->poll = calloc(1, sizeof *display->poll);
    if (!display->poll)
        return -ENOMEM;
    int r = uv_poll_init_socket(&display->capture->helper.loop, display->poll,
                                xcb_get_file_descriptor(display->connection));
    if (r < 0) {
        free(take_pointer(display->poll));
        return r;
    }
    display->poll->data = display;
    return uv_poll_start(display->poll, UV_READABLE, on_readable);
}

/* The server has carried out the requests of the beginning. */
static void on_ready(void *user, const void *reply)
{
    struct display *display = user;
    (void)reply;
    display->is_ready = true;
    capture_report(display->capture);
}

static void adopt(struct display *display, struct display_attempt *made)
{
    disconnect(display);
    display->connection = take_pointer(made->connection);
    display->parts = made->parts;
    made->parts.keymap = NULL;
    display->problem[0] = '\0';
    display->retry_ms = 0;
    if (watch(display) < 0) {
        lose(display, "cannot watch the connection to the X server");
        return;
    }
    (void)uv_prepare_start(&display->prepare, on_prepare);
    tell_up(display);
    display_expect(display, xcb_get_input_focus(display->connection).sequence, on_ready, display);
}

/* Only the keymap is new; the connection that it was read with ends. */
static void take_keymap(struct display *display, struct display_attempt *made)
{
    if (!made->parts.keymap)
        return;
    (void)keymap_free(display->parts.keymap);
    display->parts.keymap = take_pointer(made->parts.keymap);
}

static void on_attempted(struct display *display, struct display_attempt *made)
{
    bool is_current = strcmp(made->name, display->name) == 0 && strcmp(made->authority, display->authority) == 0;
    display->attempt = NULL;
    timers_unset(&display->capture->helper.rpc.timers, &display->hang);
    if (display->count > 0)
        (void)timers_set(&display->capture->helper.rpc.timers, &display->hang, HANG_MS);
    if (!display->is_wanted || !is_current) {
        if (display->is_wanted)
            attempt(display);
    } else if (made->connection && display->connection && display->parts.keymap) {
        take_keymap(display, made);
    } else if (made->connection) {
        adopt(display, made);
    } else if (!display->connection) {
        if (strcmp(display->problem, made->problem) != 0)
            log_info("%s", made->problem);
        (void)snprintf(display->problem, sizeof display->problem, "%s", made->problem);
        capture_report(display->capture);
        if (!made->is_hopeless)
            retry_later(display);
        if (made->is_stale)
            capture_renew(display->capture);
    }
    attempt_free(made);
    helper_leave_step(&display->capture->helper);
}

static void attempt(struct display *display)
{
    struct capture *capture = display->capture;
    bool wants_keys = capture->keystroke_text && capture_wants(capture, RECORDER_STREAM_KEYSTROKE);
    timers_unset(&capture->helper.rpc.timers, &display->retry);
    if (display->attempt)
        return;
    if (attempt_start(display, wants_keys, on_attempted, &display->attempt) < 0) {
        retry_later(display);
        return;
    }
    (void)timers_set(&capture->helper.rpc.timers, &display->hang, HANG_MS);
}

static void on_retry(struct deadline *deadline)
{
    attempt(list_member(deadline, struct display, retry));
}

static void on_refresh(struct deadline *deadline)
{
    struct display *display = list_member(deadline, struct display, refresh);
    if (display->attempt) /* which may not know of the wish yet */
        display_refresh(display);
    else
        attempt(display);
}

void display_refresh(struct display *display)
{
    if (display->is_wanted && !display->refresh.index)
        (void)timers_set(&display->capture->helper.rpc.timers, &display->refresh, REFRESH_MS);
}

void display_want(struct display *display, const char *name, const char *authority)
{
    bool is_same = strcmp(display->name, name) == 0 && strcmp(display->authority, authority) == 0;
    if (is_same && display->is_wanted == (*name != '\0'))
        return;
    (void)snprintf(display->name, sizeof display->name, "%s", name);
    (void)snprintf(display->authority, sizeof display->authority, "%s", authority);
    display->is_wanted = *name != '\0';
    display->problem[0] = '\0';
    display->retry_ms = 0;
    disconnect(display);
    timers_unset(&display->capture->helper.rpc.timers, &display->retry);
    timers_unset(&display->capture->helper.rpc.timers, &display->refresh);
    if (display->is_wanted)
        attempt(display);
}

/* --- lifetime --- */

void display_init(struct display *display, struct capture *capture)
{
    display->capture = capture;
    display->retry.expired = on_retry;
    display->refresh.expired = on_refresh;
    display->hang.expired = on_hang;
    (void)uv_prepare_init(&capture->helper.loop, &display->prepare);
    display->prepare.data = display;
    display->is_prepared = true;
}

void display_close(struct display *display)
{
    if (!display->is_prepared)
        return;
    display->is_wanted = false;
    disconnect(display);
    timers_unset(&display->capture->helper.rpc.timers, &display->retry);
    timers_unset(&display->capture->helper.rpc.timers, &display->refresh);
    timers_unset(&display->capture->helper.rpc.timers, &display->hang);
    if (display->attempt)
        attempt_abort(display->attempt);
    if (!uv_is_closing((uv_handle_t *)&display->prepare))
        uv_close((uv_handle_t *)&display->prepare, NULL);
}

bool display_is_busy(const struct display *display)
{
    return display->attempt != NULL;
}
