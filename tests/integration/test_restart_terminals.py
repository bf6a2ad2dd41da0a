"""daemon.restart with terminals: attached clients continue at their offset, without loss."""

import os
import threading

import pytest

from setting import BIN, MIB, SHIPPED
from shells import Shell, encode, fd_client, read_fd, until_event
from tasks import answers, session_of
from waiting import until


@pytest.fixture
def room(place):
    """Where the shells work. A sandbox without namespaces cannot show the test's whole place, since it could hide nothing in it."""
    room = place.home / "room"
    room.mkdir()
    return room


@pytest.fixture(params=["best", "landlock"])
def daemon(request, make_daemon, place, room):
    settings = {"pool": {"warm": 0}, "tasks": {"agent": "script", "drainMs": 0}}
    if request.param == "landlock":
        settings |= {"sandbox": "landlock", "view": {"read": [str(BIN.parent)], "write": [str(room)]}}
    place.write_config(settings)
    daemon = make_daemon().start(program=SHIPPED)
    with daemon.client() as client:
        assert request.param in ("best", client.call("initialize", {"client": {"name": "test"}})["sandbox"])
    yield daemon
    daemon.stop()
    assert os.listdir(daemon.state / "executors") == []


def restart(client):
    assert client.call("daemon.restart")["pause_ms"] >= 0


def shell_of(client, room, **more):
    terminal = client.call("terminal.open", {"cwd": str(room), "shell": "sh", **more})
    return Shell(client, terminal["terminalId"]).attach()


def listed(client):
    """But for its clients and its bytes, which change."""
    return [{**terminal, "bytes": 0} for terminal in client.call("terminal.list", {})]


def test_a_terminal_is_there_at_once(daemon, client, room):
    shell = shell_of(client, room, sessionId=session_of(client, cwd=str(room)), cols=91, rows=17)
    other = shell_of(client, room)
    shell.run("cd /; name=value")
    before = listed(client)
    restart(client)
    assert listed(client) == before and before[0]["clients"] == 1 and before[0]["cols"] == 91
    assert shell.run("echo $name; pwd") == "value\n/\n"
    restart(client)
    assert other.run("echo x") == "x\n" and shell.run("echo $name") == "value\n"
    assert shell.gaps == other.gaps == []
    assert daemon.log().count("has taken over") == 2 and "cannot take over" not in daemon.log() and "cannot take it over" not in daemon.log()


def test_its_output_goes_on_while_it_is_restarted(daemon, client, room):
    """Faster than the pause, for one that reads at once and one that does not read at all for a while."""
    other = daemon.client()
    shell = shell_of(client, room)
    slow = Shell(other, shell.id).attach()
    shell.type("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); echo line-$i; done; echo d''one\n")
    shell.until("line-100\r\n")
    asks = daemon.client()
    for _ in range(3):
        restart(asks)
    expected = "".join(f"line-{i}\r\n" for i in range(101, 20001)).encode()
    assert shell.until("done\r\n") == expected and shell.gaps == []
    slow.until("line-100\r\n")
    assert slow.until("done\r\n") == expected and slow.gaps == []


def test_one_that_is_far_behind_reads_on(daemon, client, room):
    shell = shell_of(client, room)
    other = daemon.client()
    quick = Shell(other, shell.id).attach()
    quick.type("head -c 700000 /dev/zero | tr '\\0' x; echo; echo d''one\n")
    quick.until("done\r\n")
    restart(other)
    restart(other)
    assert shell.until("done\r\n").count(b"x") >= 700000 and shell.gaps == []


def test_who_holds_it_still_does(daemon, client, room):
    holder = fd_client(daemon)
    shell = shell_of(client, room)
    holder.call("terminal.attach", {"terminalId": shell.id, "passFd": True})
    fd = holder.take_fd()
    restart(client)
    assert listed(client)[0]["held"] is True
    assert client.error("terminal.input", {"terminalId": shell.id, "data": encode(b"x")}).word == "terminal_taken"
    os.write(fd, b"echo he''ld\n")
    read_fd(fd, b"held\r\n")
    holder.call("terminal.detach", {"terminalId": shell.id})
    assert shell.run("echo mine") == "mine\n"
    holder.call("terminal.attach", {"terminalId": shell.id, "passFd": True})
    os.close(holder.take_fd())
    os.close(fd)
    restart(client)
    holder.close()
    until(lambda: not listed(client)[0]["held"], "nobody holds it")
    assert shell.run("echo again") == "again\n"


def test_input_that_waits_is_typed_once_and_in_its_order(daemon, client, room):
    """More than a terminal takes while its program does not read."""
    shell = shell_of(client, room)
    shell.type("stty -echo raw; echo ra''w\n")
    shell.until("raw\n")
    other, gone = daemon.client(), daemon.client()
    gate = room / "gate"
    os.mkfifo(gate)
    count = 3 * (MIB // 5)
    shell.type(f"echo wa''its; cat {gate}; head -c {count} | sum; echo af''ter\n")
    shell.until("waits")  # from here on the shell itself reads nothing
    parts = [bytes([65 + i]) * (MIB // 5) for i in range(3)]
    wanted = []
    for who, part in zip((other, client, gone), parts):
        wanted.append(who.request("terminal.input", {"terminalId": shell.id, "data": encode(part)}))
        who.ping()
    gone.close()
    until(lambda: client.call("daemon.status")["clients"] == 2, "the third is gone")
    assert other.nothing_came()
    asks = daemon.client()
    restart(asks)
    restart(asks)
    assert other.nothing_came()
    with open(gate, "w", encoding="utf-8") as fifo:
        fifo.write("go\n")
    for who, number in ((other, wanted[0]), (client, wanted[1])):
        assert answers(who, number)[0]["result"] == {"terminalId": shell.id}
    said = shell.until("after").decode()
    checksum = 0
    for byte in b"".join(parts):
        checksum = ((checksum >> 1) + ((checksum & 1) << 15) + byte) & 0xFFFF
    assert str(checksum) in said, said


def test_its_end_is_told(daemon, client, room):
    client.call("event.subscribe", {"topics": ["terminal"]})
    shell, other = shell_of(client, room), shell_of(client, room)
    restart(client)
    shell.type("exit 7\n")
    assert shell.exited()["exitCode"] == 7
    assert [terminal["id"] for terminal in listed(client)] == [other.id]
    restart(client)
    client.call("terminal.close", {"terminalId": other.id})
    assert until_event(client, "event.terminalExited", terminalId=other.id)
    assert listed(client) == []


def test_its_end_meanwhile_is_told(daemon, client, room):
    """The shell ends by itself, somewhere around the restart."""
    client.call("event.subscribe", {"topics": ["terminal"]})
    for number in range(6):
        shell = shell_of(client, room)
        shell.type(f"echo la''st; exit {number}\n")
        asked = client.request("daemon.restart")
        shell.client.answer(asked)
        shell.until("last\r\n")
        assert shell.exited()["exitCode"] == number and shell.gaps == []


def test_calls_that_wait_are_answered(daemon, client, room):
    session = session_of(client, cwd=str(room))
    shell = shell_of(client, room)
    requests = [client.request("terminal.open", {"sessionId": session, "shell": "sh"}) for _ in range(3)]
    requests.append(client.request("terminal.close", {"terminalId": shell.id}))
    asks = daemon.client()
    restart(asks)
    found = answers(client, *requests)
    assert all("result" in answer for answer in found), found
    opened = [answer["result"]["terminalId"] for answer in found[:3]]
    assert sorted(terminal["id"] for terminal in listed(client)) == sorted(opened)
    restart(asks)
    assert client.call("session.close", {"sessionId": session})["state"] == "closed"
    client.call("event.subscribe", {"topics": ["terminal"], "fromSeq": 1})
    ended = {until_event(client, "event.terminalExited")["terminalId"] for _ in range(4)}
    assert ended == {shell.id, *opened}


def test_a_terminal_outlives_its_clients_and_several_programs(daemon, client, room):
    other = daemon.client()
    terminal = other.call("terminal.open", {"cwd": str(room), "shell": "sh"})["terminalId"]
    other.close()
    for _ in range(3):
        restart(client)
    shell = Shell(client, terminal).attach()
    assert shell.run("echo here") == "here\n"


# --- while others open and close them -------------------------------------------------


class Busy:
    """Clients that open a terminal and close it, again and again, until the block is left: one is on its way at any time."""

    def __init__(self, daemon, room, count):
        self._enough = threading.Event()
        self._cwd = str(room)
        self.problems, self.closed = [], 0
        self._threads = [threading.Thread(target=self._work, args=(daemon.client(), batch)) for batch in (False, True) * count]

    def _work(self, client, batch):
        try:
            while not self._enough.is_set():
                numbers = [client.request("terminal.open", {"cwd": self._cwd, "shell": "sh"}) for _ in range(1 + batch)]
                for answer in answers(client, *numbers):
                    client.call("terminal.close", {"terminalId": answer["result"]["terminalId"]})
                    self.closed += 1
        except Exception as error:  # the test tells of it
            self.problems.append(error)

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._enough.set()
        for thread in self._threads:
            thread.join()


def test_a_restart_is_not_refused_while_terminals_open_and_close(daemon, client, room):
    with Busy(daemon, room, 2) as busy:
        for _ in range(5):
            until(lambda enough=busy.closed + 4: busy.problems or busy.closed >= enough, "terminals to be opened and closed")
            restart(client)
    assert not busy.problems and daemon.log().count("has taken over") == 5
    assert client.call("terminal.list", {}) == []
