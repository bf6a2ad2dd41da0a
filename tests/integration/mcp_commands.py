"""The scripted MCP server (mcp_server.py), configured with weir mcp add."""

import json

from mcp_servers import PYTHON, SERVER


def command(**options):
    return [PYTHON, "-I", str(SERVER), json.dumps(options)]


def add(cli, name="test", *arguments, **options):
    done = cli.run("mcp", "add", name, "--read", SERVER.parent, *arguments, "--", *command(**options))
    assert done.code == 0, done
    return done
