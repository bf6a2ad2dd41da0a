"""libweir as somebody else meets it: installed, found by pkg-config, linked shared or static."""

import json
import os
import shlex
import shutil
import subprocess

import pytest

from setting import BIN, REPOSITORY, SANITIZED, SANITIZER_SIGNS, WATCHDOG_SECONDS

BUILD = BIN.parent
COMPILE_SECONDS = 3 * WATCHDOG_SECONDS

pytestmark = pytest.mark.skipif(
    not (BUILD / "src" / "libweir.a").exists() or not shutil.which("meson") or not shutil.which("pkg-config"),
    reason="needs a build folder, meson and pkg-config",
)


def run(*command, **environment):
    done = subprocess.run(
        [str(word) for word in command], env=os.environ | {name: str(value) for name, value in environment.items()},
        capture_output=True, text=True, timeout=COMPILE_SECONDS,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def compiler():
    """The one that made the libraries: the sanitizers of two compilers do not mix."""
    words = shlex.split(json.loads((BUILD / "compile_commands.json").read_text())[0]["command"])
    first = next(index for index, word in enumerate(words) if word.startswith("-"))
    return words[:first] + (["-fsanitize=address,undefined"] if SANITIZED else [])


class Installed:
    def __init__(self, root):
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", root)
        self.root = root
        self.description = next(root.rglob("weir.pc"))
        self.libraries = self.description.parent.parent

    def flags(self, *options):
        return run("pkg-config", *options, "weir", PKG_CONFIG_PATH=self.description.parent, PKG_CONFIG_SYSROOT_DIR=self.root).split()

    def compile(self, output, *libraries):
        source = REPOSITORY / "tests" / "client" / "embed.c"
        run(*compiler(), "-Wall", "-Wextra", "-Werror", source, "-o", output, *self.flags("--cflags"), *libraries)
        return output


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    root = tmp_path_factory.mktemp("installed")
    yield Installed(root)
    shutil.rmtree(root)


def needed(program):
    """The libraries that the loader will look for."""
    return {line.split()[-1] for line in run("objdump", "-p", program).splitlines() if line.split()[:1] == ["NEEDED"]}


def talk(program, daemon, **environment):
    """embed ends with 0 when all that it expects has happened; the last thing it does is to stop the daemon."""
    done = subprocess.run(
        [str(program), str(daemon.socket)], env=daemon.place.environment(**environment),
        capture_output=True, text=True, timeout=WATCHDOG_SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not any(sign in done.stderr for sign in SANITIZER_SIGNS), done.stderr
    assert done.stdout.splitlines()[-1] == "loop: done"
    assert daemon.wait() == 0


def test_a_program_with_the_shared_library(installed, daemon, tmp_path):
    # A program that uses libuv itself says so itself.
    program = installed.compile(tmp_path / "embed", *installed.flags("--libs"), "-luv")
    assert "libweir.so.0" in needed(program) and not any("yyjson" in name for name in needed(program))
    talk(program, daemon, LD_LIBRARY_PATH=installed.libraries)


def test_a_program_with_the_static_library(installed, daemon, tmp_path):
    libraries = ["-l:libweir.a" if flag == "-lweir" else flag for flag in installed.flags("--libs", "--static")]
    assert "-l:libweir.a" in libraries
    program = installed.compile(tmp_path / "embed", *libraries)
    assert not any("weir" in name for name in needed(program))
    talk(program, daemon)


@pytest.mark.parametrize("library", ["libweir.a", "libweir.so"])
def test_a_library_shows_its_own_names_only(installed, library):
    options = ["--dynamic"] if library.endswith(".so") else ["--extern-only"]
    lines = run("nm", *options, "--defined-only", installed.libraries / library).splitlines()
    names = {line.split()[-1].split("@")[0] for line in lines if len(line.split()) == 3}
    foreign = {name for name in names if not name.startswith(("weir_", "WEIR_", "__asan", "__ubsan", "__odr_asan"))}
    assert "weir_call" in names and not foreign, foreign
