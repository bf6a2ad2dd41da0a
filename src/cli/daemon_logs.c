#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/paths.h"
#include "cli/commands.h"
#include "cli/daemon.h"
#include "cli/pretty.h"
#include "cli/tail.h"
#include "cli/text.h"
#include "json/write.h"

static enum cli_exit run(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {
    {"follow", 'f', NULL, NULL, "continue with new lines, until Ctrl-C"},
    {"lines", 'n', "LINES", NULL, "number of last lines to begin with (default 100)"},
    {0},
};

const struct cli_command command_daemon_logs = {
    .name = "daemon logs",
    .arguments = "",
    .summary = "Show the daemon's log",
    .details = "The log is weird.log in the daemon's state directory. A running daemon reports the directory; "
               "otherwise it is\n"
               "$XDG_STATE_HOME/weir, or .weir/state of a project.",
    .options = options,
    .run = run,
};

enum { LINES_DEFAULT = 100, ASK_MS = 2000 };

/* --- lines --- */

/* "2026-01-31T12:00:00.000Z warn  message" */
static struct slice take_field(struct slice *line)
{
    const char *space = memchr(line->data, ' ', line->size);
    struct slice field = {line->data, space ? (size_t)(space - line->data) : line->size};
    *line = (struct slice){line->data + field.size, line->size - field.size};
    while (line->size > 0 && *line->data == ' ')
        *line = (struct slice){line->data + 1, line->size - 1};
    return field;
}

static void write_member(struct buf *out, const char *name, struct slice value)
{
    buf_printf(out, "%s\"%s\":", out->size > 1 ? "," : "", name);
    json_write_string(out, value);
}

static void print_json(struct slice line)
{
    struct buf out = BUF_LIMITED((size_t)8 * TAIL_LINE_BYTES);
    struct slice rest = line;
    struct slice time = take_field(&rest), level = take_field(&rest);
    buf_append_char(&out, '{');
    if (time.size > 0 && time.data[time.size - 1] == 'Z' && rest.size > 0) {
        write_member(&out, "time", time);
        write_member(&out, "level", level);
    } else {
        rest = line;
    }
    write_member(&out, "message", rest);
    buf_append_text(&out, "}\n");
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}

static void print_line(void *user, struct slice line)
{
    const struct cli *cli = user;
    if (cli->json) {
        print_json(line);
        return;
    }
    struct slice rest = line;
    (void)take_field(&rest);
    struct slice level = take_field(&rest);
    const char *color = slice_is(level, "error")   ? pretty_red
                        : slice_is(level, "warn")  ? pretty_yellow
                        : slice_is(level, "debug") ? pretty_dim
                                                   : NULL;
    (void)fputs(color ? pretty_if(cli->color, color) : "", stdout);
    text_write(stdout, line);
    (void)fprintf(stdout, "%s\n", color ? pretty_if(cli->color, pretty_off) : "");
}

/* --- following --- */

/* Watches the directory, since a rotation creates a new file in it. */
static int watch(const char *directory)
{
    autoclose int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (fd < 0 || inotify_add_watch(fd, directory, IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF) < 0)
        return -errno;
    return take_fd(&fd);
}

static int catch_signals(void)
{
    sigset_t ends;
    (void)sigemptyset(&ends);
    (void)sigaddset(&ends, SIGINT);
    (void)sigaddset(&ends, SIGTERM);
    (void)sigprocmask(SIG_BLOCK, &ends, NULL);
    int fd = signalfd(-1, &ends, SFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

/* Returns false if the directory was deleted. */
static bool take_events(int watched)
{
    _Alignas(struct inotify_event) char events[16 << 10];
    for (ssize_t n; (n = read(watched, events, sizeof events)) > 0;)
        for (char *at = events; at < events + n;) {
            struct inotify_event *event = (void *)at;
            if (event->mask & (IN_DELETE_SELF | IN_IGNORED))
                return false;
            at += sizeof *event + event->len;
        }
    return true;
}

static enum cli_exit follow(struct cli *cli, struct tail *tail, int watched)
{
    autoclose int signals = catch_signals();
    if (signals < 0)
        return cli_fail(cli, CLI_FAILED, "cannot follow the log: %s", strerror(-signals));
    struct pollfd events[] = {
        {.fd = watched, .events = POLLIN}, {.fd = signals, .events = POLLIN}, {.fd = STDOUT_FILENO, .events = 0}};
    for (;;) {
        int r = tail_more(tail);
        if (r < 0)
            return cli_fail(cli, CLI_FAILED, "cannot read %s: %s", tail->path, strerror(-r));
        if (!cli_flush(cli))
            return CLI_FAILED;
        if (poll(events, 3, -1) < 0 && errno != EINTR)
            return cli_fail(cli, CLI_FAILED, "cannot follow the log: %s", strerror(errno));
        if (events[1].revents || (events[2].revents & (POLLERR | POLLHUP)))
            return CLI_OK; /* Ctrl-C, or the output has no reader any more */
        if (events[0].revents && !take_events(watched))
            return cli_fail(cli, CLI_FAILED, "the directory of %s no longer exists", tail->path);
    }
}

/* --- the command --- */

/* Asks the daemon for its directory, with a short timeout: users also read the log of a daemon that does not
 * respond. */
static char *ask_directory(struct cli *cli)
{
    struct daemon_facts facts = {0};
    if (cli->timeout_ms == 0)
        cli->timeout_ms = ASK_MS;
    int r = cli_connect_quietly(cli);
    if (r == 0)
        r = daemon_facts_ask(cli, &facts);
    if (r < 0 && r != -ENOENT && r != -ECONNREFUSED)
        cli_hint(cli, "the daemon at %s does not report where its log is; using the usual place",
                 cli->endpoint->socket);
    char *directory = take_pointer(facts.state);
    daemon_facts_clear(&facts);
    cli_disconnect(cli);
    return directory;
}

static int state_directory(struct cli *cli, char **ret_path)
{
    char *told = ask_directory(cli);
    if (told) {
        *ret_path = told;
        return 0;
    }
    autofree char *project = cli_project(cli);
    return project ? paths_join(project, ".weir/state", ret_path) : paths_state_dir(ret_path);
}

static enum cli_exit show(struct cli *cli, const char *directory, struct tail *tail, int64_t lines)
{
    bool following = cli_option(cli, "follow") != NULL;
    autoclose int watched = following ? watch(directory) : -1;
    if (following && watched < 0)
        return cli_fail(cli, CLI_FAILED, "cannot watch %s: %s; has the daemon run yet?", directory, strerror(-watched));
    int r = tail_last(tail, lines);
    if (r == -ENOENT && !following)
        return cli_fail(cli, CLI_FAILED, "no log at %s, the daemon has not run yet; to start it: weir daemon start",
                        tail->path);
    if (r < 0 && r != -ENOENT)
        return cli_fail(cli, CLI_FAILED, "cannot read %s: %s", tail->path, strerror(-r));
    if (following)
        return follow(cli, tail, watched);
    tail_finish(tail);
    return CLI_OK;
}

static enum cli_exit run(struct cli *cli, int count, char **arguments)
{
    (void)count;
    (void)arguments;
    autofree char *directory = NULL, *path = NULL;
    const char *lines_text = cli_option(cli, "lines");
    int64_t lines = LINES_DEFAULT;
    if (lines_text && text_parse_count(lines_text, INT64_MAX - 1, &lines) < 0)
        return cli_fail(cli, CLI_USAGE, "--lines must be a whole number, not '%s'", lines_text);
    enum cli_exit exit = cli_find_socket(cli);
    if (exit != CLI_OK)
        return exit;
    if (state_directory(cli, &directory) < 0 || paths_join(directory, "weird.log", &path) < 0)
        return cli_fail(cli, CLI_FAILED, "cannot find the log: HOME is not set");
    struct tail tail;
    if (tail_init(&tail, path, print_line, cli) < 0)
        return cli_fail(cli, CLI_FAILED, "out of memory");
    exit = show(cli, directory, &tail, lines);
    tail_clear(&tail);
    return exit;
}
