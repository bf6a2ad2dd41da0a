"""JSON-RPC 2.0 as its specification says it, section by section, with the daemon's own methods."""

import json

import pytest

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def line(value):
    return json.dumps(value).encode() + b"\n"


def ask(raw, text, bad=True):
    """Sends one line, and a ping behind it that shows where the answers to the line end."""
    raw.send(text if isinstance(text, bytes) else line(text), bad)
    raw.send(b'{"jsonrpc":"2.0","id":"end","method":"ping"}\n')
    answers = []
    while True:
        answer = raw.read()
        if isinstance(answer, dict) and answer.get("id") == "end":
            return answers
        answers.append(answer)


def assert_error(answer, code, word, request_id=None):
    assert answer["error"]["code"] == code
    assert answer["error"]["data"]["code"] == word
    assert answer["error"]["message"]
    assert answer["id"] == request_id


# --- requests -----------------------------------------------------------------------


def test_a_request_is_answered(raw):
    (answer,) = ask(raw, PING, bad=False)
    assert set(answer) == {"jsonrpc", "id", "result"}
    assert answer["jsonrpc"] == "2.0" and answer["id"] == 1 and answer["result"]["pong"] is True


def test_named_params_come_in_any_order(raw):
    info = {"name": "test", "version": "1"}
    params = {"protocolVersion": "1.0", "client": info}
    answer, *health = ask(raw, {"params": params, "method": "initialize", "id": 4, "jsonrpc": "2.0"}, bad=False)
    assert answer["result"]["protocolVersion"] == "1.0" and {message["method"] for message in health} == {"system:health"}


def test_positional_params_where_the_method_lists_an_order(daemon, client):
    request = client.request("daemon.stop", [True])
    assert client.answer(request)["result"] == {"stopping": True}
    assert client.event()["params"]["force"] is True
    assert daemon.wait() == 0


def test_no_positional_params_where_the_method_lists_none(client):
    assert client.error("initialize", ["1.0"], bad=True).word == "invalid_params"
    assert client.error("daemon.stop", [False, 1], bad=True).word == "invalid_params"
    assert client.call("ping", [])["pong"] is True


def test_null_params_are_no_params(raw):
    (answer,) = ask(raw, PING | {"params": None})
    assert answer["result"]["pong"] is True


@pytest.mark.parametrize("params", [1, "bar", True, 1.5])
def test_params_that_are_not_structured(raw, params):
    (answer,) = ask(raw, PING | {"params": params})
    assert_error(answer, -32600, "invalid_request", 1)


def test_a_message_without_its_version_is_taken_when_it_is_plain(raw):
    (answer,) = ask(raw, {"id": 9, "method": "ping"}, bad=False)
    assert answer["jsonrpc"] == "2.0" and answer["id"] == 9 and answer["result"]["pong"] is True


@pytest.mark.parametrize("version", ["1.0", "2", "", 2.0, None, ["2.0"]])
def test_another_version_is_refused(raw, version):
    (answer,) = ask(raw, {"jsonrpc": version, "id": 9, "method": "ping"})
    assert_error(answer, -32600, "invalid_request", 9)


def test_colon_and_dot_are_one_separator(client):
    assert client.call("daemon:status")["pid"] == client.call("daemon.status")["pid"]
    assert client.call("rpc:discover")["openrpc"]


@pytest.mark.parametrize("method", ["foobar", "", "Ping", "ping ", "daemon.", "daemon..status", "daemon", ".", "pïng"])
def test_unknown_methods(client, method):
    error = client.error(method, bad=True)
    assert error.code == -32601 and error.word == "method_not_found"


@pytest.mark.parametrize("method", ["rpc.", "rpc.nothing", "rpc.on", "rpc:exec"])
def test_reserved_names_are_not_ours_to_give(client, method):
    assert client.error(method, bad=True).code == -32601


def test_a_wrong_parameter_is_named(client):
    error = client.error("daemon.stop", {"force": "yes"}, bad=True)
    assert error.code == -32602
    assert error.data == {"code": "invalid_params", "path": "params.force"}
    nested = client.error("initialize", {"client": {"name": 5}}, bad=True)
    assert nested.data["path"] == "params.client.name"
    client.ping()


def test_unknown_parameters_are_ignored(client):
    assert client.call("ping", {"extra": [1, {"deep": True}]})["pong"] is True


# --- what is not a request ------------------------------------------------------------


def test_invalid_json(raw):
    (answer,) = ask(raw, b'{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]\n')
    assert_error(answer, -32700, "parse_error")


def test_an_invalid_request_object(raw):
    (answer,) = ask(raw, {"jsonrpc": "2.0", "method": 1, "params": "bar"})
    assert_error(answer, -32600, "invalid_request")


@pytest.mark.parametrize("text", [b"null\n", b"1\n", b'"x"\n', b"true\n", b"{}\n", b"-1.5e3\n"])
def test_values_that_are_no_message(raw, text):
    (answer,) = ask(raw, text)
    assert_error(answer, -32600, "invalid_request")


@pytest.mark.parametrize("request_id", [5, 1.5, "five", -1, 1 << 70])
def test_an_id_that_can_be_read_is_given_back(raw, request_id):
    (answer,) = ask(raw, {"jsonrpc": "2.0", "id": request_id})
    assert_error(answer, -32600, "invalid_request", request_id)
    ((answer,),) = ask(raw, [{"jsonrpc": "2.0", "id": request_id}])
    assert_error(answer, -32600, "invalid_request", request_id)


@pytest.mark.parametrize("request_id", [{}, [], True, False, {"a": 1}])
def test_ids_of_another_kind(raw, request_id):
    (answer,) = ask(raw, PING | {"id": request_id})
    assert_error(answer, -32600, "invalid_request")


@pytest.mark.parametrize(
    "text",
    [
        b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping"} x',
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}{}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping",}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\xff"}}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\\ud800"}}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}}',
        b'{"jsonrpc":"2.0","id":01,"method":"ping"}',
        b"{'id':1}",
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\t"}}',
        b'// comment\t{"id":1,"method":"ping"}',
        b'\xef\xbb\xbf{"id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + b"[" * 128 + b"]" * 128 + b"}",
    ],
    ids=["duplicate", "trailing", "two", "comma", "utf8", "surrogate", "nan", "zero", "quotes", "control", "comment", "bom", "deep"],
)
def test_json_is_read_strictly(raw, text):
    (answer,) = ask(raw, text + b"\n")
    assert_error(answer, -32700, "parse_error")


def test_nesting_up_to_the_limit(raw):
    (answer,) = ask(raw, b'{"id":1,"method":"ping","params":{"a":' + b"[" * 126 + b"]" * 126 + b"}}\n", bad=False)
    assert answer["result"]["pong"] is True


def test_answers_to_nothing_are_ignored(raw):
    assert ask(raw, {"jsonrpc": "2.0", "id": 77, "result": 1}) == []
    assert ask(raw, {"jsonrpc": "2.0", "id": 77, "error": {"code": 1, "message": "x"}}) == []


def test_a_message_cannot_be_both(raw):
    (answer,) = ask(raw, PING | {"result": 1})
    assert_error(answer, -32600, "invalid_request", 1)


# --- notifications ----------------------------------------------------------------------


def test_a_notification_is_not_answered(raw):
    assert ask(raw, {"jsonrpc": "2.0", "method": "ping"}, bad=False) == []


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "foobar"},
        {"jsonrpc": "2.0", "method": "ping", "params": 1},
        {"jsonrpc": "2.0", "method": "daemon.stop", "params": {"force": "yes"}},
        {"jsonrpc": "2.0", "method": "initialize", "params": [1, 2, 3]},
        {"jsonrpc": "2.0", "method": "$/cancel_request"},
        {"jsonrpc": "2.0", "method": "rpc.nothing"},
    ],
    ids=lambda m: f"{m['method']}-{'params' in m}",
)
def test_a_wrong_notification_is_not_answered_either(raw, message):
    assert ask(raw, message) == []


def test_cancelling_what_does_not_wait_is_ignored(client):
    for request_id in (1, "x", None, 12345678901234567890):
        client.notify("$/cancel_request", {"requestId": request_id})
    client.ping()


def test_a_request_that_was_answered_cannot_be_cancelled(raw):
    raw.send(line(PING) + b'{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}\n')
    assert raw.read()["result"]["pong"] is True
    assert ask(raw, PING, bad=False)[0]["id"] == 1


# --- batches ------------------------------------------------------------------------------


def test_an_empty_batch(raw):
    (answer,) = ask(raw, [])
    assert_error(answer, -32600, "invalid_request")


def test_a_batch_that_is_not_json(raw):
    (answer,) = ask(raw, b'[{"jsonrpc": "2.0", "method": "ping", "id": "1"},{"jsonrpc": "2.0", "method"\n')
    assert_error(answer, -32700, "parse_error")


@pytest.mark.parametrize("count", [1, 3])
def test_an_invalid_batch_that_is_not_empty(raw, count):
    (answers,) = ask(raw, list(range(1, count + 1)))
    assert len(answers) == count
    for answer in answers:
        assert_error(answer, -32600, "invalid_request")


def test_a_batch_of_everything(raw):
    (answers,) = ask(raw, [
        {"jsonrpc": "2.0", "method": "ping", "id": "1"},
        {"jsonrpc": "2.0", "method": "ping"},
        {"jsonrpc": "2.0", "method": "daemon.status", "id": "2"},
        {"foo": "boo"},
        {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
        {"jsonrpc": "2.0", "method": "ping", "params": [], "id": "9"},
    ])
    by_id = {answer["id"]: answer for answer in answers}
    assert set(by_id) == {"1", "2", None, "5", "9"} and len(answers) == 5
    assert by_id["1"]["result"]["pong"] is True and by_id["9"]["result"]["pong"] is True
    assert by_id["2"]["result"]["pid"] > 0
    assert_error(by_id[None], -32600, "invalid_request")
    assert_error(by_id["5"], -32601, "method_not_found", "5")


def test_a_batch_of_one_is_answered_with_an_array(raw):
    (answers,) = ask(raw, [PING], bad=False)
    assert isinstance(answers, list) and [answer["id"] for answer in answers] == [1]


def test_a_batch_of_notifications_is_not_answered(raw):
    assert ask(raw, [{"jsonrpc": "2.0", "method": "ping"}, {"jsonrpc": "2.0", "method": "nothing"}]) == []


def test_a_batch_inside_a_batch_is_one_wrong_entry(raw):
    (answers,) = ask(raw, [[PING], PING | {"id": 2}])
    assert_error(answers[0], -32600, "invalid_request")
    assert answers[1]["id"] == 2


def test_the_largest_batch(raw):
    (answers,) = ask(raw, [PING | {"id": number} for number in range(1000)], bad=False)
    assert sorted(answer["id"] for answer in answers) == list(range(1000))


def test_one_entry_too_many(raw):
    (answer,) = ask(raw, [PING | {"id": number} for number in range(1001)])
    assert_error(answer, -32600, "batch_too_long")


# --- order ----------------------------------------------------------------------------------


def test_answers_come_in_the_order_of_the_requests(client):
    ids = [client.request(method) for method in ["ping", "daemon.status", "rpc.discover"] * 50]
    assert [client.read()["id"] for _ in ids] == ids


def test_a_long_line_holds_up_only_what_is_behind_it(raw):
    long = line({"jsonrpc": "2.0", "id": 2, "method": "ping", "params": {"x": "y" * 400_000}})
    raw.send(line(PING) + long + line(PING | {"id": 3}))
    assert [raw.read()["id"] for _ in range(3)] == [1, 2, 3]
