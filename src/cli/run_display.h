/* What an agent says and does, for the person who waits for it: its text is the output, all else are notes beside it.
 */
#pragma once

#include <yyjson.h>

#include "cli/event_line.h"
#include "cli/markdown.h"

enum run_stream {
    RUN_TEXT,  /* for the standard output */
    RUN_NOTES, /* for the standard error */
};

struct run_display {
    bool quiet;   /* only the text, and what went wrong */
    bool verbose; /* results of tools as a whole, and events that say little */
    bool color_notes;
    bool holds; /* text waits until its message is whole, so that an answer that breaks off and is tried again is not
                   written twice; for an output that is no terminal */
    size_t text_width, notes_width; /* of the terminals; COLUMNS_ANY */
    const char *cwd;                /* paths below it are told without it; or NULL */
    void (*write)(void *user, enum run_stream stream, struct slice text);
    void *user;

    struct markdown markdown; /* its plain says whether Markdown is rendered */
    enum run_at { RUN_AT_LINE_START, RUN_IN_TEXT, RUN_IN_THOUGHT } at;
    bool thought_ended;             /* the thought so far ends with a newline */
    uint64_t streamed;              /* a bit for each block whose text was shown as it came */
    struct buf held;                /* text of the message that is being said */
    bool is_saying;                 /* something was shown of the message that is being said */
    bool has_text;                  /* something was said */
    int64_t input, output;          /* tokens so far */
    char who[256];                  /* agent and model that were told last */
    char trouble[256];              /* the error that is being tried again, told once */
    char denied[128];               /* the call that was not permitted last */
    int64_t context, context_limit; /* tokens in the model's context, and that fit into it; 0: not known */
    char quota[160];                /* what was told last of the user's plan */
    struct open_calls calls;
    char seen_change[1024]; /* the file of the edit that a person was shown last, to permit it; or empty */
};

void run_display_clear(struct run_display *display);

/* One event of the task. */
void run_display_event(struct run_display *display, struct slice method, yyjson_val *params);

/* A person was asked about a call with this input, and has seen what it would change. */
void run_display_saw_change(struct run_display *display, yyjson_val *input);

/* Text that did not come as an event. */
void run_display_text(struct run_display *display, struct slice text);

/* Nothing came for a while: shows what waits for more. */
void run_display_rest(struct run_display *display);

/* One line of ours: dim, or in another colour. */
void run_display_note(struct run_display *display, const char *color, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes what is held: nothing can take it back any more. */
void run_display_release(struct run_display *display);

/* Ends a line that was begun, so that something else can be printed. */
void run_display_finish(struct run_display *display);

/* Whether the cursor stands at the start of a line: only there may a status line be. */
bool run_display_is_at_line_start(const struct run_display *display);
