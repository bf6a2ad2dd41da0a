"""weir-capture under a real X server: the test is the daemon, the programs, the window manager and the person."""

import os
import subprocess

import pytest

from capture_peer import ALL, LONG, PROGRAM, Recorder, Screen, Server
from setting import WATCHDOG_SECONDS
from waiting import until


@pytest.fixture
def make_server(once, place):
    servers = []

    def make(**more):
        servers.append(Server(place, name=f"x{len(servers)}", **more))
        return servers[-1]

    yield make
    for server in servers:
        server.stop()


@pytest.fixture
def server(make_server):
    return make_server()


@pytest.fixture
def screen(server):
    screen = Screen(server)
    yield screen
    screen.close()


@pytest.fixture
def make_capture(place, recorder):
    made = []

    def make(*arguments, **variables):
        made.append(Recorder(place, recorder, "--batch-ms", 1, *arguments, name=f"capture{len(made)}", **variables))
        return made[-1]

    yield make
    problems = [problem for capture in made for problem in capture.finish()]
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def capture(make_capture):
    return make_capture("--title-ms", 1)


# --- the program --------------------------------------------------------------------------


def test_usage(place):
    for arguments, status, words in ((["--version"], 0, "weir-capture 0."), (["--help"], 0, "usage: weir-capture"), ([], 2, "no socket"),
                                     (["a", "b"], 2, "more than one socket"), (["--idle-ms", "x", "s"], 2, "--idle-ms must be")):
        result = subprocess.run([PROGRAM, *arguments], env=place.environment(), capture_output=True, text=True, check=False,
                                timeout=WATCHDOG_SECONDS)
        assert result.returncode == status and words in result.stdout + result.stderr, arguments


def test_without_display(capture):
    states = capture.set(*ALL, session={})
    assert {state["error"] for state in states.values()} == {"there is no X display"}
    assert not any(state["active"] for state in states.values())


def test_wayland(capture):
    states = capture.set("focus", session={"display": ":0", "wayland": True})
    assert states["focus"] == {"stream": "focus", "active": False, "error": "this is a Wayland session; weir captures X11 only"}
    assert "error" not in states["browser"]


def test_display_of_another_machine(capture):
    capture.set("focus", session={"display": "example.net:0"})
    capture.wait_state("focus", lambda state: "not one of this machine" in state.get("error", ""), "a refusal")


def test_ends_without_a_daemon(make_capture):
    capture = make_capture("--orphan-ms", 50)
    capture.daemon.hang_up()
    assert capture.process.wait(WATCHDOG_SECONDS) == 0


# --- windows --------------------------------------------------------------------------------


def test_windows(capture, server, screen):
    capture.begin("window_tracking", session=server.session())
    first, second = screen.window("Plan — ärgerlich", "Editor"), screen.window("second", "Mail")
    screen.focus(first)
    capture.see("Editor")
    screen.focus(second)
    row = capture.wait_rows(lambda row: row.get("app") == "Editor", "the first window")[0]
    assert row["type"] == "window" and row["title"] == "Plan — ärgerlich" and row["duration_ms"] >= 0
    screen.focus(None)
    assert capture.wait_rows(lambda row: row.get("app") == "Mail", "the second window")[0]["title"] == "second"
