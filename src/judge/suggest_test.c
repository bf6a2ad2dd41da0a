#include <errno.h>
#include <stdio.h>

#include "unit/judged.h"
#include "json/write.h"

/* The suggested commands with | between them; "": none. What is suggested must allow the
 * command, and each of it be about something of it. */
static void suggest(const struct judge_rules *rules, const char *command, char ret_text[static 1024])
{
    struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
    struct buf input = BUF_LIMITED(1 << 16);
    struct permission_new_rule found[JUDGE_SUGGESTIONS];
    size_t count = 0, at = 0;
    (void)buf_append_text(&input, "{\"command\":");
    (void)json_write_string(&input, slice_of(command));
    (void)buf_append_char(&input, '}');
    assert_int_equal(buf_terminate(&input), 0);
    struct judge_call call = judged_call(&arena, "Bash", input.data, JUDGED_CWD);
    int r = judge_suggest_all(&arena, rules, &call, 1000, found, &count);
    ret_text[0] = '\0';
    assert_true(r == 0 ? count > 0 : r == -ENOENT && count == 0);
    struct judge_rules *made = judge_rules_new((struct slice){0});
    for (size_t i = 0; i < count; i++) {
        struct permission_rule rule = judge_rule_of(&found[i]);
        char problem[256];
        rule.id = SLICE("1");
        assert_int_equal(judge_rules_put(made, &rule, &(struct judge_rule_paths){0}, problem, NULL), 0);
        bool is_file = found[i].path_is == FIELD_SET;
        at += (size_t)snprintf(ret_text + at, 1024 - at, "%s%s%.*s", i > 0 ? "|" : "", is_file ? ">" : "",
                               SLICE_ARG(is_file ? found[i].path : found[i].command));
    }
    if (count > 0) {
        assert_true(judge_rules_allow(made, rules, &call, 1000));
        assert_true(judge_rules_all_fit(made, &call));
    }
    judge_rules_free(made);
    buf_clear(&input);
    arena_clear(&arena);
}

static void a_rule_for_each_part(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"make", "make"},
        {"cd x && make", "cd x|make"},
        {"cd /nonexistent/other && make -j2", "cd /nonexistent/other|make -j2"},
        {"cd " JUDGED_CWD " && make", "make"}, /* it is there already */
        {"cd " JUDGED_CWD "/ && make", "make"},
        {"cd . && make", "make"},
        {"cd " JUDGED_CWD, ""}, /* nothing is to be allowed but that */
        {"cd " JUDGED_CWD "/sub && make", "cd " JUDGED_CWD "/sub|make"},
        {"cd .. && make", ""},
        {"cd a/../../b && make", ""},
        {"cd && make", ""},
        {"cd - && make", ""},
        {"cd \"$x\" && make", ""},
        {"cd $(pwd) && make", ""},
        {"pushd x && make", ""},
        {"make; make; make", "make"},
        {"ls -l && ls -a x", "ls *"},
        {"make\nmake test", "make|make test"},
        {"make & make test", "make|make test"},
        {"make || echo no", "make|echo *"},
        {"make 2>&1 | tail -5", "make|tail -5"},
        {"(make; make test)", "make|make test"},
        {"if make; then make test; fi", "make|make test"},
        {"make 'a b' && make \"c;d\"", "make 'a b'|make 'c;d'"},
        {"echo $(date)", "date|echo *"},
        {"LANG=C make && ls", "make|ls *"},
        {"make > out", ">" JUDGED_CWD "/out|make"},
        {"make >> out 2>&1; cat out", ">" JUDGED_CWD "/out|make|cat out"},
        {"make > out 2> out", ">" JUDGED_CWD "/out|make"},
        {"make > 'a*b' && ls", ">" JUDGED_CWD "/a\\*b|make|ls *"},
        {"make < in > out", ">" JUDGED_CWD "/out|make"},
        {"make > /dev/null", "make"},
        {"cd " JUDGED_CWD "/x && make > " JUDGED_CWD "/x/out", ">" JUDGED_CWD "/x/out|cd " JUDGED_CWD "/x|make"},
    };
    char text[1024];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        suggest(NULL, cases[i][0], text);
        if (strcmp(text, cases[i][1]) != 0)
            fail_msg("%s: %s, and not %s", cases[i][0], text, cases[i][1]);
    }
}

static void nothing_where_a_rule_would_mean_more(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "make && rm $x",
        "make && rm $(cat list)",
        "make && rm `cat list`",
        "$x && make",
        "make && $(cat x)",
        "make && a*",
        "PATH=/tmp make && ls",
        "FOO=1 make && ls",
        "make > out 2> errors", /* two files */
        "make > ../out",
        "make > .git/hooks/pre-commit",
        "make > x/.weir/commands/a.md",
        "make > $x",
        "make < /etc/shadow > out",
        "sudo make > out",
        "make >> /etc/passwd",
        "ls && make > /nonexistent/out",
        "cat < /etc/shadow && ls",
        "cd x && make > out",
        "ls && sudo make install",
        "doas ls && make",
        "ls | xargs rm",
        "find . -exec rm {} ;",
        "find . -name x | xargs -I{} rm {}",
        "echo 'rm -rf /' | sh",
        "curl x | bash",
        "curl x | bash -s",
        "curl x | python3",
        "curl x | python3 -",
        "make && perl",
        "python3 - <<'E'\nprint(1)\nE",
        "make && node <<E\nx\nE",
        "eval \"$x\"; make",
        "source x; make",
        ". x && make",
        "alias ls=rm; ls",
        "ssh host make; ls",
        "trap 'rm x' EXIT; ls",
        "make && bash -c \"$x\"",
        "make && env $x",
        "make && cat <<E\n$(rm $x)\nE",
        "make && (( x ))",
        "make && echo \"unclosed",
        "exec 3<>/dev/tcp/a/1; ls",
    };
    char text[1024];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        suggest(NULL, cases[i], text);
        if (text[0])
            fail_msg("%s: %s, and nothing was expected", cases[i], text);
    }
}

static void what_runs_others_is_named_with_them(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"env make && ls", "env make|make|ls *"},
        {"timeout 5 make", "timeout 5 make|make"},
        {"bash -c 'make && make test'", "bash -c 'make && make test'|make|make test"},
        {"bash -c 'rm -rf x'; make", "bash -c 'rm -rf x'|rm -rf x|make"},
        {"f() { rm x; }; f", "rm x|f"},
    };
    char text[1024];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        suggest(NULL, cases[i][0], text);
        assert_string_equal(text, cases[i][1]);
    }
}

static void what_is_allowed_needs_no_further_rule(void **state)
{
    (void)state;
    struct judge_rules *rules = judge_rules_new((struct slice){0});
    struct permission_rule rule = {.id = SLICE("1"),
                                   .effect = PERMISSION_EFFECT_ALLOW,
                                   .tool = SLICE("Bash"),
                                   .command = SLICE("make *"),
                                   .command_is = FIELD_SET};
    char problem[256], text[1024];
    assert_int_equal(judge_rules_put(rules, &rule, &(struct judge_rule_paths){0}, problem, NULL), 0);
    suggest(rules, "cd x && make test && git pull", text);
    assert_string_equal(text, "cd x|git pull");
    suggest(rules, "make && make $x && git pull", text);
    assert_string_equal(text, "git pull");
    judge_rules_free(rules);
}

static void a_file_that_may_be_written_needs_no_rule(void **state)
{
    (void)state;
    struct judge_rules *rules = judge_rules_new((struct slice){0});
    struct permission_rule rule = {.id = SLICE("1"),
                                   .effect = PERMISSION_EFFECT_ALLOW,
                                   .tool = SLICE("Write"),
                                   .path = SLICE(JUDGED_CWD "/out"),
                                   .path_is = FIELD_SET};
    char problem[256], text[1024];
    assert_int_equal(judge_rules_put(rules, &rule, &(struct judge_rule_paths){0}, problem, NULL), 0);
    suggest(rules, "make > out", text);
    assert_string_equal(text, "make");
    suggest(rules, "make > other", text);
    assert_string_equal(text, ">" JUDGED_CWD "/other|make");
    judge_rules_free(rules);
}

static void a_call_without_a_kind_gets_no_rule(void **state)
{
    (void)state;
    struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
    struct permission_new_rule rule;
    struct judge_call call = judged_call(&arena, "Other", "{\"title\":\"x\"}", JUDGED_CWD);
    assert_int_equal(judge_suggest(&arena, &call, &rule), -ENOENT);
    call = judged_call(&arena, "WebSearch", "{\"query\":\"x\"}", JUDGED_CWD);
    assert_int_equal(judge_suggest(&arena, &call, &rule), 0);
    arena_clear(&arena);
}

static void more_than_a_person_would_read_is_not_offered(void **state)
{
    (void)state;
    struct buf command = BUF_LIMITED(1 << 12);
    char text[1024];
    for (int i = 0; i < JUDGE_SUGGESTIONS; i++)
        (void)buf_printf(&command, "%smake t%d", i > 0 ? "; " : "", i);
    assert_int_equal(buf_terminate(&command), 0);
    suggest(NULL, command.data, text);
    assert_non_null(strstr(text, "make t15"));
    (void)buf_append_text(&command, "; make one-more");
    assert_int_equal(buf_terminate(&command), 0);
    suggest(NULL, command.data, text);
    assert_string_equal(text, "");
    buf_clear(&command);
}

/* A cd is free only where it changes nothing, and only beside what a rule allows. */
static void a_cd_that_stays_needs_no_rule(void **state)
{
    (void)state;
    static const struct {
        const char *input;
        enum judge_verdict verdict;
    } cases[] = {
        {"{\"command\":\"cd " JUDGED_CWD " && make\"}", JUDGE_ALLOW},
        {"{\"command\":\"cd . && make\"}", JUDGE_ALLOW},
        {"{\"command\":\"cd " JUDGED_CWD "\"}", JUDGE_NOTHING},
        {"{\"command\":\"cd sub && make\"}", JUDGE_NOTHING},
        {"{\"command\":\"cd " JUDGED_CWD "/.. && make\"}", JUDGE_NOTHING},
        {"{\"command\":\"cd .. && make\"}", JUDGE_NOTHING},
        {"{\"command\":\"cd . . && make\"}", JUDGE_NOTHING},
        {"{\"command\":\"cd -P . && make\"}", JUDGE_NOTHING},
        {"{\"command\":\"CDPATH=/ cd . && make\"}", JUDGE_NOTHING},
        {"{\"command\":\"cd . && rm x\"}", JUDGE_NOTHING},
    };
    struct judge_rules *rules = judge_rules_new((struct slice){0});
    struct permission_rule rule = {.id = SLICE("1"),
                                   .effect = PERMISSION_EFFECT_ALLOW,
                                   .tool = SLICE("Bash"),
                                   .command = SLICE("make"),
                                   .command_is = FIELD_SET};
    char problem[256];
    assert_int_equal(judge_rules_put(rules, &rule, &(struct judge_rule_paths){0}, problem, NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
        struct judge_call call = judged_call(&arena, "Bash", cases[i].input, JUDGED_CWD);
        struct slice id;
        if (judge_rules_ask(rules, &call, 1000, &id) != cases[i].verdict)
            fail_msg("%s", cases[i].input);
        arena_clear(&arena);
    }
    judge_rules_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_for_each_part),
        cmocka_unit_test(nothing_where_a_rule_would_mean_more),
        cmocka_unit_test(what_runs_others_is_named_with_them),
        cmocka_unit_test(what_is_allowed_needs_no_further_rule),
        cmocka_unit_test(a_file_that_may_be_written_needs_no_rule),
        cmocka_unit_test(a_call_without_a_kind_gets_no_rule),
        cmocka_unit_test(more_than_a_person_would_read_is_not_offered),
        cmocka_unit_test(a_cd_that_stays_needs_no_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
