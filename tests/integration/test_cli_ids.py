"""Ids as people type them: a beginning, an end, or none at all."""

import pytest

import tasks
from cli import Cli
from kernels import needs_namespaces
from running import Running
from setting import SHIPPED


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def client(place, make_daemon):
    place.write_config({"tasks": {"agent": "script"}, "pool": {"warm": 0}})
    return make_daemon().start().client()


def beginnings(ids):
    """The shortest beginning of each that no other has."""
    for one in ids:
        size = next(size for size in range(1, len(one) + 1) if sum(other.startswith(one[:size]) for other in ids) == 1)
        yield one, one[:size]


def several(client, place, count=3):
    return [tasks.run(client, "done", cwd=str(place.home))["id"] for _ in range(count)]


def test_a_beginning_names_a_task(client, cli, place):
    for whole, beginning in beginnings(several(client, place)):
        for text in (beginning, beginning.removeprefix("task_"), beginning.removeprefix("task_").lower(), whole[-6:], f"…{whole[-6:]}"):
            assert cli.run("task", "get", text, "--json").json()["id"] == whole, text


def test_a_beginning_of_several_is_refused_with_all_of_them(client, cli, place):
    ids = several(client, place)
    done = cli.run("task", "cancel", ids[0][:8])
    assert done.code == 2 and "several tasks" in done.err and all(one in done.err for one in ids) and done.out == ""
    done = cli.run("task", "get", ids[0][:8], "--json")
    assert done.code == 2 and all(one in done.err for one in ids)


def test_what_names_nothing_is_the_daemons_to_refuse(client, cli, place):
    several(client, place, 1)
    for text in ("zzz", "task_zzz", "%", "_", "' OR 1", "0" * 128, "0" * 129, "ä"):
        done = cli.run("task", "get", text)
        assert done.code == 1, (text, done)


def test_of_each_kind(make_daemon, cli, place):
    place.write_config({"tasks": {"agent": "script"}, "pool": {"warm": 0}})
    client = make_daemon().start(program=SHIPPED).client()
    task = several(client, place, 1)[0]
    session = tasks.get(client, task)["sessionId"]
    terminal = client.call("terminal.open", {"cwd": str(place.home)})["terminalId"]
    rule = client.call("permission.rules.add", {"effect": "deny", "tool": "Bash"})["id"]
    assert cli.run("session", "get", session[5:20], "--json").json()["id"] == session
    assert cli.run("task", "list", "--session", session[-7:], "--json").json()["id"] == task
    with Running(cli, "watch", "--json", "--session", session[-6:], "--task", task[-8:], "--from", "1") as watch:
        watch.until(task)
    assert cli.run("permissions", "remove", rule[5:15]).code == 0
    assert client.call("permission.rules.list", {}) == []
    assert cli.run("terminal", "close", terminal[-6:]).code == 0
    assert client.call("terminal.list", {}) == []


def test_no_task_of_a_deleted_session_is_found(client, cli, place):
    gone, kept = several(client, place, 2)
    client.call("session.delete", {"sessionId": tasks.get(client, gone)["sessionId"]})
    assert client.call("daemon.find", {"kind": "task", "text": "0"}) == {"ids": [kept], "more": False}
    assert client.call("daemon.find", {"kind": "task", "text": gone[-6:]}) == {"ids": [], "more": False}


def test_many_are_cut(client, cli, place):
    ids = several(client, place, 17)
    found = client.call("daemon.find", {"kind": "task", "text": "task_0"})
    assert found == {"ids": ids[:0:-1], "more": True}
    lines = cli.run("task", "get", "task_0").err.splitlines()
    assert lines[0].endswith("type more of the id:") and lines[1:] == [f"  {one}" for one in ids[:-6:-1]] + ["  and others"]


def test_without_an_id_it_is_the_last_of_this_directory(client, cli, place):
    here, there, empty = place.home / "here", place.home / "there", place.home / "empty"
    for directory in (here, there, empty):
        directory.mkdir()
    tasks.run(client, "say first", cwd=str(here))
    last = tasks.run(client, "say second", cwd=str(here))
    tasks.run(client, "say third", cwd=str(there))
    done = cli.run("task", "logs", cwd=here)
    assert done.code == 0 and "second" in done.out and "first" not in done.out and last["id"] in done.err, done
    done = cli.run("task", "diff", cwd=here)
    assert done.code == 0 and last["id"] in done.err, done
    done = cli.run("task", "undo", "--yes", "--json", cwd=here)
    assert done.code == 0 and done.err == "", done
    done = cli.run("task", "diff", cwd=empty)
    assert done.code == 2 and "no task has run in this directory" in done.err, done


def test_tasks_of_a_directory(client, place):
    here, there = place.home / "here", place.home / "there"
    for directory in (here, there):
        directory.mkdir()
    ids = [tasks.run(client, "done", cwd=str(here))["id"] for _ in range(3)]
    failed = tasks.run(client, "fail oops no", cwd=str(here))["id"]
    tasks.run(client, "done", cwd=str(there))

    def listed(**more):
        return [one["id"] for one in client.call("task.list", {"cwd": str(here), **more})]
    assert listed() == [failed, *reversed(ids)]
    assert listed(limit=1, after=failed) == [ids[2]]
    assert listed(state="completed") == list(reversed(ids))
    assert listed(sessionId=tasks.get(client, ids[0])["sessionId"]) == [ids[0]]


@needs_namespaces
def test_a_session_is_found_by_who_starts_the_daemon(client, cli, place):
    session = tasks.get(client, several(client, place, 1)[0])["sessionId"]
    assert cli.run("daemon", "stop").code == 0
    done = cli.run("run", "--quiet", "--session", session[-6:], "say again")
    assert done.code == 0 and "again" in done.out, done
    assert cli.run("daemon", "stop").code == 0
