"""Agents that use MCP servers, end to end: daemon, sandbox, weir-executor, weir-mcp and a scripted server; a scripted model
behind the built-in agent, behind Claude Code, and behind an agent of the Agent Client Protocol."""

import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

import npm
from agents import Workshop, failure, told
from asking import REQUESTED, answer, next_of, requested
from hosts import AnyModel
from kernels import need_namespaces
from mcp_server import PIXEL
from mcp_servers import await_state, connect, terms
from setting import BIN, SHIPPED, WATCHDOG_SECONDS
from tasks import messages, session_of, submit, wait
from waiting import until


@pytest.fixture
def shop(house, model):
    shop = Workshop(house, model).open()
    shop.client.call("initialize", {"client": {"name": "person"}, "approves": True})
    connect(shop.client)
    return shop


def call(tool, number=0, /, **arguments):
    return {"tool": tool, "id": f"toolu_{number}", "input": arguments}


def names(request):
    return [tool["name"] for tool in request.body["tools"]]


def test_the_built_in_agent_calls_a_tool_and_weir_asks_once(shop, model):
    model.play([call("mcp__one__echo", text="first")], [call("mcp__one__echo", 1, text="second")], [{"text": "Done."}])
    task = shop.submit(permissionMode="default")
    request = requested(shop.client)
    assert request["tool"] == "mcp__one__echo" and request["input"] == {"text": "first"} and request["mcp"]["serverId"] == "one"
    answer(shop.client, request, "allow_session")
    done = wait(shop.client, task)
    assert done["state"] == "completed", done
    assert shop.results(done) == [("mcp__one__echo", "first", False), ("mcp__one__echo", "second", False)]
    assert "mcp__one__echo" in names(model.requests[0]) and "mcp_search" not in names(model.requests[0])
    assert "Use it well." in model.requests[0].body["system"][0]["text"]
    assert shop.client.call("permission.list") == []


def test_a_denied_call(shop, model):
    model.play([call("mcp__one__echo", text="first")], [{"text": "Done."}])
    task = shop.submit(permissionMode="default")
    answer(shop.client, requested(shop.client), "deny", reason="not now")
    done = wait(shop.client, task)
    assert done["state"] == "completed", done
    [(_, text, is_error)] = shop.results(done)
    assert is_error and "user_denied" in text and "not now" in text
    assert [data["reason"] for data in shop.of(done, "permission_denied")] == ["user_denied"]


def test_plan_mode_and_the_tools_of_a_task(shop, model):
    model.play([call("mcp__one__add", a=1, b=2)], [{"text": "Done."}], [call("mcp__one__add", a=1, b=2)], [{"text": "Done."}])
    done = shop.run(permissionMode="plan")
    assert done["state"] == "completed" and shop.results(done)[0][2], shop.results(done)
    done = shop.run(tools=["Read", "mcp__one__echo"])
    assert names(model.requests[2]) == ["Read", "mcp__one__echo"]
    assert done["state"] == "completed" and "No such tool" in shop.results(done)[0][1]


def test_content_and_errors(shop, model):
    model.play([call("mcp__one__mixed"), call("mcp__one__fails", 1), call("mcp__one__echo", 2, text=7), call("mcp__one__refuses", 3),
                call("mcp__one__add", 4, a=1, b=2)], [{"text": "Done."}])
    done = shop.run()
    assert done["state"] == "completed", done
    results = shop.results(done)
    assert "image/png" in results[0][1] or shop.of(done, "tool_result")[0].get("image")
    assert results[1][1:] == ("It does not work.", True)
    assert results[2][2] and "text" in results[2][1] and results[3][2] and "not today" in results[3][1]
    assert results[4][1:] == ("3", False)


def test_an_image_reaches_the_model(shop, model):
    model.play([call("mcp__one__image")], [{"text": "Done."}])
    done = shop.run()
    assert done["state"] == "completed", done
    assert shop.of(done, "tool_result")[0]["image"] == {"mime": "image/png", "data": PIXEL}
    [result] = [block for message in model.requests[1].body["messages"] for block in message["content"] if block["type"] == "tool_result"]
    [image] = [part for part in result["content"] if part["type"] == "image"]
    assert image["source"] == {"type": "base64", "media_type": "image/png", "data": PIXEL}


def test_a_tool_that_changed_is_asked_for_again(shop, model):
    """It was allowed for good, but not as it is now: the person sees both definitions."""
    shop.client.call("event.subscribe", {"topics": ["event.mcpChanged", "permission"]})
    model.play([call("mcp__one__echo", text="first")], [{"text": "Done."}])
    task = shop.submit(permissionMode="default")
    first = requested(shop.client)
    rule = answer(shop.client, first, "allow_always")["rule"]
    assert rule["definition"] == first["mcp"]["definition"]
    assert shop.results(wait(shop.client, task)) == [("mcp__one__echo", "first", False)]
    shop.client.call("mcp.call", {"serverId": "one", "tool": "change"})
    while next_of(shop.client, "event.mcpChanged")["change"] != "tools":
        pass
    model.play([call("mcp__one__echo", text="second")], [call("mcp__one__echo", 1, text="third")], [{"text": "Done."}])
    task = shop.submit(permissionMode="default")
    again = requested(shop.client)
    about = again["mcp"]
    assert again["input"] == {"text": "second"} and about["changed"] and about["definition"] != first["mcp"]["definition"]
    assert json.loads(about["before"])["description"] == "Answers with its text."
    assert json.loads(about["after"])["description"] == "Does something else."
    rule = answer(shop.client, again, "allow_always")["rule"]
    assert rule["definition"] == about["definition"]
    assert shop.results(wait(shop.client, task)) == [("mcp__one__echo", "second", False), ("mcp__one__echo", "third", False)]


def test_a_large_result_is_in_a_file_that_the_agent_reads(shop, model):
    size = 1_200_000
    model.play([call("mcp__one__big", bytes=size)], [call("Bash", 1, command="wc -c < /none")], [{"text": "Done."}])
    done = shop.run()
    assert done["state"] == "completed", done
    text = shop.results(done)[0][1]
    path = text.split("in the file ")[1].split("]")[0]
    model.play([call("Bash", 2, command=f"wc -c < {path}")], [{"text": "Done."}])
    again = shop.run(session=done["sessionId"])
    assert int(shop.results(again)[0][1]) > size, shop.results(again)


def test_search_for_a_small_context(house, model):
    shop = Workshop(house, model).open(provider={"contextTokens": 20000})
    connect(shop.client, options={"tools": 300})
    model.play([call("mcp_search", query="tool123")], [call("mcp_call", 1, tool="mcp__one__add", arguments={"a": 2, "b": 3})],
               [{"text": "Done."}])
    done = shop.run()
    assert done["state"] == "completed", done
    assert [name for name in names(model.requests[0]) if name.startswith("mcp")] == ["mcp_search", "mcp_call"]
    found, called = shop.results(done)
    assert json.loads(found[1].splitlines()[0])["tool"] == "mcp__one__tool123" and called[1] == "5"


def test_a_server_that_does_not_answer_delays_nothing(house, model):
    shop = Workshop(house, model).open()
    connect(shop.client, "one")
    shop.client.request("mcp:connect", terms("slow", {"silent": ["initialize", "server/discover"]}))
    model.play([call("mcp__one__echo", text="at once")], [{"text": "Done."}])
    done = shop.run()
    assert done["state"] == "completed" and shop.results(done) == [("mcp__one__echo", "at once", False)]


def test_cancelling_the_task_cancels_the_call(shop, model):
    record = shop.house.place.root / "record"
    record.touch()
    connect(shop.client, "two", {"record": str(record)}, write=[str(record)])
    model.play([call("mcp__two__never")])
    task = shop.submit()
    until(lambda: '"never"' in record.read_text(), "the call")
    shop.client.call("task.cancel", {"taskId": task})
    assert wait(shop.client, task)["state"] == "cancelled"
    until(lambda: "notifications/cancelled" in record.read_text(), "the cancellation")


def test_a_server_that_ends_in_a_call(shop, model):
    model.play([call("mcp__one__exit")], [call("mcp__one__echo", 1, text="again")], [{"text": "Done."}])
    done = shop.run()
    assert done["state"] == "completed", done
    first, second = shop.results(done)
    assert first[2] and second[1:] == ("again", False), (first, second)


def test_prompts_and_resources(shop, model):
    model.play([{"text": "Hello."}], [{"text": "It is one."}])
    assert shop.run("/mcp__one__greet Ada")["state"] == "completed"
    assert "Greet Ada." in told(model.requests[0])[-1]
    assert shop.run("What is in @one:test://one and @one:test://none ?")["state"] == "completed"
    said = told(model.requests[1])[-1]
    assert "begin: the resource test://one of the MCP server one" in said and "\none\n" in said and "Cannot read" in said


def test_a_prompt_without_its_argument(shop):
    code, message = failure(shop.run("/mcp__one__greet"))
    assert code == "mcp_prompt_failed" and "who" in message


def test_the_call_outlives_a_restart_of_the_daemon(shop, model):
    gate = shop.folder / "gate"
    connect(shop.client, "two", read=[terms()["read"][0], str(shop.folder)])
    model.play([call("mcp__two__wait", file=str(gate))], [{"text": "Done."}])
    task = shop.submit()
    until(lambda: "waiting for" in shop.client.call("mcp.logs", {"serverId": "two"})["text"], "the call reaches the server")
    shop.client.call("daemon.restart", {})
    gate.touch()
    client = shop.house.client()
    done = wait(client, task)
    assert done["state"] == "completed", done
    assert [data["result"] for data in
            [message["data"] for message in messages(client, task) if message["type"] == "tool_result"]] == ["waited"]


# --- agents that are programs -------------------------------------------------------------


@pytest.fixture
def any_model():
    model = AnyModel(strict=False)
    yield model
    model.close()


@pytest.fixture
def start(once, place, make_daemon, any_model):
    """A daemon with the agent that is described, a model behind the agent, and one MCP server; a person, and a session of the agent."""
    env = {"ANTHROPIC_BASE_URL": any_model.url, "ANTHROPIC_AUTH_TOKEN": "made-up", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
           "MCP_CONNECTION_NONBLOCKING": "0"}
    daemons = []

    def start(adapter, command, level, **more):
        if level == "namespace":
            need_namespaces()
        (place.home / ".claude").mkdir()
        (place.home / ".claude.json").write_text("{}")
        project = place.home / "project"
        project.mkdir()
        place.write_config({"view": {"read": [str(BIN.parent), str(npm.CACHE)]}, "pool": {"warm": 0}, "sandbox": level,
                            "agents": {"other": {"adapter": adapter, "command": [str(part) for part in command], "env": env | more,
                                                 "write": ["~/.claude", "~/.claude.json"]}}})
        daemons.append(make_daemon().start(program=SHIPPED))
        client = daemons[0].client(seconds=3 * WATCHDOG_SECONDS)  # these programs take their time
        client.call("initialize", {"client": {"name": "person"}, "approves": True})
        connect(client)
        return client, session_of(client, cwd=str(project), agent="other")

    yield start
    for daemon in daemons:
        daemon.stop()


def allow_one_and_deny_one(client, session, model):
    """Two calls of a tool: weir asks for each of them once, as for a tool of an MCP server, and the model hears what came of both."""
    model.play([call("mcp__one__echo", text="hello")], [call("mcp__one__echo", 1, text="again")], [{"text": "Done."}])
    task = submit(client, "say hello", sessionId=session)
    for said, decision in (("hello", "allow_once"), ("again", "deny")):
        request = requested(client)
        assert request["tool"] == "mcp__one__echo" and request["input"] == {"text": said}, request
        assert request["mcp"]["serverId"] == "one" and request["mcp"]["tool"] == "echo", request
        assert [waiting["id"] for waiting in client.call("permission.list")] == [request["id"]]
        answer(client, request, decision)
    done = wait(client, task)
    assert done["state"] == "completed" and done["result"]["text"] == "Done.", done
    assert [event for event in client.events if event["method"] == REQUESTED] == [] and client.call("permission.list") == []
    results = [message["data"] for message in messages(client, task) if message["type"] == "tool_result"]
    assert "hello" in results[0]["result"] and not results[0]["is_error"]
    assert results[1]["is_error"] and "user_denied" in results[1]["result"]
    heard = [request.results() for request in model.requests if request.body.get("tools")]
    assert list(heard[0]) == [] and list(heard[1]) == ["toolu_0"] and "hello" in heard[1]["toolu_0"]
    assert list(heard[2]) == ["toolu_0", "toolu_1"] and "user_denied" in heard[2]["toolu_1"]
    return results


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_claude_code_in_the_sandbox_calls_a_tool(start, any_model, level):
    client, session = start("claude-code", [npm.claude_code()], level)
    assert allow_one_and_deny_one(client, session, any_model)[0]["result"] == "hello"


@pytest.mark.long
@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_an_agent_of_the_agent_client_protocol_calls_a_tool(start, any_model, level):
    """A third party's agent from npm, with Claude Code behind it: nobody is asked a second time, by either of them."""
    modules, program = npm.installed(npm.CLAUDE_AGENT_ACP), npm.claude_code()
    agent = modules / "@agentclientprotocol" / "claude-agent-acp" / "dist" / "index.js"
    client, session = start("acp", [shutil.which("node"), agent], level, CLAUDE_CODE_EXECUTABLE=str(program))
    allow_one_and_deny_one(client, session, any_model)
