"""The daemon with weir-capture in its jail, at a real X server: what the sandbox shows, and what it does not."""

import json
import os
import select
from pathlib import Path

import pytest

from capture_fixtures import make_server, screen, server  # noqa: F401
from connector_peer import descendants
from setting import SHIPPED
from test_capture_text import desktop, fields, tell  # noqa: F401
from waiting import until


def states(client):
    return {one["stream"]: one for one in client.call("capture:getStatus")["streams"]}


def rows(client):
    return client.call("context:getRecentActivity", {"limit": 200})["activities"]


def program(daemon):
    return [pid for pid in descendants(daemon.pid) if Path(f"/proc/{pid}/comm").read_text().strip() == "weir-capture"]


@pytest.fixture
def start(make_daemon, place):
    def begin(session, settings=None, **consent):
        place.write_config(json.dumps({"pool": {"warm": 0}} | (settings or {})))
        daemon = make_daemon().start(program=SHIPPED)
        client = daemon.client()
        client.call("capture.consent", {"recording": True, "session": session} | consent)
        return daemon, client
    return begin


def test_sandbox(start, place, server, screen):  # noqa: F811
    """It sees the sockets of X and its cookie, and neither a network nor the home."""
    window = screen.window("Invoice of March", "Editor")
    daemon, client = start(server.session())
    until(lambda: states(client)["window_tracking"]["active"], lambda: str(states(client)))
    screen.focus(window)
    pid = until(lambda: program(daemon), "the program")[0]
    root = Path(f"/proc/{pid}/root")
    assert os.listdir(root / "tmp/.X11-unix") and (root / str(server.authority)[1:]).read_bytes() == server.authority.read_bytes()
    assert not (root / str(place.home)[1:]).exists() or not os.listdir(root / str(place.home)[1:])
    assert os.readlink(f"/proc/{pid}/ns/net") != os.readlink("/proc/self/ns/net")
    assert not (root / "run/user").exists() or not [name for name in (root / "run/user").rglob("bus")]
    until(lambda: screen.focus(None) or screen.focus(window) or any(row.get("windowTitle") == "Invoice of March" for row in rows(client)), "its row")


def test_server_that_starts_again(start, server):  # noqa: F811
    """It has a new socket, which the sandbox shows too."""
    _, client = start(server.session())
    until(lambda: states(client)["focus"]["active"], lambda: str(states(client)))
    server.stop()
    until(lambda: "ended" in states(client)["focus"].get("error", ""), lambda: str(states(client)))
    server.start()
    until(lambda: states(client)["focus"]["active"], lambda: str(states(client)))


def test_without_namespaces(start, place, server):  # noqa: F811
    """The level landlock has no local sockets: the state says so, and nothing is recorded."""
    daemon, client = start(server.session(), {"sandbox": "landlock"})
    until(lambda: "user namespaces" in states(client)["focus"].get("error", ""), lambda: str(states(client)))
    assert not rows(client)


def test_text_through_the_sandbox(start, server, screen, desktop):  # noqa: F811
    """The accessibility bus is shown from the moment on at which the person consents to texts."""
    with fields(desktop) as shown:
        screen.focus(until(lambda: screen.find("Fields"), "its window"))
        _, client = start(server.session(bus=desktop["DBUS_SESSION_BUS_ADDRESS"]))
        client.call("capture:toggleStream", {"stream": "keystroke", "enabled": True})
        until(lambda: states(client)["keystroke"]["active"], lambda: str(states(client)))
        client.call("capture.consent", {"recording": True, "keystrokeText": True})
        until(lambda: states(client)["keystroke"]["active"], lambda: str(states(client)))

        def attempt():
            tell(shown, "focus 2")
            tell(shown, "focus 0")
            for _ in range(10):
                select.select([], [], [], 0.1)
                screen.press(*"words ")
            screen.focus(None)  # ends the row
            select.select([], [], [], 0.3)
            screen.focus(screen.find("Fields"))
            return any("words" in row.get("summary", "") for row in rows(client))

        until(attempt, lambda: str([states(client)["keystroke"], rows(client)[:5]]))
