#include "cli/automation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "schedule/cron.h"
#include "schedule/words.h"
#include "json/encode.h"
#include "json/write.h"

enum { TEXT_BYTES = 1 << 20, CARD_COLUMN = 12 };

/* --- for all commands about rules --- */

void automation_rules_clear(struct automation_rules *rules)
{
    arena_clear(&rules->arena);
    zones_clear(&rules->zones);
}

enum cli_exit automation_fetch(struct cli *cli, struct automation_rules *rules)
{
    autofree char *text = NULL;
    *rules = (struct automation_rules){.arena = ARENA_LIMITED(ASK_BYTES_MAX)};
    enum cli_exit exit = ask(cli, &automation_status_method, &(struct automation_status_params){0}, &text);
    return exit == CLI_OK ? ask_read(cli, &rules->arena, &automation_status_result_shape, text, &rules->status) : exit;
}

static bool begins(struct slice text, const char *word)
{
    return text.size >= strlen(word) && strncmp(text.data, word, strlen(word)) == 0;
}

static enum cli_exit refuse_word(const struct cli *cli, const struct automation_rules *rules, const char *word,
                                 size_t matches)
{
    const struct automation_status_result_rules *all = &rules->status.rules;
    struct suggestion suggestion = {.word = word};
    if (matches == 0) {
        for (size_t i = 0; i < all->count; i++)
            suggest_consider(&suggestion, all->items[i].name.data);
        enum cli_exit exit = cli_fail(cli, CLI_FAILED, "no rule '%s'", word);
        if (suggestion.best)
            cli_hint(cli, "did you mean %s?", suggestion.best);
        else
            cli_hint(cli, "to see all rules: weir automation list");
        return exit;
    }
    enum cli_exit exit = cli_fail(cli, CLI_USAGE, "'%s' stands for %zu rules; use the id:", word, matches);
    for (size_t i = 0; i < all->count; i++)
        if (begins(all->items[i].name, word) || begins(all->items[i].rule_id, word))
            cli_hint(cli, "%.*s  %.*s", SLICE_ARG(all->items[i].rule_id), SLICE_ARG(all->items[i].name));
    return exit;
}

enum cli_exit automation_find(const struct cli *cli, const struct automation_rules *rules, const char *word,
                              const struct automation_rule **ret_rule)
{
    const struct automation_status_result_rules *all = &rules->status.rules;
    const struct automation_rule *named = NULL, *begun = NULL;
    size_t named_count = 0, begun_count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct automation_rule *rule = &all->items[i];
        if (slice_is(rule->rule_id, word)) {
            *ret_rule = rule;
            return CLI_OK;
        }
        if (slice_is(rule->name, word)) {
            named = rule;
            named_count++;
        } else if (*word && (begins(rule->name, word) || begins(rule->rule_id, word))) {
            begun = rule;
            begun_count++;
        }
    }
    const struct automation_rule *found = named ? named : begun;
    if (!found || named_count > 1 || (named_count == 0 && begun_count != 1))
        return refuse_word(cli, rules, word, named_count + begun_count);
    *ret_rule = found;
    return CLI_OK;
}

enum cli_exit automation_get(struct cli *cli, struct automation_rules *rules, const char *word,
                             const struct automation_rule **ret_rule)
{
    enum cli_exit exit = automation_fetch(cli, rules);
    return exit == CLI_OK ? automation_find(cli, rules, word, ret_rule) : exit;
}

const struct zone *automation_zone(struct zones *zones)
{
    const struct zone *const *zone = NULL;
    char problem[ZONES_PROBLEM_SIZE];
    return zones_find(zones, SLICE(""), &zone, problem) == 0 ? *zone : NULL;
}

enum cli_exit automation_check_cron(const struct cli *cli, struct slice expression, struct slice zone)
{
    struct cron cron;
    struct cron_problem wrong = {.at = 0};
    struct zones zones = {0};
    const struct zone *const *found = NULL;
    char problem[ZONES_PROBLEM_SIZE];
    if (cron_read(expression, &cron, &wrong) < 0) {
        enum cli_exit exit = cli_fail(cli, CLI_USAGE, "the cron expression cannot be read: %s", wrong.text);
        size_t column = text_width((struct slice){expression.data, wrong.at});
        if (!cli->json && expression.size < 200 && text_is_utf8(expression) &&
            !memchr(expression.data, '\n', expression.size))
            (void)fprintf(stderr, "  %.*s\n  %*s^\n", SLICE_ARG(expression), (int)column, "");
        return exit;
    }
    int r = zone.size > 0 ? zones_find(&zones, zone, &found, problem) : 0;
    zones_clear(&zones);
    return r < 0 ? cli_fail(cli, CLI_USAGE, "%s", problem) : CLI_OK;
}

enum cli_exit automation_send(struct cli *cli, const char *method, const struct buf *params, char **ret_result)
{
    if (params->error)
        return cli_fail(cli, CLI_FAILED, "the rule is too large");
    enum cli_exit exit = cli_connect(cli);
    if (exit != CLI_OK)
        return exit;
    if (weir_call(cli->weir, method, params->data, params->size, WEIR_TIMEOUT_DEFAULT, ret_result, NULL) == 0)
        return CLI_OK;
    return ask_fail(cli, weir_last_error(cli->weir));
}

/* --- triggers in words --- */

static void say_cron(struct buf *out, const struct automation_trigger_cron *cron)
{
    struct cron read;
    struct cron_problem problem;
    char words[CRON_WORDS_SIZE];
    if (cron_read(cron->expression, &read, &problem) == 0 && cron_words(&read, words) == 0)
        (void)buf_append_text(out, words);
    else
        (void)buf_printf(out, "cron %.*s", SLICE_ARG(cron->expression));
    if (cron->timezone_is == FIELD_SET)
        (void)buf_printf(out, " (%.*s)", SLICE_ARG(cron->timezone));
}

static void say_seconds(struct buf *out, int64_t seconds)
{
    static const struct {
        int64_t seconds;
        const char *name;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
    size_t i = 0;
    while (seconds % units[i].seconds != 0)
        i++;
    int64_t count = seconds / units[i].seconds;
    if (count == 1)
        (void)buf_printf(out, "every %s", units[i].name);
    else
        (void)buf_printf(out, "every %" PRId64 " %ss", count, units[i].name);
}

/* In the zone of the reader. */
static void say_time(struct buf *out, struct slice time)
{
    char text[TEXT_TIME_SIZE];
    int64_t ms = 0;
    if (clock_parse_iso(time, &ms) == 0) {
        text_time(ms, text);
        (void)buf_printf(out, "once, at %s", text);
    } else {
        (void)buf_printf(out, "once, at %.*s", SLICE_ARG(time));
    }
}

static void say_event(struct buf *out, const struct automation_trigger_event *event)
{
    (void)buf_printf(out, "when %.*s", SLICE_ARG(event->event));
    for (size_t i = 0; event->where_is == FIELD_SET && i < event->where.count; i++) {
        (void)buf_printf(out, "%s%.*s = ", i == 0 ? " and " : ", ", SLICE_ARG(event->where.items[i].key));
        (void)json_write_any(out, &event->where.items[i].value);
    }
}

void automation_say_trigger(struct buf *out, const struct automation_trigger *trigger)
{
    switch (trigger->kind) {
    case AUTOMATION_TRIGGER_KIND_CRON:
        say_cron(out, &trigger->as.cron);
        return;
    case AUTOMATION_TRIGGER_KIND_INTERVAL:
        say_seconds(out, trigger->as.interval.seconds);
        return;
    case AUTOMATION_TRIGGER_KIND_AT:
        say_time(out, trigger->as.at.time);
        return;
    case AUTOMATION_TRIGGER_KIND_EVENT:
        say_event(out, &trigger->as.event);
        return;
    case AUTOMATION_TRIGGER_KIND_FILE:
        for (size_t i = 0; i < trigger->as.file.paths.count; i++)
            (void)buf_printf(out, "%s%.*s", i == 0 ? "files: " : ", ", SLICE_ARG(trigger->as.file.paths.items[i]));
        return;
    case AUTOMATION_TRIGGER_KIND_WEBHOOK:
        (void)buf_append_text(out, "webhook");
        return;
    case AUTOMATION_TRIGGER_KIND_MANUAL:
        break;
    }
    (void)buf_append_text(out, "by hand");
}

enum cli_exit automation_report(const struct cli *cli, const char *did, const char *result)
{
    struct automation_rules rules = {.arena = ARENA_LIMITED(ASK_BYTES_MAX)};
    struct automation_rule rule;
    char words[SCHEDULE_WORDS_SIZE];
    if (cli->json) {
        ask_print_json(result);
        return CLI_OK;
    }
    enum cli_exit exit = ask_read(cli, &rules.arena, &automation_rule_shape, result, &rule);
    if (exit == CLI_OK) {
        (void)printf("%s ", did);
        text_write(stdout, rule.name);
        if (rule.next_due_is == FIELD_SET) {
            schedule_words(rule.next_due, clock_epoch_ms(), automation_zone(&rules.zones), words);
            (void)printf(", next run: %s", words);
        } else if (!rule.enabled) {
            (void)printf(", disabled");
        }
        (void)printf("\n");
        if (rule.trigger.kind == AUTOMATION_TRIGGER_KIND_MANUAL)
            cli_hint(cli, "to start it: weir automation run %.*s", SLICE_ARG(rule.rule_id));
    }
    automation_rules_clear(&rules);
    return exit;
}

/* --- automation list --- */

static enum cli_exit run_list(struct cli *cli, int count, char **arguments);

const struct cli_command command_automation_list = {
    .name = "automation list",
    .arguments = "",
    .summary = "List the rules, and when each is due next",
    .details = "With --json, prints a line of JSON per rule.",
    .leads = true,
    .starts = true,
    .run = run_list,
};

static const struct table_column list_columns[] = {
    {.title = "NAME", .yields = true},
    {.title = "STATE"},
    {.title = "TRIGGER", .yields = true},
    {.title = "NEXT"},
    {.title = "LAST", .spare = 1},
    {.title = "PROBLEM", .yields = true, .optional = true},
    {.title = "RULE"},
};

const char *automation_run_color(enum automation_run_state state)
{
    switch (state) {
    case AUTOMATION_RUN_STATE_COMPLETED:
        return pretty_green;
    case AUTOMATION_RUN_STATE_FAILED:
    case AUTOMATION_RUN_STATE_REFUSED:
        return pretty_red;
    case AUTOMATION_RUN_STATE_QUEUED:
    case AUTOMATION_RUN_STATE_RUNNING:
        return pretty_blue;
    case AUTOMATION_RUN_STATE_SKIPPED:
    case AUTOMATION_RUN_STATE_CANCELLED:
        break;
    }
    return pretty_dim;
}

static void add_rule(struct table *table, const struct cli *cli, const struct automation_rule *rule,
                     const struct zone *zone, const struct table_style *style)
{
    struct buf trigger = BUF_LIMITED(TEXT_BYTES), last = BUF_LIMITED(TEXT_BYTES);
    char next[SCHEDULE_WORDS_SIZE] = "", age[SCHEDULE_WORDS_SIZE];
    automation_say_trigger(&trigger, &rule->trigger);
    if (rule->next_due_is == FIELD_SET)
        schedule_words(rule->next_due, style->now_ms, zone, next);
    if (rule->last_run_is == FIELD_SET) {
        schedule_words(rule->last_run.due_at, style->now_ms, zone, age);
        (void)buf_printf(&last, "%.*s %s", SLICE_ARG(automation_run_state_shape.of.words.items[rule->last_run.state]),
                         age);
    }
    table_cell(table, rule->name, NULL);
    table_cell(table, rule->enabled ? SLICE("on") : SLICE("off"),
               cli->color ? rule->enabled ? pretty_green : pretty_dim : NULL);
    table_cell(table, buf_slice(&trigger), NULL);
    table_cell(table, slice_of(next), NULL);
    table_cell(table, buf_slice(&last),
               cli->color && last.size > 0 ? automation_run_color(rule->last_run.state) : NULL);
    table_cell(table, rule->problem_is == FIELD_SET ? rule->problem : SLICE(""), pretty_if(cli->color, pretty_red));
    table_cell_id(table, rule->rule_id, style);
    buf_clear(&trigger);
    buf_clear(&last);
}

static void print_rule_json(const struct automation_rule *rule)
{
    struct buf line = BUF_LIMITED(ASK_BYTES_MAX);
    if (json_encode(&line, &automation_rule_shape, rule) == 0)
        (void)printf("%.*s\n", (int)line.size, line.data);
    buf_clear(&line);
}

static enum cli_exit run_list(struct cli *cli, int count, char **arguments)
{
    (void)count, (void)arguments;
    struct automation_rules rules;
    struct table table;
    struct buf out = BUF_LIMITED(ASK_BYTES_MAX);
    enum cli_exit exit = automation_fetch(cli, &rules);
    const struct zone *zone = automation_zone(&rules.zones);
    table_init(&table, list_columns, sizeof list_columns / sizeof *list_columns, tty_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    const struct table_style style = {.color = cli->color, .brief = table.brief, .now_ms = clock_epoch_ms()};
    for (size_t i = 0; exit == CLI_OK && i < rules.status.rules.count; i++) {
        if (cli->json)
            print_rule_json(&rules.status.rules.items[i]);
        else
            add_rule(&table, cli, &rules.status.rules.items[i], zone, &style);
    }
    if (exit == CLI_OK && !cli->json) {
        if (rules.status.rules.count > 0)
            table_write(&table, &out);
        else
            (void)buf_append_text(&out, "no rules; to add one: weir automation add\n");
        (void)fwrite(out.data, 1, out.size, stdout);
        if (!rules.status.enabled)
            cli_note(cli, pretty_yellow, "automation is switched off; to switch it on: weir automation enable");
    }
    buf_clear(&out);
    table_clear(&table);
    automation_rules_clear(&rules);
    return cli_finish(cli, exit);
}

/* --- automation show --- */

static enum cli_exit run_show(struct cli *cli, int count, char **arguments);

const struct cli_command command_automation_show = {
    .name = "automation show",
    .arguments = "RULE",
    .summary = "Show a rule: its trigger, actions and policy",
    .details = "RULE is its name, its id, or the beginning of one of them.",
    .completes = CLI_COMPLETES_AUTOMATIONS,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_show,
};

/* Who does the task, and where. */
static void say_task(struct buf *out, const struct automation_action_task *task)
{
    if (task->agent_is == FIELD_SET)
        (void)buf_printf(out, "%.*s", SLICE_ARG(task->agent));
    if (task->model_is == FIELD_SET)
        (void)buf_printf(out, "%s%.*s", out->size > 0 ? ", " : "", SLICE_ARG(task->model));
    if (task->permission_mode_is == FIELD_SET)
        (void)buf_printf(out, "%s%.*s", out->size > 0 ? ", " : "",
                         SLICE_ARG(session_permission_mode_shape.of.words.items[task->permission_mode]));
    if (task->cwd_is == FIELD_SET)
        (void)buf_printf(out, "%sin %.*s", out->size > 0 ? ", " : "", SLICE_ARG(task->cwd));
    if (out->size > 0)
        (void)buf_append_text(out, ": ");
}

static void show_action(const struct card *card, const struct automation_action *action)
{
    struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    if (action->kind == AUTOMATION_ACTION_KIND_TASK) {
        const struct automation_action_task *task = &action->as.task;
        say_task(&text, task);
        (void)buf_append_slice(&text, task->prompt);
        card_text(card, "task", buf_slice(&text), NULL);
    } else if (action->kind == AUTOMATION_ACTION_KIND_TOOL) {
        (void)buf_printf(&text, "%.*s of %.*s", SLICE_ARG(action->as.tool.tool), SLICE_ARG(action->as.tool.server));
        card_text(card, "tool", buf_slice(&text), NULL);
    } else {
        (void)buf_printf(&text, "%.*s%s%.*s", SLICE_ARG(action->as.notify.title),
                         action->as.notify.body.size > 0 ? ": " : "", SLICE_ARG(action->as.notify.body));
        card_text(card, "notify", buf_slice(&text), NULL);
    }
    buf_clear(&text);
}

static void show_policy(const struct card *card, const struct automation_policy *policy)
{
    card_line(card, "overlap", "%.*s", SLICE_ARG(automation_overlap_shape.of.words.items[policy->overlap]));
    card_line(card, "missed", "%.*s, within %" PRId64 " s",
              SLICE_ARG(automation_missed_shape.of.words.items[policy->missed]), policy->window_seconds);
    card_line(card, "limits", "%" PRId64 " runs an hour; disabled after %" PRId64 " failures", policy->max_per_hour,
              policy->disable_after_failures);
    if (policy->budget_is == FIELD_SET && policy->budget.tokens_is == FIELD_SET)
        card_line(card, "budget", "%" PRId64 " tokens a run", policy->budget.tokens);
    if (policy->budget_is == FIELD_SET && policy->budget.cost_micros_is == FIELD_SET)
        card_line(card, "budget", "%" PRId64 ".%06" PRId64 " a run", policy->budget.cost_micros / 1000000,
                  policy->budget.cost_micros % 1000000);
    if (policy->jitter_seconds > 0)
        card_line(card, "jitter", "up to %" PRId64 " s", policy->jitter_seconds);
}

static void show(struct cli *cli, struct automation_rules *rules, const struct automation_rule *rule)
{
    struct card card;
    struct buf trigger = BUF_LIMITED(TEXT_BYTES);
    const struct zone *zone = automation_zone(&rules->zones);
    int64_t now = clock_epoch_ms();
    char words[SCHEDULE_WORDS_SIZE], date[SCHEDULE_WORDS_SIZE];
    automation_say_trigger(&trigger, &rule->trigger);
    card_begin(&card, cli, CARD_COLUMN);
    card_text(&card, "rule", rule->name, pretty_if(cli->color, pretty_bold));
    card_text(&card, "id", rule->rule_id, NULL);
    card_line(&card, "state", "%s",
              !rule->enabled          ? "off"
              : rules->status.enabled ? "on"
                                      : "on, but automation is switched off");
    if (rule->problem_is == FIELD_SET)
        card_text(&card, "problem", rule->problem, cli->color ? pretty_red : NULL);
    card_text(&card, "trigger", buf_slice(&trigger), NULL);
    if (rule->next_due_is == FIELD_SET) {
        schedule_words(rule->next_due, now, zone, words);
        schedule_date(rule->next_due, zone, date);
        card_line(&card, "next", "%s (%s)", words, date);
    }
    if (rule->last_run_is == FIELD_SET) {
        schedule_words(rule->last_run.due_at, now, zone, words);
        card_line(&card, "last", "%.*s, %s%s%.*s",
                  SLICE_ARG(automation_run_state_shape.of.words.items[rule->last_run.state]), words,
                  rule->last_run.reason_is == FIELD_SET ? ": " : "",
                  rule->last_run.reason_is == FIELD_SET ? (int)rule->last_run.reason.size : 0,
                  rule->last_run.reason.data ? rule->last_run.reason.data : "");
    }
    if (rule->failures_is == FIELD_SET)
        card_line(&card, "failures", "%" PRId64 " in a row", rule->failures);
    for (size_t i = 0; i < rule->actions.count; i++)
        show_action(&card, &rule->actions.items[i]);
    show_policy(&card, &rule->policy);
    buf_clear(&trigger);
}

static enum cli_exit run_show(struct cli *cli, int count, char **arguments)
{
    (void)count;
    struct automation_rules rules;
    const struct automation_rule *rule = NULL;
    enum cli_exit exit = automation_get(cli, &rules, arguments[0], &rule);
    if (exit == CLI_OK && cli->json)
        print_rule_json(rule);
    else if (exit == CLI_OK)
        show(cli, &rules, rule);
    automation_rules_clear(&rules);
    return cli_finish(cli, exit);
}

/* --- automation enable, disable --- */

static enum cli_exit run_enable(struct cli *cli, int count, char **arguments);
static enum cli_exit run_disable(struct cli *cli, int count, char **arguments);

const struct cli_command command_automation_enable = {
    .name = "automation enable",
    .arguments = "[RULE]",
    .summary = "Enable a rule, or switch automation on",
    .details = "Nothing runs for the time before.",
    .completes = CLI_COMPLETES_AUTOMATIONS,
    .arguments_max = 1,
    .starts = true,
    .run = run_enable,
};

const struct cli_command command_automation_disable = {
    .name = "automation disable",
    .arguments = "[RULE]",
    .summary = "Disable a rule, or switch automation off",
    .details = "What runs goes on; to end it: weir task cancel.",
    .completes = CLI_COMPLETES_AUTOMATIONS,
    .arguments_max = 1,
    .starts = true,
    .run = run_disable,
};

static enum cli_exit set_enabled(struct cli *cli, const char *word, bool enabled)
{
    struct automation_rules rules = {0};
    const struct automation_rule *rule = NULL;
    autofree char *text = NULL;
    enum cli_exit exit = word ? automation_get(cli, &rules, word, &rule) : CLI_OK;
    const struct automation_enable_params params = {.rule_id = rule ? rule->rule_id : SLICE(""),
                                                    .rule_id_is = rule ? FIELD_SET : FIELD_ABSENT};
    const struct automation_disable_params off = {.rule_id = params.rule_id, .rule_id_is = params.rule_id_is};
    if (exit == CLI_OK)
        exit = enabled ? ask(cli, &automation_enable_method, &params, &text)
                       : ask(cli, &automation_disable_method, &off, &text);
    if (exit == CLI_OK && cli->json) {
        ask_print_json(text);
    } else if (exit == CLI_OK) {
        if (rule)
            text_write(stdout, rule->name);
        else
            (void)printf("automation");
        (void)printf(" is %s\n", enabled ? rule ? "enabled" : "on" : rule ? "disabled" : "off");
        if (rule && enabled && !rules.status.enabled)
            cli_note(cli, pretty_yellow, "automation is switched off; to switch it on: weir automation enable");
    }
    automation_rules_clear(&rules);
    return cli_finish(cli, exit);
}

static enum cli_exit run_enable(struct cli *cli, int count, char **arguments)
{
    return set_enabled(cli, count > 0 ? arguments[0] : NULL, true);
}

static enum cli_exit run_disable(struct cli *cli, int count, char **arguments)
{
    return set_enabled(cli, count > 0 ? arguments[0] : NULL, false);
}

/* --- automation remove --- */

static enum cli_exit run_remove(struct cli *cli, int count, char **arguments);

static const struct cli_option remove_options[] = {{"yes", 'y', NULL, NULL, "do not ask"}, {0}};

const struct cli_command command_automation_remove = {
    .name = "automation remove",
    .arguments = "RULE",
    .summary = "Delete a rule, and cancel its run",
    .details = "Its receipts stay in the log.",
    .completes = CLI_COMPLETES_AUTOMATIONS,
    .options = remove_options,
    .arguments_min = 1,
    .arguments_max = 1,
    .starts = true,
    .run = run_remove,
};

static enum cli_exit run_remove(struct cli *cli, int count, char **arguments)
{
    (void)count;
    struct automation_rules rules;
    const struct automation_rule *rule = NULL;
    autofree char *text = NULL;
    char question[512];
    enum cli_exit exit = automation_get(cli, &rules, arguments[0], &rule);
    if (exit != CLI_OK || !rule) {
        automation_rules_clear(&rules);
        return exit;
    }
    if (!cli_option(cli, "yes")) {
        struct buf name = BUF_LIMITED(TEXT_BYTES);
        text_append(&name, rule->name);
        (void)snprintf(question, sizeof question, "delete the rule %.*s?", (int)(name.size < 300 ? name.size : 300),
                       name.data);
        buf_clear(&name);
        if (!confirm(cli, question)) {
            automation_rules_clear(&rules);
            return CLI_FAILED;
        }
    }
    exit = ask(cli, &automation_delete_method, &(struct automation_delete_params){.rule_id = rule->rule_id}, &text);
    if (exit == CLI_OK && cli->json) {
        ask_print_json(text);
    } else if (exit == CLI_OK) {
        (void)printf("deleted ");
        text_write(stdout, rule->name);
        (void)printf("\n");
    }
    automation_rules_clear(&rules);
    return cli_finish(cli, exit);
}
