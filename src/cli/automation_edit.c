/* weir automation edit, run, webhook and preview. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/automation.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "schedule/cron.h"
#include "schedule/words.h"
#include "json/encode.h"
#include "json/read.h"
#include "json/write.h"

enum { RULE_BYTES = 8 << 20, PREVIEW_MAX = 100 };

/* --- automation edit --- */

static enum cli_exit run_edit(struct cli *cli, int count, char **arguments);

const struct cli_command command_automation_edit = {
    .name = "automation edit",
    .arguments = "RULE",
    .summary = "Change a rule in your editor, as JSON",
    .details =
        "Uses $VISUAL or $EDITOR. Sends what you have changed. If the daemon refuses that, you can edit it again.",
    .completes = CLI_COMPLETES_AUTOMATIONS,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_edit,
};

/* A rule that is edited. */
struct draft {
    const struct automation_rule *rule;
    struct buf before; /* what can be changed of it */
    char path[sizeof "/tmp/weir-rule-XXXXXX.json"];
};

static int make_draft(struct draft *draft)
{
    const struct automation_rule *rule = draft->rule;
    struct buf *json = &draft->before;
    (void)buf_append_text(json, "{\"name\":");
    (void)json_write_string(json, rule->name);
    (void)buf_append_text(json, ",\"trigger\":");
    (void)json_encode(json, &automation_trigger_shape, &rule->trigger);
    (void)buf_append_text(json, ",\"actions\":");
    (void)json_encode(json, &automation_actions_shape, &rule->actions);
    (void)buf_append_text(json, ",\"policy\":");
    (void)json_encode(json, &automation_policy_shape, &rule->policy);
    (void)buf_printf(json, ",\"enabled\":%s}", rule->enabled ? "true" : "false");
    return buf_terminate(json);
}

/* Writes the file, one field a line. */
static enum cli_exit write_draft(const struct cli *cli, struct draft *draft)
{
    int r = make_draft(draft);
    int fd = r == 0 ? mkostemps(draft->path, (int)strlen(".json"), O_CLOEXEC) : -1;
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file) {
        pretty_print_text(file, draft->before.data, true, false);
        r = ferror(file) ? -EIO : 0;
        r = fclose(file) != 0 ? -errno : r;
    } else if (r == 0) {
        r = -errno;
    }
    if (r == 0)
        return CLI_OK;
    if (fd >= 0)
        (void)unlink(draft->path);
    return cli_fail(cli, CLI_FAILED, "cannot write %s: %s", draft->path, strerror(-r));
}

/* Runs the editor as git does: by a shell, because the variable may have options; and Ctrl-C is for the editor alone.
 */
static enum cli_exit open_editor(const struct cli *cli, const char *path)
{
    const char *editor = getenv("VISUAL");
    editor = editor && *editor ? editor : getenv("EDITOR");
    editor = editor && *editor ? editor : "vi";
    struct buf command = BUF_LIMITED(1 << 16);
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction interrupt, quit;
    int status = 0;
    if (buf_printf(&command, "trap : INT QUIT; %s \"$@\"", editor) < 0 || buf_terminate(&command) < 0)
        return cli_fail(cli, CLI_FAILED, "the name of the editor is too long");
    (void)sigaction(SIGINT, &ignore, &interrupt);
    (void)sigaction(SIGQUIT, &ignore, &quit);
    pid_t pid = fork();
    if (pid == 0) {
        (void)sigaction(SIGINT, &interrupt, NULL);
        (void)sigaction(SIGQUIT, &quit, NULL);
        (void)execl("/bin/sh", "sh", "-c", command.data, editor, path, (char *)NULL);
        _exit(127);
    }
    buf_clear(&command);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    (void)sigaction(SIGINT, &interrupt, NULL);
    (void)sigaction(SIGQUIT, &quit, NULL);
    if (pid < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return cli_fail(cli, CLI_FAILED, "the editor %s failed; set EDITOR to another one", editor);
    return CLI_OK;
}

static enum cli_exit read_draft(const struct cli *cli, const char *path, struct arena *arena, yyjson_val **ret_root)
{
    struct buf text = BUF_LIMITED(RULE_BYTES);
    struct json_error error = {0};
    enum cli_exit exit = CLI_OK;
    char part[4096];
    FILE *file = fopen(path, "re");
    for (size_t size; file && (size = fread(part, 1, sizeof part, file)) > 0;)
        (void)buf_append(&text, part, size);
    if (file)
        (void)fclose(file);
    if (!file || text.error || json_read(arena, buf_slice(&text), ret_root, &error) < 0) {
        size_t line = 0, column = 0;
        text_position(buf_slice(&text), error.offset, &line, &column);
        exit = cli_fail(cli, CLI_FAILED, "this is not JSON: line %zu, column %zu: %s", line, column,
                        error.message ? error.message : "the file cannot be read");
    } else if (!yyjson_is_obj(*ret_root)) {
        exit = cli_fail(cli, CLI_FAILED, "this is not a JSON object with name, trigger, actions and policy");
    }
    buf_clear(&text);
    return exit;
}

/* Makes the params of automation:update from the fields that differ: an interval whose trigger is not sent keeps its
 * beat. Returns how many do. */
static size_t write_changes(const struct draft *draft, yyjson_val *before, yyjson_val *after, struct buf *params)
{
    size_t index, max, count = 0;
    yyjson_val *key, *value;
    buf_reset(params, RULE_BYTES);
    (void)buf_append_text(params, "{\"ruleId\":");
    (void)json_write_string(params, draft->rule->rule_id);
    yyjson_obj_foreach(after, index, max, key, value)
    {
        if (yyjson_equals(value, yyjson_obj_getn(before, yyjson_get_str(key), yyjson_get_len(key))))
            continue;
        (void)buf_append_char(params, ',');
        (void)json_write_string(params, (struct slice){yyjson_get_str(key), yyjson_get_len(key)});
        (void)buf_append_char(params, ':');
        (void)json_write_value(params, value);
        count++;
    }
    (void)buf_append_char(params, '}');
    return count;
}

static enum cli_exit send_draft(struct cli *cli, const struct draft *draft)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct buf params = BUF_LIMITED(RULE_BYTES);
    struct json_error error;
    yyjson_val *before = NULL, *after = NULL;
    autofree char *result = NULL;
    enum cli_exit exit = read_draft(cli, draft->path, &arena, &after);
    if (exit == CLI_OK && json_read(&arena, buf_slice(&draft->before), &before, &error) < 0)
        exit = cli_fail(cli, CLI_FAILED, "out of memory");
    size_t count = exit == CLI_OK ? write_changes(draft, before, after, &params) : 0;
    yyjson_val *trigger = yyjson_obj_get(after, "trigger"), *cron = yyjson_obj_get(trigger, "expression"),
               *zone = yyjson_obj_get(trigger, "timezone");
    if (count > 0 && yyjson_is_str(cron))
        exit = automation_check_cron(cli, (struct slice){yyjson_get_str(cron), yyjson_get_len(cron)},
                                     (struct slice){yyjson_get_str(zone), yyjson_get_len(zone)});
    if (exit == CLI_OK && count > 0)
        exit = automation_send(cli, "automation:update", &params, &result);
    if (exit == CLI_OK && count > 0)
        exit = automation_report(cli, "changed", result);
    else if (exit == CLI_OK)
        cli_note(cli, NULL, "nothing was changed");
    buf_clear(&params);
    arena_clear(&arena);
    return exit;
}

static enum cli_exit run_edit(struct cli *cli, int count, char **arguments)
{
    (void)count;
    struct automation_rules rules;
    struct draft draft = {.before = BUF_LIMITED(RULE_BYTES), .path = "/tmp/weir-rule-XXXXXX.json"};
    enum cli_exit exit = automation_get(cli, &rules, arguments[0], &draft.rule);
    bool is_written = exit == CLI_OK && (exit = write_draft(cli, &draft)) == CLI_OK;
    /* Until the daemon accepts it, or the person gives up. */
    for (bool again = is_written; again;) {
        exit = open_editor(cli, draft.path);
        again = exit == CLI_OK && (exit = send_draft(cli, &draft)) != CLI_OK && isatty(STDIN_FILENO) &&
                confirm(cli, "edit it again?");
    }
    if (is_written && exit == CLI_OK)
        (void)unlink(draft.path);
    else if (is_written)
        cli_hint(cli, "your text is in %s", draft.path);
    buf_clear(&draft.before);
    automation_rules_clear(&rules);
    return cli_finish(cli, exit);
}

/* --- automation run --- */

static enum cli_exit run_run(struct cli *cli, int count, char **arguments);

static const struct cli_option run_options[] = {
    {"input", 'i', "JSON", NULL, "what {{input}} stands for, or what the trigger of the rule would give"}, {0}};

const struct cli_command command_automation_run = {
    .name = "automation run",
    .arguments = "RULE",
    .summary = "Start a rule now, also one that is disabled",
    .details = "Does not wait for its end; to see it: weir automation log RULE.",
    .completes = CLI_COMPLETES_AUTOMATIONS,
    .options = run_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_run,
};

static enum cli_exit run_run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    struct automation_rules rules;
    const struct automation_rule *rule = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct buf params = BUF_LIMITED(RULE_BYTES);
    struct json_error error = {0};
    yyjson_val *value = NULL;
    autofree char *result = NULL;
    struct automation_trigger_result started;
    const char *input = cli_option(cli, "input");
    enum cli_exit exit = automation_get(cli, &rules, arguments[0], &rule);
    if (exit == CLI_OK && input && json_read(&arena, slice_of(input), &value, &error) < 0)
        exit = cli_fail(cli, CLI_USAGE, "--input is not JSON: %s at character %zu; a text needs quotes: '\"text\"'",
                        error.message, error.offset + 1);
    if (exit == CLI_OK) {
        (void)buf_append_text(&params, "{\"ruleId\":");
        (void)json_write_string(&params, rule->rule_id);
        if (input)
            (void)buf_printf(&params, ",\"input\":%s", input);
        (void)buf_append_char(&params, '}');
        exit = automation_send(cli, "automation:trigger", &params, &result);
    }
    if (exit == CLI_OK && cli->json) {
        ask_print_json(result);
    } else if (exit == CLI_OK) {
        exit = ask_read(cli, &arena, &automation_trigger_result_shape, result, &started);
        if (exit == CLI_OK) {
            (void)printf("started ");
            text_write(stdout, rule->name);
            (void)printf(": %.*s\n", SLICE_ARG(started.run_id));
        }
    }
    buf_clear(&params);
    arena_clear(&arena);
    automation_rules_clear(&rules);
    return cli_finish(cli, exit);
}

/* --- automation webhook --- */

static enum cli_exit run_webhook(struct cli *cli, int count, char **arguments);

static const struct cli_option webhook_options[] = {
    {"rotate", 0, NULL, NULL, "make a new secret; the old one is void at once"}, {0}};

const struct cli_command command_automation_webhook = {
    .name = "automation webhook",
    .arguments = "RULE",
    .summary = "Show the path and the secret of a rule's webhook",
    .details = "Whoever knows the secret can start the rule.",
    .completes = CLI_COMPLETES_AUTOMATIONS,
    .options = webhook_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_webhook,
};

static enum cli_exit run_webhook(struct cli *cli, int count, char **arguments)
{
    (void)count;
    struct automation_rules rules;
    const struct automation_rule *rule = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct automation_webhook_result webhook;
    autofree char *result = NULL;
    enum cli_exit exit = automation_get(cli, &rules, arguments[0], &rule);
    if (exit == CLI_OK)
        exit = ask(
            cli, &automation_webhook_method,
            &(struct automation_webhook_params){.rule_id = rule->rule_id, .rotate = cli_option(cli, "rotate") != NULL},
            &result);
    if (exit == CLI_OK && cli->json)
        ask_print_json(result);
    else if (exit == CLI_OK &&
             (exit = ask_read(cli, &arena, &automation_webhook_result_shape, result, &webhook)) == CLI_OK)
        (void)printf("path    %.*s\nsecret  %.*s\nscheme  %.*s\n", SLICE_ARG(webhook.path), SLICE_ARG(webhook.secret),
                     SLICE_ARG(automation_webhook_scheme_shape.of.words.items[webhook.scheme]));
    arena_clear(&arena);
    automation_rules_clear(&rules);
    return cli_finish(cli, exit);
}

/* --- automation preview --- */

static enum cli_exit run_preview(struct cli *cli, int count, char **arguments);

static const struct cli_option preview_options[] = {
    {"zone", 'z', "ZONE", NULL, "time zone, such as Europe/Berlin (default: that of this machine)"},
    {"count", 'n', "COUNT", NULL, "how many times (default 5)"},
    {0},
};

const struct cli_command command_automation_preview = {
    .name = "automation preview",
    .arguments = "'CRON'",
    .summary = "Show when a cron expression would be due",
    .options = preview_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_preview,
};

enum { DATE_COLUMNS = 28 };

static void print_times(const struct cli *cli, const struct automation_preview_result *preview, struct slice expression,
                        const char *zone_name)
{
    struct zones zones = {0};
    const struct zone *const *zone = NULL;
    struct cron cron;
    struct cron_problem wrong;
    char problem[ZONES_PROBLEM_SIZE], words[CRON_WORDS_SIZE];
    int64_t now = clock_epoch_ms();
    size_t limit = tty_columns(STDOUT_FILENO);
    (void)zones_find(&zones, slice_of(zone_name ? zone_name : ""), &zone, problem);
    if (cron_read(expression, &cron, &wrong) == 0 && cron_words(&cron, words) == 0)
        (void)printf("%s%s%s%s%s\n", pretty_if(cli->color, pretty_bold), words, zone_name ? ", " : "",
                     zone_name ? zone_name : "", pretty_if(cli->color, pretty_off));
    for (size_t i = 0; i < preview->times.count; i++) {
        char date[SCHEDULE_WORDS_SIZE], when[SCHEDULE_WORDS_SIZE];
        schedule_date(preview->times.items[i], zone ? *zone : NULL, date);
        schedule_words(preview->times.items[i], now, zone ? *zone : NULL, when);
        if (limit < DATE_COLUMNS + 2 + strlen(when))
            (void)printf("%s\n", date);
        else
            (void)printf("%-*s  %s%s%s\n", DATE_COLUMNS, date, pretty_if(cli->color, pretty_dim), when,
                         pretty_if(cli->color, pretty_off));
    }
    zones_clear(&zones);
}

static enum cli_exit run_preview(struct cli *cli, int count, char **arguments)
{
    (void)count;
    const char *zone = cli_option(cli, "zone"), *wanted = cli_option(cli, "count");
    struct slice expression = slice_of(arguments[0]);
    struct buf params = BUF_LIMITED(RULE_BYTES);
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct automation_preview_result preview;
    autofree char *result = NULL;
    int64_t times = 5;
    if (wanted && (text_parse_count(wanted, PREVIEW_MAX, &times) < 0 || times == 0))
        return cli_fail(cli, CLI_USAGE, "--count must be a number from 1 to %d, not '%s'", PREVIEW_MAX, wanted);
    enum cli_exit exit = automation_check_cron(cli, expression, slice_of(zone ? zone : ""));
    if (exit != CLI_OK)
        return exit;
    (void)buf_append_text(&params, "{\"trigger\":{\"type\":\"cron\",\"expression\":");
    (void)json_write_string(&params, expression);
    if (zone) {
        (void)buf_append_text(&params, ",\"timezone\":");
        (void)json_write_string(&params, slice_of(zone));
    }
    (void)buf_printf(&params, "},\"count\":%lld}", (long long)times);
    exit = automation_send(cli, "automation.preview", &params, &result);
    if (exit == CLI_OK && cli->json)
        ask_print_json(result);
    else if (exit == CLI_OK &&
             (exit = ask_read(cli, &arena, &automation_preview_result_shape, result, &preview)) == CLI_OK)
        print_times(cli, &preview, expression, zone);
    buf_clear(&params);
    arena_clear(&arena);
    return cli_finish(cli, exit);
}
