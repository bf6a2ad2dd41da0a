"""Rules that wait for files: weir-watch under its jail, through the daemon."""

import os
import pathlib
import shutil
import signal
import time

import pytest

from automations import create, create_rule, rule_of, runs, task
from brokers import is_of
from tasks import Gate
from waiting import until


@pytest.fixture
def folder(place):
    path = pathlib.Path(os.path.realpath(place.root)) / "watched"
    path.mkdir()
    return path


def file_rule(client, *paths, actions=None, settle=0, **more):
    return create(client, actions or [task()], {"type": "file", "paths": [str(path) for path in paths], "settleMs": settle},
                  policy={"maxPerHour": 1000}, **more)


def over(client, rule):
    return [run for run in runs(client, rule) if run["state"] not in ("running", "queued")]


def touch_until_run(client, rule, path):
    """Writes the file until a run tells of it: it may not be watched yet, or an earlier run may not be over. Then waits until all
    runs are over."""
    def attempt():
        path.write_text(os.urandom(4).hex())
        return any(str(path) in paths_of(run) for run in over(client, rule))

    until(attempt, lambda: f"a run after a change of {path}: {rule_of(client, rule)}")
    until(lambda: len(over(client, rule)) == len(runs(client, rule)), "the ends of all runs")
    return runs(client, rule)


def watchers(place):
    """Processes that are a weir-watch of this place's daemon."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else [b""]
            if words[0].endswith(b"/weir-watch") and is_of(place, int(entry.name)):
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def paths_of(run):
    return run["cause"]["data"]["paths"]


def test_a_change_of_a_file(client, folder):
    rule = file_rule(client, folder / "*.c", actions=[task("say {{paths}}; done")])
    first = touch_until_run(client, rule, folder / "a.c")[0]
    assert first["cause"]["type"] == "file" and paths_of(first) == [str(folder / "a.c")] and first["cause"]["data"]["count"] == 1
    assert first["state"] == "completed" and "paths: untrusted data" in first["actions"][0]["message"]


def test_other_files_do_not_count(client, folder):
    rule = file_rule(client, folder / "*.c")
    touch_until_run(client, rule, folder / "a.c")
    (folder / "b.h").write_text("x")
    (folder / "deeper").mkdir()
    (folder / "deeper" / "c.c").write_text("x")
    touch_until_run(client, rule, folder / "z.c")
    seen = {path for run in runs(client, rule) for path in paths_of(run)}
    assert seen == {str(folder / "a.c"), str(folder / "z.c")}


def test_a_directory_that_comes_back(client, folder):
    deep = folder / "one" / "two"
    deep.mkdir(parents=True)
    rule = file_rule(client, deep / "**")
    touch_until_run(client, rule, deep / "a")
    shutil.rmtree(folder / "one")
    deep.mkdir(parents=True)
    touch_until_run(client, rule, deep / "b")


@pytest.mark.parametrize("goes", [lambda path: shutil.rmtree(path), lambda path: path.rename(path.with_name("old"))], ids=["removed", "renamed"])
def test_a_directory_that_is_replaced_at_once(client, folder, goes):
    """Nobody watches the new one when the file is created: the directory above, which the sandbox shows, is another one, too."""
    deep = folder / "one" / "two"
    deep.mkdir(parents=True)
    rule, quick = file_rule(client, deep / "b"), file_rule(client, deep / "*")
    touch_until_run(client, quick, deep / "a")  # then the other rule, which is older, is watched as well
    goes(folder / "one")
    deep.mkdir(parents=True)
    (deep / "b").write_text("x")
    until(lambda: any(str(deep / "b") in paths_of(run) for run in runs(client, rule)), lambda: f"a run for the file: {rule_of(client, rule)}")


def test_a_change_that_has_not_settled_when_another_weir_watch_starts(client, folder):
    (folder / "in").mkdir()
    slow = file_rule(client, folder / "in" / "b", settle=1000)
    quick = file_rule(client, folder / "in" / "*")
    touch_until_run(client, quick, folder / "in" / "a")  # then the slow rule, which is older, is watched as well
    (folder / "in" / "b").write_text("x")
    written = (folder / "in" / "b").stat().st_mtime
    until(lambda: time.time() > written + 0.1, "a time that is clearly later than that of the file")
    (folder.parent / "other").mkdir()
    file_rule(client, folder.parent / "other" / "*")  # needs a larger view
    until(lambda: any(str(folder / "in" / "b") in paths_of(run) for run in runs(client, slow)), "a run for the change")


@pytest.mark.parametrize("is_worktree", [False, True])
def test_git_at_work_in_a_repository_above(client, folder, is_worktree):
    git = folder.parent / "elsewhere" if is_worktree else folder / ".git"
    git.mkdir()
    if is_worktree:
        (folder / ".git").write_text(f"gitdir: {git}\n")
    (folder / "src" / "lib").mkdir(parents=True)
    apart = folder.parent / "apart" / "free"  # with it, the sandbox does not show what is above the other one
    apart.mkdir(parents=True)
    locked, free = file_rule(client, folder / "src" / "lib" / "**"), file_rule(client, apart)
    (git / "index.lock").write_text("")
    touch_until_run(client, free, apart / "c")  # then the other rule, which is older, is watched as well
    (folder / "src" / "lib" / "b").write_text("x")
    touch_until_run(client, free, apart / "d")
    assert not runs(client, locked)
    (git / "index.lock").unlink()
    until(lambda: runs(client, locked), "a run when Git is ready")


def test_the_changes_of_its_own_task_do_not_count(client, folder, place):
    gate = Gate(place)
    rule = file_rule(client, folder, actions=[task(f"read {gate}; done")])

    def attempt():
        (folder / "mine").write_text(os.urandom(4).hex())
        return runs(client, rule)

    until(attempt, "a run")
    until(lambda: any(run["state"] == "running" for run in runs(client, rule)), "a run under way")
    (folder.parent / "other").mkdir()
    second = file_rule(client, folder.parent / "other")
    touch_until_run(client, second, folder.parent / "other" / "a")  # by then weir-watch knows that the first rule runs
    for i in range(20):
        (folder / f"by-the-task-{i}").write_text("x")
    gate.open()
    until(lambda: len(over(client, rule)) == len(runs(client, rule)), "the end of the run")
    seen = {path for run in runs(client, rule) for path in paths_of(run)}
    assert not any("by-the-task" in path for path in seen)


def test_switching_off_and_on(client, folder):
    rule = file_rule(client, folder)
    touch_until_run(client, rule, folder / "a")
    client.call("automation.disable", {"ruleId": rule})
    count = len(runs(client, rule))
    (folder / "b").write_text("x")
    client.call("automation.enable", {"ruleId": rule})
    touch_until_run(client, rule, folder / "c")
    seen = [path for run in runs(client, rule)[count:] for path in paths_of(run)]
    assert str(folder / "b") not in seen


def test_paths_outside_of_the_first_ones(client, folder, place):
    other = folder.parent / "other"
    other.mkdir()
    (folder / "in").mkdir()
    first = file_rule(client, folder / "in" / "*")
    touch_until_run(client, first, folder / "in" / "a")
    second = file_rule(client, other / "*")
    touch_until_run(client, second, other / "b")
    touch_until_run(client, first, folder / "in" / "c")
    assert all("other" not in path for run in runs(client, first) for path in paths_of(run))


def test_what_changed_while_weir_watch_was_gone(daemon, client, folder):
    rule = file_rule(client, folder)
    touch_until_run(client, rule, folder / "a")
    (watcher,) = watchers(daemon.place)
    os.kill(watcher, signal.SIGSTOP)
    (folder / "meanwhile").write_text("x")
    os.kill(watcher, signal.SIGKILL)
    until(lambda: any(str(folder / "meanwhile") in paths_of(run) for run in runs(client, rule)),
          lambda: f"a run for the file: {rule_of(client, rule)}")


@pytest.mark.parametrize("path", ["relative", "/", "/*", "/**/x", "/a/../b", "/a/./b", "/a\nb", "/" + "/".join(["x"] * 70)])
def test_paths_that_cannot_be_watched(client, path):
    error = client.error("automation:create", {"name": "x", "trigger": {"type": "file", "paths": ["/tmp/x", path]}, "actions": [task()]})
    assert error.word == "trigger_invalid" and error.data["path"] == "params.trigger.paths", error.message


def test_after_a_restart(daemon, folder):
    client = daemon.client()
    rule = create_rule(client, trigger={"type": "file", "paths": [str(folder)], "settleMs": 0})["ruleId"]
    touch_until_run(client, rule, folder / "a")
    assert daemon.stop() == 0 and not watchers(daemon.place)
    (folder / "while-weir-was-off").write_text("x")
    client = daemon.start().client()
    touch_until_run(client, rule, folder / "b")
    assert not any("while-weir-was-off" in path for run in runs(client, rule) for path in paths_of(run))


def test_nothing_runs_without_such_rules(daemon, client, folder):
    rule = file_rule(client, folder)
    touch_until_run(client, rule, folder / "a")
    assert len(watchers(daemon.place)) == 1
    client.call("automation:delete", {"ruleId": rule})
    until(lambda: not watchers(daemon.place), "the end of weir-watch")


@pytest.mark.faults
def test_a_directory_that_does_not_respond_for_a_while(make_daemon, place, folder):
    release = place.root / "release"
    fault = {"WEIR_FAULT": "cached.look=fail,resolve.work=hold*0+1", "WEIR_FAULT_RELEASE": str(release)}
    client = make_daemon().start(environment=fault).client()
    rule = file_rule(client, folder)
    until(lambda: "does not respond" in rule_of(client, rule).get("problem", ""), "its problem")
    release.touch()
    until(lambda: "problem" not in rule_of(client, rule), "it is watched")
    touch_until_run(client, rule, folder / "file")
