"""The scripted model (tests/model), and the configuration by which a daemon uses it."""

import sys
from pathlib import Path

from setting import WATCHDOG_SECONDS

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "model"))

from server import ModelServer  # noqa: E402 (the path above makes it importable)

KEY = "sk-test-0123456789-not-a-real-one"


class Model(ModelServer):
    """Plays one script for whoever asks; `play()` gives it the turns. Starts in threads of the test's own process."""

    def __init__(self, script=(), **more):
        super().__init__(list(script), seconds=WATCHDOG_SECONDS, **more)

    def providers(self, *services, **settings):
        """For `providers` of the configuration; each service that is not named here has nobody behind it."""
        nobody = {"url": "http://127.0.0.1:9", "key": False, "retries": 0, "connectMs": 100}
        known = {
            "anthropic": {"header": "x-api-key", "prefix": "", "format": "anthropic", "model": "claude-test"},
            "openai": {"model": "gpt-test"},
            "ollama": {"key": False},
        }
        chosen = services or ("anthropic",)
        told = {name: {"url": self.url} | known.get(name, {}) | settings for name in chosen}
        return told if "ollama" in told else told | {"ollama": nobody}

    @staticmethod
    def give_key(client, service="anthropic"):
        client.call("key.set", {"service": service, "value": KEY})
