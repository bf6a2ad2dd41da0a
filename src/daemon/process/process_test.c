/* Tests processes with a real weir-jail, at ../bin relative to this program. */
#include "daemon/process/process.h"
#include "daemon/work/work.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/clock.h"
#include "unit/check.h"

static char root[] = "/tmp/weir-process-test-XXXXXX";
static uv_loop_t loop;
static struct process_table table;
static struct work_pool work; /* has no threads, so directories are removed on the loop */
static struct jailer *const jailer = &table.jailer;
static bool forks_ahead; /* each jail is made ahead of its request */

static struct {
    bool is_there;
    struct process_exit exit;
    char tail[8192];
} end;

static void on_gone(struct process *process, const struct process_exit *exit)
{
    (void)process;
    assert_false(end.is_there);
    end.is_there = true;
    end.exit = *exit;
    (void)snprintf(end.tail, sizeof end.tail, "%s", exit->stderr_tail);
}

static int try_to_start(struct process *process, const char *script, char problem[static 256])
{
    char sh[] = "sh", option[] = "-c", text[512];
    (void)snprintf(text, sizeof text, "%s", script);
    char *arguments[] = {sh, option, text, NULL};
    *process = (struct process){.gone = on_gone};
    end.is_there = false;
    if (forks_ahead && jailer->pid > 0) {
        jailer->has_served = true;
        process_spawn_prepare(&table);
    }
    return process_start(process, &table, &(struct process_command){.arguments = arguments}, problem);
}

static void start(struct process *process, const char *script)
{
    char problem[256] = "";
    int r = try_to_start(process, script, problem);
    assert_string_equal(problem, "");
    assert_int_equal(r, 0);
}

static void wait_for_end(void)
{
    while (!end.is_there)
        (void)uv_run(&loop, UV_RUN_ONCE);
}

/* Returns once the script runs: it writes to a FIFO first. */
static void start_saying(struct process *process, const char *script)
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

/* Returns the path of the cgroup, also after the jail was killed. */
static char *read_cgroup(const struct process *process)
{
    autofree char *path = NULL, *text = calloc(1, 4096);
    assert_non_null(text);
    assert_true(asprintf(&path, "%s/cgroup", process->directory) > 0);
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0)
        (void)!read(fd, text, 4095);
    return take_pointer(text);
}

/* Clears the process and checks that no file is left. */
static void clear(struct process *process)
{
    autofree char *cgroup = read_cgroup(process);
    autofree char *directory = strdup(process->directory);
    process_clear(process);
    (void)uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_not_equal(access(directory, F_OK), 0);
    assert_int_not_equal(access(cgroup, F_OK), 0);
    if (jailer->pid == 0) {
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child process is left */
        assert_int_equal(errno, ECHILD);
    }
}

/* --- end of a process --- */

static void reports_the_exit_code_and_the_last_lines(void **state)
{
    (void)state;
    struct process process;
    start(&process, "echo first; echo last >&2; exit 3");
    assert_int_equal(strlen(process.id), 16);
    assert_true(process.pid > 0 && process.start_time > 0);
    wait_for_end();
    assert_true(process.is_gone);
    assert_int_equal(end.exit.how, PROCESS_EXIT_CODE);
    assert_int_equal(end.exit.number, 3);
    assert_string_equal(end.tail, "first\nlast\n");
    clear(&process);
}

static void ends_when_asked_and_when_not(void **state)
{
    (void)state;
    struct process process;
    start_saying(&process, "exec sleep 1000");
    process_ask(&process);
    wait_for_end();
    assert_int_equal(end.exit.how, PROCESS_EXIT_SIGNAL);
    assert_int_equal(end.exit.number, SIGTERM);
    assert_true(end.exit.stopped);
    assert_int_equal(end.exit.ended, 1);
    process_ask(&process); /* has no effect after the end */
    clear(&process);

    start_saying(&process, "trap : TERM; while :; do sleep 1; done");
    process_end(&process);
    wait_for_end();
    assert_int_equal(end.exit.number, SIGKILL);
    clear(&process);

    start(&process, "sleep 1000"); /* before the jail has done anything */
    process_end(&process);
    wait_for_end();
    assert_true(end.exit.stopped);
    clear(&process);
}

static void reports_why_it_was_not_started(void **state)
{
    (void)state;
    char problem[256], missing[] = "/nonexistent/program";
    char *arguments[] = {missing, NULL};
    struct process process = {.gone = on_gone};
    end.is_there = false;
    assert_int_equal(process_start(&process, &table, &(struct process_command){.arguments = arguments}, problem), 0);
    wait_for_end();
    assert_int_equal(end.exit.how, PROCESS_EXIT_NOT_STARTED);
    assert_int_equal(end.exit.number, ENOENT);
    assert_string_equal(end.exit.message, "cannot start /nonexistent/program: No such file or directory");
    clear(&process);
}

static void does_not_know_the_end_of_a_killed_jail(void **state)
{
    (void)state;
    struct process process;
    start_saying(&process, "echo its last word; exec sleep 1000");
    assert_int_equal(kill(process.pid, SIGKILL), 0);
    wait_for_end();
    assert_int_equal(end.exit.how, PROCESS_EXIT_UNKNOWN);
    clear(&process);
}

static void keeps_the_limits(void **state)
{
    (void)state;
    struct process process;
    start_saying(&process, "sleep 1000 & sleep 1000 & wait");
    assert_int_equal(process_limit(&process, 0, 1), 0);
    wait_for_end();
    assert_true(slice_is(end.exit.over_limit, "processes"));
    assert_int_equal(end.exit.ended, 3);
    clear(&process);
}

/* --- environment --- */

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
                                        "_=" /* set by the shell */};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(line, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void gets_a_clean_environment(void **state)
{
    (void)state;
    struct process process;
    (void)setenv("ANTHROPIC_API_KEY", "secret", 1);
    (void)unsetenv("TERM");
    (void)setenv("LANG", "C.UTF-8", 1); /* ls prints "total" in this locale */
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

static void recognizes_its_processes(void **state)
{
    (void)state;
    struct process process;
    start_saying(&process, "setsid sleep 1000 & setsid sleep 1000 & wait");
    char path[64], text[256] = "";
    (void)snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process.pid, (int)process.pid);
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(read(fd, text, sizeof text - 1) > 0);
    assert_int_equal(process_has(&process, (pid_t)strtol(text, NULL, 10)), 1);
    assert_int_equal(process_has(&process, process.pid), 1);
    assert_int_equal(process_has(&process, getpid()), 0);
    assert_int_equal(process_has(&process, 1), 0);
    process_end(&process);
    wait_for_end();
    clear(&process);
}

static void uses_a_short_path_if_the_state_directory_is_deep(void **state)
{
    (void)state;
    char deep[200];
    const char *usual = table.state_dir;
    (void)snprintf(deep, sizeof deep, "%s/%0100d", root, 7);
    assert_int_equal(mkdir(deep, 0700), 0);
    table.state_dir = deep;
    struct process process;
    start(&process, "exit 0");
    wait_for_end();
    assert_int_equal(strncmp(process.socket_path, "/tmp/weir-", 10), 0);
    assert_true(strlen(process.socket_path) <= 107);
    clear(&process);
    autofree char *all = NULL;
    assert_int_equal(process_directory_parent(&table, &all), 0);
    assert_int_equal(rmdir(all), 0);
    assert_int_equal(rmdir(deep), 0);
    table.state_dir = usual;
}

/* --- adoption by the next daemon --- */

struct found {
    size_t count;
    char id[17];
    struct process process;
    int64_t start_time_off; /* simulates a reused pid */
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
    found->process = (struct process){.gone = on_gone};
    assert_int_equal(process_adopt(&found->process, &table, id, &taken), 0);
}

static int find_all(struct found *found)
{
    struct process_ids ids = {0};
    assert_int_equal(process_list(&table, &ids), 0);
    int r = process_find(&table, &ids, adopt, found);
    free(ids.items);
    return r;
}

static const struct executor_record record = {.executor = SLICE_INIT("weir"),
                                              .hand_shake = SLICE_INIT("secret"),
                                              .use = EXECUTOR_RECORD_USE_TASKS,
                                              .session_id = SLICE_INIT("sess_1"),
                                              .session_id_is = FIELD_SET};

static void is_found_again(void **state)
{
    (void)state;
    struct process process;
    struct found found = {0};
    start_saying(&process, "exec sleep 1000");
    assert_int_equal(process_note(&process, &record), 0);
    pid_t pid = process.pid;
    process_leave(&process);
    assert_int_equal(find_all(&found), 0);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.process.pid, pid);
    assert_true(found.process.is_child);
    process_end(&found.process);
    wait_for_end();
    assert_true(end.exit.stopped);
    clear(&found.process);
    found.count = 0;
    assert_int_equal(find_all(&found), 0);
    assert_int_equal(found.count, 0);
}

static void reports_an_end_before_the_adoption(void **state)
{
    (void)state;
    struct process process;
    struct found found = {.start_time_off = 1};
    start(&process, "echo too late; exit 6");
    assert_int_equal(process_note(&process, &record), 0);
    wait_for_end();
    process_leave(&process);
    end.is_there = false;
    assert_int_equal(find_all(&found), 0);
    assert_int_equal(found.count, 1);
    assert_false(end.is_there); /* not called within process_adopt() */
    wait_for_end();
    assert_int_equal(end.exit.how, PROCESS_EXIT_CODE);
    assert_int_equal(end.exit.number, 6);
    assert_string_equal(end.tail, "too late\n");
    clear(&found.process);
}

static void a_jail_without_a_record_is_ended(void **state)
{
    (void)state;
    struct process process;
    struct found found = {0};
    start_saying(&process, "mkdir -p ${EXECUTOR_SOCKET%/*}/a/b/c; exec sleep 1000");
    pid_t pid = process.pid;
    autofree char *directory = strdup(process.directory);
    process_leave(&process);
    assert_int_equal(find_all(&found), 0);
    assert_int_equal(found.count, 0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    (void)uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_not_equal(access(directory, F_OK), 0);
}

/* --- template process --- */

/* A busy machine must not make an answer late, except in the tests of late answers. */
enum { PATIENT_MS = 60 * 1000 };
static int answer_ms; /* of the daemon */

static int prepare_jailer(void **state)
{
    (void)state;
    jailer->answer_ms = PATIENT_MS;
    process_spawn_prepare(&table);
    return jailer->pid > 0 ? 0 : -1;
}

static int clear_jailer(void **state)
{
    (void)state;
    forks_ahead = false;
    jailer_clear(jailer);
    (void)uv_run(&loop, UV_RUN_DEFAULT);
    return jailer->pid == 0 && waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD ? 0 : -1;
}

/* Makes each jail ahead of its request. */
static int prepare_ahead(void **state)
{
    forks_ahead = true;
    return prepare_jailer(state);
}

/* Reads a file of /proc, with spaces for NULs. Returns false if that is not permitted: a jail disables dumps,
 * so only root can read its environment. */
static bool read_words(pid_t pid, const char *name, char *text, size_t capacity)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    autoclose int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == EACCES && geteuid() != 0)
        return false;
    ssize_t n = read(fd, text, capacity - 1);
    assert_true(n > 0);
    text[n] = '\0';
    for (ssize_t i = 0; i < n - 1; i++)
        text[i] = text[i] == '\0' ? ' ' : text[i];
    return true;
}

static void a_forked_jail_looks_like_a_loaded_one(void **state)
{
    (void)state;
    struct process process;
    char words[4096], expected[4096];
    pid_t template = jailer->pid;
    start_saying(&process, "exec sleep 1000");
    assert_int_equal(jailer->pid, template);
    assert_true(process.is_child && process.pid != template);
    assert_true(read_words(process.pid, "cmdline", words, sizeof words));
    (void)snprintf(expected, sizeof expected, "/weir-jail --dir %s --cwd / -- sh -c ", process.directory);
    assert_non_null(strstr(words, expected));
    (void)snprintf(expected, sizeof expected, "EXECUTOR_SOCKET=%s ", process.socket_path);
    if (read_words(process.pid, "environ", words, sizeof words))
        assert_non_null(strstr(words, expected));
    assert_true(read_words(template, "cmdline", words, sizeof words));
    assert_non_null(strstr(words, "/weir-jail --serve"));
    if (read_words(template, "environ", words, sizeof words))
        assert_null(strstr(words, "EXECUTOR_SOCKET"));
    process_end(&process);
    wait_for_end();
    clear(&process);
}

static void is_started_after_the_template_was_killed(void **state)
{
    static const int signals[] = {SIGKILL, SIGSTOP};
    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct process process;
        assert_int_equal(prepare_jailer(NULL), 0);
        jailer->answer_ms = answer_ms;
        pid_t template = jailer->pid;
        siginfo_t info;
        assert_int_equal(kill(template, signals[i]), 0);
        assert_int_equal(waitid(P_PID, (id_t) template, &info, WEXITED | WSTOPPED | WNOWAIT), 0);
        start(&process, "exit 4");
        assert_int_equal(jailer->pid, 0);
        assert_int_equal(waitpid(template, NULL, 0), -1);
        wait_for_end();
        assert_int_equal(end.exit.number, 4);
        clear(&process);
    }
}

static void stop(pid_t pid)
{
    siginfo_t info;
    assert_int_equal(kill(pid, SIGSTOP), 0);
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOWAIT), 0);
}

/* Stops the template, and the jail that it has made ahead. */
static void stop_all(void)
{
    if (forks_ahead) {
        pid_t pid = 0;
        jailer->has_served = true;
        process_spawn_prepare(&table);
        assert_int_equal(recv(jailer->fd, &pid, sizeof pid, MSG_PEEK), sizeof pid);
        assert_true(pid > 0);
        stop(pid);
    }
    stop(jailer->pid);
}

/* The loop is blocked during the start. A busy machine may delay it now and then, so one fast round is enough. */
static void a_stopped_template_does_not_block_the_loop(void **state)
{
    enum { ROUNDS = 10, LONG_NS = (CHECK_SANITIZED ? 400 : 90) * 1000 * 1000 };
    bool was_quick = false;
    (void)state;
    for (int i = 0; i < ROUNDS && !was_quick; i++) {
        struct process process;
        assert_int_equal(prepare_jailer(NULL), 0);
        stop_all();
        jailer->answer_ms = answer_ms;
        char problem[256] = "";
        uint64_t begun = clock_monotonic_ns();
        int r = try_to_start(&process, "exit 4", problem);
        was_quick = r == 0 && clock_monotonic_ns() - begun < LONG_NS;
        jailer->late = 0;
        if (r == 0) {
            wait_for_end();
            assert_int_equal(end.exit.number, 4);
            clear(&process);
        } else {
            assert_int_equal(r, -EBUSY); /* the jail made ahead was stopped while it still held the template's socket */
            (void)uv_run(&loop, UV_RUN_DEFAULT);
        }
    }
    assert_true(was_quick);
}

/* Each late answer blocks the loop. */
static void no_template_runs_after_repeated_late_answers(void **state)
{
    (void)state;
    for (int i = 0; jailer->rests_until_ns == 0; i++) {
        struct process process;
        assert_in_range(i, 0, 2);
        assert_int_equal(prepare_jailer(NULL), 0);
        stop(jailer->pid);
        jailer->answer_ms = answer_ms;
        start(&process, "exit 4");
        assert_int_equal(jailer->pid, 0);
        wait_for_end();
        clear(&process);
    }
    process_spawn_prepare(&table);
    assert_int_equal(jailer->pid, 0);
    jailer->rests_until_ns = clock_monotonic_ns();
    assert_int_equal(prepare_jailer(NULL), 0);
    jailer->rests_until_ns = 0;
}

/* Simulates an older weir-jail without --serve. */
static void a_template_that_exits_is_not_restarted(void **state)
{
    (void)state;
    struct process process;
    char path[] = "/bin/false", *none[] = {NULL};
    jailer_clear(jailer);
    for (int i = 0; i < 20 && !jailer->is_useless; i++) { /* the request may be sent before or after its exit */
        jailer_prepare(jailer, path, none);
        start(&process, "exit 6");
        wait_for_end();
        assert_int_equal(end.exit.number, 6);
        clear(&process);
    }
    assert_true(jailer->is_useless);
    assert_int_equal(jailer->pid, 0);
    jailer_prepare(jailer, path, none);
    assert_int_equal(jailer->pid, 0);
    jailer->is_useless = false;
}

static pid_t answer_to(const void *request, size_t size)
{
    pid_t pid = 0;
    assert_int_equal(send(jailer->fd, request, size, MSG_NOSIGNAL), size);
    assert_int_equal(recv(jailer->fd, &pid, sizeof pid, 0), sizeof pid);
    return pid;
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t arguments, variables;
        char strings[8];
        size_t size;
    } requests[] = {
        {1, 0, "a", 1},    /* without the terminating NUL */
        {1, 0, "a\0b", 4}, /* one string too many */
        {2, 0, "a", 2},    /* one string missing */
        {1, 1, "a", 2},
        {0, 1, "a", 2}, /* a variable without a name */
        {UINT32_MAX, 0, "a\0b", 4},
        {1, UINT32_MAX, "a\0b", 4},
    };
    static char large[(64 << 10) + 1];
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        assert_int_equal(answer_to(&requests[i], 8 + requests[i].size), -EINVAL);
    for (size_t size = 1; size < 8; size++)
        assert_int_equal(answer_to(large, size), -EINVAL);
    assert_int_equal(answer_to(large, sizeof large), -E2BIG);
    struct process process;
    start(&process, "exit 5"); /* the template continues */
    assert_true(jailer->pid > 0);
    wait_for_end();
    assert_int_equal(end.exit.number, 5);
    clear(&process);
}

/* A request that exceeds its limit: weir-jail is loaded instead. */
static void long_arguments_are_started_by_loading(void **state)
{
    (void)state;
    struct process process = {.gone = on_gone};
    char problem[256] = "", sh[] = "sh", option[] = "-c", text[] = "exit $((${#1} / 1000))", name[] = "sh";
    static char large[100001];
    memset(large, 'x', sizeof large - 1);
    char *arguments[] = {sh, option, text, name, large, NULL};
    end.is_there = false;
    assert_int_equal(process_start(&process, &table, &(struct process_command){.arguments = arguments}, problem), 0);
    wait_for_end();
    assert_int_equal(end.exit.number, 100);
    assert_true(jailer->pid > 0);
    clear(&process);
}

/* --- main --- */

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

int main(void)
{
    if (!mkdtemp(root) || uv_loop_init(&loop) < 0)
        return 1;
    process_table_init(&table, &loop, &work, root);
    answer_ms = jailer->answer_ms;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_the_exit_code_and_the_last_lines),
        cmocka_unit_test(ends_when_asked_and_when_not),
        cmocka_unit_test(reports_why_it_was_not_started),
        cmocka_unit_test(does_not_know_the_end_of_a_killed_jail),
        cmocka_unit_test(keeps_the_limits),
        cmocka_unit_test(gets_a_clean_environment),
        cmocka_unit_test(recognizes_its_processes),
        cmocka_unit_test(uses_a_short_path_if_the_state_directory_is_deep),
        cmocka_unit_test(is_found_again),
        cmocka_unit_test(reports_an_end_before_the_adoption),
        cmocka_unit_test(a_jail_without_a_record_is_ended),
    };
    const struct CMUnitTest of_copies[] = {
        cmocka_unit_test(a_forked_jail_looks_like_a_loaded_one),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(long_arguments_are_started_by_loading),
        cmocka_unit_test(is_started_after_the_template_was_killed),
        cmocka_unit_test(a_stopped_template_does_not_block_the_loop),
        cmocka_unit_test(no_template_runs_after_repeated_late_answers),
        cmocka_unit_test(a_template_that_exits_is_not_restarted),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    failed += cmocka_run_group_tests_name("tests, as copies", tests, prepare_jailer, clear_jailer);
    failed += cmocka_run_group_tests_name("tests, made ahead", tests, prepare_ahead, clear_jailer);
    failed += cmocka_run_group_tests(of_copies, prepare_jailer, clear_jailer);
    failed += cmocka_run_group_tests_name("of copies, made ahead", of_copies, prepare_ahead, clear_jailer);
    failed += uv_loop_close(&loop) != 0;
    (void)nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return failed;
}
