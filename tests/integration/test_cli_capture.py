"""weir capture: consent on a terminal, what is recorded, and forgetting it. The program that records is a false one."""

import json

import pytest

from captures import desk, row  # noqa: F401 (a fixture)
from cli import Cli
from setting import WEIR
from terminals import Terminal
from waiting import until

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")
DISPLAY = {"DISPLAY": ":77"}


@pytest.fixture
def cli(desk):  # noqa: F811
    desk.start()
    return Cli(desk.place)


def rows_of(done):
    """The table by the first word of each line."""
    assert done.code == 0, done
    return {line.split()[0]: line.split(None, 3)[1:] for line in done.out.splitlines() if line.split()[1:2] in (["on"], ["off"])}


def test_status(cli):
    rows = rows_of(cli.run("capture"))
    assert rows["focus"] == ["on", "no", "no person has consented; run 'weir capture on'"] and rows["clipboard"][:2] == ["off", "no"]
    assert {one["stream"] for one in cli.run("capture", "status", "--json").json()["streams"]} == set(rows)


def test_on_and_off(cli, desk):  # noqa: F811
    done = cli.run("capture", "on", "clipboard", "--yes", **DISPLAY)
    rows = rows_of(done)
    assert {name: one[1] for name, one in rows.items()} == {
        "window_tracking": "yes", "focus": "yes", "browser": "yes", "clipboard": "yes", "keystroke": "no"}
    for words in ("the title of the window", "up to 4 KiB of its text", f"in {desk.daemon.state}/weir.db", "not encrypted", "After 30 days", "weir capture off"):
        assert words in done.err, done.err
    assert "how many keys" not in done.err and "of keys, only the number" in done.out
    again = cli.run("capture", "on", **DISPLAY)
    assert again.code == 0 and again.err == "" and rows_of(again) == rows
    assert rows_of(cli.run("capture", "off", "clipboard", "focus"))["focus"] == ["off", "no", "switched off"]
    done = cli.run("capture", "off")
    assert done.code == 0 and "weir capture forget" in done.out
    desk.until_gone()
    assert cli.run("call", "capture.getConsent").json() == {"recording": False, "keystrokeText": False}


def test_a_person_is_asked(cli, desk):  # noqa: F811
    client = desk.client()
    for key, status in (("n", 1), ("y", 0)):
        with Terminal(cli, "capture", "on", **DISPLAY) as terminal:
            terminal.until_shown("Do you want that? [y/N]")
            terminal.press(key)
            assert terminal.end() == status
        assert client.call("capture.getConsent")["recording"] == (key == "y")
    with Terminal(cli, "capture", "on", **DISPLAY) as terminal:  # there is nothing new to consent to
        assert terminal.end() == 0


@pytest.mark.parametrize("keys, gets", [("yy", True), ("yn", False), ("n", False)])
def test_the_text_of_keys_has_a_question_of_its_own(cli, desk, keys, gets):  # noqa: F811
    client = desk.client()
    with Terminal(cli, "capture", "on", "keystroke", "--text", **DISPLAY) as terminal:
        terminal.until_shown("THE TEXT THAT YOU TYPE")
        for key, question in zip(keys, ("Do you want that? [y/N]", "Everything you type will be stored as text")):
            terminal.until_shown(question)
            terminal.press(key)
        assert terminal.end() == (0 if gets else 1)
    consent = client.call("capture.getConsent")
    assert consent["recording"] == consent["keystrokeText"] == gets
    assert desk.status(client)["keystroke"]["enabled"] == gets
    if gets:
        done = cli.run("capture", "off", "--text")
        assert rows_of(done)["keystroke"][:2] == ["on", "yes"] and "of keys, only the number" in done.out
        consent = client.call("capture.getConsent")
        assert consent["recording"] and not consent["keystrokeText"]


def test_without_a_terminal_nobody_consents(cli, desk):  # noqa: F811
    for words in (["on"], ["on", "keystroke"]):
        done = cli.run("capture", *words, **DISPLAY)
        assert done.code == 2 and done.out == "" and "there is no terminal to ask on; run it in a terminal, or add --yes" in done.err
    assert not desk.client().call("capture.getConsent")["recording"] and not desk.status(desk.client())["keystroke"]["enabled"]


@pytest.mark.parametrize("environment, why", [
    ({}, "no display is known"), ({"DISPLAY": "localhost:10.0"}, "no display is known"),
    ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "this is a Wayland session"),
    ({"XDG_SESSION_TYPE": "wayland"}, "this is a Wayland session")])
def test_without_a_display(cli, environment, why):
    done = cli.run("capture", "on", "--yes", **environment)
    assert why in rows_of(done)["focus"][2]
    assert ("localhost:10.0 is on another machine" in done.err) == (environment.get("DISPLAY") == "localhost:10.0")


def test_forget(cli, desk):  # noqa: F811
    client = desk.on("clipboard")
    desk.order(rows=[row("one"), row("two"), row("three", "clipboard", text="x", count=1)])
    until(lambda: len(desk.titles()) == 3, "the rows")
    assert cli.run("capture", "forget").code == 2
    assert cli.run("capture", "forget", "clipboard", "--yes").out == "1 record removed\n"
    with Terminal(cli, "capture", "forget", "--since", "1h") as terminal:
        terminal.until_shown("Remove 2 records, and what is being recorded now? [y/N]")
        terminal.press("n")
        assert terminal.end() == 1
    assert len(client.call("context:getRecentActivity")["activities"]) == 2
    assert cli.run("capture", "forget", "--since", "2199-01-31", "-y", "--json").json() == {"removed": 0}
    with Terminal(cli, "capture", "forget", "--since", "1h") as terminal:
        terminal.until_shown("[y/N]")
        terminal.press("y")
        terminal.until_shown("2 records removed")
        assert terminal.end() == 0
    assert client.call("context:getRecentActivity") == {"activities": []}


def test_wrong_usage(cli, desk):  # noqa: F811
    for words in (["on", "mouse"], ["off", "focus", "keys"], ["on", "--text"], ["forget", "a", "b"], ["forget", "mouse", "-y"],
                  ["forget", "-y", "--since", "soon"], ["forget", "-y", "--since", "1y"], ["forget", "-y", "--since", ""], ["stop"]):
        done = cli.run("capture", *words, **DISPLAY)
        assert done.code == 2 and done.out == "" and done.err, (words, done)
    assert "weir capture on keystroke --text" in cli.run("capture", "on", "--text", "--yes").err
    assert not desk.client().call("capture.getConsent")["recording"]


def test_a_program_that_fails(cli, desk):  # noqa: F811
    (desk.programs / "weir-capture").unlink()
    done = cli.run("capture", "on", "--yes", "--json", **DISPLAY)
    status = {one["stream"]: one for one in json.loads(done.out.splitlines()[-1])["streams"]}
    assert done.code == 0 and "weir-capture is not installed beside weird" in status["focus"]["error"]
