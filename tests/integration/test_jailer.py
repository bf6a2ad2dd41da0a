"""The weir-jail that waits for orders: it makes the jails of all executors but the first, and nothing depends on it."""

import os
import signal
from pathlib import Path

import pytest

from leftovers import parent_and_words, trees
from setting import SHIPPED
from tasks import cancel, run, submit, until_state, wait
from waiting import until


def children(daemon):
    """{pid: command line} of those that are there or wait to be reaped."""
    found = {}
    for name in os.listdir("/proc"):
        try:
            stat = Path(f"/proc/{name}/stat").read_text(errors="replace") if name.isdigit() else "0 (x) S 0"
        except OSError:
            continue
        if int(stat.rpartition(")")[2].split()[1]) == daemon.pid:
            found[int(name)] = parent_and_words(name)[1]
    return found


def jailers(daemon):
    return [pid for pid, words in children(daemon).items() if words[1:2] == [b"--serve"]]


def place_of(pid):
    """Where its program lies in its memory. The kernel chooses that anew for each that is loaded."""
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
    place.write_config({"tasks": {"agent": "script", "stopMs": 1000}, "pool": {"warm": 0, "idle": 0}})
    return make_daemon().start(program=SHIPPED)


@pytest.fixture
def client(daemon):
    return daemon.client()


@pytest.fixture
def jailer(daemon, client):
    """The one that is there after the first task."""
    assert jailers(daemon) == []
    assert run(client, "say one; done")["state"] == "completed"
    [pid] = until(lambda: jailers(daemon), "one that waits for orders")
    return pid


def test_jails_after_the_first_are_copies(daemon, client, jailer, place):
    until(lambda: list(children(daemon)) == [jailer], "the first one is gone")
    holding = Holding(client, place)
    assert holding.jail != jailer and holding.jail in children(daemon)
    assert children(daemon)[holding.jail][1] == b"--dir"
    if os.geteuid() == 0:  # nobody else may look into the memory of a jail
        assert place_of(holding.jail) == place_of(jailer)
    holding.end()
    until(lambda: list(children(daemon)) == [jailer], "its jail is gone")


def test_a_daemon_without_tasks_has_none(daemon, client):
    client.call("daemon.status")
    assert children(daemon) == {}


def test_the_loss_of_it_is_no_loss(daemon, client, jailer, place):
    os.kill(jailer, signal.SIGKILL)
    holding = Holding(client, place)
    assert jailers(daemon) != [jailer]
    holding.end()
    [other] = until(lambda: jailers(daemon), "another one")
    assert other != jailer
    assert run(client, "say two; done")["state"] == "completed"
    assert "is loaded instead" in daemon.log()
    until(lambda: list(children(daemon)) == [other], "nobody waits to be reaped")


def test_jails_outlive_it(daemon, client, jailer, place):
    holding = Holding(client, place)
    os.kill(jailer, signal.SIGKILL)
    until(lambda: not parent_and_words(jailer)[0], "it is gone")
    assert holding.jail in children(daemon)
    holding.end()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_it_leaves_with_the_daemon(daemon, jailer, number):
    if number == signal.SIGKILL:
        daemon.expected_exit = -signal.SIGKILL
        daemon.left_behind_is_fine = True
        daemon.send_signal(number)
        daemon.wait()
    else:
        daemon.stop(number)
    until(lambda: not parent_and_words(jailer)[0], "it has left")


def test_a_restarted_daemon_has_another(daemon, client, jailer):
    client.call("daemon.restart")
    until(lambda: children(daemon) == {}, "it is gone, and reaped")
    assert run(client, "say two; done")["state"] == "completed"
    until(lambda: jailers(daemon), "the next one")
