"""Measures automation: adding rules, ten thousand idle ones, the start of a task at its due time, and a thousand rules that are due
in the same second."""
import os
import time

from client import Client
from servers import Failed, daemon_kind

RULES = 10_000
TOGETHER = 1000
SECONDS_AHEAD = 3
WAIT_SECONDS = 60
HZ = os.sysconf("SC_CLK_TCK")
# Rules that are not due, and rules that wait for events that do not come.
NEVER = [{"type": "interval", "seconds": 31_536_000}, {"type": "event", "event": "event.mcpChanged"}]
OFFLINE = [{"type": "task", "prompt": "what can you do?", "agent": "offline"}]


class AutomationBench:
    def __init__(self, bench, build):
        self.bench, self.build = bench, build
        self.idle_seconds = 5 if bench.quick else 20
        self.due = 8 if bench.quick else 20

    def run(self):
        if os.access(f"{self.build}/bin/weird", os.X_OK):
            self.bench.try_part(self.measure)

    def measure(self):
        kind = daemon_kind(f"{self.build}/bin/weird")
        with self.bench.start(kind) as server, Client(server) as client, self.bench.cpus.awake():
            found = self.add(client)
            found["idle_ns"] = self.idle(server)
            found |= self.start_tasks(client)
            found |= self.together(client)
        self.bench.record(kind, "automation", found)

    def add(self, client):
        self.bench.say(f"adding {RULES} rules")
        times = []
        for number in range(RULES):
            params = {"name": f"rule {number}", "trigger": NEVER[number % 2], "actions": OFFLINE}
            began = client.begin_timed("automation:create", params)
            when, _ = client.answer(client.last_id)
            times.append(when - began)
        times.sort()
        self.add_seconds = sum(times) / RULES
        return {"add_p50_ns": times[RULES // 2] * 1e9, "add_p99_ns": times[RULES * 99 // 100] * 1e9}

    def idle(self, server):
        self.bench.say(f"{RULES} idle rules, {self.idle_seconds} s")
        before = used(server.pid)
        time.sleep(self.idle_seconds)
        return (used(server.pid) - before) / self.idle_seconds * 1e9

    def start_tasks(self, client):
        """One rule, so that tasks do not wait for each other: from the due time to the start of its task."""
        self.bench.say(f"{self.due} due times")
        rule = client.call("automation:create", {"name": "due", "trigger": {"type": "interval", "seconds": 1}, "actions": OFFLINE})["ruleId"]
        runs = wait_for(client, rule, self.due)
        client.call("automation:delete", {"ruleId": rule})
        late = sorted(client.call("task.get", {"taskId": run["actions"][0]["taskId"]})["startedAt"] - run["dueAt"]
                      for run in runs if run["state"] == "completed")
        if not late:
            raise Failed(f"no task was completed: {runs[-1]}")
        return {"start_p50_ns": late[len(late) // 2] * 1e6, "start_p99_ns": late[len(late) * 99 // 100] * 1e6}

    def together(self, client):
        at = int(time.time() + SECONDS_AHEAD + 2 * TOGETHER * self.add_seconds)
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
        self.bench.say(f"{TOGETHER} rules that are due at {when}")
        for number in range(TOGETHER):
            client.call("automation:create", {"name": f"together {number}", "trigger": {"type": "at", "time": when}, "actions": OFFLINE})
        deadline, receipts = at + WAIT_SECONDS, 0
        while receipts < TOGETHER and time.time() < deadline:
            time.sleep(0.02)
            runs = client.call("automation:getRunLog", {"limit": 1000})["runs"]
            receipts = sum(run["dueAt"] == at * 1000 for run in runs)
        if receipts != TOGETHER:
            raise Failed(f"{receipts} of {TOGETHER} rules have a receipt")
        return {"receipts": receipts, "together_ns": (time.time() - at) * 1e9}


def wait_for(client, rule, count):
    deadline = time.time() + count * 2 + WAIT_SECONDS
    while time.time() < deadline:
        runs = client.call("automation:getRunLog", {"ruleId": rule, "limit": 1000})["runs"]
        if sum(run["state"] == "completed" for run in runs) >= count:
            return runs
        time.sleep(0.05)
    raise Failed(f"the rule has run {len(runs)} times, not {count}: {runs[:1]}")


def used(pid):
    """The CPU time of the process in seconds."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / HZ


def best(found):
    runs = found.get("automation")
    if not runs:
        return {}
    least = {key: min(run[key] for run in runs) for key in runs[0]}
    return {"automation_add_p50_us": least["add_p50_ns"] / 1e3, "automation_add_p99_us": least["add_p99_ns"] / 1e3,
            "automation_idle_us_per_s": least["idle_ns"] / 1e3, "automation_start_p50_ms": least["start_p50_ns"] / 1e6,
            "automation_start_p99_ms": least["start_p99_ns"] / 1e6, "automation_receipts": least["receipts"],
            "automation_together_ms": least["together_ns"] / 1e6}
