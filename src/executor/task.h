/* A running prompt, and afterwards its messages until they are confirmed, and its end until the daemon has stored it.
 *
 * The end is reported by the answer to execute_prompt or, if the connection of that call was lost, by
 * report_completion. The answer can be lost together with the daemon. So an ended task is kept until the daemon sends
 * another prompt (it does so after it has stored the end), or reconnects and does not name the task. */
#pragma once

#include "contract/executor.h"
#include "executor/adapter.h"
#include "executor/executor.h"
#include "rpc/timers.h"

enum {
    TASK_KEPT_MAX = 8 << 20,  /* bytes of messages; above this the agent is not read */
    TASK_KEPT_LOW = 4 << 20,  /* below this it is read again */
    TASK_DATA_MAX = 15 << 20, /* of one message, which has to fit into a line */
    TASK_TEXT_MAX = 1 << 20,
    TASK_GRACE_MS = 2000, /* time from asking an agent to stop to killing it */
};

/* Why the executor ends the task; VERDICT_NONE if the task ended by itself. */
enum task_verdict { VERDICT_NONE, VERDICT_STOPPED, VERDICT_TIMEOUT, VERDICT_DAEMON_GONE, VERDICT_TERMINATED };

struct task {
    struct list link; /* in executor->tasks */
    struct executor *executor;
    struct call *call;                          /* execute_prompt; held, because it owns the params */
    const struct execute_prompt_params *params; /* of that call */
    char *token;

    const struct adapter *adapter;
    const struct executor_launch *launch; /* in params; or NULL */
    void *agent;                          /* owned by the adapter */
    bool agent_paused;
    enum task_verdict verdict;
    struct deadline deadline; /* timeout_ms; after a stop, the grace time */
    uint64_t time_left;       /* of timeout_ms, while time_stands: a permission request is open */
    bool time_stands;

    /* messages.c */
    struct list messages; /* struct message, in order: unsent or unconfirmed */
    struct list *unsent;  /* the first one not sent on this connection; &messages: none */
    size_t unsent_count;
    size_t kept_bytes;
    int64_t sequence, confirmed; /* the last of each */
    struct list asks;            /* struct ask */

    /* mcp.c */
    const struct task_mcp_events *mcp_events; /* NULL: none */
    void *mcp_user;
    struct relay *relay; /* for an agent that is a program; NULL: none */

    /* The end of the task. */
    bool ended;
    bool can_answer; /* the call waits for its answer, and its connection is open */
    bool told;       /* on this connection */
    struct executor_execution execution;
    char *error_code, *error_message, *text, *model;
    char currency[9]; /* of the cost that the agent reports */
};

/* --- task.c --- */

/* Creates a task and defers the call. On failure nothing was created. */
int task_new(struct executor *executor, struct call *call, const struct adapter *adapter, struct task **ret_task);

/* Frees a task that has ended, or was never started. */
struct task *task_free(struct task *task);

/* Returns the running task, or NULL. */
struct task *task_at_work(const struct executor *executor);
struct task *task_find(const struct executor *executor, struct slice task_id);

void executor_forget_kept(struct executor *executor);

int task_set_token(struct task *task, struct slice token);

/* Suspends or resumes the time limit. Does nothing after a stop, when the grace time runs. */
void task_hold_time(struct task *task, bool stands);

/* Asks the agent to stop, and kills it after the grace time (0: never). */
void task_stop(struct task *task, enum task_verdict verdict, struct slice reason, uint64_t grace_ms);
void task_kill(struct task *task, enum task_verdict verdict);

/* Whether the end was sent and no message waits for a confirmation. */
bool task_is_settled(const struct task *task);

/* Frees settled tasks: called when the daemon sends something new. */
void task_forget_settled(struct executor *executor);

/* Answers the call or reports the completion, after all messages were sent. */
void task_tell_end(struct task *task);

/* --- messages.c --- */

enum message_what {
    MESSAGE_EVENT, /* report_message; `type` and `text` are event_type and event_data */
    MESSAGE_NOTE,  /* another notification; `type` is its method, `text` its params after the token */
    MESSAGE_LINE,  /* `text` is the complete line */
};

struct message {
    struct list link;
    enum message_what what;
    int64_t sequence; /* of MESSAGE_EVENT */
    int64_t timestamp;
    struct slice type, text; /* behind the struct */
    size_t bytes;
};

/* Returns -ENOMEM on failure. The message is sent at the end of this turn of the loop, or earlier. */
int messages_add(struct task *task, enum message_what what, struct slice type, struct slice text);

/* Confirms all messages up to this sequence. */
void messages_confirmed(struct task *task, int64_t sequence);

/* Marks all kept messages as unsent. */
void messages_rewind(struct task *task);
void messages_clear(struct task *task);

/* Sends what can be sent now: messages, calls of agents, ends of tasks. */
void messages_send(struct executor *executor);

/* Like messages_send(), at the end of this turn. */
void messages_send_soon(struct executor *executor);

/* Writes the notification as an object without jsonrpc: {"method":…,"params":…}. The token is empty in a spool. */
int message_write(struct buf *out, const struct task *task, const struct message *message, struct slice token);
int message_write_completion(struct buf *out, const struct task *task, struct slice token);

/* --- report.c: calls to the daemon --- */

/* Sends calls that were not sent on this connection. */
void ask_send(struct task *task);
void ask_clear(struct task *task);
