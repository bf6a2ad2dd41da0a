"""weir daemon start while another daemon starts, stops, or has what this one needs."""

import fcntl
import json
import signal
from pathlib import Path

import pytest

from cli import Cli
from setting import WATCHDOG_SECONDS, WEIR
from tasks import Gate, submit, until_state
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place):
    cli = Cli(place)
    yield cli
    for socket in place.root.rglob("daemon.sock"):  # whatever a test has started
        cli.run("daemon", "stop", "--force", "--socket", socket)
    assert not list(place.root.rglob("daemon.sock*")), "a daemon left something behind"


def together(cli, count, *arguments):
    """What each of several weirs says that run at the same time."""
    processes = [cli.start(*arguments) for _ in range(count)]
    said = [process.communicate(timeout=WATCHDOG_SECONDS) for process in processes]
    assert [(process.returncode, err) for process, (_, err) in zip(processes, said)] == [(0, "")] * count, said
    return [out for out, _ in said]


def test_starts_at_the_same_time(cli):
    started = [json.loads(out) for out in together(cli, 4, "daemon", "start", "--json", "--timeout", WATCHDOG_SECONDS)]
    assert sorted(one["started"] for one in started) == [False, False, False, True]
    assert {one["pid"] for one in started} == {cli.run("daemon", "status", "--json").json()["pid"]}


def test_stops_at_the_same_time(cli):
    """Whoever comes too late to stop it waits for its end too, or finds none."""
    pid = cli.run("daemon", "start", "--json").json()["pid"]
    processes = [cli.start("daemon", "stop", "--json") for _ in range(4)]
    said = [process.communicate(timeout=WATCHDOG_SECONDS) for process in processes]
    for process, (out, err) in zip(processes, said):
        assert process.returncode in (0, 3), err
        assert process.returncode == 3 or json.loads(out) == {"stopped": True, "pid": pid}
    assert 0 in {process.returncode for process in processes}


@pytest.fixture
def stopping(place, make_daemon):
    """A daemon that stops, and has a task that ends when the gate is opened; with the gate."""
    place.write_config({"tasks": {"drainMs": 10 * 1000 * WATCHDOG_SECONDS}})
    daemon, gate = make_daemon().start(), Gate(place)
    client = daemon.client()
    until_state(client, submit(client, f"read {gate}"), "running")
    daemon.send_signal(signal.SIGTERM)
    daemon.wait_for_log("stop:")
    return daemon, gate


def has_had_a_child(pid):
    """One that has ended, by the page faults of those that were waited for."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[8]) > 0


def test_a_start_waits_for_a_stop(cli, stopping):
    daemon, gate = stopping
    process = cli.start("daemon", "start", "--json", "--timeout", WATCHDOG_SECONDS)
    until(lambda: has_had_a_child(process.pid), "an attempt to start one")
    assert daemon.is_running()
    gate.open()
    out, err = process.communicate(timeout=WATCHDOG_SECONDS)
    assert process.returncode == 0 and err == "" and json.loads(out)["started"] is True and json.loads(out)["pid"] != daemon.pid
    assert daemon.wait() == 0
    assert cli.run("daemon", "stop").code == 0


def test_a_start_does_not_wait_for_ever(cli, stopping):
    daemon, gate = stopping
    done = cli.run("daemon", "start", "--timeout", "0.2")
    assert done.code == 4 and str(daemon.pid) in done.err and "another daemon" in done.err and done.out == ""
    gate.open()
    assert daemon.wait() == 0


def test_a_daemon_without_room_runs(cli, place, make_daemon):
    place.write_config({"limits": {"connections": 1}})
    daemon = make_daemon().start()
    daemon.client().ping()
    done = cli.run("daemon", "start")
    assert done.code == 0 and done.err == "" and f"is already running (pid {daemon.pid})" in done.out


def test_a_lock_that_nobody_gives_back(cli, place):
    place.user_socket.parent.mkdir(mode=0o700)
    path = place.user_socket.with_name("daemon.sock.lock")
    with open(path, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = cli.run("daemon", "start", "--timeout", "0.2", "--json")
    path.unlink()
    error = json.loads(done.err)["error"]
    assert done.code == 4 and error["data"]["code"] == "timeout" and "cannot start the daemon: " in error["message"]


def test_a_state_directory_belongs_to_one_daemon(cli, place):
    other = place.root / "other" / "daemon.sock"
    assert cli.run("daemon", "start").code == 0
    done = cli.run("daemon", "start", "--socket", other)
    assert done.code == 1 and str(place.user_state) in done.err and "--state" in done.err
    assert cli.run("daemon", "start", "--socket", other, "--state", "mine").code == 0
    assert cli.run("daemon", "status", "--json", "--socket", other).json()["state"] == str(place.home / "mine")


def test_a_start_that_fails_is_one_line_of_json(cli, place):
    place.write_config('{\n"wrong": 1}')
    done = cli.run("daemon", "start", "--json")
    assert done.code == 1 and f"{place.user_config}:2:" in json.loads(done.err)["error"]["message"]


@pytest.mark.faults
def test_a_store_that_takes_long_to_migrate(cli, place):
    release = place.root / "release"
    process = cli.start("daemon", "start", WEIR_FAULT="store.migrate=hold", WEIR_FAULT_RELEASE=str(release))
    assert process.stderr.readline() == "-- the daemon is opening its store, which takes longer after an update; waiting\n"
    release.touch()
    out, err = process.communicate(timeout=WATCHDOG_SECONDS)
    assert process.returncode == 0 and out.startswith("the daemon is running") and err == ""
