/* Generated from contract/context.json by contract/generate; do not edit. */
/* What the person did on this machine: activity that capture has recorded. */
#pragma once

#include "rpc/method.h"
#include "contract/context_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method context:query: Search activity by keywords, best match first.
 *
 * Ranks by keywords, not by meaning: records with all words first; then, if there are too few, those with some. More
 * different words, and words in the title or the name of the application, count more; of equals the newest comes
 * first. Ranks the newest 2,000 matches, and stops after 100 ms with what it has found. Words are whole words; case,
 * accents and punctuation do not matter. */

struct context_query_params {
    struct slice query;
    int64_t limit;
};

struct context_query_result_results {
    struct context_activity_record *items;
    size_t count;
};

struct context_query_result {
    struct context_query_result_results results;
};

extern const struct shape context_query_params_shape;
extern const struct shape context_query_result_shape;
extern const struct method context_query_method;
int context_query(struct call *call, const struct context_query_params *params);

static inline int context_query_reply(struct call *call, const struct context_query_result *result)
{
    return call_reply(call, result);
}

/* Method context:getRecentActivity: List activity, newest first. */

struct context_get_recent_activity_params {
    int64_t limit;
    /* Leave out what began earlier. */
    struct slice since;
    enum field_is since_is;
};

struct context_get_recent_activity_result_activities {
    struct context_activity_record *items;
    size_t count;
};

struct context_get_recent_activity_result {
    struct context_get_recent_activity_result_activities activities;
};

extern const struct shape context_get_recent_activity_params_shape;
extern const struct shape context_get_recent_activity_result_shape;
extern const struct method context_get_recent_activity_method;
int context_get_recent_activity(struct call *call, const struct context_get_recent_activity_params *params);

static inline int context_get_recent_activity_reply(struct call *call, const struct context_get_recent_activity_result *result)
{
    return call_reply(call, result);
}

/* Method context:getContextCard: Get what the person works on now, and what to do next. */

struct context_get_context_card_params {
    /* An absolute path: suggest what belongs to this directory. Absent: any. */
    struct slice cwd;
    enum field_is cwd_is;
};

extern const struct shape context_get_context_card_params_shape;
extern const struct method context_get_context_card_method;
int context_get_context_card(struct call *call, const struct context_get_context_card_params *params);

static inline int context_get_context_card_reply(struct call *call, const struct context_card *result)
{
    return call_reply(call, result);
}
