/* Installing an app. The steps, each of which ends in the next one or in install_fail():
 *
 *     open       a resolver thread opens the archive, which may be anywhere
 *     wait       for an earlier installation to end
 *     unpack     weir-unpack, under a jail, writes STATE/apps/new_… (unpack.c)
 *     check      a work thread reads what was written, and the manifest; then renames the directory to app_… (accept.c)
 *     store      the row of the app names the new directory: from then on this is the app
 *
 * A directory that no row names is removed: after a failure by apps_files_remove(), after a crash by
 * apps_files_sweep(). */
#pragma once

#include "base/arena.h"
#include "base/id.h"
#include "contract/errors.h"
#include "contract/unpacker_types.h"
#include "daemon/apps/apps.h"
#include "daemon/apps/check.h"
#include "daemon/apps/manifest.h"
#include "daemon/process/service.h"
#include "daemon/store/apps.h"

enum {
    INSTALLS_MAX = 64,          /* at a time */
    INSTALLS_AT_WORK = 2,       /* the others wait */
    INSTALL_UNPACK_MS = 300000, /* for weir-unpack */
};

struct apps_installing {
    struct list link; /* in apps->installs */
    struct apps *apps;
    struct call *call; /* deferred and held */
    bool grant;
    bool at_work; /* not waiting */
    struct arena arena;
    int archive_fd;
    char directory[ID_SIZE]; /* in STATE/apps; empty: there is none */

    struct service service; /* weir-unpack */
    bool has_answered;

    struct work_job job; /* accepts what was unpacked */
    struct store_app app;
    struct store_change change;
    struct store_app before; /* the version that is replaced, if is_update */
    bool is_update;
    bool is_same_version;
    struct apps_check check; /* of the files of that version, if it is the same one */
    struct slice broken;     /* its directory, if its files are not what was installed; empty: not checked */
    struct audit_note actor;
    char client[AUDIT_CLIENT_MAX];

    /* Why it has failed: */
    bool failed;
    enum error_id error;
    enum unpacker_refusal reason;          /* of ERROR_ARCHIVE_REFUSED */
    char message[1024], entry[1024];       /* entry: printable; empty: none */
    char old_version[65], new_version[65]; /* of ERROR_APP_NOT_NEWER */
};

/* Notes why, unless it has failed before. */
void apps_install_refuse(struct apps_installing *install, enum error_id error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void apps_install_refuse_archive(struct apps_installing *install, enum unpacker_refusal reason, struct slice message,
                                 struct slice entry);
/* The same for a negative errno from the state directory. */
void apps_install_refuse_disk(struct apps_installing *install, const char *what, int status);

/* Removes what was unpacked if it has failed, then answers the call and frees it. */
void apps_install_end(struct apps_installing *install);

/* Frees it without an answer, at the end of the daemon. */
void apps_install_leave(struct apps_installing *install);

/* A sweep or another installation has ended: the next ones begin. */
void apps_installs_go_on(struct apps *apps);

/* --- unpack.c --- */

/* Goes on with apps_install_accept(), or apps_install_end() if it has failed. Negative: it has failed at once; its
 * owner ends it. */
int apps_install_unpack(struct apps_installing *install);
/* The daemon stops: ends weir-unpack. */
void apps_install_stop(struct apps_installing *install);

/* For the kind of apps->leftover, and for its processes: weir-unpack of an earlier daemon. */
void apps_unpack_leftover_init(struct apps *apps);
void apps_unpack_found(void *apps, const char *id, const struct executor_record *record);

/* --- accept.c --- */

/* Goes on with apps_install_store(), or apps_install_end() if it has failed. */
void apps_install_accept(struct apps_installing *install);

/* --- commit.c --- */

void apps_install_store(struct apps_installing *install);
