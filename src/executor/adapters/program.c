#include "executor/adapters/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "executor/adapters/program_internal.h"
#include "rpc/frame.h"

enum {
    CHUNK = 64 << 10,       /* bytes to read at once, so that other events are handled in between */
    GRACE_MS = 1500,        /* from SIGTERM to SIGKILL: less than the executor gives its agents */
    PATIENCE_MS = 3000,     /* additional time for a warden that does not exit */
    COMMAND_MAX = 32 << 20, /* bytes of arguments and environment */
    ROUNDS_MAX = 64,        /* limit for reading after the end: a pipe holds less */
};

struct program {
    const struct program_handlers *handlers;
    void *user;
    struct warden warden;
    unsigned grace_ms; /* from SIGTERM to SIGKILL */
    uv_poll_t ended, lines, errors, input;
    uv_timer_t timer; /* waits for the warden; before that, resumes after a pause */
    unsigned open_handles;
    int in, out, err; /* our ends of the pipes; -1: closed */

    struct framer framer;
    struct buf backlog; /* data that was read, but not delivered because of a pause */
    bool paused;

    struct buf output;
    size_t sent; /* bytes of `output` */
    bool input_ends, input_broken;

    bool ending, now; /* program_end() was called */
    bool tree_gone, told;
    bool giving;                 /* delivering lines: prevents recursion */
    struct warden_report report; /* valid when the tree has ended */
    const char *problem;
    char problem_text[PROGRAM_PROBLEM_SIZE];
    struct program_tail tail;
};

static void on_timer(uv_timer_t *timer);
static void on_lines(uv_poll_t *poll, int status, int events);
static void on_input(uv_poll_t *poll, int status, int events);

/* --- end --- */

static void on_closed(uv_handle_t *handle)
{
    struct program *program = handle->data;
    if (--program->open_handles > 0)
        return;
    framer_clear(&program->framer);
    buf_clear(&program->backlog);
    buf_clear(&program->output);
    free(program);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        (void)close(take_fd(fd));
}

/* Closes the handle before its descriptor, whose number may be reused at once. */
static void close_watched(uv_poll_t *poll, int *fd)
{
    if (!uv_is_closing((uv_handle_t *)poll))
        uv_close((uv_handle_t *)poll, on_closed);
    close_fd(fd);
}

static void drop_input(struct program *program)
{
    close_watched(&program->input, &program->in);
    buf_clear(&program->output);
    program->output = (struct buf)BUF_LIMITED(PROGRAM_OUTPUT_MAX);
    program->sent = 0;
}

static void release(struct program *program)
{
    drop_input(program);
    close_watched(&program->lines, &program->out);
    close_watched(&program->errors, &program->err);
    uv_close((uv_handle_t *)&program->timer, on_closed);
}

/* All processes have ended and the last line was delivered. */
static void finish(struct program *program)
{
    struct program_end end = {.exit_code = -1, .problem = program->problem};
    if (program->told)
        return;
    program->told = true;
    if (program->report.status == -1)
        end.signal = SIGKILL; /* its warden was killed, and the program with it */
    else if (WIFEXITED(program->report.status))
        end.exit_code = WEXITSTATUS(program->report.status);
    else
        end.signal = WTERMSIG(program->report.status);
    end.stderr_tail = program_tail_finish(&program->tail);
    program->handlers->gone(program->user, &end);
    release(program);
}

static void read_on(struct program *program)
{
    if (program->out >= 0 && !program->paused)
        (void)uv_poll_start(&program->lines, UV_READABLE | UV_DISCONNECT, on_lines);
}

void program_end(struct program *program, bool now)
{
    if (program->told || program->now || (program->ending && !now))
        return;
    program->ending = true;
    program->now = now;
    warden_end(&program->warden, now);
    read_on(program);
    (void)uv_timer_start(&program->timer, on_timer, program->tree_gone ? 0 : program->grace_ms + PATIENCE_MS, 0);
}

/* --- output of the program --- */

/* Lines that arrive after SIGKILL are dropped. */
static bool may_give(const struct program *program)
{
    return !program->now && (!program->paused || program->ending);
}

/* Keeps the lines that a pause leaves. */
static void give_lines(struct program *program, struct slice bytes)
{
    enum frame frame = FRAME_LINE;
    program->giving = true;
    while (may_give(program) && frame != FRAME_NONE) {
        struct slice line;
        frame = framer_next(&program->framer, &bytes, &line);
        if (frame == FRAME_LINE) {
            program->handlers->line(program->user, line);
        } else if (frame == FRAME_TOO_LONG || frame == FRAME_NO_MEMORY) {
            program->problem =
                frame == FRAME_TOO_LONG ? "it wrote a line longer than 16 MiB" : "out of memory for its output";
            program_end(program, true);
        }
    }
    program->giving = false;
    if (!program->now && bytes.size > 0 && buf_append_slice(&program->backlog, bytes) < 0) {
        program->problem = "out of memory for its output";
        program_end(program, true);
    }
}

static void give_backlog(struct program *program)
{
    struct buf backlog = program->backlog;
    program->backlog = (struct buf)BUF_LIMITED(CHUNK);
    give_lines(program, buf_slice(&backlog));
    buf_clear(&backlog);
}

/* Returns false if there is nothing more to read now. */
static bool read_lines(struct program *program)
{
    char chunk[CHUNK];
    if (program->backlog.size > 0)
        give_backlog(program);
    if (program->backlog.size > 0 || program->now)
        return false;
    ssize_t n = read(program->out, chunk, sizeof chunk);
    if (n > 0) {
        give_lines(program, (struct slice){chunk, (size_t)n});
        return true;
    }
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return errno == EINTR;
    close_watched(&program->lines, &program->out);
    return false;
}

static void read_errors(struct program *program)
{
    char chunk[CHUNK];
    ssize_t n = read(program->err, chunk, sizeof chunk);
    if (n > 0)
        program_tail_add(&program->tail, (struct slice){chunk, (size_t)n});
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        close_watched(&program->errors, &program->err);
}

/* When all processes have ended, reads what is left in the pipes. */
static void settle(struct program *program)
{
    struct slice line;
    if (!program->tree_gone || program->told || program->giving)
        return;
    while (program->backlog.size > 0 && may_give(program))
        give_backlog(program);
    /* Limits the reading: a process outside of the tree may have got the pipe and continue to write. */
    for (int round = 0; round < ROUNDS_MAX && program->out >= 0 && may_give(program) && read_lines(program); round++)
        ;
    if (!may_give(program) && !program->now)
        return;
    if (!program->now && framer_finish(&program->framer, &line) == FRAME_LINE) {
        program->giving = true;
        program->handlers->line(program->user, line);
        program->giving = false;
    }
    for (int round = 0; program->err >= 0 && round < 4; round++)
        read_errors(program);
    finish(program);
}

static void on_lines(uv_poll_t *poll, int status, int events)
{
    struct program *program = poll->data;
    (void)status;
    (void)events;
    if (program->told || program->out < 0)
        return;
    (void)read_lines(program);
    settle(program);
}

static void on_errors(uv_poll_t *poll, int status, int events)
{
    struct program *program = poll->data;
    (void)status;
    (void)events;
    if (program->err >= 0)
        read_errors(program);
}

/* The program, all processes that it started, and its warden have ended. */
static void on_ended(uv_poll_t *poll, int status, int events)
{
    struct program *program = poll->data;
    (void)status;
    (void)events;
    (void)uv_timer_stop(&program->timer);
    uv_close((uv_handle_t *)poll, on_closed);
    warden_reap(&program->warden, &program->report);
    program->tree_gone = true;
    if (program->report.error < 0) {
        (void)snprintf(program->problem_text, sizeof program->problem_text, "cannot run it: %s",
                       strerror(-program->report.error));
        program->problem = program->problem_text;
    }
    settle(program);
}

/* Either a pause is over, or a warden does not exit, which happens only if another process has stopped it. */
static void on_timer(uv_timer_t *timer)
{
    struct program *program = timer->data;
    if (program->told)
        return;
    if (program->ending && !program->tree_gone) {
        warden_force(&program->warden);
        (void)uv_timer_start(timer, on_timer, PATIENCE_MS, 0);
        return;
    }
    if (program->backlog.size > 0 && may_give(program))
        give_backlog(program);
    read_on(program);
    settle(program);
}

void program_pause(struct program *program, bool paused)
{
    if (program->told || paused == program->paused)
        return;
    program->paused = paused;
    if (paused && program->out >= 0)
        (void)uv_poll_stop(&program->lines);
    else if (!paused && !program->ending)
        (void)uv_timer_start(&program->timer, on_timer, 0, 0);
    else
        read_on(program);
}

/* --- input of the program --- */

static void send_output(struct program *program)
{
    while (program->sent < program->output.size) {
        ssize_t n = write(program->in, program->output.data + program->sent, program->output.size - program->sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN) {
            (void)uv_poll_start(&program->input, UV_WRITABLE, on_input);
            return;
        }
        if (n < 0) {
            program->input_broken = true;
            drop_input(program);
            return;
        }
        program->sent += (size_t)n;
    }
    buf_reset(&program->output, CHUNK);
    program->sent = 0;
    (void)uv_poll_stop(&program->input);
    if (program->input_ends)
        drop_input(program);
}

/* poll() reports a pipe without a reader as an error; write() will fail with the reason. */
static void on_input(uv_poll_t *poll, int status, int events)
{
    struct program *program = poll->data;
    (void)status;
    (void)events;
    if (program->in >= 0)
        send_output(program);
}

int program_write(struct program *program, struct slice line)
{
    if (program->in < 0 || program->input_ends || program->told)
        return -EPIPE;
    /* Removes sent data only when it is half of the buffer: moving the rest may copy megabytes. */
    if (program->sent > program->output.size / 2) {
        buf_consume(&program->output, program->sent);
        program->sent = 0;
    }
    if (line.size >= PROGRAM_OUTPUT_MAX - program->output.size)
        return -ENOBUFS;
    bool waits = program->output.size > 0;
    (void)buf_append_slice(&program->output, line);
    (void)buf_append_char(&program->output, '\n');
    if (program->output.error) {
        drop_input(program); /* half a line would be parsed as a whole one */
        return -ENOMEM;
    }
    if (!waits)
        send_output(program);
    return program->input_broken ? -EPIPE : 0;
}

void program_end_input(struct program *program)
{
    program->input_ends = true;
    if (program->in >= 0 && program->output.size == 0)
        drop_input(program);
}

/* --- start --- */

/* Creates three pipes. Only our ends are non-blocking: the program's ends are separate open file descriptions. */
static int make_pipes(int theirs[static 3], int ours[static 3])
{
    for (int i = 0; i < 3; i++) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) < 0)
            return -errno;
        theirs[i] = ends[i == 0 ? 0 : 1];
        ours[i] = ends[i == 0 ? 1 : 0];
        if (fcntl(ours[i], F_SETFL, O_NONBLOCK) < 0)
            return -errno;
    }
    return 0;
}

static void close_three(int fds[static 3])
{
    for (int i = 0; i < 3; i++)
        close_fd(&fds[i]);
}

static int launch(const struct executor_launch *launch, struct slice cwd, unsigned grace_ms, int ours[static 3],
                  struct warden *ret_warden, char problem[static PROGRAM_PROBLEM_SIZE])
{
    struct arena arena = ARENA_LIMITED(COMMAND_MAX);
    struct warden_order order;
    int theirs[3] = {-1, -1, -1};
    int r = program_command(launch, cwd, &arena, &order, problem);
    if (r == 0) {
        r = make_pipes(theirs, ours);
        if (r < 0)
            (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "cannot create a pipe: %s", strerror(-r));
    }
    if (r == 0) {
        order.input = theirs[0];
        order.output = theirs[1];
        order.errors = theirs[2];
        order.grace_ms = grace_ms;
        r = warden_start(&order, ret_warden);
        if (r < 0)
            (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "cannot start a process: %s", strerror(-r));
    }
    close_three(theirs);
    if (r < 0)
        close_three(ours);
    arena_clear(&arena);
    return r;
}

static void watch(uv_loop_t *loop, struct program *program)
{
    const struct {
        uv_poll_t *poll;
        int fd;
    } polls[] = {{&program->ended, program->warden.pidfd},
                 {&program->lines, program->out},
                 {&program->errors, program->err},
                 {&program->input, program->in}};
    for (size_t i = 0; i < sizeof polls / sizeof *polls; i++) {
        (void)uv_poll_init(loop, polls[i].poll, polls[i].fd);
        polls[i].poll->data = program;
        program->open_handles++;
    }
    (void)uv_timer_init(loop, &program->timer);
    program->timer.data = program;
    program->open_handles++;
    (void)uv_poll_start(&program->ended, UV_READABLE, on_ended);
    (void)uv_poll_start(&program->lines, UV_READABLE | UV_DISCONNECT, on_lines);
    (void)uv_poll_start(&program->errors, UV_READABLE | UV_DISCONNECT, on_errors);
}

int program_start_with_grace(uv_loop_t *loop, const struct executor_launch *launched, struct slice cwd,
                             unsigned grace_ms, const struct program_handlers *handlers, void *user,
                             struct program **ret_program, char problem[static PROGRAM_PROBLEM_SIZE])
{
    struct program *program = calloc(1, sizeof *program);
    int ours[3] = {-1, -1, -1};
    if (!program) {
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "out of memory");
        return -ENOMEM;
    }
    *program = (struct program){.handlers = handlers,
                                .user = user,
                                .grace_ms = grace_ms,
                                .warden = (struct warden)WARDEN_NONE,
                                .framer = FRAMER_LIMITED(PROGRAM_LINE_MAX),
                                .backlog = BUF_LIMITED(CHUNK),
                                .output = BUF_LIMITED(PROGRAM_OUTPUT_MAX)};
    int r = launch(launched, cwd, grace_ms, ours, &program->warden, problem);
    if (r < 0) {
        free(program);
        return r;
    }
    program->in = ours[0];
    program->out = ours[1];
    program->err = ours[2];
    watch(loop, program);
    *ret_program = program;
    return 0;
}

int program_start(uv_loop_t *loop, const struct executor_launch *launched, struct slice cwd,
                  const struct program_handlers *handlers, void *user, struct program **ret_program,
                  char problem[static PROGRAM_PROBLEM_SIZE])
{
    return program_start_with_grace(loop, launched, cwd, GRACE_MS, handlers, user, ret_program, problem);
}

/* --- the end of stderr --- */

/* Keeps the end of a program's stderr, for the message about its end. */

void program_tail_add(struct program_tail *tail, struct slice bytes)
{
    if (bytes.size > PROGRAM_STDERR_KEPT) {
        bytes = (struct slice){bytes.data + bytes.size - PROGRAM_STDERR_KEPT, PROGRAM_STDERR_KEPT};
        tail->size = 0;
        tail->cut = true;
    }
    if (tail->size + bytes.size > sizeof tail->bytes) {
        size_t dropped = tail->size + bytes.size - PROGRAM_STDERR_KEPT;
        dropped = dropped < tail->size ? dropped : tail->size;
        memmove(tail->bytes, tail->bytes + dropped, tail->size - dropped);
        tail->size -= dropped;
        tail->cut = true;
    }
    if (bytes.size > 0)
        memcpy(tail->bytes + tail->size, bytes.data, bytes.size);
    tail->size += bytes.size;
}

/* Returns the size of the UTF-8 character at the beginning; 0: invalid. */
static size_t character(const unsigned char *at, size_t size)
{
    size_t length = *at < 0x80 ? 1 : *at >= 0xc2 && *at < 0xe0 ? 2 : *at >= 0xe0 && *at < 0xf0 ? 3 : *at < 0xf5 ? 4 : 0;
    if (*at >= 0x80 && *at < 0xc2)
        return 0;
    if (length == 0 || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xf0 && at[1] < 0x90);
    bool surrogate = *at == 0xed && at[1] >= 0xa0, beyond = *at == 0xf4 && at[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

/* Replaces control characters, which could change the reader's terminal. */
static void mend(struct program_tail *tail)
{
    unsigned char *at = (unsigned char *)tail->bytes;
    for (size_t i = 0, length; i < tail->size; i += length) {
        length = character(at + i, tail->size - i);
        if (length == 0 || (at[i] < ' ' && at[i] != '\n' && at[i] != '\t') || at[i] == 0x7f) {
            at[i] = '?';
            length = 1;
        }
    }
}

struct slice program_tail_finish(struct program_tail *tail)
{
    size_t from = tail->size > PROGRAM_STDERR_KEPT ? tail->size - PROGRAM_STDERR_KEPT : 0;
    if (tail->cut || from > 0) {
        const char *line = memchr(tail->bytes + from, '\n', tail->size - from);
        from = line ? (size_t)(line - tail->bytes) + 1 : from;
    }
    while (tail->size > from && (tail->bytes[tail->size - 1] == '\n' || tail->bytes[tail->size - 1] == '\r'))
        tail->size--;
    mend(tail);
    return (struct slice){tail->bytes + from, tail->size - from};
}
