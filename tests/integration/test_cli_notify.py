"""A person who looks at another window hears when a task waits or has ended: by the bell, and on the desktop."""

import os
import signal
import socket

import pytest

from cli import Cli
from leftovers import children
from session_bus import Desktop, is_there
from setting import SHIPPED
from terminals import Terminal
from waiting import until

WATCHED, UNWATCHED = "\x1b[?1004h", "\x1b[?1004l"
LOST, GAINED = "\x1b[O", "\x1b[I"
BELL = "\a"


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def settings():
    return {}


@pytest.fixture
def daemon(place, make_daemon, settings):
    place.write_config({"tasks": {"agent": "script", "drainMs": 0}, "pool": {"warm": 0}, "notify": "auto"} | settings)
    return make_daemon().start(program=SHIPPED)


@pytest.fixture
def desktop(place):
    if not is_there():
        pytest.skip("needs dbus-daemon")
    with Desktop(place.root) as desktop:
        yield desktop


@pytest.fixture
def gate(place):
    path = place.root / "gate"
    os.mkfifo(path)
    return path


def opened(gate):
    gate.write_text("go\n")


def watched(terminal):
    terminal.until(lambda: terminal.written.rfind(WATCHED) > terminal.written.rfind(UNWATCHED), "reports of the focus")


def is_as_before(terminal):
    return terminal.mode() == terminal.before and terminal.written.rfind(WATCHED) < terminal.written.rfind(UNWATCHED)


def run_away(cli, gate, *options, title="x", **environment):
    """`weir run`, whose person looks elsewhere before it ends. The terminal as it was written to."""
    with Terminal(cli, "run", *options, "--title", title, f"say It runs.; read {gate}; say Done.", **environment) as terminal:
        terminal.until_shown("It runs.")
        watched(terminal)
        terminal.press_and_wait(LOST)
        opened(gate)
        assert terminal.end() == 0
        assert is_as_before(terminal)
        assert "^[" not in terminal.written and "[O" not in terminal.written
        return terminal.written


# --- the end --------------------------------------------------------------------------


def test_the_end_of_a_task(cli, daemon, desktop, gate):
    written = run_away(cli, gate, title="Make the tests pass", DBUS_SESSION_BUS_ADDRESS=desktop.address)
    assert written.count(BELL) == 1
    until(lambda: desktop.shown == [("weir", "Make the tests pass", "completed", -1)], "the notification")


def test_the_bus_of_the_runtime_directory(cli, daemon, place, desktop, gate):
    os.link(desktop.path, place.environment()["XDG_RUNTIME_DIR"] + "/bus")
    run_away(cli, gate, DBUS_SESSION_BUS_ADDRESS=None)
    until(lambda: desktop.shown == [("weir", "x", "completed", -1)], "the notification")


def test_nobody_is_called_who_looks_at_it(cli, daemon, desktop, gate):
    with Terminal(cli, "run", f"say It runs.; read {gate}; say Done.", DBUS_SESSION_BUS_ADDRESS=desktop.address) as terminal:
        terminal.until_shown("It runs.")
        watched(terminal)
        terminal.press_and_wait(LOST + GAINED)
        opened(gate)
        assert terminal.end() == 0 and is_as_before(terminal)
        assert BELL not in terminal.written
    run_away(cli, gate, title="the next", DBUS_SESSION_BUS_ADDRESS=desktop.address)
    until(lambda: desktop.shown, "a notification")
    assert [title for _, title, _, _ in desktop.shown] == ["the next"]


def test_a_title_is_text_and_short(cli, daemon, desktop, gate):
    run_away(cli, gate, title="a\x1b[31m<b>\tü\u202e" + "x" * 300, DBUS_SESSION_BUS_ADDRESS=desktop.address)
    until(lambda: desktop.shown, "the notification")
    title = desktop.shown[0][1]
    assert title.startswith("a[31m<b> üx") and len(title) == 200


# --- switched off, and out of order -----------------------------------------------------


def test_bell_alone(cli, daemon, desktop, gate):
    assert run_away(cli, gate, "--notify", "bell", title="rung", DBUS_SESSION_BUS_ADDRESS=desktop.address).count(BELL) == 1
    run_away(cli, gate, title="shown", DBUS_SESSION_BUS_ADDRESS=desktop.address)
    until(lambda: desktop.shown, "a notification")
    assert [title for _, title, _, _ in desktop.shown] == ["shown"]


@pytest.mark.parametrize("settings, options, rings", [
    ({"notify": "off"}, (), 0),
    ({"notify": "bell"}, (), 1),
    ({"notify": "off"}, ("--notify", "bell"), 1),
    ({}, ("--notify", "off"), 0),
], ids=["configured off", "configured bell", "chosen bell", "chosen off"])
def test_switched(cli, daemon, gate, settings, options, rings):
    with Terminal(cli, "run", *options, f"say It runs.; read {gate}; say Done.") as terminal:
        terminal.until_shown("It runs.")
        if rings:
            watched(terminal)
        else:
            terminal.until(lambda: terminal.mode() == terminal.before, "a terminal that nothing was done to")
        terminal.press_and_wait(LOST if rings else "")
        opened(gate)
        assert terminal.end() == 0 and terminal.written.count(BELL) == rings
        assert terminal.written.count(WATCHED) == terminal.written.count(UNWATCHED)


def test_a_terminal_that_can_nothing_is_asked_for_nothing(cli, daemon, gate):
    with Terminal(cli, "run", f"say It runs.; read {gate}; say Done.", TERM="dumb") as terminal:
        terminal.until_shown("It runs.")
        opened(gate)
        assert terminal.end() == 0 and WATCHED not in terminal.written and BELL not in terminal.written


def test_a_bus_that_hangs_delays_nothing(cli, daemon, place, gate):
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place.root / "dead"))
        dead.listen(1)
        run_away(cli, gate, DBUS_SESSION_BUS_ADDRESS=f"unix:path={place.root / 'dead'}")  # it has ended
        link, _ = dead.accept()
        with link:
            assert link.recv(64).startswith(b"\0AUTH EXTERNAL ")
    # without the link it gives up


def test_no_bus(cli, daemon, place, gate):
    assert run_away(cli, gate, DBUS_SESSION_BUS_ADDRESS=f"unix:path={place.root / 'nowhere'}").count(BELL) == 1


# --- questions ------------------------------------------------------------------------


def test_a_question_of_a_run(cli, daemon, desktop, gate):
    prompt = f'say It runs.\nread {gate}\npermission Bash {{"command": "make test"}}\nsay Done.'
    with Terminal(cli, "run", "--title", "Sums", prompt, DBUS_SESSION_BUS_ADDRESS=desktop.address) as terminal:
        watched(terminal)
        terminal.press_and_wait(LOST)
        opened(gate)
        terminal.until(lambda: BELL in terminal.written, "the bell")
        until(lambda: desktop.shown == [("weir", "Sums", "waiting for permission", -1)], "the notification")
        terminal.press(GAINED + "y")
        assert terminal.end() == 0 and is_as_before(terminal)
        assert len(desktop.shown) == 1 and terminal.written.count(BELL) == 1


def test_a_question_for_approve(cli, daemon, desktop, client):
    with Terminal(cli, "approve", DBUS_SESSION_BUS_ADDRESS=desktop.address) as terminal:
        watched(terminal)
        terminal.press_and_wait(LOST)
        client.call("task.submit", {"prompt": 'permission Bash {"command": "make test"}'})
        until(lambda: desktop.shown == [("weir", "make test", "waiting for permission", -1)], "the notification")
        terminal.press("q")
        assert terminal.end() == 0 and is_as_before(terminal) and terminal.written.count(BELL) == 1


# --- the terminal meanwhile -------------------------------------------------------------


def test_what_is_typed_meanwhile_is_for_the_next_one(cli, daemon, gate):
    with Terminal(cli, "run", f"say It runs.; read {gate}; say Done.",
                  through=("/bin/bash", "-c", '"$@"; read -r line; echo "[$line]"', "bash")) as terminal:
        terminal.until_shown("It runs.")
        watched(terminal)
        weir, = children(terminal.process.pid)
        terminal.press_and_wait(f"for {LOST}later\n{GAINED}", weir)
        opened(gate)
        terminal.until_shown("[for later]")
        terminal.end()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP, signal.SIGUSR1], ids=lambda number: number.name)
def test_a_signal_ends_it(cli, daemon, gate, number):
    with Terminal(cli, "run", f"say It runs.; read {gate}; say Done.") as terminal:
        terminal.until_shown("It runs.")
        watched(terminal)
        terminal.process.send_signal(number)
        terminal.end()
        assert is_as_before(terminal), terminal.written


SHELL = ("/bin/bash", "-mc", '"$@"; echo "[stopped]"; read -r; bg; read -r; fg; echo "[ended $?]"', "bash")


def test_stopped_it_can_go_on_in_the_background(cli, daemon, gate):
    last = gate.with_name("last")
    os.mkfifo(last)
    with Terminal(cli, "run", f"say It runs.; read {gate}; say Next.; read {last}; say Done.", through=SHELL) as terminal:
        terminal.until_shown("It runs.")
        watched(terminal)
        os.killpg(terminal.foreground(), signal.SIGTSTP)
        terminal.until_shown("[stopped]")
        assert is_as_before(terminal)
        terminal.press("\n")
        opened(gate)
        terminal.until_shown("Next.")  # in the background, where it has no terminal
        assert is_as_before(terminal)
        terminal.press("\n")
        opened(last)
        terminal.until_shown("[ended 0]")
        terminal.end()
        assert is_as_before(terminal)


def test_a_conversation_calls(cli, daemon, gate):
    with Terminal(cli, "chat") as terminal:
        terminal.until(lambda: terminal.written.endswith("> "), "the prompt")
        terminal.press(f"say It runs.; read {gate}; say Done.\r")
        watched(terminal)
        terminal.press_and_wait(LOST)
        opened(gate)
        terminal.until(lambda: BELL in terminal.written and terminal.written.endswith("> "), "the bell and the prompt")
        terminal.press("\x04")
        assert terminal.end() == 0 and is_as_before(terminal)


@pytest.mark.parametrize("how", ["wait", "submit", "chat"])
def test_every_way_to_wait_calls(cli, daemon, desktop, gate, how):
    script = f"say It runs.; read {gate}; say Done."
    if how == "wait":
        task = daemon.client().call("task.submit", {"prompt": script, "cwd": str(cli.place.home)})["taskId"]
    command = {"wait": lambda: ("task", "wait", task), "submit": lambda: ("task", "submit", "--wait", script), "chat": lambda: ("chat", script)}[how]()
    with Terminal(cli, *command) as terminal:
        watched(terminal)
        terminal.press_and_wait(LOST)
        opened(gate)
        assert terminal.end() == 0 and BELL in terminal.written and is_as_before(terminal)
