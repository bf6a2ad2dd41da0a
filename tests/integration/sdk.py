"""The npm package sdk/typescript, and scripts of tests/sdk that use it, each a program of its own that a test speaks with in lines of JSON."""

import fcntl
import functools
import json
import os
import select
import shutil
import subprocess
import sys

import pytest

from bound import bound
from setting import BIN, REPOSITORY, WATCHDOG_SECONDS

sys.path.insert(0, str(REPOSITORY / "sdk" / "typescript"))
from build import UNREACHABLE  # noqa: E402 (the path above makes it importable)

INSTALL_SECONDS = 240
SCRIPTS = REPOSITORY / "tests" / "sdk"
# One for all builds of a repository, where that can be.
PACKAGE = (REPOSITORY / "build" if (REPOSITORY / "build").is_dir() else BIN.parent) / "sdk"


@functools.cache
def package():
    """The folder of the package, built from the sources as they are now; skips where Node.js or npm's registry is not there."""
    done = subprocess.run([sys.executable, REPOSITORY / "sdk" / "typescript" / "build.py", PACKAGE], capture_output=True, text=True)
    if done.returncode == 3:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return PACKAGE


@functools.cache
def modules():
    """The node_modules of tests/sdk: the AI SDK, and Node.js 18 where npm has it for this machine."""
    package()
    place = PACKAGE.parent / "npm-sdk"
    place.mkdir(exist_ok=True)
    wanted = "".join((SCRIPTS / name).read_text() for name in ("package.json", "package-lock.json"))
    stamp = place / "installed"
    with open(place / "lock", "w", encoding="ascii") as lock:  # the workers of a parallel run share the folder
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text() != wanted:
            for name in ("package.json", "package-lock.json"):
                shutil.copy(SCRIPTS / name, place)
            _install(place)
            stamp.write_text(wanted)
    return place / "node_modules"


def _install(place):
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--fetch-timeout=30000"]
    try:
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm's registry did not answer within {INSTALL_SECONDS} s")
    if done.returncode != 0 and (reason := UNREACHABLE.search(done.stderr)):
        pytest.skip(f"npm's registry does not answer: {reason[0]}")
    assert done.returncode == 0, done.stderr


def oldest_node():
    """The program of the oldest Node.js that the package supports."""
    program = modules() / "node18" / "bin" / "node"
    if not program.exists():
        pytest.skip("npm has no Node.js 18 for this machine")
    return str(program)


class Script:
    """A running script of tests/sdk. It prints a line of JSON for each thing that it has to tell, and reads one for each thing that it is told."""

    def __init__(self, name, environment, *arguments, node="node", cwd=None):
        self.process = subprocess.Popen(
            [*(node if isinstance(node, tuple) else (node,)), "--unhandled-rejections=strict", str(SCRIPTS / name), *map(str, arguments)], cwd=cwd,
            env=environment | {"WEIR_SDK": str(package() / "dist")}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, preexec_fn=bound())
        self._kept = b""

    def read(self, seconds=WATCHDOG_SECONDS):
        """The next thing that it tells."""
        output = self.process.stdout.fileno()
        while b"\n" not in self._kept:
            ready = select.select([output], [], [], seconds)[0]
            assert ready, f"the script told nothing within {seconds} s: {self._end()}"
            piece = os.read(output, 65536)
            assert piece, f"the script has ended: {self._end()}"
            self._kept += piece
        line, _, self._kept = self._kept.partition(b"\n")
        return json.loads(line)

    def until(self, look, seconds=WATCHDOG_SECONDS):
        """The next thing for which look() is true, and all before it."""
        passed = []
        while True:
            one = self.read(seconds)
            if look(one):
                return one, passed
            passed.append(one)

    def say(self, thing):
        self.process.stdin.write(json.dumps(thing) + "\n")
        self.process.stdin.flush()

    def ask(self, thing):
        self.say(thing)
        return self.read()

    def finish(self):
        """Ends its input, which ends it; it must do so by itself and without a complaint."""
        output, errors = self.process.communicate(timeout=3 * WATCHDOG_SECONDS)
        assert self.process.returncode == 0 and errors == "", f"exit {self.process.returncode}: {errors}{output}"

    def _end(self):
        self.process.kill()
        return self.process.communicate()[1]


@pytest.fixture
def script(place, once):
    """Starts scripts; each must have ended well at the end of the test."""
    running = []

    def start(name, *arguments, environment=None, **options):
        running.append(Script(name, place.environment(**(environment or {})), *arguments, **options))
        return running[-1]

    yield start
    for one in running:
        if one.process.poll() is None:
            one.finish()
