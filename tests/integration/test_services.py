"""Which service a model's name refers to, in every method: a typing error never sends the prompt to another company."""

import subprocess

import pytest

from agent_program import PROGRAM, AgentProgram
from agents import Workshop, failure
from cli import Cli
from client import RpcError
from kernels import needs_namespaces
from setting import WATCHDOG_SECONDS, WEIR
from tasks import session_of, submit, wait
from test_cli_chat import CTRL_D, Chat

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def shop(house, model):
    return Workshop(house, model)


def refused(client, method, **params):
    with pytest.raises(RpcError) as caught:
        client.call(method, params)
    assert caught.value.code == -32000 and caught.value.data["code"] == "service_unknown", caught.value
    return caught.value.message


# --- the socket -------------------------------------------------------------------------


def test_a_mistyped_service_is_refused_with_the_nearest(shop, model):
    client = shop.open("anthropic", "openai").client
    assert "did you mean openai/gpt-5?" in refused(client, "session.create", model="opnai/gpt-5")
    assert "did you mean openai/gpt-5?" in refused(client, "session.create", model="opnai/gpt-5", agent="builtin")
    assert "did you mean anthropic/" in refused(client, "session.create", model="Anthropic/claude-test")
    assert "the providers are anthropic, openai, ollama" in refused(client, "session.create", model="hf.co/x/y")
    assert "no such provider: ''" in refused(client, "session.create", model="/gpt-5")
    session = shop.session(agent="builtin", model="openai/gpt-5")
    assert "did you mean openai/gpt-5?" in refused(client, "session.update", sessionId=session, model="opnai/gpt-5", title="new")
    kept = client.call("session.get", {"sessionId": session})
    assert kept["model"] == "openai/gpt-5" and "title" not in kept
    assert len(client.call("session.list")) == 1 and model.requests == []


def test_other_agents_have_names_of_their_own(shop, model):
    """Such a name stays with the session; where the built-in agent gets it all the same, the task fails, and nobody is asked."""
    client = shop.open("anthropic").client
    session = shop.session(agent="script", model="opnai/gpt-5")
    client.call("session.update", {"sessionId": session, "model": "opncode/big"})
    assert "did you mean anthropic/x?" in refused(client, "session.update", sessionId=session, agent=None, model="antropic/x")
    task = wait(client, submit(client, "do it", sessionId=session, agent="builtin"))
    code, message = failure(task)
    assert code == "service_unknown" and "no such provider: 'opncode'" in message
    client.call("session.update", {"sessionId": session, "agent": None})
    code, message = failure(wait(client, submit(client, "do it", sessionId=session)))
    assert code == "service_unknown" and "no such provider: 'opncode'" in message
    assert model.requests == []


def test_the_model_of_a_service_may_have_slashes(shop, model):
    model.key = ""
    client = shop.open("ollama", stored=()).client
    for agent in ({"agent": "builtin"}, {}):
        model.play([{"text": "Done."}])
        session = session_of(client, cwd=str(shop.folder), model="ollama/hf.co/x/y", **agent)
        task = wait(client, submit(client, "do it", sessionId=session))
        assert task["result"]["text"] == "Done.", task
        (chosen,) = shop.of(task, "agent_chosen")
        assert (chosen["agent"], chosen["service"], chosen["model"]) == ("builtin", "ollama", "hf.co/x/y")
        assert shop.said(task)[0][0] == "agent_chosen" and model.requests[-1].body["model"] == "hf.co/x/y"


@needs_namespaces
def test_no_program_gets_what_is_meant_for_a_service(shop, model):
    """Without a key for it, the task fails: another agent, which could be used, belongs to somebody else."""
    program = shop.folder.parent / "home" / "mine"
    program.write_text("#!/bin/sh\ntouch ~/asked\n")
    program.chmod(0o755)
    client = shop.open("anthropic", stored=(), agents={"mine": {"adapter": "stdio", "command": [str(program)]}}).client
    session = session_of(client, cwd=str(shop.folder), model="anthropic/claude-test")
    code, message = failure(wait(client, submit(client, "do it", sessionId=session)))
    assert code == "no_model" and "weir key set anthropic" in message
    assert not (program.parent / "asked").exists() and model.requests == []


def test_a_service_is_no_model(shop, model):
    client = shop.open("anthropic").client
    for name in ("openai", "opnai", "OpenAI"):
        assert "openai is a provider; name one of its models: openai/MODEL" in refused(client, "session.create", model=name)
    assert "anthropic is a provider" in refused(client, "session.create", model="anthropic", agent="builtin")
    session = shop.session()
    assert "openai is a provider" in refused(client, "session.update", sessionId=session, model="openai")
    assert model.requests == []


def test_a_bare_name_goes_to_one_service_or_none(shop, model):
    client = shop.open("anthropic", "openai").client
    session = session_of(client, cwd=str(shop.folder), model="somebodys-model")
    code, message = failure(wait(client, submit(client, "a secret", sessionId=session)))
    assert code == "no_model" and "name one: SERVICE/MODEL" in message and model.requests == []
    for name, service in (("claude-new", "anthropic"), ("gpt-new", "openai")):
        model.play([{"text": "Done."}])
        session = session_of(client, cwd=str(shop.folder), model=name)
        task = wait(client, submit(client, "do it", sessionId=session))
        assert shop.of(task, "agent_chosen")[0]["service"] == service, task


# --- the command line ---------------------------------------------------------------------


def test_weir_run(shop, model):
    client = shop.open("anthropic", "openai").client
    cli = Cli(shop.house.place)
    for agent in ((), ("--agent", "builtin")):
        done = cli.run("run", *agent, "-m", "opnai/gpt-5", "a secret", cwd=shop.folder)
        assert done.code == 1 and done.out == "" and "did you mean openai/gpt-5?" in done.err
    assert client.call("task.list") == [] and model.requests == []
    for arguments, line in (((), "-- agent builtin, model claude-test of anthropic: a key for anthropic is available"),
                            (("-m", "gpt-5"), "-- agent builtin, model gpt-5 of openai: a key for openai is available"),
                            (("-m", "openai/gpt-5"), "-- agent builtin, model gpt-5 of openai: the session's model names this provider"),
                            (("-a", "builtin"), "-- agent builtin, model claude-test of anthropic: requested by name")):
        model.play([{"text": "Done."}])
        done = cli.run("run", *arguments, "do it", cwd=shop.folder)
        assert done.code == 0 and done.out == "Done.\n", done
        lines = [said for said in done.err.splitlines() if not said.startswith("-- the sandbox is off")]
        assert lines[0].startswith(line), done
    done = cli.run("run", "-c", "-m", "opnai/gpt-5", "a secret", cwd=shop.folder)
    assert done.code == 1 and "did you mean openai/gpt-5?" in done.err and len(model.requests) == 4


def test_weir_chat(shop, model):
    client = shop.open("anthropic", "openai").client
    cli = Cli(shop.house.place)
    with Chat(cli, "-m", "opnai/gpt-5", cwd=shop.folder) as chat:
        chat.ready()
        assert "did you mean openai/gpt-5?" in " ".join(chat.say("a secret").split())
        assert client.call("task.list") == [] and model.requests == []
        chat.press(CTRL_D)
        chat.end()
    with Chat(cli, cwd=shop.folder) as chat:
        chat.ready()
        model.play([{"text": "Done."}])
        assert "agent builtin, model claude-test of anthropic" in chat.say("do it").replace("\n", " ")
        assert "did you mean openai/gpt-5?" in " ".join(chat.say("/model opnai/gpt-5").split())
        model.play([{"text": "Done."}])
        chat.say("/model openai/gpt-5")
        assert "model gpt-5 of openai" in chat.say("do it")
        chat.press(CTRL_D)
        assert chat.end() == 0
    assert [request.body["model"] for request in model.requests] == ["claude-test", "gpt-5"]
    model.play([{"text": "Done."}])
    done = cli.run("chat", "one message", cwd=shop.folder)
    lines = [said for said in done.err.splitlines() if not said.startswith("-- the sandbox is off")]
    assert lines[0].startswith("-- agent builtin, model claude-test of anthropic") and done.out == "Done.\n"


# --- weir-agent ----------------------------------------------------------------------------


def test_weir_agent(place, model):
    done = subprocess.run([PROGRAM, "--model", "opnai/gpt-5"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                          env=place.environment(), timeout=WATCHDOG_SECONDS)
    assert done.returncode == 2 and done.stdout == "" and "did you mean openai/gpt-5?" in done.stderr
    for arguments in (("--model", "openai/a/b"), ("--provider", "openai", "--model", "a/b"),
                      ("--provider", "openai", "--model", "openai/a/b")):
        model.play([{"text": "Hi."}])
        with AgentProgram(place, model, *arguments, providers=("openai",)) as agent:
            agent.ask("1", "Hi")
            assert agent.text("1") == "Hi." and model.requests[-1].body["model"] == "a/b"
