#include "cli/chat.h"
#include <stdlib.h>

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/approve.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/prompt.h"
#include "cli/session_options.h"
#include "cli/text.h"
#include "contract/chat.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    RUN_OPTIONS,
    {"thread", 't', "ID", NULL, "the same as --session"},
    {"priority", 'p', "NUMBER", NULL, "priority of a message on the command line; higher goes first (default 0)"},
    {"no-wait", 0, NULL, NULL, "send the message, and do not wait for the answer"},
    {0},
};

const struct cli_command command_chat = {
    .name = "chat",
    .arguments = "[MESSAGE...|-]",
    .summary = "Chat with an agent",
    .details =
        "Sends each line to the agent as 'weir run' does, all in one session. /help lists the commands. @PATH "
        "attaches\n"
        "a file, @SERVER:URI a resource of an MCP server, and /mcp__SERVER__PROMPT sends a prompt of one; Tab "
        "completes\n"
        "all of them. !COMMAND runs a shell command in a terminal of the session, which keeps its directory, "
        "variables\n"
        "and background jobs; the agent sees nothing of it. Ctrl-C goes to that command, Ctrl-\\ d leaves it running,\n"
        "and ! alone returns to it.\n"
        "\n"
        "Lines can be edited: the arrow keys recall earlier lines, Alt-Enter begins a new line of the message. Ctrl-C\n"
        "stops the agent, or clears the line; on an empty line, a second Ctrl-C leaves, as Ctrl-D does. Without a\n"
        "terminal, weir reads lines until the end of standard input, and the exit status is that of the last line "
        "that\n"
        "did not complete.\n"
        "\n"
        "With a message on the command line, weir sends it, prints the answer, and names the session on standard "
        "error;\n"
        "'-' reads the message from standard input. With --json, each event is a line.",
    .options = options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run,
};

/* --- permission requests of background tasks, at the prompt --- */

/* Listens for permission requests of /run tasks while a line is edited, on a connection that is open for that time.
 * While the agent answers a message, run_ask.c does this. */
struct background {
    struct live live;
    struct approve approve;
    struct chat_question question; /* for the line editor; its `fd` is -1 if no requests can arrive */
    bool is_open;
    char text[256];
};

static void on_closed(struct weir *weir, const char *reason, void *user)
{
    struct background *background = user;
    (void)weir;
    (void)reason;
    background->approve.lost = true;
    background->question.fd = -1;
    live_wake(&background->live);
}

static bool wants(void *user)
{
    struct background *background = user;
    (void)uv_run(&background->live.loop, UV_RUN_NOWAIT);
    return approve_has_new(&background->approve);
}

static const char *notice(void *user)
{
    struct background *background = user;
    const struct list *first = background->approve.waiting.next;
    const struct approve_item *item = list_member(first, const struct approve_item, link);
    bool color = background->approve.cli->color;
    (void)snprintf(background->text, sizeof background->text,
                   "%s-- %.*s requests a permission; send or clear this line to answer%s",
                   pretty_if(color, pretty_yellow), SLICE_ARG(item->request.task_id), pretty_if(color, pretty_off));
    return background->text;
}

static bool hear(struct background *background, struct cli *cli)
{
    struct approve *approve = &background->approve;
    if (live_begin(&background->live, cli) != CLI_OK || live_connect(&background->live) != CLI_OK)
        return false;
    weir_on_closed(cli->weir, on_closed, background);
    approve_items_begin(approve);
    if (approve_introduce(approve, SLICE("weir chat")) != CLI_OK)
        return false;
    live_mind_signals(&background->live, false); /* the line editor handles signals itself */
    (void)uv_timer_stop(&background->live.reader);
    (void)uv_run(&background->live.loop, UV_RUN_NOWAIT);
    return true;
}

/* Starts to listen for requests of the tasks, `count` borrowed ids. If no daemon runs, does nothing. Call
 * background_end() in any case. */
static void background_begin(struct background *background, struct cli *cli, char *const *tasks, size_t count)
{
    *background = (struct background){
        .approve = {.cli = cli, .live = &background->live, .session_id = "", .tasks = tasks, .task_count = count},
        .question = {.fd = -1, .wants = wants, .notice = notice, .user = background},
    };
    list_init(&background->approve.waiting);
    background->approve.tty = (struct tty){.keys = -1, .display = -1};
    if (count == 0 || cli_find_socket(cli) != CLI_OK || cli_connect_quietly(cli) < 0)
        return;
    background->is_open = true;
    if (tty_init(&background->approve.tty) == 0 && hear(background, cli))
        background->question.fd = uv_backend_fd(&background->live.loop);
}

/* Asks pending requests. Until then the caller uses the terminal. */
static void background_ask(struct background *background)
{
    struct approve *approve = &background->approve;
    approve->quit = false;
    live_mind_signals(&background->live, true);
    if (approve_keys_begin(approve))
        approve_ask(approve);
    approve_keys_end(approve);
    int ended_by = background->live.ended_by;
    live_mind_signals(&background->live, false);
    if (approve->shown)
        (void)putchar('\n');
    if (approve->shown && ended_by == SIGINT)
        cli_hint(approve->cli, "the request stays pending; weir asks again after the next line");
    approve_put_off(approve);
    if (ended_by != 0 && ended_by != SIGINT)
        (void)raise(ended_by);
}

static void background_end(struct background *background)
{
    if (!background->is_open)
        return;
    if (background->approve.cli->weir)
        weir_on_closed(background->approve.cli->weir, NULL, NULL);
    approve_items_clear(&background->approve);
    tty_clear(&background->approve.tty);
    live_end(&background->live);
    background->is_open = false;
}

/* --- a message on the command line --- */

enum { PRIORITY_MAX = 1000000 };

/* Shows the task, and asks for permissions, as 'weir run' does. */
static enum cli_exit answer(struct cli *cli, const struct chat_send_params *params, const struct chat_send_result *sent)
{
    struct run_wish wish = {.is_chat = true, .resumed = params->thread_id_is == FIELD_SET};
    wish.session = strndup(sent->thread_id.data, sent->thread_id.size);
    wish.cwd = params->cwd_is == FIELD_SET ? strndup(params->cwd.data, params->cwd.size) : NULL;
    enum cli_exit exit = wish.session ? run_watch(cli, &wish, params->message, sent->task_id.data)
                                      : cli_fail(cli, CLI_FAILED, "out of memory");
    run_wish_clear(&wish);
    if (!cli_option(cli, "thread") && !cli_option(cli, "session") && !cli_option(cli, "quiet"))
        cli_hint(cli, "to continue this conversation: weir chat --thread %s", sent->thread_id.data);
    return exit;
}

static enum cli_exit send_message(struct cli *cli, const struct chat_send_params *params)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct chat_send_result sent;
    enum cli_exit exit = ask(cli, &chat_send_method, params, &result);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &chat_send_result_shape, result, &sent);
    if (exit == CLI_OK && !cli_option(cli, "no-wait")) {
        exit = answer(cli, params, &sent);
    } else if (exit == CLI_OK && cli->json) {
        ask_print_json(result);
    } else if (exit == CLI_OK) {
        text_write(stdout, sent.task_id);
        (void)fputs(" in thread ", stdout);
        text_write(stdout, sent.thread_id);
        (void)putchar('\n');
    }
    arena_clear(&arena);
    return exit;
}

/* A message on the command line does not change its session. */
static enum cli_exit refuse_others(const struct cli *cli)
{
    static const char *const others[] = {"continue",        "resume",     "agent", "model", "permission-mode",
                                         "thinking-tokens", "time-limit", "title", "tools"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cli_option(cli, others[i]))
            return cli_fail(cli, CLI_USAGE, "--%s cannot be used with a message; omit the message, or use: weir run",
                            others[i]);
    if (cli_option(cli, "thread") && cli_option(cli, "session"))
        return cli_fail(cli, CLI_USAGE, "--thread and --session are the same; use one of them");
    return CLI_OK;
}

/* The current directory for a new session, no change for an existing one. */
static enum cli_exit choose_directory(const struct cli *cli, struct chat_send_params *params, char **ret_cwd)
{
    const char *cwd = cli_option(cli, "cwd");
    if (!cwd && params->thread_id_is == FIELD_SET)
        return CLI_OK;
    enum cli_exit exit = ask_directory(cli, "cwd", cwd ? cwd : ".", ret_cwd);
    params->cwd = slice_of(*ret_cwd);
    params->cwd_is = exit == CLI_OK ? FIELD_SET : FIELD_ABSENT;
    return exit;
}

static enum cli_exit send_one(struct cli *cli, int count, char **arguments)
{
    struct chat_send_params params = {0};
    struct attach attach = {0};
    struct buf message;
    autofree char *cwd = NULL;
    const char *priority = cli_option(cli, "priority");
    if (priority && text_parse_integer(priority, PRIORITY_MAX, &params.priority) < 0)
        return cli_fail(cli, CLI_USAGE, "--priority must be a whole number from -%d to %d, not '%s'", PRIORITY_MAX,
                        PRIORITY_MAX, priority);
    enum cli_exit exit = refuse_others(cli);
    if (exit == CLI_OK)
        exit =
            ask_option(cli, cli_option(cli, "session") ? "session" : "thread", &params.thread_id, &params.thread_id_is);
    if (exit == CLI_OK)
        exit = choose_directory(cli, &params, &cwd);
    if (exit != CLI_OK)
        return exit;
    exit = prompt_take(cli, count, arguments, &message);
    params.message = buf_slice(&message);
    if (exit == CLI_OK)
        exit = attach_options(cli, &attach);
    if (exit == CLI_OK && !prompt_is_piped(count, arguments))
        exit = attach_named(cli, params.message, cwd, &attach);
    params.attachments = attach_list(&attach);
    params.attachments_is = attach.count > 0 ? FIELD_SET : FIELD_ABSENT;
    if (exit == CLI_OK)
        exit = send_message(cli, &params);
    attach_clear(&attach);
    buf_clear(&message);
    return exit;
}

/* --- the conversation --- */

static struct slice trimmed(struct slice text)
{
    while (text.size > 0 && strchr(" \t\n", text.data[0]))
        text = (struct slice){text.data + 1, text.size - 1};
    while (text.size > 0 && strchr(" \t\n", text.data[text.size - 1]))
        text.size--;
    return text;
}

/* Runs a shell command of the user in the conversation's terminal; without a command, returns to the running one. The
 * agent sees nothing of it. */
static enum cli_exit run_in_terminal(struct chat *chat, struct slice command)
{
    autofree char *text = strndup(command.data, command.size);
    if (!text || !text_is_utf8(command))
        return cli_fail(chat->cli, CLI_USAGE, "the command is not UTF-8 text");
    if (cli_need_daemon(chat->cli) == CLI_OK)
        (void)terminal_shell_run(chat->cli, &chat->shell, chat_session(chat), chat->wish.cwd, *text ? text : NULL);
    cli_disconnect(chat->cli);
    return CLI_OK;
}

static enum cli_exit send_text(struct chat *chat, struct slice text)
{
    char *task = NULL;
    chat->wish.background = chat->background;
    chat->wish.background_count = chat->background_count;
    enum cli_exit exit = run_prompt(chat->cli, &chat->wish, text, &task);
    if (task) {
        free(chat->last_task);
        chat->last_task = task;
    }
    return exit;
}

/* A prompt of an MCP server. The text comes from the server, so that an @ in it attaches no file. Returns false if the
 * line is something else. */
static bool take_prompt(struct chat *chat, struct slice line, enum cli_exit *ret_exit)
{
    struct buf text = BUF_LIMITED(PROMPT_BYTES_MAX);
    enum chat_mcp taken = chat_mcp_take(chat, line, &text);
    *ret_exit = taken == CHAT_MCP_TEXT ? prompt_check(chat->cli, buf_slice(&text)) : CLI_FAILED;
    if (taken == CHAT_MCP_TEXT && *ret_exit == CLI_OK) {
        chat->wish.mentions = false;
        *ret_exit = send_text(chat, buf_slice(&text));
        chat->wish.mentions = true;
    }
    buf_clear(&text);
    return taken != CHAT_MCP_OTHER;
}

/* Two slashes begin a message with one slash. */
static enum cli_exit take_line(struct chat *chat, struct slice text)
{
    bool is_literal = text.size > 1 && text.data[0] == '/' && text.data[1] == '/';
    if (text.data[0] == '!' && (text.size > 1 || chat->shell.busy))
        return run_in_terminal(chat, (struct slice){text.data + 1, text.size - 1});
    if (text.data[0] == '/' && !is_literal) {
        enum cli_exit exit = CLI_OK;
        if (take_prompt(chat, text, &exit))
            return exit;
        if (chat_command(chat, text))
            return CLI_OK;
    }
    if (is_literal)
        text = (struct slice){text.data + 1, text.size - 1};
    enum cli_exit exit = prompt_check(chat->cli, text);
    if (exit != CLI_OK)
        return exit;
    return send_text(chat, text);
}

static void greet(const struct chat *chat)
{
    if (!chat->line.editor || cli_option(chat->cli, "quiet"))
        return;
    cli_note(chat->cli, pretty_dim, "type /help for the commands; Ctrl-D leaves");
    chat_name_session(chat);
}

static void part(const struct chat *chat)
{
    if (chat->line.editor && chat->wish.session && !cli_option(chat->cli, "quiet"))
        cli_note(chat->cli, pretty_dim, "to continue this conversation: weir chat --session %s", chat->wish.session);
}

/* Reads a line; permission requests of background tasks may interrupt that. */
static enum chat_read read_line(struct chat *chat, struct buf *ret_text)
{
    struct background background;
    enum chat_read read;
    background_begin(&background, chat->cli, chat->background, chat->line.editor ? chat->background_count : 0);
    do {
        chat->line.question = &background.question;
        read = chat_line_read(&chat->line, ret_text);
        if (read == CHAT_QUESTION)
            background_ask(&background);
    } while (read == CHAT_QUESTION);
    chat->line.question = NULL;
    background_end(&background);
    return read;
}

/* On a terminal, the conversation continues after an error. */
static enum cli_exit converse(struct chat *chat)
{
    struct buf text = BUF_LIMITED(PROMPT_BYTES_MAX + 1);
    enum cli_exit exit = CLI_OK;
    bool leaves = false; /* on the next Ctrl-C */
    while (!chat->over && cli_flush(chat->cli)) {
        enum chat_read read = read_line(chat, &text);
        struct slice said = trimmed(buf_slice(&text));
        if (read == CHAT_END || (read == CHAT_INTERRUPTED && leaves && said.size == 0))
            break;
        leaves = read == CHAT_INTERRUPTED;
        if (read == CHAT_TOO_LONG)
            (void)cli_fail(chat->cli, CLI_USAGE, "the message is too long (limit: %d MiB)", PROMPT_BYTES_MAX >> 20);
        if (read == CHAT_INTERRUPTED && said.size == 0)
            cli_hint(chat->cli, "press Ctrl-C again, or Ctrl-D, to leave");
        if (read != CHAT_LINE || said.size == 0)
            continue;
        chat_line_remember(&chat->line, said);
        enum cli_exit ended = take_line(chat, said);
        exit = ended != CLI_OK ? ended : exit;
        if (ended == CLI_INTERRUPTED && !chat->line.editor)
            break;
    }
    buf_clear(&text);
    return chat->line.editor ? CLI_OK : exit;
}

static enum cli_exit talk(struct cli *cli)
{
    struct chat chat = {.cli = cli};
    int ended_by = 0;
    enum cli_exit exit = run_wish_read(cli, &chat.wish);
    chat.wish.mentions = chat.wish.has_commands = true;
    if (exit == CLI_OK && cli_option(cli, "thread") && chat.wish.session_id_is != FIELD_SET)
        exit = ask_option(cli, "thread", &chat.wish.session_id, &chat.wish.session_id_is);
    if (chat.wish.session_id_is == FIELD_SET && !cli_option(cli, "cwd")) {
        free(chat.wish.cwd);
        chat.wish.cwd = NULL;
    }
    if (exit == CLI_OK)
        exit = cli_need_daemon(cli);
    if (exit == CLI_OK) {
        chat_line_init(&chat.line, chat_command_names, cli->json);
        chat.line.paths = chat_offer_paths;
        chat.line.commands = chat_offer_commands;
        chat.line.offers_user = &chat;
        greet(&chat);
        exit = converse(&chat);
        part(&chat);
        ended_by = chat.line.ended_by;
        chat_line_clear(&chat.line);
    }
    terminal_shell_clear(cli, &chat.shell);
    run_wish_clear(&chat.wish);
    for (size_t i = 0; i < chat.background_count; i++)
        free(chat.background[i]);
    free(chat.agent);
    free(chat.model);
    free(chat.last_task);
    if (ended_by != 0)
        (void)raise(ended_by);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    return count > 0 ? send_one(cli, count, arguments) : talk(cli);
}
