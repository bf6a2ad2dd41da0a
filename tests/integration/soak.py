#!/usr/bin/env python3
"""One daemon and many clients of every kind, for a while: checks that it keeps responding and does not grow.

usage: soak.py [SECONDS]      (300 by default)

Environment: WEIR_BIN, WEIR_TEST_SANITIZED as for the tests; WEIR_SOAK_SEED repeats a run as far as threads allow."""

import json
import os
import random
import signal
import socket
import sys
import threading
import time
from collections import Counter

sys.dont_write_bytecode |= __name__ == "__main__"

from bound import bind  # noqa: E402
from client import Client, RawClient  # noqa: E402
from daemon import Daemon, Place  # noqa: E402
from recorder import Nothing  # noqa: E402
from setting import MIB, SANITIZED  # noqa: E402
from waiting import until  # noqa: E402

WORKERS = 8
ROUND_SECONDS = 20
PATIENCE_SECONDS = 20 if SANITIZED else 5
# Idle memory of the last rounds over that of the first. Sanitizers keep freed memory for a while.
GROWTH = (192 if SANITIZED else 4) * MIB
MESSAGE_BYTES = 4 * MIB
SETTINGS = {"limits": {"messageBytes": MESSAGE_BYTES, "outputPauseBytes": 65536, "outputBytes": 8 * MIB, "connections": 500}}
METHODS = ["ping", "daemon.status", "rpc.discover", "no.such.method", "initialize"]


def request(rng, method=None):
    return {"jsonrpc": "2.0", "id": rng.choice([rng.getrandbits(64), "text", None, 1.5]), "method": method or rng.choice(METHODS)}


def line(value):
    return json.dumps(value).encode() + b"\n"


# --- kinds of clients ---------------------------------------------------------------


def good(raw, rng):
    for _ in range(rng.randint(1, 200)):
        raw.send(line(request(rng)))
        raw.read()


def pipelined(raw, rng):
    count = rng.randint(1, 500)
    raw.send(b"".join(line(request(rng)) for _ in range(count)))
    for _ in range(count):
        raw.read()


def in_pieces(raw, rng):
    data = line(request(rng))
    while data:
        size = rng.randint(1, 7)
        raw.send(data[:size])
        data = data[size:]
    raw.read()


def garbage(raw, rng):
    raw.send(rng.randbytes(rng.randint(1, 100_000)))
    raw.end()
    raw.read_all()


def mutated(raw, rng):
    for _ in range(100):
        data = bytearray(line(request(rng)))
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data) - 1)] = rng.randrange(256)
        raw.send(bytes(data))
    raw.end()
    raw.read_all()


def batches(raw, rng):
    count = rng.choice([1, 10, 1000, 1001, 5000])
    raw.send(line([request(rng, "ping") for _ in range(count)]))
    raw.read()


def great_batch(raw, rng):
    raw.send(b"[" + b"1," * rng.randint(10_000, MESSAGE_BYTES // 2 - 2) + b"1]\n")
    raw.read()


def long_line(raw, rng):
    size = rng.choice([300_000, MIB, MESSAGE_BYTES - 100, MESSAGE_BYTES + 100, 3 * MESSAGE_BYTES])
    raw.send(b'{"id":1,"method":"ping","params":{"x":"' + b"y" * size + b'"}}\n')
    raw.read()


def deep(raw, rng):
    raw.send(rng.choice([b"[", b'{"a":']) * rng.randint(100, 100_000) + b"\n")
    raw.read()


def leaves_midway(raw, rng):
    data = line(request(rng) | {"params": {"x": "y" * rng.choice([0, 1000, 400_000, 2 * MIB])}})
    raw.send(data[: rng.randint(0, len(data))])


def leaves_unread(raw, rng):
    raw.send(line(request(rng, "rpc.discover")) * rng.randint(1, 40))


def slow(raw, rng):
    raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    count = rng.randint(10, 60)
    sender = threading.Thread(target=raw.send, args=(line(request(rng, "rpc.discover")) * count,))
    sender.start()
    for _ in range(count):
        threading.Event().wait(rng.random() / 100)
        raw.read()
    sender.join()


def silent(raw, rng):
    threading.Event().wait(rng.random() / 5)


def passes_descriptors(raw, rng):
    with open(os.devnull, "rb") as file:
        raw.send_with_fds(line(request(rng, "ping")), [file.fileno()] * rng.randint(1, 16))
        raw.read()


KINDS = [
    good, pipelined, in_pieces, garbage, mutated, batches, great_batch, long_line, deep, leaves_midway, leaves_unread, slow, silent,
    passes_descriptors,
]


# --- the run ----------------------------------------------------------------------------


class Soak:
    def __init__(self, daemon, seed):
        self.daemon = daemon
        self.seed = seed
        self.counts = Counter()
        self.pings = 0
        self.slowest = 0.0
        self.problems = []

    def _work(self, number, deadline):
        rng = random.Random(f"{self.seed}-{number}")
        while time.monotonic() < deadline and not self.problems:
            kind = rng.choice(KINDS)
            try:
                with RawClient(self.daemon.socket, Nothing(), seconds=PATIENCE_SECONDS * 3) as raw:
                    kind(raw, rng)
                self.counts[kind.__name__] += 1
            except Exception as error:  # whatever it is, the run has failed
                self.problems.append(f"{kind.__name__}: {error!r}")

    def _ping(self, deadline):
        try:
            with Client(self.daemon.socket, Nothing(), seconds=PATIENCE_SECONDS) as client:
                while time.monotonic() < deadline and not self.problems:
                    begun = time.monotonic()
                    client.ping()
                    self.slowest = max(self.slowest, time.monotonic() - begun)
                    self.pings += 1
        except Exception as error:
            self.problems.append(f"the ping that has to work all the time: {error!r}")

    def _reload(self, deadline, rng):
        """Good and bad configurations, by turns."""
        while time.monotonic() < deadline and not self.problems:
            threading.Event().wait(min(0.5, max(0, deadline - time.monotonic())))
            self.daemon.place.write_config(rng.choice([SETTINGS, "{,}", '{"unknown": 1}']))
            self.daemon.send_signal(signal.SIGHUP)
            self.daemon.notifications.has_come("READY=1")

    def round(self, number, seconds):
        """All at once for a while, then nobody; answers the memory and the descriptors of the idle daemon."""
        deadline = time.monotonic() + seconds
        threads = [threading.Thread(target=self._work, args=(f"{number}-{worker}", deadline)) for worker in range(WORKERS)]
        threads += [threading.Thread(target=self._ping, args=(deadline,))]
        threads += [threading.Thread(target=self._reload, args=(deadline, random.Random(f"{self.seed}-{number}")))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with Client(self.daemon.socket, Nothing()) as client:
            until(lambda: client.call("daemon.status")["clients"] == 1, "all clients to be gone")
            return self.daemon.rss(), self.daemon.descriptors()


def run(seconds, seed):
    place = Place()
    place.write_config(SETTINGS)
    if SANITIZED:
        os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "detect_leaks=1") + ":quarantine_size_mb=16"
    daemon = Daemon(place, Nothing())
    soak = Soak(daemon, seed)
    problems, rounds = [], []
    try:
        daemon.start()
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0.05 and not soak.problems:
            rounds.append(soak.round(len(rounds), min(left, ROUND_SECONDS, max(seconds / 4, 1))))
        problems += soak.problems
    except AssertionError as error:
        problems.append(str(error))
    problems += daemon.finish()
    memory, descriptors = [r[0] for r in rounds] or [0], [r[1] for r in rounds] or [0]
    if max(memory) > memory[0] + GROWTH:
        problems.append(f"the memory of the idle daemon grows: {', '.join(f'{m / MIB:.1f}' for m in memory)} MiB")
    if max(descriptors) > descriptors[0] + 2:
        problems.append(f"its descriptors grow: {descriptors}")
    place.remove()
    print(
        f"soak: {seconds:.0f} s, seed {seed}: {sum(soak.counts.values())} clients of {len(soak.counts)} kinds, {soak.pings} pings, "
        f"slowest {soak.slowest * 1000:.0f} ms, idle memory {memory[0] / MIB:.1f} to {memory[-1] / MIB:.1f} MiB, "
        f"descriptors {descriptors[0]} to {descriptors[-1]}: {'FAILED' if problems else 'ok'}"
    )
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def main():
    bind(os.getppid())
    try:
        seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300.0
    except ValueError:
        seconds = 0.0
    if len(sys.argv) > 2 or seconds <= 0:
        print(__doc__, file=sys.stderr)
        return 2
    return run(seconds, int(os.environ.get("WEIR_SOAK_SEED", random.SystemRandom().getrandbits(32))))


if __name__ == "__main__":
    sys.exit(main())
