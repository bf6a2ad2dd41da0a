"""The configuration file: JSON with comments; whatever is wrong in it is named with its line."""

import re
import signal
import subprocess

import pytest

from setting import WATCHDOG_SECONDS, WEIRD

WRONG = [
    # text, line, a word of the sentence
    ('{\n  "log": {\n    "level": "info",,\n  }\n}', 3, "config.jsonc:3:"),
    ("", 1, "config.jsonc:1:"),
    ('{"log": {}', 1, ":1:"),
    ('{\n\n"log": {"level": "info"}\n} x', 4, ":4:"),
    ('{\n  "colour": true\n}', 2, "colour"),
    ('{\n  "log": {\n    "levels": "info"\n  }\n}', 3, "levels"),
    ('{\n  "limits": {\n    // a comment\n    "connections": "many"\n  }\n}', 4, "connections"),
    ('{\n  "limits": 5\n}', 2, "limits"),
    ("[]", 1, ":1:"),
    ("null", 1, ":1:"),
    ('{\n  "log": {"level": "loud"}\n}', 2, "level"),
    ('{\n  "log":\n  {"maxBytes": 1}\n}', 3, "65536"),
    ('{\n  "limits": {\n    "connections": 0 }\n}', 3, "connections"),
    ('{\n  "limits": {\n    "connections": 1000001 }\n}', 3, "1000000"),
    ('{\n  "limits": {\n    "batchEntries": 1.5 }\n}', 3, "batchEntries"),
    ('{"log": {},\n "log": {}}', 2, ":2:"),
    ('/* never\nended', 1, "config.jsonc:"),
    # What no schema can say.
    ('{\n  "pool": {"pauseAt": 10,\n "resumeAt": 10}\n}', 3, "resumeAt: must be below pool.pauseAt, and 10 is not below 10"),
    ('{\n  "pool":\n {"resumeAt": 100}\n}', 3, "100 is not below 100"),
    ('{\n  "pool": {\n "pauseAt": 50}\n}', 2, "50 is not below 50"),
    ('{\n  "executors": {\n "mine": {"command": ["a"]},\n "weir": {"command": ["b"]}}\n}', 4, "executors.weir"),
    ('{\n  "executors": {\n "": {"command": ["a"]}}\n}', 3, "a name must have 1 to 128 bytes"),
    ('{\n  "executors": {\n "' + "n" * 129 + '": {"command": ["a"]}}\n}', 3, "a name must have 1 to 128 bytes"),
    ('{\n  "executors": {\n "mine": {\n "command": ["a"],\n "cwd": "here"}}\n}', 5, "executors.mine.cwd: must be an absolute path"),
    ('{\n  "executors": {\n "mine": {\n "cwd": "/"}}\n}', 3, "command"),
    ('{\n  "view": {\n "read": ["here"]}\n}', 3, "view.read: must be absolute paths"),
    ('{\n  "view": {\n "hide": ["~ada/x"]}\n}', 3, "view.hide: must be absolute paths"),
    ('{\n  "view": {\n "write": ["//"]}\n}', 3, "view.write: / would expose the whole file system"),
    ('{\n  "executors": {\n "mine": {\n "command": ["a"],\n "write": ["/"]}}\n}', 5, "executors.*.write: / would expose the whole file system"),
    ('{\n  "executors": {\n "mine": {\n "command": []}}\n}', 4, "command"),
    ('{\n  "tasks": {\n "agent": ""}\n}', 3, "agent"),
]


def fail_to_start(place, *arguments):
    done = subprocess.run(
        [str(WEIRD), "--foreground", *map(str, arguments)], env=place.environment(), capture_output=True, text=True,
        timeout=WATCHDOG_SECONDS,
    )
    assert done.returncode == 2, done.stderr
    assert not place.user_socket.exists()
    return done.stderr


@pytest.mark.parametrize("text, line, word", WRONG, ids=range(len(WRONG)))
def test_a_wrong_file_is_refused_with_its_line(place, text, line, word):
    path = place.write_config(text)
    message = fail_to_start(place)
    assert message.startswith("weird: ") and word in message
    if word != "config.jsonc:":
        assert f"{path}:{line}:" in message


def test_a_file_that_is_too_long(place):
    place.write_config('{"log": {}} //' + "x" * (1 << 20))
    assert "1 MiB" in fail_to_start(place)


def test_a_directory_is_no_configuration(place):
    place.user_config.mkdir(parents=True)
    assert "config.jsonc" in fail_to_start(place)


def test_a_named_file_must_be_there(place):
    assert "missing.jsonc" in fail_to_start(place, "--config", place.root / "missing.jsonc")


def test_without_a_file_the_defaults_hold(daemon, client):
    assert client.call("daemon.status")["config"] is None
    assert client.call("initialize")["limits"] == {
        "maxMessageBytes": 16777216, "maxBatchEntries": 1000, "maxWaitingRequests": 10000,
    }


def test_an_empty_object_is_the_defaults(place, make_daemon):
    path = place.write_config("{}")
    client = make_daemon().start().client()
    assert client.call("daemon.status")["config"] == str(path)
    assert client.call("initialize")["limits"]["maxBatchEntries"] == 1000


def test_comments(place, make_daemon):
    place.write_config('// first\n{ /* in\nbetween */ "limits": { "batchEntries": 7, // behind\n "waitingRequests": 8 } }\n// last')
    limits = make_daemon().start().client().call("initialize")["limits"]
    assert (limits["maxBatchEntries"], limits["maxWaitingRequests"]) == (7, 8)


def test_a_named_file(place, make_daemon):
    path = place.root / "other.jsonc"
    path.write_text('{"limits": {"messageBytes": 4096}}')
    client = make_daemon().start("--config", path).client()
    assert client.call("initialize")["limits"]["maxMessageBytes"] == 4096
    assert client.call("daemon.status")["config"] == str(path)


STRINGS = {
    "tasks": {"agent": "coder", "atOnce": 2},
    "executors": {"mine": {"command": ["node", "executor.js"], "cwd": "/"}, "n" * 128: {"command": ["x" * 4096] * 200}},
    "pool": {"pauseAt": 3, "resumeAt": 2},
}


def test_strings_and_maps_are_read_again_and_again(place, make_daemon):
    """Nothing may point into a configuration that was replaced, or be lost with it; sanitizers look."""
    place.write_config(STRINGS)
    daemon = make_daemon().start()
    client = daemon.client()
    for round in range(3):
        place.write_config({**STRINGS, "executors": {f"other{round}": {"command": ["y"]}}, "limits": {"batchEntries": 10 + round}})
        daemon.send_signal(signal.SIGHUP)
        daemon.wait_for_log("config: reloaded", round + 1)
        assert daemon.client().call("initialize")["limits"]["maxBatchEntries"] == 10 + round
    place.write_config({"executors": {"weir": {"command": ["y"]}}})
    daemon.send_signal(signal.SIGHUP)
    daemon.wait_for_log("executors.weir")
    assert daemon.client().call("initialize")["limits"]["maxBatchEntries"] == 12
    config = client.call("daemon.status")["subsystems"]["config"]
    assert config["health"] == "degraded" and "executors.weir" in config["message"]
    assert client.call("task.wait", {"taskId": client.call("task.submit", {"prompt": "events 100 10; done"})["taskId"]})["state"] == "completed"


def test_limits_hold(place, make_daemon):
    place.write_config({"limits": {"batchEntries": 2, "connections": 2}})
    daemon = make_daemon().start()
    raw = daemon.raw()
    raw.send(b'[{"id":1,"method":"ping"},{"id":2,"method":"ping"},{"id":3,"method":"ping"}]\n', bad=True)
    assert raw.read()["error"]["data"]["code"] == "batch_too_long"
    raw.send(b'[{"id":1,"method":"ping"},{"id":2,"method":"ping"}]\n')
    assert len(raw.read()) == 2
    daemon.client().ping()
    third = daemon.raw()
    assert third.read()["error"]["data"]["code"] == "too_many_connections"
    third.assert_ended()


def test_memory_for_one_message(place, make_daemon):
    place.write_config({"limits": {"parseBytes": 1 << 20}})
    daemon = make_daemon().start()
    raw = daemon.raw()
    raw.send(b'{"id":1,"method":"ping","params":{"x":[' + b"1," * 200_000 + b"1]}}\n", bad=True)
    assert raw.read()["error"]["data"]["code"] == "internal_error"
    raw.send(b'{"id":2,"method":"ping"}\n')
    assert raw.read()["id"] == 2


# --- the log's settings ---


def test_the_level_of_the_log(place, make_daemon):
    place.write_config({"log": {"level": "error"}})
    daemon = make_daemon().start()
    daemon.client().ping()
    assert daemon.log() == ""


def test_the_command_line_wins_over_the_file(place, make_daemon):
    place.write_config({"log": {"level": "error"}})
    daemon = make_daemon().start("--log-level", "debug")
    daemon.client().ping()
    daemon.wait_for_log("connected")
    assert " debug " in daemon.log()


@pytest.mark.parametrize("level, seen", [("error", 0), ("warn", 0), ("info", 1), ("debug", 1)])
def test_each_level(make_daemon, level, seen):
    daemon = make_daemon().start("--log-level", level)
    assert ("listens on" in daemon.log()) == bool(seen)
    daemon.client().ping()
    if level == "debug":
        daemon.wait_for_log("connected")
    else:
        assert "connected" not in daemon.log()


def test_a_log_line(daemon):
    first = daemon.log().splitlines()[0]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info  weird \S+, process \d+, listens on .+", first)
    assert first in daemon.stderr()


def test_the_log_goes_on_where_it_was(place, make_daemon):
    for _ in range(2):
        daemon = make_daemon().start()
        assert daemon.stop() == 0
    assert daemon.log().count("listens on") == 2


def test_one_entry_is_one_line_whatever_a_client_says(daemon, client):
    client.call("initialize", {"client": {"name": "evil\n2020-01-01T00:00:00.000Z error fake", "version": "\x1b[2J\r"}})
    daemon.wait_for_log("client: evil")
    assert "\x1b" not in daemon.log() and not any(line.startswith("2020") for line in daemon.log().splitlines())


def test_a_long_log_is_moved_aside(place, make_daemon):
    place.write_config({"log": {"level": "info", "maxBytes": 65536}})
    daemon = make_daemon().start()
    name = "n" * 128
    for _ in range(400):
        with daemon.client() as client:
            client.call("initialize", {"client": {"name": name, "version": "v" * 64}})
    old, new = daemon.state / "weird.log.1", daemon.state / "weird.log"
    assert 65536 - 300 < old.stat().st_size <= 65536
    assert 0 < new.stat().st_size <= 65536
    lines = (old.read_text() + new.read_text()).splitlines()
    assert sum(f"client: {name}" in line for line in lines) == 400, "lines were lost"
    assert (old.stat().st_mode & 0o777, new.stat().st_mode & 0o777) == (0o600, 0o600)


def test_a_log_that_is_a_link_is_not_followed(place, make_daemon):
    target = place.root / "target"
    target.write_text("precious")
    place.user_state.mkdir(parents=True, mode=0o700)
    (place.user_state / "weird.log").symlink_to(target)
    daemon = make_daemon().start()
    status = daemon.client().call("daemon.status")
    assert status["subsystems"]["log"]["health"] == "degraded"
    assert target.read_text() == "precious"


def test_a_file_with_nearly_the_right_name_is_named(place, make_daemon):
    place.write_config({})
    config = place.user_config
    daemon = make_daemon().start()
    assert "config: ignoring" not in daemon.log()
    daemon.stop()
    config.rename(config.with_suffix(".json"))
    daemon = make_daemon().start()
    daemon.wait_for_log(f"config: ignoring {config.with_suffix('.json')}; the configuration file is config.jsonc")
    assert daemon.log().count("config: ignoring") == 1
