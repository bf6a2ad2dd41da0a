/* Notifications for a command that waits for a task without asking anything: reads focus reports of the terminal, and
 * notifies the user while another window has the focus. */
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

/* Without a terminal, none of these functions does anything. */
void notify_watch_begin(struct notify_watch *watch, struct live *live);

/* Called for each new connection, to get the notification setting. `name` is a constant. */
void notify_watch_introduce(struct notify_watch *watch, struct slice name);

/* Called before each turn of the loop. */
void notify_watch_turn(struct notify_watch *watch);

/* Restores the terminal. The loop must run once more, as in live_end(). */
void notify_watch_end(struct notify_watch *watch);
