"""Tasks that survive the daemon: the next daemon adopts them. The agent `survivor` of the test daemon does this by
playing its script again; messages that were reported before are ignored."""

import signal

import pytest

from tasks import Gate, answers, cancel, get, life, messages, run, session_of, state, submit, submit_until_stored, until_state, until_states, wait
from waiting import until

SURVIVOR = {"agent": "survivor"}


@pytest.fixture
def start(make_daemon, place):
    def begin(environment=None, **settings):
        place.write_config({"tasks": {"drainMs": 10, **settings}})
        return make_daemon().start(environment=environment)

    return begin


def kill(daemon):
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.send_signal(signal.SIGKILL)
    assert daemon.wait() == -signal.SIGKILL


def texts(client, task):
    return [(one["sequence"], one["data"]["text"]) for one in messages(client, task) if one["role"] == "assistant"]


def test_it_goes_on(start, place):
    gates = [Gate(place, name) for name in "ab"]
    daemon = start()
    client = daemon.client()
    task = submit(client, f"say one; say two; read {gates[0]}; say three; read {gates[1]}; say four; done", **SURVIVOR)
    gates[0].open()
    client.call("event.subscribe", {"topics": ["message"], "taskId": task, "fromSeq": 0})
    while client.event()["params"].get("sequence") != 3:
        pass
    kill(daemon)
    client = start().client()
    assert state(client, task) == "running"
    assert client.call("task.stats")["running"] == 1
    for gate in gates:
        gate.open()
    ended = wait(client, task)
    assert ended["state"] == "completed" and ended["result"] == {"text": "four", "message_count": 4}
    assert texts(client, task) == [(1, "one"), (2, "two"), (3, "three"), (4, "four")]
    assert life(client, task) == ["queued", "starting", "running", "completed"]


def test_one_that_had_not_begun(start, place):
    gate = Gate(place)
    daemon = start()
    client = daemon.client()
    task = submit(client, f"late {gate}; say one; done", **SURVIVOR)
    until_state(client, task, "starting")
    kill(daemon)
    client = start().client()
    assert state(client, task) == "starting"
    gate.open()
    assert wait(client, task)["state"] == "completed"
    assert life(client, task) == ["queued", "starting", "running", "completed"]


def test_one_that_waits_for_a_permission(start, place):
    gate = Gate(place)
    daemon = start()
    client = daemon.client()
    task = submit(client, f"permission; read {gate}; resume; done", **SURVIVOR)
    until_state(client, task, "awaiting_permission")
    kill(daemon)
    client = start().client()
    assert state(client, task) == "awaiting_permission"
    gate.open()
    assert wait(client, task)["state"] == "completed"
    assert life(client, task)[2:] == ["running", "awaiting_permission", "running", "completed"]


def test_those_that_nobody_goes_on_with_fail(start):
    daemon = start(atOnce=3)
    client = daemon.client()
    tasks = {submit(client, "hold", **SURVIVOR): "survivor", submit(client, "hold"): "lost", submit(client, "hold", agent="x"): "lost"}
    queued = submit(client, "say late; done")
    until_states(client, dict.fromkeys(tasks, "running"))
    kill(daemon)
    client = start(atOnce=3).client()
    assert wait(client, queued)["state"] == "completed"
    for task, fate in tasks.items():
        if fate == "survivor":
            assert state(client, task) == "running"
            assert cancel(client, task) and life(client, task)[-2:] == ["stopping", "cancelled"]
        else:
            assert get(client, task)["result"]["error"]["reason"] == "daemon_died"


def test_they_count_among_those_at_once(start):
    daemon = start(atOnce=2)
    client = daemon.client()
    tasks = [submit(client, "hold", **SURVIVOR) for _ in range(2)]
    until_states(client, dict.fromkeys(tasks, "running"))
    kill(daemon)
    client = start(atOnce=2).client()
    assert [state(client, task) for task in tasks] == ["running"] * 2
    queued = submit(client, "done")
    session_of(client)  # so that the look for a task is over
    assert state(client, queued) == "queued"
    assert cancel(client, tasks[0])
    assert wait(client, queued)["state"] == "completed" and state(client, tasks[1]) == "running"


def test_its_session_has_one_at_a_time(start):
    daemon = start()
    client = daemon.client()
    session = session_of(client)
    first, second = submit(client, "hold", sessionId=session, **SURVIVOR), submit(client, "done", sessionId=session)
    until_state(client, first, "running")
    kill(daemon)
    client = start().client()
    run(client, "done")
    assert (state(client, first), state(client, second)) == ("running", "queued")
    client.call("session.close", {"sessionId": session})
    assert (state(client, first), state(client, second)) == ("cancelled", "cancelled")


def test_its_time_goes_on(start):
    daemon = start()
    client = daemon.client()
    short, long = submit(client, "hold", timeoutMs=200, **SURVIVOR), submit(client, "hold", timeoutMs=600_000, **SURVIVOR)
    until_states(client, {short: "running", long: "running"})
    kill(daemon)
    client = start().client()
    ended = wait(client, short)
    assert ended["result"]["error"]["reason"] == "timeout" and ended["endedAt"] - ended["startedAt"] >= 199
    assert state(client, long) == "running"


def test_one_whose_time_is_over_by_then(start):
    daemon = start(stopMs=600_000)
    client = daemon.client()
    task = submit(client, "hold deaf", timeoutMs=1, **SURVIVOR)
    until_state(client, task, "stopping")
    kill(daemon)
    # Its wish to be stopped is there already: it is asked again, and then ended.
    client = start(stopMs=10).client()
    ended = wait(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "timeout"
    assert life(client, task)[-2:] == ["stopping", "failed"]


@pytest.mark.parametrize("script", ["hold", "hold deaf"])
def test_one_that_was_being_stopped(start, place, script):
    daemon = start(stopMs=600_000)
    client = daemon.client()
    task = submit(client, f"hold {Gate(place)}" if script == "hold" else script, **SURVIVOR)
    until_state(client, task, "running")
    client.request("task.cancel", {"taskId": task, "reason": "enough"})
    until_state(client, task, "stopping")
    kill(daemon)
    client = start(stopMs=10).client()
    assert wait(client, task)["state"] == "cancelled"
    assert life(client, task)[-2:] == ["stopping", "cancelled"]
    assert messages(client, task)


def test_a_stop_of_the_next_daemon(start):
    daemon = start()
    client = daemon.client()
    task = submit(client, "say one; hold", **SURVIVOR)
    until_state(client, task, "running")
    kill(daemon)
    daemon = start(drainMs=10)
    assert state(daemon.client(), task) == "running"
    assert daemon.stop() == 0
    client = start().client()
    ended = get(client, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "daemon_stopped"


def test_twice(start, place):
    gates = {1: Gate(place, "a"), 700: Gate(place, "b")}
    daemon = start()
    client = daemon.client()
    tasks = [submit(client, f"events {count} 20; read {gate}; say end; done", **SURVIVOR) for count, gate in gates.items()]
    until_states(client, dict.fromkeys(tasks, "running"))
    for _ in range(3):
        kill(daemon)
        daemon = start()
        client = daemon.client()
        assert [state(client, task) for task in tasks] == ["running"] * 2
    for gate in gates.values():
        gate.open()
    for task, count in zip(tasks, gates):
        assert wait(client, task)["result"]["message_count"] == count + 1
        assert [sequence for sequence, _ in texts(client, task)] == list(range(1, count + 2))


# --- while it begins --------------------------------------------------------------------


@pytest.mark.faults
@pytest.mark.parametrize("passes", range(4))
def test_the_settling_fails_and_is_tried_again(start, passes):
    daemon = start()
    client = daemon.client()
    survivor, lost = submit(client, "say one; hold", **SURVIVOR), submit(client, "hold")
    until_states(client, {survivor: "running", lost: "running"})
    kill(daemon)
    client = start(environment={"WEIR_FAULT": f"store.before_commit=fail*{passes}+1"}).client()
    assert wait(client, lost)["result"]["error"]["reason"] == "daemon_died"
    assert wait(client, submit_until_stored(client, "done"))["state"] == "completed"
    assert state(client, survivor) == "running" and cancel(client, survivor)
    assert texts(client, survivor) == [(1, "one")]


@pytest.fixture
def held(start, place):
    """A daemon that holds while it looks for what was left; and what lets it go on."""

    def begin(prompt, skip=0, **settings):
        daemon = start(**settings)
        client = daemon.client()
        task = submit(client, prompt, **SURVIVOR)
        until_state(client, task, "running")
        kill(daemon)
        release = place.root / "release"
        daemon = start({"WEIR_FAULT": f"store.before_commit=hold*{skip}+1", "WEIR_FAULT_RELEASE": release}, **settings)
        writer = daemon.client()

        def is_held():
            """How many groups a start makes is a matter of time: should they be too few, there are more."""
            found = "holding at store.before_commit" in daemon.stderr()
            if not found:
                writer.request("session.create", {"cwd": "/"})
            return found

        until(is_held, "the writer to be held")
        return daemon, task, release

    return begin


@pytest.mark.faults
@pytest.mark.parametrize("skip", [0, 1])
def test_a_cancel_while_it_begins(held, skip):
    daemon, task, release = held("hold", skip)
    client = daemon.client()
    request = client.request("task.cancel", {"taskId": task})
    client.ping()
    release.touch()
    (answer,) = answers(client, request)
    assert answer["result"] == {"cancelled": True}
    assert life(client, task)[-2:] == ["stopping", "cancelled"]


@pytest.mark.faults
@pytest.mark.parametrize("skip", [0, 1])
@pytest.mark.parametrize("force", [False, True])
def test_a_stop_while_it_begins(held, start, skip, force):
    daemon, task, release = held("hold", skip, drainMs=10)
    client = daemon.client()
    client.call("daemon.stop", {"force": force})
    release.touch()
    assert daemon.wait() == 0
    ended = get(start().client(), task)
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "daemon_stopped"
