/* With a real weir-jail, which lies in ../bin as seen from this program. */
#include "daemon/executor/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "daemon/daemon.h"
#include "daemon/executor/place.h"
#include "unit/check.h"

static char root[] = "/tmp/weir-process-test-XXXXXX";
static struct daemon the_daemon = DAEMON_INIT;

static struct {
    bool is_there;
    struct executor_exit exit;
    char tail[8192];
} end;

static void on_gone(struct executor_process *process, const struct executor_exit *exit)
{
    (void)process;
    assert_false(end.is_there);
    end.is_there = true;
    end.exit = *exit;
    (void)snprintf(end.tail, sizeof end.tail, "%s", exit->stderr_tail);
}

static void start(struct executor_process *process, const char *script)
{
    char problem[256] = "", sh[] = "sh", option[] = "-c", text[512];
    (void)snprintf(text, sizeof text, "%s", script);
    char *arguments[] = {sh, option, text, NULL};
    *process = (struct executor_process){.gone = on_gone};
    end.is_there = false;
    int r = executor_process_start(process, &the_daemon, &(struct executor_command){.arguments = arguments}, problem);
    assert_string_equal(problem, "");
    assert_int_equal(r, 0);
}

static void wait_for_end(void)
{
    while (!end.is_there)
        (void)uv_run(&the_daemon.loop, UV_RUN_ONCE);
}

/* Returns when the script runs: its first word goes through a FIFO. */
static void start_saying(struct executor_process *process, const char *script)
{
    char text[512], path[64], byte;
    (void)snprintf(path, sizeof path, "%s/word", root);
    (void)snprintf(text, sizeof text, "echo >%s; %s", path, script);
    assert_int_equal(mkfifo(path, 0600), 0);
    start(process, text);
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_int_equal(read(fd, &byte, 1), 1);
    assert_int_equal(unlink(path), 0);
}

/* The cgroup that it has, or had until its jail was killed. */
static char *read_cgroup(const struct executor_process *process)
{
    autofree char *path = NULL, *text = calloc(1, 4096);
    assert_non_null(text);
    assert_true(asprintf(&path, "%s/cgroup", process->directory) > 0);
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0)
        (void)!read(fd, text, 4095);
    return take_pointer(text);
}

/* Clears it and checks that nothing is left on the disk. */
static void clear(struct executor_process *process)
{
    autofree char *cgroup = read_cgroup(process);
    autofree char *directory = strdup(process->directory);
    executor_process_clear(process);
    (void)uv_run(&the_daemon.loop, UV_RUN_DEFAULT);
    assert_int_not_equal(access(directory, F_OK), 0);
    assert_int_not_equal(access(cgroup, F_OK), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child either */
    assert_int_equal(errno, ECHILD);
}

/* --- how it ends ------------------------------------------------------------------- */

static void tells_the_exit_code_and_the_last_lines(void **state)
{
    (void)state;
    struct executor_process process;
    start(&process, "echo first; echo last >&2; exit 3");
    assert_int_equal(strlen(process.id), 16);
    assert_true(process.pid > 0 && process.start_time > 0);
    wait_for_end();
    assert_true(process.is_gone);
    assert_int_equal(end.exit.how, EXECUTOR_EXIT_CODE);
    assert_int_equal(end.exit.number, 3);
    assert_string_equal(end.tail, "first\nlast\n");
    clear(&process);
}

static void ends_when_asked_and_when_not(void **state)
{
    (void)state;
    struct executor_process process;
    start_saying(&process, "exec sleep 1000");
    executor_process_ask(&process);
    wait_for_end();
    assert_int_equal(end.exit.how, EXECUTOR_EXIT_SIGNAL);
    assert_int_equal(end.exit.number, SIGTERM);
    assert_true(end.exit.stopped);
    assert_int_equal(end.exit.ended, 1);
    executor_process_ask(&process); /* nobody is there any more */
    clear(&process);

    start_saying(&process, "trap : TERM; while :; do sleep 1; done");
    executor_process_end(&process);
    wait_for_end();
    assert_int_equal(end.exit.number, SIGKILL);
    clear(&process);

    start(&process, "sleep 1000"); /* before the jail has done anything */
    executor_process_end(&process);
    wait_for_end();
    assert_true(end.exit.stopped);
    clear(&process);
}

static void tells_why_it_was_not_started(void **state)
{
    (void)state;
    char problem[256], missing[] = "/nonexistent/program";
    char *arguments[] = {missing, NULL};
    struct executor_process process = {.gone = on_gone};
    end.is_there = false;
    assert_int_equal(
        executor_process_start(&process, &the_daemon, &(struct executor_command){.arguments = arguments}, problem), 0);
    wait_for_end();
    assert_int_equal(end.exit.how, EXECUTOR_EXIT_NOT_STARTED);
    assert_int_equal(end.exit.number, ENOENT);
    assert_string_equal(end.exit.message, "cannot start /nonexistent/program: No such file or directory");
    clear(&process);
}

static void does_not_know_the_end_of_a_killed_jail(void **state)
{
    (void)state;
    struct executor_process process;
    start_saying(&process, "echo its last word; exec sleep 1000");
    assert_int_equal(kill(process.pid, SIGKILL), 0);
    wait_for_end();
    assert_int_equal(end.exit.how, EXECUTOR_EXIT_UNKNOWN);
    clear(&process);
}

static void keeps_the_limits(void **state)
{
    (void)state;
    struct executor_process process;
    start_saying(&process, "sleep 1000 & sleep 1000 & wait");
    assert_int_equal(executor_process_limit(&process, 0, 1), 0);
    wait_for_end();
    assert_true(slice_is(end.exit.over_limit, "processes"));
    assert_int_equal(end.exit.ended, 3);
    clear(&process);
}

/* --- what it gets -------------------------------------------------------------------- */

static bool is_expected(const char *line)
{
    static const char *const names[] = {"PATH=",
                                        "HOME=",
                                        "LANG=",
                                        "TERM=",
                                        "EXECUTOR_SOCKET=",
#ifdef WEIR_FAULTS
                                        "WEIR_FAULT",
                                        "ASAN_OPTIONS=",
                                        "UBSAN_OPTIONS=",
                                        "LSAN_OPTIONS=",
                                        "TSAN_OPTIONS=",
#endif
                                        "WEIR_MODEL_SOCKET=",
                                        "GIT_CONFIG_GLOBAL=",
                                        "PWD=",
                                        "SHLVL=",
                                        "_=" /* the shell's own */};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(line, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void gets_an_environment_of_our_making(void **state)
{
    (void)state;
    struct executor_process process;
    (void)setenv("ANTHROPIC_API_KEY", "secret", 1);
    (void)unsetenv("TERM");
    (void)setenv("LANG", "C.UTF-8", 1); /* in which ls speaks of a total */
    start(&process, "env; ls -l /proc/self/fd >&2; pwd");
    wait_for_end();
    assert_non_null(strstr(end.tail, "TERM=dumb\n"));
    assert_non_null(strstr(end.tail, process.socket_path));
    assert_null(strstr(end.tail, "secret"));
    assert_non_null(strstr(end.tail, "\n/\n"));
    *strstr(end.tail, "total ") = '\0';
    for (char *rest = NULL, *line = strtok_r(end.tail, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        assert_true(is_expected(line));
    clear(&process);
}

static void knows_its_own(void **state)
{
    (void)state;
    struct executor_process process;
    start_saying(&process, "setsid sleep 1000 & setsid sleep 1000 & wait");
    char path[64], text[256] = "";
    (void)snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process.pid, (int)process.pid);
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(read(fd, text, sizeof text - 1) > 0);
    assert_int_equal(executor_process_has(&process, (pid_t)strtol(text, NULL, 10)), 1);
    assert_int_equal(executor_process_has(&process, process.pid), 1);
    assert_int_equal(executor_process_has(&process, getpid()), 0);
    assert_int_equal(executor_process_has(&process, 1), 0);
    executor_process_end(&process);
    wait_for_end();
    clear(&process);
}

static void has_a_short_place_where_the_state_is_deep(void **state)
{
    (void)state;
    char deep[200], *usual = the_daemon.options.state_dir;
    (void)snprintf(deep, sizeof deep, "%s/%0100d", root, 7);
    assert_int_equal(mkdir(deep, 0700), 0);
    the_daemon.options.state_dir = deep;
    struct executor_process process;
    start(&process, "exit 0");
    wait_for_end();
    assert_int_equal(strncmp(process.socket_path, "/tmp/weir-", 10), 0);
    assert_true(strlen(process.socket_path) <= 107);
    clear(&process);
    autofree char *all = NULL;
    assert_int_equal(executor_place(&the_daemon, &all), 0);
    assert_int_equal(rmdir(all), 0);
    the_daemon.options.state_dir = usual;
}

/* --- the next daemon ------------------------------------------------------------------- */

struct found {
    size_t count;
    char id[17];
    struct executor_process process;
    int64_t start_time_off; /* as if the number were somebody else's now */
};

static void adopt(void *user, const char *id, const struct executor_record *record)
{
    struct found *found = user;
    struct executor_record taken = *record;
    taken.start_time += found->start_time_off;
    found->count++;
    (void)snprintf(found->id, sizeof found->id, "%s", id);
    assert_true(slice_is(record->session_id, "sess_1"));
    assert_true(slice_is(record->hand_shake, "secret"));
    found->process = (struct executor_process){.gone = on_gone};
    assert_int_equal(executor_process_adopt(&found->process, &the_daemon, id, &taken), 0);
}

static const struct executor_record record = {.executor = SLICE_INIT("weir"),
                                              .hand_shake = SLICE_INIT("secret"),
                                              .use = EXECUTOR_RECORD_USE_TASKS,
                                              .session_id = SLICE_INIT("sess_1"),
                                              .session_id_is = FIELD_SET};

static void is_found_again(void **state)
{
    (void)state;
    struct executor_process process;
    struct found found = {0};
    start_saying(&process, "exec sleep 1000");
    assert_int_equal(executor_process_note(&process, &record), 0);
    pid_t pid = process.pid;
    executor_process_leave(&process);
    assert_int_equal(executor_process_find(&the_daemon, adopt, &found), 0);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.process.pid, pid);
    assert_true(found.process.is_child);
    executor_process_end(&found.process);
    wait_for_end();
    assert_true(end.exit.stopped);
    clear(&found.process);
    found.count = 0;
    assert_int_equal(executor_process_find(&the_daemon, adopt, &found), 0);
    assert_int_equal(found.count, 0);
}

static void is_told_of_an_end_that_nobody_saw(void **state)
{
    (void)state;
    struct executor_process process;
    struct found found = {.start_time_off = 1};
    start(&process, "echo too late; exit 6");
    assert_int_equal(executor_process_note(&process, &record), 0);
    wait_for_end();
    executor_process_leave(&process);
    end.is_there = false;
    assert_int_equal(executor_process_find(&the_daemon, adopt, &found), 0);
    assert_int_equal(found.count, 1);
    assert_false(end.is_there); /* not from inside of it */
    wait_for_end();
    assert_int_equal(end.exit.how, EXECUTOR_EXIT_CODE);
    assert_int_equal(end.exit.number, 6);
    assert_string_equal(end.tail, "too late\n");
    clear(&found.process);
}

static void one_that_was_not_noted_is_ended(void **state)
{
    (void)state;
    struct executor_process process;
    struct found found = {0};
    start_saying(&process, "mkdir -p ${EXECUTOR_SOCKET%/*}/a/b/c; exec sleep 1000");
    pid_t pid = process.pid;
    autofree char *directory = strdup(process.directory);
    executor_process_leave(&process);
    assert_int_equal(executor_process_find(&the_daemon, adopt, &found), 0);
    assert_int_equal(found.count, 0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    (void)uv_run(&the_daemon.loop, UV_RUN_DEFAULT);
    assert_int_not_equal(access(directory, F_OK), 0);
}

/* --------------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

int main(void)
{
    if (!mkdtemp(root) || uv_loop_init(&the_daemon.loop) < 0)
        return 1;
    the_daemon.options.state_dir = root;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_the_exit_code_and_the_last_lines),
        cmocka_unit_test(ends_when_asked_and_when_not),
        cmocka_unit_test(tells_why_it_was_not_started),
        cmocka_unit_test(does_not_know_the_end_of_a_killed_jail),
        cmocka_unit_test(keeps_the_limits),
        cmocka_unit_test(gets_an_environment_of_our_making),
        cmocka_unit_test(knows_its_own),
        cmocka_unit_test(has_a_short_place_where_the_state_is_deep),
        cmocka_unit_test(is_found_again),
        cmocka_unit_test(is_told_of_an_end_that_nobody_saw),
        cmocka_unit_test(one_that_was_not_noted_is_ended),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    failed += uv_loop_close(&the_daemon.loop) != 0;
    (void)nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return failed;
}
