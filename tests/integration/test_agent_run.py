"""The twelve-minute run of document 002 at full speed, with real programs: 387 messages with thoughts and tool calls
are stored once each and in order, even if the daemon is killed in between."""

import json
import signal

import pytest

from agents import Workshop
from tasks import Gate, messages, session_of, submit, wait

MESSAGES = 387
ANSWERS = 31
OF_AN_ANSWER = [
    "message_start", "content_block_start", "thinking_chunk", "thinking_chunk", "content_block_stop",
    "content_block_start", "content_block_delta", "content_block_stop", "usage", "message_stop", "tool_call", "tool_result",
]
LAST_PIECES = 10
OF_THE_LAST = ["message_start", "content_block_start"] + ["content_block_delta"] * LAST_PIECES + ["content_block_stop", "usage", "message_stop"]


def stored(client, task):
    """The stored messages of the agent, without agent_chosen, which the executor reports."""
    found = [message for message in messages(client, task) if message["sequence"] > 0]
    if found[0]["type"] == "agent_chosen":
        assert found.pop(0)["sequence"] == 1
        found = [message | {"sequence": message["sequence"] - 1} for message in found]
    assert [message["sequence"] for message in found] == list(range(1, MESSAGES + 1))
    assert [message["seq"] for message in found] == sorted(message["seq"] for message in found)
    assert all("missing" not in message for message in found)
    return found


def kill(house):
    house.daemon.send_signal(signal.SIGKILL)
    house.daemon.wait()
    return house.again().client()


def answer_of(number):
    """An answer of the model: two pieces of a thought, and a file that it wants to read."""
    wait_here = [{"wait": "middle"}] if number == ANSWERS // 2 else []
    thought = {"thinking": f"I look at file number {number:4}", "pieces": 15}
    return [thought, *wait_here, {"tool": "Read", "input": {"file_path": "login.ts", "offset": 1, "limit": number + 1}, "pieces": 1000}]


@pytest.mark.parametrize("killed", [False, True], ids=["whole", "killed"])
def test_agent(house, model, killed):
    shop = Workshop(house, model)
    shop.file("login.ts", "export function login(username, password) {}\n" * 40)
    model.play(*map(answer_of, range(ANSWERS)), [{"text": "0123456789" * LAST_PIECES, "pieces": 10}])
    client = shop.open(keys={"perMinute": 1000}).client
    task = shop.submit("Refactor the authentication system.", thinkingTokens=1024)
    model.reached("middle")
    if killed:
        client = kill(house)
    model.open("middle")
    result = wait(client, task)
    assert result["state"] == "completed" and result["result"]["message_count"] == 1 + MESSAGES, result
    found = stored(client, task)
    assert [message["type"] for message in found] == OF_AN_ANSWER * ANSWERS + OF_THE_LAST
    calls = [message["data"]["input"]["limit"] for message in found if message["type"] == "tool_call"]
    assert calls == list(range(1, ANSWERS + 1)) and len(model.requests) == ANSWERS + 1


def document(gate):
    """The run as the document tells it, as a script for weir-executor: what it says, and the types in their order."""
    said = []
    for number in range(1, 51):
        said.append(("tool_call", {"tool": "Read", "input": {"file_path": f"/worktrees/myapp/src/{number}.ts"}}))
        said.append(("tool_result", {"tool": "Read", "result": "export function login(username, password) {}"}))
        said += [("thinking_chunk", {"chunk": f"piece {piece}"}) for piece in range(4)]
        said.append(("progress", {"completed_tools": number, "total_tools_estimate": 50, "current_step": "Updating"}))
    said += [("content_block_delta", {"delta": {"text": "."}})] * (MESSAGES - len(said) - 1)
    said.append(("content_block", {"text": "I have refactored the authentication system."}))
    lines = [f"message {kind} {json.dumps(data)}" for kind, data in said]
    lines.insert(MESSAGES // 2, f"read {gate}")
    return said, "\n".join(lines)


@pytest.mark.parametrize("killed", [False, True], ids=["whole", "killed"])
def test_document(house, place, killed):
    gate = Gate(place)
    said, script = document(gate)
    client = house.start().client()
    task = submit(client, script, sessionId=session_of(client, cwd=str(place.home)), agent="script")
    if killed:
        with open(gate.path, "w", encoding="utf-8") as fifo:  # it stands there
            client = kill(house)
            fifo.write("go\n")
    else:
        gate.open()
    assert wait(client, task)["result"]["message_count"] == MESSAGES
    assert [(message["type"], message["data"]) for message in stored(client, task)] == said
