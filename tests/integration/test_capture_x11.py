"""The daemon with weir-capture itself, in its jail, at a real X server with real windows."""

import pytest

from capture_fixtures import make_server, screen, server  # noqa: F401 (fixtures)
from setting import SHIPPED
from waiting import until

DEFAULTS = ["browser", "focus", "window_tracking"]


def active(client):
    return sorted(one["stream"] for one in client.call("capture:getStatus")["streams"] if one["active"])


def titles(client):
    return {one.get("windowTitle") for one in client.call("context:getRecentActivity", {"limit": 200})["activities"]}


@pytest.fixture
def recording(make_daemon, place, server):  # noqa: F811
    place.write_config({"pool": {"warm": 0}})
    daemon = make_daemon().start(program=SHIPPED)
    client = daemon.client()
    client.call("capture.consent", {"recording": True, "session": server.session()})
    until(lambda: active(client) == DEFAULTS, lambda: f"it to record: {client.call('capture:getStatus')}")
    return daemon, client


def deliver(client):
    """A stream that is switched off makes the program deliver what it has; each call ends the row of the window in front."""
    for enabled in (True, False):
        client.call("capture:toggleStream", {"stream": "clipboard", "enabled": enabled})


def seen(client, title):
    deliver(client)
    return title in titles(client)


def count(client, title):
    rows = client.call("context:getRecentActivity", {"limit": 200})["activities"]
    return sum(one["type"] == "window" and one.get("windowTitle") == title for one in rows)


def test_windows_are_recorded(recording, screen):  # noqa: F811
    """What was in front is stored, the rest when the daemon stops."""
    daemon, client = recording
    for title in ("Invoice of March", "Letter"):
        screen.focus(screen.window(title))
        until(lambda title=title: seen(client, title), lambda title=title: f"{title}: {titles(client)}")
    found = client.call("context:query", {"query": "invoice"})["results"]
    assert found and all(one["appName"] == "Editor" for one in found)
    assert client.call("context:getContextCard")["activeDocument"] == "Letter"
    before = count(client, "Letter")
    assert daemon.stop() == 0
    client = daemon.start(program=SHIPPED).client()
    assert count(client, "Letter") > before


def test_the_server_goes_and_comes_back(recording, server):  # noqa: F811
    _, client = recording
    server.stop()
    until(lambda: active(client) == [], "it to notice")
    assert all(one["error"] for one in client.call("capture:getStatus")["streams"] if one["enabled"])
    server.start()
    until(lambda: active(client) == DEFAULTS, lambda: f"it to record again: {client.call('capture:getStatus')}")


def test_a_start_is_no_failure(recording):
    """What clients are told of the health and of the streams while it starts."""
    daemon, client = recording
    client.call("capture.consent", {"recording": False})
    told = daemon.client()
    told.call("initialize", {"client": {"name": "desktop"}})
    told.call("event.subscribe", {"topics": ["event.captureChanged"]})
    for _ in range(5):
        client.call("capture.consent", {"recording": True})
        until(lambda: active(client) == DEFAULTS, "it to record")
        client.call("capture.consent", {"recording": False})
    told.ping()
    states = {one["state"] for one in told.health if one["service"] == "capture"}
    assert states == {"starting", "running"}, told.health
    errors = {stream.get("error") for event in told.events if event["method"] == "event.captureChanged"
              for stream in event["params"].get("streams", ())}
    assert errors <= {None, "no person has consented; run 'weir capture on'", "weir-capture is starting"}, errors


def test_forgetting_includes_the_window_in_front(recording, screen):  # noqa: F811
    _, client = recording
    window = screen.window("A secret")
    screen.focus(window)
    until(lambda: client.call("capture.forget")["removed"] > 0, "it to be recorded")
    assert titles(client) <= {None}
