/* A place for the tests of tools: a directory that goes with the test, a loop, a box; and a tool run to its end. */
#pragma once

#include "base/arena.h"
#include "tools/tool.h"
#include "unit/check.h"

struct bench {
    uv_loop_t loop;
    struct tool_box box;
    char place[64];
    struct arena arena;
    struct buf text, image, mime; /* of the last result */
    bool is_error, done, closed;
    struct tool_call *call;
    char problem[TOOL_PROBLEM_SIZE]; /* why the last could not be started; else empty */
};

int bench_setup(void **state);
/* Checks that nothing is left: no handle, no child. */
int bench_teardown(void **state);

/* `input` is JSON, with ' for " so that it can be read. Starts it, and does not wait. */
void bench_start(struct bench *bench, const char *name, const char *input);
void bench_wait(struct bench *bench);
/* Both; the result's text. A call that could not be started gives its problem. */
struct slice bench_run(struct bench *bench, const char *name, const char *input);

/* A file below the place, with its directories. */
void bench_write(const struct bench *bench, const char *name, struct slice content);
/* Its content, in the arena. */
struct slice bench_read(struct bench *bench, const char *name);
const char *bench_path(struct bench *bench, const char *name);
