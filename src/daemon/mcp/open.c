/* Opens a server: sends its configuration and secrets to its weir-mcp, and asks for its lists. Handles what weir-mcp
 * reports. */
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
#include "json/read.h"
#include "json/write.h"

/* --- sealed values --- */

enum { VALUES_BYTES = 8 << 20, RESULT_BYTES = 1 << 20, LIST_SLACK_MS = 5000 };

struct slice mcp_key_service(const char *id, char text[static MCP_SERVICE_SIZE])
{
    (void)snprintf(text, MCP_SERVICE_SIZE, "mcp:%s", id);
    return slice_of(text);
}

struct slice mcp_values_service(const char *id, char text[static MCP_SERVICE_SIZE])
{
    (void)snprintf(text, MCP_SERVICE_SIZE, "mcp:%s:values", id);
    return slice_of(text);
}

static void write_pair(struct buf *out, struct slice key, struct slice value, bool first)
{
    if (!first)
        buf_append_char(out, ',');
    json_write_string(out, key);
    buf_append_char(out, ':');
    json_write_string(out, value);
}

int mcp_values_write(struct buf *out, const struct mcp_connect_params *params)
{
    buf_append_text(out, "{\"env\":{");
    for (size_t i = 0; i < params->env.count; i++)
        write_pair(out, params->env.items[i].key, params->env.items[i].value, i == 0);
    buf_append_text(out, "},\"headers\":{");
    for (size_t i = 0; i < params->headers.count; i++)
        write_pair(out, params->headers.items[i].key, params->headers.items[i].value, i == 0);
    return buf_append_text(out, "}}");
}

/* What is sent to weir-mcp, with the secrets; wiped afterwards. */
struct opening {
    struct arena arena;
    struct connector_open_params params;
};

static int read_pairs(struct arena *arena, yyjson_val *object, size_t more, struct connector_open_params_env *ret)
{
    size_t index, max;
    yyjson_val *key, *value;
    size_t count = object ? yyjson_obj_size(object) : 0;
    struct connector_open_params_env_pair *items = arena_alloc(arena, (count + more) * sizeof *items);
    if (!items)
        return -ENOMEM;
    *ret = (struct connector_open_params_env){.items = items};
    if (!object)
        return 0;
    yyjson_obj_foreach(object, index, max, key, value)
    {
        items[ret->count].key = json_text(key);
        items[ret->count++].value = json_text(value);
    }
    return 0;
}

static bool has_pair(const struct connector_open_params_env *pairs, const char *name)
{
    for (size_t i = 0; i < pairs->count; i++)
        if (slice_is(pairs->items[i].key, name))
            return true;
    return false;
}

static int read_values(struct mcp_run *run, struct opening *opening, struct connector_open_params_env *ret_env,
                       struct connector_open_params_env *ret_headers, char problem[static 256])
{
    struct mcp_hub *hub = run->entry->hub;
    struct key_value value = {0};
    struct json_error wrong;
    enum error_id error;
    yyjson_val *root = NULL;
    char service[MCP_SERVICE_SIZE];
    enum { MORE = 2 }; /* HOME and the API key */
    int r = 0;
    if (key_is_stored(hub->keys, mcp_values_service(run->entry->id, service))) {
        r = key_open_own(hub->keys, slice_of(service), slice_of(run->label), &value, &error, problem);
        if (r == 0)
            r = json_read(&opening->arena, (struct slice){value.data, value.size}, &root, &wrong);
    } else if (run->config.env.count + run->config.headers.count > 0) {
        (void)snprintf(problem, 256, "the values of its variables are missing; configure it again: weir mcp add");
        r = -ENOENT;
    }
    if (r == 0)
        r = read_pairs(&opening->arena, root ? yyjson_obj_get(root, "env") : NULL, MORE, ret_env);
    if (r == 0)
        r = read_pairs(&opening->arena, root ? yyjson_obj_get(root, "headers") : NULL, MORE, ret_headers);
    key_clear(&value);
    return r;
}

static int add_key(struct mcp_run *run, struct opening *opening, struct connector_open_params_env *env,
                   struct connector_open_params_env *headers, char problem[static 256])
{
    struct mcp_hub *hub = run->entry->hub;
    struct key_value value = {0};
    enum error_id error;
    char service[MCP_SERVICE_SIZE];
    bool is_http = run->config.transport == CONNECTOR_TRANSPORT_HTTP;
    if (!run->config.has_api_key)
        return 0;
    int r = key_open_own(hub->keys, mcp_key_service(run->entry->id, service), slice_of(run->label), &value, &error,
                         problem);
    if (r < 0)
        return r;
    struct buf text = BUF_LIMITED(VALUES_BYTES);
    text.traceless = true;
    buf_append_text(&text, is_http ? "Bearer " : "");
    buf_append(&text, value.data, value.size);
    struct slice copy = !text.error ? arena_copy(&opening->arena, buf_slice(&text)) : (struct slice){0};
    buf_wipe(&text);
    buf_clear(&text);
    key_clear(&value);
    if (!copy.data)
        return -ENOMEM;
    struct connector_open_params_env *to = is_http ? headers : env;
    struct slice name = is_http                                   ? SLICE("Authorization")
                        : run->config.api_key_env_is == FIELD_SET ? run->config.api_key_env
                                                                  : SLICE("API_KEY");
    to->items[to->count++] = (struct connector_open_params_env_pair){.key = name, .value = copy};
    return 0;
}

/* The paths that the server may work on, as they are resolved. */
static int add_roots(struct mcp_run *run, struct opening *opening)
{
    const struct mcp_server *config = &run->config;
    struct connector_open_params *params = &opening->params;
    struct slice *roots = arena_alloc(&opening->arena, (config->write.count + 1) * sizeof *roots);
    const char *real = NULL, *place = NULL;
    if (!roots)
        return -ENOMEM;
    params->roots.items = roots;
    if (config->cwd_is == FIELD_SET && sandbox_resolved_cwd(run->resolved, &real) == 0)
        roots[params->roots.count++] = slice_of(real);
    for (size_t i = 0; i < config->write.count; i++) {
        if (sandbox_resolved_path(run->resolved, config->write.items[i].data, &real, &place) && real)
            roots[params->roots.count++] = slice_of(real);
        else if (config->write.items[i].data[0] == '/')
            roots[params->roots.count++] = config->write.items[i];
    }
    params->roots_is = FIELD_SET;
    return 0;
}

static int join(struct opening *opening, const char *directory, const char *name, struct slice *ret_path)
{
    autofree char *path = NULL;
    int r = paths_join(directory, name, &path);
    if (r == 0)
        *ret_path = arena_copy(&opening->arena, slice_of(path));
    return r < 0 ? r : ret_path->data ? 0 : -ENOMEM;
}

static int fill_places(struct mcp_run *run, struct opening *opening, struct connector_open_params_env *env)
{
    struct connector_open_params *params = &opening->params;
    struct slice home = {0};
    const char *cwd = NULL;
    int r = join(opening, run->directory, "home", &home);
    if (r == 0)
        r = join(opening, run->directory, "log/server.log", &params->log);
    if (r == 0)
        r = join(opening, run->directory, "results", &params->results);
    if (r == 0)
        r = add_roots(run, opening);
    if (r < 0)
        return r;
    params->cwd = home;
    if (run->config.cwd_is == FIELD_SET && sandbox_resolved_cwd(run->resolved, &cwd) == 0)
        params->cwd = slice_of(cwd);
    params->cwd_is = FIELD_SET;
    if (!has_pair(env, "HOME"))
        env->items[env->count++] = (struct connector_open_params_env_pair){.key = SLICE("HOME"), .value = home};
    return 0;
}

static int fill(struct mcp_run *run, struct opening *opening, char problem[static 256])
{
    const struct config_settings_mcp *settings = &run->entry->hub->settings->mcp;
    const struct mcp_server *config = &run->config;
    struct connector_open_params_env env = {0}, headers = {0};
    opening->params = (struct connector_open_params){
        .server_id = slice_of(run->entry->id),
        .transport = config->transport,
        .command = config->command,
        .command_is = config->command_is,
        .args = {config->args.items, config->args.count},
        .args_is = FIELD_SET,
        .url = config->url,
        .url_is = config->url_is,
        .log_bytes = settings->log_bytes,
        .result_bytes = RESULT_BYTES,
        .protocol = config->protocol,
        .protocol_is = config->protocol_is,
        .start_ms = settings->start_ms,
        .check_ms = settings->check_ms,
        .env_is = FIELD_SET,
        .headers_is = FIELD_SET,
    };
    int r = read_values(run, opening, &env, &headers, problem);
    if (r == 0)
        r = add_key(run, opening, &env, &headers, problem);
    if (r == 0)
        r = fill_places(run, opening, &env);
    _Static_assert(sizeof opening->params.headers == sizeof headers, "a map");
    opening->params.env = env;
    memcpy(&opening->params.headers, &headers, sizeof headers);
    return r;
}

/* --- opening --- */

static void refuse(struct mcp_run *run, const struct reply *reply)
{
    char problem[MCP_PROBLEM_MAX];
    if (reply->status == -EREMOTEIO)
        (void)snprintf(problem, sizeof problem, "%.*s", SLICE_ARG(reply->message));
    else if (reply->status == -ETIMEDOUT)
        (void)snprintf(problem, sizeof problem, "it did not start within %lld ms (mcp.startMs)",
                       (long long)run->entry->hub->settings->mcp.start_ms);
    else
        (void)snprintf(problem, sizeof problem, "weir-mcp did not answer as expected: %s", strerror(-reply->status));
    mcp_run_refuse(run, problem);
}

static const enum connector_list_kind kinds[] = {CONNECTOR_LIST_KIND_TOOLS, CONNECTOR_LIST_KIND_PROMPTS,
                                                 CONNECTOR_LIST_KIND_RESOURCES, CONNECTOR_LIST_KIND_TEMPLATES};

static bool has_list(const struct connector_open_result *opened, enum connector_list_kind kind)
{
    return kind == CONNECTOR_LIST_KIND_TOOLS     ? opened->has_tools
           : kind == CONNECTOR_LIST_KIND_PROMPTS ? opened->has_prompts
                                                 : opened->has_resources;
}

static void note_empty(struct mcp_run *run, enum connector_list_kind kind)
{
    struct connector_list_result nothing = {0};
    nothing.tools_is = kind == CONNECTOR_LIST_KIND_TOOLS ? FIELD_SET : FIELD_ABSENT;
    nothing.prompts_is = kind == CONNECTOR_LIST_KIND_PROMPTS ? FIELD_SET : FIELD_ABSENT;
    nothing.resources_is = kind == CONNECTOR_LIST_KIND_RESOURCES ? FIELD_SET : FIELD_ABSENT;
    nothing.templates_is = kind == CONNECTOR_LIST_KIND_TEMPLATES ? FIELD_SET : FIELD_ABSENT;
    run->listing++;
    if (mcp_entry_listed(run->entry, kind, &nothing) < 0)
        run->listing--;
}

/* A reply belongs to a process that may have been replaced. */
struct asked {
    struct mcp_hub *hub;
    struct service *service; /* compared only */
    struct peer *peer;       /* compared only */
    char id[MCP_ID_MAX + 1];
    enum connector_list_kind kind;
};

static struct asked *asked_new(const struct mcp_run *run)
{
    struct asked *asked = calloc(1, sizeof *asked);
    if (!asked)
        return NULL;
    asked->hub = run->entry->hub;
    asked->peer = run->service.peer;
    memcpy(asked->id, run->entry->id, sizeof asked->id);
    return asked;
}

static struct mcp_run *run_of(const struct asked *asked)
{
    const struct mcp_entry *entry = mcp_entry_find(asked->hub, slice_of(asked->id));
    for (struct list *link = entry ? entry->runs.next : NULL; entry && link != &entry->runs; link = link->next) {
        struct mcp_run *run = list_member(link, struct mcp_run, link);
        if (run->service.peer && run->service.peer == asked->peer)
            return run;
    }
    return NULL;
}

static void on_opened(void *user, const struct reply *reply)
{
    struct asked *asked = user;
    struct mcp_run *run = run_of(asked);
    const struct connector_open_result *opened = reply->result;
    free(asked);
    if (!run || !run->wanted || reply->status == -ECONNRESET || reply->status == -ECANCELED)
        return; /* the service reports the end */
    if (reply->status < 0) {
        refuse(run, reply);
        return;
    }
    timers_unset(&run->entry->hub->rpc->timers, &run->limit);
    run->opened = true;
    run->problem[0] = '\0';
    run->relists = false;
    run->entry->answered_at = clock_epoch_ms();
    mcp_entry_changed(run->entry);
    mcp_entry_opened(run->entry, opened);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (has_list(opened, kinds[i]))
            mcp_open_list(run, kinds[i]);
        else
            note_empty(run, kinds[i]);
    }
    mcp_jobs_send(run);
    mcp_waiters_tell(run);
}

void mcp_open(struct mcp_run *run)
{
    struct opening opening = {.arena = ARENA_LIMITED(VALUES_BYTES)};
    char problem[256] = "";
    uint64_t ms = (uint64_t)run->entry->hub->settings->mcp.start_ms + LIST_SLACK_MS;
    struct asked *asked = asked_new(run);
    int r = asked ? fill(run, &opening, problem) : -ENOMEM;
    if (r == 0)
        r = peer_call(run->service.peer, &connector_open_method, &opening.params, ms, on_opened, asked, NULL);
    arena_wipe(&opening.arena);
    arena_clear(&opening.arena);
    if (r == 0)
        return;
    free(asked);
    mcp_run_refuse(run, *problem ? problem : strerror(-r));
}

/* --- lists --- */

static void on_list(void *user, const struct reply *reply)
{
    struct asked *asked = user;
    enum connector_list_kind kind = asked->kind;
    struct mcp_run *run = run_of(asked);
    free(asked);
    if (!run || !run->opened)
        return;
    int r = reply->status == 0 ? mcp_entry_listed(run->entry, kind, reply->result) : reply->status;
    if (r == 0)
        return; /* counted when it is stored */
    run->listing -= run->listing > 0;
    log_warn("%s: cannot list its %s: %.*s", run->label, connector_list_kind_shape.of.words.items[kind].data,
             SLICE_ARG(reply->status == -EREMOTEIO ? reply->message : slice_of(strerror(-r))));
    if (kind == CONNECTOR_LIST_KIND_TOOLS) {
        run->degraded = true;
        (void)snprintf(run->problem, sizeof run->problem, "it does not list its tools: %.*s",
                       SLICE_ARG(reply->status == -EREMOTEIO ? reply->message : slice_of(strerror(-r))));
        mcp_entry_changed(run->entry);
    }
    mcp_waiters_tell(run);
}

void mcp_open_list(struct mcp_run *run, enum connector_list_kind kind)
{
    const struct connector_list_params params = {.kind = kind};
    struct asked *asked = asked_new(run);
    uint64_t ms = (uint64_t)run->entry->hub->settings->mcp.start_ms + LIST_SLACK_MS;
    if (!asked)
        return;
    asked->kind = kind;
    if (peer_call(run->service.peer, &connector_list_method, &params, ms, on_list, asked, NULL) < 0) {
        free(asked);
        return;
    }
    run->listing++;
}

/* --- reports of weir-mcp --- */

int connector_state(struct call *call, const struct connector_state_params *params)
{
    struct mcp_run *run = mcp_run_of(call);
    if (!run)
        return 0;
    bool has_problem = params->problem_is == FIELD_SET && params->problem.size > 0;
    if (params->answered_at_is == FIELD_SET)
        run->entry->answered_at = params->answered_at;
    if (has_problem)
        (void)snprintf(run->problem, sizeof run->problem, "%.*s", SLICE_ARG(params->problem));
    else
        run->problem[0] = '\0';
    run->ended = params->ended;
    if (run->opened)
        run->degraded = has_problem;
    mcp_entry_changed(run->entry);
    return 0;
}

int connector_changed(struct call *call, const struct connector_changed_params *params)
{
    struct mcp_run *run = mcp_run_of(call);
    if (run && run->opened)
        mcp_open_list(run, params->kind);
    return 0;
}

int connector_ask(struct call *call, const struct connector_ask_params *params)
{
    struct mcp_run *run = mcp_run_of(call);
    if (!run)
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "this process was replaced");
    const struct mcp_job *job = params->call_id_is == FIELD_SET ? mcp_job_by_key(run, params->call_id) : NULL;
    const struct question_asked asked = {
        .server_id = slice_of(run->entry->id),
        .server_name = slice_of(run->entry->name),
        .session_id = slice_of(job ? job->session_id : run->session_id),
        .task_id = slice_of(job ? job->task_id : NULL),
        .tool = slice_of(job ? job->tool : NULL),
        .call_key = params->call_id_is == FIELD_SET ? params->call_id : SLICE(""),
    };
    return question_ask(run->entry->hub->questions, call, &asked);
}
