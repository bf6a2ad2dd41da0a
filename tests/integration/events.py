"""The event log as its subscribers see it, and clients that write to it."""

import re
import select
import threading

from client import Client
from setting import WATCHDOG_SECONDS

FOLLOW_SECONDS = 3 * WATCHDOG_SECONDS
SEQ = re.compile(rb'"method":"event\.(?!cursor)\w+","params":\{"seq":(\d+)')


class Unrecorded:
    """For connections on which more passes than can be checked against the contract in a reasonable time."""

    def sent(self, data, bad):
        pass

    def received(self, line):
        pass

    def ended(self):
        pass


def unrecorded(daemon):
    return daemon._keep(Client(daemon.socket, Unrecorded(), FOLLOW_SECONDS))


# --- writing --------------------------------------------------------------------------


def create(client, **more):
    return client.call("session.create", {"cwd": "/tmp", **more})["id"]


def rename(client, session, title="new"):
    return client.call("session.update", {"sessionId": session, "title": title})


def write(client, count, size=0, **more):
    """A task that reports so many messages of this size, and has ended; answers the number of the last event."""
    task = client.call("task.submit", {"prompt": f"events {count} {size}", **more})["taskId"]
    assert client.call("task.wait", {"taskId": task})["state"] == "completed"
    return last_seq(client)


def last_seq(client):
    return client.call("event.list", {"limit": 1})["lastSeq"]


# --- following ------------------------------------------------------------------------


def subscribe(client, **params):
    return client.call("event.subscribe", params)


def entry(event):
    """As event.list has it."""
    return {"method": event["method"], "params": event["params"]}


def cursors(events):
    return [event["params"] for event in events if event["method"] == "event.cursor"]


def logged(events):
    """Without event.cursor, which is not a part of the log."""
    return [entry(event) for event in events if event["method"] != "event.cursor"]


def seqs(events):
    return [event["params"]["seq"] for event in logged(events)]


def is_live(event):
    return event["method"] == "event.cursor" and event["params"]["live"]


def events_until(client, last):
    """Everything up to and with the first event for which last() is true."""
    found = []
    while not found or not last(found[-1]):
        found.append(client.event())
    return found


def events_up_to(client, seq):
    """Everything up to and with this event of the log."""
    return events_until(client, lambda event: event["method"] != "event.cursor" and event["params"]["seq"] >= seq)


def pages(client, **params):
    """The events of all pages of event.list, one behind the other."""
    found, at = [], params.pop("fromSeq", 0)
    while True:
        page = client.call("event.list", {"fromSeq": at, **params})
        assert len(page["events"]) <= params.get("limit", 100)
        assert at < page["nextSeq"] <= page["lastSeq"] + 1
        assert page["more"] == (page["nextSeq"] <= page["lastSeq"])
        found += page["events"]
        at = page["nextSeq"]
        if not page["more"]:
            return found


class Follower:
    """Subscribes, and reads on a thread of its own; keeps the numbers of the events that came."""

    def __init__(self, daemon, **params):
        self.client = unrecorded(daemon)
        self.begun = subscribe(self.client, **params)
        self.seqs = []
        self._rest = bytes(self.client._buffer)
        self._thread = self._error = None

    def read_some(self, most=1 << 20):
        data = self.client.socket.recv(most)
        assert data, "the daemon hung up"
        *lines, self._rest = (self._rest + data).split(b"\n")
        self.seqs += [int(match[1]) for line in lines if (match := SEQ.search(line[:120]))]

    def start(self, seq):
        """Begins to read, up to this event."""
        self._thread = threading.Thread(target=self._run, args=(seq,), daemon=True)
        self._thread.start()
        return self

    def up_to(self, seq):
        """Reads up to this event, or waits until that is done; answers all numbers."""
        if not self._thread:
            self.start(seq)
        self._thread.join(FOLLOW_SECONDS)
        assert not self._thread.is_alive() and not self._error, f"{self._error}; {len(self.seqs)} seen, not yet {seq}"
        return self.seqs

    def _run(self, seq):
        try:
            while not self.seqs or self.seqs[-1] < seq:
                self.read_some()
        except Exception as error:  # whatever it is, the test has to hear of it
            self._error = error


def memory(daemon):
    """The private memory of a process, in bytes; without mapped file pages, which the kernel can reclaim."""
    with open(f"/proc/{daemon.pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon:"))


class Crawler:
    """Reads a little now and then from a follower's connection, if there is one, and looks at the daemon's memory, until it is
    left."""

    def __init__(self, daemon, follower=None, size=100, seconds=0.1):
        self._daemon = daemon
        self._follower = follower
        self._size = size
        self._seconds = seconds
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.most = 0

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def _run(self):
        while not self._stop.wait(self._seconds):
            if self._follower and select.select([self._follower.client.socket], [], [], 0)[0]:
                self._follower.read_some(self._size)
            self.most = max(self.most, memory(self._daemon))
