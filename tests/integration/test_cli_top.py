"""weir top: the whole terminal, and how it is given back."""

import os
import signal

import pytest

from cli import Cli
from setting import WEIR
from tasks import submit, until_state, until_states
from terminals import Terminal, width

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(make_daemon, place):
    """One that does not wait for what holds."""
    place.write_config({"tasks": {"drainMs": 0, "stopMs": 100}})
    return make_daemon().start()


@pytest.fixture
def top(cli, daemon):
    """Makes terminals on which top runs."""
    opened = []

    def make(**options):
        opened.append(Terminal(cli, "top", whole_screen=True, **options))
        return opened[-1]

    yield make
    for terminal in opened:
        terminal.__exit__()


def assert_given_back(terminal):
    """The alternate screen is left, the cursor is there, lines wrap, and keys are what they were."""
    assert terminal.screen.switches == {7: True, 25: True, 1049: False}
    assert terminal.written.rstrip().endswith("\x1b[?1049l"), terminal.written[-80:]
    assert terminal.mode() == terminal.before


def assert_well_drawn(terminal):
    lines = terminal.screen.lines()
    assert len(lines) <= terminal.screen.rows and all(width(line) <= terminal.screen.columns for line in lines)
    assert terminal.screen.outside == 0, "something did not fit"


def fits(terminal):
    """A frame of an older size may have been on its way when the size changed; the next one has to fit."""
    screen, last = terminal.screen, terminal.screen.lines()[-1]
    whole = last and "q quits".startswith(last.rstrip("…")) if screen.rows > 3 else terminal.shown().strip()
    return screen.outside == 0 and whole


def test_what_runs_is_shown(top, client):
    running = submit(client, "progress 42 nearly; hold", priority=3)
    until_state(client, running, "running")
    terminal = top(columns=120)
    terminal.until_shown("running 42%")
    terminal.until_shown("q quits")  # the end of the frame
    assert terminal.screen.switches == {7: False, 25: False, 1049: True}
    shown = terminal.shown()
    assert running in shown and "1 running" in shown and "q quits" in terminal.screen.lines()[-1]
    assert "weird " in shown and "PROMPT" in shown and "SESSION" in shown.upper()
    assert_well_drawn(terminal)
    terminal.press("q")
    assert terminal.end() == 0
    assert_given_back(terminal)


def test_it_goes_on(top, client):
    """What begins and ends while one looks."""
    terminal = top(columns=120)
    terminal.until_shown("0 running")
    task = submit(client, "hold")
    terminal.until_shown("1 running")
    terminal.until_shown(task)
    client.call("task.cancel", {"taskId": task})
    terminal.until_shown("1 cancelled")
    assert "0 running" in terminal.shown()
    assert_well_drawn(terminal)


def test_prompts_do_no_harm(top, client):
    prompts = ["漢字" * 60, "a\x1b[2Jb\x07c\u202ed\u009be", "x" * 500, "tab\tnew\nline", "👍" * 50]
    for prompt in prompts:
        submit(client, prompt)
    terminal = top(columns=79)
    terminal.until_shown("PROMPT")
    terminal.until_shown("q quits")  # the end of the frame
    assert_well_drawn(terminal)  # and the screen refuses what is out of bounds, or steers


@pytest.mark.parametrize("end", ["q", "Q", "\x03"], ids=["q", "Q", "Ctrl-C"])
def test_keys_that_end_it(top, end):
    terminal = top()
    terminal.until_shown("q quits")
    during = terminal.mode()
    assert during != terminal.before
    terminal.press(end)
    assert terminal.end() == 0
    assert_given_back(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT])
def test_signals_that_end_it(top, number):
    terminal = top()
    terminal.until_shown("q quits")
    terminal.process.send_signal(number)
    assert terminal.end() == 0
    assert_given_back(terminal)


def test_other_keys_do_nothing(top):
    terminal = top()
    terminal.until_shown("q quits")
    terminal.press("x\x1b[A\x1bOQ")  # an arrow, and a function key that ends with a Q
    terminal.resize(60, 10)
    terminal.until_shown("q quits")
    assert terminal.process.poll() is None
    terminal.press("q")
    assert terminal.end() == 0


def test_stopped_and_continued(top):
    """Ctrl-Z gives the terminal to the shell; fg takes it again."""
    terminal = top()
    terminal.until_shown("q quits")
    terminal.press("\x1a")
    os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED)
    terminal.read_some(0)
    assert_given_back(terminal)
    terminal.process.send_signal(signal.SIGCONT)
    terminal.until_shown("q quits")
    assert terminal.screen.switches[1049] and terminal.mode() != terminal.before
    terminal.press("q")
    assert terminal.end() == 0
    assert_given_back(terminal)


def test_another_size(top, client):
    tasks = [submit(client, f"hold {'long ' * 30}") for _ in range(3)]
    until_states(client, {task: "running" for task in tasks})
    terminal = top(columns=120, rows=30)
    terminal.until_shown(tasks[0])
    for columns, rows in (60, 12), (200, 50), (40, 8), (100, 24):
        terminal.resize(columns, rows)
        terminal.until(lambda: fits(terminal) and "3 running" in terminal.shown(), "the new size")
        assert_well_drawn(terminal)
    assert tasks[0] in terminal.shown()


def test_tiny_sizes(top, client):
    """Nothing to see, but no harm either."""
    submit(client, "hold")
    terminal = top(columns=80, rows=24)
    terminal.until_shown("1 running")
    for columns, rows in (1, 1), (2, 40), (200, 1), (3, 2), (10, 3), (7, 5), (20, 4):
        terminal.resize(columns, rows)
        terminal.until(lambda: fits(terminal), "something on the screen")
        assert_well_drawn(terminal)
    terminal.resize(80, 24)
    terminal.until_shown("1 running")
    terminal.press("q")
    assert terminal.end() == 0
    assert_given_back(terminal)


def test_a_daemon_that_comes_back(top, daemon, make_daemon):
    terminal = top(columns=120)
    terminal.until_shown("q quits")
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    assert daemon.stop(signal.SIGKILL) == -signal.SIGKILL
    terminal.until_shown("connection lost")
    other = make_daemon().start()
    terminal.until(lambda: "connection lost" not in terminal.shown(), "the connection again")
    terminal.until_shown(f"pid {other.pid}")
    terminal.press("q")
    assert terminal.end() == 0


# --- refusals ---


def test_not_a_terminal(cli, daemon):
    done = cli.run("top")
    assert done.code == 2 and "terminal" in done.err and "weir watch" in done.err and done.out == ""


def test_a_terminal_that_is_none(cli, daemon):
    for term in "dumb", "":
        done = cli.on_terminal("top", TERM=term)
        assert done.code == 2 and "terminal" in done.out and "\x1b[?" not in done.out


def test_json(cli, daemon):
    done = cli.run("top", "--json")
    assert done.code == 2 and "watch --json" in done.err


def test_no_daemon(cli, place):
    done = cli.on_terminal("top")
    assert done.code == 3 and "daemon start" in done.out and "\x1b[?1049h" not in done.out
