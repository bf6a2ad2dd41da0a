"""SIGHUP reloads the configuration, and creates a socket again that was removed."""

import os
import signal
import stat

import pytest

from waiting import until


def reload(daemon):
    seen = daemon.notifications.seen.count("RELOADING=1")
    daemon.send_signal(signal.SIGHUP)
    assert daemon.notifications.wait_for("RELOADING=1")
    assert daemon.notifications.wait_for("READY=1")
    assert daemon.notifications.seen.count("RELOADING=1") == seen + 1


def limits(daemon):
    with daemon.client() as client:
        return client.call("initialize")["limits"]


def test_new_settings_hold(place, make_daemon):
    place.write_config({"limits": {"batchEntries": 5}})
    daemon = make_daemon().start()
    assert limits(daemon)["maxBatchEntries"] == 5
    place.write_config({"limits": {"batchEntries": 6}})
    reload(daemon)
    assert limits(daemon)["maxBatchEntries"] == 6


def test_connections_live_through_it(place, daemon, client):
    client.ping()
    place.write_config({"limits": {"batchEntries": 6}})
    reload(daemon)
    client.ping()
    assert client.call("daemon.status")["config"] == str(place.user_config)


def test_a_file_that_is_gone_gives_the_defaults(place, make_daemon):
    place.write_config({"limits": {"batchEntries": 5}})
    daemon = make_daemon().start()
    place.user_config.unlink()
    reload(daemon)
    assert limits(daemon)["maxBatchEntries"] == 1000
    assert daemon.client().call("daemon.status")["config"] is None


@pytest.mark.parametrize(
    "text, line", [('{\n"limits": {,}}', 2), ('{\n\n"limits": {"batchEntries": "x"}}', 3), ('{"nothing": 1}', 1)]
)
def test_a_wrong_file_changes_nothing(place, make_daemon, text, line):
    place.write_config({"limits": {"batchEntries": 5}})
    daemon = make_daemon().start()
    place.write_config(text)
    reload(daemon)
    client = daemon.client()
    status = client.call("daemon.status")
    assert status["health"] == "degraded"
    assert status["subsystems"]["config"]["health"] == "degraded"
    assert f"{place.user_config}:{line}:" in status["subsystems"]["config"]["message"]
    assert f"config: {place.user_config}:{line}:" in daemon.log()
    assert limits(daemon)["maxBatchEntries"] == 5
    place.write_config({"limits": {"batchEntries": 6}})
    reload(daemon)
    assert client.call("daemon.status")["health"] == "ok"
    assert limits(daemon)["maxBatchEntries"] == 6


def test_a_named_file_that_is_gone_is_an_error(place, make_daemon):
    path = place.root / "named.jsonc"
    path.write_text('{"limits": {"batchEntries": 5}}')
    daemon = make_daemon().start("--config", path)
    path.unlink()
    reload(daemon)
    assert "named.jsonc" in daemon.client().call("daemon.status")["subsystems"]["config"]["message"]
    assert limits(daemon)["maxBatchEntries"] == 5


def test_the_level_of_the_log(place, make_daemon):
    daemon = make_daemon().start()
    place.write_config({"log": {"level": "debug"}})
    reload(daemon)
    daemon.client().ping()
    daemon.wait_for_log("connected")
    place.write_config({"log": {"level": "error"}})
    reload(daemon)
    before = daemon.log()
    daemon.client().ping()
    assert daemon.log() == before


def test_the_log_is_opened_again(daemon):
    """As a rotating program needs it: move the file, send SIGHUP."""
    path = daemon.state / "weird.log"
    path.rename(daemon.state / "moved.log")
    reload(daemon)
    daemon.wait_for_log("config: reloaded")
    assert "config: reloaded" not in (daemon.state / "moved.log").read_text()


def test_a_hundred_of_them_do_no_harm(daemon, client):
    for _ in range(100):
        daemon.send_signal(signal.SIGHUP)
        client.ping()
        assert daemon.notifications.wait_for("READY=1")
    assert daemon.log().count("config: reloaded") == 100


# --- the socket's file ---


def test_a_removed_socket_is_made_again(daemon, client):
    client.ping()
    daemon.socket.unlink()
    assert client.call("daemon.status")["subsystems"]["socket"]["health"] == "failed"
    reload(daemon)
    assert stat.S_IMODE(os.stat(daemon.socket).st_mode) == 0o600
    daemon.client().ping()
    assert client.call("daemon.status")["health"] == "ok"
    assert daemon.stop() == 0
    assert not daemon.socket.exists()


def test_a_removed_directory_is_made_again(daemon, client):
    client.ping()
    daemon.socket.unlink()
    os.unlink(f"{daemon.socket}.lock")
    daemon.socket.parent.rmdir()
    reload(daemon)
    daemon.client().ping()


def test_a_foreign_file_in_its_place_is_left_alone(daemon, client):
    client.ping()
    daemon.left_behind_is_fine = True
    daemon.socket.unlink()
    daemon.socket.write_text("precious")
    status = client.call("daemon.status")
    assert status["health"] == "failed" and "was replaced" in status["subsystems"]["socket"]["message"]
    reload(daemon)
    assert client.call("daemon.status")["health"] == "failed"
    assert daemon.stop() == 0
    assert daemon.socket.read_text() == "precious"


def test_a_daemon_that_stops_takes_no_reload(daemon):
    raw = daemon.raw()
    with daemon.client() as other:
        raw.send_until_full(b'{"id":1,"method":"rpc.discover"}\n', other)
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    daemon.send_signal(signal.SIGHUP)
    assert daemon.wait() == 0 and not daemon.socket.exists()
