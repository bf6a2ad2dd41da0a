"""Servers that misbehave: the others, the daemon's ping and the tasks of agents do not notice, and nothing is left."""

import json
import os
import signal
from pathlib import Path

import pytest

from asking import approver
from connector_peer import descendants
from events import memory
from mcp_servers import SERVER, await_state, call, connect, jail_of, running, state, terms, text
from setting import SANITIZED
from test_mcp_agents import Agent
from waiting import until

SERVERS = 100
MOST_BYTES_EACH = 4096
CRASHES_MOST = 5


@pytest.fixture
def client(house):
    client = approver(house.configure().start())
    connect(client, "good")
    return client


def others_work(client):
    client.ping()
    assert text(call(client, "echo", {"text": "fine"}, server_id="good")) == "fine"


@pytest.mark.parametrize("tool, arguments", [
    ("huge_line", {}), ("lie", {}), ("deep", {}), ("flood", {"what": "stderr", "count": 20000}), ("flood", {"what": "noise", "count": 20000}),
    ("flood", {"what": "log", "count": 20000}), ("flood", {"what": "requests", "count": 5000}), ("flood", {"what": "changed", "count": 2000}),
    ("nonsense", {}), ("stop_reading", {}), ("close_output", {})])
def test_bad_behavior(client, tool, arguments):
    connect(client, "bad")
    other = client.request("mcp.call", {"serverId": "bad", "tool": tool, "arguments": arguments, "timeoutMs": 5000})
    seen = client.answer(other)
    assert "result" in seen or seen["error"]["message"]
    others_work(client)
    assert client.call("mcp:disconnect", {"serverId": "bad"}) == {"success": True}


@pytest.mark.parametrize("options", [
    {"pages": "endless"}, {"pages": "same"}, {"banner": 3}, {"lie": True}, {"stderr": "x" * 5000},
    {"schema": {"type": "object", "properties": {"self": {"$ref": "#"}}}}])
def test_bad_starts_that_work(client, options):
    connect(client, "bad", options)
    others_work(client)


@pytest.mark.parametrize("options", [{"exit_at": "initialize", "era": "2025"}, {"status": 5}, {"silent": ["initialize", "server/discover"]}])
def test_bad_starts(house, options):
    client = approver(house.configure(mcp={"startMs": 3000}).start())
    connect(client, "good")
    result = client.call("mcp:connect", terms("bad", options))
    assert result["status"] == "error" and result["error"]
    others_work(client)


def test_a_list_that_cannot_be_read(client):
    result = client.call("mcp:connect", terms("bad", {"nesting": 200}))
    assert result["status"] == "running" and result["toolCount"] == 0
    assert result["error"] == "it does not list its tools: the server's answer is not valid: nesting deeper than 128"
    others_work(client)


def test_it_crashes_again(house, client):
    """Each crash doubles the time until the next start."""
    connect(client, "bad")
    for _ in range(2):
        assert client.error("mcp.call", {"serverId": "bad", "tool": "exit"}).word == "mcp_server_lost"
        assert state(client, "bad") == "restarting"
        await_state(client, "running", "bad")
    others_work(client)
    client.call("mcp:disconnect", {"serverId": "bad"})
    until(lambda: len(running(house)) == 1, "it is gone")


def test_it_crashes_too_often(house):
    """It is given up: no call starts it, only a person. The daemon's times are not shortened: this takes 15 seconds."""
    client = approver(house.configure().start())
    connect(client, "good")
    connect(client, "bad")
    for number in range(CRASHES_MOST):
        assert client.error("mcp.call", {"serverId": "bad", "tool": "exit"}).word == "mcp_server_lost", number
    await_state(client, "failed", "bad")
    given_up = client.call("mcp.get", {"serverId": "bad"})
    assert given_up["status"] == "error" and "pid" not in given_up and "7" in given_up["error"], given_up
    assert client.error("mcp.call", {"serverId": "bad", "tool": "echo", "arguments": {"text": ""}}).word == "mcp_server_failed"
    until(lambda: len(running(house)) == 1, "no process of it is left")
    others_work(client)
    assert client.call("mcp.start", {"serverId": "bad"})["state"] == "running"
    assert text(call(client, "echo", {"text": "back"}, server_id="bad")) == "back"


def test_a_task_does_not_notice(house, client):
    """A server that never lists its tools delays neither the start of a task nor the list of the others."""
    waiting = house.client()
    waiting.request("mcp:connect", terms("slow", {"silent": ["tools/list"]}))
    agent = Agent(house, client, permissionMode="bypassPermissions")
    found = agent.query("list_mcp_tools")
    assert [(server["id"], server["tool_count"] > 0) for server in found["servers"]] == [("good", True), ("slow", False)]
    assert text(agent.call("mcp__good__echo", {"text": "x"})["result"]) == "x"


def test_many_calls_at_once(client):
    other = [client.request("mcp.call", {"serverId": "good", "tool": "echo", "arguments": {"text": str(number)}}) for number in range(100)]
    seen = {}
    while len(seen) < len(other):
        message = client.read()
        if "id" in message:
            seen[message["id"]] = text(message["result"])
    assert [seen[number] for number in other] == [str(number) for number in range(100)]


def test_unused_servers_cost_little(house):
    """No process, and little memory: what is configured is in the store."""
    if SANITIZED:
        pytest.skip("a sanitizer keeps memory that was freed")
    client = house.configure(mcp={"servers": 1000}).start().client()
    projects = [house.place.root / f"project{number}" for number in range(5)]
    for number, project in enumerate(projects):
        (project / ".git").mkdir(parents=True)
        entries = {f"server{number}-{other}": {"command": "/usr/bin/python3", "args": ["-I", str(SERVER)]} for other in range(SERVERS)}
        (project / ".mcp.json").write_text(json.dumps({"mcpServers": entries}))
    approve_all(client, projects[0])  # what the daemon allocates once
    before = memory(house.daemon)
    for project in projects[1:]:
        approve_all(client, project)
    assert len(client.call("mcp:listConnections")["connections"]) == SERVERS * len(projects) and running(house) == []
    assert memory(house.daemon) - before < SERVERS * len(projects[1:]) * MOST_BYTES_EACH


def approve_all(client, project):
    for offer in client.call("mcp.offers", {"cwd": str(project)})["offers"]:
        client.call("mcp.approve", {"cwd": str(project), "name": offer["name"], "hash": offer["hash"]})


def test_server_that_stops_weir_mcp(house):
    """It runs as the same user in the same sandbox. The process is replaced, and the call in flight fails before its time is over."""
    client = house.configure(pool={"pingMs": 100}).start().client()
    connect(client)
    jail = jail_of(client)
    weir_mcp = next(pid for pid in descendants(jail) if Path(f"/proc/{pid}/comm").read_text() == "weir-mcp\n")
    os.kill(weir_mcp, signal.SIGSTOP)
    assert client.error("mcp.call", {"serverId": "one", "tool": "echo", "arguments": {"text": "a"}}).word == "mcp_server_lost"
    assert text(call(client, "echo", {"text": "b"})) == "b"
    assert jail_of(client) != jail
