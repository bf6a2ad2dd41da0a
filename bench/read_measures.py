"""Measures reads of the store: session.get of the daemon, against plain SQLite that answers the same on a socket."""
import json
import os
import random
import shutil

import traffic
from client import Client
from servers import Failed, Kind, daemon_kind

SEED = 21
SESSIONS = 2000
BEGUN_AT_ONCE = 100
MANY = ["--connections", "64", "--in-flight", "64"]
PATTERNS = {
    "read_apart": {"options": [], "first": 1000, "awake": True},
    "read_together": {"options": [], "first": 1000, "together": True},
    "read_many": {"options": MANY, "first": 20000},
}


class ReadBench:
    def __init__(self, bench, build):
        self.bench, self.build = bench, build

    def run(self):
        if os.access(f"{self.build}/bin/weird", os.X_OK):
            self.bench.try_part(self.measure)

    def measure(self):
        state, copy = f"{self.bench.home}/sessions", f"{self.bench.home}/sessions.db"
        os.mkdir(state, 0o700)
        daemon = daemon_kind(f"{self.build}/bin/weird", state=state)
        with self.bench.start(daemon) as server:
            lines = make_sessions(server)
        shutil.copyfile(f"{state}/weir.db", copy)  # the daemon has closed it, so this file is complete
        plain = Kind("raw", "plain SQLite", lambda home: [f"{self.build}/bench/plain_reads", copy, f"{home}/socket"])
        file = traffic.write(f"{self.bench.home}/traffic.reads", lines)
        for number in range(self.bench.rounds):
            self.bench.say(f"reads, round {number + 1} of {self.bench.rounds}")
            with self.bench.start(daemon) as ours, self.bench.start(plain) as limit:
                if number == 0:
                    compare(ours, limit, lines)
                for name, pattern in PATTERNS.items():
                    self.run_in_turn((ours, limit), name, pattern, file)

    def run_in_turn(self, servers, name, pattern, file):
        with self.bench.awake_for(pattern):
            for _ in range(self.bench.repeats):
                for server in servers:
                    found = self.bench.run_load(server, (server.kind.name, name), pattern, file)
                    self.bench.record(server.kind, name, found)


def make_sessions(server):
    """Creates sessions, and returns the requests that read them, each with text that the reply must contain."""
    chance = random.Random(SEED)
    words = traffic.Maker(SEED)
    ids = []
    with Client(server) as client:
        while len(ids) < SESSIONS:
            begun = [client.begin("session.create", {
                "cwd": "/", "title": words.text(), "permissionMode": chance.choice(["default", "plan", "acceptEdits"]),
                "metadata": {"window": chance.randrange(10**6), "tags": chance.choices(traffic.WORDS, k=3)},
            }) for _ in range(BEGUN_AT_ONCE)]
            ids += [client.answer(number)[1]["id"] for number in begun]
    chance.shuffle(ids)
    return [(f'{{"jsonrpc":"2.0","id":{traffic.ID},"method":"session.get","params":{{"sessionId":"{name}"}}}}',
             f'"result":{{"id":"{name}"') for name in ids]


def compare(ours, limit, lines):
    """Checks that both servers give identical replies."""
    for (request, _), one, other in zip(lines, traffic.ask_all(ours, lines), traffic.ask_all(limit, lines)):
        if one != other:
            raise Failed(f"{request}: {json.dumps(one.decode())} is not {json.dumps(other.decode())}")


def best(runs):
    numbers = {}
    for name in PATTERNS:
        found = runs.get(name, [])
        numbers[f"{name}_per_second"] = max((run["replies_per_second"] for run in found), default=None)
        numbers[f"{name}_cpu_ns"] = min((run["server_cpu_ns_per_request"] for run in found), default=None)
        numbers[f"{name}_p50_us"] = min((run["p50_ns"] / 1e3 for run in found if "p50_ns" in run), default=None)
        numbers[f"{name}_p99_us"] = min((run["p99_ns"] / 1e3 for run in found if "p99_ns" in run), default=None)
    return numbers
