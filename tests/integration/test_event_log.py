"""A long log: many who follow it, those who read slowly, pages, and what retention has removed."""

import json
import signal
import threading

import pytest

from bystander import Bystander
from daemon import UNREAD
from events import (
    Crawler, Follower, create, cursors, events_until, events_up_to, is_live, last_seq, logged, memory, pages, rename, seqs,
    subscribe, unrecorded, write,
)
from setting import MIB, SANITIZED
from tasks import answers, run
from waiting import until

TELL_EVERY = 10000  # passed over without a match: a subscription says where it stands


# --- many who follow ----------------------------------------------------------------------


def test_replay_goes_over_into_live_while_everybody_writes(daemon, client):
    """From different points on, begun at different times: each sees every number once, in order."""
    end = write(client, 3000, 100)
    followers = [Follower(daemon, fromSeq=0)]
    writers = [threading.Thread(target=write, args=(unrecorded(daemon), 5000, 100)) for _ in range(3)]
    with Bystander(daemon):
        for writer in writers:
            writer.start()
        followers += [Follower(daemon, fromSeq=start) for start in (1, 500, end - 1, end, end + 1, 10**9)]
        followers.append(Follower(daemon))
        for writer in writers:
            writer.join()
    end = write(client, 1)
    assert end > 18000
    for follower in followers:
        assert follower.up_to(end) == list(range(follower.begun["fromSeq"], end + 1))


def test_a_late_one_gets_thousands(daemon):
    end = write(unrecorded(daemon), 30000)
    with Bystander(daemon):
        for follower in [Follower(daemon, fromSeq=0).start(end) for _ in range(3)]:
            assert follower.up_to(end) == list(range(1, end + 1))


def test_a_hundred_in_replay_at_once(daemon):
    """They share one reader, and nobody is forgotten."""
    end = write(unrecorded(daemon), 1500, 300)
    with Bystander(daemon):
        for follower in [Follower(daemon, fromSeq=1) for _ in range(100)]:
            assert follower.up_to(end) == list(range(1, end + 1))


def test_they_leave_in_the_middle(daemon):
    writer = unrecorded(daemon)
    write(writer, 3000, 500)
    with Bystander(daemon):
        before = writer.call("daemon.status")["clients"]
        for _ in range(20):
            leaving = [unrecorded(daemon) for _ in range(10)]
            for each in leaving:
                each.request("event.subscribe", {"fromSeq": 1})
            leaving[0].read_line()
            for each in leaving:
                each.close()
    until(lambda: writer.call("daemon.status")["clients"] == before, "all of them to be gone")


def test_one_that_ends_in_the_middle_brings_nothing_more(daemon):
    writer = unrecorded(daemon)
    write(writer, 3000, 500)
    watcher = daemon.client()
    subscription = subscribe(watcher, fromSeq=1)["subscriptionId"]
    watcher.event()
    watcher.call("event.unsubscribe", {"subscriptionId": subscription})
    watcher.events.clear()
    task = run(writer, "events 100")["id"]
    events = events_until(watcher, lambda event: event["method"] == "event.taskCompleted")
    assert {event["params"]["taskId"] for event in events} == {task}


def test_a_filtered_one_says_where_it_stands(daemon):
    writer = unrecorded(daemon)
    end = write(writer, 25000)
    watcher = daemon.client()
    subscription = subscribe(watcher, topics=["sessionClosed"], fromSeq=0)["subscriptionId"]
    told = cursors(events_until(watcher, is_live))
    assert [cursor["live"] for cursor in told] == [False] * (len(told) - 1) + [True]
    points = [0] + [cursor["seq"] for cursor in told]
    assert points[-1] == end and all(0 < b - a <= TELL_EVERY for a, b in zip(points, points[1:]))
    latest = write(writer, 12000)
    cursor = watcher.event()["params"]  # live: nothing has matched
    assert cursor["live"] and cursor["subscriptionId"] == subscription
    assert end + TELL_EVERY <= cursor["seq"] <= latest


# --- who reads slowly ------------------------------------------------------------------------


def test_a_slow_reader_costs_no_memory_and_misses_nothing(daemon):
    """One reads a kilobyte a second, one as fast as it can, while 100,000 events are written, 50 MB.

    Each of the two may cost 256 KiB that are not sent, in a buffer that grows by doubling, and a page of 128 KiB on its
    way: together, with what the allocator makes of it, less than 4 MiB. The store has filled its caches before, and what
    waits to be written costs as much without them: how much of it there is, is a matter of time."""
    count = 20000 if SANITIZED else 100000
    writer = unrecorded(daemon)
    early = Follower(daemon).start(count)
    with Bystander(daemon), Crawler(daemon, seconds=0.01) as before:
        end = write(writer, count, 300)
        early.up_to(count)
    early.client.close()
    slow, fast = Follower(daemon), Follower(daemon).start(end + count)
    with Bystander(daemon), Crawler(daemon, slow, 100, 0.1) as crawler:
        last = write(writer, count, 300)
        numbers = fast.up_to(end + count)
    assert numbers == list(range(end + 1, end + 1 + len(numbers))) and last >= end + count
    assert len(slow.seqs) < 1000 and UNREAD not in daemon.log()
    if not SANITIZED:
        assert max(crawler.most, memory(daemon)) < before.most + 4 * MIB, f"{before.most} bytes became {crawler.most}"
    assert slow.up_to(last) == list(range(end + 1, last + 1))  # now it reads: all of it is there


def test_who_never_reads_is_not_cut_off(place, make_daemon):
    """Not even where what it may leave unread is little: it is only behind."""
    place.write_config({"limits": {"outputBytes": 65536}})
    daemon = make_daemon().start()
    writer = unrecorded(daemon)
    create(writer)
    idle = [Follower(daemon, **wish) for wish in ({}, {"fromSeq": 0}, {"topics": ["message"]}, {"fromSeq": 1})]
    end = write(writer, 5000, 500)
    assert writer.call("daemon.status")["clients"] == 5
    assert UNREAD not in daemon.log()
    for number in (0, 1, 3):
        assert idle[number].up_to(end) == list(range(idle[number].begun["fromSeq"], end + 1))
    wanted = [event["params"]["seq"] for event in pages(writer, limit=1000, topics=["message"])]
    assert idle[2].up_to(wanted[-1]) == wanted


def test_several_subscriptions_of_one_that_is_slow(daemon):
    """While it is behind, too, each event comes once."""
    writer = unrecorded(daemon)
    session = create(writer)
    slow = unrecorded(daemon)
    for wish in ({}, {"topics": ["message"]}, {"sessionId": session}):
        subscribe(slow, **wish)
    end = write(writer, 5000, 500, sessionId=session)
    assert seqs(events_up_to(slow, end)) == list(range(2, end + 1))
    rename(writer, session)
    assert slow.event()["params"]["seq"] == end + 1


def test_it_hears_of_tasks_alone_however_slowly_it_reads(place, make_daemon):
    """Broadcasts are not lost either."""
    place.write_config({"limits": {"outputBytes": 65536}})
    daemon = make_daemon().start()
    writer, slow = unrecorded(daemon), unrecorded(daemon)
    subscribe(writer, topics=["sessionClosed"])
    slow.ping()
    requests = [writer.request("task.submit", {"prompt": "done " + "p" * 300}) for _ in range(400)]
    tasks = [writer.answer(request)["result"]["taskId"] for request in requests]
    for task in tasks:
        writer.call("task.wait", {"taskId": task})
    life = [event for event in pages(writer, limit=1000) if event["method"].startswith("event.task")]
    assert len(json.dumps(life)) > 400000, "the socket alone can hold half of that"
    seen = events_up_to(slow, life[-1]["params"]["seq"])
    assert logged(seen) == life and not cursors(seen)


def test_one_that_approves_and_reads_slowly_misses_nothing(place, make_daemon):
    """Permission requests are a second live subscription beside what comes by itself or was asked for."""
    place.write_config({"limits": {"outputBytes": 65536}})
    daemon = make_daemon().start()
    writer, implied, made = unrecorded(daemon), unrecorded(daemon), unrecorded(daemon)
    subscribe(writer, topics=["sessionClosed"])
    for each in (implied, made):
        each.call("initialize", {"client": {"name": "slow"}, "approves": True})
    subscribe(made, topics=["task"])
    subscribe(made, topics=["session"])
    requests = [writer.request("task.submit", {"prompt": "done " + "p" * 300}) for _ in range(400)]
    for task in [writer.answer(request)["result"]["taskId"] for request in requests]:
        writer.call("task.wait", {"taskId": task})
    life = [event for event in pages(writer, limit=1000) if event["method"].startswith("event.task")]
    last = life[-1]["params"]["seq"]
    assert logged(events_up_to(implied, last)) == life
    assert [event for event in logged(events_up_to(made, last)) if event["method"].startswith("event.task")] == life


# --- pages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 7, 100, 1000])
def test_pages_chain_to_what_a_subscription_sees(daemon, client, limit):
    watcher = daemon.client()
    subscribe(watcher)
    sessions = [create(client) for _ in range(3)]
    for number in range(30):
        rename(client, sessions[number % 3], "x" * number)
        if number % 5 == 0:
            end = write(client, 3, sessionId=sessions[number % 3])
    end = last_seq(client)
    live = logged(events_up_to(watcher, end))
    assert pages(client, limit=limit) == live
    assert pages(client, limit=limit, topics=["task"]) == [e for e in live if e["method"].startswith("event.task")]
    mine = [event for event in live if event["params"]["sessionId"] == sessions[1]]
    assert pages(client, limit=limit, sessionId=sessions[1]) == mine
    assert pages(client, limit=limit, fromSeq=50) == live[49:]


def test_a_page_ends_at_a_mebibyte(client):
    end = write(client, 40, 60000)
    page = client.call("event.list", {"limit": 1000})
    assert page["more"] and MIB <= len(json.dumps(page)) < MIB + 100000
    assert seqs(pages(client, limit=1000)) == list(range(1, end + 1))


def test_a_page_fits_into_a_message(place, make_daemon):
    place.write_config({"limits": {"messageBytes": 4096}})
    client = make_daemon().start().client()
    session = create(client)
    for number in range(100):
        rename(client, session, "t" * (number * 10))
    assert seqs(pages(client, limit=1000)) == list(range(1, 102))


def test_an_event_that_fits_into_no_message(place, make_daemon):
    """The error says how to get past it."""
    place.write_config({"limits": {"messageBytes": 2048}})
    client = make_daemon().start().client()
    end = write(client, 1, 5000)
    page = client.call("event.list")
    error = client.error("event.list", {"fromSeq": page["nextSeq"]})
    assert error.word == "result_too_long" and error.message.endswith(f"continue with fromSeq {page['nextSeq'] + 1}")
    rest = pages(client, fromSeq=page["nextSeq"] + 1)
    assert seqs(page["events"] + rest) == [seq for seq in range(1, end + 1) if seq != page["nextSeq"]]


def test_a_page_passes_over_what_does_not_match(daemon):
    writer = unrecorded(daemon)
    write(writer, 25000)
    session = create(writer)
    page = writer.call("event.list", {"topics": ["sessionUpdated"]})
    assert (page["events"], page["more"]) == ([], True) and page["nextSeq"] == 20001
    rename(writer, session)
    found = pages(writer, topics=["sessionUpdated"])
    assert [event["params"]["sessionId"] for event in found] == [session]
    by_its_index = writer.call("event.list", {"sessionId": session, "topics": ["sessionUpdated"]})
    assert by_its_index["events"] == found and not by_its_index["more"]


def test_behind_the_end(client):
    create(client)
    for start in (2, 3, 10**15):
        page = client.call("event.list", {"fromSeq": start})
        assert (page["events"], page["nextSeq"], page["more"], "gap" in page) == ([], 2, False, False)


# --- gaps --------------------------------------------------------------------------------------------


def retain(place, daemon, client, size):
    """Removes the oldest until the store has no more than this; answers the first that is left."""
    place.write_config({"retention": {"bytes": size}})
    daemon.send_signal(signal.SIGHUP)
    daemon.wait_for_log("config: reloaded")
    client.call("db.compact")  # the daemon may have begun by itself meanwhile
    first = client.call("event.list", {"limit": 1})["firstSeq"]
    assert first > 1
    return first


def test_a_gap_where_retention_has_been(place, daemon):
    end = write(unrecorded(daemon), 5000, 500)
    client = daemon.client()
    first = retain(place, daemon, client, MIB)
    page = client.call("event.list", {"fromSeq": 7, "limit": 1})
    assert 7 < first < end and page["gap"] == {"fromSeq": 7, "toSeq": first - 1}
    assert seqs(page["events"]) == [first]
    assert "gap" not in client.call("event.list", {"fromSeq": first})
    answer = subscribe(client, fromSeq=0)
    assert answer["gap"] == {"fromSeq": 1, "toSeq": first - 1} and answer["fromSeq"] == first
    assert seqs(events_until(client, is_live)) == list(range(first, end + 1))
    assert "gap" not in subscribe(client, fromSeq=first)


def test_a_gap_for_one_that_was_too_slow(place, daemon):
    writer = unrecorded(daemon)
    slow = daemon.client()
    subscription = subscribe(slow)["subscriptionId"]
    end = write(writer, 10000, 500)
    first = retain(place, daemon, writer, MIB)
    events = events_until(slow, is_live)
    lost = next(cursor for cursor in cursors(events) if "gap" in cursor)
    assert lost["subscriptionId"] == subscription and not lost["live"]
    assert lost["seq"] == lost["gap"]["toSeq"] == first - 1
    assert seqs(events) == list(range(1, lost["gap"]["fromSeq"])) + list(range(first, end + 1))
    session = create(writer)
    assert slow.event()["params"]["sessionId"] == session


@pytest.mark.skipif(SANITIZED, reason="a sanitizer keeps what is freed")
def test_the_memory_of_large_events_is_given_back(daemon, client):
    subscribe(client, topics=["taskCompleted"])
    run(client, "flood 3 100")
    before = daemon.rss()
    tasks = [client.request("task.submit", {"prompt": "flood 40 1000000"}) for _ in range(3)]
    for task in [answer["result"]["taskId"] for answer in answers(client, *tasks)]:
        assert client.call("task.wait", [task])["state"] == "completed"
    until(lambda: daemon.rss() < before + 20 * MIB, "most of the memory is back")
