#include "jail/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/cleanup.h"

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
