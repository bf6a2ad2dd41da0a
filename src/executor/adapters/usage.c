#include "executor/adapters/usage.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/slice.h"
#include "json/read.h"

enum { PERCENT_MAX = 1000 };

static const int64_t count_max = INT64_C(1) << 48;

static yyjson_val *member(yyjson_val *object, const char *name)
{
    return yyjson_is_obj(object) ? yyjson_obj_get(object, name) : NULL;
}

static struct slice text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = member(object, name);
    return yyjson_is_str(value) ? json_text(value) : (struct slice){0};
}

/* Ignores values that are not valid counts. */
static bool take_count(yyjson_val *object, const char *name, int64_t *known)
{
    yyjson_val *value = member(object, name);
    int64_t count = 0;
    if (!value || json_integer(value, &count) < 0 || count < 0 || count > count_max || count == *known)
        return false;
    *known = count;
    return true;
}

static bool is_word(struct slice text, size_t most)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] <= ' ' || text.data[i] == 0x7f)
            return false;
    return text.size > 0 && text.size <= most;
}

static int64_t micros_of(yyjson_val *amount)
{
    double number = 0;
    if (!amount || json_number(amount, &number) < 0 || !isfinite(number) || number < 0 || number > 1e9)
        return -1;
    return (int64_t)llround(number * 1e6);
}

void usage_init(struct usage *spent)
{
    *spent = (struct usage){
        .input = -1, .output = -1, .cache_read = -1, .cache_write = -1, .context = -1, .context_limit = -1, .cost = -1};
}

/* --- parsing --- */

static bool take_cost(struct usage *spent, int64_t cost, struct slice currency, bool prompted)
{
    if (cost < 0 || !is_word(currency, sizeof spent->currency - 1))
        return false;
    (void)snprintf(spent->currency, sizeof spent->currency, "%.*s", SLICE_ARG(currency));
    if (!prompted) {
        spent->cost_before = cost;
        return false;
    }
    int64_t own = cost > spent->cost_before ? cost - spent->cost_before : 0;
    bool is_new = own != spent->cost;
    spent->cost = own;
    return is_new;
}

bool usage_take_update(struct usage *spent, yyjson_val *update, bool prompted)
{
    yyjson_val *cost = member(update, "cost"), *meta = member(update, "_meta");
    bool is_new = take_count(update, "used", &spent->context);
    is_new = take_count(update, "size", &spent->context_limit) || is_new;
    is_new = take_cost(spent, micros_of(member(cost, "amount")), text_of(cost, "currency"), prompted) || is_new;
    return usage_take_rate_limit(spent, member(meta, "_claude/rateLimit")) || is_new;
}

static bool take_usage(struct usage *spent, yyjson_val *usage)
{
    bool is_new = take_count(usage, "inputTokens", &spent->input);
    is_new = take_count(usage, "outputTokens", &spent->output) || is_new;
    is_new = take_count(usage, "cachedReadTokens", &spent->cache_read) || is_new;
    return take_count(usage, "cachedWriteTokens", &spent->cache_write) || is_new;
}

bool usage_take_answer(struct usage *spent, yyjson_val *result)
{
    yyjson_val *quota = member(member(result, "_meta"), "quota"), *count = member(quota, "token_count");
    yyjson_val *models = member(quota, "model_usage");
    bool is_new = take_usage(spent, member(result, "usage"));
    if (spent->input < 0 || spent->output < 0) {
        is_new = take_count(count, "input_tokens", &spent->input) || is_new;
        is_new = take_count(count, "output_tokens", &spent->output) || is_new;
    }
    struct slice model = yyjson_is_arr(models) && yyjson_arr_size(models) == 1
                             ? text_of(yyjson_arr_get_first(models), "model")
                             : SLICE("");
    if (is_word(model, sizeof spent->model - 1))
        (void)snprintf(spent->model, sizeof spent->model, "%.*s", SLICE_ARG(model));
    return is_new;
}

bool usage_take_rate_limit(struct usage *spent, yyjson_val *info)
{
    int64_t seconds = -1;
    double used = -1;
    yyjson_val *utilization = member(info, "utilization");
    struct slice name = text_of(info, "rateLimitType"), status = text_of(info, "status");
    if (status.size == 0)
        return false;
    spent->has_quota = true;
    spent->quota = (struct executor_quota){.exceeded = slice_is(status, "rejected"), .exceeded_is = FIELD_SET};
    spent->quota_name[0] = '\0';
    if (is_word(name, sizeof spent->quota_name - 1))
        (void)snprintf(spent->quota_name, sizeof spent->quota_name, "%.*s", SLICE_ARG(name));
    if (utilization && json_number(utilization, &used) == 0 && used >= 0 && used <= (double)PERCENT_MAX) {
        spent->quota.used_percent = (int64_t)lround(used <= 1 ? used * 100 : used); /* a fraction, or percent */
        spent->quota.used_percent_is = FIELD_SET;
    }
    if (take_count(info, "resetsAt", &seconds) && seconds <= count_max / 1000) {
        spent->quota.resets_at = seconds * 1000;
        spent->quota.resets_at_is = FIELD_SET;
    }
    return true;
}

/* Uses the largest context: the models for titles or summaries have smaller ones. */
bool usage_take_result(struct usage *spent, yyjson_val *models, yyjson_val *cost)
{
    size_t index, count;
    yyjson_val *key, *model;
    int64_t widest = -1, window = -1;
    if (yyjson_is_obj(models))
        yyjson_obj_foreach(models, index, count, key, model)
        {
            if (take_count(model, "contextWindow", &window) && window > widest)
                widest = window;
        }
    bool is_new = widest > 0 && widest != spent->context_limit;
    if (widest > 0)
        spent->context_limit = widest;
    return take_cost(spent, micros_of(cost), SLICE("USD"), true) || is_new;
}

/* --- events --- */

static enum field_is is_known(int64_t count)
{
    return count >= 0 ? FIELD_SET : FIELD_ABSENT;
}

struct executor_usage usage_event(const struct usage *spent)
{
    struct executor_usage usage = {
        .input_tokens = spent->input,
        .input_tokens_is = is_known(spent->input),
        .output_tokens = spent->output,
        .output_tokens_is = is_known(spent->output),
        .cache_read_tokens = spent->cache_read,
        .cache_read_tokens_is = spent->cache_read > 0 ? FIELD_SET : FIELD_ABSENT,
        .cache_write_tokens = spent->cache_write,
        .cache_write_tokens_is = spent->cache_write > 0 ? FIELD_SET : FIELD_ABSENT,
        .context_tokens = spent->context,
        .context_tokens_is = is_known(spent->context),
        .context_limit = spent->context_limit,
        .context_limit_is = spent->context_limit > 0 ? FIELD_SET : FIELD_ABSENT,
        .reported_cost_micros = spent->cost,
        .reported_cost_micros_is = is_known(spent->cost),
        .reported_currency = slice_of(spent->currency),
        .reported_currency_is = is_known(spent->cost),
        .model = slice_of(spent->model),
        .model_is = spent->model[0] ? FIELD_SET : FIELD_ABSENT,
        .quota = spent->quota,
        .quota_is = spent->has_quota ? FIELD_SET : FIELD_ABSENT,
    };
    usage.quota.name = slice_of(spent->quota_name);
    usage.quota.name_is = spent->quota_name[0] ? FIELD_SET : FIELD_ABSENT;
    return usage;
}
