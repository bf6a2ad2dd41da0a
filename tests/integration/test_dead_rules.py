"""Rules for paths on a mount that is dead hold up nobody, and one that denies is never missed."""

import time

import pytest

from asking import Asker, answer, approver, requested
from dead_mount import dead_mount, needs_fuse  # noqa: F401 (a fixture)
from tasks import wait
from waiting import until

UNAVAILABLE = -32050
SOON_SECONDS = 3  # less than the daemon waits for a path: who answers within that has not waited for it
LONG = {"permissions": {"approverMs": 600000, "timeoutMs": 600000}}


def rule(effect, tool, **more):
    return {"effect": effect, "tool": tool, **more}


def add(client, *words, **more):
    return client.call("permission.rules.add", rule(*words, **more))


def others_go_on(*clients):
    begun = time.monotonic()
    for client in clients:
        client.call("ping")
        client.call("permission.list", {"all": True})
        client.call("permission.rules.list")
    assert time.monotonic() - begun < SOON_SECONDS


def told_all(asker, *calls):
    """Their answers, which come in any order."""
    found = {}
    while len(found) < len(calls):
        message = asker.link.read()
        if "method" not in message and message.get("id") in calls:
            found[message["id"]] = message["result"]
    return [found[call] for call in calls]


# --- a client names such a rule ----------------------------------------------------------------


@needs_fuse
@pytest.mark.parametrize("method", ["permission.rules.add", "permission.rules.preview"])
@pytest.mark.parametrize("field", ["path", "cwd"])
def test_a_rule_for_a_dead_path_is_refused_and_nobody_waits_for_it(house, dead_mount, method, field):  # noqa: F811
    house.start(wrapper=dead_mount.wrapper)
    one, other = house.client(), house.client()
    dead = rule("deny", "Read", **{field: str(dead_mount.paths[0] / "project")})
    request = one.request(method, dead if method == "permission.rules.add" else {"rule": dead})
    others_go_on(other, one)
    error = one.answer(request)["error"]
    assert (error["code"], error["data"]["code"]) == (UNAVAILABLE, "directory_unavailable")
    assert "does not respond" in error["message"]
    begun = time.monotonic()
    assert one.error(method, dead if method == "permission.rules.add" else {"rule": dead}).code == UNAVAILABLE
    assert time.monotonic() - begun < SOON_SECONDS  # it is known by now
    assert other.call("permission.rules.list") == []
    add(other, "deny", "Read", path="/etc/")


@needs_fuse
def test_an_answer_with_a_rule_for_a_dead_path_can_be_given_without_it(house, dead_mount):  # noqa: F811
    house.configure(**LONG).start(wrapper=dead_mount.wrapper)
    front, other = approver(house), house.client()
    asker = Asker(house, front)
    call = asker.send("Write", file_path="/etc/weir-test", content="x")
    asked = requested(front)
    dead = rule("allow", "Write", path="/etc/*", cwd=str(dead_mount.paths[0] / "project"))
    request = front.request("permission.answer", {"requestId": asked["id"], "decision": "allow_always", "rule": dead})
    others_go_on(other)
    while (message := front.read()).get("id") != request:
        pass
    assert message["error"]["code"] == UNAVAILABLE
    answer(front, asked, "allow_once")
    assert asker.told(call)["approved"]


# --- the store has such rules when the daemon begins ----------------------------------------------


@needs_fuse
def test_a_daemon_starts_with_rules_for_a_dead_path(house, dead_mount):  # noqa: F811
    dead, home = dead_mount.paths[0], house.place.home
    (home / "notes").write_text("x")
    first = house.configure(**LONG).start().client()
    add(first, "deny", "Read", path=f"{dead}/secret/**")
    add(first, "allow", "Write", path=f"{dead}/drafts/**")
    add(first, "allow", "Bash")
    begun = time.monotonic()
    house.again(0, wrapper=dead_mount.wrapper)
    front, other = approver(house), house.client()
    others_go_on(other)
    asker = Asker(house, front)
    assert asker.ask("Bash", command="ls")["approved"]  # which neither of them is about
    assert time.monotonic() - begun < SOON_SECONDS
    call = asker.send("Read", file_path=str(home / "notes"))  # to which a link in there may lead
    asked = requested(front)
    assert asked["paths"] == [str(home / "notes")]
    answer(front, asked, "deny")
    assert asker.told(call) == {"approved": False, "reason": "user_denied"}
    dead_mount.revive()
    house.daemon.wait_for_log("responds again")
    assert asker.ask("Read", file_path=str(home / "notes"))["reason"] == "mode=default"


@needs_fuse
def test_calls_that_named_a_dead_path_are_previewed(house, dead_mount):  # noqa: F811
    """The stored paths are enough: the reader thread accesses no file."""
    dead = dead_mount.paths[0]
    house.configure(permissions={"approverMs": 0}).start()
    client = house.client()
    asker = Asker(house, client)
    for name in ("a", "b"):
        assert asker.ask("Write", file_path=str(dead / name), content="x")["reason"] == "no_approver"
    assert asker.ask("Bash", command=f"sort < {dead}/a")["reason"] == "no_approver"
    asker.prompt.done()
    wait(client, asker.task)
    house.again(0, wrapper=dead_mount.wrapper)
    one, other = house.client(), house.client()
    begun = time.monotonic()
    request = one.request("permission.rules.preview", {"rule": rule("allow", "Write")})
    others_go_on(other)
    found = one.answer(request)["result"]
    assert (found["lookedAt"], found["matched"]) == (3, 2)
    assert time.monotonic() - begun < SOON_SECONDS


# --- the same without such a mount: the resolver's threads are held -----------------------------------


@pytest.fixture
def held(house, place):
    """A daemon with a rule that denies Read below a link and one that allows Write there, whose paths are looked up by a thread
    that is held; an asker, and a front end that can answer."""
    release = place.root / "release"
    (place.home / "real").mkdir()
    (place.root / "link").symlink_to(place.home / "real")
    first = house.configure(**LONG).start().client()
    denied = add(first, "deny", "Read", path=f"{place.root}/link/**")
    allowed = add(first, "allow", "Write", path=f"{place.root}/link/**")
    house.again(0, environment={"WEIR_FAULT": "resolve.work=hold*0+1", "WEIR_FAULT_RELEASE": release})
    until(lambda: "holding at resolve.work" in house.daemon.stderr(), "a thread is held")
    front = approver(house)
    yield Asker(house, front), front, release, {"denied": f"rule:{denied['id']}", "allowed": f"rule:{allowed['id']}"}
    release.touch()


@pytest.mark.faults
def test_a_call_waits_for_the_rules_that_may_decide_it(house, place, held):
    asker, front, release, reason = held
    denied = asker.send("Read", file_path=str(place.home / "real" / "x"))
    allowed = asker.send("Write", file_path=str(place.home / "real" / "x"), content="x")
    others_go_on(front)
    release.touch()
    assert told_all(asker, denied, allowed) == [
        {"approved": False, "reason": reason["denied"]}, {"approved": True, "reason": reason["allowed"]}
    ]
    assert front.call("permission.list") == []  # nobody was asked


@pytest.mark.faults
def test_a_person_is_asked_when_they_take_too_long(house, place, held):
    asker, front, release, reason = held
    path = str(place.home / "real" / "x")
    calls = [asker.send("Read", file_path=path), asker.send("Write", file_path=path, content="x")]
    for _ in calls:
        answer(front, requested(front), "allow_once")
    assert told_all(asker, *calls) == 2 * [{"approved": True, "reason": "user_approved"}]
    release.touch()
    house.daemon.wait_for_log("responds again")
    assert asker.ask("Read", file_path=path) == {"approved": False, "reason": reason["denied"]}
    assert asker.ask("Write", file_path=path, content="x") == {"approved": True, "reason": reason["allowed"]}


@pytest.mark.faults
def test_an_executor_that_leaves_takes_what_waits_with_it(house, place, held):
    asker, front, release, _ = held
    asker.send("Read", file_path=str(place.home / "real" / "x"))
    others_go_on(front)
    assert front.call("task.cancel", {"taskId": asker.task})["cancelled"]
    release.touch()
    others_go_on(front)
    assert front.call("permission.list") == []


@pytest.mark.faults
def test_a_rule_that_is_removed_meanwhile_is_not_waited_for(house, place, held):
    asker, front, release, _ = held
    for found in front.call("permission.rules.list"):
        front.call("permission.rules.remove", {"ruleId": found["id"]})
    assert asker.ask("Read", file_path=str(place.home / "real" / "x"))["reason"] == "mode=default"
    release.touch()
    assert asker.ask("Read", file_path=str(place.home / "real" / "x"))["reason"] == "mode=default"
