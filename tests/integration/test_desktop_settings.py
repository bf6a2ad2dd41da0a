"""The channels app:* of desktop shells: the settings of the person."""

import json
import os
import pwd
import sqlite3

import pytest

from desktop_channels import LONG, Unchanged, WRONG_TYPES, only, refuses
from stores import store_of
from waiting import until

DEFAULT_STREAMS = {"window_tracking": True, "keystroke": False, "focus": True, "browser": True, "clipboard": False}


def own_name():
    user = pwd.getpwuid(os.geteuid())
    name = user.pw_gecos.split(",")[0]
    return name if name and "&" not in name else user.pw_name


def changes_of(client, count=1):
    """The next changes of settings that the client is told."""
    return [client.event() for _ in range(count)]


def test_get_settings(client):
    settings = client.call("app:getSettings")
    only(settings, ["theme", "captureStreams"], ["profile"])
    assert settings == {"theme": "system", "captureStreams": DEFAULT_STREAMS, "profile": {"name": own_name()}}


@pytest.mark.parametrize("text", ["", ',"params":null', ',"params":{}', ',"params":[]'])
def test_no_params_in_any_form(client, text):
    client.send(b'{"jsonrpc":"2.0","id":1,"method":"app:getSettings"%s}\n' % text.encode())
    assert client.read()["result"]["theme"] == "system"


def test_set_theme(daemon, client):
    assert client.call("app:setTheme", {"theme": "dark"}) == {"theme": "dark"}
    assert client.call("app:getSettings")["theme"] == "dark"
    for theme in ("light", "system"):
        assert client.call("app:setTheme", {"theme": theme}) == {"theme": theme}
    assert daemon.client().call("app:getSettings")["theme"] == "system"


def test_set_profile(client):
    ada = {"name": "Ada Lovelace", "role": "engineer"}
    assert client.call("app:setProfile", ada) == {"profile": ada}
    assert client.call("app:getSettings")["profile"] == ada
    assert client.call("app:setProfile", {"name": "Ada"}) == {"profile": {"name": "Ada"}}
    assert client.call("app:getSettings")["profile"] == {"name": "Ada"}


def test_changes_are_told_once(daemon, client):
    client.call("event.subscribe", {"topics": ["event.settingsChanged"]})
    other = daemon.client()
    other.call("app:setTheme", {"theme": "dark"})
    other.call("app:setTheme", {"theme": "dark"})
    other.call("app:setProfile", {"name": "Ada"})
    other.call("app:setProfile", {"name": "Ada"})
    other.call("app:setTheme", {"theme": "light"})
    expected = {"theme": "dark", "captureStreams": DEFAULT_STREAMS, "profile": {"name": own_name()}}
    theme, profile, again = (message["params"] for message in changes_of(client, 3))
    assert theme["change"] == "theme" and theme["settings"] == expected
    assert profile["change"] == "profile" and profile["settings"] == {**expected, "profile": {"name": "Ada"}}
    assert again["change"] == "theme" and again["settings"]["theme"] == "light"


def test_settings_outlive_the_daemon(daemon, make_daemon, client):
    client.call("app:setTheme", {"theme": "light"})
    client.call("app:setProfile", {"name": "Ada", "role": "engineer"})
    before = client.call("app:getSettings")
    assert daemon.stop() == 0
    assert make_daemon().start().client().call("app:getSettings") == before


def test_settings_outlive_a_restart_in_place(client):
    client.call("app:setTheme", {"theme": "light"})
    client.call("daemon.restart")
    until(lambda: client.call("app:getSettings")["theme"] == "light", "the settings are as before")


def test_bad_input(client):
    before = client.call("app:getSettings")
    with Unchanged(client):
        for value in [*WRONG_TYPES, "blue", "", "DARK", LONG]:
            refuses(client, "app:setTheme", {"theme": value}, "theme")
        refuses(client, "app:setTheme", {}, "theme")
        refuses(client, "app:setTheme", {"theme": "dark", "more": 1}, "more")
        for value in [*WRONG_TYPES, "", "x" * 257, LONG]:
            refuses(client, "app:setProfile", {"name": value}, "name")
            refuses(client, "app:setProfile", {"name": "Ada", "role": value}, "role")
        refuses(client, "app:setProfile", {"role": "engineer"}, "name")
        refuses(client, "app:getSettings", {"theme": "dark"}, "theme")
    assert client.call("app:getSettings") == before


def test_a_damaged_row_is_the_default(daemon, make_daemon, client):
    """The settings stay usable, and can be set again."""
    client.call("app:setTheme", {"theme": "light"})
    client.call("app:setProfile", {"name": "Ada"})
    assert daemon.stop() == 0
    with sqlite3.connect(store_of(daemon.place)) as db:
        assert json.loads(db.execute("SELECT value FROM settings WHERE name = 'theme'").fetchone()[0]) == "light"
        db.execute("UPDATE settings SET value = '\"blue\"' WHERE name = 'theme'")
        db.execute("UPDATE settings SET value = '{' WHERE name = 'profile'")
    db.close()
    client = make_daemon().start().client()
    settings = client.call("app:getSettings")
    assert settings["theme"] == "system" and settings["profile"] == {"name": own_name()}
    assert client.call("app:setTheme", {"theme": "dark"}) == {"theme": "dark"}
    assert client.call("app:getSettings")["theme"] == "dark"
