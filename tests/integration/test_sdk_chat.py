"""sdk/typescript: chats of a client, and useChat of the AI SDK, versions 5 and 6, over them, against the real daemon."""

import json
import signal

import pytest

from sdk import modules, script  # noqa: F401
from setting import SHIPPED
from tasks import Gate, get, wait

pytestmark = pytest.mark.usefixtures("once")

CALL = 'message tool_call {"tool_call_id":"c1","tool":"Read","input":{"path":"x"}}'
RESULT = 'message tool_result {"tool_call_id":"c1","result":"text"}'


@pytest.fixture
def chat(script):  # noqa: F811
    """Starts programs that chat."""

    def start(daemon, **options):
        environment = {"WEIR_MODULES": str(modules())} if "version" in options else {}
        return script("chat.mjs", json.dumps({"socketPath": str(daemon.socket), **options}), environment=environment)

    return start


def chunks_of(program):
    """The chunks of a response, up to its end."""
    last, before = program.until(lambda one: "end" in one or "error" in one)
    assert "end" in last, last
    return [one["chunk"] for one in before if "chunk" in one]


def test_the_chunks_of_a_response(chat, daemon):
    program = chat(daemon)
    program.say({"raw": {"content": f"say one; say two; {CALL}; {RESULT}; usage 3 4; say three"}})
    sent = program.read()
    assert sent["thread"].startswith("sess_") and sent["task"].startswith("task_")
    assert chunks_of(program) == [
        {"type": "text-delta", "textDelta": "one"}, {"type": "text-delta", "textDelta": "two"},
        {"type": "tool-call", "toolCallId": "c1", "toolName": "Read", "args": {"path": "x"}},
        {"type": "tool-result", "toolCallId": "c1", "result": "text"},
        {"type": "text-delta", "textDelta": "three"},
        {"type": "finish", "usage": {"promptTokens": 3, "completionTokens": 4}}]


def test_nothing_begins_before_the_reader_is_ready(chat, daemon, client):
    program = chat(daemon)
    program.say({"open": {"content": "say hello"}})
    sent = program.read()
    assert client.error("task.get", {"taskId": sent["task"]}).word == "task_not_found"
    program.say({"start": sent["task"]})
    assert [chunk["type"] for chunk in chunks_of(program)] == ["text-delta", "finish"]
    assert get(client, sent["task"])["state"] == "completed"


def test_a_busy_thread(chat, daemon, place):
    """The second message waits behind the first, and has a stream of its own."""
    gate, program = Gate(place), chat(daemon)
    program.say({"raw": {"content": f"read {gate}; say first"}})
    first = program.read()
    program.say({"raw": {"content": "say second", "threadId": first["thread"]}})
    second = program.read()
    assert second["thread"] == first["thread"] and second["task"] != first["task"]
    gate.open()
    told = [program.read() for _ in range(6)]
    assert [one.get("task") or one["end"] for one in told] == [first["task"]] * 3 + [second["task"]] * 3


def test_a_response_that_is_cancelled_or_fails(chat, daemon, client):
    program = chat(daemon)
    program.say({"raw": {"content": "say begun; hold"}})
    sent = program.read()
    assert program.read()["chunk"]["textDelta"] == "begun"
    program.say({"cancel": sent["task"]})
    assert chunks_of(program) == [{"type": "error", "error": "the task was cancelled"}]
    assert get(client, sent["task"])["state"] == "cancelled"
    program.say({"raw": {"content": "fail error it broke"}})
    program.read()
    assert chunks_of(program) == [{"type": "error", "error": "it broke"}]


def test_a_reader_that_leaves(chat, daemon, client, place):
    """The task goes on."""
    gate, program = Gate(place), chat(daemon)
    program.say({"raw": {"content": f"say begun; read {gate}; say ended"}})
    sent = program.read()
    program.read()
    program.say({"close": sent["task"]})
    assert program.read() == {"end": sent["task"]}
    gate.open()
    assert wait(client, sent["task"])["state"] == "completed"


def test_a_connection_that_is_lost(chat, staged, place, make_daemon):
    """The response goes on with the next daemon, and nothing of it is missing or told twice. Twice."""
    place.write_config({"tasks": {"agent": "script"}})
    daemon, gates = make_daemon().start(program=SHIPPED), [Gate(place, f"gate{number}") for number in range(2)]
    program = chat(daemon, reconnect={"firstMs": 1, "longestMs": 20})
    parts = 'message text "one"; message text "two"; read %s; message text "three"; read %s; message text "four"; done' % tuple(gates)
    program.say({"raw": {"content": parts}})
    sent, told = program.read(), []
    for gate, count in zip(gates, (2, 3)):
        while len(told) < count:
            told.append(program.read()["chunk"]["textDelta"])
        daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
        daemon.stop(signal.SIGKILL)
        daemon = make_daemon().start(program=SHIPPED)
        gate.open()
    assert told + [chunk.get("textDelta") for chunk in chunks_of(program)] == ["one", "two", "three", "four", None]
    assert wait(daemon.client(), sent["task"])["state"] == "completed"


def test_a_message_that_a_lost_daemon_had_not_taken(chat, daemon):
    program = chat(daemon, reconnect={"firstMs": 1, "longestMs": 20})
    program.say({"open": {"content": "say hello"}})
    program.read()
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.stop(signal.SIGKILL)
    assert program.read()["error"]["name"] == "ConnectionError"


@pytest.mark.parametrize("request_, name, word", [
    ({"content": "hello", "threadId": "sess_none"}, "DaemonError", "session_not_found"),
    ({"content": ""}, "InvalidParamsError", "invalid_params"),
    ({"threadId": "sess_none"}, "InvalidParamsError", "invalid_params"),
], ids=["no thread", "no text", "no content"])
def test_a_message_that_is_refused(chat, daemon, request_, name, word):
    program = chat(daemon)
    program.say({"raw": request_})
    error = program.read()["error"]
    assert (error["name"], error["data"]["code"]) == (name, word)


# --- the AI SDK -----------------------------------------------------------------------


def settled(program, status="ready"):
    """What the component shows when it has this status again, after it had another one; and all before it."""
    _, before = program.until(lambda one: one.get("view", {}).get("status") == "submitted")
    last, views = program.until(lambda one: one.get("view", {}).get("status") in ("ready", "error"))
    if last["view"]["status"] == status == "error" and "error" not in last["view"]:
        last = program.read()
    assert last["view"]["status"] == status, last
    return last["view"], [one["view"] for one in before + views if "view" in one]


def text_of(view):
    return "".join(part["text"] for part in view["parts"] if part["type"] == "text")


def kinds_of(view):
    return [part["type"] for part in view["parts"]]


@pytest.fixture(params=[5, 6], ids=["AI SDK 5", "AI SDK 6"])
def component(request, chat):
    return lambda daemon, **options: chat(daemon, version=request.param, **options)


def test_use_chat(component, daemon, client, place):
    gate, program = Gate(place), component(daemon)
    assert program.read()["view"]["status"] == "ready"
    program.say({"send": f"say Hel; say lo; read {gate}; say !; usage 3 4"})
    begun, _ = program.until(lambda one: text_of(one.get("view", {"parts": []})) == "Hello")
    assert begun["view"]["status"] == "streaming"
    gate.open()
    last, before = program.until(lambda one: one.get("view", {}).get("status") == "ready")
    view, thread = last["view"], last["view"]["metadata"]["threadId"]
    assert text_of(view) == "Hello!" and view["count"] == 2 and kinds_of(view) == ["step-start", "text"]
    assert view["metadata"]["usage"] == {"promptTokens": 3, "completionTokens": 4}
    program.say({"send": "say again"})
    view, _ = settled(program)
    assert text_of(view) == "again" and view["count"] == 4 and view["metadata"]["threadId"] == thread
    messages = client.call("chat:getThread", {"threadId": thread})["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant"] * 2


def test_tool_calls(component, daemon):
    program = component(daemon)
    program.say({"send": f"say before; {CALL}; {RESULT}; say after"})
    view, before = settled(program)
    assert kinds_of(view) == ["step-start", "text", "dynamic-tool", "text"]
    tool = view["parts"][2]
    assert (tool["toolName"], tool["state"], tool["input"], tool["output"]) == ("Read", "output-available", {"path": "x"}, "text")
    assert any(part.get("state") == "input-available" for one in before for part in one["parts"])


def test_stop(component, daemon, client):
    """The task is cancelled, and the next message goes on in the thread."""
    program = component(daemon)
    program.say({"send": "say begun; hold"})
    begun, _ = program.until(lambda one: text_of(one.get("view", {"parts": []})) == "begun")
    program.say({"stop": True})
    last, _ = program.until(lambda one: one.get("view", {}).get("status") == "ready")
    assert "error" not in last["view"]
    assert wait(client, begun["view"]["metadata"]["taskId"])["state"] == "cancelled"
    program.say({"send": "say again"})
    view, _ = settled(program)
    assert text_of(view) == "again" and view["metadata"]["threadId"] == begun["view"]["metadata"]["threadId"]


def test_errors(component, daemon):
    program = component(daemon)
    program.say({"send": "say begun; fail error it broke"})
    view, _ = settled(program, "error")
    assert view["error"] == "it broke" and text_of(view) == "begun"


@pytest.mark.parametrize("what", [{"regenerate": True}, {"edit": "other"}])
def test_what_a_thread_cannot_do(component, daemon, client, what):
    program = component(daemon)
    program.say({"send": "say hello"})
    view, _ = settled(program)
    program.say(what)
    refused, _ = settled(program, "error")
    assert "keeps its messages" in refused["error"]
    assert len(client.call("chat:getThread", {"threadId": view["metadata"]["threadId"]})["messages"]) == 2


def test_a_thread_that_exists(component, daemon, client):
    session = client.call("session.create", {"cwd": "/tmp"})["id"]
    program = component(daemon, chatId="mine", threads=[["mine", session]])
    program.say({"send": "say hello"})
    view, _ = settled(program)
    assert view["metadata"]["threadId"] == session


def test_resume(component, daemon, place):
    """Another program shows the response that a thread waits for, from its beginning."""
    gate, first = Gate(place), component(daemon)
    first.say({"send": f"say Hel; say lo; read {gate}; say !"})
    begun, _ = first.until(lambda one: text_of(one.get("view", {"parts": []})) == "Hello")
    second = component(daemon, threads=[["chat", begun["view"]["metadata"]["threadId"]]])
    second.read()
    second.say({"resume": True})
    second.until(lambda one: text_of(one.get("view", {"parts": []})) == "Hello")
    gate.open()
    for program in (first, second):
        last, _ = program.until(lambda one: one.get("view", {}).get("status") in ("ready", "error"))
        assert last["view"]["status"] == "ready" and text_of(last["view"]) == "Hello!"


def test_the_offline_agent(house, component):
    """The shipped daemon, with an agent that uses tools."""
    house.configure(tasks={"agent": "offline"}).start()
    program = component(house.daemon)
    program.say({"send": "what is in this folder?"})
    view, _ = settled(program)
    assert text_of(view) and "dynamic-tool" in kinds_of(view)
    assert all(part["state"] == "output-available" for part in view["parts"] if part["type"] == "dynamic-tool")
