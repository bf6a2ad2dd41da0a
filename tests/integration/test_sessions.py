"""session.*: records, pages, updates, the end of a conversation, forks."""

import json
import signal

import pytest

from sessions import create, follow, get, grow, history, log, next_event, no_event_since
from waiting import until

KIB = 1 << 10
METADATA_MAX = 64 * KIB


def pages(client, limit, between=lambda: None, **wanted):
    """All pages of session.list, one after another, up to the empty one."""
    found, after = [], {}
    while page := client.call("session.list", {"limit": limit, **after, **wanted}):
        assert len(page) <= limit
        found.append(page)
        after = {"after": page[-1]["id"]}
        between()
    return found


def ids(sessions):
    return [session["id"] for session in sessions]


# --- create and get -------------------------------------------------------------------


def test_a_session_with_nothing_but_a_directory(client):
    session = create(client)
    assert set(session) == {"id", "state", "cwd", "permissionMode", "network", "keys", "createdAt", "updatedAt"}
    assert session["state"] == "open" and session["cwd"] == "/tmp" and session["permissionMode"] == "default"
    assert session["createdAt"] == session["updatedAt"]
    assert session["id"].startswith("sess_") and get(client, session) == session


def test_a_session_with_everything(client):
    wanted = {
        "cwd": "/home/jürgen/a b/«§»",
        "agent": "coder",
        "model": "large-1",
        "permissionMode": "acceptEdits",
        "title": "A title with \" and \\ and \n and 🙂",
        "metadata": {"pinned": True, "tabs": [1, 2, {"deep": None}], "ß": "…"},
    }
    session = client.call("session.create", wanted)
    assert {name: session[name] for name in wanted} == wanted
    assert get(client, session) == session


def test_everybody_who_follows_hears_of_a_new_session(daemon, client):
    other = daemon.client()
    follow(other)
    session = create(client, title="t", metadata=[1])
    name, params = next_event(other)
    assert name == "event.sessionCreated" and params["session"] == session and params["sessionId"] == session["id"]
    assert params["timestamp"] == session["createdAt"] and params["seq"] == 1


@pytest.mark.parametrize("mode", ["default", "acceptEdits", "bypassPermissions", "plan"])
def test_permission_modes(client, mode):
    assert get(client, create(client, permissionMode=mode))["permissionMode"] == mode


@pytest.mark.parametrize(
    "params, path",
    [
        ({"cwd": ""}, "params.cwd"),
        ({"cwd": "tmp"}, "params.cwd"),
        ({"cwd": "./tmp"}, "params.cwd"),
        ({"cwd": "~"}, "params.cwd"),
        ({"cwd": "/a\0b"}, "params.cwd"),
        ({"cwd": "/" * 4097}, "params.cwd"),
        ({"cwd": 1}, "params.cwd"),
        ({"cwd": "/", "agent": ""}, "params.agent"),
        ({"cwd": "/", "agent": None}, "params.agent"),
        ({"cwd": "/", "model": "m" * 257}, "params.model"),
        ({"cwd": "/", "title": "t" * 1025}, "params.title"),
        ({"cwd": "/", "permissionMode": "ask"}, "params.permissionMode"),
        ({"cwd": "/", "metadata": "m" * METADATA_MAX}, "params.metadata"),
        ({"cwd": "/", "state": "open"}, "params.state"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_wrong_parameters_of_create(client, params, path):
    error = client.error("session.create", params, bad=True)
    assert error.code == -32602 and error.word == "invalid_params" and error.data["path"] == path
    assert client.call("session.list") == []


def test_positions_and_the_other_separator(client):
    session = client.call("session:create", {"cwd": "/"})
    assert client.call("session:get", [session["id"]]) == session


@pytest.mark.parametrize("method", ["session.get", "session.update", "session.close", "session.delete", "session.fork"])
def test_a_session_that_is_not_there(client, method):
    for unknown in ("sess_00000000000000000000000000", "x", "' OR 1", "%", "🙂" * 128):
        error = client.error(method, {"sessionId": unknown})
        assert error.code == -32000 and error.word == "session_not_found"
    for wrong in ("", "x" * 129, None, 1):
        assert client.error(method, {"sessionId": wrong}, bad=True).word == "invalid_params"
    assert log(client) == []


# --- metadata -------------------------------------------------------------------------


@pytest.mark.parametrize("metadata", [{}, [], "", "text", 0, -1.5, False, True, {"a": {"b": [None]}}], ids=json.dumps)
def test_metadata_is_any_json(client, metadata):
    session = create(client, metadata=metadata)
    assert get(client, session)["metadata"] == metadata
    assert log(client)[0][1]["session"]["metadata"] == metadata


def test_null_is_no_metadata(client):
    assert "metadata" not in create(client, metadata=None)


def test_numbers_in_metadata_keep_their_digits(raw):
    text = b'{"a":1.10,"b":123456789012345678901234567890,"c":1e2}'
    raw.send(b'{"jsonrpc":"2.0","id":1,"method":"session.create","params":{"cwd":"/","metadata":' + text + b"}}\n")
    assert text in raw.read_line()
    raw.send(b'{"jsonrpc":"2.0","id":2,"method":"session.list","params":{}}\n')
    assert text in raw.read_line()


def test_metadata_up_to_its_limit(client):
    longest = "m" * (METADATA_MAX - 2)
    session = create(client, metadata=longest)
    assert get(client, session)["metadata"] == longest
    for too_long in ("m" * (METADATA_MAX - 1), ["é" * (METADATA_MAX // 2)], [1] * METADATA_MAX):
        for method, params in (("session.create", {"cwd": "/"}), ("session.update", {"sessionId": session["id"]})):
            error = client.error(method, {**params, "metadata": too_long}, bad=True)
            assert error.word == "invalid_params" and error.data["path"] == "params.metadata" and "64 KiB" in error.message
    assert get(client, session)["metadata"] == longest
    assert client.call("session.update", {"sessionId": session["id"], "metadata": longest[1:]})["metadata"] == longest[1:]


# --- list -----------------------------------------------------------------------------


def test_an_empty_list(client):
    assert client.call("session.list") == [] and client.call("session.list", {"after": "sess_0"}) == []


def test_sessions_come_newest_first_a_page_at_a_time(client):
    made = ids([create(client, title=str(i)) for i in range(23)])
    assert ids(client.call("session.list")) == made[::-1]
    assert ids(client.call("session.list", {"limit": 5})) == made[:-6:-1]
    for limit in (1, 5, 23, 24, 1000):
        found = pages(client, limit)
        assert ids(sum(found, [])) == made[::-1] and len(found) == -(-23 // limit)


def test_pages_while_new_ones_come_and_old_ones_go(client):
    made = ids([create(client) for _ in range(20)])
    later, gone = [], []

    def between():
        later.append(create(client)["id"])
        gone.append(made[len(gone)])
        client.call("session.delete", {"sessionId": gone[-1]})

    found = ids(sum(pages(client, 3, between), []))
    assert len(found) == len(set(found)) and not set(found) & set(later)
    assert set(made) - set(gone) <= set(found) <= set(made) and found == sorted(found, reverse=True)
    assert ids(client.call("session.list", {"limit": 1000})) == later[::-1] + [i for i in made[::-1] if i not in gone]


def test_the_last_of_a_page_may_be_gone(client):
    made = ids([create(client) for _ in range(4)])
    page = client.call("session.list", {"limit": 2})
    client.call("session.delete", {"sessionId": page[-1]["id"]})
    assert ids(client.call("session.list", {"after": page[-1]["id"]})) == made[1::-1]


def test_only_those_in_a_state(client):
    made = ids([create(client) for _ in range(9)])
    for session in made[::3]:
        client.call("session.close", {"sessionId": session})
    opened = [i for i in made[::-1] if i not in made[::3]]
    assert ids(sum(pages(client, 2, state="closed"), [])) == made[::3][::-1]
    assert ids(sum(pages(client, 2, state="open"), [])) == opened
    assert {s["state"] for s in client.call("session.list", {"state": "closed"})} == {"closed"}


def test_a_page_of_long_sessions_is_shorter(client):
    made = ids([create(client, metadata=f"{i:02}" + "m" * (60 * KIB)) for i in range(40)])
    found = pages(client, 1000)
    assert len(found) > 1 and ids(sum(found, [])) == made[::-1]
    assert all(len(json.dumps(page)) < 1.2 * 1024 * KIB for page in found)


@pytest.mark.parametrize("params", [{"limit": 0}, {"limit": 1001}, {"state": "gone"}, {"after": ""}, {"limit": 1.5}, {"before": "x"}], ids=json.dumps)
def test_wrong_parameters_of_list(client, params):
    error = client.error("session.list", params, bad=True)
    assert error.word == "invalid_params" and error.data["path"] == f"params.{next(iter(params))}"


# --- update ---------------------------------------------------------------------------


def test_what_is_absent_stays_and_what_is_null_goes(client):
    session = create(client, agent="a", model="m", title="t", metadata={"x": 1}, permissionMode="plan")
    change = {"sessionId": session["id"]}
    for name, value in (("agent", "b"), ("model", "n"), ("title", ""), ("metadata", [2]), ("permissionMode", "default")):
        after = client.call("session.update", {**change, name: value})
        assert after == session | {name: value, "updatedAt": after["updatedAt"]} and after["updatedAt"] >= session["updatedAt"]
        assert get(client, session) == after
        session = after
    for name in ("agent", "model", "title", "metadata"):
        after = client.call("session.update", {**change, name: None})
        assert name not in after and get(client, session) == after
        session = after
    assert set(session) == {"id", "state", "cwd", "permissionMode", "network", "keys", "createdAt", "updatedAt"}
    again = client.call("session.update", {**change, "agent": "c", "model": "o", "title": "u", "metadata": 0, "permissionMode": "plan"})
    assert [again[name] for name in ("agent", "model", "title", "metadata", "permissionMode")] == ["c", "o", "u", 0, "plan"]


def test_everybody_who_follows_hears_of_a_change(daemon, client):
    session = create(client, title="old")
    other = daemon.client()
    follow(other, sessionId=session["id"])
    create(client)
    after = client.call("session.update", {"sessionId": session["id"], "title": "new"})
    name, params = next_event(other)
    assert name == "event.sessionUpdated" and params["session"] == after and params["timestamp"] == after["updatedAt"]


def test_nothing_given_changes_nothing(client):
    session = create(client, title="t")
    follow(client)
    assert client.call("session.update", {"sessionId": session["id"]}) == session
    assert no_event_since(client)


@pytest.mark.parametrize(
    "params", [{"agent": ""}, {"model": 1}, {"title": "t" * 1025}, {"permissionMode": None}, {"permissionMode": "x"}, {"cwd": "/"}, {"state": "closed"}], ids=json.dumps
)
def test_wrong_parameters_of_update(client, params):
    session = create(client)
    error = client.error("session.update", {"sessionId": session["id"], **params}, bad=True)
    assert error.word == "invalid_params" and error.data["path"] == f"params.{next(iter(params))}"
    assert get(client, session) == session


def test_a_connection_sees_what_it_wrote(raw):
    """Without waiting for any answer: a read comes after the writes before it."""

    def send(number, method, params):
        raw.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n")

    send(0, "session.create", {"cwd": "/"})
    session = raw.read()["result"]
    for i in range(1, 200, 2):
        send(i, "session.update", {"sessionId": session["id"], "title": str(i)})
        send(i + 1, "session.get", {"sessionId": session["id"]})
    answers = {}
    for _ in range(200):
        answer = raw.read()
        answers[answer["id"]] = answer["result"]
    # The read may see a later write too, never an earlier state.
    assert all(int(answers[i + 1]["title"]) >= i for i in range(1, 200, 2))
    assert all(answers[i]["title"] == str(i) for i in range(1, 200, 2))


def test_updates_from_many_connections_are_all_there(daemon, client):
    session = create(client)
    clients = [daemon.client() for _ in range(10)]
    requests = [(c, c.request("session.update", {"sessionId": session["id"], "metadata": [i, j]})) for j in range(10) for i, c in enumerate(clients)]
    answers = [c.answer(request)["result"]["metadata"] for c, request in requests]
    logged = [params["session"]["metadata"] for name, params in log(client) if name == "event.sessionUpdated"]
    assert sorted(logged) == sorted(answers) == sorted([i, j] for i in range(10) for j in range(10))
    assert get(client, session)["metadata"] == logged[-1]
    for i in range(10):  # of one connection in its order
        assert [j for who, j in logged if who == i] == list(range(10))


# --- close ----------------------------------------------------------------------------


def test_closing(daemon, client):
    session = create(client, title="t")
    follow(client)
    closed = client.call("session.close", {"sessionId": session["id"]})
    assert closed == session | {"state": "closed", "closedAt": closed["closedAt"], "updatedAt": closed["closedAt"]}
    name, params = next_event(client)
    assert name == "event.sessionClosed" and params["sessionId"] == session["id"] and params["timestamp"] == closed["closedAt"]
    assert get(client, session) == closed


def test_closing_again_changes_nothing(client):
    session = create(client)
    closed = client.call("session.close", [session["id"]])
    follow(client)
    assert client.call("session.close", [session["id"]]) == closed
    assert no_event_since(client)


def test_a_closed_session_takes_no_changes_and_no_tasks(client):
    session = create(client, title="t")
    closed = client.call("session.close", [session["id"]])
    for params in ({"title": "u"}, {"metadata": None}, {}):
        error = client.error("session.update", {"sessionId": session["id"], **params})
        assert error.code == -32001 and error.word == "session_closed"
    error = client.error("task.submit", {"prompt": "x", "sessionId": session["id"]})
    assert error.word == "session_closed"
    assert get(client, session) == closed and [name for name, _ in log(client)] == ["event.sessionCreated", "event.sessionClosed"]


# --- delete ---------------------------------------------------------------------------


def test_deleting(client):
    session, other = create(client), create(client)
    client.call("session.update", {"sessionId": session["id"], "title": "t"})
    follow(client)
    assert client.call("session.delete", [session["id"]]) == {"deleted": True}
    name, params = next_event(client)
    assert name == "event.sessionDeleted" and params["sessionId"] == session["id"]
    assert client.error("session.get", [session["id"]]).word == "session_not_found"
    assert client.error("session.delete", [session["id"]]).word == "session_not_found"
    assert client.error("event.list", {"sessionId": session["id"]}).word == "session_not_found"
    assert client.call("session.list") == [other]
    assert [(n, p["sessionId"]) for n, p in log(client)] == [("event.sessionCreated", other["id"]), ("event.sessionDeleted", session["id"])]


def test_whoever_follows_a_session_hears_of_its_end(daemon, client):
    session = create(client)
    other = daemon.client()
    follow(other, sessionId=session["id"])
    client.call("session.delete", [session["id"]])
    name, params = next_event(other)
    assert name == "event.sessionDeleted" and params["sessionId"] == session["id"]


def test_a_closed_session_can_be_deleted(client):
    session = create(client)
    client.call("session.close", [session["id"]])
    assert client.call("session.delete", [session["id"]]) == {"deleted": True}
    assert client.call("session.list", {"state": "closed"}) == []


def test_the_rows_of_a_deleted_session_go_by_themselves(daemon, client):
    kept = create(client)
    session = create(client)
    for i in range(50):
        client.call("session.update", {"sessionId": session["id"], "metadata": "m" * 60 * KIB})
    client.call("session.delete", [session["id"]])
    # Whatever they took is free for others, without anybody asking for it.
    until(lambda: client.call("db.stats")["freeBytes"] > 2 * 1024 * KIB, "the rows are gone")
    assert get(client, kept) == kept and client.call("db.check") == {"ok": True, "problems": []}


# --- fork -----------------------------------------------------------------------------


def test_a_fork_of_all_there_is(client):
    parent = create(client, agent="a", model="m", title="t", metadata={"x": 1}, permissionMode="plan", cwd="/home")
    grow(client, parent, "one", "two")
    follow(client)
    fork = client.call("session.fork", {"sessionId": parent["id"]})
    parent = get(client, parent)
    same = {name: parent[name] for name in ("cwd", "agent", "model", "title", "metadata", "permissionMode", "state", "network", "keys")}
    assert fork == same | {name: fork[name] for name in ("id", "createdAt", "updatedAt")} | {"parentId": parent["id"], "forkSeq": 3}
    assert get(client, fork) == fork and fork["id"] != parent["id"]
    name, params = next_event(client)
    assert name == "event.sessionCreated" and params["session"] == fork and params["seq"] == 4


def test_a_fork_has_the_history_of_its_parent_and_its_own(client):
    parent = create(client)
    other = create(client)
    grow(client, parent, "one", "two")  # 3, 4
    grow(client, other, "x")  # 5
    fork = client.call("session.fork", {"sessionId": parent["id"], "atSeq": 3, "title": "mine"})  # 6
    assert fork["forkSeq"] == 3 and fork["title"] == "mine"
    grow(client, fork, "three")  # 7
    grow(client, parent, "four")  # 8
    created, updated = "event.sessionCreated", "event.sessionUpdated"
    assert history(client, fork) == [(created, 1), (updated, 3), (created, 6), (updated, 7)]
    assert history(client, parent) == [(created, 1), (updated, 3), (updated, 4), (updated, 8)]
    everything = log(client)
    assert [params["seq"] for _, params in everything] == list(range(1, 9))
    # What was inherited is the event itself, byte for byte its parent's.
    assert log(client, sessionId=fork["id"])[:2] == [everything[0], everything[2]]


def test_a_fork_without_a_title(client):
    parent = create(client, title="t")
    fork = client.call("session.fork", {"sessionId": parent["id"], "title": None})
    assert "title" not in fork and get(client, fork) == fork and get(client, parent)["title"] == "t"


def test_a_fork_is_its_own_session(client):
    parent = create(client, title="t")
    fork = client.call("session.fork", {"sessionId": parent["id"]})
    grow(client, fork, "other")
    client.call("session.close", [fork["id"]])
    assert get(client, parent) == parent


def test_a_fork_of_a_fork(client):
    first = create(client)  # 1
    grow(client, first, "2", "3")
    second = client.call("session.fork", {"sessionId": first["id"], "atSeq": 2})  # 4
    grow(client, second, "5")
    grow(client, first, "6")
    third = client.call("session.fork", {"sessionId": second["id"]})  # 7
    grow(client, third, "8")
    grow(client, second, "9")
    early = client.call("session.fork", {"sessionId": third["id"], "atSeq": 1})  # 10: of what the third inherited twice
    assert [seq for _, seq in history(client, third)] == [1, 2, 4, 5, 7, 8]
    assert [seq for _, seq in history(client, second)] == [1, 2, 4, 5, 9]
    assert [seq for _, seq in history(client, early)] == [1, 10]
    assert third["parentId"] == second["id"] and third["forkSeq"] == 5
    assert early["parentId"] == third["id"] and early["forkSeq"] == 1


def test_a_fork_can_be_followed_from_the_beginning(daemon, client):
    parent = create(client)
    grow(client, parent, "one", "two")
    fork = client.call("session.fork", {"sessionId": parent["id"], "atSeq": 2})
    other = daemon.client()
    follow(other, sessionId=fork["id"], fromSeq=0)
    grow(client, parent, "not seen")
    grow(client, fork, "seen")
    seen = [next_event(other) for _ in range(4)]
    assert [params["seq"] for _, params in seen] == [1, 2, 4, 6]


def test_events_at_which_nothing_can_be_forked(client):
    parent, other = create(client), create(client)
    grow(client, parent, "3")
    fork = client.call("session.fork", {"sessionId": parent["id"], "atSeq": 1})
    for session, seq in ((parent, 2), (parent, 4), (parent, 99), (parent, (1 << 63) - 1), (fork, 3), (other, 1)):
        error = client.error("session.fork", {"sessionId": session["id"], "atSeq": seq})
        assert error.code == -32000 and error.word == "event_not_found" and str(seq) in error.message
    for seq in (0, -1, None, "1", 1.5, 1 << 63):
        error = client.error("session.fork", {"sessionId": parent["id"], "atSeq": seq}, bad=True)
        assert error.word == "invalid_params" and error.data["path"] == "params.atSeq"
    assert len(client.call("session.list")) == 3 and len(log(client)) == 4


def test_a_refused_fork_leaves_nothing_among_changes_that_stay(daemon, client):
    """All in one group: what was refused after it had begun to write is taken back, the others' changes are not."""
    parent = create(client)
    raw = daemon.raw()
    requests = []
    for i in range(0, 300, 3):
        requests += [
            {"id": i, "method": "session.update", "params": {"sessionId": parent["id"], "title": str(i)}},
            {"id": i + 1, "method": "session.fork", "params": {"sessionId": parent["id"], "atSeq": 999999}},
            {"id": i + 2, "method": "session.fork", "params": {"sessionId": parent["id"], "atSeq": 1}},
        ]
    raw.send(b"".join(json.dumps({"jsonrpc": "2.0", **request}).encode() + b"\n" for request in requests))
    answers = [raw.read() for _ in requests]
    assert all(("error" in answer) == (answer["id"] % 3 == 1) for answer in answers)
    made = [answer["result"]["id"] for answer in answers if answer["id"] % 3 == 2]
    assert sorted(ids(sum(pages(client, 1000), []))) == sorted([parent["id"], *made])
    logged = log(client)
    assert [params["seq"] for _, params in logged] == list(range(1, 202))
    assert client.call("db.check")["ok"]


def test_a_closed_session_can_be_forked(client):
    parent = create(client, title="t")
    client.call("session.close", [parent["id"]])
    fork = client.call("session.fork", {"sessionId": parent["id"]})
    assert fork["state"] == "open" and "closedAt" not in fork and fork["forkSeq"] == 2
    grow(client, fork, "goes on")
    assert [name for name, _ in history(client, fork)] == ["event.sessionCreated", "event.sessionClosed", "event.sessionCreated", "event.sessionUpdated"]


def test_what_a_fork_inherited_outlives_the_parent(client):
    parent = create(client)  # 1
    grow(client, parent, "2", "3", "4")
    fork = client.call("session.fork", {"sessionId": parent["id"], "atSeq": 3})  # 5
    grandchild = client.call("session.fork", {"sessionId": fork["id"], "atSeq": 2})  # 6
    client.call("session.delete", [parent["id"]])  # 7
    client.call("db.compact")
    assert [seq for _, seq in history(client, fork)] == [1, 2, 3, 5]
    assert [seq for _, seq in history(client, grandchild)] == [1, 2, 6]
    assert [params["seq"] for _, params in log(client)] == [1, 2, 3, 5, 6, 7]
    assert fork["parentId"] == parent["id"] and get(client, fork) == fork
    client.call("session.delete", [fork["id"]])  # 8
    client.call("db.compact")
    assert [seq for _, seq in history(client, grandchild)] == [1, 2, 6]
    assert [params["seq"] for _, params in log(client)] == [1, 2, 6, 7, 8]
    client.call("session.delete", [grandchild["id"]])  # 9
    client.call("db.compact")
    assert [params["seq"] for _, params in log(client)] == [7, 8, 9]
    assert client.call("db.check") == {"ok": True, "problems": []}


# --- over the life of a daemon ----------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_sessions_outlive_the_daemon(make_daemon, number):
    first = make_daemon().start()
    client = first.client()
    parent = create(client, agent="a", model="m", title="t", metadata={"x": [1]}, permissionMode="plan")
    fork = client.call("session.fork", {"sessionId": parent["id"], "title": "f"})
    closed = client.call("session.close", [create(client)["id"]])
    client.call("session.delete", [create(client)["id"]])
    events = log(client)
    if number == signal.SIGKILL:
        first.expected_exit, first.left_behind_is_fine = -signal.SIGKILL, True
    first.stop(number)
    client = make_daemon().start().client()
    assert client.call("session.list") == [closed, fork, parent]
    assert log(client) == events and [seq for _, seq in history(client, fork)] == [1, 2]
    assert create(client)["id"] > closed["id"]
    assert log(client)[-1][1]["seq"] == events[-1][1]["seq"] + 1
