"""The built-in agent from a prompt to its last event: the daemon and the executor as they are shipped, real tools in a real sandbox,
and a model that plays a script."""

import json
import os
import socket
from pathlib import Path

import pytest

from agents import Workshop, failure, roles, told
from asking import answer, approver, requested
from memory import Canary
from models import KEY
from setting import SANITIZED, WATCHDOG_SECONDS
from tasks import cancel, log, submit, until_state, wait
from waiting import until


@pytest.fixture
def shop(house, model):
    return Workshop(house, model)


def descendants(pid):
    children = [int(word) for path in Path(f"/proc/{pid}/task").glob("*/children") for word in path.read_text().split()]
    return children + [other for child in children for other in descendants(child)]


def one(kind, step_text, **more):
    return {kind: step_text, "pieces": 10_000} | more


def call(tool, number, **tool_input):
    return {"tool": tool, "input": tool_input, "id": f"toolu_{number}", "pieces": 10_000}


# --- a whole task ------------------------------------------------------------------------------


def block_events(index, block, piece):
    started = {key: block[key] for key in ("type", "id", "name") if key in block}
    yield "content_block_start", {"index": index, "content_block": started}
    if block["type"] == "thinking":
        yield "thinking_chunk", {"index": index, "chunk": piece}
    else:
        yield "content_block_delta", {"index": index, "delta": {"partial_json" if block["type"] == "tool_use" else "text": piece}}
    yield "content_block_stop", {"index": index, "content_block": block}


def answer_events(turn, spent, stop, model="claude-test", service="anthropic"):
    """The events that the agent reports for one answer."""
    yield "message_start", {"message_id": "…", "role": "assistant", "agent": "builtin", "model": model, "service": service}
    for index, step in enumerate(step for step in turn if "usage" not in step):
        if "thinking" in step:
            yield from block_events(index, {"type": "thinking", "thinking": step["thinking"], "signature": step["signature"]}, step["thinking"])
        elif "text" in step:
            yield from block_events(index, {"type": "text", "text": step["text"]}, step["text"])
        else:
            block = {"type": "tool_use", "id": step["id"], "name": step["tool"], "input": step["input"]}
            yield from block_events(index, block, json.dumps(step["input"]))
    yield "usage", spent | {"model": model}
    yield "message_stop", {"message_id": "…", "stop_reason": stop}


def chosen_event(model="claude-test", service="anthropic"):
    """The first of all: who is asked."""
    return "agent_chosen", {"agent": "builtin", "adapter": "builtin", "service": service, "model": model, "why": "requested by name"}


def tool_events(step, result):
    yield "tool_call", {"tool": step["tool"], "input": step["input"], "tool_call_id": step["id"]}
    yield "tool_result", {"tool": step["tool"], "result": result, "tool_call_id": step["id"], "is_error": False}


def test_whole_task(shop, model):
    """Read, Edit and Bash, with thoughts that come back with their signatures; every event in its order and shape."""
    path = str(shop.file("sum.py", "print(1 + 1)\n"))
    shop.file("AGENTS.md", "Numbers here are even.\n")
    turns = [
        [one("thinking", "Where is it?", signature="c2lnMQ=="), one("text", "I read."), call("Read", 1, file_path=path),
         {"usage": {"input": 100, "output": 20, "cache_write": 50}}],
        [one("thinking", "I see.", signature="c2lnMg=="),
         call("Edit", 2, file_path=path, old_string="1 + 1", new_string="2 + 2"), call("Bash", 3, command="python3 sum.py; pwd"),
         {"usage": {"input": 10, "output": 30, "cache_read": 150}}],
        [one("text", "It says 4."), {"usage": {"input": 5, "output": 3, "cache_read": 200}}],
    ]
    model.play(*turns)
    shop.open(provider={"contextTokens": 100_000})
    task = shop.run("Make it say 4.", thinkingTokens=2000)
    assert task["state"] == "completed" and task["result"]["text"] == "It says 4."
    assert path and shop.file("sum.py").read_text() == "print(2 + 2)\n"
    assert task["result"]["token_usage"] == {"input_tokens": 115, "output_tokens": 53, "cache_read_tokens": 350, "cache_write_tokens": 50,
                                              "context_tokens": 208, "context_limit": 100_000}

    said = shop.said(task)
    results = [data["result"] for name, data in said if name == "tool_result"]
    assert "print(1 + 1)" in results[0] and results[2] == f"4\n{shop.folder}\n", results
    spent = [{"input_tokens": 100, "output_tokens": 20, "cache_write_tokens": 50, "context_tokens": 170, "context_limit": 100_000},
             {"input_tokens": 110, "output_tokens": 50, "cache_read_tokens": 150, "cache_write_tokens": 50,
              "context_tokens": 190, "context_limit": 100_000},
             {"input_tokens": 115, "output_tokens": 53, "cache_read_tokens": 350, "cache_write_tokens": 50,
              "context_tokens": 208, "context_limit": 100_000}]
    expected = [
        chosen_event(),
        *answer_events(turns[0], spent[0], "tool_use"), *tool_events(turns[0][2], results[0]),
        *answer_events(turns[1], spent[1], "tool_use"), *tool_events(turns[1][1], results[1]), *tool_events(turns[1][2], results[2]),
        *answer_events(turns[2], spent[2], "end_turn"),
    ]
    shown = [(name, data | {"message_id": "…"} if "message_id" in data else data) for name, data in said]
    assert shown == expected

    (change,) = shop.client.call("task.diff", {"taskId": task["id"]})["files"]
    assert change["path"] == "sum.py" and shop.client.call("task.undo", {"taskId": task["id"]})
    assert shop.file("sum.py").read_text() == "print(1 + 1)\n"

    first, _, last = model.requests
    assert roles(last) == [("user", ["text"]), ("assistant", ["thinking", "text", "tool_use"]), ("user", ["tool_result"]),
                           ("assistant", ["thinking", "tool_use", "tool_use"]), ("user", ["tool_result", "tool_result"])]
    assert last.body["messages"][1]["content"][0]["signature"] == "c2lnMQ=="
    assert first.body["thinking"]["budget_tokens"] == 2000
    system = json.dumps(first.body["system"])
    assert "Numbers here are even." in system and str(shop.folder) in system
    assert [tool["name"] for tool in first.body["tools"]] == ["Read", "Write", "Edit", "Bash", "Grep", "Glob"]


def test_in_openais_format(shop, model):
    """The same events, whatever the provider speaks."""
    shop.file("a.txt", "seven\n")
    turns = [[one("text", "I look."), call("Read", 1, file_path="a.txt"), {"usage": {"input": 10, "output": 5}}],
             [call("Grep", 2, pattern="sev", path="."), call("Glob", 3, pattern="*.txt")], [one("text", "Seven.")]]
    model.play(*turns)
    task = shop.open("openai").run("read it", model="gpt-test")
    assert task["state"] == "completed" and task["result"]["text"] == "Seven."
    start = answer_events(turns[0], {"input_tokens": 10, "output_tokens": 5, "context_tokens": 15, "context_limit": 200_000},
                          "tool_use", "gpt-test", "openai")
    shown = [(name, data | {"message_id": "…"} if "message_id" in data else data) for name, data in shop.said(task)]
    assert shown[: len(expected := [chosen_event("gpt-test", "openai"), *start])] == expected
    assert [("seven" in text or "a.txt" in text, is_error) for _, text, is_error in shop.results(task)] == [(True, False)] * 3
    assert model.requests[0].body["model"] == "gpt-test"


def test_what_is_wrong_with_a_call_is_told_to_the_model(shop, model):
    model.play(
        [call("Read", 1), call("Teleport", 2, to="Mars"), {"tool": "Read", "id": "toolu_3", "json": '{"file_path": 7}'},
         call("Read", 4, file_path="missing.txt"), call("Bash", 5, command="exit 3")],
        [one("text", "Nothing worked.")],
    )
    task = shop.open().run()
    assert task["state"] == "completed", task
    results = shop.results(task)
    assert all(is_error for _, _, is_error in results), results
    assert "file_path" in results[0][1] and "Teleport" in results[1][1] and "file_path" in results[2][1]
    assert "missing.txt" in results[3][1] and "3" in results[4][1]
    assert [data["tool_call_id"] for data in shop.of(task, "tool_call")] == ["toolu_4", "toolu_5"]
    assert list(model.requests[1].results()) == [f"toolu_{number}" for number in range(1, 6)]


# --- permissions ---------------------------------------------------------------------------------


def test_calls_of_one_answer(shop, model):
    """Calls that only read run in parallel, calls that change run in order; all are reported in the order of the
    calls."""
    path = str(shop.file("a.txt", "one\n"))
    (shop.folder / "deep").mkdir()
    for number in range(2000):
        (shop.folder / "deep" / f"{number}.txt").write_text("one\n" * 50)
    calls = [call("Grep", 1, pattern="one", output_mode="count"), call("Read", 2, file_path=path), call("Glob", 3, pattern="*.txt"),
             call("Read", 4, file_path="none"), call("Read", 5, file_path=path), call("Read", 6, file_path=path),
             call("Bash", 7, command="echo two > a.txt"), call("Read", 8, file_path=path), call("Grep", 9, pattern="two"),
             call("Edit", 10, file_path=path, old_string="two", new_string="three"), call("Read", 11, file_path=path)]
    model.play(calls, [one("text", "Done.")])
    task = shop.open().run()
    assert task["result"]["text"] == "Done.", task
    order = [step["id"] for step in calls]
    for kind in ("tool_call", "tool_result"):
        assert [data["tool_call_id"] for data in shop.of(task, kind)] == order, kind
    assert list(model.requests[1].results()) == order
    told_in = [(kind, data["tool_call_id"]) for kind, data in shop.said(task) if kind in ("tool_call", "tool_result")]
    for number in (7, 10):
        at = told_in.index(("tool_call", f"toolu_{number}"))
        assert told_in[at - 1] == ("tool_result", f"toolu_{number - 1}") and told_in[at + 1] == ("tool_result", f"toolu_{number}")
    texts = [text for _, text, _ in shop.results(task)]
    assert all("one" in texts[number - 1] for number in (2, 5, 6)) and "two" in texts[7] and "three" in texts[10]
    assert "a.txt" in texts[8] and [wrong for _, _, wrong in shop.results(task)] == [number == 4 for number in range(1, 12)]


def test_permissions(shop, model, house):
    """One is denied with a note, one approved; what the mode allows is not asked for."""
    shop.file("a.txt", "old\n")
    model.play(
        [call("Read", 1, file_path="a.txt"), call("Bash", 2, command="touch b.txt"), call("Edit", 3, file_path="a.txt", old_string="old", new_string="new")],
        [one("text", "Done.")],
    )
    shop.open()
    person = approver(house)
    task = shop.submit(permissionMode="default")
    asked = requested(person)
    assert asked["tool"] == "Bash" and asked["input"] == {"command": "touch b.txt"}
    answer(person, asked, "deny", reason="not in here")
    answer(person, requested(person), "allow_once")
    task = wait(shop.client, task)
    assert task["state"] == "completed"
    names = [name for name, _ in shop.said(task) if name in ("tool_call", "tool_result", "permission_denied")]
    assert names == ["tool_call", "tool_result", "permission_denied", "tool_result", "tool_call", "tool_result"]
    assert shop.of(task, "permission_denied") == [
        {"tool": "Bash", "input": {"command": "touch b.txt"}, "tool_call_id": "toolu_2", "reason": "user_denied"}]
    denied = model.requests[1].results()["toolu_2"]
    assert "user_denied" in denied and "not in here" in denied
    assert not shop.file("b.txt").exists() and shop.file("a.txt").read_text() == "new\n"


def test_plan_changes_nothing(shop, model):
    model.play([call("Write", 1, file_path="a.txt", content="x")], [one("text", "A plan.")])
    task = shop.open().run(permissionMode="plan")
    assert task["result"]["text"] == "A plan." and not shop.file("a.txt").exists()
    assert shop.of(task, "permission_denied")[0]["reason"] == "mode=plan"
    assert "change nothing" in json.dumps(model.requests[0].body["system"])


# --- what goes wrong with models ------------------------------------------------------------------


BUSY = {"status": 429, "message": "slow down", "headers": {"retry-after": "0"}}


def test_tried_again(shop, model):
    """Each failure is told, the half of an answer is taken back, and no tool runs twice."""
    model.play(
        [BUSY], [{"status": 529, "message": "overloaded", "headers": {"retry-after": "0"}}],
        [call("Bash", 1, command="echo once >> log.txt")],
        [one("text", "half an answer"), call("Bash", 2, command="echo never >> log.txt"), {"cut": True}],
        [one("text", "Done.")],
        [one("text", "The second.")],
    )
    shop.open(provider={"retries": 3})
    session = shop.session()
    task = shop.run(session=session)
    assert task["state"] == "completed" and task["result"]["text"] == "Done."
    errors = shop.of(task, "error")
    assert [error["code"] for error in errors] == ["model_busy", "model_busy", "model_cut"]
    assert errors[0]["retry_in_ms"] == 0 and "slow down" in errors[0]["message"]
    assert shop.file("log.txt").read_text() == "once\n"
    assert model.requests[3].body["messages"] == model.requests[4].body["messages"]
    assert shop.run("again", session)["result"]["text"] == "The second."
    assert "half an answer" not in json.dumps(model.requests[5].body)


@pytest.mark.parametrize(
    ("turns", "tries", "code", "words"),
    [
        ([[BUSY]] * 3, 3, "model_busy", "slow down (after 3 attempts)"),
        ([[{"error": "overloaded_error", "message": "too much"}]] * 3, 3, "model_busy", "too much"),
        ([[{"raw": "data: {nonsense\n\n"}]] * 3, 3, "model_malformed", ""),
        ([[{"status": 400, "message": "no such thing"}]], 1, "model_refused", "no such thing"),
        ([[{"status": 401, "message": "bad key"}]], 1, "model_refused", "weir key set anthropic"),
        ([[{"status": 429, "message": "tomorrow", "headers": {"retry-after": "86400"}}]], 1, "model_busy", "3600 s"),
        ([[one("refusal", "I will not.")]], 1, "refusal", "declined"),
        ([[one("text", "on and on"), {"stop": "max_tokens"}]] * 2, 2, "max_tokens", "outputTokens"),
    ],
    ids=["busy", "overloaded", "malformed", "refused", "key", "tomorrow", "refusal", "length"],
)
def test_given_up(shop, model, turns, tries, code, words):
    model.play(*turns)
    task = shop.open(provider={"retries": 2}).run()
    reason, message = failure(task)
    assert reason == code and words in message, task
    assert len(model.requests) == tries
    assert len(shop.of(task, "error")) == (tries - 1 if code.startswith("model_") else 0)


def test_nobody_is_there(shop, model):
    shop.open(provider={"url": "http://127.0.0.1:9", "retries": 1, "connectMs": 500})
    task = shop.run()
    assert failure(task)[0] == "model_unreachable" and "after 2 attempts" in failure(task)[1]


# --- keys -----------------------------------------------------------------------------------------


def test_no_key(shop, model):
    shop.open(stored=())
    reason, message = failure(shop.run())
    assert reason == "model_unreachable" and "no response from ollama" in message and "weir key set anthropic" in message
    reason, message = failure(shop.run(model="anthropic/claude-test"))
    assert reason == "no_model" and "no API key for anthropic" in message
    shop.model.give_key(shop.client)
    reason, message = failure(shop.run(keys="none", model="anthropic/claude-test"))
    assert reason == "no_model" and "that this session may use" in message
    assert model.requests == []


def test_a_service_without_keys(shop, model):
    """It is found because it answers; the first model that it lists is taken."""
    model.key = ""
    model.play([call("Bash", 1, command="echo here")], [one("text", "Done.")])
    shop.open("ollama", stored=())
    task = wait(shop.client, submit(shop.client, "do it", sessionId=shop.client.call(
        "session.create", {"cwd": str(shop.folder), "permissionMode": "bypassPermissions"})["id"]))
    assert task["result"]["text"] == "Done.", task
    (chosen,) = shop.of(task, "agent_chosen")
    assert (chosen["agent"], chosen["service"], chosen["model"]) == ("builtin", "ollama", "test-model")
    assert model.requests[0].body["model"] == "test-model" and not model.requests[0].key
    # A model that the session names takes the place of the one that was found.
    model.play([one("text", "Done.")])
    task = wait(shop.client, submit(shop.client, "do it", sessionId=shop.client.call(
        "session.create", {"cwd": str(shop.folder), "model": "other-model"})["id"]))
    assert shop.of(task, "agent_chosen")[0]["model"] == "other-model"
    assert shop.of(task, "message_start")[0]["model"] == model.requests[-1].body["model"] == "other-model"


DEAD = {"url": "http://127.0.0.1:9", "key": False, "retries": 0, "connectMs": 100}  # nobody listens there


@pytest.mark.parametrize("named", [{}, {"agent": "builtin"}], ids=["chosen", "named"])
def test_a_service_without_keys_behind_one_that_does_not_answer(house, shop, model, named):
    model.key = ""
    model.play([one("text", "Done.")], [one("text", "Again.")])
    house.configure(providers={"dead": DEAD | {"model": "m"}} | model.providers("ollama")).start()
    shop.client = house.client()
    session = shop.client.call("session.create", {"cwd": str(shop.folder)} | named)["id"]
    for words in ("Done.", "Again."):
        task = shop.run(session=session)
        assert task["state"] == "completed" and task["result"]["text"] == words, task
        (chosen,) = shop.of(task, "agent_chosen")
        assert (chosen["agent"], chosen["service"], chosen["model"]) == ("builtin", "ollama", "test-model")
    assert [len(request.body["messages"]) for request in model.requests] == [2, 4]  # the system prompt is one


def test_no_service_without_keys_answers(house, shop):
    house.configure(providers={"dead": DEAD, "ollama": DEAD}).start()
    shop.client = house.client()
    reason, message = failure(shop.run())
    assert reason == "no_model" and message.count("(no response from http://127.0.0.1:9)") == 2


def test_stop_while_services_without_keys_are_asked(house, shop):
    """One accepts and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(WATCHDOG_SECONDS)
        quiet = {"url": f"http://127.0.0.1:{silent.getsockname()[1]}", "key": False}
        house.configure(providers={"quiet": quiet, "ollama": DEAD}).start()
        shop.client = house.client()
        task = shop.submit()
        connection, _ = silent.accept()
        cancel(shop.client, task)
        assert wait(shop.client, task)["state"] == "cancelled"
        connection.close()


def test_with_a_broker(shop, model):
    """The session has no key and no network: its calls go by the broker's socket."""
    model.play([one("text", "I look."), call("Bash", 1, command="echo here")], [one("text", "Done.")])
    task = shop.open().run(keys="broker", network="none")
    assert task["state"] == "completed" and task["result"]["text"] == "Done.", task
    assert shop.results(task) == [("Bash", "here\n", False)]
    assert [request.key for request in model.requests] == [KEY] * 2


@pytest.mark.long
def test_keys_by_the_minute(shop, model):
    """A session that has asked too often waits for its turn, and says so."""
    model.play([one("text", "Done.")])
    shop.open(keys={"perMinute": 12})  # so the next one is five seconds away, and the task below begins before
    session = shop.session()
    wait(shop.client, submit(shop.client, "key anthropic; " * 12 + "done", sessionId=session, agent="script"))
    task = shop.run("now", session)
    assert task["result"]["text"] == "Done."
    waits = shop.of(task, "error")
    assert waits and all(event["code"] == "too_many_key_requests" and 0 < event["retry_in_ms"] <= 5001 for event in waits), waits
    assert "(keys.perMinute = 12)" in waits[0]["message"]


@pytest.mark.skipif(SANITIZED, reason="a sanitizer keeps copies of its own")
def test_the_key_leaves_no_trace(shop, model, house):
    """While a call runs the executor has it; afterwards nobody does, and it is in no file and no event."""
    canary = Canary()
    model.play([one("text", "Hm."), {"wait": "gate"}, call("Bash", 1, command="env")], [one("text", "Done.")])
    shop.open(stored=(), pool={"idle": 4})
    shop.client.call("key.set", {"service": "anthropic", "value": canary.value})
    task = shop.submit()
    model.reached("gate")
    assert [request.key for request in model.requests] == [canary.value]
    model.open("gate")
    task = wait(shop.client, task)
    assert task["state"] == "completed", task
    (executor,) = [pid for pid in descendants(house.daemon.pid) if os.path.realpath(f"/proc/{pid}/exe").endswith("/weir-executor")]
    assert canary.in_memory(executor) == set()
    assert not canary.in_bytes(json.dumps(log(shop.client)).encode()) and not canary.in_bytes(house.daemon.log().encode())
    assert canary.in_files(house.place.root) == []
    assert not canary.in_bytes(Path(f"/proc/{executor}/environ").read_bytes())


# --- a long conversation ----------------------------------------------------------------------------


def test_summary(shop, model):
    """Close to the limit the older part is replaced, and the event says so; the next prompt goes on from the summary."""
    model.play(
        [one("text", "words " * 400), call("Bash", 1, command="echo one"), {"usage": {"input": 300, "output": 700}}],
        [call("Bash", 2, command="echo two"), {"usage": {"input": 1700, "output": 20}}],
        [one("text", "THE SUMMARY"), {"usage": {"input": 900, "output": 10}}],
        [one("text", "Done."), {"usage": {"input": 400, "output": 5}}],
        [one("text", "And again.")],
    )
    shop.open(provider={"contextTokens": 2000, "outputTokens": 300})
    session = shop.session()
    task = shop.run("find out", session)
    assert task["result"]["text"] == "Done.", task
    (event,) = shop.of(task, "context_summarised")
    assert event["after_tokens"] < event["before_tokens"] and event["before_tokens"] >= 1720
    asked = json.dumps(model.requests[2].body)
    assert "words words" in asked and "echo one" in asked and "tools" not in model.requests[2].body
    assert roles(model.requests[3]) == [("user", ["text"]), ("assistant", ["tool_use"]), ("user", ["tool_result"])]
    assert "THE SUMMARY" in told(model.requests[3])[0] and "find out" in told(model.requests[3])[0]
    assert all(data.get("content_block", {}).get("text") != "THE SUMMARY" for _, data in shop.said(task))
    shop.run("go on", session)
    assert "THE SUMMARY" in told(model.requests[4])[0] and "words words" not in json.dumps(model.requests[4].body)


def test_too_long_for_any_summary(shop, model):
    too_long = [{"status": 400, "type": "invalid_request_error", "message": "prompt is too long: 250000 tokens > 200000 maximum"}]
    model.play(too_long)
    reason, message = failure(shop.open().run())
    assert reason == "context_too_long" and "shorten the prompt" in message


# --- what was said before ----------------------------------------------------------------------------


def test_history(shop, model, house):
    """A second prompt knows the first, also after the daemon was started again, and what was stopped in the middle."""
    model.play(
        [one("thinking", "Hm.", signature="c2lnMQ=="), call("Bash", 1, command="echo forty-two")], [one("text", "It is 42.")],
        [one("text", "I said 42.")],
        [call("Bash", 2, command="echo ready >> ready.txt; sleep 120")],
        [one("text", "You stopped me.")],
    )
    shop.open()
    session = shop.session()
    assert shop.run("what is it?", session)["result"]["text"] == "It is 42."
    assert house.daemon.stop() == 0
    house.daemon = type(house.daemon)(house.place, house.recorder)
    shop.client = house.start().client()
    assert shop.run("say it again", session)["result"]["text"] == "I said 42."
    second = model.requests[2]
    assert told(second) == ["what is it?", "say it again"] and "forty-two" in second.results()["toolu_1"]
    assert "It is 42." in json.dumps(second.body["messages"][3])

    task = shop.submit("wait", session)
    until(shop.file("ready.txt").exists, "the command runs")
    assert cancel(shop.client, task)
    assert shop.run("what happened?", session)["result"]["text"] == "You stopped me."
    last = model.requests[4]
    assert told(last)[-1] == "what happened?" and "interrupted" in last.results()["toolu_2"]


# --- stopping ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["model", "retry", "permission", "tool", "silence"])
def test_stopped(shop, model, house, phase):
    """Stopped is stopped, at once and with nothing left, whatever it waits for."""
    turn = {
        "model": [one("text", "half"), {"wait": "gate"}],
        "retry": [{"status": 429, "message": "later", "headers": {"retry-after": "200"}}],
        "permission": [call("Bash", 1, command="true")],
        "tool": [call("Bash", 1, command="echo > ready; sleep 120 & sleep 120")],
        "silence": [{"silence": True}],
    }[phase]
    model.play(turn)
    shop.open()
    person = approver(house)
    task = shop.submit(permissionMode="default" if phase == "permission" else "bypassPermissions")
    if phase == "model":
        model.reached("gate")
    elif phase == "retry":
        until(lambda: shop.of({"id": task}, "error"), "it waits")
    elif phase == "permission":
        requested(person)
    elif phase == "tool":
        until(shop.file("ready").exists, "the command runs")
    else:
        model.wait_for(1)
    assert cancel(shop.client, task)
    until_state(shop.client, task, "cancelled")
    model.open("gate")
    assert len(model.requests) == 1
    until(lambda: not [line for line in house.processes() if "sleep 120" in line], "nothing is left")
