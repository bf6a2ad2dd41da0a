"""The messages of terminals, from the daemon's side, to weir-executor."""

import array
import os
import select
import signal
import socket

import pytest

from client import READ_BYTES, Client
from dialogue import Dialogue
from executor_peer import Executor
from setting import WATCHDOG_SECONDS
from waiting import is_listening, until

TOKEN = "the token of a session"


class Peer(Client):
    """Keeps the descriptors that come."""

    def __init__(self, path, record):
        super().__init__(path, record)
        self.fds = []

    def _receive(self, deadline):
        self.socket.settimeout(WATCHDOG_SECONDS)
        data, ancillary, _, _ = self.socket.recvmsg(READ_BYTES, socket.CMSG_SPACE(64))
        for _, _, content in ancillary:
            fds = array.array("i")
            fds.frombytes(content)
            self.fds += fds
        return data

    def take_fds(self):
        taken, self.fds = self.fds, []
        return taken

    def close(self):
        super().close()
        for fd in self.take_fds():
            os.close(fd)


@pytest.fixture
def executor(place):
    with Executor(place) as executor:
        until(lambda: is_listening(executor.socket), "somebody who listens")
        yield executor


@pytest.fixture
def peer(executor, recorder):
    with Peer(executor.socket, recorder.add(Dialogue("daemon"))) as peer:
        peer.call("resume", {"hand_shake": "a secret that is long enough"})
        yield peer


def spawn(peer, **more):
    """In the whole form; answers the result and the three descriptors."""
    params = {"session_token": TOKEN, "cwd": "/tmp", "shell": "sh", "env": {}, "use_tmux": False, "cols": 100, "rows": 30} | more
    result = peer.call("spawn_terminal", params)
    fds = peer.take_fds()
    assert len(fds) == 3
    return result, fds


def type_in(master, text):
    os.write(master, text.encode())


def read_until(master, word):
    seen = b""
    while word not in seen:
        assert select.select([master], [], [], WATCHDOG_SECONDS)[0], seen
        seen += os.read(master, 4096)
    return seen


def close_all(fds):
    for fd in fds:
        os.close(fd)


def test_spawn_terminal_hands_over_its_descriptors(peer):
    result, fds = spawn(peer, terminal_id="term_1", env={"COLOUR": "blue"})
    assert result["terminal_id"] == "term_1" and result["pty_pid"] > 0
    master, _, pidfd = fds
    assert os.isatty(master) and os.get_terminal_size(master) == (100, 30)
    type_in(master, 'echo "$COLOUR" sky; pwd; tty\n')
    assert b"/tmp" in read_until(master, b"/dev/pts/")
    signal.pidfd_send_signal(pidfd, 0)
    peer.call("close_terminal", {"terminal_id": "term_1"})
    close_all(fds)


def test_spawn_terminal_makes_an_id_where_none_is_given(peer):
    (one, some), (other, more) = spawn(peer), spawn(peer)
    assert one["terminal_id"] != other["terminal_id"]
    for terminal in (one, other):
        peer.call("close_terminal", {"terminal_id": terminal["terminal_id"]})
    close_all(some + more)


@pytest.mark.parametrize("wrong", [{"cwd": "/nowhere"}, {"shell": "no-such-shell"}, {"env": {"LD_PRELOAD": "/tmp/x.so"}}], ids=str)
def test_spawn_terminal_that_cannot_be(peer, wrong):
    params = {"session_token": TOKEN, "cwd": "/tmp", "shell": "sh", "env": {}, "use_tmux": False, "cols": 80, "rows": 24} | wrong
    error = peer.error("spawn_terminal", params)
    assert error.word in ("terminal_failed", "invalid_params") and error.message
    assert peer.take_fds() == []


def test_report_terminal_exit(peer):
    result, fds = spawn(peer)
    type_in(fds[0], "exit 3\n")
    event = peer.event()
    assert event["method"] == "report_terminal_exit"
    assert event["params"]["terminal_id"] == result["terminal_id"] and event["params"]["exit_code"] == 3
    close_all(fds)


def test_get_terminal_hands_them_over_again(executor, peer, recorder):
    result, fds = spawn(peer)
    type_in(fds[0], "word=kept\n")
    peer.close()
    close_all(fds)
    with Peer(executor.socket, recorder.add(Dialogue("daemon"))) as again:
        found = again.call("resume", {"hand_shake": "a secret that is long enough"})
        assert [t["terminal_id"] for t in found["terminals"]] == [result["terminal_id"]]
        again.call("get_terminal", {"terminal_id": result["terminal_id"]})
        fds = again.take_fds()
        assert len(fds) == 3
        type_in(fds[0], "echo it is $word\n")
        read_until(fds[0], b"it is kept")
        again.call("close_terminal", {"terminal_id": result["terminal_id"]})
        close_all(fds)


def test_close_terminal_ends_what_is_in_it(peer):
    result, fds = spawn(peer)
    type_in(fds[0], "trap '' HUP; echo re''ady; for i in 1 2 3; do sleep 40; done\n")
    read_until(fds[0], b"ready")
    closed = peer.call("close_terminal", {"terminal_id": result["terminal_id"], "forget": True})
    assert closed["terminal_id"] == result["terminal_id"]
    assert select.select([fds[2]], [], [], 0)[0], "its shell is still there"
    assert peer.error("get_terminal", {"terminal_id": result["terminal_id"]}).word == "terminal_not_found"
    close_all(fds)
