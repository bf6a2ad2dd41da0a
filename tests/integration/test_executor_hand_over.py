"""What weir-executor keeps when its daemon is gone, and what the next daemon gets: nothing is lost, and nothing that
was confirmed is sent again."""

import os
import signal
import stat
import subprocess

import pytest

from executor_peer import PROGRAM, SECRET, Player, new_token
from setting import STAGED_EXECUTOR
from tasks import Gate
from waiting import standstill, until

ORPHAN_MS = "1000"  # it gives up when nobody has come for so long


@pytest.fixture
def executor(place):
    with Player(place) as executor:
        yield executor


@pytest.fixture
def daemon(executor):
    daemon = executor.connect()
    daemon.resume()
    return daemon


def numbered(count, first=1):
    return list(range(first, first + count))


# --- a new connection ------------------------------------------------------------------


def test_first_resume_has_nothing(executor):
    assert executor.connect().resume() == {"protocol_version": "1.1", "tasks": [], "terminals": []}


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.42"])
def test_daemon_of_a_version_that_fits(executor, version):
    assert executor.connect().call("resume", hand_shake=SECRET, protocol_version=version)["protocol_version"] == "1.1"


def test_daemon_of_another_version(executor):
    """It is refused; and so its secret is not the one that is kept."""
    daemon = executor.connect()
    error = daemon.error("resume", hand_shake="x" * 64, protocol_version="2.0")
    assert error.word == "unsupported_protocol" and "1.1" in error.message
    assert daemon.resume()["tasks"] == []


def test_dies_while_the_task_runs(executor, daemon, place):
    gate = Gate(place)
    daemon.execute(f"events 20; read {gate}; say after; usage 1 2")
    daemon.wait_for_messages(20)
    daemon.close()
    daemon = executor.connect()
    answer = daemon.resume(confirmed={"task_1": 7}, tokens={"task_1": "new token"})
    assert answer["tasks"] == [{"task_id": "task_1", "last_sequence": 20}], "it is at work"
    daemon.wait_for_messages(13)
    gate.open()
    daemon.wait_for(lambda: daemon.completions, "a completion")
    assert daemon.sequences() == numbered(15, 8)
    assert {m["session_token"] for m in daemon.messages} == {"new token"}
    (completion,) = daemon.completions
    assert completion == {"session_token": "new token", "task_id": "task_1",
                          "execution": {"status": "completed", "message_count": 22, "text": "after",
                                        "token_usage": {"input_tokens": 1, "output_tokens": 2}}}


def test_dies_and_the_task_ends_meanwhile(executor, daemon, place):
    gate = Gate(place)
    daemon.execute(f"say a; read {gate}; events 30; write {place.root}/end x")
    daemon.wait_for_text("a")
    daemon.close()
    gate.open()
    until((place.root / "end").exists, "the end of the script")
    daemon = executor.connect()
    handed = daemon.resume(confirmed={"task_1": 1}, tokens={"task_1": "new token"})["tasks"]
    daemon.wait_for(lambda: daemon.completions, "a completion")
    assert handed[0]["last_sequence"] == 31
    assert daemon.sequences() == numbered(30, 2)
    assert daemon.completions[0]["execution"]["message_count"] == 31


def test_dies_between_the_answer_and_its_confirmation(executor, daemon):
    """The answer may have got lost: who asks for the task gets its end again, who does not has it."""
    result = daemon.run("events 3")
    daemon.confirm(2)
    daemon.sync()
    daemon.close()
    daemon = executor.connect()
    handed = daemon.resume(confirmed={"task_1": 2}, tokens={"task_1": "new token"})["tasks"]
    assert handed == [{"task_id": "task_1", "last_sequence": 3, "execution": result}]
    daemon.wait_for(lambda: daemon.completions, "a completion")
    assert daemon.sequences() == [3] and daemon.completions[0]["execution"] == result
    daemon.close()
    daemon = executor.connect()
    assert daemon.resume(confirmed={})["tasks"] == []
    assert daemon.run("say x", task="task_2")["message_count"] == 1
    assert not daemon.completions and daemon.sequences() == [1]


def test_end_is_kept_even_when_all_is_confirmed(executor, daemon):
    result = daemon.run("say a")
    daemon.confirm(1)
    daemon.sync()
    daemon.close()
    daemon = executor.connect()
    assert daemon.resume(confirmed={"task_1": 1})["tasks"][0]["execution"] == result
    daemon.wait_for(lambda: daemon.completions, "a completion")
    assert not daemon.messages


def test_end_is_forgotten_with_the_next_prompt(executor, daemon):
    daemon.run("say a")
    daemon.confirm(1)
    daemon.run("say b", task="task_2")
    daemon.close()
    daemon = executor.connect()
    assert [t["task_id"] for t in daemon.resume()["tasks"]] == ["task_2"]


def test_unconfirmed_messages_outlive_the_next_prompt(executor, daemon):
    daemon.run("say a; say b")
    daemon.run("say c", task="task_2")
    daemon.close()
    daemon = executor.connect()
    assert [t["task_id"] for t in daemon.resume(confirmed={"task_1": 1, "task_2": 0})["tasks"]] == ["task_1", "task_2"]
    daemon.wait_for(lambda: len(daemon.completions) == 2, "two completions")
    assert [(m["task_id"], m["sequence"]) for m in daemon.messages] == [("task_1", 2), ("task_2", 1)]


def test_dies_during_the_hand_over_and_again(executor, daemon):
    daemon.execute("events 2000 500")
    daemon.wait_for_messages(100)
    seen = 100
    for _ in range(5):
        daemon.close()
        daemon = executor.connect()
        daemon.resume(confirmed={"task_1": seen}, tokens={"task_1": new_token()})
        daemon.wait_for_messages(150)
        assert daemon.sequences() == numbered(len(daemon.messages), seen + 1)
        seen = daemon.sequences()[-1]
    daemon.close()
    daemon = executor.connect()
    daemon.resume(confirmed={"task_1": seen})
    daemon.wait_for(lambda: daemon.completions, "a completion")
    assert daemon.sequences() == numbered(2000 - seen, seen + 1)


def test_dies_before_it_has_read_the_answer_to_resume(executor, daemon):
    daemon.run("events 12")
    for _ in range(3):
        daemon.close()
        daemon = executor.connect()
        daemon.request("resume", hand_shake=SECRET, confirmed={"task_1": 0})
    daemon.wait_for(lambda: daemon.completions, "a completion")
    assert daemon.sequences() == numbered(12)


def test_old_connection_that_is_still_there(executor, daemon):
    """The first daemon was killed, and its end has not been seen when the next one comes."""
    daemon.run("events 3")
    os.kill(executor.pid, signal.SIGSTOP)
    daemon.close()
    following = executor.connect()
    os.kill(executor.pid, signal.SIGCONT)
    assert len(following.resume(confirmed={"task_1": 0})["tasks"]) == 1
    following.wait_for_messages(3)


def test_pause_ends_with_its_connection(executor, daemon, place):
    gate = Gate(place)
    daemon.execute(f"read {gate}; say a")
    daemon.call("pause_notifications")
    daemon.close()
    daemon = executor.connect()
    daemon.resume(confirmed={"task_1": 0})
    gate.open()
    daemon.wait_for_text("a")


def test_resume_twice_on_one_connection(daemon):
    prompt = daemon.execute("events 4; hold")
    daemon.wait_for_messages(4)
    daemon.resume(confirmed={"task_1": 2})
    daemon.wait_for_messages(6)
    assert daemon.sequences() == [1, 2, 3, 4, 3, 4]
    daemon.notify("cancel_task", session_token="token of task_1", task_id="task_1")
    assert daemon.result(prompt)["status"] == "cancelled"


def test_confirmation_of_what_was_never_sent(daemon):
    prompt = daemon.execute("say a; hold")
    daemon.wait_for_text("a")
    daemon.confirm(1000)
    daemon.confirm(5, task="no such task")
    daemon.sync()
    daemon.call("stop_task", session_token="token of task_1", task_id="task_1")
    assert daemon.result(prompt)["status"] == "cancelled"
    assert daemon.run("say b", task="task_2")["message_count"] == 1


def test_agent_goes_on_and_stops_at_the_limit_without_a_daemon(executor, daemon):
    daemon.execute("events 300 65536")
    daemon.wait_for_messages(1)
    daemon.close()
    daemon = executor.connect()
    assert daemon.resume(confirmed={"task_1": 0})["tasks"][0]["last_sequence"] <= 8 * 16 + 1
    while not daemon.completions:
        daemon.hear()
        daemon.confirm(len(daemon.messages))
    assert daemon.sequences() == numbered(300)


# --- who it is that connects ----------------------------------------------------------------


def test_second_connection_is_refused(executor, daemon):
    second = executor.connect()
    second.read_to_end()
    (complaint,) = second.complaints
    assert complaint["code"] == -32014 and complaint["data"]["code"] == "too_many_connections"
    assert daemon.run("say a")["status"] == "completed"


def test_wrong_secret(executor, daemon):
    daemon.execute("say a; hold")
    daemon.wait_for_text("a")
    daemon.close()
    stranger = executor.connect()
    error = stranger.error("resume", hand_shake="x" * len(SECRET))
    assert (error.code, error.word) == (-32026, "handshake_refused")
    assert stranger.error("resume", hand_shake=SECRET + "x").word == "handshake_refused"
    assert stranger.error("execute_prompt", session_token="t", prompt="x").word == "handshake_refused"
    assert stranger.error("stop_task", session_token="token of task_1", task_id="task_1").word == "handshake_refused"
    for method in ("shutdown", "terminate", "pause_notifications", "resume_notifications"):
        assert stranger.error(method).word == "handshake_refused"
    stranger.notify("cancel_task", session_token="token of task_1", task_id="task_1")
    stranger.notify("confirm_messages", task_id="task_1", sequence=1)
    assert stranger.error("resume_notifications").word == "handshake_refused"
    assert not stranger.messages
    stranger.close()
    daemon = executor.connect()
    assert daemon.resume(confirmed={"task_1": 0})["tasks"] == [{"task_id": "task_1", "last_sequence": 1}]
    daemon.wait_for_text("a")


def test_stranger_does_not_keep_the_daemon_out(executor, daemon):
    daemon.close()
    stranger = executor.connect()
    stranger.error("resume_notifications")
    daemon = executor.connect()
    daemon.resume()
    stranger.read_to_end()
    assert daemon.run("say a")["status"] == "completed"


def test_stranger_does_not_count_as_a_daemon(place):
    with Player(place, "--orphan-ms", ORPHAN_MS, expected=True) as executor:
        daemon = executor.connect()
        daemon.resume()
        with standstill(executor.pid):
            daemon.close()
            stranger = executor.connect()
        stranger.read_to_end()
        assert executor.wait() == 0


def test_foreign_style_without_resume(executor):
    """As document 002's client does: no resume, no confirmations, few fields."""
    daemon = executor.connect()
    assert daemon.call("execute_prompt", session_token="t", prompt="say a; say b", agent="script") == {
        "status": "completed", "message_count": 2, "text": "b"}
    assert daemon.call("pause_notifications") == {"paused": True}
    assert daemon.call("resume_notifications") == {"paused": False}
    assert [m["task_id"] for m in daemon.messages] == ["task", "task"]
    assert daemon.call("execute_prompt", session_token="t", prompt="say c", agent="script")["status"] == "completed"
    assert daemon.call("shutdown") == {"status": "idle"}
    assert executor.wait() == 0 and not executor.spool_path.exists()


def test_foreign_style_connection_that_comes_back(executor, place):
    gate = Gate(place)
    daemon = executor.connect()
    daemon.execute(f"say a; read {gate}; say b", task="task")
    daemon.wait_for_text("a")
    daemon.close()
    daemon = executor.connect()
    gate.open()
    daemon.wait_for(lambda: daemon.completions, "a completion")
    assert daemon.texts() == ["b"]


# --- no daemon comes back ------------------------------------------------------------------------


def spooled(executor):
    lines = executor.spool()
    assert {line["params"]["session_token"] for line in lines} == {""}
    assert stat.S_IMODE(executor.spool_path.stat().st_mode) == 0o600
    messages = [line["params"]["sequence"] for line in lines if line["method"] == "report_message"]
    ends = [line["params"] for line in lines if line["method"] == "report_completion"]
    return messages, ends


def test_gives_up_and_saves_its_messages(place):
    with Player(place, "--orphan-ms", ORPHAN_MS, expected=True) as executor:
        daemon = executor.connect()
        daemon.resume()
        daemon.execute("events 25; progress 3; hold")
        daemon.wait_for(lambda: daemon.progress, "progress")
        daemon.confirm(5)
        daemon.sync()
        daemon.close()
        assert executor.wait() == 0
        messages, ends = spooled(executor)
        assert messages == numbered(20, 6)
        assert ends[0]["task_id"] == "task_1" and ends[0]["execution"]["status"] == "failed"
        assert ends[0]["execution"]["error"]["code"] == "DAEMON_GONE"
        assert sorted(path.name for path in executor.directory.iterdir()) == ["spool"]


@pytest.mark.parametrize("hold", ["hold deaf", "hold complete"])
def test_gives_up_on_an_agent(place, hold):
    with Player(place, "--orphan-ms", ORPHAN_MS, expected=True) as executor:
        daemon = executor.connect()
        daemon.resume()
        daemon.execute(f"say a; {hold}")
        daemon.wait_for_text("a")
        daemon.close()
        assert executor.wait() == 0
        messages, ends = spooled(executor)
        status = "completed" if hold == "hold complete" else "failed"
        assert messages == [1] and [end["execution"]["status"] for end in ends] == [status]


def test_gives_up_with_an_end_that_was_told_to_nobody_who_lives(place):
    with Player(place, "--orphan-ms", ORPHAN_MS, expected=True) as executor:
        daemon = executor.connect()
        daemon.resume()
        result = daemon.run("say a")
        daemon.confirm(1)
        daemon.sync()
        daemon.close()
        assert executor.wait() == 0
        assert spooled(executor) == ([], [{"session_token": "", "task_id": "task_1", "execution": result}])


def test_gives_up_without_ever_having_seen_a_daemon(place):
    with Player(place, "--orphan-ms", "20") as executor:
        assert executor.wait() == 0 and not executor.spool_path.exists()


def test_sigterm_without_a_daemon(executor, daemon):
    daemon.execute("say a; hold deaf")
    daemon.wait_for_text("a")
    daemon.close()
    executor.process.send_signal(signal.SIGTERM)
    assert executor.wait() == 0
    messages, ends = spooled(executor)
    assert messages == [1] and ends[0]["execution"]["error"]["code"] == "EXECUTOR_TERMINATED"


def test_daemon_that_comes_back_in_time(place):
    with Player(place, "--orphan-ms", "60000") as executor:
        daemon = executor.connect()
        daemon.resume()
        daemon.run("say a")
        daemon.close()
        daemon = executor.connect()
        daemon.resume(confirmed={"task_1": 0})
        daemon.wait_for_text("a")


# --- how it is started ---------------------------------------------------------------------------


def start(*arguments, **environment):
    return subprocess.run([str(PROGRAM), *map(str, arguments)], env=environment, capture_output=True, text=True,
                          check=False, timeout=60)


@pytest.mark.parametrize("arguments", [(), ("--batch", "0", "x"), ("--batch", "many", "x"), ("a", "b"), ("--what", "x"), ("",)])
def test_wrong_usage(arguments):
    done = start(*arguments)
    assert done.returncode == 2 and "weir-executor" in done.stderr


def test_help_and_version():
    assert "usage: weir-executor" in start("--help").stdout
    assert start("--version").stdout.startswith("weir-executor ")


def test_directory_must_be_private(place):
    directory = place.root / "open"
    directory.mkdir()
    directory.chmod(0o777)
    done = start(directory / "sock")
    assert done.returncode == 1 and "unsafe directory" in done.stderr and not (directory / "sock").exists()


def test_directory_must_be_there_and_path_short(place):
    assert start(place.root / "missing" / "sock").returncode == 1
    assert start(place.root / ("x" * 120)).returncode == 1


def test_socket_is_its_owners_alone(executor, daemon):
    assert stat.S_IMODE(executor.socket.stat().st_mode) == 0o600


def test_argument_goes_before_the_environment(place):
    with Player(place, place.root / "own" / "other") as executor:
        executor.socket = place.root / "own" / "other"
        assert executor.connect().resume()["tasks"] == []


# --- what the script does wrong --------------------------------------------------------------------


def test_strays_have_no_place_in_the_sequence(place):
    with Player(place) as executor:
        daemon = executor.connect()
        daemon.resume()
        daemon.run("say a; again; hole; badtoken; othertask task_9; say b")
        assert [(m["sequence"], m["event_data"]["text"], m["task_id"]) for m in daemon.messages] == [
            (1, "a", "task_1"), (1, "again", "task_1"), (3, "hole", "task_1"), (2, "badtoken", "task_1"),
            (2, "othertask", "task_9"), (2, "b", "task_1")]
        assert daemon.messages[3]["session_token"] != daemon.messages[4]["session_token"] == "token of task_1"


def test_garbage_and_broken_connections(place):
    with Player(place, check=False) as executor:
        daemon = executor.connect()
        daemon.resume()
        daemon.execute("garbage {not json; say a; halfline; say b; hold")
        daemon.wait_for_text("a")
        with pytest.raises(AssertionError, match="connection ended"):
            daemon.wait_for_text("c")
        assert "not JSON" in executor.problems[0]
        daemon = executor.connect()
        daemon.resume(confirmed={"task_1": 1})
        daemon.wait_for_text("b")


@pytest.mark.parametrize("script, code", [("exit 7", 7), ("signal 9", -9), ("say x; signal 10", -10)])
def test_violent_ends(place, script, code):
    with Player(place) as executor:
        executor.expected_exit = code
        daemon = executor.connect()
        daemon.execute(f"stderr oh no; {script}")
        daemon.read_to_end()
        assert executor.wait() == code and "oh no" in executor.stderr()


def test_children(executor, daemon, place):
    done = place.root / "done"
    daemon.run(f"child echo $$ > {done}.new && mv {done}.new {done}; wait; say ready")
    assert done.read_text().strip().isdigit()


def test_tree_of_the_worst_kind(executor, daemon, place):
    with open(f"/proc/{executor.pid}/environ", "rb") as file:
        environment = file.read()
    daemon.execute("tree 12; say there; hold")
    daemon.wait_for_text("there")
    tree = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and is_of(int(pid), executor.pid, environment)]
    try:
        assert len(tree) == 12 and len({os.getsid(pid) for pid in tree}) == 12
    finally:
        for pid in tree:
            os.kill(pid, signal.SIGKILL)


def is_of(pid, executor, environment):
    """One of the executor's tree that has left it: found by its command line."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            mine = file.read()
        with open(f"/proc/{pid}/environ", "rb") as other:
            return pid != executor and mine.startswith(str(STAGED_EXECUTOR).encode()) and environment == other.read()
    except OSError:
        return False
