"""A client that does not read is first no longer read from, then disconnected; other clients do not notice."""

import json
import signal
import socket
import time

import pytest

from bystander import Bystander
from daemon import UNREAD
from setting import MIB, SANITIZED
from waiting import until

DISCOVER = b'{"id":1,"method":"rpc.discover"}\n'
PING = b'{"id":1,"method":"ping"}\n'
# Whoever stands still is read on from a little now and then (src/rpc/peer.c): so much more may wait, each time.
STANDSTILL_SECONDS, STANDSTILL_BYTES = 0.05, 1 << 16


def start(place, make_daemon, **limits):
    place.write_config({"limits": limits})
    return make_daemon().start()


@pytest.mark.parametrize("line", [DISCOVER, PING], ids=["rpc.discover", "ping"])
def test_it_is_no_longer_read_from(place, make_daemon, line):
    daemon = start(place, make_daemon, outputPauseBytes=65536)
    other = daemon.client()
    other.ping()
    before = daemon.rss()
    slow = daemon.raw()
    with Bystander(daemon):
        begun = time.monotonic()
        count = slow.send_until_full(line, other)
        if not SANITIZED:
            most = daemon.rss()
            read_on = (time.monotonic() - begun) / STANDSTILL_SECONDS * STANDSTILL_BYTES
            assert most < before + 4 * MIB + read_on, "the daemon keeps what it should not have read"
        assert other.call("daemon.status")["clients"] == 3, "it is not cut off"
        for _ in range(count):  # now it reads: everything is there
            assert "result" in slow.read()
    assert UNREAD not in daemon.log()


def fill(daemon, line):
    """Sends until the daemon hangs up."""
    slow = daemon.raw()
    try:
        while True:
            slow.send(line)
    except (BrokenPipeError, ConnectionResetError):
        return slow


@pytest.mark.parametrize("line", [DISCOVER, PING], ids=["rpc.discover", "ping"])
def test_it_is_cut_off_at_the_cap(place, make_daemon, line):
    """Never paused, so that the queue really grows up to the cap."""
    daemon = start(place, make_daemon, outputPauseBytes=1 << 30, outputBytes=1 << 20)
    other = daemon.client()
    other.ping()
    before = daemon.rss()
    with Bystander(daemon):
        fill(daemon, line)
        daemon.wait_for_log(UNREAD)
        until(lambda: other.call("daemon.status")["clients"] == 2, "it to be gone")
    assert " warn " in next(entry for entry in daemon.log().splitlines() if UNREAD in entry)
    if not SANITIZED:
        until(lambda: daemon.rss() < before + 4 * MIB, "the memory to be back")


def test_first_the_one_and_then_the_other(place, make_daemon):
    """It goes on sending and never reads: held up at first, and cut off in the end, which comes when the cap is lowered."""
    daemon = start(place, make_daemon, outputPauseBytes=4096)
    other = daemon.client()
    slow = daemon.raw()
    with Bystander(daemon):
        taken = slow.send_until_full(DISCOVER, other) * len(DISCOVER)
        assert other.call("daemon.status")["clients"] == 3, "not yet cut off"
        assert taken < MIB
        place.write_config({"limits": {"outputPauseBytes": 4096, "outputBytes": 1 << 20}})
        daemon.send_signal(signal.SIGHUP)
        try:
            while True:
                slow.socket.sendall(DISCOVER)
        except (BrokenPipeError, ConnectionResetError):
            pass
        daemon.wait_for_log(UNREAD)
        until(lambda: other.call("daemon.status")["clients"] == 2, "it to be gone")


def test_what_it_was_sent_before_is_whole(place, make_daemon):
    """Lines that were sent before the cut are lines; only the last may be missing its end."""
    daemon = start(place, make_daemon, outputPauseBytes=1 << 30, outputBytes=1 << 20)
    slow = fill(daemon, PING)  # so short that the socket holds whole answers
    data, reset = b"", False
    while True:
        try:
            chunk = slow.socket.recv(1 << 20)
        except ConnectionResetError:  # told once, and before what there is to be read
            assert not reset
            reset = True
            continue
        if not chunk:
            break
        data += chunk
    *lines, _ = data.split(b"\n")
    assert lines
    for line in lines:
        assert json.loads(line)["id"] == 1


@pytest.mark.parametrize("method", ["rpc.discover", "ping"])
def test_a_batch_whose_answer_is_longer_than_the_cap(place, make_daemon, method):
    """The client reads, but the answer in one piece cannot be kept: one error says so, and the connection lives."""
    daemon = start(place, make_daemon, outputBytes=65536)
    raw = daemon.raw()
    with Bystander(daemon):
        batch = [{"jsonrpc": "2.0", "id": f"{number}-" + "x" * 60, "method": method} for number in range(1000)]
        raw.send(json.dumps(batch).encode() + b"\n")
        answer = raw.read()
        assert answer["id"] is None and answer["error"]["data"]["code"] == "result_too_long"
        assert raw.knock()
    assert UNREAD not in daemon.log()


def test_an_answer_longer_than_a_message_may_be(place, make_daemon):
    daemon = start(place, make_daemon, messageBytes=2048)
    client = daemon.client()
    error = client.error("rpc.discover")
    assert error.code == -32011 and error.word == "result_too_long"
    client.ping()


def test_a_slow_reader_with_a_tiny_buffer(place, make_daemon):
    daemon = start(place, make_daemon, outputPauseBytes=4096)
    slow = daemon.raw()
    slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    count = 300
    with Bystander(daemon):
        slow.send(DISCOVER * count)
        for _ in range(count):
            assert slow.read()["result"]["openrpc"]


def test_a_hundred_of_them(place, make_daemon):
    daemon = start(place, make_daemon, outputPauseBytes=4096)
    other = daemon.client()
    with Bystander(daemon) as bystander:
        slow = [daemon.raw() for _ in range(100)]
        for each in slow:
            each.send_until_full(DISCOVER, other)
        seen = bystander.count
        until(lambda: bystander.count > seen + 100, "a hundred more pings")
    assert other.call("daemon.status")["clients"] == 102


def test_it_leaves_while_it_is_paused(place, make_daemon):
    daemon = start(place, make_daemon, outputPauseBytes=4096)
    other = daemon.client()
    slow = daemon.raw()
    slow.send_until_full(DISCOVER, other)
    slow.close()
    until(lambda: other.call("daemon.status")["clients"] == 1, "it to be gone")
