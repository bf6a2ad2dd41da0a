"""Agents of others from npm, installed once for a build directory and used by all tests.

A test that needs one is skipped, with the reason, only where npm is not there or does not answer."""

import fcntl
import os
import shutil
import subprocess

import pytest

from setting import BIN, REPOSITORY

# One for all builds of a repository, where that can be.
CACHE = (REPOSITORY / "build" if (REPOSITORY / "build").is_dir() else BIN.parent) / "npm"
SECONDS = 300
SDK = "@agentclientprotocol/sdk@2.4.0"
CLAUDE_AGENT_ACP = "@agentclientprotocol/claude-agent-acp@0.49.0"
CLAUDE_CODE = "@anthropic-ai/claude-code@2.1.197"


_refused = {}  # why a package could not be had; it is asked for once


def installed(package):
    """The directory node_modules with this package, NAME@VERSION, in it."""
    if package in _refused:
        pytest.skip(_refused[package])
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("npm is not installed")
    place = CACHE / package.strip("@").replace("/", "-")
    done = place / "done"
    place.mkdir(parents=True, exist_ok=True)
    with open(CACHE / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            _install(package, place)
            done.touch()
    return place / "node_modules"


def _left_out(package):
    """One brings a copy of Claude Code's program, which is there already."""
    return ["--omit=optional"] if package == CLAUDE_AGENT_ACP else []


def _refuse(package, reason):
    _refused[package] = reason
    pytest.skip(reason)


def _install(package, place):
    command = ["npm", "install", "--fetch-retries=1", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save",
               *_left_out(package), "--prefix", str(place), package]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=place)
    except subprocess.TimeoutExpired:
        _refuse(package, f"npm did not install {package} within {SECONDS} s")
    if result.returncode != 0:
        _refuse(package, f"npm does not give {package}: {result.stderr.strip()[-300:]}")
    assert (place / "node_modules" / package.rpartition("@")[0]).is_dir(), result.stdout


def claude_code():
    """The program."""
    programs = sorted((installed(CLAUDE_CODE) / "@anthropic-ai").glob("claude-code-linux-*/claude"))
    if not programs:
        pytest.skip(f"{CLAUDE_CODE} has no program for this machine")
    return programs[0]


def sdk_agent():
    """The command of tests/agents/acp_sdk_agent.mjs, which finds the SDK beside itself."""
    place = installed(SDK).parent
    source = REPOSITORY / "tests" / "agents" / "acp_sdk_agent.mjs"
    agent, new = place / source.name, place / f"{os.getpid()}.mjs"
    if not agent.exists() or agent.read_bytes() != source.read_bytes():
        shutil.copy(source, new)
        new.rename(agent)
    return [shutil.which("node"), str(agent)]
