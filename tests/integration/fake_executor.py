"""A process that acts as an executor, but only does what the test tells it.

It connects to the test's control socket, reports how it was started, and then executes commands, one JSON line each. It passes
its listening socket to the test, so the test sees every line of the daemon and determines every byte of the responses."""

import array
import json
import os
import signal
import socket
import sys

STUBBORN_SECONDS = 120  # what resists a kill ends by itself after that, or when the test that looks at it is gone

CHILD = f"""
import select, signal, sys
for number in signal.SIGTERM, signal.SIGHUP, signal.SIGINT:
    signal.signal(number, signal.SIG_IGN)
signal.alarm({STUBBORN_SECONDS})
witness = open(sys.argv[1], "w")
reader = select.poll()
reader.register(witness, 0)
while not reader.poll():
    pass
"""


def descriptors():
    found = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            found[name] = os.readlink(f"/proc/self/fd/{name}")
        except FileNotFoundError:
            pass  # that of the listing itself
    return found


class Fake:
    def __init__(self, control_path):
        start = {"descriptors": descriptors(), "environment": dict(os.environ), "cwd": os.getcwd(), "pid": os.getpid()}
        self._control = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._control.connect(control_path)
        self._say(start)

    def _say(self, value, fds=()):
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
        line = json.dumps(value).encode() + b"\n"
        sent = self._control.sendmsg([line], ancillary)
        self._control.sendall(line[sent:])

    def obey(self):
        for line in self._control.makefile("rb"):
            order = json.loads(line)
            getattr(self, f"do_{order.pop('do')}")(**order)

    def do_listen(self, path=None):
        path = path or os.environ["EXECUTOR_SOCKET"]
        before = os.umask(0o077)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(path)
            os.umask(before)
            listener.listen(8)
            self._say({"listening": path}, [listener.fileno()])

    def do_listen_as_child(self):
        """Another process of this executor listens in its place."""
        os.unlink(os.environ["EXECUTOR_SOCKET"])
        if os.fork() == 0:
            signal.alarm(STUBBORN_SECONDS)
            self.do_listen()
            signal.pause()

    def do_bind_only(self):
        """The file is there, and nobody listens."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as unheard:
            unheard.bind(os.environ["EXECUTOR_SOCKET"])
        self._say({})

    def do_unlink(self):
        os.unlink(os.environ["EXECUTOR_SOCKET"])
        self._say({})

    def do_write(self, path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self._say({})

    def do_look(self, path):
        try:
            os.listdir(path) if os.path.isdir(path) else open(path, "rb").close()
            self._say({"seen": True})
        except OSError as error:
            self._say({"seen": False, "why": str(error)})

    def do_stderr(self, text):
        os.write(2, text.encode())
        self._say({})

    def do_child(self, fifo):
        """A process that nobody asked for: a session of its own, deaf to SIGTERM, with the FIFO open as long as it lives."""
        no_input = (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)
        os.posix_spawn(sys.executable, [sys.executable, "-c", CHILD, fifo], os.environ, file_actions=[no_input], setsid=True)
        self._say({})

    def do_deaf(self):
        """Signals that ask have no effect from now on."""
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        self._say({})

    def do_exit(self, code):
        os._exit(code)

    def do_signal(self, number):
        os.kill(os.getpid(), number)


if __name__ == "__main__":
    Fake(sys.argv[1]).obey()
