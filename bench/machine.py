"""Properties of the machine: its CPUs, its limits, and facts that matter when two results are compared."""
import contextlib
import os
import platform
import resource
import subprocess
import sys

# Keeps CPUs from halting while a round trip between two CPUs is timed: in a virtual machine, waking a halted CPU takes
# longer than the work of a server. SCHED_IDLE yields to every other process at once. Ends with its parent.
KEEP_AWAKE = """
import os
parent = os.getppid()
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
while os.getppid() == parent:
    for _ in range(100000):
        pass
"""


class Cpus:
    """The CPU of the servers and that of the load generator; None if processes cannot be pinned. `all`: the set of all CPUs."""

    def __init__(self, notes):
        self.server = self.load = None
        cpus = sorted(os.sched_getaffinity(0))
        self.all = set(cpus)
        if len(cpus) < 2:
            notes.append("only one CPU: server and load share it, unpinned")
            return
        try:
            os.sched_setaffinity(0, {cpus[1]})
        except OSError as error:
            notes.append(f"cannot pin processes to CPUs ({error.strerror}): results will vary")
            return
        self.server, self.load = cpus[0], cpus[1]

    @contextlib.contextmanager
    def born_on(self, cpu):
        """Pins child processes that are started inside to `cpu`, or to a set of CPUs, from their first instruction."""
        if cpu is None:
            yield
            return
        own = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cpu if isinstance(cpu, set) else {cpu})
        try:
            yield
        finally:
            os.sched_setaffinity(0, own)

    @contextlib.contextmanager
    def awake(self):
        spinners = []
        try:
            for cpu in (self.server, self.load):
                if cpu is not None:
                    with self.born_on(cpu):
                        spinners.append(subprocess.Popen([sys.executable, "-c", KEEP_AWAKE]))
            yield
        finally:
            for spinner in spinners:
                spinner.kill()
                spinner.wait()


def raise_file_limit():
    """Raises the limit of open files to the maximum, also for child processes, and returns it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else sys.maxsize


def facts(cpus):
    return {
        "cpus": os.cpu_count(),
        "model": cpu_model(),
        "kernel": platform.release(),
        "architecture": platform.machine(),
        "pinned": cpus.server is not None,
        "load_average": os.getloadavg(),
    }


def cpu_model():
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return "unknown"


def file_system(path):
    """The type of the file system of a path."""
    found, longest = "unknown", -1
    place = os.path.realpath(path)
    with contextlib.suppress(OSError), open("/proc/self/mounts", encoding="utf-8") as file:
        for line in file:
            _, mount, kind, *_ = line.split()
            inside = place == mount or place.startswith(mount.rstrip("/") + "/")
            if inside and len(mount) > longest:
                found, longest = kind, len(mount)
    return found


def cpu_ns(pid):
    """CPU time of each thread of a process, in nanoseconds, busiest first."""
    times = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{thread}/schedstat", encoding="utf-8") as file:
            times.append(int(file.read().split()[0]))
    return sorted(times, reverse=True)


def memory(pid):
    """Resident and proportional memory of a process, in bytes."""
    found = {}
    with open(f"/proc/{pid}/smaps_rollup", encoding="utf-8") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name in ("Rss", "Pss"):
                found[name.lower() + "_bytes"] = int(value.split()[0]) * 1024
    return found
