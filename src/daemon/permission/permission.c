/* The beginning and the end: what the store has of rules and of requests that wait. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/executor/executor.h"
#include "daemon/permission/internal.h"
#include "daemon/task/task.h"

enum { LOAD_BYTES = 1 << 30, SCRATCH_BYTES = 64 << 20, AGAIN_MS = 1000 };

struct permission_loaded {
    struct arena arena;
    struct store_rules rules;
    struct store_permissions waiting;
};

static void on_client_closed(struct client *client)
{
    if (client->approves)
        permission_approver_left(permissions_of(client->daemon));
}

static int on_client_taken(struct client *client, const struct handover_client *state)
{
    (void)state;
    permissions_of(client->daemon)->approvers += client->approves;
    return 0;
}

static void on_session_over(void *user, struct slice session_id)
{
    permission_session_over(user, session_id);
}

static void on_executor_back(void *user, struct slice task_id)
{
    permission_executor_back(user, task_id);
}

static void on_flush(void *user)
{
    permission_flush(user);
}

void permission_init(struct permissions *permissions, struct clients *clients, struct session_keeper *sessions,
                     struct task_queue *tasks, struct executor_pool *executors)
{
    const char *home = getenv("HOME");
    permissions->scratch = (struct arena)ARENA_LIMITED(SCRATCH_BYTES);
    permissions->text = (struct buf)BUF_LIMITED(SCRATCH_BYTES);
    permissions->home = strdup(home && *home == '/' ? home : "");
    list_init(&permissions->waits);
    list_init(&permissions->over);
    list_init(&permissions->lookups);
    list_init(&permissions->held);
    list_init(&permissions->rules.used);
    permissions->part = (struct client_part){.closed = on_client_closed, .take = on_client_taken};
    client_add_part(clients, &permissions->part);
    permissions->watcher = (struct session_watcher){.user = permissions, .over = on_session_over};
    session_add_watcher(sessions, &permissions->watcher);
    tasks->hooks.permissions = permissions;
    tasks->hooks.flush = on_flush;
    executors->hooks.permissions = permissions;
    executors->hooks.back = on_executor_back;
    executors->hooks.ask_again = permission_ask_again;
}

static void loaded_free(struct permission_loaded *loaded)
{
    if (!loaded)
        return;
    arena_clear(&loaded->arena);
    free(loaded);
}

void permission_clear(struct permissions *permissions)
{
    if (!permissions->waits.next) /* it was never begun */
        return;
    while (!list_is_empty(&permissions->waits))
        (void)permission_wait_free(list_member(permissions->waits.next, struct permission_wait, link));
    while (!list_is_empty(&permissions->over))
        (void)permission_wait_free(list_member(permissions->over.next, struct permission_wait, link));
    timers_unset(&permissions->rpc->timers, &permissions->again);
    permission_lookup_clear(permissions);
    permission_rules_clear(&permissions->rules);
    permission_record_clear(permissions);
    arena_clear(&permissions->scratch);
    buf_clear(&permissions->text);
    free(permissions->home);
    permissions->home = NULL;
}

/* --- loading ---------------------------------------------------------------------------- */

static int find(struct store_change *change, struct store_tx *tx)
{
    struct permissions *permissions = list_member(change, struct permissions, loading);
    struct permission_loaded *loaded = permissions->loaded;
    arena_reset(&loaded->arena);
    loaded->rules = (struct store_rules){0};
    loaded->waiting = (struct store_permissions){0};
    int r = fault_point("permission.load");
    if (r == 0)
        r = store_rule_list(tx, NULL, clock_epoch_ms(), &loaded->arena, &loaded->rules);
    if (r == 0 && loaded->rules.unreadable > 0) /* it may be one that denies */
        r = -EBADMSG;
    return r < 0 ? r : store_permission_pending(tx, 0, &loaded->arena, &loaded->waiting);
}

/* A rule that denies must not be lost: without it nothing is decided. Where paths lead is looked up elsewhere. */
static int take_rules(struct permissions *permissions, const struct store_rules *found)
{
    struct permission_rules rules;
    char problem[256];
    int r = permission_rules_init(&rules, slice_of(permissions->home));
    for (size_t i = 0; i < found->count && r == 0; i++) {
        r = permission_rules_put(&rules, &found->items[i], NULL, problem);
        if (r == -EINVAL) {
            log_error("permission: rule %.*s does not count: %s", SLICE_ARG(found->items[i].id), problem);
            r = 0;
        }
    }
    if (r < 0) {
        permission_rules_clear(&rules);
        return r;
    }
    permission_rules_move(&permissions->rules, &rules);
    r = permission_lookup(permissions, found->items, found->count);
    if (r < 0)
        permission_rules_clear(&permissions->rules);
    return r;
}

/* One that cannot be kept must not be forgotten either: all are read again, and until then nothing is decided. */
void permission_rule_made(struct permissions *permissions, const struct permission_rule *rule,
                          const struct judge_places *places)
{
    char problem[256];
    if (!permissions->rules.judge) /* they are still to be read, this one with them */
        return;
    int r = permission_rules_put(&permissions->rules, rule, places, problem);
    if (r == 0)
        return;
    log_error("permission: rule %.*s cannot be kept: %s", SLICE_ARG(rule->id), *problem ? problem : strerror(-r));
    permission_rules_clear(&permissions->rules);
    permission_load(permissions);
}

static int take_waiting(struct permissions *permissions, const struct store_permission *row)
{
    struct task_ids place = {row->task_no, row->session_no, row->record.task_id, row->record.session_id};
    if (permission_wait_find(permissions, row->record.id))
        return 0;
    struct permission_wait *wait = permission_wait_new(permissions, &place, row);
    if (!wait)
        return -ENOMEM;
    wait->stored = true;
    permission_wait_watch(wait);
    return 0;
}

static void on_again(struct deadline *deadline)
{
    struct permissions *permissions = list_member(deadline, struct permissions, again);
    permission_load(permissions);
}

static void on_loaded(struct store_change *change)
{
    struct permissions *permissions = list_member(change, struct permissions, loading);
    struct permission_loaded *loaded = permissions->loaded;
    int r = change->status;
    permissions->loaded = NULL;
    permissions->loads = false;
    for (size_t i = 0; r == 0 && i < loaded->waiting.count; i++)
        r = take_waiting(permissions, &loaded->waiting.items[i]);
    if (r == 0)
        r = take_rules(permissions, &loaded->rules);
    if (r == 0 && permissions->approvers > 0)
        permission_approver_heard(permissions);
    if (r == 0 && loaded->waiting.count > 0) {
        log_info("permission: %zu requests wait for an answer", loaded->waiting.count);
        permission_show_all(permissions);
    }
    loaded_free(loaded);
    if (r < 0) {
        log_error("permission: rules and requests cannot be read, and nothing is allowed: %s", strerror(-r));
        permissions->again.expired = on_again;
        (void)timers_set(&permissions->rpc->timers, &permissions->again, AGAIN_MS);
    }
}

void permission_load(struct permissions *permissions)
{
    if (permissions->rules.judge || permissions->loads || !store_is_open(permissions->store))
        return;
    permissions->loaded = calloc(1, sizeof *permissions->loaded);
    if (!permissions->loaded) {
        permissions->again.expired = on_again;
        (void)timers_set(&permissions->rpc->timers, &permissions->again, AGAIN_MS);
        return;
    }
    permissions->loaded->arena = (struct arena)ARENA_LIMITED(LOAD_BYTES);
    permissions->loads = true;
    permissions->loading = (struct store_change){.apply = find, .done = on_loaded, .lazy = true};
    (void)store_write(permissions->store, &permissions->loading);
}
