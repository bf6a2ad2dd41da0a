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

struct adapter {
    const char *name; /* of the agent, as execute_prompt.agent has it */

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

/* The table of adapters; the first one is for prompts that name none. NULL behind the last. */
extern const struct adapter *const adapters[];

/* --- what an adapter may ask of its task ------------------------------------------------------ */

const struct execute_prompt_params *task_params(const struct task *task);
uv_loop_t *task_loop(const struct task *task);
void task_set_agent(struct task *task, void *agent);
void *task_agent(const struct task *task);

/* --- what it says of the agent ------------------------------------------------------------------ */

/* One event; `data` is JSON text. Those that a prompt without `stream` does not want are left out. -EMSGSIZE: it does
 * not fit into a message; -ENOMEM. */
int task_report(struct task *task, struct slice type, struct slice data);
int task_report_progress(struct task *task, const struct task_progress *progress);
int task_report_error(struct task *task, struct slice code, struct slice message);

/* The tokens so far; in the result, and an event of type usage. */
int task_report_usage(struct task *task, int64_t input_tokens, int64_t output_tokens);

/* A question to the daemon: get_api_key, request_permission, get_execution_context or create_message with its params,
 * which are copied; the token is filled in. It is asked again after a new connection, so those that change something
 * carry a request_id or message_key. `answered` is called once, later, unless the task ends before. */
typedef void (*task_answered_fn)(struct task *task, const struct reply *reply);
int task_ask(struct task *task, const struct method *method, const void *params, task_answered_fn answered);

enum task_status { TASK_COMPLETED, TASK_FAILED, TASK_CANCELLED };

/* It is over. The code and the message count where it failed. Afterwards the task must not be used any more. */
void task_ended(struct task *task, enum task_status status, struct slice code, struct slice message, struct slice text);
