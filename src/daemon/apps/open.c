/* When apps can be used: from the opening of the store until the daemon stops. */
#include "daemon/apps/connections.h"

void apps_init(struct apps *apps)
{
    apps->closed = false;
    apps_connections_init(apps);
}

void apps_start(struct apps *apps)
{
    apps->closed = false;
}

void apps_stop(struct apps *apps)
{
    apps->closed = true;
}

void apps_clear(struct apps *apps)
{
    apps_connections_clear(apps);
    apps->closed = true;
}
