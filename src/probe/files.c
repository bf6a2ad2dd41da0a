#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "probe/internal.h"

enum { READ_MAX = 64 << 10, HANDLE_BYTES = 128 };

/* --- watching --- */

void probe_watch(const struct probe_target *target, struct probe_result *result)
{
    autoclose int place = open(target->path, O_PATH | O_CLOEXEC);
    if (place >= 0 && !probe_is_meant(target, place)) {
        probe_refused(result, 0, "another file has this name inside");
        return;
    }
    autoclose int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (fd < 0)
        probe_refused(result, errno, "cannot watch files");
    else if (inotify_add_watch(fd, target->path, IN_ALL_EVENTS) < 0)
        probe_refused(result, errno, "cannot watch it");
    else
        probe_succeeded(result, "its changes can be watched");
}

/* --- reading --- */

static void read_directory(int fd, struct probe_result *result)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    DIR *directory = copy < 0 ? NULL : fdopendir(copy);
    int count = 0;
    if (!directory) {
        probe_refused(result, errno, "cannot list it");
        if (copy >= 0)
            (void)close(copy);
        return;
    }
    errno = 0;
    for (const struct dirent *entry; (entry = readdir(directory));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (count > 0)
        probe_succeeded(result, "%d names", count);
    else
        probe_refused(result, errno, "it is empty");
    (void)closedir(directory);
}

void probe_read(const struct probe_target *target, struct probe_result *result)
{
    static char data[READ_MAX];
    autoclose int fd = open(target->path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) {
        probe_refused(result, errno, "cannot open it");
        return;
    }
    if (!probe_is_meant(target, fd)) {
        probe_refused(result, 0, "another file has this name inside");
        return;
    }
    ssize_t n = read(fd, data, sizeof data);
    if (n < 0 && errno == EISDIR)
        read_directory(fd, result);
    else if (n < 0)
        probe_refused(result, errno, "cannot read it");
    else if (n == 0)
        probe_refused(result, 0, "it is empty");
    else if (*target->text && !probe_holds((struct slice){data, (size_t)n}, target->text))
        probe_refused(result, 0, "its content differs");
    else
        probe_succeeded(result, "%zd bytes", n);
    explicit_bzero(data, sizeof data);
}

/* --- writing --- */

void probe_append(const struct probe_target *target, struct probe_result *result)
{
    size_t size = strlen(target->text);
    autoclose int fd = open(target->path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        probe_refused(result, errno, "cannot open it for writing");
    else if (!probe_is_meant(target, fd))
        probe_refused(result, 0, "another file has this name inside");
    else if (write(fd, target->text, size) != (ssize_t)size)
        probe_refused(result, errno, "cannot write to it");
    else
        probe_succeeded(result, "%zu bytes", size);
}

void probe_create(const struct probe_target *target, struct probe_result *result)
{
    char name[64];
    (void)snprintf(name, sizeof name, ".weir-probe-%d", getpid());
    autoclose int directory = open(target->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) {
        probe_refused(result, errno, "it does not exist");
        return;
    }
    if (!probe_is_meant(target, directory)) {
        probe_refused(result, 0, "another file has this name inside");
        return;
    }
    autoclose int fd = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        probe_refused(result, errno, "cannot create a file in it");
        return;
    }
    (void)unlinkat(directory, name, 0);
    probe_succeeded(result, "created a file in it");
}

/* For files that must not change even if the attempt succeeds. */
void probe_open_for_writing(const struct probe_target *target, struct probe_result *result)
{
    autoclose int fd = open(target->path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        probe_refused(result, errno, "cannot open it for writing");
    else if (!probe_is_meant(target, fd))
        probe_refused(result, 0, "another file has this name inside");
    else
        probe_succeeded(result, "opened it for writing");
}

/* Sets the current mode again. */
void probe_change_mode(const struct probe_target *target, struct probe_result *result)
{
    struct stat status;
    if (stat(target->path, &status) < 0)
        probe_refused(result, errno, "it does not exist");
    else if ((int64_t)status.st_dev != target->device || (int64_t)status.st_ino != target->inode)
        probe_refused(result, 0, "another file has this name inside");
    else if (chmod(target->path, status.st_mode & 07777) < 0)
        probe_refused(result, errno, "cannot change its mode");
    else
        probe_succeeded(result, "changed its mode");
}

/* An empty file, which gives nobody any rights. */
void probe_set_id(const struct probe_target *target, struct probe_result *result)
{
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/program-%d", target->path, getpid());
    autoclose int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        probe_impossible(result, errno, "cannot create a file");
    else if (fchmod(fd, S_ISUID | 0700) < 0)
        probe_refused(result, errno, "cannot set the bit");
    else
        probe_succeeded(result, "created one");
    if (fd >= 0)
        (void)unlink(path);
}

/* /dev/null is harmless, but a process that can create it can also create the node of a disk. */
void probe_device(const struct probe_target *target, struct probe_result *result)
{
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/device-%d", target->path, getpid());
    if (mknod(path, S_IFCHR | 0600, makedev(1, 3)) < 0) {
        probe_refused(result, errno, "cannot create one");
        return;
    }
    (void)unlink(path);
    probe_succeeded(result, "created one");
}

/* --- file handles, which bypass directories and mounts --- */

struct handle {
    struct file_handle head;
    unsigned char bytes[HANDLE_BYTES];
};

int probe_handle(const char *path, char ret_text[static PROBE_HANDLE_SIZE], int64_t *ret_number)
{
    struct handle handle = {.head = {.handle_bytes = HANDLE_BYTES}};
    int mount_id;
    if (name_to_handle_at(AT_FDCWD, path, &handle.head, &mount_id, 0) < 0)
        return -errno;
    for (unsigned i = 0; i < handle.head.handle_bytes; i++)
        (void)snprintf(ret_text + (size_t)i * 2, 3, "%02x", handle.bytes[i]);
    *ret_number = handle.head.handle_type;
    return 0;
}

static unsigned digit(char c)
{
    return c >= 'a' ? (unsigned)(c - 'a') + 10 : (unsigned)(c - '0');
}

void probe_open_by_handle(const struct probe_target *target, struct probe_result *result)
{
    struct handle handle = {0};
    size_t size = strlen(target->text) / 2;
    if (size == 0 || size > HANDLE_BYTES || strspn(target->text, "0123456789abcdef") != strlen(target->text)) {
        probe_impossible(result, EINVAL, "no file handle was given");
        return;
    }
    handle.head.handle_bytes = (unsigned)size;
    handle.head.handle_type = (int)target->number;
    for (size_t i = 0; i < size; i++)
        handle.bytes[i] = (unsigned char)(digit(target->text[i * 2]) << 4 | digit(target->text[i * 2 + 1]));
    autoclose int mount = open(target->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (mount < 0) {
        probe_impossible(result, errno, "cannot open a directory of the same file system");
        return;
    }
    autoclose int fd = open_by_handle_at(mount, &handle.head, O_RDONLY | O_CLOEXEC);
    char byte;
    if (fd < 0)
        probe_refused(result, errno, "cannot open it");
    else if (read(fd, &byte, 1) != 1)
        probe_refused(result, errno, "cannot read it");
    else
        probe_succeeded(result, "read a file of another directory");
}
