/* What task.submit and chat.send share: a task that is written into the queue. */
#pragma once

#include "contract/errors.h"
#include "contract/task.h"
#include "daemon/store/request.h"

/* In request->more. */
struct task_submission {
    /* As the loop knows it when the call comes: */
    int64_t queue_max, timeout_ms;
    struct slice directory;       /* of a new session that has no other */
    enum session_network network; /* of a new session */
    enum session_keys keys;
    /* What came of it: */
    enum error_id error; /* where the status is -ECANCELED */
    struct slice task_id, session_id;
    enum task_state state;
};

/* For handlers: takes the call, or refuses it. `work` ends in task_submission_write(). */
int task_submission_begin(struct call *call, int (*work)(struct store_request *, struct store_tx *),
                          void (*answer)(struct store_request *));

/* On the writer. */
int task_submission_write(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params);

/* On the loop: true where there is a task, and the call is to be answered; else it was answered with what is wrong. */
bool task_submission_finish(struct store_request *request);
