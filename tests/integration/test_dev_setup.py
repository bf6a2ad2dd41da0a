"""./dev on machines that lack something: nothing here asks a network, or changes what is installed."""

import os
import shutil
import subprocess

import pytest

from setting import REPOSITORY, WATCHDOG_SECONDS

# All that ./dev itself uses. A compiler, meson and the rest are what the machine lacks.
TOOLS = ("awk", "cat", "chmod", "dirname", "env", "grep", "head", "mkdir", "mv", "ls", "nproc", "rm", "sed", "sh", "sleep", "true")
BOOKWORM = 'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n'
TRIXIE = 'ID=debian\nVERSION_ID="13"\nVERSION_CODENAME=trixie\n'

# As it speaks on Debian 12 and 13. A mirror that cannot be reached is a warning for `update`, an error for `install`.
APT = r"""#!/bin/sh
printf '%s\n' "apt-get $*" >>"$MACHINE/calls"
case $1 in
    indextargets) printf '%s\n' 'http://mirror.example/debian/dists/bookworm/main/binary-amd64/Packages bookworm bookworm' ;;
    update)
        [ ! -e "$MACHINE/busy" ] || { rm "$MACHINE/busy"; echo 'E: Could not get lock /var/lib/apt/lists/lock.' >&2; exit 100; }
        ls /etc/apt/sources.list.d >>"$MACHINE/sources"
        if [ -e "$MACHINE/offline" ] || { [ -e "$MACHINE/no-trixie" ] && [ -e /etc/apt/sources.list.d/weir-yyjson.sources ]; }; then
            echo "Err:1 http://mirror.example/debian bookworm InRelease"
            echo "  Temporary failure resolving 'mirror.example'"
            echo "W: Failed to fetch http://mirror.example/debian/dists/bookworm/InRelease  Temporary failure resolving 'mirror.example'" >&2
        elif [ -e /etc/apt/sources.list.d/weir-yyjson.sources ]; then : >"$MACHINE/yyjson"
        fi ;;
    install)
        [ ! -e "$MACHINE/offline" ] || { echo "E: Unable to locate package meson" >&2; exit 100; }
        [ ! -e "$MACHINE/broken" ] || { echo "E: You have held broken packages." >&2; exit 100; }
        [ -e "$MACHINE/empty-handed" ] || for name in cc pkg-config meson ninja python3 clang ps node npm man tmux rg curl Xvfb xclip dbus-daemon; do
            mkdir -p "$MACHINE/lib/linux"
            : >"$MACHINE/lib/linux/libclang_rt.fuzzer.a"
            printf '#!/bin/sh\n[ "$1" != -print-resource-dir ] || echo "%s"\n' "$MACHINE" >"$MACHINE/bin/$name"
            chmod +x "$MACHINE/bin/$name"
        done
        echo "Setting up everything ..." ;;
esac
"""
APT_CACHE = '#!/bin/sh\n[ -e "$MACHINE/yyjson" ]\n'
SUDO = '#!/bin/sh\n[ "$1" != -n ] || { shift; exec "$@"; }\n[ "$1" = -v ] && exit 0\nprintf "%s\\n" "sudo $*" >>"$MACHINE/calls"\nexec "$@"\n'
# As it answers one who may do all without a password, and is in a group that needs one.
WITHOUT_PASSWORD = """#!/bin/sh
[ "$1" != -v ] || { echo 'sudo: a terminal is required to read the password; either use the -S option' >&2; exit 1; }
[ "$1" != -n ] || shift
exec "$@"
"""
OUTSIDE = """#!/bin/sh
echo 'Sorry, user me may not run sudo on here.' >&2
exit 1
"""
WITHOUT_TERMINAL = """#!/bin/sh
echo 'sudo: a terminal is required to read the password; either use the -S option' >&2
exit 1
"""

IN_NAMESPACE = """
mount --bind "$MACHINE/os-release" /etc/os-release &&
mount -t tmpfs none /etc/apt &&
mkdir /etc/apt/sources.list.d /etc/apt/preferences.d &&
PATH=$MACHINE/bin "$@"
code=$?
cp -r /etc/apt "$MACHINE/etc"
exit $code
"""


def private_mounts():
    """unshare with what it takes to have mounts of one's own, or None."""
    for options in (["-m"], ["-rm"]):
        command = ["unshare", *options]
        if shutil.which("unshare") and subprocess.run([*command, "mount", "-t", "tmpfs", "none", "/etc/apt"], stderr=subprocess.DEVNULL).returncode == 0:
            return command
    return None


MOUNTS = private_mounts()
pytestmark = [pytest.mark.skipif(MOUNTS is None, reason="needs mounts of its own, and /etc/apt"), pytest.mark.usefixtures("once")]


class Machine:
    """A Debian with nothing but its basic tools, and an apt that notes what it is asked for."""

    def __init__(self, root, release=TRIXIE, uid=0):
        self.root, self.bin, self.etc = root, root / "bin", root / "etc"
        self.bin.mkdir()
        for name in TOOLS:
            (self.bin / name).symlink_to(shutil.which(name))
        (root / "os-release").write_text(release)
        self.program("apt-get", APT)
        self.program("apt-cache", APT_CACHE)
        self.program("id", f"#!/bin/sh\n[ $1 = -u ] && echo {uid} || echo me\n")

    def program(self, name, text):
        path = self.bin / name
        path.write_text(text)
        path.chmod(0o755)

    def mark(self, name):
        (self.root / name).touch()

    def run(self, *command, code=0):
        done = subprocess.run(
            [*MOUNTS, "sh", "-c", IN_NAMESPACE, "sh", *(str(word) for word in command)],
            env={"PATH": os.environ["PATH"], "MACHINE": str(self.root), "HOME": str(self.root)},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WATCHDOG_SECONDS)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def setup(self, *arguments, code=0):
        return self.run(REPOSITORY / "dev", "setup", *arguments, code=code)

    def calls(self):
        path = self.root / "calls"
        return [line for line in path.read_text().splitlines() if "indextargets" not in line] if path.exists() else []

    def files(self):
        """The files below /etc/apt afterwards."""
        return {str(path.relative_to(self.etc)): path.read_text() for path in self.etc.rglob("*") if path.is_file()}


def test_root_installs_and_apt_is_quiet(tmp_path):
    machine = Machine(tmp_path)
    done = machine.setup("build")
    assert done.stdout == "" and len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("dev: installing gcc libc6-dev pkg-config meson ")
    update, install = machine.calls()
    assert update.startswith("apt-get update -q ")
    assert install.startswith("apt-get install -q -y --no-install-recommends") and install.endswith(" libedit-dev")
    assert machine.files() == {}


def test_what_is_there_is_not_installed(tmp_path):
    machine = Machine(tmp_path)
    machine.program("meson", "#!/bin/sh\n")
    machine.program("pkg-config", '#!/bin/sh\n[ "$2" = libuv ]\n')
    machine.setup("build")
    words = machine.calls()[-1].split()
    assert "gcc" in words and "libyyjson-dev" in words
    assert not {"meson", "pkg-config", "libuv1-dev"} & set(words)


def test_what_saves_time_is_installed_with_the_rest(tmp_path):
    for kind in ("build", "test"):
        (tmp_path / kind).mkdir()
        machine = Machine(tmp_path / kind)
        machine.setup(kind)
        calls = machine.calls()
        assert ("ccache" in calls[-1].split()) == (kind == "test")
        machine.setup(kind)  # nothing else is missing
        assert machine.calls() == calls


def test_apt_that_fails_is_heard(tmp_path):
    machine = Machine(tmp_path)
    machine.mark("broken")
    done = machine.setup("build", code=1)
    assert "E: You have held broken packages." in done.stderr
    assert done.stderr.endswith("dev: apt-get install failed\n")


def test_what_apt_has_not_brought_is_named(tmp_path):
    machine = Machine(tmp_path)
    machine.mark("empty-handed")
    machine.program("meson", "#!/bin/sh\n")
    done = machine.setup("build", code=1)
    assert done.stderr.splitlines()[-1].startswith("dev: apt-get installed gcc libc6-dev pkg-config ninja-build ")
    assert ", but this is still missing: cc stdio.h pkg-config ninja python3 libuv yyjson " in done.stderr


# --- without root ---------------------------------------------------------------------


def test_without_root_and_sudo_the_command_is_printed(tmp_path):
    machine = Machine(tmp_path, uid=1000)
    done = machine.setup("build", code=1)
    assert done.stderr == "dev: packages are missing, and you are not root and sudo is not installed; run as root:\n"
    assert done.stdout.startswith("apt-get update && apt-get install --no-install-recommends gcc libc6-dev pkg-config meson ")
    assert done.stdout.endswith(" libedit-dev\n") and machine.calls() == []


@pytest.mark.parametrize("sudo, why", [
    (OUTSIDE, "me may not use sudo"),
    (WITHOUT_TERMINAL, "sudo cannot ask for a password without a terminal"),
], ids=["outside", "no terminal"])
def test_sudo_that_refuses_is_a_sentence(tmp_path, sudo, why):
    machine = Machine(tmp_path, uid=1000)
    machine.program("sudo", sudo)
    done = machine.setup("build", code=1)
    assert done.stderr == f"dev: packages are missing, and {why}; run as root:\n"
    assert done.stdout.startswith("apt-get update && apt-get install ") and machine.calls() == []


def test_sudo_installs(tmp_path):
    machine = Machine(tmp_path, uid=1000)
    machine.program("sudo", SUDO)
    machine.setup("build")
    assert [call.split()[0] for call in machine.calls()] == ["sudo", "apt-get", "sudo", "apt-get"]


def test_sudo_without_a_password_installs_though_another_rule_wants_one(tmp_path):
    machine = Machine(tmp_path, uid=1000)
    machine.program("sudo", WITHOUT_PASSWORD)
    machine.setup("build")
    assert [call.split()[1] for call in machine.calls()] == ["update", "install"]


def test_what_is_printed_on_debian_12_does_what_root_would(tmp_path):
    """The lines for root, typed by root, leave the same files and the same packages as ./dev setup of root."""
    for name in ("plain", "root", "typed"):
        (tmp_path / name).mkdir()
    lines = Machine(tmp_path / "plain", BOOKWORM, uid=1000).setup("fuzz", code=1).stdout
    assert "Pin-Priority: -10" in lines and "URIs: http://mirror.example/debian\n" in lines
    root, typed = Machine(tmp_path / "root", BOOKWORM), Machine(tmp_path / "typed", BOOKWORM)
    root.setup("fuzz")
    typed.run("sh", "-c", lines)
    assert set(root.files()) == {"preferences.d/weir-yyjson", "sources.list.d/weir-yyjson.sources"}
    assert root.files() == typed.files()
    assert root.calls()[-1].split(" gcc ")[1] == typed.calls()[-1].split(" gcc ")[1]
    assert "libclang-rt-14-dev" in typed.calls()[-1]


# --- without a network ----------------------------------------------------------------


@pytest.mark.parametrize("release", [BOOKWORM, TRIXIE], ids=["12", "13"])
def test_no_network_is_named_and_changes_nothing(tmp_path, release):
    machine = Machine(tmp_path, release)
    machine.mark("offline")
    done = machine.setup("build", code=1)
    assert done.stderr.splitlines()[1:] == ["dev: no network: apt cannot reach a Debian mirror (Temporary failure resolving 'mirror.example')"]
    assert machine.files() == {}
    assert not (tmp_path / "sources").read_text()  # not for a moment


def test_a_source_that_cannot_be_fetched_is_taken_away(tmp_path):
    machine = Machine(tmp_path, BOOKWORM)
    machine.mark("no-trixie")
    done = machine.setup("build", code=1)
    assert "weir-yyjson.sources" in (tmp_path / "sources").read_text()
    assert done.stderr.splitlines()[-1].startswith("dev: no network: ")
    assert machine.files() == {}


# --- without apt ----------------------------------------------------------------------


def test_a_system_without_apt_is_told_what_is_missing(tmp_path):
    machine = Machine(tmp_path)
    (machine.bin / "apt-get").unlink()
    machine.program("ninja", "#!/bin/sh\n")
    done = machine.setup("build", code=1)
    assert done.stderr == (
        "dev: apt-get is not available; install these yourself, with headers: cc stdio.h pkg-config meson python3 libuv yyjson "
        "sqlite3 libsodium libseccomp libcurl libmicrohttpd libarchive unistr.h xcb xcb-xfixes xcb-xinput xcb-screensaver xcb-xkb xkbcommon-x11 libsystemd "
        "libedit\n")


def test_what_saves_time_is_not_missing(tmp_path):
    machine = Machine(tmp_path)
    (machine.bin / "apt-get").unlink()
    done = machine.setup("test", code=1)
    assert " cmocka " in done.stderr and "ccache" not in done.stderr


def test_a_compiler_that_does_not_exist_is_named(tmp_path):
    machine = Machine(tmp_path)
    done = machine.run("env", "CC=nocc -O3", REPOSITORY / "dev", "setup", "build", code=1)
    assert done.stderr == "dev: CC is nocc -O3, but this program does not exist\n" and machine.calls() == []
