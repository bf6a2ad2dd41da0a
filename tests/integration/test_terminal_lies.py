"""Executors that lie about terminals: what the user sees, and that nothing else is affected."""

import contextlib
import os
import shutil
import signal
from pathlib import Path

import pytest

from setting import SHIPPED
from shells import Shell, encode, until_event
from tasks import session_of
from waiting import until

FALSE_EXECUTOR = Path(__file__).resolve().parent / "false_executor.py"


@pytest.fixture
def liars(place, make_daemon):
    """A daemon beside whose program a false executor stands; started with the way in which it lies."""
    programs = place.root / "programs"
    programs.mkdir()
    for name in ("weird", "weir-jail"):
        shutil.copy2(SHIPPED.parent / name, programs / name)
    shutil.copy2(FALSE_EXECUTOR, programs / "weir-executor")
    (programs / "weir-executor").chmod(0o755)
    place.write_config({"pool": {"warm": 0}})
    daemons = []

    def start(mode):
        (programs / "mode").write_text(mode)
        daemons.append(make_daemon().start(program=programs / "weird"))
        return daemons[-1]

    yield start
    daemon = daemons[-1]
    if daemon.is_running():
        daemon.stop()
    executors = daemon.state / "executors"
    assert not executors.exists() or os.listdir(executors) == []


@pytest.mark.parametrize("mode", ["nothing", "files", "pipe", "alone", "short", "unsealed", "another", "dies"])
def test_what_is_no_terminal_is_refused(liars, mode):
    daemon = liars(mode)
    client = daemon.client()

    def attempt():
        error = client.error("terminal.open", {"cwd": "/tmp", "shell": "sh"})
        assert error.word == "terminal_failed" and "cannot open the terminal: " in error.message
        assert client.call("terminal.list", {}) == []
        until(lambda: os.listdir(daemon.state / "executors") == [], "the executor to be gone")

    attempt()  # after which the event loop has what it needs for good
    before = daemon.descriptors()
    attempt()
    until(lambda: daemon.descriptors() <= before, "what it passed to be closed")


def test_nonsense_in_the_scrollback_does_no_harm(liars):
    client = liars("nonsense").client()
    shell = Shell(client, client.call("terminal.open", {"cwd": "/tmp", "shell": "sh"})["terminalId"]).attach()
    assert shell.offset == (1 << 53) - 1
    shell.type("hello\n")
    shell.until("hello\r\n")  # the terminal's own echo
    assert shell.offset == (1 << 53) - 1 + len("hello\r\n")


def test_a_terminal_that_makes_its_reader_wait_holds_up_nobody(liars):
    client = liars("waits").client()
    opened = client.call("terminal.open", {"cwd": "/tmp", "shell": "sh"})["terminalId"]
    shell = Shell(client, opened).attach()
    for _ in range(4):
        shell.until("x")  # it was read from, and soon would be when there is nothing
        client.call("terminal.input", {"terminalId": opened, "data": encode(b"typed")})
        for _ in range(100):
            client.call("ping")
    assert client.call("terminal.close", {"terminalId": opened}) == {"terminalId": opened}


def held(daemon):
    """The names of what it has open. Whatever it opens for a moment may be closed before it is looked at."""
    names = []
    for fd in os.listdir(f"/proc/{daemon.pid}/fd"):
        with contextlib.suppress(FileNotFoundError):
            names.append(os.path.basename(os.readlink(f"/proc/{daemon.pid}/fd/{fd}")))
    return names


def test_too_many_descriptors_are_closed(liars):
    daemon = liars("many")
    client = daemon.client()
    before = held(daemon).count("null")
    opened = client.call("terminal.open", {"cwd": "/tmp", "shell": "sh"})
    assert client.call("terminal.list", {})[0]["id"] == opened["terminalId"]
    assert [name for name in held(daemon) if name == "ptmx"] == ["ptmx"]
    until(lambda: held(daemon).count("null") <= before, "what it passed besides to be closed")


def test_end_with_a_wrong_token_is_not_believed(liars):
    daemon = liars("liar")
    client = daemon.client()
    opened = client.call("terminal.open", {"cwd": "/tmp", "shell": "sh"})["terminalId"]
    daemon.wait_for_log("ignored the exit of terminal term_of_another")
    daemon.wait_for_log("the token is not its own")
    shell = Shell(client, opened).attach()
    client.call("terminal.input", {"terminalId": opened, "data": encode(b"still here\n")})
    shell.until("still here\r\n")
    assert client.call("terminal.close", {"terminalId": opened}) == {"terminalId": opened}
    assert client.call("terminal.list", {}) == []


def test_end_that_is_told_before_the_terminal_is_there(liars):
    client = liars("early").client()
    client.call("event.subscribe", {"topics": ["terminal"]})
    opened = client.call("terminal.open", {"cwd": "/tmp", "shell": "sh"})["terminalId"]
    assert until_event(client, "event.terminalOpened")["terminalId"] == opened
    told = until_event(client, "event.terminalExited")
    assert (told["terminalId"], told["exitCode"]) == (opened, 1)
    assert client.call("terminal.list", {}) == []


def next_daemon(liars, daemon, mode):
    daemon.close_clients()
    daemon.expected_exit = -signal.SIGKILL
    daemon.left_behind_is_fine = True
    daemon.process.kill()
    daemon.process.wait()
    return liars(mode)


def test_terminal_that_is_neither_passed_nor_closed_does_not_stay(liars):
    """Nobody could use it, and no other program could take it over."""
    daemon = liars("keeps")
    opened = daemon.client().call("terminal.open", {"cwd": "/tmp", "shell": "sh"})["terminalId"]
    daemon = next_daemon(liars, daemon, "keeps")
    client = daemon.client()
    client.call("event.subscribe", {"topics": ["terminal"], "fromSeq": 1})
    assert until_event(client, "event.terminalExited")["terminalId"] == opened
    assert client.call("terminal.list", {}) == []
    assert client.call("daemon.restart")["pause_ms"] >= 0


def test_terminal_that_is_handed_over_several_times_is_one(liars):
    daemon = liars("keeps twice")
    client = daemon.client()
    session = session_of(client, cwd="/tmp")
    opened = [client.call("terminal.open", {"sessionId": session, "shell": "sh"})["terminalId"] for _ in range(2)]
    daemon = next_daemon(liars, daemon, "keeps twice")
    client = daemon.client()
    assert sorted(terminal["id"] for terminal in client.call("terminal.list", {})) == sorted(opened)
    daemon.wait_for_log("more than once")
    assert client.call("daemon.restart")["pause_ms"] >= 0
    for terminal in opened:
        assert client.call("terminal.close", {"terminalId": terminal}) == {"terminalId": terminal}
    assert client.call("terminal.list", {}) == []


def test_terminal_that_an_executor_has_forgotten_is_over(liars):
    """Only its connection was lost, says the executor, and does not know the terminal any more."""
    daemon = liars("keeps none")
    client = daemon.client()
    session = session_of(client, cwd="/tmp")
    opened = [client.call("terminal.open", {"sessionId": session, "shell": "sh"})["terminalId"] for _ in range(2)]
    client.call("event.subscribe", {"topics": ["terminal"]})
    assert client.call("terminal.close", {"terminalId": opened[0]}) == {"terminalId": opened[0]}
    assert {until_event(client, "event.terminalExited")["terminalId"] for _ in range(2)} == set(opened)
    assert client.call("terminal.list", {}) == []
    daemon.wait_for_log("closing terminal term_orphan")
