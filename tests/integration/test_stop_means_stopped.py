"""A stop of a task is answered only when all its processes are gone, whatever they do to survive."""

import fcntl
import os
import shutil
import signal
import termios

import pytest

from jails import WORST
from leftovers import directories, processes, trees, until_nothing_is_left
from setting import BIN, SANITIZED, SHIPPED, STAGED_EXECUTOR
from tasks import Gate, get, messages, run, session_of, submit, wait
from waiting import until

pytestmark = pytest.mark.usefixtures("staged")

SETTINGS = {"pool": {"warm": 0, "shutdownMs": 1000}}
# An agent that listens has all the time that it needs, so that it is not told to leave as well; one that does not has little.
does_not_listen = pytest.mark.parametrize("stop_ms", [1000], ids=["soon"])
# A grandchild in a session of its own, an orphan of two forks, one that hears no signal: each as a shell has them.
ODD = {
    "setsid": "exec setsid sleep 120",
    "two forks": "(setsid sh -c 'sleep 120 & exec sleep 120' &) ; exit",
    "deaf": "trap '' TERM INT HUP; for i in 1 2 3; do sleep 40; done",
    "stopped": "(sleep 120; kill -KILL $$) & kill -STOP $$",
}


def programs_that_walk(place):
    """The shipped programs in a directory where weir-jail may have no namespace."""
    there = place.root / "bin"
    there.mkdir()
    shutil.copy(SHIPPED, there / "weird")
    (there / "weir-executor").symlink_to(STAGED_EXECUTOR)
    jail = there / "weir-jail"
    jail.write_text(f'#!/bin/sh\nexec {BIN / "weir-jail"} --level walk "$@"\n')
    jail.chmod(0o755)
    return there / "weird"


@pytest.fixture
def stop_ms():
    return 60_000


@pytest.fixture(params=["as it is", "walk"])
def daemon(request, place, make_daemon, stop_ms):
    # Without a namespace nothing can be hidden below what is seen, and the test's place holds the daemon's state.
    alone = {"view": {"read": [str(WORST)], "write": [str(place.root / name) for name in ("gate", "lock", "odd")]}}
    tasks = {"tasks": {"agent": "script", "stopMs": stop_ms, "drainMs": 0}}
    place.write_config(SETTINGS | tasks | (alone if request.param == "walk" else {}))
    program = programs_that_walk(place) if request.param == "walk" else SHIPPED
    yield make_daemon().start(program=program)


def begin(client, place, prompt, children, **more):
    """A task at work whose children are all there: at least `children`, with the executor. Answers it and its processes."""
    before = processes(place)
    task = submit(client, f"{prompt}; say there; hold", **more)
    until(lambda: any(m["data"].get("text") == "there" for m in messages(client, task)), "its children")
    mine = until(lambda: len(found := set(processes(place)) - set(before)) >= children and found, f"{children} children")
    return task, mine


def survivors(place, mine):
    return set(processes(place)) & set(mine)


def cancel(client, task):
    answer = client.call("task.cancel", {"taskId": task})
    assert answer["cancelled"] is True and get(client, task)["state"] == "cancelled"
    return answer["processes"]


def test_fifty_of_the_worst(daemon, place):
    client = daemon.client()
    task, mine = begin(client, place, "tree 50", 50)
    ended = cancel(client, task)
    assert survivors(place, mine) == set()
    assert ended == 51 or (SANITIZED and ended == 52)  # with the executor, and its leak checker's tracer
    until_nothing_is_left(place)


@does_not_listen
def test_fifty_and_an_agent_that_does_not_listen(daemon, place):
    client = daemon.client()
    task, mine = begin(client, place, "tree 50; say there; hold deaf", 50)
    ended = cancel(client, task)
    assert survivors(place, mine) == set()
    # The executor may have left by itself; where a leak checker looks at it then, its tracer is one process more.
    assert ended in (50, 51) or (SANITIZED and ended == 52)
    until_nothing_is_left(place)


@does_not_listen
def test_fifty_and_an_executor_that_hangs(daemon, place):
    """It answers nothing at all."""
    client = daemon.client()
    gate = Gate(place)
    task, mine = begin(client, place, f"tree 50; say there; read {gate}; spin", 50)
    with open(gate.path, "w", encoding="utf-8", buffering=1) as fifo:
        fifo.write("go\n")
        until(lambda: fcntl.ioctl(fifo, termios.FIONREAD, bytes(4)) == bytes(4), "it has read that, and hears nothing more")
    ended = cancel(client, task)
    assert survivors(place, mine) == set()
    assert ended == 51


def test_program_of_the_worst_kind(daemon, place):
    """It hides in more ways; who of it lives holds a lock."""
    lock = place.root / "lock"
    lock.touch()
    client = daemon.client()
    task, mine = begin(client, place, f"child {WORST} stay {lock}", 40)
    said = (place.user_state / "executors").glob
    until(lambda: any("ready" in path.read_text() for path in said("*/stderr")), "all of it to be there")
    ended = cancel(client, task)
    assert survivors(place, mine) == set()
    assert ended >= 50
    with open(lock, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.mark.parametrize("how", ODD)
def test_odd_children(daemon, place, how):
    client = daemon.client()
    session = session_of(client, cwd=str(place.home))
    terminal = client.call("terminal.open", {"sessionId": session, "shell": "/bin/sh"})
    (place.root / "odd").write_text(ODD[how] + "\n")
    task, mine = begin(client, place, f"child exec sh {place.root}/odd", 2, sessionId=session)
    ended = cancel(client, task)
    assert survivors(place, mine) == set()
    assert ended >= 2
    os.kill(terminal["pid"], 0)
    assert [t["id"] for t in client.call("terminal.list")] == [terminal["terminalId"]]
    assert run(client, "say on; done", sessionId=session)["state"] == "completed"
    client.call("terminal.close", {"terminalId": terminal["terminalId"]})


@does_not_listen
def test_task_that_took_too_long(daemon, place):
    client = daemon.client()
    session = session_of(client, cwd=str(place.home))
    run(client, "done", sessionId=session)  # its executor is there, and takes nothing of the task's time
    task = submit(client, "tree 20; say there; hold deaf", sessionId=session, timeoutMs=3000)
    found = wait(client, task)
    assert processes(place) == []
    assert (found["state"], found["result"]["error"]["reason"]) == ("failed", "timeout")
    assert [m["data"]["text"] for m in messages(client, task) if m["role"] == "assistant"] == ["there"], "its children were there"
    until_nothing_is_left(place)


def test_end_of_a_session(daemon, place):
    client = daemon.client()
    session = session_of(client, cwd=str(place.home))
    _, mine = begin(client, place, "tree 20", 20, sessionId=session)
    client.call("session.close", {"sessionId": session})
    assert survivors(place, mine) == set()


@does_not_listen
@pytest.mark.parametrize("force", [True, False])
def test_end_of_the_daemon(daemon, place, force):
    client = daemon.client()
    _, mine = begin(client, place, "tree 20; say there; hold deaf", 20)
    _, more = begin(client, place, "tree 20", 20)
    client.call("daemon.stop", {"force": force})
    assert daemon.wait() == 0
    assert survivors(place, mine | more) == set() and directories(place) == []
    assert trees(place) == {}


def test_task_that_ends_by_itself_keeps_its_executor_only(daemon, place):
    """Processes that it leaves are ended with its executor, which stays for the session's next task."""
    client = daemon.client()
    session = session_of(client, cwd=str(place.home))
    assert run(client, "tree 5; done", sessionId=session)["state"] == "completed"
    client.call("session.close", {"sessionId": session})
    until_nothing_is_left(place)


def test_a_jail_that_is_stopped_is_killed_with_the_daemon(daemon, place):
    """SIGSTOP is the one signal that weir-jail cannot handle: it ends neither its tree nor itself."""
    client = daemon.client()
    begin(client, place, "tree 2", 4)
    (directory,) = (place.user_state / "executors").iterdir()
    os.kill(int(os.readlink(directory / "jail").split()[0]), signal.SIGSTOP)
    client.call("daemon.stop", {"force": True})
    assert daemon.wait() == 0
    assert "killing it and all of its processes" in daemon.log()
    until_nothing_is_left(place)
