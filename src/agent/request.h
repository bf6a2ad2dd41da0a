/* The bodies of requests: a conversation in each provider's format. */
#pragma once

#include "agent/model.h"

int anthropic_write(struct buf *out, const struct model_request *request);
int openai_write(struct buf *out, const struct model_request *request);

/* --- for the writers --- */

/* Joins consecutive messages of one side, because APIs reject two in a row; skips empty messages. */
struct request_turn {
    const struct said *first, *end; /* end: after the last message, may be NULL */
    int by;
};

typedef bool (*request_says_fn)(const struct block *block);

/* Finds the turn after `at`, which starts as {0}. Returns false if there is none. */
bool request_next(const struct conversation *conversation, request_says_fn says, struct request_turn *at);

/* Iterates over the blocks of a turn: begins with NULL. */
const struct block *request_block(const struct request_turn *turn, const struct block *block,
                                  const struct said **at_said);

/* Whether the text is more than white space, which APIs require. */
bool request_is_text(struct slice text);
/* Writes a name or an id for an API: replaces other characters by '_'. */
void request_write_word(struct buf *out, struct slice word, size_t max);
/* Writes the name of an object member, with a comma before all but the first. */
void request_member(struct buf *out, bool *first, const char *name);
