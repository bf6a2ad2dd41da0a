"""Waiting for what sends no event: a look, a short rest, another look, until a deadline."""

import select
import time

from setting import WATCHDOG_SECONDS

REST_SECONDS = 0.005


def until(look, what, seconds=WATCHDOG_SECONDS):
    """Answers the first true value that look() answers."""
    deadline = time.monotonic() + seconds
    while True:
        value = look()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        select.select([], [], [], REST_SECONDS)
