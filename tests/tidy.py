"""Runs clang-tidy, or clang, on the sources named on stdin, except those that were clean before.

    tests/tidy.py BUILD PROCESSES [clang] <FILES

clang only parses, with its own warnings as errors and the options of the build, because the build uses gcc.

The result depends on the file, its headers (recorded by ninja), its compile commands, .clang-tidy, and the program itself. For a
clean file, an empty file is created in ${XDG_CACHE_HOME:-~/.cache}/weir/tidy, named by the hash of all these; the newest KEPT files
stay. Findings are never cached. Without a cache, or if the headers of a file are unknown, the program runs."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

KEPT = 20_000
# clang 14 accepts -ftrivial-auto-var-init=zero only with another option; a check does not need it.
NOT_ZEROED = "-ftrivial-auto-var-init=uninitialized"
OPTIONS = {
    "clang-tidy": ("--quiet", f"--extra-arg={NOT_ZEROED}"),
    "clang": ("-fsyntax-only", "-fno-color-diagnostics", "-Werror", NOT_ZEROED, "-Wno-unknown-warning-option", "-Wno-unused-command-line-argument",
              "-Wno-gnu-zero-variadic-macro-arguments"),  # meson.build passes the last one only to compilers that know it
}
ENTRY = re.compile(r"^(\S.*): #deps \d+, deps mtime \d+ \((\w+)\)$")


class Hashes:
    """Hashes of file contents; reads each file once."""

    def __init__(self):
        self.known = {}

    def of(self, path):
        if path not in self.known:
            self.known[path] = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
        return self.known[path]


def headers_of_outputs(build):
    """The headers that ninja has recorded for each output, if the record is valid."""
    listed = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    outputs, current = {}, []
    for line in listed.splitlines():
        if match := ENTRY.match(line):
            current = []
            if match[2] == "VALID":
                outputs[match[1]] = current
        elif line.startswith("    "):
            current.append(line[4:])
    return outputs


def compilations(build, root):
    """The compilations of each source, which may be compiled more than once."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        found.setdefault(os.path.relpath(path, root), []).append(entry)
    return found


class Keys:
    def __init__(self, build, tool):
        self.root, self.build, self.hashes = pathlib.Path.cwd(), build, Hashes()
        self.compilations, self.outputs = compilations(build, self.root), headers_of_outputs(build)
        program = pathlib.Path(shutil.which(tool)).resolve()
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        self.tool = [version, f"{program.stat().st_size} {program.stat().st_mtime_ns}", tool, *OPTIONS[tool]]

    def settings(self, source):
        """The hash of every .clang-tidy that may apply to a file."""
        for folder in (self.root / source).parents:
            if (folder / ".clang-tidy").exists():
                yield self.hashes.of(folder / ".clang-tidy")
            if folder == self.root:
                return

    def of(self, source):
        """Returns None if the headers of the file are unknown."""
        parts = [*self.tool, source, *self.settings(source)]
        for entry in self.compilations.get(source, []):
            headers = self.outputs.get(entry.get("output"))
            if headers is None:
                return None
            parts.append(entry["command"].replace(str(self.root), "."))  # independent of the clone's path
            for header in sorted({source, *(os.path.normpath(os.path.join(self.build, name)) for name in headers)}):
                parts += [header, self.hashes.of(header)]
        if source not in self.compilations:
            return None
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class Cache:
    def __init__(self):
        home = os.environ.get("XDG_CACHE_HOME", "")
        base = pathlib.Path(home) if os.path.isabs(home) else pathlib.Path.home() / ".cache"
        self.folder = base / "weir" / "tidy"

    def has(self, key):
        try:
            os.utime(self.folder / key)  # marks it as recently used
            return True
        except OSError:
            return False

    def keep(self, key):
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / key).touch()
        except OSError:
            pass  # only costs time in the next run

    def shrink(self):
        try:
            entries = sorted(os.scandir(self.folder), key=lambda entry: entry.stat().st_mtime_ns)
            for entry in entries[:-KEPT]:
                os.unlink(entry.path)
        except OSError:
            pass  # another run may shrink it at the same time


def as_clang(command):
    """The arguments of gcc without the program (and ccache before it), and without the outputs."""
    words = iter(shlex.split(command))
    kept = []
    for word in words:
        if word in ("-o", "-MF", "-MQ"):
            next(words)
        elif word not in ("-c", "-MD"):
            kept.append(word)
    return kept[next(at for at, word in enumerate(kept) if word.startswith("-")):]


def check(tool, keys, source):
    """A source that is compiled more than once is checked with the first command. clang-tidy does the same."""
    command, folder = [tool, *OPTIONS[tool], "-p", keys.build, source], None
    if tool == "clang":
        entry = keys.compilations[source][0]
        command, folder = [tool, *as_clang(entry["command"]), *OPTIONS[tool]], entry["directory"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def main(build, processes, tool="clang-tidy"):
    keys, cache = Keys(pathlib.Path(build), tool), Cache()
    sources = {source: keys.of(source) for source in sys.stdin.read().split()
               if os.path.exists(source) and (tool == "clang-tidy" or source in keys.compilations)}
    left = [source for source, key in sources.items() if key is None or not cache.has(key)]
    left.sort(key=os.path.getsize, reverse=True)  # long files first
    print(f"   {len(sources)} files, {len(left)} not cached", file=sys.stderr)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(int(processes)) as pool:
        for source, done in zip(left, pool.map(lambda source: check(tool, keys, source), left)):
            if done.returncode == 0:
                if sources[source]:
                    cache.keep(sources[source])
                continue
            failed += 1
            print(done.stdout, done.stderr, sep="", end="")
    cache.shrink()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
