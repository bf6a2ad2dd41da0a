/* A fixture for tests of tools: a temporary directory, a loop and a toolbox; and functions that run a tool. */
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
    char problem[TOOL_PROBLEM_SIZE]; /* why the last call could not be started; else empty */
};

int bench_setup(void **state);
/* Checks that no handle and no child is left. */
int bench_teardown(void **state);

/* Starts a call without waiting. `input` is JSON with ' instead of ". */
void bench_start(struct bench *bench, const char *name, const char *input);
void bench_wait(struct bench *bench);
/* Starts a call, waits, and returns the text of the result; or the problem if it could not be started. */
struct slice bench_run(struct bench *bench, const char *name, const char *input);

/* Writes a file in the temporary directory, and creates its parent directories. */
void bench_write(const struct bench *bench, const char *name, struct slice content);
/* Reads a file into the arena. */
struct slice bench_read(struct bench *bench, const char *name);
const char *bench_path(struct bench *bench, const char *name);
