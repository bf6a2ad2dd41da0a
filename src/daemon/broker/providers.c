/* Which services the broker speaks to: all that want a key. */
#include "daemon/agent/agent.h"
#include "daemon/broker/internal.h"

size_t broker_providers(const struct broker *broker, const struct session_record *session,
                        struct broker_provider ret_providers[static BROKER_PROVIDERS_MAX])
{
    struct executor_provider all[AGENT_PROVIDERS_MAX];
    size_t total = agent_providers(broker->agents, session, all), count = 0;
    for (size_t i = 0; i < total && count < BROKER_PROVIDERS_MAX; i++)
        if (all[i].header.size > 0)
            ret_providers[count++] = (struct broker_provider){
                .service = all[i].service,
                .url = all[i].url,
                .header = all[i].header,
                .prefix = all[i].prefix,
                .format = all[i].format == EXECUTOR_PROVIDER_FORMAT_ANTHROPIC ? BROKER_PROVIDER_FORMAT_ANTHROPIC
                                                                              : BROKER_PROVIDER_FORMAT_OPENAI,
            };
    return count;
}
