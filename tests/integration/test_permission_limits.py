"""The time limits of a permission request: for an approver to connect, then for the answer; and their effect on the
task."""

import pytest

from asking import Asker, answer, approver, next_of, requested, resolved
from tasks import get, messages, session_of, submit, wait

LIMITS = {"expiresAt", "approverBy"}
ASKS = 'permission Bash {"command":"make all"}; done'


def follower(house):
    """A connection that is told of requests and cannot answer."""
    client = house.client()
    client.call("event.subscribe", {"topics": ["permission"]})
    return client


def lasts(request, limit="expiresAt"):
    return request[limit] - request["createdAt"]


def killed(house):
    house.daemon.process.kill()
    house.daemon.process.wait()
    return house.again()


def said(client, task):
    return [m["data"]["text"] for m in messages(client, task) if m["role"] == "assistant" and "text" in m["data"]]


# --- limits ---------------------------------------------------------------------------------


def test_with_an_approver_there_is_no_limit_unless_one_is_set(house):
    house.place.write_config({"pool": {"warm": 0}, "executors": house.executors})  # all else by default
    front = approver(house.start())
    asker = Asker(house, front)
    call = asker.send("Bash", command="make")
    request = requested(front)
    assert not LIMITS & request.keys() and front.call("permission.list") == [request]
    answer(front, request, "allow_once")
    assert asker.told(call)["approved"]
    asker.prompt.done()


def test_without_an_approver_it_waits_for_30_seconds_by_default(house):
    house.place.write_config({"pool": {"warm": 0}, "executors": house.executors})
    client = follower(house.start())
    asker = Asker(house, client)
    asker.send("Bash", command="make")
    request = requested(client)
    assert lasts(request, "approverBy") == 30000 and "expiresAt" not in request
    late = approver(house)
    shown = requested(late)
    assert shown == {name: value for name, value in request.items() if name != "approverBy"}
    assert late.call("permission.list") == [shown]
    answer(late, shown, "deny")
    asker.prompt.done()


def test_an_approver_that_comes_makes_the_time_out_the_limit(house):
    house.configure(permissions={"approverMs": 300000, "timeoutMs": 1})
    client = follower(house.start())
    asker = Asker(house, client, permissionTimeoutMs=500000)
    asker.send("Bash", command="make")
    request = requested(client)
    assert lasts(request, "approverBy") == 300000 and lasts(request) == 500000
    late = approver(house)
    shown = requested(late)
    assert lasts(shown) == 500000 and "approverBy" not in shown
    answer(late, shown, "deny")
    asker.prompt.done()


def test_when_the_last_approver_leaves_nothing_changes(house):
    house.configure(permissions={"approverMs": 1})
    front = approver(house.start())
    client = follower(house)
    asker, other = Asker(house, front), Asker(house, front)
    call = asker.send("Bash", command="make")
    request = requested(client)
    front.close()
    assert other.reason("Bash", command="make") == (False, "no_approver")  # who asks now is waited for no longer
    assert client.call("permission.list") == [request] and not LIMITS & request.keys()
    answer(client, request, "allow_once")
    assert asker.told(call)["approved"]
    asker.prompt.done(), other.prompt.done()


def test_a_session_may_have_no_limit(house):
    house.configure(permissions={"approverMs": 0, "timeoutMs": 1})
    front = approver(house.start())
    asker = Asker(house, front, permissionTimeoutMs=0)
    asker.send("Bash", command="make")
    request = requested(front)
    assert not LIMITS & request.keys()
    assert Asker(house, front).reason("Bash", command="make") == (False, "timeout")
    assert front.call("permission.list") == [request]
    answer(front, request, "deny")
    asker.prompt.done()


@pytest.mark.parametrize("again", [lambda house: house.client().call("daemon.restart") and house, killed], ids=["restart", "kill"])
def test_the_limits_outlive_the_daemon(house, again):
    house.configure(permissions={"approverMs": 300000})
    client = follower(house.start())
    task = submit(client, ASKS, agent="script", sessionId=session_of(client, cwd=str(house.place.home)))
    request = requested(client)
    assert lasts(request, "approverBy") == 300000
    again(house)
    client = house.client()
    assert client.call("permission.list") == [request]
    front = approver(house)
    assert not LIMITS & requested(front).keys()
    assert not LIMITS & front.call("permission.list")[0].keys()
    session_of(front)  # a later write: what the store was told before it is stored as well
    front.close()
    again(house)
    client = house.client()
    [row] = client.call("permission.list")
    assert row["id"] == request["id"] and not LIMITS & row.keys()
    answer(client, row, "allow_once")
    assert wait(client, task)["state"] == "completed"


def test_one_that_was_seen_is_not_refused_by_the_next_daemon(house):
    house.configure(permissions={"approverMs": 1})
    front = approver(house.start())
    task = submit(front, ASKS, agent="script", sessionId=session_of(front, cwd=str(house.place.home)))
    request = requested(front)
    client = killed(house).client()
    other = submit(client, ASKS, agent="script", sessionId=session_of(client, cwd=str(house.place.home)))
    assert wait(client, other)["result"]["unanswered"] == 1
    assert client.call("permission.list") == [request]
    answer(client, request, "allow_once")
    assert "unanswered" not in wait(client, task)["result"]


# --- the task --------------------------------------------------------------------------------


def test_the_result_says_what_nobody_answered(house):
    house.configure(permissions={"approverMs": 1})
    client = follower(house.start())
    client.call("event.subscribe", {"topics": ["task"]})
    asker = Asker(house, client)
    assert [asker.reason("Bash", command=f"make {n}") for n in range(3)] == [(False, "no_approver")] * 3
    front = approver(house)
    denied = asker.send("Bash", command="make it")
    answer(front, requested(front), "deny")
    assert asker.told(denied)["reason"] == "user_denied"
    asker.prompt.done()
    assert wait(client, asker.task)["result"]["unanswered"] == 3
    assert next_of(client, "event.taskCompleted")["unanswered"] == 3


def test_what_is_refused_at_once_counts_too(house):
    client = house.start().client()  # approverMs 0
    asker = Asker(house, client)
    for n in range(20):
        assert asker.reason("Bash", command=f"make {n}") == (False, "no_approver")
    asker.prompt.done()
    assert wait(client, asker.task)["result"]["unanswered"] == 20


def test_a_time_out_counts_and_so_does_a_failed_task(house):
    house.configure(permissions={"timeoutMs": 1})
    front = approver(house.start())
    asker = Asker(house, front)
    assert asker.reason("Bash", command="make") == (False, "timeout")
    asker.prompt.fail()
    ended = wait(front, asker.task)
    assert ended["state"] == "failed" and ended["result"]["unanswered"] == 1


def test_nothing_is_said_where_all_was_answered(house):
    house.configure(permissions={"timeoutMs": 600000})
    front = approver(house.start())
    task = submit(front, ASKS, agent="script", sessionId=session_of(front, cwd=str(house.place.home)))
    answer(front, requested(front), "deny")
    assert "unanswered" not in wait(front, task)["result"]


# --- its own time ------------------------------------------------------------------------------


def test_a_task_has_time_while_it_waits(house):
    house.configure(permissions={"timeoutMs": 1500})
    front = approver(house.start())
    session = session_of(front, cwd=str(house.place.home))
    task = submit(front, ASKS, agent="script", sessionId=session, timeoutMs=1000)
    requested(front)
    assert wait(front, task)["state"] == "completed"  # behind the time-out of its request, which is longer than its own
    assert said(front, task) == ["refused timeout"]


def test_a_task_has_no_more_time_than_before(house):
    house.configure(permissions={"timeoutMs": 700})
    front = approver(house.start())
    session = session_of(front, cwd=str(house.place.home))
    asked = 'permission Bash {"command":"make all"}; hold'
    task = submit(front, asked, agent="script", sessionId=session, timeoutMs=500)
    requested(front)
    assert resolved(front)["reason"] == "timeout" and get(front, task)["state"] == "running"
    ended = wait(front, task)
    assert ended["state"] == "failed" and ended["result"]["error"]["reason"] == "timeout"
    took = ended["endedAt"] - ended["startedAt"]
    assert took >= 700 + 400  # its own time and that of the request


@pytest.mark.parametrize("again", [lambda house: house.client().call("daemon.restart") and house, killed], ids=["restart", "kill"])
def test_its_time_stands_still_over_the_end_of_a_daemon(house, again):
    house.configure(permissions={"timeoutMs": 2500})
    front = approver(house.start())
    session = session_of(front, cwd=str(house.place.home))
    task = submit(front, ASKS, agent="script", sessionId=session, timeoutMs=2000)
    requested(front)
    again(house)
    client = house.client()
    assert wait(client, task)["state"] == "completed"
    assert said(client, task) == ["refused timeout"]
