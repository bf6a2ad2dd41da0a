"""Unusable directories: the error names the problem, and a variable or an option that helps and exists."""

import os
import shutil
import subprocess
from pathlib import Path

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
        for name in ("weir", "weird", "weir-agent", "weir-jail", "weir-executor", "weir-broker"):
            shutil.copy(BIN / name, self.bin / name)
        self.home, self.run_dir, self.state = (self.make(name, NOBODY, 0o700) for name in ("his", "his-run", "his-state"))

    def make(self, name, owner, mode):
        path = self.root / name
        path.mkdir()
        os.chown(path, owner, owner)
        path.chmod(mode)
        return path

    def weir(self, *arguments, **more):
        return self.run("weir", *arguments, **more)

    def run(self, program, *arguments, cwd=None, user=NOBODY, **environment):
        variables = {"HOME": self.home, "XDG_RUNTIME_DIR": self.run_dir, "XDG_STATE_HOME": self.state, "PATH": "/usr/bin:/bin"}
        variables |= {name: os.environ[name] for name in ("ASAN_OPTIONS", "LD_LIBRARY_PATH") if name in os.environ}
        variables |= environment
        return subprocess.run([str(self.bin / program), *map(str, arguments)], user=user, group=user, extra_groups=[],
                              cwd=cwd or self.home, env={name: str(value) for name, value in variables.items() if value is not None},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WATCHDOG_SECONDS, check=False)


def sockets(place):
    """Directories may go meanwhile: a daemon removes those of processes that have ended."""
    return [Path(folder) / "daemon.sock" for folder, _, names in os.walk(place.root) if "daemon.sock" in names]


@pytest.fixture
def person(place):
    person = Person(place)
    yield person
    for socket in sockets(place):
        person.weir("daemon", "stop", "--force", "--socket", socket, user=socket.stat().st_uid)
    assert not sockets(place), "a daemon is left"


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


@pytest.mark.parametrize("owner, mode", [(0, 0o700), (0, 0o755), (NOBODY, 0o500)])
def test_state_that_is_there(person, owner, mode):
    """As root leaves it who has run weir with the variables of somebody else."""
    person.make("his-state/weir", owner, mode)
    done = person.weir("agents")
    assert done.returncode == 1 and f"cannot use the state directory {person.state}/weir: Permission denied" in done.stderr, done
    assert "XDG_STATE_HOME" in done.stderr and "weir daemon start --state" in done.stderr


READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec setpriv --reuid={0} --regid={0} --clear-groups "$@"'


def test_state_on_a_read_only_disk_is_served(person):
    """Also where it is root's: nobody could write there anyway."""
    state = person.make("his-state/weir", 0, 0o755)
    alone = ["unshare", "-m", "sh", "-c", READ_ONLY.format(NOBODY), state]
    environment = {"HOME": str(person.home), "XDG_RUNTIME_DIR": str(person.run_dir), "XDG_STATE_HOME": str(person.state), "PATH": "/usr/bin:/bin"}
    if subprocess.run([*alone, "true"], env=environment, capture_output=True, check=False, timeout=WATCHDOG_SECONDS).returncode != 0:
        pytest.skip("needs mounts of its own")
    started = subprocess.run([*alone, person.bin / "weir", "daemon", "start"], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                             text=True, timeout=WATCHDOG_SECONDS, check=False)
    assert started.returncode == 0, started
    assert person.weir("ping").returncode == 0


@pytest.mark.parametrize("locked", [False, True], ids=["lock", "socket"])
def test_runtime_directory_that_cannot_be_written(person, locked):
    directory = person.make("his-run/weir", NOBODY, 0o700)
    if locked:
        (directory / "daemon.sock.lock").touch()
        os.chown(directory / "daemon.sock.lock", NOBODY, NOBODY)
    directory.chmod(0o500)
    done = person.weir("agents")
    assert done.returncode == 1 and f"cannot {'listen on' if locked else 'lock'} {directory}/daemon.sock" in done.stderr, done
    assert "XDG_RUNTIME_DIR" in done.stderr and "--socket" in done.stderr


def test_root_makes_nothing_in_the_runtime_directory_of_a_user(person):
    own = person.make("root", 0, 0o700)
    done = person.weir("agents", user=0, HOME=own, XDG_STATE_HOME=own)
    assert done.returncode == 1 and f"XDG_RUNTIME_DIR is {person.run_dir}, which belongs to another user" in done.stderr, done
    assert "--socket" in done.stderr and list(person.run_dir.iterdir()) == []
    helped = person.weir("agents", "--socket", own / "daemon.sock", user=0, HOME=own, XDG_STATE_HOME=own)
    assert helped.returncode == 0, helped
    assert list(person.run_dir.iterdir()) == []


def test_configuration_that_cannot_be_read(person):
    file = person.make("his-config", NOBODY, 0o700) / "weir" / "config.jsonc"
    file.parent.mkdir()
    file.parent.chmod(0o755)
    file.touch(0o600)
    done = person.weir("agents", XDG_CONFIG_HOME=file.parent.parent)
    assert done.returncode == 1 and f"{file}: Permission denied" in done.stderr, done
    assert "XDG_CONFIG_HOME" in done.stderr and "weird --config" in done.stderr
    other = person.make("good", NOBODY, 0o700)
    helped = person.weir("agents", XDG_CONFIG_HOME=other)
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


@pytest.mark.parametrize("command", [["run", "hello"], ["chat"], ["chat", "hello"], ["session", "create"], ["task", "submit", "hello"],
                                     ["terminal", "open", "-d"]], ids=" ".join)
def test_working_directory(person, command):
    closed = person.make("closed", 0, 0o700)
    done = person.weir(*command, "--cwd", closed)
    assert done.returncode == 2 and f"cannot enter the directory {closed}: Permission denied" in done.stderr, done
    assert "--cwd" in done.stderr
    gone = person.make("his/gone", NOBODY, 0o700)
    script = 'rmdir "$PWD"; exec "$@"'
    done = subprocess.run(["sh", "-c", script, "sh", str(person.bin / "weir"), *command], user=NOBODY, group=NOBODY, extra_groups=[],
                          cwd=gone, env={"HOME": str(person.home), "XDG_RUNTIME_DIR": str(person.run_dir), "PATH": "/usr/bin:/bin",
                                         "XDG_STATE_HOME": str(person.state)},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WATCHDOG_SECONDS, check=False)
    assert done.returncode == 2 and "cannot use the current directory" in done.stderr and "--cwd" in done.stderr, done
    assert not (person.run_dir / "weir").exists()  # no daemon was started for it
    helped = person.weir("session", "create", "--cwd", person.home)
    assert helped.returncode == 0, helped


@pytest.mark.parametrize("command", ["diff", "undo", "logs"])
def test_last_task_of_a_closed_directory(person, command):
    closed = person.make("closed", 0, 0o700)
    done = person.weir("task", command, cwd=closed)
    assert done.returncode == 2 and f"cannot enter the directory {closed}: Permission denied" in done.stderr, done
    assert "name a task" in done.stderr
    sure = ["--yes"] if command == "undo" else []
    helped = person.weir("task", command, *sure, "task_01ARZ3NDEKTSV4RRFFQ69G5FAV", cwd=closed)
    assert "cannot enter" not in helped.stderr and "task_01ARZ3NDEKTSV4RRFFQ69G5FAV" in helped.stderr, helped


def test_agent_in_a_closed_directory(person):
    closed = person.make("closed", 0, 0o700)
    for arguments in ([], ["--cwd", closed]):
        done = person.run("weir-agent", *arguments, cwd=closed)
        assert done.returncode != 0 and "weir-agent: cannot use the " in done.stderr and ": Permission denied" in done.stderr, done
        assert "--cwd" in done.stderr
    helped = person.run("weir-agent", "--cwd", person.home, cwd=closed)
    assert "cannot use the" not in helped.stderr, helped
