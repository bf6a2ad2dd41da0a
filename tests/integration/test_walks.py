"""Walks over tasks, executors and terminals whose steps end what is walked over: with several of them, in all states, at once. A
build with AddressSanitizer sees a walk that goes on from freed memory."""

import json
import os
import signal

import pytest

from leftovers import trees, until_nothing_is_left
from setting import SHIPPED
from shells import Shell, encode
from tasks import messages, run, session_of, submit
from waiting import until

pytestmark = pytest.mark.usefixtures("staged")

COUNT = 6
SETTINGS = {"pool": {"warm": 0, "idle": 8, "shutdownMs": 1000}, "tasks": {"agent": "script", "stopMs": 1000, "drainMs": 0, "atOnce": COUNT + 2}}


def jails(place):
    return {int(os.readlink(path / "jail").split()[0]) for path in (place.user_state / "executors").iterdir()}


@pytest.mark.faults
@pytest.mark.parametrize("fault", ["", "store.before_commit=fail"], ids=["stored", "not stored"])
@pytest.mark.parametrize("force", [True, False], ids=["forced", "asked"])
def test_a_stop_ends_all_tasks(place, make_daemon, force, fault):
    """Each stop of a task may end it at once: it waits, its executor hangs or is dead, or it hears."""
    place.write_config(SETTINGS)
    begin = place.root / "begin"
    daemon = make_daemon().start(program=SHIPPED, environment={"WEIR_FAULT": fault, "WEIR_FAULT_BEGIN": begin})
    daemon.left_behind_is_fine = bool(fault)
    client = daemon.client()
    sessions = [session_of(client) for _ in range(COUNT)]
    tasks = [submit(client, f"say one; {'tree 2; ' if number % 2 else ''}hold", sessionId=session) for number, session in enumerate(sessions)]
    for task in tasks:
        until(lambda task=task: any(message["type"] != "prompt" for message in messages(client, task)), "its first message")
    for session in sessions:
        submit(client, "say two", sessionId=session)  # waits for the first
    submit(client, "hold", sessionId=session_of(client))  # starts just now
    if fault:
        begin.touch()
    for number, tree in enumerate(trees(place).values()):
        if number % 3 < 2:
            os.kill(tree[-1], (signal.SIGSTOP, signal.SIGKILL)[number % 3])
    client.call("daemon.stop", {"force": force})
    assert daemon.wait() == 0
    if not fault:
        until_nothing_is_left(place)


def test_a_reload_ends_idle_executors(place, make_daemon):
    """Some have died just before, and some die of it."""
    place.write_config(SETTINGS)
    daemon = make_daemon().start(program=SHIPPED)
    client = daemon.client()
    for _ in range(3):
        for session in [session_of(client) for _ in range(COUNT)]:
            run(client, "say one", sessionId=session)
        until(lambda: len(jails(place)) >= COUNT, "idle executors")
        for number, jail in enumerate(sorted(jails(place))):
            if number % 2:
                os.kill(jail, signal.SIGKILL)
        settings = json.loads(place.user_config.read_text())
        settings["tasks"]["stopMs"] += 1
        place.user_config.write_text(json.dumps(settings))
        daemon.send_signal(signal.SIGHUP)
        until_nothing_is_left(place)


def test_an_executor_takes_all_its_terminals_along(place, make_daemon):
    """Somebody waits for the end of each, somebody types into each, and somebody does not read."""
    place.write_config(SETTINGS)
    daemon = make_daemon().start(program=SHIPPED)
    client, slow, closes = daemon.client(), daemon.client(), daemon.client()
    session = session_of(client)
    for _ in range(3):
        ids = [client.call("terminal.open", {"sessionId": session, "shell": "sh"})["terminalId"] for _ in range(COUNT)]
        for terminal in ids:
            shell = Shell(client, terminal).attach()
            shell.type("trap '' HUP TERM; stty raw -echo; echo re''ady; read go; head -c 300000 /dev/zero; sleep 120\n")
            shell.until("ready")
            Shell(slow, terminal).attach()
            client.call("terminal.input", {"terminalId": terminal, "data": encode(b"go\n")})
            client.call("terminal.detach", {"terminalId": terminal})
        typed = [client.request("terminal.input", {"terminalId": terminal, "data": encode(bytes(200000))}) for terminal in ids]
        waits = [closes.request("terminal.close", {"terminalId": terminal}) for terminal in ids[::2]]
        [jail] = jails(place)
        os.kill(jail, signal.SIGKILL)
        for number in waits:
            closes.answer(number)
        for number in typed:
            client.answer(number)
        until(lambda: client.call("terminal.list", {}) == [], "no terminal is left")
        slow.close()
        slow = daemon.client()
        until_nothing_is_left(place)
