"""initialize, ping, daemon.status, rpc.discover, and broadcasts."""

import json
import re
import signal
import time

import jsonschema
import pytest

from setting import OPENRPC, REPOSITORY, SANITIZED, TRAFFIC
from waiting import until

# --- initialize -----------------------------------------------------------------------


def test_initialize_answers_who_and_what(client):
    result = client.call("initialize", {"client": {"name": "test", "version": "1.2"}, "protocolVersion": "1.0"})
    assert result["protocolVersion"] == "1.0"
    assert result["server"]["name"] == "weird" and re.fullmatch(r"\d+\.\d+\.\d+", result["server"]["version"])
    assert result["server"]["version"] == client.call("daemon.status")["version"]
    assert result["notifications"] == [event["name"] for event in OPENRPC["x-events"]]


def test_initialize_is_optional_and_so_is_all_in_it(daemon, client):
    client.ping()
    assert client.call("initialize")["protocolVersion"] == "1.0"
    assert daemon.client().call("initialize", {})["protocolVersion"] == "1.0"


def test_a_client_is_named_in_the_log(daemon, client):
    client.call("initialize", {"client": {"name": "my editor", "version": "7.1"}})
    daemon.wait_for_log("my editor 7.1")


def test_initialize_comes_once(client):
    client.call("initialize")
    error = client.error("initialize")
    assert error.code == -32012 and error.word == "already_initialized"
    client.ping()


@pytest.mark.parametrize("version", ["1.0", "1.7", "1.9999"])
def test_versions_that_share_our_major(client, version):
    assert client.call("initialize", {"protocolVersion": version})["protocolVersion"] == "1.0"


@pytest.mark.parametrize("version", ["2.0", "0.9", "1.x", "1..0", "1.0.0", " 1.0", "1.-1", "+1.0", "abc", "99999999999.0"])
def test_versions_that_we_do_not_speak(client, version):
    error = client.error("initialize", {"protocolVersion": version})
    assert error.code == -32013 and error.word == "unsupported_protocol" and "1.0" in error.message
    # It may try again with another.
    assert client.call("initialize", {"protocolVersion": "1.0"})["protocolVersion"] == "1.0"


@pytest.mark.parametrize(
    "params, path",
    [
        ({"protocolVersion": "x"}, "params.protocolVersion"),
        ({"protocolVersion": "1" * 17}, "params.protocolVersion"),
        ({"protocolVersion": None}, "params.protocolVersion"),
        ({"client": {}}, "params.client.name"),
        ({"client": {"name": ""}}, "params.client.name"),
        ({"client": {"name": "n" * 129}}, "params.client.name"),
        ({"client": {"name": "a\0b"}}, "params.client.name"),
        ({"client": {"name": "n", "version": "v" * 65}}, "params.client.version"),
        ({"client": "n"}, "params.client"),
        ({"optOutNotificationMethods": "x"}, "params.optOutNotificationMethods"),
        ({"optOutNotificationMethods": ["x", 1]}, "params.optOutNotificationMethods.1"),
        ({"optOutNotificationMethods": [""]}, "params.optOutNotificationMethods.0"),
        ({"optOutNotificationMethods": ["x"] * 65}, "params.optOutNotificationMethods"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_wrong_parameters_of_initialize(client, params, path):
    error = client.error("initialize", params, bad=True)
    named = re.sub(r"\[(\d+)\]", r".\1", error.data["path"])
    assert error.word == "invalid_params" and named in (path, path.rsplit(".name", 1)[0])
    assert client.call("initialize")


# --- opting out, broadcast --------------------------------------------------------------


def stopping_heard_by(daemon, params):
    """Whether a client that initialized like this hears that the daemon stops; another one always does."""
    quiet, other = daemon.client(), daemon.client()
    quiet.call("initialize", params)
    other.call("initialize", {"optOutNotificationMethods": ["event.somethingElse"]})
    daemon.send_signal(signal.SIGTERM)
    assert other.event()["method"] == "event.daemonStopping"
    return [message["method"] for message in quiet.read_all() if message["method"] != "system:health"]


def test_opting_out(daemon):
    names = ["event.nothing", "event.daemonStopping"] + ["x" * 128] * 62
    assert stopping_heard_by(daemon, {"optOutNotificationMethods": names}) == []


def test_opting_out_with_a_colon(daemon):
    assert stopping_heard_by(daemon, {"optOutNotificationMethods": ["event:daemonStopping"]}) == []


@pytest.mark.parametrize("names", [[], ["event.daemonStoppin"], ["event.daemonStoppingX", "event"]])
def test_not_opting_out(daemon, names):
    assert stopping_heard_by(daemon, {"optOutNotificationMethods": names}) == ["event.daemonStopping"]


def test_a_refused_initialize_opts_out_of_nothing(daemon, client):
    client.error("initialize", {"protocolVersion": "9.0", "optOutNotificationMethods": ["event.daemonStopping"]})
    daemon.send_signal(signal.SIGTERM)
    assert client.event()["method"] == "event.daemonStopping"


def test_an_event_reaches_everybody_once(daemon):
    clients = [daemon.client() for _ in range(500)]
    clients[0].ping()
    until(lambda: clients[0].call("daemon.status")["clients"] == 500, "all to be connected")
    assert clients[0].call("daemon.stop") == {"stopping": True}
    for client in clients:
        assert client.event()["method"] == "event.daemonStopping"
        client.assert_ended()
    assert daemon.wait() == 0


# --- ping -------------------------------------------------------------------------------


def test_ping_tells_the_time(client):
    before = time.time() * 1000
    timestamp = client.call("ping")["timestamp"]
    assert before - 1 <= timestamp <= time.time() * 1000 + 1


# --- daemon.status ------------------------------------------------------------------------


def test_status_says_what_is(daemon, client, place):
    before = time.time() * 1000
    status = client.call("daemon.status")
    assert status["pid"] == daemon.pid
    assert status["health"] == "ok" and status["stopping"] is False
    assert set(status["subsystems"]) >= {"config", "connections", "log", "socket", "state"}
    assert all(part == {"health": "ok"} for part in status["subsystems"].values())
    assert before - 60_000 < status["started_at"] <= before
    assert status["socket"] == str(daemon.socket) and status["config"] is None


def test_status_counts_clients(daemon, client):
    assert client.call("daemon.status")["clients"] == 1
    others = [daemon.client() for _ in range(20)]
    for other in others:
        other.ping()
    assert client.call("daemon.status")["clients"] == 21
    for other in others[:10]:
        other.close()
    until(lambda: client.call("daemon.status")["clients"] == 11, "ten to be gone")


def test_the_time_since_the_start_grows(daemon, client):
    first = client.call("daemon.status")
    until(lambda: client.call("daemon.status")["uptime_seconds"] > first["uptime_seconds"], "a second to pass")
    before = time.time()
    later = client.call("daemon.status")
    after = time.time()
    assert later["started_at"] == first["started_at"]
    # Whole seconds, and two clocks that need not agree to the last millisecond.
    assert before - 1.1 < later["started_at"] / 1000 + later["uptime_seconds"] < after + 0.1


def test_memory_is_what_the_kernel_says(daemon, client):
    client.ping()
    # What its threads do after the start may add to it between the two looks.
    until(lambda: abs(client.call("daemon.status")["memory_bytes"] - (seen := daemon.rss())) <= 0.2 * seen, "the same of both")
    if not SANITIZED:
        assert daemon.rss() < 8 << 20, "an idle daemon takes less than 8 MB"


# --- rpc.discover -----------------------------------------------------------------------------


def test_discover_is_the_contract(client):
    assert client.call("rpc.discover") == OPENRPC


def test_discover_is_an_openrpc_document(client):
    document = client.call("rpc.discover")
    assert re.fullmatch(r"1\.\d+\.\d+", document["openrpc"])
    assert document["info"]["title"] and document["info"]["version"]
    names = [method["name"] for method in document["methods"]]
    assert len(set(names)) == len(names)
    references = set(re.findall(r'"\$ref": "#/components/(\w+)/([^"]+)"', json.dumps(document)))
    for kind, name in references:
        assert name in document["components"][kind], name
    for method in document["methods"]:
        for param in method["params"]:
            assert param["name"] and "schema" in param
            check_schema(param["schema"])
        assert "result" in method or method.get("x-notification")
        if "result" in method:
            check_schema(method["result"]["schema"])
    for schema in document["components"]["schemas"].values():
        check_schema(schema)


def check_schema(schema):
    jsonschema.Draft202012Validator.check_schema(schema)


def test_every_method_that_is_listed_can_be_called(client, daemon):
    for method in client.call("rpc.discover")["methods"]:
        if "client" not in method["x-callers"] or method.get("x-notification") or method["name"] == "daemon.stop":
            continue
        needed = [param["name"] for param in method["params"] if param.get("required")]
        if method["name"] in ("terminal.open", "session.files", "agent.commands"):  # need one of two
            assert daemon.client().error(method["name"], bad=True).code == -32602
        elif method["name"] == "agent.list":  # the daemon of these tests has no weir-executor beside it
            assert daemon.client().error(method["name"]).word == "subsystem_unavailable"
        elif method["name"] == "key.rotate":  # needs a key
            assert daemon.client().error(method["name"]).word == "keys_locked"
        elif needed:
            assert daemon.client().error(method["name"], bad=True).data["path"] in {f"params.{name}" for name in needed}
        else:
            assert daemon.client().call(method["name"]) is not None


def examples():
    """The messages that docs/protocol.md shows, a request and its answer in a block."""
    text = (REPOSITORY / "docs" / "protocol.md").read_text()
    return [[json.loads(line) for line in block.splitlines()] for block in re.findall(r"```json\n(.*?)```", text, re.S)]


def test_every_example_of_the_documentation_fits_the_contract():
    blocks = examples()
    assert len(blocks) >= len(OPENRPC["methods"]) + len(OPENRPC["x-events"])
    events = {event["name"] for event in OPENRPC["x-events"]}
    for block in blocks:
        first = block[0]
        if first["method"] in events:
            assert TRAFFIC.event(first["method"], first["params"]) == []
            continue
        assert TRAFFIC.params(first["method"], first.get("params")) == []
        for answer in block[1:]:
            assert TRAFFIC.result(first["method"], answer["result"]) == []


def test_every_example_of_the_documentation_is_taken(daemon):
    for block in examples():
        if len(block) < 2:
            continue
        with daemon.client() as client:
            if block[0]["method"] == "daemon.stop" or "client" not in TRAFFIC.method(block[0]["method"])["x-callers"]:
                continue
            answer = client.answer(client.request(block[0]["method"], block[0].get("params")))
            # An id that does not exist here is the example's business; its form is not.
            assert "result" in answer or answer["error"]["code"] not in (-32600, -32601, -32602), answer


