"""Pending permission requests survive the daemon: daemon.restart and kill -9, at each step."""

import pytest

from asking import Asker, answer, approver, requested, resolved
from tasks import get, life, messages, session_of, submit, wait
from waiting import until

LONG = {"permissions": {"approverMs": 600000, "timeoutMs": 600000}}
SCRIPT = 'permission Bash {"command":"make all"}; done'

DONE = {"status": "completed", "message_count": 0}


@pytest.fixture
def desk(house):
    house.configure(**LONG)
    return house.start()


def said(client, task):
    return [m["data"]["text"] for m in messages(client, task) if m["role"] == "assistant" and "text" in m["data"]]


def begin(house, client):
    """A task of weir's own executor."""
    return submit(client, SCRIPT, agent="script", sessionId=session_of(client, cwd=str(house.place.home)))


def killed(house):
    house.daemon.process.kill()
    house.daemon.process.wait()
    return house.again()


def ways(client, task):
    return [state for state in life(client, task) if state in ("awaiting_permission", "running")]


# --- it still waits -----------------------------------------------------------------------------


def test_a_restart_while_it_waits(desk):
    front = approver(desk)
    task = begin(desk, front)
    request = requested(front)
    assert front.call("daemon.restart")["pause_ms"] >= 0
    assert front.call("permission.list") == [request]
    assert get(front, task)["state"] == "awaiting_permission"
    answer(front, request, "deny", reason="no")
    assert resolved(front)["state"] == "denied"
    assert wait(front, task)["state"] == "completed"
    assert said(front, task) == ["refused user_denied: no"]
    assert [r["id"] for r in front.call("permission.list", {"all": True})] == [request["id"]]
    assert ways(front, task) == ["running", "awaiting_permission", "running"]
    assert not [e for e in front.events if e["method"] == "event.permissionRequested"], "it was shown twice"


def test_kill_while_it_waits(desk):
    front = approver(desk)
    task = begin(desk, front)
    request = requested(front)
    front = approver(killed(desk))
    assert requested(front) == request
    answer(front, request, "allow_once")
    assert wait(front, task)["state"] == "completed"
    assert said(front, task) == ["approved user_approved"]
    assert len(front.call("permission.list", {"all": True})) == 1


def test_it_is_answered_while_the_executor_is_away(desk):
    """The executor asks again, and finds that it was answered."""
    front = approver(desk)
    asker = Asker(desk, front, resumes=True)
    asker.send("Bash", "one", command="make")
    request = requested(front)
    asker.link.close()
    link = asker.fake.accept()
    hello = link.expect("resume")
    answer(front, request, "allow_once")
    token = hello["params"]["tokens"][asker.task]
    link.answer(hello, {"tasks": [{"task_id": asker.task, "last_sequence": 0}], "terminals": []})
    ask = {"session_token": token, "tool_name": "Bash", "tool_input": {"command": "make"}, "request_id": "one"}
    # The same id for something else is not the same.
    other = ask | {"tool_input": {"command": "rm -rf /"}}
    assert link.ask("request_permission", other)["result"] == {"approved": False, "reason": "request_id_reused"}
    assert link.ask("request_permission", ask)["result"] == {"approved": True, "reason": "user_approved"}
    # The answer is delivered now: a repeat is another question.
    link.say({"id": "again", "method": "request_permission", "params": ask})
    again = requested(front)
    assert again["id"] != request["id"]
    answer(front, again, "deny")
    assert link.answer_to("again")["result"] == {"approved": False, "reason": "user_denied"}
    link.notify("report_completion", {"session_token": token, "task_id": asker.task, "execution": DONE})
    assert wait(front, asker.task)["state"] == "completed"


def test_it_repeats_the_request_and_keeps_waiting(desk):
    front = approver(desk)
    asker = Asker(desk, front, resumes=True)
    asker.send("Bash", "one", command="make")
    request = requested(front)
    asker.link.close()
    link = asker.fake.accept()
    hello = link.expect("resume")
    token = hello["params"]["tokens"][asker.task]
    link.answer(hello, {"tasks": [{"task_id": asker.task, "last_sequence": 0}], "terminals": []})
    ask = {"session_token": token, "tool_name": "Bash", "tool_input": {"command": "make"}, "request_id": "one"}
    for n in range(2):
        link.say({"id": f"again-{n}", "method": "request_permission", "params": ask})
    assert link.ask("request_permission", ask | {"tool_input": {"command": "x"}})["result"]["reason"] == "request_id_reused"
    answer(front, request, "allow_once")
    assert [link.answer_to(f"again-{n}")["result"]["approved"] for n in range(2)] == [True, True]
    link.notify("report_completion", {"session_token": token, "task_id": asker.task, "execution": DONE})
    assert wait(front, asker.task)["state"] == "completed"


def test_one_without_an_id_is_withdrawn_when_its_executor_is_back(desk):
    front = approver(desk)
    asker = Asker(desk, front, resumes=True)
    asker.send("Bash", command="make")
    request = requested(front)
    asker.link.close()
    link = asker.fake.accept()
    hello = link.expect("resume")
    link.answer(hello, {"tasks": [{"task_id": asker.task, "last_sequence": 0}], "terminals": []})
    gone = resolved(front)
    assert (gone["requestId"], gone["state"], gone["reason"]) == (request["id"], "withdrawn", "not_asked_again")
    token = hello["params"]["tokens"][asker.task]
    link.say({"id": "again", "method": "request_permission",
              "params": {"session_token": token, "tool_name": "Bash", "tool_input": {"command": "make"}}})
    again = requested(front)
    assert again["id"] != request["id"]
    answer(front, again, "deny")
    assert link.answer_to("again")["result"]["approved"] is False
    link.notify("report_completion", {"session_token": token, "task_id": asker.task, "execution": DONE})
    assert wait(front, asker.task)["state"] == "completed"


@pytest.mark.parametrize("request_id", [None, "one"])
def test_a_restart_of_one_that_keeps_nothing(desk, request_id):
    """Its connection goes over to the new program, and its question with it."""
    front = approver(desk)
    asker = Asker(desk, front)
    calls = [asker.send("Bash", request_id, command="make"), asker.send("Write", file_path="a", content="x")]
    requests = [requested(front), requested(front)]
    for _ in range(2):
        assert front.call("daemon.restart")["pause_ms"] >= 0
    assert front.call("permission.list") == requests[::-1]
    answer(front, requests[0], "allow_once")
    answer(front, requests[1], "deny")
    assert [asker.told(call)["approved"] for call in calls] == [True, False]
    assert len(front.call("permission.list", {"all": True})) == 2
    asker.prompt.done()
    assert wait(front, asker.task)["state"] == "completed"


# --- times go on -------------------------------------------------------------------------------------


def test_its_time_goes_on(house):
    house.configure(permissions={"approverMs": 600000, "timeoutMs": 400})
    front = approver(house.start())
    task = begin(house, front)
    request = requested(front)
    front = approver(killed(house))
    assert wait(front, task)["state"] == "completed"
    assert said(front, task) == ["refused timeout"]
    [row] = front.call("permission.list", {"all": True})
    assert row["id"] == request["id"] and row["expiresAt"] == request["expiresAt"] and row["answeredAt"] >= row["expiresAt"]


def test_rules_are_there_again(desk):
    front = approver(desk)
    rule = front.call("permission.rules.add", {"effect": "allow", "tool": "Bash", "command": "make *"})
    for again in (lambda: front.call("daemon.restart") and front, lambda: approver(killed(desk))):
        front = again()
        task = begin(desk, front)
        assert wait(front, task)["state"] == "completed"
        assert said(front, task) == [f"approved rule:{rule['id']}"]
    assert [r["uses"] for r in front.call("permission.rules.list")] == [2]


def test_an_approver_stays_one_over_a_restart(house):
    house.configure(permissions={"approverMs": 0, "timeoutMs": 600000})
    front = approver(house.start())
    front.call("daemon.restart")
    task = begin(house, front)
    answer(front, requested(front), "allow_once")
    assert wait(front, task)["state"] == "completed"
    front.close()
    client = house.client()
    task = begin(house, client)
    assert wait(client, task)["state"] == "completed"
    assert said(client, task) == ["refused no_approver"]


# --- an answer is given once ------------------------------------------------------------------


@pytest.mark.parametrize("way", ["reconnect", "kill", "restart"])
def test_a_repeat_of_what_was_answered_is_another_question(desk, way):
    front = approver(desk)
    asker = Asker(desk, front, resumes=True)
    call = asker.send("Bash", "one", command="make")
    first = requested(front)
    answer(front, first, "allow_once")
    assert asker.told(call)["approved"] is True
    session_of(front)  # stored behind the delivery of the answer, and so that is stored too
    if way == "restart":
        front.call("daemon.restart")
    if way == "kill":
        front = approver(killed(desk))
    asker.link.close()
    asker.comes_back()
    call = asker.send("Bash", "one", command="make")
    again = requested(front)
    assert again["id"] != first["id"]
    answer(front, again, "deny")
    assert asker.told(call) == {"approved": False, "reason": "user_denied"}
    asker.link.notify("report_completion", {"session_token": asker.token, "task_id": asker.task, "execution": DONE})
    assert wait(front, asker.task)["state"] == "completed"


@pytest.mark.faults
def test_a_repeat_while_the_store_does_not_know_that_it_was_answered(house):
    house.configure(**LONG)
    front = approver(house.start(environment={"WEIR_FAULT": "permission.before_use_up=fail*0+1"}))
    asker = Asker(house, front)
    seen = set()
    for _ in range(3):
        call = asker.send("Bash", "one", command="make")
        request = requested(front)
        seen.add(request["id"])
        answer(front, request, "allow_once")
        assert asker.told(call)["approved"] is True
    assert len(seen) == 3


# --- each step ------------------------------------------------------------------------------------------

POINTS = ["permission.before_add", "permission.added", "permission.before_answer", "permission.before_tell"]


@pytest.mark.faults
@pytest.mark.parametrize("point", POINTS)
def test_killed_at(house, point):
    """Stored answers hold, unanswered requests are asked again, and no request is asked twice."""
    house.configure(**LONG)
    front = approver(house.start(environment={"WEIR_FAULT": f"{point}=kill"}))
    task = begin(house, front)
    answered = None
    try:
        answered = answer(front, requested(front), "allow_once")
    except (AssertionError, OSError):
        pass  # the connection has ended
    house.daemon.wait()
    front = approver(house.again())
    pending = front.call("permission.list")
    if not answered and not [r for r in front.call("permission.list", {"all": True}) if r["state"] == "allowed"]:
        request = requested(front)
        assert all("approverBy" not in one for one in pending)  # an approver is connected
        # It is there, or is about to be asked again; it may have been written down before the approver came.
        request.pop("approverBy", None)
        assert pending in ([], [request])
        answer(front, request, "allow_once")
    assert wait(front, task)["state"] == "completed"
    assert said(front, task) == ["approved user_approved"]
    assert [r["state"] for r in front.call("permission.list", {"all": True})] == ["allowed"]


@pytest.mark.faults
@pytest.mark.parametrize("point", ["permission.before_end"])
def test_killed_while_it_ends(house, point):
    house.configure(permissions={"approverMs": 600000, "timeoutMs": 50})
    front = approver(house.start(environment={"WEIR_FAULT": f"{point}=kill"}))
    task = begin(house, front)
    house.daemon.wait()
    front = approver(house.again())
    assert wait(front, task)["state"] == "completed"
    assert said(front, task) == ["refused timeout"]


@pytest.mark.faults
@pytest.mark.parametrize("point, told", [
    ("permission.before_add", "error -32003 subsystem_unavailable"),
    ("permission.before_end", "refused timeout"),
])
def test_a_store_that_fails(house, point, told):
    """Nobody waits for it, and nothing is allowed."""
    house.configure(permissions={"approverMs": 600000, "timeoutMs": 50})
    front = approver(house.start(environment={"WEIR_FAULT": f"{point}=fail*0+1"}))
    task = begin(house, front)
    assert wait(front, task)["state"] == "completed"
    assert said(front, task) == [told]
    until(lambda: not front.call("permission.list"), "it ends when the store works again")


@pytest.mark.faults
def test_an_end_that_could_not_be_stored_stays_what_was_told(house, place):
    """The executor was told that the request expired. Nobody can allow it behind that, and the store says the same in the end."""
    begin_file = place.root / "fails"
    house.configure(permissions={"approverMs": 600000, "timeoutMs": 50})
    begin_file.touch()
    environment = {"WEIR_FAULT": "permission.before_end=fail", "WEIR_FAULT_BEGIN": str(begin_file)}
    front = approver(house.start(environment=environment))
    task = submit(front, "hello", agent="fake")
    prompt = house.next().serve()
    told = prompt.ask("request_permission", tool_name="Bash", tool_input={"command": "make all"})["result"]
    assert (told["approved"], told["reason"]) == (False, "timeout")
    [pending] = front.call("permission.list")
    error = front.error("permission.answer", {"requestId": pending["id"], "decision": "allow_once"})
    assert error.word == "permission_answered" and error.data["state"] == "expired", error
    begin_file.unlink()
    until(lambda: not front.call("permission.list"), "it ends when the store works again")
    [past] = [request for request in front.call("permission.list", {"all": True}) if request["id"] == pending["id"]]
    assert (past["state"], past["reason"]) == ("expired", "timeout")
    prompt.done()
    assert wait(front, task)["state"] == "completed"


def start_unread(house):
    """A daemon that cannot read its rules as long as a file is there."""
    fails = house.place.root / "fails"
    fails.touch()
    return house.start(environment={"WEIR_FAULT": "permission.load=fail", "WEIR_FAULT_BEGIN": str(fails)}).client(), fails


@pytest.mark.faults
def test_rules_that_cannot_be_read_allow_nothing(house):
    house.configure(**LONG)
    client = house.start().client()
    client.call("permission.rules.add", {"effect": "allow", "tool": "Bash", "command": "make *"})
    client.call("daemon.stop")
    house.daemon.wait()
    house.daemon.expected_exit = 0
    problems = house.daemon.finish()
    assert not problems
    house.daemon = type(house.daemon)(house.place, house.recorder)
    client, fails = start_unread(house)
    task = begin(house, client)
    assert wait(client, task)["state"] == "completed"
    assert said(client, task)[0] == "error -32003 subsystem_unavailable"
    fails.unlink()

    def allowed():
        task = begin(house, client)
        wait(client, task)
        return said(client, task)[0].startswith("approved rule:")

    until(allowed, "the rules are read a second later")


@pytest.mark.faults
def test_a_rule_that_is_made_before_the_others_are_read(house):
    house.configure(**LONG)
    client, fails = start_unread(house)
    rule = client.call("permission.rules.add", {"effect": "deny", "tool": "Bash", "command": "make *"})
    fails.unlink()

    def denied():
        task = begin(house, client)
        wait(client, task)
        return said(client, task)[0] == f"refused rule:{rule['id']}"

    until(denied, "it counts once all are read")
