"""cowork:read and apps.open: what an app reads through its connection."""

import datetime
import json
import os
import signal

import pytest

from activities import DAY, MINUTE, iso, now, record, window
from app_lane import METHODS, install, open_app, status
from archives import archive, good
from desktop_channels import BAD_LIMITS, only
from setting import OPENRPC
from sessions import create, follow, next_event
from shells import fd_client
from waiting import until

ALLOWED = {"initialize", "ping", "rpc.discover", "cowork:read", "$/cancel_request"}


@pytest.fixture
def start(place, make_daemon):
    """Installs the apps notes and mail, and records activity; mail may read what was typed and copied."""

    def begin(*rows):
        install(place, "notes")
        install(place, "mail", capture=True)
        if rows:
            assert record(place, *rows) is None
        return make_daemon().start()

    return begin


@pytest.fixture
def notes(start):
    return open_app(start(), "notes")


# --- the seven methods --------------------------------------------------------------------


def test_the_active_window(start):
    at = now()
    daemon = start(window(at - 9 * MINUTE, "Editor", "before"), window(at - MINUTE, "Editor", "letter.odt"),
                   {"type": "focus", "at": at, "app": "Browser"})
    data = open_app(daemon, "notes").data("context.activeWindow")
    only(data, ["window"])
    assert data["window"]["type"] == "window" and data["window"]["windowTitle"] == "letter.odt" and data["window"]["appName"] == "Editor"


def test_a_window_of_long_ago_is_not_active(start):
    assert open_app(start(window(now() - DAY, "Editor", "old")), "notes").data("context.activeWindow") == {}


def test_recent_activity(start):
    at = now() - DAY
    daemon = start(*(window(at + number, "Editor", f"title {number}") for number in range(30)))
    notes = open_app(daemon, "notes")
    titles = [one["windowTitle"] for one in notes.data("context.recentActivity")["activities"]]
    assert titles == [f"title {number}" for number in range(29, 9, -1)]
    assert len(notes.data("context.recentActivity", {"limit": 200})["activities"]) == 30
    assert [one["windowTitle"] for one in notes.data("context.recentActivity", {"limit": 1})["activities"]] == ["title 29"]
    later = notes.data("context.recentActivity", {"since": iso(at + 28)})["activities"]
    assert [one["windowTitle"] for one in later] == ["title 29", "title 28"]


@pytest.mark.parametrize("zone, hours", [("Europe/Berlin", (1, 2)), ("Asia/Kathmandu", (5.75,)), ("America/Port-au-Prince", (-4, -5)), ("UTC", (0,)),
                                         (":America/Sao_Paulo", (-3,))])
def test_the_current_time(place, make_daemon, zone, hours):
    install(place, "notes")
    daemon = make_daemon().start(environment={"TZ": zone})
    before = datetime.datetime.now(datetime.timezone.utc)
    data = open_app(daemon, "notes").data("context.currentTime")
    only(data, ["time", "timeZone"])
    told = datetime.datetime.fromisoformat(data["time"])
    assert data["timeZone"] == zone.removeprefix(":")
    assert before - datetime.timedelta(milliseconds=1) <= told <= datetime.datetime.now(datetime.timezone.utc)
    assert told.utcoffset() in [datetime.timedelta(hours=one) for one in hours]


def test_a_time_zone_without_a_name(place, make_daemon):
    """A rule of POSIX has no name in the IANA database: the time is that of UTC."""
    install(place, "notes")
    data = open_app(make_daemon().start(environment={"TZ": "CET-1CEST"}), "notes").data("context.currentTime")
    assert data["timeZone"] == "UTC" and data["time"].endswith("+00:00")


def test_preferences_and_profile(start):
    daemon = start()
    client, notes = daemon.client(), open_app(daemon, "notes")
    assert notes.data("user.preferences") == client.call("app:getSettings")
    client.call("app:setTheme", {"theme": "dark"})
    client.call("app:setProfile", {"name": "Ada", "role": "engineer"})
    assert notes.data("user.preferences")["theme"] == "dark"
    assert notes.data("user.profile") == {"name": "Ada", "role": "engineer"}


def test_conversations_are_those_of_the_app(start):
    daemon = start()
    client, notes = daemon.client(), open_app(daemon, "notes")
    assert notes.data("data.conversations") == {"conversations": []}
    own = [create(client, appId="notes", title=f"own {number}")["id"] for number in range(5)]
    create(client, appId="mail", title="of another app")
    create(client, title="of the person")
    data = notes.data("data.conversations")
    only(data, ["conversations"])
    assert [one["threadId"] for one in data["conversations"]] == own[::-1]
    only(data["conversations"][0], ["threadId", "title", "lastMessage", "messageCount", "updatedAt"])
    pages, cursor = [], {}
    while True:
        data = notes.data("data.conversations", {"limit": 2} | cursor)
        pages.append([one["title"] for one in data["conversations"]])
        if "nextCursor" not in data:
            break
        cursor = {"cursor": data["nextCursor"]}
    assert pages == [["own 4", "own 3"], ["own 2", "own 1"], ["own 0"]]
    client.call("session.delete", {"sessionId": own[0]})
    assert len(notes.data("data.conversations")["conversations"]) == 4


def test_search(start):
    at = now() - DAY
    daemon = start(window(at, "Editor", "invoice march.odt"), window(at + 1, "Browser", "the weather in march"))
    notes = open_app(daemon, "notes")
    data = notes.data("data.search", {"query": "MARCH invoice"})
    only(data, ["results"])
    assert [one["windowTitle"] for one in data["results"]] == ["invoice march.odt", "the weather in march"]
    assert len(notes.data("data.search", {"query": "march", "limit": 1})["results"]) == 1
    assert notes.data("data.search", {"query": "snow"}) == {"results": []}


# --- captureRead --------------------------------------------------------------------------


def private(at, count):
    for number in range(count):
        kind = {"type": "clipboard", "mediaType": "text/plain"} if number % 2 else {"type": "keystroke"}
        yield kind | {"at": at + number, "app": "Secret", "title": "hidden title", "text": "hidden word", "count": 11}


def test_what_was_typed_and_copied(start):
    """Only with captureRead; and those rows take no place of others, neither in a list nor among the matches of a search."""
    at = now() - DAY
    daemon = start(window(at, "Editor", "hidden word"), *private(at + 1, 2500))
    notes, mail = open_app(daemon, "notes"), open_app(daemon, "mail")
    for read, args, name in (("context.recentActivity", {"limit": 200}, "activities"), ("data.search", {"query": "hidden word", "limit": 200}, "results")):
        assert [(one["type"], one["windowTitle"]) for one in notes.data(read, args)[name]] == [("window", "hidden word")], read
        everything = mail.data(read, args)[name]
        assert len(everything) == 200 and {"keystroke", "clipboard"} <= {one["type"] for one in everything}, read
    assert notes.data("data.search", {"query": "title"}) == {"results": []} == notes.data("data.search", {"query": "Secret"})
    assert "hidden word" in json.dumps(mail.data("data.search", {"query": "word", "limit": 1}))


# --- who may read -------------------------------------------------------------------------


def test_a_client_reads_for_any_installed_app(start):
    daemon = start(*private(now() - DAY, 4))
    client = daemon.client()
    for app, count in (("notes", 0), ("mail", 4)):
        data = client.call("cowork:read", {"appId": app, "ns": "context", "method": "recentActivity", "args": {}})["data"]
        assert len(data["activities"]) == count
    error = client.error("cowork:read", {"appId": "other", "ns": "user", "method": "profile"})
    assert (error.code, error.word) == (-32000, "app_not_found") and "other" in error.message


@pytest.mark.parametrize("other", ["mail", "nothing", "notes2", "Notes", "note"])
def test_an_app_that_names_another(notes, other):
    error = notes.error("cowork:read", notes.params("user.profile", app=other))
    assert error.word == "app_refused" and "notes" in error.message


def test_nothing_else(notes):
    """Every other method is unknown to an app, as one that does not exist."""
    for method in OPENRPC["methods"]:
        if method["name"] in ALLOWED:
            continue
        for name in {method["name"], method["name"].replace(":", ".")}:
            error = notes.error(name, {}, bad=True)
            assert (error.code, error.word, error.message) == (-32601, "method_not_found", f"Method not found: {name}"), error


def test_discover(notes):
    found = notes.call("rpc.discover")
    assert {method["name"] for method in found["methods"]} == ALLOWED and found["x-events"] == []
    assert "cowork.SearchArgs" in found["components"]["schemas"] and "task.Record" not in json.dumps(found)
    for reference in set(part.split('"')[0] for part in json.dumps(found).split('"$ref": "#/components/')[1:]):
        kind, _, name = reference.partition("/")
        assert name in found["components"][kind], reference


def test_initialize(start):
    """Once. What an app says of approving has no effect, and it is sent nothing by itself."""
    daemon = start()
    client, notes = daemon.client(), open_app(daemon, "notes")
    told = notes.call("initialize", {"client": {"name": "notes"}, "approves": True})
    assert told["protocolVersion"] == "1.0" and told["notifications"] == [] and told["limits"]["maxMessageBytes"] == 64 << 10
    assert notes.error("initialize").word == "already_initialized"
    assert open_app(daemon, "notes").error("initialize", {"protocolVersion": "9.0"}).word == "unsupported_protocol"
    create(client)
    client.call("app:setTheme", {"theme": "dark"})
    client.call("initialize", {})
    notes.ping()
    assert notes.events == [] == notes.health and notes.nothing_came()
    assert client.call("daemon.status")["clients"] == 1


def test_a_request_that_is_cancelled(notes):
    request = notes.request("cowork:read", notes.params("data.search", {"query": "x"}))
    notes.notify("$/cancel_request", {"requestId": request})
    answer = notes.answer(request)
    assert "result" in answer or answer["error"]["code"] == -32800


# --- bad arguments ------------------------------------------------------------------------


def test_what_there_is_not_to_read(notes):
    for ns, methods in METHODS.items():
        for method in ["", "x" * 65]:
            assert notes.refused(f"{ns}.{method}", bad=True).word == "invalid_params"
        for method in ["nothing", "Profile", "constructor", *(one for other in METHODS for one in METHODS[other] if other != ns)]:
            error = notes.refused(f"{ns}.{method}")
            assert (error.code, error.word) == (-32000, "read_not_found") and f"{ns}.{method}" in error.message
            assert method not in methods
    assert notes.error("cowork:read", {"appId": "notes", "ns": "task", "method": "list"}, bad=True).data["path"] == "params.ns"


@pytest.mark.parametrize("what, args, path", [
    *((what, {"limit": bad}, "limit") for what in ("context.recentActivity", "data.conversations") for bad in BAD_LIMITS),
    *(("data.search", {"query": "x", "limit": bad}, "limit") for bad in BAD_LIMITS),
    ("context.recentActivity", {"since": "yesterday"}, "since"),
    ("context.recentActivity", {"since": 1}, "since"),
    ("context.recentActivity", {"query": "x"}, "query"),
    ("data.conversations", {"cursor": ""}, "cursor"),
    ("data.conversations", {"cursor": "nothing"}, "cursor"),
    ("data.conversations", {"cursor": "x" * 129}, "cursor"),
    ("data.conversations", {"appId": "mail"}, "appId"),
    ("data.search", {}, "query"),
    ("data.search", {"query": ""}, "query"),
    ("data.search", {"query": "x" * 1025}, "query"),
    ("data.search", {"query": ["x"]}, "query"),
    ("context.activeWindow", {"limit": 1}, "limit"),
    ("context.currentTime", {"zone": "UTC"}, "zone"),
    ("user.preferences", {"x": None}, "x"),
    ("user.profile", {"name": "Eve"}, "name"),
    ("user.profile", [], ""), ("user.profile", None, ""), ("user.profile", "x", ""), ("data.search", 1, ""), ("data.search", [["x"]], ""),
])
def test_bad_arguments(notes, what, args, path):
    ns, _, method = what.partition(".")
    error = notes.error("cowork:read", {"appId": "notes", "ns": ns, "method": method, "args": args})
    assert (error.code, error.word) == (-32602, "invalid_params"), error
    assert error.data["path"] == f"params.args.{path}".rstrip("."), error.data


def test_words_are_no_query_language(start):
    daemon = start(window(now() - DAY, "Editor", "the word"))
    notes = open_app(daemon, "notes")
    for query in ('"', "word*", "title:word", "NOT word", "(", "word\" OR \"", "x" * 1024, "ß" * 1024, "\u0000" if False else "%"):
        notes.data("data.search", {"query": query})


# --- appId of sessions --------------------------------------------------------------------


def test_sessions_of_an_app(start):
    daemon = start()
    client = daemon.client()
    follow(client)
    session = create(client, appId="notes")
    assert session["appId"] == "notes" and next_event(client)[1]["session"]["appId"] == "notes"
    other = create(client)
    assert "appId" not in other
    assert [one["id"] for one in client.call("session.list", {"appId": "notes"})] == [session["id"]]
    assert client.call("session.list", {"appId": "notes", "state": "closed"}) == [] == client.call("session.list", {"appId": "mail"})
    assert len(client.call("session.list")) == 2
    fork = client.call("session.fork", {"sessionId": session["id"]})
    assert "appId" not in fork  # a person made it
    assert client.error("session.create", {"cwd": "/tmp", "appId": "other"}).word == "app_not_found"
    assert client.error("session.update", {"sessionId": session["id"], "appId": "mail"}, bad=True).data["path"] == "params.appId"
    daemon.stop(signal.SIGKILL)
    client = daemon.start().client()
    assert client.call("session.get", {"sessionId": session["id"]})["appId"] == "notes"


def test_messages_of_an_app(start):
    daemon = start()
    client = daemon.client()
    client.call("initialize", {"acceptsDescriptors": False})
    sent = client.call("chat:sendMessage", {"content": "hello", "appId": "notes"})
    assert client.call("session.get", {"sessionId": sent["threadId"]})["appId"] == "notes"
    again = client.call("chat:sendMessage", {"content": "more", "appId": "notes", "threadId": sent["threadId"]})
    assert again["threadId"] == sent["threadId"]
    person = create(client)["id"]
    for app, thread in (("mail", sent["threadId"]), ("notes", person)):
        error = client.error("chat:sendMessage", {"content": "x", "appId": app, "threadId": thread})
        assert error.word == "session_not_found", error
    assert client.error("chat:sendMessage", {"content": "x", "appId": "other"}).word == "app_not_found"


# --- status -------------------------------------------------------------------------------


def test_an_app_runs_while_it_has_a_connection(start):
    daemon = start()
    client = daemon.client()
    follow(client, topics=["apps"])
    assert status(client, "notes") == "installed"
    first, second = open_app(daemon, "notes"), open_app(daemon, "notes")
    name, params = next_event(client)
    assert name == "event.appsChanged" and params["change"] == "status" and params["app"]["status"] == "running"
    assert status(client, "notes") == "running" and status(client, "mail") == "installed"
    first.close()
    second.ping()
    assert status(client, "notes") == "running"
    second.close()
    name, params = next_event(client)
    assert (params["appId"], params["app"]["status"]) == ("notes", "installed")
    assert status(client, "notes") == "installed"


def test_other_events_of_an_app_that_runs(start, tmp_path):
    """A grant and an update do not end it, and do not say so."""
    daemon = start()
    client = daemon.client()
    follow(client, topics=["apps"])
    notes = open_app(daemon, "notes")
    assert next_event(client)[1]["change"] == "status"
    assert client.call("apps.grant", {"appId": "notes"})["status"] == "running"
    path = tmp_path / "notes.zip"
    path.write_bytes(archive(good(version="2.0.0")))
    client.call("apps:install", {"zipPath": str(path)})
    for change in ("granted", "updated"):
        _, params = next_event(client)
        assert (params["change"], params["app"]["status"]) == (change, "running")
    notes.ping()
    notes.close()
    assert next_event(client)[1]["app"]["status"] == "installed"


def test_open(start):
    daemon = start()
    client = fd_client(daemon)
    assert client.call("apps.open", {"appId": "notes"}) == {"appId": "notes", "name": "Notes", "version": "1.0.0"}
    os.close(client.take_fd())
    error = client.error("apps.open", {"appId": "other"})
    assert error.word == "app_not_found" and client.fds == []
    client.send(b'[{"jsonrpc":"2.0","id":900,"method":"apps.open","params":{"appId":"notes"}}]\n')
    (answer,) = client.read()
    assert "outside of a batch" in answer["error"]["message"]
    other = daemon.client()
    other.call("initialize", {"acceptsDescriptors": False})
    assert other.error("apps.open", {"appId": "notes"}).word == "invalid_params"
