#include "jail/assemble.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/mask.h"
#include "jail/system.h"

static int add(struct assembly *assembly, const struct mount_tree *tree)
{
    if (assembly->count == ASSEMBLY_MAX)
        return -E2BIG;
    assembly->trees[assembly->count++] = *tree;
    return 0;
}

int assembly_add_home(struct assembly *assembly, const struct root *root, const struct view *view,
                      struct problem *problem)
{
    const char *path = view_find(view, VIEW_HOME);
    struct mount_tree tree;
    int r = path ? mount_of_store(root, "home", path, &tree) : 0;
    if (r == 0 && path)
        r = add(assembly, &tree);
    return r < 0 ? problem_say(problem, -r, "cannot create %.200s: %s", path, strerror(-r)) : 0;
}

/* --- the lines of a view --- */

/* The system's part of the root shows this path already. */
static bool is_of_system(const struct view_line *line)
{
    for (size_t i = 0; line->word == VIEW_READ && i < system_count; i++)
        if (system_table[i].kind == SYSTEM_READ && view_below(line->path, system_table[i].path))
            return true;
    return false;
}

static enum mount_access access_of(const struct view_line *line)
{
    if (view_below(line->path, "/dev"))
        return MOUNT_ACCESS_DEVICE;
    return line->word == VIEW_READ || line->word == VIEW_CWD_READ ? MOUNT_ACCESS_READ : MOUNT_ACCESS_WRITE;
}

static int add_line(struct assembly *assembly, struct root *root, const struct mask_views *views,
                    const struct view_line *line, struct problem *problem)
{
    bool is_needed = line->word != VIEW_READ && line->word != VIEW_WRITE;
    if (is_of_system(line) || (!is_needed && mask_covers(views, line->path)))
        return 0;
    struct mount_tree tree = {.fd = -1};
    int r = mount_open(line->path, access_of(line), &tree);
    if (r == -ENOENT && !is_needed)
        return 0;
    if (r < 0 || (!tree.is_directory && is_needed)) {
        mount_clear(&tree);
        r = r < 0 ? r : -ENOTDIR;
        return problem_refuse(problem, -r, "cannot add %s %.200s to the sandbox: %s",
                              line->word == VIEW_OWN ? "the executor's own directory"
                              : is_needed            ? "the working directory"
                                                     : "the path",
                              line->path, r == -ELOOP ? "its path contains a symbolic link" : strerror(-r));
    }
    if (line->word != VIEW_OWN)
        r = mask_apply(root, views, &tree, problem);
    if (r == 0)
        r = add(assembly, &tree);
    if (r == -E2BIG)
        r = problem_refuse(problem, E2BIG, "the view needs too many mounts (limit: %d)", ASSEMBLY_MAX);
    if (r < 0)
        mount_clear(&tree);
    return r;
}

/* Parents come before their children. The working directory comes last, so that its line decides about everything in
 * it. */
static int rank(enum view_word word)
{
    switch (word) {
    case VIEW_READ:
    case VIEW_WRITE:
        return 0;
    case VIEW_CWD:
    case VIEW_CWD_READ:
        return 1;
    default:
        return -1;
    }
}

static int compare(const void *a, const void *b)
{
    const struct view_line *left = *(const struct view_line *const *)a, *right = *(const struct view_line *const *)b;
    if (rank(left->word) != rank(right->word))
        return rank(left->word) - rank(right->word);
    size_t left_size = strlen(left->path), right_size = strlen(right->path);
    if (left_size != right_size)
        return left_size < right_size ? -1 : 1;
    return (left > right) - (left < right); /* in the order of the view */
}

static bool is_in_system(const char *path)
{
    for (size_t i = 0; i < system_count; i++)
        if (view_below(path, system_table[i].path))
            return true;
    return false;
}

/* Adds masks over paths that the program's root shows already: those in the system's part, and for a session everything
 * that was placed before. */
static int add_masks(struct assembly *assembly, struct root *root, const struct mask_views *views,
                     struct problem *problem)
{
    const struct view *view = views->session ? views->session : views->general;
    for (size_t i = 0; i < view->count; i++) {
        const char *path = view->lines[i].path;
        if (view->lines[i].word != VIEW_HIDE || (!views->session && !is_in_system(path)))
            continue;
        struct mount_tree tree;
        int r = mask_make(root, views, path, &tree);
        if (r == -ENOENT)
            continue;
        if (r == 0)
            r = add(assembly, &tree);
        if (r < 0)
            return problem_refuse(problem, -r, "cannot hide %.200s: %s", path, strerror(-r));
    }
    return 0;
}

/* Whether a tree that is placed now would cover this path. */
static bool is_covered(const char *path, const struct view *session)
{
    for (size_t i = 0; session && i < session->count; i++)
        if (view_below(path, session->lines[i].path))
            return true;
    return !session;
}

static int add_own(struct assembly *assembly, struct root *root, const struct mask_views *views,
                   struct problem *problem)
{
    int r = 0;
    for (size_t i = 0; r == 0 && i < views->general->count; i++)
        if (views->general->lines[i].word == VIEW_OWN && is_covered(views->general->lines[i].path, views->session))
            r = add_line(assembly, root, views, &views->general->lines[i], problem);
    return r;
}

int assembly_add_view(struct assembly *assembly, struct root *root, const struct view *view, const struct view *session,
                      struct problem *problem)
{
    const struct mask_views views = {.general = view, .session = session};
    const struct view *added = session ? session : view;
    const struct view_line *lines[VIEW_LINES_MAX] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < added->count; i++)
        if (rank(added->lines[i].word) >= 0)
            lines[count++] = &added->lines[i];
    qsort(lines, count, sizeof *lines, compare);
    for (size_t i = 0; i < count; i++) {
        int r = add_line(assembly, root, &views, lines[i], problem);
        if (r < 0)
            return r;
    }
    int r = add_masks(assembly, root, &views, problem);
    return r < 0 ? r : add_own(assembly, root, &views, problem);
}

/* --- placing --- */

int assembly_place(struct assembly *assembly, const struct root *root, struct problem *problem)
{
    for (size_t i = 0; i < assembly->count; i++) {
        struct mount_tree *tree = &assembly->trees[i];
        int r = mount_place(tree, root);
        if (r < 0)
            return problem_refuse(problem, -r, "cannot mount %.200s: %s", tree->path,
                                  r == -ELOOP ? "its path contains a symbolic link" : strerror(-r));
    }
    return 0;
}

void assembly_undo(struct assembly *assembly)
{
    while (assembly->count > 0)
        mount_clear(&assembly->trees[--assembly->count]);
}

void assembly_clear(struct assembly *assembly)
{
    for (size_t i = 0; i < assembly->count; i++)
        cleanup_close(&assembly->trees[i].fd);
    assembly->count = 0;
}
