/* An event loop for commands that wait for several things: a connection, timers and signals. */
#pragma once

#include <uv.h>

#include "cli/cli.h"
#include "rpc/method.h"

enum { LIVE_SIGNALS = 3 };

struct live {
    struct cli *cli; /* its connection is on this loop until live_end() */
    uv_loop_t loop;
    uv_signal_t signals[LIVE_SIGNALS];
    uv_timer_t reader;       /* checks whether the output still has a reader */
    int ended_by;            /* a signal that asks to end; 0: none */
    bool unread;             /* the output has no reader any more, which also asks to end */
    struct weir_error error; /* of the last call that failed */
    char *error_text;        /* storage of its strings */
};

/* Reports a failure. Call live_end() in any case. */
enum cli_exit live_begin(struct live *live, struct cli *cli);
void live_end(struct live *live);

/* Sets whether signals are handled here, which is the default, or as before live_begin(). */
void live_mind_signals(struct live *live, bool minds);

/* Connects. Returns CLI_INTERRUPTED, unreported, if a signal asks to end first. */
enum cli_exit live_connect(struct live *live);

/* Waits for one event. Returns false if a signal asks to end. */
bool live_turn(struct live *live);

/* For callbacks: makes live_turn() return, since the caller's condition may have become true. */
void live_wake(struct live *live);

/* Calls, and runs the loop until the response. Returns 0, -EINTR if a signal asks to end first, or an error of libweir,
 * which is copied to live->error and not reported. The caller frees *ret_result. */
int live_call(struct live *live, const struct method *method, const void *params, int64_t timeout_ms,
              char **ret_result);

/* Copies the error, which is valid only during a callback. Returns its status. */
int live_keep_error(struct live *live, const struct weir_error *error);
