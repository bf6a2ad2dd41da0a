"""Reports of a back end besides plain messages: loosely numbered ones, statements with a response, usage, the exit of
an executor. The statements are those of tests/worker/more.c."""

import pytest

from cli import Cli
from setting import WEIR
from stores import KIB, SOUND, look, store_of
from tasks import Gate, get, life, messages, run, session_of, submit, until_state


def said(client, task):
    """The agent's messages, as (sequence, text, number of missing sequences before it)."""
    found = messages(client, task["id"])
    return [(one["sequence"], one["data"]["text"], one.get("missing")) for one in found if one["role"] == "assistant" and one["sequence"]]


# --- loose numbers ---------------------------------------------------------------------


def test_messages_without_numbers_are_numbered(client):
    task = run(client, "loosely 0 a; loosely 0 b; loosely 0 c; done")
    assert said(client, task) == [(1, "a", None), (2, "b", None), (3, "c", None)]
    assert task["result"]["message_count"] == 3


def test_a_repeat_is_dropped(client):
    task = run(client, "loosely 1 a; loosely 1 again; loosely 2 b; loosely 1 late; done")
    assert said(client, task) == [(1, "a", None), (2, "b", None)] and task["result"]["message_count"] == 2


def test_a_hole_is_stored_and_flagged(client):
    task = run(client, "loosely 1 a; loosely 5 b; loosely 6 c; loosely 4 late; loosely 0 d; loosely 100 e; done")
    assert said(client, task) == [(1, "a", None), (5, "b", 3), (6, "c", None), (7, "d", None), (100, "e", 92)]
    assert task["result"]["message_count"] == 5


def test_a_hole_at_the_beginning_and_between_many(client):
    task = run(client, "loosely 3 first; events 500 10; loosely 600 last; done")
    found = said(client, task)
    assert found[0] == (3, "first", 2) and found[-1] == (600, "last", 96) and len(found) == 502
    assert [sequence for sequence, _, _ in found] == [*range(3, 504), 600]
    assert [one for one in found if one[2]] == [found[0], found[-1]]


def test_numbers_that_are_none(client):
    task = run(client, f"loosely {2**53} x; loosely {10**17} x; loosely {2**53 - 1} a; done")
    assert said(client, task) == [(2**53 - 1, "a", 2**53 - 2)] and task["result"]["message_count"] == 1


# --- statements ------------------------------------------------------------------------


def statements(client, task):
    return [one for one in messages(client, task["id"]) if "messageId" in one]


def answers_in(client, task):
    """The ids and times that the script was told."""
    return [text.split() for _, text, _ in said(client, task) if text.startswith("msg_")]


def test_a_statement_is_answered_once_it_is_stored(client):
    task = run(client, 'say before; state - assistant note {"a":[1, 2]}; say after; done')
    (note,) = statements(client, task)
    assert note["type"] == "note" and note["role"] == "assistant" and note["data"] == {"a": [1, 2]} and note["sequence"] == 0
    assert answers_in(client, task) == [[note["messageId"], str(note["timestamp"])]]
    texts = [one["data"].get("text", one["type"]) for one in messages(client, task["id"]) if one["role"] == "assistant"]
    assert texts[:2] == ["before", "note"] and texts[-1] == "after"
    assert task["result"]["message_count"] == 3, "it is outside of the sequences"


def test_a_statement_of_the_user(client):
    task = run(client, 'state - user question "why?"; done')
    (question,) = statements(client, task)
    assert question["role"] == "user" and question["data"] == "why?"


def test_without_a_key_each_is_another(client):
    task = run(client, "state - user n 1; state - user n 1; done")
    found = statements(client, task)
    assert len({one["messageId"] for one in found}) == 2
    assert [one["messageId"] for one in found] == [known for known, _ in answers_in(client, task)]


def test_a_key_is_stored_once(client):
    task = run(client, "state k user n 1; state k user n 2; state l user n 3; state k user n 4; done")
    first, other = statements(client, task)
    assert (first["data"], other["data"]) == (1, 3)
    answer = [first["messageId"], str(first["timestamp"])]
    assert answers_in(client, task) == [answer, answer, [other["messageId"], str(other["timestamp"])], answer]


def test_a_key_is_of_one_task(client):
    tasks = [run(client, "state k user n 1; done") for _ in range(2)]
    assert len({one["messageId"] for task in tasks for one in statements(client, task)}) == 2


def test_a_key_goes_with_its_session(place, make_daemon):
    daemon = make_daemon().start()
    client = daemon.client()
    session = session_of(client)
    run(client, "state k user n 1; state l user n 1; done", sessionId=session)
    client.call("session.delete", {"sessionId": session})
    client.call("db.compact")
    assert client.call("db.check") == SOUND
    daemon.stop()
    assert look(store_of(place), "SELECT * FROM message_keys") == []


def test_nobody_waits_for_the_answer_any_more(client):
    """The run ends before its statement is stored: it is stored all the same, before the end."""
    task = run(client, "ask k user n 1; ask - user n 2; done")
    assert [one["data"] for one in statements(client, task)] == [1, 2]
    assert task["state"] == "completed"


# --- limits ----------------------------------------------------------------------------


@pytest.mark.parametrize("reason, words, limits", [
    ("output_limit", "(limit: 10 bytes)", {"outputBytes": 10}),
    ("token_limit", "(limit: 11 tokens)", {"tokens": 11}),
    ("memory_limit", "(limit: 12 bytes)", {"memoryBytes": 12}),
    ("process_limit", "(limit: 13 processes)", {"processes": 13}),
    ("output_limit", "tasks.outputBytes", {"tokens": 1}),
    ("token_limit", "tasks.tokens", None),
])
def test_more_than_it_may(client, reason, words, limits):
    more = {"limits": limits} if limits else {}
    task = run(client, f"say so far; over {reason}; hold", **more)
    error = task["result"]["error"]
    assert task["state"] == "failed" and error["reason"] == reason and words in error["message"]
    assert task["result"]["message_count"] == 1 and task.get("limits") == limits
    assert life(client, task["id"])[-2:] == ["stopping", "failed"]


def test_more_than_it_may_and_deaf(place, make_daemon):
    place.write_config({"tasks": {"stopMs": 20}})
    task = run(make_daemon().start().client(), "over token_limit; hold deaf")
    assert task["state"] == "failed" and task["result"]["error"]["reason"] == "token_limit"


def test_the_daemons_own_words_are_nobody_elses(client):
    task = submit(client, "hold deaf")
    until_state(client, task, "running")
    assert "limits" not in get(client, task)
    for word in ["output_limit", "token_limit", "memory_limit", "process_limit", "timeout", "daemon_stopped"]:
        error = client.error("task.cancel", {"taskId": task, "reason": word}, bad=True)
        assert error.code == -32602 and error.data["path"] == "params.reason"
    client.call("daemon.stop", {"force": True})


def test_a_limit_does_not_undo_a_cancel(client, place):
    gate = Gate(place)
    task = submit(client, f"read {gate}; over token_limit; hold")
    until_state(client, task, "running")
    assert client.call("task.cancel", {"taskId": task}) == {"cancelled": True}
    assert get(client, task)["state"] == "cancelled" and "error" not in get(client, task)["result"]


@pytest.mark.parametrize("marks", [(2, 1), (50, 2), (100000, 99999)])
def test_pauses_lose_nothing(place, make_daemon, marks):
    place.write_config({"pool": {"pauseAt": marks[0], "resumeAt": marks[1]}})
    task = run(make_daemon().start().client(), "events 3000 10; progress 5; flood 500 10; progress 6; events 300 10; done")
    assert task["state"] == "completed" and task["result"]["message_count"] == 3800


def test_limits_are_kept_with_the_task(client):
    limits = {"memoryBytes": 1 << 30, "processes": 4, "outputBytes": 0, "tokens": 1000}
    task = run(client, "done", limits=limits)
    assert task["limits"] == limits and get(client, task["id"])["limits"] == limits
    assert client.call("task.list")[0]["limits"] == limits
    assert "limits" not in run(client, "done") and run(client, "done", limits={})["limits"] == {}


@pytest.mark.parametrize("limits", [{"memoryBytes": -1}, {"tokens": "many"}, {"cpu": 1}, {"processes": 1_000_001}, 5])
def test_limits_that_are_none(client, limits):
    error = client.error("task.submit", {"prompt": "done", "limits": limits}, bad=True)
    assert error.code == -32602 and error.data["path"].startswith("params.limits")


# --- the end ---------------------------------------------------------------------------


def test_how_many_processes_were_ended(client):
    task = submit(client, "processes 7; hold")
    until_state(client, task, "running")
    assert client.call("task.cancel", {"taskId": task}) == {"cancelled": True, "processes": 7}


def test_nobody_counted_the_processes(client):
    task = submit(client, "hold")
    until_state(client, task, "running")
    assert client.call("task.cancel", {"taskId": task}) == {"cancelled": True}


@pytest.mark.parametrize("how, field, other", [("exit 3", ("exit_code", 3), "signal"), ("signal 11", ("signal", 11), "exit_code")])
def test_how_an_executor_ended(client, how, field, other):
    task = run(client, f"say hello; crash {how} first|second \u00e9")
    error = task["result"]["error"]
    assert task["state"] == "failed" and error["reason"] == "EXECUTOR_CRASHED"
    assert error[field[0]] == field[1] and other not in error and error["stderr"] == "first\nsecond \u00e9"


def test_of_its_last_words_the_last_are_kept(client):
    lines = [f"line {i:05}" for i in range(2000)]
    error = run(client, f"crash exit 1 {'|'.join(lines)}")["result"]["error"]
    kept = error["stderr"].split("\n")
    assert kept == lines[-len(kept):] and 8 * KIB - 12 < len(error["stderr"]) <= 8 * KIB
    assert len(run(client, f"crash exit 1 {'x' * 20000}")["result"]["error"]["stderr"]) == 8 * KIB


@pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")
def test_an_executors_end_on_the_command_line(place, client):
    cli = Cli(place)
    task = run(client, "crash exit 3 first|second", limits={"tokens": 5, "processes": 0})
    card = cli.run("task", "get", task["id"])
    assert card.code == 0 and "EXECUTOR_CRASHED" in card.out
    lines = card.out.splitlines()
    assert [line.split() for line in lines if line.split()[:1] in (["exit"], ["limits"])] == [
        ["limits", "unlimited", "processes,", "5", "tokens"], ["exit", "3"],
    ]
    at = next(i for i, line in enumerate(lines) if line.split() == ["stderr"])
    assert [line.strip() for line in lines[at + 1:at + 3]] == ["first", "second"] and lines[at + 1].startswith(" ")
    logs = cli.run("task", "logs", task["id"])
    assert "-- failed: its executor is gone (EXECUTOR_CRASHED, exit code 3)\n   first\n   second\n" in logs.out
