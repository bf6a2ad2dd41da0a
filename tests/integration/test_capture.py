"""Capture: consent, the streams, and what the daemon does with the program that records. The program is a false one, which
records what the test says."""

import os
import signal

import pytest

from activities import now
from captures import SESSION, STREAMS, desk, row  # noqa: F401 (a fixture)
from cli import Cli
from desktop_channels import Unchanged, only, refuses
from disks import SmallDisk, needs_mount
from setting import FAULTS
from waiting import until

DEFAULTS = {"window_tracking": True, "keystroke": False, "focus": True, "browser": True, "clipboard": False}
NOBODY = "no person has consented; run 'weir capture on'"


# --- consent --------------------------------------------------------------------------


def test_nothing_runs_before_a_person_has_consented(desk):
    desk.start(DISPLAY=":77")
    client = desk.client()
    assert client.call("capture.getConsent") == {"recording": False, "keystrokeText": False}
    assert client.call("capture:getStatus") == {"streams": [
        {"stream": name, "enabled": DEFAULTS[name], "active": False, "error": NOBODY} for name in STREAMS]}
    assert client.call("capture:toggleStream", {"stream": "clipboard", "enabled": True}) == {"stream": "clipboard", "enabled": True}
    client.ping()
    assert desk.processes() == [] and "weir-capture" not in desk.daemon.log()
    client.call("capture.consent", {"recording": True})
    desk.until_active(client, "window_tracking", "focus", "browser", "clipboard")
    (message,) = desk.heard("recorder.set")
    assert sorted(message["params"]["streams"]) == ["browser", "clipboard", "focus", "window_tracking"]
    assert message["params"]["session"]["display"] == ":77" and not message["params"]["keystroke_text"]


def test_consent_is_given_and_withdrawn(desk):
    desk.start()
    client = desk.client()
    before = now()
    given = client.call("capture.consent", {"recording": True, "session": SESSION})
    only(given, ["recording", "recordingAt", "keystrokeText"])
    assert given["recording"] and before <= given["recordingAt"] <= now() and not given["keystrokeText"]
    assert client.call("capture.consent", {"recording": True}) == given
    assert client.call("capture.getConsent") == given
    text = client.call("capture.consent", {"keystrokeText": True})
    assert text["recordingAt"] == given["recordingAt"] and text["keystrokeText"] and text["keystrokeTextAt"] >= before
    desk.until_active(client, "window_tracking", "focus", "browser")
    until(lambda: desk.heard("recorder.set")[-1]["params"]["keystroke_text"], "the program to keep text")
    assert client.call("capture.consent", {"recording": False}) == {"recording": False, "keystrokeText": False}
    desk.until_gone()
    assert desk.status(client)["focus"] == {"stream": "focus", "enabled": True, "active": False, "error": NOBODY}


def test_the_text_of_keys_needs_the_first_consent(desk):
    client = desk.start().client()
    with Unchanged(client):
        refuses(client, "capture.consent", {"keystrokeText": True}, "keystrokeText")
        refuses(client, "capture.consent", {"recording": False, "keystrokeText": True}, "keystrokeText")
        assert not client.call("capture.getConsent")["keystrokeText"]
    assert client.call("capture.consent", {"recording": True, "keystrokeText": True})["keystrokeText"]


def test_all_of_it_survives_a_restart(desk):
    desk.start()
    client = desk.on("clipboard", keystrokeText=True)
    client.call("capture:toggleStream", {"stream": "focus", "enabled": False})
    consent = client.call("capture.getConsent")
    desk.daemon.stop()
    client = desk.start().client()
    assert client.call("capture.getConsent") == consent
    desk.until_active(client, "window_tracking", "browser", "clipboard")
    sent = desk.heard("recorder.set")[-1]["params"]
    assert sent["session"]["display"] == ":77" and sent["keystroke_text"]
    config = {one["stream"]: one for one in client.call("capture:getStreamConfig")["streams"]}
    assert {name: one["defaultEnabled"] for name, one in config.items()} == DEFAULTS
    assert {name for name, one in config.items() if one["enabled"]} == {"window_tracking", "browser", "clipboard"}


def test_it_is_in_the_audit_log(desk):
    client = desk.start().client()
    client.call("capture.consent", {"recording": True})
    client.call("capture.consent", {"recording": True})
    client.call("capture.consent", {"recording": False})
    entries = [entry for entry in client.call("audit.list")[::-1] if entry["what"] == "capture.consent"]
    assert [entry["data"]["recording"] for entry in entries] == [True, False]
    for enabled in (True, True, False):
        client.call("capture:toggleStream", {"stream": "clipboard", "enabled": enabled})
    entries = [entry for entry in client.call("audit.list")[::-1] if entry["what"] == "capture.stream"]
    assert [entry["data"] for entry in entries] == [{"stream": "clipboard", "enabled": enabled} for enabled in (True, False)]


@pytest.mark.skipif(not FAULTS, reason="the build has no fault points")
def test_the_bridge_cannot_consent(desk):
    """A page can switch streams that a person has consented to, and forget; it can neither consent nor name a session."""
    client = desk.start(WEIR_FAULT="client.bridge=fail").client()
    for params in ({"recording": True}, {"recording": True, "keystrokeText": True}, {}):
        assert client.error("capture.consent", params, bad=True).word == "method_not_found"
    assert client.call("capture.getConsent") == {"recording": False, "keystrokeText": False}
    refuses(client, "capture:toggleStream", {"stream": "clipboard", "enabled": True, "session": SESSION}, "session")
    assert not desk.status(client)["clipboard"]["enabled"]
    assert client.call("capture:toggleStream", {"stream": "clipboard", "enabled": True})["enabled"]
    assert client.call("capture.forget") == {"removed": 0}


# --- streams --------------------------------------------------------------------------


def test_toggles_are_settings(desk):
    client = desk.start().client()
    client.call("event.subscribe", {"topics": ["event.settingsChanged"]})
    client.call("capture:toggleStream", {"stream": "clipboard", "enabled": True})
    client.call("capture:toggleStream", {"stream": "clipboard", "enabled": True})
    client.call("capture:toggleStream", {"stream": "window_tracking", "enabled": False})
    for expected in (DEFAULTS | {"clipboard": True}, DEFAULTS | {"clipboard": True, "window_tracking": False}):
        params = client.event()["params"]
        assert params["change"] == "captureStreams" and params["settings"]["captureStreams"] == expected
    assert client.call("app:getSettings")["captureStreams"] == expected
    client.ping()
    assert client.events == []


def test_streams_come_and_go(desk):
    desk.start()
    client = desk.on()
    pid = desk.pid()
    client.call("capture:toggleStream", {"stream": "keystroke", "enabled": True})
    desk.until_active(client, "window_tracking", "focus", "browser", "keystroke")
    for stream in ("window_tracking", "focus", "browser"):
        client.call("capture:toggleStream", {"stream": stream, "enabled": False})
    desk.until_active(client, "keystroke")
    assert desk.pid() == pid
    assert desk.status(client)["focus"] == {"stream": "focus", "enabled": False, "active": False}
    client.call("capture:toggleStream", {"stream": "keystroke", "enabled": False})
    desk.until_gone()
    client.call("capture:toggleStream", {"stream": "focus", "enabled": True})
    desk.until_active(client, "focus")
    assert desk.pid() != pid


@pytest.mark.parametrize("params, path", [
    ({}, "stream"), ({"stream": "focus"}, "enabled"), ({"stream": "mouse", "enabled": True}, "stream"),
    ({"stream": "focus", "enabled": "yes"}, "enabled"), ({"stream": "focus", "enabled": True, "more": 1}, "more"),
    ({"stream": "focus", "enabled": True, "session": {"display": "host:0"}}, "session.display"),
    ({"stream": "focus", "enabled": True, "session": {"display": ":0/../x"}}, "session.display"),
    ({"stream": "focus", "enabled": True, "session": {"display": ":0", "xauthority": "relative"}}, "session.xauthority"),
    ({"stream": "focus", "enabled": True, "session": {"display": ":0", "xauthority": "/a\nwrite /"}}, "session.xauthority"),
])
def test_bad_toggles(client, params, path):
    with Unchanged(client):
        refuses(client, "capture:toggleStream", params, path)


# --- the session ------------------------------------------------------------------------


@pytest.mark.parametrize("environment, session, problem", [
    ({}, None, "no display is known; run 'weir capture on' in a terminal of the graphical session"),
    ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":77"}, None, "this is a Wayland session, and weir captures X11 only"),
    ({}, {"display": ":0", "wayland": True}, "this is a Wayland session, and weir captures X11 only"),
    ({"DISPLAY": "host:10.0"}, None, "the display is on another machine; weir captures displays of this machine only"),
])
def test_without_a_display_that_can_be_recorded(desk, environment, session, problem):
    client = desk.start(**environment).client()
    client.call("initialize", {"client": {"name": "desktop"}})
    client.call("capture.consent", {"recording": True} | ({"session": session} if session else {}))
    status = desk.status(client)
    assert status["focus"] == {"stream": "focus", "enabled": True, "active": False, "error": problem}
    assert status["clipboard"] == {"stream": "clipboard", "enabled": False, "active": False}
    assert desk.processes() == []
    until(lambda: ("capture", "failed", problem) in [client.next_health()], "it to be told")


def test_a_client_names_the_session(desk):
    """The last one named counts, and that of the daemon's own environment only where none was named since."""
    client = desk.start(DISPLAY=":66").client()
    client.call("capture.consent", {"recording": True})
    desk.until_active(client, "window_tracking", "focus", "browser")
    assert desk.heard("recorder.set")[-1]["params"]["session"]["display"] == ":66"
    client.call("capture:toggleStream", {"stream": "clipboard", "enabled": True, "session": {"display": ":77.0", "xauthority": "/x"}})
    until(lambda: [m for m in desk.heard("recorder.set") if m["params"]["session"] == {"display": ":77.0", "xauthority": "/x", "wayland": False}],
          "a process for the other display")
    desk.until_active(client, "window_tracking", "focus", "browser", "clipboard")
    until(lambda: len(desk.processes()) == 1, "the first process to end")
    desk.daemon.stop()
    client = desk.start(DISPLAY=":66").client()
    desk.until_active(client, "window_tracking", "focus", "browser", "clipboard")
    assert desk.heard("recorder.set")[-1]["params"]["session"]["display"] == ":66"


# --- rows -------------------------------------------------------------------------------


def test_rows_are_stored(desk):
    desk.start()
    client = desk.on("clipboard", "keystroke")
    at = now() - 60000
    desk.order(rows=[
        row("one", at=at), row("two", "focus", at=at + 1), row("three", "keystroke", at=at + 2, count=7),
        row("four", "clipboard", at=at + 3, text="copied\n", media_type="text/plain", count=7),
        row("five", "browser", at=at + 4, url="https://example.org/")])
    until(lambda: len(client.call("context:getRecentActivity")["activities"]) == 5, "the rows")
    found = client.call("context:getRecentActivity")["activities"]
    assert [one["windowTitle"] for one in found] == ["five", "four", "three", "two", "one"]
    assert found[1]["summary"].startswith("copied") and found[2]["summary"] == "7 keys" and found[4]["duration"] == 500
    assert [one["windowTitle"] for one in client.call("context:query", {"query": "copied"})["results"]] == ["four"]


LIES = {
    "a stream that is off": row("lie", "clipboard", text="x"),
    "the text of keys": row("lie", "keystroke", text="password", count=8),
    "the future": row("lie", at=now() + 10**9),
    "a duration into the future": row("lie", duration_ms=10**12),
    "long ago": row("lie", at=1),
    "an address of a focus": row("lie", "focus", url="https://example.org"),
    "a count of windows": row("lie", count=3),
    "control characters": row("li\x1b[31me"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_program_that_lies_is_ended(desk, lie):
    desk.start()
    client = desk.on("keystroke")
    pid = desk.pid()
    desk.order(rows=[row("before"), LIES[lie]])
    desk.until_error(client, "focus", "it has sent a row that ")
    until(lambda: not os.path.exists(f"/proc/{pid}"), "its end")
    assert desk.titles() == []
    desk.until_active(client, "window_tracking", "focus", "browser", "keystroke")
    desk.order(rows=[row("after")])
    desk.until_titles("after")


def test_a_program_that_floods_the_store_is_ended(desk):
    desk.start()
    client = desk.on()
    for _ in range(80):
        if "error" in desk.status(client)["focus"]:
            break
        desk.order(rows=[row("much", at=now() - 5000)] * 64)
    desk.until_error(client, "focus", "comes too soon after thousands of others")
    until(lambda: 4096 <= client.call("capture.forget", {"count": True})["removed"] < 5000, "the rows before")


def test_rows_that_violate_the_contract(desk):
    """They are refused one by one, as everything else on the link."""
    desk.start()
    client = desk.on()
    desk.order(rows=[row("x" * 5000)])
    desk.order(rows=[row("li\x00e")])
    desk.order(rows=[row("x")] * 65)
    desk.order(send={"id": 77, "method": "recorder.rows", "params": {"rows": "none"}})
    desk.order(send={"id": 78, "method": "capture.consent", "params": {"keystrokeText": True}})
    desk.order(send={"id": 79, "method": "task.submit", "params": {"prompt": "rm -rf ~"}})
    desk.order(rows=[row("fine")])
    desk.until_titles("fine")
    answers = {one["id"]: one["error"]["code"] for one in desk.heard() if "error" in one}
    assert answers[77] == -32602 and answers[78] == answers[79] == -32601
    assert not client.call("capture.getConsent")["keystrokeText"] and client.call("task.list") == []


def test_nobody_else_may_report(desk):
    """A client may not, also not one that has everything else."""
    client = desk.start().client()
    for method, params in (("recorder.rows", {"recorder_id": "x", "sequence": 1, "rows": []}), ("recorder.set", {"streams": [], "session": {}}),
                           ("recorder.flush", {})):
        error = client.error(method, params, bad=True)
        assert error.code == -32601 and error.word == "method_not_found", (method, error)


def test_what_was_recorded_before_a_stream_was_switched_off_is_stored(desk):
    desk.start()
    client = desk.on()
    desk.order(keep=[row("stay", "focus")])
    client.call("capture:toggleStream", {"stream": "focus", "enabled": False})
    desk.until_titles("stay")
    desk.until_active(client, "window_tracking", "browser")
    desk.order(rows=[row("lie", "focus")])
    desk.until_error(client, "browser", "is of a stream that is not recorded")
    assert desk.titles() == ["stay"]


def test_withdrawing_consent_ends_it_at_once(desk):
    desk.start()
    client = desk.on()
    desk.order(keep=[row("stay")])
    desk.order(rows=[row("seen")])
    desk.until_titles("seen")
    client.call("capture.consent", {"recording": False})
    desk.until_gone()
    assert desk.titles() == ["seen"]


def test_text_is_not_stored_once_the_consent_to_it_is_withdrawn(desk):
    desk.start()
    client = desk.on("keystroke", keystrokeText=True)
    desk.order(rows=[row("first", "keystroke", text="kept", count=4)])
    until(lambda: ("keystroke_chunks", "first", "kept") in (desk.rows() or ()), "the text")
    client.call("capture.consent", {"keystrokeText": False})
    until(lambda: not desk.heard("recorder.set")[-1]["params"]["keystroke_text"], "the program to be told")
    desk.order(rows=[row("lie", "keystroke", text="stolen", count=6)])
    desk.until_error(client, "focus", "has the text of keys, to which nobody has consented")
    assert desk.titles() == ["first"]


# --- the life of the program --------------------------------------------------------------


def test_a_stop_stores_the_last_rows(desk):
    desk.start()
    desk.on()
    desk.order(keep=[row("last words")])
    assert desk.daemon.stop() == 0
    assert desk.titles() == ["last words"]
    assert not any((desk.daemon.state / "executors").iterdir())


def test_it_is_started_again_when_it_ends(desk):
    desk.start()
    client = desk.on()
    desk.order(exit=3)
    desk.until_error(client, "focus", "weir-capture will be started again: ")
    desk.until_active(client, "window_tracking", "focus", "browser")
    os.kill(desk.pid(), signal.SIGKILL)
    desk.until_error(client, "focus", "weir-capture will be started again")
    desk.until_active(client, "window_tracking", "focus", "browser")


def test_a_restart_loses_and_doubles_nothing(desk):
    desk.start()
    client = desk.on()
    pid = desk.pid()
    desk.order(rows=[row("one")])
    desk.until_titles("one")
    desk.order(keep=[row("two")])
    client.call("daemon.restart")
    client = desk.client()
    desk.until_active(client, "window_tracking", "focus", "browser")
    assert desk.pid() == pid
    desk.until_titles("one", "two")
    desk.order(again=True)
    desk.order(rows=[row("three")])
    desk.until_titles("one", "two", "three")


def test_after_a_crash_the_next_daemon_takes_it_over(desk):
    desk.start()
    client = desk.on()
    pid = desk.pid()
    desk.order(rows=[row("one")])
    desk.until_titles("one")
    desk.daemon.left_behind_is_fine = True
    desk.daemon.expected_exit = -signal.SIGKILL
    desk.daemon.send_signal(signal.SIGKILL)
    desk.daemon.wait()
    client = desk.start().client()
    desk.until_active(client, "window_tracking", "focus", "browser")
    assert desk.pid() == pid
    desk.order(again=True)
    desk.order(rows=[row("two")])
    desk.until_titles("one", "two")


def test_a_program_that_does_not_answer_is_replaced(desk):
    desk.place.write_config({"pool": {"warm": 0, "pingMs": 50}})
    desk.start()
    client = desk.on()
    pid = desk.pid()
    desk.order(silent=True)
    until(lambda: not os.path.exists(f"/proc/{pid}"), "its end")
    desk.until_active(client, "window_tracking", "focus", "browser")


def test_a_program_that_is_not_there(desk):
    (desk.programs / "weir-capture").unlink()
    client = desk.start().client()
    client.call("capture.consent", {"recording": True, "session": SESSION})
    desk.until_error(client, "focus", "weir-capture is not installed beside weird")


def next_change(client, look):
    """The next event.captureChanged that this is true of; some come together, and some later than what caused them."""
    while True:
        event = client.event()
        if event["method"] == "event.captureChanged" and look(event["params"]):
            return event["params"]


def streams_in(params):
    return {one["stream"]: one for one in params.get("streams", ())}


def test_a_stream_that_cannot_be_recorded_says_why(desk):
    desk.start()
    client = desk.on("clipboard")
    client.call("event.subscribe", {"topics": ["event.captureChanged"]})
    desk.order(states={"clipboard": "the X server has no XFixes extension"})
    params = next_change(client, lambda params: "error" in streams_in(params)["clipboard"])
    assert params["consent"]["recording"]
    assert streams_in(params)["clipboard"] == {
        "stream": "clipboard", "enabled": True, "active": False, "error": "the X server has no XFixes extension"}
    assert streams_in(params) == desk.status(client) and streams_in(params)["focus"]["active"]
    desk.order(states={})
    assert next_change(client, lambda params: streams_in(params)["clipboard"]["active"])["change"] == "streams"
    desk.order(states={}, notes={"clipboard": "there is no accessibility bus"})
    params = next_change(client, lambda params: "note" in streams_in(params)["clipboard"])
    assert streams_in(params)["clipboard"] == {
        "stream": "clipboard", "enabled": True, "active": True, "note": "there is no accessibility bus"}
    assert "there is no accessibility bus" in Cli(desk.place).run("capture").out
    client.call("capture.consent", {"recording": False})
    params = next_change(client, lambda params: params["change"] == "consent")
    assert not params["consent"]["recording"] and not any(one["active"] for one in params["streams"])


# --- health -------------------------------------------------------------------------------


def of_capture(client):
    """The next state of capture; the first is what the client is told when it comes."""
    while True:
        service, state, message = client.next_health()
        if service == "capture":
            return state, message


def test_health(desk):
    desk.start()
    client = desk.client()
    client.call("initialize", {"client": {"name": "desktop"}})
    assert of_capture(client) == ("running", "off")
    desk.on()
    assert of_capture(client)[0] == "starting"
    assert of_capture(client) == ("running", None)
    desk.order(states={"focus": "no screen saver extension"})
    assert of_capture(client) == ("degraded", "no screen saver extension")
    desk.order(states={name: "the X server is gone" for name in STREAMS})
    assert of_capture(client) == ("failed", "the X server is gone")
    desk.order(states={})
    assert of_capture(client) == ("running", None)
    desk.order(exit=3)
    assert of_capture(client)[0] == "restarting"
    assert of_capture(client) == ("running", None)
    client.call("capture.consent", {"recording": False})
    assert of_capture(client) == ("running", "off")


def test_retry(desk):
    (desk.programs / "weir-capture").rename(desk.programs / "hidden")
    client = desk.start().client()
    client.call("capture.consent", {"recording": True, "session": SESSION})
    desk.until_error(client, "focus", "weir-capture has failed too often: weir-capture is not installed beside weird")
    (desk.programs / "hidden").rename(desk.programs / "weir-capture")
    assert client.call("system:retry", {"service": "capture"}) == {"success": True, "newState": "restarting"}
    desk.until_active(client, "window_tracking", "focus", "browser")


def test_retry_although_it_runs(desk):
    """It waits until it tries again, or has given up: another process tries at once."""
    desk.start()
    client = desk.on()
    pid = desk.pid()
    desk.order(keep=[row("before")])
    desk.order(states={name: "the X server has ended" for name in STREAMS})
    desk.until_error(client, "focus", "the X server has ended")
    assert client.call("system:retry", {"service": "capture"}) == {"success": True, "newState": "restarting"}
    desk.until_active(client, "window_tracking", "focus", "browser")
    assert desk.pid() != pid and desk.titles() == ["before"]
    desk.order(states={"focus": "no screen saver extension"})  # the others are recorded: it goes on
    desk.until_error(client, "focus", "no screen saver extension")
    pid = desk.pid()
    client.call("system:retry", {"service": "capture"})
    client.call("capture.consent", {"recording": True})
    assert desk.pid() == pid and "window_tracking" in desk.active(client)


# --- with a store that cannot be written -------------------------------------------------


@pytest.fixture
def disk(place):
    disk = SmallDisk(place)
    yield disk
    disk.close()


@needs_mount
def test_a_full_disk(desk, disk):
    """Rows that cannot be stored are refused with an error that may pass, and stored when the program sends them again."""
    desk.start(wrapper=disk.wrapper)
    desk.daemon.state = disk.files
    client = desk.on()
    disk.fill()
    desk.order(rows=[row("x" * 1000, at=now() - 60000 + number) for number in range(40)])
    until(lambda: client.call("daemon.status")["health"] != "ok", "the store to be full")
    assert client.call("context:getRecentActivity")["activities"] == []
    assert client.error("capture.consent", {"keystrokeText": True}).word == "subsystem_unavailable"
    assert client.error("capture:toggleStream", {"stream": "focus", "enabled": False}).word == "subsystem_unavailable"
    assert client.error("capture.forget").word == "subsystem_unavailable"
    assert not client.call("capture.getConsent")["keystrokeText"] and desk.status(client)["focus"]["enabled"]
    disk.empty()
    desk.order(again=True)
    until(lambda: len(client.call("context:getRecentActivity", {"limit": 200})["activities"]) == 40, "the rows")
    assert desk.active(client) == ["browser", "focus", "window_tracking"]
    client.call("capture.consent", {"recording": False})
