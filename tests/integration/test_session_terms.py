"""The settings of a session: its network, its keys, its budget and its time limit for permissions."""

import pytest

from tasks import session_of

DEFAULTS = {"network": "full", "keys": "direct"}
GIVEN = {"network": "none", "keys": "broker", "services": ["anthropic", "openai"], "permissionTimeoutMs": 1500,
         "budget": {"tokens": 1000, "costMicros": 2_500_000}}


def terms(session):
    return {name: session[name] for name in GIVEN if name in session}


def test_as_configured_where_nothing_is_said(client):
    session = client.call("session.create", {"cwd": "/"})
    assert terms(session) == DEFAULTS


def test_the_configuration_is_what_new_sessions_get(place, make_daemon):
    place.write_config({"network": "model-only", "keys": {"access": "none"}})
    client = make_daemon().start().client()
    session = client.call("session.create", {"cwd": "/"})
    assert terms(session) == {"network": "model-only", "keys": "none"}
    task = client.call("task.submit", {"prompt": "say x"})["taskId"]
    own = client.call("task.get", [task])["sessionId"]
    assert terms(client.call("session.get", [own])) == {"network": "model-only", "keys": "none"}
    client.call("task.wait", [task])


def test_given_kept_and_listed(daemon, client):
    session = client.call("session.create", {"cwd": "/", **GIVEN})
    assert terms(session) == GIVEN
    daemon.stop()
    client = daemon.start().client()
    assert terms(client.call("session.get", [session["id"]])) == GIVEN
    assert terms(client.call("session.list")[0]) == GIVEN


def test_create_and_update_take_the_same(client):
    """Every option of session.create is also one of session.update, with the same meaning."""
    options = {**GIVEN, "agent": "script", "model": "m", "permissionMode": "plan", "title": "t", "thinkingTokens": 100,
               "contextFiles": ["a.md"], "metadata": {"a": [1, None]}}
    made = client.call("session.create", {"cwd": "/", **options})
    changed = client.call("session.update", {"sessionId": session_of(client, cwd="/"), **options})
    times = {"id", "createdAt", "updatedAt"}
    assert {name: made[name] for name in made.keys() - times} == {name: changed[name] for name in changed.keys() - times}
    assert options.items() <= made.items()
    plain = client.call("session.create", {"cwd": "/"})
    empty = client.call("session.create", {"cwd": "/", "contextFiles": [], "metadata": None})
    assert plain.keys() == empty.keys()


def test_changed_one_by_one(client):
    session = session_of(client)
    have = dict(DEFAULTS)
    for name, value in GIVEN.items():
        have[name] = value
        assert terms(client.call("session.update", {"sessionId": session, name: value})) == have
    for name in ("services", "permissionTimeoutMs"):
        del have[name]
        assert terms(client.call("session.update", {"sessionId": session, name: None})) == have
    assert client.call("session.update", {"sessionId": session, "services": []})["services"] == []


def test_inherited_by_a_fork(client):
    session = client.call("session.create", {"cwd": "/", **GIVEN})
    assert terms(client.call("session.fork", {"sessionId": session["id"]})) == GIVEN


@pytest.mark.parametrize("name, value", [("network", "some"), ("keys", "all"), ("services", [""]),
                                         ("permissionTimeoutMs", -1), ("budget", {"tokens": -1}),
                                         ("budget", {"money": 1})])
def test_nonsense(client, name, value):
    error = client.error("session.create", {"cwd": "/", name: value}, bad=True)
    assert error.code == -32602 and error.data["path"].startswith(f"params.{name}")
