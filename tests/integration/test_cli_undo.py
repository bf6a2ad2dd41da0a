"""weir task diff and weir task undo."""

import os

import pytest

from cli import Cli
from snapshots import Yard
from kernels import needs_namespaces
from setting import MIB, WEIR
from terminals import Terminal, without_colour

pytestmark = pytest.mark.skipif(not WEIR.exists(), reason="weir is not built")


@pytest.fixture
def cli(place):
    return Cli(place)


@pytest.fixture
def yard(house):
    yard = Yard(house)
    yard.put("a.txt", "one\ntwo\nthree\n")
    yard.put("gone", "it was there\n")
    yard.put("mode", "x\n")
    yard.put("binary", b"\0\1")
    os.symlink("a.txt", yard.cwd / "link")
    return yard.start()


def change(yard):
    yard.put("a.txt", "one\n2\nthree\n")
    yard.put("sub/new\x1b[31m.txt", "made\x1b[2J\n")
    (yard.cwd / "gone").unlink()
    (yard.cwd / "mode").chmod(0o755)
    yard.put("binary", b"\0\2")
    os.unlink(yard.cwd / "link")
    os.symlink("gone", yard.cwd / "link")


@needs_namespaces
def test_a_diff_for_people_and_for_programs(cli, yard):
    task = yard.task(lambda: change(yard))
    shown = cli.run("task", "diff", task)
    assert shown.code == 0 and shown.err == ""
    assert "modified a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n" in shown.out
    assert "deleted gone\n--- a/gone\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-it was there\n" in shown.out
    assert "modified binary, binary\n" in shown.out and "modified mode, mode 0644 to 0755\n" in shown.out
    assert "modified link, symbolic link\n" in shown.out and "-a.txt\n+gone\n" in shown.out
    assert "+++ b/sub/new" in shown.out and "\x1b" not in shown.out
    coloured = cli.run("task", "diff", task, "a.txt", "--color", "always").out
    assert "\x1b[" in coloured and without_colour(coloured) in shown.out
    listed = cli.run("task", "diff", task, "--stat").out
    assert [line.split(" ")[0] for line in listed.splitlines()] == ["M", "M", "D", "M", "M", "A"]
    assert "M a.txt  (14 bytes to 12 bytes)\n" in listed and "D gone  (13 bytes)\n" in listed and "\x1b" not in listed
    assert cli.run("task", "diff", task, yard.cwd / "gone", "mode", "-s").out.count("\n") == 2
    assert cli.run("task", "diff", task, "--json").json() == yard.diff(task)
    assert cli.run("task", "diff", task, "--stat", "--json", "gone").json() == yard.diff(task, paths=["gone"], texts=False)
    none = cli.run("task", "diff", "task_none")
    assert none.code == 1 and "no such task: task_none" in none.err


def test_what_is_not_shown_is_said(cli, yard):
    task, prompt = yard.begin()
    yard.end(task, prompt)
    empty = cli.run("task", "diff", task)
    assert empty.code == 0 and empty.out == "" and "no files were saved" in empty.err
    assert cli.run("task", "diff", yard.task(lambda: None)).out == "no files changed\n"

    def write_much():
        for i in range(12):
            yard.put(f"much/{i}", f"{i}\n" + "x" * (MIB - 100))
        yard.put("much/too", "x" * (MIB + 1))

    task = yard.task(write_much)
    assert sum("after" in file for file in yard.diff(task)["files"]) < 12
    shown = cli.run("task", "diff", task).out  # those that were left out are asked for one by one
    assert shown.count("\n+++ b/much/") == 12 and "created much/too, too long to show\n" in shown


def test_undo(cli, yard):
    before = yard.tree()
    task = yard.task(lambda: change(yard))
    changed = yard.tree()
    for arguments in ((), ("--json",)):
        refused = cli.run("task", "undo", task, *arguments)
        assert refused.code == 2 and "--yes" in refused.err and yard.tree() == changed
    planned = cli.run("task", "undo", task, "--dry-run")
    assert planned.code == 0 and yard.tree() == changed
    assert "would restore a.txt\n" in planned.out and "would remove sub/new" in planned.out and "\x1b" not in planned.out
    done = cli.run("task", "undo", task, "--yes", "gone")
    assert (done.code, done.out) == (0, "restored gone\n")
    yard.put("a.txt", "by a person")
    left = cli.run("task", "undo", task, "-y")
    assert left.code == 1 and "left a.txt: changed since the task ended\n" in left.out and "restored mode\n" in left.out
    yard.put("a.txt", "one\ntwo\nthree\n")
    assert yard.tree() == before
    again = cli.run("task", "undo", task, "--yes")
    assert (again.code, again.out) == (0, "nothing to undo\n")
    assert "undone already" in cli.run("task", "diff", task).err


def test_undo_asks_on_a_terminal(cli, yard):
    before = yard.tree()
    task = yard.task(lambda: change(yard))
    changed = yard.tree()
    for key, expected in (("n", changed), ("y", before)):
        with Terminal(cli, "task", "undo", task, "--color", "never") as terminal:
            terminal.until_shown("Undo these changes? [y/N]")
            assert "would restore a.txt" in terminal.written and yard.tree() == changed
            terminal.press(key)
            assert terminal.end() == 0
            assert ("restored a.txt" in terminal.written) == (key == "y")
        assert yard.tree() == expected
    task, prompt = yard.begin()
    refused = cli.run("task", "undo", task, "--yes")
    assert refused.code == 1 and "is running" in refused.err and "weir task wait" in refused.err
    yard.end(task, prompt)
