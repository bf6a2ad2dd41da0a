"""The channels context:* of desktop shells: activity, and the context card."""

import sqlite3

import pytest

from activities import DAY, MINUTE, iso, now, record, window
from asking import Asker, answer, approver, requested, resolved
from desktop_channels import BAD_LIMITS, LONG, Unchanged, WRONG_TYPES, only, refuses
from sessions import create
from stores import look, store_of
from tasks import submit, wait
from waiting import until

OPTIONAL = ("appName", "windowTitle", "url", "duration", "summary")
TABLES = ("activity_sessions", "focus_sessions", "keystroke_chunks", "clipboard_events", "browser_sessions")


@pytest.fixture
def start(place, make_daemon):
    """Records activity, then starts a daemon on it."""

    def begin(*rows):
        assert record(place, *rows) is None
        return make_daemon().start().client()

    return begin


def titles(client, query, **more):
    return [one.get("windowTitle") for one in client.call("context:query", {"query": query, **more})["results"]]


def recent(client, **params):
    return client.call("context:getRecentActivity", params)["activities"]


# --- context:query ------------------------------------------------------------------------


def test_query(start):
    at = now() - DAY
    client = start(
        window(at, "Editor", "invoice march.odt"), window(at + 1, "Browser", "the weather"),
        {"type": "clipboard", "at": at + 2, "app": "Editor", "text": "invoice of march", "mediaType": "text/plain", "count": 16},
        {"type": "browser", "at": at + 3, "app": "Browser", "title": "March", "url": "https://example.org/invoice/2026", "duration": 500},
    )
    result = client.call("context:query", {"query": "march INVOICE"})
    only(result, ["results"])
    for one in result["results"]:
        only(one, ["id", "type", "timestamp"], OPTIONAL)
    assert [one["type"] for one in result["results"]] == ["window", "browser", "clipboard"]
    assert result["results"][0] | {"id": ""} == {
        "id": "", "type": "window", "timestamp": iso(at), "appName": "Editor", "windowTitle": "invoice march.odt", "duration": MINUTE}
    assert result["results"][1]["url"] == "https://example.org/invoice/2026" and result["results"][2]["summary"] == "invoice of march"
    assert len({one["id"] for one in result["results"]}) == 3
    assert client.call("context:query", {"query": "nothing"}) == {"results": []}


def test_rank(start):
    """All words before some; the title before the address; of equals the newest."""
    at = now() - DAY
    client = start(*(window(at + i, "App", title) for i, title in enumerate(
        ["one two", "one", "two", "one two three", "other", "one two"])))
    assert titles(client, "one two three") == ["one two three", "one two", "one two", "two", "one"]
    found = client.call("context:query", {"query": "one two"})["results"]
    assert [one["timestamp"] for one in found[:3]] == [iso(at + 5), iso(at + 3), iso(at)]
    assert titles(client, "one two", limit=1) == ["one two"] and titles(client, "one two three", limit=4)[3] == "two"


@pytest.mark.parametrize("query, expected", [
    ("café", ["Café Müller"]), ("CAFE muller", ["Café Müller"]), ("müll", []), ('"', []), ("* ^ :", []), ("title:café", []),
    ("café AND nothing", ["Café Müller"]), ("NOT café", ["Café Müller"]), ("(café", ["Café Müller"]), ("café*", ["Café Müller"]),
    ('café" OR "*', ["Café Müller"]), ("NEAR(café müller)", ["Café Müller"]), ("-café", ["Café Müller"]), ("fire-fox", []),
    ("\t\n ", []), ("activity_words", []), ("日本", ["日本 語"]), ("a b c d e f g h " * 20, []), ("\u0001", []), ("'; DROP TABLE", []),
])
def test_words_are_never_operators(start, query, expected):
    at = now() - DAY
    client = start(window(at, "App", "Café Müller"), window(at + 1, "App", "日本 語"))
    assert titles(client, query) == expected


def test_only_the_newest_matches_are_ranked(start):
    at = now() - DAY
    client = start(window(at, "App", "common rare"), *(window(at + 1 + i, "App", "common common") for i in range(2000)))
    assert titles(client, "common rare", limit=1) == ["common rare"]
    assert len(titles(client, "common", limit=200)) == 200
    assert "common rare" not in titles(client, "common", limit=200)


@pytest.mark.faults
def test_a_search_waits_for_no_other_read(place, make_daemon):
    """It has a thread and a connection of its own."""
    begin, release = place.root / "begin", place.root / "release"
    assert record(place, window(now(), "App", "one")) is None
    daemon = make_daemon().start(environment={"WEIR_FAULT": "store.read=hold", "WEIR_FAULT_BEGIN": begin, "WEIR_FAULT_RELEASE": release})
    client, other = daemon.client(), daemon.client()
    client.call("session.list")  # behind what the start has to read
    begin.touch()
    request = other.request("session.list")
    until(lambda: "holding at store.read" in daemon.stderr(), "the reader to be held")
    assert titles(client, "one") == ["one"]
    release.touch()
    assert other.answer(request)["result"] == []


def test_a_search_after_a_restart_in_place(start):
    client = start(window(now(), "App", "one"))
    assert titles(client, "one") == ["one"]
    client.call("daemon.restart")
    assert titles(client, "one") == ["one"]


# --- context:getRecentActivity --------------------------------------------------------------


def test_get_recent_activity(start):
    at = now() - DAY
    client = start(
        window(at, "Editor", "a"), {"type": "focus", "at": at + 4, "app": "Editor", "title": "a", "duration": 9},
        {"type": "keystroke", "at": at + 1, "app": "Editor", "count": 12}, {"type": "keystroke", "at": at + 2, "app": "Editor", "count": 1, "text": "x"},
        {"type": "clipboard", "at": at + 3, "mediaType": "image/png", "count": 3400},
        {"type": "browser", "at": at + 5, "app": "Browser", "title": "b", "url": "about:blank"},
    )
    result = client.call("context:getRecentActivity")
    only(result, ["activities"])
    for one in result["activities"]:
        only(one, ["id", "type", "timestamp"], OPTIONAL)
    assert [one["type"] for one in result["activities"]] == ["browser", "focus", "clipboard", "keystroke", "keystroke", "window"]
    assert [one["timestamp"] for one in result["activities"]] == [iso(at + i) for i in (5, 4, 3, 2, 1, 0)]
    assert [one.get("summary") for one in result["activities"]] == [None, None, "image/png, 3400 bytes", "x", "12 keys", None]
    assert result["activities"][1]["duration"] == 9 and "duration" not in result["activities"][0]
    assert recent(client, limit=2) == result["activities"][:2]
    assert recent(client, since=iso(at + 3)) == result["activities"][:3]
    assert recent(client, since=iso(at + 6)) == []


def test_the_usual_number(start):
    client = start(*(window(now() - i, "App", f"{i}") for i in range(300)))
    assert len(recent(client)) == 20 and len(recent(client, limit=200)) == 200
    assert len(client.call("context:query", {"query": "app"})["results"]) == 10


def test_nothing_was_recorded(client):
    assert client.call("context:getRecentActivity") == {"activities": []}
    assert client.call("context:query", {"query": "x"}) == {"results": []}
    assert client.call("context:getContextCard") == {"recentApps": [], "suggestions": []}


# --- retention ------------------------------------------------------------------------------


def test_rows_are_kept_for_thirty_days(place, make_daemon):
    young = now() - 29 * DAY
    types = ("window", "focus", "keystroke", "clipboard", "browser")
    assert record(place, *({"type": name, "at": young + i, "title": "old word"} for name in types for i in range(600))) is None
    with sqlite3.connect(store_of(place)) as db:  # two days go by
        for table in TABLES:
            db.execute(f"UPDATE {table} SET at = at - {2 * DAY}")
    db.close()
    assert record(place, *({"type": name, "at": young, "title": "young word"} for name in types)) is None
    for table in TABLES:  # each batch removes twice as many as it adds
        assert look(store_of(place), f"SELECT count(*) FROM {table}") == [(600 - 2 * len(types) + 1,)]
    client = make_daemon().start().client()
    client.call("db.compact")
    assert {one["windowTitle"] for one in recent(client, limit=200)} == {"young word"} and len(recent(client)) == 5
    assert titles(client, "old") == [] and set(titles(client, "word")) == {"young word"}
    for table in TABLES:
        assert look(store_of(place), f"SELECT count(*) FROM {table}") == [(1,)]


def test_a_batch_is_all_or_nothing(place, make_daemon):
    bad = record(place, window(now(), "App", "one"), window(now(), "App", "a\0b"))
    assert bad and "Invalid argument" in bad.stderr
    assert recent(make_daemon().start().client()) == []


# --- context:getContextCard -----------------------------------------------------------------


def test_get_context_card(start):
    at = now() - 3 * MINUTE
    client = start(
        window(at - 40 * MINUTE, "Mail", "inbox"), window(at - 20 * MINUTE, "Mail", "draft"), window(at - 10 * MINUTE, "Terminal", "sh"),
        window(at - MINUTE, "Mail", "inbox"), window(at, "Browser", "The page", duration=3 * MINUTE),
        {"type": "browser", "at": at, "app": "Browser", "title": "The page", "url": "https://example.org/x", "duration": 3 * MINUTE},
    )
    card = client.call("context:getContextCard")
    only(card, ["recentApps", "suggestions"], ["activeApp", "activeDocument", "activeUrl", "sessionStart"])
    assert card == {"activeApp": "Browser", "activeDocument": "The page", "activeUrl": "https://example.org/x",
                    "sessionStart": iso(at - 20 * MINUTE), "recentApps": ["Browser", "Mail", "Terminal"], "suggestions": []}


def test_what_was_long_ago_is_not_active(start):
    at = now() - 7 * MINUTE
    client = start(window(at, "Mail", "inbox"), {"type": "browser", "at": at, "app": "Mail", "url": "https://example.org"})
    assert client.call("context:getContextCard") == {"recentApps": ["Mail"], "suggestions": []}


@pytest.mark.parametrize("page", [
    {"app": "Other", "url": "https://example.org"}, {"app": "Browser", "url": "no address"}, {"app": "Browser"}])
def test_an_address_that_is_not_of_the_active_window(start, page):
    client = start(window(now(), "Browser", "x"), {"type": "browser", "at": now(), **page})
    assert "activeUrl" not in client.call("context:getContextCard")


def test_a_request_that_waits_is_suggested_first(house, place):
    """One by its tool and its directory, several by their number; none once they are answered."""
    house.configure(permissions={"approverMs": 600000, "timeoutMs": 600000})
    front = approver(house.start())
    asker = Asker(house, front)

    def suggestions():
        return front.call("context:getContextCard")["suggestions"]

    waiting = []
    for name in ("a", "b"):
        asker.send("Write", file_path=name, content="x")
        waiting.append(requested(front))
        first = "Answer the permission request" if name == "a" else "Answer 2 permission requests; the newest is"
        assert suggestions()[0] == f"{first} for Write in {place.home}."
    for request in waiting:
        answer(front, request, "allow_once")
        assert resolved(front)["requestId"] == request["id"]
    assert not [text for text in suggestions() if text.startswith("Answer")]
    asker.prompt.done()


def test_suggestions(client, place):
    """What is really known: a task that has failed, a session."""
    one, other = place.root / "one", place.root / "other"
    one.mkdir(), other.mkdir()

    def suggestions(**params):
        return client.call("context:getContextCard", params)["suggestions"]

    assert suggestions() == []
    session = create(client, cwd=str(one), title="The weather\nof today")["id"]
    wait(client, submit(client, "text one", sessionId=session))
    assert suggestions() == [f'Continue the session "The weather" in {one}.'] == suggestions(cwd=str(one))
    assert suggestions(cwd=str(other)) == []
    wait(client, submit(client, "fail for a reason", cwd=str(other)))
    assert suggestions() == [f'Look at the task that failed: "fail for a reason" in {other}.', f'Continue the session "fail for a reason" in {other}.']
    assert suggestions(cwd=str(one)) == [f'Continue the session "The weather" in {one}.']
    client.call("session.close", {"sessionId": session})
    assert suggestions(cwd=str(one)) == []


# --- bad input ------------------------------------------------------------------------------


def test_bad_input(client):
    with Unchanged(client):
        for value in [*WRONG_TYPES, "", "x" * 1025, LONG]:
            refuses(client, "context:query", {"query": value}, "query")
        refuses(client, "context:query", {}, "query")
        for value in BAD_LIMITS:
            refuses(client, "context:query", {"query": "x", "limit": value}, "limit")
            refuses(client, "context:getRecentActivity", {"limit": value}, "limit")
        for value in [*WRONG_TYPES, "", "yesterday", "2026-02-30T00:00:00Z", LONG]:
            refuses(client, "context:getRecentActivity", {"since": value}, "since")
        for value in [*WRONG_TYPES, "", LONG]:
            refuses(client, "context:getContextCard", {"cwd": value}, "cwd")
        refuses(client, "context:getContextCard", {"more": 1}, "more")
    assert client.call("context:getContextCard", {"cwd": "/nowhere"})["suggestions"] == []


@pytest.mark.parametrize("channel", ["context:getRecentActivity", "context:getContextCard"])
@pytest.mark.parametrize("text", ["", ',"params":null', ',"params":{}'])
def test_no_params_in_any_form(client, channel, text):
    client.send(b'{"jsonrpc":"2.0","id":1,"method":"%s"%s}\n' % (channel.encode(), text.encode()))
    assert "result" in client.read()
