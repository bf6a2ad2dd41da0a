"""Reads and writes the store's file directly, without the daemon, and fills it."""

import sqlite3

from sessions import create

KIB = 1 << 10
DAY_MS = 24 * 60 * 60 * 1000
SOUND = {"ok": True, "problems": []}


def fill(client, count=30, size=60 * KIB):
    """A session, and events that take some room."""
    session = create(client)
    for _ in range(count):
        client.call("session.update", {"sessionId": session["id"], "metadata": "m" * size})
    return session


def store_of(place):
    return place.user_state / "weir.db"


def change(path, *statements):
    """Behind the daemon's back, while it does not run."""
    with sqlite3.connect(path) as db:
        for statement in statements:
            db.execute(statement)
    db.close()


def look(path, sql):
    db = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    try:
        return db.execute(sql).fetchall()
    finally:
        db.close()
