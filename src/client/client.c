/* The life of a connection, and the loop of a blocking one. */
#include <errno.h>
#include <stdlib.h>

#include "client/internal.h"

enum { WORKER_CHECK_MS = 5 };

const char *weir_version(void)
{
    return WEIR_VERSION;
}

/* --- creating --- */

struct weir *weir_new_on(uv_loop_t *loop)
{
    struct weir *weir = calloc(1, sizeof *weir);
    if (!weir)
        return NULL;
    if (rpc_init(&weir->rpc, loop, program_invocation_short_name) < 0) {
        free(weir);
        return NULL;
    }
    weir->loop = loop;
    weir->timeout_ms = CLIENT_TIMEOUT_MS;
    weir->error = (struct weir_error){.message = "", .word = "", .path = "", .data = ""};
    list_init(&weir->handlers);
    (void)uv_timer_init(loop, &weir->attempt);
    (void)uv_timer_init(loop, &weir->limit);
    weir->attempt.data = weir->limit.data = weir;
    return weir;
}

struct weir *weir_new(void)
{
    uv_loop_t *loop = malloc(sizeof *loop);
    if (!loop || uv_loop_init(loop) < 0) {
        free(loop);
        return NULL;
    }
    struct weir *weir = weir_new_on(loop);
    if (!weir) {
        (void)uv_loop_close(loop);
        free(loop);
        return NULL;
    }
    weir->owns_loop = true;
    return weir;
}

/* --- freeing --- */

static void release(struct weir *weir)
{
    if (weir->owns_loop) {
        (void)uv_loop_close(weir->loop);
        free(weir->loop);
    }
    buf_clear(&weir->error_text);
    pending_clear(&weir->pending);
    free(weir->complaint);
    free(weir->socket);
    free(weir);
}

static void on_limit_closed(uv_handle_t *handle)
{
    struct weir *weir = handle->data;
    if (!weir->owns_loop)
        release(weir);
}

/* The handles of rpc were closed before this one, so all of them are closed after one more turn of the loop. */
static void on_attempt_closed(uv_handle_t *handle)
{
    struct weir *weir = handle->data;
    uv_close((uv_handle_t *)&weir->limit, on_limit_closed);
}

/* Runs from the loop, never from a callback, which may still use a message in the memory of rpc. */
static void finish(uv_timer_t *timer)
{
    struct weir *weir = timer->data;
    if (weir->rpc.large_jobs > 0) {
        (void)uv_timer_start(timer, finish, WORKER_CHECK_MS, 0);
        return;
    }
    rpc_close(&weir->rpc);
    uv_close((uv_handle_t *)timer, on_attempt_closed);
}

static void finish_blocking(struct weir *weir)
{
    while (uv_run(weir->loop, UV_RUN_DEFAULT) != 0) {
    }
    release(weir);
}

struct weir *weir_free(struct weir *weir)
{
    if (!weir || weir->freed)
        return NULL;
    weir->freed = true;
    client_enter(weir);
    if (weir->connecting)
        connect_abort(weir, -ECANCELED);
    if (weir->peer)
        peer_close(weir->peer, "closed by the client");
    handlers_clear(weir);
    (void)uv_timer_stop(&weir->limit);
    (void)uv_timer_start(&weir->attempt, finish, 0, 0);
    client_wake(weir);
    client_leave(weir);
    return NULL;
}

void client_enter(struct weir *weir)
{
    weir->depth++;
}

void client_leave(struct weir *weir)
{
    if (--weir->depth == 0 && weir->freed && weir->owns_loop)
        finish_blocking(weir);
}

/* --- blocking --- */

int client_enter_blocking(struct weir *weir, const char *instead)
{
    if (!weir->owns_loop)
        return client_fail(weir, -EINVAL, "this connection runs on the program's own loop; use %s", instead);
    if (weir->depth > 0)
        return client_fail(weir, -EDEADLK, "a callback cannot wait for the daemon; use %s", instead);
    client_enter(weir);
    uv_update_time(weir->loop);
    return 0;
}

bool client_may_wait(const struct weir *weir)
{
    return weir->owns_loop && weir->depth == 1 && !weir->freed;
}

void client_turn(struct weir *weir)
{
    weir->running = true;
    (void)uv_run(weir->loop, UV_RUN_NOWAIT);
    weir->running = false;
}

void client_wake(struct weir *weir)
{
    if (weir->running)
        uv_stop(weir->loop);
}

int client_run(struct weir *weir, bool (*finished)(const void *what), const void *what)
{
    weir->running = true;
    while (!weir->freed && !finished(what))
        (void)uv_run(weir->loop, UV_RUN_ONCE);
    weir->running = false;
    if (weir->freed)
        return -ECANCELED;
    (void)uv_timer_stop(&weir->limit);
    return 0;
}

static void on_limit(uv_timer_t *timer)
{
    struct weir *weir = timer->data;
    weir->limit_reached = true;
    client_wake(weir);
}

void client_limit(struct weir *weir, int64_t timeout_ms)
{
    uint64_t milliseconds = client_timeout(weir, timeout_ms);
    weir->limit_reached = false;
    if (milliseconds > 0)
        (void)uv_timer_start(&weir->limit, on_limit, milliseconds, 0);
}

uint64_t client_timeout(const struct weir *weir, int64_t timeout_ms)
{
    if (timeout_ms == WEIR_TIMEOUT_DEFAULT)
        timeout_ms = weir->timeout_ms;
    if (timeout_ms > CLIENT_TIMEOUT_MAX_MS)
        timeout_ms = CLIENT_TIMEOUT_MAX_MS;
    return timeout_ms < 0 ? 0 : (uint64_t)timeout_ms;
}

void weir_set_timeout(struct weir *weir, int64_t timeout_ms)
{
    weir->timeout_ms = timeout_ms == WEIR_TIMEOUT_DEFAULT ? CLIENT_TIMEOUT_MS : timeout_ms;
}

/* --- waiting --- */

struct waiting {
    struct weir *weir;
    uint64_t before;
};

static bool something_came(const void *what)
{
    const struct waiting *waiting = what;
    const struct weir *weir = waiting->weir;
    return weir->handled != waiting->before || !weir->peer || weir->limit_reached;
}

static int wait_for_something(struct weir *weir, int64_t timeout_ms)
{
    if (!weir->peer)
        return client_fail_unconnected(weir);
    struct waiting waiting = {weir, weir->handled};
    if (timeout_ms == 0) {
        /* One turn of the loop without waiting, as if the time limit had passed. */
        client_turn(weir);
        weir->limit_reached = true;
    } else {
        client_limit(weir, timeout_ms);
    }
    int r = client_run(weir, something_came, &waiting);
    if (r < 0)
        return r;
    if (weir->handled != waiting.before)
        return 1;
    return weir->peer ? 0 : weir->error.status;
}

int weir_wait(struct weir *weir, int64_t timeout_ms)
{
    int r = client_enter_blocking(weir, "the program's own loop");
    if (r < 0)
        return r;
    r = wait_for_something(weir, timeout_ms);
    client_leave(weir);
    return r;
}
