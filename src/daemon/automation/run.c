/* A run from its receipt to its end. Everything here is within a change: the receipt comes first, and what happens next
 * is in the same transaction. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/utf8.h"
#include "daemon/automation/internal.h"
#include "daemon/task/transitions.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"

enum { CANCELLED_AT_ONCE = 32 };

/* --- events --- */

int run_add_event(struct decision *d, const struct store_run *run)
{
    const struct event_automation_run_params params = {
        .timestamp = d->now,
        .rule_id = run->record.rule_id,
        .run_id = run->record.run_id,
        .state = run->record.state,
        .run = run->record,
    };
    return store_event_add(d->tx, &event_automation_run_event, 0, 0, &params);
}

/* --- receipts --- */

static void set_reason(struct store_run *run, struct slice reason, struct slice message)
{
    run->record.reason = reason;
    run->record.reason_is = reason.size > 0 ? FIELD_SET : FIELD_ABSENT;
    run->record.message = utf8_cut(message, AUTOMATION_MESSAGE_MAX);
    run->record.message_is = message.size > 0 ? FIELD_SET : FIELD_ABSENT;
}

static const enum automation_action_run_type types[] = {
    [AUTOMATION_ACTION_KIND_TASK] = AUTOMATION_ACTION_RUN_TYPE_TASK,
    [AUTOMATION_ACTION_KIND_TOOL] = AUTOMATION_ACTION_RUN_TYPE_TOOL,
    [AUTOMATION_ACTION_KIND_NOTIFY] = AUTOMATION_ACTION_RUN_TYPE_NOTIFY,
};

static int set_actions(struct decision *d, struct store_run *run, const struct automation_actions *actions)
{
    struct automation_action_run *items = arena_zeroed(d->arena, (actions->count + 1) * sizeof *items);
    if (!items)
        return -ENOMEM;
    for (size_t i = 0; i < actions->count; i++)
        items[i].type = types[actions->items[i].kind];
    run->record.actions.items = items;
    run->record.actions.count = actions->count;
    return 0;
}

/* Writes the receipt, without an event. */
static int add(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
               enum automation_run_state state, struct store_run *run)
{
    bool over = state != AUTOMATION_RUN_STATE_QUEUED && state != AUTOMATION_RUN_STATE_RUNNING;
    struct automation_run *record = &run->record;
    run->rule_no = rule->no;
    run->key = origin->key;
    run->depth = origin->cause.depth_is == FIELD_SET ? origin->cause.depth : 0;
    run->plan = rule->record.actions;
    run->budget = rule->record.policy.budget;
    run->budget_is = rule->record.policy.budget_is;
    run->spent_before = -1;
    record->rule_id = rule->record.rule_id;
    record->name = rule->record.name;
    record->due_at = origin->due_at;
    record->state = state;
    record->cause = origin->cause;
    record->ended_at = d->now;
    record->ended_at_is = over ? FIELD_SET : FIELD_ABSENT;
    record->started_at = d->now;
    record->started_at_is = state == AUTOMATION_RUN_STATE_RUNNING ? FIELD_SET : FIELD_ABSENT;
    int r = over ? 0 : set_actions(d, run, &rule->record.actions);
    if (r == 0)
        r = store_run_add(d->tx, d->arena, run);
    return r == 0 && fault_point("automation.receipt") < 0 ? -EIO : r;
}

int run_pass_over(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                  enum automation_run_state state, const char *reason, const char *message, int64_t to_ms,
                  int64_t count)
{
    struct store_run run = {0};
    int r = store_run_extend(d->tx, rule->no, state, slice_of(reason), to_ms, count);
    if (r != 0)
        return r < 0 ? r : 0;
    set_reason(&run, slice_of(reason), slice_of(message));
    run.record.from = origin->due_at;
    run.record.to = to_ms;
    run.record.count = count;
    run.record.from_is = run.record.to_is = run.record.count_is = count > 1 ? FIELD_SET : FIELD_ABSENT;
    r = add(d, rule, origin, state, &run);
    return r < 0 ? r : run_add_event(d, &run);
}

/* --- the end of a run --- */

static int disable_after_failures(struct decision *d, struct store_automation *rule)
{
    struct automation_todo *todo = arena_zeroed(d->arena, sizeof *todo);
    char text[160];
    if (!todo)
        return -ENOMEM;
    rule->record.enabled = false;
    rule->due = 0;
    rule->record.next_due_is = FIELD_ABSENT;
    (void)snprintf(text, sizeof text, "The rule was disabled: %lld runs in a row have failed.",
                   (long long)rule->failures);
    todo->kind = AUTOMATION_ACTION_KIND_NOTIFY;
    todo->rule_name = todo->title = rule->record.name;
    todo->body = arena_copy(d->arena, slice_of(text));
    todo->next = d->todos;
    d->todos = todo;
    return run_cancel_queued(d, rule->no, "disabled");
}

/* Counts failures in a row, and disables the rule after too many. */
static int count_failures(struct decision *d, int64_t rule_no, bool failed)
{
    struct store_automation rule;
    int r = store_automation_find_no(d->tx, rule_no, d->arena, &rule);
    if (r < 0)
        return r == -ENOENT || r == -EBADMSG ? 0 : r; /* it was deleted */
    if (!failed && rule.failures == 0)
        return 0;
    int64_t limit = rule.record.policy.disable_after_failures;
    rule.failures = failed ? rule.failures + 1 : 0;
    rule.record.failures = rule.failures;
    rule.record.failures_is = rule.failures > 0 ? FIELD_SET : FIELD_ABSENT;
    bool disables = failed && limit > 0 && rule.failures >= limit && rule.record.enabled;
    if (disables)
        r = disable_after_failures(d, &rule);
    if (r == 0)
        r = store_automation_save(d->tx, &rule);
    return r < 0 || !disables ? r
                              : rule_add_event(d, &rule, EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DISABLED, "failures");
}

/* -ESTALE is no error: it was ended before. */
static int end(struct decision *d, struct store_run *run, enum automation_run_state was, int64_t was_step,
               enum automation_run_state state, struct slice reason, struct slice message)
{
    set_reason(run, reason, message);
    run->record.state = state;
    run->record.ended_at = d->now;
    run->record.ended_at_is = FIELD_SET;
    run->task_no = 0;
    for (size_t i = 0; i < run->record.actions.count; i++)
        if (run->record.actions.items[i].state == AUTOMATION_ACTION_STATE_RUNNING) {
            run->record.actions.items[i].state = AUTOMATION_ACTION_STATE_CANCELLED;
            run->record.actions.items[i].ended_at = d->now;
            run->record.actions.items[i].ended_at_is = FIELD_SET;
        }
    int r = store_run_save(d->tx, run, was, was_step);
    if (r == 0)
        r = run_add_event(d, run);
    bool counts = state == AUTOMATION_RUN_STATE_COMPLETED || state == AUTOMATION_RUN_STATE_FAILED ||
                  state == AUTOMATION_RUN_STATE_REFUSED;
    if (r == 0 && counts)
        r = count_failures(d, run->rule_no, state != AUTOMATION_RUN_STATE_COMPLETED);
    return r == -ESTALE ? 0 : r;
}

/* --- values for templates --- */

int run_values(struct decision *d, const struct store_run *run, struct template_values *ret_values)
{
    const struct automation_cause *cause = &run->record.cause;
    char time[CLOCK_ISO_SIZE];
    struct json_error error;
    struct buf text = BUF_LIMITED((size_t)4 * AUTOMATION_DATA_MAX);
    yyjson_val *data = NULL;
    int r = 0;
    clock_format_iso(run->record.due_at, time);
    if (cause->data_is == FIELD_SET)
        r = json_write_any(&text, &cause->data);
    if (r == 0 && text.size > 0)
        r = json_read(d->arena, buf_slice(&text), &data, &error);
    buf_clear(&text);
    *ret_values = (struct template_values){
        .rule_id = run->record.rule_id,
        .rule_name = run->record.name,
        .run_id = run->record.run_id,
        .time = arena_copy(d->arena, slice_of(time)),
        .data = data,
        .outside = cause->type == AUTOMATION_TRIGGER_TYPE_EVENT || cause->type == AUTOMATION_TRIGGER_TYPE_FILE ||
                   cause->type == AUTOMATION_TRIGGER_TYPE_WEBHOOK,
    };
    return r;
}

/* --- actions --- */

static int fail_begun(struct decision *d, struct begun *begun, const char *problem)
{
    *begun = (struct begun){true, SLICE("template"), arena_copy(d->arena, slice_of(problem))};
    return begun->message.data ? 0 : -ENOMEM;
}

static int expand(struct decision *d, struct slice text, const struct template_values *values, struct slice *ret_text,
                  struct begun *begun)
{
    char problem[TEMPLATE_PROBLEM_SIZE] = "";
    struct buf out = BUF_LIMITED(AUTOMATION_PROMPT_MAX);
    int r = template_expand(&out, text, values, false, problem);
    if (r == 0)
        *ret_text = arena_copy(d->arena, out.size > 0 ? buf_slice(&out) : SLICE(""));
    buf_clear(&out);
    if (r == -EINVAL)
        return fail_begun(d, begun, problem);
    if (r == -ENOBUFS)
        return fail_begun(d, begun, "a text with its values is longer than 1 MiB");
    return r < 0 ? r : ret_text->data ? 0 : -ENOMEM;
}

static int expand_json(struct decision *d, struct buf *out, yyjson_val *value, const struct template_values *values,
                       struct begun *begun);

static int expand_members(struct decision *d, struct buf *out, yyjson_val *value, const struct template_values *values,
                          struct begun *begun)
{
    bool is_object = yyjson_is_obj(value);
    size_t index, max;
    yyjson_val *key, *item;
    int r = buf_append_char(out, is_object ? '{' : '[');
    if (is_object) {
        yyjson_obj_foreach(value, index, max, key, item)
        {
            if (index > 0)
                (void)buf_append_char(out, ',');
            (void)json_write_value(out, key);
            (void)buf_append_char(out, ':');
            r = r == 0 && !begun->failed ? expand_json(d, out, item, values, begun) : r;
        }
    } else {
        yyjson_arr_foreach(value, index, max, item)
        {
            if (index > 0)
                (void)buf_append_char(out, ',');
            r = r == 0 && !begun->failed ? expand_json(d, out, item, values, begun) : r;
        }
    }
    (void)buf_append_char(out, is_object ? '}' : ']');
    return r < 0 ? r : out->error;
}

/* Only the strings that are values are templates. */
static int expand_json(struct decision *d, struct buf *out, yyjson_val *value, const struct template_values *values,
                       struct begun *begun)
{
    struct slice text = {0};
    if (yyjson_is_ctn(value))
        return expand_members(d, out, value, values, begun);
    if (!yyjson_is_str(value))
        return json_write_value(out, value);
    int r = expand(d, (struct slice){yyjson_get_str(value), yyjson_get_len(value)}, values, &text, begun);
    return r < 0 || begun->failed ? r : json_write_string(out, text);
}

/* The input of a tool, as JSON. */
static int expand_input(struct decision *d, const struct automation_action_tool *action,
                        const struct template_values *values, struct slice *ret_input, struct begun *begun)
{
    struct buf text = BUF_LIMITED(AUTOMATION_PROMPT_MAX), out = BUF_LIMITED(AUTOMATION_PROMPT_MAX);
    struct json_error error;
    yyjson_val *root = NULL;
    const struct automation_action whole = {.kind = AUTOMATION_ACTION_KIND_TOOL, .as.tool = *action};
    int r = json_encode(&text, &automation_action_shape, &whole);
    if (r == 0)
        r = json_read(d->arena, buf_slice(&text), &root, &error);
    yyjson_val *input = r == 0 ? yyjson_obj_get(root, "input") : NULL;
    if (r == 0)
        r = input ? expand_json(d, &out, input, values, begun) : buf_append_text(&out, "{}");
    if (r == 0)
        *ret_input = arena_copy(d->arena, buf_slice(&out));
    buf_clear(&text);
    buf_clear(&out);
    if (r == -ENOBUFS)
        return fail_begun(d, begun, "the input with its values is longer than 1 MiB");
    return r < 0 ? r : ret_input->data ? 0 : -ENOMEM;
}

static int find_tool(struct decision *d, const struct automation_action_tool *action, struct automation_todo *todo,
                     struct begun *begun)
{
    struct mcp_tool_shown shown;
    char problem[TEMPLATE_PROBLEM_SIZE];
    int r = mcp_tool_find(d->tx, action->server, action->tool, d->arena, &shown);
    todo->server = action->server;
    todo->tool = action->tool;
    if (r == 0) {
        todo->agent_name = arena_copy(d->arena, shown.agent_name);
        todo->definition = shown.definition;
        return todo->agent_name.data ? 0 : -ENOMEM;
    }
    (void)snprintf(problem, sizeof problem,
                   "the MCP server %.*s has no tool %.*s, or its tools are not known; look: weir mcp tools %.*s",
                   (int)(action->server.size < 64 ? action->server.size : 64), action->server.data,
                   (int)(action->tool.size < 128 ? action->tool.size : 128), action->tool.data,
                   (int)(action->server.size < 64 ? action->server.size : 64), action->server.data);
    *begun = (struct begun){true, SLICE("tool_unknown"), arena_copy(d->arena, slice_of(problem))};
    return r != -ENOENT && r != -EINVAL ? r : begun->message.data ? 0 : -ENOMEM;
}

/* A tool or a notification: the loop performs it after the commit. */
static int add_todo(struct decision *d, const struct store_run *run, const struct automation_action *action,
                    struct begun *begun)
{
    struct automation_todo *todo = arena_zeroed(d->arena, sizeof *todo);
    struct template_values values;
    int r = todo ? run_values(d, run, &values) : -ENOMEM;
    if (r < 0)
        return r;
    *todo = (struct automation_todo){.run_no = run->no,
                                     .step = run->step,
                                     .rule_id = run->record.rule_id,
                                     .rule_name = run->record.name,
                                     .run_id = run->record.run_id,
                                     .kind = action->kind};
    if (action->kind == AUTOMATION_ACTION_KIND_NOTIFY) {
        r = expand(d, action->as.notify.title, &values, &todo->title, begun);
        if (r == 0 && !begun->failed)
            r = expand(d, action->as.notify.body, &values, &todo->body, begun);
    } else {
        r = find_tool(d, &action->as.tool, todo, begun);
        if (r == 0 && !begun->failed)
            r = expand_input(d, &action->as.tool, &values, &todo->input, begun);
    }
    if (r == 0 && !begun->failed) {
        todo->next = d->todos;
        d->todos = todo;
    }
    return r;
}

/* Begins the action at run->step, and stores what became of that. The state in the store is `was`. */
static int perform(struct decision *d, struct store_run *run, enum automation_run_state was, int64_t was_step)
{
    const struct automation_action *action = &run->plan.items[run->step];
    struct automation_action_run *done = &run->record.actions.items[run->step];
    struct begun begun = {0};
    run->record.state = AUTOMATION_RUN_STATE_RUNNING;
    run->task_no = 0;
    done->state = AUTOMATION_ACTION_STATE_RUNNING;
    done->started_at = d->now;
    done->started_at_is = FIELD_SET;
    int r = action->kind == AUTOMATION_ACTION_KIND_TASK ? submit_task(d, run, &action->as.task, &begun)
                                                        : add_todo(d, run, action, &begun);
    if (r == -EINVAL || r == -EBADMSG) { /* a row; no other rule waits for this one */
        begun = (struct begun){true, SLICE("unreadable"), SLICE("something that it needs cannot be read")};
        r = 0;
    }
    if (r == 0 && fault_point("automation.submit") < 0)
        r = -EIO;
    if (r < 0)
        return r;
    if (begun.failed) {
        done->state = AUTOMATION_ACTION_STATE_FAILED;
        done->message = utf8_cut(begun.message, AUTOMATION_MESSAGE_MAX);
        done->message_is = done->ended_at_is = FIELD_SET;
        done->ended_at = d->now;
        return end(d, run, was, was_step, run->step == 0 ? AUTOMATION_RUN_STATE_REFUSED : AUTOMATION_RUN_STATE_FAILED,
                   begun.reason, begun.message);
    }
    r = store_run_save(d->tx, run, was, was_step);
    return r < 0 ? (r == -ESTALE ? 0 : r) : run_add_event(d, run);
}

int run_begin(struct decision *d, struct store_run *run)
{
    run->record.started_at = d->now;
    run->record.started_at_is = FIELD_SET;
    if (run->plan.count == 0 || run->record.actions.count != run->plan.count)
        return end(d, run, AUTOMATION_RUN_STATE_QUEUED, run->step, AUTOMATION_RUN_STATE_FAILED, SLICE("interrupted"),
                   SLICE("its actions cannot be read"));
    return perform(d, run, AUTOMATION_RUN_STATE_QUEUED, run->step);
}

/* The current action has ended. */
static int go_on(struct decision *d, struct store_run *run, enum automation_action_state state, struct slice reason,
                 struct slice message)
{
    struct automation_action_run *done = &run->record.actions.items[run->step];
    int64_t was_step = run->step;
    done->state = state;
    done->message = utf8_cut(message, AUTOMATION_MESSAGE_MAX);
    done->message_is = message.size > 0 ? FIELD_SET : FIELD_ABSENT;
    done->ended_at = d->now;
    done->ended_at_is = FIELD_SET;
    if (state == AUTOMATION_ACTION_STATE_CANCELLED)
        return end(d, run, AUTOMATION_RUN_STATE_RUNNING, was_step, AUTOMATION_RUN_STATE_CANCELLED, reason, message);
    if (state == AUTOMATION_ACTION_STATE_FAILED)
        return end(d, run, AUTOMATION_RUN_STATE_RUNNING, was_step, AUTOMATION_RUN_STATE_FAILED, reason, message);
    if ((size_t)run->step + 1 == run->record.actions.count)
        return end(d, run, AUTOMATION_RUN_STATE_RUNNING, was_step, AUTOMATION_RUN_STATE_COMPLETED, SLICE(""),
                   SLICE(""));
    run->step++;
    return perform(d, run, AUTOMATION_RUN_STATE_RUNNING, was_step);
}

/* --- the ends of actions --- */

static bool is_of_budget(const struct store_run *run, const struct store_run_task *task)
{
    return run->budget_is == FIELD_SET &&
           (slice_is(task->reason, "token_limit") || slice_is(task->code, "budget_exceeded"));
}

static int settle_task(struct decision *d, struct store_run *run)
{
    struct store_run_task task;
    struct automation_action_run *done = &run->record.actions.items[run->step];
    int r = store_run_task_find(d->tx, run->task_no, d->arena, &task);
    if (r == -ENOENT)
        return go_on(d, run, AUTOMATION_ACTION_STATE_FAILED, SLICE("task_deleted"), SLICE("its task was deleted"));
    if (r < 0)
        return r;
    done->tokens = task.tokens;
    done->tokens_is = task.tokens > 0 ? FIELD_SET : FIELD_ABSENT;
    if (task.state == TASK_STATE_COMPLETED)
        return go_on(d, run, AUTOMATION_ACTION_STATE_COMPLETED, SLICE(""), task.text);
    if (task.state == TASK_STATE_CANCELLED)
        return go_on(d, run, AUTOMATION_ACTION_STATE_CANCELLED, SLICE("task_cancelled"),
                     SLICE("its task was cancelled"));
    if (task.state == TASK_STATE_FAILED)
        return go_on(d, run, AUTOMATION_ACTION_STATE_FAILED,
                     is_of_budget(run, &task) ? SLICE("budget") : SLICE("task_failed"), task.error);
    return 0;
}

static bool is_readable(const struct store_run *run)
{
    return run->step >= 0 && (size_t)run->step < run->record.actions.count &&
           run->plan.count == run->record.actions.count;
}

int run_settle(struct decision *d, struct store_run *run, bool fresh)
{
    if (!is_readable(run))
        return end(d, run, AUTOMATION_RUN_STATE_RUNNING, run->step, AUTOMATION_RUN_STATE_FAILED, SLICE("interrupted"),
                   SLICE("its actions cannot be read"));
    if (run->task_no > 0)
        return settle_task(d, run);
    if (!fresh)
        return 0;
    return go_on(d, run, AUTOMATION_ACTION_STATE_FAILED, SLICE("interrupted"),
                 SLICE("the daemon ended while this was under way; it may have happened, and is not repeated"));
}

int run_report(struct decision *d, int64_t run_no, int64_t step, bool ok, struct slice reason, struct slice message)
{
    struct store_run run;
    int r = store_run_find(d->tx, run_no, d->arena, &run);
    if (r < 0)
        return r == -ENOENT || r == -EBADMSG ? 0 : r;
    if (run.record.state != AUTOMATION_RUN_STATE_RUNNING || run.step != step || run.task_no > 0 || !is_readable(&run))
        return 0;
    return go_on(d, &run, ok ? AUTOMATION_ACTION_STATE_COMPLETED : AUTOMATION_ACTION_STATE_FAILED, reason, message);
}

/* --- cancelling --- */

/* Ends the task of a run: at once if it is queued; else it is asked to after the commit. */
static int halt_task(struct decision *d, int64_t task_no, struct slice reason)
{
    struct store_run_task found;
    static const struct task_result nothing = {0};
    int r = store_run_task_find(d->tx, task_no, d->arena, &found);
    if (r < 0 || task_state_is_final(found.state))
        return r == -ENOENT ? 0 : r;
    const struct task_ids ids = {task_no, found.session_no, found.id, found.session_id};
    if (found.state == TASK_STATE_QUEUED)
        return task_transition_ended(d->tx, &ids, TASK_STATE_BIT(TASK_STATE_QUEUED), TASK_STATE_CANCELLED, reason,
                                     &nothing, clock_epoch_ms());
    struct automation_halt *halt = arena_zeroed(d->arena, sizeof *halt);
    if (!halt)
        return -ENOMEM;
    *halt = (struct automation_halt){.next = d->halts, .task = task_no, .reason = reason};
    d->halts = halt;
    return found.state == TASK_STATE_STOPPING ? 0 : task_transition_stopping(d->tx, &ids, reason, clock_epoch_ms());
}

static int cancel(struct decision *d, struct store_run *run, const char *reason)
{
    int r = run->task_no > 0 ? halt_task(d, run->task_no, slice_of(reason)) : 0;
    return r < 0
               ? r
               : end(d, run, run->record.state, run->step, AUTOMATION_RUN_STATE_CANCELLED, slice_of(reason), SLICE(""));
}

int run_cancel_queued(struct decision *d, int64_t rule_no, const char *reason)
{
    struct store_runs runs = {.count = 1};
    int r = 0;
    while (r == 0 && runs.count > 0) {
        r = store_run_queued(d->tx, rule_no, CANCELLED_AT_ONCE, d->arena, &runs);
        for (size_t i = 0; r == 0 && i < runs.count; i++)
            r = cancel(d, &runs.items[i], reason);
    }
    return r;
}

int run_cancel_all(struct decision *d, int64_t rule_no, const char *reason)
{
    struct store_run run;
    int r = 0;
    while (r == 0 && (r = store_run_first(d->tx, rule_no, AUTOMATION_RUN_STATE_RUNNING, d->arena, &run)) == 0)
        r = cancel(d, &run, reason);
    return r == -ENOENT ? run_cancel_queued(d, rule_no, reason) : r;
}

/* --- a new cause --- */

static int refuse(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                  enum automation_run_state state, const char *reason, const char *message, struct store_run *ret_run)
{
    if (!origin->own_receipt)
        return run_pass_over(d, rule, origin, state, reason, message, origin->due_at, 1);
    set_reason(ret_run, slice_of(reason), slice_of(message));
    int r = add(d, rule, origin, state, ret_run);
    return r < 0 ? r : run_add_event(d, ret_run);
}

static int queue(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                 struct store_run *ret_run)
{
    int64_t waiting = 0;
    char message[96];
    int r = store_run_count_in(d->tx, rule->no, AUTOMATION_RUN_STATE_QUEUED, &waiting);
    if (r < 0)
        return r;
    (void)snprintf(message, sizeof message, "%lld runs of the rule wait already", (long long)waiting);
    if (waiting >= AUTOMATION_QUEUED_MAX)
        return refuse(d, rule, origin, AUTOMATION_RUN_STATE_REFUSED, "too_many", message, ret_run);
    r = add(d, rule, origin, AUTOMATION_RUN_STATE_QUEUED, ret_run);
    return r < 0 ? r : run_add_event(d, ret_run);
}

/* Failures may have disabled the rule since this decision has read it. */
static int check_enabled(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                         const char **ret_reason, char message[static 128])
{
    bool by_hand = origin->cause.type == AUTOMATION_TRIGGER_TYPE_MANUAL;
    int r = by_hand ? 1 : store_automation_is_enabled(d->tx, rule->no);
    *ret_reason = r == 0 ? "disabled" : NULL;
    (void)snprintf(message, 128, "the rule was disabled, because its runs have failed");
    return r < 0 ? r : 0;
}

/* *ret_reason: why it may not be; NULL: it may. */
static int check_limits(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                        const char **ret_reason, char message[static 128])
{
    enum { HOUR_MS = 3600000 };
    int64_t recent = 0, limit = rule->record.policy.max_per_hour;
    *ret_reason = NULL;
    if (!origin->limited)
        return 0;
    if (origin->cause.depth_is == FIELD_SET && origin->cause.depth > AUTOMATION_DEPTH_MAX) {
        (void)snprintf(message, 128, "more than %d runs of rules led to this one, each to the next",
                       AUTOMATION_DEPTH_MAX);
        *ret_reason = "loop";
        return 0;
    }
    int r = store_run_rate(d->tx, rule->no, d->now - HOUR_MS, d->now, &recent);
    if (r == 0 && recent >= limit) {
        (void)snprintf(message, 128, "the rule has run %lld times in the last hour (limit: maxPerHour = %lld)",
                       (long long)recent, (long long)limit);
        *ret_reason = "rate";
    }
    return r;
}

static int start(struct decision *d, const struct store_automation *rule, const struct run_origin *origin,
                 struct store_run *ret_run)
{
    int r = add(d, rule, origin, AUTOMATION_RUN_STATE_RUNNING, ret_run);
    return r < 0 ? r : perform(d, ret_run, AUTOMATION_RUN_STATE_RUNNING, 0);
}

int run_receive(struct decision *d, struct store_automation *rule, const struct run_origin *origin,
                struct store_run *ret_run)
{
    char message[128];
    const char *reason = NULL;
    int64_t running = 0, waiting = 0;
    *ret_run = (struct store_run){0};
    int r = check_enabled(d, rule, origin, &reason, message);
    if (r == 0 && !reason)
        r = check_limits(d, rule, origin, &reason, message);
    if (r < 0)
        return r;
    if (reason)
        return refuse(d, rule, origin, AUTOMATION_RUN_STATE_REFUSED, reason, message, ret_run);
    r = store_run_count_in(d->tx, rule->no, AUTOMATION_RUN_STATE_RUNNING, &running);
    if (r == 0)
        r = store_run_count_in(d->tx, rule->no, AUTOMATION_RUN_STATE_QUEUED, &waiting);
    if (r < 0)
        return r;
    if (running + waiting == 0)
        return start(d, rule, origin, ret_run);
    if (origin->made_up || rule->record.policy.overlap == AUTOMATION_OVERLAP_QUEUE)
        return queue(d, rule, origin, ret_run);
    if (rule->record.policy.overlap == AUTOMATION_OVERLAP_SKIP)
        return refuse(d, rule, origin, AUTOMATION_RUN_STATE_SKIPPED, "overlap", "the run before was not over", ret_run);
    r = run_cancel_all(d, rule->no, "replaced");
    return r < 0 ? r : start(d, rule, origin, ret_run);
}
