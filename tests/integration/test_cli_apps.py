"""weir apps: installs, lists and removes apps, and grants what they ask for."""

import os
import re
import signal

import pytest

from archives import Entry, archive, good
from cli import Cli
from setting import WEIR
from terminals import Terminal

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

ASKS = {"tools": ["mcp__github__*"], "captureRead": True}
NOTHING = {"tools": [], "captureRead": False}


@pytest.fixture
def cli(daemon):
    return Cli(daemon.place)


@pytest.fixture
def zip_path(tmp_path):
    def write(name="notes.zip", entries=(), **fields):
        path = tmp_path / name
        path.write_bytes(archive(good(*entries, **fields)))
        return str(path)

    return write


def granted(client):
    return client.call("apps:list")["apps"][0]["permissions"]


def test_install_list_remove(cli, client, zip_path):
    done = cli.run("apps")
    assert done.code == 0 and done.out == "no apps are installed; to install one: weir apps install FILE\n"
    done = cli.run("apps", "install", zip_path())
    assert done.code == 0 and done.out == "installed Notes 1.0.0 as notes\n" and done.err == "", done
    for words in (["apps"], ["apps", "list"]):
        title, row = cli.run(*words).out.splitlines()
        assert title.split() == ["APP", "NAME", "VERSION", "STATUS", "GRANTED", "SIZE", "INSTALLED"]
        assert row.split()[:5] == ["notes", "Notes", "1.0.0", "installed", "none"]
    assert cli.run("apps", "list", "--json").json() == client.call("apps:list")["apps"][0]
    done = cli.run("apps", "remove", "notes")
    assert done.code == 0 and done.out == "removed notes\n" and client.call("apps:list") == {"apps": []}
    assert cli.run("apps", "list", "--json").out == ""


def test_a_relative_path(cli, zip_path):
    directory, name = os.path.split(zip_path())
    assert cli.run("apps", "install", name, cwd=directory).code == 0


def test_without_a_terminal_nothing_is_granted(cli, client, zip_path):
    done = cli.run("apps", "install", zip_path(permissions=ASKS))
    assert done.code == 0 and "it has no permissions" in done.out and "weir apps grant notes" in done.err
    assert granted(client) == NOTHING
    assert "asks for more" in cli.run("apps").out
    done = cli.run("apps", "grant", "notes")
    assert done.code == 0 and done.out.splitlines() == ["notes may", "  use the tool mcp__github__*",
                                                        "  read what you type and copy, where capture records it"]
    assert granted(client) == ASKS
    assert "1 tool, keys and clipboard" in cli.run("apps").out
    assert cli.run("apps", "grant", "notes", "--tool", "mcp__github__list").code == 0
    assert granted(client) == {"tools": ["mcp__github__list"], "captureRead": False}
    done = cli.run("apps", "grant", "notes", "--none", "--json")
    assert done.json()["permissions"] == NOTHING == granted(client)
    assert cli.run("apps", "grant", "notes", "--none").out == "notes has no permissions\n"


def test_install_with_a_grant(cli, client, zip_path):
    done = cli.run("apps", "install", "--grant", zip_path(permissions=ASKS))
    assert done.code == 0 and "it may" in done.out and done.err == "" and granted(client) == ASKS
    more = {"tools": ["mcp__github__*", "mcp__mail__*"], "captureRead": True}
    done = cli.run("apps", "install", "--json", zip_path(permissions=more, version="1.1.0"))
    assert done.json()["permissions"] == ASKS and done.json()["requested"] == more


@pytest.mark.parametrize("key, expected", [("y", ASKS), ("n", NOTHING), ("\x03", NOTHING)], ids=["yes", "no", "Ctrl-C"])
def test_on_a_terminal_it_asks(cli, client, zip_path, key, expected):
    with Terminal(cli, "apps", "install", zip_path(permissions=ASKS)) as terminal:
        terminal.until_shown("Grant this to notes? [y/N]")
        assert "installed Notes 1.0.0" in terminal.written and "mcp__github__*" in terminal.written and "type and copy" in terminal.written
        terminal.press(key)
        assert terminal.end() == (0 if key != "\x03" else -signal.SIGINT)
    assert granted(client) == expected


def test_remove_and_grant_ask_on_a_terminal(cli, client, zip_path):
    cli.run("apps", "install", zip_path(permissions=ASKS))
    with Terminal(cli, "apps", "grant", "notes") as terminal:
        terminal.until_shown("Grant this to notes? [y/N]")
        terminal.press("n")
        assert terminal.end() == 1
    assert granted(client) == NOTHING
    with Terminal(cli, "apps", "remove", "notes") as terminal:
        terminal.until_shown("Remove notes, with its files and its sessions? [y/N]")
        terminal.press("n")
        assert terminal.end() == 1
    assert len(client.call("apps:list")["apps"]) == 1
    assert cli.on_terminal("apps", "remove", "notes", "--yes").code == 0
    assert client.call("apps:list") == {"apps": []}


def test_what_is_refused_is_a_sentence(cli, client, zip_path, tmp_path):
    def fails(words, *expected, code=1):
        done = cli.run("apps", *words)
        said = re.sub(r"\s+", " ", done.err)
        assert done.code == code and done.out == "" and all(word in said for word in expected), done

    fails(["install", "/no/such/file.zip"], "cannot open /no/such/file.zip: No such file")
    fails(["install", str(tmp_path)], "Is a directory")
    fails(["install", zip_path(entries=[Entry("../x\x1b[31m", "x")])], "has a control character in its path")
    fails(["install", zip_path(entries=[Entry("../x", "x")])], '"../x" has . or .. in its path')
    fails(["install", zip_path(version="one")], "manifest.json: version must be a semantic version")
    assert cli.run("apps", "install", zip_path()).code == 0
    fails(["install", zip_path()], "notes 1.0.0 is installed; version 1.0.0 is not newer")
    fails(["grant", "notes", "--capture"], "does not ask for")
    fails(["grant", "notes", "--tool", "x y"], "names of tools")
    fails(["grant", "other"], "no app other is installed", "weir apps list")
    fails(["remove", "other"], "no app other is installed", "weir apps list")
    for words in (["install"], ["install", "a", "b"], ["remove"], ["grant"], ["grant", "a", "b"], ["list", "x"], ["nonsense"]):
        fails(words, code=2)
    fails(["grant", "notes", "--none", "--capture"], "--none", code=2)


def test_an_app_with_changed_files(cli, daemon, client, zip_path):
    cli.run("apps", "install", zip_path())
    (page,) = (daemon.place.user_state / "apps").glob("app_*/index.html")
    page.write_text("changed")
    done = cli.run("apps")
    assert " error " in done.out and "notes: its files were changed; install it again" in done.out
