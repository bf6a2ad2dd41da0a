"""MCP servers in agents of others, from npm: they call tools through the proxy, and weir is asked once, by the call itself."""

import json
import shutil
import sys

import pytest

import npm
from hosts import AnyModel, Host
from mcp_host import McpHost

# A server of the agent's own, which has the same tool as the one of weir.
OWN = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message: continue
    results = {
        "initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "own", "version": "1"}},
        "tools/list": {"tools": [{"name": "echo", "description": "Its own.", "inputSchema": {"type": "object"}}]},
        "tools/call": {"content": [{"type": "text", "text": "own echo"}]},
    }
    known = message["method"] in results
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **({"result": results[message["method"]]} if known else
                      {"error": {"code": -32601, "message": "unknown"}})}), flush=True)
"""


@pytest.fixture
def model():
    model = AnyModel(strict=False)
    yield model
    model.close()


def environment(model):
    return {"ANTHROPIC_BASE_URL": model.url.removesuffix("/v1"), "ANTHROPIC_AUTH_TOKEN": "made-up",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "MCP_CONNECTION_NONBLOCKING": "0"}


@pytest.fixture
def claude(once, place, model):
    with Host(place, "claude-code", [npm.claude_code()], environment(model), version="1.1") as host:
        yield host


@pytest.fixture
def acp(once, place, model):
    """Claude Code behind a third party's agent in the Agent Client Protocol."""
    modules, program = npm.installed(npm.CLAUDE_AGENT_ACP), npm.claude_code()
    agent = modules / "@agentclientprotocol" / "claude-agent-acp" / "dist" / "index.js"
    env = environment(model) | {"CLAUDE_CODE_EXECUTABLE": str(program)}
    with Host(place, "acp", [shutil.which("node"), agent], env, version="1.1") as host:
        yield host


def own_server(host, name):
    program = host.work / "own.py"
    program.write_text(OWN)
    (host.home / ".claude.json").write_text(json.dumps(
        {"mcpServers": {name: {"type": "stdio", "command": sys.executable, "args": [str(program)], "env": {}}}}))


def play(model, *tools):
    model.play([{"tool": tool, "id": f"toolu_{n}", "input": {"text": f"text {n}"}} for n, tool in enumerate(tools)],
               [{"text": "Done."}])


def test_claude_code_calls_a_tool(claude, model):
    mcp = McpHost(claude)
    play(model, "mcp__git__echo")
    assert claude.run("say hello")["text"] == "Done."
    assert claude.permissions == [] and [(call["tool"], call["arguments"]) for call in mcp.calls] == [
        ("mcp__git__echo", {"text": "text 0"})]
    assert "mcp__git__echo" in {tool["name"] for tool in model.requests[0].body["tools"]}
    [result] = model.requests[1].results().values()
    assert "said text 0" in result
    assert [data["tool"] for data in claude.data("tool_call")] == ["mcp__git__echo"]
    [told] = claude.data("tool_result")
    assert told["result"] == "said text 0" and not told["is_error"]


def test_claude_code_is_told_of_a_refusal(claude, model):
    mcp = McpHost(claude)
    mcp.call = lambda params: {"approved": False, "reason": "user_denied", "note": "ask me later"}
    play(model, "mcp__git__echo")
    assert claude.run("say hello")["text"] == "Done." and claude.permissions == []
    [result] = model.requests[1].results().values()
    assert "user_denied" in result and "ask me later" in result
    assert [data["is_error"] for data in claude.data("tool_result")] == [True]


def test_claude_code_keeps_its_own_servers(claude, model):
    """Those are judged as before."""
    own_server(claude, "mine")
    mcp = McpHost(claude)
    play(model, "mcp__git__echo", "mcp__mine__echo")
    assert claude.run("say hello")["text"] == "Done."
    assert [tool for tool, _ in claude.permissions] == ["mcp__mine__echo"] and len(mcp.calls) == 1
    results = list(model.requests[1].results().values())
    assert "said text 0" in results[0] and "own echo" in results[1]


def test_claude_code_has_a_server_of_the_same_name(claude, model):
    """Whichever it uses: weir asks once, and never not at all."""
    own_server(claude, "git")
    mcp = McpHost(claude)
    play(model, "mcp__git__echo")
    assert claude.run("say hello")["text"] == "Done."
    asked = [tool for tool, _ in claude.permissions]
    assert len(asked) + len(mcp.calls) == 1, (asked, mcp.calls)
    [result] = model.requests[1].results().values()
    assert ("own echo" in result) == bool(asked)


def test_claude_code_gets_images(claude, model):
    mcp = McpHost(claude)
    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    mcp.call = lambda params: {"approved": True, "result": {"content": [{"type": "image", "data": pixel, "mimeType": "image/png"}]}}
    play(model, "mcp__git__echo")
    assert claude.run("show it")["text"] == "Done."
    assert '"type": "image"' in json.dumps(model.requests[1].body["messages"])


@pytest.mark.long
def test_an_agent_of_the_agent_client_protocol_calls_a_tool(acp, model):
    own_server(acp, "mine")
    mcp = McpHost(acp)
    answers = [mcp.call, lambda params: {"approved": False, "reason": "user_denied"}]
    mcp.call = lambda params: answers.pop(0)(params)
    play(model, "mcp__git__echo", "mcp__git__echo", "mcp__mine__echo")
    result = acp.run("say hello")
    assert result["status"] == "completed", (result, acp.executor.stderr())
    assert len(mcp.calls) == 2 and [tool for tool, _ in acp.permissions] == ["mcp__mine__echo"], acp.permissions
    assert [data["tool"] for data in acp.data("tool_call")] == ["mcp__git__echo", "mcp__git__echo", "mcp__mine__echo"]
    texts = [data["result"] for data in acp.data("tool_result")]
    assert "said text 0" in texts[0] and "user_denied" in texts[1] and "own echo" in texts[2]
