"""A well-behaved client that notices when the daemon's service to it degrades."""

import threading
import time

from setting import SANITIZED

PATIENCE_SECONDS = 15 if SANITIZED else 3


class Bystander:
    """Pings without a pause on its own thread while the block runs."""

    def __init__(self, daemon):
        self._client = daemon.client()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._error = None
        self.count = 0
        self.slowest = 0.0

    def __enter__(self):
        self._client.ping()
        self._thread.start()
        return self

    def __exit__(self, kind, *_):
        self._stop.set()
        self._thread.join()
        if kind is not None:
            return
        assert self._error is None, f"another client was harmed: {self._error}"
        assert self.count > 0, "another client got no answer at all"
        assert self.slowest < PATIENCE_SECONDS, f"another client waited {self.slowest:.1f} s for a ping"

    def _run(self):
        try:
            while not self._stop.is_set() or self.count == 0:
                begun = time.monotonic()
                self._client.ping()
                self.slowest = max(self.slowest, time.monotonic() - begun)
                self.count += 1
        except Exception as error:  # whatever it is, the test has to hear of it
            self._error = error
