/* The usage that a third-party agent reports: tokens, context size, cost, and the quota of the user's plan. It reports
 * parts; each event of type usage has everything known so far. */
#pragma once

#include <yyjson.h>

#include "contract/executor_types.h"

struct usage {
    /* -1: not known */
    int64_t input, output, cache_read, cache_write;
    int64_t context, context_limit;
    int64_t cost, cost_before; /* in millionths; cost_before is the cost of the agent's session before this task */
    char currency[9];
    char model[257];

    /* The latest quota; not part of the task's result. */
    bool has_quota;
    struct executor_quota quota;
    char quota_name[65];
};

void usage_init(struct usage *spent);

/* Each function returns whether a value has changed. */

/* Parses a usage_update of ACP. A cost that is reported before the prompt belongs to earlier tasks. */
bool usage_take_update(struct usage *spent, yyjson_val *update, bool prompted);
/* Parses the answer to session/prompt: `usage`, or the `quota` of Gemini CLI. */
bool usage_take_answer(struct usage *spent, yyjson_val *result);
/* Parses Claude's report about the user's plan. */
bool usage_take_rate_limit(struct usage *spent, yyjson_val *info);
/* Parses the last message of Claude Code: the context size of its model, and the total cost. */
bool usage_take_result(struct usage *spent, yyjson_val *models, yyjson_val *cost);

/* Returns the content of an event; its strings stay in `spent`. */
struct executor_usage usage_event(const struct usage *spent);
