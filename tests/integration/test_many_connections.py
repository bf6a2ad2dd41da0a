"""Ten thousand idle connections, and then more."""

import resource
import signal
import socket
from pathlib import Path

import pytest

from client import connected
from daemon import is_open
from setting import SANITIZED
from waiting import until

COUNT = 10_000
BACKLOG = min(511, int(Path("/proc/sys/net/core/somaxconn").read_text()))


def room_for(count):
    """Raises this process's own limit; answers whether that was enough."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count <= hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
    return hard >= count


needs_files = pytest.mark.skipif(not room_for(COUNT + 500), reason=f"the limit of open files is under {COUNT + 500}")


@needs_files
def test_ten_thousand_and_then_more(make_daemon):
    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (COUNT + 100, COUNT + 100))

    daemon = make_daemon().start(preexec_fn=limit)
    client = daemon.client()
    client.ping()
    before, descriptors = daemon.rss(), daemon.descriptors() if is_open(daemon.pid) else None
    silent = [connected(daemon.socket) for _ in range(COUNT)]
    try:
        until(lambda: client.call("daemon.status")["clients"] == COUNT + 1, "all to be there")
        if not SANITIZED:
            assert (daemon.rss() - before) / COUNT < 4096, "a silent connection costs under 4 KB"
        for _ in range(100):
            client.ping()
        until_refused(daemon, silent)
        client.ping()
        assert client.call("daemon.status")["subsystems"]["connections"]["health"] == "degraded"
    finally:
        for each in silent:
            each.close()
    until(lambda: client.call("daemon.status")["clients"] == 1, "all to be gone")
    if descriptors:
        until(lambda: daemon.descriptors() <= descriptors, "their descriptors to be closed, and what is open for a moment only")
    daemon.client().ping()
    assert client.call("daemon.status")["health"] == "ok"
    if not SANITIZED:
        until(lambda: daemon.rss() < before + COUNT * 1024, "memory to go back")


def until_refused(daemon, silent):
    """Goes on connecting; sooner or later each newcomer is told that there is no room."""
    for _ in range(200):
        raw = daemon.raw()
        if not raw.knock():
            raw.close()
            return
        silent.append(raw)
    raise AssertionError("nobody was refused")


def test_those_who_wait_while_the_daemon_is_busy(daemon):
    """The queue of the socket has room for 511, as listen() was told, or for as many as the machine lets it have."""
    client = daemon.client()
    client.ping()
    daemon.send_signal(signal.SIGSTOP)
    until(lambda: state(daemon.pid) == "T", "it to be stopped")
    waiting = []
    try:
        for _ in range(BACKLOG + 1):  # the kernel lets in one more than it was told
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            waiting.append(connection)
            connection.setblocking(False)
            connection.connect(str(daemon.socket))
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as late, pytest.raises(BlockingIOError):
            late.setblocking(False)
            late.connect(str(daemon.socket))
    finally:
        daemon.send_signal(signal.SIGCONT)
    until(lambda: client.call("daemon.status")["clients"] == BACKLOG + 2, "all to be served")
    for connection in waiting:
        connection.close()


def state(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return file.read().rsplit(")", 1)[1].split()[0]
