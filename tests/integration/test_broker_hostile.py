"""Requests that nobody should send to weir-broker, and responses that no provider should send."""

import json
import select
import socket

import pytest

from broker_peer import Broker
from http_client import Answer, ask, begin, raw, read_answer
from providers import Gate, Provider, message, message_events, sse
from setting import MIB, WATCHDOG_SECONDS
from waiting import until

CALL = {"model": "claude-test", "max_tokens": 100, "messages": []}
BODY = json.dumps(CALL).encode()


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
    path = broker.serve()
    yield path
    assert ask(path, body=CALL).status == 200, "it does not serve any more"


def head(*fields, line=b"POST /anthropic/v1/messages HTTP/1.1"):
    return b"\r\n".join([line, b"Host: broker", *fields, b"", b""])


# --- requests ------------------------------------------------------------------------


@pytest.mark.parametrize("line", [
    b"GET http://127.0.0.1:1/v1/models HTTP/1.1", b"GET https://evil.example/anthropic/v1/models HTTP/1.1",
    b"GET //evil.example/v1/models HTTP/1.1", b"GET /anthropic//v1/models HTTP/1.1", b"GET /anthropic/../v1/models HTTP/1.1",
    b"GET /anthropic/v1/./models HTTP/1.1", b"GET /anthropic/v1/%2e%2e/models HTTP/1.1", b"GET /anthropic/v1/models#x HTTP/1.1",
    b"GET /anthropic/v1/mod\x01els HTTP/1.1", b"GET /anthropic/v1/models?a=\"b\" HTTP/1.1", b"GET /anthropic HTTP/1.1",
    b"GET / HTTP/1.1", b"GET anthropic/v1/models HTTP/1.1", b"GET /anthropic/v1/models/x@evil/.. HTTP/1.1",
    b"GET /anthropic/v1/models?" + b"a" * 3000 + b" HTTP/1.1",
])
def test_targets_that_lead_elsewhere(broker, model, provider, line):
    answer = raw(model, head(line=line))
    assert answer.startswith(b"HTTP/1.1 400") or answer == b"", answer[:200]
    assert not provider.seen and not broker.reserved


@pytest.mark.parametrize("line", [
    b"POST /anthropic/v1/messages/batches HTTP/1.1", b"DELETE /anthropic/v1/models/x HTTP/1.1", b"PUT /anthropic/v1/messages HTTP/1.1",
    b"GET /anthropic/v1/messages HTTP/1.1", b"POST /openai/v1/files HTTP/1.1", b"POST /anthropic/v1/models HTTP/1.1",
    b"POST /openai/v1/threads/x/runs HTTP/1.1", b"GET /anthropic/v1/models/x/y HTTP/1.1", b"post /anthropic/v1/messages HTTP/1.1",
])
def test_what_cannot_be_counted_is_not_served(broker, model, provider, line):
    assert raw(model, head(b"Content-Length: 2", line=line), b"{}").startswith(b"HTTP/1.1 403")
    assert not provider.seen and not broker.reserved


def test_methods_that_change_the_protocol(broker, model, provider):
    assert not raw(model, head(line=b"CONNECT 127.0.0.1:1 HTTP/1.1")).startswith(b"HTTP/1.1 2")
    assert not raw(model, head(line=b"OPTIONS * HTTP/1.1")).startswith(b"HTTP/1.1 2")
    assert not raw(model, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").startswith(b"HTTP/1.1 2")
    assert not provider.seen


@pytest.mark.parametrize("fields", [
    [b"Content-Length: %d" % len(BODY), b"Transfer-Encoding: chunked"], [b"Transfer-Encoding: chunked", b"Content-Length: 5"],
    [b"Content-Length: 5", b"Content-Length: %d" % len(BODY)], [b"Content-Length: +5"], [b"Content-Length: -1"],
    [b"Content-Length: 5, 5"], [b"Content-Length: 99999999999999999999"], [b"Transfer-Encoding: gzip, chunked"],
    [b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked"], [b"Transfer-Encoding: xchunked"], [b"Transfer-Encoding: identity", b"Content-Length: 5"],
])
def test_one_length_or_none(broker, model, provider, fields):
    answer = raw(model, head(*fields) + BODY + b"GET /anthropic/v1/models HTTP/1.1\r\nHost: x\r\n\r\n")
    assert not answer.startswith(b"HTTP/1.1 2"), answer[:200]
    assert not provider.seen and not broker.reserved


@pytest.mark.parametrize("field", [
    b"x-a: b\rx-api-key: mine", b"x-a: b\x00c", b"x-a\x01: b", b"x a: b", b"x-a: \x7f", b"x-a: b\nx-b : c", b": nothing",
])
def test_fields_that_could_become_others(broker, model, provider, field):
    raw(model, head(field, b"Content-Length: %d" % len(BODY)) + BODY)
    for seen in provider.seen:  # the server may have taken it for something harmless
        assert dict(seen.fields).get("x-api-key") != "mine" and "\r" not in str(seen.fields)
        assert [name for name, _ in seen.fields].count("x-api-key") == 1


FIELDS = [b"Content-Type: application/json", b"Content-Length: %d" % len(BODY)]


@pytest.mark.parametrize("lines", [
    [b"POST /anthropic/v1/messages HTTP/1.1\n", b"Host: broker\r\n"],
    [b"POST /anthropic/v1/messages HTTP/1.1\r\n", b"Host: broker\n"],
    [b"POST /anthropic/v1/messages HTTP/1.1\n", b"Host: broker\n"],
    [b"POST /anthropic/v1/messages HTTP/1.1\r\n", b"Host: broker\r\n", b"X-One: 1\nX-Two: 2\r\n"],
    [b"POST /anthropic/v1/messages HTTP/1.1\r\n", b"Host: broker\r\n", b"X-One: 1\0X-Two: 2\r\n"],
    [b"POST /anthropic/v1/messages HTTP/1.1\r\n", b"Host: broker\r\n", b"X-One: 1\0\r\n"],
    [b"POST /anthropic/v1/messages HTTP/1.1\r\n", b"Host: broker\r\n", b"X-One: 1\0\0\r\n"],
    [b"POST /anthropic/v1/messages HTTP/1.1\r\n", b"Host: broker\r\n", b"X-One\0: 1\r\n"],
    [b"POST /anthropic/v1/messages HTTP/1.1\r\n", b"Host: broker\r\n", b"X-One: 1\r\n 2\r\n"],
    [b"POST /anthropic/v1/messages\0 HTTP/1.1\r\n", b"Host: broker\r\n"],
    [b"POST /anthropic/v1/messages\0x HTTP/1.1\r\n", b"Host: broker\r\n"],
])
def test_lines_that_others_could_read_otherwise(broker, model, provider, lines):
    """A line ends with CR and LF, and has no NUL: a line in it could be a field to somebody else."""
    answer = raw(model, b"".join(lines) + b"\r\n".join([*FIELDS, b"", BODY]))
    assert answer.startswith(b"HTTP/1.1 400") or answer == b"", answer[:200]
    assert not provider.seen and not broker.reserved


@pytest.mark.parametrize("end", [b"\n\r\n", b"\r\n\n", b"\n\n", b"\0x\r\n\r\n"])
def test_ends_of_a_head_that_others_could_read_otherwise(broker, model, provider, end):
    answer = raw(model, head(*FIELDS).removesuffix(b"\r\n\r\n") + end + BODY)
    assert answer.startswith(b"HTTP/1.1 400") or answer == b"", answer[:200]
    assert not provider.seen and not broker.reserved


def test_fields_that_the_connection_names_stay_here(broker, model, provider):
    fields = [b"Connection: keep-alive, X-Secret , te", b"X-Secret: 1", b"TE: trailers", b"Upgrade: h2c", b"HTTP2-Settings: x",
              b"Proxy-Authorization: Basic x", b"API-Key: mine", b"Authorization: mine", b"X-Kept: yes", b"X-Empty:"]
    assert raw(model, head(*fields, b"Content-Length: %d" % len(BODY)) + BODY).startswith(b"HTTP/1.1 200")
    headers = provider.wait_for(1).headers
    assert headers["x-kept"] == "yes" and headers["x-empty"] == ""
    assert not {"connection", "x-secret", "te", "upgrade", "http2-settings", "proxy-authorization", "api-key", "authorization"} & set(headers)


def test_head_without_end(broker, model):
    answer = raw(model, head(*[b"x-%d: %s" % (n, b"y" * 1000) for n in range(200)]))
    assert not answer.startswith(b"HTTP/1.1 2") and not broker.reserved


def test_too_many_fields(broker, model):
    assert raw(model, head(*[b"x-%d: y" % n for n in range(200)])).startswith(b"HTTP/1.1 400")


def test_body_over_the_limit(broker, model):
    assert raw(model, head(b"Content-Length: %d" % (33 * MIB))).startswith(b"HTTP/1.1 413")
    chunk = b"100000\r\n" + b" " * MIB + b"\r\n"
    assert not raw(model, head(b"Transfer-Encoding: chunked"), *[chunk] * 34).startswith(b"HTTP/1.1 2")
    assert not broker.reserved


def test_chunked_body(broker, model, provider):
    pieces = b"".join(b"1\r\n%c\r\n" % byte for byte in BODY)
    assert raw(model, head(b"Transfer-Encoding: chunked") + pieces + b"0\r\n\r\n").startswith(b"HTTP/1.1 200")
    seen = provider.wait_for(1)
    assert seen.body == BODY and "transfer-encoding" not in seen.headers


def test_byte_by_byte(broker, model, provider):
    text = head(b"Content-Length: %d" % len(BODY)) + BODY
    assert raw(model, *[text[i : i + 1] for i in range(len(text))]).startswith(b"HTTP/1.1 200")
    assert provider.wait_for(1).body == BODY


def test_half_closed(broker, model):
    """A client that has sent its request and closed its sending side still gets the response."""
    assert raw(model, head(b"Content-Length: %d" % len(BODY)) + BODY, half_close=True).startswith(b"HTTP/1.1 200")


def test_half_a_request(broker, model):
    before = broker.descriptors()
    for text in (head(b"Content-Length: 500") + BODY, head(b"Transfer-Encoding: chunked") + b"5\r\n", b"POST /anthropic/v1"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.connect(str(model))
            sock.sendall(text)
    until(lambda: broker.descriptors() <= before, "they are gone")
    assert not broker.reserved


@pytest.mark.parametrize("body", [
    b"", b"x", b"[]", b"null", b'{"max_tokens":1,"max_tokens":99999}', b'{"model":"a"} {}', b'{"model":"\xff"}', b"{" * 1000,
    b'{"model":"' + b"m" * 300 + b'"}',
])
def test_bodies_that_cannot_be_reckoned(broker, model, provider, body):
    assert ask(model, body=body, method="POST").status == 400
    assert not provider.seen and not broker.reserved


@pytest.mark.parametrize("more, output", [
    ({"max_tokens": 5, "max_completion_tokens": 9}, 5), ({"max_tokens": 1e30}, 10**12), ({"max_tokens": -5}, None),
    ({"max_tokens": "5"}, None), ({"max_tokens": 5, "n": 10**18}, 10**12), ({"max_tokens": 7, "n": 3, "best_of": 4}, 28),
    ({"max_output_tokens": 3}, None), ({"max_tokens": 3.0}, 3), ({"max_tokens": 2, "prompt": ["a", "b", "c"]}, 6), ({"max_tokens": 2, "prompt": [1, 2]}, 2),
])
def test_most_that_is_asked_for(broker, model, provider, more, output):
    provider.play = lambda handler, seen: handler.answer({})
    ask(model, "/openai/v1/completions", {"model": "gpt"} | more)
    assert broker.reserved[0].get("outputTokens") == output
    provider.play = lambda handler, seen: handler.answer(message())


def test_compressed_body_is_refused(broker, model):
    assert ask(model, body=b"\x1f\x8b", method="POST", content_encoding="gzip").status == 415


def test_no_more_connections_than_there_may_be(broker, model, provider):
    """Further connections wait until another one is closed."""
    held = Gate()
    provider.play = lambda handler, seen: (held.wait(), handler.answer(message()))
    connections = [begin(model, body=CALL) for _ in range(64)]
    provider.wait_for(64)
    last = begin(model, body=CALL)
    assert not select.select([last.sock], [], [], 0)[0] and len(broker.reserved) == 64
    held.open()
    for connection in connections:
        assert Answer(connection.getresponse()).status == 200
        connection.close()
    assert Answer(last.getresponse()).status == 200
    last.close()


def test_many_who_hang_up(broker, model, provider):
    """Nothing of them is left."""
    before = broker.descriptors()
    for _ in range(50):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.connect(str(model))
            sock.sendall(head(b"Content-Length: %d" % len(BODY)) + BODY)
    until(lambda: len(broker.settled) == len(broker.reserved), "all are settled")
    until(lambda: broker.descriptors() <= before + 20, "descriptors")


# --- answers ----------------------------------------------------------------------------


def settled(broker, model, play, provider, stream=False):
    provider.play = play
    try:
        answer = ask(model, body=CALL | {"stream": stream})
    except Exception as error:
        answer = error
    result = broker.wait_for_settled(1)
    provider.play = lambda handler, seen: handler.answer(message())
    return answer, (result.get("inputTokens"), result.get("outputTokens"))


@pytest.mark.parametrize("usage, numbers", [
    ({"input_tokens": -5, "output_tokens": 7}, (None, 7)), ({"input_tokens": 10**30, "output_tokens": 1}, (None, 1)),
    ({"input_tokens": "11", "output_tokens": None}, (None, None)), ([], (None, None)), ({"output_tokens": 10**12 + 1}, (None, None)),
    ({"input_tokens": 1, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 300, "output_tokens": 4}, (321, 4)),
])
def test_numbers_that_cannot_be_true(broker, model, provider, usage, numbers):
    answer, known = settled(broker, model, lambda handler, seen: handler.answer({"usage": usage}), provider)
    assert answer.status == 200 and known == numbers


def test_stream_without_numbers(broker, model, provider):
    def play(handler, seen):
        handler.begin_stream()
        handler.piece(b"data: {}\n\ndata: [DONE]\n\n")
        handler.end_stream()

    answer, known = settled(broker, model, play, provider, True)
    assert answer.body == b"data: {}\n\ndata: [DONE]\n\n" and known == (None, None)


def test_stream_that_breaks_off(broker, model, provider):
    """The executor notices, and the output counts as reserved."""
    def play(handler, seen):
        handler.begin_stream()
        handler.piece(sse(*next(message_events())))
        handler.hang_up()

    answer, known = settled(broker, model, play, provider, True)
    assert isinstance(answer, Exception) and known == (11, None)


def test_body_that_is_shorter_than_promised(broker, model, provider):
    def play(handler, seen):
        handler.begin(200, content_length=1000, content_type="application/json")
        handler.wfile.write(b"{}")
        handler.hang_up()

    answer, known = settled(broker, model, play, provider)
    assert isinstance(answer, Exception) and known == (None, None)


def test_provider_that_hangs_up(broker, model, provider):
    answer, known = settled(broker, model, lambda handler, seen: handler.hang_up(), provider)
    assert answer.status == 502 and known == (None, None)  # it has got the request: who knows


def test_redirect_is_not_followed(broker, model, provider):
    answer, known = settled(broker, model, lambda handler, seen: handler.answer({}, 307, location="http://127.0.0.1:1/"), provider)
    assert answer.status == 307 and answer.headers["location"] == "http://127.0.0.1:1/" and len(provider.seen) == 1


def test_fields_of_the_answer(broker, model, provider):
    def play(handler, seen):
        handler.answer(message(), set_cookie="a=b", alt_svc="h3", connection="x-hop", x_hop="1", request_id="req_1", keep_alive="5")

    answer, known = settled(broker, model, play, provider)
    assert answer.headers["request-id"] == "req_1" and known == (11, 7)
    assert not {"set-cookie", "alt-svc", "x-hop", "keep-alive"} & set(answer.headers)


def test_answer_head_without_end(broker, model, provider):
    def play(handler, seen):
        handler.begin(200, **{f"x-{n}": "y" * 1000 for n in range(80)}, content_length=0)

    answer, known = settled(broker, model, play, provider)
    assert answer.status == 502 and known == (None, None)


def test_interim_answers(broker, model, provider):
    def play(handler, seen):
        handler.wfile.write(b"HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n")
        handler.answer(message())

    answer, known = settled(broker, model, play, provider)
    assert answer.status == 200 and "link" not in answer.headers and known == (11, 7)
