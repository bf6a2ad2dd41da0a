"""The channels system:* of desktop shells: the health of four services, pushed as it changes."""

import http.server
import json
import os
import signal
import threading

import pytest

from desktop_channels import LONG, WRONG_TYPES, only, refuses
from mcp_servers import await_state, connect, jail_of, terms
from sessions import create
from tasks import submit, wait

SERVICES = ("capture", "agents", "ollama", "mcp")
ALL_WELL = [("capture", "running", "off"), ("agents", "running", None), ("ollama", "running", "off"), ("mcp", "running", None)]


class Ollama(http.server.ThreadingHTTPServer):
    """Lists one model, or fails."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            status = self.server.status
            body = json.dumps({"object": "list", "data": [{"id": "small", "object": "model"}]}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            self.server.asked.release()

        def log_message(self, *_):
            pass

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.status = 200
        self.asked = threading.Semaphore(0)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def settings(self, **more):
        return {"providers": {"ollama": {"url": f"http://127.0.0.1:{self.server_port}", "key": False}}} | more


@pytest.fixture
def ollama():
    server = Ollama()
    yield server
    server.shutdown()
    server.server_close()


def introduced(house):
    """A client that has called initialize, and what it was told at once."""
    client = house.client()
    client.call("initialize", {"client": {"name": "desktop"}})
    return client, [client.next_health() for _ in SERVICES]


def until_told(client, *wanted):
    """The next state of this service; others must not change meanwhile."""
    told = client.next_health()
    assert told[: len(wanted)] == wanted, (told, wanted)
    return told[2]


def nothing_more(client):
    client.ping()
    assert client.health == []


def test_health(house):
    """Once after the answer to initialize, then each change."""
    house.configure().start()
    client, told = introduced(house)
    assert told == ALL_WELL
    nothing_more(client)
    raw = house.client()
    raw.send(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n')
    messages = [raw.read() for _ in range(5)]
    assert "result" in messages[0] and [message["method"] for message in messages[1:]] == ["system:health"] * 4
    only(messages[1]["params"], ["service", "state"], ["message"])
    assert "system:health" in messages[0]["result"]["notifications"]


def test_those_who_do_not_want_it_get_nothing(house, directory):
    house.configure().start()
    silent, unintroduced = house.client(), house.client()
    silent.call("initialize", {"optOutNotificationMethods": ["system:health"]})
    client, _ = introduced(house)
    fails(client, directory)
    until_told(client, "mcp", "failed")
    for other in (silent, unintroduced):
        nothing_more(other)


def fails(client, directory):
    """A server that does not start because its directory is gone."""
    directory.mkdir()
    assert client.call("mcp:connect", terms(cwd=str(directory)))["status"] == "running"
    client.call("mcp:disconnect", {"serverId": "one"})
    await_state(client, "stopped")
    directory.rmdir()
    assert client.call("mcp.start", {"serverId": "one"})["status"] == "error"


@pytest.fixture
def directory(place):
    return place.root / "work"


def test_retry(house, directory):
    """mcp: failed when all servers have, degraded when some have. Another try really starts them."""
    house.configure().start()
    client, _ = introduced(house)
    fails(client, directory)
    message = until_told(client, "mcp", "failed")
    assert message.startswith("1 of 1 MCP servers have failed; one: ") and str(directory) in message
    connect(client, "two")
    assert until_told(client, "mcp", "degraded").startswith("1 of 2 MCP servers have failed; one: ")
    result = client.call("system:retry", {"service": "mcp"})
    only(result, ["success", "newState"])
    assert result == {"success": True, "newState": "restarting"}
    until_told(client, "mcp", "restarting")
    until_told(client, "mcp", "degraded")  # the directory is still gone
    directory.mkdir()
    assert client.call("system:retry", {"service": "mcp"}) == {"success": True, "newState": "restarting"}
    until_told(client, "mcp", "restarting")
    until_told(client, "mcp", "running")
    await_state(client, "running")
    nothing_more(client)


def test_a_removed_server_has_not_failed(house, directory):
    house.configure().start()
    client, _ = introduced(house)
    fails(client, directory)
    until_told(client, "mcp", "failed")
    client.call("mcp.remove", {"serverId": "one"})
    assert until_told(client, "mcp", "running") is None
    nothing_more(client)


def test_a_server_that_crashes_is_restarting(house):
    house.configure().start()
    client, _ = introduced(house)
    connect(client)
    os.kill(jail_of(client), signal.SIGKILL)
    assert until_told(client, "mcp", "restarting").startswith("one: ")
    assert until_told(client, "mcp", "running") is None


def test_retry_of_what_runs_changes_nothing(house):
    house.configure().start()
    client, _ = introduced(house)
    for service in SERVICES:
        assert client.call("system:retry", {"service": service}) == {"success": True, "newState": "running"}
    nothing_more(client)
    assert house.directories() == []


def test_agents(house):
    """A program that does not become ready: all have failed, or some while another is ready. Another try starts an executor."""
    house.configure(executors=house.executors | {"bad": {"command": ["/bin/false"]}}, pool={"warm": 0, "startMs": 60000}).start()
    client, _ = introduced(house)
    session = create(client, agent="bad")["id"]
    assert wait(client, submit(client, "x", sessionId=session))["state"] == "failed"
    assert "bad: " in until_told(client, "agents", "failed")
    assert client.call("system:retry", {"service": "agents"}) == {"success": True, "newState": "restarting"}
    until_told(client, "agents", "restarting")
    assert until_told(client, "agents", "running") is None
    nothing_more(client)


def test_some_agents(house):
    house.configure(executors=house.executors | {"bad": {"command": ["/bin/false"]}}, pool={"warm": 0, "startMs": 60000}).start()
    client, _ = introduced(house)
    (house.place.home / "project").mkdir()
    good = create(client, agent="offline", cwd=str(house.place.home / "project"))["id"]
    ended = wait(client, submit(client, "what is in this folder?", sessionId=good))
    assert ended["state"] == "completed", ended["result"]
    bad = create(client, agent="bad")["id"]
    assert wait(client, submit(client, "x", sessionId=bad))["state"] == "failed"
    assert "bad: " in until_told(client, "agents", "degraded")
    other, told = introduced(house)
    assert told[1][:2] == ("agents", "degraded")
    nothing_more(other)


def test_ollama(house, ollama):
    """weir-broker watches it while a client wants to know."""
    house.configure(**ollama.settings(health={"ollamaMs": 20})).start()
    client = house.client()
    client.ping()
    assert not ollama.asked.acquire(blocking=False)
    client.call("initialize", {})
    assert [client.next_health() for _ in SERVICES][2] == ("ollama", "starting", None)
    until_told(client, "ollama", "running")
    ollama.status = 500
    assert "HTTP 500" in until_told(client, "ollama", "degraded")
    assert "HTTP 500" in until_told(client, "ollama", "failed")
    ollama.status = 200
    assert until_told(client, "ollama", "running") is None
    nothing_more(client)


def test_ollama_is_asked_again_at_once(house, ollama):
    ollama.status = 500
    house.configure(**ollama.settings(health={"ollamaMs": 86400000})).start()
    client, told = introduced(house)
    assert told[2][:2] == ("ollama", "starting")
    until_told(client, "ollama", "failed")
    ollama.status = 200
    assert client.call("system:retry", {"service": "ollama"}) == {"success": True, "newState": "restarting"}
    until_told(client, "ollama", "restarting")
    until_told(client, "ollama", "running")
    nothing_more(client)


def test_ollama_is_switched_on_and_off(house, ollama):
    house.configure().start()
    client, told = introduced(house)
    assert told == ALL_WELL
    house.configure(**ollama.settings())
    house.daemon.send_signal(signal.SIGHUP)
    until_told(client, "ollama", "starting")
    assert until_told(client, "ollama", "running") is None
    house.configure()
    house.daemon.send_signal(signal.SIGHUP)
    assert until_told(client, "ollama", "running") == "off"
    nothing_more(client)


def test_a_restart_in_place_is_no_change(house, ollama, directory):
    house.configure(**ollama.settings()).start()
    client, _ = introduced(house)
    until_told(client, "ollama", "running")
    fails(client, directory)
    until_told(client, "mcp", "failed")
    client.call("daemon.restart")
    until_told(client, "mcp", "running")  # nothing has tried to start the server since
    client.call("agent.models")  # waits for the check that the new program has begun, or uses its result
    nothing_more(client)


def test_bad_input(client):
    for value in [*WRONG_TYPES, "", "nobody", "MCP", LONG]:
        refuses(client, "system:retry", {"service": value}, "service")
    refuses(client, "system:retry", {}, "service")
    refuses(client, "system:retry", {"service": "mcp", "more": 1}, "more")
    assert client.error("system:health", {}, bad=True).word == "method_not_found"
