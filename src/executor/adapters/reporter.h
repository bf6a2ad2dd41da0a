/* What an agent of another's making does, told as events of the catalogue: one message for the task or one for each
 * answer of a model, blocks in it with their pieces, calls of tools with their results. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"
#include "executor/adapter.h"

enum {
    REPORTER_BLOCK_MAX = 4 << 20,  /* a longer text becomes several blocks */
    REPORTER_PIECE_MAX = 1 << 20,  /* a longer piece becomes several */
    REPORTER_RESULT_MAX = 1 << 20, /* bytes of a tool's result; what is longer is cut */
    REPORTER_EVENT_MAX = 15 << 20,
};

enum reporter_block { REPORTER_NOTHING, REPORTER_TEXT, REPORTER_THINKING };

struct reporter {
    struct task *task;
    enum reporter_block open;
    int index;         /* of the block that is open, or of the next one */
    unsigned messages; /* so many were begun */
    bool in_message;
    char message_id[160];
    struct buf block;  /* the text of the one that is open */
    struct buf answer; /* the last text: what the task's will be */
    struct buf data;
};

void reporter_init(struct reporter *reporter, struct task *task);
void reporter_clear(struct reporter *reporter);

/* `id` and `model` may be empty. Ends the message before it. */
void reporter_begin_message(struct reporter *reporter, struct slice id, struct slice model);
/* Ends what is open; without a message it does nothing. */
void reporter_end_message(struct reporter *reporter, struct slice reason);

/* A piece of the answer, or of what it thinks. Opens the block that it belongs to. */
void reporter_say(struct reporter *reporter, enum reporter_block kind, struct slice piece);
void reporter_end_block(struct reporter *reporter);

struct reporter_call {
    struct slice id, tool;
    struct slice input; /* JSON; empty: {} */
};

/* A block of the message: what the model asks for. */
void reporter_tool_use(struct reporter *reporter, const struct reporter_call *call);
/* It is about to run. */
void reporter_tool_call(struct reporter *reporter, const struct reporter_call *call);
void reporter_denied(struct reporter *reporter, const struct reporter_call *call, struct slice reason);

struct reporter_result {
    bool is_error;
    struct slice text;
    struct slice image, mime; /* base64, or empty */
};
void reporter_tool_result(struct reporter *reporter, const struct reporter_call *call,
                          const struct reporter_result *result);

/* An event whose data is written by the caller into the buffer that this gives, and then reported. */
struct buf *reporter_begin(struct reporter *reporter);
void reporter_report(struct reporter *reporter, struct slice type);
