/* A connection against a server of a few lines that does what its caller asks for. */
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <uv.h>

#include "client/weir.h"
#include "unit/check.h"

enum { LARGE = 1 << 20 };

/* --- the server --- */

struct world {
    char root[64], path[96];
    int listening;
    pthread_t thread;
    struct weir *weir;
    int seen, status, closed;
    bool full; /* the server has no room: it says so and hangs up */
    char text[256];
    struct weir_request *request;
};

static sem_t may_dismiss, dismissed;

static const char complaint[] =
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32014,\"message\":\"no room here\"}}\n";

static void say_large(FILE *out, long long id)
{
    (void)fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":\"", id);
    for (int i = 0; i < LARGE; i++)
        (void)fputc('x', out);
    (void)fputs("\"}\n", out);
}

/* The id and the method of a call; false: it is something else. */
static bool read_call(const char *line, long long *ret_id, char ret_method[static 64])
{
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":";
    char *end;
    if (strncmp(line, head, sizeof head - 1) != 0)
        return false;
    *ret_id = strtoll(line + sizeof head - 1, &end, 10);
    return sscanf(end, ",\"method\":\"%63[^\"]", ret_method) == 1;
}

/* False: the connection is to be closed. */
static bool answer(FILE *out, const char *line, long long *asked)
{
    long long id = -1;
    char method[64] = "";
    if (!read_call(line, &id, method)) {
        if (strstr(line, "\"dismiss\"")) {
            (void)sem_wait(&may_dismiss);
            (void)fputs(complaint, out);
            return false;
        }
        if (strstr(line, "\"method\"")) /* a notification */
            return strstr(line, "leave") == NULL;
        (void)fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":%.*s}\n", *asked, (int)strcspn(line, "\n"),
                      line);
        return true;
    }
    if (strcmp(method, "push") == 0)
        (void)fputs("{\"jsonrpc\":\"2.0\",\"method\":\"event.one\",\"params\":{\"n\": 1}}\n"
                    "{\"jsonrpc\":\"2.0\",\"method\":\"event.two\"}\n",
                    out);
    if (strcmp(method, "ask") == 0) {
        *asked = id;
        (void)fputs("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"client.ask\",\"params\":[1]}\n", out);
    } else if (strcmp(method, "large") == 0) {
        say_large(out, id);
    } else if (strcmp(method, "complain") == 0 || strcmp(method, "dismiss") == 0) {
        (void)fputs(complaint, out);
        return strcmp(method, "complain") == 0;
    } else if (strcmp(method, "garble") == 0) {
        (void)fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":no JSON}\n", id);
    } else if (strcmp(method, "fail") == 0) {
        (void)fprintf(out,
                      "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"error\":{\"code\":-32602,\"message\":\"wrong\",\"data\":"
                      "{\"code\":\"invalid_params\",\"path\":\"params.x\"}}}\n",
                      id);
    } else if (strcmp(method, "silent") != 0 && strcmp(method, "leave") != 0) {
        (void)fprintf(out, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":[true]}\n", id);
    }
    return strcmp(method, "leave") != 0;
}

static void serve_one(int fd)
{
    FILE *in = fdopen(fd, "r"), *out = fdopen(dup(fd), "w");
    char *line = NULL;
    size_t capacity = 0;
    long long asked = 0;
    while (getline(&line, &capacity, in) > 0) {
        bool stays = answer(out, line, &asked);
        if (fflush(out) == EOF || !stays)
            break;
    }
    free(line);
    (void)fclose(in);
    (void)fclose(out);
    (void)sem_post(&dismissed);
}

static void refuse(int fd)
{
    (void)!send(fd, complaint, sizeof complaint - 1, MSG_NOSIGNAL);
    close(fd);
}

/* A client that has gone is no reason to end; that the client itself raises no SIGPIPE is left to be seen. */
static void ignore_broken_pipes(void)
{
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGPIPE);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void *serve(void *user)
{
    const struct world *world = user;
    ignore_broken_pipes();
    for (int fd; (fd = accept4(world->listening, NULL, NULL, SOCK_CLOEXEC)) >= 0;)
        if (__atomic_load_n(&world->full, __ATOMIC_SEQ_CST))
            refuse(fd);
        else
            serve_one(fd);
    return NULL;
}

static int setup(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    (void)snprintf(world->root, sizeof world->root, "/tmp/weir-client-XXXXXX");
    assert_non_null(mkdtemp(world->root));
    (void)snprintf(world->path, sizeof world->path, "%s/daemon.sock", world->root);
    memcpy(address.sun_path, world->path, strlen(world->path) + 1);
    (void)sem_init(&may_dismiss, 0, 0);
    (void)sem_init(&dismissed, 0, 0);
    world->listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(world->listening, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(world->listening, 4), 0);
    assert_int_equal(pthread_create(&world->thread, NULL, serve, world), 0);
    world->weir = weir_new();
    assert_int_equal(weir_connect(world->weir, world->path), 0);
    *state = world;
    return 0;
}

static int teardown(void **state)
{
    struct world *world = *state;
    weir_free(world->weir);
    (void)sem_post(&may_dismiss);
    (void)shutdown(world->listening, SHUT_RDWR);
    (void)pthread_join(world->thread, NULL);
    close(world->listening);
    (void)unlink(world->path);
    int r = rmdir(world->root);
    free(world);
    return r;
}

static int call(struct world *world, const char *method, int64_t timeout_ms)
{
    return weir_call(world->weir, method, NULL, 0, timeout_ms, NULL, NULL);
}

/* --- calls --- */

static void a_call_gives_its_result(void **state)
{
    struct world *world = *state;
    char *result = NULL;
    size_t size = 0;
    assert_int_equal(weir_call(world->weir, "anything", "{ }", 3, WEIR_TIMEOUT_DEFAULT, &result, &size), 0);
    assert_string_equal(result, "[true]");
    assert_int_equal(size, 6);
    free(result);
    assert_int_equal(weir_call(world->weir, "large", NULL, 0, WEIR_TIMEOUT_DEFAULT, &result, &size), 0);
    assert_int_equal(size, LARGE + 2);
    free(result);
}

static void an_error_says_what_is_wrong(void **state)
{
    struct world *world = *state;
    assert_int_equal(call(world, "fail", WEIR_TIMEOUT_DEFAULT), -EREMOTEIO);
    const struct weir_error *error = weir_last_error(world->weir);
    assert_int_equal(error->code, -32602);
    assert_string_equal(error->word, "invalid_params");
    assert_string_equal(error->path, "params.x");
    assert_string_equal(error->message, "wrong");
    assert_string_equal(error->data, "{\"code\":\"invalid_params\",\"path\":\"params.x\"}");
}

static void a_call_ends_in_time(void **state)
{
    struct world *world = *state;
    assert_int_equal(call(world, "silent", 20), -ETIMEDOUT);
    assert_int_equal(weir_last_error(world->weir)->status, -ETIMEDOUT);
    assert_int_equal(call(world, "anything", WEIR_TIMEOUT_NONE), 0);
}

static void a_call_ends_with_its_connection(void **state)
{
    struct world *world = *state;
    assert_int_equal(call(world, "leave", WEIR_TIMEOUT_DEFAULT), -ECONNRESET);
    assert_false(weir_is_connected(world->weir));
    assert_int_equal(call(world, "anything", WEIR_TIMEOUT_DEFAULT), -ENOTCONN);
    assert_int_equal(weir_connect(world->weir, world->path), 0);
    assert_int_equal(call(world, "anything", WEIR_TIMEOUT_DEFAULT), 0);
}

static void what_cannot_be_sent_is_refused(void **state)
{
    struct world *world = *state;
    static const char *const wrong[] = {"", "1", "\"x\"", "{\"a\":1,\"a\":2}", "{} {}", "{"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(weir_call(world->weir, "m", wrong[i], WEIR_TEXT, 0, NULL, NULL), -EINVAL);
    assert_int_equal(call(world, "", 0), -EINVAL);
    assert_int_equal(call(world, "a\"b", 0), -EINVAL);
    assert_int_equal(weir_notify(world->weir, "a\nb", NULL, 0), -EINVAL);
    char *large = malloc(17 << 20);
    memset(large, 'x', 17 << 20);
    large[0] = '[';
    large[1] = large[(17 << 20) - 2] = '"';
    large[(17 << 20) - 1] = ']';
    assert_int_equal(weir_call(world->weir, "m", large, 17 << 20, 0, NULL, NULL), -EMSGSIZE);
    free(large);
}

static void a_connection_needs_a_server(void **state)
{
    struct world *world = *state;
    struct weir *weir = weir_new();
    char path[200];
    memset(path, 'x', sizeof path);
    path[0] = '/';
    path[108] = '\0';
    assert_int_equal(weir_connect(weir, "/nonexistent/weir.sock"), -ENOENT);
    assert_contains(slice_of(weir_last_error(weir)->message), "weir daemon start");
    assert_int_equal(weir_connect(weir, path), -ENAMETOOLONG);
    assert_contains(slice_of(weir_last_error(weir)->message), "107");
    assert_int_equal(weir_connect(world->weir, world->path), -EISCONN);
    assert_int_equal(weir_wait(weir, 0), -ENOTCONN);
    weir_free(weir);
}

/* --- callbacks --- */

static void on_reply(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct world *world = user;
    world->seen++;
    world->status = reply->error ? reply->error->status : 0;
    if (weir_is_connected(weir)) {
        assert_int_equal(weir_call(weir, "anything", NULL, 0, 0, NULL, NULL), -EDEADLK);
        assert_int_equal(weir_wait(weir, 0), -EDEADLK);
    }
}

static void a_callback_must_not_wait(void **state)
{
    struct world *world = *state;
    assert_int_equal(weir_call_async(world->weir, "anything", NULL, 0, 0, on_reply, world, NULL), 0);
    assert_int_equal(weir_wait(world->weir, WEIR_TIMEOUT_NONE), 1);
    assert_int_equal(world->seen, 1);
    assert_int_equal(world->status, 0);
    assert_int_equal(weir_wait(world->weir, 10), 0);
}

static void on_cancelled(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct world *world = user;
    (void)weir;
    world->seen++;
    world->status = reply->error->status;
}

static void a_call_can_be_cancelled(void **state)
{
    struct world *world = *state;
    uint64_t ticket = 0;
    assert_int_equal(weir_call_async(world->weir, "silent", NULL, 0, 0, on_cancelled, world, &ticket), 0);
    assert_int_equal(weir_cancel(world->weir, ticket), 0);
    assert_int_equal(world->seen, 1);
    assert_int_equal(world->status, -ECANCELED);
    assert_int_equal(weir_cancel(world->weir, ticket), -ENOENT);
    assert_int_equal(weir_cancel(world->weir, ticket + 1), -ENOENT);
}

static void each_of_many_calls_can_be_cancelled(void **state)
{
    struct world *world = *state;
    uint64_t tickets[100];
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(weir_call_async(world->weir, "silent", NULL, 0, 0, on_cancelled, world, &tickets[i]), 0);
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(weir_cancel(world->weir, tickets[i * 37 % 100]), 0);
    assert_int_equal(world->seen, 100);
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(weir_cancel(world->weir, tickets[i]), -ENOENT);
}

static void a_call_that_waits_costs_little(void **state)
{
    enum { CALLS = 10000, BYTES = 256 };
    struct world *world = *state;
    if (CHECK_SANITIZED)
        skip();
    assert_int_equal(weir_notify(world->weir, "note", NULL, 0), 0);
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < CALLS; i++)
        assert_int_equal(weir_call_async(world->weir, "silent", NULL, 0, 0, on_cancelled, world, NULL), 0);
    assert_int_equal(weir_notify(world->weir, "note", NULL, 0), 0); /* by now all are sent */
    assert_in_range((mallinfo2().uordblks - before) / CALLS, 1, BYTES);
}

static void freeing_ends_what_waits(void **state)
{
    struct world *world = *state;
    assert_int_equal(weir_call_async(world->weir, "silent", NULL, 0, 0, on_cancelled, world, NULL), 0);
    assert_null(weir_free(world->weir));
    world->weir = NULL;
    assert_int_equal(world->seen, 1);
    assert_int_equal(world->status, -ECANCELED);
}

static void on_free(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct world *world = user;
    (void)method;
    (void)params;
    (void)size;
    world->seen++;
    world->weir = weir_free(weir);
}

static void a_callback_may_free(void **state)
{
    struct world *world = *state;
    assert_int_equal(weir_on_notification(world->weir, "event.one", on_free, world), 0);
    assert_int_equal(call(world, "push", WEIR_TIMEOUT_DEFAULT), -ECANCELED);
    assert_int_equal(world->seen, 1);
}

/* --- freed by a callback that no loop has called --- */

static void free_once(struct world *world, struct weir *weir)
{
    world->seen++;
    assert_int_equal(weir_wait(weir, 0), -EDEADLK);
    world->weir = weir_free(weir);
}

static void on_connected_free(struct weir *weir, int status, void *user)
{
    assert_int_equal(status, -ECANCELED);
    free_once(user, weir);
}

static void on_closed_free(struct weir *weir, const char *reason, void *user)
{
    assert_non_null(reason);
    free_once(user, weir);
}

static void on_reply_free(struct weir *weir, const struct weir_reply *reply, void *user)
{
    assert_non_null(reply->error);
    free_once(user, weir);
}

static void the_end_of_connecting_may_free(void **state)
{
    struct world *world = *state;
    weir_disconnect(world->weir);
    assert_int_equal(weir_connect_async(world->weir, world->path, on_connected_free, world), 0);
    weir_disconnect(world->weir);
    assert_int_equal(world->seen, 1);
}

static void the_end_of_a_connection_may_free(void **state)
{
    struct world *world = *state;
    weir_on_closed(world->weir, on_closed_free, world);
    weir_disconnect(world->weir);
    assert_int_equal(world->seen, 1);
}

static void the_end_of_a_call_may_free(void **state)
{
    struct world *world = *state;
    uint64_t ticket = 0;
    assert_int_equal(weir_call_async(world->weir, "silent", NULL, 0, 0, on_reply_free, world, NULL), 0);
    weir_disconnect(world->weir);
    assert_int_equal(world->seen, 1);

    world->weir = weir_new();
    assert_int_equal(weir_connect(world->weir, world->path), 0);
    assert_int_equal(weir_call_async(world->weir, "silent", NULL, 0, 0, on_reply_free, world, &ticket), 0);
    assert_int_equal(weir_cancel(world->weir, ticket), 0);
    assert_int_equal(world->seen, 2);

    world->weir = weir_new();
    assert_int_equal(weir_connect(world->weir, world->path), 0);
    assert_int_equal(weir_call_async(world->weir, "silent", NULL, 0, 0, on_reply_free, world, NULL), 0);
    weir_free(world->weir);
    assert_int_equal(world->seen, 3);
}

/* The server does not read, and there is no room left for anything that is to be sent. */
static void fill(struct world *world)
{
    size_t size = 15 << 20;
    char *large = malloc(size);
    assert_int_equal(weir_notify(world->weir, "dismiss", NULL, 0), 0);
    memset(large, 'x', size);
    memcpy(large, "[\"", 2);
    while (size >= 4) {
        memcpy(large + size - 2, "\"]", 2);
        if (weir_call_async(world->weir, "m", large, size, 0, NULL, NULL, NULL) < 0)
            size /= 2;
    }
    free(large);
}

/* --- what the server sends --- */

static void on_notification(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct world *world = user;
    (void)weir;
    assert_int_equal(size, params ? strlen(params) : 0);
    size_t used = strlen(world->text);
    (void)snprintf(world->text + used, sizeof world->text - used, "%s %s;", method, params ? params : "-");
}

static void notifications_find_their_handler(void **state)
{
    struct world *world = *state;
    assert_int_equal(weir_on_notification(world->weir, NULL, on_notification, world), 0);
    assert_int_equal(call(world, "push", WEIR_TIMEOUT_DEFAULT), 0);
    assert_string_equal(world->text, "event.one {\"n\":1};event.two -;");
    world->text[0] = '\0';
    assert_int_equal(weir_on_notification(world->weir, "event.two", on_notification, world), 0);
    assert_int_equal(weir_on_notification(world->weir, NULL, NULL, NULL), 0);
    assert_int_equal(call(world, "push", WEIR_TIMEOUT_DEFAULT), 0);
    assert_string_equal(world->text, "event.two -;");
}

static void a_paused_connection_hears_nothing(void **state)
{
    struct world *world = *state;
    assert_int_equal(weir_on_notification(world->weir, NULL, on_notification, world), 0);
    weir_pause(world->weir, 1);
    assert_int_equal(weir_call(world->weir, "push", NULL, 0, 50, NULL, NULL), -ETIMEDOUT);
    assert_string_equal(world->text, "");
    weir_pause(world->weir, 0);
    while (!strstr(world->text, "event.two"))
        assert_int_equal(weir_wait(world->weir, -1), 1);

    weir_pause(world->weir, 1);
    weir_disconnect(world->weir);
    weir_pause(world->weir, 1); /* of nothing */
    assert_int_equal(weir_connect(world->weir, world->path), 0);
    assert_int_equal(weir_call(world->weir, "ping", NULL, 0, 0, NULL, NULL), 0);
}

static void on_request(struct weir *weir, struct weir_request *request, const char *method, const char *params,
                       size_t size, void *user)
{
    struct world *world = user;
    (void)weir;
    (void)size;
    assert_string_equal(method, "client.ask");
    assert_string_equal(params, "[1]");
    world->request = request;
    if (world->status == 0)
        assert_int_equal(weir_answer(request, "{\n\"yes\": 1}", WEIR_TEXT), 0);
    else if (world->status == 1)
        assert_int_equal(weir_refuse(request, -1, "no", "[2]", WEIR_TEXT), 0);
    else if (world->status == 2)
        assert_int_equal(weir_answer(request, "{", WEIR_TEXT), -EINVAL);
}

static void assert_answer(struct world *world, int how, const char *expected)
{
    char *result = NULL;
    world->status = how;
    assert_int_equal(weir_call(world->weir, "ask", NULL, 0, WEIR_TIMEOUT_DEFAULT, &result, NULL), 0);
    assert_contains(slice_of(result), expected);
    free(result);
}

static void the_server_can_call(void **state)
{
    struct world *world = *state;
    assert_answer(world, 0, "\"code\":-32601");
    assert_int_equal(weir_on_call(world->weir, "client.ask", on_request, world), 0);
    assert_answer(world, 0, "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"yes\":1}}");
    assert_answer(world, 1, "\"error\":{\"code\":-1,\"message\":\"no\",\"data\":[2]}");
    assert_answer(world, 2, "\"code\":-32603");
}

static void an_answer_may_come_later(void **state)
{
    struct world *world = *state;
    world->status = 3;
    assert_int_equal(weir_on_call(world->weir, NULL, on_request, world), 0);
    assert_int_equal(weir_call_async(world->weir, "ask", NULL, 0, 0, on_reply, world, NULL), 0);
    assert_int_equal(weir_wait(world->weir, WEIR_TIMEOUT_NONE), 1);
    assert_non_null(world->request);
    assert_int_equal(world->seen, 0);
    assert_int_equal(weir_answer(world->request, "null", WEIR_TEXT), 0);
    assert_int_equal(weir_wait(world->weir, WEIR_TIMEOUT_NONE), 1);
    assert_int_equal(world->seen, 1);
}

static void an_answer_may_come_too_late(void **state)
{
    struct world *world = *state;
    world->status = 3;
    assert_int_equal(weir_on_call(world->weir, NULL, on_request, world), 0);
    assert_int_equal(weir_call_async(world->weir, "ask", NULL, 0, 0, on_cancelled, world, NULL), 0);
    assert_int_equal(weir_wait(world->weir, WEIR_TIMEOUT_NONE), 1);
    world->weir = weir_free(world->weir);
    assert_int_equal(world->status, -ECANCELED);
    assert_int_equal(weir_answer(world->request, "null", WEIR_TEXT), -ECONNRESET);
}

static void an_answer_without_room_may_free(void **state)
{
    struct world *world = *state;
    world->status = 3;
    weir_on_closed(world->weir, on_closed_free, world);
    assert_int_equal(weir_on_call(world->weir, NULL, on_request, world), 0);
    assert_int_equal(weir_call_async(world->weir, "ask", NULL, 0, 0, NULL, NULL, NULL), 0);
    assert_int_equal(weir_wait(world->weir, WEIR_TIMEOUT_NONE), 1);
    fill(world);
    assert_int_equal(world->seen, 0);
    assert_true(weir_answer(world->request, "\"an answer that is longer than what is left of the room\"", WEIR_TEXT) <
                0);
    assert_int_equal(world->seen, 0); /* who answers is not called back */
    assert_false(weir_is_connected(world->weir));
    assert_int_equal(weir_notify(world->weir, "more", NULL, 0), -ENOTCONN);
    assert_int_equal(weir_wait(world->weir, WEIR_TIMEOUT_NONE), -ECANCELED);
    assert_int_equal(world->seen, 1);
}

static void on_lost(struct weir *weir, const char *reason, void *user)
{
    struct world *world = user;
    assert_false(weir_is_connected(weir));
    assert_string_equal(reason, "the other side does not read");
    world->seen++;
}

/* Without a turn of the loop in between. */
static void one_that_found_no_room_may_connect_again(void **state)
{
    struct world *world = *state;
    world->status = 3;
    weir_on_closed(world->weir, on_lost, world);
    assert_int_equal(weir_on_call(world->weir, NULL, on_request, world), 0);
    assert_int_equal(weir_call_async(world->weir, "ask", NULL, 0, 0, NULL, NULL, NULL), 0);
    assert_int_equal(weir_wait(world->weir, WEIR_TIMEOUT_NONE), 1);
    fill(world);
    assert_true(weir_answer(world->request, "\"an answer that is longer than what is left of the room\"", WEIR_TEXT) <
                0);
    assert_int_equal(weir_connect(world->weir, world->path), 0);
    assert_int_equal(world->seen, 1);
    assert_true(weir_is_connected(world->weir));
}

static void on_closed(struct weir *weir, const char *reason, void *user)
{
    struct world *world = user;
    assert_false(weir_is_connected(weir));
    assert_non_null(reason);
    world->closed++;
}

static void the_end_is_told(void **state)
{
    struct world *world = *state;
    weir_on_closed(world->weir, on_closed, world);
    int r = weir_notify(world->weir, "leave", "{}", WEIR_TEXT);
    if (r == 0) /* else the end has been seen already */
        r = weir_wait(world->weir, WEIR_TIMEOUT_NONE);
    assert_int_equal(r, -ECONNRESET);
    assert_int_equal(world->closed, 1);
    assert_int_equal(weir_wait(world->weir, WEIR_TIMEOUT_NONE), -ENOTCONN);
    assert_int_equal(weir_connect(world->weir, world->path), 0);
    weir_disconnect(world->weir);
    assert_int_equal(world->closed, 2);
}

static void on_dismissed(struct weir *weir, const char *reason, void *user)
{
    struct world *world = user;
    assert_int_equal(weir_connect_async(weir, "/nonexistent/weir.sock", NULL, NULL), 0); /* it keeps the reason */
    (void)snprintf(world->text, sizeof world->text, "%s", reason);
}

static void the_end_is_told_in_the_servers_words(void **state)
{
    struct world *world = *state;
    weir_on_closed(world->weir, on_dismissed, world);
    assert_int_equal(call(world, "dismiss", WEIR_TIMEOUT_DEFAULT), -ECONNRESET);
    assert_string_equal(world->text, "no room here");
}

/* The call cannot be sent any more, but what was said before can be read. */
static void the_last_words_are_heard(void **state)
{
    struct world *world = *state;
    assert_int_equal(weir_notify(world->weir, "dismiss", NULL, 0), 0);
    (void)sem_post(&may_dismiss);
    (void)sem_wait(&dismissed);
    assert_int_equal(call(world, "anything", WEIR_TIMEOUT_DEFAULT), -ECONNRESET);
    assert_contains(slice_of(weir_last_error(world->weir)->message), ": no room here");
}

/* Whether the refusal or the call comes first is a matter of luck; both ways the server's own words are shown. */
static void a_refusal_is_told_in_the_servers_words(void **state)
{
    struct world *world = *state;
    weir_disconnect(world->weir);
    __atomic_store_n(&world->full, true, __ATOMIC_SEQ_CST);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(weir_connect(world->weir, world->path), 0);
        int r = call(world, "anything", WEIR_TIMEOUT_DEFAULT);
        assert_true(r == -ECONNRESET || r == -ENOTCONN);
        assert_contains(slice_of(weir_last_error(world->weir)->message), ": no room here");
    }
}

static void what_was_said_before_something_else_is_no_reason(void **state)
{
    struct world *world = *state;
    assert_int_equal(call(world, "complain", 10), -ETIMEDOUT);
    assert_int_equal(call(world, "anything", WEIR_TIMEOUT_DEFAULT), 0);
    assert_int_equal(call(world, "leave", WEIR_TIMEOUT_DEFAULT), -ECONNRESET);
    assert_null(strstr(weir_last_error(world->weir)->message, "no room"));
}

static void on_garbled(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct world *world = user;
    (void)weir;
    assert_int_equal(reply->error->status, -ECONNRESET);
    assert_contains(slice_of(reply->error->message), "the daemon sent an invalid line");
    world->seen++;
}

/* It may have been the answer to any of them. */
static void an_unreadable_line_ends_what_waits(void **state)
{
    struct world *world = *state;
    assert_int_equal(weir_call_async(world->weir, "silent", NULL, 0, WEIR_TIMEOUT_NONE, on_garbled, world, NULL), 0);
    assert_int_equal(call(world, "garble", WEIR_TIMEOUT_NONE), -ECONNRESET);
    assert_contains(slice_of(weir_last_error(world->weir)->message), "the daemon sent an invalid line");
    assert_int_equal(world->seen, 1);
    assert_false(weir_is_connected(world->weir));
    assert_int_equal(weir_connect(world->weir, world->path), 0);
    assert_int_equal(call(world, "anything", WEIR_TIMEOUT_DEFAULT), 0);
}

/* --- on a loop --- */

static void on_loop_reply(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct world *world = user;
    assert_null(reply->error);
    world->seen++;
    weir_free(weir);
}

static void on_connected(struct weir *weir, int status, void *user)
{
    struct world *world = user;
    world->status = status;
    if (status < 0) {
        weir_free(weir);
        return;
    }
    assert_int_equal(weir_call_async(weir, "anything", NULL, 0, 0, on_loop_reply, world, NULL), 0);
}

static void a_loop_of_ones_own_carries_it(void **state)
{
    struct world *world = *state;
    uv_loop_t loop;
    world->weir = weir_free(world->weir); /* the server has one connection at a time */
    assert_int_equal(uv_loop_init(&loop), 0);
    struct weir *weir = weir_new_on(&loop);
    assert_int_equal(weir_connect(weir, world->path), -EINVAL);
    assert_int_equal(weir_connect_async(weir, world->path, on_connected, world), 0);
    assert_int_equal(weir_connect_async(weir, world->path, on_connected, world), -EALREADY);
    assert_int_equal(uv_run(&loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(world->seen, 1);

    weir = weir_new_on(&loop);
    assert_int_equal(weir_connect_async(weir, "/nonexistent/weir.sock", on_connected, world), 0);
    assert_int_equal(uv_run(&loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(world->status, -ENOENT);

    weir = weir_new_on(&loop);
    assert_int_equal(weir_connect_async(weir, world->path, NULL, NULL), 0);
    weir_free(weir);
    assert_int_equal(uv_run(&loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_call_gives_its_result),
        TEST(an_error_says_what_is_wrong),
        TEST(a_call_ends_in_time),
        TEST(a_call_ends_with_its_connection),
        TEST(what_cannot_be_sent_is_refused),
        TEST(a_connection_needs_a_server),
        TEST(a_callback_must_not_wait),
        TEST(a_call_can_be_cancelled),
        TEST(each_of_many_calls_can_be_cancelled),
        TEST(a_call_that_waits_costs_little),
        TEST(freeing_ends_what_waits),
        TEST(a_callback_may_free),
        TEST(the_end_of_connecting_may_free),
        TEST(the_end_of_a_connection_may_free),
        TEST(the_end_of_a_call_may_free),
        TEST(an_answer_without_room_may_free),
        TEST(one_that_found_no_room_may_connect_again),
        TEST(notifications_find_their_handler),
        TEST(a_paused_connection_hears_nothing),
        TEST(the_server_can_call),
        TEST(an_answer_may_come_later),
        TEST(an_answer_may_come_too_late),
        TEST(the_end_is_told),
        TEST(the_end_is_told_in_the_servers_words),
        TEST(the_last_words_are_heard),
        TEST(a_refusal_is_told_in_the_servers_words),
        TEST(what_was_said_before_something_else_is_no_reason),
        TEST(an_unreadable_line_ends_what_waits),
        TEST(a_loop_of_ones_own_carries_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
