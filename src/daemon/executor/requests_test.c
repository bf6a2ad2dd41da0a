#include <string.h>

#include "base/clock.h"
#include "daemon/executor/internal.h"
#include "unit/check.h"

/* Only the fields that tokens use are set. */
static struct executor_pool pool;

static const struct task_record task = {.id = SLICE_INIT("task_1")};
static struct task_job job = {.task = &task};

static void init(struct executor *executor)
{
    *executor = (struct executor){.pool = &pool, .job = &job};
    list_init(&pool.executors);
    list_append(&pool.executors, &executor->link);
    assert_int_equal(executor_token_make(&executor->token), 0);
}

static void tokens_are_long_and_differ(void **state)
{
    (void)state;
    struct executor_token first, second;
    assert_int_equal(executor_token_make(&first), 0);
    assert_int_equal(executor_token_make(&second), 0);
    assert_int_equal(strlen(first.text), 64);
    assert_int_equal(strspn(first.text, "0123456789abcdef"), 64);
    assert_string_not_equal(first.text, second.text);
    assert_true(executor_token_fits(&first, slice_of(first.text)));
    assert_false(executor_token_fits(&first, slice_of(second.text)));
    assert_false(executor_token_fits(&first, (struct slice){first.text, 63}));
    assert_false(executor_token_fits(&first, SLICE("")));
}

static void expired_or_absent_ones_fit_nothing(void **state)
{
    (void)state;
    struct executor_token token, none = {0};
    assert_int_equal(executor_token_make(&token), 0);
    token.expires_ms = clock_epoch_ms() - 1;
    assert_false(executor_token_fits(&token, slice_of(token.text)));
    assert_true(executor_token_is(&token, slice_of(token.text)));
    assert_false(executor_token_is(&token, SLICE("")));
    assert_false(executor_token_fits(&none, slice_of(none.text)));
    assert_false(executor_token_is(&none, slice_of(none.text)));
}

static void only_the_task_of_the_connection_is_admitted(void **state)
{
    (void)state;
    struct executor executor;
    struct slice own = SLICE("task_1"), other = SLICE("task_2");
    init(&executor);
    struct slice token = slice_of(executor.token.text);
    assert_true(executor_token_admits(&executor, token, NULL, "x"));
    assert_true(executor_token_admits(&executor, token, &own, "x"));
    assert_false(executor_token_admits(&executor, token, &other, "x"));
    executor.job = NULL;
    assert_false(executor_token_admits(&executor, token, NULL, "x"));
    assert_int_equal(executor.refused, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_long_and_differ),
        cmocka_unit_test(expired_or_absent_ones_fit_nothing),
        cmocka_unit_test(only_the_task_of_the_connection_is_admitted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
