"""Files of installed apps: apps.file, apps:remove, files that somebody has changed, and what a crash leaves."""

import base64
import os
import shutil
import signal

import pytest

from archives import INDEX, Entry, archive, good
from desktop_channels import only, refuses
from disks import SmallDisk, needs_mount
from sessions import create
from setting import FAULTS
from test_app_install import Apps, left_nothing
from waiting import until


needs_faults = pytest.mark.skipif(not FAULTS, reason="the build has no fault points (WEIR_TEST_FAULTS=1 says it has)")


@pytest.fixture
def apps(daemon, client, tmp_path):
    return Apps(daemon, client, tmp_path)


def read(client, path, app="notes", **params):
    result = client.call("apps.file", {"appId": app, "path": path, **params})
    only(result, ["mediaType", "bytes", "data"])
    return base64.b64decode(result["data"], validate=True), result


# --- apps.file ------------------------------------------------------------------------


def test_file(apps):
    large = os.urandom(700_000)
    apps.install(good(Entry("js/app.js", "let a"), Entry("data.bin", large, method=0), Entry("é/ü.SVG", "<svg/>"), Entry("none", b"")))
    content, result = read(apps.client, "index.html")
    assert content == INDEX.encode() and result["mediaType"] == "text/html; charset=utf-8" and result["bytes"] == len(INDEX)
    assert read(apps.client, "js/app.js")[1]["mediaType"] == "text/javascript; charset=utf-8"
    assert read(apps.client, "é/ü.SVG")[1]["mediaType"] == "image/svg+xml"
    assert read(apps.client, "none")[0] == b""
    first, result = read(apps.client, "data.bin")
    assert result["mediaType"] == "application/octet-stream" and result["bytes"] == len(large) and len(first) == 524288
    assert first + read(apps.client, "data.bin", offset=524288)[0] == large
    assert read(apps.client, "data.bin", offset=5, limit=7)[0] == large[5:12]
    assert read(apps.client, "data.bin", offset=1 << 40)[0] == b""


def test_no_file_outside_of_the_app(apps):
    apps.install(good(Entry("a/b.txt", "x")))
    apps.install(good(id="other"))
    for path in ("missing", "a", "index.html/x", "INDEX.HTML", "a/" + "x" * 300):
        assert apps.client.error("apps.file", {"appId": "notes", "path": path}).word == "app_file_not_found", path
    for path in ("../manifest.json", "a/../index.html", "/etc/passwd", "./index.html", "a//b.txt", "index.html/", "a\0b", "..", ""):
        assert apps.client.error("apps.file", {"appId": "notes", "path": path}, bad=True).word == "invalid_params", path
    for app in ("missing", "..", "notes/../other"):
        assert apps.client.error("apps.file", {"appId": app, "path": "index.html"}).word == "app_not_found"
    refuses(apps.client, "apps.file", {"appId": "notes", "path": "index.html", "limit": 524289}, "limit")
    refuses(apps.client, "apps.file", {"appId": "notes", "path": "index.html", "offset": -1}, "offset")


def test_links_that_somebody_has_made_are_not_followed(apps):
    apps.install(good(Entry("a/b.txt", "x")))
    (name,) = apps.directories()
    secret = apps.folder / "secret"
    secret.write_text("secret")
    (apps.files / name / "link").symlink_to(secret)
    (apps.files / name / "etc").symlink_to("/etc")
    os.mkfifo(apps.files / name / "fifo")
    for path in ("link", "etc/passwd", "fifo"):
        assert apps.client.error("apps.file", {"appId": "notes", "path": path}).word == "app_file_not_found", path


# --- status ---------------------------------------------------------------------------


def change(path):
    path.write_text("changed")


def change_but_keep_size_and_time(path):
    before = path.stat()
    path.write_text("x" * before.st_size)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def replace_with_a_link(path):
    path.unlink()
    path.symlink_to("/etc/passwd")


@pytest.mark.parametrize("harm", [change, change_but_keep_size_and_time, replace_with_a_link, os.unlink, lambda path: shutil.rmtree(path.parent),
                                  lambda path: (path.parent / "more").touch(), lambda path: os.link(path, path.parent.parent / "second")],
                         ids=["change", "change in secret", "link", "remove", "remove all", "add", "hard link"])
def test_changed_files_are_an_error(apps, harm):
    apps.install(good())
    apps.install(good(id="other"))
    (found,) = [name for name in apps.directories() if b'"notes"' in (apps.files / name / "manifest.json").read_bytes()]
    harm(apps.files / found / "index.html")
    notes, other = apps.listed()
    assert notes["status"] == "error" and "install it again" in notes["error"]
    assert other["status"] == "installed" and "error" not in other
    apps.install(good(version="1.0.1"))
    assert [app["status"] for app in apps.listed()] == ["installed", "installed"]


@pytest.mark.parametrize("harm", [change, os.unlink, lambda path: shutil.rmtree(path.parent)], ids=["change", "remove", "remove all"])
def test_the_same_version_repairs_an_app(apps, harm):
    """It keeps its grant and its conversations. While the files are right, the same version is refused; an older one always is."""
    entries = good(permissions={"captureRead": True}, version="1.1.0")
    apps.install(entries, grant=True)
    mine = create(apps.client, appId="notes")["id"]
    before = apps.listed()[0]
    (found,) = apps.directories()
    assert apps.refused(entries, "app_not_newer").data["version"] == "1.1.0"
    harm(apps.files / found / "index.html")
    assert apps.refused(good(version="1.0.0"), "app_not_newer").data["version"] == "1.0.0"
    assert apps.listed()[0]["status"] == "error"
    apps.install(entries)
    (after,) = apps.listed()
    assert after == before | {"updatedAt": after["updatedAt"]}
    assert read(apps.client, "index.html")[0] == INDEX.encode() and [one["id"] for one in apps.client.call("session.list")] == [mine]
    until(lambda: found not in apps.directories(), "the removal of the broken files")
    assert apps.refused(entries, "app_not_newer").data["installed"] == "1.1.0"


def test_the_same_files_in_another_place_are_no_error(apps, daemon):
    """Somebody has restored the state from a backup: other inodes and times, the same contents."""
    apps.install(good(Entry("a/b.txt", "x")))
    (name,) = apps.directories()
    shutil.copytree(apps.files / name, apps.folder / "copy")
    shutil.rmtree(apps.files / name)
    shutil.copytree(apps.folder / "copy", apps.files / name)
    assert apps.listed()[0]["status"] == "installed"


# --- apps:remove ----------------------------------------------------------------------


def test_remove(apps, daemon):
    apps.install(good(permissions={"captureRead": True}), grant=True)
    mine = [create(apps.client, appId="notes")["id"] for _ in range(3)]
    others = create(apps.client)["id"]
    apps.client.call("event.subscribe", {"topics": ["event.appsChanged", "event.sessionDeleted"]})
    result = apps.client.call("apps:remove", {"appId": "notes"})
    only(result, ["success"])
    assert result == {"success": True} and apps.listed() == []
    events = [apps.client.event() for _ in range(4)]
    assert {event["params"]["sessionId"] for event in events[:3]} == set(mine)
    assert events[3]["params"]["change"] == "removed" and events[3]["params"]["appId"] == "notes" and "app" not in events[3]["params"]
    assert [session["id"] for session in apps.client.call("session.list")] == [others]
    left_nothing(apps)
    assert apps.client.error("apps:remove", {"appId": "notes"}).word == "app_not_found"
    assert apps.client.error("apps.file", {"appId": "notes", "path": "index.html"}).word == "app_not_found"
    assert apps.install(good(permissions={"captureRead": True}, version="0.1.0"))["permissions"]["captureRead"] is False


def test_remove_an_app_with_many_sessions(apps):
    apps.install(good())
    for _ in range(230):
        create(apps.client, appId="notes")
    assert apps.client.call("apps:remove", {"appId": "notes"}) == {"success": True}
    assert apps.client.call("session.list") == [] and apps.listed() == []


def test_remove_an_app_with_a_running_task(apps, daemon):
    """Refused, and all of its sessions are left, although they are removed in several steps."""
    apps.install(good())
    sessions = [create(apps.client, appId="notes")["id"] for _ in range(120)]
    busy = sessions[60]
    watcher = daemon.client()
    watcher.call("event.subscribe", {"topics": ["event.taskStarted"]})
    apps.client.call("task.submit", {"prompt": "hold", "sessionId": busy})
    watcher.event()
    error = apps.client.error("apps:remove", {"appId": "notes"})
    assert error.word == "session_busy" and busy in error.message and f"weir session close {busy}" in error.message
    assert {one["id"] for one in apps.client.call("session.list", {"limit": 200})} == set(sessions)
    assert apps.listed()[0]["status"] == "installed"
    apps.client.call("session.close", [busy])
    assert apps.client.call("apps:remove", {"appId": "notes"}) == {"success": True}
    assert apps.client.call("session.list") == []
    left_nothing(apps)


# --- a full disk ----------------------------------------------------------------------


@needs_mount
@pytest.mark.parametrize("free", [300, 2500])
def test_a_full_disk_in_the_middle(make_daemon, place, tmp_path, free):
    """The disk has so many KiB left, which is not enough for the files of the update."""
    disk = SmallDisk(place, size="16m")
    try:
        daemon = make_daemon().start(wrapper=disk.wrapper)
        apps = Apps(daemon, daemon.client(), tmp_path)
        apps.files = disk.files / "apps"
        apps.install(good())
        (first,) = apps.directories()
        room = os.statvfs(disk.files)
        with open(disk.files / "filler", "wb") as filler:
            os.posix_fallocate(filler.fileno(), 0, room.f_bavail * room.f_frsize - free * 1024)
        error = apps.refused(good(*[Entry(f"{n}.bin", os.urandom(100_000)) for n in range(40)], version="2.0.0"))
        assert error.data["reason"] == "no_space" and "No space left" in error.message
        left_nothing(apps, [first])
        disk.empty()
        assert [(app["version"], app["status"]) for app in apps.listed()] == [("1.0.0", "installed")]
        apps.install(good(version="2.0.0"))
        assert not daemon.finish()
    finally:
        disk.close()


# --- crashes --------------------------------------------------------------------------

POINTS = ["apps.made", "apps.before_unpack", "apps.before_sync", "apps.before_rename", "apps.renamed", "apps.before_commit",
          "apps.committed", "apps.before_remove"]
COMMITTED = ("apps.committed", "apps.before_remove")


def installing(make_daemon, folder, **options):
    """A daemon that has been started, and its apps."""
    daemon = make_daemon().start(**options)
    return daemon, Apps(daemon, daemon.client(), folder)


def killed(daemon):
    daemon.expected_exit, daemon.left_behind_is_fine = -signal.SIGKILL, True
    daemon.wait()
    assert not daemon.finish()


def only_one_is_left(apps):
    until(lambda: len(apps.directories()) == 1, "the removal of what was left")


@needs_faults
@pytest.mark.parametrize("point", POINTS)
def test_kill_at_each_step(make_daemon, tmp_path, point):
    """An update that is interrupted leaves the old version or the new one, and no litter."""
    daemon, apps = installing(make_daemon, tmp_path)
    apps.install(good(Entry("old", "x")))
    assert not daemon.finish()
    daemon, apps = installing(make_daemon, tmp_path, environment={"WEIR_FAULT": f"{point}=kill"})
    path = apps.write(archive(good(Entry("new", "x"), version="2.0.0")))
    apps.client.request("apps:install", {"zipPath": path})
    killed(daemon)
    daemon, apps = installing(make_daemon, tmp_path)
    (app,) = apps.listed()
    is_new = app["version"] == "2.0.0"
    assert app["status"] == "installed" and is_new == (point in COMMITTED)
    only_one_is_left(apps)
    (content,) = apps.content()
    assert ("new" in content) == is_new and ("old" in content) != is_new
    if not is_new:
        apps.client.call("apps:install", {"zipPath": path})
        assert apps.listed()[0]["version"] == "2.0.0"


@needs_faults
@pytest.mark.parametrize("point", [point for point in POINTS if point not in COMMITTED])
def test_failure_at_each_step(make_daemon, tmp_path, point):
    passes = 2 if point == "apps.before_commit" else 1  # the store tries a change again that has failed with its group
    daemon, apps = installing(make_daemon, tmp_path, environment={"WEIR_FAULT": f"{point}=fail*0+{passes}"})
    path = apps.write(archive(good()))
    assert apps.client.error("apps:install", {"zipPath": path}).message
    left_nothing(apps)
    assert apps.listed() == []
    assert apps.client.call("apps:install", {"zipPath": path})["appId"] == "notes"


@needs_faults
def test_work_on_one_app_delays_no_other(make_daemon, tmp_path):
    """The disk takes its time with the files of an app that is removed."""
    release = tmp_path / "release"
    daemon, apps = installing(make_daemon, tmp_path, environment={"WEIR_FAULT": "apps.before_remove=hold", "WEIR_FAULT_RELEASE": str(release)})
    apps.install(good())
    apps.install(good(id="other"))
    other = daemon.client()
    other.call("event.subscribe", {"topics": ["event.appsChanged"]})
    request = apps.client.request("apps:remove", {"appId": "notes"})
    assert other.event()["params"]["change"] == "removed"
    assert read(other, "index.html", "other")[0] == INDEX.encode()
    assert [app["status"] for app in other.call("apps:list")["apps"]] == ["installed"]
    assert len(apps.directories()) == 2 and apps.client.nothing_came()
    release.touch()
    assert apps.client.answer(request)["result"] == {"success": True} and len(apps.directories()) == 1


@needs_faults
def test_kill_in_a_removal(make_daemon, tmp_path):
    """The row goes first: the next start removes the files."""
    daemon, apps = installing(make_daemon, tmp_path, environment={"WEIR_FAULT": "apps.before_remove=kill"})
    apps.install(good())
    create(apps.client, appId="notes")
    apps.client.request("apps:remove", {"appId": "notes"})
    killed(daemon)
    assert len(apps.directories()) == 1
    daemon, apps = installing(make_daemon, tmp_path)
    assert apps.listed() == [] and apps.client.call("session.list") == []
    until(lambda: apps.directories() == [], "the removal of what was left")


MANY = [Entry(f"{n}", os.urandom(3000)) for n in range(2000)]


def has_begun(apps):
    return any(name.startswith("new_") for name in apps.directories())


def test_kill_while_it_unpacks(make_daemon, tmp_path):
    """At any moment, without fault points: weir-unpack ends with its daemon, and the next one removes what it wrote."""
    daemon, apps = installing(make_daemon, tmp_path)
    apps.install(good(Entry("old", "x")))
    apps.client.request("apps:install", {"zipPath": apps.write(archive(good(*MANY, version="2.0.0")))})
    until(lambda: has_begun(apps), "the new directory")
    daemon.send_signal(signal.SIGKILL)
    killed(daemon)
    daemon, apps = installing(make_daemon, tmp_path)
    (app,) = apps.listed()
    assert app["status"] == "installed" and app["version"] == "1.0.0"
    only_one_is_left(apps)


def test_restart_in_place(daemon, client, tmp_path):
    """Waits for what is being installed; apps are there afterwards."""
    other, apps = daemon.client(), Apps(daemon, client, tmp_path)
    request = client.request("apps:install", {"zipPath": apps.write(archive(good(*MANY)))})
    until(lambda: has_begun(apps), "the new directory")
    other.call("daemon.restart")
    assert client.answer(request)["result"]["appId"] == "notes"
    assert [app["status"] for app in apps.listed()] == ["installed"]
    assert read(client, "index.html")[0] == INDEX.encode()
    apps.install(good(version="1.0.1"))
    only_one_is_left(apps)


def test_leftovers_are_removed_at_the_start(make_daemon, tmp_path):
    daemon, apps = installing(make_daemon, tmp_path)
    apps.install(good())
    assert not daemon.finish()
    for name in ("new_01J0000000000000000000000A", "app_01J0000000000000000000000B", "anything"):
        (apps.files / name / "deep").mkdir(parents=True)
        (apps.files / name / "deep" / "file").touch()
    (apps.files / "file").touch()
    daemon, apps = installing(make_daemon, tmp_path)
    only_one_is_left(apps)
    assert apps.listed()[0]["status"] == "installed"


def test_stop_while_it_installs(make_daemon, tmp_path):
    daemon, apps = installing(make_daemon, tmp_path)
    request = apps.client.request("apps:install", {"zipPath": apps.write(archive(good(*MANY)))})
    until(lambda: has_begun(apps), "the new directory")
    daemon.send_signal(signal.SIGTERM)
    answer = apps.client.answer(request)
    assert "result" in answer or answer["error"]["data"]["code"] == "stopping", answer
    assert not daemon.finish()
    daemon, apps = installing(make_daemon, tmp_path)
    until(lambda: len(apps.directories()) == len(apps.listed()), "the removal of what was left")
    assert len(apps.listed()) == ("result" in answer)
