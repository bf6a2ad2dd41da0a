"""weir on a machine where no daemon runs: what people begin with starts one, what looks at a running one says that there is none."""

import re

import pytest

from cli import Cli
from setting import WEIR
from terminals import Terminal

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

NOBODY = "task_00000000000000000000000000"
STARTS = {
    "agents": [], "models": [], "key set": ["anthropic"], "key list": [], "key delete": ["anthropic"], "key rotate": [],
    "task submit": ["hello"], "task list": [], "task get": [NOBODY], "task wait": [NOBODY], "task logs": [NOBODY],
    "task diff": [NOBODY], "task undo": [NOBODY, "--yes"], "task cancel": [NOBODY], "task stats": [],
    "session create": [], "session list": [], "session get": ["x"], "session update": ["x", "-t", "y"], "session fork": ["x"],
    "session close": ["x"], "session reopen": ["x"], "session delete": ["x"],
    "session export": ["x"], "sessions": [], "threads": [],
    "permissions list": [], "permissions answer": ["x", "deny"], "permissions rules": [], "permissions allow": ["Read"],
    "permissions deny": ["Read"], "permissions remove": ["x"],
    "db stats": [], "db check": [], "db backup": ["copy.db"], "db compact": [], "audit list": [], "audit verify": [],
    "context card": [], "context recent": [], "context search": ["x"], "capture status": [], "capture on": ["--yes"], "capture off": [], "capture forget": ["--yes"], "health show": [], "health retry": ["mcp"], "settings show": [], "settings theme": [], "settings profile": [],
    "terminal open": ["-d"], "doctor": [],
    "mcp add": ["x", "--", "/nonexistent/server"], "mcp list": [], "mcp get": ["x"], "mcp tools": [], "mcp search": ["x"],
    "mcp call": ["x", "y"], "mcp prompts": [], "mcp resources": [], "mcp read": ["x", "y"], "mcp logs": ["x"], "mcp start": ["x"],
    "automation add": ["one", "say hello"], "automation list": [], "automation show": ["x"], "automation edit": ["x"],
    "automation enable": [], "automation disable": ["x"], "automation run": ["x"], "automation log": [], "automation remove": ["x", "--yes"],
    "automation preview": ["@daily"], "automation webhook": ["x"],
    "apps list": [], "apps install": ["."], "apps open": ["x"], "apps grant": ["x"], "apps remove": ["x"], "mcp stop": ["x"], "mcp restart": ["x"], "mcp remove": ["x"], "mcp import": ["--yes"], "mcp offers": [], "mcp approve": ["--yes"],
}
# `run` and `chat` have tests of their own.
STARTS_ELSEWHERE = {"run", "chat", "daemon start", "daemon restart"}
SAYS_SO = {"approve": [], "watch": [], "top": [], "terminal list": [], "terminal attach": ["x"], "terminal close": ["x"], "daemon stop": [],
           "daemon status": [], "ping": [], "call": ["ping"], "methods": []}
NEEDS_NONE = {"completion", "help", "daemon logs"}


@pytest.fixture
def cli(place):
    cli = Cli(place)
    yield cli
    for socket in place.root.rglob("daemon.sock"):
        cli.run("daemon", "stop", "--force", "--socket", socket)
    assert not list(place.root.rglob("daemon.sock*")), "a daemon left something behind"


def test_every_command_is_here(cli):
    text = cli.run("help").out.partition("Options, before")[0]
    names = re.findall(r"^  ([a-z]+(?: [a-z]+)?)(?= |$)", text, flags=re.M)
    known = set(STARTS) | STARTS_ELSEWHERE | set(SAYS_SO) | NEEDS_NONE
    assert {name if name in known else name.split()[0] for name in names} == known


@pytest.mark.parametrize("group", sorted({command.split()[0] for command in STARTS} - {"doctor"}))
def test_starts_a_daemon(cli, place, group):
    for command, arguments in STARTS.items():
        if command.split()[0] != group:
            continue
        done = cli.run(*command.split(), *arguments, input="sk-test\n")
        assert done.code in (0, 1) and f"-- started the daemon on {place.user_socket}" in done.err, (command, done)
        again = cli.run(*command.split(), *arguments, input="sk-test\n")
        assert "started the daemon" not in again.err, command
        assert cli.run("daemon", "stop", "--force").code == 0
    quietly = cli.run("task", "list", "--json")
    assert quietly.code == 0 and quietly.err == "" and cli.run("daemon", "stop", "--force").code == 0


@pytest.mark.parametrize("command", sorted(SAYS_SO))
def test_says_that_there_is_none(cli, place, command):
    done = cli.on_terminal(*command.split(), *SAYS_SO[command])
    assert done.code == 3 and not list(place.root.rglob("daemon.sock*")), done
    assert "no daemon" in done.out or "daemon start" in re.sub(r"\s+", " ", done.out)


def test_a_key_is_asked_for_once_it_can_be_kept(cli, place):
    """On a terminal: the daemon is there before anybody types."""
    with Terminal(cli, "key", "set", "anthropic") as terminal:
        terminal.until_shown("API key for anthropic: ")
        assert terminal.written.index("started the daemon") < terminal.written.index("API key for anthropic") and place.user_socket.exists()
        terminal.press("sk-test\r")
        assert terminal.end() == 0
    assert "anthropic" in cli.run("key", "list").out


def test_a_socket_that_cannot_be_made_is_no_reason_to_ask_for_a_key(cli, place):
    done = cli.run("key", "set", "anthropic", "--socket", "/proc/nowhere/sock", input="sk-test\n")
    assert done.code != 0 and "API key for" not in done.err and done.out == ""
