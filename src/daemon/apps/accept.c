/* Accepts what weir-unpack has written. The daemon believes nothing of it: it looks at the files itself. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/cleanup.h"
#include "base/fault.h"
#include "base/utf8.h"
#include "daemon/apps/files.h"
#include "daemon/apps/install.h"
#include "daemon/apps/tree.h"

#define MANIFEST "manifest.json"

/* --- on the work thread --- */

static void refuse_manifest(struct apps_installing *install, const char *problem)
{
    apps_install_refuse(install, ERROR_MANIFEST_REFUSED, MANIFEST ": %s", problem);
}

static int read_manifest(struct apps_installing *install, int directory, struct slice *ret_text)
{
    char *text = arena_alloc(&install->arena, MANIFEST_MAX + 1);
    autoclose int fd = beneath_open(directory, MANIFEST, O_RDONLY | O_NONBLOCK);
    size_t size = 0;
    if (!text)
        return -ENOMEM;
    if (fd < 0)
        return fd;
    while (size <= MANIFEST_MAX) {
        ssize_t n = read(fd, text + size, MANIFEST_MAX + 1 - size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        size += (size_t)n;
    }
    *ret_text = (struct slice){text, size};
    return 0;
}

static void check_path(struct apps_installing *install, const struct apps_tree *tree, const char *field,
                       struct slice path)
{
    char problem[MANIFEST_PROBLEM_SIZE];
    if (apps_tree_has_file(tree, path))
        return;
    (void)snprintf(problem, sizeof problem, "%s names a file that the archive does not have: %.*s", field,
                   path.size < 200 ? (int)path.size : 200, path.data);
    for (char *at = problem; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = '?';
    refuse_manifest(install, problem);
}

static int take_manifest(struct apps_installing *install, int directory, const struct apps_tree *tree)
{
    struct apps_installed_app *record = &install->app.record;
    struct apps_manifest manifest = {0};
    struct slice text = {0};
    char problem[MANIFEST_PROBLEM_SIZE];
    if (!apps_tree_has_file(tree, SLICE(MANIFEST))) {
        refuse_manifest(install, "the archive does not have it at its root");
        return 0;
    }
    int r = read_manifest(install, directory, &text);
    if (r == 0)
        r = apps_manifest_read(&install->arena, text, &manifest, problem);
    if (r == -EINVAL) {
        refuse_manifest(install, problem);
        return 0;
    }
    if (r < 0)
        return r;
    check_path(install, tree, "entry", manifest.entry);
    if (manifest.icon_is == FIELD_SET)
        check_path(install, tree, "icon", manifest.icon);
    *record = (struct apps_installed_app){.app_id = manifest.id,
                                          .name = manifest.name,
                                          .version = manifest.version,
                                          .requested = manifest.permissions,
                                          .entry = manifest.entry,
                                          .icon = manifest.icon,
                                          .icon_is = manifest.icon_is,
                                          .description = manifest.description,
                                          .description_is = manifest.description_is};
    return 0;
}

static int keep(struct apps_installing *install, const struct apps_tree *tree)
{
    struct store_app *app = &install->app;
    app->record.files = (int64_t)tree->count;
    app->record.bytes = tree->bytes;
    app->digest = arena_copy(&install->arena, slice_of(tree->digest));
    app->stamp = arena_copy(&install->arena, slice_of(tree->stamp));
    return app->digest.data && app->stamp.data ? 0 : -ENOMEM;
}

/* All parts of names are UTF-8, because weir-unpack accepts no others. */
static bool has_strange_name(const struct apps_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        if (!utf8_is_valid(slice_of(tree->files[i].path)))
            return true;
    return false;
}

static int check_files(struct apps_installing *install, int directory, struct apps_tree *tree, const atomic_bool *hurry)
{
    int r = apps_tree_list(directory, tree, hurry);
    if (r == 0 && has_strange_name(tree))
        r = -EILSEQ;
    if (r == 0)
        r = take_manifest(install, directory, tree);
    if (r == 0 && !install->failed)
        r = apps_tree_hash(directory, tree, hurry);
    if (r == 0 && !install->failed)
        r = keep(install, tree);
    if (r == 0 && !install->failed)
        r = fault_point("apps.before_sync");
    if (r == 0 && !install->failed)
        r = apps_tree_sync(directory, tree);
    return r;
}

/* Renames the directory: what begins with app_ is complete and on the disk. */
static int rename_directory(struct apps_installing *install)
{
    char name[ID_SIZE];
    int all = -1;
    int r = fault_point("apps.before_rename");
    if (r == 0)
        r = apps_files_open_all(install->apps->state_dir, &all);
    if (r < 0)
        return r;
    (void)snprintf(name, sizeof name, FILES_READY "%s", install->directory + strlen(FILES_NEW));
    if (renameat(all, install->directory, all, name) < 0)
        r = -errno;
    else
        memcpy(install->directory, name, sizeof name);
    if (r == 0 && fsync(all) < 0)
        r = -errno;
    close(all);
    return r < 0 ? r : fault_point("apps.renamed");
}

static void accept_files(struct work_job *job)
{
    struct apps_installing *install = list_member(job, struct apps_installing, job);
    struct apps_tree tree = {0};
    int directory = -1;
    int r = apps_files_open(install->apps->state_dir, slice_of(install->directory), &directory);
    if (r == 0)
        r = check_files(install, directory, &tree, &job->pool->hurry);
    if (directory >= 0)
        close(directory);
    if (r == 0 && !install->failed)
        r = rename_directory(install);
    if (r == -ECANCELED)
        apps_install_refuse(install, ERROR_STOPPING, "the daemon is stopping");
    else if (r == -EINVAL && *tree.problem)
        apps_install_refuse_archive(install, UNPACKER_REFUSAL_FAILED, slice_of(tree.problem), (struct slice){0});
    else if (r < 0)
        apps_install_refuse_disk(install, "the files of the app", r);
    apps_tree_clear(&tree);
}

/* --- on the loop --- */

static void on_accepted(struct work_job *job)
{
    struct apps_installing *install = list_member(job, struct apps_installing, job);
    if (job->status == -ECANCELED)
        apps_install_refuse(install, ERROR_STOPPING, "the daemon is stopping");
    else if (job->status < 0)
        apps_install_refuse_disk(install, "the files of the app", job->status);
    if (install->failed)
        apps_install_end(install);
    else
        apps_install_store(install);
}

void apps_install_accept(struct apps_installing *install)
{
    install->job = (struct work_job){.session = APPS_QUEUE_CHANGE, .work = accept_files, .done = on_accepted};
    int r = work_start(install->apps->work, &install->job);
    if (r == 0)
        return;
    apps_install_refuse_disk(install, "the files of the app", r);
    apps_install_end(install);
}
