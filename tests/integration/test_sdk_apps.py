"""sdk/typescript on the side of apps: a program with an inherited connection, and the page of an app in a desktop shell."""

import json
import signal

import pytest

from activities import now, record, window
from app_lane import METHODS, install, status
from archives import Entry, archive, good
from sdk import Script, modules, oldest_node, script  # noqa: F401
from sessions import create
from setting import WEIR
from waiting import until

pytestmark = pytest.mark.usefixtures("once")


@pytest.fixture
def daemon(place, make_daemon):
    install(place, "notes")
    install(place, "mail", capture=True)
    assert record(place, window(now(), "Editor", "letter.odt"), {"type": "clipboard", "at": now() + 1, "text": "secret letter", "count": 13}) is None
    return make_daemon().start()


@pytest.fixture
def start(daemon):
    """Starts the program as the app; each must have ended well at the end of the test."""
    running = []

    def begin(app="notes", *options, node="node"):
        running.append(Script("app.mjs", daemon.place.environment(), *options, node=(WEIR, "apps", "open", app, "--", node)))
        return running[-1]

    yield begin
    for one in running:
        if one.process.poll() is None:
            one.finish()


@pytest.mark.parametrize("oldest", [False, True])
def test_a_program_reads(daemon, start, oldest):
    client = daemon.client()
    thread = create(client, appId="notes", title="own")["id"]
    app = start(node=oldest_node() if oldest else "node")
    assert app.read() == {"appId": "notes", "protocol": "1.0"}
    assert status(client, "notes") == "running"
    assert app.ask({"read": "context.activeWindow"})["result"]["window"]["windowTitle"] == "letter.odt"
    assert [one["type"] for one in app.ask({"read": "context.recentActivity", "args": [{"limit": 5}]})["result"]["activities"]] == ["window"]
    assert set(app.ask({"read": "context.currentTime"})["result"]) == {"time", "timeZone"}
    assert app.ask({"read": "user.preferences"})["result"] == client.call("app:getSettings")
    assert app.ask({"read": "user.profile"})["result"] == client.call("app:getSettings")["profile"]
    assert [one["threadId"] for one in app.ask({"read": "data.conversations"})["result"]["conversations"]] == [thread]
    assert len(app.ask({"read": "data.search", "args": ["letter", {"limit": 1}]})["result"]["results"]) == 1
    answers = app.ask({"read": "data.search", "args": ["letter"], "together": 20})["answers"]
    assert len(answers) == 20 and all(len(one["result"]["results"]) == 1 for one in answers)
    app.finish()
    until(lambda: status(client, "notes") == "installed", "it has ended")


def test_errors(start):
    app = start()
    app.read()
    error = app.ask({"read": "data.search", "args": [""]})["error"]
    assert (error["name"], error["data"]) == ("InvalidParamsError", {"code": "invalid_params", "path": "args.query"})
    assert app.ask({"read": "context.recentActivity", "args": [{"limit": 0}]})["error"]["data"]["path"] == "args.limit"
    error = app.ask({"read": "data.conversations", "args": [{"cursor": "none"}]})["error"]
    assert (error["name"], error["data"]["path"]) == ("DaemonError", "params.args.cursor")


def test_an_id_of_another_app(start):
    app = start("notes", json.dumps({"appId": "mail"}))
    app.read()
    error = app.ask({"read": "user.profile"})["error"]
    assert error["isWeirError"] and error["data"]["code"] == "app_refused"


def test_the_daemon_ends(daemon, start):
    app = start()
    app.read()
    daemon.expected_exit = -signal.SIGKILL
    daemon.left_behind_is_fine = True
    daemon.stop(signal.SIGKILL)
    assert app.read()["closed"]["name"] == "ConnectionError"
    assert app.ask({"read": "user.profile"})["error"]["name"] == "ConnectionError"


def test_a_restart_of_the_daemon(daemon, start):
    app = start()
    app.read()
    daemon.client().call("daemon.restart")
    assert "name" in app.ask({"read": "user.profile"})["result"]


@pytest.mark.parametrize("options, word", [({"fd": 99, "appId": "notes"}, "disconnected"), ({"fd": 0, "appId": "notes"}, "disconnected"),
                                           ({"fd": -1, "appId": "notes"}, "disconnected"), ({}, "invalid_params")])
def test_without_a_connection(script, options, word):  # noqa: F811
    told = script("app.mjs", json.dumps(options)).read()
    assert told["error"]["data"]["code"] == word and "weir apps open APP -- COMMAND" in told["error"]["message"], told


# --- the page of an app in a shell -----------------------------------------------------------


@pytest.fixture
def shell(daemon, script):  # noqa: F811
    shell = script("shell.mjs", json.dumps({"socketPath": str(daemon.socket)}), environment={"WEIR_MODULES": str(modules())})
    shell.until(lambda one: "loaded" in one and "app" not in one)
    return shell


def open_page(shell, app):
    shell.say({"openApp": app})
    told, _ = shell.until(lambda one: one.get("app") == app)
    return told["loaded"]


def ask(shell, app, **thing):
    shell.say({"app": app} | thing)
    told, _ = shell.until(lambda one: one.get("app") == app)
    return told


def test_an_app_in_the_shell(shell):
    assert {name: set(functions) for name, functions in open_page(shell, "notes").items()} == METHODS
    open_page(shell, "mail")
    for app, count in (("notes", 1), ("mail", 2)):
        assert len(ask(shell, app, read="context.recentActivity")["result"]["activities"]) == count
        assert len(ask(shell, app, read="data.search", args=["letter"])["result"]["results"]) == count
    assert "name" in ask(shell, "notes", read="user.profile")["result"]
    error = ask(shell, "notes", read="data.search", args=["x", {"limit": 1000}])["error"]
    assert error["data"] == {"code": "invalid_params", "path": "args.limit"}
    assert ask(shell, "notes", count=True)["result"] == 0  # of what is pushed to the shell's own pages


def test_an_app_that_says_that_it_is_another(shell):
    """The main process knows which page asks; what the page says of itself means nothing."""
    open_page(shell, "notes")
    request = {"appId": "mail", "ns": "context", "method": "recentActivity", "args": {}}
    assert len(ask(shell, "notes", raw="cowork:read", args=[request])["result"]["data"]["activities"]) == 1
    for channel in ("mcp:listConnections", "chat:sendMessage", "apps:list", "app:setTheme", "weir:resumeThread"):
        error = ask(shell, "notes", raw=channel, args=[{}])["error"]["message"]
        assert "app_refused" in error and channel in error, error
    for request in (None, [], "x", {"ns": "user"}, {"ns": "task", "method": "list"}, {"ns": "user", "method": "profile", "args": []}):
        assert "invalid_params" in ask(shell, "notes", raw="cowork:read", args=[request])["error"]["message"], request


def test_an_app_that_was_closed(shell):
    open_page(shell, "notes")
    shell.say({"detachApp": "notes"})
    shell.until(lambda one: one.get("detached"))
    for channel in ("cowork:read", "apps:list"):
        request = {"appId": "notes", "ns": "user", "method": "profile"}
        assert "app_refused" in ask(shell, "notes", raw=channel, args=[request])["error"]["message"]


def test_a_window_that_a_page_has_opened(shell):
    shell.say({"openWindow": "popup"})
    shell.until(lambda one: one.get("app") == "popup")
    for channel in ("cowork:read", "apps:list", "weir:resumeThread"):
        request = {"appId": "notes", "ns": "user", "method": "profile"}
        error = ask(shell, "popup", raw=channel, args=[request])["error"]["message"]
        assert "app_refused" in error and "attach()" in error, error


def test_the_life_of_an_app(daemon, shell, start, tmp_path):
    """The shell installs it, a person grants what it asks for, its page and its program read, and the shell removes it."""
    path = tmp_path / "diary.zip"
    path.write_bytes(archive(good(Entry("app.js", "cowork.user.profile()"), id="diary", name="Diary", permissions={"tools": [], "captureRead": True})))
    installed = channel(shell, "apps.install", {"zipPath": str(path)})
    assert installed["appId"] == "diary" and installed["permissions"] == {"tools": [], "captureRead": False}
    assert "diary" in [app["appId"] for app in channel(shell, "apps.list")["apps"]]
    open_page(shell, "diary")
    program = start("diary")
    program.read()
    page, own = ({"read": "data.search", "args": ["letter"]} for _ in range(2))
    assert len(ask(shell, "diary", **page)["result"]["results"]) == 1 == len(program.ask(own)["result"]["results"])
    client = daemon.client()
    client.call("apps.grant", {"appId": "diary", "permissions": {"tools": [], "captureRead": True}})
    assert len(ask(shell, "diary", **page)["result"]["results"]) == 2 == len(program.ask(own)["result"]["results"])
    assert status(client, "diary") == "running" and channel(shell, "apps.getAppConfig", {"appId": "diary"})["name"] == "Diary"
    assert channel(shell, "apps.remove", {"appId": "diary"}) == {"success": True}
    assert program.read()["closed"]["name"] == "ConnectionError"
    assert "app_not_found" in ask(shell, "diary", **page)["error"]["data"]["code"]


def channel(shell, name, *args):
    shell.say({"call": name, "args": args})
    told, _ = shell.until(lambda one: "app" not in one and ("result" in one or "error" in one))
    assert "result" in told, told
    return told["result"]
