"""Directories that cannot be used: the message names what is wrong, and a variable or an option that helps; both exist."""

import os
import shutil
import subprocess

import pytest

from setting import BIN, WATCHDOG_SECONDS, WEIR

pytestmark = [pytest.mark.skipif(not WEIR.exists(), reason="weir is not built"),
              pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")]

NOBODY = 65534


class Person:
    """A plain user, with directories that may be taken from him."""

    def __init__(self, place):
        self.root = place.root
        self.root.chmod(0o755)
        self.bin = self.make("bin", 0, 0o755)
        for name in ("weir", "weird", "weir-jail", "weir-executor", "weir-broker"):
            shutil.copy(BIN / name, self.bin / name)
        self.home, self.run_dir, self.state = (self.make(name, NOBODY, 0o700) for name in ("his", "his-run", "his-state"))

    def make(self, name, owner, mode):
        path = self.root / name
        path.mkdir()
        os.chown(path, owner, owner)
        path.chmod(mode)
        return path

    def weir(self, *arguments, cwd=None, **environment):
        variables = {"HOME": self.home, "XDG_RUNTIME_DIR": self.run_dir, "XDG_STATE_HOME": self.state, "PATH": "/usr/bin:/bin"}
        variables |= {name: os.environ[name] for name in ("ASAN_OPTIONS", "LD_LIBRARY_PATH") if name in os.environ}
        variables |= environment
        return subprocess.run([str(self.bin / "weir"), *map(str, arguments)], user=NOBODY, group=NOBODY, extra_groups=[],
                              cwd=cwd or self.home, env={name: str(value) for name, value in variables.items() if value is not None},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WATCHDOG_SECONDS, check=False)


@pytest.fixture
def person(place):
    person = Person(place)
    yield person
    for socket in place.root.rglob("daemon.sock"):
        person.weir("daemon", "stop", "--force", "--socket", socket)
    assert not list(place.root.rglob("daemon.sock")), "a daemon is left"


@pytest.mark.parametrize("what", ["read-only", "a file", "of another"])
def test_state(person, what):
    state = person.state
    if what == "read-only":
        state.chmod(0o500)
    elif what == "a file":
        state = person.root / "file"
        state.touch()
    else:
        state = person.make("others", 0, 0o755)
    done = person.weir("agents", XDG_STATE_HOME=state)
    assert done.returncode == 1 and f"cannot use the state directory {state}/weir" in done.stderr, done
    assert "XDG_STATE_HOME" in done.stderr and "weir daemon start --state" in done.stderr
    other = person.make("good", NOBODY, 0o700)
    helped = person.weir("daemon", "start", "--state", other, XDG_STATE_HOME=state)
    assert helped.returncode == 0, helped


@pytest.mark.parametrize("mode", [0o700, 0o755])
def test_runtime_directory_of_another(person, mode):
    others = person.make("others-run", 0, mode)
    for command in (["run", "hello"], ["key", "list"], ["ping"]) if mode == 0o700 else (["run", "hello"], ["key", "list"]):
        done = person.weir(*command, XDG_RUNTIME_DIR=others)
        assert done.returncode in (1, 3) and str(others) in done.stderr, done
        assert "XDG_RUNTIME_DIR" in done.stderr and "--socket" in done.stderr
    helped = person.weir("key", "list", "--socket", person.run_dir / "daemon.sock", XDG_RUNTIME_DIR=others)
    assert helped.returncode == 0, helped


def test_no_home(person):
    done = person.weir("key", "list", HOME=None, XDG_STATE_HOME=None)
    assert done.returncode == 1 and "XDG_STATE_HOME" in done.stderr, done


@pytest.mark.parametrize("command", [["run", "hello"], ["session", "create"], ["task", "submit", "hello"], ["terminal", "open", "-d"]])
def test_working_directory(person, command):
    closed = person.make("closed", 0, 0o700)
    done = person.weir(*command, "--cwd", closed)
    assert done.returncode == 2 and f"the directory {closed} cannot be entered: Permission denied" in done.stderr, done
    assert "--cwd" in done.stderr
    gone = person.make("his/gone", NOBODY, 0o700)
    script = 'rmdir "$PWD"; exec "$@"'
    done = subprocess.run(["sh", "-c", script, "sh", str(person.bin / "weir"), *command], user=NOBODY, group=NOBODY, extra_groups=[],
                          cwd=gone, env={"HOME": str(person.home), "XDG_RUNTIME_DIR": str(person.run_dir), "PATH": "/usr/bin:/bin",
                                         "XDG_STATE_HOME": str(person.state)},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WATCHDOG_SECONDS, check=False)
    assert done.returncode == 2 and "the directory that you are in cannot be used" in done.stderr and "--cwd" in done.stderr, done
    assert not (person.run_dir / "weir").exists()  # no daemon was started for it
    helped = person.weir("session", "create", "--cwd", person.home)
    assert helped.returncode == 0, helped
