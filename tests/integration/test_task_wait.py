"""task.wait and task.cancel: every waiter learns of the end, whatever its cause, and may disconnect before."""

import pytest

from setting import MIB, SANITIZED
from tasks import Gate, answers, cancel, get, life, log, run, session_of, state, submit, until_state, wait
from waiting import until

# --- task.wait -------------------------------------------------------------------------


def test_waiting_for_what_has_ended(client):
    task = run(client, "hello")
    assert wait(client, task["id"]) == wait(client, task["id"], timeoutMs=1000) == wait(client, task["id"], timeoutMs=0) == task


def test_the_end_wakes_who_waits(daemon, place):
    gate = Gate(place)
    clients = [daemon.client() for _ in range(5)]
    task = submit(clients[0], f"read {gate}; say done")
    requests = [client.request("task.wait", {"taskId": task}) for client in clients]
    gate.open()
    results = [answers(client, request)[0]["result"] for client, request in zip(clients, requests)]
    assert all(result == results[0] for result in results)
    assert results[0]["state"] == "completed" and results[0]["result"]["text"] == "done"


def test_a_time_out_answers_with_the_task_as_it_is(client):
    task = submit(client, "hold")
    until_state(client, task, "running")
    for milliseconds in (0, 1, 30):
        assert wait(client, task, timeoutMs=milliseconds)["state"] == "running"
    assert client.call("task:wait", [task, 5])["state"] == "running"
    assert cancel(client, task)


def test_a_time_out_that_is_not_needed(client, place):
    gate = Gate(place)
    task = submit(client, f"read {gate}")
    request = client.request("task.wait", {"taskId": task, "timeoutMs": 600_000})
    gate.open()
    assert answers(client, request)[0]["result"]["state"] == "completed"


def test_waiting_holds_up_nobody(client):
    task = submit(client, "hold")
    request = client.request("task.wait", {"taskId": task})
    assert answers(client, client.request("ping"))[0]["result"]["pong"] is True
    other = client.request("task.cancel", {"taskId": task})
    ended, cancelled = answers(client, request, other)
    assert ended["result"]["state"] == "cancelled" and cancelled["result"] == {"cancelled": True}


def test_a_wait_that_is_cancelled(client):
    task = submit(client, "hold")
    request = client.request("task.wait", {"taskId": task})
    answers(client, client.request("task.get", {"taskId": task}))
    client.notify("$/cancel_request", {"requestId": request})
    error = answers(client, request)[0]["error"]
    assert error["code"] == -32800 and error["data"]["code"] == "request_cancelled"
    assert state(client, task) in ("queued", "starting", "running")
    assert cancel(client, task)


def test_waiters_that_leave(daemon, client):
    """Some by closing, some by saying so, some in the very moment of the end."""
    task = submit(client, "hold")
    until_state(client, task, "running")
    for _ in range(20):
        with daemon.client() as leaver:
            for timeout in ({}, {"timeoutMs": 60_000}):
                leaver.request("task.wait", {"taskId": task, **timeout})
            answers(leaver, leaver.request("task.get", {"taskId": task}))
    stayer = client.request("task.wait", {"taskId": task})
    leavers = [daemon.client() for _ in range(10)]
    for leaver in leavers:
        leaver.request("task.wait", {"taskId": task})
    ending = client.request("task.cancel", {"taskId": task})
    for leaver in leavers:
        leaver.close()
    ended, cancelled = answers(client, stayer, ending)
    assert ended["result"]["state"] == "cancelled" and cancelled["result"]["cancelled"] is True
    client.ping()


def test_a_wait_that_races_with_the_end(client):
    """The look at the task and its end come at the same time, again and again."""
    for _ in range(150):
        submitted = client.request("task.submit", {"prompt": "quick"})
        task = answers(client, submitted)[0]["result"]["taskId"]
        waits = [client.request("task.wait", {"taskId": task}) for _ in range(4)]
        assert {answer["result"]["state"] for answer in answers(client, *waits)} == {"completed"}


@pytest.mark.faults
def test_a_task_that_ends_between_the_look_and_the_wait(make_daemon, place):
    """The reader has seen it at work, and is held; its end goes past."""
    begin, release = place.root / "begin", place.root / "release"
    fault = {"WEIR_FAULT": "store.read=hold", "WEIR_FAULT_BEGIN": begin, "WEIR_FAULT_RELEASE": release}
    daemon = make_daemon().start(environment=fault)
    client, gate = daemon.client(), Gate(place)
    task = submit(client, f"read {gate}")
    until_state(client, task, "running")
    begin.touch()
    request = client.request("task.wait", {"taskId": task})
    until(lambda: "holding at store.read" in daemon.stderr(), "the reader to be held")
    gate.open()
    until_state(client, task, "completed")
    release.touch()
    assert answers(client, request)[0]["result"]["state"] == "completed"


@pytest.mark.faults
@pytest.mark.parametrize("deleted", [False, True])
def test_a_task_that_was_seen_at_work_and_is_over_when_that_is_known(make_daemon, place, deleted):
    """The reader has seen it at work, and is held; its end goes past, and maybe its session."""
    begin, release = place.root / "begin", place.root / "release"
    fault = {"WEIR_FAULT": "store.after_read=hold", "WEIR_FAULT_BEGIN": begin, "WEIR_FAULT_RELEASE": release}
    daemon = make_daemon().start(environment=fault)
    client, other, gate = daemon.client(), daemon.client(), Gate(place)
    session = session_of(client)
    task = submit(client, f"read {gate}", sessionId=session)
    until_state(client, task, "running")
    begin.touch()
    request = client.request("task.wait", {"taskId": task})
    until(lambda: "holding at store.after_read" in daemon.stderr(), "the reader to be held")
    gate.open()
    until_state(client, task, "completed")
    if deleted:
        other.call("session.delete", {"sessionId": session})
    release.touch()
    answer = answers(client, request)[0]
    assert answer["error"]["data"]["code"] == "task_not_found" if deleted else answer["result"]["state"] == "completed"


def test_a_task_that_vanishes_with_its_session(client):
    session = session_of(client)
    first = submit(client, "hold", sessionId=session)
    until_state(client, first, "running")
    assert cancel(client, first)
    client.call("session.close", {"sessionId": session})
    client.call("session.delete", {"sessionId": session})
    assert client.error("task.wait", {"taskId": first}).word == "task_not_found"
    assert client.error("task.get", {"taskId": first}).word == "task_not_found"


def test_ten_thousand_waiters(daemon, client):
    task = submit(client, "hold")
    until_state(client, task, "running")
    raw = daemon.raw()
    before = daemon.rss()
    raw.send(b"".join(b'{"jsonrpc":"2.0","id":%d,"method":"task.wait","params":{"taskId":"%s"}}\n' % (i, task.encode()) for i in range(9_999)))
    raw.send(b'{"jsonrpc":"2.0","id":"last","method":"task.wait","params":{"taskId":"%s","timeoutMs":0}}\n' % task.encode())
    while raw.read().get("id") != "last":
        pass
    assert SANITIZED or daemon.rss() - before < 8 * MIB
    assert client.call("ping")["pong"] is True
    assert cancel(client, task)
    found = set()
    while len(found) < 9_999:
        message = raw.read()
        if "id" in message:
            assert message["result"]["state"] == "cancelled"
            found.add(message["id"])
    assert found == set(range(9_999))


# --- task.cancel -----------------------------------------------------------------------------


@pytest.fixture
def make_client(make_daemon, place):
    def make(**settings):
        place.write_config({"tasks": settings})
        return make_daemon().start().client()

    return make


def test_a_queued_task_is_cancelled_at_once(make_client):
    client = make_client(atOnce=1)
    holder = submit(client, "hold")
    task = submit(client, "never")
    assert client.call("task.cancel", {"taskId": task, "reason": "changed_my_mind"}) == {"cancelled": True}
    ended = get(client, task)
    assert ended["state"] == "cancelled" and "startedAt" not in ended and ended["result"] == {"message_count": 0}
    assert life(client, task) == ["queued", "cancelled"]
    assert log(client, taskId=task, topics=["task"])[-1]["params"]["reason"] == "changed_my_mind"
    assert cancel(client, holder)


@pytest.mark.parametrize("script, word", [("hold", "running"), ("permission; hold", "awaiting_permission"), ("events 100000000 10", "running")])
def test_a_task_at_work_is_stopped(client, script, word):
    task = submit(client, script)
    until_state(client, task, word)
    assert cancel(client, task)
    assert state(client, task) == "cancelled" and life(client, task)[-2:] == ["stopping", "cancelled"]
    event = log(client, taskId=task, topics=["task"])[-1]
    assert event["method"] == "event.taskCancelled" and event["params"]["reason"] == "user_cancelled"


def test_a_task_that_is_about_to_start(client, place):
    gate = Gate(place)
    task = submit(client, f"late {gate}; say never")
    until_state(client, task, "starting")
    assert cancel(client, task)
    assert life(client, task) == ["queued", "starting", "stopping", "cancelled"]


def test_a_cancel_right_behind_the_submit(client):
    """It may come before, during or after the claim."""
    for i in range(100):
        session = session_of(client)
        submitted = client.request("task.submit", {"prompt": "hold", "sessionId": session})
        listed = client.request("task.list", {"sessionId": session})
        task = answers(client, submitted, listed)[0]["result"]["taskId"]
        for _ in range(i % 3):
            client.ping()
        assert cancel(client, task)
        assert state(client, task) == "cancelled"


@pytest.mark.faults
def test_a_cancel_while_the_claim_is_on_its_way(make_daemon, place):
    """The claim is written, but the loop has not heard of it yet."""
    begin, release = place.root / "begin", place.root / "release"
    fault = {"WEIR_FAULT": "store.after_commit=hold*1", "WEIR_FAULT_BEGIN": begin, "WEIR_FAULT_RELEASE": release}
    daemon = make_daemon().start(environment=fault)
    client = daemon.client()
    session = session_of(client)
    begin.touch()
    task = submit(client, "hold", sessionId=session)
    until(lambda: "holding at store.after_commit" in daemon.stderr(), "the writer to be held")
    request = client.request("task.cancel", {"taskId": task})
    release.touch()
    assert answers(client, request)[0]["result"] == {"cancelled": True}
    assert life(client, task)[-2:] == ["stopping", "cancelled"]


def test_the_answer_comes_when_nothing_is_left(client, place):
    gate = Gate(place)
    task = submit(client, f"say working; hold {gate}")
    until_state(client, task, "running")
    first = client.request("task.cancel", {"taskId": task, "reason": "first"})
    until_state(client, task, "stopping")
    second = client.request("task.cancel", {"taskId": task, "reason": "second"})
    waiting = client.request("task.wait", {"taskId": task, "timeoutMs": 1})
    assert answers(client, waiting)[0]["result"]["state"] == "stopping"
    gate.open()
    one, two = answers(client, first, second)
    assert one["result"] == two["result"] == {"cancelled": True}
    assert life(client, task) == ["queued", "starting", "running", "stopping", "cancelled"]
    assert log(client, taskId=task, topics=["task"])[-1]["params"]["reason"] == "first"


@pytest.mark.parametrize("how, word", [("complete", "completed"), ("fail", "failed")])
def test_a_task_that_ends_by_itself_first(client, how, word):
    task = submit(client, f"say well; hold {how}")
    until_state(client, task, "running")
    assert cancel(client, task) is False
    assert state(client, task) == word


def test_a_task_that_does_not_stop_is_ended(make_client):
    client = make_client(stopMs=50)
    task = submit(client, "hold deaf")
    until_state(client, task, "running")
    assert cancel(client, task)
    assert state(client, task) == "cancelled"


@pytest.mark.parametrize("script", ["hello", "fail a b", "refuse"])
def test_a_final_task_stays_as_it_is(client, script):
    task = run(client, script)
    error = client.error("task.cancel", {"taskId": task["id"]})
    assert error.code == -32001 and error.word == "task_not_cancellable"
    assert get(client, task["id"]) == task


def test_a_cancelled_task_cannot_be_cancelled_again(client):
    task = submit(client, "hold")
    assert cancel(client, task)
    assert client.error("task.cancel", {"taskId": task}).word == "task_not_cancellable"


@pytest.mark.parametrize("reason", ["timeout", "daemon_stopped"])
def test_the_daemons_own_reasons_are_not_for_others(client, reason):
    task = submit(client, "hold")
    error = client.error("task.cancel", {"taskId": task, "reason": reason}, bad=True)
    assert error.code == -32602 and error.data["path"] == "params.reason"
    assert client.call("task.cancel", {"taskId": task, "reason": ""}) == {"cancelled": True}


def test_a_canceller_that_leaves(daemon, client, place):
    gate = Gate(place)
    task = submit(client, f"hold {gate}")
    until_state(client, task, "running")
    with daemon.client() as leaver:
        leaver.request("task.cancel", {"taskId": task})
        until_state(client, task, "stopping")
    gate.open()
    assert wait(client, task)["state"] == "cancelled"


def test_a_cancel_that_is_cancelled(client, place):
    gate = Gate(place)
    task = submit(client, f"hold {gate}")
    until_state(client, task, "running")
    request = client.request("task.cancel", {"taskId": task})
    until_state(client, task, "stopping")
    client.notify("$/cancel_request", {"requestId": request})
    assert answers(client, request)[0]["error"]["code"] == -32800
    gate.open()
    assert wait(client, task)["state"] == "cancelled"


def test_the_end_of_a_session_ends_its_tasks(client, place):
    gate = Gate(place)
    session = session_of(client)
    running = submit(client, f"hold {gate}", sessionId=session)
    queued = submit(client, "never", sessionId=session)
    until_state(client, running, "running")
    request = client.request("session.close", {"sessionId": session})
    until_state(client, running, "stopping")
    assert state(client, queued) == "cancelled"
    gate.open()
    assert answers(client, request)[0]["result"]["state"] == "closed"
    assert state(client, running) == "cancelled"
    assert [log(client, taskId=task, topics=["task"])[-1]["params"]["reason"] for task in (running, queued)] == ["session_closed"] * 2


def test_the_end_of_a_session_with_much_in_its_queue(client):
    """More than fits into the memory of a request."""
    session = session_of(client)
    client.call("event.subscribe", {"topics": ["taskCancelled"], "sessionId": session})
    tasks = [submit(client, "hold", sessionId=session)] + [submit(client, "€" * MIB, sessionId=session) for _ in range(24)]
    assert client.call("session.close", {"sessionId": session})["state"] == "closed"
    assert client.call("task.stats") == {"total": 25, "running": 0, "queued": 0, "completed": 0, "failed": 0, "cancelled": 25}
    assert wait(client, tasks[-1])["state"] == "cancelled"


def test_many_cancels_of_many_tasks(daemon):
    """With many concurrent cancels, each task has one end, and every answer agrees with it."""
    clients = [daemon.client() for _ in range(4)]
    for client in clients:
        client.call("event.subscribe", {"topics": ["session"]})
    tasks = [submit(clients[0], "hold" if i % 2 else "events 50") for i in range(60)]
    requests = [[client.request("task.cancel", {"taskId": task}) for task in tasks] for client in clients]
    told = [answers(client, *ids) for client, ids in zip(clients, requests)]
    for i, task in enumerate(tasks):
        ended = wait(clients[0], task)["state"]
        for some in told:
            answer = some[i]
            if "error" in answer:
                assert answer["error"]["data"]["code"] == "task_not_cancellable"
            else:
                assert answer["result"]["cancelled"] == (ended == "cancelled")
        assert len([word for word in life(clients[0], task) if word in ("completed", "failed", "cancelled")]) == 1
