"""MCP servers for agents that are programs: the entries that they get, the proxy, and the relay in weir-executor. Driven by a
test instead of the daemon."""

import json
import os
import subprocess
import sys

import pytest

from hosts import Host, processes_of
from mcp_host import ECHO, McpHost, text
from setting import BIN
from waiting import until

PROXY = BIN / "weir-mcp"

# An agent of the Agent Client Protocol that starts the servers that it gets, and does what the test says in Python.
AGENT = """
import json, os, subprocess, sys
def send(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(0)
def answer(message, **result): send(id=message["id"], result=result)
def update(what, **fields): send(method="session/update", params={"sessionId": "s", "update": {"sessionUpdate": what, **fields}})
def say(said): update("agent_message_chunk", content={"type": "text", "text": json.dumps(said, sort_keys=True)})
def ask(method, id="q1", **params):
    send(id=id, method=method, params={"sessionId": "s", **params})
    while (message := hear()).get("id") != id or "method" in message: pass
    return message
answer(hear(), protocolVersion=1, agentCapabilities={})
new = hear()
servers = {server["name"]: server for server in new["params"]["mcpServers"]}
answer(new, sessionId="s")
prompt = hear()
class Server:
    def __init__(self, entry, initialize=True):
        assert set(entry) == {"name", "command", "args", "env"} and entry["env"] == [], entry
        self.process = subprocess.Popen([entry["command"], *entry["args"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.next = 0
        self.notes = []
        if initialize:
            self.told = self.call("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "t", "version": "1"})
            self.write(method="notifications/initialized")
    def raw(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()
    def write(self, **message): self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\\n")
    def begin(self, method, **params):
        self.next += 1
        self.write(id=self.next, method=method, params=params)
        return self.next
    def read(self):
        line = self.process.stdout.readline()
        assert line, "the proxy ended"
        return json.loads(line)
    def wait(self, id):
        while True:
            message = self.read()
            if message.get("id") == id and "method" not in message: return message
            self.notes.append(message)
    def call(self, method, **params):
        message = self.wait(self.begin(method, **params))
        return message.get("result", message.get("error"))
    def tool(self, name, **arguments): return self.call("tools/call", name=name, arguments=arguments)
def done():
    answer(prompt, stopReason="end_turn")
    hear()
"""


@pytest.fixture
def agent(place):
    def start(script, **more):
        program = place.root / "agent.py"
        program.write_text(AGENT + script)
        return Host(place, "acp", [sys.executable, program], version="1.1", **more)

    return start


def said(host):
    """What the agent said, as values."""
    decoder, rest, values = json.JSONDecoder(), "".join(d["delta"]["text"] for d in host.data("content_block_delta")), []
    while rest:
        value, end = decoder.raw_decode(rest)
        values.append(value)
        rest = rest[end:]
    return values


def run(host, prompt="go", **more):
    result = host.run(prompt, **more)
    assert result["status"] == "completed", result
    return said(host)


def test_an_agent_calls_a_tool(agent):
    with agent("""
git = Server(servers["git"])
say(sorted(servers)); say(git.told); say(git.call("ping")); say(git.call("tools/list")); say(git.tool("echo", text="hi"))
done()
""") as host:
        mcp = McpHost(host, {"git": [ECHO | {"title": "Echo", "annotations": {"readOnlyHint": True}, "output_schema": {"type": "object"}}],
                             "web": []})
        mcp.more = {"git": {"instructions": "Be brief."}}
        names, told, pong, tools, result = run(host)
        assert names == ["git", "web"] and pong == {}
        assert told["protocolVersion"] == "2025-06-18" and told["serverInfo"]["name"] == "git" and told["instructions"] == "Be brief."
        assert told["capabilities"] == {"tools": {"listChanged": True}}
        assert tools == {"tools": [{"name": "echo", "title": "Echo", "description": ECHO["description"],
                                    "inputSchema": ECHO["input_schema"], "annotations": {"readOnlyHint": True}}]}
        assert result == {"content": [{"type": "text", "text": "said hi"}], "isError": False}
        [call] = mcp.calls
        assert (call["tool"], call["arguments"]) == ("mcp__git__echo", {"text": "hi"}) and "server" not in call and not call.get("repeat")
        assert host.permissions == []  # the daemon asks in call_mcp_tool
        assert not list(host.executor.directory.glob("mcp-*"))


def test_a_daemon_of_version_1_0_has_no_servers(agent):
    with agent("say(servers); done()") as host:
        host.daemon.resume(version="1.0")
        assert run(host) == [{}]
        assert not [ask for ask in host.daemon.asked if "mcp" in ask["method"]]


def test_without_servers_there_is_nothing(agent):
    with agent("say(servers); done()") as host:
        McpHost(host, {})
        assert run(host) == [{}] and not list(host.executor.directory.glob("mcp-*"))


@pytest.mark.parametrize("mode", ["default", "plan"])
def test_a_list_that_fails_does_not_stop_the_task(agent, mode):
    with agent("say(servers); done()") as host:
        prompt = host.execute("go", permission_mode=mode)
        host.daemon.refuse(host.daemon.wait_for_ask("list_mcp_tools"), -32010, "subsystem_unavailable")
        assert host.daemon.result(prompt)["status"] == "completed" and said(host) == [{}]
        assert [problem["code"] for problem in host.problems()] == ["MCP_UNAVAILABLE"]


def test_a_stop_while_the_servers_are_asked_for(agent):
    with agent("done()") as host:
        prompt = host.execute("go")
        host.daemon.wait_for_ask("list_mcp_tools")
        host.daemon.call("stop_task", session_token="token of task_1", task_id="task_1")
        assert host.daemon.result(prompt)["status"] == "cancelled"


def test_results_of_every_kind(agent):
    contents = [{"type": "text", "text": "a"}, {"type": "image", "data": "aGk=", "mimeType": "image/png"},
                {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
                {"type": "resource", "resource": {"uri": "x://1", "text": "t"}}, {"type": "resource_link", "uri": "x://2", "name": "n"}]
    results = {
        "all": {"approved": True, "result": {"content": contents, "structuredContent": {"n": 12345678901234567890}}},
        "failed": text("no such thing", isError=True),
        "denied": {"approved": False, "reason": "user_denied", "note": "not now"},
        "long": {"approved": True, "result": {"content": [], "file": {"path": "/tmp/result.json", "bytes": 2000000}}},
    }
    with agent("""
git = Server(servers["git"])
for kind in ("all", "failed", "denied", "long"): say(git.tool("echo", text=kind))
done()
""") as host:
        mcp = McpHost(host)
        mcp.call = lambda params: results[params["arguments"]["text"]]
        everything, failed, denied, long = run(host)
        assert everything == {"content": contents, "structuredContent": {"n": 12345678901234567890}, "isError": False}
        assert failed["isError"] and failed["content"][0]["text"] == "no such thing"
        assert denied["isError"] and denied["content"][0]["text"] == "This call was denied (user_denied). The user says: not now"
        assert not long["isError"] and "/tmp/result.json" in long["content"][0]["text"] and "2000000" in long["content"][0]["text"]


def test_errors_of_the_daemon(agent):
    words = ["mcp_tool_not_found", "mcp_arguments_refused", "mcp_server_lost"]
    with agent("""
git = Server(servers["git"])
for word in ("mcp_tool_not_found", "mcp_arguments_refused", "mcp_server_lost"): say(git.tool("echo", text=word))
done()
""") as host:
        mcp = McpHost(host)
        del host.daemon.answers["call_mcp_tool"]
        prompt = host.execute("go")
        codes = {"mcp_tool_not_found": -32000, "mcp_arguments_refused": -32052, "mcp_server_lost": -32053}
        for word in words:
            host.daemon.refuse(host.daemon.wait_for_ask("call_mcp_tool"), codes[word], word)
        assert host.daemon.result(prompt)["status"] == "completed" and mcp.calls == []
        missing, arguments, lost = said(host)
        assert missing["code"] == -32602 and missing["message"] == "mcp_tool_not_found"
        assert arguments == {"content": [{"type": "text", "text": "mcp_arguments_refused"}], "isError": True}
        assert lost["isError"]


def test_search_instead_of_a_long_list(agent):
    tools = [ECHO | {"name": f"tool{n}", "description": f"Number {n}"} for n in range(20)]
    with agent("""
git = Server(servers["git"])
say(git.call("tools/list"))
say(git.tool("mcp_search", query="number 1", limit=2)); say(git.tool("mcp_search", query="nothing")); say(git.tool("mcp_search"))
say(git.tool("mcp_call", tool="tool7", arguments={"text": "seven"})); say(git.tool("mcp_call"))
say(git.tool("mcp_call", tool="mcp__git__tool8", arguments={"text": "eight"}))
done()
""") as host:
        mcp = McpHost(host, {"git": tools}, mode="search")
        listed, found, none, bad, called, unnamed, eight = run(host)
        assert eight["content"][0]["text"] == "said eight" and mcp.calls[1]["tool"] == "mcp__git__tool8"
        assert [tool["name"] for tool in listed["tools"]] == ["mcp_search", "mcp_call"]
        assert [tool["name"] for tool in json.loads(found["content"][0]["text"])] == ["tool1", "tool10"]
        assert "No tool" in none["content"][0]["text"] and bad["isError"] and unnamed["code"] == -32602
        assert called["content"][0]["text"] == "said seven" and mcp.calls[0]["tool"] == "mcp__git__tool7"
        assert [search["server"] for search in mcp.searches] == ["git", "git"]


def test_prompts_and_resources(agent):
    with agent("""
git = Server(servers["git"])
say(git.told["capabilities"])
for method in ("prompts/list", "resources/list", "resources/templates/list"): say(git.call(method))
say(git.call("prompts/get", name="greet", arguments={"who": "Ada"})); say(git.call("resources/read", uri="x://1"))
say(git.call("resources/read", uri="x://denied")); say(git.call("resources/read")); say(git.call("prompts/get", name="x" * 2000))
say(git.call("resources/list", cursor="more"))
done()
""") as host:
        mcp = McpHost(host)
        mcp.prompts = {"git": [{"name": "greet", "arguments": [{"name": "who", "required": True}]}]}
        mcp.resources = {"git": [{"uri": "x://1", "name": "one", "size": 3}]}
        mcp.templates = {"git": [{"uriTemplate": "x://{n}", "name": "any"}]}
        messages = [{"role": "user", "content": {"type": "text", "text": "Hello, Ada"}}]

        def fetch(params):
            if "prompt" in params:
                assert params["arguments"] == {"who": "Ada"}
                return {"approved": True, "prompt": {"messages": messages}}
            if params["uri"] == "x://denied":
                return {"approved": False, "reason": "user_denied"}
            return {"approved": True, "resource": {"contents": [{"uri": "x://1", "text": "one"}]}}

        mcp.fetch = fetch
        can, prompts, resources, templates, prompt, resource, denied, no_uri, long, cursor = run(host)
        assert can == {"tools": {"listChanged": True}, "prompts": {"listChanged": True}, "resources": {"listChanged": True}}
        assert prompts["prompts"][0]["arguments"][0]["name"] == "who" and resources == {"resources": mcp.resources["git"]}
        assert templates == {"resourceTemplates": mcp.templates["git"]}
        assert prompt == {"messages": messages} and resource == {"contents": [{"uri": "x://1", "text": "one"}]}
        assert "denied" in denied["message"] and [no_uri["code"], long["code"], cursor["code"]] == [-32602] * 3


def test_version_without_initialize(agent):
    with agent("""
git = Server(servers["git"], initialize=False)
meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {}}
say(git.call("tools/list")); say(git.call("server/discover"))
say(git.call("server/discover", _meta=meta)); say(git.call("tools/list", _meta=meta))
say(git.call("tools/list", _meta={**meta, "io.modelcontextprotocol/protocolVersion": "2099-01-01"}))
say(git.call("tools/call", _meta=meta, name="echo", arguments={"text": "new"})); say(git.call("initialize", protocolVersion="2025-11-25"))
listen = git.begin("subscriptions/listen", _meta=meta, notifications={"toolsListChanged": True, "promptsListChanged": True})
say(git.read()); say("listening"); say(git.read())
git.write(method="notifications/cancelled", params={"requestId": listen})
done()
""") as host:
        McpHost(host)
        prompt = host.execute("go")
        host.daemon.wait_for(lambda: "listening" in said(host), "the subscription")
        host.daemon.notify("mcp_server_changed", server="web")
        host.daemon.notify("mcp_server_changed", server="git")
        assert host.daemon.result(prompt)["status"] == "completed"
        early, bare, discovered, tools, later, called, initialized, acknowledged, _, changed = said(host)
        assert early["code"] == -32600 and bare["code"] == -32600
        assert discovered["supportedVersions"] == ["2026-07-28"] and discovered["resultType"] == "complete"
        assert discovered["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "git"
        assert {key: tools[key] for key in ("resultType", "ttlMs", "cacheScope")} == {
            "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
        assert later["code"] == -32022 and later["data"] == {"supported": ["2026-07-28"]}
        assert called["resultType"] == "complete" and called["content"][0]["text"] == "said new"
        assert initialized["code"] == -32022
        assert acknowledged["method"] == "notifications/subscriptions/acknowledged"
        assert acknowledged["params"]["notifications"] == {"toolsListChanged": True}
        assert changed == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed",
                           "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": 8}}}


def test_progress_cancel_and_change(agent):
    with agent("""
git = Server(servers["git"])
one = git.begin("tools/call", name="echo", arguments={"text": "one"}, _meta={"progressToken": "tok"})
two = git.begin("tools/call", name="echo", arguments={"text": "two"})
say(git.read()); say(git.read())
git.write(method="notifications/cancelled", params={"requestId": two, "reason": "no"})
say(git.wait(one)["result"]); say(git.notes)
done()
""") as host:
        McpHost(host)
        del host.daemon.answers["call_mcp_tool"]
        prompt = host.execute("go")
        one, two = host.daemon.wait_for_ask("call_mcp_tool"), host.daemon.wait_for_ask("call_mcp_tool")
        host.daemon.notify("mcp_call_progress", call_id="unknown", progress=1)
        host.daemon.notify("mcp_call_progress", call_id=two["params"]["call_id"], progress=1)  # without a token
        host.daemon.notify("mcp_call_progress", call_id=one["params"]["call_id"], progress=0.5, total=2, message="half")
        host.daemon.notify("mcp_server_changed", server="git")

        def cancelled():
            return [line for line in host.daemon.lines if line.get("method") == "$/cancel_request"]

        host.daemon.wait_for(cancelled, "the cancellation")
        assert cancelled()[0]["params"]["requestId"] == two["id"]
        host.daemon.reply(one, text("one"))
        assert host.daemon.result(prompt)["status"] == "completed"
        progress, changed, result, rest = said(host)
        assert progress == {"jsonrpc": "2.0", "method": "notifications/progress",
                            "params": {"progressToken": "tok", "progress": 0.5, "total": 2, "message": "half"}}
        assert changed == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
        assert result["content"][0]["text"] == "one" and rest == []


def test_a_call_is_repeated_after_a_reconnect(agent):
    with agent("""
git = Server(servers["git"])
say(git.tool("echo", text="x")); done()
""") as host:
        McpHost(host)
        del host.daemon.answers["call_mcp_tool"]
        host.execute("go")
        first = host.daemon.wait_for_ask("call_mcp_tool")["params"]
        host.daemon.close()
        again = host.executor.connect()
        again.resume(confirmed={"task_1": 0}, version="1.1")
        second = again.wait_for_ask("call_mcp_tool")
        assert second["params"]["repeat"] and not first.get("repeat")
        assert second["params"]["call_id"] == first["call_id"] and second["params"]["arguments"] == {"text": "x"}
        again.reply(second, text("once"))
        again.wait_for(lambda: again.completions, "the end")
        assert any("once" in str(message["event_data"]) for message in again.messages)


def test_proxies_that_come_late_twice_and_die(agent):
    with agent("""
first = Server(servers["git"]); second = Server(servers["git"])
pending = second.begin("tools/call", name="echo", arguments={"text": "slow"})
say("pending")
first.process.kill(); first.process.wait()
third = Server(servers["git"])
say(third.tool("echo", text="third"))
say(second.wait(pending)["result"])
second.process.kill(); second.process.wait()
third.process.stdin.close(); say(third.process.wait())
done()
""") as host:
        mcp = McpHost(host)
        del host.daemon.answers["call_mcp_tool"]
        prompt = host.execute("go")
        slow = host.daemon.wait_for_ask("call_mcp_tool")
        third = host.daemon.wait_for_ask("call_mcp_tool")
        host.daemon.reply(third, mcp.call(third["params"]))
        host.daemon.reply(slow, mcp.call(slow["params"]))
        assert host.daemon.result(prompt)["status"] == "completed"
        _, third, slow, status = said(host)
        assert third["content"][0]["text"] == "said third" and slow["content"][0]["text"] == "said slow" and status == 0


def test_the_death_of_a_proxy_cancels_its_calls(agent):
    with agent("""
git = Server(servers["git"])
git.begin("tools/call", name="echo", arguments={"text": "x"})
hear_it = sys.stdin.readline()
""") as host:
        McpHost(host)
        del host.daemon.answers["call_mcp_tool"]
        prompt = host.execute("go")
        asked = host.daemon.wait_for_ask("call_mcp_tool")
        (proxy,) = [pid for pid in processes_of(host.executor.pid) if _name(pid) == "weir-mcp"]
        os.kill(proxy, 9)
        host.daemon.wait_for(
            lambda: [line for line in host.daemon.lines if line.get("method") == "$/cancel_request"], "the cancellation")
        [line] = [line for line in host.daemon.lines if line.get("method") == "$/cancel_request"]
        assert line["params"]["requestId"] == asked["id"]
        host.daemon.call("stop_task", session_token="token of task_1", task_id="task_1")
        assert host.daemon.result(prompt)["status"] == "cancelled"


def _name(pid):
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return ""


def test_hostile_lines(agent):
    with agent(r"""
git = Server(servers["git"])
for line in (b"\n", b"not JSON\n", b"[]\n", b"[1,[],{}]\n", b'{"jsonrpc":"2.0"}\n', b'{"jsonrpc":"2.0","id":{},"method":"ping"}\n', b'\xff\xfe\n',
             b'{"jsonrpc":"2.0","id":5,"result":{}}\n', b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}\n',
             b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}\n', b'{"jsonrpc":"2.0","id":"' + b"x" * 1000 + b'","method":"ping"}\n',
             b'{"a":' * 1000 + b"\n"):
    git.raw(line)
say(git.tool("echo", text="still here"))
say([note["error"]["code"] for note in git.notes])
git.next = 100
git.write(id=1, method="tools/call", params={"name": "echo", "arguments": {"text": "held"}})
git.write(id=1, method="tools/call", params={"name": "echo", "arguments": {"text": "again"}})
say(git.read())
long = Server(servers["git"])
try:
    long.raw(b"x" * (9 << 20))
except BrokenPipeError:
    pass
say(long.process.wait())
directory = servers["git"]["args"][2]
with open(directory + "/door", "wb", buffering=0) as door:
    for line in (b"\n", b"short\n", b"0123456789abcdef none\n", b"0123456789abcdef git\n", b"../../../../etc/x git\n", b"y" * 4000 + b"\n"):
        door.write(line)
os.mkfifo(directory + "/aaaaaaaaaaaaaaaa.up"); os.symlink("/etc/passwd", directory + "/aaaaaaaaaaaaaaaa.down")
open(directory + "/bbbbbbbbbbbbbbbb.up", "w").close()
os.mkdir(directory + "/deep"); open(directory + "/deep/file", "w").close()
with open(directory + "/door", "wb", buffering=0) as door:
    door.write(b"aaaaaaaaaaaaaaaa git\nbbbbbbbbbbbbbbbb git\n")
say(Server(servers["git"]).tool("echo", text="after all"))
done()
""") as host:
        mcp = McpHost(host)
        held = []
        prompt = host.execute("go")
        del host.daemon.answers["call_mcp_tool"]
        while True:
            asked = host.daemon.wait_for_ask("call_mcp_tool")
            if asked["params"]["arguments"]["text"] == "held":
                held.append(asked)
                continue
            host.daemon.reply(asked, mcp.call(asked["params"]))
            if asked["params"]["arguments"]["text"] == "after all":
                break
        assert host.daemon.result(prompt)["status"] == "completed" and len(held) == 1
        here, codes, twice, status, after = said(host)
        assert here["content"][0]["text"] == "said still here" and after["content"][0]["text"] == "said after all"
        assert codes == [-32700, -32600, -32600, -32600, -32600, -32600, -32700, -32602, -32600, -32700], codes
        assert twice["error"]["code"] == -32600 and "in use" in twice["error"]["message"] and status == 0
        assert not list(host.executor.directory.glob("mcp-*"))


def test_an_agent_that_does_not_read(agent):
    """The relay stops reading from it, and goes on with others."""
    with agent("""
deaf = Server(servers["git"]); git = Server(servers["git"])
import threading
thread = threading.Thread(target=lambda: [deaf.write(id=n + 10, method="tools/list") for n in range(3000)], daemon=True)
thread.start()
for n in range(50): say(git.tool("echo", text=str(n))["content"][0]["text"])
deaf.process.kill()
done()
""") as host:
        McpHost(host, {"git": [ECHO | {"description": "x" * 20000}]})
        assert run(host) == [f"said {n}" for n in range(50)]


def test_the_agents_own_prompt_is_answered(agent):
    """Only for a tool of a server that it really uses through the proxy; weir asks itself in call_mcp_tool."""
    with agent("""
def may(id, **more):
    options = [{"optionId": "yes", "kind": "allow_once", "name": "Yes"}, {"optionId": "no", "kind": "reject_once", "name": "No"}]
    call = {"toolCallId": id, "title": "t", "kind": "other", "rawInput": {}, **more}
    return ask("session/request_permission", toolCall=call, options=options)["result"]["outcome"]["optionId"]
named = {"_meta": {"claudeCode": {"toolName": "mcp__git__echo"}}}
say(may("1", **named))
git = Server(servers["git"])
say(may("2", **named)); say(may("3", name="mcp__git__echo"))
say(may("4", name="mcp__git__x__echo")); say(may("5", name="mcp__web__echo")); say(may("6", name="mcp__github__echo"))
say(may("7", name="echo")); say(may("8", title="mcp__git__echo"))
git.process.kill(); git.process.wait()
Server(servers["web"])
say(may("9", name="mcp__git__echo")); done()
""") as host:
        McpHost(host, {"git": [ECHO], "web": []})
        host.verdict = lambda params: {"approved": False, "reason": "user_denied"}
        answers = run(host)
        assert answers == ["no", "yes", "yes", "no", "no", "no", "no", "no", "no"], answers
        assert len(host.permissions) == 7


# --- the proxy alone --------------------------------------------------------------------


def proxy(*arguments, **more):
    return subprocess.run([PROXY, "--proxy", *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False, **more)


def test_proxy_without_an_executor(place):
    missing = proxy("git", place.root / "none", input="")
    assert missing.returncode == 1 and "none" in missing.stderr
    empty = place.root / "empty"
    empty.mkdir()
    assert proxy("git", empty, input="").returncode == 1
    os.mkfifo(empty / "door")
    ended = proxy("git", empty, input="")
    assert ended.returncode == 1 and "has ended" in ended.stderr and [path.name for path in empty.iterdir()] == ["door"]


def test_proxy_ends_with_the_task(agent):
    with agent("""
entry = servers["git"]
import shutil
left = subprocess.Popen([entry["command"], *entry["args"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
done()
""") as host:
        McpHost(host)
        run(host)
        until(lambda: "weir-mcp" not in [_name(pid) for pid in processes_of(host.executor.pid)], "the end of the proxy")
