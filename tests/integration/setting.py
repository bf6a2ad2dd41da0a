"""The paths of the programs, and the kind of build."""

import json
import os
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
BIN = Path(os.environ.get("WEIR_BIN", REPOSITORY / "build" / "bin")).resolve()
WEIR = BIN / "weir"
SHIPPED = BIN / "weird"  # what `weir daemon start` finds beside itself
WEIRD = BIN.parent / "tests" / "bin" / "weird"  # the same daemon with the test worker (tests/worker) behind its queue
SCRIPT = BIN.parent / "tests" / "bin" / "weir-script"  # an executor whose only agent is `script` (tests/script)
STAGED = BIN.parent / "tests" / "staged" / "weird"  # the shipped daemon beside a weir-executor that has `script` among its agents
STAGED_EXECUTOR = STAGED.with_name("weir-executor")

SANITIZED = os.environ.get("WEIR_TEST_SANITIZED", "") not in ("", "0")
# What a sanitizer writes when it has found something.
SANITIZER_SIGNS = ("ERROR: AddressSanitizer", "runtime error:", "LeakSanitizer", "ERROR: ThreadSanitizer")
FAULTS = os.environ.get("WEIR_TEST_FAULTS", "") not in ("", "0")

# No test waits this long unless something is broken.
WATCHDOG_SECONDS = 60 if SANITIZED else 20

MIB = 1 << 20

sys.path.insert(0, str(REPOSITORY / "contract"))
from generator.traffic import Traffic  # noqa: E402 (the path above makes it importable)

OPENRPC = json.loads((REPOSITORY / "contract" / "golden" / "openrpc.json").read_text())
TRAFFIC = Traffic(OPENRPC)
