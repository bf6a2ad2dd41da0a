/* daemon.status */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "daemon/client/client.h"
#include "daemon/daemon.h"
#include "daemon/health/health.h"
#include "rpc/call.h"

enum { SUBSYSTEMS_MAX = 32 };

static int64_t resident_bytes(const struct daemon *daemon)
{
    char text[128] = "";
    long resident = 0;
    if (pread(daemon->statm_fd, text, sizeof text - 1, 0) <= 0)
        return 0;
    const char *second = strchr(text, ' ');
    if (second)
        resident = strtol(second, NULL, 10);
    return (int64_t)resident * sysconf(_SC_PAGESIZE);
}

int daemon_status(struct call *call, const struct daemon_status_params *params)
{
    (void)params; /* declared without fields */
    struct daemon *daemon = daemon_of(call);
    char messages[SUBSYSTEMS_MAX][HEALTH_MESSAGE_SIZE];
    struct daemon_status_result_subsystems_pair pairs[SUBSYSTEMS_MAX];
    enum daemon_health worst = DAEMON_HEALTH_OK;
    size_t count = health_subsystem_count < SUBSYSTEMS_MAX ? health_subsystem_count : SUBSYSTEMS_MAX;
    health_look(&daemon->health);
    for (size_t i = 0; i < count; i++) {
        messages[i][0] = '\0';
        enum daemon_health health = health_subsystems[i].check(&daemon->health, messages[i]);
        pairs[i] = (struct daemon_status_result_subsystems_pair){
            .key = slice_of(health_subsystems[i].name),
            .value = {.health = health,
                      .message = slice_of(messages[i]),
                      .message_is = messages[i][0] ? FIELD_SET : FIELD_ABSENT},
        };
        if (health > worst)
            worst = health;
    }
    return daemon_status_reply(
        call, &(struct daemon_status_result){
                  .pid = getpid(),
                  .uptime_seconds = (int64_t)((clock_monotonic_ns() - daemon->started_ns) / 1000000000),
                  .started_at = daemon->started_at_ms,
                  .version = SLICE(WEIR_VERSION),
                  .health = worst,
                  .subsystems = {.items = pairs, .count = count},
                  .clients = (int64_t)(daemon->rpc.peer_count - daemon->executors.peers),
                  .memory_bytes = resident_bytes(daemon),
                  .socket = slice_of(daemon->socket.path),
                  .state = slice_of(daemon->options.state_dir),
                  .config = slice_of(daemon->options.config_path),
                  .config_is = daemon->config.from_file ? FIELD_SET : FIELD_NULL,
                  .stopping = daemon->stopping,
              });
}
