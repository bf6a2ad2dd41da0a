"""libweir as third parties use it: installed, found by pkg-config, linked shared or static."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

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

    def compile(self, output, *libraries, source=REPOSITORY / "tests" / "client" / "embed.c"):
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


# --- installed on Debian --------------------------------------------------------------

EXAMPLE = REPOSITORY / "docs" / "examples" / "client.c"
MULTIARCH = run("cc", "-print-multiarch").strip() if shutil.which("cc") else ""
on_debian = pytest.mark.skipif(
    not MULTIARCH or not Path("/etc/debian_version").exists() or not shutil.which("ldconfig", path="/usr/sbin:/sbin"), reason="needs Debian")


def option(name):
    options = json.loads(run("meson", "introspect", BUILD, "--buildoptions"))
    return next(option["value"] for option in options if option["name"] == name)


def folders_of_loader():
    """The directories that Debian adds to the loader's defaults."""
    lines = [line for file in Path("/etc/ld.so.conf.d").glob("*.conf") for line in file.read_text().splitlines()]
    return {line.strip() for line in lines if line.startswith("/")}


@on_debian
def test_pkg_config_and_the_loader_look_where_the_library_is(tmp_path):
    """Also where dpkg-dev is missing: then Meson itself would take lib64."""
    (tmp_path / "bin").mkdir()
    without_dpkg_dev = tmp_path / "bin" / "dpkg-architecture"
    without_dpkg_dev.write_text("#!/bin/sh\nexit 1\n")
    without_dpkg_dev.chmod(0o755)
    build = tmp_path / "build"
    run("meson", "setup", build, REPOSITORY, "-Dtests=false", "--prefix=/usr/local", PATH=f"{tmp_path}/bin:{os.environ['PATH']}")
    places = {Path(path).name: Path(path).parent for path in json.loads(run("meson", "introspect", build, "--installed")).values()}
    assert str(places["libweir.so.0"]) in folders_of_loader()
    assert places["libweir.so"] == places["libweir.a"] == places["libweir.so.0"]
    searched = run("pkg-config", "--variable", "pc_path", "pkg-config").strip().split(":")
    assert str(places["weir.pc"]) in searched
    assert f"libdir=${{prefix}}/{places['libweir.so'].relative_to('/usr/local')}\n" in (build / "src" / "weir.pc").read_text()


@pytest.mark.parametrize("given", ["lib64", "lib", "lib/weir"])
def test_a_folder_that_is_given_is_taken(tmp_path, given):
    build = tmp_path / "build"
    run("meson", "setup", build, REPOSITORY, "-Dtests=false", "--prefix=/usr/local", f"-Dlibdir={given}")
    places = {Path(path).name: Path(path).parent for path in json.loads(run("meson", "introspect", build, "--installed")).values()}
    assert places["libweir.so.0"] == places["libweir.a"] == Path("/usr/local") / given
    assert places["weir.pc"] == Path("/usr/local") / given / "pkgconfig"


# In the place of the machine's own, for this program alone; the cache is the one that `meson install` asks ldconfig for.
IN_PLACE = """
mount --bind "$ROOT/usr/local" /usr/local && /usr/sbin/ldconfig -C "$ROOT/cache" && mount --bind "$ROOT/cache" /etc/ld.so.cache || exit 77
cd "$ROOT" && $COMPILER -Wall -Wextra -Werror "$SOURCE" -o client $(pkg-config --cflags --libs weir) && ./client
"""


@on_debian
def test_the_example_needs_nothing_but_pkg_config(installed, daemon):
    """The client of the documentation, compiled and run as its first line says, without a path in the environment."""
    libdir = option("libdir")
    if option("prefix") != "/usr/local" or (libdir != "auto" and f"/usr/local/{libdir}" not in folders_of_loader()):
        pytest.skip("configured for another prefix or libdir")
    assert len([line for line in EXAMPLE.read_text().split("int main(void)\n")[1].splitlines() if line not in ("{", "}")]) <= 10
    cache = Path("/etc/ld.so.cache")
    (installed.root / "cache").write_bytes(cache.read_bytes() if cache.exists() else b"")
    alone = ["unshare", *([] if os.getuid() == 0 else ["-r"]), "-m"]
    tried = subprocess.run([*alone, "true"], capture_output=True, text=True, check=False, timeout=WATCHDOG_SECONDS)
    if tried.returncode != 0:
        pytest.skip(f"needs mounts of its own: {tried.stderr}")
    done = subprocess.run(
        [*alone, "sh", "-c", IN_PLACE],
        env=daemon.place.environment(
            ROOT=str(installed.root), SOURCE=str(EXAMPLE), COMPILER=shlex.join(compiler()), WEIR_SOCKET=str(daemon.socket)),
        capture_output=True, text=True, timeout=COMPILE_SECONDS)
    if done.returncode == 77:
        pytest.skip(f"needs mounts of its own: {done.stderr}")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["pid"] == daemon.pid


def test_what_else_is_installed(installed, place):
    share = installed.root / option("prefix").lstrip("/") / "share"
    assert (share / "doc/weir/LICENSE").read_bytes() == (REPOSITORY / "LICENSE").read_bytes()
    assert (share / "weir/weir.d.ts").read_bytes() == (REPOSITORY / "sdk/typescript/weir.d.ts").read_bytes()
    pages = {path.relative_to(REPOSITORY) for path in (REPOSITORY / "docs").rglob("*") if path.suffix in (".md", ".c")}
    assert {path for path in pages if not (share / "doc/weir" / path).exists()} == set()
    for page in (share / "doc/weir").rglob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)[#)]", page.read_text()):
            there = installed.root / target.lstrip("/") if target.startswith("/") else page.parent / target
            assert there.exists(), (page, target)
    for page in (REPOSITORY / "docs/man").glob("*.[0-9]"):
        assert (share / "man" / f"man{page.suffix[1:]}" / page.name).read_bytes() == page.read_bytes(), page.name
    for shell, path in (("bash", "bash-completion/completions/weir"), ("zsh", "zsh/site-functions/_weir"),
                        ("fish", "fish/vendor_completions.d/weir.fish")):
        printed = subprocess.run([BIN / "weir", "completion", shell], env=place.environment(), capture_output=True, check=True, timeout=WATCHDOG_SECONDS)
        assert (share / path).read_bytes() == printed.stdout != b"", shell
