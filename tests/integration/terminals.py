"""A program on a terminal of a chosen size; its output is recorded, and rendered as a terminal would."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
import unicodedata
from fcntl import ioctl

from bound import bound
from setting import SANITIZER_SIGNS, WATCHDOG_SECONDS, WEIR

# Everything that weir sends to a terminal; what is none of these makes the test fail.
SEQUENCE = re.compile(r"\x1b\[(\??)([\d;]*)([A-Za-z])")


def width_of(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def width(text):
    return sum(map(width_of, text))


def without_colour(text):
    return re.sub(r"\x1b\[[\d;]*m", "", text)


class Screen:
    """Cursor moves, erasing, and the switches of a whole-screen program."""

    def __init__(self, columns, rows):
        self.switches = {7: True, 25: True, 1049: False}
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.x = self.y = 0
        self.outside = 0  # what did not fit, since the cursor went to the first cell: characters and lines

    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    def text(self):
        return "\n".join(self.lines())

    def feed(self, text):
        """Answers what is not whole yet."""
        while text:
            if text[0] == "\x1b":
                match = SEQUENCE.match(text)
                if not match:
                    assert len(text) < 16, f"a sequence that no terminal was asked for: {text[:16]!r}"
                    return text
                self._obey(*match.groups())
                text = text[match.end() :]
            else:
                self._put(text[0])
                text = text[1:]
        return ""

    def _obey(self, private, numbers, letter):
        values = [int(number) for number in numbers.split(";") if number]
        if private:
            assert letter in "hl" and values[0] in self.switches, (values, letter)
            self.switches[values[0]] = letter == "h"
            if values[0] == 1049:
                self.resize(self.columns, self.rows)
        elif letter == "H":
            assert not values, "a place that is not the first"
            self.x = self.y = self.outside = 0
        elif letter == "K":
            self.cells[self.y][self.x :] = [" "] * (self.columns - self.x)
        elif letter == "J":
            whole = values == [2]
            if not whole:
                self.cells[self.y][self.x :] = [" "] * (self.columns - self.x)
            for row in range(0 if whole else self.y + 1, self.rows):
                self.cells[row] = [" "] * self.columns
        else:
            assert letter == "m", f"an unknown sequence: {letter}"

    def _put(self, character):
        if character == "\r":
            self.x = 0
        elif character == "\n":
            self.outside += self.y == self.rows - 1
            self.y = min(self.y + 1, self.rows - 1)
        else:
            assert character >= " " and character != "\x7f", f"a control reached the terminal: {character!r}"
            size = width_of(character)
            if self.x + size > self.columns:
                self.outside += 1
            elif size:
                self.cells[self.y][self.x] = character
                self.cells[self.y][self.x + 1 : self.x + size] = [""] * (size - 1)
                self.x += size


class Terminal:
    """Runs weir on it. In the block the program lives; behind it nothing of it is left."""

    def __init__(self, cli, *arguments, columns=80, rows=24, whole_screen=False, through=(), **environment):
        self.master, self._slave = pty.openpty()
        self.screen = Screen(columns, rows) if whole_screen else None
        self.written = ""
        self._rest, self._bytes = "", b""
        self.set_size(columns, rows)
        self.before = termios.tcgetattr(self._slave)
        settings = cli._settings(None, {"TERM": "xterm-256color"} | environment)
        self.process = subprocess.Popen(
            [*through, str(WEIR), *map(str, arguments)], stdin=self._slave, stdout=self._slave, stderr=self._slave,
            start_new_session=True, preexec_fn=bound(then=lambda: ioctl(0, termios.TIOCSCTTY, 0)), **settings,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._slave)
        os.close(self.master)

    def set_size(self, columns, rows):
        """For a program whose output has no size; the kernel tells it."""
        ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        """The kernel tells the program. What is on the way still belongs to the old size, and is forgotten."""
        os.kill(self.process.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WNOWAIT)
        self.read_some(0)
        self._rest = ""
        self.screen.resize(columns, rows)
        self.set_size(columns, rows)
        os.kill(self.process.pid, signal.SIGCONT)

    def press(self, keys):
        os.write(self.master, keys.encode())

    def press_and_wait(self, keys, pid=None):
        """Until the program, which reads key by key, has read them: the kernel passes on in its own time what is typed, and
        so the program is stopped until all of it is there."""
        pid = pid or self.process.pid
        os.kill(pid, signal.SIGSTOP)
        self.press(keys)
        self.until(lambda: self._unread() >= len(keys.encode()), f"{keys!r} in the queue")
        os.kill(pid, signal.SIGCONT)
        self.until(lambda: self._unread() == 0, f"that {keys!r} is read")

    def _unread(self):
        return struct.unpack("i", ioctl(self._slave, termios.FIONREAD, b"\0" * 4))[0]

    def foreground(self):
        """The process group that has the terminal."""
        return os.tcgetpgrp(self.master)

    def mode(self):
        return termios.tcgetattr(self._slave)

    def set_mode(self, mode):
        termios.tcsetattr(self._slave, termios.TCSANOW, mode)

    def read_some(self, seconds):
        """Takes what is there. False: nothing came."""
        some = False
        while select.select([self.master], [], [], 0 if some else seconds)[0]:
            self._bytes += os.read(self.master, 65536)
            some = True
            text, self._bytes = decoded(self._bytes)
            self.written += text
            if self.screen:
                self._rest = self.screen.feed(self._rest + text)
        return some

    def until(self, look, what):
        """Reads until look() is true; the program has to make it so."""
        deadline = time.monotonic() + WATCHDOG_SECONDS
        while not look():
            assert time.monotonic() < deadline, f"never: {what}\n{self.shown()}"
            self.read_some(0.05)

    def until_shown(self, text):
        self.until(lambda: text in self.shown(), f"{text!r} on the terminal")

    def shown(self):
        return self.screen.text() if self.screen else self.written

    def end(self):
        """The exit code, once it has ended and all is read."""
        self.until(lambda: self.process.poll() is not None, "its end")
        self.read_some(0)
        for sign in SANITIZER_SIGNS:
            assert sign not in self.written, self.written
        return self.process.returncode


def decoded(data):
    """The text of whole characters, and the bytes that are left."""
    for back in range(min(4, len(data) + 1)):
        try:
            return data[: len(data) - back].decode(), data[len(data) - back :]
        except UnicodeDecodeError:
            continue
    raise AssertionError(f"not UTF-8: {data[:100]!r}")
