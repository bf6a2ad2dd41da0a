/* Chooses the provider and the model for a prompt. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/agent.h"
#include "provider/service.h"

static bool is_open(const struct executor_provider *provider)
{
    return provider->header.size == 0;
}

/* The order of preference: providers with a key, then those that need none, then those known to the broker. */
enum { BY_KEY, OPEN, BY_BROKER, PASSES };

static bool is_usable(const struct executor_provider *provider, int pass, bool has_socket)
{
    return pass == BY_KEY ? provider->has_key : pass == OPEN ? is_open(provider) : has_socket;
}

static const struct executor_provider *first_usable(const struct executor_provider *providers, size_t count,
                                                    bool has_socket)
{
    for (int pass = 0; pass < PASSES; pass++)
        for (size_t i = 0; i < count; i++)
            if (is_usable(&providers[i], pass, has_socket))
                return &providers[i];
    return NULL;
}

/* Returns the provider whose configured model has this name, if any. */
static const struct executor_provider *owner(const struct executor_provider *providers, size_t count,
                                             struct slice model, bool has_socket)
{
    for (size_t i = 0; i < count; i++) {
        const struct executor_provider *provider = &providers[i];
        if (provider->model_is == FIELD_SET && slice_equal(provider->model, model) &&
            (provider->has_key || is_open(provider) || has_socket))
            return provider;
    }
    return NULL;
}

/* Returns the provider that makes models with such names; empty if unknown. */
static struct slice maker_of(struct slice model)
{
    static const char *const openai[] = {"gpt", "chatgpt", "o1", "o3", "o4"};
    if (slice_starts_with(model, SLICE("claude")))
        return SLICE("anthropic");
    for (size_t i = 0; i < sizeof openai / sizeof *openai; i++)
        if (slice_starts_with(model, slice_of(openai[i])))
            return SLICE("openai");
    return (struct slice){0};
}

static bool has_format(const struct executor_provider *provider, struct slice maker)
{
    return maker.size == 0 || (slice_is(maker, "anthropic") ? provider->format == EXECUTOR_PROVIDER_FORMAT_ANTHROPIC
                                                            : provider->format == EXECUTOR_PROVIDER_FORMAT_OPENAI);
}

/* Returns the provider for a model without provider in its name: its maker, or the only usable one. -EEXIST: there are
 * several; the prompt must not go to a provider by guess. */
static int only_usable(const struct executor_provider *providers, size_t count, struct slice model, bool has_socket,
                       const struct executor_provider **ret_provider)
{
    struct slice maker = maker_of(model);
    for (int pass = 0; pass < PASSES; pass++) {
        size_t found = 0;
        for (size_t i = 0; i < count; i++) {
            const struct executor_provider *provider = &providers[i];
            if (!is_usable(provider, pass, has_socket) || !has_format(provider, maker))
                continue;
            *ret_provider = provider;
            if (maker.size > 0 && slice_equal(provider->service, maker))
                return 0;
            found++;
        }
        if (found > 0)
            return found == 1 ? 0 : -EEXIST;
    }
    return -ENOENT;
}

static int refuse(char problem[static 256], const struct executor_provider *provider, struct slice model)
{
    if (provider)
        (void)snprintf(problem, 256, "no API key for %.*s that this session may use; add one: weir key set %.*s",
                       SLICE_ARG(provider->service), SLICE_ARG(provider->service));
    else if (model.size > 0)
        (void)snprintf(problem, 256,
                       "no provider with an API key for the model %.*s; add a key (weir key set SERVICE), or name the "
                       "provider (SERVICE/MODEL)",
                       (int)(model.size < 80 ? model.size : 80), model.data);
    else
        (void)snprintf(problem, 256,
                       "no model is available; add an API key (weir key set anthropic, or openai), or start Ollama on "
                       "this machine");
    return -ENOENT;
}

static int refuse_several(char problem[static 256], struct slice model)
{
    int size = (int)(model.size < 80 ? model.size : 80);
    (void)snprintf(problem, 256, "several providers could serve the model %.*s; name one: SERVICE/MODEL", size,
                   model.data);
    return -ENOENT;
}

int agent_choose(const struct executor_provider *providers, size_t count, struct slice model, bool has_socket,
                 const struct executor_provider **ret_provider, struct slice *ret_model, char problem[static 256])
{
    struct slice name = model, service = {0};
    const struct executor_provider *provider = NULL;
    if (service_is_unknown(providers, count, model, problem))
        return -ESRCH;
    if (service_split(model, &service, &name))
        provider = service_find(providers, count, service);
    if (provider && !provider->has_key && !is_open(provider) && !has_socket)
        return refuse(problem, provider, model);
    if (!provider && name.size > 0)
        provider = owner(providers, count, name, has_socket);
    if (!provider && name.size > 0 && only_usable(providers, count, name, has_socket, &provider) == -EEXIST)
        return refuse_several(problem, model);
    if (!provider && name.size == 0)
        provider = first_usable(providers, count, has_socket);
    if (!provider)
        return refuse(problem, NULL, model);
    if (name.size == 0 && provider->model_is == FIELD_SET)
        name = provider->model;
    *ret_provider = provider;
    *ret_model = name;
    return 0;
}

/* --- without a named model --- */

/* Finds a usable provider if no model is named. */

enum { CHECK_MS = 1500, PROBLEM_SIZE = 512 };

struct agent_find {
    uv_loop_t *loop;
    const struct executor_provider *providers;
    size_t count, at; /* at: the provider that is asked */
    struct model_check *check;
    agent_found_fn found;
    void *user;
};

/* Names the providers without keys that did not respond, to explain why none is used. */
static void refuse_all(const struct agent_find *find)
{
    char problem[256] = "", text[PROBLEM_SIZE];
    const struct executor_provider *provider = NULL;
    struct slice model;
    (void)agent_choose(NULL, 0, SLICE(""), false, &provider, &model, problem);
    size_t used = (size_t)snprintf(text, sizeof text, "%s", problem);
    for (size_t i = 0; i < find->count && used < sizeof text; i++)
        if (find->providers[i].header.size == 0)
            used += (size_t)snprintf(text + used, sizeof text - used, " (no response from %.*s)",
                                     SLICE_ARG(find->providers[i].url));
    find->found(find->user, NULL, SLICE(""), slice_of(text));
}

static bool check_next(struct agent_find *find);

static void on_listed(void *user, enum model_failure failure, struct slice first_model)
{
    struct agent_find *find = user;
    const struct executor_provider *provider = &find->providers[find->at];
    struct slice model = provider->model_is == FIELD_SET ? provider->model : first_model;
    find->check = NULL;
    if (failure == MODEL_OK && model.size > 0) {
        find->found(find->user, provider, model, SLICE(""));
        free(find);
    } else {
        find->at++;
        (void)check_next(find);
    }
}

/* Asks the next provider that needs no key. Returns false if there is none; the search has ended then. */
static bool check_next(struct agent_find *find)
{
    for (; find->at < find->count; find->at++)
        if (find->providers[find->at].header.size == 0 && model_check(find->loop, &find->providers[find->at], SLICE(""),
                                                                      CHECK_MS, on_listed, find, &find->check) == 0)
            return true;
    refuse_all(find);
    free(find);
    return false;
}

int agent_find(uv_loop_t *loop, const struct executor_provider *providers, size_t count, agent_found_fn found,
               void *user, struct agent_find **ret_find)
{
    *ret_find = NULL;
    for (size_t i = 0; i < count; i++)
        if (providers[i].has_key) {
            found(user, &providers[i], providers[i].model_is == FIELD_SET ? providers[i].model : SLICE(""), SLICE(""));
            return 0;
        }
    struct agent_find *find = calloc(1, sizeof *find);
    if (!find)
        return -ENOMEM;
    *find = (struct agent_find){.loop = loop, .providers = providers, .count = count, .found = found, .user = user};
    if (check_next(find))
        *ret_find = find;
    return 0;
}

void agent_find_cancel(struct agent_find *find)
{
    if (!find)
        return;
    model_check_cancel(find->check);
    free(find);
}
