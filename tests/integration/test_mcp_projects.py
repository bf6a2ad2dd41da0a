"""Servers that a project's .mcp.json offers: none runs before a person has approved its entry."""

import json

import pytest

from mcp_servers import PYTHON, SERVER, call, data
from test_mcp_agents import Agent

ENTRY = {"command": PYTHON, "args": ["-I", str(SERVER), "{}"], "env": {"TOKEN": "${TOKEN}", "LEVEL": "${LEVEL:-low}"}}


@pytest.fixture
def client(house):
    return house.configure().start().client()


@pytest.fixture
def project(house):
    path = house.place.root / "project"
    (path / "deep" / "er").mkdir(parents=True)
    (path / ".git").mkdir()
    (path / "mcp_server.py").write_text(SERVER.read_text())
    return path


def write(project, servers):
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))


def entry(project, **more):
    return ENTRY | {"args": ["-I", str(project / "mcp_server.py"), "{}"]} | more


def offers(client, cwd):
    return client.call("mcp.offers", {"cwd": str(cwd)})


def approve(client, cwd, offer, **more):
    return client.call("mcp.approve", {"cwd": str(cwd), "name": offer["name"], "hash": offer["hash"], **more})


def test_none(client, project):
    assert offers(client, project) == {"offers": []}
    (project.parent / ".mcp.json").write_text("{}")
    assert offers(client, project / "deep") == {"offers": []}, "above the repository"
    assert client.error("mcp.offers", {"cwd": str(project / "missing")}).word == "directory_unavailable"


def test_offers(client, project):
    write(project, {"My server!": entry(project), "web": {"type": "http", "url": "https://example.com/${TOKEN}", "headers": {"A": "b"}}})
    found = offers(client, project / "deep" / "er")
    assert found["path"] == str(project / ".mcp.json")
    mine, web = found["offers"]
    assert mine["state"] == "new" and mine["serverId"] == "My-server" and mine["variables"] == ["TOKEN", "LEVEL"]
    assert mine["env"]["TOKEN"] == "${TOKEN}" and mine["transport"] == "stdio" and web["transport"] == "http"
    assert client.call("mcp:listConnections") == {"connections": []}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"My server!": dict(reversed(entry(project).items()))}}, indent=4))
    assert offers(client, project)["offers"][0]["hash"] == mine["hash"]


def test_approve(house, client, project):
    write(project, {"mine": entry(project)})
    [offer] = offers(client, project)["offers"]
    assert client.error("mcp.approve", {"cwd": str(project), "name": "mine", "hash": offer["hash"]}).word == "mcp_server_refused"
    assert approve(client, project, offer, variables={"TOKEN": "t0ken"})["state"] == "approved"
    assert client.call("mcp:getStatus")["servers"][0]["status"] == "stopped"
    server = client.call("mcp.get", {"serverId": "mine"})
    assert server["project"] == str(project) and server["cwd"] == str(project) and sorted(server["env"]) == ["LEVEL", "TOKEN"]
    environment = data(client, "environment", server_id="mine")["env"]
    assert environment["TOKEN"] == "t0ken" and environment["LEVEL"] == "low"
    assert offers(client, project)["offers"][0]["state"] == "approved"
    inside = Agent(house, client, cwd=str(project / "deep"))
    assert inside.query("list_mcp_tools")["servers"][0]["id"] == "mine"
    outside = Agent(house, client)
    assert outside.query("list_mcp_tools")["servers"] == []
    assert outside.fail(outside.use("mcp__mine__echo"))[0] == "mcp_tool_not_found"


def test_a_changed_entry_is_offered_again(client, project):
    write(project, {"mine": entry(project, env={})})
    [offer] = offers(client, project)["offers"]
    approve(client, project, offer)
    write(project, {"mine": entry(project, env={"EVIL": "1"})})
    [changed] = offers(client, project)["offers"]
    assert changed["state"] == "changed" and changed["serverId"] == "mine" and changed["hash"] != offer["hash"]
    assert client.error("mcp.approve", {"cwd": str(project), "name": "mine", "hash": offer["hash"]}).word == "mcp_not_offered"
    assert "EVIL" not in data(client, "environment", server_id="mine")["env"]
    approve(client, project, changed)
    assert data(client, "environment", server_id="mine")["env"]["EVIL"] == "1"


def test_decline(client, project):
    write(project, {"mine": entry(project, env={})})
    [offer] = offers(client, project)["offers"]
    assert approve(client, project, offer, approve=False)["state"] == "declined"
    assert offers(client, project)["offers"][0]["state"] == "declined" and client.call("mcp:listConnections") == {"connections": []}


@pytest.mark.parametrize("content", [
    "no json", "[]", '{"mcpServers": []}', '{"mcpServers": {"a": {}}, "mcpServers": {}}', "[" * 100_000,
    json.dumps({"mcpServers": {f"s{number}": {} for number in range(101)}}), '{"mcpServers": {"a": ' + "[" * 60 + "]" * 60 + "}}", "x" * (2 << 20)])
def test_files_that_cannot_be_used(client, project, content):
    (project / ".mcp.json").write_text(content)
    found = offers(client, project)
    assert found["offers"] == [] and found["problem"]
    assert client.error("mcp.approve", {"cwd": str(project), "name": "a", "hash": "x"}).word == "mcp_not_offered"


@pytest.mark.parametrize("wrong", [
    {}, [], {"command": 1}, {"command": ""}, {"type": "sse", "url": "https://x"}, {"type": "other", "command": "x"}, {"command": "x", "args": "y"},
    {"command": "x", "env": {"A": 1}}, {"type": "http"}])
def test_entries_that_cannot_be_used(client, project, wrong):
    write(project, {"a": wrong})
    [offer] = offers(client, project)["offers"]
    assert offer["state"] == "invalid" and offer["problem"]


def test_a_link_is_not_followed(house, client, project):
    secret = house.place.root / "secret.json"
    secret.write_text('{"mcpServers": {}}')
    (project / ".mcp.json").symlink_to(secret)
    assert "link" in offers(client, project)["problem"]


def test_an_id_that_is_taken(client, project):
    from mcp_servers import connect

    connect(client, "mine")
    write(project, {"mine": entry(project, env={}), "weir": entry(project, env={}), "...": entry(project, env={})})
    ids = [offer["serverId"] for offer in offers(client, project)["offers"]]
    assert all(one not in ("mine", "weir") for one in ids) and ids[0].startswith("mine-") and len(set(ids)) == 3
    approve(client, project, offers(client, project)["offers"][0])
    assert call(client, "echo", {"text": "x"}, server_id=ids[0])["content"]
