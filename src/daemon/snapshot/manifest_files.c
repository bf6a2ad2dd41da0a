/* Manifests on the disk. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "daemon/snapshot/files.h"
#include "daemon/snapshot/limits.h"

/* Somewhat more than a manifest of as many files as there may be. */
enum { FILE_BYTES = 2 * SNAPSHOT_MANIFEST_BYTES };

static int read_all(int fd, struct buf *out)
{
    for (;;) {
        char *room = buf_room(out, 64 << 10);
        if (!room)
            return out->error;
        ssize_t n = read(fd, room, 64 << 10);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? -errno : 0;
        out->size += (size_t)n;
    }
}

int snapshot_manifest_read(int task_fd, const char *name, struct snapshot_manifest *manifest)
{
    struct buf bytes = BUF_LIMITED(FILE_BYTES);
    autoclose int fd = openat(task_fd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    int r = read_all(fd, &bytes);
    if (r == 0)
        r = snapshot_manifest_parse(manifest, buf_slice(&bytes));
    buf_clear(&bytes);
    return r;
}

static int write_all(int fd, struct slice bytes)
{
    while (bytes.size > 0) {
        ssize_t n = write(fd, bytes.data, bytes.size);
        if (n < 0 && errno != EINTR)
            return -errno;
        bytes.data += n > 0 ? n : 0;
        bytes.size -= n > 0 ? (size_t)n : 0;
    }
    return 0;
}

int snapshot_manifest_save(int task_fd, const char *name, const struct snapshot_manifest *manifest)
{
    char temporary[64];
    struct buf bytes = BUF_LIMITED(FILE_BYTES);
    (void)snprintf(temporary, sizeof temporary, "%s.new", name);
    autoclose int fd = openat(task_fd, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    int r = snapshot_manifest_write(&bytes, manifest);
    if (r == 0)
        r = write_all(fd, buf_slice(&bytes));
    if (r == 0)
        r = fault_point("kept.save");
    if (r == 0 && renameat(task_fd, temporary, task_fd, name) < 0)
        r = -errno;
    if (r < 0)
        (void)unlinkat(task_fd, temporary, 0);
    buf_clear(&bytes);
    return r;
}

int snapshot_manifest_append(int task_fd, const char *name, const struct snapshot_manifest *manifest, size_t first)
{
    struct buf bytes = BUF_LIMITED(FILE_BYTES);
    autoclose int fd = openat(task_fd, name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -errno;
    int r = manifest->good_bytes == 0 ? snapshot_manifest_write_head(&bytes, manifest) : 0;
    for (size_t i = first; i < manifest->count && r == 0; i++)
        r = snapshot_manifest_write_entry(&bytes, manifest, &manifest->items[i]);
    if (r == 0)
        r = snapshot_manifest_write_flags(&bytes, manifest);
    /* What was not written to its end by somebody who died is not to become one with what follows. */
    if (r == 0 && ftruncate(fd, (off_t)manifest->good_bytes) < 0)
        r = -errno;
    if (r == 0 && lseek(fd, (off_t)manifest->good_bytes, SEEK_SET) < 0)
        r = -errno;
    if (r == 0)
        r = write_all(fd, buf_slice(&bytes));
    buf_clear(&bytes);
    return r;
}
