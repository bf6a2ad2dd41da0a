"""Sessions do not delay each other's snapshots: they take turns, a hostile directory costs little, and a stop waits for
none of it."""

import json
import signal

import pytest

from snapshots import Yard
from tasks import cancel, session_of, submit, wait
from waiting import until

FLOOD = 9000
NAMES = 40


@pytest.fixture
def yard(house):
    return Yard(house)


def begin_beside(yard, name):
    """A task of another session, in another directory."""
    cwd = yard.house.place.root / name
    cwd.mkdir(exist_ok=True)
    (cwd / "file").write_text("x")
    session = session_of(yard.client, cwd=str(cwd), agent="fake")
    task = submit(yard.client, "do it", sessionId=session)
    return session, task, yard.house.next().serve(resumes=False)


def flood(prompt, count):
    """As many keep_files at once, and nobody reads the answers."""
    lines = [{"jsonrpc": "2.0", "id": f"flood-{i}", "method": "keep_files",
              "params": {"session_token": prompt.token, "task_id": prompt.task, "paths": [f"made-{i}"]}} for i in range(count)]
    prompt.link.send(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def test_a_flood_of_one_agent_holds_up_nobody(yard):
    yard.start(tasks={"atOnce": 3, "stopMs": 200})
    task, prompt = yard.begin()
    _, other_task, other = begin_beside(yard, "other")
    flood(prompt, FLOOD)
    assert yard.keep(other) == {"kept": 1, "complete": True}
    assert not has_all(prompt)  # the flood goes on
    other.done()
    assert wait(yard.client, other_task)["state"] == "completed"
    assert cancel(yard.client, task)  # and its own end does not come behind all of it
    assert yard.diff(task)["files"] == []


def has_all(prompt):
    seen = [prompt.link.read()["id"] for _ in iter(prompt.link.nothing_came, True)]
    return f"flood-{FLOOD - 1}" in seen


def test_a_gitignore_of_brackets(yard):
    """1,000 rules, each of which looked for its end at every byte of every name."""
    yard.put(".gitignore", "".join("*" + "[" * 250 + "\n" for _ in range(1000)))
    yard.put("sub/.gitignore", "".join("*" + "[[]" * 80 + "x\n" for _ in range(1000)))
    for i in range(NAMES):
        yard.put("[" * 200 + f"{i}", "x")
        yard.put("sub/" + "[" * 20 + f"{i}", "x")
    yard.start()
    task, prompt = yard.begin()
    assert yard.keep(prompt) == {"kept": 2 * NAMES + 2, "complete": True}
    yard.put("new", "x")
    yard.end(task, prompt)
    assert list(yard.files(task)) == ["new"] and yard.diff(task)["complete"]


def test_what_is_captured_is_not_read_again(yard):
    """The second time the answer is known; the manifest is not even opened."""
    yard.put("a", "1")
    yard.start()
    task, prompt = yard.begin()
    assert yard.keep(prompt) == {"kept": 1, "complete": True}
    manifest = yard.store / task / "before"
    good = manifest.read_bytes()
    manifest.write_bytes(b"something else\0")
    assert yard.keep(prompt) == {"kept": 1, "complete": True}
    assert prompt.ask("keep_files", paths=["b"])["error"]["data"]["code"] == "subsystem_unavailable"
    manifest.write_bytes(good)
    assert yard.keep(prompt, "b") == {"kept": 1, "complete": True}
    yard.end(task, prompt)


def hold(yard, place, point, **settings):
    release = place.root / "release"
    yard.start(environment={"WEIR_FAULT": f"{point}=hold", "WEIR_FAULT_RELEASE": str(release)}, **settings)
    return release


def say_keep(prompt, request_id="held"):
    prompt.link.say({"id": request_id, "method": "keep_files", "params": {"session_token": prompt.token}})


@pytest.mark.faults
@pytest.mark.parametrize("how", ["cancel", "close", "end"])
def test_a_disk_that_does_not_answer_holds_its_own_session_only(yard, place, how):
    """Three sessions are stuck; a fourth has its files kept, and the stuck ones can be stopped."""
    release = hold(yard, place, "kept.walk", tasks={"atOnce": 5, "stopMs": 500})
    stuck = [begin_beside(yard, f"stuck-{i}") for i in range(3)]
    for _, task, prompt in stuck:
        say_keep(prompt)
        until(lambda: (yard.store / task).exists(), "it has begun")
    _, task, prompt = begin_beside(yard, "other")
    assert yard.keep(prompt, "file") == {"kept": 1, "complete": True}
    prompt.done()
    assert wait(yard.client, task)["state"] == "completed"
    if how == "end":
        stuck[0][2].done()
        until(lambda: yard.client.call("task.get", {"taskId": stuck[0][1]})["state"] == "running", "its end waits for its files")
    for session, task, _ in stuck:
        if how == "close":
            yard.client.call("session.close", {"sessionId": session})
        else:
            cancel(yard.client, task)
        assert yard.client.call("task.get", {"taskId": task})["state"] in ("cancelled", "completed")
    release.touch()
    for session, task, _ in stuck:
        assert yard.diff(task)["files"] == []


@pytest.mark.faults
def test_more_disks_that_do_not_answer_than_threads_work_at_once(yard, place):
    """A thread that is held counts no more after a while."""
    release = hold(yard, place, "kept.walk", tasks={"atOnce": 8, "stopMs": 500})
    stuck = [begin_beside(yard, f"stuck-{i}") for i in range(6)]
    for _, task, prompt in stuck:
        say_keep(prompt)
        until(lambda: (yard.store / task).exists(), "it has begun")
    _, task, prompt = begin_beside(yard, "other")
    assert yard.keep(prompt, "file") == {"kept": 1, "complete": True}
    prompt.done()
    assert wait(yard.client, task)["state"] == "completed"
    release.touch()
    for _, task, prompt in stuck:
        prompt.done()
        assert wait(yard.client, task)["state"] == "completed"
        assert yard.diff(task)["files"] == []


@pytest.mark.faults
def test_a_stop_does_not_wait_for_a_disk(yard, place):
    hold(yard, place, "kept.walk", tasks={"drainMs": 0, "stopMs": 100})
    task, prompt = yard.begin()
    say_keep(prompt)
    until(lambda: (yard.store / task).exists(), "it has begun")
    flood(prompt, 100)
    yard.client.call("daemon.stop", {"force": True})
    yard.house.daemon.wait()


# --- undo and the next task ------------------------------------------------------------------


@pytest.mark.faults
def test_no_task_begins_while_files_are_put_back(yard, place):
    """The undo was asked for while nothing was at work. What comes meanwhile waits, and what comes behind that is refused."""
    yard.put("a", "1")
    release = hold(yard, place, "kept.undo", tasks={"atOnce": 3})
    task = yard.task(lambda: yard.put("a", "2"))
    undo = yard.client.request("task.undo", {"taskId": task})
    again = yard.client.request("task.undo", {"taskId": task})
    yard.client.call("task.get", {"taskId": task})  # both are queued: a connection's reads are answered in their order
    other = yard.house.client()
    second = submit(other, "do it", sessionId=yard.session)
    # A whole task of another session passes meanwhile.
    yard.client, first = other, yard.client
    _, beside, prompt = begin_beside(yard, "other")
    prompt.done()
    assert wait(other, beside)["state"] == "completed"
    assert other.call("task.get", {"taskId": second})["state"] == "starting" and yard.house.none_was_started()
    release.touch()
    prompt = yard.house.next().serve(resumes=False)
    assert (yard.cwd / "a").read_text() == "1"
    assert first.answer(undo)["result"]["restored"] == ["a"]
    refused = first.answer(again)["error"]
    assert refused["data"]["code"] == "task_at_work" and second in refused["message"]
    yard.keep(prompt, "a")
    yard.put("a", "3")
    yard.end(second, prompt)
    assert yard.undo(second)["restored"] == ["a"] and (yard.cwd / "a").read_text() == "1"


@pytest.mark.faults
def test_a_task_that_waits_for_an_undo_can_be_stopped(yard, place):
    yard.put("a", "1")
    release = hold(yard, place, "kept.undo")
    task = yard.task(lambda: yard.put("a", "2"))
    undo = yard.client.request("task.undo", {"taskId": task})
    yard.client.call("task.get", {"taskId": task})  # it is queued
    other = yard.house.client()
    second = submit(other, "do it", sessionId=yard.session)
    until(lambda: other.call("task.get", {"taskId": second})["state"] == "starting", "it is claimed")
    assert cancel(other, second) and other.call("task.get", {"taskId": second})["state"] == "cancelled"
    third = submit(other, "do it", sessionId=yard.session)
    until(lambda: other.call("task.get", {"taskId": third})["state"] == "starting", "it is claimed")
    release.touch()
    assert yard.client.answer(undo)["result"]["restored"] == ["a"]
    yard.house.next().serve(resumes=False).done()
    assert wait(other, third)["state"] == "completed"


@pytest.mark.faults
def test_a_stop_while_a_task_waits_for_an_undo(yard, place):
    yard.put("a", "1")
    release = hold(yard, place, "kept.undo", tasks={"drainMs": 0})
    task = yard.task(lambda: yard.put("a", "2"))
    yard.client.request("task.undo", {"taskId": task})
    yard.client.call("task.get", {"taskId": task})  # it is queued
    other = yard.house.client()
    second = submit(other, "do it", sessionId=yard.session)
    until(lambda: other.call("task.get", {"taskId": second})["state"] == "starting", "it is claimed")
    yard.house.daemon.send_signal(signal.SIGTERM)
    yard.house.daemon.wait_for_log("stop: ")
    release.touch()
    yard.house.daemon.wait()
    yard.house.again(ended_by=0)
    yard.follow()
    ended = yard.client.call("task.get", {"taskId": second})
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "daemon_stopped", ended
