/* The processes of a server: when they start, stop, and start again. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "base/paths.h"
#include "contract/daemon_dispatch.h"
#include "daemon/mcp/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/copy.h"

enum {
    RESTART_MS = 1000,
    RESTART_MAX_MS = 60000,
    CRASHES_MAX = 5,
    CRASH_WINDOW_MS = 5 * 60 * 1000,
    HEALTHY_MS = 5 * 60 * 1000,
    START_SLACK_MS = 2000, /* weir-mcp reports this time-out itself, and knows more */
    REFUSED_MS = 10000,    /* a server that could not be started is not tried again before this */
};

static uint64_t now_ms(const struct mcp_run *run)
{
    return uv_now(run->entry->hub->rpc->loop);
}

enum mcp_state mcp_run_state(const struct mcp_run *run)
{
    if (run->refused)
        return MCP_STATE_FAILED;
    if (run->phase == MCP_PHASE_READS || run->phase == MCP_PHASE_RESOLVES || run->again)
        return MCP_STATE_STARTING;
    switch (run->service.state) {
    case SERVICE_STARTING:
        return MCP_STATE_STARTING;
    case SERVICE_RUNNING:
    case SERVICE_DEGRADED:
        if (!run->opened)
            return MCP_STATE_STARTING;
        if (run->ended)
            return MCP_STATE_RESTARTING;
        return run->degraded || run->service.state == SERVICE_DEGRADED ? MCP_STATE_DEGRADED : MCP_STATE_RUNNING;
    case SERVICE_RESTARTING:
        return MCP_STATE_RESTARTING;
    case SERVICE_FAILED:
        return MCP_STATE_FAILED;
    case SERVICE_STOPPED:
        break;
    }
    return MCP_STATE_STOPPED;
}

/* --- idle --- */

static void on_idle(struct deadline *deadline)
{
    struct mcp_run *run = list_member(deadline, struct mcp_run, idle);
    log_info("%s: stopped, because nothing has called it", run->label);
    mcp_run_stop(run, false);
}

void mcp_run_watch(struct mcp_run *run)
{
    struct timers *timers = &run->entry->hub->rpc->timers;
    int64_t idle_ms = run->entry->hub->settings->mcp.idle_ms;
    bool is_idle = run->opened && run->job_count == 0 && run->listing == 0 && list_is_empty(&run->waiters);
    if (!is_idle || idle_ms == 0)
        timers_unset(timers, &run->idle);
    else
        (void)timers_set(timers, &run->idle, (uint64_t)idle_ms);
}

/* --- the service --- */

static int describe_server(struct mcp_run *run, struct sandbox_paths paths, const struct sandbox_program *program,
                           struct buf *view)
{
    autofree char *home = NULL, *log = NULL, *results = NULL;
    int r = paths_join(run->directory, "home", &home);
    if (r == 0)
        r = paths_join(run->directory, "log", &log);
    if (r == 0)
        r = paths_join(run->directory, "results", &results);
    if (r < 0)
        return r;
    const struct sandbox_server server = {
        .home = home,
        .log = log,
        .results = results,
        .paths = paths,
        .cwd = run->config.cwd_is == FIELD_SET ? run->config.cwd : (struct slice){0},
        .network = run->config.network == MCP_NETWORK_FULL,
        .resolved = run->resolved,
    };
    return sandbox_view_write_server(run->entry->hub->sandbox, &server, program, view);
}

/* The server may read its program, too. */
static int describe_view(void *user, const struct sandbox_program *program, struct buf *view)
{
    struct mcp_run *run = user;
    size_t count = run->config.read.count;
    struct slice *read = calloc(count + 1, sizeof *read);
    if (!read)
        return -ENOMEM;
    if (count > 0)
        memcpy(read, run->config.read.items, count * sizeof *read);
    if (run->program)
        read[count++] = slice_of(run->program);
    int r = describe_server(run, (struct sandbox_paths){read, count, run->config.write.items, run->config.write.count},
                            program, view);
    free(read);
    return r;
}

static int prepare(void *user, const struct process *process, char problem[static 256])
{
    return sandbox_prepare_helper(process, describe_view, user, problem);
}

static void describe(const struct service *service, struct executor_record *record)
{
    const struct mcp_run *run = service->user;
    record->server_id = slice_of(run->entry->id);
    record->server_id_is = FIELD_SET;
    record->session_id = slice_of(run->session_id);
    record->session_id_is = run->session_id ? FIELD_SET : FIELD_ABSENT;
}

static void on_limit(struct deadline *deadline)
{
    struct mcp_run *run = list_member(deadline, struct mcp_run, limit);
    char problem[128];
    (void)snprintf(problem, sizeof problem, "it did not start within %lld ms (mcp.startMs)",
                   (long long)run->entry->hub->settings->mcp.start_ms);
    mcp_run_refuse(run, problem);
}

static void on_connected(struct service *service)
{
    struct mcp_run *run = service->user;
    run->entry->hub->peers++;
    service->peer->label = run->label;
    if (!run->adopted) {
        mcp_open(run);
        return;
    }
    run->opened = true;
    mcp_entry_changed(run->entry);
    mcp_jobs_send(run);
    mcp_waiters_tell(run);
}

static void on_disconnected(struct service *service)
{
    const struct mcp_run *run = service->user;
    run->entry->hub->peers--;
}

/* It ended unexpectedly, or its process could not be started. */
static void on_lost(struct service *service)
{
    struct mcp_run *run = service->user;
    struct mcp_entry *entry = run->entry;
    timers_unset(&entry->hub->rpc->timers, &run->limit);
    bool was_open = run->opened;
    run->opened = run->degraded = run->adopted = run->ended = false;
    run->listing = 0;
    if (!run->problem[0] || !was_open)
        (void)snprintf(run->problem, sizeof run->problem, "%s", service->problem);
    mcp_entry_changed(entry);
    if (was_open && service->state == SERVICE_RESTARTING)
        mcp_jobs_keep(run, run->problem);
    else
        mcp_jobs_fail(run, was_open ? ERROR_MCP_SERVER_LOST : ERROR_MCP_SERVER_FAILED, run->problem);
    mcp_waiters_tell(run);
}

static bool is_wanted(const struct service *service)
{
    return ((const struct mcp_run *)service->user)->wanted;
}

static void start(struct mcp_run *run);

static void on_emptied(struct service *service)
{
    struct mcp_run *run = service->user;
    struct mcp_hub *hub = run->entry->hub;
    if (run->again && !hub->closed) {
        run->again = false;
        start(run);
        return;
    }
    mcp_run_settle(run);
    hub->emptied(hub->user);
}

static const struct service_kind kind = {
    .program = MCP_PROGRAM,
    .use = EXECUTOR_RECORD_USE_MCP,
    .caller = CALLER_CONNECTOR,
    .dispatch = &daemon_dispatch,
    .restart_ms = RESTART_MS,
    .restart_max_ms = RESTART_MAX_MS,
    .healthy_ms = HEALTHY_MS,
    .crashes_max = CRASHES_MAX,
    .crash_window_ms = CRASH_WINDOW_MS,
    .prepare = prepare,
    .describe = describe,
    .connected = on_connected,
    .disconnected = on_disconnected,
    .lost = on_lost,
    .is_wanted = is_wanted,
    .emptied = on_emptied,
};

struct mcp_run *mcp_run_of(const struct call *call)
{
    struct service *service = service_of_peer(call->peer);
    return service ? service->user : NULL;
}

/* --- lifetime --- */

static struct mcp_run *run_new(struct mcp_entry *entry, struct slice session_id)
{
    struct mcp_run *run = calloc(1, sizeof *run);
    if (!run)
        return NULL;
    run->entry = entry;
    run->arena = (struct arena)ARENA_LIMITED(MCP_CONFIG_BYTES);
    list_init(&run->jobs);
    list_init(&run->waiters);
    run->limit.expired = on_limit;
    run->idle.expired = on_idle;
    (void)snprintf(run->label, sizeof run->label, "mcp %s", entry->id);
    run->kind = kind;
    run->kind.name = run->label;
    run->service.kind = &run->kind;
    run->service.user = run;
    run->service.table = entry->hub->processes;
    run->service.rpc = entry->hub->rpc;
    service_init(&run->service);
    if (session_id.size > 0)
        run->session_id = strndup(session_id.data, session_id.size);
    if ((session_id.size > 0 && !run->session_id) || mcp_directory(entry->hub, entry->id, &run->directory) < 0) {
        free(run->session_id);
        free(run);
        return NULL;
    }
    list_append(&entry->runs, &run->link);
    return run;
}

struct mcp_run *mcp_run_get(struct mcp_entry *entry, struct slice session_id)
{
    bool shared = entry->scope == MCP_SCOPE_SHARED || session_id.size == 0;
    for (struct list *link = entry->runs.next; link != &entry->runs; link = link->next) {
        struct mcp_run *run = list_member(link, struct mcp_run, link);
        if (shared ? !run->session_id : run->session_id && slice_is(session_id, run->session_id))
            return run;
    }
    return run_new(entry, !shared ? session_id : (struct slice){0});
}

void mcp_run_settle(struct mcp_run *run)
{
    struct mcp_entry *entry = run->entry;
    struct timers *timers = &entry->hub->rpc->timers;
    bool is_busy =
        run->phase == MCP_PHASE_READS || run->phase == MCP_PHASE_RESOLVES || run->again || run->job_count > 0;
    if (is_busy || !service_is_gone(&run->service) || !list_is_empty(&run->waiters) ||
        run->service.state == SERVICE_RESTARTING)
        return;
    if (mcp_run_state(run) == MCP_STATE_FAILED && !entry->hub->closed && !entry->removing)
        return; /* it keeps the reason */
    timers_unset(timers, &run->limit);
    timers_unset(timers, &run->idle);
    list_remove(&run->link);
    service_clear(&run->service);
    run->resolved = sandbox_resolved_free(run->resolved);
    arena_clear(&run->arena);
    free(run->session_id);
    free(run->directory);
    free(run->program);
    free(run);
    if (!list_is_empty(&entry->runs) || entry->held)
        return;
    entry->tools = mcp_toolbox_free(entry->tools);
    if (entry->removing) {
        mcp_directory_remove(entry->hub, entry->id);
        (void)mcp_entry_free(entry);
    } else {
        mcp_entry_changed(entry);
    }
}

/* --- starting --- */

void mcp_run_refuse(struct mcp_run *run, const char *problem)
{
    struct mcp_entry *entry = run->entry;
    timers_unset(&entry->hub->rpc->timers, &run->limit);
    run->phase = MCP_PHASE_IDLE;
    run->wanted = run->opened = false;
    run->listing = 0;
    run->refused = true;
    run->refused_at = now_ms(run);
    (void)snprintf(run->problem, sizeof run->problem, "%s", problem);
    service_stop(&run->service, false);
    mcp_entry_changed(entry);
    mcp_jobs_fail(run, ERROR_MCP_SERVER_FAILED, run->problem);
    mcp_waiters_tell(run);
}

static int make_directories(const struct mcp_run *run)
{
    static const char *const names[] = {"home", "log", "results"};
    int r = paths_make_private(run->directory);
    for (size_t i = 0; r == 0 && i < sizeof names / sizeof *names; i++) {
        autofree char *path = NULL;
        r = paths_join(run->directory, names[i], &path);
        if (r == 0)
            r = paths_make_private(path);
    }
    return r;
}

static void refuse_with(struct mcp_run *run, const char *what, int status)
{
    char problem[MCP_PROBLEM_MAX];
    (void)snprintf(problem, sizeof problem, "%s: %s", what, strerror(-status));
    mcp_run_refuse(run, problem);
}

/* It was stopped meanwhile. */
static bool is_over(struct mcp_run *run)
{
    if (run->wanted)
        return false;
    run->phase = MCP_PHASE_IDLE;
    mcp_entry_changed(run->entry);
    mcp_waiters_tell(run);
    mcp_run_settle(run);
    return true;
}

static void serve(struct mcp_run *run)
{
    const struct config_settings *settings = run->entry->hub->settings;
    int r = make_directories(run);
    if (r < 0) {
        refuse_with(run, "cannot create its directories", r);
        return;
    }
    run->phase = MCP_PHASE_SERVES;
    run->service.ready_ms = (uint64_t)settings->mcp.start_ms;
    run->service.ping_ms = (uint64_t)settings->pool.ping_ms;
    (void)timers_set(&run->entry->hub->rpc->timers, &run->limit, (uint64_t)settings->mcp.start_ms + START_SLACK_MS);
    service_start(&run->service);
    mcp_entry_changed(run->entry);
}

static void check_cwd(struct mcp_run *run)
{
    const char *real = NULL;
    char problem[MCP_PROBLEM_MAX];
    int r = run->config.cwd_is == FIELD_SET ? sandbox_resolved_cwd(run->resolved, &real) : 0;
    if (r < 0) {
        (void)snprintf(problem, sizeof problem, "its directory %.200s: %s", run->config.cwd.data, strerror(-r));
        mcp_run_refuse(run, problem);
        return;
    }
    serve(run);
}

static void on_resolved(void *user, int status)
{
    struct mcp_run *run = user;
    if (is_over(run))
        return;
    if (status < 0)
        mcp_run_refuse(run, "one of its directories does not respond (a network mount whose server is down?)");
    else
        check_cwd(run);
}

/* The program may lie outside of the system's directories. */
static void find_program(struct mcp_run *run)
{
    free(take_pointer(run->program));
    if (run->config.command_is != FIELD_SET)
        return;
    const char *command = run->config.command.data;
    if (command[0] == '~' && command[1] == '/')
        run->program = strdup(command);
    else if (sandbox_find_program(command, &run->program) == 0 &&
             (run->program[0] != '/' || sandbox_is_system(run->program)))
        free(take_pointer(run->program));
}

static void resolve(struct mcp_run *run)
{
    const struct mcp_server *config = &run->config;
    size_t count = 0, most = config->read.count + config->write.count + 1;
    struct slice *paths = arena_alloc(&run->arena, most * sizeof *paths);
    run->resolved = sandbox_resolved_free(run->resolved);
    find_program(run);
    if (!paths) {
        mcp_run_refuse(run, strerror(ENOMEM));
        return;
    }
    for (size_t i = 0; i < config->read.count; i++)
        paths[count++] = config->read.items[i];
    for (size_t i = 0; i < config->write.count; i++)
        paths[count++] = config->write.items[i];
    if (run->program)
        paths[count++] = slice_of(run->program);
    const struct sandbox_paths_wanted wanted = {
        .cwd = config->cwd_is == FIELD_SET ? config->cwd : slice_of(run->directory), .paths = paths, .count = count};
    run->phase = MCP_PHASE_RESOLVES;
    int r = sandbox_resolve(run->entry->hub->sandbox, &wanted, on_resolved, run, &run->resolved);
    if (r == 1)
        check_cwd(run);
    else if (r < 0)
        refuse_with(run, "cannot look up its directories", r);
}

/* Reads the configuration. */
struct reading {
    struct store_query query;
    struct mcp_run *run;
    struct arena arena;
    struct store_mcp_server server;
    char id[MCP_ID_MAX + 1];
};

static int read_config(struct store_query *query, struct store_tx *tx)
{
    struct reading *reading = list_member(query, struct reading, query);
    return store_mcp_find(tx, slice_of(reading->id), &reading->arena, &reading->server);
}

static void on_config(struct store_query *query)
{
    struct reading *reading = list_member(query, struct reading, query);
    struct mcp_run *run = reading->run;
    int r = query->status;
    arena_clear(&run->arena);
    run->arena = reading->arena; /* has the configuration */
    run->config = reading->server.record;
    free(reading);
    if (is_over(run))
        return;
    if (r < 0)
        refuse_with(run, "cannot read its configuration", r);
    else
        resolve(run);
}

static void start(struct mcp_run *run)
{
    struct mcp_hub *hub = run->entry->hub;
    struct reading *reading = store_is_open(hub->store) ? calloc(1, sizeof *reading) : NULL;
    run->problem[0] = '\0';
    run->refused = false;
    run->wanted = true;
    if (!reading) {
        mcp_run_refuse(run, "the store is not open, or there is no memory");
        return;
    }
    run->phase = MCP_PHASE_READS;
    *reading = (struct reading){.run = run, .arena = ARENA_LIMITED(MCP_CONFIG_BYTES)};
    memcpy(reading->id, run->entry->id, sizeof reading->id);
    reading->query = (struct store_query){.run = read_config, .done = on_config};
    store_read(hub->store, &reading->query);
    mcp_entry_changed(run->entry);
}

bool mcp_run_need(struct mcp_run *run)
{
    if (run->entry->hub->closed) {
        (void)snprintf(run->problem, sizeof run->problem, "the daemon is stopping");
        return false;
    }
    bool was_given_up = run->service.state == SERVICE_FAILED;
    if (was_given_up || (run->refused && now_ms(run) - run->refused_at < REFUSED_MS))
        return false;
    if (run->again || run->phase == MCP_PHASE_READS || run->phase == MCP_PHASE_RESOLVES ||
        service_is_up(&run->service) || run->service.state == SERVICE_RESTARTING) {
        run->wanted = true;
        return true;
    }
    if (!service_is_gone(&run->service)) { /* it is ending */
        run->again = run->wanted = true;
        run->refused = false;
        return true;
    }
    start(run);
    return !run->refused;
}

void mcp_run_restart(struct mcp_run *run)
{
    mcp_run_stop(run, false);
    run->refused = false;
    run->relists = true;
    if (run->phase == MCP_PHASE_READS || run->phase == MCP_PHASE_RESOLVES) {
        run->wanted = true; /* it has just begun */
        return;
    }
    if (!service_is_gone(&run->service)) {
        run->again = run->wanted = true;
        mcp_entry_changed(run->entry);
        return;
    }
    start(run);
}

void mcp_run_stop(struct mcp_run *run, bool now)
{
    struct mcp_hub *hub = run->entry->hub;
    timers_unset(&hub->rpc->timers, &run->limit);
    timers_unset(&hub->rpc->timers, &run->idle);
    bool was_open = run->opened;
    run->wanted = run->again = run->opened = run->degraded = run->adopted = run->relists = run->refused = false;
    run->ended = false;
    run->listing = 0;
    run->problem[0] = '\0';
    if (run->phase == MCP_PHASE_SERVES)
        run->phase = MCP_PHASE_IDLE;
    service_stop(&run->service, now);
    mcp_jobs_fail(run, was_open ? ERROR_MCP_SERVER_LOST : ERROR_MCP_SERVER_FAILED, "it was stopped");
    mcp_entry_changed(run->entry);
    mcp_waiters_tell(run);
}

void mcp_run_take(struct mcp_run *run, const char *id, const struct executor_record *record)
{
    const struct config_settings *settings = run->entry->hub->settings;
    run->wanted = run->adopted = true;
    run->phase = MCP_PHASE_SERVES;
    run->service.ready_ms = (uint64_t)settings->mcp.start_ms;
    run->service.ping_ms = (uint64_t)settings->pool.ping_ms;
    service_take(&run->service, id, record);
    mcp_entry_changed(run->entry);
}
