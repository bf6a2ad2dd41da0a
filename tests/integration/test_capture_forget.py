"""capture.forget: what it removes, and that nothing of it stays in the files of the store."""

import pathlib

import pytest

from activities import MINUTE, iso, now
from captures import STREAMS, desk, row  # noqa: F401 (a fixture)
from stores import store_of
from waiting import until

KINDS = {"window_tracking": "window", "keystroke": "keystroke", "focus": "focus", "browser": "browser", "clipboard": "clipboard"}


def fill(desk, client, *rows):  # noqa: F811
    before = client.call("capture.forget", {"count": True})["removed"]
    for at in range(0, len(rows), 64):
        desk.order(rows=list(rows[at:at + 64]))
        until(lambda at=at: client.call("capture.forget", {"count": True})["removed"] == before + min(len(rows), at + 64), "the rows")


def files(place):
    """Everything that the store has on the disk."""
    return b"".join(path.read_bytes() for path in pathlib.Path(store_of(place)).parent.glob("weir.db*"))


def test_by_time_and_by_stream(desk):  # noqa: F811
    desk.start()
    client = desk.on("keystroke", "clipboard")
    at = now() - 120 * MINUTE
    rows = [row(f"{age} {kind}", kind, at=at + shift) for age, shift in (("old", 0), ("new", 110 * MINUTE)) for kind in KINDS.values()]
    rows.append(row("long", at=at, duration_ms=115 * MINUTE))  # it ended after what is forgotten began
    fill(desk, client, *rows)
    since = iso(at + 60 * MINUTE)
    assert client.call("capture.forget", {"since": since, "count": True}) == {"removed": 6}
    assert client.call("capture.forget", {"since": since, "stream": "clipboard"}) == {"removed": 1}
    assert client.call("capture.forget", {"since": since}) == {"removed": 5}
    assert sorted(desk.titles()) == sorted(f"old {kind}" for kind in KINDS.values())
    for left, stream in zip((4, 3, 2, 1, 0), STREAMS):
        assert client.call("capture.forget", {"stream": stream}) == {"removed": 1}
        assert len(client.call("context:getRecentActivity")["activities"]) == left
    assert client.call("capture.forget") == {"removed": 0}


def test_what_is_not_stored_yet_is_forgotten_too(desk):  # noqa: F811
    desk.start()
    client = desk.on()
    desk.order(keep=[row("in front")])
    assert client.call("capture.forget") == {"removed": 1}
    assert desk.heard("recorder.flush")[-1]["params"] == {"abandon": True}
    assert desk.titles() == [] and desk.active(client) == ["browser", "focus", "window_tracking"]


def test_a_program_that_cannot_be_asked_forgets_as_well(desk):  # noqa: F811
    """It is ended, with all that it has."""
    desk.start()
    client = desk.on()
    desk.order(keep=[row("in front")])
    desk.order(silent=True)
    assert client.call("capture.forget") == {"removed": 0}
    desk.until_active(client, "window_tracking", "focus", "browser")
    assert client.call("capture.forget") == {"removed": 0} and desk.titles() == []


@pytest.mark.parametrize("params", [{}, {"since": iso(now() - 30 * MINUTE)}, {"stream": "clipboard"}], ids=["all", "since", "stream"])
def test_the_words_are_gone_from_the_files(desk, params):  # noqa: F811
    """Also from the index of words, from pages that are free, and from the log of the database."""
    desk.start()
    client = desk.on("clipboard")
    secrets = [f"zq{number:04}xsecret" for number in range(600)]
    fill(desk, client, *(row(f"{word} window" if not params.get("stream") else "window", "clipboard" if number % 2 else "window" if not params.get("stream") else "clipboard",
                             **({"text": f"copied {word}", "count": 9} if number % 2 or params.get("stream") else {}))
                         for number, word in enumerate(secrets)))
    fill(desk, client, *(row(f"kept {number}", "focus", at=now() - 90 * MINUTE) for number in range(100)))
    content = files(desk.place)
    assert sum(word.encode() in content for word in secrets) == len(secrets)
    assert client.call("context:query", {"query": secrets[7]})["results"]
    assert client.call("capture.forget", params)["removed"] >= len(secrets)
    content = files(desk.place)
    assert [word for word in secrets if word.encode() in content] == []
    assert b"zq0" not in content and b"xsecret" not in content
    assert client.call("context:query", {"query": secrets[7]}) == {"results": []}
    left = set() if params == {} else {"kept 99"}
    assert {one["windowTitle"] for one in client.call("context:query", {"query": "kept 99"})["results"][:1]} == left
    assert client.call("db.check")["ok"]
    assert desk.daemon.stop() == 0
    assert b"xsecret" not in files(desk.place)


def test_it_is_told_and_in_the_audit_log(desk):  # noqa: F811
    client = desk.start().client()
    client.call("event.subscribe", {"topics": ["event.captureChanged"]})
    client.call("capture.forget", {"count": True})
    client.call("capture.forget")
    params = client.event()["params"]
    assert (params["change"], params["removed"]) == ("forgotten", 0)
    (entry,) = [entry for entry in client.call("audit.list") if entry["what"] == "capture.forgotten"]
    assert entry["data"] == {"removed": 0}


def test_words_that_the_index_has_moved_are_gone_as_well(desk):  # noqa: F811
    """The index merges its parts all the time, which leaves copies in pages that are free."""
    desk.start()
    client = desk.on()
    for batch in range(60):
        fill(desk, client, *(row(f"zq{batch:03}x{number:02}secret about {number * batch}") for number in range(20)))
    assert b"secret" in files(desk.place)
    assert client.call("capture.forget") == {"removed": 1200}
    assert b"secret" not in files(desk.place) and b"zq0" not in files(desk.place)
