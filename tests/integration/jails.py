"""A weir-jail in a temporary directory, without a daemon."""

import fcntl
import os
import signal
import subprocess
import tempfile
from pathlib import Path

from bound import bound
from kernels import need_namespaces
from setting import BIN, SANITIZER_SIGNS, WATCHDOG_SECONDS
from waiting import until

JAIL = BIN / "weir-jail"
WORST = BIN.parent / "tests" / "worst"
ENVIRONMENT = {name: os.environ[name] for name in ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
# Each way to watch over a tree: PID 1 of a namespace; a subreaper that has a cgroup where one can be had; one without.
LEVELS = {"namespace": ["--level", "namespace"], "walk": ["--level", "walk"], "bare": ["--level", "walk", "--no-cgroup"]}


class Jail:
    def __init__(self, root, level, sandbox="namespace"):
        if level == sandbox == "namespace":
            need_namespaces()
        self.root = Path(root)
        self.level = level
        self.directory = self.root / ("jail-" + os.urandom(6).hex())
        self.directory.mkdir()
        self.mark = os.urandom(8).hex()
        self.lock = self.root / "lock"
        self.process = None
        self._stderr = tempfile.TemporaryFile(dir=root)

    def start(self, *program, options=(), environment=None, **popen):
        """The mark in the environment tells the tree's processes from all others."""
        self.process = subprocess.Popen(
            [JAIL, "--dir", self.directory, *LEVELS[self.level], *options, "--", *map(str, program)],
            env=ENVIRONMENT | {"WEIR_TEST_MARK": self.mark} | (environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._stderr,
            preexec_fn=bound(signal.SIGTERM, popen.pop("preexec_fn", None)),
            **popen,
        )
        return self

    def run(self, *program, **options):
        return self.start(*program, **options).wait()

    def shell(self, script, **options):
        return self.start("sh", "-c", script, **options)

    def wait(self):
        """Its status as a dict: the first word of a line and what follows."""
        code = self.process.wait(WATCHDOG_SECONDS)
        said = self.said()
        for sign in SANITIZER_SIGNS:
            assert sign not in said, said
        assert code == 0, f"the jail exited with {code}: {said}"
        return self.status()

    def said(self):
        """What the jail itself wrote to stderr; keeps the position in the file."""
        return os.pread(self._stderr.fileno(), 1 << 20, 0).decode(errors="replace")

    def status(self):
        lines = (self.directory / "status").read_text().splitlines()
        return {line.partition(" ")[0]: line.partition(" ")[2] for line in lines}

    def output(self):
        return "".join(
            path.read_text(errors="replace") for path in (self.directory / "stderr.old", self.directory / "stderr") if path.exists()
        )

    def wait_for_output(self, text):
        until(lambda: text in self.output(), f"{text!r} in what the program wrote")

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)

    # --- who is left ---

    def survivors(self):
        """Everybody with the mark, but for the jail's own; those that only wait to be reaped are none."""
        found = []
        wanted = b"WEIR_TEST_MARK=" + self.mark.encode()
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    if wanted in (entry / "environ").read_bytes() and os.path.realpath(entry / "exe") != str(JAIL):
                        found.append(int(entry.name))
                except OSError:
                    pass
        return found

    def lock_is_free(self):
        """The tree of tests/jail/worst.c holds it as long as one of it lives, wherever that one hides."""
        with open(self.lock, "rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    def finish(self):
        """Reports what the jail has left behind, and ends that."""
        problems = []
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(WATCHDOG_SECONDS)
            problems.append("the jail was running still")
        self._stderr.close()
        for pid in self.survivors():
            problems.append(f"process {pid} is left")
            os.kill(pid, signal.SIGKILL)
        return problems
