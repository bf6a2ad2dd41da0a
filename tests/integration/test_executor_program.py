"""weir-executor alone, with a test in the daemon's place. Prompts are scripts of the agent `script`; tests/script/script.c
lists its statements."""

import select
import signal

import pytest

from executor_peer import SECRET, Player
from tasks import Gate
from waiting import is_listening, standstill, until

EVENT_TYPES = ["tool_call", "tool_result", "content_block_start", "content_block_delta", "content_block_stop",
               "thinking_chunk", "message_start", "message_stop", "usage", "error"]


@pytest.fixture
def executor(place):
    with Player(place) as executor:
        yield executor


@pytest.fixture
def daemon(executor):
    """A connection that has said resume."""
    daemon = executor.connect()
    daemon.resume()
    return daemon


def numbered(count, first=1):
    return list(range(first, first + count))


# --- a prompt -----------------------------------------------------------------------


def test_prompt_is_echoed_and_completes(daemon):
    result = daemon.run("Good morning")
    assert result == {"status": "completed", "message_count": 1, "text": "Good morning"}
    (message,) = daemon.messages
    assert message.pop("timestamp") > 1.6e12
    assert message == {"session_token": "token of task_1", "task_id": "task_1", "sequence": 1,
                       "event_type": "content_block_delta", "event_data": {"text": "Good morning"}}


def test_all_types_of_events_come_in_their_order(daemon):
    result = daemon.run("\n".join(f'message {kind} {{"n":{n}, "of":"{kind}"}}' for n, kind in enumerate(EVENT_TYPES)))
    assert [message["event_type"] for message in daemon.messages] == EVENT_TYPES
    assert [message["event_data"]["n"] for message in daemon.messages] == list(range(10))
    assert daemon.sequences() == numbered(10) and result["message_count"] == 10


def test_progress_errors_and_usage(daemon):
    result = daemon.run("progress 40 Reading; error TOOL_FAILED no such file; usage 1000 500; done Ready")
    assert result["status"] == "completed" and result["text"] == "Ready"
    assert result["token_usage"] == {"input_tokens": 1000, "output_tokens": 500}
    assert [p["progress"] for p in daemon.progress] == [{"percent": 40, "message": "Reading"}]
    assert [p["error"] for p in daemon.errors] == [{"code": "TOOL_FAILED", "message": "no such file"}]
    assert [m["event_type"] for m in daemon.messages] == ["usage"]
    assert {p["session_token"] for p in daemon.progress + daemon.errors} == {"token of task_1"}


def test_failure(daemon):
    result = daemon.run("say I try; fail NO_LUCK it was not to be")
    assert result == {"status": "failed", "message_count": 1, "text": "I try",
                      "error": {"code": "NO_LUCK", "message": "it was not to be"}}


def test_agent_that_cannot_start(daemon):
    error = daemon.error("execute_prompt", session_token="t", prompt="refuse not today", agent="script")
    assert (error.code, error.word, error.message) == (-32029, "agent_failed", "not today")
    assert daemon.run("still here")["status"] == "completed"


def test_unknown_agent_names_those_that_there_are(daemon):
    error = daemon.error("execute_prompt", session_token="t", prompt="x", agent="nobody")
    assert error.word == "agent_not_found" and "nobody" in error.message and "offline" in error.message and "script" not in error.message
    assert daemon.run("x", agent="script")["status"] == "completed"


def test_one_prompt_at_a_time(daemon):
    first = daemon.execute("hold complete")
    assert daemon.error("execute_prompt", session_token="t", task_id="task_2", prompt="x").word == "executor_busy"
    daemon.call("stop_task", session_token="token of task_1", task_id="task_1")
    assert daemon.result(first)["status"] == "completed"
    assert daemon.run("next", task="task_2")["message_count"] == 1
    assert [message["sequence"] for message in daemon.messages] == [1], "each task counts from 1"


def test_without_stream_there_are_no_pieces(daemon):
    result = daemon.run('say a; message thinking_chunk {}; message content_block_stop {"text":"whole"}', stream=False)
    assert [m["event_type"] for m in daemon.messages] == ["content_block_stop"]
    assert daemon.sequences() == [1] and result["message_count"] == 1


# --- batches and pauses -----------------------------------------------------------------


def batches(daemon):
    """How many messages came with each line."""
    sizes = []
    for line in daemon.lines:
        if line.get("method") == "batch_notification":
            sizes.append(len(line["params"]["notifications"]))
        elif line.get("method") == "report_message":
            sizes.append(1)
    return sizes


def test_what_one_turn_gathers_leaves_together(place):
    with Player(place, "--batch-ms", "60000") as executor:
        daemon = executor.connect()
        daemon.run("events 1; events 5; events 25")
        assert batches(daemon) == [1, 5, 10, 10, 5]
        assert daemon.sequences() == numbered(31)


def test_size_of_batches_can_be_set(place):
    with Player(place, "--batch", "3", "--batch-ms", "60000") as executor:
        daemon = executor.connect()
        daemon.run("events 7")
        assert batches(daemon) == [3, 3, 1]


def test_without_gathering_each_is_sent_at_once(place):
    with Player(place, "--batch-ms", "0") as executor:
        daemon = executor.connect()
        daemon.run("events 4")
        assert batches(daemon) == [1, 1, 1, 1]


def test_pause_and_resume(daemon, place):
    gate, second = Gate(place), Gate(place, "second")
    prompt = daemon.execute(f"say one; read {gate}; events 12; progress 5; read {second}; say last")
    daemon.wait_for_text("one")
    assert daemon.call("pause_notifications") == {"paused": True}
    gate.open()
    second.open()  # the script is there: all that comes before it was said
    daemon.sync()
    assert daemon.sequences() == [1] and not daemon.progress
    daemon.notify("resume_notifications")
    assert daemon.result(prompt)["message_count"] == 14
    assert daemon.sequences() == numbered(14) and len(daemon.progress) == 1
    assert batches(daemon)[:2] == [1, 10]


def test_end_waits_for_its_messages(daemon, place):
    """When the response arrives, all messages have arrived before it, even after a pause."""
    gate = Gate(place)
    prompt = daemon.execute(f"read {gate}; say late")
    daemon.call("pause_notifications")
    gate.open()
    assert daemon.call("shutdown", timeout_ms=20000) == {"status": "completed"}
    assert daemon.result(prompt)["message_count"] == 1 and daemon.texts() == ["late"]


def test_much_is_reported(daemon):
    result = daemon.run("events 20000 200")
    assert result["message_count"] == 20000 and daemon.sequences() == numbered(20000)


def test_reader_that_is_slow_is_waited_for(executor, daemon):
    """The agent is read no further than to 8 MiB that nobody has confirmed."""
    prompt = daemon.execute("events 400 65536")
    daemon.wait_for_messages(100)
    most = 8 << 20
    daemon.wait_for_messages(most // 65536)
    daemon.sync()
    assert len(daemon.messages) <= most // 65536 + 1, "it went on although nothing was confirmed"
    while len(daemon.messages) < 400:
        daemon.confirm(len(daemon.messages))
        daemon.hear()
    assert daemon.result(prompt)["message_count"] == 400
    assert daemon.sequences() == numbered(400)


# --- what agents ask ----------------------------------------------------------------------


def test_questions_of_the_agent(daemon):
    daemon.answers = {
        "get_api_key": lambda params: {"api_key": f"key of {params['service']}"},
        "request_permission": lambda params: {"approved": params["tool_input"]["file"] == "a b", "reason": "user_approved"},
        "get_execution_context": lambda params: {"session_id": "ses_9", "task_id": "task_1", "mcp_servers": [],
                                                 "context_files": [], "messages": [{"role": "user", "type": "text", "content": 1}]},
        "create_message": lambda params: {"message_id": f"msg_{params['message_key']}", "created_at": "2026-01-01T00:00:00Z"},
    }
    daemon.run('key anthropic; permission Read {"file": "a b"}; permission Read {"file":"c"}; context; '
               'create assistant text {"text": "x"} k1')
    assert daemon.texts() == ["a key of 16 bytes", "approved user_approved", "refused user_approved",
                              "1 messages in ses_9", "msg_k1"]


def test_refused_question(daemon):
    prompt = daemon.execute("key github")
    daemon.refuse(daemon.wait_for_ask("get_api_key"), -32030, "key_not_found")
    assert daemon.result(prompt)["text"] == "error -32030 key_not_found"


@pytest.mark.parametrize("question, method, name", [
    ('permission Bash {"command":"ls"}', "request_permission", "request_id"),
    ('create user text "hi"', "create_message", "message_key"),
])
def test_question_is_asked_again_after_a_new_connection(executor, daemon, question, method, name):
    daemon.execute(question)
    first = daemon.wait_for_ask(method)
    daemon.close()
    daemon = executor.connect()
    daemon.resume(confirmed={"task_1": 0}, tokens={"task_1": "new token"})
    again = daemon.wait_for_ask(method)
    assert first["params"][name] == again["params"][name]
    assert again["params"] == {**first["params"], "session_token": "new token"}
    daemon.reply(again, {"approved": True, "message_id": "msg_1", "created_at": "2026-01-01T00:00:00Z"})
    daemon.wait_for(lambda: daemon.completions, "a completion")
    assert daemon.messages[0]["session_token"] == "new token"


def test_question_of_a_task_that_ends_is_taken_back(daemon):
    prompt = daemon.execute("key github")
    ask = daemon.wait_for_ask("get_api_key")
    daemon.notify("cancel_task", session_token="token of task_1", task_id="task_1")
    assert daemon.result(prompt)["status"] == "cancelled"
    taken_back = [line for line in daemon.lines if line.get("method") == "$/cancel_request"]
    assert [line["params"]["requestId"] for line in taken_back] == [ask["id"]]


# --- stopping ---------------------------------------------------------------------------------


def test_stop(daemon):
    prompt = daemon.execute("say begun; hold")
    daemon.wait_for_text("begun")
    stopped = daemon.call("stop_task", session_token="token of task_1", task_id="task_1", reason="user_cancelled")
    assert stopped["stopped"] is True and stopped["message"]
    assert daemon.result(prompt) == {"status": "cancelled", "message_count": 1, "text": "begun"}
    assert daemon.call("stop_task", session_token="token of task_1", task_id="task_1")["stopped"] is False


def test_stop_with_a_foreign_token(daemon):
    prompt = daemon.execute("hold deaf")
    error = daemon.error("stop_task", session_token="token of task_2", task_id="task_1")
    assert (error.code, error.word) == (-32025, "token_refused")
    daemon.notify("cancel_task", session_token="token of task_2", task_id="task_1")
    daemon.notify("cancel_task", session_token="token of task_1", task_id="task_2")
    daemon.sync()
    assert daemon.error("execute_prompt", session_token="t", task_id="task_2", prompt="x").word == "executor_busy"
    daemon.notify("cancel_task", session_token="token of task_1", task_id="task_1")
    assert daemon.result(prompt)["status"] == "cancelled"


def test_agent_that_does_not_stop_can_be_cancelled(daemon):
    prompt = daemon.execute("hold deaf")
    assert daemon.call("stop_task", session_token="token of task_1", task_id="task_1")["stopped"] is True
    daemon.notify("cancel_task", session_token="token of task_1", task_id="task_1")
    assert daemon.result(prompt)["status"] == "cancelled"


@pytest.mark.parametrize("script", ["say begun; hold", "say begun; hold deaf", "say begun; hold complete"])
def test_time_out(daemon, script):
    result = daemon.run(script, timeout_ms=500)
    assert result["status"] == "failed" and result["error"]["code"] == "TIMEOUT" and result["message_count"] == 1


# --- leaving ------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["shutdown", "terminate"])
def test_shutdown_when_idle(executor, daemon, method):
    assert daemon.call(method, reason="idle_timeout") == {"status": "idle"}
    daemon.read_to_end()
    assert executor.wait() == 0 and not executor.spool_path.exists()


def test_shutdown_lets_the_task_end(executor, daemon, place):
    gate = Gate(place)
    prompt = daemon.execute(f"say a; read {gate}; say b")
    shutdown = daemon.request("shutdown", reason="server_restart", timeout_ms=60000)
    daemon.wait_for_text("a")
    assert daemon.error("execute_prompt", session_token="t", prompt="x").word == "stopping"
    gate.open()
    assert daemon.result(shutdown) == {"status": "completed"}
    assert daemon.result(prompt)["status"] == "completed" and daemon.texts() == ["a", "b"]
    assert executor.wait() == 0


@pytest.mark.parametrize("hold", ["hold", "hold deaf"])
def test_shutdown_interrupts_what_takes_too_long(executor, daemon, hold):
    prompt = daemon.execute(hold)
    first = daemon.request("shutdown", timeout_ms=60000)
    assert daemon.call("shutdown", timeout_ms=1) == {"status": "interrupted"}
    assert daemon.result(first) == {"status": "interrupted"}
    assert daemon.result(prompt)["status"] == "cancelled"
    assert executor.wait() == 0


def work_for(executor):
    """A connection whose first task comes with it, before the executor could take itself for idle; the task has ended."""
    until(lambda: is_listening(executor.socket), "it listens")
    with standstill(executor.pid):
        daemon = executor.connect()
        daemon.request("resume", hand_shake=SECRET)
        prompt = daemon.execute("say a")
    assert daemon.result(prompt)["status"] == "completed"
    return daemon


def test_ends_when_idle(place):
    with Player(place, "--idle-ms", "200") as executor:
        daemon = work_for(executor)
        daemon.confirm(1)
        daemon.read_to_end()
        assert executor.wait() == 0


def test_is_not_idle_while_something_is_unconfirmed(place):
    with Player(place, "--idle-ms", "200") as executor:
        daemon = work_for(executor)
        assert not select.select([daemon.socket], [], [], 0.6)[0], "it has something to keep, and ended"
        daemon.confirm(1)
        daemon.read_to_end()
        assert executor.wait() == 0


def test_sigterm(executor, daemon):
    prompt = daemon.execute("say a; hold deaf")
    daemon.wait_for_text("a")
    executor.process.send_signal(signal.SIGTERM)
    result = daemon.result(prompt)
    assert result["status"] == "failed" and result["error"]["code"] == "EXECUTOR_TERMINATED"
    daemon.read_to_end()
    assert executor.wait() == 0
    assert [m["params"].get("sequence") for m in executor.spool()] == [1, None], "nobody has confirmed it"


def test_debugging_shows_messages_and_no_secrets(place):
    with Player(place, environment={"WEIR_IPC_DEBUG": "1"}) as executor:
        daemon = executor.connect()
        daemon.resume()
        daemon.answers["get_api_key"] = lambda params: {"api_key": "the key itself"}
        prompt = daemon.execute("say hello; key github; say more; hold", token="the first token")
        daemon.wait_for_text("more")
        daemon.resume(confirmed={"task_1": 3}, tokens={"task_1": "the second token"})
        daemon.notify("cancel_task", session_token="the second token", task_id="task_1")
        daemon.result(prompt)
        shown = executor.stderr()
        assert "execute_prompt" in shown and "hello" in shown and "get_api_key" in shown
        assert "the key itself" not in shown and "the first token" not in shown and "the second token" not in shown
        assert SECRET not in shown
