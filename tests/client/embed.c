/* A third-party program, which knows only weir.h and libuv. Usage: embed SOCKET
 *
 * It uses the library in both ways, blocking and on a loop of its own, then stops the daemon and waits for
 * event.daemonStopping. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>
#include <weir.h>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            (void)fprintf(stderr, "embed: line %d: %s\n", __LINE__, #condition);                                       \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* --- blocking --- */

static void on_nested(struct weir *weir, const struct weir_reply *reply, void *user)
{
    CHECK(!reply->error);
    CHECK(weir_call(weir, "ping", NULL, 0, WEIR_TIMEOUT_DEFAULT, NULL, NULL) == -EDEADLK);
    *(int *)user = 1;
}

static void talk_blocking(const char *socket)
{
    struct weir *weir = weir_new();
    char *result = NULL;
    size_t size = 0;
    int answered = 0;
    pid_t pid = 0;
    uint64_t ticket = 0;

    CHECK(weir && !weir_is_connected(weir));
    CHECK(weir_call(weir, "ping", NULL, 0, WEIR_TIMEOUT_DEFAULT, NULL, NULL) == -ENOTCONN);
    CHECK(weir_connect(weir, socket) == 0 && weir_is_connected(weir));
    CHECK(weir_connect(weir, socket) == -EISCONN);
    CHECK(weir_server_pid(weir, &pid) == 0 && pid > 0);
    CHECK(weir_call(weir, "ping", NULL, 0, WEIR_TIMEOUT_DEFAULT, &result, &size) == 0);
    CHECK(size == strlen(result) && strstr(result, "\"pong\":true"));
    (void)printf("blocking: ping answers %s\n", result);
    free(result);

    CHECK(weir_call(weir, "daemon.stop", "{\"force\": 1}", WEIR_TEXT, WEIR_TIMEOUT_DEFAULT, NULL, NULL) == -EREMOTEIO);
    const struct weir_error *error = weir_last_error(weir);
    CHECK(error->code == -32602 && strcmp(error->word, "invalid_params") == 0 &&
          strcmp(error->path, "params.force") == 0);
    (void)printf("blocking: refused, %s\n", error->message);
    CHECK(weir_call(weir, "ping", "{\"a\":", WEIR_TEXT, WEIR_TIMEOUT_DEFAULT, NULL, NULL) == -EINVAL);
    CHECK(weir_call(weir, "no\nmethod", NULL, 0, WEIR_TIMEOUT_DEFAULT, NULL, NULL) == -EINVAL);

    CHECK(weir_call_async(weir, "ping", "{\n}", WEIR_TEXT, WEIR_TIMEOUT_DEFAULT, on_nested, &answered, &ticket) == 0);
    while (!answered)
        CHECK(weir_wait(weir, WEIR_TIMEOUT_NONE) == 1);
    CHECK(weir_cancel(weir, ticket) == -ENOENT);
    CHECK(weir_wait(weir, 0) == 0);
    CHECK(weir_notify(weir, "ping", NULL, 0) == 0);
    weir_disconnect(weir);
    CHECK(!weir_is_connected(weir));
    CHECK(weir_connect(weir, socket) == 0);
    CHECK(weir_free(weir) == NULL);
    (void)printf("blocking: done\n");
}

/* --- the port of a message --- */

static void on_port(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    int second = -1;
    CHECK(strcmp(method, "chat:streamPort") == 0 && size > 0 && strstr(params, "\"taskId\""));
    CHECK(weir_take_fd(weir, user) == 0);
    CHECK(weir_take_fd(weir, &second) == -ENOENT && second == -1);
}

static void talk_through_a_port(const char *socket)
{
    struct weir *weir = weir_new();
    char text[4096];
    size_t size = 0;
    ssize_t n;
    int port = -1;
    CHECK(weir && weir_connect(weir, socket) == 0);
    CHECK(weir_take_fd(weir, &port) == -ENOENT && port == -1);
    CHECK(weir_on_notification(weir, "chat:streamPort", on_port, &port) == 0);
    CHECK(weir_call(weir, "chat:sendMessage", "{\"content\": \"done hello\"}", WEIR_TEXT, WEIR_TIMEOUT_DEFAULT, NULL,
                    NULL) == 0);
    CHECK(port >= 0 && write(port, "ACK", 3) == 3);
    while ((n = read(port, text + size, sizeof text - 1 - size)) > 0)
        size += (size_t)n;
    text[size] = '\0';
    CHECK(n == 0 && strstr(text, "data: {\"type\":\"text-delta\",\"textDelta\":\"hello\"}\n\n"));
    CHECK(strstr(text, "data: {\"type\":\"finish\""));
    CHECK(close(port) == 0 && weir_free(weir) == NULL);
    (void)printf("port: done\n");
}

/* --- on its own loop --- */

struct session {
    uv_loop_t loop;
    int answered, cancelled, notified, closed;
};

static void on_ping(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct session *session = user;
    CHECK(!reply->error && reply->result);
    session->answered = 1;
    CHECK(weir_call_async(weir, "daemon.stop", "{}", WEIR_TEXT, WEIR_TIMEOUT_DEFAULT, NULL, NULL, NULL) == 0);
}

static void on_cancelled(struct weir *weir, const struct weir_reply *reply, void *user)
{
    struct session *session = user;
    (void)weir;
    CHECK(reply->error && reply->error->status == -ECANCELED);
    session->cancelled = 1;
}

static void on_connected(struct weir *weir, int status, void *user)
{
    uint64_t ticket = 0;
    CHECK(status == 0);
    CHECK(weir_call(weir, "ping", NULL, 0, WEIR_TIMEOUT_DEFAULT, NULL, NULL) == -EINVAL);
    CHECK(weir_call_async(weir, "ping", NULL, 0, WEIR_TIMEOUT_DEFAULT, on_cancelled, user, &ticket) == 0);
    CHECK(weir_cancel(weir, ticket) == 0);
    CHECK(weir_call_async(weir, "ping", NULL, 0, WEIR_TIMEOUT_DEFAULT, on_ping, user, NULL) == 0);
}

static void on_stopping(struct weir *weir, const char *method, const char *params, size_t size, void *user)
{
    struct session *session = user;
    (void)weir;
    CHECK(strcmp(method, "event.daemonStopping") == 0 && size == strlen(params));
    (void)printf("loop: %s %s\n", method, params);
    session->notified = 1;
}

static void on_request(struct weir *weir, struct weir_request *request, const char *method, const char *params,
                       size_t size, void *user)
{
    (void)weir, (void)method, (void)params, (void)size, (void)user;
    CHECK(weir_refuse(request, -32601, "not here", NULL, 0) == 0);
}

static void on_closed(struct weir *weir, const char *reason, void *user)
{
    struct session *session = user;
    (void)printf("loop: closed, %s\n", reason);
    session->closed = 1;
    weir_free(weir);
}

static void talk_on_loop(const char *socket)
{
    struct session session = {.answered = 0};
    CHECK(uv_loop_init(&session.loop) == 0);
    struct weir *weir = weir_new_on(&session.loop);
    CHECK(weir);
    weir_on_closed(weir, on_closed, &session);
    CHECK(weir_on_notification(weir, "event.daemonStopping", on_stopping, &session) == 0);
    CHECK(weir_on_call(weir, NULL, on_request, &session) == 0);
    CHECK(weir_connect_async(weir, socket, on_connected, &session) == 0);
    CHECK(uv_run(&session.loop, UV_RUN_DEFAULT) == 0);
    CHECK(session.answered && session.cancelled && session.notified && session.closed);
    CHECK(uv_loop_close(&session.loop) == 0);
    (void)printf("loop: done\n");
}

int main(int argc, char **argv)
{
    struct weir_endpoint *place = NULL;
    if (argc != 2) {
        (void)fprintf(stderr, "usage: embed SOCKET\n");
        return 2;
    }
    CHECK(weir_find_socket(argv[1], &place) == 0 && place->origin == WEIR_ORIGIN_EXPLICIT);
    (void)printf("libweir %s, %s\n", weir_version(), place->socket);
    weir_endpoint_free(place);
    talk_blocking(argv[1]);
    talk_through_a_port(argv[1]);
    talk_on_loop(argv[1]);
    return 0;
}
