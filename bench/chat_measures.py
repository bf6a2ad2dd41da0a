"""Measures chat: what the ACK gate costs, the throughput of a port, pages of many threads, and what rows of messages cost.

Runs the test daemon, whose worker plays prompts as scripts: the same daemon without agents and executors."""
import array
import json
import os
import shutil
import socket
import sqlite3
import statistics
import tempfile

from client import Client
from servers import Failed, Kind, ask_program, daemon_kind

CHUNK_TEXT = 40  # of a message: a few words, as agents stream them
THREADS = 100000
DEEP = 1000  # pages from the start
PROGRAM_SECONDS = 120
TASK_MS = 600000
PIECES = 48  # of a message


class ChatClient(Client):
    """Keeps the descriptors that come with messages."""

    def __init__(self, server):
        super().__init__(server)
        self.fds = []

    def receive(self):
        while b"\n" not in self.rest:
            data, ancillary, _, _ = self.socket.recvmsg(1 << 20, socket.CMSG_SPACE(64))
            for _, _, payload in ancillary:
                fds = array.array("i")
                fds.frombytes(payload[: len(payload) - len(payload) % fds.itemsize])
                self.fds += fds
            if not data:
                raise Failed(f"{self.server.kind.title} hung up: {self.server.log_end()}")
            self.rest += data
        return super().receive()

    def open_port(self, thread, content):
        """(the time before the request, the port)"""
        began = self.begin_timed("chat:sendMessage", {"threadId": thread, "content": content})
        self.answer(self.last_id)
        return began, socket.socket(fileno=self.fds.pop())


class ChatBench:
    def __init__(self, bench, build, notes):
        self.bench, self.build, self.notes = bench, build, notes
        self.cpus, self.say = bench.cpus, bench.say
        self.bare = Kind("raw", "bare", lambda home: [])
        self.everywhere = self.cpus.all if self.cpus.server is not None else None
        self.rounds = 2 if bench.quick else 4
        self.turns = 100 if bench.quick else 300
        self.chunks = 50000 if bench.quick else 200000
        self.pages = 300 if bench.quick else 1000
        self.memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

    def run(self):
        if not os.access(f"{self.build}/tests/bin/weird", os.X_OK):
            self.notes.append(f"{self.build}/tests/bin/weird does not exist: chat was not measured; configure the build with -Dtests=true")
            return
        for part in (self.gate, self.port, self.rows, self.page):
            self.bench.try_part(part)

    def daemon(self, state=None):
        return daemon_kind(f"{self.build}/tests/bin/weird", "weir (test daemon)", state, '{"retention": {"days": 0, "bytes": 0}}')

    # --- the gate ---

    def gate(self):
        """From a request to the first text: through a port, and with chat.send and a subscription. The store is in memory, to exclude the
        time of syncs, and the two take turns."""
        for number in range(self.rounds):
            self.say(f"{2 * self.turns} first tokens, round {number + 1} of {self.rounds}")
            with tempfile.TemporaryDirectory(dir=self.memory) as state:
                kind = self.daemon(state)
                with self.bench.start(kind, self.everywhere) as server, ChatClient(server) as client, Client(server) as other:
                    thread = client.call("session.create", {"cwd": "/"})["id"]
                    other.call("event.subscribe", {"topics": ["message"]})
                    gated, plain = [], []
                    for _ in range(self.turns):
                        gated.append(through_port(client, thread))
                        other.pushed.clear()
                        plain.append(through_events(other, thread))
            self.bench.record(kind, "chat_gate", {"gated_ns": statistics.median(gated) * 1e9, "plain_ns": statistics.median(plain) * 1e9,
                                                  "added_ns": (statistics.median(gated) - statistics.median(plain)) * 1e9})

    # --- throughput ---

    def port(self):
        """A reader that counts, once the task has ended and while it reports as fast as it can; against writes of chunks of the
        same size."""
        for number in range(self.rounds):
            for name in ("chat_port", "chat_port_live"):
                self.say(f"{self.chunks} chunks, round {number + 1} of {self.rounds}: {name}")
                with tempfile.TemporaryDirectory(dir=self.memory) as state:
                    kind = self.daemon(state)
                    with self.bench.start(kind, self.everywhere) as server, ChatClient(server) as client:
                        found = self.read_port(client, name == "chat_port")
                if found["chunks"] != self.chunks + 1:
                    raise ValueError(f"{found['chunks']} of {self.chunks + 1} chunks")
                self.bench.record(kind, name, found)
            size = round(found["bytes"] / found["chunks"])
            self.bench.record(self.bare, "chat_port", ask_program([f"{self.build}/bench/bare_pair", str(self.chunks), str(size)], self.cpus,
                                                                  self.everywhere, PROGRAM_SECONDS))

    def read_port(self, client, is_late):
        thread = client.call("session.create", {"cwd": "/"})["id"]
        client.call("event.subscribe", {"topics": ["task"]})
        _, port = client.open_port(thread, f"events {self.chunks} {CHUNK_TEXT}")
        port.sendall(b"ACK")
        while is_late and client.receive()[1].get("method") != "event.taskCompleted":
            pass
        return count_chunks(port, client.now)

    # --- rows of messages ---

    def rows(self):
        """The same reports twice: with messages that become rows, and with types of the same length that do not."""
        for number in range(2 * self.rounds):
            self.say(f"reports with and without rows, round {number + 1} of {2 * self.rounds}")
            found = {}
            for name, suffix in (("with", ""), ("without", "x")):
                with tempfile.TemporaryDirectory(dir=self.memory) as state:
                    kind = self.daemon(state)
                    with self.bench.start(kind, self.everywhere) as server, Client(server) as client:
                        found[f"{name}_per_second"] = report(client, suffix)
            self.bench.record(kind, "chat_rows", found)

    # --- pages ---

    def page(self):
        state = f"{self.bench.home}/threads"
        os.mkdir(state, 0o700)
        kind = self.daemon(state)
        with self.bench.start(kind) as server, Client(server) as client:
            client.call("session.create", {"cwd": "/home/somebody/work"})
        self.say(f"adding {THREADS} threads")
        add_threads(f"{state}/weir.db")
        with self.bench.start(kind) as server, Client(server) as client, self.bench.cpus.awake():
            cursor = {}
            for _ in range(DEEP):
                cursor = {"cursor": client.call("chat:getThreads", cursor)["nextCursor"]}
            for number in range(self.rounds):
                self.say(f"{2 * self.pages} pages of {THREADS} threads, round {number + 1} of {self.rounds}")
                times = sorted(time_page(client, params) for _ in range(self.pages) for params in ({}, cursor))
                self.bench.record(kind, "chat_page", {"p50_ns": times[len(times) // 2] * 1e9, "p99_ns": times[len(times) * 99 // 100] * 1e9})
        shutil.rmtree(state)


def through_port(client, thread):
    began, port = client.open_port(thread, "say hello; done")
    port.sendall(b"ACK")
    text = b""
    while b"\n\n" not in text:
        text += port.recv(1 << 16)
    when = client.now()
    if b"text-delta" not in text:
        raise ValueError(f"no text: {text}")
    while port.recv(1 << 16):
        pass
    port.close()
    return when - began


def through_events(client, thread):
    began = client.begin_timed("chat.send", {"threadId": thread, "message": "say hello; done"})
    task = client.answer(client.last_id)[1]["taskId"]
    while True:
        when, params = client.event("event.messageCreated", task)
        if params["role"] == "assistant":
            break
        client.pushed = [(at, it) for at, it in client.pushed if it["params"] is not params]
    client.call("task.wait", {"taskId": task})
    return when - began


def count_chunks(port, now):
    first = port.recv(1 << 20)
    began = now()
    parts = [first]
    while part := port.recv(1 << 20):
        parts.append(part)
    seconds = now() - began
    port.close()
    text = b"".join(parts)
    chunks = text.count(b"\n\n")
    return {"chunks": chunks, "bytes": len(text), "per_second": chunks / seconds}


def report(client, suffix):
    """Events a second of a task that reports messages as agents stream them: pieces, then the block, then the end."""
    data = json.dumps({"index": 0, "delta": {"text": "x" * CHUNK_TEXT}})
    block = json.dumps({"index": 0, "content_block": {"type": "text", "text": "x" * CHUNK_TEXT * PIECES}})
    message = [f"message message_start{suffix} {{}}", *[f"message content_block_delta {data}"] * PIECES,
               f"message content_block_stop{suffix} {block}", f"message message_stop{suffix} {{}}"]
    count = (900 << 10) // len("; ".join([*message, ""]))
    client.call("event.subscribe", {"topics": ["task"]})
    seconds = 0
    for _ in range(5):
        task = client.call("task.submit", {"prompt": "; ".join(message * count), "timeoutMs": TASK_MS})["taskId"]
        began = client.event("event.taskStarted", task)[0]
        seconds += client.event("event.taskCompleted", task)[0] - began
    return 5 * count * len(message) / seconds


def add_threads(path):
    """Rows as the daemon writes them; a trigger makes the threads."""
    with sqlite3.connect(path) as store:
        (columns,) = [[row[1] for row in store.execute("PRAGMA table_info(sessions)")]]
        row = dict(zip(columns, store.execute("SELECT * FROM sessions").fetchone()))
        del row["no"]
        marks = ", ".join("?" * len(row))
        store.executemany(f"INSERT INTO sessions ({', '.join(row)}) VALUES ({marks})",
                          (tuple((row | {"id": f"sess_{number:026d}", "title": f"thread {number}", "created_at": number}).values())
                           for number in range(THREADS)))
        store.execute("UPDATE threads SET messages = 2, last = 'The words of the last message, which are shown in the list of threads.'")
    store.close()


def time_page(client, params):
    began = client.begin_timed("chat:getThreads", params)
    when, result = client.answer(client.last_id)
    if len(result["threads"]) != 50:
        raise ValueError(f"{len(result['threads'])} threads")
    return when - began


def best(found):
    numbers = {}
    if found.get("chat_gate"):
        least = min(found["chat_gate"], key=lambda run: run["added_ns"])
        numbers |= {"chat_gate_us": least["added_ns"] / 1e3, "chat_first_us": least["gated_ns"] / 1e3, "chat_first_plain_us": least["plain_ns"] / 1e3}
    for name in ("chat_port", "chat_port_live"):
        if found.get(name):
            numbers[f"{name}_per_second"] = max(run["per_second"] for run in found[name])
    if found.get("chat_rows"):
        numbers["chat_rows_per_second"] = max(run["with_per_second"] for run in found["chat_rows"])
        numbers["chat_no_rows_per_second"] = max(run["without_per_second"] for run in found["chat_rows"])
    if found.get("chat_page"):
        numbers["chat_page_p99_us"] = min(run["p99_ns"] for run in found["chat_page"]) / 1e3
        numbers["chat_page_p50_us"] = min(run["p50_ns"] for run in found["chat_page"]) / 1e3
    return numbers
