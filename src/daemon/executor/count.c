/* What a task uses up, and what it said last. */
#include "daemon/executor/internal.h"
#include "json/read.h"

enum { SAID_BYTES = 1 << 20 };

/* --- limits ------------------------------------------------------------------------------------- */

static int64_t limit_of(int64_t of_task, enum field_is is, bool named, int64_t configured)
{
    return named && is == FIELD_SET ? of_task : configured;
}

static int64_t whole(const yyjson_val *object, const char *name)
{
    const yyjson_val *value = yyjson_obj_get((yyjson_val *)object, name);
    int64_t number = 0;
    return value && json_integer(value, &number) == 0 && number > 0 ? number : 0;
}

/* In and out together, under whichever names. */
static int64_t tokens_in(const yyjson_val *data)
{
    const yyjson_val *inner = yyjson_obj_get((yyjson_val *)data, "usage");
    const yyjson_val *usage = inner ? inner : data;
    int64_t in = whole(usage, "input_tokens"), out = whole(usage, "output_tokens"), sum = 0;
    if (in == 0)
        in = whole(usage, "input");
    if (out == 0)
        out = whole(usage, "output");
    return __builtin_add_overflow(in, out, &sum) ? INT64_MAX : sum;
}

static void mind_limits(struct executor *executor)
{
    const struct config_settings_tasks *settings = &executor->pool->settings->tasks;
    const struct task_record *task = executor->run->task;
    const struct task_limits *limits = &task->limits;
    bool named = task->limits_is == FIELD_SET;
    int64_t bytes = limit_of(limits->output_bytes, limits->output_bytes_is, named, settings->output_bytes);
    int64_t tokens = limit_of(limits->tokens, limits->tokens_is, named, settings->tokens);
    struct slice reason = {0};
    if (bytes > 0 && executor->output_bytes > bytes)
        reason = SLICE("output_limit");
    else if (tokens > 0 && executor->tokens > tokens)
        reason = SLICE("token_limit");
    if (reason.size == 0 || executor->over_limit)
        return;
    executor->over_limit = true;
    task_job_over_limit(executor->run, reason);
}

/* --- the last text ------------------------------------------------------------------------------ */

static void keep_text(struct executor *executor, const yyjson_val *text)
{
    struct slice piece = yyjson_is_str((yyjson_val *)text) ? json_text(text) : SLICE("");
    executor->said.limit = SAID_BYTES;
    if (piece.size <= SAID_BYTES - executor->said.size)
        (void)buf_append_slice(&executor->said, piece);
}

/* Of one that does not name its text in its result: the last block, or the pieces of it. */
static void listen_to(struct executor *executor, struct slice type, const yyjson_val *data)
{
    bool begins = slice_is(type, "message_start") || slice_is(type, "content_block_start");
    bool whole_block = slice_is(type, "content_block");
    if (begins || whole_block)
        buf_reset(&executor->said, SAID_BYTES);
    if (whole_block) {
        keep_text(executor, yyjson_obj_get((yyjson_val *)data, "text"));
    } else if (slice_is(type, "content_block_delta")) {
        const yyjson_val *delta = yyjson_obj_get((yyjson_val *)data, "delta");
        keep_text(executor, yyjson_obj_get((yyjson_val *)(delta ? delta : data), "text"));
    }
}

void executor_count_bytes(struct executor *executor, size_t bytes)
{
    executor->output_bytes += (int64_t)bytes;
    mind_limits(executor);
}

void executor_count(struct executor *executor, struct slice type, const struct json_any *data, size_t bytes)
{
    if (data->value && slice_is(type, "usage")) {
        int64_t tokens = tokens_in(data->value);
        if (tokens > executor->tokens)
            executor->tokens = tokens;
    }
    if (data->value && !executor->resumes)
        listen_to(executor, type, data->value);
    executor_count_bytes(executor, bytes);
}
