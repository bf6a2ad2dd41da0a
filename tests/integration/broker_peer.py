"""The daemon's side of weir-broker: starts the program, passes it sockets to serve, and answers its requests."""

import array
import json
import os
import signal
import socket
import subprocess
import threading

from bound import bound
from dialogue import Dialogue
from setting import BIN, SANITIZER_SIGNS, WATCHDOG_SECONDS
from waiting import until

PROGRAM = BIN / "weir-broker"
KEY = "sk-canary-0123456789"


class Broker:
    """A weir-broker in a directory of its own. `reserved` and `settled` are what it has asked and told."""

    def __init__(self, place, recorder, provider, **environment):
        self.place = place
        self.provider = provider
        self.directory = place.root / "broker"
        self.directory.mkdir(mode=0o700)
        self.stderr_path = place.root / "broker.stderr"
        self.reserved, self.settled = [], []
        self.refusal = None  # (code, word, data) of the error with which reservations are answered
        self.hold = None  # a gate before the answer to a reservation
        self.expected_exit = 0
        self._record = recorder.add(Dialogue("daemon", "broker"))
        self._changed = threading.Condition()
        self._answers = {}
        self._next_id = 0
        self._socket = None
        self._reader = None
        with open(self.stderr_path, "wb") as stderr:
            self.process = subprocess.Popen(
                [str(PROGRAM)],
                env=place.environment(EXECUTOR_SOCKET=self.directory / "sock", **environment),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr, start_new_session=True,
                preexec_fn=bound(),
            )
        self.connect()

    def connect(self):
        path = self.directory / "sock"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)

        def attempt():
            assert self.process.poll() is None, self.stderr_path.read_text()
            try:
                self._socket.connect(str(path))
                return True
            except (FileNotFoundError, ConnectionRefusedError):
                return False

        until(attempt, "the broker listens")
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    # --- hearing ---

    def _read(self):
        buffer = bytearray()
        while True:
            try:
                data = self._socket.recv(65536)
            except OSError:
                data = b""
            if not data:
                return
            buffer += data
            *lines, buffer = buffer.split(b"\n")
            buffer = bytearray(buffer)
            for line in lines:
                self._record.received(bytes(line))
                message = json.loads(line)
                if "method" in message:
                    threading.Thread(target=self._take, args=(message,), daemon=True).start()
                else:
                    with self._changed:
                        self._answers[message["id"]] = message
                        self._changed.notify_all()

    def _take(self, message):
        kind = message["method"]
        with self._changed:
            (self.reserved if kind == "broker.reserve" else self.settled).append(message["params"])
            number = len(self.reserved)
            self._changed.notify_all()
        if kind == "broker.settle":
            answer = {"result": {"settled": True}}
        elif self.refusal:
            code, word, data = self.refusal
            answer = {"error": {"code": code, "message": f"refused: {word}", "data": {"code": word, **data}}}
        else:
            answer = {"result": {"reservationId": f"r{number}", "api_key": KEY}}
        if kind == "broker.reserve" and self.hold:
            self.hold.wait()
        self._send({"id": message["id"], **answer})

    def _wait(self, look, what):
        with self._changed:
            assert self._changed.wait_for(look, WATCHDOG_SECONDS), f"{what}: {self.reserved} {self.settled}"

    def wait_for_reserved(self, count):
        self._wait(lambda: len(self.reserved) >= count, f"{count} reservations")
        return self.reserved[count - 1]

    def wait_for_settled(self, count):
        self._wait(lambda: len(self.settled) >= count, f"{count} settled")
        return self.settled[count - 1]

    # --- saying ---

    def _send(self, message, fds=()):
        line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
        with self._changed:
            self._record.sent(line, False)
        try:
            self._socket.sendmsg([line], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else [])
        except OSError:  # it has gone
            pass

    def call(self, method, fds=(), **params):
        """The whole answer."""
        self._next_id += 1
        number = self._next_id
        self._send({"id": number, "method": method, "params": params}, fds)
        self._wait(lambda: number in self._answers, f"an answer to {method}")
        return self._answers.pop(number)

    def providers(self):
        url = self.provider.url
        return [{"service": "anthropic", "url": url, "header": "x-api-key", "prefix": "", "format": "anthropic"},
                {"service": "openai", "url": url + "/api", "header": "Authorization", "prefix": "Bearer ", "format": "openai"}]

    def serve(self, executor="exec1"):
        """A socket that is served for an executor; its path."""
        path = self.place.root / f"{executor}.sock"
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
            listening.bind(str(path))
            listening.listen(64)
            answer = self.call("broker.serve", [listening.fileno()], executorId=executor, sessionId="sess_1",
                               providers=self.providers())
        assert answer.get("result") == {"serving": True}, answer
        return path

    def leave(self, executor="exec1"):
        return self.call("broker.leave", executorId=executor)["result"]["left"]

    # --- its end ---

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def hang_up(self):
        """As a daemon that was killed."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._reader.join()
        self._socket.close()

    def wait(self):
        return self.process.wait(WATCHDOG_SECONDS)

    def finish(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.wait()
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = f"nothing after SIGTERM; {self.process.wait()}"
        self._socket.close()
        self._reader.join()
        text = self.stderr_path.read_text(errors="replace")
        problems = [] if code == self.expected_exit else [f"the broker exited with {code}"]
        problems += [sign for sign in SANITIZER_SIGNS if sign in text]
        problems += ["the key is in its stderr"] if KEY in text else []
        return [*problems, text] if problems else []
