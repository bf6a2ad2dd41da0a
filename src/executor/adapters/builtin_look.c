/* Whether the built-in agent has a usable model: one with a key, or a running provider that needs none. */
#include <stdio.h>

#include "base/cleanup.h"
#include "executor/adapters/builtin.h"

static void on_found(void *user, const struct executor_provider *provider, struct slice model, struct slice problem)
{
    struct look *look = user;
    struct slice text = provider ? model : problem;
    look->state = NULL;
    (void)snprintf(look->text, sizeof look->text, "%.*s", SLICE_ARG(text));
    if (provider) {
        look->found.usable = true;
        look->found.service = provider->service;
        look->found.service_is = FIELD_SET;
        if (model.size > 0 && model.size < sizeof look->text) {
            look->found.model = slice_of(look->text);
            look->found.model_is = FIELD_SET;
        }
    } else {
        look->found.reason = slice_of(look->text);
        look->found.reason_is = FIELD_SET;
    }
    look->done(look);
}

void builtin_look(struct look *look)
{
    struct agent_find *find = NULL;
    if (agent_find(look->loop, look->providers, look->provider_count, on_found, look, &find) < 0)
        on_found(look, NULL, SLICE(""), SLICE("out of memory"));
    else if (find) /* otherwise the look has ended, and another one may have started in its memory */
        look->state = find;
}

void builtin_look_cancel(struct look *look)
{
    agent_find_cancel(take_pointer(look->state));
}
