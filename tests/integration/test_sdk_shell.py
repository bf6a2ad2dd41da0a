"""sdk/typescript in a desktop shell: a main process and a renderer that share nothing but Electron's IPC, walking through the flows of the
desktop channels against the real daemon."""

import json

import pytest

from mcp_servers import terms
from sdk import script  # noqa: F401

pytestmark = pytest.mark.usefixtures("once")


@pytest.fixture
def shell(house, script):  # noqa: F811
    house.configure().start()
    shell = script("shell.mjs", json.dumps({"socketPath": str(house.daemon.socket)}))
    shell.loaded, shell.health = shell.read()["loaded"], []
    return shell


def call(shell, name, *args):
    shell.say({"call": name, "args": args})
    answer, before = shell.until(lambda one: "result" in one or "error" in one)
    shell.health += [one["health"] for one in before if "health" in one]
    return answer


def result(shell, name, *args):
    answer = call(shell, name, *args)
    assert "result" in answer, answer
    return answer["result"]


def test_mcp(shell):
    assert set(shell.loaded["mcp"]) == {"connect", "disconnect", "listConnections", "listTools", "getStatus"}
    assert result(shell, "mcp.listConnections") == {"connections": []}
    connected = result(shell, "mcp.connect", terms())
    assert connected["serverId"] == "one" and connected["status"] == "running" and connected["toolCount"] > 0
    (connection,) = result(shell, "mcp.listConnections")["connections"]
    assert connection["toolCount"] == connected["toolCount"]
    tools = result(shell, "mcp.listTools", {"serverId": "one"})["tools"]
    assert len(tools) == connected["toolCount"] == len(result(shell, "mcp.listTools")["tools"])
    (server,) = result(shell, "mcp.getStatus", {})["servers"]
    assert server["status"] == "running"
    assert result(shell, "mcp.disconnect", {"serverId": "one"}) == {"success": True}


def test_errors_keep_their_codes(shell):
    """Electron passes on the text of an error only."""
    error = call(shell, "mcp.getStatus", {"serverId": "nothing"})["error"]
    assert (error["name"], error["code"], error["data"]["code"]) == ("DaemonError", -32000, "mcp_server_not_found")
    assert "Error invoking" not in error["message"] and "[weir" not in error["message"]
    error = call(shell, "mcp.connect", {"serverId": "one"})["error"]
    assert (error["code"], error["data"]) == (-32602, {"code": "invalid_params", "path": "params.name"})


def test_a_preload_script_of_ones_own(shell):
    """Responses are what the channels define, whoever invokes them; void requests may be null or {}."""
    for args in ([], [None], [{}]):
        shell.say({"raw": "mcp:listConnections", "args": args})
        assert shell.read() == {"result": {"connections": []}}
    shell.say({"raw": "mcp:nothing"})
    assert "No handler registered" in shell.read()["error"]["message"]


def test_settings(shell):
    assert result(shell, "app.getSettings")["theme"] == "system"
    assert result(shell, "app.setTheme", {"theme": "dark"}) == {"theme": "dark"}
    assert result(shell, "app.getSettings")["theme"] == "dark"
    assert call(shell, "app.setTheme", {"theme": "pink"})["error"]["data"]["path"] == "params.theme"


def test_it_stops_to_serve(shell):
    shell.say({"close": True})
    assert "No handler registered" in call(shell, "mcp.listConnections")["error"]["message"]
