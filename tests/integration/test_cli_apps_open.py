"""weir apps open: a program with the connection of an app."""

import json
import signal
import sys

import pytest

from activities import now, record, window
from app_lane import install, status
from cli import Cli
from setting import WEIR
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

# Reads what its arguments say, over the inherited descriptor, and prints the answers.
READER = """
import json, os, socket, sys
app = socket.socket(fileno=int(os.environ["WEIR_APP_FD"]))
lines = app.makefile("r")
for number, what in enumerate(sys.argv[1:]):
    ns, _, method = what.partition(".")
    params = {"appId": os.environ["WEIR_APP_ID"], "ns": ns, "method": method}
    app.sendall(json.dumps({"jsonrpc": "2.0", "id": number, "method": "cowork:read", "params": params}).encode() + b"\\n")
    print(json.dumps(json.loads(lines.readline())), flush=True)
"""


@pytest.fixture
def daemon(place, make_daemon):
    install(place, "notes")
    assert record(place, window(now(), "Editor", "letter.odt")) is None
    return make_daemon().start()


@pytest.fixture
def cli(daemon):
    return Cli(daemon.place)


def test_a_program_reads(cli, client):
    done = cli.run("apps", "open", "notes", "--", sys.executable, "-c", READER, "context.activeWindow", "user.profile", "data.nothing")
    assert done.code == 0 and done.err == "", done
    window, profile, nothing = [json.loads(line) for line in done.out.splitlines()]
    assert window["result"]["data"]["window"]["windowTitle"] == "letter.odt"
    assert profile["result"]["data"] == client.call("app:getSettings")["profile"]
    assert nothing["error"]["data"]["code"] == "read_not_found"
    until(lambda: status(client, "notes") == "installed", "it has ended")


def test_it_runs_as_long_as_the_program(cli, client):
    process = cli.start("apps", "open", "notes", "--", "sleep", "1000")
    until(lambda: status(client, "notes") == "running", "it runs")
    until(lambda: client.call("daemon.status")["clients"] == 1, "weir has made way for the program")
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert process.returncode == -signal.SIGTERM
    until(lambda: status(client, "notes") == "installed", "it has ended")


def test_what_the_program_gets(cli):
    """Its arguments as they are, weir's standard input, and no descriptor but the connection."""
    done = cli.run("apps", "open", "notes", "--", "sh", "-c", 'cat; echo "$@"; ls /proc/self/fd | tr "\\n" " "', "sh", "--json", "-h", "--", "", "a b", input="in ")
    assert done.code == 0 and done.out.startswith("in --json -h --  a b\n"), done
    assert {"0", "1", "2", "3"} <= set(done.out.splitlines()[1].split()) <= {"0", "1", "2", "3", "4"}  # 4 is ls's own


@pytest.mark.parametrize("command, code", [(["sh", "-c", "exit 7"], 7), (["/nonexistent/program"], 127), (["/etc/passwd"], 126), (["/"], 126), ([""], 127)])
def test_exit_status(cli, command, code):
    done = cli.run("apps", "open", "notes", "--", *command)
    assert done.code == code, done
    if code > 7:
        assert f"cannot start '{command[0]}': " in done.err and done.out == ""


@pytest.mark.parametrize("command", [[], ["--", "true"]])
def test_an_app_that_is_not_there(cli, command):
    done = cli.run("apps", "open", "other", *command)
    assert done.code == 1 and "no app other is installed" in done.err and "weir apps list" in done.err and done.out == ""


def test_without_a_command(cli, client):
    done = cli.run("apps", "open", "notes")
    assert done.code == 0 and "Notes 1.0.0" in done.out and "index.html" in done.out and "weir apps open notes -- COMMAND" in done.out
    assert cli.run("--json", "apps", "open", "notes").json() == client.call("apps:list")["apps"][0]
    assert status(client, "notes") == "installed"
    assert cli.run("apps", "open").code == 2


def test_too_many(cli, client):
    processes = [cli.start("apps", "open", "notes", "--", "sleep", "1000") for _ in range(9)]
    until(lambda: any(process.poll() is not None for process in processes), "one is refused")
    refused = next(process for process in processes if process.poll() is not None)
    assert refused.returncode == 1 and "8 open connections" in refused.communicate()[1]
    for process in processes:
        process.kill()
        process.communicate()
    until(lambda: status(client, "notes") == "installed", "they have ended")
