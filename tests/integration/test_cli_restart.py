"""A daemon with a state directory and a configuration of its own: weir finds its log, and restarts it as it was."""

import json
import os
import subprocess

import pytest

from cli import Cli, FakeServer
from setting import WATCHDOG_SECONDS, WEIR, WEIRD
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place):
    cli = Cli(place)
    yield cli
    for socket in place.root.rglob("daemon.sock"):  # whatever a test has started
        cli.run("daemon", "stop", "--force", "--socket", socket)


def start(place, *arguments, cwd=None):
    """A daemon in the background, as a person starts it."""
    subprocess.run([str(WEIRD), *map(str, arguments)], env=place.environment(), cwd=cwd or place.home, check=True, timeout=WATCHDOG_SECONDS)


def status(cli, *arguments, **options):
    return cli.run("daemon", "status", "--json", *arguments, **options).json()


def test_status_tells_the_state_directory(cli, daemon, client):
    assert client.call("daemon.status")["state"] == str(daemon.state)
    assert f"  state    {daemon.state}\n" in cli.run("daemon", "status").out


# --- logs ---


def test_the_log_of_a_daemon_with_a_state_of_its_own(cli, place):
    state = place.root / "elsewhere"
    start(place, "--state", state)
    done = cli.run("daemon", "logs")
    assert done.code == 0 and done.err == "" and "listens on" in done.out
    assert done.out == (state / "weird.log").read_text() and not place.user_state.exists()
    assert cli.run("daemon", "stop").code == 0
    assert cli.run("daemon", "logs").code == 1  # only the daemon knew


def test_reading_the_log_leaves_no_connection(cli, daemon, client):
    process = cli.start("daemon", "logs", "-f")
    assert "listens on" in process.stdout.readline()
    until(lambda: client.call("daemon.status")["clients"] == 1, "the connection to be gone")
    assert process.poll() is None
    process.terminate()
    assert process.communicate(timeout=WATCHDOG_SECONDS)[1] == ""


@pytest.mark.parametrize("answer", [None, b'{"jsonrpc":"2.0","id":1,"result":{"pid":1}}\n'], ids=["silent", "older"])
def test_the_log_of_a_daemon_that_does_not_tell(cli, place, answer):
    place.user_state.mkdir(parents=True, mode=0o700)
    (place.user_state / "weird.log").write_text("2026-01-01T00:00:00.000Z info  hello\n")
    with FakeServer(place.user_socket, lambda _: answer):
        done = cli.run("daemon", "logs", "--timeout", WATCHDOG_SECONDS if answer else "0.3")
    place.user_socket.unlink()
    assert done.code == 0 and done.out.endswith("hello\n")
    assert ("hint:" in done.err) == (answer is None)


# --- restart ---


def restarted(cli, *arguments, **options):
    """The status before and after."""
    before = status(cli, *arguments, **options)
    done = cli.run("daemon", "restart", *arguments, **options)
    assert done.code == 0, done
    after = status(cli, *arguments, **options)
    assert after["pid"] == before["pid"]
    return before, after


def places_of(told):
    return {name: told[name] for name in ("socket", "state", "config")}


def test_a_restart_keeps_the_places(cli, place):
    config = place.root / "named.jsonc"
    config.write_text(json.dumps({"log": {"level": "warn"}}))
    start(place, "--state", place.root / "elsewhere", "--config", config)
    before, after = restarted(cli)
    assert places_of(after) == places_of(before)
    assert after["config"] == str(config) and after["state"] == str(place.root / "elsewhere")


def test_a_restart_keeps_the_places_of_a_project(cli, place):
    project = place.root / "project"
    (project / ".weir").mkdir(parents=True, mode=0o700)
    (project / ".weir" / "config.jsonc").write_text("{}")
    start(place, "--project", project, "--state", place.root / "elsewhere")
    before, after = restarted(cli, cwd=project)
    assert places_of(after) == places_of(before) and after["state"] == str(place.root / "elsewhere")
    (project / ".weir" / "config.jsonc").unlink()
    assert restarted(cli, cwd=project)[1]["config"] is None


def test_a_restart_without_the_usual_configuration(cli, place):
    """It was found, not named: that it is gone is what the user wants."""
    config = place.write_config({})
    start(place)
    assert status(cli)["config"] == str(config)
    config.unlink()
    assert restarted(cli)[1]["config"] is None
    place.write_config({})
    assert restarted(cli)[1]["config"] == str(config)


def test_a_restart_without_the_named_configuration_leaves_the_daemon(cli, place):
    config = place.root / "named.jsonc"
    config.write_text("{}")
    start(place, "--config", config)
    pid = status(cli)["pid"]
    config.unlink()
    done = cli.run("daemon", "restart")
    assert done.code == 1 and str(config) in done.err and "the daemon keeps running" in done.err and done.out == ""
    assert status(cli)["pid"] == pid and os.path.exists(f"/proc/{pid}")
