"""The broker used from inside of a sandbox, by third-party clients; and the broker in its own sandbox."""

import json
import os
from pathlib import Path

import pytest

from providers import Provider, message
from test_broker import CALL, brokers, make_model, world  # noqa: F401 (fixtures)
from test_foreign_clients import node  # noqa: F401 (a fixture)
from test_sandbox import yard  # noqa: F401 (a fixture)
from waiting import until

KEY = "sk-canary-5555555555"
CURL = """curl -sS --no-buffer --unix-socket "$WEIR_MODEL_SOCKET" -H 'content-type: application/json' -d '%s' http://broker/anthropic/v1/messages
echo " end"
curl -sS -m 5 %s/v1/messages
echo " outside: $?"
env"""


@pytest.fixture
def provider():
    provider = Provider()
    yield provider
    provider.close()


@pytest.fixture
def shop(yard, provider):  # noqa: F811
    """A function that starts the daemon with a provider and its key."""

    def start(**settings):
        client = yard.start(providers={"anthropic": {"url": provider.url, "header": "x-api-key", "prefix": "", "format": "anthropic"},
                                       "openai": {"url": provider.url}}, **settings)
        for service in ("anthropic", "openai"):
            client.call("key.set", {"service": service, "value": KEY})
        return client

    return start


def test_no_network_but_the_model(yard, shop, provider):  # noqa: F811
    """An agent without any network asks its model with curl, and never has the key."""
    shop()
    session = yard.session(keys="broker", network="model-only")
    said = yard.look(session, CURL % (json.dumps(CALL), provider.url))
    answer, _, rest = said.partition(" end")
    assert json.loads(answer) == message() and "outside: 7" in rest, said
    assert provider.wait_for(1).headers["x-api-key"] == KEY and len(provider.seen) == 1
    assert KEY not in said
    status = yard.client.call("budget.status", {"sessionId": session})["session"]
    until(lambda: yard.client.call("budget.status", {"sessionId": session})["session"]["outputTokens"] == 7, status)


def test_stream_to_curl(yard, shop, provider):  # noqa: F811
    shop()
    said = yard.look(yard.session(keys="broker"), CURL % (json.dumps(CALL | {"stream": True}), provider.url))
    assert said.count("event: ") == 7 and "message_stop" in said


def test_without_namespaces_there_is_no_way_to_it(yard, shop, provider):  # noqa: F811
    """Level landlock refuses every socket of this kind: the broker runs, and the agent cannot reach it."""
    shop(sandbox="landlock")
    said = yard.look(yard.session(keys="broker"), CURL % (json.dumps(CALL), provider.url))
    assert message()["id"] not in said.partition(" end")[0]


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_broker_is_in_a_sandbox_itself(yard, shop, provider, level):  # noqa: F811
    """It sees neither the store nor the keys' file, and serves nevertheless."""
    shop(sandbox=level)
    yard.look(yard.session(keys="broker"), "true")

    class House:
        place = yard.place

    [pid] = until(lambda: brokers(House), "a broker")
    status = dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    assert status["Seccomp"] == "2" and status["NoNewPrivs"] == "1" and int(status["CapEff"], 16) == 0
    yard.daemon.wait_for_log("broker: ready")
    if level == "namespace":
        seen = Path(f"/proc/{pid}/root")
        assert not (seen / str(yard.daemon.state / "weir.db")[1:]).exists()
        assert not (seen / str(yard.home / ".ssh" / "id")[1:]).exists()
        assert os.readlink(f"/proc/{pid}/ns/pid") != os.readlink("/proc/self/ns/pid")


@pytest.mark.long
def test_libraries_of_the_providers(node, house, world, make_model, provider):  # noqa: F811
    """The providers' own libraries through the broker: answers, streams, errors."""
    client = world()
    client.call("key.set", {"service": "openai", "value": KEY})
    model = make_model(client, budget={"tokens": 5000})

    class Socket:
        socket = model.path

    process = node("sdks.cjs", Socket)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    seen = json.loads(out)
    assert seen["message"] == {"text": "Hello", "usage": {"input_tokens": 11, "output_tokens": 7}}
    assert seen["streamed"] == {"text": "Hello", "output": 7} and seen["events"][-1] == "message_stop"
    assert seen["chat"] == {"text": "Hello", "usage": 18}
    assert seen["refused"]["status"] == 402 and seen["refused"]["type"] == "budget_exceeded"
    assert seen["refusedChat"] == {"status": 402, "code": "budget_exceeded"}
    model.wait_used(33, 21, 0)
    model.end()
