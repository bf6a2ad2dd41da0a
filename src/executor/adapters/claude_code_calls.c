/* Tool calls of the agent: permissions, reports and results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "executor/adapters/claude_code.h"
#include "executor/relay.h"
#include "json/write.h"

enum { REQUESTS_MAX = 256 };

static struct claude_call *find(const struct claude *claude, struct slice id)
{
    for (struct list *link = claude->calls.previous; link != &claude->calls; link = link->previous) {
        struct claude_call *call = list_member(link, struct claude_call, link);
        if (slice_equal(call->id, id))
            return call;
    }
    return NULL;
}

static void drop(struct claude *claude, struct claude_call *call)
{
    list_remove(&call->link);
    claude->call_count--;
    claude->input_bytes -= call->input.size;
    free(call);
}

static struct claude_call *make(struct slice id, struct slice tool, struct slice input)
{
    struct claude_call *call = malloc(sizeof *call + id.size + tool.size + input.size);
    if (!call)
        return NULL;
    char *at = (char *)(call + 1);
    *call = (struct claude_call){
        .id = {at, id.size}, .tool = {at + id.size, tool.size}, .input = {at + id.size + tool.size, input.size}};
    slice_copy(at, id);
    slice_copy(at + id.size, tool);
    slice_copy(at + id.size + tool.size, input);
    return call;
}

struct claude_call *claude_call_note(struct claude *claude, struct slice id, struct slice tool, struct slice input)
{
    struct claude_call *call = find(claude, id);
    if (call)
        return call;
    call = make(id, tool, input);
    if (!call)
        return NULL;
    claude->input_bytes += input.size;
    while (claude->call_count > 0 && (claude->call_count == CLAUDE_CALLS_MAX || claude->input_bytes > CLAUDE_KNOWN_MAX))
        drop(claude, list_member(claude->calls.next, struct claude_call, link));
    call->serial = ++claude->serial;
    list_append(&claude->calls, &call->link);
    claude->call_count++;
    return call;
}

/* If the input changes, it is another call without a decision. The same applies if the same side asks again: an
 * approval covers one use. */
static struct claude_call *note_asked(struct claude *claude, bool is_hook, struct slice id, struct slice tool,
                                      struct slice input)
{
    struct claude_call *call = find(claude, id);
    if (call && (!slice_equal(call->tool, tool) || !slice_equal(call->input, input) || call->answered[is_hook]))
        drop(claude, call);
    return claude_call_note(claude, id, tool, input);
}

static struct reporter_call as_told(const struct claude_call *call)
{
    return (struct reporter_call){.id = call->id, .tool = call->tool, .input = call->input};
}

static void tell_call(struct claude *claude, struct claude_call *call)
{
    struct reporter_call told = as_told(call);
    if (!call->told)
        reporter_tool_call(&claude->hosted.reporter, &told);
    call->told = true;
}

/* --- results --- */

void claude_call_result(struct claude *claude, const struct stream_json_block *block)
{
    struct claude_call *call = find(claude, block->id);
    struct buf text = BUF_LIMITED(PROGRAM_LINE_MAX);
    struct reporter_result result = {.is_error = block->is_error};
    if (!call)
        return;
    if (!call->denied)
        tell_call(claude, call);
    (void)stream_json_write_result(&text, block->content, &result.image, &result.mime);
    result.text = buf_slice(&text);
    struct reporter_call told = as_told(call);
    reporter_tool_result(&claude->hosted.reporter, &told, &result);
    buf_clear(&text);
    drop(claude, call);
}

void claude_calls_end(struct claude *claude)
{
    while (!list_is_empty(&claude->calls)) {
        struct claude_call *call = list_member(claude->calls.next, struct claude_call, link);
        struct reporter_call told = as_told(call);
        if (call->told || call->denied)
            reporter_tool_result(&claude->hosted.reporter, &told,
                                 &(struct reporter_result){.is_error = true, .text = SLICE("the call did not finish")});
        drop(claude, call);
    }
}

/* --- permissions --- */

/* If the response cannot be sent, the agent would wait for it forever: fails the task. */
static void answer(struct claude *claude, struct slice request_id, const struct buf *response)
{
    if (response->error || response->size == 0) {
        hosted_decide(&claude->hosted, TASK_FAILED, "AGENT_FAILED", SLICE("the response to the agent is too long"));
        return;
    }
    struct buf *line = hosted_begin_line(&claude->hosted);
    (void)buf_append_text(line, "{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":");
    (void)json_write_string(line, request_id);
    (void)buf_append_text(line, ",\"response\":");
    (void)buf_append_slice(line, buf_slice(response));
    (void)buf_append_text(line, "}}");
    hosted_send_line(&claude->hosted);
}

static void write_refusal(struct buf *out, const struct hosted_verdict *verdict)
{
    struct buf text = BUF_LIMITED(16 << 10);
    (void)buf_printf(&text, "Permission to use this tool was denied (%.*s).", SLICE_ARG(verdict->reason));
    if (verdict->note.size > 0)
        (void)buf_printf(&text, " The user says: %.*s", SLICE_ARG(verdict->note));
    (void)json_write_string(out, buf_slice(&text));
    buf_clear(&text);
}

static void answer_hook(struct claude *claude, struct slice request_id, const struct hosted_verdict *verdict)
{
    struct buf out = BUF_LIMITED(64 << 10);
    (void)buf_printf(&out, "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"%s\"",
                     verdict->approved ? "allow" : "deny");
    if (!verdict->approved) {
        (void)buf_append_text(&out, ",\"permissionDecisionReason\":");
        write_refusal(&out, verdict);
    }
    (void)buf_append_text(&out, "}}");
    answer(claude, request_id, &out);
    buf_clear(&out);
}

static void answer_may_use(struct claude *claude, struct slice request_id, const struct hosted_verdict *verdict,
                           struct slice input)
{
    struct buf out = BUF_LIMITED(PROGRAM_LINE_MAX);
    if (verdict->approved) {
        (void)buf_append_text(&out, "{\"behavior\":\"allow\",\"updatedInput\":");
        (void)buf_append_slice(&out, input.size > 0 ? input : SLICE("{}"));
    } else {
        (void)buf_append_text(&out, "{\"behavior\":\"deny\",\"message\":");
        write_refusal(&out, verdict);
    }
    (void)buf_append_char(&out, '}');
    answer(claude, request_id, &out);
    buf_clear(&out);
}

static void settle(struct claude *claude, struct slice request_id, bool is_hook, struct claude_call *call,
                   const struct hosted_verdict *verdict)
{
    if (is_hook)
        answer_hook(claude, request_id, verdict);
    else
        answer_may_use(claude, request_id, verdict, call ? call->input : (struct slice){0});
    if (!call)
        return;
    call->answered[is_hook] = true;
    call->approved = verdict->approved;
    if (verdict->approved) {
        tell_call(claude, call);
    } else {
        struct reporter_call told = as_told(call);
        call->denied = true;
        reporter_denied(&claude->hosted.reporter, &told, verdict->reason);
    }
}

static void request_free(struct claude_request *request)
{
    list_remove(&request->link);
    free(request);
}

static void on_judged(void *user, const struct hosted_verdict *verdict)
{
    struct claude_request *request = user;
    struct claude_call *call = find(request->claude, slice_of(request->call_id));
    /* The input that was approved is unknown, or not the current one. */
    const struct hosted_verdict forgotten = {.reason = SLICE("the input of the call has changed")};
    if (call && call->serial != request->call_serial)
        call = NULL;
    settle(request->claude, slice_of(request->id), request->is_hook, call, call ? verdict : &forgotten);
    request_free(request);
}

static int ask(struct claude *claude, const struct stream_json *message, const struct claude_call *call)
{
    struct claude_request *request = calloc(1, sizeof *request);
    if (!request)
        return -1;
    request->claude = claude;
    request->is_hook = message->type == STREAM_JSON_HOOK;
    (void)snprintf(request->id, sizeof request->id, "%.*s", SLICE_ARG(message->request_id));
    (void)snprintf(request->call_id, sizeof request->call_id, "%.*s", SLICE_ARG(call->id));
    request->call_serial = call->serial;
    list_append(&claude->requests, &request->link);
    int r = hosted_ask(&claude->hosted, call->tool, call->input, on_judged, request, &request->question);
    if (r < 0)
        request_free(request);
    return r;
}

/* The hook and the permission prompt may ask about the same call: it is decided once, unless its input changes in
 * between. The daemon itself asks about the tools of MCP servers of the relay, when they are called. */
void claude_ask(struct claude *claude, const struct stream_json *message)
{
    struct hosted_verdict refused = {.reason = SLICE("cannot ask for permission")};
    struct buf input = BUF_LIMITED(CLAUDE_INPUT_MAX);
    size_t open = 0;
    for (const struct list *link = claude->requests.next; link != &claude->requests; link = link->next)
        open++;
    if (message->input)
        (void)json_write_value(&input, message->input);
    else
        (void)buf_append_text(&input, "{}");
    bool fits = open < REQUESTS_MAX && !input.error && message->tool.size > 0 && message->tool.size <= 128 &&
                message->request_id.size <= 128 && message->tool_id.size <= 256;
    struct claude_call *call =
        fits ? note_asked(claude, message->type == STREAM_JSON_HOOK, message->tool_id, message->tool, buf_slice(&input))
             : NULL;
    if (call && (call->approved || relay_serves(task_relay(claude->hosted.task), call->tool)))
        settle(claude, message->request_id, message->type == STREAM_JSON_HOOK, call,
               &(struct hosted_verdict){.approved = true});
    else if (!call || ask(claude, message, call) < 0)
        settle(claude, message->request_id, message->type == STREAM_JSON_HOOK, call, &refused);
    buf_clear(&input);
}

void claude_unask(struct claude *claude, struct slice request_id)
{
    for (struct list *link = claude->requests.next, *next; link != &claude->requests; link = next) {
        struct claude_request *request = list_member(link, struct claude_request, link);
        next = link->next;
        if (slice_is(request_id, request->id)) {
            hosted_unask(request->question);
            request_free(request);
        }
    }
}

void claude_calls_clear(struct claude *claude)
{
    while (!list_is_empty(&claude->calls))
        drop(claude, list_member(claude->calls.next, struct claude_call, link));
    while (!list_is_empty(&claude->requests))
        request_free(list_member(claude->requests.next, struct claude_request, link));
}
