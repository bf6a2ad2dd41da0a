"""weir settings: the theme and the profile from a terminal."""

import json

import pytest

from cli import Cli
from setting import WEIR

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(daemon):
    return Cli(daemon.place)


@pytest.mark.parametrize("words", [["settings"], ["settings", "show"]])
def test_shows_all(cli, client, words):
    client.call("app:setProfile", {"name": "Ada\x1b[31m", "role": "engineer"})
    done = cli.run(*words)
    assert done.code == 0 and done.err == "" and "\x1b" not in done.out
    rows = dict(line.split(None, 1) for line in done.out.splitlines())
    assert rows["theme"] == "system" and rows["name"].startswith("Ada") and rows["role"] == "engineer"
    assert "keystroke off" in rows["capture"] and "focus on" in rows["capture"]
    assert json.loads(cli.run(*words, "--json").out) == client.call("app:getSettings")


def test_theme(cli, client):
    assert cli.run("settings", "theme").out == "system\n"
    done = cli.run("settings", "theme", "dark")
    assert done.code == 0 and done.out == "the theme is dark\n" and client.call("app:getSettings")["theme"] == "dark"
    assert cli.run("settings", "theme", "--json").json() == {"theme": "dark"}
    assert cli.run("settings", "theme", "light", "--json").json() == {"theme": "light"}


def test_profile(cli, client):
    done = cli.run("settings", "profile", "Ada Lovelace", "--role", "engineer")
    assert done.code == 0 and done.out == "set the profile\n"
    assert client.call("app:getSettings")["profile"] == {"name": "Ada Lovelace", "role": "engineer"}
    assert cli.run("settings", "profile").out.split() == ["name", "Ada", "Lovelace", "role", "engineer"]
    assert cli.run("settings", "profile", "--json").json() == {"profile": {"name": "Ada Lovelace", "role": "engineer"}}
    assert cli.run("settings", "profile", "Ada", "--json").json() == {"profile": {"name": "Ada"}}


def test_wrong_usage(cli, client):
    before = client.call("app:getSettings")
    for words in (["theme", "blue"], ["theme", "dark", "light"], ["profile", "--role", "x"], ["profile", "Ada", "x"], ["colour"],
                  ["profile", "\udcff"], ["profile", "Ada", "-r", "\udcff"]):
        done = cli.run("settings", *words)
        assert done.code == 2 and done.out == "" and done.err, words
    assert "dark, light or system" in cli.run("settings", "theme", "blue").err
    for name in ("", "x" * 257):
        done = cli.run("settings", "profile", name)
        assert done.code == 1 and "name" in done.err and done.out == "", done
    assert client.call("app:getSettings") == before


def test_help_and_completion(cli):
    assert "settings theme" in cli.run("help").out
    assert "dark, light or system" in cli.run("settings", "theme", "--help").out
    for shell in ("bash", "zsh", "fish"):
        assert "settings" in cli.run("completion", shell).out
