#!/usr/bin/env python3
"""A thousand tasks one after another, in a new session each and in one session for all; then the daemon has as many descriptors,
processes, directories and files as after ten, and no more memory. The caches of the store are filled before: they have a limit
of their own.

usage: executor_many.py [TASKS]      (1000 by default)

Environment: WEIR_BIN, WEIR_TEST_SANITIZED as for the tests."""

import json
import os
import sys

sys.dont_write_bytecode |= __name__ == "__main__"

from bound import bind  # noqa: E402
from daemon import Daemon, Place  # noqa: E402
from leftovers import directories, trees, until_nothing_is_left  # noqa: E402
from recorder import Nothing  # noqa: E402
from setting import MIB, SANITIZED, SHIPPED  # noqa: E402
from tasks import FINAL, session_of, submit, wait  # noqa: E402
from waiting import until  # noqa: E402

SETTINGS = {"tasks": {"agent": "script", "stopMs": 1000}, "pool": {"warm": 1, "idle": 2, "shutdownMs": 1000}}
FIRST = 10
# Most tasks are like the first; some end otherwise.
SCRIPTS = {7: "exit 3", 11: "fail ERROR no", 13: "hold", 17: "events 300 100; done", 19: "tree 3; done"}
FILLING = "events 60000 200; done"  # more than the store keeps in memory, written and then read
SPARE = MIB // 2  # of the allocator


USUAL = "say one; progress 50; say two; done"


def script(number):
    return next((text for of, text in SCRIPTS.items() if number % of == of - 1), USUAL)


def descriptors(pid):
    """What each descriptor refers to, without its number."""
    found = []
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            found.append(os.readlink(f"/proc/{pid}/fd/{name}").split(":")[0])
        except FileNotFoundError:
            pass  # it was closed in between
    return sorted(found)


def uses(place):
    """The use of each executor, from its record."""
    found = []
    for name in directories(place):
        try:
            found.append(json.loads((place.user_state / "executors" / name / "record").read_text())["use"])
        except FileNotFoundError:
            found.append("none")
    return sorted(found)


class Measure:
    """The resources of a daemon at rest: idle executors only, and no file being written."""

    def __init__(self, daemon, place, waiting, like=None):
        def is_at_rest():
            """Each has shaken hands; besides, there are the listener, the client, and the jailer."""
            self.descriptors = descriptors(daemon.pid)
            self.threads = len(os.listdir(f"/proc/{daemon.pid}/task"))
            self.files = sorted(path.name for path in daemon.state.iterdir())
            self.rss = daemon.rss()
            writes = any("/executors/" in path or path.endswith(("/audit.head", ".new")) for path in [*self.descriptors, *self.files])
            return (uses(place) == waiting and len(trees(place)) == len(waiting) and not writes
                    and self.descriptors.count("socket") == len(waiting) + 3 and (not like or self.has_what(like)))

        until(is_at_rest, lambda: f"those that wait are {waiting}, and the daemon has {like and like.owns()}; it has {self.owns()}")
        assert SANITIZED or not like or self.rss <= like.rss + SPARE, f"{like.rss} bytes of memory became {self.rss}"

    def owns(self):
        return self.descriptors, self.threads, self.files

    def has_what(self, other):
        """A thread of the resolver that was there then may have ended for want of work."""
        return (self.descriptors, self.files) == (other.descriptors, other.files) and self.threads <= other.threads


def play(client, first, last, session):
    """The last one is as usual: its executor stays for the session's next."""
    for number in range(first, last):
        own = session or session_of(client)
        prompt = script(number) if number < last - 1 else USUAL
        task = submit(client, prompt, sessionId=own)
        if prompt == "hold":
            client.call("task.cancel", {"taskId": task})
        assert wait(client, task)["state"] in FINAL
        if not session:
            client.call("session.close", {"sessionId": own})
        client.events.clear()


def fill(client):
    session = session_of(client)
    assert wait(client, submit(client, FILLING, sessionId=session))["state"] == "completed"
    at, more = 0, True
    while more:
        page = client.call("event.list", {"fromSeq": at, "limit": 1000})
        at, more = page["nextSeq"], page["more"]
    client.call("session.close", {"sessionId": session})


def run(place, count, one_session, say=lambda text: None):
    place.is_staged = True
    place.write_config(SETTINGS)
    daemon = Daemon(place, Nothing())
    daemon.start(program=SHIPPED)
    try:
        client = daemon.client()
        session = session_of(client) if one_session else None
        waiting = ["tasks", "warm"] if one_session else ["warm"]
        fill(client)
        play(client, 0, FIRST, session)
        after_ten = Measure(daemon, place, waiting)
        play(client, FIRST, count // 4, session)
        quarter = Measure(daemon, place, waiting)
        play(client, count // 4, count, session)
        in_the_end = Measure(daemon, place, waiting, like=after_ten)
        say(f"{count} tasks {'in one session' if one_session else 'in a session each'}: resident memory {after_ten.rss >> 10} KiB after {FIRST}, "
            f"{quarter.rss >> 10} after {count // 4}, {in_the_end.rss >> 10} in the end; {len(in_the_end.descriptors)} descriptors, "
            f"{in_the_end.threads} threads, {len(in_the_end.files)} files, as after {FIRST}")
        if session:
            client.call("session.close", {"sessionId": session})
        client.close()
        assert daemon.stop() == 0, daemon.stderr()
        until_nothing_is_left(place)
    finally:
        problems = daemon.finish()
    assert not problems, problems


def main():
    bind(os.getppid())
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for one_session in (False, True):
        place = Place()
        try:
            run(place, count, one_session, lambda text: print(f"executor_many: {text}"))
        except AssertionError as error:
            print(f"executor_many: FAILED: {error}", file=sys.stderr)
            return 1
        finally:
            place.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
