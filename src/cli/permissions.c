#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/pages.h"
#include "cli/permission_view.h"
#include "cli/text.h"
#include "contract/permission.h"

/* --- permissions list --- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

static const struct cli_option list_options[] = {
    {"past", 0, NULL, NULL, "include answered requests"},
    {"session", 0, "ID", NULL, "only requests of this session"},
    PAGES_OPTIONS,
    {0},
};

const struct cli_command command_permissions_list = {
    .name = "permissions list",
    .arguments = "",
    .summary = "List pending permission requests",
    .details = "'weir approve' shows them one after the other, and takes the answers.",
    .options = list_options,
    .leads = true,
    .starts = true,
    .run = run_list,
};

static enum cli_exit run_list(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct permission_list_params params = {.all = cli_option(cli, "past") != NULL};
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit != CLI_OK)
        return exit;
    const struct pages pages = {.method = &permission_list_method,
                                .columns = permission_columns,
                                .column_count = permission_column_count,
                                .row = permission_row,
                                .none = "no pending requests; to list answered ones: --past",
                                .params = &params};
    return pages_print(cli, &pages);
}

/* --- permissions answer --- */

static enum cli_exit run_answer(struct cli *cli, int count, char **arguments);

static const struct cli_option answer_options[] = {
    {"reason", 0, "TEXT", NULL, "reason for the agent"},
    {"rule", 0, "RULE", NULL, "rule in place of the suggested ones, such as 'Bash(make *)'; up to 16 times"},
    {0},
};

const struct cli_command command_permissions_answer = {
    .name = "permissions answer",
    .arguments = "REQUEST ANSWER",
    .summary = "Answer a permission request",
    .details =
        "ANSWER is allow_once, allow_session, allow_always or deny. allow_session and allow_always also create rules,\n"
        "so that similar calls need no request: the suggested ones, one for each part of a compound command, or those\n"
        "of --rule, which together must allow the request. RULE is TOOL, TOOL(COMMAND) for Bash, or TOOL(PATH).\n"
        "Either all rules are created or none. 'weir permissions rules' lists them. The first answer to a request\n"
        "counts.",
    .options = answer_options,
    .arguments_min = 2,
    .arguments_max = 2,
    .completes = CLI_COMPLETES_REQUESTS,
    .words = "allow_once allow_session allow_always deny",
    .starts = true,
    .run = run_answer,
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
            (void)fputs(" was created", stdout);
        } else if (result.rules_is == FIELD_SET) {
            (void)printf(", and %zu rules were created:", result.rules.count);
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

/* Parses TOOL, TOOL(COMMAND) or TOOL(PATH), the format in which rules are shown. */
static bool parse_rule(struct slice text, struct permission_new_rule *ret_rule)
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
            return cli_fail(cli, CLI_USAGE, "too many --rule options (limit: %d)", RULES_MAX);
        if (!parse_rule(slice_of(text), &rules[(*ret_count)++]))
            return cli_fail(cli, CLI_USAGE, "invalid rule '%s'; it must be TOOL, TOOL(COMMAND) or TOOL(PATH)", text);
    }
    return CLI_OK;
}

static enum cli_exit run_answer(struct cli *cli, int count, char **arguments)
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
        return cli_fail(cli, CLI_USAGE,
                        "invalid answer '%s'; it must be allow_once, allow_session, allow_always or deny",
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

/* --- permissions rules --- */

static enum cli_exit run_rules(struct cli *cli, int count, char **arguments);

static const struct cli_option rules_options[] = {
    {"session", 0, "ID", NULL, "only rules that apply to this session"},
    {0},
};

const struct cli_command command_permissions_rules = {
    .name = "permissions rules",
    .arguments = "",
    .summary = "List the permission rules",
    .details = "A deny rule takes precedence over an allow rule. 'weir permissions allow' and 'weir permissions deny' "
               "add rules.",
    .options = rules_options,
    .starts = true,
    .run = run_rules,
};

static enum cli_exit run_rules(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct permission_rules_list_params params = {0};
    enum cli_exit exit = ask_option(cli, "session", &params.session_id, &params.session_id_is);
    if (exit != CLI_OK)
        return exit;
    const struct pages pages = {.method = &permission_rules_list_method,
                                .columns = rule_columns,
                                .column_count = rule_column_count,
                                .row = rule_row,
                                .none = "no rules; to add one: weir permissions allow, weir permissions deny",
                                .params = &params};
    return pages_print(cli, &pages);
}

/* --- permissions allow, permissions deny --- */

static enum cli_exit run_allow(struct cli *cli, int count, char **arguments);
static enum cli_exit run_deny(struct cli *cli, int count, char **arguments);

static const struct cli_option add_options[] = {
    {"command", 'c', "PATTERN", NULL,
     "pattern of a shell command, word by word; a * as the last word stands for all further words"},
    {"path", 'p', "PATTERN", NULL,
     "pattern of a path: absolute, ./... for the working directory, ~/... for the home directory"},
    {"session", 0, "ID", NULL, "only in this session, while it is open"},
    {"cwd", 0, "DIRECTORY", NULL, "only in sessions with this working directory"},
    {"for", 0, "SECONDS", NULL, "the rule expires after this time"},
    {"note", 0, "TEXT", NULL, "a note for people"},
    {"preview", 0, NULL, NULL, "only show which past calls the rule would have matched"},
    {"yes", 'y', NULL, NULL, "do not ask"},
    {0},
};

#define DETAILS                                                                                                        \
    "TOOL is the name of a tool or a pattern: Bash, Edit, mcp__github__*. In patterns, * stands for any text\n"        \
    "without a '/', ** for any text. A compound command is allowed only if each of its parts is. On a terminal,\n"     \
    "weir shows which past calls the rule would have matched, and asks before it adds the rule."

const struct cli_command command_permissions_allow = {
    .name = "permissions allow",
    .arguments = "TOOL",
    .summary = "Add a rule that allows calls of a tool",
    .details = DETAILS,
    .options = add_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_allow,
};

const struct cli_command command_permissions_deny = {
    .name = "permissions deny",
    .arguments = "TOOL",
    .summary = "Add a rule that denies calls of a tool",
    .details = DETAILS,
    .options = add_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_deny,
};

static enum cli_exit rule_from_options(const struct cli *cli, struct permission_new_rule *rule)
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
        return cli_fail(cli, CLI_USAGE, "--for must be a number of seconds such as 3600, not '%s'", seconds);
    rule->expires_at = clock_epoch_ms() + ms;
    rule->expires_at_is = FIELD_SET;
    return CLI_OK;
}

static enum cli_exit preview_rule(struct cli *cli, const struct permission_new_rule *rule)
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

static enum cli_exit add_rule(struct cli *cli, const struct permission_new_rule *rule)
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

static enum cli_exit run_add(struct cli *cli, const char *tool, enum permission_effect effect)
{
    autofree char *cwd = NULL;
    struct permission_new_rule rule = {.effect = effect, .tool = slice_of(tool)};
    if (!text_is_utf8(rule.tool))
        return cli_fail(cli, CLI_USAGE, "the tool's name is not UTF-8 text");
    enum cli_exit exit = rule_from_options(cli, &rule);
    if (exit == CLI_OK && cli_option(cli, "cwd"))
        exit = ask_directory(cli, "cwd", cli_option(cli, "cwd"), &cwd);
    if (cwd) {
        rule.cwd = slice_of(cwd);
        rule.cwd_is = FIELD_SET;
    }
    if (exit == CLI_OK)
        exit = preview_rule(cli, &rule);
    if (exit != CLI_OK || cli_option(cli, "preview"))
        return exit;
    if (!cli_option(cli, "yes") && !cli->json && !confirm(cli, "Add this rule?"))
        return CLI_OK;
    return add_rule(cli, &rule);
}

static enum cli_exit run_allow(struct cli *cli, int count, char **arguments)
{
    (void)count;
    return run_add(cli, arguments[0], PERMISSION_EFFECT_ALLOW);
}

static enum cli_exit run_deny(struct cli *cli, int count, char **arguments)
{
    (void)count;
    return run_add(cli, arguments[0], PERMISSION_EFFECT_DENY);
}

/* --- permissions remove --- */

static enum cli_exit run_remove(struct cli *cli, int count, char **arguments);

const struct cli_command command_permissions_remove = {
    .name = "permissions remove",
    .arguments = "RULE",
    .summary = "Remove a rule",
    .arguments_min = 1,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_RULES,
    .starts = true,
    .run = run_remove,
};

static enum cli_exit run_remove(struct cli *cli, int count, char **arguments)
{
    (void)count;
    autofree char *text = NULL;
    const struct permission_rules_remove_params params = {.rule_id = slice_of(arguments[0])};
    enum cli_exit exit = ask(cli, &permission_rules_remove_method, &params, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        (void)printf("removed %s\n", arguments[0]);
    return exit;
}
