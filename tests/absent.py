"""Fails where an integration test makes sure that a text is not in the daemon's log, and no program can write that text: the test would
pass for ever after the text has been changed."""

import ast
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests" / "integration"
COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|/\*.*?\*/|//[^\n]*', re.DOTALL)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
BETWEEN = re.compile(r'"\s*(?:PRI\w+)?\s*"')  # of two literals that the compiler makes one
NOT_FROM_SOURCES = {"SECRET", "canary.value", "prompt.token", "token", "KEY", "'\\x1b'"}  # what a test itself has put in


def written():
    """All string literals of the programs, a line each."""
    found = []
    for path in sorted((ROOT / "src").rglob("*.[ch]")):
        if not path.name.endswith("_test.c"):
            text = COMMENT.sub(lambda match: match[1] or " ", path.read_text())
            found += LITERAL.findall(BETWEEN.sub("", text))
    return "\n".join(found)


def constants(path):
    """The texts and tuples of texts that a module names."""
    tree = ast.parse(path.read_text())
    return {node.targets[0].id: ast.literal_eval(node.value) for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, (ast.Constant, ast.Tuple))
            and all(isinstance(one, (ast.Constant, ast.Tuple, ast.expr_context)) for one in ast.walk(node.value))}


def is_log(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "log"


def absent(path, names):
    """(line, text or the expression that makes it) of each `… not in ….log()`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.NotIn) and any(is_log(one) for one in ast.walk(node.comparators[0])):
            left = node.left
            text = left.value if isinstance(left, ast.Constant) else names.get(left.id) if isinstance(left, ast.Name) else None
            yield node.lineno, text if isinstance(text, str) else None, ast.unparse(left)


def main():
    texts, shared, looked, failed = written(), constants(TESTS / "daemon.py"), 0, 0
    wanted = [("daemon.py", 0, sign, sign) for sign in shared["LATE_SIGNS"]]
    for path in sorted(TESTS.glob("*.py")):
        wanted += [(path.name, *one) for one in absent(path, shared | constants(path))]
    for name, line, text, expression in wanted:
        looked += 1
        if expression not in NOT_FROM_SOURCES and (text is None or text not in texts):
            print(f"tests/integration/{name}:{line}: no program writes {expression}")
            failed += 1
    print("absent: looked at", looked, "texts")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
