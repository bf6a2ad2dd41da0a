"""Third-party executors: how they are started, one in Node.js under the daemon, and a third-party client of
weir-executor. Those programs are in tests/clients/executor-002."""

import json
import os
import re
import shutil
import stat
import subprocess

import pytest

from dialogue import Dialogue
from kernels import needs_namespaces
from setting import BIN, REPOSITORY, SANITIZER_SIGNS, SCRIPT, STAGED_EXECUTOR, WATCHDOG_SECONDS
from tasks import messages, run, session_of, submit, wait
from waiting import until

FOLDER = REPOSITORY / "tests" / "clients" / "executor-002"
PROGRAM = STAGED_EXECUTOR

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
needs_program = pytest.mark.skipif(not PROGRAM.exists(), reason=f"no {PROGRAM}")


# --- how an executor is started -------------------------------------------------------------


@pytest.fixture
def started(house):
    """An executor that has been started, and nothing else."""
    client = house.start(environment={"SECRET_KEY": "x", "LD_DEBUG_OUTPUT": "/tmp/x", "TERM": "vt100"}).client()
    task = submit(client, "do it", agent="fake")
    fake = house.next()
    yield fake
    fake.serve().done()
    assert wait(client, task)["state"] == "completed"


def test_its_environment_is_made_for_it(started, place):
    names = {name for name in started.start["environment"] if not name.endswith("SAN_OPTIONS") and name not in ("PWD", "LC_CTYPE")}
    assert names == {"PATH", "HOME", "LANG", "TERM", "EXECUTOR_SOCKET", "WEIR_MODEL_SOCKET"}
    assert started.start["environment"]["HOME"] == str(place.home)


def test_its_descriptors_are_three(started):
    descriptors = {name: target for name, target in started.start["descriptors"].items() if int(name) < 3}
    others = [target for name, target in started.start["descriptors"].items() if int(name) >= 3 and "/proc/" not in target]
    assert descriptors["0"] == "/dev/null" and descriptors["1"].startswith("pipe:") and descriptors["2"].startswith("pipe:")
    assert others == []


def test_its_directory_is_private(started, house):
    path = started.start["environment"]["EXECUTOR_SOCKET"]
    own = os.path.dirname(path)
    assert len(path) <= 107 and os.path.basename(own) == "own"
    for directory in (own, os.path.dirname(own), os.path.dirname(os.path.dirname(own))):
        mode = os.stat(directory).st_mode
        assert stat.S_ISDIR(mode) and mode & 0o077 == 0, directory
    assert [os.path.basename(os.path.dirname(own))] == house.directories()


@needs_namespaces
def test_its_working_directory_shows_nothing(started):
    """The configuration's own directory is hidden from it."""
    assert started.start["cwd"] == "/"


def test_its_working_directory_without_a_sandbox_is_where_the_configuration_is(house, place):
    client = house.configure(sandbox="off").start().client()
    task = submit(client, "do it", agent="fake")
    fake = house.next()
    assert fake.start["cwd"] == str(place.user_config.parent)
    fake.serve().done()
    wait(client, task)


def test_its_working_directory_as_configured(house, place):
    house.executors["fake"]["cwd"] = str(place.home)
    client = house.start().client()
    task = submit(client, "do it", agent="fake")
    fake = house.next()
    assert fake.start["cwd"] == str(place.home)
    fake.serve().done()
    wait(client, task)


# --- whose it is --------------------------------------------------------------------------


def test_the_next_task_of_a_session_gets_the_same_executor(house):
    client = house.start().client()
    session = session_of(client)
    first = submit(client, "one", agent="fake", sessionId=session)
    prompt = house.next().serve()
    prompt.done()
    wait(client, first)
    second = submit(client, "two", agent="fake", sessionId=session)
    again = prompt.link.prompt()
    assert again.params["session_id"] == session and again.task == second
    again.done()
    assert wait(client, second)["state"] == "completed" and house.none_was_started()


def test_no_session_gets_the_executor_of_another(house):
    client = house.start().client()
    first = submit(client, "one", agent="fake", sessionId=session_of(client))
    one = house.next().serve()
    one.done()
    wait(client, first)
    second = submit(client, "two", agent="fake", sessionId=session_of(client))
    two = house.next().serve()
    assert one.params["session_id"] != two.params["session_id"]
    two.done()
    assert wait(client, second)["state"] == "completed"


def test_a_session_chooses_its_agent(house):
    client = house.start().client()
    task = submit(client, "one", sessionId=session_of(client, agent="fake"))
    house.next().serve().done()
    assert wait(client, task)["state"] == "completed"


def test_the_configuration_chooses_the_agent(house):
    client = house.configure(tasks={"agent": "fake"}).start().client()
    task = submit(client, "one")
    house.next().serve().done()
    assert wait(client, task)["state"] == "completed"


def test_more_idle_executors_than_are_kept(house):
    client = house.configure(pool={"idle": 1, "shutdownMs": 1000 * WATCHDOG_SECONDS}).start().client()
    prompts, fakes = [], []
    for _ in range(2):
        task = submit(client, "do it", agent="fake")
        fakes.append(house.next())
        prompts.append(fakes[-1].serve())
        prompts[-1].done()
        wait(client, task)
    request = prompts[0].link.until("shutdown")
    prompts[0].link.answer(request, {"status": "idle"})
    fakes[0].exit(0)
    assert not fakes[1].is_gone()


# --- one in Node.js -------------------------------------------------------------------------


@pytest.fixture
def node(house):
    """Runs prompts in the Node.js executor; answers the task and what it said."""
    house.executors["mine"] = {"command": ["node", str(FOLDER / "executor.mjs")]}
    client = house.start().client()

    def run(prompt, **more):
        task = submit(client, prompt, agent="mine", **more)
        ended = wait(client, task)
        return ended, [(m["type"], m["data"]) for m in messages(client, task) if m["role"] == "assistant"]

    run.client = client
    return run


@needs_node
def test_node_runs_a_prompt(node, place):
    ended, said = node("think:hm tool progress:half usage say:Done.", cwd=str(place.home))
    assert ended["state"] == "completed"
    assert ended["result"] == {"message_count": 6, "token_usage": {"input_tokens": 45, "output_tokens": 12}, "text": "Done."}
    assert said == [
        ("thinking_chunk", {"chunk": "hm"}),
        ("tool_call", {"tool": "Read", "input": {"file_path": f"{place.home}/a file"}}),
        ("tool_result", {"tool": "Read", "result": "what is in it"}),
        ("progress", {"completed_tools": 50, "total_tools_estimate": 100, "current_step": "half"}),
        ("usage", {"usage": {"input": 45, "output": 12}}),
        ("content_block", {"text": "Done."}),
    ]


@needs_node
def test_node_reports_without_numbers(node):
    ended, said = node("unnumbered say:a say:b say:c")
    assert ended["state"] == "completed" and [data["text"] for _, data in said] == ["a", "b", "c"]


@needs_node
def test_node_reports_in_batches(node):
    ended, said = node("batch many:25")
    assert ended["result"]["message_count"] == 25
    assert [data["text"] for _, data in said] == [f"number {i}" for i in range(1, 26)]


@needs_node
def test_node_reports_a_great_many(node):
    ended, said = node("many:5000")
    assert ended["result"]["message_count"] == 5000
    assert [data["text"] for _, data in said] == [f"number {i}" for i in range(1, 5001)]


@needs_node
def test_node_fails(node):
    ended, said = node("say:before fail:because")
    assert ended["state"] == "failed"
    error = ended["result"]["error"]
    assert error["message"] == "because" and "executor.mjs" in error["stack"]
    assert [kind for kind, _ in said] == ["content_block", "error"] and said[1][1]["message"] == "because"


@needs_node
def test_node_crashes(node):
    ended, said = node("say:before crash:3")
    error = ended["result"]["error"]
    assert ended["state"] == "failed" and error["reason"] == "EXECUTOR_CRASHED" and error["exit_code"] == 3
    assert error["stderr"].rstrip().endswith("the last words before the end")


@needs_node
def test_node_is_not_allowed(node):
    ended, said = node("write")
    assert ended["state"] == "failed" and ended["result"]["error"]["message"] == "The user does not allow it"
    assert said[0] == ("permission_denied", {"tool": "Write", "reason": "no_approver"})


@needs_node
def test_node_is_allowed(node):
    session = session_of(node.client, permissionMode="bypassPermissions")
    ended, said = node("write mode", sessionId=session)
    assert ended["state"] == "completed"
    assert said[0] == ("tool_result", {"tool": "Write", "result": "mode=bypassPermissions"})
    assert said[1][1]["mode"] == "bypassPermissions" and said[1][1]["tools"] == ["*"]


@needs_node
def test_node_asks_for_a_key_and_for_its_context(node):
    ended, said = node("key:anthropic context")
    assert ended["state"] == "completed"
    assert said[0] == ("key", {"came": False, "refused": "key_not_found"})
    assert said[1][1]["task_id"] == ended["id"] and said[1][1]["session_id"] == ended["sessionId"]


@needs_node
def test_node_is_stopped(node, house):
    task = submit(node.client, "say:begun hang", agent="mine")
    while not [m for m in messages(node.client, task) if m["role"] == "assistant"]:
        pass
    assert node.client.call("task.cancel", {"taskId": task})["cancelled"] is True
    house.nothing_is_left()


@needs_node
def test_node_is_out_of_time(node, house):
    ended, said = node("say:begun hang", timeoutMs=300)
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "timeout"
    house.nothing_is_left()


@needs_node
def test_node_works_on_one_task_after_another(node):
    session = session_of(node.client)
    for word in ("one", "two", "three"):
        ended, said = node(f"say:{word}", sessionId=session)
        assert ended["state"] == "completed" and said == [("content_block", {"text": word})]


@needs_node
def test_the_smallest_executor_of_the_documentation(house, place):
    [source] = re.findall(r"```js\n(.*?)```", (REPOSITORY / "docs" / "executors.md").read_text(), re.DOTALL)
    (place.root / "executor.js").write_text(source)
    house.executors["smallest"] = {"command": ["node", str(place.root / "executor.js")]}
    client = house.start().client()
    ended = run(client, "say it back", agent="smallest")
    assert ended["state"] == "completed" and ended["result"] == {"message_count": 1, "text": "say it back"}


# --- script, which keeps what it promises -------------------------------------------------------


def test_script_is_an_executor_like_others(house):
    """It is in `executors` of the configuration, and nothing else names it; as the documentation has it."""
    client = house.configure().start().client()
    session = session_of(client)
    for _ in range(2):
        ended = run(client, "say Looking at it.; progress 50 half way; done All tests pass.", agent="script", sessionId=session)
        assert (ended["state"], ended["result"]["text"]) == ("completed", "All tests pass.")
        assert [message["type"] for message in messages(client, ended["id"])] == ["prompt", "content_block_delta"]
    assert len(house.directories()) == 1, "the session's second task has the executor of its first"
    [found] = [agent for agent in client.call("agent.list")["agents"] if agent["name"] == "script"]
    assert (found["adapter"], found["source"], found["usable"], found["program"]) == ("executor", "config", True, str(SCRIPT))


def test_script_outlives_its_daemon(house):
    client = house.configure().start().client()
    task = submit(client, "rate 300 1000 20; done fine", agent="script")
    until(lambda: len(messages(client, task)) > 20, "some messages")
    house.daemon.process.kill()
    client = house.again().client()
    ended = wait(client, task)
    assert (ended["state"], ended["result"].get("text")) == ("completed", "fine"), ended
    assert [message["sequence"] for message in messages(client, task)] == list(range(301))


# --- a client of others in front of weir-executor ----------------------------------------------


@pytest.fixture
def drive(place, recorder):
    """Lets the Node.js client go through a plan; answers what it printed."""

    def drive(plan, code=0, bad=False):
        directory = place.root / "own"
        directory.mkdir(mode=0o700)
        done = subprocess.run(
            ["node", str(FOLDER / "client.mjs"), str(PROGRAM), str(directory / "sock"), json.dumps(plan)],
            capture_output=True, text=True, timeout=2 * WATCHDOG_SECONDS, env=place.environment(),
        )
        assert done.returncode == 0, done.stderr
        assert not any(sign in done.stderr for sign in SANITIZER_SIGNS), done.stderr
        printed = [json.loads(line) for line in done.stdout.splitlines()]
        dialogue = recorder.add(Dialogue("daemon"))
        for entry in printed:
            if "sent" in entry:
                dialogue.sent(json.dumps(entry["sent"]).encode() + b"\n", bad)
            elif "received" in entry:
                dialogue.received(json.dumps(entry["received"]).encode())
        assert printed[-1] == {"exit": {"code": code, "signal": None}}, printed[-1]
        assert list(directory.iterdir()) == []
        return Driven(printed)

    return drive


class Driven:
    def __init__(self, printed):
        self.answers = [(e["answer"], e.get("result", e.get("error"))) for e in printed if "answer" in e]
        self.received = [e["received"] for e in printed if "received" in e]
        self.reports = []
        for message in self.received:
            if message.get("method") == "report_message":
                self.reports.append(message["params"])
            elif message.get("method") == "batch_notification":
                entries = message["params"]["notifications"]
                self.reports += [e["params"] for e in entries if e["method"] == "report_message"]


def prompt(text, **more):
    """As few fields as the older examples have."""
    return ["execute_prompt", {
        "session_token": "opaque", "task_id": "task-456", "agent": "script", "prompt": text, "cwd": "/tmp", "tools": ["Read", "Write", "Bash"],
        "permission_mode": "default", "timeout_ms": 60000, **more,
    }]


BYE = ["shutdown", {"reason": "Server restarting", "timeout_ms": 1000}]


@needs_node
@needs_program
def test_client_runs_a_prompt(drive):
    done = drive([prompt("say Hello; usage 10 5; done All done"), BYE])
    (_, execution), (_, bye) = done.answers
    assert execution["status"] == "completed" and execution["message_count"] == len(done.reports) >= 1
    assert execution["token_usage"]["input_tokens"] == 10 and execution["token_usage"]["output_tokens"] == 5
    assert [r["sequence"] for r in done.reports] == list(range(1, len(done.reports) + 1))
    assert all(r["session_token"] == "opaque" and r["task_id"] == "task-456" for r in done.reports)
    assert bye == {"status": "idle"}


@needs_node
@needs_program
def test_client_gets_a_failure(drive):
    done = drive([prompt("fail broken it does not work"), BYE])
    assert done.answers[0][1]["status"] == "failed" and "it does not work" in done.answers[0][1]["error"]["message"]


@needs_node
@needs_program
def test_client_pauses_with_requests(drive):
    plan = [["pause_notifications", {}], prompt("events 25") + [{"wait": False}], ["resume_notifications", {}], BYE]
    done = drive(plan)
    assert ("pause_notifications", {"paused": True}) in done.answers
    assert ("resume_notifications", {"paused": False}) in done.answers
    assert [r["sequence"] for r in done.reports] == list(range(1, 26))
    place_of = {m.get("id"): i for i, m in enumerate(done.received) if "method" not in m}
    first_report = next(i for i, m in enumerate(done.received) if m.get("method"))
    assert sorted(place_of.values())[1] < first_report, "something was reported before it was told to go on"


@needs_node
@needs_program
@pytest.mark.parametrize("word", ["shutdown", "terminate"])
@pytest.mark.parametrize("params", [{}, {"reason": "timeout"}], ids=["bare", "with a reason"])
def test_client_ends_it(drive, word, params):
    assert drive([[word, params]]).answers == [(word, {"status": "idle"})]


@needs_node
@needs_program
def test_client_ends_it_while_it_works(drive):
    done = drive([prompt("say one; hold deaf") + [{"wait": False}], ["shutdown", {"reason": "now", "timeout_ms": 50}]])
    assert dict(done.answers)["shutdown"] == {"status": "interrupted"}


@needs_node
@needs_program
def test_client_stops_a_task(drive):
    plan = [prompt("hold") + [{"wait": False}], ["stop_task", {"session_token": "opaque", "task_id": "task-456", "reason": "user"}], BYE]
    answers = dict(drive(plan).answers)
    assert answers["stop_task"]["stopped"] is True and answers["execute_prompt"]["status"] == "cancelled"


@needs_node
@needs_program
def test_client_gives_up_on_a_prompt_and_terminates(drive):
    plan = [prompt("hold deaf") + [{"timeoutMs": 200}], ["terminate", {"reason": "timeout", "timeout_ms": 50}]]
    done = drive(plan)
    assert done.answers[0] == ("execute_prompt", "timeout of execute_prompt")
    assert done.answers[1] == ("terminate", {"status": "interrupted"})


@needs_node
@needs_program
def test_client_refuses_an_unknown_method(drive):
    done = drive([["make_coffee", {}], BYE], bad=True)
    assert done.answers[1] == ("shutdown", {"status": "idle"})
    [refusal] = [m["error"] for m in done.received if "error" in m]
    assert refusal["code"] == -32601
