/* Reports the work of a third-party agent as events: one message per task or per model response, its blocks and their
 * pieces, tool calls and their results. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"
#include "executor/adapter.h"

enum {
    REPORTER_BLOCK_MAX = 4 << 20,  /* a longer text is split into several blocks */
    REPORTER_PIECE_MAX = 1 << 20,  /* a longer piece is split */
    REPORTER_RESULT_MAX = 1 << 20, /* bytes of a tool's result; longer results are cut */
    REPORTER_EVENT_MAX = 15 << 20,
};

enum reporter_block { REPORTER_NOTHING, REPORTER_TEXT, REPORTER_THINKING };

struct reporter {
    struct task *task;
    enum reporter_block open;
    int index;         /* of the open block, or of the next one */
    unsigned messages; /* the number of messages so far */
    bool in_message;
    char message_id[160];
    struct buf block;  /* the text of the open block */
    struct buf answer; /* the last text block, which becomes the text of the task */
    struct buf data;
};

void reporter_init(struct reporter *reporter, struct task *task);
void reporter_clear(struct reporter *reporter);

/* `id` and `model` may be empty. Ends the previous message. */
void reporter_begin_message(struct reporter *reporter, struct slice id, struct slice model);
/* Ends what is open; does nothing without a message. */
void reporter_end_message(struct reporter *reporter, struct slice reason);

/* Reports a piece of the answer or of the thinking. Opens a block for it if necessary. */
void reporter_say(struct reporter *reporter, enum reporter_block kind, struct slice piece);
void reporter_end_block(struct reporter *reporter);

struct reporter_call {
    struct slice id, tool;
    struct slice input; /* JSON; empty: {} */
};

/* Reports the tool call as a block of the message. */
void reporter_tool_use(struct reporter *reporter, const struct reporter_call *call);
/* Reports that the tool is about to run. */
void reporter_tool_call(struct reporter *reporter, const struct reporter_call *call);
void reporter_denied(struct reporter *reporter, const struct reporter_call *call, struct slice reason);

struct reporter_result {
    bool is_error;
    struct slice text;
    struct slice image, mime; /* base64, or empty */
};
void reporter_tool_result(struct reporter *reporter, const struct reporter_call *call,
                          const struct reporter_result *result);

/* Begins an event: the caller writes its data into the returned buffer, then calls reporter_report(). */
struct buf *reporter_begin(struct reporter *reporter);
void reporter_report(struct reporter *reporter, struct slice type);
