#include "tools/programs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/slice.h"
#include "tools/call.h"

extern char **environ;

static bool is_below(const char *path, const char *directory)
{
    char real[PATH_MAX], above[PATH_MAX];
    size_t size = directory && realpath(directory, above) ? strlen(above) : 0;
    if (size == 0 || !realpath(path, real))
        return size > 0;
    return size == 1 || (strncmp(real, above, size) == 0 && real[size] == '/');
}

int programs_find(const char *name, char **ret_path)
{
    return programs_find_outside(name, NULL, ret_path);
}

int programs_find_outside(const char *name, const char *directory, char **ret_path)
{
    const char *at = getenv("PATH");
    char path[PATH_MAX];
    for (at = at && at[0] ? at : "/usr/local/bin:/usr/bin:/bin"; *at;) {
        size_t size = strcspn(at, ":");
        struct stat facts;
        int n = snprintf(path, sizeof path, "%.*s/%s", (int)size, at, name);
        /* Relative entries would be looked up in the current directory. */
        if (at[0] == '/' && n > 0 && n < (int)sizeof path && access(path, X_OK) == 0 && stat(path, &facts) == 0 &&
            S_ISREG(facts.st_mode) && !is_below(path, directory)) {
            *ret_path = strdup(path);
            return *ret_path ? 0 : -ENOMEM;
        }
        at += size + (at[size] == ':');
    }
    return -ENOENT;
}

static bool is_hidden(const char *variable)
{
    static const struct slice hidden[] = {SLICE_INIT("EXECUTOR_SOCKET="), SLICE_INIT("WEIR_MODEL_SOCKET=")};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (slice_starts_with(slice_of(variable), hidden[i]))
            return true;
    return false;
}

char **programs_environment(void)
{
    size_t count = 0, taken = 0;
    while (environ && environ[count])
        count++;
    char **copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        if (!is_hidden(environ[i]))
            copy[taken++] = environ[i];
    return copy;
}

/* --- running one --- */

enum {
    CHUNK = 64 << 10,
    DRAIN_MAX = 4 << 20, /* more than the largest size of a pipe */
    PATIENCE_MS = 1000,  /* time after the grace period before a warden that does not end is killed */
    HANDLES = 3,
};

struct child {
    struct warden warden;
    struct child_handlers handlers;
    void *user;
    struct child_end end;
    int output; /* -1: closed */
    uv_poll_t exit_poll, output_poll;
    uv_timer_t timer; /* for the time limit, then for a warden that does not end */
    bool ending;
    int open_handles;
};

static void on_closed(uv_handle_t *handle)
{
    struct child *child = handle->data;
    if (--child->open_handles > 0)
        return;
    cleanup_close(&child->output);
    struct warden_report report;
    warden_reap(&child->warden, &report);
    child->end.error = report.error;
    child->end.status = report.status;
    child->handlers.gone(child->user, &child->end);
    free(child);
}

/* Returns false if nothing more can be read now or at all. */
static bool take(struct child *child)
{
    char bytes[CHUNK];
    ssize_t n = read(child->output, bytes, sizeof bytes);
    if (n > 0)
        child->handlers.output(child->user, (struct slice){bytes, (size_t)n});
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        (void)uv_poll_stop(&child->output_poll);
    return n > 0;
}

static void on_output(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    (void)take(poll->data);
}

/* All processes have ended. A process outside may still hold the other end of the pipe, and is not waited for. */
static void on_exit_seen(uv_poll_t *poll, int status, int events)
{
    struct child *child = poll->data;
    (void)status;
    (void)events;
    for (size_t taken = 0; taken < DRAIN_MAX && take(child); taken += CHUNK)
        ;
    uv_close((uv_handle_t *)&child->exit_poll, on_closed);
    uv_close((uv_handle_t *)&child->output_poll, on_closed);
    uv_close((uv_handle_t *)&child->timer, on_closed);
}

static void on_timer(uv_timer_t *timer)
{
    struct child *child = timer->data;
    if (child->ending) {
        warden_force(&child->warden);
        return;
    }
    if (child_has_ended(child))
        return; /* the loop is late and sees that next */
    child->end.timed_out = true;
    child->ending = true;
    warden_end(&child->warden, false);
    (void)uv_timer_start(timer, on_timer, WARDEN_GRACE_MS + PATIENCE_MS, PATIENCE_MS);
}

static void open_handles(struct child *child, uv_loop_t *loop, uint64_t timeout_ms)
{
    (void)uv_poll_init(loop, &child->exit_poll, child->warden.pidfd);
    (void)uv_poll_init(loop, &child->output_poll, child->output);
    (void)uv_timer_init(loop, &child->timer);
    child->exit_poll.data = child->output_poll.data = child->timer.data = child;
    child->open_handles = HANDLES;
    (void)uv_poll_start(&child->exit_poll, UV_READABLE, on_exit_seen);
    (void)uv_poll_start(&child->output_poll, UV_READABLE, on_output);
    if (timeout_ms > 0)
        (void)uv_timer_start(&child->timer, on_timer, timeout_ms, 0);
}

int child_start(uv_loop_t *loop, const struct warden_order *order, uint64_t timeout_ms,
                const struct child_handlers *handlers, void *user, struct child **ret_child)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    autoclose int ours = ends[0], theirs = ends[1];
    struct warden_order whole = *order;
    struct warden warden;
    whole.input = -1;
    whole.output = whole.errors = theirs;
    struct child *child = calloc(1, sizeof *child);
    int r = !child ? -ENOMEM : fcntl(ours, F_SETFL, O_NONBLOCK) < 0 ? -errno : warden_start(&whole, &warden);
    if (r < 0) {
        free(child);
        return r;
    }
    *child = (struct child){.warden = warden, .handlers = *handlers, .user = user, .output = take_fd(&ours)};
    open_handles(child, loop, timeout_ms);
    *ret_child = child;
    return 0;
}

void child_end(struct child *child, bool now)
{
    child->end.cancelled = true;
    warden_end(&child->warden, now);
    if (child->ending)
        return;
    child->ending = true;
    (void)uv_timer_start(&child->timer, on_timer, WARDEN_GRACE_MS + PATIENCE_MS, PATIENCE_MS);
}

bool child_has_ended(const struct child *child)
{
    struct pollfd gone = {.fd = child->warden.pidfd, .events = POLLIN};
    return poll(&gone, 1, 0) > 0;
}

pid_t child_pid(const struct child *child)
{
    return child->warden.command;
}
