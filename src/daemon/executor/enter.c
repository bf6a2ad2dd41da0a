/* The sandbox of an executor: its jail says what is in force, and puts a session's part into force. Until then nothing
 * is given to it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fault.h"
#include "base/log.h"
#include "daemon/executor/internal.h"

bool executor_has_entered(const struct executor *executor)
{
    const struct sandbox *sandbox = &executor->sandbox;
    return sandbox->state == SANDBOX_WHOLE ||
           (executor->use == EXECUTOR_RECORD_USE_WARM && sandbox->state == SANDBOX_GENERAL);
}

/* --- what is in force ----------------------------------------------------------------------------- */

/* It would be less than was asked for. */
static void refuse(struct executor *executor, const char *problem)
{
    executor->sandbox.refused = true;
    (void)snprintf(executor->pool->sandbox->problem, sizeof executor->pool->sandbox->problem, "%s", problem);
    executor_failed(executor, problem);
}

static bool is_enough(struct executor *executor, const struct sandbox_hello *hello)
{
    bool off = hello->level == SESSION_SANDBOX_LEVEL_OFF, wished_off = sandbox_is_off(executor->pool->sandbox);
    enum session_network network = executor->sandbox.network;
    if (off && !wished_off)
        refuse(executor, "its jail has made no sandbox");
    else if (network == SESSION_NETWORK_MODEL_ONLY && hello->level == SESSION_SANDBOX_LEVEL_LANDLOCK)
        refuse(executor, "the network \"model-only\" needs namespaces, which cannot be had here: choose \"none\" or "
                         "\"full\" for the session, or see `weir doctor`");
    else if (network != SESSION_NETWORK_FULL && !hello->closed && !off)
        refuse(executor, "its jail has not closed the network");
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
        executor->starved = executor_is_shortage(r);
        (void)snprintf(problem, sizeof problem, "its jail does not say what is in force: %s", strerror(-r));
        executor_failed(executor, problem);
        return;
    }
    if (!executor->found && executor->begun_ns > 0 && !is_enough(executor, &hello))
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
        executor->starved = executor_is_shortage(r);
        executor_failed(executor, strerror(-r));
    }
}

/* --- a session's part ------------------------------------------------------------------------------- */

/* Whoever was to get it gets another one, started for the purpose. */
static void give_up(struct executor *executor, const char *problem)
{
    struct task_job *run = executor->stop == RUN_GOES_ON ? executor->run : NULL;
    struct executor *other = NULL;
    char why[256] = "";
    log_warn("executor %s: does not become the session's: %s", executor->process.id, problem);
    if (run)
        (void)executor_detach(executor);
    if (!list_is_empty(&executor->terminal_waiters)) {
        const struct executor_order order = {
            .name = EXECUTOR_BUILT_IN,
            .use = EXECUTOR_RECORD_USE_TERMINALS,
            .session_id = slice_of(executor->session_id),
            .wish = {.cwd = slice_of(sandbox_rules_cwd(executor->sandbox.rules)),
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
    if (run)
        executor_begin_again(run);
}

void executor_enter_gone(struct executor *executor)
{
    if (executor->sandbox.state == SANDBOX_ENTERING)
        give_up(executor, "it has ended meanwhile");
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
            (void)snprintf(problem, sizeof problem, "its jail does not answer: %s", strerror(-r));
        give_up(executor, problem);
        return;
    }
    executor->sandbox.state = SANDBOX_WHOLE;
    log_debug("executor %s: the session's part is in force", executor->process.id);
    executor_ready(executor);
}

int executor_enter(struct executor *executor, const struct sandbox_wish *wish)
{
    struct sandbox *sandbox = &executor->sandbox;
    struct executor_pool *pool = executor->pool;
    struct buf part = BUF_LIMITED(SANDBOX_VIEW_MAX);
    sandbox->read_only = wish->read_only;
    sandbox->network = wish->network;
    if (sandbox->level == SESSION_SANDBOX_LEVEL_OFF) {
        sandbox->state = SANDBOX_WHOLE;
        return 0;
    }
    int r = fault_point("sandbox.before_session");
    if (r == 0)
        r = buf_append_text(&part, "session\n");
    if (r == 0)
        r = sandbox_view_extend(pool->sandbox, wish, &sandbox->view, &part);
    if (r == 0)
        r = sandbox_control_ask(&sandbox->control, pool->sandbox, executor->process.directory, buf_slice(&part),
                                (uint64_t)pool->settings->pool.start_ms, on_session);
    if (r == 0) {
        struct slice lines = buf_slice(&part);
        lines = (struct slice){lines.data + 8, lines.size - 8};
        if (buf_append_slice(&sandbox->view, lines) < 0)
            log_warn("executor %s: no memory for what it sees", executor->process.id);
        sandbox->state = SANDBOX_ENTERING;
    }
    buf_clear(&part);
    return r;
}
