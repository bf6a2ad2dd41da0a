/* Installed apps: their files, what they were granted, and their connections.
 *
 * Each app has a row, which names the directory in STATE/apps that has the files of its current version. A directory
 * that no row names is left over, and removed.
 *
 *     list.c         apps:list
 *     install.c, unpack.c, accept.c, commit.c   apps:install (install.h)
 *     manifest.c, version.c   what a manifest says
 *     tree.c, files.c   the files on the disk
 *     file.c         apps.file
 *     grant.c, remove.c   apps.grant, apps:remove
 *     events.c       event.appsChanged, and the audit log
 *     connections.c  apps.open, and the connections of apps
 *     handover.c     daemon.restart
 *     read.c         cowork:read, what apps may read
 *     local_time.c   the time, for apps
 *     tools.c        tools of MCP servers for apps */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/id.h"
#include "base/list.h"
#include "base/slice.h"
#include "contract/apps_types.h"
#include "daemon/audit/audit.h"
#include "daemon/executor/executor.h"
#include "daemon/process/process.h"
#include "daemon/process/service.h"
#include "daemon/resolve/resolve.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"
#include "daemon/store/store.h"
#include "daemon/work/work.h"
#include "rpc/handover_part.h"
#include "rpc/rpc.h"

struct call;

enum { APPS_ID_MAX = 64 };

/* Queues of the work pool (work_job.session). An installation hashes and syncs up to 256 MiB; nobody who reads a file
 * of another app waits for that. */
enum { APPS_QUEUE_READ = -1, APPS_QUEUE_CHANGE = -2 };

struct apps {
    struct store *store;
    struct audit *audit;
    struct session_keeper *sessions;
    struct process_table *processes;
    struct executor_pool *executors;
    struct resolver *resolver;
    struct sandbox_facts *sandbox;
    struct work_pool *work;
    struct rpc *rpc;
    int state_fd;
    const char *state_dir;
    void (*emptied)(void *user); /* nothing is being installed any more */
    void *user;

    bool closed; /* the daemon stops */

    struct list installs; /* struct apps_installing: what is being installed */
    size_t install_count, installs_at_work;
    bool sweeping;           /* files that no app needs are being removed; installations wait */
    struct service leftover; /* weir-unpack of an earlier daemon, until it has ended */
    struct id_source ids;    /* of directories */

    struct list running; /* struct apps_running: the apps with a connection */
    size_t connections;  /* of all apps */
    uint64_t last_running;
    bool frozen; /* another program is about to take over */
};

/* See daemon/concern.c. */
struct apps *apps_of(const struct call *call);

/* The caller fills in what the apps depend on before this. */
void apps_init(struct apps *apps);
/* The store is open. */
void apps_start(struct apps *apps);
/* The daemon stops. */
void apps_stop(struct apps *apps);
/* Whether nothing is being installed. `emptied` is called when that is so. */
bool apps_is_at_rest(const struct apps *apps);
void apps_clear(struct apps *apps);

/* --- connections.c --- */

/* Whether the app has a connection: its status is running. */
bool apps_is_running(const struct apps *apps, struct slice app_id);

/* The app was removed: closes its connections at once. `reason` must be a constant. On the loop thread, after the
 * change was stored; an apps.open of an earlier change has its connection by then. */
void apps_disconnect(struct apps *apps, struct slice app_id, const char *reason);

/* Whether the app that makes the call has said initialize on this connection. */
bool *apps_initialized_of(const struct call *call);

extern const struct handover_part apps_handover;
