"""A store that cannot be written or read: the daemon keeps running, says what is wrong and what to do, and changes no
other file."""

import hashlib
import os
import random
import signal
import sqlite3

import pytest

from disks import needs_mount, small_disk  # noqa: F401 (a fixture)
from sessions import create, get, log
from stores import change, fill, look, store_of
from tasks import run, submit, wait
from waiting import until

pytestmark = pytest.mark.usefixtures("nothing_there")

SEED = 20


def health(client):
    return client.call("daemon.status")["subsystems"]["store"]


def assert_refused(client, *words):
    """Writes are refused, with a sentence that helps; everything else goes on."""
    for method, params in (("session.create", {"cwd": "/"}), ("task.submit", {"prompt": "done"})):
        error = client.error(method, params)
        assert error.code == -32003 and error.word == "subsystem_unavailable"
        assert all(word in error.message for word in ("weir.db", *words)), error.message
    client.ping()


def assert_whole(client, sessions):
    """All of these are there and nothing else, and the log has a number for each of its events."""
    found = client.call("session.list", {"limit": 1000})
    assert {session["id"] for session in found} == {session["id"] for session in sessions}
    for session in sessions:
        assert get(client, session) == session
    assert [params["seq"] for _, params in log(client)] == list(range(1, len(log(client)) + 1))


# --- a full disk ------------------------------------------------------------------------------


def create_until_full(client):
    """The calls that were answered before the first refused one, and the reason."""
    made = []
    while True:
        try:
            made.append(create(client, title="x" * 1000))
        except Exception as error:
            return made, error
        assert len(made) < 10000


@needs_mount
def test_a_full_disk(small_disk, make_daemon):
    daemon = make_daemon().start(wrapper=small_disk.wrapper)
    client = daemon.client()
    sessions = [create(client) for _ in range(5)]
    assert health(client) == {"health": "ok"}
    small_disk.fill()
    more, error = create_until_full(client)
    sessions += more
    assert error.code == -32003 and "full" in error.message and "free some space" in error.message
    for _ in range(3):
        assert_refused(client, "full")
    status = client.call("daemon.status")
    assert status["subsystems"]["store"]["health"] == "degraded" and status["health"] in ("degraded", "failed")
    assert "full" in status["subsystems"]["store"]["message"]
    assert_whole(client, sessions)

    small_disk.empty()
    sessions.append(create(client))
    assert health(client) == {"health": "ok"}
    assert run(client, "say one; done")["result"]["message_count"] == 1
    sessions.append(next(s for s in client.call("session.list") if s["id"] not in [s["id"] for s in sessions]))
    daemon.stop()
    client = make_daemon().start(wrapper=small_disk.wrapper).client()
    assert_whole(client, sessions)
    assert client.call("db.check") == {"ok": True, "problems": []}


@needs_mount
def test_what_an_agent_says_waits_for_room(small_disk, make_daemon):
    """It says more than there is room for: nothing of it is lost, and it goes on by itself."""
    daemon = make_daemon().start(wrapper=small_disk.wrapper)
    client, other = daemon.client(), daemon.client()
    task = submit(client, "events 3000 2000; done all")
    until(lambda: health(other)["health"] == "degraded", "the disk to be full")
    other.ping()
    stored = [params for name, params in log(other) if name == "event.messageCreated" and params["sequence"] > 0]
    assert len(stored) < 3000
    small_disk.remount("size=64m")
    ended = wait(client, task)
    assert ended["state"] == "completed" and ended["result"]["message_count"] == 3000
    said = [params["sequence"] for name, params in log(other) if name == "event.messageCreated" and params["sequence"] > 0]
    assert said == list(range(1, 3001))
    assert health(other) == {"health": "ok"}


@needs_mount
def test_a_disk_that_is_full_from_the_beginning(small_disk, make_daemon):
    """There is not even room for the file; and when there is, no restart is needed."""
    small_disk.fill()
    daemon = make_daemon().start(wrapper=small_disk.wrapper)
    client = daemon.client()
    assert health(client)["health"] == "degraded" and "free some space" in health(client)["message"]
    assert_refused(client, "free some space")
    small_disk.empty()
    session = create(client)
    assert health(client) == {"health": "ok"}
    assert run(client, "say one; done")["state"] == "completed"
    daemon.stop()
    client = make_daemon().start(wrapper=small_disk.wrapper).client()
    assert get(client, session) == session


# --- read-only --------------------------------------------------------------------------------


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@needs_mount
@pytest.mark.parametrize("clean", [True, False], ids=["closed well", "killed"])
def test_a_disk_that_is_read_only(small_disk, make_daemon, clean):
    """Existing data can be read, including data that is only in the write-ahead log; nothing is changed."""
    before = make_daemon().start(wrapper=small_disk.wrapper)
    sessions = [create(before.client()) for _ in range(3)]
    if clean:
        before.stop()
    else:
        before.expected_exit, before.left_behind_is_fine = -signal.SIGKILL, True
        before.send_signal(signal.SIGKILL)
        before.wait()
    small_disk.remount("ro")
    hashes = {path.name: digest(path) for path in small_disk.files.glob("weir.db*")}
    daemon = make_daemon().start(wrapper=small_disk.wrapper)
    client = daemon.client()
    assert health(client)["health"] == "failed" and "the store cannot be written" in health(client)["message"]
    assert_refused(client, "writable", "restart")
    assert_whole(client, sessions)
    daemon.stop()
    assert {path.name: digest(path) for path in small_disk.files.glob("weir.db*")} == hashes
    small_disk.remount("rw")
    client = make_daemon().start(wrapper=small_disk.wrapper).client()
    sessions.append(create(client))
    until(lambda: health(client) == {"health": "ok"}, "the check after a crash to be through")
    assert_whole(client, sessions)


def obeying_modes():
    """Root may write to everything, unless he gives that up."""
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] if os.geteuid() == 0 else []


def test_a_file_that_is_read_only(place, make_daemon):
    daemon = make_daemon().start()
    sessions = [create(daemon.client()) for _ in range(3)]
    daemon.stop()
    path = store_of(place)
    path.chmod(0o400)
    before = digest(path)
    daemon = make_daemon().start(wrapper=obeying_modes())
    client = daemon.client()
    assert health(client)["health"] == "failed"
    assert_refused(client, "writable", "restart")
    assert_whole(client, sessions)
    daemon.stop()
    assert digest(path) == before
    path.chmod(0o600)
    client = make_daemon().start(wrapper=obeying_modes()).client()
    sessions.append(create(client))
    assert health(client) == {"health": "ok"}
    assert_whole(client, sessions)


# --- a file that is not what it should be --------------------------------------------------------


@pytest.fixture
def stopped(place, make_daemon):
    """A store with something in it, and nobody who has it open."""
    daemon = make_daemon().start()
    client = daemon.client()
    sessions = [fill(client, 10, 3000) for _ in range(3)]
    run(client, "say one; done", sessionId=sessions[0]["id"])
    daemon.stop()
    return store_of(place), sessions


def overwrite(path, at, data):
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(data)


def noise(size):
    return random.Random(SEED).randbytes(size)


def garbage_header(path):
    overwrite(path, 0, noise(100))


def random_pages(path):
    overwrite(path, 4096, noise(path.stat().st_size - 4096))


def random_everything(path):
    overwrite(path, 0, noise(path.stat().st_size))


def half_of_it(path):
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


def a_part_of_a_page(path):
    os.truncate(path, 1000)


def a_text(path):
    path.write_text("Dear diary,\n" * 400)


def a_short_text(path):
    path.write_text("x\n")


def of_another_program(path):
    path.unlink()
    change(path, "CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)", "INSERT INTO moz_places (url) VALUES ('about:blank')")


def of_another_application(path):
    path.unlink()
    change(path, "PRAGMA application_id = 1234", "CREATE TABLE sessions (id TEXT)")


def of_a_newer_version(path):
    change(path, "PRAGMA user_version = 99")


@pytest.mark.parametrize(
    "spoil, words",
    [
        (garbage_header, "not a database"),
        (random_pages, "malformed"),
        (random_everything, "not a database"),
        (half_of_it, "malformed"),
        (a_part_of_a_page, "malformed"),
        (a_text, "not a database"),
        (a_short_text, "not a database"),
        (of_another_program, "another program's database"),
        (of_another_application, "another program's database"),
        (of_a_newer_version, "version 99"),
    ],
)
def test_a_file_that_is_no_store(stopped, make_daemon, spoil, words):
    path, _ = stopped
    spoil(path)
    before = digest(path)
    daemon = make_daemon().start()
    client = daemon.client()
    assert health(client)["health"] == "failed" and words in health(client)["message"]
    assert_refused(client, words)
    error = client.error("session.list")
    assert error.code == -32003 and words in error.message
    daemon.wait_for_log(words)
    assert digest(path) == before
    assert daemon.stop() == 0
    assert digest(path) == before
    assert sorted(p.name for p in path.parent.glob("weir.db*")) == ["weir.db"]


def test_a_store_that_is_put_back_works(stopped, make_daemon):
    path, sessions = stopped
    copy = path.read_bytes()
    garbage_header(path)
    daemon = make_daemon().start()
    assert health(daemon.client())["health"] == "failed"
    daemon.stop()
    path.write_bytes(copy)
    client = make_daemon().start().client()
    assert health(client) == {"health": "ok"}
    assert {s["id"] for s in client.call("session.list")} == {s["id"] for s in sessions}


def root_page(path, name):
    return look(path, f"SELECT rootpage FROM sqlite_schema WHERE name = '{name}'")[0][0]


@pytest.mark.parametrize("how", ["written", "read"])
def test_damage_that_is_met_later(stopped, make_daemon, how):
    """Nobody looked for it. Who meets it first, the writer or the reader, ends all writing; the rest can be read, and the file
    stays as it was found."""
    path, sessions = stopped
    table = "sessions_by_state" if how == "written" else "prompts"
    overwrite(path, (root_page(path, table) - 1) * 4096, noise(4096))
    before = digest(path)
    daemon = make_daemon().start()
    client = daemon.client()
    assert health(client) == {"health": "ok"}
    if how == "written":
        error = client.error("session.create", {"cwd": "/"})
    else:
        error = client.error("task.list")
    assert error.code == -32003 and "damaged" in error.message and "backup" in error.message
    assert_refused(client, "damaged", "backup")
    assert health(client)["health"] == "failed" and "damaged" in health(client)["message"]
    assert client.call("task.stats")["completed"] == 1
    assert get(client, sessions[0])["id"] == sessions[0]["id"]
    assert digest(path) == before
    assert daemon.stop() == 0
    assert digest(path) == before


# --- a stop that was none --------------------------------------------------------------------------


def test_a_quick_check_follows_an_unclean_stop(make_daemon):
    daemon = make_daemon().start()
    session = create(daemon.client())
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.send_signal(signal.SIGKILL)
    daemon.wait()
    assert "not closed cleanly" not in daemon.log()
    again = make_daemon().start()
    again.wait_for_log("not closed cleanly; a quick check found no problems")
    assert get(again.client(), session) == session
    again.stop()
    last = make_daemon().start()
    last.client().ping()
    assert last.log().count("not closed cleanly") == 1


def test_the_quick_check_finds_damage(stopped, make_daemon):
    """In a table that nobody touches."""
    path, sessions = stopped
    change(path, "UPDATE meta SET value = '0' WHERE name = 'clean'")
    overwrite(path, (root_page(path, "lineage_by_source") - 1) * 4096, noise(4096))
    before = digest(path)
    daemon = make_daemon().start()
    client = daemon.client()
    until(lambda: health(client)["health"] == "failed", "the check to be through")
    assert "a check has found damage" in health(client)["message"]
    assert_refused(client, "damage", "backup")
    assert client.call("session.get", {"sessionId": sessions[0]["id"]})["id"] == sessions[0]["id"]
    daemon.wait_for_log("a quick check found")
    assert daemon.stop() == 0
    assert digest(path) == before
    # It is still so, and still found, after the next start.
    client = make_daemon().start().client()
    until(lambda: health(client)["health"] == "failed", "the check to be through")


def test_another_program_reads_the_file_meanwhile(place, make_daemon):
    """As somebody does who looks into it with sqlite3: a read does not hold up the daemon for good."""
    client = make_daemon().start().client()
    sessions = [create(client)]
    other = sqlite3.connect(store_of(place))
    other.execute("BEGIN")
    assert other.execute("SELECT count(*) FROM sessions").fetchone() == (1,)
    sessions += [create(client) for _ in range(20)]
    assert other.execute("SELECT count(*) FROM sessions").fetchone() == (1,)
    other.close()
    assert_whole(client, sessions)
