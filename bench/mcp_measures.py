"""Measures MCP: a call through weir beside one of the official SDK's client, and what servers cost that are configured and not used.

Runs the real daemon with weir-jail and weir-mcp. The agent's side of the calls is mcp_agent.py, an executor of its own; the SDK's is
mcp_sdk.mjs. Both call the tool echo of server-everything, a program in Node.js that npm gives with the SDK."""
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

from agent_measures import SOAK_FILLING, name_of, tree_of
from client import Client
from event_measures import TASK_MS
from machine import cpu_ns, memory
from servers import START_SECONDS, Failed, Kind, ask_program, daemon_kind

CALLS = 2000
WARMUP = 200
RUN = 100  # calls in a row
AT_ONCE = 100
SERVERS = 50  # configured, and not used
TOKEN_RATE = 10000
TOKENS = 5
FIRST_TASKS = 5  # before the first one that counts
PROGRAM_SECONDS = 120
SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tests", "integration", "mcp_server.py")


class McpBench:
    def __init__(self, bench, build, here, notes):
        self.bench, self.build, self.here, self.notes = bench, build, here, notes
        self.cpus, self.say = bench.cpus, bench.say
        self.node = Kind("node", "MCP SDK", lambda home: [])
        self.weir = Kind("weir", "weir", lambda home: [])
        self.everywhere = self.cpus.all if self.cpus.server is not None else None
        self.rounds = 2 if bench.quick else 4
        self.starts = 4 if bench.quick else 10
        self.tasks = 30 if bench.quick else 100
        self.work = None  # the working directory of the agents

    def run(self):
        with tempfile.TemporaryDirectory(prefix="weir-bench-mcp-") as self.work:
            for part in (self.calls, self.unused):
                self.bench.try_part(part)

    @contextlib.contextmanager
    def started(self, settings, state=None):
        kind = daemon_kind(f"{self.build}/bin/weird", "weir (MCP)", state, json.dumps(settings))
        with self.bench.start(kind, self.everywhere) as server, Client(server) as client:
            deadline = client.now() + START_SECONDS
            while "error" in answer_to(client, "mcp:listConnections"):  # a ping is answered before the servers are known
                if client.now() > deadline:
                    raise Failed(f"the daemon does not know its MCP servers after {START_SECONDS} s: {server.log_end()}")
            yield server, client

    # --- calls ---

    def calls(self):
        node, place = shutil.which("node"), self.packages()
        if not place:
            return
        program = os.path.realpath(node)
        server = [program, f"{place}/node_modules/@modelcontextprotocol/server-everything/dist/index.js", "stdio"]
        order = {"tool": "echo", "warmup": WARMUP, "calls": CALLS, "at_once": AT_ONCE}
        script = shutil.copy(f"{self.here}/mcp_sdk.mjs", f"{place}/mcp_sdk.mjs")
        for number in range(self.rounds):
            self.say(f"{CALLS} MCP calls, round {number + 1} of {self.rounds}")
            self.bench.record(self.weir, "mcp_calls", summed(self.call_through_weir(order, server, place)))
            self.bench.record(self.node, "mcp_calls", summed(ask_program([program, script, json.dumps(order), *server], self.cpus,
                                                                         self.everywhere, PROGRAM_SECONDS)))

    def packages(self):
        """The directory in which npm has installed the server and the SDK, as for the tests; or a note."""
        try:
            from npm import SERVER_EVERYTHING, installed, pytest
        except ImportError:
            self.notes.append("python3-pytest is not installed: MCP calls were not measured")
            return None
        try:
            return os.path.dirname(installed(SERVER_EVERYTHING))
        except pytest.skip.Exception as reason:
            self.notes.append(f"{reason}: MCP calls were not measured")
            return None

    def call_through_weir(self, order, server, place):
        agent = os.path.join(self.here, "mcp_agent.py")
        settings = {"tasks": {"agent": "bench"}, "pool": {"warm": 0, "idle": 0}, "view": {"read": [self.here]},
                    "executors": {"bench": {"command": [sys.executable, "-I", agent]}}}
        with self.started(settings) as (running, client):
            connect(client, "everything", server[0], server[1:], [place, os.path.dirname(server[0])])
            out = f"{self.work}/numbers"
            prompt = json.dumps({**order, "tool": f"mcp__everything__{order['tool']}", "out": out})
            processes = [running.pid, *(pid for pid in tree_of(running.pid) if name_of(pid) == "weir-mcp")]
            before = sum(sum(cpu_ns(pid)) for pid in processes)
            session = client.call("session.create", {"cwd": self.work, "permissionMode": "bypassPermissions"})["id"]
            task = client.call("task.submit", {"prompt": prompt, "sessionId": session, "timeoutMs": TASK_MS})["taskId"]
            client.event("event.taskCompleted", task)
            used = sum(sum(cpu_ns(pid)) for pid in processes) - before
            with open(out, encoding="utf-8") as file:
                found = json.load(file)
            os.unlink(out)
        if "wrong" in found["one"]:
            raise Failed(f"a wrong answer to an MCP call: {found['one']['wrong']}")
        found["one"]["cpu_ns_per_call"] = used / (WARMUP + CALLS + AT_ONCE)
        return found

    # --- servers that are not used ---

    def unused(self):
        with tempfile.TemporaryDirectory(prefix="weir-bench-mcp-", dir=self.bench.home) as states:
            for name, count in (("some", SERVERS), ("none", 0)):
                self.say(f"{count} configured MCP servers")
                self.configure(f"{states}/{name}", count)
            for number in range(self.starts):
                self.say(f"memory with {SERVERS} MCP servers and with none, round {number + 1} of {self.starts}")
                for name in ("some", "none"):
                    self.bench.record(self.weir, f"mcp_{name}", self.idle(f"{states}/{name}"))
            for number in range(self.rounds):
                self.say(f"first token with {SERVERS} MCP servers and with none, round {number + 1} of {self.rounds}")
                for name in ("some", "none"):
                    self.bench.record(self.weir, f"mcp_token_{name}", self.first_token(f"{states}/{name}"))

    def configure(self, state, count):
        """Starts each once, so that its tools are known, and stops it. Adds events that are more than a page cache."""
        script = {"command": [f"{self.build}/tests/bin/weir-script"]}
        os.mkdir(state, 0o700)
        with self.started({"pool": {"warm": 0}, "executors": {"script": script}}, state) as (_, client):
            task = client.call("task.submit", {"prompt": SOAK_FILLING, "agent": "script", "timeoutMs": TASK_MS, "cwd": self.work})["taskId"]
            client.event("event.taskCompleted", task)
            for number in range(count):
                connect(client, f"server-{number}", sys.executable, ["-I", os.path.realpath(SERVER), "{}"], [os.path.dirname(os.path.realpath(SERVER))])
                client.call("mcp:disconnect", {"serverId": f"server-{number}"})

    def idle(self, state):
        with self.started({"pool": {"warm": 0}}, state) as (server, client):
            read_events(client)
            running = [pid for pid in tree_of(server.pid) if name_of(pid) == "weir-mcp"]
            return {**memory(server.pid), "processes": len(running)}

    def first_token(self, state):
        """The time from the request to the agent's first message, of tasks in one session."""
        model = subprocess.Popen([f"{self.build}/bench/model_stream", str(TOKEN_RATE), str(TOKENS), "1"], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with model:
            try:
                service = {"url": f"http://127.0.0.1:{int(model.stdout.readline())}", "format": "anthropic", "header": "x-api-key",
                           "prefix": "", "model": "stream"}
                settings = {"tasks": {"agent": "builtin"}, "pool": {"warm": 0, "idle": 1}, "keys": {"perMinute": 1000000},
                            "providers": {"anthropic": service}}
                with self.started(settings, state) as (_, client):
                    client.call("key.set", {"service": "anthropic", "value": "sk-bench-0123456789"})
                    client.call("event.subscribe", {"topics": ["task", "message"]})
                    session = client.call("session.create", {"cwd": self.work})["id"]
                    times = [self.one_task(client, session) for _ in range(FIRST_TASKS + self.tasks)][FIRST_TASKS:]
            finally:
                model.kill()
        return {"p50_ns": sorted(times)[len(times) // 2]}

    @staticmethod
    def one_task(client, session):
        client.pushed.clear()
        began = client.begin_timed("task.submit", {"prompt": "go", "sessionId": session, "timeoutMs": TASK_MS})
        task = client.answer(client.last_id)[1]["taskId"]
        known = 0
        while True:
            found = next((when for when, message in client.pushed[known:] if message["method"] == "event.messageCreated"
                          and message["params"].get("taskId") == task and message["params"].get("role") == "assistant"), None)
            if found:
                break
            known = len(client.pushed)
            client.pushed.append(client.receive())
        client.event("event.taskCompleted", task)
        return (found - began) * 1e9


def read_events(client):
    """Fills the page cache of the reader, which would otherwise grow with all that is stored, up to its limit."""
    at, more = 0, True
    while more:
        page = client.call("event.list", {"fromSeq": at, "limit": 1000})
        at, more = page["nextSeq"], page["more"]


def answer_to(client, method):
    """The whole answer, which may be an error."""
    number = client.begin(method)
    while (message := client.receive()[1]).get("id") != number:
        client.pushed.append((client.now(), message))
    return message


def summed(found):
    """The median and the 99th percentile of all, and the least median of as many in a row as other load hardly disturbs."""
    times = found["one"].pop("times_ns")
    ordered = sorted(times)
    runs = [sorted(times[at:at + RUN]) for at in range(0, len(times), RUN)]
    return {**found, "one": {**found["one"], "p50_ns": ordered[len(ordered) // 2], "p99_ns": ordered[len(ordered) * 99 // 100],
                             "run_p50_ns": min(run[len(run) // 2] for run in runs)}}


def connect(client, name, command, arguments, read):
    result = client.call("mcp:connect", {"serverId": name, "name": name, "transport": "stdio", "command": command, "args": arguments,
                                         "read": read})
    if result["status"] != "running" or result["toolCount"] == 0:
        raise Failed(f"the MCP server {name} does not work: {result}")


def best(runs):
    """The best numbers of one server."""
    def least(name, part, field):
        return min((run[part][field] for run in runs.get(name, [])), default=None)

    def middle(name, field):
        found = sorted(run[field] for run in runs.get(name, []))
        return found[len(found) // 2] if found else None

    def scaled(value, by):
        return value / by if value is not None else None

    some, none = middle("mcp_some", "rss_bytes"), middle("mcp_none", "rss_bytes")
    return {
        "mcp_call_us": scaled(least("mcp_calls", "one", "p50_ns"), 1e3),
        "mcp_call_run_us": scaled(least("mcp_calls", "one", "run_p50_ns"), 1e3),
        "mcp_call_cpu_us": scaled(least("mcp_calls", "one", "cpu_ns_per_call"), 1e3),
        "mcp_call_p99_us": scaled(least("mcp_calls", "one", "p99_ns"), 1e3),
        "mcp_many_ms": scaled(least("mcp_calls", "many", "wall_ns"), 1e6),
        "mcp_lost": max((run["many"]["lost"] for run in runs.get("mcp_calls", [])), default=None),
        "mcp_unused_bytes": (some - none) / SERVERS if some and none else None,
        "mcp_unused_processes": max((run["processes"] for run in runs.get("mcp_some", [])), default=None),
        "mcp_token_ms": scaled(min((run["p50_ns"] for run in runs.get("mcp_token_some", [])), default=None), 1e6),
        "mcp_token_none_ms": scaled(min((run["p50_ns"] for run in runs.get("mcp_token_none", [])), default=None), 1e6),
    }
