"""apps:listTools, apps:callTool and apps:getAppConfig: tools of MCP servers for apps, with the real weir-mcp and a scripted server."""

import pytest

from app_lane import install
from client import RpcError
from desktop_channels import only
from mcp_servers import SERVER, await_state, call, connect, jail_of, state, text
from stores import change, store_of
from waiting import until

ECHO = "mcp__one__echo"


@pytest.fixture
def client(house, place):
    install(place, "notes", tools=[ECHO, "mcp__one__pro*"])
    install(place, "all", tools=["*"])
    install(place, "none")
    install(place, "other", tools=["mcp__two__*", "mcp__gone__*"])
    return house.configure().start().client()


def allow(client, tool, **more):
    return client.call("permission.rules.add", {"effect": "allow", "tool": tool, **more})


def use(client, tool, args=None, app="notes"):
    return client.call("apps:callTool", {"appId": app, "toolName": tool} | ({} if args is None else {"args": args}))["result"]


def refused(client, tool, args=None, app="notes"):
    return client.error("apps:callTool", {"appId": app, "toolName": tool} | ({} if args is None else {"args": args}))


def names(client, app):
    return {tool["agentName"] for tool in client.call("apps:listTools", {"appId": app})["tools"]}


def refused_word(client, tool, args):
    """None: it was called."""
    try:
        use(client, tool, args)
    except RpcError as error:
        return error.word


def noted(client):
    return [entry["data"] for entry in client.call("audit.list", {"what": "app.tool_called"})]


# --- lists ----------------------------------------------------------------------------------


def test_list_tools(client):
    assert client.call("apps:listTools", {"appId": "all"}) == {"tools": []}
    connect(client)
    every = client.call("mcp:listTools")["tools"]
    assert client.call("apps:listTools", {"appId": "all"})["tools"] == every
    granted = client.call("apps:listTools", {"appId": "notes"})["tools"]
    assert granted == [tool for tool in every if tool["agentName"] == ECHO or tool["agentName"].startswith("mcp__one__pro")]
    assert len(granted) > 1 and names(client, "none") == set() == names(client, "other")
    assert client.error("apps:listTools", {"appId": "unknown"}).word == "app_not_found"


def test_listing_starts_no_server(client):
    connect(client)
    client.call("mcp:disconnect", {"serverId": "one"})
    assert ECHO in names(client, "notes") and state(client) == "stopped"


def test_get_app_config(client):
    connect(client)
    connect(client, "two")
    config = client.call("apps:getAppConfig", {"appId": "notes"})
    only(config, ["appId", "name", "version", "permissions", "connectedServices"])
    assert config["permissions"] == {"tools": [ECHO, "mcp__one__pro*"], "captureRead": False} and config["connectedServices"] == ["one"]
    assert (config["appId"], config["name"], config["version"]) == ("notes", "Notes", "1.0.0")
    services = {app: client.call("apps:getAppConfig", {"appId": app})["connectedServices"] for app in ("all", "none", "other")}
    assert services == {"all": ["one", "two"], "none": [], "other": ["two"]}
    assert client.error("apps:getAppConfig", {"appId": "unknown"}).word == "app_not_found"


def test_servers_of_a_project_are_not_for_apps(house, client):
    connect(client)
    connect(client, "two")
    house.daemon.stop()
    change(store_of(house.place), "UPDATE mcp_servers SET config = json_set(config, '$.project', '/tmp') WHERE id = 'two'")
    client = house.again(ended_by=0).client()
    allow(client, "*")
    assert {tool["serverId"] for tool in client.call("apps:listTools", {"appId": "all"})["tools"]} == {"one"}
    assert client.call("apps:getAppConfig", {"appId": "all"})["connectedServices"] == ["one"]
    assert refused(client, "mcp__two__echo", {"text": "x"}, app="all").word == "mcp_tool_not_found"


# --- calls ----------------------------------------------------------------------------------


def test_call_tool(client):
    """It needs the grant and a rule; each decision is in the audit log."""
    connect(client)
    error = refused(client, ECHO, {"text": "x"})
    assert error.word == "app_refused" and f"weir permissions allow {ECHO}" in error.message
    rule = allow(client, ECHO)
    result = client.call("apps:callTool", {"appId": "notes", "toolName": ECHO, "args": {"text": "hello"}})
    only(result, ["result"])
    assert result["result"] == {"content": [{"type": "text", "text": "hello"}], "isError": False}
    assert refused(client, ECHO, {"text": "x"}, app="none").word == "app_refused"
    assert refused(client, ECHO, {"text": "x"}, app="unknown").word == "app_not_found"
    called = {"appId": "notes", "tool": ECHO}
    assert noted(client)[::-1] == [called | {"state": "denied"}, called | {"state": "allowed", "ruleId": rule["id"]}]
    client.call("permission.rules.remove", {"ruleId": rule["id"]})
    assert refused(client, ECHO, {"text": "x"}).word == "app_refused"


def test_results(client):
    connect(client)
    allow(client, "mcp__one__*")
    assert use(client, "mcp__one__add", {"a": 1, "b": 2}, app="all")["structuredContent"] == {"sum": 3}
    assert use(client, "mcp__one__fails", app="all")["isError"]
    assert refused(client, "mcp__one__nothing", app="all").word == "mcp_tool_not_found"
    for tool in ("mcp__gone__x", "Bash", "mcp__", "mcp__one", "x"):
        assert refused(client, tool, app="all").word == "mcp_tool_not_found", tool
    assert refused(client, "Bash").word == "app_refused"  # it is not granted
    assert refused(client, ECHO, {"text": 1}).word in ("mcp_arguments_refused", "mcp_request_failed")


@pytest.mark.parametrize("limits", [{"sessionId": True}, {"cwd": "/tmp"}, {"cwd": "/"}, {"definition": "another"}])
def test_rules_that_do_not_apply(client, limits):
    connect(client)
    if "sessionId" in limits:
        limits = {"sessionId": client.call("session.create", {"cwd": "/tmp"})["id"]}
    allow(client, ECHO, **limits)
    assert refused(client, ECHO, {"text": "x"}).word == "app_refused"


def test_a_deny_rule_comes_first(client):
    connect(client)
    allow(client, "mcp__*")
    rule = client.call("permission.rules.add", {"effect": "deny", "tool": "mcp__one__e*"})
    error = refused(client, ECHO, {"text": "x"})
    assert error.word == "app_refused" and rule["id"] in error.message
    assert text(use(client, "mcp__one__progress", {"count": 0})) == "done"


def test_a_tool_that_has_changed(client):
    """A rule for another definition of the tool allows nothing."""
    connect(client)
    definition = next(tool["definition"] for tool in client.call("mcp:listTools")["tools"] if tool["agentName"] == ECHO)
    allow(client, ECHO, definition=definition)
    assert text(use(client, ECHO, {"text": "x"})) == "x"
    call(client, "change")
    until(lambda: refused_word(client, ECHO, {"text": "x"}) == "app_refused", "the new definition is known")


def test_a_server_that_is_stopped(client):
    """A call starts it."""
    connect(client)
    allow(client, ECHO)
    client.call("mcp:disconnect", {"serverId": "one"})
    assert text(use(client, ECHO, {"text": "again"})) == "again"
    await_state(client, "running")


def test_a_server_whose_tools_are_not_known(house, client):
    allow(client, ECHO)
    broken = {"serverId": "one", "name": "One", "transport": "stdio", "command": "/bin/false"}
    client.call("mcp:connect", broken)
    error = refused(client, ECHO, {"text": "x"})
    assert error.word == "mcp_server_failed", error


def test_a_call_that_is_cancelled(house, client):
    gate = house.place.home / "gate"
    connect(client, read=[str(SERVER), str(house.place.root)], write=[str(house.place.home)])
    allow(client, "mcp__one__*")
    number = client.request("apps:callTool", {"appId": "notes", "toolName": "mcp__one__progress", "args": {"count": 1, "file": str(gate)}})
    while client.event()["method"] != "mcp.progress":
        pass
    client.notify("$/cancel_request", {"requestId": number})
    assert client.answer(number)["error"]["data"]["code"] == "request_cancelled"
    assert text(use(client, ECHO, {"text": "x"})) == "x"


def test_a_call_goes_on_through_a_restart(house, client):
    """The server is called once, and the client gets the result over its connection."""
    gate = house.place.home / "gate"
    connect(client, read=[str(SERVER), str(house.place.root)], write=[str(house.place.home)])
    allow(client, "mcp__one__*")
    jail = jail_of(client)
    number = client.request("apps:callTool", {"appId": "notes", "toolName": "mcp__one__progress", "args": {"count": 1, "file": str(gate)}})
    while client.event()["method"] != "mcp.progress":
        pass
    client.call("daemon.restart")
    gate.touch()
    assert text(client.answer(number)["result"]["result"]) == "done" and jail_of(client) == jail
    assert len(noted(client)) == 1
