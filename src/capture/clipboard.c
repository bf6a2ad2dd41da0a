#include "capture/clipboard.h"

#include <stdio.h>
#include <string.h>

#include <xcb/xfixes.h>

#include "base/clock.h"
#include "capture/capture.h"
#include "capture/text.h"

enum {
    PAUSE_MS = 200,    /* between two transfers */
    GIVE_UP_PARTS = 5, /* a transfer may take this many times as long as one answer */
    TEXT_WORDS = CLIPBOARD_TEXT_MAX / 4 + 2,
    HINT_WORDS = 8,
};

static void ask_data(struct clipboard *clipboard);
static void start(struct clipboard *clipboard);

static uint64_t now_ms(void)
{
    return clock_monotonic_ns() / 1000000;
}

static xcb_connection_t *connection_of(const struct clipboard *clipboard)
{
    return clipboard->capture->display.connection;
}

static xcb_atom_t atom(const struct clipboard *clipboard, enum atom_name name)
{
    return clipboard->capture->display.parts.atoms[name];
}

static void wait_for_answer(struct clipboard *clipboard)
{
    struct capture *capture = clipboard->capture;
    uint64_t spent = now_ms() - clipboard->began_ms, most = GIVE_UP_PARTS * capture->times.give_up_ms;
    uint64_t left = spent < most ? most - spent : 0;
    (void)timers_set(&capture->helper.rpc.timers, &clipboard->limit,
                     left < capture->times.give_up_ms ? left : capture->times.give_up_ms);
}

/* --- the end --- */

static void put_away(struct clipboard *clipboard)
{
    struct timers *timers = &clipboard->capture->helper.rpc.timers;
    timers_unset(timers, &clipboard->limit);
    if (clipboard->window != XCB_NONE && connection_of(clipboard))
        xcb_destroy_window(connection_of(clipboard), clipboard->window);
    display_forget(&clipboard->capture->display, clipboard);
    clipboard->window = XCB_NONE;
    clipboard->step = CLIPBOARD_REST;
    clipboard->is_read = false;
    buf_wipe(&clipboard->bytes);
    if (clipboard->again && connection_of(clipboard))
        (void)timers_set(timers, &clipboard->due, PAUSE_MS);
}

static void finish(struct clipboard *clipboard)
{
    const struct front_window *window = &clipboard->capture->front.now;
    struct slice app = front_app(window), title = front_title(window);
    struct buf text = {.limit = CLIPBOARD_TEXT_MAX, .traceless = true};
    if (!clipboard->is_secret)
        (void)text_clean(&text, clipboard->type == XCB_ATOM_STRING ? TEXT_LATIN1 : TEXT_UTF8,
                         buf_slice(&clipboard->bytes), CLIPBOARD_TEXT_MAX, true);
    queue_add(&clipboard->capture->queue,
              &(struct recorder_row){
                  .type = CONTEXT_ACTIVITY_TYPE_CLIPBOARD,
                  .at = clipboard->at,
                  .app = app,
                  .app_is = app.size > 0 ? FIELD_SET : FIELD_ABSENT,
                  .title = title,
                  .title_is = title.size > 0 ? FIELD_SET : FIELD_ABSENT,
                  .text = buf_slice(&text),
                  .text_is = text.size > 0 ? FIELD_SET : FIELD_ABSENT,
                  .media_type = slice_of(clipboard->media_type),
                  .media_type_is = clipboard->media_type[0] && !clipboard->is_secret ? FIELD_SET : FIELD_ABSENT,
                  .count = clipboard->size,
                  .count_is = clipboard->size >= 0 && !clipboard->is_secret ? FIELD_SET : FIELD_ABSENT,
              });
    buf_wipe(&text);
    buf_clear(&text);
    put_away(clipboard);
}

/* An owner that does not answer: what is known is written. Without its targets nothing is, and a hint that does not
 * come counts as a secret. */
static void give_up(struct clipboard *clipboard)
{
    if (clipboard->step == CLIPBOARD_ASKS_TARGETS) {
        put_away(clipboard);
        return;
    }
    clipboard->is_secret = clipboard->is_secret || clipboard->step == CLIPBOARD_ASKS_HINT;
    finish(clipboard);
}

static void on_limit(struct deadline *deadline)
{
    give_up(list_member(deadline, struct clipboard, limit));
}

/* --- asking --- */

static void convert(struct clipboard *clipboard, enum clipboard_step step, xcb_atom_t target)
{
    clipboard->step = step;
    xcb_convert_selection(connection_of(clipboard), clipboard->window, atom(clipboard, ATOM_CLIPBOARD), target,
                          atom(clipboard, ATOM_WEIR_CLIPBOARD), clipboard->time);
    wait_for_answer(clipboard);
}

static void read_property(struct clipboard *clipboard, uint32_t words, display_reply_fn done)
{
    if (clipboard->is_read)
        return;
    clipboard->is_read = true;
    display_expect(&clipboard->capture->display,
                   xcb_get_property(connection_of(clipboard), 0, clipboard->window,
                                    atom(clipboard, ATOM_WEIR_CLIPBOARD), XCB_GET_PROPERTY_TYPE_ANY, 0, words)
                       .sequence,
                   done, clipboard);
}

static void delete_property(struct clipboard *clipboard)
{
    xcb_delete_property(connection_of(clipboard), clipboard->window, atom(clipboard, ATOM_WEIR_CLIPBOARD));
}

static bool is_text(const struct clipboard *clipboard)
{
    return clipboard->type == XCB_ATOM_STRING || clipboard->type == atom(clipboard, ATOM_UTF8_STRING) ||
           clipboard->type == atom(clipboard, ATOM_TEXT_PLAIN_UTF8) ||
           clipboard->type == atom(clipboard, ATOM_URI_LIST);
}

/* --- targets --- */

static void choose(struct clipboard *clipboard, struct slice bytes)
{
    /* The best first. */
    static const struct {
        enum atom_name name;
        const char *media_type;
    } known[] = {
        {ATOM_URI_LIST, "text/uri-list"}, {ATOM_UTF8_STRING, "text/plain"}, {ATOM_TEXT_PLAIN_UTF8, "text/plain"},
        {ATOM_IMAGE_PNG, "image/png"},    {ATOM_IMAGE_JPEG, "image/jpeg"},  {ATOM_IMAGE_BMP, "image/bmp"},
    };
    xcb_atom_t targets[CLIPBOARD_TARGETS_MAX];
    size_t count =
        bytes.size / sizeof *targets < CLIPBOARD_TARGETS_MAX ? bytes.size / sizeof *targets : CLIPBOARD_TARGETS_MAX;
    memcpy(targets, bytes.data, count * sizeof *targets);
    clipboard->type = XCB_ATOM_NONE;
    for (size_t i = 0; i < sizeof known / sizeof *known && clipboard->type == XCB_ATOM_NONE; i++)
        for (size_t j = 0; j < count; j++)
            if (targets[j] == atom(clipboard, known[i].name)) {
                clipboard->type = targets[j];
                (void)snprintf(clipboard->media_type, sizeof clipboard->media_type, "%s", known[i].media_type);
                break;
            }
    for (size_t j = 0; j < count; j++) {
        clipboard->has_hint = clipboard->has_hint || targets[j] == atom(clipboard, ATOM_SECRET_HINT);
        if (clipboard->type == XCB_ATOM_NONE && targets[j] == XCB_ATOM_STRING) {
            clipboard->type = XCB_ATOM_STRING;
            (void)snprintf(clipboard->media_type, sizeof clipboard->media_type, "text/plain");
        }
    }
}

static void on_targets(void *user, const void *reply)
{
    struct clipboard *clipboard = user;
    const xcb_get_property_reply_t *property = reply;
    struct slice targets = display_property(property, 32);
    clipboard->is_read = false;
    if (targets.size == 0) {
        put_away(clipboard);
        return;
    }
    choose(clipboard, targets);
    /* A list that is longer than what was read may have the hint in the rest. */
    clipboard->has_hint = clipboard->has_hint || property->bytes_after > 0;
    delete_property(clipboard);
    if (clipboard->has_hint)
        convert(clipboard, CLIPBOARD_ASKS_HINT, atom(clipboard, ATOM_SECRET_HINT));
    else
        ask_data(clipboard);
}

static void on_hint(void *user, const void *reply)
{
    struct clipboard *clipboard = user;
    const xcb_get_property_reply_t *property = reply;
    struct slice value = display_property(property, 8);
    clipboard->is_read = false;
    clipboard->is_secret = slice_starts_with(value, SLICE("secret")) || !property;
    delete_property(clipboard);
    if (clipboard->is_secret)
        finish(clipboard);
    else
        ask_data(clipboard);
}

/* --- data --- */

static void ask_data(struct clipboard *clipboard)
{
    if (clipboard->type == XCB_ATOM_NONE)
        finish(clipboard);
    else
        convert(clipboard, CLIPBOARD_ASKS_DATA, clipboard->type);
}

static void take_bytes(struct clipboard *clipboard, const xcb_get_property_reply_t *property)
{
    struct slice bytes = display_property(property, 8);
    size_t room = CLIPBOARD_TEXT_MAX - clipboard->bytes.size;
    if (is_text(clipboard))
        (void)buf_append(&clipboard->bytes, bytes.data, bytes.size < room ? bytes.size : room);
}

static void on_data(void *user, const void *reply)
{
    struct clipboard *clipboard = user;
    const xcb_get_property_reply_t *property = reply;
    uint32_t announced = 0;
    struct slice number = display_property(property, 32);
    clipboard->is_read = false;
    if (!property) {
        finish(clipboard);
        return;
    }
    if (property->type != atom(clipboard, ATOM_INCR)) {
        take_bytes(clipboard, property);
        clipboard->size = (int64_t)(unsigned)xcb_get_property_value_length(property) + property->bytes_after;
        finish(clipboard);
        return;
    }
    if (number.size >= sizeof announced) {
        memcpy(&announced, number.data, sizeof announced);
        clipboard->size = announced; /* at least, as the owner says */
    }
    if (!is_text(clipboard)) {
        finish(clipboard);
        return;
    }
    clipboard->step = CLIPBOARD_READS_CHUNKS;
    wait_for_answer(clipboard);
    delete_property(clipboard);
}

static void on_chunk(void *user, const void *reply)
{
    struct clipboard *clipboard = user;
    const xcb_get_property_reply_t *property = reply;
    bool is_end = !property || (xcb_get_property_value_length(property) == 0 && property->bytes_after == 0);
    clipboard->is_read = false;
    if (!is_end)
        take_bytes(clipboard, property);
    if (is_end || clipboard->bytes.size >= CLIPBOARD_TEXT_MAX || ++clipboard->chunks >= CLIPBOARD_CHUNKS_MAX) {
        finish(clipboard);
        return;
    }
    wait_for_answer(clipboard);
    delete_property(clipboard);
}

/* --- events --- */

static void take_answer(struct clipboard *clipboard, const xcb_selection_notify_event_t *event)
{
    if (event->requestor != clipboard->window || event->selection != atom(clipboard, ATOM_CLIPBOARD))
        return;
    bool is_refused = event->property == XCB_ATOM_NONE;
    switch (clipboard->step) {
    case CLIPBOARD_ASKS_TARGETS:
        if (is_refused || event->target != atom(clipboard, ATOM_TARGETS))
            put_away(clipboard);
        else
            read_property(clipboard, CLIPBOARD_TARGETS_MAX, on_targets);
        break;
    case CLIPBOARD_ASKS_HINT:
        if (event->target != atom(clipboard, ATOM_SECRET_HINT))
            break;
        if (is_refused)
            ask_data(clipboard);
        else
            read_property(clipboard, HINT_WORDS, on_hint);
        break;
    case CLIPBOARD_ASKS_DATA:
        if (event->target != clipboard->type)
            break;
        if (is_refused)
            finish(clipboard);
        else
            read_property(clipboard, is_text(clipboard) ? TEXT_WORDS : 1, on_data);
        break;
    case CLIPBOARD_REST:
    case CLIPBOARD_READS_CHUNKS:
        break;
    }
}

bool clipboard_event(struct clipboard *clipboard, const xcb_generic_event_t *event)
{
    uint8_t type = event->response_type & 0x7f;
    if (type == XCB_SELECTION_NOTIFY) {
        if (clipboard->step != CLIPBOARD_REST)
            take_answer(clipboard, (const xcb_selection_notify_event_t *)event);
        return true;
    }
    const xcb_property_notify_event_t *property = (const xcb_property_notify_event_t *)event;
    if (type != XCB_PROPERTY_NOTIFY || clipboard->window == XCB_NONE || property->window != clipboard->window)
        return false;
    if (clipboard->step == CLIPBOARD_READS_CHUNKS && property->state == XCB_PROPERTY_NEW_VALUE)
        read_property(clipboard, TEXT_WORDS, on_chunk);
    return true;
}

static void start(struct clipboard *clipboard)
{
    struct display *display = &clipboard->capture->display;
    const uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE;
    clipboard->again = clipboard->has_hint = clipboard->is_secret = false;
    clipboard->type = XCB_ATOM_NONE;
    clipboard->media_type[0] = '\0';
    clipboard->size = -1;
    clipboard->chunks = 0;
    clipboard->at = clock_epoch_ms();
    clipboard->began_ms = now_ms();
    clipboard->window = xcb_generate_id(display->connection);
    xcb_create_window(display->connection, 0, clipboard->window, display->parts.root, -1, -1, 1, 1, 0,
                      XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, XCB_CW_EVENT_MASK, &mask);
    convert(clipboard, CLIPBOARD_ASKS_TARGETS, atom(clipboard, ATOM_TARGETS));
}

static void on_due(struct deadline *deadline)
{
    struct clipboard *clipboard = list_member(deadline, struct clipboard, due);
    if (clipboard->step == CLIPBOARD_REST && clipboard->again && connection_of(clipboard) &&
        capture_wants(clipboard->capture, RECORDER_STREAM_CLIPBOARD))
        start(clipboard);
}

void clipboard_notice(struct clipboard *clipboard, const xcb_generic_event_t *event)
{
    const xcb_xfixes_selection_notify_event_t *notice = (const xcb_xfixes_selection_notify_event_t *)event;
    if (!capture_wants(clipboard->capture, RECORDER_STREAM_CLIPBOARD) ||
        notice->selection != atom(clipboard, ATOM_CLIPBOARD) || notice->owner == XCB_NONE)
        return;
    clipboard->time = notice->selection_timestamp;
    clipboard->again = true;
    if (clipboard->step == CLIPBOARD_REST && !clipboard->due.index)
        (void)timers_set(&clipboard->capture->helper.rpc.timers, &clipboard->due,
                         now_ms() - clipboard->began_ms >= PAUSE_MS ? 0 : PAUSE_MS);
}

/* --- lifetime --- */

void clipboard_select(struct clipboard *clipboard)
{
    struct display *display = &clipboard->capture->display;
    bool is_wanted = capture_wants(clipboard->capture, RECORDER_STREAM_CLIPBOARD);
    if (!is_wanted) {
        clipboard->again = false;
        put_away(clipboard);
    }
    if (display_is_up(display) && display->parts.fixes_event)
        xcb_xfixes_select_selection_input(display->connection, display->parts.root, atom(clipboard, ATOM_CLIPBOARD),
                                          is_wanted ? XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER : 0);
}

void clipboard_up(struct clipboard *clipboard)
{
    clipboard_select(clipboard);
}

void clipboard_down(struct clipboard *clipboard)
{
    clipboard->again = false;
    put_away(clipboard);
    timers_unset(&clipboard->capture->helper.rpc.timers, &clipboard->due);
}

void clipboard_init(struct clipboard *clipboard, struct capture *capture)
{
    clipboard->capture = capture;
    clipboard->limit.expired = on_limit;
    clipboard->due.expired = on_due;
    clipboard->bytes = (struct buf){.limit = CLIPBOARD_TEXT_MAX, .traceless = true};
}

void clipboard_clear(struct clipboard *clipboard)
{
    buf_wipe(&clipboard->bytes);
    buf_clear(&clipboard->bytes);
}
