"""Under systemd: notifications (NOTIFY_SOCKET), and an inherited socket (LISTEN_FDS)."""

import os
import shutil
import signal
import socket
import subprocess
import sys

import pytest

from bound import bound
from client import Client
from setting import WATCHDOG_SECONDS, WEIRD
from waiting import is_listening, until

# Puts its own process id where systemd would put it, and becomes the daemon.
ACTIVATE = "import os, sys; os.environ['LISTEN_PID'] = str(os.getpid()); os.execv(sys.argv[1], sys.argv[1:])"


def test_ready_and_stopping(daemon):
    assert daemon.notifications.seen == ["READY=1"]
    daemon.send_signal(signal.SIGHUP)
    assert daemon.notifications.wait_for("RELOADING=1")
    assert daemon.notifications.wait_for("READY=1")
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    assert daemon.wait() == 0


def test_ready_means_that_it_answers(daemon):
    daemon.client().ping()


def test_an_abstract_notify_socket(make_daemon, place):
    name = f"weir-test-{os.getpid()}-{place.root.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0{name}")
        listening.settimeout(WATCHDOG_SECONDS)
        make_daemon().launch(environment={"NOTIFY_SOCKET": f"@{name}"})
        assert listening.recv(100) == b"READY=1"


@pytest.mark.parametrize("path", ["", "relative", "/nonexistent/notify", "/" + "x" * 200])
def test_a_notify_socket_that_is_none(make_daemon, path):
    daemon = make_daemon().launch(environment={"NOTIFY_SOCKET": path})
    until(lambda: is_listening(daemon.socket), "the socket")
    daemon.client().ping()


def test_a_notify_socket_that_nobody_reads(daemon, client):
    """Its queue holds a few datagrams; the daemon does not wait for room in it."""
    for _ in range(40):
        daemon.send_signal(signal.SIGHUP)
        client.ping()
    client.ping()


def activated(daemon, listening, **environment):
    """Starts the daemon with the listening socket as descriptor 3."""

    def hand_over():
        os.dup2(listening.fileno(), 3)

    return daemon.launch(
        wrapper=[sys.executable, "-c", ACTIVATE],
        environment={"LISTEN_FDS": "1"} | environment,
        preexec_fn=hand_over,
        pass_fds=[3, listening.fileno()],
    )


@pytest.fixture
def listening(place):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(str(place.root / "activated.sock"))
        listening.listen(16)
        yield listening


def test_socket_activation(make_daemon, place, listening):
    daemon = make_daemon()
    daemon.socket = place.root / "activated.sock"
    daemon.left_behind_is_fine = True
    early = daemon.client()  # waits in the socket's queue until the daemon is there
    request = early.request("daemon.status")
    activated(daemon, listening)
    status = early.answer(request)["result"]
    assert status["socket"] == str(daemon.socket)
    until(lambda: early.call("daemon.status")["health"] == "ok", "the store to be open")
    assert not place.user_socket.exists()
    daemon.client().ping()
    assert daemon.stop() == 0
    assert daemon.socket.exists(), "the file belongs to systemd"
    assert not os.path.exists(f"{daemon.socket}.lock")


def test_the_same_socket_for_the_next_daemon(make_daemon, place, listening):
    for _ in range(2):
        daemon = make_daemon()
        daemon.socket = place.root / "activated.sock"
        daemon.left_behind_is_fine = True
        activated(daemon, listening)
        daemon.client().ping()
        daemon.send_signal(signal.SIGHUP)
        daemon.client().ping()
        assert daemon.stop() == 0


def test_descriptors_meant_for_somebody_else(make_daemon, place):
    daemon = make_daemon().start(environment={"LISTEN_FDS": "1", "LISTEN_PID": "1"})
    assert daemon.client().call("daemon.status")["socket"] == str(place.user_socket)


@pytest.mark.parametrize("kind", ["count", "datagram", "connected", "file"])
def test_descriptors_that_do_not_fit(make_daemon, place, listening, kind):
    daemon = make_daemon()
    daemon.expected_exit = 1
    pair = socket.socketpair()
    given = {
        "count": listening,
        "datagram": socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM),
        "connected": pair[0],
        "file": open(os.devnull, "rb"),
    }[kind]
    activated(daemon, given, LISTEN_FDS="2" if kind == "count" else "1")
    assert daemon.wait() == 1
    assert "LISTEN_FDS" in daemon.stderr()
    for each in (given, *pair):
        each.close()


@pytest.mark.skipif(not shutil.which("systemd-socket-activate"), reason="systemd-socket-activate is not installed")
def test_systemds_own_tool(place, recorder):
    """It listens itself, and starts the daemon with the first connection."""
    path = place.root / "tool.sock"
    process = subprocess.Popen(
        ["systemd-socket-activate", "-l", str(path), str(WEIRD), "--foreground"],
        env=place.environment(), stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=bound(signal.SIGTERM),
    )
    try:
        until(lambda: is_listening(path), "the socket")
        with Client(path, recorder.connection()) as client:
            assert client.call("daemon.status")["pid"] == process.pid
            client.call("daemon.stop")
            client.event()
        assert process.wait(WATCHDOG_SECONDS) == 0
        assert path.exists()
    finally:
        process.kill()
        process.wait()
