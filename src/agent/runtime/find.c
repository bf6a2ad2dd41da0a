/* Finds a usable model. Repeated for each request, because Ollama may have been started or a key added in between. */
#include <stdio.h>

#include "agent/runtime/runtime.h"

bool runtime_names_model(const struct runtime *runtime)
{
    return runtime->options.provider || runtime->options.model;
}

static void on_found(void *user, const struct executor_provider *provider, struct slice model, struct slice problem)
{
    struct runtime *runtime = user;
    runtime->found.find = NULL;
    runtime->found.is_usable = provider != NULL;
    if (provider)
        runtime->found.provider = *provider;
    if (provider && model.size > 0 && model.size < sizeof runtime->found.model) {
        slice_copy(runtime->found.model, model);
        runtime->found.model[model.size] = '\0';
        runtime->found.provider.model = slice_of(runtime->found.model);
        runtime->found.provider.model_is = FIELD_SET;
    }
    (void)snprintf(runtime->found.problem, sizeof runtime->found.problem, "%.*s", SLICE_ARG(problem));
    runtime_keys_go_on(runtime);
}

void runtime_find(struct runtime *runtime)
{
    struct agent_find *find = NULL;
    if (runtime_names_model(runtime) || list_is_empty(&runtime->keys.waiting))
        runtime_keys_go_on(runtime);
    else if (agent_find(&runtime->loop, runtime->providers, runtime->provider_count, on_found, runtime, &find) < 0)
        on_found(runtime, NULL, SLICE(""), SLICE("out of memory"));
    else if (find)
        runtime->found.find = find;
}
