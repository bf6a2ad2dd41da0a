"""One message a line, however the bytes are split."""

import os
import socket

import pytest

from waiting import until

PING = b'{"jsonrpc":"2.0","id":%d,"method":"ping"}'


def test_a_byte_at_a_time(raw):
    for byte in (PING % 1) + b"\n":
        raw.send(bytes([byte]))
    assert raw.read()["id"] == 1


def test_many_messages_in_one_write(raw):
    raw.send(b"".join(PING % number + b"\n" for number in range(5000)))
    assert [raw.read()["id"] for _ in range(5000)] == list(range(5000))


def test_a_write_that_ends_inside_a_message(raw):
    raw.send(PING % 1 + b"\n" + (PING % 2)[:10])
    assert raw.read()["id"] == 1
    assert raw.nothing_came()
    raw.send((PING % 2)[10:] + b"\n")
    assert raw.read()["id"] == 2


def test_carriage_returns_and_blank_lines(raw):
    raw.send(b"\n\r\n   \n\t\n" + PING % 1 + b"\r\n\r\n\n  " + PING % 2 + b"  \r\n")
    assert [raw.read()["id"] for _ in range(2)] == [1, 2]
    assert raw.nothing_came()


def test_space_between_the_tokens(raw):
    raw.send(b' { "jsonrpc" : "2.0" , "id" : 1 ,\t"method" : "ping" } \n')
    assert raw.read()["id"] == 1


def test_the_last_line_needs_no_newline(raw):
    raw.send(PING % 1 + b"\n" + PING % 2)
    raw.end()
    assert [raw.read()["id"] for _ in range(2)] == [1, 2]
    raw.assert_ended()


def test_a_long_last_line_needs_no_newline(raw):
    raw.send(b'{"id":1,"method":"ping","params":{"x":"' + b"y" * 500_000 + b'"}}')
    raw.end()
    assert raw.read()["id"] == 1
    raw.assert_ended()


def test_nothing_then_the_end(raw):
    raw.end()
    raw.assert_ended()


def test_answers_are_complete_after_the_end_of_input(raw):
    raw.send(b"".join(b'{"id":%d,"method":"rpc.discover"}\n' % number for number in range(200)))
    raw.end()
    assert [answer["id"] for answer in raw.read_all()] == list(range(200))


def test_half_a_message_then_the_end(raw):
    raw.send(b'{"jsonrpc":"2.0","id":1,"meth', bad=True)
    raw.end()
    (answer,) = raw.read_all()
    assert answer["error"]["data"]["code"] == "parse_error" and answer["id"] is None


@pytest.mark.parametrize("size", [65535, 65536, 65537, 262143, 262144, 262145, 1 << 20])
def test_lengths_around_the_sizes_of_buffers(raw, size):
    head, tail = b'{"id":1,"method":"ping","params":{"x":"', b'"}}'
    raw.send(head + b"y" * (size - len(head) - len(tail)) + tail + b"\n" + PING % 2 + b"\n")
    assert [raw.read()["id"] for _ in range(2)] == [1, 2]


def test_a_line_of_exactly_the_limit_and_one_over(place, make_daemon):
    place.write_config({"limits": {"messageBytes": 2048}})
    daemon = make_daemon().start()
    raw = daemon.raw()
    message = b'{"id":1,"method":"ping","params":{"x":"%s"}}'
    filled = message % (b"y" * (2048 - len(message) + 2))
    raw.send(filled + b"\n")
    assert raw.read()["id"] == 1
    raw.send(filled + b" \n", bad=True)
    answer = raw.read()
    assert answer["id"] is None and answer["error"]["data"]["code"] == "message_too_long" and answer["error"]["code"] == -32700
    raw.send(PING % 3 + b"\n")
    assert raw.read()["id"] == 3


def test_the_rest_of_a_long_line_is_skipped(place, make_daemon):
    place.write_config({"limits": {"messageBytes": 1024}})
    daemon = make_daemon().start()
    raw = daemon.raw()
    for _ in range(20):
        raw.send(b"x" * 1000, bad=True)
    raw.send(b"\n" + PING % 1 + b"\n", bad=True)
    answers = [raw.read(), raw.read()]
    assert answers[0]["error"]["data"]["code"] == "message_too_long"
    assert answers[1]["id"] == 1


def holds(pid, path):
    """Whether a process has this file open. Other descriptors come and go as they like."""
    try:
        return any(os.readlink(f"/proc/{pid}/fd/{name}") == str(path) for name in os.listdir(f"/proc/{pid}/fd"))
    except FileNotFoundError:
        return True  # one was closed in between: look again


def test_descriptors_that_nobody_wants_are_closed(daemon, raw, place):
    passed = place.root / "passed"
    passed.touch()
    with open(passed, "rb") as file:
        for number in range(50):
            raw.send_with_fds(PING % number + b"\n", [file.fileno()] * 4)
            assert raw.read()["id"] == number
        raw.send_with_fds(PING % 50, [file.fileno()] * 30)
        raw.send(b"\n")
        assert raw.read()["id"] == 50
    until(lambda: not holds(daemon.pid, passed), "none of them is left")


def test_urgent_or_empty_writes_do_no_harm(raw):
    raw.socket.send(b"")
    raw.send(PING % 1 + b"\n")
    assert raw.read()["id"] == 1
    raw.socket.shutdown(socket.SHUT_RD)
    raw.send(PING % 2 + b"\n")
