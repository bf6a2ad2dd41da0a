"""DIR/control of weir-jail: the level in force, and the later part of a session."""

import os
import socket

import pytest
from sandboxes import PYTHON, Sandbox
from setting import WATCHDOG_SECONDS
from waiting import until

# Runs one line of shell after another, as they come in a file of its own directory.
WORKER = """
import os, subprocess, sys, time
at = 0
print("ready", flush=True)
while True:
    path = f"{sys.argv[1]}/{at}"
    while not os.path.exists(path): time.sleep(0.005)
    with open(path) as script: done = subprocess.run(["sh", "-c", script.read()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    with open(path + ".new", "wb") as out: out.write(done.stdout)
    os.rename(path + ".new", path + ".done")
    at += 1
"""


class Warm:
    def __init__(self, root, *lines):
        self.sandbox = Sandbox(root)
        self.count = 0
        self.sandbox.write_view(*lines, cwd=False)
        self.sandbox.start(PYTHON, "-c", WORKER, self.sandbox.own)
        self.sandbox.wait_for_output("ready")

    def shell(self, script):
        path = self.sandbox.own / str(self.count)
        self.count += 1
        path.with_suffix(".script").write_text(script)
        path.with_suffix(".script").rename(path)
        done = self.sandbox.own / f"{path.name}.done"
        until(done.exists, f"the end of {script!r}")
        return done.read_text()

    def end(self):
        self.sandbox.stop()
        status = self.sandbox.wait()
        assert status["sandbox"] == "namespace" and self.sandbox.finish() == []


@pytest.fixture
def warm(tmp_path):
    warm = Warm(tmp_path)
    yield warm
    warm.end()


def test_hello(warm):
    assert warm.sandbox.hello() == {"level": "namespace", "landlock": warm.sandbox.hello()["landlock"], "network": "full"}


@pytest.mark.parametrize("level, network", [("namespace", "closed"), ("landlock", "full"), ("landlock", "closed"), ("off", "closed")])
def test_hello_of_others(tmp_path, level, network):
    sandbox = Sandbox(tmp_path, level, network).write_view()
    sandbox.start("sh", "-c", "echo here; exec sleep 120")
    sandbox.wait_for_output("here")
    answer = sandbox.hello()
    assert answer["level"] == level and answer["network"] == ("full" if level == "off" else network)
    assert (int(answer["landlock"]) >= 3) if level == "landlock" else (int(answer["landlock"]) >= 0)
    assert sandbox.session(f"cwd {sandbox.project}").startswith("failed ")
    sandbox.stop()
    sandbox.wait()
    assert sandbox.finish() == [] and not (sandbox.directory / "control").exists()


def test_session_comes_later(warm):
    sandbox = warm.sandbox
    (sandbox.project / "file").write_text("mine\n")
    assert "mine" not in warm.shell(f"cat {sandbox.project}/file")
    assert sandbox.session(f"cwd {sandbox.project}") == "ok\n"
    assert warm.shell(f"cd {sandbox.project} && cat file && echo new > new && echo done") == "mine\ndone\n"
    assert (sandbox.project / "new").read_text() == "new\n"
    assert "of a sibling" not in warm.shell(f"cat {sandbox.sibling}/file {sandbox.state}/store")


def test_session_to_be_read(warm, tmp_path):
    sandbox = warm.sandbox
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "file").write_text("more\n")
    assert sandbox.session(f"cwd-read {sandbox.project}", f"write {tmp_path}/more", f"read {tmp_path}/missing") == "ok\n"
    assert "Read-only" in warm.shell(f"touch {sandbox.project}/x")
    assert warm.shell(f"cat {tmp_path}/more/file; echo x > {tmp_path}/more/new && echo written") == "more\nwritten\n"


def test_session_only_once(warm):
    sandbox = warm.sandbox
    assert sandbox.session(f"cwd {sandbox.project}") == "ok\n"
    assert "already" in sandbox.session(f"cwd {sandbox.sibling}")
    assert "of a sibling" not in warm.shell(f"cat {sandbox.sibling}/file; ls {sandbox.sibling}")


def test_session_of_a_view_that_has_one(tmp_path):
    sandbox = Sandbox(tmp_path).write_view()
    sandbox.start("sh", "-c", "echo here; exec sleep 120")
    sandbox.wait_for_output("here")
    assert "already" in sandbox.session(f"cwd {sandbox.sibling}")
    sandbox.stop()
    sandbox.wait()
    assert sandbox.finish() == []


@pytest.mark.parametrize(
    "lines, word",
    [
        ([], "end with a newline"),
        (["read /usr"], "no working directory"),
        (["cwd /"], "/"),
        (["cwd relative"], "not canonical"),
        (["cwd {project}/../sibling"], "not canonical"),
        (["cwd {project}", "cwd {sibling}"], "more than one cwd"),
        (["cwd {project}", "own {sibling}"], "unknown line"),
        (["cwd {project}", "sandbox off"], "unknown line"),
        (["cwd {project}", "network full"], "unknown line"),
        (["cwd {state}/executors"], "hidden"),
        (["cwd {project}/missing"], "No such file"),
        (["cwd {home}/.gitconfig"], "Not a directory"),
        (["cwd {project}", "rubbish"], "unknown line"),
        (["cwd {project}", "read /proc/1"], "processes"),
        (["cwd {project}", *(["read /usr"] * 600)], "lines"),
    ],
)
def test_wrong_orders(warm, lines, word):
    """Nothing of them is in force, and a right one may follow."""
    sandbox = warm.sandbox
    places = {"project": sandbox.project, "sibling": sandbox.sibling, "state": sandbox.state, "home": sandbox.home}
    answer = sandbox.session(*(line.format(**places) for line in lines))
    assert answer.startswith("failed ") and word in answer and answer.endswith("\n")
    assert "No such file" in warm.shell(f"ls {sandbox.project}")
    assert sandbox.session(f"cwd {sandbox.project}") == "ok\n"


def test_a_part_that_fails_takes_the_others_back(warm, tmp_path):
    """The program has put a file where the last part's mount point would be."""
    sandbox = warm.sandbox
    for name in ("a", "bb", "ccc"):
        (sandbox.home / name).mkdir()
        (sandbox.home / name / "inside").write_text("\n")
    warm.shell(f"touch {sandbox.home}/ccc")
    answer = sandbox.session(f"write {sandbox.home}/a", f"write {sandbox.home}/bb", f"cwd {sandbox.home}/ccc")
    assert answer.startswith("failed ") and "ccc" in answer
    assert "inside" not in warm.shell(f"ls -R {sandbox.home}")
    mounts = warm.shell("cat /proc/self/mountinfo")
    assert f"{sandbox.home}/a " not in mounts and f"{sandbox.home}/bb " not in mounts


@pytest.mark.parametrize("link", ["cwd", "above"])
def test_links_of_the_program_are_not_followed(warm, link):
    """It makes one where the mount point of its session will be, to have it mounted elsewhere: nothing is."""
    sandbox = warm.sandbox
    deep = sandbox.home / "work" / "project"
    deep.mkdir(parents=True)
    target = sandbox.home / "work"
    warm.shell(f"ln -s /usr {target}" if link == "above" else f"mkdir {target}; ln -s /usr/bin {target}/project")
    answer = sandbox.session(f"cwd {deep}")
    assert "symbolic link" in answer
    assert str(deep) not in warm.shell("cat /proc/self/mountinfo") and warm.shell("test -x /usr/bin/env && echo there") == "there\n"


def test_links_on_the_disk_are_not_followed(warm):
    """The path was resolved; a link in it was made since then."""
    sandbox = warm.sandbox
    (sandbox.project / "link").symlink_to(sandbox.state)
    assert "symbolic link" in sandbox.session(f"cwd {sandbox.project}/link/executors")


def test_hidden_in_what_comes_later(warm):
    """The general part hides it, and what belongs to the executor is still where it was."""
    sandbox = warm.sandbox
    assert sandbox.session(f"cwd {sandbox.home}", f"hide {sandbox.home}/.gitconfig") == "ok\n"
    output = warm.shell(f"cd {sandbox.home}; ls -A .ssh; cat .gitconfig .ssh/id; touch here; mv .ssh x; rm .gitconfig")
    assert "key" not in output and "[user]" not in output and "busy" in output
    assert (sandbox.home / "here").exists()


def test_hidden_is_never_seen(tmp_path):
    """A program that looks all the time while its session comes sees nothing of it at any moment."""
    warm = Warm(tmp_path)
    sandbox = warm.sandbox
    looker = f"import os\nfound = 0\nwhile not os.path.exists('{sandbox.home}/stop'):\n    found += os.path.exists('{sandbox.home}/.ssh/id')\nprint('found', found)"
    (sandbox.own / "looker.py").write_text(looker)
    (sandbox.own / "0.script").write_text(f"touch {sandbox.own}/looking; {PYTHON} {sandbox.own}/looker.py")
    (sandbox.own / "0.script").rename(sandbox.own / "0")
    until((sandbox.own / "looking").exists, "it looks")
    assert sandbox.session(f"cwd {sandbox.home}") == "ok\n"
    (sandbox.home / "stop").touch()
    until((sandbox.own / "0.done").exists, "its answer")
    assert (sandbox.own / "0.done").read_text() == "found 0\n"
    warm.end()


def test_own_below_what_comes_later(tmp_path):
    """The working directory is above the daemon's state: hidden, but for the executor's own."""
    warm = Warm(tmp_path)
    sandbox = warm.sandbox
    place = sandbox.state.parent
    assert sandbox.session(f"cwd {place}") == "ok\n"
    output = warm.shell(f"cat {sandbox.sibling}/file; cat {sandbox.state}/store; ls {sandbox.state} {sandbox.directory}; echo x > {sandbox.own}/x && echo own")
    assert output.startswith("of a sibling") and "the store" not in output and output.endswith("own\n")
    warm.end()


def test_the_machine_is_not_written_to(warm):
    """Before the session's part is applied, only the mounts ensure this."""
    script = "".join(f"( : >> {path} ) 2>/dev/null && echo {path}; " for path in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/usr/new", "/etc/passwd", "/new", "/dev/new", "/run/new"))
    assert warm.shell(script) == ""
    assert warm.sandbox.session(f"cwd {warm.sandbox.project}") == "ok\n"
    assert warm.shell(script) == ""


def test_bad_packets(warm):
    sandbox = warm.sandbox
    for packet in ("x", "hello", "hello\nmore", "session", b"\0" * 100, b"session\n\xff\0\n"):
        assert sandbox.ask(packet).startswith("failed ")
    assert sandbox.hello()["level"] == "namespace"


def test_many_connections(warm):
    """Idle connections do not block others forever."""
    sandbox = warm.sandbox
    silent = []
    directory = os.open(sandbox.directory, os.O_PATH)
    for _ in range(3):
        peer = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        peer.settimeout(WATCHDOG_SECONDS)
        peer.connect(f"/proc/self/fd/{directory}/control")
        silent.append(peer)
    assert sandbox.hello()["level"] == "namespace"
    for peer in silent:
        peer.close()
    os.close(directory)
    assert sandbox.session(f"cwd {sandbox.project}") == "ok\n"


def test_nobody_waits_for_the_answer(warm):
    sandbox = warm.sandbox
    directory = os.open(sandbox.directory, os.O_PATH)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as peer:
        peer.connect(f"/proc/self/fd/{directory}/control")
        peer.sendall(f"session\ncwd {sandbox.project}\n".encode())
    os.close(directory)
    assert "already" in sandbox.session(f"cwd {sandbox.project}")
    until(lambda: warm.shell(f"ls -d {sandbox.project}") == f"{sandbox.project}\n", "its session")


