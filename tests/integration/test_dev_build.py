"""How ./dev builds, seen on a project of two files: what it shows, and when it stops."""

import json
import os
import pty
import shutil
import subprocess

import pytest

from bound import bound
from setting import REPOSITORY, WATCHDOG_SECONDS

pytestmark = [pytest.mark.usefixtures("once"), pytest.mark.skipif(
    not all(shutil.which(name) for name in ("meson", "ninja", "cc", "pkg-config")), reason="needs meson, ninja and a compiler")]

MESON = """project('tiny', 'c')
executable('tiny', 'tiny.c')
"""
OPTIONS = """option('tests', type: 'boolean', value: true)
"""
# Every compiler warns of it with -Wall.
WARNING = "int main(void) { int unused; return 0; }\n"
# A compiler that is no other than cc, except in what it says of itself.
OTHER = '#!/bin/sh\n[ "$1" != --version ] || { echo "other compiler version 7.1"; exit 0; }\nexec cc "$@"\n'


class Project:
    def __init__(self, root, source="int main(void) { return 0; }\n"):
        self.root, self.build = root, root / "build"
        shutil.copy(REPOSITORY / "dev", root / "dev")
        for name, text in (("meson.build", MESON), ("meson_options.txt", OPTIONS), ("tiny.c", source)):
            (root / name).write_text(text)

    def environment(self, **more):
        kept = {name: value for name, value in os.environ.items() if name not in ("CC", "CI", "NINJA_STATUS")}
        return kept | more

    def dev(self, *arguments, code=0, **environment):
        done = subprocess.run([self.root / "dev", *arguments], env=self.environment(**environment), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=3 * WATCHDOG_SECONDS)
        assert done.returncode == code, done.stdout + done.stderr
        assert done.stdout == ""
        return done.stderr

    def dev_on_terminal(self, *arguments):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([self.root / "dev", *arguments], env=self.environment(), stdin=theirs, stdout=theirs, stderr=theirs,
                                   preexec_fn=bound())
        os.close(theirs)
        shown = b""
        while True:
            try:
                shown += os.read(ours, 4096)
            except OSError:  # nobody has the other end any more
                break
        os.close(ours)
        assert process.wait(WATCHDOG_SECONDS) == 0, shown
        return shown.decode()

    def option(self, name):
        done = subprocess.run(["meson", "introspect", self.build, "--buildoptions"], capture_output=True, text=True, check=True)
        return next(option["value"] for option in json.loads(done.stdout) if option["name"] == name)


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


# --- what is shown --------------------------------------------------------------------


def test_a_terminal_shows_a_counter_and_nothing_of_meson(project):
    assert project.dev_on_terminal("build") == "\rdev: compiling 1/2\rdev: compiling 2/2\r\n"
    assert (project.build / "tiny").exists()
    assert project.dev_on_terminal("build") == ""


def test_a_log_shows_the_end_only(project):
    assert project.dev("build") == "dev: compiled 2/2\n"
    assert project.dev("build") == ""


def test_a_build_that_fails_shows_why(project):
    (project.root / "tiny.c").write_text("int main(void) { return nothing; }\n")
    shown = project.dev("build", code=1)
    assert "nothing" in shown and shown.endswith("dev: the build failed; see build/compile.log\n")
    assert "Compiling C object" not in shown


def test_a_meson_that_fails_shows_why(project):
    (project.root / "meson.build").write_text("project('tiny', 'c')\ndependency('there-is-no-such-library')\n")
    shown = project.dev("build", code=1)
    assert "there-is-no-such-library" in shown and shown.endswith("dev: 'meson setup' failed\n")


# --- which compiler -------------------------------------------------------------------


def test_another_compiler_than_before_stops_the_build(project, tmp_path):
    other = tmp_path / "othercc"
    other.write_text(OTHER)
    other.chmod(0o755)
    project.dev("build")
    shown = project.dev("build", code=1, CC=str(other))
    assert shown.startswith("dev: CC is not the compiler that build/ was built with\n")
    assert f"{other}: other compiler version 7.1 " in shown and "or remove build/" in shown
    assert project.dev("build", CC=shutil.which("cc")) == ""  # the same one by another name


@pytest.mark.parametrize("text", ['#!/bin/sh\n[ "$1" != -dumpmachine ] || { echo other-machine; exit 0; }\nexec cc "$@"\n', None],
                         ids=["another machine", "an option"])
def test_the_same_compiler_for_something_else_stops_the_build(project, tmp_path, text):
    other = tmp_path / "crosscc"
    other.write_text(text or '#!/bin/sh\nexec cc "$@"\n')
    other.chmod(0o755)
    given = str(other) if text else f"{other} -funsigned-char"
    project.dev("build")
    shown = project.dev("build", code=1, CC=given)
    assert ("other-machine" if text else "-funsigned-char\n") in shown and "or remove build/" in shown
    project.dev("clean")
    project.dev("build", CC=given)
    assert project.dev("build", CC=given) == "" == project.dev("build")
    assert "CC is not the compiler" in project.dev("build", code=1, CC="cc")


def test_a_build_that_has_lost_its_list_of_commands_is_no_traceback(project):
    project.dev("build")
    (project.build / "compile_commands.json").unlink()
    assert "Traceback" not in project.dev("build", CC="cc")


# --- warnings -------------------------------------------------------------------------


def test_a_warning_stops_nobody_who_only_builds(tmp_path):
    project = Project(tmp_path, WARNING)
    assert project.dev("build") == "dev: compiled 2/2\n"
    assert "unused" in (project.build / "compile.log").read_text()
    assert project.option("werror") is False


def test_a_warning_stops_ci(tmp_path):
    assert "unused" in Project(tmp_path, WARNING).dev("build", code=1, CI="true")


def test_a_warning_stops_ci_in_a_build_of_somebody_else(tmp_path):
    project = Project(tmp_path, WARNING)
    project.dev("build")
    assert "unused" in project.dev("build", code=1, CI="1")
    assert project.option("werror") is True
    (tmp_path / "tiny.c").write_text("int main(void) { return 0; }\n")
    project.dev("build", CI="1")
    before = (project.build / "build.ninja").stat().st_mtime_ns
    assert project.dev("build", CI="1") == "" and (project.build / "build.ninja").stat().st_mtime_ns == before


def test_a_warning_stops_a_developer_with_a_compiler_that_is_tried(tmp_path):
    project = Project(tmp_path, WARNING)
    (tmp_path / ".git").mkdir()
    for name, macros, code in (("tried", "__clang_major__ 14", 1), ("newer", "__clang_major__ 99", 0)):
        compiler = tmp_path / name
        compiler.write_text(f'#!/bin/sh\ncase $* in *"-E -P"*) echo "{macros}" ;; *) exec cc "$@" ;; esac\n')
        compiler.chmod(0o755)
        project.dev("build", code=code, CC=str(compiler))
        assert project.option("werror") is bool(code)
        project.dev("clean")


def test_meson_alone_takes_a_warning_for_a_warning():
    """Packagers call meson directly, with compilers that this project was never built with; warnings must not be
    errors there."""
    assert "werror" not in (REPOSITORY / "meson.build").read_text()


# --- which sources --------------------------------------------------------------------


def test_new_and_removed_sources_are_noticed(project):
    shutil.copy(REPOSITORY / "sources.py", project.root)
    (project.root / "src" / "tiny").mkdir(parents=True)
    (project.root / "meson.build").write_text("""project('tiny', 'c')
found = run_command('/usr/bin/python3', files('sources.py'), 'list', meson.project_build_root(), check: true)
sources = []
foreach line : found.stdout().strip().split('\\n')
  sources += 'src' / line.split(' ')[2]
endforeach
executable('tiny', 'tiny.c', sources)
""")
    first, second = project.root / "src" / "tiny" / "first.c", project.root / "src" / "tiny" / "second.c"
    first.write_text("int first(void) { return 0; }\n")
    (project.root / "tiny.c").write_text("int first(void);\nint main(void) { return first(); }\n")
    assert project.dev("build") == "dev: compiled 3/3\n"
    first.rename(second)
    check = ["/usr/bin/python3", "sources.py", "check", "build", "build/stamp", "build/depfile"]
    done = subprocess.run(check, cwd=project.root, capture_output=True, text=True)
    assert done.returncode == 1
    assert "new: library tiny tiny/second.c\n" in done.stderr and "gone: library tiny tiny/first.c\n" in done.stderr
    assert project.dev("build") == "dev: compiled 2/2\n"
    assert subprocess.run(check, cwd=project.root).returncode == 0
    assert str(project.root / "src" / "tiny") in (project.build / "depfile").read_text()


# --- for what -------------------------------------------------------------------------


def test_a_bench_builds_what_it_measures_with(project):
    project.dev("build")
    subprocess.run(["meson", "configure", project.build, "-Dtests=false"], check=True, stdout=subprocess.DEVNULL)
    (project.root / "bench").mkdir()
    bench = project.root / "bench" / "run"
    bench.write_text('#!/bin/sh\necho "measured $*" >&2\n')
    bench.chmod(0o755)
    assert project.dev("bench", "--quick").endswith("measured --quick\n")
    assert project.option("tests") is True
