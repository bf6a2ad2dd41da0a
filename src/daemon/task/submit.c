/* task.submit */
#include "daemon/task/task.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "base/clock.h"
#include "daemon/client/client.h"
#include "daemon/session/session.h"
#include "daemon/task/transitions.h"
#include "rpc/call.h"
#include "json/encode.h"

enum {
    REQUEST_BYTES = 64 << 20, /* of a request, written once more to be compared: never longer than a message */
    SUMMARY_BYTES = 200,
};

/* --- on the writer --------------------------------------------------------------------- */

static int refuse(struct task_submission *submission, enum error_id error)
{
    submission->error = error;
    return -ECANCELED;
}

static int answer_with(struct task_submission *submission, const struct task_record *record)
{
    submission->task_id = record->id;
    submission->session_id = record->session_id;
    submission->state = record->state;
    return 0;
}

/* How the prompt begins: its first line that says something. */
static struct slice summary_of(struct slice prompt)
{
    static const char blanks[] = " \t\r\n";
    while (prompt.size > 0 && memchr(blanks, prompt.data[0], sizeof blanks - 1)) {
        prompt.data++;
        prompt.size--;
    }
    const char *end = memchr(prompt.data, '\n', prompt.size);
    if (end)
        prompt.size = (size_t)(end - prompt.data);
    while (prompt.size > 0 && memchr(blanks, prompt.data[prompt.size - 1], sizeof blanks - 1))
        prompt.size--;
    return task_text_cut(prompt, SUMMARY_BYTES);
}

/* Of a session that has none: what its first task is about. */
static bool give_title(struct session_record *session, struct slice prompt)
{
    if (session->title_is == FIELD_SET || session->last_task_at_is == FIELD_SET)
        return false;
    session->title = summary_of(prompt);
    session->title_is = session->title.size > 0 ? FIELD_SET : FIELD_ABSENT;
    return session->title_is == FIELD_SET;
}

/* The task goes into a session that is there and open, or into a new one. */
static int choose_session(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params,
                          struct store_session *ret_session)
{
    struct task_submission *submission = request->more;
    if (params->session_id_is == FIELD_SET) {
        int r = store_session_find(tx, params->session_id, &request->arena, ret_session);
        if (r == -ENOENT)
            return refuse(submission, ERROR_SESSION_NOT_FOUND);
        if (r == 0 && ret_session->record.state != SESSION_STATE_OPEN)
            return refuse(submission, ERROR_SESSION_CLOSED);
        return r;
    }
    *ret_session = (struct store_session){
        .record = {.cwd = slice_of(submission->cwd), .network = submission->network, .keys = submission->keys},
    };
    (void)give_title(&ret_session->record, params->prompt);
    int r = session_add(request, tx, ret_session);
    return r < 0 ? r : session_tell_created(request, tx, ret_session);
}

static int check_room(struct store_tx *tx, struct task_submission *submission)
{
    int64_t counts[TASK_STATE_COUNT];
    int r = store_task_counts(tx, counts);
    if (r == 0 && counts[TASK_STATE_QUEUED] >= submission->queue_max)
        return refuse(submission, ERROR_QUEUE_FULL);
    return r;
}

/* A copy in which each has a media type: the one of its content where none was given, and always that of a picture. */
static int name_kinds(struct store_request *request, struct task_attachments *attachments)
{
    const struct task_submission *submission = request->more;
    if (attachments->count == 0)
        return 0;
    struct task_attachment *items = arena_zeroed(&request->arena, attachments->count * sizeof *items);
    for (size_t i = 0; items && i < attachments->count; i++) {
        const char *mime = submission->attached.mimes[i];
        items[i] = attachments->items[i];
        if (mime && (items[i].mime_is != FIELD_SET || strncmp(mime, "image/", 6) == 0)) {
            items[i].mime = slice_of(mime);
            items[i].mime_is = FIELD_SET;
        }
    }
    attachments->items = items;
    return items ? 0 : -ENOMEM;
}

static int add_task(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params,
                    const struct store_session *session, struct slice text)
{
    struct task_submission *submission = request->more;
    struct store_task task = {
        .session_no = session->no,
        .request = text,
        .record = {.session_id = session->record.id,
                   .prompt = params->prompt,
                   .state = TASK_STATE_QUEUED,
                   .priority = params->priority,
                   .agent = params->agent,
                   .agent_is = params->agent_is,
                   .cwd = params->cwd_is == FIELD_SET ? slice_of(submission->cwd) : session->record.cwd,
                   .timeout_ms = params->timeout_ms_is == FIELD_SET ? params->timeout_ms : submission->timeout_ms,
                   .idempotency_key = params->idempotency_key,
                   .idempotency_key_is = params->idempotency_key_is,
                   .limits = params->limits,
                   .limits_is = params->limits_is,
                   .tools = params->tools,
                   .tools_is = params->tools_is,
                   .stream = params->stream,
                   .stream_is = params->stream_is,
                   .attachments = params->attachments,
                   .attachments_is = params->attachments_is,
                   .created_at = clock_epoch_ms()},
    };
    int r = name_kinds(request, &task.record.attachments);
    if (r == 0)
        r = store_task_add(tx, &request->arena, &task);
    if (r == 0)
        r = store_event_add(tx, &event_task_queued_event, session->no, task.no,
                            &(struct event_task_queued_params){.timestamp = task.record.created_at,
                                                               .task_id = task.record.id,
                                                               .session_id = task.record.session_id,
                                                               .priority = task.record.priority,
                                                               .summary = summary_of(params->prompt)});
    return r < 0 ? r : answer_with(submission, &task.record);
}

/* Everything that may be refused is refused before anything is written. */
static int submit_new(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params,
                      struct slice text)
{
    struct task_submission *submission = request->more;
    struct store_session session = {0};
    bool is_new = params->session_id_is != FIELD_SET;
    if (submission->attached.problem[0])
        return refuse(submission, ERROR_INVALID_PARAMS);
    int r = is_new ? 0 : choose_session(request, tx, params, &session);
    if (r == 0)
        r = check_room(tx, submission);
    if (r == 0 && is_new)
        r = choose_session(request, tx, params, &session);
    if (r == 0 && !is_new && give_title(&session.record, params->prompt))
        r = store_session_save(tx, &session);
    return r < 0 ? r : add_task(request, tx, params, &session, text);
}

/* The same key: the same request is answered once more, another one is a mistake. */
static int submit_with_key(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params)
{
    struct task_submission *submission = request->more;
    struct buf text = BUF_LIMITED(REQUEST_BYTES);
    struct store_task known = {0};
    int r = json_encode(&text, &task_submit_params_shape, params);
    if (r == 0)
        r = store_task_find_key(tx, params->idempotency_key, &request->arena, &known);
    if (r == -ENOENT)
        r = submit_new(request, tx, params, buf_slice(&text));
    else if (r == 0 && slice_equal(known.request, buf_slice(&text)))
        r = answer_with(submission, &known.record);
    else if (r == 0)
        r = refuse(submission, ERROR_IDEMPOTENCY_CONFLICT);
    buf_clear(&text);
    return r;
}

int task_submission_write(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params)
{
    return params->idempotency_key_is == FIELD_SET ? submit_with_key(request, tx, params)
                                                   : submit_new(request, tx, params, (struct slice){0});
}

/* --- on the loop ----------------------------------------------------------------------- */

int task_submission_begin(struct call *call, struct slice cwd, const struct task_attached *attached,
                          int (*work)(struct store_request *, struct store_tx *),
                          void (*answer)(struct store_request *))
{
    const struct task_queue *queue = task_queue_of(daemon_of(call));
    struct task_submission submission;
    if (queue->closed) {
        (void)call_fail(call, ERROR_STOPPING, "the daemon is stopping and takes no new tasks");
        return 1;
    }
    if (cwd.size >= sizeof submission.cwd) {
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd", "Invalid params: params.cwd is too long");
        return 1;
    }
    submission.queue_max = queue->settings->tasks.queue;
    submission.timeout_ms = queue->settings->tasks.timeout_ms;
    submission.network = queue->settings->network;
    submission.keys = queue->settings->keys.access;
    submission.attached = attached ? *attached : (struct task_attached){0};
    slice_copy(submission.cwd, cwd);
    submission.cwd[cwd.size] = '\0';
    return store_request_write_with(call, &submission, offsetof(struct task_submission, cwd) + cwd.size + 1, work,
                                    answer);
}

bool task_submission_finish(struct store_request *request)
{
    static const char *const messages[ERROR_COUNT] = {
        [ERROR_SESSION_NOT_FOUND] = "there is no session with this id",
        [ERROR_SESSION_CLOSED] = "the session is closed and takes no tasks",
        [ERROR_QUEUE_FULL] = "as many tasks wait as may wait (tasks.queue)",
        [ERROR_IDEMPOTENCY_CONFLICT] = "the idempotency key belongs to a task with other parameters",
    };
    const struct task_submission *submission = request->more;
    if (request->status == 0) {
        task_queue_wake(task_queue_of(request->daemon));
        return true;
    }
    if (request->status == -ECANCELED && submission->error == ERROR_INVALID_PARAMS)
        (void)call_refuse(request->call, ERROR_INVALID_PARAMS, "params.attachments", submission->attached.problem);
    else if (request->status == -ECANCELED)
        (void)call_fail(request->call, submission->error, "%s", messages[submission->error]);
    else if (request->status == -ENOTDIR)
        (void)session_fail_directory(request->call);
    else
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "the task was not queued: %s", strerror(-request->status));
    return false;
}

static int submit(struct store_request *request, struct store_tx *tx)
{
    return task_submission_write(request, tx, request->call->params);
}

static void answer(struct store_request *request)
{
    const struct task_submission *submission = request->more;
    if (task_submission_finish(request))
        (void)task_submit_reply(request->call, &(struct task_submit_result){.task_id = submission->task_id,
                                                                            .state = submission->state,
                                                                            .session_id = submission->session_id});
}

static int submit_with(struct call *call, struct slice cwd, const struct task_attached *attached)
{
    return task_submission_begin(call, cwd, attached, submit, answer);
}

static int submit_in(struct call *call, struct slice cwd)
{
    const struct task_submit_params *params = call->params;
    return params->attachments.count > 0 ? task_look_at_attachments(call, &params->attachments, cwd, submit_with)
                                         : submit_with(call, cwd, NULL);
}

int task_submit(struct call *call, const struct task_submit_params *params)
{
    if (params->cwd_is == FIELD_SET && params->cwd.data[0] != '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd", "params.cwd: must be an absolute path");
    if (params->cwd_is == FIELD_SET)
        return session_find_directory(call, params->cwd, submit_in);
    int r = submit_in(call, session_default_directory(session_keeper_of(daemon_of(call))));
    return r < 0 ? r : 0;
}
