"""A weir-jail with a view: what its program may see and do."""

import errno
import os
import socket

from jails import Jail
from setting import BIN, WATCHDOG_SECONDS
from waiting import until

PROBE = BIN.parent / "tests" / "probe"
PYTHON = "/usr/bin/python3"


class Sandbox(Jail):
    """Below `place`: home/ with secrets, project/ (the working directory), sibling/, state/ with the jail's own directory."""

    def __init__(self, root, level="namespace", network="full"):
        super().__init__(root, "namespace", level)
        self.sandbox = level
        self.network = network
        place = self.root / "place"
        self.home, self.project, self.sibling, self.state = (place / name for name in ("home", "project", "sibling", "state"))
        for path in (self.home / ".ssh", self.project, self.sibling, self.state):
            path.mkdir(parents=True)
        (self.home / ".ssh" / "id").write_text("the key\n")
        (self.home / ".gitconfig").write_text("[user]\n")
        (self.sibling / "file").write_text("of a sibling\n")
        (self.state / "store").write_text("the store\n")
        self.directory.rmdir()
        self.directory = self.state / os.urandom(6).hex()
        self.own = self.directory / "own"
        self.own.mkdir(parents=True)
        self.tmp = self.directory / "tmp"
        self.tmp.mkdir()

    def general(self):
        """The lines of every view of these tests."""
        return [
            f"read {BIN}",
            f"read {PROBE}",
            f"read {self.home}/.gitconfig",
            f"own {self.own}",
            f"tmp {self.tmp}",
            f"home {self.home}",
            f"hide {self.state}",
            f"hide {self.home}/.ssh",
        ]

    def write_view(self, *lines, cwd=True):
        head = [f"sandbox {self.sandbox}", f"network {self.network}"]
        end = [f"cwd {self.project}"] if cwd is True else [cwd] if cwd else []
        (self.directory / "view").write_text("".join(line + "\n" for line in [*head, *self.general(), *lines, *end]))
        return self

    def run_in(self, *program, lines=(), cwd=True, where=None, code="0", **options):
        """Its output, once it has ended with that code on the level that was wanted."""
        self.write_view(*lines, cwd=cwd)
        place = where or (self.project if cwd is True else "/")
        status = self.run(*program, options=["--cwd", str(place)], **options)
        assert status.get("sandbox") == self.sandbox, status
        assert status.get("exited") == code, (status, self.output())
        return self.output()

    def shell_in(self, script, **options):
        return self.run_in("sh", "-c", script, **options)

    def python_in(self, script, **options):
        return self.run_in(PYTHON, "-c", script, **options)

    def again(self):
        """Ready for another run."""
        for name in ("status", "stderr", "stderr.old", "view"):
            (self.directory / name).unlink(missing_ok=True)
        return self

    # --- the control socket ---

    def ask(self, packet):
        """One packet to DIR/control, through a descriptor since the path may be long, and its answer."""
        until(lambda: (self.directory / "control").exists() or self.process.poll() is not None, "its control")
        directory = os.open(self.directory, os.O_PATH)
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as peer:
                peer.settimeout(WATCHDOG_SECONDS)
                peer.connect(f"/proc/self/fd/{directory}/control")
                peer.sendall(packet.encode() if isinstance(packet, str) else packet)
                return peer.recv(65536).decode()
        finally:
            os.close(directory)

    def hello(self):
        first, *lines = self.ask("hello\n").splitlines()
        assert first == "ok"
        return dict(line.split(" ", 1) for line in lines)

    def session(self, *lines):
        return self.ask("session\n" + "".join(line + "\n" for line in lines))


def calls(sandbox, wanted, **options):
    """The names of errnos that system calls give inside; 0 where one succeeds."""
    script = "; ".join(f"{PROBE} call " + " ".join(str(word) for word in call) for call in wanted)
    numbers = [int(line) for line in sandbox.shell_in(script, **options).split()]
    assert len(numbers) == len(wanted)
    return [errno.errorcode.get(number, 0) for number in numbers]


def made(place, level="namespace", network="full"):
    """For fixtures: one that is ended, with nothing left of it, whatever the test did."""
    sandbox = Sandbox(place, level, network)
    yield sandbox
    problems = sandbox.finish()
    assert not problems, "; ".join(problems)
