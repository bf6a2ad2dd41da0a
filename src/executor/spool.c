#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "executor/task.h"

static int write_all(int fd, struct slice text)
{
    while (text.size > 0) {
        ssize_t n = write(fd, text.data, text.size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        text.data += n;
        text.size -= (size_t)n;
    }
    return 0;
}

static bool is_owed(const struct task *task)
{
    return !list_is_empty(&task->messages) || (task->ended && !task->told);
}

static int write_line(int fd, struct buf *line, const struct task *task, const struct message *message)
{
    buf_reset(line, 64 << 10);
    buf_append_text(line, "{\"jsonrpc\":\"2.0\",");
    (void)(message ? message_write(line, task, message, SLICE("")) : message_write_completion(line, task, SLICE("")));
    int r = buf_append_char(line, '\n');
    return r < 0 ? r : write_all(fd, buf_slice(line));
}

static int write_task(int fd, struct buf *line, const struct task *task)
{
    int r = 0;
    for (const struct list *link = task->messages.next; link != &task->messages && r == 0; link = link->next) {
        const struct message *message = list_member(link, struct message, link);
        if (message->what == MESSAGE_EVENT)
            r = write_line(fd, line, task, message);
    }
    return r == 0 && task->ended ? write_line(fd, line, task, NULL) : r;
}

static int write_tasks(struct executor *executor, int fd)
{
    int r = 0;
    for (const struct list *link = executor->tasks.next; link != &executor->tasks && r == 0; link = link->next)
        r = write_task(fd, &executor->line, list_member(link, struct task, link));
    return r == 0 && fsync(fd) < 0 ? -errno : r;
}

/* An empty line marks the file as complete for the daemon. */
static int write_given(struct executor *executor, int fd)
{
    int r = fault_point("agent.before_spool");
    if (r == 0)
        r = write_tasks(executor, fd);
    if (r == 0)
        r = fault_point("agent.before_spool_ends");
    if (r == 0)
        r = write_all(fd, SLICE("\n"));
    return r == 0 && fsync(fd) < 0 ? -errno : r;
}

/* Renames the file only when it is complete. */
static int write_file(struct executor *executor, const char *directory)
{
    autoclose int place = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (place < 0)
        return -errno;
    autoclose int fd = openat(place, "spool.new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    int r = fault_point("agent.before_spool");
    if (r == 0)
        r = write_tasks(executor, fd);
    if (r == 0)
        r = fault_point("agent.before_spool_ends");
    if (r == 0 && renameat(place, "spool.new", place, "spool") < 0)
        r = -errno;
    if (r < 0)
        (void)unlinkat(place, "spool.new", 0);
    return r == 0 && fsync(place) < 0 ? -errno : r;
}

int executor_spool(struct executor *executor)
{
    bool owed = false;
    for (const struct list *link = executor->tasks.next; link != &executor->tasks; link = link->next)
        owed = owed || is_owed(list_member(link, struct task, link));
    if (!owed)
        return 0;
    if (executor->options.spool_fd >= 0)
        return write_given(executor, executor->options.spool_fd);
    autofree char *copy = strdup(executor->options.socket);
    return copy ? write_file(executor, dirname(copy)) : -ENOMEM;
}
