"""Hostile and broken executors: the daemon keeps serving everybody else, and nothing hangs."""

import json
import os

import pytest

from setting import WATCHDOG_SECONDS
from tasks import session_of, submit, wait


def test_a_pause_ends_with_the_task_that_caused_it(house):
    """Its executor goes on with the next task of the session."""
    client = house.configure(pool={"pauseAt": 2, "resumeAt": 1}).start().client()
    session = session_of(client, agent="fake")
    task = submit(client, "first", sessionId=session)
    prompt = house.next().serve()
    reports = [{"jsonrpc": "2.0", "method": "report_message", "params": prompt.message()} for _ in range(300)]
    end = {"jsonrpc": "2.0", "id": prompt.request["id"], "result": {"status": "completed", "message_count": 300}}
    prompt.link.send("".join(json.dumps(line) + "\n" for line in [*reports, end]).encode())
    assert wait(client, task)["state"] == "completed"
    task = submit(client, "second", sessionId=session)
    second = prompt.link.prompt()
    told = [message["method"] for message in prompt.link.passed if message.get("method", "").endswith("_notifications")]
    assert told == ["pause_notifications", "resume_notifications"] * (len(told) // 2), told
    second.done()
    assert wait(client, task)["state"] == "completed"


@pytest.mark.parametrize("resumes", [False, True])
def test_a_sequence_beyond_its_maximum(house, resumes):
    """Numbers that not every reader of JSON takes for what they are, up to those that cannot be counted on from."""
    most, client = 2**53 - 1, house.start().client()
    task = submit(client, "hello", agent="fake")
    prompt = house.next().serve(resumes)
    numbers = [1, 2**63 - 1, 2**63 - 1, most + 1] if resumes else [1, 2**63 - 1, 2**63 - 1, most + 1, most, None, None]
    batch = []
    for number in numbers:
        params = prompt.message()
        params.pop("sequence")
        batch.append({"method": "report_message", "params": params | ({"sequence": number} if number else {})})
    prompt.link.notify("batch_notification", {"notifications": batch})
    if resumes:  # it is asked to say again what was not understood
        prompt.link.assert_ended()
        client.call("task.cancel", [task])
    else:
        prompt.done()
    assert wait(client, task)["state"] in ("completed", "cancelled", "failed")
    events = client.call("event.list", {"topics": ["message"]})["events"]
    stored = [entry["params"]["sequence"] for entry in events if entry["params"].get("role") == "assistant"]
    assert stored == ([1] if resumes else [1, most])


STORM = """
import os
own = os.path.dirname(os.environ["EXECUTOR_SOCKET"])
files = [os.open(f"{own}/{name}", os.O_CREAT | os.O_RDWR, 0o600) for name in "ab"]
os.fork(), os.fork()
while True:
    for file in files:
        os.fchmod(file, 0o600)
"""


def test_one_that_changes_its_directory_without_end(house):
    """Its socket is waited for there; nobody else waits meanwhile, and neither does it for ever."""
    house.executors["storm"] = {"command": ["/usr/bin/python3", "-c", STORM]}
    client = house.configure(pool={"startMs": 1000}).start().client()
    task = wait(client, submit(client, "hello", agent="storm"))
    assert task["state"] == "failed" and task["result"]["error"]["reason"] == "start_failed", task
    assert "did not listen" in task["result"]["error"]["message"], task  # and goes on until it is ended
    house.nothing_is_left()


def test_the_socket_of_another_in_the_place_of_its_own(house):
    """Neither its secret nor its task's token goes there."""
    client = house.start().client()
    first, second = submit(client, "first", agent="fake"), submit(client, "second", agent="fake")
    one, two = house.next(), house.next()
    prompt = one.serve()
    other = ({first, second} - {prompt.task}).pop()
    os.symlink(one.start["environment"]["EXECUTOR_SOCKET"], two.start["environment"]["EXECUTOR_SOCKET"])
    task = wait(client, other)
    assert task["state"] == "failed" and "outside its process tree" in task["result"]["error"]["message"], task
    link = one.accept()
    link.assert_ended()
    prompt.done()
    assert wait(client, prompt.task)["state"] == "completed"


def test_terminals_that_nobody_asked_it_for(house):
    """They are not looked at, however many it says there are."""
    client = house.start().client()
    task = submit(client, "hello", agent="fake")
    link = house.next().listen().accept()
    handed = [{"terminal_id": f"term_{number}", "pty_pid": 1, "cwd": "/", "shell": "sh"} for number in range(50000)]
    link.greet(resumes=True, terminals=handed)
    link.prompt().done()
    assert wait(client, task)["state"] == "completed"
    assert client.call("terminal.list", {}) == []


def test_a_progress_eighty_thousand_times_in_one_message(house):
    """If it reports more progress than can be stored, the last report counts."""
    client = house.start().client()
    task = submit(client, "hello", agent="fake")
    prompt = house.next().serve()
    progress = [{"method": "report_progress", "params": prompt.ids | {"progress": {"percent": at % 80}}} for at in range(80000)]
    prompt.link.notify("batch_notification", {"notifications": progress})
    prompt.done()
    task = wait(client, task)
    assert task["state"] == "completed" and task["progress"] == {"percent": 79}, task


def test_whatever_it_says_counts_as_output(house):
    """Until it ends of itself: there is time enough for all that it says."""
    client = house.configure(tasks={"stopMs": 1000 * WATCHDOG_SECONDS}).start().client()
    for say in ("report_error", "create_message"):
        task = submit(client, "hello", agent="fake", limits={"outputBytes": 5000})
        prompt = house.next().serve()
        for _ in range(10):
            if say == "report_error":
                prompt.link.notify(say, prompt.ids | {"error": {"code": "E", "message": 1000 * "x"}})
            else:
                prompt.ask(say, message={"role": "assistant", "type": "text", "content": 1000 * "x"})
        prompt.done()
        task = wait(client, task)
        assert task["state"] == "failed" and task["result"]["error"]["reason"] == "output_limit", task


DEEP = """
import os
os.chdir(os.path.dirname(os.environ["EXECUTOR_SOCKET"]))
for _ in range(1000):
    os.mkdir("deep")
    os.mkdir("beside", 0)
    os.chdir("deep")
"""


def test_directories_without_end(house):
    """Deeper than any path is long, and some that nobody may read: they go with it all the same."""
    house.executors["deep"] = {"command": ["/usr/bin/python3", "-c", DEEP]}
    client = house.start().client()
    task = wait(client, submit(client, "hello", agent="deep"))
    assert task["state"] == "failed" and task["result"]["error"]["message"].endswith("exited with code 0"), task  # it has made all
    house.nothing_is_left()


def test_a_session_in_which_much_was_said(house):
    """The newest messages are returned, as far as they fit."""
    client = house.start().client()
    session = session_of(client, agent="fake")
    task = submit(client, "first", sessionId=session)
    prompt = house.next().serve()
    for _ in range(4300):
        prompt.report("tool_result", {"text": 20000 * "x"})
        if prompt.sequence % 400 == 0:
            prompt.ask("get_api_key", service="openai")  # so that it is not too fast
    prompt.done()
    wait(client, task)
    task = submit(client, "second", sessionId=session)
    second = prompt.link.prompt()
    said = second.ask("get_execution_context")["result"]["messages"]
    assert 100 < len(said) < 300 and {message["task_id"] for message in said} == {prompt.task}
    assert [message["timestamp"] for message in said] == [1700000000000 + number for number in range(4301 - len(said), 4301)]
    second.done()
    wait(client, task)


def in_batch(prompt, *sequences):
    """Reports of these numbers in one message; 0: one without a number."""
    reports = [prompt.message(sequence=number) for number in sequences]
    for report in reports:
        if report["sequence"] == 0:
            del report["sequence"]
    return [{"method": "report_message", "params": report} for report in reports]


@pytest.mark.parametrize("sequences", [(1, 3), (1, 3, 5, 7), (1, 3, 0), (0, 0, 0), (3, 1), (2, 5)], ids=str)
@pytest.mark.parametrize("ends", [False, True], ids=["goes on", "says it ended"])
def test_gaps_in_the_middle_of_a_batch(house, sequences, ends):
    """The daemon connects again, once, and hears nothing of what follows the gap: it asks for all of it."""
    client = house.start().client()
    task = submit(client, "hello", agent="fake")
    fake = house.next()
    prompt = fake.serve(resumes=True)
    execution = {"execution": {"status": "completed", "message_count": 3}}
    end = {"method": "report_completion", "params": prompt.ids | execution}
    batch = in_batch(prompt, *sequences) + ([end] if ends else [])
    prompt.link.notify("batch_notification", {"notifications": batch})
    prompt.link.assert_ended()
    link = fake.accept()
    hello = link.expect("resume")
    known = 1 if sequences[0] == 1 else 0
    assert hello["params"]["confirmed"] == {task: known}, hello
    link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 3}], "terminals": []})
    link.notify("batch_notification", {"notifications": in_batch(prompt, *range(known + 1, 4))})
    link.notify("report_completion", prompt.ids | execution)
    task = wait(client, task)
    assert task["state"] == "completed" and task["result"]["message_count"] == 3, task
    assert house.daemon.log().count("reconnecting") == 1
    assert house.daemon.stop() == 0


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "in a batch"])
def test_a_message_outside_of_the_contract(house, alone):
    """Its number will always be missing: after some connections the task fails, and says what was wrong with the message."""
    client = house.start().client()
    task = submit(client, "hello", agent="fake")
    fake = house.next()
    prompt = fake.serve(resumes=True)
    prompt.report()
    prompt.link.until("confirm_messages")
    for connection in range(1, 5):
        bad = {"method": "report_message", "params": prompt.message(sequence=2, event_type="x" * 200)}
        good = {"method": "report_message", "params": prompt.message(sequence=3)}
        if alone:
            for report in (bad, good):
                prompt.link.notify(report["method"], report["params"], bad=True)
        else:
            prompt.link.notify("batch_notification", {"notifications": [bad, good]}, bad=True)
        while prompt.link.read_line():
            pass
        if connection == 4:
            break
        prompt.link = fake.accept()
        hello = prompt.link.expect("resume")
        assert hello["params"]["confirmed"] == {task: 1}
        prompt.link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 3}], "terminals": []})
    task = wait(client, task)
    error = task["result"]["error"]
    assert task["state"] == "failed" and "a message is missing" in error["message"] and "event_type" in error["message"], task
    house.nothing_is_left()
