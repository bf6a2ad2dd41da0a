"""Tests the checks that run after every test: they must find the errors that they are made for."""

import fcntl
import json
import os
import signal
import subprocess
import sys

import pytest

import fake_executor
from bound import bound
from jails import WORST
from recorder import Recorder
from shells import alive
from waiting import until

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
PONG = {"jsonrpc": "2.0", "id": 1, "result": {"pong": True, "timestamp": 1}}
STOPPING = {"jsonrpc": "2.0", "method": "event.daemonStopping", "params": {"reason": "signal", "force": False, "timestamp": 1}}


def problems_of(sent, received, bad=False):
    recorder = Recorder()
    connection = recorder.connection()
    for message in sent:
        connection.sent(json.dumps(message).encode() + b"\n", bad)
    for message in received:
        connection.received(message if isinstance(message, bytes) else json.dumps(message).encode())
    return recorder.check()[0]


def failed(word, code, request_id=1):
    return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": "x", "data": {"code": word}}}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGQUIT, signal.SIGHUP])
def test_no_program_of_a_test_ignores_what_would_end_it(number):
    """Also where nohup or a shell's & started the tests."""
    assert signal.getsignal(number) != signal.SIG_IGN


def test_good_traffic_passes():
    assert problems_of([PING], [PONG, STOPPING]) == []
    assert problems_of([[PING, PING | {"id": 2}]], [[PONG | {"id": 2}, PONG]]) == []
    assert problems_of([PING | {"method": "nope"}], [failed("method_not_found", -32601)], bad=True) == []
    assert problems_of([PING | {"method": "initialize"}], [failed("already_initialized", -32012)]) == []


@pytest.mark.parametrize(
    "sent, received",
    [
        ([PING | {"method": "nope"}], []),
        ([PING | {"method": "daemon.stop", "params": {"force": 1}}], []),
        ([[]], []),
        ([1], []),
        ([PING], [PONG, PONG]),
        ([PING], [PONG | {"id": 2}]),
        ([PING], [PONG | {"jsonrpc": "1.0"}]),
        ([PING], [PONG | {"result": {"pong": True}}]),
        ([PING], [PONG | {"result": {"pong": 1, "timestamp": 1}}]),
        ([PING], [PONG | {"error": {"code": 1, "message": "x"}}]),
        ([PING], [failed("method_not_found", -32601)]),
        ([PING], [failed("no_such_word", -32601)]),
        ([PING], [failed("internal_error", -1)]),
        ([], [STOPPING | {"params": {"reason": "whim", "force": False, "timestamp": 1}}]),
        ([], [STOPPING | {"method": "event.nothing"}]),
        ([], [STOPPING | {"id": 1}]),
        ([PING], [b'{"jsonrpc":']),
    ],
)
def test_bad_traffic_does_not(sent, received):
    assert problems_of(sent, received)


def test_a_line_may_come_in_pieces():
    recorder = Recorder()
    connection = recorder.connection()
    for byte in json.dumps(PING).encode():
        connection.sent(bytes([byte]), False)
    connection.ended()
    connection.received(json.dumps(PONG).encode())
    assert recorder.check() == ([], {"ping"}, set())


# --- a test run that is killed --------------------------------------------------------

RUN = """
import signal
import sys

sys.path.insert(0, sys.argv[1])

from daemon import Daemon, Place
from jails import Jail
from recorder import Recorder
from setting import SHIPPED
from waiting import until

place = Place()
daemon = Daemon(place, Recorder()).start(program=SHIPPED)
client = daemon.client()
terminal = client.call("terminal.open", {"cwd": str(place.home), "shell": "sh"})
jail = Jail(place.root, "walk").shell("echo here >&2; exec sleep 120")
jail.wait_for_output("here")
survivors = until(jail.survivors, "the program")  # for a moment, exec leaves it without an environment
print(daemon.pid, terminal["pid"], jail.process.pid, *survivors, flush=True)
signal.pause()
"""


def test_what_tests_have_started_ends_with_them(place):
    command = [sys.executable, "-c", RUN, os.path.dirname(__file__)]
    environment = os.environ | {"WEIR_TEST_ROOM": str(place.root)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, preexec_fn=bound()) as run:
        pids = [int(word) for word in run.stdout.readline().split()]
        run.kill()
    assert len(pids) == 4
    until(lambda: not [pid for pid in pids if alive(pid)], "the daemon, its terminal, the jail and its program to end")


def test_programs_that_resist_being_killed_end_by_themselves(tmp_path):
    """Nobody kills them here: no jail, and no signal of the test."""
    lock = tmp_path / "lock"
    process = subprocess.Popen([str(WORST), "leave", str(lock), "1"], stderr=subprocess.PIPE, preexec_fn=bound())
    with process:
        assert process.stderr.readline() == b"ready\n"
    with open(lock, "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # held by each of them


def test_a_child_that_hears_no_signal_ends_with_the_test_that_looks_at_it(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    child = subprocess.Popen([sys.executable, "-c", fake_executor.CHILD, str(fifo)], preexec_fn=bound())
    with child, open(fifo, "rb"):
        child.terminate()
        assert child.poll() is None
    assert child.returncode == 0
