"""Terminals with small limits for output and messages: no client is disconnected because of a program's output."""

import pytest

from setting import SHIPPED
from shells import Shell
from waiting import until

LINES = 150_000  # less than the scrollback, and more than a socket holds


@pytest.mark.parametrize("limits", [{"outputBytes": 65536}, {"messageBytes": 4096}])
def test_a_client_that_reads_late_gets_all_of_it(make_daemon, place, limits):
    place.write_config({"pool": {"warm": 0}, "limits": limits})
    daemon = make_daemon().start(program=SHIPPED)
    slow, other = daemon.client(), daemon.client()
    shell = Shell(slow, slow.call("terminal.open", {"cwd": str(place.home), "shell": "sh"})["terminalId"]).attach()
    shell.type(f"seq 1 {LINES}; echo e''nd\n")
    until(lambda: other.call("terminal.list")[0]["bytes"] > LINES * 6, "it is shown, and read by nobody")
    assert shell.until("end\r\n").endswith(f"{LINES - 1}\r\n{LINES}\r\n".encode())
    assert shell.gaps == []
    assert shell.longest() * 4 / 3 < min(limits.values())  # in base64
    slow.call("terminal.close", {"terminalId": shell.id})
