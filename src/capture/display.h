/* The connection to the X server.
 *
 * A thread connects and makes the requests of the beginning, because libraries wait for their replies. The loop then
 * only polls: display_expect() calls back when a reply has arrived. If the server ends or does not answer, it is
 * connected again later. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>
#include <xcb/xcb.h>

#include "base/slice.h"
#include "capture/atoms.h"
#include "rpc/timers.h"

struct capture;
struct keymap;

enum { DISPLAY_NAME_MAX = 256, DISPLAY_PATH_MAX = 4096, DISPLAY_REPLIES_MAX = 64, DISPLAY_PROBLEM_SIZE = 256 };

/* What the server can do; the numbers of its events. */
struct display_parts {
    xcb_window_t root;
    xcb_atom_t atoms[ATOM_COUNT];
    bool has_screensaver, has_input, is_xwayland;
    uint8_t fixes_event; /* 0: the extension is missing */
    uint8_t input_opcode;
    uint8_t xkb_event; /* 0: missing */
    uint8_t xkb_device;
    struct keymap *keymap; /* NULL: not wanted, or there is none */
};

/* `reply` is NULL if the request failed: the window has gone. The caller frees neither. */
typedef void (*display_reply_fn)(void *user, const void *reply);

struct display_reply {
    unsigned sequence;
    display_reply_fn done; /* NULL: nobody waits any more */
    void *user;
};

struct display {
    struct capture *capture;
    char name[DISPLAY_NAME_MAX], authority[DISPLAY_PATH_MAX];
    char problem[DISPLAY_PROBLEM_SIZE]; /* why it is not ready; "": it connects */
    bool is_wanted;
    xcb_connection_t *connection; /* NULL: not connected */
    bool is_ready;                /* and records */
    struct display_parts parts;
    int fd;
    uv_poll_t *poll;
    uv_prepare_t prepare; /* flushes before the loop sleeps */
    bool is_prepared;
    struct display_reply replies[DISPLAY_REPLIES_MAX];
    unsigned first, count;
    struct display_attempt *attempt; /* runs on the thread; NULL: none */
    struct deadline retry, refresh, hang;
    uint64_t retry_ms;
};

void display_init(struct display *display, struct capture *capture);

/* Connects to a display, stays connected, or disconnects (name ""). Empty authority: none. */
void display_want(struct display *display, const char *name, const char *authority);

/* The keymap has changed, or is wanted now: reads it with another connection, which replaces this one if this one was
 * made without a keymap. */
void display_refresh(struct display *display);

/* Calls `done` when the reply to this request is there, unless the connection is lost before. */
void display_expect(struct display *display, unsigned sequence, display_reply_fn done, void *user);
void display_forget(struct display *display, void *user);

/* Stops, and closes its handles. Nothing may be wanted afterwards. */
void display_close(struct display *display);
/* Whether the thread still works for it. */
bool display_is_busy(const struct display *display);

/* The bytes of a property with items of so many bits; empty if there is none, it has another form, or the reply is
 * shorter than it says. */
struct slice display_property(const xcb_get_property_reply_t *reply, uint8_t format);

/* Sends the requests now. */
void display_flush(struct display *display);

static inline bool display_is_up(const struct display *display)
{
    return display->connection != NULL;
}
