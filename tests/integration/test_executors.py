"""Tasks in executors, with the shipped daemon."""

import json
import os
import signal
from pathlib import Path

import pytest

from leftovers import processes
from setting import SHIPPED
from tasks import cancel, get, messages, run, session_of, submit, until_state, wait
from waiting import standstill, until

pytestmark = pytest.mark.usefixtures("staged")

EXECUTOR = Path(__file__).resolve().parent / "step_executor.py"


class Steps:
    """A daemon with the executor of step_executor.py under several names, each with options of its own."""

    def __init__(self, place, make_daemon):
        self.place = place
        self.record = place.root / "record"
        self.make_daemon = make_daemon

    def command(self, *options):
        return {"command": ["/usr/bin/python3", str(EXECUTOR), str(self.record), *options], "cwd": "/"}

    def start(self, **settings):
        self.configure(**settings)
        return self.restart()

    def restart(self):
        self.daemon = self.make_daemon().start(program=SHIPPED)
        return self.daemon.client()

    def kill(self):
        self.daemon.process.kill()
        self.daemon.process.wait()
        self.daemon.expected_exit = -signal.SIGKILL
        self.daemon.left_behind_is_fine = True

    def configure(self, **settings):
        names = {"plain": [], "resume": ["resume"], "never": ["never"], "deaf": ["deaf"], "quiet": ["quiet"]}
        executors = {name: self.command(*options) for name, options in names.items()}
        executors["missing"] = {"command": ["/no/such/program"], "cwd": "/"}
        merged = {"executors": executors, "pool": {"warm": 0} | settings.pop("pool", {}), **settings}
        self.place.write_config(merged)

    def lines(self, **wanted):
        """What the executors have received and sent, in order."""
        if not self.record.exists():
            return []
        whole = self.record.read_text().rpartition("\n")[0]  # the last line may be just being written
        lines = [json.loads(line) for line in whole.splitlines()]
        return [line for line in lines if all(line.get(name) == value for name, value in wanted.items())]

    def reports(self, kind):
        return [line for line in self.lines(way="out", method="report_message") if line["params"].get("event_type") == kind]

    def executors_left(self):
        directory = self.daemon.state / "executors"
        return sorted(os.listdir(directory)) if directory.exists() else []

    def ready(self):
        """The records of those that have shaken hands."""
        records = [self.daemon.state / "executors" / name / "record" for name in self.executors_left()]
        return [record for record in records if record.exists() and json.loads(record.read_text())["resumes"]]


@pytest.fixture
def steps(place, make_daemon):
    steps = Steps(place, make_daemon)
    yield steps
    if steps.daemon.is_running():
        steps.daemon.stop()
    assert steps.executors_left() == []


def script(*steps):
    return json.dumps(steps)


def play(client, *steps, agent="plain", **more):
    return run(client, script(*steps), agent=agent, **more)


# --- the way of a prompt ------------------------------------------------------------


def test_prompt_is_run_by_its_executor(steps):
    client = steps.start()
    task = play(client, ["loose", "content_block", {"text": "hello"}], agent="plain")
    assert task["state"] == "completed"
    assert task["result"]["text"] == "hello"
    told = messages(client, task["id"])
    assert [(m["role"], m["type"], m["sequence"]) for m in told] == [("user", "prompt", 0), ("assistant", "content_block", 1)]
    sent = steps.lines(way="in", method="execute_prompt")[0]["params"]
    assert sent["task_id"] == task["id"] and sent["session_id"] == task["sessionId"]
    assert sent["tools"] == ["*"]
    assert sent["permission_mode"] == "default" and sent["stream"] is True and sent["timeout_ms"] == 600000
    assert len(sent["session_token"]) == 64 and "agent" not in sent


def confirmations(steps, task):
    lines = steps.lines(way="in", method="confirm_messages")
    return [line["params"]["sequence"] for line in lines if line["params"]["task_id"] == task["id"]]


def test_messages_are_confirmed_to_those_who_keep_them(steps):
    client = steps.start()
    task = play(client, ["report", "thinking_chunk", {"a": [1, 2.50]}], ["many", 300], ["until", "resume"], agent="resume")
    told = messages(client, task["id"])
    assert [m["sequence"] for m in told] == list(range(302))
    assert told[1]["data"] == {"a": [1, 2.50]}
    until(lambda: confirmations(steps, task)[-1:] == [301], "the last to be confirmed")
    assert confirmations(steps, task) == sorted(confirmations(steps, task))
    other = play(client, ["many", 3], agent="plain")
    assert confirmations(steps, other) == []


def test_next_task_of_a_session_gets_the_same_executor(steps):
    client = steps.start()
    session = session_of(client)
    for _ in range(3):
        assert play(client, sessionId=session)["state"] == "completed"
    other = session_of(client)
    play(client, sessionId=other)
    who = [line["who"] for line in steps.lines(way="in", method="execute_prompt")]
    assert who[0] == who[1] == who[2] != who[3]
    tokens = {line["params"]["session_token"] for line in steps.lines(way="in", method="execute_prompt")}
    assert len(tokens) == 4


def test_only_so_many_stay_idle(steps):
    client = steps.start(pool={"idle": 1})
    for _ in range(3):
        play(client, sessionId=session_of(client))
    until(lambda: len(steps.executors_left()) == 1, "one idle executor")
    assert len(steps.lines(way="in", method="shutdown")) == 2


def test_executor_leaves_with_its_session(steps):
    client = steps.start()
    for method in ("session.close", "session.delete"):
        session = session_of(client)
        play(client, sessionId=session)
        assert len(steps.executors_left()) == 1
        client.call(method, {"sessionId": session})
        until(lambda: steps.executors_left() == [], "nothing to be left")


def test_no_agent_is_the_executors_choice(steps):
    client = steps.start(agents={}, providers={"ollama": {"url": "http://127.0.0.1:9", "connectMs": 100}})
    task = run(client, "help")
    assert task["state"] == "completed" and messages(client, task["id"])[1]["type"] == "agent_chosen"


def test_agent_of_the_session_and_of_the_configuration(steps):
    client = steps.start(tasks={"agent": "plain"})
    assert run(client, "[]")["state"] == "completed"
    assert run(client, "[]", sessionId=session_of(client, agent="resume"))["state"] == "completed"
    assert run(client, "[]", sessionId=session_of(client, agent="never"), agent="plain")["state"] == "completed"


# --- how it ends ----------------------------------------------------------------------


def test_crash_by_a_signal(steps):
    client = steps.start()
    for agent in ("plain", "resume"):
        task = play(client, ["stderr", "it hurts"], ["many", 20], ["die", int(signal.SIGSEGV)], agent=agent)
        error = task["result"]["error"]
        assert (task["state"], error["reason"], error["signal"]) == ("failed", "EXECUTOR_CRASHED", 11)
        assert error["message"] == "the executor was killed by signal 11 (Segmentation fault)"
        assert error["stderr"] == "it hurts\n"
        assert len(messages(client, task["id"])) == 21


def test_crash_by_an_exit(steps):
    client = steps.start()
    task = play(client, ["exit", 3])
    error = task["result"]["error"]
    assert (task["state"], error["reason"], error["exit_code"]) == ("failed", "EXECUTOR_CRASHED", 3)
    assert error["message"] == "the executor exited with code 3"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may look into a jail")
def test_crash_that_its_jail_tells_late(steps, place):
    """The connection has ended, and nobody says why: it is ended. Then it turns out that it had ended by itself."""
    client = steps.start()
    gate = place.root / "gate"
    task = submit(client, script(["report", "x", 1], ["wait", str(gate)], ["exit", 3]), agent="plain")
    until(lambda: steps.reports("x"), "a report")
    with standstill(*(pid for pid in processes(place) if os.path.basename(os.readlink(f"/proc/{pid}/exe")) == "weir-jail")):
        gate.touch()
        steps.daemon.wait_for_log("it closed the connection during its task")
    error = wait(client, task)["result"]["error"]
    assert (error["reason"], error.get("exit_code"), error["message"]) == ("EXECUTOR_CRASHED", 3, "the executor exited with code 3")


def test_closed_connection(steps):
    client = steps.start()
    task = play(client, ["close"])
    error = task["result"]["error"]
    assert (task["state"], error["reason"]) == ("failed", "EXECUTOR_CRASHED")
    assert "closed the connection" in error["message"]


@pytest.mark.long
def test_not_listening(steps):
    client = steps.start(pool={"startMs": 5000})
    task = play(client, agent="never")
    error = task["result"]["error"]
    assert (task["state"], error["reason"]) == ("failed", "start_failed")
    assert "EXECUTOR_SOCKET within 5000 ms" in error["message"] and "not in the mood" in error["message"]
    status = client.call("daemon.status")
    assert status["subsystems"]["executors"]["health"] == "degraded"
    assert play(client)["state"] == "completed"
    assert client.call("daemon.status")["subsystems"]["executors"]["health"] == "ok"


def test_missing_program(steps):
    client = steps.start()
    task = play(client, agent="missing")
    assert (task["state"], task["result"]["error"]["reason"]) == ("failed", "start_failed")
    assert "/no/such/program" in task["result"]["error"]["message"]


@pytest.mark.long
def test_hand_shake_without_an_answer(steps):
    client = steps.start(pool={"startMs": 5000})
    assert play(client, ["loose", "x", 1], agent="quiet")["state"] == "completed"


def test_failures_as_they_are_told(steps):
    client = steps.start()
    task = play(client, ["answer", {"error": {"code": -32000, "message": "no", "data": {"stack": "at x"}}}])
    assert task["state"] == "failed"
    assert {k: task["result"]["error"][k] for k in ("reason", "message", "stack")} == {"reason": "error", "message": "no", "stack": "at x"}
    told = {"status": "failed", "error": {"message": "slow", "code": "TIMEOUT", "stack": "y"}, "token_usage": {"input": 3, "output": 4}}
    task = play(client, ["answer", {"result": told}])
    assert task["result"]["error"]["reason"] == "timeout" and task["result"]["error"]["code"] == "TIMEOUT"
    assert task["result"]["token_usage"]["input_tokens"] == 3 and task["result"]["token_usage"]["output_tokens"] == 4
    task = play(client, ["answer", {"result": {"status": "dancing"}}])
    assert "dancing" in task["result"]["error"]["message"]


@pytest.mark.parametrize("agent, stop_ms, rungs", [("plain", 60000, ["stop_task"]), ("deaf", 4000, ["stop_task", "cancel_task", "shutdown"])])
def test_stop_goes_down_the_ladder(steps, agent, stop_ms, rungs):
    client = steps.start(tasks={"stopMs": stop_ms})
    task = submit(client, script(["report", agent, 1], ["hold"]), agent=agent)
    report = until(lambda: steps.reports(agent), "a report")[0]
    assert cancel(client, task) is True
    assert get(client, task)["state"] == "cancelled"
    until(lambda: steps.executors_left() == [], "nothing to be left")
    asked = [line["method"] for line in steps.lines(way="in", who=report["who"]) if line.get("method")]
    assert asked[2:] == rungs


def test_stop_while_it_starts(steps):
    client = steps.start()
    task = submit(client, "[]", agent="never")
    until_state(client, task, "starting")
    assert cancel(client, task) is True
    assert wait(client, task)["state"] == "cancelled"


# --- what must not be ------------------------------------------------------------------


def test_tokens_of_others_are_refused(steps):
    client = steps.start()
    first = submit(client, script(["report", "x", 1], ["hold"]), agent="plain")
    until(lambda: steps.reports("x"), "a report")
    token = steps.lines(way="in", method="execute_prompt")[0]["params"]["session_token"]
    report = {"event_type": "evil", "event_data": 1, "session_token": token, "task_id": first, "sequence": 2}
    second = play(
        client,
        ["notify", "report_message", report],
        ["notify", "report_message", {"event_type": "evil", "task_id": first}],
        ["call", "get_api_key", {"session_token": token, "service": "x"}],
        ["call", "get_api_key", {"session_token": "0" * 64, "service": "x"}],
        ["call", "get_api_key", {"service": "x"}],
        ["batch", ["report_message", report], ["report_message", {"event_type": "good", "event_data": 1}]],
    )
    answers = [line["error"]["data"]["code"] for line in steps.lines(way="in") if "error" in line and line["id"] > 100]
    assert answers == ["token_refused", "token_refused", "key_not_found"]
    assert [m["type"] for m in messages(client, second["id"])] == ["prompt", "good"]
    assert [m["type"] for m in messages(client, first)] == ["prompt", "x"]
    assert token not in steps.daemon.log()
    assert "it belongs to another executor" in steps.daemon.log() and "it is unknown" in steps.daemon.log()
    cancel(client, first)


def test_holes_and_repeats(steps):
    client = steps.start()
    task = submit(client, script(["report", "a", 1], ["again"], ["skip", 2], ["report", "b", 2], ["hold"]), agent="resume")
    told = until(lambda: len(messages(client, task)) > 4 and messages(client, task), "the last message")
    assert cancel(client, task) is True
    assert messages(client, task) == told
    assert [(m["type"], m["sequence"]) for m in told] == [("prompt", 0), ("a", 1), ("late", 2), ("late", 3), ("b", 4)]
    task = play(client, ["report", "a", 1], ["again"], ["lose", 2], ["report", "b", 2])
    told = messages(client, task["id"])
    assert [(m["type"], m["sequence"], m.get("missing")) for m in told[1:]] == [("a", 1, None), ("b", 4, 2)]


def test_hole_that_is_never_filled(steps):
    client = steps.start()
    task = play(client, ["report", "a", 1], ["lose", 1], ["report", "b", 2], ["hold"], agent="resume")
    assert task["result"]["error"]["reason"] == "EXECUTOR_CRASHED"
    assert "missing" in task["result"]["error"]["message"]
    assert len(steps.lines(way="in", method="resume")) == 4


def test_unknown_methods_and_garbage(steps):
    client = steps.start()
    task = play(
        client,
        ["call", "no_such_method", {}],
        ["call", "task.list", {}],
        ["call", "initialize", {}],
        ["call", "ping", {}],
        ["raw", "this is no JSON\n"],
        ["batch", ["dance", {}], ["report_message", {"event_type": "x"}]],
        ["loose", "still here", None],
    )
    codes = [line["error"]["code"] for line in steps.lines(way="in") if "error" in line and (line["id"] or 0) > 100]
    assert codes == [-32601, -32601, -32601]
    assert task["state"] == "completed"
    assert [m["type"] for m in messages(client, task["id"])] == ["prompt", "x", "still here"]


# --- what executors ask ------------------------------------------------------------------


def answered(steps):
    return [line.get("result") or line.get("error") for line in steps.lines(way="in") if line.get("id", 0) > 100]


@pytest.mark.long
def test_permissions(steps):
    client = steps.start(permissions={"approverMs": 0})
    asks = [["call", "request_permission", {"tool_name": tool, "tool_input": {}}] for tool in ("Bash", "Dance")]
    play(client, *asks, tools=["B*"])
    play(client, *asks, sessionId=session_of(client, permissionMode="bypassPermissions", tools=["Bash"]))
    assert [(answer["approved"], answer["reason"]) for answer in answered(steps)] == [
        (False, "no_approver"),
        (False, "tool_not_listed"),
        (True, "mode=bypassPermissions"),
        (False, "tool_not_listed"),
    ]


def test_context_is_what_was_said_before(steps, place):
    client = steps.start()
    (place.home / "AGENTS.md").write_text("hello")
    session = session_of(client, cwd=str(place.home), model="large")
    first = play(client, ["loose", "content_block", {"text": "one"}], sessionId=session)
    second = play(client, ["loose", "content_block", {"text": "two"}], ["call", "get_execution_context", {}], sessionId=session)
    context = answered(steps)[0]
    assert (context["session_id"], context["task_id"]) == (session, second["id"])
    assert context["mcp_servers"] == [] and context["context_files"] == ["AGENTS.md"]
    assert context["model_config"] == {"model": "large"}
    said = [(m["role"], m["type"], m["task_id"]) for m in context["messages"]]
    assert said == [("user", "prompt", first["id"]), ("assistant", "content_block", first["id"])]
    assert context["messages"][1]["content"] == {"text": "one"}


def test_context_behind_a_task(steps):
    """A client that names the last task it knows gets only later messages; if that task is unknown, it gets all."""
    client = steps.start()
    session = session_of(client)
    say = lambda text: play(client, ["loose", "content_block", {"text": text}], sessionId=session)["id"]
    elsewhere = play(client, ["loose", "content_block", {"text": "not here"}])["id"]
    tasks = [say("one"), say("two " * 1000), say("three")]
    play(client, *(["call", "get_execution_context", params] for params in (
        {}, *({"after_task": task} for task in (*tasks, elsewhere, "task_none")),
        {"history_bytes": 1000}, {"history_bytes": 0}, {"after_task": tasks[0], "history_bytes": 1000},
        {"after_task": tasks[0], "history": False})), sessionId=session)
    everything, *some, newest, nothing, too_much, silent = answered(steps)
    assert [m["task_id"] for m in everything["messages"]] == [task for task in tasks for _ in range(2)] and "continues" not in everything
    for number, context in enumerate(some[:3]):
        assert context["continues"] and context["messages"] == everything["messages"][2 * number + 2:], number
    assert all(not context["continues"] and context["messages"] == everything["messages"] for context in some[3:])
    assert newest["messages"] == everything["messages"][4:] == too_much["messages"] and not too_much["continues"]
    assert nothing["messages"] == [] == silent["messages"] and not silent["continues"]


def test_context_has_no_pieces_of_what_is_whole(steps):
    """The pieces of a block are left out, unless the block was cut off."""
    client = steps.start()
    session = session_of(client)
    text = {"type": "text", "text": "whole"}
    block = lambda index, count: [
        ["loose", "content_block_start", {"index": index, "content_block": {"type": "text"}}],
        *(["loose", "content_block_delta", {"index": index, "delta": {"text": str(n)}}] for n in range(count))]
    stop = lambda index, **more: ["loose", "content_block_stop", {"index": index, **more}]
    play(client, ["loose", "message_start", {}], *block(0, 5), ["loose", "thinking_chunk", {"index": 0, "chunk": "x"}],
         *block(1, 2), ["loose", "tool_call", {"tool": "Read"}], stop(0, content_block=text), stop(1),
         ["loose", "message_start", {}], *block(0, 3), ["loose", "content_block_delta", {"delta": {"text": "whose?"}}],
         sessionId=session)
    task = play(client, ["call", "get_execution_context", {}], ["call", "get_execution_context", {"history": False}],
                sessionId=session)
    assert task["state"] == "completed"
    context, short = answered(steps)
    said = [(m["type"], m["content"].get("index")) for m in context["messages"][1:]]
    start, piece = "content_block_start", "content_block_delta"
    assert said == [
        ("message_start", None), (start, 0), (start, 1), (piece, 1), (piece, 1), ("tool_call", None),
        ("content_block_stop", 0), ("content_block_stop", 1),
        ("message_start", None), (start, 0), (piece, 0), (piece, 0), (piece, 0), (piece, None)]
    assert short == context | {"messages": []}


def test_context_of_a_block_that_is_longer_than_a_window(steps):
    """The log is read from its end in windows; this block begins in one and ends in another."""
    client = steps.start()
    session = session_of(client)
    pieces = [["loose", "content_block_delta", {"index": 0, "delta": {"text": "x"}}]] * 5000
    play(client, ["loose", "content_block_start", {"index": 0, "content_block": {"type": "text"}}], *pieces,
         ["loose", "content_block_stop", {"index": 0, "content_block": {"type": "text", "text": "whole"}}],
         sessionId=session)
    play(client, ["call", "get_execution_context", {}], sessionId=session)
    assert [m["type"] for m in answered(steps)[0]["messages"]] == ["prompt", "content_block_start", "content_block_stop"]


def test_context_names_services_and_terms(steps, place):
    own = {"url": "http://127.0.0.1:9/", "key": False, "model": "tiny", "contextTokens": 9000, "headers": {"x-team": "a"}}
    client = steps.start(providers={"near": own, "anthropic": {"url": "http://127.0.0.1:8"}}, thinkingTokens=2000)
    client.call("key.set", {"service": "openai", "value": "sk-of-nobody"})
    play(client, ["call", "get_execution_context", {}])
    play(client, ["call", "get_execution_context", {}], sessionId=session_of(client, services=["near"], thinkingTokens=0))
    context, other = answered(steps)
    names = [provider["service"] for provider in context["providers"]]
    assert names == ["anthropic", "openai", "near", "ollama"] and context["thinking_tokens"] == 2000
    first, second, near, ollama = context["providers"]
    assert (first["url"], first["format"], first["header"], first["prefix"], first["model"], first["has_key"]) == (
        "http://127.0.0.1:8", "anthropic", "x-api-key", "", "claude-sonnet-4-5", False)
    assert (second["header"], second["prefix"], second["model"], second["has_key"]) == (
        "Authorization", "Bearer ", "gpt-5", True)
    assert (near["url"], near["format"], near["header"], near["headers"], near["context_tokens"]) == (
        "http://127.0.0.1:9", "openai", "", {"x-team": "a"}, 9000)
    assert (ollama["url"], ollama["header"], "model" in ollama) == ("http://127.0.0.1:11434", "", False)
    assert [provider["service"] for provider in other["providers"]] == ["near"] and other["thinking_tokens"] == 0


def test_context_is_bounded(steps):
    client = steps.start()
    session = session_of(client)
    play(client, ["many", 60, 100000], sessionId=session)
    task = play(client, ["call", "get_execution_context", {}], sessionId=session)
    assert task["state"] == "completed"
    context = answered(steps)[0]
    assert 35 < len(context["messages"]) < 45
    assert all(m["type"] == "content_block_delta" for m in context["messages"])


def test_messages_that_are_answered(steps):
    client = steps.start()
    message = {"role": "assistant", "type": "note", "content": {"a": 1}}
    task = play(
        client,
        ["call", "create_message", {"message": message, "message_key": "k"}],
        ["call", "create_message", {"message": message, "message_key": "k"}],
        ["call", "create_message", {"message": message}],
        ["notify", "report_progress", {"progress": {"percent": 40, "message": "on it"}}],
        ["notify", "report_error", {"error": {"code": "TOOL_FAILED", "message": "oh"}}],
    )
    ids = [answer["message_id"] for answer in answered(steps)]
    assert ids[0] == ids[1] != ids[2] and answered(steps)[0]["created_at"].endswith("Z")
    told = messages(client, task["id"])[1:]
    assert [m["type"] for m in told] == ["note", "note", "report_error"]
    assert told[2]["data"] == {"code": "TOOL_FAILED", "message": "oh"}
    assert get(client, task["id"])["progress"]["percent"] == 40


# --- how much --------------------------------------------------------------------------


def test_flood_is_paused_and_stored(steps):
    client = steps.start(pool={"pauseAt": 10, "resumeAt": 5})
    task = play(client, ["burst", 2000, 1000], ["until", "pause_notifications"], ["until", "resume_notifications"], agent="resume")
    assert [m["sequence"] for m in messages(client, task["id"])] == list(range(2001))


def test_output_and_tokens_are_limited(steps):
    client = steps.start()
    task = play(client, ["many", 100, 100], ["hold"], limits={"outputBytes": 5000})
    assert task["result"]["error"]["reason"] == "output_limit"
    usage = [["loose", "usage", {"input_tokens": 60, "output_tokens": 20}], ["loose", "usage", {"usage": {"input": 60, "output": 50}}]]
    task = play(client, *usage, ["hold"], limits={"tokens": 100})
    assert task["result"]["error"]["reason"] == "token_limit"


# --- the built-in executor -----------------------------------------------------------------


def test_script_agent(steps):
    client = steps.start()
    task = run(client, "say hello; say you; done fine", agent="script")
    assert (task["state"], task["result"]["text"]) == ("completed", "fine")
    assert [m["data"].get("text") for m in messages(client, task["id"])[1:3]] == ["hello", "you"]


def test_unknown_agent(steps):
    client = steps.start()
    task = run(client, "say hello", agent="nobody")
    assert task["state"] == "failed" and task["result"]["error"]["code"] == "agent_not_found"
    assert "did you mean" not in task["result"]["error"]["message"]
    task = run(client, "say hello", agent="cladue")
    assert task["result"]["error"]["code"] == "agent_not_found"
    assert "no agent cladue; did you mean claude?" in task["result"]["error"]["message"]


def test_some_are_kept_warm(steps):
    client = steps.start(pool={"warm": 2})
    assert steps.executors_left() == []
    run(client, "say hello", agent="script")
    until(lambda: len(steps.executors_left()) == 3, "one idle and two warm")
    before = set(steps.executors_left())
    run(client, "say hello", agent="script")
    until(lambda: len(steps.executors_left()) == 4, "two idle and two warm")
    assert before < set(steps.executors_left())


# --- a daemon that dies ------------------------------------------------------------------------


def test_task_goes_on_without_its_daemon(steps):
    client = steps.start()
    task = submit(client, "rate 400 1000 20; done fine", agent="script")
    until_state(client, task, "running")
    until(lambda: len(messages(client, task)) > 20, "some messages")
    steps.kill()
    client = steps.restart()
    ended = wait(client, task)
    assert (ended["state"], ended["result"].get("text")) == ("completed", "fine"), ended
    assert [m["sequence"] for m in messages(client, task)] == list(range(401))


def test_idle_and_warm_ones_are_taken_back(steps):
    client = steps.start(pool={"warm": 2})
    session = session_of(client)
    run(client, "say hello", agent="script", sessionId=session)
    until(lambda: len(steps.ready()) == 3, "one idle and two warm")
    before = steps.executors_left()
    steps.kill()
    client = steps.restart()
    assert run(client, "say hello", agent="script", sessionId=session)["state"] == "completed"
    assert steps.executors_left() == before


def test_executor_that_keeps_nothing_is_lost_with_its_daemon(steps):
    client = steps.start()
    task = submit(client, script(["report", "x", 1], ["hold"]), agent="plain")
    until(lambda: len(messages(client, task)) == 2, "its message")
    steps.kill()
    client = steps.restart()
    ended = wait(client, task)
    assert (ended["state"], ended["result"]["error"]["reason"]) == ("failed", "EXECUTOR_LOST")
    until(lambda: steps.executors_left() == [], "nothing to be left")


def test_crash_while_no_daemon_is_there(steps, place):
    client = steps.start()
    gate = place.root / "gate"
    prompt = script(["report", "x", 1], ["stderr", "alas"], ["wait", str(gate)], ["exit", 4])
    task = submit(client, prompt, agent="resume")
    until(lambda: len(messages(client, task)) == 2, "its message")
    who = steps.executors_left()[0]
    steps.kill()
    gate.touch()
    until(lambda: (steps.daemon.state / "executors" / who / "status").exists(), "the word of its jail")
    client = steps.restart()
    error = wait(client, task)["result"]["error"]
    assert (error["reason"], error.get("exit_code"), error.get("stderr")) == ("EXECUTOR_CRASHED", 4, "alas\n")
