/* weir automation log: the receipts of runs. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "cli/automation.h"
#include "cli/commands.h"
#include "cli/follow.h"
#include "cli/pages.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "json/decode.h"
#include "json/encode.h"

enum { PAGE = 200, LINE_BYTES = 64 << 20, MESSAGE_MAX = 200 };

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"follow", 'f', NULL, NULL, "show new receipts and results as they come, until Ctrl-C"},
    {"limit", 'n', "COUNT", NULL, "show only the newest COUNT receipts (default 50)"},
    {"all", 0, NULL, NULL, "show all receipts"},
    {0},
};

const struct cli_command command_automation_log = {
    .name = "automation log",
    .arguments = "[RULE]",
    .summary = "Show the receipts of runs: what was due, what ran, what did not and why",
    .details = "Each due time has a receipt; missed ones in a row share one. The newest is last. With --json, prints a "
               "line of\n"
               "JSON per receipt.",
    .completes = CLI_COMPLETES_AUTOMATIONS,
    .options = options,
    .arguments_max = 1,
    .starts = true,
    .run = run,
};

/* --- one receipt --- */

static void say_cause(struct buf *out, const struct automation_cause *cause)
{
    (void)buf_append_slice(out, automation_trigger_type_shape.of.words.items[cause->type]);
    if (cause->event_is == FIELD_SET)
        (void)buf_printf(out, " %.*s", SLICE_ARG(cause->event));
}

/* The first line of a text. */
static void append_start(struct buf *out, struct slice text)
{
    const char *end = text.size > 0 ? memchr(text.data, '\n', text.size) : NULL;
    struct slice line = {text.data, end ? (size_t)(end - text.data) : text.size};
    line = utf8_cut(line, MESSAGE_MAX);
    (void)buf_append_slice(out, line);
    if (line.size < text.size)
        (void)buf_append_text(out, " …");
}

/* Why it ended so, or what its last action said. */
static struct slice message_of(const struct automation_run *run)
{
    size_t count = run->actions.count;
    if (run->message_is == FIELD_SET)
        return run->message;
    if (run->reason_is == FIELD_SET)
        return run->reason;
    return count > 0 && run->actions.items[count - 1].message_is == FIELD_SET ? run->actions.items[count - 1].message
                                                                              : SLICE("");
}

static void say_run(struct buf *out, const struct automation_run *run)
{
    char to[TEXT_TIME_SIZE], took[TEXT_DURATION_SIZE];
    struct slice message = message_of(run);
    (void)buf_append_slice(out, run->name);
    (void)buf_append_text(out, "  (");
    say_cause(out, &run->cause);
    if (run->count_is == FIELD_SET && run->count > 1) {
        text_time(run->to_is == FIELD_SET ? run->to : run->due_at, to);
        (void)buf_printf(out, ", %lld times until %s", (long long)run->count, to);
    }
    if (run->ended_at_is == FIELD_SET && run->started_at_is == FIELD_SET) {
        text_duration((run->ended_at - run->started_at) / 1000, took);
        (void)buf_printf(out, ", %s", took);
    }
    (void)buf_append_char(out, ')');
    if (message.size > 0) {
        (void)buf_append_text(out, "  ");
        append_start(out, message);
    }
    for (size_t i = 0; i < run->actions.count; i++)
        if (run->actions.items[i].task_id_is == FIELD_SET)
            (void)buf_printf(out, "  %.*s", SLICE_ARG(run->actions.items[i].task_id));
}

static void print_run(const struct cli *cli, const struct automation_run *run)
{
    enum { STATE_COLUMNS = 9, HANG = 4 };
    struct buf line = BUF_LIMITED(LINE_BYTES), about = BUF_LIMITED(LINE_BYTES);
    char due[TEXT_TIME_SIZE];
    struct slice state = automation_run_state_shape.of.words.items[run->state];
    if (cli->json) {
        (void)json_encode(&line, &automation_run_shape, run);
    } else {
        text_time(run->due_at, due);
        (void)buf_printf(&line, "%s%s%s  %s%-*.*s%s  ", pretty_if(cli->color, pretty_dim), due,
                         pretty_if(cli->color, pretty_off), pretty_if(cli->color, automation_run_color(run->state)),
                         STATE_COLUMNS, SLICE_ARG(state), pretty_if(cli->color, pretty_off));
        say_run(&about, run);
        prose_paragraph(&line, buf_slice(&about), tty_columns(STDOUT_FILENO), strlen(due) + STATE_COLUMNS + 4, HANG);
    }
    if (!line.error)
        (void)printf("%.*s\n", (int)line.size, line.data);
    buf_clear(&line);
    buf_clear(&about);
}

/* --- pages: the newest first, printed oldest first --- */

struct page {
    struct page *newer;
    struct arena arena;
    struct automation_get_run_log_result result;
};

static enum cli_exit read_page(struct cli *cli, const struct automation_get_run_log_params *params,
                               struct page **oldest)
{
    struct page *page = calloc(1, sizeof *page);
    autofree char *text = NULL;
    if (!page)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    page->arena = (struct arena)ARENA_LIMITED(ASK_BYTES_MAX);
    page->newer = *oldest;
    *oldest = page;
    enum cli_exit exit = ask(cli, &automation_get_run_log_method, params, &text);
    return exit == CLI_OK ? ask_read(cli, &page->arena, &automation_get_run_log_result_shape, text, &page->result)
                          : exit;
}

static enum cli_exit print_log(struct cli *cli, const struct automation_rule *rule, int64_t left)
{
    struct page *oldest = NULL;
    struct automation_get_run_log_params params = {.rule_id = rule ? rule->rule_id : SLICE(""),
                                                   .rule_id_is = rule ? FIELD_SET : FIELD_ABSENT};
    enum cli_exit exit = CLI_OK;
    bool more = true, any = left == 0;
    while (exit == CLI_OK && more && left > 0) {
        params.limit = left < PAGE ? left : PAGE;
        exit = read_page(cli, &params, &oldest);
        if (exit != CLI_OK || !oldest)
            break;
        left -= (int64_t)oldest->result.runs.count;
        more = oldest->result.next_cursor_is == FIELD_SET;
        params.cursor = oldest->result.next_cursor;
        params.cursor_is = oldest->result.next_cursor_is;
    }
    while (oldest) {
        struct page *newer = oldest->newer;
        for (size_t i = oldest->result.runs.count; exit == CLI_OK && i-- > 0; any = true)
            print_run(cli, &oldest->result.runs.items[i]);
        arena_clear(&oldest->arena);
        free(oldest);
        oldest = newer;
    }
    if (exit == CLI_OK && !any && !cli->json && !cli_option(cli, "follow"))
        (void)printf("no runs yet\n");
    return exit;
}

/* --- follow --- */

struct following {
    struct cli *cli;
    const struct automation_rule *rule;
};

static void on_event(void *user, const struct follow_event *event)
{
    const struct following *following = user;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct event_automation_run_params params;
    if (slice_is(event->method, "event.automationRun") &&
        ask_read(following->cli, &arena, &event_automation_run_params_shape, event->text, &params) == CLI_OK &&
        (!following->rule || slice_equal(params.rule_id, following->rule->rule_id)))
        print_run(following->cli, &params.run);
    arena_clear(&arena);
}

static void on_notice(void *user, enum follow_notice notice, const char *message)
{
    const struct following *following = user;
    follow_print_notice(following->cli, notice, message);
}

static struct slice topics[] = {SLICE("event.automationRun")};

/* Where the log of events is before the receipts are read, so that none is missed between them. */
static enum cli_exit find_position(struct cli *cli, struct arena *arena, struct event_subscribe_params *wanted)
{
    struct event_subscribe_result result;
    autofree char *text = NULL;
    *wanted = (struct event_subscribe_params){.topics = {.items = topics, .count = 1}, .topics_is = FIELD_SET};
    enum cli_exit exit = ask(cli, &event_subscribe_method, wanted, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, arena, &event_subscribe_result_shape, text, &result);
    if (exit != CLI_OK)
        return exit;
    wanted->from_seq = result.from_seq;
    wanted->epoch = result.epoch;
    wanted->from_seq_is = wanted->epoch_is = FIELD_SET;
    return CLI_OK;
}

static enum cli_exit follow_log(struct cli *cli, const struct automation_rule *rule,
                                const struct event_subscribe_params *wanted)
{
    static const struct follow_handlers handlers = {.event = on_event, .notice = on_notice};
    struct following following = {cli, rule};
    struct live live;
    struct follow follow;
    cli_disconnect(cli);
    enum cli_exit exit = live_begin(&live, cli);
    if (exit == CLI_OK)
        exit = live_connect(&live);
    if (exit == CLI_OK) {
        follow_begin(&follow, &live, wanted, &handlers, &following);
        while (follow_turn(&follow) && cli_flush(cli)) {
        }
        exit = follow_report(&follow); /* Ctrl-C is the normal end */
        follow_end(&follow);
    }
    live_end(&live);
    return exit == CLI_INTERRUPTED ? CLI_OK : exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    struct automation_rules rules = {0};
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct event_subscribe_params wanted;
    const struct automation_rule *rule = NULL;
    const char *limit = cli_option(cli, "limit");
    int64_t left = cli_option(cli, "all") ? INT64_MAX : PAGES_LIMIT_DEFAULT;
    if (limit && cli_option(cli, "all"))
        return cli_fail(cli, CLI_USAGE, "--limit and --all exclude each other; use one of them");
    if (limit && text_parse_count(limit, INT64_MAX, &left) < 0)
        return cli_fail(cli, CLI_USAGE, "--limit must be a whole number, not '%s'", limit);
    enum cli_exit exit = count > 0 ? automation_get(cli, &rules, arguments[0], &rule) : CLI_OK;
    if (exit == CLI_OK && cli_option(cli, "follow"))
        exit = find_position(cli, &arena, &wanted);
    if (exit == CLI_OK)
        exit = print_log(cli, rule, left);
    if (exit == CLI_OK && cli_option(cli, "follow") && cli_flush(cli))
        exit = follow_log(cli, rule, &wanted);
    arena_clear(&arena);
    automation_rules_clear(&rules);
    return cli_finish(cli, exit);
}
