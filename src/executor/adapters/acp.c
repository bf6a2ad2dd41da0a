#include "executor/adapters/acp.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "executor/adapters/earlier.h"
#include "json/write.h"

enum { SETTINGS_MAX = 1 << 20 };

/* --- lines to the agent --- */

struct buf *acp_begin(struct acp *acp)
{
    struct buf *line = hosted_begin_line(&acp->hosted);
    (void)buf_append_text(line, "{\"jsonrpc\":\"2.0\",");
    return line;
}

void acp_send(struct acp *acp)
{
    hosted_send_line(&acp->hosted);
}

void acp_answer(struct acp *acp, struct slice id, struct slice result)
{
    struct buf *line = acp_begin(acp);
    (void)buf_append_text(line, "\"id\":");
    (void)buf_append_slice(line, id);
    (void)buf_append_text(line, ",\"result\":");
    (void)buf_append_slice(line, result);
    (void)buf_append_char(line, '}');
    acp_send(acp);
}

void acp_answer_error(struct acp *acp, struct slice id, int code, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct buf *line = acp_begin(acp);
    (void)buf_append_text(line, "\"id\":");
    (void)buf_append_slice(line, id);
    (void)buf_printf(line, ",\"error\":{\"code\":%d,\"message\":", code);
    (void)json_write_string(line, slice_of(text));
    (void)buf_append_text(line, "}}");
    acp_send(acp);
}

/* --- lines from the agent --- */

static void on_line(struct hosted *hosted, struct slice line)
{
    struct acp *acp = (struct acp *)hosted;
    struct acp_message message;
    char problem[ACP_PROBLEM_SIZE] = "";
    int r = acp_read(&hosted->arena, line, &message, problem);
    if (r < 0)
        hosted_complain(hosted, line, problem);
    else if (message.kind == ACP_REQUEST)
        acp_take_request(acp, &message);
    else if (message.kind != ACP_NOTIFICATION)
        acp_take_answer(acp, &message);
    else if (slice_is(message.method, "session/update"))
        acp_take_update(acp, message.params);
}

static void free_acp(struct hosted *hosted)
{
    struct acp *acp = (struct acp *)hosted;
    acp_requests_clear(acp);
    acp_calls_clear(acp);
    buf_clear(&acp->settings);
    buf_clear(&acp->earlier);
    hosted_clear(hosted);
    free(acp);
}

static bool close_acp(struct hosted *hosted)
{
    return acp_terminals_close((struct acp *)hosted);
}

static const struct hosted_protocol protocol = {
    .line = on_line, .free = free_acp, .close = close_acp, .way_out_ms = 1000};

/* --- adapter --- */

/* If the daemon did not answer, the agent gets the prompt alone. */
static void on_context(struct task *task, const struct reply *reply)
{
    struct acp *acp = task_agent(task);
    const struct get_execution_context_result *context = reply->status == 0 ? reply->result : NULL;
    if (acp->hosted.is_over)
        return;
    acp->knows_context = true;
    if (context)
        (void)earlier_write(&acp->earlier, context->messages.items, context->messages.count);
    if (context && context->model_config_is == FIELD_SET && context->model_config.model.size < sizeof acp->model)
        (void)snprintf(acp->model, sizeof acp->model, "%.*s", SLICE_ARG(context->model_config.model));
    acp_open_session(acp);
}

static int start(struct task *task, char problem[static 256])
{
    struct acp *acp = calloc(1, sizeof *acp);
    if (!acp) {
        (void)snprintf(problem, 256, "out of memory");
        return -ENOMEM;
    }
    acp->hosted.protocol = &protocol;
    acp->settings = (struct buf)BUF_LIMITED(SETTINGS_MAX);
    acp->earlier = (struct buf)BUF_LIMITED((size_t)2 * EARLIER_MAX);
    spent_init(&acp->spent);
    list_init(&acp->calls);
    list_init(&acp->requests);
    list_init(&acp->terminals);
    list_init(&acp->grants);
    int r = hosted_start(&acp->hosted, task, task_launch(task), problem);
    if (r < 0) {
        free(acp);
        return r;
    }
    acp_send_initialize(acp);
    hosted_ask_context(&acp->hosted, true, on_context);
    return 0;
}

/* The agent answers the prompt with `cancelled`; weir answers its open requests in the same way. */
static void stop(struct task *task, struct slice reason)
{
    struct acp *acp = task_agent(task);
    (void)reason;
    if (!hosted_begin_stop(&acp->hosted))
        return;
    acp_send_cancel(acp);
    acp_requests_cancel(acp);
    hosted_await_stop(&acp->hosted);
}

const struct adapter acp_adapter = {
    .name = "acp",
    .is_program = true,
    .look = hosted_look,
    .start = start,
    .stop = stop,
    .kill = hosted_kill,
    .pause = hosted_pause,
};
