"""An agent's program that tries to impersonate its executor: it listens on sockets in place of the executor's, lowers the executor's
limits so that it loses its connection, and waits for the daemon to reconnect.

Arguments, all paths of files: BEGAN gets what it could do; SO_FAR what it has received so far, once there is something; ENDED
everything that it has received; and STOP ends it as soon as it exists. The contents of STOP, if any, are written as the
executor's spool, and the executor is killed."""

import ctypes
import json
import os
import re
import resource
import select
import signal
import socket
import sys

LIMITS = 16
REST_SECONDS = 0.005
LIBC = ctypes.CDLL(None)


def directories():
    """Directories in which an executor may have its socket: mounted for it, beside TMPDIR, or named in its
    environment."""
    with open("/proc/self/mountinfo", encoding="utf-8") as mounts:
        points = [line.split()[4] for line in mounts]
    found = {point for point in points if re.fullmatch(r"/.*/[a-z2-7]{16}/\w+", point)}
    for above in {os.path.dirname(path) for path in found}:
        found |= {f"{above}/own", f"{above}/link", above}
    if "TMPDIR" in os.environ:
        above = os.path.dirname(os.environ["TMPDIR"])
        found |= {f"{above}/own", f"{above}/link", above}
    if own := environment_of(executor_above()).get("EXECUTOR_SOCKET"):
        found.add(os.path.dirname(own))
    return sorted(found)


def environment_of(pid):
    """Returns an empty dict if it cannot be read, which a sandbox should ensure."""
    try:
        with open(f"/proc/{pid}/environ", encoding="utf-8") as file:
            return dict(entry.split("=", 1) for entry in file.read().split("\0") if "=" in entry)
    except OSError:
        return {}


def listen_in(directory):
    """Listens on a socket in place of the executor's; None if that is refused."""
    try:
        os.rename(f"{directory}/sock", f"{directory}/away")
    except OSError:
        pass
    try:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(f"{directory}/sock")
        listener.listen(8)
    except OSError:
        return None
    return listener


def inode_of(path):
    about = os.stat(path)
    return [about.st_dev, about.st_ino]


def status_of(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file)


def executor_above():
    pid = os.getppid()
    while pid > 1:
        status = status_of(pid)
        if status["Name"] == "weir-executor":
            return pid
        pid = int(status["PPid"])
    raise SystemExit("no executor is above this process")


def limit(pid):
    """Which limits could be set; that of descriptors is left so low that no message with one arrives. Without a sandbox
    nothing keeps anybody from it."""
    done = []
    for number in range(LIMITS) if status_of(os.getpid())["Seccomp"] == "2" else ():
        low = 3 if number == resource.RLIMIT_NOFILE else 1 << 40
        if LIBC.prlimit(pid, number, ctypes.byref((ctypes.c_ulong * 2)(low, low)), None) == 0:
            done.append(number)
    return done


def leave(text):
    """Leaves messages for the next daemon, as an executor that waited for it in vain."""
    for directory in directories():
        try:
            with open(f"{directory}/spool", "w", encoding="utf-8") as file:
                file.write(text)
        except OSError:
            pass


def write(path, value):
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        json.dump(value, file)
    os.rename(f"{path}.new", path)


def main(began, so_far, ended, stop):
    found = {directory: listen_in(directory) for directory in directories()}
    bound = {directory: inode_of(f"{directory}/sock") for directory in found if found[directory]}
    listeners = [found[directory] for directory in bound]
    write(began, {"limits": limit(executor_above()), "tried": list(found), "bound": bound})
    links, got = [], b""
    while not os.path.exists(stop):
        for one in select.select([*listeners, *links], [], [], REST_SECONDS)[0]:
            if one in listeners:
                links.append(one.accept()[0])
                continue
            data = one.recv(1 << 16)
            got += data
            if data:
                write(so_far, {"got": got.decode()})
            if not data:
                links.remove(one)
    write(ended, {"got": got.decode()})
    with open(stop, encoding="utf-8") as file:
        left = file.read()
    if left:
        leave(left)
        os.kill(executor_above(), signal.SIGKILL)


main(*sys.argv[1:])
