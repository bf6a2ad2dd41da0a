/* Generated from contract/automation.json by contract/generate; do not edit. */
/* Rules that run tasks, tools and notifications at times and on events, with a receipt for every due time. */
#pragma once

#include "rpc/method.h"
#include "contract/automation_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method automation:create: Create a rule.
 *
 * A new rule never runs for a time in the past. */

struct automation_create_params {
    struct slice name;
    struct automation_trigger trigger;
    struct automation_actions actions;
    struct automation_policy policy;
    enum field_is policy_is;
    bool enabled;
};

extern const struct shape automation_create_params_shape;
extern const struct method automation_create_method;
int automation_create(struct call *call, const struct automation_create_params *params);

static inline int automation_create_reply(struct call *call, const struct automation_rule *result)
{
    return call_reply(call, result);
}

/* Method automation:update: Change a rule. A field that is given replaces the whole field.
 *
 * A run that has begun goes on with the old actions. With another trigger, or when it is enabled again, the rule
 * does not run for the past. */

struct automation_update_params {
    struct slice rule_id;
    struct slice name;
    enum field_is name_is;
    struct automation_trigger trigger;
    enum field_is trigger_is;
    struct automation_actions actions;
    enum field_is actions_is;
    struct automation_policy policy;
    enum field_is policy_is;
    bool enabled;
    enum field_is enabled_is;
};

extern const struct shape automation_update_params_shape;
extern const struct method automation_update_method;
int automation_update(struct call *call, const struct automation_update_params *params);

static inline int automation_update_reply(struct call *call, const struct automation_rule *result)
{
    return call_reply(call, result);
}

/* Method automation:delete: Delete a rule. Its run is cancelled. Its receipts stay. */

struct automation_delete_params {
    struct slice rule_id;
};

struct automation_delete_result {
    bool success;
};

extern const struct shape automation_delete_params_shape;
extern const struct shape automation_delete_result_shape;
extern const struct method automation_delete_method;
int automation_delete(struct call *call, const struct automation_delete_params *params);

static inline int automation_delete_reply(struct call *call, const struct automation_delete_result *result)
{
    return call_reply(call, result);
}

/* Method automation:trigger: Start a rule by hand, also one that is disabled.
 *
 * The input takes the place of what the trigger of the rule would give: {{event.taskId}} is then the field taskId of
 * the input. The policy about overlap applies. */

struct automation_trigger_params {
    struct slice rule_id;
    /* Any value; at most 64 KiB. */
    struct json_any input;
    enum field_is input_is;
};

struct automation_trigger_result {
    struct slice run_id;
};

extern const struct shape automation_trigger_params_shape;
extern const struct shape automation_trigger_result_shape;
extern const struct method automation_trigger_method;
int automation_trigger(struct call *call, const struct automation_trigger_params *params);

static inline int automation_trigger_reply(struct call *call, const struct automation_trigger_result *result)
{
    return call_reply(call, result);
}

/* Method automation:getRunLog: List receipts, newest first, in pages.
 *
 * nextCursor is absent on the last page. Receipts of deleted rules are included. */

struct automation_get_run_log_params {
    /* Only those of this rule. */
    struct slice rule_id;
    enum field_is rule_id_is;
    int64_t limit;
    /* nextCursor of the page before. */
    struct slice cursor;
    enum field_is cursor_is;
};

struct automation_get_run_log_result_runs {
    struct automation_run *items;
    size_t count;
};

struct automation_get_run_log_result {
    struct automation_get_run_log_result_runs runs;
    struct slice next_cursor;
    enum field_is next_cursor_is;
};

extern const struct shape automation_get_run_log_params_shape;
extern const struct shape automation_get_run_log_result_shape;
extern const struct method automation_get_run_log_method;
int automation_get_run_log(struct call *call, const struct automation_get_run_log_params *params);

static inline int automation_get_run_log_reply(struct call *call, const struct automation_get_run_log_result *result)
{
    return call_reply(call, result);
}

/* Method automation.preview: Say when a trigger would be due next, without creating a rule. */

struct automation_preview_params {
    struct automation_trigger trigger;
    int64_t count;
    /* Epoch milliseconds; absent: now. */
    int64_t after;
    enum field_is after_is;
};

/* Epoch milliseconds. Fewer than count if there are no more; none for a trigger without times. */
struct automation_preview_result_times {
    int64_t *items;
    size_t count;
};

struct automation_preview_result {
    struct automation_preview_result_times times;
};

extern const struct shape automation_preview_params_shape;
extern const struct shape automation_preview_result_shape;
extern const struct method automation_preview_method;
int automation_preview(struct call *call, const struct automation_preview_params *params);

static inline int automation_preview_reply(struct call *call, const struct automation_preview_result *result)
{
    return call_reply(call, result);
}

/* Method automation.webhook: Show the address and the secret of a rule's webhook.
 *
 * The first call makes the secret. Deliveries are signed as the trigger's scheme says. The bridge takes them at this
 * address; without a bridge there are none. */

struct automation_webhook_params {
    struct slice rule_id;
    /* True: make a new secret. The old one is void at once. */
    bool rotate;
};

struct automation_webhook_result {
    /* The path of the address. */
    struct slice path;
    struct slice secret;
    enum automation_webhook_scheme scheme;
};

extern const struct shape automation_webhook_params_shape;
extern const struct shape automation_webhook_result_shape;
extern const struct method automation_webhook_method;
int automation_webhook(struct call *call, const struct automation_webhook_params *params);

static inline int automation_webhook_reply(struct call *call, const struct automation_webhook_result *result)
{
    return call_reply(call, result);
}

/* Method automation.deliver: Pass on a delivery to a webhook.
 *
 * An unknown rule, a bad signature, a time that is more than five minutes away, and an id that was there in the last
 * ten minutes get the same error. */

struct automation_deliver_params_headers {
    struct automation_deliver_params_headers_pair *items;
    size_t count;
};

struct automation_deliver_params_headers_pair {
    struct slice key;
    struct slice value;
};

struct automation_deliver_params {
    struct slice rule_id;
    struct automation_deliver_params_headers headers;
    /* Base64; at most 1 MiB of bytes. */
    struct slice body;
};

struct automation_deliver_result {
    bool accepted;
    /* Absent: the receipt is shared with others. */
    struct slice run_id;
    enum field_is run_id_is;
};

extern const struct shape automation_deliver_params_shape;
extern const struct shape automation_deliver_result_shape;
extern const struct method automation_deliver_method;
int automation_deliver(struct call *call, const struct automation_deliver_params *params);

static inline int automation_deliver_reply(struct call *call, const struct automation_deliver_result *result)
{
    return call_reply(call, result);
}

/* Method automation.status: Show whether automation is on, and all rules, oldest first. */

struct automation_status_params {
    char unused;
};

struct automation_status_result_rules {
    struct automation_rule *items;
    size_t count;
};

struct automation_status_result {
    bool enabled;
    struct automation_status_result_rules rules;
};

extern const struct shape automation_status_params_shape;
extern const struct shape automation_status_result_shape;
extern const struct method automation_status_method;
int automation_status(struct call *call, const struct automation_status_params *params);

static inline int automation_status_reply(struct call *call, const struct automation_status_result *result)
{
    return call_reply(call, result);
}

/* Method automation.enable: Enable a rule; without one, switch automation on.
 *
 * Nothing runs for the time before. */

struct automation_enable_params {
    struct slice rule_id;
    enum field_is rule_id_is;
};

struct automation_enable_result {
    bool enabled;
};

extern const struct shape automation_enable_params_shape;
extern const struct shape automation_enable_result_shape;
extern const struct method automation_enable_method;
int automation_enable(struct call *call, const struct automation_enable_params *params);

static inline int automation_enable_reply(struct call *call, const struct automation_enable_result *result)
{
    return call_reply(call, result);
}

/* Method automation.disable: Disable a rule; without one, switch automation off. What runs goes on; what waits for
 * an earlier run is cancelled (disabled). */

struct automation_disable_params {
    struct slice rule_id;
    enum field_is rule_id_is;
};

struct automation_disable_result {
    bool enabled;
};

extern const struct shape automation_disable_params_shape;
extern const struct shape automation_disable_result_shape;
extern const struct method automation_disable_method;
int automation_disable(struct call *call, const struct automation_disable_params *params);

static inline int automation_disable_reply(struct call *call, const struct automation_disable_result *result)
{
    return call_reply(call, result);
}

/* Event event.automationChanged: A rule was created, changed, deleted, enabled or disabled; or automation was
 * switched on or off. */

enum event_automation_changed_params_change {
    EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_CREATED = 0,
    EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_UPDATED = 1,
    EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DELETED = 2,
    EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_ENABLED = 3,
    EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DISABLED = 4,
};

struct event_automation_changed_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    enum event_automation_changed_params_change change;
    /* Absent: automation as a whole. */
    struct slice rule_id;
    enum field_is rule_id_is;
    /* The name of the rule. */
    struct slice name;
    enum field_is name_is;
    /* failures: disabled after too many failed runs. done: its only time has come. trigger_invalid: its trigger
     * cannot be used any more, for example because the time zone is gone. */
    struct slice reason;
    enum field_is reason_is;
    /* As it is now; absent: deleted, or automation as a whole. */
    struct automation_rule rule;
    enum field_is rule_is;
};

extern const struct shape event_automation_changed_params_shape;
extern const struct event_type event_automation_changed_event;

/* Event event.automationRun: A receipt was written, or a run has changed its state. */

struct event_automation_run_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice rule_id;
    struct slice run_id;
    enum automation_run_state state;
    struct automation_run run;
};

extern const struct shape event_automation_run_params_shape;
extern const struct event_type event_automation_run_event;
