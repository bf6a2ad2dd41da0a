/* Decides when a model call is repeated. Repeating an interrupted response is safe: tools run only after a complete
 * response, and their results are reported before the next call, so no work is done twice or lost. */
#include <sys/random.h>

#include "agent/loop.h"

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
