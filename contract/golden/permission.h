/* Generated from contract/permission.json by contract/generate; do not edit. */
/* Permissions of agents: their requests, the answers of people, and rules that answer automatically. */
#pragma once

#include "rpc/method.h"
#include "contract/permission_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method permission.list: List permission requests, newest first, in pages.
 *
 * To get the next page, pass the last id of this page as after. An empty page is the end. */

struct permission_list_params {
    /* Select requests in this state; absent: pending ones. */
    enum permission_request_state state;
    enum field_is state_is;
    /* True: include requests that are no longer pending. */
    bool all;
    struct slice session_id;
    enum field_is session_id_is;
    int64_t limit;
    struct slice after;
    enum field_is after_is;
};

struct permission_list_result {
    struct permission_request *items;
    size_t count;
};

extern const struct shape permission_list_params_shape;
extern const struct shape permission_list_result_shape;
extern const struct method permission_list_method;
int permission_list(struct call *call, const struct permission_list_params *params);

static inline int permission_list_reply(struct call *call, const struct permission_list_result *result)
{
    return call_reply(call, result);
}

/* Method permission.answer: Answer a permission request. The first answer counts. */

/* With allow_session and allow_always: add these rules. Each one must match a part of the request, and together with
 * the existing rules they must allow it. Either all of them are stored or none. */
struct permission_answer_params_rules {
    struct permission_new_rule *items;
    size_t count;
};

struct permission_answer_params {
    struct slice request_id;
    enum permission_decision decision;
    /* For the agent and the log. */
    struct slice reason;
    enum field_is reason_is;
    /* With allow_session and allow_always: add this rule instead of the suggested ones. It must match the request. */
    struct permission_new_rule rule;
    enum field_is rule_is;
    struct permission_answer_params_rules rules;
    enum field_is rules_is;
};

/* All rules that were added. */
struct permission_answer_result_rules {
    struct permission_rule *items;
    size_t count;
};

struct permission_answer_result {
    struct permission_request request;
    /* The rule that was added, if it was one. */
    struct permission_rule rule;
    enum field_is rule_is;
    struct permission_answer_result_rules rules;
    enum field_is rules_is;
};

extern const struct shape permission_answer_params_shape;
extern const struct shape permission_answer_result_shape;
extern const struct method permission_answer_method;
int permission_answer(struct call *call, const struct permission_answer_params *params);

static inline int permission_answer_reply(struct call *call, const struct permission_answer_result *result)
{
    return call_reply(call, result);
}

/* Method permission.rules.list: List the rules in force, oldest first. */

struct permission_rules_list_params {
    /* Select the rules that apply in this session. */
    struct slice session_id;
    enum field_is session_id_is;
};

struct permission_rules_list_result {
    struct permission_rule *items;
    size_t count;
};

extern const struct shape permission_rules_list_params_shape;
extern const struct shape permission_rules_list_result_shape;
extern const struct method permission_rules_list_method;
int permission_rules_list(struct call *call, const struct permission_rules_list_params *params);

static inline int permission_rules_list_reply(struct call *call, const struct permission_rules_list_result *result)
{
    return call_reply(call, result);
}

/* Method permission.rules.add: Add a rule. */

extern const struct method permission_rules_add_method;
int permission_rules_add(struct call *call, const struct permission_new_rule *params);

static inline int permission_rules_add_reply(struct call *call, const struct permission_rule *result)
{
    return call_reply(call, result);
}

/* Method permission.rules.remove: Remove a rule. */

struct permission_rules_remove_params {
    struct slice rule_id;
};

struct permission_rules_remove_result {
    bool removed;
};

extern const struct shape permission_rules_remove_params_shape;
extern const struct shape permission_rules_remove_result_shape;
extern const struct method permission_rules_remove_method;
int permission_rules_remove(struct call *call, const struct permission_rules_remove_params *params);

static inline int permission_rules_remove_reply(struct call *call, const struct permission_rules_remove_result *result)
{
    return call_reply(call, result);
}

/* Method permission.rules.preview: Show which past calls a rule would have matched, before it is added. */

/* Rules to be added together with this one. The result then covers the calls that all of them with the rules in
 * force decide, and that the rules in force alone do not. */
struct permission_rules_preview_params_rules {
    struct permission_new_rule *items;
    size_t count;
};

struct permission_rules_preview_params {
    struct permission_new_rule rule;
    struct permission_rules_preview_params_rules rules;
    enum field_is rules_is;
    int64_t limit;
};

/* The newest matching calls. */
struct permission_rules_preview_result_requests {
    struct permission_request *items;
    size_t count;
};

struct permission_rules_preview_result {
    /* The number of calls that the rule matches. */
    int64_t matched;
    /* The number of calls that were checked: the newest 10,000 at most. */
    int64_t looked_at;
    /* The number of matching calls that were not allowed at that time. */
    int64_t denied;
    struct permission_rules_preview_result_requests requests;
};

extern const struct shape permission_rules_preview_params_shape;
extern const struct shape permission_rules_preview_result_shape;
extern const struct method permission_rules_preview_method;
int permission_rules_preview(struct call *call, const struct permission_rules_preview_params *params);

static inline int permission_rules_preview_reply(struct call *call, const struct permission_rules_preview_result *result)
{
    return call_reply(call, result);
}

/* Event event.permissionRequested: A permission request is pending. */

struct event_permission_requested_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
    struct slice task_id;
    struct permission_request request;
};

extern const struct shape event_permission_requested_params_shape;
extern const struct event_type event_permission_requested_event;

/* Event event.permissionResolved: A permission request was answered, has timed out or was withdrawn. */

struct event_permission_resolved_params {
    int64_t seq;
    struct slice epoch;
    int64_t timestamp;
    struct slice session_id;
    struct slice task_id;
    struct slice request_id;
    enum permission_request_state state;
    struct slice reason;
    struct slice note;
    enum field_is note_is;
    struct slice answered_by;
    enum field_is answered_by_is;
};

extern const struct shape event_permission_resolved_params_shape;
extern const struct event_type event_permission_resolved_event;
