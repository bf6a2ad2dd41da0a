/* Rows of installed apps, and what they were granted. The rules of rows.h apply. */
#pragma once

#include "contract/apps_types.h"
#include "daemon/store/rows.h"

struct store_app {
    struct apps_installed_app record; /* the status is always installed */
    struct slice directory;           /* the name of the directory with its files */
    struct slice digest, stamp;       /* of its files (daemon/apps/tree.h) */
};
struct store_apps {
    struct store_app *items;
    size_t count;
};

/* Adds the app, or replaces its previous version. The record's permissions become its grant. The times are set here; an
 * update keeps the time of the installation. They are allocated in the arena. */
int store_app_put(struct store_tx *tx, struct arena *arena, struct store_app *app, int64_t now_ms);
/* -ENOENT */
int store_app_remove(struct store_tx *tx, struct slice id);
/* -ENOENT */
int store_app_find(struct store_tx *tx, struct slice id, struct arena *arena, struct store_app *ret_app);
/* Sorted by id. Rows that cannot be read are skipped. */
int store_app_all(struct store_tx *tx, struct arena *arena, struct store_apps *ret_apps);
/* Replaces the grant of an installed app. */
int store_app_grant(struct store_tx *tx, struct slice id, const struct apps_permissions *permissions, int64_t now_ms);
