#!/usr/bin/env python3
"""Kills the daemon while rules are due, at random moments and at every fault point, and checks the receipts: each due time and
each event has one, none has two, and no run has two tasks.

usage: automation_kills.py [ROUNDS]      (100 by default)

Environment: WEIR_BIN, WEIR_TEST_SANITIZED, WEIR_TEST_FAULTS as for the tests; WEIR_SOAK_SEED repeats the choices of a run."""

import collections
import json
import os
import random
import select
import signal
import sqlite3
import subprocess
import sys
import time

sys.dont_write_bytecode |= __name__ == "__main__"

from automations import create_rule, runs, task  # noqa: E402
from bound import bind  # noqa: E402
from client import Client  # noqa: E402
from daemon import Daemon, Place  # noqa: E402
from recorder import Nothing  # noqa: E402
from setting import FAULTS  # noqa: E402
from waiting import until  # noqa: E402

POINTS = [f"automation.{name}" for name in ("look", "advance", "receipt", "submit", "match", "looked", "decided", "perform", "performed")]
POINT_SECONDS = 60
SECOND = {"type": "interval", "seconds": 1}
EVENT = {"type": "event", "event": "event.sessionCreated", "where": {"session.title": "count me"}}
NEVER = {"disableAfterFailures": 0}
NOTIFY = {"type": "notify", "title": "{{rule.name}}"}


class Kills:
    def __init__(self, daemon, seed):
        self.daemon = daemon
        self.rng = random.Random(seed)
        self.times = []  # rules that are due each second
        self.event_rule = None
        self.created = 0

    def prepare(self):
        self.daemon.start()
        with Client(self.daemon.socket, Nothing()) as client:
            for overlap, missed in (("skip", "latest"), ("queue", "all"), ("replace", "skip"), ("queue", "latest")):
                rule = create_rule(client, [task("say one; done"), NOTIFY], SECOND, policy=NEVER | {"overlap": overlap, "missed": missed})
                self.times.append((rule["ruleId"], rule["nextDue"]))
            policy = NEVER | {"overlap": "queue", "maxPerHour": 100000}
            self.event_rule = create_rule(client, [task("done")], EVENT, policy=policy)["ruleId"]
        self._kill()

    def _kill(self):
        self.daemon.send_signal(signal.SIGKILL)
        assert self.daemon.wait() == -signal.SIGKILL

    def round(self, point=None):
        if self.rng.random() < 0.5:
            select.select([], [], [], self.rng.random() * 4)  # some due times are missed
        fault = {"WEIR_FAULT": f"{point}=kill*{self.rng.randint(0, 8)}"} if point else {}
        self.daemon.launch(environment=fault)
        serves = self.daemon.notifications.wait_for("READY=1", self.daemon.process)
        assert serves or point, self.daemon.stderr()
        end = time.monotonic() + (POINT_SECONDS if point else self.rng.random() * 1.5)
        while serves and time.monotonic() < end and self.daemon.process.poll() is None:
            self._make_sessions()
        try:
            self.daemon.process.wait(0.01)
        except subprocess.TimeoutExpired:
            assert not point, f"{point} was not passed"
            self._kill()
        assert self.daemon.wait() == -signal.SIGKILL

    def _make_sessions(self):
        """Some events, at most as many as may wait."""
        try:
            with Client(self.daemon.socket, Nothing()) as client:
                for _ in range(self.rng.randint(0, 3)):
                    client.call("session.create", {"cwd": "/", "title": "count me"})
                client.ping()
                self.daemon.process.wait(0.02)
        except (OSError, AssertionError, subprocess.TimeoutExpired):
            pass  # it is dead, or goes on

    def check(self):
        self.daemon.start()
        with Client(self.daemon.socket, Nothing()) as client:
            client.call("automation.disable")
            until(lambda: not any(one["state"] in ("running", "queued") for one in runs(client)), "all runs are over")
            client.call("automation.status")
            log = runs(client)
        self._kill()
        receipts = collections.defaultdict(list)
        for one in log:
            receipts[one["ruleId"]].append(one)
        for rule, first in self.times:
            self._check_times(receipts[rule], first)
        self._check_file(receipts[self.event_rule])
        return len(log)

    @staticmethod
    def _check_times(found, first):
        """Each second has one receipt, alone or with its neighbors."""
        times = []
        for one in found:
            count = one.get("count", 1)
            times += range(one.get("from", one["dueAt"]), one.get("to", one["dueAt"]) + 1, 1000)
            assert one.get("to", one["dueAt"]) - one.get("from", one["dueAt"]) == 1000 * (count - 1), one
        times.sort()
        assert times[0] == first, (times[0], first)
        for one, other in zip(times, times[1:]):
            assert other == one + 1000, f"{one} is followed by {other}"

    def _check_file(self, of_events):
        with sqlite3.connect(f"file:{self.daemon.state}/weir.db?mode=ro", uri=True) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            causes = [json.loads(terms)["cause"] for (terms,) in database.execute("SELECT limits FROM tasks WHERE limits IS NOT NULL")]
            happened = {seq for (seq,) in database.execute(
                "SELECT seq FROM events e JOIN kinds k ON k.no = e.kind WHERE k.name = 'event.sessionCreated' AND body LIKE '%\"title\":\"count me\"%'")}
        database.close()
        tasks = collections.Counter(cause["runId"] for cause in causes)
        assert not tasks or max(tasks.values()) == 1, [run for run, count in tasks.items() if count > 1]
        seen = collections.Counter(one["cause"]["seq"] for one in of_events)
        assert not seen or max(seen.values()) == 1, seen.most_common(3)
        shared = sum(one.get("count", 1) for one in of_events)
        assert set(seen) <= happened and shared == len(happened), (shared, len(happened))


def run(place, rounds, seed):
    """Answers how many receipts were looked at."""
    place.write_config({"tasks": {"queue": 5000, "stopMs": 200}})
    daemon = Daemon(place, Nothing())
    daemon.left_behind_is_fine = True
    daemon.expected_exit = -signal.SIGKILL
    kills = Kills(daemon, seed)
    count = 0
    try:
        kills.prepare()
        for point in (POINTS if FAULTS else []) + [None] * rounds:
            kills.round(point)
        count = kills.check()
    except AssertionError as error:
        raise AssertionError(f"seed {seed}: {error}") from error
    finally:
        problems = daemon.finish()
    assert not problems, problems
    return count


def main():
    bind(os.getppid())
    rounds = int(sys.argv[1]) if len(sys.argv) == 2 and sys.argv[1].isdigit() else 100
    seed = int(os.environ.get("WEIR_SOAK_SEED", random.SystemRandom().getrandbits(32)))
    place = Place()
    begun = time.monotonic()
    try:
        count = run(place, rounds, seed)
    except AssertionError as error:
        print(f"automation_kills: FAILED: {error}; the files are in {place.root}", file=sys.stderr)
        return 1
    place.remove()
    print(f"automation_kills: {rounds} times killed, seed {seed}: {count} receipts looked at in {time.monotonic() - begun:.0f} s, none missing, none double")
    return 0


if __name__ == "__main__":
    sys.exit(main())
