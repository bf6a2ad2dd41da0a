/* automation:create, update, delete, and what they check. Checks that need no store are made in the change too, because
 * an update changes a part of a rule. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/automation/places.h"
#include "daemon/automation/ruling.h"
#include "daemon/client/client.h"
#include "daemon/store/mcp.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/write.h"

/* --- events and the audit log --- */

int rule_add_event(struct decision *d, const struct store_automation *rule,
                   enum event_automation_changed_params_change change, const char *reason)
{
    const struct event_automation_changed_params params = {
        .timestamp = d->now,
        .change = change,
        .rule_id = rule->record.rule_id,
        .rule_id_is = FIELD_SET,
        .name = rule->record.name,
        .name_is = FIELD_SET,
        .reason = slice_of(reason ? reason : ""),
        .reason_is = reason ? FIELD_SET : FIELD_ABSENT,
        .rule = rule->record,
        .rule_is = change == EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DELETED ? FIELD_ABSENT : FIELD_SET,
    };
    return store_event_add(d->tx, &event_automation_changed_event, 0, 0, &params);
}

int ruling_audit(const struct store_request *request, struct store_tx *tx, const char *what,
                 const struct automation_rule *rule)
{
    struct audit_note note = request->actor;
    struct buf data = BUF_LIMITED(4096);
    note.what = slice_of(what);
    if (!rule)
        return store_audit_add(tx, &note);
    buf_append_text(&data, "{\"ruleId\":");
    json_write_string(&data, rule->rule_id);
    buf_append_text(&data, ",\"name\":");
    json_write_string(&data, rule->name);
    buf_append_text(&data, ",\"trigger\":");
    json_write_string(&data, automation_trigger_type_shape.of.words.items[rule->trigger.kind]);
    buf_append_char(&data, '}');
    note.data = buf_slice(&data);
    int r = data.error ? data.error : store_audit_add(tx, &note);
    buf_clear(&data);
    return r;
}

/* --- arming --- */

int rule_arm(struct decision *d, struct store_automation *rule)
{
    struct store_position position;
    int r = store_event_position(d->tx, &position);
    if (r < 0)
        return r;
    rule->armed_at = d->now;
    rule->armed_seq = position.last;
    rule->failures = 0;
    rule->record.failures_is = FIELD_ABSENT;
    rule->due = rule->wake = 0;
    if (rule->record.enabled)
        rule->record.problem_is = FIELD_ABSENT;
    if (rule->record.enabled)
        r = trigger_set(d->zones, rule, d->now);
    ruling_show_due(rule);
    return r;
}

void ruling_show_due(struct store_automation *rule)
{
    rule->record.next_due = rule->due;
    rule->record.next_due_is = rule->record.enabled && rule->due > 0 ? FIELD_SET : FIELD_ABSENT;
}

/* --- checks --- */

int ruling_refuse(struct ruling *ruling, enum error_id error, const char *path, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(ruling->problem, sizeof ruling->problem, format, arguments);
    va_end(arguments);
    (void)snprintf(ruling->path, sizeof ruling->path, "%s", path);
    ruling->error = error;
    return -ECANCELED;
}

static int check_text(struct ruling *ruling, const struct automation_rule *rule, struct slice text, size_t action,
                      const char *field)
{
    char problem[TEMPLATE_PROBLEM_SIZE] = "", path[64];
    struct template_fields fields = {.kind = rule->trigger.kind};
    if (rule->trigger.kind == AUTOMATION_TRIGGER_KIND_EVENT) {
        const struct event_type *event = trigger_event(rule->trigger.as.event.event, NULL);
        fields.event = event ? event->params : NULL;
    }
    if (template_check(text, &fields, problem) == 0)
        return 0;
    (void)snprintf(path, sizeof path, "params.actions[%zu].%s", action, field);
    return ruling_refuse(ruling, ERROR_TEMPLATE_INVALID, path, "%s: %s", path, problem);
}

static int check_strings(struct ruling *ruling, const struct automation_rule *rule, yyjson_val *value, size_t action)
{
    size_t index, max;
    yyjson_val *key, *item;
    int r = 0;
    if (yyjson_is_str(value))
        return check_text(ruling, rule, (struct slice){yyjson_get_str(value), yyjson_get_len(value)}, action, "input");
    yyjson_obj_foreach(value, index, max, key, item) r = r == 0 ? check_strings(ruling, rule, item, action) : r;
    yyjson_arr_foreach(value, index, max, item) r = r == 0 ? check_strings(ruling, rule, item, action) : r;
    return r;
}

static int check_task(struct ruling *ruling, struct store_tx *tx, struct arena *arena,
                      const struct automation_rule *rule, size_t index)
{
    const struct automation_action_task *task = &rule->actions.items[index].as.task;
    struct store_session session;
    char path[64];
    (void)snprintf(path, sizeof path, "params.actions[%zu].sessionId", index);
    int r = check_text(ruling, rule, task->prompt, index, "prompt");
    if (r < 0 || task->session_id_is != FIELD_SET)
        return r;
    if (task->permission_mode_is == FIELD_SET || task->model_is == FIELD_SET)
        return ruling_refuse(ruling, ERROR_INVALID_PARAMS, path,
                             "%s: model and permissionMode belong to the session; set them with session.update", path);
    if (rule->policy.budget_is == FIELD_SET && rule->policy.budget.cost_micros_is == FIELD_SET)
        return ruling_refuse(ruling, ERROR_INVALID_PARAMS, path,
                             "%s: costMicros limits the session of a rule; set the budget of this one with "
                             "session.update",
                             path);
    r = store_session_find(tx, task->session_id, arena, &session);
    if (r == -ENOENT)
        return ruling_refuse(ruling, ERROR_SESSION_NOT_FOUND, path, "no such session: %.*s",
                             SLICE_ARG(task->session_id));
    return r;
}

static int check_tool(struct ruling *ruling, struct store_tx *tx, struct arena *arena,
                      const struct automation_rule *rule, size_t index)
{
    const struct automation_action_tool *tool = &rule->actions.items[index].as.tool;
    struct store_mcp_server server;
    char path[64];
    int r = store_mcp_find(tx, tool->server, arena, &server);
    (void)snprintf(path, sizeof path, "params.actions[%zu].server", index);
    if (r == -ENOENT)
        return ruling_refuse(ruling, ERROR_MCP_SERVER_NOT_FOUND, path, "no such MCP server: %.*s",
                             SLICE_ARG(tool->server));
    for (size_t i = 0; r == 0 && tool->input_is == FIELD_SET && i < tool->input.count; i++)
        r = check_strings(ruling, rule, (yyjson_val *)tool->input.items[i].value.value, index);
    return r;
}

int ruling_check(struct ruling *ruling, struct store_tx *tx, struct arena *arena, const struct automation_rule *rule,
                 bool trigger_is_new)
{
    char problem[TRIGGER_PROBLEM_SIZE] = "";
    const char *path = "";
    int r = 0;
    if (trigger_is_new &&
        trigger_check(ruling->decision.zones, &rule->trigger, ruling->decision.now, &path, problem) < 0)
        return ruling_refuse(ruling, ERROR_TRIGGER_INVALID, path, "%s", problem);
    for (size_t i = 0; r == 0 && i < rule->actions.count; i++) {
        const struct automation_action *action = &rule->actions.items[i];
        if (action->kind == AUTOMATION_ACTION_KIND_TASK) {
            r = check_task(ruling, tx, arena, rule, i);
        } else if (action->kind == AUTOMATION_ACTION_KIND_TOOL) {
            r = check_tool(ruling, tx, arena, rule, i);
        } else {
            r = check_text(ruling, rule, action->as.notify.title, i, "title");
            if (r == 0)
                r = check_text(ruling, rule, action->as.notify.body, i, "body");
        }
    }
    return r;
}

/* --- the loop: paths and models before the change, the answer after it --- */

void ruling_init(struct ruling *ruling, const struct call *call)
{
    memset(ruling, 0, offsetof(struct ruling, decision));
    decision_init(&ruling->decision, automation_of(call));
}

bool ruling_failed(struct store_request *request)
{
    const struct ruling *ruling = request->more;
    if (request->status == 0)
        return false;
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_AUTOMATION_NOT_FOUND, "there is no rule with this id");
    else if (request->status == -ECANCELED && ruling->path[0])
        (void)call_refuse(request->call, ruling->error, ruling->path, ruling->problem);
    else if (request->status == -ECANCELED)
        (void)call_fail(request->call, ruling->error, "%s", ruling->problem);
    else
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the rule: %s", strerror(-request->status));
    return true;
}

void ruling_carry_out(struct store_request *request)
{
    struct ruling *ruling = request->more;
    struct automation *automation = automation_of(request->call);
    decision_carry_out(automation, &ruling->decision);
    automation_look(automation);
}

/* Copies the actions, with the places that were found for them. */
static int take_actions(struct store_request *request, const struct automation_actions *actions,
                        struct automation_actions *ret_actions)
{
    const struct ruling *ruling = request->more;
    struct automation_action *items = arena_zeroed(&request->arena, (actions->count + 1) * sizeof *items);
    const char *text = ruling_places(ruling);
    if (!items)
        return -ENOMEM;
    for (size_t i = 0; i < actions->count; i++) {
        items[i] = actions->items[i];
        if (items[i].kind != AUTOMATION_ACTION_KIND_TASK || items[i].as.task.cwd_is != FIELD_SET || !*text)
            continue;
        items[i].as.task.cwd = slice_of(text);
        text += strlen(text) + 1;
    }
    *ret_actions = (struct automation_actions){items, actions->count};
    return 0;
}

static const struct automation_policy default_policy = {
    .overlap = AUTOMATION_OVERLAP_SKIP,
    .missed = AUTOMATION_MISSED_LATEST,
    .window_seconds = 86400,
    .max_per_hour = 60,
    .disable_after_failures = 5,
};

static int set_wake(const struct ruling *ruling, struct store_automation *rule)
{
    struct trigger_times times = {.has_times = false};
    int r = trigger_times(ruling->decision.zones, &rule->record.trigger, rule->armed_at, &times);
    if (r == 0)
        rule->wake = trigger_wake(&times, rule, rule->due);
    return r;
}

/* --- automation:create --- */

/* Counting takes time, so the limit may be exceeded by a few. */
enum { COUNT_EACH = 32 };

static int create(struct store_request *request, struct store_tx *tx)
{
    const struct automation_create_params *params = request->call->params;
    struct ruling *ruling = request->more;
    struct store_automation *rule = &ruling->rule;
    int64_t count = 0;
    decision_begin(&ruling->decision, tx, &request->arena);
    *rule = (struct store_automation){
        .record = {.name = params->name,
                   .enabled = params->enabled,
                   .trigger = params->trigger,
                   .policy = params->policy_is == FIELD_SET ? params->policy : default_policy,
                   .created_at = clock_epoch_ms(),
                   .updated_at = clock_epoch_ms()},
    };
    int r = take_actions(request, &params->actions, &rule->record.actions);
    if (r == 0)
        r = ruling_check(ruling, tx, &request->arena, &rule->record, true);
    if (r == 0)
        r = rule_arm(&ruling->decision, rule);
    if (r == 0)
        r = store_automation_add(tx, &request->arena, rule);
    if (r == 0 && rule->no % COUNT_EACH == 0)
        r = store_automation_count(tx, &count);
    if (r == 0 && count > AUTOMATION_RULES_MAX)
        return ruling_refuse(ruling, ERROR_TOO_MANY_AUTOMATIONS, "", "there are %lld rules, which is the limit",
                             (long long)count - 1);
    if (r == 0 && rule->record.policy.jitter_seconds > 0 && rule->due > 0) {
        r = set_wake(ruling, rule); /* it depends on the id */
        if (r == 0)
            r = store_automation_save(tx, rule);
    }
    if (r == 0)
        r = ruling_audit(request, tx, "automation.created", &rule->record);
    return r < 0 ? r : rule_add_event(&ruling->decision, rule, EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_CREATED, NULL);
}

static void answer_create(struct store_request *request)
{
    const struct ruling *ruling = request->more;
    if (ruling_failed(request))
        return;
    (void)automation_create_reply(request->call, &ruling->rule.record);
    ruling_carry_out(request);
}

static int create_at(struct call *call, const char *places, size_t size)
{
    return ruling_write(call, places, size, create, answer_create);
}

int automation_create(struct call *call, const struct automation_create_params *params)
{
    return places_find(call, &params->actions, create_at);
}

/* --- automation:update --- */

static bool sets_trigger(const struct automation_update_params *params)
{
    return params->trigger_is == FIELD_SET;
}

static int update_rule(struct store_request *request, struct store_tx *tx, struct store_automation *rule)
{
    const struct automation_update_params *params = request->call->params;
    struct ruling *ruling = request->more;
    bool was_enabled = rule->record.enabled;
    int r = 0;
    if (params->name_is == FIELD_SET)
        rule->record.name = params->name;
    if (sets_trigger(params))
        rule->record.trigger = params->trigger;
    if (params->policy_is == FIELD_SET)
        rule->record.policy = params->policy;
    if (params->enabled_is == FIELD_SET)
        rule->record.enabled = params->enabled;
    if (params->actions_is == FIELD_SET)
        r = take_actions(request, &params->actions, &rule->record.actions);
    rule->record.updated_at = clock_epoch_ms();
    bool is_armed = sets_trigger(params) || (rule->record.enabled && !was_enabled);
    if (r == 0)
        r = ruling_check(ruling, tx, &request->arena, &rule->record, is_armed);
    if (r < 0)
        return r;
    if (is_armed || !rule->record.enabled)
        return rule_arm(&ruling->decision, rule);
    ruling_show_due(rule);
    return rule->due > 0 ? set_wake(ruling, rule) : 0;
}

static int update(struct store_request *request, struct store_tx *tx)
{
    const struct automation_update_params *params = request->call->params;
    struct ruling *ruling = request->more;
    struct store_automation *rule = &ruling->rule;
    decision_begin(&ruling->decision, tx, &request->arena);
    int r = store_automation_find(tx, params->rule_id, &request->arena, rule);
    if (r == 0)
        r = update_rule(request, tx, rule);
    if (r == 0)
        r = store_automation_save(tx, rule);
    if (r == 0 && !rule->record.enabled)
        r = run_cancel_queued(&ruling->decision, rule->no, "disabled");
    if (r == 0)
        r = ruling_audit(request, tx, "automation.updated", &rule->record);
    return r < 0 ? r : rule_add_event(&ruling->decision, rule, EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_UPDATED, NULL);
}

static void answer_update(struct store_request *request)
{
    const struct ruling *ruling = request->more;
    if (ruling_failed(request))
        return;
    (void)automation_update_reply(request->call, &ruling->rule.record);
    ruling_carry_out(request);
}

static int update_at(struct call *call, const char *places, size_t size)
{
    return ruling_write(call, places, size, update, answer_update);
}

int automation_update(struct call *call, const struct automation_update_params *params)
{
    static const struct automation_actions none = {0};
    return places_find(call, params->actions_is == FIELD_SET ? &params->actions : &none, update_at);
}

/* --- automation:delete --- */

static int delete_rule(struct store_request *request, struct store_tx *tx)
{
    char service[WEBHOOK_SERVICE_SIZE];
    const struct automation_delete_params *params = request->call->params;
    struct ruling *ruling = request->more;
    struct store_automation *rule = &ruling->rule;
    decision_begin(&ruling->decision, tx, &request->arena);
    int r = store_automation_find(tx, params->rule_id, &request->arena, rule);
    if (r < 0)
        return r;
    r = run_cancel_all(&ruling->decision, rule->no, "deleted");
    if (r == 0)
        r = store_automation_remove(tx, rule->no);
    if (r == 0 && webhook_service(rule->record.rule_id, service) == 0)
        r = store_key_remove(tx, slice_of(service));
    r = r == -ENOENT ? 0 : r;
    if (r == 0)
        r = ruling_audit(request, tx, "automation.deleted", &rule->record);
    return r < 0 ? r : rule_add_event(&ruling->decision, rule, EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DELETED, NULL);
}

static void answer_delete(struct store_request *request)
{
    const struct automation_delete_params *params = request->call->params;
    char service[WEBHOOK_SERVICE_SIZE];
    if (ruling_failed(request))
        return;
    if (webhook_service(params->rule_id, service) == 0)
        key_removed(automation_of(request->call)->keys, slice_of(service));
    (void)automation_delete_reply(request->call, &(struct automation_delete_result){.success = true});
    ruling_carry_out(request);
}

int automation_delete(struct call *call, const struct automation_delete_params *params)
{
    (void)params;
    return ruling_write(call, "", 0, delete_rule, answer_delete);
}
