/* Calls of servers: mcp.call, mcp.prompt and mcp.read, and those that agents make. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/paths.h"
#include "contract/executor.h"
#include "daemon/mcp/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/encode.h"
#include "json/write.h"

enum {
    ORPHAN_MS = 15000, /* until an executor that has lost its connection must repeat the call */
    RENEWALS = 11,     /* a call's time begins anew ten times */
    SLACK_MS = 10000,  /* weir-mcp reports time-outs itself */
    FETCH_MS = 60000,  /* prompts and resources */
    KEPT_BYTES = 64 << 20,
    DATA_BYTES = 1 << 20,
    ARENA_BYTES = 64 << 10,
};

/* --- lifetime --- */

static void on_orphan(struct deadline *deadline);

static char *copy_text(struct slice text)
{
    return text.size > 0 ? strndup(text.data, text.size) : NULL;
}

static struct mcp_job *job_free(struct mcp_job *job)
{
    struct mcp_run *run = job->run;
    struct mcp_hub *hub = run->entry->hub;
    timers_unset(&hub->rpc->timers, &job->orphan);
    list_remove(&job->link);
    run->job_count--;
    question_call_ended(hub->questions, slice_of(run->entry->id), slice_of(job->key));
    free(job->tool);
    free(job->definition);
    free(job->session_id);
    free(job->task_id);
    free(job->note);
    free(job->kept_message);
    buf_clear(&job->kept);
    free(job);
    mcp_run_watch(run);
    return NULL;
}

static struct mcp_job *job_new(struct mcp_run *run, struct call *call, const struct mcp_order *order)
{
    struct mcp_job *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    *job = (struct mcp_job){.run = run,
                            .kind = order->kind,
                            .call = call,
                            .arguments = order->arguments,
                            .has_arguments = order->has_arguments,
                            .target = order->target,
                            .timeout_ms = order->timeout_ms,
                            .join = order->join,
                            .reply = order->reply,
                            .is_agent = order->task_id.size > 0,
                            .kept = BUF_LIMITED(KEPT_BYTES),
                            .orphan = {.expired = on_orphan}};
    job->session_id = copy_text(order->session_id);
    job->task_id = copy_text(order->task_id);
    job->tool = order->kind == MCP_JOB_CALL ? copy_text(order->target) : NULL;
    if (job->tool) /* the list of tools may be replaced before the call is sent */
        job->target = slice_of(job->tool);
    job->definition = copy_text(order->definition);
    job->note = copy_text(order->note);
    (void)snprintf(job->reason, sizeof job->reason, "%.*s", SLICE_ARG(order->reason));
    if (order->key.size > 0 && order->key.size <= MCP_CALL_KEY_MAX)
        slice_copy(job->key, order->key);
    else if (id_make(&run->entry->hub->ids, "mcall_", job->key) < 0)
        job->key[0] = '\0';
    if (job->key[0]) {
        list_append(&run->jobs, &job->link);
        run->job_count++;
        mcp_run_watch(run);
        return job;
    }
    free(job->session_id);
    free(job->task_id);
    free(job->tool);
    free(job->definition);
    free(job->note);
    free(job);
    return NULL;
}

struct mcp_job *mcp_job_by_key(const struct mcp_run *run, struct slice key)
{
    for (struct list *link = run->jobs.next; link != &run->jobs; link = link->next) {
        struct mcp_job *job = list_member(link, struct mcp_job, link);
        if (slice_is(key, job->key))
            return job;
    }
    return NULL;
}

struct mcp_job *mcp_job_find(const struct mcp_hub *hub, struct slice key)
{
    for (const struct list *link = hub->entries.next; link != &hub->entries; link = link->next) {
        const struct mcp_entry *entry = list_member(link, struct mcp_entry, link);
        for (const struct list *at = entry->runs.next; at != &entry->runs; at = at->next) {
            struct mcp_job *job = mcp_job_by_key(list_member(at, struct mcp_run, link), key);
            if (job)
                return job;
        }
    }
    return NULL;
}

/* --- answers --- */

static struct call *take_call(struct mcp_job *job)
{
    struct call *call = job->call;
    job->call = NULL;
    if (call)
        call->abandoned = NULL;
    return call;
}

static void fail_job(struct mcp_job *job, enum error_id error, const char *problem)
{
    const char *server = job->run->entry->id;
    struct call *call = take_call(job);
    if (!call)
        return;
    if (error == ERROR_MCP_SERVER_LOST)
        (void)call_fail(call, error, "the MCP server %s ended during the call, which may have had an effect: %s",
                        server, problem);
    else if (error == ERROR_MCP_SERVER_FAILED)
        (void)call_fail(call, error, "cannot use the MCP server %s: %s; see: weir mcp logs %s", server, problem,
                        server);
    else
        (void)call_fail(call, error, "%s", problem);
}

/* Passes on what weir-mcp answered. */
static void pass_error(struct call *call, const struct reply *reply)
{
    struct buf data = BUF_LIMITED(DATA_BYTES);
    const yyjson_val *value = reply->value ? yyjson_obj_get((yyjson_val *)reply->value, "data") : NULL;
    if (value)
        (void)json_write_value(&data, value);
    (void)call_fail_text(call, reply->code, reply->message, data.error ? SLICE("") : buf_slice(&data));
    buf_clear(&data);
}

static void fail_reply(struct mcp_job *job, const struct reply *reply)
{
    const char *problem = job->run->problem;
    if (reply->status == -EREMOTEIO && job->run->opened)
        pass_error(take_call(job), reply);
    else if (reply->status == -ECONNRESET || reply->status == -ECANCELED || reply->status == -EREMOTEIO)
        fail_job(job, ERROR_MCP_SERVER_LOST, *problem ? problem : "it was stopped");
    else if (reply->status == -ETIMEDOUT)
        fail_job(job, ERROR_TIMEOUT, "the MCP server has not answered in time (mcp.callMs)");
    else
        fail_job(job, ERROR_MCP_REQUEST_FAILED, "weir-mcp sent a result that is not in the contract");
}

/* The result as the method of the call returns it. */
union result {
    struct call_mcp_tool_result call;
    struct fetch_mcp_item_result item;
};

static const void *wrap(const struct mcp_job *job, const void *plain, struct arena *arena, union result *result)
{
    struct connector_file *file = NULL;
    if (!job->is_agent)
        return plain;
    *result = (union result){0};
    if (job->kind == MCP_JOB_CALL) {
        struct call_mcp_tool_result *out = &result->call;
        out->approved = true;
        out->reason = slice_of(job->reason);
        out->reason_is = FIELD_SET;
        out->note = slice_of(job->note);
        out->note_is = job->note ? FIELD_SET : FIELD_ABSENT;
        out->result = *(const struct connector_call_result *)plain;
        out->result_is = FIELD_SET;
        file = out->result.file_is == FIELD_SET ? &out->result.file : NULL;
    } else {
        struct fetch_mcp_item_result *out = &result->item;
        out->approved = true;
        out->reason = slice_of(job->reason);
        out->reason_is = job->reason[0] ? FIELD_SET : FIELD_ABSENT;
        if (job->kind == MCP_JOB_PROMPT) {
            out->prompt = *(const struct connector_prompt_result *)plain;
            out->prompt_is = FIELD_SET;
        } else {
            out->resource = *(const struct connector_read_result *)plain;
            out->resource_is = FIELD_SET;
            file = out->resource.file_is == FIELD_SET ? &out->resource.file : NULL;
        }
    }
    if (file)
        (void)mcp_result_move(job, file->path, arena, &file->path); /* else the agent cannot read it */
    return result;
}

static const struct shape *shape_of(const struct mcp_job *job)
{
    return job->kind == MCP_JOB_CALL ? call_mcp_tool_method.result : fetch_mcp_item_method.result;
}

static void keep(struct mcp_job *job, const struct reply *reply, const void *result)
{
    const yyjson_val *value = reply->value ? yyjson_obj_get((yyjson_val *)reply->value, "data") : NULL;
    if (reply->status == 0) {
        (void)json_encode(&job->kept, shape_of(job), result);
        return;
    }
    job->kept_code = reply->code != 0 ? reply->code : contract_errors[ERROR_MCP_SERVER_LOST].code;
    job->kept_message = strndup(reply->message.data ? reply->message.data : "", reply->message.size);
    if (value)
        (void)json_write_value(&job->kept, value);
}

/* Nothing was sent to the server. */
static void decide_again(struct mcp_job *job)
{
    struct mcp_run *run = job->run;
    struct call *call = take_call(job);
    (void)job_free(job);
    mcp_call_changed(run, call);
}

static void on_reply(void *user, const struct reply *reply)
{
    struct mcp_job *job = user;
    struct arena arena = ARENA_LIMITED(ARENA_BYTES);
    union result room;
    job->request = NULL;
    const void *result = reply->status == 0 ? wrap(job, reply->result, &arena, &room) : NULL;
    if (!job->call && job->is_agent && !job->is_over) {
        keep(job, reply, result); /* until the executor repeats the call */
        arena_clear(&arena);
        return;
    }
    if (job->call && job->is_agent && reply->status == -EREMOTEIO && slice_is(reply->word, "mcp_tool_changed")) {
        decide_again(job);
        return;
    }
    if (job->call && reply->status == 0 && job->reply)
        (void)job->reply(take_call(job), result);
    else if (job->call && reply->status == 0)
        (void)call_reply(take_call(job), result);
    else if (job->call)
        fail_reply(job, reply);
    arena_clear(&arena);
    (void)job_free(job);
}

/* --- large results --- */

/* The server may have written the directory itself: only a plain file in it is moved, by a name without directories. */
int mcp_result_move(const struct mcp_job *job, struct slice path, struct arena *arena, struct slice *ret_path)
{
    const struct executor *executor = job->call ? executor_of(job->call) : NULL;
    autofree char *from = NULL, *to = NULL, *target = NULL;
    struct stat info;
    const char *slash = path.data ? strrchr(path.data, '/') : NULL;
    if (!slash || !slash[1] || strcmp(slash, "/..") == 0 || !executor)
        return -EINVAL;
    int r = paths_join(job->run->directory, "results", &from);
    if (r == 0)
        r = paths_join(executor->process.own, "results", &to);
    if (r != 0)
        return r;
    if (mkdir(to, 0700) < 0 && errno != EEXIST)
        return -errno;
    autoclose int source = open(from, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    autoclose int place = open(to, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (source < 0 || place < 0 || fstatat(source, slash + 1, &info, AT_SYMLINK_NOFOLLOW) < 0)
        return -errno;
    if (!S_ISREG(info.st_mode))
        return -EINVAL;
    if (renameat(source, slash + 1, place, slash + 1) < 0)
        return -errno;
    r = paths_join(to, slash + 1, &target);
    struct slice copy = r == 0 ? arena_copy(arena, slice_of(target)) : (struct slice){0};
    if (copy.data)
        *ret_path = copy;
    return r < 0 ? r : copy.data ? 0 : -ENOMEM;
}

/* --- sending --- */

static int send_call(struct mcp_job *job, struct peer *peer)
{
    uint64_t ms = (uint64_t)job->timeout_ms * RENEWALS + SLACK_MS;
    struct connector_call_params params = {.call_id = slice_of(job->key),
                                           .tool = job->target,
                                           .timeout_ms = job->timeout_ms,
                                           .join = job->join,
                                           .definition = slice_of(job->definition),
                                           .definition_is = job->definition ? FIELD_SET : FIELD_ABSENT,
                                           .arguments_is = job->has_arguments ? FIELD_SET : FIELD_ABSENT};
    _Static_assert(sizeof params.arguments == sizeof job->arguments, "a map");
    memcpy(&params.arguments, &job->arguments, sizeof params.arguments);
    return peer_call(peer, &connector_call_method, &params, ms, on_reply, job, &job->request);
}

static int send_prompt(struct mcp_job *job, struct peer *peer)
{
    struct connector_prompt_params params = {.name = job->target,
                                             .arguments_is = job->has_arguments ? FIELD_SET : FIELD_ABSENT};
    _Static_assert(sizeof params.arguments == sizeof job->arguments, "a map");
    memcpy(&params.arguments, &job->arguments, sizeof params.arguments);
    return peer_call(peer, &connector_prompt_method, &params, (uint64_t)job->timeout_ms + SLACK_MS, on_reply, job,
                     &job->request);
}

static int send_read(struct mcp_job *job, struct peer *peer)
{
    const struct connector_read_params params = {.uri = job->target};
    return peer_call(peer, &connector_read_method, &params, (uint64_t)job->timeout_ms + SLACK_MS, on_reply, job,
                     &job->request);
}

static void send_job(struct mcp_job *job)
{
    struct peer *peer = job->run->service.peer;
    int r = job->kind == MCP_JOB_CALL     ? send_call(job, peer)
            : job->kind == MCP_JOB_PROMPT ? send_prompt(job, peer)
                                          : send_read(job, peer);
    if (r == 0)
        return;
    fail_job(job, ERROR_MCP_SERVER_FAILED, strerror(-r));
    (void)job_free(job);
}

static bool works(const struct mcp_run *run)
{
    return run->opened && !run->ended && run->service.peer;
}

void mcp_jobs_send(struct mcp_run *run)
{
    for (struct list *link = run->jobs.next, *next; link != &run->jobs; link = next) {
        struct mcp_job *job = list_member(link, struct mcp_job, link);
        next = link->next;
        if (!job->request && job->call && works(run))
            send_job(job);
    }
}

/* Those that were sent fail with their request. */
static void fail_waiting(struct mcp_run *run, bool only_joins, enum error_id error, const char *problem)
{
    for (struct list *link = run->jobs.next, *next; link != &run->jobs; link = next) {
        struct mcp_job *job = list_member(link, struct mcp_job, link);
        next = link->next;
        if (job->request || !job->call || (only_joins && !job->join))
            continue;
        fail_job(job,
                 job->join                        ? ERROR_MCP_SERVER_LOST
                 : error == ERROR_MCP_SERVER_LOST ? ERROR_MCP_SERVER_FAILED
                                                  : error,
                 problem);
        (void)job_free(job);
    }
}

void mcp_jobs_fail(struct mcp_run *run, enum error_id error, const char *problem)
{
    fail_waiting(run, false, error, problem);
}

void mcp_jobs_keep(struct mcp_run *run, const char *problem)
{
    fail_waiting(run, true, ERROR_MCP_SERVER_LOST, problem);
}

/* --- ends from outside --- */

static void cancel(struct mcp_job *job)
{
    const struct connector_cancel_params params = {.call_id = slice_of(job->key)};
    job->is_over = true;
    if (!job->request) {
        (void)job_free(job);
        return;
    }
    if (job->kind == MCP_JOB_CALL && job->run->service.peer)
        (void)peer_notify(job->run->service.peer, &connector_cancel_method, &params);
    request_cancel(job->request); /* calls on_reply() */
}

static void on_orphan(struct deadline *deadline)
{
    cancel(list_member(deadline, struct mcp_job, orphan));
}

static void on_abandoned(struct call *call)
{
    struct mcp_job *job = call->user;
    job->call = NULL;
    bool may_come_back = job->is_agent && job->kind == MCP_JOB_CALL && call->peer->closed && job->request;
    if (!may_come_back || timers_set(&job->run->entry->hub->rpc->timers, &job->orphan, ORPHAN_MS) < 0)
        cancel(job);
}

void mcp_job_attach(struct mcp_job *job, struct call *call)
{
    timers_unset(&job->run->entry->hub->rpc->timers, &job->orphan);
    if (job->call) {
        (void)call_fail(call, ERROR_INVALID_PARAMS, "a call with this call_id is running");
        return;
    }
    if (job->request) {
        job->call = call;
        call->abandoned = on_abandoned;
        call->user = job;
        return;
    }
    call->abandoned = NULL;
    if (job->kept_code != 0)
        (void)call_fail_text(call, job->kept_code, slice_of(job->kept_message ? job->kept_message : ""),
                             buf_slice(&job->kept));
    else if (job->kept.error || job->kept.size == 0)
        (void)call_fail(call, ERROR_MCP_SERVER_LOST, "the result is lost");
    else
        (void)call_reply_text(call, buf_slice(&job->kept));
    (void)job_free(job);
}

/* --- starting --- */

/* The server has said for how long its list is valid. */
static void refresh_tools(const struct mcp_entry *entry, struct mcp_run *run)
{
    if (entry->ttl_ms > 0 && run->listing == 0 && clock_epoch_ms() - entry->listed_at > entry->ttl_ms)
        mcp_open_list(run, CONNECTOR_LIST_KIND_TOOLS);
}

void mcp_job_start(struct mcp_entry *entry, struct call *call, const struct mcp_order *order)
{
    int64_t most = entry->hub->settings->mcp.calls;
    struct mcp_run *run = mcp_run_get(entry, order->session_id);
    call->abandoned = NULL;
    if (run && (int64_t)run->job_count >= most) {
        (void)call_fail(call, ERROR_TOO_MANY_MCP_CALLS,
                        "the MCP server %s has %lld calls at a time (mcp.calls), which is the limit; try again later",
                        entry->id, (long long)most);
        return;
    }
    struct mcp_job *job = run ? job_new(run, call, order) : NULL;
    if (!job) {
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(ENOMEM));
        return;
    }
    call->abandoned = on_abandoned;
    call->user = job;
    if (works(run)) {
        refresh_tools(entry, run);
        send_job(job);
        return;
    }
    bool is_up = !order->join || (run->adopted && service_is_up(&run->service));
    if (is_up && mcp_run_need(run))
        return; /* mcp_jobs_send() or mcp_jobs_fail() follows */
    fail_job(job, order->join ? ERROR_MCP_SERVER_LOST : ERROR_MCP_SERVER_FAILED,
             run->problem[0] ? run->problem : "its process is gone");
    (void)job_free(job);
    mcp_run_settle(run);
}

/* --- progress --- */

static void tell_client(const struct mcp_job *job, const struct connector_progress_params *params)
{
    struct buf line = BUF_LIMITED(DATA_BYTES);
    const struct mcp_progress_params progress = {
        .request_id = {.text = job->call->id},
        .progress = params->progress,
        .total = params->total,
        .total_is = params->total_is,
        .message = params->message,
        .message_is = params->message_is,
    };
    const struct client *client = client_of_peer(job->call->peer);
    if (client && client_wants(client, &mcp_progress_event) &&
        rpc_format_event(&line, &mcp_progress_event, &progress) == 0)
        (void)peer_push(job->call->peer, buf_slice(&line));
    buf_clear(&line);
}

int connector_progress(struct call *call, const struct connector_progress_params *params)
{
    const struct mcp_run *run = mcp_run_of(call);
    const struct mcp_job *job = run ? mcp_job_by_key(run, params->call_id) : NULL;
    if (!job || !job->call)
        return 0;
    if (!job->is_agent) {
        tell_client(job, params);
        return 0;
    }
    const struct call_mcp_tool_params *own = job->call->params;
    const struct mcp_call_progress_params progress = {
        .call_id = own->call_id,
        .progress = params->progress,
        .total = params->total,
        .total_is = params->total_is,
        .message = params->message,
        .message_is = params->message_is,
    };
    if (job->kind == MCP_JOB_CALL)
        (void)peer_notify(job->call->peer, &mcp_call_progress_method, &progress);
    return 0;
}

/* --- a person's own calls --- */

static void note_call(const struct mcp_entry *entry, const struct call *call, struct slice tool)
{
    struct buf data = BUF_LIMITED(DATA_BYTES);
    struct audit_note note = {.what = SLICE("mcp.called")};
    audit_actor(call, &note);
    buf_append_text(&data, "{\"serverId\":");
    json_write_string(&data, slice_of(entry->id));
    buf_append_text(&data, ",\"tool\":");
    json_write_string(&data, tool);
    buf_append_char(&data, '}');
    note.data = buf_slice(&data);
    audit_write(entry->hub->audit, &note);
    buf_clear(&data);
}

bool mcp_call_waits(const struct call *call)
{
    return call->abandoned == on_abandoned && !((const struct mcp_job *)call->user)->is_agent;
}

int mcp_call(struct call *call, const struct mcp_call_params *params)
{
    struct mcp_entry *entry = mcp_entry_of(call, params->server_id);
    if (!entry)
        return 0;
    struct slice key = mcp_handed_client(entry->hub, call);
    if (key.size == 0)
        note_call(entry, call, params->tool);
    int r = call_defer(call, NULL, NULL, &call);
    if (r < 0)
        return r;
    params = call->params;
    const struct mcp_order order = {
        .kind = MCP_JOB_CALL,
        .key = key,
        .target = params->tool,
        .definition = params->definition_is == FIELD_SET ? params->definition : SLICE(""),
        .arguments = {params->arguments.items, params->arguments.count},
        .has_arguments = params->arguments_is == FIELD_SET,
        .timeout_ms = params->timeout_ms_is == FIELD_SET ? params->timeout_ms : entry->hub->settings->mcp.call_ms,
        .join = key.size > 0,
    };
    mcp_job_start(entry, call, &order);
    return 0;
}

int mcp_prompt(struct call *call, const struct mcp_prompt_params *params)
{
    struct mcp_entry *entry = mcp_entry_of(call, params->server_id);
    int r = entry ? call_defer(call, NULL, NULL, &call) : 0;
    if (!entry || r < 0)
        return r;
    params = call->params;
    const struct mcp_order order = {
        .kind = MCP_JOB_PROMPT,
        .target = params->name,
        .arguments = {params->arguments.items, params->arguments.count},
        .has_arguments = params->arguments_is == FIELD_SET,
        .timeout_ms = FETCH_MS,
    };
    mcp_job_start(entry, call, &order);
    return 0;
}

int mcp_read(struct call *call, const struct mcp_read_params *params)
{
    struct mcp_entry *entry = mcp_entry_of(call, params->server_id);
    int r = entry ? call_defer(call, NULL, NULL, &call) : 0;
    if (!entry || r < 0)
        return r;
    params = call->params;
    const struct mcp_order order = {.kind = MCP_JOB_READ, .target = params->uri, .timeout_ms = FETCH_MS};
    mcp_job_start(entry, call, &order);
    return 0;
}
