/* Makes the unpacked files the app: one change of the store, which compares the versions and decides what is granted.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "contract/apps.h"
#include "daemon/apps/events.h"
#include "daemon/apps/files.h"
#include "daemon/apps/install.h"
#include "daemon/apps/version.h"
#include "daemon/client/client.h"
#include "rpc/call.h"
#include "rpc/peer.h"

/* --- on the writer thread --- */

static int compare(struct apps_installing *install, const struct store_app *before)
{
    struct slice old = before->record.version, new = install->app.record.version;
    int order = apps_version_compare(new, old);
    install->is_same_version = order == 0;
    if (order > 0 || (order == 0 && slice_equal(before->directory, install->broken)))
        return 0;
    (void)snprintf(install->old_version, sizeof install->old_version, "%.*s", SLICE_ARG(old));
    (void)snprintf(install->new_version, sizeof install->new_version, "%.*s", SLICE_ARG(new));
    return -EEXIST;
}

static int decide(struct apps_installing *install, struct store_tx *tx)
{
    struct store_app *before = &install->before;
    struct apps_installed_app *record = &install->app.record;
    int r = store_app_find(tx, record->app_id, &install->arena, before);
    install->is_update = r == 0;
    record->permissions = install->grant ? record->requested : (struct apps_permissions){0};
    if (r == -ENOENT)
        return 0;
    if (r == 0)
        r = compare(install, before);
    if (r == 0 && !install->grant)
        r = apps_permission_keep(&install->arena, &before->record.permissions, &record->requested,
                                 &record->permissions);
    return r;
}

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct apps_installing *install = list_member(change, struct apps_installing, change);
    struct store_app *app = &install->app;
    app->directory = slice_of(install->directory);
    int r = decide(install, tx);
    if (r == 0)
        r = store_app_put(tx, &install->arena, app, clock_epoch_ms());
    if (r == 0)
        r = apps_event_add(tx, app->record.app_id,
                           install->is_update ? EVENT_APPS_CHANGED_PARAMS_CHANGE_UPDATED
                                              : EVENT_APPS_CHANGED_PARAMS_CHANGE_INSTALLED,
                           &app->record);
    if (r == 0)
        r = apps_audit_add(tx, &install->actor, install->is_update ? "app.updated" : "app.installed", &app->record);
    return r < 0 ? r : fault_point("apps.before_commit");
}

/* --- on the loop --- */

static void refuse_version(struct apps_installing *install)
{
    apps_install_refuse(install, ERROR_APP_NOT_NEWER, "%.*s %s is installed; version %s is not newer",
                        SLICE_ARG(install->app.record.app_id), install->old_version, install->new_version);
}

static void on_checked(struct apps_check *check)
{
    struct apps_installing *install = list_member(check, struct apps_installing, check);
    if (install->apps->closed)
        apps_install_refuse(install, ERROR_STOPPING, "the daemon is stopping");
    else if (!*check->problems[0])
        refuse_version(install);
    if (install->failed) {
        apps_install_end(install);
        return;
    }
    install->broken = install->before.directory;
    apps_install_store(install);
}

/* An app in the state error is repaired by its own version. Returns whether its files are being looked at. */
static bool check_installed(struct apps_installing *install)
{
    if (!install->is_same_version || install->check.problems)
        return false;
    install->check = (struct apps_check){.items = &install->before, .count = 1, .done = on_checked};
    return apps_check_start(install->apps, &install->check) == 0;
}

static void on_stored(struct store_change *change)
{
    struct apps_installing *install = list_member(change, struct apps_installing, change);
    struct apps *apps = install->apps;
    const struct apps_installed_app *record = &install->app.record;
    const char *problem = "";
    (void)fault_point("apps.committed");
    (void)store_look(apps->store, &problem);
    if (!change->failed && change->status == -EEXIST && check_installed(install))
        return;
    if (!change->failed && change->status == -EEXIST)
        refuse_version(install);
    else if (change->failed || change->status < 0)
        apps_install_refuse(install, ERROR_SUBSYSTEM_UNAVAILABLE, "the store: %.400s",
                            change->failed && *problem ? problem : strerror(-change->status));
    if (!install->failed) {
        log_info("apps: %s %.*s %.*s", install->is_update ? "updated" : "installed", SLICE_ARG(record->app_id),
                 SLICE_ARG(record->version));
        if (install->is_update)
            apps_files_remove(apps, install->before.directory, NULL, NULL);
    }
    apps_install_end(install);
}

void apps_install_store(struct apps_installing *install)
{
    struct apps_installed_app *record = &install->app.record;
    record->status = apps_is_running(install->apps, record->app_id) ? APPS_STATUS_RUNNING : APPS_STATUS_INSTALLED;
    install->change = (struct store_change){.apply = apply, .done = on_stored};
    uint64_t ticket = store_write(install->apps->store, &install->change);
    struct client *client = install->call->answered ? NULL : client_of_peer(install->call->peer);
    if (client)
        client->written = ticket;
}
