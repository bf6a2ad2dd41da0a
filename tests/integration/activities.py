"""Activity in a store, written by the store's own writer (tests/activity) while no daemon runs."""

import json
import subprocess
import time

from setting import WATCHDOG_SECONDS, WEIRD
from stores import store_of

RECORD = WEIRD.with_name("record_activity")
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


def now():
    return int(time.time() * 1000)


def record(place, *rows):
    """Each row is a dict: type, at, and what it has. Answers the process that did not succeed, or None."""
    path = store_of(place)
    path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
    done = subprocess.run([RECORD, path], input="".join(json.dumps(row) + "\n" for row in rows), env=place.environment(), text=True,
                          capture_output=True, timeout=6 * WATCHDOG_SECONDS)
    return None if done.returncode == 0 else done


def window(at, app, title, **more):
    return {"type": "window", "at": at, "app": app, "title": title, "duration": MINUTE} | more


def iso(ms):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(ms // 1000)) + f".{ms % 1000:03}Z"
