/* Caches the models that providers report. The broker asks each provider once for all waiting requests.
 * Failures are not cached. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/broker/internal.h"
#include "daemon/key/key.h"
#include "rpc/peer.h"
#include "json/copy.h"

enum { ASK_MS = 10000, SESSION_ID_MAX = 128 };
#define FRESH_NS INT64_C(600000000000)

struct catalog {
    struct broker *broker;
    struct list link;                    /* in broker->catalogs */
    struct broker_models_params *params; /* a copy, without a key */
    bool has_key;
    char session_id[SESSION_ID_MAX + 1]; /* the session that the broker may use the key for */
    struct request *request;             /* the request to the broker; or NULL */
    struct deadline limit;
    struct list askers;                  /* struct broker_asker */
    struct broker_models_result *result; /* a copy; NULL: not reported yet */
    int64_t reported_ns;
};

_Static_assert(sizeof(struct broker_models_params_headers_pair) == sizeof(struct executor_provider_headers_pair) &&
                   offsetof(struct broker_models_params_headers_pair, value) ==
                       offsetof(struct executor_provider_headers_pair, value),
               "headers are handed on as they are");

/* --- lifetime --- */

static void catalog_free(struct catalog *catalog)
{
    if (catalog->request)
        request_cancel(catalog->request); /* calls on_models() with an error */
    timers_unset(&catalog->broker->rpc->timers, &catalog->limit);
    list_remove(&catalog->link);
    free(catalog->params);
    free(catalog->result);
    free(catalog);
}

/* Calls all askers. An asker that asks again from its callback waits for the next answer. */
static void answer_askers(struct catalog *catalog, const struct broker_models_result *result)
{
    struct list askers;
    list_init(&askers);
    timers_unset(&catalog->broker->rpc->timers, &catalog->limit);
    while (!list_is_empty(&catalog->askers)) {
        struct list *link = catalog->askers.next;
        list_remove(link);
        list_append(&askers, link);
    }
    while (!list_is_empty(&askers)) {
        struct broker_asker *asker = list_member(askers.next, struct broker_asker, link);
        list_remove(&asker->link);
        asker->done(asker, result);
    }
}

static void fail_askers(struct catalog *catalog, const char *problem)
{
    answer_askers(catalog, &(struct broker_models_result){.error = slice_of(problem), .error_is = FIELD_SET});
}

static bool is_fresh(const struct catalog *catalog)
{
    return catalog->result && clock_monotonic_ns() - catalog->reported_ns < FRESH_NS;
}

/* --- requests to the broker --- */

static void keep(struct catalog *catalog, const struct broker_models_result *result)
{
    struct broker_models_result *copy = malloc(sizeof *copy + json_copy_size(&broker_models_result_shape, result));
    if (copy)
        json_copy(&broker_models_result_shape, result, copy, copy + 1);
    free(catalog->result);
    catalog->result = copy;
    catalog->reported_ns = clock_monotonic_ns();
}

static void on_models(void *user, const struct reply *reply)
{
    struct catalog *catalog = user;
    const struct broker_models_result *result = reply->result;
    catalog->request = NULL;
    if (reply->status < 0) {
        fail_askers(catalog, "no response from weir-broker; try again");
        return;
    }
    if (result->error_is != FIELD_SET)
        keep(catalog, result);
    answer_askers(catalog, result);
}

static int ask_broker(struct catalog *catalog, struct slice key)
{
    struct peer *peer = catalog->broker->service.peer;
    struct broker_models_params params = *catalog->params;
    params.api_key = key;
    params.api_key_is = key.size > 0 ? FIELD_SET : FIELD_ABSENT;
    return peer_call(peer, &broker_models_method, &params, ASK_MS, on_models, catalog, &catalog->request);
}

static void ask(struct catalog *catalog)
{
    struct key_value key = {0};
    enum error_id error;
    char problem[256] = "";
    int r = 0;
    if (catalog->has_key)
        r = key_use(catalog->broker->keys, catalog->params->provider.service, slice_of(catalog->session_id), SLICE(""),
                    SLICE("agent.models"), &key, &error, problem);
    if (r == 0)
        r = ask_broker(catalog, (struct slice){key.data, key.size});
    key_clear(&key);
    if (r < 0)
        fail_askers(catalog, *problem ? problem : strerror(-r));
}

static void on_limit(struct deadline *deadline)
{
    struct catalog *catalog = list_member(deadline, struct catalog, limit);
    fail_askers(catalog, "no response from weir-broker, which calls the providers; try again");
}

void broker_ask_all(struct broker *broker)
{
    struct list *all = &broker->catalogs;
    for (struct list *link = all->next, *next; link != all; link = next) {
        struct catalog *catalog = list_member(link, struct catalog, link);
        next = link->next;
        if (!catalog->request && !list_is_empty(&catalog->askers))
            ask(catalog);
    }
}

void broker_refuse_all(struct broker *broker, const char *problem)
{
    struct list *all = &broker->catalogs;
    for (struct list *link = all->next; link != all; link = link->next) {
        struct catalog *catalog = list_member(link, struct catalog, link);
        if (!list_is_empty(&catalog->askers))
            fail_askers(catalog, problem);
    }
}

void broker_forget_models(struct broker *broker)
{
    struct list *all = &broker->catalogs;
    while (all->next && !list_is_empty(all))
        catalog_free(list_member(all->next, struct catalog, link));
}

/* --- askers --- */

static struct broker_models_params *copy_params(const struct executor_provider *provider)
{
    const struct broker_models_params params = {
        .provider = {.service = provider->service,
                     .url = provider->url,
                     .header = provider->header,
                     .prefix = provider->prefix,
                     .format = provider->format == EXECUTOR_PROVIDER_FORMAT_ANTHROPIC ? BROKER_PROVIDER_FORMAT_ANTHROPIC
                                                                                      : BROKER_PROVIDER_FORMAT_OPENAI},
        .headers = {(void *)provider->headers.items, provider->headers.count},
        .headers_is = provider->headers_is,
    };
    struct broker_models_params *copy = malloc(sizeof *copy + json_copy_size(&broker_models_params_shape, &params));
    if (copy)
        json_copy(&broker_models_params_shape, &params, copy, copy + 1);
    return copy;
}

static bool is_at_work(const struct catalog *catalog)
{
    return catalog->request || !list_is_empty(&catalog->askers);
}

/* Returns the catalog of this provider. Also frees outdated catalogs: expired ones without askers, and one
 * whose provider has a new URL. */
static struct catalog *find(struct broker *broker, const struct executor_provider *provider)
{
    struct list *all = &broker->catalogs;
    struct catalog *found = NULL;
    for (struct list *link = all->next, *next; link != all; link = next) {
        struct catalog *catalog = list_member(link, struct catalog, link);
        const struct broker_provider *about = &catalog->params->provider;
        bool is_it = slice_equal(about->service, provider->service) && slice_equal(about->url, provider->url);
        next = link->next;
        if (is_it && (is_at_work(catalog) || is_fresh(catalog)))
            found = catalog;
        else if (!is_at_work(catalog) && (!is_fresh(catalog) || slice_equal(about->service, provider->service)))
            catalog_free(catalog);
    }
    return found;
}

static struct catalog *catalog_new(struct broker *broker, const struct executor_provider *provider,
                                   struct slice session_id)
{
    struct catalog *catalog = calloc(1, sizeof *catalog);
    if (!catalog || !(catalog->params = copy_params(provider))) {
        free(catalog);
        return NULL;
    }
    catalog->broker = broker;
    catalog->has_key = provider->header.size > 0;
    catalog->limit.expired = on_limit;
    if (session_id.size <= SESSION_ID_MAX)
        slice_copy(catalog->session_id, session_id);
    list_init(&catalog->askers);
    list_append(&broker->catalogs, &catalog->link);
    return catalog;
}

void broker_ask_models(struct broker *broker, const struct executor_provider *provider, struct slice session_id,
                       struct broker_asker *asker)
{
    struct catalog *catalog = find(broker, provider);
    bool is_new = !catalog;
    if (is_new && !broker->closed)
        catalog = catalog_new(broker, provider, session_id);
    if (!catalog) {
        const char *problem = broker->closed ? "the daemon is stopping" : "out of memory";
        asker->done(asker, &(struct broker_models_result){.error = slice_of(problem), .error_is = FIELD_SET});
        return;
    }
    if (is_fresh(catalog)) {
        asker->done(asker, catalog->result);
        return;
    }
    list_append(&catalog->askers, &asker->link);
    if (!is_new)
        return;
    (void)timers_set(&broker->rpc->timers, &catalog->limit, ASK_MS);
    if (broker->service.peer)
        ask(catalog);
    else if (!service_is_up(&broker->service))
        /* If the start fails, broker_start() fails the request. */
        broker_start(broker);
    /* The broker waits for a restart: fail the request now. */
    if (!service_is_up(&broker->service) && !list_is_empty(&catalog->askers))
        fail_askers(catalog, "cannot start weir-broker, which calls the providers; see: weir daemon logs");
}

void broker_check_models(struct broker *broker, const struct executor_provider *provider, struct broker_asker *asker)
{
    struct catalog *known = find(broker, provider);
    if (known && !is_at_work(known))
        catalog_free(known);
    broker_ask_models(broker, provider, SLICE(""), asker);
}
