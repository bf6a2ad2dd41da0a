"""A scripted MCP server of both eras: well-behaved, or with what no server should do.

    python3 -I mcp_server.py '{"era": "2026", "banner": 2}'     on stdin and stdout
    HttpServer({"session": True})                                 Streamable HTTP, in the test's own process

Options, all optional:
    era            "2025" (default), "2026", or "both"
    record         a file to which each message that arrives is appended as a line
    banner         that many lines that are no messages, before anything else
    stderr         a line for stderr
    exit_at        a method: exits with status 3 when it arrives
    status         exits with this at once
    silent         a list of methods that are never answered
    lie            answers first with ids that nobody used
    tools          that many further tools tool0, tool1, …
    page           entries on a page of a list (default: all)
    pages          "endless": each page has another cursor; "same": always the same one
    schema         the input schema of the tool `strict`
    capabilities   instead of the usual ones
    stubborn       ignores the end of its input and SIGTERM
    child          starts a process of its own, which ignores SIGTERM; its pid is in this file
    ttl            ttlMs of lists (2026)
    nesting        the tool `nested`, whose schema has that many levels
    form           the schema of what the tool `ask` asks
    list_once      refuses to list its tools again
    restless       each list of tools has another definition, and announces the next one
"""

import base64
import contextlib
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

OLD, NEW = "2025-11-25", "2026-07-28"
META = "io.modelcontextprotocol/"
PIXEL = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
WAIT_SECONDS = 60


def text(value):
    return {"content": [{"type": "text", "text": value if isinstance(value, str) else json.dumps(value)}]}


def schema(required=(), **properties):
    return {"type": "object", "properties": properties, "required": list(required)}


class Refusal(Exception):
    """A JSON-RPC error."""

    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.error = {"code": code, "message": message} | ({"data": data} if data is not None else {})


class Asking(Exception):
    """A result that asks for input (2026)."""


class Script:
    """What the server does, on whatever transport. `say` sends a message outside of any request."""

    def __init__(self, options, say=lambda message: None):
        self.options = options
        self.era = options.get("era", "2025")
        self.say = say
        self.answers = {}  # of the client, by the id of our request
        self.cancelled = []
        update = Path.home() / "definition"  # of change_at_start
        self.definition = update.read_text() if update.exists() else "Answers with its text."
        self.next_id = 0
        self.listed = 0
        self.lock = threading.Lock()
        self.listeners = []  # (send, id) of subscriptions/listen
        self.new = self.era == "2026"

    # --- messages ---

    def take(self, message, send):
        """Handles a message. A request is answered through `send`, sooner or later."""
        if self.options.get("record"):
            with self.lock, open(self.options["record"], "a", encoding="utf-8") as record:
                record.write(json.dumps(message) + "\n")
        method = message.get("method")
        if method is None:
            waiting = self.answers.get(message.get("id"))
            if waiting:
                waiting.put(message)
            return
        if self.options.get("exit_at") == method:
            os._exit(3)
        if method == "notifications/cancelled":
            self.cancelled.append(message["params"]["requestId"])
        if "id" not in message or method in self.options.get("silent", ()):
            return
        if self.options.get("lie"):
            for number in (message["id"] + 1000, -1, "x"):
                send({"jsonrpc": "2.0", "id": number, "result": text("a lie")})
        if method == "subscriptions/listen":
            self.listen(message, send)
            return
        try:
            answer = {"result": self.result(method, message.get("params", {}), message, send)}
        except Refusal as refusal:
            answer = {"error": refusal.error}
        except Asking as asking:
            answer = {"result": asking.args[0]}
        if answer.get("result") is None and "result" in answer:
            return
        send({"jsonrpc": "2.0", "id": message["id"], **answer})

    def listen(self, message, send):
        self.listeners.append((send, message["id"]))
        send({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
              "params": {"_meta": {META + "subscriptionId": message["id"]}}})

    def notify(self, method, send=None, **params):
        (send or self.say)({"jsonrpc": "2.0", "method": method, "params": params})

    def changed(self, what):
        for send, number in self.listeners:
            self.notify(f"notifications/{what}/list_changed", send, _meta={META + "subscriptionId": number})
        if not self.listeners:
            self.notify(f"notifications/{what}/list_changed")

    def request(self, method, params, send):
        """Asks the client; its whole answer."""
        with self.lock:
            self.next_id += 1
            number = f"s{self.next_id}"
        self.answers[number] = queue.Queue()
        send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = self.answers[number].get(timeout=WAIT_SECONDS)
        del self.answers[number]
        return answer

    # --- methods ---

    def capabilities(self):
        return self.options.get("capabilities", {"tools": {"listChanged": True}, "prompts": {"listChanged": True},
                                                 "resources": {"listChanged": True}, "logging": {}})

    def result(self, method, params, message, send):
        about = {"name": "scripted", "title": "Scripted server", "version": "1.0"}
        if method == "server/discover" and self.era != "2025":
            self.new = True
            return self.whole({"supportedVersions": [NEW] + ([OLD] if self.era == "both" else []),
                               "capabilities": self.capabilities(), "instructions": "Use it well.", "ttlMs": 0, "cacheScope": "private",
                               "_meta": {META + "serverInfo": about}})
        if method == "initialize" and self.era != "2026":
            self.new = False
            return {"protocolVersion": OLD, "capabilities": self.capabilities(), "serverInfo": about, "instructions": "Use it well."}
        if method == "ping" and not self.new:
            return {}
        if method == "tools/list":
            self.before_list(send)
            return self.page("tools", self.tools(), params)
        if method == "prompts/list":
            return self.page("prompts", [{"name": "greet", "title": "Greeting", "description": "Greets.",
                                          "arguments": [{"name": "who", "description": "Whom.", "required": True}]}], params)
        if method == "resources/list":
            return self.page("resources", [{"uri": "test://one", "name": "one", "mimeType": "text/plain", "size": 3},
                                           {"uri": "test://big", "name": "big"}], params)
        if method == "resources/templates/list":
            return self.page("resourceTemplates", [{"uriTemplate": "test://{name}", "name": "any"}], params)
        if method == "prompts/get":
            return self.prompt(params)
        if method == "resources/read":
            return self.read(params)
        if method == "tools/call":
            return self.call(params, message, send)
        raise Refusal(-32601, f"Method not found: {method}")

    def before_list(self, send):
        self.listed += 1
        if self.options.get("list_once") and self.listed > 1:
            raise Refusal(-32000, "lists its tools only once")
        if self.options.get("restless"):
            self.definition = f"Definition {self.listed}."
            self.notify("notifications/tools/list_changed", send)

    def whole(self, result):
        return {"resultType": "complete"} | result if self.new and isinstance(result, dict) else result

    def page(self, key, entries, params):
        if key == "tools" and self.options.get("pages"):
            at = int(params.get("cursor", "0"))
            more = at + 1 if self.options["pages"] == "endless" else 1
            return self.whole({key: [self.tool(f"page{at}", schema())], "nextCursor": str(more)} | self.times())
        size = self.options.get("page", len(entries) or 1)
        at = int(params.get("cursor", "0"))
        more = {"nextCursor": str(at + size)} if at + size < len(entries) else {}
        return self.whole({key: entries[at:at + size]} | more | self.times())

    def times(self):
        return {"ttlMs": self.options.get("ttl", 0), "cacheScope": "private"} if self.new else {}

    @staticmethod
    def tool(name, inputs, **more):
        return {"name": name, "description": f"The tool {name}.", "inputSchema": inputs} | more

    def tools(self):
        string, number = {"type": "string"}, {"type": "number"}
        plain = ("image", "audio", "resource", "link", "mixed", "structured", "fails", "refuses", "ask", "ask_url", "needs_url", "ask_badly", "asks_forever",
                 "state_only", "exit", "lie", "never", "sample", "roots", "ping", "unknown_request", "log", "change", "change_at_start",
                 "cancelled",
                 "environment", "stop_reading", "huge_line", "nonsense", "number", "deep", "close_output")
        found = [self.tool("echo", schema(["text"], text=string), title="Echo", description=self.definition,
                           annotations={"readOnlyHint": True}),
                 self.tool("add", schema(["a", "b"], a=number, b=number), outputSchema=schema(["sum"], sum=number)),
                 self.tool("wait", schema(["file"], file=string)),
                 self.tool("dial", schema(["path", "port"], path=string, port={"type": "integer"})),
                 self.tool("progress", schema(["count"], count={"type": "integer"}, file=string)),
                 self.tool("big", schema(["bytes"], bytes={"type": "integer"})),
                 self.tool("flood", schema(["what", "count"], what={"enum": ["stderr", "log", "changed", "requests", "noise", "progress"]},
                                           count={"type": "integer"})),
                 self.tool("strict", self.options.get("schema", schema()))]
        found += [self.tool(name, schema()) for name in plain]
        if self.options.get("nesting"):
            nested = {}
            for _ in range(self.options["nesting"]):
                nested = {"not": nested}
            found.append(self.tool("nested", schema(a=nested)))
        return found + [self.tool(f"tool{number}", schema()) for number in range(self.options.get("tools", 0))]

    def prompt(self, params):
        if params["name"] != "greet":
            raise Refusal(-32602, f"unknown prompt {params['name']}")
        who = params.get("arguments", {}).get("who", "nobody")
        return self.whole({"description": "A greeting", "messages": [
            {"role": "user", "content": {"type": "text", "text": f"Greet {who}."}},
            {"role": "assistant", "content": {"type": "image", "data": PIXEL, "mimeType": "image/png"}}]})

    def read(self, params):
        uri = params["uri"]
        if uri == "test://one":
            return self.whole({"contents": [{"uri": uri, "mimeType": "text/plain", "text": "one"},
                                            {"uri": uri, "mimeType": "image/png", "blob": PIXEL}]} | self.times())
        if uri == "test://big":
            return self.whole({"contents": [{"uri": uri, "text": "b" * 3_000_000}]} | self.times())
        raise Refusal(-32602 if self.new else -32002, "Resource not found", {"uri": uri})

    # --- tools ---

    def call(self, params, message, send):
        name, arguments = params["name"], params.get("arguments", {})
        token = params.get("_meta", {}).get("progressToken")
        if name == "echo":
            return self.whole(text(arguments["text"]))
        run = getattr(self, "do_" + name, None)
        if run is None:
            raise Refusal(-32602, f"Unknown tool: {name}")
        return self.whole(run(arguments, params, token, message, send))

    def do_add(self, arguments, *_):
        total = arguments["a"] + arguments["b"]
        return text(str(total)) | {"structuredContent": {"sum": total}}

    def do_wait(self, arguments, *_):
        print(f"waiting for {arguments['file']}", file=sys.stderr, flush=True)
        deadline = time.monotonic() + WAIT_SECONDS
        while not os.path.exists(arguments["file"]) and time.monotonic() < deadline:
            time.sleep(0.005)
        return text("waited")

    def do_progress(self, arguments, params, token, message, send):
        for number in range(1, arguments["count"] + 1):
            self.notify("notifications/progress", send, progressToken=token, progress=number, total=arguments["count"], message=f"step {number}")
        if "file" in arguments:
            self.do_wait(arguments)
        return text("done")

    def do_big(self, arguments, *_):
        return text("ä" + "x" * arguments["bytes"]) | {"structuredContent": {"whole": True}}

    def do_image(self, *_):
        return {"content": [{"type": "image", "data": PIXEL, "mimeType": "image/png", "annotations": {"audience": ["user"]}}]}

    def do_audio(self, *_):
        return {"content": [{"type": "audio", "data": PIXEL, "mimeType": "audio/wav"}]}

    def do_resource(self, *_):
        return {"content": [{"type": "resource", "resource": {"uri": "test://one", "mimeType": "text/plain", "text": "one"}},
                            {"type": "resource", "resource": {"uri": "test://two", "mimeType": "image/png", "blob": PIXEL}}]}

    def do_link(self, *_):
        return {"content": [{"type": "resource_link", "uri": "test://one", "name": "one", "mimeType": "text/plain"}]}

    def do_mixed(self, *_):
        return {"content": self.do_image()["content"] + self.do_link()["content"] + [{"type": "hologram", "depth": 3}]}

    def do_structured(self, *_):
        return text("{}") | {"structuredContent": {"list": [1, 2.5, None, {"deep": True}]}}

    def do_strict(self, *_):
        return text("fits")

    def do_fails(self, *_):
        return text("It does not work.") | {"isError": True}

    def do_refuses(self, *_):
        raise Refusal(-32099, "not today", {"why": "tired"})

    def do_nonsense(self, *_):
        return {"content": "no list"}

    def do_number(self, *_):
        return 5

    def do_deep(self, arguments, params, token, message, send):
        nested = "[" * 100_000 + "]" * 100_000
        send('{"jsonrpc":"2.0","id":%s,"result":{"content":%s}}' % (json.dumps(message["id"]), nested))
        return text("shallow")

    FORM = {"type": "object", "properties": {"name": {"type": "string", "title": "Your name"},
                                             "age": {"type": "integer", "minimum": 0, "maximum": 120, "default": 33}},
            "required": ["name"]}

    def elicit(self, params, asked, send):
        """One question; the answer, from wherever this era brings it."""
        if not self.new:
            return self.request("elicitation/create", asked, send)
        if "inputResponses" not in params:
            raise Asking({"resultType": "input_required", "inputRequests": {"q": {"method": "elicitation/create", "params": asked}},
                          "requestState": "state \u00e4 1"})
        assert params["requestState"] == "state \u00e4 1", params
        return {"result": params["inputResponses"]["q"]}

    def do_ask(self, arguments, params, token, message, send):
        return text(self.elicit(params, {"message": "Who are you?", "mode": "form", "requestedSchema": self.options.get("form", self.FORM)}, send))

    def do_ask_url(self, arguments, params, token, message, send):
        return text(self.elicit(params, {"message": "Log in.", "mode": "url", "url": "https://example.com/login", "elicitationId": "e1"}, send))

    def do_needs_url(self, *_):
        """Refuses (2025) until the page was opened, which it believes at the second call."""
        self.opened = getattr(self, "opened", 0) + 1
        if self.opened == 1 or self.options.get("never_opened"):
            raise Refusal(-32042, "Open the page first.", {"elicitations": [
                {"mode": "url", "elicitationId": "e2", "url": "https://example.com/consent", "message": "Agree."}]})
        return text("opened")

    def do_ask_badly(self, arguments, params, token, message, send):
        asked = {"message": "?", "mode": "form", "requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}}
        return text(self.elicit(params, asked, send))

    def do_asks_forever(self, arguments, params, *_):
        raise Asking({"resultType": "input_required", "inputRequests": {}, "requestState": "again"})

    def do_state_only(self, arguments, params, *_):
        if params.get("requestState") != "again":
            raise Asking({"resultType": "input_required", "inputRequests": {}, "requestState": "again"})
        return text("went on")

    def do_sample(self, arguments, params, token, message, send):
        return text(self.request("sampling/createMessage", {"messages": [], "maxTokens": 1}, send))

    def do_roots(self, arguments, params, token, message, send):
        return text(self.request("roots/list", {}, send))

    def do_ping(self, arguments, params, token, message, send):
        return text(self.request("ping", {}, send))

    def do_unknown_request(self, arguments, params, token, message, send):
        return text(self.request("weather/forecast", {}, send))

    def do_log(self, *_):
        self.notify("notifications/message", level="warning", logger="here", data={"a": 1})
        self.notify("notifications/message", level="info", data="a line\nand another")
        print("a line of stderr", file=sys.stderr, flush=True)
        return text("logged")

    def do_change(self, *_):
        self.definition = "Does something else."
        self.changed("tools")
        return text("changed")

    def do_change_at_start(self, *_):
        """As an update of the server does."""
        (Path.home() / "definition").write_text("Is another version.")
        return text("changes with the next start")

    def do_cancelled(self, *_):
        return text(self.cancelled)

    def do_environment(self, *_):
        return text({"env": dict(os.environ), "argv": sys.argv, "cwd": os.getcwd(), "pid": os.getpid(), "sid": os.getsid(0)})

    def do_dial(self, arguments, *_):
        """Connects to a port of this machine, and asks weir at its socket."""
        said = {}
        try:
            with socket.create_connection(("127.0.0.1", arguments["port"]), timeout=WAIT_SECONDS) as link:
                said["port"] = link.makefile().readline()
        except OSError as error:
            said["port"] = type(error).__name__
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.connect(arguments["path"])
                with contextlib.suppress(BrokenPipeError):  # it was told before it could ask
                    link.sendall(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
                said["path"] = link.makefile().readline()
        except OSError as error:
            said["path"] = type(error).__name__
        return text(said)

    def do_exit(self, *_):
        print("about to leave", file=sys.stderr, flush=True)
        os._exit(7)

    def do_close_output(self, *_):
        os.close(1)
        threading.Event().wait()

    def do_never(self, *_):
        return None if not self.new else threading.Event().wait()

    def do_lie(self, arguments, params, token, message, send):
        for number in (10**6, -5, 1.5, "text", None, {}):
            send({"jsonrpc": "2.0", "id": number, "result": text("a lie")})
        return text("the truth")

    def do_huge_line(self, arguments, params, token, message, send):
        send('{"jsonrpc":"2.0","method":"' + "x" * (17 << 20) + '"}')
        return text("after it")

    def do_flood(self, arguments, params, token, message, send):
        what, count = arguments["what"], arguments["count"]
        for number in range(count):
            if what == "stderr":
                sys.stderr.write(f"line {number} of a flood\n")
            elif what == "noise":
                send(f"noise {number}")
            elif what == "requests":
                send({"jsonrpc": "2.0", "id": f"f{number}", "method": "ping"})
            elif what == "changed":
                self.notify("notifications/tools/list_changed", send)
            elif what == "progress":
                self.notify("notifications/progress", send, progressToken=token, progress=number)
            else:
                self.notify("notifications/message", send, level="info", data=f"entry {number}")
        sys.stderr.flush()
        return text("flooded")

    def do_stop_reading(self, *_):
        self.options["deaf"] = True
        return text("deaf from now on")


# --- stdio ----------------------------------------------------------------------------------


def serve(options):
    lock = threading.Lock()

    def send(message):
        line = message if isinstance(message, str) else json.dumps(message)
        with lock:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    if options.get("stubborn"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if options.get("child"):
        child = subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
                                  "print(flush=True); time.sleep(1000)"], stdout=subprocess.PIPE, start_new_session=True)
        child.stdout.readline()
        with open(options["child"], "w", encoding="utf-8") as file:
            file.write(str(child.pid))
    if options.get("stderr"):
        print(options["stderr"], file=sys.stderr, flush=True)
    if "status" in options:
        os._exit(options["status"])
    for number in range(options.get("banner", 0)):
        send(f"Welcome {number}!")
    script = Script(options, send)
    for line in sys.stdin:
        threading.Thread(target=script.take, args=(json.loads(line), send), daemon=True).start()
        while options.get("deaf"):
            time.sleep(1)
        if json.loads(line).get("params", {}).get("name") == "stop_reading":
            while not options.get("deaf"):
                time.sleep(0.001)
            while True:
                time.sleep(1)
    while options.get("stubborn"):
        time.sleep(1)
    os._exit(0)


# --- HTTP -----------------------------------------------------------------------------------


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", kind="application/json", **fields):
        self.send_response(status)
        for name, value in {"content-type": kind, "content-length": len(body), **fields}.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(body)

    def begin_stream(self):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()

    def piece(self, data):
        data = data.encode() if isinstance(data, str) else data
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def event(self, message):
        with self.server.owner.lock:
            self.server.owner.events += 1
            number = self.server.owner.events
        line = message if isinstance(message, str) else json.dumps(message)
        self.piece(f"id: {number}\ndata: {line}\n\n")

    def end_stream(self):
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.server.owner.post(self, json.loads(body))

    def do_GET(self):
        self.server.owner.get(self)

    def do_DELETE(self):
        self.server.owner.seen.append(("DELETE", dict(self.headers), None))
        self.server.owner.deleted.set()
        self.answer(200)


class Listener(ThreadingHTTPServer):
    request_queue_size = 512


class HttpServer:
    """Options besides those of Script: `session`, `json` (no streams), `token`, `listen` (GET is offered), and `play`, a function
    (handler, message) → bool that answers a POST in its own way."""

    def __init__(self, **options):
        self.options = options
        self.script = Script(options, self.unasked)
        self.lock = threading.Lock()
        self.events = 0
        self.seen = []  # (method, headers, message)
        self.session = 0
        self.streams = []
        self.deleted = threading.Event()
        self.listening = threading.Event()
        self._server = Listener(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.owner = self
        self.url = f"http://127.0.0.1:{self._server.server_port}/mcp"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self):
        for stream in self.streams:
            stream.put(None)
        self._server.shutdown()
        self._server.server_close()

    def unasked(self, message):
        for stream in self.streams:
            stream.put(message)

    def messages(self, method):
        return [(headers, message) for kind, headers, message in list(self.seen)
                if kind == "POST" and message.get("method") == method]

    def post(self, handler, message):
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.seen.append(("POST", headers, message))
        token = self.options.get("token")
        if token and headers.get("authorization") != f"Bearer {token}":
            handler.answer(401, www_authenticate="Bearer")
            return
        if self.options.get("play") and self.options["play"](handler, message):
            return
        fields = {}
        if self.options.get("session"):
            if message.get("method") == "initialize":
                self.session += 1
                fields["mcp-session-id"] = f"session-{self.session}"
            elif headers.get("mcp-session-id") != f"session-{self.session}":
                handler.answer(404 if headers.get("mcp-session-id") else 400)
                return
        if "id" not in message or "method" not in message:
            self.script.take(message, None)
            handler.answer(202)
            return
        answers = []
        if self.options.get("json") or fields or message["method"] == "server/discover":
            self.script.take(message, answers.append)
            own = [answer for answer in answers if answer.get("id") == message["id"]]
            status = 404 if self.script.era == "2026" and own[-1].get("error", {}).get("code") == -32601 else 200
            handler.answer(status, json.dumps(own[-1]).encode(), **fields)
            return
        handler.begin_stream()
        try:
            self.script.take(message, handler.event)
            if message["method"] == "subscriptions/listen":
                self.listening.set()
                self.hold(handler)
            handler.end_stream()
        except OSError:
            pass  # the client has left

    def hold(self, handler):
        while True:
            time.sleep(0.05)
            handler.piece(": still here\n\n")

    def get(self, handler):
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.seen.append(("GET", headers, None))
        if self.options.get("play_get") and self.options["play_get"](handler, headers):
            return
        if not self.options.get("listen"):
            handler.answer(405)
            return
        stream = queue.Queue()
        self.streams.append(stream)
        handler.begin_stream()
        self.listening.set()
        try:
            while (message := stream.get()) is not None:
                handler.event(message)
            handler.end_stream()
        except OSError:
            pass
        self.streams.remove(stream)


if __name__ == "__main__":
    serve(json.loads(sys.argv[1]) if len(sys.argv) > 1 else {})
