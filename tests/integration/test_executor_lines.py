"""Lines that an executor must not send: garbage, floods, sequences with gaps and repeats, tokens of others."""

import json
import select
import threading

import pytest

from events import memory
from setting import MIB, SANITIZED, WATCHDOG_SECONDS
from tasks import get, messages, submit, wait


def begin(house, resumes=False, **more):
    if not house.daemon.process:
        house.start()
    client = house.client()
    task = submit(client, "do it", agent="fake", **more)
    fake = house.next()
    return client, task, fake, fake.serve(resumes)


def said(client, task):
    return [(m["sequence"], m.get("missing", 0)) for m in messages(client, task) if m["sequence"] > 0]


def sequences(client, task):
    return [sequence for sequence, _ in said(client, task)]


# --- garbage ------------------------------------------------------------------------------


GARBAGE = {
    "bytes": bytes(range(14, 256)),
    "text": b"Segmentation fault (core dumped)",
    "number": b"42",
    "string": b'"report_message"',
    "null": b"null",
    "empty batch": b"[]",
    "deep": b"[" * 5000,
    "no method": b'{"jsonrpc":"2.0","params":{}}',
    "other version": b'{"jsonrpc":"1.0","id":1,"method":"report_message"}',
    "answer to nothing": b'{"jsonrpc":"2.0","id":"nobody","result":{}}',
    "both": b'{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
    "params of a wrong kind": b'{"jsonrpc":"2.0","method":"report_message","params":7}',
    "duplicate keys": b'{"jsonrpc":"2.0","method":"a","method":"report_message","params":{}}',
    "not utf-8": b'{"jsonrpc":"2.0","method":"report_message","params":{"session_token":"\xff\xfe"}}',
    "http": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r",
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_garbage_does_no_harm(house, garbage):
    """Each such line is refused alone; what is right before and behind it counts."""
    client, task, fake, prompt = begin(house)
    prompt.report()
    prompt.link.send(garbage + b"\n", bad=True)
    prompt.report()
    prompt.done()
    ended = wait(client, task)
    assert ended["state"] == "completed" and sequences(client, task) == [1, 2]


WRONG = {
    "no token": lambda prompt: {"task_id": prompt.task, "event_type": "usage", "event_data": {}},
    "a number as token": lambda prompt: prompt.message() | {"session_token": 7},
    "a text as sequence": lambda prompt: prompt.message() | {"sequence": "1"},
    "sequence 0": lambda prompt: prompt.message() | {"sequence": 0},
    "a negative sequence": lambda prompt: prompt.message() | {"sequence": -1},
    "an enormous sequence": lambda prompt: prompt.message() | {"sequence": 1 << 70},
    "a type that is no text": lambda prompt: prompt.message() | {"event_type": ["usage"]},
    "a type without an end": lambda prompt: prompt.message() | {"event_type": "x" * 1000},
    "a list": lambda prompt: [prompt.token],
    "nothing": lambda prompt: {},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_report_that_is_wrong_is_not_stored(house, wrong):
    client, task, fake, prompt = begin(house)
    params = wrong(prompt)
    prompt.sequence = 0
    prompt.link.notify("report_message", params, bad=True)
    prompt.report()
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    assert said(client, task) == [(1, 0)]


@pytest.mark.parametrize("result", [None, {}, [], "completed", {"status": 7}, {"status": "completed", "message_count": "many"}], ids=str)
def test_a_wrong_answer_to_a_prompt_is_a_failure(house, result):
    client, task, fake, prompt = begin(house)
    prompt.link.answer(prompt.request, result, bad=True)
    ended = wait(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["message"]


def test_a_status_that_nobody_knows_is_a_failure(house):
    client, task, fake, prompt = begin(house)
    prompt.done(status="wonderful")
    ended = wait(client, task)
    assert ended["state"] == "failed" and "wonderful" in ended["result"]["error"]["message"]


def test_a_prompt_that_is_answered_twice(house):
    client, task, fake, prompt = begin(house)
    prompt.done()
    prompt.link.answer(prompt.request, {"status": "failed"}, bad=True)
    assert wait(client, task)["state"] == "completed"
    prompt.link.ask("ping", {})
    assert get(client, task)["state"] == "completed"


def test_a_line_over_the_limit(house):
    """It is skipped, and the executor is told."""
    client, task, fake, prompt = begin(house.configure(limits={"messageBytes": 65536}))
    prompt.report("tool_result", {"text": "x" * 100000}, bad=True)
    refusal = prompt.link.read()
    assert refusal["id"] is None and refusal["error"]["data"]["code"] == "message_too_long"
    prompt.sequence = 0
    prompt.report()
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    assert sequences(client, task) == [1]


def test_a_report_that_is_as_long_as_it_may_be(house):
    client, task, fake, prompt = begin(house)
    prompt.report("tool_result", {"text": "x" * (8 * MIB)})
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    assert sequences(client, task) == [1]


# --- floods -------------------------------------------------------------------------------


@pytest.mark.long
def test_a_flood_hurts_nobody_else(house):
    """It does not care about being told to pause. Everything is stored all the same, the daemon's memory stays bounded, and
    others are served meanwhile."""
    client, task, fake, prompt = begin(house)
    other = house.client()
    before = memory(house.daemon)
    count, text = 30000, {"text": "x" * 2000}
    lines = b"".join(
        json.dumps({"jsonrpc": "2.0", "method": "report_message", "params": prompt.message("tool_result", text)}).encode() + b"\n"
        for _ in range(count)
    )

    def send():
        """A piece at a time: the socket's time is one for a whole call."""
        for at in range(0, len(lines), MIB):
            prompt.link.socket.sendall(lines[at:at + MIB])

    flood = threading.Thread(target=send, daemon=True)
    flood.start()
    most = before
    while flood.is_alive():
        other.ping()
        most = max(most, memory(house.daemon))
    flood.join()
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    if not SANITIZED:  # whose memory is given back late
        assert most - before < 64 * MIB, f"{(most - before) / MIB:.0f} MiB more"
    assert len(sequences(other, task)) == count


def test_a_flood_of_refused_messages_fills_no_log(house):
    client, task, fake, prompt = begin(house)
    wrong = json.dumps({"jsonrpc": "2.0", "method": "report_message", "params": prompt.ids | {"session_token": "wrong", "data": 1}})
    prompt.link.send((wrong.encode() + b"\n") * 20000)
    prompt.report()
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    assert sequences(client, task) == [1]
    assert len(house.daemon.log()) < MIB


# --- sequences ----------------------------------------------------------------------------


def test_a_hole_of_a_foreign_executor_is_stored_and_flagged(house):
    client, task, fake, prompt = begin(house)
    for sequence in (1, 2, 5, 6):
        prompt.report(sequence=sequence)
    prompt.done()
    wait(client, task)
    assert said(client, task) == [(1, 0), (2, 0), (5, 2), (6, 0)]


def test_repeats_of_a_foreign_executor_are_dropped(house):
    client, task, fake, prompt = begin(house)
    for sequence in (1, 2, 2, 1, 3, 3, 2, 4):
        prompt.report(sequence=sequence)
    prompt.done()
    wait(client, task)
    assert said(client, task) == [(1, 0), (2, 0), (3, 0), (4, 0)]


def test_repeats_of_an_executor_that_resumes_are_dropped(house):
    client, task, fake, prompt = begin(house, resumes=True)
    for sequence in (1, 2, 2, 1, 3):
        prompt.report(sequence=sequence)
    while prompt.link.until("confirm_messages")["params"]["sequence"] < 3:
        pass
    prompt.done()
    wait(client, task)
    assert said(client, task) == [(1, 0), (2, 0), (3, 0)]


def test_a_hole_of_an_executor_that_resumes_is_filled(house):
    """The daemon hangs up, comes back, and says how far it is."""
    client, task, fake, prompt = begin(house, resumes=True)
    prompt.report()
    while prompt.link.until("confirm_messages")["params"]["sequence"] < 1:
        pass
    prompt.report(sequence=3)
    link = fake.accept()
    hello = link.expect("resume")
    assert hello["params"]["confirmed"] == {task: 1}
    link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 3}], "terminals": []})
    prompt.link, prompt.token, prompt.sequence = link, hello["params"].get("tokens", {}).get(task, prompt.token), 1
    prompt.report()
    prompt.report()
    link.notify("report_completion", prompt.ids | {"execution": {"status": "completed", "message_count": 3}})
    assert wait(client, task)["state"] == "completed"
    assert said(client, task) == [(1, 0), (2, 0), (3, 0)]


def test_a_hole_that_is_never_filled_ends_the_executor(house):
    client, task, fake, prompt = begin(house, resumes=True)
    prompt.report(sequence=7)
    for _ in range(10):
        link = accept_or_gone(fake)
        if link is None:
            break
        hello = link.expect("resume")
        link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 7}], "terminals": []})
        token = hello["params"].get("tokens", {}).get(task, prompt.token)
        link.notify("report_message", prompt.message() | {"session_token": token, "sequence": 7})
    else:
        raise AssertionError("the daemon never gives up")
    error = wait(client, task)["result"]["error"]
    assert error["reason"] == "EXECUTOR_CRASHED" and error["message"]
    assert said(client, task) == []
    fake.close()
    house.nothing_is_left()


def accept_or_gone(fake):
    """The next connection, or None when the process is gone."""
    ready = select.select([fake._listener, fake.pidfd], [], [], WATCHDOG_SECONDS)[0]
    assert ready
    return fake.accept() if fake._listener in ready else None


def test_a_report_without_a_number_of_an_executor_that_resumes(house):
    """Its promise does not hold without one: it is asked again, and nothing is stored under a number that is not its own."""
    client, task, fake, prompt = begin(house, resumes=True)
    prompt.report()
    prompt.link.notify("report_message", prompt.ids | {"event_type": "usage", "event_data": {}})
    link = fake.accept()
    hello = link.expect("resume")
    link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 2}], "terminals": []})
    prompt.link, prompt.token = link, hello["params"].get("tokens", {}).get(task, prompt.token)
    prompt.report("usage", {})
    link.notify("report_completion", prompt.ids | {"execution": {"status": "completed", "message_count": 2}})
    assert wait(client, task)["state"] == "completed"
    assert said(client, task) == [(1, 0), (2, 0)]


# --- tokens -------------------------------------------------------------------------------


def refused_and_logged(house, answer):
    assert answer["error"]["code"] == -32025 and answer["error"]["data"]["code"] == "token_refused"
    house.daemon.wait_for_log("token")


ASKS = {
    "get_api_key": {"service": "anthropic"},
    "request_permission": {"tool_name": "Bash", "tool_input": {}},
    "get_execution_context": {},
    "create_message": {"message": {"role": "assistant", "type": "note", "content": 1}},
}
TELLS = {
    "report_message": {"event_type": "usage", "event_data": {}, "sequence": 1},
    "report_progress": {"progress": {"percent": 99}},
    "report_error": {"error": {"code": "X", "message": "y"}},
    "report_commands": {"agent": "x", "commands": [{"name": "not-mine"}]},
    "report_models": {"agent": "x", "models": [{"name": "not-mine"}]},
    "report_completion": {"execution": {"status": "failed", "error": {"message": "not mine to say"}}},
}


@pytest.fixture
def two(house):
    """Two tasks of two sessions at work in two executors."""
    client, one, _, mine = begin(house)
    _, other, _, theirs = begin(house)
    yield client, one, mine, other, theirs
    mine.done()
    theirs.done()
    for task in (one, other):
        ended = wait(client, task)
        assert ended["state"] == "completed" and ended.get("progress") is None
        assert [m["type"] for m in messages(client, task)] == ["prompt"]
    for token in (mine.token, theirs.token):
        assert token not in house.daemon.log() and token not in house.daemon.stderr()


@pytest.mark.parametrize("method", ASKS)
def test_asking_with_a_wrong_token(house, two, method):
    client, one, mine, other, theirs = two
    refused_and_logged(house, mine.link.ask(method, ASKS[method] | {"session_token": "0" * 64}))


@pytest.mark.parametrize("method", ASKS)
def test_asking_with_another_tasks_token(house, two, method):
    client, one, mine, other, theirs = two
    refused_and_logged(house, mine.link.ask(method, ASKS[method] | {"session_token": theirs.token}))
    if method == "create_message":
        answer = mine.link.ask(method, ASKS[method] | {"session_token": mine.token, "task_id": other})
        refused_and_logged(house, answer)


@pytest.mark.parametrize("method", TELLS)
def test_reports_with_tokens_of_others_are_refused(house, two, method):
    client, one, mine, other, theirs = two
    for token, task in ((theirs.token, other), (theirs.token, one), (mine.token, other), ("0" * 64, one), (mine.token[:-1], one)):
        mine.link.notify(method, TELLS[method] | {"session_token": token, "task_id": task})
        batch = [{"method": method, "params": TELLS[method] | {"session_token": token, "task_id": task}}]
        mine.link.notify("batch_notification", {"notifications": batch})
    assert mine.link.ask("ping", {})["result"]["pong"]
    house.daemon.wait_for_log("token")


def test_the_token_of_a_task_that_has_ended(house):
    client, task, fake, prompt = begin(house)
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    refused_and_logged(house, prompt.ask("get_execution_context"))
    prompt.report()
    assert prompt.link.ask("ping", {})["result"]["pong"]
    assert sequences(client, task) == []


def test_each_task_has_a_token_of_its_own(house):
    client, first, fake, prompt = begin(house)
    prompt.done()
    session = wait(client, first)["sessionId"]
    second = submit(client, "again", agent="fake", sessionId=session)
    again = prompt.link.prompt()
    assert again.token != prompt.token
    refused_and_logged(house, prompt.ask("get_execution_context"))
    assert again.ask("get_execution_context")["result"]["task_id"] == second
    again.done()
    wait(client, second)


def test_tokens_are_not_in_the_debug_output(house):
    house.start(environment={"WEIR_IPC_DEBUG": "1"})
    client, task, fake, prompt = begin(house, resumes=True)
    prompt.report()
    prompt.done()
    wait(client, task)
    text = house.daemon.stderr() + house.daemon.log()
    assert "report_message" in text and prompt.token not in text
