"""db.*: how large the store is, whether it is sound, copies of it. What is removed from it: test_retention.py."""

import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import threading

import pytest

from client import RpcError
from sessions import create, log
from setting import MIB
from stores import KIB, SOUND, change, fill, look, store_of
from waiting import until

def nothing_beside(path):
    """Whether a backup has left nothing but itself."""
    return not [name for name in os.listdir(path.parent) if "backup" in name and name != path.name]


@pytest.fixture(scope="module")
def large_store(tmp_path_factory):
    """The file of a store with so much in it that reading it takes a while; made once, by a daemon and then by hand."""
    from daemon import Daemon, Place
    from recorder import Recorder

    place = Place()
    daemon = Daemon(place, Recorder()).start()
    fill(daemon.client(), 3, 10)
    daemon.stop()
    daemon.finish()
    path = tmp_path_factory.mktemp("store") / "large.db"
    shutil.move(store_of(place), path)
    place.remove()
    change(
        path,
        "INSERT INTO events SELECT seq, kind, session, task, at, body FROM (WITH RECURSIVE n(seq) AS (SELECT 100 UNION ALL SELECT seq + 1"
        " FROM n WHERE seq < 400000) SELECT n.seq, kind, session, task, at, body || printf('%.100c', ' ') AS body FROM n, events WHERE events.seq = 2)",
    )
    yield path
    path.unlink()  # pytest would keep it for three runs


@pytest.fixture
def large(place, make_daemon, large_store):
    place.user_state.mkdir(parents=True, mode=0o700)
    shutil.copy(large_store, store_of(place))
    return make_daemon().start()


# --- stats ----------------------------------------------------------------------------


def test_the_numbers_of_a_new_store(daemon, client):
    stats = client.call("db.stats")
    assert stats["path"] == str(daemon.state / "weir.db") and stats["schema"] >= 2
    assert stats["sessions"] == stats["tasks"] == stats["events"] == stats["lastSeq"] == 0 and stats["firstSeq"] == 1
    assert stats["fileBytes"] > 0 and stats["freeBytes"] == 0
    assert stats["epoch"] == client.call("event.list")["epoch"]


def test_the_numbers_move(client):
    create(client)  # what the daemon itself writes at its start is behind us with this
    before = client.call("db.stats")
    session = fill(client, 20)
    other = create(client)
    after = client.call("db.stats")
    assert after["sessions"] == 3 and after["events"] == after["lastSeq"] == 23 and after["firstSeq"] == 1
    assert after["fileBytes"] + after["walBytes"] > before["fileBytes"] + before["walBytes"] + MIB
    # Five seconds after its start the daemon looks for what is old, in two changes of its own.
    own = 2 if client.call("daemon.status")["uptime_seconds"] >= 5 else 0
    assert 0 <= after["changes"] - before["changes"] - 22 <= own
    assert before["commits"] < after["commits"] <= before["commits"] + 22 + own
    client.call("session.close", [other["id"]])
    client.call("session.delete", [session["id"]])
    assert client.call("db.stats")["sessions"] == 2
    assert client.call("db.stats")["epoch"] == before["epoch"]


def test_the_sizes_are_those_of_the_files(daemon, client):
    fill(client)
    client.call("db.compact")
    stats = client.call("db.stats")
    assert stats["fileBytes"] == os.stat(stats["path"]).st_size and stats["walBytes"] == 0


def test_a_store_behind_a_link_to_a_directory(place, make_daemon):
    (place.root / "elsewhere").mkdir(mode=0o700)
    place.state.symlink_to("elsewhere")
    client = make_daemon().start().client()
    create(client)
    assert client.call("db.stats")["path"] == str(place.root / "elsewhere" / "weir" / "weir.db")
    assert client.call("db.check") == SOUND and client.call("db.backup", [str(place.state / "copy")])


# --- check ----------------------------------------------------------------------------


@pytest.mark.parametrize("params", [{}, {"quick": True}, {"quick": False}], ids=json.dumps)
def test_a_sound_store(client, params):
    assert client.call("db.check", params) == SOUND
    session = fill(client, 5)
    client.call("session.fork", {"sessionId": session["id"]})
    client.call("session.delete", [session["id"]])
    assert client.call("db.check", params) == SOUND


def test_wrong_parameters_of_check(client):
    assert client.error("db.check", {"quick": 1}, bad=True).data["path"] == "params.quick"
    assert client.error("db.check", {"deep": True}, bad=True).data["path"] == "params.deep"


def stopped_store(make_daemon, place):
    """A store with something in it, and nobody who has it open."""
    daemon = make_daemon().start()
    client = daemon.client()
    sessions = [fill(client, 20, 3 * KIB) for _ in range(3)]
    daemon.stop()
    assert not os.path.exists(f"{store_of(place)}-wal")
    return store_of(place), sessions


def overwrite_page(path, number):
    with open(path, "r+b") as file:
        file.seek((number - 1) * 4096)
        file.write(b"\xa5" * 4096)


def leaves(path, table):
    """The pages that hold its rows, in the order of the rows."""
    return [page for (page,) in look(path, f"SELECT pageno FROM dbstat WHERE name = '{table}' AND pagetype = 'leaf' ORDER BY path")]


def has_dbstat():
    try:
        sqlite3.connect(":memory:").execute("SELECT * FROM dbstat")
    except sqlite3.OperationalError:
        return False
    return True


needs_dbstat = pytest.mark.skipif(not has_dbstat(), reason="Python's SQLite cannot tell which page holds what")


@needs_dbstat
def test_a_damaged_table_is_found_and_everything_else_goes_on(make_daemon, place):
    path, sessions = stopped_store(make_daemon, place)
    pages = leaves(path, "events")
    overwrite_page(path, pages[len(pages) // 2])
    daemon = make_daemon().start()
    client, other = daemon.client(), daemon.client()
    for quick in (True, False):
        result = client.call("db.check", {"quick": quick})
        assert not result["ok"] and 1 <= len(result["problems"]) <= 100
        assert not any("\n" in problem or problem.startswith("***") for problem in result["problems"])
    other.ping()
    assert client.call("session.get", [sessions[0]["id"]])["id"] == sessions[0]["id"]
    # What is broken is not written to any more, and everybody can see why.
    for _ in range(2):
        health = client.call("daemon.status")["subsystems"]["store"]
        assert health["health"] == "failed" and "damage" in health["message"]
        error = other.error("session.create", {"cwd": "/"})
        assert error.code == -32003 and error.word == "subsystem_unavailable" and "damage" in error.message


def first_page(path):
    return 1


def last_events(path):
    return leaves(path, "events")[-1]


@pytest.mark.parametrize("find_page", [first_page, pytest.param(last_events, marks=needs_dbstat)])
def test_a_file_that_cannot_even_be_opened(make_daemon, place, find_page):
    path, _ = stopped_store(make_daemon, place)
    overwrite_page(path, find_page(path))
    before = path.read_bytes()
    client = make_daemon().start().client()
    until(lambda: client.call("daemon.status")["subsystems"]["store"]["health"] == "failed", "the store's failure is known")
    result = client.call("db.check")
    assert not result["ok"] and len(result["problems"]) >= 1
    assert client.error("db.stats").word == "subsystem_unavailable"
    assert client.error("db.compact").word == "subsystem_unavailable"
    assert client.error("db.backup", {"path": str(place.root / "copy")}).word in ("subsystem_unavailable", "file_failed")
    client.ping()
    assert not (place.root / "copy").exists() and nothing_beside(place.root / "copy")
    if find_page is first_page:  # it is not even known whose file it is
        assert path.read_bytes() == before


def test_an_index_that_disagrees_is_found_by_the_whole_check_only(make_daemon, place):
    path, sessions = stopped_store(make_daemon, place)
    [(root, sql)] = look(path, "SELECT rootpage, sql FROM sqlite_schema WHERE name = 'sessions_by_state'")
    change(path, "PRAGMA writable_schema=ON", "DELETE FROM sqlite_schema WHERE name = 'sessions_by_state'")
    change(path, "UPDATE sessions SET state = 'closed', closed_at = 1")
    db = sqlite3.connect(path)
    db.execute("PRAGMA writable_schema=ON")
    db.execute("INSERT INTO sqlite_schema VALUES ('index', 'sessions_by_state', 'sessions', ?, ?)", (root, sql))
    db.commit()
    db.close()
    client = make_daemon().start().client()
    assert client.call("db.check", {"quick": True}) == SOUND
    result = client.call("db.check")
    assert not result["ok"] and any("sessions_by_state" in problem for problem in result["problems"])


TASK = (
    "INSERT INTO tasks (no, id, session, state, priority, cwd, timeout_ms, created_at, ended_at)"
    " VALUES (999, 't1', 1, 'completed', 0, '/', 1, 1, 1)"
)
PERMISSION = (
    "INSERT INTO permissions (id, session, task, digest, state, tool, cwd, created_at, expires_at, answered_at)"
    " VALUES ('p1', {}, 999, x'00', '{}', 'Read', '/', 1, 2, {})"
)


@pytest.mark.parametrize(
    "statements, words",
    [
        (["INSERT INTO task_counts VALUES ('queued', 5) ON CONFLICT DO UPDATE SET count = count + 5"], ["queued", "5"]),
        (["PRAGMA foreign_keys=OFF", "DELETE FROM sessions WHERE no = 2"], ["21 events", "session number 2"]),
        (["UPDATE events SET task = 77 WHERE seq = 3"], ["row 3 of events", "a missing row of tasks"]),
        (["UPDATE sessions SET closed_at = 1 WHERE no = 1"], ["has a closing time"]),
        (["DELETE FROM audit WHERE no = 1"], ["audit", "missing"]),
        (["UPDATE audit SET hash = x'00' WHERE no = 1"], ["entry 1 ", "1 bytes"]),
        ([TASK, PERMISSION.format(1, "pending", 7)], ["permission p1 is pending", "has an answer time"]),
        ([TASK, PERMISSION.format(1, "denied", "NULL")], ["permission p1 is denied", "has no answer time"]),
        ([TASK, PERMISSION.format(2, "denied", 7)], ["permission p1 belongs to session number 2", "number 1"]),
        (["INSERT INTO rules (id, effect, tool, created_at, uses) VALUES ('r1', 'allow', 'Read', 1, 3)"],
         ["rule r1 was used 3 times", "no time of last use"]),
        (["INSERT INTO keys VALUES ('s', zeroblob(99), '', 1, 5, 0)"], ["the key of s was used 0 times"]),
        (["INSERT INTO keys VALUES ('s', zeroblob(40), '', 1, NULL, 0)"], ["the key of s has 40 bytes"]),
        (["INSERT INTO usage VALUES ('today', 1, 's', 'm', 1, 2, 3, 4)"], ["session number 1 used on 'today'"]),
        (["INSERT INTO reservations VALUES ('x', 1, '2026-01-31', 's', 'm', -1, 0, 0, 0, 0)"], ["invalid usage", "-1 "]),
        (["INSERT INTO session_events VALUES (1, 2)"], ["the session index of events has 1 entries", "the log has 0 such"]),
        (["UPDATE meta SET value = 3 WHERE name = 'indexed_seq'"], ["the session index of events has 0 entries", "the log has 3 such events up to 3"]),
        (["INSERT INTO meta VALUES ('first_seq', 10) ON CONFLICT DO UPDATE SET value = 10"], ["event 1 ", "10"]),
    ],
    ids=["counts", "references", "task", "times", "audit-hole", "audit-hash", "permission-answered", "permission-open",
         "permission-place", "rule", "key-used", "key-sealed", "usage", "reservations", "listed-more", "listed-less", "first"],
)
def test_what_makes_no_sense_is_found_and_can_be_lived_with(make_daemon, place, statements, words):
    path, _ = stopped_store(make_daemon, place)
    change(path, *statements)
    client = make_daemon().start().client()
    for quick in (False, True):
        result = client.call("db.check", {"quick": quick})
        assert not result["ok"] and len(result["problems"]) <= 100
        assert all(word in result["problems"][0] for word in words), result["problems"][0]
    create(client)  # the file itself is sound


# --- backup ---------------------------------------------------------------------------


def test_a_backup_is_a_store(client, place, make_daemon):
    session = fill(client, 10)
    client.call("session.fork", {"sessionId": session["id"]})
    copy = place.root / "copy.db"
    result = client.call("db.backup", [str(copy)])
    assert result == {"path": str(copy), "bytes": os.stat(copy).st_size} and nothing_beside(copy)
    assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
    assert look(copy, "PRAGMA integrity_check") == [("ok",)]
    sessions, events, epoch = client.call("session.list"), log(client), client.call("db.stats")["epoch"]
    create(client)  # not in the copy

    state = place.root / "other"
    state.mkdir(mode=0o700)
    shutil.copy(copy, state / "weir.db")
    daemon = make_daemon()
    daemon.socket, daemon.state = place.root / "other.sock", state
    other = daemon.start("--socket", daemon.socket, "--state", state).client()
    assert other.call("session.list") == sessions
    stats = other.call("db.stats")
    # Its numbers go on where the copy was made, and so mean other events than those of the original.
    assert stats["lastSeq"] == len(events) and stats["epoch"] != epoch
    assert [(name, params | {"epoch": epoch}) for name, params in log(other)] == events
    assert other.call("db.check") == SOUND and create(other)


def test_a_backup_has_what_its_connection_wrote(client, place):
    path = place.root / "copy.db"
    requests = [client.request("session.create", {"cwd": "/"}) for _ in range(50)]
    requests.append(client.request("db.backup", {"path": str(path)}))
    answers = {}
    while len(answers) < len(requests):
        message = client.read()
        answers[message["id"]] = message["result"]
    assert look(path, "SELECT count(*) FROM sessions") == [(50,)]


def test_backups_while_others_write(daemon, place):
    done = threading.Event()
    problems = []

    def write(client):
        try:
            session = create(client)
            while not done.is_set():
                client.call("session.update", {"sessionId": session["id"], "metadata": "m" * 5000})
        except (AssertionError, RpcError) as error:
            problems.append(error)

    writers = [threading.Thread(target=write, args=(daemon.client(),)) for _ in range(3)]
    client = daemon.client()
    for writer in writers:
        writer.start()
    try:
        until(lambda: client.call("db.stats")["lastSeq"] > 200, "some events")
        for number in range(5):
            before = client.call("db.stats")["lastSeq"]
            copy = place.root / f"copy{number}"
            client.call("db.backup", [str(copy)])
            after = client.call("db.stats")["lastSeq"]
            assert look(copy, "PRAGMA integrity_check") == [("ok",)] and look(copy, "PRAGMA foreign_key_check") == []
            [(count, last)] = look(copy, "SELECT count(*), max(seq) FROM events")
            assert count == last and before <= last <= after
    finally:
        done.set()
        for writer in writers:
            writer.join()
    assert not problems and client.call("db.check") == SOUND


def make_file(path):
    path.write_text("mine")


def make_link(path):
    path.symlink_to(path.parent / "nowhere")


@pytest.mark.parametrize("make", [make_file, make_link, os.mkdir], ids=["file", "dangling link", "directory"])
def test_what_is_there_is_left_alone(client, place, make):
    path = place.root / "copy.db"
    make(path)
    before = os.lstat(path)
    error = client.error("db.backup", [str(path)])
    assert error.code == -32022 and error.word == "file_exists" and str(path) in error.message
    assert os.lstat(path) == before and nothing_beside(path) and not (place.root / "nowhere").exists()


@pytest.mark.parametrize("path", ["copy.db", "./copy.db", "", "/", "/tmp/", "/tmp/a\0b", "/" + "x" * 4096])
def test_paths_that_are_refused(client, path):
    error = client.error("db.backup", {"path": path}, bad=True)
    assert error.word == "invalid_params" and error.data["path"] == "params.path"


def test_places_where_nothing_can_be_written(client, place):
    (place.root / "file").write_text("")
    for path, word in (
        (place.root / "no" / "copy", "the directory does not exist"),
        (place.root / "file" / "copy", "the directory does not exist"),
        (place.root / ("n" * 256), "too long"),
        ("/proc/copy", ""),
        (place.root / "." / "..", ""),
    ):
        error = client.error("db.backup", {"path": str(path)})
        assert error.word in ("file_failed", "file_exists") and str(path) in error.message and word in error.message
    assert nothing_beside(place.root / "copy") and create(client)


def test_a_backup_through_a_link_to_a_directory(client, place):
    (place.root / "real").mkdir()
    (place.root / "link").symlink_to("real")
    path = place.root / "link" / "copy.db"
    assert client.call("db.backup", [str(path)])["path"] == str(path)
    assert look(place.root / "real" / "copy.db", "PRAGMA integrity_check") == [("ok",)]


def may_mount():
    return os.geteuid() == 0 and shutil.which("unshare") and subprocess.run(["unshare", "-m", "true"], stderr=subprocess.DEVNULL).returncode == 0


@pytest.mark.skipif(not may_mount(), reason="mounting a small file system needs root and unshare")
def test_a_disk_that_has_no_room_for_the_copy(make_daemon, place):
    small = place.root / "small"
    small.mkdir()
    daemon = make_daemon().start(wrapper=["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=256k weir-test "$0" && exec "$@"', str(small)])
    client = daemon.client()
    fill(client, 20)
    error = client.error("db.backup", [str(small / "copy")])
    assert error.code == -32023 and error.word == "file_failed" and "not enough space" in error.message
    seen = subprocess.run(["nsenter", "-t", str(daemon.pid), "-m", "-r", "ls", "-A", str(small)], check=True, capture_output=True).stdout
    assert seen == b"" and create(client)


# --- one at a time, and what becomes of it ------------------------------------------------


@pytest.mark.long
def test_one_at_a_time(large, place):
    client, other = large.client(), large.client()
    copy, request = place.root / "copy", None

    def refused():
        """While a check is under way; where one was over before all was tried, another one is begun."""
        nonlocal request
        if request:
            client.answer(request)
            copy.unlink(missing_ok=True)
        request = client.request("db.check")
        return busy(other, place)

    assert until(refused, "the check is under way") == {"db.check", "db.backup", "db.compact"}
    other.ping()
    assert create(other)
    assert client.answer(request)["result"] == SOUND
    assert not copy.exists() and other.call("db.backup", [str(copy)])


def busy(client, place):
    """Which of them are refused; none at all as long as the one before has not begun."""
    refused = set()
    for method, params in (("db.check", {"quick": True}), ("db.backup", [str(place.root / "copy")]), ("db.compact", {})):
        try:
            client.call(method, params)
            return None
        except RpcError as error:
            assert error.code == -32024 and error.word == "db_busy" and "is running" in error.message
            refused.add(method)
    return refused


@pytest.mark.parametrize("method", ["db.check", "db.backup", "db.compact"])
def test_it_ends_when_nobody_waits_any_more(large, place, method):
    """Cancelled, or left by its client: the next one finds the way free, long before the work would have been done."""
    path = place.root / "copy"
    params = {"path": str(path)} if method == "db.backup" else {}
    client, other = large.client(), large.client()
    request = client.request(method, params)
    client.notify("$/cancel_request", {"requestId": request})
    answer = client.answer(request)
    assert "result" in answer or answer["error"]["data"]["code"] == "request_cancelled"
    client.request(method, params)
    client.close()
    until(lambda: idle(other), "nothing is under way")
    assert nothing_beside(path)


def idle(client):
    try:
        client.call("db.check", {"quick": True})
    except RpcError as error:
        assert error.word == "db_busy"
        return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("method", ["db.check", "db.backup", "db.compact"])
def test_the_daemon_stops_in_the_middle(large, place, method):
    path = place.root / "copy"
    client = large.client()
    client.call("session.list")  # the store is open
    request = client.request(method, {"path": str(path)} if method == "db.backup" else {})
    mark = client.request("ping")
    while client.read()["id"] != mark:
        pass  # the request was taken
    large.send_signal(signal.SIGTERM)
    assert large.wait() == 0
    answers = [message for message in client.read_all() if message.get("id") == request]
    assert len(answers) <= 1 and all("result" in a or a["error"]["data"]["code"] == "stopping" for a in answers)
    assert nothing_beside(path) and not os.path.exists(f"{store_of(place)}-wal")
    assert not path.exists() or look(path, "PRAGMA quick_check") == [("ok",)]
    assert look(store_of(place), "SELECT value FROM meta WHERE name = 'clean'") == [("1",)]


@pytest.mark.faults
@pytest.mark.parametrize("point", ["store.job_open=fail", "store.backup=fail"])
def test_a_backup_that_fails_leaves_nothing(make_daemon, place, point):
    client = make_daemon().start(environment={"WEIR_FAULT": point}).client()
    error = client.error("db.backup", [str(place.root / "copy")])
    assert error.word == "file_failed" and nothing_beside(place.root / "copy") and not (place.root / "copy").exists()
    client.call("session.list")


@pytest.mark.faults
def test_a_compaction_that_has_not_begun_when_the_daemon_stops(make_daemon, place):
    """Its client is gone, the store closes, and only then is known how large it was: nothing is written any more."""
    begin, release = place.root / "begin", place.root / "release"
    fault = {"WEIR_FAULT": "store.read=hold", "WEIR_FAULT_BEGIN": begin, "WEIR_FAULT_RELEASE": release}
    daemon = make_daemon().start(environment=fault)
    client = daemon.client()
    client.call("session.list")  # behind what the start has to read
    begin.touch()
    client.request("db.compact")
    until(lambda: "holding at store.read" in daemon.stderr(), "the reader to be held")
    client.close()
    daemon.send_signal(signal.SIGTERM)
    daemon.wait_for_log("stop: signal")
    release.touch()
    assert daemon.wait() == 0


@pytest.mark.faults
def test_a_cancelled_job_that_has_not_begun(make_daemon, place):
    release = place.root / "release"
    daemon = make_daemon().start(environment={"WEIR_FAULT": "store.job=hold", "WEIR_FAULT_RELEASE": release})
    client, other = daemon.client(), daemon.client()
    request = client.request("db.backup", {"path": str(place.root / "copy")})
    until(lambda: "holding at store.job" in daemon.stderr(), "the job's thread")
    assert busy(other, place) == {"db.check", "db.backup", "db.compact"}
    client.notify("$/cancel_request", {"requestId": request})
    assert client.answer(request)["error"]["data"]["code"] == "request_cancelled"
    assert other.error("db.check").word == "db_busy"
    release.write_text("")
    until(lambda: idle(other), "the job is over")
    assert not (place.root / "copy").exists() and nothing_beside(place.root / "copy")
