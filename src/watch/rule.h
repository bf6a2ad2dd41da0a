/* What has changed for a rule. It is reported when nothing more has changed for a while, when Git is not at work, and
 * when the changes are not those of the rule's own task. */
#pragma once

#include "base/list.h"
#include "rpc/timers.h"
#include "watch/pattern.h"

struct watch;

enum {
    WATCH_PATTERNS_MAX = 64,
    WATCH_PATHS_MAX = 64,     /* that are reported by name */
    WATCH_SEEN_MAX = 1 << 16, /* that are counted */
    WATCH_PROBLEM_SIZE = 1024,
    WATCH_ID_SIZE = 129,
};

struct watch_rule {
    struct list link; /* in watch->rules */
    struct watch *watch;
    char id[WATCH_ID_SIZE];
    struct watch_pattern patterns[WATCH_PATTERNS_MAX];
    size_t pattern_count;
    uint64_t settle_ms;
    int64_t since_ms; /* files that have changed since count; -1: none */

    size_t scans;       /* directories that are still to be read */
    size_t entries;     /* files that were read */
    size_t directories; /* that are watched */
    bool is_ready, is_gone;
    char problem[WATCH_PROBLEM_SIZE]; /* empty: none */
    struct deadline retry;

    char *paths[WATCH_PATHS_MAX];
    size_t path_count;
    uint64_t *seen; /* hashes of the paths: a table of `seen_room`, a power of two; 0: free */
    size_t seen_count, seen_room;
    bool rescanned;
    uint64_t changed_at;
    struct deadline settle;
    bool is_quiet;
    uint64_t quiet_until;
    bool is_locked;
};

struct watch_rule *watch_rule_new(struct watch *watch, struct slice id);
struct watch_rule *watch_rule_free(struct watch_rule *rule);
struct watch_rule *watch_rule_find(const struct watch *watch, struct slice id);

/* A path has changed. */
void watch_rule_changed(struct watch_rule *rule, const char *path);
/* Something has changed, and the kernel has not said what. */
void watch_rule_rescanned(struct watch_rule *rule);
/* All directories are read. */
void watch_rule_ready(struct watch_rule *rule);
/* The rule does not work. With `error`, it is tried again later; otherwise only other paths help. Its directories are
 * not watched any more: do not call this while they are walked. */
void watch_rule_fail(struct watch_rule *rule, int error, const char *path);
/* A directory that the sandbox shows was removed: the daemon starts another weir-watch. */
void watch_rule_gone(struct watch_rule *rule);
void watch_rule_quiet(struct watch_rule *rule, bool is_quiet);
