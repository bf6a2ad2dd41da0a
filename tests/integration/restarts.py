#!/usr/bin/env python3
"""Restarts the daemon (daemon.restart) again and again under a crowd of clients, and looks whether anybody has noticed more than a
pause: no connection ends, every request is answered once, every event comes once, no half a message is lost; terminals show all
that their programs wrote, and executors, ours and another's, go on with their tasks.

usage: restarts.py [ROUNDS]      (100 by default)

Environment: WEIR_BIN, WEIR_TEST_SANITIZED as for the tests."""

import json
import os
import sys
import threading
import time
from pathlib import Path

sys.dont_write_bytecode |= __name__ == "__main__"

from bound import bind  # noqa: E402
from daemon import Daemon, Place  # noqa: E402
from recorder import Nothing  # noqa: E402
from shells import Shell, encode  # noqa: E402

PINGERS, WRITERS, FOLLOWERS, HALVES, WAITERS, STREAMS, FOREIGN, TERMINALS = 2, 2, 3, 2, 2, 8, 1, 2
SETTINGS = {
    "tasks": {"agent": "script", "drainMs": 0, "atOnce": 16},
    "pool": {"warm": 1, "idle": 2},
    # It knows no hand-shake, and writes what it does to no file.
    "executors": {"foreign": {"command": ["/usr/bin/python3", str(Path(__file__).resolve().with_name("step_executor.py")), "/dev/null"]}},
}
MESSAGES = 40  # of a task
LINES = 300  # of a command in a terminal


class Crowd:
    """Clients at work, each in a thread of its own, until they are told to stop."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.stopping = threading.Event()
        self.problems = []
        self.pauses = []  # of every ping, in seconds
        self.created = []  # sessions
        self.streamed = []  # tasks
        self.typed = 0  # commands
        self.last = None  # seq that every follower has to reach
        self.lock = threading.Lock()
        self.threads = []
        self.followers = []

    def __enter__(self):
        for work, count in ((self._ping, PINGERS), (self._write, WRITERS), (self._halve, HALVES), (self._wait, WAITERS), (self._stream, STREAMS), (self._foreign, FOREIGN), (self._type, TERMINALS)):
            for _ in range(count):
                self._start(work)
        self.followers = [self._start(self._follow, number) for number in range(FOLLOWERS)]
        return self

    def __exit__(self, failed, *_):
        self.stopping.set()
        for thread in self.threads:
            if thread not in self.followers:
                thread.join()
        with self.daemon.client() as client:
            # The one behind it wakes those who have seen the last already.
            self.last = 0 if failed else client.call("event.list", {"limit": 1})["lastSeq"] + 1
            client.call("session.create", {"cwd": "/tmp"})
        for thread in self.followers:
            thread.join()
        assert failed or not self.problems, self.problems[0]

    def _start(self, work, *arguments):
        def guarded():
            try:
                with self.daemon.client() as client:
                    work(client, *arguments)
            except Exception as error:  # pylint: disable=broad-except
                self.problems.append(f"{work.__name__}: {error!r}")

        thread = threading.Thread(target=guarded)
        thread.start()
        self.threads.append(thread)
        return thread

    # --- what they do ---

    def _ping(self, client):
        while not self.stopping.is_set():
            before = time.monotonic()
            client.ping()
            self.pauses.append(time.monotonic() - before)

    def _write(self, client):
        while not self.stopping.is_set():
            session = client.call("session.create", {"cwd": "/tmp"})["id"]
            with self.lock:
                self.created.append(session)
            client.call("session.update", {"sessionId": session, "title": "again"})
            assert client.call("session.close", {"sessionId": session})["state"] == "closed"

    def _halve(self, client):
        """Half a message lies with the daemon most of the time."""
        number = 0
        client.call("initialize", {"protocolVersion": "1.0", "optOutNotificationMethods": ["event.cursor"]})
        client.call("event.subscribe", {"topics": ["event.sessionDeleted"]})  # nobody does that
        client.events.clear()
        while not self.stopping.is_set():
            number += 1
            line = json.dumps({"jsonrpc": "2.0", "id": f"half{number}", "method": "ping"}).encode() + b"\n"
            client.send(line[:number % len(line)])
            client.socket.settimeout(0.005)
            try:
                said = client.socket.recv(200)
                raise AssertionError(f"an answer to half a message: {said}")
            except TimeoutError:
                client.socket.settimeout(client.seconds)
            client.send(line[number % len(line):])
            assert client.answer(f"half{number}")["result"]["pong"] is True

    def _wait(self, client):
        """Waits for a task that nobody ends: with an end of its own, and over the restarts until it is cancelled."""
        task = client.call("task.submit", {"prompt": "hold"})["taskId"]
        waits = client.request("task.wait", {"taskId": task})
        number = 0
        while not self.stopping.is_set():
            number += 1
            with_end = client.request("task.wait", {"taskId": task, "timeoutMs": 30})
            batch = [
                {"jsonrpc": "2.0", "id": f"p{number}", "method": "ping"},
                {"jsonrpc": "2.0", "id": f"w{number}", "method": "task.wait", "params": {"taskId": task, "timeoutMs": 20}},
            ]
            client.send(json.dumps(batch).encode() + b"\n")
            found = {}
            while len(found) < 3:
                message = client.read()
                for answer in message if isinstance(message, list) else [message]:
                    if "method" not in answer:
                        assert answer["id"] not in found and "result" in answer, answer
                        found[answer["id"]] = answer["result"]
            assert set(found) == {with_end, f"p{number}", f"w{number}"}, found
            assert found[with_end]["state"] in ("queued", "starting", "running"), found
        cancel = client.request("task.cancel", {"taskId": task})
        found = {}
        while len(found) < 2:
            message = client.read()
            if "method" not in message:
                found[message["id"]] = message
        assert found[waits]["result"]["state"] == "cancelled" and found[cancel]["result"]["cancelled"], found

    def _stream(self, client):
        """One task after another, each in an executor that reports while the daemon is restarted."""
        session = client.call("session.create", {"cwd": "/tmp"})["id"]
        while not self.stopping.is_set():
            task = client.call("task.submit", {"prompt": f"rate {MESSAGES} 200 100; done", "sessionId": session})["taskId"]
            ended = client.call("task.wait", {"taskId": task})
            assert ended["state"] == "completed", ended
            events = client.call("event.list", {"taskId": task, "topics": ["message"], "limit": 1000})["events"]
            numbers = [event["params"]["sequence"] for event in events if event["params"]["role"] == "assistant"]
            assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= MESSAGES, numbers
            client.events.clear()
            with self.lock:
                self.streamed.append(task)

    def _foreign(self, client):
        """The same, in an executor that keeps nothing and would leave with its connection; it also asks, and waits for the answer."""
        session = client.call("session.create", {"cwd": "/tmp", "agent": "foreign"})["id"]
        says = {"message": {"role": "assistant", "type": "text", "content": "x"}}
        steps = [["many", 4], ["call", "create_message", says]] * 30
        while not self.stopping.is_set():
            task = client.call("task.submit", {"prompt": json.dumps(steps), "sessionId": session})["taskId"]
            ended = client.call("task.wait", {"taskId": task})
            assert ended["state"] == "completed", ended
            events = client.call("event.list", {"taskId": task, "topics": ["message"], "limit": 1000})["events"]
            numbers = [event["params"]["sequence"] for event in events if event["params"].get("sequence")]
            assert numbers == list(range(1, 121)), numbers
            assert len([event for event in events if event["params"]["role"] == "assistant"]) == 150, events
            client.events.clear()
            with self.lock:
                self.streamed.append(task)

    def _type(self, client):
        """A terminal after another; all that a program shows comes once, and what is typed is typed once."""
        client.call("event.subscribe", {"topics": ["terminal"]})
        while not self.stopping.is_set():
            terminal = client.call("terminal.open", {"cwd": "/tmp", "shell": "sh"})["terminalId"]
            shell = Shell(client, terminal).attach()
            for number in range(20):
                if self.stopping.is_set():
                    break
                assert shell.run(f"seq {number} {number + LINES}") == "".join(f"{line}\n" for line in range(number, number + LINES + 1))
                assert not shell.gaps, shell.gaps
                client.events.clear()
                self.typed += 1
            client.call("terminal.input", {"terminalId": terminal, "data": encode(b"exit 3\n")})
            assert shell.exited().get("exitCode") == 3
            client.events.clear()

    def _follow(self, client, number):
        """Every event of the log, once, in order. One of them reads slowly, one leaves and comes back now and then."""
        self._subscribe(client, 1)
        seen = 0
        while self.last is None or seen < self.last:
            event = client.event()
            if event["method"] == "event.cursor":
                continue
            seq = event["params"]["seq"]
            assert seq == seen + 1, f"after {seen} comes {seq}"
            seen = seq
            if number == 1 and seq % 50 == 0:
                time.sleep(0.02)
            if number == 2 and seq % 100 == 0 and self.last is None:
                client.close()
                client = self.daemon.client()
                self._subscribe(client, seen + 1)

    @staticmethod
    def _subscribe(client, seq):
        client.call("event.subscribe", {"fromSeq": seq})
        client.events.clear()  # what every connection gets that has not subscribed


def quantile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def rounds(daemon, count, say=print):
    """Restarts that often under a crowd; answers the longest ping of each round, in milliseconds."""
    worst, told = [], []
    with Crowd(daemon) as crowd, daemon.client() as client:
        pid = client.call("daemon.status")["pid"]
        for _ in range(count):
            begin = len(crowd.created)
            while len(crowd.created) < begin + 10 and not crowd.problems:
                time.sleep(0.001)
            from_here = len(crowd.pauses)
            told.append(client.call("daemon.restart")["pause_ms"])
            assert client.call("daemon.status")["pid"] == pid
            client.events.clear()
            here = len(crowd.pauses)
            while len(crowd.pauses) < here + 4 and not crowd.problems:
                time.sleep(0.001)
            worst.append(1000 * max(crowd.pauses[from_here:]))
            if crowd.problems:
                break
    say(f"{count} restarts: a ping took p50 {quantile(worst, 0.5):.1f} ms, p99 {quantile(worst, 0.99):.1f} ms, at most {max(worst):.1f} ms; "
        f"by the daemon's own word p50 {quantile(told, 0.5)} ms, p99 {quantile(told, 0.99)} ms; "
        f"{len(crowd.pauses)} pings, {len(crowd.created)} sessions, {len(crowd.streamed)} tasks, {crowd.typed} commands in terminals")
    assert "refused the session token" not in daemon.log(), "a token was refused"
    return worst


def main():
    bind(os.getppid())
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    place = Place()
    daemon = Daemon(place, Nothing())
    try:
        from setting import SHIPPED

        place.is_staged = True
        place.write_config(SETTINGS)
        daemon.start(program=SHIPPED)
        rounds(daemon, count)
    finally:
        problems = daemon.finish()
        place.remove()
    print("\n".join(problems) or "nothing was lost, nothing came twice")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
