/* Plays a script: each turn of the loop performs one statement, or a part of a long one. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "script/script.h"
#include "json/write.h"

enum { AT_ONCE = 64, TEXT_MAX = 16 << 20, WAIT_MS = 10 };

/* --- reports --- */

/* A rejected message would be rejected again, so the task fails. */
static void end_refused(struct script *script, int error)
{
    bool too_long = error == -EMSGSIZE || error == -ENOBUFS;
    script_end(script, TASK_FAILED, too_long ? SLICE("message_too_long") : SLICE("agent_failed"),
               too_long ? SLICE("a message is longer than can be reported") : slice_of(strerror(-error)));
}

void script_say(struct script *script, struct slice text)
{
    struct buf data = BUF_LIMITED(TEXT_MAX);
    buf_append_text(&data, "{\"text\":");
    json_write_string(&data, text);
    buf_append_char(&data, '}');
    int r = data.error ? data.error : task_report(script->task, SLICE("content_block_delta"), buf_slice(&data));
    buf_clear(&data);
    if (r < 0) {
        end_refused(script, r);
        return;
    }
    free(script->said);
    script->said = strndup(text.data ? text.data : "", text.size);
}

/* Reports some of a statement's many equal messages. */
static void report_some(struct script *script, int64_t count)
{
    struct buf data = BUF_LIMITED(TEXT_MAX);
    buf_append_text(&data, "{\"text\":\"");
    char *room = buf_room(&data, script->size);
    if (room)
        memset(room, 'x', script->size);
    data.size += room ? script->size : 0;
    buf_append_text(&data, "\"}");
    int r = data.error;
    for (; count > 0 && r == 0 && (!script->paused || script->ignores_pause); count--) {
        r = task_report(script->task, SLICE("content_block_delta"), buf_slice(&data));
        script->left -= r == 0;
    }
    buf_clear(&data);
    if (r < 0)
        end_refused(script, r);
}

static int64_t due(const struct script *script)
{
    uint64_t ms = uv_now(script->timer.loop) - script->rate_began;
    int64_t so_far = (int64_t)ms * script->per_second / 1000 + 1 - script->rate_sent;
    return so_far < script->left ? so_far : script->left;
}

static void on_timer(uv_timer_t *timer)
{
    script_wake(timer->data);
}

/* Returns true when the statement is done. */
static bool report_more(struct script *script)
{
    if (script->paused && !script->ignores_pause)
        return false;
    if (script->per_second == 0) {
        report_some(script, script->left < AT_ONCE ? script->left : AT_ONCE);
    } else {
        int64_t before = script->left;
        report_some(script, due(script));
        script->rate_sent += before - script->left;
        if (script->left > 0 && !script->ended)
            (void)uv_timer_start(&script->timer, on_timer, 1 + (uint64_t)(1000 / script->per_second) / 2, 0);
    }
    return script->left == 0;
}

/* --- FIFO --- */

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct script *script = poll->data;
    char bytes[256];
    (void)status;
    (void)events;
    ssize_t size = read(script->fd, bytes, sizeof bytes);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size > 0 && !memchr(bytes, '\n', (size_t)size))
        return;
    (void)uv_poll_stop(&script->poll);
    script->polls = false;
    script_wake(script);
}

/* A script waits for one FIFO at a time. */
static void begin_read(struct script *script, struct slice path)
{
    autofree char *name = strndup(path.data, path.size);
    int fd = name ? open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    if (script->fd >= 0) { /* keep the same descriptor number, so that one poll handle serves all FIFOs */
        (void)dup3(fd, script->fd, O_CLOEXEC);
        close(fd);
    } else {
        script->fd = fd;
        (void)uv_poll_init(script->timer.loop, &script->poll, fd);
        script->open_handles++;
    }
    script->polls = uv_poll_start(&script->poll, UV_READABLE | UV_DISCONNECT, on_readable) == 0;
}

static void write_file(struct slice rest)
{
    struct slice path = script_word(&rest);
    autofree char *name = strndup(path.data, path.size);
    autoclose int fd = name ? open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (fd >= 0 && rest.size > 0)
        (void)!write(fd, rest.data, rest.size);
}

/* --- end --- */

static void on_handle_closed(uv_handle_t *handle)
{
    struct script *script = handle->data;
    if (--script->open_handles > 0)
        return;
    if (script->fd >= 0)
        close(script->fd);
    free(script->said);
    free(script);
}

void script_end(struct script *script, enum task_status status, struct slice code, struct slice message)
{
    if (script->ended)
        return;
    script->ended = true;
    task_ended(script->task, status, code, message, slice_of(script->said));
    script->task = NULL;
    uv_close((uv_handle_t *)&script->idle, on_handle_closed);
    uv_close((uv_handle_t *)&script->timer, on_handle_closed);
    if (script->fd >= 0)
        uv_close((uv_handle_t *)&script->poll, on_handle_closed);
}

static void complete(struct script *script)
{
    script_end(script, TASK_COMPLETED, SLICE(""), SLICE(""));
}

/* A stop was requested. The task ends when the event that `hold` waits for has occurred. */
static void stop(struct script *script)
{
    struct slice hold = script->hold;
    if (slice_is(hold, "deaf"))
        return;
    if (slice_is(hold, "complete")) {
        complete(script);
    } else if (slice_is(hold, "fail")) {
        script_end(script, TASK_FAILED, SLICE("ERROR"), SLICE("it failed while it was being stopped"));
    } else if (hold.size > 0 && !script->stop_begun) {
        script->stop_begun = true;
        begin_read(script, hold);
    } else {
        script_end(script, TASK_CANCELLED, SLICE(""), SLICE(""));
    }
}

/* --- statements --- */

static void begin_many(struct script *script, struct statement statement)
{
    script->left = script_number(&statement.rest, 0);
    script->per_second = statement.verb == VERB_RATE ? script_number(&statement.rest, 1) : 0;
    if (statement.verb == VERB_RATE && script->per_second == 0)
        script->per_second = 1;
    script->size = (size_t)script_number(&statement.rest, 16);
    script->ignores_pause = statement.verb == VERB_FLOOD;
    script->rate_began = uv_now(script->timer.loop);
    script->rate_sent = 0;
}

static void tell_progress(struct script *script, struct slice rest)
{
    int64_t percent = script_number(&rest, 0);
    (void)task_report_progress(script->task, &(struct task_progress){
                                                 .percent = (double)percent,
                                                 .percent_is = FIELD_SET,
                                                 .message = rest,
                                                 .message_is = rest.size > 0 ? FIELD_SET : FIELD_ABSENT,
                                             });
}

static void report_things(struct script *script, struct statement statement)
{
    struct slice rest = statement.rest;
    if (statement.verb == VERB_SAY) {
        script_say(script, rest);
    } else if (statement.verb == VERB_MESSAGE) {
        struct slice type = script_word(&rest);
        int r = task_report(script->task, type, rest);
        if (r < 0)
            end_refused(script, r);
    } else if (statement.verb == VERB_PROGRESS) {
        tell_progress(script, rest);
    } else if (statement.verb == VERB_USAGE) {
        struct executor_usage usage = {.input_tokens_is = FIELD_SET, .output_tokens_is = FIELD_SET};
        usage.input_tokens = script_number(&rest, 0);
        usage.output_tokens = script_number(&rest, 0);
        (void)task_report_usage(script->task, &usage);
    } else {
        struct slice code = script_word(&rest);
        (void)task_report_error(script->task, code, rest);
    }
}

static void finish(struct script *script, struct statement statement)
{
    struct slice rest = statement.rest;
    if (statement.verb == VERB_FAIL) {
        struct slice code = script_word(&rest);
        script_end(script, TASK_FAILED, code, rest);
        return;
    }
    if (statement.verb == SCRIPT_ECHO) {
        script_say(script, rest);
    } else if (statement.verb == VERB_DONE && rest.size > 0) {
        free(script->said);
        script->said = strndup(rest.data, rest.size);
    }
    complete(script);
}

static void perform(struct script *script, struct statement statement)
{
    switch (statement.verb) {
    case VERB_SAY:
    case VERB_MESSAGE:
    case VERB_PROGRESS:
    case VERB_USAGE:
    case VERB_ERROR:
        report_things(script, statement);
        break;
    case VERB_EVENTS:
    case VERB_FLOOD:
    case VERB_RATE:
        begin_many(script, statement);
        break;
    case VERB_PERMISSION:
    case VERB_KEY:
    case VERB_CONTEXT:
    case VERB_CREATE:
    case VERB_KEEP:
        script_ask(script, statement);
        break;
    case VERB_HOLD:
        script->hold = statement.rest.data ? statement.rest : SLICE("");
        break;
    case VERB_READ:
        begin_read(script, statement.rest);
        break;
    case VERB_WRITE:
        write_file(statement.rest);
        break;
    case VERB_CHILD:
        script_start_child(script, statement.rest);
        break;
    case VERB_WAIT:
        script->waits = true;
        break;
    case VERB_FAIL:
    case VERB_DONE:
    case VERB_REFUSE:
    case SCRIPT_ECHO:
    case SCRIPT_END:
        finish(script, statement);
        break;
    default:
        script_misbehave(script, statement);
    }
}

/* Some verbs are also common words, so they count as verbs only with valid arguments. */
static struct statement plausible(struct statement statement, struct slice line)
{
    bool alone = statement.verb == VERB_WAIT || statement.verb == VERB_CLOSE || statement.verb == VERB_SPIN ||
                 statement.verb == VERB_AGAIN || statement.verb == VERB_HOLE || statement.verb == VERB_CONTEXT;
    bool path = statement.verb == VERB_WRITE || statement.verb == VERB_READ;
    if ((alone && statement.rest.size > 0) || (path && (statement.rest.size == 0 || statement.rest.data[0] != '/')))
        return (struct statement){SCRIPT_ECHO, line};
    return statement;
}

static struct statement next(struct script *script)
{
    struct slice before = script->left_over;
    struct statement statement = script_next(&script->left_over, script_verbs, VERB_COUNT);
    return plausible(statement, script_next(&before, NULL, 0).rest);
}

static bool wait_for_children(struct script *script)
{
    script->waits = !script_children_are_gone(script);
    if (script->waits)
        (void)uv_timer_start(&script->timer, on_timer, WAIT_MS, 0);
    return !script->waits;
}

bool script_step(struct script *script)
{
    if (script->killed) {
        script_end(script, TASK_CANCELLED, SLICE(""), SLICE(""));
        return false;
    }
    if (script->stopped && !script->polls) {
        stop(script);
        return false;
    }
    if (script->polls || script->asks || (script->hold.data && !script->stopped))
        return false;
    if (script->waits)
        return wait_for_children(script);
    if (script->left > 0) {
        bool done = report_more(script);
        return done || (script->per_second == 0 && (script->ignores_pause || !script->paused));
    }
    perform(script, next(script));
    return !script->ended;
}
