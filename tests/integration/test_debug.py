"""WEIR_IPC_DEBUG=1: every message in and out on stderr, without the secrets."""

import json

import pytest

SECRETS = ["session_token", "api_key", "apiKey", "password", "secret", "token", "authorization"]


@pytest.fixture
def talkative(make_daemon):
    return make_daemon().start(environment={"WEIR_IPC_DEBUG": "1"})


def messages(daemon, arrow):
    return [line.split(arrow, 1)[1].split(" ", 2)[2] for line in daemon.stderr().splitlines() if f" {arrow} " in line]


def test_messages_in_and_out(talkative):
    talkative.client().call("initialize", {"client": {"name": "shown"}})
    (sent,) = messages(talkative, "<-")
    answered = messages(talkative, "->")[0]
    assert json.loads(sent)["params"] == {"client": {"name": "shown"}}
    assert json.loads(answered)["result"]["protocolVersion"] == "1.0"
    assert f"weird[{talkative.pid}]" in talkative.stderr()


def test_events_too(talkative):
    client = talkative.client()
    client.ping()
    talkative.send_signal(15)
    client.event()
    assert "event.daemonStopping" in messages(talkative, "->")[-1]


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_not_shown(talkative, name):
    client = talkative.client()
    for value in ("canary", {"inner": "canary"}, ["canary", 1]):
        client.call("ping", {name: value})
        client.call("ping", {"list": [{"deep": {name: value}}], "public": "shown"})
    assert "canary" not in talkative.stderr() + talkative.log()
    assert talkative.stderr().count("[redacted]") == 6 and "shown" in talkative.stderr()


def test_a_secret_with_an_escape_in_its_name(talkative):
    raw = talkative.raw()
    raw.send(b'[{"id":1,"method":"ping","params":{"se\\u0063ret":"canary"}}]\n')
    raw.read()
    assert "canary" not in talkative.stderr() and "[redacted]" in talkative.stderr()


def test_a_secret_in_a_long_line(talkative):
    client = talkative.client()
    client.call("ping", {"filler": "x" * 400_000, "token": "canary"})
    assert "canary" not in talkative.stderr() and "[redacted]" in talkative.stderr()


def test_what_cannot_be_read_is_not_shown(talkative):
    raw = talkative.raw()
    raw.send(b'{"id":1,"method":"ping","params":{"token":"canary"}\n', bad=True)
    assert raw.read()["error"]["data"]["code"] == "parse_error"
    assert "canary" not in talkative.stderr()
    assert "51 bytes" in messages(talkative, "<-")[0]


@pytest.mark.parametrize("value", [None, "", "0"])
def test_silent_unless_asked(make_daemon, value):
    daemon = make_daemon().start(environment={"WEIR_IPC_DEBUG": value})
    daemon.client().call("ping", {"marker": 1})
    assert "marker" not in daemon.stderr()
