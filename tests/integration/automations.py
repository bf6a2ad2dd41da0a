"""Automation rules as a client sees them."""

import json

from waiting import until

OVER = {"completed", "failed", "skipped", "refused", "cancelled"}
EVERY_TIME = {"disableAfterFailures": 0}


def task(prompt="say one; done", **more):
    return {"type": "task", "prompt": prompt, **more}


def create(client, actions=None, trigger=None, **more):
    """The id of a new rule; started by hand, unless a trigger is given."""
    return create_rule(client, actions, trigger, **more)["ruleId"]


def create_rule(client, actions=None, trigger=None, **more):
    params = {"name": "rule", "trigger": trigger or {"type": "manual"}, "actions": actions or [task()], **more}
    return client.call("automation:create", params)


def start(client, rule, *given):
    return client.call("automation:trigger", {"ruleId": rule, **({"input": given[0]} if given else {})})["runId"]


def runs(client, rule=None):
    """All receipts, oldest first."""
    found, cursor = [], None
    while True:
        params = {"limit": 200} | ({"ruleId": rule} if rule else {}) | ({"cursor": cursor} if cursor else {})
        page = client.call("automation:getRunLog", params)
        found += page["runs"]
        cursor = page.get("nextCursor")
        if not cursor:
            return found[::-1]


def get(client, run):
    (one,) = [each for each in runs(client) if each["runId"] == run]
    return one


def ended(client, run):
    """The run, once it is over."""
    return until(lambda: next((one for one in [get(client, run)] if one["state"] in OVER), None), lambda: get(client, run))


def rule_of(client, rule):
    (one,) = [each for each in client.call("automation.status")["rules"] if each["ruleId"] == rule]
    return one


def all_over(client, count, rule=None):
    """The receipts, once there are so many and all are over."""
    def look():
        found = runs(client, rule)
        return found if len(found) >= count and all(one["state"] in OVER for one in found) else None

    return until(look, lambda: json.dumps(runs(client, rule)))


def follow(client):
    client.call("event.subscribe", {"topics": ["automation"], "fromSeq": 0})


def next_run(client, *states):
    """The next event of a run, in one of these states if any are named."""
    while True:
        event = client.event()
        if event["method"] == "event.automationRun" and (not states or event["params"]["state"] in states):
            return event["params"]
