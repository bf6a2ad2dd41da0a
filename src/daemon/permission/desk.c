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
        permission_approver_left(permission_desk_of(client->daemon));
}

static int on_client_taken(struct client *client, const struct handover_client *state)
{
    (void)state;
    permission_desk_of(client->daemon)->approvers += client->approves;
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

void permission_init(struct permission_desk *desk, struct clients *clients, struct session_keeper *sessions,
                     struct task_queue *tasks, struct executor_pool *executors)
{
    const char *home = getenv("HOME");
    desk->scratch = (struct arena)ARENA_LIMITED(SCRATCH_BYTES);
    desk->text = (struct buf)BUF_LIMITED(SCRATCH_BYTES);
    desk->home = strdup(home && *home == '/' ? home : "");
    list_init(&desk->waits);
    list_init(&desk->over);
    list_init(&desk->lookups);
    list_init(&desk->held);
    list_init(&desk->rules.used);
    desk->part = (struct client_part){.closed = on_client_closed, .take = on_client_taken};
    client_add_part(clients, &desk->part);
    desk->watcher = (struct session_watcher){.user = desk, .over = on_session_over};
    session_add_watcher(sessions, &desk->watcher);
    tasks->hooks.permissions = desk;
    tasks->hooks.flush = on_flush;
    executors->hooks.permissions = desk;
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

void permission_clear(struct permission_desk *desk)
{
    if (!desk->waits.next) /* it was never begun */
        return;
    while (!list_is_empty(&desk->waits))
        (void)permission_wait_free(list_member(desk->waits.next, struct permission_wait, link));
    while (!list_is_empty(&desk->over))
        (void)permission_wait_free(list_member(desk->over.next, struct permission_wait, link));
    timers_unset(&desk->rpc->timers, &desk->again);
    permission_lookup_clear(desk);
    permission_rules_clear(&desk->rules);
    permission_record_clear(desk);
    arena_clear(&desk->scratch);
    buf_clear(&desk->text);
    free(desk->home);
    desk->home = NULL;
}

/* --- loading ---------------------------------------------------------------------------- */

static int find(struct store_change *change, struct store_tx *tx)
{
    struct permission_desk *desk = list_member(change, struct permission_desk, loading);
    struct permission_loaded *loaded = desk->loaded;
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
static int take_rules(struct permission_desk *desk, const struct store_rules *found)
{
    struct permission_rules rules;
    char problem[256];
    int r = permission_rules_init(&rules, slice_of(desk->home));
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
    permission_rules_move(&desk->rules, &rules);
    r = permission_lookup(desk, found->items, found->count);
    if (r < 0)
        permission_rules_clear(&desk->rules);
    return r;
}

/* One that cannot be kept must not be forgotten either: all are read again, and until then nothing is decided. */
void permission_rule_made(struct permission_desk *desk, const struct permission_rule *rule,
                          const struct judge_places *places)
{
    char problem[256];
    if (!desk->rules.judge) /* they are still to be read, this one with them */
        return;
    int r = permission_rules_put(&desk->rules, rule, places, problem);
    if (r == 0)
        return;
    log_error("permission: rule %.*s cannot be kept: %s", SLICE_ARG(rule->id), *problem ? problem : strerror(-r));
    permission_rules_clear(&desk->rules);
    permission_load(desk);
}

static int take_waiting(struct permission_desk *desk, const struct store_permission *row)
{
    struct task_place place = {row->task_no, row->session_no, row->record.task_id, row->record.session_id};
    if (permission_wait_find(desk, row->record.id))
        return 0;
    struct permission_wait *wait = permission_wait_new(desk, &place, row);
    if (!wait)
        return -ENOMEM;
    wait->stored = true;
    permission_wait_watch(wait);
    return 0;
}

static void on_again(struct deadline *deadline)
{
    struct permission_desk *desk = list_member(deadline, struct permission_desk, again);
    permission_load(desk);
}

static void on_loaded(struct store_change *change)
{
    struct permission_desk *desk = list_member(change, struct permission_desk, loading);
    struct permission_loaded *loaded = desk->loaded;
    int r = change->status;
    desk->loaded = NULL;
    desk->loads = false;
    for (size_t i = 0; r == 0 && i < loaded->waiting.count; i++)
        r = take_waiting(desk, &loaded->waiting.items[i]);
    if (r == 0)
        r = take_rules(desk, &loaded->rules);
    if (r == 0 && desk->approvers > 0)
        permission_approver_heard(desk);
    if (r == 0 && loaded->waiting.count > 0) {
        log_info("permission: %zu requests wait for an answer", loaded->waiting.count);
        permission_show_all(desk);
    }
    loaded_free(loaded);
    if (r < 0) {
        log_error("permission: rules and requests cannot be read, and nothing is allowed: %s", strerror(-r));
        desk->again.expired = on_again;
        (void)timers_set(&desk->rpc->timers, &desk->again, AGAIN_MS);
    }
}

void permission_load(struct permission_desk *desk)
{
    if (desk->rules.judge || desk->loads || !store_is_open(desk->store))
        return;
    desk->loaded = calloc(1, sizeof *desk->loaded);
    if (!desk->loaded) {
        desk->again.expired = on_again;
        (void)timers_set(&desk->rpc->timers, &desk->again, AGAIN_MS);
        return;
    }
    desk->loaded->arena = (struct arena)ARENA_LIMITED(LOAD_BYTES);
    desk->loads = true;
    desk->loading = (struct store_change){.apply = find, .done = on_loaded, .lazy = true};
    (void)store_write(desk->store, &desk->loading);
}
