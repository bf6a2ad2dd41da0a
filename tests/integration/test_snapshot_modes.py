"""Which mode bits task.undo restores: never those that would let a file run as the daemon's user."""

import os
import shutil
import struct

import pytest

from cli import Cli
from snapshots import Yard

NOBODY = 65534
CAPABILITY = "security.capability"
NET_RAW = struct.pack("<IIIII", 0x02000001, 1 << 13, 0, 0, 0)  # version 2, effective

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="gives files to another user: needs root")


@pytest.fixture
def yard(house):
    return Yard(house)


def put_foreign(yard, name, mode, content="#!/bin/sh\nid\n"):
    """A file of somebody else."""
    path = yard.put(name, content)
    os.chown(path, NOBODY, NOBODY)
    path.chmod(mode)
    return path


def mode_of(path):
    return path.lstat().st_mode & 0o7777


def delete(path):
    path.unlink()


def replace(path):
    path.with_name("beside").write_text("by the task")
    os.replace(path.with_name("beside"), path)


def rename(path):
    path.rename(path.with_name("moved"))


def overwrite(path):
    path.write_text("by the task")


@needs_root
@pytest.mark.parametrize("paths", [(), ("tool", "moved", "beside")], ids=["all", "named"])
@pytest.mark.parametrize("change", [delete, replace, rename, overwrite])
@pytest.mark.parametrize("mode", [0o6755, 0o4711, 0o2755, 0o1755])
def test_a_file_is_restored_without_set_id(yard, mode, change, paths):
    tool = put_foreign(yard, "tool", mode)
    os.setxattr(tool, CAPABILITY, NET_RAW)
    content = tool.read_bytes()
    yard.start()
    task = yard.task(lambda: change(tool), *paths)
    assert yard.files(task)["tool"]["beforeMode"] == mode  # what it was is shown as it was
    stripped = {} if mode == 0o1755 else {"withoutSetId": ["tool"]}
    planned = yard.undo(task, dryRun=True)
    done = yard.undo(task)
    assert planned == done and {key: done[key] for key in done if key == "withoutSetId"} == stripped, done
    assert done["restored"] == ["tool"] and done["left"] == []
    assert tool.read_bytes() == content and mode_of(tool) == mode & 0o1777, oct(mode_of(tool))
    assert CAPABILITY not in os.listxattr(tool)
    assert yard.diff(task)["undone"] and yard.undo(task) == {"restored": [], "removed": [], "left": []}
    assert_nothing_runs_from(yard.store)


def assert_nothing_runs_from(store):
    """Nobody but its owner gets at anything in there, and nothing of it is set-user-ID."""
    for path in [store, *store.rglob("*")]:
        assert mode_of(path) & (0o7077 if path.is_dir() else 0o7177) == 0, (path, oct(mode_of(path)))
        assert CAPABILITY not in os.listxattr(path)


@needs_root
def test_hard_links_of_such_a_file_stay_as_they_are(yard):
    """The other name is the file itself, with its owner and its mode; what is put back is a new file."""
    tool = put_foreign(yard, "tool", 0o6755)
    os.link(tool, yard.cwd / "other")
    os.link(tool, yard.cwd.parent / "outside")
    yard.start()
    task = yard.task(lambda: tool.unlink())
    assert yard.undo(task)["withoutSetId"] == ["tool"]
    assert mode_of(tool) == 0o755 and tool.stat().st_nlink == 1
    for other in (yard.cwd / "other", yard.cwd.parent / "outside"):
        assert mode_of(other) == 0o6755 and other.stat().st_uid == NOBODY and other.stat().st_nlink == 2
    assert_nothing_runs_from(yard.store)


@needs_root
def test_the_pool_holds_no_such_file(yard):
    """A second task takes the copy of the first one from the pool: it is a plain file there too."""
    tool = put_foreign(yard, "tool", 0o6755)
    os.utime(tool, (1, 1))
    yard.start()
    for _ in range(3):
        task = yard.task(lambda: yard.put("beside", os.urandom(4)))
        assert_nothing_runs_from(yard.store)
    assert yard.undo(task)["restored"] == ["beside"] and mode_of(tool) == 0o6755 and tool.stat().st_uid == NOBODY


def test_set_id_that_the_task_took_or_gave(yard):
    """One's own file: what the task gave goes, what it took does not come back, and the answer says so."""
    given = yard.put("given", "x", 0o755)
    taken = yard.put("taken", "x", 0o6755)
    both = yard.put("both", "x", 0o4755)
    yard.start()

    def change():
        given.chmod(0o6755)
        taken.chmod(0o755)
        yard.put("both", "changed")
        both.chmod(0o600)

    task = yard.task(change)
    planned, done = yard.undo(task, dryRun=True), yard.undo(task)
    assert planned == done and sorted(done["restored"]) == ["both", "given"] and done["withoutSetId"] == ["both"]
    [left] = done["left"]
    assert left["path"] == "taken" and left["reason"] == "not_possible" and "set-user-ID" in left["message"]
    assert [mode_of(path) for path in (given, taken, both)] == [0o755, 0o755, 0o755]
    taken.chmod(0o6755)  # a person does it
    assert yard.undo(task) == {"restored": [], "removed": [], "left": []} and yard.diff(task)["undone"]


def test_directories(yard):
    """Set-group-ID of a directory is about the group of what is made in there; it comes back where that group is the same."""
    for name, mode in (("group", 0o2775), ("sticky", 0o1777), ("plain", 0o750)):
        yard.put(f"{name}/file", "x")
        (yard.cwd / name).chmod(mode)
    foreign = yard.put("foreign/file", "x").parent
    if os.geteuid() == 0:
        os.chown(foreign, NOBODY, NOBODY)
        foreign.chmod(0o2770)
    yard.start()

    def change():
        for name in ("group", "sticky", "plain", "foreign"):
            (yard.cwd / name / "file").unlink()
            (yard.cwd / name).rmdir()

    task = yard.task(change)
    planned, done = yard.undo(task, dryRun=True), yard.undo(task)
    assert planned == done and len(done["restored"]) == 4 and done["left"] == []
    assert [oct(mode_of(yard.cwd / name)) for name in ("group", "sticky", "plain")] == [oct(0o2775), oct(0o1777), oct(0o750)]
    if os.geteuid() == 0:
        assert done["withoutSetId"] == ["foreign"] and mode_of(foreign) == 0o770
    else:
        assert "withoutSetId" not in done


def becomes_a_file(path):
    (path / "file").unlink()
    path.rmdir()
    path.write_text("by the task")


def becomes_another_directory(path):
    rename(path)
    path.mkdir(0o700)


@pytest.mark.parametrize("change", [rename, becomes_a_file, becomes_another_directory])
@pytest.mark.parametrize("owner", ["own", pytest.param("foreign", marks=needs_root)])
def test_a_directory_with_set_group_id_is_put_back(yard, change, owner):
    """Under another name, or as something else, it is gone like one that was deleted."""
    path = yard.put("group/file", "x").parent
    if owner == "foreign":
        os.chown(path, NOBODY, NOBODY)
    path.chmod(0o2775)
    yard.start()
    task = yard.task(lambda: change(path))
    planned, done = yard.undo(task, dryRun=True), yard.undo(task)
    assert planned == done and done["left"] == [], (planned, done)
    lost = owner == "foreign" and change is not becomes_another_directory
    assert done.get("withoutSetId", []) == (["group"] if lost else [])
    assert path.is_dir() and (path / "file").read_text() == "x"
    # One that stands in its place stays as it is; nothing is ever given what its owner has not.
    expected = 0o700 if change is becomes_another_directory else 0o2775 if owner == "own" else 0o775
    assert mode_of(path) == expected, oct(mode_of(path))
    assert not (yard.cwd / "moved").exists()


@needs_root
def test_directories_in_directories(yard):
    """A directory is made with the group of the one that it lies in, if that has set-group-ID: then the one below it keeps
    its own. The plan knows that."""
    top = yard.cwd / "top"
    for path in (top / "kept" / "below", top / "lost" / "below"):
        path.mkdir(parents=True)
        (path / "file").write_text("x")
    stays, loses = top / "kept", top / "lost"
    os.chown(top, 0, NOBODY)
    for path in (stays, stays / "below"):
        os.chown(path, 0, NOBODY)
    for path in (loses, loses / "below"):
        os.chown(path, NOBODY, NOBODY)
    for path in (top, stays, stays / "below", loses, loses / "below"):
        path.chmod(0o2775)
    yard.start()

    def change():
        for path in (stays, loses):
            shutil.rmtree(path)

    task = yard.task(change)
    planned, done = yard.undo(task, dryRun=True), yard.undo(task)
    assert planned == done and done["withoutSetId"] == ["top/lost", "top/lost/below"], (planned, done)
    assert [mode_of(path) for path in (stays, stays / "below", loses, loses / "below")] == [0o2775, 0o2775, 0o775, 0o775]
    assert (stays / "below").stat().st_gid == NOBODY and (loses / "below").stat().st_gid == 0


@needs_root
def test_the_command_says_so(yard):
    tool = put_foreign(yard, "tool", 0o6755)
    yard.start()
    task = yard.task(tool.unlink)
    answer = Cli(yard.house.place).run("task", "undo", "--yes", task)
    assert "restored tool\n" in answer.out and "tool: set-user-ID and set-group-ID bits are not restored" in answer.out
