#include "connector/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/warden.h"
#include "connector/lines.h"

enum {
    CHUNK = 64 << 10,     /* bytes that are read in one turn, so that a flood does not delay the daemon's messages */
    DRAIN_MAX = 4 << 20,  /* of a pipe after the end; more than the largest size of a pipe */
    COMPLAINT_MAX = 4096, /* of a line of stderr; the rest is cut off */
    PATIENCE_MS = 1000,   /* after the grace period, before a warden that does not end is killed */
    HANDLES = 5,
};

enum phase {
    PHASE_RUNNING,
    PHASE_ASKED,  /* its input is closed */
    PHASE_TERMED, /* the warden ends it */
};

struct program {
    struct warden warden;
    const struct program_events *events;
    void *user;
    int input, output, errors; /* -1: closed */
    uv_poll_t exit_poll, input_poll, output_poll, errors_poll;
    uv_timer_t timer;
    int open_handles;
    struct buf queue;
    size_t sent; /* of the queue */
    struct lines lines, complaints;
    enum phase phase;
    bool out_of_memory;
    bool is_silent;                    /* its output is not read any more */
    char reason[PROGRAM_PROBLEM_SIZE]; /* why we ended it; or empty */
};

/* --- the end --- */

static void describe(const struct program *program, const struct warden_report *report, char *problem)
{
    if (report->error < 0)
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "could not be started: %s", strerror(-report->error));
    else if (program->reason[0])
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "%s", program->reason);
    else if (report->status >= 0 && WIFSIGNALED(report->status))
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "was ended by signal %d (%s)", WTERMSIG(report->status),
                       strsignal(WTERMSIG(report->status)));
    else if (report->status >= 0 && WIFEXITED(report->status))
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "exited with status %d", WEXITSTATUS(report->status));
    else
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "was killed");
}

static void on_closed(uv_handle_t *handle)
{
    struct program *program = handle->data;
    struct warden_report report;
    char problem[PROGRAM_PROBLEM_SIZE];
    if (--program->open_handles > 0)
        return;
    warden_reap(&program->warden, &report);
    describe(program, &report, problem);
    program->events->gone(program->user, problem);
    cleanup_close(&program->input);
    cleanup_close(&program->output);
    cleanup_close(&program->errors);
    lines_clear(&program->lines);
    lines_clear(&program->complaints);
    buf_clear(&program->queue);
    free(program);
}

static void on_timer(uv_timer_t *timer)
{
    struct program *program = timer->data;
    if (program->phase == PHASE_TERMED) {
        warden_force(&program->warden);
        (void)uv_timer_start(timer, on_timer, PATIENCE_MS, 0);
        return;
    }
    program_end(program, true);
}

static void close_input(struct program *program)
{
    (void)uv_poll_stop(&program->input_poll);
    cleanup_close(&program->input);
    program->input = -1;
}

void program_end(struct program *program, bool now)
{
    if (program->phase == PHASE_TERMED)
        return;
    close_input(program);
    if (now) {
        warden_end(&program->warden, false);
        program->phase = PHASE_TERMED;
        (void)uv_timer_start(&program->timer, on_timer, PROGRAM_END_MS + PATIENCE_MS, 0);
    } else if (program->phase == PHASE_RUNNING) {
        program->phase = PHASE_ASKED;
        (void)uv_timer_start(&program->timer, on_timer, PROGRAM_END_MS, 0);
    }
}

static void end_because(struct program *program, const char *reason, bool now)
{
    if (program->phase == PHASE_RUNNING)
        (void)snprintf(program->reason, sizeof program->reason, "%s", reason);
    program_end(program, now);
}

/* --- output --- */

static void on_line(void *user, struct slice line)
{
    struct program *program = user;
    program->events->line(program->user, line);
}

static void on_skipped(void *user, size_t bytes)
{
    struct program *program = user;
    program->events->too_long(program->user, bytes);
}

static void on_complaint(void *user, struct slice line)
{
    struct program *program = user;
    program->events->complaint(program->user, line);
}

static const struct lines_events output_events = {.line = on_line, .skipped = on_skipped};
static const struct lines_events errors_events = {.line = on_complaint};

/* Returns 1 if something was read, 0 if nothing can be read now, -EPIPE at the end. */
static int take(struct program *program, int fd, struct lines *lines, const struct lines_events *events)
{
    char bytes[CHUNK];
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (n <= 0)
        return -EPIPE;
    if (lines_feed(lines, (struct slice){bytes, (size_t)n}, events, program) < 0)
        program->out_of_memory = true;
    return 1;
}

static void on_output(uv_poll_t *poll, int status, int events)
{
    struct program *program = poll->data;
    (void)status;
    (void)events;
    int r = take(program, program->output, &program->lines, &output_events);
    if (program->out_of_memory) {
        end_because(program, "sent more than weir-mcp has memory for", true);
        program->is_silent = true;
        (void)uv_poll_stop(poll);
    } else if (r < 0) {
        /* It cannot answer any more. If it is about to exit, its status says more than this. */
        (void)uv_poll_stop(poll);
        program->is_silent = true;
        program_end(program, false);
    }
}

void program_pause(struct program *program, bool paused)
{
    if (uv_is_closing((uv_handle_t *)&program->output_poll) || program->is_silent)
        return;
    if (paused)
        (void)uv_poll_stop(&program->output_poll);
    else
        (void)uv_poll_start(&program->output_poll, UV_READABLE, on_output);
}

static void on_errors(uv_poll_t *poll, int status, int events)
{
    struct program *program = poll->data;
    (void)status;
    (void)events;
    if (take(program, program->errors, &program->complaints, &errors_events) < 0)
        (void)uv_poll_stop(poll);
}

/* All processes have ended. A process outside may still hold the other end of a pipe, and is not waited for. */
static void on_exit_seen(uv_poll_t *poll, int status, int events)
{
    struct program *program = poll->data;
    (void)status;
    (void)events;
    for (size_t n = 0; n < DRAIN_MAX && take(program, program->errors, &program->complaints, &errors_events) > 0;
         n += CHUNK)
        ;
    for (size_t n = 0; n < DRAIN_MAX && take(program, program->output, &program->lines, &output_events) > 0; n += CHUNK)
        ;
    lines_end(&program->complaints, &errors_events, program);
    close_input(program);
    program->phase = PHASE_TERMED;
    uv_handle_t *handles[] = {(uv_handle_t *)&program->exit_poll, (uv_handle_t *)&program->input_poll,
                              (uv_handle_t *)&program->output_poll, (uv_handle_t *)&program->errors_poll,
                              (uv_handle_t *)&program->timer};
    for (size_t i = 0; i < HANDLES; i++)
        uv_close(handles[i], on_closed);
}

/* --- input --- */

static void on_input(uv_poll_t *poll, int status, int events);

/* Writes as much of the queue as the pipe takes. */
static int flush(struct program *program)
{
    struct buf *queue = &program->queue;
    while (program->sent < queue->size) {
        ssize_t n = write(program->input, queue->data + program->sent, queue->size - program->sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return uv_poll_start(&program->input_poll, UV_WRITABLE, on_input);
        if (n < 0)
            return -EPIPE;
        program->sent += (size_t)n;
    }
    (void)uv_poll_stop(&program->input_poll);
    buf_reset(queue, CHUNK);
    program->sent = 0;
    return 0;
}

static void on_input(uv_poll_t *poll, int status, int events)
{
    struct program *program = poll->data;
    (void)status;
    (void)events;
    if (flush(program) < 0)
        end_because(program, "has closed its standard input", false);
}

int program_send(struct program *program, struct slice line)
{
    struct buf *queue = &program->queue;
    if (program->input < 0)
        return -EPIPE;
    if (program->sent > 0 && line.size + 1 > queue->limit - queue->size) {
        buf_consume(queue, program->sent);
        program->sent = 0;
    }
    size_t before = queue->size;
    if (line.size + 1 > queue->limit - before)
        return -ENOBUFS;
    buf_append_slice(queue, line);
    int r = buf_append_char(queue, '\n');
    if (r < 0) {
        queue->size = before;
        queue->error = 0;
        return r;
    }
    return before > program->sent ? 0 : flush(program);
}

/* --- the start --- */

struct pipes {
    int input[2], output[2], errors[2];
};

static void close_pipe(const int ends[2])
{
    cleanup_close(&ends[0]);
    cleanup_close(&ends[1]);
}

static void close_pipes(const struct pipes *pipes)
{
    close_pipe(pipes->input);
    close_pipe(pipes->output);
    close_pipe(pipes->errors);
}

static int open_pipes(struct pipes *ret_pipes)
{
    struct pipes pipes = {{-1, -1}, {-1, -1}, {-1, -1}};
    int r = pipe2(pipes.input, O_CLOEXEC) < 0 || pipe2(pipes.output, O_CLOEXEC) < 0 ||
                    pipe2(pipes.errors, O_CLOEXEC) < 0 || fcntl(pipes.input[1], F_SETFL, O_NONBLOCK) < 0 ||
                    fcntl(pipes.output[0], F_SETFL, O_NONBLOCK) < 0 || fcntl(pipes.errors[0], F_SETFL, O_NONBLOCK) < 0
                ? -errno
                : 0;
    if (r < 0)
        close_pipes(&pipes);
    else
        *ret_pipes = pipes;
    return r;
}

static void open_handles(struct program *program, uv_loop_t *loop)
{
    (void)uv_poll_init(loop, &program->exit_poll, program->warden.pidfd);
    (void)uv_poll_init(loop, &program->input_poll, program->input);
    (void)uv_poll_init(loop, &program->output_poll, program->output);
    (void)uv_poll_init(loop, &program->errors_poll, program->errors);
    (void)uv_timer_init(loop, &program->timer);
    program->exit_poll.data = program->input_poll.data = program->output_poll.data = program->errors_poll.data =
        program->timer.data = program;
    program->open_handles = HANDLES;
    (void)uv_poll_start(&program->exit_poll, UV_READABLE, on_exit_seen);
    (void)uv_poll_start(&program->output_poll, UV_READABLE, on_output);
    (void)uv_poll_start(&program->errors_poll, UV_READABLE, on_errors);
}

int program_start(uv_loop_t *loop, const struct program_order *order, const struct program_events *events, void *user,
                  struct program **ret_program)
{
    struct pipes pipes;
    int r = open_pipes(&pipes);
    if (r < 0)
        return r;
    autofree struct program *program = calloc(1, sizeof *program);
    struct warden_order whole = {.cwd = order->cwd,
                                 .arguments = order->arguments,
                                 .environment = order->environment,
                                 .input = pipes.input[0],
                                 .output = pipes.output[1],
                                 .errors = pipes.errors[1],
                                 .grace_ms = PROGRAM_END_MS};
    r = program ? warden_start(&whole, &program->warden) : -ENOMEM;
    if (r < 0) {
        close_pipes(&pipes);
        return r;
    }
    cleanup_close(&pipes.input[0]);
    cleanup_close(&pipes.output[1]);
    cleanup_close(&pipes.errors[1]);
    program->events = events;
    program->user = user;
    program->input = pipes.input[1];
    program->output = pipes.output[0];
    program->errors = pipes.errors[0];
    program->queue.limit = PROGRAM_QUEUE_MAX;
    lines_init(&program->lines, PROGRAM_LINE_MAX, false);
    lines_init(&program->complaints, COMPLAINT_MAX, true);
    open_handles(program, loop);
    *ret_program = take_pointer(program);
    return 0;
}
