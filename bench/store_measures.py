"""Measures a large store: the latency of pages, and the time of a start."""
import json
import os
import shutil
import sqlite3

from client import Client
from machine import memory
from servers import Failed, ask_program, daemon_kind

FILL_SECONDS = 3600
TASK_BYTES, EVENT_BYTES = 800, 400  # upper bounds, including indexes
SPARE_BYTES = 2 << 30
PAGE_TASKS, PAGE_EVENTS = 50, 100
QUERY_SECONDS = 3  # for each variant of a query
# Disables retention, because the store is kept for later runs.
SETTINGS = '{"retention": {"days": 0, "bytes": 0}}'


class StoreBench:
    def __init__(self, bench, build, notes):
        self.bench, self.build, self.notes = bench, build, notes
        self.tasks, self.events_per_task, name = (100000, 5, "100k") if bench.quick else (1000000, 10, "1m")
        self.folder = f"{build}/bench-store-{name}"
        self.calls = 300 if bench.quick else 1000
        self.starts = 3 if bench.quick else 7
        self.kind = daemon_kind(f"{build}/bin/weird", "weir (large store)", f"{self.folder}/state", SETTINGS)

    def run(self):
        if os.access(f"{self.build}/bin/weird", os.X_OK):
            self.bench.try_part(self.measure)

    def measure(self):
        facts = self.prepare()
        if facts is None:
            return
        self.notes.append(f"the large store has {facts['tasks']:,} tasks and {facts['events']:,} events; "
                          "every query is repeated, so caches are warm")
        for number in range(self.starts):
            self.bench.say(f"start with the large store, {number + 1} of {self.starts}")
            self.start_once()
        with self.bench.start(self.kind) as server, self.bench.cpus.awake():
            for name, variants in queries(facts).items():
                self.bench.say(f"the large store: {name}")
                for method, params, count in variants:
                    check(server, method, params, count)
                for number, variant in [*enumerate(variants)] * self.bench.repeats:
                    found = {"query": name, "variant": number, **self.time_query(server, *variant[:2])}
                    self.bench.record(self.kind, "pages", found)

    # --- preparation ---

    def prepare(self):
        """Creates the store, unless a matching one exists. Returns the output of fill_store."""
        wanted = {"tasks": self.tasks, "events_per_task": self.events_per_task, "tables": self.tables()}
        facts = self.known(wanted)
        if facts:
            return facts
        shutil.rmtree(self.folder, ignore_errors=True)
        needed = self.tasks * (TASK_BYTES + self.events_per_task * EVENT_BYTES) + SPARE_BYTES
        free = shutil.disk_usage(self.build).free
        if free < needed:
            self.notes.append(f"no large store: it needs {needed >> 20} MB in {self.build}, but only {free >> 20} MB are free")
            return None
        self.bench.say(f"filling {self.folder}: {self.tasks} tasks, {self.tasks * self.events_per_task} events; "
                       "this takes several minutes, but only once")
        os.makedirs(f"{self.folder}/state", 0o700)
        try:
            facts = ask_program([f"{self.build}/bench/fill_store", f"{self.folder}/state/weir.db", str(self.tasks),
                                 str(self.events_per_task)], self.bench.cpus, None, FILL_SECONDS)
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        with open(f"{self.folder}/filled.json", "w", encoding="utf-8") as file:
            json.dump({"wanted": wanted, "facts": facts}, file)
        return facts

    def tables(self):
        """Returns the schema of this daemon: the store must have the same."""
        state = f"{self.bench.home}/tables"
        os.mkdir(state, 0o700)
        with self.bench.start(daemon_kind(f"{self.build}/bin/weird", state=state)) as server, Client(server) as client:
            client.call("db.stats")
        return schema(f"{state}/weir.db")

    def known(self, wanted):
        try:
            with open(f"{self.folder}/filled.json", encoding="utf-8") as file:
                found = json.load(file)
            if found["wanted"] == wanted and schema(f"{self.folder}/state/weir.db") == wanted["tables"]:
                return found["facts"]
        except (OSError, ValueError, KeyError, sqlite3.Error):
            pass
        return None

    # --- measurement ---

    def start_once(self):
        with self.bench.start(self.kind) as server, Client(server) as client:
            when, page = client.answer(client.begin("task.list", {"limit": PAGE_TASKS}))
            if len(page) != PAGE_TASKS:
                raise Failed(f"the first page has {len(page)} tasks")
            self.bench.record(self.kind, "large_start_ms", server.start_ms)
            self.bench.record(self.kind, "large_first_page_ms", (when - server.started) * 1000)
            self.bench.record(self.kind, "large_memory", memory(server.pid))

    def time_query(self, server, method, params):
        found = self.bench.load.run(server, ["--method", method, "--params", json.dumps(params), "--expect",
                                             '"result":', "--requests", str(self.calls),
                                             "--seconds", str(QUERY_SECONDS), "--warmup", str(self.calls // 20)])
        return {"method": method, "params": params, "reply_bytes": found["bytes_in"] / found["requests"], **found}


def queries(facts):
    """Returns each query with its variants: method, params, and the expected number of entries (None: any)."""
    large, last = facts["large_session"], facts["events"]
    early, _, middle, _, late = facts["task_ids"]

    def tasks(count=PAGE_TASKS, **params):
        return "task.list", {"limit": PAGE_TASKS, **params}, count

    def events(count=PAGE_EVENTS, **params):
        return "event.list", {"limit": PAGE_EVENTS, **params}, count

    return {
        "task.list, first page": [tasks()],
        "task.list, deep pages": [tasks(after=task) for task in facts["task_ids"]],
        "task.list, of a state": [tasks(state="failed"), tasks(state="cancelled", after=middle),
                                  tasks(state="completed", after=early)],
        "task.list, of a session": [tasks(sessionId=large), tasks(sessionId=large, after=middle)] +
                                   [tasks(None, sessionId=session) for session in facts["session_ids"][::2]],
        "event.list, from the start": [events()],
        "event.list, in the middle": [events(fromSeq=last * part // 10) for part in (3, 5, 7)],
        "event.list, at the end": [events(fromSeq=last - PAGE_EVENTS + 1)],
        "event.list, of a session": [events(sessionId=large), events(sessionId=large, fromSeq=last // 2)] +
                                    [events(None, sessionId=session) for session in facts["session_ids"][::2]],
        "event.list, of a task": [events(None, taskId=task) for task in (early, middle, late)],
        "task.stats": [("task.stats", {}, None)],
        "db.stats": [("db.stats", {}, None)],
    }


def check(server, method, params, count):
    """Checks the response before it is timed."""
    with Client(server) as client:
        result = client.call(method, params)
    entries = result["events"] if method == "event.list" else result
    if not entries or (count is not None and len(entries) != count):
        raise Failed(f"{method} {params}: {len(entries)} entries instead of {count}")


def schema(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return [row[0] for row in database.execute("SELECT sql FROM sqlite_schema ORDER BY type, name")]
    finally:
        database.close()


def best(runs):
    """The best run of each variant, the worst variant of each query, and the worst query."""
    times = {}
    for run in runs.get("pages", []):
        for name in ("p50", "p99"):
            times.setdefault((name, run["query"]), {}).setdefault(run["variant"], []).append(run[f"{name}_ns"] / 1e3)
    queries_us = {key: max(min(found) for found in variants.values()) for key, variants in times.items()}
    numbers = {
        f"pages_{wanted}_us": max((us for (name, _), us in queries_us.items() if name == wanted), default=None)
        for wanted in ("p50", "p99")
    }
    numbers.update({f"{query}: {name}_us": us for (name, query), us in queries_us.items()})
    numbers["large_start_ms"] = min(runs.get("large_start_ms", []), default=None)
    numbers["large_first_page_ms"] = min(runs.get("large_first_page_ms", []), default=None)
    numbers["large_rss_mb"] = min((found["rss_bytes"] / 1e6 for found in runs.get("large_memory", [])), default=None)
    return numbers
