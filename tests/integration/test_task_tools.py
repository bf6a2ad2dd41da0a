"""The tools of a task, and whether its messages are streamed: from the task, the session, or the defaults."""

import pytest

from asking import Asker
from sessions import create, get
from tasks import messages, session_of, submit, wait


def prompted(house, client, agent="fake", **more):
    """The execute_prompt that the executor of the task gets."""
    task = submit(client, "do it", agent=agent, **more)
    prompt = house.next().serve()
    prompt.done()
    wait(client, task)
    return prompt.params


def test_a_session_keeps_its_tools(client):
    session = create(client, tools=["Read", "mcp__github__*"], stream=False)
    assert (session["tools"], session["stream"]) == (["Read", "mcp__github__*"], False)
    assert get(client, session) == session
    changed = client.call("session.update", {"sessionId": session["id"], "tools": []})
    assert changed["tools"] == [] and changed["stream"] is False
    changed = client.call("session.update", {"sessionId": session["id"], "tools": None, "stream": None})
    assert "tools" not in changed and "stream" not in changed
    fork = client.call("session.fork", {"sessionId": create(client, tools=["Bash"])["id"]})
    assert fork["tools"] == ["Bash"]


def test_a_task_keeps_its_tools(client):
    task = submit(client, "say x; done", tools=["Read"], stream=False, limits={"tokens": 9})
    found = wait(client, task)
    assert (found["tools"], found["stream"], found["limits"]) == (["Read"], False, {"tokens": 9})
    found = wait(client, submit(client, "say x; done", tools=[]))
    assert found["tools"] == [] and "stream" not in found and "limits" not in found


@pytest.mark.parametrize("tools", ["Read", [""], [1], ["x" * 129], ["Read"] * 257])
def test_what_is_no_list_of_tools(client, tools):
    for method, params in (("session.create", {"cwd": "/tmp"}), ("task.submit", {"prompt": "say x; done"})):
        assert client.error(method, params | {"tools": tools}, bad=True).code == -32602


def test_the_task_comes_before_the_session_and_both_before_all(house):
    client = house.start().client()
    session = session_of(client, tools=["Read"], stream=False)
    assert prompted(house, client)["tools"] == ["*"] and prompted(house, client)["stream"] is True
    sent = prompted(house, client, sessionId=session)
    assert (sent["tools"], sent["stream"]) == (["Read"], False)
    sent = prompted(house, client, sessionId=session_of(client, tools=["Read"], stream=False), tools=[], stream=True)
    assert (sent["tools"], sent["stream"]) == ([], True)


def test_only_listed_tools_are_decided_about(house):
    client = house.start().client()
    for tools, allowed in ((["Read", "mcp__github__*"], {"Read", "mcp__github__list"}), ([], set()),
                           (["*"], {"Read", "Bash", "mcp__github__list"})):
        asker = Asker(house, client, permissionMode="bypassPermissions", tools=tools)
        for tool in ("Read", "Bash", "mcp__github__list"):
            answer = asker.ask(tool, file_path="/etc/hostname")
            assert answer["approved"] == (tool in allowed), (tools, tool, answer)
            assert answer["approved"] or answer["reason"] == "tool_not_listed"


def test_without_pieces(house):
    """The script agent says what it says in pieces and as a whole."""
    client = house.start().client()
    kinds = {}
    for stream in (True, False):
        task = submit(client, "say hello; done", agent="script", stream=stream)
        assert wait(client, task)["state"] == "completed"
        kinds[stream] = [message["type"] for message in messages(client, task)]
    assert [kind for kind in kinds[True] if not kind.endswith("_delta")] == kinds[False]
    assert kinds[False] != kinds[True]
