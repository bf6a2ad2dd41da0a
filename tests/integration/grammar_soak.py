#!/usr/bin/env python3
"""Random sequences of all methods of the contract, on several connections at once, against the daemon as it is shipped: some read
and check every answer against the contract, some never read, some leave in the middle of a line. Meanwhile the configuration is
reloaded, the daemon is restarted, stopped and killed, and so are its executors. Executors, too, say whatever the contract lets them.

usage: grammar_soak.py [SECONDS]      (300 by default)

What fails it: a sanitizer's report, a daemon that ends by itself or does not end when it is told to, a ping or another request that
is not answered, an answer or an event outside of the contract, a log out of order or with a page missing, a damaged store, a broken
audit log, an executor that broke, a process or a directory of an executor that is left. From 300 seconds on also: a method without any
result, no restart, something that no executor has said, no call of a model. The last lines that were sent are written to a file that is
named then.

Environment: WEIR_BIN, WEIR_TEST_SANITIZED as for the tests; WEIR_SOAK_SEED repeats a run as far as threads allow."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, deque

sys.dont_write_bytecode |= __name__ == "__main__"

from client import Client, RawClient  # noqa: E402
from daemon import Daemon, Place  # noqa: E402
from grammar import Grammar, Pools, line  # noqa: E402
from leftovers import processes, until_nothing_is_left  # noqa: E402
from providers import Provider, play_message  # noqa: E402
from recorder import Connection, Nothing  # noqa: E402
from setting import BIN, OPENRPC, REPOSITORY, SANITIZED, SANITIZER_SIGNS, SHIPPED, TRAFFIC  # noqa: E402

TALKERS, MUTES, LEAVERS = 4, 2, 1
PATIENCE_SECONDS = 60 if SANITIZED else 20  # for an answer, once it was said that it need not be waited for
WAIT_SECONDS = 4  # then requests that wait are cancelled
STOP_SECONDS = 90 if SANITIZED else 45
JOURNAL_LINES = 4000
MOST_KINDS = 50
LONG_SECONDS = 300  # so long a run has to reach everything
LOOKED_AT = 20000  # events that the daemon passes over in one page
# Those that end the daemon are sent by the one who expects that.
METHODS = [name for name in Grammar(OPENRPC, random).called_by("client") if name not in ("daemon.stop", "daemon.restart")]
# Without things to name most methods are refused: these make some.
MAKERS = ["session.create", "task.submit", "task.submit", "terminal.open", "key.set", "event.subscribe", "permission.list", "permission.rules.remove", "permission.answer", "permission.answer"]
DECISIONS = OPENRPC["components"]["schemas"]["permission.Decision"]["enum"]
# While these work no restart is possible; and where rules decide everything nobody is asked.
SELDOM = ("db.check", "db.backup", "db.compact", "permission.rules.add")
SETTINGS = {
    "tasks": {"agent": "script", "drainMs": 300, "stopMs": 500, "atOnce": 4, "queue": 200},
    "pool": {"warm": 1, "idle": 2, "startMs": 20000, "shutdownMs": 500},
    "permissions": {"approverMs": 1000, "timeoutMs": 5000},
    "keys": {"access": "broker"},
}
OTHER_SETTINGS = [
    {"limits": {"outputPauseBytes": 4096, "outputBytes": 1 << 20}},
    {"limits": {"messageBytes": 1 << 20}},
    {"tasks": SETTINGS["tasks"] | {"atOnce": 1, "queue": 5}},
    {"tasks": SETTINGS["tasks"] | {"agent": "grammar"}},
    {"tasks": SETTINGS["tasks"] | {"agent": "grammar", "atOnce": 8}},
    {"pool": SETTINGS["pool"] | {"warm": 0, "idle": 0}},
    {"sandbox": "landlock"},
    {"keys": {"access": "direct"}},
]


class World:
    """The daemon, and what all threads know of it."""

    def __init__(self, place, seed):
        self.place = place
        self.seed = seed
        self.daemon = Daemon(place, Nothing())
        self.pools = Pools()
        self.counts = Counter()
        self.answered = Counter()  # methods, with a result
        self.problems = []
        self.kinds = set()  # of what was outside of the contract
        self.stopping = threading.Event()
        self.up = threading.Event()
        self.generation = 0  # of daemons: one that was ended takes its connections along
        self.journal = deque(maxlen=JOURNAL_LINES)
        self.directories = [str(place.home / name) for name in ("one", "two", "three", "gone")]
        for directory in self.directories[:-1]:
            os.mkdir(directory)
        self.said = place.root / "said" / "lines"  # by executors, and what came of it
        self.said.parent.mkdir()
        self.did = Counter()  # of executors, in the end
        self.provider = Provider(Model(random.Random(f"{seed}-model")).play)

    def settings(self, more):
        """The settings of the configuration file."""
        python = REPOSITORY / "tests/integration"
        provider = {"header": "x-api-key", "prefix": "", "format": "anthropic"}
        return SETTINGS | {
            "view": {"read": [str(REPOSITORY / "tests"), str(REPOSITORY / "contract"), str(BIN.parent)], "write": [str(self.said.parent)]},
            "providers": {"anthropic": {"url": self.provider.url} | provider, "openai": {"url": self.provider.url}},
            "executors": {
                "grammar": {"command": ["/usr/bin/python3", str(python / "grammar_executor.py"), str(REPOSITORY / "contract/golden/openrpc.json"), str(self.said)]}
            },
        } | more

    def said_by_executors(self):
        """How often each thing, by the words of grammar_executor.py."""
        try:
            return Counter(json.loads(text) for text in self.said.read_text().splitlines())
        except FileNotFoundError:
            return Counter()

    def grammar(self, name):
        return Grammar(OPENRPC, random.Random(f"{self.seed}-{name}"), self.pools, self.directories)

    def fail(self, text):
        self.problems.append(text)
        self.stopping.set()

    def outside_the_contract(self, problems):
        """Each kind once: the run goes on, and finds others."""
        for problem in problems:
            kind = problem.rpartition(": ")[2]
            if kind not in self.kinds and len(self.kinds) < MOST_KINDS:
                self.kinds.add(kind)
                self.problems.append(f"outside of the contract: {problem}")

    # --- the daemon's life ---

    def start(self):
        self.daemon.start(program=SHIPPED)
        self.up.set()

    def going_down(self):
        self.up.clear()
        self.generation += 1

    def ended(self, expected):
        """After its end: how it ended, and what it said last."""
        code = self.daemon.process.wait(STOP_SECONDS)
        if code != expected:
            self.fail(f"the daemon exited with {code}, not {expected}:\n{self.daemon.stderr()[-8000:]}")
        self.look_at_stderr()
        self.daemon.notifications.close()

    def look_at_stderr(self):
        for text in (self.daemon.stderr(), self.daemon.log()):
            if any(sign in text for sign in SANITIZER_SIGNS):
                at = min(text.find(sign) for sign in SANITIZER_SIGNS if sign in text)
                self.fail(f"a sanitizer spoke:\n{text[max(at - 200, 0):at + 8000]}")


class Model:
    """A model provider that mostly behaves well."""

    def __init__(self, rng):
        self._rng = rng

    def play(self, handler, seen):
        kind = self._rng.random()
        if kind < 0.05:
            handler.answer({"type": "error", "error": {"type": "overloaded_error", "message": "later"}}, 529)
        elif kind < 0.1:
            handler.hang_up()
        elif seen.method == "GET":
            handler.answer({"data": [{"id": "claude-test"}, {"id": "gpt-test"}]})
        else:
            try:
                play_message(handler, seen)
            except ValueError:
                handler.answer({"error": {"message": "no JSON"}}, 400)


# --- clients --------------------------------------------------------------------------


class Talker:
    """Sends a few messages at a time and reads until all requests are answered."""

    def __init__(self, world, name):
        self.world = world
        self.grammar = world.grammar(name)
        self.rng = random.Random(f"{world.seed}-{name}-talks")
        self.name = name
        self.next_id = 0
        self.asked = {}
        self.waiting = []  # permission requests

    def message(self):
        name = self.rng.choice(MAKERS) if self.rng.random() < 0.35 else self.rng.choice(METHODS)
        if name in SELDOM and self.rng.random() < 0.8:
            name = "ping"
        params, _ = self.grammar.params(name)
        if self.waiting:  # for an answer, and not for long
            name = "permission.answer"
            params = {"requestId": self.waiting.pop(), "decision": self.rng.choice(DECISIONS)}
        message = {"jsonrpc": "2.0", "method": name}
        if params or self.rng.random() < 0.5:
            message["params"] = params
        if name != "$/cancel_request" and self.rng.random() < 0.95:
            self.next_id += 1
            message["id"] = f"{self.name}-{self.next_id}"
        return message, bool(TRAFFIC.params(name, params))

    def send(self, raw, data, bad):
        self.world.journal.append(f"{time.monotonic():.3f} {self.name} {data[:2000].decode()}")
        raw.send(data, bad)

    def burst(self, raw, count):
        """Several messages, or one batch of them."""
        made = [self.message() for _ in range(count)]
        for message, _ in made:
            if "id" in message:
                self.asked[message["id"]] = message["method"]
        bad = any(is_bad for _, is_bad in made)
        if count > 1 and self.rng.random() < 0.15:
            self.send(raw, line([message for message, _ in made]), bad)
        else:
            for message, is_bad in made:
                self.send(raw, line(message), is_bad)

    def read_answers(self, raw):
        """Until everything is answered. What waits for too long is cancelled, and then has to be answered."""
        deadline, cancelled = time.monotonic() + WAIT_SECONDS, False
        while self.asked:
            seconds = deadline - time.monotonic()
            if seconds <= 0 and not cancelled:
                for number in list(self.asked):
                    self.send(raw, line({"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": number}}), False)
                deadline, cancelled = time.monotonic() + PATIENCE_SECONDS, True
                continue
            try:
                said = raw.read(max(seconds, 0.001))
            except AssertionError as error:
                if "no line came" not in str(error):
                    raise
                if cancelled:
                    raise AssertionError(f"not answered, although cancelled: {self.asked}") from None
                continue
            for message in said if isinstance(said, list) else [said]:
                self.take(message)

    def take(self, message):
        if "method" in message:
            self.world.pools.learn(message["method"].partition(".")[0], message["params"])
            self.world.counts["events"] += 1
            if message["method"] == "event.permissionRequested" and self.rng.random() < 0.5:
                self.waiting.append(message["params"]["request"]["id"])
            return
        method = self.asked.pop(message.get("id"), None)
        if method and "result" in message:
            self.world.pools.learn(method.rpartition(".")[0], message["result"])
        self.world.counts["answers"] += 1
        self.world.answered[method] += "result" in message

    def live(self):
        """One connection after another, until the end."""
        while self.world.up.wait() and not self.world.stopping.is_set():
            generation, record = self.world.generation, Connection()
            self.asked = {}
            try:
                with RawClient(self.world.daemon.socket, record, seconds=PATIENCE_SECONDS) as raw:
                    if self.rng.random() < 0.5:
                        hello = {"protocolVersion": "1.0", "approves": self.rng.random() < 0.5}
                        self.send(raw, line({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": hello}), False)
                        self.asked["hello"] = "initialize"
                    for _ in range(self.rng.randint(1, 40)):
                        if self.world.stopping.is_set() or generation != self.world.generation:
                            break
                        self.burst(raw, self.rng.randint(1, 8))
                        self.read_answers(raw)
            except (OSError, AssertionError) as error:
                if generation == self.world.generation and self.world.up.is_set():
                    self.world.fail(f"{self.name}: {error!r}")
            problems = []
            record.check(problems, set(), set())
            self.world.outside_the_contract(problems)


def never_reads(world, name):
    """An approver that follows the whole log and asks for more and more, without reading; then it reads all of it, or leaves."""
    talker, rng = Talker(world, name), random.Random(f"{world.seed}-{name}")
    while world.up.wait() and not world.stopping.is_set():
        generation = world.generation
        try:
            with RawClient(world.daemon.socket, Nothing(), seconds=3) as raw:
                raw.send(line({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "1.0", "approves": True}}))
                for _ in range(rng.randint(0, 3)):
                    raw.send(line({"jsonrpc": "2.0", "id": 2, "method": "event.subscribe", "params": {"fromSeq": 1} if rng.random() < 0.5 else {}}))
                with contextlib.suppress(OSError):  # it is no longer read from, or was cut off
                    for _ in range(rng.choice([50, 500, 2000])):
                        if world.stopping.is_set() or generation != world.generation:
                            break
                        talker.send(raw, line(talker.message()[0]), True)
                if rng.random() < 0.5:
                    with contextlib.suppress(OSError, AssertionError):
                        for _ in range(5000):
                            raw.read(1)
            world.counts["silent clients"] += 1
        except OSError as error:
            if generation == world.generation and world.up.is_set():
                world.fail(f"{name}: {error!r}")


def leaves_midway(world, name):
    talker, rng = Talker(world, name), random.Random(f"{world.seed}-{name}")
    while world.up.wait() and not world.stopping.is_set():
        with contextlib.suppress(OSError):
            with RawClient(world.daemon.socket, Nothing(), seconds=3) as raw:
                for _ in range(rng.randint(0, 20)):
                    talker.send(raw, line(talker.message()[0]), True)
                data = line(talker.message()[0])
                raw.send(data[: rng.randint(0, len(data))], True)
        world.counts["clients that left midway"] += 1
        world.stopping.wait(rng.random() / 20)


def pings(world):
    """Checks that pings are answered, whatever the other clients send."""
    while world.up.wait() and not world.stopping.is_set():
        generation = world.generation
        try:
            with Client(world.daemon.socket, Nothing(), seconds=PATIENCE_SECONDS) as client:
                while generation == world.generation and not world.stopping.is_set():
                    client.ping()
                    client.events.clear()
                    world.counts["pings"] += 1
                    world.stopping.wait(0.02)
        except (OSError, AssertionError) as error:
            if generation == world.generation and world.up.is_set():
                world.fail(f"a ping was not answered: {error!r}")


# --- what happens to the daemon -----------------------------------------------------------


def reload(world, rng):
    world.place.write_config(world.settings(rng.choice([{}, {}, *OTHER_SETTINGS])))
    world.daemon.send_signal(signal.SIGHUP)


def restart(world, rng):
    """It may be refused, where something cannot wait; it may not fail otherwise."""
    with Client(world.daemon.socket, Nothing(), seconds=PATIENCE_SECONDS) as client:
        message = client.answer(client.request("daemon.restart"))
        refused = message.get("error", {}).get("message", "").partition(";")[0]
        world.counts[f"restarts refused ({refused})" if refused else "restarts done"] += 1


def kill(world, rng):
    world.going_down()
    world.daemon.send_signal(signal.SIGKILL)
    world.ended(-signal.SIGKILL)
    world.start()


def stop(world, rng):
    world.going_down()
    world.daemon.send_signal(signal.SIGTERM)
    if rng.random() < 0.3:
        world.daemon.send_signal(signal.SIGTERM)
    world.ended(0)
    world.start()


def stop_soon_after_start(world, rng):
    """While the store is being opened, after a crash."""
    world.going_down()
    world.daemon.send_signal(signal.SIGKILL)
    world.ended(-signal.SIGKILL)
    world.daemon.launch(program=SHIPPED)
    if world.daemon.notifications.wait_for("READY=1", world.daemon.process):
        world.stopping.wait(rng.random() / 50)
        world.daemon.send_signal(signal.SIGTERM)
    world.ended(0)
    world.start()


def kill_an_executor(world, rng):
    found = processes(world.place)
    if found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(found), rng.choice(DEADLY))


# A sanitizer takes SIGSEGV for a fault of the program; one that comes while it looks for leaks holds it for ever.
DEADLY = [signal.SIGKILL, signal.SIGTERM] + ([] if SANITIZED else [signal.SIGSEGV])
DISTURBANCES = [reload] * 4 + [restart] * 3 + [kill] * 2 + [stop, stop_soon_after_start] + [kill_an_executor] * 3


def disturb(world, rng, deadline):
    while time.monotonic() < deadline and not world.stopping.is_set():
        world.stopping.wait(rng.uniform(0.2, 3))
        what = rng.choice(DISTURBANCES)
        world.journal.append(f"{time.monotonic():.3f} {what.__name__}")
        if world.daemon.process.poll() is not None:
            world.fail(f"the daemon ended by itself with {world.daemon.process.returncode}:\n{world.daemon.stderr()[-8000:]}")
            return
        world.counts[what.__name__.replace("_", " ")] += 1
        try:
            what(world, rng)
        except (OSError, AssertionError, subprocess.TimeoutExpired) as error:
            world.fail(f"{what.__name__}: {error!r}\n{world.daemon.stderr()[-8000:]}")


def check_log(world, client):
    """Every number once and in order. Those of a session that was deleted are gone; a page ends early for these alone."""
    last, at, seq = client.call("event.list", {"limit": 1})["lastSeq"], 1, 0
    while at <= last:
        page = client.call("event.list", {"fromSeq": at, "limit": 1000})
        client.events.clear()
        for event in page["events"]:
            if event["params"]["seq"] <= seq:
                world.fail(f"the log is out of order: after {seq} comes {event['params']['seq']}")
                return
            seq = event["params"]["seq"]
        behind = page["nextSeq"]
        if behind <= max(at, seq) or (not page["events"] and page["more"] and behind - at < LOOKED_AT):
            world.fail(f"the log ends in its middle: behind {at} of {last} comes a page of {len(page['events'])} events, and then {behind}")
            return
        at = behind
    world.counts["events in the log"] = last


def check_store(world, client):
    """Checks that the store and the audit log are intact."""
    client.call("initialize", {"protocolVersion": "1.0"})
    check = client.call("db.check")
    if not check["ok"]:
        world.fail(f"the store is damaged: {check['problems']}")
    audit = client.call("audit.verify")
    world.counts["entries in the audit log"] = audit["entries"]
    if not audit["sound"]:
        world.fail(f"the audit log is broken: {audit}")


def check_reach(world):
    """A run that reaches less than this tests less than it says."""
    said = world.did
    missed = [f"no result of {name}" for name in METHODS if name != "$/cancel_request" and not world.answered[name]]
    missed += [] if world.counts["restarts done"] else ["no restart"]
    missed += [f"no executor said {name}" for name in world.grammar("reach").called_by("executor") if name != "$/cancel_request" and not said[f"said {name}"]]
    missed += [f"no executor had a result of {name}" for name in ("get_execution_context", "request_permission", "create_message", "keep_files") if not said[f"result of {name}"]]
    missed += [] if said["model call 200"] else ["no executor had an answer of a model"]
    missed += [] if world.provider.seen else ["no call of a model came"]
    if missed:
        world.fail(f"the run has not reached: {', '.join(missed)}")


# --- the run ----------------------------------------------------------------------------------


def run(seconds, seed, place):
    world = World(place, seed)
    place.is_staged = True
    place.write_config(world.settings({}))
    world.start()
    works = [(Talker(world, f"talker{number}").live,) for number in range(TALKERS)]
    works += [(never_reads, world, f"mute{number}") for number in range(MUTES)]
    works += [(leaves_midway, world, f"leaver{number}") for number in range(LEAVERS)] + [(pings, world)]
    threads = [threading.Thread(target=guarded, args=(world, *work)) for work in works]
    for thread in threads:
        thread.start()
    disturb(world, random.Random(f"{seed}-disturbs"), time.monotonic() + seconds)
    world.stopping.set()
    world.up.set()  # for those that wait for a daemon
    for thread in threads:
        thread.join()
    finish(world)
    world.did = world.said_by_executors()
    for what in world.did:
        if what.startswith("broke"):
            world.fail(f"an executor broke: {what}")
    if seconds >= LONG_SECONDS:
        check_reach(world)
    return world


def guarded(world, work, *arguments):
    try:
        work(*arguments)
    except Exception as error:  # whatever it is, the run has failed
        world.fail(f"{work.__name__}: {error!r}")


def finish(world):
    try:
        if world.daemon.process.poll() is None:
            with Client(world.daemon.socket, Nothing(), seconds=PATIENCE_SECONDS) as client:
                check_log(world, client)
                check_store(world, client)
            world.daemon.send_signal(signal.SIGTERM)
            world.ended(0)
            until_nothing_is_left(world.place)
    except (OSError, AssertionError, subprocess.TimeoutExpired) as error:
        world.fail(f"at the end: {error!r}")
    if world.daemon.process.poll() is None:
        world.daemon.process.kill()
        world.daemon.process.wait()
    world.provider.close()


def main():
    try:
        seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 300.0
    except ValueError:
        seconds = 0.0
    if len(sys.argv) > 2 or seconds <= 0:
        print(__doc__, file=sys.stderr)
        return 2
    seed = int(os.environ.get("WEIR_SOAK_SEED", random.SystemRandom().getrandbits(32)))
    place = Place()
    try:
        world = run(seconds, seed, place)
    finally:
        place.strays()
        place.remove()
    never = sorted(set(METHODS) - set(+world.answered) - {"$/cancel_request"})
    if never:
        print(f"grammar: without any result: {', '.join(never)}")
    print(f"grammar: executors: {', '.join(f'{count} {what}' for what, count in sorted(world.did.items()))}")
    told = ", ".join(f"{count} {what}" for what, count in sorted(world.counts.items()))
    print(f"grammar: {seconds:.0f} s, seed {seed}: {told}: {'FAILED' if world.problems else 'ok'}")
    for problem in world.problems[:MOST_KINDS]:
        print(problem, file=sys.stderr)
    if world.problems:
        with tempfile.NamedTemporaryFile("w", prefix="weir-grammar-", suffix=".log", delete=False) as file:
            file.write("\n".join(world.journal))
            print(f"what was sent last: {file.name}", file=sys.stderr)
    return 1 if world.problems else 0


if __name__ == "__main__":
    sys.exit(main())
