"""The requests of the built-in agent to the daemon, with a test in the daemon's place: their order, their contents, and
how it handles unusable responses."""

import pytest

from executor_peer import Executor
from models import KEY

CALL = {"tool": "Write", "input": {"file_path": "a.txt", "content": "x"}, "id": "toolu_1"}


class Daemon:
    """A daemon that answers every request, except those that the test answers itself."""

    def __init__(self, executor, model, place, **provider):
        self.model, self.folder = model, place.root / "work"
        self.folder.mkdir()
        self.peer = executor.connect()
        self.peer.resume()
        self.asked = []
        service = {"service": "anthropic", "format": "anthropic", "url": model.url, "header": "x-api-key", "prefix": "",
                   "model": "claude-test", "has_key": True, "connect_ms": 20_000, "silence_ms": 60_000, "retries": 0,
                   "context_tokens": 100_000, "output_tokens": 1000}
        self.results = {
            "get_execution_context": {"session_id": "ses_1", "task_id": "task_1", "messages": [], "mcp_servers": [],
                                      "context_files": [], "providers": [service | provider]},
            "get_api_key": {"api_key": KEY},
            "request_permission": {"approved": True, "reason": "rule"},
            "keep_files": {"kept": 1, "complete": True},
        }
        for method in self.results:
            self.peer.answers[method] = lambda params, method=method: self._answer(method, params)

    def _answer(self, method, params):
        self.asked.append((method, {name: value for name, value in params.items() if name != "session_token"}))
        return self.results[method]

    def keep_back(self, method):
        """It is not answered, but stays in peer.asked."""
        del self.peer.answers[method]
        return self

    def execute(self, **more):
        return self.peer.execute("do it", agent="builtin", cwd=str(self.folder), **{"tools": ["Read", "Write"]} | more)

    def types(self):
        return [message["event_type"] for message in self.peer.messages]


@pytest.fixture
def daemon(place, model):
    with Executor(place) as executor:
        yield Daemon(executor, model, place)


def test_in_this_order(daemon, model):
    model.play([{"tool": "Bash", "input": {"command": "true"}, "id": "toolu_0"}, CALL], [{"text": "Done."}])
    result = daemon.peer.result(daemon.execute())
    assert result["status"] == "completed" and result["text"] == "Done."
    assert [method for method, _ in daemon.asked] == ["get_execution_context", "get_api_key", "request_permission", "keep_files", "get_api_key"]
    asked = dict(daemon.asked)
    assert asked["get_api_key"] == {"service": "anthropic"}
    assert asked["request_permission"].pop("request_id").startswith("perm_")
    assert asked["request_permission"] == {"tool_name": "Write", "tool_input": CALL["input"]}
    assert asked["keep_files"] == {"task_id": "task_1", "paths": [str(daemon.folder / "a.txt")]}
    assert (daemon.folder / "a.txt").read_text() == "x"
    assert [tool["name"] for tool in model.requests[0].body["tools"]] == ["Read", "Write"]
    assert "No such tool: Bash." in model.requests[1].results()["toolu_0"]


def words_of(request):
    return [(message["role"], block.get("text") or block["type"]) for message in request.body["messages"] for block in message["content"]]


def test_only_what_came_since_the_last_task_is_asked_for(daemon, model):
    """The agent remembers the conversation while the session stays in its executor and the daemon confirms it."""
    use = {"tool": "Read", "input": {"file_path": "none"}, "id": "toolu_1"}
    model.play([{"text": "Hm."}, use], [{"text": "One."}], [{"text": "Two."}], [{"text": "Three."}],
               [{"status": 400, "message": "no"}], [{"text": "Five."}], [{"text": "Six."}])
    context = daemon.results["get_execution_context"]
    said = lambda role, text: {"role": role, "type": "prompt" if role == "user" else "content_block", "content": {"text": text}}

    def run(number, status="completed", session="ses_1", **more):
        daemon.results["get_execution_context"] = context | {"task_id": f"task_{number}", "session_id": session} | more
        result = daemon.peer.result(daemon.execute(task=f"task_{number}", session_id=session))
        assert result["status"] == status, result
        return [params.get("after_task") for method, params in daemon.asked if method == "get_execution_context"][-1]

    first = [("user", "do it"), ("assistant", "Hm."), ("assistant", "tool_use"), ("user", "tool_result"), ("assistant", "One.")]
    assert run(1) is None
    assert run(2, continues=True) == "task_1"
    assert words_of(model.requests[2]) == [*first, ("user", "do it")]
    # Another agent was asked in between.
    assert run(3, continues=True, messages=[said("user", "and?"), said("assistant", "Else.")]) == "task_2"
    assert words_of(model.requests[3]) == [*first, ("user", "do it"), ("assistant", "Two."), ("user", "and?"), ("assistant", "Else."),
                                           ("user", "do it")]
    # The log does not know that task any more; this one fails, and what it knew is not trusted.
    assert run(4, "failed", continues=False, messages=[said("user", "all"), said("assistant", "there is")]) == "task_3"
    assert words_of(model.requests[4]) == [("user", "all"), ("assistant", "there is"), ("user", "do it")]
    assert run(5) is None
    assert run(6, session="ses_2") is None
    assert words_of(model.requests[6]) == [("user", "do it")]


def test_without_a_stream(daemon, model):
    """Without streaming, only complete messages are reported."""
    model.play([{"thinking": "hm", "signature": "c2ln"}, {"text": "I write."}, CALL], [{"text": "Done."}])
    assert daemon.peer.result(daemon.execute(stream=False))["status"] == "completed"
    assert set(daemon.types()) == {"agent_chosen", "message_start", "content_block_start", "content_block_stop", "usage", "message_stop",
                                   "tool_call", "tool_result"}


@pytest.mark.parametrize(
    ("code", "word", "sentence"),
    [(-32030, "key_not_found", "no API key configured for anthropic; add one: weir key set anthropic"), (-32038, "key_refused", "weir session update"),
     (-32003, "keys_locked", "cannot get the key"), (-32003, "subsystem_unavailable", "cannot get the key")],
)
def test_no_key_is_given(daemon, model, code, word, sentence):
    prompt = daemon.keep_back("get_api_key").execute()
    daemon.peer.refuse(daemon.peer.wait_for_ask("get_api_key"), code, word)
    result = daemon.peer.result(prompt)
    assert result["status"] == "failed" and result["error"]["code"] == "no_key" and sentence in result["error"]["message"]
    assert model.requests == []


def test_what_cannot_be_kept_is_not_changed(daemon, model):
    model.play([CALL], [{"text": "So be it."}])
    prompt = daemon.keep_back("keep_files").execute()
    daemon.peer.refuse(daemon.peer.wait_for_ask("keep_files"), -32003, "subsystem_unavailable")
    assert daemon.peer.result(prompt)["status"] == "completed"
    assert not (daemon.folder / "a.txt").exists() and "The call was not run" in model.requests[1].results()["toolu_1"]
    assert "tool_call" not in daemon.types()


def test_no_context(daemon):
    prompt = daemon.keep_back("get_execution_context").execute()
    daemon.peer.refuse(daemon.peer.wait_for_ask("get_execution_context"), -32003, "subsystem_unavailable")
    assert daemon.peer.result(prompt)["error"]["code"] == "no_context"


@pytest.mark.parametrize("method", ["get_execution_context", "get_api_key", "request_permission", "keep_files"])
@pytest.mark.parametrize("how", ["stop_task", "cancel_task"])
def test_stopped_while_it_asks(daemon, model, method, how):
    model.play([CALL])
    prompt = daemon.keep_back(method).execute()
    ask = daemon.peer.wait_for_ask(method)
    ids = {"session_token": "token of task_1", "task_id": "task_1"}
    if how == "stop_task":
        assert daemon.peer.call("stop_task", reason="enough", **ids)["stopped"]
    else:
        daemon.peer.notify("cancel_task", **ids)
    assert daemon.peer.result(prompt)["status"] == "cancelled"
    daemon.peer.reply(ask, daemon.results[method])
    daemon.peer.sync()
    assert not (daemon.folder / "a.txt").exists()


def test_who_is_not_confirmed_reads_no_further(daemon, model):
    """Above 8 MiB that nobody has stored, the model is not read; with each confirmation it goes on, and nothing is lost."""
    blocks, pieces, size = 12, 32, 1 << 16
    model.play([{"text": chr(ord("a") + number) * pieces * size, "pieces": size} for number in range(blocks)])
    prompt = daemon.execute()
    peer = daemon.peer
    peer.wait_for_messages(pieces)
    quiet = 0
    while quiet < 400:  # questions in a row with nothing else between their answers
        before = len(peer.messages)
        peer.sync()
        quiet = quiet + 1 if len(peer.messages) == before else 0
    assert len(peer.messages) < 4 * pieces and "message_stop" not in daemon.types()
    while "message_stop" not in (message["event_type"] for message in peer.messages[-3:]):
        peer.confirm(len(peer.messages))
        peer.hear()
    result = peer.result(prompt)
    assert result["status"] == "completed" and peer.sequences() == list(range(1, result["message_count"] + 1))
    said = [message["event_data"]["delta"]["text"] for message in peer.messages if message["event_type"] == "content_block_delta"]
    assert len(said) == blocks * pieces and {len(text) for text in said} == {size}
