"""weir-watch without a sandbox: the test is the daemon."""

import os
import signal
import socket
import subprocess

import pytest

from bound import bound
from connector_peer import Connection, is_alive
from dialogue import Dialogue
from setting import BIN, SANITIZER_SIGNS, WATCHDOG_SECONDS
from waiting import until

PROGRAM = BIN / "weir-watch"
HOUR = 3600_000


class Watcher:
    """A weir-watch in a directory of its own."""

    def __init__(self, place, recorder, *arguments, wrapper=()):
        self.directory = place.root / "watcher"
        self.directory.mkdir(mode=0o700)
        self.path = self.directory / "sock"
        self.stderr_path = place.root / "watcher.stderr"
        self.recorder = recorder
        self.place = place
        with open(self.stderr_path, "wb") as stderr:
            self.process = subprocess.Popen(
                [*wrapper, str(PROGRAM), *map(str, arguments)], env=place.environment(EXECUTOR_SOCKET=self.path), stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=stderr, start_new_session=True, preexec_fn=bound())
        self.daemon = until(self._attempt, "weir-watch listens")

    def _attempt(self):
        assert self.process.poll() is None, self.stderr_path.read_text()
        record = Dialogue("daemon", "watcher")
        try:
            connection = Connection(self.path, record, self)
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        self.recorder.add(record)
        return connection

    def told(self, name, rule):
        return [params for method, params in self.daemon.told if method == f"watcher.{name}" and params["rule_id"] == rule]

    def set(self, *paths, rule="one", settle=0, **more):
        self.daemon.notify("watcher.set", rule_id=rule, paths=[str(path) for path in paths], settle_ms=settle, **more)

    def watch(self, *paths, rule="one", **more):
        """Watches, and waits until it does."""
        count = len(self.told("state", rule))
        self.set(*paths, rule=rule, **more)
        self.daemon.wait(lambda: len(self.told("state", rule)) > count, "the state of the rule")
        state = self.told("state", rule)[-1]
        assert state["ready"] and "problem" not in state, state
        return state

    def problem(self, *paths, rule="one", **more):
        self.set(*paths, rule=rule, **more)
        self.daemon.wait(lambda: self.told("state", rule), "a problem")
        state = self.told("state", rule)[-1]
        assert not state["ready"]
        return state["problem"]

    def quiet(self, quiet, rule="one"):
        self.daemon.notify("watcher.quiet", rule_id=rule, quiet=quiet)

    def paths(self, rule="one"):
        return [path for params in self.told("changed", rule) for path in params["paths"]]

    def wait_path(self, path, rule="one"):
        self.daemon.wait(lambda: str(path) in self.paths(rule), f"{path} in a change")

    def finish(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(WATCHDOG_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = f"nothing after SIGTERM; {self.process.wait()}"
        self.daemon.hang_up()
        text = self.stderr_path.read_text(errors="replace")
        problems = [] if code == 0 else [f"weir-watch exited with {code}"]
        problems += [sign for sign in SANITIZER_SIGNS if sign in text]
        problems += ["its socket was left"] if self.path.exists() else []
        problems += ["it still runs"] if is_alive(self.process.pid) else []
        return [*problems, text] if problems else []


@pytest.fixture
def watcher(place, recorder):
    watcher = Watcher(place, recorder, "--lock-ms", 5)
    yield watcher
    problems = watcher.finish()
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def folder(place):
    path = place.root.resolve() / "watched"
    path.mkdir()
    return path


def test_usage(place):
    for arguments, status, words in ((["--version"], 0, "weir-watch 0."), (["--help"], 0, "usage: weir-watch"), ([], 2, "no socket"),
                                     (["a", "b"], 2, "more than one socket"), (["--lock-ms", "x", "s"], 2, "--lock-ms must be")):
        result = subprocess.run([PROGRAM, *arguments], env=place.environment(), capture_output=True, text=True, check=False,
                                timeout=WATCHDOG_SECONDS)
        assert result.returncode == status and words in result.stdout + result.stderr, arguments


def test_files_are_created_changed_renamed_and_removed(watcher, folder):
    watcher.watch(folder / "*.c")
    (folder / "a.c").write_text("x")
    watcher.wait_path(folder / "a.c")
    for action in (lambda: (folder / "a.c").write_text("y"), lambda: (folder / "a.c").rename(folder / "b.c"), (folder / "b.c").unlink):
        count = len(watcher.told("changed", "one"))
        action()
        watcher.daemon.wait(lambda: len(watcher.told("changed", "one")) > count, "a change")
    assert set(watcher.paths()) == {str(folder / "a.c"), str(folder / "b.c")}


def test_changes_settle_together(watcher, folder):
    watcher.watch(folder, settle=150)
    for i in range(100):
        (folder / f"file{i}").write_text("x")
    watcher.daemon.wait(lambda: watcher.told("changed", "one"), "the change")
    (change,) = watcher.told("changed", "one")
    assert change["count"] == 100 and len(change["paths"]) == 64 and not change.get("rescanned")


def test_new_directories_are_watched(watcher, folder):
    watcher.watch(folder / "**" / "*.c")
    deep = folder / "a" / "b" / "c"
    deep.mkdir(parents=True)
    (deep / "early.c").write_text("x")
    watcher.wait_path(deep / "early.c")
    (deep / "late.c").write_text("x")
    watcher.wait_path(deep / "late.c")
    (deep / "late.h").write_text("x")
    (deep / "last.c").write_text("x")
    watcher.wait_path(deep / "last.c")
    assert str(deep / "late.h") not in watcher.paths()


def test_moved_directories_are_followed(watcher, folder):
    (folder / "a" / "b").mkdir(parents=True)
    watcher.watch(folder / "**" / "*.c")
    (folder / "a").rename(folder / "z")
    (folder / "z" / "b" / "x.c").write_text("x")
    watcher.wait_path(folder / "z" / "b" / "x.c")
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "b" / "y.c").write_text("x")
    watcher.wait_path(folder / "a" / "b" / "y.c")


def test_a_directory_that_comes_later(watcher, folder):
    watcher.watch(folder / "one" / "two" / "*")
    (folder / "one" / "two").mkdir(parents=True)
    (folder / "one" / "two" / "a").write_text("x")
    watcher.wait_path(folder / "one" / "two" / "a")
    (folder / "one").rename(folder / "away")
    (folder / "one" / "two").mkdir(parents=True)
    (folder / "one" / "two" / "b").write_text("x")
    watcher.wait_path(folder / "one" / "two" / "b")


def test_git_is_left_alone(watcher, folder):
    (folder / ".git" / "objects").mkdir(parents=True)
    lock = folder / ".git" / "index.lock"
    watcher.watch(folder)
    lock.write_text("")
    (folder / "a.c").write_text("x")
    watcher.watch(folder.parent / "other", rule="two")  # whatever was noticed before has been looked at
    assert not watcher.told("changed", "one")
    lock.unlink()
    watcher.wait_path(folder / "a.c")
    assert not any(".git" in path for path in watcher.paths())


def test_the_lock_of_a_worktree(watcher, folder, place):
    tree = place.root.resolve() / "elsewhere"
    tree.mkdir()
    (folder / ".git").write_text(f"gitdir: {tree}\n")
    (tree / "index.lock").write_text("")
    watcher.watch(folder)
    (folder / "a.c").write_text("x")
    watcher.watch(folder.parent / "other", rule="two")
    assert not watcher.told("changed", "one")
    (tree / "index.lock").unlink()
    watcher.wait_path(folder / "a.c")


def test_quiet(watcher, folder):
    watcher.watch(folder, settle=1)
    watcher.quiet(True)
    watcher.watch(folder.parent / "x", rule="two")  # it has read what was sent before
    (folder / "mine").write_text("x")
    watcher.quiet(False)

    def attempt():
        (folder / "theirs").write_text(os.urandom(4).hex())
        return watcher.paths()

    until(attempt, "a change after the silence")
    assert set(watcher.paths()) == {str(folder / "theirs")}


def test_what_has_changed_since(watcher, folder):
    (folder / "old").write_text("x")
    os.utime(folder / "old", (1, 1))
    border = int((folder / "old").stat().st_ctime * 1000) + 1

    def attempt():
        (folder / "new").write_text("x")
        return (folder / "new").stat().st_mtime * 1000 > border + 1

    until(attempt, "a later time of files")
    watcher.set(folder, since=border)
    watcher.wait_path(folder / "new")
    assert str(folder / "old") not in watcher.paths()


def test_removing_a_rule(watcher, folder):
    watcher.watch(folder / "*", settle=HOUR)
    (folder / "a").write_text("x")
    watcher.daemon.notify("watcher.remove", rule_id="one")
    watcher.daemon.notify("watcher.remove", rule_id="none")
    watcher.watch(folder / "*", rule="two")
    (folder / "b").write_text("x")
    watcher.wait_path(folder / "b", rule="two")
    assert not watcher.told("changed", "one")


def test_two_rules_on_one_directory(watcher, folder):
    watcher.watch(folder / "*.c", rule="one")
    watcher.watch(folder / "*.h", rule="two")
    (folder / "a.c").write_text("x")
    (folder / "a.h").write_text("x")
    watcher.wait_path(folder / "a.c", rule="one")
    watcher.wait_path(folder / "a.h", rule="two")
    watcher.daemon.notify("watcher.remove", rule_id="one")
    (folder / "b.h").write_text("x")
    watcher.wait_path(folder / "b.h", rule="two")


def test_links_are_not_followed(watcher, folder, place):
    outside = place.root.resolve() / "outside"
    outside.mkdir()
    (folder / "link").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    watcher.watch(folder)
    (outside / "a").write_text("x")
    (folder / "b").write_text("x")
    watcher.wait_path(folder / "b")
    assert not any("outside" in path or "link/" in path or "loop/" in path for path in watcher.paths())


def test_names_that_are_not_text(watcher, folder):
    watcher.watch(folder)
    with open(os.fsencode(folder) + b"/a\xff\xc3\xa4\n", "w"):
        pass
    watcher.daemon.wait(watcher.paths, "a change")
    assert watcher.paths()[0] == f"{folder}/a\ufffdä\n"


def test_an_unreadable_directory(watcher, folder):
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    (folder / "closed").mkdir(mode=0)
    assert "Permission denied" in watcher.problem(folder / "closed" / "*")


def test_too_many_files(place, recorder, folder):
    watcher = Watcher(place, recorder, "--entries", 50)
    for i in range(51):
        (folder / f"file{i}").write_text("x")
    problem = watcher.problem(folder / "**")
    assert problem == "the paths stand for more than 50 files; name fewer directories, or use * instead of **"
    (folder / "file0").write_text("y")
    (folder / "file50").unlink()
    watcher.watch(folder.parent / "other", rule="two")
    assert not watcher.told("changed", "one")
    watcher.watch(folder / "**")  # once there are fewer
    assert watcher.finish() == []


def test_too_many_watches(place, recorder, folder):
    """A user namespace has limits of its own."""
    narrow = ["unshare", "--user", "--map-root-user", "sh", "-c", 'echo 6 >/proc/sys/user/max_inotify_watches && exec "$@"', "sh"]
    if subprocess.run([*narrow, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("user namespaces are not available")
    for i in range(10):
        (folder / f"directory{i}").mkdir()
    watcher = Watcher(place, recorder, wrapper=narrow)
    assert "raise fs.inotify.max_user_watches with sysctl" in watcher.problem(folder / "**")
    assert watcher.finish() == []


@pytest.mark.parametrize("path", ["relative", "/a/../b", "/" + "/".join(["x"] * 70)])
def test_bad_paths(watcher, path):
    assert "a path" in watcher.problem(path)


def test_one_daemon_at_a_time(watcher, folder):
    with socket.socket(socket.AF_UNIX) as second:
        second.connect(str(watcher.path))
        second.settimeout(WATCHDOG_SECONDS)
        while second.recv(4096):
            pass
    watcher.watch(folder)
