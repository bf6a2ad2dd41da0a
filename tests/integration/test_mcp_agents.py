"""MCP servers for agents: which tools a task gets, how its calls are judged, and what becomes of them."""

import json

import pytest

from asking import Asker, answer, approver, next_of, requested
from mcp_servers import call, connect, running, terms, text
from waiting import until


@pytest.fixture
def client(house):
    client = approver(house.configure(permissions={"approverMs": 1000}).start())
    connect(client)
    return client


class Agent(Asker):
    """An executor whose agent uses MCP servers."""

    def use(self, tool, arguments=None, call_id=None, repeat=False, **more):
        """Calls a tool without waiting; the id of the request."""
        number = f"mcp-{self._next}"
        self._next += 1
        params = {"session_token": self.token, "call_id": call_id or number, "tool": tool, "arguments": arguments or {}} | more
        if repeat:
            params["repeat"] = True
        self.link.say({"id": number, "method": "call_mcp_tool", "params": params})
        return number

    def call(self, tool, arguments=None, **more):
        return self.told(self.use(tool, arguments, **more))

    def fail(self, number):
        answer = self.link.answer_to(number)
        assert "error" in answer, answer
        return answer["error"]["data"]["code"], answer["error"]["message"]

    def query(self, method, **params):
        answer = self.link.ask(method, {"session_token": self.token} | params)
        assert "result" in answer, answer
        return answer["result"]


@pytest.fixture
def agent(house, client):
    return Agent(house, client)


# --- which tools ------------------------------------------------------------------------------


def test_list(agent):
    found = agent.query("list_mcp_tools", context_tokens=1_000_000)
    assert found["mode"] == "tools"
    tools = {tool["name"]: tool for tool in found["tools"]}
    assert tools["mcp__one__echo"]["server"] == "one" and tools["mcp__one__echo"]["input_schema"]["required"] == ["text"]
    [server] = found["servers"]
    assert server["tool_count"] == len(tools) and server["prompt_count"] == 1 and server["instructions"] == "Use it well."
    plain = agent.query("list_mcp_tools", server="one")
    assert plain["mode"] == "tools" and {tool["name"] for tool in plain["tools"]} >= {"echo", "add"}
    assert agent.query("list_mcp_tools", server="none") == {"mode": "none", "tools": [], "servers": []}


@pytest.mark.parametrize("setting, context, mode", [
    ("auto", 1000, "search"), ("auto", 1_000_000, "tools"), ("auto", None, "tools"), ("always", 1000, "tools"), ("never", 1_000_000, "search")])
def test_the_form(house, setting, context, mode):
    client = house.configure(mcp={"tools": setting}).start().client()
    connect(client)
    agent = Agent(house, client)
    found = agent.query("list_mcp_tools", **({"context_tokens": context} if context else {}))
    assert found["mode"] == mode and bool(found["tools"]) == (mode == "tools") and found["servers"][0]["tool_count"] > 30
    whole = agent.query("list_mcp_tools", server="one")
    assert found["servers"] == whole["servers"] and whole["servers"][0]["tool_count"] == len(whole["tools"])


def test_the_tools_of_the_task(house, client):
    agent = Agent(house, client, tools=["Read", "mcp__one__e*"])
    names = [tool["name"] for tool in agent.query("list_mcp_tools")["tools"]]
    assert names == ["mcp__one__echo", "mcp__one__environment", "mcp__one__exit"]
    found = agent.query("list_mcp_tools", context_tokens=100)
    assert found["mode"] == "search" and found["servers"][0]["tool_count"] == 3
    assert agent.call("mcp__one__add", {"a": 1, "b": 2}) == {"approved": False, "reason": "tool_not_listed"}
    assert [tool["name"] for tool in agent.query("search_mcp_tools", query="the tool")["tools"]] == ["mcp__one__environment", "mcp__one__exit"]


def test_search(agent):
    found = agent.query("search_mcp_tools", query="echo", limit=2)["tools"]
    assert found[0]["name"] == "mcp__one__echo" and len(found) <= 2
    assert agent.query("search_mcp_tools", query="echo", server="none") == {"tools": []}


def test_items(agent):
    assert [prompt["name"] for prompt in agent.query("list_mcp_items", server="one", kind="prompts")["prompts"]] == ["greet"]
    assert [entry["uri"] for entry in agent.query("list_mcp_items", server="one", kind="resources")["resources"]] == ["test://big", "test://one"]
    assert [entry["name"] for entry in agent.query("list_mcp_items", server="one", kind="templates")["templates"]] == ["any"]
    answer = agent.link.ask("list_mcp_items", {"session_token": agent.token, "server": "none", "kind": "prompts"})
    assert answer["error"]["data"]["code"] == "mcp_server_not_found"


def test_unknown_lists_delay_nobody(house, client):
    client.call("mcp.remove", {"serverId": "one"})
    other = house.client()
    connecting = other.request("mcp:connect", terms("slow", {"silent": ["tools/list"]}))
    agent = Agent(house, client)
    found = agent.query("list_mcp_tools")
    assert found["mode"] == "none" and found["tools"] == [] and [server["id"] for server in found["servers"]] == ["slow"]
    client.call("mcp.remove", {"serverId": "slow"})
    assert other.answer(connecting)["result"]["status"] == "stopped"


# --- permission -----------------------------------------------------------------------------------


def test_allowed_once(client, agent):
    number = agent.use("mcp__one__echo", {"text": "hello"})
    request = requested(client)
    assert request["tool"] == "mcp__one__echo" and request["input"] == {"text": "hello"}
    about = request["mcp"]
    assert about["serverId"] == "one" and about["serverName"] == "Server one" and about["tool"] == "echo" and about["title"] == "Echo"
    assert about["description"] == "Answers with its text." and not about["changed"] and "before" not in about
    assert request["suggestion"] == {"effect": "allow", "tool": "mcp__one__echo"}
    answer(client, request, "allow_once")
    assert agent.told(number) == {"approved": True, "reason": "user_approved",
                                  "result": {"content": [{"type": "text", "text": "hello"}], "isError": False}}


def test_the_server_is_stopped_while_a_person_decides(house, client, agent):
    number = agent.use("mcp__one__echo", {"text": "hello"})
    request = requested(client)
    client.call("mcp:disconnect", {"serverId": "one"})
    until(lambda: not running(house), "it is gone")
    answer(client, request, "allow_once")
    assert agent.told(number) == {"approved": True, "reason": "user_approved",
                                  "result": {"content": [{"type": "text", "text": "hello"}], "isError": False}}


def test_the_tool_is_changed_while_a_person_decides(client, agent):
    """The answer holds for the definition that was shown: the person is asked again."""
    number = agent.use("mcp__one__echo", {"text": "hello"})
    first = requested(client)
    client.call("event.subscribe", {"topics": ["event.mcpChanged", "permission"]})
    call(client, "change")
    while next_of(client, "event.mcpChanged")["change"] != "tools":
        pass
    answer(client, first, "allow_once")
    second = requested(client)
    assert second["id"] != first["id"] and second["input"] == {"text": "hello"}
    assert second["mcp"]["description"] == "Does something else." and second["mcp"]["definition"] != first["mcp"]["definition"]
    answer(client, second, "allow_once")
    assert text(agent.told(number)["result"]) == "hello"


def test_a_new_version_of_a_server_is_asked_about(house, client, agent):
    """The rule allowed the definition that is stored, the server that starts has another one."""
    number = agent.use("mcp__one__echo", {"text": "x"})
    first = requested(client)
    rule = answer(client, first, "allow_always")["rule"]
    assert agent.told(number)["reason"] == "user_approved"
    call(client, "change_at_start")
    client.call("mcp:disconnect", {"serverId": "one"})
    until(lambda: not running(house), "it is gone")
    number = agent.use("mcp__one__echo", {"text": "y"}, call_id="mine")
    again = requested(client)
    assert again["mcp"]["changed"] and again["mcp"]["definition"] != rule["definition"] and again["input"] == {"text": "y"}
    assert json.loads(again["mcp"]["before"])["description"] == "Answers with its text."
    assert json.loads(again["mcp"]["after"])["description"] == "Is another version."
    answer(client, again, "deny")
    assert agent.told(number)["reason"] == "user_denied"


def test_a_new_version_of_a_server_that_may_do_anything(house, client):
    agent = Agent(house, client, permissionMode="bypassPermissions")
    call(client, "change_at_start")
    client.call("mcp:disconnect", {"serverId": "one"})
    until(lambda: not running(house), "it is gone")
    assert text(agent.call("mcp__one__echo", {"text": "x"})["result"]) == "x"


def test_a_server_that_changes_all_the_time(house, client):
    """Nobody decides without end about definitions that never stay."""
    connect(client, "one", {"restless": True})
    agent = Agent(house, client, permissionMode="bypassPermissions")
    word, message = agent.fail(agent.use("mcp__one__echo", {"text": "x"}))
    assert word == "mcp_tool_changed" and "keeps changing the definitions" in message


def test_denied(client, agent):
    number = agent.use("mcp__one__exit")
    answer(client, requested(client), "deny", reason="not now")
    assert agent.told(number) == {"approved": False, "reason": "user_denied", "note": "not now"}
    assert text(call(client, "echo", {"text": "still there"})) == "still there"


def test_by_the_name_of_the_server(client, agent):
    number = agent.use("echo", {"text": "x"}, server="one")
    answer(client, requested(client), "allow_once")
    assert agent.told(number)["approved"]


@pytest.mark.parametrize("mode, told", [("plan", {"approved": False, "reason": "mode=plan"}), ("bypassPermissions", {"approved": True})])
def test_modes(house, client, mode, told):
    agent = Agent(house, client, permissionMode=mode)
    assert told.items() <= agent.call("mcp__one__echo", {"text": "x"}).items()


def test_accept_edits_asks(house, client):
    agent = Agent(house, client, permissionMode="acceptEdits")
    number = agent.use("mcp__one__echo", {"text": "x"})
    answer(client, requested(client), "deny")
    assert not agent.told(number)["approved"]


def test_rules(client, agent):
    client.call("permission.rules.add", {"effect": "allow", "tool": "mcp__one__*"})
    assert agent.call("mcp__one__echo", {"text": "x"})["approved"]
    client.call("permission.rules.add", {"effect": "deny", "tool": "mcp__one__echo"})
    told = agent.call("mcp__one__echo", {"text": "x"})
    assert not told["approved"] and told["reason"].startswith("rule:")


def test_a_changed_definition_asks_again(client, agent):
    number = agent.use("mcp__one__echo", {"text": "x"})
    first = requested(client)
    rule = answer(client, first, "allow_always")["rule"]
    assert rule["tool"] == "mcp__one__echo" and rule["definition"] == first["mcp"]["definition"]
    assert agent.told(number)["approved"] and agent.call("mcp__one__echo", {"text": "y"})["reason"] == f"rule:{rule['id']}"
    client.call("event.subscribe", {"topics": ["event.mcpChanged", "permission"]})
    call(client, "change")
    while next_of(client, "event.mcpChanged")["change"] != "tools":
        pass
    number = agent.use("mcp__one__echo", {"text": "z"})
    again = requested(client)
    about = again["mcp"]
    assert about["changed"] and about["definition"] != first["mcp"]["definition"]
    assert json.loads(about["before"])["description"] == "Answers with its text."
    assert json.loads(about["after"])["description"] == "Does something else."
    answer(client, again, "allow_session")
    assert agent.told(number)["approved"] and agent.call("mcp__one__echo", {"text": "z"})["approved"]


def test_the_audit_log(house, client, agent):
    client.call("permission.rules.add", {"effect": "allow", "tool": "mcp__one__echo"})
    agent.call("mcp__one__echo", {"text": "a secret of the agent"})
    call(client, "echo", {"text": "a secret of the person"})
    entries = {entry["what"]: entry for entry in client.call("audit.list", {"limit": 50})}
    decided = entries["permission.decided"]["data"]
    assert decided["tool"] == "mcp__one__echo" and decided["serverId"] == "one" and decided["reason"].startswith("rule:")
    assert entries["mcp.called"]["data"] == {"serverId": "one", "tool": "echo"}
    assert entries["mcp.configured"]["data"]["serverId"] == "one" and "secret of" not in json.dumps(list(entries.values()))


# --- calls --------------------------------------------------------------------------------------------


@pytest.fixture
def trusted(house, client):
    return Agent(house, client, permissionMode="bypassPermissions")


def test_unknown_tools(trusted):
    for tool, word in (("mcp__one__ecko", "mcp_tool_not_found"), ("mcp__none__echo", "mcp_tool_not_found"), ("Bash", "mcp_tool_not_found")):
        assert trusted.fail(trusted.use(tool))[0] == word
    assert "did you mean mcp__one__echo?" in trusted.fail(trusted.use("mcp__one__ecko"))[1]
    assert trusted.fail(trusted.use("mcp__one__echo", {"text": 1}))[0] == "mcp_arguments_refused"


def test_progress(trusted):
    number = trusted.use("mcp__one__progress", {"count": 3}, call_id="mine")
    seen = trusted.link.until("mcp_call_progress")["params"]
    assert seen == {"call_id": "mine", "progress": 1, "total": 3, "message": "step 1"}
    assert text(trusted.told(number)["result"]) == "done"


def test_cancel(client, trusted):
    number = trusted.use("mcp__one__never")
    until(lambda: client.call("mcp.get", {"serverId": "one"})["state"] == "running", "it runs")
    trusted.link.say({"method": "$/cancel_request", "params": {"requestId": number}})
    assert trusted.link.answer_to(number)["error"]["data"]["code"] == "request_cancelled"
    assert len(json.loads(text(trusted.call("mcp__one__cancelled")["result"]))) == 1


def test_a_large_result_is_a_file_that_the_agent_sees(house, trusted):
    result = trusted.call("mcp__one__big", {"bytes": 2 << 20})["result"]
    path = result["file"]["path"]
    assert "/executors/" in path and "/own/" in path and result["file"]["bytes"] > 2 << 20
    assert len(json.loads(open(path, encoding="utf-8").read())["content"][0]["text"]) == (2 << 20) + 1


def test_lost(trusted):
    word, message = trusted.fail(trusted.use("mcp__one__exit"))
    assert word == "mcp_server_lost" and "7" in message


def test_the_executor_hears_of_changed_tools(client, trusted):
    call(client, "change")
    assert trusted.link.until("mcp_server_changed")["params"] == {"server": "one"}


def test_prompts_and_resources(house, client):
    agent = Agent(house, client)
    told = agent.query("fetch_mcp_item", server="one", prompt="greet", arguments={"who": "Ada"})
    assert told["approved"] and told["prompt"]["messages"][0]["content"]["text"] == "Greet Ada."
    agent.link.say({"id": "r", "method": "fetch_mcp_item", "params": {"session_token": agent.token, "server": "one", "uri": "test://one"}})
    request = requested(client)
    assert request["tool"] == "mcp__one__read_resource" and request["input"] == {"uri": "test://one"}
    answer(client, request, "allow_once")
    assert agent.told("r")["resource"]["contents"][0]["text"] == "one"
    both = {"session_token": agent.token, "server": "one"}
    assert agent.link.ask("fetch_mcp_item", both)["error"]["data"]["code"] == "invalid_params"


@pytest.mark.parametrize("prompt, asks", [("read @one:test://one", False), ('what does "@one:test://one" say?', False), ("see @one:test://one.", False),
                                          ("read @one:test://one.txt", True), ("read @one:test://oneself", True), ("@two:test://one", True)])
def test_only_a_resource_that_the_person_named_is_read_without_a_question(house, client, prompt, asks):
    agent = Agent(house, client, prompt=prompt)
    agent.link.say({"id": "r", "method": "fetch_mcp_item", "params": {"session_token": agent.token, "server": "one", "uri": "test://one"}})
    if asks:
        answer(client, requested(client), "allow_once")
    assert agent.told("r")["resource"]["contents"][0]["text"] == "one"
    assert len(client.call("permission.list", {"all": True})) == asks


def test_a_token_of_another_task(agent):
    for method, params in (("list_mcp_tools", {}), ("search_mcp_tools", {"query": "x"}), ("call_mcp_tool", {"call_id": "1", "tool": "x"}),
                           ("list_mcp_items", {"server": "one", "kind": "prompts"}), ("fetch_mcp_item", {"server": "one", "uri": "x:"})):
        assert agent.link.ask(method, {"session_token": "x"} | params)["error"]["data"]["code"] == "token_refused"


# --- scope ----------------------------------------------------------------------------------------------


def test_one_process_for_each_session(house, client):
    connect(client, "own", scope="session")
    agents = [Agent(house, client, permissionMode="bypassPermissions") for _ in range(2)]
    pids = [json.loads(text(agent.call("mcp__own__environment")["result"]))["pid"] for agent in agents]
    jails = {client.call("mcp.get", {"serverId": name})["pid"] for name in ("one", "own")}
    assert len(pids) == 2 and len(jails) == 2
    assert len(running(house)) == 4


def test_what_a_foreign_executor_gets(agent):
    """How its agent reaches each server: a program that it starts, which talks to the executor."""
    [server] = agent.query("get_execution_context")["mcp_servers"]
    assert server["name"] == "one" and server["command"].endswith("/weir-mcp")
    assert server["args"][:2] == ["--proxy", "one"] and server["args"][2].endswith("/own")
