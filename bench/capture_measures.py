"""Measures what weir-capture costs while a person types and switches windows, under an X server of its own (Xvfb).

The measurement is the daemon at its socket, the person at the keyboard, and the programs with the windows."""
import json
import os
import select
import shutil
import socket
import subprocess
import tempfile
import time

from machine import cpu_ns
from servers import START_SECONDS, Failed, Kind

KEYS_PER_SECOND = 10
WINDOWS = 5
STREAMS = ["window_tracking", "keystroke", "focus", "browser", "clipboard"]


class CaptureBench:
    def __init__(self, bench, build, notes):
        self.bench, self.build, self.notes = bench, build, notes
        self.weir = Kind("weir", "weir", lambda home: [])
        self.rounds = 2 if bench.quick else 3
        self.seconds = 10 if bench.quick else 30

    def run(self):
        try:
            import Xlib  # noqa: F401
        except ImportError:
            Xlib = None
        if not shutil.which("Xvfb") or Xlib is None:
            self.notes.append("capture is not measured: it needs Xvfb and python3-xlib")
        elif os.access(f"{self.build}/bin/weir-capture", os.X_OK):
            self.bench.try_part(self.measure)

    def measure(self):
        with tempfile.TemporaryDirectory(prefix="weir-bench-capture-") as place:
            reading, writing = os.pipe()
            server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp", "-noreset"], pass_fds=[writing],
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.close(writing)
            program = None
            try:
                with os.fdopen(reading) as pipe:
                    name = f":{int(pipe.readline() or -1)}"
                program = subprocess.Popen([f"{self.build}/bin/weir-capture", f"{place}/sock"], stdin=subprocess.DEVNULL,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                with Link(f"{place}/sock") as link:
                    self.rounds_at(name, program.pid, link)
            finally:
                for process in filter(None, (program, server)):
                    process.terminate()
                    process.wait()

    def rounds_at(self, name, pid, link):
        person = Person(name)
        for keystroke_text in (False, True):
            link.begin({"streams": STREAMS, "keystroke_text": keystroke_text, "session": {"display": name}})
            for number in range(self.rounds):
                self.bench.say(f"a person types, {'texts are wanted, ' if keystroke_text else ''}round {number + 1} of {self.rounds}")
                link.rows = 0
                before, began = sum(cpu_ns(pid)), time.monotonic_ns()
                person.work(self.seconds, link)
                used = 100 * (sum(cpu_ns(pid)) - before) / (time.monotonic_ns() - began)
                if link.rows < self.seconds - 2:
                    raise Failed(f"weir-capture has recorded only {link.rows} rows in {self.seconds} s")
                self.bench.record(self.weir, "capture_text" if keystroke_text else "capture", {"percent": used})


class Link:
    """The daemon's side of the socket: it stores nothing, and answers everything."""

    def __init__(self, path):
        deadline = time.monotonic() + START_SECONDS
        self.socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self.socket.connect(path)
                break
            except OSError as error:
                if time.monotonic() > deadline:
                    raise Failed(f"weir-capture does not listen: {error}") from error
                time.sleep(0.01)
        self.rest, self.rows, self.active = b"", 0, False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, message):
        self.socket.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def begin(self, params):
        self.active = False
        self.send({"id": 1, "method": "recorder.set", "params": params})
        deadline = time.monotonic() + START_SECONDS
        while not self.active:
            if time.monotonic() > deadline:
                raise Failed("weir-capture does not record")
            self.serve(0.1)

    def serve(self, seconds):
        """Answers what arrives in this time."""
        until = time.monotonic() + seconds
        while select.select([self.socket], [], [], max(0, until - time.monotonic()))[0]:
            data = self.socket.recv(1 << 16)
            if not data:
                raise Failed("weir-capture has ended")
            *lines, self.rest = (self.rest + data).split(b"\n")
            for line in map(json.loads, lines):
                self.take(line)

    def take(self, message):
        states = message.get("params", message.get("result", {})).get("streams")
        if states is not None:
            self.active = all(state["active"] for state in states)
        elif message.get("method") == "recorder.rows":
            self.rows += len(message["params"]["rows"])
            self.send({"id": message["id"], "result": {"stored": True}})


class Person:
    def __init__(self, name):
        from Xlib import X
        from Xlib import display as xdisplay
        from Xlib.ext import xtest
        self.x, self.xtest = X, xtest
        self.display = xdisplay.Display(name)
        self.windows = [self.window(number) for number in range(WINDOWS)]
        self.keys = [self.display.keysym_to_keycode(ord(letter)) for letter in "weir"]

    def window(self, number):
        window = self.display.screen().root.create_window(0, 0, 100, 100, 0, self.x.CopyFromParent)
        window.set_wm_class("editor", f"Editor{number}")
        window.set_wm_name(f"document {number}")
        window.map()
        self.display.sync()
        return window

    def work(self, seconds, link):
        began = time.monotonic()
        for number in range(seconds * KEYS_PER_SECOND):
            if number % KEYS_PER_SECOND == 0:
                window = self.windows[number // KEYS_PER_SECOND % WINDOWS]
                window.set_wm_name(f"document {number}")
                self.display.set_input_focus(window, self.x.RevertToParent, self.x.CurrentTime)
            key = self.keys[number % len(self.keys)]
            self.xtest.fake_input(self.display, self.x.KeyPress, key)
            self.xtest.fake_input(self.display, self.x.KeyRelease, key)
            self.display.sync()
            link.serve(max(0, began + (number + 1) / KEYS_PER_SECOND - time.monotonic()))


def best(found):
    """The best round of each kind."""
    return {f"{name}_percent": min(round["percent"] for round in found[name]) for name in ("capture", "capture_text") if name in found}
