#include "daemon/health/health.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "daemon/executor/executor.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/socket.h"
#include "rpc/listener.h"

enum { FREE_BYTES_MIN = 16 << 20 };

#define SAY(message, ...) (void)snprintf(message, HEALTH_MESSAGE_SIZE, __VA_ARGS__)

static enum daemon_health check_socket(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    int r = health->stopping ? 0 : daemon_socket_check(health->socket);
    if (r == 0)
        return DAEMON_HEALTH_OK;
    SAY(message, "%s: new clients cannot connect; send SIGHUP to make it again (%s)",
        r == -ENOENT ? "the socket's file is gone" : "the socket's file is not ours any more", health->socket->path);
    return DAEMON_HEALTH_FAILED;
}

static enum daemon_health check_connections(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    struct rlimit files = {0};
    (void)getrlimit(RLIMIT_NOFILE, &files);
    if (health->listener->refused > 0) {
        SAY(message,
            "%zu connections, and no room for more: %llu refused; raise limits.connections or the limit of open "
            "files (%llu)",
            health->rpc->peer_count, (unsigned long long)health->listener->refused, (unsigned long long)files.rlim_cur);
        return DAEMON_HEALTH_DEGRADED;
    }
    if (health->listener->error < 0) {
        SAY(message, "the last connection could not be accepted: %s", strerror(-health->listener->error));
        return DAEMON_HEALTH_DEGRADED;
    }
    return DAEMON_HEALTH_OK;
}

static enum daemon_health check_config(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    if (*health->config_error == 0)
        return DAEMON_HEALTH_OK;
    SAY(message, "the last reload was refused, the settings before it hold: %s", health->config_problem);
    return DAEMON_HEALTH_DEGRADED;
}

static enum daemon_health check_executors(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    const struct executor_pool *pool = health->executors;
    if (!pool->problem[0])
        return DAEMON_HEALTH_OK;
    SAY(message, "the last executor that was started did not become ready: %s", pool->problem);
    return DAEMON_HEALTH_DEGRADED;
}

static enum daemon_health check_sandbox(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    return sandbox_check(health->sandbox, message, HEALTH_MESSAGE_SIZE);
}

static enum daemon_health check_log(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    (void)health; /* it is the process's */
    int error = log_file_error();
    if (error == 0)
        return DAEMON_HEALTH_OK;
    SAY(message, "the log file cannot be written: %s", strerror(-error));
    return DAEMON_HEALTH_DEGRADED;
}

static enum daemon_health check_state(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    const char *directory = health->state_dir;
    const struct health_state *state = &health->state;
    if (state->error < 0) {
        SAY(message, "%s: %s", directory,
            state->error == -ETIMEDOUT ? "the file system does not answer" : strerror(-state->error));
        return DAEMON_HEALTH_FAILED;
    }
    if (state->is_read_only || state->free_bytes < FREE_BYTES_MIN) {
        SAY(message, "%s: %s", directory, state->is_read_only ? "read-only" : "the disk is almost full");
        return DAEMON_HEALTH_DEGRADED;
    }
    return DAEMON_HEALTH_OK;
}

static enum daemon_health check_store(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    static const enum daemon_health healths[] = {
        [STORE_OPENING] = DAEMON_HEALTH_DEGRADED,   [STORE_WORKS] = DAEMON_HEALTH_OK,
        [STORE_STRUGGLES] = DAEMON_HEALTH_DEGRADED, [STORE_READ_ONLY] = DAEMON_HEALTH_FAILED,
        [STORE_BROKEN] = DAEMON_HEALTH_FAILED,
    };
    const char *problem = "";
    if (!store_is_open(health->store))
        return DAEMON_HEALTH_OK; /* it is being closed */
    enum store_state state = store_look(health->store, &problem);
    if (*problem)
        SAY(message, "nothing can be written%s: %s", state == STORE_BROKEN ? " or read" : "", problem);
    else if (state == STORE_OPENING)
        SAY(message, "it is being opened");
    if (state != STORE_WORKS)
        return healths[state];
    const char *loss = store_loss(health->store);
    bool checked = !store_is_being_checked(health->store);
    if (loss)
        SAY(message, "%s", loss);
    else if (!checked)
        SAY(message, "it was not closed well, and is being checked");
    return loss || !checked ? DAEMON_HEALTH_DEGRADED : DAEMON_HEALTH_OK;
}

const struct subsystem health_subsystems[] = {
    {"config", check_config},       {"connections", check_connections},
    {"executors", check_executors}, {"log", check_log},
    {"sandbox", check_sandbox},     {"socket", check_socket},
    {"state", check_state},         {"store", check_store},
};
const size_t health_subsystem_count = sizeof health_subsystems / sizeof *health_subsystems;
