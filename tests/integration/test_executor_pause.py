"""Back-pressure: executors that report more than can be stored are paused, not read if they ignore that, and resumed
later."""

import json
import socket

import pytest

from setting import MIB, SHIPPED
from tasks import messages, run, session_of, submit, wait

PAUSED_BYTES = 8 * MIB  # from one that was told to pause
# What is on the way besides: the marks of the queue, the socket's buffers, what one turn reads.
ON_THE_WAY = 4 * MIB
SOCKET_BYTES = MIB // 8
MOST = 64 * MIB


def test_pause_ends_with_its_task(place, make_daemon):
    """The last messages of a task make it pause, its end comes, and the next one is heard."""
    place.write_config({"tasks": {"agent": "script"}, "pool": {"warm": 0, "pauseAt": 2, "resumeAt": 1}})
    client = make_daemon().start(program=SHIPPED).client()
    session = session_of(client)
    for count in (200, 1, 300, 2, 1000):
        found = run(client, f"events {count} 100; done", sessionId=session)
        assert found["state"] == "completed" and found["result"]["message_count"] == count, found


def flood(prompt, other):
    """Reports until the daemon takes no more; answers the bytes that it has taken and what is left of the last line.

    That it takes no more is certain when it has answered somebody else three times since."""
    link, taken, rest = prompt.link, 0, b""
    link.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BYTES)  # whatever the machine's usual is
    link.socket.setblocking(False)
    try:
        while taken < MOST:
            if not rest:
                message = prompt.message("flood", "x" * 4000)
                rest = json.dumps({"jsonrpc": "2.0", "method": "report_message", "params": message}).encode() + b"\n"
            for _ in range(3):
                try:
                    sent = link.socket.send(rest)
                    break
                except BlockingIOError:
                    other.ping()
            else:
                return taken, rest
            taken, rest = taken + sent, rest[sent:]
        raise AssertionError(f"it goes on reading after {taken} bytes")
    finally:
        link.socket.settimeout(link.seconds)


@pytest.mark.faults
@pytest.mark.parametrize("resumes", [False, True])
def test_flood_although_paused(house, place, resumes):
    """While nothing can be stored, so much is taken from it and no more; everybody else is served. Later all of it is there."""
    begin, release = place.root / "begin", place.root / "release"
    environment = {"WEIR_FAULT": "store.before_commit=hold", "WEIR_FAULT_BEGIN": str(begin), "WEIR_FAULT_RELEASE": str(release)}
    client = house.start(environment=environment).client()
    task = submit(client, "flood", agent="fake")
    prompt = house.next().serve(resumes)
    begin.touch()
    taken, rest = flood(prompt, client)
    assert PAUSED_BYTES < taken < PAUSED_BYTES + ON_THE_WAY, taken
    assert "the daemon stops reading from it until it may resume" in house.daemon.log()
    assert prompt.link.until("pause_notifications")
    release.touch()
    prompt.link.socket.sendall(rest)
    prompt.link.until("resume_notifications")
    prompt.done()
    found = wait(client, task)
    assert found["state"] == "completed" and found["result"]["message_count"] == prompt.sequence, found
    assert [m["sequence"] for m in messages(client, task)] == list(range(prompt.sequence + 1))
