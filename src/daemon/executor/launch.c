/* Starts an executor: its program, its record for the next daemon, its entries in the audit log, and the two steps of
 * its sandbox. */
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
#include "daemon/audit/audit.h"
#include "daemon/executor/internal.h"
#include "daemon/process/process.h"
#include "json/write.h"

/* --- audit log --- */

enum { ENTRY_MAX = 1024 };

static void write_entry(const struct executor *executor, struct slice what, struct slice task_id, struct slice data)
{
    struct audit_note note = {
        .what = what,
        .session_id = slice_of(executor->session_id),
        .task_id = task_id,
        .data = data,
    };
    audit_self(&note);
    audit_write(executor->pool->audit, &note);
}

static void write_start(struct executor *executor, struct slice task_id)
{
    const struct sandbox *sandbox = &executor->sandbox;
    struct buf data = BUF_LIMITED(ENTRY_MAX);
    bool terminals = executor->use == EXECUTOR_RECORD_USE_TERMINALS;
    buf_printf(&data, "{\"executor\":\"%s\",\"pid\":%d,\"level\":\"%s\",\"network\":\"%s\",\"for\":\"%s\"",
               executor->process.id, (int)executor->process.pid, sandbox_level_word(sandbox),
               sandbox_network_word(sandbox), terminals ? "terminals" : "tasks");
    if (executor->agent && !terminals) {
        buf_append_text(&data, ",\"agent\":");
        json_write_string(&data, slice_of(executor->agent));
    }
    buf_append_char(&data, '}');
    if (!data.error)
        write_entry(executor, SLICE("executor.started"), task_id, buf_slice(&data));
    buf_clear(&data);
    executor->sandbox.audited = true;
}

void executor_note_begin(struct executor *executor, struct slice session_id, struct slice task_id)
{
    if (!executor->sandbox.audited)
        write_start(executor, task_id);
    sandbox_record(executor->pool->sandbox, &executor->sandbox, session_id);
}

void executor_note_end(const struct executor *executor)
{
    const struct process_exit *exit = executor->exit;
    char data[160];
    if (!executor->sandbox.audited || !exit)
        return;
    (void)snprintf(data, sizeof data, "{\"executor\":\"%s\",\"pid\":%d,\"how\":\"%s\",\"number\":%d,\"stopped\":%s}",
                   executor->process.id, (int)executor->process.pid,
                   exit->how == PROCESS_EXIT_CODE          ? "exited"
                   : exit->how == PROCESS_EXIT_SIGNAL      ? "signal"
                   : exit->how == PROCESS_EXIT_NOT_STARTED ? "not started"
                                                           : "unknown",
                   exit->number, exit->stopped ? "true" : "false");
    write_entry(executor, SLICE("executor.stopped"), (struct slice){0}, slice_of(data));
}

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

/* --- the view --- */

/* Arguments of prepare(), valid while the program is being started. */
struct launching {
    struct executor *executor;
    const struct sandbox_spec *spec;
    const struct config_executor *config; /* NULL: weir-executor */
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
        r = sandbox_view_write(executor->pool->sandbox, launching->spec, &program, view);
    if (r == 0)
        r = process_write_file(process->directory, "view", buf_slice(view));
    if (r < 0)
        (void)snprintf(problem, 256, "cannot write the view for its jail: %s", strerror(-r));
    return r;
}

/* --- programs --- */

static int launch_built_in(struct launching *launching, char problem[static 256])
{
    struct executor *executor = launching->executor;
    const struct config_settings_pool *settings = &executor->pool->settings->pool;
    autofree char *path = NULL;
    char batch[32], batch_ms[32], orphan_ms[32];
    int r = process_find_program("weir-executor", &path);
    if (r < 0) {
        (void)snprintf(problem, 256, "cannot find weir-executor beside weird: %s", strerror(-r));
        return r;
    }
    (void)snprintf(batch, sizeof batch, "%lld", (long long)settings->batch_messages);
    (void)snprintf(batch_ms, sizeof batch_ms, "%lld", (long long)settings->batch_ms);
    (void)snprintf(orphan_ms, sizeof orphan_ms, "%lld", (long long)settings->orphan_ms);
    /* The pool decides how long it may be idle. */
    const char *arguments[] = {path,        "--batch", batch,         "--batch-ms", batch_ms,
                               "--idle-ms", "0",       "--orphan-ms", orphan_ms,    NULL};
    struct process_command command = {
        .arguments = (char *const *)arguments, .cwd = "/", .prepare = prepare, .user = launching};
    executor->process.is_given = true;
    return process_start(&executor->process, executor->pool->processes, &command, problem);
}

/* Without `cwd` in its configuration, the program starts in the directory of the configuration file; a sandbox hides
 * that directory, so there it starts in /. */
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
        arguments[i] = (char *)config->command.items[i].data; /* a decoded string ends with NUL */
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

int executor_launch(struct executor *executor, const struct sandbox_spec *spec, char problem[static 256])
{
    struct executor_pool *pool = executor->pool;
    struct executor_token secret;
    executor->started_ns = clock_monotonic_ns();
    int r = executor_token_make(&secret);
    if (r < 0)
        return r;
    memcpy(executor->hand_shake, secret.text, sizeof executor->hand_shake);
    struct launching launching = {executor, spec, configured(pool, slice_of(executor->name))};
    executor->sandbox.network = spec->network;
    executor->sandbox.read_only = spec->read_only;
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
        executor_pool_changed(pool);
        return r;
    }
    log_debug("executor %s: started (name %s, pid %d)", executor->process.id, executor->name,
              (int)executor->process.pid);
    (void)executor_note(executor);
    executor_link(executor);
    return 0;
}

int executor_note(struct executor *executor)
{
    const struct task_job *job = executor->job;
    struct executor_record record = {
        .executor = slice_of(executor->name),
        .hand_shake = slice_of(executor->hand_shake),
        .resumes = executor->resumes,
        .use = executor->use,
        .session_id = slice_of(executor->session_id),
        .session_id_is = executor->session_id ? FIELD_SET : FIELD_ABSENT,
        .task_id = job ? job->task->id : SLICE(""),
        .task_id_is = job ? FIELD_SET : FIELD_ABSENT,
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
        log_warn("executor %s: cannot write its record, so the next daemon will not find it: %s", executor->process.id,
                 strerror(-r));
    return r;
}

bool executor_has_entered(const struct executor *executor)
{
    const struct sandbox *sandbox = &executor->sandbox;
    return sandbox->state == SANDBOX_WHOLE ||
           (executor->use == EXECUTOR_RECORD_USE_WARM && sandbox->state == SANDBOX_GENERAL);
}

/* --- the sandbox that is in force --- */

/* The jail reached less than the session asks for. */
static void refuse_level(struct executor *executor, const char *problem)
{
    executor->sandbox.refused = true;
    (void)snprintf(executor->pool->sandbox->problem, sizeof executor->pool->sandbox->problem, "%s", problem);
    executor_failed(executor, problem);
}

static bool is_enough(struct executor *executor, const struct sandbox_hello *hello)
{
    bool off = hello->level == SESSION_SANDBOX_LEVEL_OFF, configured_off = sandbox_is_off(executor->pool->sandbox);
    enum session_network network = executor->sandbox.network;
    if (off && !configured_off)
        refuse_level(executor, "its jail did not apply a sandbox");
    else if (network == SESSION_NETWORK_MODEL_ONLY && hello->level == SESSION_SANDBOX_LEVEL_LANDLOCK)
        refuse_level(executor, "the network \"model-only\" needs namespaces, which are not available here; set the "
                               "network of the session to \"none\" or \"full\", or see: weir doctor");
    else if (network != SESSION_NETWORK_FULL && !hello->closed && !off)
        refuse_level(executor, "its jail did not close the network");
    else
        return true;
    return false;
}

static void on_hello(struct sandbox_control *control, int status, struct slice answer)
{
    struct executor *executor = list_member(control, struct executor, sandbox.control);
    struct sandbox *sandbox = &executor->sandbox;
    struct sandbox_facts *facts = executor->pool->sandbox;
    struct sandbox_hello hello;
    char problem[256];
    int r = status < 0 ? status : sandbox_hello_read(answer, &hello);
    if (executor->exit || executor->state == EXECUTOR_LEAVING)
        return;
    if (r < 0) {
        executor->starved = process_is_shortage(r);
        (void)snprintf(problem, sizeof problem, "cannot read the sandbox level from its jail: %s", strerror(-r));
        executor_failed(executor, problem);
        return;
    }
    if (!executor->inherited && executor->started_ns > 0 && !is_enough(executor, &hello))
        return;
    sandbox->level = (enum session_sandbox_level)hello.level;
    sandbox->landlock = hello.landlock;
    sandbox->closed = hello.closed;
    sandbox->state = sandbox->rules ? SANDBOX_WHOLE : SANDBOX_GENERAL;
    facts->reached = true;
    facts->level = sandbox->level;
    facts->problem[0] = '\0';
    executor_ready(executor);
}

void executor_enter_ask(struct executor *executor)
{
    struct sandbox *sandbox = &executor->sandbox;
    struct executor_pool *pool = executor->pool;
    if (sandbox->state != SANDBOX_UNKNOWN || sandbox_control_is_busy(&sandbox->control))
        return;
    int r = sandbox_control_ask(&sandbox->control, pool->sandbox, executor->process.directory, SLICE("hello\n"),
                                (uint64_t)pool->settings->pool.start_ms, on_hello);
    if (r < 0) {
        executor->starved = process_is_shortage(r);
        executor_failed(executor, strerror(-r));
    }
}

/* --- the sandbox of a session --- */

/* The warm executor is unusable: starts a new executor for its task or terminals. */
static void give_up(struct executor *executor, const char *problem)
{
    struct task_job *job = executor->stop == RUN_GOES_ON ? executor->job : NULL;
    struct executor *other = NULL;
    char why[256] = "";
    log_warn("executor %s: cannot apply the sandbox of the session: %s", executor->process.id, problem);
    if (job)
        (void)executor_detach(executor);
    if (!list_is_empty(&executor->terminal_waiters)) {
        const struct executor_order order = {
            .name = EXECUTOR_BUILT_IN,
            .use = EXECUTOR_RECORD_USE_TERMINALS,
            .session_id = slice_of(executor->session_id),
            .spec = {.cwd = slice_of(sandbox_rules_cwd(executor->sandbox.rules)),
                     .read_only = executor->sandbox.read_only,
                     .network = executor->sandbox.network,
                     .is_resolved = true},
            .cold = true,
        };
        int r = executor_pool_take(executor->pool, &order, &other, why);
        if (r == 0)
            r = executor_move_terminals(executor, other);
        if (r < 0)
            executor_tell_terminals(executor, *why ? why : strerror(-r));
    }
    executor_failed(executor, problem);
    if (job)
        executor_begin_again(job);
}

void executor_enter_gone(struct executor *executor)
{
    if (executor->sandbox.state == SANDBOX_ENTERING)
        give_up(executor, "it ended");
}

static void on_session(struct sandbox_control *control, int status, struct slice answer)
{
    struct executor *executor = list_member(control, struct executor, sandbox.control);
    char problem[256] = "";
    int r = status < 0 ? status : sandbox_session_read(answer, problem);
    if (executor->exit || executor->state == EXECUTOR_LEAVING)
        return;
    if (r < 0) {
        if (!problem[0])
            (void)snprintf(problem, sizeof problem, "no response from its jail: %s", strerror(-r));
        give_up(executor, problem);
        return;
    }
    executor->sandbox.state = SANDBOX_WHOLE;
    log_debug("executor %s: applied the sandbox of the session", executor->process.id);
    executor_ready(executor);
}

int executor_enter(struct executor *executor, const struct sandbox_spec *spec)
{
    struct sandbox *sandbox = &executor->sandbox;
    struct executor_pool *pool = executor->pool;
    struct buf part = BUF_LIMITED(SANDBOX_VIEW_MAX);
    sandbox->read_only = spec->read_only;
    sandbox->network = spec->network;
    if (sandbox->level == SESSION_SANDBOX_LEVEL_OFF) {
        sandbox->state = SANDBOX_WHOLE;
        return 0;
    }
    int r = fault_point("sandbox.before_session");
    if (r == 0)
        r = buf_append_text(&part, "session\n");
    if (r == 0)
        r = sandbox_view_extend(pool->sandbox, spec, &sandbox->view, &part);
    if (r == 0)
        r = sandbox_control_ask(&sandbox->control, pool->sandbox, executor->process.directory, buf_slice(&part),
                                (uint64_t)pool->settings->pool.start_ms, on_session);
    if (r == 0) {
        struct slice lines = buf_slice(&part);
        lines = (struct slice){lines.data + 8, lines.size - 8};
        if (buf_append_slice(&sandbox->view, lines) < 0)
            log_warn("executor %s: out of memory for the record of its view", executor->process.id);
        sandbox->state = SANDBOX_ENTERING;
    }
    buf_clear(&part);
    return r;
}
