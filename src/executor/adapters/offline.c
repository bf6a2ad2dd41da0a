#include "executor/adapters/offline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cleanup.h"
#include "executor/adapters/own.h"
#include "offline/offline.h"

static void on_ended(void *host, enum agent_end end, struct slice code, struct slice message, struct slice text)
{
    struct own *own = host;
    task_ended(own->task, own_status(end), code, message, text);
    free(own);
}

static const struct agent_host host_table = {
    .report = own_report,
    .ask_permission = own_ask_permission,
    .keep = own_keep,
    .ended = on_ended,
};

static int start(struct task *task, char problem[static 256])
{
    const struct execute_prompt_params *params = task_params(task);
    autofree const struct tool **tools = own_tools(params);
    struct own *own = calloc(1, sizeof *own);
    struct offline *offline = NULL;
    struct agent_prompt prompt = {
        .text = params->prompt, .cwd = params->cwd, .home = slice_of(getenv("HOME")), .tools = tools};
    (void)snprintf(problem, 256, "out of memory");
    int r = own && tools ? offline_start(task_loop(task), &host_table, own, &prompt, &offline, problem) : -ENOMEM;
    if (r < 0) {
        free(own);
        return r;
    }
    own->task = task;
    own->agent = offline;
    task_set_agent(task, own);
    return 0;
}

static void stop_now(struct task *task)
{
    const struct own *own = task_agent(task);
    offline_stop(own->agent);
}

static void stop(struct task *task, struct slice reason)
{
    (void)reason;
    stop_now(task);
}

static void pause_it(struct task *task, bool paused)
{
    const struct own *own = task_agent(task);
    offline_pause(own->agent, paused);
}

const struct adapter offline_adapter = {
    .name = "offline",
    .has_no_model = true,
    .start = start,
    .stop = stop,
    .kill = stop_now,
    .pause = pause_it,
};
