"""Which processes and directories of executors there are, told by what every process of theirs has in its environment."""

import os
from pathlib import Path

from waiting import until


def environment_of(pid):
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []  # it is gone, or only waits to be reaped


def trees(place):
    """The processes of all executors of a place, with their jails: {directory: [pid]}."""
    found = {}
    mark = f"EXECUTOR_SOCKET={place.root}/".encode()
    for name in os.listdir("/proc"):
        if name.isdigit():
            for entry in environment_of(name):
                if entry.startswith(mark):
                    found.setdefault(entry.decode().rsplit("/", 3)[1], []).append(int(name))
    return found


def processes(place):
    return sorted(pid for pids in trees(place).values() for pid in pids)


def directories(place):
    root = place.user_state / "executors"
    return sorted(os.listdir(root)) if root.exists() else []


def until_nothing_is_left(place):
    try:
        until(lambda: not processes(place) and not directories(place), "nothing of executors is left")
    except AssertionError as error:
        told = [(pid, Path(f"/proc/{pid}/cmdline").read_bytes()[:200]) for pid in processes(place)]
        raise AssertionError(f"{error}: {told} {directories(place)}") from None
