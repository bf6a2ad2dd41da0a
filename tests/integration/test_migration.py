"""A store of an older version: the daemon migrates it without loss; if it cannot, the file stays unchanged."""

import hashlib
import json
import shutil
import signal
import sqlite3

import pytest

from schema import empty_store, versions
from sessions import log
from setting import REPOSITORY
from stores import SOUND, look, store_of
from tasks import get, submit, wait
from waiting import until

DATA = REPOSITORY / "tests" / "data"
OLD = {version: DATA / f"store-{version}.db" for version in (1, 2, 4)}
# Those of tests/data/make_store.py.
OPEN, CLOSED = "sess_01M7F4GXDJBETTFTHD4CNHG9YN", "sess_01M7F4GXEA53GW8A7CBPCTFCC2"
COMPLETED, FAILED = "task_01M7F4GXDV4QE5EBW1SYSBCPBK", "task_01M7F4GXE51CKR7FH79TXY2DEE"
FORK, FORK_SEQ = "sess_01M7F4GXEP2YJ6C0V3H8QKZB5T", 8
RUNNING, QUEUED = "task_01M7F4GXEE8DZ3V1YA78DNDAVR", "task_01M7F4GXEG6JS5P2NP51SEWG0V"
AT = 1794730653000
OLD_EPOCH = "01M7F4GXDC59CCYQHZ9FAY4H3T"
SESSION = {
    "id": OPEN, "state": "open", "cwd": "/home/ada/project", "permissionMode": "acceptEdits", "agent": "coder", "model": "m-1",
    "title": "The old one", "metadata": {"color": "blue", "tabs": [1, 2]}, "createdAt": AT + 106, "updatedAt": AT + 106,
    "network": "full", "keys": "direct",
}


TABLES = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"


def tables_of(steps):
    """As they are in a new file."""
    db = sqlite3.connect(":memory:")
    for step in steps:
        db.executescript(step)
    found = db.execute(TABLES).fetchall()
    db.close()
    return found


@pytest.fixture(params=sorted(OLD))
def version(request):
    """The schema version of the existing file."""
    return request.param


@pytest.fixture
def old(place, version):
    """In the place where a daemon will find it, and kept although it is old."""
    place.write_config({"retention": {"days": 0}})
    place.user_state.mkdir(parents=True, mode=0o700)
    shutil.copyfile(OLD[version], store_of(place))
    store_of(place).chmod(0o600)
    return store_of(place)


def check_old_things(client, version):
    """All that stood in the old file, but for what was at work and what waited."""
    forks = [FORK] * (version >= 2)
    assert SESSION.items() <= client.call("session.get", {"sessionId": OPEN}).items()
    closed = client.call("session.get", {"sessionId": CLOSED})
    assert closed["state"] == "closed" and closed["closedAt"] == AT + 132 and "title" not in closed
    assert [session["id"] for session in client.call("session.list")] == [*forks, CLOSED, OPEN]
    assert [session["id"] for session in client.call("session.list", {"state": "open"})] == [*forks, OPEN]
    completed, failed = get(client, COMPLETED), get(client, FAILED)
    assert completed["state"] == "completed" and completed["priority"] == 2 and completed["sessionId"] == OPEN
    assert completed["result"] == {"text": "well", "message_count": 1, "token_usage": {"input_tokens": 10, "output_tokens": 20}}
    assert completed["progress"] == {"percent": 50, "message": "half"} and completed["prompt"].startswith("say hello")
    assert failed["result"]["error"] == {"reason": "error", "message": "broken"}
    events = log(client)
    assert [params["seq"] for _, params in events] == list(range(1, len(events) + 1))
    stored = look(OLD[version], "SELECT name, body FROM events JOIN kinds ON kind = no ORDER BY seq")
    assert len(stored) == 21 + len(forks) <= len(events)
    for (name, params), (old_name, body) in zip(events, stored):
        assert name == old_name and set(params) - {"seq", "epoch"} == set(body_of(body))
        assert {key: params[key] for key in body_of(body)} == body_of(body)


def body_of(text):
    return json.loads("{" + text)


def check_up_to_date(path):
    assert look(path, "PRAGMA user_version") == [(len(versions()),)]
    assert look(path, "PRAGMA integrity_check") == [("ok",)] and look(path, "PRAGMA foreign_key_check") == []
    assert look(path, TABLES) == tables_of(versions())


def test_the_other_tests_begin_with_what_a_daemon_makes(place, nothing_there, make_daemon):
    assert make_daemon().start().stop() == 0
    given = place.root / "given.db"
    given.write_bytes(empty_store())
    for question in (TABLES, "PRAGMA user_version", "PRAGMA application_id", "PRAGMA auto_vacuum", "PRAGMA page_size", "PRAGMA encoding"):
        assert look(given, question) == look(store_of(place), question)


def test_a_version_is_what_it_was(version):
    """Changing a released version would give two kinds of files the same number. A change needs a new version."""
    assert look(OLD[version], "PRAGMA user_version") == [(version,)]
    assert look(OLD[version], TABLES) == tables_of(versions()[:version])


def test_an_old_store_is_brought_up_to_date(old, version, make_daemon):
    daemon = make_daemon().start()
    client = daemon.client()
    assert client.call("db.stats")["schema"] == len(versions())
    until(lambda: client.call("daemon.status")["subsystems"]["store"] == {"health": "ok"}, "the check after a crash to be through")
    # What was at work when that daemon died is failed, what waited runs.
    assert wait(client, RUNNING)["result"]["error"]["reason"] == "daemon_died"
    ended = wait(client, QUEUED)
    assert ended["state"] == "completed" and ended["result"]["text"] == "two"
    check_old_things(client, version)
    stats = client.call("task.stats")
    assert (stats["total"], stats["completed"], stats["failed"]) == (4, 2, 2)
    # The machine was started anew since then.
    assert client.call("event.list")["epoch"] != OLD_EPOCH
    # A key is still taken.
    again = {"prompt": "say hello; progress 50 half; usage 10 20; done well", "priority": 2, "sessionId": OPEN, "idempotencyKey": "the key"}
    assert client.call("task.submit", again)["taskId"] == COMPLETED
    assert client.call("db.check") == SOUND
    daemon.stop()
    check_up_to_date(old)


def test_an_old_session_can_be_forked(old, make_daemon):
    """With a table that the old file did not have."""
    daemon = make_daemon().start()
    client = daemon.client()
    fork = client.call("session.fork", {"sessionId": OPEN, "atSeq": 8, "title": "from the past"})
    assert fork["parentId"] == OPEN and fork["forkSeq"] == 8 and fork["metadata"] == SESSION["metadata"]
    assert [params["seq"] for _, params in log(client, sessionId=fork["id"])][:8] == list(range(1, 9))
    assert wait(client, submit(client, "say three; done", sessionId=fork["id"]))["state"] == "completed"
    client.call("session.delete", {"sessionId": CLOSED})
    daemon.stop()
    client = make_daemon().start().client()
    history = log(client, sessionId=fork["id"])
    assert [params["seq"] for _, params in history][:8] == list(range(1, 9)) and len(history) > 9
    assert client.call("db.check") == SOUND


def test_a_fork_of_an_old_store(place, make_daemon):
    place.write_config({"retention": {"days": 0}})
    place.user_state.mkdir(parents=True, mode=0o700)
    shutil.copyfile(OLD[2], store_of(place))
    client = make_daemon().start().client()
    assert client.call("session.get", {"sessionId": FORK})["parentId"] == OPEN
    assert [params["seq"] for _, params in log(client, sessionId=FORK)] == [*range(1, FORK_SEQ + 1), 22]
    limits = {"tokens": 7, "outputBytes": 0}
    task = wait(client, submit(client, 'state k user note {"a":1}; state k user note {"a":1}', sessionId=FORK, limits=limits))
    assert task["state"] == "completed" and task["limits"] == limits
    assert client.call("db.check") == SOUND


def test_it_is_brought_up_to_date_once(old, version, make_daemon):
    daemon = make_daemon().start()
    wait(daemon.client(), QUEUED)
    daemon.stop()
    client = make_daemon().start().client()
    check_old_things(client, version)
    assert get(client, RUNNING)["state"] == "failed" and get(client, QUEUED)["state"] == "completed"
    assert client.call("db.stats")["schema"] == len(versions())


# --- it does not get through -----------------------------------------------------------------------------


def check_untouched(old, version):
    """By its bytes; and with what lies beside it, for whoever opens it next."""
    assert hashlib.sha256(old.read_bytes()).digest() == hashlib.sha256(OLD[version].read_bytes()).digest()
    copy = old.parent / "copy"
    copy.mkdir()
    for path in old.parent.glob("weir.db*"):
        shutil.copyfile(path, copy / path.name)
    with sqlite3.connect(copy / old.name) as db:
        assert db.execute("PRAGMA user_version").fetchall() == [(version,)]
        assert db.execute(TABLES).fetchall() == look(OLD[version], TABLES)
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    db.close()


@pytest.mark.faults
def test_it_is_killed_in_the_middle(old, version, make_daemon):
    """The old daemon could still use the file, and the new one begins again."""
    daemon = make_daemon()
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.launch(environment={"WEIR_FAULT": "store.migrate=kill"})
    assert not daemon.notifications.wait_for("READY=1", daemon.process)
    assert daemon.wait() == -signal.SIGKILL
    check_untouched(old, version)
    daemon = make_daemon().start()
    client = daemon.client()
    assert wait(client, QUEUED)["state"] == "completed"
    check_old_things(client, version)
    daemon.stop()
    check_up_to_date(old)


@pytest.mark.faults
def test_it_fails_in_the_middle(old, version, make_daemon):
    """The data can be read, the file is unchanged, and the next daemon or the next attempt succeeds."""
    daemon = make_daemon().start(environment={"WEIR_FAULT": "store.migrate=fail"})
    client = daemon.client()
    assert client.call("daemon.status")["subsystems"]["store"]["health"] == "degraded"
    error = client.error("task.submit", {"prompt": "done"})
    assert error.code == -32003 and error.word == "subsystem_unavailable"
    assert SESSION.items() <= client.call("session.get", {"sessionId": OPEN}).items()
    assert get(client, QUEUED)["state"] == "queued" and get(client, RUNNING)["state"] == "running"
    assert daemon.stop() == 0
    check_untouched(old, version)
    fails = old.parent.parent / "fails"
    fails.touch()
    client = make_daemon().start(environment={"WEIR_FAULT": "store.migrate=fail", "WEIR_FAULT_BEGIN": str(fails)}).client()
    assert get(client, QUEUED)["state"] == "queued"
    fails.unlink()
    assert client.call("session.update", {"sessionId": OPEN, "title": "The old one"})["title"] == "The old one"
    assert wait(client, QUEUED)["state"] == "completed"
    assert client.call("db.stats")["schema"] == len(versions())
