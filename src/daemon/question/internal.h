/* Declarations that are private to src/daemon/question. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "daemon/question/question.h"
#include "daemon/store/questions.h"

enum { QUESTION_PENDING_MAX = 1000, QUESTION_ARENA_BYTES = 1 << 20 };

struct question_pending {
    struct list link; /* in questions->pending */
    struct questions *questions;
    struct arena arena; /* for all strings */
    struct store_question row;
    struct slice call_key;
    struct call *call; /* the connector.ask; NULL: it is not connected */
    bool stored;
    bool gone;                    /* it was cancelled before it was stored */
    bool answered;                /* the store has an answer, which the server has not got */
    enum connector_action action; /* this answer */
    struct buf content;           /* of it, as JSON */
    struct deadline deadline;     /* the expiry, or until the server asks again */
    struct store_change change;   /* stores it */
};

/* NULL: it is not pending. */
struct question_pending *question_find(const struct questions *questions, struct slice id);
struct question_pending *question_pending_free(struct question_pending *pending);

/* The store has an answer: gives it to the server. `content`: JSON, or empty. */
void question_deliver(struct question_pending *pending, enum connector_action action, struct slice content);

/* On the writer: stores an end of the question, with its event. -ESTALE, -ENOENT. */
int question_resolve(struct store_tx *tx, const struct question_record *record);

/* --- form.c --- */

/* Checks an answer against the form, and writes it with the defaults of the form. -EINVAL, with a reason. */
int question_check(const struct question_record *question, const struct question_answer_params *params,
                   struct buf *ret_content, char *problem, size_t problem_size);
