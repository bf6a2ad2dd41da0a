"""How the daemon stops: on a signal, on request, with clients that do not disconnect."""

import json
import signal
import time

import pytest

from leftovers import until_nothing_is_left
from setting import SHIPPED
from tasks import run
from waiting import until

@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it(daemon, number):
    daemon.send_signal(number)
    assert daemon.left_promptly()
    assert not daemon.socket.exists()
    assert daemon.notifications.wait_for("STOPPING=1")
    assert "stopped" in daemon.log()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_clients_are_told_and_then_let_go(daemon, number):
    clients = [daemon.client() for _ in range(50)]
    for client in clients:
        client.ping()
    before = time.time() * 1000
    daemon.send_signal(number)
    for client in clients:
        event = client.event()
        assert event["method"] == "event.daemonStopping"
        assert event["params"]["reason"] == "signal" and event["params"]["force"] is False
        assert before - 1 <= event["params"]["timestamp"] <= time.time() * 1000 + 1
        client.assert_ended()
    assert daemon.left_promptly()


@pytest.mark.parametrize("params", [None, {}, {"force": False}, {"force": True}])
def test_a_request_stops_it(daemon, params):
    client, other = daemon.client(), daemon.client()
    other.ping()
    assert client.call("daemon.stop", params) == {"stopping": True}
    force = bool(params and params.get("force"))
    for each in (client, other):
        assert {k: v for k, v in each.event()["params"].items() if k != "timestamp"} == {"reason": "request", "force": force}
        each.assert_ended()
    assert daemon.left_promptly() or force  # a tenth of a second may be too short for a busy machine


def test_a_notification_stops_it_too(daemon, client):
    client.notify("daemon.stop")
    assert client.event()["params"]["reason"] == "request"
    assert daemon.left_promptly()


def test_a_stop_inside_a_batch_answers_the_batch(daemon, raw):
    batch = [{"id": number, "method": method} for number, method in enumerate(["ping", "daemon.stop", "ping"], 1)]
    raw.send(json.dumps(batch).encode() + b"\n")
    answers = [message for message in raw.read_all() if isinstance(message, list)]
    assert len(answers) == 1 and {answer["id"] for answer in answers[0]} == {1, 2, 3}
    assert daemon.left_promptly()


def test_what_was_asked_before_the_stop_is_answered(daemon, raw):
    before = b"".join(b'{"id":%d,"method":"rpc.discover"}\n' % number for number in range(100))
    raw.send(before + b'{"id":100,"method":"daemon.stop"}\n')
    messages = raw.read_all()
    assert [message["id"] for message in messages if "id" in message] == list(range(101))
    assert daemon.left_promptly()


def test_nobody_is_accepted_once_the_store_closes(daemon):
    hung = hang(daemon)
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    hung.close()
    with pytest.raises((ConnectionRefusedError, FileNotFoundError)):
        until(lambda: not daemon.client(), "a refusal")
    assert daemon.wait() == 0


def hang(daemon):
    """A client that asks for much and reads nothing of it."""
    client = daemon.raw()
    with daemon.client() as other:
        assert client.send_until_full(b'{"id":1,"method":"rpc.discover"}\n', other) > 10
    return client


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_hung_client_does_not_hold_it_up(daemon, number):
    hung = hang(daemon)
    daemon.send_signal(number)
    assert daemon.wait() == 0
    assert "1 clients have not read their output within 3000 ms, disconnecting them" in daemon.log()
    hung.close()


def test_a_forced_stop_does_not_wait_for_a_hung_client(daemon):
    hung = hang(daemon)
    assert daemon.client().call("daemon.stop", {"force": True}) == {"stopping": True}
    assert daemon.wait() == 0
    assert "have not read their output within 100 ms" in daemon.log()
    hung.close()


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_forces_it(daemon, second):
    hung = hang(daemon)
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    assert daemon.is_running()
    daemon.send_signal(second)
    assert daemon.wait() == 0
    assert "have not read their output within 100 ms" in daemon.log()
    hung.close()


@pytest.mark.faults
@pytest.mark.parametrize("third", [signal.SIGTERM, signal.SIGINT])
def test_a_third_signal_is_at_once(make_daemon, place, third):
    daemon, _ = hold_the_worker(make_daemon, place)
    daemon.may_leave_late = True
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    daemon.send_signal(signal.SIGTERM)
    daemon.wait_for_log("stop: signal, forced")
    daemon.send_signal(third)
    assert daemon.wait() == 0
    assert "exiting without waiting for unfinished work" in daemon.log()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_until_the_very_end(make_daemon, number):
    for _ in range(10):
        daemon = make_daemon().start()
        client = daemon.client()
        client.ping()
        daemon.send_signal(signal.SIGTERM)
        client.event()
        while daemon.is_running():
            daemon.send_signal(number)
        assert daemon.wait() == 0
        assert not daemon.socket.exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_during_the_start(make_daemon, number):
    for _ in range(10):
        daemon = make_daemon().launch()
        while not daemon.socket.exists():
            assert daemon.is_running(), daemon.stderr()
        daemon.send_signal(number)
        assert daemon.wait() == 0
        assert not daemon.socket.exists()


def test_a_slow_reader_gets_everything_before_the_daemon_leaves(daemon):
    with daemon.client() as client:
        run(client, "say x")  # the queue is open, so that nothing is left to wait for but this reader
    raw = hang(daemon)
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    messages = raw.read_all()
    assert messages[-1]["method"] == "event.daemonStopping"
    assert len(messages) > 2
    assert daemon.left_promptly()


# --- with a worker thread that is stuck ---

@pytest.mark.faults
def test_nothing_is_started_for_a_terminal_once_the_stop_has_begun(make_daemon, place):
    """The read of its session takes until the executors are gone, and nobody would end another one."""
    begin, release = place.root / "begin", place.root / "release"
    fault = {"WEIR_FAULT": "store.read=hold", "WEIR_FAULT_BEGIN": begin, "WEIR_FAULT_RELEASE": release}
    daemon = make_daemon().start(program=SHIPPED, environment=fault)
    client = daemon.client()
    session = client.call("session.create", {"cwd": str(place.home)})["id"]
    begin.touch()
    asked = client.request("terminal.open", {"sessionId": session, "shell": "sh"})
    until(lambda: "holding at store.read" in daemon.stderr(), "the read to be held")
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    release.touch()
    assert client.answer(asked)["error"]["data"]["code"] == "stopping"
    assert daemon.left_promptly()
    until_nothing_is_left(place)


LONG_PING = b'{"id":1,"method":"ping","params":{"x":"' + b"y" * 300_000 + b'"}}\n'


def hold_the_worker(make_daemon, place):
    daemon = make_daemon().start(environment={"WEIR_FAULT": "peer.parse_large=hold", "WEIR_FAULT_RELEASE": place.root / "release"})
    raw = daemon.raw()
    raw.send(LONG_PING)
    until(lambda: "holding at peer.parse_large" in daemon.stderr(), "the worker to be held")
    return daemon, raw


@pytest.mark.faults
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_blocked_worker_does_not_hold_it_up(make_daemon, place, number):
    daemon, _ = hold_the_worker(make_daemon, place)
    daemon.client().ping()
    daemon.may_leave_late = True
    assert daemon.stop(number) == 0


@pytest.mark.faults
def test_a_second_signal_leaves_a_blocked_worker_behind_soon(make_daemon, place):
    daemon, _ = hold_the_worker(make_daemon, place)
    daemon.may_leave_late = True
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait() == 0
    assert "exiting without waiting for unfinished work: its time limit has expired" in daemon.log()


@pytest.mark.faults
def test_a_worker_that_ends_in_time_ends_the_stop(make_daemon, place):
    daemon, _ = hold_the_worker(make_daemon, place)
    daemon.send_signal(signal.SIGTERM)
    assert daemon.notifications.wait_for("STOPPING=1")
    (place.root / "release").touch()
    assert daemon.left_promptly()


@pytest.mark.faults
def test_a_blocked_worker_holds_up_only_its_client(make_daemon, place):
    daemon, raw = hold_the_worker(make_daemon, place)
    other = daemon.client()
    for _ in range(100):
        other.ping()
    raw.send(b'{"id":2,"method":"ping"}\n')
    other.ping()
    assert raw.nothing_came()
    (place.root / "release").touch()
    assert [raw.read()["id"] for _ in range(2)] == [1, 2]


@pytest.mark.faults
def test_a_client_that_leaves_while_its_line_is_parsed(make_daemon, place):
    daemon, raw = hold_the_worker(make_daemon, place)
    raw.close()
    client = daemon.client()
    client.ping()
    (place.root / "release").touch()
    until(lambda: client.call("daemon.status")["clients"] == 1, "the other client to be gone")


@pytest.mark.faults
def test_a_parser_that_fails_is_an_error_for_its_client(make_daemon):
    daemon = make_daemon().start(environment={"WEIR_FAULT": "peer.parse_large=fail"})
    raw = daemon.raw()
    raw.send(LONG_PING, bad=True)
    assert raw.read()["error"]["data"]["code"] == "internal_error"
    raw.send(b'{"id":2,"method":"ping"}\n')
    assert raw.read()["id"] == 2
