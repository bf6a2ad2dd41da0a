/* Fuzzes a complete peer with arbitrary bytes in arbitrary pieces, descriptors, cancelled calls and late
 * answers. The input is a program: each step has a byte for the action, and possibly one for the number of
 * following bytes that it uses. */
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "contract/probe.h"
#include "fuzz.h"
#include "unit/fixture.h"
#include "json/read.h"

enum { TURNS_MAX = 1000 };

struct world {
    uv_loop_t loop;
    struct rpc rpc;
    struct peer *peer;
    struct fixture fixture;
    int wire;
    struct framer framer; /* parses what the peer sends */
    size_t replies;
    size_t requests;
};

static void on_reply(void *user, const struct reply *reply)
{
    struct world *world = user;
    (void)reply;
    world->replies++;
}

/* For any input, the output is valid JSON-RPC. */
static void check_line(struct slice line)
{
    struct arena arena = ARENA_LIMITED(16u << 20);
    struct json_error error = {0};
    yyjson_val *root = NULL;
    must(json_read(&arena, line, &root, &error) == 0);
    yyjson_val *first = yyjson_is_arr(root) ? yyjson_arr_get_first(root) : root;
    yyjson_val *version = yyjson_obj_get(first, "jsonrpc");
    must(yyjson_is_str(version) && slice_is(json_text(version), "2.0"));
    arena_clear(&arena);
}

static void receive(struct world *world)
{
    static char bytes[65536];
    char control[CMSG_SPACE(sizeof(int) * RPC_FDS_MAX)];
    struct iovec piece = {bytes, sizeof bytes};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t n = recvmsg(world->wire, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (n <= 0)
        return;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header))
        for (size_t i = 0; i < (header->cmsg_len - CMSG_LEN(0)) / sizeof(int); i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
            (void)close(fd);
        }
    struct slice input = {bytes, (size_t)n}, line;
    while (framer_next(&world->framer, &input, &line) == FRAME_LINE)
        check_line(line);
}

static void send_piece(struct world *world, const uint8_t *data, size_t size, bool with_fd)
{
    struct iovec piece = {(void *)(uintptr_t)data, size};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control = {0};
    int fd = with_fd && size > 0 ? dup(world->wire) : -1;
    if (fd >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
    }
    (void)sendmsg(world->wire, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (fd >= 0)
        (void)close(fd);
}

static void answer_one(struct world *world, size_t n)
{
    struct call *call = world->fixture.closed ? NULL : fixture_waiting(world->peer, n);
    if (call && n % 2)
        (void)call_fail(call, ERROR_SAMPLE_BUSY, "busy");
    else if (call)
        (void)call_reply_text(call, SLICE("{\"late\":true}"));
}

static void call_back(struct world *world, bool typed)
{
    int r = typed ? peer_call(world->peer, &probe_fill_method, &(struct probe_fill_params){1}, 0, on_reply, world, NULL)
                  : peer_call_text(world->peer, SLICE("any.thing"), SLICE("[]"), 60000, on_reply, world, NULL);
    world->requests += r == 0;
}

/* Executes one step. Returns how many following bytes it used. */
static size_t step(struct world *world, uint8_t what, const uint8_t *rest, size_t size)
{
    size_t count = 0;
    switch (what % 16) {
    case 0:
        receive(world);
        break;
    case 1:
        answer_one(world, what >> 4);
        break;
    case 2:
        call_back(world, what & 16);
        break;
    case 3:
        (void)rpc_broadcast(&world->rpc, &event_probed_event, &(struct event_probed_params){1});
        break;
    case 4:
        if (what == 0xf4)
            (void)shutdown(world->wire, SHUT_WR);
        else if (what == 0xe4)
            peer_drain(world->peer, "drained");
        break;
    default: /* most steps send bytes */
        if (size == 0)
            break;
        count = (size_t)rest[0] * (what & 16 ? 16 : 1);
        rest++;
        size--;
        count = count < size ? count : size;
        send_piece(world, rest, count, what % 16 == 5);
        count++;
        break;
    }
    if (what & 32)
        (void)uv_run(&world->loop, UV_RUN_NOWAIT);
    return count;
}

static void open_world(struct world *world)
{
    int sockets[2];
    *world = (struct world){.framer = FRAMER_LIMITED(1u << 20), .fixture = FIXTURE_INIT};
    must(uv_loop_init(&world->loop) == 0);
    must(rpc_init(&world->rpc, &world->loop, "fuzz") == 0);
    world->rpc.limits = (struct rpc_limits){.line_bytes = 3000,
                                            .batch_entries = 16,
                                            .waiting_calls = 8,
                                            .output_pause_bytes = 2000,
                                            .output_bytes = 30000,
                                            .parse_bytes = 1u << 20};
    must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, sockets) == 0);
    world->wire = sockets[0];
    must(peer_new(&world->rpc, sockets[1], CALLER_CLIENT, &daemon_dispatch, &fixture_events, &world->fixture,
                  &world->peer) == 0);
    (void)peer_ref(world->peer);
}

static void close_world(struct world *world)
{
    for (int i = 0; i < 4 && !world->fixture.closed; i++) {
        receive(world);
        (void)uv_run(&world->loop, UV_RUN_NOWAIT);
    }
    (void)close(world->wire);
    for (int i = 0; i < TURNS_MAX && !world->fixture.closed; i++)
        (void)uv_run(&world->loop, UV_RUN_NOWAIT);
    peer_close(world->peer, "over");
    must(world->fixture.closed == 1);
    must(world->replies == world->requests);
    must(list_is_empty(&world->peer->waiting) && world->peer->waiting_count == 0);
    must(world->rpc.timers.count == 0);
    rpc_close(&world->rpc);
    (void)uv_run(&world->loop, UV_RUN_DEFAULT);
    (void)peer_unref(world->peer);
    must(uv_loop_close(&world->loop) == 0);
    fixture_clear(&world->fixture);
    framer_clear(&world->framer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct world world;
    log_set_stderr(false);
    open_world(&world);
    while (size > 0 && !world.fixture.closed) {
        size_t count = step(&world, data[0], data + 1, size - 1);
        data += 1 + count;
        size -= 1 + count;
    }
    close_world(&world);
    return 0;
}
