/* MCP servers: programs and services that offer tools to agents.
 *
 * Each server is run by a weir-mcp under a jail (contract/connector.json), which starts when it is first used and stops
 * when it is idle. The daemon stores the configuration and the lists of tools, routes calls, and decides whether an
 * agent may make them. It never reads what a server sends.
 *
 *     hub.c          the servers in memory, their states and events
 *     run.c, wait.c, open.c   the processes of a server
 *     configure.c    mcp:connect and the methods that start, stop and remove servers
 *     lists.c        methods that read the store
 *     jobs.c         calls of servers
 *     agent.c, agent_call.c   the methods of executors
 *     tools.c        lists of tools: names, search
 *     granted.c      tools for apps
 *     project_file.c, project.c   servers that a project offers
 *     files.c        their files
 *     handover.c     daemon.restart */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "base/slice.h"
#include "contract/config.h"
#include "contract/mcp_types.h"
#include "daemon/audit/audit.h"
#include "daemon/client/client.h"
#include "daemon/executor/executor.h"
#include "daemon/key/key.h"
#include "daemon/permission/permission.h"
#include "daemon/process/process.h"
#include "daemon/question/question.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/session/session.h"
#include "daemon/store/store.h"
#include "daemon/work/work.h"
#include "rpc/handover_part.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"
#include "json/shape.h"

struct call;
struct mcp_handed;
struct store_tx;

/* How the servers are, for the health of the service. */
struct mcp_health {
    size_t servers, failed, degraded, restarting, starting;
    const char *first_id; /* of those that do not work: the first that has failed, else the first of the others */
    const char *problem;  /* why; NULL: not known */
};

struct mcp_hub {
    void (*changed)(void *user); /* a server has changed its state, or there are others; or NULL */
    void *changed_user;
    struct store *store;
    struct audit *audit;
    struct key_ring *keys;
    struct sandbox_facts *sandbox;
    struct process_table *processes;
    struct work_pool *work;
    struct executor_pool *executors;
    struct permissions *permissions;
    struct questions *questions;
    struct rpc *rpc;
    const struct config_settings *settings;
    const char *state_dir;
    void (*emptied)(void *user); /* the last process is gone */
    void *user;

    struct list entries; /* struct mcp_entry: the configured servers, by id */
    size_t count;
    size_t peers;              /* connected processes */
    bool known;                /* the configured servers were read from the store */
    bool settled;              /* they were, or cannot be */
    struct list held;          /* struct held: calls that came before */
    bool closed;               /* the daemon stops */
    struct list found;         /* struct found: processes of an earlier daemon, until the servers are known */
    struct mcp_handed *handed; /* what the previous program handed over; or NULL */
    struct session_watcher watcher;
    struct client_part part;
    struct id_source ids; /* of calls */
};

/* See daemon/concern.c. */
struct mcp_hub *mcp_hub_of(const struct call *call);

/* The caller fills in what the servers depend on before this. */
void mcp_hub_init(struct mcp_hub *hub, struct session_keeper *sessions);

/* The store is open: reads the servers, then calls `then`, also on failure. */
void mcp_hub_open(struct mcp_hub *hub, void (*then)(void *user), void *user);

/* The configuration was read again. */
void mcp_hub_reload(struct mcp_hub *hub);

/* A new program is about to take over: calls that wait for the tools of a server are answered now. */
void mcp_hub_hold(struct mcp_hub *hub);

/* The daemon stops: ends all processes. `emptied` is called when none is left. */
void mcp_hub_close(struct mcp_hub *hub, bool now);
bool mcp_hub_is_gone(const struct mcp_hub *hub);
void mcp_hub_clear(struct mcp_hub *hub);

/* A tool as its server has listed it. */
struct mcp_tool_shown {
    struct slice agent_name; /* mcp__SERVER__TOOL, as rules name it */
    struct slice definition; /* the hash of its definition */
};
/* In a change or a query: finds it by the server's name or the one for agents. Texts lie in the arena. -ENOENT: there
 * is no such tool, or none is known yet. */
int mcp_tool_find(struct store_tx *tx, struct slice server_id, struct slice tool, struct arena *arena,
                  struct mcp_tool_shown *ret_tool);

struct mcp_counts mcp_hub_count(const struct mcp_hub *hub);
/* The health of the servers for daemon.status; `message` names the first that has failed. */
enum daemon_health mcp_hub_check(const struct mcp_hub *hub, char *message, size_t size);

struct mcp_health mcp_hub_health(const struct mcp_hub *hub);
/* Starts the servers that have failed or are degraded. */
void mcp_hub_retry(struct mcp_hub *hub);

/* --- granted.c: tools for callers that are no agents, such as apps --- */

struct mcp_list_tools_result;

/* Names of tools for agents, or patterns. */
struct mcp_grant {
    const struct slice *items;
    size_t count;
};
bool mcp_grant_has(const struct mcp_grant *grant, struct slice agent_name);

/* On a thread of the store: the tools in the grant, and the ids of the servers that have some, or that a name in it
 * names. Only servers that belong to no project. */
int mcp_granted_tools(struct store_tx *tx, const struct mcp_grant *grant, struct arena *arena,
                      struct mcp_list_tools_result *ret_tools);
int mcp_granted_servers(struct store_tx *tx, const struct mcp_grant *grant, struct arena *arena, struct slice **ret_ids,
                        size_t *ret_count);

/* A tool that is to be called. */
struct mcp_target {
    struct slice server_id, tool;
    struct slice definition; /* its hash */
    bool is_known;           /* the tools of the server are known; otherwise only server_id is set */
};
/* -ENOENT: no such server, or no such tool. */
int mcp_target_find(struct store_tx *tx, struct slice agent_name, struct arena *arena, struct mcp_target *ret_target);

enum { MCP_HANDED_SIZE = 129 };

/* Whether the previous program has made this call; `key` identifies it. To be asked at once when the call is made
 * again. */
bool mcp_call_was_made(const struct call *call, char ret_key[static MCP_HANDED_SIZE]);

/* The call is deferred and not held. Starts the server, and makes the call again when its tools are known. */
void mcp_target_await(struct call *call, struct slice server_id);

/* Likewise: calls the tool. `key`: of a call that was made before; empty: none. `reply` answers with its result. */
struct connector_call_result;
typedef int (*mcp_reply_fn)(struct call *call, const struct connector_call_result *result);
void mcp_target_call(struct call *call, const struct mcp_target *target, struct json_sequence arguments,
                     bool has_arguments, struct slice key, mcp_reply_fn reply);

/* For handlers: if the daemon is still reading the servers, holds the call and handles it again later; fails it if they
 * cannot be read. Returns true in both cases. */
bool mcp_hub_refuses(struct mcp_hub *hub, struct call *call);

/* For handover_replay_call(): whether the call waits for a server, and is made again by the next program. */
bool mcp_call_waits(const struct call *call);

extern const struct handover_part mcp_handover;
