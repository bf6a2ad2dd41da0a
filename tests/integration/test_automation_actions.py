"""Actions with more than a fake agent: models and their price, tools of MCP servers, and notifications; and what a restart does to them."""

import socket
from pathlib import Path

import pytest

from agents import Workshop
from automations import all_over, create, ended, get, runs, start, task
from client import RpcError
from mcp_servers import connect
from session_bus import Desktop, is_there
from tasks import Gate
from waiting import until


def test_the_money_of_a_run(house, model):
    """The broker keeps it, for the session of the rule, as long as the rule has such a budget."""
    used = {"usage": {"input": 1000, "output": 100}}
    model.play([{"text": "One."}, used], [{"text": "Two."}, used], [{"text": "Three."}, used])
    shop = Workshop(house, model).open(keys={"access": "direct"}, prices={"claude-*": {"input": 3, "output": 15}})
    rule = create(shop.client, [task("do it", agent="builtin")], policy={"budget": {"costMicros": 10}})

    def run_with(policy):
        shop.client.call("automation:update", {"ruleId": rule, "policy": policy})
        run = ended(shop.client, start(shop.client, rule))
        session = shop.client.call("session.get", {"sessionId": run["actions"][0]["sessionId"]})
        return run["state"], run.get("reason"), session["keys"], session.get("budget")

    assert run_with({"budget": {"costMicros": 10}}) == ("failed", "budget", "broker", {"costMicros": 10})
    assert not model.requests
    assert run_with({"budget": {"costMicros": 1000000}}) == ("completed", None, "broker", {"costMicros": 1000000})
    assert run_with({"budget": {"costMicros": 1000000}}) == ("completed", None, "broker", {"costMicros": 1004500})
    assert run_with({}) == ("completed", None, "direct", None)


@pytest.fixture
def server(house):
    """A daemon with a scripted MCP server."""
    client = house.configure().start().client()
    connect(client)
    return client


def echo(client, **more):
    return create(client, [{"type": "tool", "server": "one", "tool": "echo", "input": {"text": "you said {{input.word}}"}}], **more)


def allow(client, effect="allow"):
    return client.call("permission.rules.add", {"effect": effect, "tool": "mcp__one__echo"})


def test_a_tool_that_a_rule_allows(server):
    rule = echo(server)
    allow(server)
    run = ended(server, start(server, rule, {"word": "{{hello}} \"you\""}))
    assert run["state"] == "completed" and "you said {{hello}} \"you\"" in run["actions"][0]["message"], run


def test_a_tool_that_no_rule_allows(server):
    rule = echo(server)
    run = ended(server, start(server, rule, {"word": "x"}))
    assert (run["state"], run["reason"]) == ("failed", "tool_denied") and "weir permissions allow mcp__one__echo" in run["message"]
    allow(server)
    allow(server, "deny")
    denied = ended(server, start(server, rule, {"word": "x"}))
    assert denied["reason"] == "tool_denied" and "denies mcp__one__echo" in denied["message"]


def test_a_server_or_a_tool_that_is_gone(server):
    rule = echo(server)
    error = server.error("automation:create", {"name": "x", "trigger": {"type": "manual"}, "actions": [{"type": "tool", "server": "two", "tool": "x"}]})
    assert error.word == "mcp_server_not_found" and error.data["path"] == "params.actions[0].server"
    other = create(server, [{"type": "tool", "server": "one", "tool": "nothing"}])
    run = ended(server, start(server, other))
    assert (run["state"], run["reason"]) == ("refused", "tool_unknown")
    server.call("mcp.remove", {"serverId": "one"})
    run = ended(server, start(server, rule, {"word": "x"}))
    assert (run["state"], run["reason"]) == ("refused", "tool_unknown")


def test_a_field_that_is_unknown_in_an_input(server):
    actions = [{"type": "tool", "server": "one", "tool": "echo", "input": {"a": [{"text": "{{event.x}}"}]}}]
    error = server.error("automation:create", {"name": "x", "trigger": {"type": "manual"}, "actions": actions})
    assert error.word == "template_invalid" and error.data["path"] == "params.actions[0].input"


def test_a_tool_that_fails(server):
    allow(server)
    rule = create(server, [{"type": "tool", "server": "one", "tool": "echo", "input": {"text": 1}}, task()])
    run = ended(server, start(server, rule))
    assert (run["state"], run["reason"]) == ("failed", "tool_failed") and run["message"]
    assert [one["state"] for one in run["actions"]] == ["failed", "waiting"]


# --- notifications ---


@pytest.fixture
def desktop(place):
    if not is_there():
        pytest.skip("needs dbus-daemon")
    with Desktop(place.root) as desktop:
        yield desktop


def test_a_notification(desktop, make_daemon):
    client = make_daemon().start(environment={"DBUS_SESSION_BUS_ADDRESS": desktop.address}).client()
    rule = create(client, [{"type": "notify", "title": "{{rule.name}}: {{input.what}}", "body": "<b>{{input.what}}</b>"}], name="news")
    run = ended(client, start(client, rule, {"what": "it rains"}))
    assert run["state"] == "completed", run
    assert desktop.shown == [("weir", "news: it rains", "‹b›it rains‹/b›", -1)]


def test_a_notification_that_a_rule_was_disabled(desktop, make_daemon):
    client = make_daemon().start(environment={"DBUS_SESSION_BUS_ADDRESS": desktop.address}).client()
    rule = create(client, [task("fail error broken")], name="tests", policy={"disableAfterFailures": 2})
    for _ in range(2):
        ended(client, start(client, rule))
    until(lambda: desktop.shown, "a notification")
    assert desktop.shown == [("weir", "tests", "The rule was disabled: 2 runs in a row have failed.", -1)]


def test_many_notifications_take_turns(make_daemon, place):
    """The bus accepts connections, and says nothing."""
    path = place.root / "bus"
    with socket.socket(socket.AF_UNIX) as bus:
        bus.bind(str(path))
        bus.listen(100)
        daemon = make_daemon().start(environment={"DBUS_SESSION_BUS_ADDRESS": f"unix:path={path}"})
        client = daemon.client()
        started = [start(client, create(client, [{"type": "notify", "title": "x"}])) for _ in range(20)]

        def notifiers():
            pids = Path(f"/proc/{daemon.pid}/task/{daemon.pid}/children").read_text().split()
            return [pid for pid in pids if b"--notify-desktop" in Path(f"/proc/{pid}/cmdline").read_bytes()]

        until(lambda: len(notifiers()) >= 8, "they are shown")
        client.ping()
        assert len(notifiers()) == 8
        daemon.close_clients()
        assert daemon.stop() == 0
    client = make_daemon().start().client()
    over = [ended(client, run) for run in started]
    assert {(one["state"], one["reason"]) for one in over} <= {("failed", "interrupted"), ("failed", "notify_failed")}


def test_without_a_desktop(client):
    rule = create(client, [{"type": "notify", "title": "x"}, task()])
    run = ended(client, start(client, rule))
    assert (run["state"], run["reason"]) == ("failed", "notify_failed") and "desktop" in run["message"]


# --- restarts ---


@pytest.fixture
def begin(make_daemon, place):
    place.write_config({"tasks": {"drainMs": 10}})
    return lambda: make_daemon().start()


def test_a_start_settles_what_ran(begin, place):
    daemon = begin()
    client = daemon.client()
    gate = Gate(place)
    rule = create(client, [task(f"read {gate}; done"), task("say two; done")], policy={"overlap": "queue"})
    first, second = start(client, rule), start(client, rule)
    daemon.close_clients()
    assert daemon.stop() == 0
    client = begin().client()
    over = ended(client, first)
    assert (over["state"], over["reason"]) == ("failed", "task_failed") and len(runs(client)) == 2
    until(lambda: get(client, second)["state"] == "running", "the next one runs")
    gate.open()
    assert ended(client, second)["state"] == "completed"


def restart(client):
    def restarts():
        try:
            return client.call("daemon.restart")
        except RpcError as error:
            assert error.code == -32034, error  # a task runs at this moment

    until(restarts, "a restart")


def test_a_restart_in_place_loses_no_event(client):
    trigger = {"type": "event", "event": "event.sessionCreated", "where": {"session.title": "x"}}
    rule = create(client, trigger=trigger, policy={"overlap": "queue"})
    for _ in range(3):
        client.call("session.create", {"cwd": "/", "title": "x"})
        restart(client)
        client.call("session.create", {"cwd": "/", "title": "x"})
    found = all_over(client, 6, rule)
    assert [one["state"] for one in found] == ["completed"] * 6 and len({one["cause"]["seq"] for one in found}) == 6


def test_a_restart_in_place_keeps_the_times(client):
    create(client, trigger={"type": "interval", "seconds": 1})
    until(lambda: runs(client), "it runs")
    restart(client)
    count = len(runs(client))
    found = until(lambda: len(runs(client)) > count + 1 and runs(client), "it goes on")
    times = [at for one in found for at in range(one.get("from", one["dueAt"]), one.get("to", one["dueAt"]) + 1, 1000)]
    assert times == list(range(times[0], times[-1] + 1, 1000))
