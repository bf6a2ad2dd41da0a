/* What an agent can do to a working directory. A tool knows nothing of models, permissions or events: it is given its
 * input, does it, and says what came of it. Everything is called on the loop; what takes long happens in children or on
 * the loop's worker. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>
#include <yyjson.h>

#include "base/arena.h"
#include "base/slice.h"

enum {
    TOOL_INPUT_MAX = 8 << 20,   /* bytes of JSON */
    TOOL_OUTPUT_MAX = 64 << 10, /* of a result's text: what is longer keeps its head and its tail */
    TOOL_PROBLEM_SIZE = 256,
};

struct tool_call;

/* Where the tools of one task work, and what they have at work. */
struct tool_box {
    uv_loop_t *loop;
    char *cwd;               /* absolute */
    char *home;              /* for ~ */
    struct tool_call *calls; /* at work, those in the background too */
    bool closing;
    void (*closed)(void *user);
    void *closed_user;
};

/* Copies the strings. */
int tool_box_init(struct tool_box *box, uv_loop_t *loop, struct slice cwd, struct slice home);
/* Ends all that is at work with its whole tree, commands in the background too, and calls `done` of what was not done;
 * `closed` is called once nothing of it is left and the box may go, from inside where nothing was at work. */
void tool_box_close(struct tool_box *box, void (*closed)(void *user), void *user);

struct tool_result {
    bool is_error;
    struct slice text;        /* for the model and for people: valid UTF-8 */
    struct slice image, mime; /* base64, where it is one; else empty */
};

/* Called once, later. What the result points to dies when it returns. */
typedef void (*tool_done_fn)(void *user, const struct tool_result *result);

/* Which files a call would change. */
enum tool_touches {
    TOOL_TOUCHES_NOTHING,
    TOOL_TOUCHES_PATH, /* the one in *ret_path */
    TOOL_TOUCHES_ANY,  /* that is not known before it has run: Bash */
};

struct tool {
    const char *name;
    const char *description; /* for the model */
    const char *schema;      /* of the input: JSON Schema, as text */
    bool only_reads;         /* it changes nothing, whatever its input: others that only read may work beside it */

    /* Absolute, in the arena. */
    enum tool_touches (*touches)(const struct tool_box *box, yyjson_val *input, struct arena *arena,
                                 struct slice *ret_path);

    /* The input fits the schema; it lies in memory of the caller, until `done`. 0: `done` follows. Negative, with a
     * sentence: it does not. */
    int (*start)(struct tool_call *call, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE]);
    /* Shall end early: `done` follows all the same. */
    void (*cancel)(struct tool_call *call);
};

/* weir's own: Read, Write, Edit, Bash, Grep, Glob. NULL behind the last. Others (of MCP servers, say) come as further
 * `struct tool`s beside these. */
extern const struct tool *const tools_own[];

/* A call at work; freed behind `done`. */
struct tool_call {
    struct tool_call *next; /* in box->calls */
    const struct tool *tool;
    struct tool_box *box;
    tool_done_fn done;
    void *user;
    void *state; /* the tool's own */
    bool over;   /* nothing of it is at work any more */
};

/* NULL: there is none of this name in the list, which has NULL behind its last. */
const struct tool *tool_find(const struct tool *const *list, struct slice name);

/* Whether the input fits the tool's schema (types, required, enum, additionalProperties, minimum): a sentence that
 * names the field, for the model to read, when it does not. */
int tool_check(const struct tool *tool, yyjson_val *input, char problem[static TOOL_PROBLEM_SIZE]);

/* Checks and starts. Negative, with a sentence: `done` will not be called. */
int tool_start(struct tool_box *box, const struct tool *tool, yyjson_val *input, tool_done_fn done, void *user,
               struct tool_call **ret_call, char problem[static TOOL_PROBLEM_SIZE]);
/* Of a call that is not done yet: it is soon, and all that it started is gone then. May be called more than once. */
void tool_cancel(struct tool_call *call);
