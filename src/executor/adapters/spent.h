/* What an agent of another's making says of its use: tokens, how full the model's context is, money, and what the
 * user's plan leaves. It says a part at a time; all that is known goes into each event of type usage. */
#pragma once

#include <yyjson.h>

#include "contract/executor_types.h"

struct spent {
    /* -1: not known */
    int64_t input, output, cache_read, cache_write;
    int64_t context, context_limit;
    int64_t cost, cost_before; /* in millionths; `before` is what earlier tasks of the agent's session had cost */
    char currency[9];
    char model[257];

    /* Of the last that was said; not a part of the task's result. */
    bool has_quota;
    struct executor_quota quota;
    char quota_name[65];
};

void spent_init(struct spent *spent);

/* Each says whether something is known now that was not before. */

/* usage_update of ACP. Before the prompt what it says of money is what was there before. */
bool spent_take_update(struct spent *spent, yyjson_val *update, bool prompted);
/* The answer to session/prompt: `usage`, or the figures that Gemini CLI gives as its quota. */
bool spent_take_answer(struct spent *spent, yyjson_val *result);
/* Claude's word on the user's plan. */
bool spent_take_rate_limit(struct spent *spent, yyjson_val *info);
/* Of the last message of Claude Code: how wide its model's context is, and what all of it cost. */
bool spent_take_result(struct spent *spent, yyjson_val *models, yyjson_val *cost);

/* As an event has it; its texts are those of `spent`. */
struct executor_usage spent_usage(const struct spent *spent);
