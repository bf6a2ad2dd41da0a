#include "executor/adapters/usage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/slice.h"
#include "json/read.h"

static yyjson_val *parsed(struct arena *arena, const char *text)
{
    yyjson_val *value = NULL;
    struct json_error error;
    assert_int_equal(json_read(arena, slice_of(text), &value, &error), 0);
    return value;
}

static void an_update_tells_context_and_cost(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct usage spent;
    (void)state;
    usage_init(&spent);
    /* The earlier cost of the agent's session does not belong to this task. */
    assert_true(usage_take_update(
        &spent, parsed(&arena, "{\"used\":0,\"size\":200000,\"cost\":{\"amount\":0.5,\"currency\":\"USD\"}}"), false));
    const char *later = "{\"used\":68000,\"size\":200000,\"cost\":{\"amount\":0.75,\"currency\":\"USD\"}}";
    assert_true(usage_take_update(&spent, parsed(&arena, later), true));
    assert_false(usage_take_update(&spent, parsed(&arena, later), true));
    struct executor_usage usage = usage_event(&spent);
    assert_true(usage.context_tokens_is == FIELD_SET && usage.context_tokens == 68000 && usage.context_limit == 200000);
    assert_true(usage.reported_cost_micros == 250000 && slice_is(usage.reported_currency, "USD"));
    assert_true(usage.input_tokens_is == FIELD_ABSENT && usage.quota_is == FIELD_ABSENT);
    arena_clear(&arena);
}

static void nonsense_is_passed_over(void **state)
{
    static const char *const texts[] = {
        "7",
        "{\"used\":-1,\"size\":1.5}",
        "{\"used\":\"many\",\"cost\":{\"amount\":-1,\"currency\":\"USD\"}}",
        "{\"cost\":{\"amount\":1,\"currency\":\"a long currency\"}}",
        "{\"cost\":{\"amount\":1e300,\"currency\":\"USD\"}}",
        "{\"used\":99999999999999999999}",
        "{\"_meta\":{\"_claude/rateLimit\":7}}",
    };
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct usage spent;
    (void)state;
    usage_init(&spent);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(usage_take_update(&spent, parsed(&arena, texts[i]), true));
    assert_false(usage_take_answer(&spent, parsed(&arena, "{\"usage\":[],\"_meta\":{\"quota\":1}}")));
    assert_false(usage_take_result(&spent, parsed(&arena, "{\"m\":{\"contextWindow\":\"x\"}}"), NULL));
    arena_clear(&arena);
}

static void an_answer_tells_tokens(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct usage spent;
    (void)state;
    usage_init(&spent);
    assert_true(usage_take_answer(
        &spent, parsed(&arena, "{\"usage\":{\"inputTokens\":10,\"outputTokens\":3,\"cachedReadTokens\":4}}")));
    assert_true(spent.input == 10 && spent.output == 3 && spent.cache_read == 4);
    usage_init(&spent);
    assert_true(usage_take_answer(
        &spent, parsed(&arena, "{\"_meta\":{\"quota\":{\"token_count\":{\"input_tokens\":900,\"output_tokens\":40},"
                               "\"model_usage\":[{\"model\":\"gemini-3-pro\"}]}}}")));
    struct executor_usage usage = usage_event(&spent);
    assert_true(usage.input_tokens == 900 && usage.output_tokens == 40 && slice_is(usage.model, "gemini-3-pro"));
    arena_clear(&arena);
}

static void a_plan_has_its_quota(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct usage spent;
    (void)state;
    usage_init(&spent);
    assert_true(usage_take_update(
        &spent,
        parsed(&arena, "{\"_meta\":{\"_claude/rateLimit\":{\"status\":\"allowed_warning\",\"resetsAt\":1800000000,"
                       "\"rateLimitType\":\"five_hour\",\"utilization\":0.91}}}"),
        true));
    struct executor_usage usage = usage_event(&spent);
    assert_true(usage.quota_is == FIELD_SET && slice_is(usage.quota.name, "five_hour"));
    assert_true(usage.quota.used_percent == 91 && usage.quota.resets_at == INT64_C(1800000000000));
    assert_false(usage.quota.exceeded);
    arena_clear(&arena);
}

static void the_widest_context_is_the_agents(void **state)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct usage spent;
    (void)state;
    usage_init(&spent);
    assert_true(usage_take_result(
        &spent, parsed(&arena, "{\"small\":{\"contextWindow\":32000},\"large\":{\"contextWindow\":200000}}"),
        parsed(&arena, "0.0125")));
    assert_true(spent.context_limit == 200000 && spent.cost == 12500);
    arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_update_tells_context_and_cost), cmocka_unit_test(nonsense_is_passed_over),
        cmocka_unit_test(an_answer_tells_tokens),           cmocka_unit_test(a_plan_has_its_quota),
        cmocka_unit_test(the_widest_context_is_the_agents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
