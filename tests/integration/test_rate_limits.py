"""Limits per user: the number of connections, and of requests per second on all of them together."""

import os
import signal
import time

import pytest

from setting import SHIPPED, WEIRD
from tasks import run
from waiting import until


@pytest.fixture
def limited(place, make_daemon):
    def start(program=WEIRD, **limits):
        place.write_config({"limits": limits, "tasks": {"agent": "script"}})
        return make_daemon().start(program=program)

    return start


def pings(first, count):
    return b"".join(b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\n' % number for number in range(first, first + count))


def answered(raw, first, count):
    for number in range(first, first + count):
        answer = raw.read()
        assert answer["id"] == number and "result" in answer, answer


def change(daemon, **limits):
    daemon.place.write_config({"limits": limits})
    daemon.send_signal(signal.SIGHUP)
    assert daemon.notifications.wait_for("RELOADING=1")
    assert daemon.notifications.wait_for("READY=1")


# --- connections --------------------------------------------------------------------


def test_no_more_connections_than_one_user_may_have(limited):
    daemon = limited(connectionsPerUser=3)
    inside = [daemon.client() for _ in range(3)]
    for client in inside:
        client.ping()
    assert not daemon.raw().knock()
    for client in inside:
        client.ping()
    inside.pop().close()
    until(lambda: daemon.raw().knock(), "room")


def test_who_is_refused_is_in_the_audit_log(limited):
    daemon = limited(connectionsPerUser=1)
    client = daemon.client()
    client.ping()
    for _ in range(5):
        assert not daemon.raw().knock()
    entries = client.call("audit.list", {"what": "client.refused"})
    assert [entry["data"] for entry in entries] == [{"reason": "too many connections", "count": 1}]
    assert entries[0]["uid"] == os.getuid() and entries[0]["pid"] == os.getpid()
    daemon.stop()
    with daemon.start().client() as client:  # those that came later were counted
        entries = client.call("audit.list", {"what": "client.refused"})
    assert [entry["data"]["count"] for entry in entries] == [4, 1]


def test_the_cap_is_read_again(limited):
    daemon = limited(connectionsPerUser=1)
    client = daemon.client()
    client.ping()
    assert not daemon.raw().knock()
    change(daemon, connectionsPerUser=2)
    assert daemon.raw().knock()
    change(daemon, connectionsPerUser=1)
    client.ping()  # who is inside stays
    assert not daemon.raw().knock()


def test_executors_are_not_counted(limited):
    daemon = limited(SHIPPED, connectionsPerUser=1, requestsPerSecond=10)
    task = run(daemon.client(), "events 2000")
    assert task["state"] == "completed"


# --- requests -----------------------------------------------------------------------


def test_who_asks_for_more_waits_and_is_answered(limited):
    """Two connections share what their user may ask for: a second's worth at most at once, the rest as time passes."""
    daemon = limited(requestsPerSecond=100)
    first, second = daemon.raw(), daemon.raw()
    began = time.monotonic()
    first.send(pings(1, 150))
    second.send(pings(1, 150))
    answered(first, 1, 150)
    answered(second, 1, 150)
    assert time.monotonic() - began >= (300 - 100) / 100


def test_a_batch_counts_for_each_of_its_requests(limited):
    daemon = limited(requestsPerSecond=20)
    raw = daemon.raw()
    began = time.monotonic()
    raw.send(b"[" + pings(1, 60).strip().replace(b"\n", b",") + b"]\n" + pings(61, 1))
    assert len(raw.read()) == 60
    answered(raw, 61, 1)
    assert time.monotonic() - began >= (61 - 20) / 20


def test_one_connection_does_not_starve_another(limited):
    daemon = limited(requestsPerSecond=50)
    greedy, modest = daemon.raw(), daemon.raw()
    greedy.send(pings(1, 1000))
    answered(greedy, 1, 1)
    for number in range(1, 4):
        modest.send(pings(number, 1))
        answered(modest, number, 1)
    greedy.close()


def test_no_limit_lets_those_in_line_go_on(limited):
    daemon = limited(requestsPerSecond=1)
    raw, other = daemon.raw(), daemon.raw()
    raw.send(pings(1, 1000))
    other.send(pings(1, 500))
    answered(raw, 1, 1)
    change(daemon, requestsPerSecond=0)
    answered(raw, 2, 999)
    answered(other, 1, 500)


def test_who_is_in_line_may_leave_and_the_daemon_may_stop(limited):
    daemon = limited(requestsPerSecond=1)
    gone, stays = daemon.raw(), daemon.raw()
    gone.send(pings(1, 1000))
    answered(gone, 1, 1)
    stays.send(pings(1, 1000))
    gone.close()
    daemon.stop()
    assert all("id" not in message or "result" in message for message in stays.read_all())


def test_the_last_line_of_who_has_no_more_to_say(limited):
    daemon = limited(requestsPerSecond=20)
    raw = daemon.raw()
    raw.send(pings(1, 30).rstrip())
    raw.end()
    assert [message["id"] for message in raw.read_all()] == list(range(1, 31))


def test_those_in_line_are_handed_over(limited):
    daemon = limited(requestsPerSecond=50)
    raw, other = daemon.raw(), daemon.client()
    raw.send(pings(1, 200))
    answered(raw, 1, 1)
    other.call("daemon.restart", {})
    answered(raw, 2, 199)
