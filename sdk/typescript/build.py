#!/usr/bin/python3
"""Builds the npm package in a folder of its own, so that nothing is left among the sources: build.py FOLDER

Exits with 0 if the package is up to date or was built, with 3 and the reason if it cannot be built on this machine (no Node.js, no npm,
npm's registry does not answer), and with 1 if the compiler refuses it."""

import fcntl
import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECONDS = 240
NODE_AT_LEAST = 18
SOURCES = ("package.json", "package-lock.json", "tsconfig.json", "README.md", "weir.d.ts", "src")
# npm's words for a registry that does not answer, or not to us.
UNREACHABLE = re.compile(
    r"\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|"
    r"E40\d|E5\d\d|CERT_\w+|SELF_SIGNED\w*|UNABLE_TO_\w+|ENOTCACHED)\b"
)


class Impossible(Exception):
    """This machine cannot build the package."""


def files(names=SOURCES):
    for name in names:
        path = HERE / name
        yield from sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]


def digest(paths):
    """A hash of the names and the content of files."""
    state = hashlib.sha256()
    for path in paths:
        state.update(f"{path.relative_to(HERE)}\0".encode() + path.read_bytes() + b"\0")
    return state.hexdigest()


def run(command, folder):
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Impossible(f"{command[0]} did not end within {SECONDS} s") from None


def check_node():
    if not shutil.which("node") or not shutil.which("npm"):
        raise Impossible("Node.js and npm are not installed")
    version = run(["node", "--version"], HERE).stdout.strip()
    if int(re.sub(r"^v(\d+)\..*$", r"\1", version)) < NODE_AT_LEAST:
        raise Impossible(f"Node.js {version} is older than {NODE_AT_LEAST}")


def install(folder):
    """The compiler and the types of Node.js, at the versions of the lock file."""
    wanted = digest(files(("package.json", "package-lock.json")))
    stamp = folder / "node_modules" / ".weir-installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    done = run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--fetch-retry-mintimeout=1000",
                "--fetch-timeout=30000"], folder)
    reason = UNREACHABLE.search(done.stderr)
    if done.returncode != 0 and reason:
        raise Impossible(f"npm's registry does not answer: {reason[0]}")
    if done.returncode != 0:
        sys.exit(f"npm ci failed:\n{done.stderr}")
    stamp.write_text(wanted)


def build(folder):
    stamp = folder / "built"
    wanted = digest(files())
    if stamp.exists() and stamp.read_text() == wanted:
        return
    check_node()
    stamp.unlink(missing_ok=True)
    for name in ("src", "dist"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for path in files():
        copy = folder / path.relative_to(HERE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    install(folder)
    done = run(["node", "node_modules/typescript/bin/tsc", "-p", "tsconfig.json"], folder)
    if done.returncode != 0:
        sys.exit(f"the TypeScript compiler refuses sdk/typescript:\n{done.stdout}{done.stderr}")
    stamp.write_text(wanted)


def main():
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            build(folder)
        except Impossible as reason:
            print(reason, file=sys.stderr)
            return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
