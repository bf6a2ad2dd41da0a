#include <errno.h>

#include "unit/judged.h"

static const struct judge_rule_paths as_written;
static const enum permission_effect A = PERMISSION_EFFECT_ALLOW, N = PERMISSION_EFFECT_DENY;

static enum judge_verdict ask(const struct judge_rules *rules, const char *tool, const char *input,
                              struct slice *ret_id)
{
    struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
    struct judge_call call = judged_call(&arena, tool, input, JUDGED_CWD);
    enum judge_verdict verdict = judge_rules_ask(rules, &call, 1000, ret_id);
    arena_clear(&arena);
    return verdict;
}

static void one_rule_fits_or_not(void **state)
{
    (void)state;
    static const struct {
        const char *tool, *path, *command, *called, *input;
        bool fits;
    } cases[] = {
        {"Bash", NULL, "git *", "Bash", "{\"command\":\"git\"}", true},
        {"Bash", NULL, "git *", "Bash", "{\"command\":\"gitk\"}", false},
        {"Bash", NULL, "git", "Bash", "{\"command\":\"git x\"}", false},
        {"Bash", NULL, "git * x", "Bash", "{\"command\":\"git a x\"}", true},
        {"Bash", NULL, "git * x", "Bash", "{\"command\":\"git $a x\"}", false},
        {"Bash", NULL, "git log --max*", "Bash", "{\"command\":\"git log --max=3\"}", true},
        {"Bash", NULL, "cat ./*", "Bash", "{\"command\":\"cat ./a/b\"}", false},
        {"Bash", NULL, "cat ./**", "Bash", "{\"command\":\"cat ./a/b\"}", true},
        {"Bash", NULL, "echo 'a b'", "Bash", "{\"command\":\"echo a\\\\ b\"}", true},
        {"Bash", NULL, "echo '*'", "Bash", "{\"command\":\"echo '*'\"}", true},
        {"Bash", NULL, "echo '*'", "Bash", "{\"command\":\"echo x\"}", false},
        {"Bash", NULL, "ls ~/x", "Bash", "{\"command\":\"ls ~/x\"}", true},
        {"Bash", NULL, "echo ''", "Bash", "{\"command\":\"echo \\\"\\\"\"}", true},
        {"Bash", NULL, "ls *", "Bash", "{\"command\":\"ls\",\"cmd\":\"rm x\"}", false},
        {"Bash", NULL, "ls *", "Bash", "{\"command\":\"ls\",\"cwd\":\"/\"}", false},
        {"Bash", NULL, "ls *", "Bash", "{\"command\":[\"ls\"]}", false},
        {"Bash", NULL, "ls *", "Other", "{\"command\":\"ls\"}", false},
        {"*", NULL, "ls *", "Bash", "{\"command\":\"ls\"}", true},
        {"Bash", NULL, NULL, "Bash", "{\"command\":\"$(( broken\"}", true},
        {"mcp__x__*", NULL, NULL, "mcp__x__y", "{}", true},
        {"mcp__x__*", NULL, NULL, "mcp__y__y", "{}", false},
        {"Write", "./src/**", NULL, "Write", "{\"file_path\":\"src/a/b\"}", true},
        {"Write", "./src/**", NULL, "Write", "{\"file_path\":\"src/../b\"}", false},
        {"Write", "./src/**", NULL, "Write", "{\"file_path\":\"/nonexistent/work/src/x\"}", true},
        {"Write", "./src/*", NULL, "Write", "{\"file_path\":\"src/a/b\"}", false},
        {"Write", "./src/", NULL, "Write", "{\"file_path\":\"src/a/b\"}", true},
        {"Write", "./", NULL, "Write", "{\"file_path\":\"a\"}", true},
        {"Write", "./", NULL, "Write", "{\"file_path\":\"/nonexistent/workshop\"}", false},
        {"Write", "./src", NULL, "Write", "{\"file_path\":\"srcs\"}", false},
        {"Write", "~/x", NULL, "Write", "{\"file_path\":\"~/x\"}", true},
        {"Write", "/nonexistent/**/x", NULL, "Write", "{\"file_path\":\"/nonexistent/a/b/x\"}", true},
        {"Write", "./x", NULL, "Edit", "{\"file_path\":\"x\"}", false},
        {"*", "./x", NULL, "Edit", "{\"file_path\":\"x\"}", true},
        {"*", "./x", NULL, "WebFetch", "{\"file_path\":\"x\"}", false},
        {"Grep", "/nonexistent/a/", NULL, "Grep", "{\"path\":\"/nonexistent/a\",\"pattern\":\"x\"}", true},
        {"Grep", "/nonexistent/a/", NULL, "Grep", "{\"path\":\"/nonexistent/a/b\",\"pattern\":\"x\"}", true},
        {"Grep", "/nonexistent/a/", NULL, "Grep", "{\"path\":\"/nonexistent\",\"pattern\":\"x\"}", false},
        {"Grep", "/nonexistent/a/*", NULL, "Grep", "{\"path\":\"/nonexistent/a/b\",\"pattern\":\"x\"}", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
        struct permission_rule rule = judged_rule("1", A, cases[i].tool, cases[i].path, cases[i].command);
        struct judge_call call = judged_call(&arena, cases[i].called, cases[i].input, JUDGED_CWD);
        struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
        struct slice id;
        judged_add(rules, rule);
        bool fits = judge_rules_ask(rules, &call, 1, &id) == JUDGE_ALLOW;
        if (fits != cases[i].fits)
            fail_msg("%s %s %s: %s %s", cases[i].tool, cases[i].path ? cases[i].path : "-",
                     cases[i].command ? cases[i].command : "-", cases[i].called, cases[i].input);
        assert_true(judge_rule_matches(&rule, SLICE(JUDGED_HOME), &as_written, &call) == fits);
        judge_rules_free(rules);
        arena_clear(&arena);
    }
}

static void refuses_rules_that_mislead(void **state)
{
    (void)state;
    static const struct {
        const char *tool, *path, *command, *why;
    } cases[] = {
        {"Bash", "./x", NULL, "which files this tool uses, so a path would never match; use \"command\""},
        {"WebFetch", "/x", NULL, "which files this tool uses"},
        {"Write", NULL, "ls", "the commands of this tool"},
        {"Write", "src/x", NULL, "must begin with"},
        {"Write", "~root/x", NULL, "must begin with"},
        {"Write", "/a/../b", NULL, "never match"},
        {"Write", "./a/./b", NULL, "never match"},
        {"Write", "/a//b", NULL, "never match"},
        {"Write", "/a\\", NULL, "escapes nothing"},
        {"*", "/a", "ls", "not both"},
        {"Bash", NULL, "   ", "no words"},
        {"Bash", NULL, "git status; rm x", "one command"},
        {"Bash", NULL, "git status | sh", "one command"},
        {"Bash", NULL, "git $x", "one command"},
        {"Bash", NULL, "git > x", "one command"},
        {"Bash", NULL, "git `x`", "one command"},
        {"Bash", NULL, "git 'x", "not closed"},
        {"Bash", NULL, "PATH=x git", "never match"},
        {"Bash", NULL, "if x", "not a command"},
        {"Bash", NULL, "ssh host *", "whole tool"},
        {"Bash", NULL, "a\nb", "control"},
        {"a b", NULL, NULL, "blanks"},
    };
    struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct permission_rule rule = judged_rule("1", A, cases[i].tool, cases[i].path, cases[i].command);
        char problem[256];
        assert_int_equal(judge_rules_add(rules, &rule, problem), -EINVAL);
        assert_contains(slice_of(problem), cases[i].why);
    }
    assert_int_equal(judge_rules_count(rules), 0);
    judge_rules_free(rules);
}

static void deny_beats_allow(void **state)
{
    (void)state;
    struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
    struct slice id;
    judged_add(rules, judged_rule("all", A, "*", NULL, NULL));
    judged_add(rules, judged_rule("rm", N, "Bash", NULL, "rm *"));
    judged_add(rules, judged_rule("secret", N, "*", "./secret/**", NULL));
    judged_add(rules, judged_rule("fetch", N, "WebFetch", NULL, NULL));
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"ls\"}", &id), JUDGE_ALLOW);
    assert_slice(id, "all");
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"ls; /bin/rm x\"}", &id), JUDGE_DENY);
    assert_slice(id, "rm");
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"ls > secret/x\"}", &id), JUDGE_DENY);
    assert_slice(id, "secret");
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"wc < secret/x\"}", &id), JUDGE_DENY);
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"$x\"}", &id), JUDGE_DENY);
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"ls '\"}", &id), JUDGE_DENY);
    assert_int_equal(ask(rules, "Read", "{\"file_path\":\"secret/x\"}", &id), JUDGE_DENY);
    assert_int_equal(ask(rules, "Read", "{\"file_path\":\"x\"}", &id), JUDGE_ALLOW);
    assert_int_equal(ask(rules, "Grep", "{\"pattern\":\"x\"}", &id), JUDGE_DENY); /* it would look into secret */
    assert_int_equal(ask(rules, "Grep", "{\"pattern\":\"x\",\"path\":\"src\"}", &id), JUDGE_ALLOW);
    assert_int_equal(ask(rules, "WebFetch", "{}", &id), JUDGE_DENY);
    judge_rules_free(rules);
}

static void a_file_that_a_command_writes_needs_a_rule_of_its_own(void **state)
{
    (void)state;
    struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
    struct slice id;
    judged_add(rules, judged_rule("echo", A, "Bash", NULL, "echo *"));
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"echo x > out\"}", &id), JUDGE_NOTHING);
    judged_add(rules, judged_rule("out", A, "Write", "./out", NULL));
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"echo x > out\"}", &id), JUDGE_ALLOW);
    assert_slice(id, "echo");
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"echo x > out > ~/.bashrc\"}", &id), JUDGE_NOTHING);
    judge_rules_free(rules);
}

static void counts_only_in_its_session_place_and_time(void **state)
{
    (void)state;
    struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
    struct slice id;
    struct permission_rule rule = judged_rule("1", A, "Bash", NULL, "ls *");
    rule.session_id = SLICE("s2");
    rule.session_id_is = FIELD_SET;
    judged_add(rules, rule);
    rule.session_id_is = FIELD_ABSENT;
    rule.id = SLICE("2");
    rule.cwd = SLICE("/nonexistent/other");
    rule.cwd_is = FIELD_SET;
    judged_add(rules, rule);
    rule.cwd_is = FIELD_ABSENT;
    rule.id = SLICE("3");
    rule.expires_at = 1000;
    rule.expires_at_is = FIELD_SET;
    judged_add(rules, rule);
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"ls\"}", &id), JUDGE_NOTHING);
    rule.id = SLICE("4");
    rule.expires_at = 1001;
    rule.session_id = SLICE("s1");
    rule.session_id_is = FIELD_SET;
    rule.cwd = SLICE(JUDGED_CWD "/../work/");
    rule.cwd_is = FIELD_SET;
    judged_add(rules, rule);
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"ls\"}", &id), JUDGE_ALLOW);
    assert_slice(id, "4");
    assert_int_equal(judge_rules_remove(rules, SLICE("4")), 0);
    assert_int_equal(judge_rules_remove(rules, SLICE("4")), -ENOENT);
    assert_int_equal(judge_rules_count(rules), 3);
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"ls\"}", &id), JUDGE_NOTHING);
    judge_rules_free(rules);
}

static void suggests_no_more_than_was_meant(void **state)
{
    (void)state;
    static const struct {
        const char *tool, *input, *path, *command; /* neither: the whole tool; "" for a command: nothing */
    } cases[] = {
        {"Bash", "{\"command\":\"git status -s\"}", NULL, "git status *"},
        {"Bash", "{\"command\":\"git -c core.pager=sh status\"}", NULL, "git -c core.pager=sh status"},
        {"Bash", "{\"command\":\"git push -f\"}", NULL, "git push -f"},
        {"Bash", "{\"command\":\"ls -la $x\"}", NULL, "ls *"},
        {"Bash", "{\"command\":\"rm 'a b' '*'\"}", NULL, "rm 'a b' '*'"},
        {"Bash", "{\"command\":\"rm $x\"}", NULL, ""},
        {"Bash", "{\"command\":\"sudo ls\"}", NULL, ""},
        {"Bash", "{\"command\":\"sh -c ls\"}", NULL, ""},
        {"Bash", "{\"command\":\"ls; rm x\"}", NULL, ""},
        {"Bash", "{\"command\":\"ls > x\"}", NULL, ""},
        {"Bash", "{\"command\":\"PATH=x ls\"}", NULL, ""},
        {"Bash", "{\"command\":\"ls '\"}", NULL, ""},
        {"Bash", "{\"command\":\"ls \\u0000; rm x\"}", NULL, ""},
        {"Write", "{\"file_path\":\"a*b\"}", JUDGED_CWD "/a\\*b", NULL},
        {"Write", "{\"file_path\":\"a\",\"path\":\"b\"}", NULL, ""},
        {"Grep", "{\"pattern\":\"x\",\"path\":\"/nonexistent/x\"}", "/nonexistent/x/", NULL},
        {"WebFetch", "{}", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
        struct judge_call call = judged_call(&arena, cases[i].tool, cases[i].input, JUDGED_CWD);
        struct permission_new_rule rule;
        int r = judge_suggest(&arena, &call, &rule);
        if (cases[i].command && *cases[i].command == '\0') {
            assert_int_equal(r, -ENOENT);
        } else {
            assert_int_equal(r, 0);
            assert_slice(rule.tool, cases[i].tool);
            assert_slice(rule.path, cases[i].path ? cases[i].path : "");
            assert_slice(rule.command, cases[i].command ? cases[i].command : "");
            struct permission_rule made = judge_rule_of(&rule);
            assert_true(judge_rule_matches(&made, SLICE(JUDGED_HOME), &as_written, &call));
        }
        arena_clear(&arena);
    }
}

/* The index finds what looking at each rule would. */
static void many_rules_say_what_each_alone_says(void **state)
{
    (void)state;
    struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
    struct slice id;
    char name[32], command[64], input[128];
    for (int i = 0; i < 3000; i++) {
        (void)snprintf(name, sizeof name, "r%d", i);
        (void)snprintf(command, sizeof command, "tool%d run *", i);
        judged_add(rules, judged_rule(name, i % 3 == 0 ? N : A, i % 2 ? "Bash" : "B*", NULL, command));
    }
    for (int i = 0; i < 3000; i++) {
        (void)snprintf(name, sizeof name, "r%d", i);
        (void)snprintf(input, sizeof input, "{\"command\":\"tool%d run x\"}", i);
        assert_int_equal(ask(rules, "Bash", input, &id), i % 3 == 0 ? JUDGE_DENY : JUDGE_ALLOW);
        assert_slice(id, name);
        (void)snprintf(input, sizeof input, "{\"command\":\"tool%d walk\"}", i);
        assert_int_equal(ask(rules, "Bash", input, &id), JUDGE_NOTHING);
    }
    judge_rules_free(rules);
}

/* Its paths may be links to anywhere: one that denies holds what it might deny, one that allows does not count. */
static void an_open_rule_holds_what_it_might_decide(void **state)
{
    (void)state;
    struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
    struct permission_rule source = judged_rule("deny", N, "Read", "/nonexistent/link/**", NULL);
    struct judge_rule_paths rule_paths = {.path = SLICE("/nonexistent/real")};
    struct judge_rule *rule = NULL;
    struct slice id;
    char problem[256];
    judged_add(rules, judged_rule("reads", A, "Read", NULL, NULL));
    judged_add(rules, judged_rule("ls", A, "Bash", NULL, "ls *"));
    assert_int_equal(judge_rules_put(rules, &source, NULL, problem, &rule), 0);
    assert_true(judge_rule_is_open(rule));
    assert_int_equal(ask(rules, "Read", "{\"file_path\":\"/nonexistent/link/x\"}", &id), JUDGE_DENY);
    assert_int_equal(ask(rules, "Read", "{\"file_path\":\"/nonexistent/real/x\"}", &id), JUDGE_MAY_DENY);
    assert_int_equal(ask(rules, "Read", "{}", &id), JUDGE_DENY);
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"ls -l\"}", &id), JUDGE_ALLOW);
    assert_int_equal(ask(rules, "Bash", "{\"command\":\"ls -l < x\"}", &id), JUDGE_MAY_DENY);
    judge_rules_give_up(rules, rule);
    assert_int_equal(ask(rules, "Read", "{\"file_path\":\"/nonexistent/real/x\"}", &id), JUDGE_UNKNOWN);
    assert_int_equal(judge_rules_settle(rules, rule, &source, &rule_paths, problem), 0);
    assert_false(judge_rule_is_open(rule));
    assert_int_equal(ask(rules, "Read", "{\"file_path\":\"/nonexistent/real/x\"}", &id), JUDGE_DENY);
    assert_slice(id, "deny");
    assert_int_equal(ask(rules, "Read", "{\"file_path\":\"/nonexistent/other\"}", &id), JUDGE_ALLOW);
    judge_rules_free(rules);
}

static void an_open_rule_that_allows_may_come_to_count(void **state)
{
    (void)state;
    struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
    struct permission_rule source = judged_rule("allow", A, "Write", NULL, NULL);
    struct judge_rule_paths rule_paths = {.cwd = SLICE(JUDGED_CWD)};
    struct judge_rule *rule = NULL;
    struct slice id;
    char problem[256];
    source.cwd = SLICE("/nonexistent/link");
    source.cwd_is = FIELD_SET;
    assert_int_equal(judge_rules_put(rules, &source, NULL, problem, &rule), 0);
    assert_int_equal(ask(rules, "Write", "{\"file_path\":\"x\"}", &id), JUDGE_MAY_ALLOW);
    assert_int_equal(ask(rules, "Read", "{\"file_path\":\"x\"}", &id), JUDGE_NOTHING);
    judge_rules_give_up(rules, rule);
    assert_int_equal(ask(rules, "Write", "{\"file_path\":\"x\"}", &id), JUDGE_NOTHING);
    assert_int_equal(judge_rules_settle(rules, rule, &source, &rule_paths, problem), 0);
    assert_int_equal(ask(rules, "Write", "{\"file_path\":\"x\"}", &id), JUDGE_ALLOW);
    assert_int_equal(judge_rules_remove(rules, SLICE("allow")), 0);
    assert_int_equal(ask(rules, "Write", "{\"file_path\":\"x\"}", &id), JUDGE_NOTHING);
    judge_rules_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_rule_holds_what_it_might_decide),
        cmocka_unit_test(an_open_rule_that_allows_may_come_to_count),
        cmocka_unit_test(one_rule_fits_or_not),
        cmocka_unit_test(refuses_rules_that_mislead),
        cmocka_unit_test(deny_beats_allow),
        cmocka_unit_test(a_file_that_a_command_writes_needs_a_rule_of_its_own),
        cmocka_unit_test(counts_only_in_its_session_place_and_time),
        cmocka_unit_test(suggests_no_more_than_was_meant),
        cmocka_unit_test(many_rules_say_what_each_alone_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
