/* Loads rules and pending requests from the store, and shows pending requests to front ends that can answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/client/client.h"
#include "daemon/executor/executor.h"
#include "daemon/permission/internal.h"
#include "daemon/task/task.h"
#include "rpc/peer.h"

/* --- showing pending requests --- */

enum { ARENA_BYTES = 256 << 20, LINE_BYTES = 16 << 20 };

struct show_job {
    struct store_query query;
    struct permissions *permissions;
    struct peer *peer;
    int64_t upto; /* later events are pushed as they happen */
    struct arena arena;
    struct store_permissions found;
};

static int find_pending(struct store_query *query, struct store_tx *tx)
{
    struct show_job *show_job = list_member(query, struct show_job, query);
    return store_permission_pending(tx, 0, &show_job->arena, &show_job->found);
}

/* Skips a request that was answered meanwhile: the client has got the event of that. */
static int show_request(const struct show_job *show_job, const struct store_permission *row)
{
    struct buf line = BUF_LIMITED(LINE_BYTES);
    if (row->seq > show_job->upto || !permission_pending_find(show_job->permissions, row->record.id))
        return 0;
    struct permission_request record = row->record;
    record.approver_by_is = FIELD_ABSENT; /* this client is an approver; the store may not have recorded that yet */
    int r = rpc_format_event(&line, &event_permission_requested_event,
                             &(struct event_permission_requested_params){
                                 .seq = row->seq,
                                 .epoch = slice_of(store_position(show_job->permissions->store)->epoch),
                                 .timestamp = row->record.created_at,
                                 .session_id = row->record.session_id,
                                 .task_id = row->record.task_id,
                                 .request = record,
                             });
    if (r == 0)
        r = peer_push(show_job->peer, buf_slice(&line));
    buf_clear(&line);
    return r;
}

static void on_found(struct store_query *query)
{
    struct show_job *show_job = list_member(query, struct show_job, query);
    const struct client *client = show_job->peer->closed ? NULL : client_of_peer(show_job->peer);
    int r = query->status;
    bool wants = client && client_wants(client, &event_permission_requested_event);
    for (size_t i = 0; wants && r == 0 && i < show_job->found.count; i++)
        r = show_request(show_job, &show_job->found.items[i]);
    if (r < 0)
        log_warn("permission: cannot send the pending requests to a front end: %s", strerror(-r));
    (void)peer_unref(show_job->peer);
    arena_clear(&show_job->arena);
    free(show_job);
}

/* --- removing the approver limit --- */

static int clear_limits(struct store_change *change, struct store_tx *tx)
{
    (void)change;
    int r = fault_point("permission.before_heard");
    return r < 0 ? r : store_permission_approver_came(tx);
}

static void on_limits_cleared(struct store_change *change)
{
    if (change->status < 0)
        log_warn("permission: cannot remove the approver limit of pending requests from the store: %s",
                 strerror(-change->status));
    free(change);
}

void permission_clear_approver_limits(struct permissions *permissions)
{
    struct list *all = &permissions->pending;
    bool any = false;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct permission_pending *pending = list_member(link, struct permission_pending, link);
        any |= pending->row.approver_at > 0;
        permission_pending_set_approver_seen(pending);
    }
    struct store_change *change = any && store_is_open(permissions->store) ? calloc(1, sizeof *change) : NULL;
    if (!change)
        return;
    *change = (struct store_change){.apply = clear_limits, .done = on_limits_cleared, .lazy = true};
    (void)store_write(permissions->store, change);
}

/* --- front ends that connect and disconnect --- */

static void show_to(struct permissions *permissions, struct client *client)
{
    struct show_job *show_job = calloc(1, sizeof *show_job);
    if (!show_job)
        return;
    show_job->query = (struct store_query){.run = find_pending, .done = on_found};
    show_job->permissions = permissions;
    show_job->peer = peer_ref(client->peer);
    show_job->upto = store_position(permissions->store)->last;
    show_job->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    store_read(permissions->store, &show_job->query);
}

void permission_approver_connected(struct permissions *permissions, struct client *client)
{
    client->approves = true;
    event_client_approves(client);
    permissions->approvers++;
    permission_clear_approver_limits(permissions);
    if (permissions->rules.judge && permissions->count > 0)
        show_to(permissions, client); /* otherwise nothing is pending, or show_all() follows */
}

static void show_all(struct permissions *permissions)
{
    struct list *all = &permissions->events->clients;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct client *client = list_member(link, struct event_client, link)->client;
        if (client->approves && !client->shown)
            show_to(permissions, client);
    }
}

static void approver_left(struct permissions *permissions)
{
    permissions->approvers -= permissions->approvers > 0;
}

/* --- lifetime --- */

enum { LOAD_BYTES = 1 << 30, SCRATCH_BYTES = 64 << 20, RETRY_MS = 1000 };

struct permission_loaded {
    struct arena arena;
    struct store_rules rules;
    struct store_permissions waiting;
};

static void on_client_closed(void *permissions, struct client *client)
{
    if (client->approves)
        approver_left(permissions);
}

static int on_client_taken(void *user, struct client *client, const struct handover_client *state)
{
    struct permissions *permissions = user;
    (void)state;
    permissions->approvers += client->approves;
    return 0;
}

static void on_session_over(void *user, struct slice session_id)
{
    permission_session_over(user, session_id);
}

static void on_executor_reconnected(void *user, struct slice task_id)
{
    permission_executor_reconnected(user, task_id);
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
    list_init(&permissions->pending);
    list_init(&permissions->over);
    list_init(&permissions->lookups);
    list_init(&permissions->held);
    list_init(&permissions->rules.used);
    permissions->part = (struct client_part){.user = permissions, .closed = on_client_closed, .take = on_client_taken};
    client_add_part(clients, &permissions->part);
    permissions->watcher = (struct session_watcher){.user = permissions, .over = on_session_over};
    session_add_watcher(sessions, &permissions->watcher);
    tasks->hooks.permissions = permissions;
    tasks->hooks.flush = on_flush;
    executors->hooks.permissions = permissions;
    executors->hooks.reconnected = on_executor_reconnected;
    executors->hooks.repeat_params = permission_repeat_params;
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
    if (!permissions->pending.next) /* it was never initialized */
        return;
    while (!list_is_empty(&permissions->pending))
        (void)permission_pending_free(list_member(permissions->pending.next, struct permission_pending, link));
    while (!list_is_empty(&permissions->over))
        (void)permission_pending_free(list_member(permissions->over.next, struct permission_pending, link));
    timers_unset(&permissions->rpc->timers, &permissions->retry);
    permission_lookup_clear(permissions);
    permission_rules_clear(&permissions->rules);
    permission_record_clear(permissions);
    arena_clear(&permissions->scratch);
    buf_clear(&permissions->text);
    free(permissions->home);
    permissions->home = NULL;
}

/* --- loading --- */

static int find_all(struct store_change *change, struct store_tx *tx)
{
    struct permissions *permissions = list_member(change, struct permissions, loading);
    struct permission_loaded *loaded = permissions->loaded;
    arena_reset(&loaded->arena);
    loaded->rules = (struct store_rules){0};
    loaded->waiting = (struct store_permissions){0};
    int r = fault_point("permission.load");
    if (r == 0)
        r = store_rule_list(tx, NULL, clock_epoch_ms(), &loaded->arena, &loaded->rules);
    if (r == 0 && loaded->rules.unreadable > 0) /* it may be a deny rule */
        r = -EBADMSG;
    return r < 0 ? r : store_permission_pending(tx, 0, &loaded->arena, &loaded->waiting);
}

/* No deny rule may be lost, so if one cannot be loaded, nothing is decided. The paths of rules are resolved later. */
static int import_rules(struct permissions *permissions, const struct store_rules *found)
{
    struct permission_rules rules;
    char problem[256];
    int r = permission_rules_init(&rules, slice_of(permissions->home));
    for (size_t i = 0; i < found->count && r == 0; i++) {
        r = permission_rules_put(&rules, &found->items[i], NULL, problem);
        if (r == -EINVAL) {
            log_error("permission: ignoring rule %.*s: %s", SLICE_ARG(found->items[i].id), problem);
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

/* If a new rule cannot be added, it must not be ignored: all rules are loaded again, and nothing is decided until
 * then. */
void permission_rule_made(struct permissions *permissions, const struct permission_rule *rule,
                          const struct judge_rule_paths *rule_paths)
{
    char problem[256];
    if (!permissions->rules.judge) /* not loaded yet; the rule will be among them */
        return;
    int r = permission_rules_put(&permissions->rules, rule, rule_paths, problem);
    if (r == 0)
        return;
    log_error("permission: cannot load rule %.*s, reading all rules again: %s", SLICE_ARG(rule->id),
              *problem ? problem : strerror(-r));
    permission_rules_clear(&permissions->rules);
    permission_load(permissions);
}

static int import_pending(struct permissions *permissions, const struct store_permission *row)
{
    struct task_ids place = {row->task_no, row->session_no, row->record.task_id, row->record.session_id};
    if (permission_pending_find(permissions, row->record.id))
        return 0;
    struct permission_pending *pending = permission_pending_new(permissions, &place, row);
    if (!pending)
        return -ENOMEM;
    pending->stored = true;
    permission_pending_watch(pending);
    return 0;
}

static void on_retry(struct deadline *deadline)
{
    struct permissions *permissions = list_member(deadline, struct permissions, retry);
    permission_load(permissions);
}

static void on_loaded(struct store_change *change)
{
    struct permissions *permissions = list_member(change, struct permissions, loading);
    struct permission_loaded *loaded = permissions->loaded;
    int r = change->status;
    permissions->loaded = NULL;
    permissions->is_loading = false;
    for (size_t i = 0; r == 0 && i < loaded->waiting.count; i++)
        r = import_pending(permissions, &loaded->waiting.items[i]);
    if (r == 0)
        r = import_rules(permissions, &loaded->rules);
    if (r == 0 && permissions->approvers > 0)
        permission_clear_approver_limits(permissions);
    if (r == 0 && loaded->waiting.count > 0) {
        log_info("permission: %zu requests are pending", loaded->waiting.count);
        show_all(permissions);
    }
    loaded_free(loaded);
    if (r < 0) {
        log_error("permission: cannot read rules and requests, deciding nothing until a retry succeeds: %s",
                  strerror(-r));
        permissions->retry.expired = on_retry;
        (void)timers_set(&permissions->rpc->timers, &permissions->retry, RETRY_MS);
    }
}

void permission_load(struct permissions *permissions)
{
    if (permissions->rules.judge || permissions->is_loading || !store_is_open(permissions->store))
        return;
    permissions->loaded = calloc(1, sizeof *permissions->loaded);
    if (!permissions->loaded) {
        permissions->retry.expired = on_retry;
        (void)timers_set(&permissions->rpc->timers, &permissions->retry, RETRY_MS);
        return;
    }
    permissions->loaded->arena = (struct arena)ARENA_LIMITED(LOAD_BYTES);
    permissions->is_loading = true;
    permissions->loading = (struct store_change){.apply = find_all, .done = on_loaded, .lazy = true};
    (void)store_write(permissions->store, &permissions->loading);
}
