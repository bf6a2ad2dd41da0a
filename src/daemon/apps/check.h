/* Whether the files of apps are still those that were installed. */
#pragma once

#include "daemon/apps/apps.h"
#include "daemon/store/apps.h"

/* A check of some apps. Looks at names, sizes and times; reads contents only of apps where these have changed. The
 * owner keeps the apps in memory, unchanged, until `done`. */
struct apps_check {
    /* Set by the owner: */
    const struct store_app *items;
    size_t count;
    void (*done)(struct apps_check *check); /* on the loop */
    /* Why each app is in the state error; "": it is not. */
    char (*problems)[256];

    /* Private: */
    struct apps *apps;
    struct work_job job;
};

int apps_check_start(struct apps *apps, struct apps_check *check);
void apps_check_clear(struct apps_check *check);
