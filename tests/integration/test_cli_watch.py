"""weir watch: the log as it grows."""

import json
import re
import signal

import pytest

from cli import Cli
from events import last_seq, rename
from running import Running
from setting import MIB, WATCHDOG_SECONDS, WEIR
from tasks import session_of, submit, wait
from terminals import Terminal, width, without_colour
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


class Watch(Running):
    """Begins to watch; returns when the daemon knows of it."""

    def __init__(self, cli, daemon, *options, **environment):
        client = daemon.client()
        before = client.call("daemon.status")["clients"]
        super().__init__(cli, "watch", *options, **environment)
        until(lambda: client.call("daemon.status")["clients"] > before, "that it is connected")
        client.close()

    def event(self):
        return json.loads(self.line())


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def watch(cli, daemon):
    """Watches from the first event on, so that no test depends on when the subscription is there."""
    opened = []

    def begin(*options, **environment):
        opened.append(Watch(cli, daemon, "--from", "1", *options, **environment))
        return opened[-1]

    yield begin
    for one in opened:
        one.__exit__()


def test_a_line_an_event(watch, client):
    watching = watch("--numbers")
    task = submit(client, "progress 50 half; say hello\tworld; done")
    lines = watching.until("taskCompleted")
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(lines) + 1))
    text = "".join(lines)
    assert re.search(rf"^ +\d+  \d\d:\d\d:\d\d  taskQueued +{task} +progress 50", text, re.M)
    assert "50 %, half" in text and re.search(rf"text +{task} +hello world\n", text) and "\x1b" not in text
    # The next one comes by itself, and at once.
    session = session_of(client, title="later")
    assert session in watching.line()
    assert watching.end() == (0, "", "")


def test_what_happens_now_is_the_default(cli, daemon, client):
    old = session_of(client)
    with Watch(cli, daemon) as watching:
        # It is subscribed once the first of these comes.
        sessions = []
        until(lambda: sessions.append(session_of(client)) or watching.has_spoken(), "an event")
        line = watching.line()
        assert old not in line and any(session in line for session in sessions)
        assert watching.end()[0] == 0


def test_as_json(watch, client):
    watching = watch("--json")
    wait(client, submit(client, "say \x1b[2J\u009b; done"))
    events = [json.loads(line) for line in watching.until("event.taskCompleted")]
    assert events == [{"method": event["method"], "params": event["params"]} for event in client.call("event.list")["events"]]
    assert watching.end() == (0, "", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_its_end(watch, client, number):
    watching = watch()
    session_of(client)
    assert "sessionCreated" in watching.line()
    assert watching.end(number) == (0, "", "")


def test_its_reader_leaves(cli, client):
    """`weir watch | head -1` ends, though nothing more is written."""
    session_of(client)
    process = cli.start("watch", "--from", "1")
    assert "sessionCreated" in process.stdout.readline()
    process.stdout.close()
    process.wait(WATCHDOG_SECONDS)
    assert process.stderr.read() == ""
    process.stderr.close()


# --- filters ---


def names(watching, last):
    return [json.loads(line)["method"] for line in watching.until(last)]


def test_topics(watch, client):
    session = session_of(client)
    wait(client, submit(client, "say x; done", sessionId=session))
    rename(client, session)
    assert set(names(watch("--json", "-t", "session"), "sessionUpdated")) == {"event.sessionCreated", "event.sessionUpdated"}
    listed = names(watch("--json", "-t", "event.taskStarted,event.taskCompleted"), "Completed")
    assert listed == ["event.taskStarted", "event.taskCompleted"]
    both = names(watch("--json", "-t", "event.taskQueued", "--topic", "event.sessionUpdated"), "sessionUpdated")
    assert both == ["event.taskQueued", "event.sessionUpdated"]


def test_of_one_task_and_of_one_session(watch, client):
    first, second = (wait(client, submit(client, "say x; done")) for _ in range(2))
    for option in ["--task", second["id"]], ["--session", second["sessionId"]]:
        events = [json.loads(line) for line in watch("--json", *option).until("taskCompleted")]
        assert {event["params"]["sessionId"] for event in events} == {second["sessionId"]} != {first["sessionId"]}


def test_what_cannot_be_watched(cli, client):
    for code, *options in (1, "-t", "nonsense"), (1, "--session", "sess_none"), (2, "--topic", ","), (2, "--from", "x"):
        done = cli.run("watch", *options)
        assert done.code == code and (options[1] if code == 1 else options[0]) in done.err and done.out == "", done


def test_without_a_daemon(cli, place):
    done = cli.run("watch")
    assert done.code == 3 and "daemon start" in done.err and done.out == ""


# --- a log that goes on ---


def test_a_daemon_that_is_killed_and_comes_back(cli, daemon, make_daemon):
    """No event is missing, none comes twice."""
    client = daemon.client()
    session = session_of(client)
    with Watch(cli, daemon, "--json", "--from", "1") as watching:
        for number in range(20):
            rename(client, session, f"before {number}")
        seen = [json.loads(line)["params"]["seq"] for line in watching.until("before 19")]
        daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
        daemon.stop(signal.SIGKILL)
        assert json.loads(watching.notice())["notice"]["code"] == "connection_lost"
        client = make_daemon().start().client()
        for number in range(20):
            rename(client, session, f"after {number}")
        seen += [json.loads(line)["params"]["seq"] for line in watching.until("after 19")]
        assert seen == list(range(1, last_seq(client) + 1))
        assert json.loads(watching.notice())["notice"]["code"] == "connected_again"
        assert watching.end() == (0, "", "")


def test_a_daemon_that_stops(cli, make_daemon):
    daemon = make_daemon().start()
    session = session_of(daemon.client())
    with Watch(cli, daemon, "--from", "1") as watching:
        watching.until(session)
        assert daemon.stop() == 0
        assert "connection lost" in watching.notice()
        client = make_daemon().start().client()
        rename(client, session, "again")
        assert "daemonStopping" in "".join(watching.until("again"))
        assert watching.notice().startswith("-- ")
        assert watching.end()[0] == 0


def test_a_gap_is_told(cli, daemon, place):
    client = daemon.client()
    wait(client, submit(client, "events 4000 500"))
    place.write_config({"retention": {"bytes": MIB}})
    daemon.send_signal(signal.SIGHUP)
    daemon.wait_for_log("config: reloaded")
    client.call("db.compact")  # the daemon may have begun by itself meanwhile
    first = client.call("event.list", {"limit": 1})["firstSeq"]
    assert first > 3
    with Watch(cli, daemon, "--from", "3", "--numbers") as watching:
        assert watching.line() == f"-- events 3 to {first - 1} are missing: retention has deleted them\n"
        assert int(watching.line().split()[0]) == first
        watching.end()
    with Watch(cli, daemon, "--from", "3", "--json") as watching:
        assert json.loads(watching.notice())["notice"]["code"] == "gap"
        assert watching.event()["params"]["seq"] == first
        watching.end()


# --- on a terminal ---


def test_colour_only_on_a_terminal(cli, client, watch):
    wait(client, submit(client, "done"))
    with Terminal(cli, "watch", "--from", "1") as terminal:
        terminal.until_shown("taskCompleted")
        assert "\x1b[32m" in terminal.written
    with Terminal(cli, "watch", "--from", "1", NO_COLOR="1") as terminal:
        terminal.until_shown("taskCompleted")
        assert "\x1b" not in terminal.written
    assert "\x1b" not in "".join(watch().until("taskCompleted"))
    assert "\x1b[32m" in "".join(watch("--color", "always").until("taskCompleted"))


@pytest.mark.parametrize("columns", [20, 80, 200])
def test_lines_fit_the_terminal(cli, client, columns):
    task = submit(client, f"say {'漢字' * 100}; say a\x1b[2Jb\x07; done")
    wait(client, task)
    with Terminal(cli, "watch", "--from", "1", "--numbers", columns=columns) as terminal:
        last = last_seq(client)
        terminal.until(lambda: re.search(rf"^ +{last}  ", without_colour(terminal.written), re.M), "the last event")
        terminal.press("\x03")
        assert terminal.end() == 0
        lines = without_colour(terminal.written).replace("^C", "").splitlines()
    assert len([line for line in lines if line]) == last
    assert all(width(line) <= columns and line.isprintable() for line in lines)
