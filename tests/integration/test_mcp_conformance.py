"""weir-mcp as a client of the protocol's own conformance suite, over Streamable HTTP. Skipped only where npm does not give the suite."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from npm import conformance
from setting import BIN, REPOSITORY

SECONDS = 80  # of a run; some forty clients begin at once
CLIENT = Path(__file__).with_name("mcp_conformance_client.py")
FAILURES = REPOSITORY / "tests" / "data" / "mcp_conformance.yml"
LOST = 5000  # bytes of the report to show


@pytest.mark.parametrize("revision, passed", [
    ("2025-11-25", ["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"]),
    ("2026-07-28", ["tools_call", "request-metadata", "sep-2322-client-request-state", "http-standard-headers", "http-custom-headers",
                    "http-invalid-tool-headers", "json-schema-ref-no-deref"])])
def test_client(once, place, revision, passed):
    """Each scenario that is not named among the failures passes, and those that are named fail. A second run decides: the suite takes
    a client for too early if it notes the end of its own stream 50 ms late, which happens on a busy machine."""
    command = [*conformance(), "client", "--command", f"{sys.executable} {CLIENT}", "--requirements", revision, "--timeout", str(1000 * SECONDS),
               "-o", str(place.root / "out"), "--expected-failures", str(FAILURES)]
    for _ in range(2):
        result = subprocess.run(command, env=place.environment(WEIR_BIN=BIN, TMPDIR=place.root), capture_output=True, text=True,
                                timeout=SECONDS, check=False)
        if result.returncode == 0:
            break
    report = result.stderr + result.stdout  # the summary is last
    assert result.returncode == 0, report[-LOST:]
    for name in passed:
        assert f"✓ {name}: " in report, (name, report[-LOST:])
