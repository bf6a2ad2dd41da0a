"""weir-jail alone: what a program gets, how its end is reported, and that none of its processes is left."""

import os
import signal
import stat
import subprocess
from pathlib import Path

import pytest
from bound import bound
from jails import JAIL, LEVELS, WORST, Jail
from setting import MIB, WATCHDOG_SECONDS
from waiting import until

PYTHON = "/usr/bin/python3"


@pytest.fixture(params=LEVELS)
def jail(request, tmp_path):
    jail = Jail(tmp_path, request.param)
    yield jail
    problems = jail.finish()
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


def expected_level(jail):
    return "namespace" if jail.level == "namespace" else "walk"


# --- how it ended -------------------------------------------------------------------


def test_exit_code(jail):
    status = jail.run("sh", "-c", "exit 3")
    assert status["exited"] == "3" and status["ended"] == "0"
    assert status["level"] == expected_level(jail)
    assert "stopped" not in status and "limit" not in status
    assert jail.level != "bare" or status["cgroup"] == "no"


def test_signal(jail):
    assert jail.run("sh", "-c", "kill -ABRT $$")["signal"] == str(int(signal.SIGABRT))


def told_of(pid):
    """The kernel's status of a process: {name: words}."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {line.partition(":")[0]: line.partition(":")[2].split() for line in lines}


def test_one_that_has_ended_before_was_not_stopped(jail, tmp_path):
    """The jail learns of the program's end and gets the request to end it at the same time."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    jail.shell(f"read line < {gate}; exit 3")
    program = until(jail.survivors, "the program")[0]
    above = int(told_of(program)["PPid"][0])
    os.kill(above, signal.SIGSTOP)
    until(lambda: told_of(above)["State"][0] == "T", "nobody to look after it")
    gate.write_text("go\n")
    until(lambda: told_of(program)["State"][0] == "Z", "its end")
    jail.stop(signal.SIGINT)
    if above != jail.process.pid:
        waits = 1 << (signal.SIGINT - 1)
        until(lambda: not int(told_of(jail.process.pid)["ShdPnd"][0], 16) & waits, "the jail to be told")
    os.kill(above, signal.SIGCONT)
    status = jail.wait()
    assert status["exited"] == "3" and "stopped" not in status


@pytest.mark.parametrize(
    "program, options, number, sentence",
    [
        (["/nonexistent/program"], [], 2, "cannot start /nonexistent/program: No such file or directory"),
        (["no-such-program-anywhere"], [], 2, "cannot start no-such-program-anywhere"),
        (["/etc/passwd"], [], 13, "cannot start /etc/passwd: Permission denied"),
        (["true"], ["--cwd", "/nonexistent"], 2, "cannot enter the working directory /nonexistent"),
    ],
)
def test_program_that_cannot_be_started(jail, program, options, number, sentence):
    failed = jail.run(*program, options=options)["failed"]
    assert failed.startswith(f"{number} {sentence}")


def test_files_are_private_and_status_comes_whole(jail):
    jail.run("sh", "-c", "echo hello")
    assert sorted(path.name for path in jail.directory.iterdir()) == ["jail", "status", "stderr"]
    for name in ("status", "stderr"):
        assert stat.S_IMODE((jail.directory / name).stat().st_mode) == 0o600


def test_usage(tmp_path):
    for arguments in ([], ["--dir", tmp_path], ["--dir", tmp_path, "--level", "none", "true"], ["--dir", tmp_path, "--grace", "1x", "true"]):
        done = subprocess.run([JAIL, *arguments], capture_output=True, text=True, timeout=WATCHDOG_SECONDS)
        assert done.returncode == 2 and "weir-jail" in done.stderr
    done = subprocess.run([JAIL, "--dir", tmp_path / "missing", "true"], capture_output=True, text=True, timeout=WATCHDOG_SECONDS)
    assert done.returncode == 1 and "cannot open" in done.stderr
    assert "usage:" in subprocess.run([JAIL, "--help"], capture_output=True, text=True, timeout=WATCHDOG_SECONDS).stdout


# --- what the program gets --------------------------------------------------------------


LIST_DESCRIPTORS = """
import os
for fd in os.listdir("/proc/self/fd"):
    try:
        print(fd, os.readlink("/proc/self/fd/" + fd))
    except FileNotFoundError:
        pass  # the one of the listing itself
"""


def test_descriptors(jail, tmp_path):
    """Even of what its starter left open, nothing comes through."""
    with open(tmp_path / "secret", "w") as secret:
        jail.start(PYTHON, "-c", LIST_DESCRIPTORS, pass_fds=[secret.fileno()])
        jail.wait()
    lines = dict(line.split(maxsplit=1) for line in jail.output().splitlines())
    assert sorted(lines) == ["0", "1", "2"]
    assert lines["0"] == "/dev/null" and lines["1"].startswith("pipe:") and lines["1"] == lines["2"]


def test_environment_is_as_the_jail_got_it(jail):
    given = {"PATH": os.environ["PATH"], "WEIR_TEST_MARK": jail.mark, "EXECUTOR_SOCKET": "/somewhere/sock", "EMPTY": ""}
    program = "import os; [print(n + '=' + v) for n, v in sorted(os.environ.items()) if n not in ('LC_CTYPE',) and not n.endswith('SAN_OPTIONS')]"
    jail.run(PYTHON, "-c", program, environment={"EXECUTOR_SOCKET": "/somewhere/sock", "EMPTY": ""})
    assert jail.output().splitlines() == [f"{name}={value}" for name, value in sorted(given.items())]


def test_signals_groups_and_places(jail, tmp_path):
    program = (
        "import os, signal; s = dict(l.split(':', 1) for l in open('/proc/self/status'));"
        "print(int(s['SigBlk'], 16), os.getpgid(0) == os.getpid(), os.getcwd(), oct(os.umask(0)), s['Uid'].split()[0], signal.getsignal(signal.SIGTERM) == signal.SIG_DFL)"
    )
    jail.run(PYTHON, "-c", program, options=["--cwd", tmp_path], preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN))
    assert jail.output().strip() == f"0 True {tmp_path} 0o22 {os.getuid()} True"


def test_namespace_shows_only_itself(tmp_path):
    jail = Jail(tmp_path, "namespace")
    jail.run("sh", "-c", "echo $$; ls /proc | grep -c '^[0-9]'")
    if jail.status()["level"] != "namespace":
        pytest.skip("no namespaces here")
    pid, count = map(int, jail.output().split())
    assert pid == 2 and count <= 5
    assert jail.finish() == []


# --- its output -----------------------------------------------------------------------------


def test_output_is_kept(jail):
    jail.run("sh", "-c", "echo to stdout; echo to stderr >&2")
    assert jail.output() == "to stdout\nto stderr\n"


def test_output_is_bounded(jail):
    jail.run("sh", "-c", "head -c 10000000 /dev/zero; echo; echo the last line")
    sizes = [path.stat().st_size for path in jail.directory.glob("stderr*")]
    assert max(sizes) <= 65536 and len(sizes) == 2
    assert jail.output().endswith("\nthe last line\n")


def test_flood_does_not_keep_it_from_stopping(jail):
    jail.shell("ulimit -t 120; trap '' TERM; yes & yes & yes & wait")
    until(lambda: (jail.directory / "stderr.old").exists(), "two files full")
    jail.stop()
    status = jail.wait()
    assert int(status["ended"]) == 4
    assert jail.survivors() == []


def test_files_that_cannot_be_written(jail):
    """As on a full disk: what is written is lost, the program does not wait, its end is told."""
    (jail.directory / "stderr").mkdir()
    status = jail.run("sh", "-c", "head -c 1000000 /dev/zero; exit 5")
    assert status["exited"] == "5"


def test_output_held_by_somebody_else_is_not_waited_for(jail, tmp_path):
    """The pipe's end may have gone to a process that is not of the tree."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    jail.shell(f"echo $$ > {fifo}; read line < {fifo}", options=[])
    with open(fifo) as reading:
        reading.read()
    holder = None
    for pid in jail.survivors():
        holder = os.open(f"/proc/{pid}/fd/2", os.O_WRONLY)
        break
    assert holder is not None
    with open(fifo, "w") as writing:
        writing.write("go\n")
    assert jail.wait()["exited"] == "0"
    os.close(holder)


# --- nothing is left -------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["ask", "end"])
def test_worst_tree_is_ended(jail, number):
    jail.start(WORST, "stay", jail.lock, options=["--grace", "50"])
    jail.wait_for_output("ready")
    assert not jail.lock_is_free()
    jail.stop(number)
    status = jail.wait()
    assert jail.lock_is_free()
    assert jail.survivors() == []
    assert int(status["ended"]) >= 50 and status["signal"] == "9" and "stopped" in status


def test_worst_tree_ends_with_the_program(jail):
    status = jail.run(WORST, "leave", jail.lock)
    assert jail.lock_is_free()
    assert jail.survivors() == []
    assert status["exited"] == "7" and int(status["ended"]) >= 40 and "stopped" not in status


# No shell: one forgets a signal that comes in the moment in which it starts something.
CLEARS_UP = """
import os, signal, time
if os.fork() == 0:
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    print("here", flush=True)
    signal.sigwait([signal.SIGTERM])
    time.sleep(0.1)
    print("cleared up", flush=True)
    os._exit(0)
os.wait()
"""


def test_asked_politely(jail):
    """Everybody gets SIGTERM and has time to clear up, also when the program is gone before them."""
    jail.start(PYTHON, "-c", CLEARS_UP, options=["--grace", "20000"])
    jail.wait_for_output("here")
    jail.stop()
    status = jail.wait()
    assert status["signal"] == "15" and "stopped" in status
    assert "cleared up" in jail.output()


def test_second_signal_does_not_wait(jail):
    jail.shell("trap '' TERM; echo here; for i in 1 2 3; do sleep 40; done", options=["--grace", "3600000"])
    jail.wait_for_output("here")
    jail.stop(signal.SIGTERM)
    jail.stop(signal.SIGINT)
    assert jail.wait()["signal"] == "9"


def test_signals_before_it_is_ready(jail):
    """A starter holds them back (as the daemon does): then none is lost."""
    held = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
    jail.start("sleep", "1000", preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, held))
    jail.stop(signal.SIGINT)
    status = jail.wait()
    assert status["signal"] == "9" and "stopped" in status


def test_other_signals_do_nothing(jail):
    jail.shell("echo here; sleep 120")
    jail.wait_for_output("here")
    for number in (signal.SIGUSR1, signal.SIGALRM, signal.SIGQUIT, signal.SIGPIPE, signal.SIGTSTP):
        jail.stop(number)
    jail.stop(signal.SIGTERM)
    assert jail.wait()["signal"] == "15"


def test_killed_jail_takes_the_program_along(jail):
    """In a namespace the whole tree; else at least the program itself."""
    if jail.level == "namespace":
        jail.start(WORST, "stay", jail.lock)
        jail.wait_for_output("ready")
    else:
        jail.start("sh", "-c", "echo ready; exec sleep 120")
        jail.wait_for_output("ready")
    jail.process.kill()
    jail.process.wait(WATCHDOG_SECONDS)
    until(lambda: not jail.survivors(), "nobody left")
    until(lambda: jail.level != "namespace" or jail.lock_is_free(), "the lock is free")
    assert not (jail.directory / "status").exists()
    remove_cgroup(jail)


def remove_cgroup(jail):
    note = jail.directory / "cgroup"
    if note.exists():
        until(lambda: removed(note.read_text()), "the cgroup is empty")


def removed(path):
    try:
        os.rmdir(path)
    except FileNotFoundError:
        pass
    except OSError:
        return False
    return True


def test_cgroup_is_removed(jail):
    jail.shell("cat /proc/self/cgroup")
    status = jail.wait()
    inside = f"weir-{jail.directory.name}" in jail.output()
    assert inside == (status["cgroup"] == "yes")
    assert not (jail.directory / "cgroup").exists()


def test_parent_killed(jail, tmp_path):
    """The parent of the jail may be killed; the jail continues and reports the end."""
    program = "import subprocess, sys, time; subprocess.Popen(sys.argv[1:]); time.sleep(1000)"
    command = [JAIL, "--dir", jail.directory, *LEVELS[jail.level], "--", "sh", "-c", f"echo here; read line < {tmp_path}/fifo; exit 6"]
    os.mkfifo(tmp_path / "fifo")
    with subprocess.Popen([PYTHON, "-c", program, *command], env=os.environ | {"WEIR_TEST_MARK": jail.mark}, preexec_fn=bound()) as parent:
        jail.wait_for_output("here")
        parent.kill()
        parent.wait(WATCHDOG_SECONDS)
        assert len([p for p in jail.survivors() if p != parent.pid]) >= 1
        with open(tmp_path / "fifo", "w") as fifo:
            fifo.write("go\n")
        until(lambda: (jail.directory / "status").exists(), "its status")
        assert jail.status()["exited"] == "6"
        until(lambda: not jail.survivors(), "nobody left")


# --- limits ------------------------------------------------------------------------------------

EATERS = """
import mmap, os, sys, time
shared = mmap.mmap(-1, int(sys.argv[2]))
shared.write(b"x" * len(shared))
for _ in range(4):
    if os.fork() == 0:
        own = bytearray(os.urandom(1)) * int(sys.argv[1])
        sum(shared[::4096])
        os.write(2, b"eaten ")
        time.sleep(1000)
os.wait()
"""


def test_memory_of_all_together(jail):
    """Four children that are each under the limit."""
    (jail.directory / "limits").write_text(f"memory {120 * MIB}\n")
    status = jail.run(PYTHON, "-c", EATERS, 40 * MIB, 4096)
    assert status["limit"] == "memory" and int(status["ended"]) >= 1 and "stopped" not in status
    assert jail.survivors() == []


def waits(pid):
    """How often a process went to sleep: each time it has looked at everything before."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


def test_shared_memory_counts_once(jail):
    """Resident in five processes, 400 MiB by that count; 80 MiB in truth."""
    (jail.directory / "limits").write_text(f"memory {200 * MIB}\nprocesses 100\n")
    jail.start(PYTHON, "-c", EATERS, 4096, 80 * MIB)
    until(lambda: jail.output().count("eaten") == 4, "all have touched it")
    first = waits(jail.process.pid)
    until(lambda: waits(jail.process.pid) >= first + 3, "it has counted again")
    jail.stop(signal.SIGTERM)
    status = jail.wait()
    assert "limit" not in status and "stopped" in status


def test_processes_of_all_together(jail):
    """The program itself does not count."""
    (jail.directory / "limits").write_text("processes 3\n")
    os.mkfifo(jail.root / "fifo")
    jail.shell("for i in 1 2 3; do sleep 120 & done; echo three; read line < fifo; sleep 120 & wait", options=["--cwd", jail.root])
    status = None
    try:
        jail.wait_for_output("three")
        jail.stop(signal.SIGHUP)
        with open(jail.root / "fifo", "w") as fifo:
            fifo.write("go\n")
    finally:
        status = jail.wait()
    assert status["limit"] == "processes" and int(status["ended"]) == 5


def test_limits_are_read_again(jail):
    jail.shell("sleep 120 & sleep 120 & echo here; wait")
    jail.wait_for_output("here")
    (jail.directory / "limits").write_text("memory 0\nprocesses 1\n")
    jail.stop(signal.SIGHUP)
    status = jail.wait()
    assert status["limit"] == "processes" and status["signal"] == "9"


# --- at every step of its own -------------------------------------------------------------------


@pytest.mark.faults
@pytest.mark.parametrize("point", ["jail.before_clone", "jail.before_exec", "jail.before_end", "jail.before_status"])
def test_killed_at_a_step(jail, point):
    """The jail, or its part in the namespace, dies there: nobody is left, and no status tells half of it."""
    jail.start("sh", "-c", "exit 3", environment={"WEIR_FAULT": f"{point}=kill"})
    jail.process.wait(WATCHDOG_SECONDS)
    until(lambda: not jail.survivors(), "nobody left")
    path = jail.directory / "status"
    assert not path.exists() or "level" in jail.status()
    remove_cgroup(jail)


@pytest.mark.faults
def test_ends_while_it_is_about_to_be_stopped(tmp_path):
    """It was told to stop, but what it stands over has come to an end of its own before: that is what is told."""
    jail, release = Jail(tmp_path, "namespace"), tmp_path / "release"
    jail.start("sleep", "1000", environment={"WEIR_FAULT": "jail.before_end=hold", "WEIR_FAULT_RELEASE": str(release)})
    [program] = until(jail.survivors, "the program")
    jail.stop(signal.SIGINT)
    until(lambda: "holding at jail.before_end" in jail.said(), "it is about to end it")
    os.kill(program, signal.SIGSEGV)
    until(lambda: not jail.survivors(), "its end")
    release.touch()
    status = jail.wait()
    assert status["signal"] == str(int(signal.SIGSEGV)) and "stopped" not in status
    assert jail.finish() == []


@pytest.mark.faults
def test_no_process_can_be_made(jail):
    status = jail.run("true", environment={"WEIR_FAULT": "jail.before_clone=fail"})
    assert status["failed"].startswith("11 cannot start a process")


@pytest.mark.faults
def test_namespaces_cannot_be_had(tmp_path):
    jail = Jail(tmp_path, "namespace")
    status = jail.run("sh", "-c", "exit 3", environment={"WEIR_FAULT": "jail.namespace=fail"})
    assert status["exited"] == "3" and status["level"] == "walk"
    assert jail.finish() == []


@pytest.mark.faults
def test_end_between_the_look_at_children_and_the_signals(jail, tmp_path):
    """Its SIGCHLD is read with another signal, and nothing else tells of it."""
    begin, release, end = (tmp_path / name for name in ("begin", "release", "end"))
    os.mkfifo(end)
    fault = {"WEIR_FAULT": "jail.before_signals=hold", "WEIR_FAULT_BEGIN": str(begin), "WEIR_FAULT_RELEASE": str(release)}
    jail.shell(f"echo runs >&2; exec >&- 2>&-; read line <{end}", environment=fault)
    jail.wait_for_output("runs")
    begin.touch()
    jail.stop(signal.SIGHUP)
    until(lambda: "holding at jail.before_signals" in jail.said(), "the jail to be held")
    end.write_text("\n")
    until(lambda: not jail.survivors(), "the end of the program")
    release.touch()
    assert jail.wait()["exited"] == "0"
