"""The versions of the store's tables, as src/daemon/store/schema.c has them."""

import re

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
