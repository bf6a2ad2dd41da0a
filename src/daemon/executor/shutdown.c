/* The end of an executor: it is asked to leave or killed, or its process or connection ends by itself. Reports that it
 * could not send are read from its spool. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "daemon/executor/internal.h"
#include "rpc/peer.h"
#include "json/decode.h"
#include "json/read.h"

/* --- spool --- */

/* An executor holds at most 8 MiB of unconfirmed messages, plus what it adds in one turn. */
enum { SPOOL_BYTES = 64 << 20, ARENA_BYTES = 256 << 20 };

static int read_all(const char *path, struct buf *text)
{
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) < 0)
        return -errno;
    if (!S_ISREG(info.st_mode))
        return -EINVAL;
    for (;;) {
        char *room = buf_room(text, 64 << 10);
        if (!room)
            return text->error;
        ssize_t size = read(fd, room, 64 << 10);
        if (size < 0)
            return -errno;
        if (size == 0)
            return 0;
        text->size += (size_t)size;
    }
}

/* weir-executor ends a complete spool with an empty line. */
static bool is_complete(struct slice text)
{
    return text.data && text.size >= 2 && memcmp(text.data + text.size - 2, "\n\n", 2) == 0;
}

static int handle_line(struct executor *executor, struct arena *arena, struct slice line)
{
    struct executor_notification notification;
    struct json_error syntax;
    struct decode_error error;
    yyjson_val *root = NULL;
    int r = json_read(arena, line, &root, &syntax);
    if (r == 0)
        r = json_decode(arena, &executor_notification_shape, root, "line", &notification, &error);
    if (r == 0)
        executor_handle(executor, &notification, arena);
    arena_reset(arena);
    return r;
}

static void read_spool(struct executor *executor)
{
    autofree char *path = NULL;
    struct buf text = BUF_LIMITED(SPOOL_BYTES);
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    int r = paths_join(executor->process.link, "spool", &path);
    if (r == 0)
        r = read_all(path, &text);
    if (r == 0 && executor->process.is_given && !is_complete(buf_slice(&text)))
        r = -ENOENT; /* it wrote no spool, or not all of it */
    struct slice rest = buf_slice(&text);
    while (r == 0 && rest.data && rest.size > 0 && executor->job) {
        const char *newline = memchr(rest.data, '\n', rest.size);
        size_t size = newline ? (size_t)(newline - rest.data) : rest.size;
        if (size > 0)
            r = handle_line(executor, &arena, (struct slice){rest.data, size});
        size += newline ? 1 : 0;
        rest = (struct slice){rest.data + size, rest.size - size};
    }
    if (r < 0 && r != -ENOENT)
        log_warn("executor %s: cannot read its spool: %s", executor->process.id, strerror(-r));
    arena_clear(&arena);
    buf_clear(&text);
}

enum {
    LEFT_MS = 200,     /* from its response to shutdown to its end */
    CLOSED_MS = 40,    /* an executor that closes its connection usually exits at once, with a status */
    REST_MS = 60,      /* the time to read the rest of its output */
    REST_ROUNDS = 500, /* how often that is repeated while there is more */
    ASKED_MS = 3000,   /* longer than the jail's own grace period */
};

static bool is_running(const struct executor *executor)
{
    return executor->process.directory && !executor->exit;
}

static void set_deadline(struct executor *executor, uint64_t ms, void (*expired)(struct deadline *))
{
    executor->phase_deadline.expired = expired;
    if (timers_set(&executor->pool->rpc->timers, &executor->phase_deadline, ms) < 0)
        log_error("executor %s: out of memory for a deadline", executor->process.id);
}

/* --- ending it by force --- */

static void on_ask_expired(struct deadline *deadline)
{
    executor_end_now(list_member(deadline, struct executor, phase_deadline), "");
}

void executor_ask(struct executor *executor)
{
    executor->state = EXECUTOR_LEAVING;
    executor_unlink(executor);
    if (!is_running(executor))
        return;
    set_deadline(executor, ASKED_MS, on_ask_expired);
    process_ask(&executor->process);
}

void executor_end_now(struct executor *executor, const char *problem)
{
    executor->state = EXECUTOR_LEAVING;
    executor_unlink(executor);
    if (!is_running(executor))
        return;
    if (*problem && !executor->problem[0]) {
        log_warn("executor %s: killing it: %s", executor->process.id, problem);
        (void)snprintf(executor->problem, sizeof executor->problem, "%s", problem);
    }
    timers_unset(&executor->pool->rpc->timers, &executor->phase_deadline);
    process_end(&executor->process);
}

static void note_failure(struct executor *executor, const char *problem)
{
    struct executor_pool *pool = executor->pool;
    executor->state = EXECUTOR_LEAVING;
    pool->failures++;
    (void)snprintf(pool->problem, sizeof pool->problem, "%.64s: %.440s", executor->name, problem);
    executor_pool_changed(pool);
}

void executor_failed(struct executor *executor, const char *problem)
{
    note_failure(executor, problem);
    executor_end_now(executor, problem);
}

/* --- asking it to shut down --- */

static void on_leave_expired(struct deadline *deadline)
{
    executor_ask(list_member(deadline, struct executor, phase_deadline));
}

static void on_shutdown(void *user, const struct reply *reply)
{
    struct executor *executor = user;
    if (reply->status == -ECONNRESET || !is_running(executor))
        return;
    if (reply->status == 0)
        set_deadline(executor, LEFT_MS, on_leave_expired);
    else
        executor_ask(executor); /* it does not support shutdown */
}

void executor_leave(struct executor *executor, struct slice reason, int64_t ms)
{
    if (executor->state == EXECUTOR_LEAVING)
        return;
    if (!executor->peer || executor->state == EXECUTOR_STARTING || ms == 0) {
        executor_ask(executor);
        return;
    }
    executor->state = EXECUTOR_LEAVING;
    set_deadline(executor, (uint64_t)ms, on_leave_expired);
    int r = peer_call(executor->peer, &executor_shutdown_method,
                      &(struct executor_shutdown_params){.reason = reason, .timeout_ms = ms}, 0, on_shutdown, executor,
                      NULL);
    if (r < 0)
        executor_ask(executor);
}

/* --- its process has ended --- */

void executor_bury(struct executor *executor)
{
    struct executor_pool *pool = executor->pool;
    (void)fault_point("executor.before_bury");
    if (executor->inherited_task)
        return; /* its task is about to be claimed and needs its exit status */
    executor_note_end(executor);
    executor->sandbox.audited = false;
    if (executor->job && executor->inherited)
        read_spool(executor);
    if (executor->job && executor->starved && !executor->prompted && executor->stop == RUN_GOES_ON)
        executor_begin_later(executor_detach(executor), executor->problem);
    else if (executor->job)
        executor_conclude_gone(executor);
    if (executor->ended)
        return; /* executor_stored() calls this again */
    executor_tell_terminals(executor, executor->problem[0]                           ? executor->problem
                                      : executor->exit && executor->exit->message[0] ? executor->exit->message
                                                                                     : "the executor ended");
    if (executor->use == EXECUTOR_RECORD_USE_TERMINALS && pool->hooks.gone)
        pool->hooks.gone(pool->hooks.terminals, executor);
    process_clear(&executor->process);
    executor_free(executor);
    executor_pool_refill(pool);
    executor_pool_settled(pool);
    if (pool->count == 0)
        pool->emptied(pool->user);
}

static void on_rest_read(struct deadline *deadline);

/* Reads what the executor sent before its end; little is left, and the end of the connection may be there. */
static void read_rest(struct executor *executor)
{
    set_deadline(executor, REST_MS, on_rest_read);
    if (executor->peer->unread)
        peer_stop_reading(executor->peer, false);
}

/* The daemon itself may have been too busy to read. The executor sends nothing more, and the connection ends after its
 * last byte; if it does not end, another process holds the other end. */
static void on_rest_read(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, phase_deadline);
    if (executor->peer && peer_has_unheard(executor->peer) && executor->drain_rounds++ < REST_ROUNDS)
        read_rest(executor);
    else if (executor->peer)
        peer_close(executor->peer, "its process ended");
    else
        executor_bury(executor);
}

static struct process_exit *copy_exit(const struct process_exit *exit)
{
    struct process_exit *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *exit;
    copy->stderr_tail = strdup(exit->stderr_tail ? exit->stderr_tail : "");
    return copy;
}

void executor_on_gone(struct process *process, const struct process_exit *exit)
{
    struct executor *executor = list_member(process, struct executor, process);
    (void)fault_point("executor.gone");
    executor->exit = copy_exit(exit);
    if (!executor->exit) {
        log_error("executor %s: out of memory for its exit status", process->id);
        return;
    }
    log_debug("executor %s: ended (%d, %d), %u processes killed", process->id, (int)exit->how, exit->number,
              exit->ended);
    if (exit->how == PROCESS_EXIT_NOT_STARTED && !exit->sandboxed)
        (void)snprintf(executor->pool->sandbox->problem, sizeof executor->pool->sandbox->problem, "%s", exit->message);
    if (executor->state == EXECUTOR_STARTING && !executor->inherited)
        note_failure(executor, exit->how == PROCESS_EXIT_NOT_STARTED ? exit->message : "it ended before it was ready");
    executor->state = EXECUTOR_LEAVING;
    executor_unlink(executor);
    executor_enter_gone(executor);
    if (!executor->peer) {
        executor_bury(executor);
        return;
    }
    read_rest(executor);
}

/* --- its connection was lost --- */

static void on_closed_still_running(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, phase_deadline);
    if (executor->state == EXECUTOR_STARTING && !executor->prompted)
        executor_failed(executor, "it closed the connection before it was ready");
    else
        executor_end_now(executor, "it closed the connection during its task");
}

void executor_lost_peer(struct executor *executor, const char *reason)
{
    bool at_work = executor->job || executor->terminals > 0;
    if (executor->exit)
        executor_bury(executor);
    else if (executor->state == EXECUTOR_LEAVING)
        set_deadline(executor, LEFT_MS, on_leave_expired);
    else if (at_work && executor->resumes)
        executor_link_again(executor, reason);
    else if (at_work || executor->state == EXECUTOR_STARTING)
        set_deadline(executor, CLOSED_MS, on_closed_still_running);
    else
        executor_ask(executor);
}
