/* The daemon's executors and the pool that keeps them: warm executors that no session has used, executors at work, idle
 * executors that wait for the next task of their session, and executors that run terminals. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/list.h"
#include "base/slice.h"
#include "contract/config.h"
#include "contract/executor.h"
#include "daemon/agent/agent.h"
#include "daemon/audit/audit.h"
#include "daemon/broker/broker.h"
#include "daemon/options.h"
#include "daemon/process/process.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/store/store.h"
#include "daemon/task/task.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct agent_program;
struct arena;
struct broker_socket;
struct call;
struct executor_replays;
struct executor_pool;
struct peer;
struct request;
struct watch_hub;

enum { EXECUTOR_TOKEN_SIZE = 64 + 1 };

/* 256 random bits as hexadecimal digits. Never logged, never in an argument list, an environment or a file. */
struct executor_token {
    char text[EXECUTOR_TOKEN_SIZE];
    int64_t expires_ms; /* wall-clock time; 0: no token */
};
/* Whether the text is this token, expired or not. Compares in constant time. */
bool executor_token_is(const struct executor_token *token, struct slice text);

struct executor {
    struct process process;
    struct executor_pool *pool;
    enum executor_state {
        EXECUTOR_STARTING, /* it does not listen yet, or has not answered the handshake */
        EXECUTOR_READY,
        EXECUTOR_LEAVING, /* it was asked to end; it gets no further work */
    } state;
    struct peer *peer; /* NULL: not connected */
    /* One deadline for all phases: until it must be ready; while idle, until it may stay; when leaving, until it must
     * be gone. */
    struct deadline phase_deadline;
    enum executor_record_use use;
    char *session_id;       /* the session that it serves; NULL: warm, or a terminal without a session */
    struct task_job *job;   /* its task; NULL: none */
    bool terminals_pending; /* it has not listed its terminals yet */
    size_t terminals;       /* counted by daemon/terminal */
    struct executor_token terminal_token;

    /* --- private to this folder --- */

    struct list link;    /* in pool->executors */
    char *name;          /* "weir", or a name from the configuration */
    bool resumes;        /* it keeps messages until they are confirmed, and supports `resume` */
    char hand_shake[65]; /* the secret by which the daemon proves itself */
    struct sandbox sandbox;
    char settings[17]; /* a hash of the configuration that it was started with */
    bool stale;        /* the configuration has changed since; it gets no further task */
    int64_t idle_since_ms;
    struct broker_socket *model_socket; /* owned by daemon/broker; NULL: none */

    /* Connecting: */
    uv_fs_event_t *watch;  /* waits for its socket to appear; or NULL */
    unsigned watch_events; /* events of this watch */
    struct deadline retry;
    unsigned retry_ms;
    bool starved;                     /* the daemon lacked a descriptor or memory to connect */
    unsigned reconnects;              /* connections in a row that brought no new message */
    int64_t reported_before;          /* the last reported sequence when the current connection was begun */
    uint64_t started_ns;              /* when this daemon started it; 0: an earlier daemon did */
    bool inherited;                   /* an earlier daemon started it, and it is not settled yet */
    bool imported;                    /* its connection was handed over too; its task is not claimed yet */
    struct executor_replays *replays; /* requests of that connection to handle again; or NULL */
    char *inherited_task;             /* the task that it was working on; NULL: none, or already claimed */

    /* Its task: */
    uint64_t assigned_ns; /* when the task was assigned */
    /* A task whose end is not stored yet; the executor and its directory stay until it is; or NULL. */
    struct task_job *ended;
    struct executor_token token;
    struct executor_token old_token; /* the previous task's token, to explain refusals in the log */
    struct request *prompt;          /* the open execute_prompt request; or NULL */
    bool prompted;                   /* execute_prompt was sent, by this daemon or the previous one */
    char *agent;                     /* the agent for execute_prompt; NULL: none is named */
    struct agent_program *program;   /* the program of this agent, or the one to try; or NULL */
    enum {
        RUN_GOES_ON,
        RUN_ASKED,
        RUN_CANCELLED,
        RUN_TOLD_TO_LEAVE,
        RUN_ENDED
    } stop; /* how far stopping the task has got */
    char stop_reason[64];
    struct executor_end *end; /* the outcome of the task, kept until all its processes have ended; or NULL */
    /* The outcome from the handshake, kept until all messages before it have arrived; or NULL. */
    struct executor_handed *handed;
    int64_t output_bytes, tokens; /* usage of the task */
    unsigned command_lists;       /* lists of slash commands and models that it has reported */
    bool over_limit;
    bool paused;               /* it was asked to stop reporting */
    size_t paused_bytes;       /* reported in spite of that */
    struct buf last_text;      /* the last text, for an executor whose result does not contain it */
    unsigned refused;          /* rejected messages, counted to limit log lines */
    char refusal[200];         /* why the last message that violates the contract was rejected */
    int64_t stored, confirmed; /* sequences: stored by the daemon, and confirmed to the executor */
    int64_t confirmed_bytes;   /* output_bytes at the last confirmation */
    struct deadline confirm;   /* when to send the next confirmation */

    /* Its end: */
    struct process_exit *exit; /* NULL: it runs */
    char problem[256];         /* why the daemon killed it; empty: it did not, or no reason is needed */
    unsigned drain_rounds;     /* how often the daemon waited for the rest of its output */

    /* Its terminals: */
    bool is_searching; /* it is searching for agents (agent.list) */
    struct list terminal_waiters;
};

/* Callbacks to the concerns above the executors. Each may be NULL. */
struct executor_hooks {
    void *terminals; /* the argument of the next four */
    /* Called for each terminal that the handshake lists, then once after the last. */
    void (*terminal_listed)(void *terminals, struct executor *executor,
                            const struct executor_handed_terminal *terminal);
    void (*terminals_listed)(void *terminals, struct executor *executor);
    /* An executor for terminals has ended, with all its processes. */
    void (*gone)(void *terminals, struct executor *executor);
    void (*settled)(void *terminals); /* an executor has listed its terminals, or has ended */
    void *permissions;                /* the argument of `reconnected` */
    /* The task continues over a new connection, so requests of the old connection must be sent again. */
    void (*reconnected)(void *permissions, struct slice task_id);
    /* Writes the params with which the next program repeats a request_permission call that is waiting during a restart
     * in place. */
    int (*repeat_params)(const struct call *call, struct buf *out);
    void *mcp; /* the argument of the next two */
    /* Lists the MCP servers that the executor's task may use, in the arena. */
    int (*mcp_servers)(void *mcp, const struct executor *executor, struct arena *arena,
                       struct get_execution_context_result_mcp_servers *ret_servers);
    /* The process of an MCP server that an earlier daemon started. */
    void (*mcp_found)(void *mcp, const char *id, const struct executor_record *record);
    void *capture; /* the argument of the next one */
    /* A process of weir-capture that an earlier daemon started. */
    void (*recorder_found)(void *capture, const char *id, const struct executor_record *record);
    void *apps; /* the argument of the next one */
    /* A process that unpacked an app for an earlier daemon. */
    void (*unpack_found)(void *apps, const char *id, const struct executor_record *record);
    void *health; /* the argument of the next one */
    /* An executor has become ready, has failed to, or is gone. */
    void (*changed)(void *health);
};

struct executor_pool {
    struct executor_hooks hooks;
    void (*emptied)(void *user); /* the last executor is gone */
    void *user;
    struct audit *audit;
    struct key_ring *keys;
    struct process_table *processes;
    struct store *store;
    struct resolver *resolver;
    struct sandbox_facts *sandbox;
    struct agent_finder *agents;
    struct broker *broker;
    struct watch_hub *watch;
    struct session_keeper *sessions;
    struct task_queue *tasks;
    struct rpc *rpc;
    const struct options *options;
    const struct config_settings *settings;
    bool uses_activity; /* in sessions that do not say so: whether a person has consented to capture */

    size_t count;      /* of executors */
    size_t peers;      /* connected executors */
    char problem[512]; /* why the last start failed; empty: it did not */

    /* --- private to this folder --- */

    struct list executors; /* struct executor */
    struct list contexts;  /* get_execution_context calls that the store has not answered (context.c) */
    bool wanted;           /* a task has been started: keep executors warm from now on */
    bool closed;
    bool finished;                 /* no executor is started any more, not even for a running task */
    struct listing *agent_listing; /* the running search for agents (agents.c); or NULL */
    struct list agent_waiting;     /* calls that wait for the next search */
    struct session_watcher watcher;
    struct deadline refill;
    unsigned failures;          /* failed starts in a row */
    char settings_sum[17];      /* a hash of the current configuration */
    struct buf scratch;         /* for the message that is being handled */
    struct process_ids earlier; /* directories of earlier daemons' executors; empty once they were examined */
    int earlier_status;         /* of reading that list; negative: it failed */
};

/* The pool that serves a call; see daemon/concern.c. */
struct executor_pool *executor_pool_of(const struct call *call);

/* The caller fills in what the pool depends on before this. */
void executor_pool_init(struct executor_pool *pool);
void executor_pool_clear(struct executor_pool *pool);

/* The daemon stops. Idle executors are asked to end, or all are killed (`now`). `emptied` is called when none is
 * left. */
void executor_pool_close(struct executor_pool *pool, bool now);
/* All tasks have ended: no executor is started from now on. */
void executor_pool_finish(struct executor_pool *pool);

/* The configuration has changed: executors started under the old one get no further task. */
void executor_pool_reload(struct executor_pool *pool);

struct executor_counts {
    size_t starting, ready;
};
struct executor_counts executor_pool_count(const struct executor_pool *pool);
/* Starts an executor that is not needed, and ends it when it is ready: shows whether executors can start. Negative: it
 * cannot be started; pool->problem says why. */
int executor_pool_try(struct executor_pool *pool);

/* Finds an executor by the name of its directory; NULL if there is none. */
struct executor *executor_find(struct executor_pool *pool, struct slice id);

/* The executor that made a call. The handlers of executor methods call this first. */
struct executor *executor_of(const struct call *call);

/* --- for terminals --- */

/* Gets an executor for the terminals of a session. An empty id asks for one that is not shared, for a terminal without
 * a session or to search for agents. `ready` is called once, later, with the executor, or with NULL and a reason. Calls
 * for the same session share an executor while they ask for the same sandbox. A negative return, with a reason, means
 * that `ready` is not called. */
int executor_for_terminals(struct executor_pool *pool, struct slice session_id, const struct sandbox_spec *spec,
                           void (*ready)(void *user, struct executor *executor, const char *problem), void *user,
                           char problem[static 256]);

/* Whether executors of an earlier daemon have yet to list their terminals. */
bool executor_terminals_pending(const struct executor_pool *pool);

/* The executor has no terminal any more, or was not needed: asks it to end. hooks.gone follows when all its processes
 * are gone. */
void executor_drop_terminals(struct executor *executor);

/* --- for other requests of executors --- */

/* Whether the token and the task id belong to this executor's task. A refusal is logged. */
bool executor_token_admits(struct executor *executor, struct slice token, const struct slice *task_id,
                           const char *method);

/* Whether the task may use the tool according to its list of tools. */
bool executor_lists_tool(const struct task_job *job, struct slice tool);
