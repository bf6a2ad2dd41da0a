"""MCP servers of the daemon: their configuration, their states, and what is stored of them."""

import json
import socketserver
import threading

import pytest

from executors import House
from kernels import need_namespaces
from mcp_server import META, NEW, OLD
from mcp_servers import SERVER, await_state, call, connect, data, jail_of, state, terms, text
from setting import WATCHDOG_SECONDS
from tasks import answers
from waiting import until


@pytest.fixture
def client(house):
    return house.configure().start().client()


# --- configuration ------------------------------------------------------------------------


def test_connect(client):
    result = connect(client)
    assert result == {"serverId": "one", "status": "running", "toolCount": result["toolCount"]} and result["toolCount"] > 30
    assert client.call("mcp:listConnections") == {"connections": [
        {"serverId": "one", "name": "Server one", "status": "running", "toolCount": result["toolCount"]}]}
    [status] = client.call("mcp:getStatus")["servers"]
    assert status["serverId"] == "one" and status["status"] == "running" and status["lastHealthCheck"].endswith("Z")
    assert client.call("mcp:getStatus", {"serverId": "one"})["servers"] == [status]


def test_get(client):
    connect(client, env={"SECRET": "s3cret-value"}, cwd="/tmp", write=["/tmp/nowhere"])
    server = client.call("mcp.get", {"serverId": "one"})
    assert server["env"] == ["SECRET"] and server["headers"] == [] and not server["hasApiKey"] and "s3cret" not in json.dumps(server)
    assert server["state"] == server["status"] == "running" and server["toolsKnown"] and server["protocol"] == OLD
    assert server["server"] == {"name": "scripted", "title": "Scripted server", "version": "1.0"} and server["instructions"] == "Use it well."
    assert server["scope"] == "shared" and server["network"] == "full" and server["cwd"] == "/tmp" and server["write"] == ["/tmp/nowhere"]
    assert server["pid"] > 0 and server["createdAt"] <= server["updatedAt"]


def test_a_call(client):
    connect(client)
    assert call(client, "echo", {"text": "hello"}) == {"content": [{"type": "text", "text": "hello"}], "isError": False}
    assert call(client, "add", {"a": 1, "b": 2})["structuredContent"] == {"sum": 3}
    assert call(client, "fails")["isError"]


def test_the_same_id_again_replaces_the_configuration(client):
    first = connect(client)["toolCount"]
    jail = jail_of(client)
    assert connect(client, options={"tools": 3}, name="New name")["toolCount"] == first + 3
    assert jail_of(client) != jail and client.call("mcp.get", {"serverId": "one"})["name"] == "New name"


@pytest.mark.parametrize("wrong", [
    {"serverId": "weir"}, {"serverId": "browser"}, {"serverId": "-one"}, {"serverId": "a b"}, {"serverId": "a_b"},
    {"command": None}, {"url": "https://example.com"}, {"headers": {"X": "y"}}, {"env": {"A=B": "c"}}, {"read": ["relative"]},
    {"write": ["../up"]}, {"cwd": "relative"}, {"apiKeyEnv": "A-B"}, {"apiKey": "two\nlines"}, {"name": "a\x1bb"},
    {"transport": "http", "command": None, "args": [], "url": "ftp://example.com/"},
    {"transport": "http", "command": None, "args": [], "url": "https://example.com/", "network": "none"},
    {"transport": "http", "command": None, "args": [], "url": "https://example.com/", "headers": {"A": "b\r\nC: d"}},
])
def test_a_configuration_that_is_not_possible(client, wrong):
    params = {name: value for name, value in (terms() | wrong).items() if value is not None}
    assert client.error("mcp:connect", params).word == "mcp_server_refused"
    assert client.call("mcp:listConnections") == {"connections": []}


def test_too_many(house):
    client = house.configure(mcp={"servers": 1}).start().client()
    connect(client)
    assert client.error("mcp:connect", terms("two")).word == "too_many_mcp_servers"
    connect(client, options={"tools": 1})


def test_unknown_servers(client):
    for method, more in (("mcp.get", {}), ("mcp.start", {}), ("mcp.restart", {}), ("mcp.remove", {}), ("mcp:disconnect", {}),
                         ("mcp.call", {"tool": "x"}), ("mcp.prompt", {"name": "x"}), ("mcp.read", {"uri": "x:"}), ("mcp.logs", {}),
                         ("mcp:listTools", {}), ("mcp:getStatus", {}), ("mcp.prompts", {}), ("mcp.resources", {}),
                         ("mcp.search", {"query": "x"})):
        assert client.error(method, {"serverId": "none"} | more).word == "mcp_server_not_found", method


# --- secrets --------------------------------------------------------------------------------


def test_secrets_are_sealed_and_reach_the_server(house, client):
    connect(client, env={"TOKEN": "value-of-the-token"}, apiKey="value-of-the-key", apiKeyEnv="MY_KEY")
    environment = data(client, "environment")["env"]
    assert environment["TOKEN"] == "value-of-the-token" and environment["MY_KEY"] == "value-of-the-key"
    assert client.call("mcp.get", {"serverId": "one"})["hasApiKey"]
    assert [key["service"] for key in client.call("key.list")] == ["mcp:one"]
    for path in house.daemon.state.rglob("*"):
        if path.is_file() and "home" not in path.parts:
            assert b"value-of-the" not in path.read_bytes(), path
    assert client.error("key.give", {"service": "mcp:one"}).word in ("key_refused", "invalid_params")
    connect(client)
    assert client.call("key.list") == [] and "TOKEN" not in data(client, "environment")["env"]


def test_secrets_survive_a_restart_and_a_rotation(house, client):
    connect(client, env={"TOKEN": "value-of-the-token"})
    client.call("mcp:disconnect", {"serverId": "one"})
    client.call("key.rotate")
    client.call("daemon.restart")
    assert data(client, "environment")["env"]["TOKEN"] == "value-of-the-token"


# --- states -----------------------------------------------------------------------------------


def test_disconnect_start_restart(client):
    connect(client)
    first = jail_of(client)
    assert client.call("mcp:disconnect", {"serverId": "one"}) == {"success": True}
    assert state(client) == "stopped"
    assert client.call("mcp.start", {"serverId": "one"})["state"] == "running"
    second = jail_of(client)
    assert client.call("mcp.start", {"serverId": "one"})["pid"] == second
    server = client.call("mcp.restart", {"serverId": "one"})
    assert server["state"] == "running" and server["toolsKnown"] and len({first, second, server["pid"]}) == 3


def test_the_first_call_starts_it(client):
    connect(client)
    client.call("mcp:disconnect", {"serverId": "one"})
    assert text(call(client, "echo", {"text": "again"})) == "again" and state(client) == "running"


def test_idle(house):
    client = house.configure(mcp={"idleMs": 200}).start().client()
    connect(client)
    await_state(client, "stopped")
    assert text(call(client, "echo", {"text": "again"})) == "again"


def test_a_crash(client):
    connect(client)
    error = client.error("mcp.call", {"serverId": "one", "tool": "exit"})
    assert error.word == "mcp_server_lost" and "status 7" in error.message
    assert state(client) == "restarting" and "7" in client.call("mcp.get", {"serverId": "one"})["error"]
    await_state(client, "running")
    assert text(call(client, "echo", {"text": "back"})) == "back"


@pytest.mark.parametrize("more, words", [
    ({"command": "/nowhere/server"}, "/nowhere/server"), ({"command": "no-such-program"}, "no-such-program"),
    ({"args": ["-c", "raise SystemExit(3)"]}, "3"), ({"cwd": "/nowhere"}, "/nowhere"),
])
def test_a_server_that_cannot_be_started(client, more, words):
    result = client.call("mcp:connect", terms(**more))
    assert result["status"] == "error" and words in result["error"] and result["toolCount"] == 0
    assert state(client) == "failed" and client.call("mcp:getStatus")["servers"][0]["error"] == result["error"]
    error = client.error("mcp.call", {"serverId": "one", "tool": "echo"})
    assert error.word == "mcp_server_failed" and words in error.message
    subsystem = client.call("daemon.status")["subsystems"]["mcp"]
    assert subsystem["health"] == "degraded" and words in subsystem["message"]
    connect(client)
    assert client.call("daemon.status")["subsystems"]["mcp"]["health"] == "ok"


def test_a_server_that_never_answers_its_start(house):
    client = house.configure(mcp={"startMs": 1000}).start().client()
    result = client.call("mcp:connect", terms(options={"silent": ["initialize", "server/discover"]}))
    assert result["status"] == "error" and state(client) == "failed"


def test_events(client):
    client.call("event.subscribe", {"topics": ["event.mcpChanged"]})
    connect(client)
    client.call("mcp:disconnect", {"serverId": "one"})
    client.call("mcp.remove", {"serverId": "one"})
    seen = []
    while not seen or seen[-1]["change"] != "removed":
        event = client.event()
        if event["method"] == "event.mcpChanged":
            seen.append(event["params"])
    changes = [(event["change"], event.get("state")) for event in seen]
    states = [now for change, now in changes if change == "state"]
    assert changes[0] == ("configured", None) and ("tools", "running") in changes
    assert states[:2] == ["starting", "running"] and states[-1] == "stopped"


def test_remove(house, client):
    connect(client, apiKey="a key of it")
    directory = house.daemon.state / "mcp" / "one"
    assert directory.is_dir()
    jail = jail_of(client)
    assert client.call("mcp.remove", {"serverId": "one"}) == {"removed": True}
    assert client.error("mcp.get", {"serverId": "one"}).word == "mcp_server_not_found"
    assert client.call("mcp:listTools") == {"tools": []} and client.call("key.list") == []
    until(lambda: list((house.daemon.state / "mcp").iterdir()) == [], "its directory is removed")
    until(lambda: not (house.daemon.state.parent / str(jail)).exists() and house.processes() == [], "its processes are gone")


def test_an_old_and_a_new_server_side_by_side(house, client):
    """One speaks the protocol with initialize, the other one the protocol without it; each call waits until the other server has its own."""
    root, gate = house.place.root, house.place.root / "gate"
    records = {"old": root / "old.record", "new": root / "new.record"}
    for era, record in (("2025", records["old"]), ("2026", records["new"])):
        record.touch()
        connect(client, record.stem, {"era": era, "record": str(record)}, read=[str(SERVER), str(root)], write=[str(record)])
    servers = {name: client.call("mcp.get", {"serverId": name}) for name in records}
    assert {name: (server["state"], server["protocol"]) for name, server in servers.items()} == {"old": ("running", OLD), "new": ("running", NEW)}
    calls = [client.request("mcp.call", {"serverId": name, "tool": "wait", "arguments": {"file": str(gate)}}) for name in records]
    until(lambda: all('"tools/call"' in record.read_text() for record in records.values()), "both servers have their call")
    gate.touch()
    assert [text(answer["result"]) for answer in answers(client, *calls)] == ["waited", "waited"]
    said = {name: [json.loads(line) for line in record.read_text().splitlines()] for name, record in records.items()}
    methods = {name: {message["method"] for message in messages} for name, messages in said.items()}
    assert "initialize" in methods["old"] and "server/discover" in methods["new"] and "initialize" not in methods["new"], methods
    versions = {name: [message["params"].get("_meta", {}).get(META + "protocolVersion") for message in messages if message["method"] == "tools/call"]
                for name, messages in said.items()}
    assert versions == {"old": [None], "new": [NEW]}


# --- lists ---------------------------------------------------------------------------------------


def test_lists_are_stored(house, client):
    count = connect(client)["toolCount"]
    client.call("mcp:disconnect", {"serverId": "one"})
    client.call("daemon.restart")
    tools = client.call("mcp:listTools")["tools"]
    assert len(tools) == count and tools == client.call("mcp:listTools", {"serverId": "one"})["tools"]
    echo = next(tool for tool in tools if tool["name"] == "echo")
    assert echo["agentName"] == "mcp__one__echo" and echo["annotations"] == {"readOnlyHint": True} and len(echo["definition"]) >= 32
    [prompt] = client.call("mcp.prompts")["prompts"]
    assert prompt["name"] == "greet" and prompt["serverId"] == "one" and prompt["arguments"][0]["required"]
    resources = client.call("mcp.resources", {"serverId": "one"})
    assert [entry["uri"] for entry in resources["resources"]] == ["test://big", "test://one"]
    assert [entry["uriTemplate"] for entry in resources["templates"]] == ["test://{name}"]
    assert state(client) == "stopped"


def test_search(client):
    connect(client)
    connect(client, "two")
    assert client.call("mcp.search", {"query": "echo", "limit": 1})["tools"][0]["name"] == "echo"
    assert {tool["serverId"] for tool in client.call("mcp.search", {"query": "echo"})["tools"]} == {"one", "two"}
    assert [tool["serverId"] for tool in client.call("mcp.search", {"query": "echo", "serverId": "two"})["tools"]][:1] == ["two"]
    found = client.call("mcp.search", {"query": "answers text"})["tools"]
    assert found[0]["name"] == "echo"
    assert client.call("mcp.search", {"query": "zebra"}) == {"tools": []}


def test_prompt_and_read(client):
    connect(client)
    client.call("mcp:disconnect", {"serverId": "one"})
    result = client.call("mcp.prompt", {"serverId": "one", "name": "greet", "arguments": {"who": "Ada"}})
    assert result["messages"][0] == {"role": "user", "content": {"type": "text", "text": "Greet Ada."}}
    contents = client.call("mcp.read", {"serverId": "one", "uri": "test://one"})["contents"]
    assert contents[0]["text"] == "one"
    big = client.call("mcp.read", {"serverId": "one", "uri": "test://big"})
    assert big["file"]["bytes"] > 3_000_000 and len(json.loads(open(big["file"]["path"], encoding="utf-8").read())["contents"][0]["text"]) == 3_000_000
    assert client.error("mcp.read", {"serverId": "one", "uri": "test://none"}).word == "mcp_request_failed"


def test_logs(client):
    connect(client, options={"stderr": "a first line"})
    first = client.call("mcp.logs", {"serverId": "one"})
    assert "a first line" in first["text"]
    call(client, "log")
    until(lambda: "a line of stderr" in client.call("mcp.logs", {"serverId": "one", "after": first["position"]})["text"], "it is logged")
    assert "a first line" not in client.call("mcp.logs", {"serverId": "one", "after": first["position"]})["text"]
    assert client.error("mcp.logs", {"serverId": "one", "after": "x"}).word == "invalid_params"


def test_logs_with_rotation(house):
    client = house.configure(mcp={"logBytes": 4096}).start().client()
    connect(client)
    position, seen = client.call("mcp.logs", {"serverId": "one"})["position"], ""
    call(client, "flood", {"what": "stderr", "count": 150})

    def has_all():
        nonlocal position, seen
        part = client.call("mcp.logs", {"serverId": "one", "after": position})
        seen, position = seen + part["text"], part["position"]
        return "line 149 of a flood" in seen

    until(has_all, "the whole flood was read")


# --- sandbox -----------------------------------------------------------------------------------


def test_home_is_persistent_and_its_own(house, client):
    (house.place.home / "mine.txt").write_text("private")
    connect(client)
    environment = data(client, "environment")
    home = house.daemon.state / "mcp" / "one" / "home"
    assert environment["env"]["HOME"] == str(home) == environment["cwd"]
    (home / "kept.txt").write_text("kept")
    client.call("mcp.restart", {"serverId": "one"})
    assert (home / "kept.txt").read_text() == "kept"
    project = house.place.root / "project"
    project.mkdir()
    connect(client, "two", cwd=str(project))
    assert data(client, "environment", server_id="two")["cwd"] == str(project)


def test_what_it_sees(house, client):
    """Nothing of the user's home, nothing of weir's state, and what its configuration names."""
    need_namespaces()
    (house.place.home / "mine.txt").write_text("private")
    shown = house.place.root / "shown"
    shown.mkdir()
    found = str(house.place.root / "found")
    program = f"""
import json, os, sys
sys.path.insert(0, {str(SERVER.parent)!r})
def look(path):
    try:
        return sorted(os.listdir(path))
    except OSError as error:
        return type(error).__name__
seen = {{path: look(path) for path in sys.argv[1:]}}
with open({str(shown / "seen.json")!r}, "w") as file:
    json.dump(seen, file)
import mcp_server
mcp_server.serve({{}})
"""
    places = [str(house.place.home), str(house.daemon.state), str(shown), str(house.place.user_config.parent)]
    result = client.call("mcp:connect", terms(args=["-I", "-c", program, *places], read=[str(SERVER.parent)], write=[str(shown)]))
    assert result["status"] == "running", result
    seen = json.loads((shown / "seen.json").read_text())
    assert "mine.txt" not in seen[places[0]] and seen[places[2]] == [] and found
    assert seen[places[1]] in ("FileNotFoundError", "PermissionError") or "weir.db" not in seen[places[1]]
    assert seen[places[3]] in ("FileNotFoundError", "PermissionError")


@pytest.fixture
def port():
    """A port of this machine that greets whoever comes; and who came."""
    came = []

    class Greeter(socketserver.BaseRequestHandler):
        def handle(self):
            came.append(self.client_address)
            self.request.sendall(b"hello\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Greeter) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        server.came = came
        yield server
        server.shutdown()


@pytest.mark.parametrize("level", ["namespace", "landlock"])
@pytest.mark.parametrize("network", ["full", "none"])
def test_whom_it_reaches(house, port, level, network):
    """The network if its configuration gives it; weir's socket never."""
    if level == "namespace":
        need_namespaces()
    client = house.configure(sandbox=level).start().client()
    connect(client, network=network)
    said = data(client, "dial", {"port": port.server_address[1], "path": str(house.daemon.socket)})
    if network == "full":
        assert said["port"] == "hello\n" and len(port.came) == 1
    else:
        assert said["port"].endswith("Error") and port.came == []
    assert said["path"].endswith("Error"), said
    assert client.call("ping")["pong"] is True


def test_it_is_no_client(house, port):
    """Without a sandbox it finds the socket, and is refused all the same."""
    client = house.configure(sandbox="off").start().client()
    connect(client)
    said = data(client, "dial", {"port": port.server_address[1], "path": str(house.daemon.socket)})["path"]
    assert "executor_refused" in said and "pong" not in said
    [entry] = [entry for entry in client.call("audit.list", {"limit": 50}) if entry["what"] == "client.refused"]
    assert entry["pid"] > 0


def test_a_call_of_too_many(house):
    client = house.configure(mcp={"calls": 1}).start().client()
    file = house.place.root / "go"
    connect(client, read=[str(SERVER), str(house.place.root)])
    waiting = client.request("mcp.call", {"serverId": "one", "tool": "progress", "arguments": {"count": 1, "file": "/nowhere"}})
    while client.event()["method"] != "mcp.progress":
        pass
    assert client.error("mcp.call", {"serverId": "one", "tool": "echo", "arguments": {"text": ""}}).word == "too_many_mcp_calls"
    client.notify("$/cancel_request", {"requestId": waiting})
    assert client.answer(waiting)["error"]["data"]["code"] == "request_cancelled" and not file.exists()
    assert len(json.loads(text(call(client, "cancelled")))) == 1
