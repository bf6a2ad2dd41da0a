"""Measures agents: the latency of a token from the provider to a subscriber, the load of many streaming agents, and the growth
of memory with the number of tasks.

Runs the real daemon with weir-jail, weir-executor and its agent `builtin`. The provider is `model_stream`, whose tokens
contain the time when they were sent; `model_read` compares that with their arrival."""
import contextlib
import json
import os
import subprocess
import tempfile
import time

from client import Client
from event_measures import TASK_MS
from machine import cpu_ns, memory
from servers import Failed, Kind, daemon_kind

RATE = 100  # tokens a second of each agent
AGENTS = 100
SPARE_SECONDS = 60  # for the start and the end of all agents
SETTLE_SECONDS = 2  # after the first token, before CPU time is measured
SOAK_RATE = 10000
SOAK_TOKENS = 20
SOAK_WARMUP = 30  # tasks before the first measurement, when arenas and connections have grown
SOAK_FILLING = "events 60000 200; done"  # more than fits into the store's page caches


class AgentBench:
    def __init__(self, bench, build):
        self.bench, self.build = bench, build
        self.cpus, self.say = bench.cpus, bench.say
        self.bare = Kind("raw", "bare", lambda home: [])
        self.everywhere = self.cpus.all if self.cpus.server is not None else None
        self.rounds = 2 if bench.quick else 4
        self.latency_seconds = 5 if bench.quick else 15
        self.together_seconds = 8 if bench.quick else 24
        self.together_rounds = 1 if bench.quick else 2
        self.tasks = 60 if bench.quick else 300
        self.work = None  # the working directory of the agents

    def run(self):
        with tempfile.TemporaryDirectory(prefix="weir-bench-work-") as self.work:
            for part in (self.one, self.many, self.soak):
                self.bench.try_part(part)

    # --- common parts ---

    @contextlib.contextmanager
    def provider(self, rate, tokens, together):
        """Yields the port and the process, which prints "began" when all streams have started."""
        process = self.popen("model_stream", rate, tokens, together)
        with process:
            try:
                yield int(process.stdout.readline()), process
                if process.poll() is not None:
                    raise Failed(process.stderr.read().decode(errors="replace").strip())
            finally:
                process.kill()

    @contextlib.contextmanager
    def reader(self, streams, tokens, seconds, place):
        process = self.popen("model_read", streams, tokens, seconds, place)
        with process:
            try:
                if str(place).startswith("/") and process.stdout.readline() != b"ready\n":
                    raise Failed(process.stderr.read().decode(errors="replace").strip())
                yield process
            finally:
                process.kill()

    def popen(self, program, *arguments):
        with self.cpus.born_on(self.everywhere):
            return subprocess.Popen([f"{self.build}/bench/{program}", *map(str, arguments)], stdin=subprocess.PIPE,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def daemon(self, port=0, at_once=3, idle=0):
        service = {"url": f"http://127.0.0.1:{port}", "format": "anthropic", "header": "x-api-key", "prefix": "",
                   "model": "stream"}
        settings = {"tasks": {"atOnce": at_once, "agent": "builtin"}, "pool": {"warm": 0, "idle": idle},
                    "keys": {"perMinute": 1000000},  # tasks follow each other faster than in real use
                    "providers": {"anthropic": service},
                    "executors": {"script": {"command": [f"{self.build}/tests/bin/weir-script"]}}}  # for filling the store
        return daemon_kind(f"{self.build}/bin/weird", "weir (agents)", None, json.dumps(settings))

    @contextlib.contextmanager
    def started(self, kind):
        with self.bench.start(kind, self.everywhere) as server, Client(server) as client:
            client.call("key.set", {"service": "anthropic", "value": "sk-bench-0123456789"})
            yield server, client

    def submit(self, client, **more):
        return client.call("task.submit", {"prompt": "go", "agent": "builtin", "timeoutMs": TASK_MS, "cwd": self.work,
                                           **more})

    # --- one agent ---

    def one(self):
        """Reads two streams of one provider at the same time, half an interval apart: one through the daemon, one directly."""
        tokens = self.latency_seconds * RATE
        for number in range(self.rounds):
            self.say(f"a token from the provider to a subscriber, round {number + 1} of {self.rounds}")
            limit = self.latency_seconds + SPARE_SECONDS
            with self.provider(RATE, tokens, 2) as (port, _), self.started(self.daemon(port)) as (server, client):
                with self.reader(1, tokens, limit, server.socket) as through, self.reader(1, tokens, limit, port) as bare:
                    task = self.submit(client)["taskId"]
                    weir, raw = result_of(through, limit), result_of(bare, limit)
                client.event("event.taskCompleted", task)
            self.bench.record(self.daemon(), "agent_one", {**weir, "added_p50_ns": weir["p50_ns"] - raw["p50_ns"],
                                                           "added_p99_ns": weir["p99_ns"] - raw["p99_ns"]})
            self.bench.record(self.bare, "agent_one", raw)

    # --- many agents ---

    def many(self):
        for number in range(self.together_rounds):
            self.say(f"{AGENTS} agents, {RATE} tokens a second each, round {number + 1} of {self.together_rounds}")
            self.bench.record(self.daemon(), "agent_many", self.many_once())

    def many_once(self):
        tokens = (self.together_seconds + SETTLE_SECONDS) * RATE
        limit = self.together_seconds + 2 * SPARE_SECONDS
        with self.provider(RATE, tokens, AGENTS) as (port, provider):
            with self.started(self.daemon(port, AGENTS)) as (server, client):
                with self.reader(AGENTS, tokens, limit, server.socket) as through:
                    tasks = [self.submit(client)["taskId"] for _ in range(AGENTS)]
                    if provider.stdout.readline() != b"began\n":
                        raise Failed("the provider exited before all agents had sent their requests")
                    used = self.watch(server)
                    found = result_of(through, limit)
                for task in tasks:
                    client.event("event.taskCompleted", task)
                used["commits"] = client.call("db.stats")["commits"]
        return {**found, **used, "tokens_per_second": found["pieces"] / found["seconds"]}

    def watch(self, server):
        """Measures CPU time and memory while all agents stream."""
        time.sleep(SETTLE_SECONDS)
        executors = [pid for pid in tree_of(server.pid) if name_of(pid) == "weir-executor"]
        before = self.cpu(server, executors)
        time.sleep(self.together_seconds - SETTLE_SECONDS)
        after = self.cpu(server, executors)
        wall = after["now"] - before["now"]
        own = memory(server.pid)
        pss = [memory(pid)["pss_bytes"] for pid in executors]
        return {
            "executors": len(executors),
            "daemon_share": (after["daemon"] - before["daemon"]) / wall,
            "executors_share": (after["executors"] - before["executors"]) / wall,
            "machine_busy": (after["busy"] - before["busy"]) / wall,
            "daemon_rss_bytes": own["rss_bytes"],
            "executor_pss_bytes": sum(pss) / len(pss),
            "executor_pss_most_bytes": max(pss),
        }

    @staticmethod
    def cpu(server, executors):
        """Returns CPU times in nanoseconds, and the current time."""
        with open("/proc/stat", encoding="utf-8") as file:
            _, user, nice, system, _, _, irq, soft, *_ = file.readline().split()
        ticks = sum(map(int, (user, nice, system, irq, soft)))
        return {"now": time.monotonic_ns(), "daemon": sum(cpu_ns(server.pid)),
                "executors": sum(sum(cpu_ns(pid)) for pid in executors), "busy": ticks * 1e9 / os.sysconf("SC_CLK_TCK")}

    # --- many tasks ---

    def soak(self):
        """Runs tasks one at a time: first all in one session, so in one executor; then each in its own session."""
        for name, same in (("agent_soak_session", True), ("agent_soak", False)):
            self.say(f"{self.tasks} tasks, one after another: {'one session' if same else 'a session each'}")
            with self.provider(SOAK_RATE, SOAK_TOKENS, 1) as (port, _):
                with self.started(self.daemon(port, idle=1 if same else 0)) as (server, client):
                    self.bench.record(self.daemon(), name, self.soak_one(server, client, same))

    def fill(self, client):
        """Fills the page caches of both connections to the store, by writing events and reading them."""
        task = self.submit(client, agent="script", prompt=SOAK_FILLING)["taskId"]
        client.event("event.taskCompleted", task)
        at, more = 0, True
        while more:
            page = client.call("event.list", {"fromSeq": at, "limit": 1000})
            at, more = page["nextSeq"], page["more"]
        client.pushed.clear()

    def soak_one(self, server, client, same):
        more, looks = {}, []
        self.fill(client)
        for number in range(1, self.tasks + 1):
            began = client.now()
            task = self.submit(client, **more)["taskId"]
            ended, _ = client.event("event.taskCompleted", task)
            client.pushed.clear()
            if same and number == 1:
                more = {"sessionId": client.call("task.get", {"taskId": task})["sessionId"]}
            if number in (SOAK_WARMUP, (SOAK_WARMUP + self.tasks) // 2, self.tasks):
                executors = [pid for pid in tree_of(server.pid) if name_of(pid) == "weir-executor"] if same else []
                looks.append({"tasks": number, "task_ms": (ended - began) * 1e3, "daemon": size_of(server.pid),
                              "executors": {pid: size_of(pid) for pid in executors}})
        return {"looks": looks, "daemon_growth": growth(looks, lambda look: look["daemon"]),
                "executor_growth": growth(looks, lambda look: next(iter(look["executors"].values()))) if same else None}


def growth(looks, part):
    """Growth per task, in bytes and descriptors."""
    first, last = looks[0], looks[-1]
    tasks = last["tasks"] - first["tasks"]
    return {field: (part(last)[field] - part(first)[field]) / tasks for field in ("rss_bytes", "files")}


def result_of(process, seconds):
    out, errors = process.communicate(timeout=seconds)
    if process.returncode != 0:
        raise Failed(errors.decode(errors="replace").strip())
    return json.loads(out)


def tree_of(pid):
    """Returns all descendants of a process."""
    found = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="utf-8") as file:
                for child in map(int, file.read().split()):
                    found += [child, *tree_of(child)]
    return found


def name_of(pid):
    with contextlib.suppress(OSError), open(f"/proc/{pid}/comm", encoding="utf-8") as file:
        return file.read().strip()
    return ""


def size_of(pid):
    return {"rss_bytes": memory(pid)["rss_bytes"], "files": len(os.listdir(f"/proc/{pid}/fd"))}


def best(runs):
    """The best numbers of one server."""
    one = min(runs.get("agent_one", []), key=lambda run: run["p50_ns"], default={})
    many = min(runs.get("agent_many", []), key=lambda run: run["daemon_share"], default={})
    session, apart = (runs.get(name, [{}])[-1] for name in ("agent_soak_session", "agent_soak"))

    def scaled(run, field, by):
        return run[field] / by if run.get(field) is not None else None

    def grown(run, field):
        return run[field]["rss_bytes"] if run.get(field) else None

    return {
        "token_p50_us": scaled(one, "p50_ns", 1e3),
        "token_p99_us": scaled(one, "p99_ns", 1e3),
        "token_added_p50_us": scaled(one, "added_p50_ns", 1e3),
        "token_added_p99_us": scaled(one, "added_p99_ns", 1e3),
        "agents_tokens_per_second": many.get("tokens_per_second"),
        "agents_p50_us": scaled(many, "p50_ns", 1e3),
        "agents_p99_us": scaled(many, "p99_ns", 1e3),
        "agents_daemon_percent": scaled(many, "daemon_share", 0.01),
        "agents_executors_percent": scaled(many, "executors_share", 0.01),
        "agents_daemon_mb": scaled(many, "daemon_rss_bytes", 1e6),
        "agents_executor_mb": scaled(many, "executor_pss_bytes", 1e6),
        "soak_daemon_bytes": grown(apart, "daemon_growth"),
        "soak_session_bytes": grown(session, "daemon_growth"),
        "soak_executor_bytes": grown(session, "executor_growth"),
    }
