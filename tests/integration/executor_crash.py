#!/usr/bin/env python3
"""Kills the daemon as kill -9 does while eight executors stream, one to three times in a row, also while it starts and after it has
become another program (daemon.restart); then looks whether every message is in the store once and in order, every task complete,
and nothing left running. Once more and once more.

usage: executor_crash.py [ROUNDS]      (100 by default)

Environment: WEIR_BIN, WEIR_TEST_SANITIZED, WEIR_TEST_FAULTS as for the tests; WEIR_SOAK_SEED repeats the choices of a run."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode |= __name__ == "__main__"

from bound import bind  # noqa: E402
from client import RpcError  # noqa: E402
from daemon import Daemon, Place  # noqa: E402
from leftovers import until_nothing_is_left  # noqa: E402
from recorder import Nothing  # noqa: E402
from setting import FAULTS, SHIPPED  # noqa: E402
from tasks import life, log, session_of, submit, wait  # noqa: E402
from waiting import until  # noqa: E402

STREAMS = 8
SETTINGS = {"tasks": {"agent": "script", "atOnce": STREAMS, "drainMs": 0}, "pool": {"warm": 1, "idle": 4, "shutdownMs": 1000}}
# What the daemon does with executors, one step after the other. A build with fault points dies at each of them in turn.
POINTS = [
    "executor.before_take", "executor.before_start", "executor.spawn", "executor.before_note", "executor.before_connect",
    "executor.before_resume", "executor.resumed", "executor.before_prompt", "executor.before_confirm", "executor.before_end",
    "executor.before_stored", "executor.before_bury", "confirm.before_send", "store.before_commit", "store.after_commit",
]
# What only the daemon after a killed one does: it dies in its turn.
LATER_POINTS = ["executor.before_adopt", "executor.before_resume", "executor.resumed", "executor.before_confirm", "executor.before_end"]
POINT_SECONDS = 60
MORE_SECONDS = 3
# Why a daemon that is asked to become another program may have waited in vain.
BUSY = ("try again", "the store is busy", "not stored yet", "waits for a response")


def script(rng):
    """(a prompt, how many messages it makes)."""
    kind = rng.randrange(4)
    if kind == 0:
        count, rate = rng.randint(20, 300), rng.choice([200, 1000, 5000])
        return f"rate {count} {rate} 200; done all", count
    if kind == 1:
        count = rng.randint(1, 3000)
        return f"events {count} 100; done all", count
    if kind == 2:
        first, second = rng.randint(1, 300), rng.randint(1, 60)
        return f"events {first} 2000; rate {second} 500 50; events {first}; done all", 2 * first + second
    return "say one; say two; done all", 2


def restarted(client):
    """A task that is starting may take longer than daemon.restart waits for it."""
    try:
        return client.call("daemon.restart")
    except RpcError as error:
        assert error.word == "restart_failed" and any(word in error.message for word in BUSY), error
        return None


class Streams:
    """One daemon after another over the same store, and what they were asked to do."""

    def __init__(self, place, seed):
        self.place = place
        self.rng = random.Random(seed)
        self.daemon = Daemon(place, Nothing())
        self.daemon.left_behind_is_fine = True
        self.expected = {}  # task → messages
        self.sessions = []
        self.total = 0
        self.kills = 0

    def start(self, fault=None):
        """Whether it serves: at a point that it passes when it starts it dies before."""
        self.daemon.launch(program=SHIPPED, environment={"WEIR_FAULT": fault} if fault else {})
        serves = self.daemon.notifications.wait_for("READY=1", self.daemon.process)
        assert serves or fault, self.daemon.stderr()
        return serves

    def submit(self):
        """One task a session at least, some of them behind each other. It may die meanwhile."""
        client = self.daemon.client()
        for number in range(STREAMS):
            if number >= len(self.sessions) or self.rng.random() < 0.3:
                self.sessions[number:number + 1] = [session_of(client)]
            prompt, count = script(self.rng)
            self.expected[submit(client, prompt, sessionId=self.sessions[number])] = count
        client.close()

    def kill(self):
        self.daemon.send_signal(signal.SIGKILL)
        assert self.daemon.wait() == -signal.SIGKILL
        self.kills += 1

    def kill_soon(self, seconds):
        try:
            self.daemon.process.wait(self.rng.random() * seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return
        raise AssertionError(f"the daemon ended by itself: {self.daemon.stderr()}")

    def kill_several(self):
        """The first time at work, maybe as another program than it began; later ones also before it serves anybody."""
        if self.rng.random() < 0.3:
            with self.daemon.client() as client:
                until(lambda: restarted(client), "a restart")
        self.kill_soon(0.3)
        for _ in range(self.rng.randrange(3)):
            if self.rng.random() < 0.5:
                self.daemon.launch(program=SHIPPED)
                self.kill_soon(0.05)
            else:
                self.start()
                self.kill_soon(0.2)

    def until_it_dies(self, fault, later=False):
        """Keeps the daemon busy until it reaches the fault point: adds work if it is done before, and kills the
        daemon if only its successor passes the point."""
        deadline = time.monotonic() + POINT_SECONDS
        while self.daemon.is_running() and time.monotonic() < deadline:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.daemon.process.wait(MORE_SECONDS)
            if self.daemon.is_running():
                with contextlib.suppress(OSError, AssertionError):  # it dies meanwhile
                    self.submit()
                    if later:
                        self.kill_soon(0.2)
                        self.daemon.launch(program=SHIPPED, environment={"WEIR_FAULT": fault})
        try:
            assert self.daemon.wait(POINT_SECONDS) == -signal.SIGKILL, f"{fault}: {self.daemon.stderr()}"
        except AssertionError as error:
            raise AssertionError(f"{fault}: {error}") from None
        self.kills += 1

    def round(self):
        self.start()
        self.submit()
        self.kill_several()
        self.check()

    def round_at(self, point, passes):
        fault = f"{point}=kill*{passes}"
        try:
            if self.start(fault):
                self.submit()
        except (OSError, AssertionError):
            pass  # it is dead, as it should be
        self.until_it_dies(fault)
        self.check()

    def round_at_later(self, point, passes):
        """Killed at work; the next one dies at the point, the one after that has everything."""
        fault = f"{point}=kill*{passes}"
        self.start()
        client = self.daemon.client()
        for _ in range(STREAMS):
            self.expected[submit(client, "rate 200 400 200; done all", sessionId=session_of(client))] = 200
        client.close()
        self.kill_soon(0.2)
        self.daemon.launch(program=SHIPPED, environment={"WEIR_FAULT": fault})
        self.until_it_dies(fault, later=True)
        self.check()

    def check(self):
        """Everything is there, once; then it stops, and nothing is left."""
        self.start()
        client = self.daemon.client()
        client.call("event.subscribe", {"topics": ["session"]})
        for task, count in self.expected.items():
            found = wait(client, task)
            told = [event["params"] for event in log(client, taskId=task, topics=["message"])]
            numbers = [message["sequence"] for message in told]
            assert found["state"] == "completed", (found, len(numbers), self.daemon.log()[-3000:])
            assert numbers == list(range(count + 1)), f"{task}: {count} wanted; {numbers}"
            assert not any("missing" in message for message in told)
            assert found["result"]["message_count"] == count and found["result"]["text"] == "all", found
            assert life(client, task) == ["queued", "starting", "running", "completed"], life(client, task)
            self.total += count
        self.expected.clear()
        client.close()
        self.daemon.stop()
        assert self.daemon.process.returncode == 0, self.daemon.stderr()
        until_nothing_is_left(self.place)

    def all_points(self):
        for point in POINTS:
            self.round_at(point, 0)
            self.round_at(point, self.rng.randint(1, 3))
        for point in LATER_POINTS:
            self.round_at_later(point, self.rng.randrange(3))


def run(place, rounds, seed, points=True):
    """Answers how many messages were looked at, and how often it was killed."""
    place.is_staged = True
    place.write_config(SETTINGS)
    streams = Streams(place, seed)
    try:
        if FAULTS and points:
            streams.all_points()
        for _ in range(rounds):
            streams.round()
    except AssertionError as error:
        raise AssertionError(f"seed {seed}: {error}") from error
    finally:
        problems = streams.daemon.finish()
    assert not problems, problems
    return streams.total, streams.kills


def main():
    bind(os.getppid())
    rounds = int(sys.argv[1]) if len(sys.argv) == 2 and sys.argv[1].isdigit() else 100 if len(sys.argv) == 1 else 0
    if rounds <= 0:
        print(__doc__, file=sys.stderr)
        return 2
    seed = int(os.environ.get("WEIR_SOAK_SEED", random.SystemRandom().getrandbits(32)))
    place, begun = Place(), time.monotonic()
    try:
        messages, kills = run(place, rounds, seed)
    except AssertionError as error:
        print(f"executor_crash: FAILED: {error}; the files are in {place.root}", file=sys.stderr)
        return 1
    place.remove()
    print(f"executor_crash: {rounds} rounds, {kills} times killed, seed {seed}: {messages} messages looked at in "
          f"{time.monotonic() - begun:.0f} s, nothing lost, double, out of order or left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
