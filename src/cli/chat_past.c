#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/chat.h"
#include "cli/columns.h"
#include "cli/event_line.h"
#include "cli/pretty.h"
#include "cli/task_view.h"
#include "cli/terminal.h"
#include "cli/transcript.h"
#include "contract/event.h"

enum { PAGE = 1000, PRINT_BYTES_MAX = 256 << 20, TASKS = 20 };

static const char *session_of(const struct chat *chat)
{
    return chat->wish.session ? chat->wish.session : chat->wish.session_id.data;
}

/* --- what was said --------------------------------------------------------------------- */

static bool is_said(const struct event_entry *entry)
{
    static const char *const types[] = {"prompt",  "content_block_delta", "content_block", "text",
                                        "message", "tool_call",           "message_start", "error"};
    struct slice type = event_text((yyjson_val *)entry->params.value, "type");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (slice_is(entry->method, "event.messageCreated") && slice_is(type, types[i]))
            return true;
    return false;
}

static void print_page(struct transcript *transcript, const struct event_list_result *page)
{
    struct buf out = BUF_LIMITED(PRINT_BYTES_MAX);
    for (size_t i = 0; i < page->events.count; i++)
        if (is_said(&page->events.items[i]))
            transcript_write(transcript, &out, page->events.items[i].method,
                             (yyjson_val *)page->events.items[i].params.value);
    if (!page->more)
        transcript_finish(transcript, &out);
    if (out.size > 0)
        (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}

void chat_print_history(struct chat *chat)
{
    struct slice topic = SLICE("message");
    struct event_list_params params = {.session_id = slice_of(session_of(chat)),
                                       .session_id_is = FIELD_SET,
                                       .topics = {&topic, 1},
                                       .topics_is = FIELD_SET,
                                       .limit = PAGE};
    struct transcript transcript = {.color = chat->cli->color, .limit = terminal_columns(STDOUT_FILENO), .holds = true};
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    for (bool more = true; more;) {
        autofree char *result = NULL;
        struct event_list_result page = {0};
        arena_reset(&arena);
        more = ask(chat->cli, &event_list_method, &params, &result) == CLI_OK &&
               ask_read(chat->cli, &arena, &event_list_result_shape, result, &page) == CLI_OK;
        if (more)
            print_page(&transcript, &page);
        more = more && page.more;
        params.from_seq = page.next_seq;
    }
    arena_clear(&arena);
}

/* --- what is at work ----------------------------------------------------------------------- */

static void add_session(struct chat *chat, struct table *table, const struct table_style *style)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_list_result list = {0};
    const struct task_list_params params = {
        .session_id = slice_of(session_of(chat)), .session_id_is = FIELD_SET, .limit = TASKS};
    if (session_of(chat) && ask(chat->cli, &task_list_method, &params, &result) == CLI_OK &&
        ask_read(chat->cli, &arena, &task_list_result_shape, result, &list) == CLI_OK)
        for (size_t i = 0; i < list.count; i++)
            task_row(table, &list.items[i], style);
    arena_clear(&arena);
}

static void add_beside(struct chat *chat, struct table *table, const struct table_style *style, const char *id)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_record task;
    const struct task_get_params params = {.task_id = slice_of(id)};
    if (ask(chat->cli, &task_get_method, &params, &result) == CLI_OK &&
        ask_read(chat->cli, &arena, &task_record_shape, result, &task) == CLI_OK)
        task_row(table, &task, style);
    arena_clear(&arena);
}

void chat_print_tasks(struct chat *chat)
{
    struct table table;
    struct buf out = BUF_LIMITED(PRINT_BYTES_MAX);
    const struct table_style style = {.color = chat->cli->color, .now_ms = clock_epoch_ms()};
    table_init(&table, task_columns, task_column_count, terminal_columns(STDOUT_FILENO),
               pretty_if(chat->cli->color, pretty_bold));
    for (size_t i = chat->beside_count; i > 0; i--)
        add_beside(chat, &table, &style, chat->beside[i - 1]);
    add_session(chat, &table, &style);
    if (table.cells.size > 0)
        table_write(&table, &out);
    else
        (void)buf_append_text(&out, "No tasks yet.\n");
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
    table_clear(&table);
}
