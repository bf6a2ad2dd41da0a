"""weir mcp: servers that people add, look at, call and remove, with the real daemon and a scripted server."""

import json
import os
import re

import pytest

from cli import Cli
from mcp_server import HttpServer
from mcp_commands import add, command
from mcp_servers import PYTHON, SERVER
from setting import SHIPPED, WEIR
from terminals import Terminal, without_colour
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")

SECRET = "sesame-4711"


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def daemon(place, make_daemon):
    place.write_config({"pool": {"warm": 0}})
    return make_daemon().start(program=SHIPPED)


def get(cli, name="test"):
    return cli.run("--json", "mcp", "get", name).json()


# --- add ------------------------------------------------------------------------


def test_the_life_of_a_server(cli, daemon):
    assert "no MCP servers; to add one: weir mcp add" in cli.run("mcp", "list").out
    assert re.search(r"^added test: \d+ tools$", add(cli).out, re.M)
    table = cli.run("mcp", "list").out.splitlines()
    assert table[0].split() == ["NAME", "STATE", "TOOLS", "TRANSPORT"] and table[1].split()[0:2] == ["test", "running"]
    assert cli.run("mcp").out.splitlines()[0] == table[0]
    assert [json.loads(line)["serverId"] for line in cli.run("--json", "mcp", "list").out.splitlines()] == ["test"]

    card = cli.run("mcp", "get", "test").out
    assert "scripted 1.0" in card and str(SERVER) in card and "running" in card and "Use it well." in card
    assert re.search(r"^  answered +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(\d+ s ago\)$", card, re.M), card
    assert cli.run("mcp", "stop", "test").out == "stopped test\n" and get(cli)["state"] == "stopped"
    assert cli.run("mcp", "start", "test").out.startswith("started test: ") and get(cli)["state"] == "running"
    before = get(cli)["pid"]
    assert cli.run("mcp", "restart", "test").out.startswith("restarted test: ") and get(cli)["pid"] != before

    assert cli.run("mcp", "remove", "test").out == "removed test\n"
    gone = cli.run("mcp", "get", "test")
    assert gone.code == 1 and "no such MCP server: test" in gone.err and "no server is configured" in gone.err


def test_what_it_may_do_is_stored(cli, daemon, place):
    for name in ("in", "out", "here"):
        (place.home / name).mkdir()
    add(cli, "test", "--read", place.home / "in", "--write", place.home / "out", "--cwd", place.home / "here", "--network", "none",
        "--scope", "session", "--name", "A test", "--env", f"TOKEN={SECRET}", "--env", "PLAIN=x")
    server = get(cli)
    assert server["read"] == [str(SERVER.parent), str(place.home / "in")] and server["write"] == [str(place.home / "out")]
    assert server["cwd"] == str(place.home / "here") and server["network"] == "none" and server["scope"] == "session"
    assert server["name"] == "A test" and sorted(server["env"]) == ["PLAIN", "TOKEN"]
    card = cli.run("mcp", "get", "test").out
    assert "PLAIN, TOKEN" in card or "TOKEN, PLAIN" in card
    assert SECRET not in card + json.dumps(server) + cli.run("mcp", "list").out


def test_a_variable_of_the_environment_and_a_key(cli, daemon):
    done = cli.run("mcp", "add", "test", "--read", SERVER.parent, "--env", "FROM_HERE", "--key", "--api-key-env", "MY_KEY", "--", *command(),
                   input=SECRET + "\n", FROM_HERE="value-0815")
    assert done.code == 0 and SECRET not in done.out + done.err and "value-0815" not in done.out + done.err, done
    seen = cli.run("mcp", "call", "test", "environment").out
    assert f'"MY_KEY": "{SECRET}"' in seen and '"FROM_HERE": "value-0815"' in seen
    card = cli.run("mcp", "get", "test").out
    assert "in the variable MY_KEY" in card and SECRET not in card and "value-0815" not in card


def test_a_key_is_typed_without_echo(cli, daemon):
    with Terminal(cli, "mcp", "add", "test", "--read", SERVER.parent, "--key", "--", *command()) as terminal:
        terminal.until_shown("API key for test: ")
        terminal.press(SECRET + "\r")
        assert terminal.end() == 0 and terminal.mode() == terminal.before
        assert SECRET not in terminal.written and "added test" in terminal.written
    assert SECRET in cli.run("mcp", "call", "test", "environment").out


def test_a_server_behind_a_url(cli, daemon):
    server = HttpServer(token=SECRET)
    try:
        done = cli.run("mcp", "add", "web", "--key", "--header", "X-Kind: test", server.url, input=SECRET)
        assert done.code == 0 and "added web" in done.out and SECRET not in done.out + done.err, done
        assert server.messages("tools/list")[0][0]["x-kind"] == "test"
        assert cli.run("mcp", "call", "web", "echo", '{"text": "over there"}').out == "over there\n"
        card = cli.run("mcp", "get", "web").out
        assert server.url in card and "X-Kind" in card and "as a bearer token" in card and SECRET not in card
    finally:
        server.close()


def test_an_existing_server_is_replaced_after_a_question(cli, daemon):
    add(cli)
    with Terminal(cli, "mcp", "add", "test", "--", "/bin/false") as terminal:
        terminal.until_shown("test is configured already. Replace it? [y/N]")
        terminal.press("n")
        assert terminal.end() == 1
    assert get(cli)["command"] == PYTHON
    add(cli, "test", "--name", "New")
    assert get(cli)["name"] == "New"


@pytest.mark.parametrize("key, may", [("y", True), ("n", False)])
def test_a_directory_among_the_arguments_is_offered(cli, daemon, place, key, may):
    directory = place.home / "papers"
    directory.mkdir()
    with Terminal(cli, "mcp", "add", "test", "--read", SERVER.parent, "--", *command(), "./papers") as terminal:
        terminal.until_shown(f"Let the server read and write in {directory}? [y/N]")
        terminal.press(key)
        assert terminal.end() == 0
    server = get(cli)
    assert server["write"] == ([str(directory)] if may else [])
    assert server["args"][-1] == (str(directory) if may else "./papers")


def test_a_program_is_offered_with_what_it_needs(cli, daemon, place):
    """A package with its node_modules, and a Python with its environment, whose own file is the system's."""
    package = place.home / "node_modules" / "@one" / "two" / "index.js"
    package.parent.mkdir(parents=True)
    package.write_text("x")
    environment = place.home / "venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "pyvenv.cfg").write_text("home = /usr/bin\n")
    (environment / "bin" / "python").symlink_to(PYTHON)
    with Terminal(cli, "mcp", "add", "test", "--read", SERVER.parent, "--", "venv/bin/python", *command()[1:], package) as terminal:
        terminal.until_shown(f"Let the server read {environment}? [y/N]")
        terminal.press("y")
        terminal.until_shown(f"Let the server read {place.home}/node_modules? [y/N]")
        terminal.press("y")
        assert terminal.end() == 0
    server = get(cli)
    assert server["command"] == str(environment / "bin" / "python") and server["args"][-1] == str(package)
    assert server["read"][1:] == [str(environment), str(place.home / "node_modules")]


def test_without_a_terminal_it_says_what_to_add(cli, daemon, place):
    directory = place.home / "papers"
    directory.mkdir()
    (place.home / "a.txt").write_text("x")
    done = cli.run("mcp", "add", "test", "--", *command(), directory, "./a.txt", "papers", "/usr")
    hints = re.sub(r"\s+", " ", done.err)
    assert f"--write {directory}" in hints and f"--read {place.home}/a.txt" in hints and f"--read {SERVER}" in hints
    assert hints.count("the server cannot see") == 3
    allowed = cli.run("mcp", "add", "test", "--read", SERVER, "--write", directory, "--", *command(), "./papers")
    assert allowed.code == 0 and "cannot see" not in allowed.err and get(cli)["args"][-1] == str(directory)


@pytest.mark.parametrize("arguments, status, words", [
    (["a b", "x"], 2, "'a b' cannot be the name of a server: it must consist of letters, digits and -"),
    (["-", "x"], 2, "cannot be the name of a server"),
    (["x" * 33, "x"], 2, "more than 32 characters"),
    (["weir", "x"], 2, "weir uses this name itself"),
    (["browser", "x"], 2, "weir uses this name itself"),
    (["test"], 2, "missing argument"),
    (["test", "ftp://example.com"], 2, "by https:// and http:// only"),
    (["test", "https://example.com", "more"], 2, "unexpected argument 'more' after the URL"),
    (["test", "--header", "Secret-without-colon", "https://example.com"], 2, "--header must be 'NAME: VALUE'"),
    (["test", "--header", "A: b", "--", "cmd"], 2, "--header is for a server that is a URL"),
    (["test", "--write", "/tmp", "https://example.com"], 2, "--write is for a server that is a command"),
    (["test", "--env", "=x", "--", "cmd"], 2, "--env needs a name before '='"),
    (["test", "--env", "NO_SUCH_VARIABLE", "--", "cmd"], 2, "your environment has no such variable"),
    (["test", "--read", "/no/such/path", "--", "cmd"], 2, "--read /no/such/path: No such file or directory"),
    (["test", "--cwd", "/etc/passwd", "--", "cmd"], 2, "not a directory"),
    (["test", "--network", "some", "--", "cmd"], 2, "--network must be one of: full none"),
    (["test", "--scope", "all", "--", "cmd"], 2, "--scope must be one of: shared session"),
    (["test", "--api-key-env", "X", "--", "cmd"], 2, "--key, which is missing"),
    (["test", "--key", "--", "cmd"], 2, "the key is empty; nothing was changed"),
    (["test", "--", "/no/such/program"], 1, "test is configured, but does not work"),
    (["test", "--", "/bin/false"], 1, "test is configured, but does not work"),
])
def test_what_cannot_be_added(cli, daemon, arguments, status, words):
    done = cli.run("mcp", "add", *arguments)
    assert done.code == status and words in re.sub(r"\s+", " ", done.err), done
    assert "Secret-without-colon" not in done.err
    assert (cli.run("--json", "mcp", "list").out != "") == (status == 1)


# --- what it offers ------------------------------------------------------------------


def test_tools_are_listed_and_searched(cli, daemon):
    add(cli)
    table = cli.run("mcp", "tools", "test").out
    assert re.search(r"^TOOL +ARGUMENTS +DESCRIPTION$", table, re.M)
    assert re.search(r"^mcp__test__echo +text +Answers with its text\.$", table, re.M)
    assert re.search(r"^mcp__test__progress +count \[file\] ", table, re.M)
    assert cli.run("mcp", "tools").out == table
    verbose = cli.run("mcp", "tools", "-v", "test").out
    assert '"properties":{"text":{"type":"string"}}' in verbose and "Echo" in verbose
    tools = [json.loads(line) for line in cli.run("--json", "mcp", "tools").out.splitlines()]
    assert "mcp__test__add" in [tool["agentName"] for tool in tools]

    found = cli.run("mcp", "search", "answers", "text").out
    assert found.splitlines()[1].startswith("mcp__test__echo")
    assert len(cli.run("mcp", "search", "-n", "2", "tool").out.splitlines()) == 3
    assert "no tool matches" in cli.run("mcp", "search", "xylophone").out
    assert "mcp__test__echo" in cli.run("mcp", "search", "--server", "test", "echo").out


def test_prompts_and_resources(cli, daemon):
    add(cli)
    assert re.search(r"^/mcp__test__greet +who +Greets\.$", cli.run("mcp", "prompts", "test").out, re.M)
    table = cli.run("mcp", "resources").out
    assert re.search(r"^test +test://one +text/plain +3 bytes +one$", table, re.M) and "test://{name}" in table
    kinds = [set(json.loads(line)) for line in cli.run("--json", "mcp", "resources").out.splitlines()]
    assert "uri" in kinds[0] and "uriTemplate" in kinds[-1]
    for kind in ("tools", "prompts", "resources"):
        done = cli.run("mcp", kind, "tset")
        assert done.code == 1 and "did you mean test?" in done.err, done


@pytest.mark.parametrize("arguments, words", [
    (["search", "-n", "0", "x"], "--limit must be a whole number from 1 to 100"),
    (["search", "-n", "many", "x"], "--limit must be a whole number from 1 to 100"),
    (["search", " "], "the words are blank"),
    (["search", "x" * 2000], "the words are too long"),
    (["logs", "-n", "x", "test"], "--lines must be a whole number"),
    (["call", "test"], "missing argument"),
    (["call", "test", "echo", "{"], "the arguments are not JSON: unexpected end of data at line 1, column 2"),
    (["call", "test", "echo", "[1]"], "the arguments are an array; they must be an object"),
    (["call", "test", "echo", '{"a": 1, "a": 2}'], "the arguments are not JSON"),
    (["frobnicate"], "no such command: 'mcp frobnicate'"),
    (["lits"], "did you mean 'mcp list'?"),
])
def test_wrong_usage(cli, daemon, arguments, words):
    done = cli.run("mcp", *arguments)
    assert done.code == 2 and words in re.sub(r"\s+", " ", done.err), done


# --- calls -----------------------------------------------------------------------


def test_results_of_every_kind(cli, daemon, place):
    add(cli)
    call = lambda *arguments, **more: cli.run("mcp", "call", "test", *arguments, TMPDIR=str(place.root), **more)  # noqa: E731
    assert call("echo", '{"text": "hello"}').out == "hello\n"
    assert call("echo", "-", input='{"text": "from a pipe"}').out == "from a pipe\n"
    assert call("echo", '{"text": "\\u001b[2Jx"}').out == "\\u001b[2Jx\n"
    assert json.loads(call("structured").out) in ({}, {"list": [1, 2.5, None, {"deep": True}]})
    assert call("link").out == "one: test://one\n"

    picture = call("image")
    where = re.search(r"image/png \(8 bytes\) is in (\S+\.png)", re.sub(r"\n\s+", " ", picture.err))
    assert picture.code == 0 and picture.out == "" and where, picture
    with open(where[1], "rb") as file:
        assert file.read() == b"\x89PNG\r\n\x1a\n"
    assert os.stat(where[1]).st_mode & 0o777 == 0o600
    both = call("resource")
    assert both.out == "one\n" and "1.png" in both.err

    failed = call("fails")
    assert failed.code == 1 and failed.out == "" and "It does not work." in failed.err and "the tool reports an error" in failed.err
    whole = cli.run("--json", "mcp", "call", "test", "fails")
    assert whole.code == 1 and whole.json()["isError"] is True
    refused = call("refuses")
    assert refused.code == 1 and "not today" in refused.err and "mcp_request_failed" in refused.err
    assert "arguments.text is required" in call("echo").err
    unknown = call("ecko")
    assert unknown.code == 1 and "mcp_tool_not_found" in unknown.err


def test_a_large_result_is_in_a_file(cli, daemon):
    add(cli)
    done = cli.run("mcp", "call", "test", "big", '{"bytes": 1500000}')
    where = re.search(r"the whole result \([\d.]+ MiB of JSON\) is in (\S+)", re.sub(r"\n\s+", " ", done.err))
    assert done.code == 0 and where and len(done.out) < 1_100_000, done.err
    with open(where[1], encoding="utf-8") as file:
        assert len(json.load(file)["content"][0]["text"]) == 1_500_001


def test_resources_are_read(cli, daemon, place):
    add(cli)
    done = cli.run("mcp", "read", "test", "test://one", TMPDIR=str(place.root))
    assert done.code == 0 and done.out == "one\n" and "image/png" in done.err
    assert cli.run("--json", "mcp", "read", "test", "test://one").json()["contents"][0]["text"] == "one"
    missing = cli.run("mcp", "read", "test", "test://two")
    assert missing.code == 1 and "no resource test://two" in missing.err


def test_progress_is_shown_and_ctrl_c_cancels(cli, daemon, place):
    record = place.root / "record"
    record.touch()
    add(cli, "test", "--write", place.root, record=str(record))
    arguments = json.dumps({"count": 3, "file": str(place.root / "never")})
    with Terminal(cli, "mcp", "call", "test", "progress", arguments) as terminal:
        terminal.until_shown("calling the tool: 3 of 3, step 3")
        terminal.press("\x03")
        assert terminal.end() == 130
        assert "the call was cancelled" in terminal.written
    until(lambda: "notifications/cancelled" in record.read_text(), "the cancellation")


def test_a_call_that_takes_too_long(cli, daemon):
    add(cli)
    done = cli.run("--timeout", "0.3", "mcp", "call", "test", "never")
    assert done.code == 4, done
    assert cli.run("mcp", "call", "test", "echo", '{"text": "still here"}').out == "still here\n"


def test_a_server_that_ends_in_a_call(cli, daemon):
    add(cli)
    done = cli.run("mcp", "call", "test", "exit")
    assert done.code == 1 and "mcp_server_lost" in done.err, done


def test_unknown_servers_get_the_nearest_name(cli, daemon):
    add(cli)
    for words in (["get"], ["start"], ["stop"], ["restart"], ["remove"], ["logs"], ["tools"], ["call", ..., "echo"], ["read", ..., "x:y"]):
        arguments = [word if word is not ... else "tets" for word in words] + ([] if ... in words else ["tets"])
        done = cli.run("mcp", *arguments)
        assert done.code == 1 and "no such MCP server: tets" in done.err and "did you mean test?" in done.err, done


# --- logs, remove ---------------------------------------------------------------------


def test_logs(cli, daemon):
    add(cli, stderr="here I am")
    until(lambda: "here I am" in cli.run("mcp", "logs", "test").out, "the line")
    assert len(cli.run("mcp", "logs", "-n", "1", "test").out.splitlines()) == 1
    process = cli.start("mcp", "logs", "-f", "test")
    try:
        assert "here I am" in process.stdout.readline()
        cli.run("mcp", "call", "test", "log")
        until(lambda: "a line of stderr" in process.stdout.readline(), "the line")
        process.terminate()
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.communicate()


def test_remove_asks(cli, daemon):
    add(cli)
    for key, status in (("n", 1), ("y", 0)):
        with Terminal(cli, "mcp", "remove", "test") as terminal:
            terminal.until_shown("Remove test, with its keys, its log and its home directory? [y/N]")
            terminal.press(key)
            assert terminal.end() == status
        assert (cli.run("--json", "mcp", "list").out == "") == (key == "y")


def test_a_failed_server_says_why(cli, daemon):
    done = cli.run("mcp", "add", "test", "--read", SERVER.parent, "--", *command(status=3))
    assert done.code == 1 and "weir mcp logs test" in done.err
    shown = without_colour(cli.run("mcp", "list").out)
    assert "failed" in shown or "restarting" in shown
    assert "status 3" in cli.run("mcp", "get", "test").out
    assert cli.run("mcp", "start", "test").code == 1
