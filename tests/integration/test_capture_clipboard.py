"""weir-capture and the clipboard: real owners, and hostile ones."""

import subprocess

import pytest

from capture_fixtures import capture, make_capture, make_server, screen, server  # noqa: F401
from capture_peer import LONG, Owner
from waiting import until


@pytest.fixture
def own(server):
    owners = []

    def make(answer):
        owners.append(Owner(server, answer))
        return owners[-1]

    yield make
    for owner in owners:
        owner.close()


@pytest.fixture
def listening(make_capture, server):
    """It waits as long as it must for owners."""
    capture = make_capture("--give-up-ms", LONG)
    capture.begin("clipboard", session=server.session())
    return capture


@pytest.fixture
def impatient(make_capture, server):
    capture = make_capture("--give-up-ms", 1500)
    capture.begin("clipboard", session=server.session())
    return capture


def copied(capture, count=1):
    return capture.wait_rows(lambda row: row["type"] == "clipboard", "what was copied", count)[-1]


def owner_with(own, targets):
    made = []

    def answer(name):
        until(lambda: made, "the owner")
        if name == "TARGETS":
            return made[0].targets("TARGETS", *targets)
        return targets.get(name)

    made.append(own(answer))
    return made[0]


def text(value, kind="UTF8_STRING"):
    return kind, 8, value


def test_text(listening, server):
    """Copied by a real program."""
    clip = subprocess.Popen(["xclip", "-selection", "clipboard", "-quiet"], env=server.environment(), stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    clip.stdin.write("Grüße,\nzwei\tZeilen\x1b\u202e".encode())
    clip.stdin.close()
    try:
        row = copied(listening)
    finally:
        clip.terminate()
        clip.wait()
    assert row["text"] == "Grüße,\nzwei\tZeilen" and row["media_type"] == "text/plain" and row["count"] == 24


def test_window_in_which_it_was_copied(make_capture, server, screen, own):
    capture = make_capture()
    screen.focus(screen.window("letter", "Editor"))
    capture.begin("clipboard", "window_tracking", session=server.session())
    capture.see("Editor")
    owner_with(own, {"UTF8_STRING": text(b"words")})
    row = copied(capture)
    assert (row["app"], row["title"], row["text"], row["count"]) == ("Editor", "letter", "words", 5)


def test_primary_is_not_read(listening, own):
    owner = own(lambda name: None)
    owner.claim("PRIMARY")
    second = owner_with(own, {"UTF8_STRING": text(b"clipboard")})
    assert copied(listening)["text"] == "clipboard"
    assert set(owner.asked) <= {"TARGETS"} and second.asked[-1] == "UTF8_STRING"


def test_long_text_is_cut(listening, own):
    owner_with(own, {"UTF8_STRING": text("ü".encode() * 60000)})
    row = copied(listening)
    assert row["text"] == "ü" * 2048 and row["count"] == 120000


def test_old_text(listening, own):
    owner_with(own, {"STRING": text("Grüße".encode("latin-1"), "STRING")})
    assert copied(listening)["text"] == "Grüße"


def test_image(listening, own):
    owner = owner_with(own, {"image/png": text(bytes(5000), "image/png")})
    row = copied(listening)
    assert row["media_type"] == "image/png" and row["count"] == 5000 and "text" not in row
    assert owner.asked == ["TARGETS", "image/png"]


def test_something_unknown(listening, own):
    owner = owner_with(own, {"application/x-mine": text(b"mine")})
    row = copied(listening)
    assert "text" not in row and "media_type" not in row and owner.asked == ["TARGETS"]


def test_secret(listening, own):
    """A password manager says that this is a password: nothing of it is read, not even its size."""
    owner = owner_with(own, {"x-kde-passwordManagerHint": text(b"secret", "x-kde-passwordManagerHint"), "UTF8_STRING": text(b"hunter2")})
    row = copied(listening)
    assert {"text", "count", "media_type"} & set(row) == set()
    assert owner.asked == ["TARGETS", "x-kde-passwordManagerHint"]


def test_secret_that_is_not_told(impatient, own):
    """It has the hint, and does not answer."""
    owner = owner_with(own, {"x-kde-passwordManagerHint": False, "UTF8_STRING": text(b"hunter2")})
    assert "text" not in copied(impatient) and "UTF8_STRING" not in owner.asked


def test_no_secret(listening, own):
    owner_with(own, {"x-kde-passwordManagerHint": text(b"public", "x-kde-passwordManagerHint"), "UTF8_STRING": text(b"plain")})
    assert copied(listening)["text"] == "plain"


# --- hostile owners ---------------------------------------------------------------------------


def test_gigabyte_in_parts(listening, own):
    """INCR without an end: the first 4 KiB are read, and the announced size is told."""
    owner = owner_with(own, {"UTF8_STRING": ("INCR", 32, [1 << 30])})
    owner.endless = b"x" * 1000
    row = copied(listening)
    assert row["count"] == 1 << 30 and row["text"] == "x" * 4096 and owner.chunks < 20


def test_endless_drops(make_capture, server, own):
    """One byte at a time, for ever."""
    capture = make_capture()
    capture.begin("clipboard", session=server.session())
    owner = owner_with(own, {"UTF8_STRING": ("INCR", 32, [5])})
    owner.endless = b"y"
    assert copied(capture)["text"] == "y" * 64 and owner.chunks <= 66


@pytest.mark.parametrize("announced, size", [(("INCR", 32, [100]), 100), (("INCR", 8, b""), None)], ids=["size", "nothing"])
def test_parts_that_do_not_come(impatient, own, announced, size):
    owner_with(own, {"UTF8_STRING": announced})
    row = copied(impatient)
    assert row.get("count") == size and "text" not in row


def test_owner_that_never_answers(impatient, own):
    owner = own(lambda name: False)
    until(lambda: owner.asked, "the question")
    owner_with(own, {"UTF8_STRING": text(b"next")})
    assert copied(impatient)["text"] == "next"
    assert len(impatient.rows) == 1


def test_data_that_does_not_come(impatient, own):
    owner_with(own, {"UTF8_STRING": False})
    row = copied(impatient)
    assert row["media_type"] == "text/plain" and "text" not in row


def test_transfer_that_a_person_forgets(listening, own):
    owner = owner_with(own, {"UTF8_STRING": False})
    until(lambda: "UTF8_STRING" in owner.asked, "the transfer has begun")
    listening.daemon.ask("recorder.flush", abandon=True)
    owner_with(own, {"UTF8_STRING": text(b"next")})
    assert copied(listening)["text"] == "next"
    assert len(listening.rows) == 1


@pytest.mark.parametrize("targets", [
    ("STRING", 8, b"no list"), ("ATOM", 32, []), ("ATOM", 8, b"abcd"), ("INCR", 32, [0xffffffff]), ("ATOM", 32, [0xfffffff0] * 3000), None],
    ids=["text", "empty", "bytes", "incr", "many", "refused"])
def test_targets_that_are_none(listening, own, targets):
    owner = own(lambda name: targets if name == "TARGETS" else None)
    until(lambda: owner.asked, "the question")
    owner_with(own, {"UTF8_STRING": text(b"next")})
    until(lambda: any(row.get("text") == "next" for row in listening.rows), lambda: str(listening.rows))


@pytest.mark.parametrize("data, seen", [
    (("UTF8_STRING", 32, [0x41414141]), None), (("INTEGER", 16, [1, 2]), None),
    (("UTF8_STRING", 8, b"\xff\x00a\x00"), "\ufffda"), (("UTF8_STRING", 8, b""), None)], ids=["words", "shorts", "garbage", "empty"])
def test_text_that_is_none(listening, own, data, seen):
    owner_with(own, {"UTF8_STRING": data})
    assert copied(listening).get("text") == seen


def test_owners_that_change_all_the_time(listening, own):
    owner = owner_with(own, {"UTF8_STRING": text(b"flood")})
    for _ in range(500):
        owner.claim("CLIPBOARD")
    copied(listening)
    owner.claim("CLIPBOARD")
    copied(listening, 2)
    assert len(listening.rows) < 50


def test_parts_that_another_program_writes(make_capture, server, screen, own):
    """It pretends a thousand times that there is more to read, and changes the window in front meanwhile."""
    capture = make_capture("--give-up-ms", LONG)
    capture.begin("clipboard", "window_tracking", session=server.session())
    owner, kind = owner_with(own, {"UTF8_STRING": ("INCR", 32, [100])}), screen.atom("UTF8_STRING")
    for number in range(5):
        window = screen.window("mail", f"Mail{number}")
        owner.claim("CLIPBOARD")
        until(lambda: owner.asked.count("UTF8_STRING") > number, "the question")
        identity, name = owner.requestor
        requestor = screen.display.create_resource_object("window", identity)
        until(lambda: not requestor.get_full_property(name, 0), "it to wait for parts")
        screen.flood(lambda requestor=requestor, name=name: requestor.change_property(name, kind, 8, b"x"), window)

        def end(requestor=requestor, name=name):
            requestor.change_property(name, kind, 8, b"")
            screen.display.sync()
            return [row for row in capture.rows if row["type"] == "clipboard"]

        until(end, "what was copied")
        capture.see(f"Mail{number}")


def test_not_wanted(listening, server, own):
    listening.set("window_tracking", session=server.session())
    owner = owner_with(own, {"UTF8_STRING": text(b"private")})
    listening.begin("clipboard", session=server.session())
    second = owner_with(own, {"UTF8_STRING": text(b"wanted")})
    assert copied(listening)["text"] == "wanted"
    assert owner.asked == [] and second.asked
