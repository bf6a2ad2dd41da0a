/* Tests the attempts without a sandbox, and their reports if the target is not the expected one. */
#include "probe/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "probe/bystander.h"

enum { PATIENCE_MS = 10000 };

static struct {
    char directory[32], file[64], other[64];
} place;

static void write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

static int set_up(void **state)
{
    (void)snprintf(place.directory, sizeof place.directory, "/tmp/weir-probe-XXXXXX");
    assert_non_null(mkdtemp(place.directory));
    (void)snprintf(place.file, sizeof place.file, "%s/file", place.directory);
    (void)snprintf(place.other, sizeof place.other, "%s/other", place.directory);
    write_file(place.file, "a canary sings");
    (void)state;
    return 0;
}

/* Checks that no other files are left. */
static int tear_down(void **state)
{
    (void)unlink(place.file);
    (void)unlink(place.other);
    assert_int_equal(rmdir(place.directory), 0);
    (void)state;
    return 0;
}

static struct probe_result try(const char *name, struct probe_target target)
{
    const struct probe_attempt *attempt = probe_find(slice_of(name));
    struct probe_result result = {0};
    assert_non_null(attempt);
    target.path = target.path ? target.path : "";
    target.text = target.text ? target.text : "";
    probe_run(attempt, &target, PATIENCE_MS, &result);
    return result;
}

#define assert_outcome(result, expected)                                                                               \
    do {                                                                                                               \
        struct probe_result result_ = (result);                                                                        \
        if (result_.outcome != (expected))                                                                             \
            fail_msg("%s: %s %s", probe_outcome_word(result_.outcome), probe_error_name(result_.error),                \
                     result_.detail);                                                                                  \
    } while (0)

/* --- files --- */

static void test_read(void **state)
{
    (void)state;
    struct probe_target target = {.path = place.file, .text = "canary"};
    assert_int_equal(probe_identify(&target), 0);
    assert_outcome(try("read", target), PROBE_SUCCEEDED);
    target.text = "parrot";
    assert_outcome(try("read", target), PROBE_REFUSED);
    target.text = "canary";
    target.inode++; /* as if another file had replaced it */
    assert_outcome(try("read", target), PROBE_REFUSED);
    assert_outcome(try("read", (struct probe_target){.path = place.directory}), PROBE_SUCCEEDED);
    struct probe_result missing = try("read", (struct probe_target){.path = place.other});
    assert_outcome(missing, PROBE_REFUSED);
    assert_int_equal(missing.error, ENOENT);
    write_file(place.file, "");
    assert_outcome(try("read", (struct probe_target){.path = place.file}), PROBE_REFUSED);
    unlink(place.file);
    assert_outcome(try("read", (struct probe_target){.path = place.directory}), PROBE_REFUSED);
}

static void test_write(void **state)
{
    (void)state;
    struct probe_target target = {.path = place.file, .text = "!"};
    struct stat status;
    assert_outcome(try("append", target), PROBE_SUCCEEDED);
    assert_int_equal(stat(place.file, &status), 0);
    assert_int_equal(status.st_size, strlen("a canary sings!"));
    target.inode = 1;
    assert_outcome(try("append", target), PROBE_REFUSED);
    assert_outcome(try("open_for_writing", (struct probe_target){.path = place.file}), PROBE_SUCCEEDED);
    assert_outcome(try("open_for_writing", (struct probe_target){.path = place.directory}), PROBE_REFUSED);
    assert_outcome(try("create", (struct probe_target){.path = place.directory}), PROBE_SUCCEEDED);
    assert_outcome(try("create", (struct probe_target){.path = place.directory, .inode = 1}), PROBE_REFUSED);
    assert_outcome(try("create", (struct probe_target){.path = "/proc"}), PROBE_REFUSED);
}

static void test_handle(void **state)
{
    (void)state;
    char text[PROBE_HANDLE_SIZE] = "";
    struct probe_target target = {.path = place.directory, .text = text};
    assert_outcome(try("open_by_handle", target), PROBE_IMPOSSIBLE);
    if (probe_handle(place.file, text, &target.number) < 0)
        skip();
    struct probe_result result = try("open_by_handle", target);
    assert_true(result.outcome == PROBE_SUCCEEDED || result.error == EPERM);
    write_file(place.file, "");
    assert_outcome(try("open_by_handle", target), PROBE_REFUSED);
}

/* --- processes --- */

static void test_bystander(void **state)
{
    struct probe_bystander bystander;
    (void)state;
    assert_int_equal(probe_bystander_start(&bystander), 0);
    struct probe_target target = {.number = bystander.pid, .text = bystander.canary};
    assert_outcome(try("environment", target), PROBE_SUCCEEDED);
    assert_outcome(try("ptrace", target), PROBE_SUCCEEDED);
    assert_outcome(try("signal", target), PROBE_SUCCEEDED);
    assert_outcome(try("limits", target), PROBE_SUCCEEDED);
    assert_outcome(try("schedule", target), PROBE_SUCCEEDED);
    target.pid_namespace = probe_pid_namespace();
    assert_outcome(try("signal", target), PROBE_SUCCEEDED);
    target.pid_namespace++; /* as if the PID were another process's */
    assert_outcome(try("signal", target), PROBE_REFUSED);
    assert_outcome(try("ptrace", target), PROBE_REFUSED);
    assert_outcome(try("limits", target), PROBE_REFUSED);
    assert_outcome(try("schedule", target), PROBE_REFUSED);
    target.text = bystander.name;
    assert_outcome(try("command_line", target), PROBE_SUCCEEDED);
    target.text = "somebody";
    assert_outcome(try("command_line", target), PROBE_REFUSED);
    assert_outcome(try("environment", target), PROBE_REFUSED);

    struct probe_target tcp = {.number = bystander.tcp_port, .text = bystander.canary};
    struct probe_target udp = {.number = bystander.udp_port, .text = bystander.canary};
    struct probe_target abstract = {.path = bystander.abstract, .text = bystander.canary};
    assert_outcome(try("tcp", tcp), PROBE_SUCCEEDED);
    assert_outcome(try("udp", udp), PROBE_SUCCEEDED);
    assert_outcome(try("abstract", abstract), PROBE_SUCCEEDED);
    tcp.text = "somebody else";
    assert_outcome(try("tcp", tcp), PROBE_REFUSED);

    struct probe_target memory = {.number = bystander.memory, .text = bystander.canary};
    struct probe_target key = {.path = bystander.abstract, .text = bystander.canary};
    assert_outcome(try("shared_memory", memory), PROBE_SUCCEEDED);
    memory.text = "somebody else's";
    assert_outcome(try("shared_memory", memory), PROBE_REFUSED);
    if (bystander.key > 0) /* a kernel may have no keyrings */
        assert_outcome(try("keyring", key), PROBE_SUCCEEDED);

    /* It is still running, and ends only now. */
    assert_int_equal(kill(bystander.pid, 0), 0);
    pid_t pid = bystander.pid;
    probe_bystander_stop(&bystander);
    assert_int_equal(kill(pid, 0), -1);
    memory.text = key.text;
    assert_outcome(try("shared_memory", memory), PROBE_REFUSED);
    assert_outcome(try("keyring", key), PROBE_REFUSED);
    assert_outcome(try("udp", udp), PROBE_REFUSED);
    assert_outcome(try("abstract", abstract), PROBE_REFUSED);
    assert_outcome(try("signal", (struct probe_target){.number = pid}), PROBE_REFUSED);
    assert_outcome(try("environment", (struct probe_target){.number = pid, .text = "x"}), PROBE_REFUSED);
    probe_bystander_stop(&bystander);
}

static void test_outlive(void **state)
{
    (void)state;
    pid_t pid = -1;
    assert_int_equal(probe_outliver_find(place.other, &pid), 0);
    assert_int_equal(pid, 0);
    assert_int_equal(probe_outliver_end(place.other), 0);
    assert_outcome(try("outlive", (struct probe_target){.path = place.other}), PROBE_SUCCEEDED);
    assert_int_equal(probe_outliver_find(place.other, &pid), 0);
    assert_true(pid > 0);
    assert_int_equal(kill(pid, SIGTERM), 0);
    assert_int_equal(kill(pid, SIGHUP), 0);
    assert_int_equal(probe_outliver_find(place.other, &pid), 0);
    assert_true(pid > 0);
    assert_outcome(try("outlive", (struct probe_target){.path = place.other}), PROBE_REFUSED);
    assert_int_equal(probe_outliver_end(place.other), 0);
    assert_int_equal(probe_outliver_find(place.other, &pid), 0);
    assert_int_equal(pid, 0);
    assert_outcome(try("outlive", (struct probe_target){.path = "/nowhere/at/all"}), PROBE_REFUSED);
}

/* --- inherited properties --- */

/* Descriptors inherited by the test itself are ignored. */
static void test_descriptors(void **state)
{
    (void)state;
    assert_int_equal(close_range(3, ~0U, CLOSE_RANGE_CLOEXEC), 0);
    assert_outcome(try("descriptors", (struct probe_target){0}), PROBE_REFUSED);
    int fd = open(place.file, O_RDONLY);
    assert_true(fd >= 0);
    struct probe_result found = try("descriptors", (struct probe_target){0});
    assert_outcome(found, PROBE_SUCCEEDED);
    assert_non_null(strstr(found.detail, place.file));
    close(fd);
}

static void in_clean_environment(const struct probe_target *target, struct probe_result *result)
{
    (void)clearenv();
    if (*target->text)
        (void)setenv(target->text, "x", 1);
    probe_find(SLICE("secrets"))->make(target, result);
}

static void test_secrets(void **state)
{
    static const struct probe_attempt attempt = {"secrets", in_clean_environment};
    struct probe_result result;
    (void)state;
    probe_run(&attempt, &(struct probe_target){.path = "", .text = ""}, PATIENCE_MS, &result);
    assert_outcome(result, PROBE_REFUSED);
    probe_run(&attempt, &(struct probe_target){.path = "", .text = "EDITOR"}, PATIENCE_MS, &result);
    assert_outcome(result, PROBE_REFUSED);
    probe_run(&attempt, &(struct probe_target){.path = "", .text = "ANTHROPIC_API_KEY"}, PATIENCE_MS, &result);
    assert_outcome(result, PROBE_SUCCEEDED);
}

static void no_new_privileges(const struct probe_target *target, struct probe_result *result)
{
    assert_int_equal(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    probe_find(SLICE("privileges"))->make(target, result);
}

static void test_privileges(void **state)
{
    static const struct probe_attempt held = {"held", no_new_privileges};
    struct probe_result result;
    (void)state;
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0)
        assert_outcome(try("privileges", (struct probe_target){0}), PROBE_SUCCEEDED);
    probe_run(&held, &(struct probe_target){.path = "", .text = ""}, PATIENCE_MS, &result);
    assert_outcome(result, PROBE_REFUSED);
    assert_outcome(try("capabilities", (struct probe_target){0}), geteuid() == 0 ? PROBE_SUCCEEDED : PROBE_REFUSED);
}

/* --- a child that hangs or crashes --- */

static void hang(const struct probe_target *target, struct probe_result *result)
{
    (void)target;
    (void)result;
    for (;;)
        (void)pause();
}

static void crash(const struct probe_target *target, struct probe_result *result)
{
    (void)target;
    (void)result;
    (void)raise(SIGSYS);
}

static void leave(const struct probe_target *target, struct probe_result *result)
{
    (void)target;
    (void)result;
    _exit(3);
}

static void test_run(void **state)
{
    static const struct probe_attempt hangs = {"hang", hang}, crashes = {"crash", crash}, leaves = {"leave", leave};
    struct probe_target nothing = {.path = "", .text = ""};
    struct probe_result result;
    (void)state;
    probe_run(&hangs, &nothing, 50, &result);
    assert_outcome(result, PROBE_REFUSED);
    assert_int_equal(result.error, ETIMEDOUT);
    probe_run(&crashes, &nothing, PATIENCE_MS, &result);
    assert_outcome(result, PROBE_REFUSED);
    assert_non_null(strstr(result.detail, "signal"));
    probe_run(&leaves, &nothing, PATIENCE_MS, &result);
    assert_outcome(result, PROBE_REFUSED);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* all were reaped */
}

/* The results depend on the kernel; the test checks that the attempts return and leave nothing. */
static void test_all_come_back(void **state)
{
    (void)state;
    static const char *const names[] = {"mount",  "user_namespace", "module",      "bpf",   "io_uring", "type_ahead",
                                        "device", "set_id",         "change_mode", "vsock", "where"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct probe_result result = try(names[i], (struct probe_target){.path = place.directory});
        assert_int_not_equal(result.error, ETIMEDOUT);
    }
    char text[32];
    int fd = open(place.file, O_RDONLY | O_CLOEXEC); /* nothing was mounted over it */
    assert_int_equal(read(fd, text, sizeof text), strlen("a canary sings"));
    close(fd);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void test_words(void **state)
{
    enum probe_outcome outcome = PROBE_IMPOSSIBLE;
    (void)state;
    assert_int_equal(probe_outcome_parse(SLICE("refused"), &outcome), 0);
    assert_int_equal(outcome, PROBE_REFUSED);
    assert_int_equal(probe_outcome_parse(SLICE("held"), &outcome), -ENOENT);
    assert_null(probe_find(SLICE("")));
    assert_null(probe_find(SLICE("fly")));
    assert_string_equal(probe_error_name(EACCES), "EACCES");
    assert_string_equal(probe_error_name(0), "");
}

int main(int argc, char **argv)
{
    static const char room[] = "WEIR_ROOM_FOR_A_CANARY";
    /* A bystander overwrites a variable of its initial environment: adds one that is long enough. */
    if (argc > 0 && !getenv(room) && setenv(room, "however few the others are", 1) == 0)
        (void)execv("/proc/self/exe", argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_write, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_handle, set_up, tear_down),
        cmocka_unit_test(test_bystander),
        cmocka_unit_test_setup_teardown(test_outlive, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_descriptors, set_up, tear_down),
        cmocka_unit_test(test_secrets),
        cmocka_unit_test(test_privileges),
        cmocka_unit_test(test_run),
        cmocka_unit_test_setup_teardown(test_all_come_back, set_up, tear_down),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests_name("probe", tests, NULL, NULL);
}
