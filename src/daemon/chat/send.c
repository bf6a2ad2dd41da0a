/* chat.send: a message is the prompt of a task, a thread is a session. */
#include "contract/chat.h"
#include "daemon/task/submit.h"
#include "rpc/call.h"

static int submit(struct store_request *request, struct store_tx *tx)
{
    const struct chat_send_params *params = request->call->params;
    return task_submission_write(request, tx,
                                 &(struct task_submit_params){.prompt = params->message,
                                                              .priority = params->priority,
                                                              .session_id = params->thread_id,
                                                              .session_id_is = params->thread_id_is});
}

static void answer(struct store_request *request)
{
    const struct task_submission *submission = request->more;
    if (task_submission_finish(request))
        (void)chat_send_reply(request->call, &(struct chat_send_result){.task_id = submission->task_id,
                                                                        .thread_id = submission->session_id});
}

int chat_send(struct call *call, const struct chat_send_params *params)
{
    (void)params; /* the writer reads the copy that the call keeps */
    return task_submission_begin(call, submit, answer);
}
