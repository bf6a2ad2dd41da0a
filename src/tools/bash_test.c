#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "unit/bench.h"

/* The number that a command has left in a file, once it is there whole. */
static pid_t number_in(struct bench *bench, const char *name)
{
    return (pid_t)strtol(bench_read(bench, name).data, NULL, 10);
}

/* A command says by "echo >word" how far it has come. The loop stands still meanwhile: none of its times passes. */
static void make_word(struct bench *bench)
{
    assert_int_equal(mkfifo(bench_path(bench, "word"), 0600), 0);
}

static void wait_for_word(struct bench *bench)
{
    char byte;
    int fd = open(bench_path(bench, "word"), O_RDONLY | O_CLOEXEC);
    assert_int_equal(read(fd, &byte, 1), 1);
    assert_int_equal(close(fd), 0);
}

static void gives_output_and_end(void **state)
{
    struct bench *bench = *state;
    assert_slice(bench_run(bench, "Bash", "{'command':'echo one; echo two >&2; pwd -P >/dev/null'}"), "one\ntwo\n");
    assert_false(bench->is_error);
    assert_slice(bench_run(bench, "Bash", "{'command':'true'}"), "[no output]\n");
    assert_slice(bench_run(bench, "Bash", "{'command':'printf x; exit 3','description':'d'}"), "x\n[exit code 3]\n");
    assert_true(bench->is_error);
    assert_slice(bench_run(bench, "Bash", "{'command':'kill -9 $$'}"), "[killed by signal 9, Killed]\n");
    assert_contains(bench_run(bench, "Bash", "{'command':'cat; [[ -n $BASH ]] && pwd'}"), bench->place);
}

static void does_not_see_our_sockets(void **state)
{
    struct bench *bench = *state;
    (void)setenv("EXECUTOR_SOCKET", "/of-the-executor", 1);
    (void)setenv("WEIR_MODEL_SOCKET", "/of-the-executor", 1);
    (void)setenv("WEIR_OTHER", "seen", 1);
    assert_slice(
        bench_run(bench, "Bash", "{'command':'env | grep -c of-the-executor; echo $WEIR_OTHER; ls /proc/self/fd'}"),
        "0\nseen\n0\n1\n2\n3\n");
    (void)unsetenv("EXECUTOR_SOCKET");
    (void)unsetenv("WEIR_MODEL_SOCKET");
    (void)unsetenv("WEIR_OTHER");
}

static void keeps_head_and_tail(void **state)
{
    struct bench *bench = *state;
    struct slice text = bench_run(bench, "Bash", "{'command':'seq 1 100000'}");
    assert_true(text.size <= TOOL_OUTPUT_MAX);
    assert_true(slice_starts_with(text, SLICE("1\n2\n3\n")));
    assert_contains(text, "\n[… 512.");
    assert_contains(text, " KiB omitted …]\n");
    assert_contains(text, "\n99999\n100000\n");
    assert_slice(bench_run(bench, "Bash", "{'command':'printf \\\"a\\\\\\\\377\\\\\\\\0b\\\"'}"),
                 "a\xef\xbf\xbd\xef\xbf\xbd"
                 "b\n");
}

/* In sessions of their own, without parents, deaf to what is polite. */
#define STUBBORN                                                                                                       \
    "for i in 1 2 3; do setsid bash -c 'trap : TERM HUP; echo $$ >pid$0.new; mv pid$0.new pid$0; while :; do sleep "   \
    "1000; done' $i 2>/dev/null & done; while [ ! -e pid1 ] || [ ! -e pid2 ] || [ ! -e pid3 ]; do sleep 0.01; done; "

static void start_stubborn(struct bench *bench, const char *rest, int timeout_ms)
{
    char input[1024];
    FILE *script = fopen(bench_path(bench, "script"), "we");
    assert_non_null(script);
    (void)fprintf(script, "%s%s\n", STUBBORN, rest);
    assert_int_equal(fclose(script), 0);
    (void)snprintf(input, sizeof input, "{'command':'. ./script','timeout':%d}", timeout_ms);
    make_word(bench);
    bench_start(bench, "Bash", input);
    wait_for_word(bench);
}

static void end_stubborn(struct bench *bench)
{
    bench_wait(bench);
    for (char name[] = "pid1"; name[3] <= '3'; name[3]++) {
        struct process_facts facts;
        pid_t pid = number_in(bench, name);
        assert_true(pid > 1);
        assert_int_equal(process_look(pid, &facts), -ESRCH);
    }
}

static void leaves_nothing_at_its_end(void **state)
{
    struct bench *bench = *state;
    start_stubborn(bench, "echo done; echo >word", 600000);
    end_stubborn(bench);
    assert_buf(&bench->text, "done\n");
    assert_false(bench->is_error);
}

static void leaves_nothing_after_its_time(void **state)
{
    struct bench *bench = *state;
    start_stubborn(bench, "echo begun; echo >word; wait", 1000);
    end_stubborn(bench);
    assert_buf(&bench->text,
               "begun\n[timed out after 1 s: the command and all processes that it started were ended]\n");
    assert_true(bench->is_error);
}

static void leaves_nothing_when_cancelled(void **state)
{
    struct bench *bench = *state;
    start_stubborn(bench, "echo >word; wait", 600000);
    tool_cancel(bench->call);
    tool_cancel(bench->call);
    end_stubborn(bench);
    assert_buf(&bench->text, "[cancelled: the command and all processes that it started were ended]\n");
    assert_true(bench->is_error);
}

/* A loop that was held up finds the end and the time that is over at once. */
static void one_that_has_ended_is_not_timed_out(void **state)
{
    struct bench *bench = *state;
    siginfo_t ended;
    bench_start(bench, "Bash", "{'command':'sleep 0.01; echo done','timeout':1}");
    assert_int_equal(waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT), 0);
    bench_wait(bench);
    assert_buf(&bench->text, "done\n");
    assert_false(bench->is_error);
}

/* Nobody else can end it then, and it is not waited for without end. */
static void stops_its_warden(void **state)
{
    struct bench *bench = *state;
    bench_run(bench, "Bash", "{'command':'kill -STOP $PPID; sleep 1000','timeout':200}");
    assert_contains(buf_slice(&bench->text), "timed out after 0.2 s");
    bench_run(bench, "Bash", "{'command':'kill -KILL $PPID; exec sleep 0.01'}");
    assert_contains(buf_slice(&bench->text), "the exit code is not known: the command killed its supervisor process");
}

static void goes_on_in_the_background(void **state)
{
    struct bench *bench = *state;
    make_word(bench);
    bench_start(bench, "Bash",
                "{'command':'echo hello; echo $$ >pid; echo >word; sleep 1000','run_in_background':true}");
    wait_for_word(bench);
    bench_wait(bench);
    struct slice text = buf_slice(&bench->text);
    assert_false(bench->is_error);
    assert_contains(text, "runs in the background as weir-bash-");
    const char *from = memmem(text.data, text.size, "goes to ", 8);
    assert_non_null(from);
    char path[128], input[256];
    (void)snprintf(path, sizeof path, "%.*s", (int)strcspn(from + 8, ";"), from + 8);
    (void)snprintf(input, sizeof input, "{'file_path':'%s'}", path);
    assert_slice(bench_run(bench, "Read", input), "     1\thello\n");
    pid_t pid = number_in(bench, "pid");
    assert_int_equal(kill(pid, 0), 0);

    /* One that ends at once says so. */
    siginfo_t ended;
    bench_start(bench, "Bash", "{'command':'echo no; exit 4','run_in_background':true}");
    assert_int_equal(waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT), 0);
    bench_wait(bench);
    assert_buf(&bench->text, "no\n[exit code 4]\n");
    assert_true(bench->is_error);

    tool_box_close(&bench->box, NULL, NULL);
    (void)uv_run(&bench->loop, UV_RUN_DEFAULT);
    assert_int_equal(kill(pid, 0), -1);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(tool_box_init(&bench->box, &bench->loop, slice_of(bench->place), SLICE("")), 0);
}

static void says_that_its_place_is_gone(void **state)
{
    struct bench *bench = *state;
    free(bench->box.cwd);
    bench->box.cwd = strdup("/nowhere/at/all");
    assert_slice(bench_run(bench, "Bash", "{'command':'true'}"),
                 "[cannot start the command in /nowhere/at/all: No such file or directory]\n");
    assert_true(bench->is_error);
    assert_slice(bench_run(bench, "Bash", "{'command':'a\\u0000b'}"), "the field command contains a NUL character");
    assert_slice(bench_run(bench, "Bash", "{'command':'a','timeout':600001}"),
                 "the field timeout must be at most 600000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(gives_output_and_end, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(does_not_see_our_sockets, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(keeps_head_and_tail, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(leaves_nothing_at_its_end, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(leaves_nothing_after_its_time, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(leaves_nothing_when_cancelled, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(one_that_has_ended_is_not_timed_out, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(stops_its_warden, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(goes_on_in_the_background, bench_setup, bench_teardown),
        cmocka_unit_test_setup_teardown(says_that_its_place_is_gone, bench_setup, bench_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
