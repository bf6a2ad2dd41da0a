/* Statements that send requests to the daemon. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/fault.h"
#include "script/script.h"

/* Continues the script after any response; returns whether it was a result. */
static bool go_on(struct script *script, const struct reply *reply)
{
    char text[300];
    script->asks = false;
    script_wake(script);
    if (reply->status == 0)
        return true;
    (void)snprintf(text, sizeof text, "error %d %.*s", reply->code,
                   SLICE_ARG(reply->word.size > 0 ? reply->word : reply->message));
    script_say(script, slice_of(text));
    return false;
}

static void on_permission(struct task *task, const struct reply *reply)
{
    struct script *script = task_agent(task);
    const struct request_permission_result *result = reply->result;
    char text[300];
    if (!go_on(script, reply))
        return;
    (void)snprintf(text, sizeof text, "%s %.*s%s%.*s", result->approved ? "approved" : "refused",
                   SLICE_ARG(result->reason_is == FIELD_SET ? result->reason : SLICE("without a reason")),
                   result->note_is == FIELD_SET ? ": " : "",
                   SLICE_ARG(result->note_is == FIELD_SET ? result->note : SLICE("")));
    script_say(script, slice_of(text));
}

static void on_key(struct task *task, const struct reply *reply)
{
    struct script *script = task_agent(task);
    char text[64];
    if (!go_on(script, reply))
        return;
    (void)fault_point("script.key");
    (void)snprintf(text, sizeof text, "a key of %zu bytes",
                   ((const struct get_api_key_result *)reply->result)->api_key.size);
    script_say(script, slice_of(text));
}

static void on_context(struct task *task, const struct reply *reply)
{
    struct script *script = task_agent(task);
    const struct get_execution_context_result *result = reply->result;
    char text[300];
    if (!go_on(script, reply))
        return;
    (void)snprintf(text, sizeof text, "%zu messages in %.*s", result->messages.count, SLICE_ARG(result->session_id));
    script_say(script, slice_of(text));
}

static void on_created(struct task *task, const struct reply *reply)
{
    struct script *script = task_agent(task);
    if (go_on(script, reply))
        script_say(script, ((const struct create_message_result *)reply->result)->message_id);
}

static void on_kept(struct task *task, const struct reply *reply)
{
    struct script *script = task_agent(task);
    const struct keep_files_result *result = reply->result;
    char text[64];
    if (!go_on(script, reply))
        return;
    (void)snprintf(text, sizeof text, "%lld kept%s", (long long)result->kept, result->complete ? "" : ", not all");
    script_say(script, slice_of(text));
}

static int keep(struct script *script, struct slice path)
{
    struct keep_files_params params = {
        .paths = {&path, path.size > 0 ? 1 : 0},
        .paths_is = path.size > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    return task_ask(script->task, &keep_files_method, &params, on_kept);
}

static int ask_permission(struct script *script, struct slice rest)
{
    char id[ID_SIZE];
    if (id_make(&script->ids, "perm_", id) < 0)
        return -EIO;
    struct request_permission_params params = {
        .tool_name = script_word(&rest), .request_id = slice_of(id), .request_id_is = FIELD_SET};
    params.tool_input.text = script_json(&rest);
    params.tool_input_is = params.tool_input.text.size > 0 ? FIELD_SET : FIELD_ABSENT;
    return task_ask(script->task, &request_permission_method, &params, on_permission);
}

static int create(struct script *script, struct slice rest)
{
    char id[ID_SIZE];
    if (id_make(&script->ids, "key_", id) < 0)
        return -EIO;
    struct slice role = script_word(&rest);
    struct create_message_params params = {
        .task_id = task_params(script->task)->task_id,
        .task_id_is = FIELD_SET,
        .message = {.role = slice_is(role, "user") ? CREATE_MESSAGE_PARAMS_MESSAGE_ROLE_USER
                                                   : CREATE_MESSAGE_PARAMS_MESSAGE_ROLE_ASSISTANT,
                    .type = script_word(&rest)},
        .message_key_is = FIELD_SET,
    };
    params.message.content.text = script_json(&rest);
    params.message_key = rest.size > 0 ? rest : slice_of(id);
    return task_ask(script->task, &create_message_method, &params, on_created);
}

void script_ask(struct script *script, struct statement statement)
{
    struct slice rest = statement.rest;
    int r = 0;
    if (statement.verb == VERB_PERMISSION)
        r = ask_permission(script, rest);
    else if (statement.verb == VERB_KEY)
        r = task_ask(script->task, &get_api_key_method, &(struct get_api_key_params){.service = rest}, on_key);
    else if (statement.verb == VERB_CONTEXT)
        r = task_ask(script->task, &get_execution_context_method, &(struct get_execution_context_params){0},
                     on_context);
    else if (statement.verb == VERB_KEEP)
        r = keep(script, rest);
    else
        r = create(script, rest);
    script->asks = r == 0;
    if (r < 0)
        script_end(script, TASK_FAILED, SLICE("question_refused"), slice_of(strerror(-r)));
}
