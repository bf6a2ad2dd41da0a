"""sdk/typescript in a desktop shell: a main process and a renderer that share nothing but Electron's IPC, walking through the flows of the
desktop channels against the real daemon."""

import json
import signal

import pytest

from mcp_servers import terms
from sdk import modules, script  # noqa: F401
from setting import OPENRPC
from waiting import until

pytestmark = pytest.mark.usefixtures("once")


@pytest.fixture
def shell(house, script):  # noqa: F811
    house.configure(tasks={"agent": "offline"}).start()
    shell = script("shell.mjs", json.dumps({"socketPath": str(house.daemon.socket)}), environment={"WEIR_MODULES": str(modules())})
    shell.loaded, shell.health = shell.read()["loaded"], []
    return shell


def answer_to(shell, thing):
    """The answer; states of services that come before it are kept."""
    shell.say(thing)
    answer, before = shell.until(lambda one: "result" in one or "error" in one)
    shell.health += [one["health"] for one in before if "health" in one]
    return answer


def call(shell, name, *args):
    return answer_to(shell, {"call": name, "args": args})


def result(shell, name, *args):
    answer = call(shell, name, *args)
    assert "result" in answer, answer
    return answer["result"]


def test_mcp(shell):
    assert set(shell.loaded["mcp"]) == {"connect", "disconnect", "listConnections", "listTools", "getStatus"}
    assert result(shell, "mcp.listConnections") == {"connections": []}
    connected = result(shell, "mcp.connect", terms())
    assert connected["serverId"] == "one" and connected["status"] == "running" and connected["toolCount"] > 0
    (connection,) = result(shell, "mcp.listConnections")["connections"]
    assert connection["toolCount"] == connected["toolCount"]
    tools = result(shell, "mcp.listTools", {"serverId": "one"})["tools"]
    assert len(tools) == connected["toolCount"] == len(result(shell, "mcp.listTools")["tools"])
    (server,) = result(shell, "mcp.getStatus", {})["servers"]
    assert server["status"] == "running"
    assert result(shell, "mcp.disconnect", {"serverId": "one"}) == {"success": True}


def test_errors_keep_their_codes(shell):
    """Electron passes on the text of an error only."""
    error = call(shell, "mcp.getStatus", {"serverId": "nothing"})["error"]
    assert (error["name"], error["code"], error["data"]["code"]) == ("DaemonError", -32000, "mcp_server_not_found")
    assert "Error invoking" not in error["message"] and "[weir" not in error["message"]
    error = call(shell, "mcp.connect", {"serverId": "one"})["error"]
    assert (error["code"], error["data"]) == (-32602, {"code": "invalid_params", "path": "params.name"})


def test_a_preload_script_of_ones_own(shell):
    """Responses are what the channels define, whoever invokes them; void requests may be null or {}."""
    for args in ([], [None], [{}]):
        assert answer_to(shell, {"raw": "mcp:listConnections", "args": args}) == {"result": {"connections": []}}
    assert "No handler registered" in answer_to(shell, {"raw": "mcp:nothing"})["error"]["message"]


def test_settings(shell):
    assert result(shell, "app.getSettings")["theme"] == "system"
    assert result(shell, "app.setTheme", {"theme": "dark"}) == {"theme": "dark"}
    assert result(shell, "app.getSettings")["theme"] == "dark"
    assert call(shell, "app.setTheme", {"theme": "pink"})["error"]["data"]["path"] == "params.theme"


def test_capture(shell):
    """The consent is not a channel: a shell asks its person, and calls capture.consent itself."""
    assert set(shell.loaded["capture"]) == {"getStatus", "toggleStream", "getStreamConfig"}
    assert result(shell, "capture.toggleStream", {"stream": "clipboard", "enabled": True}) == {"stream": "clipboard", "enabled": True}
    streams = {one["stream"]: one for one in result(shell, "capture.getStatus")["streams"]}
    assert streams["clipboard"]["enabled"] and not streams["clipboard"]["active"] and "consented" in streams["clipboard"]["error"]
    config = {one["stream"]: one for one in result(shell, "capture.getStreamConfig")["streams"]}
    assert config["clipboard"] == {"stream": "clipboard", "enabled": True, "defaultEnabled": False}
    assert result(shell, "app.getSettings")["captureStreams"]["clipboard"]
    assert call(shell, "capture.toggleStream", {"stream": "mouse", "enabled": True})["error"]["data"]["path"] == "params.stream"


def test_health(shell):
    """A page gets the present state of every service when it has loaded, and then each change."""
    services = {}
    while len(services) < 4:
        told = shell.read()
        services[told["health"]["service"]] = told["health"]
    assert set(services) == {"capture", "agents", "ollama", "mcp"} and services["mcp"]["state"] == "running"
    broken = {"serverId": "two", "name": "Two", "transport": "stdio", "command": "/bin/false"}
    assert result(shell, "mcp.connect", broken)["toolCount"] == 0
    while not any(one["service"] == "mcp" and one["state"] == "failed" for one in shell.health):
        shell.health.append(shell.read()["health"])
    assert set(result(shell, "system.retry", {"service": "mcp"})) == {"success", "newState"}
    assert call(shell, "system.retry", {"service": "nothing"})["error"]["data"]["path"] == "params.service"


def test_it_stops_to_serve(shell):
    shell.say({"close": True})
    assert "No handler registered" in call(shell, "mcp.listConnections")["error"]["message"]


# --- chat -----------------------------------------------------------------------------


def walk(shell, **request):
    """What the page has seen of a message and its response."""
    shell.say({"walk": request})
    last, _ = shell.until(lambda one: "steps" in one or "error" in one)
    assert "steps" in last, last
    return last["steps"]


def test_the_steps_of_a_message(shell):
    """The port comes first; the agent begins when the renderer has said ACK on it; chunks are text in the form of Server-Sent Events."""
    steps = walk(shell, content="what is in this folder?")
    kinds = [next(iter(step)) for step in steps]
    assert kinds[:3] == ["port", "returned", "said"]
    port, returned, said = (next(iter(step.values())) for step in steps[:3])
    assert set(port) == {"threadId", "taskId"} and returned == port and said == "ACK"
    heard = [step["heard"] for step in steps if "heard" in step]
    assert all(text.startswith("data: {") and text.endswith("}\n\n") for text in heard)
    chunks = [json.loads(text.removeprefix("data: ")) for text in heard]
    assert chunks == [step["chunk"] for step in steps if "chunk" in step]
    assert chunks[-1]["type"] == "finish" and {"text-delta", "tool-call", "tool-result"} <= {chunk["type"] for chunk in chunks}
    calls = [chunk["toolCallId"] for chunk in chunks if chunk["type"] == "tool-call"]
    assert calls == [chunk["toolCallId"] for chunk in chunks if chunk["type"] == "tool-result"]


def test_threads(shell):
    thread = walk(shell, content="what is in this folder?")[1]["returned"]["threadId"]
    walk(shell, content="hello", threadId=thread)
    other = walk(shell, content="another thread")[1]["returned"]["threadId"]
    threads = result(shell, "chat.getThreads")["threads"]
    assert [one["threadId"] for one in threads] == [other, thread]
    page = result(shell, "chat.getThreads", {"limit": 1})
    assert [one["threadId"] for one in result(shell, "chat.getThreads", {"limit": 1, "cursor": page["nextCursor"]})["threads"]] == [thread]
    messages = result(shell, "chat.getThread", {"threadId": thread})["messages"]
    assert [message["content"] for message in messages if message["role"] == "user"] == ["what is in this folder?", "hello"]
    assert threads[1]["messageCount"] == len(messages) and messages[-1]["content"].startswith(threads[1]["lastMessage"])
    assert call(shell, "chat.getThread", {"threadId": "sess_none"})["error"]["data"]["code"] == "session_not_found"
    assert call(shell, "chat.sendMessage", {"content": ""})["error"]["data"]["path"] == "params.content"


@pytest.mark.parametrize("version", [5, 6])
def test_use_chat_in_the_renderer(shell, version):
    shell.say({"useChat": {"version": version}})
    shell.until(lambda one: one.get("view", {}).get("status") == "ready")
    for count in (2, 4):
        shell.say({"act": {"send": "what is in this folder?"}})
        shell.until(lambda one: one.get("view", {}).get("status") == "streaming")
        last, _ = shell.until(lambda one: one.get("view", {}).get("status") in ("ready", "error"))
        view = last["view"]
        assert view["status"] == "ready" and view["count"] == count and "dynamic-tool" in [part["type"] for part in view["parts"]]
    messages = result(shell, "chat.getThread", {"threadId": view["metadata"]["threadId"]})["messages"]
    assert [message["role"] for message in messages].count("user") == 2 and messages[-1]["content"] == view["parts"][-1]["text"]


def test_stop_in_the_renderer(house, shell):
    """It ends a task that waits for a person."""
    shell.say({"useChat": {"version": 6}})
    shell.until(lambda one: one.get("view", {}).get("status") == "ready")
    client = house.client()
    client.call("initialize", {"approves": True})
    shell.say({"act": {"send": "run the command: sleep 1000"}})
    shell.until(lambda one: one.get("view", {}).get("metadata"))
    until(lambda: client.call("permission.list"), "the agent asks")
    task = client.call("permission.list")[0]["taskId"]
    shell.say({"act": {"stop": True}})
    last, _ = shell.until(lambda one: one.get("view", {}).get("status") == "ready")
    assert client.call("task.wait", {"taskId": task})["state"] == "cancelled" and "error" not in last["view"]


def test_a_daemon_that_dies_during_a_response(house, shell):
    """The response goes on with the next daemon, where it was."""
    client = house.client()
    client.call("initialize", {"approves": True})
    shell.say({"walk": {"content": "run the command: echo hello"}})
    until(lambda: client.call("permission.list"), "the agent asks")
    house.daemon.stop(signal.SIGKILL)
    client = house.again().client()
    client.call("initialize", {"approves": True, "acceptsDescriptors": False})
    (request,) = until(lambda: client.call("permission.list"), "the request of the earlier daemon")
    client.call("permission.answer", {"requestId": request["id"], "decision": "allow_once"})
    last, _ = shell.until(lambda one: "steps" in one)
    chunks = [step["chunk"] for step in last["steps"] if "chunk" in step]
    assert chunks[-1]["type"] == "finish" and [chunk["type"] for chunk in chunks].count("tool-result") == 1
    assert chunks == all_chunks(client, request["taskId"])


def all_chunks(client, task):
    """The response of a task, in one piece."""
    client.call("chat:resume", {"taskId": task})
    client.call("chat:ack", {"taskId": task})
    chunks = []
    while not chunks or chunks[-1]["type"] not in ("finish", "error"):
        event = client.event()
        if event["method"] == "chat:streamChunk":
            chunks.append(event["params"]["chunk"])
    return chunks


def test_a_page_that_is_loaded_again(house, shell):
    """Its chat shows the response that its thread waits for, from the beginning."""
    client = house.client()
    client.call("initialize", {"approves": True})
    shell.say({"walk": {"content": "run the command: echo hello"}})
    (request,) = until(lambda: client.call("permission.list"), "the agent asks")
    shell.say({"useChat": {"version": 6, "threads": [["page", request["sessionId"]]]}})
    shell.until(lambda one: one.get("view", {}).get("status") == "ready")
    shell.say({"act": {"resume": True}})
    shell.until(lambda one: one.get("view", {}).get("metadata"))
    client.call("permission.answer", {"requestId": request["id"], "decision": "allow_once"})
    last, _ = shell.until(lambda one: one.get("view", {}).get("status") in ("ready", "error"))
    assert last["view"]["status"] == "ready" and last["view"]["metadata"]["taskId"] == request["taskId"]
    count = last["view"]["count"]
    shell.say({"act": {"resume": True}})  # nothing runs any more
    shell.say({"act": {"send": "hello"}})
    shell.until(lambda one: one.get("view", {}).get("status") == "streaming")
    last, _ = shell.until(lambda one: one.get("view", {}).get("status") in ("ready", "error"))
    assert last["view"]["status"] == "ready" and last["view"]["count"] == count + 2


INTERNAL = {"chat:ack", "chat:resume", "chat:streamPort", "chat:streamChunk"}  # between the daemon and the main process


def channels():
    """{namespace: functions} of the channels that the contract has."""
    found = {"chat": {"resumeThread"}}
    for kind, item in [("", m) for m in OPENRPC["methods"] if "client" in m["x-callers"]] + [("on", e) for e in OPENRPC["x-events"]]:
        namespace, colon, name = item["name"].partition(":")
        if colon and item["name"] not in INTERNAL:
            found.setdefault(namespace, set()).add(kind + name[0].upper() + name[1:] if kind else name)
    return found


def test_every_channel_of_the_contract(shell):
    """And nothing else: a channel that the daemon does not have is not there."""
    assert {name: set(functions) for name, functions in shell.loaded.items()} == channels()
    assert channels()["system"] == {"retry", "onHealth"} and channels()["cowork"] == {"read"}


def test_context(shell):
    card = result(shell, "context.getContextCard")
    assert card["recentApps"] == [] and isinstance(card["suggestions"], list)
    assert result(shell, "context.query", {"query": "weather"}) == {"results": []}
    assert result(shell, "context.getRecentActivity") == result(shell, "context.getRecentActivity", {"limit": 5}) == {"activities": []}
    assert call(shell, "context.getRecentActivity", {"since": "yesterday"})["error"]["data"]["path"] == "params.since"
