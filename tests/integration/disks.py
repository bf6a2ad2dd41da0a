"""File systems for one test: small, full, read-only. A process holds their mount namespace, and a daemon can be started
in it repeatedly."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from bound import bound


def can_mount():
    return os.geteuid() == 0 and shutil.which("nsenter") and shutil.which("unshare") and subprocess.run(
        ["unshare", "-m", "true"], stderr=subprocess.DEVNULL
    ).returncode == 0


needs_mount = pytest.mark.skipif(not can_mount(), reason="mounting a small file system needs root, unshare and nsenter")


class SmallDisk:
    """A tmpfs where the daemon keeps its state."""

    def __init__(self, place, size="4m"):
        self.state = place.user_state
        self.state.mkdir(parents=True, mode=0o700)
        script = 'mount -t tmpfs -o "size=$1,mode=700" weir-test "$0" && echo ready && exec sleep infinity'
        self._holder = subprocess.Popen(
            ["unshare", "-m", "sh", "-ec", script, str(self.state), size], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            preexec_fn=bound(),
        )
        assert self._holder.stdout.readline() == b"ready\n"
        self.wrapper = ["nsenter", "-t", str(self._holder.pid), "-m", "-r", "--"]

    @property
    def files(self):
        """The state directory, as the daemon sees it."""
        return Path(f"/proc/{self._holder.pid}/root{self.state}")

    def run(self, command):
        subprocess.run([*self.wrapper, "sh", "-ec", command], check=True, timeout=30)

    def remount(self, options):
        self.run(f"mount -o remount,{options} {self.state}")

    def fill(self):
        """To the last byte."""
        with open(self.files / "filler", "wb", buffering=0) as filler:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        filler.write(b"\0" * size)
                except OSError:
                    pass

    def empty(self):
        (self.files / "filler").unlink()

    def close(self):
        self._holder.kill()
        self._holder.wait()
        self._holder.stdout.close()


@pytest.fixture
def small_disk(place):
    disk = SmallDisk(place)
    yield disk
    disk.close()
