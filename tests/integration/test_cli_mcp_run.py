"""weir run with a tool of an MCP server: the permission request, the question of the server, and a definition that has changed."""

import json
import re

import pytest

from cli import Cli
from mcp_commands import add
from setting import SHIPPED, WEIR
from test_cli_mcp_questions import AGE, KEYS, NAME, Asked
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

ONCE = "show all > "


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(place, make_daemon, model):
    place.write_config({"pool": {"warm": 0}, "providers": model.providers()})
    return make_daemon().start(program=SHIPPED)


def call(tool, **tool_input):
    return [{"tool": f"mcp__test__{tool}", "id": "toolu_1", "input": tool_input}]


def test_a_request_shows_the_call_and_a_question_is_answered_in_place(cli, client, model):
    model.give_key(client)
    add(cli)
    model.play(call("ask"), [{"text": "Done."}])
    with Asked(cli, "run", "ask me") as terminal:
        terminal.answer((ONCE, "y"), (KEYS, "y"), (NAME, "Ada\n"), (AGE, "\n"))
        assert terminal.end() == 0 and terminal.mode() == terminal.before
        text = terminal.text()
        assert "server    test" in text and "tool      ask" in text and "The tool ask." in text and "Done." in text
    assert client.call("question.list", {"all": True})[0]["state"] == "accepted"


def test_ctrl_c_in_a_field_cancels_the_question_and_not_the_task(cli, client, model):
    model.give_key(client)
    add(cli)
    model.play(call("ask"), [{"text": "Done."}])
    with Asked(cli, "run", "ask me") as terminal:
        terminal.answer((ONCE, "y"), (KEYS, "y"), (NAME, "\x03"))
        assert terminal.end() == 0 and "Done." in terminal.text()
    assert client.call("question.list", {"all": True})[0]["state"] == "cancelled"


def test_a_changed_definition_is_shown_as_a_difference(cli, client, model):
    model.give_key(client)
    add(cli)
    model.play(call("echo", text="one"), [{"text": "Done."}])
    with Asked(cli, "run", "say one") as terminal:
        terminal.answer((ONCE, "a"), ("y/n > ", "y"))
        assert terminal.end() == 0
    assert cli.run("mcp", "call", "test", "change").code == 0
    until(lambda: "Does something else." in cli.run("mcp", "tools", "test").out, "the new list")
    model.play(call("echo", text="two"), [{"text": "Done."}])
    with Asked(cli, "run", "say two") as terminal:
        terminal.until_asked(ONCE)
        text = terminal.text()
        assert "the server has changed it since" in text and "Answers with its text." in text and "Does something else." in text
        terminal.press("n")
        assert terminal.end() in (0, 1)


def test_a_new_session_says_what_the_project_offers(cli, client, model, place):
    model.give_key(client)
    project = place.home / "project"
    project.mkdir()
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"one": {"command": "one"}, "two": {"command": "two"}}}))

    def told(*options):
        model.play([{"text": "Done."}])
        done = cli.run("run", "--cwd", project, *options, "hello")
        assert done.code == 0
        return re.sub(r"\s+", " ", done.err)

    both = told()
    assert f"this project offers MCP servers (one, two), which the agent cannot use yet; to decide: weir mcp approve --cwd {project}" in both
    assert "offers" not in told("--continue") and "offers" not in told("--quiet")
    assert cli.run("mcp", "approve", "--decline", "--cwd", project, "one").code == 0
    assert "offers an MCP server (two)," in told()
    assert cli.run("mcp", "approve", "--decline", "--cwd", project, "two").code == 0
    assert "offers" not in told()
    (project / ".mcp.json").write_text("{")
    assert "the project's .mcp.json cannot be used: " in told()
