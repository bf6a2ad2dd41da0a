"""The limits of a task: exceeding one ends the task with its own reason, and affects no other task."""

import os

import pytest

from leftovers import processes, until_nothing_is_left
from setting import MIB, SHIPPED
from tasks import messages, run, session_of

OWN = 20 * MIB  # of the executor, more or less
EACH = 60 * MIB
# (the limit, its value, a prompt that passes it, the word, a part of the sentence)
LIMITS = {
    "timeoutMs": (1500, "tree 3; hold deaf", "timeout", "time limit"),
    "memoryBytes": (OWN + 3 * EACH, f"memory-children 4 {EACH}; hold", "memory_limit", "memory"),
    "processes": (5, "tree 10; hold", "process_limit", "processes"),
    "outputBytes": (10000, "events 1000 100; hold", "output_limit", "output exceeded"),
    "tokens": (1000, "usage 400 500; say fine; usage 600 500; hold", "token_limit", "tokens"),
}
SETTINGS = {"agent": "script", "stopMs": 1000}


def start(place, make_daemon, **tasks):
    place.write_config({"tasks": SETTINGS | tasks, "pool": {"warm": 0, "shutdownMs": 1000}})
    return make_daemon().start(program=SHIPPED).client()


@pytest.mark.parametrize("source", ["task", "configuration"])
@pytest.mark.parametrize("limit", LIMITS)
def test_limit(place, make_daemon, limit, source):
    value, prompt, reason, sentence = LIMITS[limit]
    client = start(place, make_daemon, **({limit: value} if source == "configuration" else {}))
    more = {} if source == "configuration" else {limit: value} if limit == "timeoutMs" else {"limits": {limit: value}}
    session = session_of(client)
    terminal = client.call("terminal.open", {"sessionId": session, "shell": "/bin/sh"})
    theirs = processes(place)
    found = run(client, prompt, sessionId=session, **more)
    error = found["result"]["error"]
    assert (found["state"], error["reason"]) == ("failed", reason), found
    assert sentence in error["message"], error
    assert processes(place) == theirs  # the terminal's, all of them, and nobody else
    os.kill(terminal["pid"], 0)
    client.call("terminal.close", {"terminalId": terminal["terminalId"]})
    until_nothing_is_left(place)


def test_under_the_limits(place, make_daemon):
    """Three of four such children fit; what a task used does not count for the next, although the executor is the same."""
    client = start(place, make_daemon, outputBytes=60000, tokens=1000, processes=20, memoryBytes=OWN + 4 * EACH)
    session = session_of(client)
    for _ in range(3):
        found = run(client, f"events 200 200; usage 400 500; child true; memory-children 2 {MIB}; done", sessionId=session)
        assert found["state"] == "completed", found
        assert len(messages(client, found["id"])) == 202


def test_limits_of_a_task_go_before_the_configuration(place, make_daemon):
    client = start(place, make_daemon, outputBytes=1000, tokens=10)
    found = run(client, "events 100 100; usage 100 100; done", limits={"outputBytes": 0, "tokens": 0})
    assert found["state"] == "completed", found
    assert run(client, "events 100 100; hold")["result"]["error"]["reason"] == "output_limit"
