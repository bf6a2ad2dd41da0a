"""Sessions with tasks: closing one with running tasks, deleting one with a history, forks of a conversation."""

import os
import signal

import pytest

from sessions import create, get, history, log, next_event
from setting import MIB, WATCHDOG_SECONDS
from stores import DAY_MS, SOUND, change, store_of
from tasks import FINAL, state


def submit(client, session, prompt, **more):
    return client.call("task.submit", {"prompt": prompt, "sessionId": session["id"], **more})["taskId"]


def running(client, session, prompt="hold"):
    """A task that has started; the client must be one that follows tasks."""
    task = submit(client, session, prompt)
    while next_event(client, "event.taskStarted")[1]["taskId"] != task:
        pass
    return task


def run(client, session, prompt):
    """A task from its beginning to its end."""
    task = submit(client, session, prompt)
    assert client.call("task.wait", [task])["state"] in FINAL
    return task


@pytest.fixture
def watcher(daemon):
    """Somebody who hears of everything."""
    client = daemon.client()
    client.call("event.subscribe", {})
    return client


@pytest.fixture
def gate(place):
    """A FIFO for a task to wait at, and how to let it go on."""
    path = place.root / "gate"
    os.mkfifo(path)
    fd = os.open(path, os.O_RDWR)
    yield path, lambda: os.write(fd, b"go\n")
    os.close(fd)


# --- close ----------------------------------------------------------------------------


@pytest.mark.long
def test_closing_with_many_waiting(make_daemon, place):
    """tasks.queue may be large. They are put there behind the daemon's back: submitting them takes long."""
    count = 40000
    place.write_config({"tasks": {"queue": 1000000, "atOnce": 1}})
    daemon = make_daemon().start()
    session = create(daemon.client())
    daemon.close_clients()
    assert daemon.stop() == 0
    change(
        store_of(place),
        f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
        " INSERT INTO tasks (id, session, state, priority, cwd, timeout_ms, created_at)"
        " SELECT printf('task_%026d', i), s.no, 'queued', 0, '/', 600000, s.created_at FROM sessions s, n",
        "INSERT INTO prompts (task, prompt) SELECT no, 'hold' FROM tasks",
    )
    client = make_daemon().start().client(seconds=3 * WATCHDOG_SECONDS)
    client.call("initialize", {"protocolVersion": "1.0", "optOutNotificationMethods": ["event.taskCancelled"]})
    assert client.call("task.stats")["total"] == count
    assert client.call("session.close", [session["id"]])["state"] == "closed"
    stats = client.call("task.stats")
    assert stats["cancelled"] == stats["total"] == count


def test_closing_cancels_what_waits_and_stops_what_runs(client, watcher):
    session, other = create(client), create(client)
    at_work = running(watcher, session)
    waiting = [submit(client, session, "say x", priority=i) for i in range(3)]
    untouched = running(watcher, other)
    closed = client.call("session.close", [session["id"]])
    assert closed["state"] == "closed" and get(client, session) == closed
    # The answer came after the end of all of them.
    for task in (at_work, *waiting):
        found = client.call("task.get", [task])
        assert found["state"] == "cancelled" and found["endedAt"] >= closed["closedAt"]
    assert state(client, untouched) == "running"
    ended = {}
    while len(ended) < 4:
        _, params = next_event(watcher, "event.taskCancelled")
        ended[params["taskId"]] = params["reason"]
    assert ended == dict.fromkeys([at_work, *waiting], "session_closed")
    client.call("session.close", [other["id"]])


def test_the_answer_comes_when_nothing_is_at_work_any_more(daemon, client, watcher, gate):
    path, let_go = gate
    session = create(client)
    task = running(watcher, session, f"hold {path}")
    first, second = daemon.client(), daemon.client()
    requests = [(c, c.request("session.close", [session["id"]])) for c in (first, second)]
    assert next_event(watcher, "event.sessionClosed")[1]["sessionId"] == session["id"]
    # It is closed for everybody, while the task takes its time.
    assert get(client, session)["state"] == "closed" and state(client, task) == "stopping"
    assert client.error("task.submit", {"prompt": "x", "sessionId": session["id"]}).word == "session_closed"
    assert client.error("session.delete", [session["id"]]).word == "session_busy"
    third = daemon.client()
    requests.append((third, third.request("session.close", [session["id"]])))
    third.ping()
    assert state(client, task) == "stopping"
    let_go()
    answers = [c.answer(request)["result"] for c, request in requests]
    assert answers == [get(client, session)] * 3 and state(client, task) == "cancelled"
    # Everybody has heard of its end before the answer came.
    assert all(c.events[-1]["method"] == "event.taskCancelled" for c in (first, second, third))
    closings = [name for name, _ in log(client, sessionId=session["id"]) if name == "event.sessionClosed"]
    assert len(closings) == 1
    assert client.call("session.delete", [session["id"]]) == {"deleted": True}


@pytest.mark.parametrize("how, end", [("hold complete", "completed"), ("hold fail", "failed"), ("hold", "cancelled")])
def test_whatever_becomes_of_the_task(client, watcher, how, end):
    session = create(client)
    task = running(watcher, session, how)
    assert client.call("session.close", [session["id"]])["state"] == "closed" and state(client, task) == end


def test_a_task_that_does_not_listen_is_ended(place, make_daemon):
    place.write_config({"tasks": {"stopMs": 50}})
    daemon = make_daemon().start()
    client, watcher = daemon.client(), daemon.client()
    session = create(client)
    task = running(watcher, session, "hold deaf")
    assert client.call("session.close", [session["id"]])["state"] == "closed" and state(client, task) in FINAL


@pytest.mark.parametrize("how", ["cancelled", "gone"])
def test_the_session_is_closed_even_if_nobody_waits(daemon, client, watcher, gate, how):
    path, let_go = gate
    session = create(client)
    task = running(watcher, session, f"hold {path}")
    other = daemon.client()
    request = other.request("session.close", [session["id"]])
    next_event(watcher, "event.sessionClosed")
    if how == "cancelled":
        other.notify("$/cancel_request", {"requestId": request})
        assert other.answer(request)["error"]["data"]["code"] == "request_cancelled"
    else:
        other.close()
    client.ping()
    let_go()
    assert client.call("task.wait", [task])["state"] == "cancelled" and get(client, session)["state"] == "closed"


def test_closing_among_those_who_submit(daemon, client):
    """However it falls out: what was taken ends, and nothing is taken after the end."""
    session = create(client)
    others = [daemon.client() for _ in range(4)]
    requests = []
    for i in range(100):
        requests += [(c, c.request("task.submit", {"prompt": "say x", "sessionId": session["id"]})) for c in others]
        if i == 50:
            closing = client.request("session.close", [session["id"]])
    taken = []
    for c, request in requests:
        answer = c.answer(request)
        assert "result" in answer or answer["error"]["data"]["code"] in ("session_closed", "queue_full")
        taken += [answer["result"]["taskId"]] if "result" in answer else []
    assert client.answer(closing)["result"]["state"] == "closed"
    assert {state(client, task) for task in taken} <= FINAL
    names = [name for name, _ in log(client, sessionId=session["id"])]
    assert "event.taskQueued" not in names[names.index("event.sessionClosed") :]
    assert client.call("task.stats")["queued"] == client.call("task.stats")["running"] == 0


def test_closing_with_many_long_prompts(place, make_daemon):
    client = make_daemon().start().client()
    session = create(client)
    tasks = [submit(client, session, "hold\n" + "x" * (MIB - 5)) for _ in range(80)]
    assert client.call("session.close", [session["id"]])["state"] == "closed"
    assert client.call("task.stats")["cancelled"] == len(tasks)


def test_stopping_the_daemon_while_a_close_waits(daemon, client, watcher, gate):
    path, _ = gate
    session = create(client)
    running(watcher, session, f"hold {path}")
    request = client.request("session.close", [session["id"]])
    next_event(watcher, "event.sessionClosed")
    client.notify("ping")
    daemon.client().call("daemon.stop", {"force": True})
    assert daemon.wait() == 0
    [answer] = [message for message in client.read_all() if message.get("id") == request]
    assert answer.get("result", {"state": "closed"})["state"] == "closed" and ("result" in answer or answer["error"]["data"]["code"] == "stopping")


def test_a_task_without_a_session_makes_one(client, watcher, place):
    answer = client.call("task.submit", {"prompt": "say x"})
    name, params = next_event(watcher)
    assert name == "event.sessionCreated" and params["sessionId"] == answer["sessionId"]
    session = client.call("session.get", [answer["sessionId"]])
    assert session["cwd"] == str(place.state / "weir-scratch" / session["id"]) and session == {**params["session"], "lastTaskAt": session["lastTaskAt"]} and client.call("session.list") == [session]
    client.call("session.close", [session["id"]])


# --- delete ---------------------------------------------------------------------------


def test_a_session_with_tasks_has_to_be_closed_first(client, watcher):
    session = create(client)
    task = running(watcher, session)
    for _ in range(2):
        error = client.error("session.delete", [session["id"]])
        assert error.code == -32018 and error.word == "session_busy" and "close it first" in error.message
        submit(client, session, "say x")
    assert state(client, task) == "running"
    client.call("session.close", [session["id"]])
    assert client.call("session.delete", [session["id"]]) == {"deleted": True}
    assert client.error("task.get", [task]).word == "task_not_found"
    assert client.call("task.list") == []
    stats = client.call("task.stats")
    assert stats["total"] == stats["cancelled"] == 0


def test_everything_of_a_deleted_session_goes(client):
    kept = create(client)
    kept_task = run(client, kept, "events 10; done")
    session = create(client)
    tasks = [run(client, session, "events 300 2000; done") for _ in range(3)]
    full = client.call("db.compact")["afterBytes"]
    client.call("session.delete", [session["id"]])
    assert [params["taskId"] for _, params in log(client, topics=["message"])] == [kept_task] * 11
    assert client.call("db.compact")["afterBytes"] < full - MIB
    assert client.error("event.list", {"taskId": tasks[0]}).word == "task_not_found"
    assert [task["id"] for task in client.call("task.list")] == [kept_task]
    assert client.call("db.check") == SOUND


# --- fork -----------------------------------------------------------------------------


def messages(client, session):
    """The messages of all tasks: for each its prompt as message 0, and the agent's answer."""
    return [params["sequence"] for _, params in log(client, sessionId=session["id"], topics=["message"])]


def test_a_fork_in_the_middle_of_what_an_agent_said(client):
    parent = create(client)
    first = run(client, parent, "events 5; done")
    run(client, parent, "events 5; done")
    seqs = [params["seq"] for _, params in log(client, taskId=first, topics=["message"])]
    fork = client.call("session.fork", {"sessionId": parent["id"], "atSeq": seqs[3]})
    assert messages(client, fork) == [0, 1, 2, 3]
    run(client, fork, "events 2; done")
    assert messages(client, fork) == [0, 1, 2, 3, 0, 1, 2] and messages(client, parent) == [0, 1, 2, 3, 4, 5] * 2
    order = [seq for _, seq in history(client, fork)]
    assert order == sorted(order)
    # The task is the parent's, and is told so.
    assert client.call("task.get", [first])["sessionId"] == parent["id"]
    assert [task["sessionId"] for task in client.call("task.list", {"sessionId": fork["id"]})] == [fork["id"]]


def test_a_fork_while_a_task_is_at_work(client, watcher, gate):
    path, let_go = gate
    parent = create(client)
    task = submit(client, parent, f"events 3; read {path}; events 2; done")
    while next_event(watcher, "event.messageCreated")[1]["sequence"] != 3:
        pass
    fork = client.call("session.fork", {"sessionId": parent["id"]})
    assert messages(client, fork) == [0, 1, 2, 3]
    let_go()
    assert client.call("task.wait", [task])["state"] == "completed"
    assert messages(client, fork) == [0, 1, 2, 3] and messages(client, parent) == [0, 1, 2, 3, 4, 5]
    # What runs belongs to the parent: the fork can go.
    assert client.call("session.delete", [fork["id"]]) == {"deleted": True}


def test_what_an_agent_said_stays_with_the_fork(client):
    parent = create(client)
    task = run(client, parent, "events 4; done")
    run(client, parent, "events 4; done")
    last = log(client, taskId=task)[-1][1]["seq"]
    fork = client.call("session.fork", {"sessionId": parent["id"], "atSeq": last})
    before = log(client, sessionId=fork["id"])
    client.call("session.delete", [parent["id"]])
    client.call("db.compact")
    assert log(client, sessionId=fork["id"]) == before and messages(client, fork) == [0, 1, 2, 3, 4]
    assert client.call("task.list") == [] and client.call("task.stats")["total"] == 0
    assert client.call("db.check") == SOUND
    client.call("session.delete", [fork["id"]])
    client.call("db.compact")
    assert log(client, topics=["message"]) == [] and client.call("db.check") == SOUND


# --- retention of tasks -----------------------------------------------------------------


def test_old_tasks_go_after_their_events(place, make_daemon):
    daemon = make_daemon().start()
    client = daemon.client()
    session = create(client)
    old, young = run(client, session, "events 5; done"), run(client, session, "events 5; done")
    last = log(client, taskId=old)[-1][1]["seq"]
    daemon.stop()
    change(
        store_of(place),
        f"UPDATE events SET at = at - 3 * {DAY_MS} WHERE seq <= {last}",
        f"UPDATE tasks SET ended_at = ended_at - 3 * {DAY_MS} WHERE id = '{old}'",
    )
    place.write_config({"retention": {"days": 2}})
    client = make_daemon().start().client()
    result = client.call("db.compact")
    assert result["removedEvents"] == last and result["removedTasks"] == 1
    assert client.error("task.get", [old]).word == "task_not_found" and state(client, young) == "completed"
    assert client.call("task.stats")["total"] == 1 and client.call("db.stats")["tasks"] == 1
    assert get(client, session)["state"] == "open" and client.call("db.check") == SOUND


def test_what_waits_is_never_too_old(place, make_daemon):
    daemon = make_daemon().start()
    client, watcher = daemon.client(), daemon.client()
    session = create(client)
    running(watcher, session)
    waiting = submit(client, session, "say x")
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.stop(signal.SIGKILL)
    change(store_of(place), f"UPDATE events SET at = at - 300 * {DAY_MS}", f"UPDATE tasks SET created_at = created_at - 300 * {DAY_MS}")
    client = make_daemon().start().client()
    result = client.call("db.compact")
    assert result["removedTasks"] == 0 and client.call("task.wait", [waiting])["state"] == "completed"
