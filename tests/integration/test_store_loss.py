"""Lost data: an emptied file, a truncated write-ahead log, a database that was deleted while the daemon runs. The
daemon detects and reports it, starts a new epoch where numbers may be used again, and deletes nothing."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from snapshots import Yard
from sessions import create, log
from stores import fill, store_of
from tasks import submit
from waiting import until

HEADS = ("store.head", "audit.head")


def health(client):
    return client.call("daemon.status")["subsystems"]["store"]


def epoch(client):
    return client.call("db.stats")["epoch"]


def noted(client):
    return [entry["data"]["problem"] for entry in client.call("audit.list", {"what": "store.lost"})]


def wal_of(place):
    return store_of(place).with_name("weir.db-wal")


def head_of(place):
    """The last event that store.head speaks of. It is written behind the answers to those who wrote the events."""
    return int.from_bytes((place.user_state / "store.head").read_bytes()[48:56], "little")


def kill(daemon):
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.stop(signal.SIGKILL)


def cut(path, size=0):
    os.truncate(path, size)


def cut_in_the_middle(path):
    """Behind the beginning of a frame."""
    cut(path, 32 + 4120 + 100)


def replace(path):
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.rename(path)


def assert_said(client, old_epoch, *words):
    """It goes on in a new epoch, says so for as long as this daemon runs, and has noted it for good."""
    found = health(client)
    assert found["health"] == "degraded" and all(word in found["message"] for word in ("weir.db", "new epoch", *words)), found
    assert epoch(client) != old_epoch
    assert noted(client) == [found["message"]]
    create(client)
    assert health(client) == found


# --- when it is opened ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lose", [cut, os.unlink], ids=["emptied", "deleted"])
@pytest.mark.parametrize("head", HEADS)
def test_a_database_without_content(place, make_daemon, lose, head):
    """Either of the files beside it knows that there was something."""
    daemon = make_daemon().start()
    client = daemon.client()
    create(client)
    before = epoch(client)
    daemon.stop()
    lose(store_of(place))
    for other in set(HEADS) - {head}:
        (place.user_state / other).unlink()
    daemon = make_daemon().start()
    assert_said(daemon.client(), before, "lost")
    after = epoch(daemon.client())
    daemon.stop()
    client = make_daemon().start().client()
    assert health(client) == {"health": "ok"} and epoch(client) == after


@pytest.mark.parametrize("lose", [cut, os.unlink], ids=["emptied", "deleted"])
@pytest.mark.parametrize("headed", [True, False], ids=["heads", "no heads"])
def test_the_write_ahead_log_of_a_database_without_content_is_kept(place, make_daemon, lose, headed):
    """SQLite deletes it, and after a crash it may have all that is left."""
    daemon = make_daemon().start()
    client = daemon.client()
    fill(client, 10)
    before = epoch(client)
    kill(daemon)
    left = wal_of(place).read_bytes()
    assert len(left) > 100_000
    lose(store_of(place))
    for head in HEADS if not headed else ():
        (place.user_state / head).unlink()
    client = make_daemon().start().client()
    [spared] = place.user_state.glob("weir.db-wal.lost-*")
    assert spared.read_bytes() == left and spared.stat().st_mode & 0o777 == 0o600
    assert_said(client, before, "lost", spared.name)


def test_what_sessions_and_tasks_left_stays_after_a_loss(house, place):
    """The store knows neither of them any more, and what they have written is the user's."""
    yard = Yard(house).start()
    scratch = Path(yard.client.call("session.create", {})["cwd"])
    (scratch / "work").write_text("mine")
    file = yard.put("file", "before")
    task = yard.task(lambda: file.write_text("behind"))
    kept = place.user_state / "kept" / task
    assert kept.is_dir()
    house.daemon.stop()
    cut(store_of(place))
    for times in (1, 2):
        client = house.again(ended_by=0).client()
        house.daemon.wait_for_log("directories in ", times)
        house.daemon.wait_for_log("the snapshots of 1 tasks in ", times)
        assert (scratch / "work").read_text() == "mine" and (kept / "before").exists()
        until(lambda: not client.call("session.list"), "nothing else")
        house.daemon.stop()
    client = house.again(ended_by=0).client()
    gone = Path(client.call("session.create", {})["cwd"])
    client.call("session.delete", {"sessionId": gone.name})  # what came later goes as ever
    until(lambda: not gone.exists(), f"the end of {gone}")
    assert scratch.exists() and kept.exists()


@pytest.mark.parametrize("lose", [cut, cut_in_the_middle, os.unlink], ids=["cut", "cut in the middle", "deleted"])
def test_a_write_ahead_log_is_lost_after_a_crash(place, make_daemon, lose):
    daemon = make_daemon().start()
    create(daemon.client(), title="kept")
    daemon.stop()
    daemon = make_daemon().start()
    client = daemon.client()
    fill(client, 10)
    before, last = epoch(client), client.call("db.stats")["lastSeq"]
    until(lambda: head_of(place) == last, "store.head to be written")
    kill(daemon)
    lose(wal_of(place))
    client = make_daemon().start().client()
    assert_said(client, before, f"to {last},")
    assert "kept" in [session.get("title") for session in client.call("session.list")]


def test_a_crash_alone_loses_nothing(place, make_daemon):
    daemon = make_daemon().start()
    client = daemon.client()
    fill(client, 10)
    before, events = epoch(client), log(client)
    kill(daemon)
    client = make_daemon().start().client()
    until(lambda: health(client) == {"health": "ok"}, "the check to be through")
    assert epoch(client) == before and log(client) == events and noted(client) == []


def test_an_older_file_is_put_in_its_place(place, make_daemon):
    daemon = make_daemon().start()
    create(daemon.client())
    daemon.stop()
    copy = store_of(place).read_bytes()
    daemon = make_daemon().start()
    create(daemon.client())
    before = epoch(daemon.client())
    daemon.stop()
    store_of(place).write_bytes(copy)
    client = make_daemon().start().client()
    assert_said(client, before, "replaced by an older one")


def test_another_database_is_put_in_its_place(place, make_daemon):
    """A copy of an earlier epoch whose numbers were used again since."""
    daemon = make_daemon().start()
    create(daemon.client())
    daemon.stop()
    copy = store_of(place).read_bytes()
    for _ in range(2):
        cut(store_of(place))
        daemon = make_daemon().start()
        for _ in range(3):
            create(daemon.client())
        before = epoch(daemon.client())
        daemon.stop()
    store_of(place).write_bytes(copy)
    client = make_daemon().start().client()
    assert_said(client, before, "is not the database that was open last")


@pytest.mark.parametrize("spoil", [os.unlink, cut, lambda path: path.write_bytes(b"x" * 72)], ids=["missing", "empty", "nonsense"])
def test_a_head_that_says_nothing(place, make_daemon, spoil):
    """As that of a store which an older version has written."""
    daemon = make_daemon().start()
    create(daemon.client())
    before = epoch(daemon.client())
    daemon.stop()
    head = place.user_state / "store.head"
    spoil(head)
    daemon = make_daemon().start()
    assert health(daemon.client()) == {"health": "ok"} and epoch(daemon.client()) == before
    create(daemon.client())
    daemon.stop()
    assert before.encode() in head.read_bytes() and head.stat().st_mode & 0o777 == 0o600


# --- while it is open ------------------------------------------------------------------------------------


def identities(place):
    return {path.name: path.stat().st_ino for path in place.user_state.glob("weir.db*")}


@pytest.mark.parametrize(
    "of, lose, words",
    [
        (store_of, os.unlink, "the file was deleted"),
        (store_of, replace, "the file was replaced"),
        (store_of, cut, "the file was truncated"),
        (wal_of, os.unlink, "its write-ahead log (weir.db-wal) was deleted"),
        (wal_of, replace, "its write-ahead log (weir.db-wal) was replaced"),
    ],
)
def test_a_file_is_lost_under_the_running_daemon(place, make_daemon, of, lose, words):
    """The next checkpoint notices it. What would be written is refused, since it would be gone with the daemon; and what lies there
    now stays as it is."""
    daemon = make_daemon().start()
    client = daemon.client()
    create(client)
    lose(of(place))
    left = identities(place)
    with pytest.raises(Exception, match="so writing is disabled"):
        for _ in range(20):
            fill(client)
    found = health(client)
    assert found["health"] == "failed" and words in found["message"], found
    assert client.error("session.create", {"cwd": "/"}).code == -32003
    if lose is not cut:
        assert words in client.error("db.backup", [str(place.root / "copy.db")]).message
    assert daemon.stop() == 0
    assert identities(place) == left


@pytest.mark.faults
@pytest.mark.parametrize("of", [store_of, wal_of])
def test_the_log_does_not_begin_anew_where_another_file_lies(place, make_daemon, of):
    """After a sync that failed the writer itself copies all of it into the file; the reader has not looked for long."""
    begin = place.root / "begin"
    faults = {"WEIR_FAULT": "store.before_sync=fail*0+1,store.before_checkpoint=kill", "WEIR_FAULT_BEGIN": str(begin)}
    place.write_config({"tasks": {"drainMs": 0, "stopMs": 1}})
    daemon = make_daemon().start(environment=faults)
    client = daemon.client()
    create(client)
    replace(of(place))
    left = identities(place)
    begin.touch()
    submit(client, "events 50 10; hold")
    until(lambda: health(client)["health"] == "failed", "the writer to look")
    assert "was replaced by another file" in health(client)["message"]
    assert client.call("daemon.stop", {"force": True}) and daemon.wait() == 0
    assert identities(place) == left


@pytest.mark.long
def test_a_directory_is_moved_and_moved_back(place, make_daemon):
    """The files are the same as before, so everything goes on, once somebody has looked: that is every 30 seconds where nobody
    writes."""
    daemon = make_daemon().start()
    client = daemon.client()
    aside = place.user_state.with_name("aside")
    place.user_state.rename(aside)
    with pytest.raises(Exception, match="the file was deleted"):
        for _ in range(20):
            fill(client)
    aside.rename(place.user_state)
    until(lambda: "its files are back" in daemon.log(), "somebody to look", seconds=90)
    create(client)
    assert health(client) == {"health": "ok"}


def test_a_write_ahead_log_is_cut_under_the_running_daemon(place, make_daemon):
    """Pages that are not there any more are met by whoever reads them, or the next checkpoint notices it."""
    daemon = make_daemon().start()
    client = daemon.client()
    fill(client)
    cut(wal_of(place))
    with pytest.raises(Exception, match="so writing is disabled"):
        for _ in range(20):
            fill(client)
    assert health(client)["health"] == "failed"
    assert daemon.stop() == 0


def test_it_is_replaced_just_before_the_daemon_stops(place, make_daemon):
    """Closing would take the other's write-ahead log away."""
    daemon = make_daemon().start()
    create(daemon.client())
    replace(store_of(place))
    left = identities(place)
    assert daemon.stop() == 0
    daemon.wait_for_log("was replaced by another file")
    assert identities(place) == left


def test_a_compaction_is_no_loss(make_daemon):
    """It makes both files shorter."""
    client = make_daemon().start().client()
    for _ in range(2):
        fill(client)
        client.call("db.compact")
    fill(client, 100)
    assert health(client) == {"health": "ok"}
