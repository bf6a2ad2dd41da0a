/* terminal.open: finds the session, gets an executor, opens the terminal, and stores the event before the response is
 * sent. */
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/environment.h"
#include "base/fault.h"
#include "contract/executor.h"
#include "daemon/client/client.h"
#include "daemon/executor/executor.h"
#include "daemon/sandbox/sandbox.h"
#include "daemon/store/request.h"
#include "daemon/terminal/internal.h"
#include "rpc/call.h"
#include "rpc/peer.h"

enum { ARENA_BYTES = 1 << 20 };

/* A terminal that is being opened. The call is held, so its params are valid on every thread until it is dropped. */
struct opening {
    struct store_query query;
    struct terminal *terminal;
    struct call *call;
    struct arena arena;
    struct store_session session;
    struct sandbox_resolved *resolved; /* the resolved directories; or NULL */
};

/* --- checks --- */

static bool check_environment(struct call *call, const struct terminal_open_params *params)
{
    for (size_t i = 0; params->env_is == FIELD_SET && i < params->env.count; i++) {
        char path[160], message[320];
        struct slice name = params->env.items[i].key;
        enum environment_verdict verdict = environment_judge(name);
        if (verdict == ENVIRONMENT_TAKEN)
            continue;
        int shown = (int)(name.size < 128 ? name.size : 128);
        (void)snprintf(path, sizeof path, "params.env.%.*s", shown, name.data);
        (void)snprintf(message, sizeof message, "the variable %.*s %s", shown, name.data, environment_problem(verdict));
        (void)call_refuse(call, verdict == ENVIRONMENT_MALFORMED ? ERROR_INVALID_PARAMS : ERROR_ENVIRONMENT_REFUSED,
                          path, message);
        return false;
    }
    return true;
}

static bool check(struct call *call, const struct terminal_open_params *params)
{
    const struct terminal_set *set = terminal_set_of(call);
    if (params->session_id_is != FIELD_SET && params->cwd_is != FIELD_SET)
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd",
                          "Invalid params: pass params.sessionId or params.cwd");
    else if (params->cwd_is == FIELD_SET && params->cwd.data[0] != '/')
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.cwd",
                          "Invalid params: params.cwd must be an absolute path");
    else if (params->command_is == FIELD_SET &&
             (params->use_tmux || memchr(params->command.data, '\0', params->command.size)))
        (void)call_refuse(call, ERROR_INVALID_PARAMS, "params.command",
                          "Invalid params: params.command must not contain NUL or be combined with params.useTmux");
    else if (!check_environment(call, params))
        return false;
    else if (set->stopping)
        (void)call_fail(call, ERROR_STOPPING, "the daemon is stopping");
    else if (set->count >= (size_t)set->settings->terminals.max)
        (void)call_fail(call, ERROR_TOO_MANY_TERMINALS, "limit of %zu terminals reached (terminals.max)", set->count);
    else
        return true;
    return false;
}

/* --- end of the call --- */

/* The call was answered. */
static void opening_free(struct opening *opening)
{
    (void)call_drop(opening->call);
    opening->resolved = sandbox_resolved_free(opening->resolved);
    arena_clear(&opening->arena);
    free(opening);
}

/* Gives up the terminal; the call was answered. */
static void give_up(struct opening *opening)
{
    struct terminal *terminal = opening->terminal;
    opening_free(opening);
    terminal->state = TERMINAL_OVER;
    terminal->set->count--;
    terminal->executor = NULL;
    terminal_settle(terminal);
}

static void fail(struct opening *opening, const char *problem)
{
    (void)call_fail(opening->call, ERROR_TERMINAL_FAILED, "cannot open the terminal: %s", problem);
    give_up(opening);
}

static void on_stored(struct terminal *terminal)
{
    struct opening *opening = terminal->opening;
    terminal->opening = NULL;
    (void)terminal_open_reply(
        opening->call, &(struct terminal_open_result){.terminal_id = slice_of(terminal->id), .pid = terminal->pid});
    opening_free(opening);
}

/* --- terminal --- */

static void ignore(void *user, const struct reply *reply)
{
    (void)user;
    (void)reply;
}

/* The executor may have opened a terminal that is not usable, so it is asked to close it. */
static void undo(struct opening *opening, struct executor *executor, const char *problem)
{
    struct terminal *terminal = opening->terminal;
    const struct close_terminal_params params = {.terminal_id = slice_of(terminal->id), .forget = true};
    if (executor && !terminal_leave_executor(terminal) && executor->peer)
        (void)peer_call(executor->peer, &close_terminal_method, &params, TERMINAL_CALL_MS, ignore, NULL, NULL);
    fail(opening, problem);
}

static void on_spawned(void *user, const struct reply *reply)
{
    struct opening *opening = user;
    struct terminal *terminal = opening->terminal;
    struct executor *executor = terminal->executor;
    const struct spawn_terminal_result *result = reply->result;
    char problem[256];
    const char *why = problem;
    int r = reply->status;
    (void)fault_point("terminal.spawned");
    if (r < 0)
        (void)snprintf(problem, sizeof problem, "%.*s", (int)(reply->message.size < 250 ? reply->message.size : 250),
                       reply->message.size ? reply->message.data : strerror(-r));
    else if (!slice_is(result->terminal_id, terminal->id))
        r = -EPROTO, why = "the executor opened another terminal";
    else
        r = terminal_take_fds(terminal, reply->fds, result->pty_pid, &why);
    if (r == 0 && terminal->close_after_open)
        r = -ESTALE, why = "its session was closed";
    if (r < 0) {
        undo(opening, executor, why);
        return;
    }
    if (result->created_at_is == FIELD_SET)
        terminal->created_at_ms = result->created_at; /* the executor's time, which the next daemon will get, too */
    terminal->state = TERMINAL_OPEN;
    terminal->opening = opening;
    terminal_watch(terminal);
    if (((const struct terminal_open_params *)opening->call->params)->command_is == FIELD_SET)
        terminal_await_viewer(terminal);
    terminal_store_opened(terminal, on_stored);
    if (terminal->exit.known) /* its exit was reported before the response */
        terminal_has_exited(terminal, NULL);
}

static void spawn(struct opening *opening, struct executor *executor)
{
    const struct terminal_open_params *requested = opening->call->params;
    struct terminal *terminal = opening->terminal;
    /* The sandbox shows only the resolved path. */
    const char *real = NULL, *place;
    (void)sandbox_resolved_path(opening->resolved, terminal->cwd, &real, &place);
    const struct spawn_terminal_params params = {
        .session_token = slice_of(executor->terminal_token.text),
        .cwd = slice_of(real ? real : terminal->cwd),
        .shell = slice_of(terminal->shell),
        /* Both are maps of strings with the same layout, as asserted below. */
        .env = {.items = (struct spawn_terminal_params_env_pair *)requested->env.items, .count = requested->env.count},
        .env_is = requested->env_is,
        .command = requested->command,
        .command_is = requested->command_is,
        .use_tmux = requested->use_tmux,
        .tmux_session_name = requested->tmux_session_name,
        .tmux_session_name_is = requested->tmux_session_name_is,
        .tmux_window_name = requested->tmux_window_name,
        .tmux_window_name_is = requested->tmux_window_name_is,
        .cols = requested->cols,
        .rows = requested->rows,
        .terminal_id = slice_of(terminal->id),
        .terminal_id_is = FIELD_SET,
    };
    terminal->executor = executor;
    executor->terminals++;
    int r = peer_call(executor->peer, &spawn_terminal_method, &params, TERMINAL_CALL_MS, on_spawned, opening, NULL);
    if (r < 0)
        undo(opening, executor, strerror(-r));
}

_Static_assert(sizeof(struct spawn_terminal_params_env_pair) == sizeof(struct terminal_open_params_env_pair) &&
                   offsetof(struct spawn_terminal_params_env_pair, value) ==
                       offsetof(struct terminal_open_params_env_pair, value),
               "the pairs of both maps must have the same layout");

static void on_executor(void *user, struct executor *executor, const char *problem)
{
    struct opening *opening = user;
    if (opening->terminal->close_after_open)
        problem = "its session was closed";
    if (executor && executor->peer && !opening->terminal->close_after_open) {
        spawn(opening, executor);
        return;
    }
    if (executor && executor->terminals == 0)
        executor_drop_terminals(executor);
    fail(opening, problem ? problem : "its executor ended");
}

static struct slice directory_of(const struct opening *opening)
{
    return opening->session.no > 0 ? opening->session.record.cwd : slice_of(opening->terminal->cwd);
}

static void take_executor(struct opening *opening)
{
    const struct terminal *terminal = opening->terminal;
    const struct session_record *session = opening->session.no > 0 ? &opening->session.record : NULL;
    const struct sandbox_spec spec = {
        .cwd = directory_of(opening),
        .read_only = session && session->permission_mode == SESSION_PERMISSION_MODE_PLAN,
        .network = session ? session->network : terminal->set->settings->network,
        .is_resolved = session != NULL,
        .resolved = opening->resolved,
    };
    char problem[256] = "";
    int r = executor_for_terminals(terminal->set->executors, slice_of(terminal->session_id), &spec, on_executor,
                                   opening, problem);
    if (r < 0)
        fail(opening, *problem ? problem : strerror(-r));
}

static void fail_hung(struct opening *opening, int status)
{
    char problem[256];
    (void)snprintf(problem, sizeof problem,
                   "the directory %.150s does not respond (a network mount whose server is down?)",
                   opening->terminal->cwd);
    fail(opening, status == -ETIMEDOUT ? problem : strerror(-status));
}

static void on_found(void *user, int status)
{
    struct opening *opening = user;
    if (status < 0)
        fail_hung(opening, status);
    else if (opening->terminal->close_after_open)
        fail(opening, "its session was closed");
    else if (opening->terminal->set->stopping)
        fail(opening, "the daemon is stopping");
    else
        take_executor(opening);
}

/* Resolves the session's directory, and the one in which the terminal starts. */
static void find_executor(struct opening *opening)
{
    struct terminal *terminal = opening->terminal;
    const struct slice own = slice_of(terminal->cwd);
    const struct sandbox_paths_wanted wanted = {
        .cwd = directory_of(opening), .is_resolved = opening->session.no > 0, .paths = &own, .count = 1};
    int r = sandbox_resolve(terminal->set->sandbox, &wanted, on_found, opening, &opening->resolved);
    if (r < 0)
        fail_hung(opening, r);
    else if (r > 0)
        take_executor(opening);
}

/* --- session --- */

static int find_session(struct store_query *query, struct store_tx *tx)
{
    struct opening *opening = list_member(query, struct opening, query);
    const struct terminal_open_params *params = opening->call->params;
    return store_session_find(tx, params->session_id, &opening->arena, &opening->session);
}

static void on_session(struct store_query *query)
{
    struct opening *opening = list_member(query, struct opening, query);
    const struct terminal_open_params *params = opening->call->params;
    struct terminal *terminal = opening->terminal;
    if (query->failed || (query->status < 0 && query->status != -ENOENT)) {
        (void)store_fail_call(terminal->set->store, opening->call, query->status);
        give_up(opening);
    } else if (query->status == -ENOENT) {
        (void)call_fail(opening->call, ERROR_SESSION_NOT_FOUND, "no such session: %.*s", SLICE_ARG(params->session_id));
        give_up(opening);
    } else if (opening->session.record.state != SESSION_STATE_OPEN || terminal->close_after_open) {
        (void)call_fail(opening->call, ERROR_SESSION_CLOSED, "session %.*s is closed", SLICE_ARG(params->session_id));
        give_up(opening);
    } else if (terminal->set->stopping) {
        (void)call_fail(opening->call, ERROR_STOPPING, "the daemon is stopping");
        give_up(opening);
    } else {
        if (params->cwd_is != FIELD_SET) {
            free(terminal->cwd);
            terminal->cwd = strndup(opening->session.record.cwd.data, opening->session.record.cwd.size);
        }
        if (terminal->cwd)
            find_executor(opening);
        else
            fail(opening, strerror(ENOMEM));
    }
}

/* --- terminal.open --- */

/* The user's shell from the password database. */
static struct slice default_shell(void)
{
    const struct passwd *user = getpwuid(getuid());
    return slice_of(user && user->pw_shell && user->pw_shell[0] == '/' ? user->pw_shell : "bash");
}

int terminal_open(struct call *call, const struct terminal_open_params *params)
{
    if (!check(call, params))
        return 0;
    const struct client *client = client_of(call);
    struct terminal_set *set = terminal_set_of(call);
    bool has_session = params->session_id_is == FIELD_SET;
    /* The session may already have an executor for terminals. */
    if (terminal_hold_for_restart(call) || (has_session && terminal_hold(call, (struct slice){0})))
        return 0;
    if (has_session && !store_is_open(set->store))
        return call_fail(call, ERROR_SUBSYSTEM_UNAVAILABLE, "the store is not open");
    struct opening *opening = calloc(1, sizeof *opening);
    if (!opening)
        return -ENOMEM;
    int r = call_defer(call, NULL, NULL, &opening->call);
    if (r < 0) {
        free(opening);
        return r;
    }
    call_hold(opening->call);
    params = opening->call->params;
    opening->arena = (struct arena)ARENA_LIMITED(ARENA_BYTES);
    opening->terminal = terminal_new(set, has_session ? params->session_id : (struct slice){0},
                                     params->cwd_is == FIELD_SET ? params->cwd : (struct slice){0},
                                     params->shell_is == FIELD_SET ? params->shell : default_shell());
    if (!opening->terminal) {
        (void)call_fail(opening->call, ERROR_INTERNAL_ERROR, "out of memory for a terminal");
        opening_free(opening);
        return 0;
    }
    opening->terminal->use_tmux = params->use_tmux;
    if (!has_session) {
        find_executor(opening);
        return 0;
    }
    /* The terminal is in the set already, so a session.close after this read finds it. */
    opening->query =
        (struct store_query){.run = find_session, .done = on_session, .after = client->written, .owner = client};
    store_read(set->store, &opening->query);
    return 0;
}
