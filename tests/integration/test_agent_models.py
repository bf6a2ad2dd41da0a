"""agent.models and /model: the models that can be selected, from the configuration and from the services."""

import os
import re
import signal
from types import SimpleNamespace

import pytest

from agents import Workshop
from brokers import brokers
from cli import Cli
from models import KEY
from setting import SHIPPED, WEIR
from terminals import Terminal
from waiting import is_listening, until

needs_weir = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def shop(house, model):
    return Workshop(house, model)


def services(client, **params):
    found = client.call("agent.models", params)
    return {service["name"]: service for service in found["services"]}


def names(service):
    return [model["name"] for model in service["models"]]


def asked(model):
    return [(request.path, request.key) for request in model.others if request.path.endswith("/models")]


def test_the_configured_one_and_those_of_the_service(shop, model):
    model.models = ["claude-large", "claude-test", "claude-small"]
    client = shop.open().client
    session = shop.session(model="anthropic/claude-large")
    found = client.call("agent.models", {"sessionId": session})
    assert found["agent"] == "builtin" and found["model"] == "anthropic/claude-large"
    own = {service["name"]: service for service in found["services"]}["anthropic"]
    assert own["usable"] and own["chosen"] and own["complete"] and "error" not in own
    assert names(own) == ["claude-test", "claude-large", "claude-small"]  # the configured one first, and once
    assert [entry.get("isDefault", False) for entry in own["models"]] == [True, False, False]
    (request,) = [request for request in model.others if request.path == "/v1/models"]
    assert request.key == KEY and request.headers["anthropic-version"]


@pytest.mark.faults
def test_a_broker_that_is_started_before_the_store_is_open_goes_on(place, make_daemon, model):
    """It is not taken for one that a daemon before this one has left."""
    release = place.root / "release"
    place.write_config({"pool": {"warm": 0}, "providers": model.providers("ollama")})
    daemon = make_daemon().launch(program=SHIPPED, environment={"WEIR_FAULT": "store.open=hold", "WEIR_FAULT_RELEASE": release})
    until(lambda: is_listening(daemon.socket), "it listens")
    client, here = daemon.client(), SimpleNamespace(place=place)
    number = client.request("agent.models", {})
    until(lambda: len(brokers(here)) == 1, "the broker")
    found = brokers(here)
    release.touch()
    assert daemon.notifications.wait_for("READY=1", daemon.process)
    told = client.answer(number)["result"]["services"]
    assert "ollama" in [service["name"] for service in told], told
    client.call("agent.models", {})
    assert brokers(here) == found and "an earlier daemon started it" not in daemon.log()


def test_it_is_told_once_in_ten_minutes(shop, model):
    client = shop.open().client
    first = [client.request("agent.models", {}) for _ in range(5)]  # at one time
    for number in first:
        found = client.answer(number)["result"]["services"]
        assert [names(service) for service in found if service["name"] == "anthropic"] == [["claude-test", "test-model"]]
    assert len(asked(model)) == 1
    model.models = ["another"]
    assert "another" not in names(services(client)["anthropic"]) and len(asked(model)) == 1


def test_without_a_key_nobody_is_asked(shop, model):
    client = shop.open("anthropic", "openai", stored=["openai"]).client
    found = services(client)
    assert not found["anthropic"]["usable"] and names(found["anthropic"]) == ["claude-test"]
    assert found["anthropic"]["error"] == "no API key configured; add one: weir key set anthropic"
    assert names(found["openai"]) == ["gpt-test", "test-model"] and found["openai"]["usable"]
    assert [key for _, key in asked(model)] == [KEY]
    session = shop.session(keys="none")
    found = services(client, sessionId=session)
    assert found["openai"]["error"] == "the session may not use its key" and len(asked(model)) == 1
    session = shop.session(services=["anthropic"])
    assert set(services(client, sessionId=session)) == {"anthropic"}
    assert client.call("agent.models", {"agent": "claude"}) == {"agent": "claude", "services": []}
    assert client.error("agent.models", {"sessionId": "sess_none"}).data["code"] == "session_not_found"


def test_a_key_that_fits_into_no_header(shop, model):
    client = shop.open("openai", stored=["openai"]).client
    client.call("key.set", {"service": "openai", "value": "x" * 30000})
    found = services(client)["openai"]
    assert not found["complete"] and "too long for a request" in found["error"] and not asked(model)


def test_one_that_needs_no_key(shop, model):
    model.key = ""
    client = shop.open("ollama", stored=[]).client
    found = services(client)["ollama"]
    assert found["usable"] and names(found) == ["test-model"] and asked(model) == [("/v1/models", "")]


def answer_with(value, status=200):
    return lambda server, handler: handler.answer(value, status)


def refuse(server, handler):
    handler.answer({"type": "error", "error": {"type": "authentication_error", "message": f"no {KEY}"}}, 401)


def be_mute(server, handler):
    server.wait_until_gone(handler.connection)


def stand(server, handler):
    server.stand_at("models")


WRONG = {
    "huge": (answer_with({"data": [{"id": "x" * 200, "number": n} for n in range(6000)]}), "its list of models is longer than 1 MiB"),
    "no JSON": (answer_with("<html>models</html>"), "its response is not a list of models"),
    "another JSON": (answer_with({"models": 5}), "its response is not a list of models"),
    "refused": (refuse, "it rejected the key (HTTP 401)"),
    "broken": (answer_with({}, 503), "it did not return its models (HTTP 503)"),
    "mute": (be_mute, "it did not return its models within 5 s"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_answer_is_an_error_of_that_service_alone(shop, model, case):
    said, problem = WRONG[case]
    model.models = said
    client = shop.open().client
    own = services(client)["anthropic"]
    assert own["error"] == problem and not own["complete"] and names(own) == ["claude-test"]
    model.models = ["better"]  # what has failed is not kept
    own = services(client)["anthropic"]
    assert "error" not in own and names(own) == ["claude-test", "better"]


def test_only_names_are_taken_and_500_of_them(shop, model):
    odd = [{"id": ""}, {"id": "a\nb"}, {"id": "c" * 257}, {"id": 7}, "text", None, {"id": "good", "display_name": "Good", "context_length": 9000}]
    model.models = answer_with({"data": odd + [{"id": f"m{n}"} for n in range(600)]})
    own = services(shop.open().client)["anthropic"]
    assert len(own["models"]) == 501 and not own["complete"] and names(own)[:3] == ["claude-test", "good", "m0"]
    assert own["models"][1] == {"name": "good", "title": "Good", "contextTokens": 9000, "isDefault": False}


def test_one_that_cannot_be_reached(shop):
    found = services(shop.open(stored=[]).client)
    assert found["ollama"]["error"].startswith("cannot reach it: ") and not any(service["chosen"] for service in found.values())


def test_without_a_broker(client):  # the daemon of these tests has none beside it
    for _ in range(2):
        assert services(client)["ollama"]["error"].endswith(" weir-broker, which calls the providers; see: weir daemon logs")


def test_a_broker_that_ends_and_those_who_leave(house, shop, model):
    model.models = stand
    client = shop.open().client
    gone, number = house.client(), client.request("agent.models")
    gone.request("agent.models")
    model.reached("models")
    gone.close()
    (pid,) = brokers(house)
    os.kill(pid, signal.SIGKILL)
    found = {service["name"]: service for service in client.answer(number)["result"]["services"]}
    assert "no response from weir-broker" in found["anthropic"]["error"]
    model.models = ["better"]
    assert names(services(client)["anthropic"]) == ["claude-test", "better"]


def test_a_daemon_that_stops_does_not_wait_for_a_service(shop, model):
    model.models = stand
    client = shop.open().client
    client.request("agent.models")
    model.reached("models")  # the end of the test stops it


def test_the_agent_of_the_configuration(shop, model):
    """Without a session, and in one that names no agent."""
    client = shop.open(tasks={"agent": "claude"}).client
    session = client.call("session.create", {"cwd": str(shop.folder)})["id"]
    own = shop.session()
    for params in {}, {"sessionId": session}:
        assert client.call("agent.models", params) == {"agent": "claude", "services": []}
    assert client.call("agent.models", {"sessionId": own})["agent"] == "builtin"
    assert client.call("agent.models", {"agent": "builtin"})["agent"] == "builtin" and len(asked(model)) == 1
    for params in {"cwd": str(shop.folder)}, {"sessionId": session}:
        assert client.call("agent.commands", params) == {"agent": "claude", "commands": [], "complete": True}


# --- on the command line -------------------------------------------------------------------------


@needs_weir
def test_the_command_lists_them(shop, model, place):
    model.models = ["claude-test", "claude-\x1b[31mlarge"]
    shop.open("anthropic", "openai", stored=["anthropic"])
    done = Cli(place).run("models")
    assert done.code == 0 and done.out.splitlines()[:1] == ["* anthropic/claude-test"]
    assert "\x1b" not in done.out and "openai: no API key configured; add one: weir key set openai" in done.out
    assert '"services"' in Cli(place).run("models", "--json").out


@needs_weir
@pytest.mark.parametrize("columns", [40, 80])
def test_model_lists_and_marks(shop, model, place, columns):
    model.models = answer_with({"data": [{"id": name, "display_name": "A model with a long title for people"}
                                         for name in ("claude-test", "claude-large", "claude-" + "x" * 40)]})
    shop.open()
    with Terminal(Cli(place), "chat", "--agent", "builtin", columns=columns) as chat:
        def say(line):
            prompts, at = chat.written.count("\x1b[?2004h"), len(chat.written)
            chat.press(line + "\r")
            chat.until(lambda: chat.written.count("\x1b[?2004h") > prompts and chat.written.endswith("> "), "the prompt")
            return re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", chat.written[at:]).replace("\r\n", "\n").splitlines()

        chat.until(lambda: chat.written.endswith("> "), "the prompt")
        lines = [line for line in say("/model") if line[:2] in ("* ", "  ") and "anthropic/" in line]
        assert len(lines) == 3 and all(len(line) <= columns for line in lines)
        assert [line.split()[1] for line in lines if line[0] == "*"] == ["anthropic/claude-test"]
        assert all(("A model" in line) == (columns == 80) for line in lines[:2])
        say("/model anthropic/claude-large")
        lines = say("/model")
        assert [line.split()[1] for line in lines if line.startswith("* ")] == ["anthropic/claude-large"]
        say("/model anthropic/unheard-of")
        lines = say("/model")
        assert [line.split()[1] for line in lines if line.startswith("* ")] == ["anthropic/unheard-of"]
