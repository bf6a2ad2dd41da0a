/* Which window is in front: _NET_ACTIVE_WINDOW of the window manager, or without one the input focus. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <xcb/xcb.h>

#include "base/buf.h"
#include "rpc/timers.h"

struct capture;

enum { FRONT_APP_MAX = 256, FRONT_TITLE_MAX = 1024, FRONT_DEPTH_MAX = 8 };

struct front_window {
    xcb_window_t id; /* XCB_NONE: no window is in front */
    uint32_t pid;    /* as the window says; 0: it does not */
    size_t app_size, title_size;
    char app[FRONT_APP_MAX], title[FRONT_TITLE_MAX];
};

static inline struct slice front_app(const struct front_window *window)
{
    return (struct slice){window->app, window->app_size};
}

static inline struct slice front_title(const struct front_window *window)
{
    return (struct slice){window->title, window->title_size};
}

struct front {
    struct capture *capture;
    struct front_window now;  /* what is known to be in front */
    struct front_window next; /* being read */
    xcb_window_t candidate, watched, focused;
    unsigned depth;   /* parents that were looked at */
    bool has_manager; /* a window manager says what is in front */
    bool is_grabbed;  /* one program gets all keys, such as a screen locker or a menu */
    bool is_left;     /* the window in front does not have the focus */
    bool has_name;    /* `next` has the title in UTF-8 */
    bool reading, again_front, again_title;
    uint64_t looked_ms, titled_ms;
    struct deadline due;
};

void front_init(struct front *front, struct capture *capture);
void front_up(struct front *front);
void front_down(struct front *front);
void front_event(struct front *front, const xcb_generic_event_t *event);
