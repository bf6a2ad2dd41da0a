"""Executors that a test plays itself, line by line, under the shipped daemon."""

import array
import contextlib
import json
import os
import select
import signal
import socket
from pathlib import Path

from client import RawClient
from daemon import Daemon
from dialogue import Dialogue
from setting import SHIPPED, WATCHDOG_SECONDS
from waiting import until

PROGRAM = Path(__file__).resolve().with_name("fake_executor.py")
USUAL = object()  # the data of a report of which a test says nothing
TOOLS = ["Read", "Write", "Edit", "Bash", "Grep", "Glob"]
# Short enough for a test to see the whole ladder, but for the beginning; nothing is kept that a test did not ask for.
QUICK = {"pool": {"warm": 0, "startMs": 15000, "shutdownMs": 1000}, "tasks": {"stopMs": 1000, "atOnce": 8}, "permissions": {"approverMs": 0}}


def merged(settings, more):
    """Settings of settings, the later ones first."""
    result = dict(settings)
    for name, value in more.items():
        result[name] = merged(result.get(name, {}), value) if isinstance(value, dict) and name != "executors" else value
    return result


class Link(RawClient):
    """A connection that the daemon has made to an executor, from the executor's side."""

    def __init__(self, connection, record, seconds=WATCHDOG_SECONDS):
        self._record = record
        self._buffer = bytearray()
        self._next_id = 1
        self.seconds = seconds
        self.socket = connection
        self.socket.settimeout(seconds)
        self.passed = []  # what came while something else was awaited

    # --- what the daemon says ---

    def expect(self, method):
        """The next message is this one."""
        message = self.read()
        assert message.get("method") == method, f"{message} came, not {method}"
        return message

    def until(self, method):
        """The next one of this method; the others are kept in `passed`."""
        while True:
            message = self.read()
            if message.get("method") == method:
                return message
            self.passed.append(message)

    def answer_to(self, request_id):
        while True:
            message = self.read()
            if "method" not in message and message.get("id") == request_id:
                return message
            self.passed.append(message)

    # --- what the executor says ---

    def say(self, message, bad=False):
        self.send(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n", bad)

    def notify(self, method, params, bad=False):
        self.say({"method": method, "params": params}, bad)

    def answer(self, request, result, bad=False):
        self.say({"id": request["id"], "result": result}, bad)

    def refuse(self, request, code=-32601, text="I do not know that", **data):
        self.say({"id": request["id"], "error": {"code": code, "message": text, **({"data": data} if data else {})}})

    def ask(self, method, params, bad=False):
        """The answer of the daemon, whole."""
        request_id = f"ask-{self._next_id}"
        self._next_id += 1
        self.say({"id": request_id, "method": method, "params": params}, bad)
        return self.answer_to(request_id)

    # --- the usual beginning ---

    def greet(self, resumes=False, **handed):
        """Answers the hand-shake; answers its parameters."""
        hello = self.expect("resume")
        if resumes:
            self.answer(hello, {"tasks": [], "terminals": [], **handed})
        else:
            self.refuse(hello)
        return hello["params"]

    def prompt(self):
        return Prompt(self, self.until("execute_prompt"))


class Prompt:
    """An execute_prompt that waits for its answer."""

    def __init__(self, link, request):
        self.link = link
        self.request = request
        self.params = request["params"]
        self.token = self.params["session_token"]
        self.task = self.params["task_id"]
        self.sequence = 0

    @property
    def ids(self):
        return {"session_token": self.token, "task_id": self.task}

    def message(self, event_type="content_block_delta", event_data=USUAL, **other):
        """The parameters of the next report_message, in the whole form."""
        self.sequence += 1
        data = {"delta": {"text": f"{self.sequence} "}} if event_data is USUAL else event_data
        whole = {"sequence": self.sequence, "timestamp": 1700000000000 + self.sequence, "event_type": event_type, "event_data": data}
        return self.ids | whole | other

    def report(self, *arguments, bad=False, **other):
        self.link.notify("report_message", self.message(*arguments, **other), bad)

    def loosely(self, message_type, data, bad=False, **other):
        """As the older protocol has it, without a number."""
        self.link.notify("report_message", self.ids | {"message_type": message_type, "data": data} | other, bad)

    def ask(self, method, bad=False, **params):
        return self.link.ask(method, {"session_token": self.token} | params, bad)

    def done(self, **more):
        self.link.answer(self.request, {"status": "completed", "message_count": self.sequence} | more)

    def fail(self, text="it did not work", code=-32000, **data):
        self.link.refuse(self.request, code, text, **data)


class Fake:
    """One process of fake_executor.py."""

    def __init__(self, control, record):
        self._control = control
        self._control.settimeout(WATCHDOG_SECONDS)
        self._record = record
        self._buffer = b""
        self._listener = None
        self._links = []
        self.pid = int.from_bytes(control.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)[:4], "little")
        self.pidfd = os.pidfd_open(self.pid)
        self.start = self._hear()[0]  # how it was started

    def _hear(self):
        fds = array.array("i")
        while b"\n" not in self._buffer:
            data, ancillary, _, _ = self._control.recvmsg(65536, socket.CMSG_SPACE(16 * fds.itemsize))
            assert data, "the executor is gone"
            self._buffer += data
            for level, kind, content in ancillary:
                assert (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS)
                fds.frombytes(content[: len(content) - len(content) % fds.itemsize])
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line), list(fds)

    def order(self, do, **arguments):
        self._control.sendall(json.dumps({"do": do, **arguments}).encode() + b"\n")

    def do(self, do, **arguments):
        """Returns when it is done."""
        self.order(do, **arguments)
        return self._hear()

    # --- its socket ---

    def listen(self, do="listen"):
        _, [fd] = self.do(do)
        if self._listener:
            self._listener.close()
        self._listener = socket.socket(fileno=fd)
        return self

    def accept(self):
        """The connection that the daemon makes."""
        self._listener.settimeout(WATCHDOG_SECONDS)
        connection, _ = self._listener.accept()
        self._links.append(Link(connection, self._record()))
        return self._links[-1]

    def is_called(self):
        """Whether a connection waits to be accepted."""
        return bool(select.select([self._listener], [], [], 0)[0])

    def serve(self, resumes=False):
        """Listens, takes the connection and the hand-shake; answers the first prompt."""
        link = self.listen().accept()
        link.greet(resumes)
        return link.prompt()

    def close(self):
        for link in self._links:
            link.close()
        self._links.clear()
        if self._listener:
            self._listener.close()
            self._listener = None

    # --- its end ---

    def is_gone(self):
        return bool(select.select([self.pidfd], [], [], 0)[0])

    def wait(self):
        assert select.select([self.pidfd], [], [], WATCHDOG_SECONDS)[0], "the executor's process is still there"

    def kill(self, number=signal.SIGKILL):
        """As the kernel would have it: process and connections end together."""
        signal.pidfd_send_signal(self.pidfd, number)
        self.wait()
        self.close()

    def exit(self, code=0):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it was ended already
            self.order("exit", code=code)
        self.wait()
        self.close()

    def forget(self):
        self.close()
        self._control.close()
        os.close(self.pidfd)


class Witness:
    """A FIFO that a child of the executor holds open: it ends when the last such child does."""

    def __init__(self, place, name="witness"):
        self.path = place.root / name
        os.mkfifo(self.path)
        self._fd = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)

    def arrived(self, fake):
        fake.do("child", fifo=str(self.path))
        until(lambda: not self.is_over(), "the child has begun")
        return self

    def is_over(self):
        try:
            return os.read(self._fd, 1) == b""
        except BlockingIOError:
            return False

    def close(self):
        os.close(self._fd)


class House:
    """A daemon, its configuration, and the executors that it has started."""

    def __init__(self, place, recorder):
        self.place = place
        self.recorder = recorder
        self.daemon = Daemon(place, recorder)
        self.fakes = []
        self.executors = {"fake": {"command": ["/usr/bin/python3", "-IS", str(PROGRAM), str(place.root / "control")]}}
        self._control = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._control.bind(str(place.root / "control"))
        self._control.listen(64)
        self._witnesses = []

    def configure(self, **settings):
        self.place.write_config(merged(merged(QUICK, {"executors": self.executors}), settings))
        return self

    def start(self, *arguments, **options):
        if not self.place.user_config.exists():
            self.configure()
        self.daemon.start(*arguments, program=SHIPPED, **options)
        return self

    def again(self, ended_by=signal.SIGKILL, **options):
        """Another daemon in the place of the first, which is gone."""
        self.daemon.left_behind_is_fine = True
        self.daemon.expected_exit = -ended_by
        problems = self.daemon.finish()
        assert not problems, problems
        self.daemon = Daemon(self.place, self.recorder)
        return self.start(**options)

    def client(self):
        return self.daemon.client()

    def next(self):
        """The executor that the daemon starts next, or has started."""
        self._control.settimeout(WATCHDOG_SECONDS)
        control, _ = self._control.accept()
        self.fakes.append(Fake(control, lambda: self.recorder.add(Dialogue("executor"))))
        return self.fakes[-1]

    def none_was_started(self):
        return not select.select([self._control], [], [], 0)[0]

    def witness(self, name="witness"):
        self._witnesses.append(Witness(self.place, name))
        return self._witnesses[-1]

    # --- what is left ---

    def directories(self):
        root = self.daemon.state / "executors"
        return sorted(path.name for path in root.iterdir()) if root.exists() else []

    def processes(self):
        """Command lines that name the test's own place, but for the daemon's."""
        found, mark = [], str(self.place.root).encode()
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != self.daemon.pid and int(entry.name) != os.getpid():
                try:
                    command = (entry / "cmdline").read_bytes()
                except OSError:
                    continue
                if mark in command:
                    found.append(f"{entry.name}: {command.replace(bytes(1), b' ').decode(errors='replace')}")
        return found

    def nothing_is_left(self):
        """The executor, its jail and its directory go by themselves, while the daemon goes on."""
        try:
            until(lambda: not self.directories() and not self.processes(), "nothing of the executors is left")
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.directories()} {self.processes()}") from None

    def finish(self):
        problems = []
        for fake in self.fakes:
            fake.close()
        if self.daemon.process:
            problems += self.daemon.finish()
            try:
                until(lambda: not self.processes(), "no process of an executor")
            except AssertionError:
                problems += [f"left running: {line}" for line in self.processes()]
                for line in self.processes():
                    os.kill(int(line.split(":")[0]), signal.SIGKILL)
            if not self.daemon.left_behind_is_fine:
                problems += [f"left behind: executors/{name}" for name in self.directories()]
        for thing in self.fakes + self._witnesses:
            (thing.forget if isinstance(thing, Fake) else thing.close)()
        self._control.close()
        return problems
