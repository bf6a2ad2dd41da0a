#include "executor/survey.h"

#include <stdio.h>

const struct adapter *adapter_find(struct slice name, bool is_program)
{
    for (const struct adapter *const *adapter = adapters; *adapter; adapter++)
        if ((*adapter)->is_program == is_program && slice_is(name, (*adapter)->name))
            return *adapter;
    return NULL;
}

static bool next_launch(struct survey *survey, const struct adapter **ret_adapter,
                        const struct executor_launch **ret_launch)
{
    const struct list_agents_params_launches *launches = &survey->wanted->launches;
    if (survey->launch_at == launches->count)
        return false;
    *ret_launch = &launches->items[survey->launch_at++];
    *ret_adapter = adapter_find((*ret_launch)->adapter, true);
    return true;
}

/* Finds the next agent. Returns false if there is none. The adapter is NULL if the launch needs one that is not
 * available. */
static bool next(struct survey *survey, const struct adapter **ret_adapter, const struct executor_launch **ret_launch)
{
    for (; adapters[survey->at]; survey->at++) {
        const struct adapter *adapter = adapters[survey->at];
        if (adapter->is_program && next_launch(survey, ret_adapter, ret_launch))
            return true;
        if (!adapter->is_program && !adapter->hidden) {
            survey->at++;
            *ret_adapter = adapter;
            *ret_launch = NULL;
            return true;
        }
    }
    return next_launch(survey, ret_adapter, ret_launch);
}

/* --- one look --- */

static void walk(struct survey *survey);

static void tell(struct survey *survey, const struct adapter *adapter)
{
    survey->enough = survey->found(survey, adapter, &survey->look);
    walk(survey);
}

static void on_looked(struct look *look)
{
    struct survey *survey = list_member(look, struct survey, look);
    const struct adapter *adapter = survey->adapter;
    if (!adapter)
        return;
    survey->adapter = NULL;
    timers_unset(&survey->executor->rpc.timers, &survey->limit);
    tell(survey, adapter);
}

static void say(struct look *look, const char *text)
{
    look->found.usable = false;
    (void)snprintf(look->text, sizeof look->text, "%s", text);
    look->found.reason = slice_of(look->text);
    look->found.reason_is = FIELD_SET;
}

static void on_limit(struct deadline *deadline)
{
    struct survey *survey = list_member(deadline, struct survey, limit);
    const struct adapter *adapter = survey->adapter;
    survey->adapter = NULL;
    adapter->look_cancel(&survey->look);
    survey->look.found =
        (struct executor_agent){.name = survey->look.found.name, .adapter = survey->look.found.adapter};
    say(&survey->look, "it did not respond in time; try again");
    tell(survey, adapter);
}

static void begin(struct survey *survey, const struct adapter *adapter, const struct executor_launch *launch)
{
    struct look *look = &survey->look;
    struct slice name = launch ? launch->name : adapter ? slice_of(adapter->name) : SLICE("");
    *look = (struct look){
        .loop = &survey->executor->loop,
        .launch = launch,
        .providers = survey->wanted->providers.items,
        .provider_count = survey->wanted->providers.count,
        .found = {.name = name, .adapter = launch ? launch->adapter : name},
        .done = on_looked,
    };
    if (!adapter && launch) {
        char text[256];
        (void)snprintf(text, sizeof text, "weir-executor has no adapter %.*s", SLICE_ARG(launch->adapter));
        say(look, text);
    } else if (adapter && !adapter->look) {
        look->found.usable = true;
    } else if (adapter) {
        survey->adapter = adapter;
        survey->limit.expired = on_limit;
        if (adapter->look_cancel)
            (void)timers_set(&survey->executor->rpc.timers, &survey->limit, SURVEY_LOOK_MS);
        adapter->look(look);
        return;
    }
    tell(survey, adapter);
}

/* --- all agents --- */

/* Most looks finish before begin() returns: continues them in a loop instead of recursively. */
static void walk(struct survey *survey)
{
    const struct adapter *adapter = NULL;
    const struct executor_launch *launch = NULL;
    if (survey->walks)
        return;
    survey->walks = true;
    bool more = true;
    while (!survey->enough && !survey->adapter && (more = next(survey, &adapter, &launch)))
        begin(survey, adapter, launch);
    survey->walks = false;
    if (survey->enough || !more)
        survey->done(survey);
}

void survey_start(struct survey *survey)
{
    walk(survey);
}

void survey_cancel(struct survey *survey)
{
    const struct adapter *adapter = survey->adapter;
    if (!survey->executor)
        return;
    timers_unset(&survey->executor->rpc.timers, &survey->limit);
    survey->adapter = NULL;
    if (adapter && adapter->look_cancel)
        adapter->look_cancel(&survey->look);
}
