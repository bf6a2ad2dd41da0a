/* An event in a line. Events come from agents and from daemons of other versions: nothing in them is taken for
 * granted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

#include "base/buf.h"
#include "base/slice.h"

/* "12:00:00  taskQueued  task_…  fix the test", cut to the limit, without a newline. On a narrow line the ids are
 * shortened to their ends. */
void event_line_write(struct buf *out, struct slice method, yyjson_val *params, size_t limit, bool color);

/* What happened, in words, without its time and its name. It is still to be made harmless, and may have several
 * lines. */
void event_line_describe(struct buf *out, struct slice method, yyjson_val *params);

/* A call of a tool as a person would tell it: "Read src/sum.py", "Grep TODO in src". Paths below `cwd` (NULL: none) are
 * told without it. It is still to be made harmless. */
void event_tool_call(struct buf *out, yyjson_val *data, const char *cwd);

/* What a tool answered, or what went wrong with it. Likewise. */
void event_tool_result(struct buf *out, yyjson_val *data);
bool event_tool_failed(yyjson_val *data);

/* Its name; or empty. */
struct slice event_tool(yyjson_val *data);

/* ", ctx 34 %": how full the model's context is, as usage events have it; nothing where that is not known. */
void event_context(struct buf *out, int64_t tokens, int64_t limit);

/* "quota five_hour: 91 % used, resets at 18:00". */
void event_quota(struct buf *out, yyjson_val *quota);

/* A sequence, or "". */
const char *event_line_color(struct slice method, yyjson_val *params);

/* The last one of a task. */
bool event_is_final(struct slice method);

/* A member that is a whole number of at least 0. False: it is none, and *ret stays. */
bool event_count(yyjson_val *object, const char *name, int64_t *ret);

/* A member that is a string; else an empty slice. */
struct slice event_text(yyjson_val *object, const char *name);

/* --- the calls of tools that have no result yet, so that a result can be told from others --- */

enum { OPEN_CALLS_MAX = 64 };

struct open_calls {
    struct open_call {
        char id[128], label[128];
    } items[OPEN_CALLS_MAX]; /* the oldest first; of more than fit the oldest is forgotten */
    size_t count;
    char last[128]; /* the one that was shown last, with no result behind it; or empty */
    struct open_call ended;
};

/* Ids that are too long are not kept. */
void open_calls_add(struct open_calls *calls, struct slice id, struct slice label);

/* The call has its result. *ret_label says which one it was where that is not plain: others are open, or something
 * else was shown behind it; else it is empty. Good until the next call of this. False: it is not known. */
bool open_calls_end(struct open_calls *calls, struct slice id, struct slice *ret_label);
