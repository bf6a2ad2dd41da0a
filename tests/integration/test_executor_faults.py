"""Faults of an executor at each step of its life: what the user sees, that the daemon keeps running, and that nothing
is left behind."""

import os
import signal

import pytest

from disks import needs_mount, small_disk  # noqa: F401 (a fixture)
from kernels import needs_namespaces
from setting import WATCHDOG_SECONDS
from tasks import cancel, messages, run, session_of, submit, wait
from waiting import until

LONG_START_MS = 5000  # until an executor must listen: long enough for the test to get hold of it
UNANSWERED_MS = 2000  # until a hand-shake is taken for unanswered
LONG_STOP_MS = 1000 * WATCHDOG_SECONDS  # until what is asked to stop is told more plainly: not in a test that answers


@pytest.fixture
def begin(house):
    """Submits a task; answers the client, the task and the process that is to work on it."""

    def begin(**more):
        if not house.daemon.process:
            house.start()
        client = house.client()
        return client, submit(client, "do it", agent="fake", **more), house.next()

    return begin


def sequences(client, task):
    return [m["sequence"] for m in messages(client, task) if m["sequence"] > 0]


def failure(client, task, reason):
    """The error of a task that has failed for this reason; the same is in its event."""
    ended = wait(client, task)
    assert ended["state"] == "failed", ended
    error = ended["result"]["error"]
    assert error["reason"] == reason and error["message"], error
    failed = client.call("event.list", {"taskId": task, "topics": ["task"], "limit": 1000})["events"][-1]
    assert failed["method"] == "event.taskFailed" and failed["params"]["error"]["reason"] == reason
    return error


def assert_well(house, client):
    """The daemon serves, nothing of the executors is left, and the next task finds another one."""
    house.nothing_is_left()
    status = client.call("daemon.status")
    assert status["subsystems"]["store"]["health"] == "ok"
    task = submit(client, "another", agent="fake")
    prompt = house.next().serve()
    prompt.report()
    prompt.done()
    assert wait(client, task)["state"] == "completed"


# --- killed, at each step of its life -----------------------------------------------------


def start(fake):
    pass


def listen(fake):
    fake.listen()


def accept(fake):
    fake.listen().accept().expect("resume")


def greet(fake):
    fake.listen().accept().greet(resumes=True)


def execute(fake):
    fake.serve()


def execute_and_keep(fake):
    fake.serve(resumes=True)


def report(fake):
    prompt = fake.serve()
    prompt.report()
    prompt.report()


def ask(fake):
    prompt = fake.serve()
    prompt.link.say({"id": 1, "method": "create_message", "params": prompt.ids | {
        "message": {"role": "assistant", "type": "content_block", "content": {}}}})


STEPS = [start, listen, accept, greet, execute, execute_and_keep, report, ask]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
def test_killed(house, begin, step):
    client, task, fake = begin()
    step(fake)
    fake.kill()
    error = failure(client, task, "EXECUTOR_CRASHED")
    assert error["signal"] == signal.SIGKILL and "signal 9" in error["message"]
    assert_well(house, client)


def test_killed_while_it_is_being_stopped(house, begin):
    house.configure(tasks={"stopMs": LONG_STOP_MS})
    client, task, fake = begin()
    prompt = fake.serve()
    waiting = client.request("task.cancel", {"taskId": task})
    prompt.link.until("stop_task")
    fake.kill()
    assert client.answer(waiting)["result"]["cancelled"] is True
    assert wait(client, task)["state"] == "cancelled"
    assert_well(house, client)


def test_killed_when_it_is_idle(house, begin):
    """Nobody notices but the next task of the session, which gets another one."""
    client = house.start().client()
    session = session_of(client)
    client, task, fake = begin(sessionId=session)
    fake.serve().done()
    assert wait(client, task)["state"] == "completed"
    fake.kill()
    house.nothing_is_left()
    second = submit(client, "again", agent="fake", sessionId=session)
    house.next().serve().done()
    assert wait(client, second)["state"] == "completed"


def test_killed_with_a_second_task_waiting(house, begin):
    client = house.start().client()
    session = session_of(client)
    client, task, fake = begin(sessionId=session)
    second = submit(client, "and this", agent="fake", sessionId=session)
    fake.serve()
    fake.kill()
    failure(client, task, "EXECUTOR_CRASHED")
    house.next().serve().done()
    assert wait(client, second)["state"] == "completed"


@needs_namespaces
def test_its_jail_is_killed(house, begin):
    client, task, fake = begin()
    fake.serve()
    witness = house.witness().arrived(fake)
    [jail] = [line for line in house.processes() if "weir-jail" in line and "--dir" in line and parent_of(line) == house.daemon.pid]
    os.kill(int(jail.split(":")[0]), signal.SIGKILL)
    failure(client, task, "EXECUTOR_CRASHED")
    fake.wait()
    until(witness.is_over, "its child is gone")
    fake.close()
    assert_well(house, client)


def test_how_it_ended_is_told_however_late(house, begin):
    """The daemon has seen its connection end and ended it before the namespace's PID 1 could tell that it was gone already."""
    client, task, fake = begin()
    fake.serve()
    [jail] = [line for line in house.processes() if "weir-jail" in line and parent_of(line) == house.daemon.pid]
    inits = [line for line in house.processes() if parent_of(line) == int(jail.split(":")[0])]
    if not inits or fake.pid in (int(line.split(":")[0]) for line in inits):
        pytest.skip("without namespaces the jail itself sees its end at once")
    init = int(inits[0].split(":")[0])
    os.kill(init, signal.SIGSTOP)
    fake.kill()
    house.daemon.wait_for_log("killing it: it closed the connection")
    os.kill(init, signal.SIGCONT)
    error = failure(client, task, "EXECUTOR_CRASHED")
    assert error["signal"] == signal.SIGKILL and "signal 9" in error["message"]
    assert_well(house, client)


def parent_of(line):
    with open(f"/proc/{line.split(':')[0]}/stat", encoding="ascii", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[1])


# --- how it ends --------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGTERM, signal.SIGKILL], ids=lambda n: n.name)
def test_the_signal_is_reported(house, begin, number):
    client, task, fake = begin()
    fake.serve().report()
    fake.do("stderr", text="first\nthe last words\n")
    fake.order("signal", number=number)
    fake.wait()
    error = failure(client, task, "EXECUTOR_CRASHED")
    assert error["signal"] == number and f"signal {number:d}" in error["message"] and "exit_code" not in error
    assert error["stderr"].splitlines()[-1] == "the last words"
    assert sequences(client, task) == [1]


@pytest.mark.parametrize("code", [0, 1, 3, 255])
def test_the_exit_code_is_reported(house, begin, code):
    client, task, fake = begin()
    fake.serve()
    fake.do("stderr", text="Traceback\n  NameError\n")
    fake.exit(code)
    error = failure(client, task, "EXECUTOR_CRASHED")
    assert error["exit_code"] == code and str(code) in error["message"] and "signal" not in error
    assert "NameError" in error["stderr"]
    house.nothing_is_left()


def test_the_end_of_a_long_stderr_is_reported(house, begin):
    client, task, fake = begin()
    fake.serve()
    fake.do("stderr", text="noise\n" * 50000 + "that is why\n")
    fake.exit(1)
    error = failure(client, task, "EXECUTOR_CRASHED")
    assert error["stderr"].rstrip().endswith("that is why") and len(error["stderr"]) <= 8192


def test_a_stderr_that_is_not_text(house, begin):
    client, task, fake = begin()
    fake.serve()
    fake.do("stderr", text="\x1b[31mred\x1b[0m \x00 \x07 ende\n")
    fake.exit(1)
    error = failure(client, task, "EXECUTOR_CRASHED")
    assert "red" in error["stderr"] and not {"\x1b", "\x00", "\x07"} & set(error["stderr"])


def test_its_children_end_with_it(house, begin):
    client, task, fake = begin()
    fake.serve()
    witness = house.witness().arrived(fake)
    fake.exit(1)
    failure(client, task, "EXECUTOR_CRASHED")
    assert witness.is_over()
    house.nothing_is_left()


def test_its_children_end_with_a_cancelled_task(house, begin):
    house.configure(tasks={"stopMs": LONG_STOP_MS})
    client, task, fake = begin()
    prompt = fake.serve()
    witness = house.witness().arrived(fake)
    waiting = client.request("task.cancel", {"taskId": task})
    prompt.link.until("stop_task")
    prompt.done(status="cancelled")
    answer = client.answer(waiting)["result"]
    assert answer["cancelled"] is True and answer["processes"] >= 1
    assert witness.is_over() and fake.is_gone()
    fake.close()
    house.nothing_is_left()


# --- the connection -----------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("resumes", [False, True], ids=["foreign", "resumes"])
def test_it_closes_its_socket_for_good(house, begin, resumes):
    """The process lives on, and is ended with everything that it has started."""
    house.configure(pool={"startMs": 5000}).start()
    client, task, fake = begin()
    fake.serve(resumes).report()
    witness = house.witness().arrived(fake)
    fake.close()
    failure(client, task, "EXECUTOR_CRASHED")
    assert fake.is_gone() and witness.is_over()
    assert_well(house, client)


@pytest.mark.parametrize("half", [b'{"jsonrpc":"2.0","method":"report_mess', b'{"jsonrpc":"2.0","id":', b"\xc3", b"{" * 100])
def test_it_closes_in_the_middle_of_a_line(house, begin, half):
    client, task, fake = begin()
    prompt = fake.serve()
    prompt.report()
    prompt.link.send(half, bad=True)
    fake.close()
    failure(client, task, "EXECUTOR_CRASHED")
    assert sequences(client, task) == [1]
    assert_well(house, client)


def test_it_closes_right_behind_its_answer(house, begin):
    """Messages sent before the close count."""
    client, task, fake = begin()
    prompt = fake.serve()
    prompt.report()
    prompt.done(text="all of it")
    fake.close()
    ended = wait(client, task)
    assert ended["state"] == "completed" and ended["result"]["text"] == "all of it"
    assert sequences(client, task) == [1]
    house.nothing_is_left()


def test_it_closes_right_after_it_accepted(house, begin):
    client, task, fake = begin()
    fake.listen().accept().close()
    fake.close()
    failure(client, task, "start_failed")
    house.nothing_is_left()


def test_a_resuming_executor_loses_its_connection_once(house, begin):
    client, task, fake = begin()
    prompt = fake.serve(resumes=True)
    prompt.report()
    prompt.link.until("confirm_messages")
    prompt.link.close()
    link = fake.accept()
    hello = link.expect("resume")
    assert hello["params"]["confirmed"] == {task: 1}
    prompt.link = link
    prompt.token = hello["params"].get("tokens", {}).get(task, prompt.token)
    link.answer(hello, {"tasks": [{"task_id": task, "last_sequence": 1}], "terminals": []})
    prompt.report()
    link.notify("report_completion", prompt.ids | {"execution": {"status": "completed", "message_count": 2}})
    assert wait(client, task)["state"] == "completed"
    assert sequences(client, task) == [1, 2]


# --- it never begins ----------------------------------------------------------------------


@pytest.mark.long
def test_it_never_listens(house):
    house.executors["silent"] = {"command": ["sh", "-c", "echo I am thinking about it >&2; exec sleep 120"]}
    client = house.configure(pool={"startMs": LONG_START_MS}).start().client()
    error = failure(client, submit(client, "do it", agent="silent"), "start_failed")
    assert "listen" in error["message"] and "thinking about it" in error["message"] + error.get("stderr", "")
    house.nothing_is_left()


@pytest.mark.long
def test_it_would_listen_too_late(house, begin):
    """It is ended when its time is over, however deaf it is."""
    house.configure(pool={"startMs": LONG_START_MS}).start()
    client, task, fake = begin()
    fake.do("deaf")
    witness = house.witness().arrived(fake)
    failure(client, task, "start_failed")
    assert fake.is_gone() and witness.is_over()
    house.nothing_is_left()


def test_it_listens_late_but_in_time(house, begin):
    client, task, fake = begin()
    client.ping()
    fake.serve().done()
    assert wait(client, task)["state"] == "completed"


def test_its_socket_is_there_before_it_listens(house, begin):
    client, task, fake = begin()
    fake.do("bind_only")
    client.ping()
    fake.do("unlink")
    fake.serve().done()
    assert wait(client, task)["state"] == "completed"


def test_its_socket_is_there_and_nobody_ever_listens(house):
    program = "import os, socket, time; socket.socket(1).bind(os.environ['EXECUTOR_SOCKET']); time.sleep(1000)"
    house.executors["bound"] = {"command": ["/usr/bin/python3", "-c", program]}
    client = house.configure(pool={"startMs": 500}).start().client()
    failure(client, submit(client, "do it", agent="bound"), "start_failed")
    house.nothing_is_left()


def test_it_never_answers_the_hand_shake(house, begin):
    """It is taken for one that makes no promises."""
    house.configure(pool={"startMs": LONG_START_MS}).start()
    client, task, fake = begin()
    house.configure(pool={"startMs": UNANSWERED_MS})
    house.daemon.send_signal(signal.SIGHUP)
    house.daemon.wait_for_log("config: reloaded")
    link = fake.listen().accept()
    link.expect("resume")
    prompt = link.prompt()
    prompt.report()
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    assert all(m["method"] != "confirm_messages" for m in link.passed)


@pytest.mark.parametrize("command", [["/nowhere/executor"], ["no-such-program-anywhere"]], ids=["path", "name"])
def test_its_program_is_missing(house, command):
    house.executors["missing"] = {"command": command}
    client = house.start().client()
    task = submit(client, "do it", agent="missing")
    error = failure(client, task, "start_failed")
    assert command[0] in error["message"] and "No such file" in error["message"], error
    assert_well(house, client)


def test_its_program_is_not_executable(house, place):
    (place.root / "text").write_text("not a program")
    house.executors["text"] = {"command": [str(place.root / "text")]}
    client = house.start().client()
    error = failure(client, submit(client, "do it", agent="text"), "start_failed")
    assert "ermission denied" in error["message"] and str(place.root / "text") in error["message"]
    house.nothing_is_left()


def test_its_directory_is_missing(house):
    house.executors["fake"]["cwd"] = "/nowhere/at/all"
    client = house.start().client()
    error = failure(client, submit(client, "do it", agent="fake"), "start_failed")
    assert "/nowhere/at/all" in error["message"]
    house.nothing_is_left()


def test_it_ends_at_once(house):
    house.executors["short"] = {"command": ["sh", "-c", "echo no licence >&2; exit 7"]}
    client = house.start().client()
    error = wait(client, submit(client, "do it", agent="short"))["result"]["error"]
    assert error["reason"] in ("EXECUTOR_CRASHED", "start_failed") and error["exit_code"] == 7 and "no licence" in error["stderr"]
    house.nothing_is_left()


def test_an_agent_that_nobody_knows(house):
    client = house.start().client()
    ended = run(client, "do it", agent="nobody")
    assert ended["state"] == "failed" and "nobody" in ended["result"]["error"]["message"]


# --- it hangs -----------------------------------------------------------------------------


@pytest.mark.parametrize("resumes", [False, True], ids=["foreign", "resumes"])
def test_it_hangs_beyond_its_time(house, begin, resumes):
    client, task, fake = begin()
    prompt = fake.serve(resumes)
    prompt.done()
    fake.do("deaf")
    witness = house.witness().arrived(fake)
    task = submit(client, "again", agent="fake", sessionId=wait(client, task)["sessionId"], timeoutMs=100)
    error = failure(client, task, "timeout")
    assert "100" in error["message"] or "time" in error["message"]
    assert fake.is_gone() and witness.is_over()
    fake.close()
    assert_well(house, client)


def test_it_is_stopped_by_its_signal(house, begin):
    """Its processes do not even run any more."""
    client, task, fake = begin()
    fake.serve()
    signal.pidfd_send_signal(fake.pidfd, signal.SIGSTOP)
    assert cancel(client, task) is True
    assert fake.is_gone()
    fake.close()
    house.nothing_is_left()


def test_it_does_not_read(house, begin):
    """The daemon's output for it is limited, and other executors are served."""
    client, task, fake = begin()
    prompt = fake.serve(resumes=True)
    other = house.client()
    for _ in range(2000):
        prompt.report()
    other.ping()
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    assert sequences(client, task) == list(range(1, 2001))


# --- disk full ----------------------------------------------------------------------------


@needs_mount
def test_the_disk_is_full_before_it_starts(house, small_disk):
    house.configure()
    house.start(wrapper=small_disk.wrapper)
    client = house.client()
    session = session_of(client)
    small_disk.fill()
    try:
        task = submit(client, "do it", agent="fake", sessionId=session)
    except Exception as error:
        assert error.word == "subsystem_unavailable" and "full" in error.message
    else:
        assert wait(client, task)["state"] == "failed"
    small_disk.empty()
    task = submit(client, "do it", agent="fake", sessionId=session)
    house.next().serve().done()
    assert wait(client, task)["state"] == "completed"


@needs_mount
def test_the_disk_is_full_while_it_reports(house, small_disk):
    """Nothing is confirmed that is not stored; when there is room again it goes on by itself."""
    house.configure()
    house.start(wrapper=small_disk.wrapper)
    client = house.client()
    task = submit(client, "do it", agent="fake")
    prompt = house.next().serve(resumes=True)
    prompt.report()
    prompt.link.until("confirm_messages")
    small_disk.fill()
    for _ in range(100):
        prompt.report("tool_result", {"text": "x" * 4000})
    until(lambda: client.call("daemon.status")["subsystems"]["store"]["health"] == "degraded", "the disk to be full")
    small_disk.remount("size=64m")
    while prompt.link.until("confirm_messages")["params"]["sequence"] < 101:
        pass
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    assert sequences(client, task) == list(range(1, 102))
