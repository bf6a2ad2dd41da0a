/* Startup and shutdown. */
#include <stdlib.h>

#include "base/log.h"
#include "base/secret.h"
#include "capture/capture.h"
#include "contract/recorder_dispatch.h"

static const char usage[] =
    "usage: weir-capture [OPTIONS] [SOCKET]\n"
    "\n"
    "Records what the person does in an X11 session, as far as the person has consented. The weir daemon\n"
    "starts it, connects to SOCKET (default: $EXECUTOR_SOCKET), and says what to record.\n"
    "\n"
    "  --orphan-ms MS      exit after MS milliseconds without the daemon (default: 60000)\n"
    "  --piece-ms MS       write a long stay in a window in pieces of this time (default: 60000)\n"
    "  --title-ms MS       a title that changes sooner makes no row of its own (default: 5000)\n"
    "  --idle-ms MS        without input for this time, the person is away (default: 300000)\n"
    "  --batch-ms MS       rows wait this time for others (default: 1000)\n"
    "  --give-up-ms MS     how long other programs have to answer (default: 2000)\n"
    "  --renew-ms MS       exit for a new sandbox after this time at the earliest (default: 120000)\n"
    "  --rows N            rows a minute of each type; further ones are dropped (default: 300)\n"
    "  --version           print the version\n"
    "  --help              print this help\n"
    "\n"
    "Exit status: 0 stopped on request or without the daemon, 1 an error at the start, 2 invalid usage.\n";

enum { ROWS_MAX = 300 };

int capture_configure(struct capture *capture, int argc, char **argv)
{
    struct capture_times *times = &capture->times;
    const struct helper_number numbers[] = {
        {"orphan-ms", &capture->helper.orphan_ms},
        {"piece-ms", &times->piece_ms},
        {"title-ms", &times->title_ms},
        {"idle-ms", &times->idle_ms},
        {"batch-ms", &times->batch_ms},
        {"give-up-ms", &times->give_up_ms},
        {"renew-ms", &times->renew_ms},
        {"rows", &capture->rows_max},
    };
    *times = (struct capture_times){
        .piece_ms = 60000,
        .title_ms = 5000,
        .idle_ms = 300000,
        .batch_ms = 1000,
        .renew_ms = 120000,
        .give_up_ms = 2000,
    };
    capture->helper.orphan_ms = 60000;
    capture->rows_max = ROWS_MAX;
    return helper_configure("weir-capture", usage, numbers, sizeof numbers / sizeof *numbers, argc, argv,
                            &capture->helper.socket);
}

/* --- shutdown --- */

enum { LAST_ROWS_MS = 400 }; /* weir-jail waits 500 ms after SIGTERM */

static struct capture *capture_of_helper(const struct helper *helper)
{
    return list_member((struct helper *)helper, struct capture, helper);
}

static void close_all(struct helper *helper)
{
    struct capture *capture = capture_of_helper(helper);
    queue_clear(&capture->queue);
    keys_clear(&capture->keys);
    timers_unset(&helper->rpc.timers, &capture->last_rows);
}

static bool has_delivered(const struct helper *helper)
{
    const struct capture *capture = capture_of_helper(helper);
    return queue_is_empty(&capture->queue) || !helper->daemon || !capture->queue.may_send || !capture->last_rows.index;
}

static bool is_idle(const struct helper *helper)
{
    return !display_is_busy(&capture_of_helper(helper)->display);
}

static void on_last_rows(struct deadline *deadline)
{
    helper_leave_step(&list_member(deadline, struct capture, last_rows)->helper);
}

static void leave(struct helper *helper)
{
    struct capture *capture = capture_of_helper(helper);
    field_close(&capture->field);
    display_close(&capture->display); /* ends the rows */
    (void)timers_set(&helper->rpc.timers, &capture->last_rows, LAST_ROWS_MS);
    queue_hurry(&capture->queue);
}

void capture_renew(struct capture *capture)
{
    struct helper *helper = &capture->helper;
    if (helper->leaving || uv_now(&helper->loop) - capture->began_ms < capture->times.renew_ms)
        return;
    log_info("the sandbox does not show what the display needs now, exiting for a new one");
    helper_leave(helper);
}

static void on_disconnected(struct helper *helper)
{
    queue_lost(&capture_of_helper(helper)->queue);
}

/* --- startup --- */

static const struct helper_kind kind = {
    .name = "weir-capture",
    .dispatch = &recorder_dispatch,
    .waits = true,
    .disconnected = on_disconnected,
    .leave = leave,
    .has_delivered = has_delivered,
    .is_idle = is_idle,
    .close = close_all,
};

int capture_run(struct capture *capture)
{
    front_init(&capture->front, capture);
    stay_init(&capture->stay, capture);
    idle_init(&capture->idle, capture);
    keys_init(&capture->keys, capture);
    field_init(&capture->field, capture);
    clipboard_init(&capture->clipboard, capture);
    capture->helper.kind = &kind;
    capture->last_rows.expired = on_last_rows;
    secret_forbid_dumps(); /* what a person writes passes through this process */
    log_set_level(LOG_INFO);
    (void)setenv("UV_THREADPOOL_SIZE", "2", 0);
    if (queue_init(&capture->queue, capture) < 0 || helper_open(&capture->helper) < 0)
        return -HELPER_EXIT_FAILED;
    display_init(&capture->display, capture);
    capture->began_ms = uv_now(&capture->helper.loop);
    helper_run(&capture->helper);
    return 0;
}

void capture_clear(struct capture *capture)
{
    clipboard_clear(&capture->clipboard);
    keys_clear(&capture->keys);
    buf_clear(&capture->keys.kept);
    buf_clear(&capture->keys.pending);
    helper_clear(&capture->helper);
}
