"""Agents that are programs and speak JSON lines on their standard input and output, hosted by weir-executor; a test
stands in the daemon's place. How they behave is in stdio_runtime.py."""

import json
import os
import pathlib

import pytest

from executor_peer import Executor
from models import KEY
from sandboxes import PYTHON
from setting import BIN, SHIPPED
from tasks import messages as stored
from tasks import run as perform
from tasks import session_of
from waiting import until

RUNTIME = pathlib.Path(__file__).with_name("stdio_runtime.py")


@pytest.fixture
def executor(place):
    with Executor(place) as executor:
        yield executor


@pytest.fixture
def daemon(executor):
    daemon = executor.connect()
    daemon.resume()
    daemon.answers["get_execution_context"] = lambda _: context()
    daemon.answers["keep_files"] = lambda _: {"kept": 0, "complete": True}
    return daemon


def context(*messages):
    return {"session_id": "ses_1", "task_id": "task_1", "messages": list(messages), "mcp_servers": [],
            "context_files": []}


def launch(how, **more):
    return {"name": "mine", "adapter": "stdio", "command": [PYTHON, str(RUNTIME), how], **more}


def execute(daemon, how, prompt="Hello", launches=None, **more):
    launches = launches or [launch(how)]
    return daemon.execute(prompt, agent="mine", launches=launches, **more)


def run(daemon, how, **more):
    return daemon.result(execute(daemon, how, **more))


def events(daemon):
    return [(message["event_type"], message["event_data"]) for message in daemon.messages]


def test_everything_it_says_becomes_events_of_the_catalogue(daemon):
    result = run(daemon, "good")
    assert result["status"] == "completed" and result["text"] == "There is one."
    named = {"tool": "list_files"}
    tool = lambda n: {"type": "tool_use", "id": f"call_{n}", "name": "list_files"}

    def used(index, number, text, is_error=False):
        call = {"tool_call_id": f"call_{number}"}
        return [("content_block_start", {"index": index, "content_block": tool(number)}),
                ("content_block_stop", {"index": index, "content_block": tool(number) | {"input": {"path": "src"}}}),
                ("tool_call", named | {"input": {"path": "src"}} | call),
                ("tool_result", named | {"result": text} | call | {"is_error": is_error})]

    def said(index, *pieces):
        return [("content_block_start", {"index": index, "content_block": {"type": "text"}}),
                *(("content_block_delta", {"index": index, "delta": {"text": piece}}) for piece in pieces),
                ("content_block_stop", {"index": index, "content_block": {"type": "text", "text": "".join(pieces)}})]

    assert events(daemon) == [
        ("message_start", {"message_id": "task_1", "role": "assistant", "agent": "mine"}),
        *said(0, "Let me ", "look."),
        *used(1, 1, '{"files":["index.ts"]}'),
        *used(2, 2, "plain text"),
        *used(3, 3, "no such folder", is_error=True),
        *said(4, "There is ", "one."),
        ("message_stop", {"message_id": "task_1", "stop_reason": "end_turn"})]
    assert not daemon.errors


def test_without_stream_only_whole_blocks_come(daemon):
    result = run(daemon, "good", stream=False)
    assert result["text"] == "There is one."
    assert "content_block_delta" not in [kind for kind, _ in events(daemon)]


def test_what_it_is_given(daemon, place):
    launches = [launch("echo", env={"MINE": "1"})]
    result = run(daemon, "echo", prompt="Grüße", launches=launches, cwd=str(place.root))
    inside = json.loads(result["text"])
    assert inside["request"] == {"id": "task_1", "kind": "user_message", "message": "Grüße",
                                 "metadata": {"conversationId": "ses_1"}}
    assert set(inside["environment"]) - {"LC_CTYPE"} == {"PATH", "MINE"}, "the executor here has no HOME, LANG or TERM"
    assert inside["cwd"] == str(place.root.resolve())
    assert inside["descriptors"] == ["0", "1", "2", "3"], "3 is the directory that is listed"


def test_error_of_the_agent_fails_the_task(daemon):
    result = run(daemon, "fails")
    assert result["status"] == "failed" and result["text"] == "I try"
    assert result["error"] == {"code": "AGENT_ERROR", "message": "API rate limit exceeded"}
    assert events(daemon)[-1] == ("message_stop", {"message_id": "task_1", "stop_reason": "error"})


def test_strange_lines_are_noted_and_survived(daemon):
    result = run(daemon, "strange")
    assert result["status"] == "completed" and result["text"] == "Fine."
    notes = [(note["error"]["code"], note["error"]["message"]) for note in daemon.errors]
    assert len(notes) == 8 + 2
    assert "a banner that some library prints" in notes[0][1] and "not JSON" in notes[0][1]
    assert "not an object with a type" in notes[3][1]
    assert notes[-2] == ("malformed_line", "the agent sent 25 invalid lines; only the first 8 are shown above")
    assert notes[-1] == ("foreign_answer",
                         "ignored 3 answers of the agent with an unknown request id")


@pytest.mark.parametrize("how, code, expected", [
    ("leaves", "AGENT_EXITED", "the agent mine exited with code 7 before it finished; its last output:\n"
                               "first line\nit went wrong"),
    ("dies", "AGENT_EXITED", "the agent mine was killed by signal 11 (Segmentation fault) before it finished"),
    ("not_even", "AGENT_EXITED", "the agent mine exited with code 1 before it finished; its last output:\nno licence"),
    ("endless_line", "AGENT_PROTOCOL", "the agent mine failed: it wrote a line longer than 16 MiB"),
])
def test_end_before_it_is_done_fails_the_task(daemon, how, code, expected):
    result = run(daemon, how)
    assert result["status"] == "failed"
    assert result["error"] == {"code": code, "message": expected}


@pytest.mark.parametrize("how, words, silence_ms", [
    ("silent", "sent nothing", 3000),  # in which it has to say that it is ready, on a machine that has much else to do
    ("never_ready", "did not become ready", 300),
])
def test_silence_fails_the_task(daemon, how, words, silence_ms):
    result = run(daemon, how, launches=[launch(how, silence_ms=silence_ms)])
    assert result["status"] == "failed" and result["error"]["code"] == "AGENT_SILENT"
    assert words in result["error"]["message"] and "agents.mine.silenceMs" in result["error"]["message"]


def test_one_that_answers_while_it_works_is_not_silent(daemon):
    result = run(daemon, "busy", launches=[launch("busy", silence_ms=4000)])
    assert result["status"] == "completed" and result["text"] == "It took long."
    assert not daemon.errors


def test_stop_ends_all_of_it(daemon, executor):
    prompt = execute(daemon, "stubborn")
    daemon.wait_for(lambda: [kind for kind, _ in events(daemon)].count("content_block_delta") == 1, "its pids")
    pids = [data["delta"]["text"] for kind, data in events(daemon) if kind == "content_block_delta"][0].split()
    daemon.call("stop_task", session_token="token of task_1", task_id="task_1")
    assert daemon.result(prompt)["status"] == "cancelled"
    assert not [pid for pid in pids if os.path.exists(f"/proc/{pid}")]
    assert run(daemon, "good", task="task_2")["status"] == "completed", "and the next one begins"


def test_executor_that_ends_takes_it_along(daemon, executor):
    execute(daemon, "stubborn")
    daemon.wait_for(lambda: [kind for kind, _ in events(daemon)].count("content_block_delta") == 1, "its pids")
    pids = [data["delta"]["text"] for kind, data in events(daemon) if kind == "content_block_delta"][0].split()
    executor.process.kill()
    executor.expected_exit = -9
    until(lambda: not [pid for pid in pids if os.path.exists(f"/proc/{pid}")], "their end")


def finish(daemon, prompt, task="task_1"):
    """Its result; what it says is confirmed as it comes, or it would not be read any more."""
    confirmed = 0
    while prompt not in daemon._answered:
        daemon.hear()
        if len(daemon.messages) >= confirmed + 500 or daemon.lines[-1].get("method") == "report_message":
            confirmed = len(daemon.messages)
            daemon.confirm(confirmed, task)
    return daemon.result(prompt)


def test_flood_and_long_lines(daemon):
    assert finish(daemon, execute(daemon, "flood"))["status"] == "completed"
    numbers = [data["delta"]["text"] for kind, data in events(daemon) if kind == "content_block_delta"]
    assert [int(number) for number in numbers] == list(range(20000))
    daemon.messages.clear()
    result = finish(daemon, execute(daemon, "long_line", task="task_2"), "task_2")
    blocks = [data["content_block"]["text"] for kind, data in events(daemon) if kind == "content_block_stop"]
    assert [len(block) for block in blocks] == [5 << 20, 1] and result["text"] == "z"


def test_a_result_that_no_message_may_hold(daemon):
    """It is left out and told of once, and the task goes on."""
    result = run(daemon, "long_result")
    assert result["status"] == "completed" and result["text"] == "Fine."
    assert [error["error"]["code"] for error in daemon.errors] == ["event_dropped"]
    kinds = [kind for kind, _ in events(daemon)]
    assert kinds.count("tool_call") == 1 and "tool_result" not in kinds
    assert [message["sequence"] for message in daemon.messages] == list(range(1, result["message_count"] + 1))


def test_program_that_is_not_there(daemon):
    missing = [{"name": "mine", "adapter": "stdio", "command": ["/no/such/agent"]}]
    result = run(daemon, "", launches=missing)
    assert result["status"] == "failed" and "cannot find the program /no/such/agent" in result["error"]["message"]
    (found,) = [agent for agent in daemon.call("list_agents", launches=missing)["agents"] if agent["name"] == "mine"]
    assert found["usable"] is False and "install it" in found["reason"]
    (found,) = [agent for agent in daemon.call("list_agents", launches=[launch("good")])["agents"]
                if agent["name"] == "mine"]
    assert found["usable"] is True and found["adapter"] == "stdio"


# --- through the daemon ---------------------------------------------------------------------------


@pytest.fixture
def hosting(place, make_daemon):
    """A daemon whose configuration has these agents; a client of it."""
    daemon = make_daemon()

    def start(**agents):
        here = {name: {"adapter": "stdio", "command": list(map(str, command)), "read": [str(RUNTIME.parent)], **more}
                for name, (command, more) in agents.items()}
        place.write_config({"agents": here, "pool": {"warm": 0}, "permissions": {"approverMs": 0}})
        daemon.start(program=SHIPPED)
        return daemon.client()

    yield start
    if daemon.is_running():
        daemon.stop()


def test_what_was_said_before_is_told_to_the_next_one(hosting, place):
    """Each task has a runtime of its own, which knows nothing of those before."""
    client = hosting(mine=([PYTHON, RUNTIME, "echo"], {}), good=([PYTHON, RUNTIME, "good"], {}))
    session = session_of(client, cwd=str(place.home))  # all of which is looked at before and after each task
    first = perform(client, "Hello", agent="mine", sessionId=session)
    assert json.loads(first["result"]["text"])["request"]["message"] == "Hello"
    perform(client, "What is here?", agent="good", sessionId=session)
    message = json.loads(perform(client, "And now?", agent="mine", sessionId=session)["result"]["text"])["request"]["message"]
    assert message.startswith("Earlier in this conversation, oldest first:") and message.endswith("\n\nAnd now?")
    assert [word for word in ("User: Hello", "User: What is here?", "Let me look.", "There is one.") if word not in message] == []


def test_weir_agent_hosted_by_weir(hosting, place, model):
    """The built-in agent behind its own protocol: in a sandbox, with its own key and rules."""
    model.play([{"text": "I look."}, {"tool": "Bash", "input": {"command": "cat hello.txt"}, "id": "a"}],
               [{"text": "It says "}, {"text": "hello."}])
    work, inside = place.root / "project", place.root / "inside"
    work.mkdir()
    inside.mkdir()
    (work / "hello.txt").write_text("hello\n")
    (inside / "config").write_text(json.dumps({"providers": model.providers()}))
    (inside / "key").touch(0o600)
    (inside / "key").write_text(KEY)
    command = [BIN / "weir-agent", "--config", inside / "config", "--key-file", inside / "key",
               "--permission-mode", "bypassPermissions"]
    client = hosting(own=(command, {"read": [str(inside)]}))
    (own,) = [agent for agent in client.call("agent.list")["agents"] if agent["name"] == "own"]
    assert own["usable"], own
    task = perform(client, "What does it say?", agent="own", sessionId=session_of(client, cwd=str(work)))
    assert task["state"] == "completed" and task["result"]["text"] == "It says hello.", task
    kinds = [message["type"] for message in stored(client, task["id"]) if message["role"] == "assistant"]
    assert [kind for kind in kinds if kind.startswith(("tool", "message"))] == [
        "message_start", "tool_call", "tool_result", "message_stop"]
    (result,) = [message["data"] for message in stored(client, task["id"]) if message["type"] == "tool_result"]
    assert result["result"] == "hello\n" and result["is_error"] is False and model.requests[0].key == KEY
