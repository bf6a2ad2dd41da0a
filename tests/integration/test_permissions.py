"""Permissions of agents: modes and rules decide, otherwise people are asked."""

import pytest

from asking import RESOLVED, Asker, answer, approver, requested, resolved
from tasks import cancel, get, life, wait
from waiting import until

LONG = {"permissions": {"approverMs": 600000, "timeoutMs": 600000}}


@pytest.fixture
def desk(house):
    """A daemon whose requests wait as long as a test does."""
    house.configure(**LONG)
    return house.start()


# --- modes ------------------------------------------------------------------------------

INSIDE = {"Read": {"file_path": "a"}, "Grep": {"pattern": "x"}, "Glob": {"pattern": "*.c"},
          "Write": {"file_path": "a", "content": "x"}, "Edit": {"file_path": "a", "old_string": "x", "new_string": "y"},
          "Bash": {"command": "make"}}
READS, EDITS = ("Read", "Grep", "Glob"), ("Write", "Edit")


def expected(mode, tool):
    if mode == "bypassPermissions" or tool in READS or (mode == "acceptEdits" and tool in EDITS):
        return True, f"mode={mode}"
    return False, "mode=plan" if mode == "plan" else "no_approver"


@pytest.mark.parametrize("mode", ["default", "acceptEdits", "plan", "bypassPermissions"])
def test_each_mode_and_each_kind_of_tool(house, mode):
    client = house.start().client()
    asker = Asker(house, client, permissionMode=mode)
    assert {tool: asker.reason(tool, **INSIDE[tool]) for tool in INSIDE} == {tool: expected(mode, tool) for tool in INSIDE}
    asker.prompt.done()


@pytest.mark.parametrize("path", ["../x", "/etc/hosts", "link/x"])
def test_a_mode_allows_what_is_inside_only(house, place, path):
    (place.home / "link").symlink_to("/etc")
    asker = Asker(house, house.start().client(), permissionMode="acceptEdits")
    assert asker.reason("Write", file_path=path, content="x") == (False, "no_approver")
    assert asker.reason("Read", file_path=path) == (False, "no_approver")
    asker.prompt.done()


# --- asking --------------------------------------------------------------------------------


def test_somebody_is_asked_and_allows(desk, place):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Write", file_path="a", content="hello")
    request = requested(front)
    assert request["tool"] == "Write" and request["state"] == "pending" and request["input"]["content"] == "hello"
    assert request["paths"] == [str(place.home / "a")] and request["cwd"] == str(place.home)
    assert request["sessionId"] == asker.session and request["taskId"] == asker.task
    assert request["expiresAt"] - request["createdAt"] == 600000
    assert get(front, asker.task)["state"] == "awaiting_permission"
    assert front.call("permission.list") == [request]

    done = answer(front, request, "allow_once")
    assert done["request"]["state"] == "allowed" and done["request"]["reason"] == "user_approved" and "rule" not in done
    assert asker.told(call) == {"approved": True, "reason": "user_approved"}
    said = resolved(front)
    assert (said["requestId"], said["state"], said["reason"]) == (request["id"], "allowed", "user_approved")
    assert get(front, asker.task)["state"] == "running"
    assert front.call("permission.list") == []
    asker.prompt.done()
    wait(front, asker.task)
    assert life(front, asker.task) == ["queued", "starting", "running", "awaiting_permission", "running", "completed"]


def test_what_was_said_before_it_is_in_the_log_before_it(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    for number in range(50):
        asker.prompt.report("text", {"text": str(number)})
    call = asker.send("Bash", command="make")
    request = requested(front)
    log = [event["method"] for event in front.call("event.list", {"taskId": asker.task})["events"]]
    assert log.index("event.permissionRequested") == len(log) - 2 and log.count("event.messageCreated") == 51, log
    answer(front, request, "allow_once")
    assert asker.told(call)["approved"]
    asker.prompt.done()


def test_the_reason_of_an_answer_reaches_the_agent(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Bash", command="rm -rf /")
    request = requested(front)
    assert request["command"] == "rm -rf /" and request["parts"] == ["rm -rf /"]
    answer(front, request, "deny", reason="not today")
    assert asker.told(call) == {"approved": False, "reason": "user_denied", "note": "not today"}
    assert resolved(front)["note"] == "not today"
    asker.prompt.done()


def test_an_answer_holds_once_whatever_the_id(desk):
    """The id is for reconnects: what was answered on a live connection is asked again when it comes again."""
    front = approver(desk)
    asker = Asker(desk, front)
    seen = set()
    for decision in ("allow_once", "allow_once", "deny", "allow_once"):
        call = asker.send("Bash", "one", command="make")
        request = requested(front)
        seen.add(request["id"])
        answer(front, request, decision)
        assert asker.told(call)["approved"] is (decision == "allow_once")
    assert len(seen) == 4
    log = front.call("audit.list", {"what": "permission.answered"})
    assert {entry["data"]["requestId"] for entry in log} == seen and len(log) == 4
    # For something else the id is free, too: a person sees what it is.
    call = asker.send("Bash", "one", command="rm -rf build")
    request = requested(front)
    assert request["command"] == "rm -rf build"
    answer(front, request, "deny")
    assert asker.told(call)["approved"] is False


def test_what_a_rule_decides_is_noted_each_time(desk):
    front = approver(desk)
    front.call("permission.rules.add", {"tool": "Bash", "effect": "allow", "command": "make"})
    asker = Asker(desk, front)
    for _ in range(3):
        assert asker.ask("Bash", "one", command="make")["approved"] is True
    until(lambda: len(front.call("audit.list", {"what": "permission.decided"})) == 3, "three entries")
    assert len(front.call("permission.list", {"all": True})) == 3


def test_the_first_answer_wins_and_the_others_are_told(desk):
    first, second = approver(desk, "first"), approver(desk, "second")
    asker = Asker(desk, first)
    call = asker.send("Bash", command="make")
    assert requested(first) == (request := requested(second))
    answer(second, request, "deny")
    assert resolved(first)["state"] == "denied"
    late = first.error("permission.answer", {"requestId": request["id"], "decision": "allow_once"})
    assert (late.code, late.word) == (-32001, "permission_answered")
    assert (late.data["state"], late.data["reason"]) == ("denied", "user_denied")
    assert asker.told(call)["approved"] is False
    asker.prompt.done()


def test_answers_at_once_one_wins(desk):
    fronts = [approver(desk, f"front {n}") for n in range(8)]
    asker = Asker(desk, fronts[0])
    call = asker.send("Bash", command="make")
    requests = [requested(front)["id"] for front in fronts]
    calls = [front.request("permission.answer", {"requestId": request, "decision": decision}) for front, request, decision in
             zip(fronts, requests, ["allow_once", "deny"] * 4)]
    answers = [front.answer(call) for front, call in zip(fronts, calls)]
    [won] = [a["result"]["request"] for a in answers if "result" in a]
    assert all(a["error"]["data"]["state"] == won["state"] for a in answers if "error" in a)
    assert asker.told(call)["approved"] is (won["state"] == "allowed")
    asker.prompt.done()


def test_several_wait_and_the_task_goes_on_with_the_last(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    calls = [asker.send("Bash", command=f"make {n}") for n in range(3)]
    requests = [requested(front) for _ in calls]
    assert [r["command"] for r in requests] == ["make 0", "make 1", "make 2"]
    assert [r["id"] for r in front.call("permission.list")] == [r["id"] for r in reversed(requests)]
    for n in (1, 0, 2):
        assert get(front, asker.task)["state"] == "awaiting_permission"
        answer(front, requests[n], "allow_once")
        assert asker.told(calls[n])["approved"] is True
    assert get(front, asker.task)["state"] == "running"
    asker.prompt.done()


def test_no_such_request(desk):
    front = approver(desk)
    error = front.error("permission.answer", {"requestId": "perm_nobody", "decision": "deny"})
    assert (error.code, error.word) == (-32000, "permission_not_found")


# --- who is asked --------------------------------------------------------------------------------


def test_who_approves_is_asked_once_whatever_he_follows(desk):
    front = approver(desk)
    front.call("event.subscribe", {"topics": ["permission", "task"]})
    front.call("event.subscribe", {})
    deaf, follower = desk.client(), desk.client()
    follower.call("event.subscribe", {"topics": ["permission"]})
    asker = Asker(desk, front)
    call = asker.send("Bash", command="make")
    request = requested(front)
    assert requested(follower)["id"] == request["id"]
    answer(front, request, "allow_once")
    asker.told(call)
    asker.prompt.done()
    wait(deaf, asker.task), wait(front, asker.task), wait(follower, asker.task)
    heard = [event["method"] for event in deaf.events + front.events + follower.events if "ermission" in event["method"]]
    assert heard == [RESOLVED, RESOLVED]  # one for the front end, one for the follower; none twice, none to the deaf


def test_nobody_is_there_to_approve(house):
    house.configure(permissions={"approverMs": 1})
    client = house.start().client()
    asker = Asker(house, client)
    client.call("event.subscribe", {"topics": ["permission"]})
    assert asker.reason("Bash", command="make") == (False, "no_approver")
    assert resolved(client)["state"] == "expired"
    assert [r["reason"] for r in client.call("permission.list", {"all": True})] == ["no_approver"]
    assert get(client, asker.task)["state"] == "running"
    asker.prompt.done()


def test_nobody_answers_in_time(house):
    house.configure(permissions={"approverMs": 600000, "timeoutMs": 600000})
    front = approver(house.start())
    asker = Asker(house, front, permissionTimeoutMs=20)
    call = asker.send("Bash", command="make")
    request = requested(front)
    assert request["expiresAt"] - request["createdAt"] == 20
    assert asker.told(call) == {"approved": False, "reason": "timeout"}
    assert resolved(front)["state"] == "expired"
    late = front.error("permission.answer", {"requestId": request["id"], "decision": "allow_always"})
    assert late.word == "permission_answered" and late.data["reason"] == "timeout"
    asker.prompt.done()


def test_one_who_comes_late_is_shown_what_waits(desk):
    client = desk.client()
    client.call("event.subscribe", {"topics": ["permission"]})
    asker = Asker(desk, client)
    calls = [asker.send("Bash", command=f"make {n}") for n in range(2)]
    first, second = requested(client), requested(client)
    late = approver(desk)
    known = [{name: value for name, value in one.items() if name != "approverBy"} for one in (first, second)]
    assert [requested(late), requested(late)] == known
    answer(late, first, "allow_once")
    answer(late, second, "deny")
    assert [asker.told(call)["approved"] for call in calls] == [True, False]
    asker.prompt.done()
    wait(late, asker.task)
    assert [e["method"] for e in late.events if "ermission" in e["method"]] == [RESOLVED, RESOLVED]


def test_the_last_one_leaves(house):
    house.configure(permissions={"approverMs": 30, "timeoutMs": 600000})
    first, second = approver(house.start()), approver(house)
    client = house.client()
    client.call("event.subscribe", {"topics": ["permission"]})
    asker = Asker(house, client)
    call = asker.send("Bash", command="make")
    requested(first), requested(second)
    first.close()
    client.ping()
    assert get(client, asker.task)["state"] == "awaiting_permission"
    second.close()
    assert Asker(house, client).reason("Bash", command="make") == (False, "no_approver")  # who asks now, nobody has seen
    assert get(client, asker.task)["state"] == "awaiting_permission"
    answer(client, client.call("permission.list")[0], "allow_once")
    assert asker.told(call) == {"approved": True, "reason": "user_approved"}
    asker.prompt.done()


# --- it is not wanted any more ---------------------------------------------------------------------


def test_the_task_is_cancelled(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    asker.send("Bash", command="make")
    request = requested(front)
    assert cancel(front, asker.task) is True
    said = resolved(front)
    assert (said["state"], said["reason"]) == ("withdrawn", "withdrawn")
    assert front.error("permission.answer", {"requestId": request["id"], "decision": "allow_once"}).data["state"] == "withdrawn"


def test_the_executor_is_gone(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    asker.send("Bash", command="make")
    requested(front)
    asker.fake.kill()
    assert wait(front, asker.task)["state"] == "failed"
    assert resolved(front)["state"] == "withdrawn"


def test_the_session_is_closed(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    asker.send("Bash", command="make")
    requested(front)
    front.call("session.close", {"sessionId": asker.session})
    assert resolved(front)["state"] == "withdrawn"
    front.call("session.delete", {"sessionId": asker.session})
    assert front.call("permission.list", {"all": True}) == []


def test_the_executor_takes_it_back(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Bash", command="make")
    requested(front)
    asker.link.notify("$/cancel_request", {"requestId": call})
    assert resolved(front)["reason"] == "cancelled"
    assert get(front, asker.task)["state"] == "running"
    asker.prompt.done()


def test_a_mode_that_is_changed_holds_at_once(house):
    client = house.start().client()
    asker = Asker(house, client, permissionMode="bypassPermissions")
    assert asker.reason("Bash", command="make") == (True, "mode=bypassPermissions")
    client.call("session.update", {"sessionId": asker.session, "permissionMode": "plan"})
    assert asker.reason("Bash", command="make") == (False, "mode=plan")
    asker.prompt.done()


# --- what an executor may try -------------------------------------------------------------------------


def nested(depth):
    value = {}
    for _ in range(depth):
        value = {"a": value}
    return value


@pytest.mark.parametrize("tool, tool_input", [
    ("Bash", {"command": 7}),
    ("Bash", {"command": ["ls", {"x": None}]}),
    ("Bash", {}),
    ("Bash", {"command": "ls " + "$(" * 2000}),
    ("Bash", {"command": "a;" * 20000}),
    ("Write", {"file_path": 1, "path": ["/etc"], "content": {}}),
    ("Write", {"file_path": "/" + "x/" * 3000, "content": ""}),
    ("Edit", nested(100)),
    ("Read", {"file_path": "../\u202e\n\x01"}),
])
def test_whatever_is_asked_a_person_sees_it_or_it_is_refused(desk, tool, tool_input):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send(tool, **tool_input)
    request = requested(front)
    assert request["tool"] == tool and request["input"] == tool_input
    answer(front, request, "deny")
    assert asker.told(call)["approved"] is False
    asker.prompt.done()


@pytest.mark.parametrize("tool_input", ["text", 7, None, [], [{"command": "ls"}], True])
def test_an_input_that_is_no_object(desk, tool_input):
    front = approver(desk)
    asker = Asker(desk, front)
    asker.link.say({"id": "x", "method": "request_permission", "params": {
        "session_token": asker.prompt.token, "tool_name": "Bash", "tool_input": tool_input}})
    answer(front, requested(front), "deny")
    assert asker.told("x")["approved"] is False
    asker.prompt.done()


def test_long_texts_are_left_out_but_never_of_a_command(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Write", file_path="a", content="é" * 400000, more=["y" * 300000, "short"])
    request = requested(front)
    assert request["input"]["file_path"] == "a" and request["input"]["more"][1] == "short"
    assert request["input"]["content"].startswith("éé") and "left out" in request["input"]["content"]
    assert len(str(request["input"])) < 256 << 10
    answer(front, request, "allow_session")
    assert asker.told(call)["approved"] is True
    assert asker.ask("Bash", command="echo " + "x" * 300000) == {"approved": False, "reason": "too_large"}
    asker.prompt.done()


def test_many_short_texts_are_too_many(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Write", file_path="a", content=["x" * 20] * 20000)
    request = requested(front)
    assert "input" not in request and request["paths"]
    answer(front, request, "deny")
    asker.told(call)
    asker.prompt.done()


def test_more_files_than_are_shown_are_too_many(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    for count in (257, 600):
        files = [{"path": f"/etc/{n}"} for n in range(count - 1)]
        told = asker.ask("Write", file_path="/etc/x", content="", locations=files)
        assert told == {"approved": False, "reason": "too_large"}
    call = asker.send("Write", file_path="/etc/x", content="", locations=[{"path": f"/etc/{n}"} for n in range(255)])
    request = requested(front)
    assert len(request["paths"]) == 256
    answer(front, request, "deny")
    assert asker.told(call)["approved"] is False


@pytest.mark.long
def test_what_waits_has_a_limit_in_memory(desk):
    """The parts of a command, one in the other, have many times its size."""
    client = desk.client()
    asker = Asker(desk, client)
    command = "env " * 20 + "make " + "x" * 200000
    calls = [asker.send("Bash", command=command) for _ in range(20)]
    assert asker.told(calls[-1])["reason"] == "too_many_pending"
    client.call("task.cancel", {"taskId": asker.task})


def test_one_task_asks_only_so_much_at_once(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    calls = [asker.send("Bash", command=f"make {n}") for n in range(70)]
    requests = [requested(front) for _ in range(64)]
    assert [asker.told(call)["reason"] for call in calls[64:]] == ["too_many_pending"] * 6
    assert len(front.call("permission.list", {"limit": 1000})) == 64
    for request in requests:
        answer(front, request, "allow_once")
    asker.prompt.done()


def test_another_token_asks_for_nothing(desk):
    client = desk.client()
    asker = Asker(desk, client)
    refused = asker.link.ask("request_permission", {"session_token": "0" * 64, "tool_name": "Read", "tool_input": {"file_path": "a"}})
    assert refused["error"]["data"]["code"] == "token_refused"
    asker.prompt.done()
