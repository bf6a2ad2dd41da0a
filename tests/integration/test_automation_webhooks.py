"""Webhooks of rules: their secret, and deliveries as the bridge passes them on."""

import base64
import hashlib
import hmac
import json
import time

import pytest

from automations import all_over, create, ended, rule_of, runs, start, task
from setting import FAULTS

WEBHOOK = {"type": "webhook"}
GITHUB = {"type": "webhook", "scheme": "github"}
by_the_bridge = pytest.mark.skipif(not FAULTS, reason="the build has no fault points")


@pytest.fixture
def hook(client):
    rule = create(client, [task("show {{body.word}}; done")], trigger=WEBHOOK)
    return rule, client.call("automation.webhook", {"ruleId": rule})


@pytest.fixture
def bridge(daemon, make_daemon):
    """The same daemon again, which takes its connections for those of a bridge."""
    def begin():
        daemon.close_clients()
        daemon.stop()
        assert daemon.wait() == 0
        return make_daemon().start(environment={"WEIR_FAULT": "client.bridge=fail"}).client()

    return begin


def standard(secret, body, identity="msg_1", at=None):
    at = str(int(time.time() if at is None else at))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.digest(key, f"{identity}.{at}.".encode() + body, "sha256")).decode()
    return {"Webhook-Id": identity, "webhook-timestamp": at, "webhook-signature": f"v1,{signature}"}


def github(secret, body):
    return {"X-Hub-Signature-256": "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}


def delivery(rule, headers, body):
    return {"ruleId": rule, "headers": headers, "body": base64.b64encode(body).decode()}


def test_the_secret(client, hook, daemon):
    rule, shown = hook
    assert shown["path"] == f"/hooks/{rule}" and shown["scheme"] == "standard" and shown["secret"].startswith("whsec_")
    assert client.call("automation.webhook", {"ruleId": rule}) == shown
    rotated = client.call("automation.webhook", {"ruleId": rule, "rotate": True})
    assert rotated["secret"] != shown["secret"] and client.call("automation.webhook", {"ruleId": rule}) == rotated
    stored = b"".join(path.read_bytes() for path in daemon.state.glob("weir.db*"))
    assert rotated["secret"].encode() not in stored
    (kept,) = client.call("key.list")
    assert kept["service"] == f"hook:{rule}" and kept["lastFour"] == ""
    client.call("automation:delete", {"ruleId": rule})
    assert client.call("key.list") == []


def test_rules_without_a_webhook(client):
    assert client.error("automation.webhook", {"ruleId": create(client)}).word == "trigger_invalid"
    for name in ("auto_x", "x" * 128):
        assert client.error("automation.webhook", {"ruleId": name}).word == "automation_not_found"


def test_only_the_bridge_delivers(client, hook):
    assert client.error("automation.deliver", delivery(hook[0], {}, b""), bad=True).word == "method_not_found"


@by_the_bridge
def test_a_delivery(bridge, hook):
    rule, shown = hook
    client = bridge()
    body = json.dumps({"word": "hello you"}).encode()
    answer = client.call("automation.deliver", delivery(rule, standard(shown["secret"], body), body))
    (run,) = all_over(client, 1)
    assert answer == {"accepted": True, "runId": run["runId"]}
    assert run["cause"] == {"type": "webhook", "messageId": "msg_1", "data": {"word": "hello you"}}
    prompt = client.call("task.get", {"taskId": run["actions"][0]["taskId"]})["prompt"]
    assert "\n> hello you\n" in prompt and "untrusted" in prompt


@by_the_bridge
def test_deliveries_that_are_refused(bridge, hook):
    rule, shown = hook
    client, body = bridge(), b'{"word":"x"}'
    good = standard(shown["secret"], body)
    client.call("automation.deliver", delivery(rule, good, body))
    refused = [
        delivery("auto_x", good, body), delivery(rule, good, body), delivery(rule, good, body + b" "), delivery(rule, {}, body),
        delivery(rule, standard("whsec_" + "A" * 44, body, "msg_2"), body), delivery(rule, standard(shown["secret"], body, "msg_3", 1), body),
        delivery(rule, standard(shown["secret"], body, "msg_4", time.time() - 310), body),
        delivery(rule, standard(shown["secret"], body, "msg_5", time.time() + 310), body), delivery(rule, github(shown["secret"], body), body),
    ]
    errors = [client.error("automation.deliver", params) for params in refused]
    assert {(error.word, error.message) for error in errors} == {("webhook_refused", errors[0].message)}
    assert len(runs(client)) == 1
    for name in (rule, "auto_x"):
        bad = client.error("automation.deliver", {**delivery(name, good, body), "body": "!"})
        assert bad.code == -32602 and bad.data["path"] == "params.body"


@by_the_bridge
def test_github(client, bridge):
    rule = create(client, [task("show {{body}}; done")], trigger=GITHUB)
    secret = client.call("automation.webhook", {"ruleId": rule})["secret"]
    client = bridge()
    body = b"not JSON"
    assert client.call("automation.deliver", delivery(rule, github(secret, body), body))["accepted"]
    assert client.error("automation.deliver", delivery(rule, github(secret, body), body)).word == "webhook_refused"
    assert all_over(client, 1)[0]["cause"]["data"] == "not JSON"


@by_the_bridge
def test_a_large_body_and_a_disabled_rule(client, bridge):
    rule = create(client, [task("show {{body.x}}; done")], trigger=WEBHOOK)
    secret = client.call("automation.webhook", {"ruleId": rule})["secret"]
    client = bridge()
    body = json.dumps({"x": "y" * ((1 << 20) - 9)}).encode()
    assert len(body) == 1 << 20
    assert client.call("automation.deliver", delivery(rule, standard(secret, body), body))["accepted"]
    (run,) = all_over(client, 1)
    assert "data" not in run["cause"] and (run["state"], run["reason"]) == ("refused", "template") and "64 KiB" in run["message"]
    assert client.error("automation.deliver", delivery(rule, standard(secret, body + b" ", "msg_2"), body + b" ")).code == -32602
    client.call("automation.disable", {"ruleId": rule})
    assert client.error("automation.deliver", delivery(rule, standard(secret, b"", "msg_3"), b"")).word == "automation_disabled"


def test_a_webhook_rule_by_hand(client, hook):
    run = ended(client, start(client, hook[0], {"word": "me"}))
    assert run["state"] in ("completed", "failed") and rule_of(client, hook[0])["lastRun"]["runId"] == run["runId"]
