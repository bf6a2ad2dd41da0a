/* automation.enable, automation.disable and automation:trigger. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/automation/ruling.h"
#include "daemon/client/client.h"
#include "rpc/call.h"
#include "json/write.h"

int ruling_write(struct call *call, const char *places, size_t size,
                 int (*work)(struct store_request *, struct store_tx *), void (*answer)(struct store_request *))
{
    struct ruling *ruling = calloc(1, sizeof *ruling + size + 1);
    if (!ruling)
        return -ENOMEM;
    ruling_init(ruling, call);
    memcpy(ruling + 1, places, size);
    ruling->places = size;
    if (id_make(&automation_of(call)->ids, "hand_", ruling->key) < 0)
        ruling->key[0] = '\0';
    int r = store_request_write_with(call, ruling, sizeof *ruling + size + 1, work, answer);
    free(ruling);
    return r;
}

/* --- one rule --- */

static int switch_rule(struct store_request *request, struct store_tx *tx, struct slice id, bool enabled)
{
    struct ruling *ruling = request->more;
    struct store_automation *rule = &ruling->rule;
    char problem[TRIGGER_PROBLEM_SIZE] = "";
    const char *path = "";
    int r = store_automation_find(tx, id, &request->arena, rule);
    if (r < 0 || rule->record.enabled == enabled)
        return r;
    if (enabled &&
        trigger_check(ruling->decision.zones, &rule->record.trigger, ruling->decision.now, &path, problem) < 0)
        return ruling_refuse(ruling, ERROR_TRIGGER_INVALID, "", "%s", problem);
    rule->record.enabled = enabled;
    rule->record.updated_at = clock_epoch_ms();
    r = rule_arm(&ruling->decision, rule);
    if (r == 0)
        r = store_automation_save(tx, rule);
    if (r == 0 && !enabled)
        r = run_cancel_queued(&ruling->decision, rule->no, "disabled");
    if (r == 0)
        r = ruling_audit(request, tx, enabled ? "automation.enabled" : "automation.disabled", &rule->record);
    return r < 0 ? r
                 : rule_add_event(&ruling->decision, rule,
                                  enabled ? EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_ENABLED
                                          : EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DISABLED,
                                  NULL);
}

/* --- automation as a whole --- */

static int switch_all(struct store_request *request, struct store_tx *tx, bool enabled)
{
    struct ruling *ruling = request->more;
    struct store_automation_state state;
    struct store_position position;
    int r = store_automation_state_get(tx, &state);
    if (r < 0 || state.enabled == enabled)
        return r;
    r = store_event_position(tx, &position);
    if (r < 0)
        return r;
    state.enabled = enabled;
    if (enabled) {
        state.resumed_at = ruling->decision.now;
        state.seq = position.last;
    }
    r = store_automation_state_put(tx, &state);
    if (r == 0 && !enabled)
        r = run_cancel_queued(&ruling->decision, 0, "disabled");
    if (r == 0)
        r = ruling_audit(request, tx, enabled ? "automation.enabled" : "automation.disabled", NULL);
    const struct event_automation_changed_params params = {
        .timestamp = ruling->decision.now,
        .change =
            enabled ? EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_ENABLED : EVENT_AUTOMATION_CHANGED_PARAMS_CHANGE_DISABLED,
    };
    return r < 0 ? r : store_event_add(tx, &event_automation_changed_event, 0, 0, &params);
}

static int enable(struct store_request *request, struct store_tx *tx)
{
    const struct automation_enable_params *params = request->call->params;
    struct ruling *ruling = request->more;
    decision_begin(&ruling->decision, tx, &request->arena);
    return params->rule_id_is == FIELD_SET ? switch_rule(request, tx, params->rule_id, true)
                                           : switch_all(request, tx, true);
}

static int disable(struct store_request *request, struct store_tx *tx)
{
    const struct automation_disable_params *params = request->call->params;
    struct ruling *ruling = request->more;
    decision_begin(&ruling->decision, tx, &request->arena);
    return params->rule_id_is == FIELD_SET ? switch_rule(request, tx, params->rule_id, false)
                                           : switch_all(request, tx, false);
}

static void answer_enable(struct store_request *request)
{
    if (ruling_failed(request))
        return;
    (void)automation_enable_reply(request->call, &(struct automation_enable_result){.enabled = true});
    ruling_carry_out(request);
}

static void answer_disable(struct store_request *request)
{
    if (ruling_failed(request))
        return;
    (void)automation_disable_reply(request->call, &(struct automation_disable_result){.enabled = false});
    ruling_carry_out(request);
}

int automation_enable(struct call *call, const struct automation_enable_params *params)
{
    (void)params;
    return ruling_write(call, "", 0, enable, answer_enable);
}

int automation_disable(struct call *call, const struct automation_disable_params *params)
{
    (void)params;
    return ruling_write(call, "", 0, disable, answer_disable);
}

/* --- automation:trigger --- */

static int copy_input(struct store_request *request, const struct json_any *input, struct slice *ret_text)
{
    struct buf text = BUF_LIMITED(AUTOMATION_DATA_MAX);
    int r = json_write_any(&text, input);
    if (r == 0)
        *ret_text = arena_copy(&request->arena, buf_slice(&text));
    buf_clear(&text);
    return r < 0 ? r : ret_text->data ? 0 : -ENOMEM;
}

static int trigger(struct store_request *request, struct store_tx *tx)
{
    const struct automation_trigger_params *params = request->call->params;
    struct ruling *ruling = request->more;
    struct store_automation_state state;
    struct slice input = {0};
    decision_begin(&ruling->decision, tx, &request->arena);
    int r = store_automation_state_get(tx, &state);
    if (r == 0 && !state.enabled)
        return ruling_refuse(ruling, ERROR_AUTOMATION_DISABLED, "",
                             "automation is switched off; switch it on: weir automation enable");
    if (r == 0)
        r = store_automation_find(tx, params->rule_id, &request->arena, &ruling->rule);
    if (r == 0 && params->input_is == FIELD_SET)
        r = copy_input(request, &params->input, &input);
    if (r == -ENOBUFS)
        return ruling_refuse(ruling, ERROR_INVALID_PARAMS, "params.input", "the input has more than 64 KiB of JSON");
    if (r < 0)
        return r;
    const struct run_origin origin = {
        .key = slice_of(ruling->key),
        .due_at = ruling->decision.now,
        .cause = {.type = AUTOMATION_TRIGGER_TYPE_MANUAL,
                  .client = request->actor.client,
                  .client_is = request->actor.client.size > 0 ? FIELD_SET : FIELD_ABSENT,
                  .data = {.text = input},
                  .data_is = input.size > 0 ? FIELD_SET : FIELD_ABSENT},
        .own_receipt = true,
    };
    return receipt_begin(&ruling->decision, &ruling->rule, &origin, &ruling->run);
}

static void answer_trigger(struct store_request *request)
{
    const struct ruling *ruling = request->more;
    if (ruling_failed(request))
        return;
    (void)automation_trigger_reply(request->call,
                                   &(struct automation_trigger_result){.run_id = ruling->run.record.run_id});
    ruling_carry_out(request);
}

int automation_trigger(struct call *call, const struct automation_trigger_params *params)
{
    (void)params;
    if (automation_of(call)->stopping)
        return call_fail(call, ERROR_STOPPING, "the daemon is stopping and starts no rules");
    return ruling_write(call, "", 0, trigger, answer_trigger);
}
