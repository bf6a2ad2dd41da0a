"""The channels capture:* of desktop shells, on a machine on which nobody has consented. With a program that records: test_capture.py
and test_capture_x11.py."""

import pytest

from desktop_channels import LONG, Unchanged, WRONG_TYPES, only, refuses

DEFAULTS = {"window_tracking": True, "keystroke": False, "focus": True, "browser": True, "clipboard": False}
CHANNELS = ("capture:getStatus", "capture:getStreamConfig")


def test_get_status(client):
    result = client.call("capture:getStatus")
    only(result, ["streams"])
    for one in result["streams"]:
        only(one, ["stream", "enabled", "active"], ["error"])
        assert not one["active"] and one["error"].startswith("no person has consented")
    assert {one["stream"]: one["enabled"] for one in result["streams"]} == DEFAULTS


def test_toggle_stream(daemon, client):
    for enabled in (True, True, False):
        assert client.call("capture:toggleStream", {"stream": "clipboard", "enabled": enabled}) == {"stream": "clipboard", "enabled": enabled}
        status = {one["stream"]: one["enabled"] for one in daemon.client().call("capture:getStatus")["streams"]}
        assert status == DEFAULTS | {"clipboard": enabled}
    assert client.call("capture:toggleStream", ["focus", False]) == {"stream": "focus", "enabled": False}


def test_get_stream_config(client):
    client.call("capture:toggleStream", {"stream": "browser", "enabled": False})
    result = client.call("capture:getStreamConfig")
    only(result, ["streams"])
    for one in result["streams"]:
        only(one, ["stream", "enabled", "defaultEnabled"])
        assert one["defaultEnabled"] == DEFAULTS[one["stream"]]
    assert {one["stream"]: one["enabled"] for one in result["streams"]} == DEFAULTS | {"browser": False}


@pytest.mark.parametrize("method", CHANNELS)
@pytest.mark.parametrize("text", ["", ',"params":null', ',"params":{}', ',"params":[]'])
def test_no_params_in_any_form(client, method, text):
    client.send(b'{"jsonrpc":"2.0","id":1,"method":"%s"%s}\n' % (method.encode(), text.encode()))
    assert len(client.read()["result"]["streams"]) == len(DEFAULTS)


def test_bad_input(client):
    with Unchanged(client):
        for method in CHANNELS:
            refuses(client, method, {"more": 1}, "more")
        for wrong in WRONG_TYPES + ["mouse", "", LONG]:
            refuses(client, "capture:toggleStream", {"stream": wrong, "enabled": True}, "stream")
        for wrong in [None, 1, "true", [], {}]:
            refuses(client, "capture:toggleStream", {"stream": "focus", "enabled": wrong}, "enabled")
            refuses(client, "capture.consent", {"recording": wrong if wrong is not None else 0}, "recording")
        for wrong in ("yesterday", "2026-01-31", "", 7):
            refuses(client, "capture.forget", {"since": wrong}, "since")
