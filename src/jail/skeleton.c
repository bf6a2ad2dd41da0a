#include "jail/skeleton.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/mount.h"
#include "jail/system.h"

/* --- new mounts --- */

static const char *const terminal_options[][2] = {{"mode", "0600"}, {"ptmxmode", "0666"}, {NULL, NULL}};

/* /proc shows the processes of the namespace, read-only, because root could change settings of the machine. The kernel
 * refuses a new /proc if parts of the old one are covered. */
static const struct fresh {
    const char *path, *type, *store; /* `type` is a file system, or `store` a directory of the store */
    const char *const (*options)[2];
    unsigned attributes;
} fresh[] = {
    {"proc", "proc", NULL, NULL, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC},
    {"dev/pts", "devpts", NULL, terminal_options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC},
    {"dev/shm", NULL, "shm", NULL, 0},
    {"tmp", NULL, "tmp", NULL, 0},
    {"var/tmp", NULL, "vartmp", NULL, 0},
};

/* Applies to a whole mount tree; mounts that are added outside later do not propagate into it. */
static int protect(int fd, uint64_t attributes)
{
    struct mount_attr all = {.attr_set = attributes, .propagation = MS_PRIVATE};
    return mount_setattr(fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &all, sizeof all) < 0 ? -errno : 0;
}

/* A file and a directory without permissions, mounted read-only so that nobody can change them. */
static int make_covers(struct skeleton *skeleton, const struct root *root)
{
    static const char *const names[] = {"closed", "locked"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        skeleton->covers[i] = open_tree(root->store_fd, names[i], OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
        if (skeleton->covers[i] < 0)
            return -errno;
        int r =
            protect(skeleton->covers[i], MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
        if (r < 0)
            return r;
    }
    return 0;
}

int skeleton_prepare(struct skeleton *skeleton, const struct root *root, struct problem *problem)
{
    skeleton->top_fd = open_tree(root->store_fd, "root", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    if (skeleton->top_fd < 0)
        return problem_say(problem, errno, "cannot create the root directory: %s", strerror(errno));
    for (size_t i = 0; i < sizeof fresh / sizeof *fresh; i++) {
        int fd = fresh[i].type ? mount_new(fresh[i].type, fresh[i].options, fresh[i].attributes)
                               : open_tree(root->store_fd, fresh[i].store, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
        if (fd < 0) {
            int error = fresh[i].type ? -fd : errno;
            return problem_say(problem, error, "cannot create /%s: %s", fresh[i].path, strerror(error));
        }
        skeleton->mounts[i] = fd;
    }
    int r = make_covers(skeleton, root);
    return r < 0 ? problem_say(problem, -r, "cannot create the covers for /proc: %s", strerror(-r)) : 0;
}

void skeleton_clear(struct skeleton *skeleton)
{
    cleanup_close(&skeleton->top_fd);
    for (size_t i = 0; i < sizeof skeleton->mounts / sizeof *skeleton->mounts; i++)
        cleanup_close(&skeleton->mounts[i]);
    for (size_t i = 0; i < sizeof skeleton->covers / sizeof *skeleton->covers; i++)
        cleanup_close(&skeleton->covers[i]);
    *skeleton = (struct skeleton)SKELETON_INIT;
}

/* --- mounts of the machine --- */

/* Creates the parent directories. */
static int make_above(int under_fd, const char *name)
{
    char above[PATH_MAX];
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        (void)snprintf(above, sizeof above, "%.*s", (int)(slash - name), name);
        if (mkdirat(under_fd, above, 0755) < 0 && errno != EEXIST)
            return -errno;
    }
    return 0;
}

/* Creates a symbolic link if there is a target. */
static int make_one(int under_fd, const char *name, mode_t type, const char *target)
{
    int r = target          ? symlinkat(target, under_fd, name)
            : S_ISDIR(type) ? mkdirat(under_fd, name, 0755)
                            : mknodat(under_fd, name, S_IFREG | 0644, 0);
    return r < 0 && errno != EEXIST ? -errno : 0;
}

static int make_point(int under_fd, const char *name, mode_t type, const char *target)
{
    int r = make_one(under_fd, name, type, target);
    if (r != -ENOENT)
        return r;
    r = make_above(under_fd, name);
    return r < 0 ? r : make_one(under_fd, name, type, target);
}

static int attach(const struct skeleton *skeleton, int under_fd, int fd, const char *name, mode_t type)
{
    int r = make_point(under_fd, name, type, NULL);
    if (r < 0)
        return r;
    return move_mount(fd, "", skeleton->top_fd, name, MOVE_MOUNT_F_EMPTY_PATH) < 0 ? -errno : 0;
}

static int add_entry(const struct skeleton *skeleton, int under_fd, const struct system_entry *entry)
{
    const char *name = entry->path + 1;
    struct stat status;
    char target[PATH_MAX];
    if (entry->kind == SYSTEM_LINK)
        return make_point(under_fd, name, S_IFLNK, entry->target);
    if (lstat(entry->path, &status) < 0)
        return 0;
    if (S_ISLNK(status.st_mode)) {
        if (system_keeps_link(entry->path, target))
            return make_point(under_fd, name, S_IFLNK, target);
        if (stat(entry->path, &status) < 0)
            return 0;
    }
    autoclose int fd = open_tree(AT_FDCWD, entry->path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    int r = fd < 0 ? -errno : 0;
    if (r == 0 && entry->kind != SYSTEM_READ)
        r = protect(fd, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
    return r < 0 ? r : attach(skeleton, under_fd, fd, name, status.st_mode);
}

static int add_entries(const struct skeleton *skeleton, int under_fd, bool are_devices, struct problem *problem)
{
    for (size_t i = 0; i < system_count; i++) {
        const struct system_entry *entry = &system_table[i];
        bool matches = are_devices ? entry->kind == SYSTEM_DEVICE || entry->kind == SYSTEM_TERMINAL
                                   : entry->kind == SYSTEM_READ || entry->kind == SYSTEM_LINK;
        int r = matches ? add_entry(skeleton, under_fd, entry) : 0;
        if (r < 0)
            return problem_say(problem, -r, "cannot mount %s: %s", entry->path, strerror(-r));
    }
    return 0;
}

static int add_fresh(const struct skeleton *skeleton, int under_fd, struct problem *problem)
{
    for (size_t i = 0; i < sizeof fresh / sizeof *fresh; i++) {
        int r = attach(skeleton, under_fd, skeleton->mounts[i], fresh[i].path, S_IFDIR);
        if (r < 0)
            return problem_say(problem, -r, "cannot mount /%s: %s", fresh[i].path, strerror(-r));
    }
    return 0;
}

/* --- covering parts of /proc --- */

/* Covers that were used already. The kernel clones only attached mounts, so the first use takes the cover itself. */
struct covering {
    const struct skeleton *skeleton;
    bool has_used[2];
};

static int cover(struct covering *covering, const char *name)
{
    const struct skeleton *skeleton = covering->skeleton;
    char path[PATH_MAX];
    struct stat status;
    (void)snprintf(path, sizeof path, "proc/%s", name);
    if (fstatat(skeleton->top_fd, path, &status, AT_SYMLINK_NOFOLLOW) < 0)
        return errno == ENOENT ? 0 : -errno;
    int kind = S_ISDIR(status.st_mode) ? 1 : 0;
    int made = skeleton->covers[kind];
    autoclose int clone = -1;
    if (covering->has_used[kind]) {
        clone = open_tree(made, "", AT_EMPTY_PATH | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
        if (clone < 0)
            return -errno;
        made = clone;
    }
    if (move_mount(made, "", skeleton->top_fd, path, MOVE_MOUNT_F_EMPTY_PATH) < 0)
        return -errno;
    covering->has_used[kind] = true;
    return 0;
}

static int cover_all(struct covering *covering, const char *const *names, size_t count)
{
    int r = 0;
    for (size_t i = 0; r == 0 && i < count; i++)
        r = cover(covering, names[i]);
    return r;
}

/* Root owns these files and can read them without capabilities: hides from a root program what other users cannot read.
 */
static bool is_roots_own(mode_t mode)
{
    mode_t needed = S_ISDIR(mode) ? S_IROTH | S_IXOTH : S_IROTH;
    return (S_ISDIR(mode) || S_ISREG(mode)) && (mode & needed) != needed;
}

static int cover_roots_own(struct covering *covering)
{
    static const char *const deeper[] = {
        "tty/driver",
        "sys/kernel/cad_pid",
        "sys/kernel/usermodehelper",
        "sys/net/core/bpf_jit_harden",
        "sys/net/core/bpf_jit_kallsyms",
        "sys/net/core/bpf_jit_limit",
        "sys/net/ipv4/tcp_fastopen_key",
        "sys/net/ipv6/conf",
        "sys/vm/mmap_rnd_bits",
        "sys/vm/mmap_rnd_compat_bits",
        "sys/vm/stat_refresh",
    };
    int fd = openat(covering->skeleton->top_fd, "proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = fd < 0 ? NULL : fdopendir(fd);
    struct stat status;
    int r = 0;
    if (!entries) {
        r = -errno;
        cleanup_close(&fd);
        return r;
    }
    for (const struct dirent *entry; r == 0 && (entry = readdir(entries));)
        if ((entry->d_type == DT_REG || (entry->d_type == DT_DIR && entry->d_name[0] > '9')) &&
            fstatat(fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 && is_roots_own(status.st_mode))
            r = cover(covering, entry->d_name);
    (void)closedir(entries);
    return r < 0 ? r : cover_all(covering, deeper, sizeof deeper / sizeof *deeper);
}

/* Key rings of the user have names; the keyctl calls show those to the user. */
static int cover_proc(const struct skeleton *skeleton)
{
    static const char *const always[] = {"keys", "key-users"};
    struct covering covering = {.skeleton = skeleton};
    int r = cover_all(&covering, always, sizeof always / sizeof *always);
    return r == 0 && geteuid() == 0 ? cover_roots_own(&covering) : r;
}

int skeleton_fill(const struct skeleton *skeleton, int under_fd, struct problem *problem)
{
    int r = move_mount(skeleton->top_fd, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH) < 0 ? -errno : 0;
    if (r < 0)
        return problem_say(problem, -r, "cannot mount the root directory: %s", strerror(-r));
    r = add_entries(skeleton, under_fd, false, problem);
    if (r < 0)
        return r;
    r = protect(skeleton->top_fd, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY);
    if (r < 0)
        return problem_say(problem, -r, "cannot make the system directories read-only: %s", strerror(-r));
    r = add_entries(skeleton, under_fd, true, problem);
    if (r == 0)
        r = add_fresh(skeleton, under_fd, problem);
    if (r < 0)
        return r;
    r = cover_proc(skeleton);
    return r < 0 ? problem_say(problem, -r, "cannot cover parts of /proc: %s", strerror(-r)) : 0;
}

/* --- changes --- */

static void look(const char *path, struct mark *mark)
{
    struct stat status;
    char target[PATH_MAX];
    if (lstat(path, &status) < 0)
        return;
    mark->device = status.st_dev;
    mark->number = status.st_ino;
    if (!S_ISLNK(status.st_mode))
        return;
    mark->changed = status.st_ctim;
    if (system_keeps_link(path, target) || stat(path, &status) < 0)
        return;
    mark->target_device = status.st_dev;
    mark->target_number = status.st_ino;
}

static bool is_bound(enum system_kind kind)
{
    return kind == SYSTEM_READ || kind == SYSTEM_DEVICE || kind == SYSTEM_TERMINAL;
}

void changes_begin(struct changes *changes)
{
    memset(changes, 0, sizeof *changes);
    for (size_t i = 0; i < system_count; i++)
        if (is_bound(system_table[i].kind))
            look(system_table[i].path, &changes->marks[i]);
}

bool changes_any(const struct changes *changes)
{
    static struct changes now;
    changes_begin(&now);
    return memcmp(&now, changes, sizeof now) != 0;
}

int changes_open_mounts(void)
{
    int fd = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

bool changes_of_mounts(int fd)
{
    struct pollfd mounts = {.fd = fd, .events = POLLPRI};
    return poll(&mounts, 1, 0) != 0;
}
