/* get_execution_context: the earlier messages of the session, its models, and the files and commands that the agent
 * should know. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "daemon/agent/agent.h"
#include "daemon/broker/broker.h"
#include "daemon/command/command.h"
#include "daemon/executor/history.h"
#include "daemon/executor/internal.h"
#include "daemon/resolve/resolve.h"
#include "daemon/store/activity.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/copy.h"

enum {
    FILES_BYTES = 1 << 20,
    SERVERS_BYTES = 4 << 20,
    ACTIVITY_BYTES = 1 << 20,
    ACTIVITY_MS = 60 * 60 * 1000,
    ACTIVITY_ROWS = 50,
    /* What was typed and copied is not for agents. */
    ACTIVITY_FOR_AGENTS = ACTIVITY_BIT(CONTEXT_ACTIVITY_TYPE_WINDOW) | ACTIVITY_BIT(CONTEXT_ACTIVITY_TYPE_FOCUS) |
                          ACTIVITY_BIT(CONTEXT_ACTIVITY_TYPE_BROWSER),
};

static const char *const usual_files[] = {"CLAUDE.md", "AGENTS.md"};
enum { USUAL_FILES = sizeof usual_files / sizeof *usual_files };

struct context {
    struct resolve_job job; /* looks for files and commands on a resolver thread, which may block */
    struct store_query query;
    const void *owner; /* the executor; compared only, never dereferenced */
    bool is_reading;   /* the job is done and the query owns this context */
    /* In pool->contexts from then on: being read, or queued behind another one of the same executor. */
    struct list link;
    struct executor_pool *pool;
    struct call *call; /* deferred and held */
    /* A copy of what the loop thread knows, because the task may end meanwhile. */
    struct get_execution_context_result *result;
    char *cwd;
    bool wants_history;
    size_t history_bytes;
    char *after_task; /* NULL: no lower bound */
    bool wants_commands;
    char *command; /* the command whose text is wanted; NULL: none */
    struct arena command_arena;
    /* Filled on the resolver's thread: */
    struct arena arena;
    struct slice *files;
    size_t file_count;
    int files_status;
    struct command_found commands;
    bool uses_activity;
    /* Filled on the reader thread: */
    struct history history;
    struct arena activity_arena;
    struct store_activities activity;
};

static void context_free(struct context *context)
{
    history_clear(&context->history);
    arena_clear(&context->arena);
    arena_clear(&context->command_arena);
    arena_clear(&context->activity_arena);
    free(context->command);
    free(context->result);
    free(context->cwd);
    free(context->after_task);
    free(context);
}

/* --- on a resolver thread --- */

/* Adds a path as the sandbox shows it: resolved. */
static int add_named(struct context *context, struct slice named)
{
    autofree char *path = strndup(named.data, named.size);
    if (!path)
        return -ENOMEM;
    autofree char *real = path[0] == '/' ? realpath(path, NULL) : NULL;
    struct slice copy = arena_copy(&context->arena, real ? slice_of(real) : named);
    if (!copy.data)
        return -ENOMEM;
    context->files[context->file_count++] = copy;
    return 0;
}

/* Lists the usual files in the working directory and the context files of the session, which result->context_files
 * holds. */
static int find_files(struct context *context)
{
    const struct get_execution_context_result *known = context->result;
    context->files = arena_zeroed(&context->arena, (USUAL_FILES + known->context_files.count) * sizeof *context->files);
    if (!context->files)
        return -ENOMEM;
    autoclose int directory = open(context->cwd, O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (size_t i = 0; directory >= 0 && i < USUAL_FILES; i++)
        if (faccessat(directory, usual_files[i], R_OK, 0) == 0)
            context->files[context->file_count++] = slice_of(usual_files[i]);
    int r = 0;
    for (size_t i = 0; r == 0 && i < known->context_files.count; i++)
        r = add_named(context, known->context_files.items[i]);
    return r;
}

static void look_for_files(struct resolve_job *job)
{
    struct context *context = list_member(job, struct context, job);
    context->files_status = find_files(context);
    if (context->files_status == 0 && context->wants_commands)
        context->files_status = command_find(&context->command_arena, context->cwd,
                                             slice_of(context->command ? context->command : ""), &context->commands);
}

/* --- on the reader thread --- */

static int run_query(struct store_query *query, struct store_tx *tx)
{
    struct context *context = list_member(query, struct context, query);
    int r = 0;
    if (context->wants_history)
        r = history_read(&context->history, tx,
                         &(struct history_query){.session_id = context->result->session_id,
                                                 .task_id = context->result->task_id,
                                                 .after_task = slice_of(context->after_task ? context->after_task : ""),
                                                 .bytes = context->history_bytes});
    if (r == 0 && context->uses_activity)
        r = store_activity_recent(tx, ACTIVITY_FOR_AGENTS, clock_epoch_ms() - ACTIVITY_MS, ACTIVITY_ROWS,
                                  &context->activity_arena, &context->activity);
    return r;
}

/* --- one read at a time for each executor --- */

static struct context *first_of(const struct executor_pool *pool, const void *owner)
{
    const struct list *all = &pool->contexts;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct context *context = list_member(link, struct context, link);
        if (context->query.owner == owner)
            return context;
    }
    return NULL;
}

/* Frees the context and starts the next one of the same executor. Contexts whose call was answered already are dropped
 * unread. */
static void leave(struct context *context)
{
    struct executor_pool *pool = context->pool;
    const void *owner = context->query.owner;
    do {
        list_remove(&context->link);
        (void)call_drop(context->call);
        context_free(context);
        context = first_of(pool, owner);
    } while (context && context->call->answered);
    if (context)
        store_read(pool->store, &context->query);
}

/* --- on the loop thread --- */

static void add_commands(const struct context *context, struct get_execution_context_result *result)
{
    const struct command_found *found = &context->commands;
    result->commands = (struct get_execution_context_result_commands){found->items, found->count};
    result->commands_is = context->wants_commands ? FIELD_SET : FIELD_ABSENT;
    if (!found->wanted)
        return;
    result->command = (struct get_execution_context_result_command){
        .kind = found->wanted->kind, .path = found->wanted->path, .text = found->text};
    result->command_is = FIELD_SET;
}

static void on_read(struct store_query *query)
{
    struct context *context = list_member(query, struct context, query);
    bool goes_on = query->status > 0 && !query->failed && !context->call->answered;
    if (goes_on) {
        store_read(context->pool->store, query);
        return;
    }
    if (query->status != 0) {
        (void)store_fail_call(context->pool->store, context->call, query->status > 0 ? -ECANCELED : query->status);
    } else {
        struct get_execution_context_result result = *context->result;
        result.messages.items = context->history.said;
        result.messages.count = context->history.count;
        result.continues = context->history.continues;
        result.continues_is = context->after_task ? FIELD_SET : FIELD_ABSENT;
        result.context_files.items = context->files;
        result.context_files.count = context->file_count;
        result.activity =
            (struct get_execution_context_result_activity){context->activity.items, context->activity.count};
        result.activity_is = context->uses_activity ? FIELD_SET : FIELD_ABSENT;
        add_commands(context, &result);
        (void)get_execution_context_reply(context->call, &result);
    }
    leave(context);
}

static void fail(struct context *context, int status)
{
    if (status == -ETIMEDOUT)
        (void)call_fail(context->call, ERROR_DIRECTORY_UNAVAILABLE, "the directory %.512s does not respond",
                        context->cwd);
    else
        (void)store_fail_call(context->pool->store, context->call, status);
    (void)call_drop(context->call);
}

static void on_looked(struct resolve_job *job, int status)
{
    struct context *context = list_member(job, struct context, job);
    int r = status < 0 ? status : context->files_status;
    if (r == 0 && !store_is_open(context->pool->store))
        r = -ESHUTDOWN;
    if (r < 0) {
        fail(context, r);
        return;
    }
    context->is_reading = true;
    context->query = (struct store_query){.run = run_query, .done = on_read, .owner = context->owner};
    bool alone = !first_of(context->pool, context->owner);
    list_append(&context->pool->contexts, &context->link);
    if (alone)
        store_read(context->pool->store, &context->query);
}

static void release(struct resolve_job *job)
{
    struct context *context = list_member(job, struct context, job);
    if (!context->is_reading)
        context_free(context);
}

/* Returns one allocation. */
static struct get_execution_context_result *describe(const struct executor *executor)
{
    const struct task_job *job = executor->job;
    const struct session_record *session = job->session;
    const struct config_settings *settings = job->pool->settings;
    struct executor_provider providers[AGENT_PROVIDERS_MAX];
    struct slice socket = broker_socket_path(executor->model_socket);
    struct get_execution_context_result_mcp_servers servers = {0};
    struct arena arena = ARENA_LIMITED(SERVERS_BYTES);
    if (job->pool->hooks.mcp_servers &&
        job->pool->hooks.mcp_servers(job->pool->hooks.mcp, executor, &arena, &servers) < 0)
        servers.count = 0;
    int64_t thinking = session->thinking_tokens_is == FIELD_SET ? session->thinking_tokens : settings->thinking_tokens;
    const struct get_execution_context_result known = {
        .session_id = job->task->session_id,
        .task_id = job->task->id,
        .context_files = {session->context_files.items,
                          session->context_files_is == FIELD_SET ? session->context_files.count : 0},
        .model_config = {.model = session->model,
                         .thinking_tokens = thinking,
                         .thinking_tokens_is = thinking > 0 ? FIELD_SET : FIELD_ABSENT},
        .model_config_is = session->model_is == FIELD_SET ? FIELD_SET : FIELD_ABSENT,
        .thinking_tokens = thinking,
        .thinking_tokens_is = FIELD_SET,
        .providers = {providers, agent_providers(job->pool->agents, session, providers)},
        .providers_is = FIELD_SET,
        .mcp_servers = servers,
        .model_socket = socket,
        .model_socket_is = socket.size > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    const struct shape *shape = get_execution_context_method.result;
    struct get_execution_context_result *copy = malloc(sizeof *copy + json_copy_size(shape, &known));
    if (copy)
        json_copy(shape, &known, copy, copy + 1);
    arena_clear(&arena);
    return copy;
}

static bool uses_activity(const struct task_job *job)
{
    const struct config_settings_chat *chat = &job->pool->settings->chat;
    if (job->session->use_context_is == FIELD_SET)
        return job->session->use_context;
    return chat->context_is == FIELD_SET ? chat->context : job->pool->uses_activity;
}

static struct context *context_new(const struct executor *executor)
{
    const struct task_job *job = executor->job;
    struct context *context = calloc(1, sizeof *context);
    if (!context)
        return NULL;
    context->pool = job->pool;
    context->arena = (struct arena)ARENA_LIMITED(FILES_BYTES);
    context->command_arena = (struct arena)ARENA_LIMITED(COMMANDS_ARENA_BYTES);
    context->activity_arena = (struct arena)ARENA_LIMITED(ACTIVITY_BYTES);
    context->uses_activity = uses_activity(job);
    context->result = describe(executor);
    context->cwd = strndup(job->task->cwd.data, job->task->cwd.size);
    if (context->result && context->cwd)
        return context;
    context_free(context);
    return NULL;
}

int get_execution_context(struct call *call, const struct get_execution_context_params *params)
{
    struct executor *executor = executor_of(call);
    if (!executor_token_admits(executor, params->session_token, NULL, "get_execution_context"))
        return call_fail(call, ERROR_TOKEN_REFUSED, "the session token does not belong to this executor's task");
    if (!store_is_open(executor->pool->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    struct context *context = context_new(executor);
    if (!context)
        return -ENOMEM;
    context->wants_history = params->history;
    context->history_bytes = (size_t)params->history_bytes;
    if (params->after_task_is == FIELD_SET)
        context->after_task = strndup(params->after_task.data, params->after_task.size);
    context->wants_commands = params->commands || params->command_is == FIELD_SET;
    if (params->command_is == FIELD_SET)
        context->command = strndup(params->command.data, params->command.size);
    bool is_whole = (context->after_task || params->after_task_is != FIELD_SET) &&
                    (context->command || params->command_is != FIELD_SET);
    int r = is_whole ? call_defer(call, NULL, NULL, &context->call) : -ENOMEM;
    if (r < 0) {
        context_free(context);
        return r;
    }
    call_hold(context->call);
    context->owner = executor;
    context->job = (struct resolve_job){.work = look_for_files, .done = on_looked, .release = release};
    r = resolver_start(context->pool->resolver, context->cwd, &context->job);
    if (r < 0) {
        fail(context, r);
        context_free(context);
    }
    return 0;
}
