/* weir-watch: notices changes of files for rules of automation.
 *
 * The daemon starts it under a jail, is its only client (EXECUTOR_SOCKET), and says which paths each rule is about. Its
 * sandbox shows these paths read-only, and no network.
 *
 *     link       the daemon: watcher.set, watcher.remove, watcher.quiet
 *     rule       what has changed for a rule, and when it has settled
 *     tree       the watched directories (inotify), and their changes
 *     scan       reads directories, to find those below them
 *     pattern    paths with wildcards
 *     lock       whether Git is working in a repository */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "base/list.h"
#include "helper/helper.h"
#include "watch/tree.h"

struct call;

struct watch {
    struct helper helper;
    uint64_t lock_ms;     /* between looks at a lock of Git */
    uint64_t entries_max; /* files that are read for a rule */
    uint64_t gone_ms;     /* between looks whether what the sandbox shows is gone */
    struct list rules;    /* struct watch_rule */
    size_t rule_count;
    struct watch_tree tree;
};

struct watch *watch_of(const struct call *call);

/* --- run.c --- */

/* Returns 0; 1: nothing is left to do (--help); or a negated exit code. */
int watch_configure(struct watch *watch, int argc, char **argv);
/* Returns a negated exit code, or 0. */
int watch_run(struct watch *watch);
void watch_clear(struct watch *watch);
