/* weir-capture: records what the person does in an X11 session.
 *
 * The daemon starts it under a jail, is its only client (EXECUTOR_SOCKET), and says what to record. Nothing blocks the
 * loop: replies of the X server arrive as events, and what libraries do with round trips runs on another thread.
 *
 *     link       the daemon: recorder.set, recorder.flush, recorder.state
 *     queue      rows until the daemon has stored them: recorder.rows
 *     display    the connection to the X server, and its return after it was lost
 *     front      which window is in front, and its titles
 *     stay       how long it is in front: the rows of windows, pages and work without a break
 *     idle       whether the person is away
 *     keys       how many keys are pressed, and their text
 *     field      which field has the focus, asked from the accessibility bus: whether its text may be kept
 *     clipboard  what is copied */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/list.h"
#include "capture/clipboard.h"
#include "capture/display.h"
#include "capture/field.h"
#include "capture/front.h"
#include "capture/idle.h"
#include "capture/keys.h"
#include "capture/queue.h"
#include "capture/stay.h"
#include "contract/recorder.h"
#include "helper/helper.h"

struct call;

enum { CAPTURE_STREAMS = RECORDER_STREAM_CLIPBOARD + 1, CAPTURE_REASON_SIZE = 256 };

#define CAPTURE_BIT(stream) (1U << (stream))

/* Times that tests shorten. */
struct capture_times {
    uint64_t piece_ms;   /* a long stay is written in pieces */
    uint64_t title_ms;   /* a title that changes sooner makes no row of its own */
    uint64_t idle_ms;    /* without input: the person is away */
    uint64_t batch_ms;   /* rows wait for others */
    uint64_t renew_ms;   /* at least this long runs a process with a sandbox that lacks something */
    uint64_t give_up_ms; /* an owner of the clipboard, or an application, that does not answer */
};

struct capture {
    struct helper helper;
    struct capture_times times;
    uint64_t rows_max; /* a minute of each type: above that somebody fakes events */
    uint64_t began_ms;
    struct deadline last_rows; /* how long it delivers rows while it leaves */

    unsigned wanted; /* bits of enum recorder_stream */
    bool keystroke_text;
    bool wayland;
    struct call *flushing;                                   /* deferred recorder.flush; NULL: none */
    char told[CAPTURE_STREAMS][2 * CAPTURE_REASON_SIZE + 2]; /* the states that the daemon knows */
    bool has_told;

    struct queue queue;
    struct display display;
    struct front front;
    struct stay stay;
    struct idle idle;
    struct keys keys;
    struct field field;
    struct clipboard clipboard;
};

struct capture *capture_of(const struct call *call);

static inline bool capture_wants(const struct capture *capture, enum recorder_stream stream)
{
    return (capture->wanted & CAPTURE_BIT(stream)) != 0;
}

/* --- run.c --- */

/* Returns 0; 1: nothing is left to do (--help); or a negated exit code. */
int capture_configure(struct capture *capture, int argc, char **argv);
/* Returns a negated exit code, or 0. */
int capture_run(struct capture *capture);
void capture_clear(struct capture *capture);

/* Its sandbox lacks a path that there is now: ends, so that the daemon makes another one, but not soon after the start.
 */
void capture_renew(struct capture *capture);

/* --- link.c --- */

/* Something that a state depends on may have changed: tells the daemon what has. */
void capture_report(struct capture *capture);
/* Ends what is being recorded, as if the streams were switched off for a moment. */
void capture_cut(struct capture *capture);
/* The daemon has stored everything, or does not want it. */
void capture_flushed(struct capture *capture);
