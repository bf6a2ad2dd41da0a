"""A weir process that keeps running, whose output is read as it arrives, by lines or by parts of a line."""

import os
import select
import signal
import time

from setting import SANITIZER_SIGNS, WATCHDOG_SECONDS


class Running:
    def __init__(self, cli, *arguments, **environment):
        self.process = cli.start(*arguments, **environment)
        self._kept = {self.process.stdout: b"", self.process.stderr: b""}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.returncode is None:
            self.process.kill()
        if not self.process.stdout.closed:
            self.process.communicate()

    def _more(self, stream, deadline):
        """False at the end."""
        assert select.select([stream], [], [], max(0, deadline - time.monotonic()))[0], f"nothing came behind {self._kept[stream][-200:]}"
        data = os.read(stream.fileno(), 65536)
        self._kept[stream] += data
        return bool(data)

    def _next(self, stream):
        """The next line of it, however many have come together; "" at the end."""
        deadline = time.monotonic() + WATCHDOG_SECONDS
        while b"\n" not in self._kept[stream]:
            if not self._more(stream, deadline):
                return ""
        line, _, self._kept[stream] = self._kept[stream].partition(b"\n")
        return line.decode() + "\n"

    def line(self):
        return self._next(self.process.stdout)

    def notice(self):
        return self._next(self.process.stderr)

    def has_spoken(self):
        return bool(self._kept[self.process.stdout] or select.select([self.process.stdout], [], [], 0)[0])

    def until(self, word):
        """All lines up to the one with the word."""
        return self._until(self.process.stdout, word)

    def until_noticed(self, word):
        """The same of its standard error."""
        return self._until(self.process.stderr, word)

    def _until(self, stream, word):
        lines = []
        while not lines or word not in lines[-1]:
            lines.append(self._next(stream))
            assert lines[-1], f"it ended before {word!r}: {lines}"
        return lines

    def until_said(self, word):
        """The word, whether its line has ended or not."""
        deadline = time.monotonic() + WATCHDOG_SECONDS
        while word.encode() not in self._kept[self.process.stdout]:
            assert self._more(self.process.stdout, deadline), f"it ended before {word!r}"

    def end(self, number=signal.SIGINT):
        """Its exit code and what was not read yet, behind a signal; without one it ends by itself."""
        if number:
            self.process.send_signal(number)
        streams = self.process.stdout, self.process.stderr
        deadline = time.monotonic() + WATCHDOG_SECONDS
        for stream in streams:
            while self._more(stream, deadline):
                pass
        self.process.wait(WATCHDOG_SECONDS)
        out, err = (self._kept[stream].decode() for stream in streams)
        for stream in streams:
            stream.close()
        for sign in SANITIZER_SIGNS:
            assert sign not in err, err
        return self.process.returncode, out, err
