#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/commands.h"
#include "json/write.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"project", 0, "DIR", NULL, "be the daemon of this project, in DIR/.weir/, and register it"},
    {0},
};

const struct cli_command command_daemon_start = {
    .name = "daemon start",
    .arguments = "",
    .summary = "Start the daemon in the background",
    .details = "Returns when the daemon answers. One that runs already is left as it is. 'weird --foreground' starts\n"
               "it where its log can be watched; see weird(8).",
    .options = options,
    .run = run,
};

extern char **environ;

/* --- the program -------------------------------------------------------------- */

/* Beside this program, as in the build; or where an installation has it. NULL: only PATH can know. */
static char *find_weird(void)
{
    static const char *const places[] = {"weird", "../sbin/weird", "../libexec/weir/weird"};
    char self[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash = size > 0 ? memrchr(self, '/', (size_t)size) : NULL;
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        char *path = NULL;
        *slash = '\0';
        if (asprintf(&path, "%s/%s", self, places[i]) < 0)
            return NULL;
        if (access(path, X_OK) == 0)
            return path;
        free(path);
    }
    return NULL;
}

/* *ret_status as waitpid() tells. weird itself returns when its daemon answers. */
static int run_weird(char *const arguments[], int *ret_status)
{
    autofree char *path = find_weird();
    pid_t child;
    int r = posix_spawnp(&child, path ? path : "weird", NULL, NULL, arguments, environ);
    if (r != 0)
        return -r;
    while (waitpid(child, ret_status, 0) < 0)
        if (errno != EINTR)
            return -errno;
    return 0;
}

static void add_argument(char **arguments, const char *option, const char *value)
{
    while (*arguments)
        arguments++;
    arguments[0] = (char *)option;
    arguments[1] = (char *)value;
}

static enum cli_exit spawn(const struct cli *cli, const char *project, const struct daemon_facts *like)
{
    char *arguments[8] = {(char *)"weird"};
    if (project)
        add_argument(arguments, "--project", project);
    else if (cli->place->origin != WEIR_ORIGIN_USER)
        add_argument(arguments, "--socket", cli->place->socket);
    if (like && like->state)
        add_argument(arguments, "--state", like->state);
    if (like && like->config)
        add_argument(arguments, "--config", like->config);
    int status = 0, r = run_weird(arguments, &status);
    if (r == -ENOENT)
        return cli_fail(cli, CLI_FAILED, "there is no program weird beside weir, nor in PATH: is it installed?");
    if (r < 0)
        return cli_fail(cli, CLI_FAILED, "weird cannot be started: %s", strerror(-r));
    if (WIFSIGNALED(status))
        return cli_fail(cli, CLI_FAILED, "weird was ended by signal %d: see 'weir daemon logs'", WTERMSIG(status));
    if (WEXITSTATUS(status) == 127)
        return cli_fail(cli, CLI_FAILED, "weird cannot be executed: is it installed?");
    if (WEXITSTATUS(status) != 0)
        return cli_fail(cli, CLI_FAILED, "the daemon did not start (weird's exit status is %d)", WEXITSTATUS(status));
    return CLI_OK;
}

/* --- the command -------------------------------------------------------------- */

static void print_running(struct cli *cli, bool started)
{
    struct daemon_facts facts;
    (void)daemon_facts_ask(cli, &facts);
    pid_t pid = facts.pid;
    const char *socket = cli->place->socket;
    if (cli->json) {
        struct buf line = BUF_LIMITED(1 << 20);
        buf_printf(&line, "{\"started\":%s,\"pid\":%d,\"socket\":", started ? "true" : "false", (int)pid);
        json_write_string(&line, slice_of(socket));
        buf_append_text(&line, "}\n");
        (void)fwrite(line.data, 1, line.size, stdout);
        buf_clear(&line);
    } else {
        (void)printf("the daemon %s (pid %d), on %s\n", started ? "is running" : "is running already", (int)pid,
                     socket);
    }
    daemon_facts_clear(&facts);
}

enum cli_exit daemon_start_now(struct cli *cli, const struct daemon_facts *like)
{
    autofree char *project = cli_project(cli);
    int r = cli_connect_quietly(cli);
    if (r == 0) {
        print_running(cli, false);
        return CLI_OK;
    }
    if (r != -ENOENT && r != -ECONNREFUSED)
        return cli_fail_call(cli);
    enum cli_exit exit = spawn(cli, project, like);
    if (exit == CLI_OK)
        exit = cli_connect(cli);
    if (exit == CLI_OK)
        print_running(cli, true);
    return exit;
}

/* The place of a project that is named, and not found. */
static enum cli_exit place_in(struct cli *cli, const char *project)
{
    autofree char *real = realpath(project, NULL), *socket = NULL;
    if (cli_option(cli, "socket"))
        return cli_fail(cli, CLI_USAGE, "--project and --socket cannot go together: a project has its own socket");
    if (!real)
        return cli_fail(cli, CLI_USAGE, "no project at %s: %s", project, strerror(errno));
    if (asprintf(&socket, "%s/.weir/daemon.sock", strcmp(real, "/") == 0 ? "" : real) < 0)
        return cli_fail(cli, CLI_FAILED, "no memory");
    return weir_find_socket(socket, &cli->place) < 0 ? cli_fail(cli, CLI_FAILED, "no memory") : CLI_OK;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const char *project = cli_option(cli, "project");
    enum cli_exit exit = project ? place_in(cli, project) : cli_place(cli);
    return exit == CLI_OK ? daemon_start_now(cli, NULL) : exit;
}
