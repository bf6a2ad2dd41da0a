/* Shows a task to the user who waits for it: the agent's text is the output, everything else is notes. */
#pragma once

#include <yyjson.h>

#include "cli/event_line.h"
#include "cli/markdown.h"

enum run_stream {
    RUN_TEXT,  /* standard output */
    RUN_NOTES, /* standard error */
};

struct run_display {
    bool quiet;   /* show only text and errors */
    bool verbose; /* show complete results of tools, and events of little interest */
    bool color_notes;
    bool holds; /* hold text back until its message is complete, so that a message that fails and is retried is not
                   written twice; for output that is not a terminal */
    size_t text_width, notes_width; /* of the terminals; or COLUMNS_ANY */
    const char *cwd;                /* omitted from paths below it; or NULL */
    void (*write)(void *user, enum run_stream stream, struct slice text);
    void *user;

    struct markdown markdown; /* markdown.plain: do not render Markdown */
    enum run_at { RUN_AT_LINE_START, RUN_IN_TEXT, RUN_IN_THOUGHT } at;
    bool thought_ended;             /* the thinking so far ends with a newline */
    uint64_t streamed;              /* one bit for each block whose pieces were shown */
    struct buf held;                /* text of the current message */
    bool is_saying;                 /* a part of the current message was shown */
    bool has_text;                  /* some text was shown */
    int64_t input, output;          /* tokens so far */
    char who[256];                  /* last agent and model shown */
    char trouble[256];              /* last error shown that is being retried */
    char denied[128];               /* the last call that was denied */
    int64_t context, context_limit; /* tokens in the model's context, and its size; 0: not known */
    char quota[160];                /* last quota of the user's plan shown */
    struct open_calls calls;
    char seen_change[1024]; /* the file of the last edit shown for a permission request; or empty */
};

void run_display_clear(struct run_display *display);

/* One event of the task. */
void run_display_event(struct run_display *display, struct slice method, yyjson_val *params);

/* Records that the user saw the change of a call with this input in a permission request. */
void run_display_saw_change(struct run_display *display, yyjson_val *input);

/* Shows text from another source than an event. */
void run_display_text(struct run_display *display, struct slice text);

/* Called after a pause: shows text that was waiting for more. */
void run_display_rest(struct run_display *display);

/* Prints a notice, in this color. */
void run_display_note(struct run_display *display, const char *color, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes the text that was held back: its message is final. */
void run_display_release(struct run_display *display);

/* Ends the current line, before other output. */
void run_display_finish(struct run_display *display);

/* Returns whether the cursor is at the start of a line, where a status line may be shown. */
bool run_display_is_at_line_start(const struct run_display *display);
