#include "jail/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"

static const char draft[] = "status.new";

enum { STATUS_ROOM = 1024 };

static int open_draft(int directory_fd)
{
    return openat(directory_fd, draft, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

void status_reserve(int directory_fd)
{
    autoclose int fd = open_draft(directory_fd);
    if (fd >= 0)
        (void)fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, STATUS_ROOM);
}

/* Escapes the sentence: it may contain file names chosen by others. */
static void print_sentence(FILE *out, const char *sentence)
{
    for (const char *at = sentence; *at; at++)
        (void)fputc((unsigned char)*at < ' ' ? '?' : *at, out);
    (void)fputc('\n', out);
}

static void print(const struct status *status, FILE *out)
{
    if (status->failed) {
        (void)fprintf(out, "failed %d ", status->failed);
        print_sentence(out, status->sentence);
    } else if (WIFSIGNALED(status->wait_status)) {
        (void)fprintf(out, "signal %d\n", WTERMSIG(status->wait_status));
    } else {
        (void)fprintf(out, "exited %d\n", WEXITSTATUS(status->wait_status));
    }
    (void)fprintf(out, "ended %u\n", status->ended);
    if (status->stopped)
        (void)fputs("stopped\n", out);
    if (status->limit)
        (void)fprintf(out, "limit %s\n", status->limit);
    (void)fprintf(out, "level %s\n", status->level == JAIL_NAMESPACE ? "namespace" : "walk");
    (void)fprintf(out, "cgroup %s\n", status->cgroup ? "yes" : "no");
    if (status->sandbox)
        (void)fprintf(out, "sandbox %s\n", status->sandbox);
}

int status_write(const struct status *status, int directory_fd)
{
    char text[STATUS_ROOM] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    if (!out)
        return -errno;
    print(status, out);
    (void)fclose(out);
    autoclose int fd = open_draft(directory_fd);
    if (fd < 0)
        return -errno;
    size_t size = strnlen(text, sizeof text);
    if (pwrite(fd, text, size, 0) != (ssize_t)size || ftruncate(fd, (off_t)size) < 0)
        return -EIO;
    int r = fault_point("jail.before_status");
    if (r < 0)
        return r;
    return renameat(directory_fd, draft, directory_fd, "status") < 0 ? -errno : 0;
}

/* --- output --- */

int output_open(struct output *output, int directory_fd, int *ret_write_fd)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    (void)fcntl(ends[0], F_SETFL, O_NONBLOCK);
    output->directory_fd = directory_fd;
    output->pipe_fd = ends[0];
    *ret_write_fd = ends[1];
    return 0;
}

static int begin_file(struct output *output)
{
    if (output->file_fd >= 0) {
        close(output->file_fd);
        (void)renameat(output->directory_fd, "stderr", output->directory_fd, "stderr.old");
    }
    output->file_size = 0;
    output->file_fd =
        openat(output->directory_fd, "stderr", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    return output->file_fd < 0 ? -errno : 0;
}

/* Writes at most OUTPUT_FILE_MAX bytes. Data that cannot be written is lost. */
static void keep(struct output *output, const char *data, size_t size)
{
    if ((output->file_fd < 0 || output->file_size + size > OUTPUT_FILE_MAX) && begin_file(output) < 0)
        return;
    while (size > 0) {
        ssize_t n = write(output->file_fd, data, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        output->file_size += (size_t)n;
        data += n;
        size -= (size_t)n;
    }
}

void output_take(struct output *output, size_t limit)
{
    static char buffer[OUTPUT_FILE_MAX]; /* too large for the stack; a process has only one output */
    for (size_t taken = 0; output->pipe_fd >= 0 && taken < limit;) {
        ssize_t n = read(output->pipe_fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0) {
            close(take_fd(&output->pipe_fd));
            return;
        }
        keep(output, buffer, (size_t)n);
        taken += (size_t)n;
    }
}

void output_close(struct output *output)
{
    cleanup_close(&output->pipe_fd);
    cleanup_close(&output->file_fd);
    *output = (struct output)OUTPUT_INIT;
}
