/* The method list_agents. */
#include <errno.h>
#include <stdlib.h>

#include "base/arena.h"
#include "executor/survey.h"
#include "rpc/call.h"

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

static bool on_found(struct survey *survey, const struct adapter *adapter, const struct look *look)
{
    struct listing *listing = list_member(survey, struct listing, survey);
    (void)adapter;
    if (listing->count == AGENTS_MAX)
        return true;
    struct executor_agent *agent = &listing->agents[listing->count++];
    *agent = look->found;
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
