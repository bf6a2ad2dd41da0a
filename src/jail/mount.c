#include "jail/mount.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"

int mount_find(int at_fd, const char *path)
{
    struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
    int fd = (int)syscall(SYS_openat2, at_fd, path, &how, sizeof how);
    return fd < 0 ? -errno : fd;
}

int mount_new(const char *type, const char *const options[][2], unsigned attributes)
{
    autoclose int context = fsopen(type, FSOPEN_CLOEXEC);
    if (context < 0)
        return -errno;
    for (; options && (*options)[0]; options++)
        if (fsconfig(context, FSCONFIG_SET_STRING, (*options)[0], (*options)[1], 0) < 0)
            return -errno;
    if (fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) < 0)
        return -errno;
    int fd = fsmount(context, FSMOUNT_CLOEXEC, attributes);
    return fd < 0 ? -errno : fd;
}

/* --- creating --- */

/* Mounts that are added outside later do not propagate into it. */
static int set_attributes(int fd, enum mount_access access)
{
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID, .propagation = MS_PRIVATE};
    if (access != MOUNT_ACCESS_DEVICE)
        attributes.attr_set |= MOUNT_ATTR_NODEV;
    if (access == MOUNT_ACCESS_READ)
        attributes.attr_set |= MOUNT_ATTR_RDONLY;
    return mount_setattr(fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) < 0 ? -errno : 0;
}

/* Clones the submounts too: the kernel refuses to clone a part of a tree with locked mounts. */
int mount_clone(int source_fd, const char *path, enum mount_access access, struct mount_tree *ret_tree)
{
    struct stat status;
    if (fstat(source_fd, &status) < 0)
        return -errno;
    autoclose int fd = open_tree(source_fd, "", AT_EMPTY_PATH | AT_RECURSIVE | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    if (fd < 0)
        return -errno;
    int r = set_attributes(fd, access);
    if (r < 0)
        return r;
    *ret_tree = (struct mount_tree){.fd = take_fd(&fd), .path = path, .is_directory = S_ISDIR(status.st_mode)};
    return 0;
}

int mount_open(const char *path, enum mount_access access, struct mount_tree *ret_tree)
{
    autoclose int source = mount_find(AT_FDCWD, path);
    return source < 0 ? source : mount_clone(source, path, access, ret_tree);
}

int mount_of_store(const struct root *root, const char *name, const char *path, struct mount_tree *ret_tree)
{
    autoclose int source = mount_find(root->store_fd, name);
    return source < 0 ? source : mount_clone(source, path, MOUNT_ACCESS_WRITE, ret_tree);
}

/* --- placing --- */

/* Creates mount points only in the store: directories on a disk, or in a shown tree, must not change. */
static int make_point(const struct root *root, int at_fd, const char *name, bool is_directory)
{
    struct stat status;
    if (fstat(at_fd, &status) < 0)
        return -errno;
    if (status.st_dev != root->store_device)
        return -ENOENT;
    if (is_directory)
        return mkdirat(at_fd, name, 0755) < 0 && errno != EEXIST ? -errno : 0;
    autoclose int fd = openat(at_fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    return fd < 0 && errno != EEXIST ? -errno : 0;
}

/* Creates one directory at a time, so that each is checked before the next one is created in it. */
static int make_way(const struct root *root, const char *path, bool is_directory)
{
    autoclose int at = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0 && *path == '/') {
        char name[NAME_MAX + 1];
        size_t size = strcspn(++path, "/");
        if (size > NAME_MAX)
            return -ENAMETOOLONG;
        memcpy(name, path, size);
        name[size] = '\0';
        path += size;
        int next = mount_find(at, name);
        if (next == -ENOENT) {
            int r = make_point(root, at, name, *path == '/' || is_directory);
            if (r < 0)
                return r;
            next = mount_find(at, name);
        }
        if (next < 0)
            return next;
        (void)close(at);
        at = next;
    }
    return at < 0 ? -EIO : take_fd(&at);
}

static int find_point(const struct root *root, const struct mount_tree *tree)
{
    autoclose int fd = mount_find(AT_FDCWD, tree->path);
    if (fd == -ENOENT && !tree->only_over)
        fd = make_way(root, tree->path, tree->is_directory);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) < 0)
        return fd < 0 ? fd : -errno;
    if (S_ISDIR(status.st_mode) != tree->is_directory)
        return tree->is_directory ? -ENOTDIR : -EISDIR;
    return take_fd(&fd);
}

int mount_place(struct mount_tree *tree, const struct root *root)
{
    autoclose int point = find_point(root, tree);
    if (point < 0)
        return point == -ENOENT && tree->only_over ? 0 : point;
    if (move_mount(tree->fd, "", point, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) < 0)
        return -errno;
    tree->is_placed = true;
    return 0;
}

/* Unmounts by descriptor, because a process inside may have renamed the path. */
void mount_clear(struct mount_tree *tree)
{
    if (tree->fd >= 0 && tree->is_placed) {
        char path[64];
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", tree->fd);
        (void)umount2(path, MNT_DETACH);
    }
    cleanup_close(&tree->fd);
    *tree = (struct mount_tree){.fd = -1};
}
