"""MCP servers when the daemon restarts, stops, or is killed."""

import os
import signal

import pytest

from asking import answer, approver, next_of, requested
from mcp_servers import SERVER, call, connect, jail_of, running, state, terms, text
from test_mcp_agents import Agent
from waiting import is_listening, until


@pytest.fixture
def client(house):
    client = approver(house.configure().start())
    connect(client, read=[str(SERVER), str(house.place.root)], write=[str(house.place.home)])
    return client


def test_a_restart_keeps_the_process(client):
    jail = jail_of(client)
    client.call("daemon.restart")
    assert state(client) == "running" and jail_of(client) == jail
    assert text(call(client, "echo", {"text": "same"})) == "same"


def test_a_call_goes_on(house, client):
    """The server is called once, and the client gets the result over its connection."""
    gate = house.place.home / "gate"
    number = client.request("mcp.call", {"serverId": "one", "tool": "progress", "arguments": {"count": 1, "file": str(gate)}})
    while client.event()["method"] != "mcp.progress":
        pass
    client.call("daemon.restart")
    gate.touch()
    assert text(client.answer(number)["result"]) == "done"


def test_a_call_of_an_agent_goes_on(house, client):
    agent = Agent(house, client, resumes=True, permissionMode="bypassPermissions")
    gate = house.place.home / "gate"
    agent.use("mcp__one__progress", {"count": 1, "file": str(gate)}, call_id="mine")
    agent.link.until("mcp_call_progress")
    client.call("daemon.restart")
    agent.comes_back()
    number = agent.use("mcp__one__progress", {"count": 1, "file": str(gate)}, call_id="mine", repeat=True)
    gate.touch()
    assert text(agent.told(number)["result"]) == "done"


def test_a_request_for_permission_goes_on(house, client):
    agent = Agent(house, client, resumes=True)
    agent.use("mcp__one__echo", {"text": "x"}, call_id="mine")
    request = requested(client)
    client.call("daemon.restart")
    agent.comes_back()
    number = agent.use("mcp__one__echo", {"text": "x"}, call_id="mine", repeat=True)
    answer(client, request, "allow_once")
    assert text(agent.told(number)["result"]) == "x"


def test_an_answer_from_before_holds_for_its_definition(house, client):
    """It was given while the executor was away, and the server has changed the tool since."""
    agent = Agent(house, client, resumes=True)
    agent.use("mcp__one__echo", {"text": "x"}, call_id="mine")
    first = requested(client)
    client.call("daemon.restart")
    answer(client, first, "allow_once")
    client.call("event.subscribe", {"topics": ["event.mcpChanged", "permission"]})
    call(client, "change")
    while next_of(client, "event.mcpChanged")["change"] != "tools":
        pass
    agent.comes_back()
    number = agent.use("mcp__one__echo", {"text": "x"}, call_id="mine")
    again = requested(client)
    assert again["mcp"]["definition"] != first["mcp"]["definition"]
    answer(client, again, "deny")
    assert agent.told(number)["reason"] == "user_denied"


def test_waiting_for_the_tools_does_not_hold_up_a_restart(house, client):
    other = house.client()
    waiting = other.request("mcp:connect", terms("slow", {"silent": ["tools/list"]}))
    until(lambda: ("slow", "running") in [(one["serverId"], one["status"]) for one in client.call("mcp:listConnections")["connections"]],
          "it runs")
    client.call("daemon.restart")
    assert other.answer(waiting)["result"]["toolCount"] == 0


def test_a_crash_of_the_daemon(house, client):
    """What it left ends, and a call that was in flight is not repeated."""
    agent = Agent(house, client, resumes=True, permissionMode="bypassPermissions")
    agent.use("mcp__one__progress", {"count": 1, "file": "/nowhere"}, call_id="mine")
    agent.link.until("mcp_call_progress")
    os.kill(house.daemon.pid, 9)
    house.again()
    client = house.client()
    agent.comes_back()
    number = agent.use("mcp__one__progress", {"count": 1, "file": "/nowhere"}, call_id="mine", repeat=True)
    assert agent.fail(number)[0] == "mcp_server_lost"
    until(lambda: running(house) == [], "the old server is gone")
    assert state(client) == "stopped" and text(call(client, "echo", {"text": "new"})) == "new"


def test_a_stop_ends_all(house, client):
    connect(client, "stubborn", {"stubborn": True, "child": str(house.place.home / "child")}, write=[str(house.place.home)])
    assert len(running(house)) == 2
    client.call("daemon.stop")
    assert house.daemon.process.wait(20) == 0
    assert running(house) == []


def test_reload(house, client):
    house.configure(mcp={"idleMs": 100})
    house.daemon.process.send_signal(1)
    until(lambda: state(client) == "stopped", "the new idle limit is in force")


@pytest.mark.faults
@pytest.mark.parametrize("stops", [False, True])
def test_a_call_before_the_store_is_open_waits(place, make_daemon, stops):
    release = place.root / "release"
    daemon = make_daemon().launch(environment={"WEIR_FAULT": "store.open=hold", "WEIR_FAULT_RELEASE": release})
    until(lambda: is_listening(daemon.socket), "it listens")
    client, gone = daemon.client(), daemon.client()
    numbers = [client.request("mcp:listConnections"), client.request("mcp.get", {"serverId": "one"})]
    gone.request("mcp:listConnections")
    client.call("ping")
    gone.close()
    if stops:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait_for_log("stop: signal")
    release.touch()
    first, second = [client.answer(number) for number in numbers]
    if stops:
        assert "not read" in first["error"]["message"] and "not read" in second["error"]["message"]
        assert daemon.left_promptly()
    else:
        assert first["result"] == {"connections": []} and second["error"]["data"]["code"] == "mcp_server_not_found"
