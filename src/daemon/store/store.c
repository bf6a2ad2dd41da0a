/* The loop's side of the store: queues work for both threads, and delivers the results. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/store/internal.h"

/* The memory for lines that a group keeps. More is freed, since large groups are rare. */
enum { GROUP_KEPT = 1 << 20 };

/* --- results of the writer --- */

static void hand_query(struct store *store, struct store_query *query);

/* Queues the reads that waited for a change which is now done. */
static void release_queries(struct store *store)
{
    struct store_query *query = store->waiting;
    store->waiting = NULL;
    store->waiting_end = &store->waiting;
    while (query) {
        struct store_query *next = query->next;
        hand_query(store, query);
        query = next;
    }
}

/* Calls back in this order: responses, events, confirmations. */
static void finish_changes(struct store *store, struct store_group *group)
{
    struct store_change *confirm = NULL, **confirm_end = &confirm;
    (void)fault_point("store.before_answer");
    for (struct store_change *change = group->changes, *next; change; change = next) {
        next = change->next;
        change->next = NULL;
        if (change->confirmed) {
            *confirm_end = change;
            confirm_end = &change->next;
        }
        change->done(change);
    }
    (void)fault_point("store.before_push");
    store->position.last = group->last_seq;
    store->position.first = group->first_seq;
    if (group->batch.count > 0)
        store->options.events(store->options.user, group->batch.events, group->batch.count);
    (void)fault_point("confirm.before_send");
    for (struct store_change *change = confirm, *next; change; change = next) {
        next = change->next;
        change->confirmed(change);
    }
    if (group->last_ticket > 0)
        store->done_ticket = group->last_ticket;
    release_queries(store);
}

static struct store_change *take_changes(struct store *store)
{
    struct store_change *changes = store->changes;
    store->changes = NULL;
    store->changes_end = &store->changes;
    return changes;
}

/* The writer has ended. */
static void fail_changes(struct store *store, struct store_change *changes)
{
    struct store_group rest = {.changes = changes};
    rest.first_seq = store->position.first;
    rest.last_seq = store->position.last;
    for (struct store_change *change = changes; change; change = change->next) {
        change->status = -ECANCELED;
        change->failed = true;
    }
    finish_changes(store, &rest);
}

/* The reader has ended. */
static void fail_query(struct store *store, struct store_query *query)
{
    store->reading_count--;
    query->status = -ECANCELED;
    query->failed = true;
    query->done(query);
}

static struct store_query *take_waiting(struct store *store)
{
    struct store_query *query = store->waiting;
    if (query)
        store->waiting = query->next;
    if (!store->waiting)
        store->waiting_end = &store->waiting;
    return query;
}

static struct store_query *take_search(struct store *store)
{
    struct store_query *query = store->searches;
    if (query)
        store->searches = query->next;
    if (!store->searches)
        store->searches_end = &store->searches;
    return query;
}

/* Fails work that was queued too late, and work that its callbacks queue. */
static void fail_rest(struct store *store)
{
    struct store_query *query;
    do {
        if (store->changes)
            fail_changes(store, take_changes(store));
        query = store_lanes_take(&store->queries);
        if (!query)
            query = take_waiting(store);
        if (!query)
            query = take_search(store);
        if (query)
            fail_query(store, query);
    } while (store->changes || query);
}

static void on_wakeup_closed(void *user)
{
    struct store *store = user;
    void (*closed)(void *) = store->closed;
    void *closed_user = store->closed_user;
    fail_rest(store);
    for (unsigned i = 0; i < STORE_GROUPS; i++)
        store_batch_clear(&store->groups[i].batch);
    (void)pthread_mutex_destroy(&store->lock);
    (void)pthread_cond_destroy(&store->writer_wakes);
    (void)pthread_cond_destroy(&store->reader_wakes);
    (void)pthread_cond_destroy(&store->searcher_wakes);
    free(store->path);
    *store = (struct store){0};
    if (closed)
        closed(closed_user);
}

static void end_threads(struct store *store)
{
    if (store->writer_runs)
        (void)pthread_join(store->writer, NULL);
    if (store->reader_runs)
        (void)pthread_join(store->reader, NULL);
    if (store->has_searcher)
        (void)pthread_join(store->searcher, NULL);
    store->writer_runs = store->reader_runs = false;
    wakeup_close(&store->wakeup, on_wakeup_closed);
}

static void finish_group(struct store *store, struct store_group *group)
{
    bool was_well = store->state == STORE_WORKS || store->state == STORE_OPENING;
    if (group->state != STORE_WORKS && was_well)
        log_error("store: %s", group->problem);
    else if (group->state == STORE_WORKS && !was_well)
        log_info("store: writes succeed again");
    store->state = group->state;
    memcpy(store->problem, group->problem, sizeof store->problem);
    if (group->what == STORE_OPENED) {
        memcpy(store->position.epoch, group->epoch, sizeof store->position.epoch);
        store->position.first = group->first_seq;
        store->position.last = group->last_seq;
        memcpy(store->loss, store->found_loss, sizeof store->loss);
        store->options.opened(store->options.user, group->status);
        if (group->status == 0 && store->unclean && !store->closes)
            store_check_by_itself(store);
    } else if (group->what == STORE_CHANGED) {
        finish_changes(store, group);
    }
}

static struct store_query *take_answers(struct store *store)
{
    (void)pthread_mutex_lock(&store->lock);
    struct store_query *answers = store->answers;
    store->answers = NULL;
    store->answers_end = &store->answers;
    (void)pthread_mutex_unlock(&store->lock);
    return answers;
}

static void finish_queries(struct store *store, struct store_query *query)
{
    while (query) {
        struct store_query *next = query->next;
        store->reading_count--;
        query->done(query);
        query = next;
    }
}

/* Delivers one group per turn of the loop, so that output is flushed and other work is done in between. Returns
 * true once the store is closed. */
static bool finish_next_group(struct store *store)
{
    (void)pthread_mutex_lock(&store->lock);
    struct store_group *group = store->group_count > 0 ? &store->groups[store->group_first] : NULL;
    (void)pthread_mutex_unlock(&store->lock);
    if (!group)
        return false;
    bool last = group->what == STORE_CLOSED;
    finish_group(store, group);
    if (group->batch.text.capacity > GROUP_KEPT)
        store_batch_clear(&group->batch);
    (void)pthread_mutex_lock(&store->lock);
    store->group_first = (store->group_first + 1) % STORE_GROUPS;
    store->group_count--;
    bool more = store->group_count > 0;
    (void)pthread_cond_signal(&store->writer_wakes);
    (void)pthread_mutex_unlock(&store->lock);
    if (more)
        wakeup_ring(&store->wakeup);
    return last;
}

/* Takes results of the reader first, but delivers them after the group. The reader starts only after
 * STORE_OPENED was sent, so the loop always handles that before any result. */
static void on_wakeup(void *user)
{
    struct store *store = user;
    struct store_query *answers = take_answers(store);
    bool closed = finish_next_group(store);
    finish_queries(store, answers);
    if (closed) {
        finish_queries(store, take_answers(store));
        end_threads(store);
    }
}

/* --- queueing work --- */

uint64_t store_write(struct store *store, struct store_change *change)
{
    change->ticket = ++store->ticket;
    change->next = NULL;
    change->status = 0;
    change->failed = false;
    (void)pthread_mutex_lock(&store->lock);
    bool wake = store->writer_is_idle || !change->lazy; /* otherwise the writer will take it soon anyway */
    *store->changes_end = change;
    store->changes_end = &change->next;
    store->urgent = store->urgent || !change->lazy;
    if (wake)
        (void)pthread_cond_signal(&store->writer_wakes);
    (void)pthread_mutex_unlock(&store->lock);
    return change->ticket;
}

/* Queues a query for the reader, or until the change that it waits for is done. */
static void hand_query(struct store *store, struct store_query *query)
{
    query->next = NULL;
    if (query->after > store->done_ticket) {
        *store->waiting_end = query;
        store->waiting_end = &query->next;
        return;
    }
    (void)pthread_mutex_lock(&store->lock);
    store_lanes_add(&store->queries, query);
    (void)pthread_cond_signal(&store->reader_wakes);
    (void)pthread_mutex_unlock(&store->lock);
}

void store_read(struct store *store, struct store_query *query)
{
    query->status = 0;
    query->failed = false;
    store->reading_count++;
    hand_query(store, query);
}

bool store_is_idle(const struct store *store)
{
    return store->done_ticket == store->ticket && store->reading_count == 0;
}

const struct store_position *store_position(const struct store *store)
{
    return &store->position;
}

/* --- state --- */

static void forbid_writing(struct store *store, const char *how_it_shows, const char *advice, bool moved)
{
    (void)pthread_mutex_lock(&store->lock);
    bool known = store->damaged || store->moved;
    if (!known)
        (void)snprintf(store->damage, sizeof store->damage, "%s: %s, so writing is disabled; %s", store->path,
                       how_it_shows, advice);
    store->damaged = store->damaged || !moved;
    store->moved = store->moved || moved;
    (void)pthread_mutex_unlock(&store->lock);
    if (!known)
        log_error("store: %s", store->damage);
}

void store_forbid_writing(struct store *store, const char *how_it_shows)
{
    forbid_writing(store, how_it_shows, "stop the daemon, move the file away and restore a backup", false);
}

/* A directory may have been moved away and back. */
static void allow_writing(struct store *store)
{
    (void)pthread_mutex_lock(&store->lock);
    bool again = store->moved && !store->damaged;
    store->moved = false;
    (void)pthread_mutex_unlock(&store->lock);
    if (again)
        log_info("store: its files are back");
}

void store_watch_files(struct store *store, struct store_files *files)
{
    char change[128], advice[160];
    enum store_found found = store_check_identity(store, files, change, sizeof change);
    if (found == STORE_FOUND) {
        allow_writing(store);
        return;
    }
    (void)snprintf(advice, sizeof advice,
                   "put it back, or copy what the daemon still has open from /proc/%d/fd before you stop it",
                   (int)getpid());
    forbid_writing(store, change, advice, found == STORE_MOVED);
}

bool store_is_damaged(const struct store *store)
{
    pthread_mutex_t *lock = (pthread_mutex_t *)&store->lock;
    (void)pthread_mutex_lock(lock);
    bool damaged = store->damaged || store->moved;
    (void)pthread_mutex_unlock(lock);
    return damaged;
}

enum store_state store_look(const struct store *store, const char **ret_problem)
{
    bool damaged = store_is_damaged(store) && store->state != STORE_BROKEN;
    *ret_problem = damaged ? store->damage : store->problem;
    return damaged ? STORE_READ_ONLY : store->state;
}

const char *store_loss(const struct store *store)
{
    return store->loss[0] ? store->loss : NULL;
}

bool store_is_being_checked(const struct store *store)
{
    return store->own_check_runs;
}

const char *store_path(const struct store *store)
{
    return store->path;
}

struct store_numbers store_count(const struct store *store)
{
    return (struct store_numbers){.commits = atomic_load(&store->commits),
                                  .changes = atomic_load(&store->change_count)};
}

/* --- lifetime --- */

static int start_threads(struct store *store)
{
    int error = pthread_create(&store->writer, NULL, store_writer_main, store);
    if (error != 0)
        return -error;
    store->writer_runs = true;
    error = pthread_create(&store->reader, NULL, store_reader_main, store);
    if (error != 0) { /* the writer must not wait for the reader on closing */
        (void)pthread_mutex_lock(&store->lock);
        store->reader_ended = true;
        (void)pthread_mutex_unlock(&store->lock);
        return -error;
    }
    store->reader_runs = true;
    return 0;
}

/* Resolves symbolic links in the directory, because a home directory may be behind one. With
 * SQLITE_OPEN_NOFOLLOW, SQLite refuses links in any part of the path. */
static char *without_links(const char *path)
{
    char *resolved = NULL;
    const char *slash = strrchr(path, '/');
    autofree char *directory = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup("./");
    autofree char *real = directory ? realpath(directory, NULL) : NULL;
    if (!real) /* opening reports the reason */
        return strdup(path);
    return asprintf(&resolved, "%s/%s", real, slash ? slash + 1 : path) < 0 ? NULL : resolved;
}

struct store *store_new(void)
{
    return calloc(1, sizeof(struct store));
}

struct store *store_free(struct store *store)
{
    free(store);
    return NULL;
}

bool store_is_open(const struct store *store)
{
    return store->is_there && !store->closes;
}

bool store_is_closed(const struct store *store)
{
    return !store->is_there;
}

int store_open(struct store *store, const struct store_options *options)
{
    /* Disables SQLite's memory statistics, which take a lock for each allocation. Has no effect for a second
     * store of the process, where it is already disabled. */
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    store->options = *options;
    store->path = without_links(options->path);
    store->changes_end = &store->changes;
    store->answers_end = &store->answers;
    store->waiting_end = &store->waiting;
    store->searches_end = &store->searches;
    pthread_condattr_t monotonic;
    (void)pthread_condattr_init(&monotonic);
    (void)pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&store->lock, NULL);
    (void)pthread_cond_init(&store->writer_wakes, &monotonic);
    (void)pthread_cond_init(&store->reader_wakes, &monotonic);
    (void)pthread_cond_init(&store->searcher_wakes, &monotonic);
    (void)pthread_condattr_destroy(&monotonic);
    int r = store->path ? wakeup_open(&store->wakeup, options->loop, on_wakeup, store) : -ENOMEM;
    if (r < 0) {
        free(store->path);
        *store = (struct store){0};
        return r;
    }
    store->is_there = true;
    r = start_threads(store);
    if (r < 0)
        store_close(store, NULL, NULL);
    return r;
}

void store_close_threads(struct store *store)
{
    (void)pthread_mutex_lock(&store->lock);
    store->closing = true;
    (void)pthread_cond_broadcast(&store->writer_wakes);
    (void)pthread_cond_broadcast(&store->reader_wakes);
    (void)pthread_cond_broadcast(&store->searcher_wakes);
    (void)pthread_mutex_unlock(&store->lock);
    if (!store->writer_runs)
        end_threads(store);
}

/* The writer must close the file last: the last connection deletes the write-ahead log. */
void store_close(struct store *store, void (*closed)(void *user), void *user)
{
    store->closed = closed;
    store->closed_user = user;
    store->closes = true;
    store->close_waits = store->job || store->own_check_runs;
    if (store->job)
        store_job_stop(store->job);
    if (store->own_check_runs)
        store_job_stop(&store->own_check);
    if (!store->close_waits)
        store_close_threads(store);
}
