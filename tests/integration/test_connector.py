"""weir-mcp with a server that is a program: the test is the daemon, and the server is scripted."""

import hashlib
import json
import os
import subprocess

import pytest

from connector_peer import PROGRAM, Connector, records
from mcp_server import NEW, OLD, PIXEL
from setting import WATCHDOG_SECONDS
from waiting import until


@pytest.fixture
def make_connector(place, recorder):
    made = []

    def make(*arguments, **environment):
        made.append(Connector(place, recorder, *arguments, name=f"mcp{len(made)}", **environment))
        return made[-1]

    yield make
    problems = [problem for connector in made for problem in connector.finish()]
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def connector(make_connector):
    return make_connector()


@pytest.fixture(params=["2025", "2026"])
def era(request):
    return request.param


# --- the program ------------------------------------------------------------------------


def test_usage(place):
    for arguments, status, words in ((["--version"], 0, "weir-mcp 0."), (["--help"], 0, "usage: weir-mcp"), ([], 2, "no socket"),
                                     (["a", "b"], 2, "more than one socket"), (["--orphan-ms", "x", "s"], 2, "--orphan-ms must be")):
        result = subprocess.run([PROGRAM, *arguments], env=place.environment(), capture_output=True, text=True, check=False,
                                timeout=WATCHDOG_SECONDS)
        assert result.returncode == status and words in result.stdout + result.stderr, arguments


def test_open(connector, era):
    assert connector.open({"era": era}) == {
        "protocol": OLD if era == "2025" else NEW, "server": {"name": "scripted", "title": "Scripted server", "version": "1.0"},
        "instructions": "Use it well.", "has_tools": True, "has_prompts": True, "has_resources": True}


def test_open_again_is_the_same(connector):
    first = connector.open()
    assert connector.open() == first
    word, message = connector.daemon.fail("connector.open", **connector.script(server_id="other"))
    assert word == "invalid_params" and "another server" in message


def test_known_protocol_saves_the_probe(connector, place):
    connector.open({"record": str(place.root / "record")}, protocol=OLD)
    assert records(place.root / "record")[0]["method"] == "initialize"


def test_what_has_to_be_open_first(connector):
    for method, params in (("list", {"kind": "tools"}), ("call", {"call_id": "a", "tool": "b"}), ("prompt", {"name": "a"}), ("read", {"uri": "a"})):
        assert connector.daemon.fail("connector." + method, **params) == ("mcp_server_failed", "connector.open was not called")


def test_environment(connector, place):
    more = place.root / "more"
    more.mkdir()
    connector.open(env={"KEY": "a=b c", "LANG": "xx"}, cwd=str(more))
    told = connector.data("environment")
    assert told["env"] == {"PATH": os.environ["PATH"], "HOME": str(place.home), "LANG": "xx", "KEY": "a=b c"} | {
        name: told["env"][name] for name in ("LC_CTYPE",) if name in told["env"]}
    assert told["cwd"] == str(more) and told["sid"] == told["pid"]


def test_home_is_where_a_server_starts(connector, place):
    connector.open()
    assert connector.data("environment")["cwd"] == str(place.home)


# --- lists ----------------------------------------------------------------------------------


def test_lists(connector, era):
    connector.open({"era": era, "page": 7, "tools": 20})
    listed = connector.daemon.ask("connector.list", kind="tools")
    tools = {tool["name"]: tool for tool in listed["tools"]}
    assert not listed["dropped"] and {f"tool{number}" for number in range(20)} < set(tools)
    echo = tools["echo"]
    assert echo["title"] == "Echo" and echo["annotations"] == {"readOnlyHint": True} and echo["inputSchema"]["required"] == ["text"]
    assert tools["add"]["outputSchema"]["required"] == ["sum"]
    assert len({tool["definition"] for tool in tools.values()}) == len(tools)
    assert listed.get("ttl_ms") == (0 if era == "2026" else None)
    prompts = connector.daemon.ask("connector.list", kind="prompts")["prompts"]
    assert prompts == [{"name": "greet", "title": "Greeting", "description": "Greets.",
                        "arguments": [{"name": "who", "description": "Whom.", "required": True}]}]
    resources = connector.daemon.ask("connector.list", kind="resources")["resources"]
    assert {"uri": "test://one", "name": "one", "mimeType": "text/plain", "size": 3} in resources
    templates = connector.daemon.ask("connector.list", kind="templates")["templates"]
    assert templates == [{"uriTemplate": "test://{name}", "name": "any"}]


def test_server_that_offers_nothing(connector):
    opened = connector.open({"capabilities": {}})
    assert not opened["has_tools"] and not opened["has_prompts"] and not opened["has_resources"]
    for kind in ("tools", "prompts", "resources", "templates"):
        assert connector.daemon.ask("connector.list", kind=kind) == {kind: [], "dropped": []}
    assert connector.fail("echo", {"text": "a"}) == ("mcp_tool_not_found", "the server has no tool echo")


def test_changed_definition(connector, era):
    connector.open({"era": era})
    before = connector.tools()["echo"]
    connector.call("change")
    assert connector.daemon.wait_told("connector.changed") == [{"kind": "tools"}]
    after = connector.tools()["echo"]
    assert after["description"] == "Does something else." and after["definition"] != before["definition"]


def test_a_call_for_another_definition_is_refused(connector, era, place):
    connector.open({"era": era, "record": str(place.root / "record")})
    before = connector.tools()["echo"]["definition"]
    connector.call("change")
    word, message = connector.fail("echo", {"text": "old"}, definition=before, call_id="mine")
    assert word == "mcp_tool_changed" and "changed the definition of the tool echo" in message and "was not called" in message
    now = connector.tools()["echo"]["definition"]
    assert connector.text("echo", {"text": "new"}, definition=now, call_id="mine") == "new"
    assert connector.text("echo", {"text": "other"}, definition=now, call_id="mine") == "new"
    called = [message["params"]["arguments"] for message in records(place.root / "record")
              if message.get("method") == "tools/call" and message["params"]["name"] == "echo"]
    assert called == [{"text": "new"}]


def test_a_call_whose_definition_cannot_be_checked_is_not_made(connector):
    """The server has said that its list has changed, and does not list it."""
    connector.open({"list_once": True})
    before = connector.tools()["echo"]["definition"]
    connector.call("change")
    word, message = connector.fail("echo", {"text": "old"}, definition=before)
    assert word == "mcp_server_failed" and "only once" in message


# --- calls -------------------------------------------------------------------------------------


def test_calls(connector, era):
    connector.open({"era": era})
    assert connector.call("echo", {"text": "Hällo\n\u0001"})["content"] == [{"type": "text", "text": "Hällo\n\u0001"}]
    assert connector.call("add", {"a": 1, "b": 2.5}) == {"content": [{"type": "text", "text": "3.5"}], "structuredContent": {"sum": 3.5}}
    assert connector.call("structured")["structuredContent"] == {"list": [1, 2.5, None, {"deep": True}]}
    assert connector.call("fails") == {"content": [{"type": "text", "text": "It does not work."}], "isError": True}


def test_every_kind_of_content_stays_as_it_is(connector, era):
    connector.open({"era": era})
    assert connector.call("image")["content"] == [{"type": "image", "data": PIXEL, "mimeType": "image/png", "annotations": {"audience": ["user"]}}]
    assert connector.call("audio")["content"] == [{"type": "audio", "data": PIXEL, "mimeType": "audio/wav"}]
    assert connector.call("resource")["content"][1]["resource"] == {"uri": "test://two", "mimeType": "image/png", "blob": PIXEL}
    assert connector.call("link")["content"] == [{"type": "resource_link", "uri": "test://one", "name": "one", "mimeType": "text/plain"}]
    assert connector.call("mixed")["content"][2] == {"type": "hologram", "depth": 3}


def test_error_of_the_server(connector, era):
    connector.open({"era": era})
    answer = connector.daemon.whole("connector.call", **connector.call_params("refuses"))["error"]
    assert answer["data"] == {"code": "mcp_request_failed", "error": {"code": -32099, "message": "not today", "data": {"why": "tired"}}}
    assert "not today" in answer["message"]


def test_arguments_are_checked_before_the_call(connector, place):
    record = place.root / "record"
    connector.open({"record": str(record), "schema": {"type": "object", "properties": {"a": {"enum": [1, 2]}}, "additionalProperties": False}})
    for tool, arguments, words in (("echo", {}, "text"), ("echo", {"text": 1}, "arguments.text"), ("strict", {"a": 3}, "arguments.a"),
                                   ("strict", {"b": 1}, "b")):
        word, message = connector.fail(tool, arguments)
        assert word == "mcp_arguments_refused" and words in message
    assert not [message for message in records(record) if message["method"] == "tools/call"]
    assert connector.text("strict", {"a": 2}) == "fits"


def test_unknown_tool(connector):
    connector.open()
    assert connector.fail("nothing") == ("mcp_tool_not_found", "the server has no tool nothing")


def test_many_calls_at_once_lose_none(connector, era, place):
    connector.open({"era": era})
    gate = place.root / "gate"
    begun = [connector.begin("wait", {"file": str(gate)})[0] for _ in range(100)]
    echoes = [connector.begin("echo", {"text": str(number)})[0] for number in range(100)]
    for number, request in enumerate(echoes):
        assert connector.daemon.end(request)["result"]["content"][0]["text"] == str(number)
    assert not any(connector.daemon.is_answered(request) for request in begun)
    gate.touch()
    for request in begun:
        assert connector.daemon.end(request)["result"]["content"][0]["text"] == "waited"


def test_too_many_calls(connector):
    connector.open()
    begun = [connector.begin("never") for _ in range(256)]
    word, message = connector.fail("echo", {"text": "a"})
    assert word == "mcp_server_failed" and "limit: 256" in message
    for _, call in begun:
        connector.daemon.notify("connector.cancel", call_id=call)
    for request, _ in begun:
        assert connector.daemon.end(request)["error"]["data"]["code"] == "request_cancelled"
    assert connector.text("echo", {"text": "again"}) == "again"


@pytest.mark.parametrize("how", ["method", "request"])
def test_cancel(connector, era, how, place):
    connector.open({"era": era})
    request, call = connector.begin("wait", {"file": str(place.root / "gate")})
    assert connector.text("echo", {"text": "meanwhile"}) == "meanwhile"
    if how == "method":
        connector.daemon.notify("connector.cancel", call_id=call, reason="not needed")
    else:
        connector.daemon.cancel(request)
    assert connector.daemon.end(request)["error"]["data"]["code"] == "request_cancelled"
    assert len(until(lambda: connector.data("cancelled"), "the server is told")) == 1


def test_time_out(connector, era):
    connector.open({"era": era})
    word, message = connector.fail("never", timeout_ms=50)
    assert word == "timeout" and message == "the server did not answer within 50 ms"
    assert len(until(lambda: connector.data("cancelled"), "the server is told")) == 1


def test_progress(connector, era, place):
    connector.open({"era": era})
    request, call = connector.begin("progress", {"count": 3, "file": str(place.root / "gate")})
    told = connector.daemon.wait_told("connector.progress")
    assert told[0] == {"call_id": call, "progress": 1, "total": 3, "message": "step 1"}
    connector.daemon.wait(lambda: progress_of(connector)[-1]["progress"] == 3, "the newest report, while the call goes on")
    (place.root / "gate").touch()
    assert connector.daemon.end(request)["result"]["content"][0]["text"] == "done"


def progress_of(connector):
    return [params for method, params in connector.daemon.told if method == "connector.progress"]


def test_the_last_progress_comes_before_the_result(connector, era):
    connector.open({"era": era})
    assert connector.text("progress", {"count": 7}) == "done"
    assert progress_of(connector)[-1]["message"] == "step 7"


def test_progress_extends_the_time_ten_times(connector):
    connector.open()
    request, call = connector.begin("progress", {"count": 12, "file": "/nowhere"}, timeout_ms=300)
    error = connector.daemon.end(request)["error"]
    assert error["data"]["code"] == "timeout" and "extended ten times" in error["message"]


def test_flood_of_progress_is_throttled(connector):
    connector.open()
    assert connector.text("flood", {"what": "progress", "count": 5000}) == "flooded"
    assert len(progress_of(connector)) < 500 and progress_of(connector)[-1]["progress"] == 4999


# --- results that are kept, and large ones ----------------------------------------------------


def test_call_is_joined(connector, place):
    record = place.root / "record"
    connector.open({"record": str(record)})
    params = connector.call_params("wait", {"file": str(place.root / "gate")})
    first, second = (connector.daemon.begin("connector.call", **params) for _ in range(2))
    (place.root / "gate").touch()
    answers = [connector.daemon.end(number)["result"] for number in (first, second)]
    again = connector.daemon.ask("connector.call", **params, join=True)
    assert answers == [again, again]
    assert len([message for message in records(record) if message["method"] == "tools/call"]) == 1


def test_unknown_call_cannot_be_joined(connector):
    connector.open()
    word, message = connector.fail("echo", {"text": "a"}, join=True)
    assert word == "mcp_server_lost" and "not known" in message


def test_call_outlives_the_daemons_connection(connector, place):
    connector.open()
    request, call = connector.begin("wait", {"file": str(place.root / "gate")})
    ended, other = connector.begin("echo", {"text": "soon"})
    connector.daemon.end(ended)
    connector.daemon.hang_up()
    (place.root / "gate").touch()
    daemon = connector.connect()
    assert connector.open()["protocol"] == OLD
    for known, words in ((call, "waited"), (other, "soon")):
        assert daemon.ask("connector.call", call_id=known, tool="x", join=True)["content"][0]["text"] == words
    assert connector.text("echo", {"text": "new"}) == "new"


def test_only_one_daemon(connector):
    connector.open()
    first = connector.daemon
    second = connector.connect()
    second.wait(lambda: second.closed, "the second one is turned away")
    connector.daemon = first
    assert connector.text("echo", {"text": "a"}) == "a"


def test_large_result_is_in_a_file(connector, era):
    connector.open({"era": era}, result_bytes=5000)
    small = connector.call("big", {"bytes": 100})
    assert "file" not in small
    result = connector.call("big", {"bytes": 5000}, call_id="../evil id")
    path = result["file"]["path"]
    assert path == str(connector.results / ".._evil_id.json") or path == str(connector.results / "_._evil_id.json")
    text = open(path, "rb").read()
    assert len(text) == result["file"]["bytes"] and os.stat(path).st_mode & 0o777 == 0o600
    whole = json.loads(text)
    assert whole["structuredContent"] == {"whole": True} and whole["content"][0]["text"] == "ä" + "x" * 5000
    beginning = result["content"][0]["text"]
    assert len(result["content"]) == 1 and whole["content"][0]["text"].startswith(beginning) and len(beginning) > 1000
    assert "structuredContent" not in result


def test_result_of_megabytes(connector):
    connector.open()
    result = connector.call("big", {"bytes": 8 << 20})
    assert result["file"]["bytes"] > 8 << 20 and os.path.getsize(result["file"]["path"]) == result["file"]["bytes"]


def test_directory_of_results_that_is_not_there(connector):
    connector.open(results=str(connector.directory / "gone"), result_bytes=2000)
    word, message = connector.fail("big", {"bytes": 5000})
    assert word == "mcp_request_failed" and "could not be written" in message


def test_file_of_a_result_follows_no_link(connector):
    connector.open(result_bytes=2000)
    victim = connector.directory / "victim"
    victim.write_text("kept")
    (connector.results / "call_x.json").symlink_to(victim)
    assert connector.call("big", {"bytes": 5000}, call_id="call_x")["file"]["path"] == str(connector.results / "call_x.json")
    assert victim.read_text() == "kept"


# --- prompts and resources ----------------------------------------------------------------------


def test_prompt(connector, era):
    connector.open({"era": era})
    prompt = connector.daemon.ask("connector.prompt", name="greet", arguments={"who": "Ada"})
    assert prompt == {"description": "A greeting", "messages": [
        {"role": "user", "content": {"type": "text", "text": "Greet Ada."}},
        {"role": "assistant", "content": {"type": "image", "data": PIXEL, "mimeType": "image/png"}}]}
    word, message = connector.daemon.fail("connector.prompt", name="none")
    assert word == "mcp_request_failed" and "unknown prompt none" in message


def test_read(connector, era):
    connector.open({"era": era})
    assert connector.daemon.ask("connector.read", uri="test://one") == {"contents": [
        {"uri": "test://one", "mimeType": "text/plain", "text": "one"}, {"uri": "test://one", "mimeType": "image/png", "blob": PIXEL}]}
    big = connector.daemon.ask("connector.read", uri="test://big")
    assert big["contents"] == [] and len(json.load(open(big["file"]["path"], encoding="utf-8"))["contents"][0]["text"]) == 3_000_000
    word, _ = connector.daemon.fail("connector.read", uri="test://none")
    assert word == "mcp_request_failed"


# --- questions -------------------------------------------------------------------------------------


def test_form(connector, era):
    connector.open({"era": era})
    request, call = connector.begin("ask")
    asked = connector.daemon.wait_asked()
    params = asked["params"]
    assert params["call_id"] == call and params["mode"] == "form" and params["message"] == "Who are you?"
    assert params["schema"]["properties"]["age"]["default"] == 33
    connector.daemon.answer(asked, {"action": "accept", "content": {"name": "canary-5"}})
    answer = json.loads(connector.daemon.end(request)["result"]["content"][0]["text"])
    assert answer["result"] == {"action": "accept", "content": {"name": "canary-5", "age": 33}}
    assert "canary" not in connector.log()


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_refused_form(connector, era, action):
    connector.open({"era": era})
    connector.daemon.answering = lambda params: {"action": action}
    assert connector.data("ask")["result"] == {"action": action}


def test_answer_that_does_not_fit_cancels(connector, era):
    connector.open({"era": era})
    connector.daemon.answering = lambda params: {"action": "accept", "content": {"age": 500}}
    assert connector.data("ask")["result"] == {"action": "cancel"}


def test_url(connector, era):
    connector.open({"era": era})
    connector.daemon.answering = lambda params: {"action": "accept"}
    assert connector.data("ask_url")["result"] == {"action": "accept"}
    params = connector.daemon.asked[0]["params"]
    assert params["mode"] == "url" and params["url"] == "https://example.com/login" and "schema" not in params


def test_page_that_has_to_be_opened_first(connector):
    connector.open()
    connector.daemon.answering = lambda params: {"action": "accept"}
    assert connector.text("needs_url") == "opened"
    assert connector.daemon.asked[0]["params"]["url"] == "https://example.com/consent"


def test_page_that_nobody_opens(connector):
    connector.open({"never_opened": True})
    connector.daemon.answering = lambda params: {"action": "decline"}
    assert connector.fail("needs_url")[1] == "the server wants a page to be opened first, and that was refused"
    connector.daemon.answering = lambda params: {"action": "accept"}
    word, message = connector.fail("needs_url")
    assert word == "mcp_request_failed" and message.endswith("https://example.com/consent")
    assert len(connector.daemon.asked) == 2


def test_time_stands_still_while_a_person_is_asked(connector, era):
    connector.open({"era": era})
    request, _ = connector.begin("ask", timeout_ms=200)
    asked = connector.daemon.wait_asked()
    word, _ = connector.fail("never", timeout_ms=1000)
    assert word == "timeout" and not connector.daemon.is_answered(request)
    connector.daemon.answer(asked, {"action": "decline"})
    assert "decline" in connector.daemon.end(request)["result"]["content"][0]["text"]


def test_cancelled_call_withdraws_its_question(connector, era):
    connector.open({"era": era})
    request, call = connector.begin("ask")
    asked = connector.daemon.wait_asked()
    connector.daemon.notify("connector.cancel", call_id=call)
    assert connector.daemon.end(request)["error"]["data"]["code"] == "request_cancelled"
    assert connector.daemon.wait_told("$/cancel_request")[0]["requestId"] == asked["id"]


def test_question_is_repeated_to_the_next_daemon(connector, era):
    connector.open({"era": era})
    _, call = connector.begin("ask")
    first = connector.daemon.wait_asked()["params"]
    connector.daemon.hang_up()
    daemon = connector.connect()
    asked = daemon.wait_asked()
    assert asked["params"] == first
    daemon.answer(asked, {"action": "decline"})
    assert "decline" in daemon.ask("connector.call", call_id=call, tool="ask", join=True)["content"][0]["text"]


def test_form_that_is_not_flat(connector, era):
    connector.open({"era": era})
    if era == "2025":
        assert connector.data("ask_badly")["error"]["code"] == -32602
    else:
        assert connector.fail("ask_badly")[0] == "mcp_request_failed"
    assert not connector.daemon.asked


def test_state_without_questions(connector):
    connector.open({"era": "2026"})
    assert connector.text("state_only") == "went on"
    word, message = connector.fail("asks_forever")
    assert word == "mcp_request_failed" and "more than 16 times" in message


def test_requests_of_the_server(connector):
    connector.open(roots=["/srv/a b", "/tmp"])
    assert connector.data("ping")["result"] == {}
    assert connector.data("roots")["result"] == {"roots": [{"uri": "file:///srv/a%20b", "name": "/srv/a b"}, {"uri": "file:///tmp", "name": "/tmp"}]}
    for tool in ("sample", "unknown_request"):
        assert connector.data(tool)["error"]["code"] == -32601


# --- its state ------------------------------------------------------------------------------------


def test_state_is_reported(connector, era):
    connector.open({"era": era}, check_ms=20)
    told = connector.daemon.wait_told("connector.state", count=3)
    assert all(state["answered_at"] > 1_700_000_000_000 and "problem" not in state for state in told)


def test_log(connector):
    connector.open({"stderr": "it starts"})
    connector.call("log")
    for words in ("stderr: it starts", 'message: warning here: {"a":1}', "message: info: a line?and another", "stderr: a line of stderr"):
        connector.wait_log(words)


def test_log_is_rotated(connector):
    connector.open(log_bytes=4096)
    connector.call("flood", {"what": "stderr", "count": 300})
    until(lambda: connector.log_path.with_name("server.log.1").exists(), "a second file")
    assert sum(path.stat().st_size for path in connector.directory.glob("server.log*")) < 3 * 4096


def test_names_of_results_differ(connector):
    """A call's file has the name of its id."""
    connector.open(result_bytes=1024)
    paths = {connector.call("big", {"bytes": 3000}, call_id=hashlib.sha256(bytes([n])).hexdigest())["file"]["path"] for n in range(3)}
    assert len(paths) == 3
