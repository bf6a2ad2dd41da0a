"""tests/tidy.py, which runs clang-tidy only on what may have changed: on a project of two files, with a clang-tidy that notes
what it is asked for and finds fault with every line of SORRY."""

import os
import shutil
import subprocess
import sys

import pytest

from setting import REPOSITORY, WATCHDOG_SECONDS

pytestmark = [pytest.mark.usefixtures("once"), pytest.mark.skipif(
    not all(shutil.which(name) for name in ("meson", "ninja", "cc")), reason="needs meson, ninja and a compiler")]

CLANG_TIDY = """#!/bin/sh
[ "$1" != --version ] || { echo "version 1"; exit 0; }
for source; do :; done
printf '%s\\n' "$source" >>"$CALLS"
! grep -n SORRY "$source"
"""
FILES = {
    ".clang-tidy": "Checks: all\n",
    "meson.build": "project('two', 'c')\nexecutable('two', 'one.c', 'two.c')\n",
    "one.c": '#include "one.h"\nint main(void) { return ONE; }\n',
    "one.h": "#define ONE 1\n",
    "two.c": "int two(void);\nint two(void) { return 2; }\n",
}


# Only clang warns of parentheses around a comparison.
CLANG_WARNS = """
int is_one(int value);
int is_one(int value)
{
    if ((value == 1))
        return 1;
    return 0;
}
"""


class Project:
    def __init__(self, root):
        self.root, self.calls, self.home = root / "project", root / "calls", root / "cache"
        (root / "bin").mkdir()
        self.program = root / "bin" / "clang-tidy"
        self.program.write_text(CLANG_TIDY)
        self.program.chmod(0o755)
        self.environment = os.environ | {"PATH": f"{root}/bin:{os.environ['PATH']}", "CALLS": str(self.calls)}
        self.copy_to(self.root)

    def copy_to(self, root):
        """The same sources, configured."""
        root.mkdir()
        self.root = root
        for name, text in FILES.items():
            (root / name).write_text(text)
        self.run("meson", "setup", "build")

    def run(self, *command):
        subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, check=True, timeout=3 * WATCHDOG_SECONDS)

    def change(self, name, old, new):
        path = self.root / name
        path.write_text(path.read_text().replace(old, new))

    def looked_at(self, *tool, code=0, build=True):
        """Builds, and says which files clang-tidy was run on."""
        if build:
            self.run("ninja", "-C", "build")
        self.calls.write_text("")
        done = subprocess.run([sys.executable, REPOSITORY / "tests" / "tidy.py", "build", "2", *tool], input="one.c\ntwo.c\n", text=True,
                              cwd=self.root, env=self.environment | {"XDG_CACHE_HOME": str(self.home)}, capture_output=True,
                              timeout=WATCHDOG_SECONDS)
        assert done.returncode == code, done.stdout + done.stderr
        self.said = done.stdout + done.stderr
        return sorted(self.calls.read_text().split())


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def test_what_did_not_change_is_not_looked_at_again(project, tmp_path):
    assert project.looked_at() == ["one.c", "two.c"]
    assert project.looked_at() == []
    project.copy_to(tmp_path / "another clone")
    assert project.looked_at() == []


@pytest.mark.parametrize("name, old, new, again", [
    ("one.h", "1", "2", ["one.c"]),
    ("two.c", "2;", "3;", ["two.c"]),
    ("one.h", "\n", " /* NOLINT */\n", ["one.c"]),
    (".clang-tidy", "all", "none", ["one.c", "two.c"]),
    ("meson.build", "'two.c'", "'two.c', c_args: '-DTHREE'", ["one.c", "two.c"]),
])
def test_a_change_is_looked_at(project, name, old, new, again):
    project.looked_at()
    project.change(name, old, new)
    assert project.looked_at() == again
    assert project.looked_at() == []


def test_another_clang_tidy_looks_again(project):
    project.looked_at()
    project.program.write_text(CLANG_TIDY.replace("version 1", "version 2"))
    assert project.looked_at() == ["one.c", "two.c"]


def test_what_was_found_is_found_again(project):
    project.change("one.c", "return ONE;", "return ONE; /* SORRY */")
    for looked_at in (["one.c", "two.c"], ["one.c"]):
        assert project.looked_at(code=1) == looked_at
        assert "SORRY" in project.said


def test_without_a_cache_it_works_too(project):
    project.home.write_text("no directory")
    assert project.looked_at() == project.looked_at() == ["one.c", "two.c"]


def test_what_was_not_compiled_is_always_looked_at(project):
    project.looked_at()
    project.change("one.h", "1", "2")
    (project.root / "build" / ".ninja_deps").unlink()
    assert project.looked_at(build=False) == project.looked_at(build=False) == ["one.c", "two.c"]


def test_the_cache_has_a_limit(project):
    folder = project.home / "weir" / "tidy"
    folder.mkdir(parents=True)
    for number in range(20_000):
        (folder / str(number)).touch()
    project.looked_at()
    assert len(list(folder.iterdir())) == 20_000
    assert project.looked_at() == []


@pytest.mark.skipif(not all(shutil.which(name) for name in ("clang", "gcc")), reason="needs clang and gcc")
def test_warnings_of_clang_are_found(project):
    """Also with options that only gcc knows; and nothing is written into the build."""
    project.change("meson.build", "'two.c'", "'two.c', c_args: ['-Wall', '-Wno-stringop-overflow', '-ftrivial-auto-var-init=zero']")
    project.looked_at("clang")
    assert "2 files, 2 not cached" in project.said
    project.looked_at("clang")
    assert "2 files, 0 not cached" in project.said
    project.change("two.c", "int two(void);", CLANG_WARNS + "int two(void);")
    project.run("ninja", "-C", "build")
    before = sorted((project.root / "build").rglob("*"))
    project.looked_at("clang", code=1, build=False)
    assert "2 files, 1 not cached" in project.said
    assert "-Wparentheses-equality" in project.said
    assert sorted((project.root / "build").rglob("*")) == before
