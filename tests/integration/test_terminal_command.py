"""terminal.open with a command: its output and its end, even if it is very short."""

import pytest

from setting import SHIPPED
from shells import Shell, until_event
from waiting import until


@pytest.fixture
def client(make_daemon):
    return make_daemon().start(program=SHIPPED).client()


def test_a_command_stays_until_somebody_has_seen_it(client, place):
    client.call("event.subscribe", {"topics": ["terminal"]})
    params = {"cwd": str(place.home), "shell": "sh", "command": "echo $((40 + 2)); test -t 1 && echo a terminal; exit 7"}
    shell = Shell(client, client.call("terminal.open", params)["terminalId"])
    shell.attach()
    shell.until("42\r\na terminal\r\n")
    end = until_event(client, "event.terminalExited")
    assert end["terminalId"] == shell.id and end["exitCode"] == 7
    assert client.call("terminal.list") == []


def test_a_command_that_nobody_looks_at_is_gone_soon(client, place):
    client.call("terminal.open", {"cwd": str(place.home), "shell": "sh", "command": "true"})
    until(lambda: client.call("terminal.list") == [], "that it is gone")


@pytest.mark.parametrize("wrong,bad", [({"useTmux": True, "command": "true"}, False), ({"command": "a\0b"}, True), ({"command": ""}, True)])
def test_what_is_refused(client, place, wrong, bad):
    error = client.error("terminal.open", {"cwd": str(place.home)} | wrong, bad=bad)
    assert error.code == -32602 and error.data["path"] == "params.command", error
