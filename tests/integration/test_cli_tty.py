"""Whatever ends a command that has changed the terminal, or stops it: the terminal is as it was."""

import os
import signal

import pytest

from cli import Cli
from setting import SHIPPED
from terminals import Terminal

ENDINGS = [signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP, signal.SIGINT, signal.SIGUSR1, signal.SIGALRM]
CRASHES = [signal.SIGSEGV, signal.SIGABRT]
COMMANDS = {"chat": ("chat",), "approve": ("approve",), "top": ("top",), "key": ("key", "set", "anthropic")}
PASTES, NO_PASTES = "\x1b[?2004h", "\x1b[?2004l"
OTHER_SCREEN, USUAL_SCREEN = "\x1b[?1049h", "\x1b[?1049l"


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(place, make_daemon):
    place.write_config({"tasks": {"agent": "script"}, "pool": {"warm": 0}})
    return make_daemon().start(program=SHIPPED)


def begun(terminal, command):
    """It has the terminal, and waits for keys."""
    terminal.until(lambda: terminal.mode() != terminal.before, "another mode")
    if command == "chat":
        terminal.until(lambda: PASTES in terminal.written, "pastes in brackets")
    if command == "top":
        terminal.until(lambda: OTHER_SCREEN in terminal.written, "the other screen")
    if command == "approve":
        terminal.until_shown("q")
    return terminal


def is_as_before(terminal):
    switched = [(PASTES, NO_PASTES), (OTHER_SCREEN, USUAL_SCREEN)]
    return terminal.mode() == terminal.before and all(
        terminal.written.rfind(on) <= terminal.written.rfind(off) for on, off in switched)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("number", ENDINGS + CRASHES, ids=lambda number: number.name)
def test_a_signal_ends_it(cli, daemon, command, number):
    own = {"ASAN_OPTIONS": "handle_segv=0:handle_abort=0", "UBSAN_OPTIONS": "handle_segv=0"}  # a sanitizer takes none of them
    with Terminal(cli, *COMMANDS[command], **own) as terminal:
        begun(terminal, command)
        terminal.process.send_signal(number)
        if command == "chat" and number == signal.SIGINT:
            terminal.until(lambda: PASTES in terminal.written.partition("^C")[2], "the next line")  # a key there, and no end
            terminal.press("\x04")
        code = terminal.end()
        assert is_as_before(terminal), terminal.written
        if number in CRASHES or (command == "chat" and number != signal.SIGINT):
            assert code == -number


@pytest.mark.parametrize("command", ["approve", "top", "key"])
def test_a_key_ends_it(cli, daemon, command):
    with Terminal(cli, *COMMANDS[command]) as terminal:
        begun(terminal, command).press("\x1c")
        terminal.end()
        assert is_as_before(terminal), terminal.written


# A shell with jobs: who has no such parent is not stopped by the kernel.
SHELL = ("/bin/bash", "-mc", '"$@"; echo "[stopped $?]"; read -r; fg; echo "[ended $?]"', "bash")


@pytest.mark.parametrize("command", ["chat", "approve"])
def test_stopped_it_gives_the_terminal_back(cli, daemon, command):
    with Terminal(cli, *COMMANDS[command], through=SHELL) as terminal:
        begun(terminal, command)
        job = terminal.foreground()
        os.killpg(job, signal.SIGTSTP)
        terminal.until_shown(f"[stopped {128 + signal.SIGTSTP}]")
        assert is_as_before(terminal), terminal.written
        terminal.press("\n")
        terminal.until(lambda: terminal.mode() != terminal.before, "its mode again")
        if command == "chat":
            terminal.until(lambda: terminal.written.rfind(PASTES) > terminal.written.rfind(NO_PASTES), "pastes in brackets")
        os.killpg(job, signal.SIGQUIT)
        terminal.until_shown("[ended ")
        terminal.end()
        assert is_as_before(terminal), terminal.written
