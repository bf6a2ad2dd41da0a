/* Applies the configuration, at the start and on SIGHUP. */
#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/log.h"
#include "base/paths.h"
#include "daemon/client/client.h"
#include "daemon/daemon.h"
#include "daemon/systemd.h"

static void open_log(const struct daemon *daemon)
{
    autofree char *path = NULL;
    int r = paths_join(daemon->options.state_dir, "weird.log", &path);
    if (r == 0)
        r = log_open_file(path, (off_t)daemon->config.settings.log.max_bytes);
    if (r < 0)
        log_error("log: cannot write %s: %s", path ? path : "weird.log", strerror(-r));
}

/* New limits apply from the next message on. Only the maximum message size is fixed when a connection is accepted. */
void daemon_apply_config(struct daemon *daemon)
{
    const struct config_settings *settings = &daemon->config.settings;
    log_set_level(daemon->options.log_level_is_set ? daemon->options.log_level : (enum log_level)settings->log.level);
    open_log(daemon);
    daemon->rpc.limits = (struct rpc_limits){
        .line_bytes = (size_t)settings->limits.message_bytes,
        .batch_entries = (size_t)settings->limits.batch_entries,
        .waiting_calls = (size_t)settings->limits.waiting_requests,
        .output_pause_bytes = (size_t)settings->limits.output_pause_bytes,
        .output_bytes = (size_t)settings->limits.output_bytes,
        .parse_bytes = (size_t)settings->limits.parse_bytes,
    };
    daemon->rpc.scratch.limit = daemon->rpc.limits.parse_bytes;
    users_set_rate(&daemon->clients.users, settings->limits.requests_per_second);
    daemon->listener.connections_max = (size_t)settings->limits.connections;
}

/* Creates the socket file again if it was removed, for example by a job that cleans /tmp. The daemon still
 * holds the lock. */
static void restore_socket(struct daemon *daemon)
{
    char problem[512];
    if (daemon->socket.inherited || daemon_socket_check(&daemon->socket) == 0)
        return;
    int r = daemon_socket_restore(&daemon->socket, problem, sizeof problem);
    if (r < 0) {
        log_error("socket: %s", problem);
        return;
    }
    r = listener_replace(&daemon->listener, daemon->socket.fd);
    daemon->socket.fd = -1;
    if (r < 0)
        log_error("socket: cannot listen on the new socket: %s", strerror(-r));
    else
        log_info("socket: created %s again", daemon->socket.path);
}

void daemon_reload(struct daemon *daemon)
{
    if (daemon->stopping)
        return;
    systemd_notify("RELOADING=1");
    struct config config;
    daemon->config_error = config_read(daemon->options.config_path, daemon->options.config_is_explicit, &config,
                                       daemon->config_problem, sizeof daemon->config_problem);
    if (daemon->config_error < 0) {
        log_error("config: %s", daemon->config_problem);
    } else {
        audit_note_settings(&daemon->audit, &daemon->config.settings, &config.settings);
        config_clear(&daemon->config);
        daemon->config = config;
        daemon_apply_config(daemon);
        executor_pool_reload(&daemon->executors);
        mcp_hub_reload(&daemon->mcp);
        health_services_reload(&daemon->health);
        task_queue_step(&daemon->tasks); /* the new limits may allow more tasks at once */
        log_info("config: reloaded %s", daemon->options.config_path);
    }
    restore_socket(daemon);
    systemd_notify("READY=1");
}
