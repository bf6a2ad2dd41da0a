"""weir: its options, its help, its exit codes, what it says about mistakes."""

import json
import os
import re
import subprocess

import pytest

from cli import Cli, FakeServer
from setting import OPENRPC, WATCHDOG_SECONDS, WEIR

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

COMMANDS = [
    "daemon start", "daemon stop", "daemon restart", "daemon status", "daemon logs", "ping", "call", "methods", "completion",
    "terminal open", "terminal attach", "terminal list", "terminal close",
]


@pytest.fixture
def cli(place):
    return Cli(place)


# --- help ---


def test_help(cli):
    done = cli.run("--help")
    assert done.code == 0 and done.err == ""
    for command in COMMANDS:
        assert command in done.out
    for option in ("--socket", "--json", "--timeout"):
        assert option in done.out
    assert cli.run("help").out == done.out == cli.run("-h").out


@pytest.mark.parametrize("columns", [40, 60, 100])
@pytest.mark.parametrize("arguments", [["help"], ["help", "run"], ["help", "task"], ["help", "permissions", "answer"]])
def test_help_fits_the_terminal(cli, arguments, columns):
    shown = cli.on_terminal(*arguments, COLUMNS=str(columns)).out.replace("\r\n", "\n")
    whole = cli.run(*arguments).out
    assert shown.split() == whole.split()
    assert not [line for line in shown.splitlines() if len(line) > columns]


def test_help_stands_in_columns(cli):
    """Also where a name has more bytes than columns."""
    lines = [line for line in cli.run("help", "task").out.splitlines() if line.startswith("  task ")]
    starts = {re.search(r"\S  +(?=\S)", line).end() for line in lines}
    assert len(lines) > 5 and len(starts) == 1, lines


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(cli, command):
    done = cli.run("help", *command.split())
    assert done.code == 0 and f"usage: weir {command}" in done.out
    assert cli.run(*command.split(), "--help").out == done.out


@pytest.mark.parametrize("command", ["run", "chat", "task wait", "approve"])
def test_help_has_no_word_twice(cli, command):
    words = re.findall(r"[\w-]+", cli.run("help", *command.split()).out)
    assert not [word for word, following in zip(words, words[1:]) if word == following and len(word) > 2]


def test_version(cli):
    done = cli.run("--version")
    assert done.code == 0 and done.out.startswith("weir ") and done.out.count("\n") == 1
    assert cli.run("--version", "--json").json()["version"] in done.out


# --- mistakes ---


@pytest.mark.parametrize(
    "arguments, word",
    [
        ([], "usage"),
        (["daemon"], "daemon start"),
        (["png"], "'ping'"),
        (["pign"], "'ping'"),
        (["metods"], "'methods'"),
        (["deamon", "status"], "'daemon'"),
        (["daemon", "statsu"], "'daemon status'"),
        (["completely-different"], "weir help"),
        (["ping", "--jsn"], "--json"),
        (["ping", "--sokcet", "x"], "--socket"),
        (["ping", "--qqqqqqq"], "weir help"),
        (["ping", "extra"], "extra"),
        (["call"], "METHOD"),
        (["call", "ping", "{}", "more"], "more"),
        (["ping", "--timeout", "soon"], "soon"),
        (["ping", "--timeout"], "--timeout"),
        (["ping", "--json=1"], "no value"),
        (["completion", "tcsh"], "tcsh"),
        (["call", "ping", "{"], "line 1, column"),
        (["call", "ping", "1"], "object or an array"),
        (["call", "ping", '{\n"a": 1,\n"a" 2}'], "line 3"),
        (["--socket", "", "ping"], "empty"),
        (["--color", "blue", "ping"], "blue"),
        (["ping", "--socket", "/" + "x" * 120], "107"),
    ],
    ids=lambda value: " ".join(value)[:24] if isinstance(value, list) else None,
)
def test_wrong_usage_is_2_and_says_what_would_be_right(cli, arguments, word):
    done = cli.run(*arguments)
    assert done.code == 2, done
    assert word in done.err and done.out == ""


@pytest.mark.parametrize("word", ["start", "stop", "restart", "status", "logs"])
def test_a_command_without_its_group_is_suggested_with_it(cli, word):
    done = cli.run(word)
    assert done.code == 2 and f"did you mean 'daemon {word}'?" in done.err and done.out == ""


def test_a_misspelt_method_suggests_the_nearest(cli, daemon):
    done = cli.run("call", "daemon.statu")
    assert done.code == 1 and "(method_not_found)" in done.err and "daemon.status" in done.err
    done = cli.run("methods", "pinq")
    assert done.code in (1, 2) and "ping" in done.err
    assert "weir methods" in cli.run("call", "nothing.like.it.at.all").err


def test_no_daemon_is_3(cli, place):
    for arguments in (["ping"], ["call", "ping"], ["methods"], ["daemon", "status"], ["daemon", "stop"]):
        done = cli.run(*arguments)
        assert done.code == 3, done
        assert str(place.user_socket) in done.err and done.out == ""


def test_a_socket_that_nobody_listens_on_is_3(cli, daemon):
    daemon.expected_exit = -9
    daemon.left_behind_is_fine = True
    daemon.process.kill()
    daemon.wait()
    assert cli.run("ping").code == 3


def test_a_failed_call_is_1(cli, daemon):
    done = cli.run("call", "daemon.stop", '{"force": 1}')
    assert done.code == 1 and "(invalid_params)" in done.err and "params.force" in done.err
    assert done.out == ""


def test_no_answer_is_4(cli, place):
    with FakeServer(place.user_socket, lambda request: None):
        for arguments in (["ping"], ["call", "ping"], ["methods"], ["daemon", "status"]):
            done = cli.run(*arguments, "--timeout", "0.1")
            assert done.code == 4, done
            assert done.err and done.out == ""


def test_a_connection_that_ends_is_1(cli, place):
    path = place.root / "half"
    with FakeServer(path, lambda request: b"not json\n"):
        assert cli.run("ping", "--socket", path, "--timeout", "0.2").code in (1, 4)


# --- JSON ---


@pytest.mark.parametrize("arguments, code", [(["pign"], 2), (["ping", "--sokcet"], 2), (["ping"], 3), (["daemon", "stop"], 3)])
def test_errors_as_json(cli, arguments, code):
    done = cli.run("--json", *arguments)
    assert done.code == code and done.out == ""
    error = json.loads(done.err)["error"]
    assert error["message"] and error["data"]["code"]


def test_a_refused_call_as_json(cli, daemon):
    done = cli.run("--json", "call", "nothing")
    assert done.code == 1
    error = json.loads(done.err)["error"]
    assert error["code"] == -32601 and error["data"]["code"] == "method_not_found"


def test_everything_as_json(cli, daemon):
    assert cli.run("--json", "ping").json()["result"]["pong"] is True
    assert cli.run("ping", "--json").json()["result"]["pong"] is True
    assert cli.run("call", "--json", "ping").json()["pong"] is True
    assert cli.run("daemon", "status", "--json").json()["pid"] == daemon.pid
    listed = [json.loads(line) for line in cli.run("methods", "--json").out.splitlines()]
    assert [method["name"] for method in listed] == [method["name"] for method in OPENRPC["methods"]]
    assert cli.run("methods", "daemon.stop", "--json").json()["name"] == "daemon.stop"
    for line in cli.run("daemon", "logs", "--json").out.splitlines():
        assert set(json.loads(line)) == {"time", "level", "message"}


# --- a reader that goes away, an output that is full ---


def test_a_broken_pipe_is_quiet(cli, daemon):
    process = cli.start("ping", "--count", "0", "--interval", "0")
    assert process.stdout.readline().startswith("pong")
    process.stdout.close()
    process.wait(WATCHDOG_SECONDS)
    assert process.returncode in (0, 1, -13), "ended by itself, or by SIGPIPE"
    assert process.stderr.read() == ""
    process.stderr.close()


def test_an_output_that_cannot_be_written_is_an_error(cli, daemon, place):
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run(
            [str(WEIR), "call", "ping"], stdout=full, stderr=subprocess.PIPE, env=place.environment(), text=True,
            timeout=WATCHDOG_SECONDS,
        )
    assert done.returncode == 1 and "cannot write output" in done.stderr


def test_a_closed_output_is_an_error_and_not_a_message_to_the_daemon(cli, daemon, place):
    done = subprocess.run(
        ["sh", "-c", '"$0" call ping >&-', str(WEIR)], stderr=subprocess.PIPE, env=place.environment(), text=True,
        timeout=WATCHDOG_SECONDS,
    )
    assert done.returncode == 1
    daemon.client().ping()


# --- messages shown ---


def test_messages_are_shown_without_their_secrets(cli, daemon):
    done = cli.run("call", "ping", '{"deep": [{"token": "canary"}]}', WEIR_IPC_DEBUG="1")
    assert done.code == 0 and "->" in done.err and "<-" in done.err and "pong" in done.err
    assert "canary" not in done.err + done.out and "[redacted]" in done.err
    assert cli.run("ping", WEIR_IPC_DEBUG="0").err == ""


def test_the_environment_may_be_almost_empty(daemon, place):
    env = {key: value for key, value in place.environment().items() if key.startswith(("ASAN", "UBSAN", "LSAN"))}
    command = [str(WEIR), "--socket", str(daemon.socket), "ping"]
    done = subprocess.run(command, env=env, capture_output=True, timeout=WATCHDOG_SECONDS, cwd="/")
    assert done.returncode == 0 and os.fsencode(daemon.socket) in done.stdout
