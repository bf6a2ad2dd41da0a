"""Runs weir the way a person does: with a home, a directory, pipes or a terminal."""

import json
import os
import pty
import select
import socket
import subprocess
import threading
import time

from bound import bound
from setting import SANITIZER_SIGNS, WATCHDOG_SECONDS, WEIR


class Done:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err
        for sign in SANITIZER_SIGNS:
            assert sign not in err, err

    def json(self):
        return json.loads(self.out)

    def __repr__(self):
        return f"exit {self.code}\nstdout: {self.out}\nstderr: {self.err}"


class Cli:
    def __init__(self, place):
        self.place = place

    def _settings(self, cwd, environment):
        return {"env": self.place.environment(**(environment or {})), "cwd": cwd or self.place.home}

    def run(self, *arguments, input="", cwd=None, **environment):
        done = subprocess.run(
            [str(WEIR), *map(str, arguments)],
            input=input, capture_output=True, text=True, timeout=WATCHDOG_SECONDS, **self._settings(cwd, environment),
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def start(self, *arguments, cwd=None, **environment):
        """A weir that goes on running."""
        return subprocess.Popen(
            [str(WEIR), *map(str, arguments)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=bound(),
            **self._settings(cwd, environment),
        )

    def on_terminal(self, *arguments, cwd=None, **environment):
        """With a terminal as its standard output and error."""
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [str(WEIR), *map(str, arguments)],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True, preexec_fn=bound(),
            **self._settings(cwd, {"TERM": "xterm-256color"} | environment),
        )
        os.close(slave)
        text = read_terminal(master)
        return Done(process.wait(WATCHDOG_SECONDS), text, "")


def read_terminal(master):
    """Everything until the last process has closed its end."""
    chunks = []
    deadline = time.monotonic() + WATCHDOG_SECONDS
    try:
        while True:
            assert select.select([master], [], [], max(0, deadline - time.monotonic()))[0], "the terminal stays open"
            try:
                chunk = os.read(master, 65536)
            except OSError:  # EIO: nobody is there any more
                break
            if not chunk:
                break
            chunks.append(chunk)
    finally:
        os.close(master)
    return b"".join(chunks).decode()


class Between:
    """A daemon's socket with somebody before it, who keeps back the messages that keep(message) is true of until they are
    released."""

    def __init__(self, path, daemon, keep):
        self.path, self._daemon, self._keep = path, daemon, keep
        self._lock = threading.Lock()
        self._kept = []  # (to whom, the line); None: they are released
        self._sockets = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)]
        self._sockets[0].bind(str(path))
        self._sockets[0].listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for one in self._sockets:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # the other side was first
            one.close()

    def release(self):
        with self._lock:
            kept, self._kept = self._kept, None
            for client in {client for client, _ in kept}:
                try:
                    client.sendall(b"".join(line for to, line in kept if to is client))
                except (BrokenPipeError, ConnectionResetError):
                    pass  # this connection has ended; what the test expects must come over another

    def _accept(self):
        try:
            while True:
                client = self._sockets[0].accept()[0]
                daemon = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                daemon.connect(str(self._daemon))
                self._sockets += [client, daemon]
                threading.Thread(target=self._up, args=(client, daemon), daemon=True).start()
                threading.Thread(target=self._down, args=(client, daemon), daemon=True).start()
        except OSError:
            pass  # the test is over

    @staticmethod
    def _up(client, daemon):
        try:
            while data := client.recv(65536):
                daemon.sendall(data)
            daemon.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def _down(self, client, daemon):
        try:
            for line in daemon.makefile("rb"):
                with self._lock:
                    if self._kept is not None and self._keep(json.loads(line)):
                        self._kept.append((client, line))
                    else:
                        client.sendall(line)
            client.shutdown(socket.SHUT_WR)
        except OSError:
            pass


class FakeServer:
    """Listens where a daemon would; answers each line with what answer(line) says: bytes, or None for nothing."""

    def __init__(self, path, answer):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._answer = answer
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listening.bind(str(path))
        self._listening.listen()
        self._connections = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(WATCHDOG_SECONDS)
        for connection in self._connections:
            connection.close()

    def _serve(self):
        try:
            while True:
                connection = self._listening.accept()[0]
                self._connections.append(connection)
                for line in connection.makefile("rb"):
                    reply = self._answer(json.loads(line))
                    if reply is not None:
                        connection.sendall(reply)
        except OSError:
            pass  # the test is over
