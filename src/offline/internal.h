/* The inside of the offline agent: what it waits for, and the files that do each of its steps. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/id.h"
#include "offline/offline.h"
#include "offline/rules.h"

enum {
    OFFLINE_TEXT_MAX = 256 << 10, /* of an answer */
};

/* What the agent waits for. */
enum offline_phase { OFFLINE_READY, OFFLINE_ASKS, OFFLINE_KEEPS, OFFLINE_WORKS, OFFLINE_ENDS };

struct offline {
    struct agent_host host;
    void *host_data;
    char *prompt;              /* what the intent points into */
    const struct tool **tools; /* that it may use. NULL behind the last */
    struct id_source ids;
    uv_idle_t idle; /* the next step, from the loop */
    struct tool_box box;
    struct arena arena; /* of the input of the tool */
    enum offline_phase phase;
    bool paused, stopped;
    enum agent_end end;
    int error;

    struct offline_intent intent;
    int step;            /* how many tools it has used */
    bool looks_up;       /* it has listed all files to find one, or to find out what to do */
    const char *failure; /* a word: what was asked for is not done; NULL: it is */

    /* The message that is being said. */
    char message_id[ID_SIZE];
    int index; /* of its next block */

    /* The tool at hand. */
    const struct tool *tool;
    char call_id[ID_SIZE];
    struct buf input; /* JSON */
    yyjson_val *input_value;
    struct tool_call *call;
    struct buf result; /* its text */
    bool result_is_error, refused;

    struct buf listing; /* of a directory: names, a line each */
    struct buf problem; /* the sentence that goes with `failure` */
    struct buf said;    /* all texts */
    struct buf line;    /* an event */
};

/* --- events.c: all negative results are of the host, and end it --- */

int offline_begin_message(struct offline *offline);
int offline_say(struct offline *offline, struct slice text);
/* The block, and the end of the message: it waits for the tool. */
int offline_announce_tool(struct offline *offline);
int offline_end_message(struct offline *offline, const char *reason);
int offline_report_call(struct offline *offline);
int offline_report_result(struct offline *offline, const struct tool_result *result);
int offline_report_refused(struct offline *offline, struct slice reason);

/* --- answer.c --- */

/* What comes next, by the request and by what the last tool has said: a tool (*ret_tool with offline->input), or none
 * and the rest of the answer in `text`. */
int offline_decide(struct offline *offline, const char **ret_tool, struct buf *text);

/* --- folder.c: what a listing tells --- */

/* What is in a directory: its own entries, with how many files there are below. `place` is empty for the working
 * directory. */
void offline_describe_entries(struct buf *text, struct slice listing, struct slice place);
/* What kind of project it seems to be. */
void offline_describe_kind(struct buf *text, struct slice listing);
/* The file that tells what it is about; empty: there is none. */
struct slice offline_readme(struct slice listing);
/* Requests that would work here, of other kinds than this one. */
void offline_examples(struct buf *text, struct slice listing, enum offline_what asked);
/* The command with which a project like this is tested or built; NULL: its files do not tell. */
const char *offline_command(struct slice listing, enum offline_what what);
/* How many files are called so, whatever the capitals, or with an ending behind it; *ret_path is the first. */
size_t offline_look_up(struct slice listing, struct slice name, struct slice *ret_path);
void offline_list_like(struct buf *text, struct slice listing, struct slice name);
/* How many files were listed, those that were left out too. */
size_t offline_count(struct slice listing);
