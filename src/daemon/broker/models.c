/* Which models services have: the broker asks each, once for all who want to know, and what it was told is kept for a
 * while. What has failed is not. */
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
    char session_id[SESSION_ID_MAX + 1]; /* whose use of the key it is */
    struct request *request;             /* at the broker; or NULL */
    struct deadline limit;
    struct list askers;                  /* struct broker_asker */
    struct broker_models_result *result; /* a copy; NULL: it has not told */
    int64_t told_ns;
};

_Static_assert(sizeof(struct broker_models_params_headers_pair) == sizeof(struct executor_provider_headers_pair) &&
                   offsetof(struct broker_models_params_headers_pair, value) ==
                       offsetof(struct executor_provider_headers_pair, value),
               "headers are handed on as they are");

/* --- life ---------------------------------------------------------------------------------------- */

static void catalog_free(struct catalog *catalog)
{
    if (catalog->request)
        request_cancel(catalog->request); /* on_told() hears of it */
    timers_unset(&catalog->broker->rpc->timers, &catalog->limit);
    list_remove(&catalog->link);
    free(catalog->params);
    free(catalog->result);
    free(catalog);
}

/* Those who ask again while they are told wait for the next time. */
static void tell(struct catalog *catalog, const struct broker_models_result *result)
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
        asker->told(asker, result);
    }
}

static void tell_problem(struct catalog *catalog, const char *problem)
{
    tell(catalog, &(struct broker_models_result){.error = slice_of(problem), .error_is = FIELD_SET});
}

static bool is_fresh(const struct catalog *catalog)
{
    return catalog->result && clock_monotonic_ns() - catalog->told_ns < FRESH_NS;
}

/* --- asking ---------------------------------------------------------------------------------------- */

static void keep(struct catalog *catalog, const struct broker_models_result *result)
{
    struct broker_models_result *copy = malloc(sizeof *copy + json_copy_size(&broker_models_result_shape, result));
    if (copy)
        json_copy(&broker_models_result_shape, result, copy, copy + 1);
    free(catalog->result);
    catalog->result = copy;
    catalog->told_ns = clock_monotonic_ns();
}

static void on_told(void *user, const struct reply *reply)
{
    struct catalog *catalog = user;
    const struct broker_models_result *result = reply->result;
    catalog->request = NULL;
    if (reply->status < 0) {
        tell_problem(catalog, "no response from weir-broker; try again");
        return;
    }
    if (result->error_is != FIELD_SET)
        keep(catalog, result);
    tell(catalog, result);
}

static int ask_broker(struct catalog *catalog, struct slice key)
{
    struct peer *peer = catalog->broker->service.peer;
    struct broker_models_params params = *catalog->params;
    params.api_key = key;
    params.api_key_is = key.size > 0 ? FIELD_SET : FIELD_ABSENT;
    return peer_call(peer, &broker_models_method, &params, ASK_MS, on_told, catalog, &catalog->request);
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
        tell_problem(catalog, *problem ? problem : strerror(-r));
}

static void on_limit(struct deadline *deadline)
{
    struct catalog *catalog = list_member(deadline, struct catalog, limit);
    tell_problem(catalog, "no response from weir-broker, which calls the providers; try again");
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
            tell_problem(catalog, problem);
    }
}

void broker_forget_models(struct broker *broker)
{
    struct list *all = &broker->catalogs;
    while (all->next && !list_is_empty(all))
        catalog_free(list_member(all->next, struct catalog, link));
}

/* --- who wants to know ------------------------------------------------------------------------------- */

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

/* The one of this service. Those that nobody needs any more go; so does one whose service is elsewhere now. */
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
        asker->told(asker, &(struct broker_models_result){.error = slice_of(problem), .error_is = FIELD_SET});
        return;
    }
    if (is_fresh(catalog)) {
        asker->told(asker, catalog->result);
        return;
    }
    list_append(&catalog->askers, &asker->link);
    if (!is_new)
        return;
    (void)timers_set(&broker->rpc->timers, &catalog->limit, ASK_MS);
    if (broker->service.peer)
        ask(catalog);
    else if (!service_is_up(&broker->service))
        broker_start(broker);                                                 /* which tells, where it cannot */
    if (!service_is_up(&broker->service) && !list_is_empty(&catalog->askers)) /* it is not tried again yet */
        tell_problem(catalog, "cannot start weir-broker, which calls the providers; see: weir daemon logs");
}
