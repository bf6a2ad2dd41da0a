/* Tools that act on a working directory. A tool depends on no models, permissions or events: it gets its input, acts,
 * and returns the result. All functions run on the loop; slow work runs in child processes or on the loop's worker. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/slice.h"

enum {
    TOOL_INPUT_MAX = 8 << 20,   /* bytes of JSON */
    TOOL_OUTPUT_MAX = 64 << 10, /* of a result's text; longer text keeps its head and its tail */
    TOOL_PROBLEM_SIZE = 256,
};

/* The result of Grep and Glob that find nothing. */
#define TOOL_NO_MATCHES "[no matches]\n"

struct tool_call;

/* The directory in which the tools of a task work, and their running calls. */
struct tool_box {
    uv_loop_t *loop;
    char *cwd;               /* absolute */
    char *home;              /* for ~ */
    struct tool_call *calls; /* running calls, including background commands */
    bool closing;
    void (*closed)(void *user);
    void *closed_user;
};

/* Copies the strings. */
int tool_box_init(struct tool_box *box, uv_loop_t *loop, struct slice cwd, struct slice home);
/* Ends all running calls with their process trees, including background commands, and calls `done` for pending ones.
 * Calls `closed` when everything has ended and the box can be freed; if nothing was running, from inside this function.
 */
void tool_box_close(struct tool_box *box, void (*closed)(void *user), void *user);

struct tool_image {
    struct slice data, mime; /* base64 */
};

struct tool_result {
    bool is_error;
    struct slice text;             /* for the model and for people: valid UTF-8 */
    struct slice image, mime;      /* base64 for an image; else empty */
    const struct tool_image *more; /* further images */
    size_t more_count;
    struct slice denied; /* of a remote tool: why the call was denied; empty: it was not */
};

/* Called once, later. The result is valid until it returns. */
typedef void (*tool_done_fn)(void *user, const struct tool_result *result);

/* The files that a call would change. */
enum tool_touches {
    TOOL_TOUCHES_NOTHING,
    TOOL_TOUCHES_PATH, /* the path in *ret_path */
    TOOL_TOUCHES_ANY,  /* not known before it has run: Bash */
};

struct tool {
    const char *name;
    const char *description; /* for the model */
    const char *schema;      /* of the input: JSON Schema, as text */
    bool only_reads;         /* it changes nothing, and can run at the same time as other such calls */
    bool is_remote;          /* it runs elsewhere, where its input is checked and its permission is asked for: the agent
                                does neither, and keeps no files */

    /* Absolute paths, allocated in the arena. */
    enum tool_touches (*touches)(const struct tool_box *box, yyjson_val *input, struct arena *arena,
                                 struct slice *ret_path);

    /* The input matches the schema and stays in the caller's memory until `done`. Returns 0 if `done` will be called,
     * or a negative value with a sentence in `problem`. */
    int (*start)(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE]);
    /* Ends the call early; `done` is still called. */
    void (*cancel)(struct tool_call *call);
};

/* The built-in tools: Read, Write, Edit, Bash, Grep, Glob, terminated by NULL. Further tools, for example of MCP
 * servers, are other instances of `struct tool`. */
extern const struct tool *const tools_own[];

/* A running call; freed after `done`. */
struct tool_call {
    struct tool_call *next; /* in box->calls */
    const struct tool *tool;
    struct slice id; /* by which the model names the call; empty: it has none. Only valid in start() */
    struct tool_box *box;
    tool_done_fn done;
    void *user;
    void *state; /* private to the tool */
    bool over;   /* nothing of it runs any more */
};

/* Returns NULL if the list, which is terminated by NULL, has no tool of this name. */
const struct tool *tool_find(const struct tool *const *list, struct slice name);

/* Checks the input against the tool's schema (types, required, enum, additionalProperties, minimum). On failure,
 * `problem` is a sentence for the model that names the field. */
int tool_check(const struct tool *tool, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE]);

/* Checks the input and starts the call; `id` may be empty. Returns a negative value with a sentence in `problem` if
 * `done` will not be called. */
int tool_start(struct tool_box *box, const struct tool *tool, struct slice id, yyjson_val *input, tool_done_fn done,
               void *user, struct tool_call **ret_call, char problem[static TOOL_PROBLEM_SIZE]);
/* Ends a pending call soon, with everything that it started. Can be called repeatedly. */
void tool_cancel(struct tool_call *call);
