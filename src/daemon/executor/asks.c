/* What executors ask for: a message's id. Keys are given out in key/give.c, permissions in permission/request.c. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/executor/internal.h"
#include "rpc/call.h"
#include "json/write.h"

static int refuse_token(struct call *call)
{
    return call_fail(call, ERROR_TOKEN_REFUSED, "the token is not the one of this executor's task");
}

/* --- create_message ------------------------------------------------------------------------------- */

static void on_stated(void *user, int status, const char *message_id, int64_t created_at_ms)
{
    struct call *call = user;
    char created_at[CLOCK_ISO_SIZE];
    if (status < 0) {
        (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the message cannot be stored: %s", strerror(-status));
    } else {
        clock_format_iso(created_at_ms, created_at);
        (void)create_message_reply(call, &(struct create_message_result){.message_id = slice_of(message_id),
                                                                         .created_at = slice_of(created_at)});
    }
    (void)call_drop(call);
}

int create_message(struct call *call, const struct create_message_params *params)
{
    struct executor *executor = executor_of(call);
    struct buf *scratch = &executor->pool->scratch;
    const struct slice *task_id = params->task_id_is == FIELD_SET ? &params->task_id : NULL;
    struct call *kept = NULL;
    if (!executor_token_admits(executor, params->session_token, task_id, "create_message"))
        return refuse_token(call);
    buf_reset(scratch, 0);
    int r = json_write_any(scratch, &params->message.content);
    struct task_statement statement = {
        .by_user = params->message.role == CREATE_MESSAGE_PARAMS_MESSAGE_ROLE_USER,
        .type = params->message.type,
        .data = buf_slice(scratch),
        .key = params->message_key_is == FIELD_SET ? params->message_key : SLICE(""),
    };
    size_t bytes = scratch->size;
    if (r == 0)
        r = call_defer(call, NULL, NULL, &kept);
    if (r < 0)
        return r;
    call_hold(kept);
    r = task_job_state(executor->run, &statement, on_stated, kept);
    executor_mind_pause(executor, bytes);
    if (r < 0)
        on_stated(kept, r, NULL, 0);
    else
        executor_count_bytes(executor, bytes);
    return 0;
}
