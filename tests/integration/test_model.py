"""One call of a model (src/agent/model.h) over real sockets: build/tests/model_call against the scripted model."""

import contextlib
import os
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading

import pytest

from memory import Canary
from models import KEY, Model
from setting import BIN, SANITIZED, WATCHDOG_SECONDS

PROGRAM = BIN.parent / "tests" / "model_call"
FORMATS = {"anthropic": [], "openai": ["--openai", "openai"]}
# Without the machine's proxies: what is called here is on the loopback.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}


class Caller:
    """The program, line by line."""

    def __init__(self, *arguments, key=KEY):
        self.process = subprocess.Popen([str(PROGRAM), *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=ENVIRONMENT)
        self.tell(key)

    def tell(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def until(self, *beginnings):
        """All lines up to one that begins so."""
        lines = []
        while True:
            line = self.process.stdout.readline().decode()
            assert line, f"it ended: {lines} {self.process.stderr.read().decode()}"
            lines.append(line.rstrip("\n"))
            if line.startswith(beginnings):
                return lines

    def end(self):
        return self.until("end", "not started")[-1]

    def close(self):
        """0: it has closed its loop, so nothing was left open."""
        _, errors = self.process.communicate(timeout=WATCHDOG_SECONDS)
        assert self.process.returncode == 0, errors.decode()
        return errors.decode()


@pytest.fixture(params=sorted(FORMATS))
def call(request, model):
    """Makes calls in each of the formats."""
    callers = []

    def make(*arguments, **more):
        url = [] if "--url" in arguments else ["--url", model.url]
        callers.append(Caller(*FORMATS[request.param], *url, *arguments, **more))
        return callers[-1]

    make.format = request.param
    yield make
    for caller in callers:
        if caller.process.returncode is None:
            assert caller.close() == ""


def said(lines):
    """All pieces of text so far, joined."""
    return "".join(line.partition("<")[2].removesuffix(">") for line in lines if " + text " in line)


def test_calls_share_connections(call, model):
    """And each byte may come by itself. A connection whose last answer has not quite ended yet is not waited for."""
    model.play([{"chunk": 1}, {"thinking": "hm"}, {"text": "Grüße 😀", "pieces": 1}, {"tool": "Read", "input": {"path": "ä"}}],
               *[[{"text": f"again {number}"}] for number in range(10)])
    caller = call()
    lines = caller.until("end")
    assert said(lines) == "Grüße 😀"
    assert lines[-1] == "end ok status=200 retry=-1 stop=tool_use "
    assert any(line.endswith('<Read> <{"path":"ä"}>') for line in lines)
    model.key = ""  # the driver has wiped its own
    for number in range(10):
        caller.tell("more")
        assert said(caller.until("end")) == f"again {number}"
    assert len({request.connection for request in model.requests}) < 10
    assert model.requests[0].key == KEY and model.requests[1].key == ""


def test_what_a_service_may_do_wrong(call, model):
    """Each is told apart, and the next call works."""
    long = "prompt is too long: 200001 tokens > 200000 maximum"
    wrong = [
        ([{"status": 529}], "busy status=529 retry=-1"),
        ([{"status": 429, "headers": {"retry-after": "7"}}], "busy status=429 retry=7000"),
        ([{"status": 429, "headers": {"retry-after-ms": "250"}}], "busy status=429 retry=250"),
        ([{"status": 429, "headers": {"retry-after": "date"}, "seconds": -5}], "busy status=429 retry=0"),
        ([{"status": 500, "body": "<html>no</html>"}], "busy status=500"),
        ([{"status": 400, "message": long}], "too_long status=400"),
        ([{"status": 400, "message": "wrong\n\x07field"}], "refused status=400"),
        ([{"status": 403, "message": "not you"}], "refused status=403"),
        ([{"status": 302, "headers": {"location": model.url}}], "refused status=302"),
        ([{"text": "a"}, {"error": "overloaded_error", "message": "Overloaded"}], "busy status=200"),
        ([{"text": "a"}, {"cut": True}], "cut status=200"),
        ([{"cut": 20}, {"text": "a"}], "cut status=200"),
        ([{"text": "a"}, {"end": False}], "cut status=200"),
        ([{"raw": "data: {nonsense\n\n"}], "malformed status=200"),
        ([{"tool": "Read", "json": "[1]"}], "malformed status=200"),
        ([{"content_type": "text/html"}, {"text": "a"}], "malformed status=200"),
        ([{"headers": {f"x-{i}": "y" * 1000 for i in range(70)}}, {"text": "a"}], "unreachable status=0"),
        ([{"tool": "Read", "json": "{\"a\":"}, {"stop": "max_tokens"}], "ok status=200 retry=-1 stop=max_tokens"),
        ([{"refusal": "no"}], "ok status=200 retry=-1 stop=refusal"),
        ([{"ping": True}, {"event": "later", "data": {"type": "later"}}, {"text": "fine"}], "ok status=200 retry=-1 stop=end_turn"),
    ]
    model.play(*[turn for turn, _ in wrong])
    model.key = ""
    caller = call()
    for number, (turn, expected) in enumerate(wrong):
        if number:
            caller.tell("more")
        end = caller.end()
        assert end.startswith(f"end {expected}"), f"{turn}: {end}"
        assert "\x07" not in end
    assert len(model.requests) == len(wrong)


def test_an_answer_may_be_complete_although_the_stream_is_not(model):
    """OpenAI's says why it ends before it ends."""
    finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}\n\n'
    model.play([{"text": "a"}, {"raw": finish}, {"cut": True}])
    caller = Caller(*FORMATS["openai"], "--url", model.url)
    lines = caller.until("end")
    assert "0 = text <a> <> <> <> <>" in lines and lines[-1].startswith("end ok status=200 retry=-1 stop=max_tokens")
    assert caller.close() == ""


@pytest.mark.parametrize("key", ["[the", "[the key]", "the key", "key]"])
def test_a_key_like_what_stands_in_its_place(model, key):
    """It is replaced once, and that is the end of it."""
    model.play([{"status": 401, "message": f"no such key: {key}, {key}{key}."}])
    end = Caller(*FORMATS["openai"], "--url", model.url, key=key).end()
    assert "rejected the key" in end and "no such key: " in end


def test_a_refused_key_says_what_to_do(call, model):
    model.play([{"status": 401, "message": f"no such key: {KEY}"}])
    end = call().end()
    assert KEY not in end and "rejected the key" in end and "[the key]" in end and f"weir key set {call.format}" in end
    # Nor the beginning of it, where the rest is beyond what is shown.
    for before in (395 - len(KEY) // 2, 390, 397 - len(KEY)):
        model.play([{"status": 400, "message": "x" * before + KEY + "y" * 400}])
        assert KEY[:5] not in call().end()


def test_silence_is_ended(call, model):
    """Before the answer, and in the middle of it."""
    model.key = ""
    model.play([{"mute": True}], [{"text": "a"}, {"silence": True}], [{"text": "b"}])
    caller = call("--silence-ms", 50)
    assert "end unreachable status=0" in (end := caller.end()) and "silenceMs" in end
    caller.tell("silence 3000")  # what comes must come before it
    caller.tell("more")
    assert caller.end().startswith("end cut status=200")
    caller.tell("silence 60000")
    caller.tell("more")
    assert caller.end().startswith("end ok")


def test_a_pause_holds_the_service_up(call, model):
    """Nothing is told meanwhile, and nothing is lost."""
    text = "0123456789" * 100000
    model.play([{"text": text, "pieces": 2000}, {"wait": "never"}, {"text": "!"}])
    model.open("never")
    caller = call("--pause-at", 3)
    lines = caller.until("paused")
    assert len(said(lines)) < len(text)
    caller.tell("go")
    lines += caller.until("end")
    assert lines[-1].startswith("end ok") and said(lines) == text + "!"


def test_a_call_can_be_cancelled_at_any_time(call, model):
    """In the middle of a piece, while nothing has come, and while it is paused."""
    model.key = ""
    model.play([{"text": "abcdef", "pieces": 1}], [{"mute": True}], [{"text": "x"}])
    caller = call("--cancel-at", 2)
    assert said(caller.until("cancelled")) == "ab"
    caller.tell("more")
    model.wait_for(2)
    caller.tell("cancel")
    caller.until("cancelled")
    caller.tell("more")
    assert said(caller.until("end")) == "x"


def test_addresses_that_cannot_be_called(call, model, place):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{unused.getsockname()[1]}"
        end = call("--url", nobody.replace("//", "//user:hidden@")).end()
    assert end.startswith("end unreachable") and f"cannot reach {nobody}:" in end and "hidden" not in end
    (place.root / "file").write_text("data: x\n\n")
    for url in (f"file://{place.root}/file", "ftp://127.0.0.1:1", "dict://127.0.0.1:1"):
        assert call("--url", url).end().startswith("end refused"), url
    assert call(key="a\rb: c").end() == "not started: Invalid argument"
    assert model.requests == []


@pytest.mark.skipif(not shutil.which("openssl"), reason="no openssl command to make a certificate with")
def test_certificates_are_looked_at(call, place):
    files = [place.root / "key.pem", place.root / "certificate.pem"]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1", "-addext",
                    "subjectAltName=IP:127.0.0.1", "-keyout", files[0], "-out", files[1]], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files[1], files[0])
    heard = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            connection, _ = server.accept()
            try:
                with context.wrap_socket(connection, server_side=True) as secured:
                    heard.append(secured.recv(100))
            except OSError:
                heard.append(b"")

        thread = threading.Thread(target=serve)
        thread.start()
        end = call("--url", f"https://127.0.0.1:{server.getsockname()[1]}").end()
        thread.join()
    assert end.startswith("end refused") and "certificate" in end
    assert heard == [b""], "the key was not sent"


def test_the_brokers_socket(call, model, place):
    """The call goes there, below the service's name, and carries no key."""

    class Relay(socketserver.BaseRequestHandler):
        def handle(self):
            with socket.create_connection(("127.0.0.1", model.port)) as there:
                back = threading.Thread(target=self.pump, args=(there, self.request))
                back.start()
                self.pump(self.request, there)
                back.join()

        @staticmethod
        def pump(source, target):
            with contextlib.suppress(OSError):  # one of them has gone
                while data := source.recv(65536):
                    target.sendall(data)
            with contextlib.suppress(OSError):  # and the other learns of it: else nobody here would ever be through
                target.shutdown(socket.SHUT_WR)

    model.key = ""
    model.play([{"text": "through"}])
    path = place.root / "model.sock"
    with socketserver.ThreadingUnixStreamServer(str(path), Relay) as relay:
        relay.daemon_threads = False
        thread = threading.Thread(target=relay.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        caller = call("--socket", path, "--url", "https://example.invalid")
        assert said(caller.until("end")) == "through"
        caller.close()
        relay.shutdown()
        thread.join()
    (request,) = model.requests
    assert request.path.startswith(f"/{call.format}/v1/") and request.key == ""


def test_a_service_is_looked_at(call, model):
    model.models = ["first", "second"]
    assert call("--look", "yes").until("found") == ["found 0 first"]
    model.key = "another"
    assert call("--look", "yes").until("found") == ["found 7 "]
    assert [request.path for request in model.others] == ["/v1/models"] * 2
    assert call("--look", "yes", "--url", model.url + "/v1").until("found") == ["found 7 "]
    assert model.others[-1].path == "/v1/models"


def test_thinking_is_asked_for(model):
    model.play([{"thinking": "hm"}, {"text": "a"}])
    caller = Caller("--url", model.url, "--thinking", 2000)
    assert caller.end().startswith("end ok")
    caller.close()
    assert model.requests[0].body["thinking"] == {"type": "enabled", "budget_tokens": 2000}


@pytest.mark.skipif(SANITIZED, reason="a sanitizer keeps copies of its own")
def test_the_key_is_gone_when_the_call_is(call, model):
    """From our memory and from libcurl's. While the call waits for its answer it must be there: so the search means something."""
    canary = Canary()
    model.play([{"mute": True}], [{"text": "a"}])
    caller = call(key=canary.value)
    model.wait_for(1)
    assert model.requests[0].key == canary.value
    assert canary.in_memory(caller.process.pid)
    caller.tell("cancel")
    caller.until("cancelled")
    model.key = ""
    caller.tell("more")
    caller.until("end")
    assert canary.in_memory(caller.process.pid) == set()


def test_without_libcurl_it_says_so(model, place):
    """As on a machine that has none: the loader finds another library of that name first, which is none."""
    (place.root / "libcurl.so.4").write_text("not a library")
    environment = ENVIRONMENT | {"LD_LIBRARY_PATH": str(place.root)}
    run = subprocess.run([str(PROGRAM), "--url", model.url], input=b"", env=environment, capture_output=True, check=False)
    assert run.returncode == 0
    caller = subprocess.Popen([str(PROGRAM), "--url", model.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    caller.stdin.write(b"key\n")
    caller.stdin.flush()
    line = caller.stdout.readline().decode()
    caller.communicate(timeout=WATCHDOG_SECONDS)
    assert line.startswith("end no_curl") and "install libcurl4" in line
    assert caller.returncode == 0
