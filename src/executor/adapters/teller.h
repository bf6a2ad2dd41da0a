/* What an agent of another's making does, told as events of the catalogue: one message for the task or one for each
 * answer of a model, blocks in it with their pieces, calls of tools with their results. */
#pragma once

#include <yyjson.h>

#include "base/buf.h"
#include "executor/adapter.h"

enum {
    TELLER_BLOCK_MAX = 4 << 20,  /* a longer text becomes several blocks */
    TELLER_PIECE_MAX = 1 << 20,  /* a longer piece becomes several */
    TELLER_RESULT_MAX = 1 << 20, /* bytes of a tool's result; what is longer is cut */
    TELLER_EVENT_MAX = 15 << 20,
};

enum teller_block { TELLER_NOTHING, TELLER_TEXT, TELLER_THINKING };

struct teller {
    struct task *task;
    enum teller_block open;
    int index;         /* of the block that is open, or of the next one */
    unsigned messages; /* so many were begun */
    bool in_message;
    char message_id[160];
    struct buf block;  /* the text of the one that is open */
    struct buf answer; /* the last text: what the task's will be */
    struct buf data;
};

void teller_init(struct teller *teller, struct task *task);
void teller_clear(struct teller *teller);

/* `id` and `model` may be empty. Ends the message before it. */
void teller_begin_message(struct teller *teller, struct slice id, struct slice model);
/* Ends what is open; without a message it does nothing. */
void teller_end_message(struct teller *teller, struct slice reason);

/* A piece of the answer, or of what it thinks. Opens the block that it belongs to. */
void teller_say(struct teller *teller, enum teller_block kind, struct slice piece);
void teller_end_block(struct teller *teller);

struct teller_call {
    struct slice id, tool;
    struct slice input; /* JSON; empty: {} */
};

/* A block of the message: what the model asks for. */
void teller_tool_use(struct teller *teller, const struct teller_call *call);
/* It is about to run. */
void teller_tool_call(struct teller *teller, const struct teller_call *call);
void teller_denied(struct teller *teller, const struct teller_call *call, struct slice reason);

struct teller_result {
    bool is_error;
    struct slice text;
    struct slice image, mime; /* base64, or empty */
};
void teller_tool_result(struct teller *teller, const struct teller_call *call, const struct teller_result *result);

/* An event whose data is written by the caller into the buffer that this gives, and then reported. */
struct buf *teller_begin(struct teller *teller);
void teller_report(struct teller *teller, struct slice type);
