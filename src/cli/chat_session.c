#include "cli/chat.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/event_line.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/task_view.h"
#include "cli/text.h"
#include "cli/transcript.h"
#include "cli/tty.h"
#include "contract/agent.h"
#include "contract/event.h"
#include "contract/session.h"

const char *chat_session(const struct chat *chat)
{
    if (chat->wish.session)
        return chat->wish.session;
    return chat->wish.session_id_is == FIELD_SET ? chat->wish.session_id.data : NULL;
}

/* --- slash commands of the agent --- */

enum { ABOUT_COLUMNS = 72, NAME_COLUMNS = 24 };

/* Returns the commands of the agent of the next message; empty if they are not known. */
static struct agent_commands_result find_commands(struct chat *chat, struct arena *arena)
{
    autofree char *result = NULL;
    struct agent_commands_result found = {0};
    const char *id = chat_session(chat);
    const struct agent_commands_params params = {
        .session_id = slice_of(id),
        .session_id_is = id ? FIELD_SET : FIELD_ABSENT,
        .cwd = slice_of(chat->wish.cwd),
        .cwd_is = !id && chat->wish.cwd ? FIELD_SET : FIELD_ABSENT,
        .agent = chat->wish.agent,
        .agent_is = chat->wish.agent_is,
    };
    if ((!id && !chat->wish.cwd) || ask(chat->cli, &agent_commands_method, &params, &result) != CLI_OK ||
        ask_read(chat->cli, arena, &agent_commands_result_shape, result, &found) != CLI_OK)
        return (struct agent_commands_result){0};
    return found;
}

bool chat_agent_knows(struct chat *chat, const char *name)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct agent_commands_result known = find_commands(chat, &arena);
    bool is_known = false;
    for (size_t i = 0; i < known.commands.count && !is_known; i++)
        is_known = slice_is(known.commands.items[i].name, name + 1);
    arena_clear(&arena);
    return is_known;
}

static bool is_own(struct slice name)
{
    for (const char *const *own = chat_command_names; *own; own++)
        if (slice_is(name, *own + 1))
            return true;
    return false;
}

/* Writes the command as the user types it: with two slashes if weir has a command of that name. */
static void write_name(struct buf *out, const struct agent_command *command)
{
    (void)buf_append_text(out, is_own(command->name) ? "//" : "/");
    text_append(out, command->name);
    if (command->hint_is == FIELD_SET) {
        (void)buf_append_char(out, ' ');
        (void)columns_append(out, command->hint, NAME_COLUMNS);
    }
}

/* weir lists /compact itself, for all agents. */
static void leave_out_compact(struct agent_commands_result *known)
{
    size_t kept = 0;
    for (size_t i = 0; i < known->commands.count; i++)
        if (!slice_is(known->commands.items[i].name, "compact"))
            known->commands.items[kept++] = known->commands.items[i];
    known->commands.count = kept;
}

void chat_agent_help(struct chat *chat)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct agent_commands_result known = find_commands(chat, &arena);
    leave_out_compact(&known);
    struct definitions definitions = definitions_to(stdout, 2, pretty_if(chat->cli->color, pretty_bold));
    struct buf name = BUF_LIMITED(64 << 10), about = BUF_LIMITED(64 << 10);
    if (known.commands.count > 0) {
        (void)printf("Commands of the agent ");
        text_write(stdout, known.agent);
        (void)puts(":");
    }
    for (int printing = 0; printing < 2; printing++)
        for (size_t i = 0; i < known.commands.count; i++) {
            const struct agent_command *command = &known.commands.items[i];
            buf_reset(&name, 64 << 10);
            buf_reset(&about, 64 << 10);
            write_name(&name, command);
            if (command->description_is == FIELD_SET)
                (void)columns_append(&about, command->description, ABOUT_COLUMNS);
            if (printing)
                definitions_print(&definitions, stdout, buf_slice(&name), buf_slice(&about));
            else
                definitions_measure(&definitions, buf_slice(&name));
        }
    buf_clear(&about);
    buf_clear(&name);
    arena_clear(&arena);
}

/* --- completing files after an @ --- */

enum { OFFER_MS = 1500, TITLE_BYTES_MAX = 4096 };

/* The user has not sent anything yet, so an error would be out of place. */
bool chat_ask_quietly(const struct chat *chat, const struct method *method, const void *params, struct arena *arena,
                      void *ret)
{
    struct buf text = BUF_LIMITED(64 << 10);
    autofree char *result = NULL;
    if (cli_find_socket(chat->cli) != CLI_OK)
        return false;
    struct cli own = *chat->cli;
    own.weir = NULL;
    bool answered = cli_connect_quietly(&own) == 0 && ask_write(&text, method, params) == 0 &&
                    weir_call(own.weir, method->name.data, text.data, text.size, OFFER_MS, &result, NULL) == 0 &&
                    ask_read(&own, arena, method->result, result, ret) == CLI_OK;
    cli_disconnect(&own);
    buf_clear(&text);
    return answered;
}

void chat_name_session(const struct chat *chat)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct buf title = BUF_LIMITED(TITLE_BYTES_MAX);
    struct session_record session = {0};
    const char *id = chat_session(chat);
    const struct session_get_params params = {.session_id = slice_of(id)};
    if (id && chat_ask_quietly(chat, &session_get_method, &params, &arena, &session) && session.title_is == FIELD_SET &&
        session.title.size > 0) {
        (void)columns_append(&title, session.title, ABOUT_COLUMNS);
        cli_note(chat->cli, pretty_dim, "continues: %.*s; /history shows the conversation",
                 SLICE_ARG(buf_slice(&title)));
    }
    buf_clear(&title);
    arena_clear(&arena);
}

size_t chat_offer_paths(void *user, const char *query, char *ret_paths[static CHAT_OFFERS_MAX])
{
    const struct chat *chat = user;
    struct arena arena = ARENA_LIMITED(16 << 20);
    const char *session = chat_session(chat);
    struct session_files_result found = {0};
    const struct session_files_params params = {
        .session_id = slice_of(session),
        .session_id_is = session ? FIELD_SET : FIELD_ABSENT,
        .cwd = slice_of(chat->wish.cwd),
        .cwd_is = !session && chat->wish.cwd ? FIELD_SET : FIELD_ABSENT,
        .query = slice_of(query),
        .limit = CHAT_OFFERS_MAX,
    };
    size_t count = 0;
    if ((session || chat->wish.cwd) && chat_ask_quietly(chat, &session_files_method, &params, &arena, &found))
        for (size_t i = 0; i < found.files.count && count < CHAT_OFFERS_MAX; i++) {
            const struct session_found_file *file = &found.files.items[i];
            if (asprintf(&ret_paths[count], "%.*s%s", SLICE_ARG(file->path), file->directory ? "/" : "") >= 0)
                count++;
        }
    arena_clear(&arena);
    return count + chat_mcp_offer_resources(chat, query, ret_paths + count, CHAT_OFFERS_MAX - count);
}

enum { PAGE = 1000, PRINT_BYTES_MAX = 256 << 20, TASKS = 20 };

/* --- history --- */

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
    struct event_list_params params = {.session_id = slice_of(chat_session(chat)),
                                       .session_id_is = FIELD_SET,
                                       .topics = {&topic, 1},
                                       .topics_is = FIELD_SET,
                                       .limit = PAGE};
    struct transcript transcript = {.color = chat->cli->color, .limit = tty_columns(STDOUT_FILENO), .holds = true};
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

/* --- tasks --- */

static void add_session(struct chat *chat, struct table *table, const struct table_style *style)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_list_result list = {0};
    const struct task_list_params params = {
        .session_id = slice_of(chat_session(chat)), .session_id_is = FIELD_SET, .limit = TASKS};
    if (chat_session(chat) && ask(chat->cli, &task_list_method, &params, &result) == CLI_OK &&
        ask_read(chat->cli, &arena, &task_list_result_shape, result, &list) == CLI_OK)
        for (size_t i = 0; i < list.count; i++)
            task_row(table, &list.items[i], style);
    arena_clear(&arena);
}

static void add_background(struct chat *chat, struct table *table, const struct table_style *style, const char *id)
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
    table_init(&table, task_columns, task_column_count, tty_columns(STDOUT_FILENO),
               pretty_if(chat->cli->color, pretty_bold));
    for (size_t i = chat->background_count; i > 0; i--)
        add_background(chat, &table, &style, chat->background[i - 1]);
    add_session(chat, &table, &style);
    if (table.cells.size > 0)
        table_write(&table, &out);
    else
        (void)buf_append_text(&out, "No tasks yet.\n");
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
    table_clear(&table);
}

/* Returns whether the name can be printed and typed as it is. */
static bool is_plain(struct slice name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] <= ' ' || name.data[i] > '~')
            return false;
    return name.size > 0;
}

size_t chat_offer_commands(void *user, char *ret_names[static CHAT_OFFERS_MAX])
{
    const struct chat *chat = user;
    struct arena arena = ARENA_LIMITED(16 << 20);
    const char *session = chat_session(chat);
    struct agent_commands_result found = {0};
    const struct agent_commands_params params = {
        .session_id = slice_of(session),
        .session_id_is = session ? FIELD_SET : FIELD_ABSENT,
        .cwd = slice_of(chat->wish.cwd),
        .cwd_is = !session && chat->wish.cwd ? FIELD_SET : FIELD_ABSENT,
        .agent = chat->wish.agent,
        .agent_is = chat->wish.agent_is,
    };
    size_t count = 0;
    if ((session || chat->wish.cwd) && chat_ask_quietly(chat, &agent_commands_method, &params, &arena, &found))
        for (size_t i = 0; i < found.commands.count && count < CHAT_OFFERS_MAX; i++) {
            struct slice name = found.commands.items[i].name;
            if (is_plain(name) &&
                asprintf(&ret_names[count], "%s%.*s", is_own(name) ? "//" : "/", SLICE_ARG(name)) >= 0)
                count++;
        }
    arena_clear(&arena);
    return count + chat_mcp_offer_prompts(chat, ret_names + count, CHAT_OFFERS_MAX - count);
}
