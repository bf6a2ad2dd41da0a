"""The adapter acp, with agents built on the protocol's SDK from npm, and with agents that violate the protocol."""

import shutil
import sys

import pytest

import npm
from hosts import AnyModel, Host, processes_of


@pytest.fixture
def sdk(once, place):
    """An agent on the SDK that does what the prompt says."""
    with Host(place, "acp", npm.sdk_agent()) as host:
        yield host


def kinds(host):
    return [kind for kind, _ in host.events() if not kind.endswith("_delta")]


def said(host):
    return "".join(data["delta"]["text"] for data in host.data("content_block_delta"))


# --- on the SDK -----------------------------------------------------------------------


def test_prompt_with_files_and_permissions(sdk):
    target = sdk.work / "new" / "a.txt"
    result = sdk.run(f"think hm\nhello\nplan\nedit {target} one\nedit {target} two\nread {target} 1 1")
    assert result == {"status": "completed", "text": "writtentwo", "message_count": len(sdk.daemon.messages)}
    assert target.read_text() == "two" and said(sdk) == "hellowrittenwrittentwo"
    title = f"Write {target}"
    written = {"file_path": str(target), "content": "one", "description": title}
    edited = {"file_path": str(target), "old_string": "one", "new_string": "two", "description": title}
    # What the approved call then does is not asked again.
    assert sdk.permissions == [("Read", {"file_path": str(target)}), ("Write", written), ("Read", {"file_path": str(target)}),
                               ("Edit", edited), ("Read", {"file_path": str(target)})]
    block = ["content_block_start", "content_block_stop"]
    assert kinds(sdk) == ["message_start", "content_block_start", "thinking_chunk", "content_block_stop", *block,
                          *block, "tool_call", "tool_result", *block, *block, "tool_call", "tool_result", *block, "message_stop"]
    assert [data["content_block"] for data in sdk.data("content_block_stop")][2] == {
        "type": "tool_use", "id": "call_4", "name": "Write", "input": written}
    assert sdk.data("tool_call")[1] == {"tool": "Edit", "input": edited, "tool_call_id": "call_5"}
    assert sdk.data("tool_result")[0] == {"tool": "Write", "result": "written", "tool_call_id": "call_4", "is_error": False}
    assert [p["progress"] for p in sdk.daemon.progress] == [
        {"percent": 50, "message": "the second", "completed_steps": 1, "total_steps": 2}]


def test_commands_and_refusals(sdk):
    sdk.verdict = lambda params: {"approved": "no" not in str(params["tool_input"]), "reason": "user_denied"}
    sdk.run("run echo it's\nrun sh -c exit\\ 3\nrun seq 1 1000\nedit /tmp/no x")
    assert [tool for tool, _ in sdk.permissions] == ["Bash"] * 3 + ["Read", "Write"]
    assert sdk.permissions[0] == ("Bash", {"command": "echo 'it'\\''s'"})
    texts = [data["content_block"]["text"] for data in sdk.data("content_block_stop") if data["content_block"]["type"] == "text"]
    assert texts[0] == "0 it's" and texts[2].startswith("0 cut ") and texts[2].endswith("1000") and texts[3] == "refused: no"
    assert sdk.data("tool_result")[0]["result"] == "it's\n" and sdk.data("tool_call")[0]["input"]["command"] == "echo 'it'\\''s'"
    assert [data["reason"] for data in sdk.data("permission_denied")] == ["user_denied"] * 2
    assert sdk.data("tool_result")[-1] | {"result": ""} == {"tool": "Write", "tool_call_id": "call_4", "is_error": True, "result": ""}


def test_next_task_loads_the_session_of_the_agent(sdk):
    sdk.context["messages"] = [{"role": "user", "type": "text", "content": "My name is Ada."}]
    sdk.run("hello")
    assert "User: My name is Ada." in said(sdk)
    del sdk.daemon.messages[:]
    sdk.run("again", task="task_2")
    assert said(sdk) == "again"  # neither told again nor what the agent has replayed


def test_slash_commands_of_the_agent(place):
    """Told before the prompt, as most agents do, and again when they change; of another session they are not told."""
    body = """
first = hear(); answer(first, protocolVersion=1, agentCapabilities={})
second = hear()
update("available_commands_update", availableCommands=[{"name": "init", "description": "Begin"}])
answer(second, sessionId="s")
third = hear()
assert third["params"]["prompt"][0]["text"] == "/web cats", third  # nothing stands before a command
send(method="session/update", params={"sessionId": "other", "update": {"sessionUpdate": "available_commands_update",
     "availableCommands": [{"name": "not-ours", "description": ""}]}})
update("available_commands_update", availableCommands=[
    {"name": "web", "description": "Search the web", "input": {"hint": "words"}}, {"name": "a b"}, "plan", 7])
update("available_commands_update", availableCommands="none")
text("done")
answer(third, stopReason="end_turn")
"""
    with Host(place, "acp", [sys.executable, "-c", FALSE + body]) as host:
        host.context["messages"] = [{"role": "user", "type": "text", "content": "My name is Ada."}]
        assert host.run("/web cats")["status"] == "completed", host.executor.stderr()
        assert [(c["agent"], c["commands"]) for c in host.daemon.commands] == [
            ("other", [{"name": "init", "description": "Begin"}]),
            ("other", [{"name": "web", "description": "Search the web", "hint": "words"}, {"name": "plan"}])]


def test_usage_context_and_quota(place):
    """The cost of the agent's session before the prompt does not count for the task; the final result has all
    values."""
    body = """
first = hear(); answer(first, protocolVersion=1, agentCapabilities={})
second = hear()
update("usage_update", used=0, size=200000, cost={"amount": 1, "currency": "USD"})
answer(second, sessionId="s")
third = hear()
update("usage_update", used=68000, size=200000, cost={"amount": 1.25, "currency": "USD"})
update("usage_update", used=68000, size=200000, cost={"amount": 1.25, "currency": "USD"})
update("usage_update", used=-1, size="x", cost=7)
update("usage_update", used=68000, size=200000,
       _meta={"_claude/rateLimit": {"status": "allowed_warning", "rateLimitType": "five_hour", "utilization": 0.91, "resetsAt": 1800000000}})
answer(third, stopReason="end_turn", _meta={"quota": {"token_count": {"input_tokens": 900, "output_tokens": 40},
                                                      "model_usage": [{"model": "gemini-3-pro"}]}})
"""
    with Host(place, "acp", [sys.executable, "-c", FALSE + body]) as host:
        done = host.run("go")
        context = {"context_tokens": 68000, "context_limit": 200000, "reported_cost_micros": 250000, "reported_currency": "USD"}
        tokens = {"input_tokens": 900, "output_tokens": 40, "model": "gemini-3-pro"}
        quota = {"name": "five_hour", "used_percent": 91, "resets_at": 1800000000000, "exceeded": False}
        assert host.data("usage") == [{"context_tokens": 0, "context_limit": 200000}, context, context | {"quota": quota}, context | tokens]
        assert done["token_usage"] == context | tokens, done


def test_titles_fences_and_own_results(place):
    body = """
prompt = begin()
def call(id, **fields): update("tool_call", toolCallId=id, status="in_progress", **fields)
def end(id, status="completed", **fields): update("tool_call_update", toolCallId=id, status=status, **fields)
call("1", title="`make test`", kind="execute", rawInput={"command": "make test"})
end("1", content=[{"type": "content", "content": {"type": "text", "text": "```console\\nok\\n2 passed\\n```"}}])
call("2", title="Look around", kind="other", rawInput={"depth": 2, "where": ["a"]})
end("2", rawOutput={"output": "a\\nb", "metadata": {"count": 2}})
call("3", title="Odd", kind="other", rawInput={"depth": 2})
end("3", "failed", rawOutput={"code": 7})
answer(prompt, stopReason="end_turn")
"""
    with Host(place, "acp", [sys.executable, "-c", FALSE + body]) as host:
        assert host.run("go")["status"] == "completed", host.executor.stderr()
        assert [data["result"] for data in host.data("tool_result")] == ["ok\n2 passed\n", "a\nb", '{"code":7}']
        assert host.data("tool_call")[1]["input"]["description"] == "Look around"


@pytest.mark.parametrize("word, status, code", [
    ("end_turn", "completed", None), ("max_tokens", "failed", "MAX_TOKENS"), ("max_turn_requests", "failed", "MAX_TURNS"),
    ("refusal", "failed", "REFUSED"), ("cancelled", "cancelled", None), ("error", "failed", "AGENT_ERROR"),
])
def test_stop_reasons(sdk, word, status, code):
    result = sdk.run(f"hello\nstop {word}")
    assert result["status"] == status and result.get("error", {}).get("code") == code and result["text"] == "hello"
    assert code != "AGENT_ERROR" or "something broke" in result["error"]["message"]
    assert sdk.data("message_stop")[-1]["stop_reason"] == word


def test_stop_cancels(sdk):
    prompt = sdk.execute("wait")
    sdk.wait_for_event("content_block_delta")
    assert sdk.daemon.call("stop_task", session_token="token of task_1", task_id="task_1")["stopped"]
    assert sdk.daemon.result(prompt)["status"] == "cancelled"
    assert sdk.data("message_stop") == [{"message_id": "task_1_1", "stop_reason": "cancelled"}]


def test_stop_while_it_asks(sdk):
    del sdk.daemon.answers["request_permission"]
    prompt = sdk.execute(f"edit {sdk.work}/a x")
    sdk.daemon.reply(sdk.daemon.wait_for_ask("request_permission"), {"approved": True})
    sdk.daemon.wait_for_ask("request_permission")
    sdk.daemon.call("stop_task", session_token="token of task_1", task_id="task_1")
    assert sdk.daemon.result(prompt)["status"] == "cancelled"
    assert said(sdk) == "refused: cancelled" and not (sdk.work / "a").exists()


@pytest.mark.long
def test_real_agent_from_npm(once, place):
    """A third party's agent in the protocol, with Claude Code behind it and a scripted model behind that."""
    modules, program = npm.installed(npm.CLAUDE_AGENT_ACP), npm.claude_code()
    model = AnyModel(strict=False)
    env = {"ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_AUTH_TOKEN": "made-up", "CLAUDE_CODE_EXECUTABLE": str(program),
           "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
    agent = modules / "@agentclientprotocol" / "claude-agent-acp" / "dist" / "index.js"
    with Host(place, "acp", [shutil.which("node"), agent], env) as host:
        target = host.work / "a.txt"
        model.play([{"text": "I will write."}, {"tool": "Write", "id": "toolu_1", "input": {"file_path": str(target), "content": "one\n"}}],
                   [{"text": "Written."}])
        result = host.run("write a file")
        assert result["status"] == "completed" and result["text"] == "Written.", (result, host.executor.stderr())
        assert target.read_text() == "one\n"
        asked = [input for tool, input in host.permissions if tool == "Write"]
        assert asked and asked[0]["file_path"] == str(target) and asked[0]["content"] == "one\n", host.permissions
        assert [data["tool"] for data in host.data("tool_call")] == ["Write"]
        assert said(host) == "I will write.Written." and not host.data("tool_result")[0]["is_error"]
    model.close()


# --- false ones --------------------------------------------------------------------------

FALSE = """
import json, os, sys
def send(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(0)
def answer(message, **result): send(id=message["id"], result=result)
def fail(message, code, text, **data): send(id=message["id"], error={"code": code, "message": text, "data": data})
def update(what, **fields): send(method="session/update", params={"sessionId": "s", "update": {"sessionUpdate": what, **fields}})
def text(said): update("agent_message_chunk", content={"type": "text", "text": said})
def ask(method, session="s", id="q1", **params):
    send(id=id, method=method, params={"sessionId": session, **params})
    while (message := hear()).get("id") != id or "method" in message: pass
    return message
def begin(**session):
    first = hear()
    assert first["method"] == "initialize" and first["params"]["protocolVersion"] == 1, first
    assert first["params"]["clientCapabilities"] == {"fs": {"readTextFile": True, "writeTextFile": True}, "terminal": True}
    answer(first, protocolVersion=1, agentCapabilities={})
    second = hear()
    assert second["method"] == "session/new" and second["params"]["mcpServers"] == [], second
    answer(second, sessionId="s", **session)
    return hear()
"""


@pytest.fixture
def false(place):
    """A host with an agent that does what the test writes in Python."""

    def start(text, **more):
        program = place.root / "false.py"
        program.write_text(FALSE + text)
        return Host(place, "acp", [sys.executable, program], **more)

    return start


def test_strange_messages_are_survived(false):
    with false("""
print("not JSON"); print("[]"); print('{"jsonrpc": "2.0"}'); print('{"id": [1], "method": "x"}')
prompt = begin()
assert prompt["method"] == "session/prompt"
send(id=99, result={}); send(id="x", error={"code": 1, "message": "none"})
send(method="session/update"); send(method="news", params=[]); send(method="session/update", params={"sessionId": "other"})
update("a_later_kind", x=1); update("available_commands_update", availableCommands=[]); update("tool_call"); update("plan")
update("current_mode_update", currentModeId="x"); update("user_message_chunk", content={"type": "text", "text": "mine"})
update("agent_message_chunk", content={"type": "image", "data": "", "mimeType": "image/png"}); update("agent_message_chunk")
update("notice", severity="warning", title="Take care")
assert ask("elicitation/create")["error"]["code"] == -32601
assert ask("fs/read_text_file", session="other", path="/etc/passwd")["error"]["code"] == -32602
for path in ("relative", 7, None, "/" + 5000 * "x"): assert ask("fs/read_text_file", path=path)["error"]["code"] == -32602
assert ask("fs/read_text_file", path="/no/such")["error"]["code"] == -32002
for path in ("/dev/zero", "/tmp"): assert ask("fs/read_text_file", path=path)["error"]["code"] == -32603
assert ask("fs/write_text_file", path="/tmp/x", content=7)["error"]["code"] == -32602
for method in ("output", "wait_for_exit", "kill", "release"):
    assert ask("terminal/" + method, terminalId="term_9")["error"]["code"] == -32602
assert ask("terminal/create", command="")["error"]["code"] == -32602
assert ask("session/request_permission", toolCall={}, options=[])["error"]["code"] == -32602
update("tool_call", toolCallId="t1", title="Look", kind="read", locations=[{"path": "/x"}, {"path": "/y"}], status="completed",
       rawOutput={"n": 1}, content=[])
update("tool_call_update", toolCallId="t1", status="completed", title="again")
update("tool_call", toolCallId="t2", title="Hm", name="mcp__a__b", rawInput={"q": 1}, status="in_progress",
       content=[{"type": "content", "content": {"type": "image", "data": "aGk=", "mimeType": "image/png"}}])
update("tool_call", toolCallId="t3", title="never run")
text("ok")
answer(prompt, stopReason="end_turn", usage={"inputTokens": 5, "outputTokens": 6, "cachedReadTokens": 1})
""") as host:
        result = host.run("hello")
        assert "error" not in result, result["error"]["message"][-600:]
        assert result["status"] == "completed" and result["text"] == "ok"
        assert result["token_usage"] == {"input_tokens": 5, "output_tokens": 6, "cache_read_tokens": 1}
        assert [e["code"] for e in host.problems()] == ["MALFORMED_LINE"] * 6 + ["AGENT_NOTICE"]
        assert host.data("tool_call") == [
            {"tool": "Read", "tool_call_id": "t1", "input": {"file_path": "/x", "locations": [{"path": "/x"}, {"path": "/y"}],
                                                             "description": "Look"}},
            {"tool": "mcp__a__b", "tool_call_id": "t2", "input": {"q": 1, "description": "Hm"}}]
        assert [(d["result"], d["is_error"], d.get("image")) for d in host.data("tool_result")] == [
            ('{"n":1}', False, None), ("[an image]", True, {"mime": "image/png", "data": "aGk="})]


def test_a_result_that_no_message_may_hold(false):
    """It is cut short, and the task goes on."""
    with false("""
prompt = begin()
update("tool_call", toolCallId="t1", title="Look", kind="read", status="completed", content=[
    {"type": "content", "content": {"type": "text", "text": "x" * ((15 << 20) + 1000)}}])
text("ok")
answer(prompt, stopReason="end_turn")
""") as host:
        ended = host.run("hello")
        assert ended["status"] == "completed" and ended["text"] == "ok"
        [told] = host.data("tool_result")
        assert host.problems() == [] and len(told["result"]) < 15 << 20 and len(host.data("tool_call")) == 1
        assert [message["sequence"] for message in host.daemon.messages] == list(range(1, ended["message_count"] + 1))


def test_terminals_leave_nothing(false):
    with false("""
prompt = begin()
one = ask("terminal/create", command="echo $X > said; sleep 120 & exec tail -f said", env=[{"name": "X", "value": "7"}])["result"]["terminalId"]
while ask("terminal/output", terminalId=one)["result"]["output"] != "7\\n": pass
assert "exitStatus" not in ask("terminal/output", terminalId=one)["result"]
ask("terminal/kill", terminalId=one)
assert ask("terminal/wait_for_exit", terminalId=one)["result"] == {"exitCode": None, "signal": "SIGTERM"}
assert ask("terminal/output", terminalId=one)["result"]["exitStatus"]["signal"] == "SIGTERM"
ask("terminal/release", terminalId=one)
assert ask("terminal/output", terminalId=one)["error"]["code"] == -32602
two = ask("terminal/create", command="setsid sleep 120 & trap '' TERM; echo here; cat /dev/zero | head -c 3000000; sleep 120")
text("running")
answer(prompt, stopReason="end_turn")
""") as host:
        assert host.run("hello")["status"] == "completed"
        assert host.permissions[0] == ("Bash", {"command": "echo $X > said; sleep 120 & exec tail -f said", "env": [{"name": "X", "value": "7"}]})
        assert not [p for p in processes_of(host.executor.pid) if p != host.executor.pid]


def test_only_one_time_approvals_are_taken(false):
    with false("""
prompt = begin()
def may(*kinds, **call):
    outcome = ask("session/request_permission", toolCall={"toolCallId": "t%d" % len(str(call)), **call},
                  options=[{"optionId": kind, "name": kind, "kind": kind} for kind in kinds])["result"]["outcome"]
    return outcome.get("optionId") or outcome["outcome"]
assert may("allow_always", "allow_once", "reject_once", kind="execute", rawInput={"command": "ls", "cwd": os.getcwd()}) == "allow_once"
assert may("allow_always", kind="execute", title="x") == "cancelled"
assert may("allow_always", "reject_always", kind="fetch", title="Fetch") == "reject_always"
# What was approved once needs no second question, once.
assert ask("terminal/create", command="ls")["result"]
assert ask("terminal/create", command="ls")["result"]
# Nor does a call that becomes another one while somebody decides take its approval along.
send(id="q2", method="session/request_permission", params={"sessionId": "s", "options": [
    {"optionId": "y", "name": "y", "kind": "allow_once"}], "toolCall": {"toolCallId": "t", "kind": "execute", "rawInput": {"command": "w"}}})
update("tool_call_update", toolCallId="t", rawInput={"command": "rm x"})
while hear().get("id") != "q2": pass
assert ask("terminal/create", command="rm x")["result"]
answer(prompt, stopReason="end_turn")
""") as host:
        assert host.run("hello")["status"] == "completed", host.executor.stderr()
        assert host.permissions == [("Bash", {"command": "ls"}), ("Bash", {"description": "x"}),
                                    ("WebFetch", {"description": "Fetch"}), ("Bash", {"command": "ls"}),
                                    ("Bash", {"command": "w"}), ("Bash", {"command": "rm x"})]
        assert [error["code"] for error in host.problems()] == ["AGENT_PROTOCOL"] * 2


def test_an_approval_is_for_what_was_judged(false):
    """Neither the same line elsewhere or with other variables, nor a file that nobody was told of."""
    with false("""
prompt = begin()
def may(**call):
    assert ask("session/request_permission", toolCall={"toolCallId": "t%d" % len(str(call)), **call},
               options=[{"optionId": "y", "name": "y", "kind": "allow_once"}])["result"]["outcome"]["optionId"] == "y"
here = os.getcwd()
may(kind="execute", rawInput={"command": "ls"})
assert ask("terminal/create", command="ls", cwd="/tmp")["result"]
assert ask("terminal/create", command="ls", env=[{"name": "LD_PRELOAD", "value": "/tmp/x"}])["result"]
may(kind="execute", rawInput={"command": "w", "cwd": "/tmp"})
assert ask("terminal/create", command="w")["result"]
may(kind="edit", rawInput={"file_path": here + "/raw", "abs_path": here + "/absolute"}, locations=[{"path": here + "/location"}],
    content=[{"type": "diff", "path": here + "/" + name, "oldText": "", "newText": "x"} for name in ("shown", "second")])
answer(prompt, stopReason="end_turn")
""") as host:
        assert host.run("hello")["status"] == "completed", host.executor.stderr()
        assert host.permissions[:-1] == [
            ("Bash", {"command": "ls"}), ("Bash", {"command": "ls", "cwd": "/tmp"}),
            ("Bash", {"command": "ls", "env": [{"name": "LD_PRELOAD", "value": "/tmp/x"}]}),
            ("Bash", {"command": "w", "cwd": "/tmp"}), ("Bash", {"command": "w"})]
        tool, input = host.permissions[-1]
        assert tool == "Edit" and input["file_path"] == f"{host.work}/shown"
        assert {item["path"] for item in input["locations"]} == {
            f"{host.work}/{name}" for name in ("raw", "absolute", "location", "shown", "second")}


@pytest.mark.parametrize("kind", [None, "other", "strange"])
def test_what_is_approved_was_shown_whatever_the_call_is_called(false, kind):
    """A call that says by its name alone that it writes: its other files are in the question, and each is approved once."""
    with false(f"""
prompt = begin()
here = os.getcwd()
call = {{"toolCallId": "t", "name": "Write", "rawInput": {{"file_path": here + "/raw", "content": "x"}},
        "locations": [{{"path": here + "/location"}}, {{"path": here + "/location"}}],
        "content": [{{"type": "diff", "path": here + "/shown", "oldText": None, "newText": "x"}}]}}
if {kind!r}: call["kind"] = {kind!r}
assert ask("session/request_permission", toolCall=call,
           options=[{{"optionId": "y", "name": "y", "kind": "allow_once"}}])["result"]["outcome"]["optionId"] == "y"
for name in ("raw", "location", "shown", "location", "shown"):
    assert "error" not in ask("fs/write_text_file", path=here + "/" + name, content="y"), name
answer(prompt, stopReason="end_turn")
""") as host:
        assert host.run("hello")["status"] == "completed", host.executor.stderr()
        tool, input = host.permissions[0]
        named = {input["file_path"]} | {item["path"] for item in input["locations"]}
        assert tool == "Write" and named == {f"{host.work}/{name}" for name in ("raw", "location", "shown")}
        # What was approved once is asked for when it comes again.
        assert [(tool, input["file_path"]) for tool, input in host.permissions[1:]] == [
            ("Write", f"{host.work}/location"), ("Write", f"{host.work}/shown")]


def test_stop_of_one_that_does_not_read(false):
    """It has filled all that may wait for it but for a few bytes, with questions open: the stop does not fit any more."""
    with false("""
prompt = begin()
room, name = (64 << 20) - 40, os.getcwd() + "/file"
size = lambda id: len('{"jsonrpc":"2.0","id":"%s","result":{"content":""}}' % id) + 1
with open(name, "w") as file: file.write("x" * (7 << 20))
with open(name + "2", "w") as file: file.write("x" * (room - 9 * ((7 << 20) + size("r0")) - size("r0")))
for i in range(10): send(id="r%d" % i, method="fs/read_text_file", params={"sessionId": "s", "path": name + ("2" if i == 9 else "")})
for i in range(3): send(id="p%d" % i, method="session/request_permission", params={"sessionId": "s", "options": [
    {"optionId": "y", "name": "y", "kind": "allow_once"}], "toolCall": {"toolCallId": "t%d" % i, "kind": "execute", "rawInput": {"command": "w"}}})
import signal
signal.pause()
""") as host:
        del host.daemon.answers["request_permission"]
        prompt = host.execute("hello")
        for _ in range(10):
            host.daemon.reply(host.daemon.wait_for_ask("request_permission"), {"approved": True})
        for _ in range(3):
            host.daemon.wait_for_ask("request_permission")
        assert host.daemon.call("stop_task", session_token="token of task_1", task_id="task_1")["stopped"]
        assert host.daemon.result(prompt)["status"] == "cancelled"


def test_settings_of_the_session_are_the_agents_too(false):
    with false("""
mode = begin(modes={"currentModeId": "code", "availableModes": [{"id": "code", "name": "c"}, {"id": "plan", "name": "p"}]},
             configOptions=[{"id": "m", "name": "Model", "category": "model", "type": "select", "currentValue": "a",
                             "options": [{"value": "a", "name": "A"}, {"value": "big", "name": "B"}]}])
assert mode["method"] == "session/set_mode" and mode["params"] == {"sessionId": "s", "modeId": "plan"}, mode
fail(mode, 1, "not now")
model = hear()
assert model["method"] == "session/set_config_option", model
assert model["params"] == {"sessionId": "s", "configId": "m", "value": "big"}, model
answer(model, configOptions=[])
prompt = hear()
text("set")
answer(prompt, stopReason="end_turn")
""") as host:
        host.context["model_config"] = {"model": "big"}
        assert host.run("hello", permission_mode="plan")["text"] == "set", host.executor.stderr()
        assert host.problems() == [{"code": "AGENT_SETTING", "message": "not now"}]


def test_models_of_the_agent(false):
    """Told when the session opens, and again when the agent changes them; chosen in the way in which they were told."""
    with false("""
prompt = begin(models={"currentModelId": "p/a", "availableModels": [{"modelId": "p/a", "name": "A"}, {"modelId": "p/b", "name": "B"}]})
update("config_option_update", configOptions=[{"id": "m", "category": "model", "type": "select", "currentValue": "x", "options": [
    {"group": "g", "name": "G", "options": [{"value": "x", "name": "X"}]}, {"value": "y", "name": "Y"}]}])
text("said")
answer(prompt, stopReason="end_turn")
""") as host:
        assert host.run("hello")["status"] == "completed", host.executor.stderr()
        first, second = host.daemon.models
        assert first["agent"] == "other"
        assert first["models"] == [{"name": "p/a", "title": "A", "isDefault": True}, {"name": "p/b", "title": "B", "isDefault": False}]
        assert [(model["name"], model["isDefault"]) for model in second["models"]] == [("x", True), ("y", False)]


def test_a_model_is_set_by_the_method_for_it(false):
    with false("""
model = begin(models={"currentModelId": "a", "availableModels": [{"modelId": "a", "name": "A"}, {"modelId": "p/b", "name": "B"}]})
assert model["method"] == "session/set_model" and model["params"] == {"sessionId": "s", "modelId": "p/b"}, model
answer(model)
prompt = hear()
text("set")
answer(prompt, stopReason="end_turn")
""") as host:
        host.context["model_config"] = {"model": "p/b"}
        assert host.run("hello")["text"] == "set", host.executor.stderr()
        assert host.problems() == []


@pytest.mark.parametrize("model, how, words", [
    ("opnai/gpt-5", "failed", "did you mean openai/gpt-5?"),
    ("elsewhere/x", "failed", "the agent does not offer the session's model elsewhere/x"),
    ("small", "completed", "using the agent's default"),
])
def test_a_model_that_the_agent_does_not_offer(false, model, how, words):
    """One with a service in its name is not replaced by another company's; a bare one is, and that is said."""
    with false("""
prompt = begin(configOptions=[{"id": "m", "name": "Model", "category": "model", "type": "select", "currentValue": "anthropic/big",
                               "options": [{"value": "anthropic/big", "name": "A"}, {"value": "openai/gpt-5", "name": "B"}]}])
text("said")
answer(prompt, stopReason="end_turn")
""") as host:
        host.context["model_config"] = {"model": model}
        result = host.run("hello")
        assert result["status"] == how, result
        if how == "failed":
            assert result["error"]["code"] == "MODEL_UNKNOWN" and words in result["error"]["message"]
        else:
            assert words in host.problems()[0]["message"]


@pytest.mark.parametrize("text, code, words", [
    ("print('no such option', file=sys.stderr); sys.exit(3)", "AGENT_EXITED", ["exited with code 3", "no such option"]),
    ("begin(); text('half'); os.kill(os.getpid(), 9)", "AGENT_EXITED", ["signal 9"]),
    ("answer(hear(), protocolVersion=2)", "AGENT_PROTOCOL", ["version 2"]),
    ("answer(hear(), protocolVersion=1, authMethods=[{'id': 'x', 'name': 'By browser'}])\nfail(hear(), -32000, 'Login')",
     "LOGIN_WANTED", ["By browser", "agents.NAME.env", "Login"]),
    ("answer(hear(), protocolVersion=1); answer(hear())", "AGENT_PROTOCOL", ["without a valid id"]),
    ("hear(); hear()", "AGENT_SILENT", [".silenceMs"]),
])
def test_ends_of_a_false_one(false, text, code, words):
    # Silence is measured only where that is looked at: an interpreter may take longer to begin.
    with false(text, **({"silence_ms": 500} if code == "AGENT_SILENT" else {})) as host:
        error = host.run("hello")["error"]
        assert error["code"] == code and all(word in error["message"] for word in words), error
