/* Rows of automation rules, and of their runs: the receipts. The rules of rows.h apply. */
#pragma once

#include "contract/automation_types.h"
#include "daemon/store/rows.h"

struct store_automation {
    int64_t no;
    int64_t due;             /* the next due time, epoch milliseconds; 0: none */
    int64_t wake;            /* when to start for it: later by the jitter */
    int64_t last_due;        /* the last due time that has a receipt; 0: none */
    int64_t armed_at;        /* when it was enabled: nothing before that counts */
    int64_t armed_seq;       /* the last event before that */
    struct slice session_id; /* of its own session; empty: none yet */
    int64_t failures;
    struct automation_rule record;
};
struct store_automations {
    struct store_automation *items;
    size_t count;
};

/* --- automation as a whole --- */

struct store_automation_state {
    bool enabled;
    int64_t resumed_at; /* when it was last switched on; due times before have no receipt */
    int64_t seq;        /* events up to this one were compared with the rules */
};
int store_automation_state_get(struct store_tx *tx, struct store_automation_state *ret_state);
int store_automation_state_put(struct store_tx *tx, const struct store_automation_state *state);

/* --- rules --- */

/* Sets number and id, in the arena. */
int store_automation_add(struct store_tx *tx, struct arena *arena, struct store_automation *rule);
/* -ENOENT. With the last run. */
int store_automation_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_automation *ret_rule);
int store_automation_find_no(struct store_tx *tx, int64_t no, struct arena *arena, struct store_automation *ret_rule);
/* Writes all but the number and the id. */
int store_automation_save(struct store_tx *tx, const struct store_automation *rule);
int store_automation_remove(struct store_tx *tx, int64_t no);
int store_automation_count(struct store_tx *tx, int64_t *ret_count);

/* Moves the rule to its next due time, if it is enabled and `was` is the one that it has. -ESTALE. */
int store_automation_advance(struct store_tx *tx, int64_t no, int64_t was, const struct store_automation *to);

/* Oldest first, with the last runs. */
int store_automation_list(struct store_tx *tx, struct arena *arena, struct store_automations *ret_rules);
/* Enabled rules that are to start by now, the longest waiting first. Rules that cannot be read are disabled. */
int store_automation_due(struct store_tx *tx, int64_t now_ms, int64_t limit, struct arena *arena,
                         struct store_automations *ret_rules);
/* When the next rule is to start; 0: never. */
int store_automation_next(struct store_tx *tx, int64_t *ret_wake);
/* Enabled rules with this kind of trigger. */
int store_automation_of_kind(struct store_tx *tx, enum automation_trigger_kind kind, struct arena *arena,
                             struct store_automations *ret_rules);
/* Enabled rules that wait for this event. */
int store_automation_of_event(struct store_tx *tx, struct slice event, struct arena *arena,
                              struct store_automations *ret_rules);
/* The lowest armed_seq of these rules. -ENOENT: there are none. */
int store_automation_armed(struct store_tx *tx, struct slice event, int64_t *ret_seq);
/* 1 or 0. */
int store_automation_is_enabled(struct store_tx *tx, int64_t no);
/* The clock was set back: rules with an interval that would wait longer than it begin anew. */
int store_automation_clamp(struct store_tx *tx, int64_t now_ms);

/* --- runs --- */

struct store_run {
    int64_t no, rule_no;
    struct slice key;               /* what it is the receipt for; unique within its rule */
    int64_t step;                   /* the action that is being done */
    int64_t task_no;                /* its task; 0: none */
    int64_t depth;                  /* of its cause */
    struct automation_actions plan; /* the actions, while it is not over */
    struct automation_run_budget budget;
    enum field_is budget_is;
    int64_t spent_before; /* what its session had cost before it, in millionths; -1: not known yet */
    struct automation_run record;
};
struct store_runs {
    struct store_run *items;
    size_t count;
};

/* Sets number and id, in the arena. -EEXIST: the rule has a receipt with this key. */
int store_run_add(struct store_tx *tx, struct arena *arena, struct store_run *run);
int store_run_find(struct store_tx *tx, int64_t no, struct arena *arena, struct store_run *ret_run);
/* Writes state, step, task, actions, times and reason of a run that is in the state `was` and at the step `was_step`.
 * One that is over loses its plan. -ESTALE. */
int store_run_save(struct store_tx *tx, const struct store_run *run, enum automation_run_state was, int64_t was_step);

/* If the newest receipt of the rule has this state and reason, adds these due times to it and returns 1. */
int store_run_extend(struct store_tx *tx, int64_t rule, enum automation_run_state state, struct slice reason,
                     int64_t to_ms, int64_t count);
/* The oldest run of the rule in this state. -ENOENT. */
int store_run_first(struct store_tx *tx, int64_t rule, enum automation_run_state state, struct arena *arena,
                    struct store_run *ret_run);
int store_run_count_in(struct store_tx *tx, int64_t rule, enum automation_run_state state, int64_t *ret_count);
/* How many runs of the rule an event, a file or a webhook has started since then. */
int store_run_rate(struct store_tx *tx, int64_t rule, int64_t since_ms, int64_t now_ms, int64_t *ret_count);

/* Running runs, by number, after this one. `ended_only`: those whose task has ended or is gone. */
int store_run_live(struct store_tx *tx, int64_t after, bool ended_only, int64_t limit, struct arena *arena,
                   struct store_runs *ret_runs);
/* Queued runs whose rule has no running one: the oldest of each rule. */
int store_run_ready(struct store_tx *tx, int64_t limit, struct arena *arena, struct store_runs *ret_runs);
/* Queued runs, the oldest of each rule first. `rule` 0: of all. */
int store_run_queued(struct store_tx *tx, int64_t rule, int64_t limit, struct arena *arena,
                     struct store_runs *ret_runs);
int store_run_live_count(struct store_tx *tx, int64_t *ret_count);

/* How a task ended. -ENOENT: it is gone. */
struct store_run_task {
    int64_t session_no;
    struct slice id, session_id;
    enum task_state state;
    int64_t tokens;                   /* that it has used */
    struct slice reason, code, error; /* why it failed; empty: not so */
    struct slice text;                /* its result */
};
int store_run_task_find(struct store_tx *tx, int64_t task, struct arena *arena, struct store_run_task *ret_task);
/* The depth of the cause of a task, a run or a rule's session, whichever is given (0, empty: not); -1: none of a
 * rule's. */
int store_run_depth(struct store_tx *tx, int64_t task, int64_t session, struct slice run_id, int64_t *ret_depth);

/* Remembers the id of a delivery, and forgets those that came before `since`. -EEXIST: it came since then. */
int store_delivery_add(struct store_tx *tx, int64_t rule, struct slice id, int64_t now_ms, int64_t since_ms);

struct store_run_filter {
    struct slice rule_id; /* empty: all */
    int64_t before;       /* only smaller numbers; INT64_MAX: all */
    int64_t limit;
    size_t bytes;
};
/* Newest first. */
int store_run_list(struct store_tx *tx, const struct store_run_filter *filter, struct arena *arena,
                   struct store_runs *ret_runs);
/* Removes old receipts, a bounded number: of the rule those due before, but the newest; or of all rules those that
 * ended before. */
int store_run_prune_rule(struct store_tx *tx, int64_t rule, int64_t before_ms);
int store_run_prune(struct store_tx *tx, int64_t before_ms, int64_t *ret_removed);
