/* Handles agent.models. For the built-in agent: the models of the configuration and those that providers
 * report. For other agents: the models that the agent has reported. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "contract/agent.h"
#include "contract/broker.h"
#include "daemon/agent/agent.h"
#include "daemon/broker/broker.h"
#include "daemon/client/client.h"
#include "daemon/key/key.h"
#include "daemon/store/request.h"
#include "rpc/call.h"
#include "json/copy.h"

enum {
    ARENA_BYTES = 16 << 20,
    MODELS_MAX = 8000, /* of all providers together */
    LOOKED_AT = 200,   /* sessions to search */
    LOOKED_AT_BYTES = 1 << 20,
};

struct listing;

struct service_asker {
    struct broker_asker asker;
    struct listing *listing;
    struct agent_service *service;
    struct slice model; /* the model of the configuration; or empty */
    bool has_key;
};

struct listing {
    struct broker *broker;
    struct call *call; /* deferred and held */
    struct arena arena;
    struct agent_models_result result;
    struct agent_service services[AGENT_PROVIDERS_MAX];
    struct service_asker askers[AGENT_PROVIDERS_MAX];
    size_t left;  /* providers that have not answered, plus one while requests are started */
    size_t count; /* models in the result */
};

enum { AGENT_NAME_SIZE = 256 };

/* The reader thread must not read the configuration, so its agent is copied when the call arrives. */
struct search {
    struct store_session session;
    char usual[AGENT_NAME_SIZE]; /* tasks.agent; or empty */
};

/* Marks the provider that the built-in agent would choose: one with a key, else the first that answers without
 * a key. */
static void mark_chosen(struct listing *listing)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < listing->result.services.count; i++) {
            struct agent_service *service = &listing->services[i];
            bool takes = pass == 0 ? listing->askers[i].has_key : service->usable && service->error_is != FIELD_SET;
            if (takes) {
                service->chosen = true;
                return;
            }
        }
}

static void finish_one(struct listing *listing)
{
    if (--listing->left > 0)
        return;
    mark_chosen(listing);
    if (!listing->call->answered)
        (void)agent_models_reply(listing->call, &listing->result);
    (void)call_drop(listing->call);
    arena_clear(&listing->arena);
    free(listing);
}

/* --- one provider --- */

static void fail(struct listing *listing, struct agent_service *service, struct slice problem)
{
    service->error = arena_copy(&listing->arena, problem);
    service->error_is = service->error.data ? FIELD_SET : FIELD_ABSENT;
}

/* Copies the answer of a provider into the arena. */
static int copy_result(struct listing *listing, const struct broker_models_result *reported,
                       struct broker_models_result *ret_copy)
{
    char *block = arena_alloc(&listing->arena, json_copy_size(&broker_models_result_shape, reported) + 1);
    if (!block)
        return -ENOMEM;
    json_copy(&broker_models_result_shape, reported, ret_copy, block);
    return 0;
}

/* Lists the configured model first, without a duplicate. */
static void add_models(struct service_asker *about, const struct broker_models_result *reported)
{
    struct listing *listing = about->listing;
    struct agent_service *service = about->service;
    struct broker_models_result copy = {0};
    struct agent_model *items =
        arena_zeroed(&listing->arena, (reported->models.count + service->models.count + 1) * sizeof *items);
    size_t count = service->models.count;
    if (!items || copy_result(listing, reported, &copy) < 0) {
        fail(listing, service, SLICE("out of memory for its models"));
        return;
    }
    if (count > 0)
        items[0] = service->models.items[0];
    service->complete = reported->complete;
    for (size_t i = 0; i < copy.models.count; i++) {
        const struct agent_model *model = &copy.models.items[i];
        if (about->model.size > 0 && slice_equal(model->name, about->model)) {
            struct agent_model configured = items[0];
            items[0] = *model;
            items[0].is_default = true;
            if (model->context_tokens_is != FIELD_SET) {
                items[0].context_tokens = configured.context_tokens;
                items[0].context_tokens_is = configured.context_tokens_is;
            }
        } else if (listing->count < MODELS_MAX) {
            items[count] = *model;
            items[count++].is_default = false;
            listing->count++;
        } else {
            service->complete = false;
        }
    }
    service->models.items = items;
    service->models.count = count;
}

static void on_models(struct broker_asker *asker, const struct broker_models_result *reported)
{
    struct service_asker *about = list_member(asker, struct service_asker, asker);
    if (reported->error_is == FIELD_SET)
        fail(about->listing, about->service, reported->error);
    else
        add_models(about, reported);
    finish_one(about->listing);
}

static int fill(struct listing *listing, size_t i, const struct executor_provider *provider)
{
    struct agent_service *service = &listing->services[i];
    struct service_asker *about = &listing->askers[i];
    struct agent_model *model = arena_zeroed(&listing->arena, sizeof *model);
    *service = (struct agent_service){
        .name = arena_copy(&listing->arena, provider->service),
        .usable = provider->header.size == 0 || provider->has_key,
    };
    *about = (struct service_asker){
        .asker = {.done = on_models}, .listing = listing, .service = service, .has_key = provider->has_key};
    if (!model || !service->name.data)
        return -ENOMEM;
    if (provider->model_is != FIELD_SET || provider->model.size == 0)
        return 0;
    about->model = arena_copy(&listing->arena, provider->model);
    *model = (struct agent_model){.name = about->model,
                                  .context_tokens = provider->context_tokens,
                                  .context_tokens_is = FIELD_SET,
                                  .is_default = true};
    service->models.items = model;
    service->models.count = 1;
    return about->model.data ? 0 : -ENOMEM;
}

static void explain_no_key(struct listing *listing, struct agent_service *service)
{
    char text[256];
    if (key_is_stored(listing->broker->keys, service->name))
        (void)snprintf(text, sizeof text, "the session may not use its key");
    else
        (void)snprintf(text, sizeof text, "no API key configured; add one: weir key set %.64s", service->name.data);
    fail(listing, service, slice_of(text));
}

static void ask_services(struct listing *listing, const struct session_record *session)
{
    struct broker *broker = listing->broker;
    struct executor_provider providers[AGENT_PROVIDERS_MAX];
    size_t count = agent_providers(broker->agents, session, providers);
    listing->result.services = (struct agent_models_result_services){listing->services, count};
    for (size_t i = 0; i < count; i++) {
        if (fill(listing, i, &providers[i]) < 0) {
            listing->result.services.count = i;
            break;
        }
        if (!listing->services[i].usable) {
            explain_no_key(listing, &listing->services[i]);
            continue;
        }
        listing->left++;
        broker_ask_models(broker, &providers[i], session->id, &listing->askers[i].asker);
    }
}

/* --- other agents --- */

static struct slice agent_of(const struct agent_models_params *params, const struct session_record *session,
                             const char *usual)
{
    if (params->agent_is == FIELD_SET)
        return params->agent;
    if (session->agent_is == FIELD_SET)
        return session->agent;
    if (*usual)
        return slice_of(usual);
    if (session->last_agent_is == FIELD_SET)
        return session->last_agent;
    return session->agent_commands_is == FIELD_SET ? session->agent_commands.agent : SLICE("builtin");
}

static bool has_reported(const struct session_record *session, struct slice agent)
{
    return session->agent_models_is == FIELD_SET && slice_equal(session->agent_models.agent, agent);
}

/* Uses the list that the agent reported to another recent session. So its models are known before the first
 * task of a new session. */
static int borrow(struct store_tx *tx, struct arena *arena, struct slice agent, struct session_record *session)
{
    const struct store_session_filter filter = {.limit = LOOKED_AT, .bytes = LOOKED_AT_BYTES};
    struct store_sessions sessions = {0};
    if (slice_is(agent, "builtin") || has_reported(session, agent))
        return 0;
    int r = store_session_list(tx, &filter, arena, &sessions);
    for (size_t i = 0; r == 0 && i < sessions.count; i++)
        if (has_reported(&sessions.items[i], agent)) {
            session->agent_models = sessions.items[i].agent_models;
            session->agent_models_is = FIELD_SET;
            return 0;
        }
    return r;
}

static void take_reported(struct listing *listing, const struct session_record *session)
{
    const struct session_models *models = &session->agent_models.models;
    if (!has_reported(session, listing->result.agent))
        return;
    char *block = arena_alloc(&listing->arena, json_copy_size(&session_models_shape, models) + 1);
    if (!block)
        return;
    json_copy(&session_models_shape, models, &listing->result.models, block);
    listing->result.models_is = FIELD_SET;
}

/* --- the complete list --- */

/* Takes the call, which is deferred and held. */
static void begin(struct broker *broker, struct call *call, const struct session_record *session, const char *usual)
{
    const struct agent_models_params *params = call->params;
    struct listing *listing = calloc(1, sizeof *listing);
    struct slice agent = agent_of(params, session, usual);
    if (!listing) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "out of memory");
        (void)call_drop(call);
        return;
    }
    listing->broker = broker;
    listing->call = call;
    listing->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    listing->left = 1;
    listing->result.agent = arena_copy(&listing->arena, agent);
    if (session->model_is == FIELD_SET) {
        listing->result.model = arena_copy(&listing->arena, session->model);
        listing->result.model_is = listing->result.model.data ? FIELD_SET : FIELD_ABSENT;
    }
    if (slice_is(agent, "builtin"))
        ask_services(listing, session);
    else
        take_reported(listing, session);
    finish_one(listing);
}

static int find(struct store_request *request, struct store_tx *tx)
{
    const struct agent_models_params *params = request->call->params;
    struct search *search = request->more;
    struct session_record *session = &search->session.record;
    int r = 0;
    if (params->session_id_is == FIELD_SET)
        r = store_session_find(tx, params->session_id, &request->arena, &search->session);
    return r == 0 ? borrow(tx, &request->arena, agent_of(params, session, search->usual), session) : r;
}

static void on_found(struct store_request *request)
{
    const struct agent_models_params *params = request->call->params;
    const struct search *search = request->more;
    struct broker *broker = broker_of(request->call);
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_SESSION_NOT_FOUND, "no such session: %.*s", SLICE_ARG(params->session_id));
    else if (request->status < 0)
        (void)store_fail_call(request->store, request->call, request->status);
    else if (!request->call->answered)
        begin(broker, store_request_keep_call(request), &search->session.record, search->usual);
}

int agent_models(struct call *call, const struct agent_models_params *params)
{
    struct broker *broker = broker_of(call);
    const struct config_settings *settings = broker->settings;
    const struct session_record session = {
        .id = SLICE(""), .network = settings->network, .keys = settings->keys.access};
    struct search search = {.usual = ""};
    if (settings->tasks.agent_is == FIELD_SET)
        (void)snprintf(search.usual, sizeof search.usual, "%.*s", SLICE_ARG(settings->tasks.agent));
    if (params->session_id_is == FIELD_SET || !slice_is(agent_of(params, &session, search.usual), "builtin"))
        return store_request_read_with(call, &search, sizeof search, find, on_found);
    int r = call_defer(call, NULL, NULL, &call);
    if (r < 0)
        return r;
    call_hold(call);
    begin(broker, call, &session, search.usual);
    return 0;
}
