"""weir call, ping, methods: what they print."""

import json
import re
import signal

import pytest

from cli import Cli
from setting import MIB, OPENRPC, WATCHDOG_SECONDS, WEIR

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

COLOUR = "\x1b["


@pytest.fixture
def cli(place):
    return Cli(place)


# --- ping ---


def test_ping(cli, daemon):
    done = cli.run("ping")
    assert done.code == 0 and done.err == ""
    assert re.fullmatch(rf"pong from {daemon.socket}: seq=1 time=\d+\.\d+ ms\n", done.out)


def test_ping_many(cli, daemon):
    done = cli.run("ping", "-c", "5", "-i", "0")
    assert done.code == 0 and done.out.count("pong") == 5 and "5 requests, 5 responses" in done.out
    lines = cli.run("ping", "--count=3", "--interval=0", "--json").out.splitlines()
    assert [json.loads(line)["seq"] for line in lines] == [1, 2, 3]


def test_ping_until_it_is_interrupted(cli, daemon):
    process = cli.start("ping", "-c", "0", "-i", "30")
    assert process.stdout.readline().startswith("pong")
    process.send_signal(signal.SIGINT)
    assert process.wait(WATCHDOG_SECONDS) in (0, -signal.SIGINT)
    process.stdout.close()
    process.stderr.close()


def test_ping_a_daemon_that_goes_away(cli, daemon):
    process = cli.start("ping", "-c", "0", "-i", "0")
    assert process.stdout.readline().startswith("pong")
    assert daemon.stop() == 0
    process.communicate(timeout=WATCHDOG_SECONDS)
    assert process.returncode in (1, 3)


# --- call ---


def test_call(cli, daemon):
    assert cli.run("call", "ping").json()["pong"] is True
    assert cli.run("call", "daemon:status").json()["pid"] == daemon.pid
    assert cli.run("call", "rpc.discover").json() == OPENRPC
    assert cli.run("call", "ping", "[]").json()["pong"] is True


def test_a_result_is_one_line_unless_a_person_reads_it(cli, daemon):
    assert cli.run("call", "rpc.discover").out.count("\n") == 1
    assert cli.on_terminal("call", "ping").out.count("\n") > 1


def test_params_from_the_standard_input(cli, daemon):
    done = cli.run("call", "initialize", "-", input='{"client": {"name": "from stdin"}}\n')
    assert done.code == 0 and done.json()["protocolVersion"] == "1.0"
    daemon.wait_for_log("client: from stdin")


@pytest.mark.parametrize("text", ["", "{", "1", '{"a": 1} x', "\xff"])
def test_wrong_params_on_the_standard_input(cli, daemon, text):
    done = cli.run("call", "ping", "-", input=text)
    assert done.code == 2 and done.err and done.out == ""


def test_long_params(cli, daemon):
    assert cli.run("call", "ping", "-", input=json.dumps({"x": "y" * (8 * MIB)})).json()["pong"] is True
    done = cli.run("call", "ping", "-", input=json.dumps({"x": "y" * (17 * MIB)}))
    assert done.code == 2 and "16 MiB" in done.err


def test_a_newline_in_the_params_is_not_a_second_message(cli, daemon):
    done = cli.run("call", "ping", '{\n  "a": 1\n}')
    assert done.code == 0 and done.json()["pong"] is True


def test_stopping_through_call(cli, daemon):
    assert cli.run("call", "daemon.stop", "[true]").json() == {"stopping": True}
    assert daemon.wait() == 0


# --- methods ---


def test_methods(cli, daemon):
    done = cli.run("methods")
    assert done.code == 0
    for method in OPENRPC["methods"]:
        assert re.search(rf"^{re.escape(method['name'])} .*{re.escape(method['summary'][:20])}", done.out, re.M)


def test_one_method_with_its_schema(cli, daemon):
    done = cli.run("methods", "initialize")
    assert done.code == 0
    for word in ("optOutNotificationMethods", "protocolVersion", "client", "maxMessageBytes", "already_initialized", "1.0"):
        assert word in done.out, word
    assert cli.run("methods", "daemon:stop").out == cli.run("methods", "daemon.stop").out


def test_events(cli, daemon):
    done = cli.run("methods", "--events")
    assert done.code == 0 and "event.daemonStopping" in done.out and "rpc.discover" not in done.out


# --- colour ---


@pytest.mark.parametrize("arguments", [["call", "ping"], ["methods", "ping"], ["daemon", "status"]], ids=" ".join)
def test_colour_only_on_a_terminal(cli, daemon, arguments):
    assert COLOUR in cli.on_terminal(*arguments).out
    assert COLOUR not in cli.run(*arguments).out
    assert COLOUR in cli.run(*arguments, "--color", "always").out
    assert COLOUR not in cli.on_terminal(*arguments, "--color", "never").out
    assert COLOUR not in cli.on_terminal(*arguments, "--json").out
    assert COLOUR not in cli.on_terminal(*arguments, NO_COLOR="1").out
    assert COLOUR not in cli.on_terminal(*arguments, TERM="dumb").out


def test_errors_have_colour_only_on_a_terminal(cli, daemon):
    assert COLOUR in cli.on_terminal("call", "nothing").out
    assert COLOUR not in cli.run("call", "nothing").err


def test_what_the_daemon_says_does_not_reach_the_terminal_raw(cli, daemon):
    """Escape sequences in a message are shown, not obeyed."""
    done = cli.on_terminal("call", "nothing\x1b]0;title\x07", "--color", "never")
    assert done.code in (1, 2) and "\x1b]" not in done.out and "\x07" not in done.out
