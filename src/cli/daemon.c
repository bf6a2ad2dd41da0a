#include "cli/daemon.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/paths.h"
#include "cli/ask.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "contract/daemon.h"
#include "json/decode.h"
#include "json/read.h"

/* --- the daemon process --- */

enum { FACTS_BYTES_MAX = 16 << 20 };

static char *copy_text(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? strdup(json_text(value).data) : NULL;
}

static void read_status(const char *text, struct daemon_facts *facts)
{
    struct json_large *parsed = NULL;
    struct json_error error;
    int64_t pid = 0;
    if (json_read_large(FACTS_BYTES_MAX, slice_of(text), &parsed, &error) < 0)
        return;
    yyjson_val *status = json_large_root(parsed), *value = yyjson_obj_get(status, "pid");
    if (value && json_integer(value, &pid) == 0 && pid > 0 && pid <= INT_MAX)
        facts->pid = (pid_t)pid;
    facts->socket = copy_text(status, "socket");
    facts->state = copy_text(status, "state");
    facts->config = copy_text(status, "config");
    facts->stopping = yyjson_is_true(yyjson_obj_get(status, "stopping"));
    json_large_free(parsed);
}

int daemon_facts_ask(struct cli *cli, struct daemon_facts *ret_facts)
{
    autofree char *status = NULL;
    pid_t listening = 0;
    *ret_facts = (struct daemon_facts){0};
    (void)weir_server_pid(cli->weir, &listening); /* the daemon may close the connection instead of responding */
    int r = weir_call(cli->weir, "daemon.status", NULL, 0, WEIR_TIMEOUT_DEFAULT, &status, NULL);
    if (r == 0)
        read_status(status, ret_facts);
    if (ret_facts->pid == 0)
        ret_facts->pid = listening;
    return r;
}

void daemon_facts_clear(struct daemon_facts *facts)
{
    free(facts->socket);
    free(facts->state);
    free(facts->config);
    *facts = (struct daemon_facts){0};
}

int daemon_wait_gone(int pidfd, int64_t timeout_ms)
{
    uint64_t start = clock_monotonic_ns();
    struct pollfd wait = {.fd = pidfd, .events = POLLIN};
    for (;;) {
        int64_t passed = (int64_t)((clock_monotonic_ns() - start) / 1000000);
        int64_t left = timeout_ms < 0 ? -1 : timeout_ms > passed ? timeout_ms - passed : 0;
        int n = poll(&wait, 1, left > INT_MAX ? INT_MAX : (int)left);
        if (n > 0)
            return 0;
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n == 0 && left <= INT_MAX)
            return -ETIMEDOUT;
    }
}

/* --- daemon status --- */

static enum cli_exit run_status(struct cli *cli, int count, char **arguments);

const struct cli_command command_daemon_status = {
    .name = "daemon status",
    .arguments = "",
    .summary = "Show the state of the daemon and its parts",
    .details = "The exit status is 0 if the daemon responds, whatever its health is.",
    .run = run_status,
};

enum { STATUS_BYTES_MAX = 16 << 20 };

static void print_health(const struct cli *cli, enum daemon_health health)
{
    const char *const colors[] = {[DAEMON_HEALTH_OK] = pretty_green,
                                  [DAEMON_HEALTH_DEGRADED] = pretty_yellow,
                                  [DAEMON_HEALTH_FAILED] = pretty_red};
    struct slice word = daemon_health_shape.of.words.items[health];
    (void)printf("%s%.*s%s", pretty_if(cli->color, colors[health]), SLICE_ARG(word), pretty_if(cli->color, pretty_off));
}

static void print_subsystems(const struct cli *cli, const struct daemon_status_result_subsystems *subsystems)
{
    size_t column = 0;
    for (size_t i = 0; i < subsystems->count; i++) {
        size_t width = text_width(subsystems->items[i].key);
        column = width > column ? width : column;
    }
    for (size_t i = 0; i < subsystems->count; i++) {
        const struct daemon_subsystem *subsystem = &subsystems->items[i].value;
        (void)printf("  %-8s ", i == 0 ? "parts" : "");
        text_write(stdout, subsystems->items[i].key);
        (void)printf("%*s", (int)(column - text_width(subsystems->items[i].key) + 2), "");
        print_health(cli, subsystem->health);
        if (subsystem->message_is == FIELD_SET) {
            /* Red, since agents are restricted less than they could be. */
            bool red = cli->color && slice_is(subsystems->items[i].key, "sandbox");
            (void)printf(": %s", pretty_if(red, pretty_red));
            text_write(stdout, subsystem->message);
            (void)fputs(pretty_if(red, pretty_off), stdout);
        }
        (void)putchar('\n');
    }
}

static void print_status(const struct cli *cli, const struct daemon_status_result *status)
{
    struct card card;
    char text[128], duration[TEXT_DURATION_SIZE], bytes[TEXT_BYTES_SIZE], since[32] = "";
    time_t started = (time_t)(status->started_at / 1000);
    struct tm local;
    card_begin(&card, cli, 8);
    (void)fputs("weird ", stdout);
    text_write(stdout, status->version);
    (void)fputs(status->stopping ? " is stopping: " : " is running: ", stdout);
    print_health(cli, status->health);
    (void)putchar('\n');
    (void)snprintf(text, sizeof text, "%lld", (long long)status->pid);
    card_text(&card, "pid", slice_of(text), NULL);
    text_duration(status->uptime_seconds, duration);
    if (localtime_r(&started, &local))
        (void)strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S", &local);
    (void)snprintf(text, sizeof text, "%s, since %s", duration, since);
    card_text(&card, "uptime", slice_of(text), NULL);
    text_bytes(status->memory_bytes, bytes);
    card_text(&card, "memory", slice_of(bytes), NULL);
    (void)snprintf(text, sizeof text, "%lld", (long long)status->clients);
    card_text(&card, "clients", slice_of(text), NULL);
    card_text(&card, "socket", status->socket, NULL);
    card_text(&card, "state", status->state, NULL);
    card_text(&card, "config", slice_of(status->config_is == FIELD_SET ? status->config.data : "none"), NULL);
    print_subsystems(cli, &status->subsystems);
}

static enum cli_exit run_status(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *result = NULL;
    enum cli_exit exit = cli_call(cli, "daemon.status", NULL, &result);
    if (exit != CLI_OK)
        return exit;
    if (cli->json) {
        pretty_print_text(stdout, result, false, false);
        return CLI_OK;
    }
    struct arena arena = ARENA_LIMITED(STATUS_BYTES_MAX);
    struct daemon_status_result status;
    struct decode_error wrong = {.path = "result", .message = "is not JSON"};
    struct json_error error;
    yyjson_val *root = NULL;
    int r = json_read(&arena, slice_of(result), &root, &error);
    if (r == 0)
        r = json_decode(&arena, &daemon_status_result_shape, root, "result", &status, &wrong);
    if (r == 0)
        print_status(cli, &status);
    else
        exit = cli_fail(
            cli, CLI_FAILED,
            "cannot read the daemon's response, %s %s; the versions of weir and the daemon may differ, try --json",
            wrong.path, wrong.message);
    arena_clear(&arena);
    return exit;
}

/* --- daemon stop --- */

static enum cli_exit run_stop(struct cli *cli, int count, char **arguments);

static const struct cli_option stop_options[] = {
    {"force", 'f', NULL, NULL, "do not wait for running tasks, end them"},
    {0},
};

const struct cli_command command_daemon_stop = {
    .name = "daemon stop",
    .arguments = "",
    .summary = "Stop the daemon, and wait until its process has ended",
    .details =
        "The daemon lets running tasks continue for up to 30 seconds. --timeout limits the waiting (default: 60\n"
        "seconds); after that, the exit status is 4, and the daemon continues to stop. --force ends the tasks at once\n"
        "with all of their processes, also during a stop.",
    .options = stop_options,
    .run = run_stop,
};

enum { GONE_MS = 60000, SAY_MS = 1000, REST_MS = 50 };

static int64_t stop_limit(const struct cli *cli)
{
    return cli->timeout_ms == 0 ? GONE_MS : cli->timeout_ms;
}

static enum cli_exit print_stopped(struct cli *cli, pid_t pid)
{
    if (cli->json)
        (void)printf("{\"stopped\":true,\"pid\":%d}\n", (int)pid);
    else
        (void)printf("the daemon (pid %d) has stopped\n", (int)pid);
    (void)cli_flush(cli);
    return CLI_OK;
}

static bool is_connected(const struct cli *cli, int64_t timeout_ms)
{
    int r = 1;
    while (r > 0) /* other messages do not matter here */
        r = weir_wait(cli->weir, timeout_ms);
    return r == 0;
}

/* The daemon closed the connection. Either it is stopping, and no client can connect; or it rejects this client, and
 * the last error says why. */
static bool is_leaving(struct cli *cli)
{
    return cli_connect_quietly(cli) < 0;
}

static int wait_end(struct cli *cli, int pidfd, int64_t limit)
{
    return pidfd >= 0 ? daemon_wait_gone(pidfd, limit) : is_connected(cli, limit) ? -ETIMEDOUT : 0;
}

/* Waits, and says for what if it takes longer than a second: tasks may run for tasks.drainMs. */
static int wait_and_say(struct cli *cli, int pidfd, int64_t limit, bool force)
{
    bool is_long = limit < 0 || limit > SAY_MS;
    int r = wait_end(cli, pidfd, is_long ? SAY_MS : limit);
    if (r != -ETIMEDOUT || !is_long)
        return r;
    if (!cli->json && !force)
        cli_note(cli, pretty_dim, "the daemon waits for running tasks; to end them now, run: weir daemon stop --force");
    return wait_end(cli, pidfd, limit < 0 ? limit : limit - SAY_MS);
}

/* Opens the pidfd before the request, so that it cannot refer to a new process with the same pid. If there is none (in
 * another pid namespace, for example), the end of the connection has to do. */
static enum cli_exit stop(struct cli *cli, bool force)
{
    struct daemon_facts facts;
    (void)daemon_facts_ask(cli, &facts);
    pid_t pid = facts.pid;
    daemon_facts_clear(&facts);
    autoclose int pidfd = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
    int r = weir_call(cli->weir, "daemon.stop", force ? "{\"force\":true}" : "{}", WEIR_TEXT, WEIR_TIMEOUT_DEFAULT,
                      NULL, NULL);
    if (r < 0 && r != -ECONNRESET && !(r == -ENOTCONN && is_leaving(cli)))
        return cli_fail_call(cli);
    if (r < 0 && pid == 0) /* the daemon ended before its pid was known */
        return cli_fail(cli, CLI_NO_DAEMON, "no daemon is running: it has just ended");
    r = wait_and_say(cli, pidfd, stop_limit(cli), force);
    if (r < 0)
        return cli_fail(cli, CLI_TIMEOUT,
                        "the daemon (pid %d) is still stopping; wait, or run: weir daemon stop --force", (int)pid);
    return print_stopped(cli, pid);
}

/* Returns a pidfd of the daemon that holds the lock of the socket; -ESRCH: there is none. The pid in the file decides
 * nothing without the lock, since another process may have it now. */
static int find_holder(const struct cli *cli, pid_t *ret_pid)
{
    autofree char *path = NULL;
    char text[32] = "";
    if (asprintf(&path, "%s.lock", cli->endpoint->socket) < 0) {
        path = NULL;
        return -ENOMEM;
    }
    autoclose int lock = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    long pid = lock >= 0 && pread(lock, text, sizeof text - 1, 0) > 0 ? strtol(text, NULL, 10) : 0;
    autoclose int pidfd = pid > 0 && pid <= INT_MAX ? (int)syscall(SYS_pidfd_open, (pid_t)pid, 0) : -1;
    if (pidfd < 0 || flock(lock, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return -ESRCH;
    *ret_pid = (pid_t)pid;
    return take_fd(&pidfd);
}

/* Connects. A daemon that closes its database, for up to 10 seconds, holds its lock but does not listen any more; one
 * that starts does not listen yet. Returns 0: connected; -ESRCH: the daemon has ended, and *ret_pid is its pid, or 0 if
 * there was none; -EBUSY: it still does not listen. */
static int connect_or_wait(struct cli *cli, pid_t *ret_pid)
{
    int64_t limit = stop_limit(cli);
    uint64_t begin = clock_monotonic_ns();
    autoclose int holder = -1;
    bool said = false;
    for (;;) {
        int r = cli_connect_quietly(cli);
        if (r != -ENOENT && r != -ECONNREFUSED)
            return r;
        if (holder < 0)
            holder = find_holder(cli, ret_pid);
        if (holder < 0 || daemon_wait_gone(holder, REST_MS) == 0)
            return -ESRCH;
        int64_t waited = (int64_t)((clock_monotonic_ns() - begin) / 1000000);
        if (limit >= 0 && waited >= limit)
            return -EBUSY;
        if (!said && !cli->json && waited >= SAY_MS)
            cli_note(cli, pretty_dim,
                     "the daemon (pid %d) has stopped serving; waiting until it has closed its database",
                     (int)*ret_pid);
        said = said || waited >= SAY_MS;
    }
}

enum cli_exit daemon_stop_if_running(struct cli *cli, bool force, bool *ret_stopped)
{
    pid_t pid = 0;
    int r = connect_or_wait(cli, &pid);
    *ret_stopped = r != -ESRCH || pid > 0;
    if (r == -ESRCH)
        return pid > 0 ? print_stopped(cli, pid) : CLI_OK;
    if (r == -EBUSY)
        return cli_fail(cli, CLI_TIMEOUT,
                        "the daemon (pid %d) does not listen on %s any more but has not ended; wait, or end it with: "
                        "kill -9 %d",
                        (int)pid, cli->endpoint->socket, (int)pid);
    if (r < 0)
        return cli_fail_call(cli);
    enum cli_exit exit = stop(cli, force);
    cli_disconnect(cli);
    return exit;
}

static enum cli_exit run_stop(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    bool stopped = false;
    enum cli_exit exit = cli_find_socket(cli);
    if (exit == CLI_OK)
        exit = daemon_stop_if_running(cli, cli_option(cli, "force") != NULL, &stopped);
    if (exit == CLI_OK && !stopped)
        return cli_fail(cli, CLI_NO_DAEMON, "no daemon at %s, nothing to stop", cli->endpoint->socket);
    return exit;
}

/* --- daemon restart --- */

static enum cli_exit run_restart(struct cli *cli, int count, char **arguments);

static const struct cli_option restart_options[] = {
    {"force", 'f', NULL, NULL, "stop the daemon with all that runs, and start it"},
    {0},
};

const struct cli_command command_daemon_restart = {
    .name = "daemon restart",
    .arguments = "",
    .summary = "Restart the daemon in place, or start it",
    .details =
        "The daemon continues with the program and the configuration that are on the disk now. The process, its\n"
        "connections, terminals and tasks stay; clients notice a pause. If the new program cannot take over, the "
        "daemon\n"
        "continues as it is. With --force, or if the daemon is too old to restart in place, weir stops it and starts "
        "it\n"
        "with the same state directory and configuration file.",
    .options = restart_options,
    .run = run_restart,
};

enum { RESTART_MS = 60000, METHOD_NOT_FOUND = -32601 };

/* Returns whether the file is in the user's usual place, or beside the project's socket, where a daemon finds it by
 * itself. */
static bool is_usual_config(const struct cli *cli, const struct daemon_facts *facts)
{
    autofree char *users = NULL, *project = cli_project(cli);
    if (paths_config_file(&users) == 0 && strcmp(facts->config, users) == 0)
        return true;
    const char *slash = facts->socket ? strrchr(facts->socket, '/') : NULL;
    size_t size = slash ? (size_t)(slash - facts->socket) + 1 : 0;
    return project && slash && strncmp(facts->config, facts->socket, size) == 0 &&
           strcmp(facts->config + size, "config.jsonc") == 0;
}

/* A file with another name must exist; check that while the daemon still runs. In the usual place, the new daemon finds
 * the file, or the user has removed it on purpose. */
static enum cli_exit choose_config(const struct cli *cli, struct daemon_facts *facts)
{
    if (facts->config && is_usual_config(cli, facts)) {
        free(facts->config);
        facts->config = NULL;
    }
    if (facts->config && access(facts->config, R_OK) < 0)
        return cli_fail(cli, CLI_FAILED,
                        "cannot read %s, the daemon's configuration: %s; the daemon keeps running. Restore the file, "
                        "or stop the daemon and start it anew",
                        facts->config, strerror(errno));
    return CLI_OK;
}

static enum cli_exit print_restarted(const struct cli *cli, const struct daemon_facts *facts, const char *result)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct daemon_restart_result done;
    enum cli_exit exit = ask_read(cli, &arena, &daemon_restart_result_shape, result, &done);
    if (exit == CLI_OK && cli->json)
        ask_print_json(result);
    else if (exit == CLI_OK)
        (void)printf("the daemon (pid %d) restarted in place as weird %.*s, after a pause of %" PRId64 " ms\n",
                     (int)facts->pid, SLICE_ARG(done.version), done.pause_ms);
    arena_clear(&arena);
    return exit;
}

/* Returns false if the daemon has to be stopped and started. Otherwise *ret_exit is the outcome. */
static bool restart_in_place(struct cli *cli, const struct daemon_facts *facts, enum cli_exit *ret_exit)
{
    autofree char *result = NULL;
    int64_t limit = cli->timeout_ms == 0 ? RESTART_MS : cli->timeout_ms;
    int r = weir_call(cli->weir, "daemon.restart", NULL, 0, limit, &result, NULL);
    const struct weir_error *error = weir_last_error(cli->weir);
    if (r == -EREMOTEIO && (error->code == METHOD_NOT_FOUND || strcmp(error->word, "stopping") == 0))
        return false;
    *ret_exit = r == 0 ? print_restarted(cli, facts, result) : cli_fail_call(cli);
    if (r == -EREMOTEIO && strcmp(error->word, "restart_failed") == 0)
        cli_hint(cli, "to stop the daemon and start it anew: weir daemon restart --force");
    return true;
}

static enum cli_exit restart(struct cli *cli, struct daemon_facts *facts)
{
    bool stopped, connected = cli_connect_quietly(cli) == 0;
    if (connected)
        (void)daemon_facts_ask(cli, facts);
    enum cli_exit exit = choose_config(cli, facts);
    if (exit == CLI_OK && connected && !cli_option(cli, "force") && restart_in_place(cli, facts, &exit))
        return exit;
    if (exit == CLI_OK)
        exit = daemon_stop_if_running(cli, cli_option(cli, "force") != NULL, &stopped);
    return exit == CLI_OK ? daemon_start_now(cli, facts) : exit;
}

static enum cli_exit run_restart(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    struct daemon_facts facts = {0};
    /* Before the stop, since the socket of a project disappears with its daemon. */
    enum cli_exit exit = cli_find_socket(cli);
    if (exit == CLI_OK)
        exit = restart(cli, &facts);
    daemon_facts_clear(&facts);
    return exit;
}
