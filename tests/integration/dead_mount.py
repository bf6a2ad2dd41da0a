"""A mount whose server is gone, so that every access to it blocks: a FUSE file system that answers no request, in a
mount namespace that a process holds. When that process ends, all blocked accesses fail."""

import os
import subprocess
import sys

import pytest

from disks import can_mount

HOLD = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
descriptor = os.open("/dev/fuse", os.O_RDWR)
for path in sys.argv[1:]:
    options = f"fd={descriptor},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
    if libc.mount(b"weir-test", path.encode(), b"fuse", 0, options) < 0:
        sys.exit(os.strerror(ctypes.get_errno()))
    descriptor = os.open("/dev/fuse", os.O_RDWR)
print("ready", flush=True)
sys.stdin.read()
"""

needs_fuse = pytest.mark.skipif(
    not (can_mount() and os.access("/dev/fuse", os.R_OK | os.W_OK)), reason="a mount that answers nothing needs root and /dev/fuse"
)


class DeadMount:
    """At one place or several."""

    def __init__(self, *places):
        self.paths = places
        for path in places:
            path.mkdir(parents=True)
        self._holder = subprocess.Popen(
            ["unshare", "-m", sys.executable, "-c", HOLD, *map(str, places)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._holder.stdout.readline() == b"ready\n"
        self.wrapper = ["nsenter", "-t", str(self._holder.pid), "-m", "-r", "--"]

    def revive(self):
        """Makes all blocked accesses continue with an error."""
        self._holder.stdin.close()
        self._holder.wait()
        self._holder.stdout.close()

    def close(self):
        if not self._holder.stdin.closed:
            self.revive()


@pytest.fixture
def dead_mount(place):
    mount = DeadMount(place.root / "dead")
    yield mount
    mount.close()
