/* Fuzzes permission rules: a line each (the first byte chooses allow or deny, the rest is the pattern), an
 * empty line, and a command. A command must not be allowed if one of its parts alone is not. The index must
 * agree with each rule alone, and deny must override allow. */
#include <string.h>

#include "fuzz.h"
#include "judge/internal.h"

enum { RULES = 8 };

struct ruled {
    struct judge_rules *rules;
    struct permission_rule each[RULES];
    size_t count;
};

static void add(struct ruled *ruled, struct slice line)
{
    static const char ids[] = "12345678";
    char problem[256];
    if (ruled->count == RULES || line.size < 2)
        return;
    struct slice what = {line.data + 2, line.size - 2};
    struct permission_rule rule = {.id = {ids + ruled->count, 1},
                                   .effect = line.data[0] & 1 ? PERMISSION_EFFECT_DENY : PERMISSION_EFFECT_ALLOW,
                                   .tool = SLICE("Bash")};
    if (line.data[1] == 'c') {
        rule.command = what;
        rule.command_is = FIELD_SET;
    } else if (line.data[1] == 'p') {
        rule.tool = SLICE("*");
        rule.path = what;
        rule.path_is = FIELD_SET;
    } else {
        rule.tool = what;
    }
    problem[0] = '\0';
    if (judge_rules_add(ruled->rules, &rule, problem) == 0)
        ruled->each[ruled->count++] = rule;
    else
        must(problem[0] != '\0');
}

static enum judge_verdict ask(const struct ruled *ruled, const struct judge_call *call)
{
    struct slice id;
    return judge_rules_ask(ruled->rules, call, 1, &id);
}

static bool denies(const struct permission_rule *rule, const struct judge_call *call)
{
    struct arena arena = ARENA_LIMITED(1 << 20);
    struct slice home = SLICE("/nonexistent/home"), unknown;
    struct judge_rule_paths rule_paths;
    char problem[256];
    must(judge_rule_follow(&arena, rule, home, true, problem, &rule_paths, &unknown) == 0);
    bool matches = judge_rule_matches(rule, home, &rule_paths, call);
    arena_clear(&arena);
    return matches;
}

static void check(const struct ruled *ruled, struct judge_call call)
{
    enum judge_verdict verdict = ask(ruled, &call);
    bool denied = false;
    for (size_t i = 0; i < ruled->count; i++)
        if (ruled->each[i].effect == PERMISSION_EFFECT_DENY)
            denied |= denies(&ruled->each[i], &call);
    must(denied == (verdict == JUDGE_DENY));
    if (verdict != JUDGE_ALLOW)
        return;
    struct judge_call alone = call;
    alone.part_count = 1;
    for (size_t i = 0; i < call.part_count; i++) {
        alone.parts = &call.parts[i];
        must(ask(ruled, &alone) == JUDGE_ALLOW);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA_LIMITED(512u << 20);
    struct ruled ruled = {.rules = judge_rules_new(SLICE("/nonexistent/home"))};
    struct slice rest = {(const char *)data, size};
    must(ruled.rules != NULL);
    while (rest.size > 0 && rest.size < 1 << 13) {
        const char *end = memchr(rest.data, '\n', rest.size);
        struct slice line = {rest.data, end ? (size_t)(end - rest.data) : rest.size};
        rest = end ? (struct slice){end + 1, rest.size - line.size - 1} : (struct slice){NULL, 0};
        if (line.size == 0)
            break;
        add(&ruled, line);
    }
    struct judge_found found = {.arena = &arena, .home = SLICE("/nonexistent/home")};
    struct judge_call call = {.kind = JUDGE_COMMAND, .tool = SLICE("Bash"), .cwd = {"/nonexistent/work/", 17}};
    judge_command_read(&found, rest, 0);
    must(found.error == 0);
    call.unclear = found.unclear;
    call.parts = found.parts;
    call.part_count = found.part_count;
    check(&ruled, call);
    judge_rules_free(ruled.rules);
    arena_clear(&arena);
    return 0;
}
