/* mcp.offers and mcp.approve: servers that a project's .mcp.json offers. None is started before a person has approved
 * its entry as it is. */
#include "daemon/mcp/project.h"

#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/mcp/configure.h"
#include "daemon/store/request.h"
#include "rpc/call.h"

enum { PARSED_BYTES = 64 << 20, ARENA_BYTES = 32 << 20 };

/* --- ids --- */

/* An id like the name, and with a hash of the project if another server has it. */
static void make_id(const struct mcp_hub *hub, const struct mcp_project *project, struct slice name,
                    char id[static MCP_ID_MAX + 1])
{
    enum { HASHED = 8 };
    unsigned char sum[16];
    size_t size = 0;
    for (size_t i = 0; i < name.size && size < MCP_ID_MAX; i++) {
        char c = name.data[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain || (size > 0 && id[size - 1] != '-'))
            id[size++] = plain ? c : '-';
    }
    while (size > 0 && id[size - 1] == '-')
        size--;
    id[size] = '\0';
    const struct mcp_entry *entry = mcp_entry_find(hub, slice_of(id));
    bool is_other =
        entry && (!entry->project || strcmp(entry->project, project->directory) != 0 || !slice_is(name, entry->name));
    if (size > 0 && !is_other && strcmp(id, "weir") != 0 && strcmp(id, "browser") != 0)
        return;
    if (size > MCP_ID_MAX - HASHED - 1)
        size = MCP_ID_MAX - HASHED - 1;
    struct buf text = BUF_LIMITED(PATH_MAX + 4096);
    buf_append_text(&text, project->directory);
    buf_append_char(&text, '\n');
    buf_append_slice(&text, name);
    (void)crypto_generichash(sum, sizeof sum, (const unsigned char *)text.data, text.size, NULL, 0);
    buf_clear(&text);
    if (size == 0)
        id[size++] = 'p';
    (void)snprintf(id + size, MCP_ID_MAX + 1 - size, "-%02x%02x%02x%02x", sum[0], sum[1], sum[2], sum[3]);
}

/* --- the approvals --- */

struct look {
    struct mcp_project *project; /* its arena has the offers; owned by the request until its answer */
    struct store_mcp_offers known;
};

static void set_state(const struct mcp_hub *hub, const struct mcp_project *project,
                      const struct store_mcp_offers *known, struct mcp_offer *offer, struct arena *arena)
{
    char id[MCP_ID_MAX + 1];
    if (offer->state == MCP_OFFER_STATE_INVALID)
        return;
    make_id(hub, project, offer->name, id);
    offer->server_id = arena_copy(arena, slice_of(id));
    for (size_t i = 0; i < known->count; i++) {
        const struct store_mcp_offer *one = &known->items[i];
        if (!slice_equal(one->name, offer->name))
            continue;
        if (one->approved && one->server.size > 0)
            offer->server_id = one->server;
        if (slice_equal(one->hash, offer->hash))
            offer->state = one->approved ? MCP_OFFER_STATE_APPROVED : MCP_OFFER_STATE_DECLINED;
        else if (one->approved)
            offer->state = MCP_OFFER_STATE_CHANGED;
    }
    offer->server_id_is = offer->server_id.data ? FIELD_SET : FIELD_ABSENT;
}

static int find_known(struct store_request *request, struct store_tx *tx)
{
    struct look *look = request->more;
    return store_mcp_offer_list(tx, slice_of(look->project->directory), &request->arena, &look->known);
}

static void release(struct mcp_project *project)
{
    arena_clear(&project->scan.arena);
    free(project);
}

static void answer_known(struct store_request *request);

/* The scan is freed after this returns: the project lives on with its arena. */
static void on_read(struct session_scan *scan)
{
    struct mcp_project *read = list_member(scan, struct mcp_project, scan);
    struct call *call = scan->call;
    if (!read->path || read->problem) {
        struct mcp_offers_result result = {.path = slice_of(read->path),
                                           .path_is = read->path ? FIELD_SET : FIELD_ABSENT,
                                           .problem = slice_of(read->problem),
                                           .problem_is = read->problem ? FIELD_SET : FIELD_ABSENT};
        if (read->approves)
            (void)call_fail(call, ERROR_MCP_NOT_OFFERED, "the project offers no servers: %s",
                            read->problem ? read->problem : "there is no " MCP_PROJECT_FILE);
        else
            (void)mcp_offers_reply(call, &result);
        return;
    }
    struct mcp_project *project = malloc(sizeof *project);
    if (!project) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(ENOMEM));
        return;
    }
    *project = *read;
    read->scan.arena = (struct arena)ARENA_LIMITED(0);
    const struct look look = {.project = project};
    scan->call = NULL;
    int r = store_request_read_with(call, &look, sizeof look, find_known, answer_known);
    if (r == 0)
        return;
    (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    (void)call_drop(call);
    release(project);
}

/* --- mcp.approve --- */

struct approving {
    struct mcp_project *project;
    struct arena arena; /* of the request's rows */
    struct mcp_offer *offer;
    struct store_mcp_offer row;
    struct mcp_connect_params params;
    struct store_change change; /* of a refusal */
    struct mcp_hub *hub;
    struct call *call; /* deferred and held */
};

static void approving_free(struct approving *approving)
{
    release(approving->project);
    arena_wipe(&approving->arena);
    arena_clear(&approving->arena);
    free(approving);
}

static const struct slice *value_of(const struct mcp_approve_params *params, struct slice name)
{
    for (size_t i = 0; params->variables_is == FIELD_SET && i < params->variables.count; i++)
        if (slice_equal(params->variables.items[i].key, name))
            return &params->variables.items[i].value;
    return NULL;
}

/* Replaces the variables. -ENOENT: one has neither value nor default; *ret_missing names it. -E2BIG: the text has more
 * bytes than mcp:connect would take. */
static int expand(struct approving *approving, struct slice text, size_t most, struct slice *ret_text,
                  struct slice *ret_missing)
{
    const struct mcp_approve_params *params = approving->call->params;
    struct buf out = BUF_LIMITED(most);
    struct mcp_variable found;
    size_t at = 0;
    out.traceless = true;
    while (mcp_variable_next(text, at, &found)) {
        const struct slice *value = value_of(params, found.name);
        buf_append(&out, text.data + at, found.start - at);
        at = found.end;
        if (!value && !found.has_fallback) {
            *ret_missing = found.name;
            buf_clear(&out);
            return -ENOENT;
        }
        buf_append_slice(&out, value ? *value : found.fallback);
    }
    buf_append(&out, text.data + at, text.size - at);
    int r = out.error ? -E2BIG : 0;
    if (r == 0) {
        *ret_text = arena_copy(&approving->arena, out.data ? buf_slice(&out) : SLICE(""));
        r = ret_text->data ? 0 : -ENOMEM;
    }
    buf_wipe(&out);
    buf_clear(&out);
    return r;
}

static int expand_pairs(struct approving *approving, const struct mcp_offer_env *from,
                        struct mcp_connect_params_env *to, struct slice *ret_missing)
{
    to->items = arena_zeroed(&approving->arena, (from->count + 1) * sizeof *to->items);
    int r = to->items ? 0 : -ENOMEM;
    for (size_t i = 0; r == 0 && i < from->count; i++) {
        to->items[i].key = from->items[i].key;
        r = expand(approving, from->items[i].value, MCP_TEXT_BYTES, &to->items[i].value, ret_missing);
        to->count++;
    }
    return r;
}

static int fill(struct approving *approving, struct slice *ret_missing)
{
    const struct mcp_offer *offer = approving->offer;
    struct mcp_connect_params *params = &approving->params;
    struct mcp_connect_params_env headers = {0};
    struct mcp_offer_env offered = {0};
    struct slice *args = arena_zeroed(&approving->arena, (offer->args.count + 1) * sizeof *args);
    *params = (struct mcp_connect_params){
        .server_id = offer->server_id,
        .name = offer->name,
        .transport = offer->transport,
        .command_is = offer->command_is,
        .url_is = offer->url_is,
        .args = {args, offer->args.count},
        .api_key_env = SLICE("API_KEY"),
        .network = MCP_NETWORK_FULL,
    };
    int r = args ? 0 : -ENOMEM;
    if (r == 0 && offer->command_is == FIELD_SET)
        r = expand(approving, offer->command, MCP_COMMAND_BYTES, &params->command, ret_missing);
    if (r == 0 && offer->url_is == FIELD_SET)
        r = expand(approving, offer->url, MCP_COMMAND_BYTES, &params->url, ret_missing);
    for (size_t i = 0; r == 0 && i < offer->args.count; i++)
        r = expand(approving, offer->args.items[i], MCP_TEXT_BYTES, &args[i], ret_missing);
    if (r == 0)
        r = expand_pairs(approving, &offer->env, &params->env, ret_missing);
    memcpy(&offered, &offer->headers, sizeof offered);
    if (r == 0)
        r = expand_pairs(approving, &offered, &headers, ret_missing);
    memcpy(&params->headers, &headers, sizeof headers);
    if (offer->transport == CONNECTOR_TRANSPORT_STDIO) { /* it works on the project */
        params->cwd = slice_of(approving->project->directory);
        params->cwd_is = FIELD_SET;
    }
    return r;
}

static void reply_offer(struct approving *approving, enum mcp_offer_state state)
{
    struct mcp_offer offer = *approving->offer;
    offer.state = state;
    (void)mcp_approve_reply(approving->call, &offer);
    (void)call_drop(approving->call);
    approving_free(approving);
}

static void on_configured(struct mcp_entry *entry, const struct mcp_configuration *configuration)
{
    struct approving *approving = configuration->user;
    if (entry) {
        reply_offer(approving, MCP_OFFER_STATE_APPROVED);
        return;
    }
    (void)call_drop(approving->call);
    approving_free(approving);
}

static void approve(struct approving *approving)
{
    struct slice missing = {0};
    int r = fill(approving, &missing);
    const struct mcp_configuration configuration = {
        .call = approving->call,
        .params = &approving->params,
        .project = slice_of(approving->project->directory),
        .offer = &approving->row,
        .then = on_configured,
        .user = approving,
    };
    if (r == -ENOENT)
        (void)call_fail(approving->call, ERROR_MCP_SERVER_REFUSED,
                        "the entry needs a value for the variable %.*s, and has no default", SLICE_ARG(missing));
    if (r == -E2BIG)
        (void)call_fail(
            approving->call, ERROR_MCP_SERVER_REFUSED,
            "with its variables the command or the url has more than %d bytes, or another text more than %d",
            MCP_COMMAND_BYTES, MCP_TEXT_BYTES);
    if (r == 0)
        r = mcp_configure(approving->hub, &configuration);
    if (r == 1)
        return;
    if (r < 0 && r != -ENOENT && r != -E2BIG)
        (void)call_fail(approving->call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    (void)call_drop(approving->call);
    approving_free(approving);
}

static int apply_refusal(struct store_change *change, struct store_tx *tx)
{
    const struct approving *approving = list_member(change, struct approving, change);
    return store_mcp_offer_put(tx, slice_of(approving->project->directory), &approving->row, clock_epoch_ms());
}

/* A declined server that was approved before is removed by mcp.remove. */
static void on_refused(struct store_change *change)
{
    struct approving *approving = list_member(change, struct approving, change);
    if (change->status == 0) {
        reply_offer(approving, MCP_OFFER_STATE_DECLINED);
        return;
    }
    (void)store_fail_call(approving->hub->store, approving->call, change->status);
    (void)call_drop(approving->call);
    approving_free(approving);
}

/* Takes the project and the call, which is deferred and held. */
static void decide(struct mcp_hub *hub, struct call *call, struct mcp_project *project,
                   const struct store_mcp_offers *known)
{
    const struct mcp_approve_params *params = call->params;
    struct approving *approving = calloc(1, sizeof *approving);
    if (!approving) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(ENOMEM));
        (void)call_drop(call);
        release(project);
        return;
    }
    *approving = (struct approving){.project = project, .hub = hub, .call = call, .arena = ARENA_LIMITED(ARENA_BYTES)};
    for (size_t i = 0; i < project->count; i++)
        if (slice_equal(project->offers[i].name, params->name))
            approving->offer = &project->offers[i];
    struct mcp_offer *offer = approving->offer;
    if (!offer || !slice_equal(offer->hash, params->hash) || offer->state == MCP_OFFER_STATE_INVALID) {
        (void)call_fail(call, ERROR_MCP_NOT_OFFERED, "%.256s offers %s", project->path,
                        !offer                                    ? "no server of this name"
                        : offer->state == MCP_OFFER_STATE_INVALID ? offer->problem.data
                                                                  : "another entry of this name now; look at it again");
        (void)call_drop(call);
        approving_free(approving);
        return;
    }
    set_state(hub, project, known, offer, &project->scan.arena);
    struct slice id = offer->server_id;
    offer->server_id = arena_copy(&project->scan.arena, id);
    approving->row = (struct store_mcp_offer){
        .name = offer->name, .hash = offer->hash, .server = offer->server_id, .approved = params->approve};
    if (params->approve) {
        approve(approving);
        return;
    }
    approving->change = (struct store_change){.apply = apply_refusal, .done = on_refused};
    (void)store_write(hub->store, &approving->change);
}

/* --- mcp.offers --- */

static void answer_known(struct store_request *request)
{
    struct look *look = request->more;
    struct mcp_project *project = look->project;
    struct mcp_hub *hub = mcp_hub_of(request->call);
    if (request->call->answered || request->status < 0) {
        if (!request->call->answered)
            (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
        release(project);
        return;
    }
    if (project->approves) {
        decide(hub, store_request_keep_call(request), project, &look->known);
        return;
    }
    for (size_t i = 0; i < project->count; i++)
        set_state(hub, project, &look->known, &project->offers[i], &project->scan.arena);
    (void)mcp_offers_reply(request->call, &(struct mcp_offers_result){
                                              .path = slice_of(project->path),
                                              .path_is = FIELD_SET,
                                              .offers = {project->offers, project->count},
                                          });
    release(project);
}

/* --- handlers --- */

static void where_offers(const void *params, struct slice *ret_session_id, struct slice *ret_cwd)
{
    *ret_session_id = (struct slice){0};
    *ret_cwd = ((const struct mcp_offers_params *)params)->cwd;
}

static void where_approve(const void *params, struct slice *ret_session_id, struct slice *ret_cwd)
{
    *ret_session_id = (struct slice){0};
    *ret_cwd = ((const struct mcp_approve_params *)params)->cwd;
}

static int fill_offers(struct session_scan *scan)
{
    (void)scan;
    return 0;
}

static int fill_approve(struct session_scan *scan)
{
    list_member(scan, struct mcp_project, scan)->approves = true;
    return 0;
}

int mcp_offers(struct call *call, const struct mcp_offers_params *params)
{
    static const struct session_scan_kind kind = {.lane = "mcp",
                                                  .size = sizeof(struct mcp_project),
                                                  .arena_bytes = PARSED_BYTES,
                                                  .where = where_offers,
                                                  .fill = fill_offers,
                                                  .work = mcp_project_read,
                                                  .answer = on_read};
    (void)params;
    return mcp_hub_refuses(mcp_hub_of(call), call) ? 0 : session_scan(call, &kind);
}

int mcp_approve(struct call *call, const struct mcp_approve_params *params)
{
    static const struct session_scan_kind kind = {.lane = "mcp",
                                                  .size = sizeof(struct mcp_project),
                                                  .arena_bytes = PARSED_BYTES,
                                                  .where = where_approve,
                                                  .fill = fill_approve,
                                                  .work = mcp_project_read,
                                                  .answer = on_read};
    (void)params;
    return mcp_hub_refuses(mcp_hub_of(call), call) ? 0 : session_scan(call, &kind);
}
