/* What task.submit and chat.send share: a task that is written into the queue. */
#pragma once

#include <limits.h>

#include "contract/errors.h"
#include "contract/task.h"
#include "daemon/store/request.h"
#include "daemon/task/attach.h"

/* In request->more. */
struct task_submission {
    /* As the loop knows it when the call comes: */
    int64_t queue_max, timeout_ms;
    enum session_network network; /* of a new session */
    enum session_keys keys;
    /* What came of it: */
    enum error_id error; /* where the status is -ECANCELED */
    struct slice task_id, session_id;
    enum task_state state;
    struct task_attached attached;
    char cwd[PATH_MAX + 1]; /* as far as it goes: params.cwd without links, or a project's; empty: there is none */
};

/* For handlers: takes the call, or refuses it. `work` ends in task_submission_write(). `cwd`: without links.
 * `attached`: NULL where nothing is. 0: it has taken the call; 1: it has answered it; negative: neither. */
int task_submission_begin(struct call *call, struct slice cwd, const struct task_attached *attached,
                          int (*work)(struct store_request *, struct store_tx *),
                          void (*answer)(struct store_request *));

/* Where a new session works for which no directory is named; empty: in one of its own. */
struct slice task_default_directory(const struct daemon *daemon);

/* On the writer. */
int task_submission_write(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params);

/* On the loop: true where there is a task, and the call is to be answered; else it was answered with what is wrong. */
bool task_submission_finish(struct store_request *request);
