/* Which provider and which model a prompt takes. */
#include <errno.h>
#include <stdio.h>

#include "agent/agent.h"
#include "provider/service.h"

static bool is_open(const struct executor_provider *provider)
{
    return provider->header.size == 0;
}

/* Who is asked before the others: one with a key, then one that needs none, then whoever the broker knows. */
static const struct executor_provider *first_usable(const struct executor_provider *providers, size_t count, int format,
                                                    bool has_socket)
{
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < count; i++) {
            const struct executor_provider *provider = &providers[i];
            bool usable = pass == 0 ? provider->has_key : pass == 1 ? is_open(provider) : has_socket;
            if (usable && (format < 0 || (int)provider->format == format))
                return provider;
        }
    return NULL;
}

/* The one whose own model it is, should there be one. */
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

static int format_of(struct slice model)
{
    static const char *const openai[] = {"gpt", "chatgpt", "o1", "o3", "o4"};
    if (slice_starts_with(model, SLICE("claude")))
        return EXECUTOR_PROVIDER_FORMAT_ANTHROPIC;
    for (size_t i = 0; i < sizeof openai / sizeof *openai; i++)
        if (slice_starts_with(model, slice_of(openai[i])))
            return EXECUTOR_PROVIDER_FORMAT_OPENAI;
    return -1;
}

static int refuse(char problem[static 256], const struct executor_provider *provider, struct slice model)
{
    if (provider)
        (void)snprintf(problem, 256, "there is no key for %.*s that this session may use: weir key set %.*s",
                       SLICE_ARG(provider->service), SLICE_ARG(provider->service));
    else if (model.size > 0)
        (void)snprintf(problem, 256,
                       "no provider that has a key can be asked for the model %.*s: weir key set SERVICE, or name it "
                       "as SERVICE/MODEL",
                       (int)(model.size < 80 ? model.size : 80), model.data);
    else
        (void)snprintf(problem, 256,
                       "no model can be used: store a key (weir key set anthropic, or openai), or start Ollama on this "
                       "machine");
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
    if (!provider)
        provider = first_usable(providers, count, name.size > 0 ? format_of(name) : -1, has_socket);
    if (!provider)
        return refuse(problem, NULL, model);
    if (name.size == 0 && provider->model_is == FIELD_SET)
        name = provider->model;
    *ret_provider = provider;
    *ret_model = name;
    return 0;
}
