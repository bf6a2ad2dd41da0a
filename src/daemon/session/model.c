#include "daemon/session/session.h"
#include "provider/provider.h"
#include "provider/service.h"

bool session_model_is_unknown(const struct session_keeper *keeper, struct slice model, char problem[static 256])
{
    struct executor_provider providers[PROVIDERS_MAX];
    return service_is_unknown(providers, provider_list(keeper->settings, providers), model, problem);
}

bool session_uses_services(enum field_is agent_is, struct slice agent)
{
    return agent_is != FIELD_SET || slice_is(agent, "builtin");
}
