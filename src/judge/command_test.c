#include "unit/judged.h"

/* Parts as «[word] [word]»; ? before one that is unclear, … where words are not known; files as >name and <name. */
static void show(const struct judge_call *call, struct buf *out)
{
    if (call->unclear)
        (void)buf_append_text(out, "UNCLEAR");
    for (size_t i = 0; i < call->part_count && !call->unclear; i++) {
        const struct judge_part *part = &call->parts[i];
        (void)buf_append_text(out, i > 0 ? " / " : "");
        (void)buf_append_text(out, part->unclear ? "?" : "");
        for (size_t w = 0; w < part->known; w++)
            (void)buf_printf(out, "%s[%.*s]", w > 0 ? " " : "", SLICE_ARG(part->words[w]));
        if (part->known < part->count)
            (void)buf_append_text(out, part->known > 0 ? " …" : "…");
    }
    for (size_t i = 0; i < call->path_count && !call->unclear; i++)
        (void)buf_printf(out, " %c%.*s", i < call->written ? '>' : '<', SLICE_ARG(call->paths[i]));
    (void)buf_terminate(out);
}

/* By what the command is allowed: g `git *`, s `git status *`, l `ls *` and `echo *`, a `*`, w the whole tool; r denied
 * by `rm *`. */
static void judge_with(const struct judge_call *call, char *verdict)
{
    static const struct {
        char letter;
        const char *first, *second;
    } sets[] = {{'g', "git *", NULL},
                {'s', "git status *", NULL},
                {'l', "ls *", "echo *"},
                {'a', "*", NULL},
                {'w', NULL, NULL}};
    struct slice id;
    size_t at = 0;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
        judged_add(rules, judged_rule("1", PERMISSION_EFFECT_ALLOW, "Bash", NULL, sets[i].first));
        if (sets[i].second)
            judged_add(rules, judged_rule("2", PERMISSION_EFFECT_ALLOW, "Bash", NULL, sets[i].second));
        if (judge_rules_ask(rules, call, 1, &id) == JUDGE_ALLOW)
            verdict[at++] = sets[i].letter;
        judge_rules_free(rules);
    }
    struct judge_rules *rules = judge_rules_new(SLICE(JUDGED_HOME));
    judged_add(rules, judged_rule("1", PERMISSION_EFFECT_ALLOW, "Bash", NULL, NULL));
    judged_add(rules, judged_rule("2", PERMISSION_EFFECT_DENY, "Bash", NULL, "rm *"));
    if (judge_rules_ask(rules, call, 1, &id) == JUDGE_DENY)
        verdict[at++] = 'r';
    judge_rules_free(rules);
    verdict[at] = '\0';
}

static const struct {
    const char *command, *parts, *verdict;
} cases[] = {
#include "command_cases.inc"
};

static void splits_as_a_shell_does_and_is_judged_by_each_part(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
        struct buf shown = BUF_LIMITED(1 << 20);
        char verdict[8];
        struct judge_call call = judged_command(&arena, slice_of(cases[i].command));
        show(&call, &shown);
        judge_with(&call, verdict);
        if (strcmp(shown.data, cases[i].parts) != 0 || strcmp(verdict, cases[i].verdict) != 0) {
            print_error("%s\n  expected: %s  %s\n    actual: %s  %s\n", cases[i].command, cases[i].parts,
                        cases[i].verdict, shown.data, verdict);
            wrong++;
        }
        buf_clear(&shown);
        arena_clear(&arena);
    }
    assert_int_equal(wrong, 0);
}

/* Whatever it is, it is read in one go. */
static void long_and_deep_commands_are_read_quickly_or_not_at_all(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "$(",   "${a:-",  "(",  "`",     "\"$(", "{ ",       "if a; then ", "case a in b) ",
        "env ", "sh -c ", "a;", "a|b&&", "<(",   "[[ a && ", "a<<E\n",      "f() { ",
        "\\",   "'a'",    "a ", "!",     "&",    "\n",       "a=(",         "eval "};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
        struct buf text = BUF_LIMITED(JUDGE_COMMAND_BYTES);
        while (text.size + strlen(pieces[i]) < JUDGE_COMMAND_BYTES)
            (void)buf_append_text(&text, pieces[i]);
        struct judge_found found = {.arena = &arena};
        judge_command_read(&found, buf_slice(&text), 0);
        assert_true(found.error == 0);
        assert_true(found.steps <= (size_t)8 * JUDGE_COMMAND_BYTES);
        assert_true(found.part_count <= JUDGE_PARTS);
        buf_clear(&text);
        arena_clear(&arena);
    }
}

/* The text of a part, read again, is that part. */
static void a_part_is_shown_so_that_it_could_be_run(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = ARENA_LIMITED(JUDGED_ARENA);
        struct judge_call call = judged_command(&arena, slice_of(cases[i].command));
        for (size_t p = 0; p < call.part_count; p++) {
            const struct judge_part *part = &call.parts[p];
            if (part->unclear || part->known < part->count || call.unclear)
                continue;
            struct judge_call again = judged_command(&arena, part->text);
            assert_false(again.unclear);
            assert_true(again.part_count >= 1);
            assert_int_equal(again.parts[0].count, part->count);
            for (size_t w = 0; w < part->count; w++)
                assert_true(slice_equal(again.parts[0].words[w], part->words[w]));
        }
        arena_clear(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_as_a_shell_does_and_is_judged_by_each_part),
        cmocka_unit_test(long_and_deep_commands_are_read_quickly_or_not_at_all),
        cmocka_unit_test(a_part_is_shown_so_that_it_could_be_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
