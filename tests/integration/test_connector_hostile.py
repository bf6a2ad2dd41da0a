"""weir-mcp with servers that no one should write, and with those that do not start."""

import json
import os
import signal

import pytest

from connector_peer import is_alive, records
from mcp_server import OLD
from test_connector import connector, era, make_connector  # noqa: F401 (fixtures)
from waiting import standstill, until


def refused(connector, **params):
    """Opens a server that cannot be used: the message. weir-mcp ends by itself."""
    connector.expected_exit = 1
    word, message = connector.daemon.fail("connector.open", **params)
    assert word == "mcp_server_failed"
    state = connector.daemon.wait_told("connector.state")[-1]
    assert state["ended"] and state["problem"] == message
    assert connector.wait() == 1
    return message


# --- the start -------------------------------------------------------------------------------


def test_command_that_does_not_exist(connector):
    message = refused(connector, **connector.command("no-such-command", "--x"))
    assert message.startswith("the command no-such-command was not found in PATH")


@pytest.mark.parametrize("command, words", [("/nowhere/server", "cannot be run: No such file"), ("/etc/passwd", "cannot be run: Permission denied"),
                                            ("/", "cannot be run: Permission denied")])
def test_path_that_cannot_be_run(connector, command, words):
    assert words in refused(connector, **connector.command(command))


def test_file_that_is_no_program(connector, place):
    path = place.root / "garbage"
    path.write_bytes(b"\x7fELF garbage")
    path.chmod(0o755)
    assert "exited with status" in refused(connector, **connector.command(path))


def test_directory_that_does_not_exist(connector):
    assert refused(connector, **connector.script(cwd="/nowhere")) == "the server cannot start in /nowhere: No such file or directory"


def test_transport_without_its_address(connector):
    assert connector.daemon.fail("connector.open", **connector.terms(transport="stdio"))[0] == "invalid_params"
    assert connector.daemon.fail("connector.open", **connector.terms(transport="http"))[0] == "invalid_params"


def test_command_that_ends_at_once(connector):
    message = refused(connector, **connector.script({"status": 4, "stderr": "Error: no license"}))
    assert "exited with status 4" in message and "it wrote to stderr: Error: no license" in message


def test_the_end_of_a_stack_trace_is_not_the_reason(connector):
    trace = "Error: no license\n    at start (file.js:1:2) {\n  code: 'X'\n}\n\nNode.js v20.1.0"
    assert refused(connector, **connector.script({"status": 4, "stderr": trace})).endswith("it wrote to stderr: Error: no license")


def test_command_that_ends_without_reading(connector):
    assert "exited with status 0" in refused(connector, **connector.command("true"))


def test_program_that_is_no_server(connector):
    """cat repeats what it reads."""
    assert refused(connector, **connector.command("cat", start_ms=500))


def test_server_that_never_answers(connector):
    message = refused(connector, **connector.script({"silent": ["server/discover", "initialize"]}, start_ms=300))
    assert "0.3 s" in message or "did not answer" in message


def test_old_server_that_exits_on_the_probe(connector, place):
    record = place.root / "record"
    assert connector.open({"exit_at": "server/discover", "record": str(record)})["protocol"] == OLD
    assert connector.text("echo", {"text": "a"}) == "a"
    assert [message["method"] for message in records(record)[:3]] == ["server/discover", "initialize", "notifications/initialized"]


def test_server_that_exits_at_every_start(connector):
    assert "exited with status 3" in refused(connector, **connector.script({"exit_at": "initialize"}))


def test_banner_is_skipped(connector, era):
    connector.open({"era": era, "banner": 100})
    assert connector.text("echo", {"text": "a"}) == "a"
    connector.wait_log("Welcome 0!")
    assert connector.log().count("Welcome") <= 20 and "further ones are not mentioned" in connector.log()


# --- messages ---------------------------------------------------------------------------------


def test_wrong_ids(connector, era):
    connector.open({"era": era, "lie": True})
    assert connector.text("echo", {"text": "a"}) == "a"
    assert connector.text("lie") == "the truth"
    connector.wait_log("dropped an answer")


def test_huge_line_is_skipped(connector, era):
    connector.open({"era": era})
    assert connector.text("huge_line") == "after it"
    connector.wait_log("skipped a line of 1782582")


def test_deep_nesting_is_refused(connector, era):
    """Only the id of such an answer is read, so that nobody waits for another one."""
    connector.open({"era": era})
    assert connector.fail("deep") == ("mcp_server_lost", "the server's answer is not valid: nesting deeper than 128")
    assert connector.text("echo", {"text": "a"}) == "a"


def test_a_list_that_is_nested_too_deeply(connector, era):
    connector.open({"era": era, "nesting": 200})
    for _ in range(2):
        word, message = connector.daemon.fail("connector.list", kind="tools")
        assert (word, message) == ("mcp_server_failed", "the server's answer is not valid: nesting deeper than 128")
    assert connector.fail("echo", {"text": "a"}) == ("mcp_server_failed", message)
    assert connector.daemon.ask("connector.list", kind="prompts")["prompts"]


def test_result_of_another_form(connector, era):
    connector.open({"era": era})
    word, message = connector.fail("nonsense")
    assert word == "mcp_request_failed" and "cannot be used" in message


def test_answer_that_is_not_valid(connector, era):
    """No other one will come, so nobody waits for it."""
    connector.open({"era": era})
    word, message = connector.fail("number")
    assert word == "mcp_server_lost" and message == "the server's answer is not valid: its result is not an object"
    assert connector.text("echo", {"text": "a"}) == "a"


def test_list_that_never_comes(connector):
    connector.open({"silent": ["tools/list"]})
    assert connector.fail("echo", {"text": "a"}, timeout_ms=100) == ("timeout", "the server did not list its tools within 100 ms")
    assert connector.daemon.ask("connector.list", kind="prompts")["prompts"]


@pytest.mark.parametrize("pages", ["endless", "same"])
def test_endless_pages_end(connector, era, pages):
    connector.open({"era": era, "pages": pages})
    listed = connector.daemon.ask("connector.list", kind="tools")
    assert len(listed["dropped"]) == 1 and listed["dropped"][0]["reason"] and 0 < len(listed["tools"]) <= 2000


def test_schema_that_refers_to_itself(connector):
    connector.open({"schema": {"type": "object", "$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}})
    answer = connector.daemon.whole("connector.call", **connector.call_params("strict", {"a": 1}))
    assert "result" in answer or answer["error"]["data"]["code"] == "mcp_arguments_refused"
    assert connector.text("echo", {"text": "a"}) == "a"


@pytest.mark.parametrize("what", ["stderr", "log", "changed", "requests", "noise"])
def test_floods(connector, what):
    """The answer arrives, and the log stays small."""
    connector.open(log_bytes=65536)
    connector.tools()
    begun = connector.begin("flood", {"what": what, "count": 5000})[0]
    assert connector.daemon.end(begun)["result"]["content"][0]["text"] == "flooded"
    assert sum(path.stat().st_size for path in connector.directory.glob("server.log*")) < 3 * 65536
    assert len([1 for method, _ in connector.daemon.told if method == "connector.changed"]) < 20
    assert connector.text("echo", {"text": "a"}) == "a"


@pytest.mark.parametrize("what", ["log", "changed", "requests", "noise"])
def test_flood_of_messages_is_slowed_down(connector, what):
    connector.open()
    assert connector.text("flood", {"what": what, "count": 3000}) == "flooded"
    connector.wait_log("sends more than 1000 messages in a second")


def test_flood_of_stderr_says_what_was_dropped(connector):
    connector.open()
    connector.call("flood", {"what": "stderr", "count": 5000})
    connector.call("log")
    until(lambda: connector.call("log") and "lines of the server were dropped" in connector.log(), "a count")


def test_server_that_stops_reading(connector):
    connector.open()
    connector.call("stop_reading")
    begun = [connector.begin("echo", {"text": "x" * (4 << 20)}, timeout_ms=500)[0] for _ in range(12)]
    words = {connector.daemon.end(request)["error"]["data"]["code"] for request in begun}
    assert words == {"timeout", "mcp_server_failed"}


def test_server_that_stands_still(connector):
    """It is silent, and then it answers again."""
    connector.open(check_ms=30)
    pid = connector.data("environment")["pid"]
    with standstill(pid):
        assert connector.fail("echo", {"text": "a"}, timeout_ms=100)[0] == "timeout"
        silent = connector.daemon.wait_told("connector.state", lambda state: "problem" in state)[0]
        assert "did not answer a health check" in silent["problem"] and not silent["ended"]
    number = len(connector.daemon.told)
    connector.daemon.wait(lambda: any("problem" not in params for method, params in connector.daemon.told[number:] if method == "connector.state"),
                          "it answers again")
    assert connector.text("echo", {"text": "b"}) == "b"


# --- the end ------------------------------------------------------------------------------------


def test_server_that_ends_in_a_call(connector):
    connector.expected_exit = 1
    connector.open()
    other = connector.begin("never")[0]
    word, message = connector.fail("exit")
    assert word == "mcp_server_lost" and "exited with status 7" in message and "about to leave" in message
    assert connector.daemon.end(other)["error"]["data"]["code"] == "mcp_server_lost"
    state = connector.daemon.wait_told("connector.state", lambda state: state["ended"])[0]
    assert "exited with status 7" in state["problem"]
    assert connector.wait() == 1


def test_server_that_is_killed(connector):
    connector.expected_exit = 1
    connector.open()
    os.kill(connector.data("environment")["pid"], signal.SIGKILL)
    state = connector.daemon.wait_told("connector.state", lambda state: state["ended"])[0]
    assert "signal 9" in state["problem"]
    assert connector.wait() == 1


def test_server_that_closes_its_output(connector):
    connector.expected_exit = 1
    connector.open()
    assert connector.fail("close_output")[0] == "mcp_server_lost"
    assert connector.wait() == 1


def test_stop_ends_a_polite_server(connector):
    connector.open()
    tree = connector.tree()
    assert tree
    os.kill(connector.pid, signal.SIGTERM)
    assert connector.wait() == 0
    assert not [pid for pid in tree if is_alive(pid)]


def test_stop_ends_what_resists(connector, place):
    """The server ignores the end of its input and SIGTERM, and so does a process of its own session below it."""
    child = place.root / "child"
    connector.open({"stubborn": True, "child": str(child)})
    tree = connector.tree()
    assert int(child.read_text()) in tree and len(tree) >= 3
    os.kill(connector.pid, signal.SIGTERM)
    assert connector.wait() == 0
    until(lambda: not [pid for pid in tree if is_alive(pid)], "nothing is left")


def test_nothing_is_left_of_a_weir_mcp_that_was_killed(connector, place):
    connector.expected_exit = -signal.SIGKILL
    connector.open({"stubborn": True, "child": str(place.root / "child")})
    tree = connector.tree()
    os.kill(connector.pid, signal.SIGKILL)
    connector.wait()
    until(lambda: not [pid for pid in tree if is_alive(pid)], "nothing is left")
    connector.path.unlink()


def test_stop_while_it_opens(connector):
    opening = connector.daemon.begin("connector.open", **connector.script({"silent": ["server/discover", "initialize"]}))
    until(connector.tree, "the server runs")
    os.kill(connector.pid, signal.SIGTERM)
    assert connector.wait() == 0
    assert connector.daemon.end(opening)["error"]["data"]["code"] == "stopping"


def test_stop_in_a_call(connector, era):
    connector.open({"era": era})
    begun = [connector.begin("never")[0], connector.begin("ask")[0]]
    connector.daemon.wait_asked()
    os.kill(connector.pid, signal.SIGTERM)
    assert connector.wait() == 0
    assert {connector.daemon.end(request)["error"]["data"]["code"] for request in begun} == {"stopping"}


def test_no_daemon_comes(make_connector):
    connector = make_connector("--orphan-ms", 100)
    connector.open()
    tree = connector.tree()
    connector.daemon.hang_up()
    assert connector.wait() == 0
    assert not [pid for pid in tree if is_alive(pid)]


def test_descriptors_and_secrets_do_not_reach_the_server(connector):
    connector.open(headers={"Authorization": "Bearer canary-1"})
    pid = connector.data("environment")["pid"]
    assert sorted(os.listdir(f"/proc/{pid}/fd"))[:3] == ["0", "1", "2"]
    assert not [link for link in os.listdir(f"/proc/{pid}/fd") if "sock" in os.readlink(f"/proc/{pid}/fd/{link}")]
    assert "canary" not in json.dumps(connector.data("environment"))
