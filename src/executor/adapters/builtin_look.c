/* Whether the built-in agent has a model: one with a key, or one that needs none and answers. */
#include <stdio.h>
#include <stdlib.h>

#include "executor/adapters/builtin.h"

struct looking {
    struct look *look;
    size_t at; /* of the providers: the one that is asked */
    struct model_look *asked;
};

static void finish(struct look *look)
{
    free(look->state);
    look->state = NULL;
    look->done(look);
}

static void use(struct look *look, const struct executor_provider *provider, struct slice model)
{
    look->found.usable = true;
    look->found.service = provider->service;
    look->found.service_is = FIELD_SET;
    if (model.size > 0 && model.size < sizeof look->text) {
        slice_copy(look->text, model);
        look->found.model = (struct slice){look->text, model.size};
        look->found.model_is = FIELD_SET;
    }
}

/* Those without a key, which were asked and did not answer, are named: people may wonder. */
static void refuse(struct look *look)
{
    char problem[256] = "";
    const struct executor_provider *provider = NULL;
    struct slice model;
    (void)agent_choose(NULL, 0, SLICE(""), false, &provider, &model, problem);
    size_t used = (size_t)snprintf(look->text, sizeof look->text, "%s", problem);
    for (size_t i = 0; i < look->provider_count && used < sizeof look->text; i++)
        if (look->providers[i].header.size == 0)
            used += (size_t)snprintf(look->text + used, sizeof look->text - used, " (nothing answers at %.*s)",
                                     SLICE_ARG(look->providers[i].url));
    look->found.reason = slice_of(look->text);
    look->found.reason_is = FIELD_SET;
}

static void look_on(struct looking *looking);

static void on_found(void *user, enum model_failure failure, struct slice first_model)
{
    struct looking *looking = user;
    struct look *look = looking->look;
    const struct executor_provider *provider = &look->providers[looking->at];
    looking->asked = NULL;
    struct slice model = provider->model_is == FIELD_SET ? provider->model : first_model;
    if (failure == MODEL_OK && model.size > 0) {
        use(look, provider, model);
        finish(look);
    } else {
        looking->at++;
        look_on(looking);
    }
}

/* The next that needs no key. */
static void look_on(struct looking *looking)
{
    struct look *look = looking->look;
    for (; looking->at < look->provider_count; looking->at++)
        if (look->providers[looking->at].header.size == 0 &&
            model_look(look->loop, &look->providers[looking->at], SLICE(""), BUILTIN_LOOK_MS, on_found, looking,
                       &looking->asked) == 0)
            return;
    refuse(look);
    finish(look);
}

void builtin_look(struct look *look)
{
    for (size_t i = 0; i < look->provider_count; i++)
        if (look->providers[i].has_key) {
            const struct executor_provider *provider = &look->providers[i];
            use(look, provider, provider->model_is == FIELD_SET ? provider->model : SLICE(""));
            look->done(look);
            return;
        }
    struct looking *looking = calloc(1, sizeof *looking);
    if (!looking) {
        refuse(look);
        look->done(look);
        return;
    }
    looking->look = look;
    look->state = looking;
    look_on(looking);
}

void builtin_look_cancel(struct look *look)
{
    struct looking *looking = look->state;
    if (!looking)
        return;
    if (looking->asked)
        model_look_cancel(looking->asked);
    free(looking);
    look->state = NULL;
}
