#include "jail/root.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "jail/assemble.h"
#include "jail/mount.h"
#include "jail/skeleton.h"

/* --- the store --- */

/* Holds all directories that the program sees and that belong to no disk: its root, /tmp, an empty home, masks. They
 * share one file system, so that one size limit applies to all. */
static const struct {
    const char *name;
    mode_t mode;
} places[] = {
    {"root", 0755},  {"tmp", 01777},  {"vartmp", 01777},  {"shm", 01777}, {"home", 0700},
    {"masks", 0755}, {"stage", 0700}, {"root/run", 0755}, {"locked", 0},
};

static int make_places(const struct root *root)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (mkdirat(root->store_fd, places[i].name, places[i].mode & 0755) < 0 ||
            ((places[i].mode & 022) && fchmodat(root->store_fd, places[i].name, places[i].mode, 0) < 0))
            return -errno;
    static const struct {
        const char *name;
        mode_t mode;
    } files[] = {{"nothing", 0444}, {"empty", 0444}, {"closed", 0}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        autoclose int fd = openat(root->store_fd, files[i].name, O_WRONLY | O_CREAT | O_CLOEXEC, files[i].mode);
        if (fd < 0)
            return -errno;
    }
    return 0;
}

/* The store is mounted over the root of our own namespace, where no path reaches it: only the descriptor does. */
static int make_store(struct root *root)
{
    static const char *const options[][2] = {{"size", "1g"}, {"nr_inodes", "256k"}, {"mode", "0755"}, {NULL, NULL}};
    struct stat status;
    root->store_fd = mount_new("tmpfs", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    if (root->store_fd < 0)
        return root->store_fd;
    if (move_mount(root->store_fd, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH) < 0 ||
        fstat(root->store_fd, &status) < 0)
        return -errno;
    root->store_device = status.st_dev;
    return make_places(root);
}

/* --- the two namespaces --- */

static int open_namespace(int *ret_fd)
{
    *ret_fd = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
    return *ret_fd < 0 ? -errno : 0;
}

/* setns() puts the caller at the topmost mount of the root, which is the store. */
static int go_home(const struct root *root)
{
    if (setns(root->own_fd, CLONE_NEWNS) < 0 || fchdir(root->own_top_fd) < 0 || chroot(".") < 0 || chdir("/") < 0)
        return -errno;
    return 0;
}

/* The root of the entered namespace must be a directory of the store. */
int root_enter(const struct root *root)
{
    struct stat status;
    if (setns(root->program_fd, CLONE_NEWNS) < 0 || stat("/", &status) < 0)
        return -errno;
    return status.st_dev == root->store_device ? 0 : -EXDEV;
}

/* After pivot_root() the old root is mounted over the new one, and the copy of the store over that: unmounts both. */
static int turn_to(int top_fd)
{
    if (fchdir(top_fd) < 0 || syscall(SYS_pivot_root, ".", ".") < 0 || umount2(".", MNT_DETACH) < 0 ||
        umount2(".", MNT_DETACH) < 0)
        return -errno;
    return 0;
}

/* Creates a second mount namespace with only the system's part. */
static int make_program_root(struct root *root, struct skeleton *skeleton, struct problem *problem)
{
    autoclose int under = openat(root->store_fd, "root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    int r = under < 0 || unshare(CLONE_NEWNS) < 0 ? -errno : open_namespace(&root->program_fd);
    if (r < 0)
        return problem_say(problem, -r, "cannot create a mount namespace: %s", strerror(-r));
    r = skeleton_fill(skeleton, under, problem);
    if (r < 0)
        return r;
    r = turn_to(skeleton->top_fd);
    if (r == 0)
        r = go_home(root);
    return r < 0 ? problem_say(problem, -r, "cannot set the root directory: %s", strerror(-r)) : 0;
}

static int make_own(struct root *root)
{
    root->own_top_fd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root->own_top_fd < 0)
        return -errno;
    int r = open_namespace(&root->own_fd);
    if (r < 0)
        return r;
    /* Mounts that are added outside later propagate into this namespace, but not back. */
    if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) < 0)
        return -errno;
    r = make_store(root);
    return r < 0 ? r : fault_point("jail.root");
}

int root_make(struct root *root, struct problem *problem)
{
    struct skeleton skeleton = SKELETON_INIT;
    (void)umask(022);
    int r = make_own(root);
    if (r < 0)
        return problem_say(problem, -r, "cannot create a mount namespace: %s", strerror(-r));
    r = skeleton_prepare(&skeleton, root, problem);
    if (r == 0)
        r = make_program_root(root, &skeleton, problem);
    skeleton_clear(&skeleton);
    return r;
}

/* --- adding a view --- */

/* Makes the program's root directory read-only or writable. It is writable only during placing: a process inside can
 * then create only entries of the store, and no link is followed. */
static int seal(bool is_sealed)
{
    struct mount_attr attributes = {0};
    *(is_sealed ? &attributes.attr_set : &attributes.attr_clr) = MOUNT_ATTR_RDONLY;
    return mount_setattr(AT_FDCWD, "/", 0, &attributes, sizeof attributes) < 0 ? -errno : 0;
}

/* Places the mounts in the program's namespace: all or none. */
static int place_all(struct root *root, struct assembly *assembly, struct problem *problem)
{
    int r = root_enter(root);
    if (r < 0)
        return problem_say(problem, -r, "cannot enter the mount namespace: %s", strerror(-r));
    r = seal(false);
    if (r == 0)
        r = assembly_place(assembly, root, problem);
    int s = seal(true);
    if (r == 0 && s < 0)
        r = problem_say(problem, -s, "cannot make the root directory read-only: %s", strerror(-s));
    if (r < 0)
        assembly_undo(assembly);
    s = go_home(root);
    return r == 0 && s < 0 ? problem_say(problem, -s, "cannot leave the mount namespace: %s", strerror(-s)) : r;
}

int root_add(struct root *root, const struct view *general, const struct view *session, struct problem *problem)
{
    static struct assembly assembly;
    int r = session ? view_fits(session, general, problem) : assembly_add_home(&assembly, root, general, problem);
    if (r == 0)
        r = assembly_add_view(&assembly, root, general, session, problem);
    if (r == 0)
        r = place_all(root, &assembly, problem);
    assembly_clear(&assembly);
    return r;
}
