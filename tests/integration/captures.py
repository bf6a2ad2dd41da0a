"""A daemon beside which a false weir-capture stands, which records what the test tells it to (false_recorder.py)."""

import contextlib
import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from activities import now
from setting import SHIPPED
from stores import store_of
from waiting import until

FALSE_RECORDER = Path(__file__).with_name("false_recorder.py")
SESSION = {"display": ":77"}
STREAMS = ("window_tracking", "keystroke", "focus", "browser", "clipboard")
TABLES = ("activity_sessions", "keystroke_chunks", "focus_sessions", "browser_sessions", "clipboard_events")


class Desk:
    """The daemon, its program and the store."""

    def __init__(self, place, make_daemon):
        self.place = place
        self._make = make_daemon
        self.programs = place.root / "programs"
        self.programs.mkdir()
        for name in ("weird", "weir-jail", "weir-executor", "weir-broker", "weir"):
            shutil.copy2(SHIPPED.parent / name, self.programs / name)
        shutil.copy2(FALSE_RECORDER, self.programs / "weir-capture")
        self.orders = self.programs / "orders"
        os.mkfifo(self.orders)
        self.daemon = None
        self.ordered = 0

    def start(self, wrapper=(), **environment):
        self.daemon = self._make().start(program=self.programs / "weird", environment=environment, wrapper=wrapper)
        return self.daemon

    def client(self):
        return self.daemon.client()

    def on(self, *streams, **more):
        """A client; the person has consented, and these streams are enabled besides the defaults and recorded."""
        client = self.client()
        for stream in streams:
            client.call("capture:toggleStream", {"stream": stream, "enabled": True})
        client.call("capture.consent", {"recording": True, "session": SESSION} | more)
        self.until_active(client, "window_tracking", "focus", "browser", *streams)
        return client

    def status(self, client):
        return {one["stream"]: one for one in client.call("capture:getStatus")["streams"]}

    def active(self, client):
        return sorted(name for name, one in self.status(client).items() if one["active"])

    def until_active(self, client, *streams):
        until(lambda: self.active(client) == sorted(streams), lambda: f"{streams} to be active: {self.status(client)}")

    def until_error(self, client, stream, text):
        until(lambda: text in self.status(client)[stream].get("error", ""), lambda: f"{text!r}: {self.status(client)[stream]}")

    # --- the program ---

    def order(self, **order):
        """The program has carried out what it is to keep in mind when this returns."""
        self.ordered += 1
        order["number"] = self.ordered

        def write():
            try:
                fd = os.open(self.orders, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:  # nobody reads yet
                return False
            os.set_blocking(fd, True)
            with contextlib.suppress(BrokenPipeError):  # it was ended for an earlier order
                with open(fd, "wb", closefd=False) as orders:
                    orders.write(json.dumps(order).encode() + b"\n")
            os.close(fd)
            return True

        until(write, f"a program for {order}")
        if {"keep", "states", "silent"} & set(order):
            until(lambda: [one for one in self.heard() if one.get("obeyed") == self.ordered], f"{order} to be carried out")

    def processes(self):
        root = self.daemon.state / "executors"
        return sorted(path.name for path in (root.iterdir() if root.exists() else ()) if (path / "own" / "heard").exists())

    def pid(self):
        """Of the jail of the only process."""
        (name,) = until(lambda: len(self.processes()) == 1 and self.processes(), "one process")
        return int(os.readlink(self.daemon.state / "executors" / name / "jail").split()[0])

    def heard(self, method=None):
        root = self.daemon.state / "executors"
        messages = []
        for name in self.processes():
            with contextlib.suppress(FileNotFoundError):  # it has just ended
                messages += [json.loads(line) for line in (root / name / "own" / "heard").read_text().splitlines()]
        return [one for one in messages if method is None or one.get("method") == method]

    def until_gone(self):
        until(lambda: not self.processes(), lambda: f"no process: {self.processes()}")

    # --- what is stored ---

    def rows(self):
        """(table, title, text) of all rows; of a copy, so the store is not disturbed."""
        copy = self.place.root / "copy.db"
        for suffix in ("", "-wal"):
            source = Path(f"{store_of(self.place)}{suffix}")
            Path(f"{copy}{suffix}").write_bytes(source.read_bytes() if source.exists() else b"")
        db = sqlite3.connect(copy)
        try:
            texts = {"keystroke_chunks", "clipboard_events"}
            return [(table, *row) for table in TABLES
                    for row in db.execute(f"SELECT title, {'text' if table in texts else 'NULL'} FROM {table} ORDER BY no")]
        except sqlite3.DatabaseError:  # the copy was taken in the middle of a write
            return None
        finally:
            db.close()

    def titles(self):
        return [row[1] for row in self.rows() or ()]

    def until_titles(self, *titles):
        until(lambda: self.titles() == list(titles), lambda: f"{titles}: {self.rows()}")


@pytest.fixture
def desk(place, make_daemon):
    place.write_config({"pool": {"warm": 0}})
    return Desk(place, make_daemon)


def row(title, kind="window", **more):
    return {"type": kind, "at": now() - 1000, "app": "Editor", "title": title, "duration_ms": 500} | more
