"""weir run: what an agent says is the output, what it does are notes beside it, and what it asks is asked in place."""

import json
import os
import re
import signal

import pytest

from cli import Between, Cli
from kernels import needs_namespaces
from setting import SHIPPED, WATCHDOG_SECONDS, WEIR
from tasks import Gate, get, session_of, state, wait
from terminals import Terminal, without_colour
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

TASK = r"task_[0-9A-Z]{26}"
CONFIG = {"tasks": {"agent": "script", "drainMs": 0}, "pool": {"warm": 0},
          "permissions": {"approverMs": 600_000}}

# One of each kind of event that document 000 has.
EVERYTHING = """
message agent_chosen {"agent":"script","adapter":"script","why":"it was named"}
message message_start {"message_id":"m1","role":"assistant","agent":"script","model":"none"}
message content_block_start {"index":0,"content_block":{"type":"thinking"}}
message thinking_chunk {"index":0,"chunk":"Let me think."}
message content_block_stop {"index":0,"content_block":{"type":"thinking","thinking":"Let me think."}}
message content_block_delta {"index":1,"delta":{"text":"I look at **"}}
message content_block_delta {"index":1,"delta":{"text":"it**.\\n"}}
message content_block_stop {"index":1,"content_block":{"type":"text","text":"I look at **it**.\\n"}}
message tool_call {"tool":"Bash","input":{"command":"ls -l","timeout":5},"tool_call_id":"t1"}
message tool_result {"tool":"Bash","result":"one\\ntwo\\nthree\\n","tool_call_id":"t1","is_error":false}
message message_stop {"message_id":"m1","stop_reason":"tool_use"}
message content_block_delta {"index":0,"delta":{"text":"There are `three`."}}
usage 120 30
done There are three.
"""


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(place, make_daemon):
    place.write_config(CONFIG)
    return make_daemon().start(program=SHIPPED)


def shown(terminal):
    return without_colour(terminal.written).replace("\r\n", "\n")


def settled(terminal):
    """What stays of it: the status line, which a slow step brings, erases itself."""
    return re.sub(r"\r[^\n]*\x1b\[K", "", shown(terminal))


def newest(client):
    return client.call("task.list", {"limit": 1})[0]


# --- output ---------------------------------------------------------------------------


@needs_namespaces
def test_into_a_pipe_the_text_alone(cli, client):
    done = cli.run("run", EVERYTHING)
    assert done.code == 0 and done.out == "I look at **it**.\nThere are `three`.\n"
    notes = done.err.splitlines()
    assert notes[:8] == ["-- agent script: it was named", "-- agent script, model none", "Let me think.", "* Bash ls -l",
                         "  = one", "    two", "    three", notes[-1]]
    assert re.fullmatch(r"-- completed in \d+ s, 120 tokens in, 30 out", notes[-1])
    done = cli.run("run", "-v", EVERYTHING)
    assert "  = one\n    two\n    three\n" in done.err
    done = cli.run("run", "--quiet", EVERYTHING)
    assert done.out == "I look at **it**.\nThere are `three`.\n" and done.err == ""


def test_on_a_terminal(cli, client):
    done = cli.on_terminal("run", EVERYTHING)
    assert done.code == 0
    assert "I look at \x1b[0;1mit\x1b[0m.\r\n" in done.out and "There are \x1b[0;36mthree\x1b[0m." in done.out
    assert "\x1b[2mLet me think.\x1b[0m\r\n" in done.out and "\x1b[34m* Bash ls -l\x1b[0m\r\n" in done.out
    assert "\x1b[2m  = one\x1b[0m\r\n" in done.out and "120 tokens in, 30 out" in done.out
    plain = cli.on_terminal("run", EVERYTHING, NO_COLOR="1")
    assert "I look at it.\r\n" in plain.out and "\x1b[0;" not in plain.out and "\x1b[2m" not in plain.out


def test_nothing_of_it_steers_the_terminal(cli, client):
    script = r"""message content_block_delta {"delta":{"text":"a\u001b[31m\u009b b\u202e"}}
message thinking_chunk {"chunk":"\u001b]0;x\u0007"}
message tool_call {"tool":"\u001bc","input":{"command":"\u001b[2J"}}
message tool_result {"result":"\u001b[1A"}
message error {"code":"x","message":"\u001b[5m"}"""
    done = cli.on_terminal("run", script)
    assert done.code == 0 and r"a\u001b[31m\u009b b\u202e" in done.out
    assert not re.search(r"\x1b(?!\[[\d;]*m|\[K)|[\x00-\x08\x0b\x0c\x0e-\x1a\x7f\x9b\u202e]", done.out)
    piped = cli.run("run", script)
    assert "\x1b" not in piped.out + piped.err


@needs_namespaces
def test_json_is_the_log(cli, client):
    done = cli.run("run", "--json", EVERYTHING)
    assert done.code == 0 and done.err == ""
    lines = [json.loads(line) for line in done.out.splitlines()]
    task = newest(client)["id"]
    stored = client.call("event.list", {"taskId": task, "limit": 1000})["events"]
    assert [line["params"]["seq"] for line in lines] == [event["params"]["seq"] for event in stored]
    assert lines == stored
    failed = cli.run("run", "--json", "fail X broken")
    assert failed.code == 1 and json.loads(failed.out.splitlines()[-1])["method"] == "event.taskFailed" and failed.err == ""


def test_a_task_that_says_nothing_shows_its_result(cli, client):
    done = cli.run("run", "done this is it", "--agent", "script")
    assert done.out == "this is it\n" and newest(client)["sessionId"]


@needs_namespaces
def test_a_failure(cli, client):
    done = cli.run("run", "say before; fail X it is broken")
    assert done.code == 1 and done.out == "before\n"
    assert "-- failed: it is broken (error)\n" in done.err and "-- failed in " in done.err
    assert cli.run("run", "-q", "fail X broken").err == "-- failed: broken (error)\n"


@pytest.mark.parametrize("arguments, word", [
    (["--session", "s", "--continue", "x"], "exclude each other"),
    (["--thinking-tokens", "many", "x"], "--thinking-tokens must be"),
    (["--time-limit", "0", "x"], "--time-limit must be"),
    (["--permission-mode", "never", "x"], "permission-mode"),
    (["--cwd", "/nowhere/at/all", "x"], "No such file"),
    (["   "], "the prompt is empty"),
])
def test_what_is_not_understood(cli, client, arguments, word):
    done = cli.run("run", *arguments)
    assert done.code == 2 and word in done.err and client.call("task.list") == []


def test_a_prompt_from_the_input(cli, client):
    assert cli.run("run", input="say from a pipe\n").out == "from a pipe\n"
    assert cli.run("run", "-", input="say from a dash\n").out == "from a dash\n"
    done = cli.run("run", "say", "words", input="not read")
    assert done.out == "words\n" and "standard input was not read" in done.err
    assert "standard input" not in cli.run("run", "say", "words").err
    assert "standard input" not in cli.run("run", "--quiet", "say", "words", input="not read").err
    assert cli.run("run", "say words;", "-", input="say of @README.md\n").out == "wordsof @README.md\n"
    missing = cli.on_terminal("run")
    assert missing.code == 2 and "missing prompt" in missing.out


# --- daemon and session ------------------------------------------------------------------


def test_it_starts_the_daemon(cli, place):
    place.write_config(CONFIG)
    place.do_without_namespaces()
    try:
        first = cli.run("run", "say hello")
        assert first.code == 0 and first.out == "hello\n", first
        assert f"-- started the daemon on {place.user_socket}" in first.err
        second = cli.run("run", "say again")
        assert second.code == 0 and "started the daemon" not in second.err
    finally:
        assert cli.run("daemon", "stop", "--force").code == 0


def test_a_daemon_that_does_not_start(cli, place):
    place.write_config("{ this is no configuration")
    done = cli.run("run", "say hello")
    assert done.code == 1 and "cannot start the daemon" in done.err and done.out == ""


def test_sessions(cli, client, place):
    here, there = place.home, place.root / "there"
    there.mkdir()
    assert cli.run("run", "--title", "about this", "say one").code == 0
    first = client.call("session.get", {"sessionId": newest(client)["sessionId"]})
    assert first["title"] == "about this" and first["cwd"] == str(here) and "agent" not in first
    assert cli.run("run", "say two").code == 0
    second = newest(client)["sessionId"]
    assert second != first["id"] and client.call("session.get", {"sessionId": second})["title"] == "say two"

    done = cli.run("run", "--continue", "--model", "m-1", "--permission-mode", "plan", "say three")
    assert done.code == 0 and newest(client)["sessionId"] == second
    changed = client.call("session.get", {"sessionId": second})
    assert changed["model"] == "m-1" and changed["permissionMode"] == "plan"
    client.call("session.close", {"sessionId": second})
    assert cli.run("run", "-c", "say four").code == 0 and newest(client)["sessionId"] == second  # open again
    assert client.call("session.get", {"sessionId": second})["state"] == "open"

    none = cli.run("run", "--continue", "say five", cwd=there)
    assert none.code == 0 and f"{there} has no session yet; this is a new one" in none.err
    assert cli.run("run", "--session", first["id"], "say six", cwd=there).code == 0
    assert newest(client)["sessionId"] == first["id"] and newest(client)["cwd"] == str(here)
    assert cli.run("run", "--time-limit", "5", "-C", there, "say seven").code == 0
    assert newest(client)["timeoutMs"] == 5000 and newest(client)["cwd"] == str(there)
    gone = cli.run("run", "--session", "sess_none", "say eight")
    assert gone.code == 1 and "session_not_found" in gone.err


def test_not_in_time(cli, client):
    done = cli.run("run", "--timeout", "2", "say waiting; hold")  # for each answer, too
    task = newest(client)["id"]
    assert done.code == 4 and f"weir task logs -f {task}" in done.err
    until(lambda: state(client, task) == "running", "that it goes on")
    client.call("task.cancel", {"taskId": task})


def test_where_the_sandbox_is_off(cli, place, make_daemon):
    place.write_config(CONFIG | {"sandbox": "off"})
    make_daemon().start(program=SHIPPED)
    done = cli.on_terminal("run", "say x")
    assert "\x1b[31m-- the sandbox is off" in done.out


def test_the_first_command_of_all(cli, place):
    """No daemon, no key, no model, no agent in PATH: it answers all the same, says who does, and what it says is true."""
    place.write_config({"providers": {"ollama": {"url": "http://127.0.0.1:9", "connectMs": 100, "retries": 0}}})
    place.do_without_namespaces()
    work = place.home / "work"
    (work / "src").mkdir(parents=True)
    (work / "src" / "sum.py").write_text("def add(a, b):\n    return a - b\n")
    try:
        done = cli.run("run", "what is in this folder?", cwd=work, PATH=place.home)
        assert done.code == 0 and "offline agent" in done.out.splitlines()[0] and "src/" in done.out, done
        assert "-- started the daemon" in done.err and "-- agent offline: " in done.err and "* Glob" in done.err
        edit = 'replace "a - b" with "a + b" in src/sum.py'
        done = cli.run("run", "--continue", "--permission-mode", "acceptEdits", edit, cwd=work, PATH=place.home)
        assert done.code == 0 and "a + b" in (work / "src" / "sum.py").read_text()
        assert re.search(rf"-- changed: 1 file \(weir task diff {TASK}, weir task undo {TASK}\)", done.err)
    finally:
        assert cli.run("daemon", "stop", "--force").code == 0


# --- Ctrl-C -----------------------------------------------------------------------------


def test_ctrl_c_stops_the_task_and_waits(cli, client):
    with Terminal(cli, "run", "say It runs.; hold") as terminal:
        terminal.until(lambda: "It runs" in shown(terminal), "that it runs")
        terminal.press("\x03")
        assert terminal.end() == 130 and terminal.mode() == terminal.before
        text = shown(terminal)
        assert "stopping the task; press Ctrl-C again now to leave it running" in text and "the task was stopped" in text
    assert newest(client)["state"] == "cancelled"


def press_twice(cli, client, prompt, between):
    """Ctrl-C, something in between, Ctrl-C: the task, and what was said of it."""
    with Terminal(cli, "run", prompt) as terminal:
        terminal.until(lambda: "It runs" in shown(terminal), "that it runs")
        terminal.press("\x03")
        terminal.until(lambda: "press Ctrl-C again" in shown(terminal), "that it would stop")
        task = newest(client)["id"]
        between(task)
        terminal.press("\x03")
        assert terminal.end() == 130
        return task, shown(terminal).replace("\n", "")


def test_ctrl_c_twice_leaves_it_running(cli, client):
    """A machine that is busy may be too slow for the second one; what is said is true in any case."""
    for _ in range(5):
        task, said = press_twice(cli, client, "say It runs.; hold", lambda task: None)
        goes_on = "the task continues" in said
        assert goes_on != ("the task is stopping" in said), said
        if goes_on:
            break
        assert wait(client, task)["state"] == "cancelled"
    assert goes_on and f"weir task logs -f {task}" in " ".join(said.split()) and state(client, task) == "running"
    client.call("task.cancel", {"taskId": task})


def test_a_late_second_ctrl_c_leaves_it_stopping(cli, client, place):
    gate = Gate(place)
    task, said = press_twice(cli, client, f"say It runs.; hold {gate}",
                             lambda task: until(lambda: state(client, task) == "stopping", "that it stops"))
    assert f"the task is stopping; to wait for its end: weir task wait {task}" in " ".join(said.split()) and "continues" not in said
    gate.open()
    assert wait(client, task)["state"] == "cancelled"


def test_a_task_that_completes_instead(cli, client):
    """It was told to stop, and had its work done: then it is done."""
    with Terminal(cli, "run", "say It runs.; hold complete") as terminal:
        terminal.until(lambda: "It runs" in shown(terminal), "that it runs")
        terminal.press("\x03")
        assert terminal.end() == (0 if newest(client)["state"] == "completed" else 130)


def test_sigterm_is_a_ctrl_c(cli, client):
    process = cli.start("run", "say It runs.; hold")
    until(lambda: client.call("task.list", {"state": "running"}), "that it runs")
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=WATCHDOG_SECONDS)
    assert process.returncode == 130 and newest(client)["state"] == "cancelled"


# --- while it waits ------------------------------------------------------------------------


def test_time_and_tokens_are_shown(cli, client, place):
    gate = Gate(place)
    with Terminal(cli, "run", f"usage 12 34; progress 50 half way; read {gate}; say done") as terminal:
        status = r"working: 50 %, half way, 12 tokens in, 34 out \(\d+ s\)"
        terminal.until(lambda: re.search(status, shown(terminal)), "the status")
        gate.open()
        assert terminal.end() == 0
        assert terminal.written.rindex("\r\x1b[K") < terminal.written.rindex("done")


def test_lines_fit_the_window_as_it_is_now(cli, client, place):
    gate = Gate(place)
    words = "word " * 30
    with Terminal(cli, "run", f"say {words}\nmessage message_stop {{}}\nread {gate}\nsay {words}", columns=40) as terminal:
        terminal.until(lambda: shown(terminal).count("word") == 30, "the first part")
        terminal.set_size(64, 24)
        gate.open()
        assert terminal.end() == 0
        lines = [line for line in settled(terminal).splitlines() if "word" in line]
    assert max(map(len, lines[:4])) <= 40 and 40 < max(map(len, lines[4:])) <= 64


def test_a_daemon_that_comes_back(cli, place, make_daemon):
    place.write_config(CONFIG)
    first = make_daemon().start(program=SHIPPED)
    gate = Gate(place)
    process = cli.start("run", f"say one; read {gate}; say two")
    with first.client() as client:
        until(lambda: client.call("task.list", {"state": "running"}), "that it runs")
    first.expected_exit, first.left_behind_is_fine = -signal.SIGKILL, True
    first.process.kill()
    first.process.wait()
    make_daemon().start(program=SHIPPED)
    gate.open()
    out, err = process.communicate(timeout=WATCHDOG_SECONDS)
    assert process.returncode == 0 and out.replace("\n", "") == "onetwo", err
    assert "connection lost" in err and "connected again" in err


def test_a_daemon_that_crashed_is_started_again(cli, place, make_daemon):
    place.write_config(CONFIG)
    first = make_daemon().start(program=SHIPPED)
    gate = Gate(place)
    process = cli.start("run", f"say one; read {gate}; say two")
    with first.client() as client:
        until(lambda: client.call("task.list", {"state": "running"}), "that it runs")
    first.expected_exit, first.left_behind_is_fine = -signal.SIGKILL, True
    first.process.kill()
    first.process.wait()
    gate.open()
    out, err = process.communicate(timeout=WATCHDOG_SECONDS)
    assert process.returncode == 0 and out.replace("\n", "") == "onetwo", err
    assert "starting it again" in err and "connected again" in err
    assert cli.run("daemon", "stop").code == 0


# --- permissions in place --------------------------------------------------------------------


def asking(tool, tool_input):
    return f"permission {tool} {json.dumps(tool_input)}"


ASKS_AND_GOES_ON = """#!/usr/bin/python3
import json, sys
def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") in ("initialize", "session/new"):
        say(id=asked["id"], result={"protocolVersion": 1, "sessionId": "s"})
    elif asked.get("method") == "session/prompt":
        prompt = asked["id"]
        call = {"toolCallId": "1", "title": "make", "kind": "execute", "rawInput": {"command": "make"}}
        say(id=9, method="session/request_permission", params={"sessionId": "s", "toolCall": call, "options": [
            {"optionId": "yes", "kind": "allow_once", "name": "yes"}]})
        open("gate").read()
        say(method="session/update", params={"sessionId": "s", "update": {
            "sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "Meanwhile, I think."}}})
    elif asked.get("id") == 9:
        say(id=prompt, result={"stopReason": "end_turn"})
"""


def test_a_question_is_asked_again_below_other_output(cli, place, make_daemon):
    agent, project = place.home / "agent", place.home / "project"
    agent.write_text(ASKS_AND_GOES_ON)
    agent.chmod(0o755)
    project.mkdir()
    os.mkfifo(project / "gate")
    place.write_config({"agents": {"mine": {"adapter": "acp", "command": [str(agent)]}}, "pool": {"warm": 0}})
    make_daemon().start(program=SHIPPED)
    with Terminal(cli, "run", "--agent", "mine", "--cwd", str(project), "go") as terminal:
        terminal.until(lambda: shown(terminal).endswith("show all > "), "the question")
        (project / "gate").write_text("")
        terminal.until(lambda: shown(terminal).count("show all > ") == 2, "the question again")
        text = shown(terminal)
        assert "show all > \nMeanwhile, I think.\n" in text and text.count("Bash  perm_") == 2, repr(text)
        terminal.press("y")
        assert terminal.end() == 0
    assert shown(terminal).count("allowed\n") == 1


def test_an_edit_is_asked_with_its_difference(cli, client, place):
    (place.home / "a.txt").write_text("one\ntwo\nthree\n")
    script = "say I would.; " + asking("Edit", {"file_path": "a.txt", "old_string": "two", "new_string": "2"})
    with Terminal(cli, "run", script) as terminal:
        terminal.until(lambda: shown(terminal).endswith("show all > "), "the question")
        text = shown(terminal)
        assert text.index("I would.") < text.index("show all >"), "first what was said"
        assert f"{place.home}/a.txt" in text and "-two" in text and "+2" in text and "quit" not in text
        terminal.press("y")
        assert terminal.end() == 0 and terminal.mode() == terminal.before
        assert "allowed\n" in shown(terminal) and "user_approved" in shown(terminal)
    assert client.call("permission.list", {"all": True})[0]["answeredBy"] == "weir run"


def test_what_was_said_comes_first_however_late_it_is(cli, client, daemon, place):
    script = "say I would.; " + asking("Bash", {"command": "make it"})
    is_late = lambda message: message.get("method", "event.permissionRequested") != "event.permissionRequested"
    with Between(place.root / "between.sock", daemon.socket, is_late) as between:
        with Terminal(cli, "run", script, WEIR_SOCKET=between.path) as terminal:
            until(lambda: client.call("permission.list"), "that it asks")
            seconds = lambda: int((re.findall(r"\((\d+) s\)", shown(terminal)) or [0])[-1])
            terminal.read_some(0)
            before = seconds()
            terminal.until(lambda: seconds() > before + 1, "that it waits")
            assert "show all >" not in shown(terminal)
            between.release()
            terminal.until(lambda: shown(terminal).endswith("show all > "), "the question")
            assert shown(terminal).index("I would.") < shown(terminal).index("show all >")
            terminal.press("n")
            assert terminal.end() == 0 and "denied\n" in shown(terminal)


@pytest.mark.parametrize("key, word", [("y", "allowed"), ("n", "denied")])
def test_the_answer_stands_before_what_the_agent_does_then(cli, client, daemon, place, key, word):
    """Also where the response to it comes last."""
    script = asking("Bash", {"command": "make it"}) + "; say I go on."
    is_late = lambda message: "request" in (message.get("result") or {})
    with Between(place.root / "between.sock", daemon.socket, is_late) as between:
        with Terminal(cli, "run", script, WEIR_SOCKET=between.path) as terminal:
            terminal.until(lambda: shown(terminal).endswith("show all > "), "the question")
            terminal.press(key)
            terminal.until(lambda: "I go on." in shown(terminal), "what it does then")
            between.release()
            assert terminal.end() == 0
            text = shown(terminal)
    assert f"show all > {key}\n{word}\n" in text and text.count(f"{word}\n") == 1, repr(text)


def test_a_message_that_is_being_typed_answers_nothing(cli, client, place):
    gate = Gate(place)
    with Terminal(cli, "run", f"say here; read {gate}; " + asking("Bash", {"command": "make it"})) as terminal:
        terminal.until(lambda: "here" in shown(terminal), "that it runs")
        terminal.press("tr")
        gate.open()
        terminal.until(lambda: "show all >" in shown(terminal), "the question")
        terminal.press_and_wait("y this")
        request, = client.call("permission.list")
        assert request["state"] == "pending" and "allowed" not in shown(terminal)
        client.call("permission.answer", {"requestId": request["id"], "decision": "deny"})
        assert terminal.end() == 0


def test_a_command_is_denied_and_told_why(cli, client):
    command = "git status; rm -rf " + "x" * 200
    with Terminal(cli, "run", asking("Bash", {"command": command}), columns=400) as terminal:
        terminal.until(lambda: "show all >" in shown(terminal), "the question")
        assert command in shown(terminal)
        terminal.press("r")
        terminal.until(lambda: "Reason for the agent" in shown(terminal), "the reason's question")
        terminal.press("not today\n")
        assert terminal.end() == 0 and "denied\n" in shown(terminal)
    past = client.call("permission.list", {"all": True})[0]
    assert past["state"] == "denied" and past["note"] == "not today"


def test_somebody_else_is_faster(cli, client, place):
    gate = Gate(place)
    script = asking("Bash", {"command": "make it"}) + f"; read {gate}; " + asking("Bash", {"command": "make more"})
    with Terminal(cli, "run", script) as terminal:
        terminal.until(lambda: "show all >" in shown(terminal), "the question")
        request, = client.call("permission.list")
        client.call("permission.answer", {"requestId": request["id"], "decision": "deny"})
        terminal.until(lambda: re.search(r"> denied (by|\()", shown(terminal)), "that it was answered")
        terminal.press("yy")  # for a question that is gone
        gate.open()
        terminal.until(lambda: shown(terminal).count("show all >") == 2, "the next question")
        assert [one["command"] for one in client.call("permission.list")] == ["make more"]
        terminal.press("\x03")  # at the question: the task is stopped
        assert terminal.end() == 130 and terminal.mode() == terminal.before
    assert newest(client)["state"] == "cancelled"


def test_others_sessions_are_not_asked_about(cli, client, place):
    gate = Gate(place)
    with Terminal(cli, "run", f"say here; read {gate}; " + asking("Bash", {"command": "mine"})) as terminal:
        terminal.until(lambda: "here" in shown(terminal), "that it runs")
        other = client.call("task.submit", {"prompt": asking("Bash", {"command": "not mine"}), "sessionId": session_of(client)})
        until(lambda: client.call("permission.list"), "that the other one asks")
        gate.open()
        terminal.until(lambda: "show all >" in shown(terminal), "the question")
        assert "mine" in shown(terminal) and "not mine" not in shown(terminal)
        terminal.press("n")
        assert terminal.end() == 0
    client.call("task.cancel", {"taskId": other["taskId"]})


def test_without_a_terminal_it_says_who_can_answer(cli, place, make_daemon):
    place.write_config(CONFIG | {"permissions": {"approverMs": 1}})
    daemon = make_daemon().start(program=SHIPPED)
    done = cli.run("run", asking("Bash", {"command": "make it"}))
    assert done.code == 5 and "no_approver" in done.out
    assert "-- permission requested: Bash: make it; to answer: weir approve; denied without an answer after 1 s\n" in done.err
    assert done.err.splitlines()[-1].startswith("-- 1 permission request was denied because nobody answered")
    assert "left >" not in done.out + done.err, "nothing ticks in a pipe"
    assert get(daemon.client(), re.search(TASK, cli.run("task", "list").out)[0])["state"] == "completed"


@pytest.mark.parametrize("options", [["--quiet"], ["--json"]])
def test_what_nobody_answered_has_a_status_of_its_own(cli, place, make_daemon, options):
    place.write_config(CONFIG | {"permissions": {"approverMs": 0}})
    daemon = make_daemon().start(program=SHIPPED)
    script = asking("Bash", {"command": "make it"}) + "; " + asking("Bash", {"command": "make more"})
    done = cli.run("run", *options, script)
    assert done.code == 5
    assert ("2 permission requests were denied because nobody answered" in done.err) == (options == ["--quiet"])
    failed = cli.run("run", *options, asking("Bash", {"command": "make it"}) + "; fail X no")
    assert failed.code == 5
    assert cli.run("run", *options, "say well").code == 0
    task = re.search(TASK, cli.run("task", "list").out)[0]
    shown_task = cli.run("task", "get", daemon.client().call("task.list", {"limit": 10})[-1]["id"])
    assert task and "2 permission requests were denied" in shown_task.out


def test_somebody_answers_for_a_run_without_a_terminal(cli, client):
    """approverMs is long: a front end elsewhere has the time to come."""
    process = cli.start("run", asking("Bash", {"command": "make it"}))
    request, = until(lambda: client.call("permission.list"), "that it asks")
    assert request["approverBy"] - request["createdAt"] == 600_000
    client.call("permission.answer", {"requestId": request["id"], "decision": "allow_once"})
    said, noted = process.communicate()
    assert process.returncode == 0 and "user_approved" in said and "denied because" not in noted


def test_every_way_to_wait_for_a_task_says_what_nobody_answered(cli, place, make_daemon):
    place.write_config(CONFIG | {"permissions": {"approverMs": 0}})
    make_daemon().start(program=SHIPPED)
    script = asking("Bash", {"command": "make it"})
    for ending, code in (("", 5), ("; fail X no", 5)):
        waited = cli.run("task", "submit", "--wait", script + ending)
        task = re.search(TASK, waited.out)[0]
        ways = [waited, cli.run("task", "submit", "--follow", script + ending), cli.run("task", "wait", task),
                cli.run("task", "logs", "-f", task)]
        for done in ways:
            assert done.code == code and "-- 1 permission request was denied because nobody answered" in done.err, done
        assert cli.run("task", "wait", "--json", task).code == code
    assert cli.run("task", "submit", "--follow", "say well").code == 0
    assert "5 a permission request was denied because nobody answered" in " ".join(cli.run("help").out.split())


def test_a_task_that_is_followed_shows_that_something_goes_on(cli, client, place):
    for command in (("task", "submit", "--follow"), ("chat",)):
        gate = Gate(place, command[0])
        with Terminal(cli, *command, f"say begun; read {gate}") as terminal:
            terminal.until(lambda: re.search(r"[|/\\-] (running|working)[^\r]*\d+ s", shown(terminal)), "a sign of life")
            gate.open()
            assert terminal.end() == 0


def test_the_time_that_is_left_ticks_in_place(cli, place, make_daemon):
    place.write_config(CONFIG | {"permissions": {"timeoutMs": 4000}})
    make_daemon().start(program=SHIPPED)
    with Terminal(cli, "run", asking("Bash", {"command": "make it"})) as terminal:
        assert terminal.end() == 5
        text = shown(terminal)
    ticking = re.search(r"show all\n((?:\r\d s left > )+)expired \(timeout\)", text.replace("\x1b[K", ""))
    assert ticking, repr(text)
    left = [int(n) for n in re.findall(r"\d+", ticking[1])]
    # The request may expire before the last tick.
    assert len(left) >= 3 and left == sorted(left, reverse=True) and left[-1] <= 1
    assert "1 permission request was denied because nobody answered" in " ".join(text.split())


# --- with a model ---------------------------------------------------------------------------------


@pytest.fixture
def thinking(place, make_daemon, model):
    """A daemon whose agents have a model, with its key."""
    place.write_config({"pool": {"warm": 0}, "providers": model.providers(), "tasks": {"drainMs": 0},
                        "permissions": {"approverMs": 600_000}})
    client = make_daemon().start(program=SHIPPED).client()
    model.give_key(client)
    return client


def test_real_work(cli, thinking, place, model):
    """The model reads, thinks and edits; the person allows it; the file is changed, and that is told."""
    (place.home / "sum.py").write_text("def add(a, b):\n    return a - b\n")
    model.play(
        [{"thinking": "It subtracts.", "signature": "c2ln"}, {"text": "I **look** at it."},
         {"tool": "Read", "input": {"file_path": str(place.home / "sum.py")}, "id": "toolu_1"}],
        [{"tool": "Edit", "id": "toolu_2", "input": {"file_path": str(place.home / "sum.py"), "old_string": "a - b", "new_string": "a + b"}}],
        [{"text": "Fixed: `add` adds."}, {"usage": {"input": 40, "output": 9}}],
    )
    with Terminal(cli, "run", "fix the failing test", columns=200) as terminal:
        terminal.until(lambda: "show all >" in shown(terminal), "the question")
        text = shown(terminal)
        assert "-    return a - b" in text and "+    return a + b" in text
        terminal.press("y")
        assert terminal.end() == 0, terminal.written
        text = settled(terminal)
    assert (place.home / "sum.py").read_text() == "def add(a, b):\n    return a + b\n"
    assert "model claude-test" in text and "It subtracts." in text and "I look at it.\n" in text
    assert re.search(r"\* Edit \S*sum.py\n  = ", text), repr(text)  # the question has shown the change
    assert re.search(r"\* Read \S*sum.py\n  = .*def add", text) and "* Edit " in text and "Fixed: add adds.\n" in text
    assert re.search(rf"-- completed in \d+ s, \d+ tokens in, \d+ out, ctx <1 %\n-- changed: 1 file \(weir task diff {TASK}", text)
    assert cli.run("task", "undo", "--yes", re.search(TASK, text)[0]).code == 0
    assert (place.home / "sum.py").read_text() == "def add(a, b):\n    return a - b\n"
    assert thinking.call("permission.list", {"all": True})[0]["state"] == "allowed"


def test_it_remembers(cli, thinking, model):
    model.play([{"text": "Hello Ada."}], [{"text": "You are Ada."}])
    assert cli.run("run", "-q", "I am Ada").out == "Hello Ada.\n"
    assert cli.run("run", "-qc", "Who am I?").out == "You are Ada.\n"
    said = json.dumps(model.requests[-1].body)
    assert "I am Ada" in said and "Hello Ada." in said


def test_what_it_cost_where_the_agent_calls_the_service_itself(cli, place, make_daemon, model):
    """A price of everything that was used, or no cost."""
    place.write_config({"pool": {"warm": 0}, "providers": model.providers(), "tasks": {"drainMs": 0},
                        "keys": {"access": "direct"},
                        "prices": {"claude-*": {"input": 3, "output": 15},
                                   "claude-kept": {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 6}}})
    client = make_daemon().start(program=SHIPPED).client()
    model.give_key(client)
    kept = {"usage": {"input": 1000, "output": 100, "cache_read": 10_000, "cache_write": 1000}}
    for script, name, cost in (({"usage": {"input": 1000, "output": 100}}, "claude-plain", ", cost 0.0045"),
                               (kept, "claude-plain", ""), (kept, "claude-kept", ", cost 0.0135"),
                               ({"usage": {"input": 1000, "output": 100}}, "unknown", "")):
        model.play([{"text": "One."}, script])
        done = cli.run("run", "--model", "anthropic/" + name, "one")
        assert done.code == 0 and re.search(rf"1000 tokens in, 100 out{cost}, ctx (<1|\d+) %$", done.err, re.M), done
        task = client.call("task.list", {"limit": 1})[0]["id"]
        usage = client.call("task.get", {"taskId": task})["result"]["token_usage"]
        assert usage.get("cost_micros", 0) == round(float(cost[7:] or 0) * 1e6)


def test_what_it_cost(cli, place, make_daemon, model):
    """Calls through the broker have a price, where their model has one."""
    place.write_config({"pool": {"warm": 0}, "providers": model.providers(), "tasks": {"drainMs": 0},
                        "keys": {"access": "broker"}, "prices": {"claude-*": {"input": 3, "output": 15}}})
    model.give_key(make_daemon().start(program=SHIPPED).client())
    used = {"usage": {"input": 1000, "output": 100}}
    model.play([{"text": "One."}, used], [{"text": "Two."}, used])
    for prompt in (["one"], ["--continue", "two"]):  # the second tells what it has cost itself
        done = cli.run("run", *prompt)
        assert done.code == 0 and "1000 tokens in, 100 out, cost 0.0045" in done.err, done
