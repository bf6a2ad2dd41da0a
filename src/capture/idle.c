#include "capture/idle.h"

#include <xcb/screensaver.h>

#include "capture/capture.h"

enum { SLACK_MS = 20, POLL_MS = 5000 };

static void wait_for(struct idle *idle, uint64_t ms)
{
    (void)timers_set(&idle->capture->helper.rpc.timers, &idle->due, ms);
}

static void on_info(void *user, const void *reply)
{
    struct idle *idle = user;
    struct capture *capture = idle->capture;
    const xcb_screensaver_query_info_reply_t *info = reply;
    uint64_t limit = capture->times.idle_ms;
    if (!info)
        return;
    if (info->ms_since_user_input < limit) {
        if (idle->is_away)
            idle_input(idle);
        else
            wait_for(idle, limit - info->ms_since_user_input + SLACK_MS);
        return;
    }
    if (!idle->is_away) {
        idle->is_away = true;
        keys_end(&capture->keys);
        stay_leave(&capture->stay, info->ms_since_user_input);
        keys_select(&capture->keys);
    }
    if (!capture->display.parts.has_input) /* nothing reports the next input */
        wait_for(idle, POLL_MS);
}

static void ask(struct idle *idle)
{
    struct display *display = &idle->capture->display;
    if (display_is_up(display))
        display_expect(display, xcb_screensaver_query_info(display->connection, display->parts.root).sequence, on_info,
                       idle);
}

static void on_due(struct deadline *deadline)
{
    ask(list_member(deadline, struct idle, due));
}

void idle_input(struct idle *idle)
{
    if (!idle->is_away)
        return;
    idle->is_away = false;
    keys_select(&idle->capture->keys);
    stay_return(&idle->capture->stay);
    wait_for(idle, idle->capture->times.idle_ms);
}

void idle_init(struct idle *idle, struct capture *capture)
{
    idle->capture = capture;
    idle->due.expired = on_due;
}

void idle_up(struct idle *idle)
{
    if (idle->capture->display.parts.has_screensaver)
        ask(idle);
}

void idle_down(struct idle *idle)
{
    timers_unset(&idle->capture->helper.rpc.timers, &idle->due);
    idle_input(idle);
    timers_unset(&idle->capture->helper.rpc.timers, &idle->due);
}
