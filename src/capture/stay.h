/* How long a window is in front: rows of windows, of pages in browsers, and of work without a break. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "capture/front.h"
#include "rpc/timers.h"

struct stay {
    struct capture *capture;
    struct front_window window; /* id XCB_NONE: none */
    bool is_away;               /* nothing is recorded until the person is back */
    int64_t at;                 /* the beginning of the row of the window */
    uint64_t since_ms;
    int64_t focus_at; /* the beginning of the stretch of work */
    uint64_t focus_since_ms;
    struct deadline piece;
};

void stay_init(struct stay *stay, struct capture *capture);

/* This window is in front now, or has this title now. */
void stay_show(struct stay *stay, const struct front_window *window);

/* The person went away so long ago, or is back. */
void stay_leave(struct stay *stay, uint64_t ago_ms);
void stay_return(struct stay *stay);

/* Ends the rows, and begins new ones. */
void stay_cut(struct stay *stay);
