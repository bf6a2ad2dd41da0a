"""Measures searches and lists of activity in a store with a million rows."""
import itertools
import os
import random
import shutil

from client import Client
from servers import Failed, ask_program, daemon_kind

ROWS = 1_000_000
WORDS = 20_000
SEED = 31
FILL_SECONDS = 900


class ContextBench:
    def __init__(self, bench, build):
        self.bench, self.build = bench, build
        self.rounds = 2 if bench.quick else 3
        self.queries = 300 if bench.quick else 1000

    def run(self):
        if os.access(f"{self.build}/bin/weird", os.X_OK):
            self.bench.try_part(self.measure)

    def measure(self):
        state = f"{self.bench.home}/activity"
        os.mkdir(state, 0o700)
        self.bench.say(f"adding {ROWS} rows of activity")
        ask_program([f"{self.build}/bench/fill_activity", f"{state}/weir.db", str(ROWS), str(WORDS), str(SEED)], self.bench.cpus, None,
                    FILL_SECONDS)
        kind = daemon_kind(f"{self.build}/bin/weird", state=state)
        with self.bench.start(kind) as server, Client(server) as client, self.bench.cpus.awake():
            for number in range(self.rounds):
                self.bench.say(f"{self.queries} searches and lists of activity, round {number + 1} of {self.rounds}")
                self.search(client, kind, number)
                self.list(client, kind)
        shutil.rmtree(state)

    def search(self, client, kind, number):
        """Of one to three words, as frequent in queries as in titles."""
        chance = random.Random(SEED * 1000 + number)
        ranks = range(1, WORDS + 1)
        sums = list(itertools.accumulate(1 / rank for rank in ranks))
        times, found = [], 0
        for _ in range(self.queries):
            words = chance.choices(ranks, cum_weights=sums, k=chance.choice([1, 1, 2, 2, 3]))
            took, result = time(client, "context:query", {"query": " ".join(f"word{rank}" for rank in words)})
            times.append(took)
            found += len(result["results"])
        if found < 9 * self.queries:
            raise Failed(f"{self.queries} searches have found only {found} records")
        self.bench.record(kind, "context_query", percentiles(times))

    def list(self, client, kind):
        times = []
        for _ in range(self.queries):
            took, result = time(client, "context:getRecentActivity", {})
            if len(result["activities"]) != 20:
                raise Failed(f"{len(result['activities'])} records")
            times.append(took)
        self.bench.record(kind, "context_recent", percentiles(times))


def time(client, method, params):
    began = client.begin_timed(method, params)
    when, result = client.answer(client.last_id)
    return when - began, result


def percentiles(times):
    times.sort()
    return {"p50_ns": times[len(times) // 2] * 1e9, "p99_ns": times[len(times) * 99 // 100] * 1e9, "most_ns": times[-1] * 1e9}


def best(found):
    return {f"{name}_{part}_us": min(run[f"{part}_ns"] for run in found[name]) / 1e3
            for name in ("context_query", "context_recent") if found.get(name) for part in ("p50", "p99", "most")}
