#include "cli/chat.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/chat_beside.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/prompt.h"
#include "cli/session_fields.h"
#include "cli/terminal_attached.h"
#include "cli/text.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    RUN_OPTIONS,
    {"thread", 't', "ID", NULL, "the same as --session; of a message on the command line too"},
    {"priority", 'p', "NUMBER", NULL, "of a message on the command line: higher goes first (default 0)"},
    {"no-wait", 0, NULL, NULL, "say it, and do not wait for what the agent says"},
    {0},
};

const struct cli_command command_chat = {
    .name = "chat",
    .arguments = "[MESSAGE...|-]",
    .summary = "Talk with an agent",
    .details =
        "Each line is given to the agent as 'weir run' would, all in one session; /help lists what else can\n"
        "be typed. @PATH attaches a file, and Tab completes the path; !COMMAND runs a command in the session's\n"
        "terminal, and the agent does not see it; !cd DIR moves the next ones. Lines can be edited, the arrow keys\n"
        "bring back earlier ones, Alt-Enter begins another line. Ctrl-C stops what the agent does, or clears the\n"
        "line; twice, or Ctrl-D, leaves. Without a terminal it reads lines until the end of the input, and the exit\n"
        "status is that of the last that did not complete.\n"
        "\n"
        "With a message it says that alone, prints the answer as it comes, and behind it, on the standard error, the\n"
        "thread's id to go on with; '-' reads the message from the standard input. With --json each event is a line.",
    .options = options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run,
};

static struct slice trimmed(struct slice text)
{
    while (text.size > 0 && strchr(" \t\n", text.data[0]))
        text = (struct slice){text.data + 1, text.size - 1};
    while (text.size > 0 && strchr(" \t\n", text.data[text.size - 1]))
        text.size--;
    return text;
}

/* Where commands run: *ret_path is the caller's; NULL: nobody knows. */
static char *shell_directory(struct chat *chat)
{
    autofree char *result = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct session_record session;
    const char *id = chat_session(chat), *known = chat->shell_cwd ? chat->shell_cwd : chat->wish.cwd;
    const struct session_get_params params = {.session_id = slice_of(id)};
    char *path = known ? strdup(known) : NULL;
    if (!path && id && ask(chat->cli, &session_get_method, &params, &result) == CLI_OK &&
        ask_read(chat->cli, &arena, &session_record_shape, result, &session) == CLI_OK)
        path = strndup(session.cwd.data, session.cwd.size);
    arena_clear(&arena);
    return path;
}

/* "cd" and a name, and nothing that a shell would have to read. NULL: it is another command. */
static const char *directory_of(const char *command)
{
    if (strncmp(command, "cd", 2) != 0 || (command[2] != ' ' && command[2] != '\0'))
        return NULL;
    const char *name = command + 2 + strspn(command + 2, " ");
    return name[strcspn(name, " \t\n;|&<>$`*?[(\\\"'")] == '\0' && strcmp(name, "-") != 0 ? name : NULL;
}

/* Each command has a terminal of its own, so that where the next one runs is kept here. */
static void move_shell(struct chat *chat, const char *name)
{
    autofree char *base = shell_directory(chat), *joined = NULL;
    const char *home = getenv("HOME");
    bool at_home = home && (!*name || (name[0] == '~' && (name[1] == '/' || !name[1])));
    struct stat facts;
    if (asprintf(&joined, "%s%s%s",
                 at_home                   ? home
                 : name[0] == '/' || !base ? ""
                                           : base,
                 at_home || name[0] == '/' || !base ? "" : "/",
                 at_home && *name ? name + 1
                 : at_home        ? ""
                                  : name) < 0)
        joined = NULL;
    char *path = joined ? realpath(joined, NULL) : NULL;
    if (!path || stat(path, &facts) < 0 || !S_ISDIR(facts.st_mode)) {
        (void)cli_fail(chat->cli, CLI_FAILED, "cd: %s: %s", name, path ? "not a directory" : strerror(errno));
        free(path);
        return;
    }
    free(chat->shell_cwd);
    chat->shell_cwd = path;
    text_write(stdout, slice_of(path));
    (void)putchar('\n');
}

/* A command of the person's own, in a terminal of the session. The agent does not see it. */
static enum cli_exit run_in_terminal(struct chat *chat, struct slice command)
{
    autofree char *text = strndup(command.data, command.size);
    if (!text || !text_is_utf8(command))
        return cli_fail(chat->cli, CLI_USAGE, "that is not UTF-8 text");
    const char *directory = directory_of(text);
    if (directory && cli_need_daemon(chat->cli) == CLI_OK)
        move_shell(chat, directory);
    else if (!directory && cli_need_daemon(chat->cli) == CLI_OK)
        (void)terminal_run_command(chat->cli, chat_session(chat), chat->shell_cwd ? chat->shell_cwd : chat->wish.cwd,
                                   text);
    cli_disconnect(chat->cli);
    return CLI_OK;
}

/* Two slashes say something that begins with one. */
static enum cli_exit take_line(struct chat *chat, struct slice text)
{
    bool is_literal = text.size > 1 && text.data[0] == '/' && text.data[1] == '/';
    if (text.data[0] == '!' && text.size > 1)
        return run_in_terminal(chat, (struct slice){text.data + 1, text.size - 1});
    if (text.data[0] == '/' && !is_literal && chat_command(chat, text))
        return CLI_OK;
    if (is_literal)
        text = (struct slice){text.data + 1, text.size - 1};
    enum cli_exit exit = prompt_check(chat->cli, text);
    if (exit != CLI_OK)
        return exit;
    char *task = NULL;
    chat->wish.beside = chat->beside;
    chat->wish.beside_count = chat->beside_count;
    exit = run_prompt(chat->cli, &chat->wish, text, &task);
    if (task) {
        free(chat->last_task);
        chat->last_task = task;
    }
    return exit;
}

static void greet(const struct chat *chat)
{
    if (chat->line.editor && !cli_option(chat->cli, "quiet"))
        cli_note(chat->cli, pretty_dim, "/help lists what can be typed besides messages; Ctrl-D leaves");
}

static void part(const struct chat *chat)
{
    if (chat->line.editor && chat->wish.session && !cli_option(chat->cli, "quiet"))
        cli_note(chat->cli, pretty_dim, "'weir chat --session %s' goes on with this conversation", chat->wish.session);
}

/* What tasks beside the conversation ask comes between. */
static enum chat_read read_line(struct chat *chat, struct buf *ret_text)
{
    struct chat_beside beside;
    enum chat_read read;
    chat_beside_begin(&beside, chat->cli, chat->beside, chat->line.editor ? chat->beside_count : 0);
    do {
        chat->line.guest = &beside.guest;
        read = chat_line_read(&chat->line, ret_text);
        if (read == CHAT_ASIDE)
            chat_beside_ask(&beside);
    } while (read == CHAT_ASIDE);
    chat->line.guest = NULL;
    chat_beside_end(&beside);
    return read;
}

/* On a terminal a failure is said, and the conversation goes on. */
static enum cli_exit converse(struct chat *chat)
{
    struct buf text = BUF_LIMITED(PROMPT_BYTES_MAX + 1);
    enum cli_exit exit = CLI_OK;
    bool leaves = false; /* at the next Ctrl-C */
    while (!chat->over && cli_flush(chat->cli)) {
        enum chat_read read = read_line(chat, &text);
        struct slice said = trimmed(buf_slice(&text));
        if (read == CHAT_END || (read == CHAT_INTERRUPTED && leaves && said.size == 0))
            break;
        leaves = read == CHAT_INTERRUPTED;
        if (read == CHAT_TOO_LONG)
            (void)cli_fail(chat->cli, CLI_USAGE, "a message may have %d MiB at most", PROMPT_BYTES_MAX >> 20);
        if (read == CHAT_INTERRUPTED && said.size == 0)
            cli_hint(chat->cli, "Ctrl-C again, or Ctrl-D, leaves");
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
    enum cli_exit exit = run_wish_read(cli, &chat.wish);
    chat.wish.mentions = true;
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
        chat_line_clear(&chat.line);
    }
    run_wish_clear(&chat.wish);
    for (size_t i = 0; i < chat.beside_count; i++)
        free(chat.beside[i]);
    free(chat.agent);
    free(chat.model);
    free(chat.last_task);
    free(chat.shell_cwd);
    return exit;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    return count > 0 ? chat_send_one(cli, count, arguments) : talk(cli);
}
