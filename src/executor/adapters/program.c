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
    CHUNK = 64 << 10,       /* that is read in one go, so that others have their turn */
    GRACE_MS = 1500,        /* from SIGTERM to SIGKILL: less than the executor gives its agents */
    PATIENCE_MS = 3000,     /* behind the grace, with a warden that does not end */
    COMMAND_MAX = 32 << 20, /* bytes of arguments and variables */
    ROUNDS_MAX = 64,        /* of reading behind its end: a pipe holds less */
};

struct program {
    const struct program_handlers *handlers;
    void *user;
    struct warden warden;
    uv_poll_t ended, lines, errors, input;
    uv_timer_t timer; /* patience with the warden; or, while it is not ended, going on after a pause */
    unsigned open_handles;
    int in, out, err; /* our ends; -1: closed */

    struct framer framer;
    struct buf backlog; /* read, and not given as lines because of a pause */
    bool paused;

    struct buf output;
    size_t sent; /* of `output` */
    bool input_ends, input_broken;

    bool ending, now; /* program_end() was called */
    bool tree_gone, told;
    bool giving;                 /* lines: no second round from inside of one */
    struct warden_report report; /* when the tree is gone */
    const char *problem;
    char problem_text[PROGRAM_PROBLEM_SIZE];
    struct program_tail tail;
};

static void on_timer(uv_timer_t *timer);
static void on_lines(uv_poll_t *poll, int status, int events);
static void on_input(uv_poll_t *poll, int status, int events);

/* --- its end --- */

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

/* The handle goes before its descriptor: a later end of the handle would be about whatever has the number then. */
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

/* Its processes are gone and its last line was given. */
static void finish(struct program *program)
{
    struct program_end end = {.exit_code = -1, .problem = program->problem};
    if (program->told)
        return;
    program->told = true;
    if (program->report.status == -1)
        end.signal = SIGKILL; /* its warden was ended, and it with it */
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
    (void)uv_timer_start(&program->timer, on_timer, program->tree_gone ? 0 : GRACE_MS + PATIENCE_MS, 0);
}

/* --- what it says --- */

/* Lines that come once it is ended by force are of no use to anybody. */
static bool may_give(const struct program *program)
{
    return !program->now && (!program->paused || program->ending);
}

/* What a pause leaves is kept. */
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
            program->problem = frame == FRAME_TOO_LONG ? "it wrote a line of more than 16 MiB"
                                                       : "there is not enough memory for what it wrote";
            program_end(program, true);
        }
    }
    program->giving = false;
    if (!program->now && bytes.size > 0 && buf_append_slice(&program->backlog, bytes) < 0) {
        program->problem = "there is not enough memory for what it wrote";
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

/* False: there is nothing more now. */
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

/* When its processes are gone nothing is added any more to what lies in the pipes. */
static void settle(struct program *program)
{
    struct slice line;
    if (!program->tree_gone || program->told || program->giving)
        return;
    while (program->backlog.size > 0 && may_give(program))
        give_backlog(program);
    /* Somebody outside of the tree may have been handed its end of the pipe, and write on. */
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

/* The program and all that it started are gone, and so is its warden. */
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
        (void)snprintf(program->problem_text, sizeof program->problem_text, "it cannot be run: %s",
                       strerror(-program->report.error));
        program->problem = program->problem_text;
    }
    settle(program);
}

/* The timer: a pause is over; or a warden does not end, which only happens when somebody holds it. */
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

/* --- what it is told --- */

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

/* A pipe whose reader is gone is reported as an error; the write tells the same. */
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
    /* What was sent is removed now and then, not each time: it may lie before megabytes. */
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
        drop_input(program); /* half a line would be taken for a whole one */
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

/* --- its start --- */

/* All three, and each non-blocking on our side only: the program's ends are descriptions of their own. */
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

static int launch(const struct executor_launch *launch, struct slice cwd, int ours[static 3], struct warden *ret_warden,
                  char problem[static PROGRAM_PROBLEM_SIZE])
{
    struct arena arena = ARENA_LIMITED(COMMAND_MAX);
    struct warden_order order;
    int theirs[3] = {-1, -1, -1};
    int r = program_command(launch, cwd, &arena, &order, problem);
    if (r == 0) {
        r = make_pipes(theirs, ours);
        if (r < 0)
            (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "cannot make a pipe: %s", strerror(-r));
    }
    if (r == 0) {
        order.input = theirs[0];
        order.output = theirs[1];
        order.errors = theirs[2];
        order.grace_ms = GRACE_MS;
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

int program_start(uv_loop_t *loop, const struct executor_launch *launched, struct slice cwd,
                  const struct program_handlers *handlers, void *user, struct program **ret_program,
                  char problem[static PROGRAM_PROBLEM_SIZE])
{
    struct program *program = calloc(1, sizeof *program);
    int ours[3] = {-1, -1, -1};
    if (!program) {
        (void)snprintf(problem, PROGRAM_PROBLEM_SIZE, "there is not enough memory for this");
        return -ENOMEM;
    }
    *program = (struct program){.handlers = handlers,
                                .user = user,
                                .warden = (struct warden)WARDEN_NONE,
                                .framer = FRAMER_LIMITED(PROGRAM_LINE_MAX),
                                .backlog = BUF_LIMITED(CHUNK),
                                .output = BUF_LIMITED(PROGRAM_OUTPUT_MAX)};
    int r = launch(launched, cwd, ours, &program->warden, problem);
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
