/* agent.list: an executor searches for agents in a sandbox that shows what all of them need, and the daemon adds what
 * the configuration says. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "contract/agent.h"
#include "daemon/agent/agent.h"
#include "daemon/client/client.h"
#include "daemon/executor/internal.h"
#include "daemon/sandbox/sandbox.h"
#include "rpc/call.h"
#include "rpc/peer.h"

enum {
    LIST_MS = 30000, /* the time limit of the search */
    RECORDS_MAX = 1024,
};

#define NO_EXECUTOR "cannot start an executor to search for agents"

/* A call that waits for the list. */
struct asker {
    struct list link; /* in listing->askers, or in pool->agent_waiting */
    struct call *call;
};

/* A search. All calls that arrive before it starts share its result. */
struct listing {
    struct executor_pool *pool;
    struct list askers;
    bool asked;        /* the search has started: a later call may need newer information and waits for the next one */
    char settings[17]; /* a hash of the configuration at its beginning */
    struct executor *executor;
    struct agent_program *programs[AGENTS_MAX];
    size_t count;
    bool may_be_program;           /* whether a task that names no agent may use a program */
    struct session_record session; /* a session with default settings */
};

static void listing_free(struct listing *listing)
{
    for (size_t i = 0; i < listing->count; i++)
        agent_program_free(listing->programs[i]);
    free(listing);
}

static void asker_free(struct asker *asker)
{
    list_remove(&asker->link);
    free(asker);
}

static void on_abandoned(struct call *call)
{
    asker_free(call->user);
}

static struct call *take_call(struct list *askers)
{
    struct asker *asker = list_member(askers->next, struct asker, link);
    struct call *call = asker->call;
    asker_free(asker);
    return call;
}

/* --- response --- */

struct records {
    struct agent_record *items;
    size_t count;
};

static struct agent_record *add(struct records *records)
{
    return records->count < RECORDS_MAX ? &records->items[records->count++] : NULL;
}

static const struct agent_program *find(const struct listing *listing, struct slice name)
{
    for (size_t i = 0; i < listing->count; i++)
        if (slice_equal(listing->programs[i]->launch.name, name))
            return listing->programs[i];
    return NULL;
}

static void add_found(const struct listing *listing, struct records *records, const struct executor_agent *found)
{
    const struct agent_program *program = find(listing, found->name);
    struct agent_record *record = add(records);
    if (!record)
        return;
    *record = (struct agent_record){
        .name = found->name,
        .adapter = found->adapter,
        .source = program ? program->source : AGENT_RECORD_SOURCE_WEIR,
        .usable = found->usable,
        .reason = found->reason,
        .reason_is = found->reason_is,
        .program = program ? slice_of(program->program) : SLICE(""),
        .program_is = program ? FIELD_SET : FIELD_ABSENT,
        .service = found->service,
        .service_is = found->service_is,
        .model = found->model,
        .model_is = found->model_is,
        .version = found->version,
        .version_is = found->version_is,
    };
}

static void add_missing(struct records *records, const struct agent_program *program)
{
    struct agent_record *record = program->program ? NULL : add(records);
    if (record)
        *record = (struct agent_record){
            .name = program->launch.name,
            .adapter = program->launch.adapter,
            .source = program->source,
            .reason = slice_of(program->problem),
            .reason_is = FIELD_SET,
        };
}

/* Executors from the configuration. Whether such a program works is only known when it is started. */
static void add_executors(const struct executor_pool *pool, struct records *records)
{
    const struct config_settings *settings = pool->settings;
    for (size_t i = 0; settings->executors_is == FIELD_SET && i < settings->executors.count; i++) {
        struct agent_record *record = add(records);
        autofree char *path = NULL;
        if (!record)
            return;
        struct slice command = settings->executors.items[i].value.command.items[0];
        bool is_there = sandbox_find_program(command.data, &path) == 0 && access(path, X_OK) == 0;
        *record = (struct agent_record){
            .name = settings->executors.items[i].key,
            .adapter = SLICE("executor"),
            .source = AGENT_RECORD_SOURCE_CONFIG,
            .usable = is_there,
            .reason = SLICE("its program does not exist or is not executable; see executors in the configuration"),
            .reason_is = is_there ? FIELD_ABSENT : FIELD_SET,
            .program = command,
            .program_is = FIELD_SET,
        };
    }
}

/* Marks the agent that a task without an agent would get: the configured one, else the first usable one. */
static void mark_chosen(const struct listing *listing, struct records *records)
{
    const struct config_settings_tasks *settings = &listing->pool->settings->tasks;
    for (size_t i = 0; i < records->count; i++) {
        struct agent_record *record = &records->items[i];
        const struct agent_program *program = find(listing, record->name);
        bool may =
            record->source == AGENT_RECORD_SOURCE_WEIR || (listing->may_be_program && program && program->automatic);
        if (settings->agent_is == FIELD_SET ? slice_equal(record->name, settings->agent) : may && record->usable) {
            record->chosen = true;
            return;
        }
    }
}

static int answer(struct listing *listing, const struct list_agents_result *result)
{
    struct records records = {calloc(RECORDS_MAX, sizeof *records.items), 0};
    if (!records.items)
        return -ENOMEM;
    for (size_t i = 0; i < result->agents.count; i++)
        add_found(listing, &records, &result->agents.items[i]);
    for (size_t i = 0; i < listing->count; i++)
        add_missing(&records, listing->programs[i]);
    add_executors(listing->pool, &records);
    mark_chosen(listing, &records);
    while (!list_is_empty(&listing->askers))
        (void)agent_list_reply(take_call(&listing->askers),
                               &(struct agent_list_result){{records.items, records.count}});
    free(records.items);
    return 0;
}

/* --- request --- */

static void refuse(const struct executor_pool *pool, struct list *askers, const char *what, const char *why)
{
    while (!list_is_empty(askers))
        if (pool->closed)
            (void)call_fail(take_call(askers), ERROR_STOPPING, "the daemon is stopping");
        else
            (void)call_fail(take_call(askers), ERROR_SUBSYSTEM_UNAVAILABLE, "%s: %s", what, why);
}

static void begin(struct executor_pool *pool);

/* Calls that arrived during this search get the next one. */
static void end(struct listing *listing)
{
    struct executor_pool *pool = listing->pool;
    listing_free(listing);
    pool->agent_listing = NULL;
    if (pool->closed)
        refuse(pool, &pool->agent_waiting, "", "");
    else if (!list_is_empty(&pool->agent_waiting))
        begin(pool);
}

static void on_listed(void *user, const struct reply *reply)
{
    struct listing *listing = user;
    int r = reply->status == 0 ? answer(listing, reply->result) : reply->status;
    if (r < 0)
        refuse(listing->pool, &listing->askers, "no response from the executor that searches for agents", strerror(-r));
    listing->executor->is_searching = false;
    if (reply->status != -ECONNRESET)
        executor_drop_terminals(listing->executor);
    end(listing);
}

static void on_ready(void *user, struct executor *executor, const char *problem)
{
    struct listing *listing = user;
    struct executor_provider providers[AGENT_PROVIDERS_MAX];
    struct executor_launch launches[AGENTS_MAX];
    struct list_agents_params params = {
        .launches = {launches, 0},
        .launches_is = FIELD_SET,
        .providers = {providers, agent_providers(listing->pool->agents, &listing->session, providers)},
        .providers_is = FIELD_SET,
    };
    for (size_t i = 0; i < listing->count; i++)
        if (listing->programs[i]->program)
            launches[params.launches.count++] = listing->programs[i]->launch;
    listing->executor = executor;
    int r = !executor || !executor->peer ? -ENOTCONN
            : list_is_empty(&listing->askers)
                ? -ECANCELED
                : peer_call(executor->peer, &list_agents_method, &params, LIST_MS, on_listed, listing, NULL);
    if (r == 0) {
        listing->asked = executor->is_searching = true;
        return;
    }
    refuse(listing->pool, &listing->askers, NO_EXECUTOR, problem ? problem : strerror(-r));
    if (executor)
        executor_drop_terminals(executor);
    end(listing);
}

/* Looks up every known agent program. */
static int find_programs(struct listing *listing)
{
    size_t at = 0;
    struct slice name;
    int r = 0;
    listing->may_be_program = agent_may_be_program(listing->pool->agents, &listing->session);
    while (r == 0 && listing->count < AGENTS_MAX && agent_next(listing->pool->agents, &at, &name)) {
        r = agent_find(listing->pool->agents, name, SLICE(""), &listing->programs[listing->count]);
        listing->count += r == 0;
    }
    return r;
}

/* The search needs a working directory for its sandbox but belongs to no session, so it uses /usr, read-only. */
static int start_search(struct listing *listing, char problem[static 256])
{
    size_t read_count = 0, write_count = 0;
    for (size_t i = 0; i < listing->count; i++) {
        read_count += listing->programs[i]->paths.read_count;
        write_count += listing->programs[i]->paths.write_count;
    }
    autofree struct slice *all = calloc(read_count + write_count + 1, sizeof *all);
    if (!all)
        return -ENOMEM;
    struct sandbox_paths paths = {all, 0, all + read_count, 0};
    for (size_t i = 0; i < listing->count; i++) {
        const struct sandbox_paths *more = &listing->programs[i]->paths;
        for (size_t j = 0; j < more->read_count; j++)
            all[paths.read_count++] = more->read[j];
        for (size_t j = 0; j < more->write_count; j++)
            all[read_count + paths.write_count++] = more->write[j];
    }
    const struct sandbox_spec spec = {
        .cwd = SLICE("/usr"), .read_only = true, .network = listing->session.network, .more = &paths};
    return executor_for_terminals(listing->pool, (struct slice){0}, &spec, on_ready, listing, problem);
}

static struct listing *listing_new(struct executor_pool *pool)
{
    const struct config_settings *settings = pool->settings;
    struct listing *listing = calloc(1, sizeof *listing);
    if (!listing)
        return NULL;
    listing->pool = pool;
    listing->session = (struct session_record){.network = settings->network, .keys = settings->keys.access};
    memcpy(listing->settings, pool->settings_sum, sizeof listing->settings);
    list_init(&listing->askers);
    return listing;
}

/* Starts a search for all waiting calls. */
static void begin(struct executor_pool *pool)
{
    char problem[256] = "";
    struct listing *listing = listing_new(pool);
    int r = listing ? find_programs(listing) : -ENOMEM;
    if (r == 0)
        r = start_search(listing, problem);
    if (r < 0) {
        refuse(pool, &pool->agent_waiting, NO_EXECUTOR, *problem ? problem : strerror(-r));
        if (listing)
            listing_free(listing);
        return;
    }
    pool->agent_listing = listing;
    while (!list_is_empty(&pool->agent_waiting)) {
        struct list *link = pool->agent_waiting.next;
        list_remove(link);
        list_append(&listing->askers, link);
    }
}

static bool is_good_for_others(const struct listing *listing)
{
    return !listing->asked && strcmp(listing->settings, listing->pool->settings_sum) == 0;
}

int agent_list(struct call *call, const struct agent_list_params *params)
{
    struct executor_pool *pool = executor_pool_of(call);
    struct listing *listing = pool->agent_listing;
    (void)params;
    if (pool->closed)
        return call_fail(call, ERROR_STOPPING, "the daemon is stopping");
    struct asker *asker = calloc(1, sizeof *asker);
    int r = asker ? call_defer(call, on_abandoned, asker, &asker->call) : -ENOMEM;
    if (r < 0) {
        free(asker);
        return r;
    }
    list_append(listing && is_good_for_others(listing) ? &listing->askers : &pool->agent_waiting, &asker->link);
    if (!listing)
        begin(pool);
    return 0;
}
