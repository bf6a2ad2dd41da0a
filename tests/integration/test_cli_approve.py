"""weir approve on a terminal, and weir permissions for scripts."""

import json
import re

import pytest

from cli import Cli
from setting import SHIPPED, WEIR
from tasks import messages, session_of, submit, wait
from terminals import Terminal, without_colour
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

RULE = r"rule_[0-9A-Z]{26}"


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(place, make_daemon):
    """The shipped one, whose agents ask; a request waits for a front end as long as the test does."""
    place.write_config({"tasks": {"agent": "script", "drainMs": 0}, "pool": {"warm": 0},
                        "permissions": {"approverMs": 600_000}})
    return make_daemon().start(program=SHIPPED)


@pytest.fixture
def work(place):
    """A session's directory."""
    directory = place.root / "work"
    directory.mkdir()
    return directory


def ask(client, session, tool, tool_input):
    return submit(client, f"permission {tool} {json.dumps(tool_input)}", sessionId=session)


def said(client, task):
    """What the agent was told, once its task is over."""
    assert wait(client, task)["state"] == "completed"
    return [json.loads(m["data"]["text"]) if m["data"]["text"].startswith("{") else m["data"]["text"]
            for m in messages(client, task) if "text" in m["data"]][-1]



def shown(terminal):
    return without_colour(terminal.written)


def until_idle(terminal):
    """It has nothing more to ask, and takes keys again."""
    terminal.until(lambda: shown(terminal).rstrip().endswith("press q to quit."), "that it waits")


def test_an_edit_is_shown_as_a_difference_and_allowed_once(cli, client, work):
    (work / "a.txt").write_text("one\ntwo\nthree\n")
    session = session_of(client, cwd=str(work))
    task = ask(client, session, "Edit", {"file_path": "a.txt", "old_string": "two", "new_string": "2"})
    with Terminal(cli, "approve") as terminal:
        terminal.until(lambda: "quit >" in shown(terminal), "the question")
        text = shown(terminal)
        assert f"{work}/a.txt" in text and "-two" in text and "+2" in text and " three" in text
        terminal.press("y")
        terminal.until(lambda: "allowed" in shown(terminal), "the answer")
        until_idle(terminal)
        terminal.press("q")
        assert terminal.end() == 0 and terminal.mode() == terminal.before
    assert "user_approved" in str(said(client, task))
    assert client.call("permission.rules.list") == []


def test_a_command_is_shown_in_full_and_denied_with_a_reason(cli, client, work):
    session = session_of(client, cwd=str(work))
    command = "git status; rm -rf " + "x" * 300
    task = ask(client, session, "Bash", {"command": command})
    with Terminal(cli, "approve", columns=400) as terminal:
        terminal.until(lambda: "quit >" in shown(terminal), "the question")
        assert command in shown(terminal) and re.search(r"parts +git status\r?\n", shown(terminal))
        terminal.press("r")
        terminal.until(lambda: "Reason for the agent" in shown(terminal), "the question")
        terminal.press("not today\n")
        terminal.until(lambda: "denied" in shown(terminal), "the answer")
        until_idle(terminal)
        terminal.press("q")
        assert terminal.end() == 0
    answer = str(said(client, task))
    assert "user_denied" in answer
    past = client.call("permission.list", {"all": True})[0]
    assert past["state"] == "denied" and past["note"] == "not today" and past["answeredBy"] == "weir approve"


@pytest.mark.parametrize("tool, asked, hidden", [
    ("Bash", {"command": "rm -rf precious < a.txt", "content": "hello"}, "rm -rf precious"),
    ("Bash", {"command": "ls", "env": {"LD_PRELOAD": "evil"}}, "evil"),
    ("Bash", {"command": "ls", "cwd": "/evil"}, "/evil"),
    ("Bash", {"command": "ls", "script": "evil"}, "evil"),
    ("Write", {"file_path": "a.txt", "content": "x", "locations": [{"path": "evil"}]}, "evil"),
    ("Edit", {"file_path": "a.txt", "content": "one\n", "old_string": "one", "new_string": "evil"}, "evil"),
    ("Edit", {"file_path": "a.txt", "edits": [], "old_string": "one", "new_string": "evil"}, "evil"),
    ("Write", {"file_path": "a.txt", "content": "evil", "old_string": "one", "new_string": "one"}, "evil"),
])
def test_what_the_tool_will_do_is_what_is_shown(cli, client, work, tool, asked, hidden):
    """Fields that the tool does not look at do not take the place of those that it does."""
    (work / "a.txt").write_text("one\n")
    session = session_of(client, cwd=str(work))
    task = ask(client, session, tool, asked)
    with Terminal(cli, "approve") as terminal:
        terminal.until(lambda: "quit >" in shown(terminal), "the question")
        assert hidden in shown(terminal).split("quit >")[0].split("once")[0]
        terminal.press("n")
        terminal.until(lambda: "denied" in shown(terminal), "the answer")
        until_idle(terminal)
        terminal.press("q")
        assert terminal.end() == 0
    assert "user_denied" in str(said(client, task))


def test_always_shows_the_past_first_and_keeps_the_rule(cli, client, work):
    session = session_of(client, cwd=str(work))
    task = ask(client, session, "Bash", {"command": "make test"})
    with Terminal(cli, "approve") as terminal:
        terminal.until(lambda: "quit >" in shown(terminal), "the question")
        terminal.press("a")
        terminal.until(lambda: "Add this rule?" in shown(terminal), "the preview")
        assert "calls" in shown(terminal)
        terminal.press("n")
        terminal.until(lambda: shown(terminal).count("quit >") == 2, "the question again")
        assert client.call("permission.rules.list") == []
        terminal.press("a")
        terminal.until(lambda: shown(terminal).count("Add this rule?") == 2, "the preview")
        terminal.press("y")
        terminal.until(lambda: "No more pending requests" in shown(terminal), "the answer")
        until_idle(terminal)
        terminal.press("q")
        assert terminal.end() == 0
    assert "user_approved" in str(said(client, task))
    rule, = client.call("permission.rules.list")
    assert rule["cwd"] == str(work) and rule["tool"] == "Bash" and rule["command"].startswith("make test")
    again = ask(client, session_of(client, cwd=str(work)), "Bash", {"command": "make test"})
    assert f"rule:{rule['id']}" in str(said(client, again))


def test_what_somebody_else_has_answered_goes_away(cli, client, work):
    session = session_of(client, cwd=str(work))
    task = ask(client, session, "Bash", {"command": "make it"})
    with Terminal(cli, "approve") as terminal:
        terminal.until(lambda: "quit >" in shown(terminal), "the question")
        request, = client.call("permission.list")
        client.call("permission.answer", {"requestId": request["id"], "decision": "deny"})
        terminal.until(lambda: "denied by" in shown(terminal) or "denied (" in shown(terminal), "that it is gone")
        until_idle(terminal)
        terminal.press("q")
        assert terminal.end() == 0
    assert "user_denied" in str(said(client, task))


def test_a_key_for_a_question_that_went_away_answers_no_other(cli, client, work):
    tasks = [ask(client, session_of(client, cwd=str(work)), "Bash", {"command": f"make {word}"}) for word in ("one", "two")]
    with Terminal(cli, "approve") as terminal:
        terminal.until(lambda: "quit >" in shown(terminal), "the question")
        until(lambda: len(client.call("permission.list")) == 2, "both wait")
        gone, = [request for request in client.call("permission.list") if request["id"] in shown(terminal)]
        client.call("permission.answer", {"requestId": gone["id"], "decision": "deny"})
        terminal.until(lambda: "Press any key" in shown(terminal), "that it is gone")
        terminal.press("y")
        terminal.until(lambda: shown(terminal).count("quit >") == 2, "the next question")
        assert [request["state"] for request in client.call("permission.list")] == ["pending"]
        terminal.press("n")
        terminal.until(lambda: "denied\r\n" in shown(terminal) or "denied\n" in shown(terminal), "the answer")
        until_idle(terminal)
        terminal.press("q")
        assert terminal.end() == 0
    assert all("user_denied" in str(said(client, task)) for task in tasks)


def test_keys_that_were_pressed_before_the_question_do_not_answer_it(cli, client, work):
    session = session_of(client, cwd=str(work))
    with Terminal(cli, "approve") as terminal:
        terminal.until(lambda: "Waiting" in shown(terminal), "that it waits")
        terminal.press("yyyy")
        task = ask(client, session, "Bash", {"command": "make it"})
        terminal.until(lambda: "quit >" in shown(terminal), "the question")
        assert len(client.call("permission.list")) == 1
        terminal.press("\x03")
        assert terminal.end() == 0 and terminal.mode() == terminal.before
    assert len(client.call("permission.list")) == 1
    client.call("task.cancel", {"taskId": task})


def test_no_terminal(cli, client):
    done = cli.run("approve")
    assert done.code == 2 and "needs a terminal" in done.err


# --- for scripts ------------------------------------------------------------------------


def test_list_and_answer(cli, client, work):
    session = session_of(client, cwd=str(work))
    client.call("event.subscribe", {"topics": ["permission"]})
    task = ask(client, session, "Bash", {"command": "make it"})
    request = client.event()["params"]["request"]
    done = cli.run("permissions")
    assert done.code == 0 and request["id"] in done.out and "make it" in done.out and "pending" in done.out
    assert cli.run("permissions", "answer", request["id"], "maybe").code == 2
    done = cli.run("permissions", "answer", request["id"], "allow_session")
    assert done.code == 0 and re.search(rf"^allowed, and rule {RULE} was created", done.out)
    assert "user_approved" in str(said(client, task))
    late = cli.run("permissions", "answer", request["id"], "deny")
    assert late.code == 1 and "permission" in late.err
    assert "allowed" in cli.run("permissions", "list", "--past").out


def test_several_rules_of_one_answer(cli, client, work):
    session = session_of(client, cwd=str(work))
    client.call("event.subscribe", {"topics": ["permission"]})
    task = ask(client, session, "Bash", {"command": "make it && git pull"})
    request = client.event()["params"]["request"]
    answered = ["permissions", "answer", request["id"], "allow_always"]
    assert cli.run(*answered, "--rule", "Bash(make").code == 2
    assert cli.run(*answered, "--rule", "Bash(make *)").code == 1, "git pull is not allowed by it"
    done = cli.run(*answered, "--rule", "Bash(make *)", "--rule", "Bash(git pull)")
    assert done.code == 0 and re.search(rf"^allowed, and 2 rules were created:\n  {RULE}\n  {RULE}\n$", done.out), done
    assert "user_approved" in str(said(client, task))
    assert [rule["command"] for rule in client.call("permission.rules.list")] == ["make *", "git pull"]


@pytest.mark.parametrize("columns", [80, 40])
def test_the_rules_of_a_compound_command_are_shown_one_a_line(cli, client, work, columns):
    session = session_of(client, cwd=str(work))
    task = ask(client, session, "Bash", {"command": "cd sub && make it"})
    with Terminal(cli, "approve", columns=columns) as terminal:
        terminal.until(lambda: "show all" in shown(terminal), "the question")
        lines = [line.strip() for line in shown(terminal).split("\r\n")]
        assert "by these rules: Bash(cd sub) Bash(make it)" in " ".join(lines) and "Bash(cd sub)" in lines and "Bash(make it)" in lines
        terminal.press("a")
        terminal.until(lambda: "Add these rules? y/n" in shown(terminal), "what they mean")
        terminal.press("y")
        assert "user_approved" in str(said(client, task))
        until_idle(terminal)
        terminal.press("q")
        assert terminal.end() == 0
    assert [rule["command"] for rule in client.call("permission.rules.list")] == ["cd sub", "make it"]


def test_rules(cli, client, work):
    done = cli.run("permissions", "allow", "Bash", "-c", "git status *", "--cwd", work, "--note", "harmless")
    assert done.code == 0 and re.search(RULE, done.out), done
    rule = re.search(RULE, done.out)[0]
    denied = cli.run("permissions", "deny", "Read", "-p", "~/.netrc", "--for", "3600", "--json")
    assert denied.code == 0 and denied.json()["effect"] == "deny" and "expiresAt" in denied.json()
    listed = cli.run("permissions", "rules")
    assert rule in listed.out and f"Bash(git status *) in {work}" in listed.out and "harmless" in listed.out
    assert cli.run("permissions", "allow", "Bash", "-c", "git status *", "--preview").code == 0
    assert len(client.call("permission.rules.list")) == 2
    assert cli.run("permissions", "remove", rule).code == 0 and len(client.call("permission.rules.list")) == 1
    assert cli.run("permissions", "remove", rule).code == 1


@pytest.mark.parametrize("wrong", [["-c", "a; b"], ["-p", "relative"], ["--for", "never"], ["--session", "sess_none"]], ids=" ".join)
def test_what_is_no_rule(cli, client, wrong):
    done = cli.run("permissions", "allow", "Bash", *wrong)
    assert done.code in (1, 2) and done.err.startswith(("weir: ", "error ")) and client.call("permission.rules.list") == []
