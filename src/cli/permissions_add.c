/* permissions allow, permissions deny: a rule, shown against the past before it is kept. */
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/permission_view.h"
#include "cli/text.h"

static enum cli_exit run_allow(struct cli *cli, int count, char **arguments);
static enum cli_exit run_deny(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"command", 'c', "PATTERN", NULL,
     "of a shell's tool: the command, word by word; a * as the last word is all that follows"},
    {"path", 'p', "PATTERN", NULL,
     "of a tool that reads or changes files: absolute, ./... for the working directory, ~/... for the home"},
    {"session", 0, "ID", NULL, "only in this session, and as long as it is open"},
    {"cwd", 0, "DIRECTORY", NULL, "only in sessions with this working directory"},
    {"for", 0, "SECONDS", NULL, "it ends by itself after so long"},
    {"note", 0, "TEXT", NULL, "what it is for"},
    {"preview", 0, NULL, NULL, "only say which calls of the past it would have matched"},
    {"yes", 'y', NULL, NULL, "do not ask"},
    {0},
};

#define DETAILS                                                                                                        \
    "TOOL is the name of a tool, or a pattern of it: Bash, Edit, mcp__github__*. In patterns * stands for any text\n"  \
    "without a '/', ** for any text. A compound command is allowed only when each part of it is. Before the rule\n"    \
    "is kept, the calls of the past that it would have matched are shown."

const struct cli_command command_permissions_allow = {
    .name = "permissions allow",
    .arguments = "TOOL",
    .summary = "Add a rule that allows calls of a tool",
    .details = DETAILS,
    .options = options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_allow,
};

const struct cli_command command_permissions_deny = {
    .name = "permissions deny",
    .arguments = "TOOL",
    .summary = "Add a rule that refuses calls of a tool",
    .details = DETAILS,
    .options = options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_deny,
};

static enum cli_exit read_rule(const struct cli *cli, struct permission_new_rule *rule)
{
    const char *seconds = cli_option(cli, "for");
    int64_t ms = 0;
    enum cli_exit exit = ask_option(cli, "command", &rule->command, &rule->command_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "path", &rule->path, &rule->path_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "session", &rule->session_id, &rule->session_id_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "note", &rule->note, &rule->note_is);
    if (exit != CLI_OK || !seconds)
        return exit;
    if (text_parse_seconds(seconds, &ms) < 0 || ms <= 0)
        return cli_fail(cli, CLI_USAGE, "--for takes seconds, such as 3600; not '%s'", seconds);
    rule->expires_at = clock_epoch_ms() + ms;
    rule->expires_at_is = FIELD_SET;
    return CLI_OK;
}

static enum cli_exit preview(struct cli *cli, const struct permission_new_rule *rule)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct permission_rules_preview_result result;
    const struct permission_rules_preview_params params = {.rule = *rule, .limit = 20};
    enum cli_exit exit = ask(cli, &permission_rules_preview_method, &params, &text);
    if (exit == CLI_OK && cli->json && cli_option(cli, "preview"))
        ask_print_json(text);
    else if (exit == CLI_OK && !cli->json)
        exit = ask_read(cli, &arena, &permission_rules_preview_result_shape, text, &result);
    if (exit == CLI_OK && !cli->json)
        permission_preview_print(cli, &result, false);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit add(struct cli *cli, const struct permission_new_rule *rule)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct permission_rule made;
    enum cli_exit exit = ask(cli, &permission_rules_add_method, rule, &text);
    if (exit == CLI_OK && cli->json) {
        ask_print_json(text);
    } else if (exit == CLI_OK) {
        exit = ask_read(cli, &arena, &permission_rule_shape, text, &made);
        if (exit == CLI_OK) {
            text_write(stdout, made.id);
            (void)putchar('\n');
        }
    }
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run(struct cli *cli, const char *tool, enum permission_effect effect)
{
    autofree char *cwd = NULL;
    struct permission_new_rule rule = {.effect = effect, .tool = slice_of(tool)};
    if (!text_is_utf8(rule.tool))
        return cli_fail(cli, CLI_USAGE, "the tool's name is not UTF-8 text");
    enum cli_exit exit = read_rule(cli, &rule);
    if (exit == CLI_OK && cli_option(cli, "cwd"))
        exit = ask_directory(cli, "cwd", cli_option(cli, "cwd"), &cwd);
    if (cwd) {
        rule.cwd = slice_of(cwd);
        rule.cwd_is = FIELD_SET;
    }
    if (exit == CLI_OK)
        exit = preview(cli, &rule);
    if (exit != CLI_OK || cli_option(cli, "preview"))
        return exit;
    if (!cli_option(cli, "yes") && !cli->json && !confirm(cli, "Keep this rule?"))
        return CLI_OK;
    return add(cli, &rule);
}

static enum cli_exit run_allow(struct cli *cli, int count, char **arguments)
{
    (void)count;
    return run(cli, arguments[0], PERMISSION_EFFECT_ALLOW);
}

static enum cli_exit run_deny(struct cli *cli, int count, char **arguments)
{
    (void)count;
    return run(cli, arguments[0], PERMISSION_EFFECT_DENY);
}
