/* Startup and shutdown. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/runtime/runtime.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/paths.h"
#include "judge/judge.h"
#include "rpc/redact.h"
#include "json/read.h"

/* --- shutdown --- */

static void close_all(struct runtime *runtime)
{
    if (runtime->closed)
        return;
    runtime_close_input(runtime);
    runtime->closed = true;
    runtime_close_output(runtime);
    runtime_keys_close(runtime);
    for (size_t i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&runtime->signals[i], NULL);
    uv_close((uv_handle_t *)&runtime->timer, NULL);
    while (!list_is_empty(&runtime->talks))
        runtime_talk_free(runtime, list_member(runtime->talks.next, struct runtime_talk, link));
}

/* The reader of standard output has not read within the time limit. */
static void on_time(uv_timer_t *timer)
{
    close_all(timer->data);
}

void runtime_settle(struct runtime *runtime)
{
    if (runtime->closed || runtime->work_count > 0 || !(runtime->input.ended || runtime->ending))
        return;
    if (runtime_output_is_empty(runtime)) {
        close_all(runtime);
    } else if (!runtime->leaving) {
        runtime->leaving = true;
        if (runtime->ending) /* at the end of the input, a reader may be slow without limit */
            (void)uv_timer_start(&runtime->timer, on_time, RUNTIME_LEAVE_MS, 0);
    }
}

static void stop_all(struct runtime *runtime)
{
    for (struct list *link = runtime->talks.next; link != &runtime->talks; link = link->next) {
        struct runtime_talk *talk = list_member(link, struct runtime_talk, link);
        for (struct list *at = talk->work.next; at != &talk->work; at = at->next)
            runtime_work_stop(list_member(at, struct runtime_work, link));
    }
}

void runtime_end(struct runtime *runtime, const char *why)
{
    if (runtime->ending || runtime->closed)
        return;
    log_info("ends: %s", why);
    runtime->ending = true;
    runtime_pause_input(runtime, true);
    stop_all(runtime);
    runtime_keys_go_on(runtime); /* stopped requests do not wait for the daemon */
    runtime_work_step(runtime);
    runtime_settle(runtime);
}

static void on_signal(uv_signal_t *handle, int number)
{
    runtime_end(handle->data, number == SIGTERM ? "SIGTERM" : "SIGINT");
}

/* --- startup --- */

static int find_places(struct runtime *runtime)
{
    const char *wanted = runtime->options.cwd ? runtime->options.cwd : ".";
    runtime->cwd = realpath(wanted, NULL);
    if (!runtime->cwd || chdir(runtime->cwd) < 0) {
        int r = -errno;
        (void)fprintf(stderr,
                      runtime->options.cwd
                          ? "weir-agent: cannot use the working directory %s: %s; name another one with --cwd\n"
                          : "weir-agent: cannot use the current directory %s: %s; name another one with --cwd\n",
                      wanted, strerror(-r));
        return r;
    }
    if (paths_home(&runtime->home) < 0)
        runtime->home = strdup("/");
    return runtime->home ? 0 : -ENOMEM;
}

static int start_loop(struct runtime *runtime)
{
    static const int handled[] = {SIGTERM, SIGINT};
    int r = uv_loop_init(&runtime->loop);
    if (r < 0)
        return r;
    runtime->loop_is_open = true;
    (void)uv_timer_init(&runtime->loop, &runtime->timer);
    runtime->timer.data = runtime;
    for (size_t i = 0; i < 2; i++) {
        (void)uv_signal_init(&runtime->loop, &runtime->signals[i]);
        runtime->signals[i].data = runtime;
        (void)uv_signal_start(&runtime->signals[i], on_signal, handled[i]);
        uv_unref((uv_handle_t *)&runtime->signals[i]);
    }
    r = runtime_open_output(runtime);
    return r < 0 ? r : runtime_open_input(runtime);
}

int runtime_run(struct runtime *runtime)
{
    struct buf ready = BUF_LIMITED(RUNTIME_LINE_MAX);
    const char *debug = getenv("WEIR_IPC_DEBUG");
    runtime->started_ns = clock_monotonic_ns();
    runtime->debug = debug && strcmp(debug, "1") == 0;
    runtime->settings = runtime->scratch = (struct arena)ARENA_LIMITED(RUNTIME_PARSED_MAX);
    list_init(&runtime->talks);
    log_set_level(LOG_WARN);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)setenv("UV_THREADPOOL_SIZE", "4", 0); /* AGENT_CALLS_AT_ONCE */
    int r = find_places(runtime);
    if (r == 0)
        r = runtime_read_config(runtime);
    if (r == 0)
        r = runtime_read_rules(runtime);
    if (r == 0)
        r = runtime_keys_open(runtime);
    if (r < 0)
        return -RUNTIME_EXIT_USAGE;
    r = start_loop(runtime);
    if (r < 0) {
        (void)fprintf(stderr, "weir-agent: %s\n", strerror(-r));
        return -RUNTIME_EXIT_FAILED;
    }
    runtime_write_ready(&ready);
    runtime_send(runtime, &ready);
    (void)uv_run(&runtime->loop, UV_RUN_DEFAULT);
    model_close(&runtime->loop);
    (void)uv_run(&runtime->loop, UV_RUN_DEFAULT);
    return 0;
}

void runtime_clear(struct runtime *runtime)
{
    if (runtime->loop_is_open)
        (void)uv_loop_close(&runtime->loop);
    judge_rules_free(runtime->rules);
    arena_clear(&runtime->settings);
    arena_clear(&runtime->scratch);
    free(runtime->cwd);
    free(runtime->home);
    free(runtime->model);
}

/* --- WEIR_IPC_DEBUG --- */

/* A line that cannot be parsed cannot be redacted: shows only its size. */
void runtime_debug(const struct runtime *runtime, const char *word, struct slice line)
{
    struct buf out = BUF_LIMITED((size_t)2 * RUNTIME_LINE_MAX);
    struct json_large *parsed = NULL;
    struct json_error error;
    if (!runtime->debug)
        return;
    (void)buf_append_text(&out, word);
    if (json_read_large(RUNTIME_PARSED_MAX, line, &parsed, &error) == 0)
        redact_write(&out, json_large_root(parsed));
    else
        (void)buf_printf(&out, "(%zu bytes that are not JSON)", line.size);
    (void)buf_append_char(&out, '\n');
    log_to_stderr(out.data, out.size);
    json_large_free(parsed);
    buf_clear(&out);
}
