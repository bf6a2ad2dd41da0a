/* The executors of the daemon: warm ones that have not seen any session, those at work, those that wait for the next
 * task of their session, those of terminals. */
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
#include "daemon/concern.h"
#include "daemon/options.h"
#include "daemon/process/process.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/store/store.h"
#include "daemon/task/task.h"
#include "rpc/rpc.h"
#include "rpc/timers.h"

struct agent_program;
struct broker_socket;
struct call;
struct executor_replays;
struct executor_pool;
struct peer;
struct request;

enum { EXECUTOR_TOKEN_SIZE = 64 + 1, EXECUTOR_TOKEN_MS = 24 * 60 * 60 * 1000 };

/* 256 random bits as hexadecimal digits. Never logged, never in an argument list, an environment or a file. */
struct executor_token {
    char text[EXECUTOR_TOKEN_SIZE];
    int64_t expires_ms; /* of the wall's clock; 0: there is none */
};
int executor_token_make(struct executor_token *token);
/* In constant time. */
bool executor_token_fits(const struct executor_token *token, struct slice text);
/* The same, also where it has expired. */
bool executor_token_is(const struct executor_token *token, struct slice text);

struct executor {
    struct process process;
    struct list link; /* in pool->executors */
    struct executor_pool *pool;
    char *name; /* "weir", or of the configuration */
    enum executor_state {
        EXECUTOR_STARTING, /* it does not listen yet, or has not answered the hand-shake */
        EXECUTOR_READY,
        EXECUTOR_LEAVING, /* it was told to go; nothing new is given to it */
    } state;
    bool resumes;        /* it keeps what is not confirmed */
    char hand_shake[65]; /* the secret */
    struct peer *peer;   /* NULL: not connected */
    struct deadline
        start; /* until when it must be ready; idle: until when it may be; then, until when it must have left */
    struct sandbox sandbox;
    char settings[17]; /* a sum of the configuration that it was started with */
    bool stale;        /* the configuration says something else by now: no further task is given to it */
    enum executor_record_use use;
    char *session_id; /* whose it is; NULL: it is warm, or a terminal's that has no session */
    int64_t idle_since_ms;
    struct broker_socket *model_socket; /* of daemon/broker; NULL: none */

    /* On the way to a connection: */
    uv_fs_event_t *watch; /* for its socket to appear; or NULL */
    unsigned noticed;     /* changes in its directory, since it is watched */
    struct deadline again;
    unsigned again_ms;
    bool starved;                     /* the daemon had no descriptor or memory to connect with */
    unsigned links;                   /* connections in a row that brought nothing new */
    int64_t linked_at;                /* what was reported when the last of them began */
    uint64_t begun_ns;                /* when it was started; 0: not by this daemon */
    bool found;                       /* a daemon before this one has started it */
    bool carried;                     /* and its connection too; its task is still to be claimed */
    struct executor_replays *replays; /* of that connection; or NULL */
    bool hands_over;                  /* it is still to say which terminals it has */
    char *found_task;                 /* that it was at work on then; NULL: none, or it was claimed */

    /* Of its task: */
    struct task_job *run;   /* NULL: none */
    uint64_t assigned_ns;   /* when it was given to it */
    struct task_job *ended; /* whose end is not stored yet: until then it stays, with its directory; or NULL */
    struct executor_token token;
    struct executor_token old_token; /* of the task before, to say so in the log */
    struct request *prompt;          /* execute_prompt, unanswered; or NULL */
    bool prompted;                   /* it was sent, by this daemon or the one before */
    char *agent;                     /* for execute_prompt; NULL: none is named */
    struct agent_program *program;   /* that plays it, or may; or NULL */
    enum {
        RUN_GOES_ON,
        RUN_ASKED,
        RUN_CANCELLED,
        RUN_TOLD_TO_LEAVE,
        RUN_ENDED
    } stop; /* how far the stop of its task has come */
    char stop_reason[64];
    struct executor_end *end;       /* how the task ended: kept until nothing of it is left; or NULL */
    struct executor_handed *handed; /* likewise, of a task whose messages have not all come yet; or NULL */
    int64_t output_bytes, tokens;   /* that the task has used */
    unsigned command_lists;         /* that it has reported of the agent's slash commands and models */
    bool over_limit;
    bool paused;               /* it was told to report nothing */
    size_t paused_bytes;       /* that it reported all the same */
    struct buf said;           /* the last text of an executor that will not name it in its result */
    unsigned refused;          /* messages, for their tokens */
    char refusal[200];         /* why the last one was not taken that is outside of the contract */
    int64_t stored, confirmed; /* of its messages, and what it knows of that */
    int64_t confirmed_bytes;   /* output_bytes then */
    struct deadline confirm;   /* until when it is told the rest */

    /* Of its end: */
    struct process_exit *exit; /* it is gone; or NULL */
    char problem[256];         /* why we ended it; empty: we did not, or it needs no word */
    unsigned waited;           /* how often for the rest of what it said */

    /* Of its terminals: */
    struct executor_token terminal_token;
    size_t terminals; /* how many there are; counted by terminal/ */
    bool looks;       /* it is asked which agents there are */
    struct list terminal_waiters;
};

/* What the concerns above keep of executors. Each may be NULL. */
struct executor_hooks {
    void *terminals; /* for `settled` */
    /* From the hand-shake: its terminals; then, that these were all. */
    void (*handed)(struct executor *executor, const struct executor_handed_terminal *terminal);
    void (*handed_all)(struct executor *executor);
    void (*gone)(struct executor *executor); /* one for terminals, with all that it ran */
    void (*settled)(void *terminals);        /* it is known what one has, or that it is gone */
    void *permissions;                       /* for `back` */
    /* The task goes on over a new connection: what was asked on the one before it has to be asked again. */
    void (*back)(void *permissions, struct slice task_id);
    /* Of a call of request_permission that waits when a new program takes over: the params with which it is made again.
     */
    int (*ask_again)(const struct call *call, struct buf *out);
};

struct executor_pool {
    struct daemon *daemon; /* for the concerns above: nobody here looks inside */
    struct executor_hooks hooks;
    void (*emptied)(void *user); /* none is left */
    void *user;
    struct audit *audit;
    struct key_ring *keys;
    struct process_table *processes;
    struct store *store;
    struct resolver *resolver;
    struct sandbox_facts *sandbox;
    struct agent_finder *agents;
    struct broker *broker;
    struct session_keeper *sessions;
    struct task_queue *tasks;
    struct rpc *rpc;
    const struct options *options;
    const struct config_settings *settings;
    struct list executors; /* struct executor */
    size_t count;
    size_t peers;         /* connections to them */
    struct list contexts; /* of context.c: what executors have asked for and the store has not answered */
    bool wanted;          /* a task was there: from now on some are kept warm */
    bool closed;
    bool finished;                 /* not even for a task at work is another one started */
    struct listing *agent_listing; /* of agents.c: the one at work; or NULL */
    struct list agent_waiting;     /* who waits for the next */
    struct session_watcher watcher;
    struct deadline refill;
    unsigned failures;       /* starts in a row that came to nothing */
    char problem[512];       /* of the last of them; empty: all is well */
    char settings_sum[17];   /* of the configuration */
    struct buf scratch;      /* of the message at hand */
    struct process_ids left; /* by daemons before this one; none once they were looked at */
    int left_status;         /* of the list; negative: it could not be made */
};

/* From a call: daemon/concern.h. */
struct executor_pool *executor_pool_of(struct daemon *daemon);

/* What it stands on is filled in before. */
void executor_pool_init(struct executor_pool *pool);
void executor_pool_clear(struct executor_pool *pool);

/* The daemon stops: all that are idle go; `emptied` is called when none is left. `now`: they are ended. */
void executor_pool_close(struct executor_pool *pool, bool now);
/* The tasks are over. */
void executor_pool_finish(struct executor_pool *pool);

/* The session is closed or gone: no further task comes, and whoever waits for one leaves. */
void executor_pool_drop_session(struct executor_pool *pool, struct slice session_id);

/* The configuration has changed: executors that were started by another one are not used again. */
void executor_pool_reload(struct executor_pool *pool);

/* By the name of its directory. NULL: there is none. */
struct executor *executor_find(struct executor_pool *pool, struct slice id);

/* Whose call it is; the daemon's handlers of the executors' methods begin with this. */
struct executor *executor_of(const struct call *call);

/* --- for terminals ----------------------------------------------------------------------------- */

/* An executor for the terminals of a session; an empty id: one that nobody else gets, for a terminal without a session
 * or to look around. `ready` is called once, later,
 * with it, or with NULL and a sentence. Further ones of the same session get the same executor, as long as they wish
 * for the same. Negative, with a sentence: there will be none. */
int executor_for_terminals(struct executor_pool *pool, struct slice session_id, const struct sandbox_wish *wish,
                           void (*ready)(void *user, struct executor *executor, const char *problem), void *user,
                           char problem[static 256]);

/* Whether executors of a daemon before this one are still to say which terminals they have. */
bool executor_hands_over(const struct executor_pool *pool);

/* Its last terminal is gone, or it was not needed: it goes too. hooks.gone follows when nothing of it is left. */
void executor_drop_terminals(struct executor *executor);

/* --- for what else executors ask --------------------------------------------------------------- */

/* Whether the message is of this executor's task; else that is noted in the log. */
bool executor_token_admits(struct executor *executor, struct slice token, const struct slice *task_id,
                           const char *method);

/* Whether it is one of the tools that every task is given. */
bool executor_lists_tool(const struct task_job *run, struct slice tool);
