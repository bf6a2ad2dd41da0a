"""Scripted MCP servers (mcp_server.py) under a daemon, with the real weir-mcp between them."""

import json
from pathlib import Path

from waiting import until

SERVER = Path(__file__).resolve().with_name("mcp_server.py")
PYTHON = "/usr/bin/python3"


def terms(server_id="one", options=None, **more):
    """What mcp:connect gets for a scripted server."""
    return {"serverId": server_id, "name": f"Server {server_id}", "transport": "stdio", "command": PYTHON,
            "args": ["-I", str(SERVER), json.dumps(options or {})], "read": [str(SERVER)]} | more


def connect(client, server_id="one", options=None, **more):
    """Configures a server, and waits for its tools."""
    result = client.call("mcp:connect", terms(server_id, options, **more))
    assert result["status"] == "running" and "error" not in result, result
    return result


def state(client, server_id="one"):
    return client.call("mcp.get", {"serverId": server_id})["state"]


def await_state(client, wanted, server_id="one"):
    until(lambda: state(client, server_id) == wanted, f"the server is {wanted}")


def call(client, tool, arguments=None, server_id="one", **more):
    params = {"serverId": server_id, "tool": tool} | ({"arguments": arguments} if arguments is not None else {}) | more
    return client.call("mcp.call", params)


def text(result):
    return result["content"][0]["text"]


def data(client, tool, arguments=None, **more):
    return json.loads(text(call(client, tool, arguments, **more)))


def jail_of(client, server_id="one"):
    return client.call("mcp.get", {"serverId": server_id})["pid"]


def running(house):
    """The processes of scripted servers."""
    return [line for line in Path("/proc").iterdir() if line.name.isdigit() and is_server(line, house)]


def is_server(process, house):
    try:
        words = (process / "cmdline").read_bytes().split(bytes(1))
        return words[0] == PYTHON.encode() and str(SERVER).encode() in words and str(house.place.root).encode() in (process / "environ").read_bytes()
    except OSError:
        return False
