#!/usr/bin/env python3
"""Kills the daemon as kill -9 does, at a random moment under load, starts it again and looks whether anything is lost, double or
out of order. Once more and once more.

usage: crash.py [ROUNDS]      (500 by default)

Environment: WEIR_BIN, WEIR_TEST_SANITIZED, WEIR_TEST_FAULTS as for the tests; WEIR_SOAK_SEED repeats the choices of a run."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode |= __name__ == "__main__"

from bound import bind  # noqa: E402
from client import Client, RpcError  # noqa: E402
from daemon import Daemon, Place  # noqa: E402
from recorder import Nothing  # noqa: E402
from setting import FAULTS  # noqa: E402
from waiting import until  # noqa: E402

FINAL = {"completed", "failed", "cancelled"}
FINAL_EVENTS = {"event.taskCompleted": "completed", "event.taskFailed": "failed", "event.taskCancelled": "cancelled"}
STATE_OF = FINAL_EVENTS | {"event.taskQueued": "queued", "event.taskStarted": "running"}
# Which states may follow which; the rest is a task that goes back, or lives on after its end.
MAY_FOLLOW = {
    None: {"queued"},
    "queued": {"starting", "cancelled"},
    "starting": {"running", "stopping"} | FINAL,
    "running": {"awaiting_permission", "stopping"} | FINAL,
    "awaiting_permission": {"running", "stopping"} | FINAL,
    "stopping": FINAL,
}
SCRIPTS = ["say one; say two; done", "events 40 100; done", "hold", "progress 10; say x; progress 90; done", "fail error broken", "events 400 50"]
# Each step of a write. A build with fault points dies at each of them in turn.
POINTS = [
    "store.before_begin", "store.before_commit", "store.after_commit", "store.before_sync", "store.before_answer", "store.before_push",
    "confirm.before_send", "store.read", "task.before_start", "task.before_end", "store.before_passive_checkpoint", "store.before_checkpoint",
]
# Those that are passed only once the write-ahead log has grown.
NEED_MUCH = {"store.before_passive_checkpoint", "store.before_checkpoint"}
MUCH = ["events 4000 2000"]
RARE = NEED_MUCH | {"store.before_sync"}  # only groups in which nobody waits for an answer pass that one
SUBMITTERS, CANCELLERS = 2, 1
POINT_SECONDS = 60
ROUNDS_OF_A_STORE = 50  # checking takes longer the more there is


class Crashes:
    """The promises of consecutive daemons, compared with the event log."""

    def __init__(self, daemon, seed):
        self.daemon = daemon
        self.seed = seed
        self.rng = random.Random(seed)
        self.lock = threading.Lock()
        self.submitted = {}  # answered: id → prompt
        self.keys = {}  # idempotency key → (prompt, id or None where no answer came)
        self.cancelled = set()  # answered with true
        self.pushed = {}  # seq → the event as it was pushed
        self.epoch = None
        self.states = {}  # of each task, from its events so far
        self.sequences = {}  # the last one of each task's messages
        self.log_end = 0  # checked up to here
        self.scripts = SCRIPTS
        self.total_events = 0

    # --- the load: each of these runs until the daemon dies ---

    def _until_it_dies(self, work, number):
        rng = random.Random(f"{self.seed}-{number}")
        try:
            with Client(self.daemon.socket, Nothing()) as client:
                work(client, rng)
        except (OSError, AssertionError):
            pass  # it is dead, as it should be

    def _submit(self, client, rng):
        client.call("initialize", {"optOutNotificationMethods": [f"event.task{word}" for word in ("Queued", "Started", "Updated", "Completed", "Failed", "Cancelled")]})
        sessions = [None] + [client.call("session.create", {"cwd": "/"})["id"] for _ in range(2)]
        while True:
            prompt, session, key = rng.choice(self.scripts), rng.choice(sessions), None
            params = {"prompt": prompt, "priority": rng.randint(-3, 3), "timeoutMs": 50 if prompt == "hold" else 60000}
            if session:
                params["sessionId"] = session
            if rng.random() < 0.5:
                key = params["idempotencyKey"] = f"{rng.getrandbits(64):x}"
                with self.lock:
                    self.keys[key] = (params, None)
            try:
                answer = client.call("task.submit", params)
            except RpcError as error:
                assert error.word == "queue_full", error
                with self.lock:
                    self.keys.pop(key, None)  # it was answered
                client.ping()
                continue
            with self.lock:
                self.submitted[answer["taskId"]] = prompt
                if key:
                    self.keys[key] = (params, answer["taskId"])

    def _cancel(self, client, rng):
        client.call("event.subscribe", {"topics": ["session"]})
        while True:
            with self.lock:
                known = list(self.submitted)[-50:]
            if not known:
                client.ping()
                continue
            task = rng.choice(known)
            try:
                if client.call("task.cancel", {"taskId": task})["cancelled"]:
                    with self.lock:
                        self.cancelled.add(task)
            except RpcError as error:
                assert error.code == -32001, error

    def _read(self, client, rng):
        client.call("event.subscribe", {"topics": ["session"]})
        while True:
            client.call("task.list", {"limit": rng.randint(1, 100)})
            client.call("event.list", {"fromSeq": rng.randint(0, self.log_end + 1)})

    def _watch(self, client, _):
        answer = client.call("event.subscribe", {"fromSeq": self.log_end + 1, "epoch": self.epoch} if self.epoch else {"fromSeq": 0})
        assert "gap" not in answer, answer
        while True:
            event = client.event()
            if event["method"] != "event.cursor" and "seq" in event["params"]:
                with self.lock:
                    assert event["params"]["seq"] not in self.pushed, f"pushed twice: {event}"
                    self.pushed[event["params"]["seq"]] = event

    # --- a round ---

    def round(self, number, fault=None):
        """Starts, loads, kills: at a random moment, or at a fault point."""
        environment = {"WEIR_FAULT": fault} if fault else {}
        self.scripts = MUCH if fault and fault.split("=")[0] in NEED_MUCH else SCRIPTS
        self.daemon.launch(environment=environment)
        serves = self.daemon.notifications.wait_for("READY=1", self.daemon.process)
        assert serves or fault, self.daemon.stderr()
        jobs = [self._submit] * SUBMITTERS + [self._cancel] * CANCELLERS + [self._read, self._watch] if serves else []
        threads = [threading.Thread(target=self._until_it_dies, args=(job, f"{number}-{i}")) for i, job in enumerate(jobs)]
        for thread in threads:
            thread.start()
        try:
            self.daemon.process.wait(POINT_SECONDS if fault else self.rng.random() * 0.4)
        except subprocess.TimeoutExpired:
            assert not fault, f"{fault} was not passed"
            self.daemon.send_signal(signal.SIGKILL)
        assert self.daemon.wait() == -signal.SIGKILL
        for thread in threads:
            thread.join()

    def check(self):
        """Starts it again and compares what it has with what was promised; then kills it too."""
        self.daemon.start()
        with Client(self.daemon.socket, Nothing()) as client:
            client.call("event.subscribe", {"topics": ["session"]})
            self._check_keys(client)
            self._check_log(client)
            self._check_tasks(client)
        self._check_file()
        self.daemon.send_signal(signal.SIGKILL)
        self.daemon.wait()

    def _check_keys(self, client):
        """Repeats unanswered submissions with the same idempotency key: each must return one task, the same every
        time."""
        for key, (params, task) in self.keys.items():
            again = self._submit_again(client, params)
            assert task is None or again == task, f"key {key}: {task} became {again}"
            assert client.call("task.submit", params)["taskId"] == again
            self.submitted[again] = params["prompt"]
        self.keys.clear()

    @staticmethod
    def _submit_again(client, params):
        """The queue may be full, and goes on."""

        def attempt():
            try:
                return client.call("task.submit", params)["taskId"]
            except RpcError as error:
                assert error.word == "queue_full", error

        return until(attempt, "room in the queue")

    def _check_log(self, client):
        """Every event once and in order, and what was pushed is what is stored."""
        at = self.log_end + 1
        while True:
            page = client.call("event.list", {"fromSeq": at, "limit": 1000})
            assert self.epoch in (None, page["epoch"]), "a new epoch after a mere crash"
            self.epoch = page["epoch"]
            for event in page["events"]:
                seq = event["params"]["seq"]
                assert seq == self.log_end + 1, f"{seq} follows {self.log_end}"
                self.log_end = seq
                self._check_event(event, self.pushed.pop(seq, None))
                self.total_events += 1
            at = page["nextSeq"]
            if not page["more"]:
                break
        assert not self.pushed or min(self.pushed) > self.log_end, f"pushed, but not stored: {list(self.pushed)[:5]}"
        assert not self.pushed, f"pushed, but not stored: {list(self.pushed)[:5]}, the log ends at {self.log_end}"

    def _check_event(self, event, pushed):
        params = event["params"]
        if pushed:
            assert pushed["method"] == event["method"] and pushed["params"] == params, (pushed, event)
        task = params.get("taskId")
        state = params["state"] if event["method"] == "event.taskUpdated" else STATE_OF.get(event["method"])
        if state:
            before = self.states.get(task)
            assert state in MAY_FOLLOW.get(before, ()), f"{task} goes from {before} to {state}"
            self.states[task] = state
        elif event["method"] == "event.messageCreated" and params["sequence"] > 0:
            assert params["sequence"] == self.sequences.get(task, 0) + 1, f"{task}: message {params['sequence']} after {self.sequences.get(task)}"
            self.sequences[task] = params["sequence"]

    def _check_tasks(self, client):
        """Each answered task is there once; a cancelled one is cancelled; its state is what its events say."""
        seen, after = {}, None
        stop = min(self.submitted, default="")
        while True:
            page = client.call("task.list", {"limit": 1000} | ({"after": after} if after else {}))
            for task in page:
                assert task["id"] not in seen, f"{task['id']} is there twice"
                seen[task["id"]] = task
            if not page or page[-1]["id"] < stop:
                break
            after = page[-1]["id"]
        for task, prompt in self.submitted.items():
            assert task in seen, f"{task} was answered and is gone"
            assert seen[task]["prompt"] == prompt
        for task in self.cancelled:
            assert seen[task]["state"] == "cancelled", seen[task]
        self._check_states(client, seen)
        self.submitted.clear()
        self.cancelled.clear()

    def _check_states(self, client, seen):
        """The queue goes on meanwhile: only what was final when the log was read can be compared."""
        for task, state in self.states.items():
            if state in FINAL and task in seen:
                assert seen[task]["state"] == state, (seen[task], state)
        stats = client.call("task.stats")
        assert stats["total"] == sum(stats[name] for name in ("queued", "running", "completed", "failed", "cancelled")), stats

    def _check_file(self):
        with sqlite3.connect(f"file:{self.daemon.state}/weir.db?mode=ro", uri=True) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
            counted = dict(database.execute("SELECT state, count(*) FROM tasks GROUP BY state"))
            kept = {state: count for state, count in database.execute("SELECT state, count FROM task_counts") if count}
        database.close()
        # Two reads, and the queue moves between them: only the sum stands still.
        assert sum(counted.values()) == sum(kept.values()), (counted, kept)


def run(place, rounds, seed, points=True):
    """Answers how many events were looked at."""
    place.write_config({"tasks": {"queue": 5000, "stopMs": 200}})
    daemon = Daemon(place, Nothing())
    daemon.left_behind_is_fine = True
    daemon.expected_exit = -signal.SIGKILL
    crashes = Crashes(daemon, seed)
    try:
        points = POINTS if FAULTS and points else []
        faults = {point: f"{point}=kill*{0 if point in RARE else crashes.rng.randint(3, 40)}" for point in points}
        # Those that fill the store come last: it is looked at as a whole after each round.
        order = [point for point in points if point not in NEED_MUCH] + [None] * rounds + [point for point in points if point in NEED_MUCH]
        for number, point in enumerate(order):
            crashes.round(number, faults.get(point))
            crashes.check()
    except AssertionError as error:
        raise AssertionError(f"seed {seed}: {error}") from error
    finally:
        problems = daemon.finish()
    assert not problems, problems
    return crashes.total_events


def main():
    bind(os.getppid())
    rounds = int(sys.argv[1]) if len(sys.argv) == 2 and sys.argv[1].isdigit() else 500 if len(sys.argv) == 1 else 0
    if rounds <= 0:
        print(__doc__, file=sys.stderr)
        return 2
    seed = int(os.environ.get("WEIR_SOAK_SEED", random.SystemRandom().getrandbits(32)))
    begun, events = time.monotonic(), 0
    for done in range(0, rounds, ROUNDS_OF_A_STORE):
        place = Place()
        try:
            events += run(place, min(ROUNDS_OF_A_STORE, rounds - done), seed + done, points=done == 0)
        except AssertionError as error:
            print(f"crash: FAILED: {error}; the files are in {place.root}", file=sys.stderr)
            return 1
        place.remove()
    print(f"crash: {rounds} times killed, seed {seed}: {events} events looked at in {time.monotonic() - begun:.0f} s, nothing lost, double or out of order")
    return 0


if __name__ == "__main__":
    sys.exit(main())
