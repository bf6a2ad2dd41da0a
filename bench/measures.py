"""Measures requests, idle connections and pending calls. All raw numbers are stored in `runs`; the best ones count."""
import contextlib
import json
import os
import sqlite3
import subprocess

from client import Client
from machine import memory
from servers import Failed, Server
from traffic import Traffic

# Patterns of load: options of `load`, whether it sends mixed traffic (otherwise pings), and whether it shares the server's
# CPU. On separate CPUs, a single request takes mostly the time that two CPUs need to wake each other. On one CPU it is
# mostly work, and varies much less.
MANY = ["--connections", "64", "--in-flight", "64"]
PATTERNS = {
    "mixed_apart": {"mixed": True, "options": [], "first": 2000, "awake": True},
    "mixed_together": {"mixed": True, "options": [], "first": 2000, "together": True},
    "mixed_parsed": {"mixed": True, "options": [*MANY, "--parse"], "first": 50000},
    "mixed_joined": {"mixed": True, "options": MANY, "first": 50000},
    "mixed_single": {"mixed": True, "options": [*MANY, "--per-write", "1"], "first": 50000},
    "ping_together": {"options": [], "first": 2000, "together": True},
}

IDLE_CONNECTIONS = 10000


class Bench:
    def __init__(self, kinds, cpus, load, home, quick, say):
        self.kinds, self.cpus, self.load, self.home, self.say = list(kinds), cpus, load, home, say
        self.quick = quick
        # Many short runs: other load on the machine slows some of them, and the best one shows what the server can do.
        self.rounds = 3 if quick else 7
        self.idle_rounds = 2 if quick else 4
        self.repeats = 2 if quick else 3
        self.seconds = 0.2
        self.rates = {}  # (server, pattern): replies a second, to choose the number of requests
        self.homes = 0
        self.traffic = Traffic(home)
        self.failures = []
        self.runs = {kind.name: {} for kind in kinds}

    def record(self, kind, name, value):
        self.runs.setdefault(kind.name, {}).setdefault(name, []).append(value)

    def start(self, kind, cpu=None):
        self.homes += 1
        return Server(kind, self.cpus, f"{self.home}/{kind.name}{self.homes}", cpu)

    def run_pattern(self, server, name):
        pattern = PATTERNS[name]
        key = server.kind.name, name
        traffic = self.traffic.file_for(server) if pattern.get("mixed") else None
        return self.run_load(server, key, pattern, traffic)

    def run_load(self, server, key, pattern, traffic=None):
        """Sends pings or the requests of a file for about `self.seconds`."""
        cpu = self.cpus.server if pattern.get("together") else None
        if key not in self.rates:
            first = self.load.run(server, [*pattern["options"], "--requests", str(pattern["first"])], cpu, traffic)
            self.rates[key] = first["replies_per_second"]
        requests = int(self.rates[key] * self.seconds) + 1
        options = ["--requests", str(requests), "--warmup", str(requests // 3)]
        result = self.load.run(server, [*pattern["options"], *options], cpu, traffic)
        self.rates[key] = result["replies_per_second"]
        return result

    def attempt(self, kind, action):
        """Runs an action. A server that fails is excluded from the rest; the others continue."""
        if kind not in self.kinds:
            return None
        try:
            return action()
        except (Failed, OSError, ValueError, subprocess.TimeoutExpired) as error:
            self.failures.append(str(error))
            self.kinds.remove(kind)
            return None

    def try_part(self, part):
        """Runs a part. A failure is recorded, and the other parts continue."""
        try:
            part()
        except (Failed, OSError, ValueError, sqlite3.Error, subprocess.TimeoutExpired) as error:
            self.failures.append(str(error))

    def request_rounds(self):
        """Starts new processes in every round, and alternates between the servers for each pattern."""
        for number in range(self.rounds):
            self.say(f"requests, round {number + 1} of {self.rounds}")
            with contextlib.ExitStack() as stack:
                servers = []
                for kind in list(self.kinds):
                    server = self.attempt(kind, lambda: stack.enter_context(self.start(kind)))
                    if server:
                        servers.append(server)
                        self.record(kind, "start_ms", server.start_ms)
                        self.attempt(kind, lambda: self.record(kind, "idle_memory", idle_memory(server)))
                servers.sort(key=lambda server: server.kind.name == "raw")  # the others determine the sizes of replies
                for name in PATTERNS:
                    self.run_in_turn(servers, name)

    def awake_for(self, pattern):
        return self.cpus.awake() if pattern.get("awake") else contextlib.nullcontext()

    def run_in_turn(self, servers, name):
        with self.awake_for(PATTERNS[name]):
            for _ in range(self.repeats):
                for server in servers:
                    self.attempt(server.kind, lambda: self.record(server.kind, name, self.run_pattern(server, name)))

    def idle_connections(self, count):
        """Measures the memory of idle connections, and the time of a ping beside them."""
        for kind in list(self.kinds) if count > 0 else []:
            self.say(f"{count} idle connections: {kind.title}")
            self.attempt(kind, lambda: self.idle_connections_of(kind, count))

    def idle_connections_of(self, kind, count):
        with self.start(kind) as server:
            self.ping_beside(server, "ping_beside_none")
            for number in range(self.idle_rounds):
                before = memory(server.pid)["rss_bytes"]
                with self.load.hold(server, ["--idle", str(count)]):
                    # Later rounds reuse memory that the first one has freed.
                    if number == 0:
                        grown = memory(server.pid)["rss_bytes"] - before
                        self.record(kind, "bytes_per_connection", grown / count)
                    self.ping_beside(server, "ping_beside_idle")
                self.ping_beside(server, "ping_beside_none")

    def ping_beside(self, server, name):
        for _ in range(self.repeats):
            self.record(server.kind, name, self.run_pattern(server, "ping_together"))

    def pending_calls(self, build):
        """Runs `pending`, which measures pending calls within one process, if it was built."""
        program = f"{build}/bench/pending"
        weir = next((kind for kind in self.kinds if kind.name == "weir"), None)
        if weir and os.access(program, os.X_OK):
            self.attempt(weir, lambda: self.record(weir, "bytes_per_pending_call", ask_pending(program)))


def idle_memory(server):
    """Returns the memory after the start is complete."""
    if server.kind.settle:
        with Client(server) as client:
            client.call(server.kind.settle)
    return memory(server.pid)


def ask_pending(program):
    done = subprocess.run([program], capture_output=True, timeout=60, check=False)
    if done.returncode != 0:
        raise Failed(f"pending: {done.stderr.decode(errors='replace').strip()}")
    return json.loads(done.stdout)["bytes_per_pending_call"]


def best(runs):
    """The best numbers of one server."""
    def least(name, field=None):
        found = [run[field] if field else run for run in runs.get(name, [])]
        return min(found) if found else None

    def most(name, field):
        return max((run[field] for run in runs.get(name, [])), default=None)

    def scaled(value, factor):
        return None if value is None else value * factor

    numbers = {
        "start_ms": least("start_ms"),
        "idle_rss_mb": scaled(least("idle_memory", "rss_bytes"), 1e-6),
        "idle_pss_mb": scaled(least("idle_memory", "pss_bytes"), 1e-6),
        "bytes_per_connection": least("bytes_per_connection"),
        "bytes_per_pending_call": least("bytes_per_pending_call"),
        "beside_none_p50_us": scaled(least("ping_beside_none", "p50_ns"), 1e-3),
        "beside_idle_p50_us": scaled(least("ping_beside_idle", "p50_ns"), 1e-3),
    }
    for name in ("mixed_apart", "mixed_together", "ping_together"):
        numbers[f"{name}_p50_us"] = scaled(least(name, "p50_ns"), 1e-3)
        numbers[f"{name}_p99_us"] = scaled(least(name, "p99_ns"), 1e-3)
    for name in ("mixed_parsed", "mixed_joined", "mixed_single"):
        numbers[f"{name}_per_second"] = most(name, "replies_per_second")
        numbers[f"{name}_cpu_ns"] = least(name, "server_cpu_ns_per_request")
        numbers[f"{name}_load_cpu_ns"] = least(name, "load_cpu_ns_per_request")
    return numbers
