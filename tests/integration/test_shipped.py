"""The installed programs contain nothing of the tests: no test agent, no fault points, no program of tests or
benchmarks."""

import json

import pytest

from cli import Cli
from setting import BIN, FAULTS, SCRIPT, STAGED_EXECUTOR

INSTALLED = json.loads((BIN.parent / "meson-info" / "intro-installed.json").read_text())
# The files of the build that run on the user's machine.
PROGRAMS = [path for path in INSTALLED if path.startswith((f"{BIN}/", f"{BIN.parent}/src/libweir"))]
# Words of the language of `script` and of fault points, whether there are symbols or not.
SCRIPT_WORDS, FAULT_WORD = (b"badtoken", b"memory-children"), b"WEIR_FAULT"


def holds(path, *words):
    with open(path, "rb") as file:
        data = file.read()
    return [word for word in words if word in data]


def test_the_words_are_found_where_they_are():
    assert all(holds(path, *SCRIPT_WORDS) == list(SCRIPT_WORDS) for path in (SCRIPT, STAGED_EXECUTOR))
    assert bool(holds(SCRIPT, FAULT_WORD)) == FAULTS


def test_nothing_of_tests_or_benchmarks_is_installed():
    for folder in ("tests", "bench", "fuzz"):
        assert [path for path in INSTALLED if path.startswith(f"{BIN.parent}/{folder}/")] == []
    assert {path.rpartition("/")[2] for path in PROGRAMS} >= {"weir", "weird", "weir-agent", "weir-broker", "weir-executor", "weir-jail", "weir-mcp", "weir-capture", "weir-unpack"}


@pytest.mark.parametrize("words", [SCRIPT_WORDS, pytest.param((FAULT_WORD,), marks=pytest.mark.skipif(FAULTS, reason="the build has fault points"))],
                         ids=["script", "fault points"])
def test_no_program_holds_what_is_for_tests(words):
    assert [(path, found) for path in PROGRAMS if (found := holds(path, *words))] == []


def test_script_is_no_agent_of_the_installed_program(place):
    """As it is without a configuration."""
    place.write_config('{"sandbox": "off"}' if place.has_no_sandbox else "{}")
    place.do_without_namespaces()
    cli = Cli(place)
    try:
        done = cli.run("run", "--agent", "script", "say hello", PATH=place.home)
        assert done.code == 1 and done.out == "", done
        assert "no such agent: script; available: builtin, offline; see: weir agents" in " ".join(done.err.split()), done
        names = [agent["name"] for agent in cli.run("agents", "--json").json()["agents"]]
        assert "offline" in names and "script" not in names
    finally:
        assert cli.run("daemon", "stop", "--force").code == 0
