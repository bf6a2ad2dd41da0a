"""A daemon in a temporary directory, and the checks that it leaves nothing behind."""

import atexit
import contextlib
import fcntl
import functools
import json
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest

from bound import bound
from client import Client, RawClient, open_descriptors
from kernels import LACKS, need_namespaces
from schema import empty_store
from setting import BIN, REPOSITORY, SANITIZER_SIGNS, SCRIPT, SHIPPED, STAGED, WATCHDOG_SECONDS, WEIRD
from waiting import until

# The log lines of a stop that exceeded a time limit.
LATE_SIGNS = ("stop: exiting without waiting", "tasks are still running, ", "executors have not exited", "have not read their output")
UNREAD = "bytes unread"  # what it writes of a client that it cuts off, since too much waits to be read
# The event loop may open a descriptor or two of its own when it first needs them; each thread of the store opens the file,
# its log and what they share.
SPARE_DESCRIPTORS = 2 + 2 * 3
EXECUTOR_DESCRIPTORS = 2  # its jail, and its connection
SET_FLAGS, TOP_DIRECTORY = 0x40086602, 0x00020000  # FS_IOC_SETFLAGS and FS_TOPDIR_FL of the kernel


def is_open(pid):
    """Whether one may look into the process: the daemon keeps secrets, and lets nobody but root do so."""
    return os.access(f"/proc/{pid}/fd", os.R_OK)


def runs_a_daemon(pid):
    try:
        return os.path.realpath(f"/proc/{pid}/exe").startswith((str(WEIRD), str(SHIPPED), str(STAGED)))
    except PermissionError:
        return Path(f"/proc/{pid}/comm").read_text() == "weird\n"


@functools.cache
def room():
    """The parent directory of this process's places. When an ext4 without a journal creates a file, it searches all
    inodes of the same block group that were deleted in the last half minute; a directory of its own avoids that."""
    path = tempfile.mkdtemp(prefix="weir-", dir=os.environ.get("WEIR_TEST_ROOM", "/tmp"))
    os.chmod(path, 0o711)  # some tests are of another user
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    with contextlib.suppress(OSError):  # another file system
        descriptor = os.open(path, os.O_RDONLY)
        fcntl.ioctl(descriptor, SET_FLAGS, struct.pack("@L", TOP_DIRECTORY))
        os.close(descriptor)
    return path


class Place:
    """Short paths, since a socket's path may have 107 bytes, with everything that a user has: home, XDG directories."""

    def __init__(self):
        self.root = Path(tempfile.mkdtemp(prefix="", dir=room()))
        self.home = self.root / "home"
        self.run = self.root / "run"
        self.state = self.root / "state"
        self.config = self.root / "config"
        self.has_tables = True  # the first daemon finds a store that has its tables and nothing else, and is as new to it
        self.has_no_sandbox = os.environ.get("WEIR_TEST_SANDBOX") == "off"
        self.is_staged = False  # the agent `script` is one of weir-executor's; else it is an executor of its own
        self._settings = None
        for directory in (self.home, self.run, self.config):
            directory.mkdir(mode=0o700)
        self.user_socket = self.run / "weir" / "daemon.sock"
        self.user_state = self.state / "weir"
        self.user_config = self.config / "weir" / "config.jsonc"

    def environment(self, **more):
        """A clean environment; a value of None removes a name."""
        kept = {name: os.environ[name] for name in ("PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
        kept |= {
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(self.run),
            "XDG_STATE_HOME": str(self.state),
            "XDG_CONFIG_HOME": str(self.config),
        }
        kept |= {name: value for name, value in more.items() if value is not None}
        return {name: str(value) for name, value in kept.items() if more.get(name, "") is not None}

    def write_config(self, settings):
        """A dict becomes JSON; text is written as it is. The agent `script` is an executor of the configuration, unless it is one of
        weir-executor's. Agents of tests see the test's place and programs, unless something else is said of what they see; what of
        it is weir's own is hidden from them all the same. Terminals of tests have always the focus, and are not asked for it."""
        self.user_config.parent.mkdir(mode=0o700, exist_ok=True)
        self._settings = None
        if isinstance(settings, dict):
            settings = {"notify": "off", "view": {"read": [str(REPOSITORY / "tests"), str(BIN.parent)], "write": [str(self.root)]}} | settings
            if not self.is_staged:
                settings = settings | {"executors": {"script": {"command": [str(SCRIPT)]}} | settings.get("executors", {})}
            if "pool" in settings:  # an executor may take as long to start as a test waits for it
                settings["pool"] = {"startMs": 1000 * WATCHDOG_SECONDS} | settings["pool"]
            self._settings = settings
            if self.has_no_sandbox:
                settings = {"sandbox": "off"} | settings
            if settings.get("sandbox") == "namespace":
                need_namespaces()
        self.user_config.write_text(settings if isinstance(settings, str) else json.dumps(settings))
        return self.user_config

    def do_without_namespaces(self):
        """Without namespaces a sandbox cannot hide a part of what it shows, so agents of tests that name no level
        run without a sandbox."""
        if not self.has_no_sandbox and "user_namespace" in LACKS:
            self.has_no_sandbox = True
            if self._settings:
                self.write_config(self._settings)

    def strays(self):
        """Daemons that still run here, found by their locks and ended; a test that fails may leave one."""
        found = []
        for folder, _, names in os.walk(self.root):
            for lock in (Path(folder) / name for name in names if name.endswith(".lock")):
                try:
                    text = lock.read_text().strip()
                    if text.isdigit() and runs_a_daemon(text):
                        os.kill(int(text), signal.SIGKILL)
                        found.append(lock)
                except (FileNotFoundError, ProcessLookupError):
                    pass  # it has just left, with its lock
        return found

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)


class Notifications:
    """The datagram socket that systemd would listen on."""

    def __init__(self, path):
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.seen = []

    def wait_for(self, word, process=None, seconds=WATCHDOG_SECONDS):
        """True once the word came; False when the process ended before."""
        watched = [self.socket]
        pidfd = os.pidfd_open(process.pid) if process else None
        try:
            while True:
                ready = select.select(watched + ([pidfd] if pidfd else []), [], [], seconds)[0]
                assert ready, f"no {word} within {seconds} s; seen: {self.seen}"
                if self.socket not in ready:
                    return False
                text = self.socket.recv(4096).decode()
                self.seen += text.split("\n")
                if word in text.split("\n"):
                    return True
        finally:
            if pidfd is not None:
                os.close(pidfd)

    def has_come(self, word):
        """Whether the word came at any time until now."""
        while select.select([self.socket], [], [], 0)[0]:
            self.seen += self.socket.recv(4096).decode().split("\n")
        return word in self.seen

    def close(self):
        self.socket.close()


class Daemon:
    """Starts, stops and examines one weird."""

    def __init__(self, place, recorder):
        self.place = place
        self.recorder = recorder
        self.process = None
        self.socket = place.user_socket
        self.state = place.user_state
        self.notifications = None
        self.expected_exit = 0
        self.may_leave_late = False  # something holds it up until its time is over
        self.left_behind_is_fine = False  # a killed daemon, or a socket that is not ours to remove
        self._clients = []
        self._first_descriptors = None
        self._stderr_path = None

    # --- life ---

    def launch(self, *arguments, wrapper=(), program=WEIRD, environment=None, **options):
        """Starts the program, without waiting for anything."""
        if program != WEIRD:
            self.place.do_without_namespaces()
        if program == SHIPPED and self.place.is_staged:
            program = STAGED
        if program in (SHIPPED, STAGED) and not self.place.user_config.exists():
            self.place.write_config({})
        if self.place.has_tables and not self.place.state.exists() and "--state" not in arguments:
            self._make_tables()
        number = len(list(self.place.root.glob("stderr*")))
        self._stderr_path = self.place.root / f"stderr{number}"
        self.notifications = Notifications(self.place.root / f"notify{number}")
        settings = {"NOTIFY_SOCKET": str(self.notifications.path)} | (environment or {})
        with open(self._stderr_path, "wb") as stderr:
            self.process = subprocess.Popen(
                [*wrapper, str(program), "--foreground", *map(str, arguments)],
                env=self.place.environment(**settings),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                start_new_session=True,
                preexec_fn=bound(signal.SIGTERM, options.pop("preexec_fn", None)),
                **options,
            )
        return self

    def _make_tables(self):
        self.state.mkdir(mode=0o700, parents=True)
        store = self.state / "weir.db"
        store.touch(mode=0o600)
        store.write_bytes(empty_store())

    def start(self, *arguments, **options):
        """Starts the program; returns when it serves."""
        self.launch(*arguments, **options)
        ready = self.notifications.wait_for("READY=1", self.process)
        assert ready, f"the daemon ended with {self.process.wait()}: {self.stderr()}"
        if not options.get("wrapper") and is_open(self.pid):
            self._first_descriptors = open_descriptors(self.pid)
        return self

    @property
    def pid(self):
        return self.process.pid

    def send_signal(self, number):
        self.process.send_signal(number)

    def wait(self, seconds=WATCHDOG_SECONDS):
        """The exit code, which has to come in time."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"still running after {seconds} s: {self.stderr()}") from None

    def stop(self, number=signal.SIGTERM):
        self.send_signal(number)
        return self.wait()

    def left_promptly(self):
        """Whether it ended well, and none of the times was over that it gives to those who hold up its end."""
        return self.wait() == 0 and not [line for line in self.log().splitlines() if any(sign in line for sign in LATE_SIGNS)]

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    # --- what it shows ---

    def stderr(self):
        return self._stderr_path.read_text(errors="replace")

    def log(self):
        path = self.state / "weird.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def wait_for_log(self, text, count=1):
        until(lambda: self.log().count(text) >= count, f"{text!r} in the log")

    def rss(self, which="VmRSS"):
        """Resident memory in bytes; VmHWM: the most that it ever was."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(f"{which}:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the process has no memory: it is gone")

    def descriptors(self):
        count = open_descriptors(self.pid)
        if count is None:
            pytest.skip("only root may look at the descriptors of a daemon")
        return count

    # --- connections ---

    def client(self, **options):
        return self._keep(Client(self.socket, self.recorder.connection(), **options))

    def raw(self, **options):
        return self._keep(RawClient(self.socket, self.recorder.connection(), **options))

    def _keep(self, client):
        self._clients.append(client)
        return client

    def close_clients(self, keep=0):
        """All but the first few."""
        for client in self._clients[keep:]:
            client.close()

    # --- afterwards ---

    def finish(self):
        """Ends it, and answers what is wrong with how it ended."""
        if self.process is None:
            return []
        problems = []
        self.close_clients()
        if self.is_running() and not self.notifications.has_come("STOPPING=1"):
            problems += self._check_descriptors()
            self.send_signal(signal.SIGTERM)
        try:
            code = self.wait()
        except AssertionError as error:
            problems.append(str(error))
            self.process.kill()
            code = self.process.wait()
        if code != self.expected_exit:
            problems.append(f"the daemon exited with {code}, not {self.expected_exit}")
        if "its time limit has expired" in self.stderr() and not self.may_leave_late:
            problems.append("it could not wait any longer for what still ran")
        problems += self._check_group()
        if not self.left_behind_is_fine:
            problems += [f"left behind: {p}" for p in (self.socket, Path(f"{self.socket}.lock")) if p.exists()]
        problems += [f"a sanitizer spoke: {sign}" for sign in SANITIZER_SIGNS if sign in self.stderr()]
        self.notifications.close()
        return [*problems, f"its stderr:\n{self.stderr()[-6000:]}"] if problems else []

    def _check_descriptors(self):
        if self._first_descriptors is None:
            return []
        try:
            until(lambda: self.descriptors() <= self._descriptor_limit(), lambda: f"at most {self._descriptor_limit()} descriptors")
        except AssertionError as error:
            return [f"{error}, but {self.descriptors()}"]
        except FileNotFoundError:
            pass  # it was about to leave, and has left
        return []

    def _descriptor_limit(self):
        return self._first_descriptors + SPARE_DESCRIPTORS + EXECUTOR_DESCRIPTORS * self._count_executors()

    def _count_executors(self):
        """Counts idle executors, and the one that may be about to become warm."""
        root = self.state / "executors"
        return len(os.listdir(root)) + 1 if root.exists() else 0

    def _check_group(self):
        try:
            os.killpg(self.pid, 0)
        except ProcessLookupError:
            return []
        os.killpg(self.pid, signal.SIGKILL)
        return ["a process of its group is left"]
