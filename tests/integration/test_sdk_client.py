"""sdk/typescript: the client of the npm package, its calls, errors, limits and reconnects, against the real daemon."""

import json
import signal
import socket
import threading

import pytest

from sdk import package, script  # noqa: F401
from setting import WATCHDOG_SECONDS
from tasks import Gate, submit

pytestmark = pytest.mark.usefixtures("once")


def options(daemon, **more):
    return json.dumps({"socketPath": str(daemon.socket), **more})


def test_calls(script, daemon):
    client = script("calls.mjs", options(daemon))
    assert client.read()["connected"]["protocolVersion"] == "1.0"
    assert client.ask({"call": "ping"})["result"]["pong"] is True
    status = client.ask({"call": "daemon.status"})["result"]
    assert status["pid"] == daemon.pid and status["clients"] == 1
    assert client.ask({"call": "mcp:listConnections"})["result"] == {"connections": []}
    assert client.ask({"call": "mcp.listConnections"})["result"] == {"connections": []}
    client.say({"call": "task.submit", "params": {"prompt": "hello"}})
    submitted, told = client.until(lambda one: "result" in one)
    client.say({"call": "task.wait", "params": {"taskId": submitted["result"]["taskId"]}})
    waited, more = client.until(lambda one: "result" in one)
    assert waited["result"]["state"] == "completed"
    events = [*told, *more] or [client.read()]
    assert events == [{"completed": submitted["result"]["taskId"]}]


def test_errors(script, daemon):
    client = script("calls.mjs", options(daemon))
    client.read()
    error = client.ask({"call": "task.get", "params": {"taskId": "task_none"}})["error"]
    assert (error["name"], error["code"], error["data"]["code"]) == ("DaemonError", -32000, "task_not_found")
    error = client.ask({"call": "task.get", "params": {"taskId": 1}})["error"]
    assert (error["name"], error["code"], error["data"]) == ("InvalidParamsError", -32602, {"code": "invalid_params", "path": "params.taskId"})
    error = client.ask({"call": "task.get", "params": {"taskId": "x", "more": 1}})["error"]
    assert error["data"]["path"] == "params.more"
    error = client.ask({"call": "no.such.method"})["error"]
    assert (error["code"], error["data"]["code"]) == (-32601, "method_not_found")
    assert client.ask({"call": "ping"})["result"]["pong"] is True


def test_a_call_is_aborted_and_cancelled(script, make_daemon, place):
    """The daemon forgets the request too: it accepts one at a time, and the next one."""
    place.write_config({"limits": {"waitingRequests": 1}})
    daemon = make_daemon().start()
    client, other = script("calls.mjs", options(daemon)), daemon.client()
    client.read()
    gate = Gate(place)
    task = submit(other, f"read {gate}")
    client.say({"call": "task.wait", "params": {"taskId": task}, "id": "one", "then": "go on"})
    assert client.ask({"call": "task.stats"})["error"]["data"]["code"] == "too_many_waiting"
    error = client.ask({"abort": "one"})["error"]
    assert (error["name"], error["code"], error["data"]["code"]) == ("AbortError", -32800, "request_cancelled")
    assert client.ask({"call": "task.stats"})["result"]["total"] == 1
    error = client.ask({"call": "task.wait", "params": {"taskId": task}, "options": {"timeoutMs": 1}})["error"]
    assert (error["name"], error["data"]["code"]) == ("TimeoutError", "timeout")
    assert client.ask({"call": "task.stats"})["result"]["total"] == 1
    other.call("task.cancel", {"taskId": task})


def test_requests_have_a_limit(script, daemon, place):
    gate = Gate(place)
    client = script("calls.mjs", options(daemon, maxPending=1))
    client.read()
    task = submit(daemon.client(), f"read {gate}")
    client.say({"call": "task.wait", "params": {"taskId": task}, "id": "one", "then": "go on"})
    error = client.ask({"call": "ping"})["error"]
    assert (error["name"], error["code"], error["data"]["code"]) == ("LimitError", -32010, "too_many_waiting")
    assert client.ask({"abort": "one"})["error"]["name"] == "AbortError"
    assert client.ask({"call": "task.cancel", "params": {"taskId": task}})["result"]["cancelled"] is True


def test_a_message_has_a_limit(script, make_daemon, place):
    place.write_config({"limits": {"messageBytes": 1024}})
    client = script("calls.mjs", options(make_daemon().start()))
    client.until(lambda one: "connected" in one)
    error = client.ask({"call": "task.submit", "params": {"prompt": "x" * 2000}})["error"]
    assert (error["name"], error["data"]["code"]) == ("LimitError", "message_too_long")
    assert client.ask({"call": "ping"})["result"]["pong"] is True


def test_no_daemon(script, place):
    client = script("calls.mjs", json.dumps({"socketPath": str(place.run / "nothing"), "reconnect": {"firstMs": 1, "longestMs": 1}}))
    lost = client.read()
    assert lost["disconnected"]["name"] == "ConnectionError" and "weir daemon start" in lost["disconnected"]["message"] and lost["retries"]
    client.say({"call": "ping", "options": {"timeoutMs": 1}})
    error, _ = client.until(lambda one: "error" in one)
    assert error["error"]["data"]["code"] == "timeout"


def test_the_socket_is_found(script, daemon):
    assert script("calls.mjs", environment={"WEIR_SOCKET": daemon.socket}).read()["connected"]["server"]["name"] == "weird"
    assert script("calls.mjs").read()["connected"]["server"]["name"] == "weird"


def test_a_killed_daemon_comes_back(script, make_daemon, place):
    """What was sent is not repeated and fails; what is called meanwhile waits for the next daemon."""
    daemon = make_daemon().start()
    client = script("calls.mjs", options(daemon, reconnect={"firstMs": 1, "longestMs": 10}))
    client.read()
    task = submit(daemon.client(), f"read {Gate(place)}")
    client.say({"call": "task.wait", "params": {"taskId": task}, "id": "one", "then": "go on"})
    assert client.ask({"call": "ping"})["result"]["pong"] is True
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.stop(signal.SIGKILL)
    error, passed = client.until(lambda one: "error" in one)
    assert (error["id"], error["error"]["name"], error["error"]["data"]["code"]) == ("one", "ConnectionError", "disconnected")
    client.say({"call": "daemon.status", "id": "two"})
    lost, _ = client.until(lambda one: "disconnected" in one)
    assert lost["retries"]
    second = make_daemon().start()
    answer, passed = client.until(lambda one: one.get("id") == "two")
    assert answer["result"]["pid"] == second.pid and any("connected" in one for one in passed)


def test_a_stopped_client(script, daemon):
    client = script("calls.mjs", options(daemon))
    client.read()
    client.say({"close": True})
    lost = client.read()
    assert lost["disconnected"]["message"] == "the client was closed" and not lost["retries"]
    assert client.ask({"call": "ping"})["error"]["data"]["code"] == "disconnected"


# --- a daemon that speaks wrongly ---------------------------------------------------


HELLO = {"protocolVersion": "1.0", "server": {"name": "false", "version": "1"}, "sandbox": "off", "notifications": [],
         "limits": {"maxMessageBytes": 1000000, "maxBatchEntries": 10, "maxWaitingRequests": 10}}


@pytest.fixture
def false_daemon(place):
    """Answers the first request of each connection as a daemon does, and the next one with the bytes that the test names."""
    listener = socket.socket(socket.AF_UNIX)
    path = place.run / "false"
    listener.bind(str(path))
    listener.listen()
    listener.settimeout(3 * WATCHDOG_SECONDS)
    answers = []

    def serve():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            lines = connection.makefile("rb")
            hello = json.loads(lines.readline())
            connection.sendall(json.dumps({"jsonrpc": "2.0", "id": hello["id"], "result": HELLO}).encode() + b"\n")
            line = lines.readline()
            if line and answers:
                connection.sendall(answers.pop(0).replace(b"ID", str(json.loads(line)["id"]).encode()))
                lines.readline()
            connection.close()

    threading.Thread(target=serve, daemon=True).start()
    yield path, answers
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


@pytest.mark.parametrize("answer, name, words", [
    (b'{"jsonrpc":"2.0","id":ID,"result":{"pong":1,"timestamp":1}}\n', "InvalidResponseError", "result.pong must be a boolean"),
    (b'{"jsonrpc":"2.0","id":ID,"result":{"pong":true}}\n', "InvalidResponseError", "result.timestamp is missing"),
    (b'{"jsonrpc":"2.0","id":ID,"error":{"code":"x"}}\n', "InvalidResponseError", "is not an error object"),
    (b"nonsense\n", "ConnectionError", "not JSON"),
    (b"[]\n", "ConnectionError", "not a message"),
    (b'"\xff"\n', "ConnectionError", "not UTF-8"),
    (b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}\n', "ConnectionError", "what?"),
    (b"x" * 5000 + b"\n", "ConnectionError", "more than 4096 bytes"),
    (b"x" * 5000, "ConnectionError", "more than 4096 bytes"),
], ids=["a type", "a field", "an error", "nonsense", "an array", "no UTF-8", "a refusal", "a long line", "a line without an end"])
def test_wrong_answers(script, false_daemon, answer, name, words):
    path, answers = false_daemon
    answers.append(answer)
    client = script("calls.mjs", json.dumps({"socketPath": str(path), "maxMessageBytes": 4096}))
    client.read()
    client.say({"call": "ping", "id": "one"})
    found, _ = client.until(lambda one: "error" in one)
    assert found["error"]["name"] == name and words in found["error"]["message"]
