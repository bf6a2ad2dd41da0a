"""Health is computed on request: a broken part shows within a second, and so does its repair."""

import os
import resource
import shutil
import signal
import subprocess

import pytest

from waiting import until

SECOND = 1


def health(client, part):
    return client.call("daemon.status")["subsystems"][part]


def assert_becomes(client, part, word, whole=None):
    def look():
        status = client.call("daemon.status")
        return status["subsystems"][part]["health"] == word and status["health"] == (whole or word)

    until(look, f"{part} to be {word}", SECOND)


def test_the_socket_is_gone(daemon, client):
    assert_becomes(client, "socket", "ok")
    hidden = daemon.socket.with_suffix(".hidden")
    daemon.socket.rename(hidden)
    assert_becomes(client, "socket", "failed")
    message = health(client, "socket")["message"]
    assert str(daemon.socket) in message and "SIGHUP" in message
    hidden.rename(daemon.socket)
    assert_becomes(client, "socket", "ok")


def test_the_state_directory_is_gone(daemon, client):
    client.ping()
    hidden = daemon.state.with_suffix(".hidden")
    daemon.state.rename(hidden)
    assert_becomes(client, "state", "failed")
    assert str(daemon.state) in health(client, "state")["message"]
    hidden.rename(daemon.state)
    assert_becomes(client, "state", "ok")


def test_the_log_cannot_be_opened(place, make_daemon):
    (place.user_state / "weird.log").mkdir(parents=True)
    place.user_state.chmod(0o700)
    client = make_daemon().start().client()
    assert_becomes(client, "log", "degraded")
    (place.user_state / "weird.log").rmdir()
    client.call("initialize", {"client": {"name": "somebody who is logged"}})
    assert_becomes(client, "log", "ok")
    assert "somebody" in (place.user_state / "weird.log").read_text()


def test_the_log_cannot_be_opened_again(daemon, client):
    """Moved away for a rotation, and something else is in its place."""
    client.ping()
    path = daemon.state / "weird.log"
    path.rename(daemon.state / "moved.log")
    path.mkdir()
    daemon.send_signal(signal.SIGHUP)
    assert daemon.notifications.wait_for("RELOADING=1")
    assert_becomes(client, "log", "degraded")


# --- a disk that is full, or read-only ------------------------------------------------------


def can_mount():
    return os.geteuid() == 0 and shutil.which("unshare") and subprocess.run(
        ["unshare", "-m", "true"], stderr=subprocess.DEVNULL
    ).returncode == 0


needs_mount = pytest.mark.skipif(not can_mount(), reason="mounting a small file system needs root and unshare")


def inside(daemon, command):
    """Runs a command where the daemon's mounts are."""
    subprocess.run(["nsenter", "-t", str(daemon.pid), "-m", "-r", "sh", "-ec", command], check=True, timeout=30)


@pytest.fixture
def small_disk(place, make_daemon):
    """Starts a daemon whose state is on a file system of 24 MB of its own."""
    place.user_state.mkdir(parents=True, mode=0o700)

    def start(options=""):
        script = f'mount -t tmpfs -o {options}size=24m,mode=700 weir-test "$0" && exec "$@"'
        return make_daemon().start(wrapper=["unshare", "-m", "sh", "-c", script, str(place.user_state)])

    return start


@needs_mount
def test_a_full_disk_degrades_it_and_it_goes_on(small_disk):
    daemon = small_disk()
    client = daemon.client()
    assert_becomes(client, "state", "ok")
    inside(daemon, f"dd if=/dev/zero of={daemon.state}/filler bs=1M 2>/dev/null || true")
    assert_becomes(client, "state", "degraded")
    assert "full" in health(client, "state")["message"]

    def visit():
        """Each is a line in the log, which has no room left but in its last page."""
        with daemon.client() as other:
            other.call("initialize", {"client": {"name": "visitor " + "x" * 100}})
        return health(client, "log")["health"] == "degraded"

    until(visit, "the log to be degraded")
    client.ping()
    inside(daemon, f"rm {daemon.state}/filler")
    assert_becomes(client, "state", "ok", whole=client.call("daemon.status")["health"])
    daemon.client().call("initialize", {"client": {"name": "room again"}})
    assert_becomes(client, "log", "ok")
    inside(daemon, f"grep -q 'room again' {daemon.state}/weird.log")


@needs_mount
def test_a_disk_that_is_read_only(small_disk):
    client = small_disk("ro,").client()
    status = client.call("daemon.status")
    assert status["health"] == "failed" and status["subsystems"]["state"]["health"] == "failed"
    assert "ead-only" in status["subsystems"]["state"]["message"]
    assert status["subsystems"]["log"]["health"] == "degraded"
    client.ping()


# --- connections ------------------------------------------------------------------------------


def few_files(count):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


def test_no_room_for_another_connection(make_daemon):
    daemon = make_daemon().start(preexec_fn=few_files(64))
    first = daemon.client()
    first.ping()
    others = []
    while (other := daemon.client()).knock():
        others.append(other)
        assert len(others) < 64
    other.close()
    assert len(others) > 30

    first.ping()
    status = first.call("daemon.status")
    assert status["subsystems"]["connections"]["health"] == "degraded"
    assert "64" in status["subsystems"]["connections"]["message"]
    assert status["clients"] == len(others) + 1
    assert status["memory_bytes"] > 0
    refused = 0
    while refused < 20:  # every one of them is told; where the daemon has closed a file of its own meanwhile there is room
        other = daemon.client()
        if other.knock():
            others.append(other)
            assert len(others) < 64
        else:
            refused += 1
            other.close()
    for other in others:
        other.ping()

    for other in others[:5]:
        other.close()
    until(lambda: first.call("daemon.status")["clients"] == len(others) - 4, "five to be gone")
    newcomer = daemon.client()
    newcomer.ping()
    assert newcomer.call("daemon.status")["health"] == "ok"


def test_a_limit_of_connections_recovers(place, make_daemon):
    place.write_config({"limits": {"connections": 3}})
    daemon = make_daemon().start()
    clients = [daemon.client() for _ in range(3)]
    for client in clients:
        client.ping()
    with daemon.raw() as refused:
        assert refused.read()["error"]["data"]["code"] == "too_many_connections"
    assert health(clients[0], "connections")["health"] == "degraded"
    clients[2].close()
    until(lambda: clients[0].call("daemon.status")["clients"] == 2, "room")
    daemon.client().ping()
    assert health(clients[0], "connections")["health"] == "ok"


@pytest.mark.faults
def test_a_connection_that_cannot_be_accepted(make_daemon):
    """The kernel gives no descriptor for it, and not for want of room."""
    daemon = make_daemon().start(environment={"WEIR_FAULT": "listener.accept=fail*1"})
    client = daemon.client()
    client.ping()
    assert_becomes(client, "connections", "degraded")
    assert "accept" in health(client, "connections")["message"]
    client.ping()
