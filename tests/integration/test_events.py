"""event.subscribe: what a connection hears of by itself, filters, replay and live, the limits."""

import pytest

from events import (
    create, cursors, entry, events_until, events_up_to, is_live, last_seq, logged, rename, seqs, subscribe, write,
)
from tasks import cancel, run, submit

LIFE_CYCLE = {
    "event.taskQueued", "event.taskStarted", "event.taskUpdated",
    "event.taskCompleted", "event.taskFailed", "event.taskCancelled",
}


def opt_out(client, *names):
    client.call("initialize", {"protocolVersion": "1.0", "optOutNotificationMethods": list(names)})


def the_log(client, **wanted):
    """All of a short one."""
    page = client.call("event.list", {"limit": 1000, **wanted})
    assert not page["more"]
    return page["events"]


# --- what comes by itself ---------------------------------------------------------------


def test_who_asks_for_nothing_hears_of_tasks_alone(daemon, client):
    watcher = daemon.client()
    watcher.ping()
    session = create(client)
    run(client, "progress 50; say something; done", sessionId=session)
    run(client, "fail because it must", sessionId=session)
    cancelled = submit(client, "hold", sessionId=session)
    rename(client, session)
    cancel(client, cancelled)
    events = events_until(watcher, lambda event: event["method"] == "event.taskCancelled")
    assert {event["method"] for event in events} == LIFE_CYCLE
    assert [entry(event) for event in events] == [e for e in the_log(client) if e["method"] in LIFE_CYCLE]


def test_opting_out_of_what_comes_by_itself(daemon, client):
    watcher = daemon.client()
    opt_out(watcher, "event:taskQueued", "event.taskUpdated")
    task = run(client, "done")["id"]
    events = [watcher.event(), watcher.event()]
    assert [(event["method"], event["params"]["taskId"]) for event in events] == [
        ("event.taskStarted", task),
        ("event.taskCompleted", task),
    ]


@pytest.mark.parametrize("before", [True, False])
def test_opting_out_holds_for_subscriptions_too(daemon, client, before):
    session = create(client)
    rename(client, session)
    watcher = daemon.client()
    if before:
        opt_out(watcher, "event.sessionUpdated")
    subscribe(watcher, fromSeq=0)
    if not before:
        events_until(watcher, is_live)
        opt_out(watcher, "event.sessionUpdated")
    rename(client, session)
    mark = create(client)
    events = events_until(watcher, lambda event: event["params"].get("sessionId") == mark)
    assert "event.sessionUpdated" not in {event["method"] for event in events}


def test_opting_out_of_cursors(client):
    opt_out(client, "event.cursor")
    subscribe(client, fromSeq=0)
    create(client)
    assert client.event()["method"] == "event.sessionCreated"


def test_a_subscription_takes_its_place_and_the_last_to_go_gives_it_back(daemon, client):
    watcher = daemon.client()
    one = subscribe(watcher, topics=["session"])["subscriptionId"]
    two = subscribe(watcher, topics=["sessionUpdated"])["subscriptionId"]
    run(client, "done")
    assert watcher.event()["method"] == "event.sessionCreated"
    assert watcher.call("event.unsubscribe", {"subscriptionId": one}) == {"unsubscribed": True}
    run(client, "done")
    assert watcher.call("event.unsubscribe", {"subscriptionId": two}) == {"unsubscribed": True}
    task = run(client, "done")["id"]
    event = watcher.event()
    assert (event["method"], event["params"]["taskId"]) == ("event.taskQueued", task)


def test_ending_what_is_not_there(daemon, client):
    subscription = subscribe(client)["subscriptionId"]
    for who, which in ((daemon.client(), subscription), (client, "sub_0")):
        error = who.error("event.unsubscribe", {"subscriptionId": which})
        assert (error.code, error.word) == (-32000, "subscription_not_found")
    client.call("event.unsubscribe", [subscription])
    assert client.error("event.unsubscribe", [subscription]).word == "subscription_not_found"


# --- filters ------------------------------------------------------------------------------


def test_topics(daemon, client):
    listening = {}
    for topic in ("session", "event.sessionUpdated", "event:taskQueued", "task", "sessionC", "message"):
        listening[topic] = daemon.client()
        subscribe(listening[topic], topics=[topic])
    session = create(client)
    rename(client, session)
    run(client, "say hello", sessionId=session)
    cancel(client, submit(client, "hold", sessionId=session))
    client.call("session.close", {"sessionId": session})
    log = the_log(client)
    for topic, watcher in listening.items():
        wanted = [e for e in log if topic.replace(":", ".") == e["method"] or e["method"][6:].startswith(topic)]
        assert wanted and [entry(watcher.event()) for _ in wanted] == wanted
        assert the_log(client, topics=[topic]) == wanted
        watcher.ping()
        assert not watcher.events
    several = ["message", "event.sessionCreated"]
    wanted = [event for event in log if event["method"] in ("event.messageCreated", "event.sessionCreated")]
    assert the_log(client, topics=several) == wanted


def test_an_unknown_topic(client):
    for method in ("event.subscribe", "event.list"):
        error = client.error(method, {"topics": ["task", "tusk"]}, bad=True)
        assert (error.code, error.word, error.data["path"]) == (-32602, "invalid_params", "params.topics[1]")
        assert "tusk" in error.message
    assert client.error("event.subscribe", {"topics": []}, bad=True).word == "invalid_params"


def test_one_session_and_one_task(daemon, client):
    mine, other = create(client), create(client)
    tasks = [run(client, "say it", sessionId=session)["id"] for session in (mine, other, mine)]
    for wish, fits in (
        ({"sessionId": mine}, lambda params: params["sessionId"] == mine),
        ({"taskId": tasks[2]}, lambda params: params.get("taskId") == tasks[2]),
        ({"sessionId": mine, "taskId": tasks[0]}, lambda params: params.get("taskId") == tasks[0]),
        ({"sessionId": other, "taskId": tasks[0]}, lambda params: False),
        ({"sessionId": mine, "topics": ["sessionUpdated"]}, lambda params: params["sessionId"] == mine and "session" in params),
    ):
        watcher = daemon.client()
        subscribe(watcher, fromSeq=0, **wish)
        seen = events_until(watcher, is_live)
        for session in (mine, other):
            rename(client, session)
            run(client, "say more", sessionId=session)
        mark = daemon.client()
        subscribe(watcher, topics=["sessionCreated"])  # nothing of the first can come behind what this one brings
        end = create(mark)
        seen += events_until(watcher, lambda event: event["params"].get("sessionId") == end)
        log = the_log(client)
        wanted = [event for event in log if fits(event["params"])]
        if "topics" in wish:
            wanted = [event for event in wanted if event["method"] == "event.sessionUpdated"]
        assert logged(seen)[:-1] == wanted
        assert the_log(client, **wish) == wanted


@pytest.mark.parametrize("method", ["event.subscribe", "event.list"])
def test_a_session_or_task_that_is_not_there(client, method):
    session = create(client)
    for wish, word in (
        ({"sessionId": "sess_0"}, "session_not_found"),
        ({"taskId": "task_0"}, "task_not_found"),
        ({"sessionId": session, "taskId": "task_0"}, "task_not_found"),
        ({"sessionId": "sess_0", "taskId": "task_0"}, "session_not_found"),
    ):
        error = client.error(method, wish)
        assert (error.code, error.word) == (-32000, word)


def test_a_fork_has_what_it_inherited(daemon, client):
    parent = create(client)
    rename(client, parent, "before")
    fork = client.call("session.fork", {"sessionId": parent})["id"]
    rename(client, parent, "after")
    rename(client, fork, "own")
    watcher = daemon.client()
    subscribe(watcher, sessionId=fork, fromSeq=0)
    events = logged(events_until(watcher, is_live))
    assert [(event["params"]["sessionId"], event["params"]["session"].get("title")) for event in events] == [
        (parent, None),
        (parent, "before"),
        (fork, "before"),
        (fork, "own"),
    ]
    rename(client, parent, "later")
    rename(client, fork, "live")
    assert watcher.event()["params"]["session"]["title"] == "live"


# --- replay and live ------------------------------------------------------------------------


def test_the_answer_comes_first_then_what_is_stored_then_a_cursor(client):
    session = create(client)
    for number in range(5):
        rename(client, session, f"{number}")
    answer = subscribe(client, fromSeq=3)
    assert not client.events and answer["fromSeq"] == 3 and "gap" not in answer
    events = events_until(client, is_live)
    assert seqs(events) == [3, 4, 5, 6]
    live = {"subscriptionId": answer["subscriptionId"], "seq": 6, "epoch": answer["epoch"], "live": True}
    assert cursors(events) == [live]
    rename(client, session, "live")
    assert client.event()["params"]["seq"] == 7


def test_from_now_on(client):
    session = create(client)
    answer = subscribe(client)
    assert answer["fromSeq"] == 2
    rename(client, session)
    event = client.event()
    assert event["params"]["seq"] == 2 and event["params"]["epoch"] == answer["epoch"]


def test_from_a_point_that_is_still_to_come(client):
    session = create(client)
    answer = subscribe(client, fromSeq=1000)
    assert answer["fromSeq"] == 2 and "gap" not in answer
    live = {"subscriptionId": answer["subscriptionId"], "seq": 1, "epoch": answer["epoch"], "live": True}
    assert cursors([client.event()]) == [live]
    rename(client, session)
    assert client.event()["params"]["seq"] == 2


def test_in_an_empty_log(client):
    page = client.call("event.list")
    assert (page["events"], page["nextSeq"], page["more"], page["lastSeq"]) == ([], 1, False, 0)
    assert subscribe(client, fromSeq=0)["fromSeq"] == 1
    assert is_live(client.event())
    create(client)
    assert client.event()["params"]["seq"] == 1


def test_a_connection_reads_what_it_wrote_before(client):
    """Although it has not waited for the answer."""
    created = client.request("session.create", {"cwd": "/tmp"})
    listed = client.request("event.list")
    session = client.answer(created)["result"]["id"]
    assert client.answer(listed)["result"]["events"][0]["params"]["sessionId"] == session


def test_a_subscription_in_a_batch(client):
    """Its answer comes with the batch, maybe behind its first events."""
    create(client)
    client.send(
        b'[{"jsonrpc":"2.0","id":"a","method":"event.subscribe","params":{"fromSeq":0}},'
        b'{"jsonrpc":"2.0","id":"b","method":"ping"}]\n'
    )
    seen = [client.read(), client.read(), client.read()]
    answers = next(message for message in seen if isinstance(message, list))
    assert {answer["id"] for answer in answers} == {"a", "b"}
    assert {message["method"] for message in seen if message is not answers} == {"event.sessionCreated", "event.cursor"}


def test_live_stored_and_listed_it_is_the_same(daemon, client):
    watcher = daemon.client()
    subscribe(watcher)
    run(client, 'say — "all" \\ \t \U0001f600; message tool {"a":[1,{"b":null}],"text":"\\u0001"}')
    cancel(client, submit(client, "hold"))
    end = last_seq(client)
    live = logged(events_up_to(watcher, end))
    late = daemon.client()
    subscribe(late, fromSeq=0)
    assert logged(events_up_to(late, end)) == live == the_log(client)


def test_each_live_event_comes_once(daemon, client):
    watcher = daemon.client()
    session = create(client)
    for wish in ({}, {"topics": ["session"]}, {"sessionId": session}, {}):
        subscribe(watcher, **wish)
    for number in range(20):
        rename(client, session, f"{number}")
    end = write(client, 20, sessionId=session)
    assert seqs(events_up_to(watcher, end)) == list(range(2, end + 1))
    watcher.ping()
    assert not watcher.events


def test_after_a_restart_it_goes_on_where_it_was(make_daemon):
    first = make_daemon().start()
    client = first.client()
    session = create(client)
    answer = subscribe(client, fromSeq=0)
    rename(client, session)
    seen = seqs(events_up_to(client, 2))
    first.stop()
    client = make_daemon().start().client()
    rename(client, session)
    again = subscribe(client, fromSeq=seen[-1] + 1, epoch=answer["epoch"])
    assert (again["epoch"], again["fromSeq"]) == (answer["epoch"], 3)
    assert client.event()["params"]["seq"] == 3


# --- limits -----------------------------------------------------------------------------------


def test_too_many(place, make_daemon):
    place.write_config({"limits": {"subscriptions": 3}})
    daemon = make_daemon().start()
    client = daemon.client()
    first, *_ = [subscribe(client)["subscriptionId"] for _ in range(3)]
    error = client.error("event.subscribe", {"fromSeq": 0})
    assert (error.code, error.word) == (-32021, "too_many_subscriptions")
    subscribe(daemon.client())  # of one connection, not of all
    client.call("event.unsubscribe", [first])
    subscribe(client)


@pytest.mark.parametrize("method", ["event.subscribe", "event.list"])
def test_another_epoch(client, method):
    create(client)
    epoch = client.call("event.list")["epoch"]
    for other in ("01AAAAAAAAAAAAAAAAAAAAAAAA", ""):
        error = client.error(method, {"fromSeq": 1, "epoch": other})
        assert (error.code, error.word) == (-32020, "epoch_changed")
        assert (error.data["epoch"], error.data["firstSeq"], error.data["lastSeq"]) == (epoch, 1, 1)
    assert client.call(method, {"fromSeq": 1, "epoch": epoch})["epoch"] == epoch
