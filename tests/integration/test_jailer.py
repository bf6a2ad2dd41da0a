"""The template process of jails: it forks all jails but the first, prepares the next one ahead of time, and everything
works without it."""

import os
import signal
from pathlib import Path

import pytest

from leftovers import children, parent_and_words, trees
from setting import SHIPPED
from tasks import cancel, run, submit, until_state, wait
from waiting import until

pytestmark = pytest.mark.usefixtures("staged")


def jailers(daemon):
    return sorted(pid for pid, words in children(daemon.pid).items() if words[1:2] == [b"--serve"])


def place_of(pid):
    """The load address of its program, which the kernel randomizes at each exec."""
    return Path(f"/proc/{pid}/maps").read_text().split("-")[0]


class Holding:
    """A task that runs, and the jail over it."""

    def __init__(self, client, place):
        self.client = client
        self.task = submit(client, "hold")
        until_state(client, self.task, "running")
        [tree] = until(lambda: [tree for tree in trees(place).values() if len(tree) >= 3], "a tree of processes")
        self.jail = next(pid for pid in tree if parent_and_words(pid)[0] not in tree)

    def end(self):
        assert cancel(self.client, self.task)
        assert wait(self.client, self.task)["state"] == "cancelled"


@pytest.fixture
def daemon(make_daemon, place):
    place.write_config({"sandbox": "namespace", "tasks": {"agent": "script", "stopMs": 1000}, "pool": {"warm": 0, "idle": 0}})
    return make_daemon().start(program=SHIPPED)


@pytest.fixture
def client(daemon):
    return daemon.client()


@pytest.fixture
def jailer(daemon, client):
    """The one that is there after the first task."""
    assert jailers(daemon) == []
    assert run(client, "say one; done")["state"] == "completed"
    [pid] = until(lambda: jailers(daemon), "a template process that waits")
    return pid


@pytest.fixture
def ahead(daemon, client, jailer):
    """The jail that is there after the second task."""
    assert run(client, "say two; done")["state"] == "completed"
    return until(lambda: other_than(jailer, daemon), "one that is made ahead")


def other_than(jailer, daemon):
    found = children(daemon.pid)
    return next(iter(found.keys() - {jailer})) if len(found) == 2 and jailers(daemon) == sorted(found) else 0


def test_jails_after_the_first_are_copies(daemon, client, jailer, place):
    until(lambda: list(children(daemon.pid)) == [jailer], "the first one is gone")
    holding = Holding(client, place)
    assert holding.jail != jailer and holding.jail in children(daemon.pid)
    assert children(daemon.pid)[holding.jail][1] == b"--dir"
    if os.geteuid() == 0:  # nobody else may look into the memory of a jail
        assert place_of(holding.jail) == place_of(jailer)
    holding.end()
    until(lambda: holding.jail not in children(daemon.pid), "its jail is gone")


def test_later_ones_are_made_ahead(daemon, client, jailer, ahead, place):
    for _ in range(3):
        holding = Holding(client, place)
        assert holding.jail == ahead and children(daemon.pid)[ahead][1] == b"--dir"
        holding.end()
        ahead = until(lambda: other_than(jailer, daemon), "the next one")
    assert "jailer:" not in daemon.log()


def test_many_at_once(daemon, client, jailer, ahead):
    """One of them has it, and the others do not wait for it."""
    tasks = [submit(client, f"say {number}; done") for number in range(8)]
    assert [wait(client, task)["state"] for task in tasks] == ["completed"] * len(tasks)
    until(lambda: other_than(jailer, daemon), "all of them are gone, and the next one is there")


def test_the_loss_of_one_made_ahead_is_no_loss(daemon, client, jailer, ahead):
    os.kill(ahead, signal.SIGKILL)
    until(lambda: not parent_and_words(ahead)[0], "it is gone")
    assert run(client, "say three; done")["state"] == "completed"
    assert until(lambda: other_than(jailer, daemon), "another one, and nobody waits to be reaped") != ahead


def test_the_loss_of_both_is_no_loss(daemon, client, jailer, ahead):
    os.kill(jailer, signal.SIGKILL)
    until(lambda: not parent_and_words(jailer)[0], "it is gone")
    assert run(client, "say three; done")["state"] == "completed"
    [other] = until(lambda: list(children(daemon.pid)) == jailers(daemon) and jailers(daemon), "another one, and nobody waits to be reaped")
    assert other not in (jailer, ahead)


def test_a_daemon_without_tasks_has_none(daemon, client):
    client.call("daemon.status")
    assert children(daemon.pid) == {}


def test_the_loss_of_it_is_no_loss(daemon, client, jailer, place):
    os.kill(jailer, signal.SIGKILL)
    until(lambda: not parent_and_words(jailer)[0], "it is gone")
    holding = Holding(client, place)
    assert jailers(daemon) != [jailer]
    holding.end()
    [other] = until(lambda: jailers(daemon), "another one")
    assert other != jailer
    assert run(client, "say two; done")["state"] == "completed"
    assert "starting weir-jail instead" in daemon.log()
    until(lambda: list(children(daemon.pid)) == jailers(daemon), "nobody waits to be reaped")


def test_jails_outlive_it(daemon, client, jailer, place):
    holding = Holding(client, place)
    os.kill(jailer, signal.SIGKILL)
    until(lambda: not parent_and_words(jailer)[0], "it is gone")
    assert holding.jail in children(daemon.pid)
    holding.end()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_both_leave_with_the_daemon(daemon, jailer, ahead, number):
    if number == signal.SIGKILL:
        daemon.expected_exit = -signal.SIGKILL
        daemon.left_behind_is_fine = True
        daemon.send_signal(number)
        daemon.wait()
    else:
        daemon.stop(number)
    until(lambda: not any(parent_and_words(pid)[0] for pid in (jailer, ahead)), "they have left")


def test_a_restarted_daemon_has_others(daemon, client, jailer, ahead):
    client.call("daemon.restart")
    until(lambda: children(daemon.pid) == {}, "they are gone, and reaped")
    assert run(client, "say two; done")["state"] == "completed"
    until(lambda: jailers(daemon), "the next one")
