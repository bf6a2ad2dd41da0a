"""The levels of weir-jail's sandbox: it uses the best available level, or says what is missing."""

import subprocess

import pytest
from bound import bound
from jails import JAIL
from kernels import needs_namespaces
from sandboxes import PROBE, Sandbox, made
from setting import WATCHDOG_SECONDS

LANDLOCK, CLONE3, SECCOMP, MOUNT_SETATTR, UNSHARE, FSOPEN = "444", "435", "317", "442", "272", "430"
ALLOWS = '"sandbox": "off" in the configuration'


@pytest.fixture
def sandbox(tmp_path):
    for sandbox in made(tmp_path):
        yield sandbox.write_view()


def run(sandbox, *before, options=()):
    """Under a program that takes something away first."""
    command = [*before, JAIL, "--dir", sandbox.directory, "--cwd", sandbox.project, *options, "--", "sh", "-c", f"cat {sandbox.sibling}/file; echo ran"]
    done = subprocess.run([str(word) for word in command], timeout=WATCHDOG_SECONDS, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return sandbox.status()


def without(*calls):
    return [PROBE, "without", ",".join(calls)]


NO_NAMESPACES = ["unshare", "-Ur", "sh", "-c", 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"', "sh"]


def test_best(sandbox):
    assert run(sandbox)["sandbox"] == "namespace"


@pytest.mark.parametrize("call", [CLONE3, MOUNT_SETATTR, UNSHARE, FSOPEN], ids=["clone3", "mount_setattr", "unshare", "fsopen"])
def test_falls_to_landlock(sandbox, call):
    """Wherever on the way into a namespace it fails: the program has a sandbox, and it runs once."""
    status = run(sandbox, *without(call))
    assert status["sandbox"] == "landlock" and status["level"] == "walk" and status["exited"] == "0"
    assert "sibling" not in sandbox.output().replace("cat: ", "", 1).splitlines()[-1] and sandbox.output().endswith("ran\n")
    assert sandbox.output().count("ran") == 1


def test_falls_to_landlock_without_user_namespaces(sandbox):
    status = run(sandbox, *NO_NAMESPACES)
    assert status["sandbox"] == "landlock" and status["exited"] == "0"


def test_walk_is_landlock_at_best(sandbox):
    status = run(sandbox, options=["--level", "walk"])
    assert status["sandbox"] == "landlock" and status["level"] == "walk"


def test_refuses_without_both(sandbox):
    failed = run(sandbox, *NO_NAMESPACES, *without(LANDLOCK))["failed"]
    assert "user.max_user_namespaces" in failed and "CONFIG_SECURITY_LANDLOCK" in failed and ALLOWS in failed
    assert "sandbox" not in sandbox.status() and "ran" not in sandbox.output()


def test_refuses_without_both_for_another_reason(sandbox):
    failed = run(sandbox, *without(LANDLOCK, CLONE3))["failed"]
    assert "cannot create a user namespace" in failed and "Landlock" in failed and ALLOWS in failed


def test_refuses_without_a_part(sandbox):
    failed = run(sandbox, *without(LANDLOCK, MOUNT_SETATTR))["failed"]
    assert "namespaces do not work" in failed and ALLOWS in failed and "ran" not in sandbox.output()


def test_refuses_without_seccomp(sandbox):
    failed = run(sandbox, *without(SECCOMP))["failed"]
    assert "CONFIG_SECCOMP_FILTER" in failed and ALLOWS in failed and "ran" not in sandbox.output()


def test_namespace_without_landlock_says_so(sandbox):
    """The mounts hold by themselves; whoever asks is told that the rest is missing."""
    (sandbox.directory / "status").unlink(missing_ok=True)
    command = [*without(LANDLOCK), JAIL, "--dir", sandbox.directory, "--", "sh", "-c", "echo here; exec sleep 120"]
    sandbox.process = subprocess.Popen([str(word) for word in command], preexec_fn=bound())
    sandbox.wait_for_output("here")
    assert sandbox.hello() == {"level": "namespace", "landlock": "0", "network": "full"}
    sandbox.stop()
    assert sandbox.wait()["sandbox"] == "namespace"


def test_landlock_wanted_but_not_there(tmp_path):
    sandbox = Sandbox(tmp_path, "landlock").write_view()
    failed = run(sandbox, *without(LANDLOCK))["failed"]
    assert "CONFIG_SECURITY_LANDLOCK" in failed and "namespaces" not in failed and ALLOWS in failed
    assert sandbox.finish() == []


@needs_namespaces
def test_off_needs_nothing(tmp_path):
    sandbox = Sandbox(tmp_path, "off").write_view()
    status = run(sandbox, *NO_NAMESPACES, *without(LANDLOCK, SECCOMP))
    assert status["sandbox"] == "off" and status["exited"] == "0" and "of a sibling" in sandbox.output()
    assert sandbox.finish() == []


# --- views that cannot be had -----------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["namespace", "landlock"])
@pytest.mark.parametrize(
    "cwd, word",
    [("cwd /", "everything"), ("cwd {project}/missing", "cannot add"), ("cwd {state}/executors", "which is hidden"), ("cwd {home}/.ssh", "which is hidden")],
)
def test_working_directory_that_cannot_be(tmp_path, level, cwd, word):
    sandbox = Sandbox(tmp_path, level)
    sandbox.write_view(cwd=cwd.format(project=sandbox.project, state=sandbox.state, home=sandbox.home))
    status = run(sandbox)
    assert word in status["failed"] and "sandbox" not in status and "ran" not in sandbox.output()
    assert sandbox.finish() == []


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_own_directory_that_is_missing(tmp_path, level):
    sandbox = Sandbox(tmp_path, level).write_view()
    sandbox.own.rmdir()
    assert "own directory" in run(sandbox)["failed"] and sandbox.finish() == []


def test_hidden_below_something_seen_needs_namespaces(tmp_path):
    sandbox = Sandbox(tmp_path, "landlock").write_view(cwd=f"cwd {tmp_path}/place/home")
    failed = run(sandbox)["failed"]
    assert f"cannot hide {sandbox.home}/.ssh in {sandbox.home} without a mount namespace" in failed and sandbox.finish() == []


@pytest.mark.parametrize("below", [True, False])
def test_to_be_read_in_something_writable_needs_namespaces(tmp_path, below):
    """Rules of Landlock add to each other: what one lets be written to, another cannot keep."""
    sandbox = Sandbox(tmp_path, "landlock")
    (sandbox.project / "sub").mkdir()
    read, write = (sandbox.project / "sub", sandbox.project) if below else (sandbox.project, sandbox.project / "sub")
    sandbox.write_view(f"write {write}", cwd=f"cwd-read {read}")
    failed = run(sandbox)["failed"]
    assert f"{read} read-only" in failed and f"{write} is writable" in failed and sandbox.finish() == []


@pytest.mark.parametrize("level", ["namespace", "landlock"])
@pytest.mark.parametrize("word", ["cwd", "cwd-read"])
def test_link_that_came_since(tmp_path, level, word):
    """A session above the working directory has put a link in its place after the daemon had resolved it."""
    sandbox = Sandbox(tmp_path, level)
    (sandbox.project / "sub").symlink_to(sandbox.sibling)
    sandbox.write_view(cwd=f"{word} {sandbox.project}/sub")
    status = run(sandbox)
    assert "symbolic link" in status["failed"] and "ran" not in sandbox.output() and sandbox.finish() == []


def test_hidden_but_not_there_harms_nobody(tmp_path):
    sandbox = Sandbox(tmp_path, "landlock")
    sandbox.write_view(f"hide {sandbox.project}/.weir")
    assert run(sandbox)["sandbox"] == "landlock" and sandbox.finish() == []


@pytest.mark.parametrize(
    "text, word",
    [
        ("", "end with a newline"),
        ("sandbox namespace\nnetwork full", "end with a newline"),
        ("sandbox everything\nnetwork full\n", "begin with a \"sandbox\" line"),
        ("network full\nsandbox namespace\n", "begin with a \"sandbox\" line"),
        ("sandbox namespace\n", "network"),
        ("sandbox namespace\nnetwork some\n", "unknown line"),
        ("sandbox namespace\nnetwork full\nnetwork closed\n", "unknown line"),
        ("sandbox namespace\nnetwork full\nsee /usr\n", "unknown line"),
        ("sandbox namespace\nnetwork full\nread\n", "unknown line"),
        ("sandbox namespace\nnetwork full\nread usr\n", "not canonical"),
        ("sandbox namespace\nnetwork full\nread /usr/../etc\n", "not canonical"),
        ("sandbox namespace\nnetwork full\nread /\n", "not canonical"),
        ("sandbox namespace\nnetwork full\nhide /\n", "not canonical"),
        ("sandbox namespace\nnetwork full\nhome /home/a\nhome /home/b\n", "more than one home"),
        ("sandbox namespace\nnetwork full\n" + "read /usr\n" * 513, "more than 512"),
        ("sandbox namespace\nnetwork full\n" + "read /" + "x" * 70000 + "\n", "larger"),
    ],
)
def test_views_that_are_wrong(sandbox, text, word):
    (sandbox.directory / "view").write_text(text)
    status = run(sandbox)
    assert word in status["failed"] and "ran" not in sandbox.output()


def test_nothing_is_left_of_a_start_that_failed(sandbox):
    sandbox.write_view(cwd=f"cwd {sandbox.project}/missing")
    assert "failed" in run(sandbox)
    assert sorted(path.name for path in sandbox.directory.iterdir()) == ["jail", "own", "status", "tmp", "view"]


@pytest.mark.faults
@pytest.mark.parametrize("point", ["jail.namespace", "jail.root"])
def test_falls_at_a_step(tmp_path, point):
    sandbox = Sandbox(tmp_path, "namespace").write_view()
    status = sandbox.run("sh", "-c", "echo ran", environment={"WEIR_FAULT": f"{point}=fail"})
    assert status["sandbox"] == "landlock" and sandbox.output() == "ran\n" and sandbox.finish() == []
