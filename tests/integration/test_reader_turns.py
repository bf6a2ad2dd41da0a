"""The reader of the store is one thread for everybody: connections are served in turn, and what takes long is done in steps."""

import pytest

from tasks import session_of, submit, wait
from waiting import until

pytestmark = pytest.mark.faults

MANY = 40


@pytest.fixture
def held(house, place):
    """A daemon whose reader stands still at the first query behind begin(), and again when it has answered some."""

    class Held:
        def __init__(self):
            self.begins, self.goes_on = place.root / "begin", place.root / "release"
            faults = "store.read=hold*0+1,store.after_read=hold*6"
            environment = {"WEIR_FAULT": faults, "WEIR_FAULT_BEGIN": self.begins, "WEIR_FAULT_RELEASE": self.goes_on}
            house.start(environment={name: str(value) for name, value in environment.items()})

        def begin(self):
            self.begins.touch()

        def wait_for(self, point):
            until(lambda: f"holding at {point}" in house.daemon.stderr(), f"the reader holds at {point}")

        def release(self, point):
            self.goes_on.with_name(f"{self.goes_on.name}.{point}").touch()

    return Held()


def test_an_executor_that_asks_for_much_is_served_in_turn(house, held):
    """Whoever else asks waits for one step of it, not for all that it has asked for."""
    client, other = house.client(), house.client()
    session = session_of(client, agent="fake")
    task = submit(client, "x" * 100000, sessionId=session)
    prompt = house.next().serve()
    for _ in range(100):
        prompt.loosely("content_block", {"text": "y" * 20000})
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    task = submit(client, "second", sessionId=session)
    prompt = prompt.link.prompt()
    held.begin()
    asked = [f"context-{number}" for number in range(MANY)]
    for number in asked:
        prompt.link.say({"id": number, "method": "get_execution_context", "params": {"session_token": prompt.token}})
    held.wait_for("store.read")
    request = other.request("session.list")
    other.call("ping")  # behind it on this connection, and answered before it
    held.release("store.read")
    assert [found["id"] for found in other.answer(request)["result"]] == [session]
    held.wait_for("store.after_read")
    held.release("store.after_read")
    contexts = [prompt.link.answer_to(number)["result"] for number in asked]
    assert all(len(context["messages"]) == 101 for context in contexts)
    prompt.done()
    assert wait(client, task)["state"] == "completed"
