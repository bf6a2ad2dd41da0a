/* The internals of the offline agent: what it waits for, and the files with its steps. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/id.h"
#include "offline/offline.h"
#include "offline/rules.h"

enum {
    OFFLINE_TEXT_MAX = 256 << 10, /* bytes of an answer */
};

/* What the agent waits for. */
enum offline_phase { OFFLINE_READY, OFFLINE_ASKS, OFFLINE_KEEPS, OFFLINE_WORKS, OFFLINE_ENDS };

struct offline {
    struct agent_host host;
    void *host_data;
    char *prompt;              /* owns the memory of the intent */
    const struct tool **tools; /* tools that it may use, terminated by NULL */
    struct id_source ids;
    uv_idle_t idle; /* runs the next step on the loop */
    struct tool_box box;
    struct arena arena; /* for the tool's input */
    enum offline_phase phase;
    bool paused, stopped;
    enum agent_end end;
    int error;

    struct offline_intent intent;
    int step;            /* the number of tools used so far */
    bool looks_up;       /* it has listed all files, to find one or a command */
    const char *failure; /* an error code if the request was not done; NULL: done */

    /* The current message. */
    char message_id[ID_SIZE];
    int index; /* of its next block */

    /* The current tool. */
    const struct tool *tool;
    char call_id[ID_SIZE];
    struct buf input; /* JSON */
    yyjson_val *input_value;
    struct tool_call *call;
    struct buf result; /* the text of its result */
    bool result_is_error, refused;

    struct buf listing; /* of a directory: one name per line */
    struct buf problem; /* the message for `failure` */
    struct buf said;    /* all texts */
    struct buf line;    /* buffer for an event */
};

/* --- events.c: functions return the host's error, which ends the agent --- */

int offline_begin_message(struct offline *offline);
int offline_say(struct offline *offline, struct slice text);
/* Reports the tool block and the end of the message; the agent then waits for the tool. */
int offline_announce_tool(struct offline *offline);
int offline_end_message(struct offline *offline, const char *reason);
int offline_report_call(struct offline *offline);
int offline_report_result(struct offline *offline, const struct tool_result *result);
int offline_report_refused(struct offline *offline, struct slice reason);

/* --- answer.c --- */

/* Decides the next step from the request and the last tool result: a tool (*ret_tool, with offline->input), or none and
 * the rest of the answer in `text`. */
int offline_decide(struct offline *offline, const char **ret_tool, struct buf *text);

/* --- folder.c: interpreting a listing --- */

/* Describes the entries of a directory, with the number of files below each. `place` is empty for the working
 * directory. */
void offline_describe_entries(struct buf *text, struct slice listing, struct slice place);
void offline_describe_kind(struct buf *text, struct slice listing);
/* Returns the file that describes the project; empty if there is none. */
struct slice offline_readme(struct slice listing);
/* Suggests requests of other kinds than `asked` that work here. */
void offline_examples(struct buf *text, struct slice listing, enum offline_what asked);
/* Returns the command that tests or builds such a project; NULL if its files do not show it. */
const char *offline_command(struct slice listing, enum offline_what what);
/* Returns how many files have this name, in any case, with or without an extension; *ret_path is the first. */
size_t offline_look_up(struct slice listing, struct slice name, struct slice *ret_path);
void offline_list_like(struct buf *text, struct slice listing, struct slice name);
/* Returns the number of files, including those that the listing leaves out. */
size_t offline_count(struct slice listing);
