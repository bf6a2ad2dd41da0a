"""weir mcp import, offers and approve: servers that other tools and projects are configured with."""

import json
import re

import pytest

from cli import Cli
from mcp_commands import command
from mcp_servers import SERVER
from setting import SHIPPED, WEIR
from terminals import Terminal

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

SECRET = "sesame-4711"


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(place, make_daemon):
    place.write_config({"pool": {"warm": 0}})
    return make_daemon().start(program=SHIPPED)


def entry(**more):
    words = command()
    return {"command": words[0], "args": words[1:]} | more


def write(path, servers, member="mcpServers", **more):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({member: servers} | more))
    return path


def names(cli):
    return sorted(json.loads(line)["serverId"] for line in cli.run("--json", "mcp", "list").out.splitlines())


def flat(text):
    return re.sub(r"\s+", " ", text)


# --- import ----------------------------------------------------------------------


def test_servers_of_all_tools_are_found(cli, daemon, place):
    home = place.home
    write(home / ".config/Claude/claude_desktop_config.json", {"desktop": entry(env={"TOKEN": SECRET})})
    write(home / ".claude.json", {"code": {"type": "stdio", **entry()}}, projects={str(home): {"mcpServers": {"here": entry()}},
                                                                                   "/elsewhere": {"mcpServers": {"there": entry()}}})
    write(home / ".cursor/mcp.json", {"cursor": {"url": "https://example.com/mcp", "headers": {"Authorization": f"Bearer {SECRET}"}}})
    vs_code = home / ".config/Code/User/mcp.json"
    write(vs_code, {"vscode": entry()}, "servers")
    vs_code.write_text("// a comment\n" + vs_code.read_text()[:-1] + ",}")
    write(home / ".codeium/windsurf/mcp_config.json", {"windsurf": {"serverUrl": "https://example.com/mcp"}})
    write(home / ".gemini/settings.json", {"gemini": {"httpUrl": "https://example.com/mcp"}})
    write(home / ".mcp.json", {"project": entry()})
    done = cli.run("mcp", "import")
    assert done.code == 0 and SECRET not in done.out + done.err, done
    for name in ("desktop", "code", "here", "cursor", "vscode", "windsurf", "gemini", "project"):
        assert re.search(rf"^{name}$", done.out, re.M), name
    assert "there" not in done.out and "TOKEN" in done.out and "Authorization" in done.out
    for tool in ("Claude Desktop", "Claude Code", "Cursor", "VS Code", "Windsurf", "Gemini", "this project"):
        assert f"{tool}, " in done.out
    assert "nothing was imported; to import these servers: weir mcp import --yes" in flat(done.err) and names(cli) == []


def test_a_file_is_imported(cli, daemon, place):
    path = write(place.home / "servers.json", {"My Server!": entry(env={"TOKEN": SECRET})})
    done = cli.run("mcp", "import", path, "--yes")
    assert "--read" in done.err and names(cli) == ["My-Server"], done
    server = cli.run("--json", "mcp", "get", "My-Server").json()
    assert server["name"] == "My Server!" and server["env"] == ["TOKEN"] and server["args"][-1] == "{}"
    again = cli.run("mcp", "import", path, "--yes")
    assert "skipped My Server!: a server of this name is configured already" in flat(again.err)


def test_each_server_is_asked_for(cli, daemon, place):
    path = write(place.home / "servers.json", {"one": entry(), "two": entry()})
    with Terminal(cli, "mcp", "import", path) as terminal:
        terminal.until_shown("Import one? [y/N]")
        terminal.press("n")
        terminal.until_shown("Import two? [y/N]")
        terminal.press("y")
        terminal.until_shown(f"Let the server read {SERVER}? [y/N]")
        terminal.press("y")
        assert terminal.end() == 0 and "added two" in terminal.written
    assert names(cli) == ["two"]
    assert cli.run("mcp", "call", "two", "echo", '{"text": "hello"}').out == "hello\n"


@pytest.mark.parametrize("wrong, words", [
    ("text", "it is a string and not an object"),
    ({}, "it has neither a command nor a URL"),
    ({"command": ["npx"]}, "it has neither a command nor a URL"),
    ({"command": "x", "args": [1]}, "an argument is not a text"),
    ({"command": "x", "args": ["${HOME}"]}, "an argument contains a variable"),
    ({"command": "${CMD}"}, "its command contains a variable"),
    ({"command": "x", "env": {"KEY": "${input:key}"}}, "the value of KEY contains a variable"),
    ({"command": "x", "env": {"KEY": 7}}, "the value of KEY is not a text"),
    ({"type": "sse", "url": "https://example.com"}, "it uses the SSE transport"),
    ({"url": "ws://example.com"}, "its URL cannot be used: ws://example.com"),
    ({"command": "x", "disabled": True}, "it is switched off there"),
])
def test_an_entry_that_cannot_be_used_is_named_and_skipped(cli, daemon, place, wrong, words):
    path = write(place.home / "servers.json", {"wrong": wrong, "weir": entry()})
    done = cli.run("mcp", "import", path, "--yes")
    assert done.code == 0 and f"skipped wrong: {words}" in flat(done.err) and names(cli) == [], done
    assert "skipped weir: weir uses this name itself" in flat(done.err)


@pytest.mark.parametrize("content, words", [
    (None, "cannot read"), ("{", "is not JSON: "), ("[]", "has no servers"), ('{"mcpServers": []}', "has no servers"),
    ('{"mcpServers": {}}', "has no servers"),
])
def test_a_file_that_cannot_be_used(cli, daemon, place, content, words):
    path = place.home / "servers.json"
    if content is not None:
        path.write_text(content)
    done = cli.run("mcp", "import", path)
    assert done.code == 1 and words in flat(done.err), done


def test_nothing_is_found(cli, daemon):
    done = cli.run("mcp", "import")
    assert done.code == 1 and "found no servers of other tools" in flat(done.err)


# --- offers of a project ---------------------------------------------------------------


@pytest.fixture
def project(place):
    directory = place.home / "project"
    (directory / "below").mkdir(parents=True)
    (directory / ".git").mkdir()
    return directory


def offered(cli, project):
    return {offer["name"]: offer["state"] for offer in map(json.loads, cli.run("--json", "mcp", "offers", "-C", project).out.splitlines())}


def test_offers_are_listed_and_approved(cli, daemon, project):
    write(project / ".mcp.json", {"good": entry(env={"TOKEN": "${MY_TOKEN}"}), "bad": {"command": 7}})
    done = cli.run("mcp", "offers", cwd=project / "below")
    assert re.search(r"^good +new +\S*python3 -I \S+", done.out, re.M) and "MY_TOKEN" in done.out and "invalid" in done.out
    assert "weir mcp approve NAME" in done.err and names(cli) == []
    with Terminal(cli, "mcp", "approve", "good", "-C", str(project), MY_TOKEN=SECRET) as terminal:
        terminal.until_shown("Let agents in this project use good? [y/N]")
        assert "TOKEN=${MY_TOKEN}" in terminal.written and str(SERVER) in terminal.written
        terminal.press("y")
        terminal.until_shown("Give it the value of MY_TOKEN in your environment? [y/N]")
        terminal.press("y")
        assert terminal.end() == 0 and "approved good" in terminal.written and SECRET not in terminal.written
    assert offered(cli, project) == {"good": "approved", "bad": "invalid"}
    write(project / ".mcp.json", {"good": entry(env={"TOKEN": "changed"})})
    assert offered(cli, project) == {"good": "changed"}


def test_without_a_terminal_options_decide(cli, daemon, project):
    write(project / ".mcp.json", {"one": entry(env={"TOKEN": "${MY_TOKEN}"}), "two": entry()})
    asked = cli.run("mcp", "approve", cwd=project)
    assert asked.code == 2 and "use --yes or --decline" in flat(asked.err)
    missing = cli.run("mcp", "approve", "--yes", "one", cwd=project, MY_TOKEN=SECRET)
    assert missing.code == 1 and "MY_TOKEN" in missing.err, missing
    done = cli.run("mcp", "approve", "--yes", "--env", "MY_TOKEN", "one", cwd=project, MY_TOKEN=SECRET)
    assert done.code == 0 and "approved one" in done.out and SECRET not in done.out + done.err, done
    assert "declined two" in cli.run("mcp", "approve", "--decline", "two", cwd=project).out
    assert offered(cli, project) == {"one": "approved", "two": "declined"}
    none = cli.run("mcp", "approve", "--yes", cwd=project)
    assert none.code == 0 and "nothing is new" in flat(none.err)
    assert cli.run("mcp", "approve", "--yes", "--decline", cwd=project).code == 2


def test_the_question_can_be_left_open(cli, daemon, project):
    write(project / ".mcp.json", {"one": entry()})
    with Terminal(cli, "mcp", "approve", "-C", str(project)) as terminal:
        terminal.until_shown("Let agents in this project use one? [y/N]")
        terminal.press("n")
        assert terminal.end() == 0 and "it stays an offer" in terminal.written
    assert offered(cli, project) == {"one": "new"}


def test_what_cannot_be_approved(cli, daemon, project, place):
    none = cli.run("mcp", "approve", "--yes", "x", cwd=place.home)
    assert none.code == 1 and "no .mcp.json here or above" in flat(none.err)
    assert "no .mcp.json here or above" in cli.run("mcp", "offers", cwd=place.home).out
    write(project / ".mcp.json", {"server": entry(), "bad": {"command": 7}})
    unknown = cli.run("mcp", "approve", "--yes", "sever", cwd=project)
    assert unknown.code == 1 and "did you mean server?" in flat(unknown.err)
    bad = cli.run("mcp", "approve", "--yes", "bad", cwd=project)
    assert bad.code == 1 and "the entry of bad cannot be used" in flat(bad.err)
    (project / ".mcp.json").write_text("{")
    broken = cli.run("mcp", "offers", cwd=project)
    assert broken.code == 1 and ".mcp.json" in broken.err, broken
    assert cli.run("mcp", "offers", "-C", "/no/such/directory").code == 2


def test_one_that_cannot_be_approved_does_not_hold_up_the_others(cli, daemon, place):
    directory = place.home / "mixed"
    directory.mkdir()
    entries = {"first": {"command": "first", "args": ["${NO_SUCH_VARIABLE}"]}, "second": {"command": "second"}}
    (directory / ".mcp.json").write_text(json.dumps({"mcpServers": entries}))
    done = cli.run("mcp", "approve", "--yes", cwd=directory)
    words = re.sub(r"\s+", " ", done.err)
    assert done.code == 1 and "approved second" in done.out and "approved first" not in done.out
    assert "needs a value for the variable NO_SUCH_VARIABLE" in words and "--env NO_SUCH_VARIABLE=VALUE" in words
