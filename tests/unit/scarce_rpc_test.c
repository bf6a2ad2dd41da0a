/* Tests src/rpc with every allocation failing in turn: each call ends once, with a result, an error or the end of the
 * connection; no descriptor or memory leaks. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contract/core.h"
#include "contract/probe.h"
#include "unit/pair.h"
#include "unit/scarce.h"

enum { TIMEOUT_MS = 10, CALLS_MAX = 8 };

/* A scenario: two peers, some calls that must each end once, and lines from a raw end. */
struct world {
    uv_loop_t loop;
    struct rpc rpc;
    bool usable;
    struct peer *client, *server;
    struct fixture at_client, at_server;
    struct outcome outcomes[CALLS_MAX];
    bool accepted[CALLS_MAX];
    size_t calls;
};

static struct peer *new_peer(struct world *world, int fd, enum caller caller, struct fixture *fixture)
{
    struct peer *peer = NULL;
    *fixture = (struct fixture)FIXTURE_INIT;
    int r = peer_new(&world->rpc, fd, caller, &daemon_dispatch, &fixture_events, fixture, &peer);
    assert_true(r == 0 || r == -ENOMEM);
    return r == 0 ? peer_ref(peer) : NULL;
}

static bool open_world(struct world *world)
{
    int sockets[2];
    *world = (struct world){0};
    assert_int_equal(uv_loop_init(&world->loop), 0);
    int r = rpc_init(&world->rpc, &world->loop, "scarce");
    assert_true(r == 0 || r == -ENOMEM);
    world->usable = r == 0;
    if (r < 0)
        return false;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, sockets), 0);
    world->client = new_peer(world, sockets[0], CALLER_DAEMON, &world->at_client);
    world->server = new_peer(world, sockets[1], CALLER_CLIENT, &world->at_server);
    return world->client && world->server;
}

static void close_world(struct world *world)
{
    if (world->client)
        peer_close(world->client, "over");
    if (world->server)
        peer_close(world->server, "over");
    while (world->usable && world->rpc.large_jobs > 0)
        (void)uv_run(&world->loop, UV_RUN_ONCE);
    if (world->usable)
        rpc_close(&world->rpc);
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    (void)peer_unref(world->client);
    (void)peer_unref(world->server);
    assert_int_equal(uv_loop_close(&world->loop), 0);
    fixture_clear(&world->at_client);
    fixture_clear(&world->at_server);
    for (size_t i = 0; i < world->calls; i++) {
        assert_int_equal(world->outcomes[i].count, world->accepted[i]);
        outcome_clear(&world->outcomes[i]);
    }
}

static void call(struct world *world, struct peer *peer, const char *method, const char *params)
{
    size_t n = world->calls++;
    assert_true(n < CALLS_MAX);
    world->outcomes[n] = (struct outcome)OUTCOME_INIT;
    int r = peer_call_text(peer, slice_of(method), slice_of(params), TIMEOUT_MS, on_outcome, &world->outcomes[n], NULL);
    world->accepted[n] = r == 0;
    assert_true(r == 0 || r == -ENOMEM || r == -ECONNRESET);
}

/* Waits until every call has ended, by its timeout at the latest; the timer itself may fail to allocate. */
static void finish(struct world *world)
{
    for (;;) {
        bool all = true;
        for (size_t i = 0; i < world->calls; i++)
            all = all && world->outcomes[i].count == world->accepted[i];
        if (all)
            return;
        (void)uv_run(&world->loop, UV_RUN_ONCE);
    }
}

static void do_calls(void)
{
    struct world world;
    if (open_world(&world)) {
        call(&world, world.client, "probe.echo", "{\"value\":{\"a\":[1,2,\"three\"]}}");
        call(&world, world.server, "probe.size", "{\"text\":\"text\"}");
        call(&world, world.client, "no.such", "");
        call(&world, world.client, "probe.size", "{\"text\":1}");
        (void)peer_call(world.client, &ping_method, &(struct ping_params){0}, TIMEOUT_MS, NULL, NULL, NULL);
        finish(&world);
    }
    close_world(&world);
}

static void do_notifications(void)
{
    struct world world;
    if (open_world(&world)) {
        (void)peer_notify(world.client, &probe_note_method, &(struct probe_note_params){1});
        (void)peer_notify_text(world.server, SLICE("probe.note"), SLICE("[2]"));
        (void)rpc_broadcast(&world.rpc, &event_probed_event, &(struct event_probed_params){3});
        call(&world, world.client, "ping", "");
        finish(&world);
    }
    close_world(&world);
}

static void do_later_answers(void)
{
    struct world world;
    if (open_world(&world)) {
        call(&world, world.client, "probe.wait", "{\"tag\":\"t\",\"value\":[\"deep\",{\"x\":1}]}");
        call(&world, world.client, "probe.wait", "{}");
        call(&world, world.client, "ping", "");
        while (world.outcomes[2].count < world.accepted[2])
            (void)uv_run(&world.loop, UV_RUN_ONCE);
        struct call *waiting = world.at_server.closed ? NULL : fixture_waiting(world.server, 0);
        if (waiting)
            (void)call_reply_text(waiting, SLICE("{\"late\":true}"));
        finish(&world); /* the other call times out and is cancelled */
    }
    close_world(&world);
}

static void do_descriptors(void)
{
    struct world world;
    if (open_world(&world)) {
        for (int i = 0; i < 3; i++) {
            int r = peer_attach_fd(world.client, fixture_file());
            assert_true(r == 0 || r == -ENOMEM);
        }
        call(&world, world.client, "probe.descriptors", "{}");
        call(&world, world.server, "probe.open", "[2]");
        finish(&world);
    }
    close_world(&world);
}

/* Sends lines that no peer of weir sends, directly into the socket of one. */
static void send_raw(const char *text, size_t pieces)
{
    struct world world;
    if (open_world(&world)) {
        struct slice left = slice_of(text);
        size_t piece = left.size / pieces + 1;
        while (left.size > 0 && !world.at_server.closed) {
            size_t size = left.size < piece ? left.size : piece;
            ssize_t n = send(world.client->fd, left.data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (n > 0)
                left = (struct slice){left.data + n, left.size - (size_t)n};
            (void)uv_run(&world.loop, UV_RUN_NOWAIT);
            if (world.at_client.closed)
                break;
        }
        while (world.rpc.large_jobs > 0)
            (void)uv_run(&world.loop, UV_RUN_ONCE);
    }
    close_world(&world);
}

static void do_batch(void)
{
    send_raw("[{\"id\":1,\"method\":\"probe.echo\",\"params\":[\"one\"]},{\"id\":\"two\",\"method\":\"probe.wait\"},"
             "{\"id\":3,\"method\":\"no.such\"},7,{\"id\":4,\"method\":\"probe.fill\",\"params\":[3000]}]\n",
             1);
}

static void do_pieces(void)
{
    send_raw(
        "{\"id\":\"an id that is a string \\u00fc\",\"method\":\"probe.echo\",\"params\":{\"value\":\"in pieces\"}}\n",
        7);
}

static char *large_line;

static void do_large_line(void)
{
    send_raw(large_line, 12);
}

static void try(void (*scenario)(void), size_t at_least)
{
    size_t before = descriptors_open();
    size_t count = scarce_try(scenario);
    assert_true(count >= at_least);
    assert_int_equal(descriptors_open(), before);
}

static void calls(void **state)
{
    (void)state;
    try(do_calls, 15);
}

static void notifications(void **state)
{
    (void)state;
    try(do_notifications, 8);
}

static void later_answers(void **state)
{
    (void)state;
    try(do_later_answers, 12);
}

static void descriptors(void **state)
{
    (void)state;
    try(do_descriptors, 12);
}

static void batches(void **state)
{
    (void)state;
    try(do_batch, 10);
}

static void lines_in_pieces(void **state)
{
    (void)state;
    try(do_pieces, 5);
}

static void lines_for_the_worker(void **state)
{
    static const char head[] = "{\"id\":1,\"method\":\"probe.size\",\"params\":{\"text\":\"";
    enum { SIZE = 300000 };
    (void)state;
    large_line = malloc(SIZE + 8);
    memset(large_line, 't', SIZE);
    memcpy(large_line, head, sizeof head - 1);
    memcpy(large_line + SIZE, "\"}}\n", 5);
    try(do_large_line, 10);
    free(large_line);
}

/* libuv and libc keep some descriptors and memory from their first use on. */
static int warm_up(void **state)
{
    (void)state;
    pair_close(pair_open_wire());
    do_calls();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls),
        cmocka_unit_test(notifications),
        cmocka_unit_test(later_answers),
        cmocka_unit_test(descriptors),
        cmocka_unit_test(batches),
        cmocka_unit_test(lines_in_pieces),
        cmocka_unit_test(lines_for_the_worker),
    };
    return cmocka_run_group_tests(tests, warm_up, NULL);
}
