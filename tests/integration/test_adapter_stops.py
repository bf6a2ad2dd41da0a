"""Agent programs that never stop sending, stopped at any moment: before they are ready, between any two messages, while
they wait for a response, and together with the executor."""

import random
import sys

import pytest

from hosts import Host, processes_of

# Its answers are read and left; what tells it to stop ends it at once, wherever it is.
HEARS = """
import json, os, sys, itertools, threading
def listen():
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("method") == "session/cancel" or message.get("request_id") == "weir-interrupt": os._exit(0)
"""

STDIO = """
import json, sys, itertools
def say(**message): print(json.dumps({**message, "timestamp": 1}), flush=True)
say(type="ready", version="1", capabilities=[])
request = json.loads(sys.stdin.readline())
for n in itertools.count():
    say(type="token", id=request["id"], token="word " * (n % 7))
    say(type="tool_use", id=request["id"], data={"toolId": f"t{n}", "toolName": "x", "input": {"n": n}})
    if n % 3: say(type="tool_result", id=request["id"], data={"toolId": f"t{n}", "toolName": "x", "result": "r" * 5000})
    if n % 5 == 0: print('{"half a line', "and", "x" * n)
"""

ACP = HEARS + """
def send(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def answer(result): send(id=json.loads(sys.stdin.readline())["id"], result=result)
def update(what, **fields): send(method="session/update", params={"sessionId": "s", "update": {"sessionUpdate": what, **fields}})
def ask(id, method, **params): send(id=id, method=method, params={"sessionId": "s", **params})
answer({"protocolVersion": 1, "agentCapabilities": {"loadSession": True}}); answer({"sessionId": "s"})
sys.stdin.readline()
threading.Thread(target=listen, daemon=True).start()
for n in itertools.count():
    update("agent_message_chunk", content={"type": "text", "text": "word " * (n % 7)})
    update("tool_call", toolCallId=f"t{n % 40}", title="x", kind="execute", status="in_progress", rawInput={"command": "w"})
    ask(n, "session/request_permission", options=[{"optionId": "y", "name": "y", "kind": "allow_once"}],
        toolCall={"toolCallId": f"t{n % 40}", "rawInput": {"command": f"w{n}"}})
    ask(f"c{n}", "terminal/create", command="sleep 120 & exec sleep 120")
    ask(f"w{n}", "terminal/wait_for_exit", terminalId=f"term_{n}")
    if n % 3: ask(f"r{n}", "terminal/release", terminalId=f"term_{n}")
    ask(f"f{n}", "fs/read_text_file", path=sys.argv[0])
"""

CLAUDE = HEARS + """
def send(**message): print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "user": break
    send(type="control_response", response={"subtype": "success", "request_id": message["request_id"], "response": {}})
threading.Thread(target=listen, daemon=True).start()
for n in itertools.count():
    send(type="stream_event", event={"type": "message_start", "message": {"id": f"m{n}", "role": "assistant", "content": []}})
    send(type="stream_event", event={"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
    send(type="stream_event", event={"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "word"}})
    send(type="assistant", message={"id": f"m{n}", "role": "assistant", "content": [
        {"type": "text", "text": "word"}, {"type": "tool_use", "id": f"t{n}", "name": "Bash", "input": {"command": f"w{n}"}}]})
    send(type="control_request", request_id=f"q{n}", request={"subtype": "can_use_tool", "tool_name": "Bash",
         "tool_use_id": f"t{n}", "input": {"command": f"w{n}"}})
    if n % 3 == 0: send(type="control_cancel_request", request_id=f"q{n}")
    if n % 4: send(type="user", message={"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{n}", "content": "r"}]})
"""


@pytest.mark.parametrize("adapter", ["stdio", "acp", "claude-code"])
def test_stopped_at_any_moment(place, adapter):
    program = place.root / "endless.py"
    program.write_text({"stdio": STDIO, "acp": ACP, "claude-code": CLAUDE}[adapter])
    chance = random.Random(7)
    moments = [-1, 0, 1, 2] + [chance.randrange(3, 400) for _ in range(6)]
    with Host(place, adapter, [sys.executable, program]) as host:
        host.daemon.answers["request_permission"] = lambda params: (
            {"approved": chance.random() < 0.5, "reason": "user_denied"})
        for number, moment in enumerate(moments):
            task = f"task_{number}"
            if number == 5:
                del host.daemon.answers["request_permission"]  # from now on nobody answers
            del host.daemon.messages[:]
            prompt = host.execute("go", task=task)
            if moment >= 0:
                host.daemon.wait_for(lambda: len(host.daemon.messages) > moment, f"message {moment}")
            host.daemon.call("stop_task", session_token=f"token of {task}", task_id=task)
            result = host.daemon.result(prompt)
            assert result["status"] == "cancelled", (moment, result)
            assert not [p for p in processes_of(host.executor.pid) if p != host.executor.pid]
        host.execute("go", task="task_last")
        host.daemon.wait_for(lambda: len(host.daemon.messages) > 50, "the last one")
