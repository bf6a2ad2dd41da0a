"""What `weir doctor` holds for held is held by something: each thing that the sandbox is made of is taken away in turn, and
what it held is broken then. weir-jail is started by a script that changes what the daemon has told it, or that loads
tests/jail/lenient.c into it."""

import os
import shutil

import pytest

from cli import Cli
from kernels import LACKS, needs_namespaces
from leftovers import until_nothing_is_left
from setting import BIN, SANITIZED, SHIPPED

LENIENT = BIN.parent / "tests" / "lenient.so"
JAIL = BIN.parent / "tests" / "bin" / "weir-jail"  # the same, made so that something can be loaded into it
ROOT = os.geteuid() == 0

pytestmark = pytest.mark.skipif(SANITIZED or not LENIENT.exists(), reason="nothing can be loaded before a sanitizer")


# No shell: those let signals through that the daemon has blocked for the jail.
SCRIPT = """#!/usr/bin/python3 -IS
import os, sys
path = sys.argv[2] + "/view"
lines = open(path).read().splitlines()
first, rest = lines[0], [line for line in lines[1:] if {hides} or not line.startswith("hide ")]
open(path, "w").write("".join(line + "\\n" for line in [first, *{more}, *rest]))
if {lenient!r}:
    os.environ.update(WEIR_TEST_LENIENT={lenient!r}, LD_PRELOAD={library!r})
os.execv({jail!r}, sys.argv)
"""


class Programs:
    """The daemon with its programs, but for a weir-jail that does less than it should."""

    def __init__(self, place, make_daemon):
        self.place = place
        self.directory = place.root / "bin"
        self._make_daemon = make_daemon
        (place.root / "trial").mkdir()
        self.directory.mkdir()
        for name in ("weird", "weir-executor"):
            shutil.copy(SHIPPED.parent / name, self.directory)

    def doctor(self, level, lenient="", hides=True, more=(), **settings):
        """The ids of the rows that are broken. `more` are lines for the view; without `hides` it hides nothing."""
        jail = self.directory / "weir-jail"
        jail.write_text(SCRIPT.format(hides=hides, more=list(more), lenient=lenient, library=str(LENIENT),
                                      jail=str(JAIL)))
        jail.chmod(0o755)
        self.place.write_config({"sandbox": level, "view": {}, "pool": {"warm": 0}, **settings})
        self._make_daemon().start(program=self.directory / "weird")
        done = Cli(self.place).run("doctor", "--json", TMPDIR=self.place.root / "trial")
        assert done.code in (0, 1), done
        if done.json()["level"] != level:
            pytest.skip(f"this machine has the level {done.json()['level']}")
        until_nothing_is_left(self.place)
        return {row["id"] for row in done.json()["attempts"] if row["verdict"] == "broken"}


@pytest.fixture
def programs(place, make_daemon):
    return Programs(place, make_daemon)


def as_root(*ids):
    """Things that only root can do outside of a sandbox."""
    return set(ids) if ROOT else set()


# --- with nothing taken away the script itself changes nothing ---------------------------


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_all_is_held(programs, level):
    assert programs.doctor(level, lenient="nothing") == set()


# --- what is seen --------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_state_that_is_shown(programs, place, level):
    broken = programs.doctor(level, hides=False, more=[f"read {place.user_state}"])
    assert broken == {"read_store", "read_state", "executor_directory"}


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_keys_that_are_shown(programs, place, level):
    place.user_state.mkdir(mode=0o700, parents=True)
    key = place.user_state / "master.key"
    key.touch(mode=0o600)
    key.write_bytes(os.urandom(32))
    assert programs.doctor(level, hides=False, more=[f"read {key}"]) == {"read_keys"}


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_home_that_is_shown(programs, place, level):
    (place.home / ".ssh").mkdir(mode=0o700)
    seen = {"read_ssh", "watch"} if level == "namespace" else {"read_ssh"}  # without namespaces nothing can be watched
    assert programs.doctor(level, hides=False, more=[f"read {place.home}/.ssh"]) == seen


@pytest.mark.skipif(not ROOT, reason="as root alone it would succeed")
@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_system_that_may_be_changed(programs, level):
    broken = programs.doctor(level, more=["write /usr", "read /etc/shadow"])
    assert broken == {"write_system", "read_shadow"}


# --- the layers ------------------------------------------------------------------------------


def test_filter_of_calls_in_namespaces(programs):
    broken = programs.doctor("namespace", lenient="filter")
    assert broken >= {"io_uring", "user_namespace", "vsock"} - LACKS | as_root("type_ahead")
    assert not broken & {"read_store", "read_sibling", "ptrace", "signal", "tcp", "udp", "outlive", "setuid"}


def test_filter_of_calls_alone(programs):
    broken = programs.doctor("landlock", lenient="filter")
    assert broken >= {"io_uring", "user_namespace", "vsock", "udp", "keyring", "shared_memory", "limits", "watch"} - LACKS | as_root("type_ahead")
    assert not broken & {"read_store", "read_sibling", "ptrace", "signal", "outlive", "setuid"}


def test_landlock_alone(programs):
    broken = programs.doctor("landlock", lenient="landlock capabilities")
    assert broken >= {"read_store", "read_state", "read_sibling", "write_sibling", "read_ssh", "ptrace", "signal",
                      "signal_daemon", "read_environment", "executor_directory"}
    assert broken >= as_root("read_shadow", "write_system", "write_settings")
    assert not broken & {"io_uring", "user_namespace", "udp", "client_socket", "setuid", "outlive"}


def test_network_namespace(programs):
    assert programs.doctor("namespace", lenient="network loopback") >= {"tcp", "udp"}


def test_network_without_a_namespace(programs):
    """The kernel's rules know TCP and abstract sockets, the filter all of them."""
    assert programs.doctor("landlock", lenient="filter landlock") >= {"tcp", "udp", "abstract", "vsock"} - LACKS


@needs_namespaces
def test_rung_below_is_told(programs, place):
    """A network namespace cannot be had, so the session with the closed network falls to the next level."""
    with pytest.raises(pytest.skip.Exception, match="the level landlock"):
        programs.doctor("namespace", lenient="network")


def test_ipc_namespace(programs):
    assert programs.doctor("namespace", lenient="ipc") == {"shared_memory"}


@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_no_new_privileges(programs, level):
    """Without them an ordinary user's filter and rules are refused by the kernel, so all three go together."""
    assert "setuid" in programs.doctor(level, lenient="privileges filter landlock")


@pytest.mark.skipif(not ROOT, reason="has none once the program is started")
@pytest.mark.parametrize("level", ["namespace", "landlock"])
def test_capabilities(programs, level):
    assert "capabilities" in programs.doctor(level, lenient="capabilities")
