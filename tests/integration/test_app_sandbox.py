"""weir-unpack in its sandbox, and the daemon with a weir-unpack that somebody has taken over: it believes nothing of it."""

import shutil
import stat

import pytest

from archives import Entry, archive, good, manifest
from setting import SANITIZED, WEIRD
from test_app_install import Apps, left_nothing

# Answers once, in the place of weir-unpack. Each attack is a function of the new directory; what it returns is the result.
TAKEN_OVER = r'''#!/usr/bin/python3
import json, os, socket
MANIFEST = %(manifest)r
def files(d):
    open(d + "/manifest.json", "wb").write(MANIFEST)
    open(d + "/index.html", "w").write("x")
    return {"files": 2, "bytes": 2}
def link(d):
    files(d); os.unlink(d + "/index.html"); os.symlink("/etc/passwd", d + "/index.html"); return {}
def manifest_link(d):
    files(d); os.rename(d + "/manifest.json", d + "/m"); os.symlink("m", d + "/manifest.json"); return {}
def directory_link(d):
    files(d); os.symlink("/etc", d + "/etc"); return {}
def hard_link(d):
    files(d); os.link(d + "/index.html", d + "/second.html"); return {}
def fifo(d):
    files(d); os.mkfifo(d + "/fifo"); return {}
def manifest_fifo(d):
    files(d); os.unlink(d + "/manifest.json"); os.mkfifo(d + "/manifest.json"); return {}
def sparse(d):
    files(d); open(d + "/large", "w").truncate(1 << 40); return {}
def many(d):
    files(d)
    for n in range(10001): open(d + "/%%d" %% n, "w").close()
    return {}
def deep(d):
    files(d); os.makedirs(d + "/a" * 40); return {}
def latin(d):
    files(d); open(os.fsencode(d) + b"/caf\xe9", "w").close(); return {}
def nothing(d):
    return {"files": 2, "bytes": 2}
def replaced(d):
    os.rmdir(d); os.symlink("/etc", d); return {}  # the first one fails: it is a mount point
def long_message(d):
    return {"refusal": "damaged", "message": "x" * 100000}
def escapes(d):
    return {"refusal": "damaged", "message": "a\x1b[31mb\nc", "entry": "\x07"}
def unknown(d):
    return {"refusal": "nonsense"}
def outside(d):
    for path in (d + "/..", d + "/../..", os.path.expanduser("~")):
        try: open(d + "/seen", "a").write("\n".join(os.listdir(path)) + "\n")
        except OSError: pass
    for path in (d + "/../evil", d + "/../../evil", d + "/../../weir.db", os.path.expanduser("~") + "/evil"):
        try: open(path, "a").write("x")
        except OSError: pass
    try: socket.create_connection(("127.0.0.1", %(port)d), 1); open(d + "/network", "w").close()
    except OSError: pass
    return files(d)
listener = socket.socket(fileno=3)
connection, _ = listener.accept()
line, fds, _, _ = socket.recv_fds(connection, 65536, 4)
request = json.loads(line)
result = %(attack)s(request["params"]["directory"])
connection.sendall(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode() + b"\n")
connection.recv(1)
'''


@pytest.fixture
def taken_over(make_daemon, tmp_path):
    """Starts a daemon beside such a weir-unpack; answers its apps."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("weird", "weir-jail"):
        shutil.copy(WEIRD.parent / name, folder)

    def start(attack, port=1):
        program = folder / "weir-unpack"
        program.write_text(TAKEN_OVER % {"manifest": manifest().data, "attack": attack, "port": port})
        program.chmod(0o755)
        daemon = make_daemon().start(program=folder / "weird")
        return Apps(daemon, daemon.client(), tmp_path)

    return start


WORDS = {"link": "archive_refused", "manifest_link": "archive_refused", "directory_link": "archive_refused", "hard_link": "archive_refused",
         "fifo": "archive_refused", "manifest_fifo": "archive_refused", "sparse": "archive_refused", "many": "archive_refused",
         "deep": "archive_refused", "latin": "archive_refused", "nothing": "manifest_refused", "replaced": "subsystem_unavailable",
         "long_message": "internal_error", "escapes": "archive_refused", "unknown": "internal_error"}


@pytest.mark.parametrize("attack", WORDS)
def test_a_weir_unpack_that_was_taken_over(taken_over, attack):
    apps = taken_over(attack)
    error = apps.client.error("apps:install", {"zipPath": apps.write(archive(good()))})
    assert error.word == WORDS[attack], error
    assert not any(ord(c) < 32 for c in error.message + str(error.data.get("entry", ""))), error
    assert apps.listed() == []
    left_nothing(apps)


def test_it_sees_and_reaches_nothing_else(taken_over, place):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        apps = taken_over("outside", server.getsockname()[1])
        assert apps.install(good())["appId"] == "notes"
    (content,) = apps.content()
    assert "network" not in content
    seen = content["seen"].decode().split()  # of the root that weir-jail has made: nothing but the way to its own directories
    assert len(seen) <= 3 and set(seen) - {name for name in seen if name.startswith("new_")} <= {"apps", "executors"}, seen
    assert not list(place.root.rglob("evil")) and apps.client.call("db.check")["ok"]
    assert len(apps.directories()) == 1


@pytest.mark.parametrize("level", ["namespace", "landlock", "off"])
def test_each_level_of_the_sandbox(place, make_daemon, tmp_path, level):
    if SANITIZED and level == "landlock":
        pytest.skip("sanitizers read files that the sandbox does not show")
    place.write_config({"sandbox": level})
    daemon = make_daemon().start()
    apps = Apps(daemon, daemon.client(), tmp_path)
    assert apps.install(good(Entry("a/b/c", "x")))["appId"] == "notes"
    (name,) = apps.directories()
    assert stat.S_IMODE((apps.files / name).stat().st_mode) == 0o700
    assert apps.refused(good(Entry("../x", "x"), version="2.0.0")).data["reason"] == "bad_path"
