"""Retention: which data is removed from the store, when, and what happens to the free space."""

import os
import signal

import pytest

from activities import now, record, window
from daemon import Daemon
from sessions import create, log
from setting import MIB
from stores import DAY_MS, KIB, SOUND, change, fill, store_of
from tasks import submit, wait
from waiting import until


def seqs(client, **wanted):
    return [params["seq"] for _, params in log(client, **wanted)]


# --- compaction -----------------------------------------------------------------------


def test_compaction_gives_room_back(daemon, client):
    keep = fill(client, 5)
    gone = fill(client, 60)
    before = client.call("db.compact")
    size = os.stat(daemon.state / "weir.db").st_size
    assert before["removedEvents"] == before["removedTasks"] == 0
    client.call("session.delete", [gone["id"]])
    result = client.call("db.compact")
    assert result["afterBytes"] < result["beforeBytes"] - 2 * MIB
    assert os.stat(daemon.state / "weir.db").st_size < size - 2 * MIB
    stats = client.call("db.stats")
    assert stats["freeBytes"] == 0 and stats["fileBytes"] + stats["walBytes"] == result["afterBytes"]
    assert client.call("session.list") == [client.call("session.get", [keep["id"]])]
    assert client.call("db.check") == SOUND


def test_compaction_of_what_is_compact(client):
    create(client)
    first, second = client.call("db.compact"), client.call("db.compact")
    assert second["beforeBytes"] == second["afterBytes"] == first["afterBytes"]


def test_compaction_while_others_write(daemon, client):
    sessions = [fill(client, 20) for _ in range(3)]
    for session in sessions[:2]:
        client.call("session.delete", [session["id"]])
    writer = daemon.client()
    requests = [writer.request("session.update", {"sessionId": sessions[2]["id"], "metadata": ["m" * 3000, i]}) for i in range(300)]
    compaction = client.request("db.compact")
    for i, request in enumerate(requests):
        assert writer.answer(request)["result"]["metadata"][1] == i
    assert client.answer(compaction)["result"]["afterBytes"] > 0
    assert len(log(client, sessionId=sessions[2]["id"])) == 321 and client.call("db.check") == SOUND


# --- retention ------------------------------------------------------------------------


def test_the_oldest_events_go_when_the_store_is_too_large(place, make_daemon):
    daemon = make_daemon().start()
    sessions = [fill(daemon.client(), 99, 6 * KIB) for _ in range(3)]
    daemon.stop()
    # Only now: what goes by itself, some seconds after the start, would go while it is being filled.
    limit = MIB + MIB // 2  # empty tables and indexes take about a third of it
    place.write_config({"retention": {"bytes": limit}})
    daemon = make_daemon().start()
    client = daemon.client()
    result = client.call("db.compact")
    stats = client.call("db.stats")
    assert 100 < result["removedEvents"] < 250 and limit / 2 < stats["fileBytes"] <= limit
    first = result["removedEvents"] + 1
    assert stats["firstSeq"] == first and stats["lastSeq"] == 300 and stats["events"] == 300 - result["removedEvents"]
    # Whoever asks for them is told.
    page = client.call("event.list", {"limit": 1000})
    assert page["firstSeq"] == first and page["gap"] == {"fromSeq": 1, "toSeq": first - 1}
    assert seqs(client) == list(range(first, 301))
    other = daemon.client()
    answer = other.call("event.subscribe", {"fromSeq": 5})
    assert answer["gap"] == {"fromSeq": 5, "toSeq": first - 1} and answer["fromSeq"] == first
    assert other.event()["params"]["seq"] == first
    # Sessions stay, and so do the numbers of events to come.
    assert [s["id"] for s in client.call("session.list")] == [s["id"] for s in sessions[::-1]]
    fork = client.call("session.fork", {"sessionId": sessions[2]["id"], "atSeq": 250})
    assert client.error("session.fork", {"sessionId": sessions[0]["id"], "atSeq": 2}).word == "event_not_found"
    assert fork["forkSeq"] == 250 and seqs(client)[-1] == 301
    assert client.call("db.check") == SOUND


def test_a_session_whose_events_are_all_gone_can_be_forked(place, make_daemon):
    place.write_config({"retention": {"bytes": 1}})
    client = make_daemon().start().client()
    session = create(client, title="t")
    assert client.call("db.compact")["removedEvents"] == 1
    stats = client.call("db.stats")
    assert stats["events"] == 0 and stats["firstSeq"] == 2 and stats["lastSeq"] == 1
    fork = client.call("session.fork", {"sessionId": session["id"]})
    assert "forkSeq" not in fork and fork["parentId"] == session["id"] and fork["title"] == "t"
    assert client.call("session.get", [fork["id"]]) == fork
    assert seqs(client, sessionId=fork["id"]) == [2]


def age(place, days, where):
    change(store_of(place), f"UPDATE events SET at = at - {days} * {DAY_MS} WHERE {where}")


def test_old_events_go(place, make_daemon):
    daemon = make_daemon().start()
    client = daemon.client()
    session = fill(client, 9, 10)
    daemon.stop()
    age(place, 2, "seq <= 4")
    place.write_config({"retention": {"days": 1}})
    client = make_daemon().start().client()
    assert client.call("db.compact")["removedEvents"] == 4
    assert client.call("event.list")["gap"] == {"fromSeq": 1, "toSeq": 4}
    assert client.call("db.compact")["removedEvents"] == 0
    assert client.call("session.get", [session["id"]])["id"] == session["id"]
    assert client.call("db.check") == SOUND


def test_what_an_agent_says_of_the_time_counts_for_nothing(place, house):
    """Its messages are as old as they are for the daemon."""
    client = house.configure(retention={"days": 1}).start().client()
    task = submit(client, "hello", agent="fake")
    prompt = house.next().serve()
    for timestamp in (1, 1700000000000):
        prompt.report(timestamp=timestamp)
    prompt.done()
    assert wait(client, task)["state"] == "completed"
    house.daemon.stop()
    age(place, 2, "body NOT LIKE '%\"role\":\"assistant\"%'")
    house.daemon = Daemon(place, house.recorder)
    client = house.start().client()
    client.call("db.compact")
    said = [entry["params"] for entry in client.call("event.list")["events"] if entry["method"] == "event.messageCreated"]
    assert [params["sequence"] for params in said][-2:] == [1, 2]


@pytest.mark.parametrize("retention", [{"days": 0, "bytes": 0}, {}], ids=["off", "default"])
def test_nothing_goes_unless_it_has_to(place, make_daemon, retention):
    daemon = make_daemon().start()
    fill(daemon.client(), 9)
    daemon.stop()
    age(place, 80, "seq <= 4")
    place.write_config({"retention": retention})
    client = make_daemon().start().client()
    assert client.call("db.compact")["removedEvents"] == 0 and len(log(client)) == 10


def test_a_position_outlives_the_daemon(place, make_daemon):
    """The last number is never given twice, even where every event is gone."""
    place.write_config({"retention": {"bytes": 1}})
    daemon = make_daemon().start()
    client = daemon.client()
    fill(client, 9)
    assert client.call("db.compact")["removedEvents"] == 10
    daemon.stop()
    client = make_daemon().start().client()
    stats = client.call("db.stats")
    assert stats["events"] == 0 and stats["firstSeq"] == 11 and stats["lastSeq"] == 10
    create(client)
    assert client.call("db.stats")["lastSeq"] == 11


@pytest.mark.long
def test_what_is_too_old_goes_by_itself(place, make_daemon):
    daemon = make_daemon().start()
    fill(daemon.client(), 9, 10)
    daemon.stop()
    age(place, 2, "seq <= 4")
    place.write_config({"retention": {"days": 1}})
    daemon = make_daemon().start()
    client = daemon.client()
    until(lambda: client.call("db.stats")["firstSeq"] == 5, "the first sweep after the start")
    daemon.wait_for_log("removed 4 events")


def test_activity_goes_after_thirty_days(place, make_daemon):
    """Also while nothing is recorded, and its words cannot be found any more."""
    assert record(place, *(window(now(), "Editor", f"{title} thing") for title in ("old", "young"))) is None
    for title, days in (("old", 30), ("young", 29)):
        change(store_of(place), f"UPDATE activity_sessions SET at = at - {days} * {DAY_MS} - 60000 WHERE title = '{title} thing'")
    client = make_daemon().start().client()

    def titles():
        return [one["windowTitle"] for one in client.call("context:query", {"query": "thing"})["results"]]

    until(lambda: titles() == ["young thing"], lambda: f"the old record to go: {titles()}")


def test_settings_hold_from_the_next_reload_on(place, daemon, client):
    fill(client, 30)
    assert client.call("db.compact")["removedEvents"] == 0
    place.write_config({"retention": {"bytes": MIB}})
    daemon.send_signal(signal.SIGHUP)
    daemon.wait_for_log("config: reloaded")
    client.call("db.compact")
    assert client.call("db.stats")["firstSeq"] > 1  # by this, or by the sweep after the start


@pytest.mark.long
def test_tasks_go_with_their_events_when_the_store_is_too_large(place, make_daemon):
    """Long prompts fill the store: the oldest go, and the log is not emptied for nothing."""
    place.write_config({"retention": {"days": 0, "bytes": 8 * MIB}})
    client = make_daemon().start().client()
    tasks = []
    for number in range(40):
        tasks.append(client.call("task.submit", {"prompt": f"done {number} " + "p" * (512 * KIB)})["taskId"])
        assert client.call("task.wait", [tasks[-1]])["state"] == "completed"
    result = client.call("db.compact")
    left = {task["id"] for page in pages(client, "task.list") for task in page}
    assert 0 < len(left) < 40 and left == set(tasks[-len(left):])
    assert result["removedTasks"] <= 40 - len(left)  # some may have gone by themselves before
    threads = [client.call("chat:getThread", [one["threadId"]]) for one in client.call("chat:getThreads", {"limit": 200})["threads"]]
    said = sum(len(message["content"]) for thread in threads for message in thread["messages"])
    assert len(threads) == 40 and said > 40 * 512 * KIB  # messages stay, and do not count
    assert result["afterBytes"] - said <= 10 * MIB
    assert len(log(client)) > 0 and client.call("db.check") == SOUND


def pages(client, method):
    """All of them; the end is an empty one."""
    after = {}
    while page := client.call(method, after):
        yield page
        after = {"after": page[-1]["id"]}
