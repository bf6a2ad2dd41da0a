"""The audit log: what is recorded, and that audit.verify names the first entry that was changed or removed."""

import os
import signal
import sqlite3

import pytest

from tasks import session_of
from waiting import until

ENTRIES = 6


def entries(client, **filter):
    return client.call("audit.list", {"limit": 1000, **filter})[::-1]


def words(client, **filter):
    return [entry["what"] for entry in entries(client, **filter)]


def verify(client):
    return client.call("audit.verify", {})


def until_headed(daemon, no):
    """The head is written behind the entry that it speaks of: an entry that is listed may not have its head yet."""
    path = daemon.place.user_state / "audit.head"

    def headed():
        head = path.read_bytes()
        return max(int.from_bytes(head[at:at + 8], "little") for at in (0, 4096))  # its two places

    until(lambda: headed() == no, f"the head of entry {no}")


def notes(client, what):
    return [entry.get("data") for entry in entries(client, what=what)]


@pytest.fixture
def stopped(daemon):
    """A daemon that has written some entries and is stopped."""
    while True:
        with daemon.client() as client:
            count = len(entries(client))
        if count >= ENTRIES:
            break
        daemon.stop()
        daemon.start()
    daemon.stop()
    return daemon


def edit(daemon, *statements):
    database = sqlite3.connect(daemon.place.user_state / "weir.db")
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


def found(daemon):
    with daemon.start().client() as client:
        result = verify(client)
    assert not result["sound"]
    return result["no"], result["problem"]


# --- what is in it ------------------------------------------------------------------


def test_who_started_and_stopped_the_daemon(daemon):
    with daemon.client() as client:
        client.call("initialize", {"protocolVersion": "1.0", "client": {"name": "tester"}})
        client.call("daemon.stop", {})
    daemon.wait()
    with daemon.start().client() as client:
        log = entries(client)
        assert verify(client) == {"sound": True, "entries": len(log)}
    assert [entry["what"] for entry in log] == ["daemon.started", "daemon.stopping", "daemon.started"]
    assert [entry["no"] for entry in log] == [1, 2, 3]
    assert log[0]["client"] == "weird" and log[0]["pid"] == 0
    assert log[1]["client"] == "tester" and log[1]["pid"] == os.getpid() and log[1]["uid"] == os.getuid()
    assert log[1]["data"] == {"reason": "request", "force": False}
    assert all(len(entry["hash"]) == 64 for entry in log)


def test_a_restart_and_the_name_of_who_stays(daemon):
    with daemon.client() as client:
        client.call("initialize", {"protocolVersion": "1.0", "client": {"name": "patient"}})
        client.call("daemon.restart", {})
        assert words(client) == ["daemon.started", "daemon.restarted"]
        client.call("daemon.stop", {})
    daemon.wait()
    with daemon.start().client() as client:
        assert entries(client, what="daemon.stopping")[0]["client"] == "patient"
        assert verify(client)["sound"]


def test_settings_that_change(daemon, client):
    daemon.place.write_config({"log": {"level": "debug"}, "executors": {"mine": {"command": ["x", "--token=canary"]}}})
    daemon.send_signal(signal.SIGHUP)
    until(lambda: notes(client, "settings"), "the entry")
    entry, = notes(client, "settings.changed")
    assert [change for change in entry["changes"] if not change["setting"].startswith(("view.", "notify", "executors.script."))] == [
        {"setting": "log.level", "from": "info", "to": "debug"},
        {"setting": "executors.mine.command", "from": None, "to": "(not shown)"},
    ]


# --- pages --------------------------------------------------------------------------


def test_pages_and_filters(stopped):
    with stopped.start().client() as client:
        log = entries(client)
        got, before = [], {}
        while page := client.call("audit.list", {"limit": 2, **before}):
            assert len(page) <= 2
            got += page
            before = {"before": page[-1]["no"]}
        assert got == log[::-1]
        assert set(words(client, what="daemon")) == {"daemon.started", "daemon.stopping"}
        assert set(words(client, what="daemon.started")) == {"daemon.started"}
        assert words(client, what="daemon.start") == []
        assert words(client, sessionId="none") == []


# --- tampering ----------------------------------------------------------------------


def test_untouched_is_sound(stopped):
    with stopped.start().client() as client:
        assert verify(client)["sound"]


@pytest.mark.parametrize("change", [
    "what = 'daemon.blessed'", "at = at + 1", "uid = uid + 1", "pid = pid + 1", "client = client || 'x'",
    "session = 's'", "task = 't'", "data = '{}'", "hash = zeroblob(32)", "hash = zeroblob(3)",
])
def test_one_that_was_changed(stopped, change):
    edit(stopped, f"UPDATE audit SET {change} WHERE no = 3")
    assert found(stopped) == (3, "entry 3 was changed")


def test_one_that_is_missing(stopped):
    edit(stopped, "DELETE FROM audit WHERE no = 4")
    assert found(stopped) == (4, "entry 4 is missing")


def test_several_that_are_missing(stopped):
    edit(stopped, "DELETE FROM audit WHERE no IN (2, 3)")
    assert found(stopped) == (2, "entries 2 to 3 are missing")


def test_the_first_is_missing(stopped):
    edit(stopped, "DELETE FROM audit WHERE no = 1")
    assert found(stopped) == (1, "entry 1 is missing")


def test_one_left_out_and_the_rest_numbered_anew(stopped):
    edit(stopped, "DELETE FROM audit WHERE no = 2", "UPDATE audit SET no = no - 1 WHERE no > 2")
    assert found(stopped)[0] == 2


def test_another_order(stopped):
    edit(stopped, "UPDATE audit SET no = -3 WHERE no = 3", "UPDATE audit SET no = 3 WHERE no = 4",
         "UPDATE audit SET no = 4 WHERE no = -3")
    assert found(stopped) == (3, "the order was changed: entry 3 is now entry 4")


def test_one_that_was_put_in(stopped):
    edit(stopped, "INSERT INTO audit SELECT 0, at, what, uid, pid, client, session, task, data, hash FROM audit WHERE no = 1")
    assert found(stopped) == (0, "entry 0 was inserted")


def test_forged_without_the_key(stopped):
    """Behind the end, with a copy of the last hash: nobody without the key can make the right one."""
    edit(stopped, "INSERT INTO audit SELECT max(no) + 1, at, 'forged', uid, pid, client, session, task, data, hash FROM audit")
    last = ENTRIES + 1
    no, problem = found(stopped)
    assert problem == f"entry {no} was changed" and no >= last


def test_cut_at_the_end(stopped):
    edit(stopped, f"DELETE FROM audit WHERE no >= {ENTRIES - 1}")
    no, problem = found(stopped)
    assert no == ENTRIES - 1
    assert problem.startswith(f"the log was truncated: entries {ENTRIES - 1} to ")
    # It stays so: the log goes on behind an entry that says it.
    stopped.stop()
    assert found(stopped) == (no, problem)


def test_all_of_it_is_gone(stopped):
    edit(stopped, "DELETE FROM audit")
    no, problem = found(stopped)
    assert no == 1 and problem.startswith("the log was truncated: entries 1 to ")


def test_cut_while_the_daemon_runs(daemon, client):
    assert entries(client)
    edit(daemon, "DELETE FROM audit WHERE no = 1")
    until(lambda: not verify(client)["sound"], "that it is noticed")  # the head is written behind the entry
    assert verify(client) == {"sound": False, "entries": 0, "no": 1,
                              "problem": "the log was truncated: entries 1 to 1 are missing"}


@pytest.mark.parametrize("name", ["audit.head", "audit.key"])
def test_a_file_that_is_missing(stopped, name):
    path = stopped.place.user_state / name
    kept = path.read_bytes()
    path.unlink()
    no, problem = found(stopped)
    assert f"{name} " in problem and "missing" in problem
    if name == "audit.key":
        assert no == 1 and not path.exists()  # nothing is put in its place
        stopped.stop()
        path.write_bytes(kept)
        # What was written without it is told apart from what was not.
        assert found(stopped)[0] > ENTRIES


def test_another_key(stopped):
    path = stopped.place.user_state / "audit.key"
    other = bytes(32)
    path.write_bytes(other)
    assert found(stopped) == (1, "audit.key is not the key that the log was started with, so entries cannot be verified; restore the right one")
    assert path.read_bytes() == other


def test_a_damaged_key(stopped):
    path = stopped.place.user_state / "audit.key"
    path.write_bytes(b"short")
    assert "damaged" in found(stopped)[1]
    assert path.read_bytes() == b"short"


def test_a_head_that_was_changed(stopped):
    path = stopped.place.user_state / "audit.head"
    path.write_bytes(bytes(len(path.read_bytes())))
    assert "audit.head was changed" in found(stopped)[1]


def test_a_head_of_which_one_place_is_spoilt(stopped):
    """As a write leaves it that the power has cut short."""
    path = stopped.place.user_state / "audit.head"
    whole = path.read_bytes()
    path.write_bytes(b"x" * 40 + whole[40:])
    with stopped.start().client() as client:
        first = verify(client)
    stopped.stop()
    assert first["sound"]


def test_a_missing_head_while_the_daemon_runs(daemon, client):
    (daemon.place.user_state / "audit.head").unlink()
    assert verify(client)["problem"].startswith("audit.head is missing")


def test_the_files_are_the_users_alone(daemon):
    for name in ("audit.key", "audit.head"):
        assert (daemon.place.user_state / name).stat().st_mode & 0o777 == 0o600


def test_a_killed_daemon_leaves_it_whole(daemon):
    with daemon.client() as client:
        session_of(client)
        assert entries(client)
    daemon.stop(signal.SIGKILL)
    with daemon.start().client() as client:
        assert verify(client)["sound"]


def test_a_backup_has_it(daemon, client, place):
    copy = place.root / "copy.db"
    assert entries(client)
    client.call("db.backup", {"path": str(copy)})
    rows = sqlite3.connect(copy).execute("SELECT no, what FROM audit").fetchall()
    assert rows[0] == (1, "daemon.started")


# --- sessions -----------------------------------------------------------------------


def test_what_a_session_may_and_who_weakens_it(client):
    client.call("initialize", {"protocolVersion": "1.0", "client": {"name": "tester"}})
    session = session_of(client)
    client.call("session.update", {"sessionId": session, "title": "not of interest"})
    client.call("session.update", {"sessionId": session, "permissionMode": "bypassPermissions", "network": "none"})
    log = entries(client, sessionId=session)
    assert [(entry["what"], entry["data"]) for entry in log] == [
        ("session.created", {"permissionMode": "default", "network": "full", "keys": "direct"}),
        ("session.updated", {"permissionMode": {"from": "default", "to": "bypassPermissions"},
                             "network": {"from": "full", "to": "none"}}),
    ]
    assert all(entry["client"] == "tester" and entry["pid"] == os.getpid() for entry in log)
    assert verify(client)["sound"]


def test_what_is_undone_leaves_no_hole(client):
    """A fork at an event that is not there has written something by then: the writer undoes the group in which it is, with
    the entries of the others, and does it again."""
    session = session_of(client)
    wrong = {"sessionId": session, "atSeq": 10**9}
    asked = [client.request(*call) for _ in range(50)
             for call in (("session.create", {"cwd": "/"}), ("session.fork", wrong))]
    assert sum("result" in client.answer(one) for one in asked) == 50
    assert [entry["no"] for entry in entries(client)] == list(range(1, 53))
    assert verify(client)["sound"]


# --- faults -------------------------------------------------------------------------


class Faulty:
    """A daemon whose fault begins when the test says so."""

    def __init__(self, place, make_daemon):
        self.place, self.make_daemon = place, make_daemon

    def start(self, fault):
        environment = {"WEIR_FAULT": fault, "WEIR_FAULT_BEGIN": str(self.place.root / "begin")}
        self.daemon = self.make_daemon().start(environment=environment)
        return self.daemon.client()

    def begin(self):
        (self.place.root / "begin").touch()

    def expect_death(self):
        assert self.daemon.wait() == -signal.SIGKILL
        self.daemon.expected_exit = -signal.SIGKILL
        self.daemon.left_behind_is_fine = True

    def change_settings(self, count):
        for number in range(count):
            self.place.write_config({"limits": {"batchEntries": number + 1}})
            self.daemon.send_signal(signal.SIGHUP)
            assert self.daemon.notifications.wait_for("RELOADING=1")
            assert self.daemon.notifications.wait_for("READY=1")


@pytest.fixture
def faulty(place, make_daemon):
    return Faulty(place, make_daemon)


def changed_to(client):
    return [change["to"] for note in notes(client, "settings.changed") for change in note["changes"]
            if change["setting"] == "limits.batchEntries"]


@pytest.mark.faults
def test_entries_that_are_lost_are_counted(faulty):
    client = faulty.start("audit.queue=fail*0+3")
    assert words(client) == ["daemon.started"]
    faulty.begin()
    faulty.change_settings(4)
    assert words(client) == ["daemon.started", "settings.changed", "audit.lost"]
    [lost] = entries(client, what="audit.lost")
    assert lost["data"] == {"count": 3} and lost["client"] == "weird"
    assert changed_to(client) == [4]
    assert "dropping entries, the first is " in faulty.daemon.log()
    assert verify(client)["sound"]


@pytest.mark.faults
def test_what_the_store_does_not_take_is_written_later(faulty):
    client = faulty.start("audit.write=fail*0+2")
    assert words(client) == ["daemon.started"]
    faulty.begin()
    faulty.change_settings(3)
    session_of(client)  # others go on meanwhile
    until(lambda: len(notes(client, "settings.changed")) == 3, "the entries")
    assert changed_to(client) == [1, 2, 3]
    assert "audit.lost" not in words(client) and verify(client)["sound"]


@pytest.mark.faults
def test_killed_between_the_entry_and_its_head(faulty):
    """The database is ahead of the head, which is not a cut."""
    client = faulty.start("audit.before_head=kill")
    assert entries(client)
    until_headed(faulty.daemon, 1)
    faulty.begin()
    client.request("session.create", {"cwd": "/"})
    faulty.expect_death()
    with faulty.make_daemon().start().client() as client:
        assert words(client) == ["daemon.started", "session.created", "daemon.started"]
        assert verify(client) == {"sound": True, "entries": 3}


@pytest.mark.faults
def test_a_head_that_cannot_be_written_catches_up(faulty):
    client = faulty.start("audit.before_head=fail*0+1")
    assert entries(client)
    until_headed(faulty.daemon, 1)
    faulty.begin()
    session_of(client)
    session_of(client)
    assert verify(client) == {"sound": True, "entries": 3}
    faulty.daemon.stop()
    edit(faulty.daemon, "DELETE FROM audit WHERE no >= 3")
    assert found(faulty.daemon)[0] == 3


@pytest.mark.faults
def test_killed_before_there_was_a_key(place, make_daemon):
    daemon = make_daemon()
    daemon.launch(environment={"WEIR_FAULT": "audit.before_key=kill"})
    assert daemon.wait() == -signal.SIGKILL
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    assert not (place.user_state / "audit.key").exists()
    with make_daemon().start().client() as client:
        assert words(client) == ["daemon.started"] and verify(client)["sound"]


@pytest.mark.faults
def test_the_key_cannot_be_made_at_first(place, make_daemon):
    """The store is opened again when somebody wants to write."""
    with make_daemon().start(environment={"WEIR_FAULT": "audit.before_key=fail*0+1"}).client() as client:
        session_of(client)
        assert (place.user_state / "audit.key").exists() and verify(client)["sound"]
