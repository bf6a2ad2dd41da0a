#include "cli/tail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

enum { BLOCK = 64 << 10 };

int tail_init(struct tail *tail, const char *path, void (*line)(void *user, struct slice line), void *user)
{
    *tail =
        (struct tail){.path = path, .fd = -1, .framer = FRAMER_LIMITED(TAIL_LINE_BYTES), .line = line, .user = user};
    return asprintf(&tail->rotated, "%s.1", path) < 0 ? -ENOMEM : 0;
}

void tail_clear(struct tail *tail)
{
    if (tail->fd >= 0)
        close(tail->fd);
    framer_clear(&tail->framer);
    free(tail->rotated);
}

static int open_log(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    return fd < 0 ? -errno : fd;
}

static void hand_out(struct tail *tail, struct slice input)
{
    struct slice line;
    for (enum frame frame; (frame = framer_next(&tail->framer, &input, &line)) != FRAME_NONE;)
        if (frame == FRAME_LINE)
            tail->line(tail->user, line);
}

static int read_rest(struct tail *tail, int fd)
{
    char block[BLOCK];
    for (;;) {
        ssize_t n = read(fd, block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? -errno : 0;
        hand_out(tail, (struct slice){block, (size_t)n});
    }
}

void tail_finish(struct tail *tail)
{
    struct slice line;
    if (framer_finish(&tail->framer, &line) == FRAME_LINE)
        tail->line(tail->user, line);
}

/* Seeks to the beginning of the last `count` lines. Returns their number, which is lower if the file is shorter. */
static int64_t seek_last(int fd, int64_t count)
{
    char block[BLOCK];
    off_t end = lseek(fd, 0, SEEK_END), at = end;
    int64_t found = end > 0; /* lines that begin after the current byte */
    while (at > 0) {
        size_t size = at < BLOCK ? (size_t)at : BLOCK;
        at -= (off_t)size;
        if (pread(fd, block, size, at) != (ssize_t)size)
            break;
        for (size_t i = size; i-- > 0;) {
            if (block[i] != '\n' || at + (off_t)i == end - 1)
                continue;
            if (found == count) {
                (void)lseek(fd, at + (off_t)i + 1, SEEK_SET);
                return found;
            }
            found++;
        }
    }
    (void)lseek(fd, 0, SEEK_SET);
    return found;
}

int tail_last(struct tail *tail, int64_t count)
{
    tail->fd = open_log(tail->path);
    if (tail->fd < 0)
        return tail->fd;
    int64_t found = count > 0 ? seek_last(tail->fd, count) : 0;
    if (count == 0)
        (void)lseek(tail->fd, 0, SEEK_END);
    autoclose int old = found < count ? open_log(tail->rotated) : -1;
    if (old >= 0) {
        (void)seek_last(old, count - found);
        int r = read_rest(tail, old);
        if (r < 0)
            return r;
        tail_finish(tail);
    }
    return read_rest(tail, tail->fd);
}

static bool is_same(const char *path, const struct stat *info)
{
    struct stat other;
    return stat(path, &other) == 0 && other.st_ino == info->st_ino && other.st_dev == info->st_dev;
}

/* Several rotations may have happened since the last read. */
static void catch_up(struct tail *tail, const struct stat *info)
{
    autoclose int missed = is_same(tail->rotated, info) ? -1 : open_log(tail->rotated);
    tail_finish(tail);
    if (missed >= 0)
        (void)read_rest(tail, missed);
}

int tail_more(struct tail *tail)
{
    struct stat info;
    if (tail->fd >= 0) {
        if (fstat(tail->fd, &info) < 0)
            return -errno;
        if (lseek(tail->fd, 0, SEEK_CUR) > info.st_size) /* the file was truncated */
            (void)lseek(tail->fd, 0, SEEK_SET);
        bool rotated = !is_same(tail->path, &info);
        int r = read_rest(tail, tail->fd);
        if (r < 0 || !rotated)
            return r;
        catch_up(tail, &info);
        close(take_fd(&tail->fd));
    }
    tail->fd = open_log(tail->path);
    if (tail->fd < 0)
        return tail->fd == -ENOENT ? 0 : tail->fd;
    return read_rest(tail, tail->fd);
}
