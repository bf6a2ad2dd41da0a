/* Prints an event on one line. Events come from agents and from daemons of other versions, so no member is taken for
 * granted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

#include "base/buf.h"
#include "base/slice.h"

/* Appends "12:00:00 taskQueued task_… fix the test", cut to the limit, without a newline. Shortens ids on a narrow
 * line. */
void event_line_write(struct buf *out, struct slice method, yyjson_val *params, size_t limit, bool color);

/* Appends a description of the event, without its time and name. It may have several lines, and the caller must escape
 * it. */
void event_line_describe(struct buf *out, struct slice method, yyjson_val *params);

/* Appends a short description of a call: "Read src/sum.py", "Grep TODO in src". Omits `cwd` (NULL: none) from paths
 * below it. The caller must escape it. */
void event_tool_call(struct buf *out, yyjson_val *data, const char *cwd);

/* Appends the result or the error of a tool. The caller must escape it. */
void event_tool_result(struct buf *out, yyjson_val *data);
bool event_tool_failed(yyjson_val *data);

struct slice event_tool(yyjson_val *data);

/* Appends ", ctx 34 %", the used part of the model's context; nothing if it is not known. */
void event_context(struct buf *out, int64_t tokens, int64_t limit);

/* Appends "quota five_hour: 91 % used, resets at 18:00". */
void event_quota(struct buf *out, yyjson_val *quota);

/* Returns a color sequence, or "". */
const char *event_line_color(struct slice method, yyjson_val *params);

/* Returns whether it is the last event of a task. */
bool event_is_final(struct slice method);

/* Reads a member that is an integer of at least 0. Returns false if it is not, and leaves *ret unchanged. */
bool event_count(yyjson_val *object, const char *name, int64_t *ret);

/* Returns a string member, or an empty slice. */
struct slice event_text(yyjson_val *object, const char *name);

/* --- calls of tools without a result yet, to tell which call a result belongs to --- */

enum { OPEN_CALLS_MAX = 64 };

struct open_calls {
    struct open_call {
        char id[128], label[128];
    } items[OPEN_CALLS_MAX]; /* the oldest first; the oldest is dropped if there is no room */
    size_t count;
    char last[128]; /* the last one shown, if no result followed it; or empty */
    struct open_call ended;
};

/* Ignores ids that are too long. */
void open_calls_add(struct open_calls *calls, struct slice id, struct slice label);

/* Records that the call has its result. *ret_label names the call if other calls are open or something else was shown
 * since; otherwise it is empty. It is valid until the next function call. Returns false if the id is not known. */
bool open_calls_end(struct open_calls *calls, struct slice id, struct slice *ret_label);
