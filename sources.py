"""Finds sources, tests and contract files, so that no meson.build has to list them.

    sources.py list BUILD                   prints a line for each file: kind, folder, path
    sources.py check BUILD STAMP DEPFILE    fails if the files differ from those when BUILD was configured
    sources.py changed BUILD                exits with 0 if they differ; ./dev then reconfigures BUILD

A kind is "library" (src/), "test" (src/, *_test.c: a unit test), "contract" (its JSON files) or "generator". The folder is
the library of the file: the first folder below src/, or one of APART."""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent
APART = ("agent/runtime", "daemon/store")  # libraries in the folder of another library
LIST = "sources.list"  # in the build folder: the files when it was configured


def folder_of(path):
    folder = path.parent.as_posix()
    for name in APART:
        if folder == name or folder.startswith(name + "/"):
            return name
    return path.parts[0]


def found():
    """Skips main.c, which bin/meson.build names."""
    lines = [f"contract contract {path.name}" for path in (ROOT / "contract").glob("*.json")]
    lines += [f"generator contract generator/{path.name}" for path in (ROOT / "contract" / "generator").glob("*.py")]
    for path in (ROOT / "src").rglob("*.c"):
        below = path.relative_to(ROOT / "src")
        if path.name != "main.c":
            lines.append(f"{'test' if path.stem.endswith('_test') else 'library'} {folder_of(below)} {below.as_posix()}")
    return sorted(lines)


def folders():
    """The folders whose entries may change."""
    yield ROOT / "contract"
    yield ROOT / "contract" / "generator"
    for folder, _, _ in os.walk(ROOT / "src"):
        yield pathlib.Path(folder)


def differences(build):
    known = set((build / LIST).read_text().splitlines())
    now = set(found())
    return [f"new: {line}" for line in sorted(now - known)] + [f"gone: {line}" for line in sorted(known - now)]


def check(build, stamp, depfile):
    changes = differences(build)
    if changes:
        print(*changes, f"Run ./dev build, or: meson setup --reconfigure {build}", sep="\n", file=sys.stderr)
        return 1
    stamp.touch()
    depfile.write_text(f"{stamp}: {' '.join(str(folder).replace(' ', chr(92) + ' ') for folder in folders())}\n")
    return 0


def main(command, build, *files):
    build = pathlib.Path(build)
    if command == "list":
        lines = found()
        (build / LIST).write_text("\n".join(lines) + "\n")
        print(*lines, sep="\n")
        return 0
    if command == "changed":
        return 0 if differences(build) else 1
    return check(build, *map(pathlib.Path, files))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
