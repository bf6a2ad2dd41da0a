/* Tests supervised services with a real weir-jail, at ../bin relative to this program. The service that runs under it
 * is this program too: it does what the file own/conduct says. */
#include "daemon/process/service.h"
#include "daemon/work/work.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "rpc/peer.h"
#include "unit/check.h"

enum { LISTENING_FD = 3, RESTART_MS = 10, RESTART_MAX_MS = 80, LONG_MS = 3600 * 1000, LOSSES_MAX = 16 };

/* --- the program --- */

static bool forgets_the_first; /* does not answer the first request */
static char alive_path[256];

/* Starts a process that neither a signal to its group nor SIGTERM ends. It keeps the FIFO own/alive open. */
static void start_detached(void)
{
    int fd = open(alive_path, O_WRONLY | O_CLOEXEC);
    if (fork() != 0) {
        close(fd);
        return;
    }
    (void)setsid();
    (void)signal(SIGTERM, SIG_IGN);
    for (;;)
        (void)pause();
}

static void respond(FILE *to, const char *line)
{
    const char *id = strstr(line, "\"id\":");
    if (strstr(line, "\"exit\""))
        _exit(5);
    if (strstr(line, "\"fork\""))
        start_detached();
    if (id && !forgets_the_first)
        (void)fprintf(to, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{}}\n", strtol(id + 5, NULL, 10));
    forgets_the_first = false;
    (void)fflush(to);
}

static int serve_connection(int fd)
{
    char line[1024];
    FILE *from = fdopen(fd, "r"), *to = fdopen(dup(fd), "w");
    while (from && to && fgets(line, sizeof line, from))
        respond(to, line);
    return 0;
}

static int accept_connection(void)
{
    struct pollfd listening = {.fd = LISTENING_FD, .events = POLLIN};
    return poll(&listening, 1, -1) == 1 ? accept(LISTENING_FD, NULL, NULL) : -1;
}

static int run_program(const char *directory)
{
    char path[256], conduct[32] = "";
    (void)snprintf(path, sizeof path, "%s/conduct", directory);
    (void)snprintf(alive_path, sizeof alive_path, "%s/alive", directory);
    FILE *file = fopen(path, "re");
    if (!file || !fgets(conduct, sizeof conduct, file))
        (void)pause();
    if (strcmp(conduct, "crash") == 0)
        return (void)fprintf(stderr, "out of luck\n"), 3;
    int fd = accept_connection();
    if (strcmp(conduct, "silent") == 0)
        (void)pause();
    forgets_the_first = strcmp(conduct, "forget") == 0;
    return fd < 0 ? 1 : serve_connection(fd);
}

/* --- the service --- */

static char root[] = "/tmp/weir-service-test-XXXXXX";
static char *program_name;
static const char *conduct; /* of the next process */
static bool listens;        /* the jail of the next process listens for it */
static int shortage;        /* the error with which the next process cannot be prepared; 0: none */
static uv_loop_t loop;
static struct rpc rpc;
static struct process_table table;
static struct work_pool work; /* has no threads, so directories are removed on the loop */
static struct service service;
static struct service_kind kind;
static bool is_needed;
static char own[256]; /* the directory of the last process */

static struct {
    unsigned connected, disconnected, lost, emptied;
    enum service_state states[LOSSES_MAX]; /* at each loss */
    uint64_t delays[LOSSES_MAX];           /* until the restart */
} seen;

static int prepare(void *user, const struct process *process, char problem[static 256])
{
    char view[512];
    assert_ptr_equal(user, &seen);
    *problem = '\0';
    if (shortage < 0)
        return shortage;
    (void)snprintf(own, sizeof own, "%s", process->own);
    int r = process_write_file(process->own, "conduct", slice_of(conduct));
    if (r < 0 || !listens)
        return r;
    int size = snprintf(view, sizeof view, "sandbox off\nnetwork full\nsocket %s\nown %s\n", process->socket_path,
                        process->own);
    return process_write_file(process->directory, "view", (struct slice){view, (size_t)size});
}

static void on_connected(struct service *of)
{
    assert_int_equal(of->state, SERVICE_RUNNING);
    assert_non_null(of->peer);
    seen.connected++;
    uv_stop(&loop);
}

static void on_disconnected(struct service *of)
{
    (void)of;
    seen.disconnected++;
}

static void on_lost(struct service *of)
{
    assert_null(of->peer);
    assert_int_equal(service_pid(of), 0);
    if (seen.lost < LOSSES_MAX) {
        seen.states[seen.lost] = of->state;
        seen.delays[seen.lost] = of->state == SERVICE_RESTARTING ? of->restart.at - uv_now(&loop) : 0;
    }
    seen.lost++;
    uv_stop(&loop);
}

static bool is_wanted(const struct service *of)
{
    (void)of;
    return is_needed;
}

static void on_emptied(struct service *of)
{
    assert_true(service_is_gone(of));
    seen.emptied++;
    uv_stop(&loop);
}

/* The callbacks stop the loop, which could otherwise wait for more after a timer of this turn. */
#define WAIT_UNTIL(condition)                                                                                          \
    while (!(condition))                                                                                               \
    (void)uv_run(&loop, UV_RUN_ONCE)

static int set_up(void **state)
{
    (void)state;
    memset(&seen, 0, sizeof seen);
    conduct = "serve";
    is_needed = listens = true;
    kind = (struct service_kind){
        .name = "test service",
        .program = program_name,
        .use = EXECUTOR_RECORD_USE_BROKER,
        .caller = CALLER_BROKER,
        .restart_ms = RESTART_MS,
        .restart_max_ms = RESTART_MAX_MS,
        .healthy_ms = LONG_MS,
        .prepare = prepare,
        .connected = on_connected,
        .disconnected = on_disconnected,
        .lost = on_lost,
        .is_wanted = is_wanted,
        .emptied = on_emptied,
    };
    service = (struct service){.kind = &kind, .user = &seen, .table = &table, .rpc = &rpc, .ready_ms = LONG_MS};
    service_init(&service);
    return 0;
}

/* No process and no directory may be left. */
static int tear_down(void **state)
{
    (void)state;
    service_close(&service, true);
    WAIT_UNTIL(service_is_gone(&service));
    service_clear(&service);
    (void)uv_run(&loop, UV_RUN_DEFAULT); /* removes directories */
    struct process_ids ids = {0};
    int r = process_list(&table, &ids);
    free(ids.items);
    return r == 0 && ids.count == 0 && waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD ? 0 : -1;
}

static void start(void)
{
    unsigned before = seen.connected;
    service_start(&service);
    assert_int_equal(service.state, SERVICE_STARTING);
    assert_true(service_is_up(&service));
    assert_true(service_pid(&service) > 0);
    WAIT_UNTIL(seen.connected > before);
}

struct answer {
    bool is_there;
    int status;
};

static void on_reply(void *user, const struct reply *reply)
{
    *(struct answer *)user = (struct answer){true, reply->status};
    uv_stop(&loop);
}

static int ask(const char *method)
{
    struct answer answer = {0};
    assert_int_equal(peer_call_text(service.peer, slice_of(method), SLICE("{}"), 0, on_reply, &answer, NULL), 0);
    WAIT_UNTIL(answer.is_there);
    return answer.status;
}

/* --- start, stop --- */

static void starts_once_and_ends_when_stopped(void **state)
{
    (void)state;
    assert_false(service_is_up(&service));
    start();
    pid_t pid = service_pid(&service);
    assert_int_equal(ask("anything"), 0);
    service_start(&service); /* one serves already */
    assert_int_equal(service_pid(&service), pid);

    service_stop(&service, false);
    assert_int_equal(service.state, SERVICE_STOPPED);
    assert_int_equal(service_pid(&service), 0);
    WAIT_UNTIL(seen.emptied == 1);
    assert_int_equal(seen.disconnected, 1);
    assert_int_equal(seen.lost, 0); /* an end on request is no crash */
    assert_int_equal(kill(pid, 0), -1);

    start();
    assert_int_not_equal(service_pid(&service), pid);
}

static void its_end_includes_its_whole_tree(void **state)
{
    char path[300], byte;
    (void)state;
    for (unsigned now = 0; now < 2; now++) {
        start();
        (void)snprintf(path, sizeof path, "%s/alive", own);
        assert_int_equal(mkfifo(path, 0600), 0);
        autoclose int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        assert_int_equal(ask("fork"), 0);
        assert_int_equal(read(fd, &byte, 1), -1); /* a process has it open */
        assert_int_equal(errno, EAGAIN);
        service_stop(&service, now != 0);
        WAIT_UNTIL(seen.emptied == now + 1);
        assert_int_equal(read(fd, &byte, 1), 0);
    }
}

static void a_closed_service_is_not_started(void **state)
{
    (void)state;
    start();
    service_close(&service, true);
    service_start(&service);
    WAIT_UNTIL(seen.emptied == 1);
    service_start(&service);
    assert_int_equal(service.state, SERVICE_STOPPED);
    assert_true(service_is_gone(&service));
}

/* --- crashes --- */

static void crash(void)
{
    conduct = "crash";
    listens = false; /* otherwise a connection may end before the process does */
    service_start(&service);
}

static void restarts_after_delays_that_double(void **state)
{
    static const uint64_t expected[] = {10, 20, 40, 80, 80, 80};
    enum { CRASHES = sizeof expected / sizeof *expected };
    (void)state;
    crash();
    WAIT_UNTIL(seen.lost == CRASHES);
    for (size_t i = 0; i < CRASHES; i++) {
        assert_int_equal(seen.states[i], SERVICE_RESTARTING);
        assert_int_equal(seen.delays[i], expected[i]);
    }
    assert_contains(slice_of(service.problem), "code 3");
    assert_contains(slice_of(service.problem), "out of luck"); /* the end of its stderr */
    conduct = "serve";
    listens = true;
    WAIT_UNTIL(service.state == SERVICE_RUNNING);
}

/* The jail listens before the program runs, so a connection proves nothing. */
static void only_healthy_ms_reset_the_delay(void **state)
{
    (void)state;
    start();
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(ask("exit"), -ECONNRESET);
        WAIT_UNTIL(seen.lost > i && seen.connected > i + 1);
        assert_int_equal(seen.delays[i], RESTART_MS << i);
    }
    service.running_since -= LONG_MS;
    assert_int_equal(ask("exit"), -ECONNRESET);
    WAIT_UNTIL(seen.lost == 4);
    assert_int_equal(seen.delays[3], RESTART_MS);
}

static void gives_up_after_too_many_crashes(void **state)
{
    (void)state;
    kind.crashes_max = 3;
    kind.crash_window_ms = LONG_MS;
    crash();
    WAIT_UNTIL(seen.lost == 3);
    assert_int_equal(seen.states[0], SERVICE_RESTARTING);
    assert_int_equal(seen.states[1], SERVICE_RESTARTING);
    assert_int_equal(seen.states[2], SERVICE_FAILED);
    service_start(&service);
    assert_int_equal(service.state, SERVICE_FAILED);
    assert_true(service_is_gone(&service));
    assert_contains(slice_of(service.problem), "out of luck");

    conduct = "serve";
    listens = true;
    service_stop(&service, true); /* forgets the crashes */
    start();
    assert_int_equal(ask("exit"), -ECONNRESET);
    WAIT_UNTIL(seen.lost == 4);
    assert_int_equal(seen.states[3], SERVICE_RESTARTING);
}

/* A start that the system has no room for says nothing about the program. */
static void a_shortage_is_no_crash(void **state)
{
    (void)state;
    kind.crashes_max = 2;
    kind.crash_window_ms = LONG_MS;
    shortage = -EMFILE;
    service_start(&service);
    WAIT_UNTIL(seen.lost == 4);
    assert_int_equal(seen.states[3], SERVICE_RESTARTING);
    assert_contains(slice_of(service.problem), "cannot start ");
    assert_contains(slice_of(service.problem), strerror(EMFILE));
    assert_true(seen.delays[3] > seen.delays[0]);
    shortage = 0;
    WAIT_UNTIL(seen.connected == 1);
    assert_int_equal(ask("anything"), 0);
}

static void old_crashes_do_not_count(void **state)
{
    (void)state;
    kind.crashes_max = 2;
    kind.crash_window_ms = LONG_MS;
    crash();
    for (unsigned i = 1; i < 5; i++) {
        WAIT_UNTIL(seen.lost == i);
        assert_int_equal(seen.states[i - 1], SERVICE_RESTARTING);
        service.crashes[service.crash_count - 1] -= LONG_MS;
    }
    WAIT_UNTIL(seen.lost == 6);
    assert_int_equal(seen.states[4], SERVICE_RESTARTING);
    assert_int_equal(seen.states[5], SERVICE_FAILED); /* the second within the window */
}

static void is_not_restarted_if_nobody_needs_it(void **state)
{
    (void)state;
    is_needed = false;
    start();
    assert_int_equal(ask("exit"), -ECONNRESET);
    WAIT_UNTIL(seen.emptied == 1);
    assert_int_equal(seen.lost, 1);
    assert_int_equal(seen.disconnected, 1);
    assert_int_equal(service.state, SERVICE_STOPPED);
    start();
}

static void a_missing_program_is_tried_again(void **state)
{
    static char missing[] = "weir-missing";
    (void)state;
    kind.program = missing;
    service_start(&service);
    assert_int_equal(service.state, SERVICE_RESTARTING);
    assert_contains(slice_of(service.problem), "weir-missing is not installed beside weird");
    WAIT_UNTIL(seen.lost == 2);
    assert_int_equal(seen.delays[1], 2 * RESTART_MS);
    kind.program = program_name;
    WAIT_UNTIL(service.state == SERVICE_RUNNING);
    assert_int_equal(seen.emptied, 0);
}

/* --- health --- */

static void a_program_that_never_listens_is_ended(void **state)
{
    (void)state;
    conduct = "silent";
    is_needed = listens = false;
    service.ready_ms = 20;
    service_start(&service);
    WAIT_UNTIL(seen.lost == 1);
    assert_contains(slice_of(service.problem), "cannot connect to ");
    assert_contains(slice_of(service.problem), strerror(ENOENT));
    WAIT_UNTIL(seen.emptied == 1);
    assert_int_equal(seen.connected, 0);
}

static void a_program_that_answers_no_ping_is_replaced(void **state)
{
    (void)state;
    conduct = "silent";
    service.ping_ms = 5;
    start();
    WAIT_UNTIL(service.state == SERVICE_DEGRADED);
    assert_true(service_is_up(&service));
    assert_string_equal(service.problem, "does not respond");
    conduct = "serve";
    WAIT_UNTIL(seen.lost == 1);
    service.ping_ms = 0;
    assert_int_equal(service.state, SERVICE_RESTARTING);
    assert_string_equal(service.problem, "did not respond to three pings");
    WAIT_UNTIL(seen.connected == 2);
    assert_int_equal(ask("anything"), 0);
}

static void a_late_answer_ends_the_degraded_state(void **state)
{
    (void)state;
    conduct = "forget";
    service.ping_ms = 300;
    start();
    WAIT_UNTIL(service.state == SERVICE_DEGRADED);
    WAIT_UNTIL(service.state == SERVICE_RUNNING);
    assert_int_equal(service.missed, 0);
    assert_int_equal(seen.lost, 0);
}

/* --- the next daemon --- */

static void adopt(void *user, const char *id, const struct executor_record *record)
{
    unsigned *count = user;
    ++*count;
    assert_int_equal(record->use, EXECUTOR_RECORD_USE_BROKER);
    assert_true(slice_is(record->executor, program_name));
    service_adopt(&service, id, record);
}

static void the_next_daemon_takes_over_its_process(void **state)
{
    unsigned count = 0;
    (void)state;
    service_start(&service);
    pid_t pid = service_pid(&service);
    service_clear(&service); /* leaves it, as a daemon that was killed does */
    (void)set_up(NULL);
    struct process_ids ids = {0};
    assert_int_equal(process_list(&table, &ids), 0);
    assert_int_equal(process_find(&table, &ids, adopt, &count), 0);
    free(ids.items);
    assert_int_equal(count, 1);
    assert_int_equal(service_pid(&service), 0); /* it does not serve this daemon */
    start();
    assert_int_not_equal(service_pid(&service), pid);
    assert_int_equal(kill(pid, SIGINT), 0);
    WAIT_UNTIL(kill(pid, 0) < 0);
    assert_int_equal(service.state, SERVICE_RUNNING);
    assert_int_equal(seen.lost, 0); /* the end of the adopted one is no crash */
}

/* --- main --- */

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

static int test_service(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(starts_once_and_ends_when_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(its_end_includes_its_whole_tree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_closed_service_is_not_started, set_up, tear_down),
        cmocka_unit_test_setup_teardown(restarts_after_delays_that_double, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_healthy_ms_reset_the_delay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(gives_up_after_too_many_crashes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_shortage_is_no_crash, set_up, tear_down),
        cmocka_unit_test_setup_teardown(old_crashes_do_not_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(is_not_restarted_if_nobody_needs_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_missing_program_is_tried_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_program_that_never_listens_is_ended, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_program_that_answers_no_ping_is_replaced, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_late_answer_ends_the_degraded_state, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_next_daemon_takes_over_its_process, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    const char *model_socket = getenv("WEIR_MODEL_SOCKET");
    if (argc < 1)
        return 1;
    if (model_socket) {
        autofree char *path = strdup(model_socket);
        return path ? run_program(dirname(path)) : 1;
    }
    program_name = basename(argv[0]);
    if (!mkdtemp(root) || uv_loop_init(&loop) < 0 || rpc_init(&rpc, &loop, "service_test") < 0)
        return 1;
    process_table_init(&table, &loop, &work, root);
    int failed = test_service();
    process_table_clear(&table);
    rpc_close(&rpc);
    (void)uv_run(&loop, UV_RUN_DEFAULT);
    failed += uv_loop_close(&loop) != 0;
    (void)nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return failed;
}
