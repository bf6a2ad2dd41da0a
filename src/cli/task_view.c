#include "cli/task_view.h"

#include <inttypes.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/columns.h"
#include "cli/layout.h"
#include "cli/pretty.h"
#include "cli/text.h"
#include "cli/tty.h"

enum { LIMIT = 64 << 20 };

bool task_is_final(enum task_state state)
{
    return state == TASK_STATE_COMPLETED || state == TASK_STATE_FAILED || state == TASK_STATE_CANCELLED;
}

struct slice task_state_word(enum task_state state)
{
    return task_state_shape.of.words.items[state];
}

const char *task_state_color(enum task_state state)
{
    switch (state) {
    case TASK_STATE_STARTING:
    case TASK_STATE_RUNNING:
        return pretty_cyan;
    case TASK_STATE_AWAITING_PERMISSION:
    case TASK_STATE_STOPPING:
    case TASK_STATE_CANCELLED:
        return pretty_yellow;
    case TASK_STATE_COMPLETED:
        return pretty_green;
    case TASK_STATE_FAILED:
        return pretty_red;
    default:
        return pretty_dim;
    }
}

int64_t task_run_ms(const struct task_record *task, int64_t now_ms)
{
    if (task->started_at_is != FIELD_SET)
        return -1;
    int64_t end = task->ended_at_is == FIELD_SET ? task->ended_at : now_ms;
    return end > task->started_at ? end - task->started_at : 0;
}

int64_t task_unanswered(const struct task_record *task)
{
    bool is_told = task->result_is == FIELD_SET && task->result.unanswered_is == FIELD_SET;
    return is_told ? task->result.unanswered : 0;
}

enum cli_exit task_exit(const struct task_record *task)
{
    if (task_unanswered(task) > 0)
        return CLI_UNANSWERED;
    return task->state == TASK_STATE_COMPLETED ? CLI_OK : CLI_FAILED;
}

/* --- rows --- */

const struct table_column task_columns[] = {
    {.title = "ID"},
    {.title = "STATE"},
    {.title = "AGE", .right = true, .spare = 1},
    {.title = "TIME", .right = true, .spare = 3},
    {.title = "PRI", .right = true, .optional = true, .spare = 2},
    {.title = "PROMPT", .yields = true},
};
const size_t task_column_count = sizeof task_columns / sizeof *task_columns;

static void write_state(struct buf *out, const struct task_record *task)
{
    struct slice word = task_state_word(task->state);
    if (task->state == TASK_STATE_AWAITING_PERMISSION)
        word = SLICE("asks"); /* for a permission; the state's full name would need space of the prompt */
    (void)buf_append_slice(out, word);
    if (task->state == TASK_STATE_RUNNING && task->progress_is == FIELD_SET && task->progress.percent_is == FIELD_SET)
        (void)buf_printf(out, " %.0f%%", task->progress.percent);
}

void task_row(struct table *table, const void *record, const struct table_style *style)
{
    const struct task_record *task = record;
    char text[TEXT_BRIEF_SIZE] = "";
    struct buf state = BUF_LIMITED(256);
    int64_t run = task_run_ms(task, style->now_ms);
    write_state(&state, task);
    table_cell_id(table, task->id, style);
    table_cell(table, buf_slice(&state), style->color ? task_state_color(task->state) : NULL);
    text_brief((style->now_ms - task->created_at) / 1000, text);
    table_cell(table, slice_of(text), NULL);
    if (run >= 0)
        text_brief(run / 1000, text);
    table_cell(table, run >= 0 ? slice_of(text) : SLICE("-"), NULL);
    (void)snprintf(text, sizeof text, "%" PRId64, task->priority);
    table_cell(table, task->priority ? slice_of(text) : SLICE(""), NULL);
    table_cell(table, task->prompt, NULL);
    buf_clear(&state);
}

/* --- a card --- */

void task_progress_text(struct buf *out, const struct task_progress *progress)
{
    const char *separator = "";
    if (progress->percent_is == FIELD_SET) {
        (void)buf_printf(out, "%.0f %%", progress->percent);
        separator = ", ";
    }
    if (progress->completed_steps_is == FIELD_SET) {
        (void)buf_printf(out, "%sstep %" PRId64, separator, progress->completed_steps);
        if (progress->total_steps_is == FIELD_SET)
            (void)buf_printf(out, " of %" PRId64, progress->total_steps);
        separator = ", ";
    }
    if (progress->message_is == FIELD_SET && progress->message.size > 0) {
        (void)buf_append_text(out, separator);
        (void)buf_append_slice(out, progress->message);
    }
}

static void print_usage(const struct card *card, const struct task_result *result)
{
    const struct task_token_usage *usage = &result->token_usage;
    struct buf text = BUF_LIMITED(1024);
    (void)buf_printf(&text, "%" PRId64 " in, %" PRId64 " out", usage->input_tokens, usage->output_tokens);
    if (usage->cache_read_tokens_is == FIELD_SET)
        (void)buf_printf(&text, ", %" PRId64 " read from the cache", usage->cache_read_tokens);
    if (usage->cache_write_tokens_is == FIELD_SET)
        (void)buf_printf(&text, ", %" PRId64 " written to it", usage->cache_write_tokens);
    card_text(card, "tokens", buf_slice(&text), NULL);
    if (usage->context_tokens_is == FIELD_SET && usage->context_limit_is == FIELD_SET)
        card_line(card, "context", "%" PRId64 " of %" PRId64 " tokens", usage->context_tokens, usage->context_limit);
    buf_clear(&text);
}

static void print_result(const struct card *card, const struct task_result *result)
{
    card_line(card, "messages", "%" PRId64, result->message_count);
    if (result->token_usage_is == FIELD_SET)
        print_usage(card, result);
    if (result->unanswered_is == FIELD_SET)
        card_line(card, "unanswered", "%" PRId64 " permission %s denied because nobody answered", result->unanswered,
                  result->unanswered == 1 ? "request was" : "requests were");
    if (result->error_is == FIELD_SET) {
        const struct task_failure *error = &result->error;
        card_text(card, "reason", error->reason, pretty_red);
        if (error->code_is == FIELD_SET)
            card_text(card, "code", error->code, NULL);
        if (error->exit_code_is == FIELD_SET)
            card_line(card, "exit", "%" PRId64, error->exit_code);
        if (error->signal_is == FIELD_SET)
            card_line(card, "signal", "%" PRId64, error->signal);
        card_block(card, "error", error->message);
        if (error->stack_is == FIELD_SET)
            card_block(card, "stack", error->stack);
        if (error->stderr_is == FIELD_SET && error->stderr.size > 0)
            card_block(card, "stderr", error->stderr);
    }
    if (result->text_is == FIELD_SET && result->text.size > 0)
        card_block(card, "text", result->text);
}

static void print_times(const struct card *card, const struct task_record *task)
{
    char duration[TEXT_DURATION_SIZE];
    int64_t run = task_run_ms(task, clock_epoch_ms());
    card_time(card, "created", task->created_at);
    if (task->started_at_is == FIELD_SET)
        card_time(card, "started", task->started_at);
    if (task->ended_at_is == FIELD_SET)
        card_time(card, "ended", task->ended_at);
    if (run >= 0) {
        text_duration(run / 1000, duration);
        card_line(card, "ran for", "%s", duration);
    }
    text_duration(task->timeout_ms / 1000, duration);
    card_line(card, "may run", "%s", duration);
}

static void print_limits(const struct card *card, const struct task_limits *limits)
{
    struct buf text = BUF_LIMITED(1024);
    const struct {
        enum field_is is;
        int64_t value;
        const char *unit;
    } all[] = {
        {limits->memory_bytes_is, limits->memory_bytes, "bytes of memory"},
        {limits->processes_is, limits->processes, "processes"},
        {limits->output_bytes_is, limits->output_bytes, "bytes of output"},
        {limits->tokens_is, limits->tokens, "tokens"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is == FIELD_SET) {
            (void)buf_append_text(&text, text.size > 0 ? ", " : "");
            if (all[i].value > 0)
                (void)buf_printf(&text, "%" PRId64 " %s", all[i].value, all[i].unit);
            else
                (void)buf_printf(&text, "unlimited %s", all[i].unit);
        }
    if (text.size > 0)
        card_text(card, "limits", buf_slice(&text), NULL);
    buf_clear(&text);
}

void task_card(const struct cli *cli, const struct task_record *task)
{
    struct card card;
    card_begin(&card, cli, 8);
    text_write(stdout, task->id);
    (void)putchar('\n');
    card_text(&card, "state", task_state_word(task->state), task_state_color(task->state));
    card_text(&card, "session", task->session_id, NULL);
    if (task->agent_is == FIELD_SET)
        card_text(&card, "agent", task->agent, NULL);
    card_text(&card, "cwd", task->cwd, NULL);
    if (task->priority != 0)
        card_line(&card, "priority", "%" PRId64, task->priority);
    if (task->idempotency_key_is == FIELD_SET)
        card_text(&card, "key", task->idempotency_key, NULL);
    print_times(&card, task);
    if (task->limits_is == FIELD_SET)
        print_limits(&card, &task->limits);
    if (task->progress_is == FIELD_SET) {
        struct buf text = BUF_LIMITED(LIMIT);
        task_progress_text(&text, &task->progress);
        if (text.size > 0)
            card_text(&card, "progress", buf_slice(&text), NULL);
        buf_clear(&text);
    }
    card_block(&card, "prompt", task->prompt);
    if (task->result_is == FIELD_SET)
        print_result(&card, &task->result);
}

/* --- the end --- */

void task_unanswered_text(struct buf *out, int64_t count)
{
    (void)buf_printf(out,
                     "%" PRId64 " permission %s denied because nobody answered; to answer from another terminal: weir "
                     "approve; to add a rule: weir permissions allow",
                     count, count == 1 ? "request was" : "requests were");
}

void task_print_end(const struct cli *cli, const struct task_record *task)
{
    struct buf out = BUF_LIMITED(LIMIT);
    char duration[TEXT_DURATION_SIZE];
    int64_t run = task_run_ms(task, clock_epoch_ms());
    (void)columns_append(&out, task->id, COLUMNS_ANY);
    (void)buf_printf(&out, " %s%.*s%s", pretty_if(cli->color, task_state_color(task->state)),
                     SLICE_ARG(task_state_word(task->state)), pretty_if(cli->color, pretty_off));
    text_duration(run / 1000, duration);
    if (run >= 0)
        (void)buf_printf(&out, " %s %s", task_is_final(task->state) ? "in" : "for", duration);
    if (task->result_is == FIELD_SET && task->result.error_is == FIELD_SET) {
        const struct task_failure *error = &task->result.error;
        (void)buf_append_text(&out, ": ");
        (void)columns_append(&out, error->message.size > 0 ? error->message : error->reason, COLUMNS_ANY);
        (void)buf_append_text(&out, " (");
        (void)columns_append(&out, error->reason, COLUMNS_ANY);
        (void)buf_append_text(&out, ")");
    }
    (void)buf_append_char(&out, '\n');
    if (task->result_is == FIELD_SET && task->result.text_is == FIELD_SET)
        columns_wrap(&out, task->result.text, "", COLUMNS_ANY);
    (void)fwrite(out.data, 1, out.size, stdout);
    buf_clear(&out);
}
