"""Finds the processes and directories of executors that are left, by a variable that all of their processes have in
their environment."""

import os
from pathlib import Path

from waiting import until


def environment_of(pid):
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []  # it is gone, or only waits to be reaped


def parent_and_words(pid):
    """The parent and the command line of a process; nothing for a zombie."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
        return (int(parent), Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")) if state != "Z" else (0, [])
    except OSError:
        return 0, []


def children(pid):
    """{pid: command line} of those that are there or wait to be reaped."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent = Path(f"/proc/{name}/stat").read_text(errors="replace").rpartition(")")[2].split()[1]
        except OSError:
            continue  # it is gone
        if int(parent) == pid:
            found[int(name)] = parent_and_words(name)[1]
    return found


def trees_by_jails(place):
    """The same for whoever may not see the environment of a process that forbids dumps: what is below a jail is its tree."""
    parents, jails, found = {}, {}, {}
    mark = f"{place.root}/".encode()
    for pid in (int(name) for name in os.listdir("/proc") if name.isdigit()):
        parents[pid], words = parent_and_words(pid)
        directory = words[words.index(b"--dir") + 1] if b"--dir" in words[:-1] else b""
        if directory.startswith(mark):
            jails[pid] = directory.decode().rsplit("/", 1)[1]
    for pid in parents:
        above = pid
        while above and above not in jails:
            above = parents.get(above, 0)
        if above:
            found.setdefault(jails[above], []).append(pid)
    return found


def trees(place):
    """The processes of all executors of a place, with their jails: {directory: [pid]}."""
    if os.geteuid() != 0:
        return trees_by_jails(place)
    found = {}
    mark = f"EXECUTOR_SOCKET={place.root}/".encode()
    for name in os.listdir("/proc"):
        if name.isdigit():
            for entry in environment_of(name):
                if entry.startswith(mark):
                    found.setdefault(entry.decode().rsplit("/", 3)[1], []).append(int(name))
    return found


def commands(mark):
    """The command lines of all processes of the machine in which the mark occurs; it has to be the test's own."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            line = Path(f"/proc/{name}/cmdline").read_bytes().rstrip(b"\0").replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it is gone
        if mark in line:
            found.append(line)
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
