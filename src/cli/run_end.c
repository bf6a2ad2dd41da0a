#include <inttypes.h>
#include <math.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "cli/ask.h"
#include "cli/event_line.h"
#include "cli/pretty.h"
#include "cli/run.h"
#include "cli/task_view.h"
#include "cli/text.h"
#include "contract/budget.h"
#include "json/decode.h"
#include "json/read.h"

enum { ASK_MS = 10000, ANSWER_BYTES_MAX = 64 << 20 };

/* A question whose answer is left out where there is none. */
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

/* Where the agent called the service itself, the task knows it; else the broker. */
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
    if (wonder(run, &task_diff_method, &params, &task_diff_result_shape, &arena, &changes) && changes.files.count > 0)
        run_display_note(&run->display, pretty_dim, "changed: %zu %s (weir task diff %s, weir task undo %s)",
                         changes.files.count, changes.files.count == 1 ? "file" : "files", run->task_id, run->task_id);
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

/* The last line of all, so that nobody takes what was left undone for done. */
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
    attention_call(&run->approve.attention, run_title(run), how_ended(run, task));
    arena_clear(&arena);
    if (run->stopping && !run->is_completed)
        return CLI_INTERRUPTED;
    return unanswered > 0 ? CLI_UNANSWERED : run->is_completed ? CLI_OK : CLI_FAILED;
}
