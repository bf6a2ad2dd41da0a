/* weir context: what the person works on, and what was recorded of it. */
#include <limits.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/context.h"
#include "json/encode.h"

enum { NAME_COLUMN = 12, LIMIT_MAX = 200, TEXT_BYTES = 64 << 20 };

/* --- context card --- */

static enum cli_exit run_card(struct cli *cli, int count, char **arguments);

static const struct cli_option card_options[] = {
    {"all", 'a', NULL, NULL, "suggest what belongs to any directory, not only to this one"},
    {0},
};

const struct cli_command command_context_card = {
    .name = "context card",
    .arguments = "",
    .summary = "Show what you work on now, and what to do next",
    .details = "Suggests permission requests that wait for an answer, a task of this directory that has failed, and a "
               "session\n"
               "to continue. What you work on is known only while it is recorded: see weir capture.",
    .options = card_options,
    .leads = true,
    .starts = true,
    .run = run_card,
};

static void print_known(const struct card *card, const char *name, enum field_is is, struct slice text)
{
    if (is == FIELD_SET)
        card_text(card, name, text, NULL);
}

static void print_card(const struct cli *cli, const struct context_card *context)
{
    struct card card;
    struct buf apps = BUF_LIMITED(TEXT_BYTES);
    int64_t start_ms = 0;
    card_begin(&card, cli, NAME_COLUMN);
    print_known(&card, "app", context->active_app_is, context->active_app);
    print_known(&card, "document", context->active_document_is, context->active_document);
    print_known(&card, "address", context->active_url_is, context->active_url);
    if (context->session_start_is == FIELD_SET && clock_parse_iso(context->session_start, &start_ms) == 0)
        card_time(&card, "since", start_ms);
    for (size_t i = 0; i < context->recent_apps.count; i++) {
        buf_append_text(&apps, i > 0 ? ", " : "");
        buf_append_slice(&apps, context->recent_apps.items[i]);
    }
    if (apps.size > 0)
        card_text(&card, "recently", buf_slice(&apps), NULL);
    for (size_t i = 0; i < context->suggestions.count; i++)
        card_text(&card, i == 0 ? "next" : "", context->suggestions.items[i], NULL);
    if (apps.size == 0 && context->suggestions.count == 0)
        (void)puts("nothing is known of what you work on, and nothing waits for you");
    buf_clear(&apps);
}

static enum cli_exit run_card(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *text = NULL, *cwd = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct context_get_context_card_params params = {0};
    struct context_card context = {0};
    if (!cli_option(cli, "all"))
        cwd = getcwd(NULL, 0);
    if (cwd && text_is_utf8(slice_of(cwd))) {
        params.cwd = slice_of(cwd);
        params.cwd_is = FIELD_SET;
    }
    enum cli_exit exit = ask(cli, &context_get_context_card_method, &params, &text);
    if (exit == CLI_OK && cli->json)
        ask_print_json(text);
    else if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &context_card_shape, text, &context);
    if (exit == CLI_OK && !cli->json)
        print_card(cli, &context);
    arena_clear(&arena);
    return exit;
}

/* --- lists of records --- */

struct records {
    const struct context_activity_record *items;
    size_t count;
};

static void add_row(struct table *table, const struct context_activity_record *record)
{
    char time[TEXT_TIME_SIZE] = "";
    int64_t at_ms = 0;
    if (clock_parse_iso(record->timestamp, &at_ms) == 0)
        text_time(at_ms, time);
    struct slice about = record->summary_is == FIELD_SET ? record->summary : SLICE("");
    table_cell(table, slice_of(time), NULL);
    table_cell(table, context_activity_type_shape.of.words.items[record->type], NULL);
    table_cell(table, record->app_name_is == FIELD_SET ? record->app_name : SLICE(""), NULL);
    table_cell(table, record->window_title_is == FIELD_SET ? record->window_title : SLICE(""), NULL);
    table_cell(table, record->url_is == FIELD_SET ? record->url : about, NULL);
}

static void print_table(const struct cli *cli, const struct records *records, const char *none)
{
    static const struct table_column columns[] = {{.title = "TIME", .spare = 1},
                                                  {.title = "TYPE"},
                                                  {.title = "APP", .optional = true},
                                                  {.title = "TITLE", .yields = true, .optional = true},
                                                  {.title = "ABOUT", .yields = true, .optional = true}};
    struct table table;
    struct buf out = BUF_LIMITED(TEXT_BYTES);
    table_init(&table, columns, sizeof columns / sizeof *columns, tty_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    for (size_t i = 0; i < records->count; i++)
        add_row(&table, &records->items[i]);
    if (records->count > 0) {
        table_write(&table, &out);
        (void)fwrite(out.data, 1, out.size, stdout);
    } else {
        (void)puts(none);
    }
    buf_clear(&out);
    table_clear(&table);
}

static void print_lines(const struct records *records)
{
    for (size_t i = 0; i < records->count; i++) {
        struct buf line = BUF_LIMITED(TEXT_BYTES);
        if (json_encode(&line, &context_activity_record_shape, &records->items[i]) == 0 && buf_terminate(&line) == 0)
            ask_print_json(line.data);
        buf_clear(&line);
    }
}

static void print_records(const struct cli *cli, const struct records *records, const char *none)
{
    if (cli->json)
        print_lines(records);
    else
        print_table(cli, records, none);
}

static enum cli_exit read_limit(const struct cli *cli, int64_t *limit)
{
    const char *given = cli_option(cli, "limit");
    if (given && (text_parse_count(given, LIMIT_MAX, limit) < 0 || *limit == 0))
        return cli_fail(cli, CLI_USAGE, "--limit must be a number from 1 to %d, not '%s'", LIMIT_MAX, given);
    return CLI_OK;
}

/* --- context recent --- */

static enum cli_exit run_recent(struct cli *cli, int count, char **arguments);

static const struct cli_option recent_options[] = {
    {"limit", 'n', "COUNT", NULL, "show the last COUNT (default 20, at most 200)"},
    {"since", 's', "TIME", NULL, "leave out what began before this time, such as 2026-01-31T12:00:00Z"},
    {0},
};

const struct cli_command command_context_recent = {
    .name = "context recent",
    .arguments = "",
    .summary = "List recorded activity, the newest first",
    .details = "With --json, prints a line of JSON per record.",
    .options = recent_options,
    .starts = true,
    .run = run_recent,
};

static enum cli_exit run_recent(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct context_get_recent_activity_params params = {.limit = 20};
    struct context_get_recent_activity_result result = {0};
    enum cli_exit exit = read_limit(cli, &params.limit);
    if (exit == CLI_OK)
        exit = ask_option(cli, "since", &params.since, &params.since_is);
    if (exit == CLI_OK)
        exit = ask(cli, &context_get_recent_activity_method, &params, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &context_get_recent_activity_result_shape, text, &result);
    if (exit == CLI_OK)
        print_records(cli, &(struct records){result.activities.items, result.activities.count},
                      "no activity was recorded");
    arena_clear(&arena);
    return exit;
}

/* --- context search --- */

static enum cli_exit run_search(struct cli *cli, int count, char **arguments);

static const struct cli_option search_options[] = {
    {"limit", 'n', "COUNT", NULL, "show the best COUNT (default 10, at most 200)"},
    {0},
};

const struct cli_command command_context_search = {
    .name = "context search",
    .arguments = "WORDS...",
    .summary = "Search recorded activity by keywords, best match first",
    .details =
        "Records with all words come first. Case and accents do not matter. With --json, prints a line of JSON per\n"
        "record.",
    .options = search_options,
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run_search,
};

static enum cli_exit run_search(struct cli *cli, int count, char **arguments)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct buf words = BUF_LIMITED(ASK_BYTES_MAX);
    struct context_query_params params = {.limit = 10};
    struct context_query_result result = {0};
    enum cli_exit exit = read_limit(cli, &params.limit);
    for (int i = 0; i < count; i++) {
        buf_append_text(&words, i > 0 ? " " : "");
        buf_append_text(&words, arguments[i]);
    }
    params.query = buf_slice(&words);
    if (exit == CLI_OK && !text_is_utf8(params.query))
        exit = cli_fail(cli, CLI_USAGE, "the words are not UTF-8 text");
    if (exit == CLI_OK)
        exit = ask(cli, &context_query_method, &params, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &context_query_result_shape, text, &result);
    if (exit == CLI_OK)
        print_records(cli, &(struct records){result.results.items, result.results.count}, "nothing was found");
    buf_clear(&words);
    arena_clear(&arena);
    return exit;
}
