"""A jail whose namespaces are created before its program is known: the program cannot tell, and sees nothing
outdated."""

import errno
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from disks import needs_mount
from jails import JAIL
from kernels import needs_namespaces
from leftovers import parent_and_words
from sandboxes import made
from serving import WISH, Serving
from setting import WATCHDOG_SECONDS
from waiting import until



@pytest.fixture
def make_serving():
    all_of_them = []

    def make(*before):
        all_of_them.append(Serving(*before))
        return all_of_them[-1]

    yield make
    for serving in all_of_them:
        serving.close()


@pytest.fixture
def serving(make_serving):
    return make_serving()


@pytest.fixture
def sandbox(tmp_path):
    yield from made(tmp_path)


def child_of(pid):
    """Its only one."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return int(text) if text.strip() else 0


def first_process(ahead):
    """PID 1 of the namespaces that it has made, with all that is there before a request."""
    pid = until(lambda: child_of(ahead.pid), "its PID 1")
    # it waits in recvmsg() when it is done
    until(lambda: Path(f"/proc/{pid}/syscall").read_text().split()[0] == "47", "namespaces that are complete")
    return pid


def place(pid, name="mnt"):
    return os.readlink(f"/proc/{pid}/ns/{name}")


def cgroup(pid):
    """Its own, or nothing."""
    name = Path(f"/proc/{pid}/cgroup").read_text().rpartition("0::")[2].strip().rpartition("/")[2]
    return next(Path("/sys/fs/cgroup").rglob(name)) if name.startswith("weir-") else None


# Nobody else may look into a process that forbids it.
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may look into a jail")


def hold(serving, sandbox, script=":", network="full", **options):
    """A program that has run the script and goes on; the PID 1 over it."""
    sandbox.network = network
    sandbox.write_view()
    serving.give(sandbox, "sh", "-c", f"{script}; echo here; exec sleep 120", **options)
    sandbox.wait_for_output("here")
    return child_of(sandbox.process.pid)


def end(sandbox):
    sandbox.stop()
    return sandbox.wait()


# --- the one that waits becomes the jail --------------------------------------------------------------------


@needs_root
def test_it_is_used(serving, sandbox):
    ahead = serving.wish()
    first = first_process(ahead)
    outer, inner = place(ahead.pid), place(first)
    assert outer != inner and place(first, "user") != place(ahead.pid, "user") and place(first, "pid_for_children") != place(ahead.pid, "pid")
    assert hold(serving, sandbox) == first
    assert sandbox.process.pid == ahead.pid and place(first) == inner
    assert sandbox.hello()["level"] == "namespace"
    own = cgroup(first)
    assert not own or Path((sandbox.directory / "cgroup").read_text()) == own
    status = end(sandbox)
    assert status["sandbox"] == "namespace" and status["cgroup"] == ("yes" if own else "no")
    assert not own or not own.exists()


def test_lists_of_processes_show_the_order(serving, sandbox):
    ahead = serving.wish()
    first = first_process(ahead)
    assert parent_and_words(first)[1][1] == b"--serve"
    hold(serving, sandbox)
    for pid in (ahead.pid, first):
        assert parent_and_words(pid)[1][1:3] == [b"--dir", str(sandbox.directory).encode()]
    if os.geteuid() == 0:
        for pid in (ahead.pid, first):
            assert f"WEIR_TEST_MARK={sandbox.mark}".encode() in Path(f"/proc/{pid}/environ").read_bytes()
    end(sandbox)


def test_the_program_has_its_arguments_and_environment(serving, sandbox):
    serving.wish()
    sandbox.write_view()
    serving.give(sandbox, "sh", "-c", 'echo "$0 $1 $WEIR_TEST_MARK $PWD"; ls /proc/self/fd | wc -l', "zero", "one", options=["--cwd", sandbox.project])
    assert sandbox.wait()["exited"] == "0"
    assert sandbox.output() == f"zero one {sandbox.mark} {sandbox.project}\n4\n"


def test_an_order_that_comes_at_once(serving, sandbox):
    """While PID 1 still makes what it needs."""
    ahead = serving.wish()
    sandbox.write_view()
    assert serving.give(sandbox, "sh", "-c", "exit 5") == ahead.pid
    assert sandbox.wait()["exited"] == "5"


@needs_root
@pytest.mark.parametrize("network", ["full", "closed"])
def test_what_is_seen(serving, sandbox, network):
    first_process(serving.wish())
    script = f"cat {sandbox.home}/.ssh/id {sandbox.sibling}/file {sandbox.state}/store; ls -A {sandbox.home} | wc -l; echo x > {sandbox.project}/made"
    first = hold(serving, sandbox, script, network)
    lines = sandbox.output().splitlines()
    assert [line for line in lines if not line.startswith("cat: ")] == ["1", "here"] and len(lines) == 5
    assert (sandbox.project / "made").read_text() == "x\n"
    assert sandbox.hello()["network"] == network
    assert (place(first, "net") == place(sandbox.process.pid, "net")) == (network == "full")
    end(sandbox)


def test_a_session_can_come_later(serving, sandbox):
    serving.wish()
    sandbox.write_view(cwd=None)
    serving.give(sandbox, "sh", "-c", f"echo here; until [ -d {sandbox.project} ]; do sleep 0.01; done; cd {sandbox.project} && pwd")
    sandbox.wait_for_output("here")
    assert sandbox.session(f"cwd {sandbox.project}") == "ok\n"
    assert sandbox.wait()["exited"] == "0" and sandbox.output() == f"here\n{sandbox.project}\n"


def test_only_one_waits(serving):
    serving.wish()
    assert serving.answer(WISH) == -errno.EALREADY


# --- requests for which it is not good ---------------------------------------------------------------------------


@pytest.mark.parametrize("options", [["--level", "walk"], ["--no-cgroup"], ["--level", "walk", "--no-cgroup"]], ids=" ".join)
@pytest.mark.parametrize("level", ["namespace", "landlock", "off"])
def test_another_way_to_start(serving, sandbox, options, level):
    sandbox.sandbox = level
    ahead = serving.wish()
    first = first_process(ahead)
    is_good = level == "namespace" and options == ["--no-cgroup"] and not cgroup(first)
    hold(serving, sandbox, options=options)
    assert sandbox.process.pid == ahead.pid
    assert (parent_and_words(first)[0] == ahead.pid) == is_good
    status = end(sandbox)
    wanted = "landlock" if options[0] == "--level" and level == "namespace" else level
    assert status["sandbox"] == wanted and status["level"] == ("namespace" if "walk" not in options and level != "landlock" else "walk")
    assert status["cgroup"] == "no" or "--no-cgroup" not in options


def test_a_view_that_is_wrong(serving, sandbox):
    ahead = serving.wish()
    first = first_process(ahead)
    sandbox.write_view("nonsense")
    serving.give(sandbox, "true")
    assert "unknown line" in sandbox.wait()["failed"]
    assert not parent_and_words(first)[0]


def test_a_view_that_cannot_be_had(serving, sandbox):
    first_process(serving.wish())
    sandbox.write_view(cwd=f"cwd {sandbox.project}/missing")
    serving.give(sandbox, "sh", "-c", "echo ran")
    assert "cannot add the working directory" in sandbox.wait()["failed"] and sandbox.output() == ""


@pytest.mark.parametrize("when", ["before", "at once"])
def test_its_first_process_is_killed(serving, sandbox, when):
    ahead = serving.wish()
    first = first_process(ahead)
    os.kill(first, signal.SIGKILL)
    if when == "before":
        until(lambda: not child_of(ahead.pid), "it is reaped")
    assert hold(serving, sandbox) != first
    assert sandbox.process.pid == ahead.pid
    assert end(sandbox)["sandbox"] == "namespace"


# --- what has changed meanwhile -----------------------------------------------------------------------------


class Machine:
    """A mount namespace of its own, whose /etc is a directory of the test; nothing that is mounted outside comes in."""

    def __init__(self, root):
        etc = root / "etc"
        self.etc = etc / "ssh"
        self.etc.mkdir(parents=True)
        for name in ("passwd", "group", "ld.so.cache"):
            shutil.copy(f"/etc/{name}", etc)
        (self.etc / "ssh_config").write_text("old\n")
        self.before = ["unshare", "-m", "--propagation", "private", "sh", "-ec", 'mount --bind "$0" /etc; exec "$@"', etc]

    def run(self, serving, *command):
        subprocess.run(["nsenter", "-t", str(serving.process.pid), "-m", "-r", *command], check=True, timeout=WATCHDOG_SECONDS)


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def replace(path, text):
    path.with_suffix(".new").write_text(text)
    path.with_suffix(".new").rename(path)


@needs_mount
@pytest.mark.parametrize(
    "change, seen",
    [
        (lambda etc: None, "old"),
        (lambda etc: replace(etc / "ssh_config", "new\n"), "new"),
        (lambda etc: (etc / "ssh_config").write_text("newer\n"), "newer"),
        (lambda etc: (etc / "ssh_config").unlink(), ""),
        (lambda etc: (etc / "ssh_config").unlink() or (etc / "ssh_config").symlink_to("other") or (etc / "other").write_text("linked\n"), "linked"),
        (lambda etc: (etc / "ssh_known_hosts").write_text("appeared\n"), "old appeared"),
    ],
    ids=["nothing", "replaced", "written to", "removed", "a link", "appeared"],
)
def test_a_file_of_the_system(make_serving, sandbox, machine, change, seen):
    serving = make_serving(*machine.before)
    ahead = serving.wish()
    first = first_process(ahead)
    change(machine.etc)
    now = hold(serving, sandbox, "cat /etc/ssh/* 2>/dev/null")
    assert (now == first) == (seen in ("old", "newer"))
    assert sandbox.output().split() == [*seen.split(), "here"]
    end(sandbox)


@needs_mount
def test_a_link_whose_target_is_replaced(make_serving, sandbox, machine):
    """As /etc/resolv.conf often is one, to a file that is renamed."""
    (machine.etc / "ssh_config").rename(machine.etc / "target")
    (machine.etc / "ssh_config").symlink_to("target")
    serving = make_serving(*machine.before)
    first_process(serving.wish())
    replace(machine.etc / "target", "new\n")
    hold(serving, sandbox, "cat /etc/ssh/ssh_config")
    assert sandbox.output() == "new\nhere\n"
    end(sandbox)


@needs_mount
def test_what_was_mounted_meanwhile(make_serving, sandbox, machine):
    serving = make_serving(*machine.before)
    ahead = serving.wish()
    first = first_process(ahead)
    machine.run(serving, "mount", "--bind", str(sandbox.sibling), str(sandbox.project))
    hold(serving, sandbox, f"cat {sandbox.project}/file")
    assert sandbox.output() == "of a sibling\nhere\n"
    assert not parent_and_words(first)[0]
    end(sandbox)


@needs_mount
def test_what_was_mounted_right_before_the_order(make_serving, sandbox, machine):
    """Both are seen at once."""
    serving = make_serving(*machine.before)
    ahead = serving.wish()
    first_process(ahead)
    ahead.send_signal(signal.SIGSTOP)
    until(lambda: Path(f"/proc/{ahead.pid}/stat").read_text().rpartition(") ")[2][0] == "T", "it is stopped")
    machine.run(serving, "mount", "--bind", str(sandbox.sibling), "/etc/ssh")
    sandbox.write_view()
    serving.give(sandbox, "sh", "-c", "cat /etc/ssh/file; echo here")
    sandbox.process.send_signal(signal.SIGCONT)
    assert sandbox.wait()["exited"] == "0"
    assert "old" not in sandbox.output()


@needs_root
def test_the_name_of_the_machine(make_serving, sandbox):
    serving = make_serving("unshare", "-u", "sh", "-ec", 'hostname before; exec "$@"', "sh")
    first_process(serving.wish())
    subprocess.run(["nsenter", "-t", str(serving.process.pid), "-u", "hostname", "after"], check=True, timeout=WATCHDOG_SECONDS)
    hold(serving, sandbox, "uname -n")
    assert sandbox.output() == "after\nhere\n"
    end(sandbox)


@needs_namespaces
@needs_mount
def test_what_is_unmounted_is_let_go(make_serving, machine, tmp_path):
    """Else the disk would stay in use until the next request."""
    point = tmp_path / "point"
    point.mkdir()
    serving = make_serving(*machine.before)
    machine.run(serving, "mount", "-t", "tmpfs", "weir-test", str(point))
    ahead = serving.wish()
    first = first_process(ahead)
    assert str(point) in Path(f"/proc/{first}/mountinfo").read_text()
    machine.run(serving, "umount", str(point))
    until(lambda: not child_of(ahead.pid), "whoever has a copy of the mount is gone")
    assert ahead.poll() is None


# --- nobody needs it any more -----------------------------------------------------------------------------------


@needs_namespaces
def test_it_leaves_with_the_one_who_made_it(serving):
    ahead = serving.wish()
    first = first_process(ahead)
    own = cgroup(first)
    serving.process.kill()
    assert serving.process.wait(WATCHDOG_SECONDS) == -signal.SIGKILL
    assert ahead.wait() == 0
    assert not parent_and_words(first)[0]
    assert not own or not own.exists()
    serving.process = subprocess.Popen([sys.executable, "-c", ""])  # for the fixture, which expects a good end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_is_asked_to_leave(serving, sandbox, number):
    ahead = serving.wish()
    first = first_process(ahead)
    ahead.send_signal(number)
    assert ahead.wait() == 0
    assert not parent_and_words(first)[0]
    hold(serving, sandbox)
    assert sandbox.process.pid != ahead.pid
    end(sandbox)


def test_asked_to_leave_while_the_order_comes(serving, sandbox):
    """It is taken (and the signal may then be the jail's), or nobody has read it and it makes a copy; it is not lost."""
    for number in range(20):
        ahead = serving.wish()
        first = first_process(ahead)
        sandbox.again().write_view()
        ahead.send_signal(signal.SIGTERM)
        if number % 2:  # it is on its way out
            until(lambda: not parent_and_words(first)[0], "its PID 1 is gone")
        taken = serving.give(sandbox, "sh", "-c", "echo ran") == ahead.pid
        status = sandbox.wait()
        assert (taken and "stopped" in status) or (status["exited"] == "0" and sandbox.output() == "ran\n")
        assert taken or ahead.wait() == 0


def test_a_directory_that_is_gone(serving, sandbox):
    """Nobody wants it any more: a daemon was killed that had just begun."""
    ahead = serving.wish()
    first = first_process(ahead)
    own = cgroup(first)
    arguments = [JAIL, "--dir", sandbox.directory / "missing", "--", "true"]
    assert serving.request(arguments, {}) == ahead.pid
    assert ahead.wait() != 0
    assert not parent_and_words(first)[0] and not (own and own.exists())
    serving.wished = None


def test_a_signal_that_means_nothing_yet(serving, sandbox):
    ahead = serving.wish()
    first = first_process(ahead)
    ahead.send_signal(signal.SIGHUP)
    assert hold(serving, sandbox) == first
    end(sandbox)


def test_it_is_killed(serving, sandbox):
    ahead = serving.wish()
    first = first_process(ahead)
    own = cgroup(first)
    ahead.kill()
    assert ahead.wait() == -signal.SIGKILL
    hold(serving, sandbox)
    assert sandbox.process.pid != ahead.pid
    assert not parent_and_words(first)[0], "its PID 1 is gone too"
    assert not own or not own.exists()
    end(sandbox)
    assert serving.wish().pid not in (ahead.pid, sandbox.process.pid)
