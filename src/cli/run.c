#include "cli/run.h"

#include "cli/sessions.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/event_line.h"
#include "cli/pretty.h"
#include "cli/prompt.h"
#include "cli/session_options.h"
#include "cli/session_view.h"
#include "cli/task_view.h"
#include "cli/text.h"
#include "contract/budget.h"
#include "json/decode.h"
#include "json/read.h"

static enum cli_exit run_command(struct cli *cli, int count, char **arguments);

static const struct cli_option options[] = {RUN_OPTIONS, {0}};

const struct cli_command command_run = {
    .name = "run",
    .arguments = "[PROMPT...|-]",
    .summary = "Give an agent a prompt, and show what it does",
    .details =
        "Runs the prompt in a new session of this directory or in an existing session, and shows what the agent says\n"
        "and does until the task ends. Starts the daemon if none runs. The words are joined with spaces; '-', or no\n"
        "words and a pipe, reads the prompt from standard input; after other words, '-' adds it to them.\n"
        "On a terminal, weir asks for permissions in place.\n"
        "\n"
        "--attach sends a file with the prompt, and so does @PATH in the words: a text of at most 256 KiB, or a "
        "picture\n"
        "(PNG, JPEG, GIF, WebP) of at most 5 MiB. The session's sandbox must show the file.\n"
        "\n"
        "--resume continues the session whose id, or part of it, is the first word; without one, you choose a session\n"
        "from a list. Without a prompt it begins a conversation there, as 'weir chat' does.\n"
        "\n"
        "The agent's text goes to standard output, everything else to standard error. With --json, each event is a "
        "line\n"
        "of standard output instead. Ctrl-C stops the task and waits until it has stopped; a second Ctrl-C leaves it\n"
        "running. The exit status is 0 only if the task has completed.\n"
        "\n"
        "  weir run \"what is in this folder?\"\n"
        "  weir run \"what does @src/main.c do?\" --attach drawing.png\n"
        "  weir run --continue \"now fix the failing test\"\n"
        "  git diff | weir run --quiet \"review this:\" - >review.md",
    .options = options,
    .arguments_min = 0,
    .arguments_max = INT_MAX,
    .starts = true,
    .run = run_command,
};

/* "git diff | weir run review this": whoever types it expects that the agent sees the diff. */
static void hint_at_unread(const struct cli *cli)
{
    struct stat info;
    int size = 0;
    if (!cli->json && !cli_option(cli, "quiet") && fstat(STDIN_FILENO, &info) == 0 && S_ISFIFO(info.st_mode) &&
        ioctl(STDIN_FILENO, FIONREAD, &size) == 0 && size > 0)
        cli_hint(cli, "standard input was not read; to add it to the prompt, end the prompt with '-'");
}

static enum cli_exit run_command(struct cli *cli, int count, char **arguments)
{
    static char input[] = "-";
    char *piped[] = {input, NULL};
    struct run_wish wish;
    struct buf prompt = BUF_LIMITED(0);
    if (count == 0 && isatty(STDIN_FILENO) && cli_option(cli, "resume"))
        return session_pick_talk(cli, cli_option(cli, "resume"));
    if (count == 0 && isatty(STDIN_FILENO))
        return cli_fail(
            cli, CLI_USAGE,
            "missing prompt, for example: weir run \"what is in this folder?\"; for a conversation: weir chat");
    enum cli_exit exit = run_wish_read(cli, &wish);
    wish.mentions = count > 0 && !prompt_is_piped(count, arguments); /* piped input may be any text */
    if (exit == CLI_OK)
        exit = prompt_take(cli, count == 0 ? 1 : count, count == 0 ? piped : arguments, &prompt);
    if (exit == CLI_OK)
        exit = run_prompt(cli, &wish, buf_slice(&prompt), NULL);
    if (count > 0 && !prompt_is_piped(count, arguments))
        hint_at_unread(cli);
    buf_clear(&prompt);
    run_wish_clear(&wish);
    return exit;
}

enum { PAGE = 200, TITLE_COLUMNS = 60, TIME_LIMIT_MAX_MS = 604800000, THINKING_MAX = 10000000 };

/* --- options --- */

static enum cli_exit read_numbers(const struct cli *cli, struct run_wish *wish)
{
    const char *thinking = cli_option(cli, "thinking-tokens"), *limit = cli_option(cli, "time-limit");
    if (thinking && text_parse_count(thinking, THINKING_MAX, &wish->thinking_tokens) < 0)
        return cli_fail(cli, CLI_USAGE, "--thinking-tokens must be a whole number up to %d, not '%s'", THINKING_MAX,
                        thinking);
    if (limit && (text_parse_seconds(limit, &wish->time_limit_ms) < 0 || wish->time_limit_ms < 1 ||
                  wish->time_limit_ms > TIME_LIMIT_MAX_MS))
        return cli_fail(cli, CLI_USAGE,
                        "--time-limit must be a number of seconds up to %d (a week), such as 600 or 0.5; not '%s'",
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
        exit = cli_fail(cli, CLI_USAGE, "--resume, --session and --continue exclude each other; use one of them");
    if (exit == CLI_OK && cli_option(cli, "resume"))
        exit = ask_option(cli, "resume", &wish->session_id, &wish->session_id_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "agent", &wish->agent, &wish->agent_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "model", &wish->model, &wish->model_is);
    if (exit == CLI_OK)
        exit = ask_option(cli, "title", &wish->title, &wish->title_is);
    if (exit == CLI_OK && wish->continues && wish->session_id_is == FIELD_SET)
        exit = cli_fail(cli, CLI_USAGE, "--continue and --session exclude each other; use one of them");
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

/* --- choosing the session --- */

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
    return run->wish->session ? CLI_OK : cli_fail(run->cli, CLI_FAILED, "out of memory");
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

/* Takes the session if it was used later than the best one so far. */
static enum cli_exit consider(struct run *run, const struct session_record *session, int64_t *best_ms)
{
    int64_t used_ms = session_used_at(session);
    if (!slice_is(session->cwd, run->wish->cwd) || (run->wish->session && used_ms <= *best_ms))
        return CLI_OK;
    *best_ms = used_ms;
    free(run->wish->session);
    return take_id(run, session->id);
}

/* Finds the session that was used last in the directory. wish->session stays NULL if there is none. */
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

/* Does nothing if the session is open. */
static enum cli_exit reopen(struct run *run)
{
    autofree char *result = NULL;
    const struct session_reopen_params params = {.session_id = slice_of(run->wish->session)};
    return call(run, &session_reopen_method, &params, &result);
}

/* Applies the options to an existing session. The session of a conversation stays open. */
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

/* Takes the first line of the prompt, "fix the failing test", as title. */
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
        run_display_note(&run->display, pretty_yellow, "%s has no session yet; this is a new one", wish->cwd);
    exit = wish->resumed ? reopen(run) : create(run, prompt);
    if (exit == CLI_OK && wish->resumed)
        exit = change(run);
    else if (exit == CLI_OK)
        run_tell_offers(run);
    if (exit != CLI_OK) {
        free(wish->session);
        wish->session = NULL;
    }
    return exit;
}

/* --- the end --- */

enum { ASK_MS = 10000, ANSWER_BYTES_MAX = 64 << 20 };

/* Calls a method whose result may be missing: returns false on failure, without reporting it. */
static bool wonder(struct run *run, const struct method *method, const void *params, const struct shape *shape,
                   struct arena *arena, void *ret)
{
    autofree char *result = NULL;
    struct json_error json_error;
    struct decode_error decode_error;
    yyjson_val *root = NULL;
    return live_call(&run->live, method, params, ASK_MS, &result) == 0 &&
           json_read(arena, slice_of(result), &root, &json_error) == 0 &&
           json_decode(arena, shape, root, "result", ret, &decode_error) == 0;
}

int64_t run_cost(struct run *run)
{
    struct arena arena = ARENA_LIMITED(ANSWER_BYTES_MAX);
    struct budget_status_result status = {0};
    const struct budget_status_params params = {.session_id = slice_of(run->wish->session), .session_id_is = FIELD_SET};
    int64_t cost = -1;
    if (wonder(run, &budget_status_method, &params, &budget_status_result_shape, &arena, &status) &&
        status.session_is == FIELD_SET)
        cost = status.session.cost_micros;
    arena_clear(&arena);
    return cost;
}

static void append_usage(struct buf *out, const struct run *run, const struct task_record *task)
{
    int64_t in = run->display.input, out_tokens = run->display.output;
    if (task && task->result_is == FIELD_SET && task->result.token_usage_is == FIELD_SET) {
        in = task->result.token_usage.input_tokens;
        out_tokens = task->result.token_usage.output_tokens;
    }
    if (in > 0 || out_tokens > 0)
        (void)buf_printf(out, ", %" PRId64 " tokens in, %" PRId64 " out", in, out_tokens);
}

/* If the agent calls the service itself, the task has its cost; otherwise the broker has it. */
static void append_cost(struct buf *out, struct run *run, const struct task_record *task)
{
    int64_t cost = 0;
    const struct task_token_usage *usage =
        task && task->result_is == FIELD_SET && task->result.token_usage_is == FIELD_SET ? &task->result.token_usage
                                                                                         : NULL;
    if (usage && usage->cost_micros_is == FIELD_SET)
        cost = usage->cost_micros;
    else if (run->cost_before >= 0)
        cost = run_cost(run) - run->cost_before;
    if (cost > 0)
        (void)buf_printf(out, ", cost %.4f", (double)cost / 1e6);
    else if (usage && usage->reported_cost_micros_is == FIELD_SET && usage->reported_cost_micros > 0)
        (void)buf_printf(out, ", cost %.4f %.*s", (double)usage->reported_cost_micros / 1e6,
                         usage->reported_currency_is == FIELD_SET ? (int)usage->reported_currency.size : 0,
                         usage->reported_currency.data);
}

static void tell_changes(struct run *run)
{
    struct arena arena = ARENA_LIMITED(ANSWER_BYTES_MAX);
    struct task_diff_result changes = {0};
    const struct task_diff_params params = {.task_id = slice_of(run->task_id), .texts = false};
    bool known = wonder(run, &task_diff_method, &params, &task_diff_result_shape, &arena, &changes);
    const char *files = changes.files.count == 1 ? "file" : "files";
    if (known && changes.files.count > 0 && run->wish->has_commands)
        run_display_note(&run->display, pretty_dim, "changed: %zu %s (/diff, /undo)", changes.files.count, files);
    else if (known && changes.files.count > 0)
        run_display_note(&run->display, pretty_dim, "changed: %zu %s (weir task diff %s, weir task undo %s)",
                         changes.files.count, files, run->task_id, run->task_id);
    arena_clear(&arena);
}

static void tell_end(struct run *run, const struct task_record *task)
{
    struct buf line = BUF_LIMITED(1 << 20);
    char duration[TEXT_DURATION_SIZE];
    struct slice state = task ? task_state_word(task->state) : run->is_completed ? SLICE("completed") : SLICE("ended");
    int64_t ms = task ? task_run_ms(task, clock_epoch_ms()) : -1;
    text_duration((ms >= 0 ? ms : (int64_t)((clock_monotonic_ns() - run->begun) / 1000000)) / 1000, duration);
    (void)buf_printf(&line, "%.*s in %s", SLICE_ARG(state), duration);
    append_usage(&line, run, task);
    append_cost(&line, run, task);
    event_context(&line, run->display.context, run->display.context_limit);
    run_display_note(&run->display, run->is_completed ? pretty_dim : pretty_yellow, "%.*s",
                     SLICE_ARG(buf_slice(&line)));
    buf_clear(&line);
    tell_changes(run);
}

/* Must be the last line, so that nobody takes the task for finished work. */
static void tell_unanswered(struct run *run, int64_t count)
{
    struct buf text = BUF_LIMITED(1024);
    task_unanswered_text(&text, count);
    run_display_note(&run->display, pretty_yellow, "%.*s", SLICE_ARG(buf_slice(&text)));
    buf_clear(&text);
}

struct slice run_title(const struct run *run)
{
    return run->wish->title_is == FIELD_SET ? run->wish->title : run->prompt;
}

static const char *how_ended(const struct run *run, const struct task_record *task)
{
    bool is_cancelled = task && task->state == TASK_STATE_CANCELLED;
    return run->is_completed ? "completed" : is_cancelled ? "cancelled" : "failed";
}

enum cli_exit run_end(struct run *run)
{
    struct arena arena = ARENA_LIMITED(ASK_BYTES_MAX);
    struct task_record record;
    const struct task_record *task = NULL;
    if (run->record && ask_read(run->cli, &arena, &task_record_shape, run->record, &record) == CLI_OK)
        task = &record;
    if (task && task_is_final(task->state))
        run->is_completed = task->state == TASK_STATE_COMPLETED;
    if (!run->cli->json && task && run->is_completed && !run->display.has_text && task->result_is == FIELD_SET &&
        task->result.text_is == FIELD_SET) {
        run_display_text(&run->display, task->result.text);
        run_display_finish(&run->display);
    }
    int64_t unanswered = task ? task_unanswered(task) : 0;
    if (!run->cli->json && !run->display.quiet)
        tell_end(run, task);
    if (!run->cli->json && unanswered > 0)
        tell_unanswered(run, unanswered);
    notify_send(&run->approve.notify, run_title(run), how_ended(run, task));
    arena_clear(&arena);
    if (run->stopping && !run->is_completed)
        return CLI_INTERRUPTED;
    return unanswered > 0 ? CLI_UNANSWERED : run->is_completed ? CLI_OK : CLI_FAILED;
}
