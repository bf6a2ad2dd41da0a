/* Generated from contract/chat.json by contract/generate; do not edit. */
/* Talk to an agent. */
#pragma once

#include "rpc/method.h"
#include "contract/task_types.h"

struct call;

int call_reply(struct call *call, const void *result);

/* Method chat.send: Send a message to a thread, as a task. Without a thread, start a new one. */

struct chat_send_params {
    struct slice message;
    int64_t priority;
    /* The id of a session. */
    struct slice thread_id;
    enum field_is thread_id_is;
    /* An absolute path, as in task.submit; absent: the thread's working directory. */
    struct slice cwd;
    enum field_is cwd_is;
    /* As in task.submit. */
    struct task_attachments attachments;
    enum field_is attachments_is;
};

struct chat_send_result {
    struct slice task_id;
    struct slice thread_id;
};

extern const struct shape chat_send_params_shape;
extern const struct shape chat_send_result_shape;
extern const struct method chat_send_method;
int chat_send(struct call *call, const struct chat_send_params *params);

static inline int chat_send_reply(struct call *call, const struct chat_send_result *result)
{
    return call_reply(call, result);
}
