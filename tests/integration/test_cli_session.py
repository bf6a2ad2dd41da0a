"""weir session: create, list, get, update, fork, close, delete."""

import json
import re

import pytest

from cli import Cli
from setting import WEIR
from sessions import create, grow, history
from tasks import state, submit, until_state, wait
from terminals import Terminal, width, without_colour

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

ID = r"sess_[0-9A-Z]{26}"


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(make_daemon, place):
    """One that does not wait for what holds."""
    place.write_config({"tasks": {"drainMs": 0, "stopMs": 100}})
    return make_daemon().start()


def get(client, session):
    return client.call("session.get", {"sessionId": session})


def test_create(cli, client, place):
    done = cli.run("session", "create")
    assert done.code == 0 and done.err == "" and re.match(rf"{ID}\n", done.out) and "open" in done.out
    assert get(client, done.out.split()[0])["cwd"] == str(place.home)


def test_create_with_everything(cli, client, place):
    options = ["-C", "..", "-a", "coder", "-m", "large", "--mode", "plan", "-t", "the title", "--metadata", '{"a": [1]}']
    done = cli.run("session", "create", *options)
    session = get(client, done.out.split()[0])
    wanted = {"cwd": str(place.root), "agent": "coder", "model": "large", "permissionMode": "plan", "title": "the title"}
    assert session.items() >= wanted.items() and session["metadata"] == {"a": [1]}
    for word in (*wanted.values(), '{"a":[1]}'):
        assert word in done.out, word
    assert cli.run("session", "create", *options, "--json").json().items() >= wanted.items()


TERMS = ["--network", "none", "--keys", "broker", "--service", "anthropic", "--service", "openai", "--permission-timeout", "1.5",
         "--budget-tokens", "1000", "--budget-cost", "2.5", "--thinking-tokens", "4000", "--context-file", "docs/a.md",
         "--context-file", "/b.md"]
WANTED_TERMS = {"network": "none", "keys": "broker", "services": ["anthropic", "openai"], "permissionTimeoutMs": 1500,
                "budget": {"tokens": 1000, "costMicros": 2500000}, "thinkingTokens": 4000, "contextFiles": ["docs/a.md", "/b.md"]}


def test_what_it_may(cli, client):
    created = cli.run("session", "create", *TERMS, "--json").json()
    assert get(client, created["id"]).items() >= WANTED_TERMS.items()
    plain = create(client)["id"]
    done = cli.run("session", "update", plain, *TERMS)
    assert done.code == 0 and get(client, plain).items() >= WANTED_TERMS.items()


@pytest.mark.parametrize("option", [["-C", "nowhere"], ["--mode", "none"], ["--metadata", "{x"], ["more"], ["--network", "some"],
                                    ["--keys", "all"], ["--permission-timeout", "-1"], ["--budget-tokens", "many"],
                                    ["--budget-cost", "-1"], ["--thinking-tokens", "-1"], ["--context-file", ""],
                                    ["--tools", ",Read"]], ids=" ".join)
def test_what_is_no_session(cli, client, option):
    done = cli.run("session", "create", *option)
    assert done.code == 2 and done.err.startswith("weir: ") and done.out == "" and client.call("session.list") == []


def test_tools(cli, client):
    """A list, or several; none; and all again."""
    created = cli.run("session", "create", "--tools", "Read,mcp__*", "--tools", "Grep", "--json").json()
    assert created["tools"] == ["Read", "mcp__*", "Grep"]
    session = created["id"]
    assert re.search(r"^ *tools +Read, mcp__\*, Grep$", cli.run("session", "get", session).out, re.M)
    done = cli.run("session", "update", session, "--tools", "")
    assert done.code == 0 and re.search("^ *tools +none$", done.out, re.M) and get(client, session)["tools"] == []
    done = cli.run("session", "update", session, "--default-tools")
    assert done.code == 0 and "tools" not in done.out and "tools" not in get(client, session)
    assert cli.run("session", "create", "--tools", "", "--json").json()["tools"] == []
    done = cli.run("session", "update", session, "--tools", "Read", "--default-tools")
    assert done.code == 2 and "exclude each other" in done.err and "tools" not in get(client, session)
    done = cli.run("session", "update", session, "--tools", "Read,")
    assert done.code == 2 and "end with a comma" in done.err


def test_list(cli, client):
    sessions = [create(client, title=f"number {number} 漢字\x1b[2J", agent="coder")["id"] for number in range(3)]
    client.call("session.close", {"sessionId": sessions[0]})

    def listing(*options):
        return re.findall(rf"^{ID}", cli.run("session", "list", *options).out, re.M)

    assert listing() == sessions[::-1] and listing("-n", "2") == sessions[:0:-1] and listing("--all") == sessions[::-1]
    assert listing("--state", "closed") == sessions[:1] and listing("-s", "open") == sessions[:0:-1]
    done = cli.run("session", "list")
    assert "number 2 漢字" in done.out and "coder" in done.out and "\x1b" not in done.out
    assert [json.loads(line)["id"] for line in cli.run("session", "list", "--json").out.splitlines()] == sessions[::-1]
    assert cli.run("session", "list", "--state", "asleep").code == 2


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_a_list_fits_the_terminal(cli, client, columns):
    session = create(client, title="漢字" * 100, cwd="/" + "tmp/../" * 40 + "tmp")["id"]
    with Terminal(cli, "session", "list", columns=columns) as terminal:
        assert terminal.end() == 0
        lines = without_colour(terminal.written).splitlines()
    assert len(lines) == 2 and all(width(line) <= columns and line.isprintable() for line in lines)
    assert columns < 80 or session in lines[1]


def test_a_list_over_many_pages(cli, daemon):
    client = daemon.client()
    requests = [client.request("session.create", {"cwd": "/tmp"}) for _ in range(1203)]
    sessions = [client.answer(request)["result"]["id"] for request in requests]
    assert re.findall(rf"^{ID}", cli.run("session", "list", "--limit", "1201").out, re.M) == sessions[:1:-1]


def test_get(cli, client):
    session = create(client, title="one")["id"]
    done = cli.run("session", "get", session)
    assert done.code == 0 and done.out.startswith(session) and "one" in done.out and "default" in done.out
    assert cli.run("session", "get", session, "--json").json() == get(client, session)
    done = cli.run("session", "get", "sess_none")
    assert done.code == 1 and "sess_none" in done.err and "session list" in done.err and done.out == ""


def test_update(cli, client):
    session = create(client, title="old", agent="coder", model="small", metadata={"a": 1})["id"]
    done = cli.run("session", "update", session, "-t", "new", "--mode", "acceptEdits", "--no-agent", "--metadata", "null")
    assert done.code == 0 and "new" in done.out and "acceptEdits" in done.out
    changed = get(client, session)
    assert (changed["title"], changed["permissionMode"], changed["model"]) == ("new", "acceptEdits", "small")
    assert changed.get("agent") is None and changed.get("metadata") is None
    for options, word in ([], "no change given"), (["-t", "x", "--no-title"], "--no-title"), (["--metadata", "{"], "JSON"):
        refused = cli.run("session", "update", session, *options)
        assert refused.code == 2 and word in refused.err
    assert get(client, session) == changed


def test_fork(cli, client):
    session = create(client, title="first")
    grow(client, session, "second", "third")
    at = history(client, session)[1][1]
    done = cli.run("session", "fork", session["id"], "--at", at, "-t", "the fork")
    assert done.code == 0 and f"fork of  {session['id']}, up to event {at}" in done.out
    fork = get(client, done.out.split()[0])
    assert fork["title"] == "the fork" and fork["parentId"] == session["id"] and fork["forkSeq"] == at
    assert cli.run("session", "fork", session["id"], "--json").json()["parentId"] == session["id"]
    for number in "0", "x":
        assert cli.run("session", "fork", session["id"], "--at", number).code == 2
    done = cli.run("session", "fork", session["id"], "--at", 99999)
    assert done.code == 1 and "weir watch --numbers" in done.err


def test_close(cli, client):
    session = create(client)["id"]
    running = submit(client, "hold", sessionId=session)
    until_state(client, running, "running")
    queued = submit(client, "waits", sessionId=session)
    busy = cli.run("session", "delete", session)
    assert busy.code == 1 and "session close" in busy.err
    done = cli.run("session", "close", session)
    assert done.code == 0 and "closed" in done.out
    assert {state(client, running), state(client, queued)} == {"cancelled"}
    refused = cli.run("task", "submit", "x", "-s", session)
    assert refused.code == 1 and "closed" in refused.err and "session reopen" in refused.err
    assert cli.run("session", "close", session, "--json").json()["state"] == "closed"


def test_delete(cli, client):
    session = create(client)["id"]
    task = wait(client, submit(client, "done", sessionId=session))["id"]
    done = cli.run("session", "delete", session)
    assert done.code == 0 and done.out == f"deleted {session}\n"
    assert cli.run("session", "get", session).code == 1 and cli.run("task", "get", task).code == 1
    assert cli.run("session", "delete", session).code == 1
