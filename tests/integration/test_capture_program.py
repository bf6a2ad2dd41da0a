"""weir-capture under a real X server: the test is the daemon, the programs, the window manager and the person."""

import os
import subprocess
import time

import pytest

from capture_fixtures import capture, make_capture, make_server, screen, server  # noqa: F401
from capture_peer import ALL, LONG, PROGRAM, Screen
from setting import WATCHDOG_SECONDS
from waiting import until


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
    assert capture.flush() == []


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


def test_windows_without_a_manager(capture, server, screen):
    capture.begin("window_tracking", session=server.session())
    first, second = screen.window("Plan — ärgerlich", "Editor"), screen.window("second", "Mail")
    screen.focus(first)
    capture.see("Editor")
    screen.focus(second)
    row = capture.wait_rows(lambda row: row.get("app") == "Editor", "the first window")[0]
    assert row["type"] == "window" and row["title"] == "Plan — ärgerlich" and row["duration_ms"] >= 0
    capture.see("Mail")
    screen.focus(None)
    assert capture.wait_rows(lambda row: row.get("app") == "Mail", "the second window")[0]["title"] == "second"


def test_windows_with_a_manager(capture, server, screen):
    proof = screen.manage()
    first, second = screen.window("one", "One"), screen.window("two", "Two")
    screen.focus(first)
    screen.activate(second)
    capture.begin("window_tracking", session=server.session())
    capture.see("Two")
    screen.activate(first)
    capture.see("One")
    screen.activate(None)
    capture.wait_rows(lambda row: row["app"] == "One", "the first window")
    proof.destroy()  # the manager ends, and its property stays: the focus counts
    screen.activate(second)
    capture.see("One")


def test_focus_in_a_part_of_a_window(capture, server, screen):
    """Programs give the focus to a window inside of the one that has their class."""
    outer = screen.window("outer", "Nested")
    inner = outer.create_window(0, 0, 10, 10, 0, 0)
    inner.map()
    screen.focus(inner)
    capture.begin("window_tracking", session=server.session())
    capture.see("Nested")
    screen.rename(outer, "renamed")
    until(lambda: any(row["title"] == "renamed" for row in capture.flush()), "the new title")


def test_titles(capture, server, screen):
    window = screen.window("first", "Editor")
    screen.focus(window)
    capture.begin("window_tracking", session=server.session())
    capture.see("Editor")
    titles = {
        "a\x00b\x1b[31m\u202eevil\u2066\u200b\nline": "ab[31mevil line",
        b"\xff\xfebad \xc3\xa4": "\ufffd\ufffdbad ä",
        "  many   blanks\t ": "many blanks",
        "ü" * (512 << 10): "ü" * 512,
    }
    for title, clean in titles.items():
        screen.rename(window, title)
        until(lambda: any(row["title"] == clean for row in capture.flush()), lambda: f"{clean[:40]!r}: {capture.rows[-3:]}")
    assert all(len(row["title"].encode()) <= 1024 for row in capture.rows)


@pytest.mark.parametrize("kind, title, clean", [
    ("STRING", "Gr\xfc\xdfe".encode("latin-1"), "Grüße"),
    ("COMPOUND_TEXT", b"Gr\xfc\xdfe \x1b%G\xe6\x97\xa5\xe6\x9c\xac\x1b%@ end", "Grüße 日本 end"),
    ("COMPOUND_TEXT", b"x \x1b$(B\x46\x7c\x4b\x5c\x1b(B y", "x \ufffd y"),
    ("UTF8_STRING", "Grüße".encode(), "Grüße"),
])
def test_titles_of_old_programs(capture, server, screen, kind, title, clean):
    window = screen.window(None, "Old")
    screen.name_old(window, kind, title)
    screen.focus(window)
    capture.begin("window_tracking", session=server.session())
    capture.see("Old")
    screen.focus(None)
    until(lambda: any(row["title"] == clean for row in capture.flush()) or screen.focus(window), lambda: f"{clean!r}: {capture.rows}")


def test_animated_title_makes_no_rows(make_capture, server, screen):
    capture = make_capture("--title-ms", LONG)
    window = screen.window("start", "Spinner")
    screen.focus(window)
    capture.begin("window_tracking", session=server.session())
    capture.see("Spinner")
    for i in range(50):
        screen.rename(window, f"{i}")
    until(lambda: any(row["title"] == "49" for row in capture.flush()), "the last title")
    assert len({row["title"] for row in capture.rows if row["duration_ms"] > 0}) < 10


def test_long_stay_is_written_in_pieces(make_capture, server, screen):
    capture = make_capture("--piece-ms", 50)
    screen.focus(screen.window("long", "Editor"))
    capture.begin("window_tracking", session=server.session())
    rows = capture.wait_rows(lambda row: row["title"] == "long" and row["duration_ms"] >= 50, "three pieces", 3)
    assert all(one["at"] + one["duration_ms"] <= other["at"] + 5 for one, other in zip(rows, rows[1:]))


def test_rows_are_limited(make_capture, server, screen):
    capture = make_capture("--rows", 5, "--piece-ms", 1)
    screen.focus(screen.window("flood", "Editor"))
    capture.begin("window_tracking", session=server.session())
    until(lambda: len(capture.rows) >= 5, "five rows")
    capture.rows.clear()
    capture.set("window_tracking", "keystroke", session=server.session())
    until(lambda: screen.press("a") or [row for row in capture.flush() if row["type"] == "keystroke"], "a row of another type")
    assert len(capture.rows) <= 11 and sum(batch.get("dropped", 0) for batch in capture.batches) > 0


def test_window_vanishes(capture, server, screen):
    capture.begin("window_tracking", session=server.session())
    stays = screen.window("stays", "Stays")
    for _ in range(30):
        window = screen.window("gone", "Gone")
        screen.focus(window)
        window.destroy()
        screen.display.sync()
    screen.focus(stays)
    capture.see("Stays")


def test_client_that_fakes_events(capture, server, screen):
    """Any program can send events, with whatever it wants in them."""
    from Xlib.protocol import event
    window = screen.window("true", "Editor")
    screen.focus(window)
    capture.begin("window_tracking", "clipboard", session=server.session())
    capture.see("Editor")
    clipboard, targets = screen.atom("CLIPBOARD"), screen.atom("TARGETS")
    for number in range(2000):
        for faked in (event.FocusOut(window=window, detail=0, mode=0), event.DestroyNotify(event=window, window=window),
                      event.PropertyNotify(window=window, atom=screen.atom("_NET_WM_NAME"), time=0, state=0),
                      event.SelectionNotify(time=0, requestor=number, selection=clipboard, target=targets, property=targets)):
            screen.root.send_event(faked, event_mask=0x20000 | 0x400000 | 0x200000)
            window.send_event(faked, event_mask=0x20000 | 0x400000 | 0x200000)
    screen.display.sync()
    capture.see("Editor")
    assert {row["app"] for row in capture.rows} <= {"Editor"}


# --- pages ------------------------------------------------------------------------------------


def test_browser(capture, server, screen):
    window = screen.window("Offer & price — Mozilla Firefox", "firefox")
    screen.focus(window)
    capture.begin("browser", session=server.session())
    until(lambda: capture.flush(), "the page")
    assert {(row["type"], row["app"], row["title"]) for row in capture.rows} == {("browser", "firefox", "Offer & price")}
    capture.rows.clear()
    screen.focus(screen.window("Offer - Chromium", "Editor"))
    capture.wait_rows(lambda row: row["title"] == "Offer & price", "the end of the page")
    capture.rows.clear()
    capture.flush()
    assert not capture.rows


# --- work without a break -----------------------------------------------------------------------


def test_focus_until_the_person_is_away(make_capture, server, screen):
    capture = make_capture("--idle-ms", 1500)
    window = screen.window("work", "Editor")
    capture.begin("focus", "window_tracking", session=server.session())
    screen.focus(window)
    capture.see("Editor")
    began = time.monotonic()
    until(lambda: screen.move() or time.monotonic() > began + 1.2, "work")
    row = capture.wait_rows(lambda row: row["type"] == "focus", "the end of the work")[0]
    assert row["app"] == "Editor" and row["title"] == "work" and 1000 <= row["duration_ms"] < 60000
    capture.rows.clear()
    capture.flush()  # nobody is there
    assert not capture.rows
    screen.move()
    until(lambda: [row for row in capture.flush() if row["type"] == "window"], "the person is back")


# --- keys ---------------------------------------------------------------------------------------


def test_keys_are_counted(capture, server, screen):
    first, second = screen.window("letter", "Editor"), screen.window("mail", "Mail")
    screen.focus(first)
    capture.begin("keystroke", "window_tracking", session=server.session())
    capture.see("Editor")
    screen.press(*"hello")
    screen.focus(second)
    row = capture.wait_rows(lambda row: row["type"] == "keystroke", "the keys")[0]
    assert (row["count"], row["app"], row["title"]) == (5, "Editor", "letter") and "text" not in row
    capture.see("Mail")
    screen.press(*"ab")
    until(lambda: sum(row.get("count", 0) for row in capture.flush()) == 2, "two keys in the second window")


def test_keys_are_not_counted_when_they_are_not_wanted(capture, server, screen):
    screen.focus(screen.window("letter", "Editor"))
    capture.begin("window_tracking", session=server.session())
    screen.press(*"secret")
    capture.see("Editor")
    assert all(row["type"] == "window" for batch in capture.batches for row in batch["rows"])


def test_grabbed_keyboard(capture, server, screen):
    """A program that has grabbed the keyboard hides its keys from other windows, but not from raw events."""
    window = screen.window("menu", "Menu")
    screen.focus(window)
    capture.begin("keystroke", session=server.session())
    assert window.grab_keyboard(False, 1, 1, 0) == 0
    screen.press(*"abc")
    until(lambda: sum(row.get("count", 0) for row in capture.flush()) == 3, "three keys")


# --- the server ---------------------------------------------------------------------------------


def test_server_ends_and_returns(capture, server):
    screen = Screen(server)
    screen.focus(screen.window("before", "Editor"))
    capture.begin("window_tracking", "keystroke", session=server.session())
    capture.see("Editor")
    server.stop()
    state = capture.wait_state("window_tracking", lambda state: not state["active"], "the end of the server")
    assert "display" in state["error"]
    capture.wait_rows(lambda row: row["title"] == "before", "the last stay")
    server.start()
    capture.wait_state("window_tracking", lambda state: state["active"], "the new server")
    screen = Screen(server)
    screen.focus(screen.window("after", "Mail"))
    capture.see("Mail")
    screen.close()


def test_no_server(capture, server):
    server.stop()
    capture.set("clipboard", session=server.session())
    state = capture.wait_state("clipboard", lambda state: "cannot connect" in state.get("error", ""), "no server")
    assert f"/tmp/.X11-unix/X{server.number}" in state["error"]
    server.start()
    capture.wait_state("clipboard", lambda state: state["active"], "the server")


def test_wrong_cookie(capture, server):
    server.write_authority(server.number, bytes(16))
    capture.set("clipboard", session=server.session())
    capture.wait_state("clipboard", lambda state: "refuses the connection" in state.get("error", ""), "a refusal")
    server.authority.write_bytes(b"\x01\x00\xff")
    capture.wait_state("clipboard", lambda state: "no cookie" in state.get("error", ""), "no cookie")
    server.write_authority(server.number, server.cookie)
    capture.wait_state("clipboard", lambda state: state["active"], "the right cookie")


def test_cookie_that_its_sandbox_does_not_show(make_capture, server):
    """It was made, or replaced, after the sandbox: only another process has a sandbox with it."""
    capture = make_capture("--renew-ms", 1)
    server.authority.unlink()
    capture.set("clipboard", session=server.session())
    assert capture.process.wait(WATCHDOG_SECONDS) == 0
    capture = make_capture()
    capture.set("clipboard", session=server.session())
    capture.wait_state("clipboard", lambda state: "no cookie" in state.get("error", ""), "no cookie")
    assert capture.process.poll() is None


def test_server_that_stands_still(capture, server):
    """It accepts, and never answers."""
    os.kill(server.process.pid, 19)
    capture.set("focus", session=server.session())
    assert capture.daemon.ask("recorder.flush") == {"flushed": True}
    os.kill(server.process.pid, 18)
    capture.wait_state("focus", lambda state: state["active"], "the server goes on")


def test_exits_although_the_server_stands_still(capture, server):
    os.kill(server.process.pid, 19)
    capture.set("focus", session=server.session())
    capture.process.terminate()
    assert capture.process.wait(WATCHDOG_SECONDS) == 0
    os.kill(server.process.pid, 18)


# --- the daemon ---------------------------------------------------------------------------------


def test_rows_are_repeated_until_they_are_stored(capture, server, screen):
    """The same rows with the same sequence, also to the next daemon."""
    screen.focus(screen.window("kept", "Editor"))
    capture.begin("window_tracking", session=server.session())
    capture.see("Editor")
    capture.daemon.answering = None  # never answers
    asked = len(capture.daemon.asked)
    capture.daemon.begin("recorder.flush")
    lost = capture.daemon.wait_asked(asked + 1)["params"]
    capture.daemon.hang_up()
    capture.connect()
    assert not capture.daemon.asked
    capture.begin("window_tracking", session=server.session())
    repeated = capture.daemon.wait_asked()["params"]
    assert repeated["rows"] == lost["rows"] and repeated["sequence"] == lost["sequence"]
    assert repeated["recorder_id"] == lost["recorder_id"]


def test_stream_that_is_switched_off_ends(capture, server, screen):
    screen.focus(screen.window("kept", "Editor"))
    capture.begin("window_tracking", "keystroke", session=server.session())
    capture.see("Editor")
    screen.press(*"ab")
    until(lambda: sum(row.get("count", 0) for row in capture.flush()) == 2, "two keys")
    states = capture.set("keystroke", session=server.session())
    assert not states["window_tracking"]["active"] and states["keystroke"]["active"]
    capture.flush()
    capture.rows.clear()
    screen.press(*"abc")
    until(lambda: sum(row.get("count", 0) for row in capture.flush()) == 3, "three keys")
    assert {row["type"] for row in capture.rows} == {"keystroke"}


def test_last_rows_at_the_end(capture, server, screen):
    screen.focus(screen.window("last", "Editor"))
    capture.begin("window_tracking", session=server.session())
    capture.see("Editor")
    capture.process.terminate()
    assert capture.process.wait(WATCHDOG_SECONDS) == 0
    assert any(row["title"] == "last" for row in capture.rows)
