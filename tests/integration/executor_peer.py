"""The daemon's side of weir-executor: starts the program, connects to it, calls it, and receives its reports.

    with Executor(place) as executor:
        daemon = executor.connect()
        daemon.resume()
        prompt = daemon.execute("say hello")
        assert daemon.result(prompt)["status"] == "completed"
        assert daemon.texts() == ["hello"]

All messages are checked against the contract at the end of the test. Requests of the executor (get_api_key, …) are
answered by the functions in `answers`; a request without one stays in `asked` for the test to answer."""

import array
import json
import os
import secrets
import signal
import socket
import subprocess
import sys

from bound import bound
from client import READ_BYTES, RpcError, connected
from recorder import answered_elsewhere, check_error, mention
from setting import BIN, SANITIZER_SIGNS, STAGED_EXECUTOR, TRAFFIC, WATCHDOG_SECONDS
from waiting import until

PROGRAM = BIN / "weir-executor"
SECRET = "a secret that the tests share with it"
# Becomes the program of the second argument, with the descriptor of the first as the socket on which that listens.
HAND_IN = """
import os, sys
listener = int(sys.argv[1])
if listener != 3:
    os.dup2(listener, 3)
    os.close(listener)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[2], sys.argv[2:])
"""


class Executor:
    """A weir-executor in a directory of its own. Ended and examined at the end of the block. One that is `expected` has the first
    connection before it begins: however short the times are that it is given, the test comes in time."""

    def __init__(self, place, *arguments, check=True, environment=None, program=PROGRAM, name="own", expected=False):
        self.directory = place.root / name
        self.directory.mkdir(mode=0o700, exist_ok=True)
        self.socket = self.directory / "sock"
        self.spool_path = self.directory / "spool"
        self.stderr_path = place.root / f"{name}.stderr"
        self.problems = []
        self.check = check
        self.expected_exit = 0
        self._peers = []
        command = [str(program), *map(str, arguments)]
        with open(self.stderr_path, "wb") as stderr, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            if expected:
                listener.bind(str(self.socket))
                listener.listen()
                self._peers.append(DaemonPeer(self.socket, self.problems))
                command = [sys.executable, "-I", "-c", HAND_IN, str(listener.fileno()), *command]
            self.process = subprocess.Popen(
                command,
                env={"PATH": os.environ["PATH"], "EXECUTOR_SOCKET": str(self.socket), **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                start_new_session=True,
                preexec_fn=bound(),
                pass_fds=[listener.fileno()] if expected else [],
            )
        self._waits = list(self._peers)  # connections that are made, and not taken by the test yet

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for peer in self._peers:
            peer.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(WATCHDOG_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = f"nothing within {WATCHDOG_SECONDS} s of SIGTERM, after all {self.process.wait()}"
        if kind is None:
            self._examine(code)

    def _examine(self, code):
        text = self.stderr()
        assert code == self.expected_exit, f"it exited with {code}: {text}"
        for sign in SANITIZER_SIGNS:
            assert sign not in text, text
        if self.expected_exit == 0:
            assert not self.socket.exists(), "the socket is left"
        assert not self.problems or not self.check, "\n".join(self.problems[:20])

    @property
    def pid(self):
        return self.process.pid

    def stderr(self):
        return self.stderr_path.read_text(errors="replace")

    def wait(self, seconds=WATCHDOG_SECONDS):
        """Its exit code."""
        return self.process.wait(seconds)

    def spool(self):
        """The notifications in its spool."""
        return [json.loads(line) for line in self.spool_path.read_text().splitlines()]

    def connect(self, **options):
        """A connection, as soon as it listens."""
        if self._waits:
            return self._waits.pop()
        until(lambda: self.socket.exists() or self.process.poll() is not None, "a socket")
        peer = until(lambda: self._try_connect(options), "somebody who listens")
        self._peers.append(peer)
        return peer

    def _try_connect(self, options):
        assert self.process.poll() is None, f"it ended with {self.process.returncode}: {self.stderr()}"
        try:
            return DaemonPeer(self.socket, self.problems, **options)
        except ConnectionRefusedError:
            return None  # bound, and not listening yet


class Player(Executor):
    """An executor with the agent `script`."""

    def __init__(self, place, *arguments, **more):
        super().__init__(place, *arguments, program=STAGED_EXECUTOR, **more)


class DaemonPeer:
    """One connection. `messages` are the params of what report_message brought, `lines` is everything that came."""

    def __init__(self, path, problems=None, seconds=WATCHDOG_SECONDS):
        self.problems = [] if problems is None else problems
        self.socket = connected(path, seconds)
        self.seconds = seconds
        self.lines = []  # every message that came, parsed
        self.messages, self.progress, self.errors, self.completions, self.exits = [], [], [], [], []
        self.commands = []  # of report_commands
        self.models = []  # of report_models
        self.asked = []  # requests of the executor that no function of `answers` is there for
        self.answers = {}
        self.complaints = []  # errors that answer nothing
        self.fds = []  # descriptors that came and were not taken
        self.ended = False
        self._answered = {}
        self._requests = {}
        self._buffer = bytearray()
        self._next_id = 1

    def close(self):
        self.socket.close()
        for fd in self.fds:
            os.close(fd)
        self.fds = []

    # --- sending ---

    def send(self, message, bad=False):
        method = message.get("method")
        if method is not None and not bad:
            self._note(TRAFFIC.params(method, message.get("params")), "sent", message)
        self.socket.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def notify(self, method, **params):
        self.send({"method": method, "params": params})

    def request(self, method, **params):
        """Sends a request; answers its id."""
        self._next_id += 1
        self._requests[self._next_id] = method
        self.send({"id": self._next_id, "method": method, "params": params})
        return self._next_id

    def answer(self, request_id):
        """The whole answer, error or not."""
        while request_id not in self._answered:
            self.hear()
        return self._answered.pop(request_id)

    def result(self, request_id):
        message = self.answer(request_id)
        if "error" in message:
            raise RpcError(message["error"])
        return message["result"]

    def call(self, method, **params):
        return self.result(self.request(method, **params))

    def error(self, method, **params):
        """Calls what has to fail; answers the error."""
        try:
            result = self.call(method, **params)
        except RpcError as error:
            return error
        raise AssertionError(f"{method} should have failed: {result}")

    # --- the dialect ---

    def resume(self, confirmed=None, tokens=None, secret=SECRET, version=None):
        """As a daemon of this version of the dialect, 1.0 without one."""
        more = {} if version is None else {"protocol_version": version}
        more |= {} if confirmed is None else {"confirmed": confirmed}
        more |= {} if tokens is None else {"tokens": tokens}
        return self.call("resume", hand_shake=secret, **more)

    def execute(self, prompt, task="task_1", token="token of task_1", agent="script", **more):
        """Gives it a prompt; answers the id of the request. Without an agent (None) it chooses one."""
        more |= {"agent": agent} if agent else {}
        params = {"session_token": token, "session_id": "ses_1", "task_id": task, "prompt": prompt, "cwd": "/tmp",
                  "tools": ["Read"], "permission_mode": "default", "timeout_ms": 600000, "stream": True, **more}
        return self.request("execute_prompt", **params)

    def run(self, prompt, **more):
        """Its result."""
        return self.result(self.execute(prompt, **more))

    def confirm(self, sequence, task="task_1"):
        self.notify("confirm_messages", task_id=task, sequence=sequence)

    def sync(self):
        """All that was sent before has been read and done, and everything that came of it at once has come."""
        self.call("stop_task", session_token="none", task_id="no such task")

    # --- hearing ---

    def sequences(self):
        return [message["sequence"] for message in self.messages]

    def texts(self):
        return [message["event_data"]["text"] for message in self.messages if "text" in (message["event_data"] or {})]

    def wait_for(self, look, what):
        while not look():
            assert not self.ended, f"the connection ended before there was {what}"
            self.hear()

    def wait_for_messages(self, count):
        self.wait_for(lambda: len(self.messages) >= count, f"{count} messages; there are {len(self.messages)}")

    def wait_for_text(self, text):
        self.wait_for(lambda: text in self.texts(), text)

    def wait_for_ask(self, method):
        """A request of the executor, which is the test's to answer with reply()."""
        self.wait_for(lambda: any(ask["method"] == method for ask in self.asked), method)
        return self.asked.pop([ask["method"] for ask in self.asked].index(method))

    def reply(self, ask, result):
        self.send({"id": ask["id"], "result": result})

    def refuse(self, ask, code=-32025, word="token_refused"):
        self.send({"id": ask["id"], "error": {"code": code, "message": word, "data": {"code": word}}})

    def read_to_end(self):
        while not self.ended:
            self.hear(end_is_fine=True)

    def hear(self, end_is_fine=False):
        """Reads one line and does what it says."""
        while (end := self._buffer.find(b"\n")) < 0:
            if not self._receive():
                assert end_is_fine, f"the connection ended; its last lines: {self.lines[-3:]}"
                return
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        try:
            message = json.loads(line)
        except ValueError:
            self.problems.append(f"not JSON: {mention(line)}")
            return
        self.lines.append(message)
        self._take(message)

    def _receive(self):
        fds = array.array("i")
        try:
            data, ancillary, _, _ = self.socket.recvmsg(READ_BYTES, socket.CMSG_SPACE(16 * fds.itemsize))
        except ConnectionResetError:
            data, ancillary = b"", []
        except socket.timeout:
            raise AssertionError(f"nothing came in time; its last lines: {self.lines[-3:]}") from None
        for level, kind, content in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                fds.frombytes(content[: len(content) - len(content) % fds.itemsize])
        self.fds += list(fds)
        self._buffer += data
        self.ended = not data
        return bool(data)

    def _take(self, message):
        if "method" not in message:
            self._take_answer(message)
            return
        self._note(TRAFFIC.params(message["method"], message.get("params")), "received", message)
        if "id" in message:
            self._take_ask(message)
        elif message["method"] == "batch_notification":
            for one in message["params"]["notifications"]:
                self._note(TRAFFIC.params(one["method"], one.get("params")), "received", one)
                self._take_notification(one)
        else:
            self._take_notification(message)

    def _take_answer(self, message):
        if message.get("id") is None:
            self.complaints.append(message["error"])
            return
        method = self._requests.pop(message["id"])
        if "error" in message:
            self._note(TRAFFIC.error(message["error"]) or check_error(message["error"], method, False), "received", message)
        else:
            self._note(TRAFFIC.result(method, message["result"]), "received", message)
            answered_elsewhere.add(method)
        self._answered[message["id"]] = message

    def _take_ask(self, message):
        function = self.answers.get(message["method"])
        if function is None:
            self.asked.append(message)
        else:
            self.reply(message, function(message["params"]))

    def _take_notification(self, message):
        places = {"report_message": self.messages, "report_progress": self.progress, "report_error": self.errors,
                  "report_completion": self.completions, "report_terminal_exit": self.exits,
                  "report_commands": self.commands, "report_models": self.models}
        if message["method"] in places:
            places[message["method"]].append(message["params"])

    def _note(self, problems, direction, message):
        self.problems += [f"{direction} {mention(json.dumps(message))}: {problem}" for problem in problems]


def new_token():
    return secrets.token_hex(32)
