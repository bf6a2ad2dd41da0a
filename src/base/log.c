#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

enum { LINE_MAX_BYTES = 2048 };

static const char *const level_words[] = {"error", "warn", "info", "debug"};

static struct {
    pthread_mutex_t mutex;
    enum log_level level;
    bool to_stderr;
    int fd;
    int error;
    size_t dropped; /* lines for which stderr had no room */
    off_t size, max_size;
    char path[4096];
} state = {.mutex = PTHREAD_MUTEX_INITIALIZER, .level = LOG_INFO, .to_stderr = true, .fd = -1};

int log_level_parse(const char *word, enum log_level *ret_level)
{
    for (size_t i = 0; i < sizeof level_words / sizeof *level_words; i++)
        if (strcmp(word, level_words[i]) == 0) {
            *ret_level = (enum log_level)i;
            return 0;
        }
    return -EINVAL;
}

void log_set_level(enum log_level level)
{
    __atomic_store_n(&state.level, level, __ATOMIC_RELAXED);
}

void log_set_stderr(bool enabled)
{
    pthread_mutex_lock(&state.mutex);
    state.to_stderr = enabled;
    pthread_mutex_unlock(&state.mutex);
}

static int open_file(void)
{
    int fd = open(state.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0)
        return -errno;
    struct stat info;
    if (fstat(fd, &info) < 0 || !S_ISREG(info.st_mode)) {
        close(fd);
        return -EINVAL;
    }
    if (state.fd >= 0)
        close(state.fd);
    state.fd = fd;
    state.size = info.st_size;
    return 0;
}

int log_open_file(const char *path, off_t max_bytes)
{
    pthread_mutex_lock(&state.mutex);
    int r = -ENAMETOOLONG;
    if (strlen(path) + sizeof ".1" <= sizeof state.path) {
        memcpy(state.path, path, strlen(path) + 1);
        state.max_size = max_bytes;
        r = open_file();
        state.error = r;
        if (r < 0 && state.fd >= 0) { /* the old file is not the one that was configured */
            close(state.fd);
            state.fd = -1;
        }
    }
    pthread_mutex_unlock(&state.mutex);
    return r;
}

void log_close_file(void)
{
    pthread_mutex_lock(&state.mutex);
    if (state.fd >= 0)
        close(state.fd);
    state.fd = -1;
    state.error = 0;
    state.path[0] = '\0';
    pthread_mutex_unlock(&state.mutex);
}

int log_file_error(void)
{
    pthread_mutex_lock(&state.mutex);
    int error = state.error;
    pthread_mutex_unlock(&state.mutex);
    return error;
}

static void rotate(void)
{
    char old[sizeof state.path + 2];
    (void)snprintf(old, sizeof old, "%s.1", state.path);
    if (rename(state.path, old) < 0 &&
        ftruncate(state.fd, 0) ==
            0) /* if the file cannot be renamed, truncate it instead of letting it grow without limit */
        state.size = 0;
    (void)open_file();
}

static void write_file(const char *line, size_t size)
{
    if (state.path[0] == '\0')
        return;
    if (state.fd < 0) {
        state.error = open_file();
        if (state.error < 0)
            return;
    }
    if (state.size + (off_t)size > state.max_size)
        rotate();
    ssize_t n = write(state.fd, line, size);
    state.error = n == (ssize_t)size ? 0 : n < 0 ? -errno : -ENOSPC;
    if (n > 0)
        state.size += n;
}

/* A pipe that polls as writable accepts PIPE_BUF bytes without blocking. */
static void write_stderr(const char *text, size_t size)
{
    while (size > 0) {
        struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};
        size_t piece = size < PIPE_BUF ? size : PIPE_BUF;
        if (poll(&room, 1, 0) != 1 || !(room.revents & POLLOUT)) {
            state.dropped++;
            return;
        }
        if (state.dropped > 0) {
            char note[64];
            int length = snprintf(note, sizeof note, "(%zu lines dropped)\n", state.dropped);
            state.dropped = 0;
            (void)!write(STDERR_FILENO, note, (size_t)length);
            continue;
        }
        ssize_t n = write(STDERR_FILENO, text, piece);
        if (n <= 0)
            return;
        text += n;
        size -= (size_t)n;
    }
}

void log_to_stderr(const char *text, size_t size)
{
    pthread_mutex_lock(&state.mutex);
    write_stderr(text, size);
    pthread_mutex_unlock(&state.mutex);
}

void log_write(enum log_level level, const char *format, ...)
{
    if (level > __atomic_load_n(&state.level, __ATOMIC_RELAXED))
        return;
    int saved = errno;
    char line[LINE_MAX_BYTES];
    char time[CLOCK_ISO_SIZE];
    clock_format_iso(clock_epoch_ms(), time);
    size_t at = (size_t)snprintf(line, sizeof line, "%s %-5s ", time, level_words[level]);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line + at, sizeof line - at - 1, format, arguments);
    va_end(arguments);
    at += length < 0 ? 0 : (size_t)length;
    if (at > sizeof line - 2)
        at = sizeof line - 2;
    for (size_t i = 0; i < at; i++) /* an entry stays one line, even with text from another program */
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7f)
            line[i] = '?';
    line[at++] = '\n';

    pthread_mutex_lock(&state.mutex);
    if (state.to_stderr)
        write_stderr(line, at);
    write_file(line, at);
    pthread_mutex_unlock(&state.mutex);
    errno = saved;
}
