"""Messages of an agent that exceed the size limit: its task fails with a reason, and the daemon does not retry
forever."""

import pytest

from setting import SHIPPED
from tasks import run, session_of, submit, wait

SETTINGS = {"pool": {"warm": 0, "shutdownMs": 1000}, "tasks": {"agent": "script", "timeoutMs": 600_000}}
LONG = 16_000_000  # more than one message may hold


@pytest.fixture
def start(place, make_daemon):
    def begin(**more):
        place.write_config(SETTINGS | more)
        return make_daemon().start(program=SHIPPED).client()

    return begin


@pytest.mark.parametrize("verb", [f"events 3 {LONG}", f"flood 1 {LONG}", f"rate 1 1 {LONG}", "events 1 99999999999"])
def test_more_than_a_message_may_hold(start, verb):
    client = start()
    session = session_of(client)
    task = wait(client, submit(client, f"say before; {verb}; say behind", sessionId=session))
    assert task["state"] == "failed", task
    error = task["result"]["error"]
    assert error["code"] == "message_too_long" and "longer" in error["message"], error
    assert task["result"]["message_count"] == 1
    assert run(client, "say well", sessionId=session)["state"] == "completed"


def test_more_than_the_daemon_takes(start):
    """It has a smaller limit than its executor: each new connection brings the same message."""
    client = start(limits={"messageBytes": 100_000})
    task = wait(client, submit(client, "say before; events 1 200000; say behind"))
    assert task["state"] == "failed", task
    assert task["result"]["message_count"] == 1 and "longer" in task["result"]["error"]["message"], task
