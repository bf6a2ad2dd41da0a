"""Third-party JSON-RPC clients from npm, on the daemon's socket."""

import fcntl
import json
import os
import re
import shutil
import subprocess

import pytest

from bound import bound
from setting import BIN, OPENRPC, REPOSITORY

CLIENTS = REPOSITORY / "tests" / "clients"
INSTALLED = BIN.parent / "npm-clients"
INSTALL_SECONDS = 240
# npm's words for a registry that does not answer, or not to us.
UNREACHABLE = re.compile(
    r"\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|"
    r"E40\d|E5\d\d|CERT_\w+|SELF_SIGNED\w*|UNABLE_TO_\w+|ENOTCACHED)\b"
)

pytestmark = pytest.mark.usefixtures("once")


def install():
    """Puts the packages into the build folder, once; skips where npm or its registry is not there."""
    if not shutil.which("npm") or not shutil.which("node"):
        pytest.skip("npm is not installed")
    wanted = "".join((CLIENTS / name).read_text() for name in ("package.json", "package-lock.json"))
    stamp = INSTALLED / "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    for name in ("package.json", "package-lock.json"):
        shutil.copy(CLIENTS / name, INSTALLED)
    try:
        done = subprocess.run(
            ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--fetch-timeout=30000"],
            cwd=INSTALLED, capture_output=True, text=True, timeout=INSTALL_SECONDS,
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm's registry did not answer within {INSTALL_SECONDS} s")
    if done.returncode != 0 and (reason := UNREACHABLE.search(done.stderr)):
        pytest.skip(f"npm's registry does not answer: {reason[0]}")
    assert done.returncode == 0, done.stderr
    stamp.write_text(wanted)


@pytest.fixture(scope="module")
def node(once):
    """Starts one of the scripts of tests/clients."""
    INSTALLED.mkdir(exist_ok=True)
    with open(INSTALLED / "lock", "w", encoding="ascii") as lock:  # the workers of a parallel run share the folder
        fcntl.flock(lock, fcntl.LOCK_EX)
        install()
    environment = os.environ | {"NODE_PATH": str(INSTALLED / "node_modules")}

    def start(script, daemon):
        return subprocess.Popen(
            ["node", str(CLIENTS / script), str(daemon.socket)],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
            preexec_fn=bound(),
        )

    return start


def test_jayson(node, daemon):
    process = node("jayson.cjs", daemon)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    seen = json.loads(out)
    assert seen["ping"]["result"]["pong"] is True and seen["ping"]["jsonrpc"] == "2.0"
    assert seen["named"]["result"]["protocolVersion"] == "1.0"
    assert seen["status"]["result"]["pid"] == daemon.pid
    assert seen["textId"]["id"] == "an id of mine"
    assert seen["unknown"]["error"]["code"] == -32601
    assert seen["wrong"]["error"]["code"] == -32602 and seen["wrong"]["error"]["data"]["path"] == "params.force"
    assert sorted("result" in answer for answer in seen["batch"]) == [False, True]
    assert seen["discover"] == len(OPENRPC["methods"])
    daemon.wait_for_log("client: jayson 4")


def test_vscode_jsonrpc_with_notifications(node, daemon):
    process = node("vscode.cjs", daemon)
    seen = {}

    def read_until(what):
        for line in process.stdout:
            message = json.loads(line)
            seen[message["what"]] = message["value"]
            if message["what"] == what:
                return
        raise AssertionError(f"no {what}: {seen} {process.stderr.read()}")

    read_until("ready")
    assert seen["initialize"]["server"]["name"] == "weird"
    assert seen["pings"] == 100 and seen["health"] == {"service": "mcp", "state": "running"}
    assert seen["status"]["pid"] == daemon.pid
    assert seen["unknown"] == {"code": -32601, "word": "method_not_found", "isResponseError": True}
    assert seen["wrong"] == {"code": -32602, "word": "invalid_params", "isResponseError": True}
    assert daemon.stop() == 0
    read_until("closed")
    assert seen["stopping"]["reason"] == "signal" and seen["stopping"]["force"] is False
    assert "unhandled" not in seen
    assert process.wait(20) == 0
    process.stdout.close()
    process.stderr.close()
