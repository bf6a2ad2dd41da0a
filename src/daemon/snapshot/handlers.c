/* keep_files, task.diff, task.undo: from the call to a job, and from there to the answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "base/log.h"
#include "contract/executor.h"
#include "contract/task.h"
#include "daemon/audit/audit.h"
#include "daemon/executor/executor.h"
#include "daemon/snapshot/job.h"
#include "daemon/snapshot/work.h"
#include "daemon/store/request.h"
#include "daemon/task/transitions.h"
#include "rpc/call.h"

static const char *problem_of(int status)
{
    switch (-status) {
    case ECANCELED:
        return "the daemon stops";
    case ESHUTDOWN:
        return "the task has ended";
    case EBADMSG:
        return "what was kept of it is damaged";
    case E2BIG:
        return "these are too many files for one answer; name some of them, or a directory";
    case ESTALE:
        return "its working directory is another one by now";
    case ENOTDIR:
        return "its working directory is gone";
    case ELOOP:
        return "its working directory is behind a link by now";
    default:
        return strerror(-status);
    }
}

/* --- keep_files ------------------------------------------------------------------------------ */

struct keeping {
    struct snapshot_job job;
    struct call *call; /* deferred, and held */
    struct snapshot_keep keep;
    int64_t task; /* in the store */
    int64_t added;
    char *cwd, *task_id;
};

static struct keeping *keeping_free(struct keeping *keeping)
{
    free(keeping->cwd);
    free(keeping->task_id);
    free(keeping);
    return NULL;
}

static void keep(struct snapshot_job *job)
{
    struct keeping *keeping = list_member(job, struct keeping, job);
    struct snapshot_place place = SNAPSHOT_PLACE_INIT;
    place.hurry = &job->kept->pool->hurry;
    place.hide = buf_slice(&job->hide);
    job->status = snapshot_place_init(&place, job->kept->state_fd, keeping->task_id, true);
    if (job->status == 0)
        job->status = snapshot_keep(&keeping->keep, &place, job->kept);
    keeping->added = place.added;
    snapshot_place_clear(&place);
}

static void on_kept(struct snapshot_job *job)
{
    struct keeping *keeping = list_member(job, struct keeping, job);
    struct snapshot_task *task = snapshot_task_find(job->kept, keeping->task);
    job->kept->added += keeping->added;
    if (job->status == 0 && task) {
        task->is_captured = keeping->keep.captured;
        task->complete = keeping->keep.complete;
        task->kept = keeping->keep.kept;
    }
    if (job->status < 0) {
        if (job->status != -ECANCELED && job->status != -ESHUTDOWN) /* nothing is wrong, and there may be thousands */
            log_warn("task %s: its files cannot be kept: %s", keeping->task_id, problem_of(job->status));
        (void)call_fail(keeping->call, ERROR_SUBSYSTEM_UNAVAILABLE, "the files cannot be kept: %s",
                        problem_of(job->status));
    } else {
        (void)keep_files_reply(
            keeping->call, &(struct keep_files_result){.kept = keeping->keep.kept, .complete = keeping->keep.complete});
    }
    (void)call_drop(keeping->call);
    (void)keeping_free(keeping);
}

/* What the files hold once it has ended is not what they held before. */
static int begin_keeping(struct snapshot_job *job)
{
    return snapshot_task_find(job->kept, list_member(job, struct keeping, job)->task) ? 0 : -ESHUTDOWN;
}

static struct keeping *keeping_new(struct snapshots *kept, const struct executor *executor)
{
    const struct task_record *task = executor->run->task;
    const struct task_ids *place = task_ids_of_run(executor->run);
    struct keeping *keeping = calloc(1, sizeof *keeping);
    if (!keeping)
        return NULL;
    keeping->job = (struct snapshot_job){
        .kept = kept, .session = place->session_no, .begin = begin_keeping, .work = keep, .done = on_kept};
    keeping->task = place->no;
    keeping->cwd = strndup(task->cwd.data, task->cwd.size);
    keeping->task_id = strndup(task->id.data, task->id.size);
    keeping->keep.cwd = keeping->cwd;
    return keeping->cwd && keeping->task_id ? keeping : keeping_free(keeping);
}

static int start_keeping(struct keeping *keeping)
{
    const struct keep_files_params *params = keeping->call->params;
    keeping->keep.all = params->paths_is != FIELD_SET;
    keeping->keep.paths = params->paths.items;
    keeping->keep.path_count = keeping->keep.all ? 0 : params->paths.count;
    int r = snapshot_task_add(keeping->job.kept, keeping->task, keeping->job.session, keeping->task_id);
    return r < 0 ? r : snapshot_job_start(&keeping->job);
}

int keep_files(struct call *call, const struct keep_files_params *params)
{
    struct executor *executor = executor_of(call);
    const struct slice *task_id = params->task_id_is == FIELD_SET ? &params->task_id : NULL;
    if (!executor_token_admits(executor, params->session_token, task_id, "keep_files"))
        return call_fail(call, ERROR_TOKEN_REFUSED, "the token is not the one of this executor's task");
    const struct snapshot_task *task =
        snapshot_task_find(snapshot_of(daemon_of(call)), task_ids_of_run(executor->run)->no);
    if (params->paths_is != FIELD_SET && task && task->is_captured)
        return keep_files_reply(call, &(struct keep_files_result){.kept = task->kept, .complete = task->complete});
    struct keeping *keeping = keeping_new(snapshot_of(daemon_of(call)), executor);
    if (!keeping)
        return -ENOMEM;
    int r = call_defer(call, NULL, NULL, &keeping->call);
    if (r < 0) {
        (void)keeping_free(keeping);
        return r;
    }
    call_hold(keeping->call);
    r = start_keeping(keeping);
    if (r < 0) { /* else it is the thread's already */
        keeping->job.status = r;
        on_kept(&keeping->job);
    }
    return 0;
}

/* --- task.diff and task.undo --------------------------------------------------------------------- */

struct asking {
    struct snapshot_job job;
    struct call *call; /* deferred, and held: its params are good on the thread */
    bool undo, ended, dry_run, texts;
    struct snapshot_choice choice;
    struct buf out;
    struct snapshot_undone undone;
    struct audit_note actor; /* its text is `client` */
    char *task_id, *session_id, *cwd, *client;
};

static void asking_free(struct asking *asking)
{
    buf_clear(&asking->out);
    free(asking->task_id);
    free(asking->session_id);
    free(asking->cwd);
    free(asking->client);
    free(asking);
}

static void ask(struct snapshot_job *job)
{
    struct asking *asking = list_member(job, struct asking, job);
    struct snapshot_place place = SNAPSHOT_PLACE_INIT;
    place.hurry = &job->kept->pool->hurry;
    place.hide = buf_slice(&job->hide);
    int r = snapshot_place_init(&place, job->kept->state_fd, asking->task_id, false);
    if (r == 0 && asking->undo)
        r = fault_point("kept.undo");
    if (r == 0 && asking->undo)
        r = snapshot_undo(&place, job->kept, &asking->choice, asking->dry_run, &asking->out, &asking->undone);
    else if (r == 0)
        r = snapshot_diff(&place, job->kept, slice_of(asking->task_id), asking->ended, &asking->choice, asking->texts,
                          &asking->out);
    job->status = r;
    snapshot_place_clear(&place);
}

static void note_undo(const struct asking *asking)
{
    struct buf data = BUF_LIMITED(256);
    struct audit_note note = asking->actor;
    if (asking->undone.restored + asking->undone.removed + asking->undone.left == 0)
        return;
    note.what = SLICE("task.undone");
    note.session_id = slice_of(asking->session_id);
    note.task_id = slice_of(asking->task_id);
    buf_printf(&data, "{\"restored\":%zu,\"removed\":%zu,\"left\":%zu}", asking->undone.restored,
               asking->undone.removed, asking->undone.left);
    note.data = data.error ? SLICE("") : buf_slice(&data);
    audit_write(asking->job.kept->audit, &note);
    buf_clear(&data);
}

/* Nothing was kept of it: it has changed nothing, or nobody said that it would. */
static void answer_empty(const struct asking *asking)
{
    if (asking->undo)
        (void)task_undo_reply(asking->call, &(struct task_undo_result){0});
    else
        (void)task_diff_reply(asking->call, &(struct task_diff_result){.task_id = slice_of(asking->task_id),
                                                                       .cwd = slice_of(asking->cwd)});
}

/* When its turn has come: a task may have begun while it waited. One that is claimed from here on waits for it. */
static int begin_undo(struct snapshot_job *job)
{
    const struct asking *asking = list_member(job, struct asking, job);
    return asking->ended && !task_queue_at_work(job->kept->tasks_at_work, job->session) ? 0 : -EBUSY;
}

static void answer_at_work(const struct asking *asking)
{
    const struct task_ids *at_work = task_queue_at_work(asking->job.kept->tasks_at_work, asking->job.session);
    bool is_this = !at_work || slice_is(at_work->id, asking->task_id);
    (void)call_fail(asking->call, ERROR_TASK_AT_WORK, "the task %.*s%s is at work: wait for it, or cancel it",
                    SLICE_ARG(is_this ? slice_of(asking->task_id) : at_work->id),
                    is_this ? "" : " of the same session");
}

static void on_asked(struct snapshot_job *job)
{
    struct asking *asking = list_member(job, struct asking, job);
    if (job->undoes)
        task_queue_let_go(job->kept->tasks_at_work, job->session);
    if (job->status == -ENOENT)
        answer_empty(asking);
    else if (asking->undo && job->status == -EBUSY)
        answer_at_work(asking);
    else if (job->status < 0)
        (void)call_fail(asking->call, ERROR_SUBSYSTEM_UNAVAILABLE, "the changes of %s cannot be %s: %s",
                        asking->task_id, asking->undo ? "undone" : "shown", problem_of(job->status));
    else
        (void)call_reply_text(asking->call, buf_slice(&asking->out));
    if (asking->undo && job->status == 0 && !asking->dry_run)
        note_undo(asking);
    (void)call_drop(asking->call);
    asking_free(asking);
}

static char *copy_of(struct slice text)
{
    return strndup(text.data ? text.data : "", text.size);
}

static struct asking *asking_new(struct store_request *request)
{
    const struct store_task *task = request->more;
    struct asking *asking = calloc(1, sizeof *asking);
    if (!asking)
        return NULL;
    asking->job = (struct snapshot_job){
        .kept = snapshot_of(request->daemon), .session = task->session_no, .work = ask, .done = on_asked};
    asking->ended = task_state_is_final(task->record.state);
    asking->task_id = copy_of(task->record.id);
    asking->session_id = copy_of(task->record.session_id);
    asking->cwd = copy_of(task->record.cwd);
    asking->client = copy_of(request->actor.client);
    asking->actor = request->actor;
    asking->actor.client = slice_of(asking->client);
    if (asking->task_id && asking->session_id && asking->cwd && asking->client)
        return asking;
    asking_free(asking);
    return NULL;
}

/* Takes asking. */
static void start_asking(struct store_request *request, struct asking *asking)
{
    asking->call = store_request_keep_call(request);
    int r = asking->undo ? begin_undo(&asking->job) : 0;
    if (r == 0)
        r = snapshot_job_start(&asking->job);
    if (r < 0) { /* else it is the thread's already */
        asking->job.status = r;
        on_asked(&asking->job);
    }
}

static int find_task(struct store_request *request, struct store_tx *tx)
{
    const struct slice *task_id = request->call->params; /* the first field of both */
    return store_task_find(tx, *task_id, &request->arena, request->more);
}

_Static_assert(offsetof(struct task_diff_params, task_id) == 0, "the task comes first");
_Static_assert(offsetof(struct task_undo_params, task_id) == 0, "the task comes first");

/* NULL: answered already. */
static struct asking *begin_answer(struct store_request *request)
{
    const struct slice *task_id = request->call->params;
    struct asking *asking = request->status < 0 ? NULL : asking_new(request);
    if (request->status == -ENOENT)
        (void)call_fail(request->call, ERROR_TASK_NOT_FOUND, "there is no task %.*s", SLICE_ARG(*task_id));
    else if (request->status < 0)
        (void)call_fail(request->call, ERROR_INTERNAL_ERROR, "%s", strerror(-request->status));
    else if (!asking)
        (void)store_fail_call(request->store, request->call, -ENOMEM);
    return asking;
}

static void answer_diff(struct store_request *request)
{
    const struct task_diff_params *params = request->call->params;
    struct asking *asking = begin_answer(request);
    if (!asking)
        return;
    asking->texts = params->texts;
    asking->choice = (struct snapshot_choice){params->paths_is != FIELD_SET, params->paths.items, params->paths.count};
    start_asking(request, asking);
}

static void answer_undo(struct store_request *request)
{
    const struct task_undo_params *params = request->call->params;
    struct asking *asking = begin_answer(request);
    if (!asking)
        return;
    asking->undo = true;
    asking->dry_run = params->dry_run;
    asking->job.begin = begin_undo;
    asking->job.undoes = !params->dry_run;
    asking->choice = (struct snapshot_choice){params->paths_is != FIELD_SET, params->paths.items, params->paths.count};
    start_asking(request, asking);
}

int task_diff(struct call *call, const struct task_diff_params *params)
{
    (void)params; /* the copy that the call keeps is read */
    return store_request_read(call, sizeof(struct store_task), find_task, answer_diff);
}

int task_undo(struct call *call, const struct task_undo_params *params)
{
    (void)params;
    return store_request_read(call, sizeof(struct store_task), find_task, answer_undo);
}
