#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/permission_view.h"
#include "cli/text.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"reason", 0, "TEXT", NULL, "what the agent is told"},
    {"rule", 0, "RULE", NULL, "in place of the suggested ones, such as 'Bash(make *)'; may be given up to 16 times"},
    {0},
};

const struct cli_command command_permissions_answer = {
    .name = "permissions answer",
    .arguments = "REQUEST ANSWER",
    .summary = "Answer a permission request",
    .details =
        "ANSWER is allow_once, allow_session, allow_always or deny.\n"
        "allow_session and allow_always also make rules, so that calls like it need no question again: the suggested\n"
        "ones, of a compound command one for each part, or those of --rule, which together must allow the request.\n"
        "A RULE is TOOL, TOOL(COMMAND) for Bash, or TOOL(PATH). Either all of them are kept, or none.\n"
        "'weir permissions rules' lists the rules. The first answer counts.",
    .options = options,
    .arguments_min = 2,
    .arguments_max = 2,
    .completes = CLI_COMPLETES_REQUESTS,
    .words = "allow_once allow_session allow_always deny",
    .starts = true,
    .run = run,
};

static void print_answer(struct cli *cli, const char *text)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct permission_answer_result result;
    if (ask_read(cli, &arena, &permission_answer_result_shape, text, &result) == CLI_OK) {
        text_write(stdout, permission_request_state_shape.of.words.items[result.request.state]);
        if (result.rule_is == FIELD_SET) {
            (void)fputs(", and rule ", stdout);
            text_write(stdout, result.rule.id);
            (void)fputs(" was made", stdout);
        } else if (result.rules_is == FIELD_SET) {
            (void)printf(", and %zu rules were made:", result.rules.count);
            for (size_t i = 0; i < result.rules.count; i++) {
                (void)fputs("\n  ", stdout);
                text_write(stdout, result.rules.items[i].id);
            }
        }
        (void)putchar('\n');
    }
    arena_clear(&arena);
}

enum { RULES_MAX = 16 };

/* TOOL, TOOL(COMMAND) or TOOL(PATH), as rules are shown. */
static bool read_rule(struct slice text, struct permission_new_rule *ret_rule)
{
    const char *open = memchr(text.data, '(', text.size);
    struct slice tool = {text.data, open ? (size_t)(open - text.data) : text.size};
    *ret_rule = (struct permission_new_rule){.effect = PERMISSION_EFFECT_ALLOW, .tool = tool};
    if (tool.size == 0 || !text_is_utf8(text) || (open && text.data[text.size - 1] != ')'))
        return false;
    if (!open)
        return true;
    struct slice about = {open + 1, text.size - tool.size - 2};
    if (slice_is(tool, "Bash")) {
        ret_rule->command = about;
        ret_rule->command_is = FIELD_SET;
    } else {
        ret_rule->path = about;
        ret_rule->path_is = FIELD_SET;
    }
    return about.size > 0;
}

static enum cli_exit read_rules(const struct cli *cli, struct permission_new_rule rules[static RULES_MAX],
                                size_t *ret_count)
{
    int at = 0;
    *ret_count = 0;
    for (const char *text; (text = cli_option_next(cli, "rule", &at)) != NULL;) {
        if (*ret_count == RULES_MAX)
            return cli_fail(cli, CLI_USAGE, "--rule can be given %d times at most", RULES_MAX);
        if (!read_rule(slice_of(text), &rules[(*ret_count)++]))
            return cli_fail(cli, CLI_USAGE, "'%s' is no rule: it is TOOL, TOOL(COMMAND) or TOOL(PATH)", text);
    }
    return CLI_OK;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
    struct permission_new_rule rules[RULES_MAX];
    const struct shape *decisions = &permission_decision_shape;
    struct permission_answer_params params = {.request_id = slice_of(arguments[0])};
    uint32_t decision = 0;
    while (decision < decisions->of.words.count && !slice_is(decisions->of.words.items[decision], arguments[1]))
        decision++;
    if (decision == decisions->of.words.count)
        return cli_fail(cli, CLI_USAGE, "'%s' is no answer: it is allow_once, allow_session, allow_always or deny",
                        arguments[1]);
    params.decision = (enum permission_decision)decision;
    enum cli_exit exit = ask_option(cli, "reason", &params.reason, &params.reason_is);
    if (exit == CLI_OK)
        exit = read_rules(cli, rules, &params.rules.count);
    params.rules.items = rules;
    params.rules_is = params.rules.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK)
        exit = ask(cli, &permission_answer_method, &params, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        print_answer(cli, text);
    return exit;
}
