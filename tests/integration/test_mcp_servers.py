"""MCP servers of the daemon: their configuration, their states, and what is stored of them."""

import json

import pytest

from executors import House
from mcp_server import OLD
from mcp_servers import await_state, call, connect, data, jail_of, state, terms, text
from setting import WATCHDOG_SECONDS
from waiting import until


@pytest.fixture
def client(house):
    return house.configure().start().client()


# --- configuration ------------------------------------------------------------------------


def test_connect(client):
    result = connect(client)
    assert result == {"serverId": "one", "status": "running", "toolCount": result["toolCount"]} and result["toolCount"] > 30
    assert client.call("mcp:listConnections") == {"connections": [
        {"serverId": "one", "name": "Server one", "status": "running", "toolCount": result["toolCount"]}]}
    [status] = client.call("mcp:getStatus")["servers"]
    assert status["serverId"] == "one" and status["status"] == "running" and status["lastHealthCheck"].endswith("Z")
    assert client.call("mcp:getStatus", {"serverId": "one"})["servers"] == [status]


def test_get(client):
    connect(client, env={"SECRET": "s3cret-value"}, cwd="/tmp", write=["/tmp/nowhere"])
    server = client.call("mcp.get", {"serverId": "one"})
    assert server["env"] == ["SECRET"] and server["headers"] == [] and not server["hasApiKey"] and "s3cret" not in json.dumps(server)
    assert server["state"] == server["status"] == "running" and server["toolsKnown"] and server["protocol"] == OLD
    assert server["server"] == {"name": "scripted", "title": "Scripted server", "version": "1.0"} and server["instructions"] == "Use it well."
    assert server["scope"] == "shared" and server["network"] == "full" and server["cwd"] == "/tmp" and server["write"] == ["/tmp/nowhere"]
    assert server["pid"] > 0 and server["createdAt"] <= server["updatedAt"]


def test_a_call(client):
    connect(client)
    assert call(client, "echo", {"text": "hello"}) == {"content": [{"type": "text", "text": "hello"}], "isError": False}
    assert call(client, "add", {"a": 1, "b": 2})["structuredContent"] == {"sum": 3}
    assert call(client, "fails")["isError"]
