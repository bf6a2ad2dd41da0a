#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/suggest.h"
#include "cli/ask.h"
#include "cli/chat.h"
#include "cli/layout.h"
#include "cli/models.h"
#include "cli/pretty.h"
#include "cli/prose.h"
#include "cli/session_view.h"
#include "cli/text.h"
#include "cli/tty.h"
#include "contract/event.h"
#include "json/read.h"

static void help(struct chat *chat, const char *rest);
static void status(struct chat *chat, const char *rest);
static void past(struct chat *chat, const char *rest);
static void tasks(struct chat *chat, const char *rest);
static void run_in_background(struct chat *chat, const char *rest);
static void cancel(struct chat *chat, const char *rest);
static void agent(struct chat *chat, const char *rest);
static void model(struct chat *chat, const char *rest);
static void mode(struct chat *chat, const char *rest);
static void show_changes(struct chat *chat, const char *rest);
static void undo(struct chat *chat, const char *rest);
static void clear(struct chat *chat, const char *rest);
static void quit(struct chat *chat, const char *rest);

static const struct {
    const char *name, *argument, *summary;
    void (*obey)(struct chat *chat, const char *rest);
} commands[] = {
    {"/help", "", "list the commands", help},
    {"/status", "", "show the session", status},
    {"/history", "", "show the conversation so far", past},
    {"/tasks", "", "list the tasks of the conversation and of /run", tasks},
    {"/run", "PROMPT", "give an agent a prompt in a session of its own, beside the conversation", run_in_background},
    {"/cancel", "[TASK]", "stop a task; by default the last of /run", cancel},
    {"/agent", "[NAME]", "choose the agent, or list the agents", agent},
    {"/model", "[NAME]", "choose the model, or list the models; '-' lets the agent choose", model},
    {"/mode", "[MODE]", "choose the permission mode, or print it: default, acceptEdits, bypassPermissions or plan",
     mode},
    {"/diff", "[TASK]", "show what a task changed; by default the last", show_changes},
    {"/undo", "[TASK]", "undo that", undo},
    {"/clear", "", "begin a new conversation with the same settings", clear},
    {"/compact", "[WISH]", "have the agent summarize the conversation, to send less of it to the model", NULL},
    {"/quit", "", "leave, as Ctrl-D does", quit},
    {"!COMMAND", "", "run a shell command in the conversation's terminal; the agent does not see it", NULL},
    {"@PATH", "", "attach this file to the message; Tab completes the path", NULL},
    {"@SERVER:URI", "", "attach this resource of an MCP server; Tab completes it", NULL},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

const char *const chat_command_names[] = {"/help",   "/status", "/history", "/tasks", "/run",
                                          "/cancel", "/agent",  "/model",   "/mode",  "/diff",
                                          "/undo",   "/clear",  "/compact", "/quit",  NULL};

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *format, ...)
{
    struct buf text = BUF_LIMITED(64 << 10), lines = BUF_LIMITED(64 << 10);
    va_list arguments;
    va_start(arguments, format);
    (void)buf_vprintf(&text, format, arguments);
    va_end(arguments);
    prose_paragraph(&lines, buf_slice(&text), tty_columns(STDOUT_FILENO), 0, 0);
    (void)printf("%.*s\n", SLICE_ARG(buf_slice(&lines)));
    buf_clear(&lines);
    buf_clear(&text);
}

static void help(struct chat *chat, const char *rest)
{
    struct definitions definitions = definitions_to(stdout, 2, pretty_if(chat->cli->color, pretty_bold));
    char name[64];
    (void)rest;
    for (int printing = 0; printing < 2; printing++)
        for (size_t i = 0; i < COMMANDS; i++) {
            (void)snprintf(name, sizeof name, "%s %s", commands[i].name, commands[i].argument);
            if (printing)
                definitions_print(&definitions, stdout, slice_of(name), slice_of(commands[i].summary));
            else
                definitions_measure(&definitions, slice_of(name));
        }
    chat_agent_help(chat);
    chat_mcp_help(chat);
    say("All other lines are messages to the agent. To begin a message with a slash, type two.");
}

static void quit(struct chat *chat, const char *rest)
{
    (void)rest;
    chat->over = true;
}

static void run_command(struct chat *chat, const char *name, char *argument)
{
    for (const struct cli_command *const *command = chat->cli->commands; *command; command++)
        if (strcmp((*command)->name, name) == 0) {
            (void)(*command)->run(chat->cli, argument ? 1 : 0, (char *[]){argument, NULL});
            return;
        }
    (void)cli_fail(chat->cli, CLI_FAILED, "no such command: %s", name);
}

/* --- the session --- */

/* Changes the session. Does nothing if there is none yet. */
static enum cli_exit update(struct chat *chat, const struct session_update_params *params)
{
    autofree char *result = NULL;
    return chat->wish.session ? ask(chat->cli, &session_update_method, params, &result) : CLI_OK;
}

static void status(struct chat *chat, const char *rest)
{
    autofree char *result = NULL;
    const char *session = chat_session(chat);
    const struct session_get_params params = {.session_id = slice_of(session)};
    (void)rest;
    if (!session) {
        (void)puts("No session yet; the first message creates one.");
        if (chat->wish.agent_is == FIELD_SET)
            (void)printf("agent %s\n", chat->wish.agent.data);
        if (chat->wish.model_is == FIELD_SET)
            (void)printf("model %s\n", chat->wish.model.data);
    } else if (ask(chat->cli, &session_get_method, &params, &result) == CLI_OK) {
        (void)session_print(chat->cli, result);
    }
}

static void past(struct chat *chat, const char *rest)
{
    (void)rest;
    if (chat_session(chat))
        chat_print_history(chat);
    else
        (void)puts("No messages yet.");
}

static void tasks(struct chat *chat, const char *rest)
{
    (void)rest;
    chat_print_tasks(chat);
}

/* --- agent, model and mode --- */

/* Stores a copy of the text, which the wish then refers to. */
static bool replace(char **place, const char *text, struct slice *ret_wish, enum field_is *ret_is)
{
    char *copy = strdup(text);
    if (!copy)
        return false;
    free(*place);
    *place = copy;
    *ret_wish = slice_of(copy);
    *ret_is = FIELD_SET;
    return true;
}

static void agent(struct chat *chat, const char *rest)
{
    struct session_update_params params = {.session_id = slice_of(chat->wish.session), .agent_is = FIELD_SET};
    if (!*rest) {
        run_command(chat, "agents", NULL);
        return;
    }
    params.agent = slice_of(rest);
    if (update(chat, &params) == CLI_OK && replace(&chat->agent, rest, &chat->wish.agent, &chat->wish.agent_is))
        (void)printf("The next message goes to %s.\n", chat->agent);
}

static void print_models(struct chat *chat)
{
    const char *id = chat_session(chat);
    const struct agent_models_params params = {.session_id = slice_of(id),
                                               .session_id_is = id ? FIELD_SET : FIELD_ABSENT,
                                               .agent = chat->wish.agent,
                                               .agent_is = chat->wish.agent_is};
    (void)models_list(chat->cli, &params, chat->wish.model_is == FIELD_SET ? chat->wish.model : (struct slice){0});
}

static void model(struct chat *chat, const char *rest)
{
    bool none = strcmp(rest, "-") == 0;
    const struct session_update_params params = {
        .session_id = slice_of(chat->wish.session), .model = slice_of(rest), .model_is = none ? FIELD_NULL : FIELD_SET};
    if (!*rest) {
        print_models(chat);
        return;
    }
    if (update(chat, &params) != CLI_OK)
        return;
    if (none)
        chat->wish.model_is = FIELD_ABSENT;
    else if (!replace(&chat->model, rest, &chat->wish.model, &chat->wish.model_is))
        return;
    (void)puts(none ? "The agent chooses the model." : "The next message uses this model.");
}

static void print_mode(struct chat *chat)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct session_record session = {.permission_mode = SESSION_PERMISSION_MODE_DEFAULT};
    const char *id = chat_session(chat);
    const struct session_get_params params = {.session_id = slice_of(id)};
    enum cli_exit exit = CLI_OK;
    if (chat->wish.mode_is == FIELD_SET)
        session.permission_mode = chat->wish.mode;
    else if (id && (exit = ask(chat->cli, &session_get_method, &params, &result)) == CLI_OK)
        exit = ask_read(chat->cli, &arena, &session_record_shape, result, &session);
    if (exit == CLI_OK)
        (void)printf("The mode is %.*s.\n",
                     SLICE_ARG(session_permission_mode_shape.of.words.items[session.permission_mode]));
    arena_clear(&arena);
}

static void mode(struct chat *chat, const char *rest)
{
    struct session_update_params params = {.session_id = slice_of(chat->wish.session), .permission_mode_is = FIELD_SET};
    const struct shape *words = &session_permission_mode_shape;
    uint32_t i = 0;
    while (i < words->of.words.count && !slice_is(words->of.words.items[i], rest))
        i++;
    if (!*rest) {
        print_mode(chat);
        return;
    }
    if (i == words->of.words.count) {
        (void)cli_fail(chat->cli, CLI_USAGE, "no such mode: %s; choose default, acceptEdits, bypassPermissions or plan",
                       rest);
        return;
    }
    params.permission_mode = (enum session_permission_mode)i;
    if (update(chat, &params) != CLI_OK)
        return;
    chat->wish.mode = params.permission_mode;
    chat->wish.mode_is = FIELD_SET;
    (void)printf("The mode is %s.\n", rest);
}

/* --- a new conversation --- */

/* Finds the first event of the session; a fork at that event has no messages. */
static enum cli_exit find_first(struct chat *chat, const char *session, int64_t *ret_seq)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    const struct event_list_params params = {.session_id = slice_of(session), .session_id_is = FIELD_SET, .limit = 1};
    struct event_list_result result = {0};
    enum cli_exit exit = ask(chat->cli, &event_list_method, &params, &text);
    if (exit == CLI_OK)
        exit = ask_read(chat->cli, &arena, &event_list_result_shape, text, &result);
    const yyjson_val *first = exit == CLI_OK && result.events.count > 0 ? result.events.items[0].params.value : NULL;
    yyjson_val *seq = yyjson_obj_get((yyjson_val *)first, "seq");
    if (exit == CLI_OK && (!seq || json_integer(seq, ret_seq) < 0))
        exit = cli_fail(chat->cli, CLI_FAILED,
                        "cannot clear the conversation: its events have been deleted; leave, and begin a new one");
    arena_clear(&arena);
    return exit;
}

static void clear(struct chat *chat, const char *rest)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct session_record session;
    const char *before = chat_session(chat);
    struct session_fork_params params = {
        .session_id = slice_of(before), .at_seq_is = FIELD_SET, .title_is = FIELD_NULL};
    (void)rest;
    if (!before) {
        (void)puts("No messages yet.");
        return;
    }
    if (find_first(chat, before, &params.at_seq) == CLI_OK &&
        ask(chat->cli, &session_fork_method, &params, &result) == CLI_OK &&
        ask_read(chat->cli, &arena, &session_record_shape, result, &session) == CLI_OK) {
        char *id = strndup(session.id.data, session.id.size);
        say("New conversation. To return to the one before: weir chat --session %s", before);
        free(chat->wish.session);
        chat->wish.session = id;
        chat->wish.session_id_is = FIELD_ABSENT;
        chat->wish.resumed = true;
        free(chat->last_task);
        chat->last_task = NULL;
    }
    arena_clear(&arena);
}

/* --- background tasks --- */

static void remember(struct chat *chat, struct slice task_id)
{
    char *copy = strndup(task_id.data, task_id.size);
    if (!copy)
        return;
    if (chat->background_count == CHAT_BACKGROUND_MAX) {
        free(chat->background[0]);
        memmove(chat->background, chat->background + 1, (CHAT_BACKGROUND_MAX - 1) * sizeof *chat->background);
        chat->background_count--;
    }
    chat->background[chat->background_count++] = copy;
}

static void run_in_background(struct chat *chat, const char *rest)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_submit_result task;
    const struct task_submit_params params = {
        .prompt = slice_of(rest),
        .agent = chat->wish.agent,
        .agent_is = chat->wish.agent_is,
        .cwd = slice_of(chat->wish.cwd),
        .cwd_is = chat->wish.cwd ? FIELD_SET : FIELD_ABSENT,
        .timeout_ms = chat->wish.time_limit_ms,
        .timeout_ms_is = chat->wish.time_limit_ms_is,
    };
    if (!*rest) {
        (void)cli_fail(chat->cli, CLI_USAGE, "missing prompt; usage: /run PROMPT");
        return;
    }
    if (ask(chat->cli, &task_submit_method, &params, &result) == CLI_OK &&
        ask_read(chat->cli, &arena, &task_submit_result_shape, result, &task) == CLI_OK) {
        remember(chat, task.task_id);
        say("%.*s runs in the background: /tasks shows its state, /cancel stops it; its permission requests appear "
            "here",
            SLICE_ARG(task.task_id));
    }
    arena_clear(&arena);
}

static void cancel(struct chat *chat, const char *rest)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_cancel_result done;
    const char *id = *rest ? rest : chat->background_count > 0 ? chat->background[chat->background_count - 1] : NULL;
    const struct task_cancel_params params = {.task_id = slice_of(id), .reason = SLICE("user_cancelled")};
    if (!id)
        (void)cli_fail(chat->cli, CLI_USAGE, "no task of /run; name a task, see /tasks");
    else if (ask(chat->cli, &task_cancel_method, &params, &result) == CLI_OK &&
             ask_read(chat->cli, &arena, &task_cancel_result_shape, result, &done) == CLI_OK)
        (void)puts(done.cancelled ? "The task was stopped." : "The task had already ended.");
    arena_clear(&arena);
}

/* --- changes --- */

static void run_about_task(struct chat *chat, const char *name, const char *rest)
{
    autofree char *id = *rest ? strdup(rest) : chat->last_task ? strdup(chat->last_task) : NULL;
    if (id)
        run_command(chat, name, id);
    else
        (void)cli_fail(chat->cli, CLI_USAGE, "no task yet; name a task, see /tasks");
}

static void show_changes(struct chat *chat, const char *rest)
{
    run_about_task(chat, "task diff", rest);
}

static void undo(struct chat *chat, const char *rest)
{
    run_about_task(chat, "task undo", rest);
}

/* --- dispatch --- */

static void refuse(struct chat *chat, const char *name)
{
    struct suggestion suggestion = {.word = name};
    for (size_t i = 0; i < COMMANDS; i++)
        suggest_consider(&suggestion, commands[i].name);
    if (suggestion.best)
        (void)cli_fail(chat->cli, CLI_USAGE, "no such command: %s; did you mean %s?", name, suggestion.best);
    else
        (void)cli_fail(chat->cli, CLI_USAGE, "no such command: %s; see /help, or send it to the agent as /%s", name,
                       name);
}

/* Ignores Ctrl-C during a command, which is short: it is meant for the line editor and the agent. */
static bool obey(struct chat *chat, const char *name, const char *rest)
{
    size_t i = 0;
    bool is_agents = false;
    void (*before)(int) = signal(SIGINT, SIG_IGN);
    while (i < COMMANDS && strcmp(commands[i].name, name) != 0)
        i++;
    if (!chat->over && cli_need_daemon(chat->cli) == CLI_OK) {
        if (i < COMMANDS && commands[i].obey)
            commands[i].obey(chat, rest);
        else if (i < COMMANDS)
            is_agents = true;
        else
            is_agents = chat_agent_knows(chat, name);
    }
    cli_disconnect(chat->cli);
    (void)signal(SIGINT, before);
    if (i == COMMANDS && !is_agents)
        refuse(chat, name);
    return !is_agents;
}

bool chat_command(struct chat *chat, struct slice line)
{
    autofree char *text = strndup(line.data, line.size);
    if (!text)
        return true;
    size_t size = strcspn(text, " \t\n");
    char *rest = text + size;
    if (*rest)
        *rest++ = '\0';
    rest += strspn(rest, " \t\n");
    if (!text_is_utf8(line)) {
        (void)cli_fail(chat->cli, CLI_USAGE, "the command is not UTF-8 text");
        return true;
    }
    return obey(chat, text, rest);
}
