#include "watch/rule.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/list.h"
#include "base/utf8.h"
#include "contract/watcher.h"
#include "rpc/peer.h"
#include "watch/lock.h"
#include "watch/watch.h"

enum {
    RETRY_MS = 60000,
    LOCKED_LONG_MS = 60000, /* then it is a problem to tell */
    REPORTED_PATH_MAX = 4096,
    SEEN_ROOM_MIN = 64,
};

/* --- telling the daemon --- */

static void tell_state(const struct watch_rule *rule)
{
    const struct watch *watch = rule->watch;
    if (!watch->helper.daemon || peer_is_over(watch->helper.daemon))
        return;
    struct watcher_state_params params = {.rule_id = slice_of(rule->id),
                                          .ready = rule->is_ready && !rule->is_gone,
                                          .gone = rule->is_gone,
                                          .directories = (int64_t)rule->directories,
                                          .problem = slice_of(rule->problem),
                                          .problem_is = *rule->problem ? FIELD_SET : FIELD_ABSENT};
    (void)peer_notify(watch->helper.daemon, &watcher_state_method, &params);
}

/* Names of files are bytes; messages are UTF-8. */
static struct slice make_sayable(const char *path, char text[static REPORTED_PATH_MAX + 4])
{
    static const char replacement[] = "\xef\xbf\xbd";
    struct slice whole = slice_of(path);
    size_t size = 0;
    if (whole.size <= REPORTED_PATH_MAX && utf8_is_valid(whole))
        return whole;
    while (*path && size < REPORTED_PATH_MAX) {
        size_t length = 1;
        while (length <= 4 && !utf8_is_valid((struct slice){path, length}))
            length = length < 4 && path[length] ? length + 1 : 5;
        const char *from = length <= 4 ? path : replacement;
        size_t added = length <= 4 ? length : strlen(replacement);
        if (size + added > REPORTED_PATH_MAX)
            break;
        memcpy(text + size, from, added);
        size += added;
        path += length <= 4 ? length : 1;
    }
    return (struct slice){text, size};
}

static void forget_changes(struct watch_rule *rule)
{
    for (size_t i = 0; i < rule->path_count; i++)
        free(rule->paths[i]);
    free(rule->seen);
    rule->seen = NULL;
    rule->path_count = rule->seen_count = rule->seen_room = 0;
    rule->rescanned = rule->is_locked = false;
    timers_unset(&rule->watch->helper.rpc.timers, &rule->settle);
}

static void tell_changes(struct watch_rule *rule)
{
    static char texts[WATCH_PATHS_MAX][REPORTED_PATH_MAX + 4];
    struct slice paths[WATCH_PATHS_MAX];
    for (size_t i = 0; i < rule->path_count; i++)
        paths[i] = make_sayable(rule->paths[i], texts[i]);
    struct watcher_changed_params params = {
        .rule_id = slice_of(rule->id),
        .paths = {.items = paths, .count = rule->path_count},
        .count = (int64_t)rule->seen_count + (rule->rescanned ? 1 : 0),
        .rescanned = rule->rescanned,
    };
    (void)peer_notify(rule->watch->helper.daemon, &watcher_changed_method, &params);
    forget_changes(rule);
}

/* --- changes --- */

static void set_settle(struct watch_rule *rule, uint64_t delay_ms)
{
    (void)timers_set(&rule->watch->helper.rpc.timers, &rule->settle, delay_ms);
}

static bool is_ignored(const struct watch_rule *rule)
{
    return rule->is_quiet || uv_now(&rule->watch->helper.loop) < rule->quiet_until;
}

/* The deadline is not moved by each change: on_settled() looks how long ago the last one was. */
static void note_change(struct watch_rule *rule)
{
    rule->changed_at = uv_now(&rule->watch->helper.loop);
    if (rule->settle.index == 0)
        set_settle(rule, rule->settle_ms);
}

static bool insert_seen(uint64_t *seen, size_t room, uint64_t hash)
{
    for (size_t i = (size_t)hash & (room - 1);; i = (i + 1) & (room - 1)) {
        if (seen[i] == hash)
            return false;
        if (seen[i] == 0) {
            seen[i] = hash;
            return true;
        }
    }
}

static bool grow_seen(struct watch_rule *rule)
{
    size_t room = rule->seen_room ? rule->seen_room * 2 : SEEN_ROOM_MIN;
    uint64_t *seen = calloc(room, sizeof *seen);
    if (!seen)
        return false;
    for (size_t i = 0; i < rule->seen_room; i++)
        if (rule->seen[i])
            (void)insert_seen(seen, room, rule->seen[i]);
    free(rule->seen);
    rule->seen = seen;
    rule->seen_room = room;
    return true;
}

/* Whether the path is a new one. */
static bool remember(struct watch_rule *rule, const char *path)
{
    uint64_t hash = 14695981039346656037u;
    for (; *path; path++)
        hash = (hash ^ (unsigned char)*path) * 1099511628211u;
    hash += hash == 0;
    if (rule->seen_count >= WATCH_SEEN_MAX || (2 * rule->seen_count >= rule->seen_room && !grow_seen(rule)) ||
        !insert_seen(rule->seen, rule->seen_room, hash))
        return false;
    rule->seen_count++;
    return true;
}

void watch_rule_changed(struct watch_rule *rule, const char *path)
{
    if (is_ignored(rule))
        return;
    if (remember(rule, path) && rule->path_count < WATCH_PATHS_MAX) {
        rule->paths[rule->path_count] = strdup(path);
        rule->path_count += rule->paths[rule->path_count] != NULL;
    }
    note_change(rule);
}

void watch_rule_rescanned(struct watch_rule *rule)
{
    if (is_ignored(rule) || (*rule->problem && !rule->is_locked))
        return;
    rule->rescanned = true;
    note_change(rule);
}

static void on_settled(struct deadline *deadline)
{
    struct watch_rule *rule = list_member(deadline, struct watch_rule, settle);
    struct watch *watch = rule->watch;
    char lock[WATCH_PROBLEM_SIZE / 2];
    uint64_t quiet_for = uv_now(&watch->helper.loop) - rule->changed_at;
    if (quiet_for < rule->settle_ms) {
        set_settle(rule, rule->settle_ms - quiet_for);
        return;
    }
    bool was_told = rule->is_locked;
    if (watch_lock_exists(rule->paths, rule->path_count, lock, sizeof lock)) {
        if (!was_told && quiet_for > rule->settle_ms + LOCKED_LONG_MS) {
            rule->is_locked = true;
            (void)snprintf(rule->problem, sizeof rule->problem,
                           "waits until %s is gone; if no git command runs, remove it", lock);
            tell_state(rule);
        }
        set_settle(rule, watch->lock_ms);
        return;
    }
    if (was_told) {
        *rule->problem = '\0';
        tell_state(rule);
    }
    if (watch->helper.daemon && !peer_is_over(watch->helper.daemon))
        tell_changes(rule);
}

void watch_rule_gone(struct watch_rule *rule)
{
    if (rule->is_gone)
        return;
    rule->is_gone = true;
    tell_state(rule);
}

void watch_rule_quiet(struct watch_rule *rule, bool is_quiet)
{
    struct watch *watch = rule->watch;
    watch_tree_read(&watch->tree); /* what is noticed until now belongs to the time until now */
    uv_update_time(&watch->helper.loop);
    if (rule->is_quiet && !is_quiet)
        rule->quiet_until = uv_now(&watch->helper.loop) + rule->settle_ms;
    rule->is_quiet = is_quiet;
}

/* --- states --- */

void watch_rule_ready(struct watch_rule *rule)
{
    if (rule->is_ready || *rule->problem)
        return;
    rule->is_ready = true;
    rule->since_ms = -1;
    tell_state(rule);
}

static void explain(char problem[static WATCH_PROBLEM_SIZE], int error, const char *path, uint64_t entries_max)
{
    if (error == -ENOSPC)
        (void)snprintf(problem, WATCH_PROBLEM_SIZE,
                       "the limit of watched directories is reached; raise fs.inotify.max_user_watches with sysctl, "
                       "or name fewer directories");
    else if (error == -EMFILE || error == -ENFILE)
        (void)snprintf(problem, WATCH_PROBLEM_SIZE,
                       "the limit of inotify instances or open files is reached; raise fs.inotify.max_user_instances "
                       "with sysctl");
    else if (error == -ENOBUFS)
        (void)snprintf(problem, WATCH_PROBLEM_SIZE, "more than %d directories; name fewer of them", WATCH_NODES_MAX);
    else if (error == -E2BIG)
        (void)snprintf(problem, WATCH_PROBLEM_SIZE,
                       "the paths stand for more than %llu files; name fewer directories, or use * instead of **",
                       (unsigned long long)entries_max);
    else
        (void)snprintf(problem, WATCH_PROBLEM_SIZE, "cannot watch %.400s: %s", path, strerror(-error));
}

void watch_rule_fail(struct watch_rule *rule, int error, const char *path)
{
    struct watch *watch = rule->watch;
    char text[REPORTED_PATH_MAX + 4];
    struct slice sayable = make_sayable(path, text);
    char place[401];
    (void)snprintf(place, sizeof place, "%.*s", SLICE_ARG(utf8_cut(sayable, sizeof place - 1)));
    explain(rule->problem, error, place, watch->entries_max);
    rule->is_ready = false;
    watch_tree_remove(&watch->tree, rule);
    forget_changes(rule);
    tell_state(rule);
    if (error != -E2BIG && error != -ENOBUFS)
        (void)timers_set(&watch->helper.rpc.timers, &rule->retry, RETRY_MS);
}

static void on_retry(struct deadline *deadline)
{
    struct watch_rule *rule = list_member(deadline, struct watch_rule, retry);
    *rule->problem = '\0';
    watch_tree_add(&rule->watch->tree, rule);
}

/* --- lifetime --- */

struct watch_rule *watch_rule_find(const struct watch *watch, struct slice id)
{
    for (struct list *link = watch->rules.next; link != &watch->rules; link = link->next) {
        struct watch_rule *rule = list_member(link, struct watch_rule, link);
        if (slice_is(id, rule->id))
            return rule;
    }
    return NULL;
}

struct watch_rule *watch_rule_new(struct watch *watch, struct slice id)
{
    struct watch_rule *rule = calloc(1, sizeof *rule);
    if (!rule)
        return NULL;
    rule->watch = watch;
    rule->since_ms = -1;
    rule->settle.expired = on_settled;
    rule->retry.expired = on_retry;
    (void)snprintf(rule->id, sizeof rule->id, "%.*s", SLICE_ARG(id));
    list_append(&watch->rules, &rule->link);
    watch->rule_count++;
    return rule;
}

struct watch_rule *watch_rule_free(struct watch_rule *rule)
{
    if (!rule)
        return NULL;
    watch_tree_remove(&rule->watch->tree, rule);
    forget_changes(rule);
    timers_unset(&rule->watch->helper.rpc.timers, &rule->retry);
    for (size_t i = 0; i < rule->pattern_count; i++)
        watch_pattern_clear(&rule->patterns[i]);
    list_remove(&rule->link);
    rule->watch->rule_count--;
    free(rule);
    return NULL;
}
