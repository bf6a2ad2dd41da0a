"""Third-party agents from npm under the shipped daemon, in the real sandbox, with a person who answers: Claude Code and
an agent on the Agent Client Protocol's SDK."""

import pytest

from kernels import needs_namespaces
import npm
from asking import answer, requested
from hosts import AnyModel
from setting import BIN, SHIPPED, WATCHDOG_SECONDS
from tasks import get, messages, session_of, submit, wait

pytestmark = pytest.mark.usefixtures("once")


@pytest.fixture
def model():
    model = AnyModel(strict=False)
    yield model
    model.close()


@pytest.fixture
def start(place, make_daemon):
    """A daemon with these agents; a client that can approve, and the session's directory."""
    daemons = []

    def start(agents):
        project = place.home / "project"
        project.mkdir()
        place.write_config({"view": {"read": [str(BIN.parent), str(npm.CACHE)]}, "pool": {"warm": 0}, "agents": agents})
        daemons.append(make_daemon().start(program=SHIPPED))
        client = daemons[0].client(seconds=3 * WATCHDOG_SECONDS)  # these programs take their time
        client.call("initialize", {"client": {"name": "person"}, "approves": True})
        return client, project

    yield start
    for daemon in daemons:
        daemon.stop()


def seen(client, task):
    return [(message["type"], message["data"]) for message in messages(client, task) if message["role"] == "assistant"]


def test_claude_code_in_the_sandbox(place, start, model):
    env = {"ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_AUTH_TOKEN": "made-up", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
    (place.home / ".claude").mkdir()
    (place.home / ".claude.json").write_text("{}")
    client, project = start({"cc": {"adapter": "claude-code", "command": [str(npm.claude_code())], "env": env,
                                    "write": ["~/.claude", "~/.claude.json"]}})
    target = project / "a.txt"
    target.write_text("old\n")
    model.play(
        [{"tool": "Read", "id": "toolu_0", "input": {"file_path": str(target)}}],
        [{"tool": "Edit", "id": "toolu_1", "input": {"file_path": str(target), "old_string": "old", "new_string": "new"}}],
        [{"tool": "Bash", "id": "toolu_2", "input": {"command": "touch made", "description": "Make a file"}}],
        [{"text": "Done."}],
        [{"text": "Goes on."}],
    )
    session = session_of(client, cwd=str(project), agent="cc")
    task = submit(client, "change it", sessionId=session)
    request = requested(client)  # reading inside needs no question
    assert request["tool"] == "Edit" and request["input"]["old_string"] == "old", request
    answer(client, request, "allow_once")
    request = requested(client)
    assert request["tool"] == "Bash" and request["input"]["command"] == "touch made"
    answer(client, request, "deny")
    result = wait(client, task)
    assert result["state"] == "completed" and result["result"]["text"] == "Done.", (result, seen(client, task))
    assert target.read_text() == "new\n" and not (project / "made").exists()
    events = seen(client, task)
    assert [data["tool"] for kind, data in events if kind == "tool_call"] == ["Read", "Edit"]
    assert [(data["tool"], data["reason"]) for kind, data in events if kind == "permission_denied"] == [("Bash", "user_denied")]
    assert [data["is_error"] for kind, data in events if kind == "tool_result"] == [False, False, True]

    # The session goes on in the agent's own files, which its sandbox shows.
    again = wait(client, submit(client, "and then?", sessionId=session))
    assert again["result"]["text"] == "Goes on.", again
    assert "touch made" in str(model.requests[-1].body["messages"])
    assert get(client, task)["result"]["token_usage"]["output_tokens"] > 0


@needs_namespaces
def test_agent_client_protocol_in_the_sandbox(start):
    client, project = start({"sdk": {"adapter": "acp", "command": npm.sdk_agent()}})
    target = project / "a.txt"
    task = submit(client, f"edit {target} one\nrun uname -s\nread /etc/shadow 1 1", agent="sdk", cwd=str(project))
    request = requested(client)
    assert request["tool"] == "Write" and request["input"]["content"] == "one", request
    answer(client, request, "allow_once")
    request = requested(client)
    assert request["tool"] == "Bash" and request["input"]["command"] == "uname -s"
    answer(client, request, "allow_once")
    request = requested(client)
    assert request["tool"] == "Read" and request["input"]["file_path"] == "/etc/shadow"
    answer(client, request, "allow_once")
    result = wait(client, task)
    assert target.read_text() == "one"
    # It may read it, and there is nothing: the sandbox does not show it.
    assert result["state"] == "failed" and "/etc/shadow" in result["result"]["error"]["message"], result
    assert [data["tool"] for kind, data in seen(client, task) if kind == "tool_call"] == ["Write", "Bash"]
