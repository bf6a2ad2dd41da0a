"""weir daemon start, stop, restart, status, logs."""

import re
import signal
import subprocess
from pathlib import Path

import pytest

from cli import Cli
from setting import BIN, WATCHDOG_SECONDS, WEIR
from tasks import Gate, submit
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place):
    cli = Cli(place)
    yield cli
    for socket in place.root.rglob("daemon.sock"):  # whatever a test has started
        cli.run("daemon", "stop", "--force", "--socket", socket)
    assert not list(place.root.rglob("daemon.sock*")), "a daemon left something behind"


def pid_of(cli, **options):
    return cli.run("daemon", "status", "--json", **options).json()["pid"]


def test_start_and_stop(cli, place):
    done = cli.run("daemon", "start")
    assert done.code == 0 and "is running" in done.out and str(place.user_socket) in done.out and done.err == ""
    pid = pid_of(cli)
    assert f"pid {pid}" in done.out
    again = cli.run("daemon", "start")
    assert again.code == 0 and "already" in again.out and str(pid) in again.out
    done = cli.run("daemon", "stop")
    assert done.code == 0 and str(pid) in done.out
    assert not place.user_socket.exists()
    assert cli.run("daemon", "stop").code == 3


def test_start_and_stop_as_json(cli, place):
    started = cli.run("daemon", "start", "--json").json()
    assert started == {"started": True, "pid": pid_of(cli), "socket": str(place.user_socket)}
    assert cli.run("daemon", "start", "--json").json()["started"] is False
    assert cli.run("daemon", "stop", "--json").json() == {"stopped": True, "pid": started["pid"]}


def test_start_on_a_named_socket(cli, place):
    path = place.root / "named" / "daemon.sock"
    assert cli.run("daemon", "start", "--socket", path).code == 0
    assert path.exists() and cli.run("ping", "--socket", path).code == 0 and cli.run("ping").code == 3


def test_start_for_a_project(cli, place):
    project = place.root / "project"
    project.mkdir()
    assert cli.run("ping", cwd=project).code == 3
    done = cli.run("daemon", "start", "--project", "project", cwd=place.root)
    assert done.code == 0 and str(project / ".weir" / "daemon.sock") in done.out
    pid = pid_of(cli, cwd=project)
    (project / ".weir" / "config.jsonc").write_text("{}")
    subprocess.run(["git", "init", "-q", project], check=True)
    status = subprocess.run(["git", "-C", project, "status", "--porcelain", "-uall"], capture_output=True, text=True, check=True)
    assert status.stdout == "?? .weir/config.jsonc\n", "git does not see the keys, the store and the socket"
    (project / ".weir" / "config.jsonc").unlink()
    restarted = cli.run("daemon", "restart", cwd=project)
    assert restarted.code == 0 and pid_of(cli, cwd=project) == pid
    assert cli.run("daemon", "stop", cwd=project).code == 0
    assert not (project / ".weir" / "daemon.sock").exists()


def test_a_start_that_fails_says_why(cli, place):
    place.write_config('{\n"wrong": 1}')
    done = cli.run("daemon", "start")
    assert done.code == 1 and f"{place.user_config}:2:" in done.err and done.out == ""
    assert cli.run("daemon", "start", "--project", place.root / "nothing").code == 2
    assert cli.run("daemon", "start", "--project", ".", "--socket", "x").code == 2


def test_start_where_something_else_is(cli, place):
    path = place.root / "file"
    path.write_text("precious")
    done = cli.run("daemon", "start", "--socket", path)
    assert done.code != 0 and path.read_text() == "precious"


def test_restart(cli, place):
    assert cli.run("daemon", "restart").code == 0
    first = pid_of(cli)
    done = cli.run("daemon", "restart")
    assert done.code == 0 and f"(pid {first}) restarted in place" in done.out and pid_of(cli) == first
    assert cli.run("daemon", "restart", "--json").json().keys() == {"version", "pause_ms"}
    assert cli.run("daemon", "restart", "--force").code == 0
    assert pid_of(cli) != first


def test_stop_waits_until_the_daemon_is_gone(cli, daemon):
    hung = daemon.raw()
    with daemon.client() as other:
        hung.send_until_full(b'{"id":1,"method":"rpc.discover"}\n', other)
    assert cli.run("daemon", "stop").code == 0
    assert daemon.process.poll() == 0 or daemon.wait() == 0


def test_a_stop_that_takes_too_long_is_4(cli, daemon, place):
    gate = Gate(place)
    with daemon.client() as client:
        task = submit(client, f"read {gate}")
        until(lambda: client.call("task.get", {"taskId": task})["state"] == "running", "that it runs")
    done = cli.run("daemon", "stop", "--timeout", "2")  # for each answer, too
    assert done.code == 4 and "stopping" in done.err and daemon.is_running()
    assert "the daemon waits for running tasks" in done.err
    gate.open()
    assert daemon.wait() == 0


def test_a_forced_stop(cli, daemon):
    hung = daemon.raw()
    with daemon.client() as other:
        hung.send_until_full(b'{"id":1,"method":"rpc.discover"}\n', other)
    assert cli.run("daemon", "stop", "--force").code == 0
    assert daemon.wait() == 0
    assert "have not read their output within 100 ms" in daemon.log()


def test_status(cli, daemon):
    done = cli.run("daemon", "status")
    assert done.code == 0
    for word in (f"weird {version()} is running: ok", str(daemon.pid), str(daemon.socket), "clients", "memory", "uptime", "log"):
        assert word in done.out, word


def version():
    return subprocess.run([str(BIN / "weird"), "--version"], capture_output=True, text=True, timeout=WATCHDOG_SECONDS).stdout.split()[1]


def test_status_of_a_daemon_that_is_not_well(cli, daemon, place):
    place.write_config("{,}")
    daemon.send_signal(signal.SIGHUP)
    daemon.wait_for_log("config:")
    done = cli.run("daemon", "status")
    assert done.code == 0 and "degraded" in done.out and f"{place.user_config}:1:" in done.out


# --- logs ---


def test_logs(cli, daemon, place):
    done = cli.run("daemon", "logs")
    assert done.code == 0 and done.out == daemon.log()


def test_logs_of_a_daemon_that_never_ran(cli, place):
    done = cli.run("daemon", "logs")
    assert done.code == 1 and "weird.log" in done.err and "daemon start" in done.err


def test_logs_of_a_daemon_that_has_stopped(cli, daemon):
    assert daemon.stop() == 0
    assert cli.run("daemon", "logs").out == daemon.log()


def test_the_last_lines(cli, place):
    place.user_state.mkdir(parents=True, mode=0o700)
    lines = [f"2026-01-01T00:00:00.{number:03}Z info  line {number}" for number in range(300)]
    (place.user_state / "weird.log.1").write_text("\n".join(lines[:250]) + "\n")
    (place.user_state / "weird.log").write_text("\n".join(lines[250:]) + "\n")
    for arguments, count in ([], 100), (["-n", "10"], 10), (["--lines=60"], 60), (["-n", "1"], 1), (["-n", "1000"], 300):
        assert cli.run("daemon", "logs", *arguments).out.splitlines() == lines[300 - count :]
    assert cli.run("daemon", "logs", "-n", "0").out == ""
    assert cli.run("daemon", "logs", "-n", "x").code == 2


def follow(process, text):
    """The line with the text, which has to come by itself."""
    while text not in (line := process.stdout.readline()):
        assert line, f"the output ended before {text!r}"
    return line


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_following(cli, daemon, number):
    process = cli.start("daemon", "logs", "-f")
    follow(process, "listens on")
    for name in ("one", "two"):
        daemon.client().call("initialize", {"client": {"name": name}})
        assert re.match(r"\S+Z info  client: ", follow(process, f"client: {name}"))
    process.send_signal(number)
    assert process.wait(WATCHDOG_SECONDS) == 0
    assert process.stderr.read() == ""
    process.stdout.close()
    process.stderr.close()


def test_following_through_a_rotation(cli, place, make_daemon):
    place.write_config({"log": {"maxBytes": 65536}})
    daemon = make_daemon().start()
    process = cli.start("daemon", "logs", "--follow", "-n", "0")
    count = 700
    until(lambda: watches(process.pid), "the directory to be watched")
    for number in range(count):
        with daemon.client() as client:
            client.call("initialize", {"client": {"name": f"number-{number}-" + "x" * 100}})
        if number % 100 == 99:
            follow(process, f"number-{number}-")
    assert (daemon.state / "weird.log.1").exists()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=WATCHDOG_SECONDS)
    assert process.returncode == 0


def watches(pid):
    """Whether it has an inotify watch; a descriptor may be gone by the time that one looks at it."""
    for info in Path(f"/proc/{pid}/fdinfo").iterdir():
        try:
            if "inotify wd:" in info.read_text():
                return True
        except FileNotFoundError:
            continue
    return False
