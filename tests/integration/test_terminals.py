"""Terminals: shells that clients share, and that outlive the clients and the daemon."""

import fcntl
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import termios

import pytest

from client import RpcError
from daemon import UNREAD
from leftovers import commands, parent_and_words, trees
from setting import MIB, SHIPPED
from shells import Shell, alive, encode, fd_client, read_fd, until_event
from tasks import answers, log, session_of
from waiting import standstill, until


# Whoever reads all that may wait for a client within this time misses nothing (src/daemon/terminal/io.c).
PATIENCE_SECONDS, WAITING_BYTES = 0.2, 384 << 10


class Terminals:
    """The daemon that is shipped, with what is needed to open terminals and to see what is left of them."""

    def __init__(self, place, make_daemon, **settings):
        place.write_config({"pool": {"warm": 0}, **settings})
        self.place = place
        self.make_daemon = make_daemon
        self.daemon = None

    def start(self, fault=None):
        self.daemon = self.make_daemon().start(program=SHIPPED, environment={"WEIR_FAULT": fault})
        return self.daemon

    def die(self):
        """The daemon dies by itself, at a fault point."""
        self.daemon.expected_exit = -signal.SIGKILL
        self.daemon.left_behind_is_fine = True
        self.daemon.process.wait()
        self.daemon.close_clients()

    def kill(self):
        """The daemon ends as by kill -9; terminals go on."""
        self.daemon.close_clients()
        self.daemon.expected_exit = -signal.SIGKILL
        self.daemon.left_behind_is_fine = True
        self.daemon.process.kill()
        self.daemon.process.wait()

    def client(self, **options):
        client = self.daemon.client()
        client.call("event.subscribe", {"topics": ["terminal"], **options})
        return client

    def open(self, client, **more):
        return client.call("terminal.open", {"cwd": str(self.place.home), "shell": "sh", **more})

    def shell(self, client, **more):
        return Shell(client, self.open(client, **more)["terminalId"]).attach()

    def executors(self):
        directory = self.daemon.state / "executors"
        return sorted(os.listdir(directory)) if directory.exists() else []


@pytest.fixture
def terminals(place, make_daemon):
    terminals = Terminals(place, make_daemon)
    terminals.start()
    yield terminals
    if terminals.daemon.is_running():
        terminals.daemon.stop()
    assert terminals.executors() == []


def listed(client, **wanted):
    return [terminal["id"] for terminal in client.call("terminal.list", wanted)]


# --- the life of one ----------------------------------------------------------------


def test_shell_answers_and_its_exit_code_is_an_event(terminals):
    client = terminals.client()
    opened = terminals.open(client, env={"COLOUR": "blue"}, cols=100, rows=30)
    told = until_event(client, "event.terminalOpened")
    assert (told["terminalId"], told["pid"]) == (opened["terminalId"], opened["pid"]) and "sessionId" not in told
    shell = Shell(client, opened["terminalId"]).attach()
    assert shell.run("echo $((40 + 2)) $COLOUR; stty size; pwd") == f"42 blue\n30 100\n{terminals.place.home}\n"
    assert os.readlink(f"/proc/{opened['pid']}/cwd") == str(terminals.place.home)
    [terminal] = client.call("terminal.list", {})
    assert terminal["id"] == shell.id and terminal["pid"] == opened["pid"]
    assert (terminal["cols"], terminal["rows"], terminal["shell"]) == (100, 30, "sh")
    assert (terminal["clients"], terminal["held"], terminal["useTmux"]) == (1, False, False)
    assert terminal["bytes"] >= shell.offset
    shell.type("echo last words; exit 7\n")
    exited = shell.exited()
    assert exited["exitCode"] == 7 and "signal" not in exited
    assert b"last words\r\n" in shell.shown
    assert listed(client) == []
    assert client.error("terminal.attach", {"terminalId": shell.id}).word == "terminal_not_found"
    until(lambda: terminals.executors() == [], "its executor to be gone")


def test_environment_is_of_our_making(terminals):
    client = terminals.client()
    names = terminals.shell(client).run("env | sed 's/=.*//' | sort | tr '\\n' ' '").split()
    assert set(names) - {"PWD", "OLDPWD", "SHLVL", "_"} == {"PATH", "HOME", "LANG", "TERM", "SHELL"}


def test_signal_is_reported(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    shell.type("kill -9 $$\n")
    exited = shell.exited()
    assert exited["signal"] == signal.SIGKILL and "exitCode" not in exited


def test_terminal_belongs_to_its_session(terminals):
    client = terminals.client()
    session = session_of(client, cwd=str(terminals.place.home))
    other = terminals.open(client)["terminalId"]
    opened = client.call("terminal.open", {"sessionId": session, "shell": "sh"})
    shell = Shell(client, opened["terminalId"]).attach()
    assert shell.run("pwd") == f"{terminals.place.home}\n"
    assert listed(client, sessionId=session) == [shell.id] and set(listed(client)) == {shell.id, other}
    shell.type("exit\n")
    assert shell.exited()["sessionId"] == session
    events = [event["method"] for event in log(client, sessionId=session, topics=["terminal"])]
    assert events == ["event.terminalOpened", "event.terminalExited"]


def test_default_shell_is_the_users(terminals):
    client = terminals.client()
    opened = client.call("terminal.open", {"cwd": "/tmp"})
    [terminal] = client.call("terminal.list", {})
    assert os.path.realpath(shutil.which(terminal["shell"])) == os.path.realpath(f"/proc/{opened['pid']}/exe")


# --- what is refused ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "MY_API_KEY"])
def test_variable_is_refused_before_anything_starts(terminals, name):
    client = terminals.client()
    error = client.error("terminal.open", {"cwd": "/tmp", "env": {"FINE": "1", name: "x"}})
    assert (error.code, error.word, error.data["path"]) == (-32602, "environment_refused", f"params.env.{name}")
    assert terminals.executors() == [] and listed(client) == []


def test_what_cannot_be_opened_says_why(terminals):
    client = terminals.client()
    home = str(terminals.place.home)

    def refusal(**params):
        error = client.error("terminal.open", params)
        return error.word, error.data.get("path"), error.message

    assert refusal()[:2] == ("invalid_params", "params.cwd")
    assert refusal(cwd="here")[:2] == ("invalid_params", "params.cwd")
    assert refusal(cwd=home, env={"A=B": "1"})[:2] == ("invalid_params", "params.env.A=B")
    word, _, message = refusal(cwd=f"{home}/nowhere")
    assert word == "terminal_failed" and f"{home}/nowhere: No such file or directory" in message
    word, _, message = refusal(cwd=home, shell="no-such-shell")
    assert word == "terminal_failed" and "no-such-shell in PATH" in message
    word, _, message = refusal(cwd=home, shell="/etc/passwd")
    assert word == "terminal_failed" and "/etc/passwd is not executable" in message
    word, _, message = refusal(cwd=home, useTmux=True, tmuxSessionName="a:b", shell="sh")
    assert word == "terminal_failed" and "tmux" in message
    assert refusal(sessionId="session_none")[0] == "session_not_found"
    session = session_of(client)
    client.call("session.close", {"sessionId": session})
    assert refusal(sessionId=session)[0] == "session_closed"
    assert listed(client) == []
    until(lambda: terminals.executors() == [], "executors that were not needed to be gone")


def test_only_so_many_at_once(place, make_daemon):
    terminals = Terminals(place, make_daemon, terminals={"max": 2})
    terminals.start()
    client = terminals.client()
    first = terminals.shell(client)
    second = terminals.open(client)
    with pytest.raises(RpcError) as refused:
        terminals.open(client)
    assert refused.value.word == "too_many_terminals"
    client.call("terminal.close", {"terminalId": first.id})
    for terminal in (second, terminals.open(client)):
        client.call("terminal.close", {"terminalId": terminal["terminalId"]})


# --- several clients ----------------------------------------------------------------


def test_clients_see_the_same_and_may_all_type(terminals):
    one, two = terminals.client(), terminals.client()
    first = terminals.shell(one)
    first.run("echo before")
    second = Shell(two, first.id).attach()
    assert b"before\r\n" in second.shown
    second.shown.clear()
    first.type("echo fr''om one\n")
    second.type("echo fr''om two\n")
    for shell in (first, second):
        shell.until("from one\r\n")
        shell.until("from two\r\n")
    assert one.call("terminal.list", {})[0]["clients"] == 2
    two.call("terminal.detach", {"terminalId": first.id})
    first.run("echo alone")
    two.ping()
    assert not any(event["method"] == "terminal.output" and b"alone" in event for event in two.events)
    assert one.call("terminal.list", {})[0]["clients"] == 1


def test_terminal_outlives_its_clients(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    shell.run("kept=yes")
    client.close()
    other = terminals.client()
    until(lambda: other.call("terminal.list", {})[0]["clients"] == 0, "nobody to be attached")
    again = Shell(other, shell.id).attach()
    assert again.run("echo $kept") == "yes\n"


def test_scrollback_is_the_last_mebibyte(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    shell.type("seq 1 400000; echo e''nd\n")
    shell.until("end\r\n")
    total = shell.offset
    late = Shell(terminals.client(), shell.id).attach()
    assert late.offset >= total > 2 * MIB and len(late.shown) == MIB
    assert b"399999\r\n400000\r\nend\r\n" in late.shown


def test_slow_client_misses_something_and_slows_nobody(terminals):
    fast, slow = terminals.client(), terminals.daemon.client()
    shell = terminals.shell(fast)
    lagging = Shell(slow, shell.id).attach()  # and reads nothing while the other one does
    shell.type("seq 1 2000000; echo e''nd\n")
    shell.until("end\r\n")
    assert shell.gaps == [] or shell.slowest(WAITING_BYTES) > PATIENCE_SECONDS
    lagging.until("end\r\n")
    assert len(lagging.gaps) >= 1
    shell.type("echo li''ve\n")
    shell.until("live\r\n")
    lagging.until("live\r\n")
    assert lagging.offset <= shell.offset


def test_client_that_does_not_read_does_not_stop_the_shell(terminals):
    lagging = terminals.shell(terminals.client())
    done = terminals.place.root / "done"
    lagging.type(f"seq 1 1000000; touch {done}; echo e''nd\n")
    until(done.exists, "the shell to have written all of it")
    lagging.until("end\r\n")
    assert len(lagging.gaps) >= 1


def test_what_was_shown_comes_before_the_end(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    shell.type("seq 1 90000; echo la''st; exit 6\n")
    other = terminals.daemon.client()
    until(lambda: listed(other) == [], "the shell to end before anything of it was read")
    assert shell.exited()["exitCode"] == 6
    assert shell.gaps == [] and bytes(shell.shown).endswith(b"89999\r\n90000\r\nlast\r\n")


# --- input --------------------------------------------------------------------------


def request_input(client, shell, data):
    """Types, and returns when the daemon has begun with it; it waits for the answer."""
    waiting = client.request("terminal.input", {"terminalId": shell.id, "data": encode(data)})
    answers(client, client.request("ping"))
    return waiting


def test_input_must_be_base64(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    for wrong in ("a", "ab==", "abc", "a b=", "ab=\n", "ä"):
        error = client.error("terminal.input", {"terminalId": shell.id, "data": wrong})
        assert (error.word, error.data["path"]) == ("invalid_params", "params.data"), wrong
    assert client.call("terminal.input", {"terminalId": shell.id, "data": ""}) == {"terminalId": shell.id}
    assert client.error("terminal.input", {"terminalId": "term_none", "data": ""}).word == "terminal_not_found"


def test_long_input_waits_for_the_program(terminals):
    client, other = terminals.client(), terminals.client()
    shell = terminals.shell(client)
    gate = terminals.place.root / "gate"
    os.mkfifo(gate)
    pasted = bytes(range(32, 127)) * 6000
    shell.type(f"stty raw -echo; echo re''ady; read line <{gate}; head -c {len(pasted)} | md5sum; stty sane; echo do''ne\n")
    shell.until("ready")
    waiting = request_input(client, shell, pasted)
    error = other.error("terminal.input", {"terminalId": shell.id, "data": encode(bytes(MIB))})
    assert error.word == "too_many_waiting"
    with open(gate, "w", encoding="utf-8") as fifo:
        fifo.write("go\n")
    assert client.answer(waiting)["result"] == {"terminalId": shell.id}
    shown = shell.until("done")
    expected = subprocess.run(["md5sum"], input=pasted, stdout=subprocess.PIPE, check=True).stdout.split()[0]
    assert expected in shown


def test_input_that_waits_when_the_shell_ends_fails(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    gate = terminals.place.root / "gate"
    os.mkfifo(gate)
    shell.type(f"stty raw -echo; echo re''ady; read line <{gate}; exit 3\n")
    shell.until("ready")
    waiting = request_input(client, shell, b"x" * 500000)
    with open(gate, "w", encoding="utf-8") as fifo:
        fifo.write("go\n")
    assert client.answer(waiting)["error"]["data"]["code"] == "terminal_closed"
    assert shell.exited()["exitCode"] == 3


def unread(client):
    """Bytes of what it has sent that the daemon has not taken yet."""
    return struct.unpack("i", fcntl.ioctl(client.socket, termios.TIOCOUTQ, bytes(4)))[0]


def test_executor_is_gone_and_who_typed_is_cut_off(place, make_daemon):
    """The answers to what it typed are more than it may leave unread. It is the last that reads from another terminal,
    one that has ended: that one goes with it, and not while the terminals of the executor are looked at."""
    terminals = Terminals(place, make_daemon, limits={"outputBytes": 1 << 18, "outputPauseBytes": 1 << 30})
    terminals.start()
    other, slow = terminals.client(), terminals.daemon.client()
    session = session_of(other, cwd=str(place.home))
    stuck = terminals.open(other, sessionId=session)
    ended = terminals.shell(slow, sessionId=session)
    asleep = Shell(other, stuck["terminalId"]).attach()
    asleep.type("stty raw -echo; echo re''ady; sleep 120\n")
    asleep.until("ready")
    slow.request("terminal.input", {"terminalId": ended.id, "data": encode(b"seq 1 150000; exit\n")})
    until_event(other, "event.terminalExited", terminalId=ended.id)  # from here on the slow one reads nothing
    terminals.open(other, sessionId=session)  # behind the word to the executor that it may forget the other one
    for _ in range(4000):
        slow.request("terminal.input", {"terminalId": asleep.id, "data": encode(b"x" * 200)})
    until(lambda: unread(slow) == 0, "the daemon to have read all of it")
    parent, _ = parent_and_words(stuck["pid"])
    assert parent_and_words(parent)[1][0].endswith(b"weir-executor")
    os.kill(parent, signal.SIGKILL)
    terminals.daemon.wait_for_log(UNREAD)
    until(lambda: listed(other) == [], "all terminals to be gone")
    other.ping()
    terminals.daemon.stop()
    assert terminals.executors() == []


def test_resize_reaches_the_program(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    shell.run("trap 'echo changed' WINCH")
    client.call("terminal.resize", {"terminalId": shell.id, "cols": 132, "rows": 43})
    assert "43 132" in shell.run("stty size")
    terminal = client.call("terminal.list", {})[0]
    assert (terminal["cols"], terminal["rows"]) == (132, 43)
    assert client.error("terminal.resize", {"terminalId": shell.id, "cols": 0, "rows": 1}, bad=True).word == "invalid_params"


# --- the descriptor -----------------------------------------------------------------


def test_descriptor_has_one_holder(terminals):
    holder, other = fd_client(terminals.daemon), terminals.client()
    shell = terminals.shell(other)
    shell.run("echo seen")
    result = holder.call("terminal.attach", {"terminalId": shell.id, "passFd": True})
    fd = holder.take_fd()
    assert result["terminal"]["held"] is True
    os.write(fd, b"echo dir''ect\n")
    read_fd(fd, b"direct\r\n")
    assert other.error("terminal.attach", {"terminalId": shell.id, "passFd": True}).word == "terminal_taken"
    assert other.error("terminal.input", {"terminalId": shell.id, "data": encode(b"x")}).word == "terminal_taken"
    assert all(shell.take(event) for event in other.events if event["method"] == "terminal.output")
    assert b"direct" not in shell.shown
    other.events.clear()
    assert holder.call("terminal.detach", {"terminalId": shell.id}) == {"terminalId": shell.id}
    os.close(fd)
    assert shell.run("echo back") == "back\n"
    assert shell.gaps == []


def test_who_got_no_answer_holds_nothing(place, make_daemon):
    """The scrollback is longer than a response may be."""
    terminals = Terminals(place, make_daemon, limits={"outputBytes": 1 << 18})
    terminals.start()
    asking, other = fd_client(terminals.daemon), terminals.client()
    shell = terminals.shell(other)
    shell.type("seq 1 50000; echo e''nd\n")
    shell.until("end\r\n")
    for more in ({"passFd": True}, {}):
        assert asking.error("terminal.attach", {"terminalId": shell.id, **more}).word == "result_too_long"
        terminal = other.call("terminal.list", {})[0]
        assert (terminal["held"], terminal["clients"]) == (False, 1)
    shell.type("echo mi''ne\n")
    shell.until("mine\r\n")
    asking.ping()
    assert asking.fds == [] and asking.events == []
    terminals.daemon.stop()


def test_holder_that_leaves_gives_the_descriptor_back(terminals):
    holder, other = fd_client(terminals.daemon), terminals.client()
    shell = terminals.shell(other)
    shell.run("true")
    holder.call("terminal.attach", {"terminalId": shell.id, "passFd": True})
    os.set_blocking(holder.fds[0], True)
    holder.close()
    until(lambda: not other.call("terminal.list", {})[0]["held"], "it to be free")
    assert shell.run("echo back") == "back\n"


def test_input_of_a_holder_that_made_the_descriptor_block(terminals):
    """The flag is everybody's; the daemon waits for nobody all the same."""
    holder, other = fd_client(terminals.daemon), terminals.client()
    shell = terminals.shell(other)
    shell.type("stty raw -echo; echo rea''dy; sleep 120\n")
    shell.until("ready")
    holder.call("terminal.attach", {"terminalId": shell.id, "passFd": True})
    os.set_blocking(holder.fds[0], True)
    holder.request("terminal.input", {"terminalId": shell.id, "data": encode(bytes(200000))})
    other.ping()
    os.set_blocking(holder.fds[0], True)
    holder.request("terminal.input", {"terminalId": shell.id, "data": encode(bytes(10))})
    other.ping()


@pytest.mark.faults
def test_input_is_not_lost_where_a_write_is_cut_short(terminals):
    """A client with the descriptor can make it block; a write that the daemon then interrupts has written nothing."""
    terminals.daemon.stop()
    terminals.start(fault="terminal.write=fail*1+3")
    client = terminals.client()
    shell = terminals.shell(client)
    typed, out = random.Random(7).randbytes(100000).hex(), terminals.place.home / "typed"
    shell.type(f"stty raw -echo; echo rea''dy; head -c {len(typed)} >{out}; exit 3\n")
    shell.until("ready")
    pieces = [typed[at : at + 20000].encode() for at in range(0, len(typed), 20000)]
    numbers = [client.request("terminal.input", {"terminalId": shell.id, "data": encode(piece)}) for piece in pieces]
    assert all("result" in answer for answer in answers(client, *numbers))
    assert shell.exited()["exitCode"] == 3
    assert out.read_text() == typed


def test_shell_that_ends_while_it_is_held(terminals):
    holder, other = fd_client(terminals.daemon), terminals.client()
    shell = terminals.shell(other)
    holder.call("terminal.attach", {"terminalId": shell.id, "passFd": True})
    os.write(holder.fds[0], b"exit 5\n")
    assert shell.exited()["exitCode"] == 5


def test_descriptor_needs_a_request_of_its_own(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    request = {"jsonrpc": "2.0", "id": "b", "method": "terminal.attach", "params": {"terminalId": shell.id, "passFd": True}}
    client.send(json.dumps([request]).encode() + b"\n")
    while not isinstance(answer := client.read(), list):
        pass
    assert answer[0]["error"]["data"]["path"] == "params.passFd"


# --- the end ------------------------------------------------------------------------


def test_close_ends_everything_in_it(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    shell.run("trap '' HUP TERM")
    fifo, mark = terminals.place.root / "fifo", f"sleep 120.{10**9 + random.getrandbits(29)}"  # nobody else sleeps just as long
    os.mkfifo(fifo)
    pids = shell.run(
        f"(trap '' HUP; exec {mark}) & echo $!; sh -c 'trap \"\" HUP; kill -STOP $$' & echo $!; "
        f"setsid sh -c 'trap \"\" TERM HUP; echo $$ >{fifo}; {mark}' & cat {fifo}; echo $$"
    ).split()
    pids = [int(word) for word in pids if word.isdigit()]
    assert len(pids) >= 4
    until(lambda: commands(mark).count(mark) == 2, "both to sleep")
    assert client.call("terminal.close", {"terminalId": shell.id}) == {"terminalId": shell.id}
    assert terminals.executors() == []
    assert commands(mark) == []
    exited = shell.exited()
    assert exited["signal"] == signal.SIGKILL
    assert client.error("terminal.close", {"terminalId": shell.id}).word == "terminal_not_found"


def test_close_of_one_leaves_the_others_of_its_session(terminals):
    client = terminals.client()
    session = session_of(client, cwd="/tmp")
    first, second = (terminals.shell(client, sessionId=session) for _ in range(2))
    assert len(terminals.executors()) == 1
    client.call("terminal.close", {"terminalId": first.id})
    assert second.run("echo alive") == "alive\n"
    client.call("terminal.close", {"terminalId": second.id})
    assert terminals.executors() == []


def test_session_takes_its_terminals_with_it(terminals):
    client = terminals.client()
    session = session_of(client, cwd="/tmp")
    shell, other = terminals.shell(client, sessionId=session), terminals.shell(client)
    client.call("session.close", {"sessionId": session})
    assert shell.exited()["terminalId"] == shell.id
    assert listed(client) == [other.id]
    session = session_of(client, cwd="/tmp")
    shell = terminals.shell(client, sessionId=session)
    client.call("session.delete", {"sessionId": session})
    assert shell.exited()["terminalId"] == shell.id
    assert listed(client) == [other.id]


def masters(daemon):
    """How many terminals the daemon has open."""
    found = 0
    for name in os.listdir(f"/proc/{daemon.pid}/fd"):
        try:
            found += os.readlink(f"/proc/{daemon.pid}/fd/{name}").endswith("/ptmx")
        except FileNotFoundError:
            pass  # closed meanwhile
    return found


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may look at the descriptors of a daemon")
def test_session_that_closes_while_its_terminal_opens_leaves_no_descriptor(terminals):
    client = terminals.client()
    for _ in range(5):
        session = session_of(client, cwd=str(terminals.place.home))
        terminals.shell(client, sessionId=session)
        with standstill(*(pid for pids in trees(terminals.place).values() for pid in pids)):
            opens = [client.request("terminal.open", {"sessionId": session, "shell": "sh"}) for _ in range(2)]
            closes = client.request("session.close", {"sessionId": session})
            messages = []
            while closes not in {message.get("id") for message in messages}:
                messages.append(client.read())
        while not set(opens) <= {message.get("id") for message in messages}:
            messages.append(client.read())
        for message in messages:
            if message.get("id") in opens:
                assert message["error"]["data"]["code"] in ("session_closed", "terminal_failed"), message
        until(lambda: not terminals.executors(), "the executor to be gone")
    until(lambda: masters(terminals.daemon) == 0, "no terminal to be open")
    assert listed(client) == []


def test_stop_of_the_daemon_ends_terminals(terminals):
    client = terminals.client()
    pids = [terminals.open(client)["pid"] for _ in range(3)]
    assert all(map(alive, pids))
    assert terminals.daemon.stop() == 0
    assert not any(map(alive, pids))


# --- after a restart ----------------------------------------------------------------


def test_terminals_go_on_after_a_kill(terminals):
    client = terminals.client()
    session = session_of(client, cwd="/tmp")
    shell = terminals.shell(client, sessionId=session, cols=90)
    shell.run("kept=yes")
    before = client.call("terminal.list", {})
    terminals.kill()
    terminals.start()
    client = terminals.client()
    until(lambda: listed(client) == [shell.id], "the terminal to be back")
    after = client.call("terminal.list", {})
    assert [dict(t, clients=0, bytes=0) for t in after] == [dict(t, clients=0, bytes=0) for t in before]
    assert after[0]["bytes"] >= before[0]["bytes"]
    again = Shell(client, shell.id).attach()
    assert b"kept=yes" in again.shown
    again.shown.clear()
    assert again.run("echo $kept") == "yes\n"
    again.type("exit 4\n")
    assert again.exited() | {"exitCode": 4, "sessionId": session} == again_of(client, shell.id)


def again_of(client, terminal):
    [event] = [event for event in log(client, topics=["terminalExited"]) if event["params"]["terminalId"] == terminal]
    return event["params"]


def test_what_ends_while_the_daemon_is_gone_is_told_by_the_next(terminals):
    client = terminals.client()
    gate = terminals.place.root / "gate"
    os.mkfifo(gate)
    opened = terminals.open(client)
    shell = Shell(client, opened["terminalId"]).attach()
    shell.type(f"read line <{gate}; exit 9\n")
    terminals.kill()
    with open(gate, "w", encoding="utf-8") as fifo:
        fifo.write("go\n")
    until(lambda: not alive(opened["pid"]), "the shell to end")
    terminals.start()
    client = terminals.client(fromSeq=1)
    assert until_event(client, "event.terminalExited")["exitCode"] == 9
    assert again_of(client, shell.id)["exitCode"] == 9
    assert listed(client) == []
    until(lambda: terminals.executors() == [], "its executor to be gone")


@pytest.mark.faults
def test_daemon_dies_when_a_terminal_was_just_made(terminals):
    terminals.daemon.stop()
    terminals.start(fault="terminal.spawned=kill")
    client = terminals.client()
    client.request("terminal.open", {"cwd": "/tmp", "shell": "sh"})
    terminals.die()
    terminals.start()
    client = terminals.client()
    until(lambda: len(listed(client)) == 1, "the terminal to be there")
    assert Shell(client, listed(client)[0]).attach().run("echo alive") == "alive\n"


@pytest.mark.faults
@pytest.mark.parametrize("point", ["terminal.before_exited", "terminal.closed"])
def test_daemon_dies_when_a_shell_just_ended(terminals, point):
    terminals.daemon.stop()
    terminals.start(fault=f"{point}=kill")
    client = terminals.client()
    shell = terminals.shell(client)
    client.request("terminal.input", {"terminalId": shell.id, "data": encode(b"exit 8\n")})
    terminals.die()
    terminals.start()
    client = terminals.client()
    until(lambda: terminals.executors() == [], "the executor to be gone")
    told = [event["params"] for event in log(client, topics=["terminalExited"])]
    assert [(event["terminalId"], event["exitCode"]) for event in told] == [(shell.id, 8)]
    assert listed(client) == []


@pytest.mark.faults
def test_daemon_dies_while_it_takes_a_terminal_back(terminals):
    client = terminals.client()
    shell = terminals.shell(client)
    shell.run("kept=yes")
    terminals.kill()
    terminals.daemon = terminals.make_daemon().launch(program=SHIPPED, environment={"WEIR_FAULT": "terminal.adopted=kill"})
    terminals.die()
    terminals.start()
    client = terminals.client()
    until(lambda: listed(client) == [shell.id], "the terminal to be back")
    again = Shell(client, shell.id).attach()
    assert again.run("echo $kept") == "yes\n"


# --- tmux ---------------------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("tmux"), reason="there is no tmux")
def test_tmux_keeps_its_session(terminals):
    client = terminals.client()
    session = session_of(client, cwd=str(terminals.place.home))
    wanted = {"sessionId": session, "useTmux": True, "tmuxSessionName": "mine", "tmuxWindowName": "work"}
    first = terminals.shell(client, **wanted)
    first.type("kept=tm''ux-$((1 + 1)); echo $kept\r")
    first.until("tmux-2")
    assert client.call("terminal.list", {})[0]["useTmux"] is True
    client.call("terminal.close", {"terminalId": first.id})
    assert len(terminals.executors()) == 1
    second = terminals.shell(client, **wanted)
    second.type("clear; echo again-$kept\r")
    second.until("again-tmux-2")
    second.type("exit\r")
    second.exited()
    until(lambda: terminals.executors() == [], "its executor to be gone")
