"""Snapshots of a task's files, and reverting its changes: keep_files, task.diff, task.undo."""

import os
import shutil
import signal
import time

import pytest

from daemon import BIN, REPOSITORY
from disks import SmallDisk, needs_mount
from snapshots import Yard, fails
from setting import MIB
from tasks import cancel, run, session_of, submit, wait
from waiting import until


@pytest.fixture
def yard(house):
    return Yard(house)


def change_everything(yard):
    yard.put("changed.txt", "one\n2\nthree\n")
    yard.put("new.txt", "new\n")
    yard.put("made/deep/er.txt", "deep\n")
    (yard.cwd / "made" / "empty").mkdir()
    (yard.cwd / "old" / "deleted.txt").unlink()
    shutil.rmtree(yard.cwd / "gone")
    (yard.cwd / "run.sh").chmod(0o600)
    yard.put("picture", b"\x89PNG\x00\xff" * 9)
    os.unlink(yard.cwd / "link")
    os.symlink("elsewhere", yard.cwd / "link")
    os.symlink("/etc", yard.cwd / "new-link")
    (yard.cwd / "was-file").unlink()
    yard.put("was-file/now-in-it", "x")
    shutil.rmtree(yard.cwd / "was-directory")
    yard.put("was-directory", "a file by now")
    yard.put("build/output", "not looked at")


def fill(yard):
    yard.put("changed.txt", "one\ntwo\nthree\n")
    yard.put("same.txt", "the same")
    yard.put("old/deleted.txt", "back again\n", 0o640)
    yard.put("gone/away/a", "a" * 5000)
    yard.put("gone/away/b", "")
    yard.put("run.sh", "#!/bin/sh\n", 0o755)
    yard.put("picture", b"\x89PNG\x00\x00" * 9)
    os.symlink("same.txt", yard.cwd / "link")
    yard.put("was-file", "a file")
    yard.put("was-directory/inside", "in it")
    yard.put(".gitignore", "/build/\n*.log\n")
    yard.put("build/output", "old")
    yard.put("debug.log", "old")
    yard.put(".git/config", "x")


def test_all_changes_of_a_task_are_shown_and_undone(yard):
    fill(yard)
    yard.start()
    before = yard.tree()
    task, prompt = yard.begin()
    assert yard.keep(prompt) == {"kept": 10, "complete": True}
    assert yard.keep(prompt) == {"kept": 10, "complete": True}  # once is enough
    change_everything(yard)
    assert set(yard.files(task)) == set(yard.files(task, texts=False))  # while it runs: what it did so far
    assert yard.files(task)["changed.txt"]["after"] == "one\n2\nthree\n"
    fails(yard, "task.undo", {"taskId": task}, "task_at_work")
    yard.end(task, prompt)
    yard.put("later.txt", "by somebody else")

    answer, files = yard.diff(task), yard.files(task)
    assert answer["complete"] and answer["cwd"] == str(yard.cwd) and not answer.get("undone")
    assert {path: file["change"] for path, file in files.items()} == {
        "changed.txt": "modified", "new.txt": "created", "made/deep/er.txt": "created", "old/deleted.txt": "deleted",
        "gone/away/a": "deleted", "gone/away/b": "deleted", "run.sh": "modified", "picture": "modified", "link": "modified",
        "new-link": "created", "was-file": "deleted", "was-file/now-in-it": "created", "was-directory": "created",
        "was-directory/inside": "deleted",
    }
    assert files["changed.txt"] | {"before": 0} == {
        "path": "changed.txt", "change": "modified", "beforeBytes": 14, "afterBytes": 12, "beforeMode": 0o644, "afterMode": 0o644,
        "link": False, "binary": False, "kept": True, "before": 0, "after": "one\n2\nthree\n",
    }
    assert (files["run.sh"]["beforeMode"], files["run.sh"]["afterMode"]) == (0o755, 0o600)
    assert files["picture"]["binary"] and "before" not in files["picture"] and "after" not in files["picture"]
    assert files["link"]["link"] and (files["link"]["before"], files["link"]["after"]) == ("same.txt", "elsewhere")
    assert files["gone/away/b"]["before"] == "" and "after" not in files["gone/away/b"]
    assert set(yard.files(task, paths=["gone", str(yard.cwd / "new.txt"), "no/such"])) == {"gone/away/a", "gone/away/b", "new.txt"}
    assert yard.files(task, paths=[]) == {}

    changed = yard.tree()
    planned = yard.undo(task, dryRun=True)
    assert yard.tree() == changed and not yard.diff(task).get("undone")
    part = yard.undo(task, paths=["new.txt"])
    assert part == {"restored": [], "removed": ["new.txt"], "left": []}
    done = yard.undo(task)
    assert sorted(planned["removed"]) == sorted(done["removed"] + ["new.txt"]) and planned["restored"] == done["restored"]
    assert done["left"] == [] and len(done["restored"]) == 9
    (yard.cwd / "later.txt").unlink()
    after = yard.tree()
    assert after.pop("build/output") != before.pop("build/output") and after == before
    assert yard.undo(task) == {"restored": [], "removed": [], "left": []}
    assert yard.diff(task)["undone"]
    note = [entry for entry in yard.client.call("audit.list") if entry["what"] == "task.undone"]
    assert [entry["data"] for entry in note][0] == {"restored": 9, "removed": len(done["removed"]), "left": 0}, note
    assert note[0]["taskId"] == task and len(note) == 2


def test_what_somebody_changed_since_is_left_and_named(yard):
    for name in "abcde":
        yard.put(name, f"{name} before")
    yard.start()

    def change():
        for name in "abcde":
            yard.put(name, f"{name} by the task")
        yard.put("new", "by the task")
        yard.put("made/file", "by the task")

    task = yard.task(change)
    yard.put("a", "a by a person")
    (yard.cwd / "b").unlink()
    (yard.cwd / "c").chmod(0o777)
    yard.put("d", "d before")  # a person has put it back
    yard.put("new", "by a person")
    yard.put("made/other", "by a person")
    os.utime(yard.cwd / "e")  # touched, with the same in it
    result = yard.undo(task)
    left = {item["path"]: item["reason"] for item in result["left"]}
    assert left == {"a": "changed_since", "b": "changed_since", "c": "changed_since", "new": "changed_since", "made": "not_possible"}
    assert all(item["message"] for item in result["left"])
    assert (result["restored"], result["removed"]) == (["e"], ["made/file"])
    tree = yard.tree()
    assert {name: tree[name][1] for name in tree if tree[name] != "directory"} == {
        "a": b"a by a person", "c": b"c by the task", "d": b"d before", "e": b"e before", "new": b"by a person",
        "made/other": b"by a person",
    }
    assert not yard.diff(task).get("undone")


def test_paths_one_by_one_and_later_tasks(yard):
    """As the built-in agent does: keep each file before it is written. Later tasks do not change the record of an
    earlier one."""
    yard.put("a.txt", "first")
    yard.put("sub/real.txt", "real")
    yard.put("other.txt", "other")
    os.symlink("sub", yard.cwd / "way")
    os.symlink("sub/real.txt", yard.cwd / "link.txt")
    os.symlink("/etc/passwd", yard.cwd / "out.txt")
    yard.put(".gitignore", "ignored\n")
    yard.put("ignored", "but named")
    yard.start()
    task, prompt = yard.begin()
    wanted = [yard.cwd / "a.txt", "x/y/new.txt", "./sub/../way/real.txt", "link.txt", "ignored"]
    assert [yard.keep(prompt, path) for path in wanted] == [{"kept": n, "complete": True} for n in (1, 1, 2, 2, 3)]
    for path in ["/etc/passwd", "../outside", "out.txt", ".weir/x"]:
        assert yard.keep(prompt, path) == {"kept": 3, "complete": False}
    yard.put("a.txt", "second")
    assert yard.keep(prompt, "a.txt")["kept"] == 3  # what it was at first counts
    yard.put("a.txt", "third")
    yard.put("x/y/new.txt", "new")
    yard.put("sub/real.txt", "unreal")
    yard.put("ignored", "changed")
    yard.put("other.txt", "nobody said so")
    yard.end(task, prompt)
    second = yard.task(lambda: yard.put("a.txt", "fourth"), "a.txt")

    files = yard.files(task)
    assert set(files) == {"a.txt", "x/y/new.txt", "sub/real.txt", "ignored"} and not yard.diff(task)["complete"]
    assert (files["a.txt"]["before"], files["a.txt"]["after"]) == ("first", "third")
    assert (yard.files(second)["a.txt"]["before"], yard.files(second)["a.txt"]["after"]) == ("third", "fourth")
    assert yard.undo(task, paths=["a.txt"])["left"][0]["reason"] == "changed_since"
    assert yard.undo(second)["restored"] == ["a.txt"]
    assert sorted(yard.undo(task)["restored"]) == ["a.txt", "ignored", "sub/real.txt"]
    assert yard.put("other.txt").parent.joinpath("a.txt").read_text() == "first" and not (yard.cwd / "x").exists()


def test_paths_first_and_then_all(yard):
    """A write, and a shell behind it: what the write has made is not taken for something that was there."""
    yard.put("a", "1")
    yard.start()
    task, prompt = yard.begin()
    yard.keep(prompt, "a", "new/file")
    yard.put("a", "2")
    yard.put("new/file", "made")
    assert yard.keep(prompt) == {"kept": 1, "complete": True}
    yard.put("new/more", "made too")
    yard.put("top", "made too")
    assert yard.keep(prompt, "top")["kept"] == 1
    yard.end(task, prompt)
    assert sorted(yard.files(task)) == ["a", "new/file", "new/more", "top"]
    yard.undo(task)
    assert yard.tree() == {"a": (0o644, b"1")}


def test_what_is_too_large_or_no_file_is_known_and_not_kept(yard):
    large = yard.put("large", b"")
    os.truncate(large, 17 * MIB)
    os.mkfifo(yard.cwd / "fifo")
    yard.put("text", "é" * (MIB // 2 + 1))
    yard.put(os.fsdecode(b"not-\xff-utf8"), "x")
    yard.start()

    def change():
        os.truncate(large, 16 * MIB + 1)
        yard.put("text", "short")
        os.truncate(yard.put("made-large"), 17 * MIB)
        yard.put(os.fsdecode(b"not-\xff-utf8"), "y")

    task, prompt = yard.begin()
    assert yard.keep(prompt) == {"kept": 2, "complete": False}
    change()
    yard.end(task, prompt)
    files = yard.files(task)
    assert set(files) == {"large", "text", "made-large", "not-\ufffd-utf8"} and not yard.diff(task)["complete"]
    assert not files["large"]["kept"] and not files["made-large"]["kept"]
    assert "before" not in files["text"] and files["text"]["after"] == "short" and files["text"]["kept"]
    result = yard.undo(task)
    assert [(item["path"], item["reason"]) for item in result["left"]] == [("large", "not_kept")]
    assert result["removed"] == ["made-large"] and (yard.cwd / "text").stat().st_size == MIB + 2


def test_a_directory_becomes_a_link_to_somewhere_else(yard, place):
    """Nothing outside of the working directory is read, written or removed, whatever an agent puts there."""
    outside = place.root / "outside"
    outside.mkdir()
    (outside / "file").write_text("changed")  # just what the task leaves behind
    (outside / "made").write_text("made")
    yard.put("dir/file", "mine")
    yard.put("dir/sub/deep", "mine too")
    yard.start()

    def change():
        yard.put("dir/file", "changed")
        yard.put("dir/made", "made")
        yard.put("dir/sub/deep", "changed")

    task = yard.task(change)
    os.rename(yard.cwd / "dir", place.root / "moved")
    os.symlink(outside, yard.cwd / "dir")
    result = yard.undo(task)
    assert result["restored"] == result["removed"] == []
    assert {item["path"] for item in result["left"]} >= {"dir/file", "dir/sub/deep"}
    assert sorted(os.listdir(outside)) == ["file", "made"] and (outside / "file").read_text() == "changed"

    # The same, done by the task itself: then the link is what it left, and the directory comes back.
    os.unlink(yard.cwd / "dir")
    os.rename(place.root / "moved", yard.cwd / "dir")

    def swap():
        shutil.rmtree(yard.cwd / "dir")
        os.symlink(outside, yard.cwd / "dir")

    task = yard.task(swap)
    assert {path: file["change"] for path, file in yard.files(task).items()} == {
        "dir": "created", "dir/file": "deleted", "dir/made": "deleted", "dir/sub/deep": "deleted",
    }
    assert yard.undo(task)["left"] == []
    assert yard.tree()["dir/file"][1] == b"changed" and sorted(os.listdir(outside)) == ["file", "made"]

    # And the working directory itself.
    task = yard.task(lambda: yard.put("dir/file", "again"))
    os.rename(yard.cwd, place.root / "moved")
    os.symlink(outside, yard.cwd)
    assert "link" in fails(yard, "task.undo", {"taskId": task}, "subsystem_unavailable")
    assert yard.files(task)["dir/file"]["after"] == "again"  # what was kept can still be seen
    os.unlink(yard.cwd)
    yard.cwd.mkdir()
    assert "replaced" in fails(yard, "task.undo", {"taskId": task}, "subsystem_unavailable")
    assert sorted(os.listdir(outside)) == ["file", "made"]


def test_what_is_hidden_from_agents_is_not_kept(yard, place):
    yard.cwd.rmdir()
    yard.cwd = place.home
    yard.put(".ssh/id", "secret")
    yard.put(".weir/x", "secret")
    yard.put("plain", "plain")
    yard.put("named/too", "secret")
    yard.put("env", "secret")
    yard.start(view={"read": [str(REPOSITORY / "tests"), str(BIN.parent)], "write": [str(place.root)],
                     "hide": ["~/named", str(yard.cwd / "env"), "~/nothing"]})
    task, prompt = yard.begin()
    assert yard.keep(prompt) == {"kept": 1, "complete": True}
    yard.put("plain", "changed")
    assert not yard.keep(prompt, ".ssh/id")["complete"]
    yard.put(".ssh/id", "other")
    yard.put("named/too", "other")
    yard.put("env", "other")
    yard.end(task, prompt)
    assert set(yard.files(task)) == {"plain"}
    assert not any(b"secret" in path.read_bytes() for path in yard.store.rglob("*") if path.is_file())


def test_texts_that_grow_in_an_answer(yard):
    """A control is six bytes in JSON: a task cannot make its changes too long to be told."""
    for name in range(7):
        yard.put(f"file{name}", "\x01" * ((1 << 20) - 10))
    yard.start()
    task = yard.task(lambda: [yard.put(f"file{name}", "x\n") for name in range(7)])
    files = yard.files(task)
    assert len(files) == 7 and "before" in files["file0"] and "before" not in files["file6"]
    assert all(file["kept"] for file in files.values())
    assert len(yard.client.call("task.undo", {"taskId": task})["restored"]) == 7


def test_keep_diff_and_undo_are_refused(yard, house):
    yard.put("a", "1")
    yard.start()
    task, prompt = yard.begin()
    refused = prompt.link.ask("keep_files", {"session_token": "0" * 64})
    assert refused["error"]["data"]["code"] == "token_refused"
    yard.end(task, prompt)
    assert yard.diff(task) == {"taskId": task, "cwd": str(yard.cwd), "files": [], "complete": False, "undone": False}
    assert yard.undo(task) == {"restored": [], "removed": [], "left": []}
    for method in ("task.diff", "task.undo"):
        fails(yard, method, {"taskId": "task_none"}, "task_not_found")
    # Another task of the session is at work.
    task = yard.task(lambda: yard.put("a", "2"))
    other, prompt = yard.begin()
    error = fails(yard, "task.undo", {"taskId": task}, "task_at_work")
    assert other in error
    yard.end(other, prompt)
    assert yard.undo(task)["restored"] == ["a"]


# --- through the real executor --------------------------------------------------------


def test_an_agent_in_its_sandbox(yard, place):
    """The script agent keeps and changes; a task that fails and one that is cancelled have their ends too."""
    yard.put("a", "1")
    yard.start()
    cwd = str(yard.cwd)
    task = run(yard.client, f"keep; write {cwd}/a 2; child mkdir -p {cwd}/b/c && echo hi > {cwd}/b/c/d; wait; done", agent="script", cwd=cwd)["id"]
    assert {path: file["change"] for path, file in yard.files(task).items()} == {"a": "modified", "b/c/d": "created"}
    failed = run(yard.client, f"keep {cwd}/a; write {cwd}/a 3; fail CODE because", agent="script", cwd=cwd)
    assert failed["state"] == "failed"
    held = submit(yard.client, f"keep; write {cwd}/a 4; say written; hold", agent="script", cwd=cwd)
    until(lambda: (yard.cwd / "a").read_text().strip() == "4", "it was written")
    assert cancel(yard.client, held)
    for one, before in ((held, "3"), (failed["id"], "2"), (task, "1")):
        assert yard.files(one)["a"]["before"].strip() == before
        assert yard.undo(one)["restored"] == ["a"] and (yard.cwd / "a").read_text().strip() == before
    assert yard.tree() == {"a": (0o644, b"1")}


# --- what outlives the daemon ----------------------------------------------------------


def kill(yard):
    yard.house.daemon.process.kill()
    yard.house.daemon.process.wait()


def test_a_daemon_that_is_killed(yard):
    """The next one shows and puts back what was kept, also of a task whose end nobody has seen."""
    fill(yard)
    yard.start()
    before = yard.tree()
    ended = yard.task(lambda: yard.put("same.txt", "ended"))
    task, prompt = yard.begin()
    yard.keep(prompt)
    change_everything(yard)
    kill(yard)
    yard.house.fakes[-1].close()
    yard.house.again()
    yard.follow()
    assert wait(yard.client, task)["state"] == "failed"
    until(lambda: (yard.store / task / "after").exists(), "its end was taken down without being asked for")
    assert yard.files(task)["changed.txt"]["after"] == "one\n2\nthree\n"
    assert yard.undo(task)["left"] == [] and yard.undo(ended)["left"] == []
    after = yard.tree()
    assert after.pop("build/output") != before.pop("build/output") and after == before


def test_a_new_program_takes_over(yard):
    """Snapshots survive daemon.restart, also that of a running task."""
    yard.put("a", "1")
    yard.put("b", "1")
    yard.start()
    first = yard.task(lambda: yard.put("a", "2"))
    task, prompt = yard.begin()
    yard.keep(prompt, "a")
    yard.put("a", "3")
    yard.client.call("daemon.restart")
    yard.keep(prompt, "b")
    yard.put("b", "3")
    yard.end(task, prompt)
    yard.put("b", "4")
    assert {path: file["after"] for path, file in yard.files(task).items()} == {"a": "3", "b": "3"}
    assert yard.undo(task, paths=["a"])["restored"] == ["a"] and yard.undo(first)["restored"] == ["a"]
    assert yard.tree()["a"] == (0o644, b"1")


@needs_mount
def test_the_disk_is_almost_full(yard, place):
    """The store has the room that is left; files are known, and not kept."""
    yard.put("a", "1")
    disk = SmallDisk(place)
    try:
        yard.start(wrapper=disk.wrapper)
        task, prompt = yard.begin()
        assert yard.keep(prompt) == {"kept": 0, "complete": False}
        yard.put("a", "22")
        yard.put("b", "new")
        yard.end(task, prompt)
        assert not yard.files(task)["a"]["kept"]
        result = yard.undo(task)
        assert result["removed"] == ["b"] and result["left"][0]["reason"] == "not_kept"
        yard.house.daemon.stop()
    finally:
        disk.close()


@pytest.mark.faults
@pytest.mark.parametrize("point", ["kept.walk=kill", "kept.copy=kill*3", "kept.save=kill"])
def test_killed_while_it_keeps(yard, point):
    """There is nothing that would not be true: what was being kept is not there, and what was kept before is."""
    fill(yard)
    yard.start(environment={"WEIR_FAULT": point})
    task, prompt = yard.begin()
    yard.keep(prompt, "new.txt")
    prompt.link.say({"id": "last", "method": "keep_files", "params": {"session_token": prompt.token}})
    yard.house.daemon.process.wait()
    yard.house.fakes[-1].close()
    yard.put("new.txt", "new")
    yard.put("changed.txt", "changed")
    yard.house.again()
    yard.follow()
    assert wait(yard.client, task)["state"] == "failed"
    assert list(yard.files(task)) == ["new.txt"]
    assert yard.undo(task)["removed"] == ["new.txt"]
    yard.session = None
    second = yard.task(lambda: yard.put("changed.txt", "2"))
    assert yard.undo(second)["restored"] == ["changed.txt"] and (yard.cwd / "changed.txt").read_text() == "changed"


@pytest.mark.faults
@pytest.mark.parametrize("point", ["kept.copy", "kept.save", "kept.walk"])
def test_the_disk_fails(yard, point):
    yard.put("a", "1")
    yard.put("b", "2")
    yard.start(environment={"WEIR_FAULT": f"{point}=fail*0+1"})
    task, prompt = yard.begin()
    answer = prompt.ask("keep_files")
    if point == "kept.copy":
        assert answer["result"] == {"kept": 1, "complete": False}
    else:
        assert answer["error"]["data"]["code"] == "subsystem_unavailable" and answer["error"]["message"]
        assert yard.keep(prompt) == {"kept": 2, "complete": True}
    yard.put("b", "3")
    yard.end(task, prompt)
    assert yard.undo(task)["restored"] == ["b"]


@pytest.mark.faults
def test_the_daemon_stops_while_it_keeps(yard, place):
    """It waits for what is at work, and leaves nothing that would not be true."""
    fill(yard)
    release = place.root / "release"
    yard.start(environment={"WEIR_FAULT": "kept.walk=hold", "WEIR_FAULT_RELEASE": str(release)}, tasks={"drainMs": 0})
    task, prompt = yard.begin()
    prompt.link.say({"id": "last", "method": "keep_files", "params": {"session_token": prompt.token}})
    until(lambda: (yard.store / task).exists(), "it has begun")
    yard.house.daemon.send_signal(signal.SIGTERM)
    yard.house.fakes[-1].kill()
    release.touch()
    yard.house.daemon.wait()
    yard.put("changed.txt", "later")
    yard.house.again(ended_by=0)
    yard.follow()
    assert yard.files(task) == {} and yard.undo(task)["restored"] == []


def test_damaged(yard):
    yard.put("a", "1")
    yard.start()
    task = yard.task(lambda: yard.put("a", "2"))
    manifest = yard.store / task / "before"
    good = manifest.read_bytes()
    for bad in (b"something else\0", good.replace(b" a\0", b" ../a\0"), good.replace(b"fh", b"zz"), good + b"\0"):
        manifest.write_bytes(bad)
        for method in ("task.diff", "task.undo"):
            assert "damaged" in fails(yard, method, {"taskId": task}, "subsystem_unavailable")
    manifest.write_bytes(good + b"fhr 644 1 1 1 1 1 1 torn")
    assert yard.files(task)["a"]["before"] == "1"
    [content] = [path for path in (yard.store / task).iterdir() if path.name.isdigit() and path.read_text() == "1"]
    content.write_text("")
    assert yard.undo(task)["left"][0]["reason"] == "not_possible" and (yard.cwd / "a").read_text() == "2"


# --- room ------------------------------------------------------------------------------


def test_an_unchanged_file_is_there_once(yard):
    path = yard.put("a", "x" * 1000)
    yard.start()
    first = yard.task(lambda: yard.put("b", "1"))
    until(lambda: old_enough(path), "the file is older than a clock's tick")
    second = yard.task(lambda: yard.put("b", "2"))
    third = yard.task(lambda: yard.put("b", "3"))
    inodes = {inode_of(yard, task, b"x" * 1000) for task in (second, third)}
    assert len(inodes) == 1 and inode_of(yard, first, b"x" * 1000)
    assert all((path.stat().st_mode & 0o077) == 0 for path in [yard.store, *yard.store.rglob("*")])


def old_enough(path):
    return time.time() - path.stat().st_ctime > 0.2


def inode_of(yard, task, content):
    [found] = [path for path in (yard.store / task).iterdir() if path.name.isdigit() and path.read_bytes() == content]
    return found.stat().st_ino


def pool_bytes(yard):
    """More than anything while files of it are just going."""
    try:
        return sum(path.stat().st_size for path in (yard.store / "pool").iterdir())
    except FileNotFoundError:
        return 1 << 60


def test_what_goes(yard):
    """With its session a task's files go, and the oldest where all of it is too much."""
    path = yard.put("large", b"1" * MIB)
    until(lambda: old_enough(path), "the file is older than a clock's tick")
    yard.start(retention={"keptBytes": 3 * MIB})
    tasks = []
    for i in range(4):
        tasks.append(yard.task(lambda: yard.put("large", bytes([i]) * MIB)))
    gone = yard.session
    yard.session = None
    other = yard.task(lambda: yard.put("small", "x"))
    yard.client.call("session.delete", {"sessionId": gone})
    until(lambda: not any((yard.store / task).exists() for task in tasks), "the files of the session are gone")
    until(lambda: pool_bytes(yard) <= MIB, "and so is what the pool had of them")
    assert list(yard.files(other)) == ["small"]

    again = [yard.task(lambda: yard.put("large", bytes([65 + i]) * MIB)) for i in range(4)]
    yard.client.call("session.delete", {"sessionId": session_of(yard.client)})
    until(lambda: not (yard.store / again[0]).exists(), "the oldest is gone")
    assert yard.undo(again[3])["restored"] == ["large"]
    assert yard.diff(again[0]) | {"cwd": ""} == {"taskId": again[0], "cwd": "", "files": [], "complete": False, "undone": False}
