"""Waiting for what sends no event: a look, a short rest, another look, until a deadline."""

import select
import time

from setting import WATCHDOG_SECONDS

REST_SECONDS = 0.005


def until(look, what, seconds=WATCHDOG_SECONDS):
    """Answers the first true value that look() answers. What was waited for is a text, or a call that makes one."""
    deadline = time.monotonic() + seconds
    while True:
        value = look()
        if value:
            return value
        if time.monotonic() > deadline:
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
