"""Terminals during the start of the daemon: opened before the store is open, or requested before the previous daemon's
terminals are taken over."""

import contextlib
import json
import os
import signal
import time

import pytest

from leftovers import trees
from setting import SHIPPED
from shells import Shell, encode, until_event
from tasks import answers, session_of
from waiting import is_listening, standstill, until

# How long a call waits for executors (src/daemon/terminal/adopt.c), and a little less.
PATIENCE_SECONDS = 0.9
FOUND = "an earlier daemon started it"


class Early:
    """A daemon that serves, and whose store does not open before the test says so."""

    def __init__(self, place, make_daemon):
        self.place, self.make_daemon = place, make_daemon
        self._release = place.root / "release"
        self.daemon = None

    def launch(self):
        settings = {"WEIR_FAULT": "store.open=hold", "WEIR_FAULT_RELEASE": self._release}
        self.daemon = self.make_daemon().launch(program=SHIPPED, environment=settings)
        until(lambda: is_listening(self.daemon.socket), "it listens")
        return self.daemon

    def open_store(self):
        self._release.touch()
        assert self.daemon.notifications.wait_for("READY=1", self.daemon.process)

    def executors(self):
        """The executors that a later daemon would find."""
        return sorted(self._uses())

    def warm(self):
        return sorted(name for name, use in self._uses().items() if use == "warm")

    def _uses(self):
        uses = {}
        for record in (self.daemon.state / "executors").glob("*/record"):
            with contextlib.suppress(FileNotFoundError):
                uses[record.parent.name] = json.loads(record.read_text())["use"]
        return uses


@pytest.fixture
def early(place, make_daemon):
    place.write_config({"pool": {"warm": 0}})
    return Early(place, make_daemon)


@pytest.mark.faults
def test_a_terminal_is_opened_before_the_store(early):
    client = early.launch().client()
    numbers = [client.request("terminal.open", {"cwd": str(early.place.home), "shell": "sh"}) for _ in range(3)]
    until(lambda: len(early.executors()) == 3, "the executors of the terminals")
    early.open_store()
    shells = [Shell(client, answer["result"]["terminalId"]) for answer in answers(client, *numbers)]
    for shell in shells:
        assert shell.attach().run("echo $((40 + 2))") == "42\n"
    assert sorted(terminal["id"] for terminal in client.call("terminal.list", {})) == sorted(shell.id for shell in shells)
    assert len(early.executors()) == 3 and FOUND not in early.daemon.log()
    for shell in shells:
        client.call("terminal.close", {"terminalId": shell.id})
    until(lambda: early.executors() == [], "its executors to be gone")


@pytest.mark.faults
def test_executors_are_kept_warm_before_the_store(early):
    early.place.write_config({"pool": {"warm": 2}})
    client = early.launch().client()
    agents = client.request("agent.list", {})
    client.answer(agents)
    until(lambda: early.warm() == early.executors() and len(early.warm()) == 2, "the executors that are kept warm, alone")
    warm = early.warm()
    early.open_store()
    opened = client.call("terminal.open", {"cwd": str(early.place.home), "shell": "sh"})
    assert Shell(client, opened["terminalId"]).attach().run("echo yes") == "yes\n"
    assert set(warm) <= set(early.executors()) and FOUND not in early.daemon.log()


# --- terminals of a daemon that died ----------------------------------------------------


class Died:
    """A daemon with terminals, killed; their executors do nothing until the block is left."""

    def __init__(self, place, make_daemon, count=1):
        place.write_config({"pool": {"warm": 0}})
        self.place, self.make_daemon = place, make_daemon
        self.daemon = make_daemon().start(program=SHIPPED)
        client = self.daemon.client()
        self.session = session_of(client, cwd=str(place.home))
        self.terminals = [
            client.call("terminal.open", {"cwd": str(place.home), "shell": "sh"} | more)["terminalId"]
            for more in [{"sessionId": self.session}] + [{}] * (count - 1)
        ]
        self.kill()

    def kill(self):
        self.daemon.close_clients()
        self.daemon.expected_exit = -signal.SIGKILL
        self.daemon.left_behind_is_fine = True
        self.daemon.process.kill()
        self.daemon.process.wait()

    def rest(self):
        return standstill(*(pid for pids in trees(self.place).values() for pid in pids))

    def start(self, **environment):
        self.daemon = self.make_daemon().start(program=SHIPPED, environment=environment)
        return self.daemon.client()

    def finish(self):
        self.daemon.stop()
        until(lambda: not trees(self.place), "nothing to be left of the terminals")


def ask_early(died):
    """The terminals are asked for while their executors do nothing; answers whether all was in time, and the answers."""
    with died.rest():
        client = died.start()
        begun = time.monotonic()
        numbers = [client.request("terminal.list", {})]
        for terminal in died.terminals:
            numbers.append(client.request("terminal.attach", {"terminalId": terminal}))
            numbers.append(client.request("terminal.resize", {"terminalId": terminal, "cols": 99, "rows": 33}))
            numbers.append(client.request("terminal.input", {"terminalId": terminal, "data": encode(b"echo 4''2; stty size\n")}))
        gone = died.daemon.client()
        gone.request("terminal.attach", {"terminalId": died.terminals[0]})
        gone.ping()
        gone.close()
        ping = client.request("ping")
    found = answers(client, *numbers, ping)
    return time.monotonic() - begun < PATIENCE_SECONDS, client, found[:-1]


def test_calls_wait_until_executors_have_handed_over_their_terminals(place, make_daemon):
    died = Died(place, make_daemon, 3)
    for _ in range(20):
        in_time, client, found = ask_early(died)
        if in_time:
            break
        died.kill()  # the machine stood still, and so did the daemon's patience run out
    assert in_time and not [answer["error"] for answer in found if "error" in answer]
    assert [terminal["id"] for terminal in found[0]["result"]] == died.terminals
    shell = Shell(died.daemon.client(), died.terminals[0]).attach()
    shell.until("42\r\n33 99\r\n")
    died.finish()


def test_close_waits_for_the_terminal_to_be_handed_over(place, make_daemon):
    died = Died(place, make_daemon)
    for _ in range(20):
        with died.rest():
            client = died.start()
            begun = time.monotonic()
            number = client.request("terminal.close", {"terminalId": died.terminals[0]})
            client.notify("terminal.close", {"terminalId": died.terminals[0]})
        answer = client.answer(number)
        if "result" in answer or time.monotonic() - begun < PATIENCE_SECONDS:
            break
        died.kill()
    assert answer.get("result") == {"terminalId": died.terminals[0]}, answer
    until(lambda: not trees(place), "nothing to be left of it")
    died.finish()


def test_an_executor_that_does_not_answer_holds_up_a_call_for_a_second(place, make_daemon):
    died = Died(place, make_daemon)
    with died.rest():
        client = died.start()
        begun = time.monotonic()
        assert client.error("terminal.attach", {"terminalId": died.terminals[0]}).word == "terminal_not_found"
        assert time.monotonic() - begun > PATIENCE_SECONDS
        other = client.request("terminal.open", {"cwd": str(place.home), "shell": "sh"})
        opened = client.answer(other)["result"]["terminalId"]
        assert Shell(client, opened).attach().run("echo yes") == "yes\n"
    assert Shell(client, died.terminals[0]).attach().run("echo yes") == "yes\n"
    assert client.error("terminal.attach", {"terminalId": "term_none"}).word == "terminal_not_found"
    died.finish()


def test_a_session_finds_its_executor_for_terminals_again(place, make_daemon):
    died = Died(place, make_daemon)
    for _ in range(20):
        with died.rest():
            client = died.start()
            begun = time.monotonic()
            number = client.request("terminal.open", {"sessionId": died.session, "shell": "sh"})
        assert "result" in client.answer(number)
        if time.monotonic() - begun < PATIENCE_SECONDS:
            break
        died.kill()
    assert len(trees(place)) == 1
    died.finish()


@pytest.mark.faults
def test_a_session_that_was_closed_when_the_daemon_died_takes_its_terminals_with_it(place, make_daemon):
    place.write_config({"pool": {"warm": 0}})
    begin = place.root / "begin"
    daemon = make_daemon().start(program=SHIPPED, environment={"WEIR_FAULT": "store.after_commit=kill", "WEIR_FAULT_BEGIN": begin})
    client = daemon.client()
    sessions = [session_of(client, cwd=str(place.home)) for _ in range(2)]
    terminals = [client.call("terminal.open", {"sessionId": session, "shell": "sh"})["terminalId"] for session in sessions]
    begin.touch()
    client.request("session.close", {"sessionId": sessions[0]})
    daemon.expected_exit = -signal.SIGKILL
    daemon.left_behind_is_fine = True
    daemon.process.wait()
    daemon.close_clients()
    daemon = make_daemon().start(program=SHIPPED)
    client = daemon.client()
    assert client.call("session.get", {"sessionId": sessions[0]})["state"] == "closed"
    client.call("event.subscribe", {"topics": ["terminal"], "fromSeq": 1})
    assert until_event(client, "event.terminalExited")["terminalId"] == terminals[0]
    assert [terminal["id"] for terminal in client.call("terminal.list", {})] == [terminals[1]]
    until(lambda: len(trees(place)) == 1, "its executor to be gone")
    daemon.stop()
    until(lambda: not trees(place), "nothing to be left of the terminals")


def test_a_daemon_that_stops_leaves_nothing_of_a_terminal_that_never_opened(place, make_daemon):
    place.write_config({"pool": {"warm": 0}})
    daemon = make_daemon().start(program=SHIPPED)
    client = daemon.client()
    for _ in range(3):
        client.request("terminal.open", {"cwd": str(place.home), "shell": "sh"})
    until(lambda: len(trees(place)) == 3, "the jails of their executors")
    with standstill(*(pid for pids in trees(place).values() for pid in pids)):
        daemon.may_leave_late = True
        assert daemon.stop() == 0, daemon.stderr()
    until(lambda: not trees(place), "nothing to be left of them")


def test_the_end_of_a_jail_is_why_a_terminal_fails(place, make_daemon):
    """Also where it ends while the daemon waits for the sandbox level from it."""
    place.write_config({"pool": {"warm": 0}})
    client = make_daemon().start(program=SHIPPED).client()
    for _ in range(5):
        numbers = [client.request("terminal.open", {"cwd": str(place.home), "shell": "sh"}) for _ in range(8)]
        until(lambda: len(trees(place)) == 8, "the jails of their executors")
        pids = [pid for pids in trees(place).values() for pid in pids]
        with standstill(*pids):
            numbers.append(client.request("ping"))
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):  # it has gone with another one
                    os.kill(pid, signal.SIGKILL)
        for answer in answers(client, *numbers):
            assert "sandbox level" not in answer.get("error", {}).get("message", ""), answer
        until(lambda: not trees(place), "nothing to be left of them")
