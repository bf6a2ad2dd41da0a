#include "jail/mask.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

/* --- selecting lines --- */

struct lines {
    size_t count;
    const char *paths[2 * VIEW_LINES_MAX];
};

static int compare_lengths(const void *a, const void *b)
{
    size_t left = strlen(*(const char *const *)a), right = strlen(*(const char *const *)b);
    return (left > right) - (left < right);
}

/* Collects the paths with this word below `above`, parents first. */
static void gather(const struct mask_views *views, enum view_word word, const char *above, struct lines *ret_lines)
{
    ret_lines->count = 0;
    for (int i = 0; i < 2; i++) {
        const struct view *view = i == 0 ? views->general : views->session;
        for (size_t j = 0; view && j < view->count; j++)
            if (view->lines[j].word == word && view_below(view->lines[j].path, above))
                ret_lines->paths[ret_lines->count++] = view->lines[j].path;
    }
    qsort(ret_lines->paths, ret_lines->count, sizeof *ret_lines->paths, compare_lengths);
}

bool mask_covers(const struct mask_views *views, const char *path)
{
    for (int i = 0; i < 2; i++) {
        const struct view *view = i == 0 ? views->general : views->session;
        for (size_t j = 0; view && j < view->count; j++)
            if (view->lines[j].word == VIEW_HIDE && view_below(path, view->lines[j].path))
                return true;
    }
    return false;
}

/* --- staging --- */

/* The kernel mounts only on attached trees: attaches the tree in our own namespace, which other processes do not see.
 */
static int stage(const struct root *root, struct mount_tree *tree)
{
    const char *name = tree->is_directory ? "stage" : "empty";
    if (move_mount(tree->fd, "", root->store_fd, name, MOVE_MOUNT_F_EMPTY_PATH) < 0)
        return -errno;
    tree->is_placed = true;
    return 0;
}

static int unstage(struct mount_tree *tree)
{
    struct mount_tree staged = *tree;
    int fd = open_tree(staged.fd, "", AT_EMPTY_PATH | AT_RECURSIVE | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    int r = fd < 0 ? -errno : 0;
    *tree = (struct mount_tree){.fd = fd, .path = staged.path, .is_directory = staged.is_directory};
    mount_clear(&staged);
    return r;
}

static int mount_on(int fd, int point_fd)
{
    return move_mount(fd, "", point_fd, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) < 0 ? -errno : 0;
}

static bool is_mount_point(int fd)
{
    struct statx status;
    return statx(fd, "", AT_EMPTY_PATH, 0, &status) == 0 && (status.stx_attributes & STATX_ATTR_MOUNT_ROOT);
}

/* --- building masks --- */

/* Creates the directories from an empty mask to the executor's own directory. */
static int make_way(const struct root *root, const char *mask, const char *below)
{
    char path[PATH_MAX];
    for (size_t size = strcspn(below, "/");; size += 1 + strcspn(below + size + 1, "/")) {
        int n = snprintf(path, sizeof path, "%s/%.*s", mask, (int)size, below);
        if (n < 0 || (size_t)n >= sizeof path)
            return -ENAMETOOLONG;
        if (mkdirat(root->store_fd, path, 0755) < 0 && errno != EEXIST)
            return -errno;
        if (below[size] == '\0')
            return 0;
    }
}

static int make_mask(struct root *root, const char *hidden, const struct lines *own, struct mount_tree *ret_tree)
{
    char name[32];
    (void)snprintf(name, sizeof name, "masks/%u", root->masks++);
    if (mkdirat(root->store_fd, name, 0555) < 0)
        return -errno;
    for (size_t i = 0; i < own->count; i++) {
        const char *below = view_below(own->paths[i], hidden);
        int r = below && *below ? make_way(root, name, below) : 0;
        if (r < 0)
            return r;
    }
    autoclose int source = mount_find(root->store_fd, name);
    return source < 0 ? source : mount_clone(source, hidden, MOUNT_ACCESS_READ, ret_tree);
}

/* Creates an empty directory or an empty file, matching the type of the hidden path. */
static int make_fitting(struct root *root, const char *hidden, const struct lines *own, int point_fd,
                        struct mount_tree *ret_tree)
{
    struct stat status;
    if (fstat(point_fd, &status) < 0)
        return -errno;
    if (S_ISDIR(status.st_mode))
        return make_mask(root, hidden, own, ret_tree);
    autoclose int empty = mount_find(root->store_fd, "nothing");
    return empty < 0 ? empty : mount_clone(empty, hidden, MOUNT_ACCESS_READ, ret_tree);
}

static int hide(struct root *root, const struct lines *own, const char *hidden, int point_fd)
{
    struct mount_tree mask = {.fd = -1};
    int r = make_fitting(root, hidden, own, point_fd, &mask);
    if (r == 0)
        r = mount_on(mask.fd, point_fd);
    mount_clear(&mask);
    return r;
}

/* If a process could rename a directory above a hidden path, the path would not be hidden the next time. Mount points
 * cannot be renamed: bind-mounts each parent directory onto itself. `below` is relative to the tree. */
static int pin_above(const struct mount_tree *tree, const char *below)
{
    char path[PATH_MAX];
    for (const char *slash = strchr(below, '/'); slash; slash = strchr(slash + 1, '/')) {
        (void)snprintf(path, sizeof path, "%.*s", (int)(slash - below), below);
        autoclose int point = mount_find(tree->fd, path);
        if (point < 0)
            return point;
        if (is_mount_point(point))
            continue;
        autoclose int fd = open_tree(point, "", AT_EMPTY_PATH | AT_RECURSIVE | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
        int r = fd < 0 ? -errno : mount_on(fd, point);
        if (r < 0)
            return r;
    }
    return 0;
}

static int show_own(const char *path, int point_fd)
{
    struct mount_tree own = {.fd = -1};
    int r = mount_open(path, MOUNT_ACCESS_WRITE, &own);
    if (r == 0)
        r = mount_on(own.fd, point_fd);
    mount_clear(&own);
    return r;
}

/* -ENOENT: nothing to hide. The program cannot reach paths that this process cannot reach; a path that contains a link
 * did not exist when the view was resolved. */
static int nothing_there(int r)
{
    return r == -ENOTDIR || r == -EACCES || r == -ELOOP ? -ENOENT : r;
}

/* Opens the path in the tree with O_PATH. */
static int find_in(const struct mount_tree *tree, const char *path)
{
    const char *below = view_below(path, tree->path);
    return nothing_there(mount_find(tree->fd, below && *below ? below : "."));
}

static int hide_in(struct root *root, const struct mount_tree *tree, const struct lines *own, const char *hidden)
{
    autoclose int point = find_in(tree, hidden);
    if (point < 0)
        return point == -ENOENT ? 0 : point;
    int r = hide(root, own, hidden, point);
    return r < 0 ? r : pin_above(tree, view_below(hidden, tree->path));
}

static int fill(struct root *root, struct mount_tree *tree, const struct lines *hidden, const struct lines *own,
                struct problem *problem)
{
    for (size_t i = 0; i < hidden->count; i++) {
        int r = hide_in(root, tree, own, hidden->paths[i]);
        if (r < 0)
            return problem_refuse(problem, -r, "cannot hide %.200s: %s", hidden->paths[i], strerror(-r));
    }
    for (size_t i = 0; i < own->count; i++) {
        autoclose int point = find_in(tree, own->paths[i]);
        int r = point < 0 ? point : show_own(own->paths[i], point);
        if (r < 0)
            return problem_refuse(problem, -r, "cannot show %.200s: %s", own->paths[i], strerror(-r));
    }
    return 0;
}

int mask_make(struct root *root, const struct mask_views *views, const char *path, struct mount_tree *ret_tree)
{
    static struct lines own;
    gather(views, VIEW_OWN, path, &own);
    autoclose int point = nothing_there(mount_find(AT_FDCWD, path));
    int r = point < 0 ? point : make_fitting(root, path, &own, point, ret_tree);
    if (r == 0)
        ret_tree->only_over = true;
    return r;
}

/* --- applying masks --- */

static bool has_any(const struct mount_tree *tree, const struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        autoclose int point = find_in(tree, lines->paths[i]);
        if (point != -ENOENT)
            return true;
    }
    return false;
}

int mask_apply(struct root *root, const struct mask_views *views, struct mount_tree *tree, struct problem *problem)
{
    static struct lines hidden, own; /* too large for the stack */
    gather(views, VIEW_HIDE, tree->path, &hidden);
    gather(views, VIEW_OWN, tree->path, &own);
    if (own.count == 0 && !has_any(tree, &hidden))
        return 0;
    int r = stage(root, tree);
    if (r < 0)
        return problem_say(problem, -r, "cannot mount %.200s: %s", tree->path, strerror(-r));
    r = fill(root, tree, &hidden, &own, problem);
    int s = unstage(tree);
    if (r == 0 && s < 0)
        r = problem_say(problem, -s, "cannot mount %.200s: %s", tree->path, strerror(-s));
    return r;
}
