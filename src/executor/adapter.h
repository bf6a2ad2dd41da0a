/* Between weir-executor and whatever plays the agent. An adapter knows nothing of connections, sequences or
 * confirmations; it is given a task, reports what the agent does, and says how it ended. All of it happens on the loop.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "contract/executor.h"
#include "rpc/peer.h"

struct task;

/* Whether an agent could be used in here. */
struct look {
    uv_loop_t *loop;
    const struct executor_launch *launch; /* NULL: the executor's own */
    const struct executor_provider *providers;
    size_t provider_count;
    struct executor_agent found; /* name, adapter and usable = false are set before */
    char text[512];              /* for what `found` points to */
    /* To be called once, from inside or later. */
    void (*done)(struct look *look);
    void *state; /* the adapter's own */
};

struct adapter {
    const char *name;  /* of the agent, as execute_prompt.agent has it; or of all agents that it speaks with */
    bool is_program;   /* its agents are programs: it needs a launch, and the files are kept for it */
    bool hidden;       /* only used when it is named */
    bool has_no_model; /* nor is it used for a session that names a model, unless it is named */

    /* NULL: always usable. */
    void (*look)(struct look *look);
    /* Nobody waits for it any more: `done` is not called. */
    void (*look_cancel)(struct look *look);

    /* Begins to work. 0: task_ended() will be called once, never from inside of here. Negative, with a sentence in
     * `problem`: it cannot. */
    int (*start)(struct task *task, char problem[static 256]);

    /* Asks the agent to come to an end. May be called more than once. */
    void (*stop)(struct task *task, struct slice reason);

    /* Ends it now; task_ended() follows, or comes from inside of here. */
    void (*kill)(struct task *task);

    /* More has been reported than was taken: do not read the agent until told to go on. */
    void (*pause)(struct task *task, bool paused);
};

/* The table of adapters, in the order in which one is taken where none is named; the launches come where the first
 * adapter of programs stands. NULL behind the last. */
extern const struct adapter *const adapters[];

/* --- what an adapter may ask of its task --- */

const struct execute_prompt_params *task_params(const struct task *task);
/* Of an agent that is a program; else NULL. */
const struct executor_launch *task_launch(const struct task *task);
uv_loop_t *task_loop(const struct task *task);
void task_set_agent(struct task *task, void *agent);
void *task_agent(const struct task *task);

/* Under which name the agent itself knows the conversation, for the session's next task with the same agent: good as
 * long as that comes to this executor, and nobody else was asked in between. An empty name is forgotten. */
void task_remember(struct task *task, struct slice conversation);
/* Of the task before this one; or empty. */
struct slice task_remembered(const struct task *task);

/* What an adapter that is the agent itself knows of the session, for the next task of it that comes here. Taken, even
 * where it is not kept; `free_it` is called when it is not wanted any more. */
void task_keep(struct task *task, void *what, void (*free_it)(void *what));
/* Of the same adapter and session; or NULL. The caller's from now on. *ret_task is the task that left it. */
enum { TASK_ID_SIZE = 129 };
void *task_take_kept(struct task *task, char ret_task[static TASK_ID_SIZE]);

/* --- what it says of the agent --- */

/* One event; `data` is JSON text. Those that a prompt without `stream` does not want are left out. -EMSGSIZE: it does
 * not fit into a message; -ENOMEM. */
int task_report(struct task *task, struct slice type, struct slice data);
int task_report_progress(struct task *task, const struct task_progress *progress);
int task_report_error(struct task *task, struct slice code, struct slice message);

/* The agent's slash commands, in the place of those that were reported before. */
int task_report_commands(struct task *task, struct slice agent, const struct session_commands *commands);
int task_report_models(struct task *task, struct slice agent, const struct session_models *models);

/* The tokens so far; in the result, and an event of type usage. */
int task_report_usage(struct task *task, const struct executor_usage *usage);

/* A question to the daemon: get_api_key, request_permission, get_execution_context, keep_files or create_message with
 * its params, which are copied; the token is filled in. It is asked again after a new connection, so those that change
 * something carry a request_id or message_key. `answered` is called once, later, unless the task ends before.
 * -EMSGSIZE: it does not fit into a message; -ENOMEM. */
typedef void (*task_answered_fn)(struct task *task, const struct reply *reply);
int task_ask(struct task *task, const struct method *method, const void *params, task_answered_fn answered);

/* The same for an adapter that has several questions open and tells them apart by `user`. It may be taken back until it
 * is answered. */
struct ask;
typedef void (*task_told_fn)(void *user, const struct reply *reply);
int task_ask_for(struct task *task, const struct method *method, const void *params, task_told_fn told, void *user,
                 struct ask **ret_ask);
void task_ask_cancel(struct ask *ask);

enum task_status { TASK_COMPLETED, TASK_FAILED, TASK_CANCELLED };

/* It is over. The code and the message count where it failed. Afterwards the task must not be used any more. */
void task_ended(struct task *task, enum task_status status, struct slice code, struct slice message, struct slice text);
