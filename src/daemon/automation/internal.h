/* Declarations that are private to src/daemon/automation. */
#pragma once

#include "base/arena.h"
#include "contract/automation.h"
#include "daemon/automation/automation.h"
#include "daemon/automation/template.h"
#include "daemon/store/audit.h"
#include "daemon/store/automation.h"
#include "daemon/task/submission.h"
#include "schedule/schedule.h"
#include "schedule/zones.h"

enum {
    AUTOMATION_RULES_MAX = 20000,
    AUTOMATION_DEPTH_MAX = 3,    /* runs that may lead to a run */
    AUTOMATION_QUEUED_MAX = 100, /* runs of a rule that may wait */
    AUTOMATION_DATA_MAX = 64 << 10,
    AUTOMATION_MESSAGE_MAX = 2000,
    AUTOMATION_PROMPT_MAX = 1 << 20,
};

/* --- decisions, on the writer thread --- */

/* A tool or a notification that is to be performed after the commit. In the arena of the decision. */
struct automation_todo {
    struct automation_todo *next;
    int64_t run_no, step; /* run_no 0: a notification of weir's own */
    struct slice rule_id, rule_name, run_id;
    enum automation_action_kind kind;
    struct slice title, body;         /* of a notification */
    struct slice server, tool, input; /* of a tool; the input is JSON */
    struct slice agent_name, definition;
};

/* A task that is to be asked to end after the commit. */
struct automation_halt {
    struct automation_halt *next;
    int64_t task;
    struct slice reason;
};

struct decision {
    struct store_tx *tx;
    struct arena *arena;
    const struct session_keeper *sessions;
    struct zones *zones;
    struct audit_note actor; /* who makes a session */
    int64_t now;
    /* The results, for the loop. A change can be applied twice: decision_begin() clears them. */
    struct automation_todo *todos;
    struct automation_halt *halts;
    bool submitted;
    struct submission submission; /* its settings, as they are on the loop; only the used part is copied */
};

/* On the loop: everything but `tx` and `arena`. */
void decision_init(struct decision *decision, const struct automation *automation);
void decision_begin(struct decision *decision, struct store_tx *tx, struct arena *arena);
/* On the loop, after the commit: performs what was decided. */
void decision_carry_out(struct automation *automation, const struct decision *decision);

/* --- trigger.c --- */

/* The event of such a trigger, as a rule may name it: "task.failed" is not one. NULL: there is none. */
const struct event_type *trigger_event(struct slice name, unsigned *ret_kind);
/* All of these, one after another. NULL: no more. */
const struct event_type *trigger_event_at(size_t index);
/* When a trigger is due. */
struct trigger_times {
    bool has_times;
    struct schedule schedule;
};
/* Negative: it cannot be used any more. */
int trigger_times(struct zones *zones, const struct automation_trigger *trigger, int64_t armed_at,
                  struct trigger_times *ret_times);
/* The next due time after this one; 0: none. */
int64_t trigger_next(const struct trigger_times *times, int64_t after_ms);
/* When to start for a due time: the jitter is the same for the same rule and time, and ends before the next one. */
int64_t trigger_wake(const struct trigger_times *times, const struct store_automation *rule, int64_t due_ms);
/* Sets due and wake to the next time after this one. */
int trigger_set(struct zones *zones, struct store_automation *rule, int64_t after_ms);
enum { TRIGGER_PROBLEM_SIZE = 384 };
/* -EINVAL: it cannot be used; *ret_path is the field. */
int trigger_check(struct zones *zones, const struct automation_trigger *trigger, int64_t now_ms, const char **ret_path,
                  char problem[static TRIGGER_PROBLEM_SIZE]);

/* --- due.c --- */

/* The rule is due: writes the receipts of all times that have come, and moves it to the next. */
int due_decide(struct decision *d, const struct store_automation_state *state, struct store_automation *rule);

/* --- match.c --- */

/* Compares new events with the rules that wait for events. *ret_more: there are more. */
int match_events(struct decision *d, struct store_automation_state *state, struct store_kinds *ret_wanted,
                 bool *ret_more);

/* --- receipt.c --- */

/* Why a run is to be. */
struct run_origin {
    struct slice key;
    int64_t due_at;
    struct automation_cause cause;
    bool limited;     /* the rate and the chain of causes are limited */
    bool made_up;     /* for a missed time: it may wait, whatever the policy about overlap is */
    bool own_receipt; /* a receipt that is not run is never shared */
};

/* Writes the receipt, and begins the run if it may. *ret_run: it, unless its receipt is shared (number 0). -EEXIST:
 * there is one. */
int receipt_begin(struct decision *d, struct store_automation *rule, const struct run_origin *origin,
                  struct store_run *ret_run);
/* Writes a receipt for due times that are not run; `count` of them. */
int receipt_pass_over(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                      enum automation_run_state state, const char *reason, const char *message, int64_t to_ms,
                      int64_t count);

/* --- run.c --- */

/* Begins the action at run->step, and stores what became of that. The state in the store is `was`. */
int run_perform(struct decision *d, struct store_run *run, enum automation_run_state was, int64_t was_step);
/* Begins a queued run. */
int run_begin(struct decision *d, struct store_run *run);
/* The tasks of these runs have ended, or never will. */
int run_settle(struct decision *d, struct store_run *run, bool fresh);
/* A tool or a notification has ended. Nothing, if the run is not there any more. */
int run_report(struct decision *d, int64_t run_no, int64_t step, bool ok, struct slice reason, struct slice message);
/* Cancels all runs of a rule. */
int run_cancel_all(struct decision *d, int64_t rule_no, const char *reason);
/* Cancels those that have not begun. `rule_no` 0: of all rules. */
int run_cancel_queued(struct decision *d, int64_t rule_no, const char *reason);
void run_set_reason(struct store_run *run, struct slice reason, struct slice message);
int run_add_event(struct decision *d, const struct store_run *run);

/* What became of an action that was begun. */
struct begun {
    bool failed;
    struct slice reason, message;
};

/* --- todo.c --- */

/* Adds a tool or a notification to what the loop performs after the commit. */
int todo_add(struct decision *d, const struct store_run *run, const struct automation_action *action,
             struct begun *ret_begun);
/* The values for the templates of a run. */
int todo_values(struct decision *d, const struct store_run *run, struct template_values *ret_values);

/* --- submit.c --- */

int submit_task(struct decision *d, struct store_run *run, const struct automation_action_task *action,
                struct begun *ret_begun);

/* --- rules.c --- */

int rule_add_event(struct decision *d, const struct store_automation *rule,
                   enum event_automation_changed_params_change change, const char *reason);
/* Sets when and from which event on the rule counts, and its next due time. */
int rule_arm(struct decision *d, struct store_automation *rule);

/* --- automation.c --- */

int64_t automation_now(const struct automation *automation);
/* Something may have become due. */
void automation_look(struct automation *automation);

/* --- order.c --- */

/* Performs it. Its result is stored by a later look. */
void order_perform(struct automation *automation, const struct automation_todo *todo);
void order_clear_all(struct automation *automation);
/* Stores a result with the next look. `reason` is a constant. */
void order_result(struct automation *automation, int64_t run_no, int64_t step, bool ok, const char *reason,
                  struct slice message);

/* --- webhook.c --- */

/* The name of the key with the secret of a rule's webhook. -ENAMETOOLONG: no rule has such an id. */
enum { WEBHOOK_SERVICE_SIZE = 64 };
int webhook_service(struct slice rule_id, char ret_service[static WEBHOOK_SERVICE_SIZE]);

/* --- tool.c --- */

/* Calls the tool, if a rule allows it. A result follows in any case. */
void tool_call(struct automation *automation, const struct automation_todo *todo);
void tool_stop(struct automation *automation);

struct automation_result {
    struct list link;
    int64_t run_no, step;
    bool ok;
    const char *reason;
    char message[AUTOMATION_MESSAGE_MAX + 1];
};

/* --- files.c --- */

void files_open(struct automation *automation);
/* These events were committed: rules, or their runs, may have changed. */
void files_events(struct automation *automation, const struct store_event *events, size_t count);
/* What keeps the rule from being watched becomes its problem, for an answer that is sent at once. */
void files_show_problem(const struct automation *automation, struct automation_rule *rule);

/* --- clock.c --- */

int automation_clock_init(struct automation_clock *clock, uv_loop_t *loop, struct timers *timers,
                          void (*rings)(struct automation_clock *clock, bool was_set));
int64_t automation_clock_now(const struct automation_clock *clock);
/* 0: never. */
void automation_clock_set(struct automation_clock *clock, int64_t at_ms);
void automation_clock_close(struct automation_clock *clock);
