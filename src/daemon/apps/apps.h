/* Installed apps: their files, what they were granted, and their connections.
 *
 * Each app has a row, which names the directory in STATE/apps that has the files of its current version. A directory
 * that no row names is left over, and removed.
 *
 *     list.c         apps:list */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "base/slice.h"
#include "contract/apps_types.h"
#include "daemon/audit/audit.h"
#include "daemon/process/process.h"
#include "daemon/resolve/resolve.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"
#include "daemon/store/store.h"
#include "daemon/work/work.h"
#include "rpc/rpc.h"

struct call;

struct apps {
    struct store *store;
    struct audit *audit;
    struct session_keeper *sessions;
    struct process_table *processes;
    struct resolver *resolver;
    struct sandbox_facts *sandbox;
    struct work_pool *work;
    struct rpc *rpc;
    int state_fd;
    const char *state_dir;
    void (*emptied)(void *user); /* nothing is being installed any more */
    void *user;

    bool closed; /* the daemon stops */
};

/* See daemon/concern.c. */
struct apps *apps_of(const struct call *call);

/* The caller fills in what the apps depend on before this. */
void apps_init(struct apps *apps);
/* The store is open. */
void apps_open(struct apps *apps);
/* The daemon stops. */
void apps_stop(struct apps *apps);
void apps_clear(struct apps *apps);
