"""The outputs match the golden files. To update those of the fixture, run this file as a program."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from generator.build import load_contract  # noqa: E402
from generator.outputs import outputs, stale, write_all  # noqa: E402

GENERATE = HERE.parent / "generate"
GOLDEN = HERE / "golden"


def fixture_outputs():
    return outputs(load_contract(HERE / "good"))


def run(*arguments):
    return subprocess.run([GENERATE, *arguments], capture_output=True, text=True)


def test_fixture_is_golden():
    assert stale(fixture_outputs(), GOLDEN, GOLDEN) == []


def test_contract_is_golden():
    done = run("--check")
    assert (done.returncode, done.stderr) == (0, "")


def test_list_names_all_that_is_written(tmp_path):
    assert run("--contract", HERE / "good", "--out", tmp_path).returncode == 0
    written = {str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file()}
    assert set(run("--contract", HERE / "good", "--list-outputs").stdout.split()) == written


@pytest.mark.parametrize("only, suffixes", [
    ("c", {".c", ".h"}), ("ts", {".ts"}), ("openrpc", {".json"}), ("md", {".md"}),
])
def test_only(only, suffixes, tmp_path):
    assert run("--contract", HERE / "good", "--out", tmp_path, "--only", only).returncode == 0
    assert {p.suffix for p in tmp_path.rglob("*") if p.is_file()} == suffixes


def test_unchanged_files_are_left_alone(tmp_path):
    arguments = ("--contract", HERE / "good", "--out", tmp_path)
    run(*arguments)
    changed = tmp_path / "contract" / "errors.h"
    changed.write_text("something else\n")
    before = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*") if p.is_file()}
    run(*arguments)
    after = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*") if p.is_file()}
    assert [p for p in before if after[p] != before[p]] == [changed]


def test_check_sees_what_is_stale(tmp_path):
    contract = tmp_path / "contract"
    shutil.copytree(HERE / "good", contract)
    assert run("--contract", contract, "--check").returncode == 1
    assert run("--contract", contract, "--update").returncode == 0
    assert (tmp_path / "docs" / "protocol.md").is_file()
    assert (tmp_path / "sdk" / "typescript" / "weir.d.ts").is_file()
    assert run("--contract", contract, "--check").returncode == 0

    text = (contract / "wire.json").read_text()
    (contract / "wire.json").write_text(text.replace("Is anyone there?", "Who is there?"))
    (contract / "golden" / "left_over.h").write_text("")
    done = run("--contract", contract, "--check")
    assert done.returncode == 1
    assert "contract/golden/wire.h: is stale, 2 lines differ" in done.stderr
    assert "contract/golden/left_over.h: not generated; delete it" in done.stderr
    assert run("--contract", contract, "--update").returncode == 0
    assert run("--contract", contract, "--check").returncode == 0


if __name__ == "__main__":
    shutil.rmtree(GOLDEN, ignore_errors=True)
    write_all(fixture_outputs(), GOLDEN)
