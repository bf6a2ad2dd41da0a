/* mcp:connect, and the methods that start, stop and remove servers. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "daemon/mcp/configure.h"
#include "daemon/mcp/internal.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/encode.h"
#include "json/write.h"

enum { TEXT_BYTES = 8 << 20, DATA_BYTES = 16 << 10 };

/* --- checks --- */

static bool is_id(struct slice id)
{
    for (size_t i = 0; i < id.size; i++) {
        char c = id.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!plain && (c != '-' || i == 0))
            return false;
    }
    return id.size > 0 && id.size <= MCP_ID_MAX;
}

static bool has_control(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < 0x20 || text.data[i] == 0x7f)
            return true;
    return false;
}

static bool is_variable(struct slice name)
{
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '_' && !(i > 0 && c >= '0' && c <= '9'))
            return false;
    }
    return name.size > 0;
}

static bool is_header(struct slice name)
{
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!plain && !strchr("!#$%&'*+-.^_`|~", c))
            return false;
    }
    return name.size > 0;
}

static bool is_path(struct slice path)
{
    bool homely = path.size >= 2 && path.data[0] == '~' && path.data[1] == '/';
    return path.size > 0 && (path.data[0] == '/' || homely || slice_is(path, "~")) && !has_control(path);
}

static const char *check_transport(const struct mcp_connect_params *params)
{
    if (params->transport == CONNECTOR_TRANSPORT_STDIO) {
        if (params->command_is != FIELD_SET)
            return "a stdio server needs a command";
        if (has_control(params->command))
            return "the command has control characters";
        return params->url_is == FIELD_SET || params->headers.count > 0 ? "url and headers are for http servers" : NULL;
    }
    if (params->url_is != FIELD_SET)
        return "an http server needs a url";
    if (!slice_starts_with(params->url, SLICE("https://")) && !slice_starts_with(params->url, SLICE("http://")))
        return "the url must begin with https:// or http://";
    if (params->command_is == FIELD_SET || params->args.count > 0 || params->env.count > 0)
        return "command, args and env are for stdio servers";
    return params->network == MCP_NETWORK_NONE ? "an http server cannot be reached without network" : NULL;
}

/* Returns why the configuration is not possible. */
static const char *check(const struct mcp_connect_params *params)
{
    const char *wrong = check_transport(params);
    if (slice_is(params->server_id, "weir") || slice_is(params->server_id, "browser"))
        return "this id is reserved for weir's own servers";
    if (has_control(params->name))
        return "the name has control characters";
    if (!is_variable(params->api_key_env))
        return "apiKeyEnv is not the name of a variable";
    if (params->api_key_is == FIELD_SET && has_control(params->api_key))
        return "the API key must be one line, without control characters";
    for (size_t i = 0; !wrong && i < params->env.count; i++)
        if (!is_variable(params->env.items[i].key))
            wrong = "env has a name that is not the name of a variable";
    for (size_t i = 0; !wrong && i < params->headers.count; i++)
        if (!is_header(params->headers.items[i].key) || has_control(params->headers.items[i].value))
            wrong = "headers has a name or a value that HTTP does not allow";
    for (size_t i = 0; !wrong && i < params->read.count; i++)
        if (!is_path(params->read.items[i]))
            wrong = "read has a path that is not absolute";
    for (size_t i = 0; !wrong && i < params->write.count; i++)
        if (!is_path(params->write.items[i]))
            wrong = "write has a path that is not absolute";
    if (!wrong && params->cwd_is == FIELD_SET && (params->cwd.data[0] != '/' || has_control(params->cwd)))
        wrong = "cwd must be an absolute path";
    return wrong;
}

/* Of all that decides which tools the server has, except secrets. */
static int make_digest(const struct mcp_connect_params *params, char digest[static STORE_MCP_DIGEST_SIZE])
{
    enum { BYTES = (STORE_MCP_DIGEST_SIZE - 1) / 2 };
    unsigned char sum[BYTES];
    struct buf text = BUF_LIMITED(TEXT_BYTES);
    struct mcp_connect_params plain = *params;
    text.traceless = true;
    plain.env.count = plain.headers.count = 0;
    plain.api_key_is = FIELD_ABSENT;
    plain.name = SLICE("-");
    int r = json_encode(&text, &mcp_connect_params_shape, &plain);
    if (r == 0)
        (void)crypto_generichash(sum, sizeof sum, (const unsigned char *)text.data, text.size, NULL, 0);
    if (r == 0)
        (void)sodium_bin2hex(digest, STORE_MCP_DIGEST_SIZE, sum, sizeof sum);
    buf_clear(&text);
    return r;
}

/* --- storing --- */

struct configuring {
    struct store_change change;
    struct mcp_hub *hub;
    struct mcp_configuration wanted;
    struct audit_note actor;
    char client[AUDIT_CLIENT_MAX];
    struct arena arena;
    struct key_batch *keys;
    struct store_mcp_server server;
};

static void configuring_free(struct configuring *configuring)
{
    (void)key_batch_free(configuring->keys);
    arena_clear(&configuring->arena);
    free(configuring);
}

static int add_names(struct arena *arena, const void *pairs, size_t count, size_t size, struct slice **ret_names)
{
    struct slice *names = arena_zeroed(arena, (count + 1) * sizeof *names);
    for (size_t i = 0; names && i < count; i++) /* a pair begins with its key */
        names[i] = *(const struct slice *)(const void *)((const char *)pairs + i * size);
    *ret_names = names;
    return names ? 0 : -ENOMEM;
}

static int fill(struct configuring *configuring)
{
    const struct mcp_connect_params *params = configuring->wanted.params;
    struct mcp_server *record = &configuring->server.record;
    *record = (struct mcp_server){
        .server_id = params->server_id,
        .name = params->name,
        .transport = params->transport,
        .command = params->command,
        .command_is = params->command_is,
        .args = {params->args.items, params->args.count},
        .url = params->url,
        .url_is = params->url_is,
        .env = {.count = params->env.count},
        .headers = {.count = params->headers.count},
        .has_api_key = params->api_key_is == FIELD_SET,
        .api_key_env = params->api_key_env,
        .api_key_env_is = params->api_key_is,
        .scope = params->scope,
        .read = {params->read.items, params->read.count},
        .write = {params->write.items, params->write.count},
        .network = params->network,
        .cwd = params->cwd,
        .cwd_is = params->cwd_is,
        .project = configuring->wanted.project,
        .project_is = configuring->wanted.project.size > 0 ? FIELD_SET : FIELD_ABSENT,
        .updated_at = clock_epoch_ms(),
    };
    int r = add_names(&configuring->arena, params->env.items, params->env.count, sizeof *params->env.items,
                      &record->env.items);
    return r < 0 ? r
                 : add_names(&configuring->arena, params->headers.items, params->headers.count,
                             sizeof *params->headers.items, &record->headers.items);
}

static int audit(struct store_tx *tx, const struct configuring *configuring)
{
    const struct mcp_server *record = &configuring->server.record;
    struct audit_note note = configuring->actor;
    struct buf data = BUF_LIMITED(DATA_BYTES);
    note.what = SLICE("mcp.configured");
    buf_append_text(&data, "{\"serverId\":");
    json_write_string(&data, record->server_id);
    buf_append_text(&data, record->command_is == FIELD_SET ? ",\"command\":" : ",\"url\":");
    json_write_string(&data, record->command_is == FIELD_SET ? record->command : record->url);
    buf_append_text(&data, ",\"network\":");
    json_write_string(&data, mcp_network_shape.of.words.items[record->network]);
    buf_printf(&data, ",\"reads\":%zu,\"writes\":%zu", record->read.count, record->write.count);
    if (record->project_is == FIELD_SET) {
        buf_append_text(&data, ",\"project\":");
        json_write_string(&data, record->project);
    }
    buf_append_char(&data, '}');
    if (!data.error)
        note.data = buf_slice(&data);
    int r = store_audit_add(tx, &note);
    buf_clear(&data);
    return r;
}

static int apply(struct store_change *change, struct store_tx *tx)
{
    struct configuring *configuring = list_member(change, struct configuring, change);
    struct mcp_server *record = &configuring->server.record;
    struct store_mcp_server before;
    int r = store_mcp_find(tx, record->server_id, &configuring->arena, &before);
    record->created_at = r == 0 ? before.record.created_at : record->updated_at;
    r = r == -ENOENT ? 0 : r;
    if (r == 0)
        r = key_batch_apply(configuring->keys, tx);
    if (r == 0)
        r = store_mcp_put(tx, &configuring->server);
    if (r == 0 && configuring->wanted.offer)
        r = store_mcp_offer_put(tx, configuring->wanted.project, configuring->wanted.offer, record->updated_at);
    if (r == 0)
        r = mcp_event_add(tx, record->server_id, EVENT_MCP_CHANGED_PARAMS_CHANGE_CONFIGURED, NULL, 0);
    if (r == 0)
        r = audit(tx, configuring);
    if (r == 0) /* what is still known */
        r = store_mcp_find(tx, record->server_id, &configuring->arena, &configuring->server);
    return r;
}

static void stop_all(struct mcp_entry *entry)
{
    for (struct list *link = entry->runs.next, *next; link != &entry->runs; link = next) {
        struct mcp_run *run = list_member(link, struct mcp_run, link);
        next = link->next;
        mcp_run_stop(run, false);
        mcp_run_settle(run);
    }
}

static void on_stored(struct store_change *change)
{
    struct configuring *configuring = list_member(change, struct configuring, change);
    struct mcp_hub *hub = configuring->hub;
    struct call *call = configuring->wanted.call;
    const struct mcp_configuration wanted = configuring->wanted;
    struct mcp_entry *entry = NULL;
    if (change->status == -ENOKEY || change->status == -ESTALE) {
        (void)call_fail(call, ERROR_KEYS_LOCKED, "%s", key_batch_problem(configuring->keys));
    } else if (change->status < 0) {
        (void)store_fail_call(hub->store, call, change->status);
    } else {
        int r = key_batch_done(configuring->keys);
        entry = mcp_entry_put(hub, &configuring->server);
        if (!entry || r < 0)
            (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(ENOMEM));
    }
    configuring_free(configuring);
    if (entry)
        stop_all(entry);
    wanted.then(entry, &wanted);
}

static int make_keys(struct configuring *configuring, char problem[static 256])
{
    const struct mcp_connect_params *params = configuring->wanted.params;
    struct buf values = BUF_LIMITED(TEXT_BYTES);
    char id[MCP_ID_MAX + 1] = "", key[MCP_SERVICE_SIZE], pairs[MCP_SERVICE_SIZE];
    values.traceless = true;
    slice_copy(id, params->server_id);
    bool has_values = params->env.count + params->headers.count > 0;
    int r = has_values ? mcp_values_write(&values, params) : 0;
    const struct key_put puts[] = {
        {mcp_key_service(id, key), params->api_key_is == FIELD_SET ? params->api_key : (struct slice){0}},
        {mcp_values_service(id, pairs), has_values ? buf_slice(&values) : (struct slice){0}},
    };
    if (r == 0)
        r = key_batch_new(configuring->hub->keys, puts, sizeof puts / sizeof *puts, &configuring->keys, problem);
    buf_wipe(&values);
    buf_clear(&values);
    return r;
}

static int refuse(struct call *call, const char *problem)
{
    return call_fail(call, ERROR_MCP_SERVER_REFUSED, "cannot configure the MCP server: %s", problem);
}

int mcp_configure(struct mcp_hub *hub, const struct mcp_configuration *wanted)
{
    const struct mcp_connect_params *params = wanted->params;
    struct call *call = wanted->call;
    const char *wrong = check(params);
    char problem[256] = "";
    if (!is_id(params->server_id))
        return refuse(call, "an id has letters, digits and -, begins with a letter or a digit, and has at most 32 of "
                            "them");
    if (wrong)
        return refuse(call, wrong);
    if ((int64_t)hub->count >= hub->settings->mcp.servers && !mcp_entry_find(hub, params->server_id))
        return call_fail(call, ERROR_TOO_MANY_MCP_SERVERS,
                         "limit of %lld MCP servers (mcp.servers) reached; remove one, or raise mcp.servers",
                         (long long)hub->settings->mcp.servers);
    struct configuring *configuring = calloc(1, sizeof *configuring);
    if (!configuring)
        return -ENOMEM;
    *configuring = (struct configuring){.hub = hub, .wanted = *wanted, .arena = ARENA_LIMITED(MCP_CONFIG_BYTES)};
    audit_actor(call, &configuring->actor);
    (void)snprintf(configuring->client, sizeof configuring->client, "%.*s", SLICE_ARG(configuring->actor.client));
    configuring->actor.client = slice_of(configuring->client);
    char digest[STORE_MCP_DIGEST_SIZE];
    int r = make_digest(params, digest);
    if (r == 0)
        configuring->server.digest = arena_copy(&configuring->arena, slice_of(digest));
    if (r == 0)
        r = fill(configuring);
    if (r == 0)
        r = make_keys(configuring, problem);
    if (r < 0 || !configuring->server.digest.data) {
        configuring_free(configuring);
        return r == -ENOKEY ? call_fail(call, ERROR_KEYS_LOCKED, "%s", problem) : r < 0 ? r : -ENOMEM;
    }
    configuring->change = (struct store_change){.apply = apply, .done = on_stored};
    struct client *client = client_of_peer(call->peer);
    uint64_t ticket = store_write(hub->store, &configuring->change);
    if (client)
        client->written = ticket;
    return 1;
}

/* --- answers that wait for the tools --- */

static void reply_connect(const struct mcp_entry *entry, struct call *call)
{
    const char *error = mcp_entry_error(entry);
    bool is_known = mcp_entry_state(entry) != MCP_STATE_STARTING;
    (void)mcp_connect_reply(call, &(struct mcp_connect_result){
                                      .server_id = slice_of(entry->id),
                                      .status = mcp_status_of(mcp_entry_state(entry)),
                                      .tool_count = is_known ? entry->tool_count : 0,
                                      .error = slice_of(error),
                                      .error_is = error ? FIELD_SET : FIELD_ABSENT,
                                  });
}

static int find_server(struct store_request *request, struct store_tx *tx)
{
    struct store_mcp_server *server = request->more;
    struct slice id = *(const struct slice *)request->call->params, text;
    struct mcp_toolbox box = {0};
    int r = store_mcp_find(tx, id, &request->arena, server);
    if (r < 0 || store_mcp_list_find(tx, id, CONNECTOR_LIST_KIND_TOOLS, &request->arena, &text) < 0 ||
        mcp_toolbox_read(&request->arena, id, text, &box) < 0)
        return r;
    server->record.dropped.items = box.list.dropped.items;
    server->record.dropped.count = box.list.dropped.count;
    server->record.dropped_is = box.list.dropped.count > 0 ? FIELD_SET : FIELD_ABSENT;
    return 0;
}

static void answer_server(struct store_request *request)
{
    struct store_mcp_server *server = request->more;
    const struct mcp_entry *entry =
        request->status == 0 ? mcp_entry_find(mcp_hub_of(request->call), server->record.server_id) : NULL;
    if (request->status == -ENOENT || (request->status == 0 && !entry)) {
        (void)call_fail(request->call, ERROR_MCP_SERVER_NOT_FOUND, "the MCP server was removed");
    } else if (request->status < 0) {
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    } else {
        mcp_record_update(entry, &server->record);
        (void)call_reply(request->call, &server->record);
    }
}

/* The params of these methods begin with the id. */
_Static_assert(offsetof(struct mcp_get_params, server_id) == 0, "see find_server()");
_Static_assert(offsetof(struct mcp_start_params, server_id) == 0, "see find_server()");
_Static_assert(offsetof(struct mcp_restart_params, server_id) == 0, "see find_server()");

void mcp_waiter_answer(struct mcp_entry *entry, struct call *call)
{
    if (call->method == &mcp_connect_method) {
        reply_connect(entry, call);
        return;
    }
    if (call->method == &mcp_start_method || call->method == &mcp_restart_method) {
        call_hold(call);
        int r = store_request_read(call, sizeof(struct store_mcp_server), find_server, answer_server);
        if (r == 0)
            return;
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
        (void)call_drop(call);
        return;
    }
    mcp_waiter_go_on(entry, call);
}

static void wait_for(struct mcp_run *run, struct call *call)
{
    int r = run ? mcp_run_wait(run, call) : -ENOMEM;
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
}

/* --- mcp:connect --- */

static void on_configured(struct mcp_entry *entry, const struct mcp_configuration *wanted)
{
    struct call *call = wanted->call;
    bool is_over = call->answered;
    (void)call_drop(call);
    struct mcp_run *run = entry ? mcp_run_get(entry, (struct slice){0}) : NULL;
    if (run)
        mcp_run_restart(run);
    if (entry && !is_over)
        wait_for(run, call);
}

int mcp_connect(struct call *call, const struct mcp_connect_params *params)
{
    struct mcp_hub *hub = mcp_hub_of(call);
    if (mcp_hub_refuses(hub, call))
        return 0;
    int r = call_defer(call, NULL, NULL, &call);
    if (r < 0)
        return r;
    params = call->params;
    call_hold(call);
    r = mcp_configure(hub, &(struct mcp_configuration){.call = call, .params = params, .then = on_configured});
    if (r == 1)
        return 0;
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    (void)call_drop(call);
    return 0;
}

/* --- mcp.get, mcp.start, mcp.restart, mcp:disconnect --- */

int mcp_get(struct call *call, const struct mcp_get_params *params)
{
    return mcp_entry_of(call, params->server_id)
               ? store_request_read(call, sizeof(struct store_mcp_server), find_server, answer_server)
               : 0;
}

static int start(struct call *call, struct slice id, bool anew)
{
    struct mcp_entry *entry = mcp_entry_of(call, id);
    int r = entry ? call_defer(call, NULL, NULL, &call) : 0;
    if (!entry || r < 0)
        return r;
    struct mcp_run *run = mcp_run_get(entry, (struct slice){0});
    enum mcp_state state = run ? mcp_run_state(run) : MCP_STATE_STOPPED;
    if (run && (anew || state == MCP_STATE_FAILED || state == MCP_STATE_STOPPED || state == MCP_STATE_RESTARTING))
        mcp_run_restart(run);
    wait_for(run, call);
    return 0;
}

int mcp_start(struct call *call, const struct mcp_start_params *params)
{
    return start(call, params->server_id, false);
}

int mcp_restart(struct call *call, const struct mcp_restart_params *params)
{
    return start(call, params->server_id, true);
}

int mcp_disconnect(struct call *call, const struct mcp_disconnect_params *params)
{
    struct mcp_entry *entry = mcp_entry_of(call, params->server_id);
    if (!entry)
        return 0;
    stop_all(entry);
    return mcp_disconnect_reply(call, &(struct mcp_disconnect_result){.success = true});
}

/* --- mcp.remove --- */

struct removing {
    struct store_change change;
    struct mcp_hub *hub;
    struct call *call; /* deferred and held */
    struct audit_note actor;
    char client[AUDIT_CLIENT_MAX], id[MCP_ID_MAX + 1];
    struct key_batch *keys;
};

/* Its directory is removed when its processes are gone. */
void mcp_entry_remove(struct mcp_entry *entry)
{
    entry->removing = entry->held = true;
    stop_all(entry);
    entry->held = false;
    if (!list_is_empty(&entry->runs))
        return;
    mcp_directory_remove(entry->hub, entry->id);
    (void)mcp_entry_free(entry);
}

static int apply_removal(struct store_change *change, struct store_tx *tx)
{
    struct removing *removing = list_member(change, struct removing, change);
    struct audit_note note = removing->actor;
    char data[64];
    (void)snprintf(data, sizeof data, "{\"serverId\":\"%s\"}", removing->id);
    note.what = SLICE("mcp.removed");
    note.data = slice_of(data);
    int r = store_mcp_remove(tx, slice_of(removing->id));
    if (r == 0)
        r = key_batch_apply(removing->keys, tx);
    if (r == 0)
        r = mcp_event_add(tx, slice_of(removing->id), EVENT_MCP_CHANGED_PARAMS_CHANGE_REMOVED, NULL, 0);
    return r < 0 ? r : store_audit_add(tx, &note);
}

static void on_removed(struct store_change *change)
{
    struct removing *removing = list_member(change, struct removing, change);
    struct mcp_hub *hub = removing->hub;
    struct mcp_entry *entry = mcp_entry_find(hub, slice_of(removing->id));
    if (change->status < 0 && change->status != -ENOENT) {
        (void)store_fail_call(hub->store, removing->call, change->status);
    } else {
        (void)key_batch_done(removing->keys);
        if (entry)
            mcp_entry_remove(entry);
        (void)mcp_remove_reply(removing->call, &(struct mcp_remove_result){.removed = true});
    }
    (void)call_drop(removing->call);
    (void)key_batch_free(removing->keys);
    free(removing);
}

int mcp_remove(struct call *call, const struct mcp_remove_params *params)
{
    struct mcp_entry *entry = mcp_entry_of(call, params->server_id);
    if (!entry)
        return 0;
    struct removing *removing = calloc(1, sizeof *removing);
    char problem[256], key[MCP_SERVICE_SIZE], values[MCP_SERVICE_SIZE];
    if (!removing)
        return -ENOMEM;
    removing->hub = entry->hub;
    memcpy(removing->id, entry->id, sizeof removing->id);
    const struct key_put puts[] = {{mcp_key_service(entry->id, key), {0}},
                                   {mcp_values_service(entry->id, values), {0}}};
    int r = key_batch_new(entry->hub->keys, puts, sizeof puts / sizeof *puts, &removing->keys, problem);
    if (r == 0)
        r = call_defer(call, NULL, NULL, &removing->call);
    if (r < 0) {
        (void)key_batch_free(removing->keys);
        free(removing);
        return r == -ENOKEY ? call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "%s", problem) : r;
    }
    call_hold(removing->call);
    audit_actor(removing->call, &removing->actor);
    (void)snprintf(removing->client, sizeof removing->client, "%.*s", SLICE_ARG(removing->actor.client));
    removing->actor.client = slice_of(removing->client);
    removing->change = (struct store_change){.apply = apply_removal, .done = on_removed};
    struct client *client = client_of_peer(removing->call->peer);
    uint64_t ticket = store_write(entry->hub->store, &removing->change);
    if (client)
        client->written = ticket;
    return 0;
}
