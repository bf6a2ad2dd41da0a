"""sdk/typescript: event streams of the npm package deliver every event once, whatever happens to the connection, the daemon and its log."""

import json
import shutil
import signal

import pytest

from events import create, last_seq, pages, rename, write
from sdk import script  # noqa: F401
from stores import store_of
from tasks import submit

pytestmark = pytest.mark.usefixtures("once")

QUICK = {"firstMs": 1, "longestMs": 20}


@pytest.fixture
def follow(script, place):  # noqa: F811
    """Starts a stream; answers the script and, once it has the first event, what it told."""

    def start(selection=None, **options):
        return script("follow.mjs", json.dumps({"socketPath": str(place.user_socket), "reconnect": QUICK, "selection": selection or {}, **options}))

    return start


def told_up_to(stream, seq):
    """What the stream told, up to and with the event of this number."""
    last, before = stream.until(lambda one: "error" in one or one.get("seq") == seq)
    assert "error" not in last, last
    return [*before, last]


def assert_whole(told, events):
    assert [(one["method"], one["seq"]) for one in told] == [(event["method"], event["params"]["seq"]) for event in events]


def kill(daemon):
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.stop(signal.SIGKILL)


def test_from_the_beginning_and_live(follow, daemon, client):
    create(client)
    write(client, 50)
    stream = follow({"fromSeq": 1})
    last = last_seq(client)
    told = told_up_to(stream, last)
    session = create(client)
    told += told_up_to(stream, last + 1)
    assert_whole(told, pages(client))
    assert [one["position"]["seq"] for one in told] == list(range(1, last + 2))
    rename(client, session)
    assert told_up_to(stream, last + 2)[-1]["method"] == "event.sessionUpdated"


def test_a_selection(follow, daemon, client):
    wanted, other = create(client), create(client)
    stream = follow({"sessionId": wanted, "topics": ["session"], "fromSeq": 1})
    rename(client, other)
    rename(client, wanted)
    write(client, 10, sessionId=wanted)
    rename(client, wanted)
    last = last_seq(client)
    told = told_up_to(stream, last)
    assert_whole(told, pages(client, sessionId=wanted, topics=["session"]))
    assert len(told) == 3


def test_a_daemon_that_is_killed_again_and_again(follow, make_daemon):
    """Events go on meanwhile, from the moment that a daemon serves to the moment that it is killed."""
    daemon = make_daemon().start()
    client = daemon.client()
    create(client)
    stream, told = follow({"fromSeq": 1}), []
    for _ in range(6):
        told += told_up_to(stream, write(client, 30))
        submit(client, "rate 5000 4000")
        told.append(stream.read())
        kill(daemon)
        daemon = make_daemon().start()
        client = daemon.client()
    last = write(client, 3)
    told += told_up_to(stream, last)
    # A task that was still queued when its daemon was killed may run on.
    assert_whole(told, [event for event in pages(client) if event["params"]["seq"] <= last])
    assert {one["position"]["epoch"] for one in told} == {client.call("event.list", {"limit": 1})["epoch"]}


def test_a_daemon_that_restarts_in_place(house, follow):
    house.start()
    client = house.client()
    create(client)
    stream = follow({"fromSeq": 1})
    told = told_up_to(stream, last_seq(client))
    client.call("daemon.restart")
    create(client)
    told += told_up_to(stream, last_seq(client))
    assert_whole(told, pages(client))


def test_only_new_events_and_none_is_missed(follow, make_daemon):
    """A stream that began without a number has one as soon as the daemon has answered."""
    daemon = make_daemon().start()
    client = daemon.client()
    session = create(client)
    stream = follow({}, ready=True)
    assert stream.read() == {"ready": True}
    before = last_seq(client)
    kill(daemon)
    client = make_daemon().start().client()
    rename(client, session)
    told = told_up_to(stream, last_seq(client))
    assert_whole(told, pages(client, fromSeq=before + 1))
    assert told[-1]["method"] == "event.sessionUpdated"


def test_a_position_is_continued(follow, daemon, client):
    write(client, 20)
    first = follow({"fromSeq": 1}, stop="event.taskCompleted")
    told, before = first.until(lambda one: one.get("method") == "event.taskCompleted")
    assert first.read() == {"end": True}
    write(client, 20)
    stream = follow({"fromSeq": told["position"]["seq"] + 1, "epoch": told["position"]["epoch"]})
    assert_whole([*before, told, *told_up_to(stream, last_seq(client))], pages(client))


def test_a_reader_that_does_not_read(follow, daemon, client):
    """It holds what it has room for; the daemon keeps the rest in its log."""
    stream = follow({"fromSeq": 1}, slow=True)
    last = write(client, 400, 100_000)  # 40 MB
    pid = stream.process.pid
    before = resident(pid)
    told = []
    while not told or told[-1]["seq"] < last:
        stream.say({})
        told.append(stream.read())
    assert_whole(told, pages(client))
    assert before < 40_000_000 + baseline(follow), before


def resident(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))


def baseline(follow):
    """The memory of a stream that has read one event."""
    stream = follow({"fromSeq": 1})
    stream.read()
    return resident(stream.process.pid)


def test_it_ends(follow, daemon, client):
    create(client)
    stream = follow({"fromSeq": 1}, stop="event.sessionCreated")
    assert stream.read()["method"] == "event.sessionCreated"
    assert stream.read() == {"end": True}
    stream = follow({"fromSeq": 1})
    stream.read()
    stream.say({"abort": True})
    assert stream.read()["error"]["name"] == "AbortError"


@pytest.mark.parametrize("selection, name, word", [
    ({"sessionId": "sess_none"}, "DaemonError", "session_not_found"),
    ({"topics": ["nonsense"]}, "DaemonError", "invalid_params"),
    ({"fromSeq": 1, "epoch": "another"}, "DaemonError", "epoch_changed"),
])
def test_a_subscription_that_is_refused(follow, daemon, selection, name, word):
    error = follow(selection).read()["error"]
    assert (error["name"], error["data"]["code"]) == (name, word)


# --- a replaced log -------------------------------------------------------------------


@pytest.fixture
def older(place, make_daemon):
    """A daemon whose database has three events, and a function that stops it, puts that database back, and starts the next one."""
    daemon = make_daemon().start()
    create(daemon.client()), create(daemon.client()), create(daemon.client())
    daemon.stop()
    copy = store_of(place).read_bytes()
    daemon = make_daemon().start()

    def replace():
        daemon.stop()
        store_of(place).write_bytes(copy)
        return make_daemon().start()

    return daemon, replace


def test_events_that_a_replaced_log_lacks(follow, older):
    """Their numbers are used again. The stream says which are gone, and goes on with the others."""
    daemon, replace = older
    client = daemon.client()
    stream = follow({"fromSeq": 2})
    create(client), create(client)
    told = told_up_to(stream, 5)
    client = replace().client()
    for _ in range(4):
        create(client)
    change, *new = told_up_to(stream, 7)
    epoch = client.call("event.list", {"limit": 1})["epoch"]
    assert change["method"] == "epochChanged" and change["params"] == {
        "epoch": epoch, "before": told[0]["position"]["epoch"], "lost": {"fromSeq": 4, "toSeq": 5}, "reset": False}
    assert_whole(new, pages(client, fromSeq=4))
    assert change["position"] == {"epoch": epoch, "seq": 3}


def test_a_replaced_log_that_lacks_nothing_of_the_stream(follow, older):
    """Whatever was not delivered follows: the stream selects other events than those that are gone."""
    daemon, replace = older
    client = daemon.client()
    session = pages(client)[0]["params"]["session"]["id"]
    stream = follow({"sessionId": session, "fromSeq": 1})
    told = told_up_to(stream, 1)
    create(client), create(client)
    client = replace().client()
    rename(client, session)
    change, new = told_up_to(stream, 4)
    assert change["params"]["reset"] is False and "lost" not in change["params"]
    assert [one["seq"] for one in (*told, new)] == [1, 4]


def test_a_replaced_log_before_the_first_event(follow, older):
    """The stream remembers some events before its start, so that it knows where it stands."""
    daemon, replace = older
    create(daemon.client())
    stream = follow({}, ready=True)
    assert stream.read() == {"ready": True}
    client = replace().client()
    create(client)
    change, new = told_up_to(stream, 4)
    assert change["params"]["reset"] is False and new["seq"] == 4


def test_a_log_with_nothing_of_the_old_one(follow, older, place, make_daemon):
    """The whole new log follows, and the stream says that what was delivered counts no more."""
    daemon, _ = older
    client = daemon.client()
    stream = follow({"fromSeq": 1})
    told_up_to(stream, 3)
    daemon.stop()
    shutil.rmtree(place.user_state)
    client = make_daemon().start().client()
    for _ in range(2):
        create(client)
    change, *new = told_up_to(stream, 2)
    assert change["params"]["reset"] is True and change["params"]["lost"] == {"fromSeq": 1, "toSeq": 3}
    assert_whole(new, pages(client))
