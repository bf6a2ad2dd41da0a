"""What an agent sees of the machine, tested through the daemon as a user would use it."""

import base64
import json
import os
import signal
import socket
import threading

import pytest

from cli import Cli
from executors import PROGRAM
from kernels import needs_namespaces
from sandboxes import PROBE
from setting import SHIPPED
from tasks import log, run, session_of, submit, until_state, wait
from waiting import until

pytestmark = pytest.mark.usefixtures("staged")

SECRET = "the-secret-of-the-user"


class Yard:
    """A user's home with secrets, two projects, and a place that every agent may write to, for what it has found."""

    def __init__(self, place, make_daemon):
        self.place, self._make = place, make_daemon
        self.home = place.home
        self.one, self.two = self.home / "one", self.home / "two"
        self.found = place.root / "found"
        for directory in (self.one, self.two, self.found, self.home / ".ssh", self.home / ".config"):
            directory.mkdir()
        for path in (self.home / ".ssh" / "id", self.home / ".netrc", self.two / "file", self.home / "note"):
            path.write_text(SECRET)
        (self.home / ".gitconfig").write_text("[user]\n\tname = Ada\n")
        (self.one / "file").write_text("mine")
        self.count = 0

    def start(self, wrapper=(), **settings):
        settings = {"sandbox": "namespace", "tasks": {"agent": "script"}, "pool": {"warm": 0}, "view": {"write": [str(self.found)]}} | settings
        self.place.write_config(settings | {"log": {"level": "debug"}})
        self.daemon = self._make().start(program=SHIPPED, wrapper=wrapper)
        self.client = self.daemon.client()
        return self.client

    def audited(self, what):
        return self.client.call("audit.list", {"what": what})

    def session(self, cwd=None, **more):
        return session_of(self.client, cwd=str(cwd or self.one), **more)

    def command(self, text):
        """A script's statement that runs a shell's text, and the file with what that prints."""
        self.count += 1
        program, out = self.found / f"program{self.count}", self.found / f"out{self.count}"
        program.write_text(text)
        return f"child sh {program} > {out} 2>&1; wait", out

    def look(self, session, text):
        """The output of a shell script that runs as a child of the agent."""
        statement, out = self.command(text)
        task = run(self.client, f"{statement}; done", sessionId=session)
        assert task["state"] == "completed", task["result"]
        return out.read_text()

    def record(self, session):
        return self.client.call("session.get", {"sessionId": session})["sandbox"]

    def updates(self, session):
        return [event for event in log(self.client, sessionId=session) if event["method"] == "event.sessionUpdated"]

    def executors(self):
        root = self.daemon.state / "executors"
        return sorted(os.listdir(root)) if root.exists() else []


@pytest.fixture
def yard(place, make_daemon):
    return Yard(place, make_daemon)


@pytest.fixture(params=["namespace", "landlock"])
def level(request):
    return request.param


# --- files -------------------------------------------------------------------------------------


def test_sees_its_working_directory_and_may_change_it(yard, level):
    yard.start(sandbox=level)
    assert yard.look(yard.session(), f"cat {yard.one}/file; echo new > {yard.one}/made && cat {yard.one}/made") == "minenew\n"
    assert (yard.one / "made").read_text() == "new\n"


def test_does_not_see_the_rest_of_the_home(yard, level):
    yard.start(sandbox=level)
    paths = [yard.two / "file", yard.home / "note", yard.home / ".ssh" / "id", yard.home / ".netrc"]
    said = yard.look(yard.session(), "".join(f"cat {path} && echo SEEN\n" for path in paths))
    assert SECRET not in said and "SEEN" not in said
    assert yard.look(yard.session(), f"echo x > {yard.two}/file; echo x > {yard.two}/other; cat {yard.one}/file").endswith("mine")
    assert (yard.two / "file").read_text() == SECRET and not (yard.two / "other").exists()


def test_does_not_see_weirs_own(yard):
    yard.start()
    store, config = yard.daemon.state / "weir.db", yard.place.user_config
    said = yard.look(yard.session(cwd=yard.place.root), f"cat {store} {config} && echo SEEN; ls {yard.daemon.state} && echo LISTED; echo end")
    assert "SEEN" not in said and "weir.db" not in said.replace(str(store), "") and said.endswith("end\n")


def test_without_namespaces_what_hides_secrets_is_refused(yard):
    """Landlock shows a directory whole or not at all."""
    yard.start(sandbox="landlock")
    for cwd in (yard.home, yard.place.root):
        error = run(yard.client, "done", sessionId=yard.session(cwd=cwd))["result"]["error"]
        assert error["reason"] == "sandbox_unavailable" and "cannot hide" in error["message"] and "namespace" in error["message"]
    assert yard.client.call("daemon.status")["subsystems"]["sandbox"]["health"] == "failed"
    assert yard.look(yard.session(), f"cat {yard.one}/file") == "mine"
    assert yard.client.call("daemon.status")["subsystems"]["sandbox"]["health"] == "degraded"


def test_home_as_the_working_directory_hides_its_secrets(yard):
    yard.start()
    said = yard.look(yard.session(cwd=yard.home), f"cat {yard.home}/note; echo; cat {yard.home}/.ssh/id {yard.home}/.netrc && echo SEEN; echo end")
    assert said.startswith(SECRET) and said.count(SECRET) == 1 and said.endswith("end\n")


def test_sees_the_settings_of_git(yard, level):
    yard.start(sandbox=level)
    assert "name = Ada" in yard.look(yard.session(), "cat ~/.gitconfig")


def test_settings_of_git_that_are_a_link(yard, level):
    (yard.home / "dots").mkdir()
    (yard.home / ".gitconfig").rename(yard.home / "dots" / "gitconfig")
    (yard.home / ".gitconfig").symlink_to("dots/gitconfig")
    yard.start(sandbox=level)
    assert yard.look(yard.session(), "git config --global user.name") == "Ada\n"


def test_has_a_tmp_of_its_own(yard, level):
    yard.start(sandbox=level)
    outside = yard.place.root / "outside"
    outside.write_text(SECRET)
    said = yard.look(yard.session(), f"cat {outside}; d=$(mktemp) && echo made > $d && cat $d")
    assert SECRET not in said and said.endswith("made\n")


def test_plan_changes_nothing(yard, level):
    yard.start(sandbox=level)
    said = yard.look(yard.session(permissionMode="plan"), f"cat {yard.one}/file; echo x > {yard.one}/file; rm {yard.one}/file; echo end")
    assert said.startswith("mine") and said.endswith("end\n") and (yard.one / "file").read_text() == "mine"


def test_what_the_configuration_names_is_seen(yard):
    view = {"read": ["~/note"], "write": [str(yard.found)], "hide": [str(yard.one / "file")]}
    yard.start(view=view)
    said = yard.look(yard.session(), f"cat ~/note; echo; echo x > ~/note; cat {yard.one}/file; echo end")
    assert said.startswith(SECRET) and "mine" not in said and said.endswith("end\n")
    assert (yard.home / "note").read_text() == SECRET


def test_a_session_in_a_hidden_place_is_refused(yard):
    yard.start()
    task = run(yard.client, "done", sessionId=yard.session(cwd=yard.daemon.state))
    assert task["state"] == "failed" and "hidden" in task["result"]["error"]["message"]


def test_a_session_is_not_led_elsewhere_by_another(yard, level):
    """One at work above puts a link to somebody else's directory where the other works."""
    yard.start(sandbox=level)
    below = yard.one / "below"
    below.mkdir()
    (yard.home / "link").symlink_to(below)
    sessions = [yard.session(cwd=below), yard.session(cwd=yard.home / "link")]
    assert [yard.client.call("session.get", {"sessionId": session})["cwd"] for session in sessions] == [str(below)] * 2
    for session in sessions:
        assert "made" in yard.look(session, f"touch {below}/made && ls {below}")
    assert yard.look(yard.session(), f"rm -r {below} && ln -s {yard.two} {below} && echo swapped") == "swapped\n"
    for session in sessions:
        task = run(yard.client, "done", sessionId=session)
        assert task["state"] == "failed" and "has a symbolic link now" in task["result"]["error"]["message"], task
        error = yard.client.error("terminal.open", {"sessionId": session, "shell": "sh"})
        assert "has a symbolic link now" in error.message


def test_a_working_directory_that_is_not_there(yard):
    yard.start()
    task = run(yard.client, "done", sessionId=yard.session(cwd="/nowhere/at/all"))
    assert task["state"] == "failed" and "/nowhere/at/all" in task["result"]["error"]["message"]


# --- the network ----------------------------------------------------------------------------------


class Listener:
    """Somebody on the loopback who says hello."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                connection.sendall(b"hello from outside")

    def ask(self):
        return f"python3 -c 'import socket; print(socket.create_connection((\"127.0.0.1\", {self.port}), 5).recv(99))'; echo end"

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.thread.join()


@pytest.fixture
def listener():
    listener = Listener()
    yield listener
    listener.close()


def test_network_full(yard, level, listener):
    yard.start(sandbox=level)
    session = yard.session(network="full")
    assert "hello from outside" in yard.look(session, listener.ask()) and yard.record(session)["network"] == "full"


@pytest.mark.parametrize("network", ["none", "model-only"])
def test_network_closed(yard, listener, network):
    yard.start()
    session = yard.session(network=network)
    said = yard.look(session, listener.ask())
    assert "hello" not in said and said.endswith("end\n") and yard.record(session)["network"] == network


def test_network_none_without_namespaces(yard, listener):
    yard.start(sandbox="landlock")
    said = yard.look(yard.session(network="none"), listener.ask())
    assert "hello" not in said and said.endswith("end\n")


def test_network_model_only_needs_namespaces(yard):
    yard.start(sandbox="landlock")
    task = run(yard.client, "done", sessionId=yard.session(network="model-only"))
    error = task["result"]["error"]
    assert error["reason"] == "sandbox_unavailable" and "needs namespaces" in error["message"]


def test_network_as_configured(yard, listener):
    yard.start(network="none")
    assert "hello" not in yard.look(yard.session(), listener.ask())


# --- terminals and executors of others -------------------------------------------------------------


def test_terminals_see_what_tasks_see(yard, level):
    yard.start(sandbox=level)
    statement, out = yard.command(f"cat {yard.one}/file; echo; cat {yard.two}/file && echo SEEN; echo end")
    opened = yard.client.call("terminal.open", {"sessionId": yard.session(), "shell": "sh"})
    data = statement.removeprefix("child ").removesuffix("; wait") + "; exit\n"
    yard.client.call("terminal.attach", {"terminalId": opened["terminalId"]})
    yard.client.call("terminal.input", {"terminalId": opened["terminalId"], "data": base64.b64encode(data.encode()).decode()})
    until(lambda: out.exists() and out.read_text().endswith("end\n"), "the shell has looked")
    said = out.read_text()
    assert said.startswith("mine\n") and SECRET not in said and "SEEN" not in said


@needs_namespaces
def test_an_executor_of_others_sees_no_more(house, place):
    (place.home / "project").mkdir()
    (place.home / "secret").write_text(SECRET)
    house.executors["fake"] |= {"read": [str(PROGRAM.parent)], "write": [str(place.root / "control")]}
    client = house.configure(view={}).start().client()
    task = submit(client, "look", agent="fake", sessionId=session_of(client, cwd=str(place.home / "project")))
    fake = house.next()
    answers = [fake.do("look", path=str(path))[0] for path in (place.home / "secret", house.daemon.state / "weir.db", place.home / "project")]
    assert [answer["seen"] for answer in answers] == [False, False, True]
    fake.serve().done()
    assert wait(client, task)["state"] == "completed"


def test_an_executor_of_others_that_needs_sockets_cannot_run_without_namespaces(house, place):
    (place.home / "project").mkdir()
    house.executors["fake"]["read"] = [str(PROGRAM.parent)]
    client = house.configure(sandbox="landlock", view={}).start().client()
    task = run(client, "look", agent="fake", cwd=str(place.home / "project"))
    assert task["state"] == "failed" and "LISTEN_FDS" in task["result"]["error"]["message"], task["result"]


# --- what is remembered ------------------------------------------------------------------------------


def test_the_record_of_a_session(yard, level):
    yard.start(sandbox=level)
    session = yard.session()
    assert "sandbox" not in yard.client.call("session.get", {"sessionId": session})
    ended = run(yard.client, "done", sessionId=session)
    assert ended["state"] == "completed", (ended, yard.daemon.log()[-3000:])
    record = yard.record(session)
    assert record["level"] == level and record["network"] == "full" and record["landlock"] > 0
    assert str(yard.one) in record["write"] and str(yard.home / ".gitconfig") in record["read"]
    assert str(yard.daemon.state) in record["hidden"]
    assert bool(record["notHeld"]) == (level == "landlock")
    ended = run(yard.client, "done", sessionId=session)
    assert ended["state"] == "completed", (ended, yard.daemon.log()[-3000:])
    assert len(yard.updates(session)) == 1 and yard.updates(session)[0]["params"]["session"]["sandbox"] == record


def test_other_rules_need_another_executor(yard):
    yard.start()
    session = yard.session()
    assert yard.look(session, "echo one") == "one\n"
    before = yard.executors()
    assert yard.look(session, "echo two") == "two\n" and yard.executors() == before
    yard.client.call("session.update", {"sessionId": session, "permissionMode": "plan"})
    said = yard.look(session, f"echo x > {yard.one}/file; echo end")
    assert said.endswith("end\n") and (yard.one / "file").read_text() == "mine"
    assert str(yard.one) in yard.record(session)["read"]
    until(lambda: before[0] not in yard.executors(), "the one with the old rules has left")
    yard.client.call("session.update", {"sessionId": session, "permissionMode": "default", "network": "none"})
    ended = run(yard.client, "done", sessionId=session)
    assert ended["state"] == "completed", (ended, yard.daemon.log()[-3000:])
    assert yard.record(session)["network"] == "none"


def test_a_changed_configuration_needs_another_executor(yard):
    yard.start()
    session = yard.session()
    assert SECRET not in yard.look(session, "cat ~/note")
    before = yard.executors()
    view = {"read": ["~/note"], "write": [str(yard.found)]}
    yard.place.write_config({"tasks": {"agent": "script"}, "pool": {"warm": 0}, "view": view})
    yard.daemon.send_signal(signal.SIGHUP)
    until(lambda: before[0] not in yard.executors(), "the one with the old rules has left")
    assert SECRET in yard.look(session, "cat ~/note")


def warm_one(yard):
    """The name of an executor that is ready and nobody's."""

    def find():
        for name in yard.executors():
            try:
                record = json.loads((yard.daemon.state / "executors" / name / "record").read_text())
            except FileNotFoundError:
                continue
            if record["use"] == "warm" and "level" in record:
                return name
        return None

    return until(find, "one is warm")


def test_a_warm_executor_becomes_a_sessions(yard):
    yard.start(pool={"warm": 1})
    run(yard.client, "done", sessionId=yard.session())
    name = warm_one(yard)
    session = yard.session(cwd=yard.home)
    said = yard.look(session, f"cat {yard.home}/note; echo; cat {yard.home}/.ssh/id {yard.daemon.state}/weir.db && echo SEEN; echo end")
    assert said.startswith(SECRET) and said.count(SECRET) == 1 and "SEEN" not in said
    record = json.loads((yard.daemon.state / "executors" / name / "record").read_text())
    assert record["session_id"] == session and str(yard.home) in yard.record(session)["write"]
    name = warm_one(yard)
    said = yard.look(yard.session(permissionMode="plan"), f"echo x > {yard.one}/file; cat {yard.one}/file")
    assert said.endswith("mine") and (yard.one / "file").read_text() == "mine" and name in yard.executors()


def test_a_warm_executor_that_cannot_become_a_sessions_is_replaced(yard):
    """Its jail answers no more: somebody else works on the task."""
    yard.start(pool={"warm": 1, "startMs": 2500})  # which whoever takes its place has, too
    run(yard.client, "done", sessionId=yard.session())
    name = warm_one(yard)
    jail = json.loads((yard.daemon.state / "executors" / name / "record").read_text())["pid"]
    os.kill(jail, signal.SIGSTOP)
    try:
        assert yard.look(yard.session(), f"cat {yard.one}/file") == "mine"
    finally:
        os.kill(jail, signal.SIGCONT)
    until(lambda: name not in yard.executors(), "it has gone")


def test_after_a_crash_they_keep_their_rules(yard):
    yard.start(pool={"warm": 1})
    session = yard.session(permissionMode="plan")
    task = submit(yard.client, "hold complete", sessionId=session)
    until_state(yard.client, task, "running")
    warm_one(yard)
    record = yard.record(session)
    yard.daemon.process.kill()
    yard.daemon.wait()
    yard.daemon.expected_exit, yard.daemon.left_behind_is_fine = -signal.SIGKILL, True
    yard.daemon = yard._make().start(program=SHIPPED)
    yard.client = yard.daemon.client()
    yard.client.call("task.cancel", {"taskId": task})
    assert wait(yard.client, task)["state"] in ("completed", "cancelled") and yard.record(session) == record
    said = yard.look(yard.session(cwd=yard.two), f"cat {yard.one}/file && echo SEEN; cat {yard.two}/file")
    assert "SEEN" not in said and said.endswith(SECRET)


def test_starts_and_ends_are_in_the_audit_log(yard, level):
    yard.start(sandbox=level, pool={"warm": 0, "idle": 0})
    session = yard.session(network="none")
    task = run(yard.client, "done", sessionId=session)
    [entry] = until(lambda: yard.audited("executor.started"), "the entry")
    assert entry["sessionId"] == session and entry["taskId"] == task["id"] and entry["client"] == "weird"
    data = entry["data"]
    assert (data["level"], data["network"], data["agent"], data["for"]) == (level, "none", "script", "tasks") and data["pid"] > 0
    [end] = until(lambda: yard.audited("executor.stopped"), "its end")
    assert end["data"]["executor"] == data["executor"] and (end["data"]["how"], end["data"]["number"]) == ("exited", 0)


# --- where there is none ---------------------------------------------------------------------------------

LANDLOCK, CLONE3 = "444", "435"


def without(*calls):
    """As on a machine whose kernel does not know these."""
    return [str(PROBE), "without", ",".join(calls)]


def test_nothing_runs_where_no_sandbox_can_be_had(yard):
    yard.start(wrapper=without(LANDLOCK, CLONE3))
    error = run(yard.client, "done", sessionId=yard.session())["result"]["error"]
    assert error["reason"] == "sandbox_unavailable" and "Landlock" in error["message"] and '"sandbox": "off"' in error["message"]
    part = yard.client.call("daemon.status")["subsystems"]["sandbox"]
    assert part["health"] == "failed" and "Landlock" in part["message"]
    opened = yard.client.error("terminal.open", {"sessionId": yard.session(), "shell": "sh"})
    assert "Landlock" in str(opened)


def test_landlock_where_namespaces_cannot_be_had(yard):
    yard.start(wrapper=without(CLONE3))
    session = yard.session()
    assert yard.look(session, f"cat {yard.one}/file") == "mine" and yard.record(session)["level"] == "landlock"


# --- off, and whoever comes from inside ----------------------------------------------------------------


def test_off_is_said_everywhere(yard):
    client = yard.start(sandbox="off")
    session = yard.session()
    assert SECRET in yard.look(session, f"cat {yard.two}/file") and yard.record(session)["level"] == "off"
    assert client.call("initialize", {"protocolVersion": "1.0"})["sandbox"] == "off"
    part = client.call("daemon.status")["subsystems"]["sandbox"]
    assert part["health"] == "degraded" and "all of your rights" in part["message"]
    cli = Cli(yard.place)
    for command in (["daemon", "status"], ["task", "list"], ["session", "get", session], ["session", "list"]):
        done = cli.run(*command)
        assert done.code == 0 and done.err.startswith("-- the sandbox is off:") and "\033" not in done.err, command
        red = cli.run("--color=always", *command)
        assert red.err.startswith("\033[31m-- the sandbox is off:"), command
    assert "off" in cli.run("session", "get", session).out
    assert json.loads(cli.run("--json", "task", "list").err)["notice"]["code"] == "sandbox_off"


def test_nothing_is_said_where_it_is_on(yard):
    client = yard.start()
    run(client, "done", sessionId=yard.session())
    assert client.call("initialize", {"protocolVersion": "1.0"})["sandbox"] == "namespace"
    assert client.call("daemon.status")["subsystems"]["sandbox"] == {"health": "ok"}
    assert Cli(yard.place).run("task", "list").err == ""


def test_landlock_alone_is_said(yard):
    client = yard.start(sandbox="landlock")
    run(client, "done", sessionId=yard.session())
    part = client.call("daemon.status")["subsystems"]["sandbox"]
    assert part["health"] == "degraded" and part["message"].startswith("landlock:")


CONNECT = """python3 -c '
import os, socket, sys
if sys.argv[2] == "away" and (os.fork() or os.setsid() and False or os.fork()):
    os._exit(0)
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
try:
    s.sendall(b"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"ping\\"}\\n")
except BrokenPipeError:
    pass  # it was told before it could ask
print(s.makefile().readline(), flush=True)
' %s %s; echo end"""


@pytest.mark.parametrize("how", ["here", "away"])
def test_a_process_of_an_executor_is_no_client(yard, how):
    """With all rights of the user it finds the socket; it is refused all the same."""
    yard.start(sandbox="off")
    statement, out = yard.command(CONNECT % (yard.daemon.socket, how))
    task = submit(yard.client, f"{statement}; hold complete", sessionId=yard.session())
    until(lambda: out.exists() and "executor_refused" in out.read_text(), "it was refused")
    assert "pong" not in out.read_text()
    assert "it belongs to executor" in yard.daemon.log()
    [entry] = until(lambda: yard.audited("client.refused"), "the entry")
    assert entry["client"].startswith("executor ") and entry["pid"] > 0
    yard.client.call("task.cancel", {"taskId": task})
    wait(yard.client, task)
    assert yard.daemon.client().call("ping")["pong"] is True


def test_in_a_sandbox_there_is_no_socket_to_be_had(yard, level):
    yard.start(sandbox=level)
    cwd = yard.place.root if level == "namespace" else yard.one
    said = yard.look(yard.session(cwd=cwd), CONNECT % (yard.daemon.socket, "here"))
    assert "pong" not in said and "Error" in said and said.endswith("end\n")
