#include "jail/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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
