"""Executors that end while no daemon is running: the next daemon reports how they ended, and reads their spool."""

import os
import signal
from pathlib import Path

import pytest

from daemon import Daemon
from leftovers import processes, trees, until_nothing_is_left
from setting import BIN, SHIPPED, STAGED_EXECUTOR
from tasks import Gate, log, messages, run, session_of, submit, until_state, wait
from waiting import standstill, until

pytestmark = pytest.mark.usefixtures("staged")

POOL = {"warm": 0, "idle": 0, "shutdownMs": 1000}


class Succession:
    """One daemon after another in the same place."""

    def __init__(self, place, recorder):
        self.place = place
        self.recorder = recorder
        self.daemon = None

    def configure(self, **pool):
        self.place.write_config({"tasks": {"agent": "script", "stopMs": 1000, "drainMs": 0}, "pool": POOL | pool})
        return self

    def client(self):
        self.daemon = Daemon(self.place, self.recorder)
        self.daemon.start(program=SHIPPED)
        return self.daemon.client()

    def kill(self):
        self.daemon.send_signal(signal.SIGKILL)
        self.daemon.expected_exit = -signal.SIGKILL
        self.daemon.left_behind_is_fine = True
        problems = self.daemon.finish()
        self.daemon = None
        assert not problems, problems

    def until_nobody_is_there(self):
        until(lambda: not processes(self.place), "the executor is gone")


@pytest.fixture
def succession(place, recorder):
    succession = Succession(place, recorder).configure()
    yield succession
    problems = succession.daemon.finish() if succession.daemon else []
    for pid in processes(place):
        problems.append(f"process {pid} is left")
        os.kill(pid, signal.SIGKILL)
    assert not problems, problems


def said(client, task):
    return [m["data"].get("text") for m in messages(client, task) if m["sequence"] > 0]


def speak(succession, place, rest=""):
    """A task that has said `one`; answers it and the gate before the rest."""
    client, gate = succession.client(), Gate(place)
    task = submit(client, f"say one; stderr first words; read {gate}; {rest}")
    until(lambda: said(client, task) == ["one"], "its first message")
    [directory] = (place.user_state / "executors").iterdir()
    kept = directory / "stderr"  # there is none before the first words
    until(lambda: kept.exists() and "first words\n" in kept.read_text(), "its first words have come to its jail")
    return task, gate


def begin(succession, place, rest):
    """A task that has said `one`, and goes on with the rest now that the daemon is gone. Its executor stood still until both was so:
    all the time that it waits for a daemon is the rest's."""
    task, gate = speak(succession, place, rest)
    executor = next(pid for pid in processes(place) if os.path.realpath(f"/proc/{pid}/exe") == str(STAGED_EXECUTOR))
    with open(gate.path, "w", encoding="utf-8") as fifo, standstill(executor):
        succession.kill()
        fifo.write("go\n")
        fifo.flush()
    return task


ENDS = {
    "signal 6": ("signal", 6, "the executor was killed by signal 6 (Aborted)"),
    "signal 9": ("signal", 9, "the executor was killed by signal 9 (Killed)"),
    "exit 7": ("exit_code", 7, "the executor exited with code 7"),
    "exit 0": ("exit_code", 0, "the executor exited with code 0"),
}


@pytest.mark.parametrize("end", ENDS)
def test_executor_dies_meanwhile(succession, place, end):
    task = begin(succession, place, f"stderr it hurts; {end}")
    succession.until_nobody_is_there()
    client = succession.client()
    found = wait(client, task)
    name, number, sentence = ENDS[end]
    error = found["result"]["error"]
    assert (found["state"], error["reason"], error.get(name)) == ("failed", "EXECUTOR_CRASHED", number), found
    assert error["message"] == sentence and error["stderr"] == "first words\nit hurts\n"
    assert said(client, task) == ["one"] and found["result"]["message_count"] == 1
    until_nothing_is_left(place)
    assert run(client, "say on; done")["state"] == "completed"


def test_executor_and_its_jail_are_killed_meanwhile(succession, place):
    task, _ = speak(succession, place)
    succession.kill()
    for pid in next(iter(trees(place).values())):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it went with the others
    succession.until_nobody_is_there()
    client = succession.client()
    error = wait(client, task)["result"]["error"]
    assert error["reason"] == "EXECUTOR_CRASHED" and error["message"], error
    assert error["stderr"] == "first words\n" and said(client, task) == ["one"]
    until_nothing_is_left(place)


def test_executor_gives_up_with_a_task_that_is_done(succession, place):
    """It has all the time to come to its end, and then puts everything down."""
    succession.configure(orphanMs=3000)
    task = begin(succession, place, "events 50 100; say two; done all")
    succession.until_nobody_is_there()
    client = succession.client()
    found = wait(client, task)
    assert (found["state"], found["result"].get("text")) == ("completed", "all"), found
    assert found["result"]["message_count"] == 52 == len(said(client, task))
    assert [m["sequence"] for m in messages(client, task)] == list(range(53))
    until_nothing_is_left(place)


def test_executor_gives_up_with_a_task_at_work(succession, place):
    succession.configure(orphanMs=1000)
    task = begin(succession, place, "events 50 100; hold")
    succession.until_nobody_is_there()
    client = succession.client()
    found = wait(client, task)
    error = found["result"]["error"]
    assert (found["state"], error["reason"], error["code"]) == ("failed", "error", "DAEMON_GONE"), found
    assert len(said(client, task)) == 51 == found["result"]["message_count"]
    until_nothing_is_left(place)


def test_spool_is_heard_once(succession, place):
    """The first half was read by an earlier daemon, and the daemon that reads it is killed again."""
    succession.configure(orphanMs=1000)
    task = begin(succession, place, "events 500 200; done all")
    succession.until_nobody_is_there()
    for _ in range(5):
        succession.client()
        succession.kill()
    client = succession.client()
    found = wait(client, task)
    assert found["state"] == "completed" and found["result"]["message_count"] == 501, found
    assert [m["sequence"] for m in messages(client, task)] == list(range(502))
    assert len(log(client, taskId=task, topics=["task"])) == 4  # queued, starting, running, completed
    until_nothing_is_left(place)


def test_idle_and_warm_ones_give_up_too(succession, place):
    succession.configure(orphanMs=1000, warm=2, idle=2)
    client = succession.client()
    assert run(client, "say one; done")["state"] == "completed"
    until(lambda: len(trees(place)) == 3, "two warm ones and an idle one")
    succession.kill()
    succession.until_nobody_is_there()
    client = succession.client()
    until_nothing_is_left(place)
    assert run(client, "say on; done")["state"] == "completed"


# --- what was wanted of the daemon that is gone ---------------------------------------------------


@pytest.mark.parametrize("end", ["hold", "hold deaf"])
def test_wish_to_stop_outlives_the_daemon(succession, place, end):
    """Its answer is lost, and the task is cancelled all the same, with its whole tree."""
    client = succession.client()
    task = submit(client, f"tree 20; say there; {end}")
    until(lambda: said(client, task) == ["there"], "its children")
    mine = set(processes(place))
    client.request("task.cancel", {"taskId": task})
    until_state(client, task, "stopping")
    succession.kill()
    client = succession.client()
    assert wait(client, task)["state"] == "cancelled"
    assert not mine & set(processes(place))
    until_nothing_is_left(place)


@pytest.mark.long
@pytest.mark.parametrize("end", ["hold", "hold deaf"])
def test_time_of_a_task_goes_on(succession, place, end):
    client = succession.client()
    task = submit(client, f"say there; {end}", timeoutMs=5000)
    until(lambda: said(client, task) == ["there"], "its first message")
    succession.kill()
    client = succession.client()
    found = wait(client, task)
    assert (found["state"], found["result"]["error"]["reason"]) == ("failed", "timeout"), found
    until_nothing_is_left(place)


def test_large_spool(succession, place):
    """As much as an executor keeps before it stops reading its agent, and then what its agent had left."""
    succession.configure(orphanMs=3000)
    task = begin(succession, place, "events 200000 200; done all")
    succession.until_nobody_is_there()
    client = succession.client()
    found = wait(client, task)
    assert found["result"]["error"]["code"] == "DAEMON_GONE", found
    count = found["result"]["message_count"]
    assert 8 << 20 < count * 400 and [m["sequence"] for m in messages(client, task)] == list(range(count + 1))
    until_nothing_is_left(place)


def test_executor_of_a_session_is_found_again(succession, place):
    """Idle, it serves the session's next task, of whichever daemon."""
    succession.configure(idle=2)
    client = succession.client()
    session = session_of(client)
    for _ in range(3):
        assert run(client, "events 300; done", sessionId=session)["result"]["message_count"] == 300
        mine = trees(place)
        assert len(mine) == 1
        succession.kill()
        client = succession.client()
        assert trees(place) == mine
    assert run(client, "say on; done", sessionId=session)["state"] == "completed"
    client.call("session.close", {"sessionId": session})
    until_nothing_is_left(place)


@pytest.mark.faults
@pytest.mark.parametrize("how", ["kill", "fail"])
@pytest.mark.parametrize("point", ["agent.before_spool", "agent.before_spool_ends"])
def test_spool_cannot_be_written(succession, place, point, how, monkeypatch):
    """Confirmed messages are stored; the rest is lost, and the task's result reports a failure."""
    succession.configure(orphanMs=1000)
    monkeypatch.setattr(place, "environment", lambda **more: type(place).environment(place, WEIR_FAULT=f"{point}={how}", **more))
    task = begin(succession, place, "events 5; done all")
    succession.until_nobody_is_there()
    client = succession.client()
    found = wait(client, task)
    assert found["state"] == "failed" and found["result"]["error"]["reason"] == "EXECUTOR_CRASHED", found
    assert said(client, task) == ["one"]
    until_nothing_is_left(place)


# --- the executor is killed at each of its steps, with a daemon there -----------------------------


AGENT = ["agent.before_resume", "agent.before_send", "agent.before_drop", "agent.before_tell"]


@pytest.mark.faults
@pytest.mark.parametrize("passes", [0, 1])
@pytest.mark.parametrize("point", AGENT)
def test_executor_is_killed_at(place, make_daemon, point, passes):
    place.write_config({"tasks": {"agent": "script"}, "pool": POOL})
    client = make_daemon().start(program=SHIPPED, environment={"WEIR_FAULT": f"{point}=kill*{passes}"}).client()
    # What is stored is confirmed at some time: maybe not before the end.
    end = "hold" if point == "agent.before_drop" and passes == 0 else "done all"
    found = wait(client, submit(client, f"events 40; rate 20 200; {end}"))
    numbers = [m["sequence"] for m in messages(client, found["id"])]
    assert numbers == list(range(len(numbers)))
    if found["state"] == "failed":
        reason = "start_failed" if point == "agent.before_resume" else "EXECUTOR_CRASHED"
        assert found["result"]["error"]["reason"] in (reason, "EXECUTOR_CRASHED"), found
        assert found["result"]["message_count"] == len(numbers) - 1
    else:
        assert passes > 0 and len(numbers) == 61, found
    until_nothing_is_left(place)


@pytest.mark.parametrize("ends_with_it", ["namespace", "cgroup", "nothing"])
def test_jail_without_record_that_hangs_is_killed(succession, place, ends_with_it):
    """No daemon knows such a jail; one that does not end when it is told to must not stay for ever. Its processes must not
    either: the kernel ends them with a PID namespace, or a cgroup names them, or there is neither."""
    if ends_with_it != "namespace":
        place.write_config({"tasks": {"agent": "script"}, "pool": POOL, "sandbox": "landlock", "view": {"read": [str(BIN.parent)]}})
    client = succession.client()
    task = submit(client, "tree 7; say one; hold")
    until(lambda: said(client, task) == ["one"], "its processes")
    [directory] = (place.user_state / "executors").iterdir()
    jail = int(os.readlink(directory / "jail").split()[0])
    cgroup = None
    if ends_with_it == "nothing" and (directory / "cgroup").exists():
        cgroup = Path((directory / "cgroup").read_text())
        (directory / "cgroup").unlink()
    with standstill(jail):
        succession.kill()
        (directory / "record").unlink()
        succession.client()
        until(lambda: not processes(place), "the jail and all below it are gone")
    until_nothing_is_left(place)
    if cgroup:
        cgroup.rmdir()
    assert f"weir-jail (pid {jail}) of an earlier daemon did not exit within 3000 ms" in succession.daemon.log()
