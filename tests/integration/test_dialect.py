"""Every message between the daemon and an executor, from the executor's side.
docs/executors.md names these tests in its tables."""

import re

import pytest

from executors import TOOLS
from tasks import get, log, messages, session_of, submit, wait

EVENT_TYPES = {
    "tool_call": {"tool": "Read", "input": {"file_path": "/tmp/test.txt"}},
    "tool_result": {"tool": "Read", "result": "what the file holds"},
    "content_block_start": {"index": 0, "content_block": {"type": "text", "text": ""}},
    "content_block_delta": {"delta": {"text": "Hello, "}},
    "content_block_stop": {"index": 0},
    "thinking_chunk": {"chunk": "I should look at the file first"},
    "message_start": {"message": {"role": "assistant"}},
    "message_stop": {},
    "usage": {"input_tokens": 1000, "output_tokens": 500},
    "error": {"message": "the provider is overloaded", "code": "overloaded"},
}


@pytest.fixture
def work(house):
    """Submits a task to the fake executor; answers the client, the task and its prompt at work."""
    house.start()
    client = house.client()

    def begin(prompt="do it", resumes=False, **more):
        task = submit(client, prompt, agent="fake", **more)
        return client, task, house.next().serve(resumes)

    return begin


def reported(client, task):
    """The messages of this task in the event log."""
    return [m for m in messages(client, task) if m["role"] == "assistant" and m["sequence"] > 0]


def ended(client, task, state="completed"):
    found = wait(client, task)
    assert found["state"] == state, found
    return found["result"]


# --- execute_prompt ---------------------------------------------------------------------


def test_execute_prompt_in_its_whole_form(work, place):
    client, task, prompt = work("look at it", cwd=str(place.home))
    assert re.fullmatch("[0-9a-f]{64}", prompt.token)
    assert prompt.params == {
        "session_token": prompt.token,
        "session_id": get(client, task)["sessionId"],
        "task_id": task,
        "prompt": "look at it",
        "cwd": str(place.home),
        "tools": ["*"],
        "permission_mode": "default",
        "timeout_ms": 600000,
        "stream": True,
    }
    assert isinstance(prompt.request["id"], (str, int))
    prompt.done()
    assert ended(client, task) == {"message_count": 0}


def test_execute_prompt_carries_the_time_of_the_task(work):
    client, task, prompt = work(timeoutMs=77000)
    assert prompt.params["timeout_ms"] == 77000
    prompt.done()
    ended(client, task)


@pytest.mark.parametrize("mode", ["default", "acceptEdits", "bypassPermissions", "plan"])
def test_execute_prompt_carries_the_permission_mode(house, mode):
    client = house.start().client()
    task = submit(client, "do it", agent="fake", sessionId=session_of(client, permissionMode=mode))
    prompt = house.next().serve()
    assert prompt.params["permission_mode"] == mode
    prompt.done()
    ended(client, task)


def test_execute_prompt_answered_completed(work):
    client, task, prompt = work()
    prompt.report()
    prompt.report()
    usage = {"input_tokens": 45000, "output_tokens": 12000, "cache_read_tokens": 30000, "cache_write_tokens": 7}
    prompt.done(token_usage=usage, text="That is it.")
    assert ended(client, task) == {"message_count": 2, "token_usage": usage, "text": "That is it."}


def test_execute_prompt_answered_with_the_short_token_usage(work):
    client, task, prompt = work()
    prompt.done(token_usage={"input": 45, "output": 12})
    assert ended(client, task)["token_usage"] == {"input_tokens": 45, "output_tokens": 12}


def test_execute_prompt_answered_failed(work):
    client, task, prompt = work()
    prompt.done(status="failed", error={"message": "no such model", "code": "MODEL", "stack": "at line 1"})
    error = ended(client, task, "failed")["error"]
    assert error == {"reason": "error", "message": "no such model", "code": "MODEL", "stack": "at line 1"}


def test_execute_prompt_answered_failed_without_a_word_why(work):
    client, task, prompt = work()
    prompt.done(status="failed")
    error = ended(client, task, "failed")["error"]
    assert error["reason"] == "error" and error["message"]


def test_execute_prompt_answered_cancelled(work):
    client, task, prompt = work()
    prompt.done(status="cancelled")
    ended(client, task, "cancelled")


@pytest.mark.parametrize("code", [-32000, -32603, 17])
def test_execute_prompt_answered_with_an_error(work, code):
    client, task, prompt = work()
    prompt.fail("it broke", code, stack="at executor.js:7")
    error = ended(client, task, "failed")["error"]
    assert error["reason"] == "error" and error["message"] == "it broke" and error["stack"] == "at executor.js:7"


def test_execute_prompt_answered_with_an_error_and_no_data(work):
    client, task, prompt = work()
    prompt.fail("it broke")
    error = ended(client, task, "failed")["error"]
    assert error["message"] == "it broke" and "stack" not in error


# --- report_message ---------------------------------------------------------------------


@pytest.mark.parametrize("event_type", EVENT_TYPES)
def test_report_message_of_each_type(work, event_type):
    client, task, prompt = work()
    prompt.report(event_type, EVENT_TYPES[event_type])
    prompt.done()
    ended(client, task)
    [message] = reported(client, task)
    assert message["type"] == event_type and message["data"] == EVENT_TYPES[event_type]
    assert message["sequence"] == 1 and message["timestamp"] == 1700000000001 and message["role"] == "assistant"


@pytest.mark.parametrize("event_type", ["progress", "content_block", "permission_denied", "whatever you like"])
def test_report_message_of_an_unknown_type(work, event_type):
    client, task, prompt = work()
    prompt.report(event_type, {"a": [1, 2.5, None, "ß"]})
    prompt.done()
    ended(client, task)
    [message] = reported(client, task)
    assert message["type"] == event_type and message["data"] == {"a": [1, 2.5, None, "ß"]}


@pytest.mark.parametrize("data", [None, "text", 7, [], {}, {"deep": {"er": ["…"]}}], ids=str)
def test_report_message_with_any_data(work, data):
    client, task, prompt = work()
    prompt.report("tool_result", data)
    prompt.done()
    ended(client, task)
    assert reported(client, task)[0]["data"] == data


def test_report_message_by_its_other_names(work):
    client, task, prompt = work()
    prompt.loosely("tool_call", {"tool": "Read"}, sequence=1)
    prompt.loosely("tool_result", {"tool": "Read", "result": ""}, sequence=2)
    prompt.done(message_count=2)
    assert ended(client, task)["message_count"] == 2
    assert [(m["sequence"], m["type"], m["data"]) for m in reported(client, task)] == [
        (1, "tool_call", {"tool": "Read"}), (2, "tool_result", {"tool": "Read", "result": ""}),
    ]


def test_report_message_without_a_number_or_a_time(work):
    client, task, prompt = work()
    for word in ("one", "two", "three"):
        prompt.loosely("content_block", {"text": word})
    prompt.done(message_count=3)
    result = ended(client, task)
    found = reported(client, task)
    assert [(m["sequence"], m["data"]["text"]) for m in found] == [(1, "one"), (2, "two"), (3, "three")]
    assert all(m["timestamp"] > 1700000000000 for m in found)
    assert result["text"] == "three"


def test_report_message_with_and_without_numbers(work):
    """As an executor does that numbers its messages but not its last one, the error."""
    client, task, prompt = work()
    prompt.loosely("thinking_chunk", {"chunk": "a"}, sequence=1)
    prompt.loosely("thinking_chunk", {"chunk": "b"}, sequence=2)
    prompt.loosely("error", {"message": "it broke"})
    prompt.fail("it broke")
    ended(client, task, "failed")
    assert [(m["sequence"], m["type"]) for m in reported(client, task)] == [
        (1, "thinking_chunk"), (2, "thinking_chunk"), (3, "error"),
    ]


def test_report_message_without_a_task(work):
    """The token says whose it is."""
    client, task, prompt = work()
    prompt.link.notify("report_message", {"session_token": prompt.token, "message_type": "progress", "data": {"current_step": "x"}})
    prompt.done()
    ended(client, task)
    assert [m["type"] for m in reported(client, task)] == ["progress"]


def test_the_final_text_is_what_was_said_last(work):
    client, task, prompt = work()
    prompt.report("message_start", {})
    prompt.report("content_block_delta", {"delta": {"text": "not this"}})
    prompt.report("message_stop", {})
    prompt.report("message_start", {})
    for piece in ("That ", "is ", "it."):
        prompt.report("content_block_delta", {"delta": {"text": piece}})
    prompt.done()
    assert ended(client, task)["text"] == "That is it."


# --- the other notifications ------------------------------------------------------------


def test_report_progress(work):
    client, task, prompt = work()
    client.call("event.subscribe", {"topics": ["task"]})
    progress = {"percent": 40.5, "message": "Reading files…", "completed_steps": 2, "total_steps": 5}
    prompt.link.notify("report_progress", prompt.ids | {"progress": progress})
    while (event := client.event())["method"] != "event.taskProgress":
        pass
    assert event["params"]["taskId"] == task and event["params"]["progress"] == progress
    assert get(client, task)["progress"] == progress
    prompt.done()
    ended(client, task)


@pytest.mark.parametrize("progress", [{"percent": 0}, {"message": "…"}, {"completed_steps": 1}, {}], ids=str)
def test_report_progress_of_any_part(work, progress):
    client, task, prompt = work()
    prompt.link.notify("report_progress", prompt.ids | {"progress": progress})
    prompt.done()
    ended(client, task)
    assert get(client, task).get("progress", {}) == progress


def test_report_commands_are_kept_with_the_session(work):
    client, task, prompt = work()
    session = get(client, task)["sessionId"]
    client.call("event.subscribe", {"topics": ["session"]})
    commands = [{"name": "review", "description": "Review a change", "hint": "[number]"}, {"name": "init"}]
    for _ in range(2):  # the second time it is nothing new
        prompt.link.notify("report_commands", prompt.ids | {"agent": "other", "commands": commands})
    prompt.done()
    ended(client, task)
    kept = {"agent": "other", "commands": commands}
    while (event := client.event())["method"] != "event.sessionUpdated" or "agentCommands" not in event["params"]["session"]:
        pass
    assert event["params"]["session"]["agentCommands"] == kept
    assert client.call("session.get", {"sessionId": session})["agentCommands"] == kept
    assert all("agentCommands" not in listed for listed in client.call("session.list"))
    told = client.call("event.list", {"sessionId": session, "topics": ["event.sessionUpdated"], "limit": 1000})["events"]
    assert len([e for e in told if "agentCommands" in e["params"]["session"]]) == 1


def test_report_commands_has_limits(work):
    """A list that is no list of commands is passed over; of many lists the first ones count."""
    client, task, prompt = work()
    session = get(client, task)["sessionId"]
    for commands in ([{"name": ""}], [{"name": "x" * 129}], ["init"], [{"name": "a"}] * 257, [{"name": "a\0"}]):
        prompt.link.notify("report_commands", prompt.ids | {"agent": "other", "commands": commands}, bad=True)
    for number in range(100):
        prompt.link.notify("report_commands", prompt.ids | {"agent": "other", "commands": [{"name": f"c{number}"}]})
    prompt.done()
    ended(client, task)
    assert client.call("session.get", {"sessionId": session})["agentCommands"]["commands"] == [{"name": "c31"}]


def test_report_models_are_kept_with_the_session(work):
    client, task, prompt = work()
    session = get(client, task)["sessionId"]
    client.call("event.subscribe", {"topics": ["session"]})
    models = [{"name": "a/large", "title": "Large", "isDefault": True}, {"name": "b", "isDefault": False}]
    prompt.link.notify("report_commands", prompt.ids | {"agent": "other", "commands": [{"name": "init"}]})
    for _ in range(2):  # the second time it is nothing new
        prompt.link.notify("report_models", prompt.ids | {"agent": "other", "models": models})
    for wrong in ([{"name": ""}], [{"name": "x" * 257}], ["init"], [{"name": "a"}] * 513, [{"name": "a\0"}]):
        prompt.link.notify("report_models", prompt.ids | {"agent": "other", "models": wrong}, bad=True)
    prompt.done()
    ended(client, task)
    while (event := client.event())["method"] != "event.sessionUpdated" or "agentModels" not in event["params"]["session"]:
        pass
    record = client.call("session.get", {"sessionId": session})
    assert record["agentModels"] == {"agent": "other", "models": models} == event["params"]["session"]["agentModels"]
    assert record["agentCommands"]["commands"] == [{"name": "init"}]  # one does not replace the other
    assert all("agentModels" not in listed for listed in client.call("session.list"))
    told = client.call("event.list", {"sessionId": session, "topics": ["event.sessionUpdated"], "limit": 1000})["events"]
    assert len([e for e in told if "agentModels" in e["params"]["session"]]) == 1

    found = client.call("agent.models", {"sessionId": session, "agent": "other"})
    assert found == {"agent": "other", "services": [], "models": models}
    # A new session does not know them yet; the agent is the same.
    for params in ({"agent": "other"}, {"agent": "other", "sessionId": client.call("session.create", {"cwd": "/"})["id"]}):
        assert client.call("agent.models", params)["models"] == models
    assert "models" not in client.call("agent.models", {"agent": "unheard"})


def test_report_error_is_kept_and_the_task_goes_on(work):
    client, task, prompt = work()
    error = {"code": "TOOL_FAILED", "message": "grep is not there", "details": {"tool": "Grep"}}
    prompt.link.notify("report_error", prompt.ids | {"error": error})
    prompt.report()
    prompt.done()
    ended(client, task)
    [message] = [m for m in messages(client, task) if m["type"] == "report_error"]
    assert message["data"] == error and message["role"] == "assistant"
    assert len(reported(client, task)) == 1


def test_batch_notification(work):
    client, task, prompt = work()
    batch = [{"method": "report_message", "params": prompt.message()} for _ in range(12)]
    batch.insert(5, {"method": "report_progress", "params": prompt.ids | {"progress": {"percent": 50}}})
    batch.insert(7, {"method": "report_error", "params": prompt.ids | {"error": {"code": "X", "message": "y"}}})
    prompt.link.notify("batch_notification", {"notifications": batch})
    prompt.done()
    assert ended(client, task)["message_count"] == 12
    assert [m["sequence"] for m in reported(client, task)] == list(range(1, 13))
    assert get(client, task)["progress"] == {"percent": 50}
    assert [m["data"]["code"] for m in messages(client, task) if m["type"] == "report_error"] == ["X"]


def test_batch_notification_of_loose_messages(work):
    client, task, prompt = work()
    batch = [
        {"method": "report_message", "params": prompt.ids | {"message_type": "content_block", "data": {"text": str(i)}}}
        for i in range(10)
    ]
    prompt.link.notify("batch_notification", {"notifications": batch})
    prompt.done()
    ended(client, task)
    assert [m["data"]["text"] for m in reported(client, task)] == [str(i) for i in range(10)]


def test_batch_notification_with_something_unknown_in_it(work):
    client, task, prompt = work()
    batch = [
        {"method": "report_message", "params": prompt.message()},
        {"method": "report_weather", "params": {"sun": True}},
        {"method": "report_message", "params": {"session_token": 7}},
        {"method": "report_message", "params": prompt.message()},
    ]
    prompt.link.notify("batch_notification", {"notifications": batch}, bad=True)
    prompt.done()
    ended(client, task)
    assert [m["sequence"] for m in reported(client, task)] == [1, 2]


# --- the executor asks ------------------------------------------------------------------


def test_get_api_key_without_a_stored_key(work):
    client, task, prompt = work()
    error = prompt.ask("get_api_key", service="anthropic")["error"]
    assert error["code"] == -32030 and error["data"]["code"] == "key_not_found" and "anthropic" in error["message"]
    prompt.done()
    ended(client, task)


def test_request_permission_of_a_session_that_bypasses_them(house):
    client = house.start().client()
    task = submit(client, "do it", agent="fake", sessionId=session_of(client, permissionMode="bypassPermissions", tools=["Write"]))
    prompt = house.next().serve()
    answer = prompt.ask("request_permission", tool_name="Write", tool_input={"file_path": "/etc/hosts"})
    assert answer["result"] == {"approved": True, "reason": "mode=bypassPermissions"}
    answer = prompt.ask("request_permission", tool_name="LaunchMissiles", tool_input={})
    assert answer["result"] == {"approved": False, "reason": "tool_not_listed"}
    prompt.done()
    ended(client, task)


def test_request_permission_without_a_front_end(work):
    client, task, prompt = work()
    answer = prompt.ask("request_permission", tool_name="Write", tool_input={"file_path": "/etc/hosts"}, request_id="one")
    assert answer["result"] == {"approved": False, "reason": "no_approver"}
    prompt.done()
    ended(client, task)


def test_request_permission_of_a_tool_that_is_not_listed(work):
    client, task, prompt = work(tools=["Read", "mcp__github__*"])
    answer = prompt.ask("request_permission", tool_name="LaunchMissiles")
    assert answer["result"] == {"approved": False, "reason": "tool_not_listed"}
    prompt.done()
    ended(client, task)


def test_get_execution_context_of_a_new_session(work, place):
    (place.home / "CLAUDE.md").write_text("Be kind.")
    client, task, prompt = work(cwd=str(place.home))
    context = prompt.ask("get_execution_context")["result"]
    assert context["session_id"] == prompt.params["session_id"] and context["task_id"] == task
    assert context["messages"] == [] and context["mcp_servers"] == [] and "model_config" not in context
    assert [name.rsplit("/", 1)[-1] for name in context["context_files"]] == ["CLAUDE.md"]
    prompt.done()
    ended(client, task)


def test_get_execution_context_has_earlier_messages(house):
    client = house.start().client()
    session = session_of(client, model="model-1")
    first = submit(client, "what is two and two?", agent="fake", sessionId=session)
    prompt = house.next().serve()
    prompt.report("content_block", {"text": "four"})
    prompt.done()
    ended(client, first)
    second = submit(client, "and three?", agent="fake", sessionId=session)
    prompt = prompt.link.prompt()
    context = prompt.ask("get_execution_context")["result"]
    assert [(m["role"], m["type"], m["content"], m["task_id"]) for m in context["messages"]] == [
        ("user", "prompt", {"text": "what is two and two?"}, first), ("assistant", "content_block", {"text": "four"}, first),
    ]
    assert context["model_config"]["model"] == "model-1"
    prompt.done()
    ended(client, second)


def test_create_message(work):
    client, task, prompt = work()
    message = {"role": "assistant", "content": {"text": "stored"}, "type": "content_block"}
    answer = prompt.ask("create_message", task_id=task, message=message)["result"]
    assert answer["message_id"] and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", answer["created_at"])
    [stored] = [m for m in messages(client, task) if m.get("messageId") == answer["message_id"]]
    assert (stored["role"], stored["type"], stored["data"], stored["sequence"]) == ("assistant", "content_block", {"text": "stored"}, 0)
    prompt.done()
    ended(client, task)


def test_create_message_twice_with_one_key(work):
    client, task, prompt = work()
    message = {"role": "user", "content": "once", "type": "note"}
    first = prompt.ask("create_message", message=message, message_key="k")["result"]
    assert prompt.ask("create_message", message=message, message_key="k")["result"] == first
    other = prompt.ask("create_message", message=message, message_key="l")["result"]
    assert other["message_id"] != first["message_id"]
    assert len([m for m in messages(client, task) if m["type"] == "note"]) == 2
    prompt.done()
    ended(client, task)


# --- what is not in the dialect ---------------------------------------------------------


@pytest.mark.parametrize("method", ["report_weather", "task.cancel", "daemon.stop", "execute_prompt", "session.list", "shutdown"])
def test_an_unknown_method_is_refused(work, method):
    """So is one that is for others: an agent cannot act as a client."""
    client, task, prompt = work()
    answer = prompt.link.ask(method, {"taskId": task}, bad=True)
    assert answer["error"]["code"] == -32601
    prompt.link.notify(method, {"taskId": task}, bad=True)
    prompt.report()
    prompt.done()
    assert ended(client, task)["message_count"] == 1


def test_ping_of_an_executor(work):
    client, task, prompt = work()
    assert prompt.link.ask("ping", {})["result"]["pong"] is True
    prompt.done()
    ended(client, task)


def test_the_prompt_is_in_the_log_before_its_answers(work):
    client, task, prompt = work("hear me")
    prompt.report()
    prompt.done()
    ended(client, task)
    said = [(e["params"]["role"], e["params"]["data"]) for e in log(client, taskId=task, topics=["message"])]
    assert said[0] == ("user", {"text": "hear me"}) and said[1][0] == "assistant"
