"""weir db: stats, check, backup, compact."""

import sqlite3

import pytest

from cli import Cli
from setting import WEIR
from sessions import create
from stores import fill, look, store_of
from tasks import submit, wait

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place):
    return Cli(place)


def test_stats(cli, client, place):
    wait(client, submit(client, "events 5"))
    create(client)
    done = cli.run("db", "stats")
    stats = client.call("db.stats")
    assert done.code == 0 and done.out.startswith(f"{store_of(place)}\n")
    for line in ("sessions 2", "tasks    1", f"events   {stats['events']}, numbered 1 to {stats['lastSeq']}", stats["epoch"]):
        assert line in done.out, line
    assert cli.run("db", "stats", "--json").json().items() >= {"tasks": 1, "sessions": 2, "path": str(store_of(place))}.items()


def test_an_empty_store(cli, client):
    assert "events   0\n" in cli.run("db", "stats").out


@pytest.mark.parametrize("options", [[], ["--quick"]], ids=["whole", "quick"])
def test_check(cli, client, options):
    fill(client, 5)
    done = cli.run("db", "check", *options)
    assert done.code == 0 and done.out == "ok: no damage found\n" and done.err == ""
    assert cli.run("db", "check", *options, "--json").json() == {"ok": True, "problems": []}


def test_a_store_that_is_not_sound(cli, make_daemon, place):
    """An index that lacks what its table has: behind the daemon's back, as a bad disk would do it."""
    daemon = make_daemon().start()
    client = daemon.client()
    for number in range(20):
        create(client, title=f"number {number}")
    daemon.stop()
    [(page, size)] = look(
        store_of(place),
        "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE type = 'index' AND sql NOT NULL LIMIT 1",
    )
    with open(store_of(place), "r+b") as file:
        file.seek((page - 1) * size + 3)  # how many entries the page has
        file.write(b"\0\0")
    make_daemon().start()
    done = cli.run("db", "check")
    assert done.code == 1 and done.out and "restore a backup" in done.err
    done = cli.run("db", "check", "--json")
    assert done.code == 1 and done.json()["ok"] is False and done.json()["problems"]


def test_backup(cli, client, place):
    session = create(client)["id"]
    done = cli.run("db", "backup", place.root / "copy.db")
    assert done.code == 0 and done.out.startswith(f"{place.root / 'copy.db'}: ") and "KiB" in done.out
    db = sqlite3.connect(place.root / "copy.db")
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert db.execute("SELECT count(*) FROM sessions").fetchone() == (1,) and session
    db.close()


def test_a_backup_beside_oneself(cli, client, place):
    """A path is meant from where the person stands, not from where the daemon does."""
    (place.home / "deep").mkdir()
    for path in "copy.db", "./other.db", "deep/copy.db", "../up.db":
        result = cli.run("db", "backup", path, "--json", cwd=place.home).json()
        assert result["path"] == str((place.home / path).resolve()) and (place.home / path).stat().st_size == result["bytes"]


def test_a_backup_overwrites_nothing(cli, client, place):
    (place.home / "precious").write_text("precious")
    done = cli.run("db", "backup", "precious")
    assert done.code == 1 and str(place.home / "precious") in done.err and "hint:" in done.err and done.out == ""
    assert (place.home / "precious").read_text() == "precious"


@pytest.mark.parametrize("path", ["nowhere/copy.db", "", ".", "../", "/tmp/.."])
def test_no_name_for_a_backup(cli, client, path):
    done = cli.run("db", "backup", path)
    assert done.code == 2 and done.err.startswith("weir: ") and done.out == ""


def test_compact(cli, client):
    gone = fill(client, 40)
    client.call("session.delete", [gone["id"]])
    before = client.call("db.stats")
    done = cli.run("db", "compact")
    assert done.code == 0 and done.out.startswith("from ") and "removed 0 events and 0 tasks" in done.out
    after = client.call("db.stats")
    assert after["freeBytes"] == 0 and after["fileBytes"] + after["walBytes"] < before["fileBytes"] + before["walBytes"]
    assert cli.run("db", "compact", "--json").json()["removedTasks"] == 0
