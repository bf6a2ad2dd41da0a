/* What is copied: XFixes reports a new owner of CLIPBOARD, who is then asked for types, size and the beginning of the
 * text. The owner may be any program: it may lie, send without an end, or not answer. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <xcb/xcb.h>

#include "base/buf.h"
#include "rpc/timers.h"

struct capture;

enum { CLIPBOARD_TEXT_MAX = 4096, CLIPBOARD_CHUNKS_MAX = 64, CLIPBOARD_TARGETS_MAX = 128 };

struct clipboard {
    struct capture *capture;
    enum clipboard_step {
        CLIPBOARD_REST,
        CLIPBOARD_ASKS_TARGETS,
        CLIPBOARD_ASKS_HINT,
        CLIPBOARD_ASKS_DATA,
        CLIPBOARD_READS_CHUNKS, /* INCR: the owner sends a part each time the property is deleted */
    } step;
    xcb_window_t window; /* made for each transfer, and destroyed after it: that is how it is given up */
    xcb_timestamp_t time;
    bool again;    /* the owner has changed meanwhile */
    bool is_read;  /* a reply with the property is due: anybody can pretend that there is more to read */
    bool has_hint; /* the owner may say that this is a secret */
    bool is_secret;
    xcb_atom_t type; /* what is asked for; XCB_ATOM_NONE: nothing that is known */
    char media_type[64];
    struct buf bytes; /* of the text */
    int64_t size;     /* -1: not known */
    unsigned chunks;
    int64_t at;
    uint64_t began_ms;
    struct deadline limit, due;
};

void clipboard_init(struct clipboard *clipboard, struct capture *capture);
void clipboard_clear(struct clipboard *clipboard);
void clipboard_up(struct clipboard *clipboard);
/* Gives up what is being read. */
void clipboard_down(struct clipboard *clipboard);
/* The stream was switched on or off. */
void clipboard_select(struct clipboard *clipboard);
/* XFixes: the selection has a new owner. */
void clipboard_notice(struct clipboard *clipboard, const xcb_generic_event_t *event);
/* False: the event is not for it. */
bool clipboard_event(struct clipboard *clipboard, const xcb_generic_event_t *event);
