"""weir-capture and the text of keys: a real accessibility bus, and a real program with fields."""

import contextlib
import os
import select
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bound import bound
from capture_fixtures import capture, make_capture, make_server, screen, server  # noqa: F401
from setting import WATCHDOG_SECONDS
from waiting import until

FIELDS, STUBBORN = (Path(__file__).with_name(f"capture_{name}.py") for name in ("fields", "stubborn"))
TAB = 0xff09
BACKSPACE = 0xff08
CONTROL = 0xffe3


@pytest.fixture
def desktop(server, tmp_path):
    """A session bus with an accessibility bus; it ends with its dbus-daemon."""
    with tempfile.TemporaryDirectory(prefix="weir-bus-") as runtime:  # a path of a socket is short
        environment = server.environment() | {"XDG_RUNTIME_DIR": runtime, "HOME": str(tmp_path), "GTK_A11Y": "atspi"}
        environment.pop("NO_AT_BRIDGE", None)
        environment.pop("AT_SPI_BUS_ADDRESS", None)
        reading, writing = os.pipe()
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", f"--print-address={writing}", f"--address=unix:path={runtime}/bus"],
                               env=environment, pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, preexec_fn=bound())
        os.close(writing)
        with os.fdopen(reading) as pipe:
            environment["DBUS_SESSION_BUS_ADDRESS"] = pipe.readline().strip()
        launcher = subprocess.Popen(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"], env=environment, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=bound())
        try:
            yield environment
        finally:
            for process in (launcher, bus):
                process.terminate()
                process.wait(WATCHDOG_SECONDS)


@contextlib.contextmanager
def fields(environment, program=FIELDS):
    """A program with a field for text, one for a password, and one for text again; or the stubborn one."""
    program = subprocess.Popen([sys.executable, "-I", str(program)], env=environment, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=bound())
    try:
        assert program.stdout.readline().strip() == "ready"
        yield program
    finally:
        program.kill()
        program.wait(WATCHDOG_SECONDS)


def tell(program, line):
    program.stdin.write(line + "\n")
    program.stdin.flush()
    assert program.stdout.readline().strip() == "done"


def texts(capture):
    return "".join(row.get("text", "") for row in capture.rows if row["type"] == "keystroke")


def everything(capture):
    """All text that it has ever sent."""
    return "".join(row.get("text", "") for batch in capture.batches for row in batch["rows"])


def count(capture):
    return sum(row["count"] for row in capture.rows if row["type"] == "keystroke")


def write_until_kept(capture, screen, words, what):
    """A program that has the focus may take a moment until it says so: what was pressed before is not kept."""
    def attempt():
        screen.press(*words)
        return settle(capture) and words in everything(capture)
    until(attempt, lambda: f"{what}: {capture.rows}")


def settle(capture, looks=20):
    """Asks several times for what was kept meanwhile."""
    for _ in range(looks):
        select.select([], [], [], 0.02)
        capture.flush()
    return True


@pytest.fixture
def writing(make_capture, server, screen, desktop):
    """The program has the focus, and text of keys is recorded."""
    with fields(desktop) as program:
        screen.focus(until(lambda: screen.find("Fields"), "its window"))
        capture = make_capture("--title-ms", 1)
        capture.begin("keystroke", "window_tracking", session=server.session(), keystroke_text=True)
        capture.see("Fields")
        capture.daemon.wait(lambda: not capture.states() or "note" not in capture.states()["keystroke"], "the accessibility bus")
        capture.program = program
        yield capture


def write_slowly(capture, screen, words):
    """In a field for text, all but the beginning would be kept: each word has the time that its confirmation takes."""
    for _ in range(5):
        screen.press(*words)
        settle(capture)


def start_writing(capture, screen):
    """Moves the focus to the first field, and writes dots until they are kept."""
    tell(capture.program, "focus 2")
    tell(capture.program, "focus 0")
    write_until_kept(capture, screen, ".", "text of the field")
    capture.rows.clear()


def test_text_of_a_field(writing, screen):
    start_writing(writing, screen)
    until(lambda: screen.press(*"hello worlf", BACKSPACE, "d") or settle(writing) and "hello world" in everything(writing), "the text")
    assert all(row["app"] == "Fields" for row in writing.rows)


def test_slow_text(writing, screen):
    """What the tests of passwords rely on."""
    tell(writing.program, "focus 1")
    tell(writing.program, "focus 2")
    write_slowly(writing, screen, "zqzq")
    assert "zqzq" in everything(writing)


def test_password(writing, screen):
    """Nothing of it is kept, whether the focus moved by a key or by the program."""
    start_writing(writing, screen)
    write_until_kept(writing, screen, "before", "text of the first field")
    tell(writing.program, "focus 1")
    write_slowly(writing, screen, "hunter")
    tell(writing.program, "focus 2")
    write_until_kept(writing, screen, "after", "text of the next field")
    assert set(everything(writing)) <= set("before.after")


def test_password_after_tab(writing, screen):
    start_writing(writing, screen)
    screen.press(*"before", TAB, *"zqzqzq", TAB)
    write_until_kept(writing, screen, ".", "text of the last field")
    assert "z" not in everything(writing) and "q" not in everything(writing)


def test_field_that_becomes_a_password(writing, screen):
    start_writing(writing, screen)
    tell(writing.program, "hide 0")
    write_slowly(writing, screen, "zqzq")
    tell(writing.program, "focus 2")
    write_until_kept(writing, screen, ".", "text of another field")
    assert "z" not in everything(writing)


def test_shortcuts_are_no_text(writing, screen):
    start_writing(writing, screen)
    screen.chord(CONTROL, "z")
    write_until_kept(writing, screen, ",", "text after the shortcut")
    assert "z" not in everything(writing)


def test_program_that_hangs(writing, screen):
    """It does not answer: nothing is kept, and keys are counted."""
    start_writing(writing, screen)
    os.kill(writing.program.pid, 19)
    screen.press(*"zqzq")
    until(lambda: writing.flush() is not None and count(writing) >= 4, "four keys")
    os.kill(writing.program.pid, 18)
    tell(writing.program, "focus 1")
    tell(writing.program, "focus 0")
    write_until_kept(writing, screen, ".", "text again")


def test_program_that_is_not_in_front(writing, screen):
    """The keys go to a window of another program, of which the bus knows nothing; such as a terminal."""
    start_writing(writing, screen)
    screen.focus(screen.window("sudo", "Terminal", pid=1))
    writing.see("Terminal")
    screen.press(*"zqzq")
    until(lambda: writing.flush() is not None and count(writing) >= 4, "four keys")
    assert "z" not in everything(writing)


@pytest.fixture
def stubborn(make_capture, server, screen, desktop):
    """A program whose field has the focus in any case, as it says; text of it is kept."""
    with fields(desktop, STUBBORN) as program:
        window = screen.window("letter", "Stubborn", pid=program.pid)
        screen.focus(window)
        capture = make_capture("--title-ms", 1)
        capture.begin("keystroke", "window_tracking", session=server.session(), keystroke_text=True)
        capture.see("Stubborn")
        capture.daemon.wait(lambda: not capture.states() or "note" not in capture.states()["keystroke"], "the accessibility bus")
        until(lambda: tell(program, "focus") or write_slowly(capture, screen, ".") or "." in everything(capture), "text of the field")
        capture.window = window
        yield capture


def test_screen_that_is_locked(stubborn, screen):
    """A screen locker has grabbed the keyboard."""
    assert screen.window(None, None).grab_keyboard(False, 1, 1, 0) == 0
    write_slowly(stubborn, screen, "zqzq")
    screen.display.ungrab_keyboard(0)
    write_until_kept(stubborn, screen, ",", "text after that")
    assert "z" not in everything(stubborn)


def test_window_that_takes_the_focus(stubborn, screen):
    """It is not in front, as the window manager says, such as the field of a panel."""
    screen.manage()
    screen.activate(stubborn.window)
    write_until_kept(stubborn, screen, ",", "text of the window in front")
    screen.focus(screen.window(None, None))
    write_slowly(stubborn, screen, "zqzq")
    screen.focus(stubborn.window)
    write_until_kept(stubborn, screen, ";", "text after that")
    assert "z" not in everything(stubborn)


def test_bus_that_changes_all_the_time(writing, screen):
    """Any program may change the property: what else is asked of the X server is asked nevertheless."""
    name, kind = screen.atom("AT_SPI_BUS"), screen.atom("STRING")
    for number in range(5):
        window = screen.window("mail", f"Mail{number}")
        screen.flood(lambda: screen.root.change_property(name, kind, 8, b"unix:path=/nowhere/bus"), window)
        writing.see(f"Mail{number}")


def test_without_consent(make_capture, server, screen, desktop):
    with fields(desktop) as program:
        screen.focus(until(lambda: screen.find("Fields"), "its window"))
        capture = make_capture()
        capture.begin("keystroke", "window_tracking", session=server.session())
        capture.see("Fields")
        tell(program, "focus 2")
        screen.press(*"words")
        until(lambda: capture.flush() is not None and count(capture) >= 5, "five keys")
        assert "text" not in str(capture.batches).replace("'type'", "")


def test_without_an_accessibility_bus(capture, server, screen):
    screen.focus(screen.window("letter", "Editor"))
    capture.begin("keystroke", "window_tracking", session=server.session(), keystroke_text=True)
    capture.see("Editor")
    state = capture.wait_state("keystroke", lambda state: "no accessibility bus" in state.get("note", ""), "a note")
    assert state["active"]
    screen.press(*"words")
    until(lambda: capture.flush() is not None and count(capture) >= 5, "five keys")
    assert texts(capture) == ""


@pytest.mark.parametrize("address", ["unixexec:path=/bin/sh,argv1=-c,argv2=true", "unix:abstract=/tmp/x", "tcp:host=localhost,port=1",
                                     "unix:path=/nowhere/bus", "unix:path=/a;unixexec:path=/bin/true", "x" * 10000, "\x00\xff"])
def test_address_that_is_no_bus(capture, server, screen, address):
    """Any program may set the property."""
    screen.root.change_property(screen.atom("AT_SPI_BUS"), screen.atom("STRING"), 8, address.encode("latin-1"))
    screen.display.sync()
    capture.begin("keystroke", session=server.session(), keystroke_text=True)
    capture.wait_state("keystroke", lambda state: "is not kept" in state.get("note", ""), "a note")
