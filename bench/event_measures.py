"""Measures the event log: the rate of commits, the latency of pings meanwhile, and the fanout of one event to many clients.

The worker of the test daemon (tests/worker/verbs.c) generates the events: the same daemon, with a script instead of an
agent. So only the daemon is measured: no agent, no executor, no client that sends."""
import os
import shutil
import sqlite3
import time

from client import Client
from machine import cpu_ns, file_system
from servers import Kind, ask_program, daemon_kind

TEXT_BYTES = 40  # of a message: a few words, as agents stream them
RATE = 20000  # events a second while pings are timed
RATE_SECONDS = 120  # duration of the events, at most
RATE_REACHED = 0.95  # the fraction of RATE below which a run does not count
PING_INTERVAL_US = 500
PINGS_MAX = 1000000
SUBSCRIBERS = 1000
PUSH_PAUSE_MS = 10  # between two events, so that work for the previous one is done
PROGRAM_SECONDS = 120
TASK_MS = 600000
SUBSCRIBE = '{"jsonrpc":"2.0","id":1,"method":"event.subscribe","params":{"topics":["message"]}}'
MESSAGE = '"role":"assistant"'  # excludes the prompt, which is a message too


class EventBench:
    def __init__(self, bench, build, notes):
        self.bench, self.build, self.notes = bench, build, notes
        self.cpus, self.load, self.say = bench.cpus, bench.load, bench.say
        self.daemon = daemon_kind(f"{build}/tests/bin/weird", "weir (test daemon)")
        self.bare = Kind("raw", "bare writes", lambda home: [f"{build}/bench/bare_fanout", f"{home}/socket"])
        self.everywhere = self.cpus.all if self.cpus.server is not None else None
        self.rounds = 2 if bench.quick else 4
        self.events = 50000 if bench.quick else 300000
        self.ping_seconds = 2 if bench.quick else 5
        self.pushes = 50 if bench.quick else 200
        self.stream = 100 if bench.quick else 500
        if file_system(bench.home) == "tmpfs":
            notes.append(f"{bench.home} is in memory, where syncs cost nothing; set TMPDIR to a directory on a disk")

    def run(self):
        if not os.access(f"{self.build}/tests/bin/weird", os.X_OK):
            self.notes.append(f"{self.build}/tests/bin/weird, the test daemon, does not exist: events were not "
                              "measured; configure the build with -Dtests=true")
            return
        for part in (self.ingest, self.ping_beside_events, self.one_to_many):
            self.bench.try_part(part)

    # --- ingest ---

    def ingest(self):
        """Measures the daemon, and then plain SQLite with the same rows in groups of the same size."""
        seed = self.make_seed()
        for number in range(self.rounds):
            for name, cpu in (("ingest", self.everywhere), ("ingest_one_cpu", self.cpus.server)):
                self.say(f"{self.events} events, round {number + 1} of {self.rounds}: {name}")
                found = self.ingest_daemon(cpu)
                self.bench.record(self.daemon, name, found)
                self.bench.record(self.bare, name, self.ingest_plain(seed, found, cpu))

    def make_seed(self):
        """Creates a database of the daemon with one session, one task and one message, which plain SQLite continues."""
        state = f"{self.bench.home}/seed"
        os.mkdir(state, 0o700)
        kind = daemon_kind(f"{self.build}/tests/bin/weird", "weir (test daemon)", state)
        with self.bench.start(kind) as server, Client(server) as client:
            task = submit(client, f"events 1 {TEXT_BYTES}")
            client.event("event.taskCompleted", task)
        return f"{state}/weir.db"

    def ingest_daemon(self, cpu):
        with self.bench.start(self.daemon, cpu) as server, Client(server) as client:
            before, cpu_before = client.call("db.stats"), sum(cpu_ns(server.pid))
            task = submit(client, f"events {self.events} {TEXT_BYTES}")
            began, _ = client.event("event.taskStarted", task)
            ended, outcome = client.event("event.taskCompleted", task)
            threads = cpu_ns(server.pid)
            after = client.call("db.stats")
            stored, body_bytes = look_into(f"{server.home}/state/weir.db")
        if stored != self.events or outcome["message_count"] != self.events:
            raise ValueError(f"{stored} of {self.events} events are in the store")
        commits = after["commits"] - before["commits"]
        return {
            "events": stored,
            "body_bytes": body_bytes,
            "commits": commits,
            "group": (after["events"] - before["events"]) / commits,
            "wall_ns": (ended - began) * 1e9,
            "events_per_second": stored / (ended - began),
            "cpu_ns_per_event": (sum(threads) - cpu_before) / stored,
            "cpu_ns_per_event_of_threads": [round(ns / stored, 1) for ns in threads],
        }

    def ingest_plain(self, seed, found, cpu):
        path = f"{self.bench.home}/plain.db"
        shutil.copyfile(seed, path)
        try:
            return ask_program([f"{self.build}/bench/plain_sqlite", path, str(found["events"]),
                                str(max(1, round(found["group"]))), str(round(found["body_bytes"]))],
                               self.cpus, cpu, PROGRAM_SECONDS)
        finally:
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(path + suffix):
                    os.unlink(path + suffix)

    # --- pings during events ---

    def ping_beside_events(self):
        """Measures with unpinned processes, as users run them; then with all threads of the daemon on one CPU."""
        for number in range(self.rounds):
            for suffix, cpu, load_cpu in (("", self.everywhere, self.everywhere),
                                          ("_one_cpu", self.cpus.server, self.cpus.load)):
                self.say(f"ping while {RATE} events a second are committed, round {number + 1} of {self.rounds}: "
                         f"ping_beside_events{suffix}")
                self.ping_beside_events_on(suffix, cpu, load_cpu)

    def ping_beside_events_on(self, suffix, cpu, load_cpu):
        with self.bench.start(self.daemon, cpu) as server, Client(server) as client:
            # The baseline: the latency of occasional pings on this machine.
            self.bench.record(self.daemon, f"ping_beside_nothing{suffix}", self.ping_during(server, client, load_cpu))
            task = submit(client, f"rate {RATE * RATE_SECONDS} {RATE} {TEXT_BYTES}")
            client.event("event.taskStarted", task)
            found = self.ping_during(server, client, load_cpu)
            client.call("task.cancel", {"taskId": task})
        self.bench.record(self.daemon, f"ping_beside_events{suffix}", found)
        if found["events_per_second"] < RATE_REACHED * RATE:
            self.notes.append(f"only {found['events_per_second']:.0f} events a second were committed during "
                              "the pings: that run does not count")

    def ping_during(self, server, client, load_cpu):
        before, began = client.call("db.stats"), time.perf_counter()
        found = self.load.run(server, ["--requests", str(PINGS_MAX), "--seconds", str(self.ping_seconds),
                                       "--interval-us", str(PING_INTERVAL_US), "--warmup", "100"], load_cpu)
        after, ended = client.call("db.stats"), time.perf_counter()
        return {**found, "events_per_second": (after["lastSeq"] - before["lastSeq"]) / (ended - began)}

    # --- fanout ---

    def one_to_many(self):
        """Sends one event at a time to one and to many subscribers, then a stream to many. The bare loop writes lines of the
        same length as the daemon."""
        shapes = {"push_one": (1, self.pushes, 1), "push": (SUBSCRIBERS, self.pushes, 1),
                  "push_stream": (SUBSCRIBERS, 1, self.stream)}
        for number in range(self.rounds):
            for name, shape in shapes.items():
                self.say(f"{name}: {shape[1]} × {shape[2]} events to {shape[0]}, round {number + 1} of {self.rounds}")
                found = self.push_daemon(*shape)
                self.bench.record(self.daemon, name, found)
                self.bench.record(self.bare, name, self.push_bare(*shape, round(found["line_bytes"])))

    def push_daemon(self, subscribers, rounds, events):
        with self.bench.start(self.daemon) as server, Client(server) as client:
            fifo = f"{server.home}/fifo"
            os.mkfifo(fifo, 0o600)
            task = submit(client, f"read {fifo}; events {events} {TEXT_BYTES};" * (rounds + warmup_of(rounds)))
            client.event("event.taskStarted", task)
            found = self.receive(server, (subscribers, rounds, events),
                                 ["--fifo", fifo, "--trigger", "go", "--subscribe", SUBSCRIBE])
            client.event("event.taskCompleted", task)
        return found

    def push_bare(self, subscribers, rounds, events, line_bytes):
        with self.bench.start(self.bare) as server:
            return self.receive(server, (subscribers, rounds, events), ["--trigger", f"write {events} {line_bytes}"])

    def receive(self, server, shape, options):
        subscribers, rounds, events = shape
        return ask_program([f"{self.build}/bench/fanout", "--socket", server.socket, "--match", MESSAGE,
                            "--connections", str(subscribers), "--rounds", str(rounds), "--events", str(events),
                            "--warmup", str(warmup_of(rounds)), "--pause-ms", str(PUSH_PAUSE_MS), *options],
                           self.cpus, self.cpus.load, PROGRAM_SECONDS)


def submit(client, script):
    return client.call("task.submit", {"prompt": script, "timeoutMs": TASK_MS})["taskId"]


def warmup_of(rounds):
    return 1 if rounds == 1 else rounds // 10


def look_into(path):
    """Returns the number of messages of agents, and their mean length."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return database.execute("SELECT count(*), avg(length(CAST(body AS BLOB))) FROM events"
                                " WHERE kind = (SELECT no FROM kinds WHERE name = 'event.messageCreated')"
                                " AND body LIKE '%\"role\":\"assistant\"%'").fetchone()
    finally:
        database.close()


def best(runs):
    """The best numbers of one server."""
    numbers = {}
    for name in ("ingest", "ingest_one_cpu"):
        found = runs.get(name, [])
        numbers[f"{name}_per_second"] = max((run["events_per_second"] for run in found), default=None)
        numbers[f"{name}_cpu_ns"] = min((run["cpu_ns_per_event"] for run in found), default=None)
    for suffix in ("", "_one_cpu"):
        numbers.update(best_beside(runs, suffix))
    numbers.update(best_push(runs))
    return numbers


def best_beside(runs, suffix):
    """The numbers of the best round, and the p99 of the median round, which shows other load on the machine."""
    def times(name):
        return sorted(runs.get(f"{name}{suffix}", []), key=lambda run: run["p99_ns"])

    beside = [run for run in times("ping_beside_events") if run["events_per_second"] >= RATE_REACHED * RATE]
    alone = times("ping_beside_nothing")
    return {
        f"beside_nothing{suffix}_p99_us": alone[0]["p99_ns"] / 1e3 if alone else None,
        f"beside_events{suffix}_middle_p99_us": beside[len(beside) // 2]["p99_ns"] / 1e3 if beside else None,
        **{f"beside_events{suffix}_{name}_us": beside[0][f"{name}_ns"] / 1e3 if beside else None
           for name in ("p50", "p99", "max")},
    }


def best_push(runs):
    def least(name, field):
        return min((run[field] for run in runs.get(name, [])), default=None)

    # The time to many subscribers minus that to one, which excludes the commit. The best of many rounds, because a round that
    # was preempted among its thousand writes does not show the cost of the writes.
    one, many, whole = least("push_one", "min_ns"), least("push", "min_ns"), least("push", "p50_ns")
    stream = least("push_stream", "p50_ns")
    events = max((run["deliveries"] / run["rounds"] for run in runs.get("push_stream", [])), default=0)
    return {
        "push_per_second": (SUBSCRIBERS - 1) * 1e9 / (many - one) if many and one and many > one else None,
        "push_whole_us": whole / 1e3 if whole else None,
        "push_cpu_ns": least("push", "server_cpu_ns_per_delivery"),
        "push_stream_per_second": events * 1e9 / stream if stream else None,
        "push_stream_cpu_ns": least("push_stream", "server_cpu_ns_per_delivery"),
    }
