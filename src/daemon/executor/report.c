/* Reports of executors while they work, and the confirmations that the daemon sends once they are stored. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/executor/internal.h"
#include "daemon/session/session.h"
#include "rpc/call.h"
#include "rpc/peer.h"
#include "json/decode.h"
#include "json/read.h"
#include "json/write.h"

/* --- confirmations --- */

enum { CONFIRM_MS = 250, CONFIRM_MESSAGES = 32, CONFIRM_BYTES = 64 << 10 };

static void send_confirmation(const struct executor *executor, const struct task_job *job, int64_t sequence)
{
    if (executor->peer && executor->resumes && !executor->exit)
        (void)peer_notify(executor->peer, &confirm_messages_method,
                          &(struct confirm_messages_params){.task_id = job->task->id, .sequence = sequence});
}

static void confirm(struct executor *executor)
{
    timers_unset(&executor->pool->rpc->timers, &executor->confirm);
    executor->confirmed = executor->stored;
    executor->confirmed_bytes = executor->output_bytes;
    if (fault_point("executor.before_confirm") == 0)
        send_confirmation(executor, executor->job, executor->stored);
}

static void on_confirm_due(struct deadline *deadline)
{
    struct executor *executor = list_member(deadline, struct executor, confirm);
    if (executor->job)
        confirm(executor);
}

void executor_confirm(struct task_job *job, int64_t sequence)
{
    struct executor *executor = job->executor;
    if (!executor || executor->job != job)
        return;
    if (sequence < executor->confirmed) /* left over from the previous task */
        executor->confirmed = executor->confirmed_bytes = 0;
    executor->stored = sequence;
    executor->confirm.expired = on_confirm_due;
    bool many = sequence - executor->confirmed >= CONFIRM_MESSAGES ||
                executor->output_bytes - executor->confirmed_bytes >= CONFIRM_BYTES;
    if (many ||
        (executor->confirm.index == 0 && timers_set(&executor->pool->rpc->timers, &executor->confirm, CONFIRM_MS) < 0))
        confirm(executor);
}

void executor_confirm_all(struct task_job *job)
{
    struct executor *executor = job->executor;
    timers_unset(&executor->pool->rpc->timers, &executor->confirm);
    executor->confirmed = executor->stored = executor->confirmed_bytes = 0;
    send_confirmation(executor, job, job->reported);
}

/* --- reports --- */

enum {
    GATHERED_MAX = 64,
    COMMAND_LISTS_MAX = 32, /* per task */
    SCRATCH_KEPT = 256 << 10,
    CHANGE_BYTES = 256,     /* memory that a report needs until it is stored, besides its text */
    PAUSED_BYTES = 8 << 20, /* a paused executor that sends more than this is not read until the rest is stored */
};

/* Messages that go to the queue together. Their data is in the pool's scratch buffer, which may move while it grows. */
struct gathered {
    struct executor *executor;
    int64_t first; /* the sequence of the first message; 0: none */
    /* A message was rejected: the following ones are ignored, because the executor repeats all of them after a
     * reconnect. */
    bool broken;
    size_t count;
    struct task_message items[GATHERED_MAX];
    size_t ends[GATHERED_MAX];
};

/* --- to the queue --- */

static int deliver_loosely(struct gathered *gathered)
{
    int r = 0;
    for (size_t i = 0; i < gathered->count && r >= 0; i++) {
        int64_t sequence = gathered->first > 0 ? gathered->first + (int64_t)i : 0;
        r = task_job_report_loosely(gathered->executor->job, sequence, &gathered->items[i]);
    }
    if (r == -ENOMEM)
        log_error("executor %s: out of memory, a message is lost", gathered->executor->process.id);
    return r;
}

void executor_count_while_paused(struct executor *executor, size_t bytes)
{
    if (!executor->paused)
        return;
    executor->paused_bytes += CHANGE_BYTES + bytes;
    if (executor->paused_bytes > PAUSED_BYTES && executor->peer && !executor->peer->unread) {
        log_warn("executor %s: still sends while paused; the daemon stops reading from it until it may resume",
                 executor->process.id);
        peer_stop_reading(executor->peer, true);
    }
}

void executor_pause(struct executor *executor, bool paused)
{
    executor->paused = paused;
    executor->paused_bytes = 0;
    if (!executor->peer || executor->exit)
        return;
    if (paused) {
        (void)peer_notify(executor->peer, &pause_notifications_method, &(struct pause_notifications_params){0});
        return;
    }
    (void)peer_notify(executor->peer, &resume_notifications_method, &(struct resume_notifications_params){0});
    if (executor->peer->unread)
        peer_stop_reading(executor->peer, false);
}

static void request_repeat(struct gathered *gathered, const char *reason)
{
    gathered->broken = true;
    executor_relink(gathered->executor, reason);
}

static void deliver(struct gathered *gathered)
{
    struct executor *executor = gathered->executor;
    struct buf *scratch = &executor->pool->scratch;
    size_t start = 0, bytes = scratch->size;
    int r = scratch->error;
    if (gathered->count == 0 || !executor->job)
        return;
    for (size_t i = 0; i < gathered->count; i++) {
        gathered->items[i].data = (struct slice){scratch->data + start, gathered->ends[i] - start};
        start = gathered->ends[i];
    }
    if (r == 0)
        r = executor->resumes ? task_job_report(executor->job, gathered->first, gathered->items, gathered->count)
                              : deliver_loosely(gathered);
    gathered->count = 0;
    buf_reset(scratch, SCRATCH_KEPT);
    executor_count_while_paused(executor, bytes);
    if (r < 0 && r != -ESHUTDOWN && executor->resumes)
        request_repeat(gathered, r == -EPROTO ? "a message is missing" : strerror(-r));
    else
        executor_conclude_handed(executor);
}

static void begin(struct gathered *gathered, struct executor *executor)
{
    gathered->executor = executor;
    gathered->first = 0;
    gathered->broken = false;
    gathered->count = 0;
    buf_reset(&executor->pool->scratch, SCRATCH_KEPT);
}

/* The executor chose the agent itself, because none was named. */
static void keep_chosen_agent(struct executor *executor, const struct json_any *data)
{
    yyjson_val *agent = data->value ? yyjson_obj_get((yyjson_val *)data->value, "agent") : NULL;
    if (yyjson_is_str(agent))
        session_keep_agent(executor->pool->sessions, executor->job->session, json_text(agent));
}

static void add(struct gathered *gathered, const struct report_message_params *params)
{
    struct executor *executor = gathered->executor;
    struct buf *scratch = &executor->pool->scratch;
    int64_t sequence = params->sequence_is == FIELD_SET ? params->sequence : 0;
    if (sequence > TASK_SEQUENCE_MAX) {
        log_warn("executor %s: the sequence of a message is above %lld", executor->process.id,
                 (long long)TASK_SEQUENCE_MAX);
        deliver(gathered);
        if (executor->resumes && !gathered->broken)
            request_repeat(gathered, "a sequence is too large");
        return;
    }
    int64_t expected = gathered->first > 0 ? gathered->first + (int64_t)gathered->count : 0;
    if (gathered->count == GATHERED_MAX || (gathered->count > 0 && sequence != expected))
        deliver(gathered);
    if (!executor->job || gathered->broken)
        return;
    if (sequence == 0 && executor->resumes) {
        request_repeat(gathered, "a message has no sequence");
        return;
    }
    if (gathered->count == 0)
        gathered->first = sequence;
    struct slice type = params->event_type_is == FIELD_SET     ? params->event_type
                        : params->message_type_is == FIELD_SET ? params->message_type
                                                               : SLICE("message");
    const struct json_any *data = params->event_data_is == FIELD_ABSENT ? &params->data : &params->event_data;
    size_t before = scratch->size;
    if (slice_is(type, "agent_chosen"))
        keep_chosen_agent(executor, data);
    (void)json_write_stored(scratch, data);
    gathered->items[gathered->count] = (struct task_message){
        .timestamp = params->timestamp_is == FIELD_SET ? params->timestamp : executor->pool->rpc->received_ms,
        .type = type,
    };
    gathered->ends[gathered->count++] = scratch->size;
    /* A message that is repeated after a reconnect is not counted again. */
    if (sequence == 0 || sequence > executor->job->reported)
        executor_count(executor, type, data, scratch->size - before);
}

/* --- other notifications --- */

static void handle_progress(struct executor *executor, const struct report_progress_params *params)
{
    int r = task_job_progress(executor->job, &params->progress);
    executor_count_while_paused(executor, params->progress.message.size);
    if (r < 0 && r != -ESHUTDOWN)
        log_debug("executor %s: rejected a progress report: %s", executor->process.id, strerror(-r));
}

/* Limits the number of lists in a task, because each is a write and an event. */
static void handle_commands(struct executor *executor, const struct report_commands_params *params)
{
    if (executor->command_lists++ >= COMMAND_LISTS_MAX || !store_is_open(executor->pool->store))
        return;
    int r = session_keep_commands(executor->pool->sessions, slice_of(executor->session_id), params->agent,
                                  &params->commands);
    if (r < 0)
        log_warn("executor %s: cannot store the agent's commands: %s", executor->process.id, strerror(-r));
}

static void handle_models(struct executor *executor, const struct report_models_params *params)
{
    if (executor->command_lists++ >= COMMAND_LISTS_MAX || !store_is_open(executor->pool->store))
        return;
    int r =
        session_keep_models(executor->pool->sessions, slice_of(executor->session_id), params->agent, &params->models);
    if (r < 0)
        log_warn("executor %s: cannot store the agent's models: %s", executor->process.id, strerror(-r));
}

static void on_error_stored(void *user, int status, const char *message_id, int64_t created_at_ms)
{
    (void)user;
    (void)message_id;
    (void)created_at_ms;
    if (status < 0)
        log_debug("executor: cannot store a reported error: %s", strerror(-status));
}

static void handle_error(struct executor *executor, const struct report_error_params *params)
{
    struct buf *scratch = &executor->pool->scratch;
    /* The text may contain a key, so it is not logged. */
    log_debug("executor %s: reported an error", executor->process.id);
    buf_reset(scratch, SCRATCH_KEPT);
    buf_append_text(scratch, "{\"code\":");
    json_write_string(scratch, params->error.code);
    buf_append_text(scratch, ",\"message\":");
    json_write_string(scratch, params->error.message);
    if (params->error.details_is != FIELD_ABSENT) {
        buf_append_text(scratch, ",\"details\":");
        json_write_stored(scratch, &params->error.details);
    }
    int r = buf_append_char(scratch, '}');
    size_t bytes = scratch->size;
    if (r == 0)
        r = task_job_state(executor->job,
                           &(struct task_statement){.type = SLICE("report_error"), .data = buf_slice(scratch)},
                           on_error_stored, NULL);
    buf_reset(scratch, SCRATCH_KEPT);
    executor_count_while_paused(executor, bytes);
    if (r < 0)
        on_error_stored(NULL, r, NULL, 0);
    else
        executor_count_bytes(executor, bytes);
}

/* report_completion repeats an outcome that the response to resume already contained. */
static bool is_repeated_completion(const struct executor *executor, struct slice token)
{
    bool again = executor->resumes && executor_token_fits(&executor->old_token, token);
    if (again)
        log_debug("executor %s: repeated the end of its task", executor->process.id);
    return again;
}

/* While execute_prompt is open, its response decides. */
static void handle_completion(struct executor *executor, const struct report_completion_params *params)
{
    if (executor->prompt)
        log_debug("executor %s: ignored report_completion, since execute_prompt is still open", executor->process.id);
    else if (!executor->end)
        executor_conclude(executor, &params->execution);
}

/* --- batches --- */

struct source {
    struct gathered *gathered;
    struct arena *arena;
    bool trusted;
};

static bool admits(const struct source *source, struct slice token, const struct slice *task_id, const char *method)
{
    struct executor *executor = source->gathered->executor;
    if (source->trusted)
        return executor->job && (!task_id || slice_equal(*task_id, executor->job->task->id));
    return executor_token_admits(executor, token, task_id, method);
}

void executor_refuse(struct executor *executor, const char *why)
{
    (void)snprintf(executor->refusal, sizeof executor->refusal, "%.*s", (int)sizeof executor->refusal - 1, why);
}

static void refuse_params(struct executor *executor, const struct decode_error *error)
{
    char why[sizeof error->path + sizeof error->message + 2];
    (void)snprintf(why, sizeof why, "%s %s", error->path, error->message);
    executor_refuse(executor, why);
}

static const struct method *method_of(struct slice name)
{
    static const struct method *const known[] = {&report_message_method, &report_progress_method,
                                                 &report_error_method,   &report_commands_method,
                                                 &report_models_method,  &report_completion_method};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (slice_equal(known[i]->name, name))
            return known[i];
    return NULL;
}

#define TASK_OF(params) ((params)->task_id_is == FIELD_SET ? &(params)->task_id : NULL)

static void handle_decoded(const struct source *source, const struct method *method, const void *value)
{
    struct executor *executor = source->gathered->executor;
    if (method == &report_message_method) {
        const struct report_message_params *params = value;
        if (admits(source, params->session_token, TASK_OF(params), "report_message"))
            add(source->gathered, params);
        return;
    }
    deliver(source->gathered); /* keeps the order of reports */
    if (source->gathered->broken)
        return;
    if (method == &report_progress_method) {
        const struct report_progress_params *params = value;
        if (admits(source, params->session_token, TASK_OF(params), "report_progress"))
            handle_progress(executor, params);
    } else if (method == &report_error_method) {
        const struct report_error_params *params = value;
        if (admits(source, params->session_token, TASK_OF(params), "report_error"))
            handle_error(executor, params);
    } else if (method == &report_commands_method) {
        const struct report_commands_params *params = value;
        if (admits(source, params->session_token, TASK_OF(params), "report_commands"))
            handle_commands(executor, params);
    } else if (method == &report_models_method) {
        const struct report_models_params *params = value;
        if (admits(source, params->session_token, TASK_OF(params), "report_models"))
            handle_models(executor, params);
    } else {
        const struct report_completion_params *params = value;
        if (!is_repeated_completion(executor, params->session_token) &&
            admits(source, params->session_token, TASK_OF(params), "report_completion"))
            handle_completion(executor, params);
    }
}

static void handle(const struct source *source, const struct executor_notification *notification)
{
    union {
        struct report_message_params message;
        struct report_progress_params progress;
        struct report_error_params error;
        struct report_commands_params commands;
        struct report_models_params models;
        struct report_completion_params completion;
    } params;
    struct executor *executor = source->gathered->executor;
    struct decode_error error;
    const struct method *method = method_of(notification->method);
    int r = method ? json_decode(source->arena, method->params, notification->params.value, "params", &params, &error)
                   : -ENOSYS;
    if (r == -EINVAL)
        refuse_params(executor, &error);
    if (r == 0)
        handle_decoded(source, method, &params);
    else if (executor->refused++ < GATHERED_MAX)
        log_warn("executor %s: skipped a notification: %.*s%s%s", executor->process.id, SLICE_ARG(notification->method),
                 r == -EINVAL   ? ": "
                 : r == -ENOSYS ? ": no such method"
                                : "",
                 r == -EINVAL ? error.message : "");
}

void executor_handle(struct executor *executor, const struct executor_notification *notification, struct arena *arena)
{
    struct gathered gathered;
    begin(&gathered, executor);
    handle(&(struct source){.gathered = &gathered, .arena = arena, .trusted = true}, notification);
    deliver(&gathered);
}

/* --- handlers --- */

int batch_notification(struct call *call, const struct batch_notification_params *params)
{
    struct executor *executor = executor_of(call);
    struct gathered gathered;
    struct source source = {.gathered = &gathered, .arena = &call->peer->rpc->scratch};
    begin(&gathered, executor);
    for (size_t i = 0; i < params->notifications.count && executor->peer && !gathered.broken; i++)
        handle(&source, &params->notifications.items[i]);
    deliver(&gathered);
    return 0;
}

static int handle_call(struct call *call, const void *params)
{
    struct gathered gathered;
    begin(&gathered, executor_of(call));
    handle_decoded(&(struct source){.gathered = &gathered}, call->method, params);
    deliver(&gathered);
    return 0;
}

int report_message(struct call *call, const struct report_message_params *params)
{
    return handle_call(call, params);
}

int report_progress(struct call *call, const struct report_progress_params *params)
{
    return handle_call(call, params);
}

int report_error(struct call *call, const struct report_error_params *params)
{
    return handle_call(call, params);
}

int report_commands(struct call *call, const struct report_commands_params *params)
{
    return handle_call(call, params);
}

int report_models(struct call *call, const struct report_models_params *params)
{
    return handle_call(call, params);
}

int report_completion(struct call *call, const struct report_completion_params *params)
{
    return handle_call(call, params);
}
