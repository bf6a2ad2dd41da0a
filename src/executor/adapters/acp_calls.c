/* Translates the agent's updates during a prompt into events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/adapters/acp.h"
#include "json/read.h"

/* --- known fields of a call --- */

struct acp_call *acp_call_find(const struct acp *acp, struct slice id)
{
    for (struct list *link = acp->calls.previous; link != &acp->calls; link = link->previous) {
        struct acp_call *call = list_member(link, struct acp_call, link);
        if (slice_is(id, call->id))
            return call;
    }
    return NULL;
}

static void forget(struct acp *acp, struct acp_call *call)
{
    acp->known_bytes -= call->known_size;
    free(call->known);
    call->known = NULL;
    call->known_size = 0;
}

static void drop(struct acp *acp, struct acp_call *call)
{
    list_remove(&call->link);
    acp->call_count--;
    forget(acp, call);
    free(call);
}

yyjson_val *acp_call_read(struct acp *acp, const struct acp_call *call)
{
    yyjson_val *known = NULL;
    struct json_error error;
    if (call->known)
        (void)json_read(&acp->hosted.arena, (struct slice){call->known, call->known_size}, &known, &error);
    return known;
}

static struct acp_call *add(struct acp *acp, struct slice id)
{
    struct acp_call *call = calloc(1, sizeof *call);
    if (!call)
        return NULL;
    (void)snprintf(call->id, sizeof call->id, "%.*s", SLICE_ARG(id));
    if (acp->call_count == ACP_CALLS_MAX)
        drop(acp, list_member(acp->calls.next, struct acp_call, link));
    list_append(&acp->calls, &call->link);
    acp->call_count++;
    return call;
}

struct acp_call *acp_call_note(struct acp *acp, yyjson_val *tool)
{
    struct slice id = acp_text(tool, "toolCallId");
    if (id.size == 0 || id.size > ACP_ID_MAX || memchr(id.data, '\0', id.size))
        return NULL;
    struct acp_call *call = acp_call_find(acp, id);
    if (!call)
        call = add(acp, id);
    if (!call || call->closed)
        return call;
    struct buf known = BUF_LIMITED(ACP_TOOL_MAX);
    /* If the merged fields exceed the limit, the previous ones stay. */
    int r = acp_tool_merge(&known, acp_call_read(acp, call), tool);
    if (r == 0 && acp->known_bytes - call->known_size + known.size <= ACP_KNOWN_MAX) {
        forget(acp, call);
        call->known = known.data;
        call->known_size = known.size;
        acp->known_bytes += known.size;
    } else {
        buf_clear(&known);
    }
    call->status = acp_tool_status(tool, call->status);
    return call;
}

int acp_call_describe(struct acp *acp, const struct acp_call *call, char ret_name[static ACP_TOOL_NAME_SIZE],
                      struct buf *input)
{
    return acp_tool_describe(acp_call_read(acp, call), task_params(acp->hosted.task)->cwd, ret_name, input);
}

/* --- events of a call --- */

/* The caller clears the input. The name stays that of the first report. */
static struct reporter_call as_told(struct acp *acp, struct acp_call *call, struct buf *input)
{
    char name[ACP_TOOL_NAME_SIZE];
    *input = (struct buf)BUF_LIMITED((size_t)2 * ACP_TOOL_MAX);
    int r = acp_call_describe(acp, call, name, input);
    if (!call->told)
        (void)snprintf(call->tool, sizeof call->tool, "%s", name);
    return (struct reporter_call){
        .id = slice_of(call->id), .tool = slice_of(call->tool), .input = r == 0 ? buf_slice(input) : (struct slice){0}};
}

void acp_call_approved(struct acp *acp, struct acp_call *call)
{
    struct buf input;
    if (call->told || call->closed)
        return;
    struct reporter_call told = as_told(acp, call, &input);
    call->told = true;
    reporter_tool_use(&acp->hosted.reporter, &told);
    reporter_tool_call(&acp->hosted.reporter, &told);
    buf_clear(&input);
}

void acp_call_denied(struct acp *acp, struct acp_call *call, struct slice reason)
{
    char text[300];
    struct buf input;
    if (call->closed)
        return;
    struct reporter_call told = as_told(acp, call, &input);
    if (!call->told)
        reporter_tool_use(&acp->hosted.reporter, &told);
    call->told = call->closed = true;
    (void)snprintf(text, sizeof text, "Permission denied (%.*s).", (int)(reason.size < 200 ? reason.size : 200),
                   reason.data ? reason.data : "");
    reporter_denied(&acp->hosted.reporter, &told, reason);
    reporter_tool_result(&acp->hosted.reporter, &told,
                         &(struct reporter_result){.is_error = true, .text = slice_of(text)});
    buf_clear(&input);
}

/* A result may consist only of a reference to a terminal. */
static void add_terminals(struct acp *acp, struct buf *text, yyjson_val *tool)
{
    yyjson_val *content = acp_member(tool, "content"), *item;
    size_t index, count;
    if (!yyjson_is_arr(content))
        return;
    yyjson_arr_foreach(content, index, count, item)
    {
        if (slice_is(acp_text(item, "type"), "terminal"))
            (void)buf_append_slice(text, acp_terminal_said(acp, acp_text(item, "terminalId")));
    }
}

static void finish(struct acp *acp, struct acp_call *call, bool is_error, struct slice instead)
{
    struct buf text = BUF_LIMITED((size_t)2 * ACP_TOOL_MAX);
    struct reporter_result result = {.is_error = is_error};
    acp_call_approved(acp, call);
    call->closed = true;
    struct reporter_call told = {.id = slice_of(call->id), .tool = slice_of(call->tool)};
    yyjson_val *known = acp_call_read(acp, call);
    (void)acp_tool_result(known, &text, &result.image, &result.mime);
    add_terminals(acp, &text, known);
    if (text.size == 0)
        (void)buf_append_slice(&text, instead);
    result.text = buf_slice(&text);
    reporter_tool_result(&acp->hosted.reporter, &told, &result);
    buf_clear(&text);
    forget(acp, call);
}

static void take_tool(struct acp *acp, yyjson_val *tool)
{
    struct acp_call *call = acp_call_note(acp, tool);
    if (!call || call->closed)
        return;
    call->updated = true;
    if (call->status == ACP_TOOL_RUNNING)
        acp_call_approved(acp, call);
    else if (call->status == ACP_TOOL_COMPLETED || call->status == ACP_TOOL_FAILED)
        finish(acp, call, call->status == ACP_TOOL_FAILED, SLICE(""));
    acp_requests_updated(acp, call);
}

static void take_plan(struct acp *acp, const struct acp_update *update)
{
    (void)task_report_progress(
        acp->hosted.task,
        &(struct task_progress){
            .percent = update->steps > 0 ? 100.0 * (double)update->finished / (double)update->steps : 0,
            .percent_is = FIELD_SET,
            .message = update->text.size < 4096 ? update->text : (struct slice){0},
            .message_is = update->text.size > 0 ? FIELD_SET : FIELD_ABSENT,
            .completed_steps = update->finished,
            .completed_steps_is = FIELD_SET,
            .total_steps = update->steps,
            .total_steps_is = FIELD_SET,
        });
}

void acp_take_update(struct acp *acp, yyjson_val *params)
{
    struct acp_update update;
    if (acp->session[0] && !slice_is(acp_text(params, "sessionId"), acp->session))
        return;
    acp_update_read(acp_member(params, "update"), &update);
    if (update.kind == ACP_UPDATE_COMMANDS)
        hosted_report_commands(&acp->hosted, update.commands);
    /* with a session model, the current model is not the agent's own choice */
    if (update.kind == ACP_UPDATE_OPTIONS && !acp->model[0])
        hosted_report_models(&acp->hosted, update.options);
    if (update.kind == ACP_UPDATE_USAGE && usage_take_update(&acp->usage, update.usage, acp->hosted.prompted))
        hosted_report_usage(&acp->hosted, &acp->usage);
    if (!acp->hosted.prompted)
        return; /* replay of a loaded session */
    switch (update.kind) {
    case ACP_UPDATE_TEXT:
        reporter_say(&acp->hosted.reporter, REPORTER_TEXT, update.text);
        break;
    case ACP_UPDATE_THOUGHT:
        reporter_say(&acp->hosted.reporter, REPORTER_THINKING, update.text);
        break;
    case ACP_UPDATE_TOOL:
        take_tool(acp, update.tool);
        break;
    case ACP_UPDATE_PLAN:
        take_plan(acp, &update);
        break;
    case ACP_UPDATE_NOTICE:
        (void)task_report_error(acp->hosted.task, SLICE("AGENT_NOTICE"),
                                update.text.size < 4096 ? update.text
                                                        : SLICE("the agent sent a notice longer than 4 KiB"));
        break;
    case ACP_UPDATE_COMMANDS:
    case ACP_UPDATE_OPTIONS:
    case ACP_UPDATE_USAGE:
    case ACP_UPDATE_OTHER:
        break;
    }
}

void acp_calls_end(struct acp *acp)
{
    for (struct list *link = acp->calls.next; link != &acp->calls; link = link->next) {
        struct acp_call *call = list_member(link, struct acp_call, link);
        if (call->told && !call->closed)
            finish(acp, call, true, SLICE("the call did not finish"));
    }
}

void acp_calls_clear(struct acp *acp)
{
    while (!list_is_empty(&acp->calls))
        drop(acp, list_member(acp->calls.next, struct acp_call, link));
}
