"""The disk is full while a task runs, and the daemon is killed: what the next daemon recovers."""

import os
import signal

import pytest

from daemon import Daemon
from disks import needs_mount, small_disk  # noqa: F401 (a fixture)
from leftovers import processes
from setting import SHIPPED
from tasks import messages, run, session_of, submit, wait
from waiting import until

pytestmark = [pytest.mark.usefixtures("staged"), needs_mount]


def said(client, task):
    return [message["data"].get("text") for message in messages(client, task) if message["sequence"] > 0]


def log(disk):
    return (disk.files / "weird.log").read_text()


@pytest.fixture
def daemons(place, recorder, small_disk):  # noqa: F811
    """Starts one daemon after another on the small disk; answers it and a client."""
    place.write_config({"tasks": {"agent": "script", "stopMs": 1000, "drainMs": 0}, "pool": {"warm": 0, "idle": 0, "shutdownMs": 1000}})
    started = []

    def start():
        started.append(Daemon(place, recorder))
        started[-1].start(program=SHIPPED, wrapper=small_disk.wrapper)
        return started[-1], started[-1].client()

    yield start
    problems = started[-1].finish() if started else []
    for pid in processes(place):
        problems.append(f"process {pid} is left")
        os.kill(pid, signal.SIGKILL)
    assert not problems, problems


def kill(daemon):
    daemon.send_signal(signal.SIGKILL)
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    assert not daemon.finish()


def health(client):
    return client.call("daemon.status")["subsystems"]["store"]["health"]


@pytest.mark.parametrize("room", ["before", "after"])
def test_a_task_goes_on_when_there_is_room_again(daemons, small_disk, place, room):  # noqa: F811
    """Room comes before the next daemon starts, or once it has taken the task over. The agent has gone on meanwhile: nothing of
    what it said is lost, and the task is not settled as failed."""
    daemon, client = daemons()
    session = session_of(client)
    task = submit(client, "say one; events 3000 2000; say two; done all", sessionId=session)
    until(lambda: health(client) == "degraded", lambda: f"the disk is full: {log(small_disk)}")
    executor = set(processes(place))
    assert len(said(client, task)) < 3000
    kill(daemon)
    assert executor <= set(processes(place))
    if room == "before":
        small_disk.remount("size=64m")
    daemon, client = daemons()
    until(lambda: "of the previous daemon continue" in log(small_disk), lambda: f"it goes on: {log(small_disk)}")
    small_disk.remount("size=64m")
    ended = wait(client, task)
    assert (ended["state"], ended["result"].get("text")) == ("completed", "all"), (ended, log(small_disk))
    assert [message["sequence"] for message in messages(client, task)] == list(range(3003))
    until(lambda: not executor & set(processes(place)), "the executor has ended")
    assert run(client, "say three; done", sessionId=session)["state"] == "completed"
