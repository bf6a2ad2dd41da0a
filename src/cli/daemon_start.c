#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/commands.h"
#include "cli/daemon.h"
#include "cli/pretty.h"
#include "json/write.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"project", 0, "DIR", NULL, "start the daemon of this project, in DIR/.weir, and register the project"},
    {"state", 0, "DIR", NULL, "keep state and log in this directory, which no other daemon uses"},
    {0},
};

const struct cli_command command_daemon_start = {
    .name = "daemon start",
    .arguments = "",
    .summary = "Start the daemon in the background",
    .details = "Returns when the daemon responds. Does nothing if a daemon runs already; waits up to 5 seconds, or "
               "--timeout,\n"
               "for one that is stopping. 'weird --foreground' starts it with its log on the terminal; see weird(8).",
    .options = options,
    .run = run,
};

extern char **environ;

enum {
    WEIRD_EXIT_RUNNING = 3, /* weird(8): another daemon uses the socket or the state directory */
    SAID_BYTES = 4000,
    OTHER_MS = 5000, /* a daemon that stops takes at most 3 seconds */
    REST_MS = 50,
    ELSEWHERE_MAX = 5,
    HUNG_UP_MAX = 3,
};

/* --- the program --- */

/* Searches the directory of this program, and those of an installation. NULL: search PATH. */
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

struct launch {
    int status;      /* of waitpid() */
    struct buf said; /* its standard error */
};

static int spawn(char *const arguments[], int errors, pid_t *ret_child)
{
    autofree char *path = find_weird();
    posix_spawn_file_actions_t actions;
    int r = posix_spawn_file_actions_init(&actions);
    if (r != 0)
        return -r;
    if (errors >= 0)
        r = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    if (r == 0)
        r = posix_spawnp(ret_child, path ? path : "weird", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return -r;
}

enum { SLOW_MS = 5000 };

/* A store of an older version is migrated before the daemon responds, which takes minutes if it is large. */
static void note_slow_start(const struct cli *cli, pid_t child)
{
    autoclose int pidfd = (int)syscall(SYS_pidfd_open, child, 0);
    if (pidfd >= 0 && poll(&(struct pollfd){.fd = pidfd, .events = POLLIN}, 1, SLOW_MS) == 0)
        cli_note(cli, pretty_dim, "the daemon is opening its store, which takes longer after an update; waiting");
}

/* weird returns when its daemon responds. Its output is kept, since it may be repeated at each attempt. */
static int run_weird(const struct cli *cli, char *const arguments[], struct launch *launch)
{
    autoclose int errors = memfd_create("weird", MFD_CLOEXEC); /* on failure, the output is lost */
    pid_t child = 0;
    buf_reset(&launch->said, 0);
    int r = spawn(arguments, errors, &child);
    if (r < 0)
        return r;
    note_slow_start(cli, child);
    while (waitpid(child, &launch->status, 0) < 0)
        if (errno != EINTR)
            return -errno;
    if (errors >= 0 && buf_reserve(&launch->said, SAID_BYTES) == 0) {
        ssize_t size = pread(errors, launch->said.data, SAID_BYTES, 0);
        launch->said.size = size > 0 ? (size_t)size : 0;
    }
    return 0;
}

static void add_argument(char **arguments, const char *option, const char *value)
{
    while (*arguments)
        arguments++;
    arguments[0] = (char *)option;
    arguments[1] = (char *)value;
}

static int launch_daemon(const struct cli *cli, const struct daemon_facts *like, struct launch *launch)
{
    autofree char *project = cli_project(cli);
    char *arguments[8] = {(char *)"weird"};
    if (project)
        add_argument(arguments, "--project", project);
    else if (cli->endpoint->origin != WEIR_ORIGIN_USER)
        add_argument(arguments, "--socket", cli->endpoint->socket);
    if (like && like->state)
        add_argument(arguments, "--state", like->state);
    if (like && like->config)
        add_argument(arguments, "--config", like->config);
    return run_weird(cli, arguments, launch);
}

/* --- errors --- */

static bool is_refused(const struct launch *launch)
{
    return WIFEXITED(launch->status) && WEXITSTATUS(launch->status) == WEIRD_EXIT_RUNNING;
}

/* Prints weird's own messages first; with --json, all is one line. */
static enum cli_exit fail_start(const struct cli *cli, enum cli_exit exit, const struct launch *launch, const char *why)
{
    struct slice said = buf_slice(&launch->said);
    while (said.size > 0 && said.data[said.size - 1] == '\n')
        said.size--;
    if (cli->json && said.size > 0)
        return cli_fail(cli, exit, "cannot start the daemon: %.*s", SLICE_ARG(said));
    if (said.size > 0)
        (void)fprintf(stderr, "%.*s\n", SLICE_ARG(said));
    return cli_fail(cli, exit, "cannot start the daemon%s", why);
}

static enum cli_exit explain(const struct cli *cli, int r, const struct launch *launch)
{
    char why[64];
    if (r == -ENOENT)
        return cli_fail(cli, CLI_FAILED, "cannot find weird beside weir or in PATH; is it installed?");
    if (r < 0)
        return cli_fail(cli, CLI_FAILED, "cannot start weird: %s", strerror(-r));
    if (WIFSIGNALED(launch->status))
        (void)snprintf(why, sizeof why, ": killed by signal %d; see: weir daemon logs", WTERMSIG(launch->status));
    else if (WEXITSTATUS(launch->status) == 127)
        return cli_fail(cli, CLI_FAILED, "cannot execute weird; is it installed?");
    else
        (void)snprintf(why, sizeof why, ": weird exited with status %d", WEXITSTATUS(launch->status));
    return fail_start(cli, CLI_FAILED, launch, why);
}

/* --- the command --- */

static enum cli_exit print_running(struct cli *cli, bool started, const struct daemon_facts *facts)
{
    const char *socket = cli->endpoint->socket;
    if (cli->json) {
        struct buf line = BUF_LIMITED(1 << 20);
        buf_printf(&line, "{\"started\":%s,\"pid\":%d,\"socket\":", started ? "true" : "false", (int)facts->pid);
        json_write_string(&line, slice_of(socket));
        buf_append_text(&line, "}\n");
        (void)fwrite(line.data, 1, line.size, stdout);
        buf_clear(&line);
    } else {
        (void)printf("the daemon %s (pid %d) on %s\n", started ? "is running" : "is already running", (int)facts->pid,
                     socket);
    }
    return CLI_OK;
}

/* Checks for a daemon. Returns -ECONNRESET if one closed the connection, because it is about to end, and -ESHUTDOWN if
 * one reports that it is stopping. */
static int look(struct cli *cli, struct daemon_facts *ret_facts)
{
    int r = cli_connect_quietly(cli);
    if (r < 0)
        return r;
    r = daemon_facts_ask(cli, ret_facts);
    if (r == 0 && ret_facts->stopping) {
        daemon_facts_clear(ret_facts);
        cli_disconnect(cli); /* so that it does not wait for this client */
        return -ESHUTDOWN;
    }
    return r == -ECONNRESET || r == -ENOTCONN ? -ECONNRESET : 0;
}

/* Returns whether a daemon holds the socket, starting, stopping or running. If not, weird was refused because of the
 * state directory, whose daemon has another socket. */
static bool is_held(const struct cli *cli)
{
    autofree char *lock = NULL;
    if (asprintf(&lock, "%s.lock", cli->endpoint->socket) < 0)
        lock = NULL;
    return lock && access(lock, F_OK) == 0;
}

static void rest(void)
{
    (void)nanosleep(&(struct timespec){.tv_nsec = REST_MS * 1000000L}, NULL);
}

/* Starts a daemon, or waits for one that is starting or stopping, which takes a moment: then one runs, or can be
 * started. */
static enum cli_exit start(struct cli *cli, const struct daemon_facts *like, struct daemon_facts *facts,
                           struct launch *launch, bool *ret_started)
{
    *ret_started = false;
    int64_t limit = cli->timeout_ms == 0 ? OTHER_MS : cli->timeout_ms;
    uint64_t begin = clock_monotonic_ns();
    unsigned hung_up = 0, elsewhere = 0;
    bool stopping;
    for (;; rest()) {
        int r = look(cli, facts);
        /* A daemon that stops closes the connection once; one that keeps doing so runs and has reached its limit of
         * clients. */
        hung_up += r == -ECONNRESET;
        if (r == 0 || hung_up == HUNG_UP_MAX)
            return CLI_OK;
        stopping = r == -ESHUTDOWN;
        if (r != -ENOENT && r != -ECONNREFUSED && r != -ECONNRESET && !stopping)
            return cli->weir ? cli_fail_call(cli) : cli_fail(cli, CLI_FAILED, "out of memory or file descriptors");
        r = launch_daemon(cli, like, launch);
        if (r == 0 && launch->status == 0) {
            *ret_started = true;
            return look(cli, facts) == 0 ? CLI_OK : cli_fail_call(cli);
        }
        elsewhere = is_held(cli) ? 0 : elsewhere + 1;
        if (r < 0 || !is_refused(launch) || elsewhere == ELSEWHERE_MAX)
            return explain(cli, r, launch);
        if (limit >= 0 && clock_monotonic_ns() - begin > (uint64_t)limit * 1000000)
            return fail_start(cli, CLI_TIMEOUT, launch,
                              stopping ? ": another daemon is still stopping; wait, or run: weir daemon stop --force"
                                       : ": another daemon does not respond; wait, or see: weir daemon logs");
    }
}

enum cli_exit daemon_start_now(struct cli *cli, const struct daemon_facts *like)
{
    struct daemon_facts facts = {0};
    struct launch launch = {.said = BUF_LIMITED(SAID_BYTES)};
    bool started;
    enum cli_exit exit = start(cli, like, &facts, &launch, &started);
    if (exit == CLI_OK)
        exit = print_running(cli, started, &facts);
    daemon_facts_clear(&facts);
    buf_clear(&launch.said);
    return exit;
}

enum cli_exit daemon_start_if_none(struct cli *cli, bool *ret_started)
{
    struct daemon_facts facts = {0};
    struct launch launch = {.said = BUF_LIMITED(SAID_BYTES)};
    enum cli_exit exit = start(cli, NULL, &facts, &launch, ret_started);
    daemon_facts_clear(&facts);
    buf_clear(&launch.said);
    return exit;
}

/* Uses the socket of the named project, which need not be registered yet. */
static enum cli_exit find_socket_in(struct cli *cli, const char *project)
{
    autofree char *real = realpath(project, NULL), *socket = NULL;
    if (cli_option(cli, "socket"))
        return cli_fail(cli, CLI_USAGE, "--project and --socket exclude each other: a project has its own socket");
    if (!real)
        return cli_fail(cli, CLI_USAGE, "cannot find the project %s: %s", project, strerror(errno));
    if (asprintf(&socket, "%s/.weir/daemon.sock", strcmp(real, "/") == 0 ? "" : real) < 0)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    return weir_find_socket(socket, &cli->endpoint) < 0 ? cli_fail(cli, CLI_FAILED, "out of memory") : CLI_OK;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    const char *project = cli_option(cli, "project");
    enum cli_exit exit = project ? find_socket_in(cli, project) : cli_find_socket(cli);
    struct daemon_facts wanted = {.state = (char *)cli_option(cli, "state")};
    return exit == CLI_OK ? daemon_start_now(cli, &wanted) : exit;
}
