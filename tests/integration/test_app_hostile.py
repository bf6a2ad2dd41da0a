"""Apps that break the rules of their connection: nothing happens to others, and what the daemon keeps for them has a limit."""

import json
import os
import signal
import threading

import pytest

from activities import DAY, now, record, window
from app_lane import App, install, open_app, status
from archives import archive, good
from client import open_descriptors
from recorder import Nothing
from sessions import follow, next_event
from setting import MIB, SANITIZED
from shells import fd_client
from waiting import until

LINE_BYTES = 64 << 10


@pytest.fixture
def start(place, make_daemon):
    def begin(*rows, **options):
        install(place, "notes")
        install(place, "mail")
        if rows:
            assert record(place, *rows) is None
        return make_daemon().start(**options)

    return begin


def pings(first, count):
    return b"".join(b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\n' % number for number in range(first, first + count))


def reads(app, first, count, what="context.recentActivity", args=None):
    for number in range(first, first + count):
        yield {"jsonrpc": "2.0", "id": number, "method": "cowork:read", "params": app.params(what, args)}


def lines(messages):
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


# --- what it says -------------------------------------------------------------------------


@pytest.mark.parametrize("garbage", [b"\xff\xfe\x00\n", b"{]\n", b"null\n", b"[]\n", b'{"jsonrpc":"1.0","method":"ping","id":900}\n', b"GET / HTTP/1.1\r\n\r\n",
                                     b"[" * 1000 + b"\n"])
def test_garbage(start, garbage):
    app = open_app(start(), "notes")
    app.send(garbage, bad=True)
    until_answered(app)
    app.ping()


def until_answered(app):
    answer = app.read()
    assert "error" in answer, answer
    while not app.nothing_came():
        assert "error" in app.read()


@pytest.mark.parametrize("size", [LINE_BYTES + 1, MIB, 20 * MIB])
def test_a_line_that_is_too_long(start, size):
    """It is skipped, and not kept."""
    daemon = start()
    app = open_app(daemon, "notes")
    app.ping()
    before = daemon.rss()
    app.send(b'{"jsonrpc":"2.0","id":900,"method":"' + b"x" * size + b'"}\n', bad=True)
    error = app.read()["error"]
    assert error["data"]["code"] == "message_too_long" and str(LINE_BYTES) in error["message"]
    app.ping()
    assert SANITIZED or daemon.rss() - before < 4 * MIB


def test_a_line_without_an_end(start):
    daemon = start()
    client, app = daemon.client(), open_app(daemon, "notes")
    for _ in range(200):
        app.send(b"x" * LINE_BYTES, bad=True)
    client.ping()
    assert status(client, "notes") == "running"


def test_responses_and_descriptors(start):
    """Answers to nothing are ignored, descriptors are closed."""
    daemon = start()
    app = open_app(daemon, "notes")
    app.ping()
    app.send(b'{"jsonrpc":"2.0","id":7,"result":{}}\n', bad=True)
    for number in range(20):
        app.send_with_fds(b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\n' % (1000 + number), [0, 1, 2])
        assert app.read()["id"] == 1000 + number


def test_descriptors_of_half_lines(start):
    """Few are kept until the line ends, and the log says once that there were too many."""
    daemon = start()
    app = open_app(daemon, "notes")
    app.ping()
    before = open_descriptors(daemon.pid) or 0
    for _ in range(200):
        app.send_with_fds(b"x", [0] * 100)
    until(lambda: "more than" in daemon.log(), "the warning")
    assert (open_descriptors(daemon.pid) or 0) - before <= 32
    app.send(b"\n", bad=True)
    assert "error" in app.read()
    app.ping()
    assert (open_descriptors(daemon.pid) or 0) - before <= 2 and daemon.log().count("descriptors") == 1


def test_a_batch_of_everything(start):
    daemon = start()
    app = open_app(daemon, "notes")
    batch = [{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 2, "method": "daemon.stop", "params": {"force": True}},
             {"jsonrpc": "2.0", "id": 3, "method": "cowork:read", "params": app.params("user.profile", app="mail")},
             *reads(app, 4, 1)]
    app.send(json.dumps(batch).encode() + b"\n", bad=True)
    answers = {answer["id"]: answer for answer in app.read()}
    assert answers[1]["result"]["pong"] and answers[2]["error"]["code"] == -32601
    assert answers[3]["error"]["data"]["code"] == "app_refused" and answers[4]["result"]["data"] == {"activities": []}
    daemon.client().ping()


# --- how much it says ---------------------------------------------------------------------


def test_a_flood_waits(start):
    """Of what an app sends at once, about half a second's worth is read; the rest waits, on all of its connections."""
    daemon = start()
    client, mail = daemon.client(), open_app(daemon, "mail")
    first, second = open_app(daemon, "notes"), open_app(daemon, "notes")
    first.send(pings(1, 1000))
    second.send(pings(1, 1000))
    assert first.read()["id"] == 1
    for _ in range(20):
        client.ping()
        mail.ping()
    assert status(client, "notes") == "running"
    first.close()
    second.close()
    until(lambda: status(client, "notes") == "installed", "the connections are closed, although they were never read to their end")


def test_searches_wait_for_each_other(start):
    """One search of an app at a time; more than a few do not wait."""
    at = now() - DAY
    daemon = start(*(window(at + number, "App", "many words of the same kind") for number in range(3000)))
    client, app = daemon.client(), open_app(daemon, "notes")
    app.send(b"[" + b",".join(json.dumps(one).encode() for one in reads(app, 1, 200, "data.search", {"query": "words kind same"})) + b"]\n")
    for _ in range(3):
        assert client.call("context:query", {"query": "words"})["results"]
    answers = app.read()
    refused = [answer for answer in answers if "error" in answer]
    assert len(answers) == 200 and 0 < len(refused) < 200
    assert {answer["error"]["data"]["code"] for answer in refused} == {"too_many_waiting"}
    assert all(len(answer["result"]["data"]["results"]) == 10 for answer in answers if "result" in answer)


def test_searches_of_an_app_that_leaves(start):
    at = now() - DAY
    daemon = start(*(window(at + number, "App", "many words") for number in range(1000)))
    client = daemon.client()
    for count in (1, 20, 30, 40):
        app = open_app(daemon, "notes")
        app.send(lines(reads(app, 1, count, "data.search", {"query": "words"})))
        app.read()
        app.close()
    assert client.call("context:query", {"query": "words"})["results"]
    until(lambda: status(client, "notes") == "installed", "it is gone")


def test_an_app_that_does_not_read(start):
    """Its answers are kept up to a limit; then its connection is closed."""
    at = now() - DAY
    title = "x" * 1000
    daemon = start(*(window(at + number, "App", title, url="https://example.org/" + "y" * 4000) for number in range(200)))
    client, app = daemon.client(), open_app(daemon, "notes")
    app.ping()
    before = daemon.rss()

    def send():
        try:
            for message in reads(app, 1, 2000, args={"limit": 200}):
                app.socket.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            pass  # it was closed

    app._record = None  # what it gets ends within a line
    app.socket.settimeout(None)
    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    until(lambda: status(client, "notes") == "installed", "it was closed")
    thread.join(10)
    assert not thread.is_alive()
    assert SANITIZED or daemon.rss() - before < 64 * MIB  # the sanitizers keep what was freed
    app.socket.close()


# --- how many it is -----------------------------------------------------------------------


def test_a_thousand_connections(start):
    """Each app has a few, all together some more; clients go on, and there is room again when they close."""
    daemon = start()
    client = fd_client(daemon)
    fds, words = [], set()
    for number in range(1000):
        try:
            client.call("apps.open", {"appId": "notes"})
            fds.append(client.take_fd())
        except Exception as error:
            words.add(error.word)
    assert len(fds) == 8 and words == {"too_many_connections"}
    open_app(daemon, "mail").ping()
    daemon.client().ping()
    for fd in fds:
        os.close(fd)
    until(lambda: status(client, "notes") == "installed", "they are closed")
    open_app(daemon, "notes").ping()


def test_many_apps(place, make_daemon):
    for number in range(12):
        install(place, f"app{number}")
    daemon = make_daemon().start()
    client = fd_client(daemon)
    opened = []
    for number in range(12 * 8):
        try:
            opened.append(open_app(daemon, f"app{number // 8}", client))
        except Exception as error:
            assert error.word == "too_many_connections" and len(opened) == 64
    assert len(opened) == 64
    opened[-1].ping()
    daemon.close_clients()


# --- ends ---------------------------------------------------------------------------------


def test_a_restart_keeps_the_connection(start):
    """It stays that app, has said initialize, and what it had sent is answered."""
    daemon = start()
    client, app = daemon.client(), open_app(daemon, "notes")
    app.call("initialize", {"client": {"name": "notes"}})
    client.call("daemon.restart")
    app.ping()
    assert app.error("initialize").word == "already_initialized"
    assert app.error("cowork:read", app.params("user.profile", app="mail")).word == "app_refused"
    assert app.error("task.list", {}, bad=True).code == -32601
    assert status(client, "notes") == "running" and status(client, "mail") == "installed"
    request = app.request("cowork:read", app.params("user.profile"))
    client.call("daemon.restart")
    assert "name" in app.answer(request)["result"]["data"]
    app.send(b'{"jsonrpc":"2.0","id":"x","method":"' + b"x" * LINE_BYTES + b'"}\n', bad=True)
    assert app.read()["error"]["data"]["code"] == "message_too_long"
    app.close()
    until(lambda: status(client, "notes") == "installed", "it is closed")


def test_a_restart_during_searches(start):
    at = now() - DAY
    daemon = start(*(window(at + number, "App", "many words of the same kind") for number in range(3000)))
    client, app = daemon.client(), open_app(daemon, "notes")
    app.send(lines(reads(app, 1, 15, "data.search", {"query": "words kind same"})))
    client.call("daemon.restart")
    assert sorted(app.read()["id"] for _ in range(15)) == list(range(1, 16))


def test_an_app_that_ends_right_before_a_restart(start):
    """Its end is told, by the old program or by the new one."""
    daemon = start()
    client = daemon.client()
    follow(client, "apps")
    for _ in range(5):
        app = open_app(daemon, "notes")
        app.ping()
        app.close()
        client.call("daemon.restart")
        states = [next_event(client)[1]["app"]["status"] for _ in range(2)]
        assert states == ["running", "installed"] and status(client, "notes") == "installed"


def test_a_flood_during_a_restart(start):
    daemon = start()
    client, app = daemon.client(), open_app(daemon, "notes")
    app.send(pings(1, 100))
    client.call("daemon.restart")
    for number in range(1, 101):
        assert app.read()["id"] == number


def test_a_daemon_that_stops(start):
    """An app that floods does not hold it up."""
    daemon = start()
    client, app, deaf = daemon.client(), open_app(daemon, "notes"), open_app(daemon, "mail")
    deaf.send(pings(1, 500))
    app.ping()
    client.call("daemon.stop")
    app.assert_ended()
    assert daemon.left_promptly()


def test_a_daemon_that_dies(start):
    daemon = start()
    app = open_app(daemon, "notes")
    app.ping()
    daemon.expected_exit = -signal.SIGKILL
    daemon.left_behind_is_fine = True
    daemon.stop(signal.SIGKILL)
    app.assert_ended()


def test_the_client_that_opened_it_may_leave(start):
    daemon = start()
    client = fd_client(daemon)
    app = open_app(daemon, "notes", client)
    client.close()
    app.ping()


def test_a_descriptor_that_nobody_takes(start):
    """The client leaves before it has read the answer."""
    daemon = start()
    client = daemon.client()
    other = fd_client(daemon)
    other.request("apps.open", {"appId": "notes"})
    other.close()
    until(lambda: status(client, "notes") == "installed", "its connection is closed")


# --- removal ------------------------------------------------------------------------------


@pytest.fixture
def installed(daemon, tmp_path):
    """An app from an archive, in a running daemon."""
    path = tmp_path / "notes.zip"
    path.write_bytes(archive(good(permissions={"tools": [], "captureRead": False})))
    daemon.client().call("apps:install", {"zipPath": str(path), "grant": True})
    return str(path)


def test_a_removed_app_has_a_dead_descriptor(daemon, installed):
    """Also one with calls that wait, one that floods, and one that does not read; and the next app of this name is another one."""
    client = daemon.client()
    quiet, busy, flooding = (open_app(daemon, "notes") for _ in range(3))
    quiet.call("initialize", {})
    busy.send(lines(reads(busy, 1, 10, "data.search", {"query": "x"})))
    flooding.send(pings(1, 500))
    session = client.call("session.create", {"cwd": "/tmp", "appId": "notes"})["id"]
    assert client.call("apps:remove", {"appId": "notes"}) == {"success": True}
    quiet.assert_ended()
    for app in (busy, flooding):
        while app.read_line() is not None:
            pass
    assert client.error("session.get", {"sessionId": session}).word == "session_not_found"
    client.call("apps:install", {"zipPath": installed})
    assert status(client, "notes") == "installed"
    with pytest.raises(OSError):
        for _ in range(2):
            quiet.socket.sendall(pings(1, 1))
    assert open_app(daemon, "notes").data("data.conversations") == {"conversations": []}


def test_open_and_remove_at_once(daemon, installed):
    """Whichever comes first: no connection of a removed app is left."""
    client, other = fd_client(daemon), daemon.client()
    for _ in range(20):
        requests = [client.request("apps.open", {"appId": "notes"}) for _ in range(3)]
        removal = other.request("apps:remove", {"appId": "notes"})
        requests += [client.request("apps.open", {"appId": "notes"}) for _ in range(3)]
        answers = [client.answer(request) for request in requests]
        assert other.answer(removal)["result"] == {"success": True}
        assert len(client.fds) == sum("result" in answer for answer in answers)
        while client.fds:
            App(client.fds.pop(), Nothing(), "notes").assert_ended()
        other.call("apps:install", {"zipPath": installed})
    assert status(other, "notes") == "installed"
