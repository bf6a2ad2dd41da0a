"""daemon.restart: a new program in the same process. Nobody loses anything, nothing comes twice, and a program that cannot take over
leaves everything as it was."""

import json
import os
import resource
import shutil
import signal

import pytest

import restarts
from daemon import is_open
from executor_many import descriptors
from kernels import needs_namespaces
from setting import SHIPPED, WEIRD
from tasks import Gate, answers, log, session_of, state, submit, wait
from waiting import until


def restart(client):
    answer = client.call("daemon.restart")
    assert answer["pause_ms"] >= 0
    return answer


def request(number, method, params=None):
    message = {"jsonrpc": "2.0", "id": number, "method": method}
    return json.dumps(message | ({"params": params} if params is not None else {})).encode() + b"\n"


def seqs(client, count):
    """The seq of the next events of the log."""
    found = []
    while len(found) < count:
        event = client.event()
        if event["method"] != "event.cursor":
            found.append(event["params"]["seq"])
    return found


@pytest.fixture
def queue(make_daemon, place, staged):
    """A daemon whose tasks run in executors, and hold until they are stopped."""
    place.write_config(restarts.SETTINGS)
    return make_daemon().start(program=SHIPPED)


# --- what stays ---


def test_a_restart_keeps_the_process_and_the_connections(daemon, client):
    other = daemon.client()
    before = client.call("daemon.status")
    assert restart(client)["version"] == before["version"]
    after = other.call("daemon.status")
    assert after["pid"] == before["pid"] == daemon.pid
    assert after["clients"] == 2 and after["started_at"] == before["started_at"]
    assert daemon.client().call("daemon.status")["clients"] == 3
    assert daemon.log().count("has taken over") == 1 and "not closed cleanly" not in daemon.log()


def test_the_store_and_its_epoch_stay(daemon, client):
    session = session_of(client)
    before = client.call("event.list")
    restart(client)
    assert client.call("event.list") == before
    assert client.call("session.get", {"sessionId": session})["state"] == "open"
    assert submit(client, "say hello; done")


def test_systemd_is_told(daemon, client):
    daemon.notifications.has_come("READY=1")
    daemon.notifications.seen.clear()
    restart(client)
    assert daemon.notifications.wait_for("READY=1")
    seen = [word.split("=")[0] for word in daemon.notifications.seen]
    assert seen == ["RELOADING", "MONOTONIC_USEC", "READY"]


def test_the_socket_and_its_lock_stay(daemon, client, make_daemon):
    restart(client)
    second = make_daemon().launch()
    second.expected_exit, second.left_behind_is_fine = 3, True
    assert second.wait() == 3 and f"process {daemon.pid}" in second.stderr()


def test_what_initialize_said_stays(daemon):
    quiet = daemon.client()
    quiet.call("initialize", {"protocolVersion": "1.0", "optOutNotificationMethods": ["event.taskQueued", "event.cursor"]})
    restart(quiet)
    assert quiet.error("initialize", {"protocolVersion": "1.0"}).word == "already_initialized"
    submit(quiet, "done")
    assert quiet.event()["method"] != "event.taskQueued"


def test_half_a_message_stays(daemon, client, raw):
    line = request(7, "ping")
    raw.send(line[:20])
    client.ping()
    restart(client)
    raw.send(line[20:])
    assert raw.read()["id"] == 7


def test_a_message_that_is_skipped_goes_on_to_be(make_daemon, place):
    place.write_config({"limits": {"messageBytes": 65536}})
    daemon = make_daemon().start()
    client, raw = daemon.client(), daemon.raw()
    raw.send(b"x" * 100_000, bad=True)
    assert raw.read()["error"]["data"]["code"] == "message_too_long"
    restart(client)
    raw.send(b"y" * 100_000 + b"\n", bad=True)
    raw.send(request(1, "ping"))
    assert raw.read()["id"] == 1


def test_what_is_not_read_yet_stays(daemon, client):
    """Answers that lie with the daemon, since their client does not read: each comes once."""
    slow = daemon.raw()
    count = slow.send_until_full(request(1, "rpc.discover"), client)
    restart(client)
    restart(client)
    for _ in range(count):
        assert slow.read()["id"] == 1
    slow.end()
    while (line := slow.read_line()) is not None:  # the line that was sent in part
        assert json.loads(line)["error"]["code"] == -32700


def test_a_client_that_has_said_its_last_is_still_answered(queue):
    client, last = queue.client(), queue.raw()
    task = submit(client, "hold")
    last.send(request(1, "task.wait", {"taskId": task}))
    last.end()
    client.ping()
    restart(client)
    client.call("task.cancel", {"taskId": task})
    answer = [message for message in last.read_all() if "id" in message]
    assert [message["result"]["state"] for message in answer] == ["cancelled"]


# --- subscriptions ---


def test_subscriptions_go_on(daemon, client):
    live, filtered, idle = daemon.client(), daemon.client(), daemon.client()
    first = live.call("event.subscribe")
    session = session_of(client)
    filtered.call("event.subscribe", {"sessionId": session, "topics": ["session"]})
    restart(client)
    client.call("session.update", {"sessionId": session, "title": "a"})
    session_of(client)
    client.call("session.update", {"sessionId": session, "title": "b"})
    last = client.call("event.list")["lastSeq"]
    assert seqs(live, last) == list(range(1, last + 1))
    assert [filtered.event()["params"]["sessionId"] for _ in range(2)] == [session] * 2
    assert idle.nothing_came()
    second = live.call("event.subscribe")["subscriptionId"]
    assert second not in (first["subscriptionId"], "") and live.call("event.unsubscribe", first_of(first)) == {"unsubscribed": True}


def first_of(subscribed):
    return {"subscriptionId": subscribed["subscriptionId"]}


def test_a_replay_goes_on(daemon, client):
    for _ in range(600):
        client.request("session.create", {"cwd": "/tmp", "metadata": {"text": "x" * 2000}})
    for _ in range(600):
        client.read()
    last = client.call("event.list")["lastSeq"]
    slow = daemon.client()
    slow.call("event.subscribe", {"fromSeq": 1})
    assert seqs(slow, 1) == [1]
    restart(client)
    assert seqs(slow, 10) == list(range(2, 12))
    restart(client)
    session_of(client)
    assert seqs(slow, last + 1 - 11) == list(range(12, last + 2))
    assert slow.nothing_came() or slow.event()["method"] == "event.cursor"


# --- calls that wait ---


def test_who_waits_for_a_task_goes_on_waiting(queue):
    client, other = queue.client(), queue.client()
    task = submit(client, "hold")
    waits = other.request("task.wait", {"taskId": task})
    batch = [{"jsonrpc": "2.0", "id": "a", "method": "ping"}]
    batch += [{"jsonrpc": "2.0", "id": name, "method": "task.wait", "params": {"taskId": task}} for name in "bc"]
    raw = queue.raw()
    raw.send(json.dumps(batch).encode() + b"\n")
    client.ping()
    restart(client)
    restart(client)
    client.call("task.cancel", {"taskId": task})
    assert other.answer(waits)["result"]["state"] == "cancelled"
    while not isinstance(message := raw.read(), list):
        assert "method" in message
    assert [answer["id"] for answer in message] == ["a", "b", "c"]
    assert [answer["result"].get("state") for answer in message] == [None, "cancelled", "cancelled"]


def test_a_wait_keeps_its_time(queue):
    client = queue.client()
    task = submit(client, "hold")
    waits = client.request("task.wait", {"taskId": task, "timeoutMs": 300})
    again = client.request("daemon.restart")
    assert [answer["result"].get("state") for answer in answers(client, waits, again)] [1:] == [None]


def test_a_waiting_call_can_be_cancelled_afterwards(queue):
    client = queue.client()
    task = submit(client, "hold")
    waits = client.request("task.wait", {"taskId": task})
    other = queue.client()
    restart(other)
    client.notify("$/cancel_request", {"requestId": waits})
    assert client.answer(waits)["error"]["data"]["code"] == "request_cancelled"


# --- who asks ---


def test_several_who_ask_are_all_answered(daemon):
    clients = [daemon.client() for _ in range(8)]
    for client in clients:
        client.ping()
    requests = [client.request("daemon.restart") for client in clients]
    for client, number in zip(clients, requests):
        assert client.answer(number)["result"]["version"]
    assert 1 <= daemon.log().count("has taken over") <= len(clients)


def test_several_at_once_are_one_restart(daemon, client):
    raw = daemon.raw()
    raw.send(request(1, "daemon.restart") + request(2, "daemon.restart") + request(3, "ping"))
    assert sorted(raw.read()["id"] for _ in range(3)) == [1, 2, 3]
    assert daemon.log().count("has taken over") == 1


def test_who_asks_may_leave(daemon, client):
    asks = daemon.client()
    asks.request("daemon.restart")
    asks.close()
    daemon.wait_for_log("has taken over")
    client.ping()


def test_not_in_a_batch(daemon, raw):
    raw.send(b"[" + request(1, "daemon.restart").strip() + b"]\n")
    assert raw.read()[0]["error"]["data"]["code"] == "restart_failed"


# --- what must not be ---


def test_not_while_a_task_is_at_work_that_cannot_be_handed_over(daemon, client, place):
    gate = Gate(place)
    task = submit(client, f"read {gate}; done")
    while client.event()["method"] != "event.taskStarted":
        pass
    error = client.error("daemon.restart")
    assert error.word == "restart_failed" and "continues" in error.message
    gate.open()
    assert wait(client, task)["state"] == "completed"
    restart(client)


@pytest.fixture
def replaceable(make_daemon, place):
    """A daemon whose program may be replaced."""
    program = place.root / "bin" / "weird"
    program.parent.mkdir()
    shutil.copy2(WEIRD, program)
    daemon = make_daemon().start(program=program)
    daemon.program = program
    return daemon


def replace(program, text, mode=0o755):
    new = program.with_suffix(".new")
    new.write_text(text)
    new.chmod(mode)
    new.rename(program)


@pytest.mark.parametrize(
    "text, mode, said",
    [
        ("not a program", 0o755, "cannot start"),
        ("not a program", 0o644, "cannot start"),
        ("#!/bin/sh\necho something else >&2\necho I do not know this >&2\nexit 1\n", 0o755, "I do not know this"),
        ("#!/bin/sh\nkill -9 $$\n", 0o755, "signal 9"),
        (None, None, "cannot start"),
    ],
    ids=["garbage", "not executable", "refuses", "killed", "gone"],
)
def test_a_program_that_cannot_take_over(replaceable, text, mode, said):
    client, follower = replaceable.client(), replaceable.client()
    follower.call("event.subscribe")
    if text is None:
        replaceable.program.unlink()
    else:
        replace(replaceable.program, text, mode)
    for _ in range(2):
        error = client.error("daemon.restart")
        assert error.word == "restart_failed" and said in error.message and "continues" in error.message, error.message
    session = session_of(client)
    assert follower.event()["params"]["sessionId"] == session
    assert state(client, wait(client, submit(client, "say x; done"))["id"]) == "completed"
    assert "not closed cleanly" not in replaceable.log()


def test_the_program_on_the_disk_takes_over(replaceable):
    """Even where the one that runs was removed meanwhile."""
    client = replaceable.client()
    replaceable.program.unlink()
    shutil.copy2(WEIRD, replaceable.program)
    restart(client)
    if is_open(replaceable.pid):
        assert os.readlink(f"/proc/{replaceable.pid}/exe") == str(replaceable.program)
    assert submit(client, "done")


@pytest.mark.parametrize("waits", [True, False], ids=["it ends", "it stays"])
def test_killed_while_another_program_looks(replaceable, make_daemon, place, waits):
    """The verifying program has the socket and the locks open, so the next daemon waits for its end, for a while."""
    if waits and os.geteuid() != 0:
        pytest.skip("only root may look at the descriptors of a daemon")
    replaceable.left_behind_is_fine, replaceable.expected_exit = True, -signal.SIGKILL
    began, end = place.root / "began", place.root / "end"
    for path in (began, end):
        os.mkfifo(path)
    replace(replaceable.program, f"#!/bin/sh\necho $$ >{began}\nread line <{end}\n", 0o755)
    client = replaceable.client()
    client.send(request(1, "daemon.restart"))
    verifier = int(began.read_text())
    replaceable.process.kill()
    replaceable.wait()
    following = make_daemon().launch()
    if waits:
        until(lambda: [path for path in descriptors(following.pid) if path.endswith(".lock")], "it looks at the lock")
        end.write_text("\n")
        assert following.notifications.wait_for("READY=1", following.process), following.stderr()
        assert following.client().call("ping")["pong"]
    else:
        following.expected_exit, following.left_behind_is_fine = 3, True
        assert following.wait() == 3 and f"daemon process {replaceable.pid} has ended" in following.stderr(), following.stderr()
        os.kill(verifier, signal.SIGKILL)
    until(lambda: not os.path.exists(f"/proc/{verifier}"), "that program is gone")


def test_a_configuration_that_is_wrong_by_now(daemon, client, place):
    place.write_config({"limits": {"messageBytes": "much"}})
    error = client.error("daemon.restart")
    assert error.word == "restart_failed" and "messageBytes" in error.message
    place.user_config.unlink()
    restart(client)


def test_what_others_say_is_not_taken_for_a_hand_over(place, make_daemon):
    for option in ("--handover=3", "--verify-handover=3", "--handover=x"):
        daemon = make_daemon().launch(option)
        daemon.expected_exit = 2 if option.endswith("x") else 1
        assert daemon.wait() == daemon.expected_exit


# --- under load ---


@needs_namespaces  # without, terminals take so long to end that there is no moment in which none is about to
def test_rounds_under_a_crowd(queue, capsys):
    with capsys.disabled():
        restarts.rounds(queue, 5, lambda text: print(f"\n{text}"))


# --- at the worst moments ---


def hold(make_daemon, place, point):
    release = place.root / "release"
    daemon = make_daemon().start(environment={"WEIR_FAULT": point, "WEIR_FAULT_RELEASE": str(release)})
    return daemon, release


@pytest.mark.faults
@pytest.mark.parametrize("point", ["handover.verify", "handover.before_exec"])
def test_a_step_that_fails(make_daemon, place, point):
    daemon = make_daemon().start(environment={"WEIR_FAULT": f"{point}=fail*0+1"})
    client, other = daemon.client(), daemon.client()
    other.send(request(1, "ping")[:10])
    error = client.error("daemon.restart")
    assert error.word == "restart_failed" and "continues" in error.message
    other.send(request(1, "ping")[10:])
    assert other.answer(1)["result"]["pong"]
    session_of(client)
    restart(client)
    session_of(client)
    assert len(log(client)) == 2


@pytest.mark.faults
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_in_the_middle_of_it(make_daemon, place, number):
    """It waits for whoever serves next."""
    daemon, release = hold(make_daemon, place, "handover.before_exec=hold")
    client = daemon.client()
    asked = client.request("daemon.restart")
    daemon.notifications.wait_for("RELOADING=1")
    daemon.send_signal(number)
    release.touch()
    assert client.answer(asked)["result"]["version"]
    assert client.event()["method"] == "event.daemonStopping"
    assert daemon.wait() == 0


@pytest.mark.faults
def test_a_check_of_the_store_is_waited_for(make_daemon, place):
    daemon, release = hold(make_daemon, place, "store.job=hold")
    client, other = daemon.client(), daemon.client()
    check = client.request("db.check")
    asked = client.request("daemon.restart")
    other.ping()
    assert client.nothing_came()
    release.touch()
    found = answers(client, check, asked)
    assert found[0]["result"]["ok"] and found[1]["result"]["version"]


@pytest.mark.long
@pytest.mark.faults
def test_a_check_that_takes_too_long_forbids_it(make_daemon, place):
    daemon, release = hold(make_daemon, place, "store.job=hold")
    client = daemon.client()
    check = client.request("db.check")
    asked = client.request("daemon.restart")
    error = client.answer(asked)["error"]
    assert error["data"]["code"] == "restart_failed" and "under way" in error["message"]
    release.touch()
    assert client.answer(check)["result"]["ok"]


@pytest.mark.faults
def test_a_stop_meanwhile(make_daemon, place):
    daemon, release = hold(make_daemon, place, "store.job=hold")
    client, other = daemon.client(), daemon.client()
    client.request("db.check")
    asked = client.request("daemon.restart")
    other.ping()
    other.call("daemon.stop")
    release.touch()
    while (message := client.read()).get("id") != asked:
        pass
    assert message["error"]["data"]["code"] == "stopping"


@pytest.mark.faults
def test_killed_in_the_middle_of_it(make_daemon, place):
    daemon = make_daemon().start(environment={"WEIR_FAULT": "handover.before_exec=kill"})
    daemon.expected_exit = -signal.SIGKILL
    daemon.left_behind_is_fine = True
    client = daemon.client()
    session = session_of(client)
    client.request("daemon.restart")
    assert daemon.wait() == -signal.SIGKILL
    second = make_daemon().start()
    assert second.client().call("session.get", {"sessionId": session})["id"] == session
    assert second.client().call("event.list")["lastSeq"] == 1


def test_the_store_cannot_be_opened_again_at_once(make_daemon):
    """No descriptor is left, neither for the new program nor for the store. The daemon goes on once there are some."""
    daemon = make_daemon().start()
    client = daemon.client()
    session = session_of(client)
    before = resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, (3, resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE)[1]))
    request = client.request("daemon.restart")
    daemon.wait_for_log("cannot open the store again")
    resource.prlimit(daemon.pid, resource.RLIMIT_NOFILE, before)
    error = client.answer(request)["error"]
    assert error["data"]["code"] == "restart_failed" and "continues" in error["message"]
    assert client.call("session.get", [session])["id"] == session
    session_of(client)


# --- what it waits for while everybody is served ---


@pytest.mark.faults
@pytest.mark.parametrize("point, freed", [("resolve.work", True), ("store.job", True), ("store.job", False)])
def test_what_takes_long_holds_back_tasks(house, place, point, freed):
    """A directory that is looked up, a check of the store: no task is begun meanwhile, since with each there would be something else to
    wait for. They go on behind the restart, whether it came to be or not."""
    release = place.root / "release"
    house.configure(pool={"warm": 0, "idle": 0})
    house.start(environment={"WEIR_FAULT": f"cached.look=fail,{point}=hold*0+1", "WEIR_FAULT_RELEASE": release})
    held, client, other = house.client(), house.client(), house.client()
    held.request(*(("session.create", {"cwd": str(place.root)}) if point == "resolve.work" else ("db.check", {})))
    until(lambda: f"holding at {point}" in house.daemon.stderr(), "somebody is held")
    number = client.request("daemon.restart")
    client.ping()
    task = submit(other, "do it", agent="fake")
    assert house.none_was_started() and other.call("task.get", {"taskId": task})["state"] == "queued"
    if freed:
        release.touch()
    answer = client.answer(number)
    # A directory that does not answer for four seconds is not waited for any longer.
    assert ("result" in answer) == (freed or point == "resolve.work"), answer
    house.next().serve().done()
    assert wait(other, task)["state"] == "completed"
    release.touch()
