/* The configured servers in memory, their states, and the events about them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/paths.h"
#include "daemon/mcp/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/copy.h"
#include "json/encode.h"

static void tell_changed(const struct mcp_hub *hub)
{
    if (hub->changed)
        hub->changed(hub->changed_user);
}

/* --- servers --- */

struct mcp_entry *mcp_entry_find(const struct mcp_hub *hub, struct slice id)
{
    for (struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        if (!entry->removing && slice_is(id, entry->id))
            return entry;
    }
    return NULL;
}

static char *copy_text(enum field_is is, struct slice text)
{
    return is == FIELD_SET ? strndup(text.data ? text.data : "", text.size) : NULL;
}

static void insert(struct mcp_hub *hub, struct mcp_entry *entry)
{
    struct list *at = hub->entries.next;
    while (at != &hub->entries && strcmp(list_member(at, struct mcp_entry, link)->id, entry->id) < 0)
        at = at->next;
    list_append(at, &entry->link); /* before it */
    hub->count++;
}

struct mcp_entry *mcp_entry_put(struct mcp_hub *hub, const struct store_mcp_server *server)
{
    const struct mcp_server *record = &server->record;
    struct mcp_entry *entry = mcp_entry_find(hub, record->server_id);
    bool is_new = !entry;
    char *name = copy_text(FIELD_SET, record->name), *project = copy_text(record->project_is, record->project);
    if (is_new)
        entry = calloc(1, sizeof *entry);
    if (!entry || !name || (record->project_is == FIELD_SET && !project) || record->server_id.size > MCP_ID_MAX) {
        free(name);
        free(project);
        if (is_new)
            free(entry);
        return NULL;
    }
    if (is_new) {
        entry->hub = hub;
        list_init(&entry->runs);
        slice_copy(entry->id, record->server_id);
        insert(hub, entry);
    }
    free(entry->name);
    free(entry->project);
    free(entry->error);
    entry->name = name;
    entry->project = project;
    entry->error = copy_text(record->error_is, record->error);
    (void)snprintf(entry->digest, sizeof entry->digest, "%.*s", SLICE_ARG(server->digest));
    entry->scope = record->scope;
    entry->tools_known = record->tools_known;
    entry->tool_count = record->tool_count;
    entry->prompt_count = server->prompt_count;
    entry->resource_count = server->resource_count;
    entry->listed_at = server->listed_at;
    entry->ttl_ms = server->ttl_ms;
    tell_changed(hub);
    return entry;
}

struct mcp_entry *mcp_entry_free(struct mcp_entry *entry)
{
    const struct mcp_hub *hub = entry->hub;
    list_remove(&entry->link);
    entry->hub->count--;
    free(entry->name);
    free(entry->project);
    free(entry->error);
    entry->tools = mcp_toolbox_free(entry->tools);
    free(entry);
    tell_changed(hub);
    return NULL;
}

struct held {
    struct list link;
    struct call *call;
};

static void held_free(struct held *held)
{
    list_remove(&held->link);
    free(held);
}

static void on_held_abandoned(struct call *call)
{
    held_free(call->user);
}

static bool hold(struct mcp_hub *hub, struct call *call)
{
    struct held *held = calloc(1, sizeof *held);
    if (!held)
        return false;
    list_append(&hub->held, &held->link);
    int r = call_defer(call, on_held_abandoned, held, &held->call);
    if (r < 0)
        held_free(held);
    return r == 0 || call->answered;
}

static void settle(struct mcp_hub *hub)
{
    hub->settled = true;
    while (!list_is_empty(&hub->held)) { /* handling a call may end others */
        struct held *held = list_member(hub->held.next, struct held, link);
        struct call *call = held->call;
        held_free(held);
        call_repeat(call);
    }
}

bool mcp_hub_refuses(struct mcp_hub *hub, struct call *call)
{
    if (hub->known && store_is_open(hub->store) && !hub->closed)
        return false;
    if (!hub->settled && !hub->closed && hold(hub, call))
        return true;
    (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the MCP servers are not read from the store");
    return true;
}

struct mcp_entry *mcp_entry_of(struct call *call, struct slice id)
{
    struct mcp_hub *hub = mcp_hub_of(call);
    if (mcp_hub_refuses(hub, call))
        return NULL;
    struct mcp_entry *entry = mcp_entry_find(hub, id);
    if (!entry)
        (void)call_fail(call, ERROR_MCP_SERVER_NOT_FOUND, "no such MCP server: %.*s; see: weir mcp list",
                        SLICE_ARG(id));
    return entry;
}

bool mcp_entry_is_for(const struct mcp_entry *entry, struct slice cwd)
{
    return !entry->project || (cwd.data && sandbox_is_below(cwd.data, slice_of(entry->project)));
}

/* --- states --- */

enum mcp_state mcp_entry_state(const struct mcp_entry *entry)
{
    static const unsigned ranks[] = {
        [MCP_STATE_STOPPED] = 0,  [MCP_STATE_FAILED] = 1,   [MCP_STATE_RESTARTING] = 2,
        [MCP_STATE_STARTING] = 3, [MCP_STATE_DEGRADED] = 4, [MCP_STATE_RUNNING] = 5,
    };
    enum mcp_state state = MCP_STATE_STOPPED;
    for (const struct list *link = entry->runs.next; link != &entry->runs; link = link->next) {
        enum mcp_state one = mcp_run_state(list_member(link, struct mcp_run, link));
        state = ranks[one] > ranks[state] ? one : state;
    }
    return state;
}

enum mcp_status mcp_status_of(enum mcp_state state)
{
    static const enum mcp_status statuses[] = {
        [MCP_STATE_STOPPED] = MCP_STATUS_STOPPED,     [MCP_STATE_STARTING] = MCP_STATUS_STARTING,
        [MCP_STATE_RUNNING] = MCP_STATUS_RUNNING,     [MCP_STATE_DEGRADED] = MCP_STATUS_RUNNING,
        [MCP_STATE_RESTARTING] = MCP_STATUS_STARTING, [MCP_STATE_FAILED] = MCP_STATUS_ERROR,
    };
    return statuses[state];
}

const char *mcp_entry_error(const struct mcp_entry *entry)
{
    for (const struct list *link = entry->runs.next; link != &entry->runs; link = link->next) {
        const struct mcp_run *run = list_member(link, struct mcp_run, link);
        enum mcp_state state = mcp_run_state(run);
        if (run->problem[0] && state != MCP_STATE_STOPPED)
            return run->problem;
    }
    return NULL;
}

/* --- events --- */

int mcp_event_add(struct store_tx *tx, struct slice id, enum event_mcp_changed_params_change change,
                  const struct mcp_connection *now, enum mcp_state state)
{
    struct event_mcp_changed_params params = {.timestamp = clock_epoch_ms(), .server_id = id, .change = change};
    if (now) {
        params.state = state;
        params.status = now->status;
        params.tool_count = now->tool_count;
        params.error = now->error;
        params.state_is = params.status_is = params.tool_count_is = FIELD_SET;
        params.error_is = now->error_is;
    }
    return store_event_add(tx, &event_mcp_changed_event, 0, 0, &params);
}

/* A state to be written, with copies of all texts. */
struct note {
    struct store_change change;
    struct arena arena;
    struct store_mcp_state state;
    struct connector_implementation implementation;
    int64_t tool_count;
    bool tells; /* the state has changed: adds the event */
};

enum { NOTE_BYTES = 256 << 10 };

static int apply_note(struct store_change *change, struct store_tx *tx)
{
    const struct note *note = list_member(change, struct note, change);
    const struct store_mcp_state *state = &note->state;
    const struct mcp_connection now = {
        .status = mcp_status_of(state->state),
        .tool_count = note->tool_count,
        .error = state->error,
        .error_is = state->error.size > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    int r = store_mcp_note(tx, state, clock_epoch_ms());
    return r < 0 || !note->tells
               ? r
               : mcp_event_add(tx, state->id, EVENT_MCP_CHANGED_PARAMS_CHANGE_STATE, &now, state->state);
}

static void note_free(struct note *note)
{
    arena_clear(&note->arena);
    free(note);
}

static void on_noted(struct store_change *change)
{
    struct note *note = list_member(change, struct note, change);
    if (change->status < 0)
        log_warn("mcp %.*s: cannot store its state: %s", SLICE_ARG(note->state.id), strerror(-change->status));
    note_free(note);
}

static struct note *note_new(const struct mcp_entry *entry)
{
    struct note *note = store_is_open(entry->hub->store) ? calloc(1, sizeof *note) : NULL;
    if (!note)
        return NULL;
    const char *error = mcp_entry_error(entry);
    *note = (struct note){.arena = ARENA_LIMITED(NOTE_BYTES), .tool_count = entry->tool_count};
    note->state = (struct store_mcp_state){
        .id = arena_copy(&note->arena, slice_of(entry->id)),
        .state = mcp_entry_state(entry),
        .error = arena_copy(&note->arena, slice_of(error ? error : "")),
        .answered_at = entry->answered_at,
    };
    if (note->state.id.data && note->state.error.data)
        return note;
    note_free(note);
    return NULL;
}

static void write_note(struct mcp_entry *entry, struct note *note)
{
    note->change = (struct store_change){.apply = apply_note, .done = on_noted, .lazy = true};
    (void)store_write(entry->hub->store, &note->change);
}

void mcp_entry_changed(struct mcp_entry *entry)
{
    enum mcp_state state = mcp_entry_state(entry);
    if (state == entry->told || entry->removing)
        return;
    const char *error = mcp_entry_error(entry);
    entry->told = state;
    free(entry->error);
    entry->error = error ? strdup(error) : NULL;
    if (error && state != MCP_STATE_STARTING)
        log_warn("mcp %s: %s: %s", entry->id, mcp_state_shape.of.words.items[state].data, error);
    tell_changed(entry->hub);
    struct note *note = note_new(entry);
    if (!note)
        return;
    note->tells = true;
    write_note(entry, note);
}

void mcp_entry_opened(struct mcp_entry *entry, const struct connector_open_result *opened)
{
    struct note *note = note_new(entry);
    const struct shape *shape = &connector_implementation_shape;
    void *block = note ? arena_alloc(&note->arena, json_copy_size(shape, &opened->server) + 1) : NULL;
    if (!block) {
        if (note)
            note_free(note);
        return;
    }
    json_copy(shape, &opened->server, &note->implementation, block);
    note->state.implementation = &note->implementation;
    note->state.protocol = arena_copy(&note->arena, opened->protocol);
    note->state.instructions =
        arena_copy(&note->arena, opened->instructions_is == FIELD_SET ? opened->instructions : SLICE(""));
    write_note(entry, note);
}

/* --- lists --- */

struct listed {
    struct store_change change;
    struct mcp_hub *hub;
    char id[MCP_ID_MAX + 1], digest[STORE_MCP_DIGEST_SIZE];
    struct store_mcp_list list;
    struct buf text;
    int64_t tool_count;
    enum mcp_state state;
};

static int apply_list(struct store_change *change, struct store_tx *tx)
{
    const struct listed *listed = list_member(change, struct listed, change);
    const struct mcp_connection now = {.status = mcp_status_of(listed->state), .tool_count = listed->tool_count};
    int r = store_mcp_list_put(tx, &listed->list, clock_epoch_ms());
    if (r < 0 || listed->list.kind != CONNECTOR_LIST_KIND_TOOLS)
        return r;
    return mcp_event_add(tx, listed->list.id, EVENT_MCP_CHANGED_PARAMS_CHANGE_TOOLS, &now, listed->state);
}

static void tell_executors(const struct mcp_entry *entry)
{
    const struct mcp_server_changed_params params = {.server = slice_of(entry->id)};
    const struct list *all = &entry->hub->executors->executors;
    for (const struct list *link = all->next; link != all; link = link->next) {
        const struct executor *executor = list_member(link, struct executor, link);
        if (executor->peer && executor->job && mcp_entry_is_for(entry, executor->job->task->cwd))
            (void)peer_notify(executor->peer, &mcp_server_changed_method, &params);
    }
}

static void on_listed(struct store_change *change)
{
    struct listed *listed = list_member(change, struct listed, change);
    struct mcp_entry *entry = mcp_entry_find(listed->hub, slice_of(listed->id));
    if (change->status < 0)
        log_warn("mcp %s: cannot store its list: %s", listed->id, strerror(-change->status));
    if (entry && strcmp(entry->digest, listed->digest) == 0) {
        if (listed->list.kind == CONNECTOR_LIST_KIND_TOOLS && change->status == 0) {
            entry->tools_known = true;
            entry->tool_count = listed->list.entries;
            entry->listed_at = clock_epoch_ms();
            entry->ttl_ms = listed->list.ttl_ms;
            entry->lists++;
            entry->tools = mcp_toolbox_free(entry->tools);
            tell_executors(entry);
        }
        for (struct list *link = entry->runs.next, *next; link != &entry->runs; link = next) {
            struct mcp_run *run = list_member(link, struct mcp_run, link);
            next = link->next;
            run->listing -= run->listing > 0;
            if (run->listing == 0)
                mcp_waiters_tell(run);
        }
    }
    buf_clear(&listed->text);
    free(listed);
}

static int64_t count_entries(enum connector_list_kind kind, const struct connector_list_result *list)
{
    switch (kind) {
    case CONNECTOR_LIST_KIND_TOOLS:
        return (int64_t)list->tools.count;
    case CONNECTOR_LIST_KIND_PROMPTS:
        return (int64_t)list->prompts.count;
    case CONNECTOR_LIST_KIND_RESOURCES:
        return (int64_t)list->resources.count;
    case CONNECTOR_LIST_KIND_TEMPLATES:
        break;
    }
    return (int64_t)list->templates.count;
}

int mcp_entry_listed(struct mcp_entry *entry, enum connector_list_kind kind, const struct connector_list_result *list)
{
    struct listed *listed = store_is_open(entry->hub->store) ? calloc(1, sizeof *listed) : NULL;
    if (!listed)
        return -ENOMEM;
    listed->hub = entry->hub;
    listed->text = (struct buf)BUF_LIMITED(MCP_LIST_BYTES);
    memcpy(listed->id, entry->id, sizeof listed->id);
    memcpy(listed->digest, entry->digest, sizeof listed->digest);
    int r = json_encode(&listed->text, &connector_list_result_shape, list);
    if (r < 0) {
        buf_clear(&listed->text);
        free(listed);
        return r;
    }
    listed->list = (struct store_mcp_list){.id = slice_of(listed->id),
                                           .digest = slice_of(listed->digest),
                                           .kind = kind,
                                           .text = buf_slice(&listed->text),
                                           .entries = count_entries(kind, list),
                                           .ttl_ms = list->ttl_ms_is == FIELD_SET ? list->ttl_ms : 0};
    listed->tool_count = kind == CONNECTOR_LIST_KIND_TOOLS ? listed->list.entries : entry->tool_count;
    listed->state = mcp_entry_state(entry);
    if (kind == CONNECTOR_LIST_KIND_PROMPTS)
        entry->prompt_count = listed->list.entries;
    if (kind == CONNECTOR_LIST_KIND_RESOURCES)
        entry->resource_count = listed->list.entries;
    listed->change = (struct store_change){.apply = apply_list, .done = on_listed};
    (void)store_write(entry->hub->store, &listed->change);
    return 0;
}

/* --- counts --- */

struct mcp_counts mcp_hub_count(const struct mcp_hub *hub)
{
    struct mcp_counts counts = {.servers = (int64_t)hub->count};
    for (const struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        enum mcp_state state = mcp_entry_state(list_member(link, struct mcp_entry, link));
        counts.running += state == MCP_STATE_RUNNING || state == MCP_STATE_DEGRADED;
        counts.failed += state == MCP_STATE_FAILED;
    }
    return counts;
}

enum daemon_health mcp_hub_check(const struct mcp_hub *hub, char *message, size_t size)
{
    size_t failed = 0;
    const struct mcp_entry *first = NULL;
    if (!hub->known && !hub->closed && store_is_open(hub->store)) {
        (void)snprintf(message, size, "the MCP servers could not be read from the store");
        return DAEMON_HEALTH_DEGRADED;
    }
    for (const struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        if (mcp_entry_state(entry) != MCP_STATE_FAILED)
            continue;
        failed++;
        first = first ? first : entry;
    }
    if (!first)
        return DAEMON_HEALTH_OK;
    const char *error = mcp_entry_error(first);
    (void)snprintf(message, size, "%zu of %zu MCP servers have failed; %s: %.300s", failed, hub->count, first->id,
                   error ? error : "see: weir mcp logs");
    return DAEMON_HEALTH_DEGRADED;
}

/* --- lifetime --- */

enum { LOAD_BYTES = 256 << 20 };

struct load {
    struct store_query query;
    struct mcp_hub *hub;
    void (*then)(void *user);
    void *user;
    struct arena arena;
    struct store_mcp_servers servers;
};

static int find_all(struct store_query *query, struct store_tx *tx)
{
    struct load *load = list_member(query, struct load, query);
    return store_mcp_all(tx, &load->arena, &load->servers);
}

static void on_loaded(struct store_query *query)
{
    struct load *load = list_member(query, struct load, query);
    struct mcp_hub *hub = load->hub;
    int r = query->status;
    for (size_t i = 0; r == 0 && i < load->servers.count; i++)
        if (!mcp_entry_put(hub, &load->servers.items[i]))
            r = -ENOMEM;
    hub->known = r == 0;
    if (r < 0)
        log_error("mcp: cannot read the servers from the store: %s", strerror(-r));
    mcp_found_settle(hub);
    if (r == 0)
        mcp_directories_sweep(hub);
    void (*then)(void *user) = load->then;
    void *user = load->user;
    arena_clear(&load->arena);
    free(load);
    then(user);
    settle(hub);
}

void mcp_hub_open(struct mcp_hub *hub, void (*then)(void *user), void *user)
{
    struct load *load = store_is_open(hub->store) && !hub->known ? calloc(1, sizeof *load) : NULL;
    if (!load) {
        then(user);
        settle(hub);
        return;
    }
    *load = (struct load){.hub = hub, .then = then, .user = user, .arena = ARENA_LIMITED(LOAD_BYTES)};
    load->query = (struct store_query){.run = find_all, .done = on_loaded};
    store_read(hub->store, &load->query);
}

/* Servers of one session end with it. */
static void on_session_over(void *user, struct slice session_id)
{
    struct mcp_hub *hub = user;
    for (struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        for (struct list *at = entry->runs.next, *next; at != &entry->runs; at = next) {
            struct mcp_run *run = list_member(at, struct mcp_run, link);
            next = at->next;
            if (run->session_id && slice_is(session_id, run->session_id))
                mcp_run_stop(run, false);
        }
    }
}

void mcp_hub_init(struct mcp_hub *hub, struct session_keeper *sessions)
{
    list_init(&hub->entries);
    list_init(&hub->found);
    list_init(&hub->held);
    hub->watcher = (struct session_watcher){.user = hub, .over = on_session_over};
    session_add_watcher(sessions, &hub->watcher);
    hub->executors->hooks.mcp = hub;
    hub->executors->hooks.mcp_found = mcp_found;
    hub->executors->hooks.mcp_servers = mcp_servers_for;
}

static void each_run(struct mcp_hub *hub, void (*visit)(struct mcp_run *run, bool flag), bool flag)
{
    for (struct list *link = hub->entries.next, *after; link != &hub->entries; link = after) {
        struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        after = link->next;
        for (struct list *at = entry->runs.next, *next; at != &entry->runs; at = next) {
            next = at->next;
            visit(list_member(at, struct mcp_run, link), flag);
        }
    }
}

static void reload_run(struct mcp_run *run, bool flag)
{
    (void)flag;
    mcp_run_watch(run); /* the idle limit may have changed */
}

void mcp_hub_reload(struct mcp_hub *hub)
{
    each_run(hub, reload_run, false);
}

static void close_run(struct mcp_run *run, bool now)
{
    mcp_run_stop(run, now);
    service_close(&run->service, now);
    mcp_run_settle(run);
}

void mcp_hub_close(struct mcp_hub *hub, bool now)
{
    hub->closed = true;
    settle(hub);
    each_run(hub, close_run, now);
}

bool mcp_hub_is_gone(const struct mcp_hub *hub)
{
    for (const struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        for (const struct list *at = entry->runs.next; at != &entry->runs; at = at->next)
            if (!service_is_gone(&list_member(at, struct mcp_run, link)->service))
                return false;
    }
    return true;
}

static void drop_run(struct mcp_run *run, bool flag)
{
    (void)flag;
    service_clear(&run->service);
    mcp_run_settle(run);
}

void mcp_hub_clear(struct mcp_hub *hub)
{
    if (!hub->entries.next)
        return;
    hub->closed = true;
    each_run(hub, drop_run, false);
    while (!list_is_empty(&hub->entries))
        (void)mcp_entry_free(list_member(hub->entries.next, struct mcp_entry, link));
    mcp_handed_clear(hub);
}
