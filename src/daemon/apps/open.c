/* When apps can be used: from the opening of the store until the daemon stops. */
#include "daemon/apps/apps.h"

void apps_init(struct apps *apps)
{
    apps->closed = false;
}

void apps_open(struct apps *apps)
{
    apps->closed = false;
}

void apps_stop(struct apps *apps)
{
    apps->closed = true;
}

void apps_clear(struct apps *apps)
{
    apps->closed = true;
}
