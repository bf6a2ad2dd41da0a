"""Each step of a write and a read fails, is slow, or is the last before a crash. Whatever was answered is stored; all
other clients continue."""

import re
import signal
import sqlite3
from pathlib import Path

import pytest

from client import RpcError
from sessions import create, get, log
from setting import REPOSITORY
from stores import fill, store_of
from tasks import run, submit, wait
from waiting import is_listening, until

pytestmark = [pytest.mark.faults, pytest.mark.usefixtures("nothing_there")]


class Switch:
    """Faults that begin when the test says so, and end when it says so."""

    def __init__(self, place):
        self._begin, self._release = place.root / "begin", place.root / "release"

    def environment(self, fault):
        return {"WEIR_FAULT": fault, "WEIR_FAULT_BEGIN": self._begin, "WEIR_FAULT_RELEASE": self._release}

    def begin(self):
        self._begin.touch()

    def release(self, point=None):
        """Releases one fault point, or all."""
        (self._release.with_name(f"{self._release.name}.{point}") if point else self._release).touch()


@pytest.fixture
def switch(place):
    return Switch(place)


def health(client):
    return client.call("daemon.status")["subsystems"]["store"]


def wait_for_hold(daemon, point):
    until(lambda: f"holding at {point}" in daemon.stderr(), f"it holds at {point}")


# --- a step fails ----------------------------------------------------------------------------------


def test_the_file_cannot_be_opened(make_daemon):
    """It is tried again when somebody wants to write."""
    client = make_daemon().start(environment={"WEIR_FAULT": "store.open=fail*0+2"}).client()
    assert health(client)["health"] == "degraded" and health(client)["message"]
    error = client.error("session.create", {"cwd": "/"})
    assert error.code == -32003 and error.word == "subsystem_unavailable"
    client.ping()
    session = create(client)
    assert health(client) == {"health": "ok"} and get(client, session) == session
    assert run(client, "say one; done")["state"] == "completed"


@pytest.mark.parametrize("point", ["store.before_begin", "store.before_commit"])
def test_a_group_fails_and_the_next_one_works(make_daemon, switch, point):
    client = make_daemon().start(environment=switch.environment(f"{point}=fail*0+1")).client()
    client.call("event.subscribe", {"topics": ["session"]})
    first = create(client, title="first")
    switch.begin()
    error = client.error("session.create", {"cwd": "/tmp", "title": "refused"})
    assert error.code == -32003 and error.word == "subsystem_unavailable"
    assert health(client)["health"] == "degraded"
    last = create(client, title="last")
    assert health(client) == {"health": "ok"}
    assert [session["title"] for session in client.call("session.list")] == ["last", "first"]
    # The numbers of what failed are used again, and nobody has ever seen them.
    assert [(params["seq"], params["sessionId"]) for _, params in log(client)] == [(1, first["id"]), (2, last["id"])]
    seen = [client.event()["params"]["sessionId"] for _ in range(2)]
    assert seen == [first["id"], last["id"]]


def test_all_of_a_group_are_told(make_daemon, switch):
    """Writes that gathered while the writer was held form one group."""
    daemon = make_daemon().start(environment=switch.environment("store.after_commit=hold,store.before_commit=fail*1+1"))
    clients = [daemon.client() for _ in range(8)]
    create(clients[0], title="before")
    switch.begin()
    first = clients[0].request("session.create", {"cwd": "/", "title": "alone"})
    wait_for_hold(daemon, "store.after_commit")
    asked = [client.request("session.create", {"cwd": "/"}) for client in clients[1:]]
    for client in clients[1:]:
        answered = client.request("ping")  # it is behind the other request on its connection, and is answered before it
        assert client.read()["id"] == answered
    switch.release()
    assert "result" in clients[0].answer(first)
    for client, request in zip(clients[1:], asked):
        assert client.answer(request)["error"]["code"] == -32003
    assert [session["title"] for session in clients[0].call("session.list")] == ["alone", "before"]
    create(clients[0])


def test_what_an_agent_said_is_written_later(make_daemon, switch):
    client = make_daemon().start(environment=switch.environment("store.before_commit=fail*2+3")).client()
    client.call("event.subscribe", {})
    task = submit(client, "events 500 20; done all")
    switch.begin()
    ended = wait(client, task)
    assert ended["state"] == "completed" and ended["result"]["message_count"] == 500
    said = [params["sequence"] for name, params in log(client) if name == "event.messageCreated" and params["sequence"] > 0]
    assert said == list(range(1, 501))


def test_a_sync_fails(make_daemon, switch):
    """Nobody waits for it, so nobody is refused; but it is said, and the doubtful log is left behind at once."""
    daemon = make_daemon().start(environment=switch.environment("store.before_sync=fail*0+1,store.before_checkpoint=kill*1"))
    client = daemon.client()
    switch.begin()
    task = run(client, "events 50 10; done all")
    daemon.wait_for_log("may not survive a power cut")
    assert create(client) and health(client) == {"health": "ok"}
    daemon.stop()
    client = make_daemon().start().client()
    assert client.call("task.get", {"taskId": task["id"]})["result"]["message_count"] == 50
    assert client.call("db.check")["ok"]


# --- a step takes long ---------------------------------------------------------------------------------


def test_a_commit_takes_long(make_daemon, switch):
    daemon = make_daemon().start(environment=switch.environment("store.before_commit=hold"))
    client, other = daemon.client(), daemon.client()
    session = create(client)
    switch.begin()
    request = client.request("task.submit", {"prompt": "say one; done"})
    wait_for_hold(daemon, "store.before_commit")
    for _ in range(20):
        other.ping()
    assert get(other, session) == session
    assert other.call("task.list") == [] and client.nothing_came()
    assert health(other) == {"health": "ok"}
    switch.release()
    task = client.answer(request)["result"]["taskId"]
    assert wait(client, task)["state"] == "completed"


def test_a_read_takes_long(make_daemon, switch):
    daemon = make_daemon().start(environment=switch.environment("store.read=hold"))
    client, other = daemon.client(), daemon.client()
    switch.begin()
    request = client.request("session.list")
    wait_for_hold(daemon, "store.read")
    other.ping()
    sessions = [create(other)["id"] for _ in range(5)]
    later = other.call("session.update", {"sessionId": sessions[0], "title": "new"})
    assert later["title"] == "new" and client.nothing_came()
    switch.release()
    assert [session["id"] for session in client.answer(request)["result"]] in ([], list(reversed(sessions)))


def test_the_daemon_stops_while_a_read_waits_for_a_write(make_daemon, switch):
    """The client has disconnected. The write stays; the read is never done, and leaks nothing."""
    daemon = make_daemon().start(environment=switch.environment("store.before_commit=hold"))
    client = daemon.client()
    create(client, title="before")
    switch.begin()
    for method, params in (("session.create", {"cwd": "/tmp", "title": "last"}), ("session.list", None), ("task.stats", None)):
        client.request(method, params)
    wait_for_hold(daemon, "store.before_commit")
    client.close()
    daemon.send_signal(signal.SIGTERM)
    daemon.wait_for_log("stop: signal")
    switch.release()
    assert daemon.wait() == 0
    client = make_daemon().start().client()
    assert [session["title"] for session in client.call("session.list")] == ["last", "before"]


def test_the_daemon_stops_while_the_store_opens_after_a_crash(make_daemon, switch):
    """The check that follows a crash is not begun on a store that closes; and nothing that is noted meanwhile is lost."""
    crashed = make_daemon().start()
    crashed.expected_exit, crashed.left_behind_is_fine = -signal.SIGKILL, True
    session = create(crashed.client())
    crashed.stop(signal.SIGKILL)
    switch.begin()
    daemon = make_daemon().launch(environment=switch.environment("store.open=hold,store.job=hold"))
    wait_for_hold(daemon, "store.open")
    daemon.send_signal(signal.SIGTERM)
    daemon.wait_for_log("stop: signal")
    switch.release("store.open")
    assert daemon.left_promptly()
    assert "entries were dropped" not in daemon.log()
    client = make_daemon().start().client()
    assert get(client, session) == session
    noted = [entry["what"] for entry in client.call("audit.list")]
    assert noted.count("daemon.started") == 3 and noted.count("daemon.stopping") == 1


def test_a_store_that_nobody_has_looked_at_is_not_called_well(make_daemon, switch):
    """Neither while it is being opened, nor while it is being checked after a crash."""
    crashed = make_daemon().start()
    crashed.expected_exit, crashed.left_behind_is_fine = -signal.SIGKILL, True
    crashed.stop(signal.SIGKILL)
    switch.begin()
    daemon = make_daemon().launch(environment=switch.environment("store.open=hold,store.job=hold"))
    wait_for_hold(daemon, "store.open")
    until(lambda: is_listening(daemon.socket), "it listens")
    client = daemon.client()
    assert health(client) == {"health": "degraded", "message": "the store is being opened"}
    switch.release("store.open")
    wait_for_hold(daemon, "store.job")
    assert health(client) == {"health": "degraded", "message": "the store was not closed cleanly and is being checked"}
    assert client.call("daemon.status")["health"] == "degraded"
    create(client)
    switch.release()
    until(lambda: health(client) == {"health": "ok"}, "the check to be through")


# --- the last step --------------------------------------------------------------------------------------

# What makes the daemon come to a point, besides sessions and tasks.
START, WRITE, READ, CHECK, BACKUP, LONG, UNSYNCED, STOP = "start", "write", "read", "check", "backup", "long", "unsynced", "stop"
POINTS = {
    "store.open": START,
    "store.migrate": START,
    "store.before_begin": WRITE,
    "store.before_commit": WRITE,
    "store.after_commit": WRITE,
    "store.before_sync": WRITE,
    "store.before_answer": WRITE,
    "store.before_push": WRITE,
    "confirm.before_send": WRITE,
    "task.before_start": WRITE,
    "task.before_end": WRITE,
    "store.read": READ,
    "store.after_read": READ,
    "store.job": CHECK,
    "store.job_open": CHECK,
    "store.backup": BACKUP,
    "store.before_passive_checkpoint": LONG,
    "store.before_checkpoint": UNSYNCED,
    "store.before_close": STOP,
}


def test_every_point_is_known():
    sources = "".join(path.read_text() for path in Path(REPOSITORY / "src" / "daemon").rglob("*.c"))
    found = set(re.findall(r'fault_point\("([^"]+)"\)', sources))
    assert set(POINTS) <= found
    assert {point for point in found if point.startswith(("store.", "confirm."))} <= set(POINTS)


def keep_busy(place, client, what, answered):
    """Until the daemon dies; `answered` is what it has promised."""
    for number in range(1000):
        session = create(client, title=f"session {number}")
        answered["sessions"][session["id"]] = session
        task = submit(client, "events 20 50; done all", sessionId=session["id"], idempotencyKey=f"key {number}")
        answered["tasks"][task] = f"key {number}"
        if wait(client, task)["state"] == "completed":
            answered["completed"].add(task)
        if what == READ:
            client.call("session.list")
        elif what == CHECK:
            client.call("db.check")
        elif what == BACKUP:
            client.call("db.backup", [str(place.root / "copy.db")])
        elif what in (LONG, UNSYNCED):
            fill(client, 100)
        elif what == STOP and number == 2:
            client.call("daemon.stop")


def check_answered(client, answered):
    for session in answered["sessions"].values():
        assert {**get(client, session), "lastTaskAt": None} == {**session, "lastTaskAt": None}  # a task may have come since
    for task, key in answered["tasks"].items():
        found = client.call("task.get", {"taskId": task})
        assert found["idempotencyKey"] == key
        if task in answered["completed"]:
            assert found["state"] == "completed" and found["result"]["message_count"] == 20
    everything = log(client)
    assert [params["seq"] for _, params in everything] == list(range(1, len(everything) + 1))
    said = {}
    for name, params in everything:
        if name == "event.messageCreated" and params["sequence"] > 0:
            assert params["sequence"] == said.get(params["taskId"], 0) + 1
            said[params["taskId"]] = params["sequence"]
    assert all(said[task] == 20 for task in answered["completed"])


def check_file(place):
    with sqlite3.connect(store_of(place)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert db.execute("SELECT count(*) FROM sessions GROUP BY title, id HAVING count(*) > 1").fetchall() == []
    db.close()


@pytest.mark.parametrize("point", POINTS)
def test_it_is_killed_at(place, make_daemon, point):
    what = POINTS[point]
    skipped = 0 if what in (START, CHECK, BACKUP, LONG, UNSYNCED, STOP) else 5
    fault = f"{point}=kill*{skipped}" + (",store.before_sync=fail" if what == UNSYNCED else "")
    answered = {"sessions": {}, "tasks": {}, "completed": set()}
    daemon = make_daemon()
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.launch(environment={"WEIR_FAULT": fault})
    if what == START:
        assert not daemon.notifications.wait_for("READY=1", daemon.process)
    elif daemon.notifications.wait_for("READY=1", daemon.process) or what != UNSYNCED:  # a start writes, too
        with pytest.raises((AssertionError, BrokenPipeError, ConnectionError, RpcError)):
            keep_busy(place, daemon.client(), what, answered)
    assert daemon.wait(60) == -signal.SIGKILL
    again = make_daemon().start()
    client = again.client()
    until(lambda: health(client) == {"health": "ok"}, "the check after a crash to be through")
    for task in answered["tasks"]:
        wait(client, task)
    check_answered(client, answered)
    create(client)
    assert client.call("db.check") == {"ok": True, "problems": []}
    again.stop()
    check_file(place)


# --- in steps -----------------------------------------------------------------------------------------------

WAITING = 1200


def with_many_waiting(place, daemon, environment):
    """A session whose first task is at work, and others wait behind it."""
    place.write_config({"tasks": {"queue": 2 * WAITING, "atOnce": 1}})
    client = daemon.start(environment=environment).client()
    session = create(client)
    for first in range(0, WAITING, 400):  # each lot less than what may wait
        lot = [client.request("task.submit", {"prompt": "hold", "sessionId": session["id"]}) for _ in range(400)]
        for request in lot:
            client.answer(request)
    submit(client, "hold", sessionId=session["id"])
    until(lambda: client.call("task.stats")["queued"] == WAITING, "the first to be at work")
    return client, session


def ends(client):
    """How often each task has ended, and why."""
    found = {}
    for name, params in log(client):
        if name in ("event.taskCancelled", "event.taskCompleted", "event.taskFailed"):
            found.setdefault(params["taskId"], []).append((name, params.get("reason")))
    return found


def test_a_session_with_many_tasks_is_closed_in_steps(place, make_daemon, switch):
    """Others write and read between two of them. Nothing of it begins meanwhile."""
    daemon = make_daemon()
    client, session = with_many_waiting(place, daemon, switch.environment("store.before_commit=hold*1+1"))
    other = daemon.client()
    switch.begin()
    request = client.request("session.close", [session["id"]])
    wait_for_hold(daemon, "store.before_commit")
    assert get(other, session)["state"] == "closed"
    assert 0 < other.call("task.stats")["queued"] < WAITING
    written = other.request("session.create", {"cwd": "/"})
    switch.release()
    assert "result" in other.answer(written)
    assert client.answer(request)["result"]["state"] == "closed"
    assert client.call("task.stats")["queued"] == 0
    found = ends(client)
    assert len(found) == WAITING + 1 and set(map(tuple, found.values())) == {(("event.taskCancelled", "session_closed"),)}


def test_it_is_killed_while_a_session_is_closed_in_steps(place, make_daemon):
    """The next daemon finishes it: nothing that waited begins, and each task ends once."""
    daemon = make_daemon()
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    begin = place.root / "begin"
    environment = {"WEIR_FAULT": "store.before_commit=kill*2", "WEIR_FAULT_BEGIN": begin}
    client, session = with_many_waiting(place, daemon, environment)
    begin.touch()
    client.request("session.close", [session["id"]])
    assert daemon.wait() == -signal.SIGKILL
    client = make_daemon().start().client()
    until(lambda: client.call("task.stats")["queued"] == 0, "the rest to be cancelled")
    found = ends(client)
    assert len(found) == WAITING + 1 and all(len(each) == 1 for each in found.values())
    why = [each[0] for each in found.values()]
    assert why.count(("event.taskCancelled", "session_closed")) >= WAITING
    assert [name for name, _ in log(client)].count("event.sessionClosed") == 1
    assert [name for name, _ in log(client)].count("event.taskStarted") == 1
    assert client.call("session.close", [session["id"]])["state"] == "closed"
    assert client.call("session.delete", [session["id"]]) == {"deleted": True}
