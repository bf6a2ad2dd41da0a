/* What a report of an agent, or a prompt, contributes to the conversation that people read. */
#pragma once

#include <stdint.h>
#include <yyjson.h>

#include "base/slice.h"
#include "daemon/store/threads.h"

struct arena;
struct store_tx;
struct task_ids;
struct task_result;
struct task_statement;

enum said_kind {
    SAID_OTHER,   /* a tool call, a piece of text, … */
    SAID_BEGIN,   /* a message begins; what was said of an earlier one without an end does not count */
    SAID_BLOCK,   /* a complete part of a message */
    SAID_END,     /* the message is complete */
    SAID_MESSAGE, /* a complete message by itself */
};

/* The kind of a report of this type. */
enum said_kind said_kind_of(struct slice type);

/* Its text, in any of the forms that agents use: a string, {"text"}, {"content"}, or one of these in "content_block" or
 * "delta"; empty if it has none, or if it is thinking or a tool call. */
struct slice said_text(yyjson_val *data);

/* --- on the writer thread, within the change that adds the events --- */

/* Messages to be stored together. */
struct task_said {
    struct store_tx *tx;
    const struct task_ids *ids;
    struct arena *arena; /* must not be reset before task_said_flush() */
    struct store_said messages[32];
    size_t count;
};

/* Notes a report of the agent. `data` is JSON text. */
int task_said_note(struct task_said *said, int64_t seq, enum said_kind kind, struct slice data);
int task_said_flush(struct task_said *said);

/* A message that is the last event. */
int task_said_state(struct store_tx *tx, const struct task_ids *ids, const struct task_statement *statement);
int task_said_prompt(struct store_tx *tx, const struct task_ids *ids, struct slice prompt);

/* The task ends: stores a message that has no end, before the event, then what the end itself says. */
int task_said_cut(struct store_tx *tx, const struct task_ids *ids);
int task_said_end(struct store_tx *tx, const struct task_ids *ids, const struct task_result *result);
