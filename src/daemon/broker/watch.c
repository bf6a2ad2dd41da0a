/* Watches the provider ollama: asks it for its models through weir-broker, at an interval. */
#include <stdio.h>

#include "daemon/broker/internal.h"
#include "provider/provider.h"

enum { FAILURES_MAX = 3 }; /* in a row, until one that worked counts as failed */

static struct broker *broker_of_watch(struct broker_watch *watch)
{
    return list_member(watch, struct broker, ollama);
}

/* Finds its entry in the configuration. Without one it is still tried by agents, but nobody has said that it is
 * there. */
static bool find(const struct broker *broker, struct executor_provider *ret_provider)
{
    const struct config_settings *settings = broker->settings;
    struct executor_provider providers[PROVIDERS_MAX];
    bool is_there = false;
    for (size_t i = 0; settings->providers_is == FIELD_SET && i < settings->providers.count; i++)
        is_there = is_there || slice_is(settings->providers.items[i].key, "ollama");
    size_t count = is_there ? provider_list(settings, providers) : 0;
    for (size_t i = 0; i < count; i++)
        if (slice_is(providers[i].service, "ollama")) {
            *ret_provider = providers[i];
            return true;
        }
    return false;
}

static void set(struct broker_watch *watch, enum broker_watched state, const char *problem)
{
    watch->state = state;
    (void)snprintf(watch->problem, sizeof watch->problem, "%s", problem);
    if (watch->changed)
        watch->changed(watch->user);
}

static void wait_for_next(struct broker *broker)
{
    (void)timers_set(&broker->rpc->timers, &broker->ollama.next, (uint64_t)broker->settings->health.ollama_ms);
}

static void on_models(struct broker_asker *asker, const struct broker_models_result *result)
{
    struct broker_watch *watch = list_member(asker, struct broker_watch, asker);
    struct broker *broker = broker_of_watch(watch);
    char problem[sizeof watch->problem];
    watch->asking = false;
    if (broker->closed || !watch->wanted)
        return;
    wait_for_next(broker);
    if (result->error_is != FIELD_SET) {
        watch->failures = 0;
        set(watch, BROKER_WATCH_WORKS, "");
        return;
    }
    bool worked = watch->state == BROKER_WATCH_WORKS || watch->state == BROKER_WATCH_STRUGGLES;
    watch->failures++;
    (void)snprintf(problem, sizeof problem, "%.*s", SLICE_ARG(result->error));
    set(watch, worked && watch->failures < FAILURES_MAX ? BROKER_WATCH_STRUGGLES : BROKER_WATCH_FAILS, problem);
}

void broker_watch_now(struct broker *broker)
{
    struct broker_watch *watch = &broker->ollama;
    struct executor_provider provider;
    if (watch->asking || !watch->wanted || !find(broker, &provider))
        return;
    timers_unset(&broker->rpc->timers, &watch->next);
    watch->asking = true;
    broker_check_models(broker, &provider, &watch->asker);
}

static void on_next(struct deadline *deadline)
{
    broker_watch_now(broker_of_watch(list_member(deadline, struct broker_watch, next)));
}

void broker_watch_init(struct broker *broker)
{
    broker->ollama.asker.done = on_models;
    broker->ollama.next.expired = on_next;
}

void broker_watch(struct broker *broker, bool wanted)
{
    struct broker_watch *watch = &broker->ollama;
    struct executor_provider provider;
    bool is_there = find(broker, &provider);
    if (broker->closed)
        return;
    timers_unset(&broker->rpc->timers, &watch->next);
    watch->wanted = wanted && is_there;
    if (!is_there || !wanted || watch->state == BROKER_WATCH_OFF)
        set(watch, is_there ? BROKER_WATCH_UNKNOWN : BROKER_WATCH_OFF, "");
    broker_watch_now(broker);
}

void broker_watch_end(struct broker *broker)
{
    timers_unset(&broker->rpc->timers, &broker->ollama.next);
}
