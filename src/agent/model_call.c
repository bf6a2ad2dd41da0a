/* One model call: gets the key, finds the model's name if none is set, and handles the end of the call. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "agent/loop.h"
#include "base/saturate.h"

static void begin_with(struct agent *agent, struct slice key);

/* --- end --- */

void call_fail_task(struct agent *agent, const struct model_end *end)
{
    struct slice service = agent->provider.service;
    const char *word = retry_word(end->failure);
    if (end->retry_after_ms > AGENT_RETRY_AFTER_MAX_MS)
        agent_finish(agent, AGENT_FAILED, word, "%s (%.*s demands a pause of %lld s; try again later)", end->message,
                     SLICE_ARG(service), (long long)(end->retry_after_ms / 1000));
    else if (agent->failures > 0)
        agent_finish(agent, AGENT_FAILED, word, "%s (after %u attempts)", end->message, agent->failures + 1);
    else
        agent_finish(agent, AGENT_FAILED, word, "%s", end->message);
}

static int add_usage(struct agent *agent, const struct model_usage *usage)
{
    struct model_usage *spent = &agent->spent;
    if (!usage->input_tokens && !usage->output_tokens && !usage->cache_read_tokens && !usage->cache_write_tokens)
        return 0;
    spent->input_tokens = saturate_add(spent->input_tokens, usage->input_tokens);
    spent->output_tokens = saturate_add(spent->output_tokens, usage->output_tokens);
    spent->cache_read_tokens = saturate_add(spent->cache_read_tokens, usage->cache_read_tokens);
    spent->cache_write_tokens = saturate_add(spent->cache_write_tokens, usage->cache_write_tokens);
    int64_t context = saturate_add(saturate_add(usage->input_tokens, usage->cache_read_tokens),
                                   saturate_add(usage->cache_write_tokens, usage->output_tokens));
    int r = agent->host.usage(agent->host_data, spent, context, agent->provider.context_tokens);
    if (r < 0)
        agent_break(agent, r);
    return r;
}

static void on_ended(void *user, const struct model_end *end)
{
    struct agent *agent = user;
    agent->call = NULL;
    if (agent->phase != PHASE_CALL || add_usage(agent, &end->usage) < 0)
        return;
    if (end->failure != MODEL_OK && retry_is_possible(agent, end)) {
        retry_begin(agent, end);
        return;
    }
    if (end->failure == MODEL_OK)
        agent->failures = 0;
    if (agent->summarises)
        summarise_done(agent, end);
    else if (end->failure == MODEL_OK)
        turn_answered(agent, end);
    else if (end->failure == MODEL_TOO_LONG && !agent->just_summarised)
        summarise_begin(agent);
    else
        call_fail_task(agent, end);
}

/* --- finding the model --- */

static void on_found(void *user, enum model_failure failure, struct slice first_model)
{
    struct agent *agent = user;
    struct slice service = agent->provider.service;
    agent->check = NULL;
    if (agent->phase != PHASE_LOOK)
        return;
    if (failure != MODEL_OK) {
        agent_finish(agent, AGENT_FAILED, retry_word(failure),
                     "no response from %.*s at %.*s, and no other model is available; start it, or add an API key "
                     "(weir key set anthropic, or openai)",
                     SLICE_ARG(service), SLICE_ARG(agent->provider.url));
        return;
    }
    if (first_model.size == 0) {
        agent_finish(agent, AGENT_FAILED, "no_model", "%.*s has no models; install one, or name one: %.*s/NAME",
                     SLICE_ARG(service), SLICE_ARG(service));
        return;
    }
    agent->model = strndup(first_model.data, first_model.size);
    if (agent->model)
        call_begin(agent);
    else
        agent_break(agent, -ENOMEM);
}

static void check(struct agent *agent, struct slice key)
{
    agent->phase = PHASE_LOOK;
    if (agent->socket[0]) { /* the broker has no list of models */
        agent_finish(agent, AGENT_FAILED, "no_model",
                     "the session names no model; set one: weir session update ID --model %.*s/NAME",
                     SLICE_ARG(agent->provider.service));
        return;
    }
    int r = model_check(agent->loop, &agent->provider, key, AGENT_CHECK_MS, on_found, agent, &agent->check);
    if (r < 0)
        on_found(agent, r == -ENOENT ? MODEL_NO_CURL : MODEL_UNREACHABLE, SLICE(""));
}

/* --- start --- */

static void begin_with(struct agent *agent, struct slice key)
{
    struct conversation older;
    struct model_handlers handlers = agent->summarises ? summarise_handlers : turn_handlers;
    if (!agent->model) {
        check(agent, key);
        return;
    }
    conversation_init(&older);
    handlers.ended = on_ended;
    int r = agent->summarises ? summarise_write(agent, &older) : 0;
    struct model_request request = {
        .provider = &agent->provider,
        .model = slice_of(agent->model),
        .key = key,
        .socket = slice_of(agent->socket),
        .system = {agent->system, agent->summarises ? 0 : agent->system_size},
        .conversation = agent->summarises ? &older : agent->conversation,
        .tools = agent->summarises || !agent->tools[0] ? NULL : agent->tools,
        .output_tokens = agent->provider.output_tokens,
        .thinking_tokens = agent->summarises ? 0 : agent->thinking_tokens,
    };
    agent->phase = PHASE_CALL;
    if (r == 0)
        r = model_start(agent->loop, &request, &handlers, agent, &agent->call);
    conversation_clear(&older);
    if (r < 0)
        agent_break(agent, r);
    else if (agent->paused)
        model_pause(agent->call, true);
}

static void on_key(struct agent *agent, int status, struct slice key, struct slice problem)
{
    if (agent->phase != PHASE_KEY)
        return;
    if (status < 0)
        agent_finish(agent, AGENT_FAILED, "no_key", "%.*s",
                     SLICE_ARG(problem.size > 0 ? problem : SLICE("cannot get the API key")));
    else
        begin_with(agent, key);
}

void call_begin(struct agent *agent)
{
    if (agent->socket[0] || agent->provider.header.size == 0) {
        begin_with(agent, SLICE(""));
        return;
    }
    agent->phase = PHASE_KEY;
    int r = agent->host.get_key(agent->host_data, agent->provider.service, on_key);
    if (r < 0)
        agent_break(agent, r);
}

/* --- retry --- */

/* Decides when a model call is repeated. Repeating an interrupted response is safe: tools run only after a complete
 * response, and their results are reported before the next call, so no work is done twice or lost. */

const char *retry_word(enum model_failure failure)
{
    switch (failure) {
    case MODEL_UNREACHABLE:
        return "model_unreachable";
    case MODEL_BUSY:
        return "model_busy";
    case MODEL_CUT:
        return "model_cut";
    case MODEL_MALFORMED:
        return "model_malformed";
    case MODEL_TOO_LONG:
        return "context_too_long";
    case MODEL_NO_BUDGET:
        return "budget_exceeded";
    case MODEL_NO_CURL:
        return "libcurl_missing";
    default:
        return "model_refused";
    }
}

bool retry_is_possible(const struct agent *agent, const struct model_end *end)
{
    bool passes = end->failure == MODEL_UNREACHABLE || end->failure == MODEL_BUSY || end->failure == MODEL_CUT ||
                  end->failure == MODEL_MALFORMED;
    return passes && (int64_t)agent->failures < agent->provider.retries &&
           end->retry_after_ms <= AGENT_RETRY_AFTER_MAX_MS;
}

int64_t retry_delay(unsigned failures, int64_t retry_after_ms, uint32_t chance)
{
    /* Jitter: clients that were refused together must not retry together. */
    if (retry_after_ms >= 0)
        return retry_after_ms + (int64_t)((uint64_t)(retry_after_ms / 10) * chance / UINT32_MAX);
    int64_t longest = AGENT_RETRY_LONGEST_MS;
    if (failures < 7 && (int64_t)AGENT_RETRY_FIRST_MS << failures < longest)
        longest = (int64_t)AGENT_RETRY_FIRST_MS << failures;
    return longest / 2 + (int64_t)((uint64_t)(longest / 2) * chance / UINT32_MAX);
}

static void on_time(uv_timer_t *timer)
{
    struct agent *agent = timer->data;
    call_begin(agent);
}

void retry_begin(struct agent *agent, const struct model_end *end)
{
    uint32_t chance = 0;
    if (getrandom(&chance, sizeof chance, GRND_NONBLOCK) != sizeof chance)
        chance = (uint32_t)uv_hrtime();
    int64_t delay = retry_delay(agent->failures, end->retry_after_ms, chance);
    agent->failures++;
    answer_clear(&agent->answer);
    if (event_error(agent, retry_word(end->failure), end->message, delay) < 0)
        return;
    agent->phase = PHASE_RETRY;
    (void)uv_timer_start(&agent->timer, on_time, (uint64_t)delay, 0);
}
