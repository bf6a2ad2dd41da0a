#include "capture/keys.h"

#include <string.h>

#include <xcb/xinput.h>

#include "base/clock.h"
#include "capture/capture.h"

enum { PIECE_MS = 60000 };

static uint64_t now_ms(void)
{
    return clock_monotonic_ns() / 1000000;
}

/* --- rows --- */

static void begin(struct keys *keys)
{
    if (keys->is_open)
        return;
    keys->is_open = true;
    keys->window = keys->capture->front.now;
    keys->at = clock_epoch_ms();
    keys->since_ms = keys->last_ms = now_ms();
    (void)timers_set(&keys->capture->helper.rpc.timers, &keys->piece, PIECE_MS);
}

static void end_row(struct keys *keys)
{
    struct slice app = front_app(&keys->window), title = front_title(&keys->window), text = buf_slice(&keys->kept);
    timers_unset(&keys->capture->helper.rpc.timers, &keys->piece);
    if (keys->is_open)
        queue_add(&keys->capture->queue, &(struct recorder_row){
                                             .type = CONTEXT_ACTIVITY_TYPE_KEYSTROKE,
                                             .at = keys->at,
                                             .duration_ms = (int64_t)(keys->last_ms - keys->since_ms),
                                             .duration_ms_is = FIELD_SET,
                                             .app = app,
                                             .app_is = app.size > 0 ? FIELD_SET : FIELD_ABSENT,
                                             .title = title,
                                             .title_is = title.size > 0 ? FIELD_SET : FIELD_ABSENT,
                                             .text = text,
                                             .text_is = text.size > 0 ? FIELD_SET : FIELD_ABSENT,
                                             .count = keys->count,
                                             .count_is = FIELD_SET,
                                         });
    keys->is_open = false;
    keys->count = 0;
    buf_wipe(&keys->kept);
}

static void on_piece(struct deadline *deadline)
{
    end_row(list_member(deadline, struct keys, piece));
}

void keys_cut(struct keys *keys)
{
    end_row(keys);
}

void keys_end(struct keys *keys)
{
    keys_forget(keys);
    end_row(keys);
}

/* --- text --- */

void keys_forget(struct keys *keys)
{
    buf_wipe(&keys->pending);
}

void keys_keep(struct keys *keys, size_t size)
{
    if (size > keys->pending.size)
        size = keys->pending.size;
    if (size > 0 && keys->kept.size + size <= KEYS_TEXT_MAX) {
        begin(keys); /* its keys may be in a row that has ended */
        (void)buf_append(&keys->kept, keys->pending.data, size);
    }
    buf_consume(&keys->pending, size);
}

static void remove_last(struct buf *text)
{
    while (text->size > 0 && ((unsigned char)text->data[text->size - 1] & 0xc0) == 0x80)
        text->size--;
    if (text->size > 0)
        text->size--;
}

static void take_text(struct keys *keys, uint32_t code)
{
    struct keymap *keymap = keys->capture->display.parts.keymap;
    struct field *field = &keys->capture->field;
    char text[KEYMAP_TEXT_SIZE];
    if (!keymap || !keys->capture->keystroke_text)
        return;
    enum keymap_key key = keymap_press(keymap, code, text);
    if (key == KEYMAP_MOVES) {
        field_shift(field);
    } else if (key == KEYMAP_BACKSPACE) {
        remove_last(keys->pending.size > 0 ? &keys->pending : &keys->kept);
        field_limit(field, keys->pending.size);
    } else if (key == KEYMAP_TEXT && field_is_open(field) && keys->pending.size + strlen(text) <= KEYS_PENDING_MAX) {
        (void)buf_append_text(&keys->pending, text);
        field_check(field);
    }
    explicit_bzero(text, sizeof text);
}

/* --- events --- */

void keys_event(struct keys *keys, uint16_t type, const void *event)
{
    const xcb_input_raw_key_press_event_t *press = event;
    struct capture *capture = keys->capture;
    idle_input(&capture->idle);
    if (!capture_wants(capture, RECORDER_STREAM_KEYSTROKE))
        return;
    if (type == XCB_INPUT_RAW_BUTTON_PRESS)
        field_shift(&capture->field);
    if (type != XCB_INPUT_RAW_KEY_PRESS || (press->flags & XCB_INPUT_KEY_EVENT_FLAGS_KEY_REPEAT))
        return;
    begin(keys);
    keys->count++;
    keys->last_ms = now_ms();
    take_text(keys, press->detail);
}

void keys_map_event(struct keys *keys, const xcb_generic_event_t *event)
{
    struct display *display = &keys->capture->display;
    if (display->parts.keymap && keymap_event(display->parts.keymap, event))
        display_refresh(display);
}

/* --- which events --- */

void keys_select(struct keys *keys)
{
    struct capture *capture = keys->capture;
    struct display *display = &capture->display;
    struct {
        xcb_input_event_mask_t head;
        uint32_t mask;
    } wanted = {.head = {.deviceid = XCB_INPUT_DEVICE_ALL_MASTER, .mask_len = 1}};
    if (!display_is_up(display) || !display->parts.has_input)
        return;
    if (capture_wants(capture, RECORDER_STREAM_KEYSTROKE))
        wanted.mask |= XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS;
    if (capture_wants(capture, RECORDER_STREAM_KEYSTROKE) && capture->keystroke_text)
        wanted.mask |= XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS;
    if (capture->idle.is_away)
        wanted.mask |= XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS | XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS |
                       XCB_INPUT_XI_EVENT_MASK_RAW_MOTION;
    if (wanted.mask != keys->selected)
        xcb_input_xi_select_events(display->connection, display->parts.root, 1, &wanted.head);
    keys->selected = wanted.mask;
}

void keys_init(struct keys *keys, struct capture *capture)
{
    keys->capture = capture;
    keys->piece.expired = on_piece;
    keys->kept = keys->pending = (struct buf){.limit = KEYS_TEXT_MAX, .traceless = true};
}

void keys_clear(struct keys *keys)
{
    buf_wipe(&keys->kept);
    buf_wipe(&keys->pending);
}

void keys_up(struct keys *keys)
{
    keys->selected = 0;
    keys_select(keys);
}

void keys_down(struct keys *keys)
{
    keys->selected = 0;
    keys_end(keys);
}
