"""Sessions that name no directory: each gets one of its own, which exists as long as a session uses it."""

import os
import signal
import stat

import pytest

from setting import SHIPPED
from tasks import run, submit, wait
from waiting import until

DEEP = 1000


class Yard:
    def __init__(self, place, make_daemon):
        self.place, self._make = place, make_daemon
        self.all = place.state / "weir-scratch"
        self.outside = place.root / "outside"
        self.outside.mkdir()
        (self.outside / "file").write_text("stays")

    def start(self, *arguments, environment=None, **settings):
        self.place.write_config({"tasks": {"agent": "script"}, "pool": {"warm": 0}, "view": {}} | settings)
        self.daemon = self._make().start(*arguments, program=SHIPPED, environment=environment)
        self.client = self.daemon.client()
        return self

    def die(self):
        self.daemon.send_signal(signal.SIGKILL)
        self.died()

    def died(self):
        assert self.daemon.wait() == -signal.SIGKILL
        self.daemon.expected_exit = -signal.SIGKILL
        self.daemon.left_behind_is_fine = True

    def create(self, **more):
        return self.client.call("session.create", more)

    def delete(self, session):
        assert self.client.call("session.delete", {"sessionId": session["id"]})["deleted"]

    def path(self, session):
        return self.all / session["id"]

    def names(self):
        return sorted(path.name for path in self.all.iterdir()) if self.all.exists() else []

    def until_gone(self, session):
        until(lambda: not self.path(session).exists(), f"the end of {self.path(session)}")

    def run(self, script, **more):
        task = run(self.client, script, **more)
        assert task["state"] == "completed", task["result"]
        return task


@pytest.fixture
def yard(place, make_daemon):
    return Yard(place, make_daemon)


@pytest.fixture(params=["namespace", "landlock"])
def level(request):
    return request.param


def nest(path, depth):
    """Directories in each other, more than a path can name."""
    at = os.open(path, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(os.open("file", os.O_WRONLY | os.O_CREAT, dir_fd=at))
    os.close(at)


# --- where it works -------------------------------------------------------------------------------


def test_each_session_has_its_own(yard):
    yard.start()
    one, two = yard.create(), yard.create()
    assert [one["cwd"], two["cwd"]] == [str(yard.path(one)), str(yard.path(two))] and one["id"] != two["id"]
    for session in (one, two):
        assert stat.S_IMODE(yard.path(session).stat().st_mode) == 0o700 and not list(yard.path(session).iterdir())
    assert stat.S_IMODE(yard.all.stat().st_mode) == 0o700


def test_one_that_names_a_directory_has_none(yard):
    yard.start()
    assert yard.create(cwd=str(yard.outside))["cwd"] == str(yard.outside)
    yard.run("done", cwd=str(yard.outside))
    assert not yard.all.exists()


def test_tasks_and_chats_without_a_session(yard):
    yard.start()
    task = yard.run("done")
    thread = yard.client.call("chat.send", {"message": "done"})
    chat = wait(yard.client, thread["taskId"])
    for task in (task, chat):
        assert task["state"] == "completed" and task["cwd"] == str(yard.all / task["sessionId"])
        yard.run(f"write {task['cwd']}/f text", sessionId=task["sessionId"])
        assert (yard.all / task["sessionId"] / "f").read_text().strip() == "text"
    assert chat["sessionId"] == thread["threadId"] and not list(yard.place.home.iterdir())


def test_the_sandbox_shows_its_own_and_no_other(yard, level):
    yard.start(sandbox=level)
    one, two = yard.create(), yard.create()
    (yard.path(two) / "secret").write_text("of two")
    here = yard.path(one)
    tries = [f"cat {yard.path(two)}/secret", f"cat {yard.daemon.state}/weir.db", f"echo x > {yard.path(two)}/made"]
    (here / "look").write_text("".join(f"{text} && echo DONE\n" for text in tries) + f"cd {here} && cat mine\n")
    (here / "mine").write_text("mine")
    yard.run(f"child sh {here}/look > {here}/said 2> {here}/problems; wait; done", sessionId=one["id"])
    said = (here / "said").read_text()
    assert said == "mine", said
    assert [path.name for path in yard.path(two).iterdir()] == ["secret"]


def test_sessions_elsewhere_do_not_see_it(yard):
    """Even where what it lies in is shown."""
    yard.start(sandbox="namespace", view={"write": [str(yard.place.state)]})
    one = yard.create()
    (yard.path(one) / "secret").write_text("of one")
    yard.run(f"child ls {yard.all} > {yard.outside}/seen; wait; done", cwd=str(yard.outside))
    assert (yard.outside / "seen").read_text() == ""
    yard.run(f"write {one['cwd']}/f mine", sessionId=one["id"])
    assert (yard.path(one) / "f").exists()


def test_a_project_has_the_projects(place, make_daemon):
    project = place.root / "project"
    project.mkdir()
    daemon = make_daemon()
    daemon.socket, daemon.state = project / ".weir" / "daemon.sock", project / ".weir" / "state"
    daemon.start("--project", project, program=SHIPPED)
    client = daemon.client()
    assert client.call("session.create", {})["cwd"] == str(project)
    assert client.call("task.get", {"taskId": submit(client, "done", agent="script")})["cwd"] == str(project)
    assert sorted(path.name for path in project.iterdir()) == [".weir"]


def test_a_state_in_something_hidden(yard):
    """The directories lie beside what is hidden, not in it."""
    state = yard.place.run / "weir" / "inner"
    yard.start("--state", state)
    session = yard.create()
    yard.run(f"write {session['cwd']}/f text", sessionId=session["id"])
    assert session["cwd"].startswith(f"{yard.place.run}-scratch-") and os.listdir(session["cwd"]) == ["f"]


def test_where_none_can_be_made(yard):
    yard.start()
    yard.all.symlink_to(yard.outside)
    for method, params in (("session.create", {}), ("task.submit", {"prompt": "done"}), ("chat.send", {"message": "done"})):
        error = yard.client.error(method, params)
        assert error.word == "directory_unavailable" and "cannot create a directory" in error.message, error
    assert [path.name for path in yard.outside.iterdir()] == ["file"]
    assert yard.client.call("session.list") == []


def test_undo_works_there(yard):
    yard.start()
    session = yard.create()
    (yard.path(session) / "f").write_text("before")
    task = yard.run(f"keep; write {session['cwd']}/f after", sessionId=session["id"])
    assert (yard.path(session) / "f").read_text().strip() == "after"
    assert [file["path"] for file in yard.client.call("task.diff", {"taskId": task["id"]})["files"]] == ["f"]
    yard.client.call("task.undo", {"taskId": task["id"]})
    assert (yard.path(session) / "f").read_text() == "before"


# --- how long it is there --------------------------------------------------------------------------


def test_it_survives_a_crash(yard):
    yard.start()
    session = yard.create()
    yard.run(f"write {session['cwd']}/f text", sessionId=session["id"])
    yard.die()
    yard.start()
    assert yard.names() == [session["id"]]
    yard.run(f"write {session['cwd']}/g text", sessionId=session["id"])
    assert sorted(path.name for path in yard.path(session).iterdir()) == ["f", "g"]


def test_it_goes_with_its_session(yard):
    yard.start()
    session, other = yard.create(), yard.create()
    path = yard.path(session)
    nest(path, DEEP)
    (path / "link").symlink_to(yard.outside)
    (path / "d" / "link").symlink_to(yard.outside / "file")
    (path / "closed").mkdir()
    (path / "closed" / "file").touch()
    (path / "closed").chmod(0)
    (path / "moved-0").mkdir()
    (path / "moved-0" / "file").touch()
    yard.outside.chmod(0o750)
    yard.delete(session)
    yard.until_gone(session)
    assert (yard.outside / "file").read_text() == "stays" and stat.S_IMODE(yard.outside.stat().st_mode) == 0o750
    assert yard.names() == [other["id"]]


def test_a_link_in_its_place_is_not_followed(yard):
    yard.start()
    session = yard.create()
    yard.path(session).rmdir()
    yard.path(session).symlink_to(yard.outside)
    yard.delete(session)
    until(lambda: not yard.path(session).is_symlink(), "the end of the link")
    assert (yard.outside / "file").read_text() == "stays"


def test_a_named_directory_stays(yard):
    yard.start()
    session, mark = yard.create(cwd=str(yard.outside)), yard.create()
    yard.delete(session)
    yard.delete(mark)
    yard.until_gone(mark)
    assert (yard.outside / "file").read_text() == "stays"


def test_it_stays_until_the_last_fork_is_gone(yard):
    yard.start()
    parent, mark = yard.create(), yard.create()
    fork = yard.client.call("session.fork", {"sessionId": parent["id"]})
    below = yard.create(cwd=f"{parent['cwd']}/below")
    assert fork["cwd"] == parent["cwd"] and fork["id"] != parent["id"]
    yard.delete(parent)
    yard.delete(below)
    yard.delete(mark)
    yard.until_gone(mark)  # jobs are done in their order
    assert yard.names() == [parent["id"]]
    yard.die()
    yard.start()
    yard.run(f"write {fork['cwd']}/f text", sessionId=fork["id"])
    assert yard.names() == [parent["id"]]
    yard.delete(fork)
    yard.until_gone(parent)


def test_what_no_session_uses_goes_at_the_next_start(yard):
    yard.start()
    session = yard.create()
    yard.die()
    left = yard.all / "sess_left"
    left.mkdir()
    nest(left, DEEP)
    (left / "link").symlink_to(yard.outside)
    (yard.all / "other").mkdir()
    yard.start()
    until(lambda: not left.exists(), "the end of what was left")
    assert yard.names() == sorted([session["id"], "other"]) and (yard.outside / "file").exists()


@pytest.mark.faults
def test_a_crash_between_the_directory_and_the_session(yard):
    yard.start(environment={"WEIR_FAULT": "scratch.made=kill"})
    yard.client.request("session.create", {})
    yard.died()
    assert len(yard.names()) == 1
    yard.start()
    until(lambda: not yard.names(), "the end of what was left")
    assert yard.client.call("session.list") == []


@pytest.mark.faults
def test_a_crash_between_the_session_and_its_directory(yard):
    yard.start(environment={"WEIR_FAULT": "scratch.remove=kill"})
    session, other = yard.create(), yard.create()
    yard.client.request("session.delete", {"sessionId": session["id"]})
    yard.died()
    yard.start()
    yard.until_gone(session)
    assert yard.names() == [other["id"]]
    assert yard.client.call("session.list")[0]["id"] == other["id"]
