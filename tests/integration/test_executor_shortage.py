"""Temporary shortages: no descriptors, no disk space, no record for an executor. A task waits until it can start, and
no agent continues a task that has ended."""

import json
import os
import resource
import signal

import pytest

from tasks import cancel, get, session_of, submit, until_state, wait


def open_files(daemon):
    return len(os.listdir(f"/proc/{daemon.pid}/fd"))


def limit_files(daemon, count):
    hard = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (count, hard))


# --- the limit of descriptors ---------------------------------------------------------------------


def test_at_the_limit_of_descriptors_a_task_stays_in_the_queue(house):
    """It begins as soon as there is room again."""
    client = house.start().client()
    before = resource.prlimit(house.daemon.pid, resource.RLIMIT_NOFILE)[0]
    limit_files(house.daemon, open_files(house.daemon) + 2)
    task = submit(client, "hello", agent="fake")
    other = submit(client, "not this one", agent="fake")
    assert get(client, task)["state"] == "queued"
    assert cancel(client, other)
    assert house.none_was_started() and get(client, task)["state"] == "queued"
    limit_files(house.daemon, before)
    house.next().serve().done()
    assert wait(client, task)["state"] == "completed"


@pytest.mark.parametrize("soon", [True, False], ids=["soon", "late"])
def test_no_descriptor_to_connect_with(house, soon):
    """An executor that was started while there was room is connected to later; where that takes too long the task gets another."""
    client = house.configure(pool={"startMs": 15000 if soon else 500}).start().client()
    task = submit(client, "hello", agent="fake")
    fake = house.next()
    before = resource.prlimit(house.daemon.pid, resource.RLIMIT_NOFILE)[0]
    limit_files(house.daemon, open_files(house.daemon))
    fake.listen()
    if not soon:
        house.daemon.wait_for_log("cannot start yet, retrying")
    assert get(client, task)["state"] == "starting" and not fake.is_called()
    limit_files(house.daemon, before)
    if soon:
        link = fake.accept()
    else:
        link = house.next().listen().accept()
    link.greet()
    link.prompt().done()
    assert wait(client, task)["state"] == "completed"


# --- the record of an executor --------------------------------------------------------------------


def held_faults(place, *points):
    return {"WEIR_FAULT": ",".join(points), "WEIR_FAULT_BEGIN": str(place.root / "begin")}


@pytest.mark.faults
def test_no_prompt_without_a_record(house, place):
    """A daemon after this one could not find it. The task gets another executor."""
    client = house.start(environment=held_faults(place, "executor.note=fail*0+1")).client()
    session = session_of(client, agent="fake")
    task = submit(client, "first", sessionId=session)
    first = house.next()
    prompt = first.serve(resumes=True)
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    (place.root / "begin").touch()
    task = submit(client, "second", sessionId=session)
    prompt = house.next().serve(resumes=True)
    assert prompt.task == task and first.is_gone()
    prompt.done()
    assert wait(client, task)["state"] == "completed"


@pytest.mark.parametrize("end", ["cancel", "stop", "force"])
def test_one_that_waits_for_room_can_be_ended(house, end):
    client = house.configure(pool={"startMs": 500}, tasks={"drainMs": 10}).start().client()
    task = submit(client, "hello", agent="fake")
    fake = house.next()
    limit_files(house.daemon, open_files(house.daemon))
    fake.listen()
    house.daemon.wait_for_log("cannot start yet, retrying")
    assert get(client, task)["state"] == "starting"
    if end == "cancel":
        assert cancel(client, task)
        assert get(client, task)["state"] == "cancelled"
        limit_files(house.daemon, 1024)
    else:
        client.call("daemon.stop", {"force": end == "force"})
        assert house.daemon.wait() == 0


def forget_task(house):
    """The record as it is where the disk was full when the task began."""
    [name] = house.directories()
    path = house.daemon.state / "executors" / name / "record"
    record = json.loads(path.read_text())
    del record["task_id"]
    path.write_text(json.dumps(record))


@pytest.mark.parametrize("known", [True, False], ids=["record", "no record"])
def test_an_executor_whose_task_is_over_is_ended(house, known):
    """Its task was settled: nobody hears what it says, and no other task is given to it."""
    client = house.start().client()
    session = session_of(client, agent="fake")
    task = submit(client, "hello", sessionId=session)
    fake = house.next()
    prompt = fake.serve(resumes=True)
    prompt.report()
    prompt.link.until("confirm_messages")
    until_state(client, task, "running")
    house.daemon.send_signal(signal.SIGKILL)
    house.daemon.wait()
    if not known:
        forget_task(house)
    client = house.again().client()
    link = fake.accept()
    hello = link.expect("resume")
    assert hello["params"]["confirmed"] == ({task: 1} if known else {})
    link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 1}], "terminals": []})
    if known:
        prompt.link, prompt.token = link, hello["params"]["tokens"][task]
        link.notify("report_completion", prompt.ids | {"execution": {"status": "completed", "message_count": 1}})
        assert wait(client, task)["state"] == "completed"
        return
    ended = wait(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "daemon_died", ended
    fake.wait()
    house.nothing_is_left()
    task = submit(client, "another", sessionId=session)
    house.next().serve().done()
    assert wait(client, task)["state"] == "completed"


@pytest.mark.faults
def test_a_task_that_cannot_be_taken_over(house, place):
    """Its run is gone; its executor knows nothing of that run any more, and goes too."""
    client = house.start().client()
    task = submit(client, "hello", agent="fake")
    fake = house.next()
    prompt = fake.serve(resumes=True)
    prompt.report()
    prompt.link.until("confirm_messages")
    house.daemon.send_signal(signal.SIGKILL)
    house.daemon.wait()
    client = house.again(environment={"WEIR_FAULT": "executor.before_name=fail"}).client()
    ended = wait(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "daemon_died", ended
    link = fake.accept()
    hello = link.expect("resume")
    assert hello["params"]["confirmed"] == {}
    link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 1}], "terminals": []})
    fake.wait()
    house.nothing_is_left()
