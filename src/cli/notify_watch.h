/* A person who waits for a task without being asked anything: the terminal reports its focus meanwhile, and they are
 * called when they look elsewhere. */
#pragma once

#include <uv.h>

#include "cli/live.h"
#include "cli/notify.h"

struct notify_watch {
    struct live *live;
    struct tty tty;
    struct notify notify;
    uv_poll_t keys;
    bool is_open, polls;
};

/* Where there is a terminal; else nothing of this does anything. */
void notify_watch_begin(struct notify_watch *watch, struct live *live);

/* On a connection that is new: the configuration says how the person is called. `name`: a constant. */
void notify_watch_introduce(struct notify_watch *watch, struct slice name);

/* Before each turn of the loop. */
void notify_watch_turn(struct notify_watch *watch);

/* Gives the terminal back; the loop has to turn once more, as live_end() lets it. */
void notify_watch_end(struct notify_watch *watch);
