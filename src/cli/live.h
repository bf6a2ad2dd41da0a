/* A command that waits for more than one thing: its connection stands on a loop, beside timers and signals. */
#pragma once

#include <uv.h>

#include "cli/cli.h"
#include "rpc/method.h"

enum { LIVE_SIGNALS = 3 };

struct live {
    struct cli *cli; /* its connection is the one on this loop until live_end() */
    uv_loop_t loop;
    uv_signal_t signals[LIVE_SIGNALS];
    uv_timer_t reader;       /* looks whether somebody still reads the output */
    int ended_by;            /* a signal that asks for the end; 0: none came */
    bool unread;             /* nobody reads the output any more: that is an end too */
    struct weir_error error; /* of the last call that failed */
    char *error_text;        /* what it points into */
};

/* Everything is undone by live_end(), which is to be called in any case. A failure has been reported. */
enum cli_exit live_begin(struct live *live, struct cli *cli);
void live_end(struct live *live);

/* Whether it is told of signals, as it is from the beginning; or whoever was before. */
void live_mind_signals(struct live *live, bool minds);

/* Waits for the connection. CLI_INTERRUPTED, without a word, when the end was asked for first. */
enum cli_exit live_connect(struct live *live);

/* Lets one thing happen. False: the end is asked for. */
bool live_turn(struct live *live);

/* For callbacks: what the caller of live_turn() waits for may be here, so the loop shall not fall asleep before that
 * was looked at. */
void live_wake(struct live *live);

/* Calls and lets things happen until the answer is here. 0, -EINTR when the end was asked for first, or libweir's
 * error, which is in live->error then and not reported. *ret_result is the caller's. */
int live_call(struct live *live, const struct method *method, const void *params, int64_t timeout_ms,
              char **ret_result);

/* Keeps a copy of the error: what a callback is given ends with it. Returns its status. */
int live_keep_error(struct live *live, const struct weir_error *error);
