#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/permission_view.h"
#include "cli/text.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"reason", 0, "TEXT", NULL, "what the agent is told"},
    {0},
};

const struct cli_command command_permissions_answer = {
    .name = "permissions answer",
    .arguments = "REQUEST ANSWER",
    .summary = "Answer a permission request",
    .details = "ANSWER is allow_once, allow_session, allow_always or deny.\n"
               "allow_session and allow_always also make a rule, so that calls like it need no question again:\n"
               "'weir permissions rules' lists the rules. The first answer counts.",
    .options = options,
    .arguments_min = 2,
    .arguments_max = 2,
    .words = "allow_once allow_session allow_always deny",
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
        }
        (void)putchar('\n');
    }
    arena_clear(&arena);
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
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
        exit = ask(cli, &permission_answer_method, &params, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        print_answer(cli, text);
    return exit;
}
