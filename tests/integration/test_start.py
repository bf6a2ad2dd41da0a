"""How the daemon starts: its command line, its socket, its lock."""

import os
import re
import signal
import socket
import stat
import subprocess

import pytest

from setting import WATCHDOG_SECONDS, WEIRD
from waiting import until

pytestmark = pytest.mark.usefixtures("nothing_there")


def run(place, *arguments, **options):
    """Runs weird to its end, for starts that fail or print something."""
    return subprocess.run(
        [str(WEIRD), *map(str, arguments)], env=place.environment(), capture_output=True, text=True,
        timeout=2 * WATCHDOG_SECONDS, **options
    )


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


# --- the command line ---


def test_help(place):
    done = run(place, "--help")
    assert done.returncode == 0 and done.stderr == ""
    for word in ("--foreground", "--socket", "--state", "--config", "--project", "--log-level", "--version", "SIGHUP"):
        assert word in done.stdout


def test_version(place):
    done = run(place, "--version")
    assert done.returncode == 0 and re.fullmatch(r"weird \d+\.\d+\.\d+\n", done.stdout)


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["--no-such-flag"], "no-such-flag"),
        (["unexpected"], "unexpected"),
        (["--log-level", "loud"], "loud"),
        (["--log-level"], "log-level"),
        (["--socket", ""], "empty"),
        (["--foreground=yes"], "foreground"),
    ],
)
def test_wrong_usage(place, arguments, word):
    done = run(place, *arguments)
    assert done.returncode == 2 and word in done.stderr and done.stdout == ""
    assert not place.state.exists()


def test_the_usual_places(place, make_daemon):
    daemon = make_daemon().start()
    status = daemon.client().call("daemon.status")
    assert status["socket"] == str(place.run / "weir" / "daemon.sock")
    assert (place.state / "weir" / "weird.log").exists()


def test_places_without_xdg_variables(place, make_daemon):
    daemon = make_daemon()
    daemon.state = place.home / ".local" / "state" / "weir"
    daemon.socket = place.root / "s"
    daemon.start("--socket", daemon.socket, environment={"XDG_STATE_HOME": None, "XDG_CONFIG_HOME": "relative/ignored"})
    assert daemon.client().call("daemon.status")["config"] is None
    assert (daemon.state / "weird.log").exists()


def test_named_places(place, make_daemon):
    daemon = make_daemon()
    daemon.socket, daemon.state = place.root / "s", place.root / "elsewhere" / "state"
    daemon.start("--socket", daemon.socket, "--state", daemon.state)
    assert daemon.client().call("daemon.status")["socket"] == str(daemon.socket)
    assert (daemon.state / "weird.log").exists() and not place.state.exists()


def test_relative_paths_start_where_the_daemon_was_started(place, make_daemon):
    daemon = make_daemon()
    daemon.socket, daemon.state = place.root / "here" / "s", place.root / "there"
    daemon.start("--socket", "here/s", "--state", "there", cwd=place.root)
    assert daemon.client().call("daemon.status")["socket"] == str(daemon.socket)


# --- rights ---


def test_rights_of_what_it_makes(place, daemon):
    assert mode(daemon.socket) == 0o600
    assert mode(daemon.socket.parent) == 0o700
    assert mode(daemon.state) == 0o700 and mode(daemon.state.parent) == 0o700
    assert mode(daemon.state / "weird.log") == 0o600
    assert mode(f"{daemon.socket}.lock") == 0o600


def test_rights_from_the_first_moment(place, make_daemon):
    """Looks without a rest from before the socket is there, with a umask that forbids nothing."""
    daemon = make_daemon()
    watcher = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)  # connects as soon as anybody may
    seen = set()
    daemon.launch(umask=0)

    def look():
        try:
            seen.add(mode(daemon.socket))
            seen.add(mode(daemon.socket.parent))
            watcher.connect(str(daemon.socket))
            return True
        except (FileNotFoundError, ConnectionRefusedError):
            return False

    while not look():
        assert daemon.is_running(), daemon.stderr()
    assert daemon.notifications.wait_for("READY=1", daemon.process)
    watcher.close()
    assert seen == {0o600, 0o700}
    assert mode(daemon.state / "weird.log") == 0o600


def test_a_directory_that_others_may_write_to_is_refused(place):
    shared = place.root / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    done = run(place, "--foreground", "--socket", shared / "s")
    assert done.returncode == 1 and str(shared) in done.stderr
    done = run(place, "--foreground", "--socket", place.root / "s", "--state", shared)
    assert done.returncode == 1 and str(shared) in done.stderr and "--state" in done.stderr
    assert list(shared.iterdir()) == []


# --- one daemon a socket ---


def test_a_second_daemon_names_the_first(place, daemon):
    done = run(place, "--foreground")
    assert done.returncode == 3
    assert str(daemon.pid) in done.stderr and str(daemon.socket) in done.stderr
    daemon.client().ping()


def test_a_second_daemon_without_the_lock_file(place, daemon):
    """Somebody removed the lock; the socket that answers is reason enough."""
    os.unlink(f"{daemon.socket}.lock")
    done = run(place, "--foreground")
    assert done.returncode == 3 and str(daemon.pid) in done.stderr
    daemon.client().ping()


def test_a_second_daemon_without_the_socket_file(place, daemon):
    """Somebody removed the socket; the lock is reason enough."""
    daemon.socket.unlink()
    done = run(place, "--foreground")
    assert done.returncode == 3 and str(daemon.pid) in done.stderr


def test_a_second_daemon_while_the_first_does_not_answer(place, daemon):
    daemon.send_signal(signal.SIGSTOP)
    try:
        done = run(place, "--foreground")
        assert done.returncode == 3 and str(daemon.pid) in done.stderr
    finally:
        daemon.send_signal(signal.SIGCONT)


def test_of_many_at_once_one_wins(place, make_daemon):
    daemons = [make_daemon().launch() for _ in range(8)]
    winner = until(lambda: [d for d in daemons if "info  weird" in d.stderr()], "a daemon that serves")[0]
    for daemon in daemons:
        if daemon is not winner:
            daemon.expected_exit = 3
            daemon.left_behind_is_fine = True
            assert daemon.wait() == 3, daemon.stderr()
    assert winner.client().call("daemon.status")["pid"] == winner.pid


def test_a_stale_socket_is_removed(place, make_daemon):
    first = make_daemon().start()
    first.expected_exit = -9
    first.left_behind_is_fine = True
    first.process.kill()
    first.wait()
    assert first.socket.exists()
    second = make_daemon().start()
    second.client().ping()
    assert "stale" in second.stderr()


def test_a_file_that_is_no_socket_is_left_alone(place):
    path = place.root / "file"
    path.write_text("precious")
    before = path.stat()
    done = run(place, "--foreground", "--socket", path)
    assert done.returncode == 1 and str(path) in done.stderr and "not a socket" in done.stderr
    after = path.stat()
    assert path.read_text() == "precious" and (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert not (place.root / "file.lock").exists()


def test_a_link_is_not_followed(place):
    target = place.root / "target"
    target.write_text("precious")
    (place.root / "link").symlink_to(target)
    done = run(place, "--foreground", "--socket", place.root / "link")
    assert done.returncode == 1 and target.read_text() == "precious" and (place.root / "link").is_symlink()


def test_another_programs_socket_is_left_alone(place):
    path = place.root / "other"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
        other.bind(str(path))
        other.listen()
        done = run(place, "--foreground", "--socket", path)
        assert done.returncode == 3 and str(os.getpid()) in done.stderr
        assert path.exists()


# --- the length of the path ---


def path_of(place, size):
    """A path below the place with exactly this many bytes."""
    base = f"{place.root}/"
    return base + "x" * (size - len(base))


def test_a_path_of_107_bytes(place, make_daemon):
    daemon = make_daemon()
    daemon.socket = path_of(place, 107)
    daemon.start("--socket", daemon.socket)
    daemon.client().ping()
    daemon.client().ping()
    assert daemon.stop() == 0
    assert not os.path.exists(daemon.socket)
    daemon.left_behind_is_fine = True


@pytest.mark.parametrize("size", [108, 109, 300])
def test_a_longer_path(place, size):
    path = path_of(place, 100) + "/" * (size - 101) + "s"
    done = run(place, "--foreground", "--socket", path)
    assert done.returncode == 1
    assert "107" in done.stderr and str(size) in done.stderr and "--socket" in done.stderr
    assert len(list(place.root.iterdir())) <= 4  # nothing with a shortened name


# --- projects ---


def test_a_projects_own_daemon(place, make_daemon):
    project = place.root / "project"
    project.mkdir()
    daemon = make_daemon()
    daemon.socket, daemon.state = project / ".weir" / "daemon.sock", project / ".weir" / "state"
    daemon.start("--project", project)
    assert daemon.client().call("daemon.status")["socket"] == str(daemon.socket)
    assert mode(project / ".weir") == 0o700
    assert (place.user_state / "projects").read_text().splitlines() == [str(project)]
    assert mode(place.user_state / "projects") == 0o600
    assert (daemon.state / "weird.log").exists()


def test_a_project_is_registered_once(place, make_daemon):
    project = place.root / "project"
    project.mkdir()
    (place.root / "link").symlink_to(project)
    for name in (project, place.root / "link", project):
        daemon = make_daemon()
        daemon.socket, daemon.state = project / ".weir" / "daemon.sock", project / ".weir" / "state"
        daemon.start("--project", name)
        assert daemon.stop() == 0
    assert (place.user_state / "projects").read_text().splitlines() == [str(project)]


def test_a_projects_configuration(place, make_daemon):
    project = place.root / "project"
    (project / ".weir").mkdir(parents=True, mode=0o700)
    (project / ".weir" / "config.jsonc").write_text('{"limits": {"batchEntries": 3}}')
    daemon = make_daemon()
    daemon.socket, daemon.state = project / ".weir" / "daemon.sock", project / ".weir" / "state"
    daemon.start("--project", project)
    assert daemon.client().call("initialize")["limits"]["maxBatchEntries"] == 3


def test_a_project_that_is_not_there(place):
    done = run(place, "--foreground", "--project", place.root / "nothing")
    assert done.returncode == 1 and str(place.root / "nothing") in done.stderr
