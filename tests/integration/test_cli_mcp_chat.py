"""Prompts and resources of MCP servers in weir chat."""

import pytest

from mcp_commands import add
from setting import WEIR
from test_cli_chat import Chat, cli, daemon, tasks  # noqa: F401 (fixtures)

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def server(cli, daemon):  # noqa: F811
    add(cli)


def test_a_prompt_is_a_command(cli, server, client):  # noqa: F811
    with Chat(cli) as chat:
        chat.ready()
        assert "/mcp__test__greet who" in chat.say("/help")
        assert "missing who; usage: /mcp__test__greet who" in chat.say("/mcp__test__greet")
        shown = chat.say("/mcp__test__greet Ada and @/etc/passwd")
        assert "Greet Ada and @/etc/passwd." in shown and "left out a part of the prompt that is no text: image" in " ".join(shown.split())
        assert "attached" not in shown
        (task,) = tasks(client)
        assert task["prompt"] == "Greet Ada and @/etc/passwd." and "attachments" not in task
        chat.say("/mcp__test__greet \"Ada Lovelace\"")
        assert tasks(client)[0]["prompt"] == "Greet Ada Lovelace."
        assert "no such command: /mcp__test__great" in chat.say("/mcp__test__great")
        assert len(tasks(client)) == 2


def test_tab_completes_prompts_and_resources(cli, server, client):  # noqa: F811
    with Chat(cli) as chat:
        chat.ready()
        chat.press("/mcp\t")
        chat.until(lambda: "__test__greet " in chat.text()[chat.at:], "the rest of the command")
        chat.press("Ada\r")
        chat.ready()
        assert tasks(client)[0]["prompt"] == "Greet Ada."
        chat.press("say @test:test://o\t")
        chat.until(lambda: "ne " in chat.text()[chat.at:], "the rest of the address")
        chat.press("\r")
        assert "no such file" not in chat.ready()
        assert tasks(client)[0]["prompt"] == "say @test:test://one"


def test_a_prompt_that_the_server_refuses(cli, client, daemon):  # noqa: F811
    add(cli, "test", exit_at="prompts/get")
    with Chat(cli) as chat:
        chat.ready()
        assert "mcp_server_failed" in chat.say("/mcp__test__greet Ada")
        assert tasks(client) == []
