#include <stdio.h>

#include "daemon/sandbox/sandbox.h"

enum daemon_health sandbox_check(const struct sandbox_facts *facts, char *message, size_t size)
{
    if (sandbox_is_off(facts)) {
        (void)snprintf(
            message, size,
            "off: agents run with all rights of the user; remove \"sandbox\": \"off\" from the configuration "
            "to protect your files");
        return DAEMON_HEALTH_DEGRADED;
    }
    if (facts->problem[0]) {
        (void)snprintf(message, size, "the last executor could not be started in a sandbox: %s", facts->problem);
        return DAEMON_HEALTH_FAILED;
    }
    if (facts->reached && facts->level == SESSION_SANDBOX_LEVEL_LANDLOCK) {
        (void)snprintf(message, size,
                       "landlock: Landlock and seccomp hold agents, without namespaces; they see the names of other "
                       "processes, and \"model-only\" networks cannot be had");
        return DAEMON_HEALTH_DEGRADED;
    }
    return DAEMON_HEALTH_OK;
}
