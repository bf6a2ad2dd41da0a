"""Ends that nobody requested: timeouts, a daemon that stops or crashes, a store that cannot be written."""

import contextlib
import json
import os
import signal
import time

import pytest

from setting import MIB, SANITIZED
from tasks import Gate, answers, cancel, get, life, log, messages, run, session_of, state, submit, submit_until_stored, until_state, until_states, wait
from waiting import until


@pytest.fixture
def start(make_daemon, place):
    """Starts a daemon, or the next one, with these settings of tasks."""

    def begin(environment=None, **settings):
        place.write_config({"tasks": settings})
        return make_daemon().start(environment=environment)

    return begin


# --- time-outs -------------------------------------------------------------------------

ENOUGH_MS = 1000  # for a task to come to its `hold`, on a machine that has much else to do


def test_a_task_that_takes_too_long(client):
    task = run(client, "say working; hold", timeoutMs=ENOUGH_MS)
    assert task["state"] == "failed" and task["result"]["error"]["reason"] == "timeout"
    assert f"{ENOUGH_MS} ms" in task["result"]["error"]["message"] and task["result"]["message_count"] == 1
    assert task["endedAt"] - task["startedAt"] >= ENOUGH_MS - 1
    assert life(client, task["id"]) == ["queued", "starting", "running", "stopping", "failed"]
    assert log(client, taskId=task["id"])[-1]["params"]["error"] == task["result"]["error"]


def test_the_configured_time_out(start):
    task = run(start(timeoutMs=20).client(), "hold")
    assert task["timeoutMs"] == 20 and task["result"]["error"]["reason"] == "timeout"


def test_a_time_out_during_the_start(client, place):
    gate = Gate(place)
    task = run(client, f"late {gate}", timeoutMs=20)
    assert task["result"]["error"]["reason"] == "timeout"
    assert life(client, task["id"]) == ["queued", "starting", "stopping", "failed"]


def test_a_deaf_task_is_ended_after_its_time_out(start):
    task = run(start(stopMs=30).client(), "hold deaf", timeoutMs=10)
    assert task["state"] == "failed" and task["result"]["error"]["reason"] == "timeout"


def test_a_task_that_comes_to_its_end_when_its_time_is_over(client):
    task = run(client, "say made it; hold complete", timeoutMs=ENOUGH_MS)
    assert task["state"] == "completed" and task["result"]["text"] == "made it"
    task = run(client, "hold fail", timeoutMs=20)
    assert task["state"] == "failed" and task["result"]["error"]["reason"] == "timeout"


def test_a_cancel_after_the_time_out(client, place):
    gate = Gate(place)
    task = submit(client, f"hold {gate}", timeoutMs=ENOUGH_MS)
    until_state(client, task, "stopping")
    request = client.request("task.cancel", {"taskId": task})
    answers(client, client.request("task.stats"))
    gate.open()
    assert answers(client, request)[0]["result"] == {"cancelled": False}
    assert get(client, task)["result"]["error"]["reason"] == "timeout"


# --- the daemon stops ------------------------------------------------------------------------


def ended_after_restart(make_daemon, *tasks):
    client = make_daemon().start().client()
    return [wait(client, task) for task in tasks]


def test_a_stop_waits_for_what_is_at_work(start, make_daemon, place):
    gate = Gate(place)
    daemon = start()
    client = daemon.client()
    task = submit(client, f"read {gate}; say in time")
    until_state(client, task, "running")
    request = client.request("task.wait", {"taskId": task})
    daemon.send_signal(signal.SIGTERM)
    while client.event()["method"] != "event.daemonStopping":
        pass
    error = client.error("task.submit", {"prompt": "too late"})
    assert error.code == -32015 and error.word == "stopping"
    assert client.error("chat.send", {"message": "too late"}).word == "stopping"
    gate.open()
    assert answers(client, request)[0]["result"]["result"]["text"] == "in time"
    assert daemon.left_promptly()
    assert ended_after_restart(make_daemon, task)[0]["state"] == "completed"


def test_a_stop_starts_nothing_more(start, make_daemon, place):
    gate = Gate(place)
    daemon = start(atOnce=1)
    client = daemon.client()
    running = submit(client, f"read {gate}")
    queued = submit(client, "later")
    until_state(client, running, "running")
    daemon.send_signal(signal.SIGTERM)
    while client.event()["method"] != "event.daemonStopping":
        pass
    gate.open()
    assert daemon.left_promptly()
    first, second = ended_after_restart(make_daemon, running, queued)
    assert first["state"] == second["state"] == "completed"
    assert second["startedAt"] >= first["endedAt"]


def test_a_stop_asks_what_does_not_end(start, make_daemon):
    daemon = start(drainMs=30)
    client = daemon.client()
    task = submit(client, "say working; hold")
    until_state(client, task, "running")
    request = client.request("task.wait", {"taskId": task})
    daemon.send_signal(signal.SIGTERM)
    ended = answers(client, request)[0]["result"]
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "daemon_stopped"
    assert daemon.wait() == 0
    assert ended_after_restart(make_daemon, task)[0] == ended


def test_a_stop_ends_a_deaf_task(start, make_daemon):
    daemon = start(drainMs=10, stopMs=30)
    client = daemon.client()
    task = submit(client, "hold deaf")
    until_state(client, task, "running")
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait() == 0
    ended = ended_after_restart(make_daemon, task)[0]
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "daemon_stopped"


def test_a_forced_stop_ends_everything_now(start, make_daemon):
    daemon = start(atOnce=3)
    client = daemon.client()
    tasks = [submit(client, script) for script in ("hold deaf", "hold", "events 100000000 10")]
    until_states(client, dict.fromkeys(tasks, "running"))
    queued = submit(client, "later")
    client.call("daemon.stop", {"force": True})
    assert daemon.wait() == 0
    assert "asking them to stop" not in daemon.log()
    *ended, later = ended_after_restart(make_daemon, *tasks, queued)
    assert {(task["state"], task["result"]["error"]["reason"]) for task in ended} == {("failed", "daemon_stopped")}
    assert later["state"] == "completed"


def test_a_cancel_under_way_when_the_daemon_stops(start, make_daemon, place):
    gate = Gate(place)
    daemon = start(drainMs=30, stopMs=50)
    client = daemon.client()
    task = submit(client, f"hold {gate}")
    until_state(client, task, "running")
    request = client.request("task.cancel", {"taskId": task})
    until_state(client, task, "stopping")
    daemon.send_signal(signal.SIGTERM)
    assert answers(client, request)[0]["result"] == {"cancelled": True}
    assert daemon.wait() == 0
    assert ended_after_restart(make_daemon, task)[0]["state"] == "cancelled"


# --- the daemon dies -----------------------------------------------------------------------------


def die(daemon):
    daemon.send_signal(signal.SIGKILL)
    daemon.expected_exit = -signal.SIGKILL
    daemon.left_behind_is_fine = True
    assert daemon.wait() == -signal.SIGKILL


def test_what_was_at_work_when_the_daemon_died(start, make_daemon, place):
    gate, other = Gate(place), Gate(place, "other")
    daemon = start(atOnce=4)
    client = daemon.client()
    session = session_of(client)
    running = submit(client, "say one; say two; hold", sessionId=session)
    late = submit(client, f"late {gate}")
    waiting = submit(client, "permission; hold")
    stopping = submit(client, f"hold {other}")
    until_states(client, {running: "running", late: "starting", waiting: "awaiting_permission", stopping: "running"})
    behind = submit(client, "say my turn", sessionId=session)
    queued = submit(client, "say mine too", priority=-1)
    client.request("task.cancel", {"taskId": stopping, "reason": "enough"})
    until_state(client, stopping, "stopping")
    while len(messages(client, running)) < 3:
        client.ping()
    die(daemon)

    client = make_daemon().start().client()
    for task in (running, late, waiting):
        ended = wait(client, task)
        assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "daemon_died", ended
        assert life(client, task)[-1] == "failed"
    assert get(client, running)["result"]["message_count"] == 2
    ended = wait(client, stopping)
    assert ended["state"] == "cancelled" and log(client, taskId=stopping)[-1]["params"]["reason"] == "enough"
    assert wait(client, behind)["result"]["text"] == "my turn" and wait(client, queued)["result"]["text"] == "mine too"


def test_a_time_out_that_the_daemon_did_not_survive(start, make_daemon, place):
    gate = Gate(place)
    daemon = start()
    client = daemon.client()
    task = submit(client, f"hold {gate}", timeoutMs=20)
    until_state(client, task, "stopping")
    die(daemon)
    ended = ended_after_restart(make_daemon, task)[0]
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "timeout"


@pytest.mark.faults
@pytest.mark.parametrize("point", ["task.before_start", "task.before_end", "confirm.before_send*3", "store.before_push*3", "store.after_commit*3"])
def test_a_daemon_that_dies_at_a_point(make_daemon, point):
    name, _, passes = point.partition("*")
    fault = f"{name}=kill" + (f"*{passes}" if passes else "")
    daemon = make_daemon().launch(environment={"WEIR_FAULT": fault})
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    script, key = "say one; say two; done", {"idempotencyKey": "once"}
    if daemon.notifications.wait_for("READY=1", daemon.process):  # a start writes, too: it may die before it is ready
        with contextlib.suppress(AssertionError, OSError):  # or before it answers
            client = daemon.client()
            wait(client, submit(client, script, **key))
            while True:  # how many groups that has made is a matter of time
                session_of(client)
    assert daemon.wait() == -signal.SIGKILL
    client = make_daemon().start().client()
    task = submit(client, script, **key)
    ended = wait(client, task)
    assert [found["id"] for found in client.call("task.list")] == [task]
    assert ended["state"] in ("failed", "completed") and life(client, task)[-1] == ended["state"]
    assert [m["sequence"] for m in messages(client, task)] == list(range(ended["result"]["message_count"] + 1))
    assert run(client, "hello")["state"] == "completed"


# --- the store cannot write --------------------------------------------------------------------------


@pytest.mark.faults
@pytest.mark.parametrize("point", ["store.before_commit", "store.before_begin"])
@pytest.mark.parametrize("first, count", [(3, 1), (4, 1), (5, 1), (6, 1), (9, 1), (5, 2), (12, 3)])
def test_nothing_is_lost_when_a_group_fails(start, point, first, count):
    """One group in the middle of a stream fails, and the ones behind it may be on their way already."""
    daemon = start(environment={"WEIR_FAULT": f"{point}=fail*{first}+{count}"})
    client = daemon.client()
    prompt = "say begin; permission; events 3000 20; resume; progress 50; events 3000 20; progress 90; usage 1 2; say end"
    task = submit_until_stored(client, prompt)
    ended = wait(client, task)
    assert ended["state"] == "completed" and ended["result"]["text"] == "end" and ended["result"]["message_count"] == 6002
    assert ended["progress"] == {"percent": 90}
    assert [m["sequence"] for m in messages(client, task)] == list(range(6003))
    assert life(client, task) == ["queued", "starting", "running", "awaiting_permission", "running", "completed"]
    told = [event["params"]["progress"]["percent"] for event in log(client, taskId=task) if event["method"] == "event.taskProgress"]
    assert told == [50, 90]
    assert client.call("daemon.status")["health"] == "ok"


@pytest.fixture
def fail_commits(start, place):
    """Starts a daemon. What is answered beside it makes its next commits fail, as many as were said, but for the first few."""
    begin = place.root / "begin"

    def make(count, skip=0, **settings):
        fault = {"WEIR_FAULT": f"store.before_commit=fail*{skip}+{count}", "WEIR_FAULT_BEGIN": begin}
        return start(environment=fault, **settings), begin.touch

    return make


@pytest.mark.faults
def test_a_task_is_not_confirmed_while_the_store_fails(fail_commits, place):
    """The store fails for a while. The agent is told to wait, its memory does not grow, and all of it comes after."""
    daemon, fail = fail_commits(3)
    client, gate = daemon.client(), Gate(place)
    task = submit(client, f"read {gate}; events 60000 200")
    until_state(client, task, "running")
    fail()
    gate.open()
    daemon.wait_for_log("cannot store its reports")
    assert client.call("daemon.status")["subsystems"]["store"]["health"] in ("degraded", "ok")
    assert SANITIZED or daemon.rss() < 100 * MIB
    ended = wait(client, task)
    assert ended["state"] == "completed" and ended["result"]["message_count"] == 60_000


@pytest.mark.faults
def test_a_cancel_while_the_store_fails(fail_commits):
    """A cancel that cannot be written has no effect; one that is written has."""
    daemon, fail = fail_commits(1)
    client = daemon.client()
    task = submit(client, "hold")
    until_state(client, task, "running")
    fail()
    error = client.error("task.cancel", {"taskId": task})
    assert error.code == -32003 and error.word == "subsystem_unavailable"
    assert state(client, task) == "running"
    assert cancel(client, task)


@pytest.mark.faults
def test_a_queue_that_cannot_be_opened_at_first(start, make_daemon):
    first = start()
    client = first.client()
    task = submit(client, "hold")
    until_state(client, task, "running")
    die(first)
    daemon = start(environment={"WEIR_FAULT": "store.before_commit=fail*0+1"})
    client = daemon.client()
    assert wait(client, task)["result"]["error"]["reason"] == "daemon_died"
    assert run(client, "hello")["state"] == "completed"


@pytest.mark.faults
def test_a_claim_that_fails_is_tried_again(fail_commits):
    daemon, fail = fail_commits(2, skip=1)
    client = daemon.client()
    run(client, "first")
    session_of(client)  # so that the look for a second task is over
    fail()
    task = submit(client, "hello")
    assert wait(client, task)["state"] == "completed"
    assert life(client, task) == ["queued", "starting", "running", "completed"]
    assert len(messages(client, task)) == 2


@pytest.mark.faults
@pytest.mark.parametrize("script", ["read {}; say more", "read {}; state k user n 1", "read {}; progress 5", "read {}; permission; resume", "read {}; fail a b", "read {}"])
@pytest.mark.parametrize("count", [1, 2])
def test_each_kind_of_change_is_written_again(fail_commits, place, script, count):
    gate = Gate(place)
    daemon, fail = fail_commits(count)
    client = daemon.client()
    task = submit(client, script.format(gate))
    until_state(client, task, "running")
    fail()
    gate.open()
    ended = wait(client, task)
    assert ended["state"] == ("failed" if "fail" in script else "completed")
    daemon.wait_for_log("cannot store its reports")
    if "progress" in script:
        assert ended["progress"] == {"percent": 5}
    if "state" in script:
        assert sum("messageId" in message for message in messages(client, task)) == 1
    if "permission" in script:
        assert life(client, task)[2:] == ["running", "awaiting_permission", "running", "completed"]


@pytest.mark.faults
def test_a_time_out_while_the_store_fails(fail_commits, place):
    daemon, fail = fail_commits(1)
    client = daemon.client()
    task = submit(client, "hold", timeoutMs=300)
    until_state(client, task, "running")
    fail()
    ended = wait(client, task)
    assert ended["result"]["error"]["reason"] == "timeout" and life(client, task)[-2:] == ["stopping", "failed"]


@pytest.mark.faults
def test_a_submit_that_fails_leaves_nothing(fail_commits):
    daemon, fail = fail_commits(1)
    client = daemon.client()
    run(client, "first")
    session_of(client)  # so that the look for a second task is over
    fail()
    error = client.error("task.submit", {"prompt": "hello", "idempotencyKey": "k"})
    assert error.code == -32003
    assert client.call("task.stats")["total"] == 1 and len(client.call("session.list")) == 2
    assert run(client, "hello", idempotencyKey="k")["state"] == "completed"


@pytest.mark.faults
@pytest.mark.parametrize("script", ["say one; hold", "say one; say two; hold deaf", "say one; done", "say one; events 5000 10; hold"])
def test_something_that_can_never_be_stored(start, script):
    """Waiting would not help: the task is ended, and the others go on."""
    client = start(environment={"WEIR_FAULT": "task.message=fail*0+1"}).client()
    task = run(client, script)
    assert task["state"] == "failed" or script.endswith("done")
    assert task["state"] == "completed" or task["result"]["error"] == {"reason": "error", "message": "a message of the task could not be stored"}
    assert run(client, "hello")["state"] == "completed"


@pytest.mark.faults
def test_a_result_that_can_never_be_stored(start):
    """The task has ended all the same."""
    client = start(environment={"WEIR_FAULT": "task.end=fail*0+1"}).client()
    task = run(client, "say one; done with all my words")
    assert task["state"] == "failed" and task["result"]["error"] == {"reason": "error", "message": "its result could not be stored"}
    assert run(client, "hello")["state"] == "completed"


@pytest.mark.long
@pytest.mark.faults
@pytest.mark.parametrize("script", ["events 100000000 10", "read {}; state k user n 1; hold", "read {}; ask - user n 1; hold"])
def test_a_stop_with_a_store_that_never_recovers(fail_commits, place, script):
    daemon, fail = fail_commits(1_000_000, drainMs=10)
    gate = Gate(place)
    client = daemon.client()
    until_state(client, submit(client, script.format(gate)), "running")
    fail()
    if "read" in script:
        gate.open()
    daemon.wait_for_log("cannot store its reports")
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait() == 0


# --- its executor leaves ------------------------------------------------------------------------------


@pytest.mark.faults
def test_an_executor_that_leaves_with_its_last_word(house, place):
    """All of it is heard, although the daemon stands still before it has read it: with half of it read, it holds."""
    begin, release = place.root / "begin", place.root / "release"
    fault = {"WEIR_FAULT": "store.before_push=hold", "WEIR_FAULT_BEGIN": begin, "WEIR_FAULT_RELEASE": release}
    client = house.start(environment=fault).client()
    task = submit(client, "talk", agent="fake")
    fake = house.next()
    prompt = fake.serve()
    until_state(client, task, "running")
    house.daemon.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, house.daemon.pid, os.WSTOPPED | os.WNOWAIT)
    said = [{"method": "report_message", "params": prompt.message(event_data={"delta": {"text": "x" * 700}})} for _ in range(180)]
    said.append({"id": prompt.request["id"], "result": {"status": "completed", "message_count": len(said)}})
    prompt.link.send(b"".join(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n" for message in said))
    fake.exit()
    until(lambda: not [line for line in house.processes() if "weir-jail" in line], "nothing to be left of it")
    begin.touch()
    house.daemon.send_signal(signal.SIGCONT)
    held = until(lambda: "holding at store.before_push" in house.daemon.stderr() and time.monotonic(), "the daemon to hold")
    until(lambda: time.monotonic() > held + 0.1, "it to hold for longer than it waits for what was said last")
    release.touch()
    ended = wait(client, task)
    assert ended["state"] == "completed" and ended["result"]["message_count"] == 180, ended
