"""docs/executors.md: the tests that it names exist, and it leaves out no message of the dialect."""

import re

from setting import OPENRPC, REPOSITORY

PAGE = (REPOSITORY / "docs" / "executors.md").read_text()
HERE = REPOSITORY / "tests" / "integration"


def test_the_tests_that_it_names_exist():
    named = set(re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE))
    assert len(named) > 60
    missing = [f"{file}::{name}" for file, name in sorted(named) if f"def {name}(" not in (HERE / file).read_text()]
    assert not missing


def test_every_message_has_a_row():
    rows = "\n".join(line for line in PAGE.splitlines() if line.startswith("|") and "::test_" in line)
    dialect = {m["name"] for m in OPENRPC["methods"] if set(m["x-callers"]) in ({"daemon"}, {"executor"})}
    dialect -= {name for name in dialect if name.startswith(("broker.", "connector.", "recorder.", "unpacker.", "watcher."))}  # between the daemon and its helpers
    assert len(dialect) > 20 and not {name for name in dialect if f"`{name}`" not in rows}


def test_every_row_of_a_message_has_a_test():
    tables = PAGE.partition("## Every message and its test")[2]
    rows = [line for line in tables.splitlines() if line.startswith("|") and not line.startswith(("| message", "| ---"))]
    assert rows and all("::test_" in row for row in rows)
