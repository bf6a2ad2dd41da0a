/* How many keys are pressed in a window, by the raw events of XInput 2; and what they write, if that is wanted.
 *
 * A text is pending until the accessibility bus has confirmed, after the keys were pressed, that they went to a field
 * whose text may be kept (field.h). Everything else is counted only. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <xcb/xcb.h>

#include "base/buf.h"
#include "capture/front.h"
#include "capture/keymap.h"
#include "rpc/timers.h"

enum { KEYS_TEXT_MAX = 4096, KEYS_PENDING_MAX = 1024 };

struct keys {
    struct capture *capture;
    struct front_window window; /* of the row */
    bool is_open;               /* a row */
    int64_t count;
    int64_t at;
    uint64_t since_ms, last_ms;
    struct buf kept, pending;
    struct deadline piece;
    uint32_t selected; /* the events that the server was asked for */
};

void keys_init(struct keys *keys, struct capture *capture);
void keys_clear(struct keys *keys);
void keys_up(struct keys *keys);
void keys_down(struct keys *keys);
void keys_event(struct keys *keys, uint16_t type, const void *event);
void keys_map_event(struct keys *keys, const xcb_generic_event_t *event);

/* Asks for the events that are needed now. */
void keys_select(struct keys *keys);

/* Ends the row; drops pending text, or leaves it to the next row. */
void keys_end(struct keys *keys);
void keys_cut(struct keys *keys);

/* --- from field.c --- */

/* The first `size` bytes of the pending text may be kept; or none of it. */
void keys_keep(struct keys *keys, size_t size);
void keys_forget(struct keys *keys);
