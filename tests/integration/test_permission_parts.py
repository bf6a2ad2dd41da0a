"""Compound commands: a rule for each part, in one answer."""

import pytest

from asking import Asker, answer, approver, requested


@pytest.fixture
def desk(house):
    house.configure(permissions={"approverMs": 600000})
    return house.start()


def commands(request):
    return [rule["command"] for rule in request.get("suggestions", [])]


def bash(*wanted):
    return [{"effect": "allow", "tool": "Bash", "command": command} for command in wanted]


def test_each_part_is_allowed_in_one_answer(desk, place):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Bash", command="cd sub && make all 2>&1 | tail -5")
    request = requested(front)
    assert commands(request) == ["cd sub", "make all", "tail -5"] and "suggestion" not in request
    assert front.call("permission.list") == [request]
    done = answer(front, request, "allow_always")
    assert [rule["command"] for rule in done["rules"]] == commands(request) and "rule" not in done
    assert all(rule["cwd"] == str(place.home) for rule in done["rules"])
    assert asker.told(call)["approved"] is True
    first = f"rule:{done['rules'][0]['id']}"
    assert asker.reason("Bash", command="cd sub && make all") == (True, first)
    assert asker.reason("Bash", command=f"cd {place.home} && make all") == (True, f"rule:{done['rules'][1]['id']}")
    assert [rule["command"] for rule in front.call("permission.rules.list")] == commands(request)
    asker.prompt.done()


def test_they_are_known_again_after_a_crash(desk):
    front = approver(desk)
    asker = Asker(desk, front, resumes=True)
    asker.send("Bash", "one", command="make && make test")
    request = requested(front)
    desk.daemon.process.kill()
    desk.daemon.process.wait()
    front = approver(desk.again())
    asker.comes_back()
    assert commands(requested(front)) == commands(request) == ["make", "make test"]
    again = asker.send("Bash", "one", command="make && make test")
    assert len(answer(front, request, "allow_session")["rules"]) == 2
    assert asker.told(again)["approved"] is True
    assert {rule["sessionId"] for rule in front.call("permission.rules.list")} == {asker.session}
    front.call("task.cancel", {"taskId": asker.task})


def test_what_is_allowed_already_needs_no_rule(desk):
    front = approver(desk)
    front.call("permission.rules.add", bash("make *")[0])
    asker = Asker(desk, front)
    call = asker.send("Bash", command="make && git pull")
    request = requested(front)
    assert commands(request) == ["git pull"] and "suggestion" not in request
    assert answer(front, request, "allow_always")["rule"]["command"] == "git pull"
    assert asker.told(call)["approved"] and asker.reason("Bash", command="git pull; make x")[0]
    asker.prompt.done()


def test_a_file_that_is_written_gets_a_rule_of_its_own(desk, place):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Bash", command="make > log 2>&1; tail -5 log")
    request = requested(front)
    file = {"effect": "allow", "tool": "Write", "path": f"{place.home}/log"}
    assert request["suggestions"] == [file, *bash("make", "tail -5 log")]
    assert len(answer(front, request, "allow_always")["rules"]) == 3 and asker.told(call)["approved"]
    assert asker.reason("Bash", command="make >> log")[0]
    call = asker.send("Bash", command="make > other")
    request = requested(front)
    assert request["suggestions"] == [file | {"path": f"{place.home}/other"}]
    answer(front, request, "allow_once")
    assert asker.told(call)["approved"] and len(front.call("permission.rules.list")) == 3
    asker.prompt.done()


@pytest.mark.parametrize("command", ["make && rm $x", "make > ../out", "make > .git/config", "echo x | sh", "cd .. && make", "ls && sudo make"])
def test_what_cannot_be_named_is_allowed_once_only(desk, command):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Bash", command=command)
    request = requested(front)
    assert "suggestions" not in request and "suggestion" not in request
    refused = front.error("permission.answer", {"requestId": request["id"], "decision": "allow_always"})
    assert refused.word == "rule_refused"
    answer(front, request, "allow_once")
    assert asker.told(call)["approved"] and front.call("permission.rules.list") == []
    asker.prompt.done()


def test_rules_of_ones_own(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    call = asker.send("Bash", command="make all && git pull")
    request = requested(front)

    def refused(decision, **more):
        return front.error("permission.answer", {"requestId": request["id"], "decision": decision, **more})

    assert refused("allow_always", rules=bash("make *")).word == "rule_refused"  # and git pull?
    assert refused("allow_always", rules=bash("make *", "git *", "rm *")).word == "rule_refused"  # nobody asked for rm
    assert refused("allow_always", rules=bash("make *", "git | sh")).word == "rule_refused"
    assert refused("allow_always", rules=bash("make *") + [bash("git *")[0] | {"effect": "deny"}]).word == "rule_refused"
    assert refused("allow_once", rules=bash("make *", "git *")).word == "invalid_params"
    assert refused("allow_always", rule=bash("make *")[0], rules=bash("git *")).word == "invalid_params"
    assert front.call("permission.rules.list") == []
    made = answer(front, request, "allow_always", rules=bash("make *", "git *"))["rules"]
    assert [rule["command"] for rule in made] == ["make *", "git *"]
    assert asker.told(call)["approved"] and asker.reason("Bash", command="git push; make clean")[0]
    asker.prompt.done()


def test_all_of_them_or_none(house):
    house.configure(permissions={"approverMs": 600000, "rules": 2})
    front = approver(house.start())
    asker = Asker(house, front)
    call = asker.send("Bash", command="make a; make b; make c")
    request = requested(front)
    full = front.error("permission.answer", {"requestId": request["id"], "decision": "allow_always"})
    assert full.word == "too_many_rules" and front.call("permission.rules.list") == []
    assert front.call("permission.list") == [request], "it goes on waiting"
    answer(front, request, "deny")
    assert asker.told(call)["approved"] is False
    asker.prompt.done()


def test_a_preview_of_rules_that_belong_together(desk):
    front = approver(desk)
    asker = Asker(desk, front)
    for command in ("cd sub && make all", "make all", "make all && rm x", "tail -5"):
        call = asker.send("Bash", command=command)
        answer(front, requested(front), "allow_once")
        assert asker.told(call)["approved"] is True
    first, *others = bash("cd sub", "make all")
    params = {"rule": first, "rules": others}
    found = front.call("permission.rules.preview", params)
    assert [one["command"] for one in found["requests"]] == ["make all", "cd sub && make all"] and found["lookedAt"] == 4
    assert front.call("permission.rules.preview", {"rule": first})["matched"] == 0
    front.call("permission.rules.add", bash("rm *")[0])
    assert front.call("permission.rules.preview", params)["matched"] == 3, "with those in force"
    wrong = {"rule": first, "rules": [{"effect": "allow", "tool": "Read", "command": "x"}]}
    assert front.error("permission.rules.preview", wrong).word == "rule_refused"
    asker.prompt.done()
