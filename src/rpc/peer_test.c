/* Calls, answers, notifications and the end of a connection, over a socket pair. */
#include "rpc/peer.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contract/core.h"
#include "contract/probe.h"
#include "contract/sample.h"
#include "unit/pair.h"
#include "json/write.h"

static struct pair *pair;
static struct outcome outcome;

static int open_peers(void **state)
{
    (void)state;
    pair = pair_open_peers();
    outcome = (struct outcome)OUTCOME_INIT;
    return 0;
}

static int open_wire(void **state)
{
    (void)state;
    pair = pair_open_wire();
    outcome = (struct outcome)OUTCOME_INIT;
    return 0;
}

static int close_pair(void **state)
{
    (void)state;
    pair_close(pair);
    outcome_clear(&outcome);
    return 0;
}

static void call_text(struct peer *peer, const char *method, const char *params)
{
    outcome.count = 0;
    assert_int_equal(peer_call_text(peer, slice_of(method), slice_of(params), 0, on_outcome, &outcome, NULL), 0);
}

static void expect_error(const char *method, const char *params, int code, const char *word)
{
    call_text(pair->client, method, params);
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, -EREMOTEIO);
    assert_int_equal(outcome.code, code);
    assert_string_equal(outcome.word, word);
}

/* --- calls --- */

static void both_sides_call(void **state)
{
    struct outcome other = OUTCOME_INIT;
    (void)state;
    call_text(pair->client, "probe.echo", "{\"value\":[1,\"two\",null]}");
    assert_int_equal(
        peer_call_text(pair->server, SLICE("probe.size"), SLICE("{\"text\":\"12345\"}"), 0, on_outcome, &other, NULL),
        0);
    pair_wait(pair, outcome.count && other.count);
    assert_int_equal(outcome.status, 0);
    assert_buf(&outcome.value, "[1,\"two\",null]");
    assert_buf(&other.value, "5");
    outcome_clear(&other);
}

static void on_names(void *user, const struct reply *reply)
{
    const struct sample_names_result *result = reply->result;
    struct buf *seen = user;
    assert_int_equal(reply->status, 0);
    assert_int_equal(result->count, 1);
    buf_append_slice(seen, result->items[0].id);
}

static void typed_calls_carry_structs(void **state)
{
    struct buf seen = BUF_LIMITED(64);
    struct sample_record params = {.id = SLICE("i\"d"), .color = SAMPLE_COLOR_RED, .color_is = FIELD_SET};
    (void)state;
    assert_int_equal(peer_call(pair->client, &sample_names_method, &params, 0, on_names, &seen, NULL), 0);
    pair_wait(pair, seen.size);
    assert_buf(&seen, "i\"d");
    buf_clear(&seen);
}

static void many_calls_are_answered_each_with_its_own(void **state)
{
    enum { CALLS = 500 };
    static struct outcome outcomes[CALLS];
    char params[64], expected[32];
    (void)state;
    for (size_t i = 0; i < CALLS; i++) {
        outcomes[i] = (struct outcome)OUTCOME_INIT;
        (void)snprintf(params, sizeof params, "{\"value\":%zu}", i);
        struct peer *peer = i % 3 ? pair->client : pair->server;
        assert_int_equal(peer_call_text(peer, SLICE("probe.echo"), slice_of(params), 0, on_outcome, &outcomes[i], NULL),
                         0);
    }
    for (size_t i = 0; i < CALLS; i++) {
        pair_wait(pair, outcomes[i].count);
        (void)snprintf(expected, sizeof expected, "%zu", i);
        assert_int_equal(outcomes[i].count, 1);
        assert_buf(&outcomes[i].value, expected);
        outcome_clear(&outcomes[i]);
    }
}

static void errors_have_code_word_and_path(void **state)
{
    (void)state;
    expect_error("no.such", "", -32601, "method_not_found");
    assert_string_equal(outcome.message, "Method not found: no.such");
    assert_int_equal(pair->at_server.unknown, 1);
    expect_error("rpc.other", "", -32601, "method_not_found");
    expect_error("sample.setMode", "{\"mode\":\"on\"}", -32601, "method_not_found"); /* an app's, not a client's */
    expect_error("probe.size", "{\"text\":7}", -32602, "invalid_params");
    assert_string_equal(outcome.message, "Invalid params: params.text must be a string, not a number");
    assert_contains(buf_slice(&outcome.value), "\"data\":{\"code\":\"invalid_params\",\"path\":\"params.text\"}");
    expect_error("probe.size", "", -32602, "invalid_params");
    expect_error("probe.echo", "{\"value\":1,\"other\":2}", -32602, "invalid_params");
    expect_error("probe.misbehave", "[\"fail\"]", -32603, "internal_error");
    expect_error("probe.misbehave", "[\"silent\"]", -32603, "internal_error");
    expect_error("probe.misbehave", "[\"custom\"]", 17, "");
    assert_string_equal(outcome.message, "a \"custom\" error");
    assert_contains(buf_slice(&outcome.value), "\"data\":{\"stack\":[1,2]}");
}

static void a_caller_that_may_is_answered(void **state)
{
    (void)state;
    pair->server->caller = CALLER_APP;
    call_text(pair->client, "sample:setMode", "{\"mode\":\"off\"}");
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, 0);
    assert_buf(&outcome.value, "null");
    expect_error("sample.names", "{\"id\":\"1\"}", -32601, "method_not_found");
}

static void the_second_answer_of_a_handler_is_none(void **state)
{
    (void)state;
    call_text(pair->client, "probe.misbehave", "[\"twice\"]");
    pair_wait(pair, outcome.count);
    assert_buf(&outcome.value, "\"fine\"");
    call_text(pair->client, "probe.echo", "[1]");
    pair_wait(pair, outcome.count);
    assert_buf(&outcome.value, "1");
}

static void a_result_that_does_not_fit_is_told(void **state)
{
    struct probe_misbehave_params params = {PROBE_MISBEHAVE_PARAMS_HOW_WRONG};
    (void)state;
    assert_int_equal(peer_call(pair->client, &probe_misbehave_method, &params, 0, on_outcome, &outcome, NULL), 0);
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, -EPROTO);
}

static void whoever_knows_more_methods_answers_them(void **state)
{
    (void)state;
    pair->at_server.take_unknown = true;
    call_text(pair->client, "no.such", "{}");
    pair_wait(pair, outcome.count);
    assert_buf(&outcome.value, "\"no.such\"");
}

static void notifications_arrive_in_order_and_unanswered(void **state)
{
    struct buf expected = BUF_LIMITED(64 << 10);
    (void)state;
    for (int i = 0; i < 2000; i++) {
        assert_int_equal(peer_notify(pair->client, &probe_note_method, &(struct probe_note_params){i}), 0);
        buf_printf(&expected, "%d ", i);
    }
    assert_int_equal(peer_notify_text(pair->server, SLICE("probe.note"), SLICE("[7]")), 0);
    call_text(pair->client, "ping", "");
    pair_wait(pair, outcome.count && pair->at_client.notes.size);
    assert_int_equal(buf_terminate(&expected), 0);
    assert_buf(&pair->at_server.notes, expected.data);
    assert_buf(&pair->at_client.notes, "7 ");
    buf_clear(&expected);
}

static void a_name_is_escaped(void **state)
{
    (void)state;
    pair->at_server.take_unknown = true;
    assert_int_equal(peer_notify_text(pair->client, SLICE("a\"b\nc"), SLICE("")), 0);
    expect_error("probe.misbehave", "[\"fail\"]", -32603, "internal_error");
    assert_int_equal(pair->at_server.unknown, 1);
}

/* --- time-outs, cancelling, deferred calls --- */

static void a_call_times_out_and_is_cancelled_there(void **state)
{
    (void)state;
    assert_int_equal(peer_call_text(pair->client, SLICE("probe.wait"), SLICE("{}"), 5, on_outcome, &outcome, NULL), 0);
    pair_wait(pair, outcome.count && pair->at_server.abandoned);
    assert_int_equal(outcome.status, -ETIMEDOUT);
    assert_string_equal(outcome.word, "timeout");
    assert_int_equal(pair->server->waiting_count, 0);
    call_text(pair->client, "ping", ""); /* the answer that came too late does no harm */
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.count, 1);
    assert_int_equal(outcome.status, 0);
}

static void an_answered_call_does_not_time_out(void **state)
{
    (void)state;
    assert_int_equal(peer_call_text(pair->client, SLICE("ping"), SLICE("{}"), 50000, on_outcome, &outcome, NULL), 0);
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, 0);
    assert_int_equal(pair->rpc.timers.count, 0);
}

static void a_call_is_cancelled(void **state)
{
    struct request *request = NULL;
    (void)state;
    assert_int_equal(
        peer_call_text(pair->client, SLICE("probe.wait"), SLICE("{}"), 60000, on_outcome, &outcome, &request), 0);
    pair_wait(pair, pair->at_server.deferred);
    request_cancel(request);
    assert_int_equal(outcome.count, 1);
    assert_int_equal(outcome.status, -ECANCELED);
    assert_int_equal(outcome.code, -32800);
    pair_wait(pair, pair->at_server.abandoned);
    assert_int_equal(pair->server->waiting_count, 0);
    assert_int_equal(pair->rpc.timers.count, 0);
}

static void a_cancelled_call_is_still_answered(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":\"w\\u0041\",\"method\":\"probe.wait\"}\n{\"id\":2,\"method\":\"probe.wait\"}\n"
                    "{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":\"wA\"}}\n");
    assert_line(
        pair,
        "{\"jsonrpc\":\"2.0\",\"id\":\"wA\",\"error\":{\"code\":-32800,\"message\":\"The request was cancelled with "
        "$/cancel_request.\",\"data\":{\"code\":\"request_cancelled\"}}}");
    assert_int_equal(pair->at_server.abandoned, 1);
    assert_int_equal(pair->server->waiting_count, 1);
}

static void cancelling_what_does_not_wait_is_ignored(void **state)
{
    (void)state;
    wire_send(pair, "{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}\n"
                    "{\"method\":\"$/cancel_request\",\"params\":{}}\n"
                    "{\"method\":\"$/cancel_request\",\"params\":[1]}\n"
                    "{\"method\":\"$/cancel_request\",\"params\":7}\n"
                    "{\"method\":\"$/cancel_request\"}\n"
                    "{\"id\":1,\"method\":\"probe.wait\"}\n"
                    "{\"method\":\"$/cancel_request\",\"params\":{\"requestId\":\"1\"}}\n"
                    "{\"id\":2,\"method\":\"probe.echo\",\"params\":[2]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2}");
    assert_int_equal(pair->server->waiting_count, 1);
}

static void later_answers_come_in_any_order(void **state)
{
    (void)state;
    wire_send(pair,
              "{\"id\":1,\"method\":\"probe.wait\",\"params\":{\"tag\":\"one\",\"value\":{\"deep\":[\"kept\"]}}}\n"
              "{\"id\":2,\"method\":\"probe.wait\",\"params\":{\"tag\":\"two\"}}\n"
              "{\"id\":3,\"method\":\"probe.wait\"}\n{\"id\":4,\"method\":\"probe.echo\",\"params\":[4]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":4}");
    struct call *first = fixture_waiting(pair->server, 0), *second = fixture_waiting(pair->server, 1);
    const struct probe_wait_params *params = second->params;
    assert_slice(params->tag, "two");
    assert_int_equal(params->value_is, FIELD_ABSENT);
    assert_int_equal(call_reply_text(second, SLICE("\"second\"")), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"second\"}");
    params = first->params;
    assert_slice(params->tag, "one");
    assert_int_equal(probe_wait_reply(first, &params->value), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"deep\":[\"kept\"]}}");
    assert_int_equal(call_fail(fixture_waiting(pair->server, 0), ERROR_SAMPLE_BUSY, "busy with %d", 3), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32051,\"message\":\"busy with 3\","
                      "\"data\":{\"code\":\"sample_busy\"}}}");
    assert_int_equal(pair->server->waiting_count, 0);
    assert_int_equal(pair->at_server.abandoned, 0);
}

static void only_so_many_may_wait(void **state)
{
    (void)state;
    pair->rpc.limits.waiting_calls = 2;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.wait\"}\n{\"id\":2,\"method\":\"probe.wait\"}\n"
                    "{\"id\":3,\"method\":\"probe.wait\"}\n");
    struct slice line = wire_line(pair);
    assert_contains(line, "\"id\":3,\"error\":{\"code\":-32010");
    assert_contains(line, "too_many_waiting");
    (void)call_reply_text(fixture_waiting(pair->server, 0), SLICE("1"));
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
    wire_send(pair, "{\"id\":4,\"method\":\"probe.wait\"}\n{\"id\":5,\"method\":\"probe.echo\",\"params\":[5]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":5}");
}

static void a_notification_may_wait_and_its_answer_goes_nowhere(void **state)
{
    (void)state;
    wire_send(pair, "{\"method\":\"probe.wait\"}\n{\"id\":5,\"method\":\"probe.echo\",\"params\":[5]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":5}");
    assert_int_equal(pair->at_server.deferred, 1);
    assert_int_equal(call_reply_text(fixture_waiting(pair->server, 0), SLICE("1")), 0);
    assert_int_equal(pair->server->waiting_count, 0);
    wire_send(pair, "{\"id\":6,\"method\":\"probe.echo\",\"params\":[6]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":6,\"result\":6}");
}

/* --- what is sent as it should not be --- */

static void a_notification_called_with_an_id_is_answered(void **state)
{
    (void)state;
    wire_send(pair, "{\"id\":1,\"method\":\"probe.note\",\"params\":[4]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}");
    assert_buf(&pair->at_server.notes, "4 ");
}

static void wrong_notifications_are_never_answered(void **state)
{
    (void)state;
    wire_send(pair, "{\"jsonrpc\":\"2.0\",\"method\":\"no.such\"}\n"
                    "{\"jsonrpc\":\"2.0\",\"method\":\"probe.size\",\"params\":{\"text\":1}}\n"
                    "{\"jsonrpc\":\"2.0\",\"method\":\"probe.size\",\"params\":\"text\"}\n"
                    "{\"jsonrpc\":\"2.0\",\"method\":\"probe.echo\",\"params\":[1,2,3]}\n"
                    "{\"jsonrpc\":\"2.0\",\"method\":\"probe.echo\",\"params\":[1]}\n"
                    "{\"jsonrpc\":\"2.0\",\"method\":\"probe.misbehave\",\"params\":[\"fail\"]}\n"
                    "{\"jsonrpc\":\"2.0\",\"method\":\"probe.misbehave\",\"params\":[\"silent\"]}\n"
                    "{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
}

static void ids_come_back_as_they_were_sent(void **state)
{
    static const char *const ids[] = {
        "0",
        "1",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
        "123456789012345678901234567890",
        "1.5",
        "1e5",
        "1.0",
        "-0",
        "null",
        "\"\"",
        "\"1\"",
        "\"a\\\"b\\\\c\\n\"",
        "\"ü😀\"",
        "\"\\u0000\"",
    };
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        char text[256], expected[256];
        (void)snprintf(text, sizeof text,
                       "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"probe.echo\",\"params\":[%zu]}\n", ids[i], i);
        (void)snprintf(expected, sizeof expected, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%zu}", ids[i], i);
        wire_send(pair, text);
        assert_line(pair, expected);
        (void)snprintf(text, sizeof text, "{\"method\":\"ping\",\"id\":%s}\n", ids[i]);
        (void)snprintf(expected, sizeof expected,
                       "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"pong\":true,\"timestamp\":0}}", ids[i]);
        wire_send(pair, text);
        assert_line(pair, expected);
    }
}

static void answers_to_nothing_are_ignored(void **state)
{
    (void)state;
    wire_send(
        pair,
        "{\"id\":1,\"result\":1}\n{\"id\":\"1\",\"result\":1}\n{\"id\":null,\"error\":{\"code\":1,\"message\":\"m\"}}\n"
        "{\"id\":-1,\"result\":1}\n{\"id\":99999999999999999999,\"result\":1}\n"
        "[{\"id\":1,\"result\":1}]\n{\"id\":7,\"method\":\"probe.echo\",\"params\":[7]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":7}");
}

static void an_error_may_be_odd(void **state)
{
    (void)state;
    call_text(pair->server, "anything", "");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"anything\"}");
    wire_send(pair, "{\"id\":1,\"error\":{\"code\":\"x\",\"data\":[],\"message\":5}}\n");
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, -EREMOTEIO);
    assert_int_equal(outcome.code, 0);
    assert_string_equal(outcome.message, "");
}

/* --- push --- */

static void events_go_to_whoever_wants_them(void **state)
{
    struct event_probed_params params = {5};
    (void)state;
    assert_int_equal(rpc_broadcast(&pair->rpc, &event_probed_event, &params), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"method\":\"event.probed\",\"params\":{\"n\":5}}");
    pair->at_server.refuse_events = true;
    assert_int_equal(rpc_broadcast(&pair->rpc, &event_probed_event, &params), 0);
    wire_send(pair, "{\"id\":1,\"method\":\"probe.echo\",\"params\":[1]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}");
}

/* --- answers that are not quite right --- */

static void begin_call(void)
{
    outcome_clear(&outcome);
    pair->server->next_id = 6;
    call_text(pair->server, "anything", "");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"anything\"}");
}

static void an_answer_may_have_both_members(void **state)
{
    (void)state;
    begin_call();
    wire_send(pair, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":1,\"error\":null}\n");
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, 0);
    assert_buf(&outcome.value, "1");
    begin_call();
    wire_send(pair, "[{\"id\":7,\"error\":null,\"result\":null}]\n");
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, 0);
    assert_buf(&outcome.value, "null");
    begin_call();
    wire_send(pair, "{\"id\":7,\"result\":null,\"error\":{\"code\":5,\"message\":\"m\"}}\n");
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, -EREMOTEIO);
    assert_int_equal(outcome.code, 5);
    begin_call();
    wire_send(pair, "{\"id\":7,\"result\":1,\"error\":{\"code\":6,\"message\":\"m\"}}\n");
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, -EREMOTEIO);
    assert_int_equal(outcome.code, 6);
    begin_call();
    wire_send(pair, "{\"id\":7,\"error\":\"text\"}\n");
    pair_wait(pair, outcome.count);
    assert_int_equal(outcome.status, -EREMOTEIO);
    /* None of them was answered. */
    wire_send(pair, "{\"id\":8,\"method\":\"probe.echo\",\"params\":[8]}\n");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":8}");
}

/* The id of an answer is one of ours: an error that carries it would end a request of the other side. */
static void a_broken_answer_is_not_refused_by_its_id(void **state)
{
    static const char *const broken[] = {
        "{\"id\":7}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":null}\n",
        "{\"jsonrpc\":\"1.0\",\"id\":7,\"result\":1}\n",
        "[{\"id\":7}]\n",
    };
    (void)state;
    begin_call();
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        wire_send(pair, broken[i]);
        struct slice line = wire_line(pair);
        assert_contains(line, "\"id\":null,\"error\":{\"code\":-32600");
        assert_null(memmem(line.data, line.size, "\"id\":7", 6));
    }
    assert_int_equal(outcome.count, 0);
    wire_send(pair, "{\"id\":7,\"result\":true}\n");
    pair_wait(pair, outcome.count);
    assert_buf(&outcome.value, "true");
}

static void the_right_to_call_is_looked_at_each_time(void **state)
{
    static const char request[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"probe.descriptors\"}\n";
    (void)state;
    for (int i = 0; i < 2; i++) {
        wire_send(pair, request);
        assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[]}");
    }
    pair->server->caller = CALLER_APP;
    wire_send(pair, request);
    assert_contains(wire_line(pair), "\"id\":1,\"error\":{\"code\":-32601");
    pair->server->caller = CALLER_CLIENT;
    wire_send(pair, request);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[]}");
}

/* --- what is too long to be sent --- */

static void a_notification_that_is_too_long_is_not_sent(void **state)
{
    static char text[70000];
    (void)state;
    memset(text, '1', sizeof text);
    const struct slice number = {text, sizeof text};
    call_text(pair->server, "before", "");
    pair->rpc.limits.output_bytes = 65536; /* longer than all that may wait */
    assert_true(peer_notify_text(pair->server, SLICE("x"), number) < 0);
    assert_true(peer_notify(pair->server, &probe_size_method, &(struct probe_size_params){number}) < 0);
    pair->rpc.limits.output_bytes = 1 << 20;
    pair->rpc.limits.line_bytes = 60000; /* longer than a message may be */
    assert_int_equal(peer_notify_text(pair->server, SLICE("x"), number), -EMSGSIZE);
    assert_int_equal(peer_notify(pair->server, &probe_size_method, &(struct probe_size_params){number}), -EMSGSIZE);
    assert_int_equal(peer_call_text(pair->server, SLICE("x"), number, 0, on_outcome, &outcome, NULL), -EMSGSIZE);
    assert_int_equal(pair->at_server.closed, 0);
    assert_int_equal(peer_notify_text(pair->server, SLICE("after"), SLICE("")), 0);
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"before\"}");
    assert_line(pair, "{\"jsonrpc\":\"2.0\",\"method\":\"after\"}");
    assert_int_equal(outcome.count, 0);
    assert_int_equal(pair->server->requests.count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(both_sides_call, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(typed_calls_carry_structs, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(many_calls_are_answered_each_with_its_own, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(errors_have_code_word_and_path, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_caller_that_may_is_answered, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(the_second_answer_of_a_handler_is_none, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_result_that_does_not_fit_is_told, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(whoever_knows_more_methods_answers_them, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(notifications_arrive_in_order_and_unanswered, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_name_is_escaped, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_call_times_out_and_is_cancelled_there, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(an_answered_call_does_not_time_out, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_call_is_cancelled, open_peers, close_pair),
        cmocka_unit_test_setup_teardown(a_cancelled_call_is_still_answered, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(cancelling_what_does_not_wait_is_ignored, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(later_answers_come_in_any_order, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(only_so_many_may_wait, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_notification_may_wait_and_its_answer_goes_nowhere, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_notification_called_with_an_id_is_answered, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(wrong_notifications_are_never_answered, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(ids_come_back_as_they_were_sent, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(answers_to_nothing_are_ignored, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(an_error_may_be_odd, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(events_go_to_whoever_wants_them, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(an_answer_may_have_both_members, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_broken_answer_is_not_refused_by_its_id, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(the_right_to_call_is_looked_at_each_time, open_wire, close_pair),
        cmocka_unit_test_setup_teardown(a_notification_that_is_too_long_is_not_sent, open_wire, close_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
