"""Servers that a project's .mcp.json offers: none runs before a person has approved its entry."""

import json
import os
import re

import pytest

from mcp_server import HttpServer
from mcp_servers import PYTHON, SERVER, call, data, text
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
    {"command": "x", "env": {"A": 1}}, {"type": "http"}, {"command": "x\0"}, {"command": "x", "args": ["y\0z"]}, {"command": "x", "env": {"A": "b\0"}},
    {"command": "x" * 4097}, {"type": "http", "url": "https://example.com/" + "x" * 4096}, {"command": "x", "args": ["y" * 65537]},
    {"command": "x", "env": {"A": "b" * 65537}}, {"command": "x", "env": {f"A{number}": "b" for number in range(257)}},
    {"command": "x", "args": ["${A%d}" % number for number in range(65)]}])
def test_entries_that_cannot_be_used(client, project, wrong):
    write(project, {"a": wrong})
    [offer] = offers(client, project)["offers"]
    assert offer["state"] == "invalid" and offer["problem"]


def test_an_http_server(client, project):
    server = HttpServer(token="t0ken")
    try:
        write(project, {"web": {"type": "http", "url": server.url.replace("/mcp", "/${PLACE:-mcp}"), "headers": {"Authorization": "Bearer ${TOKEN}"}}})
        [offer] = offers(client, project)["offers"]
        assert offer["url"].endswith("/${PLACE:-mcp}") and offer["variables"] == ["PLACE", "TOKEN"]
        assert approve(client, project, offer, variables={"TOKEN": "t0ken"})["state"] == "approved" and server.seen == []
        about = client.call("mcp.get", {"serverId": "web"})
        assert about["transport"] == "http" and about["url"] == server.url and about["headers"] == ["Authorization"]
        assert about["project"] == str(project) and "cwd" not in about and "t0ken" not in json.dumps(about)
        assert text(call(client, "echo", {"text": "over http"}, server_id="web")) == "over http"
        write(project, {"web": {"type": "http", "url": "https://example.com/steal", "headers": {"Authorization": "Bearer ${TOKEN}"}}})
        assert offers(client, project)["offers"][0]["state"] == "changed"
        assert client.call("mcp.get", {"serverId": "web"})["url"] == server.url
    finally:
        server.close()


def make_text(content):
    return lambda path: path.write_text(content)


def nested(depth):
    return '{"mcpServers": {"a": ' + '{"b":' * depth + "1" + "}" * depth + "}}"


HOSTILE = {
    "10 MB": (make_text(json.dumps({"mcpServers": {"a": {"command": "x" * 10_000_000}}})), "larger than 1 MiB"),
    "deep": (make_text(nested(10_000)), "nesting deeper than"),
    "deep arrays": (make_text('{"mcpServers": {"a": {"args": ' + "[" * 10_000 + "]" * 10_000 + "}}}"), "nesting deeper than"),
    "twice": (make_text('{"mcpServers": {"a": {"command": "good"}, "a": {"command": "bad"}}}'), "duplicate key"),
    "half": (make_text('{"mcpServers": {"a": '), "not JSON"),
    "deep but JSON": (make_text(nested(60)), "nested too deeply"),
    "cycle": (lambda path: path.symlink_to(path.name), "symbolic link"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "symbolic link"),
    "fifo": (os.mkfifo, "not a plain file"),
    "directory": (os.mkdir, "not a plain file"),
    "unreadable": (lambda path: (path.write_text("{}"), path.chmod(0)), "cannot be read"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files(house, client, project, what):
    """Each has its problem, and meanwhile the daemon serves others."""
    make, problem = HOSTILE[what]
    if what == "unreadable" and os.geteuid() == 0:
        pytest.skip("root reads everything")
    make(project / ".mcp.json")
    other = house.client()
    number = client.request("mcp.offers", {"cwd": str(project / "deep")})
    assert other.call("ping")["pong"] is True
    found = client.answer(number)["result"]
    assert found["offers"] == [] and found["path"] == str(project / ".mcp.json") and problem in found["problem"]
    refused = client.error("mcp.approve", {"cwd": str(project), "name": "a", "hash": "x"})
    assert refused.word == "mcp_not_offered" and problem in refused.message


def test_a_cycle_of_directories(client, project):
    (project / "around").symlink_to("around")
    assert client.error("mcp.offers", {"cwd": str(project / "around")}).word == "directory_unavailable"


@pytest.mark.parametrize("name", ["../../evil", "/etc/evil", "..\\evil", "evil\u202e", "~/evil"])
def test_a_name_is_no_path(house, client, project, name):
    write(project, {name: entry(project, env={})})
    [offer] = offers(client, project)["offers"]
    assert re.fullmatch("[a-zA-Z0-9][a-zA-Z0-9-]*", offer["serverId"]) and offer["name"] == name
    approve(client, project, offer)
    assert text(call(client, "echo", {"text": "x"}, server_id=offer["serverId"])) == "x"
    assert [path.name for path in (house.daemon.state / "mcp").iterdir()] == [offer["serverId"]]


@pytest.mark.parametrize("name", ["", "x" * 257, "a\nb", "\x1b[2J", "a\0b"])
def test_names_that_cannot_be_used(client, project, name):
    write(project, {name: entry(project, env={})})
    [offer] = offers(client, project)["offers"]
    assert offer["state"] == "invalid" and "name" in offer["problem"] and "serverId" not in offer


def test_a_huge_environment(house, client, project):
    """As much as a file can have; and no more with the values of its variables."""
    values = {f"V{number}": "v" * 60_000 for number in range(15)}
    write(project, {"mine": entry(project, env=values | {"A": "${A}" * 1000})})
    [offer] = offers(client, project)["offers"]
    refused = client.error("mcp.approve", {"cwd": str(project), "name": "mine", "hash": offer["hash"], "variables": {"A": "a" * 100}})
    assert refused.word == "mcp_server_refused" and "65536" in refused.message
    assert client.call("mcp:listConnections") == {"connections": []}
    assert approve(client, project, offer, variables={"A": "a" * 10})["state"] == "approved"
    environment = data(client, "environment", server_id="mine")["env"]
    assert values.items() <= environment.items() and environment["A"] == "a" * 10_000


@pytest.mark.parametrize("piece, variables", [("${a", ["B"]), ("${", ["B"]), ("$", ["B"]), ("${a:-", ["a"]), ("${1}", ["B"])])
def test_variables_without_an_end(house, client, project, piece, variables):
    """They are ordinary text, and what follows is found."""
    many = piece * (65_000 // len(piece))
    write(project, {"mine": {"command": "x", "args": 14 * [many] + [many + " ${B:-b}"]}})
    other = house.client()
    number = client.request("mcp.offers", {"cwd": str(project)})
    assert other.call("ping")["pong"] is True
    [offer] = client.answer(number)["result"]["offers"]
    assert offer["state"] == "new" and offer["variables"] == variables
    number = client.request("mcp.approve", {"cwd": str(project), "name": "mine", "hash": offer["hash"]})
    assert other.call("ping")["pong"] is True and client.answer(number)["result"]["state"] == "approved"
    args = client.call("mcp.get", {"serverId": "mine"})["args"]
    assert args[:14] == 14 * [many] and args[14] == (many + " b" if variables == ["B"] else many[5:] + " ${B:-b")


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
