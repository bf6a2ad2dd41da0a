/* The interface between weir-executor and an agent. An adapter knows nothing of connections, sequence numbers or
 * confirmations: it gets a task, reports what the agent does, and reports the outcome. Everything runs on the loop. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "contract/executor.h"
#include "rpc/peer.h"

struct relay;
struct task;
struct timers;

/* Checks whether an agent is usable in this executor. */
struct agent_check {
    uv_loop_t *loop;
    const struct executor_launch *launch; /* NULL: one of the executor's own agents */
    const struct executor_provider *providers;
    size_t provider_count;
    struct executor_agent found; /* the caller sets name, adapter and usable = false */
    char text[512];              /* storage for the strings in `found` */
    /* The adapter calls it once, from inside check() or later. */
    void (*done)(struct agent_check *check);
    void *state; /* owned by the adapter */
};

struct adapter {
    const char *name;   /* the agent's name in execute_prompt.agent, or the name of the protocol for all its agents */
    bool is_program;    /* the agents are programs: needs a launch, and files are kept before it starts */
    bool takes_servers; /* of programs: the agent gets task_relay() */
    bool hidden;        /* used only if it is named */
    bool has_no_model;  /* not used for a session that names a model, unless it is named */

    /* NULL: always usable. */
    void (*check)(struct agent_check *check);
    /* Cancels the check; `done` is not called. */
    void (*check_cancel)(struct agent_check *check);

    /* Starts the work. Returns 0; then the adapter calls task_ended() once, never from inside of start(). Returns a
     * negative value with a message in `problem` on failure. */
    int (*start)(struct task *task, char problem[static 256]);

    /* Asks the agent to stop. May be called more than once. */
    void (*stop)(struct task *task, struct slice reason);

    /* Ends the agent at once; task_ended() follows, or is called from inside. */
    void (*kill)(struct task *task);

    /* Back-pressure: while paused, the adapter does not read from the agent. */
    void (*pause)(struct task *task, bool paused);
};

/* All adapters, in the order of preference if no agent is named; the launches take the position of the first adapter of
 * programs. Terminated by NULL. */
extern const struct adapter *const adapters[];

/* --- task: parameters and memory --- */

const struct execute_prompt_params *task_params(const struct task *task);
/* The launch of an agent that is a program; otherwise NULL. */
const struct executor_launch *task_launch(const struct task *task);
uv_loop_t *task_loop(const struct task *task);
struct timers *task_timers(const struct task *task);
void task_set_agent(struct task *task, void *agent);
void *task_agent(const struct task *task);

/* Stores the agent's own name of the conversation, for the next task of the session with the same agent. It is valid if
 * that task runs in this executor and no other agent ran in between. An empty name deletes it. */
void task_remember(struct task *task, struct slice conversation);
/* Returns the name that the previous task stored, or an empty slice. */
struct slice task_remembered(const struct task *task);

/* Keeps the state of an agent that runs in this process for the session's next task in this executor. Takes ownership
 * even if it is not kept; `free_it` frees it. */
void task_keep(struct task *task, void *what, void (*free_it)(void *what));
/* Returns the state that the previous task of the same adapter and session has kept, or NULL. The caller owns it.
 * *ret_task is the id of that task. */
enum { TASK_ID_SIZE = 129 };
void *task_take_kept(struct task *task, char ret_task[static TASK_ID_SIZE]);

/* --- task: reports --- */

/* Reports one event; `data` is JSON text. Events that a prompt without `stream` does not want are dropped. Returns
 * -EMSGSIZE if it does not fit into a message, or -ENOMEM. */
int task_report(struct task *task, struct slice type, struct slice data);
int task_report_progress(struct task *task, const struct task_progress *progress);
int task_report_error(struct task *task, struct slice code, struct slice message);

/* Reports the agent's slash commands, which replace those reported before. */
int task_report_commands(struct task *task, struct slice agent, const struct session_commands *commands);
int task_report_models(struct task *task, struct slice agent, const struct session_models *models);

/* Reports the tokens used so far: in the result, and as an event of type usage. */
int task_report_usage(struct task *task, const struct executor_usage *usage);

/* Calls a method of the daemon: get_api_key, request_permission, get_execution_context, keep_files, create_message, or
 * one for MCP. Copies the params and fills in the token. Calls again after a reconnect, so params that change something
 * carry a request_id, message_key or call_id. `answered` is called once, later, unless the task ends first. Returns
 * -EMSGSIZE if the call does not fit into a message, or -ENOMEM. */
typedef void (*task_answered_fn)(struct task *task, const struct reply *reply);
int task_ask(struct task *task, const struct method *method, const void *params, task_answered_fn answered);

/* Like task_ask(), for an adapter with several open calls, which `user` distinguishes. The call can be cancelled until
 * it is answered. */
struct ask;
typedef void (*task_told_fn)(void *user, const struct reply *reply);
int task_ask_for(struct task *task, const struct method *method, const void *params, task_told_fn told, void *user,
                 struct ask **ret_ask);
void task_ask_cancel(struct ask *ask);

/* --- task: MCP servers --- */

/* Whether the daemon has the methods for MCP (version 1.1). */
bool task_has_mcp(const struct task *task);

/* What the daemon reports about MCP servers while the task runs. */
struct task_mcp_events {
    void (*progress)(void *user, const struct mcp_call_progress_params *progress);
    void (*changed)(void *user, struct slice server); /* the tools of this server have changed */
};
/* The servers that an agent that is a program gets, with relay.h; NULL: none. */
const struct relay *task_relay(const struct task *task);

/* There is one watcher at a time; NULL: none. */
void task_watch_mcp(struct task *task, const struct task_mcp_events *events, void *user);

enum task_status { TASK_COMPLETED, TASK_FAILED, TASK_CANCELLED };

/* Reports the end of the task; code and message apply to a failure. The task must not be used afterwards. */
void task_ended(struct task *task, enum task_status status, struct slice code, struct slice message, struct slice text);
