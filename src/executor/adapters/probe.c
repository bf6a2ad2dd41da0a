/* The agent `probe`: makes the attempts of src/probe inside an executor. The prompt is
 *
 *     {"attempts": [{"attempt": NAME, "path": …, "text": …, "number": …, "device": …, "inode": …, "pidNamespace": …}],
 *      "hold": BOOLEAN}
 *
 * where only the name is required. Each result is an event of type probe_result, {"index", "attempt", "outcome",
 * "errno", "error", "detail"}; an event of type probe_end follows the last one. Then the task completes, with all
 * results as its text; with `hold`, it continues until it is stopped, with all processes that the attempts have left.
 */
#include "executor/adapters/probe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "probe/probe.h"
#include "json/read.h"
#include "json/write.h"

enum { PROMPT_BYTES_MAX = 8 << 20, RESULT_BYTES_MAX = 4096, ALL_BYTES_MAX = 1 << 20, ATTEMPT_MS = 3000 };

struct prober {
    struct task *task;
    uv_idle_t idle; /* one attempt per turn of the loop, so that the daemon's messages are read in between */
    struct arena arena;
    yyjson_val *attempts;
    size_t next;
    bool hold, stopped;
    bool done; /* all attempts were made */
    bool ended;
    struct buf all;
};

/* --- one attempt --- */

static const char *text_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    return yyjson_is_str(value) ? json_text(value).data : "";
}

static int64_t number_of(yyjson_val *object, const char *name)
{
    yyjson_val *value = yyjson_obj_get(object, name);
    int64_t number = 0;
    return value && json_integer(value, &number) == 0 ? number : 0;
}

static void make(yyjson_val *wanted, struct probe_result *result)
{
    const struct probe_attempt *attempt = probe_find(slice_of(text_of(wanted, "attempt")));
    struct probe_target target = {
        .path = text_of(wanted, "path"),
        .text = text_of(wanted, "text"),
        .number = number_of(wanted, "number"),
        .device = number_of(wanted, "device"),
        .inode = number_of(wanted, "inode"),
        .pid_namespace = number_of(wanted, "pidNamespace"),
    };
    *result = (struct probe_result){.outcome = PROBE_IMPOSSIBLE, .error = ENOSYS, .detail = "no such attempt"};
    if (attempt)
        probe_run(attempt, &target, ATTEMPT_MS, result);
}

static int report(struct prober *prober, yyjson_val *wanted, const struct probe_result *result)
{
    struct buf data = BUF_LIMITED(RESULT_BYTES_MAX);
    (void)buf_printf(&data, "{\"index\":%zu,\"attempt\":", prober->next);
    (void)json_write_string(&data, slice_of(text_of(wanted, "attempt")));
    (void)buf_printf(&data, ",\"outcome\":\"%s\",\"errno\":%d,\"error\":\"%s\",\"detail\":",
                     probe_outcome_word(result->outcome), result->error, probe_error_name(result->error));
    (void)json_write_string(&data, slice_of(result->detail));
    (void)buf_append_char(&data, '}');
    int r = data.error ? data.error : task_report(prober->task, SLICE("probe_result"), buf_slice(&data));
    (void)buf_append_text(&prober->all, prober->next > 0 ? "," : "");
    (void)buf_append_slice(&prober->all, buf_slice(&data));
    buf_clear(&data);
    return r;
}

/* --- end --- */

static void on_closed(uv_handle_t *handle)
{
    struct prober *prober = handle->data;
    arena_clear(&prober->arena);
    buf_clear(&prober->all);
    free(prober);
}

static void end(struct prober *prober, enum task_status status, struct slice code, struct slice message)
{
    prober->ended = true;
    (void)buf_append_char(&prober->all, ']');
    task_ended(prober->task, status, code, message, prober->all.error ? SLICE("") : buf_slice(&prober->all));
    uv_close((uv_handle_t *)&prober->idle, on_closed);
}

static void on_idle(uv_idle_t *idle)
{
    struct prober *prober = idle->data;
    yyjson_val *wanted = yyjson_arr_get(prober->attempts, prober->next);
    if (prober->stopped) {
        end(prober, TASK_CANCELLED, SLICE(""), SLICE(""));
    } else if (wanted) {
        struct probe_result result;
        make(wanted, &result);
        int r = report(prober, wanted, &result);
        prober->next++;
        if (r < 0)
            end(prober, TASK_FAILED, SLICE("probe"), SLICE("cannot report a result"));
    } else {
        prober->done = true;
        (void)task_report(prober->task, SLICE("probe_end"), SLICE("{}"));
        if (prober->hold)
            (void)uv_idle_stop(idle);
        else
            end(prober, TASK_COMPLETED, SLICE(""), SLICE(""));
    }
}

/* --- adapter --- */

static int read_prompt(struct prober *prober, char problem[static 256])
{
    struct json_error error = {0};
    yyjson_val *root = NULL;
    int r = json_read(&prober->arena, task_params(prober->task)->prompt, &root, &error);
    prober->attempts = r < 0 ? NULL : yyjson_obj_get(root, "attempts");
    if (!yyjson_is_arr(prober->attempts)) {
        (void)snprintf(problem, 256, "the prompt of the agent probe must be JSON: {\"attempts\": […]}");
        return r < 0 ? r : -EINVAL;
    }
    prober->hold = yyjson_is_true(yyjson_obj_get(root, "hold"));
    return 0;
}

static int start(struct task *task, char problem[static 256])
{
    struct prober *prober = calloc(1, sizeof *prober);
    if (!prober) {
        (void)snprintf(problem, 256, "out of memory");
        return -ENOMEM;
    }
    *prober =
        (struct prober){.task = task, .arena = ARENA_LIMITED(PROMPT_BYTES_MAX), .all = BUF_LIMITED(ALL_BYTES_MAX)};
    int r = read_prompt(prober, problem);
    if (r < 0) {
        arena_clear(&prober->arena);
        free(prober);
        return r;
    }
    (void)buf_append_char(&prober->all, '[');
    (void)uv_idle_init(task_loop(task), &prober->idle);
    prober->idle.data = prober;
    task_set_agent(task, prober);
    (void)uv_idle_start(&prober->idle, on_idle);
    return 0;
}

static void stop_now(struct task *task)
{
    struct prober *prober = task_agent(task);
    prober->stopped = true;
    if (!prober->ended)
        (void)uv_idle_start(&prober->idle, on_idle);
}

static void stop(struct task *task, struct slice reason)
{
    (void)reason;
    stop_now(task);
}

static void pause_it(struct task *task, bool paused)
{
    struct prober *prober = task_agent(task);
    if (prober->ended || prober->done)
        return;
    if (paused && !prober->stopped)
        (void)uv_idle_stop(&prober->idle);
    else
        (void)uv_idle_start(&prober->idle, on_idle);
}

const struct adapter probe_adapter = {
    .name = "probe",
    .hidden = true,
    .start = start,
    .stop = stop,
    .kill = stop_now,
    .pause = pause_it,
};
