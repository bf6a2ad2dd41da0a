"""A working directory on a mount that is dead holds up its own session, and nobody else."""

import signal
import time

import pytest

from asking import Asker
from dead_mount import dead_mount, needs_fuse  # noqa: F401 (a fixture)
from sessions import create
from tasks import submit, wait
from waiting import until

UNAVAILABLE = -32050
LONG_LINE = 300 << 10
SOON_SECONDS = 3  # less than the daemon waits for a directory: who answers within that has not waited for it


def reads_a_long_line(client):
    """A long line, which libuv's pool parses on its single thread."""
    assert client.error("session.get", {"sessionId": "x" * LONG_LINE}, bad=True).code < 0


def others_go_on(daemon, client):
    """Checks that other clients are served without delay."""
    begun = time.monotonic()
    client.call("ping")
    reads_a_long_line(client)
    session = create(client, cwd=str(daemon.place.home))
    task = submit(client, "say hello; done", sessionId=session["id"])
    assert wait(client, task)["state"] == "completed"
    assert client.call("daemon.status")["subsystems"]["store"]["health"] == "ok"
    assert time.monotonic() - begun < SOON_SECONDS


def is_refused(answer):
    assert answer["error"]["code"] == UNAVAILABLE, answer
    assert answer["error"]["data"]["code"] == "directory_unavailable"
    return True


@needs_fuse
@pytest.mark.parametrize("method", ["session.create", "task.submit"])
def test_a_dead_directory_is_refused_and_nobody_waits_for_it(make_daemon, dead_mount, method):  # noqa: F811
    daemon = make_daemon().start(wrapper=dead_mount.wrapper)
    one, other = daemon.client(), daemon.client()
    params = {"cwd": str(dead_mount.paths[0] / "project")} | ({"prompt": "say x; done"} if method == "task.submit" else {})
    request = one.request(method, params)
    others_go_on(daemon, other)
    one.call("ping")
    is_refused(one.answer(request))
    begun = time.monotonic()
    is_refused(one.answer(one.request(method, params)))  # it is known by now
    assert time.monotonic() - begun < SOON_SECONDS


@needs_fuse
def test_a_directory_that_answers_again_is_taken(make_daemon, dead_mount):  # noqa: F811
    daemon = make_daemon().start(wrapper=dead_mount.wrapper)
    client, path = daemon.client(), str(dead_mount.paths[0] / "project")
    request = client.request("session.create", {"cwd": path})
    client.call("ping")
    dead_mount.revive()
    assert client.answer(request)["result"]["cwd"] == path
    assert create(client, cwd=path)["cwd"] == path


@needs_fuse
def test_a_stop_does_not_wait_for_a_dead_directory(make_daemon, dead_mount):  # noqa: F811
    daemon = make_daemon().start(wrapper=dead_mount.wrapper)
    client = daemon.client()
    request = client.request("session.create", {"cwd": str(dead_mount.paths[0] / "project")})
    client.call("ping")
    begun = time.monotonic()
    daemon.send_signal(signal.SIGTERM)
    while (message := client.read()).get("id") != request:
        assert message["method"] == "event.daemonStopping"
    is_refused(message)
    assert daemon.wait() == 0
    assert time.monotonic() - begun < SOON_SECONDS


# --- the same without such a mount: a thread of the resolver is held ------------------------


@pytest.fixture
def held(make_daemon, place):
    """A daemon that finds nothing in the kernel's caches, and the first thread of whose resolver is held."""
    release = place.root / "release"
    daemon = make_daemon().start(environment={"WEIR_FAULT": "cached.look=fail,resolve.work=hold*0+1", "WEIR_FAULT_RELEASE": release})
    yield daemon, release
    release.touch()


@pytest.mark.faults
def test_a_held_thread_holds_up_its_own_lane(held):
    daemon, release = held
    one, other = daemon.client(), daemon.client()
    request = one.request("session.create", {"cwd": str(daemon.place.root)})
    until(lambda: "holding at resolve.work" in daemon.stderr(), "a thread is held")
    others_go_on(daemon, other)
    is_refused(one.answer(request))
    release.touch()
    until(lambda: "result" in one.answer(one.request("session.create", {"cwd": str(daemon.place.root)})), "it answers again")


@pytest.mark.faults
def test_four_dead_directories_hold_up_nobody(make_daemon, place):
    release = place.root / "release"
    fault = {"WEIR_FAULT": "cached.look=fail,resolve.work=hold*0+4", "WEIR_FAULT_RELEASE": release}
    daemon = make_daemon().start(environment=fault)
    clients, requests = [daemon.client() for _ in range(4)], []
    for number, client in enumerate(clients):
        path = place.root / f"dead-{number}"
        path.mkdir()
        requests.append(client.request("session.create", {"cwd": str(path)}))
    until(lambda: daemon.stderr().count("holding at resolve.work") == 4, "four threads are held")
    others_go_on(daemon, daemon.client())
    for client, request in zip(clients, requests):
        is_refused(client.answer(request))
        client.call("ping")
    others_go_on(daemon, clients[0])
    release.touch()


@pytest.mark.faults
def test_a_directory_that_is_removed_slowly_holds_up_nobody(house, place):
    """The directory of an executor, with files of its agent."""
    release = place.root / "release"
    house.configure(pool={"warm": 0, "idle": 0})
    client = house.start(environment={"WEIR_FAULT": "executor.remove=hold*0+1", "WEIR_FAULT_RELEASE": release}).client()
    task = submit(client, "hello", agent="fake")
    prompt = house.next().serve()
    [name] = house.directories()
    (house.daemon.state / "executors" / name / "left").write_text("x")
    (house.daemon.state / "executors" / name / "own" / "left").write_text("x")
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    until(lambda: "holding at executor.remove" in house.daemon.stderr(), "the removal is held")
    begun = time.monotonic()
    reads_a_long_line(client)
    assert time.monotonic() - begun < SOON_SECONDS and name in house.directories()
    release.touch()
    house.nothing_is_left()


@pytest.mark.faults
def test_jobs_of_one_lane_wait_for_each_other_and_keep_their_order(held):
    daemon, release = held
    client, path = daemon.client(), str(daemon.place.root)
    requests = [client.request("session.create", {"cwd": path, "title": str(number)}) for number in range(20)]
    until(lambda: "holding at resolve.work" in daemon.stderr(), "a thread is held")
    release.touch()
    for request in requests:
        assert client.answer(request)["result"]["cwd"] == path
    titles = [session["title"] for session in client.call("session.list", {"limit": 20})]
    assert titles == [str(number) for number in reversed(range(20))]


# --- permissions ---------------------------------------------------------------------------


@needs_fuse
def test_a_dead_path_holds_up_the_questions_of_its_own_session(house, dead_mount):  # noqa: F811
    house.start(wrapper=dead_mount.wrapper)
    client = house.client()
    one, other = Asker(house, client), Asker(house, client)
    (house.place.home / "notes").touch()  # a tmpfs remembers no name that is not there, and a thread would have to look
    dead = one.send("Read", file_path=str(dead_mount.paths[0] / "notes"))
    behind = one.send("Read", file_path=str(dead_mount.paths[0] / "more"))
    begun = time.monotonic()
    assert other.ask("Read", file_path=str(house.place.home / "notes"))["approved"]
    assert one.ask("Read", file_path=str(house.place.home / "notes"))["approved"]  # which needs no thread
    assert time.monotonic() - begun < SOON_SECONDS
    for call in (dead, behind):
        assert one.told(call) == {"approved": False, "reason": "path_unavailable"}
    assert one.ask("Read", file_path=str(dead_mount.paths[0] / "notes"))["reason"] == "path_unavailable"


@pytest.mark.faults
def test_a_question_that_a_thread_answers_is_decided_the_same(house, place):
    inside, outside = place.home / "inside", place.home / "outside"
    inside.write_text("x")
    outside.symlink_to("/etc/hostname")
    house.configure(permissions={"approverMs": 0}).start(environment={"WEIR_FAULT": "cached.look=fail"})
    asker = Asker(house, house.client())
    assert asker.ask("Read", file_path=str(inside)) == {"approved": True, "reason": "mode=default"}
    assert asker.ask("Read", file_path="inside/../inside")["approved"]
    assert asker.ask("Read", file_path=str(outside)) == {"approved": False, "reason": "no_approver"}


@pytest.mark.faults
def test_a_lookup_that_the_kernel_breaks_off_needs_no_thread(house, place):
    """It does so when something is mounted meanwhile, whatever that is; later questions would overtake this one."""
    release, begin = place.root / "release", place.root / "begin"
    house.start(environment={"WEIR_FAULT": "cached.look=fail*0+20,resolve.work=hold", "WEIR_FAULT_RELEASE": release, "WEIR_FAULT_BEGIN": begin})
    asker = Asker(house, house.client())
    (place.home / "notes").write_text("x")
    begin.touch()
    assert asker.ask("Read", file_path=str(place.home / "notes")) == {"approved": True, "reason": "mode=default"}
    assert "holding at resolve.work" not in house.daemon.stderr()
    release.touch()


# --- tasks and terminals ---------------------------------------------------------------------


def dead_session(client, mount, **more):
    """A session whose directory responds when it is created, but hangs when something is started in it."""
    return client.call("session.create", {"cwd": str(mount.paths[0]), **more})["id"]


@needs_fuse
def test_a_task_in_a_dead_directory_fails_and_the_others_run(house, dead_mount):  # noqa: F811
    house.start(wrapper=dead_mount.wrapper)
    client = house.client()
    dead = submit(client, "do it", agent="fake", sessionId=dead_session(client, dead_mount))
    begun = time.monotonic()
    task = submit(client, "do it", agent="fake", cwd=str(house.place.home))
    house.next().serve().done()
    assert wait(client, task)["state"] == "completed"
    assert time.monotonic() - begun < SOON_SECONDS
    failed = wait(client, dead)
    assert failed["state"] == "failed" and failed["result"]["error"]["reason"] == "start_failed"
    assert "does not respond" in failed["result"]["error"]["message"]


@needs_fuse
def test_a_task_that_waits_for_a_dead_directory_can_be_cancelled(house, dead_mount):  # noqa: F811
    house.start(wrapper=dead_mount.wrapper)
    client = house.client()
    task = submit(client, "do it", agent="fake", sessionId=dead_session(client, dead_mount))
    until(lambda: client.call("task.get", {"taskId": task})["state"] == "starting", "it is claimed")
    begun = time.monotonic()
    assert client.call("task.cancel", {"taskId": task})["cancelled"]
    assert time.monotonic() - begun < SOON_SECONDS
    assert wait(client, task)["state"] == "cancelled"


@needs_fuse
def test_a_terminal_in_a_dead_directory_is_refused_and_another_opens(house, dead_mount):  # noqa: F811
    house.start(wrapper=dead_mount.wrapper)
    one, other = house.client(), house.client()
    request = one.request("terminal.open", {"cwd": str(dead_mount.paths[0] / "project")})
    begun = time.monotonic()
    opened = other.call("terminal.open", {"cwd": str(house.place.home), "shell": "/bin/sh"})
    assert time.monotonic() - begun < SOON_SECONDS
    other.call("terminal.close", {"terminalId": opened["terminalId"]})
    assert "does not respond" in one.answer(request)["error"]["message"]


@pytest.mark.faults
@pytest.mark.parametrize("method", ["daemon.status", "get_execution_context"])
def test_what_a_held_thread_looks_at_holds_up_its_own_call(house, place, method):
    """The state directory below, and the files that an agent is given."""
    release, begin = place.root / "release", place.root / "begin"
    house.start(environment={"WEIR_FAULT": "resolve.work=hold*0+1", "WEIR_FAULT_RELEASE": release, "WEIR_FAULT_BEGIN": begin})
    client, other = house.client(), house.client()
    asker = Asker(house, client)
    begin.touch()
    if method == "get_execution_context":
        asker.link.say({"id": "context", "method": method, "params": {"session_token": asker.prompt.token}})

    def is_held():
        if method == "daemon.status":  # which looks again when what it knows is old
            client.call(method)
        return "holding at resolve.work" in house.daemon.stderr()

    until(is_held, "a thread is held")
    begun = time.monotonic()
    other.call("ping")
    other.call("session.list")
    other.call("task.list")
    assert asker.ask("Read", file_path=str(place.home / "notes"))["approved"]
    assert time.monotonic() - begun < SOON_SECONDS
    if method == "daemon.status":
        client.call(method)  # nor is its own connection held up
        assert time.monotonic() - begun < SOON_SECONDS
        until(lambda: client.call(method)["subsystems"]["state"]["health"] == "failed", "the state directory is given up")
        assert "does not respond" in client.call(method)["subsystems"]["state"]["message"]
        release.touch()
        until(lambda: client.call(method)["subsystems"]["state"]["health"] == "ok", "it answers again")
    else:
        assert asker.link.answer_to("context")["error"]["code"] == UNAVAILABLE
    release.touch()
