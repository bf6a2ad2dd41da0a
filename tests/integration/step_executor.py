"""An executor for tests. Its prompt is a list of steps, as JSON; what it is asked and answered goes to the file in its first
argument, a line each. Options: `resume` (it keeps what is not confirmed), `late` (it listens when the file LATE appears),
`never` (it does not listen), `quiet` (it answers no hand-shake)."""

import json
import os
import select
import signal
import socket
import sys
import time

STUBBORN_SECONDS = 120  # what resists a kill ends by itself after that


class Executor:
    def __init__(self, record, options):
        self.record = open(record, "a", encoding="utf-8")
        self.options = options
        self.token = self.task = None
        self.sequence = 0
        self.kept = []
        self.next_id = 100
        self.buffer = b""
        self.waiting = []
        self.paused = False
        self.prompt_id = None
        self.connection = None

    # --- lines ---

    def send(self, message):
        self.note("out", message)
        self.connection.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def note(self, way, message):
        self.record.write(json.dumps({"way": way, "who": os.environ["EXECUTOR_SOCKET"], **message}) + "\n")
        self.record.flush()

    def read(self, timeout=None):
        """The next message, or None at the end, or when nothing came in time."""
        while b"\n" not in self.buffer:
            if timeout is not None and not select.select([self.connection], [], [], timeout)[0]:
                return None
            data = self.connection.recv(1 << 16)
            if not data:
                raise EOFError
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        message = json.loads(line)
        self.note("in", message)
        return message

    # --- life ---

    def serve(self):
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        os.umask(0o077)
        listener.bind(os.environ["EXECUTOR_SOCKET"])
        listener.listen(1)
        while True:
            self.connection, _ = listener.accept()
            self.buffer = b""
            try:
                while True:
                    self.handle(self.read())
            except (EOFError, ConnectionError):
                self.note("end", {})
                if "resume" not in self.options:
                    return

    def handle(self, message):
        method, params, number = message.get("method"), message.get("params", {}), message.get("id")
        if method == "resume" and "resume" in self.options:
            tasks = [{"task_id": self.task, "last_sequence": self.sequence}] if self.task else []
            self.send({"id": number, "result": {"tasks": tasks, "terminals": []}})
            confirmed = params.get("confirmed", {}).get(self.task, 0)
            self.token = params.get("tokens", {}).get(self.task, self.token)
            for kept in self.kept:
                if kept["sequence"] > confirmed:
                    self.send({"method": "report_message", "params": kept | {"session_token": self.token}})
        elif method == "resume" and "quiet" in self.options:
            pass
        elif method == "execute_prompt":
            self.execute(number, params)
        elif method == "pause_notifications":
            self.paused = True
        elif method == "resume_notifications":
            self.paused = False
        elif method == "shutdown" and "deaf" not in self.options:
            self.send({"id": number, "result": {"status": "idle"}})
            sys.exit(0)
        elif method == "stop_task" and "deaf" not in self.options:
            self.send({"id": number, "result": {"stopped": True}})
            raise InterruptedError
        elif number is not None and method:
            self.send({"id": number, "error": {"code": -32601, "message": f"Method not found: {method}"}})

    def execute(self, number, params):
        self.token, self.task, self.sequence, self.kept = params["session_token"], params["task_id"], 0, []
        try:
            for verb, *arguments in json.loads(params["prompt"]):
                result = getattr(self, "do_" + verb)(*arguments)
                if result is not None:
                    self.send({"id": number, **result})
                    self.task = None
                    return
            self.send({"id": number, "result": {"status": "completed", "message_count": self.sequence}})
        except InterruptedError:
            self.send({"id": number, "result": {"status": "cancelled", "message_count": self.sequence}})
        self.task = None

    # --- steps ---

    def next_report(self, kind, data):
        self.sequence += 1
        full = {"session_token": self.token, "task_id": self.task, "sequence": self.sequence, "timestamp": int(time.time() * 1000)}
        self.kept.append(full | {"event_type": kind, "event_data": data})
        return {"method": "report_message", "params": self.kept[-1]}

    def do_report(self, kind, data):
        self.send(self.next_report(kind, data))

    def do_loose(self, kind, data):
        self.send({"method": "report_message", "params": {"session_token": self.token, "message_type": kind, "data": data}})

    def do_skip(self, count):
        """Messages that are kept and not sent."""
        for _ in range(count):
            self.sequence += 1
            self.kept.append({"session_token": self.token, "sequence": self.sequence, "event_type": "late", "event_data": {}})

    def do_lose(self, count):
        self.sequence += count

    def do_again(self):
        self.send({"method": "report_message", "params": self.kept[-1]})

    def do_many(self, count, size=10):
        for _ in range(count):
            self.do_report("content_block_delta", {"text": "x" * size})

    def do_burst(self, count, size):
        """As many come, all at once."""
        reports = [{"jsonrpc": "2.0", **self.next_report("content_block_delta", {"text": "x" * size})} for _ in range(count)]
        self.connection.sendall(b"".join(json.dumps(report).encode() + b"\n" for report in reports))

    def do_batch(self, *notifications):
        filled = []
        for method, params in notifications:
            if method == "report_message" and "sequence" not in params:
                self.sequence += 1
                params = params | {"sequence": self.sequence}
            filled.append({"method": method, "params": {"session_token": self.token} | params})
        self.send({"method": "batch_notification", "params": {"notifications": filled}})

    def do_notify(self, method, params):
        self.send({"method": method, "params": {"session_token": self.token} | params})

    def do_call(self, method, params):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": {"session_token": self.token} | params})
        while (message := self.read()).get("id") != self.next_id:
            self.handle(message)

    def do_raw(self, text):
        self.connection.sendall(text.encode())

    def do_hold(self):
        while True:
            self.handle(self.read())

    def do_wait(self, path):
        """Until the file appears, whatever becomes of the daemon."""
        while not os.path.exists(path):
            time.sleep(0.01)

    def do_until(self, method):
        """Until this was received, or has been."""
        while not self.paused if method == "pause_notifications" else self.paused:
            self.handle(self.read())

    def do_stderr(self, text):
        print(text, file=sys.stderr, flush=True)

    def do_die(self, number):
        os.kill(os.getpid(), number)

    def do_exit(self, code):
        os._exit(code)

    def do_close(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.connection.close()
        signal.pause()

    def do_answer(self, answer):
        return answer

    def do_ignore(self, number):
        signal.signal(number, signal.SIG_IGN)
        signal.alarm(STUBBORN_SECONDS)


if "never" in sys.argv[2:]:
    print("not in the mood", file=sys.stderr, flush=True)
    signal.pause()
Executor(sys.argv[1], sys.argv[2:]).serve()
