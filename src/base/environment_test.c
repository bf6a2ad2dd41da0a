#include "base/environment.h"

#include "unit/check.h"

static const struct {
    const char *name;
    enum environment_verdict verdict;
} cases[] = {
    {"EDITOR", ENVIRONMENT_TAKEN},
    {"PATH", ENVIRONMENT_TAKEN},
    {"OLD_PWD", ENVIRONMENT_TAKEN},
    {"KEYBOARD", ENVIRONMENT_TAKEN},
    {"TOKENIZERS_PARALLELISM", ENVIRONMENT_TAKEN},
    {"XKEYSYM", ENVIRONMENT_TAKEN},
    {"GOLD_COIN", ENVIRONMENT_TAKEN},
    {"", ENVIRONMENT_MALFORMED},
    {"=", ENVIRONMENT_MALFORMED},
    {"A=B", ENVIRONMENT_MALFORMED},
    {"LD_PRELOAD", ENVIRONMENT_LOADER},
    {"LD_LIBRARY_PATH", ENVIRONMENT_LOADER},
    {"LD_AUDIT", ENVIRONMENT_LOADER},
    {"LD_WHATEVER", ENVIRONMENT_LOADER},
    {"DYLD_INSERT_LIBRARIES", ENVIRONMENT_LOADER},
    {"KEY", ENVIRONMENT_SECRET},
    {"OPENAI_API_KEY", ENVIRONMENT_SECRET},
    {"apiKey", ENVIRONMENT_SECRET},
    {"API_KEYS", ENVIRONMENT_SECRET},
    {"KEY2", ENVIRONMENT_SECRET},
    {"KEY_OF_MINE", ENVIRONMENT_SECRET},
    {"GITHUB_TOKEN", ENVIRONMENT_SECRET},
    {"github.token", ENVIRONMENT_SECRET},
    {"TOKENS_2", ENVIRONMENT_SECRET},
    {"CLIENTSECRETFILE", ENVIRONMENT_SECRET},
    {"PGPASSWORD", ENVIRONMENT_SECRET},
    {"DB_PASSWD", ENVIRONMENT_SECRET},
    {"GOOGLE_APPLICATION_CREDENTIALS", ENVIRONMENT_SECRET},
};

static void judges_by_the_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (environment_judge(slice_of(cases[i].name)) != cases[i].verdict)
            fail_msg("%s is misjudged", cases[i].name);
    assert_int_equal(environment_judge((struct slice){"A\0B", 3}), ENVIRONMENT_MALFORMED);
    assert_int_equal(environment_judge((struct slice){0}), ENVIRONMENT_MALFORMED);
}

static void says_what_is_wrong(void **state)
{
    (void)state;
    assert_string_equal(environment_problem(ENVIRONMENT_TAKEN), "");
    for (int i = ENVIRONMENT_MALFORMED; i <= ENVIRONMENT_SECRET; i++)
        assert_true(environment_problem((enum environment_verdict)i)[0] != '\0');
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(judges_by_the_name),
        cmocka_unit_test(says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
