/* Permission requests and rules as rows; see rows.h for what holds of all of them. */
#pragma once

#include "contract/permission_types.h"
#include "daemon/store/rows.h"

/* --- requests ----------------------------------------------------------------------- */

enum { STORE_DIGEST_SIZE = 32 };

struct store_permission {
    int64_t no, session_no, task_no;
    int64_t seq;                             /* of the event that tells of it; 0: nobody was asked */
    struct slice key;                        /* the executor's own id of it; empty: it gave none */
    unsigned char digest[STORE_DIGEST_SIZE]; /* of what it asks for */
    int64_t timeout_at;                      /* it has waited long enough for an answer; 0: it has no such limit */
    int64_t approver_at; /* and for somebody who can answer; 0: one was there, or it is not waited for */
    struct permission_request record;
};

/* Both limits, as they are told of. */
void store_permission_set_limit(struct store_permission *permission);

/* Gives it a number, and an id, which is written to `id`. -ESTALE: its task is not at work, or is to stop. */
int store_permission_add(struct store_tx *tx, struct store_permission *permission, char id[static ID_SIZE]);

/* The event that was just added tells of it. */
int store_permission_note_event(struct store_tx *tx, struct store_permission *permission);

/* One that was decided at once. Nothing where its task is gone, or it is a repeat. */
int store_permission_add_decided(struct store_tx *tx, const struct store_permission *permission);

/* Of those that were decided at once, the newest of all stay; the step is bounded. */
int store_permission_prune(struct store_tx *tx);

int store_permission_find(struct store_tx *tx, struct slice id, struct arena *arena,
                          struct store_permission *ret_permission);

/* By the executor's own id; or, of one without such, by its id in the store. */
int store_permission_find_key(struct store_tx *tx, int64_t task, struct slice key, struct arena *arena,
                              struct store_permission *ret_permission);

/* A repeat of it is a request of its own from now on. */
int store_permission_forget_key(struct store_tx *tx, struct slice id);

/* From pending to `state`, with what record has of reason, note, answered_by and answered_at: one conditional write,
 * and the first wins. -ESTALE, -ENOENT. */
int store_permission_resolve(struct store_tx *tx, const struct permission_request *record);

/* Somebody is there who can answer: nothing that waits has a limit for that any more. */
int store_permission_approver_came(struct store_tx *tx);

/* So many of the task were refused because nobody answered. */
int store_permission_count_unanswered(struct store_tx *tx, int64_t task, int64_t *ret_count);

/* How long the task has waited for answers until `now_ms`: requests that waited at the same time count once. */
int store_permission_waited(struct store_tx *tx, int64_t task, int64_t now_ms, int64_t *ret_ms);

/* Those that wait for an answer, the oldest first; of one task, or of all (0). */
struct store_permissions {
    struct store_permission *items;
    size_t count;
};
int store_permission_pending(struct store_tx *tx, int64_t task, struct arena *arena,
                             struct store_permissions *ret_permissions);
/* 1 or 0, or an error. */
int store_permission_is_pending(struct store_tx *tx, int64_t task);

struct store_permission_filter {
    bool has_state;
    enum permission_request_state state;
    struct slice session_id, after; /* empty: any; from the newest */
    int64_t limit;
    size_t bytes; /* the page ends when it has become longer than this */
};
struct store_permission_page {
    struct permission_request *items;
    size_t count;
};
int store_permission_list(struct store_tx *tx, const struct store_permission_filter *filter, struct arena *arena,
                          struct store_permission_page *ret_page);

/* Calls `each` for the newest ones, with an arena that is reset behind each; a negative result of it ends that. */
int store_permission_newest(struct store_tx *tx, int64_t limit,
                            int (*each)(void *user, struct arena *arena, const struct permission_request *record),
                            void *user);

/* --- rules --------------------------------------------------------------------------- */

/* Gives it an id, in the arena. session_no 0: it is of no session. -EDQUOT: there are `most` of them already. */
int store_rule_add(struct store_tx *tx, struct arena *arena, int64_t session_no, int64_t most,
                   struct permission_rule *rule);
int store_rule_find(struct store_tx *tx, struct slice id, struct arena *arena, struct permission_rule *ret_rule);
int store_rule_remove(struct store_tx *tx, struct slice id);
int store_rule_remove_session(struct store_tx *tx, int64_t session_no);
int store_rule_remove_expired(struct store_tx *tx, int64_t now_ms);
int store_rule_used(struct store_tx *tx, struct slice id, int64_t uses, int64_t used_at);

/* Oldest first, those that are in force. With a session: those that count in it. Whoever decides by them takes none of
 * them where one is unreadable: it may deny. */
struct store_rules {
    struct permission_rule *items;
    size_t count;
    size_t unreadable; /* rows that were passed over */
};
int store_rule_list(struct store_tx *tx, const struct store_session *session, int64_t now_ms, struct arena *arena,
                    struct store_rules *ret_rules);
