"""Installed apps, and their connections."""

import hashlib
import json
import socket
import sqlite3

from activities import now
from client import Client
from schema import empty_store
from setting import WATCHDOG_SECONDS
from shells import fd_client
from stores import store_of

METHODS = {
    "context": {"activeWindow", "recentActivity", "currentTime"},
    "user": {"preferences", "profile"},
    "data": {"conversations", "search"},
}


def install(place, app, tools=(), capture=False):
    """Makes the row and the files of an app while no daemon runs, with this grant."""
    path = store_of(place)
    path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)
        path.write_bytes(empty_store())
    grant = json.dumps({"tools": list(tools), "captureRead": capture})
    page = path.parent / "apps" / app / "index.html"
    page.parent.mkdir(parents=True, mode=0o700)
    page.write_text("<!doctype html>")
    hashed = hashlib.blake2b(page.read_bytes(), digest_size=32).digest()
    digest = hashlib.blake2b(page.name.encode() + b"\0" + hashed, digest_size=32).hexdigest()
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO installed_apps (id, name, version, entry, requested, directory, digest, files, bytes, installed_at, updated_at)"
                   " VALUES (?, ?, '1.0.0', ?, '{}', ?, ?, 1, ?, ?, ?)",
                   (app, app.title(), page.name, app, digest, page.stat().st_size, now(), now()))
        db.execute("INSERT INTO app_permissions (app, permissions, granted_at) VALUES (?, ?, ?)", (app, grant, now()))
    db.close()


class App(Client):
    """A program that has the connection of an app."""

    def __init__(self, fd, record, app):
        self._record = record
        self._buffer = bytearray()
        self.seconds = WATCHDOG_SECONDS
        self.socket = socket.socket(fileno=fd)
        self.socket.settimeout(self.seconds)
        self._next_id = 1
        self.events, self.health = [], []
        self.app = app

    def params(self, what, args=None, app=None):
        ns, _, method = what.partition(".")
        return {"appId": app or self.app, "ns": ns, "method": method} | ({} if args is None else {"args": args})

    def data(self, what, args=None):
        """Reads, and answers the data."""
        return self.call("cowork:read", self.params(what, args))["data"]

    def refused(self, what, args=None, bad=False):
        return self.error("cowork:read", self.params(what, args), bad=bad)


def open_app(daemon, app, client=None):
    """A connection of the app, which a client has opened."""
    own = client or fd_client(daemon)
    opened = own.call("apps.open", {"appId": app})
    assert opened["appId"] == app
    connection = App(own.take_fd(), daemon.recorder.connection(), app)
    if not client:
        own.close()
    return daemon._keep(connection)


def status(client, app):
    """Of apps:list; None: it is not installed."""
    return next((one["status"] for one in client.call("apps:list")["apps"] if one["appId"] == app), None)
