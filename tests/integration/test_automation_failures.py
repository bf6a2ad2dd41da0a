"""Automation rules while the store fails, the disk is full or a row cannot be read: each due time and each event has one receipt."""

import sqlite3

import pytest

from asking import Asker, answer, approver
from automation_kills import Kills
from automations import all_over, create, create_rule, ended, get, rule_of, runs, start, task
from disks import needs_mount, small_disk  # noqa: F401 (a fixture)
from waiting import until

SECOND = {"type": "interval", "seconds": 1}
TITLED = {"type": "event", "event": "event.sessionCreated", "where": {"session.title": "x"}}


def covers(found, first):
    Kills._check_times(found, first)


@pytest.mark.faults
@pytest.mark.parametrize("point", ["look", "advance", "receipt", "submit", "match", "looked"])
def test_a_step_fails_and_is_tried_again(make_daemon, point):
    daemon = make_daemon().start(environment={"WEIR_FAULT": f"automation.{point}=fail*2+3"})
    client = daemon.client()
    every = create_rule(client, trigger=SECOND, policy={"overlap": "queue", "missed": "all"})
    event = create(client, [task()], TITLED, policy={"overlap": "queue"})
    for _ in range(6):
        client.call("session.create", {"cwd": "/", "title": "x"})
    until(lambda: "cannot decide what is due" in daemon.stderr(), daemon.stderr)
    count = len(runs(client, every["ruleId"]))
    until(lambda: len(runs(client, every["ruleId"])) > count + 2, "it goes on")
    covers(runs(client, every["ruleId"]), every["nextDue"])
    assert [one["state"] for one in all_over(client, 6, event)] == ["completed"] * 6
    assert len({one["cause"]["seq"] for one in runs(client, event)}) == 6


@needs_mount
def test_a_full_disk(small_disk, make_daemon):  # noqa: F811
    daemon = make_daemon().start(wrapper=small_disk.wrapper)
    client = daemon.client()
    every = create_rule(client, [{"type": "notify", "title": "x"}], SECOND, policy={"missed": "all", "disableAfterFailures": 0})
    until(lambda: runs(client), "it runs")
    small_disk.fill()
    until(lambda: client.call("daemon.status")["subsystems"]["store"]["health"] != "ok", "the disk is full")
    last = runs(client)[-1]
    until(lambda: rule_of(client, every["ruleId"])["nextDue"] <= last["dueAt"] + 1000, "nothing is decided")
    assert client.error("automation:trigger", {"ruleId": every["ruleId"]}).code == -32003
    small_disk.empty()
    count = len(runs(client))
    until(lambda: len(runs(client)) > count + 2, "it goes on")
    covers(runs(client), every["nextDue"])


def test_a_session_that_cannot_be_read(make_daemon, place):
    """Only the rule to which it belongs fails."""
    daemon = make_daemon().start()
    client = daemon.client()
    rule = create(client)
    session = ended(client, start(client, rule))["actions"][0]["sessionId"]
    daemon.close_clients()
    assert daemon.stop() == 0
    with sqlite3.connect(place.user_state / "weir.db") as database:
        database.execute("UPDATE sessions SET terms = 'no JSON' WHERE id = ?", (session,))
    database.close()
    client = make_daemon().start().client()
    run = ended(client, start(client, rule))
    assert (run["state"], run["reason"]) == ("refused", "unreadable")
    client.call("automation:update", {"ruleId": rule, "trigger": SECOND})
    other = create(client, trigger=SECOND)
    assert all_over(client, 2, other)[0]["state"] == "completed"
    assert runs(client, rule)[-1]["reason"] == "unreadable"


def test_a_task_of_a_rule_waits_for_a_person(house):
    """Others are refused at once when no front end can answer."""
    client = house.start().client()
    rule = create(client, [task("do it", agent="fake", cwd=str(house.place.home))])
    action = get(client, start(client, rule))["actions"][0]
    asker = Asker(house, client, session=action["sessionId"], task=action["taskId"])
    call = asker.send("Write", file_path="a", content="x")
    (request,) = until(lambda: client.call("permission.list"), "a request")
    assert "expiresAt" not in request
    answer(approver(house), request, "allow_once")
    assert asker.told(call) == {"approved": True, "reason": "user_approved"}
    asker.prompt.done()


def test_the_audit_log_says_who_switches(client):
    rule = create(client)
    for params in ({"ruleId": rule}, {}):
        client.call("automation.disable", params)
        client.call("automation.enable", params)
    client.call("automation.enable")  # it is
    entries = client.call("audit.list", {"limit": 100})[::-1]
    found = [(one["what"], (one.get("data") or {}).get("ruleId")) for one in entries if one["what"].startswith("automation.")]
    assert found == [("automation.created", rule), ("automation.disabled", rule), ("automation.enabled", rule),
                     ("automation.disabled", None), ("automation.enabled", None)]


def test_old_receipts_go_with_what_else_is_old(make_daemon, place):
    daemon = make_daemon().start()
    client = daemon.client()
    rule = create(client)
    old, new = (ended(client, start(client, rule))["runId"] for _ in range(2))
    daemon.close_clients()
    assert daemon.stop() == 0
    with sqlite3.connect(place.user_state / "weir.db") as database:
        database.execute("UPDATE automation_runs SET ended_at = ended_at - 40 * 86400000 WHERE id = ?", (old,))
    database.close()
    place.write_config({"retention": {"days": 30}})
    client = make_daemon().start().client()
    client.call("db.compact")
    assert [one["runId"] for one in runs(client)] == [new]
