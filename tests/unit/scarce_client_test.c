/* Tests src/client with every allocation failing in turn: each failure is reported, every callback is called once, the
 * right daemon or none is found, and no descriptor or memory leaks. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <uv.h>

#include "client/weir.h"
#include "unit/check.h"
#include "unit/scarce.h"

enum { LARGE = 300000 };

static char root[64], path[96];
static int listening;
static pthread_t thread;

/* --- server --- */

/* Reads the id and the method of a call; false: not a call. */
static bool read_call(const char *line, long long *ret_id, char ret_method[static 64])
{
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":";
    char *end;
    if (strncmp(line, head, sizeof head - 1) != 0)
        return false;
    *ret_id = strtoll(line + sizeof head - 1, &end, 10);
    return sscanf(end, ",\"method\":\"%63[^\"]", ret_method) == 1;
}

/* Answers each call with a notification, a call of its own, and a result; "leave" with an error and the end of the
 * connection. */
static bool answer(FILE *out, const char *line)
{
    long long id = -1;
    char method[64] = "";
    if (!read_call(line, &id, method))
        return true;
    if (strcmp(method, "leave") == 0) {
        (void)fputs("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-1,\"message\":\"no room here\"}}\n", out);
        return false;
    }
    (void)fputs("{\"jsonrpc\":\"2.0\",\"method\":\"event.one\",\"params\":{\"n\":1}}\n"
                "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"client.ask\",\"params\":[1]}\n",
                out);
    if (strcmp(method, "fail") == 0)
        (void)fprintf(
            out, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"error\":{\"code\":-2,\"message\":\"wrong\",\"data\":[\"x\"]}}\n",
            id);
    else
        (void)fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":[\"%0*d\"]}\n", id,
                      strcmp(method, "large") == 0 ? LARGE : 1, 0);
    return true;
}

/* Blocks SIGPIPE in the server's thread only: a client without memory may disconnect at any time, but a SIGPIPE of the
 * client itself must still end the test. */
static void ignore_broken_pipes(void)
{
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGPIPE);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void *serve(void *user)
{
    (void)user;
    ignore_broken_pipes();
    for (int fd; (fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC)) >= 0;) {
        FILE *in = fdopen(fd, "r"), *out = fdopen(fcntl(fd, F_DUPFD_CLOEXEC, 0), "w");
        char *line = NULL;
        size_t capacity = 0;
        while (getline(&line, &capacity, in) > 0)
            if (!answer(out, line) || fflush(out) == EOF)
                break;
        free(line);
        (void)fclose(out);
        (void)fclose(in);
    }
    return NULL;
}

/* --- client --- */

static bool asked, notified;
static size_t replies;
static int64_t timeout_ms = 20; /* a timeout usually means that the response was lost */

static void note_end(int r)
{
    if (r == -ETIMEDOUT && scarce_late())
        timeout_ms *= 2;
}

static void assert_said(const struct weir *weir, int r)
{
    if (r == 0)
        return;
    note_end(r);
    assert_true(r == -ENOMEM || r == -ETIMEDOUT || r == -ECONNRESET || r == -ENOTCONN || r == -EREMOTEIO);
    assert_int_equal(weir_last_error(weir)->status, r);
    assert_true(weir_last_error(weir)->message[0] != '\0');
}

static void on_notification(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    (void)weir;
    (void)user;
    assert_string_equal(method, "event.one");
    assert_string_equal(params, "{\"n\":1}");
    assert_int_equal(size, 7);
    notified = true;
}

static void on_request(struct weir *weir, struct weir_request *request, const char *method, const char *params,
                       size_t size, void *user)
{
    (void)weir;
    (void)size;
    (void)user;
    assert_string_equal(method, "client.ask");
    assert_string_equal(params, "[1]");
    int r = asked ? weir_refuse(request, -3, "no", "{\"a\": 1}", WEIR_TEXT) : weir_answer(request, "[ 2 ]", WEIR_TEXT);
    assert_true(r == 0 || r == -ENOMEM || r == -ECONNRESET);
    asked = true;
}

static void on_reply(struct weir *weir, const struct weir_reply *reply, void *user)
{
    (void)weir;
    (void)user;
    assert_true(!reply->error || (reply->error->status < 0 && reply->error->message[0] != '\0'));
    note_end(reply->error ? reply->error->status : 0);
    replies++;
}

static struct weir *new_connected(void)
{
    struct weir *weir = weir_new();
    if (!weir)
        return NULL;
    weir_set_timeout(weir, timeout_ms);
    int r = weir_connect(weir, path);
    assert_said(weir, r);
    return r == 0 ? weir : weir_free(weir);
}

static void call(struct weir *weir, const char *method, const char *params, size_t result_size)
{
    char *result = NULL;
    size_t size = 0;
    int r = weir_call(weir, method, params, WEIR_TEXT, WEIR_TIMEOUT_DEFAULT, &result, &size);
    assert_said(weir, r);
    assert_int_equal(result != NULL, r == 0);
    assert_int_equal(size, r == 0 ? result_size : 0);
    free(result);
}

static void do_calls(void)
{
    struct weir *weir = new_connected();
    if (!weir)
        return;
    call(weir, "anything", "{\"deep\": [1, {\"x\": \"y\"}]}", 5);
    call(weir, "fail", NULL, 0);
    call(weir, "anything", NULL, 5);
    int r = weir_notify(weir, "note", "[ 1 ]", WEIR_TEXT);
    assert_said(weir, r);
    weir_free(weir);
}

static void do_handlers(void)
{
    struct weir *weir = new_connected();
    if (!weir)
        return;
    asked = notified = false;
    assert_said(weir, weir_on_notification(weir, "event.one", on_notification, NULL));
    assert_said(weir, weir_on_call(weir, NULL, on_request, NULL));
    call(weir, "anything", NULL, 5);
    call(weir, "anything", NULL, 5);
    weir_free(weir);
}

static void do_async(void)
{
    struct weir *weir = new_connected();
    size_t sent = 0;
    if (!weir)
        return;
    replies = 0;
    for (int i = 0; i < 3; i++) {
        int r = weir_call_async(weir, i == 1 ? "fail" : "anything", "[]", WEIR_TEXT, timeout_ms, on_reply, NULL, NULL);
        assert_said(weir, r);
        sent += r == 0;
    }
    while (replies < sent && weir_wait(weir, WEIR_TIMEOUT_NONE) == 1) {
    }
    weir_free(weir);
    assert_int_equal(replies, sent);
}

static void do_large(void)
{
    struct weir *weir = new_connected();
    if (weir)
        call(weir, "large", NULL, LARGE + 4);
    weir_free(weir);
}

static void do_dismissal(void)
{
    struct weir *weir = new_connected();
    if (!weir)
        return;
    call(weir, "leave", NULL, 0);
    call(weir, "anything", NULL, 5);
    weir_free(weir);
}

/* Without memory, no daemon is found rather than a wrong one. */
static void do_find(void)
{
    struct weir_endpoint *place = NULL;
    int r = weir_find_socket(NULL, &place);
    assert_int_equal(r, place ? 0 : -ENOMEM);
    if (place) {
        assert_int_equal(place->origin, WEIR_ORIGIN_PROJECT);
        assert_string_equal(place->socket, path);
    }
    weir_endpoint_free(place);
}

/* --- tests --- */

static size_t descriptors_open(void)
{
    size_t count = 0;
    DIR *directory = opendir("/proc/self/fd");
    assert_non_null(directory);
    while (readdir(directory))
        count++;
    (void)closedir(directory);
    return count;
}

static void try(void (*scenario)(void), size_t at_least)
{
    size_t count = scarce_try(scenario);
    assert_true(count >= at_least);
}

static void calls(void **state)
{
    (void)state;
    try(do_calls, 15);
}

static void handlers(void **state)
{
    (void)state;
    try(do_handlers, 15);
}

static void calls_without_waiting(void **state)
{
    (void)state;
    try(do_async, 12);
}

static void large_answers(void **state)
{
    (void)state;
    try(do_large, 10);
}

static void a_dismissal(void **state)
{
    (void)state;
    try(do_dismissal, 8);
}

static void finding(void **state)
{
    (void)state;
    try(do_find, 5);
}

static int begin(void **state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)state;
    (void)snprintf(root, sizeof root, "/tmp/weir-scarce-XXXXXX");
    assert_non_null(mkdtemp(root));
    assert_int_equal(chdir(root), 0);
    assert_int_equal(mkdir(".weir", 0700), 0);
    assert_int_equal(mkdir("weir", 0700), 0);
    unsetenv("WEIR_SOCKET");
    setenv("XDG_RUNTIME_DIR", root, 1);
    setenv("XDG_STATE_HOME", root, 1);
    FILE *projects = fopen("weir/projects", "w");
    (void)fprintf(projects, "%s\n", root);
    (void)fclose(projects);

    (void)snprintf(path, sizeof path, "%s/.weir/daemon.sock", root);
    memcpy(address.sun_path, path, strlen(path) + 1);
    listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listening, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listening, 4), 0);
    return pthread_create(&thread, NULL, serve, NULL);
}

static int end(void **state)
{
    (void)state;
    (void)shutdown(listening, SHUT_RDWR);
    (void)pthread_join(thread, NULL);
    close(listening);
    assert_int_equal(unlink(".weir/daemon.sock"), 0);
    assert_int_equal(unlink("weir/projects"), 0);
    assert_int_equal(rmdir(".weir"), 0);
    assert_int_equal(rmdir("weir"), 0);
    assert_int_equal(chdir("/"), 0);
    return rmdir(root);
}

/* The server closes its last connection when it accepts the next one, or when it ends. */
static void no_descriptor_is_left(void **state)
{
    size_t before = descriptors_open();
    begin(state);
    do_calls();
    end(state);
    size_t first = descriptors_open(); /* libuv keeps some descriptors from its first use on */
    begin(state);
    try(do_calls, 1);
    try(do_dismissal, 1);
    end(state);
    assert_true(first >= before);
    assert_int_equal(descriptors_open(), first);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_descriptor_is_left),
        TEST(calls),
        TEST(handlers),
        TEST(calls_without_waiting),
        TEST(large_answers),
        TEST(a_dismissal),
        TEST(finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
