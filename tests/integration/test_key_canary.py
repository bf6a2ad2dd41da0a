"""A key leaves no trace once its message is handled: not in the memory of the daemon or its executor, and not in a
file, a log, an environment, debug output, an event or the audit log."""

import json
import os
import re
import resource
import socket
from pathlib import Path

import pytest

from memory import Canary
from setting import BIN, SANITIZED
from tasks import log, messages, run, submit, wait
from waiting import is_listening, until

# Sanitizers keep what was freed and copy what they look at.
pytestmark = [pytest.mark.skipif(SANITIZED, reason="a sanitizer keeps copies of its own"), pytest.mark.usefixtures("staged")]
QUIET = {"pool": {"warm": 0, "idle": 4, "shutdownMs": 1000}}


@pytest.fixture
def canary():
    return Canary()


def line(canary, method="key.set", before="", **more):
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"service": "anthropic", "value": canary.value, **more}}
    return before.encode() + json.dumps(request).encode() + b"\n"


def is_gone(canary, daemon):
    """The answer may be read before the loop has come to the end of its turn: two others come behind it."""
    with daemon.client() as client:
        client.ping()
        client.ping()
    assert canary.in_memory(daemon.pid) == set()


def executor_of(house):
    """The pid of the one weir-executor. What the kernel says of children may be too few while one of them ends."""
    return until(lambda: len(found := executors_of(house)) == 1 and found, "one executor")[0]


def executors_of(house):
    return [pid for pid in descendants(house.daemon.pid) if os.path.realpath(f"/proc/{pid}/exe").endswith("/weir-executor")]


def descendants(pid):
    try:
        children = [int(word) for path in Path(f"/proc/{pid}/task").glob("*/children") for word in path.read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []  # it is gone
    return children + [other for child in children for other in descendants(child)]


# --- set ----------------------------------------------------------------------------------


def test_the_search_finds_what_is_there(daemon, canary):
    """Text that is not secret stays in memory for a while, so a search without a hit is meaningful."""
    client = daemon.client()
    session = client.call("session.create", {"cwd": "/", "title": canary.value})
    assert canary.in_memory(daemon.pid) and canary.in_files(daemon.state)
    assert client.call("session.get", {"sessionId": session["id"]})["title"] == canary.value


def test_set(daemon, canary):
    assert daemon.client().call("key.set", {"service": "anthropic", "value": canary.value})["lastFour"] == canary.value[-4:]
    is_gone(canary, daemon)


def test_set_in_pieces(daemon, canary):
    """The daemon reads one piece after another: each lies in the buffer of reading and in that of the line."""
    raw, other, data = daemon.raw(), daemon.client(), line(canary)
    at = data.index(canary.value.encode()) + len(canary.value) - 2
    for piece in (data[:7], data[7:at], data[at:]):
        raw.send(piece)
        other.ping()
    assert "result" in raw.read()
    is_gone(canary, daemon)


def test_set_in_pieces_that_make_the_line_grow(daemon, canary):
    """Other allocations are placed behind the buffer, so that it must move when it grows."""
    raw, data = daemon.raw(), line(canary, before=" " * 5000)
    raw.send(data[:-2])
    daemon.client().ping()
    raw.send(b" " * 30_000 + data[-2:])
    assert "result" in raw.read()
    is_gone(canary, daemon)


def test_set_in_a_line_for_the_worker(daemon, canary):
    raw = daemon.raw()
    raw.send(line(canary, before=" " * 400_000))
    assert "result" in raw.read()
    is_gone(canary, daemon)


def test_set_in_a_batch(daemon, canary):
    raw = daemon.raw()
    raw.send(b'[{"jsonrpc":"2.0","id":2,"method":"ping"},' + line(canary)[:-1] + b"]\n")
    assert [answer["id"] for answer in sorted(raw.read(), key=lambda a: a["id"])] == [1, 2]
    is_gone(canary, daemon)


def test_set_behind_more_than_one_turn(daemon, canary):
    """The rest of a turn is in the backlog."""
    raw, ping = daemon.raw(), b'{"jsonrpc":"2.0","id":7,"method":"daemon.status"}\n'
    raw.send(ping * 1200 + line(canary) + ping * 600)
    answers = [raw.read()["id"] for _ in range(1801)]
    assert answers.count(1) == 1
    is_gone(canary, daemon)


def test_set_as_a_notification(daemon, canary):
    raw, client = daemon.raw(), daemon.client()
    raw.send(line(canary).replace(b'"id": 1, ', b""))
    until(lambda: client.call("key.list"), "it is there")
    is_gone(canary, daemon)


@pytest.mark.parametrize("spoilt", ["params", "type", "method", "json", "message", "batch"])
def test_what_is_refused(daemon, canary, spoilt):
    raw = daemon.raw()
    data = {
        "params": line(canary, extra=1),
        "type": line(canary).replace(b'"value": "', b'"value": ["').replace(b'"}}', b'"]}}'),
        "method": line(canary, method="key.put"),
        "json": line(canary)[:-3] + b"\n",
        "message": line(canary).replace(b'"id": 1, "method": "key.set"', b'"method": 7'),
        "batch": b"[" + line(canary, method="key.put")[:-1] + b"]\n",
    }[spoilt]
    raw.send(data, bad=True)
    answer = raw.read()
    assert canary.value not in json.dumps(answer) and "error" in (answer[0] if spoilt == "batch" else answer)
    is_gone(canary, daemon)


def test_a_connection_that_ends_within_the_line(daemon, canary):
    raw, other = daemon.raw(), daemon.client()
    raw.send(line(canary, before=" " * 5000)[:-5], bad=True)
    other.ping()
    assert canary.in_memory(daemon.pid), "it waits for the rest"
    raw.close()
    until(lambda: not canary.in_memory(daemon.pid), "it is gone")


def test_set_and_deleted_many_times(daemon, canary):
    client = daemon.client()
    for number in range(40):
        client.call("key.set", {"service": "anthropic", "value": canary.value})
        client.call("key.set", {"service": "long", "value": canary.value * 20})
        if number % 3 == 0:
            client.call("key.delete", {"service": "anthropic"})
    client.call("key.rotate")
    is_gone(canary, daemon)
    assert canary.in_files(daemon.place.root) == []
    assert daemon.stop() == 0
    assert canary.in_files(daemon.place.root) == [] and list(daemon.state.glob("weir.db*")) != []


def test_nothing_is_shown(make_daemon, canary):
    daemon = make_daemon().start(environment={"WEIR_IPC_DEBUG": "1"})
    client, raw = daemon.client(), daemon.raw()
    client.call("key.set", {"service": "anthropic", "value": canary.value})
    raw.send(b"[" + line(canary)[:-1] + b"]\n")
    raw.read()
    client.call("ping", {"value": "shown"})
    assert '"method":"key.set","params":"[redacted]"' in daemon.stderr().replace(": ", ":").replace(", ", ",")
    assert '"value":"shown"' in daemon.stderr()
    assert canary.value not in daemon.stderr() + daemon.log()
    is_gone(canary, daemon)


# --- given ----------------------------------------------------------------------------------


def test_given_to_a_client(daemon, canary):
    client = daemon.client()
    client.call("key.set", {"service": "anthropic", "value": canary.value})
    assert client.call("key.give", {"service": "anthropic"})["api_key"] == canary.value
    is_gone(canary, daemon)
    assert canary.value not in json.dumps(client.call("audit.list")) and canary.in_files(daemon.place.root) == []


# Longer than whatever comes behind it and would lie over it.


@pytest.mark.faults
def test_there_while_the_call_runs_and_gone_after(house, canary, place):
    release = place.root / "release"
    client = house.configure(**QUIET).start(environment={"WEIR_FAULT": "key.give=hold", "WEIR_FAULT_RELEASE": str(release)}).client()
    client.call("key.set", {"service": "anthropic", "value": canary.value * 20})
    is_gone(canary, house.daemon)
    task = submit(client, "key anthropic; done", agent="script")
    until(lambda: "holding at key.give" in house.daemon.stderr(), "it holds")
    assert canary.in_memory(house.daemon.pid)
    release.touch()
    assert wait(client, task)["state"] == "completed"
    is_gone(canary, house.daemon)
    assert canary.in_memory(executor_of(house)) == set()


@pytest.mark.faults
def test_the_executor_drops_it(house, canary, place):
    release = place.root / "release"
    client = house.configure(**QUIET).start(environment={"WEIR_FAULT": "script.key=hold", "WEIR_FAULT_RELEASE": str(release)}).client()
    client.call("key.set", {"service": "anthropic", "value": canary.value * 20})
    task = submit(client, "key anthropic; done", agent="script")
    until(lambda: any(canary.in_memory(pid) for pid in executors_of(house)), "it has it")
    release.touch()
    assert wait(client, task)["state"] == "completed"
    assert canary.in_memory(executor_of(house)) == set()
    is_gone(canary, house.daemon)


def given(house, canary, **settings):
    client = house.configure(**settings).start().client()
    client.call("key.set", {"service": "anthropic", "value": canary.value})
    task = submit(client, "go", agent="fake")
    return client, task, house.next().serve()


def test_given_and_sent(house, canary):
    """Nothing comes behind the answer that could lie over it."""
    client, task, prompt = given(house, canary)
    assert prompt.ask("get_api_key", service="anthropic")["result"]["api_key"] == canary.value
    until(lambda: not canary.in_memory(house.daemon.pid), "it is gone")
    prompt.done()
    wait(client, task)


def test_given_in_a_batch(house, canary):
    client, task, prompt = given(house, canary)
    ask = {"jsonrpc": "2.0", "method": "get_api_key", "params": {"session_token": prompt.token, "service": "anthropic"}}
    prompt.link.send(json.dumps([ask | {"id": 1}, ask | {"id": 2}]).encode() + b"\n")
    assert [answer["result"]["api_key"] for answer in prompt.link.read()] == [canary.value] * 2
    until(lambda: not canary.in_memory(house.daemon.pid), "it is gone")
    prompt.done()
    wait(client, task)
    is_gone(canary, house.daemon)


def test_given_to_one_that_does_not_read(house, canary):
    """Data that the kernel does not accept waits in the output; what it has accepted is wiped, the rest when the
    connection closes."""
    client, task, prompt = given(house, canary, keys={"perMinute": 1_000_000})
    client.call("key.set", {"service": "long", "value": canary.value * 100})
    ask = {"jsonrpc": "2.0", "method": "get_api_key", "params": {"session_token": prompt.token, "service": "long"}}
    # More answers than the kernel takes: the daemon's end has as much room as this one.
    most = prompt.link.socket.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) // len(canary.value * 100) + 20
    asks = [(json.dumps(ask | {"id": number}) + "\n").encode() for number in range(2 * most)]
    prompt.link.send(b"".join(asks[:most]))
    until(lambda: canary.in_memory(house.daemon.pid), "it waits to be read")
    for _ in range(most):
        assert canary.value in prompt.link.read()["result"]["api_key"]
    is_gone(canary, house.daemon)
    for number, one in enumerate(asks[most:]):  # one by one, so that little waits when the kernel takes no more
        prompt.link.send(one)
        client.ping()
        if number > most // 2 and canary.in_memory(house.daemon.pid):
            break
    else:
        raise AssertionError("the kernel takes everything")
    house.fakes[0].kill()
    wait(client, task)
    is_gone(canary, house.daemon)


def test_where_else_it_is_not(house, canary, place):
    house.configure(**QUIET).start(environment={"WEIR_IPC_DEBUG": "1"})
    client = house.client()
    client.call("key.set", {"service": "anthropic", "value": canary.value})
    task = run(client, "key anthropic; key nothing; done", agent="script")
    pid, daemon = executor_of(house), house.daemon
    said = json.dumps(log(client)) + json.dumps(task) + json.dumps(messages(client, task["id"]))
    assert "a key of" in said and not canary.in_bytes(said.encode())
    assert not canary.in_bytes(json.dumps(client.call("key.list")).encode())
    try:
        assert not canary.in_bytes(json.dumps(client.call("audit.list")).encode())
    except Exception as error:  # where there is no audit log, nothing is in it
        assert "not yet" in str(error)
    for process in (pid, daemon.pid):
        for name in ("environ", "cmdline"):
            assert not canary.in_bytes(Path(f"/proc/{process}/{name}").read_bytes())
    assert canary.in_files(place.root) == []
    assert "get_api_key" in daemon.stderr()
    is_gone(canary, daemon)


def test_the_next_program_does_not_have_it_either(house, canary):
    """daemon.restart: half a line goes over, and is wiped there."""
    client = house.configure(**QUIET).start().client()
    raw, data = house.daemon.raw(), line(canary)
    raw.send(data[:-4])
    client.ping()
    client.call("daemon.restart")
    assert canary.in_memory(house.daemon.pid)
    raw.send(data[-4:])
    assert "result" in raw.read()
    is_gone(canary, house.daemon)


# --- dumps ----------------------------------------------------------------------------------


def core_limit(pid):
    return re.search(r"Max core file size\s+(\S+)", Path(f"/proc/{pid}/limits").read_text()).group(1)


def test_no_core_dumps(house):
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    client = house.configure(**QUIET).start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))).client()
    run(client, "done", agent="script")
    for pid in (house.daemon.pid, executor_of(house)):
        assert core_limit(pid) == "0"


def is_open_to_all(path):
    return all(above.stat().st_mode & 0o001 for above in Path(path).resolve().parents)


@pytest.mark.skipif(os.geteuid() != 0 or not is_open_to_all(BIN), reason="only root can be somebody else, who must see the programs")
def test_nobody_may_look_into_it(make_daemon, place):
    """The /proc files of a process that is not dumpable belong to root."""
    os.chmod(place.root, 0o755)
    for path in (place.home, place.run, place.config):
        os.chown(path, 65534, 65534)
    place.state.mkdir()
    os.chown(place.state, 65534, 65534)
    os.chmod(place.root, 0o777)
    daemon = make_daemon().launch(user=65534, group=65534, extra_groups=[])
    until(lambda: is_listening(daemon.socket), "it listens")
    assert os.stat(f"/proc/{daemon.pid}/mem").st_uid == 0
