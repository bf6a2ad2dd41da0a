/* Checks the state of each part of the daemon for daemon.status. */
#include "daemon/health/health.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "daemon/executor/executor.h"
#include "daemon/mcp/mcp.h"
#include "daemon/resolve/resolve.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/socket.h"
#include "rpc/listener.h"
#include "rpc/rpc.h"

/* --- the state directory --- */

enum {
    FRESH_MS = 100,
    AWAIT_MS = 20, /* the wait for a blocked disk; skipped while an earlier probe is still running */
};

struct probe {
    struct resolve_job job;
    struct health *health;
    uint64_t begun_ms;         /* in the time of the loop */
    struct health_state found; /* the result of the thread */
    char path[];
};

static int64_t now_ms(void)
{
    return (int64_t)(clock_monotonic_ns() / 1000000);
}

static void probe_directory(const char *path, struct health_state *found)
{
    struct statvfs space;
    if (statvfs(path, &space) < 0 || faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS) < 0) {
        found->error = -errno;
        return;
    }
    found->is_read_only = space.f_flag & ST_RDONLY;
    found->free_bytes = (uint64_t)space.f_bavail * space.f_frsize;
}

static void run_probe(struct resolve_job *job)
{
    struct probe *probe = list_member(job, struct probe, job);
    probe_directory(probe->path, &probe->found);
}

static void set_state(struct health *health, const struct health_state *found)
{
    health->state = *found;
    health->state.looked_ms = now_ms();
}

static void on_probed(struct resolve_job *job, int status)
{
    struct probe *probe = list_member(job, struct probe, job);
    struct health *health = probe->health;
    health->state.is_looking = false;
    if (status == 0)
        set_state(health, &probe->found);
    else if (uv_now(health->rpc->loop) - probe->begun_ms >= RESOLVE_MS) /* earlier: abandoned because of a stop */
        set_state(health, &(struct health_state){.error = status});
}

static void release(struct resolve_job *job)
{
    free(list_member(job, struct probe, job));
}

void health_init(struct health *health)
{
    struct health_state found = {0};
    probe_directory(health->state_dir, &found);
    set_state(health, &found);
}

void health_look(struct health *health)
{
    struct health_state *state = &health->state;
    const char *path = health->state_dir;
    size_t size = strlen(path) + 1;
    if (state->is_looking || now_ms() - state->looked_ms < FRESH_MS)
        return;
    struct probe *probe = calloc(1, sizeof *probe + size);
    if (!probe)
        return;
    memcpy(probe->path, path, size);
    probe->health = health;
    probe->begun_ms = uv_now(health->rpc->loop);
    probe->job = (struct resolve_job){.work = run_probe, .done = on_probed, .release = release};
    int r = resolver_start(health->resolver, path, &probe->job);
    if (r < 0) {
        if (r == -ETIMEDOUT)
            set_state(health, &(struct health_state){.error = r});
        free(probe);
        return;
    }
    state->is_looking = true;
    resolver_await(&probe->job, AWAIT_MS);
}

/* --- checks --- */

enum { FREE_BYTES_MIN = 16 << 20 };

#define SAY(message, ...) (void)snprintf(message, HEALTH_MESSAGE_SIZE, __VA_ARGS__)

static enum daemon_health check_socket(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    int r = health->stopping ? 0 : daemon_socket_check(health->socket);
    if (r == 0)
        return DAEMON_HEALTH_OK;
    SAY(message, "%s: new clients cannot connect; send SIGHUP to the daemon to create it again (%s)",
        r == -ENOENT ? "the socket file is missing" : "the socket file was replaced", health->socket->path);
    return DAEMON_HEALTH_FAILED;
}

static enum daemon_health check_connections(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    struct rlimit files = {0};
    (void)getrlimit(RLIMIT_NOFILE, &files);
    if (health->listener->refused > 0) {
        SAY(message,
            "all %zu connections are in use, %llu were refused; raise limits.connections or the limit of open files "
            "(%llu)",
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
    SAY(message, "the last reload failed, the previous settings stay in use: %s", health->config_problem);
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

static enum daemon_health check_mcp(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    return mcp_hub_check(health->mcp, message, HEALTH_MESSAGE_SIZE);
}

static enum daemon_health check_log(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    (void)health; /* the log file belongs to the process */
    int error = log_file_error();
    if (error == 0)
        return DAEMON_HEALTH_OK;
    SAY(message, "cannot write the log file: %s", strerror(-error));
    return DAEMON_HEALTH_DEGRADED;
}

static enum daemon_health check_state(const struct health *health, char message[static HEALTH_MESSAGE_SIZE])
{
    const char *directory = health->state_dir;
    const struct health_state *state = &health->state;
    if (state->error < 0) {
        SAY(message, "%s: %s", directory,
            state->error == -ETIMEDOUT ? "the file system does not respond" : strerror(-state->error));
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
        return DAEMON_HEALTH_OK; /* the store is closing */
    enum store_state state = store_look(health->store, &problem);
    if (*problem)
        SAY(message, "the store cannot be written%s: %s", state == STORE_BROKEN ? " or read" : "", problem);
    else if (state == STORE_OPENING)
        SAY(message, "the store is being opened");
    if (state != STORE_WORKS)
        return healths[state];
    const char *loss = store_loss(health->store);
    bool checked = !store_is_being_checked(health->store);
    if (loss)
        SAY(message, "%s", loss);
    else if (!checked)
        SAY(message, "the store was not closed cleanly and is being checked");
    return loss || !checked ? DAEMON_HEALTH_DEGRADED : DAEMON_HEALTH_OK;
}

const struct subsystem health_subsystems[] = {
    {"config", check_config},
    {"connections", check_connections},
    {"executors", check_executors},
    {"log", check_log},
    {"mcp", check_mcp},
    {"sandbox", check_sandbox},
    {"socket", check_socket},
    {"state", check_state},
    {"store", check_store},
};
const size_t health_subsystem_count = sizeof health_subsystems / sizeof *health_subsystems;
