/* How an executor ends: it is asked to leave, it is killed, or its process or connection is gone. A spool holds what it
 * could not report. */
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

/* What is not confirmed is at most 8 MiB, and what one turn adds to that. */
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

/* weir-executor closes what it writes with an empty line. */
static bool is_whole(struct slice text)
{
    return text.data && text.size >= 2 && memcmp(text.data + text.size - 2, "\n\n", 2) == 0;
}

static int hear_line(struct executor *executor, struct arena *arena, struct slice line)
{
    struct executor_notification notification;
    struct json_error syntax;
    struct decode_error error;
    yyjson_val *root = NULL;
    int r = json_read(arena, line, &root, &syntax);
    if (r == 0)
        r = json_decode(arena, &executor_notification_shape, root, "line", &notification, &error);
    if (r == 0)
        executor_hear(executor, &notification, arena);
    arena_reset(arena);
    return r;
}

static void hear_spool(struct executor *executor)
{
    autofree char *path = NULL;
    struct buf text = BUF_LIMITED(SPOOL_BYTES);
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    int r = paths_join(executor->process.link, "spool", &path);
    if (r == 0)
        r = read_all(path, &text);
    if (r == 0 && executor->process.is_given && !is_whole(buf_slice(&text)))
        r = -ENOENT; /* it has not come to that, or not to its end */
    struct slice rest = buf_slice(&text);
    while (r == 0 && rest.data && rest.size > 0 && executor->run) {
        const char *newline = memchr(rest.data, '\n', rest.size);
        size_t size = newline ? (size_t)(newline - rest.data) : rest.size;
        if (size > 0)
            r = hear_line(executor, &arena, (struct slice){rest.data, size});
        size += newline ? 1 : 0;
        rest = (struct slice){rest.data + size, rest.size - size};
    }
    if (r < 0 && r != -ENOENT)
        log_warn("executor %s: cannot read its spool: %s", executor->process.id, strerror(-r));
    arena_clear(&arena);
    buf_clear(&text);
}

enum {
    LEFT_MS = 200,     /* from its word that it leaves to its end */
    CLOSED_MS = 40,    /* one that closes its connection is about to end, mostly, and then tells how */
    HEARD_MS = 60,     /* what it said before its end is read within this, */
    HEARD_TIMES = 500, /* or so often, as long as there is more of it */
    ASKED_MS = 3000,   /* the jail's own grace is shorter */
};

static bool is_here(const struct executor *executor)
{
    return executor->process.directory && !executor->exit;
}

static void set_deadline(struct executor *executor, uint64_t ms, void (*expired)(struct deadline *))
{
    executor->start.expired = expired;
    if (timers_set(&executor->pool->rpc->timers, &executor->start, ms) < 0)
        log_error("executor %s: out of memory for a deadline", executor->process.id);
}

/* --- making it go --- */

static void on_still_there(struct deadline *deadline)
{
    executor_end_now(list_member(deadline, struct executor, start), "");
}

void executor_ask(struct executor *executor)
{
    executor->state = EXECUTOR_LEAVING;
    executor_unlink(executor);
    if (!is_here(executor))
        return;
    set_deadline(executor, ASKED_MS, on_still_there);
    process_ask(&executor->process);
}

void executor_end_now(struct executor *executor, const char *problem)
{
    executor->state = EXECUTOR_LEAVING;
    executor_unlink(executor);
    if (!is_here(executor))
        return;
    if (*problem && !executor->problem[0]) {
        log_warn("executor %s: killing it: %s", executor->process.id, problem);
        (void)snprintf(executor->problem, sizeof executor->problem, "%s", problem);
    }
    timers_unset(&executor->pool->rpc->timers, &executor->start);
    process_end(&executor->process);
}

static void note_failure(const struct executor *executor, const char *problem)
{
    struct executor_pool *pool = executor->pool;
    pool->failures++;
    (void)snprintf(pool->problem, sizeof pool->problem, "%.64s: %.440s", executor->name, problem);
}

void executor_failed(struct executor *executor, const char *problem)
{
    note_failure(executor, problem);
    executor_end_now(executor, problem);
}

/* --- letting it go --- */

static void on_leave_is_over(struct deadline *deadline)
{
    executor_ask(list_member(deadline, struct executor, start));
}

static void on_shutdown(void *user, const struct reply *reply)
{
    struct executor *executor = user;
    if (reply->status == -ECONNRESET || !is_here(executor))
        return;
    if (reply->status == 0)
        set_deadline(executor, LEFT_MS, on_leave_is_over);
    else
        executor_ask(executor); /* it does not know how */
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
    set_deadline(executor, (uint64_t)ms, on_leave_is_over);
    int r = peer_call(executor->peer, &executor_shutdown_method,
                      &(struct executor_shutdown_params){.reason = reason, .timeout_ms = ms}, 0, on_shutdown, executor,
                      NULL);
    if (r < 0)
        executor_ask(executor);
}

/* --- it is gone --- */

/* Nothing of it is left, and all that it said was heard. */
void executor_bury(struct executor *executor)
{
    struct executor_pool *pool = executor->pool;
    (void)fault_point("executor.before_bury");
    if (executor->found_task)
        return; /* its task is about to be claimed, and wants to know */
    executor_note_end(executor);
    executor->sandbox.told = false;
    if (executor->run && executor->found)
        hear_spool(executor);
    if (executor->run && executor->starved && !executor->prompted && executor->stop == RUN_GOES_ON)
        executor_begin_later(executor_detach(executor), executor->problem);
    else if (executor->run)
        executor_conclude_gone(executor);
    if (executor->ended)
        return; /* executor_stored() follows */
    executor_tell_terminals(executor, executor->problem[0]                           ? executor->problem
                                      : executor->exit && executor->exit->message[0] ? executor->exit->message
                                                                                     : "the executor ended");
    if (executor->use == EXECUTOR_RECORD_USE_TERMINALS && pool->hooks.gone)
        pool->hooks.gone(executor);
    process_clear(&executor->process);
    executor_free(executor);
    executor_pool_refill(pool);
    executor_pool_settled(pool);
    if (pool->count == 0)
        pool->emptied(pool->user);
}

static void on_heard(struct deadline *deadline);

/* What it said is not much any more, and its end may be there. */
static void hear_rest(struct executor *executor)
{
    set_deadline(executor, HEARD_MS, on_heard);
    if (executor->peer->unread)
        peer_stop_reading(executor->peer, false);
}

/* The daemon itself may have had no time to read. Nothing is added any more, and behind the last of it is the end of
 * the connection: where that does not come, somebody else has the other end. */
static void on_heard(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, start);
    if (executor->peer && peer_has_unheard(executor->peer) && executor->waited++ < HEARD_TIMES)
        hear_rest(executor);
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
    if (executor->state == EXECUTOR_STARTING && !executor->found)
        note_failure(executor, exit->how == PROCESS_EXIT_NOT_STARTED ? exit->message : "it ended before it was ready");
    executor->state = EXECUTOR_LEAVING;
    executor_unlink(executor);
    executor_enter_gone(executor);
    if (!executor->peer) {
        executor_bury(executor);
        return;
    }
    hear_rest(executor);
}

/* --- it does not speak any more --- */

static void on_closed_and_there(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, start);
    if (executor->state == EXECUTOR_STARTING && !executor->prompted)
        executor_failed(executor, "it closed the connection before it was ready");
    else
        executor_end_now(executor, "it closed the connection during its task");
}

void executor_lost_peer(struct executor *executor, const char *reason)
{
    bool at_work = executor->run || executor->terminals > 0;
    if (executor->exit)
        executor_bury(executor);
    else if (executor->state == EXECUTOR_LEAVING)
        set_deadline(executor, LEFT_MS, on_leave_is_over);
    else if (at_work && executor->resumes)
        executor_link_again(executor, reason);
    else if (at_work || executor->state == EXECUTOR_STARTING)
        set_deadline(executor, CLOSED_MS, on_closed_and_there);
    else
        executor_ask(executor);
}
