"""apps:install with archives that people make, and with those that nobody should: each is refused with its word, and nothing is left."""

import json
import os
import shutil
import struct
import subprocess
import zipfile
import zlib

import pytest

from archives import DESCRIPTOR, DEVICE, DIRECTORY, ENCRYPTED, FIFO, INDEX, LINK, SOCKET, STORED, Entry, archive, good, manifest
from desktop_channels import Unchanged, only
from stores import store_of
from waiting import until

NOTHING = {"tools": [], "captureRead": False}


def tree(root):
    """All names below a directory, with the contents of files."""
    return {str(path.relative_to(root)): path.read_bytes() if path.is_file() and not path.is_symlink() else None for path in root.rglob("*")}


class Apps:
    """Installs archives, and looks at what is there."""

    def __init__(self, daemon, client, folder):
        self.client, self.folder = client, folder
        self.files = store_of(daemon.place).parent / "apps"

    def write(self, data, name="app.zip"):
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def install(self, entries, **params):
        data = entries if isinstance(entries, bytes) else archive(entries)
        return self.client.call("apps:install", {"zipPath": self.write(data), **params})

    def refused(self, entries, error="archive_refused", bad=False, **params):
        data = entries if isinstance(entries, bytes) else archive(entries)
        found = self.client.error("apps:install", {"zipPath": self.write(data), **params}, bad=bad)
        assert found.word == error, found
        return found

    def listed(self):
        return self.client.call("apps:list")["apps"]

    def directories(self):
        return sorted(path.name for path in self.files.iterdir()) if self.files.exists() else []

    def content(self):
        """The files of all apps."""
        return [tree(self.files / name) for name in self.directories()]


@pytest.fixture
def apps(daemon, client, tmp_path):
    return Apps(daemon, client, tmp_path)


def left_nothing(apps, before=()):
    """By the time of the answer."""
    assert apps.directories() == list(before)


# --- good archives --------------------------------------------------------------------


def test_install(apps, daemon):
    apps.client.call("event.subscribe", {"topics": ["event.appsChanged"]})
    result = apps.install(good(Entry("js/app.js", "1"), permissions={"tools": ["mcp__github__*"], "captureRead": True}, icon="js/app.js",
                               description="Takes notes.", more=1))
    only(result, ["appId", "name", "version", "permissions"], ["requested"])
    assert result == {"appId": "notes", "name": "Notes", "version": "1.0.0", "permissions": NOTHING,
                      "requested": {"tools": ["mcp__github__*"], "captureRead": True}}
    (app,) = apps.listed()
    only(app, ["appId", "name", "version", "permissions", "status", "installedAt"],
         ["updatedAt", "requested", "entry", "icon", "description", "files", "bytes"])
    assert app["status"] == "installed" and app["permissions"] == NOTHING and app["icon"] == "js/app.js" and app["files"] == 3
    assert app["description"] == "Takes notes." and app["entry"] == "index.html" and app["installedAt"] == app["updatedAt"]
    event = apps.client.event()["params"]
    assert event["appId"] == "notes" and event["change"] == "installed" and event["app"] == app
    (content,) = apps.content()
    assert content["index.html"] == INDEX.encode() and content["js/app.js"] == b"1" and json.loads(content["manifest.json"])["id"] == "notes"
    (entry,) = [entry for entry in apps.client.call("audit.list", {"limit": 50}) if entry["what"] == "app.installed"]
    assert entry["data"]["appId"] == "notes" and entry["data"]["permissions"] == NOTHING


def test_files_are_the_users_alone(apps):
    apps.install(good(Entry("run.sh", "#!/bin/sh", mode=0o106755), Entry("a/", mode=0o040777, method=STORED), Entry("a/b", "x", mode=0o100777)))
    (name,) = apps.directories()
    for path in [apps.files / name, *(apps.files / name).rglob("*")]:
        assert path.stat().st_mode & 0o7777 == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.parametrize("entries, options", [
    ([Entry("d.txt", "x" * 1000, flags=DESCRIPTOR)], {}),
    ([Entry("d.txt", "x" * 1000, flags=DESCRIPTOR, wide=True)], {}),
    ([Entry("w.txt", "x" * 1000, wide=True)], {}),
    ([Entry("s.txt", "x" * 1000, method=STORED)], {}),
    ([Entry("s.txt", b"", method=STORED)], {}),
    ([Entry("é/Ü.txt", "x"), Entry("日本/語.txt", "y")], {}),
    ([Entry("a/", mode=DIRECTORY, method=STORED), Entry("a/b/c/d.txt", "x"), Entry("a/b/", mode=DIRECTORY, method=STORED)], {}),
    ([Entry("dos.txt", "x", system=0, attributes=0x20)], {}),
    ([Entry("z.txt", "x")], {"zip64": {}}),
    ([Entry("z.txt", "x")], {"comment": b"made by hand"}),
    ([Entry("app.js.gz", b"\x1f\x8b\x08" + b"\0" * 20)], {}),
    ([Entry("descriptor.txt", "x" * 50, flags=DESCRIPTOR,
            descriptor=struct.pack("<III", zlib.crc32(b"x" * 50), len(Entry("", "x" * 50).body), 50))], {}),
], ids=["descriptor", "wide descriptor", "wide sizes", "stored", "empty file", "unicode", "directories", "dos", "zip64", "comment", "gzip",
        "descriptor without signature"])
def test_every_kind_of_archive(apps, entries, options):
    apps.install(archive(good(*entries), **options))
    (content,) = apps.content()
    for entry in entries:
        assert entry.name.endswith(b"/") or content[entry.name.decode()] == entry.data


def make_folder(folder):
    folder.mkdir()
    (folder / "manifest.json").write_bytes(manifest().data)
    (folder / "index.html").write_text(INDEX)
    (folder / "é").mkdir()
    (folder / "é" / "ü.js").write_text("let a = 1\n" * 500)


def with_python(folder, target):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as out:
        for path in sorted(folder.rglob("*")):
            out.write(path, path.relative_to(folder))


def with_a_pipe(folder, target):
    """Into something that cannot seek: Python writes data descriptors."""
    read, write = os.pipe()
    reader = subprocess.Popen(["cat"], stdin=read, stdout=open(target, "wb"))
    os.close(read)
    with os.fdopen(write, "wb", buffering=0) as pipe:
        with_python(folder, pipe)
    assert reader.wait() == 0


def with_program(name, *arguments):
    def run(folder, target):
        if not shutil.which(name):
            pytest.skip(f"{name} is not installed")
        subprocess.run([name, *arguments, target, "."], cwd=folder, check=True, capture_output=True)

    return run


@pytest.mark.parametrize("make", [with_python, with_a_pipe, with_program("zip", "-r"), with_program("zip", "-r", "-0", "-D"),
                                  with_program("bsdtar", "--format=zip", "-cf")],
                         ids=["python", "pipe", "zip", "zip -0 -D", "bsdtar"])
def test_archives_of_others(apps, make):
    make_folder(apps.folder / "source")
    target = apps.folder / "made.zip"
    make(apps.folder / "source", target)
    apps.client.call("apps:install", {"zipPath": str(target)})
    (content,) = apps.content()
    assert content["é/ü.js"] == b"let a = 1\n" * 500


# --- hostile archives -----------------------------------------------------------------


def small(text="x"):
    return Entry("x.txt", text)


def split_name(size):
    return "/".join(["d" * 200] * (size // 201)) + "/" + "f" * (size % 201)


OVERLAP = Entry("outer.txt", "y" * 40, method=STORED)
HOSTILE = {
    # a path that leads outside, or that not every system can store
    "escape": ("bad_path", [Entry("../x.txt", "x")]),
    "escape inside": ("bad_path", [Entry("a/../../x.txt", "x")]),
    "escape at the end": ("bad_path", [Entry("a/..", "x")]),
    "dot": ("bad_path", [Entry("./x.txt", "x")]),
    "absolute": ("bad_path", [Entry("/tmp/x.txt", "x")]),
    "drive": ("bad_path", [Entry("C:/x.txt", "x")]),
    "backslash": ("bad_path", [Entry("..\\x.txt", "x")]),
    "empty part": ("bad_path", [Entry("a//x.txt", "x")]),
    "control": ("bad_path", [Entry("a\nb.txt", "x")]),
    "escape sequence": ("bad_path", [Entry("a\x1b[31m.txt", "x")]),
    "c1": ("bad_path", [Entry("a\u009bb.txt", "x")]),
    "bidi": ("bad_path", [Entry("a\u202etxt.exe", "x")]),
    "nul": ("bad_path", [Entry("a.txt\0.html", "x")]),
    "latin": ("bad_path", [Entry(b"caf\xe9.txt", "x")]),
    "surrogate": ("bad_path", [Entry(b"a\xed\xa0\x80.txt", "x")]),
    "overlong": ("bad_path", [Entry(b"..\xc0\xafx.txt", "x")]),
    "long part": ("bad_path", [Entry("x" * 256, "x")]),
    "long path": ("bad_path", [Entry(split_name(1025), "x")]),
    "deep": ("bad_path", [Entry("a/" * 32 + "x.txt", "x")]),
    "no name": ("bad_path", [Entry("", "x")]),
    "root": ("bad_path", [Entry("/", mode=DIRECTORY, method=STORED)]),
    # links, devices
    "link": ("bad_type", [Entry("link", "/etc/passwd", mode=LINK)]),
    "device": ("bad_type", [Entry("device", mode=DEVICE)]),
    "fifo": ("bad_type", [Entry("fifo", mode=FIFO)]),
    "socket": ("bad_type", [Entry("socket", mode=SOCKET)]),
    "reparse point": ("bad_type", [Entry("link", "x", system=0, attributes=0x400)]),
    "directory with contents": ("bad_type", [Entry("a/", "x", mode=DIRECTORY)]),
    "directory that is a file": ("bad_type", [Entry("a/", mode=0o100644, method=STORED)]),
    "file that is a directory": ("bad_type", [Entry("a", mode=DIRECTORY, method=STORED)]),
    # duplicate names
    "twice": ("duplicate", [small(), small()]),
    "case": ("duplicate", [small(), Entry("X.TXT", "x")]),
    "case of a directory": ("duplicate", [Entry("a/x", "x"), Entry("A/y", "x")]),
    "form": ("duplicate", [Entry("é.txt", "x"), Entry("e\u0301.txt", "x")]),
    "form and case": ("duplicate", [Entry("É.txt", "x"), Entry("e\u0301.txt", "x")]),
    "sharp s": ("duplicate", [Entry("straße", "x"), Entry("STRASSE", "x")]),
    "file and directory": ("duplicate", [Entry("a", "x"), Entry("a/b", "x")]),
    "directory and file": ("duplicate", [Entry("a/b", "x"), Entry("a", "x")]),
    "second manifest": ("duplicate", [Entry("Manifest.json", "{}")]),
    # limits
    "files": ("too_many_files", [Entry(f"f{n}", method=STORED) for n in range(9999)]),
    "directories": ("too_many_files", [Entry(f"{n}/a/b/c", method=STORED) for n in range(7000)]),
    "ratio": ("too_compressed", [Entry("zeros", bytes(8 << 20))]),
    "declared size": ("too_large", [Entry("large", "x", local={"size": 300 << 20}, central={"size": 300 << 20})]),
    "sum of sizes": ("too_large", [Entry(f"large{n}", "x", local={"size": 200 << 20}, central={"size": 200 << 20}) for n in range(2)]),
    "size of zip64": ("too_large", [Entry("large", "x", local={"size": 0xFFFFFFFF}, central={"size": 0xFFFFFFFF},
                                          extra=struct.pack("<HHQ", 1, 8, 1 << 60), central_extra=struct.pack("<HHQ", 1, 8, 1 << 60))]),
    # a size that is not true
    "more than it says": ("damaged", [Entry("x", "y" * 5000, local={"size": 10}, central={"size": 10})]),
    "less than it says": ("damaged", [Entry("x", "y" * 10, local={"size": 5000}, central={"size": 5000})]),
    "checksum": ("damaged", [Entry("x", "y", local={"crc": 1}, central={"crc": 1})]),
    "no deflate": ("damaged", [Entry("x", "y" * 50, body=b"\xff" * 40)]),
    # other compression, encryption
    "bzip2": ("unsupported", [Entry("x", "y", method=12)]),
    "deflate64": ("unsupported", [Entry("x", "y", method=9)]),
    "encrypted": ("encrypted", [Entry("x", "y", flags=ENCRYPTED)]),
    "strongly encrypted": ("encrypted", [Entry("x", "y", flags=0x41)]),
    "aes": ("encrypted", [Entry("x", "y", central_extra=struct.pack("<HH", 0x9901, 0))]),
    "patch": ("unsupported", [Entry("x", "y", flags=0x20)]),
    "second disk": ("unsupported", [Entry("x", "y", central={"disk": 1})]),
    # a lying directory
    "other name": ("disagree", [Entry("x.txt", "y", local={"name": b"y.txt"})]),
    "other checksum": ("disagree", [Entry("x", "y", central={"crc": 5})]),
    "other size": ("disagree", [Entry("x", "y" * 50, central={"size": 51})]),
    "other method": ("disagree", [Entry("x", "y", method=STORED, local={"method": 8})]),
    "other flags": ("disagree", [Entry("x", "y", local={"flags": DESCRIPTOR})]),
    "other place": ("disagree", [Entry("x", "y", at=3)]),
    "place beyond the end": ("disagree", [Entry("x", "y", at=0x7FFFFFFF)]),
    "second name": ("disagree", [Entry("x", "y", central_extra=struct.pack("<HHBI", 0x7075, 6, 1, 0) + b"z")]),
    "wrong descriptor": ("disagree", [Entry("x", "y", flags=DESCRIPTOR, descriptor=struct.pack("<IIII", 0x08074B50, 1, 2, 3))]),
    "stored with two sizes": ("disagree", [Entry("x", "y" * 9, method=STORED, local={"size": 8}, central={"size": 8})]),
    # entries that overlap, and bytes that belong to none
    "hidden entry": ("overlap", [Entry("x", "y", hidden=True)]),
    "gap": ("overlap", [Entry("x", "y", before=b"gap")]),
    # archives in the archive
    "zip": ("nested_archive", [Entry("lib.bin", archive(good()), method=STORED)]),
    "tar": ("nested_archive", [Entry("lib.bin", bytes(257) + b"ustar\0" + bytes(249))]),
    "7z": ("nested_archive", [Entry("lib.bin", b"7z\xbc\xaf\x27\x1c" + bytes(40))]),
    "name": ("nested_archive", [Entry("lib.TAR.GZ", b"\x1f\x8b")]),
}


def overlapping():
    """Two entries that share the bytes of one: the classic bomb that no ratio of an entry shows."""
    inner = Entry("inner.txt", "y" * 40, method=STORED)
    outer = Entry("outer.txt", inner.header() + inner.body, method=STORED)
    first = archive(good(outer))
    place = first.index(inner.header())
    inner.at, inner.hidden = place, False
    records = [*good(outer)]
    data = b"".join(entry.header() + entry.body for entry in records)
    directory, at = b"", 0
    for entry in records:
        directory += entry.record(at)
        at += len(entry.header() + entry.body)
    directory += inner.record(place)
    return data + directory + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 4, 4, len(directory), len(data), 0)


WHOLE = {
    "empty file": ("not_a_zip", b""),
    "text": ("not_a_zip", b"PK but no zip" * 100),
    "short": ("not_a_zip", b"PK\5\6"),
    "cut off": ("not_a_zip", archive(good())[:-30]),
    "half": ("not_a_zip", archive(good(Entry("x", os.urandom(5000))))[:3000]),
    "prefix": ("disagree", b"#!/bin/sh\n" + archive(good())),
    "prefix with true places": ("overlap", archive(good(), prefix=b"#!/bin/sh\n")),
    "gap at the end": ("overlap", archive(good(), gap=b"gap")),
    "tail": ("disagree", archive(good(), tail=b"more")),
    "two ends": ("disagree", archive(good(), comment=archive(good())[-22:])),
    "count too small": ("disagree", archive(good(), count=1)),
    "count too large": ("disagree", archive(good(), count=3)),
    "huge count": ("too_many_files", archive(good(), zip64={"count": 1 << 40})),
    "directory elsewhere": ("disagree", archive(good(), at=0)),
    "directory too large": ("disagree", archive(good(), size=1 << 30)),
    "zip64 elsewhere": ("disagree", archive(good(), zip64={"place": 5})),
    "zip64 that disagrees": ("disagree", archive(good(), zip64={"old": (9, 0xFFFFFFFF, 0xFFFFFFFF)})),
    "other disk": ("unsupported", archive(good(), disk=1)),
    "overlap": ("overlap", overlapping()),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_entries(apps, daemon, name):
    word, entries = HOSTILE[name]
    before = tree(apps.folder)
    with Unchanged(apps.client):
        error = apps.refused(good(*entries))
    assert error.data["reason"] == word, error
    assert error.message and not any(ord(c) < 32 for c in error.message + error.data.get("entry", "")), error
    assert apps.listed() == [] and not set(tree(apps.folder)) - set(before) - {"app.zip"}
    left_nothing(apps)


@pytest.mark.parametrize("name", WHOLE)
def test_hostile_archives(apps, name):
    word, data = WHOLE[name]
    with Unchanged(apps.client):
        assert apps.refused(data).data["reason"] == word
    assert apps.listed() == []
    left_nothing(apps)


def test_too_large_an_archive(apps):
    path = apps.folder / "large.zip"
    with open(path, "wb") as file:
        file.truncate((64 << 20) + 1)
    error = apps.client.error("apps:install", {"zipPath": str(path)})
    assert error.word == "archive_refused" and error.data["reason"] == "too_large"
    left_nothing(apps)


# --- manifests ------------------------------------------------------------------------

BAD_MANIFESTS = {
    "no id": ({"id": None}, "id"),
    "id of a path": ({"id": "../x"}, "id"),
    "upper-case id": ({"id": "Notes"}, "id"),
    "id with a dot first": ({"id": ".notes"}, "id"),
    "long id": ({"id": "x" * 65}, "id"),
    "empty id": ({"id": ""}, "id"),
    "number as id": ({"id": 5}, "id"),
    "no name": ({"name": None}, "name"),
    "empty name": ({"name": ""}, "name"),
    "long name": ({"name": "x" * 129}, "name"),
    "name with an escape": ({"name": "a\x1b[31m"}, "name"),
    "name with a turn": ({"name": "a\u202eb"}, "name"),
    "no version": ({"version": None}, "version"),
    "version": ({"version": "1.0"}, "version"),
    "version with a zero": ({"version": "01.0.0"}, "version"),
    "no entry": ({"entry": None}, "entry"),
    "missing entry": ({"entry": "start.html"}, "entry"),
    "entry outside": ({"entry": "../../../etc/passwd"}, "entry"),
    "entry that is a directory": ({"entry": "a"}, "entry"),
    "missing icon": ({"icon": "icon.png"}, "icon"),
    "no permissions": ({"permissions": None}, "permissions"),
    "list of permissions": ({"permissions": []}, "permissions"),
    "unknown permission": ({"permissions": {"network": True}}, "permissions"),
    "tools": ({"permissions": {"tools": "mcp__x"}}, "tools"),
    "tool": ({"permissions": {"tools": ["mcp x"]}}, "tools"),
    "tool with a control character": ({"permissions": {"tools": ["mcp\x11"]}}, "tools"),
    "many tools": ({"permissions": {"tools": ["mcp__x"] * 257}}, "tools"),
    "captureRead": ({"permissions": {"captureRead": 1}}, "captureRead"),
    "description": ({"description": "x" * 1025}, "description"),
}


@pytest.mark.parametrize("name", BAD_MANIFESTS)
def test_bad_manifests(apps, name):
    fields, word = BAD_MANIFESTS[name]
    with Unchanged(apps.client):
        error = apps.refused(good(Entry("a/b", "x"), **fields), "manifest_refused")
    assert error.message.startswith("manifest.json: ") and word in error.message, error
    left_nothing(apps)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b'{"id": "a", "id": "b"}', b"\xff", b"[" * 500, os.urandom(33 << 10).hex().encode()],
                         ids=["empty", "open", "list", "null", "twice", "latin", "deep", "large"])
def test_manifests_that_are_no_json(apps, text):
    apps.refused([Entry("manifest.json", text), Entry("index.html", INDEX)], "manifest_refused")
    left_nothing(apps)


def test_no_manifest(apps):
    for entries in ([], [Entry("index.html", INDEX)], [Entry("notes/manifest.json", manifest().data), Entry("index.html", "x")],
                    [Entry("manifest.json/x", "x")]):
        assert "root" in apps.refused(entries, "manifest_refused").message
    left_nothing(apps)


# --- versions and grants --------------------------------------------------------------


def test_an_update_needs_a_newer_version(apps):
    apps.install(good(version="1.2.0"))
    (first,) = apps.directories()
    for version in ("1.2.0", "1.2.0+other", "1.1.9", "1.2.0-rc.1", "0.9.0"):
        error = apps.refused(good(version=version), "app_not_newer")
        assert error.data["installed"] == "1.2.0" and error.data["version"] == version and "not newer" in error.message
    left_nothing(apps, [first])
    apps.client.call("event.subscribe", {"topics": ["event.appsChanged"]})
    apps.install(good(Entry("new.js", "x"), version="1.10.0"))
    assert apps.client.event()["params"]["change"] == "updated"
    until(lambda: len(apps.directories()) == 1, "the removal of the old version")
    (app,) = apps.listed()
    assert app["version"] == "1.10.0" and app["updatedAt"] > app["installedAt"] and "new.js" in apps.content()[0]


def test_an_update_that_asks_for_more_keeps_the_grant(apps):
    asks = {"tools": ["mcp__a__*", "mcp__b__read"], "captureRead": False}
    assert apps.install(good(permissions=asks), grant=True)["permissions"] == asks
    more = {"tools": ["mcp__a__*", "mcp__b__*"], "captureRead": True}
    result = apps.install(good(permissions=more, version="2.0.0"))
    assert result["permissions"] == asks and result["requested"] == more
    less = {"tools": ["mcp__a__x"], "captureRead": False}
    assert apps.install(good(permissions=less, version="3.0.0"))["permissions"] == NOTHING
    assert apps.listed()[0]["permissions"] == NOTHING and apps.listed()[0]["requested"] == less


def test_grant(apps):
    asks = {"tools": ["mcp__a__*", "mcp__b__read"], "captureRead": True}
    apps.install(good(permissions=asks))
    call = apps.client.call
    call("event.subscribe", {"topics": ["event.appsChanged"]})
    assert call("apps.grant", {"appId": "notes"})["permissions"] == asks
    event = apps.client.event()["params"]
    assert event["change"] == "granted" and event["app"]["permissions"] == asks
    some = {"tools": ["mcp__a__list"], "captureRead": False}
    assert call("apps.grant", {"appId": "notes", "permissions": some})["permissions"] == some == apps.listed()[0]["permissions"]
    assert call("apps.grant", {"appId": "notes", "permissions": {}})["permissions"] == NOTHING
    for wrong in ({"tools": ["mcp__b__write"]}, {"tools": ["*"]}, {"tools": ["mcp__*"]}):
        assert apps.client.error("apps.grant", {"appId": "notes", "permissions": wrong}).word == "permission_not_requested"
    apps.install(good(version="1.0.1"))
    assert apps.client.error("apps.grant", {"appId": "notes", "permissions": {"captureRead": True}}).word == "permission_not_requested"
    assert apps.client.error("apps.grant", {"appId": "other"}).word == "app_not_found"
    assert apps.client.error("apps.grant", {"appId": "notes", "permissions": {"tools": ["a b"]}}, bad=True).word == "invalid_params"


# --- the path of the archive ----------------------------------------------------------


def test_paths_that_are_no_archive(apps):
    fifo, directory, link = apps.folder / "fifo", apps.folder / "directory", apps.folder / "link"
    os.mkfifo(fifo)
    directory.mkdir()
    link.symlink_to(apps.write(archive(good())))
    for path in (fifo, directory, apps.folder / "missing", "/dev/null", "/dev/zero"):
        error = apps.client.error("apps:install", {"zipPath": str(path)})
        assert error.word == "file_failed" and f"cannot open {path}: " in error.message, (path, error)
    for path in ("app.zip", "~/app.zip", "/a\0b"):
        error = apps.client.error("apps:install", {"zipPath": path}, bad=True)
        assert error.word == "invalid_params" and error.data["path"] == "params.zipPath", (path, error)
    assert apps.client.call("apps:install", {"zipPath": str(link)})["appId"] == "notes"


def test_a_file_that_may_not_be_read(apps):
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    path = apps.write(archive(good()))
    os.chmod(path, 0)
    assert "Permission denied" in apps.client.error("apps:install", {"zipPath": path}).message


# --- several at a time ----------------------------------------------------------------


def test_two_installs_of_one_app_at_once(apps, daemon):
    """One of them wins, and the other one is told."""
    paths = [apps.write(archive(good(Entry("which", str(n)))), f"{n}.zip") for n in range(6)]
    clients = [daemon.client() for _ in paths]
    for client, path in zip(clients, paths):
        client.request("apps:install", {"zipPath": path})
    answers = [client.read() for client in clients]
    winners = [n for n, answer in enumerate(answers) if "result" in answer]
    assert len(winners) == 1
    assert all(answer["error"]["data"]["code"] == "app_not_newer" for answer in answers if "error" in answer)
    until(lambda: len(apps.directories()) == 1, "the removal of the others")
    assert apps.content()[0]["which"] == str(winners[0]).encode()


def test_many_apps(apps, daemon):
    client = daemon.client()
    for n in range(10):
        client.request("apps:install", {"zipPath": apps.write(archive(good(id=f"app{n}")), f"{n}.zip")})
    assert {client.read()["result"]["appId"] for _ in range(10)} == {f"app{n}" for n in range(10)}
    assert [app["appId"] for app in apps.listed()] == [f"app{n}" for n in range(10)] and len(apps.directories()) == 10
