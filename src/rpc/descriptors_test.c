/* Descriptors arrive with the message that they were sent with, whatever else is under way. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contract/probe.h"
#include "rpc/peer.h"
#include "unit/pair_setup.h"

static ino_t attach(struct peer *peer)
{
    int fd = fixture_file();
    ino_t inode = fixture_inode(fd);
    assert_int_equal(peer_attach_fd(peer, fd), 0);
    return inode;
}

static const char *inodes(const ino_t *files, size_t count)
{
    static char text[1024];
    size_t at = 0;
    text[at++] = '[';
    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%llu", i ? "," : "", (unsigned long long)files[i]);
    (void)snprintf(text + at, sizeof text - at, "]");
    return text;
}

static void go_with_a_call_and_with_an_answer(void **state)
{
    struct outcome outcome = OUTCOME_INIT;
    ino_t files[3];
    (void)state;
    for (size_t i = 0; i < 3; i++)
        files[i] = attach(pair->client);
    assert_int_equal(
        peer_call_text(pair->client, SLICE("probe.descriptors"), SLICE("{}"), 0, on_outcome, &outcome, NULL), 0);
    pair_wait(pair, outcome.count);
    assert_buf(&outcome.value, inodes(files, 3));
    assert_int_equal(outcome.file_count, 0);
    assert_int_equal(peer_call_text(pair->client, SLICE("probe.open"), SLICE("[2]"), 0, on_outcome, &outcome, NULL), 0);
    pair_wait(pair, outcome.count == 2);
    assert_int_equal(outcome.file_count, 2);
    assert_true(outcome.files[0] && outcome.files[1] && outcome.files[0] != outcome.files[1]);
    outcome_clear(&outcome);
}

/* One call of a burst: how many descriptors it carries, and how long it is. */
struct sent {
    struct outcome outcome;
    ino_t files[RPC_FDS_MAX];
    size_t file_count;
};

static void send_one(struct sent *sent, struct peer *peer, size_t fds, size_t padding)
{
    struct buf params = BUF_LIMITED(8 << 20);
    sent->outcome = (struct outcome)OUTCOME_INIT;
    for (sent->file_count = 0; sent->file_count < fds; sent->file_count++)
        sent->files[sent->file_count] = attach(peer);
    buf_append_text(&params, "{\"padding\":\"");
    for (size_t i = 0; i < padding; i++)
        buf_append_char(&params, 'p');
    buf_append_text(&params, "\"}");
    assert_int_equal(
        peer_call_text(peer, SLICE("probe.descriptors"), buf_slice(&params), 0, on_outcome, &sent->outcome, NULL), 0);
    buf_clear(&params);
}

static void expect_own(struct sent *sent)
{
    pair_wait(pair, sent->outcome.count);
    assert_buf(&sent->outcome.value, inodes(sent->files, sent->file_count));
    outcome_clear(&sent->outcome);
}

static void stay_with_their_message_in_a_burst(void **state)
{
    enum { MESSAGES = 400 };
    static struct sent sent[2][MESSAGES];
    (void)state;
    for (size_t i = 0; i < MESSAGES; i++) {
        send_one(&sent[0][i], pair->client, i % 7 == 3 ? 1 + i % 3 : 0, i % 50);
        send_one(&sent[1][i], pair->server, i % 5 == 2, 0);
    }
    for (size_t i = 0; i < MESSAGES; i++) {
        expect_own(&sent[0][i]);
        expect_own(&sent[1][i]);
    }
}

static void stay_with_lines_longer_than_a_read(void **state)
{
    static const size_t paddings[] = {10, 65530, 70000, 3, 200000, 131072, 0, 65536, 40000, 40000, 40000, 40000};
    static struct sent sent[36];
    (void)state;
    for (size_t i = 0; i < 36; i++)
        send_one(&sent[i], pair->client, i % 3, paddings[i % 12]);
    for (size_t i = 0; i < 36; i++)
        expect_own(&sent[i]);
}

static void stay_with_a_line_parsed_elsewhere(void **state)
{
    static struct sent sent[5];
    (void)state;
    for (size_t i = 0; i < 5; i++)
        send_one(&sent[i], pair->client, 1 + i % 2, i % 2 ? 600000 : 20);
    for (size_t i = 0; i < 5; i++)
        expect_own(&sent[i]);
}

static void stay_when_reading_pauses(void **state)
{
    enum { MESSAGES = 200 };
    static struct sent sent[MESSAGES];
    (void)state;
    pair->rpc.limits.output_pause_bytes = 0;
    for (size_t i = 0; i < MESSAGES; i++)
        send_one(&sent[i], pair->client, i % 4 == 1 ? 2 : 0, i * 37 % 3000);
    for (size_t i = 0; i < MESSAGES; i++)
        expect_own(&sent[i]);
}

static void random_bursts(void **state)
{
    static struct sent sent[300];
    (void)state;
    srand(7);
    for (int round = 0; round < 5; round++) {
        for (size_t i = 0; i < 300; i++)
            send_one(&sent[i], rand() % 4 ? pair->client : pair->server, rand() % 6 ? 0 : (size_t)rand() % 4,
                     rand() % 20 ? (size_t)rand() % 300 : (size_t)rand() % 150000);
        for (size_t i = 0; i < 300; i++)
            expect_own(&sent[i]);
    }
}

static void may_come_with_any_byte_of_the_line(void **state)
{
    static const char line[] = "{\"id\":1,\"method\":\"probe.descriptors\"}\n";
    char expected[128];
    (void)state;
    for (size_t at = 0; at < sizeof line - 2; at += 5) {
        int fd = fixture_file();
        ino_t inode = fixture_inode(fd);
        wire_send_bytes(pair, (struct slice){line, at});
        (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
        wire_send_fd(pair, (struct slice){line + at, 1}, fd);
        (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
        wire_send_bytes(pair, (struct slice){line + at + 1, sizeof line - 2 - at});
        (void)snprintf(expected, sizeof expected, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}", inodes(&inode, 1));
        assert_line(pair, expected);
    }
}

static void of_a_line_that_is_too_long_go_with_it(void **state)
{
    char text[5000];
    (void)state;
    pair->server->framer.partial.limit = 1000;
    memset(text, 'x', sizeof text);
    wire_send_fd(pair, (struct slice){text, 500}, fixture_file());
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    wire_send_bytes(pair, (struct slice){text, sizeof text});
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    wire_send_fd(pair, (struct slice){text, 500}, fixture_file());
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    wire_send(pair, "\n{\"id\":1,\"method\":\"probe.descriptors\"}\n");
    assert_contains(wire_line(pair), "message_too_long");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[]}");
    /* The rest of the long line, and the next one, in one read. */
    wire_send_fd(pair, (struct slice){text, 500}, fixture_file());
    (void)uv_run(&pair->loop, UV_RUN_NOWAIT);
    int length = snprintf(text + 800, sizeof text - 800, "\n{\"id\":3,\"method\":\"probe.descriptors\"}\n");
    wire_send_bytes(pair, (struct slice){text, 800 + (size_t)length});
    assert_contains(wire_line(pair), "message_too_long");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":[]}");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\n';
    wire_send_fd(pair, (struct slice){text, sizeof text}, fixture_file());
    wire_send(pair, "{\"id\":2,\"method\":\"probe.descriptors\"}\n");
    assert_contains(wire_line(pair), "message_too_long");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":[]}");
}

static void that_nobody_takes_are_closed(void **state)
{
    size_t before = descriptors_open();
    (void)state;
    pair->at_server.lazy = true;
    for (int i = 0; i < 10; i++) {
        wire_send_fd(pair, SLICE("{\"id\":1,\"method\":\"probe.descriptors\"}\n"), fixture_file());
        assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[]}");
        wire_send_fd(pair, SLICE("not JSON\n"), fixture_file());
        assert_contains(wire_line(pair), "-32700");
        wire_send_fd(pair, SLICE("{\"id\":2,\"method\":\"no.such\"}\n"), fixture_file());
        assert_contains(wire_line(pair), "-32601");
        wire_send_fd(pair, SLICE("{\"id\":3,\"result\":1}\n"), fixture_file());
        wire_send_fd(pair, SLICE("\n"), fixture_file());
    }
    wire_send_fd(pair, SLICE("{\"id\":4,"), fixture_file());
    wire_shutdown(pair);
    assert_contains(wire_line(pair), "-32700");
    assert_line(pair, "");
    assert_true(descriptors_open() <= before);
}

static void more_than_a_message_may_carry_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < RPC_FDS_MAX; i++)
        (void)attach(pair->client);
    assert_int_equal(peer_attach_fd(pair->client, fixture_file()), -EMFILE);
    struct outcome outcome = OUTCOME_INIT;
    assert_int_equal(peer_call_text(pair->client, SLICE("probe.descriptors"), SLICE(""), 0, on_outcome, &outcome, NULL),
                     0);
    pair_wait(pair, outcome.count);
    size_t commas = 0;
    for (size_t i = 0; i < outcome.value.size; i++)
        commas += outcome.value.data[i] == ',';
    assert_int_equal(commas, RPC_FDS_MAX - 1);
    outcome_clear(&outcome);
}

static void of_a_message_that_was_not_sent_do_not_go_with_the_next(void **state)
{
    struct outcome outcome = OUTCOME_INIT;
    struct buf params = BUF_LIMITED(1 << 20);
    (void)state;
    pair->rpc.limits.line_bytes = 1000;
    buf_append_text(&params, "{\"padding\":\"");
    for (size_t i = 0; i < 2000; i++)
        buf_append_char(&params, 'p');
    buf_append_text(&params, "\"}");
    (void)attach(pair->client);
    assert_int_equal(
        peer_call_text(pair->client, SLICE("probe.descriptors"), buf_slice(&params), 0, on_outcome, &outcome, NULL),
        -EMSGSIZE);
    assert_int_equal(peer_call_text(pair->client, SLICE("probe.descriptors"), SLICE(""), 0, on_outcome, &outcome, NULL),
                     0);
    pair_wait(pair, outcome.count);
    assert_buf(&outcome.value, "[]");
    buf_clear(&params);
    outcome_clear(&outcome);
}

static void do_not_go_into_a_batch(void **state)
{
    (void)state;
    wire_send(pair, "[{\"id\":1,\"method\":\"probe.open\"}]\n{\"id\":2,\"method\":\"probe.open\"}\n");
    assert_contains(wire_line(pair), "\"id\":1,\"error\":{\"code\":-32603");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":null}");
    assert_int_equal(pair->file_count, 1);
}

/* --- who takes what was attached --- */

static struct call *wait_for_call(void)
{
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n");
    pair_wait(pair, pair->at_server.deferred == 1);
    return pair->at_server.last;
}

static ino_t attach_to_call(struct call *call)
{
    int fd = fixture_file();
    ino_t inode = fixture_inode(fd);
    assert_int_equal(call_attach_fd(call, fd), 0);
    return inode;
}

static void of_an_answer_wait_for_it(void **state)
{
    (void)state;
    struct call *call = wait_for_call();
    ino_t inode = attach_to_call(call);
    assert_int_equal(peer_push(pair->server, SLICE("{\"pushed\":1}\n")), 0);
    assert_int_equal(peer_notify_text(pair->server, SLICE("told"), SLICE("")), 0);
    wire_send(pair, "{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}\n");
    assert_line(pair, "{\"pushed\":1}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"method\":\"told\"}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}");
    assert_int_equal(pair->file_count, 0);
    wire_send(pair, "{\"id\":3,\"method\":\"probe.open\"}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":null}");
    assert_int_equal(pair->file_count, 1);
    assert_true(pair->files[0] != inode);
    assert_int_equal(call_reply_text(call, SLICE("1")), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    assert_int_equal(pair->file_count, 2);
    assert_true(pair->files[1] == inode);
}

static void of_a_call_wait_for_it(void **state)
{
    struct outcome outcome = OUTCOME_INIT;
    struct request *request;
    (void)state;
    assert_int_equal(peer_call_text(pair->server, SLICE("x"), SLICE(""), 0, on_outcome, &outcome, &request), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}");
    ino_t inode = attach(pair->server);
    assert_int_equal(peer_push(pair->server, SLICE("{\"pushed\":1}\n")), 0);
    request_cancel(request);
    wire_send(pair, "{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}\n{\"id\":3,\"method\":\"no.such\"}\n");
    assert_line(pair, "{\"pushed\":1}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}");
    assert_contains(wire_line(pair), "\"id\":3,\"error\"");
    assert_int_equal(pair->file_count, 0);
    assert_int_equal(peer_notify_text(pair->server, SLICE("told"), SLICE("")), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"method\":\"told\"}");
    assert_int_equal(pair->file_count, 1);
    assert_true(pair->files[0] == inode);
    assert_int_equal(outcome.status, -ECANCELED);
}

static void of_a_call_that_ends_without_a_result_are_closed(void **state)
{
    (void)state;
    for (int way = 0; way < 5; way++) {
        size_t before = descriptors_open();
        pair->at_server.deferred = 0;
        struct call *call = wait_for_call();
        (void)attach_to_call(call);
        (void)attach_to_call(call);
        assert_int_equal(descriptors_open(), before + 2);
        pair->rpc.limits.line_bytes = way == 2 ? 300 : 1 << 20;
        char text[400];
        memset(text, '1', sizeof text);
        if (way == 0)
            assert_int_equal(call_fail(call, ERROR_STOPPING, "no"), 0);
        else if (way == 1)
            assert_int_equal(call_fail_text(call, 1, SLICE("no"), SLICE("")), 0);
        else if (way == 2)
            assert_int_equal(call_reply_text(call, (struct slice){text, sizeof text}), -EMSGSIZE);
        else if (way == 3)
            wire_send(pair, "{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}\n");
        else
            peer_drain(pair->server, "drained");
        assert_contains(wire_line(pair), "\"id\":1,\"error\"");
        assert_int_equal(pair->file_count, 0);
        if (way < 4)
            assert_int_equal(descriptors_open(), before);
    }
}

/* With a last message that the other side has not read. */
static void of_what_cannot_be_sent_at_the_end_are_closed(void **state)
{
    struct outcome outcome = OUTCOME_INIT;
    const struct probe_note_params note = {1};
    (void)state;
    pair->deaf = true;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.fill\",\"params\":[2000000]}\n");
    pair_wait(pair, output_waiting(&pair->server->output) > 0);
    peer_drain(pair->server, "drained");
    for (int closed = 0; closed < 2; closed++) {
        size_t before = descriptors_open();
        for (int way = 0; way < 4; way++) {
            if (closed) {
                assert_int_equal(peer_attach_fd(pair->server, fixture_file()), -ECONNRESET);
                assert_int_equal(descriptors_open(), before);
            } else {
                (void)attach(pair->server);
                assert_int_equal(descriptors_open(), before + 1);
            }
            int r = way == 0   ? peer_call_text(pair->server, SLICE("x"), SLICE(""), 0, on_outcome, &outcome, NULL)
                    : way == 1 ? peer_call(pair->server, &probe_note_method, &note, 0, on_outcome, &outcome, NULL)
                    : way == 2 ? peer_notify_text(pair->server, SLICE("x"), SLICE(""))
                               : peer_notify(pair->server, &probe_note_method, &note);
            assert_int_equal(r, -ECONNRESET);
            assert_int_equal(descriptors_open(), before);
        }
        peer_close(pair->server, "over");
    }
    assert_int_equal(outcome.count, 0);
}

static void of_a_peer_that_is_closed_go_with_it(void **state)
{
    struct outcome outcome = OUTCOME_INIT;
    (void)state;
    size_t before = descriptors_open();
    (void)attach(pair->client);
    peer_close(pair->client, "over");
    assert_int_equal(peer_call_text(pair->client, SLICE("x"), SLICE(""), 0, on_outcome, &outcome, NULL), -ECONNRESET);
    assert_int_equal(descriptors_open(), before - 1); /* its socket is gone as well */
}

static void of_a_notification_that_is_too_long_are_closed(void **state)
{
    char text[2000];
    (void)state;
    memset(text, '1', sizeof text);
    pair->rpc.limits.line_bytes = 1000;
    size_t before = descriptors_open();
    (void)attach(pair->server);
    assert_int_equal(peer_notify_text(pair->server, SLICE("x"), (struct slice){text, sizeof text}), -EMSGSIZE);
    assert_int_equal(descriptors_open(), before);
    assert_int_equal(peer_notify_text(pair->server, SLICE("y"), SLICE("")), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"method\":\"y\"}");
    assert_int_equal(pair->file_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(go_with_a_call_and_with_an_answer, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(stay_with_their_message_in_a_burst, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(stay_with_lines_longer_than_a_read, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(stay_with_a_line_parsed_elsewhere, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(stay_when_reading_pauses, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(random_bursts, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(may_come_with_any_byte_of_the_line, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(of_a_line_that_is_too_long_go_with_it, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(that_nobody_takes_are_closed, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(more_than_a_message_may_carry_are_refused, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(of_a_message_that_was_not_sent_do_not_go_with_the_next, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(do_not_go_into_a_batch, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(of_an_answer_wait_for_it, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(of_a_call_wait_for_it, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(of_a_call_that_ends_without_a_result_are_closed, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(of_what_cannot_be_sent_at_the_end_are_closed, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(of_a_peer_that_is_closed_go_with_it, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(of_a_notification_that_is_too_long_are_closed, open_wire, close_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
