"""sdk/typescript as a project uses it: what npm packs, its types under the strictest compiler, and the oldest Node.js."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile

import pytest

from sdk import SCRIPTS, modules, oldest_node, package, script  # noqa: F401
from setting import REPOSITORY, WATCHDOG_SECONDS

pytestmark = pytest.mark.usefixtures("once")

TSCONFIG = {"compilerOptions": {"target": "ES2022", "module": "NodeNext", "strict": True, "exactOptionalPropertyTypes": True, "noEmitOnError": True,
                                "lib": ["ES2022", "DOM"], "types": ["node"], "skipLibCheck": True}, "files": ["consumer.ts"]}


@pytest.fixture
def project(tmp_path):
    """A project of its own with the packed package and nothing else of the repository."""
    environment = os.environ | {"npm_config_cache": str(tmp_path / "cache")}
    done = subprocess.run(["npm", "pack", "--json", "--pack-destination", tmp_path, package()], env=environment, cwd=tmp_path, capture_output=True,
                          text=True, timeout=3 * WATCHDOG_SECONDS)
    assert done.returncode == 0, done.stderr
    place = tmp_path / "project" / "node_modules" / "@weir" / "client"
    place.mkdir(parents=True)
    with tarfile.open(tmp_path / json.loads(done.stdout)[0]["filename"]) as archive:
        for member in archive.getmembers():
            if member.isfile():
                path = place / member.name.removeprefix("package/")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.extractfile(member).read())
    for name in ("ai5", "ai6", "ai", "@ai-sdk", "@opentelemetry", "@standard-schema", "zod", "json-schema", "eventsource-parser"):
        if (modules() / name).exists():
            (tmp_path / "project" / "node_modules" / name).symlink_to(modules() / name)
    (tmp_path / "project" / "node_modules" / "@types").symlink_to(package() / "node_modules" / "@types")
    (tmp_path / "project" / "node_modules" / "undici-types").symlink_to(package() / "node_modules" / "undici-types")
    (tmp_path / "project" / "package.json").write_text('{"type": "module"}')
    (tmp_path / "project" / "tsconfig.json").write_text(json.dumps(TSCONFIG))
    (tmp_path / "project" / "consumer.ts").write_text((SCRIPTS / "consumer.ts").read_text())
    return tmp_path / "project"


def test_a_project_compiles_and_runs(project, daemon):
    compiler = package() / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(["node", compiler, "-p", "tsconfig.json"], cwd=project, capture_output=True, text=True, timeout=6 * WATCHDOG_SECONDS)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([oldest_node(), "consumer.js"], cwd=project, env=daemon.place.environment(), capture_output=True, text=True,
                          timeout=WATCHDOG_SECONDS)
    assert (done.returncode, done.stdout, done.stderr) == (0, "true\n", "")


def test_what_is_packed(project):
    packed = {str(path.relative_to(project / "node_modules" / "@weir" / "client")) for path in (project / "node_modules" / "@weir" / "client").rglob("*")
              if path.is_file()}
    assert {"package.json", "README.md", "weir.d.ts"} <= packed
    rest = {path for path in packed if not path.startswith("dist/")}
    assert rest == {"package.json", "README.md", "weir.d.ts"}
    description = json.loads((project / "node_modules" / "@weir" / "client" / "package.json").read_text())
    assert "dependencies" not in description and description["engines"]["node"] == ">=18"
    for entry in description["exports"].values():
        assert {path.removeprefix("./") for path in entry.values()} <= packed


def test_what_runs_in_a_browser_needs_no_node():
    """The renderer and the transport, with all that they import."""
    dist, waiting, seen = package() / "dist", ["renderer.js", "transport.js"], set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        text = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", (dist / name).read_text(), flags=re.S)
        assert "node:" not in text and "Buffer" not in text and "process." not in text, name
        for target in re.findall(r'(?:from|import) "(\.[^"]+)"', text):
            waiting.append(os.path.normpath(os.path.join(os.path.dirname(name), target)))
    assert {"schema.js", "errors.js", "generated/schemas.js"} <= seen


def test_the_lock_files_name_no_registry():
    for place in (REPOSITORY / "sdk" / "typescript", SCRIPTS):
        lock = json.loads((place / "package-lock.json").read_text())
        assert [name for name, entry in lock["packages"].items() if "resolved" in entry] == []


def test_the_oldest_node(script, daemon):  # noqa: F811
    client = script("calls.mjs", json.dumps({"socketPath": str(daemon.socket)}), node=oldest_node())
    client.read()
    assert client.ask({"call": "ping"})["result"]["pong"] is True
    stream = script("follow.mjs", json.dumps({"socketPath": str(daemon.socket), "selection": {"fromSeq": 1}}), node=oldest_node())
    daemon.client().call("session.create", {"cwd": "/tmp"})
    assert stream.read()["seq"] == 1
    chat = script("chat.mjs", json.dumps({"socketPath": str(daemon.socket)}), node=oldest_node())
    chat.say({"raw": {"content": "say hello"}})
    told = [chat.read() for _ in range(4)]
    assert [one["chunk"]["type"] for one in told[1:3]] == ["text-delta", "finish"] and "end" in told[3]


# --- building -------------------------------------------------------------------------


def build(sources, folder, **environment):
    done = subprocess.run([sys.executable, sources / "build.py", folder], env=os.environ | environment, capture_output=True, text=True,
                          timeout=6 * WATCHDOG_SECONDS)
    return done.returncode, done.stderr


def test_a_machine_that_cannot_build_it(tmp_path):
    """The build of weir goes on without the package, and says why."""
    package()
    sources = REPOSITORY / "sdk" / "typescript"
    assert build(sources, tmp_path / "one", PATH="/nonexistent") == (3, "Node.js and npm are not installed\n")
    offline = {"npm_config_registry": "http://127.0.0.1:1", "npm_config_cache": str(tmp_path / "cache")}
    assert build(sources, tmp_path / "two", **offline) == (3, "npm's registry does not answer: ECONNREFUSED\n")
    assert not (tmp_path / "two" / "built").exists()


def test_sources_that_do_not_compile(tmp_path):
    sources, folder = tmp_path / "sources", tmp_path / "built"
    shutil.copytree(REPOSITORY / "sdk" / "typescript", sources)
    shutil.copytree(package(), folder, symlinks=True)
    with open(sources / "src" / "index.ts", "a", encoding="utf-8") as file:
        file.write('export const wrong: number = "text";\n')
    status, said = build(sources, folder)
    assert status == 1 and "src/index.ts" in said and "TS2322" in said
    assert build(sources, folder)[0] == 1  # it is not taken for built
