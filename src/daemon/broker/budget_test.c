#include "unit/check.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/broker/broker.h"
#include "daemon/broker/budget.h"

static struct config_settings_prices_pair prices[] = {
    {SLICE_INIT("*"), {.input = 100, .output = 100}},
    {SLICE_INIT("claude-*"), {.input = 3, .output = 15}},
    {SLICE_INIT("claude-4-*"), {.input = 5, .output = 25}},
    {SLICE_INIT("claude-4-mini"), {.input = 0.25, .output = 1.25}},
    {SLICE_INIT("dear"), {.input = 1000000, .output = 1000000}},
};
static const struct config_settings settings = {.prices = {prices, 5}, .prices_is = FIELD_SET};

static void the_longest_name_counts(void **state)
{
    (void)state;
    assert_int_equal(budget_price_of(&settings, SLICE("claude-3")).input, 3000000);
    assert_int_equal(budget_price_of(&settings, SLICE("claude-4-big")).output, 25000000);
    assert_int_equal(budget_price_of(&settings, SLICE("claude-4-mini")).input, 250000);
    assert_int_equal(budget_price_of(&settings, SLICE("claude-4-mini-2")).input, 5000000);
    assert_int_equal(budget_price_of(&settings, SLICE("")).input, 100000000);
    struct config_settings few = {.prices = {prices + 1, 1}, .prices_is = FIELD_SET};
    assert_false(budget_price_of(&few, SLICE("gpt")).is_known);
    assert_false(budget_price_of(&few, SLICE("claude")).is_known);
    assert_false(budget_price_of(&(struct config_settings){0}, SLICE("claude-3")).is_known);
}

static void costs_are_rounded_up_and_never_overflow(void **state)
{
    struct budget_price mini = budget_price_of(&settings, SLICE("claude-4-mini"));
    struct budget_price dear = budget_price_of(&settings, SLICE("dear"));
    (void)state;
    assert_int_equal(budget_cost(&mini, 0, 0), 0);
    assert_int_equal(budget_cost(&mini, 1, 0), 1);
    assert_int_equal(budget_cost(&mini, 4, 0), 1);
    assert_int_equal(budget_cost(&mini, 4, 4), 6);
    assert_int_equal(budget_cost(&mini, 1000000, 1000000), 1500000);
    assert_true(budget_cost(&dear, BUDGET_TOKENS_MAX, BUDGET_TOKENS_MAX) > INT64_C(100000000000000));
}

/* Without the price of one kind of token, the cost is unknown, not partial. */
static void a_task_costs_what_is_known_of_all_that_it_used(void **state)
{
    struct config_settings_prices_pair named[] = {
        {SLICE("plain"), {.input = 2, .output = 10}},
        {SLICE("cached"),
         {.input = 2,
          .output = 10,
          .cache_read = 0.5,
          .cache_read_is = FIELD_SET,
          .cache_write = 4,
          .cache_write_is = FIELD_SET}},
    };
    const struct config_settings known = {.prices = {named, 2}, .prices_is = FIELD_SET};
    struct task_token_usage usage = {.input_tokens = 1000, .output_tokens = 100};
    int64_t cost = -1;
    (void)state;
    assert_true(budget_task_cost(&known, SLICE("plain"), &usage, &cost));
    assert_int_equal(cost, 3000);
    assert_false(budget_task_cost(&known, SLICE("other"), &usage, &cost));
    usage.cache_read_tokens = 10000;
    usage.cache_read_tokens_is = FIELD_SET;
    assert_false(budget_task_cost(&known, SLICE("plain"), &usage, &cost));
    assert_true(budget_task_cost(&known, SLICE("cached"), &usage, &cost));
    assert_int_equal(cost, 8000);
    usage.cache_write_tokens = 10;
    usage.cache_write_tokens_is = FIELD_SET;
    assert_true(budget_task_cost(&known, SLICE("cached"), &usage, &cost));
    assert_int_equal(cost, 8040);
    named[1].value.cache_write_is = FIELD_ABSENT;
    assert_false(budget_task_cost(&known, SLICE("cached"), &usage, &cost));
}

static void admits_exactly_what_is_left(void **state)
{
    struct budget_limit limit = {.has_tokens = true, .tokens = 100, .has_micros = true, .micros = 1000};
    struct store_account account = {
        .input_tokens = 20, .output_tokens = 30, .reserved_tokens = 10, .cost_micros = 600, .reserved_micros = 100};
    struct budget_refusal refusal;
    (void)state;
    assert_true(budget_admits(&limit, &account, 40, 300, true, &refusal));
    assert_false(budget_admits(&limit, &account, 41, 300, true, &refusal));
    assert_string_equal(refusal.unit, "tokens");
    assert_int_equal(refusal.left, 40);
    assert_int_equal(refusal.could, 41);
    assert_false(budget_admits(&limit, &account, 40, 301, true, &refusal));
    assert_string_equal(refusal.unit, "money");
    assert_false(refusal.no_price);
    assert_int_equal(refusal.left, 300);
    assert_false(budget_admits(&limit, &account, 40, 0, false, &refusal));
    assert_true(refusal.no_price);
    limit.has_micros = false;
    assert_true(budget_admits(&limit, &account, 40, 0, false, &refusal));
    limit.tokens = 5; /* a limit below what is already used */
    assert_false(budget_admits(&limit, &account, 1, 0, true, &refusal));
    assert_int_equal(refusal.left, 0);
    account = (struct store_account){.input_tokens = INT64_MAX / 4, .reserved_tokens = INT64_MAX / 2};
    assert_false(budget_admits(&limit, &account, INT64_MAX, 0, true, &refusal));
}

static void a_session_may_have_its_own(void **state)
{
    struct config_settings_budget usual = {.day_tokens = 7, .day_cost = 0.5, .session_tokens = 10, .session_cost = 2.5};
    struct session_budget own = {.tokens_is = FIELD_SET};
    (void)state;
    struct budget_limit limit = budget_session_limit(&usual, NULL);
    assert_true(limit.has_tokens && limit.has_micros);
    assert_int_equal(limit.micros, 2500000);
    limit = budget_session_limit(&usual, &own);
    assert_true(limit.has_tokens);
    assert_int_equal(limit.tokens, 0); /* no tokens allowed at all */
    assert_int_equal(limit.micros, 2500000);
    assert_int_equal(budget_day_limit(&usual).micros, 500000);
    usual = (struct config_settings_budget){0};
    limit = budget_day_limit(&usual);
    assert_false(limit.has_tokens || limit.has_micros);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_name_counts),
        cmocka_unit_test(costs_are_rounded_up_and_never_overflow),
        cmocka_unit_test(a_task_costs_what_is_known_of_all_that_it_used),
        cmocka_unit_test(admits_exactly_what_is_left),
        cmocka_unit_test(a_session_may_have_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
