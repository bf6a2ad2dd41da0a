"""An id is returned exactly as it was sent, digit for digit."""

import json

import pytest

NUMBERS = [
    "0", "1", "-1", "-0", "9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
    "123456789012345678901234567890", "1.0", "1e3", "1E+3", "0.10", "1.5e-7", "-0.0", "1e400", "1" * 1000,
]
# What is sent, and what may come back for it: the same string, although its escapes may differ.
STRINGS = ["", "x", "0", "null", "ä€😀", 'a"b\\c/d', "tab\tline\nnul-free \u0001", "\u2028\u2029", "y" * 100_000]


def sent(request_id):
    return f'{{"jsonrpc":"2.0","id":{request_id},"method":"ping"}}\n'.encode()


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:32])
def test_numbers(raw, number):
    raw.send(sent(number), bad=True)  # Python's numbers would not tell such ids apart
    answer = raw.read_line()
    assert f'"id":{number},'.encode() in answer and b'"pong":true' in answer


@pytest.mark.parametrize("text", STRINGS, ids=lambda text: ascii(text[:16]))
def test_strings(raw, text):
    raw.send(sent(json.dumps(text)))
    raw.send(sent(json.dumps(text, ensure_ascii=False)))
    for _ in range(2):
        answer = raw.read()
        assert answer["id"] == text and answer["result"]["pong"] is True


def test_null_is_an_id(raw):
    raw.send(sent("null"))
    answer = raw.read()
    assert answer["id"] is None and answer["result"]["pong"] is True


@pytest.mark.parametrize("number", ["18446744073709551615", "1.0", '"text"', "null"])
def test_errors_carry_the_id_too(raw, number):
    raw.send(f'{{"id":{number},"method":"nothing"}}\n'.encode(), bad=True)
    answer = raw.read_line()
    assert f'"id":{number},'.encode() in answer and b"-32601" in answer


def test_in_a_batch(raw):
    numbers = ["9223372036854775807", "1.0", "1e3", '"x"', "null"]
    raw.send(("[" + ",".join(sent(n).decode().strip() for n in numbers) + "]\n").encode(), bad=True)
    answer = raw.read_line().decode()
    for number in numbers:
        assert f'"id":{number},' in answer


def test_the_same_id_twice_is_two_requests(raw):
    raw.send(sent("7") + sent("7"))
    assert [raw.read()["id"] for _ in range(2)] == [7, 7]
