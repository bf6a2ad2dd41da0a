"""Permission rules, which answer instead of people."""

import time

import pytest

from asking import Asker, answer, approver, requested
from client import RpcError
from tasks import session_of, wait
from waiting import until

LONG = {"permissions": {"approverMs": 600000, "timeoutMs": 600000}}


@pytest.fixture
def desk(house):
    house.configure(**LONG)
    return house.start()


def add(client, effect, tool, **more):
    return client.call("permission.rules.add", {"effect": effect, "tool": tool, **more})


def rules(client, **of):
    return client.call("permission.rules.list", of)


# --- list, add, remove --------------------------------------------------------------------


def test_a_rule_is_added_listed_and_removed(house):
    client = house.start().client()
    before = time.time() * 1000 - 1
    rule = add(client, "allow", "Bash", command="git status *", note="harmless")
    assert (rule["effect"], rule["tool"], rule["command"], rule["note"]) == ("allow", "Bash", "git status *", "harmless")
    assert rule["uses"] == 0 and "usedAt" not in rule and rule["createdAt"] >= before
    other = add(client, "deny", "Write", path="/etc/")
    assert rules(client) == [rule, other]
    assert client.call("permission.rules.remove", {"ruleId": rule["id"]}) == {"removed": True}
    assert rules(client) == [other]
    error = client.error("permission.rules.remove", {"ruleId": rule["id"]})
    assert (error.code, error.word) == (-32000, "rule_not_found")


@pytest.mark.parametrize("rule", [
    {"effect": "allow", "tool": "Bash", "command": "git status; rm *"},
    {"effect": "allow", "tool": "Write", "path": "src/*"},
    {"effect": "allow", "tool": "Read", "command": "ls"},
    {"effect": "allow", "tool": "Bash", "expiresAt": 1},
])
def test_a_rule_that_misleads_is_refused(house, rule):
    client = house.start().client()
    assert client.error("permission.rules.add", rule).word == "rule_refused"
    assert rules(client) == []


def test_a_rule_of_no_session(house):
    client = house.start().client()
    rule = {"effect": "allow", "tool": "Bash", "sessionId": "sess_nobody"}
    assert client.error("permission.rules.add", rule).word == "session_not_found"
    assert client.error("permission.rules.preview", {"rule": rule}).word == "session_not_found"
    assert client.error("permission.rules.list", {"sessionId": "sess_nobody"}).word == "session_not_found"
    session = session_of(client)
    client.call("session.close", {"sessionId": session})
    assert client.error("permission.rules.add", rule | {"sessionId": session}).word == "rule_refused"


def test_there_are_only_so_many(house):
    house.configure(permissions={"rules": 2, "approverMs": 600000})
    front = approver(house.start())
    for n in range(2):
        add(front, "allow", "Bash", command=f"make {n}")
    error = front.error("permission.rules.add", {"effect": "allow", "tool": "Bash", "command": "make 3"})
    assert (error.code, error.word) == (-32036, "too_many_rules")
    asker = Asker(house, front)
    call = asker.send("Bash", command="ls -la")
    request = requested(front)
    assert front.error("permission.answer", {"requestId": request["id"], "decision": "allow_always"}).word == "too_many_rules"
    answer(front, request, "allow_once")  # it is still waiting
    assert asker.told(call)["approved"] is True
    asker.prompt.done()


# --- what they decide -------------------------------------------------------------------------


def test_rules_decide_and_are_counted(house):
    client = house.start().client()
    allow = add(client, "allow", "Bash", command="git *")
    deny = add(client, "deny", "Bash", command="git push *")
    asker = Asker(house, client)
    assert asker.reason("Bash", command="git status") == (True, f"rule:{allow['id']}")
    assert asker.reason("Bash", command="git log | git show") == (True, f"rule:{allow['id']}")
    assert asker.reason("Bash", command="git push origin") == (False, f"rule:{deny['id']}")
    assert asker.reason("Bash", command="git status; git push") == (False, f"rule:{deny['id']}")
    assert asker.reason("Bash", command="git status; rm -rf ~") == (False, "no_approver")
    assert asker.reason("Bash", command="make") == (False, "no_approver")
    uses = {rule["id"]: rule for rule in rules(client)}
    assert uses[allow["id"]]["uses"] == 2 and uses[deny["id"]]["uses"] == 2 and uses[allow["id"]]["usedAt"] > 0
    past = client.call("permission.list", {"all": True})
    assert [(r["command"], r["state"]) for r in past] == [
        ("make", "expired"), ("git status; rm -rf ~", "expired"), ("git status; git push", "denied"), ("git push origin", "denied"),
        ("git log | git show", "allowed"), ("git status", "allowed")]
    assert [r["id"] for r in client.call("permission.list", {"state": "denied", "limit": 1})] == [past[2]["id"]]
    assert [r["id"] for r in client.call("permission.list", {"all": True, "limit": 2, "after": past[2]["id"]})] == [
        past[3]["id"], past[4]["id"]]
    assert client.call("permission.list", {"all": True, "sessionId": session_of(client)}) == []
    asker.prompt.done()


@pytest.mark.parametrize("mode", ["default", "acceptEdits", "plan", "bypassPermissions"])
def test_deny_beats_every_mode(house, mode):
    client = house.start().client()
    deny = add(client, "deny", "Read", path="./secret")
    asker = Asker(house, client, permissionMode=mode)
    assert asker.reason("Read", file_path="secret") == (False, f"rule:{deny['id']}")
    assert asker.reason("Read", file_path="./other/../secret") == (False, f"rule:{deny['id']}")
    assert asker.reason("Read", file_path="open") == (True, f"mode={mode}")
    asker.prompt.done()


def test_plan_beats_a_rule_that_allows(house):
    client = house.start().client()
    rule = add(client, "allow", "Bash", command="make *")
    planner = Asker(house, client, permissionMode="plan")
    assert planner.reason("Bash", command="make all") == (False, "mode=plan")
    planner.prompt.done()
    worker = Asker(house, client)
    assert worker.reason("Bash", command="make all") == (True, f"rule:{rule['id']}")
    worker.prompt.done()


def test_a_removed_rule_decides_nothing(house):
    client = house.start().client()
    rule = add(client, "allow", "Bash", command="make *")
    asker = Asker(house, client)
    assert asker.ask("Bash", command="make")["approved"] is True
    client.call("permission.rules.remove", [rule["id"]])
    assert asker.reason("Bash", command="make") == (False, "no_approver")
    asker.prompt.done()


# --- scope and expiry ---------------------------------------------------------------------------


def test_a_rule_holds_in_its_session_and_ends_with_it(house):
    client = house.start().client()
    asker, other = Asker(house, client), Asker(house, client)
    rule = add(client, "allow", "Bash", command="make *", sessionId=asker.session)
    everywhere = add(client, "allow", "Bash", command="ls *")
    assert asker.reason("Bash", command="make") == (True, f"rule:{rule['id']}")
    assert other.reason("Bash", command="make") == (False, "no_approver")
    assert [r["id"] for r in rules(client, sessionId=other.session)] == [everywhere["id"]]
    assert [r["id"] for r in rules(client, sessionId=asker.session)] == [rule["id"], everywhere["id"]]
    for one in (asker, other):
        one.prompt.done()
        wait(client, one.task)
    client.call("session.close", {"sessionId": asker.session})
    assert [r["id"] for r in rules(client)] == [everywhere["id"]]


def test_a_rule_holds_in_its_directory(house, place):
    (place.home / "other").mkdir()
    client = house.start().client()
    rule = add(client, "allow", "Bash", command="make *", cwd=str(place.home))
    here, there = Asker(house, client), Asker(house, client, cwd=str(place.home / "other"))
    assert here.reason("Bash", command="make") == (True, f"rule:{rule['id']}")
    assert there.reason("Bash", command="make") == (False, "no_approver")
    assert [r["id"] for r in rules(client, sessionId=here.session)] == [rule["id"]]
    assert rules(client, sessionId=there.session) == []
    here.prompt.done(), there.prompt.done()


def test_a_rule_expires(house):
    client = house.start().client()
    asker = Asker(house, client)

    def add_for(ms):
        """None: its time was over before the daemon heard of it."""
        try:
            return add(client, "allow", "Bash", command="make *", expiresAt=int(time.time() * 1000) + ms)
        except RpcError as error:
            assert error.word == "rule_refused" and ms < 1000, error

    rule = add_for(600000)
    assert asker.reason("Bash", command="make") == (True, f"rule:{rule['id']}")
    client.call("permission.rules.remove", [rule["id"]])
    rule = until(lambda: add_for(700), "a rule")
    while (told := asker.reason("Bash", command="make"))[0]:
        assert told[1] == f"rule:{rule['id']}"
        client.ping()
    assert told == (False, "no_approver") and time.time() * 1000 >= rule["expiresAt"]
    assert rules(client) == []
    asker.prompt.done()


# --- answers that make rules ----------------------------------------------------------------------


def test_allow_always_makes_the_suggested_rule(desk, place):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Bash", command="ls -la")
    request = requested(front)
    done = answer(front, request, "allow_always")
    rule = done["rule"]
    assert rule["command"] == request["suggestion"]["command"] and rule["cwd"] == str(place.home) and "sessionId" not in rule
    assert asker.told(call)["approved"] is True
    assert asker.reason("Bash", command="ls -la") == (True, f"rule:{rule['id']}")
    again = Asker(desk, front)
    assert again.reason("Bash", command="ls -la") == (True, f"rule:{rule['id']}")
    assert [r["uses"] for r in rules(front)] == [2]
    asker.prompt.done(), again.prompt.done()


def test_allow_session_makes_a_rule_of_the_session(desk):
    front = approver(desk)
    asker, other = Asker(desk, front), Asker(desk, front)
    call = asker.send("Write", file_path="a", content="x")
    rule = answer(front, requested(front), "allow_session")["rule"]
    assert rule["sessionId"] == asker.session
    asker.told(call)
    assert asker.reason("Write", file_path="a", content="y") == (True, f"rule:{rule['id']}")
    call = other.send("Write", file_path="a", content="x")
    answer(front, requested(front), "deny")
    assert other.told(call)["approved"] is False
    asker.prompt.done(), other.prompt.done()


def test_the_rule_of_an_answer_must_fit(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Bash", command="make all")
    request = requested(front)

    def refused(decision, **rule):
        params = {"requestId": request["id"], "decision": decision, "rule": {"effect": "allow", "tool": "Bash", **rule}}
        return front.error("permission.answer", params).word

    assert refused("allow_always", command="git *") == "rule_refused"
    assert refused("allow_always", command="make *", effect="deny") == "rule_refused"
    assert refused("allow_always", command="make *; ls") == "rule_refused"
    assert refused("allow_always", command="make *", sessionId=asker.session) == "rule_refused"
    assert refused("allow_session", command="make *", sessionId="sess_other") == "rule_refused"
    assert refused("allow_once", command="make *") == "invalid_params"
    assert rules(front) == [] and front.call("permission.list") == [request]
    rule = answer(front, request, "allow_always", rule={"effect": "allow", "tool": "Bash", "command": "make *"})["rule"]
    assert rule["command"] == "make *" and asker.told(call)["approved"] is True
    assert asker.reason("Bash", command="make clean") == (True, f"rule:{rule['id']}")
    asker.prompt.done()


# --- preview -------------------------------------------------------------------------------------------


def preview(client, **rule):
    limit = rule.pop("limit", 20)
    return client.call("permission.rules.preview", {"rule": {"effect": "allow", **rule}, "limit": limit})


def test_preview_says_what_a_rule_would_have_matched(house, place):
    client = house.start().client()
    add(client, "allow", "Bash", command="git status *")
    asker = Asker(house, client)
    for command in ("git status", "git push", "git status; rm x", "make"):
        asker.ask("Bash", command=command)
    asker.ask("Write", file_path="src/a", content="x")
    found = preview(client, tool="Bash", command="git *")
    assert (found["matched"], found["lookedAt"], found["denied"]) == (2, 5, 1)
    assert [r["command"] for r in found["requests"]] == ["git push", "git status"]
    assert [r["command"] for r in preview(client, tool="Bash", command="git *", limit=1)["requests"]] == ["git push"]
    assert preview(client, tool="Write", path="./src/**")["matched"] == 1
    assert preview(client, tool="Write", path="./src/**", cwd=str(place.home / "x"))["matched"] == 0
    assert preview(client, tool="Bash", sessionId=session_of(client))["matched"] == 0
    assert client.error("permission.rules.preview", {"rule": {"effect": "allow", "tool": "Read", "command": "x"}}).word == "rule_refused"
    asker.prompt.done()


def test_ten_thousand_decisions_by_rule_in_order(house):
    client = house.start().client()
    even = add(client, "allow", "Bash", command="even *")
    odd = add(client, "deny", "Bash", command="odd *")
    asker = Asker(house, client)
    count, answers = 10000, []
    lines = b"".join(
        b'{"jsonrpc":"2.0","id":%d,"method":"request_permission","params":{"session_token":"%s","tool_name":"Bash",'
        b'"tool_input":{"command":"%s %d"}}}\n' % (n, asker.prompt.token.encode(), b"odd" if n % 2 else b"even", n)
        for n in range(count))
    step = len(lines) // 50 + 1
    for at in range(0, len(lines), step):
        asker.link.send(lines[at:at + step])
        while not asker.link.nothing_came():
            answers.append(asker.link.read())
    while len(answers) < count:
        answers.append(asker.link.read())
    expected = [(n, n % 2 == 0, f"rule:{(odd if n % 2 else even)['id']}") for n in range(count)]
    assert [(a["id"], a["result"]["approved"], a["result"]["reason"]) for a in answers if "result" in a] == expected
    asker.prompt.done()
    wait(client, asker.task)
    assert [r["uses"] for r in rules(client)] == [count // 2, count // 2]
    found = preview(client, tool="Bash", command="even *")
    assert (found["lookedAt"], found["matched"]) == (10000, 5000)


# --- the audit log ------------------------------------------------------------------------------------


def test_who_allowed_what_is_in_the_audit_log(desk):
    front = approver(desk, "my front end")
    rule = add(front, "allow", "Bash", command="git status *")
    asker = Asker(desk, front)
    asker.ask("Bash", command="git status")
    call = asker.send("Bash", command="make all")
    done = answer(front, requested(front), "allow_always", reason="go on")
    assert done["request"]["answeredBy"] == "my front end" and done["rule"]["createdBy"] == "my front end"
    asker.told(call)
    front.call("permission.rules.remove", {"ruleId": rule["id"]})
    rules(front)  # what was decided at once is written by now
    entries = front.call("audit.list", {"limit": 100})
    found = {what: [e for e in entries if e["what"] == what] for what in
             ("rule.added", "permission.decided", "permission.answered", "rule.removed")}
    assert [e["data"]["rule"]["id"] for e in found["rule.added"]] == [done["rule"]["id"], rule["id"]]
    assert [e["data"]["rule"]["id"] for e in found["rule.removed"]] == [rule["id"]]
    [decided] = found["permission.decided"]
    assert decided["data"] == {"state": "allowed", "reason": f"rule:{rule['id']}", "tool": "Bash", "command": "git status"}
    assert decided["taskId"] == asker.task and decided["client"].startswith("executor ")
    [answered] = found["permission.answered"]
    assert answered["client"] == "my front end" and answered["pid"] > 0 and answered["sessionId"] == asker.session
    assert answered["data"]["command"] == "make all" and answered["data"]["note"] == "go on"
    assert answered["data"]["requestId"] == done["request"]["id"] and answered["data"]["ruleId"] == done["rule"]["id"]
    assert front.call("audit.verify")["sound"] is True
    asker.prompt.done()


def test_many_rules_are_counted_each(house):
    client = house.start().client()
    ids = [add(client, "allow", "Bash", command=f"tool{n} *")["id"] for n in range(600)]
    asker = Asker(house, client)
    calls = [asker.send("Bash", command=f"tool{n} x") for n in range(600)]
    assert [asker.told(call)["reason"] for call in calls] == [f"rule:{rule}" for rule in ids]
    assert [(r["id"], r["uses"]) for r in rules(client)] == [(rule, 1) for rule in ids]
    asker.prompt.done()


def test_an_agent_cannot_write_itself_out_of_the_audit_log(house):
    """However long what it asks for is, and whatever is in it."""
    client = house.start().client()
    asker = Asker(house, client, permissionMode="bypassPermissions")
    command = "rm -rf precious " + "\x01" * 5000
    assert asker.reason("Bash", command=command) == (True, "mode=bypassPermissions")
    long = "/" + "/".join(["\x01" * 200] * 4)
    fields = ("file_path", "path", "notebook_path", "filePath", "file", "filename")
    assert asker.reason("Write", **{field: f"{long}/{n}" for n, field in enumerate(fields)})[0]
    asker.prompt.done()
    rules(client)  # what was decided at once is written by now
    write, bash = client.call("audit.list", {"what": "permission.decided"})
    assert bash["data"]["command"].startswith("rm -rf precious ") and bash["data"]["commandIsCut"]
    assert len(write["data"]["paths"]) == 6 and write["data"]["tool"] == "Write"


def test_what_nobody_answered_is_in_the_audit_log(house):
    house.configure(permissions={"approverMs": 20})
    client = house.start().client()
    asker = Asker(house, client)
    assert asker.reason("Bash", command="make it") == (False, "no_approver")
    asker.prompt.done()
    entry, = client.call("audit.list", {"what": "permission.ended"})
    assert entry["data"]["reason"] == "no_approver" and entry["taskId"] == asker.task
    assert client.call("permission.list", {"all": True})[0]["id"] == entry["data"]["requestId"]
