"""Reports long files and functions; fails above the hard limits."""

import pathlib
import subprocess
import sys

FILE_LINES, FILE_LINES_MAX = 600, 800
FUNCTION_LINES, FUNCTION_LINES_MAX = 60, 90


def functions(lines):
    """Yields (line, length) of each function: it begins and ends with a brace in the first column."""
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{" or (line.endswith(") {") and not line.startswith((" ", "}"))):
            start = number
        elif line == "}" and start is not None:
            yield start, number - start + 1
            start = None


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.c", "*.h", "*.py"], cwd=root,
                           capture_output=True, text=True, check=True).stdout.split()
    failed = 0
    for name in names:
        if "golden" in name or not (root / name).exists():
            continue
        lines = (root / name).read_text().splitlines()
        if len(lines) > FILE_LINES:
            print(f"{name}: {len(lines)} lines (limit: {FILE_LINES}, at most {FILE_LINES_MAX})")
            failed += len(lines) > FILE_LINES_MAX
        if not name.endswith(".c"):
            continue
        for number, length in functions(lines):
            if length > FUNCTION_LINES:
                print(f"{name}:{number}: a function of {length} lines (limit: {FUNCTION_LINES}, at most {FUNCTION_LINES_MAX})")
                failed += length > FUNCTION_LINES_MAX
    print(f"sizes: checked {len(names)} files")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
