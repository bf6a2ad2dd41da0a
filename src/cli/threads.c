#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pages.h"
#include "cli/pretty.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/chat.h"
#include "json/encode.h"

enum { THREADS_PAGE = 200, MESSAGES_PAGE = 16, ARENA_BYTES = 256 << 20, LINE_BYTES = 64 << 20 };

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"limit", 'n', "COUNT", NULL, "show only the newest COUNT threads (default 50), or messages of the thread"},
    {"all", 0, NULL, NULL, "show all threads"},
    {0},
};

const struct cli_command command_threads = {
    .name = "threads",
    .arguments = "[THREAD]",
    .summary = "List threads, or read one as a conversation",
    .details =
        "A thread is a session, seen as a conversation: prompts, complete messages of agents, and why a task failed.\n"
        "Threads stay readable when their events are deleted. The list has the thread with the newest message first.",
    .options = options,
    .arguments_max = 1,
    .completes = CLI_COMPLETES_SESSIONS,
    .starts = true,
    .run = run,
};

static enum cli_exit read_limit(const struct cli *cli, int64_t otherwise, int64_t *ret_limit)
{
    const char *limit = cli_option(cli, "limit");
    *ret_limit = cli_option(cli, "all") ? INT64_MAX : otherwise;
    if (limit && cli_option(cli, "all"))
        return cli_fail(cli, CLI_USAGE, "--limit and --all exclude each other; use one of them");
    if (limit && (text_parse_count(limit, INT64_MAX, ret_limit) < 0 || *ret_limit == 0))
        return cli_fail(cli, CLI_USAGE, "--limit must be a whole number of at least 1, not '%s'", limit);
    return CLI_OK;
}

/* --- the list --- */

static const struct table_column columns[] = {
    {.title = "AGE", .right = true},
    {.title = "MESSAGES", .right = true, .spare = 1},
    {.title = "TITLE", .yields = true},
    {.title = "LAST MESSAGE", .yields = true, .spare = 2},
    {.title = "THREAD"},
};

static void add_row(struct table *table, const struct chat_thread_summary *thread, const struct table_style *style)
{
    char age[TEXT_BRIEF_SIZE] = "", messages[24];
    int64_t at = 0;
    if (text_parse_time(thread->updated_at, &at) == 0)
        text_brief((style->now_ms - at) / 1000, age);
    (void)snprintf(messages, sizeof messages, "%lld", (long long)thread->message_count);
    table_cell(table, slice_of(age), NULL);
    table_cell(table, slice_of(messages), NULL);
    table_cell(table, thread->title_is == FIELD_SET ? thread->title : SLICE(""), NULL);
    table_cell(table, thread->last_message, pretty_if(style->color, pretty_dim));
    table_cell_id(table, thread->thread_id, style);
}

static void print_json(const struct shape *shape, const void *value)
{
    struct buf line = BUF_LIMITED(LINE_BYTES);
    if (json_encode(&line, shape, value) == 0)
        (void)printf("%.*s\n", (int)line.size, line.data);
    buf_clear(&line);
}

static void print_page(struct cli *cli, struct table *table, const struct chat_get_threads_result_threads *threads)
{
    struct table_style style = {.color = cli->color, .brief = table->brief, .now_ms = clock_epoch_ms()};
    struct buf out = BUF_LIMITED(LINE_BYTES);
    for (size_t i = 0; i < threads->count; i++) {
        if (cli->json)
            print_json(&chat_thread_summary_shape, &threads->items[i]);
        else
            add_row(table, &threads->items[i], &style);
    }
    if (!cli->json && threads->count > 0) {
        table_write(table, &out);
        (void)fwrite(out.data, 1, out.size, stdout);
    }
    buf_clear(&out);
}

static enum cli_exit list(struct cli *cli)
{
    struct table table;
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    struct chat_get_threads_result page = {0};
    int64_t left = 0;
    enum cli_exit exit = read_limit(cli, PAGES_LIMIT_DEFAULT, &left);
    bool any = false, more = exit == CLI_OK;
    table_init(&table, columns, sizeof columns / sizeof *columns, tty_columns(STDOUT_FILENO),
               pretty_if(cli->color, pretty_bold));
    while (more) {
        char *result = NULL;
        const struct chat_get_threads_params params = {.limit = left < THREADS_PAGE ? left : THREADS_PAGE,
                                                       .cursor = page.next_cursor,
                                                       .cursor_is = page.next_cursor_is};
        exit = ask(cli, &chat_get_threads_method, &params, &result);
        if (exit == CLI_OK)
            exit = ask_read(cli, &arena, &chat_get_threads_result_shape, result, &page);
        free(result);
        if (exit != CLI_OK)
            break;
        any = any || page.threads.count > 0;
        print_page(cli, &table, &page.threads);
        left -= (int64_t)page.threads.count;
        more = page.next_cursor_is == FIELD_SET && left > 0 && cli_flush(cli);
    }
    if (exit == CLI_OK && !any && !cli->json)
        (void)printf("no threads; to begin one: weir run, weir chat\n");
    table_clear(&table);
    arena_clear(&arena);
    return cli_finish(cli, exit);
}

/* --- one thread --- */

/* A page of messages; the pages are read from the newest to the oldest. */
struct part {
    struct part *newer;
    struct arena arena;
    struct chat_thread thread;
};

static void parts_free(struct part *part)
{
    while (part) {
        struct part *newer = part->newer;
        arena_clear(&part->arena);
        free(part);
        part = newer;
    }
}

static void append_lines(struct buf *out, struct slice text)
{
    while (text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end ? (size_t)(end - text.data) : text.size;
        if (size > 0) {
            (void)buf_append_text(out, "  ");
            text_append(out, (struct slice){text.data, size});
        }
        (void)buf_append_char(out, '\n');
        text = size < text.size ? (struct slice){text.data + size + 1, text.size - size - 1} : (struct slice){0};
    }
}

static void print_message(const struct cli *cli, const struct chat_message *message, bool first)
{
    static const char *const who[] = {
        [CHAT_ROLE_USER] = "you", [CHAT_ROLE_ASSISTANT] = "agent", [CHAT_ROLE_SYSTEM] = "weir"};
    struct buf out = BUF_LIMITED(LINE_BYTES);
    char time[TEXT_TIME_SIZE] = "";
    int64_t at = 0;
    if (text_parse_time(message->created_at, &at) == 0)
        text_time(at, time);
    (void)buf_printf(&out, "%s%s%s%s  %s%s%s\n", first ? "" : "\n", pretty_if(cli->color, pretty_bold),
                     who[message->role], pretty_if(cli->color, pretty_off), pretty_if(cli->color, pretty_dim), time,
                     pretty_if(cli->color, pretty_off));
    append_lines(&out, message->content);
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}

static void print_thread(const struct cli *cli, const struct part *oldest)
{
    bool first = true;
    for (const struct part *part = oldest; part; part = part->newer)
        for (size_t i = 0; i < part->thread.messages.count; i++, first = false) {
            if (cli->json)
                print_json(&chat_message_shape, &part->thread.messages.items[i]);
            else
                print_message(cli, &part->thread.messages.items[i], first);
        }
    if (first && !cli->json)
        (void)printf("no messages\n");
}

/* Reads the page before the oldest one. */
static enum cli_exit read_part(struct cli *cli, const char *id, int64_t limit, struct part **oldest)
{
    const struct part *before = *oldest;
    struct chat_get_thread_params params = {.thread_id = slice_of(id), .limit = limit, .limit_is = FIELD_SET};
    struct part *part = calloc(1, sizeof *part);
    char *result = NULL;
    if (!part)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    part->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    part->newer = *oldest;
    *oldest = part;
    if (before) {
        params.before = before->thread.messages.items[0].id;
        params.before_is = FIELD_SET;
    }
    enum cli_exit exit = ask(cli, &chat_get_thread_method, &params, &result);
    if (exit == CLI_OK)
        exit = ask_read(cli, &part->arena, &chat_thread_shape, result, &part->thread);
    free(result);
    return exit;
}

static enum cli_exit show(struct cli *cli, const char *id)
{
    struct part *oldest = NULL;
    int64_t left = 0;
    enum cli_exit exit = read_limit(cli, INT64_MAX, &left);
    bool more = exit == CLI_OK;
    while (more) {
        int64_t limit = left < MESSAGES_PAGE ? left : MESSAGES_PAGE;
        exit = read_part(cli, id, limit, &oldest);
        int64_t count = exit == CLI_OK && oldest ? (int64_t)oldest->thread.messages.count : 0;
        left -= count;
        more = count == limit && left > 0;
    }
    if (exit == CLI_OK)
        print_thread(cli, oldest);
    parts_free(oldest);
    return exit == CLI_OK ? cli_finish(cli, exit) : exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    return count == 0 ? list(cli) : show(cli, arguments[0]);
}
