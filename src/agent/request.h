/* The bodies of requests: a conversation as each format wants it. */
#pragma once

#include "agent/model.h"

int anthropic_write(struct buf *out, const struct model_request *request);
int openai_write(struct buf *out, const struct model_request *request);

/* --- for those two --- */

/* Messages of one side that follow each other become one, since two in a row are refused; those with nothing to say are
 * left out. */
struct request_turn {
    const struct said *first, *end; /* end is behind the last, which may be NULL */
    int by;
};

typedef bool (*request_says_fn)(const struct block *block);

/* The next turn, behind `at`; false: there is none. Begins with {0}. */
bool request_next(const struct conversation *conversation, request_says_fn says, struct request_turn *at);

/* Walks the blocks of a turn: begins with NULL. */
const struct block *request_block(const struct request_turn *turn, const struct block *block,
                                  const struct said **at_said);

/* Text that is more than white space: others are refused. */
bool request_is_text(struct slice text);
/* A name or an id as services take it: what else is in there becomes '_'. */
void request_write_word(struct buf *out, struct slice word, size_t max);
/* Members of an object, with a comma before all but the first. */
void request_member(struct buf *out, bool *first, const char *name);
