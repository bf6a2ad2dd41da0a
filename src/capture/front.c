#include "capture/front.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "capture/capture.h"
#include "capture/text.h"

enum {
    LOOK_MS = 50,   /* between two looks for the window in front, and between two readings of its title: */
    TITLE_MS = 500, /* a client that changes them all the time does not cost more */
    TITLE_WORDS = 1024,
    CLASS_WORDS = 128,
    ANY_LENGTH = 1,
};

static void look(struct front *front);

static uint64_t now_ms(void)
{
    return clock_monotonic_ns() / 1000000;
}

static xcb_connection_t *connection_of(const struct front *front)
{
    return front->capture->display.connection;
}

static void expect(struct front *front, unsigned sequence, display_reply_fn done)
{
    display_expect(&front->capture->display, sequence, done, front);
}

static xcb_atom_t atom(const struct front *front, enum atom_name name)
{
    return front->capture->display.parts.atoms[name];
}

static unsigned ask_property(const struct front *front, xcb_window_t window, xcb_atom_t name, uint32_t words)
{
    return xcb_get_property(connection_of(front), 0, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, words).sequence;
}

static bool read_number(const xcb_get_property_reply_t *reply, uint32_t *ret_number)
{
    struct slice bytes = display_property(reply, 32);
    if (bytes.size < sizeof *ret_number)
        return false;
    memcpy(ret_number, bytes.data, sizeof *ret_number);
    return true;
}

/* --- the end of a reading --- */

static void go_on_later(struct front *front)
{
    uint64_t now = now_ms(), wait = UINT64_MAX;
    if (front->again_front)
        wait = now - front->looked_ms >= LOOK_MS ? 0 : LOOK_MS - (now - front->looked_ms);
    else if (front->again_title)
        wait = now - front->titled_ms >= TITLE_MS ? 0 : TITLE_MS - (now - front->titled_ms);
    if (wait != UINT64_MAX)
        (void)timers_set(&front->capture->helper.rpc.timers, &front->due, wait);
}

static void finish(struct front *front)
{
    struct capture *capture = front->capture;
    bool is_new = front->next.id != front->now.id;
    front->reading = false;
    front->now = front->next;
    if (is_new) {
        keys_end(&capture->keys);
        field_shift(&capture->field);
    }
    stay_show(&capture->stay, &front->now);
    go_on_later(front);
}

static void show_none(struct front *front)
{
    memset(&front->next, 0, sizeof front->next);
    finish(front);
}

/* --- properties of the window --- */

static void on_pid(void *user, const void *reply)
{
    struct front *front = user;
    (void)read_number(reply, &front->next.pid);
    finish(front);
}

static size_t clean(struct slice bytes, enum text_encoding encoding, size_t most, char *out)
{
    struct buf text = BUF_LIMITED(FRONT_TITLE_MAX);
    size_t size = 0;
    if (text_clean(&text, encoding, bytes, most, false) == 0 && text.size > 0) {
        memcpy(out, text.data, text.size);
        size = text.size;
    }
    buf_clear(&text);
    return size;
}

static void on_name(void *user, const void *reply)
{
    struct front *front = user;
    front->next.title_size = clean(display_property(reply, 8), TEXT_UTF8, sizeof front->next.title, front->next.title);
}

static void on_old_name(void *user, const void *reply)
{
    struct front *front = user;
    const xcb_get_property_reply_t *property = reply;
    if (front->next.title_size > 0 || !property)
        return;
    enum text_encoding encoding = property->type == XCB_ATOM_STRING                   ? TEXT_LATIN1
                                  : property->type == atom(front, ATOM_COMPOUND_TEXT) ? TEXT_COMPOUND
                                                                                      : TEXT_UTF8;
    front->next.title_size =
        clean(display_property(property, 8), encoding, sizeof front->next.title, front->next.title);
}

/* --- finding the window that has a class --- */

static void ask_class(struct front *front);

static void on_tree(void *user, const void *reply)
{
    struct front *front = user;
    const xcb_query_tree_reply_t *tree = reply;
    if (!tree || tree->parent == XCB_NONE || tree->parent == tree->root || ++front->depth >= FRONT_DEPTH_MAX) {
        show_none(front);
        return;
    }
    front->candidate = tree->parent;
    ask_class(front);
}

/* Hears of changes, and of its end; other clients' choices of events are their own. */
static void watch(struct front *front, xcb_window_t window)
{
    uint32_t none = 0,
             some = XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_STRUCTURE_NOTIFY | XCB_EVENT_MASK_FOCUS_CHANGE;
    if (front->watched == window)
        return;
    if (front->watched != XCB_NONE && front->watched != front->capture->display.parts.root)
        xcb_change_window_attributes(connection_of(front), front->watched, XCB_CW_EVENT_MASK, &none);
    front->watched = window;
    front->is_left = false;
    if (window != front->capture->display.parts.root)
        xcb_change_window_attributes(connection_of(front), window, XCB_CW_EVENT_MASK, &some);
}

static void on_class(void *user, const void *reply)
{
    struct front *front = user;
    struct slice bytes = text_class(display_property(reply, 8));
    if (!reply) { /* the window has gone meanwhile */
        show_none(front);
        return;
    }
    if (((const xcb_get_property_reply_t *)reply)->type == XCB_ATOM_NONE && !front->has_manager) {
        expect(front, xcb_query_tree(connection_of(front), front->candidate).sequence, on_tree);
        return;
    }
    memset(&front->next, 0, sizeof front->next);
    front->next.id = front->candidate;
    front->next.app_size = clean(bytes, TEXT_LATIN1, sizeof front->next.app, front->next.app);
    if (bytes.size > 0 && utf8_is_valid(bytes)) /* what programs write today */
        front->next.app_size = clean(bytes, TEXT_UTF8, sizeof front->next.app, front->next.app);
    watch(front, front->candidate);
    front->titled_ms = now_ms();
    expect(front, ask_property(front, front->candidate, atom(front, ATOM_NET_WM_NAME), TITLE_WORDS), on_name);
    expect(front, ask_property(front, front->candidate, XCB_ATOM_WM_NAME, TITLE_WORDS), on_old_name);
    expect(front, ask_property(front, front->candidate, atom(front, ATOM_NET_WM_PID), 1), on_pid);
}

static void ask_class(struct front *front)
{
    expect(front, ask_property(front, front->candidate, XCB_ATOM_WM_CLASS, CLASS_WORDS), on_class);
}

/* --- which window --- */

static void on_focus(void *user, const void *reply)
{
    struct front *front = user;
    const xcb_get_input_focus_reply_t *focus = reply;
    uint32_t some = XCB_EVENT_MASK_FOCUS_CHANGE;
    if (!focus || focus->focus == XCB_NONE || focus->focus == XCB_INPUT_FOCUS_POINTER_ROOT ||
        focus->focus == front->capture->display.parts.root) {
        show_none(front);
        return;
    }
    /* The window that has the focus says when it loses it; the one that has a class may be a parent of it. */
    if (focus->focus != front->watched)
        xcb_change_window_attributes(connection_of(front), focus->focus, XCB_CW_EVENT_MASK, &some);
    front->candidate = focus->focus;
    ask_class(front);
}

static void on_active(void *user, const void *reply)
{
    struct front *front = user;
    uint32_t window;
    front->depth = 0;
    front->has_manager = read_number(reply, &window);
    if (!front->has_manager) {
        expect(front, xcb_get_input_focus(connection_of(front)).sequence, on_focus);
    } else if (window == XCB_NONE) {
        show_none(front);
    } else {
        front->candidate = window;
        ask_class(front);
    }
}

/* A window manager that has ended leaves its property behind, but not the window that proves that it runs. */
static void on_proof(void *user, const void *reply)
{
    struct front *front = user;
    if (reply && ((const xcb_get_property_reply_t *)reply)->type != XCB_ATOM_NONE) {
        expect(front, ask_property(front, front->capture->display.parts.root, atom(front, ATOM_NET_ACTIVE_WINDOW), 1),
               on_active);
        return;
    }
    on_active(front, NULL);
}

static void on_manager(void *user, const void *reply)
{
    struct front *front = user;
    uint32_t window;
    if (read_number(reply, &window) && window != XCB_NONE)
        expect(front, ask_property(front, window, atom(front, ATOM_NET_SUPPORTING_WM_CHECK), 1), on_proof);
    else
        on_active(front, NULL);
}

static void look(struct front *front)
{
    front->reading = true;
    front->again_front = front->again_title = false;
    front->looked_ms = now_ms();
    expect(front, ask_property(front, front->capture->display.parts.root, atom(front, ATOM_NET_SUPPORTING_WM_CHECK), 1),
           on_manager);
}

static void read_title(struct front *front)
{
    front->reading = true;
    front->again_title = false;
    front->candidate = front->now.id;
    front->depth = 0;
    ask_class(front);
}

static void on_due(struct deadline *deadline)
{
    struct front *front = list_member(deadline, struct front, due);
    if (front->reading || !display_is_up(&front->capture->display))
        return;
    if (front->again_front)
        look(front);
    else if (front->again_title && front->now.id != XCB_NONE)
        read_title(front);
}

/* --- events --- */

/* Keys do not always go to the window in front. A screen locker or a menu grabs the keyboard, which that window is told
 * as a loss of its focus of another mode, and other windows take the focus without being in front. */
static void take_focus(struct front *front, const xcb_focus_in_event_t *event)
{
    bool is_inside = event->detail == XCB_NOTIFY_DETAIL_INFERIOR;
    bool is_pointer = event->detail >= XCB_NOTIFY_DETAIL_POINTER;
    front->is_grabbed = event->mode == XCB_NOTIFY_MODE_GRAB || event->mode == XCB_NOTIFY_MODE_WHILE_GRABBED;
    if (event->event == front->watched && !is_inside && !is_pointer)
        front->is_left = (event->response_type & 0x7f) == XCB_FOCUS_OUT;
    field_shift(&front->capture->field);
}

static void look_soon(struct front *front)
{
    front->again_front = true;
    if (!front->reading)
        go_on_later(front);
}

static void take_property(struct front *front, const xcb_property_notify_event_t *event)
{
    xcb_window_t root = front->capture->display.parts.root;
    bool is_title = event->atom == atom(front, ATOM_NET_WM_NAME) || event->atom == XCB_ATOM_WM_NAME ||
                    event->atom == XCB_ATOM_WM_CLASS;
    if (event->window == root && (event->atom == atom(front, ATOM_NET_ACTIVE_WINDOW) ||
                                  event->atom == atom(front, ATOM_NET_SUPPORTING_WM_CHECK))) {
        field_shift(&front->capture->field);
        look_soon(front);
    } else if (event->window == root && event->atom == atom(front, ATOM_AT_SPI_BUS)) {
        field_look(&front->capture->field);
    } else if (event->window == front->watched && is_title) {
        front->again_title = true;
        if (!front->reading && !front->due.index)
            go_on_later(front);
    }
}

void front_event(struct front *front, const xcb_generic_event_t *event)
{
    switch (event->response_type & 0x7f) {
    case XCB_PROPERTY_NOTIFY:
        take_property(front, (const xcb_property_notify_event_t *)event);
        break;
    case XCB_FOCUS_IN:
    case XCB_FOCUS_OUT:
        take_focus(front, (const xcb_focus_in_event_t *)event);
        if (!front->has_manager)
            look_soon(front);
        break;
    case XCB_DESTROY_NOTIFY:
    case XCB_UNMAP_NOTIFY:
        if (((const xcb_destroy_notify_event_t *)event)->window == front->watched)
            look_soon(front);
        break;
    default:
        break;
    }
}

void front_init(struct front *front, struct capture *capture)
{
    front->capture = capture;
    front->due.expired = on_due;
}

void front_up(struct front *front)
{
    const uint32_t mask = XCB_EVENT_MASK_PROPERTY_CHANGE | XCB_EVENT_MASK_FOCUS_CHANGE;
    xcb_change_window_attributes(connection_of(front), front->capture->display.parts.root, XCB_CW_EVENT_MASK, &mask);
    look(front);
}

void front_down(struct front *front)
{
    timers_unset(&front->capture->helper.rpc.timers, &front->due);
    memset(&front->now, 0, sizeof front->now);
    front->reading = front->again_front = front->again_title = front->is_grabbed = front->is_left = false;
    front->watched = XCB_NONE;
    keys_end(&front->capture->keys);
    field_shift(&front->capture->field);
    stay_show(&front->capture->stay, &front->now);
}
