/* Internal functions of the tools: ending a call, and running work off the loop. */
#pragma once

#include <stdatomic.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/warden.h"
#include "tools/tool.h"

/* --- tool.c --- */

/* Calls `done` and frees the call. Do not call this inside `start`. */
void tool_call_finish(struct tool_call *call, const struct tool_result *result);
/* Calls `done`; the call continues in the background until tool_call_gone(). */
void tool_call_answer(struct tool_call *call, const struct tool_result *result);
void tool_call_gone(struct tool_call *call);

enum tool_touches tool_touches_nothing(const struct tool_box *box, yyjson_val *input, struct arena *arena,
                                       struct slice *ret_path);

/* Fields of an input that matches its schema; absent fields are empty, false, or the fallback. */
struct slice tool_text(yyjson_val *input, const char *name);
bool tool_flag(yyjson_val *input, const char *name, bool fallback);
int64_t tool_number(yyjson_val *input, const char *name, int64_t fallback);

/* --- bash.c --- */

/* Appends the text, or the head and the tail of one above TOOL_OUTPUT_MAX, with a line for the omitted part. */
int tool_fold(struct buf *out, struct slice text);

/* --- tool.c: on a worker of the loop --- */

struct work {
    uv_work_t request;
    struct tool_call *call;
    atomic_bool cancelled;
    void (*run)(struct work *work);  /* runs on the worker; sets the following fields */
    void (*free)(struct work *work); /* frees the allocations of the tool and the work itself */
    struct buf text;
    bool is_error;
    struct buf image; /* base64 */
    const char *mime;
};

/* `work` must be the first member of the tool's allocation. Takes it, even on failure. */
int work_start(struct work *work, struct tool_call *call);
void work_cancel(struct tool_call *call);
/* Makes the sentence the whole result. */
void work_fail(struct work *work, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- programs.c: in processes of its own --- */

struct child;

struct child_end {
    int error;      /* the process could not be started; a negative errno */
    int status;     /* as from waitpid(); -1: not known */
    bool timed_out; /* the process was ended because of its time limit */
    bool cancelled;
};

struct child_handlers {
    void (*output)(void *user, struct slice bytes);
    void (*gone)(void *user, const struct child_end *end); /* called once, later; the child is freed after it */
};

/* `output` receives stdout and stderr; stdin is empty. `environment` and `arguments` or `run` as in warden_order. */
int child_start(uv_loop_t *loop, const struct warden_order *order, uint64_t timeout_ms,
                const struct child_handlers *handlers, void *user, struct child **ret_child);
/* The whole tree: `gone` follows. */
void child_end(struct child *child, bool now);
/* Whether all processes have ended, even if `gone` was not called yet. */
bool child_has_ended(const struct child *child);
pid_t child_pid(const struct child *child);
