"""weir health: the services that desktop shells show, from a terminal."""

import json

import pytest

from cli import Cli
from mcp_servers import await_state, terms
from setting import WEIR

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(house):
    house.configure().start()
    return Cli(house.place)


@pytest.fixture
def client(cli, house):
    return house.client()


@pytest.fixture
def broken(client, place):
    """A configured server whose directory is gone; answers the directory."""
    directory = place.root / "work"
    directory.mkdir()
    client.call("mcp:connect", terms(cwd=str(directory)))
    client.call("mcp:disconnect", {"serverId": "one"})
    await_state(client, "stopped")
    directory.rmdir()
    assert client.call("mcp.start", {"serverId": "one"})["status"] == "error"
    return directory


@pytest.mark.parametrize("words", [["health"], ["health", "show"]])
def test_shows_all(cli, words):
    done = cli.run(*words)
    assert done.code == 0 and done.err == ""
    assert [line.split() for line in done.out.splitlines()] == [
        ["SERVICE", "STATE", "MESSAGE"], ["capture", "running", "off"], ["agents", "running"], ["ollama", "running", "off"], ["mcp", "running"]]
    lines = [json.loads(line) for line in cli.run(*words, "--json").out.splitlines()]
    assert lines == [{"service": "capture", "state": "running", "message": "off"}, {"service": "agents", "state": "running"},
                     {"service": "ollama", "state": "running", "message": "off"}, {"service": "mcp", "state": "running"}]


def test_retry(cli, broken, client):
    rows = [line.split(None, 2) for line in cli.run("health").out.splitlines()]
    assert rows[4][:2] == ["mcp", "failed"] and "one:" in rows[4][2]
    done = cli.run("health", "retry", "mcp")
    assert done.code == 1 and done.out.startswith("mcp is failed: 1 of 1 MCP servers have failed"), done
    broken.mkdir()
    done = cli.run("health", "retry", "mcp")
    assert done.code == 0 and done.out == "mcp is running\n", done
    await_state(client, "running")
    assert cli.run("health", "retry", "mcp", "--json").json() == {"service": "mcp", "state": "running"}
    assert cli.run("health", "retry", "capture").out == "capture is running: off\n"


def test_wrong_usage(cli):
    for words in (["retry"], ["retry", "nobody"], ["retry", "mcp", "ollama"], ["colour"], ["show", "x"]):
        done = cli.run("health", *words)
        assert done.code == 2 and done.out == "" and done.err, words
    assert "agents, ollama, mcp" in cli.run("health", "retry", "nobody").err


def test_help_and_completion(cli):
    assert "health retry" in cli.run("help").out
    for shell in ("bash", "zsh", "fish"):
        assert "health" in cli.run("completion", shell).out
