"""Things that happen at the same time: stopping and reloading, starting without standard files, two daemons, one busy
client."""

import fcntl
import json
import os
import select
import signal
import subprocess

import pytest

from client import Client
from daemon import UNREAD, is_open
from setting import MIB, WATCHDOG_SECONDS, WEIRD
from waiting import until

STATUS = b'{"id":1,"method":"daemon.status"}\n'
DISCOVER = b'{"id":1,"method":"rpc.discover"}\n'


# --- stopping ---


def test_a_reload_while_stopping_makes_no_new_socket(daemon):
    """A client that does not read keeps the daemon for a while; it must not be kept any longer."""
    hung = daemon.raw()
    with daemon.client() as other:
        assert hung.send_until_full(DISCOVER, other) > 10
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    daemon.socket.unlink(missing_ok=True)
    daemon.send_signal(signal.SIGHUP)
    assert daemon.wait() == 0
    assert not daemon.socket.exists()
    assert not daemon.notifications.has_come("RELOADING=1")
    hung.close()


# --- starting ---


def test_a_start_without_standard_files(place, recorder):
    """As a careless supervisor does it: nothing that the daemon opens may land on 0, 1 or 2."""
    command = ["sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', str(WEIRD)]
    done = subprocess.run(command, env=place.environment(), timeout=WATCHDOG_SECONDS, check=False)
    assert done.returncode == 0
    with Client(place.user_socket, recorder.connection()) as client:
        client.ping()
        pid = client.call("daemon.status")["pid"]
        assert os.getsid(pid) != os.getsid(0)
        if is_open(pid):
            assert [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in range(3)] == ["/dev/null"] * 3
        with open(f"{place.user_socket}.lock") as lock:
            assert int(lock.read()) == pid
            with pytest.raises(BlockingIOError):  # it holds its lock
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        pidfd = os.pidfd_open(pid)
        client.call("daemon.stop")
        client.event()
        client.assert_ended()
    # It is nobody's child here: whether it is reaped soon, or ever, is not its business.
    assert select.select([pidfd], [], [], WATCHDOG_SECONDS)[0], "the daemon is still there"
    os.close(pidfd)
    assert not place.user_socket.exists()


def test_in_the_foreground_without_standard_files(place, make_daemon):
    daemon = make_daemon().start(wrapper=["sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-'])
    client = daemon.client()
    client.ping()
    assert client.call("daemon.status")["pid"] == daemon.pid
    assert daemon.stop() == 0


# --- two daemons, one state directory ---


def test_a_state_directory_has_one_daemon(place, make_daemon):
    first = make_daemon().start()
    client = first.client()
    client.ping()
    second = make_daemon()
    second.socket = place.root / "other"
    second.expected_exit = 3
    second.launch("--socket", second.socket)
    assert second.wait() == 3
    assert str(first.state) in second.stderr() and "--state" in second.stderr()
    assert not second.socket.exists()
    client.ping()
    first.client().ping()
    assert first.stop() == 0
    third = make_daemon()
    third.socket = second.socket
    third.start("--socket", third.socket)
    third.client().ping()


# --- many requests at once ---


class Flood:
    """Sends many requests and reads the answers, as fast as both can go without waiting."""

    def __init__(self, raw, count):
        self.socket = raw.socket
        self.socket.setblocking(False)
        self.rest = memoryview(STATUS * count)
        self.answered = 0

    def fileno(self):
        return self.socket.fileno()

    def go_on(self):
        try:
            self.rest = self.rest[self.socket.send(self.rest) :] if self.rest else self.rest
        except BlockingIOError:
            pass
        try:
            data = self.socket.recv(1 << 20)
            assert data, "the flood was cut off"
            self.answered += data.count(b"\n")
        except BlockingIOError:
            pass


def test_a_flood_of_requests_does_not_starve_others(daemon):
    """If all that one read brings were handled in one go, twenty answers to the other would take all of the flood."""
    count, pings = 30_000, 20
    other = daemon.client()
    other.ping()
    flood = Flood(daemon.raw(), count)
    until(lambda: flood.go_on() or flood.answered > 0, "the flood to begin")
    for _ in range(pings):
        request = other.request("ping")
        while not select.select([other.socket], [], [], 0)[0]:
            flood.go_on()
        assert "result" in other.answer(request)
    assert flood.answered < count
    until(lambda: flood.go_on() or flood.answered == count, "the answers to the flood", 3 * WATCHDOG_SECONDS)


# --- a batch with more answers than there is room for ---


def test_a_batch_whose_answers_have_no_room(place, make_daemon):
    place.write_config({"limits": {"outputBytes": MIB}})
    daemon = make_daemon().start()
    raw = daemon.raw()
    raw.send(json.dumps([{"jsonrpc": "2.0", "id": i, "method": "rpc.discover"} for i in range(200)]).encode() + b"\n")
    answer = raw.read()
    assert answer["id"] is None and answer["error"]["data"]["code"] == "result_too_long"
    raw.send(b'{"id":"after","method":"ping"}\n')
    assert raw.read()["id"] == "after"
    assert UNREAD not in daemon.log()
