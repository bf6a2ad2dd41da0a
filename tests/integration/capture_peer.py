"""The daemon's side of weir-capture, an X server, and programs that show windows, press keys and copy."""

import contextlib
import os
import secrets
import select
import signal
import socket
import struct
import subprocess
import threading
import time

from Xlib import X, Xatom, Xutil
from Xlib import display as xdisplay
from Xlib.ext import xtest

from bound import bound
from connector_peer import Connection, is_alive
from dialogue import Dialogue
from setting import BIN, SANITIZER_SIGNS, WATCHDOG_SECONDS
from waiting import until

PROGRAM = BIN / "weir-capture"
ALL = ["window_tracking", "keystroke", "focus", "browser", "clipboard"]
LONG = 1000 * WATCHDOG_SECONDS


def counted(value):
    return struct.pack(">H", len(value)) + value


def cookie_text(cookie):
    return counted(b"MIT-MAGIC-COOKIE-1") + counted(cookie)


def stay_a_moment():
    """A stay of less than a millisecond makes no row."""
    began = time.monotonic()
    until(lambda: time.monotonic() > began + 0.01, "some milliseconds")


class Server:
    """An X server of its own, with a cookie."""

    def __init__(self, place, number=None, name="x", options=()):
        self.authority = place.root / f"{name}.authority"  # what programs read
        self._own_authority = place.root / f"{name}.server"  # the server reads it again whenever it has changed
        self.cookie = secrets.token_bytes(16)
        self._options = options
        self.number = number
        self.process = None
        while self.number is None:  # no number that another test gets when this server has stopped
            self.number = 1000 + secrets.randbelow(30000)
            if not self._try():
                self.number = None
        if self.process is None:
            self.start()

    def start(self):
        assert self._try(), "Xvfb has not started"

    def _try(self):
        reading, writing = os.pipe()
        self._own_authority.write_bytes(struct.pack(">HHH", 65535, 0, 0) + cookie_text(self.cookie))
        command = ["Xvfb", f":{self.number}", "-displayfd", str(writing), "-auth", str(self._own_authority),
                   "-nolisten", "tcp", "-noreset", "-screen", "0", "640x480x24", *self._options]
        self.process = subprocess.Popen(command, pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, preexec_fn=bound())
        os.close(writing)
        with os.fdopen(reading) as pipe:
            line = pipe.readline()
        if not line:
            self.process.wait(WATCHDOG_SECONDS)
            return False
        self.write_authority(self.number, self.cookie)
        return True

    def write_authority(self, number, cookie):
        host, digits = socket.gethostname().encode(), str(number).encode()
        self.authority.write_bytes(struct.pack(">H", 256) + counted(host) + counted(digits) + cookie_text(cookie))

    @property
    def name(self):
        return f":{self.number}"

    def session(self, **more):
        return {"display": self.name, "xauthority": str(self.authority)} | more

    def environment(self):
        return {**os.environ, "DISPLAY": self.name, "XAUTHORITY": str(self.authority)}

    def connect(self):
        with environment(XAUTHORITY=str(self.authority)):
            return xdisplay.Display(self.name)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(WATCHDOG_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def environment(**values):
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name)
            else:
                os.environ[name] = value


class Screen:
    """A person at an X server: windows, keys, and what a window manager would say."""

    def __init__(self, server):
        self.display = server.connect()
        self.root = self.display.screen().root

    def atom(self, name):
        return self.display.intern_atom(name)

    def window(self, title=None, app="Editor", pid=None):
        window = self.root.create_window(0, 0, 100, 100, 0, X.CopyFromParent)
        if app is not None:
            window.set_wm_class(app.lower(), app)
        if title is not None:
            self.rename(window, title)
        if pid is not None:
            window.change_property(self.atom("_NET_WM_PID"), Xatom.CARDINAL, 32, [pid])
        window.map()
        self.display.sync()
        return window

    def rename(self, window, title):
        self._set(window, self.atom("_NET_WM_NAME"), "UTF8_STRING", title.encode() if isinstance(title, str) else title)

    def _set(self, window, name, kind, value):
        """In parts, because a request is limited."""
        for at in range(0, max(1, len(value)), 128 << 10):
            window.change_property(name, self.atom(kind), 8, value[at:at + (128 << 10)], X.PropModeAppend if at else X.PropModeReplace)
        self.display.sync()

    def name_old(self, window, kind, title):
        """WM_NAME alone, in an encoding of old programs."""
        self._set(window, Xatom.WM_NAME, kind, title)

    def focus(self, window):
        self.display.set_input_focus(window or X.PointerRoot, X.RevertToParent, X.CurrentTime)
        self.display.sync()

    def flood(self, change, window):
        """Calls `change` for thousands of requests, and gives the window the focus while the server carries them out."""
        for number in range(4000):
            change()
            if number == 200:
                self.display.set_input_focus(window, X.RevertToParent, X.CurrentTime)
        self.display.sync()

    def manage(self):
        """Acts as a window manager from now on."""
        proof = self.root.create_window(-1, -1, 1, 1, 0, X.CopyFromParent)
        for window in (proof, self.root):
            window.change_property(self.atom("_NET_SUPPORTING_WM_CHECK"), Xatom.WINDOW, 32, [proof.id])
        self.display.sync()
        return proof

    def activate(self, window):
        self.root.change_property(self.atom("_NET_ACTIVE_WINDOW"), Xatom.WINDOW, 32, [window.id if window else 0])
        self.display.sync()

    def press(self, *symbols):
        """Presses and releases keys of these symbols."""
        for symbol in symbols:
            code = self.display.keysym_to_keycode(symbol if isinstance(symbol, int) else ord(symbol))
            xtest.fake_input(self.display, X.KeyPress, code)
            xtest.fake_input(self.display, X.KeyRelease, code)
        self.display.sync()

    def chord(self, held, symbol):
        code = self.display.keysym_to_keycode(held)
        xtest.fake_input(self.display, X.KeyPress, code)
        self.press(symbol)
        xtest.fake_input(self.display, X.KeyRelease, code)
        self.display.sync()

    def find(self, app):
        """A window that is shown, by the class of its application."""
        for window in self.root.query_tree().children:
            names = window.get_wm_class()
            if names and names[1] == app and window.get_attributes().map_state == X.IsViewable:
                return window
        return None

    def move(self):
        xtest.fake_input(self.display, X.MotionNotify, x=5, y=5)
        xtest.fake_input(self.display, X.MotionNotify, x=9, y=9)
        self.display.sync()

    def close(self):
        self.display.close()


class Owner:
    """An owner of the clipboard. `answer(event)` returns the type, format and data of a target; None: refused; False: no answer."""

    def __init__(self, server, answer):
        self.display = server.connect()
        self.window = self.display.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self.asked = []
        self.answer = answer
        self.endless = None  # bytes that are sent by INCR, for ever
        self.chunks = 0
        self.requestor = None  # the window that asked last
        self._wake, self._woken = os.pipe()
        self.claimed = 0
        self._claims = []  # selections that the thread is to own: it alone uses the connection
        self.claim("CLIPBOARD")
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        until(lambda: self.claimed, "it owns the clipboard")

    def atom(self, name):
        return self.display.intern_atom(name)

    def claim(self, selection):
        self._claims.append(selection)
        os.write(self._woken, b"c")

    def _serve(self):
        while True:
            while self._claims:
                self.window.set_selection_owner(self.atom(self._claims.pop(0)), X.CurrentTime)
                self.display.sync()
                self.claimed += 1
            while self.display.pending_events():
                self._take(self.display.next_event())
            ready, _, _ = select.select([self.display.fileno(), self._wake], [], [])
            if self._wake in ready and b"x" in os.read(self._wake, 65536):
                return

    def _take(self, event):
        if event.type == X.SelectionRequest:
            name = self.display.get_atom_name(event.target)
            self.requestor = event.requestor.id, event.property
            self.asked.append(name)
            told = self.answer(name)
            if told is False:
                return
            if told is not None:
                kind, size, data = told
                if kind == "INCR":
                    event.requestor.change_attributes(event_mask=X.PropertyChangeMask)
                event.requestor.change_property(event.property, self.atom(kind), size, data)
            self._notify(event, told is not None)
        elif event.type == X.PropertyNotify and event.state == X.PropertyDelete and self.endless is not None:
            self.chunks += 1
            event.window.change_property(event.atom, self.atom("UTF8_STRING"), 8, self.endless)
            self.display.flush()

    def _notify(self, request, is_done):
        from Xlib.protocol import event as xevent
        request.requestor.send_event(xevent.SelectionNotify(
            time=request.time, requestor=request.requestor, selection=request.selection, target=request.target,
            property=request.property if is_done else X.NONE))
        self.display.flush()

    def targets(self, *names):
        return "ATOM", 32, [self.atom(name) for name in names]

    def close(self):
        os.write(self._woken, b"x")
        self._thread.join()
        self.display.close()
        os.close(self._wake)
        os.close(self._woken)


class Recorder:
    """A weir-capture in a directory of its own, and a daemon that takes its rows."""

    def __init__(self, place, recorder, *arguments, name="capture", **variables):
        self.recorder = recorder
        self.directory = place.root / name
        self.directory.mkdir(mode=0o700)
        self.path = self.directory / "sock"
        self.stderr_path = place.root / f"{name}.stderr"
        self.connections = []
        self.rows = []
        self.batches = []
        self.expected_exit = 0
        self.stored = lambda params: {"stored": True}
        with open(self.stderr_path, "wb") as stderr:
            self.process = subprocess.Popen(
                [str(PROGRAM), *map(str, arguments)], env=place.environment(EXECUTOR_SOCKET=self.path, **variables),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr, start_new_session=True, preexec_fn=bound())
        self.daemon = self.connect()

    def connect(self):
        def attempt():
            assert self.process.poll() is None, self.stderr_path.read_text()
            record = Dialogue("daemon", "recorder")
            try:
                connection = Connection(self.path, record, self)
            except (FileNotFoundError, ConnectionRefusedError):
                return None
            connection.answering = self._take
            self.recorder.add(record)
            return connection

        self.connections.append(until(attempt, "weir-capture listens"))
        self.daemon = self.connections[-1]
        return self.daemon

    def _take(self, params):
        self.batches.append(params)
        answer = self.stored(params)
        self.rows += params["rows"]
        return answer

    def set(self, *streams, session=None, **more):
        """The states of all streams, by their names."""
        answer = self.daemon.ask("recorder.set", streams=list(streams), session=session or {}, **more)
        return {state["stream"]: state for state in answer["streams"]}

    def states(self):
        """The last states that were told."""
        told = [params for name, params in self.daemon.told if name == "recorder.state"]
        return {state["stream"]: state for state in told[-1]["streams"]} if told else {}

    def begin(self, *streams, session, **more):
        """Sets these streams, and waits until all of them are active."""
        states = self.set(*streams, session=session, **more)
        if not all(states[stream]["active"] for stream in streams):
            self.daemon.wait(lambda: self.states() and all(self.states()[stream]["active"] for stream in streams), "active streams")

    def wait_state(self, stream, look, what):
        self.daemon.wait(lambda: self.states() and look(self.states()[stream]), f"{what}: {self.states()}")
        return self.states()[stream]

    def flush(self):
        self.daemon.ask("recorder.flush")
        return self.rows

    def see(self, app):
        """Waits until it knows that this application is in front: recorder.flush writes the stay in its window. Forgets all rows."""
        until(lambda: any(row["type"] == "window" and row.get("app") == app for row in self.flush()), f"{app} in front")
        self.flush()
        self.rows.clear()
        stay_a_moment()

    def wait_rows(self, look, what, count=1):
        def found():
            return [row for row in list(self.rows) if look(row)]
        return self.daemon.wait(lambda: len(found()) >= count and found(), f"{what}: {self.rows}")

    def finish(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(WATCHDOG_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = f"nothing after SIGTERM; {self.process.wait()}"
        for connection in self.connections:
            connection.hang_up()
        text = self.stderr_path.read_text(errors="replace")
        problems = [] if code == self.expected_exit else [f"weir-capture exited with {code}, not {self.expected_exit}"]
        problems += [sign for sign in SANITIZER_SIGNS if sign in text]
        problems += ["its socket was left"] if self.path.exists() else []
        problems += ["it still runs"] if is_alive(self.process.pid) else []
        return [*problems, text] if problems else []
