"""A process in an executor's sandbox must not be taken for the executor, nor get its socket or its secrets."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest
from kernels import needs_namespaces
from leftovers import processes
from sandboxes import PYTHON
from setting import SHIPPED
from tasks import messages, session_of, submit, wait
from waiting import until

pytestmark = pytest.mark.usefixtures("staged")

IMPOSTOR = Path(__file__).resolve().with_name("impostor.py")


@pytest.fixture(params=["namespace", "landlock", "off"])
def level(request):
    if request.param == "namespace":
        request.applymarker(needs_namespaces)
    return request.param


class Stage:
    """An impostor below the agent of a task, and one daemon after another."""

    def __init__(self, place, make_daemon):
        self._place, self._make = place, make_daemon
        self.room = place.root / "room"
        self.room.mkdir()
        self.program = self.room / "impostor.py"
        shutil.copy(IMPOSTOR, self.program)

    def start(self, level):
        self._place.write_config({"sandbox": level, "tasks": {"agent": "script"}, "pool": {"warm": 0}, "view": {}, "log": {"level": "debug"}})
        return self.again()

    def again(self):
        self.daemon = self._make()
        self.daemon.start(program=SHIPPED)
        return self.daemon.client()

    def kill(self):
        self.daemon.send_signal(signal.SIGKILL)
        self.daemon.expected_exit = -signal.SIGKILL
        self.daemon.left_behind_is_fine = True
        assert not self.daemon.finish()

    def begin(self, client):
        """Its task, once it has done what it can."""
        session = session_of(client, cwd=str(self.room))
        files = " ".join(str(self.room / name) for name in ("began", "got", "ended", "stop"))
        command = f"{PYTHON} {self.program} {files} > {self.room}/said 2>&1"
        task = submit(client, f"say one; child {command}; wait; say two; done", sessionId=session)
        found = until(lambda: self.found("began"), lambda: f"it has begun: {self.said()} {self.daemon.log()}")
        return task, found

    def end(self, last_words=""):
        (self.room / "new").write_text(last_words)
        (self.room / "new").rename(self.room / "stop")
        return until(lambda: self.found("ended"), lambda: f"it has ended: {self.said()}")

    def found(self, name):
        path = self.room / name
        return json.loads(path.read_text()) if path.exists() else None

    def said(self):
        path = self.room / "said"
        return path.read_text() if path.exists() else ""


@pytest.fixture
def stage(place, make_daemon):
    return Stage(place, make_daemon)


def inode_of(path):
    about = os.stat(path)
    return [about.st_dev, about.st_ino]


def said(client, task):
    return [message["data"].get("text") for message in messages(client, task) if message["sequence"] > 0]


def executor_directory(place):
    [directory] = (place.user_state / "executors").iterdir()
    return directory


def reached(began):
    """The directories of the machine in which it has a socket now. Others of that name are its own, on its own /tmp."""
    return [name for name, inode in began["bound"].items() if Path(name, "sock").exists() and inode_of(f"{name}/sock") == inode]


@pytest.mark.parametrize("how", ["kill", "restart"])
def test_a_socket_in_the_place_of_the_executors(stage, level, how, place):
    """The agent does not get the messages of the daemon's next connection, and the task continues. Without a sandbox
    the agent can replace the executor's socket, and so end its own task."""
    client = stage.start(level)
    task, began = stage.begin(client)
    own, link = (executor_directory(place) / name for name in ("own", "link"))
    assert str(link) in began["tried"] and (level == "off" or str(own) in began["tried"]), began
    assert reached(began) == {"namespace": [str(own)], "landlock": [], "off": [str(link)]}[level], began
    until(lambda: said(client, task) == ["one"], "what it said is stored")
    if how == "kill":
        stage.kill()
        client = stage.again()
    else:
        client.call("daemon.restart", {})
    if level == "off":
        ended = wait(client, task)
        assert ended["state"] == "failed" and said(client, task) == ["one"], (ended, stage.daemon.log())
        assert stage.found("got") is None
        return
    assert stage.end() == {"got": ""}
    ended = wait(client, task)
    assert ended["state"] == "completed" and said(client, task) == ["one", "two"], (ended, stage.daemon.log())


@pytest.mark.parametrize("level", ["namespace", "landlock"], indirect=True)
def test_last_words_in_the_name_of_the_executor(stage, level, place):
    """The agent cannot write the spool that an executor leaves when no daemon returns."""
    client = stage.start(level)
    task, _ = stage.begin(client)
    until(lambda: said(client, task) == ["one"], "what it said is stored")
    stage.kill()
    message = {"session_token": "", "task_id": task, "sequence": 2, "timestamp": 1, "event_type": "text", "event_data": {"text": "forged"}}
    end = {"session_token": "", "task_id": task, "execution": {"status": "completed", "message_count": 2}}
    lines = [{"method": "report_message", "params": message}, {"method": "report_completion", "params": end}]
    stage.end("".join(json.dumps({"jsonrpc": "2.0"} | line) + "\n" for line in lines) + "\n")
    until(lambda: not processes(place), "the executor is gone")
    client = stage.again()
    ended = wait(client, task)
    assert ended["state"] == "failed" and said(client, task) == ["one"], ended


@pytest.mark.parametrize("level", ["namespace", "landlock"], indirect=True)
def test_the_limits_of_its_executor(stage, level):
    """With no descriptor left it would lose its connection."""
    client = stage.start(level)
    task, began = stage.begin(client)
    assert began["limits"] == []
    stage.end()
    assert wait(client, task)["state"] == "completed"


def test_another_process_of_an_executor_of_others(house):
    """The one that listened first is the executor, also to the next daemon."""
    client = house.start().client()
    task = submit(client, "hello", agent="fake")
    fake = house.next()
    prompt = fake.serve(resumes=True)
    prompt.report()
    prompt.link.until("confirm_messages")
    house.daemon.send_signal(signal.SIGKILL)
    house.daemon.wait()
    fake.listen("listen_as_child")
    client = house.again().client()
    ended = wait(client, task)
    assert ended["state"] == "failed" and "outside its process tree" in ended["result"]["error"]["message"], ended
    fake.accept().assert_ended()
    house.nothing_is_left()
