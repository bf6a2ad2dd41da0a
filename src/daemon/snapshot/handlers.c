/* Handlers of keep_files, task.diff and task.undo: each starts a job and answers with its result. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "contract/executor.h"
#include "contract/task.h"
#include "daemon/audit/audit.h"
#include "daemon/executor/executor.h"
#include "daemon/snapshot/internal.h"
#include "daemon/store/request.h"
#include "daemon/task/transitions.h"
#include "rpc/call.h"

static const char *problem_of(int status)
{
    switch (-status) {
    case ECANCELED:
        return "the daemon is stopping";
    case ESHUTDOWN:
        return "the task has ended";
    case EBADMSG:
        return "its snapshot is damaged";
    case E2BIG:
        return "the result is too large for one response; select some files or a directory";
    case ESTALE:
        return "its working directory was replaced";
    case ENOTDIR:
        return "its working directory was removed";
    case ELOOP:
        return "the path of its working directory has a symbolic link now";
    default:
        return strerror(-status);
    }
}

/* --- keep_files --- */

struct capture_call {
    struct snapshot_job job;
    struct call *call; /* deferred and held */
    struct snapshot_capture capture;
    int64_t task; /* its number in the store */
    int64_t added;
    char *cwd, *task_id;
};

static struct capture_call *capture_call_free(struct capture_call *capturing)
{
    free(capturing->cwd);
    free(capturing->task_id);
    free(capturing);
    return NULL;
}

static void capture(struct snapshot_job *job)
{
    struct capture_call *capturing = list_member(job, struct capture_call, job);
    struct snapshot_context context = SNAPSHOT_CONTEXT_INIT;
    context.hurry = &job->snapshots->pool->hurry;
    context.hide = buf_slice(&job->hide);
    job->status = snapshot_context_init(&context, job->snapshots->state_fd, capturing->task_id, true);
    if (job->status == 0)
        job->status = snapshot_capture(&capturing->capture, &context, job->snapshots);
    capturing->added = context.added;
    snapshot_context_clear(&context);
}

static void on_captured(struct snapshot_job *job)
{
    struct capture_call *capturing = list_member(job, struct capture_call, job);
    struct snapshot_task *task = snapshot_task_find(job->snapshots, capturing->task);
    job->snapshots->added += capturing->added;
    if (job->status == 0 && task) {
        task->is_captured = capturing->capture.captured;
        task->complete = capturing->capture.complete;
        task->kept = capturing->capture.kept;
    }
    if (job->status < 0) {
        if (job->status != -ECANCELED && job->status != -ESHUTDOWN) /* not a problem, and there may be thousands */
            log_warn("task %s: cannot save its files: %s", capturing->task_id, problem_of(job->status));
        (void)call_fail(capturing->call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot save the files: %s",
                        problem_of(job->status));
    } else {
        (void)keep_files_reply(capturing->call, &(struct keep_files_result){.kept = capturing->capture.kept,
                                                                            .complete = capturing->capture.complete});
    }
    (void)call_drop(capturing->call);
    (void)capture_call_free(capturing);
}

/* After the end of the task, its files may have changed. */
static int begin_capture(struct snapshot_job *job)
{
    return snapshot_task_find(job->snapshots, list_member(job, struct capture_call, job)->task) ? 0 : -ESHUTDOWN;
}

static struct capture_call *capture_call_new(struct snapshots *snapshots, const struct executor *executor)
{
    const struct task_record *task = executor->job->task;
    const struct task_ids *ids = task_ids_of_job(executor->job);
    struct capture_call *capturing = calloc(1, sizeof *capturing);
    if (!capturing)
        return NULL;
    capturing->job = (struct snapshot_job){.snapshots = snapshots,
                                           .session = ids->session_no,
                                           .begin = begin_capture,
                                           .work = capture,
                                           .done = on_captured};
    capturing->task = ids->no;
    capturing->cwd = strndup(task->cwd.data, task->cwd.size);
    capturing->task_id = strndup(task->id.data, task->id.size);
    capturing->capture.cwd = capturing->cwd;
    return capturing->cwd && capturing->task_id ? capturing : capture_call_free(capturing);
}

static int start_capture(struct capture_call *capturing)
{
    const struct keep_files_params *params = capturing->call->params;
    capturing->capture.all = params->paths_is != FIELD_SET;
    capturing->capture.paths = params->paths.items;
    capturing->capture.path_count = capturing->capture.all ? 0 : params->paths.count;
    int r = snapshot_task_add(capturing->job.snapshots, capturing->task, capturing->job.session, capturing->task_id);
    return r < 0 ? r : snapshot_job_start(&capturing->job);
}

int keep_files(struct call *call, const struct keep_files_params *params)
{
    struct executor *executor = executor_of(call);
    const struct slice *task_id = params->task_id_is == FIELD_SET ? &params->task_id : NULL;
    if (!executor_token_admits(executor, params->session_token, task_id, "keep_files"))
        return call_fail(call, ERROR_TOKEN_REFUSED, "the session token does not belong to this executor's task");
    const struct snapshot_task *task = snapshot_task_find(snapshot_of(call), task_ids_of_job(executor->job)->no);
    if (params->paths_is != FIELD_SET && task && task->is_captured)
        return keep_files_reply(call, &(struct keep_files_result){.kept = task->kept, .complete = task->complete});
    struct capture_call *capturing = capture_call_new(snapshot_of(call), executor);
    if (!capturing)
        return -ENOMEM;
    int r = call_defer(call, NULL, NULL, &capturing->call);
    if (r < 0) {
        (void)capture_call_free(capturing);
        return r;
    }
    call_hold(capturing->call);
    r = start_capture(capturing);
    if (r < 0) { /* otherwise the job has started */
        capturing->job.status = r;
        on_captured(&capturing->job);
    }
    return 0;
}

/* --- task.diff and task.undo --- */

struct change_call {
    struct snapshot_job job;
    struct call *call; /* deferred and held, so its params stay valid on the work thread */
    bool undo, ended, dry_run, texts;
    struct snapshot_choice choice;
    struct buf out;
    struct snapshot_undone undone;
    struct audit_note actor; /* its string is `client` */
    char *task_id, *session_id, *cwd, *client;
};

static void change_call_free(struct change_call *asked)
{
    buf_clear(&asked->out);
    free(asked->task_id);
    free(asked->session_id);
    free(asked->cwd);
    free(asked->client);
    free(asked);
}

static void diff_or_undo(struct snapshot_job *job)
{
    struct change_call *asked = list_member(job, struct change_call, job);
    struct snapshot_context context = SNAPSHOT_CONTEXT_INIT;
    context.hurry = &job->snapshots->pool->hurry;
    context.hide = buf_slice(&job->hide);
    int r = snapshot_context_init(&context, job->snapshots->state_fd, asked->task_id, false);
    if (r == 0 && asked->undo)
        r = fault_point("kept.undo");
    if (r == 0 && asked->undo)
        r = snapshot_undo(&context, job->snapshots, &asked->choice, asked->dry_run, &asked->out, &asked->undone);
    else if (r == 0)
        r = snapshot_diff(&context, job->snapshots, slice_of(asked->task_id), asked->ended, &asked->choice,
                          asked->texts, &asked->out);
    job->status = r;
    snapshot_context_clear(&context);
}

static void note_undo(const struct change_call *asked)
{
    struct buf data = BUF_LIMITED(256);
    struct audit_note note = asked->actor;
    if (asked->undone.restored + asked->undone.removed + asked->undone.left == 0)
        return;
    note.what = SLICE("task.undone");
    note.session_id = slice_of(asked->session_id);
    note.task_id = slice_of(asked->task_id);
    buf_printf(&data, "{\"restored\":%zu,\"removed\":%zu,\"left\":%zu}", asked->undone.restored, asked->undone.removed,
               asked->undone.left);
    note.data = data.error ? SLICE("") : buf_slice(&data);
    audit_write(asked->job.snapshots->audit, &note);
    buf_clear(&data);
}

/* There is no snapshot: the task changed nothing, or its agent did not announce changes. */
static void answer_empty(const struct change_call *asked)
{
    if (asked->undo)
        (void)task_undo_reply(asked->call, &(struct task_undo_result){0});
    else
        (void)task_diff_reply(
            asked->call, &(struct task_diff_result){.task_id = slice_of(asked->task_id), .cwd = slice_of(asked->cwd)});
}

/* Checked when the job starts, because a task may have started while it waited. Tasks that are claimed later wait for
 * the undo. */
static int begin_undo(struct snapshot_job *job)
{
    const struct change_call *asked = list_member(job, struct change_call, job);
    return asked->ended && !task_queue_at_work(job->snapshots->tasks_at_work, job->session) ? 0 : -EBUSY;
}

static void answer_at_work(const struct change_call *asked)
{
    const struct task_ids *at_work = task_queue_at_work(asked->job.snapshots->tasks_at_work, asked->job.session);
    bool is_this = !at_work || slice_is(at_work->id, asked->task_id);
    (void)call_fail(asked->call, ERROR_TASK_AT_WORK, "task %.*s%s is running; wait for it or cancel it",
                    SLICE_ARG(is_this ? slice_of(asked->task_id) : at_work->id), is_this ? "" : " of the same session");
}

static void on_diffed_or_undone(struct snapshot_job *job)
{
    struct change_call *asked = list_member(job, struct change_call, job);
    if (job->undoes)
        task_queue_let_go(job->snapshots->tasks_at_work, job->session);
    if (job->status == -ENOENT)
        answer_empty(asked);
    else if (asked->undo && job->status == -EBUSY)
        answer_at_work(asked);
    else if (job->status < 0)
        (void)call_fail(asked->call, ERROR_SUBSYSTEM_UNAVAILABLE, "cannot %s the changes of task %s: %s",
                        asked->undo ? "undo" : "show", asked->task_id, problem_of(job->status));
    else
        (void)call_reply_text(asked->call, buf_slice(&asked->out));
    if (asked->undo && job->status == 0 && !asked->dry_run)
        note_undo(asked);
    (void)call_drop(asked->call);
    change_call_free(asked);
}

static char *copy_of(struct slice text)
{
    return strndup(text.data ? text.data : "", text.size);
}

static struct change_call *change_call_new(struct store_request *request)
{
    const struct store_task *task = request->more;
    struct change_call *asked = calloc(1, sizeof *asked);
    if (!asked)
        return NULL;
    asked->job = (struct snapshot_job){.snapshots = snapshot_of(request->call),
                                       .session = task->session_no,
                                       .work = diff_or_undo,
                                       .done = on_diffed_or_undone};
    asked->ended = task_state_is_final(task->record.state);
    asked->task_id = copy_of(task->record.id);
    asked->session_id = copy_of(task->record.session_id);
    asked->cwd = copy_of(task->record.cwd);
    asked->client = copy_of(request->actor.client);
    asked->actor = request->actor;
    asked->actor.client = slice_of(asked->client);
    if (asked->task_id && asked->session_id && asked->cwd && asked->client)
        return asked;
    change_call_free(asked);
    return NULL;
}

/* Takes `asked`. */
static void start_change_call(struct store_request *request, struct change_call *asked)
{
    asked->call = store_request_keep_call(request);
    int r = asked->undo ? begin_undo(&asked->job) : 0;
    if (r == 0)
        r = snapshot_job_start(&asked->job);
    if (r < 0) { /* otherwise the job has started */
        asked->job.status = r;
        on_diffed_or_undone(&asked->job);
    }
}

static int find_task(struct store_request *request, struct store_tx *tx)
{
    const struct slice *task_id = request->call->params; /* task_id is the first field of both params */
    return store_task_find(tx, *task_id, &request->arena, request->more);
}

_Static_assert(offsetof(struct task_diff_params, task_id) == 0, "task_id must be the first field");
_Static_assert(offsetof(struct task_undo_params, task_id) == 0, "task_id must be the first field");

/* NULL: the call was answered. */
static struct change_call *begin_answer(struct store_request *request)
{
    const struct slice *task_id = request->call->params;
    struct change_call *asked = request->status < 0 ? NULL : change_call_new(request);
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_TASK_NOT_FOUND, "no such task: %.*s", SLICE_ARG(*task_id));
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else if (!asked)
        (void)store_fail_call(request->store, request->call, -ENOMEM);
    return asked;
}

static void answer_diff(struct store_request *request)
{
    const struct task_diff_params *params = request->call->params;
    struct change_call *asked = begin_answer(request);
    if (!asked)
        return;
    asked->texts = params->texts;
    asked->choice = (struct snapshot_choice){params->paths_is != FIELD_SET, params->paths.items, params->paths.count};
    start_change_call(request, asked);
}

static void answer_undo(struct store_request *request)
{
    const struct task_undo_params *params = request->call->params;
    struct change_call *asked = begin_answer(request);
    if (!asked)
        return;
    asked->undo = true;
    asked->dry_run = params->dry_run;
    asked->job.begin = begin_undo;
    asked->job.undoes = !params->dry_run;
    asked->choice = (struct snapshot_choice){params->paths_is != FIELD_SET, params->paths.items, params->paths.count};
    start_change_call(request, asked);
}

int task_diff(struct call *call, const struct task_diff_params *params)
{
    (void)params; /* the call's copy is used later */
    return store_request_read(call, sizeof(struct store_task), find_task, answer_diff);
}

int task_undo(struct call *call, const struct task_undo_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct store_task), find_task, answer_undo);
}
