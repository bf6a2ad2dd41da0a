/* Rows of permission requests and rules. The rules of rows.h apply. */
#pragma once

#include "contract/permission_types.h"
#include "daemon/store/rows.h"

/* --- requests --- */

enum { STORE_DIGEST_SIZE = 32 };

struct store_permission {
    int64_t no, session_no, task_no;
    int64_t seq;                             /* of the event that announced it; 0: decided without asking */
    struct slice key;                        /* the executor's own id; empty: none */
    unsigned char digest[STORE_DIGEST_SIZE]; /* a hash of tool and input */
    int64_t timeout_at;                      /* the time limit for an answer; 0: none */
    /* The time limit for a client that can answer to connect. 0: such a client was connected, or none is required. */
    int64_t approver_at;
    /* For a tool of an MCP server: its definition as JSON, and the hash of the one that a rule allows; or empty. */
    struct slice definition, allowed;
    struct permission_request record;
};

/* Sets record.timeout_at from both limits. */
void store_permission_set_limit(struct store_permission *permission);

/* Adds a request. Sets its number and an id, which is copied to `id`. Keeps `definition` for rules, and sets
 * record.mcp.before to the allowed one. -ESTALE: its task is not running, or is stopping. */
int store_permission_add(struct store_tx *tx, struct arena *arena, struct store_permission *permission,
                         char id[static ID_SIZE]);

/* Links the request to the event that was just added. */
int store_permission_note_event(struct store_tx *tx, struct store_permission *permission);

/* Adds a request that was decided at once. Does nothing if its task is gone or the request is a repeat. */
int store_permission_add_decided(struct store_tx *tx, const struct store_permission *permission);

/* Removes old requests that were decided at once, except the newest ones. Removes a bounded number per call. */
int store_permission_prune(struct store_tx *tx);

int store_permission_find(struct store_tx *tx, struct slice id, struct arena *arena,
                          struct store_permission *ret_permission);

/* Finds a request by the executor's id, or by its id in the store if the executor gave none. */
int store_permission_find_key(struct store_tx *tx, int64_t task, struct slice key, struct arena *arena,
                              struct store_permission *ret_permission);

/* Removes the executor's id, so that a repeat counts as a new request. */
int store_permission_forget_key(struct store_tx *tx, struct slice id);

/* Moves a pending request to record->state, with its reason, note, answered_by and answered_at. A conditional
 * write: the first answer wins. -ESTALE, -ENOENT. */
int store_permission_resolve(struct store_tx *tx, const struct permission_request *record);

/* A client that can answer has connected: removes that time limit from pending requests. */
int store_permission_approver_came(struct store_tx *tx);

/* Counts the requests of the task that were denied because no client answered. */
int store_permission_count_unanswered(struct store_tx *tx, int64_t task, int64_t *ret_count);

/* Returns how long the task has waited for answers until `now_ms`. Overlapping requests count once. */
int store_permission_waited(struct store_tx *tx, int64_t task, int64_t now_ms, int64_t *ret_ms);

/* Pending requests of a task, or of all tasks (0), oldest first. */
struct store_permissions {
    struct store_permission *items;
    size_t count;
};
int store_permission_pending(struct store_tx *tx, int64_t task, struct arena *arena,
                             struct store_permissions *ret_permissions);
/* Returns 1 or 0, or an error. */
int store_permission_is_pending(struct store_tx *tx, int64_t task);

struct store_permission_filter {
    bool has_state;
    enum permission_request_state state;
    struct slice session_id, after; /* session_id empty: any. after empty: from the newest */
    int64_t limit;
    size_t bytes; /* the page ends when it exceeds this */
};
struct store_permission_page {
    struct permission_request *items;
    size_t count;
};
int store_permission_list(struct store_tx *tx, const struct store_permission_filter *filter, struct arena *arena,
                          struct store_permission_page *ret_page);

/* Calls `each` for the newest requests, with an arena that is reset after each. A negative result ends the
 * iteration. */
int store_permission_newest(struct store_tx *tx, int64_t limit,
                            int (*each)(void *user, struct arena *arena, const struct permission_request *record),
                            void *user);

/* --- rules --- */

/* Adds a rule. Sets its id, in the arena. session_no 0: for all sessions. -EDQUOT: there are `most` rules already. */
int store_rule_add(struct store_tx *tx, struct arena *arena, int64_t session_no, int64_t most,
                   struct permission_rule *rule);
int store_rule_find(struct store_tx *tx, struct slice id, struct arena *arena, struct permission_rule *ret_rule);
int store_rule_remove(struct store_tx *tx, struct slice id);
int store_rule_remove_session(struct store_tx *tx, int64_t session_no);
int store_rule_remove_expired(struct store_tx *tx, int64_t now_ms);
int store_rule_used(struct store_tx *tx, struct slice id, int64_t uses, int64_t used_at);

/* Active rules, oldest first; with a session, those that apply to it. A decision must not rely on the list if
 * rows are unreadable: one of them may be a denial. */
struct store_rules {
    struct permission_rule *items;
    size_t count;
    size_t unreadable; /* rows that were skipped */
};
int store_rule_list(struct store_tx *tx, const struct store_session *session, int64_t now_ms, struct arena *arena,
                    struct store_rules *ret_rules);
