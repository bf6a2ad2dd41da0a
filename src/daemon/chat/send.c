/* chat.send: a message is the prompt of a task, a thread is a session. */
#include "contract/chat.h"
#include "daemon/client/client.h"
#include "daemon/session/session.h"
#include "daemon/task/task.h"
#include "rpc/call.h"

static int submit(struct store_request *request, struct store_tx *tx)
{
    const struct chat_send_params *params = request->call->params;
    return task_submission_write(request, tx,
                                 &(struct task_submit_params){.prompt = params->message,
                                                              .priority = params->priority,
                                                              .session_id = params->thread_id,
                                                              .session_id_is = params->thread_id_is,
                                                              .cwd = params->cwd,
                                                              .cwd_is = params->cwd_is,
                                                              .attachments = params->attachments,
                                                              .attachments_is = params->attachments_is});
}

static void answer(struct store_request *request)
{
    const struct task_submission *submission = request->more;
    if (task_submission_finish(request))
        (void)chat_send_reply(request->call, &(struct chat_send_result){.task_id = submission->task_id,
                                                                        .thread_id = submission->session_id});
}

static int send_with(struct call *call, struct slice cwd, const struct task_attached *attached)
{
    return task_submission_begin(call, cwd, attached, submit, answer);
}

static int send_in(struct call *call, struct slice cwd)
{
    const struct chat_send_params *params = call->params;
    return params->attachments.count > 0 ? task_look_at_attachments(call, &params->attachments, cwd, send_with)
                                         : send_with(call, cwd, NULL);
}

int chat_send(struct call *call, const struct chat_send_params *params)
{
    if (params->cwd_is == FIELD_SET && params->cwd.data[0] != '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd", "params.cwd: must be an absolute path");
    if (params->cwd_is == FIELD_SET)
        return session_find_directory(call, params->cwd, send_in);
    int r = send_in(call, session_default_directory(session_keeper_of(daemon_of(call))));
    return r < 0 ? r : 0;
}
