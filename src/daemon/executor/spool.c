/* What an executor has put down before it gave up waiting for a daemon: link/spool, or own/spool of others' executors;
 * a notification a line. The latter may be the agent's own work: it can say nothing there that it could not say through
 * its executor. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/log.h"
#include "base/paths.h"
#include "daemon/executor/internal.h"
#include "json/decode.h"
#include "json/read.h"

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

void executor_hear_spool(struct executor *executor)
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
        log_warn("executor %s: what it left cannot be read: %s", executor->process.id, strerror(-r));
    arena_clear(&arena);
    buf_clear(&text);
}
