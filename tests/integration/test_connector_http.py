"""weir-mcp with a server that is reached by Streamable HTTP."""

import json
import threading
import time

import pytest

from connector_peer import Connector
from mcp_server import NEW, OLD, HttpServer
from test_connector import connector, era, make_connector  # noqa: F401 (fixtures)
from setting import WATCHDOG_SECONDS
from waiting import until


@pytest.fixture
def make_server():
    servers = []

    def make(**options):
        servers.append(HttpServer(**options))
        return servers[-1]

    yield make
    for server in servers:
        server.close()


@pytest.mark.parametrize("json_only", [False, True])
def test_open_and_call(connector, make_server, era, json_only):
    server = make_server(era=era, json=json_only)
    opened = connector.open_http(server)
    assert opened["protocol"] == (OLD if era == "2025" else NEW) and opened["server"]["name"] == "scripted"
    assert connector.text("echo", {"text": "Hällo"}) == "Hällo"
    assert connector.call("image")["content"][0]["type"] == "image"
    headers, _ = server.messages("tools/call")[0]
    assert headers["mcp-protocol-version"] == opened["protocol"] and "text/event-stream" in headers["accept"]
    if era == "2026":
        assert headers["mcp-method"] == "tools/call" and headers["mcp-name"] == "echo"


def test_session(connector, make_server):
    server = make_server(session=True)
    connector.open_http(server)
    assert connector.text("echo", {"text": "a"}) == "a"
    assert server.messages("tools/call")[0][0]["mcp-session-id"] == "session-1"
    connector.finish()
    assert server.deleted.is_set()
    assert [headers["Mcp-Session-Id"] for kind, headers, _ in server.seen if kind == "DELETE"] == ["session-1"]


def test_forgotten_session(connector, make_server):
    """The call was not carried out: it is made again in a new session."""
    server = make_server(session=True)
    connector.open_http(server)
    assert connector.text("echo", {"text": "a"}) == "a"
    server.session += 10
    assert connector.text("echo", {"text": "b"}) == "b"
    assert connector.text("echo", {"text": "c"}) == "c"
    assert len(server.messages("initialize")) == 2


def test_progress_and_questions_in_the_response(connector, make_server, era):
    server = make_server(era=era)
    connector.open_http(server)
    connector.daemon.answering = lambda params: {"action": "accept", "content": {"name": "Ada"}}
    request, call = connector.begin("progress", {"count": 3})
    assert connector.daemon.end(request)["result"]["content"][0]["text"] == "done"
    assert connector.daemon.wait_told("connector.progress")[0]["call_id"] == call
    request, call = connector.begin("ask")
    assert json.loads(connector.daemon.end(request)["result"]["content"][0]["text"])["result"]["content"] == {"name": "Ada", "age": 33}
    assert connector.daemon.asked[0]["params"]["call_id"] == call


def test_stream_of_its_own(connector, make_server, era):
    """Changes come in a stream of GET (2025) or of subscriptions/listen (2026)."""
    server = make_server(era=era, listen=True)
    connector.open_http(server)
    assert server.listening.wait(20)
    connector.tools()
    connector.call("change")
    assert {"kind": "tools"} in connector.daemon.wait_told("connector.changed")
    assert connector.tools()["echo"]["description"] == "Does something else."


def test_stream_is_opened_again(connector, make_server):
    again = threading.Event()

    def play_get(handler, headers):
        if headers.get("last-event-id") == "e1":
            again.set()
            return False
        handler.begin_stream()
        handler.piece("retry: 20\nid: e1\ndata: " + json.dumps({"jsonrpc": "2.0", "method": "notifications/prompts/list_changed"}) + "\n\n")
        handler.end_stream()
        return True

    server = make_server(listen=True, play_get=play_get)
    connector.open_http(server)
    assert connector.daemon.wait_told("connector.changed") == [{"kind": "prompts"}]
    assert again.wait(20)


def test_stream_that_ends_at_once_is_not_opened_without_a_pause(connector, make_server):
    """However short the time is that the server names."""
    opened, enough = [], threading.Event()

    def play_get(handler, headers):
        opened.append(time.monotonic())
        if len(opened) == 4:
            enough.set()
        handler.begin_stream()
        handler.piece("retry: 0\n\n")
        handler.end_stream()
        return True

    connector.open_http(make_server(play_get=play_get))
    assert enough.wait(WATCHDOG_SECONDS)
    assert min(after - before for before, after in zip(opened, opened[1:])) >= 0.09


def test_response_that_breaks_off_is_resumed(connector, make_server):
    """With the id of its last event, after the time that the server names. What was incomplete comes to nothing."""
    late = {}

    def play(handler, message):
        if message.get("method") != "tools/call":
            return False
        late["answer"] = {"jsonrpc": "2.0", "id": message["id"], "result": {"content": [{"type": "text", "text": "late"}]}}
        handler.begin_stream()
        handler.piece("retry: 10\nid: r1\ndata:\n\nid: r1b\ndata: {\ndata: half of")
        handler.end_stream()
        return True

    def play_get(handler, headers):
        if headers.get("last-event-id") != "r1":
            return False
        handler.begin_stream()
        handler.piece(f"id: r2\ndata: {json.dumps(late['answer'])}\n\n")
        handler.end_stream()
        return True

    server = make_server(play=play, play_get=play_get)
    connector.open_http(server)
    assert connector.text("echo", {"text": "a"}) == "late"


def test_cancel(connector, make_server, era, place):
    server = make_server(era=era)
    connector.open_http(server)
    request, call = connector.begin("wait", {"file": str(place.root / "gate")})
    until(lambda: server.messages("tools/call"), "the call arrives")
    connector.daemon.notify("connector.cancel", call_id=call)
    assert connector.daemon.end(request)["error"]["data"]["code"] == "request_cancelled"
    until(lambda: server.messages("notifications/cancelled"), "the server is told")
    (place.root / "gate").touch()


def test_many_calls_at_once(connector, make_server, era):
    server = make_server(era=era)
    connector.open_http(server)
    begun = [connector.begin("echo", {"text": str(number)})[0] for number in range(100)]
    for number, request in enumerate(begun):
        assert connector.daemon.end(request)["result"]["content"][0]["text"] == str(number)


def test_changed_server_is_described_by_headers(connector, make_server):
    server = make_server(era="2026", schema={"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}})
    connector.open_http(server)
    assert connector.text("strict", {"region": "eu"}) == "fits"
    assert server.messages("tools/call")[0][0]["mcp-param-region"] == "eu"


# --- refusals ---------------------------------------------------------------------------------------


def refused(connector, server, **more):
    connector.expected_exit = 1
    word, message = connector.daemon.fail("connector.open", **connector.terms(transport="http", url=server.url, **more))
    assert word == "mcp_server_failed" and connector.wait() == 1
    return message


def test_login_is_wanted(connector, make_server, era):
    server = make_server(era=era, token="canary-2")
    assert refused(connector, server).startswith("the server wants a login or an API key: it answered with HTTP status 401")


def test_headers(connector, make_server, era):
    server = make_server(era=era, token="canary-2")
    connector.open_http(server, headers={"Authorization": "Bearer canary-2", "X-More": ""})
    assert connector.text("echo", {"text": "a"}) == "a"
    headers, _ = server.messages("tools/call")[0]
    assert headers["x-more"] == "" and "canary" not in connector.log()


@pytest.mark.parametrize("headers", [{"A": "b\r\nC: d"}, {"A\nB": "c"}, {"": "x"}, {"A b": "c"}])
def test_header_that_would_be_another(connector, make_server, headers):
    server = make_server()
    assert "cannot be sent" in refused(connector, server, headers=headers) and not server.seen


def test_address_that_is_no_address(connector):
    connector.expected_exit = 1
    word, message = connector.daemon.fail("connector.open", **connector.terms(transport="http", url="file:///etc/passwd"))
    assert word == "mcp_server_failed" and "does not begin with https://" in message and connector.wait() == 1


def test_nobody_listens(connector):
    connector.expected_exit = 1
    word, message = connector.daemon.fail("connector.open", **connector.terms(transport="http", url="http://127.0.0.1:1/mcp"))
    assert word == "mcp_server_failed" and message.startswith("cannot reach the server at http://127.0.0.1:1/mcp: ")
    assert connector.wait() == 1


def test_certificate_is_checked(connector, place):
    """A TLS server with a certificate that nobody has signed gets nothing."""
    import ssl
    import subprocess

    key, certificate = place.root / "key.pem", place.root / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost", "-keyout", key,
                    "-out", certificate], check=True, capture_output=True)
    server = HttpServer()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server._server.socket = context.wrap_socket(server._server.socket, server_side=True)
    server.url = server.url.replace("http://127.0.0.1", "https://localhost")
    assert "certificate" in refused(connector, server) and not server.seen
    server.close()


def redirect(target, status=307):
    def play(handler, message):
        if handler.path != "/mcp":
            return False
        handler.answer(status, location=target())
        return True

    return play


def test_redirect_to_another_host_gets_no_secret(connector, make_server):
    other = make_server()
    server = make_server(play=redirect(lambda: other.url))
    message = refused(connector, server, headers={"Authorization": "Bearer canary-3", "X-Key": "canary-4"})
    assert "redirects to another address" in message and not other.seen


def test_redirect_on_the_same_host_is_followed(connector, make_server):
    server = make_server()
    server.options["play"] = redirect(lambda: server.url.replace("/mcp", "/v2/mcp"))
    connector.open_http(server)
    assert connector.text("echo", {"text": "a"}) == "a"


def test_endless_redirects_end(connector, make_server):
    server = make_server()
    server.options["play"] = lambda handler, message: handler.answer(307, location=server.url) or True
    assert "redirects" in refused(connector, server)


@pytest.mark.parametrize("status", [400, 404, 500, 503])
def test_statuses_of_a_call(connector, make_server, status):
    server = make_server()
    connector.open_http(server)
    server.options["play"] = lambda handler, message: message.get("method") == "tools/call" and (handler.answer(status, b"<html>") or True)
    word, message = connector.fail("echo", {"text": "a"})
    assert word == "mcp_server_lost" and str(status) in message
    server.options["play"] = None
    assert connector.text("echo", {"text": "b"}) == "b"


def test_response_without_the_answer(connector, make_server):
    server = make_server()
    connector.open_http(server)
    server.options["play"] = lambda handler, message: message.get("method") == "tools/call" and (
        handler.begin_stream() or handler.piece("data: {}\n\n") or handler.end_stream() or True)
    word, message = connector.fail("echo", {"text": "a"})
    assert word == "mcp_server_lost" and "without an answer" in message


def test_response_that_is_too_long(connector, make_server):
    server = make_server()
    connector.open_http(server)

    def play(handler, message):
        if message.get("method") != "tools/call":
            return False
        handler.begin_stream()
        try:
            handler.piece("data: ")
            for _ in range(40):
                handler.piece("x" * (1 << 20))
            handler.end_stream()
        except OSError:
            handler.close_connection = True
        return True

    server.options["play"] = play
    word, message = connector.fail("echo", {"text": "a"})
    assert word == "mcp_server_lost" and "too long" in message
    server.options["play"] = None
    assert connector.text("echo", {"text": "b"}) == "b"


def test_server_that_leaves_the_connection_open(connector, make_server, place):
    """A response that never comes ends with the time of its call, and does not delay the end of weir-mcp."""
    server = make_server()
    connector.open_http(server)
    held = threading.Event()
    server.options["play"] = lambda handler, message: message.get("method") == "tools/call" and (held.wait(60) or True)
    assert connector.fail("echo", {"text": "a"}, timeout_ms=100)[0] == "timeout"
    assert not connector.finish()
    held.set()


@pytest.mark.faults
def test_connection_that_cannot_be_watched(place, recorder, make_server):
    server = make_server()
    connector = Connector(place, recorder, WEIR_FAULT="transfer.watch=fail*0+1")
    connector.expected_exit = 1
    assert connector.daemon.fail("connector.open", **connector.terms(transport="http", url=server.url))[0] == "mcp_server_failed"
    assert connector.wait() == 1 and not connector.finish()


@pytest.mark.parametrize("what", ["log", "requests", "changed"])
def test_floods_in_a_response(connector, make_server, what):
    """Each request of the server is answered by a POST of its own; above the limit the answers are dropped."""
    server = make_server()
    connector.open_http(server)
    assert connector.text("flood", {"what": what, "count": 3000}) == "flooded"
    connector.wait_log("sends more than 1000 messages in a second")
    assert connector.text("echo", {"text": "a"}) == "a"
    assert len(connector.log().splitlines()) < 1000
