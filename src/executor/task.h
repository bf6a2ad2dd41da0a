/* A prompt at work, and what is kept of it afterwards: its messages until they are confirmed, its end until the daemon
 * has it for good.
 *
 * The end is told by the answer to execute_prompt, or, once the connection of that call is gone, by report_completion.
 * An answer can get lost with the daemon that should have read it. So a task that has ended is kept until the daemon
 * gives us another prompt (it does that once it has stored the end), or comes back and does not name it any more. */
#pragma once

#include "contract/executor.h"
#include "executor/adapter.h"
#include "executor/executor.h"
#include "rpc/timers.h"

enum {
    TASK_KEPT_MAX = 8 << 20,  /* bytes of messages; above this the agent is not read any more */
    TASK_KEPT_LOW = 4 << 20,  /* below this it is read again */
    TASK_DATA_MAX = 15 << 20, /* of one message, which has to fit into a line */
    TASK_TEXT_MAX = 1 << 20,
    TASK_GRACE_MS = 2000, /* from asking an agent to stop to ending it */
};

/* Why it is being ended, where it is not its own doing. */
enum task_verdict { VERDICT_NONE, VERDICT_STOPPED, VERDICT_TIMEOUT, VERDICT_DAEMON_GONE, VERDICT_TERMINATED };

struct task {
    struct list link; /* in executor->tasks */
    struct executor *executor;
    struct call *call;                          /* execute_prompt; held, since the params lie in it */
    const struct execute_prompt_params *params; /* of that call */
    char *token;

    const struct adapter *adapter;
    const struct executor_launch *launch; /* of params; or NULL */
    void *agent;                          /* the adapter's own */
    bool agent_paused;
    enum task_verdict verdict;
    struct deadline deadline; /* timeout_ms; then the grace behind a stop */
    uint64_t time_left;       /* of timeout_ms, while time_stands: a permission is awaited */
    bool time_stands;

    /* messages.c */
    struct list messages; /* struct message, in order: not sent, or not confirmed */
    struct list *unsent;  /* the first that this connection has not got; &messages: none */
    size_t unsent_count;
    size_t kept_bytes;
    int64_t sequence, confirmed; /* the last of each */
    struct list asks;            /* struct ask */

    /* Its end. */
    bool ended;
    bool can_answer; /* the call waits for its answer, on a connection that lives */
    bool told;       /* on this connection */
    struct executor_execution execution;
    char *error_code, *error_message, *text, *model;
    char currency[9]; /* in which the agent counts what it costs */
};

/* --- task.c --- */

/* Makes a task of the call, which is deferred by this. Negative: nothing was made. */
int task_new(struct executor *executor, struct call *call, const struct adapter *adapter, struct task **ret_task);

/* Forgets it. It must have ended, or never been started. */
struct task *task_free(struct task *task);

/* The one at work, or NULL. */
struct task *task_at_work(const struct executor *executor);
struct task *task_find(const struct executor *executor, struct slice task_id);

void executor_forget_kept(struct executor *executor);

int task_set_token(struct task *task, struct slice token);

/* Whether its time stands still. Nothing once it is to stop: then it is the grace that runs. */
void task_hold_time(struct task *task, bool stands);

/* Asks the agent to stop, and ends it when it has not within the grace (0: without end). */
void task_stop(struct task *task, enum task_verdict verdict, struct slice reason, uint64_t grace_ms);
void task_kill(struct task *task, enum task_verdict verdict);

/* Its end was told and nothing of it waits for a confirmation. */
bool task_is_settled(const struct task *task);

/* Forgets those that are settled: the daemon gives us something new. */
void task_forget_settled(struct executor *executor);

/* Answers the call, or reports the completion, once the messages are out. */
void task_tell_end(struct task *task);

/* --- messages.c --- */

enum message_what {
    MESSAGE_EVENT, /* report_message; `type` and `text` are event_type and event_data */
    MESSAGE_NOTE,  /* another notification; `type` is its method, `text` its params behind the token */
    MESSAGE_LINE,  /* `text` is the whole line */
};

struct message {
    struct list link;
    enum message_what what;
    int64_t sequence; /* of MESSAGE_EVENT */
    int64_t timestamp;
    struct slice type, text; /* behind the struct */
    size_t bytes;
};

/* -ENOMEM. It leaves at the end of this turn of the loop, or earlier. */
int messages_add(struct task *task, enum message_what what, struct slice type, struct slice text);

/* Everything up to this sequence is confirmed. */
void messages_confirmed(struct task *task, int64_t sequence);

/* All that is kept shall be sent again. */
void messages_rewind(struct task *task);
void messages_clear(struct task *task);

/* Sends what may be sent now: messages, what agents ask, ends of tasks. */
void messages_send(struct executor *executor);

/* The same, at the end of this turn. */
void messages_send_soon(struct executor *executor);

/* The notification as an object without jsonrpc: {"method":…,"params":…}. The token is left empty for a spool. */
int message_write(struct buf *out, const struct task *task, const struct message *message, struct slice token);
int message_write_completion(struct buf *out, const struct task *task, struct slice token);

/* --- ask.c --- */

/* Asks the daemon what was not asked yet on this connection. */
void ask_send(struct task *task);
void ask_clear(struct task *task);
