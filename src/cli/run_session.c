#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/pretty.h"
#include "cli/run.h"
#include "cli/session_fields.h"
#include "cli/session_view.h"
#include "cli/text.h"

enum { PAGE = 200, TITLE_COLUMNS = 60, TIME_LIMIT_MAX_MS = 604800000, THINKING_MAX = 10000000 };

/* --- what is wished for ------------------------------------------------------------ */

static enum cli_exit read_numbers(const struct cli *cli, struct run_wish *wish)
{
    const char *thinking = cli_option(cli, "thinking-tokens"), *limit = cli_option(cli, "time-limit");
    if (thinking && text_parse_count(thinking, THINKING_MAX, &wish->thinking_tokens) < 0)
        return cli_fail(cli, CLI_USAGE, "--thinking-tokens takes a whole number, up to %d; not '%s'", THINKING_MAX,
                        thinking);
    if (limit && (text_parse_seconds(limit, &wish->time_limit_ms) < 0 || wish->time_limit_ms < 1 ||
                  wish->time_limit_ms > TIME_LIMIT_MAX_MS))
        return cli_fail(cli, CLI_USAGE, "--time-limit takes seconds, such as 600 or 0.5, up to %d (a week); not '%s'",
                        TIME_LIMIT_MAX_MS / 1000, limit);
    wish->thinking_tokens_is = thinking ? FIELD_SET : FIELD_ABSENT;
    wish->time_limit_ms_is = limit ? FIELD_SET : FIELD_ABSENT;
    return CLI_OK;
}

enum cli_exit run_wish_read(const struct cli *cli, struct run_wish *ret_wish)
{
    struct run_wish *wish = ret_wish;
    const char *cwd = cli_option(cli, "cwd");
    *wish =
        (struct run_wish){.continues = cli_option(cli, "continue") != NULL, .is_chat = cli->command != &command_run};
    enum cli_exit exit = read_numbers(cli, wish);
    wish->mode =
        (enum session_permission_mode)ask_word(cli, "permission-mode", &session_permission_mode_shape, &wish->mode_is);
    if (exit == CLI_OK)
        exit = session_tools(cli, wish->tools, &wish->tool_count, &wish->tools_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "session", &wish->session_id, &wish->session_id_is);
    if (exit == CLI_OK && cli_option(cli, "resume") && (cli_option(cli, "session") || wish->continues))
        exit =
            cli_fail(cli, CLI_USAGE, "--resume, --session and --continue each name a session: leave all but one out");
    if (exit == CLI_OK && cli_option(cli, "resume"))
        exit = ask_option(cli, "resume", &wish->session_id, &wish->session_id_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "agent", &wish->agent, &wish->agent_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "model", &wish->model, &wish->model_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "title", &wish->title, &wish->title_is);
    if (exit == CLI_OK && wish->continues && wish->session_id_is == FIELD_SET)
        exit = cli_fail(cli, CLI_USAGE, "--continue and --session cannot go together: each names a session");
    if (exit == CLI_OK && (cwd || wish->session_id_is != FIELD_SET))
        exit = ask_directory(cli, "cwd", cwd ? cwd : ".", &wish->cwd);
    return exit;
}

void run_wish_clear(struct run_wish *wish)
{
    free(wish->cwd);
    free(wish->session);
    *wish = (struct run_wish){0};
}

/* --- a session ------------------------------------------------------------------------- */

static enum cli_exit call(struct run *run, const struct method *method, const void *params, char **ret_result)
{
    int r = live_call(&run->live, method, params, WEIR_TIMEOUT_DEFAULT, ret_result);
    if (r == -EINTR)
        return CLI_INTERRUPTED;
    return r < 0 ? ask_fail(run->cli, &run->live.error) : CLI_OK;
}

static enum cli_exit take_id(struct run *run, struct slice id)
{
    run->wish->session = strndup(id.data, id.size);
    return run->wish->session ? CLI_OK : cli_fail(run->cli, CLI_FAILED, "no memory");
}

static enum cli_exit take_session(struct run *run, const char *result)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct session_record session;
    enum cli_exit exit = ask_read(run->cli, &arena, &session_record_shape, result, &session);
    if (exit == CLI_OK)
        exit = take_id(run, session.id);
    arena_clear(&arena);
    return exit;
}

/* Later than the best so far: it is the one. */
static enum cli_exit consider(struct run *run, const struct session_record *session, int64_t *best_ms)
{
    int64_t used_ms = session_used_at(session);
    if (!slice_is(session->cwd, run->wish->cwd) || (run->wish->session && used_ms <= *best_ms))
        return CLI_OK;
    *best_ms = used_ms;
    free(run->wish->session);
    return take_id(run, session->id);
}

/* The one of the directory that was used last; wish->session stays NULL where there is none. */
static enum cli_exit find_last_used(struct run *run)
{
    struct session_list_params params = {.limit = PAGE};
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    autofree char *last = NULL;
    enum cli_exit exit = CLI_OK;
    int64_t best_ms = 0;
    for (bool more = true; more && exit == CLI_OK;) {
        autofree char *result = NULL;
        struct session_list_result page = {0};
        exit = call(run, &session_list_method, &params, &result);
        if (exit == CLI_OK)
            exit = ask_read(run->cli, &arena, &session_list_result_shape, result, &page);
        for (size_t i = 0; exit == CLI_OK && i < page.count; i++)
            exit = consider(run, &page.items[i], &best_ms);
        more = exit == CLI_OK && page.count > 0;
        if (more) {
            free(last);
            last = strndup(page.items[page.count - 1].id.data, page.items[page.count - 1].id.size);
            params.after = slice_of(last);
            params.after_is = last ? FIELD_SET : FIELD_ABSENT;
            more = last != NULL;
        }
        arena_reset(&arena);
    }
    arena_clear(&arena);
    return exit;
}

/* One that is open stays as it is. */
static enum cli_exit reopen(struct run *run)
{
    autofree char *result = NULL;
    const struct session_reopen_params params = {.session_id = slice_of(run->wish->session)};
    return call(run, &session_reopen_method, &params, &result);
}

/* What was wished for holds from here on. A session that a person talks in stays open. */
static enum cli_exit change(struct run *run)
{
    const struct run_wish *wish = run->wish;
    autofree char *result = NULL;
    const struct session_update_params params = {
        .session_id = slice_of(wish->session),
        .model = wish->model,
        .model_is = wish->model_is,
        .permission_mode = wish->mode,
        .permission_mode_is = wish->mode_is,
        .thinking_tokens = wish->thinking_tokens,
        .thinking_tokens_is = wish->thinking_tokens_is,
        .title = wish->title,
        .title_is = wish->title_is,
        .close_when_idle_is = wish->is_chat ? FIELD_NULL : FIELD_ABSENT,
    };
    if (!wish->is_chat && wish->model_is != FIELD_SET && wish->mode_is != FIELD_SET &&
        wish->thinking_tokens_is != FIELD_SET && wish->title_is != FIELD_SET)
        return CLI_OK;
    return call(run, &session_update_method, &params, &result);
}

/* "fix the failing test": the first line of the prompt. */
static void make_title(struct buf *out, struct slice prompt)
{
    const char *end = memchr(prompt.data, '\n', prompt.size);
    if (end && end > prompt.data)
        prompt.size = (size_t)(end - prompt.data);
    (void)columns_append(out, prompt, TITLE_COLUMNS);
}

static enum cli_exit create(struct run *run, struct slice prompt)
{
    const struct run_wish *wish = run->wish;
    autofree char *result = NULL;
    struct buf title = BUF_LIMITED(4096);
    struct session_create_params params = {
        .cwd = slice_of(wish->cwd),
        .cwd_is = FIELD_SET,
        .agent = wish->agent,
        .agent_is = wish->agent_is,
        .model = wish->model,
        .model_is = wish->model_is,
        .permission_mode = wish->mode_is == FIELD_SET ? wish->mode : SESSION_PERMISSION_MODE_DEFAULT,
        .thinking_tokens = wish->thinking_tokens,
        .thinking_tokens_is = wish->thinking_tokens_is,
        .title = wish->title,
        .title_is = FIELD_SET,
        .close_when_idle = true,
        .close_when_idle_is = wish->is_chat ? FIELD_ABSENT : FIELD_SET,
    };
    if (wish->title_is != FIELD_SET) {
        make_title(&title, prompt);
        params.title = buf_slice(&title);
    }
    enum cli_exit exit = call(run, &session_create_method, &params, &result);
    if (exit == CLI_OK)
        exit = take_session(run, result);
    buf_clear(&title);
    return exit;
}

enum cli_exit run_choose_session(struct run *run, struct slice prompt)
{
    struct run_wish *wish = run->wish;
    enum cli_exit exit = CLI_OK;
    if (wish->session)
        return CLI_OK;
    if (wish->session_id_is == FIELD_SET)
        exit = take_id(run, wish->session_id);
    else if (wish->continues)
        exit = find_last_used(run);
    if (exit != CLI_OK)
        return exit;
    wish->resumed = wish->session != NULL;
    if (wish->continues && !wish->session && !run->display.quiet && !run->cli->json)
        run_display_note(&run->display, pretty_yellow, "no session of %s: this is a new one", wish->cwd);
    exit = wish->resumed ? reopen(run) : create(run, prompt);
    if (exit == CLI_OK && wish->resumed)
        exit = change(run);
    if (exit != CLI_OK) {
        free(wish->session);
        wish->session = NULL;
    }
    return exit;
}
