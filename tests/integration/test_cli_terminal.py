"""weir terminal: open, attach, list, close; what is typed, what is shown, and how the user's own terminal is given back."""

import hashlib
import json
import os
import re
import shutil
import signal

import pytest

from cli import Cli
from kernels import needs_namespaces
from setting import SHIPPED, WEIR
from terminals import Terminal, without_colour
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

PROMPT = "ready> "
SHELL = ("--shell", "sh", "--env", f"PS1={PROMPT}")
ID = re.compile(r"weir terminal attach (term_\w+)")
DETACH = "\x1cd"


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def start(place, make_daemon):
    """Starts daemons, one after the other, that have executors; the last of them takes everything with it."""
    place.write_config({"pool": {"warm": 0}})
    started = []

    def start():
        started.append(make_daemon().start(program=SHIPPED))
        return started[-1]

    yield start
    if started[-1].is_running():
        started[-1].stop()
    directory = started[-1].state / "executors"
    assert not directory.exists() or os.listdir(directory) == []


@pytest.fixture
def daemon(start):
    return start()


@pytest.fixture
def on(cli, daemon):
    """weir terminal with these arguments, on a terminal of its own."""
    started = []

    def start(*arguments, **options):
        started.append(Terminal(cli, "terminal", *arguments, **options))
        return started[-1]

    yield start
    for terminal in started:
        terminal.__exit__()


@pytest.fixture
def shell(on):
    """An open one that waits for a command."""

    def start(*arguments, **options):
        terminal = on("open", *SHELL, *arguments, **options)
        terminal.until_shown(PROMPT)
        return terminal

    return start


def ask(terminal, command, answer):
    """Types a command; what it prints is not what was typed."""
    terminal.press(command + "\r")
    terminal.until_shown(answer)


def only_id(cli):
    [one] = [json.loads(line)["id"] for line in cli.run("terminal", "list", "--json").out.splitlines()]
    return one


def opened(cli, *arguments):
    done = cli.run("terminal", "open", "--detach", *SHELL, *arguments)
    assert done.code == 0 and done.err == "", done
    return done.out.strip()


def assert_given_back(terminal):
    assert terminal.mode() == terminal.before


# --- typing and seeing ---


def test_what_is_typed_is_run_and_shown(shell):
    terminal = shell()
    assert terminal.mode() != terminal.before
    ask(terminal, "echo one$((40+2))", "one42")
    ask(terminal, "printf '\\303\\251\\n' | wc -c", "3\r\n")
    terminal.press("exit\r")
    assert terminal.end() == 0
    assert_given_back(terminal)


def test_the_group_alone_opens(on, place):
    terminal = on(*SHELL, "--cwd", place.root)
    terminal.until_shown(PROMPT)
    ask(terminal, "pwd", f"{place.root}\r\n")


def test_it_begins_where_weir_is(shell, place):
    ask(shell(), "pwd", f"{place.home}\r\n")


def test_its_environment(shell):
    terminal = shell("--env", "GREETING=first", "--env", "GREETING=a=b c")
    ask(terminal, "echo \"<$GREETING><$TERM>\"", "<a=b c><xterm-256color>")


def test_a_session(shell, cli, daemon, place):
    session = daemon.client().call("session.create", {"cwd": str(place.config)})["id"]
    terminal = shell("--session", session)
    ask(terminal, "pwd", f"{place.config}\r\n")
    assert session in cli.run("terminal", "list").out
    assert cli.run("terminal", "list", "--session", session).out.count("\n") == 2


def test_much_that_is_typed_comes_in_its_order(shell):
    """More than one call holds, and than the shell reads at once."""
    terminal = shell()
    text = "".join(f"{number:07}" for number in range(40000))
    ask(terminal, f"stty raw -echo; echo go''es; head -c {len(text)} | md5sum; stty sane", "goes")
    for at in range(0, len(text), 2048):
        terminal.press(text[at : at + 2048])
        terminal.read_some(0)
    terminal.until_shown(hashlib.md5(text.encode()).hexdigest())


def test_much_that_is_shown(shell):
    terminal = shell()
    ask(terminal, "seq 1 200000 | sed s/^/n/; echo d''one", "done\r\n")
    assert "not shown" in terminal.written or terminal.written.count("\nn") == 200000


def test_control_and_the_backslash(shell):
    """Twice types one; another key behind it is typed with it."""
    terminal = shell()
    ask(terminal, "stty -echo -icanon -isig; echo b''egin; head -c 3 | od -An -tx1; stty sane", "begin")
    terminal.press("\x1c\x1c")
    terminal.press("\x1cx")
    terminal.until_shown("1c 1c 78")


# --- its size ---


def test_the_size_of_the_window(shell):
    terminal = shell(columns=91, rows=33)
    ask(terminal, "stty size", "33 91\r\n")


@pytest.mark.parametrize("blocked", [set(), {signal.SIGWINCH}], ids=["heard", "blocked by who starts it"])
def test_another_size(shell, blocked):
    before = signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
    try:
        terminal = shell(columns=91, rows=33)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    ask(terminal, "trap 'stty size' WINCH; echo tr''apped", "trapped")
    terminal.set_size(100, 40)
    terminal.until(lambda: terminal.press("\r") or terminal.read_some(0.05) and "40 100\r\n" in terminal.written, "the new size")


def test_who_comes_later_decides(cli, shell, on):
    first = shell(columns=91, rows=33)
    second = on("attach", only_id(cli), columns=70, rows=20)
    second.until_shown(PROMPT)
    first.until(lambda: first.press("stty size\r") or first.read_some(0.05) and "20 70\r\n" in first.written, "the new size")


# --- leaving and coming back ---


def test_leaving_and_coming_back(cli, shell, on):
    terminal = shell()
    ask(terminal, "echo one$((40+2))", "one42")
    terminal.press(DETACH)
    assert terminal.end() == 0
    assert_given_back(terminal)
    [name] = ID.findall(terminal.written)
    assert name == only_id(cli)
    again = on("attach", name)
    again.until_shown("one42")
    ask(again, "echo two$((40+2))", "two42")
    again.press("exit 3\r")
    assert again.end() == 3 and "exit status 3" in again.written
    assert_given_back(again)
    gone = on("attach", name)
    assert gone.end() == 1 and "terminal_not_found" in gone.written and "terminal list" in gone.written
    assert_given_back(gone)


def test_coming_back_without_what_was(cli, shell, on):
    terminal = shell()
    ask(terminal, "echo one$((40+2))", "one42")
    terminal.press(DETACH)
    assert terminal.end() == 0
    again = on("attach", only_id(cli), "--no-scrollback")
    again.until(lambda: again.mode() != again.before, "raw keys")
    ask(again, "echo two$((40+2))", "two42")
    assert "one42" not in again.written


def test_two_at_one(cli, shell, on):
    first = shell()
    second = on("attach", only_id(cli))
    second.until_shown(PROMPT)
    ask(first, "echo one$((40+2))", "one42")
    second.until_shown("one42")
    ask(second, "echo two$((40+2))", "two42")
    first.until_shown("two42")
    assert json.loads(cli.run("terminal", "list", "--json").out)["clients"] == 2
    second.press(DETACH)
    assert second.end() == 0
    ask(first, "echo three$((40+2))", "three42")
    until(lambda: json.loads(cli.run("terminal", "list", "--json").out)["clients"] == 1, "one client")


def test_questions_of_programs_are_not_asked_again(cli, shell, on):
    """The answer of the user's terminal would be typed into whatever runs now."""
    terminal = shell()
    ask(terminal, "printf 'q\\033[6n\\033]11;?\\007r%s\\n' x", "rx")
    assert "\x1b[6n" in terminal.written and "\x1b]11;?" in terminal.written
    terminal.press(DETACH)
    assert terminal.end() == 0
    again = on("attach", only_id(cli))
    again.until_shown("qrx")
    assert "\x1b[6n" not in again.written and "\x1b]11;?" not in again.written


def test_what_a_program_switched_on_is_off_again(shell):
    terminal = shell()
    ask(terminal, "printf '\\033[?1049h\\033[?25l\\033[?1000;1006h%s' in''side", "inside")
    terminal.press(DETACH)
    assert terminal.end() == 0
    tail = terminal.written[terminal.written.rindex("inside") :]
    for sequence in "\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l", "\x1b[?1006l", "\x1b[0m":
        assert sequence in tail
    assert tail.index("\x1b[?1049l") < tail.index("detached")


# --- how it ends ---


@pytest.mark.parametrize("command, code", [("exit 0", 0), ("exit 7", 7), ("exit 255", 255), ("kill -9 $$", 137), ("kill -HUP $$", 129)])
def test_the_exit_status_is_the_shells(shell, command, code):
    terminal = shell()
    terminal.press(f"{command}\r")
    assert terminal.end() == code and "has ended" in terminal.written
    assert_given_back(terminal)


@pytest.mark.parametrize("program, code", [("true", 0), ("false", 1)])
def test_a_shell_that_ends_at_once(on, program, code):
    terminal = on("open", "--shell", program)
    assert terminal.end() == code and f"exit status {code}" in terminal.written
    assert_given_back(terminal)


def test_closed_by_another(cli, shell):
    terminal = shell()
    done = cli.run("terminal", "close", only_id(cli))
    assert done.code == 0 and re.fullmatch(r"closed term_\w+\n", done.out)
    assert terminal.end() > 128 and "has ended" in terminal.written
    assert_given_back(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT], ids=lambda number: number.name)
def test_signals_end_weir_and_not_the_terminal(cli, shell, number):
    terminal = shell()
    terminal.process.send_signal(number)
    assert terminal.end() == 128 + number and "terminal attach" in terminal.written
    assert_given_back(terminal)
    assert only_id(cli) in terminal.written


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS], ids=lambda number: number.name)
def test_a_crash(shell, number):
    terminal = shell(ASAN_OPTIONS="handle_segv=0:handle_abort=0:handle_sigbus=0", UBSAN_OPTIONS="handle_segv=0")
    terminal.process.send_signal(number)
    assert terminal.end() == -number
    assert_given_back(terminal)


@pytest.mark.parametrize("number", [signal.SIGTSTP, signal.SIGSTOP], ids=lambda number: number.name)
def test_stopped_and_continued(shell, number):
    terminal = shell(columns=91, rows=33)
    ask(terminal, "printf '\\033[?2004h%s\\n' be''fore", "before")
    terminal.process.send_signal(number)
    os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED)
    if number == signal.SIGTSTP:  # of the other one nobody can know
        assert_given_back(terminal)
        terminal.read_some(0)
        assert "\x1b[?2004l" in terminal.written
    terminal.set_mode(terminal.before)  # as a shell does
    terminal.set_size(70, 20)
    terminal.process.send_signal(signal.SIGCONT)
    terminal.until(lambda: terminal.mode() != terminal.before, "raw keys")
    terminal.until(lambda: terminal.press("stty size\r") or terminal.read_some(0.05) and "20 70\r\n" in terminal.written, "the new size")
    terminal.press(DETACH)
    assert terminal.end() == 0
    assert_given_back(terminal)


# --- the daemon goes, and comes back ---


def kill(daemon):
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    assert daemon.stop(signal.SIGKILL) == -signal.SIGKILL


def test_a_daemon_that_comes_back(shell, daemon, start):
    terminal = shell()
    ask(terminal, "echo one$((40+2))", "one42")
    kill(daemon)
    terminal.until_shown("connection lost")
    terminal.press("echo two$((40+2))\r")
    start()
    terminal.until_shown("connected again")
    terminal.until_shown("two42")
    ask(terminal, "echo three$((40+2))", "three42")
    assert without_colour(terminal.written).count("one42") == 1
    terminal.press("exit 5\r")
    assert terminal.end() == 5
    assert_given_back(terminal)


def test_leaving_without_a_daemon(shell, daemon, start, cli):
    terminal = shell()
    kill(daemon)
    terminal.until_shown("connection lost")
    terminal.press(DETACH)
    assert terminal.end() == 0 and "terminal attach" in terminal.written
    assert_given_back(terminal)
    start()
    until(lambda: cli.run("terminal", "close", *ID.findall(terminal.written)).code == 0, "the terminal again")


# --- open and leave, list, close ---


@needs_namespaces
def test_opened_for_later(cli, on):
    name = opened(cli)
    assert cli.run("terminal", "list", "--json").json()["id"] == name
    terminal = on("attach", name)
    terminal.until_shown(PROMPT)
    ask(terminal, "echo one$((40+2))", "one42")


@needs_namespaces
def test_lists(cli, daemon):
    assert cli.run("terminal", "list").out == "" and "no open terminals" in cli.on_terminal("terminal", "list").out
    names = [opened(cli), opened(cli, "--cwd", "/tmp")]
    lines = cli.run("terminal", "list").out.splitlines()
    assert lines[0].split()[:4] == ["ID", "AGE", "USERS", "SIZE"]
    assert [line.split()[0] for line in lines[1:]] == names and "80x24" in lines[1]
    records = [json.loads(line) for line in cli.run("terminal", "list", "--json").out.splitlines()]
    assert [record["id"] for record in records] == names and records[1]["cwd"] == "/tmp"
    answer = cli.run("terminal", "open", "-d", *SHELL, "--json").json()
    assert answer["pid"] > 0 and answer["terminalId"] not in names


@needs_namespaces
def test_several_are_closed(cli, daemon):
    names = [opened(cli) for _ in range(3)]
    done = cli.run("terminal", "close", names[0], "term_none", names[1])
    assert done.code == 1 and "terminal_not_found" in done.err
    assert done.out == f"closed {names[0]}\nclosed {names[1]}\n"
    assert only_id(cli) == names[2]


@pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")
def test_in_tmux(cli, on):
    terminal = on("open", *SHELL, "--tmux=weirtest", "--window=first")
    terminal.until_shown("first")
    assert "tmux" in cli.run("terminal", "list").out
    assert cli.run("terminal", "close", only_id(cli)).code == 0
    assert terminal.end() >= 0
    assert_given_back(terminal)


# --- refusals ---


def test_without_a_terminal(cli, daemon):
    for arguments in ["terminal"], ["terminal", "open"], ["terminal", "attach", "term_x"]:
        done = cli.run(*arguments)
        assert done.code == 2 and "terminal" in done.err and "--detach" in done.err and done.out == ""
        done = cli.run(*arguments, "--json")
        assert done.code == 2 and json.loads(done.err)["error"]["data"]["code"] == "usage"
    assert cli.run("terminal", "list").out == ""


def test_without_a_daemon(cli, place):
    for arguments in ["list"], ["close", "x"]:
        done = cli.run("terminal", *arguments)
        assert done.code == 3 and "daemon start" in done.err and done.out == "", arguments
    done = cli.on_terminal("terminal", "attach", "x")
    assert done.code == 3 and "daemon start" in done.out


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["lst"], "terminal list"),
        (["atach", "x"], "terminal attach"),
        (["attach"], "TERMINAL"),
        (["attach", "x", "y"], "y"),
        (["close"], "TERMINAL"),
        (["open", "x"], "x"),
        (["open", "-d", "--env", "NAME"], "NAME=VALUE"),
        (["open", "-d", "--env", "=x"], "NAME=VALUE"),
        (["open", "-d", "--window", "w"], "--tmux"),
        (["open", "-d", "--cwd", "/no/such/directory"], "/no/such/directory"),
        (["--shell", "sh", "list"], "--shell"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_usage(cli, daemon, arguments, word):
    done = cli.run("terminal", *arguments)
    assert done.code == 2 and word in done.err and done.out == "", done


def test_options_between_the_group_and_its_command(cli, daemon):
    done = cli.run("terminal", "--session", "sess_none", "list", "--json")
    assert done.code in (0, 1) and done.out == "", done


def test_help(cli):
    group = cli.run("terminal", "--help")
    assert group.code == 0 and all(f"terminal {name}" in group.out for name in ("open", "attach", "list", "close"))
    assert cli.run("help", "terminal").out == group.out
    own = cli.run("terminal", "open", "--help").out
    assert "--tmux[=NAME]" in own and "--env NAME=VALUE" in own


@pytest.mark.parametrize("name", ["LD_PRELOAD", "LD_LIBRARY_PATH", "ANTHROPIC_API_KEY"])
def test_refused_variables(cli, daemon, name):
    done = cli.run("terminal", "open", "-d", "--env", f"{name}=x")
    assert done.code == 1 and "environment_refused" in done.err and name in done.err
    assert cli.run("terminal", "list").out == ""


def test_a_shell_that_is_not_there(cli, daemon):
    done = cli.run("terminal", "open", "-d", "--shell", "/no/such/shell")
    assert done.code == 1 and "/no/such/shell" in done.err
