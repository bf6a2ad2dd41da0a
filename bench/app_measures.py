"""Measures the installation of an app of 10 MB, against unzip of the same archive."""
import json
import os
import random
import shutil
import subprocess
import time
import zipfile

from client import Client
from servers import Failed, daemon_kind

FILES, FILE_BYTES = 200, 52_000
SEED = 17


class AppBench:
    def __init__(self, bench, build, notes):
        self.bench, self.build, self.notes = bench, build, notes
        self.rounds = 5 if bench.quick else 15

    def run(self):
        if not os.access(f"{self.build}/bin/weird", os.X_OK):
            return
        if shutil.which("unzip"):
            self.bench.try_part(self.measure)
        else:
            self.notes.append("unzip is not installed: apps are not measured")

    def measure(self):
        state = f"{self.bench.home}/apps"
        os.mkdir(state, 0o700)
        files = contents()
        kind = daemon_kind(f"{self.build}/bin/weird", state=state)
        with self.bench.start(kind) as server, Client(server) as client:
            self.bench.say(f"installing an app of {FILES} files, {self.rounds} times, and unzip")
            for number in range(self.rounds):
                path = f"{self.bench.home}/{number}.zip"
                write(path, f"{number + 1}.0.0", files)
                self.install(client, kind, path)
                self.unzip(kind, path, f"{self.bench.home}/unzipped")
                os.unlink(path)
        shutil.rmtree(state)

    def install(self, client, kind, path):
        began = client.begin_timed("apps:install", {"zipPath": path})
        when, result = client.answer(client.last_id)
        if result["appId"] != "bench":
            raise Failed(f"installed {result}")
        self.bench.record(kind, "app_install", (when - began) * 1e3)

    def unzip(self, kind, path, target):
        began = time.perf_counter()
        subprocess.run(["unzip", "-q", "-d", target, path], check=True)
        self.bench.record(kind, "app_unzip", (time.perf_counter() - began) * 1e3)
        shutil.rmtree(target)


def contents():
    """Texts that compress to about 40 %, as scripts do."""
    chance = random.Random(SEED)
    words = [bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz", k=chance.randint(2, 9))) for _ in range(3000)]
    return [b" ".join(chance.choices(words, k=FILE_BYTES // 6))[:FILE_BYTES] for _ in range(FILES)]


def write(path, version, files):
    manifest = {"id": "bench", "name": "Bench", "version": version, "entry": "0/0.js", "permissions": {}}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        for number, content in enumerate(files):
            archive.writestr(f"{number % 20}/{number}.js", content)


def best(found):
    return {f"{name}_ms": min(found[name]) for name in ("app_install", "app_unzip") if found.get(name)}
