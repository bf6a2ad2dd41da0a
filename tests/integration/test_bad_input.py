"""Invalid input: its sender gets an error where possible, other clients notice nothing, and memory use returns to
normal."""

import random
import re
import socket
from pathlib import Path

import pytest

from bystander import Bystander
from setting import MIB, SANITIZED
from waiting import until

LIMIT = 16 * MIB
PING = b'{"id":1,"method":"ping"}\n'
# What the daemon may hold more than before, once the bad client is gone.
SLACK = 4 * MIB


@pytest.fixture
def unharmed(daemon):
    """Around every test here: another client pings all the time, and the memory comes back."""
    with Bystander(daemon):
        daemon.client().ping()
        before = daemon.rss()
        yield daemon
        daemon.close_clients(keep=1)  # the bystander is the first
    if not SANITIZED:
        until(lambda: daemon.rss() <= before + SLACK, f"memory to be back at {before}, but it is {daemon.rss()}")


@pytest.fixture
def bad(unharmed):
    return unharmed.raw()


def assert_word(answer, word):
    assert answer["id"] is None and answer["error"]["data"]["code"] == word, answer


def assert_alive(raw):
    raw.send(PING)
    assert raw.read()["result"]["pong"] is True


def peak(daemon):
    return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{daemon.pid}/status").read_text())[1]) * 1024


# --- garbage ---


def lines_that_say_something(data):
    return sum(1 for line in data.split(b"\n") if line.strip(b" \t\r"))


@pytest.mark.parametrize("seed", range(8))
def test_random_bytes(bad, seed):
    data = random.Random(seed).randbytes(200_000) + b"\n"
    bad.send(data, bad=True)
    for _ in range(lines_that_say_something(data)):
        assert bad.read()["error"]["data"]["code"] in ("parse_error", "invalid_request")
    assert_alive(bad)


def test_every_byte_alone_and_in_a_message(bad):
    for byte in range(256):
        alone = bytes([byte]) + b"\n"
        inside = b'{"id":7,"method":"ping","params":{"x":"%s"}}\n' % bytes([byte])
        bad.send(alone + inside, bad=True)
        expected = lines_that_say_something(alone) + lines_that_say_something(inside)
        for _ in range(expected):
            bad.read()
    assert_alive(bad)


def test_all_bytes_without_a_newline(bad):
    data = bytes(byte for byte in range(256) if byte != 10) * 1000
    bad.send(data, bad=True)
    bad.end()
    (answer,) = bad.read_all()
    assert_word(answer, "parse_error")


def test_words_of_json_in_disorder(bad):
    shuffle = random.Random(4)
    words = ["{", "}", "[", "]", ":", ",", '"id"', '"method"', '"ping"', "1", "null", '"params"', '"jsonrpc"', '"2.0"', "-", '"']
    for _ in range(2000):
        line = "".join(shuffle.choices(words, k=shuffle.randint(1, 12))).encode()
        bad.send(line + b"\n" + PING, bad=True)
        while not isinstance(answer := bad.read(), dict) or answer.get("id") != 1:
            pass
    assert_alive(bad)


def test_http(bad):
    bad.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", bad=True)
    for _ in range(2):
        assert_word(bad.read(), "parse_error")
    assert_alive(bad)


# --- too long ---


def test_a_line_of_a_gigabyte(unharmed, bad):
    chunk = b"x" * MIB
    bad.send(b'{"id":1,"method":"ping","params":{"x":"', bad=True)
    for _ in range(1024):
        bad.socket.sendall(chunk)
    if not SANITIZED:
        assert peak(unharmed) < 96 * MIB
    bad.send(b'"}}\n', bad=True)
    assert_word(bad.read(), "message_too_long")
    assert_alive(bad)


def message_of(size):
    head, tail = b'{"id":1,"method":"ping","params":{"x":"', b'"}}'
    return head + b"y" * (size - len(head) - len(tail)) + tail


def test_a_message_of_exactly_the_limit(bad):
    bad.send(message_of(LIMIT) + b"\n")
    answer = bad.read()
    assert "result" in answer, answer
    assert_alive(bad)


def test_a_message_of_one_byte_more(bad):
    bad.send(message_of(LIMIT + 1) + b"\n", bad=True)
    assert_word(bad.read(), "message_too_long")
    assert_alive(bad)


def test_an_id_that_is_almost_as_long_as_a_message_may_be(bad):
    bad.send(b'{"method":"ping","id":"' + b"y" * (LIMIT - 25) + b'"}\n', bad=True)
    answer = bad.read()
    assert "error" in answer or len(answer["id"]) == LIMIT - 25
    assert_alive(bad)


# --- too deep, too many ---


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'[{"a":'], ids=["arrays", "objects", "both"])
@pytest.mark.parametrize("depth", [129, 100_000, 2_000_000])
def test_deep_nesting(bad, opening, depth):
    bad.send(opening * depth + b"\n", bad=True)
    assert_word(bad.read(), "parse_error")
    assert_alive(bad)


@pytest.mark.parametrize("depth", [129, 100_000])
def test_deep_nesting_that_is_closed_again(bad, depth):
    bad.send(b'{"id":1,"method":"ping","params":' + b"[" * depth + b"]" * depth + b"}\n", bad=True)
    assert_word(bad.read(), "parse_error")
    assert_alive(bad)


@pytest.mark.parametrize("entry", [b"1", b"{}", b'{"id":1}', b"[]"], ids=lambda entry: entry.decode())
def test_a_batch_of_a_million(bad, entry):
    bad.send(b"[" + (entry + b",") * 999_999 + entry + b"]\n", bad=True)
    assert_word(bad.read(), "batch_too_long")
    assert_alive(bad)


def test_sixteen_mebibytes_of_ones(bad):
    bad.send(b"[" + b"1," * (LIMIT // 2 - 2) + b"1]\n", bad=True)
    assert bad.read()["error"]["data"]["code"] in ("batch_too_long", "internal_error")
    assert_alive(bad)


@pytest.mark.parametrize("size", [250_000, 8 * MIB])
def test_a_great_many_keys(bad, size):
    """Finding the same key twice must not take the square of their number."""
    keys = b",".join(b'"k%d":0' % number for number in range(size // 12))
    bad.send(b'{"id":1,"method":"ping","params":{' + keys + b"}}\n")
    assert bad.read()["result"]["pong"] is True
    bad.send(b'{"id":1,"method":"ping","params":{' + keys + b',"k0":0}}\n', bad=True)
    assert_word(bad.read(), "parse_error")


def test_errors_upon_errors_are_not_kept(unharmed, bad):
    """A batch of wrong entries, a thousand at a time."""
    for _ in range(50):
        bad.send(b"[" + b"1," * 999 + b"1]\n", bad=True)
        assert len(bad.read()) == 1000


# --- leaving badly ---


def gone(daemon):
    """The bystander and the one that asks are left."""
    with daemon.client() as client:
        until(lambda: client.call("daemon.status")["clients"] <= 3, "the connection to be gone")


@pytest.mark.parametrize(
    "data", [b'{"id":1,"meth', b"", b'{"id":1,"method":"ping"}', b"x" * 1_000_000], ids=["half", "none", "whole", "long"]
)
def test_half_a_message_and_then_a_close(unharmed, data):
    for _ in range(50):
        with unharmed.raw() as raw:
            raw.send(data, bad=True)
    gone(unharmed)


def test_a_close_without_reading_the_answers(unharmed):
    for _ in range(20):
        with unharmed.raw() as raw:
            raw.send(b'{"id":1,"method":"rpc.discover"}\n' * 100)
    gone(unharmed)


def test_a_close_while_a_long_line_is_parsed(unharmed):
    line = b'{"id":1,"method":"ping","params":{"x":[' + b"1," * 1_000_000 + b"1]}}\n"
    for _ in range(5):
        with unharmed.raw() as raw:
            raw.send(line)
    gone(unharmed)


def test_a_client_that_stops_reading_for_good(unharmed):
    for _ in range(20):
        raw = unharmed.raw()
        raw.socket.shutdown(socket.SHUT_RD)
        raw.send(PING * 10)
    gone(unharmed)


def test_connections_that_come_and_go(unharmed):
    before = unharmed.descriptors()
    for _ in range(2000):
        socket_ = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        socket_.connect(str(unharmed.socket))
        socket_.close()
    until(lambda: unharmed.descriptors() <= before, "the descriptors to be back")
