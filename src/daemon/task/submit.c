/* task.submit and chat.send: check a task and its attachments, and write it to the queue. */
#include "daemon/task/task.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attachment.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "contract/chat.h"
#include "daemon/client/client.h"
#include "daemon/resolve/resolve.h"
#include "daemon/session/session.h"
#include "daemon/task/submission.h"
#include "daemon/task/transitions.h"
#include "rpc/call.h"
#include "json/encode.h"

/* Return value as for session_directory_fn. */
typedef int (*attached_fn)(struct call *call, struct slice cwd, const struct submission_attached *attached);

/* --- attachments --- */

/* The files of a prompt are checked before the task is queued, so that the client learns at once of one that cannot be
 * sent. The agent reads them itself, in its sandbox, which decides what may be read. */

/* A call whose files are being checked. */
struct attaching {
    struct call *call; /* deferred and held */
    attached_fn then;
    char cwd[PATH_MAX + 1];
    size_t count, at, bytes;
    struct submission_attached found;
    char *paths[ATTACHMENTS_MAX];
};

/* The check of one file. If its thread hangs, the job outlives the call. */
struct attachment_job {
    struct resolve_job job;
    struct attaching *attaching;
    int error;
    size_t size;
    const char *mime;
    char problem[ATTACHMENT_PROBLEM_SIZE];
    char path[];
};

static void read_next(struct attaching *attaching);

static struct attaching *attaching_free(struct attaching *attaching)
{
    for (size_t i = 0; i < attaching->count; i++)
        free(attaching->paths[i]);
    free(attaching);
    return NULL;
}

/* --- on a resolver thread --- */

static void read_attachment(struct resolve_job *job)
{
    struct attachment_job *check = list_member(job, struct attachment_job, job);
    struct attachment attachment = {0};
    check->error = attachment_read(check->path, &attachment, check->problem);
    check->size = attachment.size;
    check->mime = attachment.mime;
    attachment_clear(&attachment);
}

/* --- on the loop thread --- */

static void fail_attachment(struct attaching *attaching, const char *path, int status)
{
    struct call *call = attaching->call;
    if (status == -ETIMEDOUT)
        (void)call_fail(call, ERROR_DIRECTORY_UNAVAILABLE,
                        "the directory of %.512s does not respond (a network mount whose server is down?)", path);
    else
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "cannot read %.512s: %s", path, strerror(-status));
    (void)call_drop(call);
    attaching_free(attaching);
}

static void continue_call(struct attaching *attaching)
{
    struct call *call = attaching->call;
    int r = 1;
    if (task_queue_of(call)->store)
        r = attaching->then(call, slice_of(attaching->cwd), &attaching->found);
    else
        (void)call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    if (r < 0)
        (void)call_fail(call, ERROR_INTERNAL_ERROR, "%s", strerror(-r));
    if (r != 0)
        (void)call_drop(call);
    attaching_free(attaching);
}

static void add_attachment(struct attaching *attaching, const struct attachment_job *check)
{
    struct submission_attached *found = &attaching->found;
    attaching->bytes += check->size;
    found->mimes[attaching->at] = check->mime;
    if (check->error < 0)
        (void)snprintf(found->problem, sizeof found->problem, "%s", check->problem);
    else if (attaching->bytes > ATTACHMENTS_BYTES_MAX)
        (void)snprintf(found->problem, sizeof found->problem,
                       "the attached files have %zu KiB in total, the limit is %d KiB",
                       (attaching->bytes + 1023) / 1024, ATTACHMENTS_BYTES_MAX >> 10);
    attaching->at = found->problem[0] ? attaching->count : attaching->at + 1;
}

static void on_read(struct resolve_job *job, int status)
{
    struct attachment_job *check = list_member(job, struct attachment_job, job);
    struct attaching *attaching = check->attaching;
    if (attaching->call->answered) { /* the client has disconnected, and nothing was written */
        (void)call_drop(attaching->call);
        attaching_free(attaching);
        return;
    }
    if (status < 0) {
        fail_attachment(attaching, check->path, status);
        return;
    }
    add_attachment(attaching, check);
    read_next(attaching);
}

static void release(struct resolve_job *job)
{
    free(list_member(job, struct attachment_job, job));
}

static void read_next(struct attaching *attaching)
{
    if (attaching->at == attaching->count) {
        continue_call(attaching);
        return;
    }
    const char *path = attaching->paths[attaching->at];
    size_t size = strlen(path) + 1;
    struct attachment_job *check = calloc(1, sizeof *check + size);
    autofree char *copy = strdup(path);
    if (!check || !copy) {
        free(check);
        fail_attachment(attaching, path, -ENOMEM);
        return;
    }
    memcpy(check->path, path, size);
    check->attaching = attaching;
    check->job = (struct resolve_job){.work = read_attachment, .done = on_read, .release = release};
    int r = resolver_start(task_queue_of(attaching->call)->resolver, dirname(copy), &check->job);
    if (r < 0) {
        free(check);
        fail_attachment(attaching, path, r);
    }
}

/* --- starting --- */

/* A path is passed to open(), so a NUL in it would name another file. */
static bool is_path(struct slice path)
{
    return path.size > 0 && path.data[0] == '/' && !memchr(path.data, '\0', path.size);
}

static int copy_paths(struct attaching *attaching, const struct task_attachments *attachments)
{
    for (size_t i = 0; i < attachments->count; i++) {
        attaching->paths[i] = strndup(attachments->items[i].path.data, attachments->items[i].path.size);
        if (!attaching->paths[i])
            return -ENOMEM;
        attaching->count++;
    }
    return 0;
}

/* Checks the files one after another on resolver threads, each in the lane of its directory, then continues the call.
 * 0: the call was taken, deferred and held; 1: it was answered; negative: neither. */
static int read_attachments(struct call *call, const struct task_attachments *attachments, struct slice cwd,
                            attached_fn then)
{
    char field[64];
    for (size_t i = 0; i < attachments->count; i++)
        if (!is_path(attachments->items[i].path)) {
            (void)snprintf(field, sizeof field, "params.attachments[%zu].path", i);
            (void)call_refuse(call, ERROR_INVALID_PARAMS, field,
                              "Invalid params: the path of an attachment must be absolute");
            return 1;
        }
    struct attaching *attaching = calloc(1, sizeof *attaching);
    if (!attaching || cwd.size >= sizeof attaching->cwd) {
        free(attaching);
        return -ENOMEM;
    }
    slice_copy(attaching->cwd, cwd);
    attaching->then = then;
    int r = copy_paths(attaching, attachments);
    if (r == 0 && !call->deferred)
        r = call_defer(call, NULL, NULL, &call);
    if (r < 0) {
        attaching_free(attaching);
        return r;
    }
    attaching->call = call;
    call_hold(call);
    read_next(attaching);
    return 0;
}

enum {
    REQUEST_BYTES = 64 << 20, /* a request that is encoded again to be compared; never longer than a message */
    SUMMARY_BYTES = 200,
};

/* --- on the writer thread --- */

int submission_refuse(struct submission *submission, enum error_id error)
{
    submission->error = error;
    return -ECANCELED;
}

static int answer_with(struct submission *submission, const struct task_record *record)
{
    submission->task_id = record->id;
    submission->session_id = record->session_id;
    submission->state = record->state;
    return 0;
}

/* The first line of the prompt that is not blank. */
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
    return utf8_cut(prompt, SUMMARY_BYTES);
}

/* Sets the title of a session without one, from its first task. */
static bool set_title(struct session_record *session, struct slice prompt)
{
    if (session->title_is == FIELD_SET || session->last_task_at_is == FIELD_SET)
        return false;
    session->title = summary_of(prompt);
    session->title_is = session->title.size > 0 ? FIELD_SET : FIELD_ABSENT;
    return session->title_is == FIELD_SET;
}

int submission_find_session(struct store_tx *tx, struct arena *arena, struct submission *submission, struct slice id,
                            struct store_session *ret_session)
{
    int r = store_session_find(tx, id, arena, ret_session);
    if (r == -ENOENT)
        return submission_refuse(submission, ERROR_SESSION_NOT_FOUND);
    if (r == 0 && ret_session->record.state != SESSION_STATE_OPEN)
        return submission_refuse(submission, ERROR_SESSION_CLOSED);
    return r;
}

int submission_new_session(struct store_request *request, struct store_tx *tx, struct submission *submission,
                           struct slice prompt, struct store_session *ret_session)
{
    *ret_session = (struct store_session){
        .record = {.cwd = slice_of(submission->cwd),
                   .network = submission->network,
                   .keys = submission->keys,
                   .app_id = submission->app_id,
                   .app_id_is = submission->app_id.size > 0 ? FIELD_SET : FIELD_ABSENT},
    };
    (void)set_title(&ret_session->record, prompt);
    int r = session_add(session_keeper_of(request->call), tx, &request->arena, ret_session);
    return r < 0 ? r : session_add_created_event(tx, &request->actor, ret_session);
}

int submission_check_room(struct store_tx *tx, struct submission *submission)
{
    int64_t counts[TASK_STATE_COUNT];
    int r = store_task_counts(tx, counts);
    if (r == 0 && counts[TASK_STATE_QUEUED] >= submission->queue_max)
        return submission_refuse(submission, ERROR_QUEUE_FULL);
    return r;
}

/* Copies the attachments and sets their media types: of images always from the content, of others if none was given. */
static int set_media_types(struct arena *arena, const struct submission *submission,
                           struct task_attachments *attachments)
{
    if (attachments->count == 0)
        return 0;
    struct task_attachment *items = arena_zeroed(arena, attachments->count * sizeof *items);
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

static int add_task(struct store_tx *tx, struct arena *arena, struct submission *submission,
                    const struct task_submit_params *params, const struct store_session *session, struct slice text)
{
    struct store_task task = {
        .session_no = session->no,
        .request = text,
        .record = {.id = submission->reserved_id,
                   .session_id = session->record.id,
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
                   .cause = submission->cause,
                   .cause_is = submission->cause_is,
                   .created_at = clock_epoch_ms()},
    };
    int r = set_media_types(arena, submission, &task.record.attachments);
    if (r == 0)
        r = store_task_add(tx, arena, &task);
    submission->task_no = task.no;
    if (r == 0)
        r = store_event_add(tx, &event_task_queued_event, session->no, task.no,
                            &(struct event_task_queued_params){.timestamp = task.record.created_at,
                                                               .task_id = task.record.id,
                                                               .session_id = task.record.session_id,
                                                               .priority = task.record.priority,
                                                               .summary = summary_of(params->prompt)});
    return r < 0 ? r : answer_with(submission, &task.record);
}

/* Queues a task in an existing session. All checks come before the first write. */
static int submit_to(struct store_tx *tx, struct arena *arena, struct submission *submission,
                     const struct task_submit_params *params, struct slice text)
{
    struct store_session session = {0};
    int r = submission_find_session(tx, arena, submission, params->session_id, &session);
    if (r == 0)
        r = submission_check_room(tx, submission);
    if (r == 0 && set_title(&session.record, params->prompt))
        r = store_session_save(tx, &session);
    return r < 0 ? r : add_task(tx, arena, submission, params, &session, text);
}

int submission_write(struct store_tx *tx, struct arena *arena, struct submission *submission,
                     const struct task_submit_params *params)
{
    return submit_to(tx, arena, submission, params, (struct slice){0});
}

static int submit_new(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params,
                      struct slice text)
{
    struct submission *submission = request->more;
    struct store_session session = {0};
    if (submission->attached.problem[0])
        return submission_refuse(submission, ERROR_INVALID_PARAMS);
    if (params->session_id_is == FIELD_SET)
        return submit_to(tx, &request->arena, submission, params, text);
    int r = submission_check_room(tx, submission);
    if (r == 0)
        r = submission_new_session(request, tx, submission, params->prompt, &session);
    return r < 0 ? r : add_task(tx, &request->arena, submission, params, &session, text);
}

/* With an idempotency key: the same request again gets the same response; a different request is an error. */
static int submit_with_key(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params)
{
    struct submission *submission = request->more;
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
        r = submission_refuse(submission, ERROR_IDEMPOTENCY_CONFLICT);
    buf_clear(&text);
    return r;
}

/* On the writer thread. */
static int write_submission(struct store_request *request, struct store_tx *tx, const struct task_submit_params *params)
{
    return params->idempotency_key_is == FIELD_SET ? submit_with_key(request, tx, params)
                                                   : submit_new(request, tx, params, (struct slice){0});
}

/* --- on the loop thread --- */

void submission_init(struct submission *submission, const struct task_queue *queue)
{
    memset(submission, 0, offsetof(struct submission, cwd)); /* not the path, which is long */
    submission->queue_max = queue->settings->tasks.queue;
    submission->timeout_ms = queue->settings->tasks.timeout_ms;
    submission->network = queue->settings->network;
    submission->keys = queue->settings->keys.access;
    submission->cwd[0] = '\0';
}

int submission_begin(struct call *call, struct slice cwd, const struct submission_attached *attached,
                     struct submission *ret_submission)
{
    const struct task_queue *queue = task_queue_of(call);
    if (queue->closed) {
        (void)call_fail(call, ERROR_STOPPING, "the daemon is stopping and accepts no new tasks");
        return 1;
    }
    if (cwd.size >= sizeof ret_submission->cwd) {
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd", "Invalid params: params.cwd is too long");
        return 1;
    }
    submission_init(ret_submission, queue);
    if (attached)
        ret_submission->attached = *attached;
    slice_copy(ret_submission->cwd, cwd);
    ret_submission->cwd[cwd.size] = '\0';
    return 0;
}

size_t submission_size(const struct submission *submission)
{
    return offsetof(struct submission, cwd) + strlen(submission->cwd) + 1;
}

/* For handlers: queues the task of a call. `work` must end in write_submission(). `cwd`: without links. `attached`:
 * NULL if there are no files. 0: the call was taken; 1: it was answered; negative: neither. */
static int begin_submission(struct call *call, struct slice cwd, const struct submission_attached *attached,
                            int (*work)(struct store_request *, struct store_tx *),
                            void (*answer)(struct store_request *))
{
    struct submission submission;
    int r = submission_begin(call, cwd, attached, &submission);
    return r != 0 ? r : store_request_write_with(call, &submission, submission_size(&submission), work, answer);
}

void submission_explain(const struct submission *submission, const struct store *store, int status,
                        char sentence[static 256])
{
    static const char *const messages[ERROR_COUNT] = {
        [ERROR_SESSION_NOT_FOUND] = "no session has this id",
        [ERROR_APP_NOT_FOUND] = "no app has this id; see: weir apps list",
        [ERROR_SESSION_CLOSED] = "the session is closed; reopen it to submit tasks",
        [ERROR_IDEMPOTENCY_CONFLICT] = "the idempotency key was used for a task with other parameters",
    };
    const char *problem = "";
    if (status == -ECANCELED && submission->error == ERROR_QUEUE_FULL)
        (void)snprintf(sentence, 256, "the queue is full (limit: tasks.queue = %lld)",
                       (long long)submission->queue_max);
    else if (status == -ECANCELED && messages[submission->error])
        (void)snprintf(sentence, 256, "%s", messages[submission->error]);
    else if (store && store_look(store, &problem) != STORE_WORKS && problem && *problem)
        (void)snprintf(sentence, 256, "the store: %.200s", problem);
    else
        (void)snprintf(sentence, 256, "cannot queue the task: %s", strerror(-status));
}

void submission_fail(struct call *call, const struct submission *submission, int status)
{
    char sentence[256];
    if (status == -ECANCELED && submission->error == ERROR_INVALID_PARAMS) {
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.attachments", submission->attached.problem);
        return;
    }
    if (status == -ENOTDIR) {
        (void)session_fail_directory(call);
        return;
    }
    submission_explain(submission, NULL, status, sentence);
    (void)call_fail(call, status == -ECANCELED ? submission->error : ERROR_INTERNAL_ERROR, "%s", sentence);
}

/* Returns true if the task was queued and the call is to be answered; otherwise answers it with the error. */
static bool finish_submission(struct store_request *request)
{
    if (request->status == 0)
        task_queue_wake(task_queue_of(request->call));
    else
        submission_fail(request->call, request->more, request->status);
    return request->status == 0;
}

static int submit(struct store_request *request, struct store_tx *tx)
{
    return write_submission(request, tx, request->call->params);
}

static void answer(struct store_request *request)
{
    const struct submission *submission = request->more;
    if (finish_submission(request))
        (void)task_submit_reply(request->call, &(struct task_submit_result){.task_id = submission->task_id,
                                                                            .state = submission->state,
                                                                            .session_id = submission->session_id});
}

static int submit_with(struct call *call, struct slice cwd, const struct submission_attached *attached)
{
    return begin_submission(call, cwd, attached, submit, answer);
}

static int submit_in(struct call *call, struct slice cwd)
{
    const struct task_submit_params *params = call->params;
    return params->attachments.count > 0 ? read_attachments(call, &params->attachments, cwd, submit_with)
                                         : submit_with(call, cwd, NULL);
}

int task_submit(struct call *call, const struct task_submit_params *params)
{
    if (params->cwd_is == FIELD_SET && params->cwd.data[0] != '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd", "params.cwd: must be an absolute path");
    if (params->cwd_is == FIELD_SET)
        return session_find_directory(call, params->cwd, submit_in);
    int r = submit_in(call, session_default_directory(session_keeper_of(call)));
    return r < 0 ? r : 0;
}

/* --- chat.send: a message is the prompt of a task, a thread is a session --- */

static int submit_chat(struct store_request *request, struct store_tx *tx)
{
    const struct chat_send_params *params = request->call->params;
    return write_submission(request, tx,
                            &(struct task_submit_params){.prompt = params->message,
                                                         .priority = params->priority,
                                                         .session_id = params->thread_id,
                                                         .session_id_is = params->thread_id_is,
                                                         .cwd = params->cwd,
                                                         .cwd_is = params->cwd_is,
                                                         .attachments = params->attachments,
                                                         .attachments_is = params->attachments_is});
}

static void answer_chat(struct store_request *request)
{
    const struct submission *submission = request->more;
    if (finish_submission(request))
        (void)chat_send_reply(request->call, &(struct chat_send_result){.task_id = submission->task_id,
                                                                        .thread_id = submission->session_id});
}

static int send_with(struct call *call, struct slice cwd, const struct submission_attached *attached)
{
    return begin_submission(call, cwd, attached, submit_chat, answer_chat);
}

static int send_in(struct call *call, struct slice cwd)
{
    const struct chat_send_params *params = call->params;
    return params->attachments.count > 0 ? read_attachments(call, &params->attachments, cwd, send_with)
                                         : send_with(call, cwd, NULL);
}

int chat_send(struct call *call, const struct chat_send_params *params)
{
    if (params->cwd_is == FIELD_SET && params->cwd.data[0] != '/')
        return call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd", "params.cwd: must be an absolute path");
    if (params->cwd_is == FIELD_SET)
        return session_find_directory(call, params->cwd, send_in);
    int r = send_in(call, session_default_directory(session_keeper_of(call)));
    return r < 0 ? r : 0;
}
