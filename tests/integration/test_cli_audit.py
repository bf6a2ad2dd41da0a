"""weir audit: who did what, and whether it is all there."""

import json
import os
import sqlite3

import pytest

from cli import Cli
from sessions import create
from setting import WEIR

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(daemon):
    return Cli(daemon.place)


def lines(done):
    assert done.code == 0, done
    return [json.loads(line) for line in done.out.splitlines()]


def tamper(daemon, statement):
    daemon.stop()
    database = sqlite3.connect(daemon.place.user_state / "weir.db")
    database.execute(statement)
    database.commit()
    database.close()
    daemon.start()


@pytest.mark.parametrize("words", [["audit"], ["audit", "list"]])
def test_a_table_of_who_did_what(cli, client, words):
    client.call("initialize", {"protocolVersion": "1.0", "client": {"name": "a \x1b[2Jtester"}})
    session = create(client, permissionMode="bypassPermissions")["id"]
    done = cli.run(*words)
    assert done.code == 0 and done.err == "", done
    title, newest, oldest = done.out.splitlines()
    assert title.split() == ["NO", "TIME", "WHO", "WHAT", "ABOUT", "SESSION"]
    assert newest.split()[0] == "2" and oldest.split()[0] == "1"
    assert "tester" in newest and f"({os.getpid()}, user {os.getuid()})" in newest and "session.created" in newest
    assert "\x1b" not in done.out
    assert "weird" in oldest and "daemon.started" in oldest and "version " in oldest
    assert session[-6:] in newest or session in newest


def test_weir_says_who_it_is(cli):
    """Whatever it changes, and whether a person is at it or not."""
    assert cli.run("permissions", "allow", "Bash", "--command", "ls *").code == 0
    assert cli.run("session", "create").code == 0
    assert cli.run("run", "say hello").code == 0
    told = [(entry["what"], entry["client"]) for entry in lines(cli.run("audit", "--json"))
            if entry["what"] in ("session.created", "rule.added")]
    assert told == [("session.created", "weir run"), ("session.created", "weir"), ("rule.added", "weir")]


def test_pages_filters_and_json(daemon, cli):
    for _ in range(3):
        daemon.stop()
        daemon.start()
    every = lines(cli.run("audit", "--json", "--all"))
    assert [entry["no"] for entry in every] == list(range(7, 0, -1))
    assert lines(cli.run("audit", "list", "--json", "-n", "3")) == every[:3]
    started = lines(cli.run("audit", "--json", "--what", "daemon.started"))
    assert [entry["what"] for entry in started] == ["daemon.started"] * 4
    assert lines(cli.run("audit", "--json", "-w", "daemon")) == every
    assert lines(cli.run("audit", "--json", "--session", "none")) == []


def test_more_than_a_page(daemon, cli, client):
    """--all turns pages of 1000."""
    session = create(client)["id"]
    modes = ["bypassPermissions", "default"]
    for number in range(1002):
        client.request("session.update", {"sessionId": session, "permissionMode": modes[number % 2]})
    for number in range(1002):
        assert "result" in client.read()
    every = lines(cli.run("audit", "--json", "--all"))
    assert [entry["no"] for entry in every] == list(range(every[0]["no"], 0, -1)) and len(every) > 1000


def test_a_log_that_is_whole(cli):
    done = cli.run("audit", "verify")
    assert (done.code, done.out, done.err) == (0, "ok: 1 entries, all unchanged\n", "")
    assert cli.run("audit", "verify", "--json").json() == {"sound": True, "entries": 1}


def test_a_log_that_somebody_has_changed(daemon, cli):
    tamper(daemon, "UPDATE audit SET client = 'nobody' WHERE no = 2")
    done = cli.run("audit", "verify")
    assert done.code == 1 and done.out == "entry 2 was changed\n" and "tampered" in done.err, done
    done = cli.run("audit", "verify", "--json")
    assert done.code == 1 and done.json()["no"] == 2 and done.json()["problem"] == "entry 2 was changed"


def test_wrong_usage(cli):
    for words in (["audit", "erase"], ["audit", "verify", "x"], ["audit", "--limit", "0"], ["audit", "list", "--what"]):
        done = cli.run(*words)
        assert done.code == 2 and done.out == "", done


def test_help_and_completion(cli):
    assert "audit verify" in cli.run("help").out
    assert "--what" in cli.run("audit", "list", "--help").out
    for shell in ("bash", "zsh", "fish"):
        assert "audit" in cli.run("completion", shell).out
