"""Terminals of the daemon, as a client sees them."""

import array
import base64
import os
import select
import socket
import time

from client import READ_BYTES, Client
from setting import WATCHDOG_SECONDS


class FdClient(Client):
    """A client that keeps the descriptors that come with answers."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.fds = []

    def _receive(self, deadline):
        self.socket.settimeout(max(0.001, deadline - time.monotonic()))
        data, ancillary, _, _ = self.socket.recvmsg(READ_BYTES, socket.CMSG_SPACE(16 * 4))
        for level, kind, payload in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                fds = array.array("i")
                fds.frombytes(payload[: len(payload) - len(payload) % fds.itemsize])
                self.fds += fds
        return data

    def take_fd(self):
        assert len(self.fds) == 1, self.fds
        return self.fds.pop()

    def close(self):
        super().close()
        while self.fds:
            os.close(self.fds.pop())


def fd_client(daemon):
    return daemon._keep(FdClient(daemon.socket, daemon.recorder.connection()))


def encode(data):
    return base64.b64encode(data).decode()


def alive(pid):
    """Whether it runs; a zombie that waits for somebody else's reaper does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Shell:
    """A terminal, seen by one client that is attached to it."""

    def __init__(self, client, terminal_id):
        self.client = client
        self.id = terminal_id
        self.shown = bytearray()
        self.gaps = []
        self.offset = None
        self._came = []  # (when, up to which offset)

    def attach(self):
        result = self.client.call("terminal.attach", {"terminalId": self.id})
        scrollback = base64.b64decode(result["scrollback"], validate=True)
        self.shown += scrollback
        self.offset = result["offset"]
        assert result["terminal"]["id"] == self.id and result["terminal"]["bytes"] == self.offset
        assert len(scrollback) == min(self.offset, 1 << 20)
        return self

    def take(self, event):
        """Adds what the event brings; False: it is another one."""
        params = event["params"]
        if event["method"] != "terminal.output" or params["terminalId"] != self.id:
            return False
        if params["offset"] != self.offset:
            assert params["offset"] > self.offset, "output came twice"
            self.gaps.append((self.offset, params["offset"]))
        data = base64.b64decode(params["data"], validate=True)
        assert data
        self.shown += data
        self.offset = params["offset"] + len(data)
        self._came.append((time.monotonic(), self.offset))
        return True

    def until(self, text):
        """Reads until the terminal has shown this; answers what came before it, and forgets both."""
        text = text.encode() if isinstance(text, str) else text
        kept, looked = [], 0
        while (at := self.shown.find(text, looked)) < 0:
            looked = max(0, len(self.shown) - len(text))
            event = self.client.event()
            if not self.take(event):
                kept.append(event)
        self.client.events = kept + self.client.events
        before = bytes(self.shown[:at])
        del self.shown[: at + len(text)]
        return before

    def slowest(self, size):
        """The longest time in which no more than so many bytes came."""
        longest, first = 0, 0
        for when, offset in self._came:
            while offset - self._came[first][1] > size:
                first += 1
            longest = max(longest, when - self._came[first][0])
        return longest

    def longest(self):
        """The longest piece of output, without the first."""
        ends = [offset for _, offset in self._came]
        return max(b - a for a, b in zip(ends, ends[1:]))

    def type(self, text):
        data = text.encode() if isinstance(text, str) else text
        assert self.client.call("terminal.input", {"terminalId": self.id, "data": encode(data)}) == {"terminalId": self.id}

    def run(self, command):
        """The output of a command."""
        mark = os.urandom(4).hex()
        self.type(f"echo be''gin-{mark}; {command}; echo e''nd-{mark}\n")
        self.until(f"begin-{mark}\r\n")
        return self.until(f"end-{mark}\r\n").decode().replace("\r\n", "\n")

    def exited(self):
        """The event of its end, which comes after all that it showed."""
        return until_event(self.client, "event.terminalExited", self, terminalId=self.id)


def until_event(client, name, shell=None, **wanted):
    while True:
        event = client.event()
        if event["method"] == name and wanted.items() <= event["params"].items():
            return event["params"]
        if shell:
            shell.take(event)


def read_fd(fd, text):
    """Reads a descriptor until this text has arrived."""
    shown = b""
    while text not in shown:
        assert select.select([fd], [], [], WATCHDOG_SECONDS)[0], shown
        shown += os.read(fd, READ_BYTES)
    return shown
