"""The versions of the store's tables, as src/daemon/store/schema.c has them."""

import contextlib
import functools
import re
import sqlite3

from setting import REPOSITORY

SOURCE = REPOSITORY / "src" / "daemon" / "store" / "schema.c"
# A comment, a string, a word that stands for a string, a comma between two versions.
TOKEN = re.compile(r'/\*.*?\*/|"((?:[^"\\]|\\.)*)"|([A-Z_]+)|(,)', re.DOTALL)


def versions():
    """The SQL of each step, the first one from nothing to version 1."""
    text = SOURCE.read_text()
    words = dict(re.findall(r'^#define ([A-Z_]+) "([^"]*)"$', text, re.MULTILINE))
    table = re.search(r"\bversions\[\] = \{\n(.*?)\n\};", text, re.DOTALL)[1]
    steps = [""]
    for literal, word, comma in TOKEN.findall(table):
        if comma:
            steps.append("")
        else:
            steps[-1] += words[word] if word else literal
    return [step for step in steps if step]


APPLICATION = int(re.search(r"\bAPPLICATION = (0x[0-9a-f]+|\d+)", SOURCE.read_text(), re.IGNORECASE)[1], 0)


@functools.cache
def empty_store():
    """A file with the tables and nothing in them. Of what a sanitized daemon takes to start, making those is the larger half."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute("PRAGMA auto_vacuum=INCREMENTAL")
        for step in versions():
            database.executescript(step)
        database.execute(f"PRAGMA application_id={APPLICATION}")
        database.execute(f"PRAGMA user_version={len(versions())}")
        return database.serialize()
