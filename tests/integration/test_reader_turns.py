"""The store's single reader thread serves connections in turn, and splits long reads into steps."""

import signal

import pytest

from tasks import session_of, submit, wait
from waiting import until

pytestmark = pytest.mark.faults

MANY = 40


@pytest.fixture
def held(house, place, request):
    """A daemon whose reader stands still at the first query behind begin(), and again when it has answered some: six, where
    the test says no other number."""

    class Held:
        def __init__(self):
            self.begins, self.goes_on = place.root / "begin", place.root / "release"
            faults = f"store.read=hold*0+1,store.after_read=hold*{getattr(request, 'param', 6)}"
            environment = {"WEIR_FAULT": faults, "WEIR_FAULT_BEGIN": self.begins, "WEIR_FAULT_RELEASE": self.goes_on}
            house.start(environment={name: str(value) for name, value in environment.items()})

        def begin(self):
            self.begins.touch()

        def wait_for(self, point):
            until(lambda: f"holding at {point}" in house.daemon.stderr(), f"the reader holds at {point}")

        def release(self, point):
            self.goes_on.with_name(f"{self.goes_on.name}.{point}").touch()

    return Held()


def ask_for_much(held, prompt):
    """The first is held by the reader, the others wait behind it."""
    held.begin()
    asked = [f"context-{number}" for number in range(MANY)]
    for number in asked:
        prompt.link.say({"id": number, "method": "get_execution_context", "params": {"session_token": prompt.token}})
    held.wait_for("store.read")
    return asked


def test_an_executor_that_asks_for_much_is_served_in_turn(house, held):
    """Other clients wait for one step of its reads, not for all of them."""
    client, other = house.client(), house.client()
    session = session_of(client, agent="fake")
    task = submit(client, "x" * 100000, sessionId=session)
    prompt = house.next().serve()
    for _ in range(100):
        prompt.loosely("content_block", {"text": "y" * 10000})  # all answers together fit into the output of a connection
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    task = submit(client, "second", sessionId=session)
    prompt = prompt.link.prompt()
    asked = ask_for_much(held, prompt)
    request = other.request("session.list")
    other.call("ping")  # behind it on this connection, and answered before it
    held.release("store.read")
    assert [found["id"] for found in other.answer(request)["result"]] == [session]
    held.wait_for("store.after_read")
    held.release("store.after_read")
    answers = [prompt.link.answer_to(number) for number in asked]
    assert [answer["error"] for answer in answers if "error" in answer] == []
    assert all(len(answer["result"]["messages"]) == 101 for answer in answers)
    prompt.done()
    assert wait(client, task)["state"] == "completed"


@pytest.mark.parametrize("held", [20], indirect=True)
def test_an_executor_that_is_gone_is_not_read_for(house, held):
    """Its task ends while the reader still stands, and nothing of what it had asked for is read afterwards."""
    client, other = house.client(), house.client()
    session = session_of(client, agent="fake")
    task = submit(client, "hello", sessionId=session)
    fake = house.next()
    ask_for_much(held, fake.serve())
    fake.kill()
    while (event := client.event())["method"] != "event.taskFailed":
        pass
    assert event["params"]["taskId"] == task
    held.release("store.read")
    for _ in range(10):  # each in turn with whatever else is read
        assert [found["id"] for found in other.call("session.list")] == [session]
    assert "holding at store.after_read" not in house.daemon.stderr()


def test_a_daemon_that_stops_reads_nothing_more(house, held):
    """It ends with the query that is held, and not with the forty."""
    client = house.client()
    submit(client, "hello", sessionId=session_of(client, agent="fake"))
    fake = house.next()
    ask_for_much(held, fake.serve())
    house.daemon.send_signal(signal.SIGTERM)
    until(lambda: "stop: signal" in house.daemon.log(), "it stops")
    fake.kill()
    held.release("store.read")
    assert house.daemon.wait() == 0
    assert "holding at store.after_read" not in house.daemon.stderr()
