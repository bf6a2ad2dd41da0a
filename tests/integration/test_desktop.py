"""The channels of desktop shells: the table of docs/desktop.md, and the channels mcp:*. Those of the other groups are tested in
test_desktop_*.py. Each channel that the table says works is tested with the fields of its definition."""

import json
import pathlib
import re

import pytest

from desktop_channels import only
from mcp_servers import connect, terms
from setting import REPOSITORY
from waiting import until

HERE = pathlib.Path(__file__).parent
PAGE = (REPOSITORY / "docs" / "desktop.md").read_text()
ROWS = re.findall(r"^\| `(\w+:\w+)` \| (works|not yet) \|(?: `(test_\w+)\.py::(\w+)`)? \|$", PAGE, re.M)


@pytest.fixture
def desktop(house):
    return house.configure().start().client()


def test_the_table_is_true():
    contract = json.loads((REPOSITORY / "contract" / "golden" / "openrpc.json").read_text())
    known = {one["name"] for one in contract["methods"] + contract["x-events"]}
    assert len(ROWS) == 35 == len({channel for channel, *_ in ROWS})
    assert f"{len(ROWS)} channels: {sum(state == 'works' for _, state, *_ in ROWS)} work." in PAGE
    for channel, state, file, test in ROWS:
        assert (channel in known) == (state == "works"), channel
        assert (state == "works") == (test != "" and f"\ndef {test}(" in (HERE / f"{file}.py").read_text()), channel


def test_connect(desktop):
    result = desktop.call("mcp:connect", terms())
    only(result, ["serverId", "status", "toolCount"])
    assert result["serverId"] == "one" and result["status"] == "running" and result["toolCount"] > 0
    broken = desktop.call("mcp:connect", {"serverId": "two", "name": "Two", "transport": "stdio", "command": "/bin/false", "args": [], "env": {}})
    only(broken, ["serverId", "status", "toolCount", "error"])
    assert broken["status"] in ("error", "starting") and broken["toolCount"] == 0
    again = desktop.call("mcp:connect", terms(name="Another"))
    assert again["status"] == "running"
    assert {one["serverId"]: one["name"] for one in desktop.call("mcp:listConnections")["connections"]} == {"one": "Another", "two": "Two"}


def test_disconnect(desktop):
    connect(desktop)
    assert desktop.call("mcp:disconnect", {"serverId": "one"}) == {"success": True}
    until(lambda: desktop.call("mcp:getStatus", {"serverId": "one"})["servers"][0]["status"] == "stopped", "it has stopped")
    assert desktop.call("mcp:disconnect", {"serverId": "one"}) == {"success": True}
    assert [one["serverId"] for one in desktop.call("mcp:listConnections")["connections"]] == ["one"]
    assert desktop.error("mcp:disconnect", {"serverId": "two"}).word == "mcp_server_not_found"


def test_list_connections(desktop):
    assert desktop.call("mcp:listConnections") == {"connections": []}
    connect(desktop)
    (one,) = desktop.call("mcp:listConnections")["connections"]
    only(one, ["serverId", "name", "status", "toolCount"], ["error"])
    assert one["status"] == "running" and one["name"] == "Server one" and one["toolCount"] > 0


def test_list_tools(desktop):
    connect(desktop)
    connect(desktop, "two")
    tools = desktop.call("mcp:listTools")["tools"]
    assert {tool["serverId"] for tool in tools} == {"one", "two"}
    mine = desktop.call("mcp:listTools", {"serverId": "one"})["tools"]
    echo = next(tool for tool in mine if tool["name"] == "echo")
    only(echo, ["name", "description", "inputSchema", "serverId"], ["title", "outputSchema", "annotations", "agentName", "definition"])
    assert echo["inputSchema"]["required"] == ["text"] and {tool["serverId"] for tool in mine} == {"one"}


def test_get_status(desktop):
    assert desktop.call("mcp:getStatus") == {"servers": []}
    connect(desktop)
    (one,) = desktop.call("mcp:getStatus")["servers"]
    only(one, ["serverId", "status", "lastHealthCheck"])
    assert one["status"] == "running" and re.match(r"\d{4}-\d\d-\d\dT", one["lastHealthCheck"])
    assert desktop.error("mcp:getStatus", {"serverId": "two"}).word == "mcp_server_not_found"
