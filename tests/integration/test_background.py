"""weird without --foreground: the command returns when the daemon accepts connections, or fails with the reason."""

import os
import select
import subprocess

import pytest

from client import Client
from setting import WATCHDOG_SECONDS, WEIRD


def start(place, *arguments):
    return subprocess.run(
        [str(WEIRD), *map(str, arguments)], env=place.environment(), capture_output=True, text=True, timeout=WATCHDOG_SECONDS, cwd=place.root
    )


@pytest.fixture
def in_background(place, recorder):
    """Starts one, hands over a client, and stops it in the end."""
    opened = []

    def begin(*arguments, socket=None):
        done = start(place, *arguments)
        assert done.returncode == 0, done.stderr
        opened.append(Client(socket or place.user_socket, recorder.connection()))  # at once: no second try
        return opened[-1], done

    yield begin
    for client in opened:
        status = client.call("daemon.status")
        pidfd = os.pidfd_open(status["pid"])
        client.call("daemon.stop")
        client.event()
        client.assert_ended()
        client.close()
        assert select.select([pidfd], [], [], WATCHDOG_SECONDS)[0], "the daemon is still there"
        os.close(pidfd)
        assert not os.path.exists(status["socket"])


def test_the_socket_answers_when_the_start_returns(in_background, place):
    client, done = in_background()
    client.ping()
    assert done.stdout == done.stderr == ""


def test_it_leaves_the_terminal_and_the_directory(in_background, place):
    client, _ = in_background("--state", "relative/state")
    pid = client.call("daemon.status")["pid"]
    assert os.getsid(pid) != os.getsid(0)
    assert os.readlink(f"/proc/{pid}/cwd") == "/"
    assert [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in range(3)] == ["/dev/null"] * 3
    assert (place.root / "relative" / "state" / "weird.log").exists()


def test_the_log_file_has_what_stderr_would_have(in_background, place):
    client, _ = in_background()
    client.ping()
    assert "listens on" in (place.user_state / "weird.log").read_text()


def test_a_second_one_fails_with_the_code_and_the_pid(in_background, place):
    client, _ = in_background()
    done = start(place)
    assert done.returncode == 3 and str(client.call("daemon.status")["pid"]) in done.stderr


@pytest.mark.parametrize("arguments, code, word", [
    (["--socket", "{root}/file"], 1, "not a socket"),
    (["--socket", "{root}/" + "x" * 120], 1, "107"),
    (["--config", "{root}/nothing"], 2, "nothing"),
    (["--project", "{root}/nothing"], 1, "nothing"),
    (["--state", "{root}/file/state"], 1, "--state"),
    (["--unknown"], 2, "unknown"),
])
def test_a_failed_start_says_why(place, arguments, code, word):
    (place.root / "file").write_text("")
    done = start(place, *(argument.replace("{root}", str(place.root)) for argument in arguments))
    assert done.returncode == code and word in done.stderr and done.stdout == ""
