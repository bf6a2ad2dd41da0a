"""weir-broker alone, with a test in the daemon's place and a provider for tests."""

import json
import socket

import pytest

from broker_peer import KEY, Broker
from http_client import Answer, ask, begin
from providers import Gate, Provider, completion, message, message_events, sse
from waiting import until

CALL = {"model": "claude-test", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}]}
CHAT = {"model": "gpt-test", "max_completion_tokens": 50, "n": 2, "messages": [{"role": "user", "content": "Hello"}]}


@pytest.fixture
def provider():
    provider = Provider()
    yield provider
    provider.close()


@pytest.fixture
def broker(place, recorder, provider):
    broker = Broker(place, recorder, provider)
    yield broker
    problems = broker.finish()
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def model(broker):
    """The path of a socket that is served."""
    return broker.serve()


# --- a call ---------------------------------------------------------------------------


def test_key_is_added_and_the_answer_passed(broker, model, provider):
    answer = ask(model, body=CALL, anthropic_version="2023-06-01", x_api_key="mine", authorization="Bearer mine", cookie="c=1")
    assert answer.status == 200 and answer.json == message()
    seen = provider.wait_for(1)
    assert (seen.method, seen.path, json.loads(seen.body)) == ("POST", "/v1/messages", CALL)
    assert seen.headers["x-api-key"] == KEY and seen.headers["anthropic-version"] == "2023-06-01"
    assert not {"authorization", "cookie", "expect"} & set(seen.headers)
    assert seen.headers["accept-encoding"] == "identity" and seen.headers["host"] == provider.url[7:]
    assert KEY not in str(answer.headers) + answer.body.decode()


def test_reserves_before_and_settles_after(broker, model):
    ask(model, body=CALL)
    assert broker.reserved == [{"executorId": "exec1", "service": "anthropic", "model": "claude-test",
                                "inputTokens": -(-len(json.dumps(CALL)) // 3), "outputTokens": 100, "answers": 1}]
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 11, "outputTokens": 7, "status": 200}


def test_openai_has_its_own_header_path_and_numbers(broker, model, provider):
    answer = ask(model, "/openai/v1/chat/completions", CHAT, authorization="Bearer mine")
    assert answer.json == completion()
    seen = provider.wait_for(1)
    assert seen.path == "/api/v1/chat/completions" and seen.headers["authorization"] == f"Bearer {KEY}"
    assert broker.reserved[0]["outputTokens"] == 100  # two answers of fifty
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 11, "outputTokens": 7, "status": 200}


def test_what_is_free_reserves_nothing(broker, model, provider):
    provider.play = lambda handler, seen: handler.answer({"data": []})
    assert ask(model, "/anthropic/v1/models?limit=20").json == {"data": []}
    assert provider.wait_for(1).path == "/v1/models?limit=20"
    assert broker.reserved == [{"executorId": "exec1", "service": "anthropic", "model": "", "inputTokens": 0, "outputTokens": 0, "answers": 1}]
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 0, "outputTokens": 0, "status": 200}


def test_many_calls_on_one_connection(broker, model, provider):
    connection = begin(model, body=CALL)
    for number in range(1, 6):
        assert Answer(connection.getresponse()).json == message()
        broker.wait_for_settled(number)
        connection.request("POST", "/anthropic/v1/messages", json.dumps(CALL))
    assert Answer(connection.getresponse()).status == 200
    connection.close()


# --- refusals ----------------------------------------------------------------------------


def test_budget_refuses_without_a_call(broker, model, provider):
    broker.refusal = (-32037, "budget_exceeded", {"account": "session", "unit": "tokens", "left": 5, "could": 120})
    answer = ask(model, body=CALL)
    assert answer.status == 402 and answer.json["type"] == "error"
    error = answer.json["error"]
    assert error["type"] == "budget_exceeded" and error["left"] == 5 and error["could"] == 120
    answer = ask(model, "/openai/v1/responses", {"model": "gpt-test", "input": "Hello"})
    assert answer.status == 402 and answer.json["error"]["code"] == "budget_exceeded"
    assert "outputTokens" not in broker.reserved[1]  # it does not say
    assert not provider.seen and not broker.settled


@pytest.mark.parametrize("code, word, status", [(-32030, "key_not_found", 401), (-32003, "keys_locked", 401),
                                                (-32038, "key_refused", 403), (-32040, "too_many_key_requests", 429),
                                                (-32003, "subsystem_unavailable", 503)])
def test_no_key_no_call(broker, model, provider, code, word, status):
    broker.refusal = (code, word, {})
    answer = ask(model, body=CALL)
    assert answer.status == status and answer.json["error"]["message"] == f"refused: {word}"
    assert not provider.seen


def test_provider_that_refuses_costs_nothing(broker, model, provider):
    provider.play = lambda handler, seen: handler.answer({"type": "error", "error": {"type": "overloaded_error"}}, 529)
    answer = ask(model, body=CALL)
    assert answer.status == 529 and answer.json["error"]["type"] == "overloaded_error"
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 0, "outputTokens": 0, "status": 529}


def test_provider_that_is_not_there_costs_nothing(place, recorder, provider):
    class Nowhere:
        url = "http://127.0.0.1:1"

    broker = Broker(place, recorder, Nowhere)
    answer = ask(broker.serve(), body=CALL)
    assert answer.status == 502 and "cannot reach the provider" in answer.json["error"]["message"]
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 0, "outputTokens": 0, "status": 0}
    assert not broker.finish()


@pytest.mark.faults
def test_connection_that_cannot_be_watched_ends_its_call_and_no_later_one(place, recorder, provider):
    broker = Broker(place, recorder, provider, WEIR_FAULT="transfer.watch=fail*0+1")
    model = broker.serve()
    answer = ask(model, body=CALL)
    assert answer.status == 502 and "cannot reach the provider" in answer.json["error"]["message"]
    broker.wait_for_settled(1)
    assert ask(model, body=CALL).json == message()
    assert not broker.finish()


# --- streams ------------------------------------------------------------------------------


def test_stream_passes_without_delay(broker, model, provider):
    """Each piece is read before the next is written."""
    pieces = [sse(name, data) for name, data in message_events()]
    gates = [Gate() for _ in pieces]

    def play(handler, seen):
        handler.begin_stream()
        for piece, gate in zip(pieces, gates):
            handler.piece(piece)
            gate.wait()
        handler.end_stream()

    provider.play = play
    connection = begin(model, body=CALL | {"stream": True})
    response = connection.getresponse()
    assert response.getheader("content-type") == "text/event-stream"
    for piece, gate in zip(pieces, gates):
        assert response.read(len(piece)) == piece
        gate.open()
    assert response.read() == b""
    connection.close()
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 11, "outputTokens": 7, "status": 200}


def test_client_that_hangs_up_ends_the_call(broker, model, provider):
    over = Gate()

    def play(handler, seen):
        handler.begin_stream()
        handler.piece(sse(*next(message_events())))
        while handler.connection.recv(1):
            pass  # it ends when the broker hangs up
        over.open()

    provider.play = play
    connection = begin(model, body=CALL | {"stream": True})
    connection.getresponse().read(10)
    connection.sock.shutdown(socket.SHUT_RDWR)
    connection.close()
    over.wait()
    # The input was told; of the output nobody knows.
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 11, "status": 200}


def test_client_that_has_read_the_last_event_may_hang_up(broker, model, provider):
    held = Gate()

    def play(handler, seen):
        handler.begin_stream()
        for name, data in message_events():
            handler.piece(sse(name, data))
        held.wait()  # without the end of the body

    provider.play = play
    connection = begin(model, body=CALL | {"stream": True})
    response = connection.getresponse()
    text = b""
    while b"message_stop\"}" not in text:
        text += response.read1(65536)
    connection.sock.shutdown(socket.SHUT_RDWR)
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 11, "outputTokens": 7, "status": 200}
    held.open()


def test_call_is_settled_with_its_last_event(broker, model, provider):
    """The cost is known once the last event was read, even if the provider ends the body later."""
    held = Gate()

    def play(handler, seen):
        handler.begin_stream()
        for name, data in message_events():
            handler.piece(sse(name, data))
        held.wait()
        handler.end_stream()

    provider.play = play
    connection = begin(model, body=CALL | {"stream": True})
    response = connection.getresponse()
    text = b""
    while b"message_stop\"}" not in text:
        text += response.read1(65536)
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 11, "outputTokens": 7, "status": 200}
    held.open()
    assert response.read() == b""
    connection.close()
    assert ask(model, body=CALL).status == 200
    assert broker.wait_for_settled(2)["reservationId"] == "r2"  # and the first one only once


def test_slow_reader_holds_up_the_provider(broker, model, provider):
    """A stream without end is not kept in memory: the provider's writes come to a stand."""
    stands, written = Gate(), []

    def play(handler, seen):
        handler.begin_stream()
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)  # not what the machine would give
        handler.connection.settimeout(1)
        try:
            while sum(written) < 256 << 20:
                handler.piece(b"data: " + b"x" * 65000 + b"\n\n")
                written.append(65000)
        except TimeoutError:
            stands.open()

    provider.play = play
    connection = begin(model, body=CALL | {"stream": True})
    connection.getresponse().read(1)
    stands.wait()
    assert sum(written) < 32 << 20
    connection.close()
    assert "outputTokens" not in broker.wait_for_settled(1)


# --- life -----------------------------------------------------------------------------------


def test_models_of_a_service_are_asked_for_with_its_key(broker, provider):
    provider.play = lambda handler, seen: handler.answer({"data": [{"id": "one", "display_name": "The first"}, {"id": "two"}]})
    anthropic, openai = broker.providers()
    told = broker.call("broker.models", provider=anthropic, headers={"anthropic-version": "2023-06-01"}, api_key=KEY)["result"]
    assert [(model["name"], model.get("title")) for model in told["models"]] == [("one", "The first"), ("two", None)]
    assert told["complete"] and "error" not in told
    seen = provider.wait_for(1)
    assert (seen.method, seen.path.partition("?")[0]) == ("GET", "/v1/models")
    assert seen.headers["x-api-key"] == KEY and seen.headers["anthropic-version"] == "2023-06-01"
    assert len(broker.call("broker.models", provider=openai)["result"]["models"]) == 2
    assert "authorization" not in provider.wait_for(2).headers
    provider.play = lambda handler, seen: handler.answer({"error": "no"}, status=500)
    failed = broker.call("broker.models", provider=openai)["result"]
    assert failed["models"] == [] and "500" in failed["error"]


def test_leave_ends_the_calls_of_one_executor(broker, provider):
    held = Gate()
    provider.play = lambda handler, seen: (held.wait(), handler.answer(message()))
    one, two = broker.serve("exec1"), broker.serve("exec2")
    first, second = begin(one, body=CALL), begin(two, body=CALL)
    provider.wait_for(2)
    assert broker.leave("exec1")
    with pytest.raises(OSError):
        first.getresponse()
    assert "inputTokens" not in broker.wait_for_settled(1)  # it was sent: who knows
    held.open()
    assert Answer(second.getresponse()).json == message()
    assert not broker.leave("exec1")
    with pytest.raises(ConnectionRefusedError):
        begin(one, body=CALL)
    for connection in (first, second):
        connection.close()


def test_call_goes_on_without_the_daemon(broker, model, provider):
    held = Gate()
    provider.play = lambda handler, seen: (held.wait(), handler.answer(message()))
    connection = begin(model, body=CALL)
    provider.wait_for(1)
    broker.hang_up()
    until(lambda: not is_served(model), "nobody listens any more")
    held.open()
    assert Answer(connection.getresponse()).json == message()
    connection.close()
    assert broker.wait() == 0


def is_served(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as attempt:
        return attempt.connect_ex(str(path)) == 0


def test_client_that_leaves_while_it_is_reserved(broker, model, provider):
    broker.hold = Gate()
    before = broker.descriptors()
    connection = begin(model, body=CALL)
    broker.wait_for_reserved(1)
    connection.close()
    until(lambda: broker.descriptors() <= before, "its connection is gone")
    broker.hold.open()
    assert broker.wait_for_settled(1) == {"reservationId": "r1", "inputTokens": 0, "outputTokens": 0, "status": 0}
    assert not provider.seen


def test_serve_wants_a_listening_socket(broker):
    assert broker.call("broker.serve", executorId="e", sessionId="s", providers=[])["error"]["data"]["code"] == "invalid_params"
