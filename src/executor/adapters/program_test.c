#include "executor/adapters/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "executor/adapters/program_internal.h"
#include "unit/check.h"

struct host {
    uv_loop_t loop;
    struct program *program;
    struct buf lines; /* each with its newline */
    size_t line_count, line_bytes;
    bool gone, end_at_line, end_now, pause_at_line;
    int exit_code, signal;
    const char *problem;
    char tail[2 * PROGRAM_STDERR_KEPT];
};

static void on_line(void *user, struct slice line)
{
    struct host *host = user;
    host->line_count++;
    host->line_bytes += line.size;
    if (line.size < 4096 && host->lines.size < 65536)
        (void)buf_printf(&host->lines, "%.*s\n", SLICE_ARG(line));
    if (host->pause_at_line)
        program_pause(host->program, true);
    if (host->end_at_line)
        program_end(host->program, host->end_now);
}

static void on_gone(void *user, const struct program_end *end)
{
    struct host *host = user;
    host->gone = true;
    host->exit_code = end->exit_code;
    host->signal = end->signal;
    host->problem = end->problem;
    assert_true(end->stderr_tail.size < sizeof host->tail);
    memcpy(host->tail, end->stderr_tail.data, end->stderr_tail.size);
    host->tail[end->stderr_tail.size] = '\0';
}

static const struct program_handlers handlers = {on_line, on_gone};

/* However busy the machine is, a program that ends when it is asked to gets as long as it needs. */
enum { LONG_MS = 600000 };

static void start_with_grace(struct host *host, const char *script, unsigned grace_ms)
{
    char problem[PROGRAM_PROBLEM_SIZE] = "";
    struct slice words[] = {SLICE("sh"), SLICE("-c"), slice_of(script)};
    struct executor_launch_env_pair more[] = {{SLICE("GIVEN"), SLICE("yes")}};
    struct executor_launch launch = {.name = SLICE("x"),
                                     .adapter = SLICE("stdio"),
                                     .command = {.items = words, .count = 3},
                                     .env = {.items = more, .count = 1},
                                     .env_is = FIELD_SET};
    *host = (struct host){.lines = BUF_LIMITED(1 << 20)};
    assert_int_equal(uv_loop_init(&host->loop), 0);
    assert_int_equal(
        program_start_with_grace(&host->loop, &launch, SLICE("/"), grace_ms, &handlers, host, &host->program, problem),
        0);
    assert_string_equal(problem, "");
}

static void start(struct host *host, const char *script)
{
    start_with_grace(host, script, LONG_MS);
}

/* Runs until the program has ended; no process may be left. */
static const char *finish(struct host *host)
{
    (void)uv_run(&host->loop, UV_RUN_DEFAULT);
    assert_true(host->gone);
    assert_int_equal(uv_loop_close(&host->loop), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(buf_terminate(&host->lines), 0);
    return host->lines.data;
}

static void test_speaks(void **state)
{
    struct host host;
    (void)state;
    start(&host, "read a; read b; echo \"$b $a\"; echo; echo last >&2; printf 'no newline'; exit 3");
    assert_int_equal(program_write(host.program, SLICE("one")), 0);
    assert_int_equal(program_write(host.program, SLICE("two")), 0);
    assert_string_equal(finish(&host), "two one\nno newline\n");
    assert_int_equal(host.exit_code, 3);
    assert_string_equal(host.tail, "last");
    assert_null(host.problem);
    buf_clear(&host.lines);
}

/* The executor's private variables are not inherited. */
static void test_environment(void **state)
{
    struct host host;
    (void)state;
    (void)setenv("EXECUTOR_SOCKET", "/secret", 1);
    (void)setenv("WEIR_MODEL_SOCKET", "/secret", 1);
    (void)setenv("LANG", "C.UTF-8", 1);
    start(&host, "echo \"$GIVEN $LANG [$EXECUTOR_SOCKET$WEIR_MODEL_SOCKET] $PWD\"; ls /proc/self/fd | wc -l; "
                 "ps -o pgid= -p $$ 2>/dev/null | tr -d ' ' | grep -qx $$ && echo leads");
    const char *said = finish(&host);
    assert_true(strncmp(said, "yes C.UTF-8 [] /\n4\n", 19) == 0); /* three, and the one for the directory */
    buf_clear(&host.lines);
}

static void test_input_ends(void **state)
{
    struct host host;
    (void)state;
    start(&host, "cat; echo end");
    assert_int_equal(program_write(host.program, SLICE("a")), 0);
    program_end_input(host.program);
    assert_int_equal(program_write(host.program, SLICE("b")), -EPIPE);
    assert_string_equal(finish(&host), "a\nend\n");
    buf_clear(&host.lines);
}

/* More than a pipe holds, in both directions; and a program that does not read at all. */
static void test_much(void **state)
{
    enum { SIZE = 8 << 20 };
    struct host host;
    char *line = malloc(SIZE);
    (void)state;
    memset(line, 'x', SIZE);
    start(&host, "cat");
    assert_int_equal(program_write(host.program, (struct slice){line, SIZE}), 0);
    assert_int_equal(program_write(host.program, SLICE("short")), 0);
    program_end_input(host.program);
    (void)finish(&host);
    assert_int_equal(host.line_count, 2);
    assert_int_equal(host.line_bytes, SIZE + 5);
    buf_clear(&host.lines);

    start(&host, "echo up; exec sleep 120");
    host.end_at_line = host.end_now = true;
    int r = 0;
    for (int i = 0; r == 0 && i < 64; i++)
        r = program_write(host.program, (struct slice){line, SIZE});
    assert_int_equal(r, -ENOBUFS);
    (void)finish(&host);
    assert_int_equal(host.signal, SIGKILL);
    buf_clear(&host.lines);
    free(line);
}

static void test_too_long(void **state)
{
    struct host host;
    (void)state;
    start(&host, "echo first; head -c 17000000 /dev/zero | tr '\\0' x; exec sleep 120");
    assert_string_equal(finish(&host), "first\n");
    assert_string_equal(host.problem, "it wrote a line longer than 16 MiB");
    buf_clear(&host.lines);
}

/* All processes end, even those in another group and session that ignore signals. */
static void test_tree(void **state)
{
    struct host host;
    (void)state;
    for (int now = 0; now < 2; now++) {
        start_with_grace(&host,
                         "trap '' TERM; (setsid sh -c 'trap \"\" TERM; echo up; for i in 1 2 3; do sleep 40; done' &); "
                         "for i in 1 2 3; do sleep 40; done",
                         100);
        host.end_at_line = true;
        host.end_now = now;
        assert_string_equal(finish(&host), "up\n");
        assert_int_equal(host.exit_code, -1);
        assert_int_equal(host.signal, SIGKILL);
        buf_clear(&host.lines);
    }
}

static void test_last_words(void **state)
{
    struct host host;
    (void)state;
    start(&host, "trap 'echo bye; exit 0' TERM; echo up; for i in 1 2 3; do sleep 40 & wait; done");
    host.end_at_line = true;
    assert_string_equal(finish(&host), "up\nbye\n");
    assert_int_equal(host.exit_code, 0);
    buf_clear(&host.lines);
}

/* The program has written what its pipe holds. */
static void on_written(uv_poll_t *poll, int status, int events)
{
    struct host *host = poll->data;
    assert_int_equal(status, 0);
    assert_true(events & UV_READABLE);
    /* Lines that were read together with the first one wait like those in the pipe. */
    assert_int_equal(host->line_count, 1);
    assert_false(host->gone);
    host->pause_at_line = false;
    program_pause(host->program, false);
    uv_close((uv_handle_t *)poll, NULL);
}

static void test_pause(void **state)
{
    struct host host;
    uv_poll_t poll;
    char directory[] = "/tmp/weir-program-XXXXXX", fifo[64], script[256];
    (void)state;
    assert_non_null(mkdtemp(directory));
    (void)snprintf(fifo, sizeof fifo, "%s/fifo", directory);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    int fd = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    assert_true(fd >= 0);
    (void)snprintf(script, sizeof script,
                   "i=0; while [ $i -lt 30000 ]; do echo line $i; i=$((i+1)); [ $i -ne 3000 ] || echo >%s; done", fifo);
    start(&host, script);
    host.pause_at_line = true;
    assert_int_equal(uv_poll_init(&host.loop, &poll, fd), 0);
    poll.data = &host;
    while (host.line_count == 0)
        (void)uv_run(&host.loop, UV_RUN_ONCE);
    assert_int_equal(uv_poll_start(&poll, UV_READABLE, on_written), 0);
    (void)finish(&host);
    assert_int_equal(host.line_count, 30000);
    assert_int_equal(host.exit_code, 0);
    buf_clear(&host.lines);
    assert_int_equal(close(fd), 0);
    assert_int_equal(unlink(fifo), 0);
    assert_int_equal(rmdir(directory), 0);
}

/* A program that ends while paused is not gone before its last line was delivered; one that is killed does not wait. */
static void test_paused_end(void **state)
{
    struct host host;
    (void)state;
    start(&host, "trap '' TERM; printf 'a\\nb\\nc\\n'");
    host.pause_at_line = true;
    while (host.line_count == 0)
        (void)uv_run(&host.loop, UV_RUN_ONCE);
    assert_false(host.gone);
    program_end(host.program, false);
    assert_string_equal(finish(&host), "a\nb\nc\n");
    buf_clear(&host.lines);
}

static void test_stderr(void **state)
{
    struct host host;
    (void)state;
    start(&host,
          "i=0; while [ $i -lt 5000 ]; do echo problem $i >&2; i=$((i+1)); done; printf 'bad \\377\\033[2J' >&2");
    (void)finish(&host);
    assert_true(strlen(host.tail) <= PROGRAM_STDERR_KEPT);
    assert_true(strncmp(host.tail, "problem 4", 9) == 0);
    assert_true(strstr(host.tail, "problem 4999\nbad ??[2J"));
    buf_clear(&host.lines);
}

static void check_look(const char *word, int expected, const char *problem)
{
    char text[PROGRAM_PROBLEM_SIZE] = "";
    struct slice words[] = {slice_of(word)};
    struct executor_launch launch = {.command = {.items = words, .count = 1}};
    assert_int_equal(program_check(&launch, text), expected);
    assert_string_equal(text, problem);
}

static void test_look(void **state)
{
    (void)state;
    check_look("sh", 0, "");
    check_look("/bin/sh", 0, "");
    check_look("no-such-program", -ENOENT,
               "cannot find the program no-such-program in PATH; install it, or use its absolute path");
    check_look("/no/such", -ENOENT,
               "cannot find the program /no/such in the sandbox; install it, or name another command");
    check_look("/etc/passwd", -EACCES, "/etc/passwd is not executable; make it executable, or name another command");
    check_look("./here", -EINVAL, "./here must be an absolute path, or a name in PATH");
}

static void test_not_started(void **state)
{
    char problem[PROGRAM_PROBLEM_SIZE] = "";
    struct slice words[] = {SLICE("sh")};
    struct executor_launch launch = {.command = {.items = words, .count = 1}};
    struct program *program = NULL;
    uv_loop_t loop;
    (void)state;
    assert_int_equal(uv_loop_init(&loop), 0);
    assert_int_equal(program_start(&loop, &launch, SLICE("/nowhere"), &handlers, NULL, &program, problem), -ENOENT);
    assert_string_equal(problem, "cannot use the working directory /nowhere: No such file or directory");
    assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_speaks),     cmocka_unit_test(test_environment), cmocka_unit_test(test_input_ends),
        cmocka_unit_test(test_much),       cmocka_unit_test(test_too_long),    cmocka_unit_test(test_tree),
        cmocka_unit_test(test_last_words), cmocka_unit_test(test_pause),       cmocka_unit_test(test_paused_end),
        cmocka_unit_test(test_stderr),     cmocka_unit_test(test_look),        cmocka_unit_test(test_not_started),
    };
    (void)signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
