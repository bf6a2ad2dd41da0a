"""Waits by polling, until a deadline, for what sends no event."""

import contextlib
import os
import select
import signal
import time
from pathlib import Path

from setting import WATCHDOG_SECONDS

REST_SECONDS = 0.005


def until(look, what, seconds=WATCHDOG_SECONDS):
    """Answers the first true value that look() answers. What was waited for is a text, or a call that makes one. The last look is
    behind the deadline, so that a machine that stood still meanwhile does no harm."""
    deadline = time.monotonic() + seconds
    while True:
        is_last = time.monotonic() > deadline
        value = look()
        if value:
            return value
        if is_last:
            raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what}")
        select.select([], [], [], REST_SECONDS)


def is_listening(path):
    """Whether somebody listens there already: the file alone is made by bind(), a moment before listen()."""
    accepts = 0x10000  # __SO_ACCEPTCON
    with open("/proc/net/unix", encoding="utf-8", errors="replace") as sockets:
        for line in sockets.readlines()[1:]:
            words = line.split(maxsplit=7)
            if len(words) == 8 and words[7].strip() == str(path) and int(words[3], 16) & accepts:
                return True
    return False


@contextlib.contextmanager
def standstill(*pids):
    """These processes do nothing, for certain, until the block is left."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    until(lambda: all(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T" for pid in pids), "they stand still")
    try:
        yield
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
