"""Measures executors and terminals: the start of an executor, the rate of reports of eight executors, and the throughput of
a passed terminal.

Runs the real daemon with weir-jail, and with the weir-executor of the tests, which has an additional agent `script` that
executes the prompt of a task."""
import json
import os
import re
import shutil
import tempfile

from client import Client
from event_measures import TASK_MS, look_into
from machine import cpu_ns
from servers import Kind, ask_program, daemon_kind

EXECUTORS = 8
EVENT_BYTES = 200  # approximate size of a report's data
TEXT_BYTES = EVENT_BYTES - len('{"text":""}')
PROGRAM_SECONDS = 120
READY = re.compile(rb"executor \S+: ready after (\d+) us")
PROMPTED = re.compile(rb"executor \S+: prompted after (\d+) us")

WORK = tempfile.TemporaryDirectory(prefix="weir-bench-")  # the working directory of the agents


class ExecutorBench:
    def __init__(self, bench, build, notes):
        self.bench, self.build, self.notes = bench, build, notes
        self.cpus, self.say = bench.cpus, bench.say
        self.bare = Kind("raw", "bare", lambda home: [])
        self.everywhere = self.cpus.all if self.cpus.server is not None else None
        self.rounds = 2 if bench.quick else 4
        self.starts = 30 if bench.quick else 200
        self.events = 20000 if bench.quick else 100000  # of each executor
        self.bytes = 50 << 20 if bench.quick else 200 << 20
        self.memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

    def run(self):
        if not os.access(f"{self.build}/tests/staged/weird", os.X_OK):
            self.notes.append(f"{self.build}/tests/staged/weird does not exist: executors were not measured; configure the build with "
                              "-Dtests=true")
            return
        for part in (self.coming_up, self.reporting, self.terminals):
            self.bench.try_part(part)

    def daemon(self, settings, state=None):
        return daemon_kind(f"{self.build}/tests/staged/weird", "weir (executors)", state, json.dumps(settings))

    # --- start ---

    def coming_up(self):
        """Uses a new session for each task, so that each gets its own executor, new or warm. The store is in memory, to exclude
        the time of syncs."""
        for number in range(self.rounds):
            self.say(f"{self.starts} executors, round {number + 1} of {self.rounds}")
            self.bench.record(self.bare, "executor_bare", self.bare_spawn())
            for name, warm in (("executor_cold", 0), ("executor_warm", 3)):
                self.bench.record(self.daemon({}), name, self.start_tasks(warm))

    def bare_spawn(self):
        with tempfile.TemporaryDirectory(dir=self.memory) as home:
            return ask_program([f"{self.build}/bench/bare_spawn", home, str(self.starts)], self.cpus, self.everywhere,
                               PROGRAM_SECONDS)

    def start_tasks(self, warm):
        settings = {"log": {"level": "debug"}, "pool": {"warm": warm, "idle": 0}}
        with tempfile.TemporaryDirectory(dir=self.memory) as state:
            kind = self.daemon(settings, state)
            with self.bench.start(kind, self.everywhere) as server, Client(server) as client:
                client.call("event.subscribe", {"topics": ["task", "message"]})
                times = [self.one_task(client, warm) for _ in range(self.starts)]
                with open(f"{state}/weird.log", "rb") as log:
                    said = log.read()
        ready, prompted = ([int(found) for found in word.findall(said)] for word in (READY, PROMPTED))
        return {"p50_ns": middle(times), "ready_p50_ns": middle(ready) * 1000, "prompted_p50_ns": middle(prompted) * 1000}

    @staticmethod
    def one_task(client, warm):
        """Returns the time from the request to the agent's first message, in nanoseconds."""
        if warm:
            client.call("task.wait", {"taskId": pause_task(client)})  # gives the pool time to refill
        client.pushed.clear()
        began = client.begin_timed("task.submit", {"prompt": "say hello", "agent": "script", "cwd": WORK.name})
        task = client.answer(client.last_id)[1]["taskId"]
        while True:
            when, params = client.event("event.messageCreated", task)
            if params["role"] == "assistant":
                break
            client.pushed = [(at, it) for at, it in client.pushed if it["params"] is not params]
        client.event("event.taskCompleted", task)
        return (when - began) * 1e9

    # --- reports ---

    def reporting(self):
        for number in range(self.rounds):
            self.say(f"{EXECUTORS} × {self.events} reports, round {number + 1} of {self.rounds}")
            found, seed = self.report_daemon()
            self.bench.record(self.daemon({}), "reports", found)
            self.bench.record(self.bare, "reports", self.report_plain(seed, found))

    def report_daemon(self):
        settings = {"tasks": {"atOnce": EXECUTORS, "agent": "script"}, "pool": {"warm": 0, "idle": 0}}
        with self.bench.start(self.daemon(settings), self.everywhere) as server, Client(server) as client:
            fifo = f"{tempfile.mkdtemp(dir=WORK.name)}/fifo"
            os.mkfifo(fifo, 0o600)
            script = f"read {fifo}; events {self.events} {TEXT_BYTES}"
            tasks = [client.call("task.submit", {"prompt": script, "timeoutMs": TASK_MS, "cwd": WORK.name})["taskId"]
                     for _ in range(EXECUTORS)]
            for task in tasks:
                client.event("event.taskStarted", task)
            before, cpu_before = client.call("db.stats"), sum(cpu_ns(server.pid))
            began = client.now()
            with open(fifo, "w", encoding="utf-8"):
                pass  # all readers get EOF at once
            ended = max(client.event("event.taskCompleted", task)[0] for task in tasks)
            after = client.call("db.stats")
            cpu = sum(cpu_ns(server.pid)) - cpu_before
            stored, body_bytes = look_into(f"{server.home}/state/weir.db")
            seed = f"{self.bench.home}/reports-seed.db"
            client.call("db.backup", {"path": seed})
        total = EXECUTORS * self.events
        if stored != total:
            raise ValueError(f"{stored} of {total} reports are in the store")
        return {
            "events": stored,
            "body_bytes": body_bytes,
            "group": (after["events"] - before["events"]) / (after["commits"] - before["commits"]),
            "wall_ns": (ended - began) * 1e9,
            "events_per_second": stored / (ended - began),
            "cpu_ns_per_event": cpu / stored,
        }, seed

    def report_plain(self, seed, found):
        try:
            return ask_program([f"{self.build}/bench/plain_sqlite", seed, str(found["events"]),
                                str(max(1, round(found["group"]))), str(round(found["body_bytes"]))],
                               self.cpus, self.everywhere, PROGRAM_SECONDS)
        finally:
            for suffix in ("", "-wal", "-shm"):
                if os.path.exists(seed + suffix):
                    os.unlink(seed + suffix)

    # --- terminals ---

    def terminals(self):
        """Runs everything on one CPU: with two, the result depends on the placement by the scheduler."""
        program = shutil.copy(f"{self.build}/bench/terminal", f"{self.bench.home}/terminal")
        for number in range(2 * self.rounds):
            self.say(f"{self.bytes >> 20} MiB through a terminal, round {number + 1} of {2 * self.rounds}")
            with self.bench.start(self.daemon({}), self.cpus.server) as server:
                for kind, more in ((self.bare, []), (self.daemon({}), [server.socket])):
                    self.bench.record(kind, "terminal", ask_program([program, str(self.bytes), *more], self.cpus,
                                                                    self.cpus.server, PROGRAM_SECONDS))


def pause_task(client):
    """Submits a task that takes a short time, in a session of its own."""
    return client.call("task.submit", {"prompt": "child sleep 0.2; wait", "agent": "script", "cwd": WORK.name})["taskId"]


def middle(numbers):
    return sorted(numbers)[len(numbers) // 2] if numbers else None


def best(runs):
    """The best numbers of one server."""
    def least(name, field):
        return min((run[field] for run in runs.get(name, []) if run.get(field) is not None), default=None)

    def most(name, field):
        return max((run[field] for run in runs.get(name, [])), default=None)

    def in_ms(ns):
        return ns / 1e6 if ns is not None else None

    return {
        "executor_ready_ms": in_ms(least("executor_cold", "ready_p50_ns") or least("executor_bare", "p50_ns")),
        "executor_cold_ms": in_ms(least("executor_cold", "p50_ns")),
        "executor_given_ms": in_ms(least("executor_warm", "prompted_p50_ns")),
        "executor_warm_ms": in_ms(least("executor_warm", "p50_ns")),
        "reports_per_second": most("reports", "events_per_second"),
        "reports_cpu_ns": least("reports", "cpu_ns_per_event"),
        "terminal_per_second": most("terminal", "bytes_per_second"),
    }
