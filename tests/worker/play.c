/* Plays a script: each turn of the loop performs one statement, or a part of a long one. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "worker.h"
#include "json/write.h"

enum { BATCH = 64, TEXT_MAX = 16 << 20 };

/* --- reports --- */

static int report(struct worker *worker, int64_t first, struct slice type, struct slice data, size_t count)
{
    struct task_message messages[BATCH];
    for (size_t i = 0; i < count; i++)
        messages[i] = (struct task_message){.timestamp = clock_epoch_ms(), .type = type, .data = data};
    int r = task_job_report(worker->job, first, messages, count);
    int64_t last = first + (int64_t)count - 1;
    if (r == 0 && last > worker->sequence)
        worker->sequence = last;
    return r;
}

static void say_at(struct worker *worker, int64_t sequence, struct slice text)
{
    struct buf data = BUF_LIMITED(TEXT_MAX);
    buf_append_text(&data, "{\"text\":");
    json_write_string(&data, text);
    buf_append_char(&data, '}');
    if (!data.error)
        (void)report(worker, sequence, SLICE("content_block_delta"), buf_slice(&data), 1);
    buf_clear(&data);
}

void worker_say(struct worker *worker, struct slice text)
{
    say_at(worker, worker->sequence + 1, text);
    worker->said = text;
}

/* Reports some of a statement's many equal messages. */
static void report_some(struct worker *worker, int64_t count)
{
    struct buf data = BUF_LIMITED(TEXT_MAX);
    buf_append_text(&data, "{\"text\":\"");
    char *room = buf_room(&data, worker->size);
    if (room)
        memset(room, 'x', worker->size);
    data.size += room ? worker->size : 0;
    buf_append_text(&data, "\"}");
    while (count > 0 && !data.error && !worker->ended) {
        size_t some = count < BATCH ? (size_t)count : BATCH;
        if (report(worker, worker->sequence + 1, SLICE("content_block_delta"), buf_slice(&data), some) < 0)
            break;
        count -= (int64_t)some;
        worker->left -= (int64_t)some;
        if (worker->paused && !worker->ignores_pause)
            break;
    }
    buf_clear(&data);
}

static int64_t due(const struct worker *worker)
{
    uint64_t ms = uv_now(worker->timer.loop) - worker->rate_began;
    int64_t so_far = (int64_t)ms * worker->per_second / 1000 + 1 - worker->rate_sent;
    return so_far < worker->left ? so_far : worker->left;
}

static void on_rate(uv_timer_t *timer)
{
    worker_wake(timer->data);
}

/* Returns true when the statement is done. */
static bool report_more(struct worker *worker)
{
    if (worker->paused && !worker->ignores_pause)
        return false;
    if (worker->per_second == 0) {
        report_some(worker, worker->left < BATCH ? worker->left : BATCH);
    } else {
        int64_t before = worker->left;
        report_some(worker, due(worker));
        worker->rate_sent += before - worker->left;
        if (worker->left > 0)
            (void)uv_timer_start(&worker->timer, on_rate, 1 + (uint64_t)(1000 / worker->per_second) / 2, 0);
    }
    return worker->left == 0;
}

/* --- FIFO --- */

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct worker *worker = poll->data;
    char bytes[256];
    (void)status;
    (void)events;
    ssize_t size = read(worker->fd, bytes, sizeof bytes);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size > 0 && !memchr(bytes, '\n', (size_t)size))
        return;
    (void)uv_poll_stop(&worker->poll);
    worker->polls = false;
    worker_wake(worker);
}

/* A script waits for one FIFO at a time. */
static void begin_read(struct worker *worker, struct slice path)
{
    char name[4096];
    if (path.size >= sizeof name)
        return;
    memcpy(name, path.data, path.size);
    name[path.size] = '\0';
    int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (worker->fd >= 0) { /* keep the same descriptor number, so that one poll handle serves all FIFOs */
        (void)dup3(fd, worker->fd, O_CLOEXEC);
        close(fd);
    } else {
        worker->fd = fd;
        (void)uv_poll_init(worker->timer.loop, &worker->poll, fd);
        worker->poll.data = worker;
        worker->open_handles++;
    }
    worker->polls = uv_poll_start(&worker->poll, UV_READABLE | UV_DISCONNECT, on_readable) == 0;
}

/* --- end --- */

static void on_handle_closed(uv_handle_t *handle)
{
    struct worker *worker = handle->data;
    if (--worker->open_handles > 0)
        return;
    if (worker->fd >= 0)
        close(worker->fd);
    free(worker->lines);
    free(worker);
}

void worker_end(struct worker *worker, enum task_outcome_status status, struct slice reason, struct slice message)
{
    struct task_outcome outcome = {
        .status = status,
        .result = {.text = worker->said,
                   .text_is = worker->said.size > 0 ? FIELD_SET : FIELD_ABSENT,
                   .token_usage = worker->usage,
                   .token_usage_is = worker->has_usage ? FIELD_SET : FIELD_ABSENT,
                   .error = worker->failure,
                   .error_is = status == TASK_OUTCOME_FAILED ? FIELD_SET : FIELD_ABSENT},
        .processes = worker->processes,
    };
    outcome.result.error.reason = reason;
    outcome.result.error.message = message;
    if (worker->ended)
        return;
    worker->ended = true;
    worker_forget_question(worker);
    bool polled = worker->fd >= 0;
    task_job_ended(worker->job, &outcome);
    worker->job = NULL;
    uv_close((uv_handle_t *)&worker->idle, on_handle_closed);
    uv_close((uv_handle_t *)&worker->timer, on_handle_closed);
    if (polled)
        uv_close((uv_handle_t *)&worker->poll, on_handle_closed);
}

static void complete(struct worker *worker)
{
    worker_end(worker, TASK_OUTCOME_COMPLETED, SLICE(""), SLICE(""));
}

static void cancel(struct worker *worker)
{
    worker_end(worker, TASK_OUTCOME_CANCELLED, SLICE(""), SLICE(""));
}

/* A stop was requested. The task ends when the event that `hold` waits for has occurred. */
static void stop(struct worker *worker)
{
    struct slice hold = worker->hold;
    if (slice_is(hold, "deaf"))
        return;
    if (slice_is(hold, "complete")) {
        complete(worker);
    } else if (slice_is(hold, "fail")) {
        worker_end(worker, TASK_OUTCOME_FAILED, SLICE("error"), SLICE("it failed while it was being stopped"));
    } else if (hold.size > 0 && !worker->stop_begun) {
        worker->stop_begun = true;
        begin_read(worker, hold);
    } else {
        cancel(worker);
    }
}

/* --- statements --- */

static void begin_many(struct worker *worker, struct statement statement)
{
    worker->left = script_number(&statement.rest, 0);
    worker->per_second = statement.verb == VERB_RATE ? script_number(&statement.rest, 1) : 0;
    worker->size = (size_t)script_number(&statement.rest, 16);
    worker->ignores_pause = statement.verb == VERB_FLOOD;
    worker->rate_began = uv_now(worker->timer.loop);
    worker->rate_sent = 0;
}

static void tell_progress(struct worker *worker, struct slice rest)
{
    int64_t percent = script_number(&rest, 0);
    (void)task_job_progress(worker->job, &(struct task_progress){
                                             .percent = (double)percent,
                                             .percent_is = FIELD_SET,
                                             .message = rest,
                                             .message_is = rest.size > 0 ? FIELD_SET : FIELD_ABSENT,
                                         });
}

static void leave_hole(struct worker *worker)
{
    int r = report(worker, worker->sequence + 2, SLICE("hole"), SLICE("{}"), 1);
    worker_say(worker, r == -EPROTO ? SLICE("EPROTO") : SLICE("no error"));
}

static void say_things(struct worker *worker, struct statement statement)
{
    struct slice rest = statement.rest;
    if (statement.verb == VERB_SAY) {
        worker_say(worker, rest);
    } else if (statement.verb == VERB_MESSAGE) {
        struct slice type = script_word(&rest);
        (void)report(worker, worker->sequence + 1, type, rest, 1);
    } else if (statement.verb == VERB_AGAIN) {
        say_at(worker, worker->sequence, SLICE("again"));
    } else if (statement.verb == VERB_HOLE) {
        leave_hole(worker);
    } else if (statement.verb == VERB_PROGRESS) {
        tell_progress(worker, rest);
    } else if (statement.verb == VERB_USAGE) {
        worker->has_usage = true;
        worker->usage.input_tokens = script_number(&rest, 0);
        worker->usage.output_tokens = script_number(&rest, 0);
    } else {
        task_job_waits(worker->job, statement.verb == VERB_PERMISSION);
    }
}

static void perform(struct worker *worker, struct statement statement)
{
    struct slice rest = statement.rest;
    switch (statement.verb) {
    case VERB_EVENTS:
    case VERB_FLOOD:
    case VERB_RATE:
        begin_many(worker, statement);
        break;
    case VERB_HOLD:
        worker->hold = rest.data ? rest : SLICE("");
        break;
    case VERB_READ:
    case VERB_LATE:
        begin_read(worker, rest);
        break;
    case VERB_FAIL: {
        struct slice reason = script_word(&rest);
        worker_end(worker, TASK_OUTCOME_FAILED, reason, rest);
        break;
    }
    case VERB_DONE:
        if (rest.size > 0)
            worker->said = rest;
        complete(worker);
        break;
    case SCRIPT_ECHO:
        if (worker_perform(worker, rest))
            break;
        worker_say(worker, rest);
        complete(worker);
        break;
    case VERB_REFUSE:
    case SCRIPT_END:
        complete(worker);
        break;
    default:
        say_things(worker, statement);
    }
}

/* Returns true if the next statement can be performed at once. */
static bool step(struct worker *worker)
{
    if (worker->killed || (worker->stopped && !worker->polls)) {
        if (worker->killed)
            cancel(worker);
        else
            stop(worker);
        return false;
    }
    if (worker->polls || worker->question || (worker->hold.data && !worker->stopped))
        return false;
    if (worker->left > 0) {
        bool done = report_more(worker);
        return done || (worker->per_second == 0 && (worker->ignores_pause || !worker->paused));
    }
    struct slice before = worker->script;
    struct statement statement = script_next(&worker->script, worker_verbs, VERB_COUNT);
    if (!worker->started && statement.verb != VERB_LATE) {
        worker->started = true;
        worker->script = before;
        task_job_started(worker->job);
        return true;
    }
    perform(worker, statement);
    return !worker->ended;
}

void worker_on_idle(uv_idle_t *idle)
{
    struct worker *worker = idle->data;
    if (!step(worker) && !worker->ended)
        (void)uv_idle_stop(&worker->idle);
}

void worker_wake(struct worker *worker)
{
    if (!worker->ended)
        (void)uv_idle_start(&worker->idle, worker_on_idle);
}
