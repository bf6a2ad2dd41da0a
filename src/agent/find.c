/* Finds a usable provider if no model is named. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/agent.h"

enum { LOOK_MS = 1500, PROBLEM_SIZE = 512 };

struct agent_find {
    uv_loop_t *loop;
    const struct executor_provider *providers;
    size_t count, at; /* at: the provider that is asked */
    struct model_look *look;
    agent_found_fn found;
    void *user;
};

/* Names the providers without keys that did not respond, to explain why none is used. */
static void refuse(const struct agent_find *find)
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

static bool look_on(struct agent_find *find);

static void on_listed(void *user, enum model_failure failure, struct slice first_model)
{
    struct agent_find *find = user;
    const struct executor_provider *provider = &find->providers[find->at];
    struct slice model = provider->model_is == FIELD_SET ? provider->model : first_model;
    find->look = NULL;
    if (failure == MODEL_OK && model.size > 0) {
        find->found(find->user, provider, model, SLICE(""));
        free(find);
    } else {
        find->at++;
        (void)look_on(find);
    }
}

/* Asks the next provider that needs no key. Returns false if there is none; the search has ended then. */
static bool look_on(struct agent_find *find)
{
    for (; find->at < find->count; find->at++)
        if (find->providers[find->at].header.size == 0 &&
            model_look(find->loop, &find->providers[find->at], SLICE(""), LOOK_MS, on_listed, find, &find->look) == 0)
            return true;
    refuse(find);
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
    if (look_on(find))
        *ret_find = find;
    return 0;
}

void agent_find_cancel(struct agent_find *find)
{
    if (!find)
        return;
    model_look_cancel(find->look);
    free(find);
}
