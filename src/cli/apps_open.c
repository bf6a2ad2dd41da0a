/* weir apps open: starts a program that has the connection of an app. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/text.h"
#include "contract/apps.h"
#include "json/encode.h"

enum {
    APP_FD = 3,
    CANNOT_EXECUTE = 126, /* as shells and env(1) have it */
    NOT_FOUND = 127,
};

static enum cli_exit run(struct cli *cli, int count, char **arguments);

const struct cli_command command_apps_open = {
    .name = "apps open",
    .arguments = "APP [-- COMMAND...]",
    .summary = "Start a program with the connection of an app, or show how",
    .details =
        "COMMAND, with its arguments, gets the connection as descriptor 3; WEIR_APP_FD names it, and WEIR_APP_ID the "
        "app. "
        "It\n"
        "takes the place of weir: signals reach it, and its exit status is that of the command. If it cannot be "
        "started, the\n"
        "exit status is 127 (not found) or 126.\n"
        "\n"
        "Over this connection the program can read what the app may read (cowork:read), and nothing else. The program\n"
        "itself is not in a sandbox: it runs with your rights, and could connect to the daemon as weir does. Use it "
        "for\n"
        "programs that you trust.\n"
        "\n"
        "Without COMMAND, shows the app. weir starts no browser: a desktop shell shows its first page.\n"
        "\n"
        "  weir apps open notes -- node notes.mjs",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run,
};

/* --- the app --- */

static void print_app(const struct apps_installed_app *app)
{
    text_write(stdout, app->name);
    (void)printf(" %.*s\nfirst page: ", SLICE_ARG(app->version));
    text_write(stdout, app->entry);
    (void)printf("\nto start a program with its connection as descriptor 3: weir apps open %.*s -- COMMAND\n",
                 SLICE_ARG(app->app_id));
}

static enum cli_exit show(struct cli *cli, const char *id)
{
    autofree char *text = NULL;
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct apps_list_result list = {0};
    const struct apps_list_params params = {0};
    const struct apps_installed_app *app = NULL;
    enum cli_exit exit = ask(cli, &apps_list_method, &params, &text);
    if (exit == CLI_OK)
        exit = ask_read(cli, &arena, &apps_list_result_shape, text, &list);
    for (size_t i = 0; exit == CLI_OK && i < list.apps.count; i++)
        app = slice_is(list.apps.items[i].app_id, id) ? &list.apps.items[i] : app;
    if (exit == CLI_OK && !app) {
        exit = cli_fail(cli, CLI_FAILED, "no app %s is installed", id);
        cli_hint(cli, "to see those that are: weir apps list");
    } else if (exit == CLI_OK && cli->json) {
        struct buf line = BUF_LIMITED(ASK_BYTES_MAX);
        if (json_encode(&line, &apps_installed_app_shape, app) == 0 && buf_terminate(&line) == 0)
            (void)puts(line.data);
        buf_clear(&line);
    } else if (exit == CLI_OK) {
        print_app(app);
    }
    arena_clear(&arena);
    return exit;
}

/* --- its connection --- */

struct opening {
    struct cli *cli;
    bool is_over;
    enum cli_exit exit;
    int fd;
};

static void on_opened(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct opening *opening = user;
    opening->is_over = true;
    if (reply->error)
        opening->exit = ask_fail(opening->cli, reply->error);
    else if (weir_take_fd(weir, &opening->fd) < 0)
        opening->exit = cli_fail_call(opening->cli);
}

/* `weir call` cannot pass on a descriptor, so this is its own call. */
static enum cli_exit open_app(struct cli *cli, const char *id, int *ret_fd)
{
    const struct apps_open_params params = {.app_id = slice_of(id)};
    struct opening opening = {.cli = cli, .exit = CLI_OK, .fd = -1};
    AUTO(buf_clear) struct buf text = BUF_LIMITED(ASK_BYTES_MAX);
    if (!text_is_utf8(slice_of(id)))
        return cli_fail(cli, CLI_USAGE, "the id of the app is not UTF-8 text");
    enum cli_exit exit = cli_connect(cli);
    if (exit != CLI_OK)
        return exit;
    cli_introduce(cli);
    if (ask_write(&text, &apps_open_method, &params) < 0)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    int r = weir_call_async(cli->weir, apps_open_method.name.data, text.data, WEIR_TEXT, cli->timeout_ms, on_opened,
                            &opening, NULL);
    while (r >= 0 && !opening.is_over)
        r = weir_wait(cli->weir, WEIR_TIMEOUT_NONE);
    if (!opening.is_over)
        return cli_fail_call(cli);
    *ret_fd = opening.fd;
    return opening.exit;
}

/* Only returns on failure. The descriptor may be one of the event loop. */
static enum cli_exit become(const struct cli *cli, const char *id, int fd, char **command)
{
    autoclose int before = fd == APP_FD ? -1 : fcntl(APP_FD, F_DUPFD_CLOEXEC, APP_FD + 1);
    bool is_there = fd == APP_FD ? fcntl(fd, F_SETFD, 0) == 0 : dup2(fd, APP_FD) == APP_FD;
    if (!is_there || setenv("WEIR_APP_FD", "3", 1) < 0 || setenv("WEIR_APP_ID", id, 1) < 0)
        return cli_fail(cli, CLI_FAILED, "cannot pass the connection on: %s", strerror(errno));
    (void)execvp(command[0], command);
    int error = errno;
    if (before >= 0)
        (void)dup2(before, APP_FD);
    return cli_fail(cli, error == ENOENT ? (enum cli_exit)NOT_FOUND : (enum cli_exit)CANNOT_EXECUTE,
                    "cannot start '%s': %s", command[0], strerror(error));
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    int fd = -1;
    if (count == 1)
        return show(cli, arguments[0]);
    enum cli_exit exit = open_app(cli, arguments[0], &fd);
    return exit == CLI_OK ? become(cli, arguments[0], fd, arguments + 1) : exit;
}
