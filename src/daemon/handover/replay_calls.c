/* Calls that wait when a new program takes over, and that it receives once more. Each finds things as its first time
 * has left them, and waits again. Whoever adds one must be sure of that. */
#include <errno.h>

#include "contract/agent.h"
#include "contract/daemon.h"
#include "contract/session.h"
#include "contract/task.h"
#include "contract/terminal.h"
#include "daemon/handover/handover.h"
#include "daemon/task/task.h"
#include "daemon/terminal/terminal.h"
#include "rpc/call.h"
#include "json/encode.h"

int handover_replay_call(const struct call *call, struct buf *out)
{
    const struct method *method = call->method;
    struct buf nowhere = BUF_LIMITED(0);
    if (method == &daemon_restart_method)
        return 1;
    if (terminal_is_held(call))
        return json_encode(out ? out : &nowhere, method->params, call->params), 0;
    /* A cancelled task is stopping, a closed session closed: what is left of either is the wait. Agents are looked for
     * once more, and services asked. */
    if (method != &task_wait_method && method != &task_cancel_method && method != &session_close_method &&
        method != &terminal_input_method && method != &agent_list_method && method != &agent_models_method)
        return -EOPNOTSUPP;
    if (!out)
        out = &nowhere;
    if (method == &terminal_input_method) { /* what is still to be typed goes with the terminal */
        struct terminal_input_params left = *(const struct terminal_input_params *)call->params;
        left.data = SLICE("");
        (void)json_encode(out, method->params, &left);
        return 0;
    }
    if (method == &task_wait_method) {
        struct task_wait_params left = task_wait_left(call);
        (void)json_encode(out, method->params, &left);
    } else {
        (void)json_encode(out, method->params, call->params);
    }
    return 0;
}
