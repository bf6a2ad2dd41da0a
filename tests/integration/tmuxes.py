"""weir in tmux, as a person sees it: a real terminal of a chosen size, whose screen can be read."""

import os
import shlex
import shutil
import subprocess

import pytest

from setting import WATCHDOG_SECONDS, WEIR
from waiting import until

needs_tmux = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")


class Tmux:
    """In the block the command runs, and its last screen stays readable; behind it the server is gone."""

    def __init__(self, cli, *arguments, columns=80, rows=24, cwd=None, **environment):
        self._socket = str(cli.place.root / f"tmux-{os.getpid()}-{id(self)}")
        self._environment = cli.place.environment(TERM="xterm-256color", **environment)
        cwd = str(cwd or cli.place.home)
        command = shlex.join([str(WEIR), *map(str, arguments)])
        names = " ".join(f"{name}={shlex.quote(value)}" for name, value in environment.items())
        line = f"cd {shlex.quote(cwd)}; {names} {command}; echo \"[ended $?]\"; exec sleep 600"
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "/bin/sh", "-c", line)

    def _tmux(self, *arguments):
        done = subprocess.run(["tmux", "-u", "-S", self._socket, *arguments], env=self._environment, capture_output=True, text=True,
                              timeout=WATCHDOG_SECONDS)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._tmux("kill-server")

    def lines(self):
        return [line.rstrip() for line in self._tmux("capture-pane", "-p").splitlines()]

    def text(self):
        return "\n".join(self.lines())

    def press(self, *keys):
        self._tmux("send-keys", *keys)

    def type(self, text):
        self._tmux("send-keys", "-l", text)

    def resize(self, columns, rows):
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def until(self, look, what):
        until(lambda: look(self.text()), f"{what}\n{self.text()}")

    def until_shown(self, text):
        until(lambda: text in self.text(), f"{text!r} on the screen")

    def ended(self):
        """Its output and its exit status, once it has ended."""
        until(lambda: "[ended " in self.text(), "the end of the command")
        shown = self.text()
        return int(shown.rsplit("[ended ", 1)[1].split("]")[0]), shown.rsplit("[ended ", 1)[0]
