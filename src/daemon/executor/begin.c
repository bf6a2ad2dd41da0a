/* A run gets an executor. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/fault.h"
#include "daemon/agent/agent.h"
#include "daemon/daemon.h"
#include "daemon/executor/internal.h"

struct slice executor_agent_of(const struct executor_run *run)
{
    const struct config_settings_tasks *settings = &run->daemon->config.settings.tasks;
    if (run->task->agent_is == FIELD_SET)
        return run->task->agent;
    if (run->session->agent_is == FIELD_SET)
        return run->session->agent;
    return settings->agent_is == FIELD_SET ? settings->agent : SLICE("");
}

/* The program that plays the agent, or may; NULL: none does. -ENOENT, with a sentence: it is not there. */
static int find_program(const struct executor_run *run, struct agent_program **ret_program, char problem[static 256])
{
    struct slice agent = executor_agent_of(run);
    *ret_program = NULL;
    if (agent.size == 0)
        return agent_find_automatic(run->daemon, run->session, run->task->cwd, run->skipped, ret_program);
    if (executor_is_configured(run->daemon, agent))
        return 0;
    int r = agent_find(run->daemon, agent, run->task->cwd, ret_program);
    if (r == 0 && !(*ret_program)->program) {
        (void)snprintf(problem, 256, "the agent %.60s cannot be used: %.160s", agent.data, (*ret_program)->problem);
        *ret_program = agent_program_free(*ret_program);
        return -ENOENT;
    }
    return r == -ENOENT ? 0 : r; /* one of the executor's own, or nobody: that is for it to say */
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

int executor_name_agent(struct executor *executor, const struct executor_run *run)
{
    struct agent_program *program = NULL;
    char problem[256];
    int r = find_program(run, &program, problem);
    if (r < 0 && r != -ENOENT) /* one that is gone by now is missed by the executor */
        return r;
    return set_agent(executor, executor_agent_of(run), program);
}

/* What it sees of the user's besides the working directory: what its agent needs, and the files that the session names.
 */
static int list_paths(const struct executor_run *run, const struct agent_program *program, struct slice **ret_read,
                      struct sandbox_paths *ret_paths)
{
    const struct session_context_files *files = &run->session->context_files;
    size_t count = run->session->context_files_is == FIELD_SET ? files->count : 0;
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

static int take(struct executor_run *run, const struct agent_program *program, bool cold,
                struct executor **ret_executor, char problem[static 256])
{
    struct slice agent = executor_agent_of(run);
    char name[256] = EXECUTOR_BUILT_IN;
    autofree struct slice *read = NULL;
    struct sandbox_paths paths;
    if (executor_is_configured(run->daemon, agent) && agent.size < sizeof name)
        (void)snprintf(name, sizeof name, "%.*s", SLICE_ARG(agent));
    int r = list_paths(run, program, &read, &paths);
    if (r < 0)
        return r;
    const struct executor_order order = {
        .name = name,
        .use = EXECUTOR_RECORD_USE_TASKS,
        .session_id = run->task->session_id,
        .wish = {.cwd = run->task->cwd,
                 .read_only = run->session->permission_mode == SESSION_PERMISSION_MODE_PLAN,
                 .network = run->session->network,
                 .is_resolved = true,
                 .more = &paths},
        .cold = cold,
    };
    return executor_pool_take(run->daemon, &order, ret_executor, problem);
}

static int give(struct executor_run *run, bool cold, char problem[static 256])
{
    struct executor *executor = NULL;
    struct agent_program *program = NULL;
    int r = find_program(run, &program, problem);
    if (r == 0)
        r = take(run, program, cold, &executor, problem);
    if (r < 0 || !executor) {
        agent_program_free(program);
        return r < 0 ? r : -ENOMEM;
    }
    r = set_agent(executor, executor_agent_of(run), program);
    if (r == 0)
        r = executor_assign(executor, run);
    if (r < 0) {
        (void)snprintf(problem, 256, "it cannot be given to an executor: %s", strerror(-r));
        executor_leave(executor, SLICE("failed"), 0);
    }
    return r;
}

int executor_begin(struct executor_run *run, char problem[static 256])
{
    int r = fault_point("executor.before_take");
    return r < 0 ? r : give(run, false, problem);
}

void executor_begin_again(struct executor_run *run)
{
    char problem[256] = "";
    int r = give(run, true, problem);
    if (r == 0)
        return;
    if (!problem[0])
        (void)snprintf(problem, sizeof problem, "%s", strerror(-r));
    executor_ended(run, &(struct executor_outcome){
                            .status = EXECUTOR_FAILED,
                            .result = {.error = {.reason = SLICE("start_failed"), .message = slice_of(problem)},
                                       .error_is = FIELD_SET},
                        });
}
