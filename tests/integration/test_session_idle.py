"""Sessions of weir run are closed when they are idle; no others are, and -c opens them again."""

import pytest

from cli import Cli
from setting import SHIPPED, WEIR
from tasks import Gate, session_of, submit, until_state, wait
from test_cli_chat import CTRL_D, Chat
from waiting import until

IDLE_MS = 300


@pytest.fixture
def daemon(place, make_daemon):
    place.write_config({"sessions": {"closeIdleMs": IDLE_MS}, "tasks": {"agent": "script", "drainMs": 0}, "pool": {"warm": 0}})
    return make_daemon().start(program=SHIPPED)


def state(client, session):
    return client.call("session.get", {"sessionId": session})["state"]


def until_closed(client, session):
    until(lambda: state(client, session) == "closed", "the session is closed")


def test_only_what_is_idle_and_marked_closes(client, place):
    gate = Gate(place)
    marked = {"cwd": str(place.home), "closeWhenIdle": True}
    persons = session_of(client, cwd=str(place.home))
    busy, with_terminal = session_of(client, **marked), session_of(client, **marked)
    running, queued = submit(client, f"read {gate}", sessionId=busy), submit(client, "done", sessionId=busy)
    until_state(client, running, "running")
    terminal = client.call("terminal.open", {"sessionId": with_terminal})["terminalId"]
    wait(client, submit(client, "done", sessionId=persons))
    after = session_of(client, **marked)  # the newest: once it is closed, all were looked at
    wait(client, submit(client, "done", sessionId=after))
    until_closed(client, after)
    assert [state(client, session) for session in (persons, busy, with_terminal)] == ["open"] * 3
    fork = client.call("session.fork", {"sessionId": after})
    assert "closeWhenIdle" not in fork and fork["state"] == "open"

    gate.open()
    wait(client, queued)
    client.call("terminal.close", {"terminalId": terminal})
    for session in (busy, with_terminal):
        until_closed(client, session)
    assert state(client, persons) == state(client, fork["id"]) == "open"
    closed = [event["params"]["sessionId"] for event in client.call("event.list", {"topics": ["session"], "limit": 1000})["events"]
              if event["method"] == "event.sessionClosed"]
    assert sorted(closed) == sorted([after, busy, with_terminal])


def test_reopen(client, place):
    session = client.call("session.create", {"cwd": str(place.home), "closeWhenIdle": True, "title": "mine"})["id"]
    until_closed(client, session)  # without a task, too
    assert client.error("task.submit", {"prompt": "done", "sessionId": session}).word == "session_closed"
    again = client.call("session.reopen", {"sessionId": session})
    assert again["state"] == "open" and again["title"] == "mine" and "closedAt" not in again
    assert client.call("session.update", {"sessionId": session, "closeWhenIdle": None})["state"] == "open"
    wait(client, submit(client, "done", sessionId=session))
    other = session_of(client, cwd=str(place.home), closeWhenIdle=True)
    until_closed(client, other)
    assert state(client, session) == "open"
    unchanged = client.call("session.get", {"sessionId": session})
    assert client.call("session.reopen", {"sessionId": session}) == unchanged
    assert client.error("session.reopen", {"sessionId": "sess_x"}).word == "session_not_found"
    last = [event for event in client.call("event.list", {"sessionId": session, "limit": 1000})["events"] if "ession" in event["method"]]
    assert [event["method"] for event in last][:3] == ["event.sessionCreated", "event.sessionClosed", "event.sessionUpdated"]
    assert last[2]["params"]["session"]["state"] == "open"


@pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")
def test_weir_run_continues_what_was_closed(client, place):
    cli = Cli(place)
    folder = place.root / "work"
    folder.mkdir()
    assert cli.run("run", "say one", cwd=folder).code == 0
    (session,) = client.call("session.list")
    assert session["closeWhenIdle"] is True
    until_closed(client, session["id"])
    for arguments in (["-c"], ["--session", session["id"]]):
        done = cli.run("run", *arguments, "say two", cwd=folder)
        assert done.code == 0 and done.out == "two\n", done
        assert [one["id"] for one in client.call("session.list")] == [session["id"]]
        until_closed(client, session["id"])
    assert "open" in cli.run("session", "reopen", session["id"]).out
    until_closed(client, session["id"])
    done = cli.run("run", "-c", "say elsewhere", cwd=place.home)
    assert done.code == 0 and f"{place.home} has no session yet" in done.err


@pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")
def test_what_a_person_makes_is_not_marked(client, place):
    cli = Cli(place)
    made = cli.run("session", "create", "--json", cwd=place.home).json()
    assert "closeWhenIdle" not in made
    assert cli.run("chat", input="say one\n", cwd=place.home).code == 0
    assert all("closeWhenIdle" not in session for session in client.call("session.list"))
    # A conversation that goes on with what weir run made keeps it open.
    folder = place.root / "work"
    folder.mkdir()
    assert cli.run("run", "say one", cwd=folder).code == 0
    session = client.call("session.list")[0]["id"]
    with Chat(cli, "-c", "-C", str(folder)) as chat:
        chat.ready()
        assert "two\n" in chat.say("say two")
        assert "closeWhenIdle" not in client.call("session.get", {"sessionId": session})
        chat.press(CTRL_D)
        assert chat.end() == 0
