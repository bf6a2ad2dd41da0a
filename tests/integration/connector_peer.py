"""The daemon's side of weir-mcp: starts the program, opens a server, calls, and answers its questions."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

from bound import bound
from dialogue import Dialogue
from setting import BIN, SANITIZER_SIGNS, WATCHDOG_SECONDS
from waiting import until

PROGRAM = BIN / "weir-mcp"
SERVER = Path(__file__).with_name("mcp_server.py")


def descendants(pid):
    """All processes below this one, by their parents, that are not zombies."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if words[0] != "Z":
                parents.setdefault(int(words[1]), []).append(int(entry.name))
    found, open_ones = [], [pid]
    while open_ones:
        children = parents.get(open_ones.pop(), [])
        found += children
        open_ones += children
    return found


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class Connection:
    """One connection of a daemon."""

    def __init__(self, path, record, owner):
        self._record = record
        self._owner = owner
        self._changed = threading.Condition()
        self._answers = {}
        self._next_id = 0
        self.told = []  # (method, params) of notifications
        self.asked = []  # the connector.ask requests
        self.answering = None  # a function params → result, or an exception's (code, word); None: the test answers by itself
        self.closed = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(str(path))
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        buffer = bytearray()
        while True:
            try:
                data = self._socket.recv(1 << 20)
            except OSError:
                data = b""
            if not data:
                with self._changed:
                    self.closed = True
                    self._changed.notify_all()
                return
            buffer += data
            *lines, buffer = buffer.split(b"\n")
            buffer = bytearray(buffer)
            for line in lines:
                self._record.received(bytes(line))
                self._take(json.loads(line))

    def _take(self, message):
        with self._changed:
            if "method" not in message:
                self._answers[message["id"]] = message
            elif "id" in message:
                self.asked.append(message)
            else:
                self.told.append((message["method"], message["params"]))
            self._changed.notify_all()
        if "method" in message and "id" in message and self.answering:
            self.answer(message, self.answering(message["params"]))

    def answer(self, message, result):
        self._send({"id": message["id"], "result": result})

    def _send(self, message):
        line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
        with self._changed:
            self._record.sent(line, False)
            try:
                self._socket.sendall(line)
            except OSError:  # it has gone
                pass

    def wait(self, look, what):
        with self._changed:
            assert self._changed.wait_for(look, WATCHDOG_SECONDS), f"{what}: {self.told} {self.asked}"
            return look()

    # --- saying ---

    def begin(self, method, **params):
        """Sends a request; its number."""
        with self._changed:
            self._next_id += 1
            number = self._next_id
        self._send({"id": number, "method": method, "params": params})
        return number

    def end(self, number):
        """The whole answer."""
        return self.wait(lambda: self._answers.get(number) or (self.closed and {"closed": True}), f"an answer to {number}")

    def is_answered(self, number):
        return number in self._answers

    def whole(self, method, **params):
        return self.end(self.begin(method, **params))

    def ask(self, method, **params):
        answer = self.whole(method, **params)
        assert "result" in answer, answer
        return answer["result"]

    def fail(self, method, **params):
        """The word and the message of an error."""
        answer = self.whole(method, **params)
        assert "error" in answer, answer
        return answer["error"]["data"]["code"], answer["error"]["message"]

    def notify(self, method, **params):
        self._send({"method": method, "params": params})

    def cancel(self, number):
        self._send({"method": "$/cancel_request", "params": {"requestId": number}})

    # --- hearing ---

    def wait_told(self, method, look=lambda params: True, count=1):
        """The params of such notifications, as soon as there are so many."""
        def found():
            return [params for name, params in self.told if name == method and look(params)]

        return self.wait(lambda: len(found()) >= count and found(), f"{count} {method}")

    def wait_asked(self, count=1):
        return self.wait(lambda: len(self.asked) >= count and self.asked, f"{count} questions")[count - 1]

    def hang_up(self):
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._reader.join()
        self._socket.close()


class Connector:
    """A weir-mcp in a directory of its own."""

    def __init__(self, place, recorder, *arguments, name="mcp", **environment):
        self.place = place
        self.recorder = recorder
        self.directory = place.root / name
        self.directory.mkdir(mode=0o700)
        self.results = self.directory / "results"
        self.results.mkdir(mode=0o700)
        self.log_path = self.directory / "server.log"
        self.stderr_path = place.root / f"{name}.stderr"
        self.path = self.directory / "sock"
        self.connections = []
        self.expected_exit = 0
        self._calls = 0
        with open(self.stderr_path, "wb") as stderr:
            self.process = subprocess.Popen(
                [str(PROGRAM), *map(str, arguments)], env=place.environment(EXECUTOR_SOCKET=self.path, **environment),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr, start_new_session=True, preexec_fn=bound())
        self.daemon = self.connect()

    @property
    def pid(self):
        return self.process.pid

    def connect(self):
        def attempt():
            assert self.process.poll() is None, self.stderr_path.read_text()
            record = Dialogue("daemon", "connector")
            try:
                connection = Connection(self.path, record, self)
            except (FileNotFoundError, ConnectionRefusedError):
                return None
            self.recorder.add(record)
            return connection

        self.connections.append(until(attempt, "weir-mcp listens"))
        self.daemon = self.connections[-1]
        return self.daemon

    # --- opening ---

    def terms(self, **more):
        return {"server_id": "test", "log": str(self.log_path), "results": str(self.results),
                "start_ms": 1000 * WATCHDOG_SECONDS} | more

    def command(self, command, *args, **more):
        """The params of connector.open for a program."""
        return self.terms(transport="stdio", command=str(command), args=[str(arg) for arg in args], **more)

    def script(self, options=None, **more):
        return self.command(sys.executable, "-I", SERVER, json.dumps(options or {}), **more)

    def open(self, options=None, **more):
        """Opens the scripted server."""
        return self.daemon.ask("connector.open", **self.script(options, **more))

    def open_http(self, server, **more):
        return self.daemon.ask("connector.open", **self.terms(transport="http", url=server.url, **more))

    # --- using ---

    def call_params(self, tool, arguments=None, **more):
        self._calls += 1
        return {"call_id": f"call_{self._calls}", "tool": tool, "arguments": arguments or {}} | more

    def call(self, tool, arguments=None, **more):
        return self.daemon.ask("connector.call", **self.call_params(tool, arguments, **more))

    def text(self, tool, arguments=None, **more):
        """The text of the result."""
        return self.call(tool, arguments, **more)["content"][0]["text"]

    def data(self, tool, arguments=None, **more):
        """The same, as JSON."""
        return json.loads(self.text(tool, arguments, **more))

    def fail(self, tool, arguments=None, **more):
        return self.daemon.fail("connector.call", **self.call_params(tool, arguments, **more))

    def begin(self, tool, arguments=None, **more):
        params = self.call_params(tool, arguments, **more)
        return self.daemon.begin("connector.call", **params), params["call_id"]

    def tools(self):
        return {tool["name"]: tool for tool in self.daemon.ask("connector.list", kind="tools")["tools"]}

    def log(self):
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def wait_log(self, words):
        until(lambda: words in self.log(), lambda: f"{words!r} in the log: {self.log()[-2000:]}")

    def tree(self):
        return descendants(self.pid)

    # --- its end ---

    def wait(self):
        return self.process.wait(WATCHDOG_SECONDS)

    def finish(self):
        tree = self.tree() if self.process.poll() is None else []
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.wait()
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = f"nothing after SIGTERM; {self.process.wait()}"
        for connection in self.connections:
            connection.hang_up()
        text = self.stderr_path.read_text(errors="replace")
        problems = [] if code == self.expected_exit else [f"weir-mcp exited with {code}, not {self.expected_exit}"]
        problems += [sign for sign in SANITIZER_SIGNS if sign in text]
        problems += [f"process {pid} was left running" for pid in tree if is_alive(pid)]
        problems += ["its socket was left"] if self.path.exists() else []
        return [*problems, text] if problems else []


def records(path):
    """The messages that a scripted server has recorded."""
    return [json.loads(line) for line in path.read_text().splitlines()] if os.path.exists(path) else []
