/* Measures the heap memory of a call in progress: on the side that sent the request, with a deadline, and on
 * the side that has not answered yet. Prints {"bytes_per_pending_call": N, "bytes_per_waiting_call": N}. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "unit/fixture.h"

enum { CALLS = 10000, TIMEOUT_MS = 600000 };

static size_t ended;

static void on_reply(void *user, const struct reply *reply)
{
    (void)user;
    (void)reply;
    ended++;
}

static void need(int r, const char *what)
{
    if (r == 0)
        return;
    (void)fprintf(stderr, "pending: %s: %s\n", what, uv_strerror(r));
    exit(EXIT_FAILURE);
}

/* Sends the requests. They stay in the output, since the sending side has no other work until the answers arrive. */
static void ask(struct peer *peer)
{
    for (int i = 0; i < CALLS; i++)
        need(peer_call_text(peer, SLICE("probe.wait"), SLICE("{}"), TIMEOUT_MS, on_reply, NULL, NULL), "call");
}

static void answer(uv_loop_t *loop, struct peer *peer)
{
    for (struct call *call; (call = fixture_waiting(peer, 0));)
        need(call_reply_text(call, SLICE("null")), "answer");
    for (ended = 0; ended < CALLS;)
        (void)uv_run(loop, UV_RUN_ONCE);
}

static size_t heap(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd; /* large blocks are separate mappings, and counted separately */
}

int main(void)
{
    uv_loop_t loop;
    struct rpc rpc;
    struct fixture client = FIXTURE_INIT, server = FIXTURE_INIT;
    struct peer *asking = NULL, *answering = NULL;
    int sockets[2];
    need(uv_loop_init(&loop), "loop");
    need(rpc_init(&rpc, &loop, "pending"), "rpc");
    need(uv_socketpair(SOCK_STREAM, 0, sockets, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE), "socket");
    need(peer_new(&rpc, sockets[0], CALLER_DAEMON, &daemon_dispatch, &fixture_events, &client, &asking), "peer");
    need(peer_new(&rpc, sockets[1], CALLER_CLIENT, &daemon_dispatch, &fixture_events, &server, &answering), "peer");

    size_t before = heap();
    ask(asking);
    size_t asked = heap() - asking->output.bytes.capacity;
    while (answering->waiting_count < CALLS || output_waiting(&asking->output) > 0)
        (void)uv_run(&loop, UV_RUN_ONCE);
    size_t both = heap();
    printf("{\"bytes_per_pending_call\": %zu, \"bytes_per_waiting_call\": %zu}\n", (asked - before) / CALLS,
           (both - asked) / CALLS);

    answer(&loop, answering);
    peer_close(asking, "done");
    peer_close(answering, "done");
    rpc_close(&rpc);
    (void)uv_run(&loop, UV_RUN_DEFAULT);
    need(uv_loop_close(&loop), "loop");
    fixture_clear(&client);
    fixture_clear(&server);
    return EXIT_SUCCESS;
}
