/* Rows of the questions that MCP servers ask. The answers are not stored. The rules of rows.h apply. */
#pragma once

#include "contract/question_types.h"
#include "daemon/store/rows.h"

struct store_question {
    struct slice key;   /* the connector's own id */
    int64_t expires_at; /* 0: never */
    struct question_record record;
};
struct store_questions {
    struct store_question *items;
    size_t count;
};

/* Adds a pending question. Sets its id, in the arena. */
int store_question_add(struct store_tx *tx, struct arena *arena, struct store_question *question);
/* -ENOENT */
int store_question_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_question *ret_question);

/* Moves a pending question to the record's state, with answered_at and answered_by. A conditional write: the first
 * answer counts. -ESTALE, -ENOENT. */
int store_question_resolve(struct store_tx *tx, const struct question_record *record);

struct store_question_filter {
    bool pending;                   /* only these */
    struct slice session_id, after; /* empty: any; from the newest */
    int64_t limit;
    size_t bytes; /* the page ends when it exceeds this */
};
/* Newest first. */
int store_question_list(struct store_tx *tx, const struct store_question_filter *filter, struct arena *arena,
                        struct store_questions *ret_questions);

/* Removes old questions that are not pending, a bounded number per call, except the newest ones. */
int store_question_prune(struct store_tx *tx, int64_t older_than_ms);

/* The numbers of a session and a task for store_event_add(); 0: there is none. */
int store_question_place(struct store_tx *tx, const struct question_record *record, int64_t *ret_session,
                         int64_t *ret_task);
