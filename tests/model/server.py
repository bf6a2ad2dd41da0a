#!/usr/bin/python3
"""A server that speaks as models do, and plays a script. README.md has the script's language."""

import argparse
import email.utils
import json
import select
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import anthropic_wire  # noqa: E402
import checks  # noqa: E402
import openai_wire  # noqa: E402
import steps  # noqa: E402

FORMATS = {
    "anthropic": {"wire": anthropic_wire, "check": checks.check_anthropic, "tools": "toolu_"},
    "openai": {"wire": openai_wire, "check": checks.check_openai, "tools": "call_"},
}
STATUS_KINDS = {
    400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
    413: "request_too_large", 429: "rate_limit_error", 500: "api_error", 503: "api_error", 529: "overloaded_error",
}


class HungUp(Exception):
    """The script wants it."""


class Request:
    """One that has come."""

    def __init__(self, handler, raw, style):
        self.method, self.path = handler.command, handler.path.partition("?")[0]
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.raw, self.size, self.style = raw, len(raw), style
        self.connection = handler.client_address
        self.body, self.problem, self.turn = None, None, None
        self.format = "openai" if self.path.endswith("/chat/completions") else "anthropic" if "/messages" in self.path else None
        if self.format is None:
            self.format = "anthropic" if "anthropic-version" in self.headers else "openai"
        try:
            self.body = json.loads(raw) if raw else None
        except ValueError as error:
            self.problem = f"the body is not JSON: {error}"

    @property
    def key(self):
        return self.headers.get("x-api-key") or self.headers.get("authorization", "").removeprefix("Bearer ")

    def answers(self):
        """How often the model has spoken in this conversation."""
        return sum(message.get("role") == "assistant" for message in (self.body or {}).get("messages", []))

    def results(self):
        """What tools have said, by the ids of the calls: text."""
        found = {}
        for message in self.body["messages"]:
            if message["role"] == "tool":
                found[message["tool_call_id"]] = message["content"]
            for block in message["content"] if isinstance(message.get("content"), list) else []:
                if block.get("type") == "tool_result":
                    content = block.get("content", "")
                    found[block["tool_use_id"]] = content if isinstance(content, str) else "".join(
                        part.get("text", "") for part in content)
        return found


class Body:
    """What goes out, in chunks; counts, and hangs up where the script wants it."""

    def __init__(self, handler, said):
        self.handler, self.size = handler, said.get("chunk")
        self.cut = said.get("cut") if said.get("cut") is not True else None
        self.sent = 0

    def _send(self, data):
        if self.cut is not None and self.sent + len(data) >= self.cut:
            data, over = data[: self.cut - self.sent], True
        else:
            over = False
        if data:
            self.handler.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.sent += len(data)
        if over:
            raise HungUp

    def write(self, data):
        for at in range(0, len(data), self.size or len(data) or 1):
            self._send(data[at : at + (self.size or len(data))])

    def end(self):
        self.handler.wfile.write(b"0\r\n\r\n")


class Play:
    """One answer, step by step."""

    def __init__(self, server, handler, request, turn):
        self.server, self.handler, self.request, self.turn = server, handler, request, turn
        self.format = FORMATS[request.format]
        self.said = steps.about(turn)
        self.pace = 0
        self.next_at = 0

    def run(self):
        for step in self.turn:
            if steps.kind(step) == "status":
                self.refuse(step)
                return
            if steps.kind(step) == "mute":
                self.server.wait_until_gone(self.handler.connection)
                raise HungUp
        if not self.request.body.get("stream"):
            self.handler.answer(self.format["wire"].whole(self.turn, self.request.body["model"], self.request))
            return
        self.stream = self.format["wire"].Stream(self.turn, self.request.body["model"], self.request)
        self.handler.begin(200, {"content-type": self.said.get("content_type", "text/event-stream; charset=utf-8"),
                                 "cache-control": "no-cache", "transfer-encoding": "chunked"} | self.said.get("headers", {}))
        self.body = Body(self.handler, self.said)
        self.opened = False
        for step in self.turn:
            if not self.step(step):
                break
        else:
            self.close()
        self.body.end()

    def refuse(self, step):
        headers = dict(step.get("headers", {}))
        if headers.get("retry-after") == "date":
            headers["retry-after"] = email.utils.formatdate(time.time() + step.get("seconds", 2), usegmt=True)
        kind = step.get("type", STATUS_KINDS.get(step["status"], "api_error"))
        value = step.get("body") or self.format["wire"].error_body(kind, step.get("message", kind.replace("_", " ")))
        self.handler.answer(value, step["status"], headers)

    def open(self):
        if not self.opened:
            self.opened = True
            for data in self.stream.open():
                self.body.write(data)

    def close(self):
        if self.said.get("end", True):
            self.open()
            for data in self.stream.close():
                self.body.write(data)

    def say(self, parts):
        self.open()
        for data in self.paced(iter(parts)):
            self.body.write(data)

    def paced(self, parts):
        """Each is made when its time has come, so that a stamp is the time at which it is sent."""
        while True:
            if self.pace:
                self.next_at = max(self.next_at + self.pace, time.monotonic())
                time.sleep(max(0, self.next_at - time.monotonic()))
            data = next(parts, None)
            if data is None:
                return
            yield data

    def interleave(self, blocks):
        running = [self.stream.block(step) for step in blocks]
        while running:
            for block in list(running):
                data = next(block, None)
                if data is None:
                    running.remove(block)
                else:
                    yield data

    def step(self, step):
        """False: nothing follows."""
        kind = steps.kind(step)
        if kind in steps.CONTENT:
            self.say(self.stream.block(step))
        elif kind == "interleave":
            self.say(self.interleave(step["interleave"]))
        elif kind == "ping":
            self.say([self.stream.ping()])
        elif kind == "event":
            self.say([self.stream.other(step)])
        elif kind == "error":
            self.say([self.stream.error(step)])
            return False
        elif kind in ("raw", "raw_hex"):
            self.body.write(step["raw"].encode() if kind == "raw" else bytes.fromhex(step["raw_hex"]))
        elif kind == "huge":
            self.say([b"data: " + b"x" * step["huge"]])
        elif kind == "wait":
            self.open()
            self.server.stand_at(step["wait"])
        elif kind == "silence":
            self.open()
            self.server.wait_until_gone(self.handler.connection)
            raise HungUp
        elif kind == "cut" and step["cut"] is True:
            raise HungUp
        elif kind == "pace_ms":
            self.pace, self.next_at = step["pace_ms"] / 1000, time.monotonic()
        elif kind not in steps.ABOUT:
            raise AssertionError(f"no such step: {step}")
        return True


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 0
    disable_nagle_algorithm = True

    def _serve(self):
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.server.owner.take(self, raw)

    do_GET = do_POST = do_HEAD = _serve

    def log_message(self, *_):
        pass

    def begin(self, status, fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, str(value))
        self.end_headers()

    def answer(self, value, status=200, fields=None):
        text = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.begin(status, {"content-type": "application/json", "content-length": len(text)} | (fields or {}))
        if self.command != "HEAD":
            self.wfile.write(text)


class Listener(ThreadingHTTPServer):
    daemon_threads = False  # so that close() waits for all of them
    request_queue_size = 512

    def __init__(self, address, owner):
        self.owner = owner
        self.connections = set()
        self.lock = threading.Lock()
        super().__init__(address, Handler)

    def process_request(self, request, client_address):
        with self.lock:
            self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request):
        with self.lock:
            self.connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request, client_address):
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            self.owner.problems.append(error)

    def hang_up(self):
        with self.lock:
            for connection in self.connections:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass


class ModelServer:
    """`script`: turns, or a function that is given the request and answers a turn. `key`: which must be shown (None: any;
    "": none is needed). `models`: the names of its models, or a function that is given the server and the handler, and answers
    who asks for them. `requests`: all that came and wanted an answer of the model; `others`: the rest."""

    def __init__(self, script=steps.default_turn, port=0, by="order", key=None, strict=True, models=("test-model",), style="openai",
                 seconds=60):
        self.script, self.by, self.key, self.strict = script, by, key, strict
        self.models = models if callable(models) else list(models)
        self.style, self.seconds = style, seconds
        self.requests, self.others, self.problems = [], [], []
        self.thoughts = {}  # by their signatures
        self._played = 0
        self._changed = threading.Condition()
        self._gates, self._standing = set(), {}
        self._closing = False
        self._listener = Listener(("127.0.0.1", port), self)
        self._thread = threading.Thread(target=self._listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def port(self):
        return self._listener.server_address[1]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    # --- for tests ---

    def play(self, *turns):
        """These come next."""
        with self._changed:
            self.script, self._played = list(turns), 0
        return self

    def open(self, gate):
        with self._changed:
            self._gates.add(gate)
            self._changed.notify_all()

    def reached(self, gate, times=1):
        """Waits until an answer stands at the gate."""
        with self._changed:
            came = self._changed.wait_for(lambda: self._standing.get(gate, 0) >= times, self.seconds)
        assert came, f"nothing has come to {gate}"

    def wait_for(self, count):
        """The request with this number, once it is there."""
        with self._changed:
            came = self._changed.wait_for(lambda: len(self.requests) >= count, self.seconds)
        assert came, f"{len(self.requests)} requests came, not {count}"
        return self.requests[count - 1]

    def wrong(self):
        """What was wrong with requests, and with the script."""
        return [request.problem for request in self.requests if request.problem] + self.problems

    def forgive(self):
        """What was wrong until now was meant to be; answers it."""
        wrong = self.wrong()
        self.problems = []
        for request in self.requests:
            request.problem = None
        return wrong

    def close(self):
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._listener.shutdown()
        self._listener.hang_up()
        self._listener.server_close()
        self._thread.join()

    # --- waiting ---

    def stand_at(self, gate):
        with self._changed:
            self._standing[gate] = self._standing.get(gate, 0) + 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: gate in self._gates or self._closing, self.seconds)
            if gate not in self._gates:
                raise HungUp

    def wait_until_gone(self, connection):
        while not self._closing:
            if select.select([connection], [], [], 0.1)[0]:
                return

    # --- requests ---

    def take(self, handler, raw):
        request = Request(handler, raw, self.style)
        asks = request.method == "POST" and request.path.endswith(("/v1/messages", "/chat/completions"))
        with self._changed:
            (self.requests if asks else self.others).append(request)
            self._changed.notify_all()
        try:
            self._answer(handler, request) if asks else self._answer_other(handler, request)
        except HungUp:
            self._hang_up(handler)
        except OSError:
            handler.close_connection = True  # who asked has gone
        except Exception as error:
            self.problems.append(repr(error))
            self._hang_up(handler)

    @staticmethod
    def _hang_up(handler):
        handler.close_connection = True
        try:
            handler.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def _refuse(self, handler, request, status, text):
        handler.answer(FORMATS[request.format]["wire"].error_body(STATUS_KINDS[status], text), status)

    def _is_known(self, request):
        return self.key == "" or (bool(request.key) if self.key is None else request.key == self.key)

    def _answer_other(self, handler, request):
        wire = FORMATS[request.format]["wire"]
        if request.path.endswith("/v1/models"):
            if self._is_known(request):
                if callable(self.models):
                    self.models(self, handler)
                else:
                    handler.answer(wire.models(self.models))
            else:
                self._refuse(handler, request, 401, "invalid x-api-key")
        elif request.path.endswith("/count_tokens"):
            handler.answer({"input_tokens": request.size // 4})
        else:
            self._refuse(handler, request, 404, f"there is no {request.path} here")

    def _check(self, request):
        """The status, and what is wrong; or (200, None)."""
        if not self._is_known(request):
            return 401, "invalid x-api-key" if request.format == "anthropic" else "Incorrect API key provided"
        if request.problem:
            return 400, request.problem
        if request.format == "anthropic" and "anthropic-version" not in request.headers:
            return 400, "anthropic-version: header is required"
        if not request.headers.get("content-type", "").startswith("application/json"):
            return 400, "content-type: application/json is required"
        try:
            FORMATS[request.format]["check"](request.body, self.thoughts, self.strict)
        except checks.Wrong as wrong:
            request.problem = str(wrong)
            return 400, request.problem
        return 200, None

    def _next_turn(self, request):
        if callable(self.script):
            return self.script(request)
        with self._changed:
            at = request.answers() % len(self.script) if self.by == "conversation" and self.script else self._played
            self._played += 1
        if at >= len(self.script):
            request.problem = f"the script has {len(self.script)} turns, and this is request {at + 1}"
            return [{"status": 400, "message": request.problem}]
        turn = self.script[at]
        return turn(request) if callable(turn) else turn

    def _answer(self, handler, request):
        status, text = self._check(request)
        if text:
            self._refuse(handler, request, status, text)
            return
        turn = steps.numbered(self._next_turn(request), FORMATS[request.format]["tools"])
        request.turn = turn
        for step in steps.flat(turn):
            if steps.kind(step) == "thinking":
                self.thoughts[steps.signature(step)] = step["thinking"]
        Play(self, handler, request, turn).run()


def main():
    parser = argparse.ArgumentParser(description="Speaks as models do, and plays a script.")
    parser.add_argument("--script", type=Path, help="JSON: a list of turns; see README.md")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--key", help="the one that must be shown; empty: none (default: any)")
    parser.add_argument("--by", choices=["order", "conversation"], default="conversation", help="which turn a request gets")
    parser.add_argument("--lenient", action="store_true", help="requests may have fields that are not known")
    parser.add_argument("--style", choices=sorted(openai_wire.STYLES), default="openai")
    parser.add_argument("--model", action="append", help="that is listed")
    options = parser.parse_args()
    script = json.loads(options.script.read_text()) if options.script else steps.default_turn
    server = ModelServer(script, options.port, options.by, options.key, not options.lenient, options.model or ["test-model"],
                         options.style, seconds=None)
    print(server.url, flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.close()


if __name__ == "__main__":
    main()
