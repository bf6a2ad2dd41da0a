"""A weir-jail as template process (--serve), as the daemon has one, without a daemon."""

import os
import signal
import socket
import struct
import subprocess
from pathlib import Path

from bound import bound
from jails import ENVIRONMENT, JAIL
from setting import WATCHDOG_SECONDS
from waiting import until


WISH = struct.pack("II", 0, 0)


class Process:
    """A child that was not made here, with what a Popen has."""

    def __init__(self, pid):
        self.pid, self.returncode = pid, None

    def poll(self):
        if self.returncode is None:
            found, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if found else None
        return self.returncode

    def wait(self, timeout=WATCHDOG_SECONDS):
        until(lambda: self.poll() is not None, f"the end of process {self.pid}", timeout)
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)


class Serving:
    def __init__(self, *before, stderr=None):
        self.socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(WATCHDOG_SECONDS)
        self.wished = None
        with other:
            self.process = subprocess.Popen(
                [*before, JAIL, "--serve"], stdin=other, stdout=subprocess.DEVNULL, stderr=stderr, env=ENVIRONMENT,
                preexec_fn=bound(),
            )
        if before:  # what they do is done when they have become the jail
            until(lambda: Path(f"/proc/{self.process.pid}/cmdline").read_bytes().endswith(b"/weir-jail\0--serve\0") and
                  Path(f"/proc/{self.process.pid}/comm").read_text() == "weir-jail\n", "weir-jail itself")

    def answer(self, packet):
        self.socket.sendall(packet)
        [number] = struct.unpack("i", self.socket.recv(4))
        return number

    def wish(self):
        """The jail that is made ahead."""
        pid = self.answer(WISH)
        assert pid > 0
        self.wished = Process(pid)
        return self.wished

    def request(self, arguments, environment):
        """The pid of the jail that takes it."""
        strings = [os.fsencode(word) for word in [*arguments, *(f"{name}={value}" for name, value in environment.items())]]
        return self.answer(struct.pack("II", len(arguments), len(environment)) + b"".join(word + b"\0" for word in strings))

    def give(self, jail, *program, options=()):
        """The request that its start would be."""
        self.wished = None
        arguments = [JAIL, "--dir", jail.directory, *options, "--", *map(str, program)]
        jail.process = Process(self.request(arguments, ENVIRONMENT | {"WEIR_TEST_MARK": jail.mark}))
        return jail.process.pid

    def close(self):
        self.socket.close()
        if self.wished:
            self.wished.wait()
        assert self.process.wait(WATCHDOG_SECONDS) == 0
