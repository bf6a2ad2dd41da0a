/* When apps can be used: from the opening of the store until the daemon stops. */
#include "daemon/apps/connections.h"
#include "daemon/apps/files.h"
#include "daemon/apps/install.h"

void apps_init(struct apps *apps)
{
    apps->closed = false;
    list_init(&apps->installs);
    apps_unpack_leftover_init(apps);
    apps->executors->hooks.apps = apps;
    apps->executors->hooks.unpack_found = apps_unpack_found;
    apps_connections_init(apps);
}

void apps_start(struct apps *apps)
{
    apps->closed = false;
    apps_files_sweep(apps);
}

void apps_stop(struct apps *apps)
{
    apps->closed = true;
    for (struct list *link = apps->installs.next; link != &apps->installs; link = link->next)
        apps_install_stop(list_member(link, struct apps_installing, link));
    service_close(&apps->leftover, true);
    apps_installs_go_on(apps); /* those that wait are refused */
}

bool apps_is_at_rest(const struct apps *apps)
{
    return apps->install_count == 0 && service_is_gone(&apps->leftover);
}

void apps_clear(struct apps *apps)
{
    if (!apps->installs.next)
        return;
    while (!list_is_empty(&apps->installs))
        apps_install_leave(list_member(apps->installs.next, struct apps_installing, link));
    service_clear(&apps->leftover);
    apps_connections_clear(apps);
    apps->closed = true;
}
