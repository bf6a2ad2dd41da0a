/* call_mcp_tool and fetch_mcp_item: an agent uses a server. weir decides each call as it decides those of any tool. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract/permission.h"
#include "daemon/mcp/configure.h"
#include "daemon/mcp/internal.h"
#include "daemon/store/request.h"
#include "daemon/task/transitions.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/encode.h"
#include "json/write.h"

enum {
    DEFINITION_BYTES = 4 << 20,
    FETCH_MS = 60000,
    CHANGES_MAX = 64, /* how often calls of a server are decided about again, in CHANGES_MS */
    CHANGES_MS = 60000,
};

static const struct task_job *task_of(struct call *call, struct slice token)
{
    struct executor *executor = executor_of(call);
    if (executor_token_admits(executor, token, NULL, call->method->name.data))
        return executor->job;
    (void)call_fail(call, ERROR_TOKEN_REFUSED, "the session token does not belong to this executor's task");
    return NULL;
}

/* The key of the call for the connector: unique among all tasks. */
static struct slice key_of(const struct task_job *job, struct slice call_id, char text[static MCP_CALL_KEY_MAX + 1])
{
    (void)snprintf(text, MCP_CALL_KEY_MAX + 1, "%.*s:%.*s", SLICE_ARG(job->task->id), SLICE_ARG(call_id));
    return slice_of(text);
}

static struct slice server_of(const struct call_mcp_tool_params *params)
{
    struct slice server = {0};
    if (params->server_is == FIELD_SET)
        return params->server;
    (void)mcp_agent_name_split(params->tool, &server);
    return server;
}

static const struct mcp_tool_known *find_tool(const struct mcp_entry *entry, const struct call_mcp_tool_params *params)
{
    return entry->tools ? mcp_toolbox_find(entry->tools, params->tool, params->server_is != FIELD_SET) : NULL;
}

static void fail_tool(const struct mcp_entry *entry, struct call *call)
{
    const struct call_mcp_tool_params *params = call->params;
    struct slice nearest =
        entry->tools ? mcp_toolbox_nearest(entry->tools, params->tool, params->server_is != FIELD_SET) : SLICE("");
    const char *error = mcp_entry_error(entry);
    if (!entry->tools_known)
        (void)call_fail(call, ERROR_MCP_SERVER_FAILED, "the tools of the MCP server %s are not known%s%s", entry->id,
                        error ? ": " : "", error ? error : "");
    else if (nearest.size > 0)
        (void)call_fail(call, ERROR_MCP_TOOL_NOT_FOUND, "the MCP server %s has no tool %.*s; did you mean %.*s?",
                        entry->id, SLICE_ARG(params->tool), SLICE_ARG(nearest));
    else
        (void)call_fail(call, ERROR_MCP_TOOL_NOT_FOUND, "the MCP server %s has no tool %.*s", entry->id,
                        SLICE_ARG(params->tool));
}

/* --- after the decision --- */

/* While the tools are being read. */
struct reading {
    struct mcp_toolbox *box;
    bool is_decided;                 /* the call was allowed */
    size_t reason, note, definition; /* if so: the sizes of these texts, which follow */
};

static int read_again(struct call *call, const struct request_permission_result *decision, struct slice definition);

static struct mcp_entry *entry_for(struct call *call, const struct task_job *job, struct slice id)
{
    struct mcp_entry *entry = mcp_entry_find(mcp_hub_of(call), id);
    return entry && mcp_entry_is_for(entry, job->task->cwd) ? entry : NULL;
}

static void start_call(struct mcp_entry *entry, struct call *call, const struct task_job *job,
                       const struct mcp_tool_known *known, const struct request_permission_result *decision, bool join)
{
    const struct call_mcp_tool_params *params = call->params;
    char key[MCP_CALL_KEY_MAX + 1];
    const struct mcp_order order = {
        .kind = MCP_JOB_CALL,
        .key = key_of(job, params->call_id, key),
        .target = known->tool.name,
        .definition = known->tool.definition,
        .arguments = {params->arguments.items, params->arguments.count},
        .has_arguments = params->arguments_is == FIELD_SET,
        .timeout_ms = entry->hub->settings->mcp.call_ms,
        .session_id = job->session->id,
        .task_id = job->task->id,
        .reason = decision ? decision->reason : SLICE(""),
        .note = decision && decision->note_is == FIELD_SET ? decision->note : SLICE(""),
        .join = join,
    };
    mcp_job_start(entry, call, &order);
}

static int deny(struct call *call, const struct request_permission_result *decision)
{
    if (call->method == &fetch_mcp_item_method)
        return fetch_mcp_item_reply(
            call, &(struct fetch_mcp_item_result){.reason = decision->reason, .reason_is = decision->reason_is});
    return call_mcp_tool_reply(call, &(struct call_mcp_tool_result){.reason = decision->reason,
                                                                    .reason_is = decision->reason_is,
                                                                    .note = decision->note,
                                                                    .note_is = decision->note_is});
}

static int read_for(struct call *call, const struct reading *reading, size_t size);

/* The tools are in memory. If the definition that was allowed is not the current one, the current one is decided about.
 */
static int start_allowed(struct mcp_entry *entry, struct call *call, const struct task_job *job,
                         const struct request_permission_result *decision, struct slice definition)
{
    const struct mcp_tool_known *known = find_tool(entry, call->params);
    if (!known || !slice_equal(known->tool.definition, definition)) {
        (void)read_for(call, &(const struct reading){0}, sizeof(struct reading));
        return 0; /* the earlier decision is used up */
    }
    start_call(entry, call, job, known, decision, false);
    return 0;
}

/* While a person decides, the server may send its list again, or be stopped when idle: the list is no longer in
 * memory then. */
static int on_decided(struct call *call, const struct request_permission_result *decision, struct slice definition)
{
    const struct call_mcp_tool_params *params = call->params;
    if (!decision->approved)
        return deny(call, decision);
    const struct task_job *job = task_of(call, params->session_token);
    if (!job)
        return -ESTALE;
    struct mcp_entry *entry = entry_for(call, job, server_of(params));
    if (!entry) {
        (void)call_fail(call, ERROR_MCP_SERVER_NOT_FOUND, "the MCP server was removed");
        return -ESTALE;
    }
    if (!entry->tools && entry->tools_known)
        return read_again(call, decision, definition);
    return start_allowed(entry, call, job, decision, definition);
}

/* --- the decision --- */

static int write_arguments(struct buf *out, const struct call_mcp_tool_params *params)
{
    buf_append_char(out, '{');
    for (size_t i = 0; params->arguments_is == FIELD_SET && i < params->arguments.count; i++) {
        if (i > 0)
            buf_append_char(out, ',');
        json_write_string(out, params->arguments.items[i].key);
        buf_append_char(out, ':');
        (void)json_write_any(out, &params->arguments.items[i].value);
    }
    return buf_append_char(out, '}');
}

struct judged {
    struct slice agent_name, key, description;
    struct slice tool, title, definition; /* title: empty: none */
    struct buf *text;                     /* the definition as JSON */
    struct slice input;
};

static int judge(struct mcp_entry *entry, struct call *call, const struct judged *judged, permission_decided_fn decided)
{
    struct executor *executor = executor_of(call);
    const struct permission_mcp_call about = {
        .server_id = slice_of(entry->id),
        .server_name = slice_of(entry->name),
        .tool = judged->tool,
        .title = judged->title,
        .title_is = judged->title.size > 0 ? FIELD_SET : FIELD_ABSENT,
        .description = judged->description,
        .description_is = FIELD_SET,
        .definition = judged->definition,
    };
    const struct permission_mcp mcp = {
        .tool = judged->agent_name,
        .key = judged->key,
        .argument = {.text = judged->input},
        .about = &about,
        .definition = buf_slice(judged->text),
    };
    return permission_judge_mcp(executor, call, &mcp, decided);
}

static void ask(struct mcp_entry *entry, struct call *call, const struct task_job *job,
                const struct mcp_tool_known *known)
{
    const struct call_mcp_tool_params *params = call->params;
    struct buf text = BUF_LIMITED(DEFINITION_BYTES), input = BUF_LIMITED((size_t)DEFINITION_BYTES * 8);
    struct slice shown = known->tool.description;
    int r = mcp_tool_write(&text, &known->tool);
    if (r == 0)
        r = write_arguments(&input, params);
    (void)job;
    const struct judged judged = {
        .agent_name = slice_of(known->agent_name),
        .key = params->call_id,
        .description = shown,
        .tool = known->tool.name,
        .title = known->tool.title_is == FIELD_SET ? known->tool.title : SLICE(""),
        .definition = known->tool.definition,
        .text = &text,
        .input = buf_slice(&input),
    };
    if (r == 0)
        r = judge(entry, call, &judged, on_decided);
    if (r < 0 && r != -ESTALE)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    buf_clear(&text);
    buf_clear(&input);
}

/* --- finding the tool --- */

/* The call is deferred and not held; the tools of the server are in memory. */
static void go_on(struct mcp_entry *entry, struct call *call, const struct task_job *job)
{
    const struct call_mcp_tool_params *params = call->params;
    const struct mcp_tool_known *known = find_tool(entry, params);
    char key[MCP_CALL_KEY_MAX + 1];
    struct slice own = key_of(job, params->call_id, key);
    if (!known) {
        fail_tool(entry, call);
        return;
    }
    if (params->repeat && mcp_handed_executor(entry->hub, own))
        start_call(entry, call, job, known, NULL, true);
    else
        ask(entry, call, job, known);
}

static void go_on_decided(struct mcp_entry *entry, struct call *call, const struct task_job *job,
                          const struct reading *reading)
{
    const char *texts = (const char *)(reading + 1);
    struct slice definition = {texts + reading->reason + reading->note, reading->definition};
    const struct request_permission_result decision = {
        .approved = true,
        .reason = {texts, reading->reason},
        .reason_is = FIELD_SET,
        .note = {texts + reading->reason, reading->note},
        .note_is = reading->note > 0 ? FIELD_SET : FIELD_ABSENT,
    };
    (void)start_allowed(entry, call, job, &decision, definition);
}

static int read_tools(struct store_request *request, struct store_tx *tx)
{
    const struct call_mcp_tool_params *params = request->call->params;
    struct mcp_toolbox *box = calloc(1, sizeof *box);
    struct slice text = {0}, server = server_of(params);
    ((struct reading *)request->more)->box = box;
    if (!box)
        return -ENOMEM;
    box->arena = (struct arena)ARENA_LIMITED(MCP_LIST_BYTES);
    int r = store_mcp_list_find(tx, server, CONNECTOR_LIST_KIND_TOOLS, &box->arena, &text);
    struct arena arena = box->arena;
    if (r == 0) {
        r = mcp_toolbox_read(&arena, server, text, box);
        box->arena = arena;
    }
    return r == -ENOENT ? 0 : r;
}

static void on_tools(struct store_request *request)
{
    struct call *call = store_request_keep_call(request);
    const struct reading *reading = request->more;
    struct mcp_toolbox *box = reading->box;
    const struct call_mcp_tool_params *params = call->params;
    bool is_over = call->answered;
    const struct task_job *job = is_over ? NULL : task_of(call, params->session_token);
    struct mcp_entry *entry = job ? entry_for(call, job, server_of(params)) : NULL;
    is_over = call->answered;
    if (!is_over && (request->status < 0 || !entry)) {
        (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot read the tools of the MCP server: %s",
                        strerror(request->status < 0 ? -request->status : ENOENT));
        is_over = true;
    }
    (void)call_drop(call);
    if (is_over) {
        (void)mcp_toolbox_free(box);
        return;
    }
    (void)mcp_toolbox_free(entry->tools);
    entry->tools = box;
    if (reading->is_decided)
        go_on_decided(entry, call, job, reading);
    else
        go_on(entry, call, job);
}

static int read_for(struct call *call, const struct reading *reading, size_t size)
{
    call_hold(call);
    int r = store_request_read_with(call, reading, size, read_tools, on_tools);
    if (r == 0)
        return 0;
    (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    (void)call_drop(call);
    return -ESTALE;
}

static int read_again(struct call *call, const struct request_permission_result *decision, struct slice definition)
{
    struct slice note = decision->note_is == FIELD_SET ? decision->note : SLICE("");
    const struct reading reading = {
        .is_decided = true, .reason = decision->reason.size, .note = note.size, .definition = definition.size};
    struct buf all = BUF_LIMITED(sizeof reading + (size_t)DEFINITION_BYTES * 2);
    (void)buf_append(&all, &reading, sizeof reading);
    (void)buf_append_slice(&all, decision->reason);
    (void)buf_append_slice(&all, note);
    int r = buf_append_slice(&all, definition);
    if (r == 0)
        r = read_for(call, (const struct reading *)(const void *)all.data, all.size);
    else
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    buf_clear(&all);
    return r;
}

/* Reads the list, unless it is in memory. It stays there as long as the server runs. */
static void with_tools(struct mcp_entry *entry, struct call *call, const struct task_job *job)
{
    if (entry->tools) {
        go_on(entry, call, job);
        return;
    }
    (void)read_for(call, &(const struct reading){0}, sizeof(struct reading));
}

void mcp_call_go_on(struct mcp_entry *entry, struct call *call)
{
    const struct call_mcp_tool_params *params = call->params;
    const struct task_job *job = task_of(call, params->session_token);
    if (!job)
        return;
    if (entry->tools_known)
        with_tools(entry, call, job);
    else
        fail_tool(entry, call);
}

void mcp_call_changed(struct mcp_run *run, struct call *call)
{
    struct mcp_entry *entry = run->entry;
    uint64_t now = uv_now(entry->hub->rpc->loop);
    if (now - entry->changed_at >= CHANGES_MS) {
        entry->changed_at = now;
        entry->changes = 0;
    }
    if (++entry->changes > CHANGES_MAX) {
        (void)call_fail(call, ERROR_MCP_TOOL_CHANGED,
                        "the MCP server %s keeps changing the definitions of its tools; the tool was not called",
                        entry->id);
        return;
    }
    int r = mcp_run_wait_list(run, call);
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
}

static int wait_for_tools(struct mcp_entry *entry, struct call *call, const struct task_job *job)
{
    struct mcp_run *run = mcp_run_get(entry, job->session->id);
    if (!run)
        return -ENOMEM;
    (void)mcp_run_need(run);
    return mcp_run_wait(run, call);
}

int call_mcp_tool(struct call *call, const struct call_mcp_tool_params *params)
{
    struct mcp_hub *hub = mcp_hub_of(call);
    const struct task_job *job = task_of(call, params->session_token);
    char key[MCP_CALL_KEY_MAX + 1];
    if (!job || mcp_hub_refuses(hub, call))
        return 0;
    struct mcp_entry *entry = entry_for(call, job, server_of(params));
    if (!entry)
        return call_fail(call, ERROR_MCP_TOOL_NOT_FOUND, "there is no MCP server for the tool %.*s in this session",
                         SLICE_ARG(params->tool));
    int r = call->deferred ? 0 : call_defer(call, NULL, NULL, &call);
    if (r < 0)
        return r;
    params = call->params;
    struct slice own = key_of(job, params->call_id, key);
    struct mcp_job *running = mcp_job_find(hub, own);
    if (running) {
        mcp_job_attach(running, call);
        return 0;
    }
    if (params->repeat && !mcp_handed_executor(hub, own) &&
        !permission_is_asked(hub->permissions, task_ids_of_job(job)->no, params->call_id))
        return call_fail(call, ERROR_MCP_SERVER_LOST,
                         "it is not known whether this call has reached the MCP server %s, and weir does not repeat it",
                         entry->id);
    if (entry->tools_known)
        with_tools(entry, call, job);
    else
        r = wait_for_tools(entry, call, job);
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    return 0;
}

/* --- fetch_mcp_item --- */

static struct mcp_order order_of(const struct call *call, const struct task_job *job, struct slice reason)
{
    const struct fetch_mcp_item_params *params = call->params;
    bool prompt = params->prompt_is == FIELD_SET;
    return (struct mcp_order){
        .kind = prompt ? MCP_JOB_PROMPT : MCP_JOB_READ,
        .target = prompt ? params->prompt : params->uri,
        .arguments = {params->arguments.items, params->arguments.count},
        .has_arguments = prompt && params->arguments_is == FIELD_SET,
        .timeout_ms = FETCH_MS,
        .session_id = job->session->id,
        .task_id = job->task->id,
        .reason = reason,
    };
}

static int on_reading_decided(struct call *call, const struct request_permission_result *decision,
                              struct slice definition)
{
    (void)definition;
    const struct fetch_mcp_item_params *params = call->params;
    if (!decision->approved)
        return deny(call, decision);
    const struct task_job *job = task_of(call, params->session_token);
    struct mcp_entry *entry = job ? entry_for(call, job, params->server) : NULL;
    if (job && !entry)
        (void)call_fail(call, ERROR_MCP_SERVER_NOT_FOUND, "the MCP server was removed");
    if (!entry)
        return -ESTALE;
    const struct mcp_order order = order_of(call, job, decision->reason);
    mcp_job_start(entry, call, &order);
    return 0;
}

/* Whether a mention ends here: before a space, also with the punctuation of a sentence between them. */
static bool mention_ends(struct slice rest)
{
    size_t at = 0;
    while (at < rest.size && strchr(".,;:!?)\"'>", rest.data[at]) && rest.data[at] != '\0')
        at++;
    return at == rest.size || (unsigned char)rest.data[at] <= ' ';
}

/* Whether the prompt of the task mentions the resource as @SERVER:URI. */
static bool is_mentioned(const struct task_job *job, const struct fetch_mcp_item_params *params)
{
    struct slice prompt = job->task->prompt;
    size_t size = 1 + params->server.size + 1 + params->uri.size;
    for (size_t at = 0; at + size <= prompt.size; at++) {
        const char *text = prompt.data + at;
        if (text[0] == '@' && memcmp(text + 1, params->server.data, params->server.size) == 0 &&
            text[1 + params->server.size] == ':' &&
            memcmp(text + 2 + params->server.size, params->uri.data, params->uri.size) == 0 &&
            mention_ends((struct slice){text + size, prompt.size - at - size}))
            return true;
    }
    return false;
}

static int ask_reading(struct mcp_entry *entry, struct call *call)
{
    const struct fetch_mcp_item_params *params = call->params;
    struct buf input = BUF_LIMITED(DEFINITION_BYTES), text = BUF_LIMITED(DEFINITION_BYTES);
    char name[MCP_ID_MAX + 32];
    (void)snprintf(name, sizeof name, MCP_TOOL_PREFIX "%s__read_resource", entry->id);
    buf_append_text(&input, "{\"uri\":");
    json_write_string(&input, params->uri);
    buf_append_char(&input, '}');
    buf_append_text(&text, "{\"name\":\"read_resource\"}");
    const struct judged judged = {
        .agent_name = slice_of(name),
        .key = SLICE(""),
        .description = SLICE("Reads a resource of the server."),
        .tool = SLICE("read_resource"),
        .definition = SLICE("read_resource"),
        .text = &text,
        .input = buf_slice(&input),
    };
    int r = input.error ? input.error : judge(entry, call, &judged, on_reading_decided);
    buf_clear(&input);
    buf_clear(&text);
    return r;
}

int fetch_mcp_item(struct call *call, const struct fetch_mcp_item_params *params)
{
    const struct task_job *job = task_of(call, params->session_token);
    if (!job || mcp_hub_refuses(mcp_hub_of(call), call))
        return 0;
    if ((params->prompt_is == FIELD_SET) == (params->uri_is == FIELD_SET))
        return call_refuse(call, ERROR_INVALID_PARAMS, "params", "Invalid params: pass either prompt or uri");
    struct mcp_entry *entry = entry_for(call, job, params->server);
    if (!entry)
        return call_fail(call, ERROR_MCP_SERVER_NOT_FOUND, "there is no MCP server %.*s for this session",
                         SLICE_ARG(params->server));
    int r = call->deferred ? 0 : call_defer(call, NULL, NULL, &call);
    if (r < 0)
        return r;
    params = call->params;
    if (params->uri_is == FIELD_SET && !is_mentioned(job, params)) {
        r = ask_reading(entry, call);
        if (r < 0 && r != -ESTALE)
            (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
        return 0;
    }
    const struct mcp_order order = order_of(call, job, SLICE(""));
    mcp_job_start(entry, call, &order);
    return 0;
}
