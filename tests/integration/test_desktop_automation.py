"""The channels automation:* of desktop shells."""

import pytest

from automations import create, create_rule, ended, rule_of, runs, start, task
from desktop_channels import Unchanged, only, refuses

RULE = ["ruleId", "name", "enabled", "trigger", "actions", "policy", "createdAt", "updatedAt"]
RUN = ["runId", "ruleId", "name", "dueAt", "state", "cause", "actions"]
POLICY = {"overlap": "skip", "missed": "latest", "windowSeconds": 86400, "maxPerHour": 60, "disableAfterFailures": 5, "jitterSeconds": 0}
NOTIFY = [{"type": "notify", "title": "done"}]


def test_create(client):
    rule = create_rule(client, trigger={"type": "cron", "expression": "0 9 * * mon-fri", "timezone": "Europe/Berlin"}, name="morning")
    only(rule, RULE, ["nextDue"])
    assert rule["ruleId"].startswith("auto_") and rule["enabled"] and rule["policy"] == POLICY
    assert rule["nextDue"] == client.call("automation.preview", {"trigger": rule["trigger"], "count": 1})["times"][0]
    assert client.call("automation.status") == {"enabled": True, "rules": [rule]}


@pytest.mark.parametrize("params, path", [
    ({}, "name"), ({"name": "x"}, "trigger"), ({"name": "x", "trigger": {"type": "manual"}}, "actions"),
    ({"name": "", "trigger": {"type": "manual"}, "actions": NOTIFY}, "name"),
    ({"name": "x", "trigger": {"type": "manual"}, "actions": []}, "actions"),
    ({"name": "x", "trigger": {"type": "manual"}, "actions": NOTIFY * 11}, "actions"),
    ({"name": "x", "trigger": {"type": "never"}, "actions": NOTIFY}, "trigger.type"),
    ({"name": "x", "trigger": {"type": "interval", "seconds": 0}, "actions": NOTIFY}, "trigger.seconds"),
    ({"name": "x", "trigger": {"type": "manual"}, "actions": [task(cwd="here")]}, "actions[0].cwd"),
    ({"name": "x", "trigger": {"type": "manual"}, "actions": NOTIFY, "policy": {"overlap": "run"}}, "policy.overlap"),
])
def test_create_with_bad_params(client, params, path):
    with Unchanged(client):
        refuses(client, "automation:create", params, path)


def test_update(client):
    rule = create(client, trigger={"type": "interval", "seconds": 3600})
    due = rule_of(client, rule)["nextDue"]
    changed = client.call("automation:update", {"ruleId": rule, "name": "other"})
    only(changed, RULE, ["nextDue"])
    assert changed["name"] == "other" and changed["nextDue"] == due
    changed = client.call("automation:update", {"ruleId": rule, "trigger": {"type": "interval", "seconds": 60}, "policy": {"overlap": "queue"}})
    assert changed["nextDue"] < due and changed["policy"] == POLICY | {"overlap": "queue"}
    assert "nextDue" not in client.call("automation:update", {"ruleId": rule, "enabled": False})
    assert client.error("automation:update", {"ruleId": "auto_x", "name": "y"}).word == "automation_not_found"


def test_delete(client):
    rule = create(client)
    run = start(client, rule)
    ended(client, run)
    assert client.call("automation:delete", {"ruleId": rule}) == {"success": True}
    assert client.call("automation.status")["rules"] == []
    assert [one["runId"] for one in runs(client, rule)] == [run]
    assert client.error("automation:delete", {"ruleId": rule}).word == "automation_not_found"


def test_trigger(client):
    rule = create(client, [task("say {{input.word}}; done")])
    run = ended(client, start(client, rule, {"word": "hello"}))
    assert run["state"] == "completed" and run["actions"][0]["message"] == "hello"
    assert client.error("automation:trigger", {"ruleId": "auto_x"}).word == "automation_not_found"
    assert client.error("automation:trigger", {"ruleId": rule, "input": "x" * 70000}).code == -32602


def test_get_run_log(client):
    rules = [create(client), create(client)]
    started = [ended(client, start(client, rules[i % 2]))["runId"] for i in range(5)]
    page = client.call("automation:getRunLog", {"limit": 3})
    only(page, ["runs", "nextCursor"])
    only(page["runs"][0], RUN, ["startedAt", "endedAt"])
    rest = client.call("automation:getRunLog", {"limit": 3, "cursor": page["nextCursor"]})
    only(rest, ["runs"])
    assert [one["runId"] for one in page["runs"] + rest["runs"]] == started[::-1]
    assert [one["runId"] for one in runs(client, rules[1])] == started[1::2]
    refuses(client, "automation:getRunLog", {"cursor": "x"}, "cursor")
    refuses(client, "automation:getRunLog", {"limit": 0}, "limit")
