"""weir-agent without a usable model: the offline agent works and says so, but only if no model was named."""

import json
import socket

import pytest

from agent_program import AgentProgram
from leftovers import commands
from models import KEY
from setting import WATCHDOG_SECONDS

FIRST_WORDS = "This is the offline agent"


@pytest.fixture
def offline(place, model):
    """Nobody has a key, and nothing listens where Ollama would."""
    with AgentProgram(place, model, key=False) as agent:
        yield agent


def bypassing(place, model):
    return AgentProgram(place, model, "--permission-mode", "bypassPermissions", key=False)


def chosen(agent):
    """What it wrote to stderr about the choice of an agent."""
    return [line for line in agent.stderr().splitlines() if "using the offline agent" in line]


def test_offline_agent_lists_a_directory(offline):
    """As `weir run` does without a model, in the same words; told once on stderr, and in each answer."""
    (offline.work / "notes.txt").write_text("x\n")
    for request in ("1", "2"):
        offline.ask(request, "what is in this folder?")
        text = offline.text(request)
        assert text.startswith(FIRST_WORDS) and "`weir key set anthropic`" in text.splitlines()[0]
        assert "1 file" in text and "- `notes.txt`" in text
        kinds = [answer["type"] for answer in offline.of(request)]
        assert kinds == ["token", "tool_use", "tool_result", "token", "done"]
        use, result = (answer["data"] for answer in offline.of(request)[1:3])
        assert use["toolName"] == result["toolName"] == "Glob" and use["toolId"] == result["toolId"]
        assert result["result"] == "notes.txt\n"
    line, = chosen(offline)
    assert "using the offline agent: no model is available; add an API key" in line
    assert "(no response from http://127.0.0.1:9)" in line and "--key-file" in line
    offline.send({"id": "s", "kind": "get_status"})
    status = offline.end("s")["data"]
    assert (status["state"], status["conversationLength"]) == ("idle", 4)


def test_offline_agent_asks_for_permission(place, model, offline):
    offline.ask("1", "run touch made")
    assert offline.error("1") == "Bash was not permitted, so nothing was done"
    result, = offline.of("1", "tool_result")
    assert "asks a person, which is not possible here" in result["data"]["result"]["error"]
    rule = json.loads(result["data"]["result"]["error"].partition("to the file of --rules: ")[2].rpartition(")")[0])
    assert rule == {"effect": "allow", "tool": "Bash", "command": "touch made"} and not (offline.work / "made").exists()
    rules = place.root / "rules.json"
    rules.write_text(json.dumps([rule]))
    with AgentProgram(place, model, "--rules", rules, key=False) as agent:
        agent.ask("1", "run touch made")
        assert "has run" in agent.text("1") and (agent.work / "made").exists()


def test_offline_agent_changes_a_file(place, model):
    with bypassing(place, model) as agent:
        (agent.work / "a.txt").write_text("old words\n")
        agent.ask("1", 'replace "old" with "new" in a.txt')
        assert "Done" in agent.text("1") and (agent.work / "a.txt").read_text() == "new words\n"


def test_what_takes_a_model_is_an_error(offline):
    """With what gives one. A picture is nothing that rules could look at."""
    offline.ask("1", "write a poem\0 about rain")
    error = offline.error("1")
    assert "did not understand" in error and "weir key set anthropic" in error and "--key-file" in error
    assert "I do not understand this request" in "".join(answer["token"] for answer in offline.of("1", "token"))
    (offline.work / "a.txt").write_text("x")
    offline.ask("2", "read a.txt", attachments=[{"path": "a.txt", "mime": "text/plain"}])
    assert "need a model" in offline.error("2") and not offline.of("2", "token")
    offline.ask("3", "read a.txt")
    assert offline.text("3").startswith(FIRST_WORDS)


def test_without_tools_offline_agent_does_nothing(place, model):
    with AgentProgram(place, model, "--no-tools", key=False) as agent:
        agent.ask("1", "list")
        assert agent.error("1") == "Glob was not permitted, so nothing was done"


@pytest.mark.parametrize("arguments, words", [
    (["--model", "claude-test"], "no provider with an API key"),
    (["--model", "anthropic/claude-test"], "no API key for anthropic"),
    (["--provider", "anthropic"], "no model is available"),
    (["--provider", "ollama"], "no response from ollama"),
])
def test_what_is_named_is_never_replaced(place, model, arguments, words):
    with AgentProgram(place, model, *arguments, key=False) as agent:
        agent.ask("1", "list")
        assert words in agent.error("1") and not agent.of("1", "token") and not chosen(agent)


def test_key_of_a_service_that_is_not_there(place, model):
    with AgentProgram(place, model, "--service", "opnai") as agent:
        agent.expected_exit = 2
        assert agent.hear() is None and "opnai: no such provider" in agent.stderr()


def test_with_a_key_it_is_not_used(place, model):
    """Not even where the key is refused."""
    model.forgive()
    model.play([{"status": 401, "message": "invalid x-api-key"}], [{"text": "Hi."}])
    with AgentProgram(place, model) as agent:
        agent.ask("1", "list")
        assert "invalid x-api-key" in agent.error("1")
        agent.ask("2", "list")
        assert agent.text("2") == "Hi." and not chosen(agent)


def test_service_without_a_key_that_answers(place, model):
    """Its first model is taken, though one before it in the order does not answer."""
    model.key = ""
    model.play([{"text": "Hi."}])
    settings = place.root / "settings.jsonc"
    settings.write_text(json.dumps({"providers": {"dead": {"url": "http://127.0.0.1:9", "key": False}} | model.providers("ollama")}))
    with AgentProgram(place, None, "--config", settings, key=False) as agent:
        agent.ask("1", "Hi")
        assert agent.text("1") == "Hi." and not chosen(agent)
    assert [request.body["model"] for request in model.requests if request.body] == ["test-model"]


def test_model_that_comes_later_knows_what_was_said(daemon, place, model):
    model.play([{"text": "Hi."}])
    with AgentProgram(place, model, key=False) as agent:
        agent.ask("1", "list")
        said = agent.text("1")
        assert said.startswith(FIRST_WORDS)
        model.give_key(daemon.client())
        agent.ask("2", "And now?")
        assert agent.text("2") == "Hi." and model.requests[0].key == KEY
        first, second, third = model.requests[0].body["messages"]
        assert (first["role"], second["role"], third["role"]) == ("user", "assistant", "user")
        assert "list" in json.dumps(first) and json.dumps(said)[1:-1] in json.dumps(second)
        daemon.client().call("key.delete", {"service": "anthropic"})
        agent.ask("3", "list")
        assert agent.text("3").startswith(FIRST_WORDS) and len(chosen(agent)) == 2


def test_request_that_fails_at_once_takes_no_key_from_others(daemon, place, model):
    """All wait for the daemon's list of keys. The first fails as soon as it is there, and lets the next of its conversation begin."""
    model.by = "order"
    model.play([{"text": "Hi."}], [{"text": "Hi."}])
    model.give_key(daemon.client())
    with AgentProgram(place, model, key=False) as agent:
        agent.ready()
        lines = [{"id": "1", "message": "x", "attachments": [{"path": "missing", "mime": "text/plain"}]},
                 {"id": "2", "message": "Hello"}, {"id": "3", "message": "Hello", "metadata": {"conversationId": "other"}}]
        agent.raw("".join(json.dumps({"kind": "user_message"} | line) + "\n" for line in lines))
        assert "missing" in agent.error("1")
        assert agent.text("2") == agent.text("3") == "Hi."


# --- its ends ------------------------------------------------------------------------------------------


def test_signal_ends_a_command_of_the_offline_agent(place, model):
    with bypassing(place, model) as agent:
        agent.ask("1", f"run touch {agent.work}/began; sleep 120")
        agent.ask("2", "list")
        agent.until(lambda answer: answer["type"] == "tool_use")
        agent.signal()
        for request in "12":
            assert "weir-agent was stopped" in agent.error(request)
        agent.rest()
        assert agent.process.wait() == 0 and commands(f"{agent.work}/began") == []


def test_signal_while_a_service_is_asked(place):
    """A service that accepts the connection and never responds."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(WATCHDOG_SECONDS)
        settings = place.root / "silent.jsonc"
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        settings.write_text(json.dumps({"providers": {"ollama": {"url": url}}}))
        with AgentProgram(place, None, "--config", settings, key=False) as agent:
            agent.ask("1", "list")
            connection, _ = silent.accept()
            agent.ask("2", "list", conversation="other")
            agent.signal()
            for request in "12":
                assert "weir-agent was stopped" in agent.error(request)
            connection.close()


def test_end_of_input_finishes_the_offline_agent(offline):
    (offline.work / "notes.txt").write_text("x\n")
    for number in range(40):
        offline.ask(str(number), "list", conversation=str(number))
    offline.end_input()
    for number in range(40):
        assert "- `notes.txt`" in offline.text(str(number))
