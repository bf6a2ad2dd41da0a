"""Questions of MCP servers on a terminal: in weir mcp call and weir approve."""

import json
import subprocess

import pytest

from cli import Cli
from mcp_commands import add
from setting import SHIPPED, WEIR
from terminals import Terminal, without_colour
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(place, make_daemon):
    place.write_config({"pool": {"warm": 0}})
    return make_daemon().start(program=SHIPPED)


@pytest.fixture(params=["2025", "2026"])
def server(cli, daemon, request):
    add(cli, era=request.param)


class Asked(Terminal):
    def text(self):
        return without_colour(self.written).replace("\r", "")

    def until_asked(self, text):
        self.until(lambda: text in self.text(), f"{text!r} on the terminal")

    def answer(self, *steps):
        """Presses or types something at each prompt that ends like this."""
        seen = 0
        for prompt, keys in steps:
            self.until(lambda: self.text()[seen:].endswith(prompt), f"{prompt!r} at the end")  # noqa: B023 (used at once)
            seen = len(self.text())
            self.press(keys)


KEYS = "y answer  n decline > "
NAME, AGE = "Your name (text) > ", "age (a whole number, optional) [33] > "


def result(terminal):
    """What the server got: the tool answers with it."""
    lines = [line for line in terminal.text().splitlines() if line.startswith("{")]
    answer = json.loads(lines[-1])
    return answer.get("result", answer)


def test_the_id_of_a_question_is_never_broken(cli, server):
    with Asked(cli, "mcp", "call", "test", "ask", columns=40) as terminal:
        terminal.until_asked(KEYS)
        lines = terminal.text().splitlines()
        [at] = [number for number, line in enumerate(lines) if line.strip().startswith("ques_")]
        assert lines[at - 1] == "test asks" and len(lines[at]) < 40
        terminal.press("n")
        terminal.end()


def test_a_form_is_filled_in_where_the_call_was_made(cli, server):
    with Asked(cli, "mcp", "call", "test", "ask") as terminal:
        terminal.answer((KEYS, "y"), (NAME, "\n"), (NAME, "Ada\n"), (AGE, "old\n"), (AGE, "121\n"), (AGE, "36\n"))
        assert terminal.end() == 0
        text = terminal.text()
        assert "test asks" in text and "Who are you?" in text and "tool      ask" in text
        assert "this is required" in text and "this must be a whole number" in text and "this must be at most 120" in text
        assert "answered" in text and terminal.mode() == terminal.before
        assert result(terminal) == {"action": "accept", "content": {"name": "Ada", "age": 36}}


def test_an_empty_line_keeps_the_default(cli, server):
    with Asked(cli, "mcp", "call", "test", "ask") as terminal:
        terminal.answer((KEYS, "y"), (NAME, "Grace\n"), (AGE, "\n"))
        assert terminal.end() == 0
        assert result(terminal) == {"action": "accept", "content": {"name": "Grace", "age": 33}}


@pytest.mark.parametrize("steps, action", [([(KEYS, "n")], "decline"), ([(KEYS, "y"), (NAME, "\x03")], "cancel"),
                                           ([(KEYS, "y"), (NAME, "x\n"), (AGE, "\x03")], "cancel")])
def test_it_is_declined_or_cancelled(cli, server, steps, action):
    with Asked(cli, "mcp", "call", "test", "ask") as terminal:
        terminal.answer(*steps)
        assert terminal.end() == 0 and terminal.mode() == terminal.before
        assert result(terminal)["action"] == action and "content" not in result(terminal)


def test_ctrl_c_before_the_answer_cancels_the_call(cli, server, client):
    with Asked(cli, "mcp", "call", "test", "ask") as terminal:
        terminal.answer((KEYS, "\x03"))
        assert terminal.end() == 130 and terminal.mode() == terminal.before
    until(lambda: client.call("question.list") == [], "the question is withdrawn")


def test_a_page_is_shown_and_not_opened(cli, server, place):
    """Whoever opened it would leave a trace."""
    opener = place.root / "programs" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f"#!/bin/sh\ntouch {place.root}/opened\n")
    opener.chmod(0o755)
    with Asked(cli, "mcp", "call", "test", "ask_url", PATH=f"{opener.parent}:/usr/bin:/bin") as terminal:
        terminal.answer(("y I open it  n decline > ", "y"))
        assert terminal.end() == 0
        assert "page      https://example.com/login" in terminal.text() and "Log in." in terminal.text()
        assert result(terminal)["action"] == "accept"
    assert not (place.root / "opened").exists()


def call_in_background(cli):
    return cli.start("mcp", "call", "test", "ask")


def test_weir_approve_answers(cli, server, client):
    with Asked(cli, "approve") as terminal:
        terminal.until_asked("press q to quit.")
        call = call_in_background(cli)
        terminal.answer(("l later  q quit > ", "y"), (NAME, "Ada\n"), (AGE, "1\n"))
        terminal.until_asked("answered")
        out, err = call.communicate(timeout=60)
        assert call.returncode == 0, err
        assert json.loads(out).get("result", json.loads(out))["content"] == {"name": "Ada", "age": 1}
        terminal.until_asked("No more pending requests.")
        terminal.press("q")
        assert terminal.end() == 0
    past = client.call("question.list", {"all": True})[0]
    assert past["state"] == "accepted" and past["answeredBy"] == "weir approve" and "Ada" not in json.dumps(past)


def test_an_older_question_is_asked_and_can_wait(cli, server, client):
    call = call_in_background(cli)
    try:
        until(lambda: client.call("question.list"), "the question")
        with Asked(cli, "approve") as terminal:
            terminal.answer(("l later  q quit > ", "l"), ("l later  q quit > ", "q"))
            assert terminal.end() == 0
        question = client.call("question.list")[0]
        with Asked(cli, "approve") as terminal:
            terminal.until_asked("l later  q quit > ")
            client.call("question.answer", {"questionId": question["id"], "action": "decline"})
            terminal.until_asked("quit > declined")
            terminal.until_asked("press q to quit.")
            terminal.press("q")
            assert terminal.end() == 0
        assert call.wait(60) == 0
    finally:
        call.kill()
        call.communicate()


def test_a_call_without_a_terminal_waits_for_an_answer(cli, server, client):
    call = call_in_background(cli)
    try:
        until(lambda: client.call("question.list"), "the question")
        pending = client.call("question.list")
        assert "sessionId" not in pending[0] and pending[0]["tool"] == "ask"
        client.call("question.answer", {"questionId": pending[0]["id"], "action": "accept", "content": {"name": "Eve"}})
        assert json.loads(call.communicate(timeout=60)[0]) is not None and call.returncode == 0
    except subprocess.TimeoutExpired:
        call.kill()
        raise
