#include "executor/survey.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "rpc/call.h"

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

/* --- one check --- */

static void walk(struct survey *survey);

static void tell(struct survey *survey, const struct adapter *adapter)
{
    survey->enough = survey->found(survey, adapter, &survey->check);
    walk(survey);
}

static void on_checked(struct agent_check *check)
{
    struct survey *survey = list_member(check, struct survey, check);
    const struct adapter *adapter = survey->adapter;
    if (!adapter)
        return;
    survey->adapter = NULL;
    timers_unset(&survey->executor->rpc.timers, &survey->limit);
    tell(survey, adapter);
}

static void say(struct agent_check *check, const char *text)
{
    check->found.usable = false;
    (void)snprintf(check->text, sizeof check->text, "%s", text);
    check->found.reason = slice_of(check->text);
    check->found.reason_is = FIELD_SET;
}

static void on_limit(struct deadline *deadline)
{
    struct survey *survey = list_member(deadline, struct survey, limit);
    const struct adapter *adapter = survey->adapter;
    survey->adapter = NULL;
    adapter->check_cancel(&survey->check);
    survey->check.found =
        (struct executor_agent){.name = survey->check.found.name, .adapter = survey->check.found.adapter};
    say(&survey->check, "it did not respond in time; try again");
    tell(survey, adapter);
}

static void begin(struct survey *survey, const struct adapter *adapter, const struct executor_launch *launch)
{
    struct agent_check *check = &survey->check;
    struct slice name = launch ? launch->name : adapter ? slice_of(adapter->name) : SLICE("");
    *check = (struct agent_check){
        .loop = &survey->executor->loop,
        .launch = launch,
        .providers = survey->wanted->providers.items,
        .provider_count = survey->wanted->providers.count,
        .found = {.name = name, .adapter = launch ? launch->adapter : name},
        .done = on_checked,
    };
    if (!adapter && launch) {
        char text[256];
        (void)snprintf(text, sizeof text, "weir-executor has no adapter %.*s", SLICE_ARG(launch->adapter));
        say(check, text);
    } else if (adapter && !adapter->check) {
        check->found.usable = true;
    } else if (adapter) {
        survey->adapter = adapter;
        survey->limit.expired = on_limit;
        if (adapter->check_cancel)
            (void)timers_set(&survey->executor->rpc.timers, &survey->limit, SURVEY_CHECK_MS);
        adapter->check(check);
        return;
    }
    tell(survey, adapter);
}

/* --- all agents --- */

/* Most checks finish before begin() returns: continues them in a loop instead of recursively. */
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
    if (adapter && adapter->check_cancel)
        adapter->check_cancel(&survey->check);
}

/* --- list_agents --- */

/* The method list_agents. */

enum {
    AGENTS_MAX = 128, /* the launches and the executor's own agents */
    TEXT_BYTES = 256 << 10,
};

struct listing {
    struct survey survey;
    struct call *call;
    struct arena arena; /* storage for the strings of the entries */
    struct executor_agent agents[AGENTS_MAX];
    size_t count;
    bool failed;
};

static void listing_free(struct listing *listing)
{
    survey_cancel(&listing->survey);
    arena_clear(&listing->arena);
    free(listing);
}

static void on_abandoned(struct call *call)
{
    listing_free(call->user);
}

static void copy(struct listing *listing, struct slice *text, enum field_is is)
{
    if (is != FIELD_SET)
        return;
    *text = arena_copy(&listing->arena, *text);
    listing->failed = listing->failed || !text->data;
}

static bool on_found(struct survey *survey, const struct adapter *adapter, const struct agent_check *check)
{
    struct listing *listing = list_member(survey, struct listing, survey);
    (void)adapter;
    if (listing->count == AGENTS_MAX)
        return true;
    struct executor_agent *agent = &listing->agents[listing->count++];
    *agent = check->found;
    copy(listing, &agent->name, FIELD_SET);
    copy(listing, &agent->adapter, FIELD_SET);
    copy(listing, &agent->reason, agent->reason_is);
    copy(listing, &agent->model, agent->model_is);
    copy(listing, &agent->service, agent->service_is);
    copy(listing, &agent->version, agent->version_is);
    return false;
}

static void on_done(struct survey *survey)
{
    struct listing *listing = list_member(survey, struct listing, survey);
    if (listing->failed)
        (void)call_fail(listing->call, ERROR_INTERNAL_ERROR, "Internal error: out of memory for the list of agents");
    else
        (void)list_agents_reply(listing->call, &(struct list_agents_result){{listing->agents, listing->count}});
    listing_free(listing);
}

int list_agents(struct call *call, const struct list_agents_params *params)
{
    (void)params;
    if (!executor_admits(call))
        return 0;
    struct listing *listing = calloc(1, sizeof *listing);
    if (!listing)
        return -ENOMEM;
    listing->arena = (struct arena)ARENA_LIMITED(TEXT_BYTES);
    int r = call_defer(call, on_abandoned, listing, &listing->call);
    if (r < 0) {
        free(listing);
        return r;
    }
    listing->survey = (struct survey){
        .executor = executor_of(call), .wanted = listing->call->params, .found = on_found, .done = on_done};
    survey_start(&listing->survey);
    return 0;
}
