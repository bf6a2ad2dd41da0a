"""How weir-executor finds the agent of a prompt; a test stands in the daemon's place."""

import json
import socket
import sys
from pathlib import Path

import pytest

from executor_peer import Executor

SEEING = Path(__file__).with_name("seeing_agent.py")
NOBODY = socket.socket()  # has a port, and does not listen
NOBODY.bind(("127.0.0.1", 0))
PROVIDER = {"format": "openai", "url": f"http://127.0.0.1:{NOBODY.getsockname()[1]}", "header": "", "connect_ms": 100, "retries": 0}


@pytest.fixture
def executor(place):
    with Executor(place) as executor:
        yield executor


@pytest.fixture
def daemon(executor):
    daemon = executor.connect()
    daemon.resume()
    return daemon


def context(**more):
    return {"session_id": "ses_1", "task_id": "task_1", "messages": [], "mcp_servers": [], "context_files": []} | more


def launch(name="mine", adapter="stdio", command=(sys.executable, str(SEEING))):
    return {"name": name, "adapter": adapter, "command": list(command)}


def types(daemon):
    return [message["event_type"] for message in daemon.messages]


@pytest.mark.parametrize("agent", [None, "mine"])
@pytest.mark.parametrize("kept", ["kept", "not all", "refused"])
def test_files_are_kept_before_a_program_begins(daemon, agent, kept):
    """Whether that succeeds or not: then it is said. An agent that is chosen says so first."""
    daemon.answers["get_execution_context"] = lambda _: context()
    prompt = daemon.execute("/usr", agent=agent, launches=[launch()])
    ask = daemon.wait_for_ask("keep_files")
    assert "paths" not in ask["params"] and ask["params"]["task_id"] == "task_1"
    assert {"message_start", "content_block_delta"}.isdisjoint(types(daemon))
    if kept == "refused":
        daemon.refuse(ask, -32003, "subsystem_unavailable")
    else:
        daemon.reply(ask, {"kept": 3, "complete": kept == "kept"})
    result = daemon.result(prompt)
    assert result["status"] == "completed" and json.loads(result["text"])["/usr"] in ("read", "write")
    assert [error["error"]["code"] for error in daemon.errors] == ([] if kept == "kept" else ["FILES_NOT_KEPT"])
    assert ("agent_chosen" in types(daemon)) == (agent is None) and types(daemon)[0] in ("agent_chosen", "message_start")


def test_nothing_is_kept_where_nothing_may_change(daemon):
    daemon.answers["get_execution_context"] = lambda _: context()
    for agent in ("mine", None):
        result = daemon.run("/usr", task=f"task {agent}", agent=agent, launches=[launch()], permission_mode="plan")
        assert result["status"] == "completed" and daemon.asked == []


def test_choice_names_why_not_the_others(daemon):
    asked = []
    daemon.answers["get_execution_context"] = lambda params: asked.append(params) or context(
        providers=[PROVIDER | {"service": "nearby"}])
    launches = [launch("odd", "telepathy"), launch("gone", command=["/no/such/program"])]
    assert daemon.run("help", agent=None, launches=launches)["status"] == "completed"
    assert [params["history"] for params in asked][:1] == [False]
    told = daemon.messages[0]["event_data"]
    assert told["agent"] == "offline" and told["why"].startswith("no other agent is usable (builtin: ")
    assert "odd: weir-executor has no adapter telepathy" in told["why"] and "gone: " in told["why"]


def test_launch_without_an_adapter(daemon):
    error = daemon.error("execute_prompt", session_token="t", prompt="x", agent="odd", launches=[launch("odd", "telepathy")])
    assert error.word == "agent_not_found" and "telepathy" in error.message


def test_list_is_in_the_order_of_the_choice(daemon):
    launches = [launch(), launch("odd", "telepathy"), launch("gone", command=["/no/such/program"])]
    providers = [PROVIDER | {"service": "nearby"}]
    found = daemon.call("list_agents", launches=launches, providers=providers)["agents"]
    assert [agent["name"] for agent in found] == ["builtin", "mine", "odd", "gone", "offline"]
    assert [agent["usable"] for agent in found] == [False, True, False, False, True]
    assert all(agent["reason"] for agent in found if not agent["usable"])
    providers = [PROVIDER | {"service": "far", "header": "x-key", "has_key": True, "model": "large"}]
    found = daemon.call("list_agents", providers=providers)["agents"]
    assert found[0] == {"name": "builtin", "adapter": "builtin", "usable": True, "service": "far", "model": "large"}
    assert [agent["name"] for agent in daemon.call("list_agents")["agents"]] == ["builtin", "offline"]


def test_nobody_waits_for_the_list_any_more(executor, daemon):
    """A service is silent, the daemon goes; the next one finds the executor as it was."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(60)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        daemon.request("list_agents", providers=[PROVIDER | {"service": "silent", "url": url, "connect_ms": 60000}])
        connection, _ = silent.accept()
        assert connection.recv(65536).startswith(b"GET /v1/models")
        daemon.close()
        assert connection.recv(65536) == b""
        connection.close()
    again = executor.connect()
    again.resume()
    assert again.run("hello", agent="offline")["status"] == "completed"


@pytest.mark.parametrize("stop", ["stop_task", "cancel_task"])
def test_stop_in_the_middle_of_the_choice(daemon, stop):
    prompt = daemon.execute("hello", agent=None)
    daemon.wait_for_ask("get_execution_context")
    ids = {"task_id": "task_1", "session_token": "token of task_1"}
    if stop == "stop_task":
        assert daemon.call(stop, **ids)["stopped"]
    else:
        daemon.notify(stop, **ids)
    assert daemon.result(prompt)["status"] == "cancelled" and daemon.messages == []
