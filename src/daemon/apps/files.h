/* The directories of apps: STATE/apps/app_… for the files of each installed version, and STATE/apps/new_… while one is
 * being unpacked. */
#pragma once

#include "daemon/apps/apps.h"

#define FILES_NEW "new_"
#define FILES_READY "app_"

/* The directory of all apps, which is created if it is missing. */
int apps_files_open_all(const char *state_dir, int *ret_fd);
/* The directory of an app. -ENOENT */
int apps_files_open(const char *state_dir, struct slice directory, int *ret_fd);

/* Removes a directory with its contents, on another thread, and then calls `done`, which may be NULL. What cannot be
 * removed is removed by the next start. */
void apps_files_remove(struct apps *apps, struct slice directory, void (*done)(void *user), void *user);

/* The store is open: ends what unpacks for an earlier daemon, and removes what no app needs. Installations wait until
 * then. */
void apps_files_sweep(struct apps *apps);
/* The last process of an earlier daemon has ended. */
void apps_files_leftover_gone(struct apps *apps);
