/* Generated from contract/permission.json by contract/generate; do not edit. */
/* What agents may do: their requests, the answers of people, and the rules that answer for them. */
#pragma once

#include "rpc/method.h"
#include "contract/permission_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method permission.list: Permission requests, newest first, a page at a time.
 *
 * The next page begins after the last id of this one; the end is an empty one. */

struct permission_list_params {
    /* Only these; absent: only pending ones. */
    enum permission_request_state state;
    enum field_is state_is;
    /* Those that were answered too. */
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

/* Likewise, several, instead of rule: each must match something of the request, and together with the rules in force
 * they must allow it. All of them are stored, or none. */
struct permission_answer_params_rules {
    struct permission_new_rule *items;
    size_t count;
};

struct permission_answer_params {
    struct slice request_id;
    enum permission_decision decision;
    /* For the agent and the record. */
    struct slice reason;
    enum field_is reason_is;
    /* With allow_session and allow_always: this rule in the place of the suggested ones; it must match the request. */
    struct permission_new_rule rule;
    enum field_is rule_is;
    struct permission_answer_params_rules rules;
    enum field_is rules_is;
};

/* All that were made. */
struct permission_answer_result_rules {
    struct permission_rule *items;
    size_t count;
};

struct permission_answer_result {
    struct permission_request request;
    /* That was made, where it was one. */
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

/* Method permission.rules.list: The rules that are in force, oldest first. */

struct permission_rules_list_params {
    /* Only those that count in this session. */
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

/* Method permission.rules.preview: Which calls of the past a rule would have matched, before it is added. */

/* Those that are added with it: then it is told what all of them decide together, with the rules in force, that
 * those in force alone do not. */
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

/* The newest of the matched ones. */
struct permission_rules_preview_result_requests {
    struct permission_request *items;
    size_t count;
};

struct permission_rules_preview_result {
    /* Of the calls that were looked at. */
    int64_t matched;
    /* The newest 10,000 at most. */
    int64_t looked_at;
    /* Of the matched ones: those that were not allowed then. */
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

/* Event event.permissionRequested: An agent waits for somebody to allow a call. */

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

/* Event event.permissionResolved: A request that waited was answered, has timed out or is not wanted any more. */

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
