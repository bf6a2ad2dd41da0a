#include "daemon/apps/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/apps/files.h"
#include "daemon/apps/tree.h"

/* What is known of apps whose stamp differs from the stored one, but not their contents: those that were copied with
 * the whole state. */
static bool is_unchanged(const struct store_app *app, struct apps_tree *tree, int directory, const atomic_bool *hurry,
                         int *ret_status)
{
    *ret_status = 0;
    if (slice_is(app->stamp, tree->stamp))
        return true;
    *ret_status = apps_tree_hash(directory, tree, hurry);
    return *ret_status == 0 && slice_is(app->digest, tree->digest);
}

static int check_one(const struct apps_check *check, const struct store_app *app, char problem[static 256])
{
    const atomic_bool *hurry = &check->job.pool->hurry;
    struct apps_tree tree = {0};
    int directory = -1;
    int r = apps_files_open(check->apps->state_dir, app->directory, &directory);
    if (r == 0)
        r = apps_tree_list(directory, &tree, hurry);
    bool is_same = r == 0 && is_unchanged(app, &tree, directory, hurry, &r);
    if (r == -ENOENT)
        (void)snprintf(problem, 256, "its files are missing; install it again");
    else if (r == -EINVAL && *tree.problem)
        (void)snprintf(problem, 256, "%.200s; install it again", tree.problem);
    else if (r < 0 && r != -ECANCELED)
        (void)snprintf(problem, 256, "its files cannot be read: %s", strerror(-r));
    else if (r == 0 && !is_same)
        (void)snprintf(problem, 256, "its files were changed; install it again");
    if (directory >= 0)
        close(directory);
    apps_tree_clear(&tree);
    return r;
}

static void check_all(struct work_job *job)
{
    struct apps_check *check = list_member(job, struct apps_check, job);
    for (size_t i = 0; i < check->count; i++)
        (void)check_one(check, &check->items[i], check->problems[i]);
}

static void on_checked(struct work_job *job)
{
    struct apps_check *check = list_member(job, struct apps_check, job);
    check->done(check);
}

int apps_check_start(struct apps *apps, struct apps_check *check)
{
    check->apps = apps;
    check->problems = calloc(check->count + 1, sizeof *check->problems);
    if (!check->problems)
        return -ENOMEM;
    check->job = (struct work_job){.work = check_all, .done = on_checked};
    return work_start(apps->work, &check->job);
}

void apps_check_clear(struct apps_check *check)
{
    free(check->problems);
    check->problems = NULL;
}
