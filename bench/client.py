"""A blocking client of the daemon, which prepares measurements and reads their results. It is slow, so it measures only
the arrival time of single lines."""
import json
import socket
import time

from servers import Failed

CALL_SECONDS = 120


class Client:
    def __init__(self, server):
        self.server = server
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(CALL_SECONDS)
        self.socket.connect(server.socket)
        self.rest = b""
        self.last_id = 0
        self.pushed = []  # notifications: (time, message)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def receive(self):
        """Returns the next message, with the time at which its line was complete."""
        while b"\n" not in self.rest:
            try:
                got = self.socket.recv(1 << 20)
            except TimeoutError:
                raise Failed(f"{self.server.kind.title} sent nothing for {CALL_SECONDS} s") from None
            if not got:
                raise Failed(f"{self.server.kind.title} hung up: {self.server.log_end()}")
            self.rest += got
        now = time.perf_counter()
        line, _, self.rest = self.rest.partition(b"\n")
        return now, json.loads(line)

    def begin(self, method, params=None):
        """Sends a request; answer() reads the response."""
        self.last_id += 1
        request = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params or {}}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        return self.last_id

    def begin_timed(self, method, params):
        """Sends a request and returns the time before that; answer(last_id) reads the response."""
        began = self.now()
        self.begin(method, params)
        return began

    @staticmethod
    def now():
        return time.perf_counter()

    def answer(self, number):
        """Returns the arrival time of the response, and its result."""
        while True:
            when, message = self.receive()
            if "method" in message:
                self.pushed.append((when, message))
            elif message.get("id") == number:
                if "error" in message:
                    raise Failed(f"{self.server.kind.title} error response: {message['error']}")
                return when, message["result"]

    def call(self, method, params=None):
        return self.answer(self.begin(method, params))[1]

    def event(self, method, task):
        """Waits for an event of a task. Returns its arrival time and its params."""
        known = 0
        while True:
            for when, message in self.pushed[known:]:
                if message["params"].get("taskId") != task:
                    continue
                if message["method"] == method:
                    return when, message["params"]
                if message["method"] in ("event.taskFailed", "event.taskCancelled"):
                    raise Failed(f"{self.server.kind.title}: unexpected end of the task: {message['params']}")
            known = len(self.pushed)
            self.pushed.append(self.receive())
