#include "base/suggest.h"

#include <string.h>

#include "unit/check.h"

static void distances(void **state)
{
    (void)state;
    assert_int_equal(suggest_distance("", ""), 0);
    assert_int_equal(suggest_distance("ping", "ping"), 0);
    assert_int_equal(suggest_distance("", "ping"), 4);
    assert_int_equal(suggest_distance("ping", ""), 4);
    assert_int_equal(suggest_distance("png", "ping"), 1);
    assert_int_equal(suggest_distance("pingg", "ping"), 1);
    assert_int_equal(suggest_distance("pong", "ping"), 1);
    assert_int_equal(suggest_distance("pign", "ping"), 1);
    assert_int_equal(suggest_distance("kitten", "sitting"), 3);
    assert_int_equal(suggest_distance("ca", "abc"), 3);
}

static void separators_and_case_are_alike(void **state)
{
    (void)state;
    assert_int_equal(suggest_distance("daemon:stop", "daemon.stop"), 0);
    assert_int_equal(suggest_distance("Daemon.Stop", "daemon.stop"), 0);
}

static void a_long_word_is_far(void **state)
{
    (void)state;
    char word[SUGGEST_SIZE_MAX + 2];
    memset(word, 'a', sizeof word);
    word[sizeof word - 1] = '\0';
    assert_true(suggest_distance(word, "a") == SIZE_MAX);
    word[SUGGEST_SIZE_MAX] = '\0';
    assert_int_equal(suggest_distance(word, word), 0);
}

static const char *nearest(const char *word)
{
    static const char *const candidates[] = {"start", "stop", "restart", "status", "logs"};
    struct suggestion suggestion = {.word = word};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
        suggest_consider(&suggestion, candidates[i]);
    return suggestion.best;
}

static void the_nearest_is_suggested(void **state)
{
    (void)state;
    assert_string_equal(nearest("strat"), "start");
    assert_string_equal(nearest("stpo"), "stop");
    assert_string_equal(nearest("stat"), "status");
    assert_string_equal(nearest("restat"), "restart");
    assert_string_equal(nearest("lgs"), "logs");
    assert_null(nearest("completion"));
    assert_null(nearest("xyz"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),
        cmocka_unit_test(separators_and_case_are_alike),
        cmocka_unit_test(a_long_word_is_far),
        cmocka_unit_test(the_nearest_is_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
