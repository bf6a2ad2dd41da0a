#include "cli/chat_history.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/paths.h"

static int find_file(char **ret_path)
{
    autofree char *directory = NULL;
    int r = paths_state_dir(&directory);
    if (r == 0)
        r = paths_make_private(directory);
    return r < 0 ? r : paths_join(directory, "chat_history", ret_path);
}

/* Accepts only a file that belongs to the user and that nobody else can write to. */
static int open_file(const char *path, int flags)
{
    struct stat info;
    autoclose int fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0)
        return -errno;
    if (fstat(fd, &info) < 0 || !S_ISREG(info.st_mode) || info.st_uid != geteuid())
        return -EPERM;
    if ((info.st_mode & 077) != 0 && fchmod(fd, 0600) < 0)
        return -errno;
    return take_fd(&fd);
}

/* Reads the end of the file, from the beginning of a line. */
static int read_end(const char *path, size_t limit, struct buf *out)
{
    struct stat info;
    autoclose int fd = open_file(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &info) < 0)
        return fd < 0 ? fd : -errno;
    off_t from = (size_t)info.st_size > limit ? info.st_size - (off_t)limit : 0;
    char *room = buf_room(out, limit);
    ssize_t n = room ? pread(fd, room, limit, from) : -1;
    if (n < 0)
        return room ? -errno : -ENOMEM;
    out->size += (size_t)n;
    const char *first = from > 0 ? memchr(out->data, '\n', out->size) : NULL;
    if (first)
        buf_consume(out, (size_t)(first - out->data) + 1);
    return 0;
}

/* --- the format: one line for each entry, with \n and \\ as escapes --- */

static void append_line(struct buf *out, struct slice entry)
{
    for (size_t i = 0; i < entry.size; i++) {
        if (entry.data[i] == '\n')
            (void)buf_append_text(out, "\\n");
        else if (entry.data[i] == '\\')
            (void)buf_append_text(out, "\\\\");
        else
            (void)buf_append_char(out, entry.data[i]);
    }
    (void)buf_append_char(out, '\n');
}

static void take_line(struct buf *out, struct slice line)
{
    buf_reset(out, CHAT_HISTORY_BYTES);
    for (size_t i = 0; i < line.size; i++) {
        bool escaped = line.data[i] == '\\' && i + 1 < line.size;
        i += escaped;
        (void)buf_append_char(out, escaped && line.data[i] == 'n' ? '\n' : line.data[i]);
    }
}

/* --- load and add --- */

void chat_history_load(void (*each)(void *user, const char *entry), void *user)
{
    autofree char *path = NULL;
    struct buf text = BUF_LIMITED(CHAT_HISTORY_BYTES), entry = BUF_LIMITED(CHAT_HISTORY_BYTES);
    size_t lines = 0, line = 0;
    if (find_file(&path) == 0 && read_end(path, CHAT_HISTORY_BYTES, &text) == 0) {
        for (size_t i = 0; i < text.size; i++)
            lines += text.data[i] == '\n';
        for (size_t begin = 0; begin < text.size; line++) {
            const char *end = memchr(text.data + begin, '\n', text.size - begin);
            if (!end)
                break;
            size_t size = (size_t)(end - text.data) - begin;
            take_line(&entry, (struct slice){text.data + begin, size});
            if (lines - line <= CHAT_HISTORY_ENTRIES && entry.size > 0 && buf_terminate(&entry) == 0)
                each(user, entry.data);
            begin += size + 1;
        }
    }
    buf_clear(&entry);
    buf_clear(&text);
}

/* Cuts the file to its newer half. A line that another conversation adds meanwhile is lost, which is acceptable. */
static void cut(const char *path)
{
    struct buf text = BUF_LIMITED(CHAT_HISTORY_BYTES);
    struct stat info;
    autofree char *other = NULL;
    if (stat(path, &info) < 0 || info.st_size < CHAT_HISTORY_BYTES)
        return;
    if (read_end(path, CHAT_HISTORY_BYTES / 2, &text) == 0 && asprintf(&other, "%s.%d", path, (int)getpid()) > 0) {
        autoclose int fd = open_file(other, O_WRONLY | O_CREAT | O_EXCL);
        if (fd >= 0 && write(fd, text.data, text.size) == (ssize_t)text.size)
            (void)rename(other, path);
        else
            (void)unlink(other);
    }
    buf_clear(&text);
}

void chat_history_add(struct slice entry)
{
    autofree char *path = NULL;
    struct buf line = BUF_LIMITED(CHAT_HISTORY_BYTES / 4);
    if (find_file(&path) < 0)
        return;
    append_line(&line, entry);
    cut(path);
    autoclose int fd = open_file(path, O_WRONLY | O_CREAT | O_APPEND);
    if (fd >= 0 && !line.error)
        (void)!write(fd, line.data, line.size);
    buf_clear(&line);
}
