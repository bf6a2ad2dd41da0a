"""Sessions whose keys the broker holds: the shipped daemon, a weir-broker, a provider for tests, and the test as the
executor."""

import json
import os
import re
import signal
import socket
from pathlib import Path

import pytest

from brokers import brokers
from http_client import Answer, ask, begin
from providers import Gate, Provider, message, message_events, sse
from waiting import standstill, until

KEY = "sk-canary-9876543210"
CALL = {"model": "claude-test", "max_tokens": 100, "messages": [{"role": "user", "content": "Hello"}]}
INPUT = -(-len(json.dumps(CALL)) // 3)  # as it is estimated
COULD = INPUT + 100


@pytest.fixture
def provider():
    provider = Provider()
    yield provider
    provider.close()


class Model:
    """A session that works, and its socket."""

    def __init__(self, house, client, cwd, **terms):
        self.session = client.call("session.create", {"cwd": str(cwd), "agent": "fake", "keys": "broker", **terms})["id"]
        self.client = client
        self.house = house
        self.task = client.call("task.submit", {"prompt": "x", "sessionId": self.session})["taskId"]
        self.fake = house.next()
        self.prompt = self.fake.serve()
        context = self.prompt.ask("get_execution_context")["result"]
        self.path = Path(context["model_socket"])
        assert str(self.path) == self.fake.start["environment"]["WEIR_MODEL_SOCKET"]

    def ask(self, body=CALL, target="/anthropic/v1/messages", **headers):
        return ask(self.path, target, body, **headers)

    def begin(self, body=CALL):
        return begin(self.path, body=body)

    def account(self, which="session"):
        return self.client.call("budget.status", {"sessionId": self.session})[which]

    def used(self, which="session"):
        account = self.account(which)
        return account["inputTokens"], account["outputTokens"], account["reservedTokens"]

    def wait_used(self, *used):
        until(lambda: self.used() == used, f"{used} used: {self.account()}")

    def end(self):
        self.prompt.done()
        self.client.call("task.wait", {"taskId": self.task})


@pytest.fixture
def world(house, provider, place):
    """A function that starts the daemon, with further settings, and answers a client of it."""

    def start(environment=None, **settings):
        house.configure(providers={"anthropic": {"url": provider.url, "header": "x-api-key", "prefix": "", "format": "anthropic"},
                                   "openai": {"url": provider.url}}, **settings)
        house.start(environment=environment)
        client = house.client()
        client.call("key.set", {"service": "anthropic", "value": KEY})
        return client

    return start


@pytest.fixture
def make_model(house, place):
    return lambda client, **terms: Model(house, client, place.home, **terms)


def is_served(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as attempt:
        return attempt.connect_ex(str(path)) == 0


# --- calls ------------------------------------------------------------------------------


def test_call_without_a_key(world, make_model, provider):
    model = make_model(world())
    refused = model.prompt.ask("get_api_key", service="anthropic")["error"]
    assert refused["data"]["code"] == "key_refused" and "broker" in refused["message"]
    answer = model.ask(x_api_key="mine")
    assert answer.status == 200 and answer.json == message()
    assert provider.wait_for(1).headers["x-api-key"] == KEY
    assert KEY not in str(answer.headers) + answer.body.decode() + str(model.fake.start)
    model.wait_used(11, 7, 0)
    assert model.used("day") == (11, 7, 0)
    assert model.path.stat().st_mode & 0o777 == 0o600
    model.end()


@pytest.mark.faults
def test_broker_that_cannot_be_waited_for(world, make_model):
    """It runs already: it is ended, and another one takes its place."""
    model = make_model(world(environment={"WEIR_FAULT": "service.before_wait=fail*0+1"}))
    assert model.ask().status == 200
    assert "cannot wait for process" in model.house.daemon.log()
    model.end()


def test_session_without_the_broker_has_no_socket(house, world, place):
    client = world()
    session = client.call("session.create", {"cwd": str(place.home), "agent": "fake"})["id"]
    task = client.call("task.submit", {"prompt": "x", "sessionId": session})["taskId"]
    fake = house.next()
    prompt = fake.serve()
    assert "model_socket" not in prompt.ask("get_execution_context")["result"]
    assert not Path(fake.start["environment"]["WEIR_MODEL_SOCKET"]).exists() and not brokers(house)
    prompt.done()
    client.call("task.wait", {"taskId": task})


def test_access_is_a_setting_too(house, world, place):
    client = world(keys={"access": "broker"})
    session = client.call("session.create", {"cwd": str(place.home), "agent": "fake"})
    assert client.call("session.get", {"sessionId": session["id"]})["keys"] == "broker"


def test_services_of_the_session(world, make_model, provider):
    model = make_model(world(), services=["openai"])
    assert model.ask().status == 404
    answer = model.ask({"model": "gpt", "messages": []}, "/openai/v1/chat/completions")
    assert answer.status == 401 and "weir key set openai" in answer.json["error"]["message"]
    assert not provider.seen
    model.wait_used(0, 0, 0)
    model.end()


def test_nothing_after_the_task(house, world, make_model, provider):
    model = make_model(world())
    assert model.ask().status == 200
    connection = begin(model.path, body=CALL)
    assert Answer(connection.getresponse()).status == 200
    model.end()
    # Its executor is there still, for the next task.
    if model.path.exists():
        assert model.ask().status == 403
    connection.close()


# --- budgets --------------------------------------------------------------------------------


def test_tokens_of_a_session(world, make_model, provider):
    model = make_model(world(), budget={"tokens": COULD + 17})
    assert model.ask().status == 200
    model.wait_used(11, 7, 0)  # which leaves one less than it takes
    answer = model.ask()
    assert answer.status == 402
    error = answer.json["error"]
    assert error["type"] == "budget_exceeded" and (error["account"], error["unit"]) == ("session", "tokens")
    assert (error["left"], error["could"]) == (COULD - 1, COULD) and str(COULD) in error["message"]
    assert len(provider.seen) == 1 and model.account()["tokensLimit"] == COULD + 17
    model.client.call("session.update", {"sessionId": model.session, "budget": {"tokens": COULD + 18}})
    assert model.ask().status == 200
    model.end()


def test_two_at_once_cannot_both_slip_through(world, make_model, provider):
    held = Gate()
    provider.play = lambda handler, seen: (held.wait(), handler.answer(message()))
    model = make_model(world(), budget={"tokens": 2 * COULD - 1})
    first = model.begin()
    provider.wait_for(1)
    assert model.used() == (0, 0, COULD)
    answer = model.ask()
    assert answer.status == 402 and answer.json["error"]["left"] == COULD - 1
    held.open()
    assert Answer(first.getresponse()).status == 200
    first.close()
    model.wait_used(11, 7, 0)
    assert model.ask().status == 200
    model.end()


def test_tokens_of_the_day_are_of_all_sessions(world, make_model, provider):
    client = world(budget={"dayTokens": COULD + 17, "sessionTokens": 10 * COULD})
    one, two = make_model(client), make_model(client)
    assert one.ask().status == 200
    one.wait_used(11, 7, 0)
    answer = two.ask()
    assert answer.status == 402 and answer.json["error"]["account"] == "day"
    assert two.account()["tokensLimit"] == 10 * COULD and two.used("day") == (11, 7, 0)
    one.end()
    two.end()


def test_money(world, make_model, provider):
    client = world(prices={"claude-*": {"input": 3, "output": 15}, "claude-test": {"input": 1, "output": 2}, "claude-t*": {"input": 9, "output": 9}})
    could = INPUT + 200  # millionths
    model = make_model(client, budget={"costMicros": could + 24})
    assert model.ask().status == 200
    model.wait_used(11, 7, 0)
    assert model.account()["costMicros"] == 25
    error = model.ask().json["error"]
    assert (error["unit"], error["left"], error["could"]) == ("money", could - 1, could)
    error = model.ask(CALL | {"model": "other"}).json["error"]
    assert "needs a price" in error["message"] and "other" in error["message"]
    model.end()


def test_money_of_the_day(world, make_model, provider):
    client = world(prices={"claude-test": {"input": 1, "output": 2}}, budget={"dayCost": 0.0001})
    model = make_model(client)
    error = model.ask().json["error"]
    assert (error["account"], error["unit"], error["left"]) == ("day", "money", 100)
    assert model.account("day")["costLimitMicros"] == 100
    model.end()


def test_call_that_does_not_say_how_much(world, make_model, provider):
    body = {"model": "claude-test", "messages": []}
    model = make_model(world(budget={"outputTokens": 500, "sessionTokens": 500}))
    error = model.ask(body).json["error"]
    assert error["could"] == 500 + -(-len(json.dumps(body)) // 3)
    body |= {"n": 4}  # each of them may be as long
    error = model.ask(body, "/openai/v1/chat/completions").json["error"]
    assert error["could"] == 4 * 500 + -(-len(json.dumps(body)) // 3)
    model.end()


def test_provider_that_tells_nothing_has_used_all(world, make_model, provider):
    provider.play = lambda handler, seen: handler.answer({"type": "message", "content": []})
    model = make_model(world())
    assert model.ask().status == 200
    model.wait_used(INPUT, 100, 0)
    model.end()


def test_refusals_of_the_budget_are_asked_nowhere(world, make_model):
    client = world()
    assert client.error("budget.status", {"sessionId": "sess_none"}).word == "session_not_found"
    day = client.call("budget.status", {})
    assert set(day) == {"day"} and "tokensLimit" not in day["day"]


# --- ends --------------------------------------------------------------------------------------


def test_broker_that_is_killed_is_started_again(house, world, make_model, provider):
    held = Gate()
    provider.play = lambda handler, seen: (held.wait(), handler.answer(message()))
    model = make_model(world())
    first = model.begin()
    provider.wait_for(1)
    [pid] = brokers(house)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(OSError):
        first.getresponse()
    first.close()
    held.open()
    assert model.ask().status == 200  # which waits for the next one
    assert brokers(house) != [pid]
    model.wait_used(INPUT + 11, 107, 0)  # of the first nobody told
    model.end()


def test_broker_that_hangs_is_replaced(house, world, make_model):
    """The checks leave a working broker alone."""
    model = make_model(world(pool={"pingMs": 50}))
    assert model.ask().status == 200
    [pid] = brokers(house)
    with standstill(pid):
        until(lambda: brokers(house) not in ([pid], []), "another broker")
    assert model.ask().status == 200
    model.end()
    assert "did not respond to three pings" in house.daemon.log()


def test_daemon_that_is_killed(house, world, make_model, provider):
    """The call goes on and is answered; what was reserved for it counts as used; the next daemon has another broker."""
    held = Gate()
    provider.play = lambda handler, seen: (held.wait(), handler.answer(message()))
    model = make_model(world())
    first = model.begin()
    provider.wait_for(1)
    [old] = brokers(house)
    house.daemon.send_signal(signal.SIGKILL)
    house.daemon.wait()
    house.again()
    client = house.client()
    until(lambda: client.call("budget.status", {"sessionId": model.session})["session"]["inputTokens"] == INPUT, "it counts as used")
    assert re.search("broker: found process .*, an earlier daemon started it", house.daemon.log())
    held.open()
    assert Answer(first.getresponse()).json == message()
    first.close()
    until(lambda: old not in brokers(house), "the old broker is gone")


def test_restart_in_the_middle_of_a_call(house, world, make_model, provider):
    held = Gate()
    provider.play = lambda handler, seen: (held.wait(), handler.answer(message()))
    model = make_model(world())
    first = model.begin()
    provider.wait_for(1)
    [old] = brokers(house)
    model.client.call("daemon.restart", {})
    held.open()
    assert Answer(first.getresponse()).json == message()
    first.close()
    until(lambda: old not in brokers(house), "the old broker is gone")  # which may have listened for a moment still
    until(lambda: is_served(model.path), "another socket")
    assert model.ask().status == 200
    model.wait_used(INPUT + 11, 107, 0)
    model.end()


def test_broker_leaves_with_the_daemon(house, world, make_model):
    model = make_model(world())
    assert model.ask().status == 200
    assert len(brokers(house)) == 1
    model.end()
    assert house.daemon.stop() == 0
    assert not brokers(house)


def test_key_is_nowhere(house, world, make_model, place):
    model = make_model(world())
    assert model.ask().status == 200
    [pid] = brokers(house)
    for text in (Path(f"/proc/{pid}/environ"), Path(f"/proc/{pid}/cmdline")):
        assert KEY.encode() not in text.read_bytes()
    model.end()
    house.daemon.stop()
    for path in place.root.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path


def test_usage_survives_the_session(house, world, make_model):
    model = make_model(world())
    assert model.ask().status == 200
    model.wait_used(11, 7, 0)
    model.end()
    model.client.call("session.close", {"sessionId": model.session})
    model.client.call("session.delete", {"sessionId": model.session})
    day = model.client.call("budget.status", {})["day"]
    assert (day["inputTokens"], day["outputTokens"]) == (11, 7)
