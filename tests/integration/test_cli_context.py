"""weir context: what a person works on, from a terminal."""

import json

import pytest

from activities import MINUTE, now, record, window
from cli import Cli
from setting import WEIR
from tasks import submit, wait

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place, make_daemon):
    at = now() - 2 * MINUTE
    assert record(
        place, window(at - MINUTE, "Mail", "invoice \x1b[31m"), window(at, "Browser", "The page"),
        {"type": "browser", "at": at + 1, "app": "Browser", "title": "The page", "url": "https://example.org/x", "duration": MINUTE},
        {"type": "keystroke", "at": at - 2 * MINUTE, "app": "Mail", "count": 7}) is None
    make_daemon().start()
    return Cli(place)


@pytest.fixture
def client(cli, place, make_daemon):
    daemon = make_daemon()
    return daemon.client()


@pytest.mark.parametrize("words", [["context"], ["context", "card"]])
def test_card(cli, client, place, words):
    wait(client, submit(client, "text one", cwd=str(place.home)))
    wait(client, submit(client, "text two", cwd=str(place.root)))
    done = cli.run(*words)
    assert done.code == 0 and done.err == ""
    rows = dict(line.split(None, 1) for line in done.out.splitlines())
    assert rows["app"] == "Browser" and rows["document"] == "The page" and rows["address"] == "https://example.org/x"
    assert rows["recently"] == "Browser, Mail" and "ago" in rows["since"]
    assert rows["next"] == f'Continue the session "text one" in {place.home}.'
    assert f'"text two" in {place.root}' in cli.run(*words, "--all").out
    assert json.loads(cli.run(*words, "--json").out) == client.call("context:getContextCard", {"cwd": str(place.home)})


def test_recent(cli, client):
    lines = cli.run("context", "recent").out.splitlines()
    assert lines[0].split() == ["TIME", "TYPE", "APP", "TITLE", "ABOUT"]
    assert [line.split()[2] for line in lines[1:]] == ["browser", "window", "window", "keystroke"]
    assert lines[1].endswith("https://example.org/x") and lines[4].endswith("7 keys") and "\x1b" not in "".join(lines)
    told = client.call("context:getRecentActivity")["activities"]
    assert [json.loads(line) for line in cli.run("context", "recent", "--json").out.splitlines()] == told
    assert [json.loads(line) for line in cli.run("context", "recent", "--json", "-n", "1").out.splitlines()] == told[:1]
    assert [json.loads(line) for line in cli.run("context", "recent", "--json", "--since", told[1]["timestamp"]).out.splitlines()] == told[:2]


def test_search(cli):
    assert [line.split()[2] for line in cli.run("context", "search", "the", "page").out.splitlines()[1:]] == ["browser", "window"]
    assert len(cli.run("context", "search", "the", "page", "-n", "1").out.splitlines()) == 2
    assert cli.run("context", "search", "nothing").out == "nothing was found\n"
    assert cli.run("context", "search", "invoice", "--json").json()["appName"] == "Mail"


def test_nothing_is_known(daemon):
    cli = Cli(daemon.place)
    assert cli.run("context").out == "nothing is known of what you work on, and nothing waits for you\n"
    assert cli.run("context", "recent").out == "no activity was recorded\n"
    assert cli.run("context", "recent", "--json").out == ""


def test_wrong_usage(cli):
    for words in (["card", "x"], ["recent", "x"], ["search"], ["recent", "-n", "0"], ["recent", "-n", "201"], ["search", "x", "-n", "x"],
                  ["search", "\udcff"], ["recent", "--since", "\udcff"], ["colour"]):
        done = cli.run("context", *words)
        assert done.code == 2 and done.out == "" and done.err, (words, done)
    done = cli.run("context", "recent", "--since", "yesterday")
    assert done.code == 1 and "since" in done.err
    done = cli.run("context", "search", "x" * 1025)
    assert done.code == 1 and "query" in done.err


def test_help_and_completion(cli):
    assert "context search" in cli.run("help").out
    for shell in ("bash", "zsh", "fish"):
        assert "context" in cli.run("completion", shell).out
