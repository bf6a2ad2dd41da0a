/* Starts a task: looks up its paths, chooses its agent and gets an executor, with retries while resources are short. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/agent/agent.h"
#include "daemon/executor/internal.h"
#include "daemon/sandbox/sandbox.h"

/* The delay before a start is tried again; doubled each time, up to LATER_TIMES_MAX times. */
enum { LATER_MS = 100, LATER_TIMES_MAX = 6 };

struct slice executor_agent_of(const struct task_job *job)
{
    const struct config_settings_tasks *settings = &job->pool->settings->tasks;
    if (job->task->agent_is == FIELD_SET)
        return job->task->agent;
    if (job->session->agent_is == FIELD_SET)
        return job->session->agent;
    return settings->agent_is == FIELD_SET ? settings->agent : SLICE("");
}

/* Finds the program for the agent of a task; NULL if the agent needs none. -ENOENT, with a reason: it is not
 * installed. */
static int find_program(const struct task_job *job, struct agent_program **ret_program, char problem[static 256])
{
    struct slice agent = executor_agent_of(job);
    *ret_program = NULL;
    if (agent.size == 0)
        return agent_find_automatic(job->pool->agents, job->session, job->task->cwd, job->skipped, ret_program);
    if (executor_is_configured(job->pool, agent))
        return 0;
    int r = agent_find(job->pool->agents, agent, job->task->cwd, ret_program);
    if (r == 0 && !(*ret_program)->program) {
        (void)snprintf(problem, 256, "cannot use the agent %.60s: %.160s", agent.data, (*ret_program)->problem);
        *ret_program = agent_program_free(*ret_program);
        return -ENOENT;
    }
    return r == -ENOENT ? 0 : r; /* built into the executor, or unknown: the executor will report it */
}

static int set_agent(struct executor *executor, struct slice agent, struct agent_program *program)
{
    char *name = agent.size > 0 ? strndup(agent.data, agent.size) : NULL;
    if (agent.size > 0 && !name) {
        agent_program_free(program);
        return -ENOMEM;
    }
    free(executor->agent);
    agent_program_free(executor->program);
    executor->agent = name;
    executor->program = program;
    return 0;
}

int executor_name_agent(struct executor *executor, const struct task_job *job)
{
    struct agent_program *program = NULL;
    char problem[256];
    int r = fault_point("executor.before_name");
    if (r == 0)
        r = find_program(job, &program, problem);
    if (r < 0 && r != -ENOENT) /* if the program has been removed meanwhile, the executor reports that */
        return r;
    return set_agent(executor, executor_agent_of(job), program);
}

/* Lists the user's paths that the sandbox shows besides the working directory: those of the agent, and the context
 * files of the session. */
static int list_paths(const struct task_job *job, const struct agent_program *program, struct slice **ret_read,
                      struct sandbox_paths *ret_paths)
{
    const struct session_context_files *files = &job->session->context_files;
    size_t count = job->session->context_files_is == FIELD_SET ? files->count : 0;
    *ret_paths = program ? program->paths : (struct sandbox_paths){0};
    if (count == 0)
        return 0;
    struct slice *read = calloc(ret_paths->read_count + count, sizeof *read);
    if (!read)
        return -ENOMEM;
    if (ret_paths->read_count > 0)
        memcpy(read, ret_paths->read, ret_paths->read_count * sizeof *read);
    memcpy(read + ret_paths->read_count, files->items, count * sizeof *read);
    *ret_paths = (struct sandbox_paths){read, ret_paths->read_count + count, ret_paths->write, ret_paths->write_count};
    *ret_read = read;
    return 0;
}

static int take_executor(struct task_job *job, const struct agent_program *program, bool cold,
                         struct executor **ret_executor, char problem[static 256])
{
    struct slice agent = executor_agent_of(job);
    char name[256] = EXECUTOR_BUILT_IN;
    autofree struct slice *read = NULL;
    struct sandbox_paths paths;
    if (executor_is_configured(job->pool, agent) && agent.size < sizeof name)
        (void)snprintf(name, sizeof name, "%.*s", SLICE_ARG(agent));
    int r = list_paths(job, program, &read, &paths);
    if (r < 0)
        return r;
    const struct executor_order order = {
        .name = name,
        .use = EXECUTOR_RECORD_USE_TASKS,
        .session_id = job->task->session_id,
        .spec = {.cwd = job->task->cwd,
                 .read_only = job->session->permission_mode == SESSION_PERMISSION_MODE_PLAN,
                 .network = job->session->network,
                 .is_resolved = true,
                 .more = &paths,
                 .resolved = job->resolved},
        .cold = cold,
    };
    return executor_pool_take(job->pool, &order, ret_executor, problem);
}

static int assign(struct task_job *job, bool cold, char problem[static 256])
{
    struct executor *executor = NULL;
    struct agent_program *program = NULL;
    int r = find_program(job, &program, problem);
    if (r == 0)
        r = take_executor(job, program, cold, &executor, problem);
    if (r < 0 || !executor) {
        agent_program_free(program);
        return r < 0 ? r : -ENOMEM;
    }
    r = set_agent(executor, executor_agent_of(job), program);
    if (r == 0)
        r = executor_assign(executor, job);
    if (r < 0) {
        (void)snprintf(problem, 256, "cannot give the task to an executor: %s", strerror(-r));
        executor_leave(executor, SLICE("failed"), 0);
    }
    return r;
}

struct task_job *executor_detach(struct executor *executor)
{
    struct task_job *job = executor->job;
    executor->job = NULL;
    broker_set_task(executor->model_socket, (struct slice){0});
    executor->prompted = false;
    explicit_bzero(&executor->token, sizeof executor->token);
    job->executor = NULL;
    return job;
}

/* --- retries --- */

static void end(struct task_job *job, enum task_outcome_status status, const char *problem)
{
    task_job_ended(job, &(struct task_outcome){
                            .status = status,
                            .result = {.error = {.reason = SLICE("start_failed"), .message = slice_of(problem)},
                                       .error_is = status == TASK_OUTCOME_FAILED ? FIELD_SET : FIELD_ABSENT},
                        });
}

static void try_to_assign(struct task_job *job, bool cold)
{
    char problem[256] = "";
    int r = assign(job, cold, problem);
    if (r < 0 && !problem[0])
        (void)snprintf(problem, sizeof problem, "%s", strerror(-r));
    if (process_is_shortage(r))
        executor_begin_later(job, problem);
    else if (r < 0)
        end(job, TASK_OUTCOME_FAILED, problem);
}

static void on_later(struct deadline *deadline)
{
    try_to_assign(list_member(deadline, struct task_job, later), false);
}

void executor_begin_later(struct task_job *job, const char *problem)
{
    unsigned times = job->postponed < LATER_TIMES_MAX ? job->postponed++ : LATER_TIMES_MAX;
    if (times == 0)
        log_warn("task %.*s: cannot start yet, retrying: %s", SLICE_ARG(job->task->id), problem);
    job->later.expired = on_later;
    if (timers_set(&job->pool->rpc->timers, &job->later, (uint64_t)LATER_MS << times) < 0)
        end(job, TASK_OUTCOME_FAILED, problem);
}

void executor_begin_never(struct task_job *job)
{
    if (job->later.index == 0 && !job->is_resolving)
        return;
    if (job->is_resolving)
        job->resolved = sandbox_resolved_free(job->resolved);
    job->is_resolving = false;
    timers_unset(&job->pool->rpc->timers, &job->later);
    end(job, TASK_OUTCOME_CANCELLED, "");
}

/* --- looking up paths --- */

static void describe_hung_directory(const struct task_job *job, char problem[static 256])
{
    (void)snprintf(problem, 256,
                   "the working directory %.150s does not respond (a network mount whose server is down?)",
                   job->task->cwd.data);
}

static void on_found(void *user, int status)
{
    struct task_job *job = user;
    char problem[256] = "";
    job->is_resolving = false;
    if (status == 0) {
        try_to_assign(job, false);
        return;
    }
    describe_hung_directory(job, problem);
    end(job, TASK_OUTCOME_FAILED, problem);
}

/* The paths of a session may lie on a file system that hangs, so a resolver thread looks them up if they are not
 * cached. 1: done; 0: on_found() follows. */
static int look_up(struct task_job *job, char problem[static 256])
{
    const struct session_context_files *files = &job->session->context_files;
    const struct sandbox_paths_wanted wanted = {
        .cwd = job->task->cwd,
        .is_resolved = true,
        .paths = files->items,
        .count = job->session->context_files_is == FIELD_SET ? files->count : 0,
    };
    int r = sandbox_resolve(job->pool->sandbox, &wanted, on_found, job, &job->resolved);
    job->is_resolving = r == 0;
    if (r == -ETIMEDOUT)
        describe_hung_directory(job, problem);
    return r;
}

/* --- starting --- */

int executor_begin(struct task_job *job, char problem[static 256])
{
    int r = fault_point("executor.before_take");
    if (r == 0)
        r = look_up(job, problem);
    if (r > 0)
        r = assign(job, false, problem);
    if (!process_is_shortage(r))
        return r;
    executor_begin_later(job, *problem ? problem : strerror(-r));
    return 0;
}

void executor_begin_again(struct task_job *job)
{
    try_to_assign(job, true);
}
