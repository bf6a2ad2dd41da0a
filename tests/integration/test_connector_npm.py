"""weir-mcp with others' servers: every kind of content that they offer. Skipped only where npm does not give them."""

import base64
import json
import os
import signal
import socket
import subprocess

import pytest

from bound import bound
from mcp_server import OLD
from npm import SERVER_EVERYTHING, SERVER_FILESYSTEM, mcp_server
from test_connector import connector, make_connector  # noqa: F401 (fixtures)
from waiting import until


@pytest.fixture(params=["stdio", "http"])
def everything(request, once, connector, place):  # noqa: F811
    """server-everything, open."""
    command = mcp_server(SERVER_EVERYTHING)
    if request.param == "stdio":
        connector.daemon.ask("connector.open", **connector.command(*command, "stdio", roots=[str(place.root)]))
        yield connector
        return
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with open(place.root / "everything.log", "wb") as log:
        process = subprocess.Popen([*command, "streamableHttp"], env=place.environment(PORT=port), stdout=log, stderr=log, preexec_fn=bound())

    def is_there():
        with socket.socket() as attempt:
            return attempt.connect_ex(("127.0.0.1", port)) == 0

    try:
        until(is_there, "it listens")
        url = f"http://127.0.0.1:{port}/mcp"
        connector.daemon.ask("connector.open", **connector.terms(transport="http", url=url, roots=[str(place.root)]))
        yield connector
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def kinds(result):
    return [block["type"] for block in result["content"]]


def test_content(everything):
    tools = everything.tools()
    assert {"echo", "get-sum", "get-tiny-image", "get-annotated-message"} <= set(tools)
    assert everything.text("echo", {"message": "Hällo"}) == "Echo: Hällo"
    assert "5" in everything.text("get-sum", {"a": 2, "b": 3})
    image = everything.call("get-tiny-image")
    assert kinds(image) == ["text", "image", "text"] and base64.b64decode(image["content"][1]["data"]).startswith(b"\x89PNG")
    annotated = everything.call("get-annotated-message", {"messageType": "error", "includeImage": True})
    assert kinds(annotated) == ["text", "image"] and annotated["content"][0]["annotations"]["priority"] == 1
    assert kinds(everything.call("get-resource-links", {"count": 2})) == ["text", "resource_link", "resource_link"]
    embedded = everything.call("get-resource-reference", {"resourceType": "Blob", "resourceId": 1})
    assert "resource" in kinds(embedded) and [block for block in embedded["content"] if block.get("resource", {}).get("blob")]
    structured = everything.call("get-structured-content", {"location": "Chicago"})
    assert set(structured["structuredContent"]) == {"temperature", "conditions", "humidity"}
    assert everything.fail("get-sum", {"a": "x", "b": 1})[0] == "mcp_arguments_refused"


def test_prompts_and_resources(everything):
    prompts = {prompt["name"] for prompt in everything.daemon.ask("connector.list", kind="prompts")["prompts"]}
    assert {"simple-prompt", "args-prompt", "resource-prompt"} <= prompts
    prompt = everything.daemon.ask("connector.prompt", name="args-prompt", arguments={"city": "Berlin"})
    assert "Berlin" in prompt["messages"][0]["content"]["text"]
    prompt = everything.daemon.ask("connector.prompt", name="resource-prompt", arguments={"resourceType": "Text", "resourceId": "1"})
    assert [message["content"]["type"] for message in prompt["messages"]] == ["text", "resource"]
    resources = everything.daemon.ask("connector.list", kind="resources")["resources"]
    read = everything.daemon.ask("connector.read", uri=resources[0]["uri"])
    assert read["contents"][0]["uri"] == resources[0]["uri"] and read["contents"][0]["text"]
    templates = everything.daemon.ask("connector.list", kind="templates")["templates"]
    blob = next(template["uriTemplate"] for template in templates if "blob" in template["uriTemplate"])
    assert everything.daemon.ask("connector.read", uri=blob.replace("{resourceId}", "1"))["contents"][0]["blob"]


def test_questions_roots_and_progress(everything, place):
    everything.daemon.answering = lambda params: {"action": "accept", "content": {"name": "Ada"}} if params["mode"] == "form" else {"action": "accept"}
    text = json.dumps(everything.call("trigger-elicitation-request"), ensure_ascii=False)
    assert "Ada" in text
    assert everything.daemon.asked[0]["params"]["schema"]["properties"]["name"]
    everything.call("trigger-url-elicitation", {"url": "https://example.com/"})
    assert everything.daemon.asked[1]["params"]["url"] == "https://example.com/"
    assert str(place.root) in json.dumps(everything.call("get-roots-list"))
    assert "error" not in everything.text("trigger-long-running-operation", {"duration": 0.5, "steps": 2}).lower()
    assert everything.daemon.wait_told("connector.progress")[0]["total"] == 2


def test_filesystem(once, connector, place):  # noqa: F811
    allowed = place.root / "allowed"
    allowed.mkdir()
    opened = connector.daemon.ask("connector.open", **connector.command(*mcp_server(SERVER_FILESYSTEM), allowed, roots=[str(allowed)]))
    assert opened["protocol"] == OLD
    file = allowed / "a file"
    connector.call("write_file", {"path": str(file), "content": "Hällo"})
    assert file.read_text() == "Hällo"
    assert connector.text("read_text_file", {"path": str(file)}) == "Hällo"
    (allowed / "pixel.png").write_bytes(b"\x89PNG")
    assert kinds(connector.call("read_media_file", {"path": str(allowed / "pixel.png")})) in (["image"], ["blob"])
    assert connector.call("read_text_file", {"path": "/etc/hostname"})["isError"]
    tree = connector.tree()
    os.kill(connector.pid, signal.SIGTERM)
    assert connector.wait() == 0 and tree
