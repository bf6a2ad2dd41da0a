/* Starting the program of an executor, and what is noted of it for the next daemon. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/paths.h"
#include "daemon/executor/internal.h"
#include "daemon/process/process.h"

enum { ARGUMENTS_MAX = 1024 };

static const struct config_executor *configured(const struct executor_pool *pool, struct slice name)
{
    const struct config_settings *settings = pool->settings;
    if (settings->executors_is != FIELD_SET)
        return NULL;
    for (size_t i = 0; i < settings->executors.count; i++)
        if (slice_equal(settings->executors.items[i].key, name))
            return &settings->executors.items[i].value;
    return NULL;
}

bool executor_is_configured(const struct executor_pool *pool, struct slice name)
{
    return configured(pool, name) != NULL;
}

/* --- the sandbox ---------------------------------------------------------------------------------- */

/* What a program is started with, while it is. */
struct launching {
    struct executor *executor;
    const struct sandbox_wish *wish;
    const struct config_executor *config; /* NULL: weir's own */
};

static int prepare(void *user, const struct process *process, char problem[static 256])
{
    struct launching *launching = user;
    struct executor *executor = launching->executor;
    autofree char *tmp = NULL;
    int r = paths_join(process->directory, "tmp", &tmp);
    if (r == 0 && mkdir(tmp, 0700) < 0)
        r = -errno;
    autofree char *spool = NULL;
    if (r == 0 && process->is_given)
        r = paths_join(process->link, "spool", &spool);
    const struct sandbox_program program = {.config = launching->config,
                                            .own = process->own,
                                            .tmp = tmp,
                                            .socket = process->socket_path,
                                            .spool = spool,
                                            .is_given = process->is_given};
    struct buf *view = &executor->sandbox.view;
    *view = (struct buf)BUF_LIMITED(SANDBOX_VIEW_MAX);
    if (r == 0)
        r = sandbox_view_write(executor->pool->sandbox, launching->wish, &program, view);
    if (r == 0)
        r = process_place_write(process->directory, "view", buf_slice(view));
    if (r < 0)
        (void)snprintf(problem, 256, "cannot tell its jail what it may see: %s", strerror(-r));
    return r;
}

/* --- the programs --------------------------------------------------------------------------------- */

static int launch_built_in(struct launching *launching, char problem[static 256])
{
    struct executor *executor = launching->executor;
    const struct config_settings_pool *settings = &executor->pool->settings->pool;
    autofree char *path = NULL;
    char batch[32], batch_ms[32], orphan_ms[32];
    int r = process_place_program("weir-executor", &path);
    if (r < 0) {
        (void)snprintf(problem, 256, "weir-executor is not where weird is: %s", strerror(-r));
        return r;
    }
    (void)snprintf(batch, sizeof batch, "%lld", (long long)settings->batch_messages);
    (void)snprintf(batch_ms, sizeof batch_ms, "%lld", (long long)settings->batch_ms);
    (void)snprintf(orphan_ms, sizeof orphan_ms, "%lld", (long long)settings->orphan_ms);
    /* How long it may be idle is for the pool to say. */
    const char *arguments[] = {path,        "--batch", batch,         "--batch-ms", batch_ms,
                               "--idle-ms", "0",       "--orphan-ms", orphan_ms,    NULL};
    struct process_command command = {
        .arguments = (char *const *)arguments, .cwd = "/", .prepare = prepare, .user = launching};
    executor->process.is_given = true;
    return process_start(&executor->process, executor->pool->processes, &command, problem);
}

/* The directory of the configuration is where it starts that names no other; a sandbox hides that. */
static int launch_configured(struct launching *launching, char problem[static 256])
{
    struct executor *executor = launching->executor;
    const struct config_executor *config = launching->config;
    autofree char *directory = NULL;
    size_t count = config->command.count;
    if (count == 0 || count > ARGUMENTS_MAX)
        return -E2BIG;
    char *arguments[ARGUMENTS_MAX + 1];
    for (size_t i = 0; i < count; i++)
        arguments[i] = (char *)config->command.items[i].data; /* a decoded string has its NUL */
    arguments[count] = NULL;
    struct process_command command = {
        .arguments = arguments, .cwd = config->cwd.data, .prepare = prepare, .user = launching};
    if (config->cwd_is != FIELD_SET && !sandbox_is_off(executor->pool->sandbox)) {
        command.cwd = "/";
    } else if (config->cwd_is != FIELD_SET) {
        directory = strdup(executor->pool->options->config_path);
        if (!directory)
            return -ENOMEM;
        char *slash = strrchr(directory, '/');
        if (slash)
            slash[slash == directory ? 1 : 0] = '\0';
        command.cwd = slash ? directory : "/";
    }
    return process_start(&executor->process, executor->pool->processes, &command, problem);
}

int executor_launch(struct executor *executor, const struct sandbox_wish *wish, char problem[static 256])
{
    struct executor_pool *pool = executor->pool;
    struct executor_token secret;
    executor->begun_ns = clock_monotonic_ns();
    int r = executor_token_make(&secret);
    if (r < 0)
        return r;
    memcpy(executor->hand_shake, secret.text, sizeof executor->hand_shake);
    struct launching launching = {executor, wish, configured(pool, slice_of(executor->name))};
    executor->sandbox.network = wish->network;
    executor->sandbox.read_only = wish->read_only;
    memcpy(executor->settings, pool->settings_sum, sizeof executor->settings);
    if (launching.config)
        r = launch_configured(&launching, problem);
    else if (strcmp(executor->name, EXECUTOR_BUILT_IN) == 0)
        r = launch_built_in(&launching, problem);
    else
        r = -ENOENT;
    if (r < 0) {
        pool->failures++;
        (void)snprintf(pool->problem, sizeof pool->problem, "%s", *problem ? problem : strerror(-r));
        return r;
    }
    log_debug("executor %s: started, %s, process %d", executor->process.id, executor->name, (int)executor->process.pid);
    (void)executor_note(executor);
    executor_link(executor);
    return 0;
}

int executor_note(struct executor *executor)
{
    const struct task_job *run = executor->run;
    struct executor_record record = {
        .executor = slice_of(executor->name),
        .hand_shake = slice_of(executor->hand_shake),
        .resumes = executor->resumes,
        .use = executor->use,
        .session_id = slice_of(executor->session_id),
        .session_id_is = executor->session_id ? FIELD_SET : FIELD_ABSENT,
        .task_id = run ? run->task->id : SLICE(""),
        .task_id_is = run ? FIELD_SET : FIELD_ABSENT,
        .own_session = executor->use == EXECUTOR_RECORD_USE_TERMINALS && !executor->session_id,
        .settings = slice_of(executor->settings),
        .settings_is = FIELD_SET,
    };
    const struct sandbox *sandbox = &executor->sandbox;
    if (sandbox->state == SANDBOX_WHOLE && sandbox->rules) {
        record.rules = slice_of(sandbox->rules);
        record.rules_is = FIELD_SET;
    }
    if (sandbox->state != SANDBOX_UNKNOWN) {
        record.level = (enum executor_record_level)sandbox->level;
        record.level_is = FIELD_SET;
        record.closed = sandbox->closed;
    }
    int r = fault_point("executor.note");
    if (r == 0)
        r = process_note(&executor->process, &record);
    if (r < 0)
        log_warn("executor %s: its record cannot be written, and a daemon after this one will not find it: %s",
                 executor->process.id, strerror(-r));
    return r;
}
